/* mind.h: what a bot knows of a game before it begins: what a player's numbers are worth, how long games last, and at
 * which questions turns begin.
 *
 * A mind is made once for a compiled game, which it borrows and which must outlive it; it never changes afterwards and
 * any number of threads may share it. The caller owns it (mind_free) and says where its text comes from: nothing here
 * opens a file. The text is lines of
 *     length PERIOD NUMBER      how often that period begins in a game, more or less
 *     NUMBER-OF-A-PLAYER WEIGHT what one of it is worth in points while the whole game is still to come
 * with names as in numbers.h and up to three digits behind the point; # begins a comment. Inside the bot all of it is
 * whole thousandths, so that the same text means the same on every machine.
 */
#ifndef BOT_MIND_H
#define BOT_MIND_H

#include "bot/numbers.h"

enum { MIND_ONE = 1000, MIND_MOST = 1000 * MIND_ONE }; /* a weight of 1; the largest one that may be written */

struct mind_weight {
    struct number number;
    int32_t weight; /* thousandths of a point */
};

struct mind {
    const tn_game *game;
    int period;     /* that measures the length of a game; -1: nothing is known of it */
    int32_t length; /* thousandths of it in a game */
    VEC(struct mind_weight) weights; /* those that are not 0 */
    VEC(uint32_t) openings;          /* sites of questions a turn begins with */
    uint64_t rounds;                 /* the periods in which every seat has several turns, a bit each */
};

/* `text` NULL: no weights. Names this game does not have are left out and told in *warnings, a line each: the file may
 * be older than the definition. NULL: the text is malformed ("line 3: ...") or memory is out, said in *error. */
struct mind *mind_new(const tn_game *game, const char *text, size_t size, struct buf *warnings, struct buf *error);
void mind_free(struct mind *mind);

/* The text that makes such a mind again, without comments. */
void mind_write(const struct mind *mind, struct buf *out);

int32_t mind_weight(const struct mind *mind, const struct number *number); /* 0: none */

/* How much of the game is still to come, in thousandths: all of it in the first period, none after the usual number of
 * them; all of it when no length is known. */
int32_t mind_to_come(const struct mind *mind, const tn_state *state);
int32_t mind_share(const struct mind *mind, int64_t begun); /* the same when the period has begun so often */

bool mind_opens(const struct mind *mind, uint32_t site); /* whether a turn begins with that question */
uint64_t mind_rounds(const struct mind *mind, const tn_state *state); /* how many rounds have begun, of all sorts */

#endif
