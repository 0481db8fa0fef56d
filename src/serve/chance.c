/* chance.c: see chance.h. */
#include "serve/chance.h"

#include <sodium.h>
#include <string.h>

bool chance_start(void) {
    return sodium_init() >= 0;
}

void chance_bytes(void *out, size_t n) {
    randombytes_buf(out, n);
}

void chance_hash(const char *text, unsigned char out[TOKEN_HASH]) {
    crypto_generichash(out, TOKEN_HASH, (const unsigned char *)text, strlen(text), NULL, 0);
}
