/* sheet.c: the kinds, columns and cards of a table, from tree and tokens; the table as text. What is taken back from a
 * table is in sheet_take.c. */
#include "design/sheet.h"

#include "base/csv.h"
#include "base/nearest.h"

#include <string.h>

struct making {
    struct definition *d;
    struct sheet *sheet;
    VEC(struct sheet_kind) kinds;
    VEC(struct sheet_column) columns;
    VEC(struct sheet_card) cards;
    bool failed;
};

/* ---- kinds */
static int kind_numbered(const struct making *m, const char *name) {
    for (size_t i = 0; i < m->kinds.n; i++)
        if (!strcmp(m->kinds.data[i].name, name)) return (int)i;
    return -1;
}

static void note_kind(void *user, struct node *n) {
    struct making *m = user;
    if (n->kind != N_KIND) return;
    int known = kind_numbered(m, n->name);
    if (known >= 0) m->kinds.data[known].twice = true;
    struct sheet_kind kind = {.name = n->name, .node = n, .parent = -1};
    if (known < 0) PUSH(m, &m->kinds, kind);
}

static void find_parents(struct making *m) {
    for (size_t i = 0; i < m->kinds.n; i++) {
        const struct node *parent = m->kinds.data[i].node->a;
        if (parent) m->kinds.data[i].parent = kind_numbered(m, parent->name);
    }
    for (size_t i = 0; i < m->kinds.n; i++) {
        int k = (int)i;
        for (int guard = 0; k >= 0 && guard < SHEET_KIND_DEPTH; guard++, k = m->kinds.data[k].parent) {
            const struct node *parent = m->kinds.data[k].node->a;
            if (parent && m->kinds.data[k].parent < 0) m->kinds.data[i].is_space = true; /* `is space` */
        }
    }
}

static bool is_a(const struct sheet_kind *kinds, int kind, int ancestor) {
    for (int guard = 0; kind >= 0 && guard < SHEET_KIND_DEPTH; guard++, kind = kinds[kind].parent)
        if (kind == ancestor) return true;
    return false;
}

bool sheet_is_a(const struct sheet *s, size_t kind, size_t ancestor) {
    return is_a(s->kinds, (int)kind, (int)ancestor);
}

int sheet_find_kind(const struct sheet *s, const char *name) {
    for (size_t i = 0; i < s->n_kinds; i++)
        if (!strcmp(s->kinds[i].name, name)) return (int)i;
    return -1;
}

/* ---- tokens and pieces */
static const struct token *tokens_of(const struct making *m, uint16_t file) {
    return m->d->tokens[file].data;
}

static struct passage between(const struct token *first, const struct token *behind) {
    return (struct passage){first->offset, behind > first ? behind[-1].end : first->offset};
}

/* Behind the bracket that closes the one at t. */
static const struct token *past_bracket(const struct token *t) {
    uint32_t depth = t->depth;
    for (t++; t->kind != TOKEN_EOF && t->depth > depth; t++)
        continue;
    return t; /* depth is what was open before a token: the closing one still has one more */
}

/* The end of the argument at t: its comma or the bracket. */
static const struct token *past_argument(const struct token *t) {
    uint32_t depth = t->depth;
    while (t->kind != TOKEN_EOF && t->depth >= depth && !(t->depth == depth && t->kind == TOKEN_COMMA) &&
           !(t->depth == depth && (t->kind == TOKEN_RPAREN || t->kind == TOKEN_RBRACKET)))
        t++;
    return t;
}

static const struct token *past_line(const struct token *t) {
    while (t->kind != TOKEN_EOF && t->kind != TOKEN_NEWLINE)
        t++;
    return t;
}

/* The NEWLINE of a declaration or clause without a block, else behind its block; *last is its last real token. */
static const struct token *past_block(const struct token *t, const struct token **last) {
    const struct token *end = past_line(t);
    *last = end - 1;
    if (end->kind == TOKEN_EOF || end[1].kind != TOKEN_INDENT) return end;
    unsigned open = 0;
    for (end++; end->kind != TOKEN_EOF; end++) {
        if (end->kind == TOKEN_INDENT) open++;
        if (end->kind == TOKEN_DEDENT && --open == 0) break;
        if (end->kind > TOKEN_DEDENT) *last = end;
    }
    return end;
}

