/* face.c: see face.h. What a card is told to have is kept as parts, which face_json.c writes. */
#include "text/face_inside.h"

#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <string.h>

/* ---- what is known beforehand */
/* Cards in play that are chosen, and then do that rule: choose c in me.tableau; c.action(). */
static bool calls_rule(const struct node *s, const struct symbol *chosen, const struct symbol **rule) {
    const struct node *call = s->kind == N_DO ? s->a : NULL;
    if (!call || call->kind != N_CALL || !call->symbol || call->symbol->kind != SYM_RULE || call->a->kind != N_FIELD)
        return false;
    const struct node *card = node_bare(call->a->a);
    *rule = call->symbol;
    return card->kind == N_NAME && card->symbol == chosen;
}

static void find_actions(struct faces *f, const struct node *n) {
    const struct symbol *rule;
    for (; n; n = n->next) {
        const struct node *source = n->kind == N_CHOOSE ? node_bare(n->a) : NULL;
        bool live = source && source->symbol && source->symbol->kind == SYM_ZONE &&
                    f->m->zones.data[source->symbol->index].live;
        for (const struct node *s = live ? n->next : NULL; s; s = s->next)
            if (calls_rule(s, n->symbol, &rule)) f->action[rule->index] = true;
        find_actions(f, n->kids), find_actions(f, n->a), find_actions(f, n->b), find_actions(f, n->c);
    }
}

static void find_scored(struct faces *f, const struct node *n, int depth) {
    for (; n && depth < 8; n = n->next) {
        const struct symbol *s = n->symbol;
        bool compared = n->kind == N_BINARY && n->number >= TOKEN_EQ && n->number <= TOKEN_GE;
        if (compared) continue; /* it decides what counts, it is not counted */
        if (s && s->kind == SYM_CLAUSE) f->scored[s->index] = true;
        if (s && s->kind == SYM_DEF && n->kind == N_CALL)
            find_scored(f, f->m->functions.data[s->index]->node->c, depth + 1);
        find_scored(f, n->kids, depth), find_scored(f, n->a, depth), find_scored(f, n->b, depth),
            find_scored(f, n->c, depth);
    }
}

bool faces_open(struct faces *f, struct model *m) {
    *f = (struct faces){.m = m};
    f->action = ARENA_ARRAY(m->arena, bool, m->clauses.n + 1);
    f->scored = ARENA_ARRAY(m->arena, bool, m->clauses.n + 1);
    if (!f->action || !f->scored) return false;
    find_actions(f, m->file);
    if (m->score) find_scored(f, m->score->b, 0);
    return true;
}

/* ---- what a number on a card is paid or gained in */
struct trace {
    const struct node *param; /* of the attribute */
    const struct symbol *names[16];
    int n;
    const struct node *paid, *gained; /* the units */
};

static bool is_traced(const struct trace *t, const struct symbol *s) {
    if (!s) return false;
    if (s->kind == SYM_ATTRIBUTE && s->node == t->param) return true;
    for (int i = 0; i < t->n; i++)
        if (t->names[i] == s) return true;
    return false;
}

static bool names_traced(const struct node *n, const void *trace) {
    return is_traced(trace, n->symbol);
}

static void trace_name(struct trace *t, const struct symbol *s) {
    if (t->n < 16 && !is_traced(t, s)) t->names[t->n++] = s;
}

static void trace_call(struct trace *t, struct model *m, const struct node *call) {
    const struct symbol *s = call->symbol;
    bool lose = s->kind == SYM_BUILTIN && s->index == BI_lose, gain = s->kind == SYM_BUILTIN && s->index == BI_gain;
    const struct function *f = s->kind == SYM_DEF || s->kind == SYM_VALUE ? m->functions.data[s->index] : NULL;
    bool pay = f && f->prelude && !strcmp(f->name, "pay");
    for (const struct node *a = call->kids; a && (lose || gain || pay); a = a->next) {
        const struct node *amount = node_bare(a);
        if (amount->kind != N_AMOUNT || !tree_any(amount->a, names_traced, t)) continue;
        if (gain)
            t->gained = amount->b;
        else
            t->paid = amount->b;
    }
    struct bound bound;
    if (!f || f->prelude || !bind_given(m, f->params, f->n_params, call->kids, false, &bound)) return;
    for (int i = 0; i < f->n_params; i++)
        if (f->params[i]->type.base == VT_NUMBER && tree_any(bound.value[i], names_traced, t))
            trace_name(t, f->params[i]);
}

