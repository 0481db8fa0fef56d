/* report_page.c: the page of a report, see report.h.
 *
 * It begins with what matters most, a sentence each, and says of every figure how sure it is. A card or seat is called
 * strong or weak only when that is more than chance would give among so many (Bonferroni). */
#include "cli/plots.h"
#include "cli/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS_OF_A_DECISION = 10, NAMES_IN_A_SENTENCE = 12 };

double report_even_share(const struct report *r) {
    return 1.0 / tn_game_seat_count(r->loaded->game);
}

const char *report_card_name(const struct report *r, size_t i) {
    tn_card card;
    tn_game_card(r->census->game, i, &card);
    return card.name;
}

/* ---- what matters most */
static void say_seats(const struct report *r) {
    unsigned seats = tn_game_seat_count(r->loaded->game);
    for (unsigned seat = 0; seat < seats && seats > 1; seat++) {
        const struct simulate_sums *s = &r->result.seats[seat];
        double n = (double)s->games, share = simulate_wins(s->wins) / (n > 0 ? n : 1), even = report_even_share(r);
        double error = sqrt(even * (1 - even) / (n > 0 ? n : 1)), all = statistics_deviations(0.025 / seats) * error;
        if (fabs(share - even) > all)
            page_say(r->out, "Seat %s wins %.0f +- %.0f points %s often than its share.",
                     tn_game_seat_name(r->loaded->game, seat), 100 * fabs(share - even),
                     100 * statistics_deviations(0.025) * error, share > even ? "more" : "less");
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

static void say_findings(const struct report *r) {
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
    report_say_cards(r);
    if (c->led[COURSE_STEPS / 2] >= REPORT_FEW && c->leader_wins[COURSE_STEPS / 2] > 0.8)
        page_say(r->out, "Who leads at half time wins %.0f %% of the games: the second half decides little.",
                 100 * c->leader_wins[COURSE_STEPS / 2]);
    if (c->runaways.low > 0.5)
        page_say(r->out,
                 "A runaway: who leads after a third of the game stays ahead and wins in %.0f %% (%.0f to %.0f).",
                 100 * c->runaways.value, 100 * c->runaways.low, 100 * c->runaways.high);
    if (c->kingmaking.low > 0.1)
        page_say(r->out, "In %.0f %% (%.0f to %.0f) of the games a third player decides late who of two others wins.",
                 100 * c->kingmaking.value, 100 * c->kingmaking.low, 100 * c->kingmaking.high);
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
    plot_bars(r->out, "Wins of each seat", bars, seats, 1, report_even_share(r));
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
             "A game has %.0f decisions, at most %u, in %.0f turns (how often another seat decides than before). "
             "At %d seconds each that is about %.0f minutes (a guess: people "
             "differ more than games do).",
             r->course->decisions, r->course->most_decisions, r->course->turns, SECONDS_OF_A_DECISION,
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
    page_say(
        r->out,
        "A decision has %.1f answers on average, the widest %u. Of all questions %.0f %% have one answer only: they "
        "are answered by themselves and are no decisions.",
        c->answers, c->widest, 100 * (double)r->census->forced / (double)(r->census->asked + !r->census->asked));
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
    report_put_unchosen(r);
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
        shares[step] = c->led[step] >= REPORT_FEW ? c->leader_wins[step] : NAN;
    page_section(r->out, "Tension");
    page_say(r->out,
             "How often the seat that is ahead at that moment wins in the end. The lead changes %.1f times a game. Of "
             "the games with one leader after three quarters, %.0f %% (%.0f to %.0f) are won by somebody else.",
             c->lead_changes, 100 * c->comebacks.value, 100 * c->comebacks.low, 100 * c->comebacks.high);
    if (c->led[COURSE_STEPS / 3] >= REPORT_FEW)
        page_say(
            r->out,
            "Who leads after a third of the game stays ahead and wins in %.0f %% (%.0f to %.0f). The winner takes the "
            "lead for good when %.0f %% of the decisions are over, on average.",
            100 * c->runaways.value, 100 * c->runaways.low, 100 * c->runaways.high, 100 * c->decided);
    if (tn_game_seat_count(c->game) > 2)
        page_say(r->out,
                 "In %.1f %% (%.1f to %.1f) of the games the winner got the lead in the last quarter by the answer of "
                 "a third player, neither the winner's nor the former leader's: kingmaking.",
                 100 * c->kingmaking.value, 100 * c->kingmaking.low, 100 * c->kingmaking.high);
    plot_lines(r->out, "How often the leader wins", &line, 1, COURSE_STEPS, true);
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

/* "greedy", or what sits on each seat. */
static void put_bots(const struct report *r) {
    unsigned seats = tn_game_seat_count(r->loaded->game);
    bool same = true;
    for (unsigned seat = 1; seat < seats; seat++)
        same = same && r->setup->bots[seat] == r->setup->bots[0] && r->setup->efforts[seat] == r->setup->efforts[0];
    for (unsigned seat = 0; seat < (same ? 1 : seats); seat++) {
        buf_printf(r->out, "%s%s", seat ? ", " : "", r->setup->bots[seat]->name);
        if (r->setup->efforts[seat]) buf_printf(r->out, ":%" PRIu32, r->setup->efforts[seat]);
    }
}

bool report_write_page(const struct report *r) {
    char title[200];
    snprintf(title, sizeof title, "%s: %" PRIu64 " games", tn_game_title(r->loaded->game), r->result.finished);
    page_open(r->out, title);
    buf_printf(r->out, "<p class=\"faint\">%u players, bot ", tn_game_seat_count(r->loaded->game));
    put_bots(r);
    buf_printf(r->out,
               ", seed %" PRIu64 "%s. A bot is not a person: what it does not see, the page does not show.</p>\n",
               r->setup->seed, r->result.stopped ? ", stopped early" : "");
    say_findings(r);
    put_seats(r);
    report_put_openings(r);
    put_length(r);
    put_tension(r);
    put_points(r);
    put_decisions(r);
    report_put_cards(r);
    report_put_ladder(r);
    put_coverage(r);
    page_close(r->out);
    return !r->out->failed;
}
