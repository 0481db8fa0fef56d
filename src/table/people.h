/* people.h: who sits where at a table: names, bots, and hashes of the secrets that hold seats.
 *
 * A seat is a bot's, held by somebody's secret, or free; one that is held may be handed to a bot for a while. Who
 * may take a seat that others have sat at is the table's business.
 * people_write is what the store keeps; people_put_public is what everybody may read, and has no hash in it.
 */
#ifndef TABLE_PEOPLE_H
#define TABLE_PEOPLE_H

#include "base/json.h"
#include "base/json_value.h"
#include "bot/bot.h"
#include "play/match.h"
#include "table/secret.h"
#include "table/waiting.h"

enum { NAME_MOST = 40, NAME_BYTES = 4 * NAME_MOST + 1 };

struct seat {
    char name[NAME_BYTES];
    const struct bot *bot; /* NULL: a person's */
    bool held;
    bool resigned;            /* for good: a bot plays it to the end */
    uint32_t late;            /* how often its time was up */
    bool had;                 /* somebody or a bot has sat there: what it shows is known to who did */
    struct token_hash secret; /* of its holder; where it is not held, of the last one, who may come back */
};

struct people {
    unsigned n;
    struct seat seats[MATCH_SEATS];
    struct token_hash host;
    struct token next; /* the table of the rematch; empty: none */
    bool next_is_same; /* with the same seed */
    bool seed_known;   /* somebody here was given the link of the game while it ran */
    uint32_t agreed;   /* seats that want to end the game */
    /* What the open questions had taken, in milliseconds, when the table was at that revision; see table_clock.h. */
    uint32_t waited_at;
    uint64_t waited[MATCH_SEATS], waited_on; /* on: when, of clocks that go on where nobody is there; 0: they stood */
};

#define NAME_RULE "a name has 1 to 40 characters that can be seen, none of them a control character"
/* A name as somebody wrote it: 1 to NAME_MOST characters of which one at least can be seen. False: it is none. */
bool name_read(const struct value *v, char out[NAME_BYTES]);

/* With the turns, which are stored in the same text; NULL: without. */
void people_write(const struct people *p, const struct turns *t, struct buf *out);
/* False: it is not what people_write wrote. */
bool people_read(struct people *p, struct turns *t, const char *text);
/* "seats": [{"name", "bot", "held", "here", "resigned", "late"}], "next" and "seed_known"; here: mask of seats whose
 * holder is connected. */
void people_put_public(struct json *j, const struct people *p, uint32_t here);
/* Nobody holds it any more; one that was resigned stays the bot's. */
void people_free_seat(struct seat *s);
/* The seat that a secret holds, or -1. Looks at all of them in any case. */
int people_seat_of(const struct people *p, const struct token_hash *secret);

#endif
