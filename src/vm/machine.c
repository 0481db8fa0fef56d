/* machine.c: the scratch memory of a thread, pure evaluations, scores and ranks.
 *
 * Invariant: everything a machine ever needs is allocated here, in one piece, so that no game can run out of memory.
 */
#include "code/slice.h"
#include "vm/vm.h"

#include <stdlib.h>
#include <string.h>

struct carve {
    unsigned char *at; /* NULL while only counting */
    size_t n;
};
static void *carve(struct carve *c, size_t size) {
    void *out = c->at ? c->at + c->n : NULL;
    c->n += (size + 63) / 64 * 64;
    return out;
}

static void carve_probe(const struct program *p, struct machine_probe *w, struct carve *c) {
    size_t block = p->layout.size, cards = p->card_words * 4u + 4u, mask = p->layout.ask_words * 4u;
    for (int i = 0; i < PROBE_LEVELS; i++) {
        w->levels[i].state = carve(c, block);
        w->levels[i].unknown = carve(c, cards);
        w->levels[i].left = carve(c, mask);
    }
    w->hidden = carve(c, cards);
    size_t room = p->slices ? (p->slices->with.layout.stack_cap - p->layout.stack_cap) * 4u : 0;
    w->work = carve(c, block + room); /* the stack lies last */
    w->past = carve(c, PAST_ROOM * sizeof *w->past);
}

static bool tries(const struct program *p) {
    for (uint32_t pc = 0; pc < p->n_code; pc = op_next(p->code, pc))
        if (op_of(p->code[pc]) == OP_TRY || op_of(p->code[pc]) == OP_CAN) return true;
    return false;
}

static void carve_all(struct machine *m, struct carve *c) {
    const struct program *p = m->p;
    size_t block = p->layout.size, cards = p->card_words * 4u + 4u, mask = p->layout.ask_words * 4u;
    carve_probe(p, &m->probe, c);
    for (int i = 0; i < TRY_DEPTH && tries(p); i++)
        carve_probe(p, &m->within[i], c);
    m->index.quick = carve(c, (p->n_vars + 1) * sizeof *m->index.quick);
    m->index.quick_owners = carve(c, quick_words(p) * sizeof *m->index.quick_owners);
    m->index.live_zones = carve(c, (p->n_zones + 1) * sizeof *m->index.live_zones);
    m->index.dark = carve(c, (p->seats + 1u) * (p->n_zone_of_instance + 1u) * sizeof *m->index.dark);
    m->blocks.fibre = carve(c, block);
    m->blocks.spare = carve(c, block);
    m->blocks.forced = carve(c, block);
    m->blocks.blank = carve(c, block);
    for (int i = 0; i < AHEAD_LEVELS; i++) {
        m->ahead[i].state = carve(c, block);
        m->ahead[i].unknown = carve(c, cards);
    }
    m->asked.raw = carve(c, mask);
    m->asked.menu = carve(c, mask);
    m->note.pcs = carve(c, p->layout.frame_cap * 4u);
    m->scratch.cards = carve(c, cards);
    m->scratch.drawn = carve(c, cards);
    m->scratch.list = carve(c, (p->n_cards + 1) * 2u);
    m->log.told_cards = carve(c, (p->n_cards + 1) * 2u);
    m->log.named = carve(c, cards);
    m->log.open_spaces = carve(c, (p->space_words + 1) * 4u);
    m->index.back = carve(c, (p->n_cards + 1) * 2u);
    m->index.backs = carve(c, (p->n_zones + 1u) * p->card_words * 4u);
    m->index.pools = carve(c, pools_room(p) * sizeof *m->index.pools);
    m->index.pool_zones = carve(c, pools_room(p) * sizeof *m->index.pool_zones);
    m->index.card_vars = carve(c, (p->n_vars + 1) * sizeof *m->index.card_vars);
    m->index.copies = carve(c, cards);
    m->scratch.permutation = carve(c, (p->n_cards + 1) * 2u);
    m->scratch.places = carve(c, (p->n_cards + 1) * 2u);
    m->scratch.classes = carve(c, (p->n_cards + 1) * sizeof *m->scratch.classes);
    m->scratch.sets = carve(c, SCRATCH_SETS * cards);
    size_t stride = 0;
    for (uint32_t i = 0; i < p->n_zones; i++)
        if (p->zones[i].pile_stride > stride) stride = p->zones[i].pile_stride;
    m->scratch.rotate = carve(c, MAX_SEATS * (p->card_words * 4u + 4u + stride));
}

