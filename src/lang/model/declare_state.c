/* declare_state.c: what a position consists of: boards with their spaces, zones, tracks and variables. */
#include "lang/model/declare.h"

#include "lang/parse/template.h"
#include "lang/parse/token.h"

#include <stdlib.h>
#include <string.h>

bool declare_range(struct model *m, struct node *range, int *low, int *high) {
    range = node_bare(range);
    if (range->kind != N_BINARY || range->number != TOKEN_DOTS) {
        model_error(m, range, DIAG_wrong_type, "expected a range such as 0..5 or 0..");
        return false;
    }
    int32_t lo = 0, hi = NUMBER_MAX;
    bool ok = constant_number(m, range->a, &lo) && (!range->b || constant_number(m, range->b, &hi));
    if (!ok && !model_zero_division(m, range))
        model_error(m, range, DIAG_wrong_type, "the ends of a range must be constant numbers here");
    else if (!ok)
        return false;
    else if (lo > hi || lo < -NUMBER_MAX || hi > NUMBER_MAX)
        model_error(m, range, DIAG_out_of_range, "a range goes from a smaller to a larger number within -%d..%d",
                    NUMBER_MAX, NUMBER_MAX),
            ok = false;
    if (ok) *low = lo, *high = hi;
    return ok;
}

void declare_known(struct model *m, struct node *args, const char *const *names, size_t n) {
    for (struct node *a = args; a; a = a->next) {
        size_t i = 0;
        while (a->kind == N_ARG && i < n && strcmp(a->name, names[i]))
            i++;
        if (a->kind == N_ARG && i == n) model_unknown(m, a, "argument", a->name, ONLY_EXTRA, names, n);
    }
}

bool declare_flag(struct model *m, struct node *value) {
    static const char *const words[] = {"true", "false"};
    int32_t flag = 0;
    if (!value || constant_number(m, value, &flag)) return flag != 0;
    if (value->kind == N_NAME)
        model_unknown(m, value, "word", value->name, ONLY_EXTRA, words, 2);
    else
        model_error(m, value, DIAG_wrong_type, "this is true or false");
    return false;
}

/* turn(1..2): how many actions a turn has, at most 15. */
bool declare_turns(struct model *m, struct node *range, int *low, int *high) {
    if (!declare_range(m, range, low, high)) return false;
    if (*low >= 0 && *high >= 1 && *high <= 15) return true;
    model_error(m, range, DIAG_out_of_range, "a turn has up to 15 actions, for example turn(1..2)");
    return false;
}

/* ---- boards */
static int shape_by_name(const char *name) {
    static const char *const shapes[] = {"hex", "square", "graph", "ring", "loose"};
    for (int i = 0; i < 5; i++)
        if (!strcmp(name, shapes[i])) return i;
    return NONE;
}

static void declare_space(struct model *m, struct board_info *b, struct node *cell, const char *label, int row,
                          int col) {
    struct node *kind_name = cell->kind == N_CALL ? cell->a : cell;
    if (kind_name->kind != N_NAME) {
        model_error(m, cell, DIAG_syntax, "a row lists kinds of space, for example row(land, 3 land, home: land)");
        return;
    }
    struct symbol *s = model_find(m, kind_name->name);
    while (s && !(s->kind == SYM_KIND && m->kinds.data[s->index].is_space))
        s = s->same;
    if (!s) {
        for (s = model_find(m, kind_name->name); s && s->kind != SYM_KIND; s = s->same)
            continue;
        if (!s)
            model_unknown(m, kind_name, "kind of space", kind_name->name, 1u << SYM_KIND, NULL, 0);
        else if (!m->kinds.data[s->index].broken &&
                 model_error(m, kind_name, DIAG_wrong_kind, "\"%s\" is a kind of card, not of space", s->name)) {
            model_help(m, "`kind %s is space:` makes it a kind of space", s->name);
            model_declared(m, s);
        }
        if (label) model_add(m, SYM_BROKEN, label, cell, TYPE(T_UNKNOWN), 0);
        return;
    }
    s->used = true;
    struct space_info info = {.name = label,
                              .at = cell,
                              .args = cell->kids,
                              .kind = s->index,
                              .number = b->n + 1,
                              .row = row,
                              .col = col,
                              .x = NONE};
    info.board = (int)m->boards.n;
    if (!info.name) info.name = arena_printf(m->arena, "%s %d", b->name, b->n + 1);
    if (!info.name) m->failed = true;
    for (struct symbol *o = label ? model_find(m, label) : NULL; o; o = o->same)
        if (o->kind == SYM_SPACE && m->spaces.data[o->index].board == info.board)
            model_twice(m, cell, "space", label, o->node);
    if (label) model_add(m, SYM_SPACE, label, cell, TYPE_OF(VT_SPACE, (unsigned)s->index), (int)m->spaces.n);
    PUSH(m, &m->spaces, info);
    b->n++;
}

