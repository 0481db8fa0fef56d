/* cure.c: see cure.h. */
#include "lang/parse/cure.h"

#include "lang/parse/parse_internal.h"

#include <string.h>

/* ---- words of other languages */
static const struct foreign {
    enum foreign_scope scope;
    const char *word, *cure;
} words[] = {
#define FOREIGN(scope, word, cure) {FOREIGN_##scope, word, cure},
#include "lang/parse/cures.def"
};

const char *cure_foreign(enum foreign_scope scope, const char *word) {
    for (size_t i = 0; word && i < sizeof words / sizeof *words; i++)
        if (words[i].scope == scope && strcmp(words[i].word, word) == 0) return words[i].cure;
    return NULL;
}

static const struct usage {
    const char *verb, *example;
} usages[] = {
#define USAGE(verb, example) {verb, example},
#include "lang/parse/cures.def"
};

const char *cure_usage(const char *verb) {
    for (size_t i = 0; verb && i < sizeof usages / sizeof *usages; i++)
        if (strcmp(usages[i].verb, verb) == 0) return usages[i].example;
    return NULL;
}

/* ---- lines that cannot be read on */
static const struct cure {
    const char *first, *before, *here, *behind, *expected, *cure;
} cures[] = {
#define CURE(first, before, here, behind, expected, cure) {first, before, here, behind, expected, cure},
#include "lang/parse/cures.def"
};

/* The tokens a row may name. */
struct place {
    const struct lexer *lexer;
    const struct token *first, *before, *here, *behind;
};

static bool is_end(const struct token *t) {
    return t->kind == TOKEN_NEWLINE || t->kind == TOKEN_EOF || t->kind == TOKEN_INDENT || t->kind == TOKEN_DEDENT;
}

static bool token_fits(const struct place *at, const struct token *t, const char *wanted) {
    if (!wanted) return true;
    if (!strcmp(wanted, "@end")) return is_end(t);
    if (!strcmp(wanted, "@name")) return t->kind == TOKEN_NAME;
    if (!strcmp(wanted, "@number")) return t->kind == TOKEN_NUMBER;
    if (!strcmp(wanted, "@text")) return t->kind == TOKEN_TEXT;
    size_t n = strlen(wanted);
    return !is_end(t) && t->end - t->offset == n && memcmp(at->lexer->text + t->offset, wanted, n) == 0;
}

static bool row_fits(const struct place *at, const struct cure *row, const char *expected) {
    if (row->expected && strncmp(expected, row->expected, strlen(row->expected)) != 0) return false;
    return token_fits(at, at->first, row->first) && token_fits(at, at->before, row->before) &&
           token_fits(at, at->here, row->here) && token_fits(at, at->behind, row->behind);
}

static const struct token *meant(const struct place *at, char letter) {
    return letter == 'f' ? at->first : letter == 'b' ? at->before : letter == 'h' ? at->here : at->behind;
}

/* The cure with the tokens it names; what does not fit is left out. */
static const char *fill_in(const struct place *at, const char *cure, char out[CURE_SIZE]) {
    size_t n = 0;
    for (const char *c = cure; *c && n + 1 < CURE_SIZE; c++) {
        if (*c != '$') {
            out[n++] = *c;
            continue;
        }
        const struct token *t = meant(at, *++c);
        size_t length = is_end(t) ? 0 : t->end - t->offset;
        if (length > CURE_SIZE - 1 - n || length > 40) length = 0;
        memcpy(out + n, at->lexer->text + t->offset, length);
        n += length;
    }
    out[n] = '\0';
    return out;
}

const char *cure_here(struct parser *p, const char *expected, char out[CURE_SIZE]) {
    struct token here = *parse_token(p), behind = *parse_peek(p, 1);
    struct place at = {&p->in->lexer, &p->starter, &p->prev, &here, &behind};
    for (size_t i = 0; i < sizeof cures / sizeof *cures; i++)
        if (row_fits(&at, &cures[i], expected)) return fill_in(&at, cures[i].cure, out);
    return NULL;
}
