/* emit_card.c: what is printed on cards and spaces as tables, and their rules and clauses as routines.
 * A clause of a kind is a table by card: of constants when every card gives one, of routines otherwise. */
#include "lang/emit/emit.h"

#include <string.h>

/* ---- arguments of instances and spaces */
static int32_t constant_list(struct emitter *e, struct node *const *items, int n, struct type list) {
    int32_t words[65] = {n};
    for (int i = 0; i < n; i++)
        words[i + 1] = NONE, constant_at_start(e->m, items[i], type_make(list.base, 0, list.of), &words[i + 1]);
    return (int32_t)output_pool(&e->out, words, (size_t)n + 1);
}

/* The value of parameter `wanted` among the arguments of something of `kind`; its default when it is not given. */
int32_t printed_value(struct emitter *e, int kind, struct node *args, struct node *wanted) {
    struct printed p;
    printed_open(e->m, kind, args, &p);
    if (!printed_bind(e->m, &p, wanted, false)) return 0;
    int at = 0;
    while (at < p.n && p.nodes[at] != wanted)
        at++;
    if (at == p.n) return NONE;
    struct type t = p.params[at]->type;
    if (at == p.bound.list_param) return constant_list(e, p.bound.list, p.bound.n_list, t);
    int32_t value = t.base == VT_NUMBER || t.base == VT_BOOL ? 0 : NONE;
    if (p.bound.value[at]) constant_at_start(e->m, p.bound.value[at], t, &value);
    return value;
}

int attribute_table(struct emitter *e, struct symbol *s) {
    struct kind_info *k = &e->m->kinds.data[s->owner_kind];
    int *slot = &e->attribute_tables[s->owner_kind][s->index];
    if (*slot != NONE) return *slot;
    VEC(int32_t) words = {0};
    struct type t = model_type(e->m, k->params.data[s->index]->a);
    int32_t none = t.flags & VF_LIST                          ? (int32_t)output_pool(&e->out, (int32_t[]){0}, 1)
                   : t.base == VT_NUMBER || t.base == VT_BOOL ? 0
                                                              : NONE;
    size_t n = k->is_space ? e->m->spaces.n : e->m->cards.n;
    for (size_t i = 0; i < n; i++) {
        int kind = k->is_space ? e->m->spaces.data[i].kind : e->m->cards.data[i].kind;
        struct node *args = k->is_space ? e->m->spaces.data[i].args : e->m->cards.data[i].node->kids;
        PUSH(&e->out, &words,
             kind_is(e->m, kind, s->owner_kind) ? printed_value(e, kind, args, k->params.data[s->index]) : none);
    }
    *slot = emit_table(e, TABLE_INT, words.data, words.n, 0, 0, none);
    VEC_FREE(&words);
    return *slot;
}

int member_table(struct emitter *e, int enum_number, const char *name) {
    int32_t words[128];
    int n = e->m->enums.data[enum_number].n;
    for (int i = 0; i < n; i++)
        words[i] = 0, enum_attribute(e->m, enum_number, i, name, &words[i]);
    return emit_table(e, TABLE_INT, words, (size_t)n, 0, 0, 0);
}

/* ---- clauses */
static struct node *own_clause(struct emitter *e, size_t card, const char *name) {
    struct node *n = e->m->cards.data[card].node->b ? e->m->cards.data[card].node->b->kids : NULL;
    while (n && !(n->kind == N_CLAUSE && !strcmp(n->name, name)))
        n = n->next;
    return n;
}

static bool clause_constant(struct emitter *e, struct clause_info *c, struct node *own, int32_t *out) {
    struct node *s = own && own->b ? own->b->kids : NULL;
    if (c->result.flags & VF_LIST) {
        struct node *items[MAX_LIST], *one = own ? (s && s->kind == N_DO ? s->a : NULL) : c->node->c;
        struct node *list = s && s->kind == N_LIST ? s : one && node_bare(one)->kind == N_SET ? node_bare(one) : NULL;
        int n = 0;
        for (struct node *k = list ? list->kids : NULL; k; k = k->next) {
            if (n == MAX_LIST) {
                model_too_large(e->m, k, "a list has at most %d items", MAX_LIST);
                break;
            }
            items[n++] = k;
        }
        if (!list && one) items[n++] = one;
        *out = constant_list(e, items, n, c->result);
        return true;
    }
    struct node *value = own ? (s && s->kind == N_DO ? s->a : NULL) : c->node->c;
    return value && !(value->symbol && value->symbol->kind == SYM_LOCAL) && constant_value(e->m, value, c->result, out);
}

