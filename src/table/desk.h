/* desk.h: all tables by name, their mail, and who works on which: messages in, messages out. The one thing a server,
 * a test, a fuzzer or a page speaks to. It belongs to one thread; what takes long and what leaves it is done by
 * its executor (executor.h).
 *
 * What is played is read before what is only asked (the rank of a letter), a few questions at a time, and those of
 * all tables go through one queue: so an answer waits for no more than a few questions, and never for those at other
 * tables.
 *
 * A table that has mail is read beside the rest, then what it wants stored is stored, then what it says is sent and
 * the next mail is read: one thing at a time for each table, many tables at once. Tables come from the store when
 * mail for them arrives and leave memory when nobody has looked at them for a while. Tables of bots alone play on
 * unseen; the store's are taken up when the desk opens.
 */
#ifndef TABLE_DESK_H
#define TABLE_DESK_H

#include "table/executor.h"
#include "table/table.h"

struct desk;
/* NULL: no memory. The world is borrowed. */
struct desk *desk_new(const struct table_world *world, unsigned bots_at_once, struct executor executor);
void desk_free(struct desk *d); /* accepts NULL; not while it is busy */

/* The mail's texts change hands. A new table, by the first letter of one: its name, empty when there is no memory. */
struct token desk_make(struct desk *d, struct mail mail);
void desk_post(struct desk *d, const char *id, struct mail mail);
void desk_list(const struct desk *d, struct buf *out); /* the lobby, as JSON */
size_t desk_count(const struct desk *d);               /* known: in memory or in the lobby */
struct games *desk_games(const struct desk *d);
bool desk_leads(struct desk *d, const char *id); /* it is in memory, and nobody else leads it as far as is known */
/* The store that others share has not answered for so long that nothing is led here. */
bool desk_is_cut_off(const struct desk *d);
/* To be looked at, while nothing is being read; NULL: it is not in memory. */
struct table *desk_table(struct desk *d, const char *id);

/* Work for a request that may wait its turn; what it writes is sent to the connection with the status it returns, 0: no
 * memory. It takes `text`, which may be NULL, and copies a short `language`, NULL: the definition's own. */
typedef int errand(const struct table_world *w, const char *text, const char *language, struct buf *out);
void desk_send_on(struct desk *d, uint32_t from, errand *run, char *text, const char *language);
/* The same of something else than JSON, where it succeeds. */
void desk_send_on_as(struct desk *d, uint32_t from, errand *run, char *text, const char *language, const char *type);
/* Answers a request: type NULL: JSON; cache NULL: not at all. */
void desk_answer(struct desk *d, uint32_t to, int status, const char *type, const char *cache, const struct buf *body);

/* How long tables that are over, and those that are not, are kept after they were touched last, in milliseconds; 0: for
 * ever. Without it: for ever. */
void desk_keep(struct desk *d, uint64_t over, uint64_t open);

/* Now and then: goes on where storing failed, lets go of tables nobody looks at, deletes what is not kept. */
void desk_tick(struct desk *d, uint64_t now);
/* No mail is read any more; desk_busy says whether something is still on its way. */
void desk_stop(struct desk *d);
bool desk_busy(const struct desk *d);

#endif
