/* complain.c: how mistakes found in the model are put: errors with notes on where the right thing is declared, help
 * lines, and what may have been meant by a name that nothing declares. The checks themselves are elsewhere. */
#include "lang/model/sema.h"

#include "base/nearest.h"
#include "lang/parse/cure.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- errors, notes, help */
bool model_error(struct model *m, const struct node *at, enum diag_code code, const char *format, ...) {
    if (m->doubtful && code != DIAG_unknown_name) return false;
    va_list args;
    va_start(args, format);
    bool kept = report_verror(m->report, at->at, code, format, args);
    va_end(args);
    return kept;
}

bool model_misspelt(struct model *m, const struct node *at, enum diag_code code, const char *what, const char *wrong,
                    const char *meant) {
    if (m->doubtful && code != DIAG_unknown_name) return false;
    return report_misspelt(m->report, at->at, code, what, wrong, meant);
}

void model_warn(struct model *m, const struct node *at, enum diag_code code, const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    report_warning(m->report, at->at, code, "%s", text);
}

void model_too_large(struct model *m, const struct node *at, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (!m->oversized) report_verror(m->report, at->at, DIAG_too_large, format, args);
    va_end(args);
    m->oversized = true;
}

void model_note(struct model *m, const struct node *at, const char *format, ...) {
    if (!at) return;
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    report_note(m->report, at->at, DIAG_syntax, "%s", text);
}

void model_help(struct model *m, const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    diag_hint(m->diags, "%s", text);
}

bool model_parts_of_amount(struct model *m, const struct node *n) {
    if (n->a->kind != N_UPTO || n->a->a->kind == N_AMOUNT || n->b->kind != N_AMOUNT) return false;
    model_error(m, n, DIAG_wrong_type,
                "a number of several parts stands in brackets before its unit: \"upto (n + 1) coin\"");
    return true;
}

static const char *symbol_word(const struct model *m, const struct symbol *s) {
    switch (s->kind) {
    case SYM_MEMBER: return s->type.of < m->enums.n ? m->enums.data[s->type.of].name : "name";
    case SYM_OPTION: return "option";
    case SYM_TRACK: return "track";
    case SYM_VAR: return "variable";
    case SYM_ZONE: return "zone";
    case SYM_KIND: return "kind";
    case SYM_INSTANCE: return s->type.of < m->kinds.n ? m->kinds.data[s->type.of].name : "card";
    case SYM_BOARD: return "board";
    case SYM_SPACE: return "space";
    case SYM_DEF: return "def";
    case SYM_VALUE:
    case SYM_CLAUSE: return "value";
    case SYM_SIGNAL: return "signal";
    case SYM_RULE: return "rule";
    case SYM_ATTRIBUTE: return "parameter";
    default: return NULL;
    }
}

/* What the prelude declares has no place in the author's files. */
static bool has_place(const struct model *m, const struct symbol *s) {
    if (!s || !s->node) return false;
    bool function = s->kind == SYM_DEF || s->kind == SYM_VALUE || s->kind == SYM_SIGNAL;
    return !function || !m->functions.data[s->index]->prelude;
}

void model_declared(struct model *m, const struct symbol *s) {
    const char *word = s ? symbol_word(m, s) : NULL;
    if (word && has_place(m, s)) model_note(m, s->node, "%s \"%s\" is declared here", word, s->name);
}

void model_twice(struct model *m, const struct node *at, const char *what, const char *name, const struct node *first) {
    if (model_error(m, at, DIAG_duplicate, "%s \"%s\" is declared twice", what, name))
        model_note(m, first, "the first one is here");
}

/* ---- lists of names */
const char *model_list(struct model *m, const char *const *names, size_t n) {
    enum { SHOWN = 16 };
    char text[400];
    size_t at = 0;
    text[0] = 0;
    for (size_t i = 0; i < n && i < SHOWN && at < sizeof text; i++) {
        const char *between = i == 0 ? "" : i + 1 == n ? " and " : ", ";
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%.40s", between, names[i]);
    }
    if (n > SHOWN && at < sizeof text) snprintf(text + at, sizeof text - at, " and %zu more", n - SHOWN);
    const char *kept = arena_strdup(m->arena, text, strlen(text));
    return kept ? kept : "";
}

/* ---- unknown names */
static const char *meant_by(struct model *m, const char *name, uint32_t kinds, const char *const *extra,
                            size_t n_extra) {
    const char **names = ARENA_ARRAY(m->arena, const char *, n_extra + m->names.n + 1);
    if (!names) {
        m->failed = true;
        return NULL;
    }
    size_t n = 0;
    for (size_t i = 0; i < n_extra; i++)
        names[n++] = extra[i];
    for (size_t i = 0; i < m->names.n; i++) {
        const struct symbol *s = m->names.data[i];
        if (s->kind != SYM_BROKEN && (!kinds || kinds >> s->kind & 1)) names[n++] = s->name;
    }
    return nearest(name, names, n);
}

bool model_near(struct model *m, const char *name, const char *const *extra, size_t n_extra) {
    return meant_by(m, name, 0, extra, n_extra) != NULL;
}

static enum diag_code code_for(const char *what) {
    if (!strcmp(what, "member") || !strcmp(what, "clause")) return DIAG_no_member;
    if (!strcmp(what, "parameter") || !strcmp(what, "argument")) return DIAG_arity;
    return DIAG_unknown_name;
}

/* Where the first of a sort stands: "resources are declared here". */
static void note_sort(struct model *m, const char *what) {
    int e = enum_by_name(m, what);
    if (e >= 0 && m->enums.data[e].n > 0)
        model_note(m, m->members.data[m->enums.data[e].first].node, "%ss are declared here", what);
    if (!strcmp(what, "kind") && m->kinds.n > 0) model_note(m, m->kinds.data[0].node, "kinds are declared here");
}

