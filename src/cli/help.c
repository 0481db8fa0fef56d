/* help.c: the overview, and what happens without arguments. */
#include "cli/verbs.h"
#include "play/catalogue.h"
#include "terrane_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_verb(const struct verb *verb) {
    char usage[64];
    snprintf(usage, sizeof usage, "%s %s", verb->name, verb->words);
    printf("  %-22s %s\n", usage, verb->summary);
}

void help_print(void) {
    printf("terrane " TERRANE_VERSION ": turns a rulebook into a game\n\n"
           "usage: terrane VERB ... (see terrane VERB --help)\n\n");
#define PRINT(name) print_verb(&verb_##name);
    VERBS(PRINT)
#undef PRINT
    printf("  %-22s %s\n  %-22s %s\n\n", "help [VERB]", "This page, or the page of a verb.", "--version",
           "The version of the program.");
    printf("GAME is a path to a .game file or to an image of one, or the name of a folder under games/ (see\n"
           "terrane games).\n\n"
           "Exit status: 0 success; 1 the answer is no (errors in a definition, failing scenarios, an\n"
           "illegal answer in a journal); 2 wrong usage; 3 a problem with a file or memory; 4 a fault of\n"
           "the definition at run time.\n");
}

/* The name of the game a person picks; false: none. */
static bool choose_game(const struct catalogue *c, char *line, size_t cap, const char **name) {
    for (size_t i = 0; i < c->games.n; i++) {
        tn_source *source = NULL;
        tn_source_load(c->games.data[i].path, &source);
        printf("%3zu %-16s %s\n", i + 1, c->games.data[i].name, source ? tn_source_title(source) : "");
        tn_source_free(source);
    }
    printf("Which game? ");
    fflush(stdout);
    if (!fgets(line, (int)cap, stdin)) return false;
    line[strcspn(line, "\r\n")] = '\0';
    size_t number = strtoul(line, NULL, 10);
    for (size_t i = 0; i < c->games.n; i++)
        if (i + 1 == number || strcmp(c->games.data[i].name, line) == 0) {
            *name = c->games.data[i].name;
            return true;
        }
    if (*line) fprintf(stderr, "there is no game \"%s\"\n", line);
    return false;
}

int start_without_arguments(void) {
    struct catalogue c;
    char line[256];
    const char *name = NULL;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return help_print(), EXIT_FINE;
    if (!catalogue_load(&c) || c.games.n == 0) {
        catalogue_free(&c);
        return help_print(), EXIT_FINE;
    }
    printf("terrane " TERRANE_VERSION " (terrane --help lists what else it does)\n\n");
    int code = EXIT_FINE;
    if (choose_game(&c, line, sizeof line, &name)) {
        struct args args;
        char *words[] = {(char *)name};
        code = args_parse(&verb_play, 1, words, &args);
        if (code == EXIT_GO_ON) code = verb_play.run(&args);
        args_free(&args);
    }
    catalogue_free(&c);
    return code;
}
