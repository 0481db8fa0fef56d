/* intern.h: every spelling of a tree stored once.
 *
 * Two equal spellings interned in the same table have the same address, so later stages compare names by pointer.
 * The table knows the words of the language from the start: an entry says whether its spelling is a reserved word
 * (token) or one that means something only in certain places (word).
 * Ownership: spellings and table live in the arena. Invariant: an entry never moves.
 */
#ifndef TN_LANG_PARSE_INTERN_H
#define TN_LANG_PARSE_INTERN_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Words that are not reserved: each means something only where the parser looks for it, and is a name elsewhere. */
/* clang-format off */
#define SOFT_WORDS(W)                                                                                                  \
    W(RESOURCE, "resource") W(TAG, "tag") W(PIECE, "piece") W(SYMBOL, "symbol") W(PERIOD, "period")                    \
    W(OPTION, "option") W(TRACK, "track") W(ZONE, "zone") W(VAR, "var") W(PLAYER, "player") W(KIND, "kind")            \
    W(DEF, "def") W(VALUE, "value") W(SIGNAL, "signal") W(RULE, "rule") W(GAME, "game") W(BOARD, "board")              \
    W(SCENARIO, "scenario") W(FLOW, "flow") W(SCORE, "score") W(TIE, "tie") W(INCLUDE, "include") W(END, "end")        \
    W(AT, "at") W(PHASE, "phase") W(TURN, "turn") W(ROUND, "round") W(AGAIN, "again") W(LOOK, "look") \
    W(TRY, "try") W(ELIF, "elif") W(ASK, "ask")
/* clang-format on */

enum soft_word {
    WORD_NONE,
#define W(id, spelling) WORD_##id,
    SOFT_WORDS(W)
#undef W
};

struct spelling {
    uint64_t hash;
    uint32_t len;
    uint8_t token; /* enum token_kind of a reserved word, else TOKEN_NAME */
    uint8_t word;  /* enum soft_word */
    char text[];   /* NUL terminated */
};

struct interner {
    struct arena *arena;
    const struct spelling **table; /* open addressing; n_slots is a power of two, at most half of them used */
    size_t n_slots, n;
};

/* Fills the table with the words of the language. False when memory is out. */
bool interner_init(struct interner *in, struct arena *arena);

/* Never NULL: when memory is out (arena->failed says so) an empty spelling is returned. */
const struct spelling *intern(struct interner *in, const char *s, size_t n);

#endif
