/* merge.c: see merge.h. Compared by spelling, so that families a designer wrote card by card are found as well, in any
 * language. Nothing is left out: a number that differs is said of every entry, in their order. */
#include "cli/merge.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* What takes the place of another word. */
struct word {
    const char *at;
    size_t n;
};

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Goes past a number, or one byte. */
static const char *past(const char *p) {
    if (!is_digit(*p)) return p + 1;
    while (is_digit(*p))
        p++;
    return p;
}

/* How many numbers differ in two texts that are otherwise the same; -1: they are not. `by`: how much the last does. */
static int differing(const char *a, const char *b, long *by) {
    int n = 0;
    for (; *a && *b; a = past(a), b = past(b)) {
        if (is_digit(*a) != is_digit(*b) || (!is_digit(*a) && *a != *b)) return -1;
        if (!is_digit(*a)) continue;
        long step = strtol(b, NULL, 10) - strtol(a, NULL, 10);
        if (step) n++, *by = step;
    }
    return *a || *b ? -1 : n;
}

static size_t run_of(const struct entry *entries, size_t n) {
    size_t run = 1;
    for (; run < n; run++) {
        long by = 0, ignored;
        if (differing(entries[run - 1].name, entries[run].name, &by) != 1 || by != 1) break;
        if (differing(entries[run - 1].text, entries[run].text, &ignored) < 0) break;
        if (differing(entries[0].name, entries[run].name, &by) != 1) break;
    }
    return run;
}

static const char *number_at(const char *text, size_t index) {
    for (const char *p = text; *p; p = past(p))
        if (is_digit(*p) && index-- == 0) return p;
    return "0";
}

static void put_numbers(const struct entry *entries, size_t n, size_t index, struct buf *out) {
    long first = strtol(number_at(entries[0].text, index), NULL, 10), step = 0;
    bool even = true;
    for (size_t i = 1; i < n; i++) {
        long here = strtol(number_at(entries[i].text, index), NULL, 10);
        if (i == 1) step = here - first;
        even = even && here == first + step * (long)i;
    }
    if (even && step == 0)
        buf_printf(out, "%ld", first);
    else if (even && step == 1)
        buf_printf(out, "%ld\xE2\x80\x93%ld", first, first + (long)n - 1);
    else if (even && n > 3)
        buf_printf(out, "%ld, %ld \xE2\x80\xA6 %ld", first, first + step, first + step * ((long)n - 1));
    else
        for (size_t i = 0; i < n; i++)
            buf_printf(out, "%s%ld", i ? ", " : "", strtol(number_at(entries[i].text, index), NULL, 10));
}

static void run_text(const struct entry *entries, size_t n, struct buf *out) {
    size_t index = 0;
    for (const char *p = entries[0].text; *p; p = past(p))
        if (is_digit(*p))
            put_numbers(entries, n, index++, out);
        else
            buf_putc(out, *p);
}

/* What two names do not have in common, as whole words. */
static void middle(const char *a, const char *b, struct word *of_a, struct word *of_b) {
    size_t from = 0, na = strlen(a), nb = strlen(b), back = 0;
    while (a[from] && a[from] == b[from])
        from++;
    while (from > 0 && utf8_word_byte(a[from - 1]))
        from--;
    while (back < na - from && back < nb - from && a[na - 1 - back] == b[nb - 1 - back])
        back++;
    while (back > 0 && utf8_word_byte(a[na - back]))
        back--;
    *of_a = (struct word){a + from, na - back - from};
    *of_b = (struct word){b + from, nb - back - from};
}

static bool word_here(const char *text, const char *p, struct word w) {
    return !strncmp(p, w.at, w.n) && (p == text || !utf8_word_byte(p[-1])) && !utf8_word_byte(p[w.n]);
}

static void replace(const char *text, struct word word, const char *with, struct buf *out) {
    for (const char *p = text; *p;)
        if (word.n && word_here(text, p, word))
            buf_puts(out, with), p += word.n;
        else
            buf_putc(out, *p++);
}

static bool replaced_is(const char *text, struct word word, struct word with, const char *other) {
    struct buf made, kept;
    buf_init(&made), buf_init(&kept);
    buf_put(&kept, with.at, with.n);
    buf_puts(&made, "");
    replace(text, word, kept.data ? kept.data : "", &made);
    bool same = made.data && !made.failed && !strcmp(made.data, other);
    buf_free(&made), buf_free(&kept);
    return same;
}

static bool differ_by_word(const struct entry *a, const struct entry *b, size_t n, struct word *of_a,
                           struct word *of_b) {
    middle(a[0].name, b[0].name, of_a, of_b);
    if (!of_a->n || !of_b->n || of_a->n == strlen(a[0].name) || is_digit(*of_a->at)) return false;
    for (size_t i = 0; i < n; i++)
        if (!replaced_is(a[i].name, *of_a, *of_b, b[i].name) || !replaced_is(a[i].text, *of_a, *of_b, b[i].text))
            return false;
    return true;
}

static void put_names(const struct entry *run, size_t n, struct buf *out) {
    if (out->n) buf_puts(out, ", ");
    buf_puts(out, run[0].name);
    if (n > 1) buf_printf(out, n > 2 ? " \xE2\x80\xA6 %s" : ", %s", run[n - 1].name);
}

size_t merge_family(const struct entry *entries, size_t n, struct buf *name, struct buf *text) {
    size_t run = run_of(entries, n), used = run;
    struct word word = {0}, own, other;
    struct buf words, base;
    buf_init(&words), buf_init(&base);
    put_names(entries, run, name);
    for (; used + run <= n && run_of(entries + used, n - used) == run; used += run) {
        if (!differ_by_word(entries, entries + used, run, &own, &other)) break;
        if (word.n && (word.n != own.n || word.at != own.at)) break;
        if (!word.n) buf_put(&words, own.at, own.n);
        word = own;
        buf_puts(&words, ", "), buf_put(&words, other.at, other.n);
        put_names(entries + used, run, name);
    }
    run_text(entries, run, &base);
    replace(base.data, word, words.data, text);
    buf_free(&words), buf_free(&base);
    return used;
}
