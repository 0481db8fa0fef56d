/* legend.c: see legend.h. */
#include "term/legend.h"

#include "base/utf8.h"

#include <string.h>

void legend_init(struct legend *l) {
    memset(l, 0, sizeof *l);
    arena_init(&l->arena, NULL);
}

void legend_free(struct legend *l) {
    VEC_FREE(&l->entries);
    arena_free(&l->arena);
}

void legend_begin(struct legend *l) {
    for (size_t i = 0; i < l->entries.n; i++)
        l->entries.data[i].used = false;
}

bool legend_is_flag(const char *value) {
    return strcmp(value, "yes") == 0 || strcmp(value, "true") == 0;
}

static bool taken(const struct legend *l, const char *sign) {
    for (size_t i = 0; i < l->entries.n; i++)
        if (strcmp(l->entries.data[i].sign, sign) == 0) return true;
    return false;
}

/* The first `letters` characters of a word, the first a capital when `capital`, and the rest behind it. */
static char *make_sign(struct legend *l, const char *word, int letters, bool capital, const char *rest) {
    char *sign = arena_printf(&l->arena, "%.*s%s", (int)text_fitting(word, letters), word, rest);
    if (sign && capital && sign[0] >= 'a' && sign[0] <= 'z') sign[0] = (char)(sign[0] - 'a' + 'A');
    return sign;
}

static const char *new_sign(struct legend *l, const char *variable, const char *value, const char *icon, bool alone) {
    if (icon && !taken(l, icon)) return arena_strdup(&l->arena, icon, strlen(icon));
    bool flag = legend_is_flag(value);
    bool brief = !flag && utf8_count(value, strlen(value)) <= 2; /* a seat or a number: shown whole, behind its name */
    const char *word = flag || brief ? variable : value;
    if (brief && alone && !taken(l, value)) return arena_strdup(&l->arena, value, strlen(value));
    for (int letters = 1; letters <= 4; letters++) {
        const char *sign = make_sign(l, word, letters, !brief, brief ? value : "");
        if (!sign || !taken(l, sign)) return sign;
    }
    for (int n = 2;; n++) {
        const char *sign = arena_printf(&l->arena, "%.*s%d", (int)text_fitting(word, 1), word, n);
        if (!sign || !taken(l, sign)) return sign;
    }
}

const char *legend_sign(struct legend *l, const char *variable, const char *value, const char *icon, bool alone) {
    for (size_t i = 0; i < l->entries.n; i++) {
        struct legend_entry *e = &l->entries.data[i];
        if (strcmp(e->variable, variable) != 0 || strcmp(e->value, value) != 0) continue;
        e->used = true;
        return e->sign;
    }
    struct legend_entry fresh = {arena_strdup(&l->arena, variable, strlen(variable)),
                                 arena_strdup(&l->arena, value, strlen(value)), NULL, true};
    fresh.sign = fresh.variable && fresh.value ? new_sign(l, variable, value, icon, alone) : NULL;
    if (!fresh.sign || !VEC_PUSH(&l->entries, fresh)) return "?";
    return fresh.sign;
}

void legend_note(struct legend *l, const char *sign, const char *meaning) {
    for (size_t i = 0; i < l->entries.n; i++) {
        struct legend_entry *e = &l->entries.data[i];
        if (strcmp(e->sign, sign) != 0 || strcmp(e->variable, meaning) != 0) continue;
        e->used = true;
        return;
    }
    struct legend_entry fresh = {arena_strdup(&l->arena, meaning, strlen(meaning)), "yes",
                                 arena_strdup(&l->arena, sign, strlen(sign)), true};
    if (fresh.variable && fresh.sign) (void)VEC_PUSH(&l->entries, fresh);
}

/* A sign that ends in its value explains itself once another one of the same variable was explained. */
static bool goes_without_saying(const struct legend *l, size_t i) {
    const struct legend_entry *e = &l->entries.data[i];
    size_t n = strlen(e->sign), tail = strlen(e->value);
    if (n <= tail || strcmp(e->sign + n - tail, e->value) != 0) return false;
    for (size_t k = 0; k < i; k++) {
        const struct legend_entry *o = &l->entries.data[k];
        size_t m = strlen(o->sign), end = strlen(o->value);
        if (o->used && strcmp(o->variable, e->variable) == 0 && m > end && strcmp(o->sign + m - end, o->value) == 0 &&
            m - end == n - tail && strncmp(o->sign, e->sign, n - tail) == 0)
            return true;
    }
    return false;
}

void legend_put(const struct legend *l, const struct look *look, struct buf *out) {
    struct buf item;
    int used = 0;
    buf_init(&item, NULL);
    for (size_t i = 0; i < l->entries.n; i++) {
        const struct legend_entry *e = &l->entries.data[i];
        if (!e->used || goes_without_saying(l, i)) continue;
        buf_clear(&item);
        buf_printf(&item, "%s %s", e->sign, e->variable);
        if (!legend_is_flag(e->value)) buf_printf(&item, " %s", e->value);
        int columns = text_columns(item.data);
        if (used > 0 && used + 3 + columns > look->width) {
            buf_putc(out, '\n');
            used = 0;
        }
        buf_puts(out, used > 0 ? "   " : "  ");
        look_put(look, out, PAINT_STRONG, e->sign);
        buf_puts(out, item.data + strlen(e->sign));
        used += columns + 3;
    }
    if (used > 0) buf_putc(out, '\n');
    buf_free(&item);
}
