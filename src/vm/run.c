/* run.c: the loop. One plain switch; registers are the stack from the frame's base on.
 *
 * Invariants: the verifier has checked every operand that is known before the game, so only indices that come from
 * registers are checked here or in the operations called. Arithmetic wraps. Every register a routine did not get as
 * an argument is 0 at first. run_settle makes the stack above what is alive 0, so that equal positions are equal bytes.
 * The loop stops with the frame's pc on the operation it waits at.
 */
#include "base/random.h"
#include "vm/vm.h"

#include <string.h>

void run_init(struct run *r, struct machine *m, struct state *s, enum run_mode mode) {
    memset(r, 0, sizeof *r);
    r->m = m;
    r->p = m->p;
    r->s = s;
    r->mode = (uint8_t)mode;
    r->viewer = SEAT_SPECTATOR;
    r->horizon = UINT32_MAX;
    r->steps = STEP_BUDGET;
}

bool run_push(const struct program *p, struct state *s, uint32_t routine, int32_t me, int32_t this_card) {
    const struct routine *to = &p->routines[routine];
    uint32_t base = s->stack_top;
    if (s->n_frames >= p->layout.frame_cap || base + to->n_regs > p->layout.stack_cap) return false;
    state_frames(p, s)[s->n_frames++] = (struct frame){to->entry, (uint16_t)base, (uint16_t)routine};
    state_stack(p, s)[base + REG_ME] = me;
    state_stack(p, s)[base + REG_THIS] = this_card;
    s->stack_top = (uint16_t)(base + to->n_regs);
    return true;
}

void run_clear(const struct program *p, struct state *s) {
    memset(state_frames(p, s), 0, p->layout.frame_cap * 8u);
    memset(state_stack(p, s), 0, p->layout.stack_cap * 4u);
    memset(state_at(s, p->layout.questions), 0, p->layout.logs - p->layout.questions);
    memset(state_at(s, p->layout.logs), 0, p->layout.frames - p->layout.logs);
    memset(s->log_n, 0, sizeof s->log_n);
    s->n_frames = s->stack_top = 0;
    s->forked = s->seats = s->pending = 0;
    s->flags &= (uint8_t)~STATE_SHUFFLING;
}

void run_over(const struct program *p, struct state *s) {
    s->status = RUN_OVER;
    run_clear(p, s);
}

enum stop run_fault(struct run *r, enum fault fault, uint32_t pc, int32_t site) {
    struct state *s = r->s;
    s->status = RUN_FAULT;
    s->fault = (uint8_t)fault;
    s->fault_pc = pc;
    s->fault_site = site;
    run_clear(r->p, s);
    return STOP_FAULT;
}

/* Pops all frames above index t and lets t go on after its CALL with a result of zeros. */
static void resume(const struct program *p, struct state *s, uint32_t t) {
    struct frame *frames = state_frames(p, s);
    uint32_t from = frames[t + 1].base;
    memset(state_stack(p, s) + from, 0, (s->stack_top - from) * 4u);
    memset(frames + t + 1, 0, (s->n_frames - t - 1) * sizeof *frames);
    s->n_frames = (uint16_t)(t + 1);
    s->stack_top = (uint16_t)(frames[t].base + p->routines[frames[t].routine].n_regs);
    frames[t].pc += 2;
}

bool run_unwind(struct run *r) {
    const struct program *p = r->p;
    struct state *s = r->s;
    struct frame *frames = state_frames(p, s);
    int32_t t = (int32_t)s->n_frames - 2; /* a rule of the flow only ends itself */
    if (!p->routines[frames[t + 1].routine].flow)
        while (t >= 0 && !p->routines[frames[t].routine].flow)
            t--;
    if (t + 1 < (int32_t)r->floor || t < 0) return false;
    resume(p, s, (uint32_t)t);
    return true;
}

/* At a question: everything above the live registers of the top frame becomes 0. */
void run_settle(const struct run *r) {
    const struct program *p = r->p;
    struct state *s = r->s;
    const struct frame *f = &state_frames(p, s)[s->n_frames - 1];
    const struct stack_map *map = program_map(p, f->pc);
    uint32_t from = map ? f->base + map->n : s->stack_top, to = r->high > s->stack_top ? r->high : s->stack_top;
    if (from < to) memset(state_stack(p, s) + from, 0, (to - from) * 4u);
}

