/* face.h: the face of a card: what its rules say, as JSON that a front end can draw, beside its words.
 *
 * card_text.c tells each part of a card as it puts it into words; face_close writes what was told. docs/faces.md says
 * what the JSON means, tests/text/face.schema.json what it may hold. Things are numbers of the description of the game,
 * so a face is the same in every language; code/card_face.h says how the few words in it are kept.
 */
#ifndef TN_TEXT_FACE_H
#define TN_TEXT_FACE_H

#include "text/tree.h"

/* The unit in which a number printed on cards is paid, or else gained; NULL: neither. */
struct printed_unit {
    const struct node *param, *unit;
    bool paid;
    struct printed_unit *next;
};

/* What is known of a definition, for all its cards. */
struct faces {
    struct model *m;
    bool *action; /* by clause: something in play is chosen to do it */
    bool *scored; /* by clause: the score counts it */
    struct printed_unit *units;
};

struct face_part;
struct face {
    struct faces *all;
    struct arena *arena; /* until the card is done */
    struct builder b;
    struct face_part *parts, **last, *spare;
    void *user;
    int (*say)(void *user, struct node *statement); /* its words: their number among the texts of faces */
    int (*keep)(void *user, const char *words);     /* the same of words as they stand */
};

bool faces_open(struct faces *f, struct model *m);
/* held: the MEMBER of what lies on the card, or NULL. */
void face_open(struct face *f, struct faces *all, int card, const struct node *held, struct arena *arena);
/* clause: its number among the clauses of the card. */
void face_attribute(struct face *f, const struct symbol *attribute, struct node *value, struct node *const *list, int n,
                    int clause);
void face_rule(struct face *f, const struct clause_info *rule, struct node *block, int clause);
void face_value(struct face *f, const struct clause_info *value, struct node *block, int clause);
void face_reaction(struct face *f, struct node *reaction, int clause);
void face_statements(struct face *f, const struct node *block); /* of a rule that stands on no card; so the next two */
void face_points(struct face *f, struct node *n);
bool face_drawn(const struct face *f); /* something was told, and none of it takes words */
/* The JSON, in the arena of the model; NULL: memory is out. */
const char *face_close(struct face *f);
const char *face_block(struct face *f, struct node *block); /* the same of statements alone: a list of phrases */

#endif
