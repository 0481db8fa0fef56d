/* people.c: see people.h. */
#include "serve/people.h"

#include "base/utf8.h"

#include <string.h>

bool name_read(const struct value *v, char out[NAME_BYTES]) {
    const char *text = value_text(v);
    if (!text) return false;
    size_t n = strlen(text);
    if (n == 0 || n >= NAME_BYTES || utf8_count(text, n) > NAME_MOST) return false;
    bool visible = false;
    for (size_t i = 0; i < n;) {
        uint32_t code;
        i += utf8_decode(text + i, n - i, &code);
        if (code < 32 || (code >= 127 && code < 160) || (code >= 0x200e && code <= 0x200f) ||
            (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069))
            return false; /* nor what turns the direction of what follows it */
        visible |= code != ' ' && code != 0xa0;
    }
    if (visible) memcpy(out, text, n + 1);
    return visible;
}

void people_write(const struct people *p, struct buf *out) {
    struct json j;
    char hex[2 * TOKEN_HASH + 1];
    json_init(&j, out);
    j.tight = true;
    json_object(&j, NULL);
    token_hash_write(&p->host, hex);
    json_text(&j, "host", hex);
    json_array(&j, "seats");
    for (unsigned i = 0; i < p->n; i++) {
        const struct seat *s = &p->seats[i];
        token_hash_write(&s->secret, hex);
        json_object(&j, NULL);
        json_text(&j, "name", *s->name ? s->name : NULL);
        json_text(&j, "bot", s->bot ? s->bot->name : NULL);
        json_text(&j, "secret", s->held ? hex : NULL);
        json_close(&j);
    }
    json_close(&j);
    json_text(&j, "next", *p->next.text ? p->next.text : NULL);
    json_bool(&j, "same", p->next_is_same);
    json_close(&j);
}

static const struct bot *bot_named(const char *name) {
    struct buf error;
    buf_init(&error, NULL);
    const struct bot *bot = bot_find(name, &error);
    buf_free(&error);
    return bot ? bot : bot_get(0); /* one that is no longer there: the table goes on with another */
}

bool people_read(struct people *p, const char *text) {
    struct arena arena;
    const char *why;
    arena_init(&arena, NULL);
    memset(p, 0, sizeof *p);
    const struct value *v = value_parse(&arena, text, strlen(text), &why, NULL), *seats = value_get(v, "seats");
    bool fine = v && token_hash_read(value_text(value_get(v, "host")), &p->host);
    for (const struct value *s = seats ? seats->kids : NULL; s && fine && p->n < MATCH_SEATS; s = s->next) {
        struct seat *seat = &p->seats[p->n++];
        const char *bot = value_text(value_get(s, "bot"));
        const struct value *secret = value_get(s, "secret");
        name_read(value_get(s, "name"), seat->name);
        seat->bot = bot ? bot_named(bot) : NULL;
        seat->held = secret && secret->type == VALUE_TEXT;
        if (seat->held) fine = token_hash_read(value_text(secret), &seat->secret);
    }
    const char *next = value_text(value_get(v, "next"));
    if (next && token_fits(next, strlen(next))) memcpy(p->next.text, next, sizeof p->next.text);
    const struct value *same = value_get(v, "same");
    p->next_is_same = same && same->type == VALUE_TRUE;
    arena_free(&arena);
    return fine && p->n > 0;
}

void people_put_public(struct json *j, const struct people *p, uint32_t here) {
    json_array(j, "seats");
    for (unsigned i = 0; i < p->n; i++) {
        const struct seat *s = &p->seats[i];
        json_object(j, NULL);
        json_text(j, "name", *s->name ? s->name : NULL);
        json_text(j, "bot", s->bot ? s->bot->name : NULL);
        json_bool(j, "held", s->held);
        json_bool(j, "here", here >> i & 1u);
        json_close(j);
    }
    json_close(j);
    json_text(j, "next", *p->next.text ? p->next.text : NULL);
}

int people_seat_of(const struct people *p, const struct token_hash *secret) {
    int found = -1;
    for (unsigned i = 0; i < p->n; i++)
        if (token_same(&p->seats[i].secret, secret) && p->seats[i].held) found = (int)i;
    return found;
}
