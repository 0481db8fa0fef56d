/* simulate.c: see simulate.h. */
#include "lab/simulate.h"

#include "lab/threads.h"
#include "play/winners.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEED_STREAM = 0x67616d65, PLAYOUT_ANSWERS = 50000 /* then somebody may want to stop */ };

struct worker;

/* What all workers share. */
struct pool {
    const struct simulate_setup *setup;
    atomic_uint_fast64_t next, done;
    atomic_bool stop;
    atomic_uint endless; /* games that did not end */
    struct worker *workers;
    int round_period; /* -1: none */
    unsigned threads; /* for each answer, where there are fewer games than workers */
    bool draws;
};

struct worker {
    struct pool *pool;
    tn_ctx *ctx;
    tn_state *state;
    void *following; /* of setup->follow */
    struct simulate_result sums;
};

uint64_t simulate_seed(uint64_t base, uint64_t game) {
    return random_at(random_scramble(base ^ game >> 32), SEED_STREAM, (uint32_t)game);
}

double simulate_wins(const uint64_t *wins) {
    double sum = 0;
    for (unsigned k = 1; k <= MATCH_SEATS; k++)
        sum += (double)wins[k] / k;
    return sum;
}

static void add_game(struct simulate_sums *to, int32_t score, unsigned sharing) {
    if (to->games == 0 || score < to->lowest) to->lowest = score;
    if (to->games == 0 || score > to->highest) to->highest = score;
    to->games++;
    to->wins[sharing]++;
    to->score += score;
    to->score_squares += (int64_t)score * score;
}

/* Which bot of the setup sits on a seat in game g. */
static unsigned entrant_of(const struct simulate_setup *setup, unsigned seat, uint64_t g) {
    unsigned seats = tn_game_seat_count(setup->game);
    return setup->rotate ? (unsigned)((seat + seats - g % seats) % seats) : seat;
}

static void record_end(struct worker *w, uint64_t g, uint64_t decisions) {
    const struct simulate_setup *setup = w->pool->setup;
    unsigned seats = tn_game_seat_count(setup->game), sharing[MATCH_SEATS];
    struct simulate_result *to = &w->sums;
    if (setup->watch) setup->watch(setup->watch_user, g, w->ctx, w->state, NULL);
    if (setup->follow) setup->follow->over(w->following, w->ctx, w->state);
    winners_of(w->ctx, w->state, seats, sharing);
    for (unsigned seat = 0; seat < seats; seat++) {
        int32_t score = tn_state_score(w->ctx, w->state, seat);
        add_game(&to->seats[seat], score, sharing[seat]);
        add_game(&to->entrants[entrant_of(setup, seat, g)], score, sharing[seat]);
    }
    to->finished++;
    to->limited += tn_state_limited(setup->game, w->state);
    to->decisions += decisions;
    if (w->pool->round_period >= 0) to->rounds += tn_state_period(setup->game, w->state, (size_t)w->pool->round_period);
}

static void record_fault(struct worker *w, uint64_t g, uint64_t seed, const char *text) {
    struct simulate_result *to = &w->sums;
    to->faults++;
    if (to->n_faults == SIMULATE_FAULTS) return;
    struct simulate_fault *fault = &to->first_faults[to->n_faults++];
    fault->game = g;
    fault->seed = seed;
    size_t n = strlen(text) < SIMULATE_TEXT ? strlen(text) : SIMULATE_TEXT - 1;
    memcpy(fault->text, text, n);
    fault->text[n] = '\0';
}

static void watch_statements(struct worker *w, bool on) {
    if (w->pool->setup->reached) tn_ctx_watch(w->ctx, on); /* there is memory: make_workers has asked */
}

/* Deeds and statements count while something happens, not while bots try things out. */
static void listen(struct worker *w, bool on) {
    const struct simulate_follow *follow = w->pool->setup->follow;
    if (follow) tn_ctx_deeds(w->ctx, on ? follow->deed : NULL, w->following);
    watch_statements(w, on);
}

/* One answer of the seat that is asked; NULL, or what went wrong. */
static const char *step(struct worker *w, uint64_t g, uint64_t seed, uint64_t n, uint64_t *decisions) {
    const struct simulate_setup *setup = w->pool->setup;
    tn_question question;
    if (!tn_state_question(setup->game, w->state, TN_SPECTATOR, &question)) return "nobody is asked";
    if (question.seat >= MATCH_SEATS || question.count == 0) return "a question without a legal answer";
    uint32_t answer = forced_answer(setup->game, w->state, question.seat);
    if (answer == TN_NO_ANSWER) {
        unsigned entrant = entrant_of(setup, question.seat, g);
        if (setup->watch) setup->watch(setup->watch_user, g, w->ctx, w->state, &question);
        struct random random = bot_random_for(seed, question.seat, n);
        struct bot_task task = {.weights = setup->weights[entrant],
                                .game = setup->game,
                                .ctx = w->ctx,
                                .state = w->state,
                                .seat = question.seat,
                                .effort = setup->efforts[entrant],
                                .threads = w->pool->threads,
                                .unhurried = !setup->hurried};
        answer = setup->bots[entrant]->choose(&task, &random);
        ++*decisions;
    }
    if (setup->follow) setup->follow->answer(w->following, w->state, &question, answer);
    listen(w, true);
    tn_status status = tn_state_apply(w->ctx, w->state, question.seat, answer);
    listen(w, false);
    return status == TN_ILLEGAL ? "a bot gave an illegal answer" : NULL;
}

