/* count.h: the size of a game tree, the strictest test two engines can agree on.
 *
 * Depth counts answers of players, also forced ones. Chance is explicit: each of its outcomes is a branch of its own
 * and costs no depth, so by_depth[0] is the number of ways chance can open the game. When several seats are asked at
 * once the first is taken: the order of such answers cannot matter. Memory is bounded: a way through the tree that
 * grows without end, by chance alone or by answers, ends the count.
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

/* depth UINT32_MAX: to the end. `stop` may be NULL; it is asked now and then, true stops. TN_OK, TN_NOMEM, TN_FAULT
 * (the text of it in *fault). Call count_free in any case. */
tn_status count_run(const tn_game *game, uint32_t depth, bool (*stop)(void), struct count_result *result,
                    struct buf *fault);
void count_free(struct count_result *result);

#endif