/* `shift: 2` before the spaces of a row: a number, where a label has a kind of space. */
static bool is_shift(const struct node *c) {
    bool kind_of_space = c->kind == N_ARG && (c->a->kind == N_NAME || c->a->kind == N_CALL || c->a->kind == N_AMOUNT);
    return c->kind == N_ARG && !strcmp(c->name, "shift") && !kind_of_space;
}

static int row_shift(struct model *m, struct board_info *b, struct node *cells) {
    enum { FURTHEST = 200 };
    int32_t by = 0;
    for (struct node *c = cells; c; c = c->next) {
        if (!is_shift(c)) continue;
        bool drawn = b->shape == BOARD_SQUARE || b->shape == BOARD_HEX;
        if (!drawn)
            model_error(m, c, DIAG_wrong_kind, "only rows of square and hex boards are shifted");
        else if (c != cells || !constant_number(m, c->a, &by) || by < 0 || by > FURTHEST)
            model_error(m, c, DIAG_out_of_range, "a row begins with its shift, a number from 0 to %d", FURTHEST),
                by = 0;
    }
    b->shifted = b->shifted || by;
    return by;
}

static int row_length(struct model *m, struct node *cells) {
    int n = 0;
    for (struct node *c = cells; c; c = c->next) {
        if (is_shift(c)) continue;
        struct node *cell = c->kind == N_ARG ? c->a : c;
        int32_t times = 1;
        if (cell->kind == N_AMOUNT && (!constant_number(m, cell->a, &times) || times < 1 || times > 400)) times = 1;
        n += times;
    }
    return n;
}

static struct node *row_of(struct node *line) {
    return line->kind == N_DO && line->a->kind == N_CALL && name_is(line->a->a, "row") ? line->a : NULL;
}

/* `shift: right`, `slant: left` and so on. */
static int hex_lie(struct model *m, struct board_info *b) {
    static const char *const known[] = {"right", "left"};
    static const struct {
        const char *name;
        int lie[2];
    } ways[] = {{"shift", {ROWS_SHIFT_RIGHT, ROWS_SHIFT_LEFT}}, {"slant", {ROWS_SLANT_RIGHT, ROWS_SLANT_LEFT}}};
    int lie = ROWS_CENTRED;
    for (int i = 0; i < 2; i++) {
        struct node *side = argument_named(b->node->kids, ways[i].name);
        if (!side) continue;
        if (b->shape != BOARD_HEX)
            model_error(m, side, DIAG_wrong_kind, "only the rows of a hex board have a %s", ways[i].name);
        else if (lie != ROWS_CENTRED)
            model_error(m, side, DIAG_wrong_kind, "rows have a shift or a slant, not both");
        if (name_is(side, known[0]) || name_is(side, known[1]))
            lie = ways[i].lie[name_is(side, known[1])];
        else
            model_unknown(m, side, "side", side->kind == N_NAME ? side->name : "?", ONLY_EXTRA, known, 2);
    }
    return lie;
}

/* By how many half steps a row lies to the right. */
static int hex_indent(const struct board_info *b, int length, int widest, int rows) {
    switch (b->lie) {
    case ROWS_SHIFT_RIGHT: return b->rows % 2;
    case ROWS_SHIFT_LEFT: return 1 - b->rows % 2;
    case ROWS_SLANT_RIGHT: return b->rows;
    case ROWS_SLANT_LEFT: return rows - 1 - b->rows;
    default: return widest - length;
    }
}

/* Rows of a hex board touch when they begin an odd number of half spaces apart. */
static void check_touch(struct model *m, const struct board_info *b, struct node *row, int start, struct node *above,
                        int above_start) {
    if (b->shape != BOARD_HEX || !above || (start - above_start) % 2) return;
    bool shifted = (row->kids && is_shift(row->kids)) || (above->kids && is_shift(above->kids));
    if (shifted) {
        model_error(m, row, DIAG_missing_clause,
                    "rows do not touch: this one begins %d half spaces %s the one above; the number must be odd",
                    abs(start - above_start), start < above_start ? "left of" : "right of");
    } else if (model_error(m, row, DIAG_missing_clause, "rows of %d and %d spaces do not touch: they are centred",
                           row_length(m, above->kids), row_length(m, row->kids))) {
        model_help(m,
                   "board %s(hex, shift: right) moves every second row by half a space; slant: right each one further "
                   "than the row above",
                   b->name);
    }
}

