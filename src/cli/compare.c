/* compare.c: `terrane compare`: what a change of a definition does to its games. */
#include "lab/compare.h"

#include "base/file.h"
#include "base/json.h"
#include "cli/compare_words.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/runs.h"
#include "cli/verbs.h"
#include "cli/weights_file.h"
#include "lab/findings.h"
#include "play/catalogue.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { USUAL_GAMES = 200, USUAL_SECONDS = 100, MOST_GAMES = 10000000 };

/* ---- text */
static double scale(const struct compare_figure *f) {
    return f->share ? 100 : 1;
}

static void print_figure(const char *name, const struct compare_figure *f) {
    double k = scale(f);
    const char *unit = f->share ? " %" : "";
    printf("  %-32s %8.2f%-2s %8.2f%-2s %+9.2f   %+.2f to %+.2f", name, k * f->before, unit, k * f->after, unit,
           k * f->change.value, k * f->change.low, k * f->change.high);
    if (f->clear)
        printf("   clear\n");
    else if (f->more >= 1)
        printf("   open: %.0f more games if it is so large\n", ceil(f->more));
    else
        printf("   the same\n");
}

static void print_head(const char *what) {
    printf("\n  %-32s %10s %10s %9s   %s\n", what, "old", "new", "change", "95 %");
}

static void print_names(const struct compare *c, bool gone) {
    size_t n = 0;
    for (size_t i = 0; i < c->cards.n; i++) {
        const struct compare_card *card = &c->cards.data[i];
        if (gone ? card->after : card->before) continue;
        printf("%s%s", n++ ? ", " : gone ? "\n  only in the old one: " : "\n  only in the new one: ", card->name);
    }
    if (n) printf("\n");
}

/* Those that changed clearly; of the others how many there are. */
static void print_cards(const struct compare *c) {
    size_t same = 0, shown = 0;
    for (size_t i = 0; i < c->cards.n; i++) {
        const struct compare_card *card = &c->cards.data[i];
        char name[COMPARE_NAME];
        same += card->before && card->after && !card->had.clear && !card->wins.clear;
        if (!card->had.clear && !card->wins.clear) continue;
        if (shown++ == 0) print_head("card");
        snprintf(name, sizeof name, "%s, in games", card->name);
        if (card->had.clear) print_figure(name, &card->had);
        snprintf(name, sizeof name, "%s, wins with", card->name);
        if (card->wins.clear) print_figure(name, &card->wins);
    }
    if (same) printf("\n  %zu cards are in both and did not change clearly.\n", same);
    print_names(c, false);
    print_names(c, true);
}

static void print_text(const struct compare *c, const struct loaded *sides, const struct simulate_setup *setup) {
    printf("%s, %u players, %s: %" PRIu64 " pairs of games from seed %" PRIu64 " in %.0f s%s\n",
           tn_game_title(sides[1].game), tn_game_seat_count(sides[1].game), setup->bots[0]->name, c->pairs, setup->seed,
           c->seconds, c->stopped ? " (stopped)" : "");
    printf("  old: %s\n  new: %s\n", sides[0].name.data, sides[1].name.data);
    print_head("figure of a game");
    for (size_t i = 0; i < c->figures.n; i++)
        print_figure(c->figures.data[i].name, &c->figures.data[i]);
    print_cards(c);
    compare_words(c, sides[1].game);
}

/* ---- JSON */
static void print_json(const struct compare *c, const struct loaded *sides, const struct simulate_setup *setup) {
    struct json j;
    struct buf text;
    json_init(&j, &text);
    json_object(&j, NULL);
    json_text(&j, "bot", setup->bots[0]->name);
    json_text(&j, "old", sides[0].name.data);
    json_text(&j, "new", sides[1].name.data);
    json_unsigned(&j, "players", tn_game_seat_count(sides[1].game));
    json_unsigned(&j, "seed", setup->seed);
    json_unsigned(&j, "pairs", c->pairs);
    json_bool(&j, "stopped", c->stopped);
    json_real(&j, "seconds", c->seconds);
    json_unsigned(&j, "clear", compare_clear(c));
    json_array(&j, "figures");
    for (size_t i = 0; i < c->figures.n; i++)
        findings_put_figure(&j, NULL, &c->figures.data[i]);
    json_close(&j);
    json_array(&j, "cards");
    for (size_t i = 0; i < c->cards.n; i++)
        findings_put_card(&j, &c->cards.data[i]);
    json_close(&j);
    json_close(&j);
    json_print(&j);
}

