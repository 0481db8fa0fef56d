/* The result of Terraforming Pluto, and the read-only view a comparator takes of a position.
 *
 * Purpose: scores, ranks, accessors and names. Nothing here is called while a game is played.
 */
#include "pluto_internal.h"

#include <stddef.h>

/* Along the rows, axial: the first row of a planet of radius n begins in column n. */
const uint8_t pluto_bit_of_hex[2][PLUTO_HEXES] = {
    {2, 3, 4, 9, 10, 11, 12, 16, 17, 18, 19, 20, 24, 25, 26, 27, 32, 33, 34},
    {3,  4,  5,  6,  10, 11, 12, 13, 14, 17, 18, 19, 20, 21, 22, 24, 25, 26, 27,
     28, 29, 30, 32, 33, 34, 35, 36, 37, 40, 41, 42, 43, 44, 48, 49, 50, 51},
};
const uint64_t pluto_planet_hexes[2] = {0x000000070F1F1E1CU, 0x000F1F3F7F7E7C78U};

int pluto_hexes(const struct pluto *t) {
    return t->planet == PLUTO_LARGE ? PLUTO_HEXES : 19;
}

static uint64_t hex_bit(const struct pluto *t, int hex) {
    return BIT(pluto_bit_of_hex[t->planet][hex - 1]);
}

int pluto_piece_at(const struct pluto *t, int hex) {
    uint64_t here = hex_bit(t, hex);
    if (t->forest & here) return PLUTO_FOREST;
    if (t->water & here) return PLUTO_WATER;
    return t->city & here ? PLUTO_CITY : -1;
}

int pluto_owner_at(const struct pluto *t, int hex) {
    for (int player = 0; player < t->players; player++)
        if (t->owned[player] & hex_bit(t, hex)) return player;
    return -1;
}

int pluto_tile_at(const struct pluto *t, int place) {
    return (int)(t->queue >> (4 * place) & 15);
}

int pluto_milestone_owner(const struct pluto *t, int which) {
    for (int player = 0; player < t->players; player++)
        if (t->claimed[player] >> which & 1) return player;
    return -1;
}

void pluto_score(const struct pluto *t, int player, struct pluto_score *out) {
    out->rating = t->rating[player];
    out->milestones = pluto_milestone_points(t, player);
    out->forests = (int)bit_count(t->forest & t->owned[player]);
    out->cities = 0;
    for (uint64_t rest = t->city & t->owned[player]; rest; rest &= rest - 1)
        out->cities += (int)bit_count(neighbours(rest & -rest) & t->forest);
    out->total = out->rating + out->milestones + out->forests + out->cities;
}

int pluto_rank(const struct pluto *t, int player) {
    struct pluto_score own, other;
    int rank = 1;
    pluto_score(t, player, &own);
    for (int p = 0; p < t->players; p++) {
        pluto_score(t, p, &other);
        if (other.total > own.total || (other.total == own.total && t->money[p] > t->money[player])) rank++;
    }
    return rank;
}

/* ---- names ---- */

static const char *name_in(const char *const *names, int count, int which) {
    return which >= 0 && which < count ? names[which] : NULL;
}

const char *pluto_card_name(int card) {
#define NAME(x, card, name, cost, price, points) name,
    static const char *const names[PLUTO_CARDS] = {PROJECTS(NAME, 0)};
    return name_in(names, PLUTO_CARDS, card);
}

const char *pluto_tile_name(int tile) {
    static const char *const names[PLUTO_TILES] = {"Plant Forest",      "Plant Forest",      "Provide Water",
                                                   "Construct City",    "Groom Projects",    "Groom Projects",
                                                   "Implement Project", "Implement Project", "Activate Tableau",
                                                   "Activate Tableau",  "Claim Milestone"};
    return name_in(names, PLUTO_TILES, tile);
}

const char *pluto_milestone_name(int milestone) {
    static const char *const names[PLUTO_MILESTONES] = {"Forester", "Mayor",     "Gardener",
                                                        "Director", "Machinist", "Pioneer"};
    return name_in(names, PLUTO_MILESTONES, milestone);
}

const char *pluto_kind_name(int kind) {
    static const char *const names[PLUTO_KINDS] = {"over",    "turn",     "tile",    "hex",       "project",
                                                   "machine", "flip",     "discard", "milestone", "yesno",
                                                   "amount",  "hundreds", "ones"};
    return name_in(names, PLUTO_KINDS, kind);
}
