/* words_noun.c: things (players, cards, spaces, members, zones) and sets of them, and calls of functions. */
#include "text/words_inside.h"

#include "base/english.h"
#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <stdio.h>
#include <string.h>

enum { PHRASE_DEPTH = 14, NAMED_LENGTH = 200 };

bool is_me(const struct phraser *p, const struct node *n) {
    return names_me(n) && p->me == p->spoken_to;
}
bool means_me(struct phraser *p, struct node *n) {
    struct context c = words_enter(p, &n);
    bool me = is_me(p, n);
    words_leave(p, c);
    return me;
}
/* ---- what things are called */
static const char *kind_title(struct model *m, int kind) {
    const struct node *n = m->kinds.data[kind].node;
    return n->text ? n->text : m->kinds.data[kind].name;
}

/* The kind all spaces of a board (NONE: of all boards in use) belong to. */
static int common_kind(struct model *m, int board) {
    int common = NONE;
    for (size_t i = 0; i < m->spaces.n; i++) {
        if (board >= 0 ? m->spaces.data[i].board != board : !m->boards.data[m->spaces.data[i].board].in_use) continue;
        int kind = m->spaces.data[i].kind;
        if (common == NONE) common = kind;
        while (common >= 0 && !kind_is(m, kind, common))
            common = m->kinds.data[common].parent;
        if (common < 0) return NONE;
    }
    return common;
}

const char *noun_of(struct phraser *p, struct type t) {
    struct model *m = p->to->m;
    int kind = t.of < m->kinds.n ? t.of : NONE;
    switch (t.base) {
    case VT_PLAYER: return "player";
    case VT_CARD: return kind >= 0 ? kind_title(m, kind) : "card";
    case VT_SPACE:
        if (kind < 0) kind = common_kind(m, NONE);
        return kind >= 0 ? kind_title(m, kind) : "space";
    case VT_MEMBER:
        if (t.of >= m->enums.n && m->stock_enum >= 0) return m->enums.data[m->stock_enum].name;
        return t.of < m->enums.n ? m->enums.data[t.of].name : "one";
    case VT_NUMBER: return "number";
    case VT_AMOUNT: return "amount";
    case VT_ZONE: return "zone";
    case VT_TRACK: return "track";
    case VT_BOOL: return "answer";
    default: return "one";
    }
}

static void say_noun(struct phraser *p, const char *noun, enum noun_form form) {
    if (form == NOUN_A) words_say(p, "a ");
    words_form(p, noun, form == NOUN_MANY ? FORM_many : FORM_plain);
}

void phrase_list(struct phraser *p, struct node *const *items, int n, const char *last) {
    for (int i = 0; i < n; i++) {
        if (i) words_say(p, i == n - 1 ? last : ", ");
        phrase_expr(p, items[i]);
    }
}

void phrase_kids(struct phraser *p, struct node *kids, const char *last) {
    for (struct node *k = kids; k; k = k->next) {
        if (k != kids) words_say(p, k->next ? ", " : last);
        phrase_expr(p, k);
    }
}

void phrase_items(struct phraser *p, struct node *set, const char *last) {
    if (!set->kids) words_say(p, "nothing");
    phrase_kids(p, set->kids, last);
}

/* ---- one thing */
/* What a name is called: "gain a {t} token" of something known is "gain that ... token", and what a player has is "a
 * player's card", not "a player's a card". */
static void say_spoken(struct phraser *p, const struct spoken *w) {
    struct said said = w->said;
    size_t n = p->said.list.n;
    if (w->as == AS_that && leaves_ends(&p->said, LEAF_article)) leaves_cut(&p->said, n - 1);
    if (w->as == AS_one && n > 1 && leaf_is(&p->said, n - 2, LEAF_whose)) said.leaf++, said.n--;
    words_said(p, said);
}

static void say_local(struct phraser *p, const struct node *n) {
    const struct symbol *s = n->symbol;
    const struct meaning *m = words_meaning(p, s);
    const struct spoken *w = words_spoken(p, s);
    if (m && m->list) {
        phrase_list(p, m->list, m->n_list, ", ");
    } else if (w) {
        say_spoken(p, w);
    } else if (p->purpose == FOR_PLAY && !p->level && p->to->registers[s->number]) {
        words_hole(p, s);
    } else {
        words_say(p, s->type.flags ? "those " : "that ");
        say_noun(p, noun_of(p, type_make(s->type.base, 0, s->type.of)), s->type.flags ? NOUN_MANY : NOUN_BARE);
    }
}

