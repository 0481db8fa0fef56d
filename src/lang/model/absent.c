/* absent.c: boards that an option leaves out of this configuration, and their spaces, must not be used in it.
 *
 * A rule may speak of them where this configuration never comes: behind a condition on the option, or in a function
 * that is called from there only. So what is spoken of is kept while bodies are checked, and reported when it is
 * known what is called.
 */
#include "lang/model/check.h"

#include <string.h>

static int board_of(const struct model *m, const struct symbol *s) {
    if (s->kind == SYM_BOARD) return s->index;
    return s->kind == SYM_SPACE ? m->spaces.data[s->index].board : NONE;
}

bool symbol_absent(const struct model *m, const struct symbol *s) {
    int board = board_of(m, s);
    return board >= 0 && (size_t)board < m->boards.n && !m->boards.data[board].in_use;
}

int check_caller(const struct checker *c) {
    return c->place == IN_FLOW ? -1 : c->function ? (int)c->function->symbol->index : -2;
}

void check_present(struct checker *c, const struct node *n, const struct symbol *s) {
    if (c->unreached || !symbol_absent(c->m, s)) return;
    struct absent_use use = {n, s, check_caller(c)};
    PUSH(c->m, &c->m->absent, use);
}

/* The option that has the board among its values. */
static const struct option_info *option_with(const struct model *m, const char *board) {
    for (size_t i = 0; i < m->options.n; i++)
        for (const struct node *v = m->options.data[i].node->kids; v; v = v->next)
            if (name_is(v, board)) return &m->options.data[i];
    return NULL;
}

static void report(struct model *m, const struct absent_use *use) {
    const struct board_info *b = &m->boards.data[board_of(m, use->symbol)];
    const struct option_info *o = option_with(m, b->name);
    const char *option = o ? o->name : "option", *chosen = o && o->value->kind == N_NAME ? o->value->name : "another";
    bool kept = use->symbol->kind == SYM_SPACE
                    ? model_error(m, use->at, DIAG_wrong_kind, "there is no \"%s\" with %s = %s: it is on the board %s",
                                  use->symbol->name, option, chosen, b->name)
                    : model_error(m, use->at, DIAG_wrong_kind, "the board %s is not there with %s = %s", b->name,
                                  option, chosen);
    if (kept) model_help(m, "`if %s == %s` around it says when it is meant", option, b->name);
}

/* Marks what is called from anywhere, but from where nothing comes; until nothing more is found. */
static void mark_called(const struct model *m, bool *called) {
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < m->calls.n; i++) {
            const struct call_edge *e = &m->calls.data[i];
            bool live = !e->unreached && (e->caller < 0 || called[e->caller]);
            if (!live || called[e->callee]) continue;
            called[e->callee] = more = true;
        }
    }
}

void model_find_absent(struct model *m) {
    if (!m->absent.n) return;
    bool *called = ARENA_ARRAY(m->arena, bool, m->functions.n + 1);
    if (!called) {
        m->failed = true;
        return;
    }
    memset(called, 0, m->functions.n + 1);
    mark_called(m, called);
    for (size_t i = 0; i < m->absent.n; i++) {
        const struct absent_use *use = &m->absent.data[i];
        if (use->caller < 0 || called[use->caller]) report(m, use);
    }
}
