/* template.h: the parts of a text an author wrote for a def, a question or a signal, and what it mentions.
 *
 * A template has one or two parts, "place {n} huts | choose {n} meadows, one by one, ...": what is said, and behind the
 * bar what that means; of a question or a signal, what the log says. An empty second part: it goes without saying.
 */
#ifndef TN_LANG_PARSE_TEMPLATE_H
#define TN_LANG_PARSE_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>

#define TEMPLATE_BAR " |"
const char *template_bar(const char *text);                  /* NULL: there is none */
const char *template_behind(const char *text);               /* what stands behind it; NULL: there is none */
bool template_mentions(const char *text, const char *param); /* has a hole for it, before the bar */
const char *template_hole_of(const char *text,
                             const char *param);       /* where its hole is, before the bar; NULL: there is none */
bool template_says_you(const char *text);              /* before the bar: you, your, yours */
int template_holes(const char *text, const char *end); /* how many begin before end */

/* What stands before the bar as a sentence: "{by} has a tile", "it cannot be moved". Holes are nothing but holes: a
 * verb is a word of the author's. VERB_none: it is said of something, "vacant"; VERB_other: "it touches a wall". */
enum template_verb { VERB_none, VERB_other, VERB_is, VERB_has, VERB_may, VERB_cannot };
struct template_sentence {
    const char *text;
    size_t verb, rest, end; /* the subject ends where the verb begins; what follows it begins at rest */
    enum template_verb kind;
    bool many;  /* are, have */
    bool of_it; /* its subject is "it" alone */
};
struct template_sentence template_parse(const char *text);
/* A sentence as a label: of "it is locked" "locked", of "it has moved" "has moved". */
const char *template_label(const char *text);

#endif
