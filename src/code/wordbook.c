/* wordbook.c: see wordbook.h. */
#include "code/wordbook.h"

#include "base/hash.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { HOLES = 256, LONGEST = 20000 };

static const char *const group_names[] = {
#define GROUP(name, about) #name,
    WORD_GROUPS(GROUP)
#undef GROUP
};
static const char *const group_abouts[] = {
#define GROUP(name, about) about,
    WORD_GROUPS(GROUP)
#undef GROUP
};

const char *word_group_name(enum word_group group) {
    return group_names[group];
}

/* ---- entries */
void wordbook_init(struct wordbook *b) {
    memset(b, 0, sizeof *b);
    arena_init(&b->arena);
}

void wordbook_free(struct wordbook *b) {
    VEC_FREE(&b->entries);
    free(b->slots);
    arena_free(&b->arena);
    wordbook_init(b);
}

static uint64_t hash_of(enum word_group group, const char *key) {
    return hash_bytes(key, strlen(key), group);
}

static struct wordbook_entry *entry_of(const struct wordbook *b, enum word_group group, const char *key) {
    uint32_t at = b->n_slots ? b->slots[hash_of(group, key) % b->n_slots] : 0;
    for (; at; at = b->entries.data[at - 1].next) {
        struct wordbook_entry *e = &b->entries.data[at - 1];
        if (e->group == group && !strcmp(e->key, key)) return e;
    }
    return NULL;
}

static void link_entry(struct wordbook *b, size_t i) {
    struct wordbook_entry *e = &b->entries.data[i];
    uint32_t *slot = &b->slots[hash_of(e->group, e->key) % b->n_slots];
    e->next = *slot;
    *slot = (uint32_t)i + 1;
}

static bool grow(struct wordbook *b) {
    size_t n = b->n_slots ? 2 * b->n_slots : 256;
    uint32_t *slots = realloc(b->slots, n * sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, n * sizeof *slots);
    b->slots = slots;
    b->n_slots = n;
    for (size_t i = 0; i < b->entries.n; i++)
        link_entry(b, i);
    return true;
}

static struct wordbook_entry *find_or_add(struct wordbook *b, enum word_group group, const char *key) {
    struct wordbook_entry *found = entry_of(b, group, key);
    if (found) return found;
    struct wordbook_entry e = {.key = arena_strdup(&b->arena, key, strlen(key)), .group = (uint8_t)group};
    bool room = b->entries.n < b->n_slots || grow(b);
    if (!e.key || !room || !VEC_PUSH(&b->entries, e)) return b->out_of_memory = true, NULL;
    link_entry(b, b->entries.n - 1);
    return &b->entries.data[b->entries.n - 1];
}

void wordbook_want(struct wordbook *b, enum word_group group, const char *key) {
    struct wordbook_entry *e = find_or_add(b, group, key);
    if (e) e->wanted = true;
}

bool wordbook_is_wanted(const struct wordbook *b, enum word_group group, const char *key) {
    const struct wordbook_entry *e = entry_of(b, group, key);
    return e && e->wanted;
}

const char *wordbook_find(const struct wordbook *b, enum word_group group, const char *key) {
    const struct wordbook_entry *e = entry_of(b, group, key);
    return e ? e->value : NULL;
}

/* ---- phrases */
static int hole_at(const char *s, size_t *n) {
    int number = 0;
    size_t i = 1;
    if (*s != '{') return 0;
    while (s[i] >= '0' && s[i] <= '9' && number < HOLES)
        number = 10 * number + (s[i++] - '0');
    if (s[i] == *HOLE_NAME) i += strcspn(s + i, "{}\\");
    *n = i + 1;
    return s[i] == '}' && number > 0 && number < HOLES && s[1] != '0' ? number : 0;
}

int wordbook_part(const char **at, const char **text, size_t *n) {
    const char *s = *at;
    uint32_t code;
    if (!*s) return -1;
    int hole = hole_at(s, n);
    if (hole) return *at = s + *n, hole;
    if (*s == '\\' && s[1] == 'n') return *text = "\n", *n = 1, *at = s + 2, 0;
    if (*s == '\\' && s[1]) s++;
    *text = s;
    *n = utf8_decode(s, strlen(s), &code);
    *at = s + *n;
    return 0;
}

