/* check.c: every body of the definition is checked once: functions, rules and clauses of kinds and cards, reactions,
 * score, flow, scenarios. Afterwards it is known which functions belong to the flow alone. */
#include "lang/model/check.h"
#include "lang/model/look.h"

#include "lang/parse/parser.h"
#include "lang/parse/template.h"
#include "lang/parse/token.h"

#include <string.h>

struct checker checker_make(struct model *m, enum body_place place) {
    return (struct checker){.m = m, .this_type = TYPE(T_UNKNOWN), .card = NONE, .place = place, .result = TYPE(T_VOID)};
}

static void bind_parameters(struct checker *c, struct symbol **params, int n) {
    for (int i = 0; i < n; i++) {
        struct local *l = ARENA_NEW(c->m->arena, struct local);
        if (!l) {
            c->m->failed = true;
            return;
        }
        l->symbol = params[i], l->outer = c->locals, l->depth = c->locals ? c->locals->depth + 1 : 1;
        c->locals = l;
    }
}

/* ---- templates: "{by} places {tile}" */
enum { HOLE_COLUMN = sizeof "tie: " }; /* where the text of a hole begins when it is parsed on its own */

static void restamp(struct node *n, struct span at, bool exact) {
    for (; n; n = n->next) {
        if (exact)
            n->at.file = at.file, n->at.line = at.line, n->at.col += at.col - HOLE_COLUMN;
        else
            n->at = at;
        restamp(n->a, at, exact), restamp(n->b, at, exact), restamp(n->c, at, exact), restamp(n->kids, at, exact);
    }
}

/* Where a hole stands in the source: on the lines of what carries the text, or the one after. */
static struct span hole_span(const struct model *m, struct span at, const char *text, size_t size) {
    if (at.file >= m->sources->n || size == 0 || size > 400) return at;
    const struct source *source = &m->sources->files[at.file];
    const char *end = source->text + source->size, *line = source->text;
    for (uint32_t k = 1; k < at.line && line; k++) {
        line = memchr(line, '\n', (size_t)(end - line));
        if (line) line++;
    }
    for (uint32_t k = 0; k < 4 && line && line < end; k++) {
        const char *eol = memchr(line, '\n', (size_t)(end - line));
        for (const char *p = line, *stop = eol ? eol : end; p + size + 1 < stop; p++)
            if ((*p == '{' || (*p == '+' && p > line && p[-1] == '{')) && p[size + 1] == '}' &&
                !memcmp(p + 1, text, size))
                return (struct span){at.file, (uint16_t)size, at.line + k, (uint32_t)(p - line) + 2};
        line = eol ? eol + 1 : NULL;
    }
    return at;
}

struct node *template_hole(struct model *m, const struct node *at, const char *text, size_t size) {
    static const char head[] = "tie: ";
    char *source = ARENA_ARRAY(m->arena, char, sizeof head + size + 2);
    if (!source || size > 400) return NULL;
    memcpy(source, head, sizeof head - 1);
    memcpy(source + sizeof head - 1, text, size);
    source[sizeof head - 1 + size] = '\n';
    struct diags quiet;
    struct sources none;
    diags_init(&quiet);
    struct node *file = parse_game(m->arena, &quiet, "template", source, sizeof head + size, NULL, &none);
    struct node *hole = file && !quiet.errors && file->kids && file->kids->kind == N_TIE ? file->kids->kids : NULL;
    diags_free(&quiet);
    struct span place = hole_span(m, at->at, text, size);
    if (hole) restamp(hole, place, memcmp(&place, &at->at, sizeof place) != 0);
    return hole;
}

void check_template(struct checker *c, struct node *at, const char *text) {
    check_template_part(c, at, text, false);
    check_template_part(c, at, text, true);
}

static void check_hole(struct checker *c, struct node *hole) {
    struct type t = check_expr(c, hole, TYPE(T_UNKNOWN));
    if (t.base == T_RANGE || t.base == T_LINES || t.base == T_RULE || t.base == T_NULL)
        model_error(c->m, hole, DIAG_wrong_type, "a %s cannot be said in a text", type_name(c->m, t));
}

