/* take_cells.c: from the cells of one row to edits of the text: arguments, clauses, a new card, a card that goes.
 *
 * Only bytes that say something else change. What cannot be put into the text by one sure edit is refused with the
 * reason: a person does that by hand. */
#include "design/take_inside.h"

#include "lang/query.h"

#include <stdarg.h>
#include <string.h>

/* ---- what may stand in a cell */
static const char *misfit_token(const struct token *t, bool list) {
    switch ((enum token_kind)t->kind) {
    case TOKEN_SEMICOLON: return "a \";\"";
    case TOKEN_ASSIGN:
    case TOKEN_PLUS_ASSIGN:
    case TOKEN_MINUS_ASSIGN: return "an assignment";
    case TOKEN_COLON: return t->depth ? NULL : "a \":\"";
    case TOKEN_COMMA: return t->depth || list ? NULL : "a comma, and it is one value";
    case TOKEN_RPAREN:
    case TOKEN_RBRACKET: return t->depth ? NULL : "a bracket that nothing opens";
    default: return NULL;
    }
}

/* What in the text of a cell does not fit, or NULL. */
static const char *misfit(struct lexer *lx, const struct diags *diags, size_t size, bool list) {
    struct token t = lexer_next(lx), before = {.kind = TOKEN_COMMA};
    for (; t.kind != TOKEN_NEWLINE && t.kind != TOKEN_EOF; t = lexer_next(lx)) {
        const char *wrong = misfit_token(&t, list);
        if (wrong) return wrong;
        if (t.kind == TOKEN_COMMA && !t.depth && before.kind == TOKEN_COMMA && !before.depth)
            return "a comma without a value before it";
        before = t;
    }
    if (diags->n) return diags->items[0].text;
    if (t.depth || lx->depth) return "a bracket that is not closed";
    if (before.end < size) return "a comment";
    return before.kind == TOKEN_COMMA && !before.depth ? "a comma without a value behind it" : NULL;
}

static bool says(struct taking *t, size_t row, size_t column, const char *text, bool list) {
    struct interner names;
    struct diags diags;
    struct report report;
    struct sources none = {0};
    struct source source = {"", text, strlen(text)};
    struct lexer lexer;
    const char *wrong = NULL;
    diags_init(&diags);
    report_init(&report, &diags, &none);
    if (strpbrk(text, "\r\n")) {
        wrong = "a line break";
    } else if (interner_init(&names, &t->out->arena)) {
        lexer_init(&lexer, &names, &report, &source, 0);
        wrong = misfit(&lexer, &diags, source.size, list);
    } else {
        t->failed = true;
    }
    if (wrong) take_wrong(t, row, (int)column, "\"%s\" cannot stand here: %s", text, wrong);
    diags_free(&diags);
    return !wrong;
}

static const struct sheet_parameter *parameter_in(const struct sheet_kind *kind, size_t column, int *number) {
    for (size_t i = 0; i < kind->n; i++)
        if (kind->parameters[i].column == column) {
            *number = (int)i;
            return &kind->parameters[i];
        }
    return NULL;
}

/* What words look like in the text. */
static const char *quoted(struct taking *t, const char *words) {
    struct buf text;
    buf_init(&text);
    buf_putc(&text, '"');
    for (; *words; words++) {
        if (*words == '\r') continue;
        if (*words == '"' || *words == '\\') buf_putc(&text, '\\');
        if (*words == '\n')
            buf_puts(&text, "\\n");
        else
            buf_putc(&text, *words);
    }
    buf_putc(&text, '"');
    const char *kept = text.failed ? NULL : arena_strdup(&t->out->arena, text.data, text.n);
    buf_free(&text);
    if (!kept) t->failed = true;
    return kept ? kept : "";
}

/* A cell as the text says it; NULL: it does not fit, which was reported. */
static const char *written(struct taking *t, size_t row, size_t column, const char *cell, bool list) {
    if (t->sheet->columns[column].sort == COLUMN_WORDS) return quoted(t, cell);
    return says(t, row, column, cell, list) ? cell : NULL;
}

