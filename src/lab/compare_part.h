/* compare_part.h: some of the games of a side as bytes, and counted elsewhere: so several Workers of a page play them.
 *
 * All sums are whole numbers and every game has its own place, so a side that was put together of parts is the same,
 * bit for bit, as one that played all games itself, whatever the parts are and in whichever order they come. The bytes
 * are those of the structures: for the same build and the same definition, not to be kept.
 */
#ifndef LAB_COMPARE_PART_H
#define LAB_COMPARE_PART_H

#include "lab/compare.h"

/* Games `from` to from + n, of a side that has played no others. False: no memory. */
bool compare_part_put(const struct compare_side *side, uint64_t from, uint64_t n, struct buf *out);

enum compare_part { PART_ADDED, PART_WRONG, PART_NO_MEMORY };
/* Counts them. PART_WRONG: they are none of this definition, and nothing is changed. */
enum compare_part compare_part_add(struct compare_side *side, const void *bytes, size_t size);

#endif