void check_template_part(struct checker *c, struct node *at, const char *text, bool behind) {
    const char *bar = template_bar(text);
    int index = 0;
    for (const char *p = strchr(text, '{'); p; p = strchr(p + 1, '{'), index++) {
        const char *end = strchr(p, '}');
        if (behind != (bar && p > bar)) {
            if (!end) return;
            p = end;
            continue;
        }
        const char *inside = p + 1 + (p[1] == '+'); /* {+x}: with its sign */
        struct node *hole = end && inside <= end ? template_hole(c->m, at, inside, (size_t)(end - inside)) : NULL;
        if (!hole)
            model_error(c->m, at, DIAG_syntax,
                        "the text has a hole that cannot be read; write {name} or {an.expression}");
        else
            check_hole(c, hole);
        struct hole kept = {at, text, index, hole};
        if (hole && !VEC_PUSH(&c->m->holes, kept)) c->m->failed = true;
        if (!end) return;
        p = end;
    }
}

/* ---- functions */
void model_infer(struct model *m, struct function *f) {
    if (f->checked) return;
    f->checked = true;
    struct checker c = checker_make(m, f->acts || f->kind == SYM_SIGNAL ? IN_FUNCTION : IN_PURE);
    c.function = f;
    c.this_type = TYPE_OF(VT_CARD, ANY);
    for (int i = 0; i < f->n_params; i++) {
        if (f->params[i]->node->b) check_fits(&c, f->params[i]->node->b, f->params[i]->type);
        bind_parameters(&c, f->params + i, 1);
    }
    if (f->node->text) check_template(&c, f->node, f->node->text);
    if (f->node->c && f->result.base == T_VOID) {
        f->result = check_expr(&c, f->node->c, TYPE(T_UNKNOWN));
        if (f->result.base == VT_TRACK && !f->result.flags) f->result = TYPE(VT_NUMBER);
        if (f->result.base == T_VOID) f->result = TYPE(T_UNKNOWN); /* calls itself */
        check_kept(&c, f->node->c, &f->result);
        f->symbol->type = f->result;
    } else if (f->node->c) {
        check_fits(&c, f->node->c, f->result);
    }
    if (f->node->c) check_given_back(&c, f->node->c);
    c.result = f->result;
    if (f->node->b) check_block(&c, f->node->b);
}

/* ---- reactions */
struct reaction *model_reaction(struct model *m, struct node *n, int card, int kind) {
    int wanted = n->kind == N_ADJUST ? SYM_VALUE : SYM_SIGNAL;
    struct symbol *s = model_find(m, n->a->name);
    while (s && s->kind != wanted)
        s = s->same;
    if (!s) {
        struct node at = name_at_start(n->a, n->a->name);
        model_unknown(m, &at, wanted == SYM_VALUE ? "value" : "signal", n->a->name, 1u << wanted, NULL, 0);
        return NULL;
    }
    s->used = true;
    struct reaction *r = ARENA_NEW(m->arena, struct reaction);
    if (!r || !VEC_PUSH(&m->reactions, r)) {
        m->failed = true;
        return NULL;
    }
    *r = (struct reaction){.node = n,
                           .on = m->functions.data[s->index],
                           .card = card,
                           .kind = kind,
                           .until_var = NONE,
                           .self_param = NONE,
                           .number = (int)m->reactions.n - 1};
    if (!VEC_PUSH(&r->on->reactions, r)) m->failed = true;
    return r;
}

/* `choose c in hand where cost < 3`: the local that has such a member; NULL: none. */
const char *check_local_with(struct checker *c, const char *name) {
    for (const struct local *l = c->locals; l; l = l->outer) {
        struct type t = l->symbol->type;
        bool of_kind = (t.base == VT_CARD || t.base == VT_SPACE) && t.of != ANY && !t.flags;
        if (of_kind && kind_member(c->m, t.of, name)) return l->symbol->name;
    }
    return NULL;
}

