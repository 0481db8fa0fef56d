/* The projects of TINYforming Mars: what each costs, needs and does.
 *
 * Purpose: the table of the 28 card projects and the five standard projects, which share one form, and the
 * functions that decide whether a project can be carried out to its end and that carry it out.
 *
 * Invariants:
 *  - A project is offered exactly when it can be carried out to its end, so nothing here can fail half-way:
 *    the cubes and hexes looked at beforehand do not depend on the payment.
 *  - Payment (tokens, then credits) comes before any part of the effect; cubes before credits and tokens gained.
 *
 * Rulings of this file (README.md gives the reasons):
 *  - On double-sided cards a project's own tags do not help to meet its own requirement: their rulebook lets them
 *    serve "other" projects. On single-sided ones, of later printings, they do.
 *  - What has triggered the end is noted before a greenery goes back, which is the only cube that ever does.
 *  - A hex or cube that touches two of a player's cities counts once in a price (Windmills, Bushes).
 *  - A gain of credits or tokens may come to nothing; only missing cubes and hexes forbid a project.
 *  - Tokens are won on water hexes only; the tag of a bonus hex under an Ice Cap Melting cube gives none.
 */
#include "tinyforming_internal.h"

#include <stddef.h>

enum cube_use { NO_CUBE, GAIN_HEAT, PUT_HEAT, PUT_GREENERY, PUT_WATER, PUT_CITY };

enum target {
    NOWHERE,
    LAND,
    LAND_NEAR_CITY,
    LAND_OFF_CITY,
    LAND_BY_TWO_GREENERIES,
    LAND_NEAR_WATER,
    WATER_HEX,
    WATER_HEX_NEAR_CITY,
    SOUTH,
    CITY_SITE
};

enum discount {
    FIXED,
    PER_CENTRE_CITY,
    PER_FURTHER_SPACE,
    PER_PRODUCTION_ABOVE_TWO,
    PER_TWO_HEAT,
    PER_VACANT_NEIGHBOUR,
    PER_WATER_ABOVE_TWO,
    PER_ENERGY,
    PER_GREENERY_NEIGHBOUR,
    PER_FURTHER_NATURE,
    HEAT_NEED_PER_FURTHER_SCIENCE /* lowers the heat needed, not the price */
};

enum follow_up {
    DONE,
    CREDIT_PER_CITY,
    CREDIT_PER_TAG,
    CREDIT_PER_WATER,
    CREDITS_IF_LONE_WATER,
    CREDIT_OF_PATENT,
    ANY_TOKEN,
    TOKEN_IF_REMOTE,
    MAY_PLACE_WATER,
    MAY_BUY_HEAT,
    MAY_RETURN_GREENERY,
    RETURN_NEAR_GREENERY
};

/* What a player and the table have, and what a project needs of it, counted in one word: the five tags in the
 * lowest fields, then the fields below. One subtraction then compares all of it, which is what makes finding the
 * options of a turn cheap. Every count is at most 11. */
enum means { CREDITS = TINY_TAGS, HEAT_OUT, WATER_OUT, CREDIT_LEFT, HEAT_LEFT, GREENERY_LEFT, WATER_LEFT, FIELDS };
#define MEANS(field, amount) ((uint64_t)(amount) << (COUNT_BITS * (field)))
#define MEANS_GUARDS ((MEANS(FIELDS, 1) - 1) / 31 * 16)

struct rule {
    uint64_t means; /* all countable needs, at the lowest price and the lowest requirement there can be */
    uint32_t need, gives;
    uint8_t cost, need_heat;
    uint8_t cube, target, discount, follow_up;
};

enum { NEEDS_HEX = 1 << TINY_BUILD_CITY | 1 << TINY_IMPORT_WATER | 1 << TINY_GREENHOUSES };

enum { HEAT_CUBES = 11, WATER_CUBES = 4, COMET_HEAT = 5, METHANE_PRICE = 2, LONE_WATER_CREDITS = 2 };

#define E TAG(TINY_ENERGY)
#define P TAG(TINY_PRODUCTION)
#define N TAG(TINY_NATURE)
#define S TAG(TINY_SCIENCE)
#define X TAG(TINY_SPACE_TAG)

