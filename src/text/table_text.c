/* table_text.c: the table in words: what numbers players, cards, spaces and the table have, where they start and how
 * far they go; where cards lie, who sees them, where they are in play; how the spaces of a board lie beside each other.
 *
 * Numbers and truths are told, and what lies on spaces and cards; what else is remembered is empty at first. */
#include "text/rule_text_inside.h"

#include "base/bits.h"
#include "base/english.h"

#include <string.h>

/* ---- numbers */
static void say_range(struct phraser *p, int low, const struct var_info *v) {
    bool above = v->saturate || v->high >= NUMBER_MAX; /* open: what is above is lost, not refused */
    if (low > -NUMBER_MAX && !above)
        words_say(p, ", always from "), words_number(p, low), words_say(p, " to "), words_number(p, v->high);
    else if (low > -NUMBER_MAX)
        words_say(p, ", never below "), words_number(p, low);
    else if (!above)
        words_say(p, ", never above "), words_number(p, v->high);
}

static void say_start(struct phraser *p, const struct var_info *v, int initial, int low) {
    const struct node *first = v->node->b ? node_bare(v->node->b) : NULL;
    bool printed = first && first->symbol && first->symbol->kind == SYM_ATTRIBUTE;
    if (printed)
        words_say(p, "its "), words_name(p, first->name);
    else if (first && mentions_it(first) && starts_by_owner(p->to->m, v))
        words_say(p, "as printed on it");
    else if (starts_by_owner(p->to->m, v))
        phrase_number(p, v->node->b);
    else if (v->type.base == VT_BOOL)
        words_say(p, initial ? "yes" : "no");
    else if (v->type.base != VT_NUMBER && initial == NONE)
        words_say(p, "none");
    else if (v->type.base != VT_NUMBER)
        phrase_expr(p, v->node->b);
    else
        words_number(p, initial);
    words_say(p, " at first");
    if (v->period >= 0) {
        words_say(p, " and again whenever a new ");
        words_member(p, p->to->m->period_enum, v->period, false);
        words_say(p, " begins");
    }
    if (v->type.base == VT_NUMBER) say_range(p, low, v);
}

static int at_index(struct texts *to, int32_t table, int i, int otherwise) {
    return table >= 0 ? to->out->pool.data[to->out->tables.data[table].first + (size_t)i] : otherwise;
}

/* Members with the same start and range share a sentence: "plants and heat: 0 at first, never below 0". */
static void say_indexed(struct phraser *p, const struct var_info *v, const struct var *out) {
    struct model *m = p->to->m;
    const struct enum_info *members = &m->enums.data[v->index_enum];
    bool told[128] = {false};
    for (int i = 0, parts = 0, left = members->n; i < members->n && i < 128; i++) {
        int low = at_index(p->to, out->lows, i, out->low), start = at_index(p->to, out->initials, i, out->initial);
        int same = 0, said = 0;
        if (told[i]) continue;
        for (int k = i; k < members->n && k < 128; k++)
            same += at_index(p->to, out->lows, k, out->low) == low &&
                    at_index(p->to, out->initials, k, out->initial) == start;
        words_say(p, parts++ ? "; " : "");
        for (int k = i; k < members->n && k < 128; k++) {
            if (at_index(p->to, out->lows, k, out->low) != low ||
                at_index(p->to, out->initials, k, out->initial) != start)
                continue;
            told[k] = true;
            if (same == members->n) continue; /* all are alike */
            if (same == left && same > 2) {   /* the last group */
                if (!said++) words_say(p, "all others");
                continue;
            }
            words_say(p, said++ ? ", " : ""), words_member(p, v->index_enum, k, false);
        }
        left -= same;
        words_say(p, said ? ": " : ""), say_start(p, v, start, low);
    }
}

static const char *owner_of_number(struct texts *to, const struct var_info *v) {
    struct phraser p;
    phrase_open(&p, to, FOR_PRINT);
    if (v->scope == SCOPE_PLAYER)
        words_say(&p, "every player has");
    else if (v->scope == SCOPE_GLOBAL)
        words_say(&p, "the table has");
    else if (v->owner_kind >= 0)
        words_say(&p, "every "),
            words_name(&p, noun_of(&p, TYPE_OF(v->scope == SCOPE_SPACE ? VT_SPACE : VT_CARD, (uint16_t)v->owner_kind))),
            words_say(&p, " has");
    else
        words_name(&p, to->m->cards.data[-2 - v->owner_kind].name), words_say(&p, " has");
    return said_text(phrase_close_said(&p), to->out, to->m->arena);
}

