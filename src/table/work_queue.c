/* work_queue.c: see work_queue.h. */
#include "table/work_queue.h"

#include <stddef.h>

void work_queue_init(struct work_queue *l, unsigned at_once) {
    *l = (struct work_queue){.at_once = at_once};
    l->end = &l->first;
}

static void start(struct work_queue *l) {
    while (l->first && l->busy < l->at_once) {
        struct queued *t = l->first;
        work_queue_cancel(l, t);
        l->busy++;
        t->go(t);
    }
}

void work_queue_enter(struct work_queue *l, struct queued *t) {
    t->waiting = true;
    t->next = NULL;
    *l->end = t;
    l->end = &t->next;
    start(l);
}

void work_queue_leave(struct work_queue *l) {
    l->busy--;
    start(l);
}

void work_queue_cancel(struct work_queue *l, struct queued *t) {
    struct queued **at = &l->first;
    while (*at && *at != t)
        at = &(*at)->next;
    if (!*at) return;
    *at = t->next;
    if (!*at) l->end = at;
    t->waiting = false;
}
