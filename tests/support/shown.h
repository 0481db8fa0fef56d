/* shown.h: what the scenarios of a game show, by their names and by the answers given in them.
 *
 * Something is shown by a name that says it as words of its own ("Name: ...", "Name and the rest"), and by an answer
 * that is it: one that is played, or that leads to an answer that is refused, or is refused itself.
 */
#ifndef TESTS_SUPPORT_SHOWN_H
#define TESTS_SUPPORT_SHOWN_H

#include "base/buf.h"

struct shown {
    struct buf names;   /* of scenarios, one a line */
    struct buf answers; /* that are given, one a line */
    struct buf cards; /* that lie in zones, in the games the scenarios ask for, each once: its kind, a tab, its name */
};

void shown_read(struct shown *s, const char *game); /* every *.scenario file of games/GAME; shown_free after it */
void shown_free(struct shown *s);

bool shown_by_name(const struct shown *s, const char *what);
bool shown_by_answer(const struct shown *s, const char *what);

#endif
