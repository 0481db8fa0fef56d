/* view_json.h: a position as one seat may see it, as JSON.
 *
 * The form is the contract of docs/protocol.md. Invariant: what is written depends only on what the seat may see. It is
 * read from the redacted block (tn_state_view) wherever something lies or counts; questions, values and foresight come
 * from the engine, which looks as that seat. Re-dealing what the seat may not see changes no byte.
 */
#ifndef SHOW_VIEW_JSON_H
#define SHOW_VIEW_JSON_H

#include "base/json.h"
#include "play/menu.h"

enum view_sort {
    VIEW_ASKED,
    VIEW_PASSING, /* with no question: it has been answered */
    VIEW_ENDED,   /* nobody goes on: it is over, with the points as they stand and nobody first */
};
/* Writes the fields of the view into the open object of *j. at->seat is who looks, TN_SPECTATOR included; with
 * TN_EVERYTHING what lies with a player or is a player's is seen as one sees it who may. False: no memory. */
bool view_put(struct json *j, const struct asking *at, enum view_sort sort);

/* The points of a player's line of the score as at->seat can know them, all of them when the game is over; false: it
 * cannot. */
bool view_score(const struct asking *at, unsigned player, size_t line, int32_t *points);

/* The answers behind a path, as a list: of the seat's question after it has given these answers; "flags" of that
 * question, what the path changes ("gives"), and whether it can be given ("possible"). */
bool view_put_ahead(struct json *j, const char *key, const struct asking *at, const uint32_t *path, size_t n);

#endif
