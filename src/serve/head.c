/* head.c: see head.h. */
#include "serve/head.h"

#include <string.h>
#include <strings.h>

size_t head_end(const char *data, size_t n, size_t from) {
    for (size_t i = from > 3 ? from - 3 : 0; i + 4 <= n; i++)
        if (memcmp(data + i, "\r\n\r\n", 4) == 0) return i + 4;
    return 0;
}

/* ---- decoding */
static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* "%41" is "A". False: it is malformed, holds a NUL, or does not fit. */
static bool decode(const char *text, size_t n, bool plus, char *out, size_t cap) {
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        int c = (unsigned char)text[i];
        if (c == '%') {
            int high = i + 2 < n ? hex(text[i + 1]) : -1, low = high >= 0 ? hex(text[i + 2]) : -1;
            c = low >= 0 ? high * 16 + low : 0;
            i += 2;
        } else if (plus && c == '+') {
            c = ' ';
        }
        if (c == 0 || at + 1 >= cap) return false;
        out[at++] = (char)c;
    }
    out[at] = '\0';
    return true;
}

const char *head_query(const struct head *h, const char *name, char *room, size_t cap) {
    size_t size = strlen(name);
    for (const char *at = h->query; *at;) {
        size_t n = strcspn(at, "&");
        if (n > size && strncmp(at, name, size) == 0 && at[size] == '=')
            return decode(at + size + 1, n - size - 1, true, room, cap) ? room : NULL;
        at += n + (at[n] == '&');
    }
    return NULL;
}

/* ---- fields */
const char *head_get(const struct head *h, const char *name) {
    for (size_t i = 0; i < h->n; i++)
        if (strcmp(h->fields[i].name, name) == 0) return h->fields[i].value;
    return NULL;
}

static bool lists(const char *value, const char *word) {
    size_t size = strlen(word);
    while (*value) {
        value += strspn(value, ", \t");
        size_t n = strcspn(value, ", \t");
        if (n == size && strncasecmp(value, word, n) == 0) return true;
        value += n;
    }
    return false;
}

bool head_lists(const struct head *h, const char *name, const char *word) {
    for (size_t i = 0; i < h->n; i++)
        if (strcmp(h->fields[i].name, name) == 0 && lists(h->fields[i].value, word)) return true;
    return false;
}

/* "0.5": thousandths; what is no such number is 0. */
static int thousandths(const char *text, size_t n) {
    int value = 0, scale = 1000;
    if (n == 0 || n > 5 || (text[0] != '0' && text[0] != '1') || (n > 1 && text[1] != '.')) return 0;
    for (size_t i = 0; i < n; i++) {
        if (i == 1) continue;
        if (text[i] < '0' || text[i] > '9') return 0;
        value += (text[i] - '0') * scale;
        scale /= 10;
    }
    return value > 1000 ? 0 : value;
}

/* Of one entry, n bytes: "gzip;q=0.5". -1: it is of another word. */
static int quality_in(const char *entry, size_t n, const char *word) {
    static const char blanks[] = " \t";
    size_t first = 0, size = strlen(word), at;
    int quality = 1000;
    while (first < n && strchr(blanks, entry[first]))
        first++;
    if (n - first < size || strncasecmp(entry + first, word, size) != 0) return -1;
    for (at = first + size; at < n && entry[at] != ';'; at++)
        if (!strchr(blanks, entry[at])) return -1; /* a longer word */
    while (at < n) {
        do
            at++;
        while (at < n && strchr(blanks, entry[at]));
        size_t end = at;
        while (end < n && entry[end] != ';')
            end++;
        size_t last = end;
        while (last > at && strchr(blanks, entry[last - 1]))
            last--;
        if (last > at + 1 && (entry[at] == 'q' || entry[at] == 'Q') && entry[at + 1] == '=')
            quality = thousandths(entry + at + 2, last - at - 2);
        at = end;
    }
    return quality;
}

int head_quality(const struct head *h, const char *name, const char *word) {
    for (size_t i = 0; i < h->n; i++) {
        if (strcmp(h->fields[i].name, name) != 0) continue;
        for (const char *at = h->fields[i].value; *at;) {
            size_t n = strcspn(at, ",");
            int quality = quality_in(at, n, word);
            if (quality >= 0) return quality;
            at += n + (at[n] == ',');
        }
    }
    return -1;
}