void phrase_possessive(struct phraser *p, struct node *n) {
    struct context c = words_enter(p, &n);
    if (is_me(p, n)) {
        words_you(p, "your");
    } else {
        phrase_thing(p, n);
        leaves_add(&p->said, (struct leaf){.kind = LEAF_whose});
    }
    words_leave(p, c);
}

/* `me`: whom the text speaks to; who was that outside a part done by another has a label there (words_as.c). */
static void say_me(struct phraser *p) {
    const char *label = p->me ? p->me->label : p->label;
    bool you = p->me == p->spoken_to;
    if (!you && !label) p->unnamed = true, p->nameless = p->me;
    if (you)
        words_you(p, "you");
    else
        words_say(p, label ? label : WORDS_SEE);
}

static const char *zone_title(struct phraser *p, const struct symbol *s) {
    const struct zone_info *z = &p->to->m->zones.data[s->index];
    if (p->purpose != FOR_PLAY) p->to->zones[s->index] = true;
    return z->node && z->node->text ? z->node->text : z->name;
}

static void phrase_field(struct phraser *p, struct node *n) {
    struct symbol *s = n->symbol;
    struct node *base = n->a;
    struct context c = words_enter(p, &base);
    bool local = base->symbol && base->symbol->kind == SYM_LOCAL;
    if (s && s->kind == SYM_CLAUSE && p->purpose == FOR_PLAY && !p->level && local && !words_spoken(p, base->symbol) &&
        p->to->registers[base->symbol->number]) {
        words_clause_hole(p, base->symbol, s->name);
        words_leave(p, c);
        return;
    }
    if (base->type.base == VT_AMOUNT && local) { /* not known here */
        words_leave(p, c);
        words_say(p, !strcmp(n->name, "unit") ? "such " : "that "),
            words_name(p, !strcmp(n->name, "unit") ? noun_of(p, n->type) : "number");
        return;
    }
    if (base->type.base == VT_TRACK || base->type.base == VT_MEMBER) {
        phrase_thing(p, base), words_say(p, " ");
    } else {
        phrase_possessive(p, base), words_say(p, " ");
    }
    words_leave(p, c);
    if (s && s->kind == SYM_ATTRIBUTE && words_is_adjusted(p->to->m, s)) words_say(p, "printed ");
    words_name(p, !s                    ? n->name
                  : s->kind == SYM_RULE ? rule_label(p, s)
                  : s->kind == SYM_ZONE ? zone_title(p, s)
                                        : words_called(n));
}

/* [red, blue][2], with a number that is known: its item is meant. */
static bool phrase_item(struct phraser *p, const struct node *n) {
    const struct node *list = node_bare(n->a);
    int32_t k;
    if (list->kind != N_SET || !words_constant(p, n->b, &k)) return false;
    struct node *item = list->kids;
    for (; item && k > 1; k--)
        item = item->next;
    if (item && k == 1)
        phrase_expr(p, item);
    else
        words_say(p, n->type.base == VT_NUMBER || n->type.base == VT_AMOUNT ? "0" : "none");
    return true;
}

static void phrase_index(struct phraser *p, struct node *n) {
    struct node *var = n->a;
    if (!is_entry(n)) {
        if (phrase_item(p, n)) return;
        bool listed = node_bare(var)->kind == N_SET;
        words_say(p, "entry "), phrase_expr(p, n->b), words_say(p, listed ? " of the list " : " of ");
        if (listed)
            phrase_kids(p, node_bare(var)->kids, ", ");
        else
            phrase_thing(p, var);
        return;
    }
    if (n->type.base == VT_SPACE || n->type.base == VT_CARD) { /* board[3], zone[1] */
        words_say(p, noun_of(p, n->type)), words_say(p, " "), phrase_expr(p, n->b);
        words_say(p, " of "), phrase_thing(p, var);
        return;
    }
    if (name_is(var, "supply")) {
        phrase_thing(p, n->b), words_say(p, " in the supply");
        return;
    }
    const char *name = var->name ? words_called(var) : "";
    if (var->kind == N_FIELD) {
        phrase_possessive(p, var->a), words_say(p, " ");
    } else if (n->b->symbol && n->b->symbol->kind == SYM_LOCAL && !words_meaning(p, n->b->symbol)) {
        words_name(p, name), words_say(p, " of "), phrase_thing(p, n->b);
        return;
    }
    bool stock = var->symbol && var->symbol->kind == SYM_VAR && var->symbol->index == p->to->m->stock_var;
    phrase_member(p, n->b, !stock);
    if (!stock && *name) words_say(p, " "), words_name(p, name);
}