/* ---- parameters */
static const char *given_by_kind(struct making *m, int kind, const char *name) {
    for (int guard = 0; kind >= 0 && guard < SHEET_KIND_DEPTH; guard++, kind = m->kinds.data[kind].parent) {
        const struct node *parent = m->kinds.data[kind].node->a;
        for (const struct node *a = parent ? parent->kids : NULL; a; a = a->next) {
            if (a->kind != N_ARG || strcmp(a->name, name)) continue;
            const struct token *t = tokens_of(m, a->a->at.file) + definition_token(m->d, a->a->at);
            return definition_text(m->d, a->a->at.file, between(t, past_argument(t)));
        }
    }
    return NULL;
}

static void find_parameters(struct making *m, int number) {
    struct sheet_kind *kind = &m->kinds.data[number];
    int k = number;
    kind->parameters = ARENA_ARRAY(&m->d->arena, struct sheet_parameter, SHEET_PARAMETERS);
    if (!kind->parameters) {
        m->failed = true;
        return;
    }
    for (int guard = 0; k >= 0 && guard < SHEET_KIND_DEPTH; guard++, k = m->kinds.data[k].parent)
        for (const struct node *p = m->kinds.data[k].node->kids; p && kind->n < SHEET_PARAMETERS; p = p->next)
            kind->parameters[kind->n++] = (struct sheet_parameter){.name = p->name,
                                                                   .list = p->a && p->a->number == 1,
                                                                   .optional = p->b || (p->a && p->a->number == 1),
                                                                   .given = given_by_kind(m, number, p->name)};
}

/* ---- columns */
static size_t add_column(struct making *m, enum column_sort sort, const char *name, bool used) {
    static const char *const taken[] = {"card", "name", "kind", "copies"};
    const char *title = name;
    for (size_t i = 0; i < m->columns.n; i++)
        if (m->columns.data[i].sort == sort && !strcmp(m->columns.data[i].name, name)) {
            m->columns.data[i].used |= used;
            return i;
        }
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if ((sort == COLUMN_PRINTED || sort == COLUMN_VALUE) && !strcmp(taken[i], name))
            title = arena_printf(&m->d->arena, "this.%s", name);
    for (size_t i = 0; i < m->columns.n; i++)
        if (title && !strcmp(m->columns.data[i].title, title)) title = arena_printf(&m->d->arena, "%s:", title);
    struct sheet_column column = {sort, title, name, used};
    if (!title) m->failed = true;
    PUSH(m, &m->columns, column);
    return m->columns.n - 1;
}

static void add_values(struct making *m, int kind) {
    for (int guard = 0; kind >= 0 && guard < SHEET_KIND_DEPTH; guard++, kind = m->kinds.data[kind].parent) {
        const struct node *body = m->kinds.data[kind].node->b;
        for (const struct node *n = body ? body->kids : NULL; n; n = n->next)
            if (n->kind == N_VALUE) add_column(m, COLUMN_VALUE, n->name, false);
    }
}

static void add_columns(struct making *m) {
    add_column(m, COLUMN_CARD, "card", true);
    add_column(m, COLUMN_NAME, "name", true);
    add_column(m, COLUMN_KIND, "kind", true);
    for (size_t k = 0; k < m->kinds.n; k++) /* the kind itself is the first of its kind */
        for (size_t i = 0; is_a(m->kinds.data, (int)k, (int)m->sheet->kind) && i < m->kinds.data[k].n; i++)
            m->kinds.data[k].parameters[i].column =
                add_column(m, COLUMN_PRINTED, m->kinds.data[k].parameters[i].name, false);
    add_column(m, COLUMN_COPIES, "copies", false);
    for (size_t k = 0; k < m->kinds.n; k++)
        if (is_a(m->kinds.data, (int)k, (int)m->sheet->kind)) add_values(m, (int)k);
    add_column(m, COLUMN_WORDS, "text", false);
    add_column(m, COLUMN_WORDS, "flavour", false);
}

/* ---- arguments, as bind.c binds them */
static int parameter_named(const struct sheet_kind *kind, const struct token *name) {
    for (size_t i = 0; i < kind->n; i++)
        if (!strcmp(kind->parameters[i].name, name->name)) return (int)i;
    return strcmp(name->name, "copies") ? -1 : ARGUMENT_COPIES;
}

static void bind(const struct sheet_kind *kind, bool *filled, struct sheet_argument *a, const struct token *name) {
    size_t next = 0;
    if (name) {
        a->parameter = parameter_named(kind, name);
    } else {
        while (next < kind->n && filled[next])
            next++;
        a->parameter = next < kind->n ? (int)next : -1;
    }
    if (a->parameter >= 0 && (name || !kind->parameters[a->parameter].list)) filled[a->parameter] = true;
}

