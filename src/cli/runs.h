/* runs.h: what the verbs that let bots play many games have in common: how many games from
 * which seed on how many threads, who plays, and a bar while they do. */
#ifndef CLI_RUNS_H
#define CLI_RUNS_H

#include "cli/load.h"
#include "lab/simulate.h"

struct bar {
    bool shown; /* stderr is a terminal */
    bool drawn;
    const char *what; /* whose games they are; NULL: nobody asks */
};
/* From now on the setup draws the bar and stops at Ctrl-C. The bar must outlive the run. */
void bar_init(struct bar *bar, const struct args *args, struct simulate_setup *setup);
void bar_wipe(const struct bar *bar);

/* The flags runs_numbers reads, besides a "games" of the verb's own. */
#define RUN_FLAGS                                                                                                      \
    {"seed", "N", "seed from which the seeds of the games are made (1)", false}, {                                     \
        "jobs", "N", "threads (all cores); the result does not depend on it", false                                    \
    }
/* Fills games (from `least` to `most`; as it is without the flag), seed and threads. EXIT_GO_ON or EXIT_USAGE. */
int runs_numbers(const struct args *args, uint64_t least, uint64_t most, struct simulate_setup *setup);
/* Loads the game of a word, as machine code where that is wanted, and sits the bots down: as the flags say, without any
 * `usual` (NULL: the verb does it). EXIT_GO_ON or the code to leave with; loaded_free in any case. */
int runs_load(const struct args *args, size_t word, const char *usual, struct loaded *loaded,
              struct simulate_setup *setup);

/* The bots of the flags: one for all seats, or one for each; without any `usual`. EXIT_GO_ON or EXIT_USAGE. */
#define BOT_FLAG(usual)                                                                                                \
    { "bot", "NAME", "who plays: once for all seats, or once for each (" usual ")", true }
int runs_bots(const struct args *args, const char *usual, unsigned seats, struct simulate_setup *setup);

#endif
