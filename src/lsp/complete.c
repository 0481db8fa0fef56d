/* complete.c: names that fit where the cursor stands.
 *
 * The line being typed is mostly wrong, so the place is told from its text alone; the names come from the query, which
 * has everything else of the file. All names that fit are given, whatever was typed of the word: editors choose. Those
 * of the type that is wanted there come first.
 */
#include "base/quote.h"
#include "lsp/requests.h"

#include "base/json_value.h"
#include "base/utf8.h"
#include "code/lookup.h"
#include "lang/model/look.h"
#include "lang/parse/token.h"

#include <string.h>

enum spot {
    AT_NOTHING,
    AT_TOP,
    AT_STATEMENT,
    AT_BODY,
    AT_MEMBER,
    AT_UNIT,
    AT_TYPE,
    AT_KIND,
    AT_SIGNAL,
    AT_VALUE,
    AT_LOOK,
    AT_PICTURE,
    AT_GROUND,
    AT_EXPRESSION
};

/* Kinds of completions as editors number them. */
enum {
    ITEM_FUNCTION = 3,
    ITEM_FIELD = 5,
    ITEM_VARIABLE = 6,
    ITEM_CLASS = 7,
    ITEM_PROPERTY = 10,
    ITEM_ENUM = 13,
    ITEM_KEYWORD = 14,
    ITEM_COLOUR = 16,
    ITEM_MEMBER = 20,
    ITEM_CONSTANT = 21,
    ITEM_EVENT = 23
};

static const char *const top_words[] = {"game",   "resource", "tag",   "piece",   "symbol", "period",   "option",
                                        "track",  "zone",     "var",   "player",  "kind",   "def",      "value",
                                        "signal", "board",    "flow",  "score",   "tie",    "end",      "include",
                                        "if",     "when",     "after", "instead", "adjust", "scenario", NULL};
static const struct {
    const char *word, *form, *about;
} statement_words[] = {
    {"let", "let x = ...", "a name for what was worked out, to the end of the block"},
    {"if", "if c:", "does the block where the condition holds"},
    {"elif", "elif c:", "behind if, another condition where the one before does not hold"},
    {"else", "else:", "behind if or try, what is done otherwise"},
    {"try", "try:", "does the block if it can be done, else what stands behind else"},
    {"ask", "ask p in players \"...\"", "asks one after the other until somebody says yes"},
    {"for", "for x in set:", "does the block for each"},
    {"repeat", "repeat n:", "does the block so often"},
    {"while", "while c:", "does the block again as long as the condition holds"},
    {"choose", "choose x in set where c \"...\"", "the player chooses one, or several with take"},
    {"may", "may \"...\":", "the player chooses whether to do the block"},
    {"either", "either \"...\":", "the player chooses this block or one behind or"},
    {"or", "or \"...\":", "behind either, another block to choose"},
    {"needs", "needs c \"reason\"", "cannot be done unless the condition holds"},
    {"emit", "emit s(...)", "says that it has happened, to all that react"},
    {"until", "until ...:", "what holds as long as that has not happened"},
    {"as", "as p:", "does the block as that player"},
    {"together", "together me in players:", "all players answer at once and in secret"},
    {"return", "return e", "ends a def, and is what it comes to"},
    {"phase", "phase name:", "a part of a round"},
    {"turn", "turn:", "what a player does when it is their turn, and can take back until it is over"},
    {"round", "round period:", "the flow that is gone through again and again"},
    {"var", "var name: type = value", "something that is remembered"},
    {"zone", "zone name(kind)", "where cards lie"},
    {"track", "track name(0..9)", "a number that is raised and lowered"},
    {"value", "value name -> type", "what is worked out, and can be adjusted"},
    {"rule", "rule name:", "what each card of the kind does in its own way"},
    {"when", "when s(...):", "happens at once whenever that happens"},
    {"after", "after s(...):", "happens thereafter, behind the blocks of all when"},
    {"instead", "instead s(...):", "happens in place of it"},
    {"adjust", "adjust v(...):", "changes a value that is worked out"},
    {"at", "at n:", "what a track gives when it comes there"},
};
/* Verbs that end the game: they are looked for by whoever has written the rest. */
static const char *const ending_verbs[] = {"win", "finish", "lost", NULL};
static const char *const expression_words[] = {"me",    "this", "none", "true", "false", "not",   "and",  "or",
                                               "in",    "is",   "if",   "then", "else",  "where", "take", "prefer",
                                               "count", "sum",  "any",  "all",  "most",  "least", "upto", NULL};
