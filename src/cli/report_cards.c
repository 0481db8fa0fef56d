/* report_cards.c: what a report says about cards, first choices, answers nobody gave, and levels; see report.h. */
#include "cli/plots.h"
#include "cli/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SAID = 6, PLOTTED = 14, OPENINGS = 12, UNCHOSEN = 20 };

const char *const report_ladder[REPORT_LADDER] = {"random", "easy", "medium", "hard"};

const struct force *report_forced(const struct report *r, size_t card) {
    for (size_t i = 0; i < r->n_forced; i++)
        if (r->forced[i].card == card && r->forced[i].dealt) return &r->forced[i];
    return NULL;
}

/* ---- what matters */
static void say_lift(const struct report *r, size_t card, const struct lift *lift, const char *how) {
    page_say(r->out, "%s: %s %.0f +- %.0f points %s often than the average player.", report_card_name(r, card), how,
             fabs(lift->points.value), lift->points.high - lift->points.value,
             lift->points.value > 0 ? "more" : "less");
}

void report_say_cards(const struct report *r) {
    size_t said = 0;
    for (size_t i = 0; i < r->n_lifts && said < SAID; i++) {
        const struct lifts *it = &r->lifts[i];
        const struct force *forced = report_forced(r, it->card);
        if (forced && !forced->lift.clear) {
            if (!it->had.clear) continue;
            page_say(r->out,
                     "%s: who has it wins more or less often, but whoever is dealt it by chance does not clearly "
                     "(%+.0f, %+.0f to %+.0f points): it may be the players, not the card.",
                     report_card_name(r, it->card), forced->lift.points.value, forced->lift.points.low,
                     forced->lift.points.high);
        } else if (forced)
            say_lift(r, it->card, &forced->lift, "who is dealt it by chance wins");
        else if (it->dealt.clear)
            say_lift(r, it->card, &it->dealt, "who happens to be dealt it wins");
        else if (it->had.clear)
            say_lift(r, it->card, &it->had, "who has it wins");
        else
            continue;
        said++;
    }
}

/* ---- cards */
static void put_lift(struct buf *out, const struct lift *lift) {
    if (lift->players == 0) {
        buf_puts(out, "<td>-</td>");
        return;
    }
    buf_printf(out, "<td%s>%+.0f <small>%+.0f to %+.0f</small></td>",
               lift->clear                  ? lift->points.value > 0 ? " class=\"strong\"" : " class=\"weak\""
               : lift->players < REPORT_FEW ? " class=\"few\""
                                            : "",
               lift->points.value, lift->points.low, lift->points.high);
}

static void put_when(const struct report *r, const struct census_card *it) {
    if (it->plays == 0)
        buf_puts(r->out, "<td></td>");
    else if (r->census->round_period >= 0)
        buf_printf(r->out, "<td>%.1f</td>", (double)it->play_rounds / (double)it->plays);
    else
        buf_printf(r->out, "<td>%.0f %%</td>", (double)it->play_moments / (double)it->plays / 10);
}

static void put_card(const struct report *r, const struct lifts *it) {
    const struct census_card *card = &r->census->cards[it->card];
    const struct force *forced = report_forced(r, it->card);
    const struct lift none = {0};
    double players = r->census->players > 0 ? (double)r->census->players : 1;
    double games = r->census->games > 0 ? (double)r->census->games : 1;
    buf_printf(r->out, "<tr%s><td>", it->had.players < REPORT_FEW ? " class=\"few\"" : "");
    page_text(r->out, report_card_name(r, it->card));
    buf_printf(r->out, "</td><td>%.0f</td><td>%.0f</td><td>%.0f</td><td>%.0f</td><td>%.0f</td>",
               100 * (double)census_had(r->census, it->card)->games / games,
               100 * (double)card->facts[CENSUS_offered] / players, 100 * (double)card->facts[CENSUS_chosen] / players,
               100 * (double)card->facts[CENSUS_played] / players, 100 * (double)card->facts[CENSUS_left] / players);
    put_when(r, card);
    put_lift(r->out, &it->had);
    put_lift(r->out, &it->offered);
    put_lift(r->out, &it->dealt);
    put_lift(r->out, forced ? &forced->lift : &none);
    buf_puts(r->out, "</tr>\n");
}

