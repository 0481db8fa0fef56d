/* marked.c: see marked.h. A mark is OPEN, then the type, the form, `of` and the value in digits of six bits, and behind
 * the name CLOSE. */
#include "text/marked.h"

#include <string.h>

#define OPEN "\x01"
#define CLOSE "\x02"
enum { DIGIT = 6, OF_DIGITS = 3, VALUE_DIGITS = 6, MARK = 2 + OF_DIGITS + VALUE_DIGITS };

static void put_digits(struct buf *out, uint32_t n, int digits) {
    for (int i = 0; i < digits; i++, n >>= DIGIT)
        buf_putc(out, (char)('0' + (n & 63)));
}

static uint32_t digits_at(const char *s, int digits) {
    uint32_t n = 0;
    for (int i = digits; i-- > 0;)
        n = n << DIGIT | (uint32_t)(s[i] - '0');
    return n;
}

void marked_put(struct buf *out, const char *bytes, size_t n, const struct thing *what) {
    if (what) {
        buf_puts(out, OPEN);
        put_digits(out, what->kind.type, 1);
        put_digits(out, what->form, 1);
        put_digits(out, what->kind.of, OF_DIGITS);
        put_digits(out, (uint32_t)what->value, VALUE_DIGITS);
    }
    buf_put(out, bytes, n);
    if (what) buf_puts(out, CLOSE);
}

bool marked_next(const char **at, const char **bytes, size_t *n, bool *named, struct thing *what) {
    const char *s = *at;
    if (!*s) return false;
    *named = *s == *OPEN;
    if (*named) {
        what->kind = (struct value_kind){.type = (uint8_t)digits_at(s + 1, 1), .of = (uint16_t)digits_at(s + 3, OF_DIGITS)};
        what->form = (uint16_t)digits_at(s + 2, 1);
        what->value = (int32_t)digits_at(s + 3 + OF_DIGITS, VALUE_DIGITS);
        s += 1 + MARK;
    }
    *bytes = s;
    *n = strcspn(s, *named ? CLOSE : OPEN);
    *at = s + *n + *named;
    return true;
}

size_t marked_length(const char *text) {
    const char *bytes;
    struct thing what;
    size_t n, all = 0;
    bool named;
    while (marked_next(&text, &bytes, &n, &named, &what))
        all += n;
    return all;
}

/* The next byte that is no mark. */
static char next_byte(const char **at) {
    while (**at == *OPEN || **at == *CLOSE)
        *at += **at == *OPEN ? 1 + MARK : 1;
    return **at ? *(*at)++ : 0;
}

bool marked_same(const char *a, const char *b) {
    char c, d;
    do {
        c = next_byte(&a);
        d = next_byte(&b);
    } while (c && c == d);
    return c == d;
}

const char *marked_plain(struct arena *arena, const char *text) {
    char *plain = arena_array(arena, marked_length(text) + 1, 1, 1), *to = plain;
    const char *bytes;
    struct thing what;
    size_t n;
    bool named;
    while (plain && marked_next(&text, &bytes, &n, &named, &what)) {
        memcpy(to, bytes, n);
        to += n;
    }
    return plain;
}

static void add_piece(struct output *out, struct piece piece) {
    if (!VEC_PUSH(&out->pieces, piece)) out->failed = true;
}

void marked_pieces(struct output *out, const char *text) {
    const char *bytes;
    struct thing what;
    size_t n;
    bool named;
    while (marked_next(&text, &bytes, &n, &named, &what)) {
        if (named) {
            add_piece(out, (struct piece){.string = NONE,
                                          .reg = NO_REGISTER,
                                          .hole = HOLE_KNOWN,
                                          .member = what.form,
                                          .kind = what.kind,
                                          .value = what.value});
            continue;
        }
        const char *literal = arena_strdup(out->scratch, bytes, n);
        if (!literal) {
            out->failed = true;
            return;
        }
        add_piece(out, (struct piece){.string = output_string(out, literal), .reg = NO_REGISTER});
    }
}

struct words marked_words(struct output *out, const char *text) {
    struct words w = {(uint32_t)out->pieces.n, 0};
    marked_pieces(out, text);
    w.n = (uint32_t)out->pieces.n - w.first;
    return w;
}
