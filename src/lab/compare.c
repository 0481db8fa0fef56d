/* compare.c: see compare.h. */
#include "lab/compare.h"

#include "play/winners.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How one game ended. */
struct outcome {
    bool over;
    uint32_t decisions, rounds;
    double wins[MATCH_SEATS]; /* shares of the win */
    int32_t score[MATCH_SEATS];
};

struct side {
    const struct simulate_setup *setup;
    struct outcome *outcomes; /* one for each game, written by the thread that plays it */
    int round_period;
};

static void watch(void *user, uint64_t g, tn_ctx *ctx, const tn_state *state, const tn_question *question) {
    const struct side *side = user;
    struct outcome *o = &side->outcomes[g];
    unsigned seats = tn_game_seat_count(side->setup->game), sharing[MATCH_SEATS];
    if (question) {
        o->decisions++;
        return;
    }
    winners_of(ctx, state, seats, sharing);
    for (unsigned seat = 0; seat < seats; seat++) {
        o->wins[seat] = sharing[seat] ? 1.0 / sharing[seat] : 0;
        o->score[seat] = tn_state_score(ctx, state, seat);
    }
    if (side->round_period >= 0) o->rounds = tn_state_period(side->setup->game, state, (size_t)side->round_period);
    o->over = true;
}

/* ---- numbers of a game */
enum number_of { WINS, SCORE, LEAD, ROUNDS, DECISIONS };

/* How far the winner was ahead of the next. */
static double lead_of(const struct outcome *o, unsigned seats) {
    int32_t first = INT32_MIN, second = INT32_MIN;
    for (unsigned seat = 0; seat < seats; seat++) {
        int32_t score = o->score[seat];
        if (score > first)
            second = first, first = score;
        else if (score > second)
            second = score;
    }
    return (double)first - second;
}

static double number_of(enum number_of what, const struct outcome *o, unsigned seat, unsigned seats) {
    switch (what) {
    case WINS: return o->wins[seat];
    case SCORE: return o->score[seat];
    case LEAD: return lead_of(o, seats);
    case ROUNDS: return o->rounds;
    case DECISIONS: return o->decisions;
    }
    return 0;
}

/* Fills what follows from the change and the error of its mean. `n`: games so far. */
static void judge(struct compare_figure *f, double change, double error, size_t figures, uint64_t n) {
    double one = statistics_deviations(0.025) * error, all = statistics_deviations(0.025 / (double)figures) * error;
    f->change = (struct interval){change, change - one, change + one};
    f->clear = fabs(change) > all && fabs(change) > 1e-9;
    if (!f->clear && fabs(change) > 1e-9) f->more = (double)n * ((all / change) * (all / change) - 1);
}

static bool add_paired(struct compare *c, const struct side sides[2], enum number_of what, unsigned seat,
                       const char *name, size_t figures) {
    struct compare_figure f = {.share = what == WINS};
    unsigned seats = tn_game_seat_count(sides[0].setup->game);
    double sums[2] = {0, 0}, squares = 0, n = (double)c->pairs;
    snprintf(f.name, sizeof f.name, "%s", name);
    for (uint64_t g = 0; g < sides[0].setup->games; g++) {
        const struct outcome *a = &sides[0].outcomes[g], *b = &sides[1].outcomes[g];
        if (!a->over || !b->over) continue;
        double before = number_of(what, a, seat, seats), after = number_of(what, b, seat, seats);
        sums[0] += before;
        sums[1] += after;
        squares += (after - before) * (after - before);
    }
    f.before = sums[0] / n;
    f.after = sums[1] / n;
    double change = f.after - f.before, variance = n > 1 ? (squares - n * change * change) / (n - 1) : 0;
    judge(&f, change, sqrt(fmax(0, variance) / n), figures, c->pairs);
    return VEC_PUSH(&c->figures, f);
}

static bool add_figures(struct compare *c, const struct side sides[2]) {
    const tn_game *game = sides[1].setup->game;
    unsigned seats = tn_game_seat_count(game);
    bool scored = tn_game_score_line_count(game) > 0, rounds = sides[0].round_period >= 0 && sides[1].round_period >= 0;
    size_t figures = seats + (scored ? seats : 0) + (scored && seats > 1) + rounds + 1;
    bool ok = true;
    char name[COMPARE_NAME];
    for (unsigned seat = 0; seat < seats && ok; seat++) {
        snprintf(name, sizeof name, "wins of %s", tn_game_seat_name(game, seat));
        ok = add_paired(c, sides, WINS, seat, name, figures);
    }
    for (unsigned seat = 0; seat < seats && ok && scored; seat++) {
        snprintf(name, sizeof name, "score of %s", tn_game_seat_name(game, seat));
        ok = add_paired(c, sides, SCORE, seat, name, figures);
    }
    if (scored && seats > 1) ok = ok && add_paired(c, sides, LEAD, 0, "lead of the first", figures);
    if (rounds) ok = ok && add_paired(c, sides, ROUNDS, 0, "rounds", figures);
    return ok && add_paired(c, sides, DECISIONS, 0, "decisions", figures);
}

