/* secret.c: see secret.h. */
#include "table/world.h"

#include <string.h>

static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/* Bytes below that are as many for each letter */
enum { LETTERS = sizeof letters - 1, FAIR = 256 / LETTERS * LETTERS };

struct token token_new(const struct table_world *w) {
    struct token t = {{0}};
    for (int i = 0; i < TOKEN_LENGTH;) {
        unsigned char drawn[TOKEN_LENGTH];
        w->chance(drawn, sizeof drawn);
        for (size_t k = 0; k < sizeof drawn && i < TOKEN_LENGTH; k++)
            if (drawn[k] < FAIR) t.text[i++] = letters[drawn[k] % LETTERS];
    }
    return t;
}

uint64_t token_seed(const struct table_world *w) {
    uint64_t seed;
    w->chance(&seed, sizeof seed);
    return seed;
}

bool token_fits(const char *text, size_t n) {
    if (n != TOKEN_LENGTH) return false;
    for (size_t i = 0; i < n; i++)
        if (!memchr(letters, text[i], LETTERS)) return false;
    return true;
}

struct token_hash token_hash(const struct table_world *w, const char *text) {
    struct token_hash h;
    w->hash(text, h.bytes);
    return h;
}

/* Every byte is looked at, whatever the others are: how long it takes tells nothing. */
bool token_same(const struct token_hash *a, const struct token_hash *b) {
    volatile unsigned char differ = 0;
    for (size_t i = 0; i < TOKEN_HASH; i++)
        differ = (unsigned char)(differ | (a->bytes[i] ^ b->bytes[i]));
    return differ == 0;
}

void token_hash_write(const struct token_hash *h, char out[2 * TOKEN_HASH + 1]) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < TOKEN_HASH; i++) {
        out[2 * i] = digits[h->bytes[i] >> 4];
        out[2 * i + 1] = digits[h->bytes[i] & 15u];
    }
    out[2 * TOKEN_HASH] = '\0';
}

static int digit_of(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool token_hash_read(const char *text, struct token_hash *out) {
    if (!text || strlen(text) != 2 * TOKEN_HASH) return false;
    for (size_t i = 0; i < TOKEN_HASH; i++) {
        int high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        out->bytes[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}