#define LOWEST_PRICE(cost, discount) ((discount) == FIXED || (discount) == HEAT_NEED_PER_FURTHER_SCIENCE ? (cost) : 1)
#define LOWEST_HEAT(heat, discount) ((discount) == HEAT_NEED_PER_FURTHER_SCIENCE ? 0 : (heat))
#define RULE(need, gives, cost, heat, water, cube, target, discount, follow_up)                                        \
    {                                                                                                                  \
        (need) + MEANS(CREDITS, LOWEST_PRICE(cost, discount)) + MEANS(HEAT_OUT, LOWEST_HEAT(heat, discount)) +         \
            MEANS(WATER_OUT, water) + MEANS(CREDIT_LEFT, (follow_up) == CREDIT_OF_PATENT) +                            \
            MEANS(HEAT_LEFT, (cube) == GAIN_HEAT || (cube) == PUT_HEAT) +                                              \
            MEANS(GREENERY_LEFT, (cube) == PUT_GREENERY) + MEANS(WATER_LEFT, (cube) == PUT_WATER),                     \
            need, gives, cost, heat, cube, target, discount, follow_up                                                 \
    }

/* clang-format off */
static const struct rule rules[TINY_PROJECTS + TINY_STANDARDS] = {
    /*   need          gives  price, heat and water needed, cube, target, discount, follow-up */
    RULE(2 * E + P,    P + N, 3, 5, 0, PUT_WATER, SOUTH, FIXED, DONE),                        /* 1a Ice Cap Melting */
    RULE(2 * E + P,    N + S, 5, 0, 0, GAIN_HEAT, NOWHERE, FIXED, CREDIT_PER_CITY),           /* 1b Power Grid */
    RULE(2 * P,        2 * N, 2, 4, 0, PUT_WATER, WATER_HEX_NEAR_CITY, FIXED, DONE),          /* 2a Artificial Lake */
    RULE(P + S,        E + N, 3, 0, 0, GAIN_HEAT, NOWHERE, PER_CENTRE_CITY, DONE),            /* 2b Solar Power */
    RULE(E + X,        2 * N, 3, 0, 0, PUT_WATER, WATER_HEX, PER_FURTHER_SPACE, DONE),        /* 3a Water from Europa */
    RULE(2 * E + N,    P + S, 2, 0, 0, PUT_HEAT, LAND, FIXED, DONE),                          /* 3b Lava Flows */
    RULE(2 * X,        E + P, 3, 0, 0, PUT_WATER, WATER_HEX, FIXED, RETURN_NEAR_GREENERY),    /* 4a Ice Asteroid */
    RULE(2 * S,        P + N, 2, 0, 0, GAIN_HEAT, NOWHERE, FIXED, ANY_TOKEN),                 /* 4b Fusion Power */
    RULE(E,            E + N, 1, 0, 0, NO_CUBE, NOWHERE, FIXED, CREDIT_PER_TAG),              /* 5a Asteroid Mining */
    RULE(2 * P,        E + S, 3, 0, 0, GAIN_HEAT, NOWHERE, PER_PRODUCTION_ABOVE_TWO, DONE),   /* 5b GHG Factories */
    RULE(3 * N,        E + P, 2, 3, 0, PUT_GREENERY, LAND_NEAR_CITY, FIXED, DONE),            /* 6a Grass */
    RULE(2 * P + N,    S + X, 3, 0, 0, GAIN_HEAT, NOWHERE, PER_TWO_HEAT, DONE),               /* 6b Geothermal Power */
    RULE(2 * E,        2 * N, 4, 0, 0, GAIN_HEAT, NOWHERE, PER_VACANT_NEIGHBOUR, DONE),       /* 7a Windmills */
    RULE(P + S,        E + X, 1, 0, 0, PUT_CITY, CITY_SITE, FIXED, TOKEN_IF_REMOTE),          /* 7b Research Outpost */
    RULE(2 * N,        2 * P, 2, 2, 0, PUT_GREENERY, LAND_OFF_CITY, FIXED, DONE),             /* 8a Lichen */
    RULE(P + N,        E + S, 3, 0, 2, GAIN_HEAT, NOWHERE, PER_WATER_ABOVE_TWO, DONE),        /* 8b Great Dam */
    RULE(N + S,        2 * X, 2, 5, 0, PUT_GREENERY, LAND_BY_TWO_GREENERIES, FIXED, DONE),    /* 9a Trees */
    RULE(P + S,        N + X, 3, 0, 0, GAIN_HEAT, NOWHERE, PER_ENERGY, DONE),                 /* 9b Nuclear Power */
    RULE(N + E,        2 * S, 2, 0, 2, PUT_GREENERY, LAND_NEAR_WATER, FIXED, DONE),           /* 10a Algae */
    RULE(E + X,        2 * N, 3, 0, 0, GAIN_HEAT, NOWHERE, FIXED, MAY_PLACE_WATER),           /* 10b Comet */
    RULE(2 * N,        2 * P, 4, 0, 1, PUT_GREENERY, LAND, FIXED, CREDIT_PER_WATER),          /* 11a Moss */
    RULE(E + N,        P + X, 4, 0, 0, PUT_WATER, WATER_HEX, FIXED, CREDITS_IF_LONE_WATER),   /* 11b Aquifer Pumping */
    RULE(N,            2 * E, 5, 4, 0, PUT_GREENERY, LAND, PER_GREENERY_NEIGHBOUR, DONE),     /* 12a Bushes */
    RULE(P + X,        E + N, 2, 0, 0, GAIN_HEAT, NOWHERE, FIXED, MAY_BUY_HEAT), /* 12b Methane from Titan */
    RULE(2 * N,        2 * E, 4, 2, 0, PUT_GREENERY, WATER_HEX, FIXED, DONE),                 /* 13a Protected Valley */
    RULE(E + X,        2 * P, 4, 0, 0, GAIN_HEAT, NOWHERE, FIXED, MAY_RETURN_GREENERY),       /* 13b Asteroid */
    RULE(N + 2 * S,    P + X, 2, 6, 0, PUT_GREENERY, LAND, HEAT_NEED_PER_FURTHER_SCIENCE, DONE), /* 14a Insects */
    RULE(N + S,        2 * E, 3, 0, 0, PUT_WATER, WATER_HEX, PER_FURTHER_NATURE, DONE), /* 14b Subterranean Reservoir */
    RULE(0,            0,     0, 0, 0, NO_CUBE, NOWHERE, FIXED, CREDIT_OF_PATENT),            /* sell patent */
    RULE(P + X,        0,     2, 0, 0, PUT_CITY, CITY_SITE, FIXED, DONE),                     /* build city */
    RULE(S + X,        0,     3, 0, 0, PUT_WATER, WATER_HEX, FIXED, DONE),                    /* import water */
    RULE(P + 2 * N,    0,     3, 0, 0, PUT_GREENERY, LAND, FIXED, DONE),                      /* greenhouses */
    RULE(E + S,        0,     3, 0, 0, GAIN_HEAT, NOWHERE, FIXED, DONE),                      /* energy farm */
};
/* clang-format on */

