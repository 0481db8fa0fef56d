/* runs.h: what the verbs that let bots play many games have in common: who plays, and a bar while they do. */
#ifndef CLI_RUNS_H
#define CLI_RUNS_H

#include "cli/args.h"
#include "lab/simulate.h"

struct bar {
    bool shown; /* stderr is a terminal */
    bool drawn;
    const char *what; /* whose games they are; NULL: nobody asks */
};
/* From now on the setup draws the bar and stops at Ctrl-C. The bar must outlive the run. */
void bar_init(struct bar *bar, const struct args *args, struct simulate_setup *setup);
void bar_wipe(const struct bar *bar);

/* The bots of the flags: one for all seats, or one for each; without any `usual`. EXIT_GO_ON or EXIT_USAGE. */
#define BOT_FLAG(usual)                                                                                                \
    { "bot", "NAME", "who plays: once for all seats, or once for each (" usual ")", true }
int runs_bots(const struct args *args, const char *usual, unsigned seats, struct simulate_setup *setup);

#endif
