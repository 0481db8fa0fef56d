/* utf8.h: just enough Unicode for rulebooks and terminals.
 *
 * Invariant: nothing here reads past n bytes, whatever the bytes are. Overlong forms, surrogates and values past
 * U+10FFFF are invalid. A "character" is a code point; a "column" is a terminal cell.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True when all n bytes are valid UTF-8; else *bad_offset (may be NULL) is the first byte of the first bad sequence. */
bool utf8_valid(const char *s, size_t n, size_t *bad_offset);

/* Decodes one code point into *code and returns its length in bytes, 0 when n is 0. A bad sequence gives U+FFFD and
 * length 1 (the real U+FFFD has length 3), so a loop over any bytes ends. */
size_t utf8_decode(const char *s, size_t n, uint32_t *code);

/* Writes 1 to 4 bytes (no NUL) and returns how many; a code that is not a scalar value is written as U+FFFD. */
size_t utf8_encode(uint32_t code, char out[4]);

/* The capital of a small letter, where it is one code point of the same length: Latin, Greek, Cyrillic; else itself. */
uint32_t utf8_capital(uint32_t code);

/* Columns of one code point: 0 for control and combining characters, 2 for wide East Asian and emoji, else 1. */
int utf8_width(uint32_t code);

/* Columns of n bytes; a bad byte counts 1. */
size_t utf8_columns(const char *s, size_t n);

/* Characters in n bytes; a bad byte counts 1. */
size_t utf8_count(const char *s, size_t n);

/* UTF-16 units they are, as in JSON and in browsers: two for a code point past U+FFFF. */
size_t utf8_units(const char *s, size_t n);

/* A byte of a word as definitions and people write them: letters, digits, _ and whatever is not ASCII. */
static inline bool utf8_word_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 128;
}

#endif
