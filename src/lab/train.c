/* train.c: see train.h. */
#include "lab/train.h"

#include "lab/fit.h"
#include "lab/lesson.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    AT_RANDOM = 10,    /* times as many games at random as in a round */
    BATCH = 48,        /* games that are kept in memory at once */
    NODES = 100,       /* of a tree */
    WILD = 50,         /* of a thousand undertakings */
    NOTED = 300,       /* of a thousand positions, */
    NOTED_FIRST = 100, /* and of games at random */
    COMPARED = 200,    /* of a thousand decisions, in rounds of comparisons */
    COLUMNS = 2600,    /* unknowns, at most */
    UNLIMITED = 50 * WEIGHT_ONE
};
static const double FADE = 0.88;      /* of what was seen, from round to round */
static const double RETURN = 0.9;     /* how much the end of a game counts against what was thought on the way */
static const double PULL = 500;       /* positions of one game are much alike: so many say that a weight is 0, */
static const double CARD_PULL = 6000; /* and of a single card */
static const double CHOICE_FADE = 0.7, CHOICE_PULL = 100, CHOICE_CARD_PULL = 50, CHOICE_STEP = 0.7; /* of comparisons */
static const double LEFT_PULL = 0.001;
static const uint32_t NO_COLUMN = UINT32_MAX;

struct trainer {
    const struct train_setup *setup;
    struct weights *now, *best; /* as fitted last, and as kept */
    int period;
    size_t n, table;  /* features, and from where on they are of the table */
    bool alone;       /* then the table is worth something, too */
    uint32_t *column; /* of 2 * worth, 2 * squares, 2 for a constant: the unknown; NO_COLUMN: none yet */
    uint32_t *key;    /* of unknowns */
    uint32_t columns;
    bool compare; /* rounds of comparisons */
    struct fit worth, left, choices;
    double length; /* mean, of the first games: what shares are of */
    uint64_t lengths, length_games, faults;
    unsigned rounds, round;
    struct train_progress progress;
    char what[60];
    uint32_t *row_columns, *all_columns; /* of a position, and of all that are compared */
    double *row_numbers;
    double *mean, *own; /* by column, 0 between decisions */
};

/* ---- fitting */
static uint32_t column_of(struct trainer *t, size_t key) {
    if (t->column[key] == NO_COLUMN && t->columns < COLUMNS) {
        t->key[t->columns] = (uint32_t)key;
        t->column[key] = t->columns++;
    }
    return t->column[key];
}

static void put(struct trainer *t, size_t *n, size_t key, double number) {
    uint32_t column = number != 0 ? column_of(t, key) : NO_COLUMN;
    if (column == NO_COLUMN) return;
    t->row_columns[*n] = column;
    t->row_numbers[(*n)++] = number;
}

/* Whether a feature of the table says something: what there is without limit is a large number, always the same. */
static bool tells(const tn_feature *f) {
    return f->value < UNLIMITED && f->value > -UNLIMITED;
}

static void add_left(struct trainer *t, const struct lesson_game *game, const struct lesson_sample *s) {
    size_t table = t->n - t->table, n = 1;
    t->row_columns[0] = 0;
    t->row_numbers[0] = 1;
    for (uint32_t i = s->at; i < s->at + s->n; i++) {
        if (game->features.data[i].index < t->table || !tells(&game->features.data[i])) continue;
        size_t k = game->features.data[i].index - t->table;
        double x = (double)game->features.data[i].value / WEIGHT_ONE;
        t->row_columns[n] = (uint32_t)(1 + k);
        t->row_numbers[n++] = x;
        t->row_columns[n] = (uint32_t)(1 + table + k);
        t->row_numbers[n++] = x * x;
    }
    fit_add(&t->left, t->row_columns, t->row_numbers, n, (double)game->rounds - s->round);
}

