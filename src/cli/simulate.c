/* simulate.c: `terrane simulate`: many games between bots and what came of them. */
#include "lab/simulate.h"

#include "base/json.h"
#include "cli/census_text.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/ranks.h"
#include "cli/runs.h"
#include "cli/states.h"
#include "cli/verbs.h"
#include "cli/weights_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- text */
static void print_line(const char *who, const char *bot, const struct simulate_sums *s) {
    struct interval wins = statistics_share(simulate_wins(s->wins), s->games);
    struct interval score = statistics_mean(s->score, s->score_squares, s->games);
    printf("  %-8s %-10s %6.1f %%  %5.1f - %-5.1f  %8.2f  %.2f - %.2f  (%d to %d)\n", who, bot, 100 * wins.value,
           100 * wins.low, 100 * wins.high, score.value, score.low, score.high, (int)s->lowest, (int)s->highest);
}

static void print_text(const struct simulate_setup *setup, const struct simulate_result *r) {
    unsigned seats = tn_game_seat_count(setup->game);
    double finished = r->finished > 0 ? (double)r->finished : 1;
    printf("%s, %u players, seed %" PRIu64 ": %" PRIu64 " games%s in %.2f s, %.0f games a second\n",
           tn_game_title(setup->game), seats, setup->seed, r->played, r->stopped ? " (stopped)" : "", r->seconds,
           r->seconds > 0 ? (double)r->played / r->seconds : 0);
    printf("  finished %" PRIu64 ", of them ended by the limit %" PRIu64 "; faults %" PRIu64 "\n", r->finished,
           r->limited, r->faults);
    if (r->endless) printf("  stopped: %d games did not end; their seeds are below\n", SIMULATE_ENDLESS);
    if (r->has_decisions) printf("  a game has %.1f decisions", (double)r->decisions / finished);
    if (r->has_rounds)
        printf("%s %.1f rounds", r->has_decisions ? " and" : "  a game has", (double)r->rounds / finished);
    printf("%s\n  %-8s %-10s %8s  %13s  %8s  %s\n", r->has_decisions || r->has_rounds ? "\n" : "", "seat", "bot",
           "wins", "95 %", "score", "95 %  (range)");
    for (unsigned seat = 0; seat < seats && r->finished > 0; seat++)
        print_line(tn_game_seat_name(setup->game, seat), setup->rotate ? "(rotate)" : setup->bots[seat]->name,
                   &r->seats[seat]);
    for (unsigned e = 0; setup->rotate && e < seats && r->finished > 0; e++) {
        char who[16];
        snprintf(who, sizeof who, "bot %u", e + 1);
        print_line(who, setup->bots[e]->name, &r->entrants[e]);
    }
    for (unsigned i = 0; i < r->n_faults; i++)
        printf("  FAULT in game %" PRIu64 ", seed %" PRIu64 ": %s\n", r->first_faults[i].game, r->first_faults[i].seed,
               r->first_faults[i].text);
}

/* ---- JSON */
static void add_sums(struct json *j, const char *seat, const char *bot, const struct simulate_sums *s) {
    struct interval wins = statistics_share(simulate_wins(s->wins), s->games);
    struct interval score = statistics_mean(s->score, s->score_squares, s->games);
    json_object(j, NULL);
    if (seat) json_text(j, "seat", seat);
    json_text(j, "bot", bot);
    json_real(j, "win_rate", wins.value);
    json_real(j, "low", wins.low);
    json_real(j, "high", wins.high);
    json_real(j, "mean_score", score.value);
    json_real(j, "score_low", score.low);
    json_real(j, "score_high", score.high);
    json_integer(j, "lowest_score", s->lowest);
    json_integer(j, "highest_score", s->highest);
    json_close(j);
}

static void add_players(struct json *j, const struct simulate_setup *setup, const struct simulate_result *r) {
    unsigned seats = tn_game_seat_count(setup->game);
    json_array(j, "seats");
    for (unsigned seat = 0; seat < seats; seat++)
        add_sums(j, tn_game_seat_name(setup->game, seat), setup->rotate ? NULL : setup->bots[seat]->name,
                 &r->seats[seat]);
    json_close(j);
    if (setup->rotate) {
        json_array(j, "bots");
        for (unsigned e = 0; e < seats; e++)
            add_sums(j, NULL, setup->bots[e]->name, &r->entrants[e]);
        json_close(j);
    }
    json_array(j, "first_faults");
    for (unsigned i = 0; i < r->n_faults; i++) {
        json_object(j, NULL);
        json_unsigned(j, "game", r->first_faults[i].game);
        json_unsigned(j, "seed", r->first_faults[i].seed);
        json_text(j, "text", r->first_faults[i].text);
        json_close(j);
    }
    json_close(j);
}

static void add_mean(struct json *j, const char *key, bool known, double value) {
    if (known)
        json_real(j, key, value);
    else
        json_text(j, key, NULL);
}

