/* apart.c: see apart.h.
 *
 * Everything that a body can reach is gone through, with what is known of its registers: whether one holds `me`, a zone
 * of mine, or cards that lay in a zone of mine when the body began. What is read and what is changed is gathered, of
 * each variable and each zone, apart for what is mine and for the rest. The bodies keep apart if nobody reads what is
 * not his and may be changed, and nobody changes what is another's and read by him.
 *
 * Law: what is not understood is refused. So are chance, which would fall otherwise in another order; all that ends a
 * game or a period; and all that depends on which cards a seat may see, but for cards of its own.
 */
#include "code/apart.h"

#include "base/arena.h"
#include "code/lookup.h"

#include <stddef.h>
#include <string.h>

enum tag { TAG_OTHER, TAG_ME, TAG_ZONE, TAG_CARDS, TAG_NUMBER };
struct known {
    uint8_t tag;    /* CARDS: mine, or a word of a set of such */
    uint32_t value; /* ZONE: its first instance; NUMBER: which; CARDS: zones where they lay, one bit each */
};
static const struct known other = {TAG_OTHER, 0};

/* What bodies do to a variable or a zone. */
enum { READ_MINE = 1, READ_OTHERS = 2, WRITE_MINE = 4, WRITE_OTHERS = 8 };

enum { REGISTERS = 256 };
struct keeper {
    const struct program *p;
    struct arena scratch; /* all that follows */
    struct known **at;    /* per word of code: REGISTERS before the operation there; NULL: no way came there yet */
    uint32_t *todo;       /* places to go on from, each once */
    uint32_t n_todo;
    uint8_t *waits;        /* per word of code: it is in todo */
    uint8_t *vars, *zones; /* what bodies do to each */
    uint8_t *called;       /* per routine: 1 by `me`, 2 by somebody else */
    bool refused;
};

static struct known either(struct known a, struct known b) {
    if (a.tag != b.tag) return other;
    if (a.tag == TAG_CARDS) return (struct known){TAG_CARDS, a.value | b.value};
    return a.value == b.value ? a : other;
}

/* One more way leads to pc, where `now` holds. */
static void go(struct keeper *k, uint32_t pc, const struct known *now) {
    struct known *at = k->at[pc];
    bool changed = !at;
    if (!at) {
        at = k->at[pc] = arena_array(&k->scratch, REGISTERS, sizeof *at, _Alignof(struct known));
        if (!at) return;
        memcpy(at, now, REGISTERS * sizeof *at);
    }
    for (uint32_t i = 0; i < REGISTERS; i++) {
        struct known both = either(at[i], now[i]);
        if (both.tag == at[i].tag && both.value == at[i].value) continue;
        at[i] = both;
        changed = true;
    }
    if (!changed || k->waits[pc]) return;
    k->waits[pc] = 1;
    k->todo[k->n_todo++] = pc;
}

static void enter(struct keeper *k, int32_t routine, bool mine) {
    uint8_t how = mine ? 1 : 2;
    if (routine < 0 || (k->called[routine] & how)) return;
    k->called[routine] |= how;
    struct known now[REGISTERS];
    for (uint32_t i = 0; i < REGISTERS; i++)
        now[i] = other;
    if (mine) now[REG_ME].tag = TAG_ME;
    go(k, k->p->routines[routine].entry, now);
}

/* ---- what it does */
static void use_var(struct keeper *k, uint32_t var, uint32_t owner, const struct known *now, unsigned mine) {
    const struct var *v = &k->p->vars[var];
    bool is_mine = v->scope == SCOPE_PLAYER && owner != NO_REGISTER && now[owner].tag == TAG_ME;
    if (v->scope == SCOPE_CARD || v->shown >= 0 || v->use == USE_REST || v->kind.type == VT_CARD) {
        if (!is_mine || (mine & READ_MINE) || v->use == USE_REST) k->refused = true;
    }
    k->vars[var] |= (uint8_t)(is_mine ? mine : mine << 1);
}

static void use_zone(struct keeper *k, struct known zone, unsigned mine) {
    const struct program *p = k->p;
    if (zone.tag != TAG_ZONE && (zone.tag != TAG_NUMBER || zone.value >= p->n_zone_of_instance)) {
        k->refused = true;
        return;
    }
    k->zones[p->zone_of_instance[zone.value]] |= (uint8_t)(zone.tag == TAG_ZONE ? mine : mine << 1);
}

static void read_live(struct keeper *k) {
    for (uint32_t i = 0; i < k->p->n_zones; i++)
        if (k->p->zones[i].live) k->zones[i] |= READ_OTHERS;
}

/* Cards of mine leave the zones they lay in, or one to which they went in this body. */
static void take_mine(struct keeper *k, struct known from) {
    if (from.tag != TAG_CARDS) k->refused = true;
    for (uint32_t i = 0; from.tag == TAG_CARDS && i < k->p->n_zones && i < 32; i++)
        if (from.value >> i & 1u) k->zones[i] |= WRITE_MINE;
}

