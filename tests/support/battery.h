/* battery.h: every game there is, in every configuration, played at random: what the tests of tests/battery share.
 *
 * Games are found, never listed: games/NAME/NAME.game for every folder of games/, and every tests/generality/X.game.
 * A case is a game in one configuration. A play is a case, a seed and the answers so far; every choice is a function
 * of (seed, number of the answer), so a failure is reproduced by what battery_fail prints:
 *
 *   TERRANE_BATTERY=NAME        only games whose path contains NAME
 *   TERRANE_BATTERY_SEED=N      only that seed
 *
 * Invariant: after a failure of a play nothing more is asked of it; a test fails at its end, so that one run shows the
 * failures of all configurations.
 */
#ifndef TESTS_SUPPORT_BATTERY_H
#define TESTS_SUPPORT_BATTERY_H

#include "base/random.h"
#include "support/level.h"
#include "terrane_table.h"

#include <stdint.h>
#include <stdio.h>

enum { BATTERY_GAMES = 128, BATTERY_ANSWERS = 1000000 };

struct battery_case {
    const char *path; /* below the checkout */
    tn_source *source;
    char label[256]; /* the configuration as options of the command */
    tn_game *game;
    tn_ctx *ctx;
    unsigned failures;
    uint64_t limited; /* games the limit ended */
    bool is_default;
};

struct battery_play {
    struct battery_case *of;
    tn_state *state;
    uint64_t seed;
    uint32_t n; /* answers given */
    bool failed;
};

typedef void battery_check(struct battery_case *c);

/* Opens every configuration of one game and calls check for it; returns the number of failures. `all`: every option
 * value with every number of seats, each number of seats also with all options changed at once, and in a soak every
 * combination; else each value once and each number of seats once. */
unsigned battery_configurations(const char *path, bool all, battery_check *check);

/* A cmocka group with one test per game found; each calls `check` for its configurations. */
int battery_main(const char *name, bool all, battery_check *check);

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool battery_fail(struct battery_play *play, const char *format, ...); /* returns false */

/* False when it fails at once. */
bool battery_start(struct battery_play *play, struct battery_case *c, uint64_t seed, unsigned flags);
void battery_stop(struct battery_play *play);
/* The question to answer next, of a seat chosen among those asked; false when the game is over or the play failed. */
bool battery_next(struct battery_play *play, tn_question *question);
uint32_t battery_choose(const struct battery_play *play, const tn_question *question);
/* Applies; false when that fails. */
bool battery_answer(struct battery_play *play, unsigned seat, uint32_t answer);
/* Plays on to the end, at most `most` answers more (0: to the end); false when it fails or must go on for ever. */
bool battery_finish(struct battery_play *play, uint32_t most);

/* Seeds first..last of this level, or the one asked for. */
void battery_seeds(long count, uint64_t *first, uint64_t *last);

tn_state *battery_copy(const struct battery_case *c, const tn_state *from);
bool battery_same(const struct battery_case *c, const tn_state *a, const tn_state *b);

#endif
