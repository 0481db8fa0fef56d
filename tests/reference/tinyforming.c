/* The course of TINYforming Mars: set-up, research, turns, income and the end; questions and answers.
 *
 * Purpose: everything about the game but the projects (tinyforming_cards.c) and the result
 * (tinyforming_score.c).
 *
 * Invariants:
 *  - Every function that moves the game on ends by asking the next question (`ask`), so that the set of legal
 *    answers is worked out once, when the question arises, and reading it costs nothing.
 *  - `pile` and `in_play` are disjoint; the faces in neither are the discards.
 *  - In solitaire White answers every question of a player, and Black counts as having passed.
 *
 * Rulings of this file (README.md gives the reasons): each player gains income and returns what exceeds five
 * before the next one gains; the end is judged once income is over, but what triggered it stays triggered when a
 * greenery is returned; in solitaire Black takes no credits, and the game goes on until all three supplies are
 * exhausted or generation 12 is over.
 */
#include "tinyforming_internal.h"

#include <stddef.h>
#include <string.h>

enum { ALL_FACES = (1 << TINY_FACES) - 1, CARDS = 7, ALL_CARDS = (1 << CARDS) - 1, MAX_CREDITS = 5 };

/* clang-format off */
/* Bits of the hexes the maps below mention. */
enum {
    HEX1 = 2, HEX2, HEX3, HEX4 = 7, HEX5, HEX6, HEX7, HEX8 = 12, HEX9, HEX10, HEX11, HEX12,
    HEX13 = 18, HEX14, HEX15, HEX16, HEX17 = 24, HEX18, HEX19
};
/* clang-format on */

const uint8_t tiny_bit_of_hex[TINY_HEXES + 1] = {
    NO_BIT, HEX1,  HEX2,  HEX3,  HEX4,  HEX5,  HEX6,  HEX7,  HEX8,  HEX9,
    HEX10,  HEX11, HEX12, HEX13, HEX14, HEX15, HEX16, HEX17, HEX18, HEX19,
};

static const int8_t hex_of_bit[32] = {
    -1, -1, 1,  2,  3,  -1, -1, 4,  5,  6,  7,  -1, 8,  9,  10, 11,
    12, -1, 13, 14, 15, 16, -1, -1, 17, 18, 19, -1, -1, -1, -1, -1,
};

#define HEX_SET(a, b, c, d, e) (1U << (a) | 1U << (b) | 1U << (c) | 1U << (d) | 1U << (e))
#define THARSIS_WATER HEX_SET(HEX3, HEX9, HEX10, HEX15, HEX16)
#define ELYSIUM_WATER HEX_SET(HEX1, HEX2, HEX6, HEX9, HEX11)

const struct map tiny_maps[2] = {
    [TINY_THARSIS] =
        {
            .water_hexes = THARSIS_WATER,
            .land = BOARD & ~THARSIS_WATER,
            .tag_at =
                {
                    [HEX3] = TAG(TINY_SCIENCE),
                    [HEX9] = TAG(TINY_NATURE),
                    [HEX10] = TAG(TINY_PRODUCTION),
                    [HEX15] = TAG(TINY_NATURE),
                    [HEX1] = TAG(TINY_PRODUCTION),
                    [HEX8] = TAG(TINY_NATURE),
                    [HEX12] = TAG(TINY_NATURE),
                    [HEX17] = TAG(TINY_PRODUCTION),
                    [HEX19] = TAG(TINY_SPACE_TAG),
                },
        },
    [TINY_ELYSIUM] =
        {
            .water_hexes = ELYSIUM_WATER,
            .land = BOARD & ~ELYSIUM_WATER,
            .tag_at =
                {
                    [HEX1] = TAG(TINY_SCIENCE),
                    [HEX2] = TAG(TINY_PRODUCTION),
                    [HEX9] = TAG(TINY_NATURE),
                    [HEX11] = TAG(TINY_NATURE),
                    [HEX4] = TAG(TINY_SPACE_TAG),
                    [HEX7] = TAG(TINY_SCIENCE),
                    [HEX10] = TAG(TINY_NATURE),
                    [HEX17] = TAG(TINY_PRODUCTION),
                    [HEX19] = TAG(TINY_PRODUCTION),
                },
        },
};

static const uint8_t kind_of_stage[STAGES] = {
    [STAGE_OVER] = TINY_OVER,
    [STAGE_DRAW] = TINY_DRAW,
    [STAGE_FLIP] = TINY_FLIP,
    [STAGE_FACE] = TINY_FACE,
    [STAGE_FIRST_CITY] = TINY_SPACE,
    [STAGE_ACTION] = TINY_ACTION,
    [STAGE_PROJECT] = TINY_PROJECT,
    [STAGE_STANDARD] = TINY_STANDARD,
    [STAGE_PLACE] = TINY_SPACE,
    [STAGE_LIFT_CITY] = TINY_SPACE,
    [STAGE_MAY_PLACE_WATER] = TINY_SPACE,
    [STAGE_MAY_RETURN] = TINY_SPACE,
    [STAGE_MUST_RETURN] = TINY_SPACE,
    [STAGE_MAY_BUY_HEAT] = TINY_YESNO,
    [STAGE_TOKEN] = TINY_TOKEN,
};

