/* facts.h: facts about a game, carried as JSON in tests/facts/GAME, against what the compiler makes of its definition.
 *
 * A fact becomes a scenario: the test writes a text of scenarios from the facts, and the compiled game judges it. So
 * nothing here reads a definition, and what is compared is what the game does. The text stands in a file of its own
 * that includes the definition; it may begin with defs, which choose among cards that share a name by their type.
 */
#ifndef TESTS_SUPPORT_FACTS_H
#define TESTS_SUPPORT_FACTS_H

#include "base/buf.h"
#include "base/json_value.h"
#include "terrane_table.h"

/* What a test reads and writes; facts_open before, facts_close after. */
struct facts {
    const char *game; /* its folder in games/ and in tests/facts/ */
    struct arena arena;
    struct buf text; /* the scenarios, to be written by the test */
    size_t written;  /* scenarios in it */
};

void facts_open(struct facts *f, const char *game);
void facts_close(struct facts *f);
const struct value *facts_read(struct facts *f, const char *name); /* tests/facts/GAME/NAME.json */

/* Begins a scenario; `format` makes its name. Its blocks are up to the caller. */
void facts_scenario(struct facts *f, const char *options, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Runs what is written; prints what fails. Every scenario must be run and pass. */
void facts_run(struct facts *f);

/* Loads every *.scenario file beside the definition and calls `visit` with each game their scenarios ask for. */
void facts_each_game(const char *game, void (*visit)(void *user, const tn_game *), void *user);

/* Lookups on the facts. */
const char *fact_text(const struct value *object, const char *key); /* NULL: not there */
long fact_number(const struct value *object, const char *key, long otherwise);
bool fact_has(const struct value *list, const char *text); /* a list of texts */
size_t fact_count(const struct value *list);
#define FACTS_EACH(item, list) for (const struct value *item = (list) ? (list)->kids : NULL; item; item = item->next)

#endif
