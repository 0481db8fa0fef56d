/* train.c: `terrane train`: bots play among themselves and learn what a player's numbers are worth. */
#include "lab/train.h"

#include "base/file.h"
#include "cli/cores.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/ranks.h"
#include "cli/verbs.h"
#include "cli/weights_file.h"
#include "play/catalogue.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct report {
    bool shown;            /* stderr is a terminal */
    struct timespec begun; /* when the first round began */
    bool running;
    const struct args *args;
    const struct loaded *loaded;
    const struct train_setup *setup;
    const char *path;
    bool written;
    int code; /* of writing what was kept */
};

/* Besides games, rounds and seed what the result depends on. */
static const char *const repeated[] = {"players", "option", "compare", "aim"};

static void wipe(const struct report *report) {
    if (report->shown) fprintf(stderr, "\r\x1b[K");
}

static double seconds_since(const struct timespec *begun) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begun->tv_sec) + 1e-9 * (double)(now.tv_nsec - begun->tv_nsec);
}

static void put_left(struct report *report, const struct train_progress *p) {
    if (p->all_done == 0) return;
    if (!report->running) clock_gettime(CLOCK_MONOTONIC, &report->begun);
    report->running = true;
    double left = seconds_since(&report->begun) / (double)p->all_done * (double)(p->all_games - p->all_done);
    if (left >= 90)
        fprintf(stderr, ", about %.0f minutes left", left / 60);
    else
        fprintf(stderr, ", about %.0f seconds left", left);
}

static bool progress(void *user, const struct train_progress *p) {
    struct report *report = user;
    if (report->shown) {
        fprintf(stderr, "\r\x1b[K  %s: %" PRIu64 " of %" PRIu64 " games", p->what, p->done, p->games);
        put_left(report, p);
        fflush(stderr);
    }
    return !interrupted() && report->code == EXIT_FINE;
}