/* "; by: ...", where another parameter takes what stands there; else nothing. */
static const char *other_parameter(struct model *m, const struct function *f, struct type t) {
    for (int i = 0; i < f->n_params; i++)
        if (t.base != T_UNKNOWN && type_fits(m, t, f->params[i]->type))
            return arena_printf(m->arena, "; another parameter is named: \"%s: ...\"", f->params[i]->name);
    return "";
}

static int pattern_argument(struct checker *c, struct function *f, struct node *value, int i) {
    if (name_is(value, "this") && !value->number) {
        value->type = c->this_type;
        if (c->this_type.base == T_UNKNOWN) model_error(c->m, value, DIAG_wrong_kind, "there is no `this` here");
        return i;
    }
    struct type one = f->params[i]->type;
    struct type t = check_expr(
        c, value, value->kind == N_SET || value->kind == N_FILTER ? type_make(one.base, VF_SET, one.of) : one);
    if (!type_fits(c->m, t, one) && !type_fits(c->m, t, type_make(one.base, VF_SET, one.of)) &&
        !type_fits(c->m, t, type_make(one.base, VF_LIST, one.of)))
        model_error(c->m, value, DIAG_wrong_type, "expected %s or a set of them, found %s%s", type_name(c->m, one),
                    type_name(c->m, t), other_parameter(c->m, f, t));
    return NONE;
}

int check_pattern(struct checker *c, struct node *p, int wanted) {
    struct symbol *s = model_find(c->m, p->name);
    while (s && s->kind != wanted)
        s = s->same;
    if (!s) {
        struct node at = name_at_start(p, p->name);
        model_unknown(c->m, &at, wanted == SYM_VALUE ? "value" : "signal", p->name, 1u << wanted, NULL, 0);
        return NONE;
    }
    p->symbol = s;
    s->used = true;
    struct function *f = c->m->functions.data[s->index];
    struct bound b;
    int self = NONE;
    bool ok = bind_given(c->m, f->params, f->n_params, p->kids, true, &b);
    for (int i = 0; ok && i < f->n_params; i++) {
        if (!b.value[i]) continue;
        int is_this = pattern_argument(c, f, b.value[i], i);
        if (is_this != NONE) self = is_this;
    }
    struct local *outer = c->locals;
    bind_parameters(c, f->params, f->n_params);
    if (p->b) check_fits(c, p->b, TYPE(VT_BOOL));
    c->locals = outer;
    return self;
}

void check_reaction(struct model *m, struct reaction *r) {
    bool adjust = r->node->kind == N_ADJUST;
    struct checker c = checker_make(m, adjust ? IN_PURE : IN_RULE);
    if (adjust) c.function = r->on; /* what it adds is part of the value */
    c.card = r->card;
    if (r->card >= 0)
        c.this_type = TYPE_OF(VT_CARD, (unsigned)m->cards.data[r->card].kind);
    else if (r->kind >= 0)
        c.this_type = TYPE_OF(VT_CARD, (unsigned)r->kind);
    r->self_param = check_pattern(&c, r->node->a, adjust ? SYM_VALUE : SYM_SIGNAL);
    bind_parameters(&c, r->on->params, r->on->n_params);
    if (!adjust) {
        check_block(&c, r->node->b);
        return;
    }
    struct node *s = r->node->b->kids;
    if (!s || s->next || s->kind != N_DO)
        model_error(m, r->node, DIAG_syntax, "`adjust` is followed by one expression: what is added");
    else
        check_fits(&c, s->a, r->on->result);
}

