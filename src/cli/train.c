/* train.c: `terrane train`: bots play among themselves and learn what a player's numbers are worth. */
#include "lab/train.h"

#include "base/file.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/verbs.h"
#include "cli/weights_file.h"
#include "play/catalogue.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct report {
    bool shown; /* stderr is a terminal */
    double begun;
};

static void wipe(const struct report *report) {
    if (report->shown) fprintf(stderr, "\r\x1b[K");
}

static bool progress(void *user, const char *what, bool contest, uint64_t done, uint64_t games) {
    const struct report *report = user;
    if (report->shown) {
        fprintf(stderr, "\r\x1b[K  %s, %s: %" PRIu64 " of %" PRIu64 " games ", what, contest ? "contest" : "play", done,
                games);
        fflush(stderr);
    }
    return !interrupted();
}

static void told(void *user, const char *what, const struct simulate_sums *contest, enum train_verdict verdict) {
    static const char *const words[] = {
        [TRAIN_DROPPED] = "dropped", [TRAIN_AGAIN] = "once more", [TRAIN_KEPT] = "kept"};
    const struct report *report = user;
    struct interval wins = statistics_share(simulate_wins(contest->wins), contest->games);
    wipe(report);
    fprintf(stderr, "  %s: wins %.1f %% (%.1f - %.1f) of %" PRIu64 " games against the weights before: %s\n", what,
            100 * wins.value, 100 * wins.low, 100 * wins.high, contest->games, words[verdict]);
}

/* ---- where it goes */
static int host_problem(const char *path, const char *what) {
    fprintf(stderr, "terrane train: %s: %s\n", path, what);
    return EXIT_HOST;
}

/* Better now than after all the games. */
static int check_place(const char *path) {
    struct buf folder;
    const char *slash = strrchr(path, '/');
    int code = EXIT_GO_ON;
    buf_init(&folder);
    if (slash) buf_put(&folder, path, (size_t)(slash - path) + 1);
    if (access(path, F_OK) == 0 ? access(path, W_OK) != 0 : access(slash ? folder.data : ".", W_OK) != 0)
        code = host_problem(path, strerror(errno));
    buf_free(&folder);
    return code;
}

static void describe(const struct loaded *loaded, const struct train_setup *setup, struct buf *out) {
    buf_printf(
        out,
        "# %s: what the numbers of a player are worth to bots, in points while the whole game is still to come.\n"
        "# A length is how often that period begins in a game. Lines may be changed or deleted.\n"
        "# Learnt in games of %u players: terrane train %s --games %" PRIu64 " --seed %" PRIu64 "%s\n",
        tn_game_title(loaded->game), tn_game_seat_count(loaded->game), loaded->name.data, setup->games, setup->seed,
        setup->known ? ", going on from weights there were" : "");
}

static int save(const struct loaded *loaded, const struct train_setup *setup, const struct weights *weights,
                const char *path) {
    struct buf text;
    buf_init(&text);
    describe(loaded, setup, &text);
    weights_write(weights, &text);
    enum file_status status = text.failed ? FILE_NO_MEMORY : file_write(path, text.data, text.n);
    buf_free(&text);
    if (status != FILE_OK) return host_problem(path, file_status_text(status));
    printf("%s: %zu weights\n", path, weights->entries.n);
    return EXIT_FINE;
}

static int refuse(const char *what, int code) {
    fprintf(stderr, "terrane train: %s\n", what);
    return code;
}

static int train(const struct loaded *loaded, struct train_setup *setup, const char *path) {
    struct report report = {isatty(STDERR_FILENO), 0};
    struct weights *weights;
    setup->progress = progress;
    setup->told = told;
    setup->user = &report;
    interrupt_catch();
    enum train_status status = train_run(setup, &weights);
    wipe(&report);
    int code = EXIT_FINE;
    switch (status) {
    case TRAIN_DONE: code = save(loaded, setup, weights, path); break;
    case TRAIN_STOPPED: code = refuse("stopped; nothing is written", EXIT_NO); break;
    case TRAIN_NO_MEMORY: code = refuse("out of memory", EXIT_HOST); break;
    case TRAIN_NO_SCORE: code = refuse("the game has no score, so there is nothing to weigh", EXIT_NO); break;
    case TRAIN_NO_NUMBERS: code = refuse("players of this game have no numbers that could be weighed", EXIT_NO); break;
    case TRAIN_FAULT: code = refuse("a game stopped with a fault; terrane simulate tells which", EXIT_FAULT); break;
    }
    weights_free(weights);
    return code;
}

static int run(const struct args *args) {
    struct loaded loaded = {0};
    struct buf path;
    struct weights *known = NULL;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct train_setup setup = {.games = 100, .seed = 1};
    uint64_t jobs = cores > 0 ? (uint64_t)cores : 1;
    buf_init(&path);
    int code = args_number(args, "games", 1, 100000, &setup.games);
    if (code == EXIT_GO_ON) code = args_number(args, "seed", 0, UINT64_MAX, &setup.seed);
    if (code == EXIT_GO_ON) code = args_number(args, "jobs", 1, 1024, &jobs);
    if (code == EXIT_GO_ON) code = load_game(args, args->words.data[0], &loaded);
    if (code == EXIT_GO_ON && tn_game_seat_count(loaded.game) < 2)
        code = args_wrong(args, "bots learn by playing against one another: at least 2 players are needed");
    if (code == EXIT_GO_ON) code = load_native(args, loaded.game);
    if (code == EXIT_GO_ON) {
        setup.game = loaded.game;
        setup.jobs = (unsigned)jobs;
        if (args_has(args, "output"))
            buf_puts(&path, args_value(args, "output"));
        else
            catalogue_beside(loaded.path.data, "weights", &path);
        code = check_place(path.data);
    }
    if (code == EXIT_GO_ON && args_has(args, "weights")) {
        code = load_weights(args, &loaded, args_value(args, "weights"), &known);
        setup.known = known;
    }
    if (code == EXIT_GO_ON) code = train(&loaded, &setup, path.data);
    weights_free(known);
    buf_free(&path);
    loaded_free(&loaded);
    return code;
}

static const struct flag flags[] = {
    LOAD_FLAGS,
    {"games", "N", "games per lesson (100)", false},
    {"seed", "N", "seed from which the seeds of the games are made (1)", false},
    {"jobs", "N", "threads (all cores); the result does not depend on it", false},
    NATIVE_FLAG,
    {"weights", "FILE", "start from these weights instead of random games", false},
    {"output", "FILE", "write the weights there (NAME.weights beside the game)", false},
};

const struct verb verb_train = {
    .name = "train",
    .words = "GAME",
    .summary = "Lets bots play each other to learn weights: what a player's numbers are worth.",
    .details = "The first lesson uses random games, the others games of the bot greedy with the weights so far.\n"
               "A lesson is kept if the bot with it wins more than its share against the bot without it. After a\n"
               "change of the rules, --weights starts from the weights known before. The file is text, one line\n"
               "per number, and may be edited; bots read it when they play. Ctrl-C stops, and\n"
               "nothing is written.\n\n"
               "Examples:\n"
               "  terrane train NAME --native\n"
               "  terrane train NAME --games 400 --seed 7 --output mine.weights\n"
               "  terrane train NAME --weights mine.weights --output better.weights\n"
               "  terrane simulate NAME --bot greedy,random --rotate --weights mine.weights\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 1,
    .run = run,
};
