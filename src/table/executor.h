/* executor.h: who does what a desk cannot do itself: work beside the rest, storing, sending. In a server these are
 * threads and a network; solo.h does one thing after the other in the thread of who calls.
 */
#ifndef TABLE_EXECUTOR_H
#define TABLE_EXECUTOR_H

#include "table/outcome.h"

#include <stddef.h>

struct mail;
struct notice;

/* Work that takes a while. The owner's memory, borrowed until `done` is called. */
enum { JOB_ROOM = 160 };
struct job {
    void (*run)(struct job *j);  /* in any thread */
    void (*done)(struct job *j); /* then, where the desk is; the job may be gone afterwards */
    void *user;
    struct job *next;                                   /* of who works */
    _Alignas(max_align_t) unsigned char room[JOB_ROOM]; /* of who works: what libuv keeps of it */
};

struct executor {
    void (*work)(void *user, struct job *j);      /* never `done` before it returns */
    void (*store)(void *user, struct writing *w); /* in the order in which changes come */
    void (*deliver)(void *user, const struct parcel *p);
    void (*drop)(void *user, uint32_t connection);       /* close it */
    void (*stand)(void *user, const struct standing *s); /* whether it holds a seat; NULL: nobody wants to know */
    /* Tells somebody who is not there, and posts MAIL_NOTICED; NULL: nobody is told */
    void (*notify)(void *user, const struct notice *n);
    void (*worked)(void *user, const struct mail *m); /* what a letter of it has cost; NULL: the same */
    void *user;
};

#endif
