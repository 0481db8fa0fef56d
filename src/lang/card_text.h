/* card_text.h: the text of every card and space, generated from its rules and templates. */
#ifndef TN_LANG_CARD_TEXT_H
#define TN_LANG_CARD_TEXT_H

#include "lang/emit.h"

void emit_card_texts(struct emitter *e);

#endif
