/* store_clock.h: how late it is when a store is opened, as store.h promises it; what all stores of the server share. */
#ifndef SERVE_STORE_CLOCK_H
#define SERVE_STORE_CLOCK_H

#include <stdint.h>

/* How often a store writes down how late it is, in milliseconds. */
enum { STORE_CLOCK_EVERY = 3600000 };

/* When a table was touched last; what was written down: how late it was, and what the machine's clock said then. A
 * store that never wrote that down gives the time of the last touch for both. */
int64_t store_clock_late(int64_t touched, int64_t late, int64_t wall);

#endif
