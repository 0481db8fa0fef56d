/* check_call.c: calls: defs and values, rules and clauses of cards, built-in functions and verbs. */
#include "lang/model/check.h"
#include "lang/parse/cure.h"

#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <string.h>

static void must_act(struct checker *c, struct node *n, bool acts, const char *name) {
    if (!acts || c->act) return;
    struct node at = n->kind == N_CALL && n->a->kind == N_NAME ? *n->a : *n;
    if (!model_error(c->m, &at, DIAG_acting_expression, "\"%s\" acts and cannot be used inside an expression", name))
        return;
    if (c->place == IN_PURE)
        model_help(c->m,
                   "this only looks at the game, any number of times; acting verbs stand in rules, verbs and the flow");
    else
        model_help(c->m, "write it before, as a statement of its own or as `let x = %s(...)`", name);
}

/* The value of one argument; when it does not fit, the parameter is shown. */
static void check_parameter(struct checker *c, struct node *value, struct symbol *param, struct node *call) {
    struct model *m = c->m;
    struct type t = check_expr(c, value, param->type);
    if (type_fits(m, t, param->type)) return;
    bool kept = model_error(m, value, DIAG_wrong_type, "expected %s, found %s%s", type_name(m, param->type),
                            type_name(m, t), type_cure(param->type, t));
    value->type = TYPE(T_UNKNOWN);
    const struct symbol *s = call->symbol;
    bool prelude = s && (s->kind == SYM_DEF || s->kind == SYM_VALUE) && m->functions.data[s->index]->prelude;
    if (kept && !prelude) model_note(m, param->node, "parameter \"%s\" is declared here", param->name);
}

static void check_bound(struct checker *c, struct symbol **params, int count, struct node *args, struct node *at) {
    struct bound b;
    bool act = c->act;
    c->act = false;
    if (!bind_arguments(c->m, params, count, args, at, true, &b)) {
        for (struct node *a = args; a; a = a->next)
            check_expr(c, a->kind == N_ARG ? a->a : a, TYPE(T_UNKNOWN));
        c->act = act;
        return;
    }
    for (int i = 0; i < count; i++)
        if (b.value[i] && !b.deflt[i]) check_parameter(c, b.value[i], params[i], at);
    for (int i = 0; i < b.n_list; i++) {
        struct type list = params[b.list_param]->type, one = type_make(list.base, 0, list.of);
        struct type t = check_expr(c, b.list[i], one);
        if (t.flags & VF_LIST && b.n_list == 1 && type_fits(c->m, t, list)) break;
        bool several = t.flags && t.base == one.base; /* (2, [crop, beast]) */
        if (!type_fits(c->m, t, one))
            model_error(c->m, b.list[i], DIAG_wrong_type, "expected %s, found %s%s", type_name(c->m, one),
                        type_name(c->m, t),
                        several ? "; the items stand there one by one, without brackets" : type_cure(one, t));
    }
    c->act = act;
}

void check_note_call(struct checker *c, const struct node *at, struct function *f) {
    struct call_edge edge = {check_caller(c), f->symbol->index,       at,
                             c->together,     c->together || c->turn, c->unreached > 0};
    if (c->scenario) return;
    if (!VEC_PUSH(&c->m->calls, edge)) c->m->failed = true;
}

static struct type call_function(struct checker *c, struct node *n, struct symbol *s) {
    struct function *f = c->m->functions.data[s->index];
    if (s->kind == SYM_SIGNAL) {
        if (model_error(c->m, n, DIAG_wrong_kind, "\"%s\" is a signal: write `emit %s(...)`", s->name, s->name))
            model_declared(c->m, s);
        return settle(n, s, TYPE(T_UNKNOWN));
    }
    must_act(c, n, f->acts, f->name);
    n->symbol = s;
    check_bound(c, f->params, f->n_params, n->kids, n);
    check_note_call(c, n, f);
    if (!f->acts && f->result.base == T_VOID) model_infer(c->m, f);
    return settle(n, s, f->result);
}