static const char *const project_names[TINY_PROJECTS] = {
    "Ice Cap Melting",
    "Power Grid",
    "Artificial Lake",
    "Solar Power",
    "Water from Europa",
    "Lava Flows",
    "Ice Asteroid",
    "Fusion Power",
    "Asteroid Mining",
    "GHG Factories",
    "Grass",
    "Geothermal Power",
    "Windmills",
    "Research Outpost",
    "Lichen",
    "Great Dam",
    "Trees",
    "Nuclear Power",
    "Algae",
    "Comet",
    "Moss",
    "Aquifer Pumping",
    "Bushes",
    "Methane from Titan",
    "Protected Valley",
    "Asteroid",
    "Insects",
    "Subterranean Reservoir",
};

static const char *const standard_names[TINY_STANDARDS] = {
    "Sell Patent", "Build City", "Import Water", "Greenhouses", "Energy Farm",
};

const char *tiny_project_name(int project) {
    return project >= 0 && project < TINY_PROJECTS ? project_names[project] : NULL;
}

const char *tiny_standard_name(int standard) {
    return standard >= 0 && standard < TINY_STANDARDS ? standard_names[standard] : NULL;
}

uint32_t tiny_printed_tags(int project) {
    return rules[project].gives;
}

static unsigned beyond(unsigned count, unsigned threshold) {
    return count > threshold ? count - threshold : 0;
}

