/* run.c: the loop. One plain switch; registers are the stack from the frame's base on.
 *
 * Invariants: the verifier has checked every operand that is known before the game, so only indices that come from
 * registers are checked here or in the operations called. Arithmetic wraps. Every register a routine did not get as
 * an argument is 0 at first. The loop stops with the frame's pc on the operation it waits at.
 */
#include "code/lookup.h"
#include "vm/vm.h"

#include <string.h>

/* Somebody wants to know which places are reached in play, or is told step by step. */
static bool is_watched(const struct run *r) {
    return (r->m->reached || r->m->trace.tell) && r->mode == MODE_REAL;
}

static void watch_step(struct run *r, uint32_t pc) {
    if (r->m->reached) bits_set(r->m->reached, pc);
    trace_step(r, pc);
}

enum stop run_loop(struct run *r) {
    bool silent = r->mode != MODE_REAL || !(run_speaks(r) || r->m->log.deed || (r->s->flags & STATE_EXPLICIT));
    return r->m->native && silent && !r->explain && !is_watched(r) ? r->m->native(r, &native_api) : run_interpret(r);
}

/* Sets have few words, mostly one or two. */
static inline void words_copy(int32_t *to, const int32_t *from, uint32_t n) {
    if (n > 2) {
        memcpy(to, from, n * 4u);
        return;
    }
    to[0] = from[0];
    if (n == 2) to[1] = from[1];
}
static inline void words_zero(int32_t *to, uint32_t n) {
    if (n > 2) {
        memset(to, 0, n * 4u);
        return;
    }
    to[0] = 0;
    if (n == 2) to[1] = 0;
}

