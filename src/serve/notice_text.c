/* notice_text.c: see notice_text.h. */
#include "serve/notice_text.h"

#include "base/json.h"
#include "serve/chance.h"

#include <ctype.h>
#include <sodium.h>
#include <string.h>
#include <time.h>

void notice_name(const struct notice *n, char out[NOTICE_NAME + 1]) {
    struct buf text;
    unsigned char hash[TOKEN_HASH];
    buf_init(&text);
    buf_printf(&text, "notice %s %s %u", n->table.text, n->key.text, n->turn);
    chance_hash(text.data, hash);
    sodium_bin2hex(out, NOTICE_NAME + 1, hash, NOTICE_NAME / 2);
    buf_free(&text);
}

/* ---- what is said */
static void put_line(const struct notice *n, bool named, struct buf *out) {
    if (named && *n->name) buf_printf(out, "%s: it is your turn at %s.", n->name, n->title);
    if (!named || !*n->name) buf_printf(out, "It is your turn at %s.", n->title);
}

static void put_link(const struct notice_config *c, const struct notice *n, struct buf *out) {
    buf_printf(out, "%s/table/%s", c->site, n->table.text);
}

/* ---- mail */
static void put_base64(const char *bytes, size_t n, struct buf *out) {
    size_t size = sodium_base64_encoded_len(n, sodium_base64_VARIANT_ORIGINAL);
    char *room = buf_room(out, size);
    if (!room) return;
    sodium_bin2base64(room, size, (const unsigned char *)bytes, n, sodium_base64_VARIANT_ORIGINAL);
    buf_added(out, size - 1);
}

/* In words of at most 45 bytes of UTF-8, none of which is cut. */
static void put_subject(const char *text, struct buf *out) {
    enum { WORD = 45 };
    buf_puts(out, "Subject:");
    for (size_t n = strlen(text), at = 0; at < n;) {
        size_t word = n - at < WORD ? n - at : WORD;
        while (word > 0 && at + word < n && ((unsigned char)text[at + word] & 0xc0) == 0x80)
            word--;
        buf_puts(out, at ? "\r\n =?UTF-8?B?" : " =?UTF-8?B?");
        put_base64(text + at, word, out);
        buf_puts(out, "?=");
        at += word;
    }
    buf_puts(out, "\r\n");
}

static void put_body(const struct buf *text, struct buf *out) {
    enum { LINE = 57 }; /* 76 letters of base64 */
    for (size_t at = 0; at < text->n; at += LINE) {
        put_base64(text->data + at, text->n - at < LINE ? text->n - at : LINE, out);
        buf_puts(out, "\r\n");
    }
}

const char *notice_bare_address(const char *address, struct buf *out) {
    const char *from = strrchr(address, '<');
    buf_clear(out);
    if (from)
        buf_put(out, from + 1, strcspn(from + 1, ">"));
    else
        buf_puts(out, address);
    return out->data;
}

