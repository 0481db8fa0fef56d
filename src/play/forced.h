/* forced.h: questions with one legal answer, and where that answer is given without asking anybody: the only place that
 * says which questions these are. docs/decisions/047-forced-answers.md has the law for tables, records and scenarios.
 *
 * The rules ask every question, and every answer stands in the history. A bot is not asked for an answer that is
 * forced, neither at a table nor in a simulation.
 */
#ifndef PLAY_FORCED_H
#define PLAY_FORCED_H

#include "play/answer_words.h"

enum { FORCED_LIMIT = 10000 }; /* answers in a row that are given so; a loop of them would never end */

/* Which forced answers of a seat are given at a table. */
enum forced_law {
    FORCED_ASKED, /* none */
    FORCED_FREE,  /* where giving it, with what is paid for it, costs the seat nothing and shows nobody anything */
    FORCED_ALL    /* all */
};

/* The one legal answer of the seat; TN_NO_ANSWER: there is a choice, or the seat is not asked. */
uint32_t forced_answer(const tn_game *game, const tn_state *state, unsigned seat);
/* Whether a menu leaves no choice: one answer, or one pick that every legal subset begins with. It is the first of the
 * list that is legal. */
bool menu_forced(const struct menu *m);

/* Gives forced answers, of `seat` when it is asked (below 0: of anybody), until there is a choice. */
enum forced_end {
    FORCED_CHOICE, /* a question with a choice is open */
    FORCED_OVER,   /* nobody is asked */
    FORCED_FAILED, /* an answer could not be given: the message says why */
    FORCED_ENDLESS
};
enum forced_end say_pass_forced(struct say *s, int seat);

struct match;
/* The answer that the seat's question has by itself under that law; TN_NO_ANSWER: somebody must give it. */
uint32_t match_forced(struct match *m, unsigned seat, enum forced_law law);

#endif