/* The project's tags that do not serve the project itself. */
static uint32_t withheld_tags(const struct tiny *t, const struct rule *rule) {
    return t->double_sided ? rule->gives : 0;
}

/* Tags on projects facing the player and on the player's cities: all that lowers prices, and all that meets a
 * requirement before tokens do. A standard project prints no tags, so nothing is taken off for it. */
static uint32_t usable_tags(const struct tiny *t, int player, const struct rule *rule) {
    return t->card_tags[player] + t->city_tags[player] - withheld_tags(t, rule);
}

static unsigned price_reduction(const struct tiny *t, int player, const struct rule *rule, uint32_t tags) {
    switch ((enum discount)rule->discount) {
    case PER_CENTRE_CITY: return bit_count(cities(t) & CENTRE_ROW);
    case PER_FURTHER_SPACE: return beyond(tag_count(tags, TINY_SPACE_TAG), 1);
    case PER_PRODUCTION_ABOVE_TWO: return beyond(tag_count(tags, TINY_PRODUCTION), 2);
    case PER_TWO_HEAT: return t->heat_held[player] / 2U;
    case PER_VACANT_NEIGHBOUR: return bit_count(neighbours(t->city[player]) & vacant_hexes(t));
    case PER_WATER_ABOVE_TWO: return beyond(bit_count(t->water), 2);
    case PER_ENERGY: return tag_count(tags, TINY_ENERGY);
    case PER_GREENERY_NEIGHBOUR: return bit_count(neighbours(t->city[player]) & t->greenery);
    case PER_FURTHER_NATURE: return beyond(tag_count(tags, TINY_NATURE), 1);
    case HEAT_NEED_PER_FURTHER_SCIENCE:
    case FIXED: break;
    }
    return 0;
}

static unsigned price(const struct tiny *t, int player, const struct rule *rule, uint32_t tags) {
    unsigned reduction = price_reduction(t, player, rule, tags);
    if (reduction == 0) return rule->cost;
    return rule->cost > reduction ? rule->cost - reduction : 1;
}

int tiny_cost(const struct tiny *t, int player, int project) {
    const struct rule *rule = &rules[project];
    return (int)price(t, player, rule, usable_tags(t, player, rule));
}

static unsigned heat_needed(const struct rule *rule, uint32_t tags) {
    if (rule->discount != HEAT_NEED_PER_FURTHER_SCIENCE) return rule->need_heat;
    return beyond(rule->need_heat, 2 * beyond(tag_count(tags, TINY_SCIENCE), 1));
}

static uint32_t hexes_by_two_greeneries(const struct tiny *t) {
    uint32_t once = 0, twice = 0;
    for (uint32_t rest = t->greenery; rest; rest &= rest - 1) {
        uint32_t touched = neighbours(rest & -rest);
        twice |= once & touched;
        once |= touched;
    }
    return twice;
}

/* Hexes where the rule's cube, or a new city, may be placed now. */
static uint32_t targets(const struct tiny *t, enum target target) {
    const struct map *map = map_of(t);
    uint32_t vacant = vacant_hexes(t);
    switch (target) {
    case NOWHERE: break;
    case LAND: return vacant & map->land;
    case LAND_NEAR_CITY: return vacant & map->land & neighbours(cities(t));
    case LAND_OFF_CITY: return vacant & map->land & ~neighbours(cities(t));
    case LAND_BY_TWO_GREENERIES: return vacant & map->land & hexes_by_two_greeneries(t);
    case LAND_NEAR_WATER: return vacant & map->land & neighbours(t->water);
    case WATER_HEX: return vacant & map->water_hexes;
    case WATER_HEX_NEAR_CITY: return vacant & map->water_hexes & neighbours(cities(t));
    case SOUTH: return vacant & SOUTHERN_ROW;
    case CITY_SITE: return city_sites(t, cities(t));
    }
    return 0;
}

static bool has_two_cities(const struct tiny *t, int player) {
    return (t->city[player] & (t->city[player] - 1)) != 0;
}

/* Own cities that have somewhere to go: any legal hex but the one they leave, which is not vacant while the
 * city stands on it and so is left out by city_sites. */
static uint32_t movable_cities(const struct tiny *t, int player) {
    uint32_t movable = 0;
    for (uint32_t rest = t->city[player]; rest; rest &= rest - 1) {
        uint32_t city = rest & -rest;
        if (city_sites(t, cities(t) & ~city)) movable |= city;
    }
    return movable;
}

