/* weights.h: what a bot knows of a game before it begins: what its features are worth, how long games last, and at
 * which questions turns begin.
 *
 * Weights are made once for a compiled game, which they borrow and which must outlive them; they never change
 * afterwards and any number of threads may share them. The caller owns them (weights_free) and says where their text
 * comes from: nothing here opens a file. The text is lines of
 *     length PERIOD NUMBER       how often that period begins in a game, more or less
 *     left NUMBER                how many more of it begin when all below are 0
 *     left FEATURE NUMBER NUMBER so many more for a whole of that feature of the table, and of its square
 *     FEATURE NUMBER NUMBER      what one of it is worth in points at the end, and besides while the whole game is
 *                                still to come
 *     FEATURE NUMBER             the second of these
 *     square FEATURE NUMBER NUMBER   the same of the square of a feature of the table
 *     aim FEATURE NUMBER         what a whole of a feature of the table is worth besides, also when the game is over:
 *                                where players win by what they make of the table; without such a line who is alone
 *                                aims at what the rules say wins (tn_game_aim)
 * with names as in tn_features_name and up to three digits behind the point; # begins a comment. A whole of a feature
 * of the table is 1000. Inside the bot all of it is whole thousandths, so that the same text means the same on every
 * machine. Without lines `left` the share of a game that is still to come is read from the period.
 */
#ifndef BOT_WEIGHTS_H
#define BOT_WEIGHTS_H

#include "base/buf.h"
#include "terrane_table.h"

enum { WEIGHT_ONE = 1000, WEIGHTS_MOST = 1000 * WEIGHT_ONE }; /* a weight of 1; the largest one that may be written */

struct weight {
    int32_t end, time; /* thousandths of a point: worth at the end, and more while the whole game is to come */
};

struct weights {
    const tn_game *game;
    tn_features *features;
    size_t n, of_players;
    struct weight *worth;   /* n: of each feature; */
    struct weight *square;  /* n: of its square, for those of the table */
    int32_t *aim;           /* n: of the table: thousandths of a point for a whole of it */
    struct weight *left;    /* n: of the table: thousandths of periods, for it and for its square */
    int32_t left_at_first;  /* thousandths of periods; -1: no text says what is left */
    int period;             /* that measures the length of a game; -1: nothing is known of it */
    int32_t length;         /* thousandths of it in a game */
    bool valued;            /* some weight is not 0 */
    VEC(uint32_t) openings; /* sites of questions a turn begins with */
    uint64_t rounds;        /* the periods in which every seat has several turns, a bit each */
};

/* `text` NULL: no weights. Names this game does not have are left out and told in *warnings, a line each: the file may
 * be older than the definition. Of cards nothing is told: an option may have others. NULL: the text is malformed
 * ("line 3: ...") or memory is out, said in *error. */
struct weights *weights_new(const tn_game *game, const char *text, size_t size, struct buf *warnings,
                            struct buf *error);
void weights_free(struct weights *weights);

/* Whoever makes weights by other means than a text calls this when they are as they shall be. */
void weights_settle(struct weights *weights);

/* The text that makes such weights again, without comments. */
void weights_write(const struct weights *weights, struct buf *out);

/* How many weights there are: features with one that is not 0. */
size_t weights_count(const struct weights *weights);

/* How much of the game is still to come, in thousandths, when the period has begun so often: all of it in the first
 * period, none after the usual number of them; all of it when no length is known. */
int32_t weights_share(const struct weights *weights, int64_t begun);

bool weights_opens(const struct weights *weights, uint32_t site); /* whether a turn begins with that question */
/* How many rounds have begun, of all sorts */
uint64_t weights_rounds(const struct weights *weights, const tn_state *state);

#endif
