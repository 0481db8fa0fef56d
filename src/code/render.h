/* render.h: words with their holes filled in: the one renderer of prompts, log lines, explanations and of what is
 * printed on cards and spaces or told as rules.
 *
 * Writes into a bounded `struct text`: out is always terminated when cap > 0, n is the full length that would have
 * been written. Allocates nothing. Any value may be in a register: what makes no sense is rendered as "?".
 */
#ifndef TN_CODE_RENDER_H
#define TN_CODE_RENDER_H

#include "base/arena.h"
#include "code/program.h"

/* What a text names where, so that whoever shows it can say, draw or link the thing itself. Spans are in order and
 * do not overlap. Invariant: a span tells no more than its bytes do, so of several equal cards it is the first.
 * Those of a text that names more than fit are not noted: they stay words. */
enum { SPANS = 48 };
enum span_kind { SPAN_SEAT, SPAN_CARD, SPAN_SPACE, SPAN_MEMBER, SPAN_AMOUNT, SPAN_NUMBER };
struct text_span {
    uint16_t at, length; /* in bytes */
    uint16_t index;      /* of the seat, card, space, or member (program.members), also that of an amount */
    uint8_t kind;
    int32_t value; /* of an amount or a number */
};
struct spans {
    struct text_span list[SPANS];
    uint32_t n;
};

struct text {
    char *out;
    size_t cap, n;
    struct spans *spans; /* NULL: they are not noted */
};
void text_init(struct text *t, char *out, size_t cap);
/* spans: those of before are forgotten */
void text_init_spans(struct text *t, char *out, size_t cap, struct spans *spans);
void text_put(struct text *t, const char *s);
void text_put_n(struct text *t, const char *s, size_t n);
void text_int(struct text *t, int64_t n);
void text_number(struct text *t, int64_t n);                        /* the same, as a span */
void text_change(struct text *t, int32_t by);                       /* the same with its sign: "+3" */
void text_span(struct text *t, size_t from, struct text_span what); /* what was put from byte `from` on names that */
void text_add(struct text *t, const char *more, const struct spans *spans); /* another text with what it names */

struct render {
    const struct program *program;
    const int32_t *regs; /* of the frame the words belong to; NULL: holes are rendered as "..." */
    uint32_t n_regs;
    const int32_t *stack; /* for lists; NULL: lists on the stack are "?" */
    uint32_t n_stack;
    const uint32_t *blank; /* cards that are not named ("a card"), card_words words; NULL: none */
};

void render_words(struct text *t, const struct render *r, struct words words);
/* What is printed: nothing in it depends on play. A sentence begins with a capital; that of a clause without one is
 * empty. */
void render_printed(struct text *t, const struct program *p, struct words words);
void render_sentence(struct text *t, const struct program *p, const struct clause *c);
void render_card_text(struct text *t, const struct program *p, uint32_t card);
/* The same whole, in the arena, and what it names in *spans unless that is NULL; NULL: no memory. */
char *render_kept(struct arena *a, const struct program *p, struct words words, struct spans *spans);
char *render_kept_card(struct arena *a, const struct program *p, uint32_t card, struct spans *spans);
/* `value` points at the register, the first word of a set. */
void render_value(struct text *t, const struct render *r, struct value_kind kind, const int32_t *value);
void render_player(struct text *t, const struct program *p, int32_t player); /* A, B, ... or neutral */
void render_card(struct text *t, const struct render *r, int32_t card);
void render_cards(struct text *t, const struct program *p, uint32_t n); /* "1 card", "2 cards": not which */
void render_member(struct text *t, const struct program *p, uint32_t of, int32_t member);
/* "3 coins": the number and what so many of the member are called; render_gain: with its sign. */
void render_units(struct text *t, const struct program *p, uint32_t of, int32_t member, int64_t n);
void render_gain(struct text *t, const struct program *p, uint32_t of, int32_t member, int32_t n);
/* "money production": an entry of a variable, without its owner unless that is a card. */
void render_entry(struct text *t, const struct render *r, uint32_t var, int32_t owner, int32_t index);
void render_track(struct text *t, const struct program *p, int32_t v);
void render_zone(struct text *t, const struct program *p, int32_t instance);
/* Between item i and the next of n; `last` is the phrase for two that joins the last two. */
void render_between(struct text *t, const struct program *p, uint32_t i, uint32_t n, int last);
void render_amount(struct text *t, const struct program *p, uint32_t of, int32_t amount);

#endif
