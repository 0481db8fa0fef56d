/* declare.c: from the tree to the model: every declaration of the chosen configuration gets its number.
 * Order matters: options first (modules depend on them), then enumerations and kinds (types depend on them), then
 * boards, variables, functions, instances, and last what is written about them. Bodies are left to check_*.c. */
#include "lang/model/declare.h"

#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <stdlib.h>
#include <string.h>

#define ENUM_WORD(name, word) word,
static const char *const enum_words[] = {ENUM_WORDS(ENUM_WORD)};
#undef ENUM_WORD

/* ---- options and the game's head */
static struct node *value_as_written(struct node *values, const char *text) {
    for (struct node *v = values; v; v = v->next) {
        char buffer[32];
        if (v->kind == N_NAME && !strcmp(v->name, text)) return v;
        if (v->kind == N_NUMBER) {
            int64_t n = v->number;
            size_t i = sizeof buffer - 1;
            buffer[i] = 0;
            do
                buffer[--i] = (char)('0' + n % 10);
            while ((n /= 10) && i > 0);
            if (!strcmp(buffer + i, text)) return v;
        }
    }
    return NULL;
}

static const struct config *active_config(struct model *m) {
    return m->config;
}

static void declare_option(struct model *m, struct node *n) {
    if (n->kind != N_OPTION_DECL) return;
    struct node *value = n->kids;
    const struct config *config = active_config(m);
    size_t len = strlen(n->name);
    for (size_t i = 0; i < config->n_options; i++) {
        const char *o = config->options[i];
        if (strncmp(o, n->name, len) || o[len] != '=') continue;
        struct node *chosen = value_as_written(n->kids, o + len + 1);
        if (chosen)
            value = chosen;
        else
            m->bad_config = true;
    }
    for (struct symbol *s = model_find(m, n->name); s; s = s->same)
        if (s->kind == SYM_OPTION) {
            model_twice(m, n, "option", n->name, s->node);
            return;
        }
    if (!strcmp(n->name, "players")) { /* scenarios and records say it with this word */
        model_error(m, n, DIAG_duplicate, "how many play is a clause of \"game\": \"players: 2..4\"");
        return;
    }
    if (m->options.n >= MAX_OPTIONS_OF_GAME)
        model_too_large(m, n, "a game has at most %d options", MAX_OPTIONS_OF_GAME);
    if (m->oversized) return;
    struct option_info info = {n->name, n, value};
    PUSH(m, &m->options, info);
    model_add(m, SYM_OPTION, n->name, n, TYPE(T_UNKNOWN), (int)m->options.n - 1);
}

static struct node *clause_of(struct node *block, const char *name) {
    for (struct node *c = block ? block->kids : NULL; c; c = c->next)
        if (c->kind == N_CLAUSE && !strcmp(c->name, name)) return c;
    return NULL;
}

struct node *clause_expression(struct node *clause) {
    struct node *s = clause && clause->b ? clause->b->kids : NULL;
    return s && !s->next && s->kind == N_DO ? s->a : NULL;
}

static bool declare_game_clauses(struct model *m, struct node *n) {
    static const char *const known[] = {"players", "limit", "text", "author", "title"};
    bool good = true;
    for (struct node *c = n->b ? n->b->kids : NULL; c; c = c->next) {
        size_t i = 0, count = sizeof known / sizeof *known;
        while (i < count && !(c->kind == N_CLAUSE && !strcmp(c->name, known[i])))
            i++;
        if (i < count) continue;
        model_unknown(m, c, "clause", c->name ? c->name : "?", ONLY_EXTRA, known, count);
        good = false;
    }
    return good;
}

static bool seat_number(const struct node *n, unsigned *seats) {
    n = node_bare(n);
    if (!n || n->kind != N_NUMBER || n->number < 1 || n->number > MAX_SEATS) return false;
    return *seats = (unsigned)n->number, true;
}

bool game_players(const struct node *game, unsigned *least, unsigned *most) {
    const struct node *n = node_bare(clause_expression(clause_of(game->b, "players")));
    unsigned low, high;
    bool range = n && n->kind == N_BINARY && n->number == TOKEN_DOTS;
    if (!seat_number(range ? n->a : n, &low) || !seat_number(range ? n->b : n, &high) || low > high) return false;
    *least = low, *most = high;
    return true;
}

