/* runs.c: see runs.h. */
#include "cli/runs.h"

#include "cli/cores.h"
#include "cli/interrupt.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BAR = 30 };

static bool progress(void *user, uint64_t done, uint64_t games) {
    struct bar *bar = user;
    if (bar->shown) {
        int full = games > 0 ? (int)(done * BAR / games) : BAR;
        fprintf(stderr, "\r  [%.*s%*s] %" PRIu64 " of %" PRIu64 " games %s ", full, "##############################",
                BAR - full, "", done, games, bar->what ? bar->what : "");
        fflush(stderr);
        bar->drawn = true;
    }
    return !interrupted();
}

void bar_init(struct bar *bar, const struct args *args, struct simulate_setup *setup) {
    *bar = (struct bar){.shown = isatty(STDERR_FILENO) && !args_has(args, "json")};
    setup->progress = progress;
    setup->user = bar;
}

void bar_wipe(const struct bar *bar) {
    if (bar->drawn) fprintf(stderr, "\r\x1b[K");
}

/* ---- numbers */
int runs_numbers(const struct args *args, uint64_t least, uint64_t most, struct simulate_setup *setup) {
    uint64_t jobs = cores_there();
    setup->seed = 1;
    int code = args_number(args, "games", least, most, &setup->games);
    if (code == EXIT_GO_ON) code = args_number(args, "seed", 0, UINT64_MAX, &setup->seed);
    if (code == EXIT_GO_ON) code = args_number(args, "jobs", 1, 1024, &jobs);
    setup->jobs = (unsigned)jobs;
    return code;
}

/* ---- the bots of the flags */
static int add_bots(const struct args *args, const char *list, unsigned *n, struct simulate_setup *setup) {
    while (*list) {
        char name[64];
        struct buf error;
        uint32_t effort = 0;
        size_t length = strcspn(list, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, list);
        list += length + (list[length] == ',');
        buf_init(&error);
        const struct bot *bot = bot_find_with(name, &effort, &error);
        int code = bot ? EXIT_GO_ON : args_wrong(args, "%s", error.data);
        buf_free(&error);
        if (!bot) return code;
        if (*n == MATCH_SEATS) return args_wrong(args, "at most %d bots can play", MATCH_SEATS);
        setup->efforts[*n] = effort;
        setup->bots[(*n)++] = bot;
    }
    return EXIT_GO_ON;
}

int runs_bots(const struct args *args, const char *usual, unsigned seats, struct simulate_setup *setup) {
    unsigned n = 0;
    int code = EXIT_GO_ON;
    for (size_t i = 0; i < args->given.n && code == EXIT_GO_ON; i++)
        if (strcmp(args->given.data[i].flag->name, "bot") == 0)
            code = add_bots(args, args->given.data[i].value, &n, setup);
    if (code == EXIT_GO_ON && n == 0) code = add_bots(args, usual, &n, setup);
    if (code != EXIT_GO_ON) return code;
    if (n != 1 && n != seats)
        return args_wrong(args, "%u bots are given for %u players; give one for all, or one for each", n, seats);
    for (unsigned seat = 1; seat < seats && n == 1; seat++)
        setup->bots[seat] = setup->bots[0], setup->efforts[seat] = setup->efforts[0];
    return EXIT_GO_ON;
}

int runs_load(const struct args *args, size_t word, const char *usual, struct loaded *loaded,
              struct simulate_setup *setup) {
    int code = load_game(args, args->words.data[word], loaded);
    if (code == EXIT_GO_ON) code = load_native(args, loaded->game);
    setup->game = loaded->game;
    return code == EXIT_GO_ON && usual ? runs_bots(args, usual, tn_game_seat_count(loaded->game), setup) : code;
}
