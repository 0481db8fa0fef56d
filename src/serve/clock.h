/* clock.h: the time of the server in milliseconds. It never goes back and never jumps, whatever the machine's clock
 * does.
 *
 * It starts from the time kept in the store (store.h), close to wall time. Ages and timeouts are differences of this
 * clock: setting the machine's clock back closes no connection, setting it ahead deletes no table.
 */
#ifndef SERVE_CLOCK_H
#define SERVE_CLOCK_H

#include <stdint.h>

void clock_start(int64_t at); /* once, before there are threads */
uint64_t clock_now(void);
int64_t clock_wall(void); /* what the machine's clock says */
int64_t clock_work(void); /* how long this thread has worked, in microseconds */

#endif
