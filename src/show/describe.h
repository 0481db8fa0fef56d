/* describe.h: a compiled game as JSON: everything that never changes, as a front end needs it to draw.
 *
 * The form is the contract of docs/protocol.md. A function of the game alone, so it may be kept under the game's hash.
 */
#ifndef SHOW_DESCRIBE_H
#define SHOW_DESCRIBE_H

#include "base/json.h"
#include "terrane_table.h"

/* Without blanks into *out, which is initialised here and the caller's to free; false: no memory. */
bool describe_game(const tn_game *game, struct buf *out);
/* Of it what boards are drawn from: the head, members, kinds and variables, and with `boards` those and their spaces.
 */
void describe_drawn(struct json *j, const tn_game *game, bool boards);
/* Of it what one card is drawn from: `cards` holds that card alone. */
void describe_card(struct json *j, const tn_game *game, size_t card);
const char *role_name(tn_role role); /* of a clause: "cost", "tags" ... */

#endif