/* `labels: algebraic`: columns by letters from the left, rows by numbers from below, as in chess. */
static bool labels_algebraic(struct model *m, const struct board_info *b, int widest) {
    static const char *const known[] = {"algebraic"};
    struct node *labels = argument_named(b->node->kids, "labels");
    if (!labels) return false;
    if (!name_is(labels, known[0]))
        model_unknown(m, labels, "way to label spaces", labels->kind == N_NAME ? labels->name : "?", ONLY_EXTRA, known,
                      1);
    else if (b->shape != BOARD_SQUARE && b->shape != BOARD_HEX)
        model_error(m, labels, DIAG_wrong_kind, "only square and hex boards have rows and columns to label");
    else if (widest > 26)
        model_error(m, labels, DIAG_out_of_range, "letters label at most 26 columns; this board has %d", widest);
    return true;
}

static const char *algebraic_label(struct model *m, int place, int row_from_below) {
    const char *label = arena_printf(m->arena, "%c%d", (int)('a' + place % 26), row_from_below);
    if (!label) m->failed = true;
    return label;
}

/* Gives the place where it begins. */
static int declare_row(struct model *m, struct board_info *b, struct node *row, int widest, int rows) {
    struct node *cells = row->kids;
    int length = row_length(m, cells), i = 0, indent = hex_indent(b, length, widest, rows),
        shift = row_shift(m, b, cells);
    for (struct node *c = cells; c; c = c->next) {
        if (is_shift(c)) continue;
        struct node *cell = c->kind == N_ARG ? c->a : c;
        int32_t times = 1;
        if (cell->kind == N_AMOUNT) {
            if (!constant_number(m, cell->a, &times) || times < 1 || times > 400) {
                model_error(m, cell, DIAG_out_of_range, "how many spaces must be a number from 1 to 400");
                times = 1;
            }
            cell = cell->b;
        }
        for (int k = 0; k < times; k++, i++) {
            int col = shift + (b->shape == BOARD_HEX ? indent + 2 * i : i);
            const char *label = c->kind == N_ARG ? c->name
                                : b->algebraic   ? algebraic_label(m, i + shift, rows - b->rows)
                                                 : NULL;
            declare_space(m, b, cell, label, b->rows, col);
        }
    }
    b->rows++;
    return shift + (b->shape == BOARD_HEX ? indent : 0);
}

static void add_player_member(struct model *m, struct symbol *s);

/* Names of spaces stand for one space each, and a board of every player has as many of a name as there are players. */
static void refuse_labels(struct model *m, struct node *board) {
    struct node *named = argument_named(board->kids, "labels");
    for (struct node *r = board->b ? board->b->kids : NULL; r; r = r->next) {
        struct node *row = row_of(r);
        for (struct node *c = row ? row->kids : NULL; c && !named; c = c->next)
            if (c->kind == N_ARG && !is_shift(c)) named = c;
    }
    if (named && model_error(m, named, DIAG_wrong_kind, "the spaces of a player's board have no labels"))
        model_help(m, "they have numbers: me.%s[1]", board->name);
}

static void name_board(struct model *m, struct board_info *b) {
    struct node *n = b->node;
    struct type t = TYPE_OF(VT_BOARD, (unsigned)m->boards.n - 1);
    if (b->owner == NONE) {
        for (struct symbol *s = model_find(m, n->name); s; s = s->same)
            if (s->kind == SYM_BOARD) model_twice(m, n, "board", n->name, s->node);
        model_add(m, SYM_BOARD, n->name, n, t, (int)m->boards.n - 1);
    } else if (b->owner == 0) {
        struct symbol *s =
            symbol_made(m, (struct symbol){.kind = SYM_BOARD, .name = n->name, .node = n, .type = t, .index = t.of});
        if (!s)
            model_no_memory(m);
        else
            refuse_labels(m, n), add_player_member(m, s);
    }
}

/* line(a, b, c): linked one after the other, and a line of lines(n). */
static void declare_line(struct model *m, struct node *call) {
    struct link_info line = {call, (int)m->boards.n};
    PUSH(m, &m->links, line);
    PUSH(m, &m->lines, line);
}

