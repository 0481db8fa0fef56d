/* parse_file.c: whole files: parse_game, and what `include` brings in.
 *
 * A file is checked (size, UTF-8, no NUL) before its first token is read. Every file is read once: a second include of
 * the same path, after tidying "." and "..", is an error, and so is a circle.
 */
#include "lang/parse/parse_internal.h"

#include "base/utf8.h"

#include <string.h>

/* ---- paths */

/* Appends one part of a path: drops ".", lets ".." take away the part before it. */
static size_t put_part(char *out, size_t n, const char *part, size_t len) {
    if (len == 0 || (len == 1 && part[0] == '.')) return n;
    size_t before = n; /* where the last part begins */
    while (before > 0 && out[before - 1] != '/')
        before--;
    bool up = len == 2 && part[0] == '.' && part[1] == '.';
    if (up && n > before && !(n - before == 2 && memcmp(out + before, "..", 2) == 0))
        return before > 1 ? before - 1 : before; /* keep the "/" of the root */
    if (n > 0 && out[n - 1] != '/') out[n++] = '/';
    memcpy(out + n, part, len);
    return n + len;
}

/* `path` seen from the folder of the file `from`, tidied and interned. */
static const char *join(struct parser *p, const char *from, const char *path) {
    const char *slash = strrchr(from, '/');
    size_t folder = slash ? (size_t)(slash - from) + 1 : 0, len = strlen(path), n = 0;
    char *out = arena_alloc(p->arena, folder + len + 2, 1);
    if (!out) return path;
    if ((folder > 0 ? from[0] : path[0]) == '/') out[n++] = '/';
    const char *sides[2] = {from, path};
    size_t sizes[2] = {folder, len};
    for (int side = 0; side < 2; side++)
        for (size_t i = 0, end; i < sizes[side]; i = end + 1) {
            const char *next = memchr(sides[side] + i, '/', sizes[side] - i);
            end = next ? (size_t)(next - sides[side]) : sizes[side];
            n = put_part(out, n, sides[side] + i, end - i);
        }
    return intern(&p->names, out, n)->text;
}

/* ---- sources */

static bool grow_sources(struct parser *p) {
    if (p->sources->n < p->files_cap) return true;
    size_t cap = p->files_cap ? p->files_cap * 2 : 8;
    struct source *files = ARENA_ARRAY(p->arena, struct source, cap);
    struct span *spans = ARENA_ARRAY(p->arena, struct span, cap);
    if (!files || !spans) return false;
    if (p->sources->n > 0) {
        memcpy(files, p->sources->files, p->sources->n * sizeof *files);
        memcpy(spans, p->included_at, p->sources->n * sizeof *spans);
    }
    p->sources->files = files;
    p->included_at = spans;
    p->files_cap = cap;
    return true;
}

/* Records a text and returns its number, or -1 when memory is out. A byte order mark is not part of the text. */
static int add_source(struct parser *p, const char *path, const char *text, size_t size, struct span at) {
    if (!grow_sources(p)) return -1;
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        text += 3;
        size -= 3;
    }
    uint16_t i = p->sources->n++;
    p->sources->files[i] = (struct source){path, text, size};
    p->included_at[i] = at;
    return i;
}

static struct span span_at_offset(const struct source *source, uint16_t file, size_t offset) {
    struct span at = {.file = file, .len = 1, .line = 1};
    size_t line_start = 0;
    for (const char *nl; (nl = memchr(source->text + line_start, '\n', offset - line_start)) != NULL; at.line++)
        line_start = (size_t)(nl - source->text) + 1;
    at.col = (uint32_t)(offset - line_start) + 1;
    return at;
}

