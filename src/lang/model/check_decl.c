/* check_decl.c: values that declarations give: defaults of parameters of kinds, first values of variables, attributes
 * of names. All of them are constant, and what a variable begins with is in its range. */
#include "lang/model/check.h"

#include <string.h>

static void check_constant(struct model *m, struct node *value, struct type type, const char *what) {
    struct checker c = checker_make(m, IN_PURE);
    int32_t ignored;
    struct type t = check_fits(&c, value, type);
    if (t.base == T_UNKNOWN || type.base == T_UNKNOWN || type.flags || constant_at_start(m, value, type, &ignored))
        return;
    model_error(m, value, DIAG_wrong_type, "%s must be a constant %s", what, type_name(m, type));
}

/* it.floor, it.tokens: attributes of the names a variable is indexed by. */
void declare_it(struct model *m, struct node *n, int e) {
    if (!n) return;
    int32_t ignored;
    if (n->kind == N_FIELD && name_is(n->a, "it") && m->enums.data[e].n > 0 &&
        !enum_attribute(m, e, 0, n->name, &ignored)) {
        const char *names[64] = {"total", "worth", "floor"};
        size_t k = 3;
        for (int i = 0; i < m->enums.data[e].n; i++)
            for (struct node *a = m->members.data[m->enums.data[e].first + i].node->kids; a && k < 64; a = a->next)
                if (a->kind == N_ARG) names[k++] = a->name;
        struct node at = name_at_end(n, n->name);
        model_unknown(m, &at, "member", n->name, ONLY_EXTRA, names, k);
    }
    declare_it(m, n->a, e), declare_it(m, n->b, e), declare_it(m, n->c, e);
}

/* The range of entry number i of a variable; the lower end may depend on which it is. */
int32_t entry_low(struct model *m, const struct var_info *v, int i) {
    const struct node *range = v->node && v->type.base == VT_NUMBER && v->node->a->a ? node_bare(v->node->a->a) : NULL;
    int32_t low = v->low;
    if (!range || v->index_enum < 0 || !mentions_it(range->a)) return low;
    m->it_enum = v->index_enum, m->it_index = i;
    constant_at_start(m, range->a, TYPE(VT_NUMBER), &low);
    m->it_enum = NONE;
    return low;
}

/* ---- first values that are printed */
static bool speaks_of_printed(struct model *m, struct node *n, int kind) {
    if (!n) return false;
    bool own = n->kind == N_NAME || (n->kind == N_FIELD && name_is(n->a, "this"));
    const struct symbol *s = own && !n->number ? kind_member(m, kind, n->name) : NULL;
    if (s && s->kind == SYM_ATTRIBUTE) return true;
    for (struct node *k = n->kids; k; k = k->next)
        if (speaks_of_printed(m, k, kind)) return true;
    return speaks_of_printed(m, n->a, kind) || speaks_of_printed(m, n->b, kind) || speaks_of_printed(m, n->c, kind);
}

/* The kind whose cards or spaces have the variable; NONE: players or the table. */
static int kind_with(const struct model *m, const struct var_info *v) {
    if (v->scope != SCOPE_CARD && v->scope != SCOPE_SPACE) return NONE;
    return v->owner_kind >= 0 ? v->owner_kind : m->cards.data[-2 - v->owner_kind].kind;
}

bool starts_by_owner(struct model *m, const struct var_info *v) {
    int kind = v->node && v->node->b ? kind_with(m, v) : NONE;
    return kind >= 0 && speaks_of_printed(m, v->node->b, kind);
}

bool var_is_of(struct model *m, const struct var_info *v, int owner) {
    int kind = v->scope == SCOPE_SPACE ? m->spaces.data[owner].kind : m->cards.data[owner].kind;
    if (v->owner_kind < 0) return m->cards.data[owner].node == m->cards.data[-2 - v->owner_kind].node;
    return kind_is(m, kind, v->owner_kind);
}

