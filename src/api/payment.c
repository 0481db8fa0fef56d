/* payment.c: all that a payment may be made with.
 *
 * The machine asks for one resource after the other (decision 8). What it will ask next is found out by paying as
 * little, and then as much, as it lets one on a copy of the position, silently. The questions of one payment have one
 * site and come in the order of the resources; while nothing is taken in the unit that is due, the payment is the same.
 */
#include "api/api.h"

#include <string.h>

struct trial {
    tn_ctx *c;
    unsigned seat;
    uint32_t site;
    int32_t purse; /* how much there was of what is due */
};

static int32_t owned(const tn_ctx *c, const tn_state *s, unsigned seat, int member) {
    const struct program *p = c->game->program;
    for (size_t v = 0; v < c->game->n_shown_vars; v++) {
        int32_t n = 0;
        if ((int32_t)c->game->shown_vars[v] != p->stock_var) continue;
        int index = member - (int)p->enums[p->stock_enum].first;
        return tn_var_get(c->game, s, TN_EVERYTHING, v, (int)seat, index, &n) ? n : 0;
    }
    return 0;
}

/* Gives so many on the copy. Whether the same payment goes on: then *now is what it asks next. */
static bool give(const struct trial *t, tn_payment *now, int32_t n) {
    const struct program *p = t->c->game->program;
    tn_state *s = t->c->tried;
    tn_question q;
    tn_payment next;
    int32_t left = now->due - n * now->worth;
    uint32_t answer = p->answers.numbers + (uint32_t)(n - NUMBER_LOW);
    if (left <= 0 || tn_state_apply(t->c, s, t->seat, answer) != TN_ASK) return false;
    if (!tn_state_question(t->c->game, s, t->seat, &q) || q.seat != t->seat || q.site != t->site) return false;
    bool same = tn_question_payment(t->c, s, t->seat, &next) && next.unit == now->unit && next.due == left &&
                next.with > now->with && owned(t->c, s, t->seat, now->unit) == t->purse;
    if (same) *now = next;
    return same;
}

static size_t add(tn_payment_part *out, size_t cap, size_t n, const tn_payment *p) {
    if (n < cap) out[n] = (tn_payment_part){p->with, p->worth, p->have, p->least, p->most, false};
    return n + 1;
}

/* What is left is taken in the unit itself. */
static size_t add_rest(tn_payment_part *out, size_t cap, size_t n, const tn_payment *first, int32_t have) {
    int32_t least = first->due, most = first->due;
    for (size_t i = 0; i < n && i < cap; i++)
        least -= out[i].most * out[i].worth, most -= out[i].least * out[i].worth;
    if (most > have) most = have;
    if (n < cap) out[n] = (tn_payment_part){first->unit, 1, have, least > 0 ? least : 0, most > 0 ? most : 0, true};
    return n + 1;
}

size_t tn_payment_parts(tn_ctx *c, const tn_state *s, unsigned seat, tn_payment_part *out, size_t cap) {
    tn_payment first, now;
    tn_question q;
    if (!tn_question_payment(c, s, seat, &first) || !tn_state_question(c->game, s, seat, &q)) return 0;
    const struct trial t = {c, q.seat, q.site, owned(c, s, q.seat, first.unit)};
    size_t n = add(out, cap, 0, &first), size = c->game->program->layout.size;
    machine_sink(c->machine, NULL, NULL);
    memcpy(c->tried, s, size);
    for (now = first; give(&t, &now, now.least);) /* the more is left to pay, the more of the next may be given */
        n = add(out, cap, n, &now);
    for (size_t i = 1; i < n && i < cap; i++)
        out[i].least = 0;
    memcpy(c->tried, s, size);
    for (now = first; give(&t, &now, now.most);) /* and the least of them, where as much as possible was given */
        for (size_t i = 1; i < n && i < cap; i++)
            if (out[i].unit == now.with) out[i].least = now.least;
    tn_ctx_sink(c, c->event, c->user);
    return add_rest(out, cap, n, &first, t.purse);
}
