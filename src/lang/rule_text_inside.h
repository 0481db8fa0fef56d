/* rule_text_inside.h: what only the files that write the rules of no card share. */
#ifndef TN_LANG_RULE_TEXT_INSIDE_H
#define TN_LANG_RULE_TEXT_INSIDE_H

#include "lang/words.h"

/* A rule: what it is about, what it is called ("" when nothing), what it says; nothing when it says nothing. */
void rule_add(struct emitter *e, const char *about, const char *name, const char *text);
const char *rule_readable(struct emitter *e, const char *name); /* underscores are spaces */
const char *rule_many(struct emitter *e, const char *noun);     /* what several are called */

void emit_aim_texts(struct emitter *e);      /* aim_text.c: players, end, who wins, points */
void emit_standing_texts(struct emitter *e); /* standing_text.c: cards that lie in no zone */
void emit_reading_texts(struct emitter *e); /* reading_text.c: how all texts are read */
void emit_course_texts(struct emitter *e);  /* course_text.c: phase by phase */
void emit_table_texts(struct emitter *e);   /* table_text.c: what players have, shapes of boards */
void emit_zone_texts(struct emitter *e);    /* table_text.c: where cards lie that the texts written so far speak of */
void emit_value_texts(struct emitter *e);   /* glossary_text.c: numbers and truths that cards change, without cards */
/* glossary_text.c: what the words of templates mean that the texts written so far speak of. */
void emit_glossary_texts(struct emitter *e);

#endif
