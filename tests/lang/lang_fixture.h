/* lang_fixture.h: parses texts for the tests of lexer and parser, and says what came of it.
 *
 * struct parsed owns everything; parsed_free when done. Included files come from a table of path and text.
 */
#ifndef TESTS_LANG_FIXTURE_H
#define TESTS_LANG_FIXTURE_H

#include "support/unit.h"

#include "base/diag.h"
#include "lang/parse/dump.h"
#include "lang/parse/parser.h"
#include "lang/parse/token.h"

#include <stdio.h>
#include <stdlib.h>

struct file_text {
    const char *path, *text;
};

struct parsed {
    struct arena arena;
    struct diags diags;
    struct sources sources;
    struct node *file;
    char *text; /* the exact bytes, without a NUL behind them, so that a sanitizer sees a read too far */
};

static inline const char *fixture_read(void *user, const char *path, size_t *size, const char **why) {
    for (const struct file_text *f = user; f && f->path; f++)
        if (strcmp(f->path, path) == 0) {
            *size = strlen(f->text);
            return f->text;
        }
    *why = "no such file";
    return NULL;
}

static inline struct parsed *parse_bytes(const char *text, size_t size, const struct file_text *files) {
    struct parsed *r = calloc(1, sizeof *r);
    struct source_reader reader = {fixture_read, (void *)files};
    r->text = malloc(size ? size : 1);
    memcpy(r->text, text, size);
    arena_init(&r->arena);
    diags_init(&r->diags);
    r->file = parse_game(&r->arena, &r->diags, "main.game", r->text, size, &reader, &r->sources);
    return r;
}

static inline struct parsed *parse_text(const char *text) {
    return parse_bytes(text, strlen(text), NULL);
}

static inline void parsed_free(struct parsed *r) {
    arena_free(&r->arena);
    diags_free(&r->diags);
    free(r->text);
    free(r);
}

/* All diagnostics as "line:col E05 message\n", notes as "line:col note message\n", in order of place. */
static inline void put_diags(struct diags *d, struct buf *out) {
    diags_sort(d);
    for (uint32_t i = 0; i < d->n; i++) {
        const struct diag *item = &d->items[i];
        if (item->file && strcmp(item->file, "main.game") != 0) buf_printf(out, "%s:", item->file);
        buf_printf(out, "%u:%u %s %s\n", item->line, item->col,
                   item->level == DIAG_NOTE ? "note" : diag_code_number(item->code), item->text);
    }
}

/* ---- what a tree must fulfil, whatever the text was */

enum { HAS_A = 1, HAS_B = 2, HAS_C = 4, HAS_NAME = 8, HAS_KIDS = 16, HAS_TEXT = 32 };

static inline unsigned required_fields(enum node_kind kind) {
    switch (kind) {
    case N_NAME:
    case N_ENUM:
    case N_INCLUDE:
    case N_TYPE:
    case N_MEMBER:
    case N_FILE:
    case N_SIGNAL:
    case N_DEF:
    case N_VALUE:
    case N_RULE:
    case N_ZONE:
    case N_TRACK:
    case N_KIND:
    case N_PATTERN: return HAS_NAME;
    case N_TEXT: return HAS_TEXT;
    case N_CALL:
    case N_NOT:
    case N_NEGATE:
    case N_UPTO:
    case N_PAREN:
    case N_FILTER:
    case N_AGGREGATE:
    case N_BINARY:
    case N_DO:
    case N_NEEDS:
    case N_EMIT:
    case N_END_WHEN: return HAS_A;
    case N_ARG:
    case N_FIELD:
    case N_GENERATOR:
    case N_LET:
    case N_CHOOSE:
    case N_PARAM:
    case N_VAR:
    case N_INSTANCE: return HAS_A | HAS_NAME;
    case N_INDEX:
    case N_AMOUNT:
    case N_ASSIGN:
    case N_IF:
    case N_REPEAT:
    case N_WHILE:
    case N_AS:
    case N_WHEN:
    case N_AFTER:
    case N_INSTEAD:
    case N_ADJUST: return HAS_A | HAS_B;
    case N_COND: return HAS_A | HAS_B | HAS_C;
    case N_FOR:
    case N_TOGETHER: return HAS_A | HAS_C | HAS_NAME;
    case N_MAY:
    case N_OPTION:
    case N_TURN:
    case N_FLOW:
    case N_SCORE: return HAS_B;
    case N_EITHER:
    case N_LIST: return HAS_KIDS;
    case N_UNTIL:
    case N_MARK: return HAS_KIDS | HAS_B;
    case N_PHASE:
    case N_ROUND:
    case N_CLAUSE:
    case N_GAME:
    case N_BOARD:
    case N_SCENARIO: return HAS_B | HAS_NAME;
    case N_OPTION_DECL: return HAS_NAME | HAS_KIDS;
    default: return 0;
    }
}

/* Fails the test when a node lacks a field it must have, stands nowhere, or hangs too deep. */
static inline void check_tree(const struct parsed *r, const struct node *n, unsigned depth) {
    unsigned needs = required_fields((enum node_kind)n->kind);
    bool good = (!(needs & HAS_A) || n->a) && (!(needs & HAS_B) || n->b) && (!(needs & HAS_C) || n->c) &&
                (!(needs & HAS_NAME) || n->name) && (!(needs & HAS_KIDS) || n->kids) &&
                (!(needs & HAS_TEXT) || n->text) && n->at.line > 0 && n->at.col > 0 && n->at.len > 0 &&
                n->at.file < r->sources.n && depth < 1000;
    if (n->kind == N_BINARY && !n->b && n->number != TOKEN_DOTS) good = false;
    if (!good) fail_msg("incomplete %s at %u:%u, depth %u", node_kind_name(n->kind), n->at.line, n->at.col, depth);
    if (n->a) check_tree(r, n->a, depth + 1);
    if (n->b) check_tree(r, n->b, depth + 1);
    if (n->c) check_tree(r, n->c, depth + 1);
    for (const struct node *k = n->kids; k; k = k->next)
        check_tree(r, k, depth + 1);
}

/* ---- expectations */

static inline void expect_same(const char *what, const char *got, const char *want) {
    if (strcmp(got, want) != 0) fail_msg("%s\n---- got\n%s---- expected\n%s----", what, got, want);
}

/* The diagnostics of `text`; the tree must be sound all the same. */
static inline void expect_diags(const char *text, const char *want) {
    struct parsed *r = parse_text(text);
    struct buf out;
    buf_init(&out);
    put_diags(&r->diags, &out);
    assert_non_null(r->file);
    check_tree(r, r->file, 0);
    expect_same(text, out.data, want);
    buf_free(&out);
    parsed_free(r);
}

/* The tree below FILE, and no diagnostics. */
static inline void expect_tree_with(const char *text, bool spans, const char *want) {
    struct parsed *r = parse_text(text);
    struct buf out;
    buf_init(&out);
    put_diags(&r->diags, &out);
    assert_non_null(r->file);
    check_tree(r, r->file, 0);
    for (const struct node *k = r->file->kids; k; k = k->next)
        tree_dump(k, spans, &out);
    expect_same(text, out.data, want);
    buf_free(&out);
    parsed_free(r);
}

static inline void expect_tree(const char *text, const char *want) {
    expect_tree_with(text, false, want);
}

#endif
