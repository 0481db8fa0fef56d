/* report.c: see report.h.
 *
 * Cards are listed from the one whose players win most often to the one whose players win least. A card that nobody
 * ever had in play comes last. What a card has to do with winning is no proof that it is strong: who is ahead also
 * plays more of them.
 */
#include "cli/report.h"

#include "play/statistics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct row {
    size_t card;
    struct interval wins;
};

static bool counts(const struct census *c, size_t i) {
    tn_card card;
    tn_game_card(c->game, i, &card);
    return card.copy == 0 && (card.zoned || c->cards[i].players > 0);
}

static int by_wins(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    if (x->wins.value != y->wins.value) return x->wins.value < y->wins.value ? 1 : -1;
    return x->card < y->card ? -1 : x->card > y->card;
}

/* The rows of the report, sorted; NULL: no memory or none. */
static struct row *rows_of(const struct census *c, size_t *n) {
    struct row *rows = calloc(c->n_cards + 1, sizeof *rows);
    *n = 0;
    for (size_t i = 0; rows && i < c->n_cards; i++)
        if (counts(c, i))
            rows[(*n)++] = (struct row){i, statistics_share(simulate_wins(c->cards[i].wins), c->cards[i].players)};
    if (rows) qsort(rows, *n, sizeof *rows, by_wins);
    return rows;
}

/* A share, or a mean. */
static double per(int64_t part, uint64_t of) {
    return of ? (double)part / (double)of : 0;
}

static void print_length(const struct census *c) {
    if (c->round_period < 0 || !c->games) return;
    printf("\n  rounds: from %u to %u, half of the games %u or fewer, nine of ten from %u to %u\n", census_rounds(c, 0),
           census_rounds(c, 1), census_rounds(c, 0.5), census_rounds(c, 0.05), census_rounds(c, 0.95));
}

static void print_points(const struct census *c) {
    if (c->n_lines) printf("\n  %-24s %10s %10s\n", "points from", "all", "winners");
    for (size_t i = 0; i < c->n_lines; i++)
        printf("  %-24s %10.2f %10.2f\n", tn_game_score_line(c->game, i),
               per(c->lines[i].all, c->players),
               per(c->lines[i].winners, c->winners));
}

void report_print(const struct census *c) {
    size_t n;
    struct row *rows = rows_of(c, &n);
    print_length(c);
    print_points(c);
    if (n) printf("\n  %-32s %-12s %8s %9s %14s %8s\n", "card", "kind", "in games", "wins with", "95 %", "unplayed");
    for (size_t i = 0; i < n; i++) {
        const struct census_card *it = &c->cards[rows[i].card];
        tn_card card;
        tn_game_card(c->game, rows[i].card, &card);
        printf("  %-32s %-12s %6.1f %% %7.1f %% %6.1f - %-5.1f %6.1f %%\n", card.name, card.kind,
               100 * per((int64_t)it->games, c->games), 100 * rows[i].wins.value, 100 * rows[i].wins.low,
               100 * rows[i].wins.high, 100 * per((int64_t)it->kept, c->players));
    }
    free(rows);
}

void report_add(struct json *j, const struct census *c) {
    size_t n;
    struct row *rows = rows_of(c, &n);
    json_array(j, "rounds");
    for (unsigned i = 0; c->round_period >= 0 && c->games && i <= census_rounds(c, 1); i++)
        json_unsigned(j, NULL, c->rounds[i]);
    json_close(j);
    json_array(j, "points");
    for (size_t i = 0; i < c->n_lines; i++) {
        json_object(j, NULL);
        json_text(j, "line", tn_game_score_line(c->game, i));
        json_real(j, "all", per(c->lines[i].all, c->players));
        json_real(j, "winners", per(c->lines[i].winners, c->winners));
        json_close(j);
    }
    json_close(j);
    json_array(j, "cards");
    for (size_t i = 0; i < n; i++) {
        const struct census_card *it = &c->cards[rows[i].card];
        tn_card card;
        tn_game_card(c->game, rows[i].card, &card);
        json_object(j, NULL);
        json_text(j, "card", card.name);
        json_text(j, "kind", card.kind);
        json_real(j, "in_games", per((int64_t)it->games, c->games));
        json_real(j, "win_rate", rows[i].wins.value);
        json_real(j, "low", rows[i].wins.low);
        json_real(j, "high", rows[i].wins.high);
        json_real(j, "unplayed", per((int64_t)it->kept, c->players));
        json_close(j);
    }
    json_close(j);
    free(rows);
}
