/* token.c: see token.h. */
#include "serve/token.h"

#include <sodium.h>
#include <string.h>

static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

bool token_start(void) {
    return sodium_init() >= 0;
}

struct token token_new(void) {
    struct token t = {{0}};
    for (int i = 0; i < TOKEN_LENGTH; i++)
        t.text[i] = letters[randombytes_uniform(sizeof letters - 1)];
    return t;
}

uint64_t token_seed(void) {
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    return seed;
}

bool token_fits(const char *text, size_t n) {
    if (n != TOKEN_LENGTH) return false;
    for (size_t i = 0; i < n; i++)
        if (!memchr(letters, text[i], sizeof letters - 1)) return false;
    return true;
}

struct token_hash token_hash(const char *text) {
    struct token_hash h;
    crypto_generichash(h.bytes, sizeof h.bytes, (const unsigned char *)text, strlen(text), NULL, 0);
    return h;
}

bool token_same(const struct token_hash *a, const struct token_hash *b) {
    return sodium_memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

void token_hash_write(const struct token_hash *h, char out[2 * TOKEN_HASH + 1]) {
    sodium_bin2hex(out, 2 * TOKEN_HASH + 1, h->bytes, sizeof h->bytes);
}

bool token_hash_read(const char *text, struct token_hash *out) {
    size_t n = 0;
    return text && sodium_hex2bin(out->bytes, sizeof out->bytes, text, strlen(text), NULL, &n, NULL) == 0 &&
           n == sizeof out->bytes;
}
