/* memory_store.h: a store that forgets when the program ends; it keeps the promises of table/store.h as SQLite's does.
 * For pages, and for tests.
 */
#ifndef TABLE_MEMORY_STORE_H
#define TABLE_MEMORY_STORE_H

#include "base/arena.h"
#include "table/store.h"

struct kept {
    struct token id;
    struct arena arena; /* all texts, also of people that are gone */
    struct store_new made;
    const char *people;
    bool over;
    int64_t touched;
    VEC(struct store_line) lines;
};

struct memory_store {
    struct store store;
    VEC(struct kept *) tables;
    enum store_result refuse; /* what every change comes to; STORE_OK: it is kept */
    bool seed_in_use;         /* of every table, by another that is not over */
};

void memory_store_open(struct memory_store *m);
void memory_store_clear(struct memory_store *m);
const struct kept *memory_store_find(const struct memory_store *m, const char *id); /* NULL: there is no such table */

#endif
