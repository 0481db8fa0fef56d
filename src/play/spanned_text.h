/* spanned_text.h: a growing text that keeps what it names where.
 *
 * Owns its bytes and spans; after memory was out `failed` stays set and what is put is lost.
 */
#ifndef PLAY_SPANNED_TEXT_H
#define PLAY_SPANNED_TEXT_H

#include "base/arena.h"
#include "base/buf.h"
#include "terrane.h"

struct spanned {
    struct buf bytes;
    VEC(tn_span) spans;
    bool failed;
};

void spanned_init(struct spanned *r);
void spanned_free(struct spanned *r);
void spanned_clear(struct spanned *r);
tn_text spanned_text(const struct spanned *r); /* until something is put */

void spanned_puts(struct spanned *r, const char *words); /* that name nothing */
void spanned_add(struct spanned *r, tn_text text);
void spanned_name(struct spanned *r, const char *name); /* of the definition, as people read it: without underscores */
void spanned_seat(struct spanned *r, const tn_game *game, unsigned seat);
void spanned_card(struct spanned *r, const tn_game *game, int card);
void spanned_number(struct spanned *r, int n);
void spanned_change(struct spanned *r, int by); /* "+3" */
/* "3 coins": what so many of the member are called. */
void spanned_amount(struct spanned *r, const tn_game *game, size_t member, int n);
/* A phrase of the engine (tn_game_phrase) in the words of the game, {1} and {2} being these. */
void spanned_phrase(struct spanned *r, const tn_game *game, const char *phrase, tn_text first, tn_text second);
void spanned_between(struct spanned *r, const tn_game *game, bool last); /* see words_put_between */

tn_text text_plain(const char *bytes);                /* without spans */
tn_text text_keep(struct arena *arena, tn_text text); /* a copy; bytes NULL: no memory */
bool text_equal(tn_text a, tn_text b);                /* in bytes and spans */

#endif
