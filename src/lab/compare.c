/* compare.c: see compare.h. */
#include "lab/compare.h"

#include "lab/course.h"
#include "play/winners.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PARTS = 10, PART_OF_A_TRIAL = 20 };
static const double LATEST = 1.2, SURELY = 0.95; /* of a time: when all stops, and what is planned with */

static void follow_leader(const struct compare_side *side, struct compare_game *o, tn_ctx *ctx, const tn_state *state) {
    int32_t scores[MATCH_SEATS];
    unsigned seats = tn_game_seat_count(side->game);
    if (!side->scored || seats < 2) return;
    for (unsigned seat = 0; seat < seats; seat++)
        scores[seat] = tn_state_score(ctx, state, seat);
    int leader = course_leader(scores, seats) + 1;
    if (leader == 0 || leader == o->leader) return;
    o->lead_changes += o->leader != 0;
    o->leader = leader;
    o->decided = o->decisions;
}

static void watch(void *user, uint64_t g, tn_ctx *ctx, const tn_state *state, const tn_question *question) {
    const struct compare_side *side = user;
    struct compare_game *o = &side->games[g];
    unsigned seats = tn_game_seat_count(side->game), sharing[MATCH_SEATS];
    follow_leader(side, o, ctx, state);
    if (question) {
        o->decisions++;
        return;
    }
    winners_of(ctx, state, seats, sharing);
    for (unsigned seat = 0; seat < seats; seat++) {
        o->wins[seat] = sharing[seat] ? 1.0 / sharing[seat] : 0;
        o->score[seat] = tn_state_score(ctx, state, seat);
    }
    if (side->round_period >= 0) o->rounds = tn_state_period(side->game, state, (size_t)side->round_period);
    o->over = true;
}

/* ---- numbers of a game */
enum number_of { WINS, SCORE, LEAD, CHANGES, DECIDED, ROUNDS, DECISIONS };

