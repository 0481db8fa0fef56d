/* report.c: `terrane report`: one page a designer looks at: what many games between bots say about a game.
 *
 * The page begins with what matters most, a sentence each, and says of every figure how sure it is. A card or seat is
 * called strong or weak only when that is more than chance would give among so many (Bonferroni). */
#include "base/file.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/plots.h"
#include "cli/runs.h"
#include "cli/verbs.h"
#include "cli/weights_file.h"
#include "lab/census.h"
#include "lab/course.h"
#include "lab/coverage.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 20, SECONDS_OF_A_DECISION = 10, NAMES_IN_A_SENTENCE = 12 };

struct report {
    const struct loaded *loaded;
    const struct simulate_setup *setup;
    struct simulate_result result;
    struct census *census;
    struct course *course;
    struct coverage *coverage;
    struct buf *out;
};

/* ---- cards: how much more often who had one won than a player does */
struct lift {
    size_t card;
    uint64_t players;
    double share;
    struct interval points; /* percentage points above the share of all players */
    bool clear;
};

static double even_share(const struct report *r) {
    return 1.0 / tn_game_seat_count(r->loaded->game);
}

static struct lift lift_of(const struct report *r, size_t card, size_t cards) {
    const struct census_had *had = census_had(r->census, card);
    double n = (double)had->players, share = n > 0 ? simulate_wins(had->wins) / n : 0;
    double p = (share * n + 1) / (n + 2), error = sqrt(p * (1 - p) / (n + 2)), by = share - even_share(r);
    double one = statistics_deviations(0.025) * error, all = statistics_deviations(0.025 / (double)cards) * error;
    struct lift lift = {card, had->players, share, {100 * by, 100 * (by - one), 100 * (by + one)}, false};
    lift.clear = had->players >= FEW && fabs(by) > all;
    return lift;
}

/* Clear ones first, then by how far they are from even; those with few players last. */
static int by_importance(const void *a, const void *b) {
    const struct lift *x = a, *y = b;
    bool few_x = x->players < FEW, few_y = y->players < FEW;
    if (few_x != few_y) return few_x ? 1 : -1;
    if (x->clear != y->clear) return x->clear ? -1 : 1;
    double dx = fabs(x->points.value), dy = fabs(y->points.value);
    return dx != dy ? (dx < dy ? 1 : -1) : x->card < y->card ? -1 : x->card > y->card;
}

static struct lift *lifts_of(const struct report *r, size_t *n) {
    size_t cards = 0;
    struct lift *lifts = calloc(r->census->n_cards + 1, sizeof *lifts);
    for (size_t i = 0; i < r->census->n_cards; i++) {
        tn_card card;
        tn_game_card(r->census->game, i, &card);
        cards += card.copy == 0;
    }
    *n = 0;
    for (size_t i = 0; lifts && i < r->census->n_cards; i++) {
        tn_card card;
        tn_game_card(r->census->game, i, &card);
        if (card.copy == 0) lifts[(*n)++] = lift_of(r, i, cards);
    }
    if (lifts) qsort(lifts, *n, sizeof *lifts, by_importance);
    return lifts;
}

static const char *card_name(const struct report *r, size_t i) {
    tn_card card;
    tn_game_card(r->census->game, i, &card);
    return card.name;
}

/* ---- what matters most */
static void say_seats(const struct report *r) {
    unsigned seats = tn_game_seat_count(r->loaded->game);
    for (unsigned seat = 0; seat < seats && seats > 1; seat++) {
        const struct simulate_sums *s = &r->result.seats[seat];
        double n = (double)s->games, share = simulate_wins(s->wins) / (n > 0 ? n : 1), even = even_share(r);
        double error = sqrt(even * (1 - even) / (n > 0 ? n : 1)), all = statistics_deviations(0.025 / seats) * error;
        if (fabs(share - even) > all)
            page_say(r->out, "Seat %s wins %.0f +- %.0f points %s often than its share.",
                     tn_game_seat_name(r->loaded->game, seat), 100 * fabs(share - even),
                     100 * statistics_deviations(0.025) * error, share > even ? "more" : "less");
    }
}

