/* think.c: see think.h. */
#include "table/think.h"

#include <stdlib.h>
#include <string.h>

struct thought {
    struct job job;
    struct thinkers *all;
    struct token table;
    struct thinking what;
    struct played *played; /* a hold */
    tn_state *state;       /* a copy */
    uint64_t seed;
    uint64_t made;    /* answers before it */
    unsigned threads; /* it may use: those that no other bot does now */
    uint32_t answer;
    struct thought *next;
};

struct thinkers {
    struct games *games;
    const struct executor *executor;
    unsigned at_once, busy;
    struct queue {
        struct thought *first, **end;
    } waiting[2]; /* where somebody looks on, and elsewhere: the first goes before the second */
    thought_done *done;
    void *user;
};

struct thinkers *thinkers_new(struct games *games, unsigned at_once, const struct executor *executor,
                              thought_done *done, void *user) {
    struct thinkers *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    *t = (struct thinkers){.games = games, .executor = executor, .at_once = at_once, .done = done, .user = user};
    for (int i = 0; i < 2; i++)
        t->waiting[i].end = &t->waiting[i].first;
    return t;
}

void thinkers_free(struct thinkers *t) {
    free(t);
}

static void thought_free(struct thought *t) {
    tn_state_free(t->state);
    games_close(t->all->games, t->played);
    free(t);
}

/* In any thread. The one place where a bot is asked. */
static void ponder(struct job *job) {
    struct thought *t = job->user;
    struct random random = bot_random_for(t->seed, t->what.seat, t->made);
    tn_ctx *ctx = played_take(t->all->games, t->played);
    t->answer = TN_NO_ANSWER;
    struct bot_task task = {
        played_weights(t->played), played_game(t->played), ctx, t->state, t->what.seat, 0, t->threads, false};
    if (ctx) t->answer = t->what.bot->choose(&task, &random);
    played_give(t->all->games, t->played, ctx);
}

static void start(struct thought *t);

static void start_waiting(struct thinkers *all) {
    while (all->busy < all->at_once) {
        struct queue *q = &all->waiting[all->waiting[0].first ? 0 : 1];
        struct thought *next = q->first;
        if (!next) return;
        q->first = next->next;
        if (!q->first) q->end = &q->first;
        start(next);
    }
}

static void was_pondered(struct job *job) {
    struct thought *t = job->user;
    struct thinkers *all = t->all;
    all->busy--;
    all->done(all->user, &t->table, &t->what, t->answer);
    thought_free(t);
    start_waiting(all);
}

static void start(struct thought *t) {
    bool alone = !t->all->waiting[0].first && !t->all->waiting[1].first;
    t->threads = alone ? t->all->at_once - t->all->busy : 1;
    t->all->busy++;
    t->job = (struct job){.run = ponder, .done = was_pondered, .user = t};
    t->all->executor->work(t->all->executor->user, &t->job);
}

void think(struct thinkers *all, const struct table *table, const struct thinking *what) {
    struct thought *t = calloc(1, sizeof *t);
    tn_state *copy = t ? tn_state_new(table->match.game) : NULL;
    if (!copy) {
        free(t);
        all->done(all->user, &table->id, what, TN_NO_ANSWER);
        return;
    }
    memcpy(copy, table->match.state, tn_game_state_size(table->match.game));
    *t = (struct thought){.all = all,
                          .table = table->id,
                          .what = *what,
                          .played = games_hold(all->games, table->played),
                          .state = copy,
                          .seed = table->match.seed,
                          .made = table->match.history.n};
    struct queue *q = &all->waiting[table_is_watched(table) ? 0 : 1];
    *q->end = t;
    q->end = &t->next;
    start_waiting(all);
}

bool thinkers_busy(const struct thinkers *t) {
    return t->busy > 0;
}

void thinkers_stop(struct thinkers *t) {
    for (int i = 0; i < 2; i++) {
        for (struct thought *w = t->waiting[i].first, *next; w; w = next) {
            next = w->next;
            thought_free(w);
        }
        t->waiting[i].first = NULL;
        t->waiting[i].end = &t->waiting[i].first;
    }
}