/* What a unit has in all is shared by everybody. */
static bool has_totals(const struct program *p) {
    const struct enumeration *e = p->supply_var >= 0 && p->stock_enum >= 0 ? &p->enums[p->stock_enum] : NULL;
    for (uint32_t i = 0; e && i < e->n; i++)
        if (p->members[e->first + i].total != NONE) return true;
    return false;
}

/* ---- what is known behind it */
static struct known all_of(const struct known *now, uint32_t first, uint32_t words) {
    struct known all = now[first];
    for (uint32_t i = 1; i < words; i++)
        all = either(all, now[first + i]);
    return all.tag == TAG_CARDS ? all : other;
}

static void set_all(struct known *now, uint32_t first, uint32_t words, struct known to) {
    for (uint32_t i = first; i < first + words && i < REGISTERS; i++)
        now[i] = to;
}

static struct known zone_of_me(const struct program *p, uint32_t first) {
    bool is = first < p->n_zone_of_instance && p->zones[p->zone_of_instance[first]].per_player &&
              p->zones[p->zone_of_instance[first]].instance == first;
    return is ? (struct known){TAG_ZONE, first} : other;
}

static struct known cards_in(const struct program *p, struct known zone) {
    uint32_t which = zone.tag == TAG_ZONE ? p->zone_of_instance[zone.value] : 32;
    return which < 32 ? (struct known){TAG_CARDS, 1u << which} : other;
}

static bool asks_card(const struct site *site) {
    return site->kind == SITE_CHOOSE && site->value.type == VT_CARD;
}

/* What the operation leaves in what it writes. */
static struct known result_of(const struct keeper *k, struct word w, const struct known *now) {
    uint32_t words = program_words(k->p, w);
    switch (w.op) {
    case OP_LDI: return (struct known){TAG_NUMBER, w.x};
    case OP_MOV: return now[w.b];
    case OP_ADDI: return now[w.b].tag == TAG_ME ? zone_of_me(k->p, w.x) : other;
    case OP_ZSET: return cards_in(k->p, now[w.b]);
    case OP_SCLR: return (struct known){TAG_CARDS, 0};
    case OP_SADD: return either(all_of(now, w.a, words), now[w.b]);
    case OP_SDEL:
    case OP_SABOVE: return all_of(now, w.a, words);
    case OP_SOR: return either(all_of(now, w.b, words), all_of(now, w.c, words));
    case OP_SMOV:
    case OP_SAND:
    case OP_SANDN:
    case OP_SNTH:
    case OP_NEXT: return all_of(now, w.b, words);
    case OP_ASK: {
        const struct site *site = &k->p->sites[w.x];
        return asks_card(site) ? all_of(now, w.b, site->width) : other;
    }
    default: return other;
    }
}

static void write_results(const struct keeper *k, struct word w, struct known *now) {
    const struct op_info *info = op_info(w.op);
    const uint8_t kinds[] = {info->a, info->b, info->c};
    const uint32_t regs[] = {w.a, w.b, w.c};
    struct known result = result_of(k, w, now);
    uint32_t words = program_words(k->p, w);
    if (op_calls(w.op)) {
        set_all(now, w.a, REGISTERS - w.a, other);
        return;
    }
    for (int i = 0; i < 3; i++)
        switch (kinds[i]) {
        case K_W:
        case K_RW: now[regs[i]] = result; break;
        case K_SW:
        case K_SRW:
        case K_VW: set_all(now, regs[i], words, result); break;
        case K_E: set_all(now, regs[i], 3 + words, other); break;
        default: break;
        }
}

/* ---- going through it */
static void judge_ask(struct keeper *k, struct word w, const struct known *now) {
    const struct site *site = &k->p->sites[w.x];
    bool mine = !asks_card(site) || all_of(now, w.b, site->width).tag == TAG_CARDS;
    if (now[REG_ME].tag != TAG_ME || !mine) k->refused = true;
}

static void judge_call(struct keeper *k, uint32_t pc, struct word w, const struct known *now) {
    uint32_t n, given = w.op == OP_CALLT ? w.c : w.b;
    const int32_t *to = program_callees(k->p, pc, &n);
    for (uint32_t i = 0; i < n; i++)
        enter(k, to[i], now[given != NO_REGISTER ? given : w.a].tag == TAG_ME);
}