static void say_zone(struct phraser *p, const struct node *n) {
    const struct zone_info *z = &p->to->m->zones.data[n->symbol->index];
    if (z->per_player)
        phrase_possessive(p, p->to->me), words_say(p, " ");
    else
        words_say(p, "the ");
    const char *title = zone_title(p, n->symbol);
    words_name(p, title + (strncmp(title, "the ", 4) == 0 && !z->per_player ? 4 : 0));
}

static void say_board(struct phraser *p, struct node *n) {
    bool option = n->symbol && n->symbol->kind == SYM_OPTION;
    const struct board_info *b =
        n->symbol && n->symbol->kind == SYM_BOARD ? &p->to->m->boards.data[n->symbol->index] : NULL;
    if (option) words_say(p, "the ");
    if (b && b->owner != NONE) phrase_possessive(p, n->kind == N_FIELD ? n->a : p->to->me), words_say(p, " ");
    words_name(p, b && b->node->text ? b->node->text : n->name ? n->name : "the board");
}

/* A card; with its kind where cards of several kinds are called so. */
static void say_instance(struct phraser *p, const struct symbol *s) {
    const struct model *m = p->to->m;
    const struct card_info *card = &m->cards.data[s->index];
    words_card(p, (size_t)s->index);
    for (size_t i = 0; i < m->cards.n; i++)
        if (m->cards.data[i].kind != card->kind && !strcmp(m->cards.data[i].name, card->name)) {
            words_say(p, " ("), words_name(p, kind_title(p->to->m, card->kind)), words_say(p, ")");
            return;
        }
}

/* Somebody the table remembers: "the leader". */
static bool is_role(const struct phraser *p, const struct symbol *s) {
    return s && s->kind == SYM_VAR && p->to->m->vars.data[s->index].scope == SCOPE_GLOBAL &&
           s->type.base == VT_PLAYER && !s->type.flags;
}

static void say_name(struct phraser *p, struct node *n) {
    struct symbol *s = n->symbol;
    if (!s && names_me(n))
        say_me(p);
    else if (!s && names_this(n))
        words_say(p, "this card");
    else if (!s && name_is(n, "none"))
        words_say(p, "none");
    else if (s && s->kind == SYM_LOCAL)
        say_local(p, n);
    else if (s && s->kind == SYM_ZONE)
        say_zone(p, n);
    else if (s && s->kind == SYM_BOARD)
        say_board(p, n);
    else if (s && s->kind == SYM_INSTANCE && (size_t)s->index < p->to->m->cards.n)
        say_instance(p, s);
    else if (s && s->kind == SYM_VAR && n->type.base != VT_BOOL && p->to->m->vars.data[s->index].scope == SCOPE_PLAYER)
        phrase_possessive(p, p->to->me), words_say(p, " "), words_name(p, words_called(n));
    else if (s && s->kind == SYM_VAR && p->to->m->vars.data[s->index].scope == SCOPE_CARD)
        words_say(p, n->type.base == VT_MEMBER ? "" : "this card's "), words_name(p, words_called(n));
    else if (s && s->kind == SYM_BUILTIN)
        words_say(p, s->index == BI_others    ? "the other players"
                     : s->index == BI_players ? "the players"
                                              : "the neutral player");
    else if (s && s->kind == SYM_MEMBER && s->type.of < p->to->m->enums.n)
        words_member(p, s->type.of, s->index, false);
    else if (s && s->kind == SYM_SPACE)
        words_space(p, (size_t)s->index, n->name);
    else
        words_say(p, is_role(p, s) ? "the " : ""), words_name(p, words_called(n));
}

