/* legend.c: see legend.h. */
#include "term/legend.h"

#include "base/utf8.h"

#include <string.h>

void legend_init(struct legend *l) {
    memset(l, 0, sizeof *l);
    arena_init(&l->arena);
    l->yes = "yes";
}

void legend_free(struct legend *l) {
    VEC_FREE(&l->entries);
    arena_free(&l->arena);
}

void legend_begin(struct legend *l) {
    for (size_t i = 0; i < l->entries.n; i++)
        l->entries.data[i].used = false;
}

bool legend_is_flag(const struct legend *l, const char *value) {
    return strcmp(value, l->yes) == 0;
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

static const char *new_sign(struct legend *l, const struct legend_pair *pair) {
    const char *variable = pair->variable, *value = pair->value, *icon = pair->icon;
    if (icon && !taken(l, icon)) return arena_strdup(&l->arena, icon, strlen(icon));
    bool flag = legend_is_flag(l, value);
    bool brief = !flag && utf8_count(value, strlen(value)) <= 2; /* a seat or a number: shown whole, behind its name */
    const char *word = flag || brief ? variable : value;
    if (brief && pair->alone && !taken(l, value)) return arena_strdup(&l->arena, value, strlen(value));
    for (int letters = 1; letters <= 4; letters++) {
        const char *sign = make_sign(l, word, letters, !brief, brief ? value : "");
        if (!sign || !taken(l, sign)) return sign;
    }
    for (int n = 2;; n++) {
        const char *sign = arena_printf(&l->arena, "%.*s%d", (int)text_fitting(word, 1), word, n);
        if (!sign || !taken(l, sign)) return sign;
    }
}

const char *legend_sign(struct legend *l, const struct legend_pair *pair) {
    const char *variable = pair->variable, *value = pair->value;
    for (size_t i = 0; i < l->entries.n; i++) {
        struct legend_entry *e = &l->entries.data[i];
        if (strcmp(e->variable, variable) != 0 || strcmp(e->value, value) != 0) continue;
        e->used = true;
        return e->sign;
    }
    struct legend_entry fresh = {arena_strdup(&l->arena, variable, strlen(variable)),
                                 arena_strdup(&l->arena, value, strlen(value)), NULL, true, pair->member};
    fresh.sign = fresh.variable && fresh.value ? new_sign(l, pair) : NULL;
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
    struct legend_entry fresh = {arena_strdup(&l->arena, meaning, strlen(meaning)), l->yes,
                                 arena_strdup(&l->arena, sign, strlen(sign)), true, false};
    if (fresh.variable && fresh.sign) (void)VEC_PUSH(&l->entries, fresh);
}

/* Whether the sign shows its value, behind letters of the variable if any: *prefix of them. */
static bool shows_value(const struct legend_entry *e, size_t *prefix) {
    size_t n = strlen(e->sign), tail = strlen(e->value);
    *prefix = n - tail;
    return !e->member && n >= tail && strcmp(e->sign + n - tail, e->value) == 0;
}

static bool belong_together(const struct legend_entry *a, const struct legend_entry *b) {
    size_t n, m;
    return a->used && b->used && shows_value(a, &n) && shows_value(b, &m) && n == m &&
           strcmp(a->variable, b->variable) == 0 && strncmp(a->sign, b->sign, n) == 0;
}

static bool was_explained(const struct legend *l, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (belong_together(&l->entries.data[k], &l->entries.data[i])) return true;
    return false;
}

/* "oA oB oC": this sign and those of the other values of its variable, in order. */
static void put_signs(const struct legend *l, size_t i, struct buf *out) {
    const struct legend_entry *e = &l->entries.data[i];
    size_t prefix;
    if (!shows_value(e, &prefix)) {
        buf_puts(out, e->sign);
        return;
    }
    for (const char *last = "", *next = last; next; last = next) {
        next = NULL;
        for (size_t k = i; k < l->entries.n; k++) {
            const char *sign = l->entries.data[k].sign;
            bool later = belong_together(e, &l->entries.data[k]) && strcmp(sign, last) > 0;
            if (later && (!next || strcmp(sign, next) < 0)) next = sign;
        }
        if (next) buf_printf(out, "%s%s", *last ? " " : "", next);
    }
}

static void put_meaning(const struct legend *l, const struct legend_entry *e, struct buf *out) {
    size_t prefix;
    if (e->member)
        buf_puts(out, e->value);
    else if (legend_is_flag(l, e->value) || shows_value(e, &prefix))
        buf_puts(out, e->variable);
    else
        buf_printf(out, "%s: %s", e->variable, e->value);
}

void legend_put(const struct legend *l, const struct look *look, struct buf *out) {
    struct buf signs, meaning;
    int used = 0;
    buf_init(&signs);
    buf_init(&meaning);
    for (size_t i = 0; i < l->entries.n; i++) {
        const struct legend_entry *e = &l->entries.data[i];
        if (!e->used || was_explained(l, i)) continue;
        buf_clear(&signs);
        buf_clear(&meaning);
        put_signs(l, i, &signs);
        put_meaning(l, e, &meaning);
        int columns = text_columns(signs.data) + 1 + text_columns(meaning.data);
        if (used > 0 && used + 3 + columns > look->width) {
            buf_putc(out, '\n');
            used = 0;
        }
        buf_puts(out, used > 0 ? "   " : "  ");
        look_put(look, out, PAINT_STRONG, signs.data);
        buf_putc(out, ' ');
        buf_puts(out, meaning.data);
        used += columns + 3;
    }
    if (used > 0) buf_putc(out, '\n');
    buf_free(&signs);
    buf_free(&meaning);
}
