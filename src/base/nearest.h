/* nearest.h: "did you mean ...?"
 *
 * Pure: no state, no allocation. Returns one of the names given, borrowed.
 */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stddef.h>

/* The name most like `word` by edit distance (insert, delete, replace, swap neighbours; a difference of case only
 * costs less), or NULL when none is close: about a third of the letters may differ. A tie is won by the name with
 * more of the word's letters, then by the first. Names equal to the word are skipped; NULL names too. Words longer
 * than 64 bytes never match. */
const char *nearest(const char *word, const char *const *names, size_t n);

/* Distance in half steps: 2 per edit, 1 per difference of case only; `limit` + 1 as soon as it must exceed limit. */
unsigned nearest_distance(const char *a, const char *b, unsigned limit);

#endif