static struct type call_member(struct checker *c, struct node *n, struct symbol *s) {
    struct clause_info *clause = c->m->clauses.data[s->index];
    must_act(c, n, s->kind == SYM_RULE, s->name);
    n->symbol = s;
    check_bound(c, clause->params, clause->n_params, n->kids, n);
    return settle(n, s, clause->result);
}

/* ---- built-in verbs and functions: a row says what the positional and named arguments must be */
static int count_positional(struct node *args) {
    int n = 0;
    for (; args; args = args->next)
        n += args->kind != N_ARG;
    return n;
}

static void only_named(struct checker *c, struct node *args, const char *const *names, size_t n) {
    for (; args; args = args->next) {
        if (args->kind != N_ARG) continue;
        size_t i = 0;
        while (i < n && strcmp(args->name, names[i]))
            i++;
        if (i == n) model_unknown(c->m, args, "parameter", args->name, ONLY_EXTRA, names, n);
    }
}

static bool argument_count(struct checker *c, struct node *n, int low, int high) {
    int k = count_positional(n->kids);
    if (k >= low && k <= high) return true;
    const char *name = n->a->name, *usage = cure_usage(name), *as = usage ? "; as in " : "";
    if (!usage) usage = "";
    if (low == high)
        model_error(c->m, n, DIAG_arity, "\"%s\" takes %d argument%s, found %d%s%s", name, low, low == 1 ? "" : "s", k,
                    as, usage);
    else
        model_error(c->m, n, DIAG_arity, "\"%s\" takes %d to %d arguments, found %d%s%s", name, low, high, k, as,
                    usage);
    return false;
}

void check_pile(struct checker *c, struct node *zone) {
    if (zone->kind == N_PAREN) check_pile(c, zone->a);
    if (zone->kind == N_COND) check_pile(c, zone->b), check_pile(c, zone->c);
    if (zone->symbol && zone->symbol->kind == SYM_ZONE) c->m->zones.data[zone->symbol->index].pile = true;
}

static struct type amounts_verb(struct checker *c, struct node *n, const char *who) {
    only_named(c, n->kids, &who, 1);
    if (c->m->stock_var < 0)
        model_error(c->m, n, DIAG_wrong_kind,
                    "\"%s\" works on the players' stock: declare `player: var stock[resource]: number(0..) = 0`",
                    n->a->name);
    struct type one = TYPE_OF(VT_AMOUNT, c->m->stock_enum < 0 ? ANY : (unsigned)c->m->stock_enum);
    if (!n->kids || n->kids->kind == N_ARG)
        model_error(c->m, n, DIAG_arity, "\"%s\" needs an amount such as 2 coin", n->a->name);
    for (struct node *a = n->kids; a; a = a->next) {
        if (a->kind == N_ARG) {
            check_fits(c, a->a, TYPE(VT_PLAYER));
            continue;
        }
        struct type t = check_expr(c, a, one);
        if (!type_fits(c->m, type_make(t.base, t.flags & ~(unsigned)VF_LIST, t.of), one))
            model_error(c->m, a, DIAG_wrong_type, "expected an amount such as 2 coin, found %s%s", type_name(c->m, t),
                        t.base == VT_PLAYER   ? "; another player is named behind it: \"gain(2 coin, to: p)\""
                        : t.base == VT_NUMBER ? "; the resource stands behind the number, without a comma"
                                              : "");
    }
    return one;
}

static void zone_argument(struct checker *c, struct node *n, const char *name, const char *fallback) {
    struct node *z = argument_named(n->kids, name);
    if (z) {
        check_fits(c, z, TYPE(VT_ZONE));
        return;
    }
    bool found = false;
    for (size_t i = 0; i < c->m->zones.n; i++)
        found = found || !strcmp(c->m->zones.data[i].name, fallback);
    if (!found)
        model_error(c->m, n, DIAG_arity, "say %s which zone, as `%s:`; there is no zone called %s", name, name,
                    fallback);
}

