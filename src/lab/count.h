/* count.h: the size of a game tree, the strictest test two engines can agree on.
 *
 * Depth counts answers of players, also forced ones. Chance is explicit: each of its outcomes is a branch of its own
 * and costs no depth, so by_depth[0] is the number of ways chance can open the game. When several seats are asked at
 * once the first is taken: the order of such answers cannot matter. Memory is bounded: a way through the tree that
 * grows without end, by chance alone or by answers, ends the count.
 *
 * By moves, only positions at which an undertaking has just ended are counted: the ways to come there are the ways to
 * make a move.
 */
#ifndef LAB_COUNT_H
#define LAB_COUNT_H

#include "base/buf.h"
#include "terrane_table.h"

struct count_result {
    VEC(uint64_t) by_depth; /* positions reached after d answers, a finished game only at its own depth */
    VEC(uint64_t) complete; /* games finished after exactly d answers; as long as by_depth */
    uint64_t finished;      /* sum of complete */
    bool stopped;
    bool endless_chance, too_deep; /* TN_FAULT because of this */
};

struct count_wish {
    uint32_t depth;   /* UINT32_MAX: to the end */
    bool moves;       /* depth counts undertakings, however many answers they take; the game must be interpreted */
    const char *from; /* a position as JSON to begin with; NULL: the start of the game */
    size_t from_size;
    bool (*stop)(void); /* asked now and then, true stops; NULL: never */
};

/* TN_OK, TN_NOMEM, TN_FAULT or TN_BAD_STATE of the position (the text of it in *fault). Call count_free in any case. */
tn_status count_run(const tn_game *game, const struct count_wish *wish, struct count_result *result, struct buf *fault);
void count_free(struct count_result *result);

#endif
