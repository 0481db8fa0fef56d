/* store_postgres_leases.h: who leads which table, where several servers share a database; see store.h.
 *
 * A thread of its own tells the database twice a second that this server lives, and holds an advisory lock, which the
 * database lets go as soon as the server's process is dead. A server is dead when its lock is gone and it has said
 * nothing for a moment, or when it has said nothing for long. Invariant: times are the database's own, and what this
 * server believes to hold it holds: it counts from before it asked.
 *
 * That a dead one stores nothing is not left to time: every change looks at its lease (store_postgres.c).
 */
#ifndef SERVE_STORE_POSTGRES_LEASES_H
#define SERVE_STORE_POSTGRES_LEASES_H

#include "base/buf.h"
#include "table/secret.h"

#include <stdbool.h>
#include <stdint.h>

/* Times in milliseconds without a word after which a server counts as dead: without its lock, and with it. */
#define LEASES_QUIET "1500"
#define LEASES_LONG "10000"
/* Whether the server of the row `s` lives; "74202": the class of the locks of servers. */
#define LEASES_ALIVE                                                                                                   \
    "(s.seen between clock_timestamp() - interval '" LEASES_LONG " ms'"                                                \
    " and clock_timestamp() + interval '" LEASES_QUIET " ms'" /* unless the clock was set back */                      \
    " and (s.seen > clock_timestamp() - interval '" LEASES_QUIET " ms' or exists (select 1 from pg_locks"              \
    "  where locktype = 'advisory' and classid = 74202 and granted"                                                    \
    "  and objid::bigint = hashtext(s.id)::bigint & 4294967295)))"
/* Takes the lead: id, lease, server. Nothing is changed where a server that lives has it, or there is no such table.
 * Who comes later waits until what the one before it is storing is stored. */
#define LEASES_CLAIM                                                                                                   \
    "insert into leases as l(id, lease, server) select id, $2, $3 from tables where id = $1"                           \
    " on conflict (id) do update set lease = excluded.lease, server = excluded.server,"                                \
    "  before = case when l.server = excluded.server then l.before else l.server end, game = null"                     \
    " where l.server = excluded.server"                                                                                \
    "  or not exists (select 1 from servers s where s.id = l.server and " LEASES_ALIVE ")"                             \
    " returning 1"

struct leases;
/* Says from now on that the server lives and can be reached there, where the host 0.0.0.0 or [::] stands for the one
 * this machine reaches the database from. NULL: *error says why. Both texts are copied. */
struct leases *leases_open(const char *database, const struct token *server, const char *address, struct buf *error);
/* Others may lead all of it at once. */
void leases_close(struct leases *l);                      /* accepts NULL */
bool leases_lives(struct leases *l, const char *address); /* a server there, when the last word was said */
bool leases_lives_at(struct leases *l, const char *host); /* on whatever port */
/* From one thread only: false: others may lead what this server leads, or may have in the meantime; tables that others
 * have taken over since the last time. */
bool leases_hold(struct leases *l);
void leases_list_lost(struct leases *l, void (*each)(void *user, const struct token *id), void *user);

#endif
