/* look.h: what a definition says behind `look:`, read from the tree: for the checker, which reports what is wrong, and
 * for the emitter and the faces of cards, which write it down. The rules never read it. */
#ifndef TN_LANG_MODEL_LOOK_H
#define TN_LANG_MODEL_LOOK_H

#include "lang/model/sema.h"

/* Called for everything of the game that may have a look and has one: `entry` says of what, nothing else yet. Defs and
 * signals are not among it: faces alone show them. */
typedef void (*look_visit)(void *user, struct model *m, struct node *look, struct look_entry entry);
void look_each(struct model *m, look_visit visit, void *user);

/* What the node says, into `entry`, but for its icon: a text of the tree, or NULL. False: it is wrong, and reported. An
 * entry of LOOK_SORTS is a signal's. */
bool look_read(struct model *m, struct node *look, struct look_entry *entry, const char **icon);

/* ---- look_phrase.c: the phrase a def or a rule of a card is drawn as */
enum look_phrase {
    LOOK_PHRASE_text, /* it stays in words */
    LOOK_PHRASE_keep, /* cards looked at, cards kept, perhaps the price of each */
    LOOK_PHRASE_draw,
    LOOK_PHRASE_discard,
    LOOK_PHRASE_gain,
    LOOK_PHRASE_lose,
    LOOK_PHRASE_do, /* a word, if not the name of the def, and perhaps the kind of card it is done with */
    LOOK_PHRASE_COUNT
};
const char *look_phrase_name(unsigned phrase); /* NULL: there is none of this number */
/* The phrase, and its arguments with their names resolved; a checked look always has one. */
enum look_phrase look_phrase_of(const struct node *look, struct node **args);
const char *look_phrase_word(const struct node *arg); /* an argument in quotes; NULL: it is none */
void check_phrases(struct model *m);                  /* and the looks of signals */
void check_phrase(struct model *m, const struct function *f, struct node *look); /* f NULL: of a rule of a card */

#endif
