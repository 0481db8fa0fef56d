/* check_stmt.c: statements. Blocks open a scope; what they bind ends with them. */
#include "lang/model/check.h"
#include "lang/parse/cure.h"

#include "base/nearest.h"
#include "lang/parse/token.h"

#include <string.h>

/* An expression that may act: a statement of its own, or what a name is bound to. */
static struct type check_acting(struct checker *c, struct node *n, struct type expected) {
    c->act = c->place != IN_PURE;
    struct type t = check_expr(c, n, expected);
    c->act = false;
    return t;
}

static struct type fits_acting(struct checker *c, struct node *n, struct type expected) {
    c->act = c->place != IN_PURE;
    struct type t = check_fits(c, n, expected);
    c->act = false;
    return t;
}

void check_kept(struct checker *c, const struct node *n, struct type *t) {
    bool null = t->base == T_NULL;
    if (!null && t->base != T_RANGE && t->base != T_LINES && t->base != T_RULE && t->base != VT_BOARD) return;
    if (model_error(c->m, n, DIAG_wrong_type, "a %s cannot be kept", type_name(c->m, *t)) && null)
        model_help(c->m, "say its type: `let %s: TYPE = none`", n->name ? n->name : "x");
    *t = TYPE(T_UNKNOWN);
}

static void check_let(struct checker *c, struct node *n) {
    struct type t = n->c ? model_type(c->m, n->c) : TYPE(T_UNKNOWN);
    t = n->c ? (fits_acting(c, n->a, t), t) : check_acting(c, n->a, t);
    if (t.base == T_VOID) model_error(c->m, n->a, DIAG_wrong_type, "this gives no value"), t = TYPE(T_UNKNOWN);
    if (t.base == VT_TRACK && !t.flags) t = TYPE(VT_NUMBER);
    if (!strcmp(n->name, "me")) {
        if (!type_fits(c->m, t, TYPE(VT_PLAYER)))
            model_error(c->m, n->a, DIAG_wrong_type, "`me` is a player, found %s", type_name(c->m, t));
        return;
    }
    check_kept(c, n, &t);
    n->symbol = check_bind(c, n, n->name, t);
}

static bool is_place(struct checker *c, struct node *n) {
    struct symbol *s = n->symbol;
    if (name_is(n, "me") && !n->number) return true;
    if (n->kind == N_INDEX) return (s && s->kind == SYM_VAR) || name_is(n->a, "supply");
    if ((n->kind != N_NAME && n->kind != N_FIELD) || !s) return false;
    if (s->kind == SYM_VAR) return c->m->vars.data[s->index].index_enum < 0;
    if (s->kind == SYM_LOCAL) return n->kind == N_NAME;
    bool period = s->kind == SYM_MEMBER && (int)s->type.of == c->m->period_enum;
    return c->scenario && (s->kind == SYM_ZONE || s->kind == SYM_TRACK || period);
}

/* The items of a list written in [ ] lie where it was written: it ends there, and nothing else can hold it longer. */
static bool check_lent(const struct node *n) {
    n = node_bare(n);
    if (!(n->type.flags & VF_LIST)) return false;
    if (n->kind == N_COND) return check_lent(n->b) || check_lent(n->c);
    bool local = n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_LOCAL;
    return n->kind == N_SET || (local && n->symbol->node->kind == N_LET);
}

/* How what stands there is changed; NULL: nothing is known of it. */
static const char *cure_of_place(struct model *m, const struct node *n, struct type t) {
    if (t.base == VT_TRACK && n->kind == N_NAME)
        return arena_printf(m->arena, "a track moves with \"raise(%s, 1)\" and \"lower(%s, 1)\"", n->name, n->name);
    const struct symbol *s = n->symbol;
    if (t.base == VT_ZONE && s && s->kind == SYM_ZONE)
        return arena_printf(m->arena, "a card gets there with \"move(c, to: %s%s)\"",
                            m->zones.data[s->index].per_player ? "me." : "", n->name);
    if (s && s->kind == SYM_ATTRIBUTE)
        return "what is printed stays; a number of a card that changes is a \"var\" of its kind";
    if (s && s->kind == SYM_MEMBER && (int)s->type.of == m->period_enum)
        return arena_printf(m->arena, "the next one comes with \"begin(%s)\"", n->name);
    return n->kind == N_NAME ? model_cure(m, n, "member", n->name) : NULL;
}