static const char *const type_words[] = {"number", "bool", "player", "amount", "set", "card",
                                         "space",  "zone", "track",  "text",   NULL};
static const char *const kind_words[] = {"space", "card", NULL};

struct list {
    struct buf *out;
    VEC(const char *) said;
    const struct query *query;
    struct type wanted; /* T_UNKNOWN: anything */
    bool first;         /* what is put comes before all that has no rank */
    bool calls;         /* what can be called is written with its brackets */
};

/* ---- writing */
static bool plain_name(const char *s) {
    bool reserved = false;
#define T(id, spelling) reserved = reserved || !strcmp(s, spelling);
    TOKEN_WORDS(T)
#undef T
    if (reserved || !*s || (*s >= '0' && *s <= '9')) return false;
    for (; *s; s++)
        if (!((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') || *s == '_'))
            return false;
    return true;
}

static bool begin_item(struct list *l, const char *label, int kind) {
    for (size_t i = 0; i < l->said.n; i++)
        if (!strcmp(l->said.data[i], label)) return false;
    if (l->said.n) buf_putc(l->out, ',');
    if (!VEC_PUSH(&l->said, label)) return false;
    buf_puts(l->out, "{\"label\":");
    value_put_string(l->out, label);
    buf_printf(l->out, ",\"kind\":%d", kind);
    return true;
}

static void put_words(struct list *l, const char *const *words) {
    for (; *words; words++)
        if (begin_item(l, *words, ITEM_KEYWORD)) buf_putc(l->out, '}');
}

static void put_detail(struct list *l, const char *detail) {
    buf_puts(l->out, ",\"detail\":");
    value_put_string(l->out, detail);
}

static void put_about(struct list *l, const char *about) {
    buf_puts(l->out, ",\"documentation\":");
    value_put_string(l->out, about);
}

static void put_statement_words(struct list *l) {
    for (size_t i = 0; i < sizeof statement_words / sizeof *statement_words; i++)
        if (begin_item(l, statement_words[i].word, ITEM_KEYWORD)) {
            put_detail(l, statement_words[i].form);
            put_about(l, statement_words[i].about);
            buf_putc(l->out, '}');
        }
}

/* Whether an expression of the wanted type may begin with the word. */
static bool word_fits(struct type wanted, const char *word) {
    static const struct {
        const char *word;
        uint8_t base;
    } known[] = {{"me", VT_PLAYER},  {"none", VT_PLAYER},  {"this", VT_CARD},  {"none", VT_CARD}, {"none", VT_SPACE},
                 {"true", VT_BOOL},  {"false", VT_BOOL},   {"not", VT_BOOL},   {"any", VT_BOOL},  {"all", VT_BOOL},
                 {"sum", VT_NUMBER}, {"count", VT_NUMBER}, {"none", VT_MEMBER}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].base == wanted.base && !strcmp(known[i].word, word)) return true;
    return false;
}

static void put_fields(struct list *l, const char *const *words) {
    for (; *words; words++)
        if (begin_item(l, *words, ITEM_FIELD)) buf_putc(l->out, '}');
}

static int item_kind(const struct query_name *n) {
    switch (n->kind) {
    case SYM_DEF:
    case SYM_BUILTIN:
    case SYM_RULE: return ITEM_FUNCTION;
    case SYM_VALUE:
    case SYM_CLAUSE: return ITEM_PROPERTY;
    case SYM_SIGNAL: return ITEM_EVENT;
    case SYM_KIND: return ITEM_CLASS;
    case SYM_ENUM: return ITEM_ENUM;
    case SYM_MEMBER: return ITEM_MEMBER;
    case SYM_INSTANCE:
    case SYM_SPACE:
    case SYM_OPTION: return ITEM_CONSTANT;
    default: return n->owner != QUERY_OF_NOBODY ? ITEM_FIELD : ITEM_VARIABLE;
    }
}

/* What can be gone through: sets, lists, zones, boards, all of a kind or of a sort of name. */
static bool is_source(const struct query_name *n) {
    return n->type.flags || n->type.base == VT_ZONE || n->type.base == VT_BOARD || n->kind == SYM_ENUM ||
           n->kind == SYM_KIND;
}

static bool is_wanted(const struct list *l, const struct query_name *n) {
    struct type t = n->type, wanted = l->wanted;
    if (wanted.base == T_RANGE) return is_source(n);
    if (t.base != wanted.base || wanted.base == T_UNKNOWN) return false;
    bool all = n->kind == SYM_ENUM || n->kind == SYM_KIND || t.flags; /* several, where one may be wanted */
    if (all && !wanted.flags) return false;
    if (n->kind == SYM_ENUM && wanted.flags == VF_LIST) return false;
    if (t.of == ANY || wanted.of == ANY || t.of == wanted.of) return true;
    return (t.base == VT_CARD || t.base == VT_SPACE) && query_kind_is(l->query, t.of, wanted.of);
}

/* What fits comes first, whatever its name begins with. */
static void put_rank(struct list *l, bool fits, const char *name) {
    struct buf key;
    if (l->wanted.base == T_UNKNOWN && !l->first) return;
    buf_init(&key);
    buf_printf(&key, "%d%s", fits ? 0 : 1, name);
    buf_puts(l->out, ",\"sortText\":");
    value_put_string(l->out, key.failed ? name : key.data);
    buf_free(&key);
}

/* Is it followed by brackets wherever it is used? Of what is built in, what is written with some. */
static bool is_called(const struct query_name *n) {
    if (n->kind == SYM_BUILTIN) return n->acts || (n->written && strchr(n->written, '('));
    return n->kind == SYM_DEF || n->kind == SYM_RULE;
}

/* With the cursor inside of the brackets, or behind them where nothing stands in them. */
static void put_call(struct list *l, const struct query_name *n) {
    const struct query_name *first;
    bool filled = query_parameters(l->query, n, &first, 1) > 0;
    struct buf call;
    buf_init(&call);
    buf_printf(&call, filled ? "%s($0)" : "%s()$0", n->name);
    buf_puts(l->out, ",\"insertTextFormat\":2,\"insertText\":");
    quote_json(l->out, call.data, call.n);
    buf_free(&call);
}

static void put_name(struct list *l, const struct query_name *n) {
    if (!begin_item(l, n->name, item_kind(n))) return;
    put_rank(l, l->first || is_wanted(l, n), n->name);
    const char *detail = n->written ? n->written : n->text ? n->text : n->type_text;
    if (detail) put_detail(l, detail);
    if (n->kind == SYM_BUILTIN && n->text) put_about(l, n->text);
    if (l->calls && is_called(n) && plain_name(n->name)) {
        put_call(l, n);
    } else if (!plain_name(n->name)) {
        struct buf quoted;
        buf_init(&quoted);
        buf_printf(&quoted, "\"%s\"", n->name);
        buf_puts(l->out, ",\"insertText\":");
        quote_json(l->out, quoted.data, quoted.n);
        buf_free(&quoted);
    }
    buf_putc(l->out, '}');
}

static void put_kinds(struct list *l, const struct query *q, uint32_t kinds) {
    for (size_t i = 0; i < q->names.n; i++)
        if (q->names.data[i].kind < 32 && kinds >> q->names.data[i].kind & 1) put_name(l, &q->names.data[i]);
}

/* ---- the text before the cursor */
struct before {
    const char *line;
    size_t n;         /* without the word being typed and the spaces before it */
    bool space;       /* there were spaces */
    const char *word; /* its last word, NULL: it ends in a sign */
    size_t word_size;
};

static bool last_word_is(const struct before *b, const char *word) {
    return b->word && strlen(word) == b->word_size && !memcmp(b->word, word, b->word_size);
}

static bool first_word_is(const struct before *b, const char *word) {
    size_t i = 0, n = strlen(word);
    while (i < b->n && b->line[i] == ' ')
        i++;
    return i + n <= b->n && !memcmp(b->line + i, word, n) && (i + n == b->n || !utf8_word_byte(b->line[i + n]));
}

static struct before look_before(const struct asked *a) {
    size_t size;
    struct before b = {.line = query_line(a->query, a->file, a->line, &size)};
    b.n = a->col - 1u < size ? a->col - 1u : size;
    while (b.n && utf8_word_byte(b.line[b.n - 1]))
        b.n--;
    while (b.n && b.line[b.n - 1] == ' ')
        b.n--, b.space = true;
    size_t from = b.n;
    while (from && utf8_word_byte(b.line[from - 1]))
        from--;
    if (from < b.n) b.word = b.line + from, b.word_size = b.n - from;
    return b;
}

/* Brackets left open, or -1 inside a text or a comment. */
static int open_brackets(const struct before *b) {
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < b->n; i++) {
        char c = b->line[i];
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == '#') return -1;
        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    }
    return quoted ? -1 : depth < 0 ? 0 : depth;
}