void phrase_measure(struct phraser *p, struct node *n) {
    const struct symbol *of = n->a->kind == N_GENERATOR ? n->a->symbol : NULL;
    if (of && n->b->kind == N_FIELD && n->b->a->kind == N_NAME && n->b->a->symbol == of) {
        words_name(p, words_called(n->b));
        return;
    }
    int spoken = p->n_spoken;
    words_speak(p, of, AS_it, "", "it", false);
    phrase_number(p, n->b);
    p->n_spoken = spoken;
}

void phrase_thing(struct phraser *p, struct node *n) {
    struct context c = words_enter(p, &n);
    switch (n->kind) {
    case N_NAME: say_name(p, n); break;
    case N_FIELD: phrase_field(p, n); break;
    case N_INDEX: phrase_index(p, n); break;
    case N_CALL: phrase_call(p, n); break;
    case N_TEXT: words_say(p, n->text ? n->text : ""); break;
    case N_COND: {
        int32_t yes;
        if (words_constant(p, n->a, &yes)) {
            phrase_thing(p, yes ? n->b : n->c);
            break;
        }
        phrase_thing(p, n->b), words_say(p, " if "), phrase_condition(p, n->a, false);
        words_say(p, ", otherwise "), phrase_thing(p, n->c);
        break;
    }
    case N_AGGREGATE: /* most, least: the one that has the most */
        phrase_set(p, n->a, NOUN_A);
        words_say(p, n->number == TOKEN_MOST ? " with the most " : " with the least ");
        if (n->b) phrase_measure(p, n);
        break;
    default: phrase_expr(p, n); break;
    }
    words_leave(p, c);
}

void phrase_member(struct phraser *p, struct node *n, bool one) {
    struct context c = words_enter(p, &n);
    bool member = n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_MEMBER;
    if (member && n->symbol->type.of < p->to->m->enums.n)
        words_member(p, n->symbol->type.of, n->symbol->index, !one);
    else
        phrase_thing(p, n);
    words_leave(p, c);
}

/* ---- sets */
struct type element_type(struct phraser *p, struct node *set) {
    struct type t = set->kind == N_GENERATOR ? set->a->type : set->type;
    if (set->kind == N_GENERATOR) return element_type(p, set->a);
    return type_element(p->to->m, t);
}

static void set_of_spaces(struct phraser *p, struct node *board, enum noun_form form) {
    int number = board->symbol && board->symbol->kind == SYM_BOARD ? board->symbol->index : NONE;
    int kind = common_kind(p->to->m, number);
    say_noun(p, kind >= 0 ? kind_title(p->to->m, kind) : "space", form);
}

static void set_of_zone(struct phraser *p, struct node *n, enum noun_form form) {
    say_noun(p, noun_of(p, TYPE_OF(VT_CARD, n->type.of)), form);
    words_say(p, " in ");
    phrase_thing(p, n);
}

static void say_order(struct phraser *p, struct node *order) {
    words_say(p, " in turn order");
    if (p->purpose == FOR_RULES) words_say(p, " from "), phrase_thing(p, order->kids), words_say(p, " on");
}

void phrase_set_said(struct phraser *p, struct node *set, enum noun_form form, struct said that) {
    struct node *n = set;
    struct context was = words_enter(p, &n);
    bool order = n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_BUILTIN && n->symbol->index == BI_order;
    if (order) say_noun(p, "player", form), words_said(p, that), words_say(p, that.n ? "," : ""), say_order(p, n);
    words_leave(p, was);
    if (!order) phrase_set(p, set, form), words_said(p, that);
}

void phrase_set_that(struct phraser *p, struct node *set, enum noun_form form, struct candidate c) {
    struct mark m = words_mark(p);
    phrase_that(p, c);
    phrase_set_said(p, set, form, words_take(p, m));
}

static void set_generator(struct phraser *p, struct node *g, enum noun_form form) {
    phrase_set_that(p, g->a, form, (struct candidate){g->symbol, .where = g->b, .many = form == NOUN_MANY});
}