static void print_json(const char *name, bool native, const struct simulate_setup *setup,
                       const struct simulate_result *r, const struct census *census) {
    struct json j;
    struct buf text;
    double finished = r->finished > 0 ? (double)r->finished : 1;
    json_init(&j, &text);
    json_object(&j, NULL);
    json_text(&j, "game", name);
    json_text(&j, "engine", native ? "native" : "interpreter");
    json_unsigned(&j, "seed", setup->seed);
    json_unsigned(&j, "jobs", setup->jobs);
    json_unsigned(&j, "games", r->played);
    json_unsigned(&j, "finished", r->finished);
    json_unsigned(&j, "limited", r->limited);
    json_unsigned(&j, "faults", r->faults);
    json_bool(&j, "stopped", r->stopped);
    json_unsigned(&j, "players", tn_game_seat_count(setup->game));
    json_real(&j, "seconds", r->seconds);
    json_real(&j, "games_per_second", r->seconds > 0 ? (double)r->played / r->seconds : 0);
    add_mean(&j, "decisions_per_game", r->has_decisions, (double)r->decisions / finished);
    add_mean(&j, "rounds_per_game", r->has_rounds, (double)r->rounds / finished);
    add_players(&j, setup, r);
    if (census) census_add(&j, census);
    json_close(&j);
    json_print(&j);
}

/* This rank's part of the games, and what all ranks found. TN_OK or TN_NOMEM; TN_FAULT: the others are out of reach. */
static tn_status run_part(const struct ranks *ranks, struct simulate_setup *setup, struct simulate_result *result) {
    struct simulate_result mine, *all = calloc(ranks->size, sizeof *all);
    setup->first = ranks->rank, setup->every = ranks->size;
    tn_status status = all ? simulate_run(setup, &mine) : TN_NOMEM;
    if (status == TN_OK && !ranks_gather(ranks, &mine, sizeof mine, all)) status = TN_FAULT;
    if (status == TN_OK) *result = all[0];
    for (unsigned r = 1; r < ranks->size && status == TN_OK; r++)
        simulate_add(result, &all[r]);
    free(all);
    return status;
}

static int simulate(const struct args *args, const struct loaded *loaded, struct simulate_setup *setup,
                    const struct ranks *ranks) {
    struct simulate_result result;
    struct census *census = args_has(args, "report") ? census_new(loaded->game) : NULL;
    struct bar bar;
    bar_init(&bar, args, setup);
    bar.shown = bar.shown && ranks->size == 1;
    if (census) setup->follow = &census_follow, setup->follow_user = census;
    interrupt_catch();
    tn_status status = args_has(args, "report") && !census ? TN_NOMEM : run_part(ranks, setup, &result);
    if (status != TN_OK || (census && census->out_of_memory)) {
        fprintf(stderr, "terrane simulate: %s\n",
                status == TN_FAULT ? "the other processes cannot be reached" : "out of memory");
        census_free(census);
        return EXIT_HOST;
    }
    bar_wipe(&bar);
    if (ranks->rank > 0) return EXIT_FINE; /* the first one speaks, and says how it ended */
    if (args_has(args, "json"))
        print_json(loaded->name.data, args_has(args, "native"), setup, &result, census);
    else
        print_text(setup, &result);
    if (census && !args_has(args, "json")) census_print(census);
    census_free(census);
    return result.faults > 0 ? EXIT_FAULT : EXIT_FINE;
}

/* ---- what the bots know: one file for all of them, or one for each */
static void free_weights(struct weights **weights) {
    for (unsigned i = 0; i < MATCH_SEATS; i++)
        weights_free(weights[i]);
}

static int load_all_weights(const struct args *args, const struct loaded *loaded, struct weights **weights,
                            unsigned *n) {
    int code = EXIT_GO_ON;
    for (size_t i = 0; i < args->given.n && code == EXIT_GO_ON; i++) {
        if (strcmp(args->given.data[i].flag->name, "weights") != 0) continue;
        if (*n == MATCH_SEATS) return args_wrong(args, "at most %d bots can play", MATCH_SEATS);
        code = load_weights(args, loaded, args->given.data[i].value, &weights[*n]);
        *n += code == EXIT_GO_ON;
    }
    return code;
}

static int give_weights(const struct args *args, const struct loaded *loaded, struct weights **weights,
                        struct simulate_setup *setup) {
    unsigned n = 0, seats = tn_game_seat_count(loaded->game);
    bool thinking = false;
    int code = load_all_weights(args, loaded, weights, &n);
    for (unsigned seat = 0; seat < seats; seat++)
        thinking |= setup->bots[seat]->thinks;
    if (code == EXIT_GO_ON && n == 0 && thinking) code = load_weights(args, loaded, NULL, &weights[0]);
    if (code == EXIT_GO_ON && n > 1 && n != seats)
        code = args_wrong(args, "%u files of weights are given for %u players; give one for all, or one for each", n,
                          seats);
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        setup->weights[seat] = n > 1 ? weights[seat] : weights[0];
    return code;
}