static const struct token *read_arguments(struct making *m, struct sheet_card *card, const struct token *open) {
    const struct sheet_kind *kind = &m->kinds.data[card->kind];
    bool filled[SHEET_PARAMETERS] = {false};
    size_t n = 0;
    for (const struct node *a = card->node->kids; a; a = a->next)
        n++;
    card->arguments = ARENA_ARRAY(&m->d->arena, struct sheet_argument, n + 1);
    if (!card->arguments) m->failed = true;
    for (size_t i = 0; i < kind->n; i++)
        filled[i] = kind->parameters[i].given != NULL;
    const struct token *t = open + 1;
    for (size_t i = 0; i < n && card->arguments; i++) {
        struct sheet_argument *a = &card->arguments[i];
        const struct token *end = past_argument(t);
        bool named = t->kind == TOKEN_NAME && t[1].kind == TOKEN_COLON;
        a->all = between(t, end);
        a->value = between(named ? t + 2 : t, end);
        bind(kind, filled, a, named ? t : NULL);
        t = end + 1;
    }
    card->n_arguments = card->arguments ? n : 0;
    const struct token *close = past_bracket(open);
    card->brackets = (struct passage){open->offset, close[-1].end};
    return close;
}

/* ---- clauses */
static bool stands_alone(const struct source *s, uint32_t offset) {
    for (uint32_t i = line_start(s, offset); i < offset; i++)
        if (s->text[i] != ' ' && s->text[i] != '\t') return false;
    return true;
}

static const char *indent_at(struct making *m, uint16_t file, uint32_t offset) {
    const struct source *s = &m->d->sources.files[file];
    uint32_t from = line_start(s, offset), to = from;
    while (to < offset && (s->text[to] == ' ' || s->text[to] == '\t'))
        to++;
    return definition_text(m->d, file, (struct passage){from, to});
}

/* One statement, and that an expression, a list of them or a text. */
static bool is_one_expression(const struct node *clause) {
    const struct node *s = clause->b ? clause->b->kids : NULL;
    return s && !s->next && !clause->kids && (s->kind == N_DO || s->kind == N_LIST);
}

static struct sheet_clause read_clause(struct making *m, const struct sheet_card *card, const struct node *n) {
    const struct source *source = &m->d->sources.files[card->file];
    const struct token *key = tokens_of(m, card->file) + definition_token(m->d, n->at), *last;
    struct sheet_clause clause = {.name = n->name, .key = {key->offset, key->end}};
    past_block(key, &last);
    if (stands_alone(source, key->offset))
        clause.lines = (struct passage){line_start(source, key->offset), line_next(source, last->end)};
    if (!is_one_expression(n)) return clause;
    const struct token *t = key + 2; /* behind the colon */
    while (t->kind == TOKEN_NEWLINE || t->kind == TOKEN_INDENT)
        t++;
    clause.value = between(t, past_line(t));
    return clause;
}

static void read_clauses(struct making *m, struct sheet_card *card) {
    const struct node *list = card->node->b ? card->node->b->kids : NULL;
    size_t n = 0;
    for (const struct node *c = list; c; c = c->next)
        n += c->kind == N_CLAUSE;
    card->clauses = ARENA_ARRAY(&m->d->arena, struct sheet_clause, n + 1);
    if (!card->clauses) m->failed = true;
    for (const struct node *c = list; c && card->clauses; c = c->next)
        if (c->kind == N_CLAUSE) card->clauses[card->n_clauses++] = read_clause(m, card, c);
}

/* ---- cards */
static void read_place(struct making *m, struct sheet_card *card) {
    const struct source *source = &m->d->sources.files[card->file];
    const struct token *all = tokens_of(m, card->file), *last;
    const struct token *name = all + definition_token(m->d, card->node->at), *t = name + 1;
    const struct token *kind = all + definition_token(m->d, card->node->a->at);
    card->kind_at = (struct passage){kind->offset, kind->end};
    card->name_at = (struct passage){name->offset, name->end};
    if (t->kind == TOKEN_LPAREN) t = read_arguments(m, card, t);
    if (t->kind == TOKEN_TEXT) t++;
    card->head_end = t[-1].end;
    if (t->kind == TOKEN_COLON) {
        card->form = t[1].kind == TOKEN_NEWLINE ? BODY_BLOCK : BODY_INLINE;
        card->body = t[1].offset;
    }
    past_block(kind, &last);
    card->end = last->end;
    card->alone = stands_alone(source, kind->offset);
    card->lines = (struct passage){line_start(source, kind->offset), line_next(source, last->end)};
    card->indent = indent_at(m, card->file, kind->offset);
    card->body_indent = arena_printf(&m->d->arena, "%s  ", card->indent);
    if (card->form == BODY_BLOCK) card->body_indent = indent_at(m, card->file, t[3].offset); /* NEWLINE, INDENT */
}

