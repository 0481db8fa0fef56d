/* modes.c: what variables and tracks begin with, and their ranges, in every mode of a game. */
#include "design/model_inside.h"

#include "lang/compile.h"

#include <string.h>

enum { MODES = 32 }; /* as many as an editor checks */

struct gathering {
    struct definition *d;
    struct modes *modes;
    VEC(struct mode) list;
};

bool mode_start(struct model *m, const struct var_info *v, int32_t *out) {
    *out = v->initial;
    if (!v->node || v->node->kind != N_VAR || v->type.base != VT_NUMBER) return v->type.base == VT_NUMBER;
    return v->node->b && !mentions_it(v->node->b) && !starts_by_owner(m, v) && entry_start(m, v, NONE, 0, out);
}

static void note_values(void *user, struct model *m, const struct program *program) {
    struct gathering *g = user;
    (void)program;
    for (size_t i = 0; i < m->vars.n; i++) {
        const struct var_info *v = &m->vars.data[i];
        if (!v->node || v->internal) continue;
        struct mode_value value = {v->node->at, (int)g->list.n - 1, v->low, v->high, 0};
        if (mode_start(m, v, &value.start)) PUSH(g->modes, &g->modes->values, value);
    }
    for (size_t i = 0; i < m->tracks.n; i++) {
        const struct track_info *track = &m->tracks.data[i];
        struct mode_value value = {track->node->at, (int)g->list.n - 1, track->low, track->high,
                                   m->vars.data[track->var].initial};
        PUSH(g->modes, &g->modes->values, value);
    }
}

static void try_mode(struct gathering *g, unsigned seats, const char *option) {
    struct diags diags;
    struct inspector inspector = {.look = note_values, .user = g, .check_only = true};
    struct config config = {.seats = seats, .options = &option, .n_options = option != NULL};
    struct mode mode = {seats, option};
    size_t before = g->modes->values.n;
    if (g->list.n >= MODES) return;
    PUSH(g->modes, &g->list, mode);
    diags_init(&diags);
    struct compiled made = compile_inspected(g->d->file, &g->d->sources, 0, &config, &diags, &inspector);
    if (made.no_memory) g->modes->failed = true;
    if (made.bad_config || diags.errors) g->list.n--, g->modes->values.n = before;
    diags_free(&diags);
}

static void note_option(void *user, struct node *n) {
    struct gathering *g = user;
    if (n->kind != N_OPTION_DECL || !n->kids) return;
    for (const struct node *v = n->kids->next; v; v = v->next) {
        const char *option = v->kind == N_NUMBER ? arena_printf(&g->d->arena, "%s=%d", n->name, (int)v->number)
                             : v->kind == N_NAME ? arena_printf(&g->d->arena, "%s=%s", n->name, v->name)
                                                 : NULL;
        if (option) try_mode(g, 0, option);
    }
}

static void note_game(void *user, struct node *n) {
    struct gathering *g = user;
    unsigned least, most;
    if (n->kind != N_GAME || !game_players(n, &least, &most)) return;
    unsigned usual = least > 1 || most < 2 ? least : 2;
    for (unsigned seats = least; seats <= most; seats++)
        if (seats != usual) try_mode(g, seats, NULL);
}

void modes_collect(struct definition *d, struct modes *out) {
    struct gathering g = {d, out, {0}};
    definition_each(d, false, note_game, &g);
    definition_each(d, false, note_option, &g);
    out->list = ARENA_ARRAY(&d->arena, struct mode, g.list.n + 1);
    if (!out->list) out->failed = true;
    if (out->list && g.list.n) memcpy(out->list, g.list.data, g.list.n * sizeof *out->list);
    out->n = out->list ? g.list.n : 0;
    VEC_FREE(&g.list);
}
