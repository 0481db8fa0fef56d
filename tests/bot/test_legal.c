/* Battery: at every question of every game in every configuration each bot gives a legal answer, the same one again
 * when it is asked again, and the position is untouched. */
/* Not quick: bots that think. */
#include "support/unit.h"

#include "bot/bot.h"
#include "support/battery.h"

/* Bots that search are slow: they are asked now and then, and think little. */
enum { EFFORT = 2, SEARCH_EVERY = 40 };

static bool check_answer(struct battery_play *p, const struct weights *weights, const struct bot *bot, unsigned seat,
                         uint32_t *answer) {
    struct battery_case *c = p->of;
    tn_state *before = battery_copy(c, p->state);
    struct random random = bot_random_for(p->seed, seat, p->n), again = random;
    struct bot_task task = {weights, c->game, c->ctx, p->state, seat, EFFORT, 1, true};
    *answer = bot->choose(&task, &random);
    bool fine = true;
    if (!tn_state_legal(c->game, p->state, seat, *answer))
        fine = battery_fail(p, "%s: the answer %u is not legal", bot->name, *answer);
    else if (!battery_same(c, before, p->state))
        fine = battery_fail(p, "%s: choosing changed the block", bot->name);
    else if (p->n % 8 == 0 && bot->choose(&task, &again) != *answer)
        fine = battery_fail(p, "%s: asked again it answers something else", bot->name);
    tn_state_free(before);
    return fine;
}

/* A game in which one seat is the bot's and the others answer at random, so that it meets odd positions too. */
static void play(struct battery_case *c, const struct weights *weights, const struct bot *bot, uint64_t seed,
                 uint32_t most) {
    struct battery_play p;
    tn_question q;
    unsigned seat = (unsigned)(seed % tn_game_seat_count(c->game));
    if (battery_start(&p, c, seed, seed % 2 ? TN_EXPLICIT_CHANCE : 0))
        while (p.n < most && battery_next(&p, &q)) {
            uint32_t answer = battery_choose(&p, &q);
            bool asked = q.seat == seat && (!bot->searches || p.n % SEARCH_EVERY == 0);
            if (asked && !check_answer(&p, weights, bot, seat, &answer)) break;
            if (!battery_answer(&p, q.seat, answer)) break;
        }
    battery_stop(&p);
}

static void check(struct battery_case *c) {
    struct buf text;
    uint64_t first, last;
    uint32_t most = (uint32_t)level_pick(60, 250, 100000);
    buf_init(&text);
    struct weights *weights = weights_new(c->game, NULL, 0, &text, &text);
    assert_non_null(weights);
    battery_seeds(level_pick(2, 3, 20), &first, &last);
    for (uint64_t seed = first; seed <= last && c->failures == 0; seed++)
        for (size_t i = 0; i < bot_count(); i++)
            play(c, seed % 3 ? weights : NULL, bot_get(i), seed, most);
    weights_free(weights);
    buf_free(&text);
}

int main(void) {
    return battery_main("bot.legal", level_is("soak"), check);
}
