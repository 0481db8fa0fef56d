/* survey.c: see survey.h. */
#include "table/survey.h"

#include <stdlib.h>
#include <string.h>

enum { BOTS_MOST = 1000, WAKING_MOST = 200 };

static const char *keep(struct survey *s, const char *text) {
    return arena_strdup(&s->arena, text, strlen(text));
}

static void note_listed(void *user, const struct store_listed *l) {
    struct survey *s = user;
    struct store_listed kept = {l->id, keep(s, l->name), keep(s, l->title), keep(s, l->people), keep(s, l->facts),
                                l->n};
    if (s->arena.failed || !VEC_PUSH(&s->listed, kept)) s->read = false;
}

static void note_bots(void *user, const struct token *id) {
    struct survey *s = user;
    if (!VEC_PUSH(&s->bots, *id)) return; /* the next time */
}

static void note_waking(void *user, const struct token *id, int64_t at) {
    struct survey *s = user;
    (void)at;
    if (!VEC_PUSH(&s->waking, *id)) return; /* the next time */
}

static void run(struct job *job) {
    struct survey *s = job->user;
    s->read = true;
    if (!s->store->list(s->store, s->most, note_listed, s)) s->read = false;
    s->store->list_bots(s->store, BOTS_MOST, note_bots, s);
    s->store->list_waking(s->store, s->until, WAKING_MOST, note_waking, s);
}

static void was_run(struct job *job) {
    struct survey *s = job->user;
    s->done(s->user, s);
    arena_free(&s->arena);
    VEC_FREE(&s->listed);
    VEC_FREE(&s->bots);
    VEC_FREE(&s->waking);
    free(s);
}

bool survey_start(struct store *store, size_t most, int64_t until, const struct executor *executor,
                  void (*done)(void *user, const struct survey *s), void *user) {
    struct survey *s = calloc(1, sizeof *s);
    if (!s) return false;
    s->store = store;
    s->most = most;
    s->until = until;
    s->done = done;
    s->user = user;
    arena_init(&s->arena);
    s->job = (struct job){.run = run, .done = was_run, .user = s};
    executor->work(executor->user, &s->job);
    return true;
}
