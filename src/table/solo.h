/* solo.h: a desk with one thread: work and changes wait in line until solo_step does the first of them, in the order
 * in which they came. For programs without threads, and for those that want to see every step.
 */
#ifndef TABLE_SOLO_H
#define TABLE_SOLO_H

#include "table/desk.h"

/* Where the desk sends; the rest of its executor is solo's own. */
struct solo_exit {
    void (*deliver)(void *user, const struct parcel *p);
    void (*drop)(void *user, uint32_t connection);
    void *user;
    /* Where changes go instead of into the line; the writing is done, or withdrawn, by whoever took it. NULL: solo
     * stores them itself */
    void (*keep)(void *user, struct writing *w);
    void (*notify)(void *user, const struct notice *n); /* NULL: nobody is told who is not there */
};

struct solo {
    struct desk *desk;
    struct store *store;
    struct solo_exit to;
    struct job *jobs, **jobs_end;
    struct writing *changes, **changes_end;
};

bool solo_open(struct solo *s, const struct table_world *world, struct solo_exit to); /* false: no memory */
void solo_close(struct solo *s); /* what waits is done first, without what would follow from it */
bool solo_step(struct solo *s);  /* false: there is nothing to do */
void solo_run(struct solo *s);   /* until there is nothing to do */

#endif