static void trace_in(struct trace *t, struct model *m, const struct node *n) {
    for (; n; n = n->next) {
        if (n->kind == N_CALL && n->symbol) trace_call(t, m, n);
        trace_in(t, m, n->kids), trace_in(t, m, n->a), trace_in(t, m, n->b), trace_in(t, m, n->c);
    }
}

static struct trace trace_unit(struct model *m, const struct node *param) {
    struct trace t = {.param = param};
    for (int before = -1; before < t.n && !t.paid && !t.gained;) {
        before = t.n;
        for (size_t i = 0; i < m->functions.n; i++) {
            const struct function *f = m->functions.data[i];
            if (tree_any(f->node->c, names_traced, &t)) trace_name(&t, f->symbol);
        }
        trace_in(&t, m, m->file);
    }
    return t;
}

/* The same for every card of the kind. */
static struct printed_unit find_unit(struct faces *f, const struct node *param) {
    for (const struct printed_unit *t = f->units; t; t = t->next)
        if (t->param == param) return *t;
    struct trace found = trace_unit(f->m, param);
    struct printed_unit made = {param, found.paid ? found.paid : found.gained, found.paid != NULL, f->units};
    struct printed_unit *kept = ARENA_NEW(f->m->arena, struct printed_unit);
    if (kept) *kept = made, f->units = kept;
    return made;
}

/* ---- parts */
static struct face_part *add_part(struct face *f, enum face_role role, int clause) {
    struct face_part *p = ARENA_NEW(f->arena, struct face_part);
    if (!p) return f->spare;
    p->role = role, p->clause = clause;
    *f->last = p;
    f->last = &p->next;
    return p;
}

void face_open(struct face *f, struct faces *all, int card, const struct node *held, struct arena *arena) {
    f->all = all, f->arena = arena, f->parts = NULL, f->last = &f->parts;
    f->b = (struct builder){.m = all->m, .arena = arena, .card = card};
    f->b.spare = ARENA_NEW(arena, struct sense);
    f->b.spare_tree = ARENA_NEW(arena, struct tree);
    f->spare = ARENA_NEW(arena, struct face_part);
    for (size_t i = 0; held && i < all->m->members.n; i++)
        if (all->m->members.data[i].node == held) f->b.held = (struct ref){REF_MEMBER, (int)i};
}

static void add_amounts(struct face *f, struct face_part *p, struct node *const *list, int n) {
    p->amounts = ARENA_ARRAY(f->arena, struct amount, (size_t)n + 1);
    for (int i = 0; p->amounts && i < n; i++) {
        struct known x;
        if (!known_of(&f->b, SEEN(list[i], NULL), &x) || x.sort != KNOWN_amount) continue;
        p->amounts[p->n_amounts++] = (struct amount){{.term = {{x.n, 0, NULL}}, .n = 1}, {REF_MEMBER, x.v}};
    }
}

static void number_attribute(struct face *f, const struct symbol *attribute, int32_t k, int clause) {
    struct printed_unit t = find_unit(f->all, attribute->node);
    const struct node *unit = t.unit;
    struct face_part *p = add_part(f, !unit ? FACE_shows : t.paid ? FACE_cost : FACE_start, clause);
    p->name = attribute->name;
    p->number = (struct number){.term = {{k, 0, NULL}}, .n = k != 0};
    if (unit) p->of = ref_of(&f->b, SEEN((struct node *)(uintptr_t)unit, NULL));
    if (unit && p->of.sort == REF_NONE) p->role = FACE_shows;
}

void face_attribute(struct face *f, const struct symbol *attribute, struct node *value, struct node *const *list, int n,
                    int clause) {
    if (f->arena->failed) return;
    const struct type t = attribute->type;
    bool tag = t.base == VT_MEMBER && (int)t.of == enum_by_name(f->all->m, "tag"), items = t.flags & VF_LIST;
    struct known x;
    if (t.base == VT_AMOUNT && (items ? n : value != NULL)) {
        add_amounts(f, add_part(f, items ? FACE_wanted : FACE_start, clause), items ? list : &value,
                    items ? n : value != NULL);
        return;
    }
    for (int i = 0; i < (items ? n : value != NULL); i++) {
        if (!known_printed(&f->b, items ? list[i] : value, t, &x)) {
            add_part(f, FACE_words, clause);
        } else if (x.sort == KNOWN_number) {
            number_attribute(f, attribute, x.v, clause);
        } else if (x.sort != KNOWN_none) {
            struct face_part *p = add_part(f, tag ? FACE_tag : FACE_shows, clause);
            p->name = attribute->name, p->of = known_ref(x);
        }
    }
}

