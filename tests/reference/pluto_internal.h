/* What the files of the Pluto reference share: cards, hexes, stages, and the small verbs of the game.
 *
 * Cards. PROJECTS lists them with what is printed: the cost, the price of the diamond where there is one, and the TP of
 * the effect. Sets of cards are 64-bit words; bit 63 is the answer "no".
 *
 * Hexes. A hex in row r at axial column q is bit 8 r + q, so that the six neighbours are shifts by 1, 7 and 8; column 7
 * is always empty and catches what leaves a row.
 *
 * What is left to do. Rules that have been interrupted by a question, or by another rule, lie on the stack `left` as
 * 16-bit steps: what, whose, which card or how far. Cards are unique, and none is begun twice, so the stack is bounded.
 */
#ifndef PLUTO_INTERNAL_H
#define PLUTO_INTERNAL_H

#include "pluto.h"

#include <assert.h>

/* clang-format off */
/* x is handed on; card, name, cost, price of its diamond (NONE: it has none), TP as a number */
#define PROJECTS(P, x) \
    P(x, TREE_LINE,       "Tree Line",        3, NONE, 2) \
    P(x, TREE_LINE_TOO,   "Tree Line",        3, NONE, 2) \
    P(x, ICE_THAW,        "Ice Thaw",         5, NONE, 4) \
    P(x, ICE_THAW_TOO,    "Ice Thaw",         5, NONE, 4) \
    P(x, DOME_TOWN,       "Dome Town",        4, NONE, 0) \
    P(x, DOME_TOWN_TOO,   "Dome Town",        4, NONE, 0) \
    P(x, EARLY_DIVIDEND,  "Early Dividend",   4, NONE, 0) \
    P(x, NIGHT_SHIFT,     "Night Shift",      2, NONE, 0) \
    P(x, WARM_FRONT,      "Warm Front",       5, NONE, 5) \
    P(x, GRANT,           "Grant",            0, NONE, 0) \
    P(x, MATCHED_FUNDS,   "Matched Funds",    0, NONE, 0) \
    P(x, URBAN_SURVEY,    "Urban Survey",     2, NONE, 2) \
    P(x, CITY_PLANNER,    "City Planner",     4, NONE, 2) \
    P(x, SEED_EXCHANGE,   "Seed Exchange",    3, NONE, 1) \
    P(x, TIMBER_RIGHTS,   "Timber Rights",    3, NONE, 1) \
    P(x, LAKE_SURVEY,     "Lake Survey",      2, NONE, 0) \
    P(x, WATER_RIGHTS,    "Water Rights",     4, NONE, 0) \
    P(x, TRADE_ROUTE,     "Trade Route",      2, NONE, 0) \
    P(x, TOWN_ARCHIVE,    "Town Archive",     2, NONE, 1) \
    P(x, SAVINGS_BANK,    "Savings Bank",     5, NONE, 0) \
    P(x, TAX_OFFICE,      "Tax Office",       6, NONE, 0) \
    P(x, PATENT_OFFICE,   "Patent Office",    4, NONE, 0) \
    P(x, THINK_TANK,      "Think Tank",       4, NONE, 0) \
    P(x, FAST_TRACK,      "Fast Track",       5, NONE, 0) \
    P(x, LICENSING,       "Licensing",        2, NONE, 0) \
    P(x, INTEREST,        "Interest",         3, NONE, 0) \
    P(x, CASHBACK,        "Cashback",         3, NONE, 0) \
    P(x, LOBBY,           "Lobby",            3, NONE, 0) \
    P(x, TAIL_WIND,       "Tail Wind",        5, NONE, 2) \
    P(x, STIPEND,         "Stipend",          2, NONE, 0) \
    P(x, SCOUTS,          "Scouts",           4, NONE, 0) \
    P(x, OVERTIME,        "Overtime",         6, NONE, 0) \
    P(x, MINT,            "Mint",             1,    0, 0) \
    P(x, NURSERY,         "Nursery",          4,    1, 1) \
    P(x, HEAT_LAMP,       "Heat Lamp",        5,    0, 2) \
    P(x, LIBRARY,         "Library",          5,    0, 0) \
    P(x, GREAT_FOREST,    "Great Forest",     6,    4, 4) \
    P(x, BUILDERS,        "Builders",         3,    5, 2) \
    P(x, WORKSHOP,        "Workshop",         4,    1, 0) \
    P(x, CRANE,           "Crane",            3,    0, 0) \
    P(x, BURSAR,          "Bursar",           6,    4, 0) \
    P(x, FOUNDRY,         "Foundry",          6,    2, 1) \
    P(x, INSTITUTE,       "Institute",        4,    2, 2) \
    P(x, WINCH,           "Winch",            4,    0, 1) \
    P(x, RELAY,           "Relay",            3,    1, 1) \
    P(x, DYNAMO,          "Dynamo",           1,    4, 2) \
    P(x, RIVAL_TOWN,      "Rival Town",       4, NONE, 1) \
    P(x, TWIN_LAKE,       "Twin Lake",        2, NONE, 2) \
    P(x, RIVER_BANK,      "River Bank",       3, NONE, 1) \
    P(x, PAY_DAY,         "Pay Day",          4, NONE, 0) \
    P(x, FURNACE,         "Furnace",          6,    3, 3) \
    P(x, ARBORETUM,       "Arboretum",        2,    6, 3) \
    P(x, CASINO,          "Casino",           4,    0, 0) \
    P(x, FINAL_REPORT,    "Final Report",    25, NONE, 0) \
    P(x, DEEP_WELL,       "Deep Well",        0,   12, 5) \
    P(x, REACTOR,         "Reactor",          8,    2, 3) \
    P(x, RESERVE,         "Reserve",          8,    6, 2) \
    P(x, CITY_HEAT,       "City Heat",        5,    2, 0) \
    P(x, LEAF_HEAT,       "Leaf Heat",        5,    2, 0) \
    P(x, LAKE_EFFECT,     "Lake Effect",      5,    2, 0)