static void check_assign(struct checker *c, struct node *n) {
    if (c->scenario && name_is(n->a, "phase") && !model_find(c->m, "phase")) {
        if (n->number != TOKEN_ASSIGN)
            model_error(c->m, n, DIAG_wrong_kind, "a phase cannot be added to: write `phase = NAME`");
        return;
    }
    c->assigned = n->number == TOKEN_ASSIGN ? n->a : NULL;
    struct type t = check_expr(c, n->a, TYPE(T_UNKNOWN));
    c->assigned = NULL;
    if (t.base != T_UNKNOWN && !is_place(c, n->a)) {
        const char *cure = cure_of_place(c->m, n->a, t);
        model_error(c->m, n->a, DIAG_wrong_kind, "this cannot be changed by an assignment%s%s", cure ? "; " : "",
                    cure ? cure : "");
        check_acting(c, n->b, TYPE(T_UNKNOWN));
        return;
    }
    bool plain = n->number == TOKEN_ASSIGN;
    if (t.base == VT_TRACK) t = TYPE(VT_NUMBER);
    bool zone = t.base == VT_ZONE && n->a->symbol && n->a->symbol->kind == SYM_ZONE;
    if (zone && n->number == TOKEN_MINUS_ASSIGN) {
        if (model_error(c->m, n, DIAG_wrong_kind, "cards are not taken out of a zone, they go to another one"))
            model_help(c->m, "write `move(cards, to: ZONE)`, or give them to that zone: `ZONE += cards`");
    }
    if (zone) t = type_make(VT_CARD, VF_SET, t.of);
    if (!plain && t.flags & VF_SET) {
        struct type one = type_element(c->m, t), v = check_acting(c, n->b, one);
        if (!type_fits(c->m, v, one) && !type_fits(c->m, v, t))
            model_error(c->m, n->b, DIAG_wrong_type, "expected %s, found %s", type_name(c->m, one), type_name(c->m, v));
        return;
    }
    if (!plain && t.base != VT_NUMBER && t.base != T_UNKNOWN)
        model_error(c->m, n, DIAG_wrong_type, "only numbers and sets can be added to, this is %s", type_name(c->m, t));
    if (t.flags & VF_LIST && model_error(c->m, n, DIAG_wrong_type, "a list cannot be changed"))
        model_help(c->m, "write a new `let`");
    fits_acting(c, n->b, t);
}

/* What was meant by an expression that is a statement. */
static const char *cure_of_alone(const struct checker *c, const struct node *e, struct type t) {
    if (t.base == T_RULE) return "; a rule is carried out with brackets behind it: \"()\"";
    if (c->function && c->result.base != T_VOID) return "; what a def gives is \"return ...\"";
    if (e->kind != N_BINARY) return "";
    if (e->number == TOKEN_EQ) return "; \"=\" gives a variable its value";
    return e->number == TOKEN_PLUS || e->number == TOKEN_MINUS ? "; \"+=\" and \"-=\" change a variable" : "";
}

static void check_do(struct checker *c, struct node *n) {
    struct node *e = n->a;
    e = node_bare(e);
    if (c->scenario && name_is(e, "start")) { /* given: start */
        settle(e, NULL, TYPE(T_VOID));
        return;
    }
    struct type t = check_acting(c, n->a, TYPE(T_UNKNOWN));
    if (e->kind != N_CALL && t.base != T_UNKNOWN)
        model_error(c->m, n, DIAG_syntax, "an expression alone does nothing here%s", cure_of_alone(c, e, t));
}

