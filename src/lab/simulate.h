/* simulate.h: many games between bots, and what came of them.
 *
 * Game number g is played with the seed simulate_seed(base, g) whichever thread plays it, and only exact integers are
 * summed, so the result depends on the setup and never on the number of threads or their order, unless it is stopped.
 * The same seed in a match with the same bots gives the same game, where menus are made: see simulate_draws.
 */
#ifndef LAB_SIMULATE_H
#define LAB_SIMULATE_H

#include "play/match.h"
#include "play/statistics.h"

enum {
    SIMULATE_FAULTS = 8,
    SIMULATE_ANSWERS = 1000000,
    SIMULATE_ENDLESS = 3,
    SIMULATE_TEXT = 240,
    SIMULATE_TRIES = 5000
};

/* Follows games from their beginning to their end; each thread has what `enter` gives, so nothing is shared. */
struct simulate_follow {
    void *(*enter)(void *user); /* NULL: no memory */
    void (*begin)(void *mine, tn_ctx *ctx, const tn_state *state);
    void (*deed)(void *mine, int card, unsigned seat); /* see tn_ctx_deeds */
    /* The seat is about to give this answer; forced answers too. */
    void (*answer)(void *mine, const tn_state *state, const tn_question *question, uint32_t answer);
    void (*over)(void *mine, tn_ctx *ctx, const tn_state *state);
    void (*leave)(void *user, void *mine); /* from the caller's thread, one after the other */
};

struct simulate_setup {
    const tn_game *game;
    const struct bot *bots[MATCH_SEATS];        /* one for each seat */
    const struct weights *weights[MATCH_SEATS]; /* theirs; each may be NULL, and several may be the same */
    uint32_t efforts[MATCH_SEATS];              /* theirs, see bot.h; 0: the usual one */
    uint64_t games, seed;
    uint64_t first, every; /* play only games first, first + every, ...: a part of them; every 0 is 1 */
    unsigned jobs;         /* threads, at least 1 */
    const char *from;      /* a position in JSON that every game begins with; NULL: its start */
    size_t from_size;
    bool hurried; /* bots look at the clock (bot/deadline.h): a seed need not give the same games again */
    bool menus;   /* even where all bots draw: decisions are counted, and a match gives the same games */
    bool rotate;  /* in game g the bot of entrant e sits on seat (e + g) % seats, so no bot keeps the best seat */
    /* Called from the caller's thread a few times a second; false stops. May be NULL. */
    bool (*progress)(void *user, uint64_t done, uint64_t games);
    void *user;
    /* Called by the thread that plays game g before each decision, and when it is over with question NULL. May be
     * NULL. */
    void (*watch)(void *user, uint64_t g, tn_ctx *ctx, const tn_state *state, const tn_question *question);
    void *watch_user;
    const struct simulate_follow *follow; /* may be NULL */
    void *follow_user;
    /* Which beginnings game g may have: it is begun with further seeds until one is admitted, at most SIMULATE_TRIES
     * times, else it is left out. So chance decides all but what is asked for here. From several threads; may be
     * NULL. */
    bool (*admit)(void *user, uint64_t g, const tn_state *begun);
    void *admit_user;
    bool *reached; /* of each statement (tn_game_statement) set when a game comes to it; may be NULL */
};

/* Sums over the finished games of one seat or of one entrant. */
struct simulate_sums {
    uint64_t games;
    uint64_t wins[MATCH_SEATS + 1]; /* by how many shared the win */
    int64_t score, score_squares;
    int32_t lowest, highest;
};

struct simulate_fault {
    uint64_t game, seed;
    char text[SIMULATE_TEXT];
};

struct simulate_result {
    uint64_t played;            /* games begun and not broken off: finished + faults */
    uint64_t finished;          /* reached their end, `limited` among them */
    uint64_t limited;           /* ended by the limit of the definition */
    uint64_t faults;            /* stopped by a fault of the definition, or after SIMULATE_ANSWERS answers */
    uint64_t decisions, rounds; /* of finished games; forced answers are no decisions */
    bool has_decisions;         /* they were counted: not in playouts */
    bool has_rounds;            /* the definition says what a round is */
    struct simulate_sums seats[MATCH_SEATS], entrants[MATCH_SEATS];
    struct simulate_fault first_faults[SIMULATE_FAULTS]; /* those of the lowest game numbers */
    unsigned n_faults;
    double seconds;
    uint64_t left_out; /* games that could not begin as setup.admit wanted */
    bool stopped;
    bool endless; /* stopped because SIMULATE_ENDLESS games did not end */
};

/* Whether games are played out by tn_playout, with the same probabilities and without menus: every bot draws, nobody
 * follows or watches, also statements, and menus are not wanted. */
bool simulate_draws(const struct simulate_setup *setup);

/* TN_OK or TN_NOMEM. */
tn_status simulate_run(const struct simulate_setup *setup, struct simulate_result *result);

/* Adds what another run of the same setup found with other games (see `first`): in any order it is what one run of all
 * of them would have found. */
void simulate_add(struct simulate_result *to, const struct simulate_result *from);

uint64_t simulate_seed(uint64_t base, uint64_t game);
double simulate_wins(const uint64_t *wins);     /* of MATCH_SEATS + 1 numbers as above: a win shared by k counts 1/k */
int simulate_round_period(const tn_game *game); /* the period the definition calls a round; -1: none */

#endif
