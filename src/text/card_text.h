/* card_text.h: the text of every card and space, generated from its rules and templates. */
#ifndef TN_TEXT_CARD_TEXT_H
#define TN_TEXT_CARD_TEXT_H

#include "text/words.h"

void text_cards(struct texts *to);
/* What statements that stand on no card do, as phrases of a face: a string of the program. */
int32_t text_face(struct texts *to, struct node *block);
/* The same of a rule that stands on no card, as a whole face: statements (a BLOCK), a reaction, or a number of points.
 * NONE: it takes words. */
int32_t text_rule_face(struct texts *to, struct node *rule);

#endif