/* How far the winner was ahead of the next. */
static double lead_of(const struct compare_game *o, unsigned seats) {
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

/* The share of the decisions that was over when who won alone took the lead for good; 1: nobody did. */
static double decided_of(const struct compare_game *o) {
    bool led = o->leader > 0 && o->wins[o->leader - 1] == 1;
    return led && o->decisions > 0 ? (double)o->decided / o->decisions : 1;
}

static double number_of(enum number_of what, const struct compare_game *o, unsigned seat, unsigned seats) {
    switch (what) {
    case WINS: return o->wins[seat];
    case SCORE: return o->score[seat];
    case LEAD: return lead_of(o, seats);
    case CHANGES: return o->lead_changes;
    case DECIDED: return decided_of(o);
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

/* Games both sides have room for. */
static uint64_t games_of(const struct compare *c) {
    return c->sides[0].n < c->sides[1].n ? c->sides[0].n : c->sides[1].n;
}

static bool add_paired(struct compare *c, enum number_of what, struct compare_figure f, size_t figures) {
    unsigned seats = tn_game_seat_count(c->sides[0].game);
    double sums[2] = {0, 0}, squares = 0, n = (double)c->pairs;
    f.share = what == WINS || what == DECIDED;
    for (uint64_t g = 0; g < games_of(c); g++) {
        const struct compare_game *a = &c->sides[0].games[g], *b = &c->sides[1].games[g];
        if (!a->over || !b->over) continue;
        double before = number_of(what, a, f.seat, seats), after = number_of(what, b, f.seat, seats);
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

static bool add_figures(struct compare *c) {
    static const struct compare_figure tense[] = {{.name = "lead of the first", .about = COMPARE_LEAD},
                                                  {.name = "changes of the lead", .about = COMPARE_CHANGES},
                                                  {.name = "when the lead is decided", .about = COMPARE_DECIDED}};
    const struct compare_side *sides = c->sides;
    const tn_game *game = sides[1].game;
    unsigned seats = tn_game_seat_count(game);
    bool scored = sides[0].scored && sides[1].scored, against = scored && seats > 1;
    bool rounds = sides[0].round_period >= 0 && sides[1].round_period >= 0;
    size_t figures = seats + (scored ? seats : 0) + (against ? 3 : 0) + rounds + 1;
    bool ok = true;
    for (unsigned i = 0; i < 2 * seats && ok; i++) {
        struct compare_figure f = {.about = i < seats ? COMPARE_SEAT : COMPARE_SCORE, .seat = i % seats};
        if (i >= seats && !scored) break;
        snprintf(f.name, sizeof f.name, "%s of %s", i < seats ? "wins" : "score", tn_game_seat_name(game, f.seat));
        ok = add_paired(c, i < seats ? WINS : SCORE, f, figures);
    }
    for (unsigned i = 0; i < 3 && ok && against; i++)
        ok = add_paired(c, LEAD + i, tense[i], figures);
    if (rounds) ok = ok && add_paired(c, ROUNDS, (struct compare_figure){"rounds", .about = COMPARE_LENGTH}, figures);
    return ok && add_paired(c, DECISIONS, (struct compare_figure){"decisions", .about = COMPARE_LENGTH}, figures);
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
    const struct census *old_side = c->sides[0].census, *new_side = c->sides[1].census;
    const struct census_had *a = census_had(old_side, (size_t)before), *b = census_had(new_side, (size_t)after);
    uint64_t games = new_side->games;
    snprintf(card->had.name, sizeof card->had.name, "in games");
    snprintf(card->wins.name, sizeof card->wins.name, "wins with");
    compare_shares(&card->had, (double)a->games, old_side->games, (double)b->games, games, figures, games);
    card->judged = a->players > 0 && b->players > 0;
    if (card->judged)
        compare_shares(&card->wins, simulate_wins(a->wins), a->players, simulate_wins(b->wins), b->players, figures,
                       games);
}

static bool add_cards(struct compare *c) {
    const struct census *old_side = c->sides[0].census, *new_side = c->sides[1].census;
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

/* ---- piece by piece */
bool compare_side_init(struct compare_side *side, const tn_game *game) {
    *side = (struct compare_side){.game = game, .round_period = simulate_round_period(game)};
    side->scored = tn_game_score_line_count(game) > 0;
    side->census = census_new(game);
    return side->census != NULL;
}

void compare_side_free(struct compare_side *side) {
    census_free(side->census);
    free(side->games);
    *side = (struct compare_side){0};
}

bool compare_side_grow(struct compare_side *side, uint64_t games) {
    if (games <= side->n) return true;
    struct compare_game *more = realloc(side->games, games * sizeof *more);
    if (!more) return false;
    side->games = more;
    memset(more + side->n, 0, (games - side->n) * sizeof *more);
    side->n = games;
    return true;
}

tn_status compare_play(struct compare_side *side, const struct simulate_setup *how, uint64_t from, uint64_t n) {
    struct simulate_setup setup = *how;
    struct simulate_result part;
    if (!compare_side_grow(side, from + n)) return TN_NOMEM;
    setup.first = from;
    setup.games = from + n;
    setup.watch = watch;
    setup.watch_user = side;
    setup.follow = &census_follow;
    setup.follow_user = side->census;
    tn_status status = simulate_run(&setup, &part);
    if (status != TN_OK) return status;
    simulate_add(&side->result, &part);
    return side->census->out_of_memory ? TN_NOMEM : TN_OK;
}

bool compare_judge(struct compare *c) {
    c->figures.n = c->cards.n = 0;
    c->pairs = 0;
    for (uint64_t g = 0; g < games_of(c); g++)
        c->pairs += c->sides[0].games[g].over && c->sides[1].games[g].over;
    return c->pairs < COMPARE_LEAST || (add_figures(c) && add_cards(c));
}

/* ---- both sides */
struct run {
    struct compare *out;
    struct simulate_setup *setups;
    double begun, seconds; /* seconds 0: no bound */
    uint64_t games, over;  /* of a side at most; of both, before the part that is played */
    uint64_t played;       /* of each side */
};

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Of a comparison that is bound by a time the games are what the time makes of them. */
static bool tell_progress(void *user, uint64_t done, uint64_t games) {
    const struct run *r = user;
    double share = r->seconds > 0 ? (seconds_now() - r->begun) / r->seconds : 0;
    (void)games;
    done += r->over;
    uint64_t all = r->seconds > 0 && share < 1 ? (uint64_t)((double)done / fmax(share, 1e-3)) : done;
    if (r->seconds == 0 || all > 2 * r->games) all = 2 * r->games;
    if (r->setups[0].progress && !r->setups[0].progress(r->setups[0].user, done, all)) return false;
    return r->seconds == 0 || share < LATEST;
}

/* Games from so many on. */
static bool play_part(struct run *r, int which, uint64_t from, uint64_t n) {
    struct simulate_setup setup = r->setups[which];
    struct compare_side *side = &r->out->sides[which];
    uint64_t before = side->result.played;
    setup.progress = tell_progress;
    setup.user = r;
    if (compare_play(side, &setup, from, n) != TN_OK) return false;
    r->over += side->result.played - before;
    r->out->stopped |= side->result.stopped;
    return true;
}

/* How many games of a side come next: as many as there were, while they fit into the time. */
static uint64_t next_part(const struct run *r) {
    uint64_t done = r->played, left = r->games - done, part = r->games / PARTS;
    if (r->seconds > 0 && done > 0) {
        double spent = seconds_now() - r->begun, fit = (SURELY * r->seconds - spent) / (spent / (double)done);
        part = fit < 1 ? 0 : fit < (double)done ? (uint64_t)fit : done;
        unsigned jobs = r->setups[0].jobs;
        if (jobs > 0 && part > jobs) part -= part % jobs;
    } else if (r->seconds > 0 || part < COMPARE_LEAST) {
        part = COMPARE_LEAST;
    }
    return part < left ? part : left;
}

static bool play_all(struct run *r) {
    for (uint64_t n; !r->out->stopped && (n = next_part(r)) > 0; r->played += n) {
        if (!play_part(r, 0, r->played, n)) return false;
        if (!r->out->stopped && !play_part(r, 1, r->played, n)) return false;
    }
    return true;
}

tn_status compare_run(struct simulate_setup setups[2], double seconds, struct compare *out) {
    struct run r = {.out = out, .setups = setups, .begun = seconds_now(), .seconds = seconds, .games = setups[0].games};
    *out = (struct compare){0};
    bool ok = true;
    for (int i = 0; i < 2 && ok; i++)
        ok = compare_side_init(&out->sides[i], setups[i].game);
    ok = ok && play_all(&r) && compare_judge(out);
    out->seconds = seconds_now() - r.begun;
    return ok ? TN_OK : TN_NOMEM;
}

/* ---- who fits */
struct trial {
    const struct simulate_setup *setup;
    double until;
};

static bool try_on(void *user, uint64_t done, uint64_t games) {
    const struct trial *t = user;
    (void)done, (void)games;
    return seconds_now() < t->until && (!t->setup->progress || t->setup->progress(t->setup->user, 0, 1));
}

size_t compare_fitting(const struct simulate_setup *setups, size_t n, double seconds) {
    for (size_t i = 0; i + 1 < n; i++) {
        struct simulate_setup setup = setups[i];
        struct simulate_result result;
        double jobs = setup.jobs > 0 ? setup.jobs : 1, game = seconds * jobs / (2 * COMPARE_ENOUGH);
        struct trial trial = {&setups[i], seconds_now() + fmin(game, seconds / PART_OF_A_TRIAL)};
        setup.games = (uint64_t)jobs;
        setup.progress = try_on;
        setup.user = &trial;
        if (simulate_run(&setup, &result) == TN_OK && !result.stopped && result.seconds <= game) return i;
    }
    return n - 1;
}

void compare_free(struct compare *c) {
    VEC_FREE(&c->figures);
    VEC_FREE(&c->cards);
    compare_side_free(&c->sides[0]);
    compare_side_free(&c->sides[1]);
}

size_t compare_clear(const struct compare *c) {
    size_t n = 0;
    for (size_t i = 0; i < c->figures.n; i++)
        n += c->figures.data[i].clear;
    for (size_t i = 0; i < c->cards.n; i++)
        n += c->cards.data[i].had.clear + c->cards.data[i].wins.clear;
    return n;
}
