/* card_text.h: the text of every card and space, generated from its rules and templates. */
#ifndef TN_TEXT_CARD_TEXT_H
#define TN_TEXT_CARD_TEXT_H

#include "text/words.h"

void text_cards(struct texts *to);

#endif
