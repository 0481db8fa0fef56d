/* train.h: what the features of a game are worth, learnt from games of bots among themselves.
 *
 * First games at random; then rounds of games that the bot `value` plays against itself with what was kept, some of
 * its undertakings at random. From positions at the ends of undertakings the weights are fitted that best tell how
 * much a seat's lead will still grow, and how long the game will still last; what earlier rounds showed fades. A round
 * is kept when the bot that has learnt it beats the one with the weights kept before, and is then handed out at once,
 * so that stopping loses nothing that was kept. Who knows something already goes on from there: the games at random are
 * left out, and weights are pulled towards those known.
 *
 * With `compare`, and always for one player alone, rounds teach something else: not what will come of a position, but
 * which end of a decision is the better one. Of some decisions several ends are played on with the same chance, and the
 * weights are moved towards those that explain the differences inside each decision. Luck that all of them share is
 * gone that way; predictions across games take luck for merit.
 * The result is a function of the setup; the number of threads and processes changes nothing.
 */
#ifndef LAB_TRAIN_H
#define LAB_TRAIN_H

#include "lab/lesson.h"
#include "lab/simulate.h"

enum { TRAIN_ROUNDS = 12 };

/* How far it has come. */
struct train_progress {
    const char *what;             /* "random games", "round 2 of 12", "contest 2 of 12" */
    uint64_t done, games;         /* of that */
    uint64_t all_done, all_games; /* of all rounds and contests; 0 done: none has begun */
};

struct train_setup {
    const tn_game *game;
    const struct weights *known; /* what to go on from; NULL: nothing */
    uint64_t games, seed;        /* games of a round; a contest has as many, games at random are ten times as many */
    unsigned rounds;             /* 0: TRAIN_ROUNDS */
    bool compare;                /* rounds of comparisons; alone always */
    const struct weights *aims;  /* of these what is aimed at alone; NULL: of those known, else of the rules */
    unsigned jobs;
    const struct processes *processes; /* that play the games together; all of them learn the same. NULL: this one */
    /* Called from the caller's thread a few times a second; false stops. May be NULL. */
    bool (*progress)(void *user, const struct train_progress *progress);
    /* Told after each contest of what was learnt against what was kept before. May be NULL. */
    void (*told)(void *user, const char *what, const struct simulate_sums *contest, bool kept);
    /* The best weights so far, whenever they change. May be NULL. */
    void (*keep)(void *user, const struct weights *weights);
    void *user;
};

enum train_status {
    TRAIN_DONE,
    TRAIN_STOPPED,
    TRAIN_NO_MEMORY,
    TRAIN_NO_SCORE,
    TRAIN_FAULT,
    TRAIN_APART /* others are out of reach */
};

/* TRAIN_DONE and TRAIN_STOPPED: *out is the caller's (weights_free), the best so far; else NULL. It has no weights when
 * nothing was kept. */
enum train_status train_run(const struct train_setup *setup, struct weights **out);

#endif