static bool has_somewhere(const struct tiny *t, int player, const struct rule *rule) {
    if (rule->target == NOWHERE) return true;
    if (rule->cube == PUT_CITY && has_two_cities(t, player)) return movable_cities(t, player) != 0;
    return targets(t, (enum target)rule->target) != 0;
}

/* The heat of both players and of the map counts for a requirement: that is every cube not in the supply. */
static uint64_t means_of(const struct tiny *t, int player) {
    return (t->card_tags[player] + t->city_tags[player] + t->tokens[player]) + MEANS(CREDITS, t->credits[player]) +
           MEANS(HEAT_OUT, HEAT_CUBES - t->heat_supply) + MEANS(WATER_OUT, WATER_CUBES - t->water_supply) +
           MEANS(CREDIT_LEFT, t->credit_supply) + MEANS(HEAT_LEFT, t->heat_supply) +
           MEANS(GREENERY_LEFT, t->greenery_supply) + MEANS(WATER_LEFT, t->water_supply);
}

static bool means_suffice(const struct tiny *t, uint64_t means, const struct rule *rule) {
    uint64_t left = ((means - withheld_tags(t, rule)) | MEANS_GUARDS) - rule->means;
    return (left & MEANS_GUARDS) == MEANS_GUARDS;
}

/* What is left to test once the means suffice at the best price. */
static bool affordable(const struct tiny *t, int player, const struct rule *rule) {
    if (rule->discount == FIXED) return true;
    uint32_t tags = usable_tags(t, player, rule);
    return t->credits[player] >= price(t, player, rule, tags) &&
           HEAT_CUBES - t->heat_supply >= (int)heat_needed(rule, tags);
}

static bool can_carry_out(const struct tiny *t, int player, const struct rule *rule) {
    return affordable(t, player, rule) && has_somewhere(t, player, rule);
}

/* Random games make these tests unpredictable, so the cheap ones are gathered without branching and only what
 * passes them is looked at more closely. A slot without a project holds TINY_PROJECTS, the number of the first
 * standard project, whose rule is safe to read. */
static uint32_t projects_possible(const struct tiny *t, int player, uint64_t means) {
    const uint8_t *facing = t->facing[player];
    unsigned slots = 0;
    for (unsigned slot = 0; slot < TINY_HAND; slot++)
        slots |= (unsigned)(means_suffice(t, means, &rules[facing[slot]]) & (facing[slot] < TINY_PROJECTS)) << slot;

    uint32_t projects = 0;
    for (slots &= ~(unsigned)t->used[player]; slots; slots &= slots - 1) {
        unsigned project = facing[lowest_bit(slots)];
        if (can_carry_out(t, player, &rules[project])) projects |= 1U << project;
    }
    return projects;
}

static uint32_t standards_possible(const struct tiny *t, int player, uint64_t means) {
    if (t->standard_used >> player & 1) return 0;
    const struct rule *standard = &rules[TINY_PROJECTS];
    uint32_t standards = 0;
    for (unsigned which = 0; which < TINY_STANDARDS; which++)
        standards |= (uint32_t)means_suffice(t, means, &standard[which]) << which;
    for (uint32_t rest = standards & NEEDS_HEX; rest; rest &= rest - 1)
        if (!has_somewhere(t, player, &standard[lowest_bit(rest)])) standards &= ~(rest & -rest);
    return standards;
}

void tiny_find_options(struct tiny *t, int player) {
    uint64_t means = means_of(t, player);
    t->projects = projects_possible(t, player, means);
    t->standards = (uint8_t)standards_possible(t, player, means);
}

/* Takes what the supply has; in solitaire never beyond five held, at any time. */
void tiny_gain_credits(struct tiny *t, int player, unsigned amount) {
    if (amount > t->credit_supply) amount = t->credit_supply;
    if (t->solitaire && amount > 5U - t->credits[player]) amount = 5U - t->credits[player];
    t->credits[player] = (uint8_t)(t->credits[player] + amount);
    t->credit_supply = (uint8_t)(t->credit_supply - amount);
}

static void pay_credits(struct tiny *t, int player, unsigned amount) {
    t->credits[player] = (uint8_t)(t->credits[player] - amount);
    t->credit_supply = (uint8_t)(t->credit_supply + amount);
}

