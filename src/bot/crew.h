/* crew.h: work of one decision that is done in several threads.
 *
 * Threads are the caller's to give (bot_task.threads): it knows what else is running. They are started for the
 * decision and gone when it is made, so that bots keep nothing. What a piece of work finds must not depend on the
 * thread that does it, nor on their number: pieces are numbered, and put together in that order.
 */
#ifndef BOT_CREW_H
#define BOT_CREW_H

enum { CREW_MOST = 16 };

/* Calls work(user, thread, i) for i = 0 ... n - 1, thread k for every i with i % threads == k, in this order; returns
 * when all are done. Thread 0 is the caller's. What cannot be started is done by the caller. */
void crew_run(unsigned threads, unsigned n, void (*work)(void *user, unsigned thread, unsigned i), void *user);

/* So many threads for n pieces, of those there are. */
unsigned crew_size(unsigned threads, unsigned n);

#endif