static void declare_board_of(struct model *m, struct node *n, int owner) {
    struct board_info b = {.name = n->name, .node = n, .first = (int)m->spaces.n, .in_use = true, .owner = owner};
    if (owner >= 0) b.name = arena_printf(m->arena, "%c %s", (int)('A' + owner), n->name);
    if (!b.name) {
        model_no_memory(m);
        return;
    }
    struct node *shape = n->kids;
    b.shape = shape && shape->kind == N_NAME ? shape_by_name(shape->name) : NONE;
    if (b.shape < 0) {
        static const char *const shapes[] = {"hex", "square", "graph", "ring", "loose"};
        if (shape && shape->kind == N_NAME)
            model_unknown(m, shape, "shape of a board", shape->name, ONLY_EXTRA, shapes, 5);
        else
            model_error(m, shape ? shape : n, DIAG_wrong_kind, "a board is hex, square, graph, ring or loose");
        b.shape = BOARD_LOOSE;
    }
    static const char *const known[] = {"diagonal", "look", "shift", "slant", "labels"};
    static const char *const lines[] = {"row", "link", "line", "at", "for", "repeat"};
    declare_known(m, n->kids, known, 5);
    b.diagonal = declare_flag(m, argument_named(n->kids, "diagonal"));
    b.lie = hex_lie(m, &b);
    declare_board_lines(m, n);
    struct node *above = NULL;
    int widest = 0, rows = 0, above_start = 0;
    for (struct node *r = n->b ? n->b->kids : NULL; r; r = r->next) {
        struct node *row = row_of(r);
        int length = row ? row_length(m, row->kids) : 0;
        if (length > widest) widest = length;
        if (row) rows++;
    }
    b.algebraic = labels_algebraic(m, &b, widest);
    for (struct node *r = n->b ? n->b->kids : NULL; r; r = r->next) {
        bool call = r->kind == N_DO && r->a->kind == N_CALL;
        struct node *row = row_of(r);
        if (row) {
            int start = declare_row(m, &b, row, widest, rows);
            check_touch(m, &b, row, start, above, above_start);
            above = row, above_start = start;
        } else if (call && name_is(r->a->a, "link"))
            PUSH(m, &m->links, ((struct link_info){r->a, (int)m->boards.n}));
        else if (call && name_is(r->a->a, "line"))
            declare_line(m, r->a);
        else if (call && name_is(r->a->a, "at"))
            PUSH(m, &m->places, ((struct link_info){r->a, (int)m->boards.n}));
        else if (call && r->a->a->kind == N_NAME)
            model_unknown(m, r->a->a, "line of a board", r->a->a->name, ONLY_EXTRA, lines, 6);
        else if (!(r->kind == N_CLAUSE && !strcmp(r->name, "look")) && r->kind != N_FOR && r->kind != N_REPEAT)
            model_error(
                m, r, DIAG_syntax,
                "a board has lines row(...), link(a, b), line(a, b, c) and at(a, x, y), also in for and repeat");
    }
    for (size_t i = 0; i < m->options.n; i++) {
        struct node *o = m->options.data[i].node->kids;
        while (o && !name_is(o, n->name))
            o = o->next;
        if (o && !name_is(m->options.data[i].value, n->name)) b.in_use = false;
    }
    PUSH(m, &m->boards, b);
    if (!m->failed) name_board(m, &b);
}

/* A board of players is one for each seat: their spaces are spaces like all others. */
static void declare_board(struct model *m, struct node *n) {
    if (n->kind == N_BOARD) declare_board_of(m, n, NONE);
    for (struct node *k = n->kind == N_PLAYER ? n->kids : NULL; k; k = k->next)
        for (int seat = 0; k->kind == N_BOARD && seat < (int)m->seats && !m->failed; seat++)
            declare_board_of(m, k, seat);
}

void declare_boards(struct model *m) {
    model_each(m, declare_board);
    if (m->spaces.n > MAX_SPACES)
        model_too_large(m, m->spaces.data[MAX_SPACES].at, "a game has at most %d spaces; this one has %zu", MAX_SPACES,
                        m->spaces.n);
    else if (!m->failed)
        declare_geometry(m);
}

/* ---- variables */
static int see_of(struct model *m, struct node *args, int otherwise) {
    struct node *see = argument_named(args, "see");
    static const char *const words[] = {"everyone", "owner", "nobody", "others"};
    if (!see) return otherwise;
    for (int i = 0; i < 4; i++)
        if (name_is(see, words[i])) return i;
    model_unknown(m, see, "audience", see->kind == N_NAME ? see->name : "?", ONLY_EXTRA, words, 4);
    return otherwise;
}

bool mentions_it(const struct node *n) {
    if (!n) return false;
    if (name_is(n, "it")) return true;
    return mentions_it(n->a) || mentions_it(n->b) || mentions_it(n->c);
}

