/* train.c: see train.h. */
#include "lab/train.h"

#include "lab/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 24, AT_RANDOM = 2, FIRST_LESSON = 20, CHANGES = 3 };
static const double PULL = 0.2;

/* One seat's sight of a position, and of what came of it. */
struct sample {
    uint32_t begun; /* the period that measures the length */
    int64_t margin; /* then; at the end of the game what it grew by from there */
    uint8_t seat;
    int32_t leads[]; /* one for each number */
};

/* The samples of one game, written by the thread that plays it and read when all is over. */
struct record {
    char *samples; /* SAMPLES for each seat */
    uint32_t seen, kept, length;
    bool over;
};

struct lesson {
    const struct train_setup *setup;
    const struct weights *weights; /* for where turns begin, and the numbers' weights so far */
    number_list numbers;
    int period; /* -1: none */
    size_t sample_size;
    struct record *records;
    uint64_t games;
    unsigned number; /* of what is tried: lessons, then changes of weights */
    bool contest;
    char what[80];
};

/* ---- noting positions */
static struct sample *sample_at(const struct lesson *l, const struct record *r, uint32_t i) {
    return (struct sample *)(void *)(r->samples + i * l->sample_size);
}

static uint32_t begun_at(const struct lesson *l, const tn_state *state) {
    return l->period < 0 ? 0 : tn_state_period(l->setup->game, state, (size_t)l->period);
}

static void note(const struct lesson *l, struct record *r, uint32_t place, tn_ctx *ctx, const tn_state *state) {
    const tn_game *game = l->setup->game;
    unsigned seats = tn_game_seat_count(game);
    for (unsigned seat = 0; seat < seats; seat++) {
        struct sample *s = sample_at(l, r, place * seats + seat);
        s->begun = begun_at(l, state);
        s->seat = (uint8_t)seat;
        s->margin = number_margin(ctx, game, state, seat);
        for (size_t i = 0; i < l->numbers.n; i++)
            s->leads[i] = (int32_t)number_lead(game, state, seat, &l->numbers.data[i]);
    }
}

static void finish(const struct lesson *l, struct record *r, tn_ctx *ctx, const tn_state *state) {
    unsigned seats = tn_game_seat_count(l->setup->game);
    for (uint32_t i = 0; i < r->kept * seats; i++) {
        struct sample *s = sample_at(l, r, i);
        s->margin = number_margin(ctx, l->setup->game, state, s->seat) - s->margin;
    }
    r->length = begun_at(l, state);
    r->over = true;
}

/* Of all turns of a game the same number is kept, each with the same probability. */
static void watch(void *user, uint64_t g, tn_ctx *ctx, const tn_state *state, const tn_question *question) {
    struct lesson *l = user;
    struct record *r = &l->records[g];
    if (!r->samples) r->samples = calloc(SAMPLES * tn_game_seat_count(l->setup->game), l->sample_size);
    if (!r->samples) return; /* seen as a game that is not over */
    if (!question) {
        finish(l, r, ctx, state);
    } else if (weights_opens(l->weights, question->site)) {
        uint32_t place = random_below(random_at(simulate_seed(l->setup->seed, g), l->number, r->seen), r->seen + 1);
        if (r->seen++ < SAMPLES) place = r->kept++;
        if (place < SAMPLES) note(l, r, place, ctx, state);
    }
}

/* ---- playing */
static uint32_t choose_sometimes(const struct bot_task *task, struct random *random) {
    const struct bot *bot = random_range(random, AT_RANDOM) == 0 ? bot_get(0) : bot_thinker();
    return bot->choose(task, random);
}

static const struct bot curious = {"curious", "the thinking bot, now and then at random", choose_sometimes,
                                   .thinks = true};

static bool progress(void *user, uint64_t done, uint64_t games) {
    const struct lesson *l = user;
    return !l->setup->progress || l->setup->progress(l->setup->user, l->what, l->contest, done, games);
}

static enum train_status play(struct lesson *l, struct simulate_setup *s, struct simulate_result *result) {
    s->game = l->setup->game;
    s->games = l->games;
    s->seed = random_at(l->setup->seed, 2 * l->number + l->contest, 0);
    s->jobs = l->setup->jobs;
    s->progress = progress;
    s->user = l;
    if (simulate_run(s, result) != TN_OK) return TRAIN_NO_MEMORY;
    if (result->stopped) return TRAIN_STOPPED;
    return result->faults > 0 ? TRAIN_FAULT : TRAIN_DONE;
}

/* ---- learning */
static int32_t to_thousandths(double x) {
    double n = floor(x * WEIGHT_ONE + 0.5);
    return n > WEIGHTS_MOST ? WEIGHTS_MOST : n < -WEIGHTS_MOST ? -WEIGHTS_MOST : (int32_t)n;
}

static int32_t mean_length(const struct lesson *l) {
    uint64_t sum = 0, n = 0;
    for (uint64_t g = 0; g < l->games; g++) {
        sum += l->records[g].length;
        n += l->records[g].over;
    }
    return n > 0 && sum / n < WEIGHTS_MOST / WEIGHT_ONE ? (int32_t)(sum * WEIGHT_ONE / n) : 0;
}

