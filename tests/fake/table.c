/* table.c: see table.h. */
#include "fake/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

tn_game *fake_game(const char *definition, const char *option) {
    tn_source *source;
    tn_game *game;
    tn_config config = {0, &option, *option ? 1 : 0};
    assert_int_equal(tn_source_parse("fake.game", definition, strlen(definition), &source), TN_OK);
    assert_int_equal(tn_game_new(source, &config, &game), TN_OK);
    tn_source_free(source);
    return game;
}

static void play_one(struct match *m, unsigned seat, const char *words) {
    struct asking at = match_asking(m, seat);
    struct menu menu;
    uint32_t index;
    menu_init(&menu);
    if (!menu_load(&menu, &at)) fail_msg("seat %u is not asked for \"%s\"", seat, words);
    if (menu_find(&menu, words, &index) != MENU_ONE) fail_msg("\"%s\" is not legal", words);
    assert_int_equal(match_answer(m, seat, menu.ids[index]), TN_OK);
    menu_free(&menu);
}

void fake_play(struct match *m, const char *answers) {
    char seat, words[64];
    int used;
    while (sscanf(answers, " %c: %63[^;]%n", &seat, words, &used) == 2) {
        play_one(m, (unsigned)(seat - 'A'), words);
        answers += used + (answers[used] == ';');
    }
}