bool simulate_draws(const struct simulate_setup *setup) {
    bool draw = !setup->menus && !setup->watch && !setup->follow && !setup->reached;
    for (unsigned seat = 0; seat < tn_game_seat_count(setup->game); seat++)
        draw = draw && setup->bots[seat]->draws;
    return draw;
}

static bool wants_to_stop(const struct worker *w) {
    return atomic_load_explicit(&w->pool->stop, memory_order_relaxed);
}

/* A game that did not end. */
static const char *count_endless(struct worker *w) {
    if (atomic_fetch_add(&w->pool->endless, 1) + 1 >= SIMULATE_ENDLESS) atomic_store(&w->pool->stop, true);
    return "the game did not end after 1000000 answers; a limit in the definition would end it";
}

/* False when it was broken off. */
static bool play_out(struct worker *w, uint64_t g, uint64_t seed) {
    const tn_playing how = {.answers = PLAYOUT_ANSWERS, .about = true};
    tn_status status = tn_state_status(w->pool->setup->game, w->state);
    char text[SIMULATE_TEXT];
    for (uint64_t n = 0; status == TN_ASK; n += PLAYOUT_ANSWERS) {
        if (n > 0 && wants_to_stop(w)) return false;
        if (n >= SIMULATE_ANSWERS) return record_fault(w, g, seed, count_endless(w)), true;
        status = tn_playout(w->ctx, w->state, seed + n, &how);
    }
    if (status == TN_OVER) return record_end(w, g, 0), true;
    tn_fault_text(w->pool->setup->game, w->state, text, sizeof text);
    return record_fault(w, g, seed, text), true;
}

/* The seed of a beginning that is admitted; false: none was found. The position is begun. */
static bool find_beginning(struct worker *w, uint64_t g, uint64_t *seed) {
    const struct simulate_setup *setup = w->pool->setup;
    uint64_t first = *seed;
    for (uint32_t k = 0; k < SIMULATE_TRIES; k++) {
        if (k > 0) *seed = simulate_seed(first, k);
        tn_state_start(w->ctx, *seed, 0, w->state);
        if (setup->admit(setup->admit_user, g, w->state)) return true;
    }
    return false;
}

/* False when it was broken off because somebody wants to stop. */
static bool play_game(struct worker *w, uint64_t g) {
    const struct simulate_setup *setup = w->pool->setup;
    uint64_t seed = simulate_seed(setup->seed, g), decisions = 0;
    char text[SIMULATE_TEXT];
    if (setup->admit && !find_beginning(w, g, &seed)) return w->sums.left_out++, true;
    if (setup->from) {
        tn_status begun =
            tn_state_read_json(w->ctx, setup->from, setup->from_size, seed, TN_NEW_CHANCE, w->state, text, sizeof text);
        if (begun != TN_ASK && begun != TN_OVER && begun != TN_FAULT) return record_fault(w, g, seed, text), true;
    } else {
        watch_statements(w, true);
        tn_state_start(w->ctx, seed, 0, w->state);
        watch_statements(w, false);
    }
    if (w->pool->draws) return play_out(w, g, seed);
    if (setup->follow) setup->follow->begin(w->following, w->ctx, w->state);
    for (uint64_t n = 0;; n++) {
        tn_status status = tn_state_status(setup->game, w->state);
        if (status == TN_OVER) return record_end(w, g, decisions), true;
        const char *wrong = NULL;
        if (status != TN_ASK) {
            tn_fault_text(setup->game, w->state, text, sizeof text);
            wrong = text;
        } else if (n >= SIMULATE_ANSWERS) {
            wrong = count_endless(w);
        } else {
            wrong = step(w, g, seed, n, &decisions);
        }
        if (wrong) return record_fault(w, g, seed, wrong), true;
        if (wants_to_stop(w)) return false;
    }
}

static void work(void *user, unsigned i) {
    struct pool *pool = user;
    struct worker *w = &pool->workers[i];
    while (!wants_to_stop(w)) {
        uint64_t g = pool->setup->first + atomic_fetch_add(&pool->next, 1) * (pool->setup->every + !pool->setup->every);
        if (g >= pool->setup->games || !play_game(w, g)) break;
        atomic_fetch_add(&pool->done, 1);
    }
}

static void tell_progress(void *user) {
    struct pool *pool = user;
    const struct simulate_setup *setup = pool->setup;
    if (setup->progress && !setup->progress(setup->user, atomic_load(&pool->done), setup->games))
        atomic_store(&pool->stop, true);
}

