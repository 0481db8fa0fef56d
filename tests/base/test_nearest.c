/* test_nearest.c: what is proposed and, as important, what is not. */
#include "base/nearest.h"
#include "support/unit.h"

static const char *const names[] = {"timber",      "wheat",  "money", "steel", "production",
                                    "temperature", "Trader", "a",     NULL,    "no"};
#define NEAREST(word) nearest(word, names, sizeof names / sizeof *names)

static void slips_are_found(void **state) {
    (void)state;
    assert_string_equal(NEAREST("timbr"), "timber");
    assert_string_equal(NEAREST("tinber"), "timber");
    assert_string_equal(NEAREST("timmber"), "timber");
    assert_string_equal(NEAREST("wehat"), "wheat");
    assert_string_equal(NEAREST("stele"), "steel");
    assert_string_equal(NEAREST("tempreature"), "temperature");
    assert_string_equal(NEAREST("prodution"), "production");
}

static void case_is_cheap(void **state) {
    (void)state;
    assert_string_equal(NEAREST("trader"), "Trader");
    assert_string_equal(NEAREST("TEMPERATURE"), "temperature");
    assert_string_equal(NEAREST("A"), "a");
    assert_string_equal(NEAREST("NO"), "no");
    assert_string_equal(NEAREST("Tradre"), "Trader");
}

static void strangers_are_not_proposed(void **state) {
    (void)state;
    assert_null(NEAREST("zebra"));
    assert_null(NEAREST("x"));
    assert_null(NEAREST("on"));
    assert_null(NEAREST(""));
    assert_null(NEAREST("productivity_of_all_players"));
    assert_null(nearest("steel", NULL, 0));
    assert_null(nearest("steel", names + 3, 1)); /* itself */
}

static void the_closest_wins(void **state) {
    (void)state;
    static const char *const animals[] = {"goatherd", "goats", "coat", "goat"};
    assert_string_equal(nearest("goad", animals, 4), "goat");
    assert_string_equal(nearest("goatss", animals, 4), "goats");
    assert_string_equal(nearest("boat", animals, 4), "coat"); /* the first of a tie */
}

static void distances(void **state) {
    (void)state;
    assert_int_equal(nearest_distance("", "", 9), 0);
    assert_int_equal(nearest_distance("abc", "abc", 9), 0);
    assert_int_equal(nearest_distance("abc", "aBc", 9), 1);
    assert_int_equal(nearest_distance("abc", "acb", 9), 2);
    assert_int_equal(nearest_distance("abc", "", 9), 6);
    assert_int_equal(nearest_distance("kitten", "sitting", 9), 6);
    assert_int_equal(nearest_distance("kitten", "sitting", 5), 6);
    assert_int_equal(nearest_distance("kitten", "sitting", 2), 3);
    char text[100];
    memset(text, 'x', 99);
    text[99] = '\0';
    assert_int_equal(nearest_distance(text, text, 4), 5);
    assert_null(nearest(text, names, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slips_are_found),
        cmocka_unit_test(case_is_cheap),
        cmocka_unit_test(strangers_are_not_proposed),
        cmocka_unit_test(the_closest_wins),
        cmocka_unit_test(distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