static void add_record(const struct lesson *l, const struct record *r, int32_t length, double *row, struct fit *fit) {
    struct weights clock = {.period = l->period, .length = length};
    unsigned seats = tn_game_seat_count(l->setup->game);
    double others = (double)numbers_others(l->setup->game);
    for (uint32_t i = 0; i < r->kept * seats; i++) {
        const struct sample *s = sample_at(l, r, i);
        double to_come = weights_share(&clock, s->begun) / (double)WEIGHT_ONE;
        for (size_t k = 0; k < l->numbers.n; k++)
            row[k] = s->leads[k] / others * to_come;
        fit_add(fit, row, (double)s->margin);
    }
}

/* One that knows where turns begin and nothing else; NULL: no memory. */
static struct weights *blank_weights(const tn_game *game) {
    struct buf nothing;
    buf_init(&nothing);
    struct weights *weights = weights_new(game, NULL, 0, &nothing, &nothing);
    buf_free(&nothing);
    return weights;
}

/* The weights that explain the records; NULL: no memory. */
static struct weights *learn(const struct lesson *l) {
    struct fit fit;
    int32_t length = mean_length(l);
    double *row = calloc(2 * l->numbers.n, sizeof *row), *fitted = row ? row + l->numbers.n : NULL;
    struct weights *weights = blank_weights(l->setup->game);
    bool ok = fit_new(&fit, l->numbers.n) && row && weights;
    if (ok && length > 0) {
        weights->period = l->period;
        weights->length = length;
    }
    for (uint64_t g = 0; ok && g < l->games; g++)
        if (l->records[g].over) add_record(l, &l->records[g], length, row, &fit);
    if (ok) fit_solve(&fit, PULL, fitted);
    for (size_t i = 0; ok && i < l->numbers.n; i++) {
        double known = weights_get(l->weights, &l->numbers.data[i]) / (double)WEIGHT_ONE;
        double learnt = l->number == 0 ? fitted[i] : (known + fitted[i]) / 2;
        struct weight w = {l->numbers.data[i], to_thousandths(learnt)};
        if (w.weight != 0) ok = VEC_PUSH(&weights->entries, w);
    }
    fit_free(&fit);
    free(row);
    if (ok) return weights;
    weights_free(weights);
    return NULL;
}

static void forget(struct lesson *l) {
    for (uint64_t g = 0; l->records && g < l->games; g++)
        free(l->records[g].samples);
    free(l->records);
    l->records = NULL;
}

/* Plays the games of a lesson and learns from them. */
static enum train_status study(struct lesson *l, struct weights **out) {
    struct simulate_setup s = {.watch = watch, .watch_user = l};
    struct simulate_result result;
    l->contest = false;
    l->games = l->setup->games * (l->number == 0 ? FIRST_LESSON : 1);
    l->records = calloc(l->games, sizeof *l->records);
    if (!l->records) return TRAIN_NO_MEMORY;
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++) {
        s.bots[seat] = l->number == 0 ? bot_get(0) : &curious;
        s.weights[seat] = l->weights;
    }
    enum train_status status = play(l, &s, &result);
    if (status == TRAIN_DONE && !(*out = learn(l))) status = TRAIN_NO_MEMORY;
    forget(l);
    return status;
}

/* Whether the bot with the new weights does better than with the old one: more wins than its share, by so many standard
 * errors. `good`: what is told of it then. */
static enum train_status contest(struct lesson *l, const struct weights *new_weights, double errors,
                                 enum train_verdict good, bool *better) {
    struct simulate_setup s = {.rotate = true};
    struct simulate_result result;
    unsigned seats = tn_game_seat_count(l->setup->game);
    l->contest = true;
    l->games = l->setup->games;
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++) {
        s.bots[seat] = bot_thinker();
        s.weights[seat] = seat == 0 ? new_weights : l->weights;
    }
    enum train_status status = play(l, &s, &result);
    if (status != TRAIN_DONE) return status;
    double n = (double)result.finished, fair = 1.0 / seats;
    *better = simulate_wins(result.entrants[0].wins) > n * fair + errors * sqrt(n * fair * (1 - fair));
    if (l->setup->told) l->setup->told(l->setup->user, l->what, &result.entrants[0], *better ? good : TRAIN_DROPPED);
    return status;
}

/* The period that measures how long a game is: its rounds, or the first one declared. */
static int measuring_period(const tn_game *game) {
    int period = simulate_round_period(game);
    return period >= 0 ? period : tn_game_period_count(game) > 0 ? 0 : -1;
}

static void swap_weights(struct weights **a, struct weights **b) {
    struct weights *old = *a;
    *a = *b;
    *b = old;
}