static const char *printed(struct taking *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static const char *printed(struct taking *t, const char *format, ...) {
    struct buf text;
    va_list args;
    buf_init(&text);
    va_start(args, format);
    const char *made = buf_vprintf(&text, format, args) ? arena_strdup(&t->out->arena, text.data, text.n) : NULL;
    va_end(args);
    buf_free(&text);
    if (!made) t->failed = true;
    return made ? made : "";
}

/* ---- arguments */
struct argument_change {
    bool gone[64]; /* by argument of the card */
    size_t added;
};

/* The arguments that give a parameter: first and last; false: none. */
static bool given_by(const struct sheet_card *card, int parameter, size_t *first, size_t *last) {
    bool found = false;
    for (size_t i = 0; i < card->n_arguments; i++) {
        if (card->arguments[i].parameter != parameter) continue;
        if (!found) *first = i;
        *last = i;
        found = true;
    }
    return found;
}

static bool is_named(const struct sheet_argument *a) {
    return a->value.from > a->all.from;
}

/* Whether an argument without a name, put at the end, is this parameter: everything before it is given. */
static bool comes_next(const struct sheet_kind *kind, const struct sheet_card *card, int parameter) {
    size_t first, last;
    for (int i = 0; i < parameter; i++) {
        if (kind->parameters[i].list) return false;
        if (!kind->parameters[i].given && !given_by(card, i, &first, &last)) return false;
    }
    return parameter >= 0;
}

/* Puts an argument behind those that are there. */
static void add_argument(struct taking *t, size_t row, size_t column, const struct sheet_card *card,
                         struct argument_change *change, const char *text) {
    bool brackets = card->brackets.to > card->brackets.from;
    bool kept = false;
    for (size_t i = 0; i < card->n_arguments; i++)
        kept |= !change->gone[i];
    uint32_t at = card->n_arguments ? card->arguments[card->n_arguments - 1].all.to
                  : brackets        ? card->brackets.from + 1
                                    : card->name_at.to;
    if (!brackets && change->added == 0) take_edit(t, row, NOT_THERE, card->file, (struct passage){at, at}, "(");
    take_edit(t, row, (int)column, card->file, (struct passage){at, at},
              kept || change->added ? printed(t, ", %s", text) : text);
    change->added++;
}

static void close_brackets(struct taking *t, size_t row, const struct sheet_card *card,
                           const struct argument_change *change) {
    uint32_t at = card->name_at.to;
    if (card->brackets.to == card->brackets.from && change->added)
        take_edit(t, row, NOT_THERE, card->file, (struct passage){at, at}, ")");
}

/* Takes out the arguments that are gone, each with the comma on one side of it. */
static void drop_arguments(struct taking *t, size_t row, const struct sheet_card *card,
                           const struct argument_change *change) {
    const struct sheet_argument *a = card->arguments;
    size_t n = card->n_arguments;
    for (size_t i = 0, j; i < n; i = j + 1) {
        for (j = i; j < n && change->gone[j] == change->gone[i];)
            j++;
        j--; /* the run ends with it */
        if (!change->gone[i]) continue;
        struct passage at = {i ? a[i - 1].all.to : a[0].all.from, a[j].all.to};
        if (i == 0 && j + 1 < n) at.to = a[j + 1].all.from;
        if (i == 0 && j + 1 == n && !change->added) at = card->brackets;
        take_edit(t, row, NOT_THERE, card->file, at, "");
    }
}

static bool may_go(struct taking *t, size_t row, size_t column, const struct sheet_card *card, size_t first,
                   size_t last) {
    for (size_t i = last + 1; i < card->n_arguments; i++)
        if (!is_named(&card->arguments[first]) && !is_named(&card->arguments[i])) {
            take_wrong(t, row, (int)column, "what stands behind it would take its place; write its default instead");
            return false;
        }
    return true;
}

static void change_argument(struct taking *t, size_t row, size_t column, const struct sheet_card *card, int parameter,
                            const char *cell, struct argument_change *change) {
    const struct sheet_kind *kind = &t->sheet->kinds[card->kind];
    const struct sheet_parameter *p = parameter >= 0 ? &kind->parameters[parameter] : NULL;
    bool list = p && p->list;
    size_t first = 0, last = 0;
    bool given = given_by(card, parameter, &first, &last);
    if (*cell && !says(t, row, column, cell, list)) return;
    if (!*cell) {
        if (p && !p->optional) {
            take_wrong(t, row, (int)column, "every %s has one", kind->name);
        } else if (given && may_go(t, row, column, card, first, last)) {
            for (size_t i = first; i <= last; i++)
                change->gone[i] = true;
        }
        return;
    }
    const char *name = p ? p->name : "copies";
    bool plain = !list || !strchr(cell, ',');
    const char *named = plain ? cell : printed(t, "[%s]", cell);
    if (given) {
        bool by_name = is_named(&card->arguments[first]);
        struct passage at = {card->arguments[first].value.from, card->arguments[last].value.to};
        take_edit(t, row, (int)column, card->file, at, list && by_name ? named : cell);
        return;
    }
    add_argument(t, row, column, card, change,
                 comes_next(kind, card, parameter) ? cell : printed(t, "%s: %s", name, named));
}

/* ---- clauses */
static const struct sheet_clause *clause_named(const struct sheet_card *card, const char *name) {
    for (size_t i = 0; i < card->n_clauses; i++)
        if (!strcmp(card->clauses[i].name, name)) return &card->clauses[i];
    return NULL;
}

static void new_clause(struct taking *t, size_t row, size_t column, const struct sheet_card *card, const char *text,
                       size_t before) {
    const struct source *source = &t->sheet->definition->sources.files[card->file];
    const char *eol = line_end_of(source), *name = t->sheet->columns[column].name;
    bool ends = card->lines.to > 0 && source->text[card->lines.to - 1] == '\n';
    struct passage behind = {card->lines.to, card->lines.to}, head = {card->head_end, card->head_end};
    bool one_line = line_next(source, card->head_end) == card->lines.to;
    if (card->form == BODY_INLINE && !one_line) {
        take_wrong(t, row, (int)column,
                   "the rules of this card begin on its first line and go on below; write \"%s:\" there", name);
        return;
    }
    if (card->form == BODY_NONE && !before) take_edit(t, row, NOT_THERE, card->file, head, ":");
    if (card->form == BODY_INLINE && !before) {
        uint32_t from = card->body;
        while (from > 0 && source->text[from - 1] == ' ')
            from--;
        take_edit(t, row, NOT_THERE, card->file, (struct passage){from, card->body},
                  printed(t, "%s%s", eol, card->body_indent));
    }
    if (!ends) take_edit(t, row, NOT_THERE, card->file, behind, eol);
    take_edit(t, row, NOT_THERE, card->file, behind, printed(t, "%s%s: ", card->body_indent, name));
    take_edit(t, row, (int)column, card->file, behind, text);
    if (ends) take_edit(t, row, NOT_THERE, card->file, behind, eol);
}

static void drop_clause(struct taking *t, size_t row, size_t column, const struct sheet_card *card,
                        const struct sheet_clause *clause) {
    size_t members = 0;
    for (const struct node *n = card->node->b ? card->node->b->kids : NULL; n; n = n->next)
        members++;
    if (card->form == BODY_INLINE)
        take_edit(t, row, (int)column, card->file, (struct passage){card->head_end, clause->value.to}, "");
    else if (members > 1 && clause->lines.to > clause->lines.from)
        take_edit(t, row, (int)column, card->file, clause->lines, "");
    else
        take_wrong(t, row, (int)column, "it is all that is written of this card; take it out of the text by hand");
}

static void change_clause(struct taking *t, size_t row, size_t column, const struct sheet_card *card, const char *cell,
                          size_t *new_ones) {
    const struct sheet_clause *clause = clause_named(card, t->sheet->columns[column].name);
    bool simple = clause && clause->value.to > clause->value.from;
    const char *text = *cell ? written(t, row, column, cell, true) : "";
    if (!text) return;
    if (clause && !simple)
        take_wrong(t, row, (int)column, "the card says it in more than one expression; change it in the text");
    else if (clause && *cell)
        take_edit(t, row, (int)column, card->file, clause->value, text);
    else if (clause)
        drop_clause(t, row, column, card, clause);
    else
        new_clause(t, row, column, card, text, (*new_ones)++);
}

/* ---- a row of a card that is there */
static void change_kind(struct taking *t, size_t row, const struct sheet_card *card, const char *cell) {
    int kind = sheet_find_kind(t->sheet, cell);
    if (kind < 0 || !sheet_is_a(t->sheet, (size_t)kind, t->sheet->kind))
        take_wrong(t, row, 2, "\"%s\" is no kind of %s", cell, t->sheet->kinds[t->sheet->kind].name);
    else
        take_edit(t, row, 2, card->file, card->kind_at, cell);
}

static void change_printed(struct taking *t, size_t row, size_t column, const struct sheet_card *card, const char *cell,
                           struct argument_change *change) {
    const struct sheet_kind *kind = &t->sheet->kinds[card->kind];
    int number;
    const struct sheet_parameter *p = parameter_in(kind, column, &number);
    if (!p)
        take_wrong(t, row, (int)column, "no %s has one", kind->name);
    else if (p->given)
        take_wrong(t, row, (int)column, "\"%s\" is printed on every %s; change it where the kind is declared", p->given,
                   kind->name);
    else
        change_argument(t, row, column, card, number, cell, change);
}

static void say_change(struct taking *t, struct buf *line, size_t column, const char *from, const char *to) {
    buf_printf(line, "%s %s ", line->n ? "," : ":", t->sheet->columns[column].title);
    if (*from) buf_printf(line, "%s -> ", from);
    buf_puts(line, *to ? to : "(nothing)");
}

static void say(struct taking *t, const char *word, const char *name, const struct buf *line) {
    const char *text = arena_printf(&t->out->arena, "%s%s%s", word, name, line ? line->data : "");
    if (!text) t->failed = true;
    PUSH(t, &t->out->said, text);
}

void take_changes(struct taking *t, size_t row, const struct sheet_card *card) {
    struct argument_change change = {.added = 0};
    struct buf line;
    size_t new_clauses = 0;
    buf_init(&line);
    if (card->n_arguments > sizeof change.gone) {
        take_wrong(t, row, NOT_THERE, "a card with so many arguments is changed in the text only");
        return;
    }
    for (size_t c = 1; c < t->sheet->n_columns; c++) {
        const char *cell = take_cell(t, row, c);
        if (!cell || take_same(card->cells[c], cell)) continue;
        say_change(t, &line, c, card->cells[c], cell);
        switch (t->sheet->columns[c].sort) {
        case COLUMN_KIND: change_kind(t, row, card, cell); break;
        case COLUMN_PRINTED: change_printed(t, row, c, card, cell, &change); break;
        case COLUMN_COPIES: change_argument(t, row, c, card, ARGUMENT_COPIES, cell, &change); break;
        case COLUMN_VALUE:
        case COLUMN_WORDS: change_clause(t, row, c, card, cell, &new_clauses); break;
        default: break; /* names: take_renames */
        }
    }
    drop_arguments(t, row, card, &change);
    close_brackets(t, row, card, &change);
    if (line.n) say(t, "", card->cells[0], &line), t->out->changed++;
    buf_free(&line);
}

/* ---- a new card, and one that goes */
struct birth {
    struct taking *t;
    size_t row;
    const struct sheet_card *behind;
    struct passage at;
};

static void put(struct birth *b, int column, const char *text) {
    take_edit(b->t, b->row, column, b->behind->file, b->at, text);
}

static void put_argument(struct birth *b, size_t column, const char *name, const char *cell, bool list, bool *open) {
    if (!says(b->t, b->row, column, cell, list)) return;
    bool many = name && list && strchr(cell, ',');
    put(b, NOT_THERE, *open ? ", " : "(");
    if (name) put(b, NOT_THERE, printed(b->t, many ? "%s: [" : "%s: ", name));
    put(b, (int)column, cell);
    if (many) put(b, NOT_THERE, "]");
    *open = true;
}

static void put_arguments(struct birth *b, const struct sheet_kind *kind) {
    bool open = false, in_order = true;
    for (size_t i = 0; i < kind->n; i++) {
        const struct sheet_parameter *p = &kind->parameters[i];
        const char *cell = take_cell(b->t, b->row, p->column);
        if (cell && *cell && p->given && !take_same(p->given, cell))
            take_wrong(b->t, b->row, (int)p->column, "\"%s\" is printed on every %s", p->given, kind->name);
        if (p->given) continue;
        if (!cell || !*cell) {
            if (!p->optional) take_wrong(b->t, b->row, (int)p->column, "every %s has one: %s", kind->name, p->name);
            in_order = false;
            continue;
        }
        put_argument(b, p->column, in_order ? NULL : p->name, cell, p->list, &open);
        if (p->list) in_order = false;
    }
    for (size_t c = 0; c < b->t->sheet->n_columns; c++) {
        const char *cell = b->t->sheet->columns[c].sort == COLUMN_COPIES ? take_cell(b->t, b->row, c) : NULL;
        if (cell && *cell) put_argument(b, c, "copies", cell, false, &open);
    }
    if (open) put(b, NOT_THERE, ")");
}

static void refuse_others(struct birth *b, const struct sheet_kind *kind) {
    int number;
    for (size_t c = 0; c < b->t->sheet->n_columns; c++) {
        const char *cell = b->t->sheet->columns[c].sort == COLUMN_PRINTED ? take_cell(b->t, b->row, c) : NULL;
        if (cell && *cell && !parameter_in(kind, c, &number))
            take_wrong(b->t, b->row, (int)c, "no %s has one", kind->name);
    }
}

static void put_clauses(struct birth *b, const char *eol, const char *indent) {
    bool open = false;
    for (size_t c = 0; c < b->t->sheet->n_columns; c++) {
        const char *cell = b->t->sheet->columns[c].sort >= COLUMN_VALUE ? take_cell(b->t, b->row, c) : NULL;
        const char *text = cell && *cell ? written(b->t, b->row, c, cell, true) : NULL;
        if (!text) continue;
        put(b, NOT_THERE, open ? eol : printed(b->t, ":%s", eol));
        put(b, NOT_THERE, printed(b->t, "%s  ", indent));
        put(b, NOT_THERE, printed(b->t, "%s: ", b->t->sheet->columns[c].name));
        put(b, (int)c, text);
        open = true;
    }
}

void take_new_card(struct taking *t, size_t row, const struct sheet_card *behind) {
    const struct source *source = &t->sheet->definition->sources.files[behind->file];
    const struct sheet_kind *kind = &t->sheet->kinds[behind->kind];
    const char *eol = line_end_of(source), *name = take_cell(t, row, 1);
    const char *spelt = name ? query_spelling(&t->out->arena, name) : NULL;
    struct birth b = {t, row, behind, {behind->lines.to, behind->lines.to}};
    if (!name || !*name) {
        take_wrong(t, row, 1, "a new card has a name");
        return;
    }
    if (!spelt || strpbrk(name, "\"\\{}")) {
        take_wrong(t, row, 1, "\"%s\" cannot be the name of a card", name);
        return;
    }
    if (!behind->alone) {
        take_wrong(t, row, 1,
                   "\"%s\", behind which it would stand, shares its line with an \"if\"; write it in the text",
                   behind->name);
        return;
    }
    bool ends = behind->lines.to > 0 && source->text[behind->lines.to - 1] == '\n';
    if (!ends) put(&b, NOT_THERE, eol);
    put(&b, 2, printed(t, "%s%s ", behind->indent, kind->name));
    put(&b, 1, spelt);
    refuse_others(&b, kind);
    put_arguments(&b, kind);
    put_clauses(&b, eol, behind->indent);
    if (ends) put(&b, NOT_THERE, eol);
    say(t, "new: ", name, NULL);
    t->out->added++;
}

void take_away(struct taking *t, const struct sheet_card *card) {
    if (!card->alone) {
        take_wrong(t, t->csv.n, NOT_THERE, "the card \"%s\" shares its line with an \"if\"; take it out of the text",
                   card->cells[0]);
        return;
    }
    take_edit(t, t->csv.n, NOT_THERE, card->file, card->lines, "");
    say(t, "removed: ", card->cells[0], NULL);
    t->out->removed++;
}
