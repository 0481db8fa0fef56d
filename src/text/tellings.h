/* tellings.h: what the printed texts say of each statement. Tests look at it: no statement of a rule may be passed
 * over.
 *
 * A table of nodes by address; it is asked about nodes, never gone through, so nothing depends on where they lie.
 * All zero is an empty one.
 */
#ifndef TN_TEXT_TELLINGS_H
#define TN_TEXT_TELLINGS_H

#include "lang/parse/ast.h"

#include <stdbool.h>

/* SAID is kept over MOOT: it cannot do anything in this configuration. */
enum telling { TELLING_NOT, TELLING_MOOT, TELLING_SAID };

struct told_node {
    const struct node *node; /* NULL: free */
    uint8_t telling;         /* enum telling */
};
struct tellings {
    struct told_node *slots;
    size_t n, cap; /* cap is a power of two, or 0 */
};

/* False: no memory. A NULL table notes nothing. */
bool tellings_note(struct tellings *t, const struct node *n, enum telling what);
enum telling tellings_of(const struct tellings *t, const struct node *n);
void tellings_free(struct tellings *t);

#endif