static void check_choose(struct checker *c, struct node *n) {
    struct type element = check_source(c, n->a, TYPE(T_UNKNOWN));
    if (element.flags)
        model_error(c->m, n->a, DIAG_wrong_type, "one of these lines cannot be chosen"), element = TYPE(T_UNKNOWN);
    int items = 0;
    for (struct node *k = node_bare(n->a)->kind == N_SET ? node_bare(n->a)->kids : NULL; k; k = k->next)
        items++;
    if (items > MAX_OPTIONS && type_listed(element) && element.base != VT_NUMBER)
        model_error(c->m, n->a, DIAG_too_large, "at most %d of such things can be chosen from", MAX_OPTIONS);
    struct local *outer = c->locals;
    struct symbol *one = check_bind(c, n, n->name, element);
    if (n->b) check_fits(c, n->b, TYPE(VT_BOOL));
    if (n->kids) check_fits(c, n->kids, element);
    if (!n->c) {
        n->symbol = one;
        if (n->text) check_template(c, n, n->text);
        return;
    }
    c->locals = outer;
    struct type take = check_expr(c, n->c, TYPE(VT_NUMBER));
    if (take.base != VT_NUMBER && take.base != T_RANGE && take.base != T_UNKNOWN)
        model_error(c->m, n->c, DIAG_wrong_type, "`take` needs a number or a range, found %s", type_name(c->m, take));
    if (type_listed(element))
        model_error(c->m, n->c, DIAG_wrong_type, "only one %s can be chosen at a time", type_name(c->m, element));
    /* Asked before anything is chosen: it cannot name what is */
    if (n->text) check_template_part(c, n, n->text, false);
    n->where_symbol = one;
    n->symbol = check_bind(c, n, n->name, type_make(element.base, VF_SET, element.of));
    if (n->text) check_template_part(c, n, n->text, true);
}

static void check_emit(struct checker *c, struct node *n) {
    struct node *call = n->a;
    struct symbol *s = call->kind == N_CALL && call->a->kind == N_NAME ? model_find(c->m, call->a->name) : NULL;
    while (s && s->kind != SYM_SIGNAL)
        s = s->same;
    if (!s) {
        model_unknown(c->m, call->kind == N_CALL ? call->a : call, "signal",
                      call->kind == N_CALL && call->a->name ? call->a->name : "?", 1u << SYM_SIGNAL, NULL, 0);
        return;
    }
    s->used = true;
    struct function *f = c->m->functions.data[s->index];
    struct bound b;
    check_note_call(c, call, f);
    call->symbol = s;
    call->type = TYPE(T_VOID);
    if (!bind_arguments(c->m, f->params, f->n_params, call->kids, call, true, &b)) return;
    for (int i = 0; i < f->n_params; i++)
        if (b.value[i] && !b.deflt[i]) check_fits(c, b.value[i], f->params[i]->type);
}

void check_given_back(struct checker *c, struct node *n) {
    if (check_lent(n)) model_error(c->m, n, DIAG_wrong_type, "a list made here ends here: it cannot be given back");
}

static void check_return(struct checker *c, struct node *n) {
    if (!n->a) {
        if (c->result.base != T_VOID && c->result.base != T_UNKNOWN)
            model_error(c->m, n, DIAG_wrong_type, "`return` needs a %s", type_name(c->m, c->result));
    } else if (c->result.base == T_VOID) {
        bool kept =
            model_error(c->m, n->a, DIAG_wrong_type, "nothing is returned here: the def declares no result (`->`)");
        if (kept && n->a->kind == N_CALL) model_help(c->m, "a verb stands alone, without `return`");
    } else {
        fits_acting(c, n->a, c->result);
        check_given_back(c, n->a);
    }
}

static void check_loop(struct checker *c, struct node *n) {
    struct local *outer = c->locals;
    struct type element = check_source(c, n->a, TYPE(T_UNKNOWN));
    bool me = !strcmp(n->name, "me");
    if (me && !type_fits(c->m, element, TYPE(VT_PLAYER)))
        model_error(c->m, n->a, DIAG_wrong_type, "`me` is a player, found %s", type_name(c->m, element));
    if (!me) n->symbol = check_bind(c, n, n->name, element);
    if (n->b) check_fits(c, n->b, TYPE(VT_BOOL));
    check_block(c, n->c);
    c->locals = outer;
}

