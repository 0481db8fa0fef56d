/* think.h: bots think beside the rest, about a copy of the position.
 *
 * Nothing of the table is touched: the answer comes back as a letter with the revision of the question it is for,
 * and a table that has gone on drops it. At most so many think at once; the others wait their turn, first come first
 * served, those of tables that nobody looks at behind the others.
 * Belongs to the desk.
 */
#ifndef TABLE_THINK_H
#define TABLE_THINK_H

#include "table/executor.h"
#include "table/table.h"

typedef void thought_done(void *user, const struct token *table, const struct thinking *what, uint32_t answer);

struct thinkers;
struct thinkers *thinkers_new(struct games *games, unsigned at_once, const struct executor *executor,
                              thought_done *done, void *user); /* executor: borrowed */
void thinkers_free(struct thinkers *t);                        /* when none is busy */
/* `t` is not being read by anybody. An answer of TN_NO_ANSWER: memory was out. */
void think(struct thinkers *all, const struct table *t, const struct thinking *what);
bool thinkers_busy(const struct thinkers *t);
void thinkers_stop(struct thinkers *t); /* those who wait are forgotten */

#endif