static struct type check_draw(struct checker *c, struct node *n) {
    static const char *const names[] = {"from", "to"};
    only_named(c, n->kids, names, 2);
    if (argument_count(c, n, 1, 1)) check_fits(c, argument_at(n->kids, 0), TYPE(VT_NUMBER));
    zone_argument(c, n, "from", "deck");
    zone_argument(c, n, "to", "hand");
    struct node *from = argument_named(n->kids, "from");
    if (from) check_pile(c, from);
    for (size_t i = 0; !from && i < c->m->zones.n; i++)
        if (!strcmp(c->m->zones.data[i].name, "deck")) c->m->zones.data[i].pile = true;
    return TYPE(T_VOID);
}

static struct type check_move(struct checker *c, struct node *n) {
    static const char *const names[] = {"to", "on"};
    only_named(c, n->kids, names, 2);
    struct node *what = argument_at(n->kids, 0), *to = argument_named(n->kids, "to"),
                *on = argument_named(n->kids, "on");
    if (!to)
        model_error(c->m, n, DIAG_arity, "\"move\" needs `to:` and a zone");
    else
        check_fits(c, to, TYPE(VT_ZONE));
    if (on && !name_is(on, "top") && !name_is(on, "bottom"))
        model_error(c->m, on, DIAG_wrong_kind, "`on:` is top or bottom");
    if (on && to) check_pile(c, to);
    if (!argument_count(c, n, 1, 1)) return TYPE(T_VOID);
    struct type t = check_expr(c, what, TYPE(VT_CARD));
    if (t.base != VT_CARD && t.base != VT_ZONE && t.base != T_UNKNOWN)
        model_error(c->m, what, DIAG_wrong_type, "expected a card, a set of cards or a zone, found %s",
                    type_name(c->m, t));
    return TYPE(T_VOID);
}

static struct type check_raise(struct checker *c, struct node *n, bool lower) {
    only_named(c, n->kids, NULL, 0);
    if (!argument_count(c, n, 1, 2)) return TYPE(T_VOID);
    struct node *track = argument_at(n->kids, 0), *steps = argument_at(n->kids, 1);
    check_fits(c, track, TYPE(VT_TRACK));
    if (steps) check_fits(c, steps, TYPE(VT_NUMBER));
    bool named = track->symbol && track->symbol->kind == SYM_TRACK;
    for (size_t i = 0; i < c->m->tracks.n; i++) {
        if (named && track->symbol->index != (int)i) continue;
        if (lower)
            c->m->tracks.data[i].lowered = true;
        else
            c->m->tracks.data[i].raised = true;
    }
    return TYPE(T_VOID);
}

static struct type check_begin(struct checker *c, struct node *n) {
    if (!argument_count(c, n, 1, 1)) return TYPE(T_VOID);
    struct node *period = argument_at(n->kids, 0);
    struct type t = check_fits(c, period, TYPE_OF(VT_MEMBER, (unsigned)c->m->period_enum));
    if (t.base != T_UNKNOWN && !(period->symbol && period->symbol->kind == SYM_MEMBER))
        model_error(c->m, period, DIAG_wrong_kind, "\"begin\" takes the name of a period");
    return TYPE(T_VOID);
}

/* out(p), out(p) per PERIOD. */
static struct type check_out(struct checker *c, struct node *n) {
    static const char *const per[] = {"per"};
    struct node *period = argument_named(n->kids, "per");
    c->m->uses_out = true;
    only_named(c, n->kids, per, 1);
    if (argument_count(c, n, 1, 1)) check_fits(c, argument_at(n->kids, 0), TYPE(VT_PLAYER));
    if (!period) return TYPE(T_VOID);
    struct type t = check_fits(c, period, TYPE_OF(VT_MEMBER, (unsigned)c->m->period_enum));
    if (period->symbol && period->symbol->kind == SYM_MEMBER)
        model_may_rest(c->m, period->symbol->index);
    else if (t.base != T_UNKNOWN)
        model_error(c->m, period, DIAG_wrong_kind, "behind `per` stands the name of a period");
    return TYPE(T_VOID);
}

