/* translate.h: every text of a program: to note them in a book of words, and to make a program of the same rules in
 * the words of such a book.
 *
 * A phrase is what is said in one piece: a name, a clause, a question. Its form in the book has holes for what is
 * filled in while the game is played and, so that one line serves many cards, for each number that stands alone in
 * it. The program made shares code, tables and layout with the first, which must outlive it: a position of one is
 * one of the other. Names keep their identity: what had one name has one name again. Phrases the book lacks stay as
 * they are.
 */
#ifndef TN_CODE_TRANSLATE_H
#define TN_CODE_TRANSLATE_H

#include "code/program.h"
#include "code/wordbook.h"

void wording_collect(const struct program *p, struct wordbook *b);
void wording_collect_engine(struct wordbook *b);
void wording_collect_text(struct wordbook *b, enum word_group group, const char *text);
struct program *wording_translate(const struct program *p, const struct wordbook *b); /* NULL: no memory */
/* One text, to `out`; false: the book does not have it. */
bool wording_say(const struct wordbook *b, enum word_group group, const char *text, struct buf *out);

#endif
