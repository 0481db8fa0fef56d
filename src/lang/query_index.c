/* query_index.c: from the checked model and the tree to the names, uses and outline of a query.
 *
 * The model is seen during one call only; everything kept is copied or lives in the query's arena. A use is kept only
 * where the source really shows the name, so nothing here depends on how spans of larger nodes are drawn.
 */
#include "base/utf8.h"
#include "code/render.h"
#include "lang/model/builtins.h"
#include "lang/model/prelude.h"
#include "lang/query.h"

#include <stdlib.h>
#include <string.h>

/* Which symbol became which name. */
struct known {
    const struct symbol *symbol;
    uint32_t name;
};

struct index {
    struct query *q;
    struct model *m;
    VEC(struct known) known;
    VEC(uint32_t) functions; /* parallel to model.functions: the number of the name plus one, 0: none */
    bool sorted;
};

static const char *copy(struct index *x, const char *text, size_t n) {
    const char *made = arena_strdup(&x->q->arena, text, n);
    if (!made) x->q->failed = true;
    return made;
}

/* ---- places */
/* Whether the name at i is a word of its own: the `r` of "for" is none. */
static bool is_whole(const char *line, size_t size, size_t i, size_t n) {
    bool before = i > 0 && utf8_word_byte(line[i - 1]) && utf8_word_byte(line[i]);
    bool behind = i + n < size && utf8_word_byte(line[i + n]) && utf8_word_byte(line[i + n - 1]);
    return !before && !behind;
}

/* Where `name` is written at or behind a place of its line, quotes included; line 0 when it is not there. */
static struct span written_at(const struct query *q, struct span at, const char *name, bool last) {
    struct span found = {.file = at.file};
    size_t size, n = strlen(name);
    const char *line = query_line(q, at.file, at.line, &size);
    if (at.col == 0 || at.col > size || n == 0 || n > 1000) return found;
    size_t end = last && at.col - 1 + at.len < size ? at.col - 1 + at.len : size;
    for (size_t i = at.col - 1; i + n <= end; i++) {
        if (memcmp(line + i, name, n) || !is_whole(line, size, i, n)) continue;
        bool quoted = i > 0 && line[i - 1] == '"' && i + n < size && line[i + n] == '"';
        found = (struct span){at.file, (uint16_t)(n + 2u * quoted), at.line, (uint32_t)(i + !quoted)};
        if (!last) return found;
    }
    return found;
}

static const char *declaring_line(struct index *x, struct span at) {
    size_t n;
    const char *line = query_line(x->q, at.file, at.line, &n);
    bool quoted = false;
    while (n && *line == ' ')
        line++, n--;
    for (size_t i = 0; i < n; i++) {
        if (line[i] == '"') quoted = !quoted;
        if (line[i] == '#' && !quoted) n = i; /* a comment is not part of it */
    }
    while (n && (line[n - 1] == ' ' || line[n - 1] == ':'))
        n--;
    return n ? copy(x, line, n < 300 ? n : 300) : NULL;
}

/* The line of the prelude that declares a function. */
static const char *prelude_line(struct index *x, const char *name) {
    size_t n = strlen(name);
    for (int i = PRELUDES; i-- > 0;) /* the fullest form of payment first */
        for (const char *line = prelude_texts[i], *end; *line; line = end + 1) {
            end = strchr(line, '\n');
            const char *word = memchr(line, ' ', (size_t)(end - line));
            if (*line == ' ' || !word || strncmp(word + 1, name, n) || word[1 + n] != '(') continue;
            size_t size = (size_t)(end - line);
            return copy(x, line, size - (line[size - 1] == ':'));
        }
    return NULL;
}

/* ---- names */
static const char *type_words(struct index *x, struct type t) {
    if (t.base == T_UNKNOWN || t.base == T_VOID || t.base == T_NULL) return NULL;
    const char *text = type_name(x->m, t);
    return copy(x, text, strlen(text));
}

