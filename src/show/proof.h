/* proof.h: that a rulebook is a game, in one picture: a card, and the few lines of its definition that it is made of.
 *
 * The lines are found in the texts the game was compiled from, by the form of a declaration: a kind, a name, what is in
 * brackets, a colon, and what is indented below it. Which card it is decides how much it shows in how few lines; the
 * same texts always give the same one.
 */
#ifndef SHOW_PROOF_H
#define SHOW_PROOF_H

#include "base/json.h"
#include "terrane_table.h"

enum { PROOF_LINES = 4, PROOF_COLUMNS = 46 };

struct proof {
    int merit; /* how much it shows; 0: no card will do */
    size_t card;
    const tn_file *file;
    const char *lines[PROOF_LINES]; /* in the text of the file, not ended by a NUL */
    size_t sizes[PROOF_LINES];
};

struct proof proof_find(const tn_game *game, const tn_file *files, size_t n);
/* Writes the fields of GET /api/proof (docs/protocol.md) but for the name of the game into the open object of *j. */
void proof_put(struct json *j, const tn_game *game, const struct proof *p);

#endif
