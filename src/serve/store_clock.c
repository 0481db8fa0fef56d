/* store_clock.c: see store_clock.h. */
#include "serve/store_clock.h"

#include "serve/clock.h"

enum { LONGEST_PAUSE = 7 * 24 * 3600 * 1000 };

int64_t store_clock_late(int64_t touched, int64_t late, int64_t wall) {
    int64_t now = clock_wall();
    if (late == 0) return now;
    int64_t pause = now > wall ? now - wall : 0;
    late += pause < LONGEST_PAUSE ? pause : LONGEST_PAUSE;
    return late > touched ? late : touched;
}