/* The share that is to come: of games at random as it was, later as the weights tell it. */
static double to_come(const struct trainer *t, const struct lesson_game *game, const struct lesson_sample *s,
                      bool first) {
    if (t->period < 0) return 1;
    if (first) return game->rounds > 0 ? ((double)game->rounds - s->round) / (double)game->rounds : 0;
    const struct weights *w = t->compare ? t->best : t->now;
    if (w->left_at_first < 0) return (double)weights_share(w, s->round) / WEIGHT_ONE;
    return (double)worth_to_come(w, NULL, &game->features.data[s->at], s->n) / WEIGHT_ONE;
}

/* What a position counts in each column; returns how many. */
static size_t make_row(struct trainer *t, const struct lesson_game *game, const struct lesson_sample *s, double share) {
    unsigned seats = tn_game_seat_count(t->setup->game);
    double others = seats > 1 ? seats - 1 : 1;
    size_t n = 0;
    for (int time = 0; time < 2; time++) {
        double by = time ? share : 1;
        for (uint32_t i = s->at; i < s->at + s->n; i++) {
            size_t f = game->features.data[i].index;
            double x = game->features.data[i].value;
            if (f < t->table) {
                put(t, &n, 2 * f + (size_t)time, x / others * by);
            } else if (t->alone && tells(&game->features.data[i])) {
                put(t, &n, 2 * f + (size_t)time, x / WEIGHT_ONE * by);
                put(t, &n, 2 * (t->n + f) + (size_t)time, x * x / WEIGHT_ONE / WEIGHT_ONE * by);
            }
        }
        if (t->alone) put(t, &n, 4 * t->n + (size_t)time, by);
    }
    return n;
}

/* From the last position to the first: what the end was counts the less the earlier a position is. */
static void add_game(struct trainer *t, const struct lesson_game *game, bool first) {
    double final[TN_SEATS];
    t->faults += game->fault;
    if (!game->over) return;
    for (unsigned seat = 0; seat < TN_SEATS; seat++)
        final[seat] = (double)game->lead[seat] / WEIGHT_ONE;
    for (size_t i = game->samples.n; i-- > 0;) {
        const struct lesson_sample *s = &game->samples.data[i];
        size_t n = make_row(t, game, s, to_come(t, game, s, first));
        fit_add(&t->worth, t->row_columns, t->row_numbers, n, final[s->seat] - (double)s->lead / WEIGHT_ONE);
        if (t->period >= 0) add_left(t, game, s);
        if (!first) final[s->seat] = RETURN * final[s->seat] + (1 - RETURN) * (double)s->value / WEIGHT_ONE;
    }
    if (first || t->length <= 0) t->lengths += game->rounds, t->length_games++;
}

/* The ends of one decision: how each differs from their mean, in what it counts and in what still came of it. */
static void add_choice(struct trainer *t, const struct lesson_game *game, const struct lesson_sample *s, size_t ends) {
    double came = 0;
    size_t all = 0;
    for (size_t e = 0; e < ends; e++) {
        size_t n = make_row(t, game, &s[e], to_come(t, game, &s[e], false));
        came += (double)(s[e].outcome - s[e].lead) / WEIGHT_ONE / (double)ends;
        for (size_t i = 0; i < n; i++) {
            if (t->own[t->row_columns[i]] == 0) t->all_columns[all++] = t->row_columns[i];
            t->own[t->row_columns[i]] = 1;
            t->mean[t->row_columns[i]] += t->row_numbers[i] / (double)ends;
        }
    }
    for (size_t i = 0; i < all; i++)
        t->own[t->all_columns[i]] = 0;
    for (size_t e = 0; e < ends; e++) {
        size_t n = make_row(t, game, &s[e], to_come(t, game, &s[e], false)), differ = 0;
        for (size_t i = 0; i < n; i++)
            t->own[t->row_columns[i]] = t->row_numbers[i];
        for (size_t i = 0; i < all; i++) {
            double x = t->own[t->all_columns[i]] - t->mean[t->all_columns[i]];
            t->own[t->all_columns[i]] = 0;
            if (fabs(x) < 1e-9) continue;
            t->row_columns[differ] = t->all_columns[i];
            t->row_numbers[differ++] = x;
        }
        fit_add(&t->choices, t->row_columns, t->row_numbers, differ,
                (double)(s[e].outcome - s[e].lead) / WEIGHT_ONE - came);
    }
    for (size_t i = 0; i < all; i++)
        t->mean[t->all_columns[i]] = 0;
}

