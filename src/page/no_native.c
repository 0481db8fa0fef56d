/* no_native.c: what a page cannot do: compile a game to C and load it. In place of src/native. */
#include "native/native.h"

#include <stdio.h>

enum native_status native_open(const struct program *p, const char *folder, struct native *out, char *why, size_t cap) {
    (void)p, (void)folder, (void)out;
    snprintf(why, cap, "a page has no compiler of C");
    return NATIVE_FAILED;
}

void native_close(struct native *n) {
    (void)n;
}