/* ---- clauses of kinds and cards */
static void check_printed_item(struct checker *c, struct node *n, struct type wanted) {
    int32_t value;
    if (node_bare(n)->kind == N_SET && wanted.base != T_UNKNOWN) {
        model_error(c->m, n, DIAG_wrong_type,
                    "expected %s, found a list; its items stand there one by one, without brackets",
                    type_name(c->m, wanted));
        return;
    }
    struct type t = check_fits(c, n, wanted);
    if (t.base != T_UNKNOWN && wanted.base != T_UNKNOWN && !constant_at_start(c->m, n, wanted, &value))
        model_error(c->m, n, DIAG_wrong_type, "the printed values of a card must be constant");
}

/* The same of a list in brackets, or of its only item. */
static void check_printed_items(struct checker *c, struct node *n, struct type wanted) {
    if (!(wanted.flags & VF_LIST) || node_bare(n)->kind != N_SET) {
        check_printed_item(c, n, wanted.flags & VF_LIST ? type_element(c->m, wanted) : wanted);
        return;
    }
    for (struct node *k = node_bare(n)->kids; k; k = k->next)
        check_printed_item(c, k, type_element(c->m, wanted));
}

static void check_value_clause(struct checker *c, struct node *block, struct type result, struct node *at) {
    struct node *s = block ? block->kids : NULL;
    if (s && !s->next && s->kind == N_DO) {
        if (result.flags & VF_LIST)
            check_printed_item(c, s->a, type_make(result.base, 0, result.of));
        else
            check_fits(c, s->a, result);
    } else if (s && !s->next && s->kind == N_LIST && result.flags & VF_LIST) {
        for (struct node *k = s->kids; k; k = k->next)
            check_printed_item(c, k, type_make(result.base, 0, result.of));
    } else {
        model_error(c->m, at, DIAG_syntax, "this clause is a %s: one expression", type_name(c->m, result));
    }
}

static void check_given(struct model *m, int kind);

static void check_kind_bodies(struct model *m) {
    for (size_t k = 0; k < m->kinds.n; k++)
        check_given(m, (int)k);
    for (size_t i = 0; i < m->clauses.n; i++) {
        struct clause_info *info = m->clauses.data[i];
        struct checker c = checker_make(m, info->kind == SYM_RULE ? IN_RULE : IN_PURE);
        c.this_type = TYPE_OF(VT_CARD, (unsigned)info->owner_kind);
        bind_parameters(&c, info->params, info->n_params);
        if (info->kind == SYM_RULE)
            check_block(&c, info->node->b);
        else if (info->node->c && info->result.flags & VF_LIST)
            check_printed_items(&c, info->node->c, info->result);
        else if (info->node->c)
            check_fits(&c, info->node->c, info->result);
    }
    for (size_t k = 0; k < m->kinds.n; k++)
        for (size_t i = 0; i < m->kinds.data[k].reactions.n; i++) {
            struct reaction *r = model_reaction(m, m->kinds.data[k].reactions.data[i], NONE, (int)k);
            if (r) check_reaction(m, r);
        }
}

/* Of two clauses with one key only one would count. */
static bool check_once(struct model *m, const struct node *list, const struct node *n) {
    for (const struct node *before = list; before && before != n; before = before->next)
        if (before->kind == N_CLAUSE && !strcmp(before->name, n->name)) {
            model_twice(m, n, "clause", n->name, before);
            return false;
        }
    return true;
}

