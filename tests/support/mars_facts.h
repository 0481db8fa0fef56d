/* mars_facts.h: what the tests of the facts of games/mars share: its words, and positions that meet a requirement. */
#ifndef TESTS_SUPPORT_MARS_FACTS_H
#define TESTS_SUPPORT_MARS_FACTS_H

#include "support/facts.h"

enum { MARS_OCEANS = 9 }; /* ocean tiles in all */

const char *mars_word(const char *resource); /* what the definition calls a resource of the facts */

/* Appends the names of n cards that show that tag alone to a list that is open, without `but`. */
void mars_put_suppliers(struct facts *f, const struct value *cards, const char *tag, long n, const struct value *but);

/* `given:` lines for a card's requirement, met or missed by one; nothing when there is none. Only tags take up the
 * tableau of A, and only these are in it. */
void mars_put_requirement(struct facts *f, const struct value *cards, const struct value *card, bool met);

#endif