/* What the members of a set are called, whichever of them it has. */
static void noun_of_members(struct phraser *p, struct node *set, enum noun_form form) {
    struct node *n = node_bare(set);
    while (n->kind == N_FILTER || n->kind == N_GENERATOR)
        n = node_bare(n->a);
    if (n->type.base == VT_BOARD && !n->type.flags)
        set_of_spaces(p, n, form);
    else
        say_noun(p, noun_of(p, element_type(p, n)), form);
}

/* A template of a set is written for one of it, with its article. */
static void set_template(struct phraser *p, struct node *n, struct function *f, enum noun_form form) {
    struct mark m = words_mark(p);
    struct meaning meanings[MAX_PARAMETERS];
    struct context c = words_bind(p, f->params, f->n_params, n->kids, n, meanings);
    words_spoke_of(p, f);
    words_template(p, f->node, f->node->text);
    if (form != NOUN_A && leaf_is(&p->said, m.leaves, LEAF_article)) leaves_drop(&p->said, m.leaves);
    words_leave(p, c);
}

static void set_call(struct phraser *p, struct node *n, enum noun_form form) {
    struct symbol *s = n->symbol;
    bool many = form == NOUN_MANY;
    if (n->a->kind == N_FIELD && (!s || s->kind == SYM_BUILTIN)) { /* board.row(3), queue.first(2) */
        if (n->a->a->type.base == VT_BOARD && n->type.base == T_LINES) {
            say_noun(p, many ? "straight lines" : "straight line", many ? NOUN_BARE : form);
            words_say(p, " of "), phrase_number(p, n->kids), words_say(p, " "), set_of_spaces(p, n->a->a, NOUN_MANY);
            words_say(p, " of "), say_board(p, n->a->a);
        } else if (n->a->a->type.base == VT_BOARD) {
            set_of_spaces(p, n->a->a, form);
            words_say(p, " in "), words_name(p, n->a->name), words_say(p, " "), phrase_number(p, n->kids),
                words_say(p, " of ");
            say_board(p, n->a->a);
        } else {
            say_noun(p, noun_of(p, TYPE_OF(VT_CARD, n->type.of)), form);
            words_say(p, " among the first "), phrase_number(p, n->kids), words_say(p, " of "),
                phrase_thing(p, n->a->a);
        }
        return;
    }
    if (s && s->kind == SYM_BUILTIN) {
        switch (s->index) {
        case BI_near:
            say_noun(p, noun_of(p, n->type), form), words_say(p, " next to "), phrase_thing(p, n->kids);
            return;
        case BI_live:
            say_noun(p, n->kids && n->kids->kind == N_NAME ? n->kids->name : "card", form), words_say(p, " in play");
            return;
        case BI_order: say_noun(p, "player", form), say_order(p, n); return;
        case BI_sorts:
            say_noun(p, "sort", form), words_say(p, " of "), phrase_set(p, n->kids, many ? NOUN_MANY : NOUN_BARE);
            return;
        case BI_connected:
            noun_of_members(p, n->kids->next, form);
            words_say(p, " connected with "), phrase_thing(p, n->kids), words_say(p, " over ");
            phrase_set(p, n->kids->next, NOUN_MANY);
            return;
        case BI_between: p->to->says_between |= p->purpose != FOR_PLAY; /* fallthrough */
        case BI_ray: say_noun(p, noun_of(p, n->type), form), words_say(p, " "), phrase_builtin(p, n); return;
        default: phrase_builtin(p, n); return;
        }
    }
    struct function *f = s && (s->kind == SYM_DEF || s->kind == SYM_VALUE) ? p->to->m->functions.data[s->index] : NULL;
    if (f && f->node->text) {
        set_template(p, n, f, form);
    } else if (f && f->node->c && p->depth < PHRASE_DEPTH && p->work <= MAX_WORK) {
        struct meaning meanings[MAX_PARAMETERS];
        struct context c = words_bind(p, f->params, f->n_params, n->kids, n, meanings);
        p->depth++, phrase_set(p, f->node->c, form), p->depth--;
        words_leave(p, c);
    } else {
        phrase_call(p, n);
    }
}