static void check_until(struct checker *c, struct node *n) {
    struct until_info info = {n, model_internal_var(c->m, "until", SCOPE_PLAYER)};
    if (!VEC_PUSH(&c->m->untils, info)) c->m->failed = true;
    for (struct node *p = n->kids; p; p = p->next)
        check_pattern(c, p, SYM_SIGNAL);
    for (struct node *r = n->b->kids; r; r = r->next) {
        if (r->kind != N_WHEN && r->kind != N_AFTER && r->kind != N_ADJUST) {
            model_error(c->m, r, DIAG_syntax, "`until` holds when, after and adjust");
            continue;
        }
        struct reaction *reaction =
            model_reaction(c->m, r, c->card, c->this_type.base == VT_CARD ? c->this_type.of : NONE);
        if (!reaction) continue;
        reaction->until = n;
        reaction->until_var = info.var;
        check_reaction(c->m, reaction);
    }
}

static void check_flow_only(struct checker *c, struct node *n, const char *word) {
    if (c->place != IN_FLOW) model_error(c->m, n, DIAG_syntax, "`%s` is allowed only in the flow", word);
}

static void check_phase(struct checker *c, struct node *n) {
    check_flow_only(c, n, "phase");
    size_t i = 0;
    while (i < c->m->phases.n && strcmp(c->m->phases.data[i], n->name))
        i++;
    if (i == c->m->phases.n && !VEC_PUSH(&c->m->phases, n->name)) c->m->failed = true;
    n->number = (int64_t)i;
    check_block(c, n->b);
}

static void check_turn(struct checker *c, struct node *n) {
    check_flow_only(c, n, "turn");
    int low, high;
    if (n->a && declare_turns(c->m, n->a, &low, &high))
        n->number = low * 16 + high;
    else
        n->number = 1 * 16 + 1;
    bool turn = c->turn;
    c->turn = true;
    check_block(c, n->b);
    c->turn = turn;
}

static void check_round(struct checker *c, struct node *n) {
    check_flow_only(c, n, "round");
    int period = member_by_name(c->m, c->m->period_enum, n->name);
    if (period < 0) model_unknown_period(c->m, n, n->name);
    if (c->m->round_period < 0) c->m->round_period = period;
    n->number = period;
    if (!c->m->end_whens.n)
        model_error(c->m, n, DIAG_missing_clause, "a `round` goes on until an `end when` holds: declare one");
    check_block(c, n->b);
}

static void check_either(struct checker *c, struct node *n) {
    int count = 0;
    for (struct node *o = n->kids; o; o = o->next, count++) {
        if (o->text) check_template(c, o, o->text);
        check_block(c, o->b);
    }
    if (count > MAX_OPTIONS) model_error(c->m, n, DIAG_too_large, "more than %d branches", MAX_OPTIONS);
}

/* `mya: ...` and `trun(1..2): ...` look like clauses. */
static void misplaced_clause(struct checker *c, struct node *n) {
    static const char *const words[] = {"may", "either", "else", "or", "turn", "try"};
    const char *meant = nearest(n->name, words, sizeof words / sizeof *words);
    const char *cure = cure_foreign(FOREIGN_FIRST, n->name);
    if (cure)
        model_error(c->m, n, DIAG_syntax, "no line begins with \"%s\"; write %s", n->name, cure);
    else if (meant)
        model_misspelt(c->m, n, DIAG_syntax, "word", n->name, meant);
    else if (model_error(c->m, n, DIAG_syntax, "a clause `%s:` cannot stand among statements", n->name))
        model_help(c->m, "clauses belong to a card or a kind; check the indentation");
}

static void check_statement(struct checker *c, struct node *n);

/* A verb may stand in it that gives the truth, or one side of a comparison: it happens once, before the block. */
static void check_condition(struct checker *c, struct node *n) {
    c->condition = true;
    fits_acting(c, n, TYPE(VT_BOOL));
    c->condition = false;
}