static void declare_game(struct model *m, struct node *n) {
    if (n->kind != N_GAME) return;
    if (m->game) {
        if (model_error(m, n, DIAG_duplicate, "there is a `game` already"))
            model_note(m, m->game, "the first one is here");
        return;
    }
    m->game = n;
    m->title = n->name;
    struct node *players = clause_expression(clause_of(n->b, "players"));
    bool known_clauses = declare_game_clauses(m, n);
    if (!players && known_clauses)
        model_error(m, n, DIAG_missing_clause, "`game` needs a clause `players:`, for example `players: 2..4`");
    if (!game_players(n, &m->min_seats, &m->max_seats) && players)
        model_error(m, players, DIAG_out_of_range, "players must be a number from 1 to %d, or a range of such numbers",
                    MAX_SEATS);
}

static void declare_limit(struct model *m) {
    struct node *limit = m->game ? clause_expression(clause_of(m->game->b, "limit")) : NULL;
    if (!limit) return;
    int32_t n = 0;
    int period = limit->kind == N_AMOUNT ? member_by_name(m, m->period_enum, limit->b->name) : NONE;
    if (period < 0 && limit->kind == N_AMOUNT)
        model_unknown_period(m, limit->b, limit->b->name);
    else if (period < 0 || !constant_number(m, limit->a, &n) || n < 1 || n > 60000)
        model_error(m, limit, DIAG_wrong_type, "a limit is a number and a period, for example `limit: 60 round`");
    else
        m->limit_count = n, m->limit_period = period;
}

/* ---- enumerations */
static void declare_members(struct model *m, struct node *n) {
    if (n->kind != N_ENUM || strcmp(n->name, m->enums.data[m->enums.n - 1].name)) return;
    int e = (int)m->enums.n - 1;
    for (struct node *k = n->kids; k; k = k->next) {
        struct symbol *old = model_find(m, k->name);
        while (old && !(old->kind == SYM_MEMBER && (int)old->type.of == e))
            old = old->same;
        if (old) {
            model_twice(m, k, n->name, k->name, old->node);
            continue;
        }
        struct member_info info = {k->name, k, e};
        PUSH(m, &m->members, info);
        model_add(m, SYM_MEMBER, k->name, k, TYPE_OF(VT_MEMBER, (unsigned)e), m->enums.data[e].n++);
    }
}

static void declare_enums(struct model *m) {
    for (size_t i = 0; i < sizeof enum_words / sizeof *enum_words; i++) {
        struct enum_info info = {enum_words[i], (int)m->members.n, 0};
        PUSH(m, &m->enums, info);
        if (m->failed) return;
        model_each(m, declare_members);
        if (m->enums.data[m->enums.n - 1].n > 120)
            model_too_large(m, m->members.data[m->enums.data[i].first + 120].node,
                            "a game has at most 120 names of one sort, here %s", enum_words[i]);
        model_add(m, SYM_ENUM, enum_words[i], NULL, type_make(VT_MEMBER, VF_SET, (unsigned)i), (int)i);
    }
    m->period_enum = enum_by_name(m, "period");
}

/* ---- kinds */
static bool kind_known(struct model *m, const char *name, int *index) {
    for (struct symbol *s = model_find(m, name); s; s = s->same)
        if (s->kind == SYM_KIND) return *index = s->index, s->used = true, true;
    return false;
}

static void declare_kind(struct model *m, struct node *n) {
    if (n->kind != N_KIND) return;
    int old;
    if (kind_known(m, n->name, &old)) {
        model_twice(m, n, "kind", n->name, m->kinds.data[old].node);
        return;
    }
    struct kind_info info = {.name = n->name, .node = n, .parent = NONE, .number = (int)m->kinds.n};
    PUSH(m, &m->kinds, info);
    model_add(m, SYM_KIND, n->name, n, type_make(VT_CARD, VF_SET, (unsigned)m->kinds.n - 1), (int)m->kinds.n - 1);
}