static struct said number_name(struct texts *to, const struct var_info *v) {
    struct phraser p;
    phrase_open(&p, to, FOR_PRINT);
    words_name(&p, var_called(v->node));
    if (v->index_enum >= 0) words_say(&p, " of each "), words_name(&p, to->m->enums.data[v->index_enum].name);
    return phrase_close_said(&p);
}

/* `look: none`: kept for the rules only; their texts say what it is for. */
static bool unseen(const struct node *n) {
    const struct node *look = n ? argument_named(n->kids, "look") : NULL;
    return look && name_is(look, "none");
}

/* Is there a card in this configuration that has it? */
static bool somebody_has(struct model *m, const struct var_info *v) {
    if (v->scope != SCOPE_CARD || v->owner_kind < 0) return true;
    for (size_t i = 0; i < m->cards.n; i++)
        if (kind_is(m, m->cards.data[i].kind, v->owner_kind)) return true;
    return false;
}

static void number_rule(struct texts *to, size_t i) {
    const struct var_info *v = &to->m->vars.data[i];
    if (!v->node || v->internal || v->type.flags || i >= to->out->vars.n) return;
    bool somebody = v->type.base == VT_PLAYER && v->node->b && to->out->vars.data[i].initial != NONE;
    somebody = somebody || starts_by_owner(to->m, v);
    bool lies =
        (v->scope == SCOPE_SPACE || v->scope == SCOPE_CARD) && (v->type.base == VT_PLAYER || v->type.base == VT_MEMBER);
    if (v->type.base != VT_NUMBER && v->type.base != VT_BOOL && !somebody && !lies) return;
    if (unseen(v->node) || !somebody_has(to->m, v)) return;
    struct phraser p;
    phrase_open(&p, to, FOR_PRINT);
    if (v->index_enum >= 0 && !starts_by_owner(to->m, v))
        say_indexed(&p, v, &to->out->vars.data[i]);
    else
        say_start(&p, v, to->out->vars.data[i].initial, v->low);
    static const char *const see[] = {"", "; only the owner sees it", "; nobody sees it", "; all but the owner see it"};
    words_say(&p, v->note ? "; everyone sees it, also while the card is hidden" : see[v->see]);
    struct said text = phrase_close_said(&p);
    rule_add(to, owner_of_number(to, v), number_name(to, v), text);
}

/* ---- where cards lie */
static const char *zone_called(const struct zone_info *z) {
    return z->node->text ? z->node->text : z->name;
}

static void zone_rule(struct texts *to, const struct zone_info *z) {
    if (unseen(z->node)) return;
    static const char *const see[] = {"everyone sees them", "only the owner sees them", "nobody sees them",
                                      "all but the owner see them"};
    struct phraser p;
    phrase_open(&p, to, FOR_PRINT);
    words_form(&p, noun_of(&p, TYPE_OF(VT_CARD, (uint16_t)z->kind)), FORM_many);
    words_say(&p, z->per_player ? " of a player; " : "; "), words_say(&p, see[z->see]);
    if (z->live) words_say(&p, "; they are in play");
    if (z->refill >= 0)
        words_say(&p, to->m->zones.data[z->refill].per_player ? "; when none is left, that player's "
                                                              : "; when none is left, the "),
            words_name(&p, zone_called(&to->m->zones.data[z->refill])), words_say(&p, " is shuffled and drawn from");
    struct said text = phrase_close_said(&p);
    rule_add(to, "where cards lie", rule_title(to, NULL, zone_called(z)), text);
}

/* ---- boards */
static const char *shape_words(const struct board_info *b) {
    switch (b->shape) {
    case BOARD_HEX:
        return "a hexagon each: next to it are the one before and the one behind it in its row, and the two that touch "
               "it in the row above and in the row below; ";
    case BOARD_SQUARE:
        return b->diagonal ? "a square each: next to it are those at its four sides and four corners"
                           : "a square each: next to it are those at its four sides";
    case BOARD_RING: return "a ring: next to it are the one before and the one behind it, and the last and the first";
    case BOARD_GRAPH: return "next to each other are those that are joined";
    default: return "none is next to another";
    }
}

static const char *lie_words(const struct board_info *b) {
    static const char *const words[] = {
        "rows of different length are centred", "every second row lies half a space to the right",
        "every second row lies half a space to the left", "each row lies half a space to the right of the one above",
        "each row lies half a space to the left of the one above"};
    return b->shape == BOARD_HEX ? words[b->lie] : "";
}

