/* catalogue.h: where games are found.
 *
 * A game is a folder NAME with NAME.game in it, under one of these, in this order: the folders of $TERRANE_GAMES
 * (separated by ':'), games/ below the current folder, and next to the program ../games, ../../games and
 * ../share/terrane/games. The first folder that has a name wins. A path to a .game file works as well.
 */
#ifndef PLAY_CATALOGUE_H
#define PLAY_CATALOGUE_H

#include "base/arena.h"
#include "base/buf.h"

struct catalogue_game {
    const char *name, *path;
};

/* All games found, by name. Owns its texts. */
struct catalogue {
    struct arena arena;
    VEC(struct catalogue_game) games;
};

bool catalogue_load(struct catalogue *c); /* false: no memory */
void catalogue_free(struct catalogue *c);

/* The file meant by a name or a path, and the name by which it is found again from elsewhere (its name in the
 * catalogue, or an absolute path). False with the reason, the nearest name and all names in *error. */
bool catalogue_find(const char *what, struct buf *path, struct buf *name, struct buf *error);

/* A file that lies in one of these folders itself, not in that of a game; false: there is none. */
bool catalogue_shared(const char *file, struct buf *path);

/* The file NAME.EXTENSION beside NAME.game (or an image of it), there or not. */
void catalogue_beside(const char *game_path, const char *extension, struct buf *path);

/* The weights of bots for so many players: NAME.N.weights beside the game if it is there, else NAME.weights. One player
 * alone plays for something else than several do, and has the first or none. */
void catalogue_weights(const char *game_path, unsigned players, struct buf *path);

/* The *.scenario files beside a .game file, sorted, into the arena; those that include only other games are left
 * out. */
typedef VEC(const char *) catalogue_paths;
bool catalogue_scenarios(const char *game_path, struct arena *arena, catalogue_paths *out);

#endif