static int32_t saturate16(int32_t n) { return n > INT16_MAX ? INT16_MAX : n < INT16_MIN ? INT16_MIN : n; }

static int32_t modulo(int32_t b, int32_t c) {
    if (c == 0) return 0;
    int64_t m = (int64_t)b % c;
    if (m < 0) m += c < 0 ? -(int64_t)c : c;
    return (int32_t)m;
}

/* The words of a list, count first; NULL when the reference leads nowhere. *room: items that can be read. */
static const int32_t *list_at(const struct program *p, const struct state *s, int32_t ref, uint32_t *room) {
    if (ref < 0) return NULL;
    if (ref >= LIST_STACK) {
        uint32_t at = (uint32_t)ref - LIST_STACK;
        if (at >= p->layout.stack_cap) return NULL;
        *room = p->layout.stack_cap - at - 1;
        return state_stack(p, s) + at;
    }
    if ((uint32_t)ref >= p->n_pool) return NULL;
    *room = p->n_pool - (uint32_t)ref - 1;
    return p->pool + ref;
}

bool already_running(const struct program *p, const struct state *s) {
    const struct frame *frames = state_frames(p, s), *top = frames + s->n_frames - 1;
    const int32_t *stack = state_stack(p, s);
    for (const struct frame *f = frames; f < top; f++)
        if (f->routine == top->routine && stack[f->base + REG_THIS] == stack[top->base + REG_THIS]) return true;
    return false;
}

enum outcome op_rand(struct run *r, int32_t low, int32_t high, int32_t *out) {
    if (high < low) high = low;
    *out = low;
    if (low == high) return GO;
    if (r->mode == MODE_PROBE) return HIDDEN;
    if ((r->s->flags & STATE_EXPLICIT) && r->mode == MODE_REAL && !r->fibre && low >= NUMBER_LOW &&
        high < NUMBER_LOW + NUMBER_SPAN) {
        ask_chance_numbers(r->p, r->s, low, high);
        return CHANCE;
    }
    uint64_t span = (uint64_t)((int64_t)high - low) + 1;
    uint64_t bits = random_at(r->s->key, 0xffffffffu, r->s->randoms++);
    *out = (int32_t)(low + (int64_t)(((bits >> 32) * span) >> 32));
    r->s->epoch++;
    return GO;
}

void begin_period(struct run *r, uint32_t period) {
    uint16_t *n = &state_periods(r->p, r->s)[period];
    if (*n < UINT16_MAX) ++*n;
    vars_reset(r->p, r->s, (int)period);
}

/* An ASK: GO when the register has its value already, CHANCE when the loop must stop for the question. */
enum outcome op_ask(struct run *r, uint32_t pc, int32_t *regs, uint32_t a, uint32_t site_index) {
    const struct program *p = r->p;
    struct state *s = r->s;
    const struct site *site = &p->sites[site_index];
    int32_t me = regs[REG_ME];
    r->failure = (struct failure){.kind = FAILURE_EMPTY, .site = (int32_t)site_index};
    if ((uint32_t)me >= p->seats || !(s->active >> me & 1u)) { /* never asked */
        if (site->kind == SITE_YESNO || (site->flags & ASK_OPTIONAL)) {
            regs[a] = site->kind == SITE_YESNO ? 0 : NONE;
            return GO;
        }
        return r->mode == MODE_PROBE && me != r->viewer ? HIDDEN : FAILED;
    }
    if (r->mode == MODE_PROBE && me != r->viewer) return HIDDEN;
    if (r->mode == MODE_PURE) return FAILED;
    if (r->fibre && me != r->viewer) return FAULTED;
    uint32_t n = ask_candidates(p, s, site, pc, regs, r->m->raw, &r->m->raw_no);
    if (!n) return FAILED;
    if (!r->replay) return CHANCE;
    if (r->replay_at >= r->replay_n) return CHANCE;
    uint32_t answer = r->replay[r->replay_at++], bit;
    bool fits = answer == ANSWER_NO ? r->m->raw_no
                                    : ask_in_domain(p, site->kind, site->value, answer, &bit) && bits_test(r->m->raw, bit);
    if (!fits) {
        r->failure.kind = FAILURE_STUCK;
        return FAILED;
    }
    if (run_speaks(r)) { /* the bodies of a FORK run for good: now it is told who answered what */
        state_frames(p, s)[s->n_frames - 1].pc = pc;
        event_answer(r->m, s, (unsigned)me, answer);
    }
    regs[a] = ask_answer_value(p, site, answer);
    return GO;
}