/* ---- cards */
static void compare_shares(struct compare_figure *f, double before, uint64_t n, double after, uint64_t m,
                           size_t figures, uint64_t games) {
    f->share = true;
    f->before = n ? before / (double)n : 0;
    f->after = m ? after / (double)m : 0;
    /* With one success and one failure more on each side, so that a share of 0 or 1 is not taken for certain. */
    double p = (before + 1) / ((double)n + 2), q = (after + 1) / ((double)m + 2);
    double error = sqrt(p * (1 - p) / ((double)n + 2) + q * (1 - q) / ((double)m + 2));
    judge(f, f->after - f->before, error, figures, games);
}

static int find_card(const struct census *c, const tn_card *wanted) {
    for (size_t i = 0; i < c->n_cards; i++) {
        tn_card card;
        tn_game_card(c->game, i, &card);
        if (!card.copy && strcmp(card.name, wanted->name) == 0 && strcmp(card.kind, wanted->kind) == 0) return (int)i;
    }
    return -1;
}

static void compare_card(struct compare *c, struct compare_card *card, int before, int after, size_t figures) {
    const struct census_had *a = census_had(c->census[0], (size_t)before), *b = census_had(c->census[1], (size_t)after);
    uint64_t games = c->census[1]->games;
    snprintf(card->had.name, sizeof card->had.name, "in games");
    snprintf(card->wins.name, sizeof card->wins.name, "wins with");
    compare_shares(&card->had, (double)a->games, c->census[0]->games, (double)b->games, games, figures, games);
    card->judged = a->players > 0 && b->players > 0;
    if (card->judged)
        compare_shares(&card->wins, simulate_wins(a->wins), a->players, simulate_wins(b->wins), b->players, figures,
                       games);
}

static bool add_cards(struct compare *c) {
    const struct census *old_side = c->census[0], *new_side = c->census[1];
    size_t figures = 2 * new_side->n_cards + 1;
    for (size_t i = 0; i < new_side->n_cards; i++) {
        tn_card card;
        tn_game_card(new_side->game, i, &card);
        if (card.copy) continue;
        int before = find_card(old_side, &card);
        struct compare_card added = {.kind = card.kind, .name = card.name, .before = before >= 0, .after = true};
        if (before >= 0) compare_card(c, &added, before, (int)i, figures);
        if (!VEC_PUSH(&c->cards, added)) return false;
    }
    for (size_t i = 0; i < old_side->n_cards; i++) {
        tn_card card;
        tn_game_card(old_side->game, i, &card);
        if (card.copy || find_card(new_side, &card) >= 0) continue;
        struct compare_card gone = {.kind = card.kind, .name = card.name, .before = true};
        if (!VEC_PUSH(&c->cards, gone)) return false;
    }
    return true;
}

/* ---- both sides */
static bool play(struct side *side, struct simulate_setup *setup, struct compare *c, int which) {
    side->setup = setup;
    side->round_period = simulate_round_period(setup->game);
    side->outcomes = calloc(setup->games, sizeof *side->outcomes);
    c->census[which] = census_new(setup->game);
    if (!side->outcomes || !c->census[which]) return false;
    setup->watch = watch;
    setup->watch_user = side;
    setup->follow = &census_follow;
    setup->follow_user = c->census[which];
    if (simulate_run(setup, &c->results[which]) != TN_OK || c->census[which]->out_of_memory) return false;
    c->stopped |= c->results[which].stopped;
    return true;
}

tn_status compare_run(struct simulate_setup setups[2], struct compare *out) {
    struct side sides[2] = {{0}};
    *out = (struct compare){0};
    bool ok = play(&sides[0], &setups[0], out, 0) && (out->stopped || play(&sides[1], &setups[1], out, 1));
    for (uint64_t g = 0; ok && sides[1].outcomes && g < setups[0].games; g++)
        out->pairs += sides[0].outcomes[g].over && sides[1].outcomes[g].over;
    if (ok && out->pairs >= COMPARE_LEAST) ok = add_figures(out, sides) && add_cards(out);
    free(sides[0].outcomes);
    free(sides[1].outcomes);
    return ok ? TN_OK : TN_NOMEM;
}

void compare_free(struct compare *c) {
    VEC_FREE(&c->figures);
    VEC_FREE(&c->cards);
    census_free(c->census[0]);
    census_free(c->census[1]);
}

size_t compare_clear(const struct compare *c) {
    size_t n = 0;
    for (size_t i = 0; i < c->figures.n; i++)
        n += c->figures.data[i].clear;
    for (size_t i = 0; i < c->cards.n; i++)
        n += c->cards.data[i].had.clear + c->cards.data[i].wins.clear;
    return n;
}
