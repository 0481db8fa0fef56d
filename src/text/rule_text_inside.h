/* rule_text_inside.h: what only the files that write the rules of no card share. */
#ifndef TN_TEXT_RULE_TEXT_INSIDE_H
#define TN_TEXT_RULE_TEXT_INSIDE_H

#include "text/words.h"

/* A rule: what it is about, what it is called ("" when nothing), what it says; nothing when it says nothing. */
void rule_add(struct texts *to, const char *about, const char *name, const char *text);
const char *rule_readable(struct texts *to, const char *name); /* underscores are spaces */
const char *rule_many(struct texts *to, const char *noun);     /* what several are called */

void text_aims(struct texts *to);      /* aim_text.c: players, end, who wins, points */
void text_standing(struct texts *to); /* standing_text.c: cards that lie in no zone */
void text_reading(struct texts *to); /* reading_text.c: how all texts are read */
void text_reading_as(struct texts *to); /* the same of what another does, where the texts written so far say so */
void text_course(struct texts *to);  /* course_text.c: phase by phase */
void text_table(struct texts *to);   /* table_text.c: what players have, shapes of boards */
void text_zones(struct texts *to);    /* table_text.c: where cards lie that the texts written so far speak of */
void text_values(struct texts *to);   /* glossary_text.c: numbers and truths that cards change, without cards */
/* glossary_text.c: what the words of templates mean that the texts written so far speak of. */
void text_glossary(struct texts *to);

#endif