/* ---- putting the workers' sums together */
static void merge_sums(struct simulate_sums *to, const struct simulate_sums *from) {
    if (from->games == 0) return;
    if (to->games == 0 || from->lowest < to->lowest) to->lowest = from->lowest;
    if (to->games == 0 || from->highest > to->highest) to->highest = from->highest;
    to->games += from->games;
    for (unsigned k = 0; k <= MATCH_SEATS; k++)
        to->wins[k] += from->wins[k];
    to->score += from->score;
    to->score_squares += from->score_squares;
}

/* Keeps the list sorted by game number and as short as it may be. */
static void merge_fault(struct simulate_result *to, const struct simulate_fault *fault) {
    unsigned at = to->n_faults;
    while (at > 0 && to->first_faults[at - 1].game > fault->game)
        at--;
    if (at == SIMULATE_FAULTS) return;
    unsigned moved = to->n_faults - at;
    if (to->n_faults == SIMULATE_FAULTS)
        moved--;
    else
        to->n_faults++;
    memmove(&to->first_faults[at + 1], &to->first_faults[at], moved * sizeof *fault);
    to->first_faults[at] = *fault;
}

static void merge(struct simulate_result *to, const struct simulate_result *from) {
    to->finished += from->finished;
    to->limited += from->limited;
    to->faults += from->faults;
    to->left_out += from->left_out;
    to->decisions += from->decisions;
    to->rounds += from->rounds;
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++) {
        merge_sums(&to->seats[seat], &from->seats[seat]);
        merge_sums(&to->entrants[seat], &from->entrants[seat]);
    }
    for (unsigned i = 0; i < from->n_faults; i++)
        merge_fault(to, &from->first_faults[i]);
}

void simulate_add(struct simulate_result *to, const struct simulate_result *from) {
    merge(to, from);
    to->played += from->played;
    to->stopped |= from->stopped;
    to->endless |= from->endless;
    to->has_rounds |= from->has_rounds;
    to->has_decisions |= from->has_decisions;
    if (from->seconds > to->seconds) to->seconds = from->seconds;
}

static void merge_reached(const struct simulate_setup *setup, const tn_ctx *ctx) {
    for (size_t i = 0; i < tn_game_statement_count(setup->game); i++)
        setup->reached[i] = setup->reached[i] || tn_ctx_reached(ctx, i);
}

int simulate_round_period(const tn_game *game) {
    for (size_t i = 0; i < tn_game_period_count(game); i++) {
        bool is_round = false;
        tn_game_period(game, i, &is_round);
        if (is_round) return (int)i;
    }
    return -1;
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Makes up to `jobs` workers; how many there are. */
static unsigned make_workers(struct pool *pool, unsigned jobs) {
    for (unsigned made = 0; made < jobs; made++) {
        struct worker *w = &pool->workers[made];
        w->pool = pool;
        w->ctx = tn_ctx_new(pool->setup->game);
        w->state = tn_state_new(pool->setup->game);
        if (pool->setup->follow) w->following = pool->setup->follow->enter(pool->setup->follow_user);
        if (!w->ctx || !w->state || (pool->setup->follow && !w->following)) return made;
        if (pool->setup->reached && tn_ctx_watch(w->ctx, true) != TN_OK) return made;
        if (pool->setup->reached) tn_ctx_watch(w->ctx, false);
    }
    return jobs;
}

tn_status simulate_run(const struct simulate_setup *setup, struct simulate_result *result) {
    unsigned jobs = setup->jobs > 0 ? setup->jobs : 1;
    struct pool pool = {.threads = setup->games > 0 && setup->games < jobs ? jobs / (unsigned)setup->games : 1,
                        .setup = setup,
                        .round_period = simulate_round_period(setup->game),
                        .draws = simulate_draws(setup)};
    struct worker *workers = pool.workers = calloc(jobs, sizeof *workers);
    memset(result, 0, sizeof *result);
    result->has_rounds = pool.round_period >= 0;
    result->has_decisions = !pool.draws;
    if (!workers) return TN_NOMEM;
    double begun = seconds_now();
    unsigned started = threads_run(make_workers(&pool, jobs), &(struct threads_job){work, tell_progress, &pool});
    for (unsigned i = 0; i < started; i++) {
        merge(result, &workers[i].sums);
        if (setup->reached) merge_reached(setup, workers[i].ctx);
    }
    for (unsigned i = 0; i < jobs; i++) {
        if (workers[i].following) setup->follow->leave(setup->follow_user, workers[i].following);
        tn_ctx_free(workers[i].ctx);
        tn_state_free(workers[i].state);
    }
    result->seconds = seconds_now() - begun;
    result->played = result->finished + result->faults;
    result->stopped = atomic_load(&pool.stop);
    result->endless = atomic_load(&pool.endless) >= SIMULATE_ENDLESS;
    free(workers);
    return started > 0 ? TN_OK : TN_NOMEM;
}