static struct type check_end(struct checker *c, struct node *n) {
    if (!argument_count(c, n, 1, 1)) return TYPE(T_VOID);
    struct node *who = argument_at(n->kids, 0);
    struct type t = check_expr(c, who, TYPE(VT_PLAYER));
    if (t.base != VT_PLAYER && t.base != T_UNKNOWN)
        model_error(c->m, who, DIAG_wrong_type, "expected a player or a set of players, found %s", type_name(c->m, t));
    return TYPE(T_VOID);
}

static struct type check_random(struct checker *c, struct node *n) {
    if (!argument_count(c, n, 1, 1)) return TYPE(T_UNKNOWN);
    struct node *from = argument_at(n->kids, 0);
    if (from->kind != N_NAME && from->kind != N_FIELD) return check_source(c, from, TYPE(T_UNKNOWN));
    c->entries = true;
    struct type t = check_expr(c, from, TYPE(T_UNKNOWN));
    c->entries = false;
    const struct symbol *s = from->symbol;
    int by = s && s->kind == SYM_VAR ? c->m->vars.data[s->index].index_enum : NONE;
    if (by >= 0 && t.base == VT_NUMBER) return TYPE_OF(VT_MEMBER, (unsigned)by); /* each as likely as it holds of it */
    return t.base == T_UNKNOWN ? t : check_source(c, from, TYPE(T_UNKNOWN));
}

static struct type check_cards_verb(struct checker *c, struct node *n) {
    if (!argument_count(c, n, 1, 1)) return TYPE(T_VOID);
    struct node *what = argument_at(n->kids, 0);
    c->entries = true;
    struct type t = check_expr(c, what, TYPE(VT_CARD));
    c->entries = false;
    bool var = what->symbol && what->symbol->kind == SYM_VAR && c->m->vars.data[what->symbol->index].shown >= 0;
    if (!var && t.base != VT_CARD && t.base != VT_ZONE && t.base != T_UNKNOWN)
        model_error(c->m, what, DIAG_wrong_type, "expected cards, a zone or a hidden variable, found %s",
                    type_name(c->m, t));
    return TYPE(T_VOID);
}

static struct type fixed(struct checker *c, struct node *n, struct type result, const struct type *params, int count) {
    only_named(c, n->kids, NULL, 0);
    if (!argument_count(c, n, count, count)) return result;
    for (int i = 0; i < count; i++)
        check_fits(c, argument_at(n->kids, i), params[i]);
    return result;
}

/* owner(card), and owner(space): on whose board it is. */
static struct type check_owner(struct checker *c, struct node *n) {
    struct type card = TYPE_OF(VT_CARD, ANY);
    only_named(c, n->kids, NULL, 0);
    if (!argument_count(c, n, 1, 1)) return TYPE(VT_PLAYER);
    struct type t = check_expr(c, argument_at(n->kids, 0), card);
    if (t.base != T_UNKNOWN && (t.flags || (t.base != VT_SPACE && !type_fits(c->m, t, card))))
        model_error(c->m, argument_at(n->kids, 0), DIAG_wrong_type, "expected card or space, found %s",
                    type_name(c->m, t));
    return TYPE(VT_PLAYER);
}

static struct type set_function(struct checker *c, struct node *n, int extra) {
    if (!argument_count(c, n, 1, 1 + extra)) return TYPE(T_UNKNOWN);
    if (argument_at(n->kids, 1)) check_fits(c, argument_at(n->kids, 1), TYPE(VT_NUMBER));
    return check_source(c, argument_at(n->kids, 0), TYPE(T_UNKNOWN));
}