/* ---- both sides */
/* The bots of both sides know the same: what the flag says, what lies beside the new definition, or beside the old. */
static int give_weights(const struct args *args, const struct loaded *sides, struct weights **weights) {
    struct buf beside;
    buf_init(&beside);
    const char *path = args_value(args, "weights");
    for (int i = 1; i >= 0 && !path; i--) {
        buf_clear(&beside);
        catalogue_weights(sides[i].path.data, tn_game_seat_count(sides[i].game), &beside);
        if (file_is_plain(beside.data)) path = beside.data;
    }
    int code = EXIT_GO_ON;
    for (int i = 0; i < 2 && code == EXIT_GO_ON; i++)
        code = load_weights(args, &sides[i], path, &weights[i]);
    buf_free(&beside);
    return code;
}

static int finish(const struct args *args, const struct compare *c, const struct loaded *sides,
                  const struct simulate_setup *setup) {
    if (c->sides[0].result.faults + c->sides[1].result.faults > 0) {
        int i = c->sides[0].result.faults > 0 ? 0 : 1;
        fprintf(stderr, "terrane compare: %s: %" PRIu64 " games stopped with a fault: %s\n", sides[i].name.data,
                c->sides[i].result.faults, c->sides[i].result.first_faults[0].text);
    }
    if (c->pairs < COMPARE_LEAST) {
        fprintf(stderr, "terrane compare: only %" PRIu64 " pairs of games came to an end; %d are needed\n", c->pairs,
                COMPARE_LEAST);
        return EXIT_FAULT;
    }
    if (args_has(args, "json"))
        print_json(c, sides, setup);
    else
        print_text(c, sides, setup);
    return compare_clear(c) > 0 ? EXIT_NO : EXIT_FINE;
}

/* ---- who plays, and how long */
/* The levels and what lies between them, the strongest first; `value` only where there is something to value by. */
static const char *const by_strength[] = {"hard", "medium", "value", "easy", "random"};
enum { STRENGTHS = sizeof by_strength / sizeof by_strength[0] };

static void seat_all(struct simulate_setup *setup, const struct bot *bot) {
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        setup->bots[seat] = bot;
}

