/* hand_load.h: finding and loading the library of a game written by hand (hand.h).
 *
 * Loading runs code of the library: only folders the user names, or that lie beside the program, are looked into.
 */
#ifndef BENCH_GAMES_HAND_LOAD_H
#define BENCH_GAMES_HAND_LOAD_H

#include "bench/games/hand.h"

struct hand_library {
    void *handle;
    const struct hand_engine *engine; /* NULL: there is none */
};

/* FOLDER/NAME.so for the game of that name or path ("games/NAME/NAME.game"). false with the reason in `why`; *out is
 * fit for hand_close in any case. */
bool hand_open(const char *folder, const char *game, struct hand_library *out, char *why, size_t cap);
void hand_close(struct hand_library *library);

/* The folder `hand` beside the program; false when there is none. */
bool hand_folder(char *out, size_t cap);

#endif