static void say_cards(const struct report *r, const struct lift *lifts, size_t n) {
    size_t said = 0;
    for (size_t i = 0; i < n && said < 6; i++) {
        if (!lifts[i].clear) continue;
        said++;
        page_say(r->out, "%s: who has it wins %.0f +- %.0f points %s often than the average player.",
                 card_name(r, lifts[i].card), fabs(lifts[i].points.value), lifts[i].points.high - lifts[i].points.value,
                 lifts[i].points.value > 0 ? "more" : "less");
    }
}

static void say_names(const struct report *r, const char *what, bool (*is_so)(const struct census *, size_t)) {
    struct buf names;
    size_t n = 0;
    buf_init(&names);
    for (size_t i = 0; i < r->census->n_cards; i++) {
        tn_card card;
        tn_game_card(r->census->game, i, &card);
        if (card.copy || !is_so(r->census, i)) continue;
        if (n++ < NAMES_IN_A_SENTENCE) buf_printf(&names, "%s%s", n > 1 ? ", " : "", card.name);
    }
    if (n > NAMES_IN_A_SENTENCE) buf_printf(&names, " and %zu more", n - NAMES_IN_A_SENTENCE);
    if (n) page_say(r->out, "%s: %s.", what, names.data);
    buf_free(&names);
}

static bool never_had(const struct census *c, size_t card) {
    return census_had(c, card)->players == 0 && c->cards[card].facts[CENSUS_offered] > 0;
}

static bool never_offered(const struct census *c, size_t card) {
    return tn_card_asked(c->game, card) && c->cards[card].facts[CENSUS_offered] == 0 &&
           census_had(c, card)->players == 0;
}

static void say_findings(const struct report *r, const struct lift *lifts, size_t n) {
    const struct course *c = r->course;
    page_section(r->out, "What matters");
    size_t head = r->out->n;
    if (r->result.faults)
        page_say(r->out, "%" PRIu64 " games stopped with a fault: %s", r->result.faults,
                 r->result.first_faults[0].text);
    if (r->result.limited)
        page_say(r->out, "%" PRIu64 " of %" PRIu64 " games were ended by the limit of the definition.",
                 r->result.limited, r->result.finished);
    say_seats(r);
    say_cards(r, lifts, n);
    if (c->led[COURSE_STEPS / 2] >= FEW && c->leader_wins[COURSE_STEPS / 2] > 0.8)
        page_say(r->out, "Who leads at half time wins %.0f %% of the games: the second half decides little.",
                 100 * c->leader_wins[COURSE_STEPS / 2]);
    say_names(r, "Offered and never played, used or owned", never_had);
    say_names(r, "Never offered to anybody", never_offered);
    if (r->out->n == head)
        page_say(r->out, "Nothing stands out in %" PRIu64 " games. More games show smaller things.",
                 r->result.finished);
}

/* ---- sections */
static void put_seats(const struct report *r) {
    unsigned seats = tn_game_seat_count(r->loaded->game);
    struct plot_bar bars[MATCH_SEATS] = {{0}};
    if (seats < 2) return;
    page_section(r->out, "Seats");
    for (unsigned seat = 0; seat < seats; seat++) {
        const struct simulate_sums *s = &r->result.seats[seat];
        bars[seat].label = tn_game_seat_name(r->loaded->game, seat);
        bars[seat].value = statistics_share(simulate_wins(s->wins), s->games);
        snprintf(bars[seat].text, sizeof bars[seat].text, "%.1f %%", 100 * bars[seat].value.value);
    }
    page_say(r->out, "How often each seat wins; the line is an even share. Dark lines are 95 %% intervals.");
    plot_bars(r->out, "Wins of each seat", bars, seats, 1, even_share(r));
    if (r->course->n_lines == 0) return;
    double most = 0;
    for (unsigned seat = 0; seat < seats; seat++) {
        const struct simulate_sums *s = &r->result.seats[seat];
        bars[seat].value = statistics_mean(s->score, s->score_squares, s->games);
        most = fmax(most, bars[seat].value.high);
        snprintf(bars[seat].text, sizeof bars[seat].text, "%.1f (%d to %d)", bars[seat].value.value, (int)s->lowest,
                 (int)s->highest);
    }
    page_say(r->out, "Points at the end, with the least and the most in brackets.");
    plot_bars(r->out, "Score of each seat", bars, seats, most, -1);
}

