/* rich.h: a growing text that keeps what it names where.
 *
 * Owns its bytes and spans; after memory was out `failed` stays set and what is put is lost.
 */
#ifndef PLAY_RICH_H
#define PLAY_RICH_H

#include "base/arena.h"
#include "base/buf.h"
#include "terrane.h"

struct rich {
    struct buf bytes;
    VEC(tn_span) spans;
    bool failed;
};

void rich_init(struct rich *r);
void rich_free(struct rich *r);
void rich_clear(struct rich *r);
tn_text rich_text(const struct rich *r); /* until something is put */

void rich_puts(struct rich *r, const char *words); /* that name nothing */
void rich_add(struct rich *r, tn_text text);
void rich_name(struct rich *r, const char *name); /* of the definition, as people read it: without underscores */
void rich_seat(struct rich *r, const tn_game *game, unsigned seat);
void rich_card(struct rich *r, const tn_game *game, int card);
void rich_number(struct rich *r, int n);
void rich_change(struct rich *r, int by); /* "+3" */
/* "3 coins": what so many of the member are called. */
void rich_amount(struct rich *r, const tn_game *game, size_t member, int n);
/* A phrase of the engine (tn_game_phrase) in the words of the game, {1} and {2} being these. */
void rich_phrase(struct rich *r, const tn_game *game, const char *phrase, tn_text first, tn_text second);
void rich_between(struct rich *r, const tn_game *game, bool last); /* see words_put_between */

tn_text text_plain(const char *bytes);                     /* without spans */
tn_text text_keep(struct arena *arena, tn_text text);      /* a copy; bytes NULL: no memory */
bool text_equal(tn_text a, tn_text b);                     /* in bytes and spans */

#endif
