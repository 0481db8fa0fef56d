/* desk_errands.c: requests that no table has to read: work that may wait its turn, and answers to connections. */
#include "table/desk_inside.h"

#include <stdlib.h>
#include <string.h>

struct sent_on {
    struct job job;
    struct queued turn; /* it may wait */
    struct desk *desk;
    errand *run;
    uint32_t from;
    char *text;        /* owned; or NULL */
    char language[32]; /* empty: the definition's own */
    const char *type;  /* NULL: JSON */
    struct buf out;
    int status;
};

void desk_answer(struct desk *d, uint32_t to, int status, const char *type, const char *cache, const struct buf *body) {
    struct outcome o;
    outcome_init(&o);
    outcome_http(&o, to, status, type, body);
    if (o.parcels.n > 0) o.parcels.data[0].cache = cache;
    if (o.parcels.n > 0)
        d->executor.deliver(d->executor.user, &o.parcels.data[0]);
    else
        d->executor.drop(d->executor.user, to);
    outcome_free(&o);
}

static void run_errand(struct job *job) {
    struct sent_on *s = job->user;
    s->status = s->run(s->desk->world, s->text, *s->language ? s->language : NULL, &s->out);
}

static void errand_done(struct job *job) {
    struct sent_on *s = job->user;
    struct desk *d = s->desk;
    if (s->status)
        desk_answer(d, s->from, s->status, s->status == 200 ? s->type : NULL, NULL, &s->out);
    else
        d->executor.drop(d->executor.user, s->from);
    buf_free(&s->out);
    free(s->text);
    free(s);
    d->busy--;
    work_queue_leave(&d->asked);
}

static void start_errand(struct queued *turn) {
    struct sent_on *s = turn->user;
    s->job = (struct job){.run = run_errand, .done = errand_done, .user = s};
    s->desk->executor.work(s->desk->executor.user, &s->job);
}

void desk_send_on_as(struct desk *d, uint32_t from, errand *run, char *text, const char *language, const char *type) {
    struct sent_on *s = calloc(1, sizeof *s);
    if (!s) {
        free(text);
        d->executor.drop(d->executor.user, from);
        return;
    }
    *s = (struct sent_on){.desk = d, .run = run, .from = from, .text = text, .type = type};
    s->turn = (struct queued){.go = start_errand, .user = s};
    if (language && strlen(language) < sizeof s->language) memcpy(s->language, language, strlen(language));
    buf_init(&s->out);
    d->busy++;
    work_queue_enter(&d->asked, &s->turn);
}

void desk_send_on(struct desk *d, uint32_t from, errand *run, char *text, const char *language) {
    desk_send_on_as(d, from, run, text, language, NULL);
}