static enum train_status teach(struct lesson *l, struct weights **weights) {
    enum train_status status = TRAIN_DONE;
    for (l->number = l->setup->known ? 1 : 0; l->number < TRAIN_LESSONS && status == TRAIN_DONE; l->number++) {
        struct weights *learnt = NULL;
        bool better = false;
        l->weights = *weights;
        snprintf(l->what, sizeof l->what, "lesson %u of %d", l->number + 1, TRAIN_LESSONS);
        status = study(l, &learnt);
        if (status == TRAIN_DONE) status = contest(l, learnt, 0, TRAIN_KEPT, &better);
        if (status == TRAIN_DONE && better) swap_weights(weights, &learnt);
        weights_free(learnt);
    }
    return status;
}

/* ---- trying changes of what was learnt */
struct change {
    /* Whose weights are multiplied: all entries of a variable; NULL: the length of a game */
    const struct number *group;
    double factor;
};

static bool same_group(const struct number *a, const struct number *b) {
    return a->sort == b->sort && a->which == b->which;
}

/* The same weights but for the change; NULL: no memory. */
static struct weights *changed_weights(const struct weights *weights, const struct change *change) {
    struct weights *out = blank_weights(weights->game);
    if (!out) return NULL;
    out->period = weights->period;
    out->length = change->group ? weights->length : to_thousandths(weights->length * change->factor / WEIGHT_ONE);
    for (size_t i = 0; i < weights->entries.n; i++) {
        struct weight w = weights->entries.data[i];
        if (change->group && same_group(&w.number, change->group))
            w.weight = to_thousandths(w.weight * change->factor / WEIGHT_ONE);
        if (w.weight != 0 && !VEC_PUSH(&out->entries, w)) return weights_free(out), NULL;
    }
    return out;
}

static void name_change(struct lesson *l, const struct change *change) {
    struct buf name;
    buf_init(&name);
    if (change->group)
        number_name(l->setup->game, change->group, &name);
    else
        buf_puts(&name, "length");
    int n = (int)strcspn(name.data ? name.data : "", "[");
    snprintf(l->what, sizeof l->what, "%.*s x %g", n < 60 ? n : 60, name.data ? name.data : "", change->factor);
    buf_free(&name);
}

/* One change, again and again while it pays. */
static enum train_status try_change(struct lesson *l, struct weights **weights, struct change change, bool *kept) {
    bool better = true;
    enum train_status status = TRAIN_DONE;
    for (int i = 0; i < CHANGES && better && status == TRAIN_DONE; i++, l->number++) {
        struct weights *other = changed_weights(*weights, &change);
        better = false;
        if (!other) return TRAIN_NO_MEMORY;
        l->weights = *weights;
        name_change(l, &change);
        status = contest(l, other, 1, TRAIN_AGAIN, &better);
        if (status == TRAIN_DONE && better) {
            l->number++;
            status = contest(l, other, 1, TRAIN_KEPT, &better);
        }
        if (status == TRAIN_DONE && better) swap_weights(weights, &other), *kept = true;
        weights_free(other);
    }
    return status;
}

static enum train_status try_both(struct lesson *l, struct weights **weights, const struct number *group,
                                  double factor) {
    bool kept = false;
    enum train_status status = try_change(l, weights, (struct change){group, 1 / factor}, &kept);
    if (status == TRAIN_DONE && !kept) status = try_change(l, weights, (struct change){group, factor}, &kept);
    return status;
}

static enum train_status tune(struct lesson *l, struct weights **weights) {
    enum train_status status =
        (*weights)->length > 0 && (*weights)->entries.n ? try_both(l, weights, NULL, 1.25) : TRAIN_DONE;
    for (size_t i = 0; i < l->numbers.n && status == TRAIN_DONE; i++) {
        const struct number *group = &l->numbers.data[i];
        bool known = false;
        for (size_t k = 0; k < (*weights)->entries.n; k++)
            known |= same_group(&(*weights)->entries.data[k].number, group);
        if (known && !(i > 0 && same_group(&l->numbers.data[i - 1], group))) status = try_both(l, weights, group, 2);
    }
    return status;
}

enum train_status train_run(const struct train_setup *setup, struct weights **out) {
    struct lesson l = {.setup = setup, .period = measuring_period(setup->game)};
    *out = NULL;
    if (tn_game_score_line_count(setup->game) == 0) return TRAIN_NO_SCORE;
    if (!numbers_list(setup->game, &l.numbers)) return VEC_FREE(&l.numbers), TRAIN_NO_MEMORY;
    if (l.numbers.n == 0) return TRAIN_NO_NUMBERS;
    l.sample_size = (sizeof(struct sample) + l.numbers.n * sizeof(int32_t) + 7) / 8 * 8;
    struct weights *weights =
        setup->known ? changed_weights(setup->known, &(struct change){NULL, 1}) : blank_weights(setup->game);
    enum train_status status = weights ? teach(&l, &weights) : TRAIN_NO_MEMORY;
    if (status == TRAIN_DONE) status = tune(&l, &weights);
    VEC_FREE(&l.numbers);
    if (status == TRAIN_DONE)
        *out = weights;
    else
        weights_free(weights);
    return status;
}
