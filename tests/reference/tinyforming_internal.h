/* What the files of the TINYforming reference share: hex sets, tag counts and the stages of the game.
 *
 * Hex sets: hex numbers 1..19 of the rows 3-4-5-4-3 become bits of a skewed grid, six bits a row:
 *
 *         2   3   4                  bit + 1 is the hex to the right, bit + 5 the one down left and
 *       7   8   9  10                bit + 6 the one down right. Bits outside BOARD are padding, so that the
 *    12  13  14  15  16              neighbours of a whole set are six shifts and a mask.
 *      18  19  20  21
 *        24  25  26
 *
 * Bits ascend with hex numbers, so listing a set by bits lists it by hex numbers. Bit 0 is never a hex.
 *
 * Tag counts: five bits a tag, the fifth always clear in a stored count; it is the guard that catches the borrow
 * when several counts are compared in one subtraction. No count ever exceeds 15 (at most six tags on three
 * projects, two on cities and two tokens).
 */
#ifndef TINYFORMING_INTERNAL_H
#define TINYFORMING_INTERNAL_H

#include "tinyforming.h"

#define BOARD 0x073DF79CU        /* all 19 hexes */
#define CENTRE_ROW 0x0001F000U   /* hexes 8-12 */
#define SOUTHERN_ROW 0x07000000U /* hexes 17-19 */

enum { NO_BIT = 31 }; /* the answer "no" among the hexes of a question */

enum { COUNT_BITS = 5 };
#define TAG(tag) (1U << (COUNT_BITS * (tag)))
#define TAG_GUARDS (16U * (TAG(0) + TAG(1) + TAG(2) + TAG(3) + TAG(4)))

/* Where the game stands; each stage asks one kind of question. */
enum stage {
    STAGE_OVER,
    STAGE_DRAW,
    STAGE_FLIP,
    STAGE_FACE,
    STAGE_FIRST_CITY,
    STAGE_ACTION,
    STAGE_PROJECT,
    STAGE_STANDARD,
    STAGE_PLACE,           /* the cube or city of the running project */
    STAGE_LIFT_CITY,       /* which own city is relocated */
    STAGE_MAY_PLACE_WATER, /* Comet */
    STAGE_MAY_RETURN,      /* Asteroid */
    STAGE_MUST_RETURN,     /* Ice Asteroid */
    STAGE_MAY_BUY_HEAT,    /* Methane from Titan */
    STAGE_TOKEN,
    STAGES
};

struct map {
    uint32_t water_hexes;
    uint32_t land;
    uint32_t tag_at[27]; /* by bit: token printed on a water hex, tag of a bonus hex, 0 where none */
};

extern const struct map tiny_maps[2];
extern const uint8_t tiny_bit_of_hex[TINY_HEXES + 1];

static inline const struct map *map_of(const struct tiny *t) {
    return &tiny_maps[t->map];
}

static inline uint32_t neighbours(uint32_t set) {
    return (set << 1 | set >> 1 | set << 5 | set >> 5 | set << 6 | set >> 6) & BOARD;
}

static inline uint32_t cities(const struct tiny *t) {
    return t->city[TINY_WHITE] | t->city[TINY_BLACK];
}

static inline uint32_t parameter_cubes(const struct tiny *t) {
    return t->greenery | t->water | t->heat;
}

static inline uint32_t vacant_hexes(const struct tiny *t) {
    return BOARD & ~(parameter_cubes(t) | cities(t));
}

/* Hexes where a city may stand beside the cities given. */
static inline uint32_t city_sites(const struct tiny *t, uint32_t standing) {
    return map_of(t)->land & vacant_hexes(t) & ~neighbours(standing);
}

/* Spelled out because the baseline x86-64 of the compilers calls a library function for the builtin. */
static inline unsigned bit_count(uint32_t set) {
    set -= set >> 1 & 0x55555555U;
    set = (set & 0x33333333U) + (set >> 2 & 0x33333333U);
    set = (set + (set >> 4)) & 0x0F0F0F0FU;
    return set * 0x01010101U >> 24;
}

static inline unsigned lowest_bit(uint32_t set) {
    return (unsigned)__builtin_ctz(set);
}

static inline unsigned tag_count(uint32_t tags, int tag) {
    return tags >> (COUNT_BITS * tag) & 15U;
}

static inline bool tags_cover(uint32_t have, uint32_t need) {
    return (((have | TAG_GUARDS) - need) & TAG_GUARDS) == TAG_GUARDS;
}

static inline void ask(struct tiny *t, enum stage stage, int player, uint32_t answers) {
    t->stage = (uint8_t)stage;
    t->asked = (uint8_t)player;
    t->answers = answers;
}

/* tinyforming_cards.c */
uint32_t tiny_printed_tags(int project);
void tiny_find_options(struct tiny *t, int player);
void tiny_place_city(struct tiny *t, int player, unsigned bit);
void tiny_gain_credits(struct tiny *t, int player, unsigned amount);
/* Both return true when the effect is complete, false when they have asked a question. */
bool tiny_start_project(struct tiny *t, int player, int project);
bool tiny_continue_project(struct tiny *t, unsigned bit);

/* tinyforming.c */
/* Applies an answer known to be legal, given in internal coding. */
void tiny_advance(struct tiny *t, unsigned bit);
/* Two supplies are exhausted or no hex is vacant: the generation in which that happens is the last. */
bool tiny_end_reached(const struct tiny *t);

#endif