static void check_try(struct checker *c, struct node *n) {
    bool turn = c->turn;
    if (node_parts(n->b) || node_parts(n->c))
        model_error(c->m, n, DIAG_syntax, "`turn`, `phase` and `round` cannot stand in a `try`");
    c->turn = true; /* it is one undertaking, with all loops in it */
    check_block(c, n->b);
    c->turn = turn;
    check_block(c, n->c);
}

static void check_ask(struct checker *c, struct node *n) {
    if (c->together)
        model_error(c->m, n, DIAG_syntax, "`ask` cannot stand inside `together`: everybody is asked there");
    struct type element = check_source(c, n->a, TYPE(T_UNKNOWN));
    if (!type_fits(c->m, element, TYPE(VT_PLAYER)))
        model_error(c->m, n->a, DIAG_wrong_type, "only players can be asked, found %s", type_name(c->m, element));
    n->symbol = check_bind(c, n, n->name, TYPE(VT_PLAYER));
    if (n->b) check_fits(c, n->b, TYPE(VT_BOOL));
    if (n->text)
        check_template(c, n, n->text);
    else
        model_error(c->m, n, DIAG_missing_clause, "`ask` needs the question as a text, such as \"Challenge?\"");
    if (!n->number) return;
    struct until_info info = {n, model_internal_var(c->m, "ask", SCOPE_PLAYER)};
    if (!VEC_PUSH(&c->m->asks, info)) c->m->failed = true;
}

static void check_if(struct checker *c, struct node *n) {
    check_condition(c, n->a);
    bool never = check_decided(c, n->a, false), always = check_decided(c, n->a, true);
    c->unreached += never;
    check_block(c, n->b);
    c->unreached += always - never;
    if (n->c && n->c->kind == N_IF)
        check_statement(c, n->c);
    else if (n->c)
        check_block(c, n->c);
    c->unreached -= always;
}

static void check_statement(struct checker *c, struct node *n) {
    switch (n->kind) {
    case N_LET: check_let(c, n); break;
    case N_ASSIGN: check_assign(c, n); break;
    case N_DO: check_do(c, n); break;
    case N_NEEDS:
        check_fits(c, n->a, TYPE(VT_BOOL));
        if (n->text) check_template(c, n, n->text);
        break;
    case N_CHOOSE: check_choose(c, n); break;
    case N_EMIT: check_emit(c, n); break;
    case N_RETURN: check_return(c, n); break;
    case N_IF: check_if(c, n); break;
    case N_TRY: check_try(c, n); break;
    case N_ASK: check_ask(c, n); break;
    case N_TOGETHER:
        if (strcmp(n->name, "me")) model_error(c->m, n, DIAG_syntax, "write `together me in players:`");
        c->together = true;
        check_loop(c, n);
        c->together = false;
        break;
    case N_FOR: check_loop(c, n); break;
    case N_REPEAT:
        check_fits(c, n->a, TYPE(VT_NUMBER));
        check_block(c, n->b);
        break;
    case N_WHILE:
        check_fits(c, n->a, TYPE(VT_BOOL));
        check_block(c, n->b);
        break;
    case N_AS:
        check_fits(c, n->a, TYPE(VT_PLAYER));
        check_block(c, n->b);
        break;
    case N_MAY:
        if (n->text) check_template(c, n, n->text);
        check_block(c, n->b);
        break;
    case N_EITHER: check_either(c, n); break;
    case N_UNTIL: check_until(c, n); break;
    case N_PHASE: check_phase(c, n); break;
    case N_TURN: check_turn(c, n); break;
    case N_ROUND: check_round(c, n); break;
    case N_BLOCK: check_block(c, n); break;
    case N_CLAUSE: misplaced_clause(c, n); break;
    default: model_error(c->m, n, DIAG_syntax, "this cannot stand among statements"); break;
    }
}

void check_block(struct checker *c, struct node *block) {
    if (!block) return;
    struct local *outer = c->locals;
    for (struct node *s = block->kids; s && !c->m->oversized; s = s->next)
        check_statement(c, s);
    c->locals = outer;
}