/* Where rows begin that an author moved. */
static void say_shifts(struct phraser *p, const struct board_info *b) {
    const struct space_info *spaces = p->to->m->spaces.data;
    words_say(p, b->shape == BOARD_HEX ? "rows begin " : "; rows begin ");
    for (int s = b->first, said = 0; s < b->first + b->n; s++) {
        if (s > b->first && spaces[s].row == spaces[s - 1].row) continue;
        words_say(p, said++ ? ", " : ""), words_number(p, spaces[s].col);
    }
    words_say(p, b->shape == BOARD_HEX ? " half spaces from the left" : " spaces from the left");
}

static void say_neighbours(struct phraser *p, const struct board_info *b, int space) {
    struct model *m = p->to->m;
    uint32_t near[SPACE_WORDS];
    int said = 0;
    space_near(m, space, near);
    for (int s = b->first; s < b->first + b->n; s++)
        if (near[s / 32] >> (s % 32) & 1) {
            if (!said) words_number(p, space - b->first + 1), words_say(p, " is next to ");
            words_say(p, said++ ? ", " : ""), words_number(p, s - b->first + 1);
        }
}

static void say_joined(struct phraser *p, const struct node *call, const char *between) {
    for (const struct node *k = call->kids; k; k = k->next)
        words_say(p, k == call->kids ? "" : between), words_name(p, k->name ? k->name : WORDS_SEE);
}

/* What an author joined beyond the shape of the board, and the lines of a graph. */
static void say_links(struct phraser *p, const struct board_info *b) {
    const struct model *m = p->to->m;
    int board = (int)(b - m->boards.data), said = 0;
    for (size_t i = 0; i < m->links.n && b->shape != BOARD_GRAPH; i++) {
        const struct node *call = m->links.data[i].call;
        if (m->links.data[i].board != board || !name_is(call->a, "link")) continue;
        words_say(p, said++ ? ", " : "; next to each other are also "), say_joined(p, call, " and ");
    }
    said = 0;
    for (size_t i = 0; i < m->lines.n; i++) {
        if (m->lines.data[i].board != board) continue;
        words_say(p, said++ ? ", " : "; straight lines are "), say_joined(p, m->lines.data[i].call, "\xE2\x80\x93");
    }
}

static void board_rule(struct texts *to, const struct board_info *b) {
    struct phraser p;
    phrase_open(&p, to, FOR_PRINT);
    if (b->owner != NONE) words_say(&p, "one of each player; ");
    words_say(&p, "numbered from 1 to "), words_number(&p, b->n);
    if (b->rows > 1) words_say(&p, " row by row from the top, in each row from left to right");
    words_say(&p, "; "), words_say(&p, shape_words(b));
    if (b->shifted)
        say_shifts(&p, b);
    else
        words_say(&p, lie_words(b));
    if (b->algebraic) words_say(&p, "; columns have letters from the left, rows have numbers from below");
    say_links(&p, b);
    const int examples[] = {b->first, b->first + b->n / 2};
    for (int i = 0; i < 2 && b->n > 2; i++) {
        struct mark m = words_mark(&p);
        words_say(&p, i ? "; " : "; for example ");
        struct mark said = words_mark(&p);
        say_neighbours(&p, b, examples[i]);
        if (!words_after(&p, said)) words_rewind(&p, m);
    }
    struct said text = phrase_close_said(&p);
    rule_add(to, "boards", rule_title(to, b->node->text, b->node->name), text);
}

void text_table(struct texts *to) {
    static const int scopes[] = {SCOPE_PLAYER, SCOPE_CARD, SCOPE_SPACE, SCOPE_GLOBAL};
    for (size_t s = 0; s < sizeof scopes / sizeof *scopes; s++)
        for (size_t i = 0; i < to->m->vars.n && !to->out->failed; i++)
            if (to->m->vars.data[i].scope == scopes[s]) number_rule(to, i);
    for (size_t i = 0; i < to->m->boards.n && !to->out->failed; i++)
        if (to->m->boards.data[i].in_use && to->m->boards.data[i].owner <= 0) board_rule(to, &to->m->boards.data[i]);
}

/* A zone that no text speaks of is not told, unless cards are in play there or drawn from or into it unsaid. */
void text_zones(struct texts *to) {
    for (size_t i = 0; i < to->m->zones.n && !to->out->failed; i++) {
        const struct zone_info *z = &to->m->zones.data[i];
        bool unsaid = z->live || !strcmp(z->name, "deck") || !strcmp(z->name, "hand");
        if (to->zones[i] || unsaid || z->see == SEE_EVERYONE) zone_rule(to, z);
    }
}
