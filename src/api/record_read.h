/* record_read.h: what the files that read a position share.
 *
 * Reading stops at the first mistake: every function returns false then, and `why` says where and what. The position is
 * filled through vm/machine.h, so whatever was read, the block is sound.
 */
#ifndef TN_API_RECORD_READ_H
#define TN_API_RECORD_READ_H

#include "api/record.h"
#include "base/json_value.h"

/* A card named in a zone. */
struct placing {
    const struct value *at;
    uint32_t instance;
    int32_t card; /* NONE while it is not clear which of several */
    uint8_t part; /* of a pile: enum pile_part */
};
enum pile_part { PILE_TOP, PILE_SHUFFLED, PILE_BOTTOM };

struct reader {
    tn_ctx *ctx;
    const struct program *p;
    struct state *s;
    unsigned flags;
    const char *text; /* what is read */
    const struct value *root;
    struct arena arena;
    struct buf path; /* "players.A.hand": where in the text we are */
    char *why;
    size_t cap;
    bool no_memory;
    struct state_head head;
    bool over;
    struct placing *placed; /* in the order of the text */
    size_t n_placed, cap_placed;
    const struct value **named; /* by card: where it was named, or NULL */
    bool *supply_said;          /* by member: how many are left was told */
    bool *piled;                /* by zone instance: its piles's parts were told apart */
};

/* "line:column: path: message"; false. */
bool read_wrong(struct reader *r, const char *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same for a word that is none of the names; proposes the nearest. */
bool read_unknown(struct reader *r, const char *at, const char *what, const char *word, const char *const *names,
                  size_t n);

/* Goes into a part of the text; read_up with what read_down gave goes back. */
size_t read_down(struct reader *r, const char *key);
bool read_up(struct reader *r, size_t mark, bool fine); /* returns fine */

bool read_is(struct reader *r, const struct value *v,
             enum value_sort sort); /* or complains, and about keys said twice */
bool read_number(struct reader *r, const struct value *v, int64_t low, int64_t high, int64_t *out);
bool read_text_of(struct reader *r, const struct value *v, const char **out);
bool read_bool(struct reader *r, const struct value *v, bool *out);
bool read_hash(struct reader *r, const struct value *v, uint64_t *out);
bool read_seat(struct reader *r, const struct value *v, bool neutral, int32_t *out); /* null is none where neutral is */
/* `among`: the cards that make sense here. Several of one name are a mistake unless `several` is there. */
bool read_card(struct reader *r, const char *at, const char *text, struct among among, bool *several, int32_t *out);
bool read_space(struct reader *r, const char *at, int32_t board, const char *text, int32_t *out);

/* record_holdings.c: table, players, boards, cards, known; then where the cards lie. */
bool read_table(struct reader *r, const struct value *v);
bool read_players(struct reader *r, const struct value *v);
bool read_boards(struct reader *r, const struct value *v);
bool read_cards(struct reader *r, const struct value *v);
bool read_known(struct reader *r, const struct value *v);
bool read_settle(struct reader *r); /* after all of those but known: cards are put where they were named */

#endif
