/* fuzz_source.c: any text as a definition: parsed, compiled, and played for a few answers when that is possible. */
#include "fuzz/harness.h"

enum { ANSWERS = 4 };

static void say_all(const tn_source *source) {
    char text[2048];
    for (size_t i = 0; i < tn_source_diag_count(source) && i < 20; i++)
        tn_source_diag_text(source, i, i & 1, text, sizeof text);
}

/* The canonical form means the same and is its own form. */
static void format(const tn_source *source) {
    size_t n = 0, again = 0;
    tn_source *formed = NULL;
    if (tn_source_format(source, NULL, 0, &n) != TN_OK) abort();
    char *text = malloc(n + 1), *twice = malloc(n + 1);
    if (!text || !twice) abort();
    tn_source_format(source, text, n + 1, &n);
    if (tn_source_parse("fuzz.game", text, n, &formed) != TN_OK) abort();
    if (tn_source_format(formed, twice, n + 1, &again) != TN_OK || again != n || memcmp(text, twice, n) != 0) abort();
    tn_source_free(formed);
    free(text);
    free(twice);
}

static void play(const tn_game *game) {
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *state = tn_state_new(game);
    if (ctx && state) {
        tn_state_start(ctx, 1, 0, state);
        harness_play(game, ctx, state, ANSWERS, 3);
        const char *why;
        if (tn_state_check(game, state, tn_game_state_size(game), &why) != TN_OK) {
            fprintf(stderr, "a position of the machine is refused: %s\n", why);
            abort();
        }
    }
    tn_state_free(state);
    tn_ctx_free(ctx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tn_source *source = NULL;
    if (tn_source_parse("fuzz.game", (const char *)data, size, &source) == TN_OK) {
        tn_game *game = NULL;
        format(source);
        if (tn_game_new(source, NULL, &game) == TN_OK) play(game);
        tn_game_free(game);
    }
    if (source) say_all(source);
    tn_source_free(source);
    return 0;
}
