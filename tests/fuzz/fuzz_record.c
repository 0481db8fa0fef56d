/* fuzz_record.c: any text as a position in JSON: refused with a place and a reason, or a position that passes the
 * check, can be written, read again to the same text, and played on.
 *
 * The first byte says which game. Below 128, the rest is the text. From 128 on, the text is what a played position
 * gives (a course never fits for long in a file), the second byte says how far it is played, then come edits of it.
 */
#include "fuzz/harness.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWERS = 6 };

static char *write_json(tn_ctx *ctx, const tn_state *state, unsigned seat) {
    size_t n = tn_state_json(ctx, state, seat, NULL, 0);
    char *text = malloc(n + 1);
    if (!text || n == 0) abort();
    tn_state_json(ctx, state, seat, text, n + 1);
    return text;
}

static void round_trip(const tn_game *game, tn_ctx *ctx, tn_state *state) {
    char why[256];
    const char *bad;
    if (tn_state_check(game, state, tn_game_state_size(game), &bad) != TN_OK) abort();
    char *first = write_json(ctx, state, TN_EVERYTHING);
    tn_status status = tn_state_read_json(ctx, first, strlen(first), 1, 0, state, why, sizeof why);
    if (status != TN_ASK && status != TN_OVER) abort();
    char *second = write_json(ctx, state, TN_EVERYTHING);
    if (strcmp(first, second)) abort();
    free(write_json(ctx, state, 0));
    free(first);
    free(second);
}

static void try_text(const tn_game *game, tn_ctx *ctx, tn_state *state, const char *text, size_t size, unsigned picks) {
    char why[256];
    switch (tn_state_read_json(ctx, text, size, 7, 0, state, why, sizeof why)) {
    case TN_ASK:
    case TN_OVER:
        round_trip(game, ctx, state);
        harness_play(game, ctx, state, ANSWERS, picks);
        break;
    case TN_BAD_STATE:
        if (!strchr(why, ':')) abort();
        break;
    default: break;
    }
}

static void try_edits(const tn_game *game, tn_ctx *ctx, tn_state *state, const uint8_t *data, size_t size) {
    tn_question q;
    tn_state_start(ctx, 1, 0, state);
    for (unsigned n = 0; n < data[1] % 32u && tn_state_question(game, state, TN_SPECTATOR, &q); n++)
        if (!tn_good(tn_state_apply(ctx, state, q.seat, tn_state_nth(game, state, q.seat, n * 5 % q.count)))) return;
    char *text = write_json(ctx, state, TN_EVERYTHING);
    size_t n = strlen(text);
    harness_edit((uint8_t *)text, n, data + 2, size - 2);
    try_text(game, ctx, state, text, n, data[1]);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    const tn_game *game = harness_game(data[0]);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *state = tn_state_new(game);
    if (ctx && state && data[0] < 128)
        try_text(game, ctx, state, (const char *)data + 1, size - 1, data[0]);
    else if (ctx && state)
        try_edits(game, ctx, state, data, size);
    tn_state_free(state);
    tn_ctx_free(ctx);
    return 0;
}