static struct var_info blank_var(const char *name, int scope, int owner_kind) {
    return (struct var_info){.name = name,
                             .scope = scope,
                             .owner_kind = owner_kind,
                             .index_enum = NONE,
                             .period = NONE,
                             .see = SEE_EVERYONE,
                             .low = -NUMBER_MAX,
                             .high = NUMBER_MAX,
                             .saturate = true,
                             .shown = NONE,
                             .type = type_make(VT_NUMBER, 0, ANY)};
}

static int add_var(struct model *m, struct var_info v) {
    if (m->vars.n >= MAX_VARS && v.node) model_too_large(m, v.node, "a game has at most %d variables", MAX_VARS);
    PUSH(m, &m->vars, v);
    return (int)m->vars.n - 1;
}

int model_internal_var(struct model *m, const char *name, int scope) {
    struct var_info v = blank_var(name, scope, NONE);
    v.internal = true, v.low = 0, v.high = 100;
    return add_var(m, v);
}

int model_rest_var(const struct model *m, int period) {
    for (size_t i = 0; i < m->vars.n; i++)
        if (m->vars.data[i].rests && m->vars.data[i].period == period) return (int)i;
    return NONE;
}

void model_may_rest(struct model *m, int period) {
    if (model_rest_var(m, period) != NONE) return;
    struct var_info v = blank_var("out", SCOPE_PLAYER, NONE);
    v.internal = v.rests = true, v.low = 0, v.high = 1, v.period = period;
    add_var(m, v);
}

static void var_number(struct model *m, struct var_info *v, struct node *range) {
    bool by_index = mentions_it(range->a) && v->index_enum >= 0;
    if (by_index) declare_it(m, range->a, v->index_enum);
    if (by_index) m->it_enum = v->index_enum, m->it_index = 0;
    struct node *high = node_bare(range)->kind == N_BINARY ? node_bare(range)->b : NULL;
    if (by_index && mentions_it(high))
        model_error(m, high, DIAG_wrong_type, "only the lower end of a range may depend on `it`");
    else if (declare_range(m, range, &v->low, &v->high))
        v->saturate = !(range->kind == N_BINARY && range->b);
    m->it_enum = NONE;
}

static void add_player_member(struct model *m, struct symbol *s) {
    for (size_t i = 0; i < m->player_members.n; i++)
        if (!strcmp(m->player_members.data[i]->name, s->name)) {
            if (model_error(m, s->node, DIAG_duplicate, "every player has a \"%s\" already", s->name))
                model_note(m, m->player_members.data[i]->node, "the first one is here");
            return;
        }
    if (m->player_members.n >= MAX_MEMBERS)
        model_too_large(m, s->node, "a player has at most %d members", MAX_MEMBERS);
    else
        PUSH(m, &m->player_members, s);
}

static void var_symbol(struct model *m, struct node *n, struct type t, int scope, int owner_kind, int index) {
    if (scope == SCOPE_GLOBAL) {
        for (struct symbol *s = model_find(m, n->name); s; s = s->same)
            if (s->kind == SYM_VAR) model_twice(m, n, "variable", n->name, s->node);
        model_add(m, SYM_VAR, n->name, n, t, index);
        return;
    }
    struct symbol *s = ARENA_NEW(m->arena, struct symbol);
    if (!s) {
        m->failed = true;
        return;
    }
    *s = (struct symbol){.kind = SYM_VAR, .name = n->name, .node = n, .type = t, .index = index};
    s->owner_kind = owner_kind;
    if (scope == SCOPE_PLAYER)
        add_player_member(m, s);
    else if (owner_kind >= 0) {
        if (m->kinds.data[owner_kind].members.n >= MAX_MEMBERS)
            model_too_large(m, n, "a kind has at most %d members", MAX_MEMBERS);
        struct symbol *old = kind_member(m, owner_kind, n->name);
        if (old && model_error(m, n, DIAG_duplicate, "\"%s\" is already a member of this kind", n->name))
            model_note(m, old->node, "the first one is here");
        PUSH(m, &m->kinds.data[owner_kind].members, s);
    } else
        PUSH(m, &m->card_vars, s);
}

const char *var_called(const struct node *var) {
    if (!var->text) return var->name;
    return strcmp(var->a->name, "bool") ? var->text : template_label(var->text);
}

/* A text is the same at all times; of a truth it can be denied. */
static void check_text(struct model *m, const struct node *n, const struct var_info *v) {
    if (!n->text) return;
    struct template_sentence s = template_parse(n->text);
    if (!*n->text || strchr(n->text, '{') || template_bar(n->text))
        model_error(m, n, DIAG_wrong_type, "the text of a variable is what people call it, without holes and bars");
    else if (v->type.base == VT_BOOL && v->scope == SCOPE_GLOBAL && (s.kind < VERB_is || s.of_it))
        model_error(m, n, DIAG_wrong_type, "say of a truth what is or is not so, for example \"the gate is open\"");
    else if (v->type.base == VT_BOOL && s.kind == VERB_other)
        model_error(m, n, DIAG_wrong_type, "say of a truth what its owner is or has, for example \"it has moved\"");
}

