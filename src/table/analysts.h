/* analysts.h: games that are over are looked at again (show/analyse.h) beside the rest, from a copy of their answers.
 *
 * Nothing of a table is touched: how far it is, and at last the analysis, come to it as letters (MAIL_HINDSIGHT). One
 * step of one game is done at a time, those of several games in turn, so that all of it takes one thread at most, a
 * short game does not wait for a long one, and what nobody waits for any more ends with the step that is being done. An
 * analysis that has taken too long tells what it has.
 * Belongs to the desk.
 */
#ifndef TABLE_ANALYSTS_H
#define TABLE_ANALYSTS_H

#include "table/executor.h"
#include "table/table.h"

/* The letter changes hands. */
typedef void analysts_tell(void *user, const struct token *table, struct mail mail);

struct analysts;
/* world, executor: borrowed; NULL: no memory */
struct analysts *analysts_new(const struct table_world *world, const struct executor *executor, analysts_tell *tell,
                              void *user);
void analysts_free(struct analysts *a); /* when none is busy */
/* `t` is over and not being read by anybody. A letter in any case. */
void analysts_begin(struct analysts *a, const struct table *t);
void analysts_cancel(struct analysts *a, const struct token *table); /* nobody waits for it any more */
bool analysts_busy(const struct analysts *a);
void analysts_stop(struct analysts *a); /* all are forgotten */

#endif
