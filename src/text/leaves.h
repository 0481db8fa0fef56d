/* leaves.h: what is said, before it is English.
 *
 * It is a list of leaves: words, names, numbers, articles, "you", what is filled in when the text is shown. Whoever
 * says something looks at leaves, never at letters; number, article and possessive are fields of a leaf, and become
 * letters in one place, said_words(). Example: article, name "ore", whose, words " edge" is "an ore's edge".
 * A leaf that names a member, card or space says which, a number is one: those become holes of the program's words
 * whose value is known (HOLE_KNOWN), so that whoever shows the text knows what it names. A number, a blank and a member
 * are one amount. Invariants:
 * - Texts of leaves live as long as the model: words of the engine, of the definition, or kept in its arena.
 * - What was said since a mark can be looked at, taken out, said again elsewhere (struct said) or dropped.
 */
#ifndef TN_TEXT_LEAVES_H
#define TN_TEXT_LEAVES_H

#include "base/arena.h"
#include "base/buf.h"
#include "code/output.h"

/* Something that is named: see HOLE_KNOWN. */
struct thing {
    struct value_kind kind;
    int32_t value;
    uint16_t form; /* KNOWN_ */
};

enum leaf_kind {
    LEAF_words,   /* as they stand */
    LEAF_capital, /* what follows begins with one */
    LEAF_article, /* "a " or "an ", by what follows, unless an author wrote it before words of their own */
    LEAF_you,     /* you, your, yours: whom the text speaks to */
    LEAF_it,      /* what the sentence is about */
    LEAF_whose,   /* what stands before it has what follows: 's, or its */
    LEAF_number,
    LEAF_hole, /* `hole` is filled in when the text is shown */
};
enum leaf_form { FORM_plain, FORM_one, FORM_many }; /* the words, for one of them, for several */

struct leaf {
    uint8_t kind; /* enum leaf_kind */
    uint8_t form; /* enum leaf_form */
    bool name;    /* underscores are blanks */
    bool author;  /* words of a template: their first plural agrees with the number before it */
    bool units;   /* so many are gained or lost: it takes a sign where signs are wanted */
    bool sign;    /* "+" before what is not negative */
    const char *text;
    size_t n; /* bytes of text */
    long value;
    struct piece hole;
    struct thing is; /* words: they name this; of VT_NOTHING: nothing */
};

struct said {
    const struct leaf *leaf;
    size_t n;
};

struct leaves {
    VEC(struct leaf) list;
    bool failed; /* no memory */
};

size_t leaves_length(const struct leaves *p);                        /* in bytes; a hole counts as a short word */
bool leaf_is(const struct leaves *p, size_t i, enum leaf_kind kind); /* false where there is none */
bool leaves_ends(const struct leaves *p, enum leaf_kind kind);       /* with such a leaf */
bool said_same(struct said a, struct said b);

void leaves_add(struct leaves *p, struct leaf leaf);
void leaves_insert(struct leaves *p, size_t at, struct leaf leaf);
void leaves_drop(struct leaves *p, size_t at); /* that leaf goes */
void leaves_cut(struct leaves *p, size_t n);   /* to its first n leaves */
void leaves_trim(struct leaves *p);            /* without the blank its words end with */
/* Words of an author: an article at their beginning or end and "you" become leaves of their own. */
void leaves_author(struct leaves *p, const char *text, size_t n);
/* Words as they stand; an article at their end is a leaf. */
void leaves_words(struct leaves *p, const char *text);
/* From leaf `from` on the first plural in an author's words is said of one; it ends where something else begins. */
void leaves_make_one(struct leaves *p, size_t from, struct arena *arena);
void leaves_sign(struct leaves *p, size_t from); /* amounts from that leaf on have a sign */
bool leaves_speaks_to_you(const struct leaves *p, size_t from);
struct said leaves_copy(struct leaves *p, size_t from, struct arena *arena); /* what was said from that leaf on */
void leaves_say(struct leaves *p, struct said said);

void leaves_free(struct leaves *p);

/* Words alone; good as long as the block it stands in. */
#define SAID(words) ((struct said){&(const struct leaf){.text = (words), .n = strlen(words)}, 1})
bool said_empty(struct said said);
size_t said_length(struct said said); /* in bytes; a hole counts as a short word */
/* Without the first bytes of its first words; without the "your " it begins with. No memory: nothing is left. */
struct said said_behind(struct said said, size_t bytes, struct arena *arena);
struct said said_after_your(struct said said, struct arena *arena);
/* English: text between holes, holes in their places. */
struct words said_words(struct said said, struct output *out);
/* The bytes alone, up to the first hole that play fills in; they last as long as the arena. */
const char *said_text(struct said said, struct output *out, struct arena *arena);

#endif