static struct query_name *add(struct index *x, const struct symbol *s, int owner) {
    bool placed = s->node != NULL;
    struct query_name n = {.name = s->name, .kind = s->kind, .owner = owner, .by = NONE, .type = s->type};
    n.name = copy(x, s->name, strlen(s->name));
    n.type_text = type_words(x, s->type);
    if (placed) n.at = written_at(x->q, s->node->at, s->name, false);
    if (placed && n.at.line == 0) n.at = s->node->at;
    if (placed) n.written = declaring_line(x, s->node->at);
    if (s->kind == SYM_VAR && s->index >= 0 && (size_t)s->index < x->m->vars.n)
        n.by = x->m->vars.data[s->index].index_enum;
    struct known k = {s, (uint32_t)x->q->names.n};
    if (!n.name || !VEC_PUSH(&x->q->names, n) || !VEC_PUSH(&x->known, k)) {
        x->q->failed = true;
        return NULL;
    }
    return &x->q->names.data[x->q->names.n - 1];
}

/* A type as the signature of a built-in says it: "zone = deck", "set space"; T_UNKNOWN: nothing to go by. */
static struct type signature_type(struct index *x, const char *words, size_t n) {
    static const struct {
        const char *word;
        uint8_t base;
    } known[] = {{"number", VT_NUMBER}, {"bool", VT_BOOL},   {"player", VT_PLAYER}, {"zone", VT_ZONE},
                 {"card", VT_CARD},     {"space", VT_SPACE}, {"track", VT_TRACK},   {"amount", VT_AMOUNT}};
    bool set = n > 4 && !memcmp(words, "set ", 4);
    if (set) words += 4, n -= 4;
    size_t end = 0;
    while (end < n && utf8_word_byte(words[end]))
        end++;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].word) == end && !memcmp(known[i].word, words, end))
            return type_make(known[i].base, set ? VF_SET : 0, ANY);
    if (end == 6 && !memcmp(words, "period", end)) return TYPE_OF(VT_MEMBER, (unsigned)x->m->period_enum);
    return TYPE(T_UNKNOWN);
}

/* One parameter, "to: zone = hand". */
static void add_described(struct index *x, const char *text, size_t n, uint32_t of) {
    const char *colon = memchr(text, ':', n);
    size_t named = colon ? (size_t)(colon - text) : n, from = colon ? named + 2 : n;
    struct query_name p = {.kind = SYM_LOCAL, .owner = QUERY_OF_NOBODY, .of = of, .by = NONE, .type = TYPE(T_UNKNOWN)};
    p.name = copy(x, text, named);
    if (colon) p.type_text = copy(x, text + from, n - from), p.type = signature_type(x, text + from, n - from);
    if (!p.name || !VEC_PUSH(&x->q->names, p)) x->q->failed = true;
}

/* What an editor shows of a built-in: its parameters are names without a place. */
static void describe_builtin(struct index *x, uint32_t number, const struct builtin_info *b) {
    struct query_name *n = &x->q->names.data[number];
    const char *arrow = strstr(b->signature, "-> "), *at = b->signature;
    n->written = arena_printf(&x->q->arena, "%s%s", b->name, b->signature);
    n->text = b->about;
    n->acts = b->acts == 1;
    if (arrow) n->type = signature_type(x, arrow + 3, strlen(arrow + 3));
    while (*at == '(' || *at == ',') {
        at += *at == '(' ? 1 : 2;
        size_t size = strcspn(at, ",)");
        if (size) add_described(x, at, size, number + 1);
        at += size;
    }
}

static void add_parameters(struct index *x, struct symbol **params, int n, uint32_t of) {
    for (int i = 0; i < n; i++) {
        struct query_name *p = add(x, params[i], QUERY_OF_NOBODY);
        if (p) p->of = of;
    }
}

