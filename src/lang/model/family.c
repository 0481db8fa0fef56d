/* family.c: `for x in S: ...` among declarations and in boards, `repeat n: row(...)` in boards: lines that are written
 * once and meant several times.
 *
 * Each member of S makes a copy of the block in which the name is that member: as an expression, and in the holes of
 * names and texts. The copies take the place of the loop in the tree, so that everything behind this file sees cards
 * and rows as if each had been written by itself. A copy keeps the place of what it is made from: messages about the
 * copies are one message, and cards of one family are known by their common place (see card_text.c).
 * S is known before anything is numbered: a range, a sort of name, a kind of card, players, a list of these. */
#include "base/utf8.h"
#include "lang/model/check.h"
#include "lang/model/declare.h"

#include "lang/parse/token.h"

#include <string.h>

enum { MOST_COPIES = 4 * MAX_CARDS }; /* of all families */

/* What the name of a family stands for in one copy. */
struct relative {
    const struct node *value;
    const char *shown; /* as players read it */
};
typedef VEC(struct relative) relatives;

struct stamp {
    struct model *m;
    const char *name;      /* bound */
    struct symbol *symbol; /* what an editor is shown */
    struct relative is;
};

static struct node *stamped(struct stamp *s, const struct node *n);

/* ---- texts with holes */
/* How the member is written inside an expression; NULL: it cannot be. */
static const char *spelling(const struct stamp *s) {
    const struct node *v = s->is.value;
    if (v->kind != N_NAME) return s->is.shown;
    for (const char *c = v->name; *c; c++)
        if (!utf8_word_byte(*c)) return arena_printf(s->m->arena, "\"%s\"", v->name);
    return v->name;
}

/* Appends the inside of a hole with the name replaced; true when it was there. */
static bool replace_words(const struct stamp *s, const char *inside, const char *end, struct buf *out) {
    const char *spelt = spelling(s);
    size_t len = strlen(s->name);
    bool found = false;
    for (const char *p = inside; p < end;) {
        const char *word = p;
        while (p < end && utf8_word_byte(*p))
            p++;
        bool is = (size_t)(p - word) == len && !memcmp(word, s->name, len) && (word == inside || word[-1] != '.');
        found = found || is;
        if (is)
            buf_puts(out, spelt ? spelt : "");
        else if (p > word)
            buf_put(out, word, (size_t)(p - word));
        else
            buf_putc(out, *p++);
    }
    return found;
}

/* One hole, {inside}: the member itself, a number that is known now, or a hole that is left for later. */
static void fill_hole(const struct stamp *s, const struct node *at, const char *inside, const char *end,
                      struct buf *out) {
    struct buf replaced;
    size_t len = (size_t)(end - inside);
    int32_t number;
    if (len == strlen(s->name) && !memcmp(inside, s->name, len)) {
        buf_puts(out, s->is.shown);
        return;
    }
    buf_init(&replaced);
    bool found = replace_words(s, inside, end, &replaced);
    struct node *hole = found && !replaced.failed ? template_hole(s->m, at, replaced.data, replaced.n) : NULL;
    if (hole && constant_number(s->m, hole, &number))
        buf_printf(out, "%d", (int)number);
    else if (replaced.n)
        buf_printf(out, "{%.*s}", (int)replaced.n, replaced.data);
    if (replaced.failed) s->m->failed = true;
    buf_free(&replaced);
}

static const char *filled(const struct stamp *s, const struct node *at, const char *text) {
    struct buf out;
    if (!text || !strchr(text, '{')) return text;
    buf_init(&out);
    for (const char *p = text; *p; p++) {
        const char *end = *p == '{' ? strchr(p, '}') : NULL;
        if (end)
            fill_hole(s, at, p + 1, end, &out), p = end;
        else
            buf_putc(&out, *p);
    }
    const char *made = out.failed ? NULL : arena_strdup(s->m->arena, out.data, out.n);
    if (!made) s->m->failed = true;
    buf_free(&out);
    return made ? made : text;
}

/* ---- copies */
static bool binds(const struct node *n) {
    switch (n->kind) {
    case N_LET:
    case N_CHOOSE:
    case N_FOR:
    case N_TOGETHER:
    case N_GENERATOR:
    case N_PARAM: return true;
    default: return false;
    }
}

