/* weights.h: what a bot knows of a game before it begins: what a player's numbers are worth, how long games last,
 * and at which questions turns begin.
 *
 * Weights are made once for a compiled game, which they borrow and which must outlive them; they never change
 * afterwards and any number of threads may share them. The caller owns them (weights_free) and says where their text
 * comes from: nothing here opens a file. The text is lines of
 *     length PERIOD NUMBER      how often that period begins in a game, more or less
 *     NUMBER-OF-A-PLAYER WEIGHT what one of it is worth in points while the whole game is still to come
 * with names as in player_numbers.h and up to three digits behind the point; # begins a comment. Inside the bot all
 * of it is whole thousandths, so that the same text means the same on every machine.
 */
#ifndef BOT_WEIGHTS_H
#define BOT_WEIGHTS_H

#include "bot/player_numbers.h"

enum { WEIGHT_ONE = 1000, WEIGHTS_MOST = 1000 * WEIGHT_ONE }; /* a weight of 1; the largest one that may be written */

struct weight {
    struct number number;
    int32_t weight; /* thousandths of a point */
};

struct weights {
    const tn_game *game;
    int period;                 /* that measures the length of a game; -1: nothing is known of it */
    int32_t length;             /* thousandths of it in a game */
    VEC(struct weight) entries; /* those that are not 0 */
    VEC(uint32_t) openings;     /* sites of questions a turn begins with */
    uint64_t rounds;            /* the periods in which every seat has several turns, a bit each */
};

/* `text` NULL: no weights. Names this game does not have are left out and told in *warnings, a line each: the file may
 * be older than the definition. NULL: the text is malformed ("line 3: ...") or memory is out, said in *error. */
struct weights *weights_new(const tn_game *game, const char *text, size_t size, struct buf *warnings,
                            struct buf *error);
void weights_free(struct weights *weights);

/* The text that makes such weights again, without comments. */
void weights_write(const struct weights *weights, struct buf *out);

int32_t weights_get(const struct weights *weights, const struct number *number); /* 0: none */

/* How much of the game is still to come, in thousandths: all of it in the first period, none after the usual number of
 * them; all of it when no length is known. */
int32_t weights_to_come(const struct weights *weights, const tn_state *state);
int32_t weights_share(const struct weights *weights, int64_t begun); /* the same when the period has begun so often */

/* What the numbers of a player are worth besides the score, own minus the others' mean, in thousandths of a point, when
 * `to_come` thousandths of the game are still to come. */
int64_t weights_outlook(const struct weights *weights, const tn_state *state, unsigned seat, int32_t to_come);

bool weights_opens(const struct weights *weights, uint32_t site); /* whether a turn begins with that question */
/* How many rounds have begun, of all sorts */
uint64_t weights_rounds(const struct weights *weights, const tn_state *state);

#endif