/* Behind `look:`, or behind words of it: there a picture may follow, or what a ground is made of. AT_NOTHING: it is no
 * look. */
static enum spot in_look(const struct before *b) {
    static const char key[] = "look:", ground[] = "ground";
    size_t n = sizeof key - 1, end = b->n, first = b->n;
    while (end && (utf8_word_byte(b->line[end - 1]) || b->line[end - 1] == ' ')) {
        end--;
        if (b->line[end] != ' ') first = end;
    }
    bool look = end >= n && !memcmp(b->line + end - n, key, n) && (end == n || !utf8_word_byte(b->line[end - n - 1]));
    if (!look) return AT_NOTHING;
    size_t left = b->n - first;
    bool grounds = left >= sizeof ground - 1 && !memcmp(b->line + first, ground, sizeof ground - 1);
    return first == b->n ? AT_LOOK : grounds ? AT_GROUND : AT_PICTURE;
}

/* Whether a body has begun on the line: its head is over. */
static bool behind_head(const struct before *b) {
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i + 1 < b->n; i++) {
        char c = b->line[i];
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == ':' && depth == 0) return true;
        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    }
    return false;
}

static enum spot after_colon(const struct before *b, int depth) {
    bool declares =
        first_word_is(b, "def") || first_word_is(b, "value") || first_word_is(b, "signal") || first_word_is(b, "kind");
    if (depth > 0) return declares && !behind_head(b) ? AT_TYPE : AT_EXPRESSION;
    bool typed = first_word_is(b, "var") || first_word_is(b, "let");
    return typed && !memchr(b->line, '=', b->n) ? AT_TYPE : AT_BODY;
}