/* The cards that stand out most, by what is surest about each. */
static void plot_lifts(const struct report *r) {
    struct plot_bar rows[PLOTTED] = {{0}};
    size_t n = 0;
    for (size_t i = 0; i < r->n_lifts && n < PLOTTED; i++) {
        const struct lifts *it = &r->lifts[i];
        const struct force *forced = report_forced(r, it->card);
        const struct lift *lift = forced ? &forced->lift : it->dealt.players >= REPORT_FEW ? &it->dealt : &it->had;
        if (lift->players < REPORT_FEW) continue;
        rows[n].label = report_card_name(r, it->card);
        rows[n].value = lift->points;
        snprintf(rows[n].text, sizeof rows[n].text, "%+.0f %s", lift->points.value,
                 forced               ? "forced"
                 : lift == &it->dealt ? "dealt"
                                      : "had");
        n++;
    }
    if (n == 0) return;
    page_say(r->out,
             "The %zu cards that stand out most: by how many percentage points more (right) or less (left) "
             "often their players win, with 95 %% intervals. Where the line crosses the middle it may be chance.",
             n);
    plot_ranges(r->out, "Win lift of cards", rows, n);
}

void report_put_cards(const struct report *r) {
    if (r->n_lifts == 0) return;
    page_section(r->out, "Cards");
    plot_lifts(r);
    page_say(
        r->out,
        "In percent: games in which somebody had the card; players to whom it was offered, who chose it, who played "
        "it, who were left with it at the end (dead in hand). When: the %s in which it was played, on average.",
        r->census->round_period >= 0 ? "round" : "share of the game");
    page_say(
        r->out,
        "Then four ways to ask what it is worth, in percentage points of winning. Had: its players against the "
        "average of their seats; who is ahead plays more cards, so this proves little. Offered: of those who could "
        "take it, those who did against those who did not. Dealt: those to whom chance dealt it before the first "
        "question; nobody chose, so this is the card itself. Forced: the same in games of their own, for the cards "
        "that stood out. Coloured is what is more than chance would give among so many cards. Cards that fewer than "
        "%d players had come last.",
        REPORT_FEW);
    buf_puts(r->out,
             "<div class=\"wide\"><table><tr><th>card</th><th>in games</th><th>offered</th><th>chosen</th>"
             "<th>played</th><th>left</th><th>when</th><th>had</th><th>offered</th><th>dealt</th><th>forced</th>"
             "</tr>\n");
    for (size_t i = 0; i < r->n_lifts; i++)
        put_card(r, &r->lifts[i]);
    buf_puts(r->out, "</table></div>\n");
}

/* ---- first choices */
/* Those most often begun with, most often first. */
static size_t find_openings(const struct report *r, const struct answers_entry **out) {
    size_t n = 0;
    for (size_t i = 0; i < r->census->answers.entries.n; i++) {
        const struct answers_entry *it = &r->census->answers.entries.data[i];
        if (it->began == 0) continue;
        size_t at = n < OPENINGS ? n++ : OPENINGS;
        for (; at > 0 && out[at - 1]->began < it->began; at--)
            if (at < OPENINGS) out[at] = out[at - 1];
        if (at < OPENINGS) out[at] = it;
    }
    return n;
}

/* What stands on it; where that differs from game to game, which answer of the menu it is and an example. */
static void put_opening(const struct report *r, const struct answers_entry *it) {
    char name[ANSWERS_TEXT];
    if (!it->varies) {
        page_text(r->out, it->text);
        return;
    }
    tn_answer_name(r->loaded->game, it->answer, name, sizeof name);
    page_text(r->out, name);
    buf_puts(r->out, " <small>such as ");
    page_text(r->out, it->text);
    buf_puts(r->out, "</small>");
}

