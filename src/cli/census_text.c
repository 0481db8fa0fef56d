/* census_text.c: see census_text.h.
 *
 * Cards are listed by their kind, from the one whose players win most often to the one whose players win least. A
 * card that nobody ever had comes last. What a card has to do with winning is no proof that it is strong: who is
 * ahead also plays more of them.
 */
#include "cli/census_text.h"

#include "play/statistics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
    size_t card, kind; /* kind: the first card of its kind */
    struct interval wins;
};

static int by_wins(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    if (x->wins.value != y->wins.value) return x->wins.value < y->wins.value ? 1 : -1;
    return x->card < y->card ? -1 : x->card > y->card;
}

static size_t first_of_kind(const struct census *c, const char *kind) {
    size_t i = 0;
    tn_card card;
    for (; i < c->n_cards; i++) {
        tn_game_card(c->game, i, &card);
        if (strcmp(card.kind, kind) == 0) break;
    }
    return i;
}

/* The rows of the report, sorted; NULL: no memory or none. */
static struct row *rows_of(const struct census *c, size_t *n) {
    struct row *rows = calloc(c->n_cards + 1, sizeof *rows);
    *n = 0;
    for (size_t i = 0; rows && i < c->n_cards; i++) {
        tn_card card;
        tn_game_card(c->game, i, &card);
        if (card.copy) continue;
        const struct census_had *had = census_had(c, i);
        struct interval wins = statistics_share(simulate_wins(had->wins), had->players);
        rows[(*n)++] = (struct row){i, first_of_kind(c, card.kind), wins};
    }
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
        printf("  %-24s %10.2f %10.2f\n", tn_game_score_line(c->game, i), per(c->lines[i].all, c->players),
               per(c->lines[i].winners, c->winners));
}

/* ---- cards, by their kind: zones are columns, so each kind has its own */
static bool zone_counts(const struct census *c, const struct row *rows, size_t n, size_t z) {
    for (size_t i = 0; i < n; i++)
        if (census_came(c, z, rows[i].card)) return true;
    return false;
}

static bool fact_counts(const struct census *c, const struct row *rows, size_t n, enum census_fact fact) {
    for (size_t i = 0; i < n; i++)
        if (c->cards[rows[i].card].facts[fact]) return true;
    return false;
}

/* A column wide enough for its title. */
static void print_share(const char *title, double share) {
    int width = (int)strlen(title) > 8 ? (int)strlen(title) : 8;
    printf(" %*.1f", width, 100 * share);
}

static void print_head(const struct census *c, const struct row *rows, size_t n, const char *kind) {
    tn_zone zone;
    printf("\n  %-32s %8s", kind, "in games");
    for (enum census_fact f = 0; f < CENSUS_N; f++) {
        for (size_t z = 0; f == CENSUS_played && z < c->n_zones; z++) { /* where it was before it was played */
            tn_game_zone(c->game, z, &zone);
            if (zone_counts(c, rows, n, z)) printf(" %8s", zone.name);
        }
        if (fact_counts(c, rows, n, f)) printf(" %8s", census_fact_name(f));
    }
    printf(" %9s %14s\n", "wins with", "95 %");
}

static void print_card(const struct census *c, const struct row *rows, size_t n, const struct row *row) {
    const struct census_card *it = &c->cards[row->card];
    tn_card card;
    tn_zone zone;
    tn_game_card(c->game, row->card, &card);
    printf("  %-32s", card.name);
    print_share("in games", per((int64_t)census_had(c, row->card)->games, c->games));
    for (enum census_fact f = 0; f < CENSUS_N; f++) {
        for (size_t z = 0; f == CENSUS_played && z < c->n_zones; z++) {
            tn_game_zone(c->game, z, &zone);
            if (zone_counts(c, rows, n, z))
                print_share(zone.name,
                            per((int64_t)census_came(c, z, row->card), zone.per_player ? c->players : c->games));
        }
        if (fact_counts(c, rows, n, f)) print_share("", per((int64_t)it->facts[f], c->players));
    }
    if (census_had(c, row->card)->players)
        printf(" %7.1f %% %6.1f - %-5.1f\n", 100 * row->wins.value, 100 * row->wins.low, 100 * row->wins.high);
    else
        printf(" %9s\n", "-");
}

void census_print(const struct census *c) {
    size_t n;
    struct row *rows = rows_of(c, &n);
    print_length(c);
    print_points(c);
    if (n)
        printf("\n  Of every card, in percent: in games in which somebody had it; of the players, "
               "or for zones of the table of the\n"
               "  games: offered to, chosen by, came into that zone, played by, used by, owned by, left with.\n");
    for (size_t from = 0, to; from < n; from = to) {
        tn_card first, other;
        tn_game_card(c->game, rows[from].card, &first);
        for (to = from + 1; to < n; to++) {
            tn_game_card(c->game, rows[to].card, &other);
            if (strcmp(other.kind, first.kind) != 0) break;
        }
        print_head(c, rows + from, to - from, first.kind);
        for (size_t i = from; i < to; i++)
            print_card(c, rows + from, to - from, &rows[i]);
    }
    free(rows);
}

void census_add(struct json *j, const struct census *c) {
    size_t n;
    struct row *rows = rows_of(c, &n);
    json_array(j, "rounds");
    for (unsigned i = 0; c->round_period >= 0 && c->games && i <= census_rounds(c, 1); i++)
        json_unsigned(j, NULL, c->rounds.data[i]);
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
        json_real(j, "in_games", per((int64_t)census_had(c, rows[i].card)->games, c->games));
        json_real(j, "win_rate", rows[i].wins.value);
        json_real(j, "low", rows[i].wins.low);
        json_real(j, "high", rows[i].wins.high);
        for (enum census_fact f = 0; f < CENSUS_N; f++)
            json_real(j, census_fact_name(f), per((int64_t)it->facts[f], c->players));
        json_object(j, "came");
        for (size_t z = 0; z < c->n_zones; z++) {
            tn_zone zone;
            tn_game_zone(c->game, z, &zone);
            if (census_came(c, z, rows[i].card))
                json_real(j, zone.name,
                          per((int64_t)census_came(c, z, rows[i].card), zone.per_player ? c->players : c->games));
        }
        json_close(j);
        json_close(j);
    }
    json_close(j);
    free(rows);
}
