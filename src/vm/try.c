/* try.c: TRY and CAN: whether what follows can be carried out, found by doing it on a copy, as menus are made, unless a
 * slice knows (code/slice_try.c). Emitted C asks plain slices itself, and stops here for all else.
 *
 * It is asked for `me` of the frame that tries: its questions are answered by whatever leads to the end, and what that
 * seat may not see ends the attempt with yes, as chance and the questions of others do. So the answer tells nothing
 * that the seat does not know. The same in look-ahead for another seat, or behind cards that look-ahead has drawn: what
 * comes out in play may then depend on what that seat cannot know now, so the look-ahead around it ends with yes.
 * Invariants: the block of the run stays as it is. The steps of an attempt, and one for each answer tried, are steps of
 * the run it stands in, so budgets bound attempts inside attempts too.
 */
#include "vm/vm.h"

#include <string.h>

/* Sets up m->probe for the attempt; `around` is what it was. */
static void begin(struct run *of, uint32_t number, const struct machine_probe *around) {
    struct machine *m = of->m;
    struct machine_probe *w = &m->probe;
    const struct state *s = of->s;
    uint32_t me = (uint32_t)state_stack(m->p, s)[state_frames(m->p, s)[s->n_frames - 1].base + REG_ME];
    w->seat = me < m->p->seats ? me : SEAT_SPECTATOR;
    w->horizon = s->n_frames > 1 ? s->n_frames - 2u : UINT32_MAX; /* a return out of it: carried out */
    w->levels[0].clear = w->horizon;
    w->nodes = 0;
    w->plain = around->plain;
    w->bare = around->bare;
    w->stops = true;
    w->trying = s->n_frames;
    w->number = (uint8_t)number;
    w->eyes = 0;
    probe_hidden(m, s, w->seat, w->hidden);
    if (of->mode != MODE_PROBE) return;
    bits_or(w->hidden, of->unknown, m->p->card_words);
    w->eyes = of->eyes;
    if (of->viewer < m->p->seats) w->eyes |= (uint16_t)(1u << of->viewer);
}

/* What stopped the attempt that came furthest is noted as a comparison is: perhaps the reason of what fails next. */
static void note_reason(const struct run *of) {
    struct machine *m = of->m;
    const struct state *s = of->s;
    told_put(told_init(&m->note.told), &m->why.told);
    m->note.frame = s->n_frames;
    for (int32_t i = 0; i < m->note.frame; i++)
        m->note.pcs[i] = state_frames(m->p, s)[i].pc;
    m->note.have = m->note.need = 0;
    m->note.relation = RELATION_EQ;
    m->note.numbers = false;
    m->note.named = true;
}

/* The attempt itself; to explain, m->why is borrowed for it. */
static bool attempt(struct run *of) {
    struct machine *m = of->m;
    const struct frame *f = &state_frames(m->p, of->s)[of->s->n_frames - 1];
    if (!of->explain) return attempt_from(m, of->s, false);
    struct machine_why around = m->why;
    m->why.any = false;
    told_init(&m->why.told);
    bool yes = attempt_from(m, of->s, true);
    m->note.frame = 0;
    if (!yes && m->why.any && op_of(m->p->code[f->pc - 2]) == OP_CAN) note_reason(of);
    m->why = around;
    return yes;
}

/* By its slice, if there is one that knows; now and then what it says is compared with the attempt. */
static enum slice_verdict by_slice(struct run *of) {
    struct machine *m = of->m;
    const struct frame *f = &state_frames(m->p, of->s)[of->s->n_frames - 1];
    uint32_t steps = of->steps;
    if (of->explain || of->bare) return SLICE_UNSURE;
    enum slice_verdict said = attempt_tried(m, of->s, f->pc - 2, of->mode == MODE_PROBE, &of->steps);
    bool doubt = said != SLICE_UNSURE && m->tally.doubting && ++m->tally.tries % m->tally.doubting == 0;
    if (doubt) {
        m->probe.steps = steps < PROBE_STEPS ? steps : PROBE_STEPS;
        m->probe.bare = true;
        m->tally.doubts += attempt(of) != (said == SLICE_YES);
    }
    return said;
}

enum tried { TRIED_NO, TRIED_YES, TRIED_VEILED }; /* veiled: only whoever sees more could tell */

static enum tried by_attempt(struct run *of) {
    struct machine *m = of->m;
    uint32_t steps = m->probe.steps = of->steps < PROBE_STEPS ? of->steps : PROBE_STEPS;
    bool yes = attempt(of);
    uint32_t used = steps - m->probe.steps + m->probe.nodes;
    of->steps -= used < of->steps ? used : of->steps;
    /* At a WATCH, what the asked player tries is what it will be in play. */
    bool blind = of->mode == MODE_PROBE && !(of->watch && m->probe.seat == of->viewer);
    if (!yes) return TRIED_NO;
    return blind && m->probe.veiled ? TRIED_VEILED : TRIED_YES;
}

/* Whoever counts attempts is told of those in play. */
static void tell(const struct run *of, bool sliced, enum tried tried) {
    const struct machine *m = of->m;
    const struct frame *f = &state_frames(m->p, of->s)[of->s->n_frames - 1];
    const struct attempted told = {.pc = f->pc - 2, .carried_out = tried != TRIED_NO, .sliced = sliced};
    if (m->log.tried && of->mode == MODE_REAL) m->log.tried(m->log.tried_user, &told);
}

/* Whether `me` of the top frame can carry out what follows where it stands, up to the DONE of that number. */
static enum tried try_from(struct run *of, uint32_t number) {
    struct machine *m = of->m;
    if (m->n_within == TRY_DEPTH) return TRIED_YES;
    struct machine_probe around = m->probe;
    m->probe = m->within[m->n_within++];
    begin(of, number, &around);
    enum slice_verdict said = by_slice(of);
    enum tried tried = said == SLICE_UNSURE ? by_attempt(of) : said == SLICE_YES ? TRIED_YES : TRIED_NO;
    m->n_within--;
    m->probe = around;
    tell(of, said != SLICE_UNSURE, tried);
    return tried;
}

enum outcome try_here(struct run *r) {
    struct frame *f = &state_frames(r->m->p, r->s)[r->s->n_frames - 1];
    uint32_t pc = f->pc;
    struct word w = program_word(r->m->p, pc);
    bool can = w.op == OP_CAN;
    f->pc = pc + 2;
    enum tried tried = try_from(r, can ? w.b : w.a);
    f->pc = pc;
    if (tried == TRIED_VEILED) return HIDDEN;
    if (can) state_stack(r->m->p, r->s)[f->base + w.a] = tried == TRIED_YES;
    f->pc = can || tried == TRIED_NO ? w.x : pc + 2;
    return GO;
}

int try_stopped(struct run *r) {
    uint32_t pc = state_frames(r->m->p, r->s)[r->s->n_frames - 1].pc;
    enum outcome o = try_here(r);
    return o == GO ? -1 : run_leave(r, o, pc);
}
