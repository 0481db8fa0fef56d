/* fuzz_image.c: damaged images with a right checksum: refused, or played without harm.
 *
 * The first byte says which game; 255: the rest is the image itself.
 */
#include "code/image.h"
#include "fuzz/harness.h"

enum { ANSWERS = 4 };

static void play(const tn_game *game, unsigned picks) {
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *state = tn_state_new(game);
    if (ctx && state) {
        tn_state_start(ctx, 1, picks & 1 ? TN_EXPLICIT_CHANCE : 0, state);
        harness_play(game, ctx, state, ANSWERS, picks);
        for (size_t i = 0; i < tn_game_scenario_count(game) && i < 2; i++) {
            tn_step step;
            tn_scenario_start(ctx, i, 1, state);
            for (size_t k = 0; k < tn_scenario_step_count(game, i) && k < 4; k++) {
                tn_scenario_step(game, i, k, &step);
                tn_scenario_check(ctx, i, k, state);
            }
        }
        if (picks % 8 == 0) tn_game_listing(game, NULL, NULL, 0);
    }
    tn_state_free(state);
    tn_ctx_free(ctx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct buf bytes;
    tn_game *game = NULL;
    char why[256];
    if (size < 2) return 0;
    buf_init(&bytes);
    if (data[0] == 255) {
        buf_put(&bytes, data + 1, size - 1);
    } else {
        image_write(harness_game(data[0])->program, &bytes);
        harness_edit((uint8_t *)bytes.data + IMAGE_HEAD, bytes.n - IMAGE_HEAD, data + 2, size - 2);
    }
    if (bytes.n >= IMAGE_HEAD) image_seal(bytes.data, bytes.n);
    if (tn_game_read_image(bytes.data, bytes.n, &game, why, sizeof why) == TN_OK) play(game, data[1]);
    tn_game_free(game);
    buf_free(&bytes);
    return 0;
}