static void add_choices(struct trainer *t, const struct lesson_game *game) {
    size_t ends = 0;
    t->faults += game->fault;
    for (size_t i = 0; i < game->samples.n; i += ends) {
        const struct lesson_sample *s = &game->samples.data[i];
        for (ends = 1; i + ends < game->samples.n && s[ends].choice == s->choice;)
            ends++;
        if (s->choice > 0 && ends > 1) add_choice(t, game, s, ends);
    }
}

static int32_t to_thousandths(double x) {
    double n = floor(x * WEIGHT_ONE + 0.5);
    return n > WEIGHTS_MOST ? WEIGHTS_MOST : n < -WEIGHTS_MOST ? -WEIGHTS_MOST : (int32_t)n;
}

/* One that knows where turns begin, and what there is to aim at, and nothing else; NULL: no memory. */
static struct weights *blank_weights(const struct trainer *t) {
    struct buf nothing;
    buf_init(&nothing);
    struct weights *w = weights_new(t->setup->game, NULL, 0, &nothing, &nothing);
    buf_free(&nothing);
    const struct weights *aims = t->setup->aims ? t->setup->aims : t->setup->known;
    for (size_t i = t->table; w && aims && i < w->n; i++)
        w->aim[i] = aims->aim[i];
    if (w) weights_settle(w);
    return w;
}

static struct weight *place(const struct trainer *t, struct weights *w, size_t key) {
    size_t f = key / 2;
    return f < t->n ? &w->worth[f] : f < 2 * t->n ? &w->square[f - t->n] : NULL;
}

/* How a weight is fitted: the sums, the weights it is pulled towards (NULL: none) and how strongly, how far it goes
 * from them to what was found. */
struct fitting {
    const struct fit *sums;
    const struct weights *toward;
    double pull, card_pull, step;
};

static bool fit_worth(struct trainer *t, const struct fitting *how, struct weights *w) {
    double *solved = calloc(3 * (size_t)t->columns + 1, sizeof *solved), *pull, *toward;
    if (!solved) return false;
    pull = solved + t->columns;
    toward = pull + t->columns;
    for (uint32_t i = 0; i < t->columns; i++) {
        size_t f = t->key[i] / 2 % t->n;
        bool card = t->key[i] < 2 * t->table && strchr(tn_features_name(w->features, f), ':');
        double square = how->sums->matrix[i * how->sums->n + i] / fmax(1, how->sums->rows);
        const struct weight *known = how->toward ? place(t, (struct weights *)(uintptr_t)how->toward, t->key[i]) : NULL;
        pull[i] = card ? how->card_pull : how->pull * square + 0.001;
        if (known) toward[i] = (double)(t->key[i] % 2 ? known->time : known->end) / WEIGHT_ONE;
    }
    bool ok = fit_solve(how->sums, t->columns, pull, toward, solved);
    for (uint32_t i = 0; ok && i < t->columns; i++) {
        struct weight *to = place(t, w, t->key[i]);
        double x = toward[i] + how->step * (solved[i] - toward[i]);
        if (to) *(t->key[i] % 2 ? &to->time : &to->end) = to_thousandths(x);
    }
    free(solved);
    return ok;
}

