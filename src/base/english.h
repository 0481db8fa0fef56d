/* english.h: the little grammar generated texts need: articles, one and many, the verb after "you".
 * Works on words as they are spelt; it knows no game. */
#ifndef BASE_ENGLISH_H
#define BASE_ENGLISH_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

/* Does a word that begins like this take "an"? */
bool english_vowel(const char *word);
/* Does the word look like a plural: it ends in s, but not as "bus", "this" or "glass" do. */
bool english_plural(const char *word, size_t n);
/* The word for one of them (cities: city, tags: tag); a word that is no plural stays. */
void english_one(struct buf *out, const char *word, size_t n);
/* The word for several of them. */
void english_many(struct buf *out, const char *word);
/* Does the word join what stands behind it ("of", "as", "when"): a noun with what stands before it ends there. */
bool english_joins(const char *word, size_t n);
/* A verb in the third person (places, has) as it stands after "you" (place, have). */
void english_you(struct buf *out, const char *verb, size_t n);

/* The next word for whom a text speaks to (you, your, yours, yourself) from byte *at on: its length, and *at is where
 * it begins; 0: there is none. */
size_t english_find_you(const char *text, size_t n, size_t *at);
/* How long the article is that it begins with, with its blank: "a ", "an "; 0: none. */
size_t english_article(const char *text, size_t n);
/* How names are read, as docs/language.md says: one that ends in s is a verb in the third person (requires, holds). */
bool english_is_verb(const char *name);
/* reserved_for, passed: how long the word is that says what was done; 0: the name does not begin with one. */
size_t english_participle(const char *name);

/* Whether a word that only stands before a noun comes first: "the wood", "enough wood", "3 huts". */
bool english_begins_noun(const char *text);

#endif
