/* render.h: words with their holes filled in: the one renderer of prompts, log lines and explanations.
 *
 * Writes into a bounded `struct text`: out is always terminated when cap > 0, n is the full length that would have
 * been written. Allocates nothing. Any value may be in a register: what makes no sense is rendered as "?".
 */
#ifndef TN_CODE_RENDER_H
#define TN_CODE_RENDER_H

#include "code/program.h"

/* Where texts name seats by their letters, so that whoever shows them may say other names. Those of a text that holds more
 * than fit are not noted: they stay letters. */
enum { MENTIONS = 32 };
struct mention {
    uint16_t at; /* the byte of the letter */
    uint8_t seat;
};
struct mentions {
    struct mention list[MENTIONS];
    uint32_t n;
};

struct text {
    char *out;
    size_t cap, n;
    struct mentions *mentions; /* NULL: they are not noted */
    bool marks;                /* SEAT_MARK stands before every letter of a seat: marks stay where a text is put into another */
};
enum { SEAT_MARK = 14 };
void text_init(struct text *t, char *out, size_t cap);
void text_put(struct text *t, const char *s);
void text_put_n(struct text *t, const char *s, size_t n);
void text_int(struct text *t, int64_t n);
void text_add(struct text *t, const struct text *more); /* with what it mentions */

struct render {
    const struct program *program;
    const int32_t *regs; /* of the frame the words belong to; NULL: holes are rendered as "..." */
    uint32_t n_regs;
    const int32_t *stack; /* for lists; NULL: lists on the stack are "?" */
    uint32_t n_stack;
    const uint32_t *blank; /* cards that are not named ("a card"), card_words words; NULL: none */
};

void render_words(struct text *t, const struct render *r, struct words words);
/* `value` points at the register, the first word of a set. */
void render_value(struct text *t, const struct render *r, struct value_kind kind, const int32_t *value);
void render_player(struct text *t, const struct program *p, int32_t player); /* A, B, ... or neutral */
void render_card(struct text *t, const struct render *r, int32_t card);
void render_cards(struct text *t, const struct program *p, uint32_t n); /* "1 card", "2 cards": not which */
void render_member(struct text *t, const struct program *p, uint32_t of, int32_t member);
/* "3 coins": the number and what so many of the member are called. */
void render_units(struct text *t, const struct program *p, uint32_t of, int32_t member, int64_t n);
/* "money production": an entry of a variable, without its owner unless that is a card. */
void render_entry(struct text *t, const struct render *r, uint32_t var, int32_t owner, int32_t index);
void render_track(struct text *t, const struct program *p, int32_t v);
void render_zone(struct text *t, const struct program *p, int32_t instance);
/* Between item i and the next of n; `last` is the phrase for two that joins the last two. */
void render_between(struct text *t, const struct program *p, uint32_t i, uint32_t n, int last);
void render_amount(struct text *t, const struct program *p, uint32_t of, int32_t amount);

#endif