/* False when the kind has no such clause. */
static bool check_card_clause(struct model *m, int card, struct node *n) {
    int kind = m->cards.data[card].kind;
    bool written = !strcmp(n->name, "text") || !strcmp(n->name, CLAUSE_FLAVOUR);
    if (written && !node_written(n)) model_error(m, n, DIAG_wrong_type, "`%s:` is a text in quotes", n->name);
    if (written || !strcmp(n->name, "look")) return true;
    struct symbol *s = kind_member(m, kind, n->name);
    if (!s || (s->kind != SYM_RULE && s->kind != SYM_CLAUSE)) {
        const char *names[128];
        size_t k = 0;
        for (int g = kind, guard = 0; g >= 0 && guard < 20; g = m->kinds.data[g].parent, guard++)
            for (size_t i = 0; i < m->kinds.data[g].members.n && k < 120; i++) {
                struct symbol *o = m->kinds.data[g].members.data[i];
                if (o->kind == SYM_RULE || o->kind == SYM_CLAUSE) names[k++] = o->name;
            }
        names[k++] = "text", names[k++] = CLAUSE_FLAVOUR, names[k++] = "look";
        struct node at = name_at_start(n, n->name);
        model_unknown(m, &at, "clause", n->name, ONLY_EXTRA, names, k);
        return false;
    }
    n->symbol = s;
    for (struct node *a = n->kids; a; a = a->next)
        if (s->kind != SYM_RULE || a->kind != N_ARG || strcmp(a->name, "look"))
            model_error(m, a, DIAG_arity,
                        "nothing stands in brackets behind the name of a clause but the look: of a rule");
    if (s->kind == SYM_RULE && n->b->look) check_phrase(m, NULL, n->b->look);
    struct clause_info *info = m->clauses.data[s->index];
    struct checker c = checker_make(m, s->kind == SYM_RULE ? IN_RULE : IN_PURE);
    c.card = card;
    c.this_type = TYPE_OF(VT_CARD, (unsigned)kind);
    bind_parameters(&c, info->params, info->n_params);
    if (s->kind == SYM_RULE)
        check_block(&c, n->b);
    else
        check_value_clause(&c, n->b, info->result, n);
    return true;
}

/* Any instance may also say how many copies there are of it, so that belongs to what may have been meant. */
static bool known_arguments(struct model *m, struct node *args, struct node **params, int n, int kind) {
    const char *names[MAX_PARAMETERS + 1];
    for (int i = 0; i < n; i++)
        names[i] = params[i]->name;
    names[n] = "copies";
    size_t count = (size_t)n + !m->kinds.data[kind].is_space;
    for (struct node *a = args; a; a = a->next) {
        int i = 0;
        while (a->kind == N_ARG && i < n && strcmp(a->name, names[i]))
            i++;
        if (a->kind != N_ARG || i < n) continue;
        model_unknown(m, a, "parameter", a->name, ONLY_EXTRA, names, count);
        return false;
    }
    return true;
}

/* This kind or one above gives it already. */
static bool given_above(struct model *m, int kind, const struct node *arg) {
    for (int k = kind, guard = 0; k >= 0 && guard < 64; k = m->kinds.data[k].parent, guard++)
        for (const struct node *a = m->kinds.data[k].node->a ? m->kinds.data[k].node->a->kids : NULL; a && a != arg;
             a = a->next)
            if (a->kind == N_ARG && !strcmp(a->name, arg->name))
                return model_error(m, arg, DIAG_arity, "kind \"%s\" gives \"%s\" already", m->kinds.data[k].name,
                                   arg->name),
                       true;
    return false;
}

/* `kind pond is field(reserved_for: reed)`: what a kind gives of the parameters above it, once for all its cards. */
static void check_given(struct model *m, int kind) {
    const struct kind_info *k = &m->kinds.data[kind];
    struct checker c = checker_make(m, IN_PURE);
    struct node *params[MAX_PARAMETERS];
    int n = k->parent >= 0 ? (int)kind_parameters(m, k->parent, params, MAX_PARAMETERS) : 0;
    for (struct node *a = k->node->a ? k->node->a->kids : NULL; a && !k->broken; a = a->next) {
        const struct symbol *s = kind_gives(m, kind, a);
        struct node alone = *a;
        bool named = a->kind == N_ARG;
        alone.next = NULL;
        if (s && !given_above(m, kind, a))
            check_printed_items(&c, a->a, s->type);
        else if (!named && model_error(m, a, DIAG_arity, "a kind gives parameters of \"%s\" by name", k->node->a->name))
            model_help(m, "write `is %s(parameter: value)`", k->node->a->name);
        else if (named && !s)
            known_arguments(m, &alone, params, n, kind);
    }
}