static struct type check_live(struct checker *c, struct node *n) {
    if (!argument_count(c, n, 0, 1)) return TYPE(T_UNKNOWN);
    struct node *what = argument_at(n->kids, 0);
    if (!what) return type_make(VT_CARD, VF_SET, ANY);
    struct type t = check_expr(c, what, TYPE(T_UNKNOWN));
    if (t.base == VT_PLAYER && !t.flags) return type_make(VT_CARD, VF_SET, ANY);
    if (t.base != T_UNKNOWN && !type_fits(c->m, t, type_make(VT_CARD, VF_SET, ANY)))
        model_error(c->m, what, DIAG_wrong_type, "expected a kind or a player, found %s", type_name(c->m, t));
    return type_make(VT_CARD, VF_SET, t.base == VT_CARD ? t.of : ANY);
}

static struct type check_sorts(struct checker *c, struct node *n) {
    if (!argument_count(c, n, 1, 1)) return TYPE(T_UNKNOWN);
    struct type t = check_source(c, n->kids, TYPE(T_UNKNOWN));
    if (t.base == VT_CARD) return type_make(VT_CARD, VF_SET, t.of);
    if (t.base != T_UNKNOWN)
        model_error(c->m, n->kids, DIAG_wrong_type, "expected a set of cards or a zone, found %s",
                    type_name(c->m, n->kids->type));
    return TYPE(T_UNKNOWN);
}

static bool is_verb(const struct model *m, const struct node *call) {
    const struct symbol *s = call->symbol;
    if (call->kind != N_CALL || !s) return false;
    if (s->kind == SYM_BUILTIN) return builtins[s->index].acts == 1;
    return s->kind == SYM_RULE || (s->kind == SYM_DEF && m->functions.data[s->index]->acts);
}

/* possible(verb(...), by: player): what the verb does is only tried, so it may stand where nothing acts. */
static struct type check_possible(struct checker *c, struct node *n) {
    static const char *const names[] = {"by"};
    struct node *by = argument_named(n->kids, "by"), *verb;
    bool turn = c->turn, condition = c->condition;
    only_named(c, n->kids, names, 1);
    if (by) check_fits(c, by, TYPE(VT_PLAYER));
    if (!argument_count(c, n, 1, 1)) return TYPE(VT_BOOL);
    verb = argument_at(n->kids, 0);
    c->act = c->turn = true; /* it is one undertaking, with all loops in it */
    c->condition = false;
    struct type t = check_expr(c, verb, TYPE(T_UNKNOWN));
    c->act = false;
    c->turn = turn;
    c->condition = condition;
    if (t.base != T_UNKNOWN && !is_verb(c->m, node_bare(verb)))
        model_error(c->m, verb, DIAG_wrong_kind,
                    "possible() takes a verb that is tried, for example possible(pay(2 coin))");
    return TYPE(VT_BOOL);
}

/* What chance decides may not be decided in a `together` block: everybody would have to wait for it. */
static void note_chance(struct checker *c, const struct node *n, const char *name) {
    if (c->together)
        model_error(c->m, n, DIAG_chance_together, "\"%s\" cannot stand inside `together`: do it before, for everybody",
                    name);
    if (c->function) c->function->chance = true;
}

