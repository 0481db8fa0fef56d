/* marked.h: a text outside a phraser that keeps what it names.
 *
 * What is said travels as strings between phrasers, sentences and rules before it becomes words of the program. In such
 * a string every thing that is named stands between two control characters, which no definition can hold; behind the
 * first stands which thing it is. Without things a marked text is the text itself.
 */
#ifndef TN_TEXT_MARKED_H
#define TN_TEXT_MARKED_H

#include "code/output.h"

/* Something that is named: see HOLE_KNOWN. */
struct thing {
    struct value_kind kind;
    int32_t value;
    uint16_t form; /* KNOWN_ */
};

/* The next part of a marked text, from *at on: plain bytes, or the name of a thing, then *what is that; false: the end. */
bool marked_next(const char **at, const char **bytes, size_t *n, bool *named, struct thing *what);
void marked_put(struct buf *out, const char *bytes, size_t n, const struct thing *what);
size_t marked_length(const char *text); /* without its marks */
bool marked_same(const char *a, const char *b); /* without their marks */
const char *marked_plain(struct arena *arena, const char *text); /* the same; NULL: no memory */
/* As pieces of the program: those are named by number. */
void marked_pieces(struct output *out, const char *text);
struct words marked_words(struct output *out, const char *text);

#endif