/* Cards that look alike from behind: those whose first zone is the same; per-player zones count when no other does. */
static void find_backs(struct machine *m) {
    const struct program *p = m->p;
    for (uint32_t i = 0; i < p->n_vars; i++)
        if (p->vars[i].use == USE_NOTE) m->index.noted = true;
    for (uint32_t c = 0; c < p->n_cards; c++) {
        if (p->cards[c].copy) bits_set(m->index.copies, c);
        m->index.back[c] = 0xffff;
        for (unsigned pass = 0; pass < 2 && m->index.back[c] == 0xffff; pass++)
            for (uint32_t i = 0; i < p->n_zones && m->index.back[c] == 0xffff; i++) {
                const struct zone *z = &p->zones[i];
                if (z->per_player == pass && c - (uint32_t)z->first_card < z->n_cards) m->index.back[c] = (uint16_t)i;
            }
        uint32_t row = m->index.back[c] < p->n_zones ? m->index.back[c] : p->n_zones;
        bits_set(m->index.backs + row * p->card_words, c);
    }
}

static void find_live_zones(struct machine *m) {
    struct machine_index *x = &m->index;
    for (uint32_t i = 0; i < m->p->n_zones; i++)
        if (m->p->zones[i].live && m->p->zones[i].per_player)
            x->live_zones[x->n_live_zones++] = m->p->zones[i].instance;
}

/* Whether some of the cards that have the variable lie in zones. */
static bool is_of_zoned(const struct machine *m, const struct var *v) {
    for (uint32_t c = 0; v->scope == SCOPE_CARD && c < v->n_owners; c++)
        if (m->index.back[(uint32_t)v->first_owner + c] != 0xffff) return true;
    return false;
}

static void find_card_vars(struct machine *m) {
    struct machine_index *x = &m->index;
    for (uint32_t i = 0; i < m->p->n_vars; i++)
        if (m->p->vars[i].kind.type == VT_CARD || is_of_zoned(m, &m->p->vars[i]))
            x->card_vars[x->n_card_vars++] = (uint16_t)i;
}

static void find_dark_zones(struct machine *m) {
    const struct program *p = m->p;
    for (uint32_t seat = 0; seat <= p->seats; seat++) {
        uint16_t *dark = m->index.dark + seat * (p->n_zone_of_instance + 1u);
        for (uint32_t z = 0; z < p->n_zone_of_instance; z++)
            if (!(zone_seers(p, z) & seer_bit(p, seat))) dark[++dark[0]] = (uint16_t)z;
    }
}

struct machine *machine_new(const struct program *program) {
    struct machine *m = malloc(sizeof *m);
    if (!m) return NULL;
    memset(m, 0, sizeof *m);
    m->p = program;
    struct carve c = {NULL, 0};
    carve_all(m, &c);
    m->memory_size = c.n + 64;
    m->memory = malloc(m->memory_size);
    if (!m->memory) {
        free(m);
        return NULL;
    }
    memset(m->memory, 0, m->memory_size);
    c.at = (unsigned char *)m->memory + (64 - (uintptr_t)m->memory % 64) % 64;
    c.n = 0;
    carve_all(m, &c);
#ifndef NDEBUG
    m->tally.doubting = 8;
#endif
    find_backs(m);
    find_live_zones(m);
    find_dark_zones(m);
    pools_find(m);
    find_card_vars(m);
    quick_fill(program, m->index.quick, m->index.quick_owners);
    return m;
}

void machine_free(struct machine *m) {
    if (!m) return;
    free(m->memory);
    free(m);
}

void machine_doubt(struct machine *m, uint32_t menus) {
    m->tally.doubting = menus;
}

uint32_t machine_doubts(const struct machine *m) {
    return m->tally.doubts;
}

void machine_native(struct machine *m, native_run *run) {
    m->native = run;
}

void machine_failures(struct machine *m, void (*failed)(void *user, const struct statement *at), void *user) {
    m->log.failed = failed;
    m->log.failed_user = user;
}

void machine_attempts(struct machine *m, void (*tried)(void *user, const struct attempted *), void *user) {
    m->log.tried = tried;
    m->log.tried_user = user;
}

uint64_t machine_work(const struct machine *m) {
    return m->tally.work;
}