static enum spot after_word(const struct before *b) {
    bool number = true;
    for (size_t i = 0; i < b->word_size; i++)
        number = number && b->word[i] >= '0' && b->word[i] <= '9';
    if (number) return AT_UNIT;
    if (last_word_is(b, "emit") || last_word_is(b, "when") || last_word_is(b, "after") || last_word_is(b, "instead"))
        return AT_SIGNAL;
    if (last_word_is(b, "adjust")) return AT_VALUE;
    if (last_word_is(b, "is")) return AT_KIND;
    if (last_word_is(b, "set")) return AT_TYPE;
    return AT_EXPRESSION;
}

static enum spot find_spot(const struct before *b) {
    int depth = open_brackets(b);
    if (depth < 0) return AT_NOTHING;
    if (b->n == 0) return b->space ? AT_STATEMENT : AT_TOP;
    if (in_look(b) != AT_NOTHING) return in_look(b);
    if (b->word) return after_word(b);
    char last = b->line[b->n - 1], other = b->n > 1 ? b->line[b->n - 2] : ' ';
    if (last == '.') return other == '.' ? AT_EXPRESSION : AT_MEMBER;
    if (last == ':') return after_colon(b, depth);
    if (last == ';') return AT_BODY;
    if (last == '>' && other == '-') return AT_TYPE;
    return AT_EXPRESSION;
}