/* Mistakes in the position are found before a thousand games make them. */
static int try_position(const struct args *args, const struct position *position, const tn_game *game,
                        struct simulate_setup *setup) {
    struct match match;
    struct match_setup begin = {.from = position->text.data, .from_size = position->text.n, .new_chance = true};
    tn_status status = match_begin(&match, game, &begin);
    if (status == TN_BAD_STATE) fprintf(stderr, "terrane %s: %s:%s\n", args->verb->name, position->path, match.wrong);
    if (status == TN_NOMEM) fprintf(stderr, "terrane %s: out of memory\n", args->verb->name);
    match_free(&match);
    setup->from = position->text.data;
    setup->from_size = position->text.n;
    return status == TN_BAD_STATE ? EXIT_NO : status == TN_NOMEM ? EXIT_HOST : EXIT_GO_ON;
}

static int run(const struct args *args) {
    struct loaded loaded = {0};
    struct position position = {0};
    struct weights *weights[MATCH_SEATS] = {NULL};
    struct ranks ranks;
    struct simulate_setup setup = {.games = 1000, .menus = args_has(args, "menus"), .rotate = args_has(args, "rotate")};
    int code = runs_numbers(args, 1, UINT64_MAX, &setup);
    if (code == EXIT_GO_ON) code = position_load(args, &position);
    if (code == EXIT_GO_ON) code = load_game_like(args, args->words.data[0], &position.config, &loaded);
    if (code == EXIT_GO_ON) code = load_native(args, loaded.game);
    if (code == EXIT_GO_ON && position.path) code = try_position(args, &position, loaded.game, &setup);
    if (code == EXIT_GO_ON) {
        setup.game = loaded.game;
        code = runs_bots(args, "random", tn_game_seat_count(loaded.game), &setup);
    }
    if (code == EXIT_GO_ON) code = give_weights(args, &loaded, weights, &setup);
    if (code == EXIT_GO_ON) code = ranks_join("simulate", &ranks);
    if (code == EXIT_GO_ON) {
        if (ranks.size > 1 && !args_has(args, "jobs")) setup.jobs = 1;
        code = ranks.size > 1 && args_has(args, "report")
                   ? args_wrong(args, "--report counts in one process: not with mpirun")
                   : simulate(args, &loaded, &setup, &ranks);
        if (code != EXIT_HOST) ranks_leave(&ranks); /* else mpirun ends the others, who wait for this one */
    }
    free_weights(weights);
    position_free(&position);
    loaded_free(&loaded);
    return code;
}

static const struct flag flags[] = {
    LOAD_FLAGS,
    {"games", "N", "how many games (1000)", false},
    BOT_FLAG("random"),
    {"weights", "FILE", "weights for the bots: once for all, or once for each (NAME.weights beside the game)", true},
    {"menus", NULL, "random bots draw from whole menus: slower, counts decisions, and play repeats the games", false},
    {"rotate", NULL, "the bots change seats after each game", false},
    {"report", NULL, "also lengths, sources of points, and how often each card was offered, played and won", false},
    RUN_FLAGS,
    NATIVE_FLAG,
    {"json", NULL, "one object", false},
    FROM_FLAG,
};

const struct verb verb_simulate = {
    .name = "simulate",
    .words = "GAME",
    .summary = "Lets bots play many games and prints the results.",
    .details = "Intervals are 95 %. A win shared by two counts a half. Questions with one legal answer are\n"
               "answered automatically and do not count as decisions. Ctrl-C stops and prints the results so far;\n"
               "so do three games that do not end.\n"
               "Where all bots are random, and without --report, games are played out without making menus: every\n"
               "legal answer is as likely as with them, but a seed gives another game, and decisions are not counted.\n"
               "With --from every game starts from that position, and the seed decides all chance from there on.\n"
               "docs/bots.md explains the columns of --report.\n"
               "Under mpirun each process plays a part of the games, on one thread unless --jobs says otherwise; the\n"
               "result is the same for any number of them.\n"
               "A fault names its seed; with --menus terrane play GAME --seat A=random --seat B=random --seed S\n"
               "repeats it.\n\n"
               "Examples:\n"
               "  terrane simulate NAME --games 10000 --jobs 2\n"
               "  mpirun -n 8 terrane simulate NAME --games 100000\n"
               "  terrane simulate NAME --bot greedy,random --rotate\n"
               "  terrane simulate NAME --bot greedy --rotate --weights new.weights --weights old.weights\n"
               "  terrane simulate NAME --bot greedy --report      # is a card too strong, or never played?\n"
               "  terrane simulate NAME --players 3 --bot random --seed 7 --json\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 1,
    .run = run,
};
