/* tables.h: all tables by name, their mail, and who works on which. Belongs to the loop.
 *
 * What is played is read before what is only asked (the rank of a letter), a few questions at a time, and those of all tables
 * go through one lane: so an answer waits for no more than a few questions, and never for those at other tables.
 *
 * A table that has mail is read in a worker thread, then what it wants stored goes to the writer, then what it says is
 * sent and the next mail is read: one thing at a time for each table, many tables at once. Tables come from the store
 * when mail for them arrives and leave memory when nobody has looked at them for a while. Tables of bots alone play on
 * unseen; the store's are taken up when the server starts.
 */
#ifndef SERVE_TABLES_H
#define SERVE_TABLES_H

#include "serve/lane.h"
#include "table/table.h"
#include "serve/writer.h"

/* Where parcels go; `drop` closes a connection; `stand` says whether it holds a seat; `worked` what a letter of it has cost. */
struct tables_exit {
    void (*deliver)(void *user, const struct parcel *p);
    void (*drop)(void *user, uint32_t connection);
    void (*stand)(void *user, const struct standing *s);
    void (*worked)(void *user, const struct mail *m);
    void *user;
};

struct tables;
/* NULL: no memory. Everything is borrowed. */
struct tables *tables_new(uv_loop_t *loop, const struct table_world *world, struct writer *writer, struct metrics *metrics,
                          unsigned bots_at_once, struct tables_exit to);
void tables_free(struct tables *t);

/* The mail's texts change hands. */
void tables_make(struct tables *t, struct mail mail);
void tables_post(struct tables *t, const char *id, struct mail mail);
void tables_list(const struct tables *t, struct buf *out); /* the lobby, as JSON */
struct lane *tables_lane(struct tables *t); /* for other work that may wait */
size_t tables_count(const struct tables *t);               /* known: in memory or in the lobby */

/* How long tables that are over, and those that are not, are kept after they were touched last, in milliseconds; 0: for
 * ever. Without it: for ever. */
void tables_keep(struct tables *t, uint64_t over, uint64_t open);

/* Now and then: goes on where storing failed, lets go of tables nobody looks at, deletes what is not kept. */
void tables_tick(struct tables *t, uint64_t now);
/* No mail is read any more; tables_busy says whether something is still on its way. */
void tables_stop(struct tables *t);
bool tables_busy(const struct tables *t);

#endif
