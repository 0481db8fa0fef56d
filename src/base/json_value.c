/* json_value.c: see json_value.h. A recursive reader over one pointer; `why` is set once, by the first failure. */
#include "base/json_value.h"

#include "base/quote.h"
#include "base/utf8.h"

#include <string.h>

struct reader {
    struct arena *arena;
    const char *at, *end;
    const char *why;
    int depth, nodes;
};

static bool fail(struct reader *r, const char *why) {
    if (!r->why) r->why = why;
    return false;
}

static void skip_space(struct reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static bool take(struct reader *r, char c) {
    skip_space(r);
    if (r->at >= r->end || *r->at != c) return false;
    r->at++;
    return true;
}

/* ---- texts */
static bool hex4(struct reader *r, uint32_t *out) {
    *out = 0;
    if (r->end - r->at < 4) return fail(r, "an escape is cut off");
    for (int i = 0; i < 4; i++) {
        char c = *r->at++;
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) return fail(r, "an escape has a bad digit");
        *out = *out * 16 + (uint32_t)digit;
    }
    return true;
}

/* After "\u": one code point; halves of a pair without the other become U+FFFD. */
static bool escaped_code(struct reader *r, uint32_t *code) {
    if (!hex4(r, code)) return false;
    bool high = *code >= 0xd800 && *code < 0xdc00;
    if (high && r->end - r->at >= 6 && r->at[0] == '\\' && r->at[1] == 'u') {
        const char *before = r->at;
        uint32_t low;
        r->at += 2;
        if (!hex4(r, &low)) return false;
        if (low >= 0xdc00 && low < 0xe000) {
            *code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
            return true;
        }
        r->at = before;
    }
    if (*code >= 0xd800 && *code < 0xe000) *code = 0xfffd;
    return true;
}

static size_t escape(struct reader *r, char *out) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (r->at >= r->end) return fail(r, "a text has no end"), 0;
    char c = *r->at++;
    const char *known = c ? strchr(from, c) : NULL;
    uint32_t code;
    if (known) return *out = to[known - from], 1;
    if (c != 'u') return fail(r, "an unknown escape"), 0;
    return escaped_code(r, &code) ? utf8_encode(code, out) : 0;
}

/* After the opening quote. The result is never longer than what was written. */
static const char *read_text(struct reader *r, size_t *size) {
    const char *close = r->at;
    while (close < r->end && *close != '"')
        close += *close == '\\' && close + 1 < r->end ? 2 : 1;
    if (close >= r->end) return fail(r, "a text has no end"), NULL;
    if (!utf8_valid(r->at, (size_t)(close - r->at), NULL)) return fail(r, "a text is not UTF-8"), NULL;
    char *out = arena_alloc(r->arena, (size_t)(close - r->at) + 1, 1);
    size_t n = 0;
    if (!out) return fail(r, "not enough memory"), NULL;
    while (r->at < close) {
        char c = *r->at++;
        if ((unsigned char)c < 32) return fail(r, "a control character in a text"), NULL;
        if (c != '\\') {
            out[n++] = c;
            continue;
        }
        size_t k = escape(r, out + n);
        if (!k) return NULL;
        n += k;
    }
    r->at = close + 1;
    *size = n;
    return out;
}

/* ---- numbers and words */
static bool digits(struct reader *r) {
    const char *from = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    return r->at > from || fail(r, "a number without digits");
}

static bool read_number(struct reader *r, struct value *v) {
    bool negative = *r->at == '-';
    if (negative) r->at++;
    const char *from = r->at;
    if (!digits(r)) return false;
    if (*from == '0' && r->at - from > 1) return fail(r, "a number begins with 0");
    const int64_t most = (int64_t)1 << 53;
    for (const char *p = from; p < r->at; p++)
        v->number = v->number >= most / 10 ? most : v->number * 10 + (*p - '0');
    if (negative) v->number = -v->number;
    if (r->at < r->end && *r->at == '.') {
        r->at++;
        if (!digits(r)) return false;
    }
    if (r->at < r->end && (*r->at == 'e' || *r->at == 'E')) {
        r->at++;
        if (r->at < r->end && (*r->at == '+' || *r->at == '-')) r->at++;
        if (!digits(r)) return false;
    }
    v->type = VALUE_NUMBER;
    return true;
}