/* ---- names of the block */
/* The line that opens the declaration the cursor stands in. */
static uint32_t declaration_line(const struct asked *a) {
    uint32_t line = a->line;
    for (; line > 1; line--) {
        size_t size;
        const char *text = query_line(a->query, a->file, line, &size);
        if (size && *text != ' ' && *text != '#' && *text != ')') break;
    }
    return line;
}

static const struct query_name *find_local(const struct asked *a, const char *name, size_t n) {
    const struct query_name *found = NULL;
    uint32_t first = declaration_line(a);
    for (size_t i = 0; i < a->query->names.n; i++) {
        const struct query_name *k = &a->query->names.data[i];
        if (k->kind != SYM_LOCAL || k->at.file != a->file || k->at.line < first || k->at.line > a->line) continue;
        if (strlen(k->name) == n && !memcmp(k->name, name, n) && (!found || k->at.line >= found->at.line)) found = k;
    }
    return found;
}

static void put_locals(struct list *l, const struct asked *a, bool wanted) {
    uint32_t first = declaration_line(a);
    for (size_t i = 0; i < a->query->names.n; i++) {
        const struct query_name *k = &a->query->names.data[i];
        if (k->kind == SYM_LOCAL && k->at.file == a->file && k->at.line >= first && k->at.line <= a->line &&
            (!wanted || is_wanted(l, k)))
            put_name(l, k);
    }
}

/* Parameters of the signals and values this declaration reacts to. */
static void put_patterns(struct list *l, const struct asked *a) {
    uint32_t first = declaration_line(a);
    for (size_t i = 0; i < a->query->uses.n; i++) {
        const struct query_use *u = &a->query->uses.data[i];
        const struct query_name *n = &a->query->names.data[u->name];
        if (u->at.file != a->file || u->at.line < first || u->at.line > a->line) continue;
        if (n->kind != SYM_SIGNAL && n->kind != SYM_VALUE) continue;
        for (size_t k = u->name + 1u; k < a->query->names.n && a->query->names.data[k].of == u->name + 1; k++)
            put_name(l, &a->query->names.data[k]);
    }
}

/* ---- members behind a dot */
/* The kind the cursor's declaration is about: a kind's own body, or that of a card. */
static int kind_here(const struct asked *a) {
    size_t size, n = 0;
    const char *line = query_line(a->query, a->file, declaration_line(a), &size);
    if (size > 5 && !memcmp(line, "kind ", 5)) line += 5, size -= 5;
    while (n < size && utf8_word_byte(line[n]))
        n++;
    for (size_t i = 0; i < a->query->kinds.n; i++)
        if (strlen(a->query->kinds.data[i].name) == n && !memcmp(a->query->kinds.data[i].name, line, n)) return (int)i;
    return ANY;
}

static struct type type_of_word(const struct asked *a, const char *word, size_t n) {
    char name[128];
    if (n == 0 || n >= sizeof name) return TYPE(T_UNKNOWN);
    memcpy(name, word, n);
    name[n] = '\0';
    if (!strcmp(name, "me")) return TYPE(VT_PLAYER);
    if (!strcmp(name, "this")) return TYPE_OF(VT_CARD, (unsigned)kind_here(a));
    const struct query_name *k = find_local(a, name, n);
    if (!k) k = query_find(a->query, name);
    if (!k) return TYPE(T_UNKNOWN);
    struct type t = k->type;
    t.flags = 0; /* an index or a call behind it gives one */
    return t;
}

/* The type of what ends before the dot: a name, a call or an index. */
static struct type type_before(const struct asked *a, const struct before *b) {
    size_t end = b->n - 1;
    while (end && (b->line[end - 1] == ')' || b->line[end - 1] == ']')) {
        int depth = 0;
        do {
            end--;
            depth += (b->line[end] == ')' || b->line[end] == ']') - (b->line[end] == '(' || b->line[end] == '[');
        } while (end && depth);
    }
    size_t from = end;
    while (from && utf8_word_byte(b->line[from - 1]))
        from--;
    return type_of_word(a, b->line + from, end - from);
}