void declare_var(struct model *m, struct node *n, int scope, int owner_kind) {
    if (m->oversized) return;
    struct var_info v = blank_var(n->name, scope, owner_kind);
    v.node = n;
    v.type = model_type(m, n->a);
    if (v.type.flags)
        model_error(m, n->a, DIAG_wrong_type, "a variable holds one value; use a zone for a set of cards");
    if (n->c) {
        struct type index = model_type(m, n->c);
        if (index.base != VT_MEMBER)
            model_error(m, n->c, DIAG_wrong_type,
                        "a variable is indexed by a sort of name, for example var stock[resource]");
        else
            v.index_enum = index.of;
    }
    if (v.type.base == VT_NUMBER && n->a->a) var_number(m, &v, n->a->a);
    if (v.type.base == VT_BOOL) v.low = 0, v.high = 1, v.saturate = false;
    static const char *const known[] = {"see", "look"};
    declare_known(m, n->kids, known, 2);
    v.see = see_of(m, n->kids, SEE_EVERYONE);
    v.note = scope == SCOPE_CARD && v.see == SEE_EVERYONE && argument_named(n->kids, "see");
    if (v.note && v.type.base == VT_CARD)
        model_error(m, n->a, DIAG_wrong_type, "a note on the back of a card cannot name a card");
    check_text(m, n, &v);
    const struct node *period = n->a->c;
    if (period) {
        v.period = member_by_name(m, m->period_enum, period->name);
        if (v.period < 0) model_unknown_period(m, period, period->name);
    }
    if (v.see != SEE_EVERYONE) {
        struct var_info shown = blank_var("shown", scope, owner_kind);
        shown.internal = true, shown.low = 0, shown.high = 1, shown.period = v.period;
        v.shown = add_var(m, shown);
    }
    int index = add_var(m, v);
    var_symbol(m, n, v.type, scope, owner_kind, index);
    if (scope == SCOPE_PLAYER && !strcmp(n->name, "stock") && v.index_enum >= 0)
        m->stock_var = index, m->stock_enum = v.index_enum;
}

/* ---- tracks */
/* The same name for two things of one sort on the table. */
static void only_once(struct model *m, struct node *n, int kind, const char *what) {
    for (struct symbol *s = model_find(m, n->name); s; s = s->same)
        if (s->kind == kind) {
            model_twice(m, n, what, n->name, s->node);
            return;
        }
}

static void declare_track(struct model *m, struct node *n, bool per_player) {
    struct track_info t = {
        .name = n->name, .node = n, .low = 0, .high = 0, .step = 1, .laps = NONE, .per_player = per_player};
    struct node *range = n->kids;
    if (!range || range->kind == N_ARG) {
        model_error(m, n, DIAG_arity, "a track needs its range, for example track heat(0..19)");
        model_broken(m, n, per_player);
        return;
    }
    declare_range(m, range, &t.low, &t.high);
    struct node *step = argument_named(n->kids, "step"), *start = argument_named(n->kids, "start");
    struct node *loop = argument_named(n->kids, "loop");
    static const char *const known[] = {"step", "start", "loop", "look"};
    declare_known(m, n->kids, known, 4);
    int32_t value = 1;
    if (step && (!constant_number(m, step, &value) || value < 1))
        model_error(m, step, DIAG_wrong_type, "the step of a track is a constant number from 1"), value = 1;
    if (step) t.step = value;
    t.loop = declare_flag(m, loop);
    struct var_info v = blank_var(n->name, per_player ? SCOPE_PLAYER : SCOPE_GLOBAL, NONE);
    v.low = t.low, v.high = t.high, v.saturate = false, v.initial = t.low, v.internal = true;
    if (start && !constant_number(m, start, &value))
        model_error(m, start, DIAG_wrong_type, "a track starts at a constant number");
    else if (start)
        v.initial = value;
    if (v.initial < t.low || v.initial > t.high || (v.initial - t.low) % t.step)
        model_error(m, start ? start : n, DIAG_out_of_range, "the track has no position %d", v.initial);
    t.var = add_var(m, v);
    if (t.loop) {
        struct var_info laps = blank_var("laps", v.scope, NONE);
        laps.low = 0, laps.internal = true;
        t.laps = add_var(m, laps);
    }
    if (m->tracks.n >= MAX_TRACKS) model_too_large(m, n, "a game has at most %d tracks", MAX_TRACKS);
    PUSH(m, &m->tracks, t);
    int index = (int)m->tracks.n - 1;
    if (!per_player) {
        only_once(m, n, SYM_TRACK, "track");
        model_add(m, SYM_TRACK, n->name, n, TYPE(VT_TRACK), index);
        return;
    }
    struct symbol *s = ARENA_NEW(m->arena, struct symbol);
    if (!s) {
        m->failed = true;
        return;
    }
    *s = (struct symbol){.kind = SYM_TRACK, .name = n->name, .node = n, .type = TYPE(VT_TRACK), .index = index};
    add_player_member(m, s);
}

