/* rule_text.h: the rules that stand on no card, generated from their declarations and templates. */
#ifndef TN_TEXT_RULE_TEXT_H
#define TN_TEXT_RULE_TEXT_H

#include "text/words.h"

void text_rules(struct texts *to);

#endif
