/* cure.h: how to write what a beginner meant; the rows are in cures.def.
 *
 * Only asked when something is wrong already: nothing here decides whether a text is right.
 */
#ifndef TN_LANG_PARSE_CURE_H
#define TN_LANG_PARSE_CURE_H

#include <stddef.h>

enum foreign_scope {
    FOREIGN_FIRST,
    FOREIGN_NAME,
    FOREIGN_VERB,
    FOREIGN_TYPE,
    FOREIGN_MEMBER,
    FOREIGN_OF_ZONE,
    FOREIGN_OF_SET,
    FOREIGN_CLAUSE,
    FOREIGN_ARGUMENT,
    FOREIGN_KIND,
    FOREIGN_BEFORE,
    FOREIGN_OVER
};

/* What stands for a word of other languages; NULL: it is none. */
const char *cure_foreign(enum foreign_scope scope, const char *word);

/* How a built-in verb is called; NULL: not known. */
const char *cure_usage(const char *verb);

enum { CURE_SIZE = 240 };
struct parser;
/* What to write where a line cannot be read on at the current token; NULL: no row fits. */
const char *cure_here(struct parser *p, const char *expected, char out[CURE_SIZE]);

#endif