void machine_deeds(struct machine *m, void (*deed)(void *user, int32_t card, unsigned seat), void *user) {
    m->log.deed = deed;
    m->log.deed_user = user;
}

void machine_sink(struct machine *m, void (*event)(void *user, const struct log_event *), void *user) {
    m->log.sink = event;
    m->log.sink_user = user;
}

void machine_watch(struct machine *m, uint32_t *reached) {
    m->reached = reached;
}

const struct spans *machine_said(const struct machine *m) {
    return &m->said;
}

void machine_speak(struct machine *m, const struct program *words) {
    m->p = words;
}

void machine_also(struct machine *m, const struct program *const *also, unsigned n) {
    m->log.n_also = n < MAX_VOICES ? n : MAX_VOICES;
    for (unsigned i = 0; i < m->log.n_also; i++)
        m->log.also[i] = also[i];
}

unsigned state_acting(const struct program *p, const struct state *s) {
    int32_t me = s->last;
    if (s->n_frames) me = state_stack(p, s)[state_frames(p, s)[s->n_frames - 1].base + REG_ME];
    return me >= 0 && me < p->seats ? (unsigned)me : 0;
}

/* ---- evaluations: a copy of the position without its run, then one routine after the other, which change nothing */
static void evaluate_on(struct machine *m, const struct state *s) {
    memcpy(m->blocks.spare, s, m->p->layout.questions);
    run_clear(m->p, m->blocks.spare);
}

/* Runs the routine that was pushed last. */
static int32_t evaluate_pushed(struct machine *m) {
    const struct program *p = m->p;
    struct state *s = m->blocks.spare;
    struct run r;
    run_init(&r, m, s, MODE_PURE);
    r.high = s->stack_top;
    int32_t result = run_loop(&r) == STOP_RETURNED ? r.result : 0;
    if (s->status == RUN_FAULT || s->n_frames > 1) {
        run_clear(p, s);
    } else { /* as it was before */
        memset(state_frames(p, s), 0, sizeof(struct frame));
        memset(state_stack(p, s), 0, r.high * sizeof(int32_t));
        s->n_frames = s->stack_top = 0;
    }
    return result;
}

static int32_t evaluate(struct machine *m, int32_t routine, unsigned seat) {
    const struct program *p = m->p;
    if (routine < 0 || (uint32_t)routine >= p->n_routines) return 0;
    return run_push(p, m->blocks.spare, (uint32_t)routine, (int32_t)seat, NONE) ? evaluate_pushed(m) : 0;
}

int32_t state_evaluate(struct machine *m, const struct state *s, int32_t routine, unsigned seat) {
    evaluate_on(m, s);
    return evaluate(m, routine, seat);
}

int32_t state_score_line(struct machine *m, const struct state *s, unsigned seat, uint32_t line) {
    return line < m->p->n_scores ? state_evaluate(m, s, m->p->scores[line].routine, seat) : 0;
}

/* Emitted C reads the position itself. */
static bool native_score(struct machine *m, const struct state *s, unsigned seat, int32_t *out) {
    struct run r;
    run_init(&r, m, (struct state *)(uintptr_t)s, MODE_PURE);
    r.slice = ALL_SCORES;
    r.value = (int32_t)seat;
    if (m->native(&r, &native_api) != STOP_RETURNED) return false;
    *out = r.result;
    return true;
}

int32_t state_score(struct machine *m, const struct state *s, unsigned seat) {
    uint32_t sum = 0;
    int32_t at_once;
    if (m->native && native_score(m, s, seat, &at_once)) return at_once;
    evaluate_on(m, s);
    for (uint32_t i = 0; i < m->p->n_scores; i++)
        sum += (uint32_t)evaluate(m, m->p->scores[i].routine, seat);
    return (int32_t)sum;
}

void state_aims(struct machine *m, const struct state *s, unsigned seat, struct reach *out, uint32_t n) {
    evaluate_on(m, s);
    for (uint32_t i = 0; i < n; i++) {
        const struct aim *a = &m->p->aims[i];
        out[i].have = evaluate(m, a->have, seat);
        out[i].need = a->need == NONE ? a->fixed : evaluate(m, a->need, seat);
    }
}

int32_t card_value_routine(const struct program *p, const struct card_value *v, int32_t card, int32_t *fixed) {
    *fixed = 0;
    if (v->routine != NONE) return v->routine;
    const struct table *t = &p->tables[v->table];
    int32_t entry = (uint32_t)card < t->n ? p->pool[t->first + (uint32_t)card] : NONE;
    if (t->kind != TABLE_INT) return entry;
    *fixed = entry;
    return NONE;
}

