/* preview.c: see preview.h. */
#include "table/preview.h"

#include <string.h>

/* A text inside a value in quotes. */
static void put_escaped(struct buf *out, const char *text) {
    for (; *text; text++)
        switch (*text) {
        case '&': buf_puts(out, "&amp;"); break;
        case '<': buf_puts(out, "&lt;"); break;
        case '>': buf_puts(out, "&gt;"); break;
        case '"': buf_puts(out, "&quot;"); break;
        case '\'': buf_puts(out, "&#39;"); break;
        default: buf_putc(out, *text);
        }
}

static void put_tag(struct buf *out, const char *by, const char *name, const char *a, const char *b) {
    buf_printf(out, "<meta %s=\"%s\" content=\"", by, name);
    put_escaped(out, a);
    put_escaped(out, b);
    buf_puts(out, "\">\n");
}

/* Whether a name can stand in an address as it is. */
static bool is_plain(const char *name) {
    for (const char *c = name; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '-' ||
              *c == '_'))
            return false;
    return *name != '\0';
}

const char *preview_picture(const char *game, struct buf *out) {
    if (!is_plain(game)) return NULL;
    buf_printf(out, "/api/games/%s/cover.png", game);
    return out->failed ? NULL : out->data;
}

static void put_tags(struct buf *out, const char *origin, const struct preview *p) {
    put_tag(out, "property", "og:type", "website", "");
    put_tag(out, "property", "og:site_name", "Terrane", "");
    put_tag(out, "property", "og:title", p->title, "");
    put_tag(out, "property", "og:description", p->text, "");
    put_tag(out, "property", "og:url", origin, p->path);
    if (p->picture) {
        put_tag(out, "property", "og:image", origin, p->picture);
        put_tag(out, "property", "og:image:type", "image/png", "");
        put_tag(out, "property", "og:image:width", "900", "");
        put_tag(out, "property", "og:image:height", "472", "");
        put_tag(out, "name", "twitter:image", origin, p->picture);
    }
    put_tag(out, "name", "twitter:card", p->picture ? "summary_large_image" : "summary", "");
    put_tag(out, "name", "twitter:title", p->title, "");
    put_tag(out, "name", "twitter:description", p->text, "");
}

/* Where the head of a page ends; n: it has none. */
static size_t head_end_of(const char *page, size_t n) {
    static const char end[] = "</head>";
    size_t at = 0, k = sizeof end - 1;
    while (at + k <= n && memcmp(page + at, end, k) != 0)
        at++;
    return at + k > n ? n : at;
}

bool preview_fits(const char *page, size_t n) {
    return head_end_of(page, n) < n;
}

void preview_write(const char *page, size_t n, const char *origin, const struct preview *p, struct buf *out) {
    size_t at = head_end_of(page, n);
    buf_put(out, page, at);
    if (at < n) put_tags(out, origin, p);
    buf_put(out, page + at, n - at);
}