static bool fit_left(struct trainer *t, struct weights *w) {
    size_t table = t->n - t->table, n = 2 * table + 1;
    double *solved = calloc(2 * n, sizeof *solved);
    if (!solved) return false;
    for (size_t i = 0; i < n; i++)
        solved[n + i] = i == 0 ? 0 : LEFT_PULL * t->left.rows;
    bool ok = fit_solve(&t->left, n, solved + n, NULL, solved);
    w->period = t->period;
    w->length = to_thousandths(t->length);
    w->left_at_first = solved[0] > 0 ? to_thousandths(solved[0]) : 0;
    for (size_t k = 0; k < table; k++)
        w->left[t->table + k] = (struct weight){to_thousandths(solved[1 + k]), to_thousandths(solved[1 + table + k])};
    free(solved);
    return ok;
}

/* The weights that explain what was seen, in place of those of now; false: no memory. */
static bool learn(struct trainer *t) {
    struct weights *w = blank_weights(t);
    const struct fitting how = {&t->worth, t->setup->known, PULL, CARD_PULL, 1};
    if (t->length_games > 0) t->length = fmax(1, (double)t->lengths / (double)t->length_games);
    bool ok = w && fit_worth(t, &how, w) && (t->period < 0 || t->length <= 0 || fit_left(t, w));
    if (!ok) return weights_free(w), false;
    weights_settle(w);
    if (t->now != t->best) weights_free(t->now);
    t->now = w;
    return true;
}

static struct weights *copy_of(const struct trainer *t, const struct weights *of) {
    struct buf text, nothing;
    buf_init(&text);
    buf_init(&nothing);
    weights_write(of, &text);
    struct weights *copy = text.failed ? NULL : weights_new(t->setup->game, text.data, text.n, &nothing, &nothing);
    buf_free(&text);
    buf_free(&nothing);
    return copy;
}

/* The same from comparisons: a step away from the weights that were kept. */
static bool learn_choices(struct trainer *t) {
    struct weights *w = copy_of(t, t->best);
    const struct fitting how = {&t->choices, t->best, CHOICE_PULL, CHOICE_CARD_PULL, CHOICE_STEP};
    if (!w || !fit_worth(t, &how, w)) return weights_free(w), false;
    weights_settle(w);
    if (t->now != t->best) weights_free(t->now);
    t->now = w;
    return true;
}

/* ---- playing */
static bool report(void *user, uint64_t done) {
    struct trainer *t = user;
    struct train_progress p = t->progress;
    p.done += done;
    if (p.all_games > 0 && t->round > 0) p.all_done += done;
    return !t->setup->progress || t->setup->progress(t->setup->user, &p);
}

static enum train_status status_of(enum lesson_status s) {
    static const enum train_status of[] = {[LESSON_DONE] = TRAIN_DONE,
                                           [LESSON_STOPPED] = TRAIN_STOPPED,
                                           [LESSON_NO_MEMORY] = TRAIN_NO_MEMORY,
                                           [LESSON_APART] = TRAIN_APART};
    return of[s];
}

static void begin(struct trainer *t, uint64_t games, const char *what) {
    if (t->round > 0)
        snprintf(t->what, sizeof t->what, "%s %u of %u", what, t->round, t->rounds);
    else
        snprintf(t->what, sizeof t->what, "%s", what);
    t->progress.what = t->what;
    t->progress.done = 0;
    t->progress.games = games;
}

/* A batch of the games of `s`, taken in by `take`. */
static enum train_status play_batches(struct trainer *t, struct lesson_setup *s, uint64_t games, void *user,
                                      void (*take)(struct trainer *t, const struct lesson_game *game, uint64_t g,
                                                   void *user)) {
    enum train_status status = TRAIN_DONE;
    s->game = t->setup->game;
    s->nodes = NODES;
    s->period = t->period;
    s->jobs = t->setup->jobs;
    s->processes = t->setup->processes;
    s->progress = report;
    s->user = t;
    for (s->first = 0; s->first < games && status == TRAIN_DONE; s->first += s->games) {
        struct lesson_game batch[BATCH] = {{{0}, {0}, {0}, {0}, {0}, 0, 0, false, false}};
        s->games = games - s->first < BATCH ? games - s->first : BATCH;
        status = status_of(lesson_play(s, batch));
        for (uint64_t g = 0; g < s->games && status == TRAIN_DONE; g++)
            take(t, &batch[g], s->first + g, user);
        lesson_free(batch, s->games);
        t->progress.done += s->games;
        if (t->round > 0) t->progress.all_done += s->games;
    }
    return status;
}