/* ---- research ---- */

static void ask_draw(struct tiny *t) {
    if (t->pile == 0) t->pile = (uint16_t)((t->double_sided ? ALL_CARDS : ALL_FACES) & ~t->in_play);
    ask(t, STAGE_DRAW, TINY_CHANCE, t->pile);
}

/* The start player draws the first and the third card; White decides on every card in solitaire. */
static int drawer(const struct tiny *t) {
    return t->slot == 1 && !t->solitaire ? 1 - t->start : t->start;
}

static void ask_face(struct tiny *t) {
    ask(t, STAGE_FACE, drawer(t), 1U << 0 | 1U << 1);
}

static void draw(struct tiny *t, unsigned card) {
    t->pile &= (uint16_t) ~(1U << card);
    t->in_play |= (uint16_t)(1U << card);
    t->shown = (uint8_t)card;
    if (t->double_sided)
        ask(t, STAGE_FLIP, TINY_CHANCE, 1U << 0 | 1U << 1);
    else
        ask_face(t);
}

static void flip(struct tiny *t, unsigned side) {
    t->shown = (uint8_t)(t->shown + CARDS * side);
    ask_face(t);
}

void tiny_deal(struct tiny *t, int slot, int player, int project) {
    t->facing[player][slot] = (uint8_t)project;
    t->facing[1 - player][slot] = (uint8_t)(project ^ 1);
    t->card_tags[player] += tiny_printed_tags(project);
    t->card_tags[1 - player] += tiny_printed_tags(project ^ 1);
}

static void begin_generation(struct tiny *t) {
    t->generation++;
    t->start = t->solitaire || t->generation % 2 ? TINY_WHITE : TINY_BLACK;
    t->passed = t->solitaire ? 1U << TINY_BLACK : 0;
    t->standard_used = 0;
    t->end_triggered = false;
    t->slot = 0;
    ask_draw(t);
}

/* ---- first cities ---- */

static void ask_first_city(struct tiny *t, int owner) {
    ask(t, STAGE_FIRST_CITY, t->solitaire ? TINY_WHITE : owner, city_sites(t, cities(t)));
}

static void place_first_city(struct tiny *t, unsigned bit) {
    if (!t->city[TINY_BLACK]) {
        tiny_place_city(t, TINY_BLACK, bit);
        ask_first_city(t, TINY_WHITE);
    } else {
        tiny_place_city(t, TINY_WHITE, bit);
        tiny_begin_turn(t, t->start);
    }
}

static void face(struct tiny *t, unsigned end) {
    tiny_deal(t, t->slot, drawer(t), (int)(2U * t->shown + end));
    t->slot++;
    if (t->slot < TINY_HAND)
        ask_draw(t);
    else if (t->generation == 1)
        ask_first_city(t, TINY_BLACK);
    else
        tiny_begin_turn(t, t->start);
}

/* ---- income and the end ---- */

static unsigned income(const struct tiny *t, int player) {
    unsigned credits = 0;
    for (uint32_t rest = t->city[player]; rest; rest &= rest - 1)
        credits += 1 + bit_count(neighbours(rest & -rest) & t->water);
    return credits;
}

static void collect_income(struct tiny *t, int player) {
    tiny_gain_credits(t, player, income(t, player));
    if (t->credits[player] > MAX_CREDITS) {
        t->credit_supply = (uint8_t)(t->credit_supply + t->credits[player] - MAX_CREDITS);
        t->credits[player] = MAX_CREDITS;
    }
}

static void discard_projects(struct tiny *t) {
    t->credit_supply = (uint8_t)(t->credit_supply + tiny_credits_on_projects(t));
    memset(t->facing, TINY_PROJECTS, sizeof t->facing);
    memset(t->used, 0, sizeof t->used);
    memset(t->card_tags, 0, sizeof t->card_tags);
    t->in_play = 0;
}

static int exhausted_supplies(const struct tiny *t) {
    return (t->heat_supply == 0) + (t->greenery_supply == 0) + (t->water_supply == 0);
}

bool tiny_end_reached(const struct tiny *t) {
    return exhausted_supplies(t) >= 2 || vacant_hexes(t) == 0;
}

static bool game_ends(const struct tiny *t) {
    if (t->solitaire && (t->generation >= TINY_LAST_GENERATION || exhausted_supplies(t) == 3)) return true;
    if (t->solitaire && !t->solitaire_common_end) return false;
    if (!t->unlimited && t->generation >= TINY_LAST_GENERATION) return true;
    return t->end_triggered || tiny_end_reached(t);
}

static void end_generation(struct tiny *t) {
    discard_projects(t);
    collect_income(t, t->start);
    if (!t->solitaire) collect_income(t, 1 - t->start);
    if (game_ends(t))
        ask(t, STAGE_OVER, TINY_CHANCE, 0);
    else
        begin_generation(t);
}

