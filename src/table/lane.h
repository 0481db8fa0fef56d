/* lane.h: a way for work that may wait: so many at once, the others in the order in which they came.
 *
 * Questions about the past and requests that are worked out go through it, so that a thread is always free for what
 * somebody plays. Belongs to the desk.
 */
#ifndef TABLE_LANE_H
#define TABLE_LANE_H

#include <stdbool.h>

/* The owner's memory. */
struct turn {
    void (*go)(struct turn *t); /* it is its turn, until lane_leave */
    void *user;
    bool waiting;
    struct turn *next;
};

struct lane {
    unsigned at_once, busy;
    struct turn *first, **end;
};

void lane_init(struct lane *l, unsigned at_once);
void lane_enter(struct lane *l, struct turn *t); /* may call `go` at once */
void lane_leave(struct lane *l);
void lane_cancel(struct lane *l, struct turn *t); /* it waits no longer */

#endif