/* Exactly the tokens for what projects and cities leave missing. */
static void return_missing_tags(struct tiny *t, int player, uint32_t have, uint32_t need) {
    if (tags_cover(have, need)) return;
    for (int tag = 0; tag < TINY_TAGS; tag++) {
        uint32_t missing = beyond(tag_count(need, tag), tag_count(have, tag)) * TAG(tag);
        t->tokens[player] -= missing;
        t->bank += missing;
    }
}

static void gain_token(struct tiny *t, int player, uint32_t token) {
    t->tokens[player] += token;
    t->bank -= token;
}

static void gain_heat(struct tiny *t, int player) {
    t->heat_supply--;
    t->heat_held[player]++;
}

static void gain_printed_token(struct tiny *t, int player, unsigned bit) {
    uint32_t token = map_of(t)->tag_at[bit];
    if (token && map_of(t)->water_hexes >> bit & 1 && tags_cover(t->bank, token)) gain_token(t, player, token);
}

static unsigned water_around(const struct tiny *t, unsigned bit) {
    return bit_count(neighbours(1U << bit) & t->water);
}

static void put_water(struct tiny *t, int player, unsigned bit) {
    t->water_supply--;
    t->water |= 1U << bit;
    gain_printed_token(t, player, bit);
    tiny_gain_credits(t, player, water_around(t, bit));
}

static void put_greenery(struct tiny *t, int player, unsigned bit) {
    t->greenery_supply--;
    t->greenery |= 1U << bit;
    gain_printed_token(t, player, bit);
}

static void put_heat(struct tiny *t, unsigned bit) {
    t->heat_supply--;
    t->heat |= 1U << bit;
}

static void return_greenery(struct tiny *t, unsigned bit) {
    if (tiny_end_reached(t)) t->end_triggered = true;
    t->greenery_supply++;
    t->greenery &= ~(1U << bit);
}

void tiny_place_city(struct tiny *t, int player, unsigned bit) {
    t->city[player] |= 1U << bit;
    t->city_tags[player] += map_of(t)->tag_at[bit];
}

static void lift_city(struct tiny *t, int player, unsigned bit) {
    t->city[player] &= ~(1U << bit);
    t->city_tags[player] -= map_of(t)->tag_at[bit];
    t->lifted = (uint8_t)bit;
}

static bool ask_token(struct tiny *t, int player) {
    uint32_t available = 0;
    for (int tag = 0; tag < TINY_TAGS; tag++)
        available |= (uint32_t)(tag_count(t->bank, tag) > 0) << tag;
    if (!available) return true;
    ask(t, STAGE_TOKEN, player, available);
    return false;
}

static bool ask_or_finish(struct tiny *t, enum stage stage, uint32_t required, uint32_t answers) {
    if (!required) return true;
    ask(t, stage, t->turn, answers);
    return false;
}

static bool may_place_water(struct tiny *t, int player) {
    if (t->heat_held[player] < COMET_HEAT || t->water_supply == 0) return true;
    uint32_t hexes = targets(t, WATER_HEX);
    return ask_or_finish(t, STAGE_MAY_PLACE_WATER, hexes, hexes | 1U << NO_BIT);
}

/* "A further space tag" is a second one beside the one required; no token shows space. */
static bool may_buy_heat(struct tiny *t, int player, const struct rule *rule) {
    bool offered = tag_count(usable_tags(t, player, rule), TINY_SPACE_TAG) >= 2 &&
                   t->credits[player] >= METHANE_PRICE && t->heat_supply > 0;
    return ask_or_finish(t, STAGE_MAY_BUY_HEAT, offered, 1U << TINY_NO | 1U << TINY_YES);
}

