/* chance.h: random bytes and one-way hashes, from libsodium. */
#ifndef SERVE_CHANCE_H
#define SERVE_CHANCE_H

#include "table/secret.h"

bool chance_start(void); /* once, before anything else; false: there is no source of chance */
void chance_bytes(void *out, size_t n);
void chance_hash(const char *text, unsigned char out[TOKEN_HASH]);

#endif