static void link_kinds(struct model *m) {
    for (size_t i = 0; i < m->kinds.n; i++) {
        struct kind_info *k = &m->kinds.data[i];
        if (!k->node->a) continue;
        int parent;
        if (kind_known(m, k->node->a->name, &parent))
            k->parent = parent;
        else if (strcmp(k->node->a->name, "space") && strcmp(k->node->a->name, "card")) {
            static const char *const roots[] = {"space", "card"};
            const char *meant = model_unknown(m, k->node->a, "kind", k->node->a->name, 1u << SYM_KIND, roots, 2);
            k->broken = true; /* what was meant stands in for it, so that nothing else is reported */
            if (meant && kind_known(m, meant, &parent))
                k->parent = parent;
            else
                k->is_space = meant && !strcmp(meant, "space");
        }
    }
    for (size_t i = 0; i < m->kinds.n; i++) {
        int k = (int)i, steps = 0;
        while (m->kinds.data[k].parent >= 0 && steps++ <= (int)m->kinds.n)
            k = m->kinds.data[k].parent;
        struct kind_info *root = &m->kinds.data[k];
        if (steps > (int)m->kinds.n) {
            model_error(m, m->kinds.data[i].node, DIAG_recursion, "kind \"%s\" is its own ancestor",
                        m->kinds.data[i].name);
            m->kinds.data[i].parent = NONE;
        } else if (steps > MAX_KIND_DEPTH)
            model_too_large(m, m->kinds.data[i].node, "kinds are derived from one another at most %d times",
                            MAX_KIND_DEPTH);
        m->kinds.data[i].is_space = root->is_space || (root->node->a && !strcmp(root->node->a->name, "space"));
        for (struct symbol *s = model_find(m, m->kinds.data[i].name); s; s = s->same)
            if (s->kind == SYM_KIND)
                s->type = type_make(m->kinds.data[i].is_space ? VT_SPACE : VT_CARD, VF_SET, (unsigned)i);
    }
}

static struct symbol *add_kind_member(struct model *m, int kind, int sym, struct node *n, struct type t, int index) {
    struct symbol *s = ARENA_NEW(m->arena, struct symbol);
    if (!s) {
        m->failed = true;
        return NULL;
    }
    *s = (struct symbol){.kind = (uint8_t)sym, .name = n->name, .node = n, .type = t, .index = index};
    s->owner_kind = kind;
    if (m->kinds.data[kind].members.n >= MAX_MEMBERS)
        model_too_large(m, n, "a kind has at most %d members", MAX_MEMBERS);
    if (m->oversized) return s;
    struct symbol *old = kind_member(m, kind, n->name);
    if (old && model_error(m, n, DIAG_duplicate, "\"%s\" is already a member of this kind", n->name))
        model_note(m, old->node, "the first one is here");
    PUSH(m, &m->kinds.data[kind].members, s);
    return s;
}

struct symbol **declare_parameters(struct model *m, struct node *params, int *count) {
    int n = 0;
    for (struct node *p = params; p; p = p->next)
        n++;
    if (n > MAX_PARAMETERS) {
        model_error(m, params, DIAG_too_large, "a verb or function has at most %d parameters; this one has %d",
                    MAX_PARAMETERS, n);
        n = MAX_PARAMETERS;
    }
    struct symbol **out = ARENA_ARRAY(m->arena, struct symbol *, (size_t)n + 1);
    if (!out) {
        m->failed = true;
        *count = 0;
        return NULL;
    }
    int i = 0;
    for (struct node *p = params; p && i < n; p = p->next, i++) {
        struct symbol *s = ARENA_NEW(m->arena, struct symbol);
        if (!s) {
            m->failed = true;
            break;
        }
        for (int k = 0; k < i; k++)
            if (!strcmp(out[k]->name, p->name)) model_twice(m, p, "parameter", p->name, out[k]->node);
        if (p->look) model_error(m, p->look, DIAG_wrong_kind, "only what is printed on cards and spaces has a look");
        *s = (struct symbol){.kind = SYM_LOCAL,
                             .name = p->name,
                             .node = p,
                             .type = model_type(m, p->a),
                             .index = i,
                             .number = ++m->n_locals};
        if (s->type.flags & VF_LIST && p->next && p->next->a && !p->next->b && p->next->kind == N_PARAM)
            model_error(m, p, DIAG_arity, "a list parameter must be the last one without a default");
        out[i] = s;
    }
    *count = i;
    return out;
}

