/* sight.c: see sight.h. */
#include "show/sight.h"

#include "base/random.h"
#include "play/winners.h"

#include <string.h>

enum { SIGHT_STREAM = 0x73696768 };

/* The one seat that is asked; TN_SPECTATOR: several are, or chance. */
static unsigned who_is_asked(const tn_game *game, const tn_state *state) {
    uint32_t asked = tn_state_asked(game, state);
    unsigned seat = 0;
    if (asked == 0 || (asked & (asked - 1)) != 0) return TN_SPECTATOR;
    while (asked >> seat != 1)
        seat++;
    return seat;
}

/* Whether the answer, given in `trial`, ends the game with a win of that seat alone, and turns nothing up. */
static bool wins_at_once(tn_ctx *ctx, const tn_game *game, const tn_state *state, tn_state *trial, unsigned seat,
                         uint32_t answer) {
    unsigned sharing[TN_SEATS];
    memcpy(trial, state, tn_game_state_size(game));
    if (tn_state_apply(ctx, trial, seat, answer) != TN_OVER) return false;
    bool turned = tn_state_last(game, state) != seat;
    if (tn_state_epoch(game, trial) != tn_state_epoch(game, state) + turned) return false;
    winners_of(ctx, trial, tn_game_seat_count(game), sharing);
    return sharing[seat] == 1;
}

/* Gives the answer that wins at once, if there is one. */
static bool win_at_once(tn_ctx *ctx, const tn_game *game, tn_state *state, tn_state *trial) {
    unsigned seat = who_is_asked(game, state);
    if (seat == TN_SPECTATOR || tn_state_nth(game, state, seat, SIGHT_MENU) != TN_NO_ANSWER) return false;
    uint32_t answer;
    for (uint32_t i = 0; (answer = tn_state_nth(game, state, seat, i)) != TN_NO_ANSWER; i++) {
        if (!wins_at_once(ctx, game, state, trial, seat, answer)) continue;
        memcpy(state, trial, tn_game_state_size(game));
        return true;
    }
    return false;
}

tn_status sight_playout(tn_ctx *ctx, const tn_game *game, tn_state *state, tn_state *trial, uint64_t seed,
                        const tn_playing *how) {
    tn_playing one = *how;
    one.answers = 1;
    for (unsigned n = 0; n < SIGHT_ANSWERS; n++) {
        if (win_at_once(ctx, game, state, trial)) return TN_OVER;
        tn_status status = tn_playout(ctx, state, random_at(random_scramble(seed), SIGHT_STREAM, n), &one);
        if (status != TN_ASK) return status;
    }
    return tn_playout(ctx, state, seed, how);
}