static bool has_member(const struct query *q, struct type t, const struct query_name *n) {
    if (t.base == T_UNKNOWN) return n->owner != QUERY_OF_NOBODY;
    if (t.base == VT_PLAYER) return n->owner == QUERY_OF_PLAYER;
    if ((t.base != VT_CARD && t.base != VT_SPACE) || n->owner < 0 || (size_t)n->owner >= q->kinds.n) return false;
    if (t.of == ANY) return q->kinds.data[n->owner].is_space == (t.base == VT_SPACE);
    return query_kind_is(q, t.of, n->owner) || query_kind_is(q, n->owner, t.of);
}

static void put_members(struct list *l, const struct asked *a, const struct before *b) {
    static const char *const of_space[] = {"row", "column", "number", NULL}, *const of_amount[] = {"n", "unit", NULL},
                             *const of_track[] = {"step", "laps", "low", "high", NULL},
                             *const of_member[] = {"total", "worth", "floor", NULL},
                             *const of_board[] = {"row", "column", "lines", NULL}, *const of_zone[] = {"first", NULL};
    struct type t = type_before(a, b);
    for (size_t i = 0; i < a->query->names.n; i++)
        if (has_member(a->query, t, &a->query->names.data[i])) put_name(l, &a->query->names.data[i]);
    switch (t.base) {
    case VT_SPACE: put_fields(l, of_space); break;
    case VT_AMOUNT: put_fields(l, of_amount); break;
    case VT_TRACK: put_fields(l, of_track); break;
    case VT_MEMBER: put_fields(l, of_member); break;
    case VT_BOARD: put_fields(l, of_board); break;
    case VT_ZONE: put_fields(l, of_zone); break;
    default: break;
    }
}

/* ---- units behind a number */
/* The call whose arguments the cursor stands in; NULL: none that is known. */
static const struct query_name *called(const struct asked *a, const struct before *b) {
    int depth = 0;
    char name[128];
    size_t open = b->n;
    while (open && depth >= 0) {
        open--;
        depth += (b->line[open] == ')' || b->line[open] == ']') - (b->line[open] == '(' || b->line[open] == '[');
    }
    size_t from = open;
    while (from && utf8_word_byte(b->line[from - 1]))
        from--;
    if (depth >= 0 || from == open || open - from >= sizeof name) return NULL;
    memcpy(name, b->line + from, open - from);
    name[open - from] = '\0';
    return query_find(a->query, name);
}

/* Is an amount of this sort wanted? Parameters of the call say so; built-in verbs work on the stock. */
static bool wants_unit(const struct query *q, const struct query_name *call, const struct query_name *unit) {
    bool any = false;
    if (!call) return true;
    if (call->kind == SYM_BUILTIN) return !call->acts || q->stock_enum < 0 || unit->type.of == q->stock_enum;
    uint32_t of = (uint32_t)(call - q->names.data) + 1;
    for (size_t i = of; i < q->names.n && q->names.data[i].of == of; i++) {
        struct type t = q->names.data[i].type;
        if (t.base != VT_AMOUNT) continue;
        if (t.of == ANY || t.of == unit->type.of) return true;
        any = true;
    }
    return !any;
}

static void put_units(struct list *l, const struct asked *a, const struct before *b) {
    const struct query_name *call = called(a, b);
    for (size_t i = 0; i < a->query->names.n; i++) {
        const struct query_name *n = &a->query->names.data[i];
        if (n->kind == SYM_MEMBER && wants_unit(a->query, call, n)) put_name(l, n);
    }
    if (first_word_is(b, "row")) put_kinds(l, a->query, 1u << SYM_KIND);
}

/* ---- what stands behind the cursor */
/* Brackets that are there already are not written again. */
static bool opens_behind(const struct asked *a) {
    size_t size, i = a->col - 1u;
    const char *line = query_line(a->query, a->file, a->line, &size);
    while (i < size && utf8_word_byte(line[i]))
        i++;
    return i < size && line[i] == '(';
}

