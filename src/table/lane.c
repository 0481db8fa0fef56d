/* lane.c: see lane.h. */
#include "table/lane.h"

#include <stddef.h>

void lane_init(struct lane *l, unsigned at_once) {
    *l = (struct lane){.at_once = at_once};
    l->end = &l->first;
}

static void start(struct lane *l) {
    while (l->first && l->busy < l->at_once) {
        struct turn *t = l->first;
        lane_cancel(l, t);
        l->busy++;
        t->go(t);
    }
}

void lane_enter(struct lane *l, struct turn *t) {
    t->waiting = true;
    t->next = NULL;
    *l->end = t;
    l->end = &t->next;
    start(l);
}

void lane_leave(struct lane *l) {
    l->busy--;
    start(l);
}

void lane_cancel(struct lane *l, struct turn *t) {
    struct turn **at = &l->first;
    while (*at && *at != t)
        at = &(*at)->next;
    if (!*at) return;
    *at = t->next;
    if (!*at) l->end = at;
    t->waiting = false;
}
