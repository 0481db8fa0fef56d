/* ahead.c: see ahead.h. */
#include "bot/ahead.h"

enum { OTHERS_STEPS = 200 }; /* answers of the others to what is asked of all at once */

static bool give_any(const tn_game *game, tn_ctx *ctx, tn_state *state, const tn_question *q, struct random *random) {
    uint32_t answer = tn_state_nth(game, state, q->seat, random_range(random, q->count));
    return tn_good(tn_state_apply(ctx, state, q->seat, answer));
}

void ahead_others(const tn_game *game, tn_ctx *ctx, tn_state *state, unsigned seat, struct random *random) {
    unsigned seats = tn_game_seat_count(game);
    tn_question question;
    for (int n = 0; n < OTHERS_STEPS; n++) {
        uint32_t others = tn_state_asked(game, state) & ~(1u << seat);
        unsigned other = 0;
        while (other < seats && !(others >> other & 1u))
            other++;
        if (other == seats || !tn_state_question(game, state, other, &question)) return;
        if (!give_any(game, ctx, state, &question, random)) return;
    }
}

bool ahead_chance(const tn_game *game, tn_ctx *ctx, tn_state *state, struct random *random) {
    tn_question question;
    while (tn_state_asked(game, state) == 0 && tn_state_question(game, state, TN_CHANCE, &question))
        if (!give_any(game, ctx, state, &question, random)) return false;
    return true;
}

uint64_t ahead_begun(const tn_game *game, const tn_state *state) {
    uint64_t begun = 0;
    for (size_t i = 0; i < tn_game_period_count(game); i++)
        begun += tn_state_period(game, state, i);
    return begun;
}

int64_t ahead_margin(tn_ctx *ctx, const tn_game *game, const tn_state *state, unsigned seat) {
    int64_t best = INT64_MIN, own = tn_state_score(ctx, state, seat);
    unsigned seats = tn_game_seat_count(game);
    for (unsigned s = 0; s < seats; s++) {
        int64_t score = s == seat ? INT64_MIN : tn_state_score(ctx, state, s);
        if (score > best) best = score;
    }
    return own - (seats > 1 ? best : 0);
}
