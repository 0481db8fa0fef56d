/* card_face.h: the face of a card as a program keeps it: JSON that names things by number, so that it is the same in
 * every language; in it FACE_WORD, a number of program.face_words and FACE_END stand for a text, FACE_RULE,
 * a number of program.face_rules and FACE_END for the last key of an object, "rule", or for nothing. docs/faces.md says
 * what the JSON means, src/text/face.h where it comes from. */
#ifndef CODE_CARD_FACE_H
#define CODE_CARD_FACE_H

#include "base/buf.h"
#include "code/program.h"

#define FACE_WORD "\x02"
#define FACE_RULE "\x04"
#define FACE_END "\x03"

/* Appends the JSON with its words; "null" where the card has no face. */
void card_face(const struct program *p, size_t card, struct buf *out);
void mark_face(const struct program *p, size_t mark, struct buf *out); /* a list of phrases */
void rule_face(const struct program *p, size_t rule, struct buf *out); /* as that of a card */
/* Whether every face is JSON and names words there are; false with *no_memory when that cannot be told. */
bool card_faces_valid(const struct program *p, bool *no_memory);

#endif