static void declare_clause(struct model *m, int kind, struct node *n) {
    struct clause_info *c = ARENA_NEW(m->arena, struct clause_info);
    if (!c) {
        m->failed = true;
        return;
    }
    c->kind = n->kind == N_RULE ? SYM_RULE : SYM_CLAUSE;
    c->name = n->name, c->node = n, c->owner_kind = kind, c->number = (int)m->clauses.n;
    c->result = n->kind == N_RULE ? TYPE(T_VOID) : n->a ? model_type(m, n->a) : TYPE(VT_NUMBER);
    c->params = declare_parameters(m, n->kind == N_RULE ? NULL : n->kids, &c->n_params);
    PUSH(m, &m->clauses, c);
    add_kind_member(m, kind, c->kind, n, c->result, c->number);
}

static void declare_kind_members(struct model *m) {
    for (size_t i = 0; i < m->kinds.n; i++) {
        struct kind_info *k = &m->kinds.data[i];
        int index = 0;
        for (struct node *p = k->node->kids; p; p = p->next) {
            if (index == MAX_PARAMETERS) model_too_large(m, p, "a kind has at most %d parameters", MAX_PARAMETERS);
            if (m->oversized) return;
            if (p->look && !name_is(p->look, "none"))
                model_error(m, p->look, DIAG_wrong_kind,
                            "what is printed has no look but `none`: it is not printed then");
            PUSH(m, &k->params, p);
            add_kind_member(m, (int)i, SYM_ATTRIBUTE, p, model_type(m, p->a), index++);
        }
    }
    for (size_t i = 0; i < m->kinds.n; i++) {
        size_t all = 0;
        for (int k = (int)i; k >= 0; k = m->kinds.data[k].parent)
            all += m->kinds.data[k].params.n;
        if (all > MAX_PARAMETERS)
            model_too_large(m, m->kinds.data[i].node, "a kind has at most %d parameters, with those it inherits",
                            MAX_PARAMETERS);
    }
    for (size_t i = 0; i < m->kinds.n; i++) {
        for (struct node *n = m->kinds.data[i].node->b ? m->kinds.data[i].node->b->kids : NULL; n; n = n->next) {
            bool shown = n->kind == N_CLAUSE && (!strcmp(n->name, "look") || !strcmp(n->name, "text"));
            if (m->kinds.data[i].is_space && n->kind != N_VAR && !shown)
                model_error(m, n, DIAG_wrong_kind,
                            "a kind of space has parameters, var and look; only cards have the rest");
            else if (n->kind == N_RULE || n->kind == N_VALUE)
                declare_clause(m, (int)i, n);
            else if (n->kind == N_VAR)
                declare_var(m, n, m->kinds.data[i].is_space ? SCOPE_SPACE : SCOPE_CARD, (int)i);
            else if (n->kind == N_WHEN || n->kind == N_AFTER || n->kind == N_INSTEAD || n->kind == N_ADJUST)
                PUSH(m, &m->kinds.data[i].reactions, n);
            else if (!shown)
                model_error(m, n, DIAG_syntax, "a kind has var, value, rule, when, after, instead, adjust and look%s",
                            n->kind == N_CLAUSE ? "; what all its cards do is \"rule do: ...\"" : "");
        }
    }
}

/* ---- functions: def, value, signal */
static void declare_function(struct model *m, struct node *n) {
    if (n->kind != N_DEF && n->kind != N_VALUE && n->kind != N_SIGNAL) return;
    int kind = n->kind == N_DEF ? SYM_DEF : n->kind == N_VALUE ? SYM_VALUE : SYM_SIGNAL;
    for (struct symbol *s = model_find(m, n->name); s; s = s->same) {
        if (s->kind != kind) continue;
        if (!m->in_prelude)
            model_twice(m, n, n->kind == N_SIGNAL ? "signal" : n->kind == N_VALUE ? "value" : "def", n->name, s->node);
        return;
    }
    if (n->kind == N_DEF && !n->b && !n->c) {
        if (model_error(m, n, DIAG_missing_clause, "\"%s\" has no body", n->name))
            model_help(m, "`:` and what it does make it a verb, `=` and an expression a function");
        model_broken(m, n, false);
        return;
    }
    struct function *f = ARENA_NEW(m->arena, struct function);
    if (!f) {
        m->failed = true;
        return;
    }
    f->kind = (uint8_t)kind, f->name = n->name, f->node = n, f->prelude = m->in_prelude;
    f->acts = n->kind == N_DEF && n->b;
    f->params = declare_parameters(m, n->kids, &f->n_params);
    f->result = n->a ? model_type(m, n->a) : TYPE(n->c || n->kind == N_VALUE ? VT_NUMBER : T_VOID);
    if (n->kind == N_DEF && n->c && !n->a) f->result = TYPE(T_VOID); /* inferred by the checker */
    f->low = -NUMBER_MAX, f->high = NUMBER_MAX;
    if (n->a && n->a->a) f->ranged = declare_range(m, n->a->a, &f->low, &f->high);
    f->symbol = model_add(m, kind, n->name, n, f->result, (int)m->functions.n);
    PUSH(m, &m->functions, f);
}

