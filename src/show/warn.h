/* warn.h: warnings beside the answers of a question: legal, but a waste. Example: "the track is at its end" beside a
 * card that would raise it.
 *
 * Invariant: warnings come from looking ahead as the seat that is asked, so they reveal nothing it may not know. A loss
 * is not warned of where every answer is one.
 */
#ifndef SHOW_WARN_H
#define SHOW_WARN_H

#include "play/menu.h"
#include "play/spanned_text.h"

struct warning {
    const tn_text *lines;
    size_t n;
};
struct warnings {
    struct arena arena;
    uint32_t n;
    struct warning *of; /* each answer of the menu */
};

/* Of every answer of a menu, or of those that may be given behind one answer to it (in the order of ids).
 * Nothing is warned of in choices of several, payments, numbers and very long lists. */
void warnings_load(struct warnings *w, const struct asking *at, const struct menu *menu);
void warnings_load_behind(struct warnings *w, const struct asking *at, uint32_t answer, const uint32_t *ids, size_t n);
void warnings_free(struct warnings *w);

/* Whether answers of that question are worth looking behind one by one. */
bool menu_is_foreseen(const struct menu *menu);

/* What a change is of, counted: "wood", "income coin"; `by` says whether of one or of several. */
void change_put_name(const tn_game *game, const tn_change *change, struct spanned *out);
/* By how much, without the sign: "2 wood", "1 income coin". */
void change_put_amount(const tn_game *game, const tn_change *change, struct spanned *out);

#endif