static void place_at(struct node *n, struct span at) {
    for (; n; n = n->next) {
        n->at = at;
        place_at(n->a, at), place_at(n->kids, at);
    }
}

/* Where the tree needs a name, a number cannot stand. */
static void keep_name(struct stamp *s, struct node *const *place, const struct node *was, const char *what) {
    struct node *now = *place;
    if (!now || !was || was->kind != N_NAME || now->kind == N_NAME) return;
    model_error(s->m, was, DIAG_wrong_type, "\"%s\" is no %s here: it stands for %s", was->name, what, s->is.shown);
    now->kind = N_NAME, now->name = was->name;
}

static struct node *stamped_one(struct stamp *s, const struct node *n) {
    bool is = n->kind == N_NAME && !n->number && !strcmp(n->name, s->name);
    struct node *own = is ? node_copy(s->m->arena, s->is.value) : node_made(s->m->arena, *n);
    if (!own) return NULL;
    own->next = NULL;
    if (is) {
        place_at(own, n->at);
        own->where_symbol = s->symbol;
        if (n->kids) own->kids = stamped(s, n->kids);
        return own;
    }
    if (binds(n) && !strcmp(n->name, s->name))
        model_error(s->m, n, DIAG_duplicate, "\"%s\" stands for a member of the family here; take another name",
                    n->name);
    own->name = filled(s, n, n->name);
    own->text = filled(s, n, n->text);
    own->a = stamped(s, n->a);
    own->b = stamped(s, n->b);
    own->c = stamped(s, n->c);
    own->kids = stamped(s, n->kids);
    own->look = stamped(s, n->look);
    if (n->kind == N_AMOUNT) keep_name(s, &own->b, n->b, "unit");
    if (n->kind == N_INSTANCE) keep_name(s, &own->a, n->a, "kind");
    if (n->kind == N_CALL) keep_name(s, &own->a, n->a, "verb");
    return own;
}

/* A copy of the node, those behind it and all below them with the member in place of the name. */
static struct node *stamped(struct stamp *s, const struct node *n) {
    struct node *first = NULL, **end = &first;
    for (; n && !s->m->failed; n = n->next) {
        struct node *own = stamped_one(s, n);
        if (!own) {
            model_no_memory(s->m);
            return first;
        }
        *end = own;
        end = &own->next;
    }
    return first;
}

/* ---- what a name may stand for */
static bool add_member(struct model *m, relatives *out, struct node value, const char *shown) {
    struct node *kept = node_made(m->arena, value);
    struct relative is = {kept, shown};
    if (!kept || !shown || !VEC_PUSH(out, is)) model_no_memory(m);
    return !m->failed;
}

static bool add_number(struct model *m, relatives *out, const struct node *at, int32_t number) {
    struct node plain = {.kind = N_NUMBER, .at = at->at, .number = number < 0 ? -(int64_t)number : number};
    if (number >= 0) return add_member(m, out, plain, arena_printf(m->arena, "%d", (int)number));
    struct node minus = {.kind = N_NEGATE, .at = at->at, .a = node_made(m->arena, plain)};
    struct node whole = {.kind = N_PAREN, .at = at->at, .a = node_made(m->arena, minus)};
    return add_member(m, out, whole, arena_printf(m->arena, "%d", (int)number));
}

static bool add_name(struct model *m, relatives *out, const struct node *at, const char *name) {
    char *shown = arena_strdup(m->arena, name, strlen(name));
    for (char *c = shown; c && *c; c++)
        if (*c == '_') *c = ' ';
    return add_member(m, out, (struct node){.kind = N_NAME, .at = at->at, .name = name}, shown);
}

static bool add_seats(struct model *m, relatives *out, const struct node *at) {
    for (unsigned i = 0; i < m->seats && !m->failed; i++) {
        struct node word = {.kind = N_NAME, .at = at->at, .name = "seat"};
        struct node number = {.kind = N_NUMBER, .at = at->at, .number = (int64_t)i + 1};
        struct node call = {
            .kind = N_CALL, .at = at->at, .a = node_made(m->arena, word), .kids = node_made(m->arena, number)};
        add_member(m, out, call, arena_printf(m->arena, "%c", (int)('A' + i)));
    }
    return true;
}

