/* work_queue.h: work that may wait: at most so many at once, the rest in order of arrival.
 *
 * Questions about the past and long requests go through it, so that a thread is always free for somebody's answer.
 * Belongs to the desk.
 */
#ifndef TABLE_WORK_QUEUE_H
#define TABLE_WORK_QUEUE_H

#include <stdbool.h>

/* The owner's memory. */
struct queued {
    void (*go)(struct queued *t); /* it is its turn, until work_queue_leave */
    void *user;
    bool waiting;
    struct queued *next;
};

struct work_queue {
    unsigned at_once, busy;
    struct queued *first, **end;
};

void work_queue_init(struct work_queue *l, unsigned at_once);
void work_queue_enter(struct work_queue *l, struct queued *t); /* may call `go` at once */
void work_queue_leave(struct work_queue *l);
void work_queue_cancel(struct work_queue *l, struct queued *t); /* it waits no longer */

#endif
