/* deadline.h: when a decision must be made.
 *
 * Bots are bounded by a number of things they try, so that the same task has the same answer. A thing may be slow,
 * though (a game played to its end, a menu of thousands), so whoever answers people looks at the clock besides: between
 * the smallest steps there are, so that the bound holds whatever the game.
 */
#ifndef BOT_DEADLINE_H
#define BOT_DEADLINE_H

#include <stdbool.h>
#include <time.h>

enum { DEADLINE_SECONDS = 3 };

struct deadline {
    bool never;
    struct timespec at;
};

struct deadline deadline_from_now(bool never);

bool deadline_passed(const struct deadline *deadline); /* NULL: never */

#endif