bool head_host_name(const char *host, const char **name, size_t *n) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
    bool six = *host == '[';
    *name = six ? host + 1 : host;
    *n = strspn(*name, six ? "0123456789abcdefABCDEF:." : letters);
    const char *rest = *name + *n + (six && (*name)[*n] == ']');
    if (six && (*name)[*n] != ']') return false;
    if (*rest == ':') rest += 1 + strspn(rest + 1, "0123456789");
    return *n > 0 && *rest == '\0';
}

static bool is_token(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

/* One line "name: value" without its end. */
static bool read_field(char *line, size_t n, struct head *out) {
    size_t colon = 0;
    for (; colon < n && is_token(line[colon]); colon++)
        if (line[colon] >= 'A' && line[colon] <= 'Z') line[colon] = (char)(line[colon] - 'A' + 'a');
    if (colon == 0 || colon == n || line[colon] != ':') return false;
    size_t first = colon + 1, end = n;
    while (first < end && (line[first] == ' ' || line[first] == '\t'))
        first++;
    while (end > first && (line[end - 1] == ' ' || line[end - 1] == '\t'))
        end--;
    line[colon] = line[end] = '\0'; /* behind a line there is always its CR */
    out->fields[out->n].name = line;
    out->fields[out->n++].value = line + first;
    return true;
}

/* The length of the body, of which there may be one or none. */
static int read_length(struct head *out, const char **why) {
    const char *found = NULL;
    for (size_t i = 0; i < out->n; i++) {
        if (strcmp(out->fields[i].name, "transfer-encoding") == 0) return *why = "a body needs its length", 411;
        if (strcmp(out->fields[i].name, "content-length") != 0) continue;
        if (found) return *why = "there are two lengths", 400;
        found = out->fields[i].value;
    }
    if (!found) return 0;
    size_t digits = strspn(found, "0123456789");
    if (digits == 0 || digits > 18 || found[digits]) return *why = "the length is not a number", 400;
    for (const char *c = found; *c; c++)
        out->length = out->length * 10 + (uint64_t)(*c - '0');
    return 0;
}

/* "GET /path?query HTTP/1.1", without its end. */
static int read_first(char *line, size_t n, struct head *out, const char **why) {
    char *target = memchr(line, ' ', n),
         *version = target ? memchr(target + 1, ' ', n - (size_t)(target + 1 - line)) : NULL;
    *why = "this is not a request";
    if (!version || target == line) return 400;
    *target++ = *version++ = line[n] = '\0';
    for (const char *c = line; *c; c++)
        if (!is_token(*c)) return 400;
    out->method = line;
    out->old = strcmp(version, "HTTP/1.0") == 0;
    if (!out->old && strcmp(version, "HTTP/1.1") != 0) return *why = "only HTTP/1.1 is spoken here", 505;
    if (*target != '/') return 400;
    size_t size = strcspn(target, "?#");
    out->query = target[size] == '?' ? target + size + 1 : "";
    if (size >= PATH_BYTES) return *why = "the address is too long", 414;
    return decode(target, size, false, out->path, sizeof out->path) ? 0 : 400;
}

int head_read(char *data, size_t n, struct head *out, const char **why) {
    memset(out, 0, sizeof *out);
    *why = "this is not a request";
    /* A CR stands before a LF, and nowhere else; no other control character but tabs */
    for (size_t i = 0; i + 2 < n; i++) {
        unsigned char c = (unsigned char)data[i];
        bool breaks = (c == '\r' && data[i + 1] == '\n') || (c == '\n' && i > 0 && data[i - 1] == '\r');
        if ((c < 32 && c != '\t' && !breaks) || c == 127) return 400;
    }
    size_t first = 0;
    while (first + 4 < n && memcmp(data + first, "\r\n", 2) == 0) /* some send an empty line behind a body */
        first += 2;
    for (size_t at = first, line = 0; at + 2 < n; line++) {
        size_t size = (size_t)((char *)memchr(data + at, '\r', n - at) - (data + at));
        int bad = line == 0 ? read_first(data + at, size, out, why) : 0;
        if (bad) return bad;
        *why = "this is not a request";
        if (line > 0 && out->n == HEAD_FIELDS) return *why = "there are too many fields", 431;
        if (line > 0 && !read_field(data + at, size, out)) return 400;
        at += size + 2;
    }
    if (!out->method) return 400;
    if (!out->old && !head_get(out, "host")) return *why = "the field Host is missing", 400;
    out->keep = out->old ? head_lists(out, "connection", "keep-alive") : !head_lists(out, "connection", "close");
    return read_length(out, why);
}