void wordbook_escape(struct buf *out, const char *text, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\\' || text[i] == '{' || text[i] == '\n') buf_putc(out, '\\');
        buf_putc(out, text[i] == '\n' ? 'n' : text[i]);
    }
}

/* What would read as something else at the ends of a line. */
void wordbook_seal(struct buf *phrase) {
    size_t n = phrase->n;
    if (n > 1 && phrase->data[n - 1] == ' ' && phrase->data[n - 2] != '\\' && buf_puts(phrase, " "))
        phrase->data[n - 1] = '\\';
    if (!phrase->n || !strchr(" #[", *phrase->data) || !buf_puts(phrase, " ")) return;
    memmove(phrase->data + 1, phrase->data, phrase->n - 1);
    *phrase->data = '\\';
}

/* ---- reading */
struct reader {
    struct wordbook *b;
    struct diags *diags;
    const char *file, *line; /* the line being read */
    size_t n;
    uint32_t number;
    int group;       /* -1: none yet */
    uint32_t *lines; /* per entry: where this file says it, or 0 */
    size_t n_lines;
    size_t entry; /* 1 + the phrase the next indented line is of, or 0 */
};

static void complain(struct reader *r, enum diag_code code, size_t at, size_t n, const char *text, const char *hint) {
    struct diag_span span = {r->file, r->number, (uint32_t)at + 1, (uint32_t)n, r->line};
    diag_add(r->diags, DIAG_ERROR, code, &span, "%s", text);
    if (hint) diag_hint(r->diags, "%s", hint);
}

/* Counts the holes of a phrase. */
static void count_holes(const char *phrase, uint8_t *holes) {
    const char *text;
    size_t n;
    memset(holes, 0, HOLES);
    for (int hole; (hole = wordbook_part(&phrase, &text, &n)) >= 0;)
        if (hole) holes[hole] = 1;
}

static void check_holes(struct reader *r, const char *key, const char *value, size_t at) {
    uint8_t wanted[HOLES], found[HOLES];
    char text[64];
    count_holes(key, wanted);
    count_holes(value, found);
    for (int i = 1; i < HOLES; i++) {
        if (wanted[i] == found[i]) continue;
        snprintf(text, sizeof text, wanted[i] ? "{%d} of the phrase is missing" : "the phrase has no {%d}", i);
        complain(r, DIAG_words_holes, at, strlen(value), text, NULL);
        return;
    }
}

static void read_group(struct reader *r) {
    const char *close = memchr(r->line, ']', r->n);
    size_t n = close ? (size_t)(close - r->line) - 1 : 0;
    r->group = -1;
    r->entry = 0;
    for (int g = 0; close && g < WORDS_GROUPS; g++)
        if (strlen(group_names[g]) == n && !memcmp(group_names[g], r->line + 1, n)) r->group = g;
    if (r->group >= 0 && close + 1 == r->line + r->n) return;
    struct buf names;
    buf_init(&names);
    buf_puts(&names, "the groups are");
    for (int g = 0; g < WORDS_GROUPS; g++)
        buf_printf(&names, " [%s]", group_names[g]);
    complain(r, DIAG_words_form, 0, r->n, "this is not a group of phrases", names.data);
    buf_free(&names);
    r->group = WORDS_game; /* what follows is read nevertheless, for its mistakes */
}

static bool reserve_line(struct reader *r, size_t entry) {
    if (entry < r->n_lines) return true;
    size_t n = 2 * entry + 64;
    uint32_t *lines = realloc(r->lines, n * sizeof *lines);
    if (!lines) return r->b->out_of_memory = true, false;
    memset(lines + r->n_lines, 0, (n - r->n_lines) * sizeof *lines);
    r->lines = lines;
    r->n_lines = n;
    return true;
}

static void read_phrase(struct reader *r, const char *phrase) {
    r->entry = 0;
    if (r->group < 0) {
        complain(r, DIAG_words_form, 0, r->n, "a phrase outside any group", "a line such as [names] comes first");
        r->group = WORDS_game;
    }
    struct wordbook_entry *e = find_or_add(r->b, (enum word_group)r->group, phrase);
    size_t entry = e ? (size_t)(e - r->b->entries.data) : 0;
    if (!e || !reserve_line(r, entry)) return;
    r->entry = entry + 1;
    if (r->lines[entry]) {
        char text[64];
        snprintf(text, sizeof text, "the phrase stands in line %u already", (unsigned)r->lines[entry]);
        complain(r, DIAG_words_twice, 0, r->n, text, NULL);
        return;
    }
    r->lines[entry] = r->number;
    e->value = NULL;
    e->file = r->b->files;
}