/* ---- instances */
static int instance_copies(struct model *m, struct node *n) {
    struct node *copies = argument_named(n->kids, "copies");
    int32_t count = 1;
    if (copies && (!constant_number(m, copies, &count) || count < 1 || count > 200)) {
        model_error(m, copies, DIAG_out_of_range, "copies must be a number from 1 to 200");
        count = 1;
    }
    return count;
}

static void collect_instance(struct model *m, struct node *n) {
    if (n->kind != N_INSTANCE) return;
    int kind;
    static const char *const words[] = {"resource", "tag",   "piece",  "symbol", "period", "option",   "track",
                                        "zone",     "var",   "player", "kind",   "def",    "value",    "signal",
                                        "game",     "board", "flow",   "score",  "tie",    "scenario", "include"};
    if (!kind_known(m, n->a->name, &kind)) {
        model_unknown(m, n->a, "kind", n->a->name, 1u << SYM_KIND, words, sizeof words / sizeof *words);
        model_broken(m, n, false);
        return;
    }
    if (m->kinds.data[kind].is_space) {
        model_error(m, n, DIAG_wrong_kind, "a space is made by a row of a board, not on its own");
        return;
    }
    for (struct symbol *s = model_find(m, n->name); s; s = s->same) {
        if (s->kind != SYM_INSTANCE || m->pending.data[s->index].kind != kind) continue;
        if (model_error(m, n, DIAG_duplicate, "%s \"%s\" is declared twice", n->a->name, n->name)) {
            if (strchr(n->name, '{'))
                model_help(m, "in { } stands a name behind the \"for\" of the family");
            else if (s->node->at.line == n->at.line && s->node->at.col == n->at.col)
                model_help(m, "each of a family has a name of its own: \"%s {x}\", with a name behind its \"for\"",
                           n->name);
            else
                model_help(m, "`copies: 2` among its arguments makes equal ones");
            model_note(m, s->node, "the first one is here");
        }
        return;
    }
    struct card_info info = {n->name, n, kind, 0};
    PUSH(m, &m->pending, info);
    model_add(m, SYM_INSTANCE, n->name, n, TYPE_OF(VT_CARD, (unsigned)kind), (int)m->pending.n - 1);
}

static void number_cards(struct model *m, int kind) {
    struct kind_info *k = &m->kinds.data[kind];
    k->first = (int)m->cards.n;
    for (size_t i = 0; i < m->pending.n; i++) {
        struct card_info info = m->pending.data[i];
        if (info.kind != kind) continue;
        m->pending.data[i].copy = (int)m->cards.n;
        int copies = instance_copies(m, info.node);
        for (int c = 0; c < copies; c++) {
            info.copy = c;
            PUSH(m, &m->cards, info);
        }
    }
    for (size_t i = 0; i < m->kinds.n; i++)
        if (m->kinds.data[i].parent == kind) number_cards(m, (int)i);
    m->kinds.data[kind].n = (int)m->cards.n - m->kinds.data[kind].first;
}