bool tiny_over(const struct tiny *t) {
    return t->stage == STAGE_OVER;
}

bool tiny_solitaire_won(const struct tiny *t) {
    return t->solitaire && tiny_over(t) && exhausted_supplies(t) == 3;
}

/* ---- turns ---- */

void tiny_begin_turn(struct tiny *t, int player) {
    t->turn = (uint8_t)player;
    tiny_find_options(t, player);
    ask(t, STAGE_ACTION, player,
        1U << TINY_PASS | (uint32_t)(t->projects != 0) << TINY_ACTIVATE |
            (uint32_t)(t->standards != 0) << TINY_USE_STANDARD);
}

static bool passed(const struct tiny *t, int player) {
    return t->passed >> player & 1;
}

static void end_turn(struct tiny *t) {
    int player = t->turn;
    if (!passed(t, 1 - player))
        tiny_begin_turn(t, 1 - player);
    else if (!passed(t, player))
        tiny_begin_turn(t, player);
    else
        end_generation(t);
}

static void act(struct tiny *t, unsigned action) {
    if (action == TINY_ACTIVATE) {
        ask(t, STAGE_PROJECT, t->turn, t->projects);
    } else if (action == TINY_USE_STANDARD) {
        ask(t, STAGE_STANDARD, t->turn, t->standards);
    } else {
        t->passed |= (uint8_t)(1U << t->turn);
        end_turn(t);
    }
}

static void start_project(struct tiny *t, int project) {
    if (tiny_start_project(t, t->turn, project)) end_turn(t);
}

/* ---- questions and answers ---- */

void tiny_advance(struct tiny *t, unsigned bit) {
    switch ((enum stage)t->stage) {
    case STAGE_OVER:
    case STAGES: break;
    case STAGE_DRAW: draw(t, bit); break;
    case STAGE_FLIP: flip(t, bit); break;
    case STAGE_FACE: face(t, bit); break;
    case STAGE_FIRST_CITY: place_first_city(t, bit); break;
    case STAGE_ACTION: act(t, bit); break;
    case STAGE_PROJECT: start_project(t, (int)bit); break;
    case STAGE_STANDARD: start_project(t, TINY_PROJECTS + (int)bit); break;
    case STAGE_PLACE:
    case STAGE_LIFT_CITY:
    case STAGE_MAY_PLACE_WATER:
    case STAGE_MAY_RETURN:
    case STAGE_MUST_RETURN:
    case STAGE_MAY_BUY_HEAT:
    case STAGE_TOKEN:
        if (tiny_continue_project(t, bit)) end_turn(t);
        break;
    }
}

/* Bits ascend with hex numbers, but "no" is the highest bit and the lowest answer: it is listed first. */
void tiny_question(const struct tiny *t, struct tiny_question *out) {
    const uint32_t no = 1U << NO_BIT;
    out->kind = (enum tiny_kind)kind_of_stage[t->stage];
    out->player = t->asked;
    out->running = t->stage >= STAGE_PLACE ? t->running : -1;
    out->count = 0;
    if (t->answers & no) out->answers[out->count++] = TINY_NO;
    for (uint32_t rest = t->answers & ~no; rest; rest &= rest - 1) {
        unsigned bit = lowest_bit(rest);
        out->answers[out->count++] = out->kind == TINY_SPACE ? hex_of_bit[bit] : (int)bit;
    }
}

bool tiny_apply(struct tiny *t, int answer) {
    bool is_hex = kind_of_stage[t->stage] == TINY_SPACE;
    if (answer < 0 || answer > (is_hex ? TINY_HEXES : 31)) return false;
    unsigned bit = is_hex ? tiny_bit_of_hex[answer] : (unsigned)answer;
    if (!(t->answers >> bit & 1)) return false;
    tiny_advance(t, bit);
    return true;
}

/* ---- set-up ---- */

void tiny_init(struct tiny *t, const struct tiny_options *options) {
    static const struct tiny_options defaults = {0};
    if (!options) options = &defaults;
    memset(t, 0, sizeof *t);
    t->map = (uint8_t)options->map;
    t->solitaire = options->solitaire;
    t->double_sided = options->double_sided;
    t->unlimited = options->unlimited;
    t->solitaire_common_end = options->solitaire_common_end;
    t->credits[TINY_WHITE] = MAX_CREDITS;
    t->credits[TINY_BLACK] = t->solitaire ? 0 : MAX_CREDITS;
    t->credit_supply = t->solitaire ? MAX_CREDITS : 0;
    t->heat_supply = 11;
    t->greenery_supply = 7;
    t->water_supply = 4;
    t->bank = 2 * TAG(TINY_NATURE) + TAG(TINY_PRODUCTION) + TAG(TINY_SCIENCE);
    memset(t->facing, TINY_PROJECTS, sizeof t->facing);
    begin_generation(t);
}