/* The cards of a kind that are written down so far, copies once. */
static void add_cards(struct model *m, struct node *list, int kind, const struct node *at, relatives *out) {
    for (struct node *n = list; n && !m->failed; n = n->next) {
        int32_t yes = 0;
        if (n->kind == N_INCLUDE)
            add_cards(m, n->kids, kind, at, out);
        else if (n->kind == N_MODULE && constant_number(m, n->a, &yes))
            add_cards(m, yes ? n->kids : n->b ? n->b->kids : NULL, kind, at, out);
        if (n->kind != N_INSTANCE) continue;
        for (struct symbol *s = model_find(m, n->a->name); s; s = s->same)
            if (s->kind == SYM_KIND && kind_is(m, s->index, kind)) add_name(m, out, at, n->name);
    }
}

static bool add_all(struct model *m, struct node *source, relatives *out);

static bool add_named(struct model *m, struct node *source, relatives *out) {
    if (name_is(source, "players")) return add_seats(m, out, source);
    for (struct symbol *s = model_find(m, source->name); s; s = s->same) {
        if (s->kind == SYM_ENUM) {
            const struct enum_info *e = &m->enums.data[s->index];
            for (int i = 0; i < e->n; i++)
                add_name(m, out, source, m->members.data[e->first + i].name);
            return true;
        }
        if (s->kind == SYM_KIND && !m->kinds.data[s->index].is_space) {
            s->used = true;
            return add_cards(m, m->file->kids, s->index, source, out), true;
        }
    }
    model_unknown(m, source, "set of a family", source->name, 1u << SYM_KIND | 1u << SYM_ENUM, NULL, 0);
    return false;
}

static bool add_range(struct model *m, struct node *range, relatives *out) {
    int low, high;
    if (!range->b) return model_error(m, range, DIAG_wrong_type, "the range of a family has two ends"), false;
    if (!declare_range(m, range, &low, &high)) return false;
    if (high - low >= MOST_COPIES)
        return model_too_large(m, range, "families make at most %d copies", (int)MOST_COPIES), false;
    for (int i = low; i <= high && !m->failed; i++)
        add_number(m, out, range, i);
    return true;
}

static bool add_listed(struct model *m, struct node *list, relatives *out) {
    for (struct node *k = list->kids; k && !m->failed; k = k->next) {
        struct node *item = option_value(m, k);
        int32_t number;
        if (constant_number(m, item, &number))
            add_number(m, out, k, number);
        else if (item->kind == N_NAME)
            add_name(m, out, k, item->name);
        else
            return model_error(m, k, DIAG_wrong_type, "a family has constant numbers and names"), false;
    }
    return true;
}

/* False, reported: the source of a family is none. */
static bool add_all(struct model *m, struct node *source, relatives *out) {
    source = option_value(m, source);
    if (source->kind == N_NAME) return add_named(m, source, out);
    if (source->kind == N_BINARY && source->number == TOKEN_DOTS) return add_range(m, source, out);
    if (source->kind == N_SET) return add_listed(m, source, out);
    struct node *def = source->kind == N_CALL && !source->kids ? constant_def(m, source) : NULL;
    if (def && !def->kids && node_bare(def->c)->kind != N_CALL) return add_all(m, def->c, out);
    bool joined = source->kind == N_BINARY && source->number == TOKEN_IN;
    if (joined)
        model_error(m, source, DIAG_wrong_type, "a comma stands between two sources: \"for s in suit, r in 1..9\"");
    else if (model_error(m, source, DIAG_wrong_type, "a family is of things that are known before the game"))
        model_help(m, "a range as 2..14, a sort of name as symbol, a kind of card, players, a list as [red, blue]");
    return false;
}

/* ---- loops */
/* Whether the copy is wanted; a condition that cannot be decided is reported. */
static bool wanted(struct model *m, struct stamp *s, const struct node *loop) {
    int32_t yes = 1;
    if (!loop->b) return true;
    struct node *condition = stamped_one(s, loop->b);
    m->in_family = true;
    if (condition && !constant_number(m, condition, &yes))
        model_error(m, loop->b, DIAG_wrong_type, "the condition of a family must be decided before the game");
    m->in_family = false;
    return yes != 0;
}

struct copies {
    struct node *first, **end;
};