static void declare_instances(struct model *m) {
    model_each(m, collect_instance);
    if (m->failed) return;
    if (m->pending.n > MAX_CARDS) {
        model_too_large(m, m->pending.data[MAX_CARDS].node, "a game has at most %d cards; this one has %zu", MAX_CARDS,
                        m->pending.n);
        return;
    }
    for (size_t i = 0; i < m->kinds.n; i++)
        if (m->kinds.data[i].parent < 0 && !m->kinds.data[i].is_space) number_cards(m, (int)i);
    for (size_t i = 0; i < m->names.n; i++) /* from order of declaration to card number */
        if (m->names.data[i]->kind == SYM_INSTANCE)
            m->names.data[i]->index = m->pending.data[m->names.data[i]->index].copy;
    if (m->cards.n > MAX_CARDS)
        model_too_large(m, m->cards.data[MAX_CARDS].node,
                        "a game has at most %d cards, copies counted; this one has %zu", MAX_CARDS, m->cards.n);
    if (m->oversized) return;
    for (size_t c = 0; c < m->cards.n; c++) {
        if (m->cards.data[c].copy) continue;
        struct node *n = m->cards.data[c].node;
        for (struct node *k = n->b ? n->b->kids : NULL; k; k = k->next)
            if (k->kind == N_VAR) declare_var(m, k, SCOPE_CARD, -2 - (int)c);
    }
}

/* ---- the rest of the top level */
static void declare_rest(struct model *m, struct node *n) {
    struct node **only = n->kind == N_FLOW    ? &m->flow
                         : n->kind == N_SCORE ? &m->score
                         : n->kind == N_TIE   ? &m->tie
                                              : NULL;
    if (only) {
        if (*only && !m->in_prelude && model_error(m, n, DIAG_duplicate, "this is written twice"))
            model_note(m, *only, "the first one is here");
        *only = n;
    } else if (n->kind == N_END_WHEN) {
        PUSH(m, &m->end_whens, n);
    } else if (n->kind == N_SCENARIO) {
        struct scenario_info info = {n->name, n, scenario_fits(m, n)};
        PUSH(m, &m->scenarios, info);
    }
}

static void declare_builtins(struct model *m) {
    for (int i = 0; i < BI_COUNT; i++)
        model_add(m, SYM_BUILTIN, builtins[i].name, NULL, TYPE(T_UNKNOWN), i);
}

/* Perhaps the stock has an error: then paying is not to be blamed. */
static void declare_without_stock(struct model *m, struct node *n) {
    if (n->name) model_broken(m, n, false);
}

static void declare_preludes(struct model *m) {
    struct node *main_file = m->file;
    m->in_prelude = true;
    for (int i = 0; i < m->n_preludes; i++) {
        m->file = m->preludes[i];
        if (i == 0 || m->stock_var >= 0)
            model_each(m, declare_function);
        else if (m->diags->errors)
            model_each(m, declare_without_stock); /* payment needs a stock */
    }
    m->in_prelude = false;
    m->file = main_file;
}

static void declare_kinds(struct model *m) {
    model_each(m, declare_kind);
    if (m->failed) return;
    if (m->kinds.n > MAX_KINDS)
        model_too_large(m, m->kinds.data[MAX_KINDS].node, "a game has at most %d kinds; this one has %zu", MAX_KINDS,
                        m->kinds.n);
    else
        link_kinds(m);
}

static void declare_functions(struct model *m) {
    model_each(m, declare_function);
    if (m->failed) return;
    if (m->functions.n > MAX_FUNCTIONS)
        model_too_large(m, m->functions.data[MAX_FUNCTIONS]->node,
                        "a game has at most %d defs, values and signals; this one has %zu", MAX_FUNCTIONS,
                        m->functions.n);
}

static void declare_others(struct model *m) {
    model_each(m, declare_rest);
    if (!m->flow && m->game && model_error(m, m->game, DIAG_missing_clause, "a game needs a `flow:`"))
        model_help(m, "`flow:` holds what happens from the beginning to the end of the game");
}

/* ---- options: what they may be, and what conditions compare them with */
void model_option_value(struct model *m, struct node *option, struct node *value) {
    size_t i = 0;
    while (i < m->options.n && strcmp(m->options.data[i].name, option->name))
        i++;
    if (i == m->options.n || option_value(m, value) != value) return;
    const char *names[64];
    size_t k = 0;
    for (struct node *v = m->options.data[i].node->kids; v; v = v->next) {
        if (v->kind == N_NAME && !strcmp(v->name, value->name)) return;
        if (v->kind == N_NAME && k < 64) names[k++] = v->name;
    }
    model_unknown(m, value, "value of this option", value->name, ONLY_EXTRA, names, k);
}

