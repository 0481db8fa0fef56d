/* json.c: see json.h. */
#include "base/json.h"

#include "base/quote.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void json_init(struct json *j, struct buf *out) {
    memset(j, 0, sizeof *j);
    j->out = out;
    buf_init(out);
}

static void put_text(struct buf *out, const char *text) {
    quote_json(out, text, strlen(text));
}

static void new_line(struct json *j) {
    if (j->on_one_line || j->tight) return;
    buf_putc(j->out, '\n');
    buf_fill(j->out, ' ', 2 * (size_t)j->depth);
}

/* Comma, line, indentation and key before a value. */
static void begin_value(struct json *j, const char *key) {
    if (j->depth > 0) {
        if (j->filled[j->depth]) buf_puts(j->out, j->on_one_line && !j->tight ? ", " : ",");
        j->filled[j->depth] = true;
        new_line(j);
    }
    if (key) {
        put_text(j->out, key);
        buf_puts(j->out, j->tight ? ":" : ": ");
    }
}

static void open_container(struct json *j, const char *key, char open, char close) {
    begin_value(j, key);
    buf_putc(j->out, open);
    if (j->depth + 1 >= JSON_DEPTH) return;
    j->depth++;
    j->filled[j->depth] = false;
    j->close[j->depth] = close;
}

void json_object(struct json *j, const char *key) {
    open_container(j, key, '{', '}');
}

void json_array(struct json *j, const char *key) {
    open_container(j, key, '[', ']');
}

void json_close(struct json *j) {
    bool filled = j->filled[j->depth];
    char close = j->close[j->depth];
    j->depth--;
    if (filled) new_line(j);
    buf_putc(j->out, close);
}

void json_text(struct json *j, const char *key, const char *text) {
    begin_value(j, key);
    if (text)
        put_text(j->out, text);
    else
        buf_puts(j->out, "null");
}

/* Without printf: most of what is written are small numbers. */
static void put_digits(struct buf *out, uint64_t n) {
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + n % 10);
    while (n /= 10);
    buf_put(out, digits + at, sizeof digits - at);
}

void json_integer(struct json *j, const char *key, int64_t n) {
    begin_value(j, key);
    if (n < 0) buf_putc(j->out, '-');
    put_digits(j->out, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

void json_unsigned(struct json *j, const char *key, uint64_t n) {
    begin_value(j, key);
    put_digits(j->out, n);
}

void json_real(struct json *j, const char *key, double n) {
    begin_value(j, key);
    if (isfinite(n))
        buf_printf(j->out, "%.6g", n);
    else
        buf_puts(j->out, "null");
}

void json_bool(struct json *j, const char *key, bool yes) {
    begin_value(j, key);
    buf_puts(j->out, yes ? "true" : "false");
}

void json_hash(struct json *j, const char *key, uint64_t hash) {
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    json_text(j, key, text);
}

void json_raw(struct json *j, const char *key, const char *value, size_t n) {
    begin_value(j, key);
    buf_put(j->out, value, n);
}

bool json_print(struct json *j) {
    buf_putc(j->out, '\n');
    bool ok = !j->out->failed && fwrite(j->out->data, 1, j->out->n, stdout) == j->out->n && fflush(stdout) == 0;
    buf_free(j->out);
    return ok;
}
