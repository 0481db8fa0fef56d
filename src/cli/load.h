/* load.h: what most verbs begin with: find a game, read it, compile it for the flags given. Messages go to stderr. */
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include "cli/args.h"
#include "terrane_table.h"

struct loaded {
    struct buf path, name; /* the file; how it is found again */
    tn_source *source;     /* NULL for an image: it is compiled already */
    tn_game *game;
    tn_game *spoken;   /* the same in another language; NULL: there is none, or none is wanted */
    char language[32]; /* of `spoken`; empty: there is none */
};

/* The flags load_game reads: put them first in a verb's list. */
#define LOAD_FLAGS                                                                                                     \
    {"players", "N", "number of players", false}, {                                                                    \
        "option", "NAME=VALUE", "choose an option of the game", true                                                   \
    }

/* Each returns EXIT_GO_ON or the code to leave with. Call loaded_free in any case; a zeroed one is fine. */
int load_source(const char *what, struct loaded *out); /* its text or its image */
/* The same for a text only, and a definition with errors is no reason to leave: the caller reads its diagnostics. */
int open_source(const char *what, struct loaded *out);
/* The definition of that hash: as `out` has it, or as it was kept beside saved games. False: it is neither, `out` is
 * as before. */
bool load_definition(uint64_t definition, struct loaded *out);
int load_game(const struct args *args, const char *what, struct loaded *out);
/* The same; players and options that the flags do not say are those of `like`. */
int load_game_like(const struct args *args, const char *what, const tn_config *like, struct loaded *out);
/* The same with a configuration of the caller; `where` opens messages, for instance "file.journal". */
int load_compiled(const char *where, const tn_config *config, struct loaded *out);
/* For verbs with NATIVE_FLAG: compiles the game when the flag is given; EXIT_HOST with a message when that fails. */
#define NATIVE_FLAG                                                                                                    \
    { "native", NULL, "compile the game with the C compiler ($CC, clang or cc) first; same results, faster", false }
int load_native(const struct args *args, tn_game *game);
/* For verbs with LANGUAGE_FLAG: the game in the language of the flag, or without one in that of the surroundings if
 * there are words in it. Later than load_game. */
#define LANGUAGE_FLAG                                                                                                  \
    { "lang", "LANGUAGE", "language, if the game has a translation (see terrane words); en is English", false }
int load_language(const struct args *args, struct loaded *l);
const tn_game *loaded_spoken(const struct loaded *l); /* the game as it is shown */
void loaded_free(struct loaded *l);
uint64_t loaded_definition(const struct loaded *l); /* hash over the text it was made from */

/* All diagnostics of the source as text. */
void print_diagnostics(const tn_source *source);

#endif
