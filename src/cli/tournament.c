/* tournament.c: `terrane tournament`: which bots play a game how well. */
#include "lab/tournament.h"

#include "base/json.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/runs.h"
#include "cli/verbs.h"
#include "cli/weights_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 40 };

struct entry {
    char names[TOURNAMENT_BOTS][NAME]; /* as given: "search:500" */
    struct bar bar;
    char pair[2 * NAME + 10];
};

/* ---- the bots */
static int read_bots(const struct args *args, struct tournament_setup *setup, struct entry *entry) {
    const char *list = args_has(args, "bots") ? args_value(args, "bots") : "easy,medium,hard";
    int code = EXIT_GO_ON;
    while (*list && code == EXIT_GO_ON) {
        struct buf error;
        size_t length = strcspn(list, ",");
        if (setup->n == TOURNAMENT_BOTS) return args_wrong(args, "at most %d bots can take part", TOURNAMENT_BOTS);
        char *name = entry->names[setup->n];
        snprintf(name, NAME, "%.*s", (int)length, list);
        list += length + (list[length] == ',');
        for (unsigned i = 0; i < setup->n; i++)
            if (strcmp(entry->names[i], name) == 0) return args_wrong(args, "\"%s\" is named twice", name);
        buf_init(&error);
        setup->bots[setup->n] = bot_find_with(name, &setup->efforts[setup->n], &error);
        if (!setup->bots[setup->n++]) code = args_wrong(args, "%s", error.data);
        buf_free(&error);
    }
    return code == EXIT_GO_ON && setup->n < 2 ? args_wrong(args, "a tournament needs two bots or more") : code;
}

static void begins(void *user, unsigned a, unsigned b) {
    struct entry *entry = user;
    snprintf(entry->pair, sizeof entry->pair, "%s - %s", entry->names[a], entry->names[b]);
    bar_wipe(&entry->bar);
    entry->bar.what = entry->pair;
}