/* True when the text can be read at all. */
static bool readable(struct parser *p, uint16_t file) {
    const struct source *source = &p->sources->files[file];
    size_t bad;
    if (source->size > PARSE_SOURCE_MAX) {
        report_error(&p->report, (struct span){.file = file, .len = 1}, DIAG_too_large,
                     "the file has %zu bytes; the largest that is read has %zu", source->size, PARSE_SOURCE_MAX);
        return false;
    }
    const char *nul = source->size > 0 ? memchr(source->text, '\0', source->size) : NULL;
    bool valid = utf8_valid(source->text, source->size, &bad);
    if (nul && (valid || (size_t)(nul - source->text) < bad)) {
        report_error(&p->report, span_at_offset(source, file, (size_t)(nul - source->text)), DIAG_not_utf8,
                     "a NUL byte stands here: this is not a text file");
        return false;
    }
    if (!valid)
        report_error(&p->report, span_at_offset(source, file, bad), DIAG_not_utf8,
                     "the byte 0x%02x is not UTF-8 text here", (unsigned char)source->text[bad]);
    return valid;
}

/* ---- files */

static void declarations(struct parser *p, struct node_list *list) {
    while (parse_kind(p) != TOKEN_EOF) {
        p->semicolons = 0;
        enum token_kind kind = parse_kind(p);
        if (kind == TOKEN_INDENT) {
            parse_unexpected_indent(p);
        } else if (kind == TOKEN_DEDENT) {
            parse_advance(p); /* cannot happen; a loop must end all the same */
        } else {
            struct node *n = parse_top(p);
            if (p->report.stop) return; /* a declaration cut short may hang on p->spare */
            if (n && !p->panic)
                parse_list_add(list, n);
            else
                parse_recover(p);
        }
    }
}

/* Reads the declarations of one recorded source into the list. */
static void read_source(struct parser *p, uint16_t file, const char *path, struct node_list *list) {
    if (!readable(p, file)) return;
    struct input in = {.path = path, .parent = p->in};
    struct token prev = p->prev;
    p->bracket.kind = TOKEN_EOF;
    p->callee = NULL;
    lexer_init(&in.lexer, &p->names, &p->report, &p->sources->files[file], file);
    p->in = &in;
    p->amount = NULL;
    declarations(p, list);
    p->in = in.parent;
    p->prev = prev;
    p->amount = NULL;
    p->panic = false;
}

/* ---- include */

static unsigned open_files(const struct parser *p) {
    unsigned n = 0;
    for (const struct input *in = p->in; in; in = in->parent)
        n++;
    return n;
}

/* Reports and returns false when the file may not be included here. */
static bool may_include(struct parser *p, struct span at, const char *written, const char *path) {
    for (const struct input *in = p->in; in; in = in->parent)
        if (in->path == path) {
            report_error(&p->report, at, DIAG_include, "\"%s\" includes itself%s", written,
                         in == p->in ? "" : " through other files");
            return false;
        }
    for (uint16_t i = 0; i < p->sources->n; i++) {
        if (p->sources->files[i].path != path) continue;
        if (report_error(&p->report, at, DIAG_include, "\"%s\" is included twice", written))
            report_note(&p->report, p->included_at[i], DIAG_include, "it was included here");
        return false;
    }
    if (open_files(p) > PARSE_INCLUDES) {
        report_error(&p->report, at, DIAG_include, "files include one another more than %d levels deep",
                     PARSE_INCLUDES);
        return false;
    }
    if (p->sources->n >= PARSE_FILES) {
        report_error(&p->report, at, DIAG_include, "a game has at most %d files", PARSE_FILES);
        return false;
    }
    return true;
}

static void include_file(struct parser *p, struct node *n, struct span at) {
    const char *path = join(p, p->in->path, n->name), *why = NULL, *text = NULL;
    size_t size = 0;
    struct node_list list = {0};
    if (n->name[0] == '\0' || n->name[0] == '/') {
        report_error(&p->report, at, DIAG_include,
                     "the path of an included file is relative to the folder of this file");
        return;
    }
    if (!may_include(p, at, n->name, path)) return;
    if (p->reader && p->reader->read)
        text = p->reader->read(p->reader->user, path, &size, &why);
    else
        why = "no files can be read here";
    if (!text) {
        report_error(&p->report, at, DIAG_include, "cannot include \"%s\": %s", n->name, why ? why : "cannot be read");
        return;
    }
    int file = add_source(p, path, text, size, at);
    if (file < 0 || !parse_enter(p)) return;
    read_source(p, (uint16_t)file, path, &list);
    parse_leave(p);
    n->kids = list.head;
}

