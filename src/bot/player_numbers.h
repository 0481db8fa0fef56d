/* player_numbers.h: the numbers a definition gives every player, in one list: variables of players entry by entry,
 * tracks of players, and how many cards lie in a player's zones. What they mean only the definition knows.
 *
 * The list is a function of the compiled game; who looks reads only what that seat may see.
 */
#ifndef BOT_PLAYER_NUMBERS_H
#define BOT_PLAYER_NUMBERS_H

#include "base/buf.h"
#include "terrane_table.h"

#include <stdint.h>

enum { NUMBER_MOST = 1000000 };
enum number_sort { NUMBER_VAR, NUMBER_TRACK, NUMBER_ZONE };

struct number {
    enum number_sort sort;
    size_t which;        /* variable, track or zone */
    int index;           /* of a variable: its entry */
    int32_t low, places; /* of a track: where it begins, how many places a lap has */
};

typedef VEC(struct number) number_list;

bool numbers_list(const tn_game *game, number_list *out); /* false: no memory; VEC_FREE it in any case */

/* As the definition would write it for a player: `stock[wood]`, `rating`, `count(hand)`. */
void number_name(const tn_game *game, const struct number *number, struct buf *out);

/* False: `looker` may not see it. A track that is gone round counts its laps in places. */
bool number_read(const tn_game *game, const tn_state *state, unsigned looker, unsigned owner,
                 const struct number *number, int32_t *out);

/* By how many others a lead is multiplied: the number of the other seats, at least 1. */
int64_t numbers_others(const tn_game *game);

/* How far a seat is ahead of the others on average in a number, times numbers_others, at most NUMBER_MOST. Those it may
 * not see are left out; 0 when it does not see its own. */
int64_t number_lead(const tn_game *game, const tn_state *state, unsigned seat, const struct number *number);

/* How often periods have begun, all of them together: it grows when any begins. */
uint64_t numbers_begun(const tn_game *game, const tn_state *state);

/* A seat's score if the game stopped now, minus the best other's. */
int64_t number_margin(tn_ctx *ctx, const tn_game *game, const tn_state *state, unsigned seat);

#endif