static void add_function(struct index *x, const struct symbol *s) {
    const struct function *f = x->m->functions.data[s->index];
    uint32_t of = (uint32_t)x->q->names.n + 1;
    struct query_name *n = add(x, s, QUERY_OF_NOBODY);
    if (!n) return;
    if ((size_t)s->index < x->functions.n) x->functions.data[s->index] = of;
    n->acts = f->acts;
    n->type = f->result;
    n->type_text = type_words(x, f->result);
    if (f->prelude) n->at = (struct span){0}, n->written = prelude_line(x, f->name);
    add_parameters(x, f->params, f->n_params, of);
    for (size_t i = of; f->prelude && i < x->q->names.n; i++) /* they stand in no file */
        x->q->names.data[i].at = (struct span){0}, x->q->names.data[i].written = NULL;
}

static void add_global(struct index *x, const struct symbol *s, const struct program *program) {
    if (s->kind == SYM_BROKEN) return;
    if (s->kind == SYM_DEF || s->kind == SYM_VALUE || s->kind == SYM_SIGNAL) {
        add_function(x, s);
        return;
    }
    struct query_name *n = add(x, s, QUERY_OF_NOBODY);
    if (!n) return;
    if (s->kind == SYM_BUILTIN) {
        describe_builtin(x, (uint32_t)x->q->names.n - 1, &builtins[s->index]);
        return;
    }
    const char *text = NULL;
    if (program && s->kind == SYM_INSTANCE && (uint32_t)s->index < program->n_cards)
        text = render_kept_card(&x->q->arena, program, (uint32_t)s->index, NULL);
    if (program && s->kind == SYM_SPACE && (uint32_t)s->index < program->n_spaces)
        text = render_kept(&x->q->arena, program, program->spaces[s->index].text, NULL);
    if (text && *text) n->text = text;
    if (x->q->arena.failed) x->q->failed = true;
}

static void add_members(struct index *x) {
    struct model *m = x->m;
    for (size_t i = 0; i < m->player_members.n; i++)
        add(x, m->player_members.data[i], QUERY_OF_PLAYER);
    for (size_t i = 0; i < m->card_vars.n; i++) {
        int card = -2 - m->card_vars.data[i]->owner_kind;
        bool numbered = card >= 0 && (size_t)card < m->cards.n;
        add(x, m->card_vars.data[i], numbered ? m->cards.data[card].kind : QUERY_OF_NOBODY);
    }
    for (size_t k = 0; k < m->kinds.n; k++) {
        struct query_kind kind = {copy(x, m->kinds.data[k].name, strlen(m->kinds.data[k].name)),
                                  m->kinds.data[k].parent, m->kinds.data[k].is_space};
        if (!kind.name) kind.name = "";
        if (!VEC_PUSH(&x->q->kinds, kind)) x->q->failed = true;
        for (size_t i = 0; i < m->kinds.data[k].members.n; i++)
            add(x, m->kinds.data[k].members.data[i], (int)k);
    }
    for (size_t i = 0; i < m->clauses.n; i++)
        add_parameters(x, m->clauses.data[i]->params, m->clauses.data[i]->n_params, 0);
}

/* A reaction has symbols of its own for the parameters of its signal. */
static void add_heard(struct index *x) {
    for (size_t i = 0; i < x->m->reactions.n; i++) {
        const struct reaction *r = x->m->reactions.data[i];
        if (!r->on || r->on->prelude || !r->params || !r->on->symbol) continue;
        uint32_t of = x->functions.data[r->on->symbol->index];
        for (int k = 0; k < r->on->n_params && of; k++) {
            struct known heard = {r->params[k], of + (uint32_t)k};
            if (!VEC_PUSH(&x->known, heard)) x->q->failed = true;
        }
    }
}

static void add_local(struct index *x, const struct node *n, const struct symbol *s) {
    if (s && s->kind == SYM_LOCAL && s->node == n) add(x, s, QUERY_OF_NOBODY);
}

/* ---- uses */
static int by_symbol(const void *a, const void *b) {
    uintptr_t p = (uintptr_t)((const struct known *)a)->symbol, q = (uintptr_t)((const struct known *)b)->symbol;
    return p < q ? -1 : p > q;
}

