/* rule_text.h: the rules that stand on no card, generated from their declarations and templates. */
#ifndef TN_LANG_RULE_TEXT_H
#define TN_LANG_RULE_TEXT_H

#include "lang/emit.h"

void emit_rule_texts(struct emitter *e);

#endif
