/* cards.h: how the cost of a decision grows with the cards somebody holds and with those in play.
 *
 * Cards are held in the zones of a player that only the player sees; they are in play in live zones, whosever they are.
 * Decisions of different kinds cost different amounts and come at different times of a game, so that one kind is
 * compared with itself: the question of the rules into which most time goes. What it costs is the time from the answer
 * to the decision before it until it is open, look-ahead and forced answers included. Random games are played and every
 * such question is a sample; each engine plays the same games three times, and of each bin the best counts.
 */
#ifndef BENCH_GAMES_BENCH_CARDS_H
#define BENCH_GAMES_BENCH_CARDS_H

#include "bench/games/growth.h"
#include "terrane_table.h"

#include <stddef.h>

enum cards_where { CARDS_HELD, CARDS_IN_PLAY, CARDS_WHERE };

struct cards_engine {
    tn_ctx *ctx;                   /* NULL: is not measured */
    struct growth of[CARDS_WHERE]; /* nanoseconds by number of cards */
};

struct bench_cards {
    char question[128]; /* empty: the game has no such zones */
    double share;       /* of the time of all decisions */
    bool has[CARDS_WHERE];
};

/* Measures; the first engine that has a context finds the question, in about so many seconds, and each of the rounds
 * takes as long. TN_OK or TN_NOMEM. */
tn_status bench_cards_run(const tn_game *game, struct cards_engine *engines, size_t n, double seconds,
                          struct bench_cards *out);

#endif
