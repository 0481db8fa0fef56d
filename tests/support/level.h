/* level.h: how long a test may take, and where the checkout is.
 *
 * TERRANE_TEST_LEVEL is quick, normal (also when unset) or soak; ROOT is the checkout, by default the working folder.
 * Counts of a normal run are those of the release build. With sanitizers everything takes five times as long, and what
 * they find they find in the first games of a test: they get a third of what a normal run has beyond a quick one.
 */
#ifndef TESTS_SUPPORT_LEVEL_H
#define TESTS_SUPPORT_LEVEL_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool level_is(const char *name) {
    const char *level = getenv("TERRANE_TEST_LEVEL");
    return strcmp(level && *level ? level : "normal", name) == 0;
}

#if defined(__SANITIZE_ADDRESS__)
enum { LEVEL_PART = 3 };
#else
enum { LEVEL_PART = 1 };
#endif

static inline long level_pick(long quick, long normal, long soak) {
    return level_is("quick") ? quick : level_is("soak") ? soak : quick + (normal - quick) / LEVEL_PART;
}

static inline const char *level_root(void) {
    const char *root = getenv("ROOT");
    return root && *root ? root : ".";
}

#endif
