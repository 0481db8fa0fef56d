/* playout.c: a position played on at random. Every legal answer is equally likely, and only those that are drawn are
 * tried: a candidate that cannot be carried out is struck off and another one is drawn, so the first that can is any of
 * the legal ones with the same probability. No menu is stored on the way.
 *
 * Invariants: all chance of the answers comes from the seed, so both engines play the same game; the position that is
 * left is one to which the same answers lead (but for undo bookkeeping), with its menu when it is a question.
 */
#include "base/random.h"
#include "vm/vm.h"

#include <string.h>

/* The k-th of the candidates that are left, "no" first; it is struck off. */
static uint32_t strike(struct machine *m, uint32_t base, uint32_t words, uint32_t k) {
    if (m->asked.raw_no) {
        if (k == 0) {
            m->asked.raw_no = 0;
            return ANSWER_NO;
        }
        k--;
    }
    uint32_t bit = (uint32_t)bits_nth(m->asked.menu, words, k);
    bits_clear(m->asked.menu, bit);
    return base + bit;
}

enum drawn playout_draw(struct machine *m, const struct state *at, unsigned seat, uint32_t *answer) {
    const struct program *p = m->p;
    const struct site *site = ask_site(p, at);
    uint32_t base, words = BITS_WORDS(program_domain(p, site->kind, site->value, &base));
    memmove(m->asked.menu, m->asked.raw, words * 4u); /* as in ask_candidates */
    uint8_t no = m->asked.raw_no;
    bool try = probe_begin(m, at, seat), found = false;
    bool silent =
        (site->flags & ASK_UNASKED) && !(at->flags & STATE_ASK_ALL); /* it is not asked if only "no" is left */
    for (uint32_t n = bits_count(m->asked.menu, words) + no; n > 0; n--) {
        m->asked.raw_no = no; /* what is tried overwrites it */
        uint32_t one = strike(m, base, words, n > 1 && !found ? random_range(&m->playout->random, n) : 0);
        no = m->asked.raw_no;
        if (try && !attempt_succeeds(m, at, one, false)) continue;
        if (!found) *answer = one;
        if (found || !silent || one != ANSWER_NO) return DRAWN;
        found = true; /* whether it is asked is still to be found out */
    }
    return found ? DRAWN_UNASKED : DRAWN_NONE;
}

enum run_status state_playout(struct machine *m, struct state *s, uint64_t seed, uint32_t most) {
    struct playout of = {.random = {.key = seed}, .left = most};
    struct question q;
    m->playout = &of;
    while (of.left > 0 && state_question(m->p, s, SEAT_SPECTATOR, &q)) {
        uint32_t which = q.count > 1 ? random_range(&of.random, q.count) : 0;
        of.left--;
        if (state_apply(m, s, q.seat, state_answer_nth(m->p, s, q.seat, which)) != APPLY_OK) break;
    }
    m->playout = NULL;
    return (enum run_status)s->status;
}
