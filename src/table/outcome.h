/* outcome.h: what a table wants done after it has read its mail: messages to send, a change to store, a bot to ask.
 *
 * Invariant: nothing is sent before the change it tells of is stored. If storing fails, the messages are dropped and
 * whoever asked gets an error instead: a parcel that answers a request keeps what that error must repeat.
 */
#ifndef TABLE_OUTCOME_H
#define TABLE_OUTCOME_H

#include "base/arena.h"
#include "base/json.h"
#include "bot/bot.h"
#include "table/store.h"
#include "table/waiting.h"

/* Codes of errors: name, HTTP status. */
#define ERROR_CODES(E)                                                                                                 \
    E(bad, 400)                                                                                                        \
    E(stale, 409)                                                                                                      \
    E(illegal, 400)                                                                                                    \
    E(not_yours, 403)                                                                                                  \
    E(taken, 409)                                                                                                      \
    E(no_seat, 404)                                                                                                    \
    E(no_table, 404)                                                                                                   \
    E(no_game, 404)                                                                                                    \
    E(too_often, 429)                                                                                                  \
    E(full, 503)                                                                                                       \
    E(too_large, 413)                                                                                                  \
    E(cannot_store, 503)                                                                                               \
    E(cannot_read, 503)                                                                                                \
    E(over, 409)                                                                                                       \
    E(readonly, 409)

enum error_code {
#define E(name, status) ERROR_##name,
    ERROR_CODES(E)
#undef E
};
const char *error_name(enum error_code code);
int error_status(enum error_code code);

/* Bytes shared by all who get the same, in whichever thread. */
struct bytes {
    _Atomic unsigned holds;
    size_t n;
    char data[]; /* behind room for the network's own head, see BYTES_BEFORE */
};
enum { BYTES_BEFORE = 16 };
struct bytes *bytes_new(const char *data, size_t n); /* one hold; NULL: no memory */
char *bytes_data(struct bytes *b);
void bytes_drop(struct bytes *b); /* accepts NULL */

struct parcel {
    uint32_t to;         /* number of a connection */
    int status;          /* of HTTP; 0: a message */
    const char *type;    /* of HTTP; NULL: JSON */
    const char *cache;   /* of HTTP; NULL: not to be kept */
    struct bytes *bytes; /* a hold */
    bool answers;        /* it answers a request: when storing fails an error takes its place */
    char *re;            /* what the request wants to read in its answer, JSON or NULL; owned */
};

/* A bot that is to answer. */
struct thinking {
    const struct bot *bot;
    unsigned seat;
    uint32_t revision; /* of the table: the answer is dropped when another is open by then */
};

/* Of a connection: one that holds a seat, or the table, keeps its place when there are too many. */
struct standing {
    uint32_t connection;
    bool holds;
};

enum { RE_MOST = 256 }; /* bytes of what an answer repeats */

struct outcome {
    VEC(struct parcel) parcels;
    VEC(struct standing) standings;
    VEC(struct notice) notices;
    struct arena arena; /* texts of what follows */
    struct store_write write;
    struct store_new made;
    VEC(struct store_line) lines;
    bool writes;                                                             /* something of it is to be stored */
    struct thinking thinking;                                                /* bot NULL: nobody */
    enum { HINDSIGHT_NOTHING, HINDSIGHT_BEGIN, HINDSIGHT_CANCEL } hindsight; /* see analysts.h */
    bool rematch; /* a table like this one is wanted by `asker` */
    bool same_seed;
    uint32_t asker;
    bool wake;        /* something is to be told a little later: MAIL_WAKE */
    uint32_t wake_in; /* the same after so many milliseconds; 0: not */
    bool gone;        /* the table cannot be used: forget it */
    bool out_of_memory;
};

void outcome_init(struct outcome *o);
void outcome_free(struct outcome *o);

/* `message` is written already; `re` may be NULL (JSON, n bytes). */
void outcome_send(struct outcome *o, uint32_t to, const struct buf *message);
void outcome_answer(struct outcome *o, uint32_t to, const struct buf *message, const char *re, size_t n);
void outcome_share(struct outcome *o, uint32_t to, struct bytes *bytes); /* takes a hold more */
void outcome_http(struct outcome *o, uint32_t to, int status, const char *type, const struct buf *body);
/* An error: as a message, or as HTTP with the status of its code. */
void outcome_refuse(struct outcome *o, uint32_t to, bool http, enum error_code code, const char *text, const char *re,
                    size_t n);
/* A message that names things: reasons of the game. */
void outcome_refuse_said(struct outcome *o, uint32_t to, enum error_code code, tn_text text, const char *re, size_t n);
/* In place of everything: those who asked for something hear that it could not be done. */
void outcome_withdraw(struct outcome *o, enum error_code code, const char *text);

/* A message begins: {"t": name, "re": ...; the caller goes on, and closes it. */
void message_open(struct json *j, struct buf *out, const char *name, const char *re, size_t n);
/* {"error": {...}} as HTTP sends it. */
void error_write(struct buf *out, enum error_code code, const char *text);

#endif