/* What an instance gives that its kind gives already. */
static bool given_again(struct model *m, const struct printed *p, int kind) {
    for (const struct node *a = p->n_given ? p->args[p->n_given - 1].next : NULL; a; a = a->next)
        for (int i = 0; i < p->n_given; i++)
            if (a->kind == N_ARG && !strcmp(a->name, p->args[i].name))
                return model_error(m, a, DIAG_arity, "kind \"%s\" gives \"%s\" already", m->kinds.data[kind].name,
                                   a->name),
                       true;
    return false;
}

static void check_arguments(struct model *m, struct node *args, int kind, struct node *at) {
    struct printed p;
    printed_open(m, kind, args, &p);
    struct checker c = checker_make(m, IN_PURE);
    if (!known_arguments(m, p.own, p.nodes, p.n, kind) || given_again(m, &p, kind) || !printed_bind(m, &p, at, true))
        return;
    const struct bound *b = &p.bound;
    for (int i = 0; i < p.n; i++) {
        bool of_kind = false; /* checked there */
        for (int k = 0; k < p.n_given; k++)
            of_kind = of_kind || p.args[k].a == b->value[i];
        uint32_t before = m->diags->n;
        if (b->value[i] && !b->deflt[i] && !of_kind) check_printed_item(&c, b->value[i], p.params[i]->type);
        bool wrong = m->diags->n == before + 1 && m->diags->items[before].code == DIAG_wrong_type &&
                     !m->diags->items[before].hint;
        if (wrong) model_help(m, "here stands \"%s\": (%s)", p.params[i]->name, list_parameters(m, p.params, p.n));
    }
    bool of_kind = false;
    for (int k = 0; b->n_list && k < p.n_given; k++)
        of_kind |= !strcmp(p.args[k].name, p.params[b->list_param]->name);
    for (int i = 0; i < b->n_list && !of_kind; i++)
        check_printed_item(&c, b->list[i], type_element(m, p.params[b->list_param]->type));
}

static void check_missing(struct model *m, int card) {
    struct card_info *info = &m->cards.data[card];
    for (size_t i = 0; i < m->clauses.n; i++) {
        struct clause_info *clause = m->clauses.data[i];
        if (clause->kind != SYM_CLAUSE || clause->node->c || !kind_is(m, info->kind, clause->owner_kind)) continue;
        struct node *n = info->node->b ? info->node->b->kids : NULL;
        while (n && !(n->kind == N_CLAUSE && !strcmp(n->name, clause->name)))
            n = n->next;
        if (n ||
            !model_error(m, info->node, DIAG_missing_clause, "\"%s\" needs a clause `%s:`", info->name, clause->name))
            continue;
        model_note(m, clause->node, "\"%s\" is declared here, without a default", clause->name);
    }
}

static void check_cards(struct model *m) {
    for (size_t i = 0; i < m->cards.n; i++) {
        struct card_info *info = &m->cards.data[i];
        if (info->copy) continue;
        check_arguments(m, info->node->kids, info->kind, info->node);
        bool known = true;
        for (struct node *n = info->node->b ? info->node->b->kids : NULL; n; n = n->next) {
            if (n->kind == N_CLAUSE)
                known = check_once(m, info->node->b->kids, n) && check_card_clause(m, (int)i, n) && known;
            else if (n->kind == N_WHEN || n->kind == N_AFTER || n->kind == N_INSTEAD || n->kind == N_ADJUST) {
                struct reaction *r = model_reaction(m, n, (int)i, NONE);
                if (r) check_reaction(m, r);
            } else if (n->kind != N_VAR)
                model_error(m, n, DIAG_syntax, "a card has clauses, reactions and variables");
        }
        if (known) check_missing(m, (int)i); /* else it is the clause whose key is misspelt */
    }
    for (size_t i = 0; i < m->spaces.n; i++)
        check_arguments(m, m->spaces.data[i].args, m->spaces.data[i].kind, m->spaces.data[i].at);
}

