/* record.h: a position as JSON: what its parts are called, for the writer and the reader alike.
 *
 *     {"terrane": "state 1", "game": TITLE, "definition": HASH, "seats": N, "options": {NAME: VALUE},
 *      "status": "open", "phase": NAME, "periods": {NAME: N}, "out": [SEAT],
 *      "table": {FIELDS}, "players": {SEAT: {FIELDS}}, "boards": {BOARD: {SPACE: {"row": N, "column": N, FIELDS}}},
 *      "cards": {CARD: {FIELDS}}, "known": {SEAT: [CARD]}, "chance": {...},
 *      "asked": [...], "score": {...}, "begin": {...}, "course": {...}}
 *
 * A field is a variable, a track or a zone. Its value is a number, true or false, the name of a player, member, card or
 * space, null for none, an object by member where it is indexed, and the list of its cards where it is a zone. A pile
 * that is not decided to the end is {"top": [...], "shuffled": [...], "bottom": [...]}, each from the top.
 * Names are as in the definition. Of several equal cards, "NAME #2" is the second. When cards of several kinds, or
 * spaces of several boards, have one name, those after the first kind or board are called "NAME (KIND)".
 * docs/records.md is the page for people.
 */
#ifndef TN_API_RECORD_H
#define TN_API_RECORD_H

#include "api/api.h"
#include "base/arena.h"
#include "base/buf.h"

#define RECORD_VERSION "state 1"

enum field_sort {
    FIELD_VARIABLE,
    FIELD_MARK, /* a variable the definition does not name (who was shown it, a lasting effect): written when it is set
                 */
    FIELD_ZONE
};
struct field {
    enum field_sort sort;
    uint32_t index; /* variable or zone */
    int32_t track;  /* the track whose position it is, or NONE */
    const char *key;
};
struct fields {
    struct field *list;
    size_t n;
};
/* What an owner has: of the table (SCOPE_GLOBAL), a player, a card, a space. Keys differ from one another. */
struct fields fields_of(const struct program *p, int scope, int32_t owner, struct arena *arena);

enum named { NAMED_CARD, NAMED_SPACE };
const char *name_of(const struct program *p, enum named what, uint32_t i); /* without number */
void name_put(const struct program *p, enum named what, uint32_t i, struct buf *out);
/* As the definition writes it */
const char *member_name(const struct program *p, uint32_t member, struct arena *arena);
/* A range of cards or spaces that are meant. */
struct among {
    uint32_t first, n;
};
/* By a name as name_put writes it; '_' is as good as a blank. NONE: there is none; *several: the name stands for more
 * than one of a kind, and the first is returned. */
int32_t name_find(const struct program *p, enum named what, const char *text, struct among among, bool *several);
bool names_equal(const char *a, const char *b);

/* "row 3 column 5" or "row 3 space 5" (the fifth of its row), of that board or, when NONE, of one in use; the board's
 * name may stand before it. NONE when it is no such place. */
int32_t place_find(const struct program *p, int32_t board, const char *text);

/* "A", "neutral"; NONE when nobody is called so. */
int32_t player_find(const struct program *p, const char *text);
const char *player_name(const struct program *p, int32_t player);

#endif
