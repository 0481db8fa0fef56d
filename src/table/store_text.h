/* store_text.h: tables of a store as JSON, one object a line: what `terrane export` writes and reads, and what a page
 * keeps. Rules are objects of their own, since many tables are played by the same ones.
 *
 *     {"rules": HASH, "files": [{"path", "text"}]}
 *     {"table": ID, "played by": HASH, "name", "title", "header", "facts", "people", "listed", "over", "created",
 *      "lines": [{"text", "spent", "digest"}]}
 */
#ifndef TABLE_STORE_TEXT_H
#define TABLE_STORE_TEXT_H

#include "base/json.h"
#include "base/json_value.h"
#include "table/store.h"

/* ---- out: what stands inside an object */
/* False with the reason: a file of the rules is no text. `name`: of the game. */
bool store_text_put_rules(struct json *j, const struct store_new *of, struct buf *error);
void store_text_put_begin(struct json *j, const struct store_new *of); /* of a table: what never changes */
void store_text_put_lines(struct json *j, const struct store_line *lines, size_t n);

/* ---- in */
/* What some tables are played by. Owns its texts. */
struct store_rules {
    uint64_t definition;
    struct arena arena;
    tn_file *files;
    size_t n_files;
};
bool store_text_read_rules(const struct value *v, struct store_rules *out); /* false: these are none */
void store_rules_free(struct store_rules *r);
/* The rules a table names. False: it names none. */
bool store_text_rules_of(const struct value *v, uint64_t *definition);
/* The change that stores the table, with texts of `v`, of the arena and of the rules. False: this is no table. */
bool store_text_read_table(const struct value *v, const struct store_rules *rules, struct arena *arena,
                           struct store_new *made, struct store_write *out);

#endif
