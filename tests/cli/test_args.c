/* The command line: the part of the program that needs no game. */
#include "cli/args.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static int run_nothing(const struct args *args) {
    (void)args;
    return EXIT_FINE;
}

static const struct flag flags[] = {
    {"seed", "N", "a seed", false}, {"bot", "NAME", "a bot", true}, {"json", NULL, "as JSON", false}};
static const struct verb verb = {.name = "verb",
                                 .words = "GAME [CARD]",
                                 .summary = "Does it.",
                                 .flags = flags,
                                 .n_flags = 3,
                                 .least = 1,
                                 .most = 2,
                                 .run = run_nothing};

static struct args args;

static int tear_down(void **state) {
    (void)state;
    args_free(&args);
    return 0;
}

/* Parses words separated by blanks. */
static int parse(const char *line) {
    static char text[256];
    char *argv[16];
    int argc = 0;
    args_free(&args);
    strcpy(text, line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    return args_parse(&verb, argc, argv, &args);
}

/* What was printed to stderr while parsing. */
static const char *error_of(const char *line) {
    static char text[512];
    FILE *file = tmpfile();
    int kept = dup(STDERR_FILENO);
    fflush(stderr);
    dup2(fileno(file), STDERR_FILENO);
    assert_int_equal(parse(line), EXIT_USAGE);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void flags_and_words_may_mix(void **state) {
    (void)state;
    uint64_t seed = 5;
    assert_int_equal(parse("game --seed 12 --bot=one card --bot two --json"), EXIT_GO_ON);
    assert_int_equal(args.words.n, 2);
    assert_string_equal(args.words.data[1], "card");
    assert_string_equal(args_value(&args, "bot"), "two");
    assert_true(args_has(&args, "json"));
    assert_int_equal(args_number(&args, "seed", 0, 100, &seed), EXIT_GO_ON);
    assert_int_equal(seed, 12);
    assert_int_equal(parse("-- --seed"), EXIT_GO_ON);
    assert_string_equal(args.words.data[0], "--seed");
    assert_int_equal(args_number(&args, "seed", 0, 100, &seed), EXIT_GO_ON);
    assert_int_equal(seed, 12);
}

static void mistakes_are_explained(void **state) {
    (void)state;
    assert_string_equal(error_of("game --sede 1"),
                        "terrane verb: there is no flag --sede; did you mean --seed?\nTry: terrane verb --help\n");
    assert_non_null(strstr(error_of("game --seed"), "--seed needs a value: --seed N"));
    assert_non_null(strstr(error_of("game --json=1"), "--json takes no value"));
    assert_non_null(strstr(error_of("game --seed 1 --seed 2"), "--seed is given twice"));
    assert_non_null(strstr(error_of("game -s 1"), "two dashes"));
    assert_non_null(strstr(error_of("a b c"), "unexpected word \"c\""));
    assert_non_null(strstr(error_of("--json"), "GAME [CARD] is missing"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(flags_and_words_may_mix, tear_down),
        cmocka_unit_test_teardown(mistakes_are_explained, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