void model_condition(struct model *m, struct node *n) {
    if (!n) return;
    bool compared = n->kind == N_BINARY && (n->number == TOKEN_EQ || n->number == TOKEN_NE) && n->b;
    if (compared && n->a->kind == N_NAME && n->b->kind == N_NAME) {
        model_option_value(m, n->a, n->b);
        model_option_value(m, n->b, n->a);
        return;
    }
    bool word =
        n->kind == N_NAME && (!strcmp(n->name, "true") || !strcmp(n->name, "false") || !strcmp(n->name, "players"));
    if (n->kind == N_NAME && !word && option_value(m, n) == n && !model_find(m, n->name))
        model_unknown(m, n, "option", n->name, 1u << SYM_OPTION, NULL, 0);
    if (n->kind == N_CALL) return; /* a def: what it is made of is looked at where it stands */
    model_condition(m, n->a), model_condition(m, n->b), model_condition(m, n->c);
}

static void module_conditions(struct model *m, struct node *list) {
    for (struct node *n = list; n; n = n->next) {
        if (n->kind == N_MODULE) model_condition(m, n->a);
        if (n->kind == N_MODULE || n->kind == N_INCLUDE) module_conditions(m, n->kids);
        if (n->kind == N_MODULE && n->b) module_conditions(m, n->b->kids);
    }
}

static bool names_thing(struct model *m, const struct node *v) {
    for (struct symbol *s = model_find(m, v->name); s; s = s->same)
        if (s->kind == SYM_BOARD || s->kind == SYM_MEMBER || s->kind == SYM_INSTANCE || s->kind == SYM_SPACE ||
            s->kind == SYM_BROKEN)
            return true;
    return false;
}

/* When one value names a thing of the game, all do. */
static void declare_options(struct model *m) {
    static const uint32_t things_mask = 1u << SYM_BOARD | 1u << SYM_MEMBER | 1u << SYM_INSTANCE | 1u << SYM_SPACE;
    for (size_t i = 0; i < m->options.n; i++) {
        bool things = false;
        for (struct node *v = m->options.data[i].node->kids; v; v = v->next) {
            if (v->kind != N_NAME && v->kind != N_NUMBER)
                model_error(m, v, DIAG_wrong_type, "a value of an option is a name or a number");
            things = things || (v->kind == N_NAME && names_thing(m, v));
        }
        for (struct node *v = m->options.data[i].node->kids; things && v; v = v->next)
            if (v->kind == N_NAME && !names_thing(m, v))
                model_unknown(m, v, "value of an option", v->name, things_mask, NULL, 0);
    }
}

void model_declare(struct model *m, const struct config *config) {
    m->config = config;
    m->at_start = true;
    m->stock_var = m->supply_var = m->stock_enum = m->limit_period = m->round_period = NONE;
    m->it_enum = m->printed_on.kind = NONE;
    m->min_seats = m->max_seats = 2;
    m->collecting = true;
    model_each(m, declare_option);
    m->collecting = false;
    if (!m->oversized) module_conditions(m, m->file->kids);
    if (!m->oversized) model_each(m, declare_game);
    if (m->failed || m->oversized) return;
    if (!m->game &&
        model_error(m, m->file, DIAG_missing_clause, "a definition needs `game \"Title\":` with its clause `players:`"))
        model_help(m, "a file with cards only is read by `include` from the file that has the game");
    m->seats = config->seats ? config->seats : m->min_seats > 1 || m->max_seats < 2 ? m->min_seats : 2;
    if (m->seats < m->min_seats || m->seats > m->max_seats) m->bad_config = true, m->seats = m->min_seats;
    m->owners = m->seats + 1;
    static void (*const stages[])(struct model * m) = {
        declare_enums, declare_limit,     declare_kinds,     declare_families, declare_boards,  declare_kind_members,
        declare_state, declare_functions, declare_instances, declare_builtins, declare_options, declare_others};
    for (size_t i = 0; i < sizeof stages / sizeof *stages && !m->failed && !m->oversized; i++)
        stages[i](m);
    if (!m->failed && !m->oversized) declare_preludes(m);
    m->at_start = false;
    m->doubtful = m->diags->errors > 0;
}
