/* lesson.c: see lesson.h. */
#include "lab/lesson.h"

#include "bot/ahead.h"
#include "lab/gather.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_ANSWERS = 20000, WAIT_NS = 200000000, COMPARED = 4, ONWARD_NODES = 60, TO_THE_END = 1000000 };

struct pool {
    const struct lesson_setup *setup;
    struct lesson_game *games;
    atomic_ullong next, done;
    atomic_bool stop, failed;
    pthread_mutex_t lock;
    pthread_cond_t idle;
    unsigned working;
};

struct worker {
    struct pool *pool;
    pthread_t thread;
    tn_ctx *ctx;
    tn_state *state, *before, *end;
    struct policy onward;             /* plays on what is compared */
    struct policy policies[TN_SEATS]; /* of entrants; those with the same weights share one */
    unsigned policy_of[TN_SEATS], n_policies;
    struct worth worth;    /* of the first weights */
    tn_features *features; /* all of them: those of weights may leave some out */
    tn_feature *list;
    int32_t *sums; /* a number for each feature, 0 between samples */
    size_t room, size;
};

/* ---- noting */
/* `known`: cards that count by their names; NULL: all. */
static bool note(struct worker *w, struct lesson_game *game, const tn_state *state, unsigned seat,
                 const uint8_t *known) {
    const struct lesson_setup *setup = w->pool->setup;
    struct lesson_sample s = {.seat = (uint8_t)seat, .at = (uint32_t)game->features.n};
    size_t n = tn_state_features(w->features, w->ctx, state, seat, known, w->list, w->room);
    s.round = setup->period < 0 ? 0 : tn_state_period(setup->game, state, (size_t)setup->period);
    s.lead = worth_lead(&w->worth, state, seat);
    s.value = worth_of(&w->worth, state, seat);
    for (size_t i = 0; i < n; i++)
        w->sums[w->list[i].index] += w->list[i].value;
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        tn_feature f = {w->list[i].index, w->sums[w->list[i].index]};
        w->sums[f.index] = 0;
        if (f.value != 0) ok = ok && VEC_PUSH(&game->features, f);
    }
    s.n = (uint32_t)game->features.n - s.at;
    return ok && VEC_PUSH(&game->samples, s);
}

/* Whether the undertaking of the seat that acted has ended. */
static bool ended(const struct worker *w, unsigned seat) {
    const struct lesson_setup *setup = w->pool->setup;
    tn_question q;
    if (tn_state_phase(setup->game, w->state) != tn_state_phase(setup->game, w->before)) return true;
    if (ahead_begun(setup->game, w->state) != ahead_begun(setup->game, w->before)) return true;
    if (!tn_state_question(setup->game, w->state, seat, &q)) return true;
    return tree_opens(setup->weights[0], &q);
}

/* ---- comparing */
/* Some ends of the tree that was grown last, each played on to the end by the same policy, all with the same chance. */
static bool compare(struct worker *w, struct lesson_game *game, const struct tree *t, struct random *random) {
    uint32_t leaves[COMPARED], n = tree_candidates(t, leaves, COMPARED), choice = (uint32_t)game->samples.n + 1;
    uint64_t key = random_next(random);
    for (uint32_t i = 0; n > 1 && i < n; i++) {
        const struct tree_node *leaf = &t->nodes[leaves[i]];
        struct random chance = {key, 0};
        memcpy(w->end, tree_state(t, leaves[i]), w->size);
        if (tn_state_status(t->game, w->end) != TN_ASK) continue; /* what is over has no outlook to learn */
        if (!policy_play_on(&w->onward, w->end, t->seat, TO_THE_END, &chance)) continue;
        if (tn_state_status(t->game, w->end) != TN_OVER) continue;
        int64_t outcome = worth_lead(&w->worth, w->end, t->seat);
        const tn_state *valued = tree_state(t, leaf->new_round ? leaf->parent : leaves[i]);
        if (!note(w, game, valued, t->seat, t->worth.knows ? t->worth.known : NULL)) return false;
        game->samples.data[game->samples.n - 1].choice = choice;
        game->samples.data[game->samples.n - 1].outcome = outcome;
    }
    return true;
}

