/* calls.c: no verb or function may run inside itself, directly or through others: a game has a fixed size. Rules of
 * cards are no functions: the machine keeps a rule from being entered twice on the same card. */
#include "lang/model/sema.h"

#include <string.h>

struct search {
    struct model *m;
    int *first;          /* per function: its first edge in `order` */
    int *order;          /* edges sorted by caller */
    int *way, depth;     /* functions being followed */
    unsigned char *seen; /* 0 not yet, 1 on the way, 2 done */
    int *at;             /* per place on the way: the next edge to follow */
};

static void sort_edges(struct search *s) {
    struct model *m = s->m;
    size_t n = m->functions.n;
    for (size_t i = 0; i < m->calls.n; i++)
        if (m->calls.data[i].caller >= 0) s->first[m->calls.data[i].caller + 1]++;
    for (size_t i = 0; i < n; i++)
        s->first[i + 1] += s->first[i];
    for (size_t i = m->calls.n; i-- > 0;) { /* filled from the end of each group, so that the first call comes first */
        int caller = m->calls.data[i].caller;
        if (caller >= 0) s->order[--s->first[caller + 1]] = (int)i;
    }
    for (size_t i = 0; i < n; i++)
        s->first[i] = s->first[i + 1];
    int total = 0;
    for (size_t i = 0; i < m->calls.n; i++)
        total += m->calls.data[i].caller >= 0;
    s->first[n] = total;
}

static void report_cycle(struct search *s, int start, const struct node *back) {
    struct model *m = s->m;
    const struct function *f = m->functions.data[s->way[start]];
    if (f->prelude) return;
    if (start == s->depth - 1) {
        if (model_error(m, back, DIAG_recursion, "\"%s\" calls itself", f->name)) model_declared(m, f->symbol);
    } else {
        const char *names[16];
        size_t k = 0;
        for (int i = start + 1; i < s->depth && k < 16; i++)
            names[k++] = m->functions.data[s->way[i]]->name;
        if (model_error(m, back, DIAG_recursion, "\"%s\" calls itself through %s", f->name, model_list(m, names, k)))
            model_declared(m, f->symbol);
    }
}

static void follow(struct search *s, int root) {
    s->depth = 1, s->way[0] = root, s->at[0] = s->first[root], s->seen[root] = 1;
    while (s->depth > 0) {
        int here = s->way[s->depth - 1];
        if (s->at[s->depth - 1] == s->first[here + 1]) {
            s->seen[here] = 2;
            s->depth--;
            continue;
        }
        const struct call_edge *e = &s->m->calls.data[s->order[s->at[s->depth - 1]++]];
        if (s->seen[e->callee] == 1) {
            int start = 0;
            while (s->way[start] != e->callee)
                start++;
            report_cycle(s, start, e->at);
        } else if (s->seen[e->callee] == 0) {
            s->seen[e->callee] = 1;
            s->way[s->depth] = e->callee;
            s->at[s->depth] = s->first[e->callee];
            s->depth++;
        }
    }
}

void model_find_cycles(struct model *m) {
    size_t n = m->functions.n;
    struct search s = {.m = m};
    s.first = ARENA_ARRAY(m->arena, int, n + 2);
    s.order = ARENA_ARRAY(m->arena, int, m->calls.n + 1);
    s.way = ARENA_ARRAY(m->arena, int, n + 1);
    s.at = ARENA_ARRAY(m->arena, int, n + 1);
    s.seen = ARENA_ARRAY(m->arena, unsigned char, n + 1);
    if (!s.first || !s.order || !s.way || !s.at || !s.seen) {
        m->failed = true;
        return;
    }
    sort_edges(&s);
    for (size_t i = 0; i < n; i++)
        if (!s.seen[i]) follow(&s, (int)i);
}
