/* limits.h: how much one client may ask for.
 *
 * A bucket holds up to `most` drops, gains `rate` a second and loses one with each request; an empty one refuses.
 * Addresses are kept while something is known of them: open connections, or a bucket that is not full again.
 * All of it belongs to the loop.
 */
#ifndef SERVE_LIMITS_H
#define SERVE_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rate {
    double most, rate;
};
struct bucket {
    double drops;
    uint64_t at; /* milliseconds; 0: it is full */
};

/* Takes one drop; false: there is none. */
bool bucket_take(struct bucket *b, const struct rate *r, uint64_t now);
/* What something has cost is known afterwards: it is taken, also below nothing. */
void bucket_charge(struct bucket *b, const struct rate *r, double drops, uint64_t now);
bool bucket_above(const struct bucket *b, const struct rate *r, double level, uint64_t now);

/* What a client may do. */
extern const struct rate rate_requests;          /* from one address */
extern const struct rate rate_tables;            /* made from one address */
extern const struct rate rate_replays;           /* asked for from one address */
extern const struct rate rate_hindsights;        /* asked for from one address: each may take a thread for long */
extern const struct rate rate_codes;             /* mails with a code, asked for from one address */
extern const struct rate rate_work;              /* milliseconds of work for one connection */
extern const struct rate rate_works;             /* for one address */
enum use { USE_REQUEST, USE_TABLE, USE_REPLAY }; /* what a request wants: it takes of requests, and of its own kind */

/* What of an address one client can choose for itself is made the same: of IPv6 the lower half. In place. */
void limits_address(char *address, size_t cap);

/* What an address may leave behind in a day, and at once when it has left nothing for as long. Beside that a
 * connection that stores more than a player does waits on its own. */
extern const struct rate rate_stored; /* bytes of one connection */
enum { TABLE_BYTES = 32768 };         /* what a table counts for when it is made: bots write the rest */

struct limits;
/* `connections`: at once from one address; 0: addresses are not limited at all, which is for servers behind another. */
struct limits *limits_new(unsigned connections); /* NULL: no memory */
void limits_free(struct limits *l);
/* Tables and megabytes a day of one address; 0: not limited, which they are without it. */
void limits_quota(struct limits *l, unsigned tables, unsigned megabytes);
void limits_made(struct limits *l, const char *address, uint64_t now); /* a table */
void limits_stored(struct limits *l, const char *address, double bytes, uint64_t now);
bool limits_may_make(struct limits *l, const char *address, uint64_t now);
bool limits_may_store(struct limits *l, const char *address, uint64_t now);
bool limits_connect(struct limits *l, const char *address, uint64_t now); /* true: count it until limits_gone */
void limits_gone(struct limits *l, const char *address);
/* Work that was done for an address, in milliseconds; whether it may ask for more: what is played may be worked on
 * when what is asked may not any more, but not for ever. */
void limits_charge(struct limits *l, const char *address, double work, uint64_t now);
bool limits_works(struct limits *l, const char *address, bool played, uint64_t now);
bool limits_code(struct limits *l, const char *address, uint64_t now); /* a mail that asks for one */
bool limits_hindsight(struct limits *l, const char *address, uint64_t now);
bool limits_request(struct limits *l, const char *address, enum use use, uint64_t now);

#endif