void face_rule(struct face *f, const struct clause_info *rule, struct node *block, int clause) {
    if (f->arena->failed) return;
    bool action = f->all->action[rule->number],
         plain = rule->node->text ? !*rule->node->text : !strcmp(rule->name, "do");
    struct face_part *p = add_part(f, action ? FACE_action : plain ? FACE_do : FACE_box, clause);
    f->b.reacting = false;
    p->body = build_rule(&f->b, block, action);
}

static void number_value(struct face *f, const struct clause_info *value, struct node *n, int clause) {
    struct face_part *p = add_part(f, f->all->scored[value->number] ? FACE_points : FACE_value, clause);
    const struct sense *scope = NULL;
    for (int i = 0; i < value->n_params; i++) { /* told whom to look at: each player looks at what is theirs */
        if (value->params[i]->type.base != VT_PLAYER) continue;
        struct sense *who = sense_add(&f->b, scope, SENSE_who, value->params[i]);
        scope = who;
    }
    p->name = value->name;
    if (!number_of(&f->b, SEEN(n, scope), &p->number)) p->role = FACE_words;
}

void face_value(struct face *f, const struct clause_info *value, struct node *block, int clause) {
    if (f->arena->failed) return;
    struct node *s = block->kids, *n = s && s->kind == N_DO ? s->a : NULL;
    bool tag = value->result.base == VT_MEMBER && (int)value->result.of == enum_by_name(f->all->m, "tag");
    f->b.steps = 0;
    if (s && s->kind == N_LIST && tag) {
        for (struct node *k = s->kids; k; k = k->next)
            add_part(f, FACE_tag, clause)->of = ref_of(&f->b, SEEN(k, NULL));
    } else if (n && value->result.base == VT_MEMBER && !(value->result.flags & VF_SET)) {
        struct ref held = ref_of(&f->b, SEEN(n, NULL));
        struct face_part *p = add_part(f, held.sort == REF_NONE ? FACE_words : tag ? FACE_tag : FACE_holds, clause);
        p->of = held;
    } else if (n && value->result.base == VT_NUMBER && !value->result.flags) {
        number_value(f, value, n, clause);
    } else if (n && value->result.base == VT_BOOL) {
        struct face_part *p = add_part(f, FACE_requires, clause);
        if (!build_condition(&f->b, n, &p->cond)) p->role = FACE_words;
    } else {
        add_part(f, FACE_words, clause);
    }
}

void face_statements(struct face *f, const struct node *block) {
    if (!f->arena->failed) add_part(f, FACE_do, NONE)->body = build_rule(&f->b, block, false);
}

void face_points(struct face *f, struct node *n) {
    if (f->arena->failed) return;
    struct face_part *p = add_part(f, FACE_points, NONE);
    if (!number_of(&f->b, SEEN(n, NULL), &p->number)) p->role = FACE_words;
}

bool face_drawn(const struct face *f) {
    bool any = false;
    for (const struct face_part *p = f->parts; p; p = p->next) {
        const struct tree *first = p->body.first;
        bool does = p->role == FACE_do || p->role == FACE_when;
        bool test = first && first->verb == TREE_if && !first->get.first && !first->other.first;
        bool half = first && !first->next && (first->verb == TREE_choose || test); /* what for is said elsewhere */
        if (p->role == FACE_words || (does && !first) || half || build_words(&p->body)) return false;
        any = true;
    }
    return any;
}

void face_reaction(struct face *f, struct node *reaction, int clause) {
    if (f->arena->failed) return;
    struct face_part *p = add_part(f, reaction->kind == N_ADJUST ? FACE_adjust : FACE_when, clause);
    if (reaction->kind == N_ADJUST) {
        if (!build_adjustment(&f->b, reaction, &p->adjustment)) p->role = FACE_words;
        return;
    }
    f->b.reacting = true;
    if (reaction->kind == N_INSTEAD || !build_happening(&f->b, reaction->a, &p->happening)) {
        p->role = FACE_words;
        return;
    }
    if (f->b.card == NONE && p->happening.who == WHO_ANY) p->happening.who = WHO_ME; /* whoever acts is "you" there */
    p->body = build_rule(&f->b, reaction->b, false);
    f->b.reacting = false;
}
