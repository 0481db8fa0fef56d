/* why.h: what a player is told who asks about an answer: the ways to it and what blocks them, now or at the next turn;
 * the conditions of a card; its price and how it comes about.
 *
 * Invariant: it depends only on what the seat knows. The next turn is foreseen in several positions the seat could be
 * in (tn_state_determinise), with everybody doing as little as possible; only what all of them agree on is told.
 * Nothing is foreseen where others keep numbers hidden, or where the seat itself decides before then what it will have:
 * who is asked in the middle of an action is told how things stand now.
 */
#ifndef SHOW_WHY_H
#define SHOW_WHY_H

#include "base/json.h"
#include "play/match.h"
#include "play/spanned_text.h"

enum why_kind {
    WHY_HEADING,    /* "When it is your turn:": of what follows */
    WHY_POSSIBLE,   /* a way to it: "Play a card: possible now" */
    WHY_IMPOSSIBLE, /* ... and what is missing on it comes behind it */
    WHY_MISSING,
    WHY_HOLDS, /* a condition of the card that is fulfilled */
    WHY_PRICE
};
struct why_reason {
    enum why_kind kind;
    tn_text text;
};
struct reasons {
    struct arena arena; /* the texts */
    VEC(struct why_reason) list;
    bool failed; /* no memory: something is missing in it */
};
void reasons_init(struct reasons *r);
void reasons_free(struct reasons *r);

/* Everything; nothing when the game is over. */
void why_put(struct match *m, unsigned seat, uint32_t answer, struct reasons *out);
void why_put_json(struct json *j, const struct reasons *reasons); /* "lines": [{"kind", "text", "spans"}] */

/* ---- its parts */
/* The ways as tn_explain tells them; where others are asked, "When it is your turn:" and the ways then. False:
 * nothing was written. */
bool why_put_ways(struct match *m, unsigned seat, uint32_t answer, struct reasons *out);
/* "requires 4 towers: yes": the conditions printed on a card, a line each; those that hold, or those that do not. */
void why_put_conditions(const struct asking *at, int card, bool holding, struct reasons *out);
/* Where no way leads there, now or at the next turn: "not possible now", and below it where the thing lies and who is
 * asked what. */
void why_put_obstacle(struct match *m, unsigned seat, uint32_t answer, struct reasons *out);

/* The numbers of a condition that fails by a comparison: "3/5"; where they count nothing "-30, at least 4". */
void reading_put(const tn_game *game, const tn_reading *r, struct buf *out);

/* The next price of a card from value *v on: a number about a card and a player that cards in play may change. */
bool price_next(const struct asking *at, int card, size_t *v, tn_value *value, tn_reading *reading);
/* "BETWEENHarbour -3" for each card in play that has a part in it. */
void price_put_parts(const struct asking *at, size_t v, int card, const char *between, struct spanned *out);

#endif
