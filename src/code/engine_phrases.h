/* engine_phrases.h: what the engine says itself, in the language of the program; the rows are in engine_phrases.def.
 *
 * A phrase has holes ({1} to {9}). Whoever says it is asked for each in the order of the language:
 *
 *     struct saying s = phrase_begin(p, PHRASE_gains);
 *     for (int hole; (hole = phrase_next(&s, t)) != 0;)
 *         if (hole == 1) render_player(t, p, who); else render_amount(t, p, of, what);
 *
 * Nothing is allocated. The phrases of a program are checked when it gets them: all holes of the English ones are
 * there.
 */
#ifndef TN_CODE_ENGINE_PHRASES_H
#define TN_CODE_ENGINE_PHRASES_H

#include "code/render.h"

enum phrase {
#define PHRASE(name, english) PHRASE_##name,
#include "code/engine_phrases.def"
#undef PHRASE
    PHRASES
};

const char *phrase_english(enum phrase which);
enum phrase phrase_find(const char *english);                                /* PHRASES: there is none */
const char *phrase_text(const struct program *p, enum phrase which);         /* in its language, holes and all */
void phrase_put(struct text *t, const struct program *p, enum phrase which); /* one without holes */

struct saying {
    const char *rest;
};
struct saying phrase_begin(const struct program *p, enum phrase which);
/* Puts the words up to the next hole and returns its number; 0: the phrase has been said. */
int phrase_next(struct saying *s, struct text *t);

#endif