/* ---- top level */
static void check_global_reaction(struct model *m, struct node *n) {
    if (n->kind != N_WHEN && n->kind != N_AFTER && n->kind != N_INSTEAD && n->kind != N_ADJUST) return;
    struct reaction *r = model_reaction(m, n, NONE, NONE);
    if (r) check_reaction(m, r);
}

static void check_global_reactions(struct model *m) {
    model_each(m, check_global_reaction);
}

static void check_flow(struct model *m) {
    struct checker c = checker_make(m, IN_FLOW);
    if (m->flow) check_block(&c, m->flow->b);
}

static void check_score(struct model *m) {
    int lines = 0;
    for (struct node *n = m->score ? m->score->b->kids : NULL; n; n = n->next) {
        struct checker c = checker_make(m, IN_PURE);
        if (n->kind == N_CLAUSE && n->b->kids && !n->b->kids->next && n->b->kids->kind == N_DO)
            check_fits(&c, n->b->kids->a, TYPE(VT_NUMBER));
        else
            model_error(m, n, DIAG_syntax, "a line of the score is `name: number`");
        if (++lines > 64) {
            model_too_large(m, n, "a score has at most 64 lines");
            break;
        }
        for (struct node *o = m->score->b->kids; o != n; o = o->next)
            if (o->kind == N_CLAUSE && n->kind == N_CLAUSE && !strcmp(o->name, n->name))
                model_twice(m, n, "line", n->name, o);
    }
    for (struct node *n = m->tie ? m->tie->kids : NULL; n; n = n->next) {
        struct checker c = checker_make(m, IN_PURE);
        struct node *line = m->score ? m->score->b->kids : NULL, *by = n->kind == N_LEAST ? n->a : n;
        while (line && !(by->kind == N_NAME && line->kind == N_CLAUSE && !strcmp(line->name, by->name)))
            line = line->next;
        bool bracket = by->kind == N_AGGREGATE && by->number == TOKEN_LEAST && by->a->kind != N_GENERATOR;
        if (bracket)
            model_error(m, by, DIAG_syntax, "`least` has no brackets here: `tie: least me.fame`");
        else if (!line)
            check_fits(&c, by, TYPE(VT_NUMBER));
    }
    for (size_t i = 0; i < m->end_whens.n; i++) {
        struct checker c = checker_make(m, IN_PURE);
        check_fits(&c, m->end_whens.data[i]->a, TYPE(VT_BOOL));
    }
}

static void check_track_marks(struct model *m) {
    for (size_t i = 0; i < m->tracks.n; i++)
        for (struct node *mark = m->tracks.data[i].node->b ? m->tracks.data[i].node->b->kids : NULL; mark;
             mark = mark->next) {
            if (mark->kind == N_CLAUSE) continue; /* look: */
            struct checker c = checker_make(m, IN_RULE);
            struct track_info *t = &m->tracks.data[i];
            for (struct node *k = mark->kids; k; k = k->next) {
                int32_t at;
                if (!constant_at_start(m, k, TYPE(VT_NUMBER), &at))
                    model_error(m, k, DIAG_wrong_type, "a mark is a constant number");
                else if (at < t->low || at > t->high || (at - t->low) % t->step)
                    model_error(m, k, DIAG_out_of_range, "the track has no position %d", at);
            }
            check_block(&c, mark->b);
        }
}

/* won(A): the only argument is a seat. */
static void check_won(struct checker *c, struct node *n) {
    if (!n->kids || n->kids->next || check_fits(c, n->kids, TYPE(VT_PLAYER)).base == T_UNKNOWN || !n->kids->symbol ||
        n->kids->symbol->kind != SYM_SEAT)
        model_error(c->m, n, DIAG_arity, "won(A) takes one player by letter");
}