static struct type check_builtin(struct checker *c, struct node *n, struct symbol *s, struct type expected) {
    struct type space = TYPE_OF(VT_SPACE, ANY), number = TYPE(VT_NUMBER), player = TYPE(VT_PLAYER),
                card = TYPE_OF(VT_CARD, ANY);
    struct type spaces = type_make(VT_SPACE, VF_SET, ANY), players = type_make(VT_PLAYER, VF_SET, ANY);
    struct type two[2] = {space, number}, pair[2] = {space, space}, numbers[2] = {number, number},
                cards[2] = {card, card}, area[2] = {space, spaces};
    if (builtins[s->index].acts == 1) must_act(c, n, true, s->name);
    if (builtins[s->index].acts == 2 && c->place == IN_PURE)
        model_error(c->m, n, DIAG_acting_expression, "\"%s\" is chance: it can only stand in statements", s->name);
    c->act = false;
    if (s->index == BI_draw || s->index == BI_shuffle || builtins[s->index].acts == 2) note_chance(c, n, s->name);
    switch ((enum builtin)s->index) {
    case BI_gain: return amounts_verb(c, n, "to");
    case BI_lose: return amounts_verb(c, n, "by");
    case BI_draw: return check_draw(c, n);
    case BI_move: return check_move(c, n);
    case BI_shuffle:
        if (argument_count(c, n, 1, 1)) check_fits(c, n->kids, TYPE(VT_ZONE)), check_pile(c, n->kids);
        return TYPE(T_VOID);
    case BI_reveal:
    case BI_peek: return check_cards_verb(c, n);
    case BI_raise: return check_raise(c, n, false);
    case BI_lower: return check_raise(c, n, true);
    case BI_rotate: {
        static const char *const by[] = {"by"};
        only_named(c, n->kids, by, 1);
        struct node *k = argument_named(n->kids, "by"), *z = argument_at(n->kids, 0);
        if (k) check_fits(c, k, number);
        if (argument_count(c, n, 1, 1)) check_fits(c, z, TYPE(VT_ZONE));
        if (z && !(z->symbol && z->symbol->kind == SYM_ZONE && c->m->zones.data[z->symbol->index].per_player))
            model_error(c->m, z, DIAG_wrong_kind, "\"rotate\" takes the name of a zone that every player has");
        return TYPE(T_VOID);
    }
    case BI_begin: return check_begin(c, n);
    case BI_win:
    case BI_lost: return check_end(c, n);
    case BI_finish: return fixed(c, n, TYPE(T_VOID), NULL, 0);
    case BI_out: return check_out(c, n);
    case BI_random: return check_random(c, n);
    case BI_top: {
        if (!argument_count(c, n, 1, 1)) return TYPE(T_UNKNOWN);
        struct type t = check_fits(c, n->kids, TYPE(VT_ZONE));
        check_pile(c, n->kids);
        return TYPE_OF(VT_CARD, t.base == VT_ZONE ? t.of : ANY);
    }
    case BI_near: return fixed(c, n, spaces, &space, 1);
    case BI_step: return fixed(c, n, space, two, 2);
    case BI_ray: return fixed(c, n, spaces, two, 2);
    case BI_between: return fixed(c, n, spaces, pair, 2);
    case BI_distance: return fixed(c, n, number, pair, 2);
    case BI_connected: return fixed(c, n, spaces, area, 2);
    case BI_seat: return fixed(c, n, player, &number, 1);
    case BI_next: return fixed(c, n, player, &player, 1);
    case BI_order: return fixed(c, n, players, &player, 1);
    case BI_players:
    case BI_others: return fixed(c, n, players, NULL, 0);
    case BI_neutral: c->m->uses_neutral = true; return fixed(c, n, player, NULL, 0);
    case BI_live: return check_live(c, n);
    case BI_index: return fixed(c, n, number, &card, 1);
    case BI_pick: return set_function(c, n, 1);
    case BI_first: return set_function(c, n, 0);
    case BI_min:
    case BI_max: return fixed(c, n, number, numbers, 2);
    case BI_abs: return fixed(c, n, number, &number, 1);
    case BI_defined:
        if (argument_count(c, n, 1, 1) && check_expr(c, n->kids, TYPE(T_UNKNOWN)).base != T_RULE &&
            n->kids->type.base != T_UNKNOWN && !(n->kids->symbol && n->kids->symbol->kind == SYM_CLAUSE))
            model_error(c->m, n->kids, DIAG_wrong_kind,
                        "defined() takes a rule or clause of a card, for example defined(c.action)");
        return TYPE(VT_BOOL);
    case BI_possible: return check_possible(c, n);
    case BI_owner: return check_owner(c, n);
    case BI_same: return fixed(c, n, TYPE(VT_BOOL), cards, 2);
    case BI_sorts: return check_sorts(c, n);
    case BI_refused:
    case BI_supply:
    default:
        (void)expected;
        model_error(c->m, n, DIAG_wrong_kind, "\"%s\" cannot be called here%s", s->name,
                    s->index == BI_refused ? "; in a scenario it is a whole condition of `check:`" : "");
        return TYPE(T_UNKNOWN);
    }
}

