/* listeners.h: who is to be told when it is the turn of a seat: addresses, and what became of the last notice to each.
 *
 * A list is shared by who holds it, and changed by taking one of one's own first (listeners_own): what the store has
 * and what is so now differ only while something is being stored. Addresses are secrets of who holds the seat: they are
 * in the store and in notices, and are shown to nobody else. Mails go to an address only when its owner has confirmed
 * it by a code that was sent there.
 */
#ifndef TABLE_LISTENERS_H
#define TABLE_LISTENERS_H

#include "base/json.h"
#include "base/json_value.h"
#include "table/secret.h"

enum channel { CHANNEL_MAIL, CHANNEL_HOOK, CHANNEL_PUSH, CHANNELS };
enum {
    LISTENERS_OF_SEAT = 4,
    LISTENERS_MOST = 32, /* of a table */
    LISTENER_ADDRESS = 1024,
    CODE_LENGTH = 6,
    GUESSES_MOST = 5, /* wrong codes */
    TRIES_MOST = 6    /* of one notice */
};

struct listener {
    unsigned seat;
    enum channel channel;
    struct token key; /* names it, and whoever has it may end it */
    bool confirmed;
    unsigned guesses;
    char code[CODE_LENGTH + 1]; /* that confirms it; empty: none was sent */
    uint32_t told;              /* the turn it was told of last, plus 1: the revision with which that turn began */
    unsigned tries;             /* that failed, of the open turn */
    uint64_t due;               /* when it is to be told of the open turn; 0: not */
    bool telling;               /* it is being told; not stored */
    /* MAIL: the address. HOOK: its name. PUSH: endpoint, p256dh and auth, each but the last with a line end behind it.
     */
    char address[LISTENER_ADDRESS + 1];
};

struct listeners {
    unsigned holds, n;
    struct listener all[]; /* with room for one more */
};

struct listeners *listeners_hold(struct listeners *l); /* both accept NULL: there are none */
void listeners_drop(struct listeners *l);
/* Of one's own, with room for one more; NULL: no memory, or there are too many. */
struct listeners *listeners_own(struct listeners **l);
struct listener *listeners_find(struct listeners *l, const char *key); /* NULL: there is none */
void listeners_remove(struct listeners *l, struct listener *gone);     /* of one's own */
unsigned listeners_of(const struct listeners *l, unsigned seat);       /* how many */

const char *channel_name(enum channel channel);
/* What a client gave as an address. */
bool listener_read_mail(const struct value *v, char out[LISTENER_ADDRESS + 1]);
bool listener_read_push(const struct value *v, char out[LISTENER_ADDRESS + 1]);

/* "listeners": [...], for the store; nothing where there are none. */
void listeners_write(struct json *j, const struct listeners *l);
struct listeners *listeners_read(const struct value *list); /* NULL: none that could be read */

#endif
