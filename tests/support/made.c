/* made.c: see made.h. */
#include "support/made.h"

#include "support/unit.h"

tn_game *made_game(const char *text) {
    tn_source *source = NULL;
    tn_game *game = NULL;
    tn_status status = tn_source_parse("test.game", text, strlen(text), &source);
    if (status == TN_OK) status = tn_game_new(source, NULL, &game);
    for (size_t i = 0; status != TN_OK && i < tn_source_diag_count(source); i++) {
        char words[512];
        tn_source_diag_text(source, i, false, words, sizeof words);
        print_error("%s\n", words);
    }
    assert_int_equal(status, TN_OK);
    tn_source_free(source);
    return game;
}
