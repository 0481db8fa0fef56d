/* rule_text_inside.h: what only the files that write the rules of no card share. */
#ifndef TN_TEXT_RULE_TEXT_INSIDE_H
#define TN_TEXT_RULE_TEXT_INSIDE_H

#include "text/words.h"

/* A rule: what it is about, what it is called ("" when nothing), what it says; nothing when it says nothing. */
void rule_add(struct texts *to, const char *about, struct said name, struct said text);
/* The same as a step of the rule before it that is less deep; 0: a rule of its own. */
struct step {
    int depth;
    enum topic topic;
    const struct node *node; /* of the course: the statement that is told; else NULL */
};
void rule_step(struct texts *to, const char *about, struct said name, struct said text, struct step step);
void rule_heading(struct texts *to, const char *about, struct said name, struct step step); /* its steps follow */
struct said rule_title(struct texts *to, const char *text, const char *name); /* text, or the name with spaces */
void rule_drawn(struct texts *to, struct node *rule);      /* the rule just added says that: see text_rule_face */
const char *rule_many(struct texts *to, const char *noun); /* what several are called */

/* steps_text.c: a block, line by line; what is no longer than SHORT_STEP needs none. */
enum { SHORT_STEP = 100 };
struct steps {
    struct texts *to;
    const char *about;
    const struct node *body;          /* of the verb that is told; NULL: of none */
    struct spoken spoken[MAX_SPOKEN]; /* what names are called, from line to line */
    int n_spoken;
    const struct meaning *meanings;
    bool course;             /* these are the steps of the course of the game */
    bool again;              /* of what comes again and again */
    enum topic topic;        /* of what is being told */
    const struct node *node; /* the statement */
};
/* course_text.c: what a statement is to a beginner, beside what it stands in; whole: with what it holds. */
enum topic course_topic(const struct steps *s, const struct node *n, bool whole);
void text_steps(struct steps *s, struct node *block, int depth);

void text_aims(struct texts *to);       /* aim_text.c: players, end, who wins, points */
void text_standing(struct texts *to);   /* standing_text.c: cards that lie in no zone */
void text_reading(struct texts *to);    /* reading_text.c: how all texts are read */
void text_reading_as(struct texts *to); /* the same of what another does, where the texts written so far say so */
void text_course(struct texts *to);     /* course_text.c: step by step */
void text_table(struct texts *to);      /* table_text.c: what players have, shapes of boards */
void text_zones(struct texts *to);      /* table_text.c: where cards lie that the texts written so far speak of */
void text_values(struct texts *to);     /* glossary_text.c: numbers and truths that cards change, without cards */
/* glossary_text.c: what the words of templates mean that the texts written so far speak of. */
void text_glossary(struct texts *to);

#endif
