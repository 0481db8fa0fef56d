/* secret.h: names of tables and secrets of seats.
 *
 * A token is 22 letters and digits drawn at random (131 bits): nobody finds one by trying. Tables keep hashes of
 * secrets only, and compare those in constant time. Chance and hash come from the world (world.h).
 */
#ifndef TABLE_SECRET_H
#define TABLE_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TOKEN_LENGTH = 22, TOKEN_HASH = 32 };

struct token {
    char text[TOKEN_LENGTH + 1];
};
struct token_hash {
    unsigned char bytes[TOKEN_HASH];
};

struct table_world;

struct token token_new(const struct table_world *w);
uint64_t token_seed(const struct table_world *w);
/* Whether it has the form of one: for names that come from outside. */
bool token_fits(const char *text, size_t n);
struct token_hash token_hash(const struct table_world *w, const char *text);
bool token_same(const struct token_hash *a, const struct token_hash *b);
/* As 64 hexadecimal digits and back. */
void token_hash_write(const struct token_hash *h, char out[2 * TOKEN_HASH + 1]);
bool token_hash_read(const char *text, struct token_hash *out);

#endif