static void use(struct index *x, struct span at, const char *name, const struct symbol *s, bool last) {
    struct known key = {s, 0};
    const struct known *k = s && x->known.n ? bsearch(&key, x->known.data, x->known.n, sizeof key, by_symbol) : NULL;
    struct span place = k && name ? written_at(x->q, at, name, last) : (struct span){0};
    struct query_use u = {place, k ? k->name : 0};
    if (!place.line || place.col > at.col + at.len) return;
    if (!VEC_PUSH(&x->q->uses, u)) x->q->failed = true;
}

static const struct symbol *of_kind(struct index *x, const char *name, uint32_t kinds) {
    struct symbol *s = name ? model_find(x->m, name) : NULL;
    while (s && !(kinds >> s->kind & 1))
        s = s->same;
    return s;
}

/* ---- arguments */
enum { PARAMETERS = 64 };

/* The symbols of what is called, by the place of their arguments; how many. */
static int parameters_of(struct index *x, const struct symbol *called, const struct symbol **out) {
    struct symbol **params = NULL;
    int n = 0;
    if (called && (called->kind == SYM_DEF || called->kind == SYM_VALUE || called->kind == SYM_SIGNAL)) {
        const struct function *f = x->m->functions.data[called->index];
        params = f->params, n = f->n_params;
    } else if (called && (called->kind == SYM_RULE || called->kind == SYM_CLAUSE)) {
        const struct clause_info *c = x->m->clauses.data[called->index];
        params = c->params, n = c->n_params;
    }
    for (int i = 0; i < n && i < PARAMETERS; i++)
        out[i] = params[i];
    return n < PARAMETERS ? n : PARAMETERS;
}

static const struct symbol *attribute_named(const struct model *m, int kind, const char *name) {
    for (; kind >= 0; kind = m->kinds.data[kind].parent)
        for (size_t i = 0; i < m->kinds.data[kind].members.n; i++) {
            const struct symbol *s = m->kinds.data[kind].members.data[i];
            if (s->kind == SYM_ATTRIBUTE && !strcmp(s->name, name)) return s;
        }
    return NULL;
}

static int attributes_of(struct index *x, const struct symbol *kind, const struct symbol **out) {
    struct node *nodes[PARAMETERS];
    if (!kind || kind->kind != SYM_KIND) return 0;
    size_t n = kind_parameters(x->m, kind->index, nodes, PARAMETERS);
    for (size_t i = 0; i < n; i++)
        out[i] = attribute_named(x->m, kind->index, nodes[i]->name);
    return (int)n;
}

/* What a reader cannot guess: a bare number, text or truth. */
static bool is_literal(const struct node *n) {
    if (n->kind == N_NEGATE) n = n->a;
    return n->kind == N_NUMBER || n->kind == N_TEXT || name_is(n, "true") || name_is(n, "false") || name_is(n, "none");
}

static const struct symbol *member_of(struct index *x, const char *name, unsigned of) {
    const struct symbol *s = model_find(x->m, name);
    while (s && !(s->kind == SYM_MEMBER && (of == ANY || s->type.of == of)))
        s = s->same;
    return s;
}

/* What is printed on a card is evaluated, not checked as an expression: its type says what a name in it is. */
static void use_printed(struct index *x, const struct node *value, const struct symbol *param) {
    const struct node *v = node_bare(value);
    if (!v || !param) return;
    unsigned stock = x->m->stock_enum >= 0 ? (unsigned)x->m->stock_enum : (unsigned)ANY;
    if (v->kind == N_NAME && !v->symbol && param->type.base == VT_MEMBER)
        use(x, v->at, v->name, member_of(x, v->name, param->type.of), false);
    if (v->kind == N_AMOUNT && v->b && v->b->kind == N_NAME && !v->b->symbol)
        use(x, v->b->at, v->b->name, member_of(x, v->b->name, stock), false);
}