/* ---- zones */
static void declare_zone(struct model *m, struct node *n, bool per_player) {
    struct zone_info z = {.name = n->name, .node = n, .kind = NONE, .refill = NONE, .per_player = per_player};
    struct node *kind = n->kids;
    if (!kind || kind->kind != N_NAME) {
        model_error(m, n, DIAG_arity, "a zone needs the kind of its cards, for example zone hand(project)");
        model_broken(m, n, per_player);
        return;
    }
    struct symbol *s = model_find(m, kind->name);
    while (s && !(s->kind == SYM_KIND && !m->kinds.data[s->index].is_space))
        s = s->same;
    if (!s) {
        static const char *const any[] = {"card"};
        model_unknown(m, kind, "kind of card", kind->name, 1u << SYM_KIND, any, 1);
        model_broken(m, n, per_player);
        return;
    }
    s->used = true;
    z.kind = s->index;
    z.see = see_of(m, n->kids, SEE_EVERYONE);
    static const char *const known[] = {"see", "live", "refill", "ordered", "look"};
    declare_known(m, n->kids, known, 5);
    if (kind->next && kind->next->kind != N_ARG)
        model_error(m, kind->next, DIAG_arity, "a zone takes one kind of card");
    z.live = declare_flag(m, argument_named(n->kids, "live"));
    z.pile = declare_flag(m, argument_named(n->kids, "ordered"));
    PUSH(m, &m->zones, z);
    int index = (int)m->zones.n - 1;
    struct type t = TYPE_OF(VT_ZONE, (unsigned)z.kind);
    if (!per_player) {
        only_once(m, n, SYM_ZONE, "zone");
        model_add(m, SYM_ZONE, n->name, n, t, index);
        return;
    }
    struct symbol *member = ARENA_NEW(m->arena, struct symbol);
    if (!member) {
        m->failed = true;
        return;
    }
    *member = (struct symbol){.kind = SYM_ZONE, .name = n->name, .node = n, .type = t, .index = index};
    add_player_member(m, member);
}

/* The zone of that name, a player's own before one on the table; NONE: there is none, or none of the same player. */
static int refill_of(const struct model *m, const struct zone_info *z, const struct node *name) {
    int found = NONE;
    for (size_t k = 0; k < m->zones.n; k++) {
        const struct zone_info *other = &m->zones.data[k];
        if (name_is(name, other->name) && (!other->per_player || z->per_player) && (found < 0 || other->per_player))
            found = (int)k;
    }
    return found;
}

static void link_refills(struct model *m) {
    for (size_t i = 0; i < m->zones.n; i++) {
        struct node *refill = argument_named(m->zones.data[i].node->kids, "refill");
        if (!refill) continue;
        m->zones.data[i].pile = true;
        m->zones.data[i].refill = refill_of(m, &m->zones.data[i], refill);
        bool of_players = false;
        for (size_t k = 0; k < m->zones.n; k++)
            of_players = of_players || name_is(refill, m->zones.data[k].name);
        if (m->zones.data[i].refill == (int)i)
            model_error(m, refill, DIAG_wrong_kind, "a pile is not filled from itself: name the zone of what was used");
        if (m->zones.data[i].refill >= 0) continue;
        if (of_players)
            model_error(m, refill, DIAG_wrong_kind, "a zone on the table is not filled from those of players");
        else
            model_unknown(m, refill, "zone", refill->kind == N_NAME ? refill->name : "?", 1u << SYM_ZONE, NULL, 0);
    }
}

static void declare_player(struct model *m, struct node *n) {
    for (struct node *k = n->kids; k; k = k->next) {
        if (k->kind == N_VAR)
            declare_var(m, k, SCOPE_PLAYER, NONE);
        else if (k->kind == N_ZONE)
            declare_zone(m, k, true);
        else if (k->kind == N_TRACK)
            declare_track(m, k, true);
        else if (k->kind != N_BOARD)
            model_error(m, k, DIAG_syntax, "a player has var, zone, track and board%s",
                        k->kind == N_CLAUSE && strcmp(k->name, "look") ? "; a variable is \"var name: number = 0\""
                                                                       : "");
    }
}