/* ---- lists by place */
static void put_word(struct list *l, const char *word, int kind) {
    if (begin_item(l, word, kind)) buf_putc(l->out, '}');
}

static void put_numbered(struct list *l, const char *(*name_of)(unsigned), int kind) {
    for (unsigned i = 1; name_of(i); i++)
        put_word(l, name_of(i), kind);
}

static void put_looks(struct list *l, const struct before *b, enum spot spot) {
    if (first_word_is(b, "def")) {
        for (unsigned i = 0; look_phrase_name(i); i++)
            put_word(l, look_phrase_name(i), ITEM_KEYWORD);
        return;
    }
    if (spot == AT_LOOK) {
        put_word(l, "none", ITEM_KEYWORD);
        if (first_word_is(b, "board")) put_word(l, "ground", ITEM_KEYWORD);
        if (first_word_is(b, "zone")) put_word(l, "row", ITEM_KEYWORD);
    }
    if (spot != AT_PICTURE) put_numbered(l, look_colour_name, ITEM_COLOUR);
    if (spot != AT_GROUND) {
        put_numbered(l, look_picture_name, ITEM_CONSTANT);
        return;
    }
    put_numbered(l, look_texture_name, ITEM_CONSTANT);
    put_numbered(l, look_shape_name, ITEM_CONSTANT);
    put_word(l, "checker", ITEM_CONSTANT);
}

static void put_endings(struct list *l, const struct query *q) {
    l->first = true;
    for (size_t i = 0; i < q->names.n; i++) {
        const struct query_name *n = &q->names.data[i];
        bool ends = false;
        for (const char *const *verb = ending_verbs; *verb; verb++)
            ends = ends || !strcmp(n->name, *verb);
        if (ends && n->kind == SYM_BUILTIN) put_name(l, n);
    }
    l->first = false;
}

static void put_verbs(struct list *l, const struct query *q) {
    for (size_t i = 0; i < q->names.n; i++)
        if (q->names.data[i].acts) put_name(l, &q->names.data[i]);
}

/* Written as a clause, `do:`, a rule has no brackets. */
static void put_clauses(struct list *l, const struct asked *a) {
    int kind = kind_here(a);
    bool calls = l->calls;
    l->calls = false;
    for (size_t i = 0; kind != ANY && i < a->query->names.n; i++) {
        const struct query_name *n = &a->query->names.data[i];
        if ((n->kind == SYM_RULE || n->kind == SYM_CLAUSE) && n->owner >= 0 && query_kind_is(a->query, kind, n->owner))
            put_name(l, n);
    }
    l->calls = calls;
}

static void put_places(struct list *l, const struct asked *a) { /* what can be assigned to or called upon */
    put_locals(l, a, false);
    put_patterns(l, a);
    put_kinds(l, a->query, 1u << SYM_VAR | 1u << SYM_TRACK | 1u << SYM_ZONE);
}

/* Of two things of one name the one that fits is offered, so those that fit are put first. */
static void put_wanted(struct list *l, const struct asked *a, uint32_t kinds) {
    put_locals(l, a, true);
    for (size_t i = 0; i < a->query->names.n; i++) {
        const struct query_name *n = &a->query->names.data[i];
        if (n->kind < 32 && kinds >> n->kind & 1 && is_wanted(l, n)) put_name(l, n);
    }
}

static void put_expression(struct list *l, const struct asked *a) {
    const uint32_t places = 1u << SYM_VAR | 1u << SYM_TRACK | 1u << SYM_ZONE;
    const uint32_t kinds = 1u << SYM_MEMBER | 1u << SYM_OPTION | 1u << SYM_INSTANCE | 1u << SYM_BOARD |
                           1u << SYM_SPACE | 1u << SYM_DEF | 1u << SYM_VALUE | 1u << SYM_BUILTIN | 1u << SYM_KIND |
                           1u << SYM_ATTRIBUTE | 1u << SYM_CLAUSE | 1u << SYM_ENUM;
    put_wanted(l, a, kinds | places);
    put_places(l, a);
    for (const char *const *word = expression_words; *word; word++)
        if (begin_item(l, *word, ITEM_KEYWORD)) {
            put_rank(l, word_fits(l->wanted, *word), *word);
            buf_putc(l->out, '}');
        }
    put_kinds(l, a->query, kinds);
}

