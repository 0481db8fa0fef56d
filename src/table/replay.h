/* replay.h: games from links: any moment of one, asked for without a table. Any thread; nothing is kept.
 *
 * The rules of a link are those of its definition and no others: as the catalogue has them, as a table in memory
 * plays by them, or as the store has them of any table.
 */
#ifndef TABLE_REPLAY_H
#define TABLE_REPLAY_H

#include "play/link.h"
#include "table/outcome.h"
#include "table/table.h"

/* The game of a link, a hold; NULL with the reason. */
struct played *replay_open(const struct table_world *world, const struct link *l, enum error_code *code,
                           struct buf *error);
/* Reads a link and plays it: *m is begun, and to be freed, if and only if the game is not NULL. */
struct played *replay_link(const struct table_world *world, const char *text, struct match *m, struct buf *name,
                           enum error_code *code, struct buf *error);
/* What POST /api/replay answers, and its HTTP status. */
int replay_answer(const struct table_world *world, const char *body, size_t n, struct buf *out);
/* The link of a journal, {"link": ...}, or what is wrong with it; and the HTTP status. */
int replay_journal(const struct table_world *world, const char *text, size_t n, struct buf *out);

#endif