bool entry_start(struct model *m, const struct var_info *v, int owner, int i, int32_t *out) {
    if (v->index_enum >= 0) m->it_enum = v->index_enum, m->it_index = i;
    if (owner >= 0 && v->scope == SCOPE_SPACE)
        m->printed_on = (struct printed_on){m->spaces.data[owner].kind, m->spaces.data[owner].args};
    else if (owner >= 0)
        m->printed_on = (struct printed_on){m->cards.data[owner].kind, m->cards.data[owner].node->kids};
    bool known = constant_at_start(m, v->node->b, v->type, out);
    m->it_enum = m->printed_on.kind = NONE;
    return known;
}

/* False, reported: an entry begins with something else than a constant in its range. */
static bool check_entry(struct model *m, struct var_info *v, int owner, int i) {
    int32_t low = entry_low(m, v, i), begin;
    bool known = entry_start(m, v, owner, i, &begin), number = v->type.base == VT_NUMBER;
    if (known && (!number || (begin >= low && begin <= v->high))) return true;
    const char *whose = owner >= 0 && v->scope == SCOPE_SPACE ? m->spaces.data[owner].name
                        : owner >= 0                          ? m->cards.data[owner].name
                        : v->index_enum >= 0 ? m->members.data[m->enums.data[v->index_enum].first + i].name
                                             : "it";
    if (!known)
        model_error(m, v->node->b, DIAG_wrong_type, "what a variable begins with must be a constant %s",
                    type_name(m, v->type));
    else
        model_error(m, v->node->b, DIAG_out_of_range, "%s begins with %d, outside the range %d..%d", whose, begin, low,
                    v->high);
    return false;
}

static void check_entries(struct model *m, struct var_info *v) {
    int n = v->index_enum >= 0 ? m->enums.data[v->index_enum].n : 1;
    int owners = (int)(v->scope == SCOPE_SPACE ? m->spaces.n : m->cards.n);
    bool by_owner = starts_by_owner(m, v), fine = true;
    for (int owner = 0; by_owner && owner < owners && fine; owner++)
        for (int i = 0; i < n && fine && var_is_of(m, v, owner); i++)
            fine = check_entry(m, v, owner, i);
    for (int i = 0; !by_owner && i < n && fine; i++)
        fine = check_entry(m, v, NONE, i);
}

static void check_first_value(struct model *m, struct var_info *v) {
    struct node *n = v->node;
    if (!n || !n->b) return;
    size_t errors = m->diags->errors;
    bool by_owner = starts_by_owner(m, v);
    if (by_owner && v->note)
        model_error(m, n->b, DIAG_wrong_type, "a note on the back begins with the same on every card");
    if (by_owner && !(v->index_enum >= 0 && mentions_it(n->b))) {
        struct checker c = checker_make(m, IN_PURE);
        c.this_type = TYPE_OF(v->scope == SCOPE_SPACE ? VT_SPACE : VT_CARD, (unsigned)kind_with(m, v));
        check_fits(&c, n->b, v->type);
    } else if (v->index_enum >= 0 && mentions_it(n->b)) {
        declare_it(m, n->b, v->index_enum);
    } else {
        check_constant(m, n->b, v->type, "what a variable begins with");
    }
    if ((v->type.base == VT_NUMBER || by_owner) && m->diags->errors == errors) check_entries(m, v);
}

void check_declarations(struct model *m) {
    for (size_t k = 0; k < m->kinds.n; k++)
        for (struct node *p = m->kinds.data[k].node->kids; p; p = p->next) {
            if (!p->b) continue;
            struct type t = model_type(m, p->a);
            if (t.flags & VF_LIST)
                model_error(m, p->b, DIAG_wrong_type, "a list has no default");
            else
                check_constant(m, p->b, t, "a default");
        }
    for (size_t i = 0; i < m->vars.n; i++)
        check_first_value(m, &m->vars.data[i]);
}