static void use_arguments(struct index *x, const struct node *args, const struct symbol *const *params, int n) {
    int place = 0;
    bool rest = n > 0 && params[n - 1] && params[n - 1]->type.flags & VF_LIST; /* the last one takes all others */
    for (const struct node *a = args; a; a = a->next) {
        for (int i = 0; a->kind == N_ARG && i < n; i++)
            if (params[i] && !strcmp(params[i]->name, a->name)) {
                use(x, a->at, a->name, params[i], false);
                use_printed(x, a->a, params[i]);
            }
        if (a->kind == N_ARG) continue;
        if (place < n || rest) use_printed(x, a, params[place < n ? place : n - 1]);
        struct query_argument shown = {.at = a->at};
        if (place < n && params[place] && is_literal(a) && x->sorted) {
            shown.parameter = copy(x, params[place]->name, strlen(params[place]->name));
            if (shown.parameter && !VEC_PUSH(&x->q->arguments, shown)) x->q->failed = true;
        }
        place++;
    }
}

/* ---- what is no expression: the kinds of zones and rows, answers in words, lines of the score */
static void use_kind(struct index *x, const struct node *n) {
    if (n && n->kind == N_NAME && !n->symbol) use(x, n->at, n->name, of_kind(x, n->name, 1u << SYM_KIND), false);
}

static void use_zone(struct index *x, const struct node *n) {
    const struct node *refill = argument_named(n->kids, "refill");
    use_kind(x, n->kids);
    for (size_t i = 0; refill && i < x->m->zones.n; i++) {
        const struct zone_info *z = &x->m->zones.data[i];
        if (z->node != n || z->refill < 0) continue;
        const struct zone_info *other = &x->m->zones.data[z->refill];
        const struct symbol *s = other->per_player ? NULL : of_kind(x, other->name, 1u << SYM_ZONE);
        for (size_t k = 0; other->per_player && k < x->m->player_members.n && !s; k++)
            if (x->m->player_members.data[k]->node == other->node) s = x->m->player_members.data[k];
        use(x, refill->at, refill->name, s, false);
    }
}

static void use_rows(struct index *x, const struct node *board) {
    for (const struct node *line = board->b ? board->b->kids : NULL; line; line = line->next) {
        const struct node *row = line->kind == N_DO && line->a->kind == N_CALL ? line->a : NULL;
        for (const struct node *k = row && name_is(row->a, "row") ? row->kids : NULL; k; k = k->next)
            use_kind(x, k->kind == N_AMOUNT ? k->b : k->kind == N_CALL ? k->a : k);
    }
}

/* An answer is matched by its words when it is played. A name that two things have is left alone. */
static void use_answers(struct index *x, const struct node *list) {
    const uint32_t kinds = 1u << SYM_INSTANCE | 1u << SYM_SPACE | 1u << SYM_BOARD | 1u << SYM_MEMBER | 1u << SYM_OPTION;
    for (const struct node *n = list; n; n = n->next) {
        const struct symbol *s = n->kind == N_NAME ? of_kind(x, n->name, kinds) : NULL, *other = s ? s->same : NULL;
        while (other && !(kinds >> other->kind & 1))
            other = other->same;
        if (s && !other && !n->symbol) use(x, n->at, n->name, s, false);
        if (n->kind == N_AMOUNT || n->kind == N_INDEX || n->kind == N_PAREN) use_answers(x, n->a), use_answers(x, n->b);
    }
}

static void use_said(struct index *x, const struct node *s) {
    if (s->kind == N_CLAUSE && s->b) /* A: answer, answer */
        use_said(x, s->b->kids);
    else if (s->kind == N_LIST)
        use_answers(x, s->kids);
    else if (s->kind == N_DO && s->a->kind == N_CALL && name_is(s->a->a, "refused"))
        use_answers(x, s->a->kids);
    else if (s->kind == N_DO)
        use_answers(x, s->a);
}