static void note_card(void *user, struct node *n) {
    struct making *m = user;
    int kind = n->kind == N_INSTANCE ? kind_numbered(m, n->a->name) : -1;
    if (kind < 0 || !is_a(m->kinds.data, kind, (int)m->sheet->kind)) return;
    struct sheet_card card = {.name = n->name, .node = n, .kind = (size_t)kind, .file = n->at.file};
    read_place(m, &card);
    read_clauses(m, &card);
    PUSH(m, &m->cards, card);
}

/* ---- cells */
static const char *id_of(struct making *m, size_t number) {
    const char *name = m->cards.data[number].name, *id = name;
    for (int again = 1; id; again++) {
        bool taken = false;
        if (again > 1) id = arena_printf(&m->d->arena, "%s#%d", name, again);
        for (size_t i = 0; id && i < number && !taken; i++)
            taken = !strcmp(m->cards.data[i].cells[0], id);
        if (!taken) break;
    }
    return id;
}

/* The items of a list, which stand beside one another; in brackets where they were given by name. */
static void fill_printed(struct making *m, struct sheet_card *card) {
    const struct sheet_kind *kind = &m->kinds.data[card->kind];
    const char *text = m->d->sources.files[card->file].text;
    for (size_t p = 0; p < kind->n; p++) {
        struct passage at = {0, 0};
        const char **cell = &card->cells[kind->parameters[p].column];
        if (kind->parameters[p].given) *cell = kind->parameters[p].given;
        for (size_t i = 0; i < card->n_arguments; i++) {
            const struct sheet_argument *a = &card->arguments[i];
            if (a->parameter != (int)p) continue;
            if (at.to == 0) at.from = a->value.from;
            at.to = a->value.to;
        }
        if (at.to == 0) continue;
        if (kind->parameters[p].list && text[at.from] == '[' && text[at.to - 1] == ']') at.from++, at.to--;
        *cell = definition_text(m->d, card->file, at);
        m->columns.data[kind->parameters[p].column].used = true;
    }
}

/* A text as it is said, not as it is written. */
static const char *words_of(const struct making *m, const struct sheet_card *card, struct passage at) {
    const struct token *t = tokens_of(m, card->file);
    for (size_t i = 0; i < m->d->tokens[card->file].n; i++)
        if (t[i].offset == at.from && t[i].end == at.to && t[i].kind == TOKEN_TEXT) return t[i].name;
    return NULL;
}

static void fill_said(struct making *m, struct sheet_card *card) {
    for (size_t c = 0; c < m->columns.n; c++) {
        struct sheet_column *column = &m->columns.data[c];
        for (size_t i = 0; i < card->n_arguments && column->sort == COLUMN_COPIES; i++)
            if (card->arguments[i].parameter == ARGUMENT_COPIES)
                card->cells[c] = definition_text(m->d, card->file, card->arguments[i].value), column->used = true;
        for (size_t i = 0; i < card->n_clauses && column->sort >= COLUMN_VALUE; i++) {
            struct passage at = card->clauses[i].value;
            if (strcmp(card->clauses[i].name, column->name) || at.to == at.from) continue;
            const char *words =
                column->sort == COLUMN_WORDS ? words_of(m, card, at) : definition_text(m->d, card->file, at);
            if (words) card->cells[c] = words, column->used = true;
        }
    }
}

static void fill_cells(struct making *m, size_t number) {
    struct sheet_card *card = &m->cards.data[number];
    card->cells = ARENA_ARRAY(&m->d->arena, const char *, m->columns.n);
    if (!card->cells) {
        m->failed = true;
        return;
    }
    for (size_t c = 0; c < m->columns.n; c++)
        card->cells[c] = "";
    card->cells[1] = card->name;
    card->cells[2] = m->kinds.data[card->kind].name;
    card->cells[0] = id_of(m, number);
    fill_printed(m, card);
    fill_said(m, card);
    if (!card->cells[0]) m->failed = true;
}

