/* merge.h: texts that are alike as one: cards of a family, spaces of a board. */
#ifndef TN_CLI_MERGE_H
#define TN_CLI_MERGE_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

/* One entry of a list: what it is called and what is said of it. */
struct entry {
    const char *name, *text;
};

/* How many entries from the first on are one family, with its names and its text. The names of a run are the same but
 * for one number that goes up by one, their texts but for numbers: a range, a series or a list of them is said. Runs of
 * one family are the same but for one word. 1: the first stands alone. */
size_t merge_family(const struct entry *entries, size_t n, struct buf *name, struct buf *text);

#endif
