/* compare.h: games under two definitions from the same seeds: what changed, and how sure that is.
 *
 * Game g has the same seed on both sides, and a figure is a number of a game: who won, the points of a seat, rounds,
 * how often the lead changed.
 * Its change is the mean of new minus old over the games that came to an end on both sides, so what luck of the seed
 * has in common falls out. Of many figures some seem to change by chance: one is called clear only when its interval
 * leaves out zero even after it was widened for the number of figures (Bonferroni), those of the table and those of
 * cards each for themselves. Cards are the same on both sides when kind and name are; their figures are shares of games
 * and of players, compared without pairing.
 */
#ifndef LAB_COMPARE_H
#define LAB_COMPARE_H

#include "lab/census.h"

enum { COMPARE_LEAST = 20, COMPARE_ENOUGH = 100, COMPARE_NAME = 96 }; /* games; letters of a name */

/* What a figure says something about. */
enum compare_about { COMPARE_SEAT, COMPARE_SCORE, COMPARE_LEAD, COMPARE_CHANGES, COMPARE_DECIDED, COMPARE_LENGTH };

struct compare_figure {
    char name[COMPARE_NAME]; /* "score of A" */
    enum compare_about about;
    unsigned seat; /* of wins and scores */
    bool share;    /* from 0 to 1: a percentage */
    double before, after;
    struct interval change;
    bool clear;
    /* So many games more would make it clear if it is as large as it looks; 0: it is clear, or nothing changed. */
    double more;
};

struct compare_card {
    const char *kind, *name;         /* of the game it is in */
    bool before, after;              /* there is such a card */
    struct compare_figure had, wins; /* games in which somebody had it; players who had it and won */
    bool judged;                     /* somebody had it on both sides: `wins` says something */
};

/* How one game went. */
struct compare_game {
    bool over;
    uint32_t decisions, rounds, lead_changes, decided; /* decided: decisions there were when the lead changed last */
    int leader;                                        /* who was last ahead alone, from 1; 0: nobody yet */
    double wins[MATCH_SEATS];                          /* shares of the win */
    int32_t score[MATCH_SEATS];
};

/* The games of one definition; game g has the same seed on both sides. */
struct compare_side {
    const tn_game *game;
    struct compare_game *games; /* so many as are made room for; those not played are not over */
    uint64_t n;
    int round_period; /* -1: the definition has none */
    bool scored;
    struct simulate_result result;
    struct census *census;
};

struct compare {
    struct compare_side sides[2]; /* old, new */
    uint64_t pairs;               /* games that came to an end on both sides */
    VEC(struct compare_figure) figures;
    VEC(struct compare_card) cards; /* those of the new side in their order, then those that are gone */
    double seconds;
    bool stopped;
};

/* The strongest of `n` entrants, the first being the strongest, whose games are quick enough for COMPARE_ENOUGH pairs
 * in that time; the last if none is. Found by letting each play. */
size_t compare_fitting(const struct simulate_setup *setups, size_t n, double seconds);

/* Plays setups[0] (old) and setups[1] (new); the caller sets games, bots, weights, seed, jobs and progress in both, the
 * same number of seats and games. With `seconds` above 0 it is over after about that time, whatever the games (at most
 * so many). `progress` of the old side is told how many games of both are over. `out` is the caller's in any case:
 * compare_free. TN_OK, TN_NOMEM. */
tn_status compare_run(struct simulate_setup setups[2], double seconds, struct compare *out);
void compare_free(struct compare *c);
size_t compare_clear(const struct compare *c); /* how many figures changed clearly; new and lost cards are none */

/* ---- the same piece by piece */
/* No games yet. False: no memory; compare_side_free in any case. */
bool compare_side_init(struct compare_side *side, const tn_game *game);
void compare_side_free(struct compare_side *side);
/* Room for so many games. False: no memory. */
bool compare_side_grow(struct compare_side *side, uint64_t games);
/* Plays games `from` to from + n of the setup and counts them. Each game is played once. TN_OK, TN_NOMEM. */
tn_status compare_play(struct compare_side *side, const struct simulate_setup *setup, uint64_t from, uint64_t n);
/* The figures of the games there are, those of earlier ones forgotten. Fewer than COMPARE_LEAST pairs have none. Both
 * sides have as many seats. False: no memory. */
bool compare_judge(struct compare *c);

#endif
