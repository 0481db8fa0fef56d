/* clock.h: the time of the server, in milliseconds: it goes forward, as fast as time passes, whatever the machine's
 * clock is set to.
 *
 * It begins where the store says (see store.h): about the wall's time where that was always right. Ages and pauses
 * are differences of it, so a clock that is set back closes no connection and one that is set ahead deletes no
 * table.
 */
#ifndef SERVE_CLOCK_H
#define SERVE_CLOCK_H

#include <stdint.h>

void clock_start(int64_t at); /* once, before there are threads */
uint64_t clock_now(void);
int64_t clock_wall(void); /* what the machine's clock says */
int64_t clock_work(void); /* how long this thread has worked, in microseconds */

#endif