static inline int32_t load(const struct state *s, const struct quick *v, uint32_t slot) {
    const char *at = (const char *)s + v->offset + (slot << v->shift);
    return v->shift == 0 ? *(const int8_t *)at : v->shift == 1 ? *(const int16_t *)(const void *)at : *(const int32_t *)(const void *)at;
}

/* The first member of the set from *at on whose entry is (`equal`) or is not `want`, or that may not be read, and *at
 * is it; a whole word of the set at a time. NOWHERE: *at is the last member. The entries must be single bytes. */
enum { NOWHERE, FOUND, UNREADABLE };
static int look_for(const struct run *r, const struct quick *v, const uint32_t *set, uint32_t n, int32_t *at,
                    int32_t want, bool equal) {
    const char *cells = (const char *)r->s + v->offset - (uint32_t)v->first; /* where member 0 would lie */
    bool probing = v->cards && r->mode == MODE_PROBE, byte = want == (int8_t)want;
    uint32_t begin = (uint32_t)*at >> 5;
    for (uint32_t k = begin; k < n; k++) {
        uint32_t word = k == begin ? set[k] & ~0u << (*at & 31) : set[k];
        if (!word) continue;
        uint32_t in = bits_span(k, (uint32_t)v->first, v->n_owners);
        uint32_t match = byte ? bits_equal(cells + k * 32u, (int8_t)want) & in : 0;
        if (v->missing == want) match |= ~in;
        uint32_t closed = probing && k < r->p->card_words ? r->unknown[k] : 0;
        uint32_t hit = word & ((equal ? match : ~match) | closed);
        if (hit) {
            uint32_t bit = bits_lowest(hit);
            *at = (int32_t)(k * 32u + bit);
            return closed >> bit & 1u ? UNREADABLE : FOUND;
        }
        *at = (int32_t)(k * 32u) + bits_highest(word);
    }
    return NOWHERE;
}

/* Whether look_for may read 32 entries for each word of a set and stay in the block. */
static inline bool in_bytes(const struct program *p, const struct quick *v, uint32_t words) {
    return v->shift == 0 && v->n_index == 1 && v->first >= 0 && v->offset >= (uint32_t)v->first &&
           v->offset - (uint32_t)v->first + words * 32u <= p->layout.size;
}

/* A loop that looks for a member by one of its variables, done in one go: NEXT, LDV of the member, perhaps LDI, then
 * JNE or JEQ back to the NEXT, or out of the loop with a JMP back behind it. The NEXT has found its first member.
 * Does exactly what the operations would do and returns where they would go on; where the shape is another one, or
 * something may be hidden, that is simply the LDV. */
static uint32_t search(struct run *r, int32_t *R, uint32_t pc) {
    const uint32_t *code = r->p->code;
    uint32_t w = code[pc], load_word = code[pc + 2], at = pc + 4, a = w >> 8 & 255u, to = load_word >> 8 & 255u;
    const struct quick *v = &r->m->quick[code[pc + 3]];
    bool probing = r->mode == MODE_PROBE;
    uint32_t first = w >> 16 & 255u, width = w >> 24;
    if ((load_word >> 16 & 255u) != a || load_word >> 24 != NO_REGISTER || to == a || to - first < width || (probing && !v->open))
        return pc + 2;
    uint32_t constant = NO_REGISTER, test = code[at];
    if ((test & 255u) == OP_LDI) {
        constant = test >> 8 & 255u;
        if (constant == a || constant == to || constant - first < width) return pc + 2;
        at += 2;
        test = code[at];
    }
    uint32_t op = test & 255u, left = test >> 8 & 255u, right = test >> 16 & 255u;
    if ((op != OP_JNE && op != OP_JEQ) || left != to || right == to || right == a) return pc + 2;
    bool back = code[at + 1] == pc; /* the test leads back to the NEXT, else out of the loop */
    if (!back && ((code[at + 2] & 255u) != OP_JMP || code[at + 3] != pc)) return pc + 2;
    bool found_if_equal = (op == OP_JEQ) != back;
    if (constant != NO_REGISTER) R[constant] = (int32_t)code[pc + 5];
    int32_t want = R[right], next = R[a], value = 0;
    const uint32_t *set = (const uint32_t *)(R + first);
    if (in_bytes(r->p, v, width)) {
        int k = look_for(r, v, set, width, &next, want, found_if_equal);
        R[a] = next;
        if (k == UNREADABLE) return pc + 2;
        uint32_t owner = (uint32_t)next - (uint32_t)v->first;
        R[to] = owner < v->n_owners ? load(r->s, v, owner) : v->missing;
        return k == NOWHERE ? code[pc + 1] : back ? at + 2 : code[at + 1];
    }
    do {
        if (v->cards && probing && card_hidden(r, next)) {
            R[a] = next;
            return pc + 2;
        }
        uint32_t owner = (uint32_t)next - (uint32_t)v->first;
        value = owner < v->n_owners ? load(r->s, v, owner * v->n_index) : v->missing;
        if ((value == want) == found_if_equal) break;
        R[a] = next;
    } while ((next = bits_next(set, width, next)) >= 0);
    R[to] = value;
    if (next < 0) return code[pc + 1];
    R[a] = next;
    return back ? at + 2 : code[at + 1];
}