/* Where an argument is not what it should be, an example says how the verb is called. */
static struct type call_builtin(struct checker *c, struct node *n, struct symbol *s, struct type expected) {
    uint32_t before = c->m->diags->n;
    struct type t = check_builtin(c, n, s, expected);
    const struct diag *last = c->m->diags->n == before + 1 ? &c->m->diags->items[before] : NULL;
    if (!last || last->code != DIAG_wrong_type || last->hint || !cure_usage(s->name)) return t;
    bool of_argument = false; /* not of something inside one */
    for (const struct node *a = n->kids; a; a = a->next)
        of_argument |= a->kind != N_ARG && a->at.line == last->line && a->at.col == last->col;
    if (of_argument) model_help(c->m, "as in %s", cure_usage(s->name));
    return t;
}

/* ---- methods of boards and zones: board.row(3), board.lines(3), queue.first(3) */
static struct type call_method(struct checker *c, struct node *n, struct type base) {
    static const char *const board[] = {"row", "column", "lines"}, *const zone[] = {"first"};
    const char *name = n->a->name;
    bool of_board = base.base == VT_BOARD;
    const char *const *known = of_board ? board : zone;
    size_t count = of_board ? 3 : 1, i = 0;
    while (i < count && strcmp(name, known[i]))
        i++;
    if (i == count) {
        struct node at = name_at_end(n->a, name);
        model_unknown(c->m, &at, "member", name, ONLY_EXTRA, known, count);
        return settle(n, NULL, TYPE(T_UNKNOWN));
    }
    if (!n->kids || n->kids->next)
        model_error(c->m, n, DIAG_arity, "\"%s\" takes one number", name);
    else
        check_fits(c, n->kids, TYPE(VT_NUMBER));
    if (!of_board) {
        check_pile(c, n->a->a);
        return settle(n, NULL, type_make(VT_CARD, VF_SET, base.of));
    }
    int32_t ignored;
    if (i == 2 && n->kids && !constant_number(c->m, n->kids, &ignored))
        model_error(c->m, n->kids, DIAG_wrong_type, "the length of a line must be a constant number");
    return settle(n, NULL, i == 2 ? TYPE(T_LINES) : type_make(VT_SPACE, VF_SET, ANY));
}

static struct type call_field(struct checker *c, struct node *n) {
    bool act = c->act;
    c->act = false;
    struct type base = check_expr(c, n->a->a, TYPE(T_UNKNOWN));
    if (!base.flags && (base.base == VT_BOARD || base.base == VT_ZONE)) return call_method(c, n, base);
    check_expr(c, n->a, TYPE(T_UNKNOWN));
    c->act = act;
    struct symbol *s = n->a->symbol;
    if (s && (s->kind == SYM_RULE || s->kind == SYM_CLAUSE)) return call_member(c, n, s);
    for (struct node *a = n->kids; a; a = a->next)
        check_expr(c, a->kind == N_ARG ? a->a : a, TYPE(T_UNKNOWN));
    bool indexed = n->a->type.flags & VF_LIST || (s && s->kind == SYM_VAR && c->m->vars.data[s->index].index_enum >= 0);
    if (n->a->type.base != T_UNKNOWN)
        model_error(c->m, n->a, DIAG_wrong_kind, "\"%s\" is not a rule or value that can be called%s", n->a->name,
                    indexed ? "; which entry stands in square brackets" : "");
    return settle(n, NULL, TYPE(T_UNKNOWN));
}