static void set_name(struct phraser *p, struct node *n, enum noun_form form) {
    struct symbol *s = n->symbol;
    if (s && s->kind == SYM_BUILTIN) {
        if (s->index == BI_others && form == NOUN_A)
            words_say(p, "another player");
        else if (s->index == BI_others)
            words_say(p, form == NOUN_MANY ? "other players" : "other player");
        else
            say_noun(p, "player", form);
    } else if (s && s->kind == SYM_KIND) {
        say_noun(p, kind_title(p->to->m, s->index), form);
    } else if (s && s->kind == SYM_ENUM) {
        say_noun(p, n->name, form);
    } else if (n->type.base == VT_ZONE) {
        set_of_zone(p, n, form);
    } else if (n->type.base == VT_BOARD) {
        set_of_spaces(p, n, form), words_say(p, " on "), say_board(p, n);
    } else {
        if (s && s->kind == SYM_LOCAL && form != NOUN_MANY && n->type.flags) words_say(p, "one of ");
        phrase_thing(p, n);
    }
}

void phrase_set(struct phraser *p, struct node *n, enum noun_form form) {
    struct context c = words_enter(p, &n);
    int32_t yes;
    if (p->depth++ > 2 * PHRASE_DEPTH) n = NULL;
    switch (n ? n->kind : N_KINDS) {
    case N_NAME: set_name(p, n, form); break;
    case N_GENERATOR: set_generator(p, n, form); break;
    case N_FILTER: set_generator(p, n->a, form); break;
    case N_SET: phrase_items(p, n, " or "); break;
    case N_CALL: set_call(p, n, form); break;
    case N_FIELD:
        if (n->type.base == VT_ZONE)
            set_of_zone(p, n, form);
        else if (n->type.base == VT_BOARD)
            set_of_spaces(p, n, form), words_say(p, " on "), say_board(p, n);
        else if (n->type.base == VT_NUMBER)
            phrase_number(p, n);
        else
            phrase_field(p, n);
        break;
    case N_COND:
        if (words_constant(p, n->a, &yes)) {
            phrase_set(p, yes ? n->b : n->c, form);
            break;
        }
        phrase_set(p, n->b, form), words_say(p, " if "), phrase_condition(p, n->a, false);
        words_say(p, ", otherwise "), phrase_set(p, n->c, form);
        break;
    case N_BINARY:
        if (n->number == TOKEN_DOTS) {
            if (form == NOUN_A) words_say(p, "a number ");
            words_say(p, "from "), phrase_number(p, n->a);
            if (n->b)
                words_say(p, " to "), phrase_number(p, n->b);
            else
                words_say(p, " up");
            break;
        }
        phrase_set(p, n->a, form);
        words_say(p, n->number == TOKEN_PLUS ? " or " : " other than "), phrase_set(p, n->b, form);
        break;
    case N_KINDS: break;
    default: phrase_expr(p, n); break;
    }
    p->depth--;
    words_leave(p, c);
}

/* ---- calls */
const char *rule_label(struct phraser *p, const struct symbol *rule) {
    const struct clause_info *c = p->to->m->clauses.data[rule->index];
    return c->node->text && *c->node->text ? c->node->text : c->name;
}

static bool returns_early(const struct node *n, bool outermost) {
    for (const struct node *k = n ? n->kids : NULL; k; k = k->next) {
        if (k->kind == N_RETURN && !(outermost && !k->next)) return true;
        if (returns_early(k, false)) return true;
    }
    return n && (returns_early(n->b, false) || returns_early(n->c, false));
}

/* Written out, a verb says its arguments where it uses them: they must still be what they were. And "that is all" would
 * be said of more than the verb. */
static bool can_be_written_out(struct phraser *p, struct function *f, const struct meaning *meanings) {
    if (f->node->b && returns_early(f->node->b, true)) return false;
    for (int i = 0; f->node->b && i < f->n_params; i++)
        if (meanings[i].value && !words_stays(p, meanings[i].value, f->params[i], f->node->b->kids)) return false;
    return true;
}

/* A function without words of its own, too long or too deep to be written out here: the glossary does
 * (glossary_text.c). */
static void name_function(struct phraser *p, struct node *call, struct function *f) {
    words_spoke_of(p, f)->named |= p->purpose != FOR_PLAY;
    words_name(p, f->name);
    if (!call->kids) return;
    words_say(p, " (");
    for (struct node *a = call->kids; a; a = a->next) {
        if (a != call->kids) words_say(p, ", ");
        phrase_expr(p, a->kind == N_ARG ? a->a : a);
    }
    words_say(p, ")");
}