/* clang-format on */

enum card {
#define CARD_NUMBER(x, card, name, cost, price, points) card,
    PROJECTS(CARD_NUMBER, 0)
#undef CARD_NUMBER
};

enum { NONE = 99, NO_BIT = 63 };
#define BIT(n) (1ULL << (n))
#define NO BIT(NO_BIT)

#define HAS_DIAMOND(x, card, name, cost, price, points) | (uint64_t)((price) != NONE) << card
#define MACHINES (0 PROJECTS(HAS_DIAMOND, 0))

/* Reactions that can set themselves off and come to an end all the same: each needs a hex or a project of the hand. */
#define ANSWERING                                                                                                      \
    (BIT(URBAN_SURVEY) | BIT(CITY_PLANNER) | BIT(LAKE_SURVEY) | BIT(TOWN_ARCHIVE) | BIT(THINK_TANK) |                  \
     BIT(FAST_TRACK) | BIT(SCOUTS) | BIT(RIVAL_TOWN) | BIT(TWIN_LAKE) | BIT(RIVER_BANK))

enum { HIGHEST_COST = 25, HIGHEST_PRICE = 12 };
enum { CASHBACK_FROM = 4, INTEREST_FROM = 3 };

/* The question asked; the first ones are answered with a bit of `answers`, the last ones with a number up to it. */
enum stage {
    STAGE_NONE, /* nothing is asked: go on with what is left */
    STAGE_OVER,
    STAGE_TURN,
    STAGE_TILE,
    STAGE_HEX,
    STAGE_PROJECT,
    STAGE_MACHINE,
    STAGE_FLIP,
    STAGE_DISCARD,
    STAGE_MILESTONE,
    STAGE_YESNO,
    STAGE_AMOUNT,
    STAGE_HUNDREDS,
    STAGE_ONES
};

enum step {
    END_ACTION,        /* the tile in use goes to the back of the queue, and one may be flipped */
    END_TILE,          /* TP of the action tile; the argument */
    END_CARD,          /* the activation or reaction of the card is over, with its TP */
    END_IMPLEMENT,     /* the card is implemented, with its TP */
    MAY_ACT,           /* an activation of Activate Tableau */
    MUST_ACT,          /* the activation of Reserve */
    REACT,             /* the card reacts */
    REACT_AGAIN,       /* the card reacts to what happened while it was busy */
    GROOM_MORE,        /* the second draw of grooming */
    CITY_OF_OTHER,     /* reactions of the player so many places on to a city; the argument */
    WATER_OF_OTHER,    /* the same to water */
    PAY_TAX_OFFICE,    /* what reactions of others come to that only pay: after income, */
    PAY_PATENT_OFFICE, /* a draw, */
    PAY_LOBBY          /* a flip */
};

static inline void leave(struct pluto *t, enum step what, int player, unsigned argument) {
    assert(t->depth < PLUTO_DEPTH);
    t->left[t->depth++] = (uint16_t)((unsigned)what | (unsigned)player << 4 | argument << 6);
}

static inline void ask(struct pluto *t, enum stage stage, int player, uint64_t answers) {
    t->stage = (uint8_t)stage;
    t->asked = (uint8_t)player;
    t->answers = answers;
}

/* ---- bits ---- */

