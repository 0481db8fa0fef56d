/* table.h: the table of a game as one seat sees it: boards, tracks, players, zones, score.
 *
 * It knows no game: everything drawn comes from the reading functions of terrane.h, with the seat as who looks, so
 * what that seat may not see appears as a count or a question mark.
 */
#ifndef TERM_TABLE_H
#define TERM_TABLE_H

#include "play/match.h"
#include "term/legend.h"
#include "term/look.h"

struct drawing {
    const struct look *look;
    const struct match *match;
    unsigned seat;           /* who looks */
    const struct menu *menu; /* spaces that are answers show their number; may be NULL */
    struct legend *legend;
};

void table_put(const struct drawing *d, struct buf *out);        /* all of it */
void table_put_head(const struct drawing *d, struct buf *out);   /* title, round, phase */
void table_put_boards(const struct drawing *d, struct buf *out); /* with the legend */
void table_put_tracks(const struct drawing *d, struct buf *out); /* and what belongs to nobody */
void table_put_players(const struct drawing *d, struct buf *out);
void table_put_zones(const struct drawing *d, struct buf *out);
void table_put_score(const struct drawing *d, bool final, struct buf *out);

/* The paint of a text that is the name of a seat, else PAINT_PLAIN. */
int table_seat_paint(const tn_game *game, const char *name);
/* A variable as the looker sees it: "?" when hidden. False when it says nothing: none, 0 or no. */
bool table_put_variable(const struct drawing *d, size_t var, int owner, int index, struct buf *out);
/* "A (you)", "B (random)". */
void table_put_seat(const struct drawing *d, unsigned seat, struct buf *out);

#endif