static void add_copy(struct model *m, struct copies *to, struct node *made, const struct node *at) {
    *to->end = made;
    while (*to->end)
        to->end = &(*to->end)->next;
    if (++m->n_copies > MOST_COPIES) model_too_large(m, at, "families make at most %d copies", (int)MOST_COPIES);
}

static void copies_of_family(struct model *m, struct node *loop, struct copies *out) {
    relatives all = {0};
    if (!add_all(m, loop->a, &all)) all.n = 0;
    loop->symbol = symbol_made(
        m,
        (struct symbol){.kind = SYM_LOCAL, .name = loop->name, .node = loop, .type = TYPE(T_UNKNOWN), .index = NONE});
    if (!loop->symbol) model_no_memory(m);
    for (size_t i = 0; i < all.n && !m->failed && !m->oversized; i++) {
        struct stamp s = {m, loop->name, loop->symbol, all.data[i]};
        if (wanted(m, &s, loop)) add_copy(m, out, stamped(&s, loop->c->kids), loop);
    }
    VEC_FREE(&all);
}

static void copies_of_repeat(struct model *m, struct node *loop, struct copies *out) {
    int32_t times = 0;
    if (!constant_number(m, loop->a, &times) || times < 1 || times > MAX_SPACES)
        model_error(m, loop->a, DIAG_out_of_range, "how many rows must be a constant number from 1 to %d", MAX_SPACES);
    for (int32_t i = 0; i < times && i < MAX_SPACES && !m->failed && !m->oversized; i++) {
        struct node *made = node_copy(m->arena, loop->b->kids);
        if (!made && loop->b->kids) model_no_memory(m);
        add_copy(m, out, made, loop);
    }
}

static bool is_loop(const struct node *n) {
    return (n->kind == N_FOR && n->c) || (n->kind == N_REPEAT && n->b);
}

/* Puts the copies before the loop, which keeps its head for those who ask what is spoken of, but no block; loops among
 * the copies are opened when their turn comes. */
static void open_loop(struct model *m, struct node **at) {
    struct node *loop = *at;
    struct copies made = {.first = NULL};
    made.end = &made.first;
    if (loop->kind == N_FOR)
        copies_of_family(m, loop, &made);
    else
        copies_of_repeat(m, loop, &made);
    if (loop->kind == N_FOR)
        loop->c = NULL;
    else
        loop->b = NULL;
    *made.end = loop;
    *at = made.first;
}

void declare_board_lines(struct model *m, struct node *board) {
    for (struct node **at = board->b ? &board->b->kids : NULL; at && *at && !m->failed && !m->oversized;)
        if (is_loop(*at))
            open_loop(m, at);
        else
            at = &(*at)->next;
}

static bool may_be_many(const struct node *n) {
    switch (n->kind) {
    case N_FOR:
    case N_MODULE:
    case N_INSTANCE:
    case N_SCENARIO:
    case N_WHEN:
    case N_AFTER:
    case N_INSTEAD:
    case N_ADJUST: return true;
    default: return false;
    }
}

static void check_family(struct model *m, const struct node *list) {
    for (const struct node *n = list; n; n = n->next) {
        if (!may_be_many(n)) model_error(m, n, DIAG_wrong_kind, "a family has cards, reactions and scenarios");
        if (n->kind == N_FOR) check_family(m, n->c->kids);
        if (n->kind == N_MODULE) check_family(m, n->kids);
        if (n->kind == N_MODULE && n->b) check_family(m, n->b->kids);
    }
}

static void open_list(struct model *m, struct node **at) {
    while (*at && !m->failed && !m->oversized) {
        struct node *n = *at;
        int32_t yes = 0;
        if (is_loop(n)) {
            size_t errors = m->diags->errors;
            check_family(m, n->c->kids);
            if (m->diags->errors > errors) n->c->kids = NULL;
            open_loop(m, at);
            continue;
        }
        bool known = n->kind == N_MODULE && constant_number(m, n->a, &yes);
        if (n->kind == N_INCLUDE || (known && yes))
            open_list(m, &n->kids);
        else if (known && n->b)
            open_list(m, &n->b->kids);
        at = &(*at)->next;
    }
}

void declare_families(struct model *m) {
    open_list(m, &m->file->kids);
}