static void unknown_verb(struct checker *c, struct node *n) {
    static const char *const aggregates[] = {"count", "sum", "any", "all", "most", "least"};
    static const uint32_t callable = 1u << SYM_DEF | 1u << SYM_VALUE | 1u << SYM_BUILTIN;
    enum { CAP = 128, WORDS = sizeof aggregates / sizeof *aggregates };
    struct model *m = c->m;
    const char *names[CAP + WORDS];
    size_t k = 0;
    int kind = c->this_type.base == VT_CARD && c->this_type.of != ANY ? c->this_type.of : NONE;
    for (int guard = 0; kind >= 0 && guard < 64; guard++, kind = m->kinds.data[kind].parent)
        for (size_t i = 0; i < m->kinds.data[kind].members.n && k < CAP; i++)
            names[k++] = m->kinds.data[kind].members.data[i]->name;
    bool one = n->kids && !n->kids->next && n->kids->kind != N_AMOUNT && n->kids->kind != N_ARG; /* count(players) */
    for (size_t i = 0; one && i < WORDS; i++)
        names[k++] = aggregates[i];
    struct symbol *other = model_find(m, n->a->name);
    if (!other)
        model_unknown(m, n->a, "verb or function", n->a->name, callable, names, k);
    else if (model_error(m, n->a, DIAG_wrong_kind, "\"%s\" is not a verb or function%s", n->a->name,
                         other->kind == SYM_ZONE    ? "; a card gets there with \"move(c, to: ...)\""
                         : other->kind == SYM_BOARD ? "; the number of a space stands in square brackets: [1]"
                                                    : ""))
        model_declared(m, other);
}

static struct type call_of(struct checker *c, struct node *n, struct type expected) {
    if (n->a->kind == N_FIELD) return call_field(c, n);
    if (n->a->kind != N_NAME) {
        model_error(c->m, n, DIAG_syntax, "only a name can be called");
        return settle(n, NULL, TYPE(T_UNKNOWN));
    }
    const char *name = n->a->name;
    n->a->type = TYPE(T_VOID);
    for (struct symbol *s = model_find(c->m, name); s; s = s->same)
        if (s->kind == SYM_DEF || s->kind == SYM_VALUE || s->kind == SYM_SIGNAL) return call_function(c, n, s);
    if (c->this_type.base == VT_CARD) {
        struct symbol *s = kind_member(c->m, c->this_type.of, name);
        if (s && (s->kind == SYM_RULE || s->kind == SYM_CLAUSE)) return call_member(c, n, s);
    }
    for (struct symbol *s = model_find(c->m, name); s; s = s->same)
        if (s->kind == SYM_BUILTIN) return settle(n, s, call_builtin(c, n, s, expected));
    for (struct symbol *s = model_find(c->m, name); s; s = s->same)
        if (s->kind == SYM_BROKEN) return settle(n, NULL, TYPE(T_UNKNOWN));
    unknown_verb(c, n);
    for (struct node *a = n->kids; a; a = a->next)
        check_expr(c, a->kind == N_ARG ? a->a : a, TYPE(T_UNKNOWN));
    return settle(n, NULL, TYPE(T_UNKNOWN));
}

/* `... per round` stands behind `out(p)` only. */
static bool check_per(struct checker *c, struct node *n) {
    struct node *period = argument_named(n->kids, "per");
    struct symbol *s = period && n->a->kind == N_NAME ? model_find(c->m, n->a->name) : NULL;
    if (!period || (s && s->kind == SYM_BUILTIN && s->index == BI_out)) return true;
    if (model_error(c->m, period, DIAG_wrong_kind, "a period stands behind `out(p)` and behind variables only"))
        model_help(c->m, "`out(p) per %s` is out until it begins anew", period->name ? period->name : "round");
    return false;
}

struct type check_call(struct checker *c, struct node *n, struct type expected) {
    if (!check_per(c, n)) return settle(n, NULL, TYPE(T_UNKNOWN));
    bool tested = c->condition && c->act;
    struct type t = call_of(c, n, expected);
    if (!tested || t.base != T_VOID) return t;
    const char *name = n->a->name ? n->a->name : "?";
    if (model_error(c->m, n, DIAG_acting_expression, "\"%s\" acts and gives no value to test", name))
        model_help(c->m, "whether it can be carried out is `possible(%s(...))`", name);
    return settle(n, n->symbol, TYPE(T_UNKNOWN));
}
