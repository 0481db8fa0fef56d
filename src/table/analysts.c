/* analysts.c: see analysts.h. */
#include "table/analysts.h"

#include "show/analyse.h"
#include "table/work_queue.h"

#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 1, WAITING_MOST = 100, LONGEST = 60000000, TOLD = 25 }; /* microseconds of work; letters of a game */

struct study {
    struct job job;
    struct queued turn;
    struct analysts *all;
    struct token table;
    uint32_t revision;
    struct played *played; /* a hold */
    struct match_setup setup;
    struct analysis *analysis; /* owned */
    bool begun, failed, finished;
    bool running, cancelled;
    int64_t worked;
    size_t told; /* of TOLD parts of it */
    struct study *next;
};

struct analysts {
    const struct table_world *world;
    const struct executor *executor;
    struct work_queue queue;
    struct study *first;
    size_t n;
    analysts_tell *tell;
    void *user;
};

struct analysts *analysts_new(const struct table_world *world, const struct executor *executor, analysts_tell *tell,
                              void *user) {
    struct analysts *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    *a = (struct analysts){.world = world, .executor = executor, .tell = tell, .user = user};
    work_queue_init(&a->queue, AT_ONCE);
    return a;
}

void analysts_free(struct analysts *a) {
    free(a);
}

static void study_free(struct study *s) {
    struct analysts *all = s->all;
    struct study **at = &all->first;
    while (*at && *at != s)
        at = &(*at)->next;
    if (*at) *at = s->next, all->n--;
    if (s->analysis) analyse_free(s->analysis);
    free(s->analysis);
    games_close(all->world->games, s->played);
    free(s);
}

static int64_t worked(const struct study *s) {
    return s->all->world->worked ? s->all->world->worked() : 0;
}

/* ---- in any thread */
static bool play_again(struct study *s) {
    struct match m;
    tn_status status = match_begin(&m, played_game(s->played), &s->setup);
    if (status == TN_OK) status = analyse_play(s->analysis, &m);
    match_free(&m);
    return status == TN_OK;
}

static void take_step(struct job *job) {
    struct study *s = job->user;
    int64_t before = worked(s);
    if (!s->begun) {
        s->begun = true;
        s->failed = !play_again(s);
    } else {
        tn_ctx *ctx = played_take(s->all->world->games, s->played);
        s->failed = !ctx;
        s->finished = !ctx || !analyse_step(s->analysis, ctx);
        played_give(s->all->world->games, s->played, ctx);
    }
    s->worked += worked(s) - before;
}

/* ---- where the desk is */
static void tell(struct study *s, struct analysis *known) {
    const struct analysis *a = s->analysis;
    struct mail mail = {.kind = MAIL_HINDSIGHT, .revision = s->revision, .analysis = known};
    if (a && !s->failed) mail.done = (uint32_t)a->done, mail.all = (uint32_t)a->all;
    s->all->tell(s->all->user, &s->table, mail);
}

/* It is told at last, and is the table's from then on; without memory that there is none. */
static void finish(struct study *s) {
    struct analysis *known = s->failed ? NULL : s->analysis;
    if (known) analyse_close(known);
    tell(s, known);
    if (known) s->analysis = NULL;
    study_free(s);
}

static void step_taken(struct job *job) {
    struct study *s = job->user;
    struct work_queue *queue = &s->all->queue;
    size_t part = s->analysis->all ? TOLD * s->analysis->done / s->analysis->all : 0;
    s->running = false;
    if (s->cancelled) {
        study_free(s);
    } else if (s->failed || s->finished || s->worked > LONGEST) {
        finish(s);
    } else {
        if (part > s->told) tell(s, NULL);
        s->told = part;
        work_queue_enter(queue, &s->turn); /* behind the others */
    }
    work_queue_leave(queue);
}

static void start_step(struct queued *turn) {
    struct study *s = turn->user;
    s->running = true;
    s->job = (struct job){.run = take_step, .done = step_taken, .user = s};
    s->all->executor->work(s->all->executor->user, &s->job);
}

void analysts_begin(struct analysts *a, const struct table *t) {
    struct study *s = calloc(1, sizeof *s);
    struct analysis *analysis = calloc(1, sizeof *analysis);
    struct mail none = {.kind = MAIL_HINDSIGHT, .revision = t->revision};
    bool fine = s && analysis && a->n < WAITING_MOST && analyse_take(analysis, &t->match);
    if (!fine) {
        if (analysis) analyse_free(analysis);
        free(analysis), free(s);
        a->tell(a->user, &t->id, none);
        return;
    }
    analysis->seed = t->match.seed;
    *s = (struct study){.all = a,
                        .table = t->id,
                        .revision = t->revision,
                        .played = games_hold(a->world->games, t->played),
                        .setup = {.seed = t->match.seed, .rules = t->match.setup.rules},
                        .analysis = analysis,
                        .next = a->first};
    s->turn = (struct queued){.go = start_step, .user = s};
    a->first = s;
    a->n++;
    work_queue_enter(&a->queue, &s->turn);
}

static void cancel(struct study *s) {
    s->cancelled = true;
    if (s->running) return; /* with its step */
    work_queue_cancel(&s->all->queue, &s->turn);
    study_free(s);
}

void analysts_cancel(struct analysts *a, const struct token *table) {
    for (struct study *s = a->first, *next; s; s = next) {
        next = s->next;
        if (memcmp(&s->table, table, sizeof *table) == 0) cancel(s);
    }
}

bool analysts_busy(const struct analysts *a) {
    return a->queue.busy > 0;
}

void analysts_stop(struct analysts *a) {
    for (struct study *s = a->first, *next; s; s = next) {
        next = s->next;
        cancel(s);
    }
}