/* Spelled out because the baseline x86-64 of the compilers calls a library function for the builtin. */
static inline uint64_t byte_counts(uint64_t set) {
    set -= set >> 1 & 0x5555555555555555U;
    set = (set & 0x3333333333333333U) + (set >> 2 & 0x3333333333333333U);
    return (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0FU;
}

static inline unsigned bit_count(uint64_t set) {
    return (unsigned)(byte_counts(set) * 0x0101010101010101U >> 56);
}

static inline unsigned lowest_bit(uint64_t set) {
    return (unsigned)__builtin_ctzll(set);
}

static inline uint64_t neighbours(uint64_t set) {
    return set << 1 | set >> 1 | set << 7 | set >> 7 | set << 8 | set >> 8;
}

static inline uint64_t chance_next(uint64_t *rng) {
    uint64_t x = *rng += 0x9E3779B97F4A7C15U;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
    x = (x ^ x >> 27) * 0x94D049BB133111EBU;
    return x ^ x >> 31;
}

/* A number in 0..n-1; its bias is below n / 2^32. */
static inline unsigned chance_below(uint64_t *rng, unsigned n) {
    return (unsigned)((chance_next(rng) >> 32) * n >> 32);
}

/* ---- looking ---- */

static inline bool has(const struct pluto *t, int player, enum card card) {
    return t->tableau[player] >> card & 1;
}

static inline int seat_after(const struct pluto *t, int player, unsigned places) {
    unsigned seat = (unsigned)player + places;
    return (int)(seat < t->players ? seat : seat - t->players);
}

/* What a player has after spending this much: paying 4 or more at once gives 1 back with Cashback. */
static inline int money_after(const struct pluto *t, int player, int money, int spent) {
    return money - spent + (spent >= CASHBACK_FROM && has(t, player, CASHBACK));
}

/* ---- doing ---- */

static inline void gain_money(struct pluto *t, int player, int amount) {
    int money = t->money[player] + amount;
    t->money[player] = (int16_t)(money < PLUTO_MOST_MONEY ? money : PLUTO_MOST_MONEY);
}

static inline void earn(struct pluto *t, int player, int amount) {
    gain_money(t, player, amount);
    if (amount >= INTEREST_FROM && has(t, player, INTEREST)) gain_money(t, player, 1);
}

static inline void spend(struct pluto *t, int player, int amount) {
    t->money[player] = (int16_t)(t->money[player] - amount);
    if (amount >= CASHBACK_FROM && has(t, player, CASHBACK)) gain_money(t, player, 1);
}

static inline void advance(struct pluto *t, int player, unsigned points) {
    t->rating[player] = (uint16_t)(t->rating[player] + points);
}

/* ---- pluto_cards.c ---- */

/* What an answer or a step on the stack sets off; each may ask a question. */
void pluto_implement(struct pluto *t, int player, int card);
void pluto_activate(struct pluto *t, int player, int card);
void pluto_react(struct pluto *t, int player, int card);
void pluto_react_again(struct pluto *t, int player, int card);
void pluto_decline_reaction(struct pluto *t, int player, int card);
/* Of these cards, those of the player that react now; those that are busy will react when they are done. */
uint64_t pluto_reacting(struct pluto *t, int player, uint64_t cards);
void pluto_accept_reaction(struct pluto *t, int player, int card);
void pluto_end_card(struct pluto *t, int player, int card);
void pluto_end_implement(struct pluto *t, int player, int card);
void pluto_city_of_other(struct pluto *t, int player, unsigned places);
void pluto_water_of_other(struct pluto *t, int player, unsigned places);
void pluto_pay_others(struct pluto *t, int player, enum card card);

/* Whether tiles can still be placed, after the hexes or supplies have changed. */
void pluto_update_blocked(struct pluto *t);
bool pluto_can_place(const struct pluto *t, enum pluto_piece piece);
void pluto_ask_hex(struct pluto *t, int player, enum pluto_piece piece); /* takes the tile from the supply */
void pluto_place(struct pluto *t, int player, enum pluto_piece piece, uint64_t hex);

void pluto_may_implement(struct pluto *t, int player);
void pluto_may_act(struct pluto *t, int player);
void pluto_must_act(struct pluto *t, int player);

/* ---- pluto.c ---- */
void pluto_income(struct pluto *t, int player);
void pluto_fetch(struct pluto *t, int player, unsigned cards);
int pluto_draw_card(struct pluto *t); /* out of the deck; -1 when there is none */
uint64_t pluto_flippable(const struct pluto *t, int money);
void pluto_flip(struct pluto *t, int player, unsigned tile);
void pluto_invest(struct pluto *t, int player);
int pluto_milestone_points(const struct pluto *t, int player);
/* Applies an answer known to be legal, given in internal coding. */
void pluto_advance(struct pluto *t, unsigned answer);

/* pluto_score.c: bits of hexes by number, from 0 */
extern const uint8_t pluto_bit_of_hex[2][PLUTO_HEXES];
extern const uint64_t pluto_planet_hexes[2];

#endif