/* Where no bot is named, and time is what binds: the strongest whose games are quick enough. */
static void choose_bots(struct simulate_setup *setups, double seconds) {
    struct simulate_setup tries[STRENGTHS];
    const struct weights *weights = setups[1].weights[0];
    bool valued = weights && weights->valued && tn_game_score_line_count(setups[1].game) > 0;
    size_t n = 0;
    for (size_t i = 0; i < STRENGTHS; i++) {
        if (strcmp(by_strength[i], "value") == 0 && !valued) continue;
        tries[n] = setups[1];
        seat_all(&tries[n++], bot_find(by_strength[i], NULL));
    }
    const struct bot *chosen = tries[compare_fitting(tries, n, seconds)].bots[0];
    for (int i = 0; i < 2; i++)
        seat_all(&setups[i], chosen);
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int play(const struct args *args, const struct loaded *sides, struct simulate_setup *setups, double seconds) {
    struct compare c;
    struct bar bar;
    double begun = seconds_now();
    bar_init(&bar, args, &setups[0]);
    setups[0].hurried = setups[1].hurried = seconds > 0;
    setups[1].progress = setups[0].progress;
    setups[1].user = &bar;
    interrupt_catch();
    if (seconds > 0 && !args_has(args, "bot")) {
        bar.what = "(who plays?)";
        choose_bots(setups, seconds);
    }
    bar.what = setups[0].bots[0]->name;
    tn_status status = compare_run(setups, seconds > 0 ? fmax(1, seconds - (seconds_now() - begun)) : 0, &c);
    bar_wipe(&bar);
    int code = EXIT_HOST;
    if (status != TN_OK)
        fprintf(stderr, "terrane compare: out of memory\n");
    else
        code = finish(args, &c, sides, &setups[0]);
    compare_free(&c);
    return code;
}

/* How many games, and how long: one of them binds. *seconds 0: the games do. */
static int read_bounds(const struct args *args, struct simulate_setup *setup, double *seconds) {
    uint64_t most = USUAL_SECONDS;
    setup->games = args_has(args, "bot") ? USUAL_GAMES : MOST_GAMES;
    int code = runs_numbers(args, COMPARE_LEAST, MOST_GAMES, setup);
    if (code == EXIT_GO_ON) code = args_number(args, "seconds", 5, 1000000, &most);
    bool timed = args_has(args, "seconds") || !(args_has(args, "games") || args_has(args, "bot"));
    if (timed && !args_has(args, "games")) setup->games = MOST_GAMES;
    *seconds = timed ? (double)most : 0;
    return code;
}

static int run(const struct args *args) {
    struct loaded sides[2] = {0};
    struct weights *weights[2] = {NULL, NULL};
    struct simulate_setup setups[2] = {{0}};
    double seconds;
    int code = read_bounds(args, &setups[0], &seconds);
    setups[1] = setups[0];
    for (size_t i = 0; i < 2 && code == EXIT_GO_ON; i++)
        code = runs_load(args, i, "greedy", &sides[i], &setups[i]);
    if (code == EXIT_GO_ON && tn_game_seat_count(sides[0].game) != tn_game_seat_count(sides[1].game))
        code = args_wrong(args, "the old game has %u players, the new one %u: say --players",
                          tn_game_seat_count(sides[0].game), tn_game_seat_count(sides[1].game));
    if (code == EXIT_GO_ON) code = give_weights(args, sides, weights);
    for (unsigned seat = 0; seat < 2 * MATCH_SEATS; seat++)
        setups[seat / MATCH_SEATS].weights[seat % MATCH_SEATS] = weights[seat / MATCH_SEATS];
    if (code == EXIT_GO_ON) code = play(args, sides, setups, seconds);
    for (int i = 0; i < 2; i++) {
        weights_free(weights[i]);
        loaded_free(&sides[i]);
    }
    return code;
}

static const struct flag flags[] = {
    LOAD_FLAGS,
    {"games", "N", "how many games of each (as many as the time allows; 200 with --bot)", false},
    {"seconds", "N", "how long it may take (100, where neither --games nor --bot is given)", false},
    BOT_FLAG("the strongest level that the time allows; greedy with --games"),
    {"weights", "FILE", "weights for the bots of both (those beside the new game, else beside the old one)", false},
    RUN_FLAGS,
    NATIVE_FLAG,
    {"json", NULL, "one object", false},
};

const struct verb verb_compare = {
    .name = "compare",
    .words = "OLD NEW",
    .summary = "Plays two versions of a game and says what changed, and how sure that is.",
    .more = "OLD and NEW are games, files, or files of a git revision: HEAD~1:my.game\n",
    .details = "Without flags it takes less than two minutes, whatever the game and the machine: the strongest bot is\n"
               "seated that can play a hundred pairs of games in that time. Both versions are played from the same\n"
               "seeds, and figures are compared game by game. A change is clear when it is more than chance would\n"
               "give among so many figures; of the others it is said how many more games would show them. Cards are\n"
               "the same when kind and name are. Ctrl-C stops and says what the games so far say.\n"
               "Exit status: 0 when nothing changed clearly, 1 when something did, 4 when too few games ended. How\n"
               "many games fit into a time differs from machine to machine: scripts say --games.\n\n"
               "Examples:\n"
               "  terrane compare HEAD:my.game my.game\n"
               "  terrane compare HEAD:my.game my.game --seconds 1000\n"
               "  terrane compare old.game new.game --games 1000 --bot medium --native\n"
               "  terrane compare HEAD~3:my.game my.game --players 3 --games 200 --json\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 2,
    .most = 2,
    .run = run,
};
