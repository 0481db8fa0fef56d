/* record_values.c: the small parts of a position in JSON: numbers, names, and how mistakes are put; see record_read.h.
 */
#include "api/record_read.h"

#include "base/nearest.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- mistakes */
bool read_wrong(struct reader *r, const char *at, const char *format, ...) {
    struct buf text;
    va_list args;
    size_t line = 1, column = 1;
    for (const char *c = r->text; c < at; c++) {
        column = *c == '\n' ? 1 : column + 1;
        line += *c == '\n';
    }
    buf_init(&text);
    buf_printf(&text, "%zu:%zu: ", line, column);
    if (r->path.n) buf_printf(&text, "%s: ", r->path.data);
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    if (text.failed) r->no_memory = true;
    hand_over(&text, r->why, r->cap);
    return false;
}

bool read_unknown(struct reader *r, const char *at, const char *what, const char *word, const char *const *names,
                  size_t n) {
    struct buf list;
    const char *near = n ? nearest(word, names, n) : NULL;
    buf_init(&list);
    for (size_t i = 0; i < n && n <= 24; i++)
        buf_printf(&list, "%s%s", i ? ", " : " (there are: ", names[i]);
    if (n && n <= 24) buf_putc(&list, ')');
    if (near)
        read_wrong(r, at, "there is no %s \"%s\"; did you mean \"%s\"?", what, word, near);
    else
        read_wrong(r, at, "there is no %s \"%s\"%s", what, word, list.data);
    buf_free(&list);
    return false;
}

/* ---- the path */
size_t read_down(struct reader *r, const char *key) {
    size_t mark = r->path.n;
    buf_printf(&r->path, "%s%s", mark ? "." : "", key);
    if (r->path.failed) r->no_memory = true;
    return mark;
}

bool read_up(struct reader *r, size_t mark, bool fine) {
    if (r->path.failed) return false;
    r->path.n = mark;
    if (r->path.cap) r->path.data[mark] = '\0';
    return fine;
}

/* ---- values */
static bool said_once(struct reader *r, const struct value *object) {
    for (const struct value *v = object->kids; v; v = v->next)
        for (const struct value *w = object->kids; w != v; w = w->next)
            if (!strcmp(v->key, w->key)) return read_wrong(r, v->key_raw, "\"%s\" is said twice", v->key);
    return true;
}

bool read_is(struct reader *r, const struct value *v, enum value_sort sort) {
    static const char *const what[] = {[VALUE_NULL] = "null",
                                       [VALUE_FALSE] = "true or false",
                                       [VALUE_TRUE] = "true or false",
                                       [VALUE_NUMBER] = "a number",
                                       [VALUE_TEXT] = "a text",
                                       [VALUE_ARRAY] = "a list [...]",
                                       [VALUE_OBJECT] = "an object {...}"};
    if (v->type != sort) return read_wrong(r, v->raw, "%s is expected here", what[sort]);
    return sort != VALUE_OBJECT || said_once(r, v);
}

bool read_number(struct reader *r, const struct value *v, int64_t low, int64_t high, int64_t *out) {
    if (!read_is(r, v, VALUE_NUMBER)) return false;
    for (size_t i = 0; i < v->raw_size; i++)
        if (strchr(".eE", v->raw[i])) return read_wrong(r, v->raw, "a whole number is expected here");
    if (v->number < low || v->number > high)
        return read_wrong(r, v->raw, "%lld is not in %lld..%lld", (long long)v->number, (long long)low,
                          (long long)high);
    *out = v->number;
    return true;
}

bool read_text_of(struct reader *r, const struct value *v, const char **out) {
    if (!read_is(r, v, VALUE_TEXT)) return false;
    *out = value_text(v);
    return *out || read_wrong(r, v->raw, "the text holds a NUL");
}

bool read_bool(struct reader *r, const struct value *v, bool *out) {
    *out = v->type == VALUE_TRUE;
    return v->type == VALUE_TRUE || read_is(r, v, VALUE_FALSE);
}

bool read_hash(struct reader *r, const struct value *v, uint64_t *out) {
    const char *text;
    char *end;
    if (!read_text_of(r, v, &text)) return false;
    *out = strtoull(text, &end, 16);
    return (strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16) ||
           read_wrong(r, v->raw, "16 hexadecimal digits are expected here");
}

bool read_seat(struct reader *r, const struct value *v, bool neutral, int32_t *out) {
    const char *text, *names[MAX_SEATS + 1];
    if (neutral && v->type == VALUE_NULL) return *out = NONE, true;
    if (!read_text_of(r, v, &text)) return false;
    *out = player_find(r->p, text);
    if (*out != NONE && (*out < r->p->seats || neutral)) return true;
    for (int32_t i = 0; i < r->p->seats; i++)
        names[i] = player_name(r->p, i);
    return read_unknown(r, v->raw, "player", text, names, r->p->seats);
}

/* ---- names */
static bool unknown_name(struct reader *r, const char *at, enum named what, const char *text) {
    uint32_t n = what == NAMED_CARD ? r->p->n_cards : r->p->n_spaces;
    const char **names = ARENA_ARRAY(&r->arena, const char *, n + 1u);
    if (!names) return r->no_memory = true, false;
    for (uint32_t i = 0; i < n; i++)
        names[i] = name_of(r->p, what, i);
    const char *near = nearest(text, names, n);
    if (near)
        return read_wrong(r, at, "there is no %s \"%s\"; did you mean \"%s\"?", what == NAMED_CARD ? "card" : "space",
                          text, near);
    return read_wrong(r, at, "there is no %s \"%s\"", what == NAMED_CARD ? "card" : "space", text);
}

bool read_card(struct reader *r, const char *at, const char *text, struct among among, bool *several, int32_t *out) {
    bool some = false;
    *out = name_find(r->p, NAMED_CARD, text, among, several ? several : &some);
    if (*out == NONE) {
        int32_t other = name_find(r->p, NAMED_CARD, text, (struct among){0, r->p->n_cards}, &some);
        if (other == NONE) return unknown_name(r, at, NAMED_CARD, text);
        return read_wrong(r, at, "\"%s\" (%s) does not belong here", text,
                          program_string(r->p, r->p->kinds[r->p->cards[other].kind].name));
    }
    if (some && !several) return read_wrong(r, at, "there are several \"%s\": \"%s #1\" is the first", text, text);
    return true;
}

bool read_space(struct reader *r, const char *at, int32_t board, const char *text, int32_t *out) {
    bool several;
    struct among among = {0, r->p->n_spaces};
    if (board != NONE) among = (struct among){r->p->boards[board].first, r->p->boards[board].n};
    *out = name_find(r->p, NAMED_SPACE, text, among, &several);
    if (*out == NONE) *out = place_find(r->p, board, text);
    if (*out != NONE) return true;
    if (name_find(r->p, NAMED_SPACE, text, (struct among){0, r->p->n_spaces}, &several) != NONE)
        return read_wrong(r, at, "\"%s\" is on another board", text);
    return unknown_name(r, at, NAMED_SPACE, text);
}
