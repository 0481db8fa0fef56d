/* report.c: `terrane report`: one page a designer looks at: what many games between bots say about a game. */
#include "cli/report.h"

#include "base/file.h"
#include "cli/interrupt.h"
#include "cli/runs.h"
#include "cli/verbs.h"
#include "cli/weights_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CARDS_FORCED = 4, GAMES_FORCED = 50 }; /* at most so many cards, at least so many games each */

/* ---- the verb */
static int save(const struct args *args, const struct report *r, const char *path) {
    enum file_status status = report_write_page(r) ? file_write(path, r->out->data, r->out->n) : FILE_NO_MEMORY;
    if (status != FILE_OK)
        return fprintf(stderr, "terrane report: %s: %s\n", path, file_status_text(status)), EXIT_HOST;
    if (args_has(args, "json"))
        report_print_json(r);
    else
        printf("%s: %" PRIu64 " games in %.1f s\n", path, r->result.finished, r->result.seconds);
    return r->result.faults > 0 ? EXIT_FAULT : EXIT_FINE;
}

static int save_cards(const struct args *args, const struct report *r) {
    struct buf text;
    const char *path = args_value(args, "csv");
    if (!path) return EXIT_GO_ON;
    buf_init(&text);
    report_write_csv(r, &text);
    enum file_status status = text.failed ? FILE_NO_MEMORY : file_write(path, text.data, text.n);
    buf_free(&text);
    if (status == FILE_OK) return EXIT_GO_ON;
    return fprintf(stderr, "terrane report: %s: %s\n", path, file_status_text(status)), EXIT_HOST;
}

/* ---- cards forced into hands */
/* Cards named by flags. EXIT_GO_ON or EXIT_USAGE. */
static int name_forced(const struct args *args, const tn_game *game, struct force *cards, size_t *n) {
    for (size_t i = 0; i < args->given.n; i++) {
        const char *name = args->given.data[i].value;
        if (strcmp(args->given.data[i].flag->name, "force") != 0 || strcmp(name, "none") == 0) continue;
        size_t card = 0, all = tn_game_card_count(game);
        tn_card it;
        for (; card < all; card++) {
            tn_game_card(game, card, &it);
            if (it.copy == 0 && strcmp(it.name, name) == 0) break;
        }
        if (card == all) return args_wrong(args, "the game has no card \"%s\"", name);
        cards[(*n)++] = (struct force){.card = card};
    }
    return EXIT_GO_ON;
}

/* Without flags: those that stand out most among the cards that chance deals. */
static void choose_forced(const struct report *r, struct force *cards, size_t *n) {
    size_t most = r->setup->games / GAMES_FORCED < CARDS_FORCED ? r->setup->games / GAMES_FORCED : CARDS_FORCED;
    for (size_t i = 0; i < r->n_lifts && *n < most; i++)
        if (r->lifts[i].dealt.players > 0) cards[(*n)++] = (struct force){.card = r->lifts[i].card};
}

/* Named cards have as many games as the report; the others share them. False: no memory. */
static bool force(const struct args *args, struct report *r, struct bar *bar) {
    struct simulate_setup setup = *r->setup;
    bool stopped, named = r->n_forced > 0;
    if (!named && !args_has(args, "force")) choose_forced(r, r->forced, &r->n_forced);
    if (r->n_forced == 0 || r->result.stopped) return r->n_forced = 0, true;
    if (!force_possible(&setup)) {
        fprintf(stderr, "terrane report: cards are forced into hands only where all seats have the same bot\n");
        return r->n_forced = 0, true;
    }
    bar->what = "(forced)";
    uint64_t games = named ? setup.games : setup.games / r->n_forced;
    double chance = 0;
    for (unsigned seat = 0; seat < tn_game_seat_count(setup.game); seat++)
        chance += simulate_wins(r->result.seats[seat].wins) / (double)r->result.finished;
    return force_run(&setup, games, chance / tn_game_seat_count(setup.game), r->forced, r->n_forced, &stopped) == TN_OK;
}

/* ---- levels */
static bool climb(struct report *r, uint64_t games, struct bar *bar) {
    struct tournament_setup t = {.run = *r->setup, .n = 2, .weights = r->setup->weights[0]};
    t.run.games = games;
    t.run.follow = NULL, t.run.watch = NULL, t.run.reached = NULL;
    bar->what = "(levels)";
    for (unsigned i = 1; i < REPORT_LADDER; i++) {
        struct tournament_table pair;
        struct buf error;
        bool stopped;
        buf_init(&error);
        for (unsigned k = 0; k < 2; k++)
            t.bots[k] = bot_find_with(report_ladder[i - 1 + k], &t.efforts[k], &error);
        buf_free(&error);
        tn_status status = t.bots[0] && t.bots[1] ? tournament_run(&t, &pair, &stopped) : TN_NOMEM;
        if (status == TN_NOMEM) return false;
        if (stopped || status != TN_OK) return true; /* what there is */
        r->ladder.wins[i][i - 1] = pair.wins[1][0];
        r->ladder.games[i][i - 1] = pair.games[1][0];
        r->ladder.n = i + 1;
    }
    return true;
}