/* The variable whose index is being typed, `stock[`; NULL: none. */
static const struct query_name *indexed(const struct asked *a, const struct before *b) {
    size_t end = b->n ? b->n - 1 : 0, from = end;
    char name[128];
    if (b->n == 0 || b->line[end] != '[') return NULL;
    while (from && utf8_word_byte(b->line[from - 1]))
        from--;
    if (end - from >= sizeof name) return NULL;
    memcpy(name, b->line + from, end - from);
    name[end - from] = '\0';
    return query_find(a->query, name);
}

static bool asks_whether(const struct before *b) {
    return last_word_is(b, "if") || last_word_is(b, "elif") || last_word_is(b, "while") || last_word_is(b, "needs") ||
           last_word_is(b, "where") || last_word_is(b, "not") || last_word_is(b, "and");
}

/* Behind `x ==` and `x =` something of the type of x is wanted, in an index what the variable is indexed by, behind
 * `if` a condition, behind `in` what can be gone through, in a call what its parameter says. */
static struct type wanted_type(const struct asked *a, const struct before *b) {
    size_t n = b->n;
    const struct query_name *of = indexed(a, b);
    if (of && of->by >= 0) return TYPE_OF(VT_MEMBER, (unsigned)of->by);
    if (asks_whether(b)) return TYPE(VT_BOOL);
    if (last_word_is(b, "in")) return TYPE(T_RANGE);
    if (n == 0 || b->line[n - 1] != '=') return request_wanted_type(a);
    while (n && (b->line[n - 1] == '=' || b->line[n - 1] == '!' || b->line[n - 1] == ' '))
        n--;
    struct before left = {.line = b->line, .n = n + 1};
    return type_before(a, &left);
}

static void put_all(struct list *l, const struct asked *a) {
    struct before b = look_before(a);
    const struct query *q = a->query;
    enum spot spot = find_spot(&b);
    switch (spot) {
    case AT_NOTHING: break;
    case AT_TOP:
        put_words(l, top_words);
        put_kinds(l, q, 1u << SYM_KIND);
        break;
    case AT_STATEMENT:
        put_clauses(l, a);
        put_endings(l, q);
        put_statement_words(l);
        put_verbs(l, q);
        put_places(l, a);
        break;
    case AT_BODY:
        put_endings(l, q);
        put_statement_words(l);
        put_verbs(l, q);
        put_expression(l, a);
        break;
    case AT_MEMBER: put_members(l, a, &b); break;
    case AT_UNIT: put_units(l, a, &b); break;
    case AT_TYPE:
        put_words(l, type_words);
        put_kinds(l, q, 1u << SYM_KIND | 1u << SYM_ENUM);
        break;
    case AT_KIND:
        put_kinds(l, q, 1u << SYM_KIND);
        put_words(l, kind_words);
        break;
    case AT_SIGNAL: put_kinds(l, q, 1u << SYM_SIGNAL); break;
    case AT_VALUE: put_kinds(l, q, 1u << SYM_VALUE); break;
    case AT_LOOK:
    case AT_PICTURE:
    case AT_GROUND: put_looks(l, &b, spot); break;
    case AT_EXPRESSION:
        l->wanted = wanted_type(a, &b);
        put_expression(l, a);
        break;
    }
}

void request_completion(struct asked *a, struct buf *out) {
    struct list l = {.out = out, .query = a->query, .wanted = TYPE(T_UNKNOWN)};
    l.calls = a->snippets && !opens_behind(a);
    buf_puts(out, "{\"isIncomplete\":false,\"items\":[");
    put_all(&l, a);
    buf_puts(out, "]}");
    VEC_FREE(&l.said);
}