static void take_first(struct trainer *t, const struct lesson_game *game, uint64_t g, void *user) {
    (void)g, (void)user;
    add_game(t, game, true);
}

static void take_game(struct trainer *t, const struct lesson_game *game, uint64_t g, void *user) {
    (void)g, (void)user;
    add_game(t, game, false);
}

static void take_choices(struct trainer *t, const struct lesson_game *game, uint64_t g, void *user) {
    (void)g, (void)user;
    add_choices(t, game);
}

static enum train_status study_choices(struct trainer *t) {
    struct lesson_setup s = {.compared = COMPARED, .seed = random_at(t->setup->seed, 2 * t->round, 0)};
    for (unsigned seat = 0; seat < TN_SEATS; seat++)
        s.weights[seat] = t->best;
    begin(t, t->setup->games, "round");
    fit_fade(&t->choices, CHOICE_FADE);
    enum train_status status = play_batches(t, &s, t->setup->games, NULL, take_choices);
    if (status == TRAIN_DONE && t->faults > 0) status = TRAIN_FAULT;
    return status == TRAIN_DONE && !learn_choices(t) ? TRAIN_NO_MEMORY : status;
}

static enum train_status study(struct trainer *t, bool first) {
    struct lesson_setup s = {.at_random = first, .wild = WILD, .noted = first ? NOTED_FIRST : NOTED};
    s.seed = random_at(t->setup->seed, 2 * t->round, 0);
    uint64_t games = t->setup->games * (first ? AT_RANDOM : 1);
    for (unsigned seat = 0; seat < TN_SEATS; seat++)
        s.weights[seat] = t->best;
    begin(t, games, first ? "random games" : "round");
    if (!first) {
        fit_fade(&t->worth, FADE);
        fit_fade(&t->left, FADE);
    }
    enum train_status status = play_batches(t, &s, games, NULL, first ? take_first : take_game);
    if (status == TRAIN_DONE && t->faults > 0) status = TRAIN_FAULT;
    return status == TRAIN_DONE && !learn(t) ? TRAIN_NO_MEMORY : status;
}

/* ---- contests */
struct contest {
    struct simulate_sums sums;
    int64_t leads;
};

static void take_contest(struct trainer *t, const struct lesson_game *game, uint64_t g, void *user) {
    struct contest *c = user;
    unsigned seat = (unsigned)(g % tn_game_seat_count(t->setup->game)); /* of entrant 0 */
    int32_t score = game->score[seat];
    if (!game->over) return;
    c->sums.wins[game->won[seat] ? game->winners : 0]++;
    c->sums.games++;
    c->sums.score += score;
    c->sums.score_squares += (int64_t)score * score;
    c->leads += game->lead[seat];
}

static enum train_status play_contest(struct trainer *t, const struct weights *one, const struct weights *other,
                                      struct contest *out) {
    struct lesson_setup s = {.pairs = true, .seed = random_at(t->setup->seed, 2 * t->round + 1, 0)};
    for (unsigned seat = 0; seat < TN_SEATS; seat++)
        s.weights[seat] = seat == 0 ? one : other;
    *out = (struct contest){.leads = 0};
    return play_batches(t, &s, t->setup->games, out, take_contest);
}

/* Whether what was learnt does better than what was kept: more wins than its share; alone, more of what is aimed at in
 * the same games. */
