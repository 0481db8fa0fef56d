/* threads.h: the same work in several threads, and who waits for them. A page has one thread, and another file in place
 * of threads.c (src/studio/no_threads.c). */
#ifndef LAB_THREADS_H
#define LAB_THREADS_H

struct threads_job {
    void (*work)(void *user, unsigned i); /* in a thread of its own for each i */
    void (*meanwhile)(void *user);        /* a few times a second from the caller's thread; may be NULL */
    void *user;
};

/* Works for each i below n, and returns when all are done. The result: for how many; fewer where the system gave no
 * more threads. */
unsigned threads_run(unsigned n, const struct threads_job *job);

#endif