static int play(const struct args *args, const struct loaded *loaded, struct simulate_setup *setup, const char *path) {
    struct buf out;
    struct bar bar;
    struct report r = {.loaded = loaded, .setup = setup, .out = &out};
    int code = EXIT_HOST;
    uint64_t ladder = 0;
    int wrong = args_number(args, "ladder", 0, 10000, &ladder);
    if (wrong != EXIT_GO_ON) return wrong;
    buf_init(&out);
    r.forced = calloc(args->given.n + CARDS_FORCED, sizeof *r.forced);
    wrong = r.forced ? name_forced(args, loaded->game, r.forced, &r.n_forced) : EXIT_HOST;
    if (wrong != EXIT_GO_ON) return free(r.forced), wrong;
    setup->reached = calloc(tn_game_statement_count(loaded->game) + 1, sizeof *setup->reached);
    r.census = census_new(loaded->game);
    r.course = course_new(loaded->game, setup->games);
    bar_init(&bar, args, setup);
    setup->follow = &census_follow, setup->follow_user = r.census;
    setup->watch = course_watch, setup->watch_user = r.course;
    interrupt_catch();
    bool played = r.census && r.course && setup->reached && simulate_run(setup, &r.result) == TN_OK &&
                  !r.census->out_of_memory && (r.coverage = coverage_new(loaded->game, setup->reached)) &&
                  (r.lifts = lifts_new(r.census, r.result.seats, &r.n_lifts));
    if (played && r.result.finished > 0) played = force(args, &r, &bar) && (ladder == 0 || climb(&r, ladder, &bar));
    bar_wipe(&bar);
    if (!played) {
        fprintf(stderr, "terrane report: out of memory\n");
    } else if (r.result.finished == 0) {
        fprintf(stderr, "terrane report: no game came to its end%s%s; nothing is written\n",
                r.result.faults ? ": " : "", r.result.faults ? r.result.first_faults[0].text : "");
        code = EXIT_FAULT;
    } else {
        course_sum(r.course);
        answers_sort(&r.census->answers);
        code = save_cards(args, &r);
        if (code == EXIT_GO_ON) code = save(args, &r, path);
    }
    census_free(r.census);
    course_free(r.course);
    coverage_free(r.coverage);
    free(setup->reached);
    free(r.lifts);
    free(r.forced);
    buf_free(&out);
    return code;
}

static int run(const struct args *args) {
    struct loaded loaded = {0};
    struct weights *weights = NULL;
    struct buf path;
    struct simulate_setup setup = {.games = 400, .menus = true};
    buf_init(&path);
    int code = runs_numbers(args, 1, 1000000, &setup);
    if (code == EXIT_GO_ON) code = runs_load(args, 0, "greedy", &loaded, &setup);
    if (code == EXIT_GO_ON) code = load_weights(args, &loaded, args_value(args, "weights"), &weights);
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        setup.weights[seat] = weights;
    const char *name = loaded.name.data ? strrchr(loaded.name.data, '/') : NULL;
    if (args_has(args, "output"))
        buf_puts(&path, args_value(args, "output"));
    else if (loaded.name.data)
        buf_printf(&path, "%s.report.html", name ? name + 1 : loaded.name.data);
    if (code == EXIT_GO_ON) code = play(args, &loaded, &setup, path.data);
    weights_free(weights);
    buf_free(&path);
    loaded_free(&loaded);
    return code;
}

static const struct flag flags[] = {
    LOAD_FLAGS,
    {"games", "N", "how many games (400)", false},
    BOT_FLAG("greedy"),
    {"weights", "FILE", "weights for the bots (NAME.weights beside the game)", false},
    RUN_FLAGS,
    NATIVE_FLAG,
    {"force", "CARD", "deal this card to a player in as many games more (none; the four that stand out)", true},
    {"ladder", "N", "also games of each level of bots against the one below it: slow (0)", false},
    {"output", "FILE", "write the page there (NAME.report.html)", false},
    {"csv", "FILE", "also the figures of cards, a row each", false},
    {"json", NULL, "also one object with all figures, on the standard output", false},
};

const struct verb verb_report = {
    .name = "report",
    .words = "GAME",
    .summary = "Lets bots play many games and writes a page about the game, with plots.",
    .details =
        "The page is one file of HTML that needs nothing else: what matters first, then seats, length, tension,\n"
        "points, decisions and cards, each with 95 % intervals and in words, and the lines of the definition that\n"
        "nobody came to. Cards that stand out are dealt to players by force, in as many games again together, to\n"
        "tell what the card does from who takes it; --force names other cards, --force none leaves it out.\n"
        "Ctrl-C stops and writes what there is so far. docs/bots.md explains the figures; terrane compare says\n"
        "what a change does.\n\n"
        "Examples:\n"
        "  terrane report NAME --native\n"
        "  terrane report my.game --players 3 --games 2000 --bot medium --output my.html\n"
        "  terrane report NAME --force 'Some Card' --ladder 40 --csv cards.csv\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 1,
    .run = run,
};
