/* state_check.c: judges bytes that claim to be a position of a program.
 *
 * After state_check says NULL the machine may run, show and explain the block: every number in it is in range and the
 * invariants of state.h hold. What it cannot know is whether the rules could have led there.
 */
#include "vm/vm.h"

#include <string.h>

static const char *check_header(const struct program *p, const struct state *s) {
    static const uint8_t zero[sizeof s->pad];
    uint32_t seats = all_seats(p);
    if (s->program != p->hash) return "belongs to another game or other options";
    if (s->size != p->layout.size) return "has another size";
    if (s->status > RUN_FAULT) return "unknown status";
    enum { FLAGS = STATE_EXPLICIT | STATE_LIMITED | STATE_SHUFFLING | STATE_ASK_ALL | STATE_EACH_COPY };
    if (s->flags & ~FLAGS) return "unknown flags";
    if (s->phase != NONE && (s->phase < 0 || (uint32_t)s->phase >= p->n_phases)) return "no such phase";
    if (s->n_frames > p->layout.frame_cap || s->stack_top > p->layout.stack_cap) return "the stack is too high";
    if ((s->active | s->winners | s->losers | s->seats | s->pending) & ~seats) return "there is no such seat";
    if (s->forked > 1 || (s->forked && !p->forks) || (!s->forked && (s->seats || s->pending))) return "bad fork";
    if ((s->pending & ~s->seats) || (s->seats & ~s->active)) return "bad fork";
    if (s->last >= p->seats && s->last != SEAT_SPECTATOR) return "there is no such seat";
    if (s->fault > FAULT_UNSEEN || (s->status == RUN_FAULT) != (s->fault != FAULT_NONE)) return "unknown fault";
    if (s->fault_pc && s->fault_pc >= p->n_code) return "unknown fault";
    if (s->fault_site != NONE && (s->fault_site < 0 || (uint32_t)s->fault_site >= p->n_sites)) return "unknown fault";
    for (uint32_t q = 0; q < MAX_SEATS; q++)
        if (s->log_n[q] && (q >= p->seats || !s->forked || s->log_n[q] > p->layout.log_cap)) return "bad fork";
    if (state_resting(p, s) & s->active) return "who is out is in the game";
    if (memcmp(s->pad, zero, sizeof zero) != 0) return "not canonical";
    return NULL;
}

static bool value_ok(const struct program *p, struct value_kind kind, int32_t v) {
    switch (kind.type) {
    case VT_BOOL: return v == 0 || v == 1;
    case VT_PLAYER: return v >= NONE && v <= p->seats;
    case VT_MEMBER: return v >= NONE && kind.of < p->n_enums && v < (int32_t)p->enums[kind.of].n;
    case VT_CARD: return v >= NONE && v < (int32_t)p->n_cards;
    case VT_SPACE: return v >= NONE && v < (int32_t)p->n_spaces;
    case VT_ZONE: return v >= NONE && v < (int32_t)p->n_zone_of_instance;
    default: return true;
    }
}

bool var_holds(const struct program *p, const struct var *v, uint32_t slot, int32_t value) {
    if (v->kind.type != VT_NUMBER) return value_ok(p, v->kind, value);
    return (value >= var_low(p, v, slot) && value <= v->high) || value == var_initial(p, v, slot);
}

static const char *check_vars(const struct program *p, const struct state *s) {
    for (uint32_t i = 0; i < p->n_vars; i++) {
        const struct var *v = &p->vars[i];
        if (v->kind.flags) continue;
        uint32_t n = (uint32_t)v->n_owners * v->n_index;
        for (uint32_t k = 0; k < n; k++)
            if (!var_holds(p, v, k, var_load(p, s, v, k)))
                return v->kind.type == VT_NUMBER ? "a variable is out of range"
                                                 : "a variable names what does not exist";
    }
    return NULL;
}

static const char *check_pile(const struct program *p, const struct state *s, uint32_t z) {
    struct pile_head *h = state_pile(p, s, z);
    uint32_t count = state_counts(p, s)[z], n = (uint32_t)h->top + h->bottom;
    struct order order = pile_order(p, s, z);
    if (h->pad || n > count) return "a pile is out of order";
    if (n == count && h->top) return "a pile is not canonical";
    for (uint32_t i = 0; i < n; i++) {
        uint32_t card = order_get(order, i);
        if (card >= p->n_cards || state_where(p, s)[card] != z) return "a pile is out of order";
        for (uint32_t k = 0; k < i; k++)
            if (order_get(order, k) == card) return "a pile is out of order";
    }
    for (uint32_t i = n; i < order.n; i++)
        if (order_get(order, i) != order.first) return "a pile is not canonical"; /* bytes that are 0 */
    return NULL;
}

