/* hint.h: what a bot would answer for a person, and what comes of it in words.
 *
 * Invariants: a hint is made from what the seat may see and from nothing else, its chance included: two positions
 * that look the same to the seat give the same hint. A reason is what the look-ahead is sure of (tn_ahead_changes,
 * tn_ahead_score, warnings of the other answers); where it is sure of nothing there is none.
 */
#ifndef SHOW_HINT_H
#define SHOW_HINT_H

#include "base/json.h"
#include "bot/bot.h"
#include "play/spanned_text.h"
#include "show/warn.h"

enum { HINT_PATH = 16, HINT_REASONS = 4 };

struct hint {
    struct arena arena;
    uint32_t path[HINT_PATH]; /* to the question, and to those behind it as far as they can be foreseen */
    size_t n;                 /* 0: the seat is not asked, or memory was out */
    tn_text text;             /* what is chosen: "Play a card: Rose" */
    tn_text reasons[HINT_REASONS];
    size_t n_reasons;
};

/* `weights` may be NULL; `quiet` is a context without a log. Call hint_free in any case. */
void hint_load(struct hint *h, const struct asking *at, const struct weights *weights, tn_ctx *quiet);
void hint_free(struct hint *h);
/* "path", "text", "spans", "why": [{"text", "spans"}]. */
void hint_put_json(struct json *j, const struct hint *h);

#endif