/* ---- kinds, looked for before they are read */

static void find_kinds(struct parser *p, const char *text, size_t size, const char *path, int depth);

static void find_included(struct parser *p, const char *from, const char *written, size_t n, int depth) {
    size_t size = 0;
    const char *why, *end = memchr(written, '"', n);
    if (!end || end == written || depth == 0 || !p->reader || !p->reader->read) return;
    const char *path = join(p, from, intern(&p->names, written, (size_t)(end - written))->text);
    const char *text = p->reader->read(p->reader->user, path, &size, &why);
    if (text && size <= PARSE_SOURCE_MAX) find_kinds(p, text, size, path, depth - 1);
}

static void find_kinds(struct parser *p, const char *text, size_t size, const char *path, int depth) {
    const char *at = text, *end = text + size;
    for (const char *next; at < end; at = next) {
        const char *eol = memchr(at, '\n', (size_t)(end - at));
        next = eol ? eol + 1 : end;
        while (at < next && *at == ' ')
            at++;
        if (next - at > 9 && memcmp(at, "include \"", 9) == 0)
            find_included(p, path, at + 9, (size_t)(next - at) - 9, depth);
        if (next - at < 6 || memcmp(at, "kind ", 5) != 0) continue;
        for (at += 5; at < next && (*at == ' ' || *at == '"');)
            at++;
        size_t n = 0;
        while (at + n < next && !memchr(" \"(:#\r\n", at[n], 7))
            n++;
        struct known_kind *k = n ? ARENA_NEW(p->arena, struct known_kind) : NULL;
        if (!k) continue;
        *k = (struct known_kind){intern(&p->names, at, n)->text, p->kinds};
        p->kinds = k;
    }
}

bool parse_is_kind(struct parser *p, const char *name) {
    const struct input *first = p->in;
    while (first->parent)
        first = first->parent;
    if (!p->kinds_known) find_kinds(p, p->sources->files[0].text, p->sources->files[0].size, first->path, 3);
    p->kinds_known = true;
    for (const struct known_kind *k = p->kinds; k; k = k->next)
        if (k->name == name) return true;
    return false;
}

struct node *parse_include(struct parser *p) {
    struct node *n = parse_node(p, N_INCLUDE, parse_advance(p)->at);
    if (parse_kind(p) != TOKEN_TEXT) return parse_fail(p, "the path of a file in quotes after \"include\"");
    struct span at = parse_token(p)->at;
    n->name = parse_advance(p)->name;
    n->at = at;
    if (!parse_end_line(p)) return NULL;
    if (!p->report.stop) include_file(p, n, at);
    return n;
}

/* ---- the whole */

struct node *parse_game(struct arena *arena, struct diags *diags, const char *path, const char *text, size_t size,
                        const struct source_reader *reader, struct sources *sources) {
    struct parser p = {.arena = arena, .sources = sources, .reader = reader};
    struct node_list list = {0};
    *sources = (struct sources){.n = 0};
    report_init(&p.report, diags, sources);
    if (!interner_init(&p.names, arena)) return NULL;
    const char *main_path = join(&p, "", path);
    const char *given = intern(&p.names, path, strlen(path))->text;
    if (add_source(&p, given, text, size, (struct span){.line = 0}) < 0) return NULL;
    struct node *file = parse_node(&p, N_FILE, (struct span){.file = 0, .len = 1, .line = 1, .col = 1});
    file->name = given;
    read_source(&p, 0, main_path, &list);
    file->kids = list.head;
    return arena->failed ? NULL : file;
}