/* What follows once the rule's cube has been gained or put on `bit`. */
static bool follow_up(struct tiny *t, int player, const struct rule *rule, unsigned bit) {
    uint32_t around = neighbours(1U << bit);
    switch ((enum follow_up)rule->follow_up) {
    case DONE: break;
    case CREDIT_PER_CITY: tiny_gain_credits(t, player, bit_count(cities(t))); break;
    case CREDIT_PER_TAG:
        tiny_gain_credits(t, player,
                          tag_count(t->card_tags[player], TINY_PRODUCTION) +
                              tag_count(t->card_tags[player], TINY_SPACE_TAG));
        break;
    case CREDIT_PER_WATER: tiny_gain_credits(t, player, water_around(t, bit)); break;
    case CREDITS_IF_LONE_WATER:
        if (water_around(t, bit) == 0) tiny_gain_credits(t, player, LONE_WATER_CREDITS);
        break;
    case CREDIT_OF_PATENT: tiny_gain_credits(t, player, 1); break;
    case ANY_TOKEN: return ask_token(t, player);
    case TOKEN_IF_REMOTE: return around & (parameter_cubes(t) | cities(t)) ? true : ask_token(t, player);
    case MAY_PLACE_WATER: return may_place_water(t, player);
    case MAY_BUY_HEAT: return may_buy_heat(t, player, rule);
    case MAY_RETURN_GREENERY: return ask_or_finish(t, STAGE_MAY_RETURN, t->greenery, t->greenery | 1U << NO_BIT);
    case RETURN_NEAR_GREENERY: return ask_or_finish(t, STAGE_MUST_RETURN, around & t->greenery, around & t->greenery);
    }
    return true;
}

static bool start_effect(struct tiny *t, int player, const struct rule *rule) {
    switch ((enum cube_use)rule->cube) {
    case GAIN_HEAT: gain_heat(t, player); /* fall through */
    case NO_CUBE: return follow_up(t, player, rule, 0);
    case PUT_CITY:
        if (has_two_cities(t, player)) {
            ask(t, STAGE_LIFT_CITY, player, movable_cities(t, player));
            return false;
        } /* fall through */
    case PUT_HEAT:
    case PUT_GREENERY:
    case PUT_WATER: break;
    }
    ask(t, STAGE_PLACE, player, targets(t, (enum target)rule->target));
    return false;
}

/* One credit of a project's price stays on it, so it comes off the supply again. */
static void mark_used(struct tiny *t, int player, int project) {
    if (project >= TINY_PROJECTS) {
        t->standard_used |= (uint8_t)(1U << player);
        return;
    }
    t->credit_supply--;
    for (int slot = 0; slot < TINY_HAND; slot++)
        if (t->facing[player][slot] == project) t->used[player] |= (uint8_t)(1U << slot);
}

bool tiny_start_project(struct tiny *t, int player, int project) {
    const struct rule *rule = &rules[project];
    uint32_t tags = usable_tags(t, player, rule);
    t->running = (uint8_t)project;
    pay_credits(t, player, price(t, player, rule, tags));
    return_missing_tags(t, player, tags, rule->need);
    mark_used(t, player, project);
    return start_effect(t, player, rule);
}

static bool place(struct tiny *t, int player, unsigned bit) {
    const struct rule *rule = &rules[t->running];
    switch ((enum cube_use)rule->cube) {
    case PUT_HEAT: put_heat(t, bit); break;
    case PUT_GREENERY: put_greenery(t, player, bit); break;
    case PUT_WATER: put_water(t, player, bit); break;
    case PUT_CITY:
        tiny_place_city(t, player, bit);
        t->lifted = 0;
        break;
    case NO_CUBE:
    case GAIN_HEAT: break;
    }
    return follow_up(t, player, rule, bit);
}

bool tiny_continue_project(struct tiny *t, unsigned bit) {
    int player = t->turn;
    switch ((enum stage)t->stage) {
    case STAGE_PLACE: return place(t, player, bit);
    case STAGE_LIFT_CITY:
        lift_city(t, player, bit);
        ask(t, STAGE_PLACE, player, city_sites(t, cities(t)) & ~(1U << bit));
        return false;
    case STAGE_MAY_PLACE_WATER:
        if (bit != NO_BIT) put_water(t, player, bit);
        break;
    case STAGE_MAY_RETURN:
        if (bit != NO_BIT) return_greenery(t, bit);
        break;
    case STAGE_MUST_RETURN: return_greenery(t, bit); break;
    case STAGE_MAY_BUY_HEAT:
        if (bit == TINY_YES) {
            pay_credits(t, player, METHANE_PRICE);
            gain_heat(t, player);
        }
        break;
    case STAGE_TOKEN: gain_token(t, player, TAG(bit)); break;
    default: break;
    }
    return true;
}