static void put_length(const struct report *r) {
    const struct census *c = r->census;
    page_section(r->out, "Length");
    page_say(r->out,
             "A game has %.0f decisions, at most %u. At %d seconds each that is about %.0f minutes (a guess: people "
             "differ more than games do).",
             r->course->decisions, r->course->most_decisions, SECONDS_OF_A_DECISION,
             r->course->decisions * SECONDS_OF_A_DECISION / 60);
    if (c->round_period < 0 || c->games == 0) return;
    unsigned first = census_rounds(c, 0), last = census_rounds(c, 1);
    double *shares = calloc(last - first + 1, sizeof *shares);
    for (unsigned i = first; shares && i <= last; i++)
        shares[i - first] = (double)c->rounds.data[i] / (double)c->games;
    page_say(r->out, "Nine of ten games have from %u to %u rounds.", census_rounds(c, 0.05), census_rounds(c, 0.95));
    if (shares) plot_columns(r->out, "Games by their number of rounds", shares, last - first + 1, (long)first);
    free(shares);
}

static void put_decisions(const struct report *r) {
    const struct course *c = r->course;
    static const char *const names[COURSE_WIDTHS] = {"2 answers", "3 or 4",   "5 to 8",    "9 to 16",
                                                     "17 to 32",  "33 to 64", "65 to 128", "more"};
    struct plot_bar bars[COURSE_WIDTHS] = {{0}};
    uint64_t all = 0;
    size_t n = 0;
    double most = 0;
    page_section(r->out, "Decisions");
    page_say(r->out,
             "A decision has %.1f answers on average, the widest %u. Questions with one answer are not counted.",
             c->answers, c->widest);
    for (unsigned i = 0; i < COURSE_WIDTHS; i++)
        all += c->widths[i];
    for (unsigned i = 0; i < COURSE_WIDTHS; i++) {
        if (c->widths[i] == 0) continue;
        double share = (double)c->widths[i] / (double)all;
        bars[n].label = names[i];
        bars[n].value = (struct interval){share, share, share};
        snprintf(bars[n].text, sizeof bars[n].text, "%.1f %%", 100 * share);
        most = fmax(most, share);
        n++;
    }
    plot_bars(r->out, "Decisions by their number of answers", bars, n, most, -1);
}

static void put_points(const struct report *r) {
    const struct course *c = r->course;
    if (c->n_lines == 0) return;
    struct plot_line *lines = calloc(c->n_lines, sizeof *lines);
    page_section(r->out, "Points");
    page_say(r->out, "Where a player's points come from in the course of a game, if it stopped then.");
    for (size_t i = 0; lines && i < c->n_lines; i++)
        lines[i] = (struct plot_line){tn_game_score_line(c->game, i), c->lines + i * (COURSE_STEPS + 1)};
    if (lines) plot_lines(r->out, "Points by source", lines, c->n_lines, COURSE_STEPS, false);
    free(lines);
    buf_puts(r->out, "<table><tr><th>source</th><th>all players</th><th>winners</th></tr>\n");
    for (size_t i = 0; i < c->n_lines; i++) {
        buf_puts(r->out, "<tr><td>");
        page_text(r->out, tn_game_score_line(c->game, i));
        buf_printf(r->out, "</td><td>%.1f</td><td>%.1f</td></tr>\n",
                   (double)r->census->lines[i].all / (double)(r->census->players ? r->census->players : 1),
                   (double)r->census->lines[i].winners / (double)(r->census->winners ? r->census->winners : 1));
    }
    buf_puts(r->out, "</table>\n");
}

