/* The result of TINYforming Mars, and the read-only view a comparator takes of a position.
 *
 * Purpose: score lines, tie-breaks, accessors, names and the placing of cubes by hand. Nothing here is called
 * while a game is played, and only the two tiny_put functions change a position.
 */
#include "tinyforming_internal.h"

#include <stddef.h>

static struct tiny_score score_of(const struct tiny *t, int player) {
    struct tiny_score score = {0};
    for (uint32_t rest = t->city[player]; rest; rest &= rest - 1) {
        uint32_t around = neighbours(rest & -rest);
        score.city += (int)bit_count(around & t->greenery) - (int)bit_count(around & t->heat);
    }
    uint32_t touched_alone = neighbours(t->city[player]) & ~neighbours(t->city[1 - player]);
    score.greenery = (int)bit_count(touched_alone & t->greenery);
    score.water = (int)bit_count(touched_alone & t->water);
    score.heat = t->heat_held[player];
    score.total = score.city + score.greenery + score.water + score.heat;
    return score;
}

void tiny_scores(const struct tiny *t, struct tiny_score score[2]) {
    score[TINY_WHITE] = score_of(t, TINY_WHITE);
    score[TINY_BLACK] = score_of(t, TINY_BLACK);
}

int tiny_compare_scores(const struct tiny_score score[2]) {
    const struct tiny_score *white = &score[TINY_WHITE], *black = &score[TINY_BLACK];
    const int lead[] = {
        white->total - black->total, white->city - black->city, white->greenery - black->greenery,
        white->water - black->water, white->heat - black->heat,
    };
    for (size_t i = 0; i < sizeof lead / sizeof lead[0]; i++)
        if (lead[i] != 0) return lead[i] > 0 ? TINY_WHITE : TINY_BLACK;
    return TINY_DRAWN_GAME;
}

int tiny_winner(const struct tiny *t) {
    if (t->solitaire || !tiny_over(t)) return TINY_UNDECIDED;
    struct tiny_score score[2];
    tiny_scores(t, score);
    return tiny_compare_scores(score);
}

enum tiny_cube tiny_cube_at(const struct tiny *t, int hex) {
    uint32_t here = 1U << tiny_bit_of_hex[hex];
    if (t->heat & here) return TINY_HEAT;
    if (t->greenery & here) return TINY_GREENERY;
    return t->water & here ? TINY_WATER : TINY_VACANT;
}

int tiny_city_at(const struct tiny *t, int hex) {
    uint32_t here = 1U << tiny_bit_of_hex[hex];
    if (t->city[TINY_WHITE] & here) return TINY_WHITE;
    return t->city[TINY_BLACK] & here ? TINY_BLACK : -1;
}

int tiny_tokens(const struct tiny *t, int player, int tag) {
    return (int)tag_count(t->tokens[player], tag);
}

int tiny_bank(const struct tiny *t, int tag) {
    return (int)tag_count(t->bank, tag);
}

int tiny_tags(const struct tiny *t, int player, int tag) {
    return (int)tag_count(t->card_tags[player] + t->city_tags[player], tag);
}

int tiny_facing(const struct tiny *t, int player, int slot) {
    int project = t->facing[player][slot];
    return project < TINY_PROJECTS ? project : -1;
}

bool tiny_used(const struct tiny *t, int player, int slot) {
    return t->used[player] >> slot & 1;
}

bool tiny_has_passed(const struct tiny *t, int player) {
    return t->passed >> player & 1;
}

bool tiny_standard_used(const struct tiny *t, int player) {
    return t->standard_used >> player & 1;
}

int tiny_credits_on_projects(const struct tiny *t) {
    return (int)(bit_count(t->used[TINY_WHITE]) + bit_count(t->used[TINY_BLACK]));
}

void tiny_put_cube(struct tiny *t, enum tiny_cube cube, int hex) {
    uint32_t here = 1U << tiny_bit_of_hex[hex];
    switch (cube) {
    case TINY_VACANT: break;
    case TINY_HEAT:
        t->heat |= here;
        t->heat_supply--;
        break;
    case TINY_GREENERY:
        t->greenery |= here;
        t->greenery_supply--;
        break;
    case TINY_WATER:
        t->water |= here;
        t->water_supply--;
        break;
    }
}

void tiny_put_city(struct tiny *t, int player, int hex) {
    tiny_place_city(t, player, tiny_bit_of_hex[hex]);
}

static const char *name_in(const char *const *names, int count, int which) {
    return which >= 0 && which < count ? names[which] : NULL;
}

const char *tiny_tag_name(int tag) {
    static const char *const names[TINY_TAGS] = {"energy", "production", "nature", "science", "space"};
    return name_in(names, TINY_TAGS, tag);
}

const char *tiny_map_name(int map) {
    static const char *const names[] = {"tharsis", "elysium"};
    return name_in(names, 2, map);
}

const char *tiny_kind_name(int kind) {
    static const char *const names[] = {"over",   "draw",    "flip",     "face",  "space",
                                        "action", "project", "standard", "token", "yesno"};
    return name_in(names, TINY_YESNO + 1, kind);
}
