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

bool entry_start(struct model *m, const struct var_info *v, int i, int32_t *out) {
    if (v->index_enum >= 0) m->it_enum = v->index_enum, m->it_index = i;
    bool known = constant_at_start(m, v->node->b, v->type, out);
    m->it_enum = NONE;
    return known;
}

static void check_first_range(struct model *m, struct var_info *v, struct node *value) {
    int n = v->index_enum >= 0 ? m->enums.data[v->index_enum].n : 1;
    for (int i = 0; i < n; i++) {
        int32_t low = entry_low(m, v, i), begin;
        if (v->index_enum >= 0) m->it_enum = v->index_enum, m->it_index = i;
        bool known = constant_at_start(m, value, v->type, &begin);
        m->it_enum = NONE;
        if (known && begin >= low && begin <= v->high) continue;
        const char *whose = v->index_enum >= 0 ? m->members.data[m->enums.data[v->index_enum].first + i].name : "it";
        if (!known)
            model_error(m, value, DIAG_wrong_type, "what a variable begins with must be a constant number");
        else
            model_error(m, value, DIAG_out_of_range, "%s begins with %d, outside the range %d..%d", whose, begin, low,
                        v->high);
        return;
    }
}

static void check_first_value(struct model *m, struct var_info *v) {
    struct node *n = v->node;
    if (!n || !n->b) return;
    size_t errors = m->diags->errors;
    if (v->index_enum >= 0 && mentions_it(n->b))
        declare_it(m, n->b, v->index_enum);
    else
        check_constant(m, n->b, v->type, "what a variable begins with");
    if (v->type.base == VT_NUMBER && m->diags->errors == errors) check_first_range(m, v, n->b);
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