static bool read_word(struct reader *r, struct value *v) {
    static const struct {
        const char *word;
        enum value_sort type;
    } words[] = {{"null", VALUE_NULL}, {"false", VALUE_FALSE}, {"true", VALUE_TRUE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i].word);
        if ((size_t)(r->end - r->at) < n || memcmp(r->at, words[i].word, n)) continue;
        r->at += n;
        v->type = words[i].type;
        return true;
    }
    return fail(r, "no value where one must stand");
}

/* ---- values */
static struct value *read_value(struct reader *r);

static bool read_key(struct reader *r, const char **key, const char **raw) {
    size_t size;
    if (!take(r, '"')) return fail(r, "a key must be a text");
    *raw = r->at - 1;
    *key = read_text(r, &size);
    return *key && (take(r, ':') || fail(r, "no colon behind a key"));
}

static bool read_container(struct reader *r, struct value *v, char close) {
    struct value **tail = &v->kids;
    r->at++;
    if (++r->depth > VALUE_DEPTH) return fail(r, "nested too deeply");
    for (bool first = true; !take(r, close); first = false) {
        const char *key = NULL, *key_raw = NULL;
        if (!first && !take(r, ',')) return fail(r, "no comma between values");
        if (v->type == VALUE_OBJECT && !read_key(r, &key, &key_raw)) return false;
        struct value *kid = read_value(r);
        if (!kid) return false;
        kid->key = key;
        kid->key_raw = key_raw;
        *tail = kid;
        tail = &kid->next;
    }
    r->depth--;
    return true;
}

static bool read_into(struct reader *r, struct value *v) {
    switch (*r->at) {
    case '{': v->type = VALUE_OBJECT; return read_container(r, v, '}');
    case '[': v->type = VALUE_ARRAY; return read_container(r, v, ']');
    case '"':
        r->at++;
        v->type = VALUE_TEXT;
        return (v->text = read_text(r, &v->size)) != NULL;
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': return read_number(r, v);
    default: return read_word(r, v);
    }
}

static struct value *read_value(struct reader *r) {
    skip_space(r);
    if (r->at >= r->end) return fail(r, "the text ends too early"), NULL;
    if (++r->nodes > VALUE_NODES) return fail(r, "too many values"), NULL;
    struct value *v = ARENA_NEW(r->arena, struct value);
    if (!v) return fail(r, "not enough memory"), NULL;
    v->raw = r->at;
    if (!read_into(r, v)) return NULL;
    v->raw_size = (size_t)(r->at - v->raw);
    return v;
}

const struct value *value_parse(struct arena *arena, const char *text, size_t size, const char **why, size_t *where) {
    struct reader r = {.arena = arena, .at = text, .end = text + size};
    struct value *v = read_value(&r);
    skip_space(&r);
    if (v && r.at < r.end) fail(&r, "something stands behind the value"), v = NULL;
    *why = r.why;
    if (where) *where = (size_t)(r.at - text);
    return v;
}

/* ---- looking */
const struct value *value_get(const struct value *object, const char *key) {
    if (!object || object->type != VALUE_OBJECT) return NULL;
    for (const struct value *v = object->kids; v; v = v->next)
        if (!strcmp(v->key, key)) return v;
    return NULL;
}

const char *value_text(const struct value *v) {
    return v && v->type == VALUE_TEXT && strlen(v->text) == v->size ? v->text : NULL;
}

int64_t value_number(const struct value *v, int64_t otherwise) {
    return v && v->type == VALUE_NUMBER ? v->number : otherwise;
}

/* ---- writing */
void value_put_string(struct buf *out, const char *text) {
    if (text)
        quote_json(out, text, strlen(text));
    else
        buf_puts(out, "null");
}