static void told(void *user, const char *what, const struct simulate_sums *contest, bool kept) {
    const struct report *report = user;
    struct interval wins = statistics_share(simulate_wins(contest->wins), contest->games);
    wipe(report);
    fprintf(stderr, "  %s: wins %.1f %% (%.1f - %.1f) of %" PRIu64 " games, score %.1f: %s\n", what, 100 * wins.value,
            100 * wins.low, 100 * wins.high, contest->games,
            (double)contest->score / (double)(contest->games + !contest->games), kept ? "kept" : "not kept");
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

/* A flag as a shell reads it. */
static void put_flag(const char *flag, const char *value, struct buf *out) {
    const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789=._-+,";
    bool quoted = value && value[strspn(value, plain)];
    buf_printf(out, " --%s", flag);
    if (value) buf_printf(out, quoted ? " '%s'" : " %s", value);
}

/* The flags that make the same file again. */
static void put_command(const struct args *args, const struct loaded *loaded, const struct train_setup *setup,
                        struct buf *out) {
    buf_printf(out, "# terrane train %s --games %" PRIu64 " --rounds %u --seed %" PRIu64, loaded->name.data,
               setup->games, setup->rounds, setup->seed);
    for (size_t i = 0; i < args->given.n; i++) {
        const struct given_flag *given = &args->given.data[i];
        for (size_t k = 0; k < sizeof repeated / sizeof repeated[0]; k++)
            if (strcmp(given->flag->name, repeated[k]) == 0) put_flag(repeated[k], given->value, out);
    }
    buf_puts(out, setup->known ? ", going on from weights there were\n" : "\n");
}

static void describe(const struct args *args, const struct loaded *loaded, const struct train_setup *setup,
                     struct buf *out) {
    buf_printf(
        out,
        "# %s: what features are worth to bots, in points: at the end, and besides while the whole game is to come.\n"
        "# length, left: how many periods a game has, and how many are left by what lies on the table.\n"
        "# Lines may be changed or deleted. Learnt in games of %u player%s:\n",
        tn_game_title(loaded->game), tn_game_seat_count(loaded->game), tn_game_seat_count(loaded->game) > 1 ? "s" : "");
    put_command(args, loaded, setup, out);
}

/* Whole or not at all: another file takes the place of the old one. */
static void save(void *user, const struct weights *weights) {
    struct report *report = user;
    struct buf text;
    buf_init(&text);
    describe(report->args, report->loaded, report->setup, &text);
    weights_write(weights, &text);
    enum file_status status = text.failed ? FILE_NO_MEMORY : file_write(report->path, text.data, text.n);
    buf_free(&text);
    report->written = status == FILE_OK;
    if (status != FILE_OK) report->code = host_problem(report->path, file_status_text(status));
}

static int refuse(const char *what, int code) {
    fprintf(stderr, "terrane train: %s\n", what);
    return code;
}

static bool gather(void *user, const void *mine, size_t n, void *all) {
    return ranks_gather(user, mine, n, all);
}

/* All ranks learn the same, and the first one speaks and writes. */
static int train(const struct args *args, const struct loaded *loaded, struct train_setup *setup, const char *path,
                 struct ranks *ranks) {
    struct report report = {.loaded = loaded, .setup = setup, .path = path, .args = args, .code = EXIT_FINE};
    struct processes all = {ranks->rank, ranks->size, gather, ranks};
    struct weights *weights;
    report.shown = isatty(STDERR_FILENO) && ranks->size == 1;
    if (ranks->size > 1) setup->processes = &all;
    setup->progress = progress;
    if (ranks->rank == 0) setup->told = told;
    if (ranks->rank == 0) setup->keep = save;
    setup->user = &report;
    interrupt_catch();
    enum train_status status = train_run(setup, &weights);
    wipe(&report);
    int code = report.code;
    if (ranks->rank > 0) { /* whatever it is, the first one tells it */
        weights_free(weights);
        return status == TRAIN_NO_MEMORY || status == TRAIN_APART ? EXIT_HOST : EXIT_FINE;
    }
    switch (status) {
    case TRAIN_DONE: break;
    case TRAIN_STOPPED:
        if (code == EXIT_FINE)
            code = refuse(report.written ? "stopped; what was kept so far is written, --weights goes on from it"
                                         : "stopped; nothing was kept so far, nothing is written",
                          EXIT_NO);
        break;
    case TRAIN_NO_MEMORY: code = refuse("out of memory", EXIT_HOST); break;
    case TRAIN_NO_SCORE: code = refuse("the game has no score, so there is nothing to weigh", EXIT_NO); break;
    case TRAIN_FAULT: code = refuse("a game stopped with a fault; terrane simulate tells which", EXIT_FAULT); break;
    case TRAIN_APART: code = refuse("the other processes are out of reach", EXIT_HOST); break;
    }
    if (status == TRAIN_DONE && code == EXIT_FINE) {
        if (weights_count(weights) == 0) save(&report, weights); /* nothing was better than no weights at all */
        code = report.code;
        if (code == EXIT_FINE) printf("%s: %zu weights\n", path, weights_count(weights));
    }
    weights_free(weights);
    return code;
}

static int refuse_aim(const char *aim, const char *why) {
    fprintf(stderr, "terrane train: --aim %s: %s\n", aim, why);
    return EXIT_USAGE;
}

/* One --aim FEATURE=POINTS into *aims. */
static int read_aim(const tn_game *game, const char *aim, struct weights *aims) {
    const char *sign = strrchr(aim, '=');
    struct buf line, why;
    if (!sign) return refuse_aim(aim, "expected FEATURE=POINTS");
    if (tn_game_seat_count(game) > 1) return refuse_aim(aim, "aims are for one player alone");
    buf_init(&line);
    buf_init(&why);
    buf_printf(&line, "aim %.*s %s\n", (int)(sign - aim), aim, sign + 1);
    struct weights *one = weights_new(game, line.data, line.n, &why, &why);
    for (size_t i = 0; one && i < one->n; i++)
        if (one->aim[i] != 0) aims->aim[i] = one->aim[i];
    weights_free(one);
    int code = why.n > 0 ? refuse_aim(aim, why.data) : EXIT_GO_ON;
    buf_free(&line);
    buf_free(&why);
    return code;
}

/* All of them; *out is the caller's, NULL without any. */
static int read_aims(const struct args *args, const struct loaded *loaded, struct weights **out) {
    struct buf nothing;
    int code = EXIT_GO_ON;
    if (!args_has(args, "aim")) return code;
    buf_init(&nothing);
    *out = weights_new(loaded->game, NULL, 0, &nothing, &nothing);
    buf_free(&nothing);
    if (!*out) return refuse("out of memory", EXIT_HOST);
    memset((*out)->aim, 0, (*out)->n * sizeof *(*out)->aim); /* those of the rules */
    for (size_t i = 0; i < args->given.n && code == EXIT_GO_ON; i++)
        if (strcmp(args->given.data[i].flag->name, "aim") == 0)
            code = read_aim(loaded->game, args->given.data[i].value, *out);
    return code;
}

static int run(const struct args *args) {
    struct loaded loaded = {0};
    struct buf path;
    struct weights *known = NULL, *aims = NULL;
    struct train_setup setup = {.games = 200, .seed = 1};
    struct ranks ranks;
    uint64_t rounds = TRAIN_ROUNDS;
    uint64_t jobs = cores_there();
    buf_init(&path);
    int code = args_number(args, "games", 1, 100000, &setup.games);
    if (code == EXIT_GO_ON) code = args_number(args, "rounds", 1, 1000, &rounds);
    if (code == EXIT_GO_ON) code = args_number(args, "seed", 0, UINT64_MAX, &setup.seed);
    if (code == EXIT_GO_ON) code = args_number(args, "jobs", 1, 1024, &jobs);
    if (code == EXIT_GO_ON) code = load_game(args, args->words.data[0], &loaded);
    if (code == EXIT_GO_ON) code = load_native(args, loaded.game);
    if (code == EXIT_GO_ON) {
        setup.game = loaded.game;
        setup.jobs = (unsigned)jobs;
        setup.rounds = (unsigned)rounds;
        if (args_has(args, "output"))
            buf_puts(&path, args_value(args, "output"));
        else
            weights_path(&loaded, true, &path);
    }
    if (code == EXIT_GO_ON) code = read_aims(args, &loaded, &aims);
    setup.aims = aims;
    setup.compare = args_has(args, "compare");
    if (code == EXIT_GO_ON && args_has(args, "weights")) {
        code = load_weights(args, &loaded, args_value(args, "weights"), &known);
        setup.known = known;
    }
    if (code == EXIT_GO_ON) code = ranks_join("train", &ranks);
    if (code == EXIT_GO_ON) {
        if (ranks.size > 1 && !args_has(args, "jobs")) setup.jobs = 1;
        if (ranks.rank == 0) code = check_place(path.data);
        if (code == EXIT_GO_ON) code = train(args, &loaded, &setup, path.data, &ranks);
        if (code != EXIT_HOST) ranks_leave(&ranks); /* else mpirun ends the others, who wait for this one */
    }
    weights_free(known);
    weights_free(aims);
    buf_free(&path);
    loaded_free(&loaded);
    return code;
}

static const struct flag flags[] = {
    LOAD_FLAGS,
    {"games", "N", "games of a round (200); a contest has as many", false},
    {"rounds", "N", "rounds of games against itself (12)", false},
    {"seed", "N", "seed from which the seeds of the games are made (1)", false},
    {"jobs", "N", "threads (all cores); the result does not depend on it", false},
    NATIVE_FLAG,
    {"weights", "FILE", "start from these weights instead of random games", false},
    {"compare", NULL, "rounds of comparisons: several ends of a decision are played on (alone always)", false},
    {"aim", "FEATURE=POINTS",
     "alone: what a whole of a feature of the table is worth (60 each of what wins by the rules)", true},
    {"output", "FILE", "write the weights there (beside the game: NAME.weights, alone NAME.1.weights)", false},
};

const struct verb verb_train = {
    .name = "train",
    .words = "GAME",
    .summary = "Lets bots play each other to learn weights: what is worth how much in a game.",
    .details = "Bots play at random first, then in rounds with the weights learnt so far. What a round has learnt is\n"
               "kept, and written at once, if the bot with it wins more than its share against the bot without it.\n"
               "Ctrl-C stops and loses nothing that was kept. --weights goes on from a file: after a stop, or after a\n"
               "change of the rules. The file is text and may be edited; bots read it when they play.\n\n"
               "Examples:\n"
               "  terrane train NAME --native\n"
               "  terrane train NAME --games 400 --seed 7 --output mine.weights\n"
               "  terrane train NAME --players 1 --aim table.TRACK=60\n"
               "  terrane train NAME --weights mine.weights --output better.weights\n"
               "  mpirun -n 8 terrane train NAME\n"
               "  terrane simulate NAME --bot greedy,random --rotate --weights mine.weights\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 1,
    .run = run,
};