static void clause_table(struct emitter *e, struct clause_info *c) {
    VEC(int32_t) words = {0};
    bool constant = c->kind == SYM_CLAUSE && !c->n_params && !(c->result.flags & VF_SET);
    for (size_t i = 0; constant && i < e->m->cards.n; i++) {
        int32_t value = 0;
        if (kind_is(e->m, e->m->cards.data[i].kind, c->owner_kind))
            constant = clause_constant(e, c, own_clause(e, i, c->name), &value);
        else if (c->result.flags & VF_LIST)
            value = constant_list(e, NULL, 0, c->result);
        PUSH(&e->out, &words, value);
    }
    if (!constant) {
        words.n = 0;
        int shared = NONE;
        for (size_t i = 0; i < e->m->cards.n; i++) {
            int32_t routine = NONE;
            struct card_info *card = &e->m->cards.data[i];
            bool body = c->kind == SYM_RULE ? c->node->b != NULL : c->node->c != NULL;
            if (kind_is(e->m, card->kind, c->owner_kind)) {
                if (card->copy)
                    routine = words.data[i - 1];
                else if (own_clause(e, i, c->name))
                    routine = emit_routine(e, arena_printf(e->m->arena, "%s: %s", card->name, c->name),
                                           own_clause(e, i, c->name));
                else if (body)
                    routine = shared != NONE
                                  ? shared
                                  : (shared = emit_routine(e,
                                                           arena_printf(e->m->arena, "%s: %s",
                                                                        e->m->kinds.data[c->owner_kind].name, c->name),
                                                           c->node));
            }
            PUSH(&e->out, &words, routine);
        }
    }
    e->clauses[c->number].constant = constant;
    e->clauses[c->number].table =
        emit_table(e, constant ? TABLE_INT : TABLE_ROUTINE, words.data, words.n, 0, 0, constant ? 0 : NONE);
    VEC_FREE(&words);
}

void emit_cards(struct emitter *e) {
    e->attribute_tables = ARENA_ARRAY(e->m->arena, int *, e->m->kinds.n + 1);
    for (size_t k = 0; e->attribute_tables && k < e->m->kinds.n; k++) {
        e->attribute_tables[k] = ARENA_ARRAY(e->m->arena, int, e->m->kinds.data[k].params.n + 1);
        for (size_t i = 0; e->attribute_tables[k] && i < e->m->kinds.data[k].params.n; i++)
            e->attribute_tables[k][i] = NONE;
        if (!e->attribute_tables[k]) e->out.failed = true;
    }
    if (!e->attribute_tables) e->out.failed = true;
    if (e->out.failed) return;
    for (size_t i = 0; i < e->m->cards.n; i++) {
        struct card out = {.name = output_string(&e->out, e->m->cards.data[i].name),
                           .kind = (uint16_t)e->m->cards.data[i].kind,
                           .copy = (uint16_t)e->m->cards.data[i].copy};
        PUSH(&e->out, &e->out.cards, out);
    }
    for (size_t i = 0; i < e->m->clauses.n; i++)
        clause_table(e, e->m->clauses.data[i]);
}

static void emit_clause_body(struct emitter *e, struct clause_info *c, int routine, struct node *block,
                             struct node *expression) {
    emit_begin(e, routine, c->result);
    for (int i = 0; i < c->n_params; i++)
        set_reg(e, c->params[i], emit_reg(e, c->params[i]->type));
    e->out.routines.data[routine].n_args = (uint8_t)(e->top - REG_ARGS);
    if (c->kind == SYM_RULE) {
        emit_op(e, OP_GUARD, 1, 0, 0);
        emit_block(e, block);
    } else {
        struct node *value = expression                                          ? expression
                             : block && block->kids && block->kids->kind == N_DO ? block->kids->a
                                                                                 : NULL;
        if (value) {
            int v = emit_value(e, value, c->result, NONE);
            emit_op(e, OP_RET, v, type_width(e, c->result), 0);
        }
    }
    emit_end(e);
}

/* Bodies, once all numbers are known. */
void emit_rules(struct emitter *e) {
    for (size_t i = 0; i < e->m->clauses.n; i++) {
        struct clause_info *c = e->m->clauses.data[i];
        if (e->clauses[c->number].constant) continue;
        bool shared_done = false;
        for (size_t k = 0; k < e->m->cards.n; k++) {
            int32_t routine = e->out.pool.data[e->out.tables.data[e->clauses[c->number].table].first + k];
            if (routine < 0 || e->m->cards.data[k].copy) continue;
            struct node *own = own_clause(e, k, c->name);
            if (own)
                emit_clause_body(e, c, routine, own->b, NULL);
            else if (!shared_done)
                emit_clause_body(e, c, routine, c->node->b, c->node->c), shared_done = true;
        }
    }
}
