/* proof.c: see proof.h. */
#include "show/proof.h"

#include "base/json_value.h"
#include "show/describe.h"

#include <string.h>

/* What a card that says something of this role adds; of each role once. */
static const int merits[] = {
    [TN_ROLE_COST] = 2,   [TN_ROLE_TAGS] = 2,     [TN_ROLE_REQUIREMENT] = 4, [TN_ROLE_POINTS] = 1, [TN_ROLE_EFFECT] = 3,
    [TN_ROLE_ACTION] = 3, [TN_ROLE_REACTION] = 5, [TN_ROLE_THING] = 1,       [TN_ROLE_FLAVOUR] = 0};
enum { ROLES = sizeof merits / sizeof *merits, SHORT = 1000 };

/* The line at *at, without its end; *at goes behind it. False: the text ends. */
static bool next_line(const tn_file *f, size_t *at, const char **line, size_t *n) {
    if (*at >= f->size) return false;
    *line = f->text + *at;
    const char *end = memchr(*line, '\n', f->size - *at);
    *n = end ? (size_t)(end - *line) : f->size - *at;
    *at += *n + (end != NULL);
    return true;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* `WORD NAME(` or `WORD "NAME"(`: where the name is. */
static bool read_name(const char *line, size_t n, const char **name, size_t *length) {
    size_t i = 0;
    while (i < n && is_letter(line[i]))
        i++;
    if (i == 0 || i >= n || line[i++] != ' ') return false;
    bool quoted = i < n && line[i] == '"';
    i += quoted;
    size_t from = i;
    while (i < n && (quoted ? line[i] != '"' : is_letter(line[i])))
        i++;
    *name = line + from;
    *length = i - from;
    return *length > 0 && i + quoted < n && line[i + quoted] == '(' && line[n - 1] == ':';
}

/* A declaration of exactly so many lines that begins at *at, none of them too long or a remark; *at goes behind its
 * first line in any case. */
static bool read_declaration(const tn_file *f, size_t *at, struct proof *p) {
    if (!next_line(f, at, &p->lines[0], &p->sizes[0]) || p->sizes[0] > PROOF_COLUMNS) return false;
    size_t ahead = *at, n = 1, size;
    for (const char *line; next_line(f, &ahead, &line, &size) && size > 0 && *line == ' '; n++) {
        if (n == PROOF_LINES || size > PROOF_COLUMNS || memchr(line, '#', size)) return false;
        p->lines[n] = line;
        p->sizes[n] = size;
    }
    return n == PROOF_LINES;
}

/* Whether something of a face stays in words; faces are shallow. */
static bool has_words(const struct value *v) {
    if (v->key && strcmp(v->key, "text") == 0) return true;
    if (v->type != VALUE_OBJECT && v->type != VALUE_ARRAY) return false;
    for (const struct value *kid = v->kids; kid; kid = kid->next)
        if (has_words(kid)) return true;
    return false;
}

/* Whether all it does can be drawn. */
static bool is_drawn(const tn_game *game, size_t card) {
    struct arena arena;
    const char *why;
    arena_init(&arena);
    size_t n = tn_card_face(game, card, NULL, 0);
    char *face = arena_alloc(&arena, n + 1, 1);
    if (face) tn_card_face(game, card, face, n + 1);
    const struct value *v = face ? value_parse(&arena, face, n, &why, NULL) : NULL;
    bool drawn = v && v->type == VALUE_OBJECT && !has_words(v);
    arena_free(&arena);
    return drawn;
}

static int merit_of(const tn_game *game, size_t card, const struct proof *p) {
    bool seen[ROLES] = {false};
    int merit = 0;
    for (size_t i = 0; i < tn_card_clause_count(game, card); i++) {
        tn_clause c;
        tn_card_clause(game, card, i, &c);
        if ((size_t)c.role >= ROLES || seen[c.role]) continue;
        seen[c.role] = true;
        merit += merits[c.role];
    }
    size_t size = 0; /* of equal ones the shortest */
    for (int i = 0; i < PROOF_LINES; i++)
        size += p->sizes[i];
    return merit * SHORT - (int)size;
}

static bool card_named(const tn_game *game, const char *name, size_t length, size_t *out) {
    for (*out = 0; *out < tn_game_card_count(game); ++*out) {
        tn_card c;
        tn_game_card(game, *out, &c);
        if (c.zoned && strlen(c.name) == length && memcmp(c.name, name, length) == 0) return true;
    }
    return false;
}

struct proof proof_find(const tn_game *game, const tn_file *files, size_t n) {
    struct proof best = {0};
    for (size_t i = 0; i < n; i++)
        for (size_t at = 0; at < files[i].size;) {
            struct proof p = {.file = &files[i]};
            const char *name;
            size_t length;
            if (!read_declaration(&files[i], &at, &p) || !read_name(p.lines[0], p.sizes[0], &name, &length) ||
                !card_named(game, name, length, &p.card) || !is_drawn(game, p.card))
                continue;
            p.merit = merit_of(game, p.card, &p);
            if (p.merit > best.merit) best = p;
        }
    return best;
}

void proof_put(struct json *j, const tn_game *game, const struct proof *p) {
    const char *slash = strrchr(p->file->path, '/');
    json_text(j, "file", slash ? slash + 1 : p->file->path);
    json_array(j, "lines");
    for (int i = 0; i < PROOF_LINES; i++) {
        char line[PROOF_COLUMNS + 1] = "";
        memcpy(line, p->lines[i], p->sizes[i]);
        json_text(j, NULL, line);
    }
    json_close(j);
    json_object(j, "description");
    describe_card(j, game, p->card);
    json_close(j);
}