static void use_scenario(struct index *x, const struct node *scenario) {
    for (const struct node *c = scenario->b ? scenario->b->kids : NULL; c; c = c->next)
        for (const struct node *s = c->kind == N_CLAUSE && c->b && strcmp(c->name, "given") ? c->b->kids : NULL; s;
             s = s->next)
            use_said(x, s);
}

static void note_labels(struct index *x, const struct node *score) {
    for (const struct node *c = score->b ? score->b->kids : NULL; c; c = c->next) {
        struct span at = c->kind == N_CLAUSE ? written_at(x->q, c->at, c->name, false) : (struct span){0};
        if (at.line && !VEC_PUSH(&x->q->labels, at)) x->q->failed = true;
    }
}

static void use_include(struct index *x, const struct node *n) {
    if (!n->kids) return;
    struct query_name file = {
        .name = n->name, .kind = QUERY_FILE, .owner = QUERY_OF_NOBODY, .by = NONE, .at = {n->kids->at.file, 1, 1, 1}};
    struct query_use u = {written_at(x->q, n->at, n->name, false), (uint32_t)x->q->names.n};
    if (u.at.line && (!VEC_PUSH(&x->q->names, file) || !VEC_PUSH(&x->q->uses, u))) x->q->failed = true;
}

static void note_use(struct index *x, const struct node *n) {
    const uint32_t types = 1u << SYM_KIND | 1u << SYM_ENUM;
    const struct symbol *params[PARAMETERS];
    if (n->where_symbol && n->kind != N_CHOOSE) { /* a member of a family: its name stands in the text */
        use(x, n->at, n->where_symbol->name, n->where_symbol, false);
        return;
    }
    switch (n->kind) {
    case N_PATTERN: use_arguments(x, n->kids, params, parameters_of(x, n->symbol, params)); /* fall through */
    case N_NAME:
    case N_CLAUSE: use(x, n->at, n->name, n->symbol, false); break;
    case N_FIELD: use(x, n->at, n->name, n->symbol, true); break;
    case N_CALL:
        if (!n->a->symbol) use(x, n->a->at, n->a->name, n->symbol, n->a->kind == N_FIELD);
        use_arguments(x, n->kids, params, parameters_of(x, n->symbol ? n->symbol : n->a->symbol, params));
        break;
    case N_TYPE: use(x, n->at, n->name, of_kind(x, n->name, types), false); break;
    case N_INSTANCE:
        if (n->a) use_arguments(x, n->kids, params, attributes_of(x, of_kind(x, n->a->name, 1u << SYM_KIND), params));
        if (n->a) use(x, n->a->at, n->a->name, of_kind(x, n->a->name, 1u << SYM_KIND), false);
        break;
    case N_KIND:
        if (n->a) use(x, n->a->at, n->a->name, of_kind(x, n->a->name, 1u << SYM_KIND), false);
        break;
    case N_ZONE: use_zone(x, n); break;
    case N_BOARD: use_rows(x, n); break;
    case N_SCENARIO: use_scenario(x, n); break;
    case N_SCORE: note_labels(x, n); break;
    case N_INCLUDE: use_include(x, n); break;
    default: break;
    }
}

/* Visits a tree twice: first for what binds names, then for what uses them. Its depth is bounded by the parser. */
static void walk(struct index *x, const struct node *list) {
    for (const struct node *n = list; n; n = n->next) {
        if (x->sorted) {
            note_use(x, n);
        } else if (n->kind == N_LET || n->kind == N_FOR || n->kind == N_CHOOSE || n->kind == N_GENERATOR ||
                   n->kind == N_TOGETHER || n->kind == N_ASK) {
            add_local(x, n, n->symbol);
            add_local(x, n, n->where_symbol);
        }
        walk(x, n->a), walk(x, n->b), walk(x, n->c), walk(x, n->kids);
    }
}

static void walk_all(struct index *x) {
    walk(x, x->m->file);
    for (size_t i = 0; i < x->m->holes.n; i++)
        walk(x, x->m->holes.data[i].expr);
}