/* ---- the whole */
static bool fits(const struct making *m, const char *name, struct buf *why) {
    const char *names[256];
    size_t n = 0;
    int kind = kind_numbered(m, name);
    for (size_t i = 0; i < m->kinds.n && n < 256; i++)
        if (!m->kinds.data[i].is_space) names[n++] = m->kinds.data[i].name;
    const char *near = kind < 0 && n ? nearest(name, names, n) : NULL;
    if (kind < 0) buf_printf(why, "there is no kind \"%s\"", name);
    if (near) buf_printf(why, "; did you mean \"%s\"?", near);
    if (kind >= 0 && m->kinds.data[kind].is_space)
        buf_printf(why, "\"%s\" is a kind of space: spaces are written in the rows of boards", name);
    for (size_t i = 0; kind >= 0 && i < m->kinds.n && !why->n; i++)
        if (m->kinds.data[i].twice && (is_a(m->kinds.data, (int)i, kind) || is_a(m->kinds.data, kind, (int)i)))
            buf_printf(why, "kind \"%s\" is declared in several modules, so what its cards print is not one table",
                       m->kinds.data[i].name);
    return !why->n;
}

static void free_making(struct making *m) {
    VEC_FREE(&m->kinds);
    VEC_FREE(&m->columns);
    VEC_FREE(&m->cards);
}

#define KEEP(m, list, type) (keep_all((m), (list).data, (list).n * sizeof(type), _Alignof(type)))
static void *keep_all(struct making *m, const void *data, size_t size, size_t align) {
    void *kept = arena_alloc(&m->d->arena, size, align);
    if (kept && size) memcpy(kept, data, size);
    if (!kept) m->failed = true;
    return kept;
}

const struct sheet *sheet_new(struct definition *d, const char *kind, struct buf *why) {
    struct making m = {.d = d, .sheet = ARENA_NEW(&d->arena, struct sheet)};
    struct sheet *s = m.sheet;
    definition_each(d, false, note_kind, &m);
    find_parents(&m);
    if (!s || m.failed || !fits(&m, kind, why)) {
        free_making(&m);
        return NULL;
    }
    s->definition = d;
    s->kind = (size_t)kind_numbered(&m, kind);
    for (size_t i = 0; i < m.kinds.n && !m.failed; i++)
        find_parameters(&m, (int)i);
    if (!m.failed) add_columns(&m);
    if (!m.failed) definition_each(d, false, note_card, &m);
    for (size_t i = 0; i < m.cards.n && !m.failed; i++)
        fill_cells(&m, i);
    s->kinds = KEEP(&m, m.kinds, struct sheet_kind), s->n_kinds = m.kinds.n;
    s->columns = KEEP(&m, m.columns, struct sheet_column), s->n_columns = m.columns.n;
    s->cards = KEEP(&m, m.cards, struct sheet_card), s->n_cards = m.cards.n;
    free_making(&m);
    if (m.failed) d->arena.failed = true;
    return d->arena.failed ? NULL : s;
}

/* ---- the kinds there are tables of */
struct listing {
    struct making making;
    size_t cards[500];
};

static void count_card(void *user, struct node *n) {
    struct listing *l = user;
    int kind = n->kind == N_INSTANCE ? kind_numbered(&l->making, n->a->name) : -1;
    for (int guard = 0; kind >= 0 && guard < SHEET_KIND_DEPTH; guard++, kind = l->making.kinds.data[kind].parent)
        if (kind < 500) l->cards[kind]++;
}

bool sheet_kinds(struct definition *d, void (*each)(void *user, const char *kind, const char *above, size_t cards),
                 void *user) {
    struct listing l = {.making = {.d = d}};
    definition_each(d, false, note_kind, &l.making);
    find_parents(&l.making);
    definition_each(d, false, count_card, &l);
    for (size_t i = 0; i < l.making.kinds.n && i < 500; i++) {
        const struct sheet_kind *kind = &l.making.kinds.data[i];
        if (kind->is_space || !l.cards[i]) continue;
        each(user, kind->name, kind->parent >= 0 ? l.making.kinds.data[kind->parent].name : NULL, l.cards[i]);
    }
    bool fine = !l.making.failed;
    free_making(&l.making);
    return fine;
}

void sheet_put_csv(const struct sheet *s, struct buf *out) {
    for (size_t c = 0; c < s->n_columns; c++)
        if (s->columns[c].used) csv_put_cell(out, s->columns[c].title, c == 0);
    csv_end_row(out);
    for (size_t i = 0; i < s->n_cards; i++) {
        for (size_t c = 0; c < s->n_columns; c++)
            if (s->columns[c].used) csv_put_cell(out, s->cards[i].cells[c], c == 0);
        csv_end_row(out);
    }
}