enum outcome op_ldtrk(struct run *r, int32_t value, int32_t *out) {
    int32_t track = value < 0 ? NONE : TRACK_OF(value);
    *out = 0;
    if ((uint32_t)track >= r->p->n_tracks || r->p->tracks[track].var < 0) return GO;
    return op_ldv(r, (uint32_t)r->p->tracks[track].var, TRACK_OWNER(value), 0, out);
}

void op_log(struct run *r, uint32_t pc, uint32_t site) {
    if (!run_speaks(r)) return;
    state_frames(r->p, r->s)[r->s->n_frames - 1].pc = pc;
    event_site(r, site);
}

int run_leave(struct run *r, enum outcome o, uint32_t pc) {
    state_frames(r->p, r->s)[r->s->n_frames - 1].pc = pc;
    r->failure.pc = pc;
    if (o == CHANCE) return STOP_CHANCE;
    if (o == HIDDEN) return STOP_YES;
    if (o == FAULTED) return (int)run_fault(r, FAULT_FORK, pc, (int32_t)r->p->code[pc + 1]);
    if (r->mode != MODE_REAL) return STOP_FAILED;
    int32_t site = r->failure.site;
    if (run_speaks(r)) event_failure(r);
    if (run_unwind(r)) return -1;
    return r->fibre ? (int)STOP_JOIN : (int)run_fault(r, FAULT_STUCK, pc, site);
}

enum stop run_loop(struct run *r) {
    return r->m->native && !r->explain ? r->m->native(r, &native_api) : run_interpret(r);
}

enum stop run_interpret(struct run *r) {
    const struct program *p = r->p;
    struct state *s = r->s;
    const uint32_t *code = p->code;
    struct frame *frames = state_frames(p, s), *f;
    int32_t *stack = state_stack(p, s), *R;
    const struct quick *quick = r->m->quick;
    uint32_t pc, w, target, steps = r->steps, high = r->high > s->stack_top ? r->high : s->stack_top;
    enum outcome o;

#define A (w >> 8 & 255u)
#define B (w >> 16 & 255u)
#define C (w >> 24)
#define X (code[pc + 1])
#define SET(n) ((uint32_t *)(R + (n)))
#define OPTIONAL(n, otherwise) ((n) == NO_REGISTER ? (otherwise) : R[n])
/* Leaves the loop. A real run leaves a canonical stack. */
#define STOP(why)                                                                                                      \
    do {                                                                                                               \
        r->steps = steps;                                                                                              \
        r->high = high;                                                                                                \
        return why;                                                                                                    \
    } while (0)
#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        if ((o = (call)) != GO) goto outcome;                                                                          \
    } while (0)

