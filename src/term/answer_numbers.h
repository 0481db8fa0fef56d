/* answer_numbers.h: by which number a person gives an answer of a menu.
 *
 * A space goes by the number printed on the map, whatever else is offered. Where spaces of several boards are offered,
 * those whose number is on more than one of them go by their names only. Declining is 0. Everything else is counted
 * from 1, unless an answer is a number itself: then a number is always that answer, never a place in the list.
 */
#ifndef TERM_ANSWER_NUMBERS_H
#define TERM_ANSWER_NUMBERS_H

#include "play/menu.h"

/* Whether an answer is a number, so that a typed number is the answer and not its place. One that only begins with a
 * number ("6 and 7") is none. */
bool answers_are_numbers(const struct menu *m);
bool answers_have_spaces(const struct menu *m);
bool answer_is_space(const tn_game *game, uint32_t answer, tn_space *out);
/* What an empty line gives: the preset answer, none of several, or TN_NO_ANSWER. */
uint32_t answers_preset(const struct menu *m);
/* Which answer stands at that place of the list: declining stands last. */
uint32_t answers_shown(const struct menu *m, uint32_t place);
/* False: it goes by its name only, since another space has the same number, or numbers are answers or names. */
bool answer_number(const struct menu *m, uint32_t i, unsigned *number);
enum menu_match answer_by_number(const struct menu *m, unsigned long number, uint32_t *index);
bool is_number(const char *words, unsigned long *number);

#endif
