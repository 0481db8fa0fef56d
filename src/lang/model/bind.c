/* bind.c: which argument of a call fills which parameter. Used by the checker (with reports) and by the emitter. */
#include "lang/model/check.h"

#include <string.h>

static int parameter_named(struct symbol **params, int n, const char *name) {
    for (int i = 0; i < n; i++)
        if (!strcmp(params[i]->name, name)) return i;
    return NONE;
}

static bool bind_item(struct model *m, struct node *item, bool report, struct bound *out) {
    if (out->n_list == MAX_LIST) {
        if (report) model_error(m, item, DIAG_too_large, "more than %d values in one list", MAX_LIST);
        return false;
    }
    out->list[out->n_list++] = item;
    return true;
}

/* values: [7, 7, 5], or values: 7 */
static bool bind_list(struct model *m, struct node *given, bool report, struct bound *out) {
    bool ok = true;
    struct node *bare = node_bare(given);
    out->list_named = true;
    if (bare->kind != N_SET) return bind_item(m, given, report, out);
    for (struct node *k = bare->kids; k && ok; k = k->next)
        ok = bind_item(m, k, report, out);
    return ok;
}

static bool bind_named(struct model *m, struct symbol **params, int n, struct node *arg, bool report,
                       struct bound *out) {
    int i = parameter_named(params, n, arg->name);
    if (i < 0) {
        const char *names[MAX_PARAMETERS];
        for (int k = 0; k < n; k++)
            names[k] = params[k]->name;
        if (report) model_unknown(m, arg, "parameter", arg->name, ONLY_EXTRA, names, (size_t)n);
        return false;
    }
    if (out->value[i] || (i == out->list_param && (out->n_list || out->list_named))) {
        if (report) model_error(m, arg, DIAG_arity, "parameter \"%s\" is given twice", arg->name);
        return false;
    }
    if (i == out->list_param) return bind_list(m, arg->a, report, out);
    out->value[i] = arg->a;
    return true;
}

const char *list_parameters(struct model *m, struct symbol **params, int n) {
    const char *names[MAX_PARAMETERS];
    for (int i = 0; i < n; i++)
        names[i] = params[i]->name;
    return model_list(m, names, (size_t)n);
}

static bool bind_positional(struct model *m, struct symbol **params, int n, struct node *arg, int *next, bool report,
                            struct bound *out) {
    while (*next < n && (out->value[*next] || (*next == out->list_param && out->list_named)))
        (*next)++;
    if (*next < n && params[*next]->type.flags & VF_LIST) return bind_item(m, arg, report, out);
    if (*next >= n) {
        bool kept = report && model_error(m, arg, DIAG_arity, "too many arguments: %d expected", n);
        if (kept && out->list_named)
            model_help(m, "a list that is named stands in brackets: `%s: [...]`", params[out->list_param]->name);
        else if (kept && n > 0)
            model_help(m, "they are: %s", list_parameters(m, params, n));
        return false;
    }
    out->value[(*next)++] = arg;
    return true;
}

bool bind_given(struct model *m, struct symbol **params, int n, struct node *args, bool report, struct bound *out) {
    memset(out, 0, sizeof *out);
    out->list_param = NONE;
    for (int i = 0; i < n; i++)
        if (params[i]->type.flags & VF_LIST) out->list_param = i;
    bool ok = true;
    int next = 0;
    for (struct node *a = args; a; a = a->next)
        ok = (a->kind == N_ARG ? bind_named(m, params, n, a, report, out)
                               : bind_positional(m, params, n, a, &next, report, out)) &&
             ok;
    return ok;
}

bool bind_arguments(struct model *m, struct symbol **params, int n, struct node *args, struct node *at, bool report,
                    struct bound *out) {
    bool ok = bind_given(m, params, n, args, report, out);
    for (int i = 0; i < n; i++) {
        if (out->value[i] || i == out->list_param) continue;
        out->value[i] = params[i]->node ? params[i]->node->b : NULL;
        out->deflt[i] = true;
        if (out->value[i] || !ok) continue;
        bool kept = report && model_error(m, at, DIAG_arity, "argument \"%s\" is missing", params[i]->name);
        if (kept) model_help(m, "in brackets behind the name: (%s)", list_parameters(m, params, n));
        ok = false;
    }
    return ok;
}

struct symbol *kind_gives(struct model *m, int kind, const struct node *arg) {
    int parent = m->kinds.data[kind].parent;
    struct symbol *s = arg->kind == N_ARG && parent >= 0 ? kind_member(m, parent, arg->name) : NULL;
    return s && s->kind == SYM_ATTRIBUTE ? s : NULL;
}

void printed_open(struct model *m, int kind, struct node *args, struct printed *out) {
    out->n = (int)kind_parameters(m, kind, out->nodes, MAX_PARAMETERS);
    for (int i = 0; i < out->n; i++) {
        struct node *p = out->nodes[i];
        out->symbols[i] =
            (struct symbol){.kind = SYM_ATTRIBUTE, .name = p->name, .node = p, .type = model_type(m, p->a)};
        out->params[i] = &out->symbols[i];
    }
    bool copies = kind_member(m, kind, "copies") != NULL;
    int used = 0;
    for (int k = kind, guard = 0; k >= 0 && guard < 64; k = m->kinds.data[k].parent, guard++)
        for (struct node *a = m->kinds.data[k].node->a ? m->kinds.data[k].node->a->kids : NULL; a; a = a->next)
            if (used < MAX_PARAMETERS && kind_gives(m, k, a)) out->args[used++] = *a;
    out->n_given = used;
    for (struct node *a = args; a && used < MAX_LIST + MAX_PARAMETERS; a = a->next)
        if (a->kind != N_ARG || strcmp(a->name, "copies") || copies) out->args[used++] = *a;
    for (int i = 0; i < used; i++)
        out->args[i].next = i + 1 < used ? &out->args[i + 1] : NULL;
    out->own = used ? out->args : NULL;
}

bool printed_bind(struct model *m, struct printed *p, struct node *at, bool report) {
    return bind_arguments(m, p->params, p->n, p->own, at, report, &p->bound);
}
