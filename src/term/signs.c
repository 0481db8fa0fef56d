/* signs.c: see signs.h. */
#include "term/signs.h"

#include "play/menu.h"

#include <string.h>

/* One row for each picture of src/code/pictures.def (a test compares them). Only characters of which all terminals
 * agree how wide they are: emoji that are pictures by themselves (two columns), and symbols of old (one). NULL: there
 * is none such, so the thing goes by its icon or its name. */
/* clang-format off */
static const struct { const char *picture, *sign; } signs[] = {
    {"leaf", "\U0001F343"},     {"sprout", "\U0001F331"},  {"tree", "\U0001F333"},   {"flower", "\U0001F338"},
    {"seed", "\U0001F330"},     {"wheat", "\U0001F33E"},   {"paw", "\U0001F43E"},    {"fish", "\U0001F41F"},
    {"bird", "\U0001F426"},     {"microbe", "\U0001F9A0"}, {"drop", "\U0001F4A7"},   {"waves", "\U0001F30A"},
    {"flame", "\U0001F525"},    {"bolt", "\u26A1"},        {"sun", "\U0001F31E"},    {"moon", "\U0001F319"},
    {"wind", "\U0001F4A8"},     {"cloud", "\u2601"},       {"snow", "\u2744"},       {"thermometer", NULL},  
    {"mountain", "\U0001F5FB"}, {"volcano", "\U0001F30B"}, {"globe", "\U0001F30D"},  {"planet", "\U0001FA90"},
    {"star", "\u2605"},         {"comet", "\u2604"},       {"coin", "\U0001F4B0"},   {"ingot", "\U0001F529"},
    {"gem", "\U0001F48E"},      {"cube", "\u25A0"},        {"crate", "\U0001F4E6"},  {"gear", "\u2699"},
    {"hammer", "\U0001F528"},   {"pick", "\u2692"},        {"plug", "\U0001F50C"},   {"recycle", "\u267B"},
    {"flask", "\U0001F9EA"},    {"atom", "\u269B"},        {"radiation", "\u2622"},  {"book", "\U0001F4D6"},
    {"bulb", "\U0001F4A1"},     {"house", "\U0001F3E0"},   {"city", "\U0001F3E2"},   {"factory", "\U0001F3ED"},
    {"bridge", "\U0001F309"},   {"wheel", "\U0001F3A1"},   {"ship", "\U0001F6A2"},   {"anchor", "\u2693"},
    {"rocket", "\U0001F680"},   {"person", "\U0001F464"},  {"people", "\U0001F465"}, {"hand", "\u270B"},
    {"eye", "\U0001F440"},      {"heart", "\u2665"},       {"crown", "\U0001F451"},  {"flag", "\u2691"},
    {"shield", "\u26E8"},       {"sword", "\u2694"},       {"trophy", "\U0001F3C6"}, {"card", "\U0001F3B4"},
    {"target", "\U0001F3AF"},   {"lock", "\U0001F512"},    {"clock", "\u23F0"},      {"pawn", "\u265F"},
    {"tower", "\u265C"},        {"horse", "\u265E"},       {"mitre", "\u265D"},      {"queen", "\u265B"},
    {"king", "\u265A"},
};
/* clang-format on */

const char *sign_of_picture(const char *picture) {
    for (size_t i = 0; picture && i < sizeof signs / sizeof signs[0]; i++)
        if (strcmp(signs[i].picture, picture) == 0) return signs[i].sign;
    return NULL;
}

const char *sign_of_look(const struct look *look, const tn_look *of) {
    const char *picture = look->pictures ? sign_of_picture(of->picture) : NULL;
    if (picture) return picture;
    for (const char *c = of->icon; c && *c; c++)
        if ((unsigned char)*c >= 128 && !look->unicode) return NULL;
    return of->icon;
}

tn_look sign_by_name(const struct look *look, const tn_game *game, const char *name, int sort) {
    tn_look found = {0};
    bool of_sort = false;
    for (size_t i = 0; i < tn_game_member_count(game); i++) {
        tn_member member;
        tn_game_member(game, i, &member);
        if (strcmp(member.name, name) != 0 && strcmp(member.many, name) != 0) continue;
        bool right = (int)member.sort == sort;
        member.look.icon = sign_of_look(look, &member.look);
        bool better = member.look.icon ? !found.icon || (right && !of_sort) : !found.icon && !found.colour;
        if (!better) continue;
        found = member.look;
        of_sort = right;
    }
    return found;
}

const char *sign_of_member(const struct look *look, const tn_game *game, size_t member) {
    tn_member facts;
    tn_game_member(game, member, &facts);
    return sign_by_name(look, game, facts.name, (int)facts.sort).icon;
}

void sign_put_amount(const struct look *look, const tn_game *game, size_t member, const int32_t *number,
                     struct buf *out) {
    tn_member facts;
    const char *sign = sign_of_member(look, game, member);
    tn_game_member(game, member, &facts);
    if (number) buf_printf(out, sign ? "%d" : "%d ", (int)*number);
    if (sign)
        buf_puts(out, sign);
    else
        words_put_name(number && *number != 1 ? facts.many : facts.name, out);
}

void sign_put_tags(const struct look *look, const tn_game *game, const int32_t *tags, size_t n, struct buf *out) {
    for (size_t i = 0; i < n; i++) {
        tn_member member;
        tn_game_member(game, (size_t)tags[i], &member);
        const char *sign = look->pictures ? sign_of_member(look, game, (size_t)tags[i]) : NULL;
        if (!sign && i > 0) buf_puts(out, ", ");
        if (sign)
            buf_puts(out, sign);
        else
            words_put_name(member.name, out);
    }
}