static const char *check_zones(const struct program *p, const struct state *s) {
    uint32_t n = 0;
    const uint8_t *where = state_where(p, s);
    for (uint32_t c = 0; c < p->n_cards; c++) {
        if (where[c] == 255) continue;
        if (where[c] >= p->n_zone_of_instance) return "a card lies nowhere";
        const struct zone *z = &p->zones[p->zone_of_instance[where[c]]];
        if (c - (uint32_t)z->first_card >= z->n_cards || !bits_test(state_zone(p, s, where[c]), c))
            return "a card lies in the wrong zone";
        n++;
    }
    for (uint32_t z = 0; z < p->n_zone_of_instance; z++) {
        const uint32_t *set = state_zone(p, s, z);
        uint32_t count = bits_count(set, p->card_words);
        if (count != state_counts(p, s)[z]) return "a zone miscounts its cards";
        if (bits_next(set, p->card_words, (int32_t)p->n_cards - 1) >= 0) return "a zone holds what does not exist";
        n -= count;
        if (p->zones[p->zone_of_instance[z]].pile) {
            const char *bad = check_pile(p, s, z);
            if (bad) return bad;
        }
    }
    if (n) return "a card lies in two zones";
    for (uint32_t q = 0; q < p->seats; q++) {
        const uint32_t *known = state_known(p, s, q);
        if (bits_next(known, p->card_words, (int32_t)p->n_cards - 1) >= 0) return "a seat knows what does not exist";
        for (int32_t c = -1; (c = bits_next(known, p->card_words, c)) >= 0;)
            if (where[c] == 255 || (zone_seers(p, where[c]) >> q & 1u) || !pile_decided(p, s, where[c], (uint32_t)c))
                return "a seat knows what it cannot";
    }
    return NULL;
}

/* An operation start inside the frame's routine that is one of those a frame may wait at. */
static bool waits_at(const struct program *p, const struct frame *f, bool top) {
    if (f->routine >= p->n_routines) return false;
    const struct routine *r = &p->routines[f->routine];
    if (f->pc < r->entry || f->pc >= r->end) return false;
    uint32_t pc = r->entry;
    while (pc < f->pc)
        pc = op_next(p->code, pc);
    uint32_t op = op_of(p->code[pc]);
    return pc == f->pc && op_waits(op) && op_calls(op) == !top;
}

const char *check_frames(const struct program *p, const struct state *s) {
    const struct frame *frames = state_frames(p, s);
    const int32_t *stack = state_stack(p, s);
    if ((s->status == RUN_ASK) != (s->n_frames > 0)) return "it is not clear where the rules wait";
    if (!s->n_frames && s->stack_top) return "the stack is not canonical";
    for (uint32_t i = 0; i < s->n_frames; i++) {
        const struct frame *f = &frames[i];
        if (!waits_at(p, f, i + 1u == s->n_frames)) return "a rule waits where none can";
        const struct routine *r = &p->routines[f->routine];
        if ((uint32_t)f->base + r->n_regs > p->layout.stack_cap) return "the stack is too high";
        if (i == 0) {
            if (f->base) return "the stack is out of order";
        } else {
            uint32_t n, k = 0;
            const int32_t *to = program_callees(p, f[-1].pc, &n);
            if (f->base != f[-1].base + op_a(p->code[f[-1].pc])) return "the stack is out of order";
            while (k < n && to[k] != (int32_t)f->routine)
                k++;
            if (k == n) return "a rule was called by a stranger";
        }
        if (i + 1u == s->n_frames && s->stack_top != f->base + r->n_regs) return "the stack is out of order";
    }
    for (uint32_t i = s->n_frames; i < p->layout.frame_cap; i++)
        if (frames[i].pc || frames[i].base || frames[i].routine) return "the stack is not canonical";
    for (uint32_t i = s->stack_top; i < p->layout.stack_cap; i++)
        if (stack[i]) return "the stack is not canonical";
    return NULL;
}

