/* no_threads.c: a page has one thread: what bots would share is done one part after the other. In place of
 * bot/crew.c, with the same results. */
#include "bot/crew.h"

unsigned crew_size(unsigned threads, unsigned n) {
    (void)threads, (void)n;
    return 1;
}

void crew_run(unsigned threads, unsigned n, void (*work)(void *user, unsigned thread, unsigned i), void *user) {
    (void)threads;
    for (unsigned i = 0; i < n; i++)
        work(user, 0, i);
}