static void read_value(struct reader *r, const char *value, size_t at) {
    if (!r->entry) {
        complain(r, DIAG_words_form, at, strlen(value), "an indented line without a phrase above it",
                 "phrases begin at the margin, translations are indented");
        return;
    }
    struct wordbook_entry *e = &r->b->entries.data[r->entry - 1];
    check_holes(r, e->key, value, at);
    e->value = arena_strdup(&r->b->arena, value, strlen(value));
    if (!e->value) r->b->out_of_memory = true;
    r->entry = 0;
}

static void read_line(struct reader *r) {
    size_t from = 0, bad, to = r->n;
    char text[LONGEST + 1];
    while (from < to && r->line[from] == ' ')
        from++;
    while (to > from && (r->line[to - 1] == ' ' || r->line[to - 1] == '\r') &&
           !(to - 1 > from && r->line[to - 2] == '\\'))
        to--;
    if (from == to || r->line[from] == '#') return;
    if (memchr(r->line, 0, r->n) || memchr(r->line, '\t', r->n) || !utf8_valid(r->line, r->n, &bad)) {
        complain(r, DIAG_words_form, 0, r->n, "a character that cannot be read here",
                 "the file is UTF-8, without tabs");
        return;
    }
    if (to - from > LONGEST) {
        complain(r, DIAG_words_form, from, 1, "the line is too long", NULL);
        return;
    }
    memcpy(text, r->line + from, to - from);
    text[to - from] = 0;
    r->n = to;
    if (from)
        read_value(r, text, from);
    else if (*text == '[')
        read_group(r);
    else
        read_phrase(r, text);
}

/* The comments a file begins with are kept, so that they are still there when it is written again. */
static void keep_head(struct wordbook *b, const char *text, size_t n) {
    size_t at = 0;
    b->head = NULL;
    while (at < n && text[at] == '#') {
        const char *end = memchr(text + at, '\n', n - at);
        at = end ? (size_t)(end - text) + 1 : n;
    }
    if (!at || !utf8_valid(text, at, NULL) || memchr(text, 0, at)) return;
    b->head = arena_strdup(&b->arena, text, at);
    if (!b->head) b->out_of_memory = true;
}

void wordbook_read(struct wordbook *b, const char *file, const char *given, size_t n, struct diags *diags) {
    struct reader r = {.b = b, .diags = diags, .file = file, .group = -1};
    struct arena scratch;
    arena_init(&scratch);
    const char *text = arena_strdup(&scratch, given, n); /* a diagnostic shows its line up to an end, which this has */
    b->files++;
    if (text)
        keep_head(b, text, n);
    else
        b->out_of_memory = true;
    for (size_t at = 0; at < n && !b->out_of_memory;) {
        const char *end = memchr(text + at, '\n', n - at);
        r.line = text + at;
        r.n = end ? (size_t)(end - r.line) : n - at;
        r.number++;
        at += r.n + 1;
        read_line(&r);
    }
    free(r.lines);
    arena_free(&scratch);
    if (b->arena.failed) b->out_of_memory = true;
}

/* ---- writing */
bool wordbook_is_shared(const struct wordbook *b, const struct wordbook_entry *e) {
    return e->value && e->file < b->files;
}

static void write_group(const struct wordbook *b, int group, bool wanted, struct buf *out) {
    bool any = false;
    for (size_t i = 0; i < b->entries.n; i++) {
        const struct wordbook_entry *e = &b->entries.data[i];
        if (e->group != group || e->wanted != wanted || wordbook_is_shared(b, e)) continue;
        if (!any)
            buf_printf(out, "\n[%s]\n# %s%s\n", group_names[group], group_abouts[group],
                       wanted ? "" : ": no longer used");
        buf_printf(out, "\n%s\n", e->key);
        if (e->value) buf_printf(out, "  %s\n", e->value);
        any = true;
    }
}

void wordbook_write(const struct wordbook *b, struct buf *out) {
    if (b->head) buf_puts(out, b->head);
    for (int wanted = 1; wanted >= 0; wanted--)
        for (int group = 0; group < WORDS_GROUPS; group++)
            write_group(b, group, wanted, out);
}
