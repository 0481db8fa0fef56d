/* try.c: TRY and CAN: whether what follows can be carried out, found by doing it on a copy, as menus are made.
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
    w->steps = of->steps < PROBE_STEPS ? of->steps : PROBE_STEPS;
    w->plain = around->plain;
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

enum tried try_from(struct run *of, uint32_t number) {
    struct machine *m = of->m;
    if (m->n_within == TRY_DEPTH) return TRIED_YES;
    struct machine_probe around = m->probe;
    m->probe = m->within[m->n_within++];
    begin(of, number, &around);
    uint32_t steps = m->probe.steps;
    bool yes = attempt(of);
    uint32_t used = steps - m->probe.steps + m->probe.nodes;
    of->steps -= used < of->steps ? used : of->steps;
    /* At a WATCH, what the asked player tries is what it will be in play. */
    bool blind = of->mode == MODE_PROBE && !(of->watch && m->probe.seat == of->viewer);
    bool veiled = blind && m->probe.veiled;
    m->n_within--;
    m->probe = around;
    if (!yes) return TRIED_NO;
    return veiled ? TRIED_VEILED : TRIED_YES;
}
