/* contest.h: games between bots in a test. */
#ifndef TESTS_SUPPORT_CONTEST_H
#define TESTS_SUPPORT_CONTEST_H

#include "lab/simulate.h"

/* A game of games/ in its default configuration, the caller's. */
tn_game *contest_game(const char *name);

/* Weights of that text, the caller's; NULL: none. The test fails when it is wrong. */
struct weights *contest_weights(const tn_game *game, const char *text);

/* Those beside a game of games/; without weights where there are none. */
struct weights *contest_weights_of(const tn_game *game, const char *name);

/* Games of one bot against another ("search:100": with that effort), seats in turn; what came of the first. */
struct simulate_sums contest(const tn_game *game, const struct weights *weights, const char *one, const char *other,
                             uint64_t games, unsigned jobs);

/* What A scores in games in which all seats are this bot's. */
uint64_t contest_score(const tn_game *game, const struct bot *who, uint32_t effort, uint64_t games);

/* B holds two of six cards and draws a third: A names one and scores for each time B has it. Nobody can know: 5/6 of a
 * hit a game is what chance gives. */
extern const char contest_guess[];

#endif
