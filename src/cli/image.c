/* image.c: `terrane image`: writes a compiled game to a file. */
#include "cli/load.h"
#include "cli/verbs.h"

#include <stdio.h>

static int run(const struct args *args) {
    struct loaded loaded = {0};
    const char *path = args_value(args, "o");
    if (!path) return args_wrong(args, "where to? -o FILE is missing");
    int code = load_game(args, args->words.data[0], &loaded);
    if (code == EXIT_GO_ON) {
        tn_status status = tn_game_save_image(loaded.game, path);
        code = status == TN_OK ? EXIT_FINE : EXIT_HOST;
        if (status != TN_OK)
            fprintf(stderr, "terrane image: %s: %s\n", path,
                    status == TN_NOMEM ? "out of memory" : "cannot be written");
    }
    loaded_free(&loaded);
    return code;
}

static const struct flag flags[] = {
    {"o", "FILE", "the file to write; its name usually ends in .image", false},
    LOAD_FLAGS,
};

const struct verb verb_image = {
    .name = "image",
    .words = "GAME -o FILE",
    .summary = "Writes a compiled game to a file.",
    .more = "The file can be used as GAME: it is the game in this configuration, without its text.\n",
    .details = "An image works only with the version of the program that wrote it. It is checked when it is read.\n\n"
               "Examples:\n"
               "  terrane image NAME -o NAME.image --players 3\n"
               "  terrane play ./NAME.image\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 1,
    .run = run,
};
