/* picks.c: several things chosen in any order.
 *
 * The machine asks for one pick after the other, each behind the last, so that every subset has one way (decision
 * 3). Here picks are put into that order, and it is found out what else can be picked beside those somebody keeps:
 * there must be a way, ascending, that comes by all of them. It is looked for on a copy of the position, silently.
 */
#include "api/api.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES = 4096 }; /* picks that are tried in one call */

static size_t answers_of(const tn_ctx *c) {
    return c->game->program->answers.total;
}

bool picks_init(tn_ctx *c) {
    c->tried = tn_state_new(c->game);
    c->asked_of = calloc(answers_of(c) + 1, 3 * sizeof *c->asked_of);
    return c->tried && c->asked_of;
}

void picks_free(tn_ctx *c) {
    tn_state_free(c->tried);
    free(c->asked_of);
}

/* ---- ways */
struct way {
    tn_ctx *c;
    const tn_state *from;
    unsigned seat;
    const uint32_t *wanted; /* ascending */
    size_t n_wanted;
    uint32_t *path;
    unsigned tries; /* left */
};

/* Whether the run of picks goes on there. */
static bool goes_on(const tn_ctx *c, const tn_state *s, unsigned seat) {
    tn_question q;
    bool open = tn_state_question(c->game, s, seat, &q) && q.seat == seat;
    return open && (q.flags & TN_SUBSET) && (q.flags & TN_AGAIN);
}

static bool is_legal(const struct way *w, uint32_t answer) {
    return tn_state_legal(w->c->game, w->c->tried, w->seat, answer);
}

/* What stands for an answer there, or TN_NO_ANSWER: one copy of a card is as good as another. */
static uint32_t meant(const struct way *w, uint32_t answer) {
    return tn_state_meant(w->c, w->c->tried, w->seat, answer);
}

static void begin(struct way *w) {
    memcpy(w->c->tried, w->from, w->c->game->program->layout.size);
}

static bool step(struct way *w, uint32_t answer) {
    if (w->tries) w->tries--;
    return tn_good(tn_state_apply(w->c, w->c->tried, w->seat, meant(w, answer)));
}

/* The copy back at the place behind the first n picks of the path. */
static void go_back(struct way *w, size_t n) {
    begin(w);
    for (size_t i = 0; i < n; i++)
        tn_state_apply(w->c, w->c->tried, w->seat, w->path[i]);
}

/* Whether a way behind the first n picks of the path, met of which are wanted, comes by the rest. What is offered
 * can be carried out, so the last one need not be taken. When there are no tries left it is taken for one. */
static bool reaches(struct way *w, size_t n, size_t met) {
    uint32_t next = w->wanted[met], as = meant(w, next);
    if (!w->tries || n + 1 >= answers_of(w->c)) return true;
    if (n > 0 && !goes_on(w->c, w->c->tried, w->seat)) return false;
    if (as != TN_NO_ANSWER) {
        if (met + 1 == w->n_wanted) return true;
        w->path[n] = as;
        if (step(w, as) && reaches(w, n + 1, met + 1)) return true;
        go_back(w, n);
    }
    for (uint32_t id = next; id-- > TN_YES + 1u;) {
        if (n > 0 && id <= w->path[n - 1]) break;
        if (!is_legal(w, id)) continue;
        w->path[n] = id;
        if (step(w, id) && reaches(w, n + 1, met)) return true;
        go_back(w, n);
    }
    return false;
}

/* ---- sets of picks */
static int by_id(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Whether exactly these, ascending, are a subset that can be chosen: on the copy, silently. */
static bool can_pick(struct way *w) {
    begin(w);
    for (size_t i = 0; i < w->n_wanted; i++)
        if ((i > 0 && !goes_on(w->c, w->c->tried, w->seat)) || !step(w, w->wanted[i])) return false;
    return (w->n_wanted && !goes_on(w->c, w->c->tried, w->seat)) || is_legal(w, TN_NO);
}

/* Copies the ids in ascending order; 0: one is there twice. */
static size_t in_order(const uint32_t *ids, size_t n, uint32_t *out) {
    memmove(out, ids, n * sizeof *out);
    qsort(out, n, sizeof *out, by_id);
    for (size_t i = 1; i < n; i++)
        if (out[i] == out[i - 1]) return 0;
    return n;
}

static struct way way_from(tn_ctx *c, const tn_state *s, unsigned seat) {
    size_t third = answers_of(c) + 1;
    return (struct way){c, s, seat, c->asked_of + third, 0, c->asked_of + 2 * third, TRIES};
}

size_t tn_state_picks(tn_ctx *c, const tn_state *s, unsigned seat, const uint32_t *kept, size_t n, uint32_t *ids,
                      size_t cap) {
    tn_question q;
    uint32_t *candidates = c->asked_of, *wanted = candidates + answers_of(c) + 1;
    size_t found = 0, all = 0;
    struct way w = way_from(c, s, seat);
    bool several = tn_state_question(c->game, s, seat, &q) && (q.flags & TN_SUBSET);
    if (several && n <= answers_of(c)) all = state_candidates(c->machine, state_of(s), seat, candidates, answers_of(c));
    if (!all) return tn_state_answers(c->game, s, seat, ids, cap);
    machine_sink(c->machine, NULL, NULL);
    w.n_wanted = n ? in_order(kept, n, wanted) : 0;
    if (n ? can_pick(&w) : tn_state_legal(c->game, s, seat, TN_NO)) {
        if (cap) ids[0] = TN_NO;
        found++;
    }
    for (size_t i = 0; i < all; i++) {
        bool fits = !n && tn_state_meant(c, s, seat, candidates[i]) != TN_NO_ANSWER;
        if (!fits) {
            if (n) memcpy(wanted, kept, n * sizeof *wanted);
            wanted[n] = candidates[i];
            w.n_wanted = in_order(wanted, n + 1, wanted);
            begin(&w);
            fits = w.n_wanted && reaches(&w, 0, 0);
        }
        if (fits && found < cap) ids[found] = candidates[i];
        found += fits;
    }
    tn_ctx_sink(c, c->event, c->user);
    return found;
}

tn_status tn_state_pick(tn_ctx *c, tn_state *s, unsigned seat, const uint32_t *picks, size_t n) {
    tn_question q;
    struct way w = way_from(c, s, seat);
    uint32_t *wanted = c->asked_of + answers_of(c) + 1;
    if (!tn_state_question(c->game, s, seat, &q) || !(q.flags & TN_SUBSET) || n > answers_of(c)) return TN_ILLEGAL;
    w.n_wanted = n ? in_order(picks, n, wanted) : 0;
    machine_sink(c->machine, NULL, NULL);
    bool legal = w.n_wanted == n && can_pick(&w);
    tn_ctx_sink(c, c->event, c->user);
    if (!legal) return TN_ILLEGAL;
    tn_status status = TN_OK;
    for (size_t i = 0; i < n && tn_good(status); i++)
        status = tn_state_apply(c, s, seat, tn_state_meant(c, s, seat, wanted[i]));
    return tn_good(status) && (!n || goes_on(c, s, seat)) ? tn_state_apply(c, s, seat, TN_NO) : status;
}