/* Gathers what the operation reads and changes, and refuses what is not understood. */
static void judge(struct keeper *k, uint32_t pc, struct word w, const struct known *now) {
    const struct program *p = k->p;
    switch (w.op) {
    case OP_CALL:
    case OP_CALLT: judge_call(k, pc, w, now); return;
    case OP_ASK: judge_ask(k, w, now); return;
    case OP_LDV: use_var(k, w.x, w.b, now, READ_MINE); return;
    case OP_STV: use_var(k, w.x, w.b, now, WRITE_MINE); return;
    case OP_ADDV: use_var(k, w.x, w.b, now, READ_MINE | WRITE_MINE); return;
    case OP_GAIN:
    case OP_LOSE:
        if (p->stock_var >= 0) use_var(k, (uint32_t)p->stock_var, w.c, now, READ_MINE | WRITE_MINE);
        if (has_totals(p)) k->refused = true;
        return;
    case OP_SWHERE:
    case OP_SEXCEPT: use_var(k, w.x, NO_REGISTER, now, READ_MINE); return;
    case OP_NEXT: /* which members are hidden is asked of cards only */
        if (w.c == p->card_words && all_of(now, w.b, w.c).tag != TAG_CARDS) k->refused = true;
        return;
    case OP_ZSET:
    case OP_ZCNT: use_zone(k, now[w.b], READ_MINE); return;
    case OP_LIVE:
    case OP_HEAR: read_live(k); return;
    case OP_MOVE:
    case OP_MOVES:
        take_mine(k, all_of(now, w.a, w.op == OP_MOVE ? 1 : program_words(p, w)));
        use_zone(k, now[w.b], WRITE_MINE);
        return;
    case OP_MOVEZ:
        take_mine(k, cards_in(p, now[w.a]));
        use_zone(k, now[w.b], WRITE_MINE);
        return;
    case OP_RET:
    case OP_JOIN:
    case OP_GUARD:
    case OP_UEND:
    case OP_FAIL:
    case OP_LOG:
    case OP_WHY:
    case OP_DEED:
    case OP_JMP:
    case OP_STEP:
    case OP_LMAKE:
    case OP_LNEXT: return;
    default:
        if (!op_is(w.op, OP_IS_PURE) && !op_compares(w.op)) k->refused = true;
    }
}

static void step(struct keeper *k, uint32_t pc) {
    struct word w = program_word(k->p, pc);
    struct known now[REGISTERS];
    memcpy(now, k->at[pc], sizeof now);
    judge(k, pc, w, now);
    write_results(k, w, now);
    if (op_jumps(w.op)) go(k, w.x, now);
    if (!op_ends(w.op)) go(k, op_next(k->p->code, pc), now);
}

static bool meet(const struct keeper *k) {
    const struct program *p = k->p;
    for (uint32_t i = 0; i < p->n_vars + p->n_zones; i++) {
        uint8_t done = i < p->n_vars ? k->vars[i] : k->zones[i - p->n_vars];
        if ((done & READ_OTHERS) && (done & (WRITE_MINE | WRITE_OTHERS))) return true;
        if ((done & WRITE_OTHERS) && (done & READ_MINE)) return true;
    }
    return false;
}

static void *room(struct keeper *k, size_t n, size_t size) {
    return arena_array(&k->scratch, n + 1, size, _Alignof(max_align_t));
}

/* Of the FORK at that place; false also when memory is out. */
static bool keeps_apart(struct keeper *k, uint32_t fork) {
    const struct program *p = k->p;
    struct known now[REGISTERS];
    k->at = room(k, p->n_code, sizeof *k->at);
    k->todo = room(k, p->n_code, sizeof *k->todo);
    k->waits = room(k, p->n_code, 1);
    k->vars = room(k, p->n_vars, 1);
    k->zones = room(k, p->n_zones, 1);
    k->called = room(k, p->n_routines, 1);
    if (k->scratch.failed) return false;
    set_all(now, 0, REGISTERS, other);
    now[REG_ME].tag = TAG_ME;
    go(k, fork + 2, now);
    while (k->n_todo && !k->refused && !k->scratch.failed) {
        uint32_t pc = k->todo[--k->n_todo];
        k->waits[pc] = 0;
        step(k, pc);
    }
    return !k->refused && !k->scratch.failed && !meet(k);
}

bool apart_compute(struct program *p) {
    uint32_t n = 0;
    for (uint32_t i = 0; p->forks && i < p->n_routines; i++)
        EACH_OP(p->code, &p->routines[i], pc)
            n += op_of(p->code[pc]) == OP_FORK;
    p->apart = arena_array(p->arena, n + 1, sizeof *p->apart, _Alignof(uint32_t));
    p->n_apart = 0;
    if (!p->apart) return false;
    bool fits = true;
    for (uint32_t i = 0; n && fits && i < p->n_routines; i++)
        EACH_OP(p->code, &p->routines[i], pc) {
            if (op_of(p->code[pc]) != OP_FORK) continue;
            struct keeper k = {.p = p};
            arena_init(&k.scratch);
            if (keeps_apart(&k, pc)) p->apart[p->n_apart++] = pc;
            fits = fits && !k.scratch.failed;
            arena_free(&k.scratch);
        }
    return fits;
}

bool apart_at(const struct program *p, uint32_t pc) {
    for (uint32_t i = 0; i < p->n_apart; i++)
        if (p->apart[i] == pc) return true;
    return false;
}