enter:
    f = &frames[s->n_frames - 1];
    R = stack + f->base;
    pc = f->pc;
    for (;;) {
        if (steps-- == 0) {
            steps = 0;
            f->pc = pc;
            STOP(r->mode == MODE_REAL ? run_fault(r, FAULT_STEPS, pc, NONE) : STOP_LIMIT);
        }
        if (r->explain) {
            const struct note *note = program_note(p, pc);
            if (note) explain_note(r, note, R);
        }
        w = code[pc];
        switch (w & 255u) {
        /* ---- control */
        case OP_NOP: pc += 1; break;
        case OP_JMP: pc = X; break;
        case OP_WHY: pc = r->mode == MODE_PROBE && !r->explain ? X : pc + 2; break;
        case OP_JZ: pc = R[A] == 0 ? X : pc + 2; break;
        case OP_JNZ: pc = R[A] != 0 ? X : pc + 2; break;
        case OP_JEQ: pc = R[A] == R[B] ? X : pc + 2; break;
        case OP_JNE: pc = R[A] != R[B] ? X : pc + 2; break;
        case OP_JLT: pc = R[A] < R[B] ? X : pc + 2; break;
        case OP_JLE: pc = R[A] <= R[B] ? X : pc + 2; break;
        case OP_CALLT: {
            const struct table *t = &p->tables[X];
            int32_t to = (uint32_t)R[B] < t->n ? p->pool[t->first + (uint32_t)R[B]] : NONE;
            if (to < 0) {
                R[A] = 0;
                pc += 2;
                break;
            }
            target = (uint32_t)to;
            goto call;
        }
        case OP_CALL:
            target = X;
        call: {
            const struct routine *to = &p->routines[target];
            uint32_t base = f->base + A, top = base + to->n_regs, args = base + REG_ARGS + to->n_args;
            if (s->n_frames >= p->layout.frame_cap || top > p->layout.stack_cap) {
                r->failure = (struct failure){.kind = FAILURE_DEEP, .site = NONE};
                o = FAILED;
                goto outcome;
            }
            memset(stack + args, 0, (top - args) * 4u);
            if (top > high) high = top;
            f->pc = pc;
            *++f = (struct frame){to->entry, (uint16_t)base, (uint16_t)target};
            s->n_frames++;
            s->stack_top = (uint16_t)top;
            R = stack + base;
            pc = to->entry;
            break;
        }
        case OP_GUARD:
            if (!already_running(p, s)) {
                pc += 1;
                break;
            }
            if (A) {
                r->failure = (struct failure){.kind = FAILURE_RUNNING, .site = NONE};
                o = FAILED;
                goto outcome;
            }
            memset(R, 0, p->routines[f->routine].n_result * 4u);
            w = OP_RET | (uint32_t)NO_REGISTER << 8;
        /* fall through */
        case OP_RET: {
            uint32_t n = B;
            if (r->floor && s->n_frames == r->floor) { /* leaving a FORK body by return */
                f->pc = pc;
                STOP(STOP_JOIN);
            }
            if (n == 1)
                R[0] = R[A];
            else if (n)
                memmove(R, R + A, n * 4u);
            if (s->n_frames == 1) {
                r->result = n ? R[0] : 0;
                f->pc = pc;
                if (r->mode == MODE_PURE) STOP(STOP_RETURNED);
                if (r->mode == MODE_PROBE) STOP(STOP_YES);
                run_over(p, s);
                STOP(STOP_OVER);
            }
            *f-- = (struct frame){0, 0, 0};
            s->n_frames--;
            s->stack_top = (uint16_t)(f->base + p->routines[f->routine].n_regs);
            if (s->stack_top > high) high = s->stack_top; /* a caller may have more registers than what it called */
            R = stack + f->base;
            pc = f->pc + 2;
            if (r->mode == MODE_PROBE && s->n_frames - 1u == r->horizon) STOP(STOP_YES);
            break;
        }
        case OP_UEND:
            if (r->mode == MODE_PROBE) STOP(STOP_YES);
            pc += 1;
            break;
        case OP_PHASE:
            s->phase = (int16_t)X;
            pc += 2;
            break;
        case OP_FAIL:
            r->failure = (struct failure){.kind = FAILURE_SITE, .site = (int32_t)X};
            o = FAILED;
            goto outcome;
        case OP_FAULT:
            if (r->mode != MODE_REAL) STOP(r->mode == MODE_PROBE ? STOP_YES : STOP_LIMIT);
            STOP(run_fault(r, FAULT_AUTHOR, pc, (int32_t)X));
        case OP_FINISH:
        case OP_WIN:
        case OP_LOST:
            f->pc = pc;
            if (r->mode == MODE_PROBE) STOP(STOP_YES);
            if ((w & 255u) == OP_WIN) s->winners = (uint8_t)((uint32_t)R[A] & all_seats(p));
            if ((w & 255u) == OP_LOST) {
                s->losers = (uint8_t)((uint32_t)R[A] & all_seats(p));
                s->winners = (uint8_t)(s->active & ~s->losers);
            }
            run_over(p, s);
            STOP(STOP_OVER);
        case OP_OUT:
            if ((uint32_t)R[A] < p->seats) s->active &= (uint8_t) ~(1u << R[A]);
            pc += 1;
            break;
        case OP_SEATS: R[A] = s->active; pc += 1; break;
        case OP_LOG:
            op_log(r, pc, X);
            pc += 2;
            break;

        /* ---- numbers */
        case OP_LDI: R[A] = (int32_t)X; pc += 2; break;
        case OP_MOV: R[A] = R[B]; pc += 1; break;
        case OP_ADD: R[A] = (int32_t)((uint32_t)R[B] + (uint32_t)R[C]); pc += 1; break;
        case OP_SUB: R[A] = (int32_t)((uint32_t)R[B] - (uint32_t)R[C]); pc += 1; break;
        case OP_MUL: R[A] = (int32_t)((uint32_t)R[B] * (uint32_t)R[C]); pc += 1; break;
        case OP_DIV: R[A] = R[C] ? (int32_t)((int64_t)R[B] / R[C]) : 0; pc += 1; break;
        case OP_MOD: R[A] = modulo(R[B], R[C]); pc += 1; break;
        case OP_MIN: R[A] = R[B] < R[C] ? R[B] : R[C]; pc += 1; break;
        case OP_MAX: R[A] = R[B] > R[C] ? R[B] : R[C]; pc += 1; break;
        case OP_ADDI: R[A] = (int32_t)((uint32_t)R[B] + X); pc += 2; break;
        case OP_NEG: R[A] = (int32_t)(0u - (uint32_t)R[B]); pc += 1; break;
        case OP_NOT: R[A] = R[B] == 0; pc += 1; break;
        case OP_EQ: R[A] = R[B] == R[C]; pc += 1; break;
        case OP_NE: R[A] = R[B] != R[C]; pc += 1; break;
        case OP_LT: R[A] = R[B] < R[C]; pc += 1; break;
        case OP_LE: R[A] = R[B] <= R[C]; pc += 1; break;
        case OP_AMT: R[A] = AMOUNT(saturate16(R[B]), R[C]); pc += 1; break;
        case OP_AMTN: R[A] = AMOUNT_N(R[B]); pc += 1; break;
        case OP_AMTU: R[A] = AMOUNT_UNIT(R[B]); pc += 1; break;
        case OP_UPTO: R[A] = R[B] | AMOUNT_UPTO; pc += 1; break;
        case OP_TAB: {
            const struct table *t = &p->tables[X];
            uint32_t i = (uint32_t)R[B];
            R[A] = i < t->n ? p->pool[t->first + i] : t->missing;
            pc += 2;
            break;
        }
        case OP_TAB2: {
            const struct table *t = &p->tables[X];
            uint32_t i = (uint32_t)R[B], k = (uint32_t)R[C];
            R[A] = k < t->columns && i < t->n / t->columns ? p->pool[t->first + i * t->columns + k] : t->missing;
            pc += 2;
            break;
        }

        /* ---- variables */
        case OP_LDV: {
            const struct quick *v = &quick[X];
            uint32_t owner = B == NO_REGISTER ? 0 : (uint32_t)R[B] - (uint32_t)v->first;
            uint32_t index = C == NO_REGISTER ? 0 : (uint32_t)R[C];
            if (r->mode == MODE_PROBE && (!v->open || (v->cards && card_hidden(r, R[B])))) {
                int32_t out;
                TRY(op_ldv(r, X, OPTIONAL(B, 0), OPTIONAL(C, 0), &out));
                R[A] = out;
            } else {
                R[A] = owner < v->n_owners && index < v->n_index ? load(s, v, owner * v->n_index + index) : v->missing;
            }
            pc += 2;
            break;
        }
        case OP_STV:
        case OP_ADDV:
            TRY(op_stv(r, X, OPTIONAL(B, 0), OPTIONAL(C, 0), R[A], (w & 255u) == OP_ADDV));
            pc += 2;
            break;
        case OP_LDTRK: {
            int32_t out;
            TRY(op_ldtrk(r, R[B], &out));
            R[A] = out;
            pc += 1;
            break;
        }
        case OP_GAIN:
        case OP_LOSE: {
            int32_t out;
            TRY(op_gain(r, R[B], R[C], (w & 255u) == OP_LOSE, &out));
            R[A] = out;
            pc += 1;
            break;
        }
        case OP_BEGIN:
            if (p->limit_period >= 0 && X == (uint32_t)p->limit_period &&
                state_periods(p, s)[X] >= p->limit_count) {
                f->pc = pc;
                if (r->mode == MODE_PROBE) STOP(STOP_YES);
                s->flags |= STATE_LIMITED;
                run_over(p, s);
                STOP(STOP_OVER);
            }
            begin_period(r, X);
            pc += 2;
            break;

        case OP_LDPER: R[A] = state_periods(p, s)[X]; pc += 2; break;
        case OP_STPER: state_periods(p, s)[X] = (uint16_t)R[A]; pc += 2; break;

        /* ---- sets */
        case OP_SCLR: memset(R + A, 0, C * 4u); pc += 1; break;
        case OP_SLDK: memcpy(R + A, p->pool + X, C * 4u); pc += 2; break;
        case OP_SMOV: memmove(R + A, R + B, C * 4u); pc += 1; break;
        case OP_SADD:
            if ((uint32_t)R[B] < C * 32u) bits_set(SET(A), (uint32_t)R[B]);
            pc += 1;
            break;
        case OP_SDEL:
            if ((uint32_t)R[B] < C * 32u) bits_clear(SET(A), (uint32_t)R[B]);
            pc += 1;
            break;
        case OP_SIN: R[A] = (uint32_t)R[B] < X * 32u && bits_test(SET(C), (uint32_t)R[B]); pc += 2; break;
        case OP_SAND:
            for (uint32_t i = 0; i < X; i++) R[A + i] = R[B + i] & R[C + i];
            pc += 2;
            break;
        case OP_SOR:
            for (uint32_t i = 0; i < X; i++) R[A + i] = R[B + i] | R[C + i];
            pc += 2;
            break;
        case OP_SANDN:
            for (uint32_t i = 0; i < X; i++) R[A + i] = R[B + i] & ~R[C + i];
            pc += 2;
            break;
        case OP_SEQ: R[A] = memcmp(R + B, R + C, X * 4u) == 0; pc += 2; break;
        case OP_SCNT: R[A] = (int32_t)bits_count(SET(B), C); pc += 1; break;
        case OP_SNTH: {
            int32_t n = (int32_t)bits_count(SET(B), X);
            R[A] = n ? bits_nth(SET(B), X, (uint32_t)modulo(R[C], n)) : NONE;
            pc += 2;
            break;
        }
        case OP_SABOVE:
            if (R[B] >= 0)
                for (uint32_t i = 0; i < C && i * 32u <= (uint32_t)R[B]; i++) {
                    uint32_t k = (uint32_t)R[B] - i * 32u;
                    R[A + i] = k >= 31u ? 0 : (int32_t)((uint32_t)R[A + i] & ~0u << (k + 1u));
                }
            pc += 1;
            break;
        case OP_NEXT: {
            int32_t next = R[A] >= -1 && R[A] < INT32_MAX ? bits_next(SET(B), C, R[A]) : NONE;
            if (next < 0) {
                pc = X;
                break;
            }
            R[A] = next;
            pc = (code[pc + 2] & 255u) == OP_LDV && !r->explain ? search(r, R, pc) : pc + 2;
            break;
        }
        case OP_STAB: {
            const struct table *t = &p->tables[X];
            if ((uint32_t)R[B] < t->n)
                memcpy(R + A, p->pool + t->first + (uint32_t)R[B] * t->width, C * 4u);
            else
                memset(R + A, 0, C * 4u);
            pc += 2;
            break;
        }

        /* ---- lists */
        case OP_LMAKE: R[A] = (int32_t)(LIST_STACK + f->base + B); pc += 1; break;
        case OP_LLEN: {
            uint32_t room = 0;
            const int32_t *list = list_at(p, s, R[B], &room);
            R[A] = !list || *list < 0 ? 0 : (uint32_t)*list > room ? (int32_t)room : *list;
            pc += 1;
            break;
        }
        case OP_LGET: {
            uint32_t room = 0, i = (uint32_t)R[C];
            const int32_t *list = list_at(p, s, R[B], &room);
            R[A] = list && *list >= 0 && i < (uint32_t)*list && i < room ? list[i + 1] : NONE;
            pc += 1;
            break;
        }

        /* ---- cards and zones */
        case OP_ZSET: TRY(op_zset(r, R[B], SET(A), C)); pc += 1; break;
        case OP_ZIN: {
            int32_t out;
            TRY(op_zin(r, R[B], R[C], &out));
            R[A] = out;
            pc += 1;
            break;
        }
        case OP_ZCNT: R[A] = op_zcnt(r, R[B]); pc += 1; break;
        case OP_ZNTH: {
            int32_t out;
            TRY(op_znth(r, R[B], R[C], &out));
            R[A] = out;
            pc += 1;
            break;
        }
        case OP_ZFIRST: {
            int32_t zone = R[B], n = R[C];
            TRY(op_zfirst(r, zone, n, SET(A), X));
            pc += 2;
            break;
        }
        case OP_ZINDEX: {
            int32_t out;
            TRY(op_zindex(r, R[B], &out));
            R[A] = out;
            pc += 1;
            break;
        }
        case OP_ZOF:
        case OP_OWNER: {
            int32_t out;
            TRY(op_zof(r, R[B], &out));
            R[A] = out < 0 || (w & 255u) == OP_ZOF ? out : p->owner_of_instance[out];
            pc += 1;
            break;
        }
        case OP_LIVE: TRY(op_live(r, OPTIONAL(B, NONE), B == NO_REGISTER, SET(A), C)); pc += 1; break;
        case OP_MOVE: TRY(op_move(r, R[A], R[B], C == 1)); pc += 1; break;
        case OP_MOVES: TRY(op_moves(r, SET(A), C, R[B])); pc += 1; break;
        case OP_MOVEZ: TRY(op_movez(r, R[A], R[B])); pc += 1; break;
        case OP_DRAW: TRY(op_draw(r, &R[A], R[B], R[C])); pc += 1; break;
        case OP_TOP: {
            int32_t out;
            TRY(op_top(r, R[B], &out));
            R[A] = out;
            pc += 1;
            break;
        }
        case OP_SHUFFLE: TRY(op_shuffle(r, R[A])); pc += 1; break;
        case OP_ROTATE: TRY(op_rotate(r, X, R[A])); pc += 2; break;
        case OP_REVEAL: op_know(r, SET(A), C, all_seats(p)); pc += 1; break;
        case OP_REVEALZ:
            if ((uint32_t)R[A] < p->n_zone_of_instance)
                op_know(r, state_zone(p, s, (uint32_t)R[A]), p->card_words, all_seats(p));
            pc += 1;
            break;
        case OP_PEEK:
            if ((uint32_t)R[B] < p->seats) op_know(r, SET(A), C, 1u << R[B]);
            pc += 1;
            break;
        case OP_RAND: {
            int32_t out;
            TRY(op_rand(r, R[B], R[C], &out));
            R[A] = out;
            pc += 1;
            break;
        }

        /* ---- questions */
        case OP_ASK:
            o = op_ask(r, pc, R, A, X);
            if (o == CHANCE) {
                f->pc = pc;
                STOP(STOP_ASK);
            }
            if (o != GO) goto outcome;
            pc += 2;
            break;
        case OP_FORK:
            f->pc = pc;
            if (r->mode == MODE_PROBE) STOP(STOP_YES);
            if (r->fibre || r->mode == MODE_PURE) STOP(run_fault(r, FAULT_FORK, pc, NONE));
            STOP(STOP_FORK);
        case OP_JOIN:
            f->pc = pc;
            if (r->mode == MODE_PROBE) STOP(STOP_YES);
            if (r->fibre && s->n_frames == r->floor) STOP(STOP_JOIN);
            STOP(run_fault(r, FAULT_CODE, pc, NONE));
        default: STOP(run_fault(r, FAULT_CODE, pc, NONE));
        }
        continue;

    outcome:;
        int stop = run_leave(r, o, pc);
        if (stop >= 0) STOP((enum stop)stop);
        goto enter;
    }
}