/* Days and months are English whatever the language of the machine is. */
static void put_date(int64_t wall, struct buf *out) {
    static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t seconds = (time_t)(wall / 1000);
    struct tm t;
    gmtime_r(&seconds, &t);
    buf_printf(out, "Date: %.3s, %02d %.3s %d %02d:%02d:%02d +0000\r\n", days + 3 * t.tm_wday, t.tm_mday,
               months + 3 * t.tm_mon, t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
}

/* Mail programs offer to end it by one click (RFC 8058): it goes to the server; the link in the text to the page. */
static void put_ways_out(const struct notice_config *c, const struct notice *n, struct buf *out) {
    buf_printf(out, "List-Unsubscribe: <%s/api/tables/%s/quiet/%s>\r\n", c->site, n->table.text, n->key.text);
    buf_puts(out, "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
}

static void put_turn_text(const struct notice_config *c, const struct notice *n, struct buf *text) {
    put_line(n, true, text);
    if (*n->others) buf_printf(text, "\n%s: they wait for you.", n->others);
    buf_puts(text, "\n\n");
    put_link(c, n, text);
    buf_puts(text, "\n\nNo more mails about this table: ");
    put_link(c, n, text);
    buf_printf(text, "?quiet=%s\n", n->key.text);
}

static void put_code_text(const struct notice_config *c, const struct notice *n, struct buf *text) {
    buf_printf(text,
               "The code is %s\n\nSomebody at a table of %s wants to be told at this address when it is their turn,\n"
               "and has to write this code there: ",
               n->code, n->title);
    put_link(c, n, text);
    buf_puts(text, "\n\nIf that was not you, do nothing: nothing more is sent.\n");
}

void notice_write_mail(const struct notice_config *c, const struct notice *n, int64_t wall, struct buf *out) {
    struct buf text, from;
    char name[NOTICE_NAME + 1];
    buf_init(&text), buf_init(&from);
    notice_name(n, name);
    const char *host = strchr(notice_bare_address(c->mail.from, &from), '@');
    buf_printf(out, "From: %s\r\nTo: %s\r\n", c->mail.from, n->address);
    if (n->code)
        buf_printf(&text, "Your code: %s", n->code);
    else
        put_line(n, false, &text);
    put_subject(text.data, out);
    put_date(wall, out);
    if (n->code) /* each code is a mail of its own */
        buf_printf(out, "Message-ID: <%s.%s%s>\r\n", name, n->code, host ? host : "");
    else
        buf_printf(out, "Message-ID: <%s%s>\r\n", name, host ? host : "");
    if (!n->code) put_ways_out(c, n, out);
    buf_puts(out, "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
                  "Content-Transfer-Encoding: base64\r\n\r\n");
    buf_clear(&text);
    if (n->code)
        put_code_text(c, n, &text);
    else
        put_turn_text(c, n, &text);
    put_body(&text, out);
    if (text.failed || from.failed) out->failed = true;
    buf_free(&text), buf_free(&from);
}

/* ---- receivers the operator named */
/* A name says nothing in bold and links nowhere. */
static void put_unmarked(const char *text, struct buf *out) {
    for (; *text; text++) {
        if ((unsigned char)*text < 128 && ispunct((unsigned char)*text)) buf_putc(out, '\\');
        buf_putc(out, *text);
    }
}

static void write_discord(const struct notice_config *c, const struct notice *n, struct json *j) {
    struct buf line, text;
    buf_init(&line), buf_init(&text);
    put_line(n, true, &line);
    put_unmarked(line.data, &text);
    buf_puts(&text, "\n<");
    put_link(c, n, &text);
    buf_putc(&text, '>');
    json_text(j, "content", text.data);
    json_object(j, "allowed_mentions"); /* nobody is called by a name that somebody gave themselves */
    json_array(j, "parse");
    json_close(j);
    json_close(j);
    buf_free(&line), buf_free(&text);
}

static void write_matrix(const struct notice_config *c, const struct notice *n, struct json *j) {
    struct buf text;
    buf_init(&text);
    put_line(n, true, &text);
    buf_putc(&text, ' ');
    put_link(c, n, &text);
    json_text(j, "msgtype", "m.text");
    json_text(j, "body", text.data);
    buf_free(&text);
}

static void write_ntfy(const struct notice_config *c, const struct notice_hook *h, const struct notice *n,
                       struct json *j) {
    struct buf text, link;
    buf_init(&text), buf_init(&link);
    put_line(n, true, &text);
    put_link(c, n, &link);
    json_text(j, "topic", h->topic);
    json_text(j, "title", n->title);
    json_text(j, "message", text.data);
    json_text(j, "click", link.data);
    buf_free(&text), buf_free(&link);
}

static void write_plain(const struct notice_config *c, const struct notice *n, struct json *j) {
    struct buf text, link;
    char name[NOTICE_NAME + 1];
    buf_init(&text), buf_init(&link);
    notice_name(n, name);
    put_line(n, true, &text);
    put_link(c, n, &link);
    json_text(j, "id", name);
    json_text(j, "text", text.data);
    json_text(j, "title", n->title);
    json_text(j, "name", n->name);
    json_text(j, "others", n->others);
    json_text(j, "link", link.data);
    json_unsigned(j, "since", n->since);
    buf_free(&text), buf_free(&link);
}

void notice_write_hook(const struct notice_config *c, const struct notice_hook *h, const struct notice *n,
                       struct buf *out) {
    struct json j;
    json_init(&j, out);
    j.tight = true;
    json_object(&j, NULL);
    switch (h->format) {
    case HOOK_DISCORD: write_discord(c, n, &j); break;
    case HOOK_MATRIX: write_matrix(c, n, &j); break;
    case HOOK_NTFY: write_ntfy(c, h, n, &j); break;
    default: write_plain(c, n, &j); break;
    }
    json_close(&j);
}

void notice_write_url(const struct notice_hook *h, const struct notice *n, struct buf *out) {
    char name[NOTICE_NAME + 1];
    const char *at = strstr(h->url, "{id}");
    notice_name(n, name);
    if (at)
        buf_printf(out, "%.*s%s%s", (int)(at - h->url), h->url, name, at + 4);
    else
        buf_puts(out, h->url);
}

void notice_write_push(const struct notice *n, struct buf *out) {
    struct json j;
    struct buf text;
    buf_init(&text);
    put_line(n, false, &text);
    json_init(&j, out);
    j.tight = true;
    json_object(&j, NULL);
    json_text(&j, "table", n->table.text);
    json_text(&j, "title", n->title);
    json_text(&j, "text", text.data);
    json_text(&j, "others", n->others);
    json_close(&j);
    buf_free(&text);
}