/* ---- what came of it */
static void sort_by_rating(const struct interval *ratings, unsigned n, unsigned *order) {
    for (unsigned i = 0; i < n; i++) {
        unsigned at = i;
        for (; at > 0 && ratings[order[at - 1]].value < ratings[i].value; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void sums_of(const struct tournament_table *t, unsigned i, double *wins, uint64_t *games) {
    *wins = 0;
    *games = 0;
    for (unsigned j = 0; j < t->n; j++) {
        *wins += t->wins[i][j];
        *games += t->games[i][j];
    }
}

static void print_text(const struct tournament_setup *s, const struct entry *entry, const struct tournament_table *t,
                       const struct interval *ratings, const unsigned *order, bool stopped) {
    printf("%s, %u players, %" PRIu64 " games of each pair, seed %" PRIu64 "%s\n\n", tn_game_title(s->run.game),
           tn_game_seat_count(s->run.game), s->run.games, s->run.seed, stopped ? " (stopped)" : "");
    printf("  %-14s %6s  %-16s %6s %8s", "bot", "rating", "95 %", "games", "wins");
    for (unsigned k = 0; k < t->n; k++)
        printf("  %12.12s", entry->names[order[k]]);
    printf("\n");
    for (unsigned k = 0; k < t->n; k++) {
        unsigned i = order[k];
        double wins;
        uint64_t games;
        char between[40];
        sums_of(t, i, &wins, &games);
        snprintf(between, sizeof between, "%+.0f to %+.0f", ratings[i].low, ratings[i].high);
        printf("  %-14s %+6.0f  %-16s %6" PRIu64 " %6.1f %%", entry->names[i], ratings[i].value, between, games,
               games ? 100 * wins / (double)games : 0);
        for (unsigned l = 0; l < t->n; l++) {
            unsigned j = order[l];
            if (t->games[i][j])
                printf("  %10.1f %%", 100 * t->wins[i][j] / (double)t->games[i][j]);
            else
                printf("  %12s", "-");
        }
        printf("\n");
    }
    printf("\nThe columns on the right: wins against that bot. 100 points of rating are odds of 16 to 9.\n");
}

static void print_json(const struct tournament_setup *s, const struct entry *entry, const struct tournament_table *t,
                       const struct interval *ratings, const unsigned *order, bool stopped) {
    struct json j;
    struct buf text;
    json_init(&j, &text);
    json_object(&j, NULL);
    json_text(&j, "game", tn_game_title(s->run.game));
    json_unsigned(&j, "players", tn_game_seat_count(s->run.game));
    json_unsigned(&j, "seed", s->run.seed);
    json_bool(&j, "stopped", stopped);
    json_array(&j, "bots");
    for (unsigned k = 0; k < t->n; k++) {
        unsigned i = order[k];
        json_object(&j, NULL);
        json_text(&j, "bot", entry->names[i]);
        json_real(&j, "rating", ratings[i].value);
        json_real(&j, "low", ratings[i].low);
        json_real(&j, "high", ratings[i].high);
        json_object(&j, "against");
        for (unsigned l = 0; l < t->n; l++) {
            if (order[l] == i) continue;
            json_object(&j, entry->names[order[l]]);
            json_unsigned(&j, "games", t->games[i][order[l]]);
            json_real(&j, "wins", t->wins[i][order[l]]);
            json_close(&j);
        }
        json_close(&j);
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
    json_print(&j);
}

static int play(const struct args *args, struct tournament_setup *setup, struct entry *entry) {
    struct tournament_table table;
    struct interval ratings[TOURNAMENT_BOTS];
    unsigned order[TOURNAMENT_BOTS];
    bool stopped;
    bar_init(&entry->bar, args, &setup->run);
    setup->begins = begins;
    setup->user = entry;
    interrupt_catch();
    tn_status status = tournament_run(setup, &table, &stopped);
    bar_wipe(&entry->bar);
    if (status == TN_NOMEM) return fprintf(stderr, "terrane tournament: out of memory\n"), EXIT_HOST;
    tournament_ratings(&table, ratings);
    sort_by_rating(ratings, table.n, order);
    if (args_has(args, "json"))
        print_json(setup, entry, &table, ratings, order, stopped);
    else
        print_text(setup, entry, &table, ratings, order, stopped);
    if (status == TN_FAULT)
        fprintf(stderr, "terrane tournament: a game stopped with a fault; terrane simulate tells which\n");
    return status == TN_FAULT ? EXIT_FAULT : EXIT_FINE;
}

static int run(const struct args *args) {
    struct loaded loaded = {0};
    struct entry entry = {0};
    struct weights *weights = NULL;
    struct tournament_setup setup = {.run = {.games = 40}};
    int code = runs_numbers(args, 1, 1000000, &setup.run);
    if (code == EXIT_GO_ON) code = read_bots(args, &setup, &entry);
    if (code == EXIT_GO_ON) code = runs_load(args, 0, NULL, &loaded, &setup.run);
    if (code == EXIT_GO_ON && tn_game_seat_count(loaded.game) < 2)
        code = args_wrong(args, "bots play against one another: at least 2 players are needed");
    if (code == EXIT_GO_ON) code = load_weights(args, &loaded, args_value(args, "weights"), &weights);
    setup.weights = weights;
    if (code == EXIT_GO_ON) code = play(args, &setup, &entry);
    weights_free(weights);
    loaded_free(&loaded);
    return code;
}

static const struct flag flags[] = {
    LOAD_FLAGS,
    {"bots", "LIST", "who takes part, with commas between (easy,medium,hard)", false},
    {"games", "N", "games of each pair (40)", false},
    {"weights", "FILE", "weights for the bots (NAME.weights beside the game)", false},
    RUN_FLAGS,
    NATIVE_FLAG,
    {"json", NULL, "one object", false},
};

const struct verb verb_tournament = {
    .name = "tournament",
    .words = "GAME",
    .summary = "Lets bots play each other and prints how strong they are.",
    .details = "Every pair plays the same number of games and changes seats after each. Ratings are Elo's, their mean\n"
               "is 0; intervals are 95 %. Ctrl-C stops and prints the results so far.\n\n"
               "Examples:\n"
               "  terrane tournament NAME --native\n"
               "  terrane tournament NAME --bots random,greedy,search:200,search:2000 --games 100\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 1,
    .run = run,
};