/* ---- one game */
static void finish(struct worker *w, struct lesson_game *game) {
    const struct lesson_setup *setup = w->pool->setup;
    game->over = tn_state_status(setup->game, w->state) == TN_OVER;
    game->fault = !tn_good(tn_state_status(setup->game, w->state));
    if (setup->period >= 0) game->rounds = tn_state_period(setup->game, w->state, (size_t)setup->period);
    for (unsigned seat = 0; seat < tn_game_seat_count(setup->game) && game->over; seat++) {
        game->lead[seat] = worth_lead(&w->worth, w->state, seat);
        game->score[seat] = tn_state_score(w->ctx, w->state, seat);
        game->won[seat] = tn_state_rank(w->ctx, w->state, seat) == 1;
        game->winners += game->won[seat];
    }
}

/* *grown: the policy that has just grown a tree for it; NULL: none has. */
static uint32_t answer_of(struct worker *w, uint64_t g, const tn_question *q, bool wild, struct random *random,
                          const struct policy **grown) {
    const struct lesson_setup *setup = w->pool->setup;
    unsigned seats = tn_game_seat_count(setup->game), entrant = (unsigned)((q->seat + seats - g % seats) % seats);
    struct policy *policy = &w->policies[w->policy_of[entrant]];
    if (q->count == 1) return tn_state_nth(setup->game, w->state, q->seat, 0);
    if (!setup->at_random && !wild) {
        uint32_t answer = policy_answer(policy, w->state, q->seat, random);
        *grown = policy->fresh ? policy : NULL;
        return answer;
    }
    if (!setup->at_random) policy->plans[q->seat].n = 0;
    return tn_state_nth(setup->game, w->state, q->seat, random_range(random, q->count));
}

static bool play(struct worker *w, uint64_t g, struct lesson_game *game) {
    const struct lesson_setup *setup = w->pool->setup;
    const struct weights *weights = setup->weights[0];
    unsigned seats = tn_game_seat_count(setup->game);
    struct random random = {random_at(setup->seed, 1, (uint32_t)g), 0};
    bool wild[TN_SEATS] = {false}, ok = true;
    tn_question q;
    tn_state_start(w->ctx, simulate_seed(setup->seed, setup->pairs ? g / seats : g), 0, w->state);
    for (unsigned i = 0; i < w->n_policies; i++)
        policy_forget(&w->policies[i]);
    for (uint32_t n = 0; ok && n < MOST_ANSWERS && tn_state_question(setup->game, w->state, TN_SPECTATOR, &q); n++) {
        if (atomic_load_explicit(&w->pool->stop, memory_order_relaxed)) break;
        if (tree_opens(weights, &q)) wild[q.seat] = random_range(&random, 1000) < setup->wild;
        const struct policy *asked = NULL;
        uint32_t answer = answer_of(w, g, &q, wild[q.seat], &random, &asked);
        if (asked && setup->compared > 0 && random_range(&random, 1000) < setup->compared)
            ok = compare(w, game, &asked->tree, &random);
        memcpy(w->before, w->state, w->size);
        if (!tn_good(tn_state_apply(w->ctx, w->state, q.seat, answer))) break;
        if (tn_state_status(setup->game, w->state) != TN_ASK || random_range(&random, 1000) >= setup->noted) continue;
        bool round = weights_rounds(weights, w->state) != weights_rounds(weights, w->before);
        if (ended(w, q.seat)) ok = note(w, game, round ? w->before : w->state, q.seat, NULL);
    }
    finish(w, game);
    return ok;
}

/* ---- threads */
static bool is_mine(const struct lesson_setup *setup, uint64_t game) {
    return !setup->processes || game % setup->processes->size == setup->processes->rank;
}

