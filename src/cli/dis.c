/* dis.c: `terrane dis`: the bytecode of a game as text. */
#include "cli/load.h"
#include "cli/verbs.h"

#include <stdio.h>
#include <stdlib.h>

static int print_listing(const struct args *args, const tn_game *game) {
    const char *routine = args->words.n > 1 ? args->words.data[1] : NULL;
    size_t n = tn_game_listing(game, routine, NULL, 0);
    if (n == 0 && routine) {
        fprintf(stderr, "terrane dis: there is no routine or card \"%s\"; without it all are listed with their names\n",
                routine);
        return EXIT_NO;
    }
    char *text = malloc(n + 1);
    if (!text) {
        fprintf(stderr, "terrane dis: out of memory\n");
        return EXIT_HOST;
    }
    tn_game_listing(game, routine, text, n + 1);
    fwrite(text, 1, n, stdout);
    free(text);
    return EXIT_FINE;
}

static int run(const struct args *args) {
    struct loaded loaded;
    int code = load_game(args, args->words.data[0], &loaded);
    if (code == EXIT_GO_ON) code = print_listing(args, loaded.game);
    loaded_free(&loaded);
    return code;
}

static const struct flag flags[] = {LOAD_FLAGS};

const struct verb verb_dis = {
    .name = "dis",
    .words = "GAME [ROUTINE]",
    .summary = "Prints the bytecode of a game, or of one routine.",
    .more =
        "Each operation is on a line with what it refers to, below its line of the definition. Behind it stand the\n"
        "comparison that is told when it fails, and where the candidates of a question come from.\n",
    .details = "ROUTINE is the name of a routine, its number, or the name of a card: then all rules of that card.\n\n"
               "Examples:\n"
               "  terrane dis NAME\n"
               "  terrane dis NAME flow\n"
               "  terrane dis NAME \"some card\"\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 2,
    .run = run,
};