void report_put_openings(const struct report *r) {
    const struct answers_entry *list[OPENINGS];
    double chances[MATCH_SEATS];
    size_t n = find_openings(r, list), kinds = 0;
    if (n < 2 || tn_game_seat_count(r->loaded->game) < 2) return;
    for (size_t i = 0; i < r->census->answers.entries.n; i++)
        kinds += r->census->answers.entries.data[i].began > 0;
    lift_chances(r->result.seats, tn_game_seat_count(r->loaded->game), chances);
    page_section(r->out, "First choices");
    page_say(
        r->out,
        "What players answered to the first question that left them a choice: how many of them, and by how many "
        "percentage points more or less often than the average of their seats they won. %zu different answers were "
        "given%s.",
        kinds, kinds > n ? "; the most frequent ones" : "");
    buf_puts(r->out, "<div class=\"wide\"><table><tr><th>answer</th><th>players</th><th>wins</th><th>lift</th>"
                     "<th>score</th></tr>\n");
    for (size_t i = 0; i < n; i++) {
        struct census_had group = {.players = list[i]->began};
        memcpy(group.wins, list[i]->wins, sizeof group.wins);
        memcpy(group.seats, list[i]->seats, sizeof group.seats);
        struct lift lift = lift_against_seats(&group, chances, kinds);
        buf_printf(r->out, "<tr%s><td>", lift.players < REPORT_FEW ? " class=\"few\"" : "");
        put_opening(r, list[i]);
        buf_printf(r->out, "</td><td>%" PRIu64 "</td><td>%.0f %%</td>", list[i]->began,
                   100 * simulate_wins(group.wins) / (double)list[i]->began);
        put_lift(r->out, &lift);
        struct interval score = statistics_mean(list[i]->score, list[i]->score_squares, list[i]->began);
        if (r->course->n_lines)
            buf_printf(r->out, "<td>%.1f <small>+- %.1f</small></td></tr>\n", score.value, score.high - score.value);
        else
            buf_puts(r->out, "<td></td></tr>\n");
    }
    buf_puts(r->out, "</table></div>\n");
}

/* ---- answers nobody gave */
void report_put_unchosen(const struct report *r) {
    size_t shown = 0, more = 0;
    for (size_t i = 0; i < r->census->answers.entries.n; i++) {
        const struct answers_entry *it = &r->census->answers.entries.data[i];
        if (it->given > 0 || it->offered < REPORT_FEW) continue;
        if (shown == UNCHOSEN) {
            more++;
            continue;
        }
        if (shown++ == 0) {
            page_say(r->out, "Offered %d times or more and never given:", REPORT_FEW);
            buf_puts(r->out, "<div class=\"wide\"><table><tr><th>answer</th><th>question</th><th>offered</th></tr>\n");
        }
        buf_puts(r->out, "<tr><td>");
        page_text(r->out, it->text);
        buf_puts(r->out, "</td><td>");
        page_text(r->out, it->question);
        buf_printf(r->out, "</td><td>%" PRIu64 "</td></tr>\n", it->offered);
    }
    if (shown) buf_puts(r->out, "</table></div>\n");
    if (more) page_say(r->out, "And %zu more.", more);
    if (shown == 0)
        page_say(r->out, "Every answer of a menu that was offered %d times was given at least once.", REPORT_FEW);
}

/* ---- levels */
void report_put_ladder(const struct report *r) {
    const struct tournament_table *t = &r->ladder;
    struct plot_bar bars[REPORT_LADDER] = {{0}};
    if (t->n == 0) return;
    page_section(r->out, "Skill");
    page_say(r->out, "How often each level wins against the one below it: the further from 50 %%, the more there is to "
                     "play well. The line is 50 %%.");
    for (unsigned i = 1; i < t->n; i++) {
        bars[i - 1].label = report_ladder[i];
        bars[i - 1].value = statistics_share(t->wins[i][i - 1], t->games[i][i - 1]);
        snprintf(bars[i - 1].text, sizeof bars[i - 1].text, "%.0f %% v %s, n %" PRIu64, 100 * bars[i - 1].value.value,
                 report_ladder[i - 1], t->games[i][i - 1]);
    }
    plot_bars(r->out, "Wins against the level below", bars, t->n - 1, 1, 0.5);
}
