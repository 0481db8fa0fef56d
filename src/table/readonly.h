/* readonly.h: a table of the store that this version cannot go on with.
 *
 * Its definition does not compile any more, or its answers come to something else than when they were given. It is
 * never hidden and never played on from another position: whoever comes reads why, and what was recorded. What the
 * match told before it went astray is told to each as it was then; of the answers behind that, each reads its own,
 * for others may have been secret, and all of them when the game is over. Only its spectators change.
 */
#ifndef TABLE_READONLY_H
#define TABLE_READONLY_H

#include "base/arena.h"
#include "base/buf.h"
#include "play/match.h"

#include <stdbool.h>
#include <stdint.h>

struct journal;
struct outcome;
struct store_table;
struct table;

struct readonly {
    struct arena arena; /* of all texts */
    const char *reason, *journal;
    bool over;
    VEC(struct match_line) lines; /* `at` means nothing */
};

/* From the table as it was stored, its journal (`text`; `j` as far as it could be read) and the match of the table
 * as far as it could be played. NULL: no memory. */
struct readonly *readonly_new(const struct table *t, const struct store_table *s, const struct journal *j,
                              const char *text, const char *reason);
void readonly_free(struct readonly *r); /* accepts NULL */

/* A message of a client: only `hello` has a meaning. */
void readonly_read(struct table *t, uint32_t from, const char *text, size_t n, struct outcome *o);

#endif
