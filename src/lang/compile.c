/* compile.c: the order of things: prelude, declarations, checks, program. */
#include "lang/compile.h"

#include "lang/emit/emit_program.h"
#include "lang/model/prelude.h"
#include "lang/parse/parser.h"

#include <string.h>

/* Lines of the prelude are not lines of the game. */
static void place_in_prelude(struct node *n) {
    for (; n; n = n->next) {
        n->at.file = PRELUDE_FILE;
        place_in_prelude(n->a), place_in_prelude(n->b), place_in_prelude(n->c);
        place_in_prelude(n->kids), place_in_prelude(n->look);
    }
}

static void parse_preludes(struct model *m) {
    const enum prelude wanted[2] = {PRELUDE_SIGNALS, prelude_of_payment(m->file)};
    for (int i = 0; i < 2; i++) {
        const char *text = prelude_texts[wanted[i]];
        struct diags quiet;
        struct sources none;
        diags_init(&quiet);
        struct node *file = parse_game(m->arena, &quiet, "prelude", text, strlen(text), NULL, &none);
        if (!file || quiet.errors) m->failed = true;
        diags_free(&quiet);
        place_in_prelude(file);
        m->preludes[m->n_preludes++] = file;
    }
}

static void free_model(struct model *m) {
    VEC_FREE(&m->names);
    VEC_FREE(&m->enums);
    VEC_FREE(&m->members);
    for (size_t i = 0; i < m->kinds.n; i++) {
        VEC_FREE(&m->kinds.data[i].members);
        VEC_FREE(&m->kinds.data[i].params);
        VEC_FREE(&m->kinds.data[i].reactions);
    }
    for (size_t i = 0; i < m->functions.n; i++)
        VEC_FREE(&m->functions.data[i]->reactions);
    VEC_FREE(&m->kinds);
    VEC_FREE(&m->cards);
    VEC_FREE(&m->pending);
    VEC_FREE(&m->spaces);
    VEC_FREE(&m->boards);
    VEC_FREE(&m->vars);
    VEC_FREE(&m->zones);
    VEC_FREE(&m->tracks);
    VEC_FREE(&m->functions);
    VEC_FREE(&m->clauses);
    VEC_FREE(&m->reactions);
    VEC_FREE(&m->untils);
    VEC_FREE(&m->asks);
    VEC_FREE(&m->options);
    VEC_FREE(&m->scenarios);
    VEC_FREE(&m->player_members);
    VEC_FREE(&m->card_vars);
    VEC_FREE(&m->end_whens);
    VEC_FREE(&m->phases);
    VEC_FREE(&m->links);
    VEC_FREE(&m->places);
    VEC_FREE(&m->lines);
    VEC_FREE(&m->calls);
    VEC_FREE(&m->absent);
    VEC_FREE(&m->holes);
}

struct compiled compile_inspected(const struct node *file, const struct sources *sources, uint64_t source_hash,
                                  const struct config *config, struct diags *diags, const struct inspector *inspector) {
    struct compiled out = {0};
    struct arena arena;
    struct report report;
    arena_init(&arena);
    report_init(&report, diags, sources);
    /* The checker writes into the tree what names stand for in this configuration, so it has a tree of its own. */
    struct node *tree = node_copy(&arena, file);
    struct model m = {.arena = &arena, .diags = diags, .sources = sources, .file = tree, .report = &report};
    m.failed = arena.failed;
    if (!m.failed) parse_preludes(&m);
    if (!m.failed) model_declare(&m, config);
    if (!m.failed) model_check(&m);
    bool emit = !inspector || !inspector->check_only;
    if (emit && !m.failed && !diags->errors && m.flow && !m.bad_config)
        out.program = emit_program(&m, source_hash, inspector ? inspector->tellings : NULL);
    if (inspector && !m.failed) inspector->look(inspector->user, &m, out.program);
    out.no_memory = m.failed || arena.failed;
    out.bad_config = m.bad_config;
    free_model(&m);
    arena_free(&arena);
    return out;
}

struct compiled compile_game(const struct node *file, const struct sources *sources, uint64_t source_hash,
                             const struct config *config, struct diags *diags) {
    return compile_inspected(file, sources, source_hash, config, diags, NULL);
}