static void put_tension(const struct report *r) {
    const struct course *c = r->course;
    if (c->n_lines == 0 || tn_game_seat_count(c->game) < 2) return;
    double shares[COURSE_STEPS + 1];
    struct plot_line line = {"who leads wins", shares};
    for (unsigned step = 0; step <= COURSE_STEPS; step++)
        shares[step] = c->led[step] >= FEW ? c->leader_wins[step] : NAN;
    page_section(r->out, "Tension");
    page_say(r->out,
             "How often the seat that is ahead at that moment wins in the end. The lead changes %.1f times a game. Of "
             "the games with one leader after three quarters, %.0f %% (%.0f to %.0f) are won by somebody else.",
             c->lead_changes, 100 * c->comebacks.value, 100 * c->comebacks.low, 100 * c->comebacks.high);
    plot_lines(r->out, "How often the leader wins", &line, 1, COURSE_STEPS, true);
}

static void put_card(const struct report *r, const struct lift *lift) {
    const struct census_card *it = &r->census->cards[lift->card];
    double players = r->census->players > 0 ? (double)r->census->players : 1;
    double games = r->census->games > 0 ? (double)r->census->games : 1;
    buf_printf(r->out, "<tr%s><td>", lift->players < FEW ? " class=\"few\"" : "");
    page_text(r->out, card_name(r, lift->card));
    buf_printf(r->out, "</td><td>%.0f</td><td>%.0f</td><td>%.0f</td><td>%.0f</td><td>",
               100 * (double)census_had(r->census, lift->card)->games / games,
               100 * (double)it->facts[CENSUS_offered] / players, 100 * (double)it->facts[CENSUS_chosen] / players,
               100 * (double)it->facts[CENSUS_left] / players);
    if (lift->players)
        buf_printf(r->out, "%+.0f</td><td>%+.0f to %+.0f</td><td>%s</td></tr>\n", lift->points.value, lift->points.low,
                   lift->points.high, lift->clear ? (lift->points.value > 0 ? "strong" : "weak") : "");
    else
        buf_puts(r->out, "-</td><td></td><td></td></tr>\n");
}

static void put_cards(const struct report *r, const struct lift *lifts, size_t n) {
    if (n == 0) return;
    page_section(r->out, "Cards");
    page_say(
        r->out,
        "In percent: games in which somebody had the card; players to whom it was offered, who chose it, who were "
        "left with it; and by how many points more or less often than the average player those won who had it. Strong "
        "and weak are said only where it is more than chance would give among so many cards. That a card goes "
        "along with winning does not prove that it is strong: who is ahead plays more cards. Cards that fewer than "
        "%d players had come last.",
        FEW);
    buf_puts(r->out, "<div class=\"wide\"><table><tr><th>card</th><th>in games</th><th>offered</th><th>chosen</th>"
                     "<th>left</th><th>wins</th><th>95 %</th><th></th></tr>\n");
    for (size_t i = 0; i < n; i++)
        put_card(r, &lifts[i]);
    buf_puts(r->out, "</table></div>\n");
}

/* ---- lines of the definition */
/* Line number `line` of a text, without what surrounds it. */
static void put_line(struct buf *out, const char *text, size_t size, unsigned line) {
    const char *at = text, *end = text + size;
    while (--line && at < end) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        at = next ? next + 1 : end;
    }
    at += strspn(at, " \t");
    size_t n = strcspn(at, "\r\n");
    char shown[160];
    snprintf(shown, sizeof shown, "%.*s", (int)n, at);
    page_text(out, shown);
}

static void put_unreached(const struct report *r, const struct coverage_line *line) {
    const char *name = strrchr(line->file, '/');
    buf_puts(r->out, "<tr><td>");
    page_text(r->out, name ? name + 1 : line->file);
    buf_printf(r->out, ":%u</td><td><code>", line->line);
    for (size_t i = 0; i < tn_source_file_count(r->loaded->source); i++) {
        tn_file file;
        tn_source_file(r->loaded->source, i, &file);
        if (strcmp(file.path, line->file) == 0) put_line(r->out, file.text, file.size, line->line);
    }
    buf_puts(r->out, "</code></td></tr>\n");
}