/* Words of other languages, and names that are something else than was asked for. */
static const struct {
    const char *what;
    enum foreign_scope scope;
} scopes[] = {{"name", FOREIGN_NAME},     {"verb or function", FOREIGN_VERB}, {"type", FOREIGN_TYPE},
              {"member", FOREIGN_MEMBER}, {"clause", FOREIGN_CLAUSE},         {"argument", FOREIGN_ARGUMENT},
              {"kind", FOREIGN_KIND}};

static bool is_digits(const char *name) {
    size_t n = strlen(name);
    for (size_t i = 0; i < n; i++)
        if (name[i] < '0' || name[i] > '9') return false;
    return n > 0;
}

/* The variable that says how much of each member of an enum a player has; NULL: there is none. */
static const char *stock_of(const struct model *m, const struct symbol *member) {
    for (size_t i = 0; i < m->player_members.n; i++) {
        const struct symbol *s = m->player_members.data[i];
        if (s->kind != SYM_VAR || s->index < 0 || (size_t)s->index >= m->vars.n) continue;
        if (m->vars.data[s->index].index_enum == member->type.of) return s->name;
    }
    return NULL;
}

const char *model_cure(struct model *m, const struct node *at, const char *what, const char *name) {
    bool quoted = at->kind == N_NAME && at->number;
    if (quoted && is_digits(name)) return arena_printf(m->arena, "a number has no quotes: %s", name);
    if (quoted && strchr(name, ' ') && !strcmp(what, "name")) return "words do nothing: write \"gain(1 coin)\"";
    if (quoted && strchr(name, ' ') && enum_by_name(m, what) >= 0)
        return "what is told of a card stands behind \"flavour:\"";
    const struct symbol *s = model_find(m, name);
    if (!strcmp(what, "member") && s && s->kind == SYM_MEMBER && stock_of(m, s))
        return arena_printf(m->arena, "how much of it a player has is \"%s[%s]\"", stock_of(m, s), name);
    for (size_t i = 0; !s && i < m->player_members.n; i++)
        if (!strcmp(what, "name") && !strcmp(m->player_members.data[i]->name, name))
            return arena_printf(m->arena, "each player has one: \"me.%s\"", name);
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) {
        const char *cure = strcmp(scopes[i].what, what) ? NULL : cure_foreign(scopes[i].scope, name);
        if (cure) return cure;
    }
    return NULL;
}

/* "; declare it: ..." of what an author declares by such a name. */
static const char *declaration_of(struct model *m, const char *what, const char *name) {
    static const char *const lines[][2] = {
        {"signal", "signal %s(by: player)"}, {"value", "value %s(by: player) -> number = 0"}, {"kind", "kind %s"}};
    char line[160] = "";
    if (enum_by_name(m, what) >= 0) snprintf(line, sizeof line, "%.40s %.60s", what, name);
    for (size_t i = 0; i < 3; i++)
        if (!strcmp(lines[i][0], what)) snprintf(line, sizeof line, lines[i][1], name);
    const char *told = *line ? arena_printf(m->arena, "; declare it: \"%s\"", line) : "";
    return told ? told : "";
}

const char *model_unknown(struct model *m, const struct node *at, const char *what, const char *name, uint32_t kinds,
                          const char *const *extra, size_t n_extra) {
    enum diag_code code = code_for(what);
    if ((m->doubtful && code != DIAG_unknown_name) || report_told(m->report, at->at)) return NULL;
    const char *meant = meant_by(m, name, kinds, extra, n_extra);
    const char *cure = model_cure(m, at, what, name);
    if (cure) {
        bool kept = model_error(m, at, code, "unknown %s \"%s\"; %s", what, name, cure);
        if (kept && kinds & ONLY_EXTRA && n_extra > 0) model_help(m, "known here: %s", model_list(m, extra, n_extra));
        return NULL;
    }
    if (meant) {
        if (model_misspelt(m, at, code, what, name, meant)) note_sort(m, what);
        return meant;
    }
    const char *declare = declaration_of(m, what, name);
    if (!model_error(m, at, code, "unknown %s \"%s\"%s", what, name, declare)) return NULL;
    if (kinds & ONLY_EXTRA && n_extra > 0) model_help(m, "known here: %s", model_list(m, extra, n_extra));
    note_sort(m, what);
    return NULL;
}

void model_unknown_period(struct model *m, const struct node *n, const char *name) {
    struct node at = *n;
    size_t len = strlen(name), k = 0;
    if (len > 0 && n->at.len > len) at.at.col += n->at.len - (uint32_t)len, at.at.len = (uint16_t)len;
    const char *names[64] = {NULL};
    struct enum_info periods = m->period_enum >= 0 ? m->enums.data[m->period_enum] : (struct enum_info){0};
    for (int i = 0; i < periods.n && k < 64; i++)
        names[k++] = m->members.data[periods.first + i].name;
    model_unknown(m, &at, "period", name, ONLY_EXTRA, names, k);
    if (k == 0) model_help(m, "declare it: `period %s`", name);
}

/* ---- declarations that were rejected */
void model_broken(struct model *m, struct node *declaration, bool of_player) {
    if (!of_player) {
        model_add(m, SYM_BROKEN, declaration->name, declaration, TYPE(T_UNKNOWN), 0);
        return;
    }
    struct symbol *s = ARENA_NEW(m->arena, struct symbol);
    if (s)
        *s = (struct symbol){
            .kind = SYM_BROKEN, .name = declaration->name, .node = declaration, .type = TYPE(T_UNKNOWN)};
    if (!s || !VEC_PUSH(&m->player_members, s)) m->failed = true;
}