bool card_value_push(const struct program *p, struct state *s, const struct card_value *v, int32_t routine,
                     int32_t card, int32_t player) {
    bool of_game = v->card != NO_REGISTER;
    uint32_t n_regs = p->routines[routine].n_regs;
    if ((of_game && v->card >= n_regs) || (v->player != NO_REGISTER && v->player >= n_regs)) return false;
    if (!run_push(p, s, (uint32_t)routine, player, of_game ? NONE : card)) return false;
    int32_t *regs = state_stack(p, s);
    if (of_game) regs[v->card] = card;
    if (v->player != NO_REGISTER) regs[v->player] = player;
    return true;
}

static int32_t value_of_card(struct machine *m, const struct card_value *v, int32_t card, unsigned seat) {
    const struct program *p = m->p;
    const struct card_kind *kind = &p->kinds[v->kind];
    int32_t fixed;
    if (card < kind->first || card >= kind->first + kind->n) return 0;
    int32_t routine = card_value_routine(p, v, card, &fixed);
    if (routine < 0 || (uint32_t)routine >= p->n_routines) return fixed;
    return card_value_push(p, m->blocks.spare, v, routine, card, (int32_t)seat) ? evaluate_pushed(m) : 0;
}

void state_sum_values(struct machine *m, const struct state *s, unsigned seat, const int32_t *cards, uint32_t n,
                      const uint32_t *values, uint32_t n_values, int32_t *sums) {
    evaluate_on(m, s);
    for (uint32_t v = 0; v < n_values; v++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < n; i++)
            sum += (uint32_t)value_of_card(m, &m->p->card_values[values[v]], cards[i], seat);
        sums[v] = (int32_t)sum;
    }
}

/* Winners before those who neither won nor lost, then losers, then the eliminated. */
static int standing(const struct program *p, const struct state *s, unsigned seat) {
    if (s->winners >> seat & 1u) return 0;
    if (s->losers >> seat & 1u) return 2;
    return (s->active | state_resting(p, s)) >> seat & 1u ? 1 : 3;
}

static int32_t tie_number(struct machine *m, const struct state *s, unsigned seat, uint32_t line) {
    return state_evaluate(m, s, m->p->ties[line].routine, seat);
}

/* Below 0: a stands before b. */
static int compare(struct machine *m, const struct state *s, unsigned a, unsigned b) {
    int by = standing(m->p, s, a) - standing(m->p, s, b);
    if (by || s->winners || s->losers) return by;
    int32_t x = state_score(m, s, a), y = state_score(m, s, b);
    for (uint32_t i = 0; x == y && i < m->p->n_ties; i++) {
        bool least = m->p->ties[i].least != 0;
        x = tie_number(m, s, least ? b : a, i);
        y = tie_number(m, s, least ? a : b, i);
    }
    return x == y ? 0 : x > y ? -1 : 1;
}

/* Are these two still equal when that line of the tie is looked at? */
static bool reaches_tie(struct machine *m, const struct state *s, unsigned a, unsigned b, uint32_t line) {
    bool equal = standing(m->p, s, a) == standing(m->p, s, b) && state_score(m, s, a) == state_score(m, s, b);
    for (uint32_t i = 0; equal && i < line; i++)
        equal = tie_number(m, s, a, i) == tie_number(m, s, b, i);
    return equal;
}

bool state_tie(struct machine *m, const struct state *s, unsigned seat, uint32_t line, int32_t *out) {
    bool needed = false;
    if (line >= m->p->n_ties || s->winners || s->losers) return false;
    for (unsigned q = 0; q < m->p->seats && !needed; q++)
        needed = q != seat && reaches_tie(m, s, seat, q, line);
    if (needed) *out = tie_number(m, s, seat, line);
    return needed;
}

unsigned state_rank(struct machine *m, const struct state *s, unsigned seat) {
    unsigned rank = 1;
    if (seat >= m->p->seats) return 0;
    for (unsigned q = 0; q < m->p->seats; q++)
        if (q != seat && compare(m, s, q, seat) < 0) rank++;
    if (s->losers && !s->winners && rank == 1) rank = 2; /* nobody won: the first place stays empty */
    return rank;
}