static void declare_part(struct model *m, struct node *n) {
    if (n->kind == N_VAR)
        declare_var(m, n, SCOPE_GLOBAL, NONE);
    else if (n->kind == N_ZONE)
        declare_zone(m, n, false);
    else if (n->kind == N_TRACK)
        declare_track(m, n, false);
    else if (n->kind == N_PLAYER)
        declare_player(m, n);
}

/* Attributes of names, and how many there are in all. */
static void declare_attributes(struct model *m) {
    for (size_t i = 0; i < m->members.n; i++)
        for (struct node *a = m->members.data[i].node->kids; a; a = a->next) {
            int32_t value;
            bool total = a->kind != N_ARG || !strcmp(a->name, "total");
            struct node *number = a->kind == N_ARG ? a->a : a;
            if (a->kind == N_ARG && !strcmp(a->name, "look")) continue;
            if (a->kind != N_ARG && a != m->members.data[i].node->kids)
                model_error(m, a, DIAG_arity, "one number says how many there are; attributes have names");
            else if (!constant_number(m, number, &value)) {
                if (!model_zero_division(m, number))
                    model_error(m, number, DIAG_wrong_type, "this must be a constant number");
            } else if (total && (value < 0 || value > NUMBER_MAX))
                model_error(m, number, DIAG_out_of_range, "how many there are is a number from 0 to %d", NUMBER_MAX);
        }
}

/* The supply: a variable by the stock's enum that says how many of a limited component are left. */
static void declare_supply(struct model *m) {
    static const char *const enums[] = {"resource", "piece"};
    for (int i = 0; i < 2; i++) {
        int e = enum_by_name(m, enums[i]);
        bool limited = false;
        for (int k = 0; e >= 0 && k < m->enums.data[e].n; k++) {
            int32_t total = NUMBER_MAX;
            limited = limited || (enum_attribute(m, e, k, "total", &total) && total != NUMBER_MAX);
        }
        if (!limited) continue;
        struct var_info v = blank_var("supply", SCOPE_GLOBAL, NONE);
        v.low = 0, v.index_enum = e;
        m->supplies[i] = add_var(m, v);
        if (m->stock_enum == e || m->supply_var < 0) m->supply_var = m->supplies[i];
    }
    if (m->supply_var >= 0 && m->stock_enum >= 0 && m->vars.data[m->supply_var].index_enum != m->stock_enum)
        m->supply_var = NONE;
}

void declare_state(struct model *m) {
    m->supplies[0] = m->supplies[1] = NONE;
    model_each(m, declare_part);
    link_refills(m);
    declare_attributes(m);
    declare_supply(m);
}

/* ---- scenarios */
static bool option_matches(const struct option_info *o, struct node *args) {
    struct node *wanted = argument_named(args, o->name);
    if (!wanted) wanted = o->node->kids;
    if (wanted == o->value) return true;
    if (wanted->kind == N_NUMBER && o->value->kind == N_NUMBER) return wanted->number == o->value->number;
    return wanted->kind == N_NAME && o->value->kind == N_NAME && !strcmp(wanted->name, o->value->name);
}

bool scenario_fits(struct model *m, struct node *n) {
    int32_t seats = m->min_seats > 1 || m->max_seats < 2 ? (int32_t)m->min_seats : 2;
    struct node *players = argument_named(n->kids, "players");
    if (players && (!constant_number(m, players, &seats) || seats < (int)m->min_seats || seats > (int)m->max_seats))
        model_error(m, players, DIAG_out_of_range, "players must be a number from %u to %u", m->min_seats,
                    m->max_seats);
    bool fits = seats == (int32_t)m->seats;
    for (size_t i = 0; i < m->options.n; i++)
        fits = fits && option_matches(&m->options.data[i], n->kids);
    for (struct node *a = n->kids; a; a = a->next) {
        size_t i = 0;
        while (i < m->options.n && !(a->kind == N_ARG && !strcmp(a->name, m->options.data[i].name)))
            i++;
        bool known = i < m->options.n || (a->kind == N_ARG && !strcmp(a->name, "players"));
        if (!known && a->kind != N_ARG)
            model_error(m, a, DIAG_syntax, "what a scenario is played with is named: (players: 3)");
        else if (!known)
            model_unknown(m, a, "option", a->name, 1u << SYM_OPTION, NULL, 0);
    }
    return fits;
}
