/* Every project card, corporation and ruling of tests/facts/mars is shown by a scenario of games/mars.
 *
 * A ruling is shown by a scenario whose name says it ("param.chain: ..."). A card is shown when the name of a scenario
 * says it, or when it is played or used in one: an answer, or the beginning of an answer that is refused. */
#include "support/unit.h"

#include "support/facts.h"
#include "support/shown.h"

static size_t missing(const struct shown *shown, const struct value *list, bool ruling) {
    size_t n = 0;
    FACTS_EACH(item, list) {
        const char *name = ruling ? value_text(item) : fact_text(item, "name");
        if (shown_by_name(shown, name) || (!ruling && shown_by_answer(shown, name))) continue;
        print_error("no scenario shows %s\n", name);
        n++;
    }
    return n;
}

static void test_everything_is_shown(void **state) {
    (void)state;
    struct facts f;
    struct shown shown;
    facts_open(&f, "mars");
    shown_read(&shown, f.game);
    size_t n = missing(&shown, value_get(facts_read(&f, "cards"), "cards"), false);
    n += missing(&shown, value_get(facts_read(&f, "corporations"), "corporations"), false);
    n += missing(&shown, value_get(facts_read(&f, "rules"), "rulings"), true);
    assert_false(shown_by_name(&shown, "No Such Card") || shown_by_answer(&shown, "No Such Card"));
    shown_free(&shown);
    facts_close(&f);
    assert_int_equal(n, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_everything_is_shown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