static void phrase_function(struct phraser *p, struct node *call, struct function *f) {
    struct meaning meanings[MAX_PARAMETERS];
    struct context c = words_bind(p, f->params, f->n_params, call->kids, call, meanings);
    struct mark m = words_mark(p);
    size_t before = leaves_length(&p->said);
    if (f->node->text) {
        words_spoke_of(p, f);
        words_template(p, f->node, f->node->text);
        words_leave(p, c);
        return;
    }
    if (f->kind == SYM_VALUE) { /* cards may adjust it: its base would not be the truth */
        words_leave(p, c);
        name_function(p, call, f);
        return;
    }
    int spoken = p->n_spoken;
    if (p->depth < PHRASE_DEPTH && p->work <= MAX_WORK && can_be_written_out(p, f, meanings)) {
        p->depth++;
        const struct node *body = p->body;
        p->body = f->node->b;
        if (f->node->c)
            phrase_expr(p, f->node->c);
        else if (f->node->b)
            phrase_block(p, f->node->b, BLOCK_PART);
        p->body = body;
        p->depth--;
    }
    p->n_spoken = spoken;
    words_leave(p, c);
    if (leaves_length(&p->said) > before + NAMED_LENGTH) words_rewind(p, m);
    if (!words_after(p, m)) name_function(p, call, f);
}

/* Has the kind of that rule others? Then it is only a part of what its cards say. */
static bool other_rules(struct phraser *p, const struct symbol *rule) {
    const struct model *m = p->to->m;
    for (size_t i = 0; i < m->clauses.n; i++)
        if (m->clauses.data[i]->kind == SYM_RULE && m->clauses.data[i] != m->clauses.data[rule->index] &&
            m->clauses.data[i]->owner_kind == m->clauses.data[rule->index]->owner_kind)
            return true;
    return false;
}

/* A rule of a card, carried out. */
static void phrase_rule_call(struct phraser *p, struct node *n) {
    struct mark begin = words_mark(p);
    words_say(p, n->symbol && n->symbol->kind == SYM_RULE ? "carry out " : "");
    if (n->a->kind == N_FIELD && n->symbol && !strcmp(rule_label(p, n->symbol), "do")) { /* all that the card does */
        bool part = p->purpose != FOR_PLAY && other_rules(p, n->symbol);
        words_say(p, part ? "what stands on " : "");
        struct mark thing = words_mark(p);
        phrase_thing(p, n->a->a);
        if (part)
            words_say(p, " without a heading");
        else if (p->said.list.n == thing.leaves + 1 && p->said.list.data[thing.leaves].kind == LEAF_it)
            words_rewind(p, begin), words_say(p, "carry it out");
        return;
    }
    if (n->a->kind == N_FIELD)
        phrase_possessive(p, n->a->a);
    else
        words_say(p, "this card's");
    words_say(p, " ");
    words_name(p, n->symbol ? rule_label(p, n->symbol) : n->a->name);
    if (n->symbol && n->symbol->kind == SYM_CLAUSE && n->kids) words_say(p, " of "), phrase_expr(p, n->kids);
}

void phrase_call(struct phraser *p, struct node *n) {
    struct symbol *s = n->symbol;
    if (s && (s->kind == SYM_DEF || s->kind == SYM_VALUE))
        phrase_function(p, n, p->to->m->functions.data[s->index]);
    else if (s && s->kind == SYM_BUILTIN)
        phrase_builtin(p, n);
    else if (s && (s->kind == SYM_RULE || s->kind == SYM_CLAUSE))
        phrase_rule_call(p, n);
    else if (n->type.flags || n->type.base == T_LINES)
        set_call(p, n, NOUN_MANY);
    else
        words_name(p, n->a->name ? n->a->name : "it");
}

void phrase_act(struct phraser *p, struct node *n) {
    struct context c = words_enter(p, &n);
    if (n->kind == N_CALL && n->type.base == VT_BOOL)
        phrase_call(p, n); /* else it would be a condition */
    else
        phrase_expr(p, n);
    words_leave(p, c);
}
