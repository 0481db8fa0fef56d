/* fuzz_words.c: any bytes as a file of words: refused, or read; what was read is written and read again as it is, and a
 * game can be translated with it. */
#include "fuzz/harness.h"

#include <stdlib.h>
#include <string.h>

static char *text_of(const tn_words *words, size_t *n) {
    *n = tn_words_text(words, NULL, 0);
    char *text = malloc(*n + 1);
    if (!text) abort();
    tn_words_text(words, text, *n + 1);
    return text;
}

static void write_again(const tn_words *words) {
    size_t n, m;
    char *text = text_of(words, &n);
    tn_words *again = tn_words_new();
    if (tn_words_read(again, "again", text, n) != TN_OK) abort();
    char *second = text_of(again, &m);
    if (n != m || memcmp(text, second, n) != 0) abort();
    free(text);
    free(second);
    tn_words_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tn_words *words = tn_words_new();
    tn_game *game = NULL;
    tn_status status = tn_words_read(words, "words", (const char *)data, size);
    if (status == TN_DIAG && tn_words_diag_count(words) == 0) abort();
    if (status == TN_OK) write_again(words);
    if (tn_game_translate(harness_game(size ? data[0] : 0), words, &game) != TN_OK) abort();
    tn_game_free(game);
    tn_words_free(words);
    return 0;
}