static void check_scenario_clause(struct model *m, struct checker *c, struct node *n) {
    if (n->kind != N_CLAUSE)
        model_error(m, n, DIAG_syntax, "a scenario has given:, chance:, play:, check: and now:");
    else if (!strcmp(n->name, "given"))
        check_block(c, n->b);
    else if (!strcmp(n->name, "check") || !strcmp(n->name, "now")) {
        c->place = IN_PURE;
        for (struct node *s = n->b->kids; s; s = s->next) {
            struct node *e = s->kind == N_DO ? s->a : NULL;
            if (!e)
                model_error(m, s, DIAG_syntax, "a check is a condition%s",
                            s->kind == N_ASSIGN ? "; \"==\" compares" : "");
            else if (e->kind == N_CALL && name_is(e->a, "won"))
                check_won(c, e);
            else if (e->kind == N_NOT && e->a->kind == N_CALL && name_is(e->a->a, "won"))
                check_won(c, e->a);
            else if (!(e->kind == N_CALL && name_is(e->a, "refused")))
                check_fits(c, e, TYPE(VT_BOOL));
        }
        c->place = IN_SCENARIO;
    } else if (strcmp(n->name, "play") && strcmp(n->name, "chance")) {
        static const char *const names[] = {"given", "chance", "play", "check", "now"};
        model_unknown(m, n, "clause", n->name, ONLY_EXTRA, names, 5);
    }
}

static void check_scenarios(struct model *m) {
    for (size_t i = 0; i < m->scenarios.n; i++) {
        if (!m->scenarios.data[i].fits) continue;
        struct checker c = checker_make(m, IN_SCENARIO);
        c.scenario = true;
        for (struct node *n = m->scenarios.data[i].node->b->kids; n; n = n->next)
            check_scenario_clause(m, &c, n);
    }
}

/* A `together` block may not reach chance through what it calls either. */
static void find_chance_together(struct model *m) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < m->calls.n; i++) {
            struct call_edge e = m->calls.data[i];
            if (e.caller < 0 || !m->functions.data[e.callee]->chance || m->functions.data[e.caller]->chance) continue;
            m->functions.data[e.caller]->chance = changed = true;
        }
    }
    for (size_t i = 0; i < m->calls.n; i++) {
        struct call_edge e = m->calls.data[i];
        if (e.together && m->functions.data[e.callee]->chance)
            model_error(m, e.at, DIAG_chance_together,
                        "\"%s\" draws cards or throws dice, which cannot happen inside `together`",
                        m->functions.data[e.callee]->name);
    }
}

struct node *model_hole(const struct model *m, const struct node *at, const char *text, int index) {
    struct node *same_text = NULL;
    for (size_t i = 0; i < m->holes.n; i++) {
        const struct hole *h = &m->holes.data[i];
        if (h->text != text || h->index != index) continue;
        if (h->at == at) return h->expr;
        same_text = h->expr;
    }
    return same_text;
}

void model_check(struct model *m) {
    if (m->oversized) return;
    check_declarations(m);
    for (size_t i = 0; i < m->functions.n; i++)
        model_infer(m, m->functions.data[i]);
    static void (*const stages[])(struct model * m) = {check_track_marks,      check_kind_bodies, check_cards,
                                                       check_global_reactions, check_score,       check_flow,
                                                       check_scenarios,        check_looks};
    for (size_t i = 0; i < sizeof stages / sizeof *stages && !m->failed && !m->oversized; i++)
        stages[i](m);
    if (m->oversized || m->failed) return;
    model_find_undertakings(m);
    model_find_peeking(m);
    find_chance_together(m);
    model_find_cycles(m);
    model_find_absent(m);
    if (!m->diags->errors) model_find_played(m);
    static void (*const doubts[])(struct model * m) = {model_find_unused, model_find_endless, model_find_missing,
                                                       model_find_never,  model_find_slips,   model_find_forbidding};
    for (size_t i = 0; i < sizeof doubts / sizeof *doubts && !m->failed && !m->diags->errors; i++)
        if (m->flow || doubts[i] == model_find_unused) doubts[i](m);
}