static int by_place(const void *a, const void *b) {
    const struct span *p = &((const struct query_use *)a)->at, *q = &((const struct query_use *)b)->at;
    if (p->file != q->file) return p->file < q->file ? -1 : 1;
    if (p->line != q->line) return p->line < q->line ? -1 : 1;
    if (p->col != q->col) return p->col < q->col ? -1 : 1;
    return 0;
}

/* The copies of a family use names at the same places. */
static void drop_repeated(struct query *q) {
    struct query_use *all = q->uses.data;
    size_t n = 0;
    for (size_t i = 0; i < q->uses.n; i++) {
        size_t k = n;
        while (k > 0 && !by_place(&all[k - 1], &all[i]) && all[k - 1].name != all[i].name)
            k--;
        if (k == 0 || by_place(&all[k - 1], &all[i])) all[n++] = all[i];
    }
    q->uses.n = n;
}

void query_collect(void *query, struct model *m, const struct program *program) {
    struct index x = {.q = query, .m = m};
    x.q->stock_enum = m->stock_enum;
    for (size_t i = 0; i < m->functions.n; i++)
        if (!VEC_PUSH(&x.functions, 0)) x.q->failed = true;
    for (size_t i = 0; i < m->names.n; i++)
        add_global(&x, m->names.data[i], program);
    add_members(&x);
    if (!x.q->failed) add_heard(&x);
    walk_all(&x);
    if (x.known.n) qsort(x.known.data, x.known.n, sizeof *x.known.data, by_symbol);
    x.sorted = true;
    walk_all(&x);
    if (x.q->uses.n) qsort(x.q->uses.data, x.q->uses.n, sizeof *x.q->uses.data, by_place);
    drop_repeated(x.q);
    VEC_FREE(&x.known);
    VEC_FREE(&x.functions);
}

/* ---- outline */
const char *query_word(const struct node *n) {
    switch (n->kind) {
    case N_TRACK: return "track";
    case N_ZONE: return "zone";
    case N_VAR: return "var";
    case N_PLAYER: return "player";
    case N_KIND: return "kind";
    case N_DEF: return "def";
    case N_VALUE: return "value";
    case N_SIGNAL: return "signal";
    case N_RULE: return "rule";
    case N_GAME: return "game";
    case N_BOARD: return "board";
    case N_FLOW: return "flow";
    case N_SCORE: return "score";
    case N_TIE: return "tie";
    case N_SCENARIO: return "scenario";
    case N_OPTION_DECL: return "option";
    case N_ENUM: return n->name;
    case N_INSTANCE: return n->a ? n->a->name : "card";
    default: return NULL;
    }
}

static void outline(struct query *q, const struct node *list, uint8_t depth) {
    for (const struct node *n = list; n; n = n->next) {
        const char *word = query_word(n);
        if (n->kind == N_INCLUDE || n->kind == N_MODULE) outline(q, n->kids, depth);
        if (n->kind == N_MODULE && n->b) outline(q, n->b->kids, depth);
        if (n->kind == N_FOR && n->c) outline(q, n->c->kids, depth);
        if (!word) continue;
        struct query_item item = {n->name && n->kind != N_ENUM ? n->name : word, word, n->kind, depth, n->at};
        if (n->kind != N_ENUM && !VEC_PUSH(&q->items, item)) q->failed = true;
        if (depth) continue;
        if (n->kind == N_PLAYER) outline(q, n->kids, 1);
        if ((n->kind == N_KIND || n->kind == N_INSTANCE) && n->b) outline(q, n->b->kids, 1);
        for (const struct node *k = n->kind == N_ENUM ? n->kids : NULL; k; k = k->next) {
            struct query_item member = {k->name, word, N_MEMBER, 0, k->at};
            if (!VEC_PUSH(&q->items, member)) q->failed = true;
        }
    }
}

void query_outline(struct query *q) {
    outline(q, q->file->kids, 0);
}