static const char *check_question(const struct program *p, const struct state *s, const struct ask *q) {
    uint32_t base, n = program_domain(p, q->kind, (struct value_kind){q->type, 0, q->of}, &base);
    uint32_t count = bits_count(q->legal, p->layout.ask_words) + ((q->flags & ASK_NO) != 0);
    if (!n || n > p->layout.ask_words * 32u) return "a question of no kind";
    for (int32_t i = (int32_t)n - 1; (i = bits_next(q->legal, p->layout.ask_words, i)) >= 0;)
        return "an answer that does not exist";
    if (!count || count != q->count) return "a question miscounts its answers";
    if (q->preset != NONE && (q->preset < 0 || (uint32_t)q->preset >= p->answers.total)) return "no such answer";
    const struct frame *f = &state_frames(p, s)[s->n_frames - 1];
    uint32_t op = op_of(p->code[f->pc]);
    if (q->seat == SEAT_CHANCE) {
        if (q->site != NONE || q->kind != SITE_CHANCE || !(s->flags & STATE_EXPLICIT)) return "chance is not asked";
        if (op == OP_ASK || op == OP_FORK || (op == OP_RAND) != (q->type == VT_NUMBER)) return "chance is not asked";
        if (op == OP_RAND) return NULL;
        uint32_t word = p->code[f->pc];
        int32_t pile = state_stack(p, s)[f->base + (op == OP_SHUFFLE ? op_a(word) : op_b(word))];
        if (q->type != VT_CARD || (uint32_t)pile >= p->n_zone_of_instance || !p->zones[p->zone_of_instance[pile]].pile)
            return "chance is not asked";
        for (int32_t c = -1; (c = bits_next(q->legal, p->layout.ask_words, c)) >= 0;)
            if (state_where(p, s)[c] != pile || pile_decided(p, s, (uint32_t)pile, (uint32_t)c))
                return "chance is not asked";
        return NULL;
    }
    if (q->seat >= p->seats || !(s->active >> q->seat & 1u)) return "nobody is asked";
    if (q->site < 0 || (uint32_t)q->site >= p->n_sites) return "a question of no kind";
    const struct site *site = &p->sites[q->site];
    if (q->kind != site->kind || q->type != site->value.type || q->of != site->value.of ||
        (q->flags & 0x3f) != (site->flags & 0x3f))
        return "a question of another kind";
    if (!s->forked && (op != OP_ASK || p->code[f->pc + 1] != (uint32_t)q->site)) return "a question of another kind";
    if (!s->forked && state_stack(p, s)[f->base + REG_ME] != q->seat) return "somebody else is asked";
    return NULL;
}

static const char *check_questions(const struct program *p, const struct state *s) {
    const unsigned char *at = state_at(s, p->layout.questions);
    uint32_t slots = p->forks ? p->seats : 1u;
    uint32_t op = s->n_frames ? op_of(p->code[state_frames(p, s)[s->n_frames - 1].pc]) : OP_NOP;
    if (s->forked != (s->n_frames && op == OP_FORK)) return "bad fork";
    if (s->forked && !s->pending) return "bad fork";
    for (uint32_t i = 0; i < slots; i++) {
        const struct ask *q = (const struct ask *)(const void *)(at + i * p->layout.ask_stride);
        bool wanted = s->status == RUN_ASK && (s->forked ? s->pending >> i & 1u : i == 0);
        if (wanted != ((q->flags & ASK_OPEN) != 0)) return "the questions do not fit";
        if (wanted) {
            const char *bad = check_question(p, s, q);
            if (bad) return bad;
            if (s->forked && q->seat != i) return "somebody else is asked";
            continue;
        }
        for (uint32_t k = 0; k < p->layout.ask_stride; k++)
            if (at[i * p->layout.ask_stride + k]) return "a closed question is not canonical";
    }
    for (uint32_t q = 0; p->forks && q < p->seats; q++)
        for (uint32_t k = s->log_n[q]; k < p->layout.log_cap; k++)
            if (state_log(p, s, q)[k]) return "an answer too many";
    return NULL;
}

static bool zeros(const struct state *s, uint32_t from, uint32_t to) {
    const unsigned char *at = state_at(s, 0);
    for (; from < to; from++)
        if (at[from]) return false;
    return true;
}

static const char *check_padding(const struct program *p, const struct state *s) {
    const struct layout *l = &p->layout;
    uint32_t n = p->n_zone_of_instance;
    bool fine = zeros(s, l->vars + l->vars_size, l->zones) && zeros(s, l->counts + n * 2, l->where) &&
                zeros(s, l->where + p->n_cards, l->piles) && zeros(s, l->periods + p->n_periods * 2, l->questions) &&
                zeros(s, l->logs + (p->forks ? p->seats * l->log_cap * 2u : 0), l->frames) &&
                zeros(s, l->stack + l->stack_cap * 4, l->size);
    return fine ? NULL : "the padding is not canonical";
}

const char *state_check(const struct program *p, const void *bytes, size_t size) {
    if (size != p->layout.size) return "has another size";
    if ((uintptr_t)bytes % 8) return "is not aligned";
    const struct state *s = bytes;
    static const char *(*const checks[])(const struct program *, const struct state *) = {
        check_header, check_vars, check_zones, check_frames, check_questions, check_padding};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const char *bad = checks[i](p, s);
        if (bad) return bad;
    }
    return NULL;
}
