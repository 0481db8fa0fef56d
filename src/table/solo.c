/* solo.c: see solo.h. */
#include "table/solo.h"

enum { BOTS_AT_ONCE = 1 };

static void add_job(void *user, struct job *j) {
    struct solo *s = user;
    j->next = NULL;
    *s->jobs_end = j;
    s->jobs_end = &j->next;
}

static void add_change(void *user, struct writing *w) {
    struct solo *s = user;
    if (s->to.keep) {
        s->to.keep(s->to.user, w);
        return;
    }
    w->next = NULL;
    *s->changes_end = w;
    s->changes_end = &w->next;
}

static void deliver(void *user, const struct parcel *p) {
    struct solo *s = user;
    s->to.deliver(s->to.user, p);
}

static void drop(void *user, uint32_t connection) {
    struct solo *s = user;
    s->to.drop(s->to.user, connection);
}

static void notify(void *user, const struct notice *n) {
    struct solo *s = user;
    s->to.notify(s->to.user, n);
}

bool solo_open(struct solo *s, const struct table_world *world, struct solo_exit to) {
    *s = (struct solo){.store = world->store, .to = to};
    s->jobs_end = &s->jobs;
    s->changes_end = &s->changes;
    struct executor executor = {.work = add_job, .store = add_change, .deliver = deliver, .drop = drop, .user = s};
    if (to.notify) executor.notify = notify;
    s->desk = desk_new(world, BOTS_AT_ONCE, executor);
    return s->desk != NULL;
}

void solo_close(struct solo *s) {
    if (!s->desk) return;
    desk_stop(s->desk);
    solo_run(s);
    desk_free(s->desk);
    s->desk = NULL;
}

/* Changes first: what was read is worth nothing before it is stored. */
bool solo_step(struct solo *s) {
    struct writing *w = s->changes;
    struct job *j = s->jobs;
    if (w) {
        s->changes = w->next;
        if (!s->changes) s->changes_end = &s->changes;
        s->store->write(s->store, (struct store_write *[]){&w->write}, 1);
        w->done(w, w->user);
    } else if (j) {
        s->jobs = j->next;
        if (!s->jobs) s->jobs_end = &s->jobs;
        j->run(j);
        j->done(j);
    }
    return w || j;
}

void solo_run(struct solo *s) {
    while (solo_step(s))
        continue;
}
