/* Every card of every game that has scenario files is shown by a scenario, and every numbered ruling where scenarios
 * are named after them.
 *
 * What cards there are is read from the compiled definition: all that lie in zones. A kind of which no scenario shows
 * any card is left out: sheets that only carry other cards. The rulings are the numbered list under "## Rulings" of the
 * game's README.md; a scenario shows one when its name begins "ruling 7: ". */
#include "support/unit.h"

#include "base/file.h"
#include "support/level.h"
#include "support/shown.h"

#include <dirent.h>
#include <stdio.h>

enum { PATH = 1024, README_SIZE = 1 << 20, WORD = 256 };

/* The card at `at` of the list of all cards; where the next one is. */
static const char *card_at(const char *at, char kind[WORD], char name[WORD]) {
    assert_int_equal(sscanf(at, "%255[^\t]\t%255[^\n]", kind, name), 2);
    return strchr(at, '\n') + 1;
}

static bool card_shown(const struct shown *shown, const char *name) {
    return shown_by_name(shown, name) || shown_by_answer(shown, name);
}

static bool kind_shown(const struct shown *shown, const char *kind) {
    char other[WORD], name[WORD];
    for (const char *at = shown->cards.data + 1; *at;) {
        at = card_at(at, other, name);
        if (strcmp(kind, other) == 0 && card_shown(shown, name)) return true;
    }
    return false;
}

static size_t cards_not_shown(const struct shown *shown, const char *game) {
    size_t missing = 0;
    char kind[WORD], name[WORD];
    for (const char *at = shown->cards.data + 1; *at;) {
        at = card_at(at, kind, name);
        if (card_shown(shown, name) || !kind_shown(shown, kind)) continue;
        print_error("%s: no scenario shows %s (%s)\n", game, name, kind);
        missing++;
    }
    return missing;
}

/* How many rulings without a scenario; *rulings: how many there are. */
static size_t rulings_not_shown(const struct shown *shown, const char *game, size_t *rulings) {
    char path[PATH], name[32];
    struct buf text;
    size_t missing = 0;
    snprintf(path, sizeof path, "%s/games/%s/README.md", level_root(), game);
    buf_init(&text);
    assert_int_equal(file_read(path, README_SIZE, &text), FILE_OK);
    const char *list = strstr(text.data, "\n## Rulings"), *end = list ? strstr(list + 1, "\n## ") : NULL;
    for (*rulings = 0; list; (*rulings)++) {
        snprintf(name, sizeof name, "\n%zu. ", *rulings + 1);
        const char *next = strstr(list, name);
        if (!next || (end && next > end)) break;
        list = next + 1;
        snprintf(name, sizeof name, "\nruling %zu: ", *rulings + 1);
        if (strstr(shown->names.data, name)) continue;
        print_error("%s: no scenario shows %s\n", game, name + 1);
        missing++;
    }
    buf_free(&text);
    return missing;
}

/* What is missing in a game; *rulings: how many of its rulings are shown by number. */
static size_t check(const char *game, size_t *rulings) {
    struct shown shown;
    shown_read(&shown, game);
    size_t missing = cards_not_shown(&shown, game);
    *rulings = 0;
    if (strstr(shown.names.data, "\nruling ")) missing += rulings_not_shown(&shown, game, rulings);
    assert_false(card_shown(&shown, "No Such Card"));
    shown_free(&shown);
    return missing;
}

static void test_every_game(void **state) {
    (void)state;
    char path[PATH];
    size_t games = 0, numbered = 0, missing = 0;
    snprintf(path, sizeof path, "%s/games", level_root());
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (strchr(entry->d_name, '.')) continue; /* a game is a folder; words of all games lie beside them */
        size_t rulings;
        missing += check(entry->d_name, &rulings);
        games++, numbered += rulings > 0;
    }
    closedir(dir);
    assert_int_equal(missing, 0);
    assert_true(games > 1 && numbered > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_game)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
