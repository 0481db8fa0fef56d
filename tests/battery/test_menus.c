/* Battery: what is offered next depends only on what the asked seat may see.
 *
 * Law: a seat that is asked twice in a row is asked the same the second time when what it may not see was re-dealt
 * before its first answer, as long as the seat sees the same position then and is at the same question: the same
 * answers, in the same words. A re-dealt position keeps the question that is open; here the next one is made anew by
 * the rules, so that a `where`, a range or a text that reads hidden cards shows.
 */
/* Not quick: every game. */
#include "support/unit.h"

#include "base/buf.h"
#include "support/battery.h"

#include <stdlib.h>
#include <string.h>

enum { IDS = 4096, TEXT = 1024, DEALS = 2, EARLY = 24 };

/* What the seat sees of the position, without the question. */
static struct buf seen(const struct battery_case *c, const tn_state *state, unsigned seat) {
    struct buf out;
    buf_init(&out);
    size_t n = tn_state_json(c->ctx, state, seat, NULL, 0);
    char *text = malloc(n + 1);
    assert_non_null(text);
    tn_state_json(c->ctx, state, seat, text, n + 1);
    char *asked = strstr(text, "\"asked\": [");
    assert_non_null(asked);
    *asked = 0;
    buf_puts(&out, text);
    free(text);
    return out;
}

static bool sees_the_same(const struct battery_case *c, const tn_state *a, const tn_state *b, unsigned seat) {
    struct buf one = seen(c, a, seat), two = seen(c, b, seat);
    bool same = one.n == two.n && memcmp(one.data, two.data, one.n) == 0;
    buf_free(&one);
    buf_free(&two);
    return same;
}

static bool asked_alone(const struct battery_case *c, const tn_state *state, unsigned seat, tn_question *q) {
    return seat < tn_game_seat_count(c->game) && tn_state_asked(c->game, state) == 1u << seat &&
           tn_state_question(c->game, state, seat, q);
}

static bool same_question(struct battery_play *p, const tn_state *other, unsigned seat, const tn_question *a,
                          const tn_question *b) {
    const struct battery_case *c = p->of;
    static uint32_t ids[IDS], others[IDS];
    char one[TEXT], two[TEXT];
    size_t n = tn_state_answers(c->game, p->state, seat, ids, IDS);
    tn_state_answers(c->game, other, seat, others, IDS);
    if (a->count != b->count || memcmp(ids, others, n * sizeof *ids) != 0)
        return battery_fail(p, "seat %u: what is offered depends on what the seat may not see", seat);
    tn_question_text(c->ctx, p->state, seat, one, sizeof one);
    tn_question_text(c->ctx, other, seat, two, sizeof two);
    if (strcmp(one, two) != 0)
        return battery_fail(p, "seat %u: the question tells what is hidden: \"%s\", \"%s\"", seat, one, two);
    return true;
}

/* p->state is what came of `answer` in `before`. */
static void check_deal(struct battery_play *p, const tn_state *before, unsigned seat, uint32_t answer, uint64_t deal) {
    struct battery_case *c = p->of;
    tn_state *dealt = tn_state_new(c->game);
    tn_question a, b;
    assert_non_null(dealt);
    tn_state_determinise(c->ctx, before, seat, random_at(p->seed, 700 + seat, p->n) + deal, dealt);
    if (tn_good(tn_state_apply(c->ctx, dealt, seat, answer)) && asked_alone(c, p->state, seat, &a) &&
        asked_alone(c, dealt, seat, &b) && a.site == b.site && sees_the_same(c, p->state, dealt, seat))
        same_question(p, dealt, seat, &a, &b);
    tn_state_free(dealt);
}

static void check_game(struct battery_case *c, uint64_t seed) {
    struct battery_play p;
    tn_question q, next;
    uint32_t stride = (uint32_t)level_pick(11, 5, 1);
    if (battery_start(&p, c, seed, TN_EXPLICIT_CHANCE)) /* so that chance lies in between as an answer, if it does */
        while (battery_next(&p, &q)) {
            bool wanted = (p.n < EARLY || p.n % stride == seed % stride) && asked_alone(c, p.state, q.seat, &next);
            tn_state *before = wanted ? battery_copy(c, p.state) : NULL;
            uint32_t answer = battery_choose(&p, &q);
            bool on = battery_answer(&p, q.seat, answer);
            for (uint64_t deal = 1;
                 on && before && deal <= DEALS && !p.failed && asked_alone(c, p.state, q.seat, &next); deal++)
                check_deal(&p, before, q.seat, answer, deal);
            tn_state_free(before);
            if (!on || p.failed) break;
        }
    battery_stop(&p);
}

static void check(struct battery_case *c) {
    uint64_t first, last;
    battery_seeds(c->is_default ? level_pick(2, 6, 60) : level_pick(1, 1, 8), &first, &last);
    for (uint64_t seed = first; seed <= last && c->failures == 0; seed++)
        check_game(c, seed);
}

int main(void) {
    return battery_main("battery.menus", level_is("soak"), check);
}
