/* Answers in words: how they are listed, found, and written so that they are found again. */
#include "fake/table.h"
#include "play/menu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void words_are_compared_generously(void **state) {
    (void)state;
    assert_int_equal(words_compare("Play a card", "play  A card"), WORDS_EQUAL);
    assert_int_equal(words_compare("area 7", "area[7]"), WORDS_EQUAL);
    assert_int_equal(words_compare("area 7", " area 7 "), WORDS_EQUAL);
    assert_int_equal(words_compare("area 17", "area 1"), WORDS_BEGIN);
    assert_int_equal(words_compare("area", "area 1"), WORDS_DIFFER);
    assert_int_equal(words_compare("areas", "area s"), WORDS_DIFFER);
    assert_true(words_contain("heat in play: 0, needs 5", "IN play: 0"));
    assert_false(words_contain("heat in play: 0, needs 5", "needs 6"));
    assert_true(words_contain("", ""));
}

struct table {
    tn_game *game;
    struct match match;
    struct menu menu;
};

static int set_up(void **state) {
    static struct table t;
    t.game = fake_game("", "mode=rich");
    assert_int_equal(match_init(&t.match, t.game, 1), TN_OK);
    menu_init(&t.menu);
    *state = &t;
    return 0;
}

static int tear_down(void **state) {
    struct table *t = *state;
    menu_free(&t->menu);
    match_free(&t->match);
    tn_game_free(t->game);
    return 0;
}

static void load(struct table *t, unsigned seat) {
    struct asking at = match_asking(&t->match, seat);
    assert_true(menu_load(&t->menu, &at));
}

static uint32_t found(struct table *t, const char *words) {
    uint32_t index = UINT32_MAX;
    return menu_find(&t->menu, words, &index) == MENU_ONE ? t->menu.ids[index] : TN_NO_ANSWER;
}

static void menus_list_what_is_legal(void **state) {
    struct table *t = *state;
    struct asking other = match_asking(&t->match, 1);
    load(t, 0);
    assert_int_equal(t->menu.n, 2);
    assert_string_equal(t->menu.prompt, "Your turn");
    assert_string_equal(t->menu.texts[1], "Play a card");
    struct buf list;
    buf_init(&list);
    menu_list(&t->menu, &list);
    assert_string_equal(list.data, "Mark a cell, Play a card");
    buf_free(&list);
    assert_string_equal(menu_nearest(&t->menu, "Play a crad"), "Play a card");
    assert_false(menu_load(&t->menu, &other));
    assert_int_equal(t->menu.n, 0);
}

static void beginnings_must_be_unique(void **state) {
    struct table *t = *state;
    uint32_t index;
    load(t, 0);
    assert_int_equal(found(t, "pl"), 3);
    assert_int_equal(found(t, "PLAY A CARD"), 3);
    assert_int_equal(found(t, "#2"), 3);
    assert_int_equal(found(t, "#3"), TN_NO_ANSWER);
    assert_int_equal(found(t, ""), TN_NO_ANSWER);
    assert_int_equal(found(t, "play a cart"), TN_NO_ANSWER);
    assert_int_equal(menu_find_exact(&t->menu, "pl", &index), MENU_NONE);
    fake_play(&t->match, "A: Mark a cell");
    load(t, 0);
    assert_int_equal(menu_find(&t->menu, "b", &index), MENU_SEVERAL);
    assert_int_equal(found(t, "b2"), 14);
}

static void copies_are_told_apart_by_a_suffix(void **state) {
    struct table *t = *state;
    fake_play(&t->match, "A: Play a card");
    load(t, 0);
    assert_int_equal(t->menu.n, 3);
    assert_int_equal(found(t, "ring"), 21);
    assert_int_equal(found(t, "Ring #1"), 21);
    assert_int_equal(found(t, "Ring #2"), 22);
    assert_int_equal(found(t, "Ring #3"), TN_NO_ANSWER);
    assert_int_equal(found(t, "r"), 21);
    for (uint32_t i = 0; i < t->menu.n; i++) {
        struct buf words;
        uint32_t index;
        buf_init(&words);
        menu_words(&t->menu, i, &words);
        assert_int_equal(menu_find_exact(&t->menu, words.data, &index), MENU_ONE);
        assert_int_equal(index, i);
        buf_free(&words);
    }
}

/* A text that would read as another answer is written by its place. */
static void written_words_always_lead_back(void **state) {
    (void)state;
    const char *texts[] = {"Area", "Area", "Area #2", "", "#1", "area", " x"};
    uint32_t ids[] = {5, 6, 7, 8, 9, 10, 11};
    uint32_t copies[] = {1, 3, 1, 1, 1, 1, 1};
    struct menu menu = {.n = 7, .ids = ids, .texts = texts, .copies = copies, .prompt = ""};
    for (uint32_t i = 0; i < menu.n; i++) {
        struct buf words;
        uint32_t index = 99;
        buf_init(&words);
        menu_words(&menu, i, &words);
        assert_int_equal(menu_find_exact(&menu, words.data, &index), MENU_ONE);
        assert_int_equal(index, i);
        buf_free(&words);
    }
}

static void amounts_and_yes_no(void **state) {
    struct table *t = *state;
    fake_play(&t->match, "A: Play a card; A: Cross");
    load(t, 0);
    assert_int_equal(t->menu.question.kind, TN_NUMBER);
    assert_int_equal(found(t, "2"), 32);
    assert_int_equal(found(t, "2 coins"), 32);
    assert_int_equal(found(t, "2 gems"), TN_NO_ANSWER);
    assert_int_equal(found(t, "3 coins"), TN_NO_ANSWER);
    fake_play(&t->match, "A: 1 coin");
    load(t, 0);
    assert_int_equal(found(t, "yes"), TN_YES);
    assert_int_equal(found(t, "n"), TN_NO);
}

static void answers_that_are_not_legal_have_names_too(void **state) {
    struct table *t = *state;
    uint32_t ids[8];
    fake_play(&t->match, "A: Mark a cell; A: b2");
    struct asking at = match_asking(&t->match, 1);
    assert_int_equal(menu_named(&at, "Play a card", ids, 8), 1);
    assert_int_equal(ids[0], 3);
    assert_int_equal(menu_named(&at, "ring", ids, 8), 2);
    assert_int_equal(menu_named(&at, "b", ids, 8), 4); /* b1 b2 b3 and "B begins" */
    assert_int_equal(menu_named(&at, "nothing", ids, 8), 0);
    assert_int_equal(menu_named(&at, " ", ids, 8), 0);
    struct arena arena;
    arena_init(&arena);
    assert_string_equal(menu_why_not(&at, 3, &arena).bytes, "cards in hand: 0, needs 1");
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_compared_generously),
        cmocka_unit_test_setup_teardown(menus_list_what_is_legal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(beginnings_must_be_unique, set_up, tear_down),
        cmocka_unit_test_setup_teardown(copies_are_told_apart_by_a_suffix, set_up, tear_down),
        cmocka_unit_test(written_words_always_lead_back),
        cmocka_unit_test_setup_teardown(amounts_and_yes_no, set_up, tear_down),
        cmocka_unit_test_setup_teardown(answers_that_are_not_legal_have_names_too, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