static void put_coverage(const struct report *r) {
    const struct coverage *c = r->coverage;
    if (c->n == 0) return;
    page_section(r->out, "Rules");
    if (c->n == c->n_reached) {
        page_say(r->out, "All %zu lines with rules were carried out in these games.", c->n);
        return;
    }
    page_say(r->out,
             "%zu of %zu lines with rules were carried out in these games. What follows never happened: bots may avoid "
             "it, it may be rare, or it may be impossible.",
             c->n_reached, c->n);
    buf_puts(r->out, "<div class=\"wide\"><table><tr><th>line</th><th>rule</th></tr>\n");
    for (size_t i = 0; i < c->n; i++)
        if (!c->lines[i].reached) put_unreached(r, &c->lines[i]);
    buf_puts(r->out, "</table></div>\n");
}

static bool write_page(const struct report *r) {
    size_t n;
    struct lift *lifts = lifts_of(r, &n);
    char title[200];
    if (!lifts) return false;
    snprintf(title, sizeof title, "%s: %" PRIu64 " games", tn_game_title(r->loaded->game), r->result.finished);
    page_open(r->out, title);
    buf_puts(r->out, "<p class=\"faint\">");
    buf_printf(r->out, "%u players, bot %s, seed %" PRIu64 "%s</p>\n", tn_game_seat_count(r->loaded->game),
               r->setup->bots[0]->name, r->setup->seed, r->result.stopped ? ", stopped early" : "");
    say_findings(r, lifts, n);
    put_seats(r);
    put_length(r);
    put_tension(r);
    put_points(r);
    put_decisions(r);
    put_cards(r, lifts, n);
    put_coverage(r);
    page_close(r->out);
    free(lifts);
    return !r->out->failed;
}

/* ---- the verb */
static int save(const struct report *r, const char *path) {
    enum file_status status = write_page(r) ? file_write(path, r->out->data, r->out->n) : FILE_NO_MEMORY;
    if (status != FILE_OK)
        return fprintf(stderr, "terrane report: %s: %s\n", path, file_status_text(status)), EXIT_HOST;
    printf("%s: %" PRIu64 " games in %.1f s\n", path, r->result.finished, r->result.seconds);
    return r->result.faults > 0 ? EXIT_FAULT : EXIT_FINE;
}

static int play(const struct args *args, const struct loaded *loaded, struct simulate_setup *setup, const char *path) {
    struct buf out;
    struct bar bar;
    struct report r = {.loaded = loaded, .setup = setup, .out = &out};
    int code = EXIT_HOST;
    buf_init(&out);
    setup->reached = calloc(tn_game_statement_count(loaded->game) + 1, sizeof *setup->reached);
    r.census = census_new(loaded->game);
    r.course = course_new(loaded->game, setup->games);
    bar_init(&bar, args, setup);
    setup->follow = &census_follow, setup->follow_user = r.census;
    setup->watch = course_watch, setup->watch_user = r.course;
    interrupt_catch();
    bool played = r.census && r.course && setup->reached && simulate_run(setup, &r.result) == TN_OK &&
                  !r.census->out_of_memory && (r.coverage = coverage_new(loaded->game, setup->reached));
    bar_wipe(&bar);
    if (!played) {
        fprintf(stderr, "terrane report: out of memory\n");
    } else if (r.result.finished == 0) {
        fprintf(stderr, "terrane report: no game came to its end%s%s; nothing is written\n",
                r.result.faults ? ": " : "", r.result.faults ? r.result.first_faults[0].text : "");
        code = EXIT_FAULT;
    } else {
        course_sum(r.course);
        code = save(&r, path);
    }
    census_free(r.census);
    course_free(r.course);
    coverage_free(r.coverage);
    free(setup->reached);
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
    {"output", "FILE", "write the page there (NAME.report.html)", false},
};

const struct verb verb_report = {
    .name = "report",
    .words = "GAME",
    .summary = "Lets bots play many games and writes a page about the game, with plots.",
    .details =
        "The page is one file of HTML that needs nothing else: what matters first, then seats, length, tension,\n"
        "points, decisions and cards, each with 95 % intervals and in words, and the lines of the definition that\n"
        "nobody came to. Ctrl-C stops and writes what there is so far. docs/bots.md explains the figures; terrane\n"
        "compare says what a change does.\n\n"
        "Examples:\n"
        "  terrane report NAME --native\n"
        "  terrane report my.game --players 3 --games 2000 --bot medium --output my.html\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 1,
    .run = run,
};
