/* train.h: what a player's numbers are worth, learnt from games of bots among themselves.
 *
 * First bots play at random, then in each lesson the thinking bot with what is known so far, and now and then at
 * random. From positions at which a turn begins, the weights are fitted that best tell how much a seat's margin will
 * still grow. A lesson is kept only when the bot that has learnt it beats the one that has not. What goes along with
 * winning is not always what wins (a bot that hoards is ahead in what it hoards), so afterwards the expected length
 * of a game, and the weights of each variable, track and zone, are tried smaller and larger, and kept so when that
 * clearly wins more, twice: of so many changes some would win once by luck. Who knows something already goes on from
 * there: the games at random are left out.
 * The result is a function of the setup; the number of threads changes nothing.
 */
#ifndef LAB_TRAIN_H
#define LAB_TRAIN_H

#include "lab/simulate.h"

enum { TRAIN_LESSONS = 4 };

enum train_verdict { TRAIN_DROPPED, TRAIN_AGAIN, TRAIN_KEPT }; /* AGAIN: it has won, and must win once more */

struct train_setup {
    const tn_game *game;
    const struct weights *known; /* what to go on from; NULL: nothing */
    uint64_t games, seed;        /* games of a lesson */
    unsigned jobs;
    /* Called from the caller's thread a few times a second; false stops. `what`: "lesson 2 of 4", "stock x 2" ... */
    bool (*progress)(void *user, const char *what, bool contest, uint64_t done, uint64_t games);
    /* Told after each contest of something new against what was known before. */
    void (*told)(void *user, const char *what, const struct simulate_sums *contest, enum train_verdict verdict);
    void *user;
};

enum train_status { TRAIN_DONE, TRAIN_STOPPED, TRAIN_NO_MEMORY, TRAIN_NO_SCORE, TRAIN_NO_NUMBERS, TRAIN_FAULT };

/* TRAIN_DONE: *out is the caller's (weights_free); it has no weights when no lesson was kept. */
enum train_status train_run(const struct train_setup *setup, struct weights **out);

#endif