static enum train_status contest(struct trainer *t) {
    struct contest new, old;
    unsigned seats = tn_game_seat_count(t->setup->game);
    bool better = false;
    begin(t, t->setup->games * (t->alone ? 2 : 1), "contest");
    enum train_status status = play_contest(t, t->now, t->best, &new);
    if (status == TRAIN_DONE && t->alone) status = play_contest(t, t->best, t->best, &old);
    if (status != TRAIN_DONE) return status;
    if (t->alone)
        better = new.leads > old.leads;
    else
        better = simulate_wins(new.sums.wins) * seats > (double)new.sums.games;
    if (t->setup->told) t->setup->told(t->setup->user, t->what, &new.sums, better);
    if (!better) return status;
    weights_free(t->best);
    t->best = t->now;
    if (t->setup->keep) t->setup->keep(t->setup->user, t->best);
    return status;
}

static enum train_status teach(struct trainer *t) {
    uint64_t contests = t->setup->games * (t->alone ? 2 : 1);
    t->progress.all_games = t->rounds * (t->setup->games + contests);
    enum train_status status = TRAIN_DONE;
    if (!t->setup->known) {
        status = study(t, true);
        if (status == TRAIN_DONE) status = contest(t);
    }
    for (t->round = 1; t->round <= t->rounds && status == TRAIN_DONE; t->round++) {
        status = t->compare ? study_choices(t) : study(t, false);
        if (status == TRAIN_DONE) status = contest(t);
    }
    return status;
}

/* ---- the whole */
/* The period that measures how long a game is: its rounds, or the first one declared. */
static int measuring_period(const tn_game *game) {
    int period = simulate_round_period(game);
    return period >= 0 ? period : tn_game_period_count(game) > 0 ? 0 : -1;
}

static bool prepare(struct trainer *t) {
    const struct weights *known = t->setup->known;
    tn_features *features = tn_game_features(t->setup->game);
    if (!features) return false;
    t->n = tn_features_count(features, &t->table);
    tn_features_free(features);
    size_t keys = 4 * t->n + 2;
    t->column = malloc(keys * sizeof *t->column);
    t->key = malloc(COLUMNS * sizeof *t->key);
    t->row_columns = malloc((keys + 1) * sizeof *t->row_columns);
    t->row_numbers = malloc((keys + 1) * sizeof *t->row_numbers);
    t->all_columns = malloc(COLUMNS * sizeof *t->all_columns);
    t->mean = calloc(2 * COLUMNS, sizeof *t->mean);
    t->own = t->mean ? t->mean + COLUMNS : NULL;
    if (t->column) memset(t->column, 0xff, keys * sizeof *t->column);
    size_t columns = keys < COLUMNS ? keys : COLUMNS;
    bool ok = fit_new(&t->worth, columns) && fit_new(&t->left, 2 * (t->n - t->table) + 1);
    ok = ok && (!t->compare || fit_new(&t->choices, columns)) && t->all_columns && t->mean;
    t->now = t->best = known ? copy_of(t, known) : blank_weights(t);
    if (known && known->period == t->period) t->length = (double)known->length / WEIGHT_ONE;
    return ok && t->column && t->key && t->row_columns && t->row_numbers && t->now;
}

enum train_status train_run(const struct train_setup *setup, struct weights **out) {
    struct trainer t = {.setup = setup, .period = measuring_period(setup->game)};
    t.alone = tn_game_seat_count(setup->game) == 1;
    t.compare = setup->compare || t.alone;
    t.rounds = setup->rounds > 0 ? setup->rounds : TRAIN_ROUNDS;
    *out = NULL;
    if (tn_game_score_line_count(setup->game) == 0) return TRAIN_NO_SCORE;
    enum train_status status = prepare(&t) ? teach(&t) : TRAIN_NO_MEMORY;
    if (t.now != t.best) weights_free(t.now);
    if (status == TRAIN_DONE || status == TRAIN_STOPPED)
        *out = t.best;
    else
        weights_free(t.best);
    fit_free(&t.worth);
    fit_free(&t.left);
    fit_free(&t.choices);
    free(t.column);
    free(t.key);
    free(t.row_columns);
    free(t.row_numbers);
    free(t.all_columns);
    free(t.mean);
    return status;
}