static void *work(void *user) {
    struct worker *w = user;
    struct pool *pool = w->pool;
    for (;;) {
        uint64_t g = atomic_fetch_add(&pool->next, 1);
        if (g >= pool->setup->games || atomic_load(&pool->stop)) break;
        if (is_mine(pool->setup, pool->setup->first + g) && !play(w, pool->setup->first + g, &pool->games[g])) {
            atomic_store(&pool->failed, true);
            atomic_store(&pool->stop, true);
        }
        atomic_fetch_add(&pool->done, 1);
    }
    pthread_mutex_lock(&pool->lock);
    pool->working--;
    pthread_cond_signal(&pool->idle);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static bool prepare(struct worker *w, struct pool *pool) {
    const struct lesson_setup *setup = pool->setup;
    w->pool = pool;
    w->size = tn_game_state_size(setup->game);
    w->ctx = tn_ctx_new(setup->game);
    w->state = tn_state_new(setup->game);
    w->before = tn_state_new(setup->game);
    w->end = tn_state_new(setup->game);
    w->features = tn_game_features(setup->game);
    w->room = w->features ? tn_features_room(w->features) : 0;
    w->list = calloc(w->room + 1, sizeof *w->list);
    w->sums = calloc(setup->weights[0]->n + 1, sizeof *w->sums);
    bool ok = w->ctx && w->state && w->before && w->end && w->features && w->list && w->sums;
    ok = ok && worth_init(&w->worth, setup->weights[0], setup->game, w->ctx);
    ok = ok && policy_init(&w->onward, setup->weights[0], setup->game, w->ctx, ONWARD_NODES);
    for (unsigned e = 0; ok && e < tn_game_seat_count(setup->game); e++) {
        unsigned i = 0;
        while (i < e && setup->weights[i] != setup->weights[e])
            i++;
        w->policy_of[e] = i < e ? w->policy_of[i] : w->n_policies;
        if (i < e) continue;
        ok = policy_init(&w->policies[w->n_policies++], setup->weights[e], setup->game, w->ctx, setup->nodes);
    }
    return ok;
}

static void clear(struct worker *w) {
    for (unsigned i = 0; i < w->n_policies; i++)
        policy_free(&w->policies[i]);
    policy_free(&w->onward);
    worth_free(&w->worth);
    tn_features_free(w->features);
    free(w->list);
    free(w->sums);
    tn_state_free(w->end);
    tn_state_free(w->before);
    tn_state_free(w->state);
    tn_ctx_free(w->ctx);
}

static void wait_for_workers(struct pool *pool) {
    pthread_mutex_lock(&pool->lock);
    while (pool->working > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += WAIT_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&pool->idle, &pool->lock, &until);
        pthread_mutex_unlock(&pool->lock);
        if (pool->setup->progress && !pool->setup->progress(pool->setup->user, atomic_load(&pool->done)))
            atomic_store(&pool->stop, true);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}

static enum lesson_status play_mine(const struct lesson_setup *setup, struct lesson_game *out) {
    unsigned jobs = setup->jobs > 0 ? setup->jobs : 1, started = 0;
    struct worker *workers = calloc(jobs, sizeof *workers);
    struct pool pool = {.setup = setup, .games = out};
    if (!workers) return LESSON_NO_MEMORY;
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.idle, NULL);
    pthread_mutex_lock(&pool.lock);
    for (; started < jobs && prepare(&workers[started], &pool); started++) {
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0) break;
        pool.working++;
    }
    pthread_mutex_unlock(&pool.lock);
    wait_for_workers(&pool);
    for (unsigned i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    for (unsigned i = 0; i < jobs; i++)
        clear(&workers[i]);
    pthread_cond_destroy(&pool.idle);
    pthread_mutex_destroy(&pool.lock);
    free(workers);
    if (started == 0 || atomic_load(&pool.failed)) return LESSON_NO_MEMORY;
    return atomic_load(&pool.stop) ? LESSON_STOPPED : LESSON_DONE;
}

enum lesson_status lesson_play(const struct lesson_setup *setup, struct lesson_game *out) {
    enum lesson_status status = play_mine(setup, out);
    return setup->processes ? gather_games(setup->processes, out, setup->first, setup->games, status) : status;
}

void lesson_free(struct lesson_game *games, uint64_t n) {
    for (uint64_t g = 0; g < n; g++) {
        VEC_FREE(&games[g].samples);
        VEC_FREE(&games[g].features);
    }
}
