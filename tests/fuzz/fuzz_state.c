/* fuzz_state.c: damaged positions: refused by tn_state_check, or shown, explained, re-dealt and played without harm.
 *
 * The first byte says which game, the second how far it is played and whether chance is asked, then come the edits.
 */
#include "fuzz/harness.h"

enum { ANSWERS = 6 };

static void play_to(const tn_game *game, tn_ctx *ctx, tn_state *state, unsigned answers) {
    tn_question q;
    for (unsigned n = 0; n < answers && tn_state_question(game, state, TN_SPECTATOR, &q); n++)
        if (!tn_good(tn_state_apply(ctx, state, q.seat, tn_state_nth(game, state, q.seat, n * 5 % q.count)))) return;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3) return 0;
    const tn_game *game = harness_game(data[0]);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *state = tn_state_new(game);
    const char *why;
    if (ctx && state) {
        tn_state_start(ctx, 1, data[1] & 1 ? TN_EXPLICIT_CHANCE : 0, state);
        play_to(game, ctx, state, data[1] >> 1 & 31u);
        harness_edit((uint8_t *)(void *)state, tn_game_state_size(game), data + 2, size - 2);
        if (tn_state_check(game, state, tn_game_state_size(game), &why) == TN_OK)
            harness_play(game, ctx, state, ANSWERS, data[1]);
    }
    tn_state_free(state);
    tn_ctx_free(ctx);
    return 0;
}