/* The loop is made four times: to explain, to look ahead, to watch what is reached in play, and for all else. */
static inline __attribute__((always_inline)) enum stop interpret(struct run *r, const bool explain, const bool probe,
                                                                 const bool watch) {
    const struct program *p = r->p;
    struct state *s = r->s;
    const uint32_t *code = p->code;
    struct frame *frames = state_frames(p, s), *f;
    int32_t *stack = state_stack(p, s), *R;
    const struct quick *quick = r->m->index.quick;
    uint32_t pc, w, target, steps = r->steps, high = r->high > s->stack_top ? r->high : s->stack_top;
    enum outcome o;

#define A op_a(w)
#define B op_b(w)
#define C op_c(w)
#define X (code[pc + 1])
#define SMALL op_small(B)
#define SET(n) ((uint32_t *)(R + (n)))
#define OPTIONAL(n, otherwise) ((n) == NO_REGISTER ? (otherwise) : R[n])
/* Leaves the loop. A real run leaves a canonical stack. */
#define STOP(why)                                                                                                      \
    do {                                                                                                               \
        r->steps = steps;                                                                                              \
        r->high = high;                                                                                                \
        return why;                                                                                                    \
    } while (0)
/* One step of the budget; when none is left the run ends here, before the operation. */
#define COUNT_STEP()                                                                                                   \
    do {                                                                                                               \
        if (steps == 0) goto spent;                                                                                    \
        steps--;                                                                                                       \
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
        if (explain) {
            const struct note *note = program_note(p, pc);
            if (note) explain_note(r, note, R);
        }
        if (watch) watch_step(r, pc);
        w = code[pc];
        /* clang-format off */
        switch (op_of(w)) {
        /* ---- control */
        case OP_NOP: pc += 1; break;
        case OP_JMP:
            COUNT_STEP();
            pc = X;
            break;
        case OP_WHY: pc = probe && !explain ? X : pc + 2; break;
        case OP_JZ: pc = R[A] == 0 ? X : pc + 2; break;
        case OP_JNZ: pc = R[A] != 0 ? X : pc + 2; break;
        case OP_JEQ: pc = R[A] == R[B] ? X : pc + 2; break;
        case OP_JNE: pc = R[A] != R[B] ? X : pc + 2; break;
        case OP_JLT: pc = R[A] < R[B] ? X : pc + 2; break;
        case OP_JLE: pc = R[A] <= R[B] ? X : pc + 2; break;
        case OP_JEQI: pc = R[A] == SMALL ? X : pc + 2; break;
        case OP_JNEI: pc = R[A] != SMALL ? X : pc + 2; break;
        case OP_JLTI: pc = R[A] < SMALL ? X : pc + 2; break;
        case OP_JLEI: pc = R[A] <= SMALL ? X : pc + 2; break;
        case OP_JGTI: pc = R[A] > SMALL ? X : pc + 2; break;
        case OP_JGEI: pc = R[A] >= SMALL ? X : pc + 2; break;
        case OP_STEP:
            COUNT_STEP();
            R[A] = (int32_t)((uint32_t)R[A] + 1u);
            pc = R[A] > R[B] ? X : pc + 2;
            break;
        case OP_CALLT: {
            const struct table *t = &p->tables[X];
            COUNT_STEP();
            int32_t of = R[B], to = (uint32_t)of < t->n ? p->pool[t->first + (uint32_t)of] : NONE;
            if (to < 0) {
                R[A] = 0;
                pc += 2;
                break;
            }
            if (C != NO_REGISTER) {
                R[A] = R[C];
                R[A + 1] = of;
            }
            target = (uint32_t)to;
            goto call;
        }
        case OP_CALL:
            COUNT_STEP();
            target = X;
            if (B != NO_REGISTER) R[A] = R[B];
            if (C != NO_REGISTER) R[A + 1] = R[C];
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
            bool safe_behind = r->eager && run_safe(r, pc + 1);
            if (safe_behind) r->horizon = s->n_frames - 1u;
            f->pc = pc;
            *++f = (struct frame){to->entry, (uint16_t)base, (uint16_t)target};
            s->n_frames++;
            s->stack_top = (uint16_t)top;
            R = stack + base;
            pc = to->entry;
            if (safe_behind) goto look;
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
                if (probe) STOP(STOP_YES);
                run_over(p, s);
                STOP(STOP_OVER);
            }
            uint32_t at = f->base + n;
            *f-- = (struct frame){0, 0, 0};
            s->n_frames--;
            s->stack_top = (uint16_t)(f->base + p->routines[f->routine].n_regs);
            for (; at < s->stack_top; at++) stack[at] = 0; /* of what was called nothing is left but the result */
            if (s->stack_top > high) high = s->stack_top; /* a caller may have more registers than what it called */
            R = stack + f->base;
            pc = f->pc + 2;
            if (probe && s->n_frames - 1u == r->horizon) STOP(STOP_YES);
            break;
        }
        case OP_UEND:
            if (probe) {
                f->pc = pc; /* who looks ahead may ask whether all of it was done */
                STOP(STOP_YES);
            }
            op_deed(r, NONE, R[REG_ME]);
            pc += 1;
            break;
        case OP_PHASE:
            if (probe) run_touch(r);
            s->phase = (int16_t)X;
            pc += 2;
            break;
        case OP_TRY:
        case OP_CAN:
            COUNT_STEP();
            f->pc = pc;
            r->steps = steps;
            o = try_here(r);
            steps = r->steps;
            if (o != GO) goto outcome;
            pc = f->pc;
            break;
        case OP_DONE:
            if (probe && r->trying == s->n_frames && r->number == A) {
                f->pc = pc;
                STOP(STOP_YES);
            }
            pc += 1;
            break;
        case OP_FAIL:
            r->failure = (struct failure){.kind = FAILURE_SITE, .site = (int32_t)X};
            o = FAILED;
            goto outcome;
        case OP_FAULT:
            if (r->mode != MODE_REAL) STOP(probe ? STOP_YES : STOP_LIMIT);
            STOP(run_fault(r, FAULT_AUTHOR, pc, (int32_t)X));
        case OP_FINISH:
        case OP_WIN:
        case OP_LOST:
            f->pc = pc;
            if (probe) STOP(STOP_YES);
            if (op_of(w) == OP_WIN) s->winners = (uint8_t)((uint32_t)R[A] & all_seats(p));
            if (op_of(w) == OP_LOST) {
                s->losers = (uint8_t)((uint32_t)R[A] & all_seats(p));
                s->winners = (uint8_t)((s->active | state_resting(p, s)) & ~s->losers);
            }
            run_over(p, s);
            STOP(STOP_OVER);
        case OP_OUT:
            op_out(r, R[A], NONE);
            pc += 1;
            break;
        case OP_REST:
            op_out(r, R[A], (int32_t)X);
            pc += 2;
            break;
        case OP_SEATS: R[A] = s->active; pc += 1; break;
        case OP_LOG:
            op_log(r, pc, X);
            pc += 2;
            break;
        case OP_WATCH:
            if (r->mode == MODE_REAL && probe_peeks(r, pc)) STOP(run_fault(r, FAULT_AUTHOR, pc, (int32_t)X));
            pc += 2;
            break;
        case OP_DEED:
            op_deed(r, R[A], R[REG_ME]);
            pc += 1;
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
        case OP_AMT: R[A] = amount_of(R[B], R[C]); pc += 1; break;
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
            if (probe && (!v->open || (v->cards && card_hidden(r, R[B])))) {
                int32_t out;
                TRY(op_ldv(r, X, OPTIONAL(B, 0), OPTIONAL(C, 0), &out));
                R[A] = out;
            } else {
                R[A] = owner < v->n_owners && index < v->n_index ? quick_load(s, v, owner * v->n_index + index)
                                                                 : v->missing;
            }
            pc += 2;
            break;
        }
        case OP_STV:
        case OP_ADDV: {
            const struct quick *v = &quick[X];
            bool add = op_of(w) == OP_ADDV;
            uint32_t owner = (v->words && B != NO_REGISTER ? (uint32_t)R[B] : 0u) - (uint32_t)v->first;
            uint32_t index = C == NO_REGISTER ? 0 : (uint32_t)R[C], slot = owner * v->n_index + index;
            if (owner < v->n_owners && index < v->n_index) {
                int64_t value = R[A];
                if (add) value += quick_load(s, v, slot);
                bool hidden = add && probe && (v->cards || !v->open);
                bool plain = v->simple && !hidden && value >= v->low && !run_speaks(r);
                if (!plain || (value > v->high && !v->saturate)) {
                    if (run_speaks(r)) f->pc = pc; /* the log tells whose rule it is */
                    TRY(op_stv(r, X, OPTIONAL(B, 0), OPTIONAL(C, 0), R[A], add));
                } else {
                    if (probe) run_note(r, quick_cell(s, v, slot));
                    quick_save(s, v, slot, value > v->high ? v->high : (int32_t)value);
                }
            }
            pc += 2;
            if (r->eager && p->outlook[pc - 2] == OUTLOOK_FAILS) goto look;
            break;
        }
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
            if (run_speaks(r)) f->pc = pc;
            TRY(op_gain(r, R[B], R[C], op_of(w) == OP_LOSE, &out));
            R[A] = out;
            pc += 1;
            if (r->eager && p->outlook[pc - 1] == OUTLOOK_FAILS) goto look;
            break;
        }
        case OP_BEGIN:
            if (p->limit_period >= 0 && X == (uint32_t)p->limit_period &&
                state_periods(p, s)[X] >= p->limit_count) {
                f->pc = pc;
                if (probe) STOP(STOP_YES);
                s->flags |= STATE_LIMITED;
                run_over(p, s);
                STOP(STOP_OVER);
            }
            begin_period(r, X);
            pc += 2;
            break;

        case OP_LDPER: R[A] = state_periods(p, s)[X]; pc += 2; break;
        case OP_STPER:
            if (probe) run_touch(r);
            state_periods(p, s)[X] = (uint16_t)R[A];
            pc += 2;
            break;

        /* ---- sets */
        case OP_SCLR: words_zero(R + A, C); pc += 1; break;
        case OP_SLDK: words_copy(R + A, p->pool + X, C); pc += 2; break;
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
            COUNT_STEP();
            int32_t next = R[A] >= -1 && R[A] < INT32_MAX ? bits_next(SET(B), C, R[A]) : NONE;
            if (next < 0) {
                pc = X;
                break;
            }
            R[A] = next;
            pc += 2;
            break;
        }
        case OP_SWHERE:
        case OP_SEXCEPT: {
            bool equal = op_of(w) == OP_SWHERE;
            TRY(op_where(r, X, SET(B), R[C], equal, SET(A)));
            pc += 2;
            break;
        }
        case OP_SMATCH: table_match(p, X, SET(B), R[C], SET(A)); pc += 2; break;
        case OP_SGROW: {
            const struct table *t = &p->tables[X];
            memset(R + A, 0, C * 4u);
            for (int32_t i = -1; (i = bits_next(SET(B), C, i)) >= 0 && (uint32_t)i < t->n;)
                bits_or(SET(A), (const uint32_t *)p->pool + t->first + (uint32_t)i * t->width, C);
            pc += 2;
            break;
        }
        case OP_STAB: {
            const struct table *t = &p->tables[X];
            if ((uint32_t)R[B] < t->n)
                words_copy(R + A, p->pool + t->first + (uint32_t)R[B] * t->width, C);
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

        case OP_LNEXT: {
            COUNT_STEP();
            uint32_t room = 0, i = (uint32_t)R[C] + 1u;
            const int32_t *list = list_at(p, s, R[B], &room);
            R[C] = (int32_t)i;
            if (list && *list >= 0 && i < (uint32_t)*list && i < room) {
                R[A] = list[i + 1];
                pc += 2;
            } else {
                pc = X;
            }
            break;
        }
        case OP_LTALLY: R[A] = list_tally(p, s, X, SET(B), R[C]); pc += 2; break;
        case OP_LCNT: R[A] = list_count(p, s, R[B], R[C]); pc += 1; break;

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
            R[A] = out < 0 || op_of(w) == OP_ZOF ? out : p->owner_of_instance[out];
            pc += 1;
            break;
        }
        case OP_LIVE: TRY(op_live(r, OPTIONAL(B, NONE), B == NO_REGISTER, SET(A), C)); pc += 1; break;
        case OP_HEAR:
            COUNT_STEP();
            TRY(op_hear(r, R + A, R[B], X, C));
            pc += 2;
            break;
        case OP_MOVE: TRY(op_move(r, R[A], R[B], C == 1)); pc += 1; break;
        case OP_MOVES: TRY(op_moves(r, SET(A), C, R[B])); pc += 1; break;
        case OP_MOVEZ: TRY(op_movez(r, R[A], R[B])); pc += 1; break;
        case OP_DRAW:
            if (run_speaks(r)) f->pc = pc;
            TRY(op_draw(r, &R[A], R[B], R[C]));
            pc += 1;
            break;
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
            if (probe) STOP(STOP_YES);
            if (r->fibre || r->mode == MODE_PURE) STOP(run_fault(r, FAULT_FORK, pc, NONE));
            STOP(STOP_FORK);
        case OP_JOIN:
            f->pc = pc;
            if (probe) STOP(STOP_YES);
            if (r->fibre && s->n_frames == r->floor) STOP(STOP_JOIN);
            STOP(run_fault(r, FAULT_CODE, pc, NONE));
        default: STOP(run_fault(r, FAULT_CODE, pc, NONE));
        }
        /* clang-format on */
        continue;

    spent:
        f->pc = pc;
        STOP(r->mode == MODE_REAL ? run_fault(r, FAULT_STEPS, pc, NONE) : STOP_LIMIT);
    look: /* what could fail has not: was that all? */
        if (run_safe(r, pc)) STOP(STOP_YES);
        continue;

    outcome:;
        int stop = run_leave(r, o, pc);
        if (stop >= 0) STOP((enum stop)stop);
        goto enter;
    }
}

enum stop run_interpret(struct run *r) {
    if (r->explain) return interpret(r, true, r->mode == MODE_PROBE, false);
    if (r->mode == MODE_PROBE) return interpret(r, false, true, false);
    if (!is_watched(r)) return interpret(r, false, false, false);
    enum stop stop = interpret(r, false, false, true);
    trace_stop(r);
    return stop;
}
