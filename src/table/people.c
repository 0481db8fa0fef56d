/* people.c: see people.h. */
#include "table/people.h"

#include "base/utf8.h"

#include <string.h>

/* Characters that no name has: they cannot be seen, or turn the direction of what follows. From, to. */
static const uint32_t refused[][2] = {
    {0, 31},          {0x7f, 0x9f},     {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},    {0x115f, 0x1160},
    {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x200b, 0x200b},   {0x200e, 0x200f},   {0x2028, 0x202e},  {0x2060, 0x206f},
    {0x2800, 0x2800}, {0x3164, 0x3164}, {0xd800, 0xdfff},   {0xfdd0, 0xfdef},   {0xfeff, 0xfeff},  {0xffa0, 0xffa0},
    {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
/* Those that are seen only with others: spaces, joiners, marks above and below, signs of variation. */
static const uint32_t beside[][2] = {{' ', ' '},       {0xa0, 0xa0},     {0x300, 0x36f},   {0x1680, 0x1680},
                                     {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x2000, 0x200a}, {0x200c, 0x200d},
                                     {0x202f, 0x202f}, {0x205f, 0x205f}, {0x20d0, 0x20ff}, {0x3000, 0x3000},
                                     {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
enum { MARKS_MOST = 4 }; /* in a row: more of them reach into the lines above and below */

static bool among(uint32_t code, const uint32_t (*ranges)[2], size_t n) {
    for (size_t i = 0; i < n; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1]) return true;
    return false;
}

bool name_read(const struct value *v, char out[NAME_BYTES]) {
    const char *text = value_text(v);
    if (!text) return false;
    size_t n = strlen(text), marks = 0;
    if (n == 0 || n >= NAME_BYTES || utf8_count(text, n) > NAME_MOST) return false;
    bool visible = false;
    for (size_t i = 0; i < n;) {
        uint32_t code;
        i += utf8_decode(text + i, n - i, &code);
        if (among(code, refused, sizeof refused / sizeof *refused)) return false;
        bool alone = !among(code, beside, sizeof beside / sizeof *beside);
        marks = alone || code == ' ' ? 0 : marks + 1;
        if (marks > MARKS_MOST) return false;
        visible |= alone;
    }
    if (visible) memcpy(out, text, n + 1);
    return visible;
}

void people_write(const struct people *p, const struct turns *t, struct buf *out) {
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
        if (s->resigned) json_bool(&j, "resigned", true);
        if (s->late) json_unsigned(&j, "late", s->late);
        json_bool(&j, "had", s->had || s->held || s->bot);
        if (s->had && !s->held) json_text(&j, "last", hex);
        json_close(&j);
    }
    json_close(&j);
    json_text(&j, "next", *p->next.text ? p->next.text : NULL);
    json_bool(&j, "same", p->next_is_same);
    if (p->seed_known) json_bool(&j, "known", true);
    if (p->agreed) json_unsigned(&j, "agreed", p->agreed);
    json_unsigned(&j, "at", p->waited_at);
    json_array(&j, "waited");
    for (unsigned i = 0; i < p->n; i++)
        json_unsigned(&j, NULL, p->waited[i]);
    json_close(&j);
    if (p->waited_on) json_unsigned(&j, "on", p->waited_on);
    if (t) turns_write(&j, t);
    json_close(&j);
}

static const struct bot *bot_named(const char *name) {
    struct buf error;
    buf_init(&error);
    const struct bot *bot = bot_find(name, &error);
    buf_free(&error);
    return bot ? bot : bot_get(0); /* one that is no longer there: the table goes on with another */
}

static bool is_true(const struct value *v) {
    return v && v->type == VALUE_TRUE;
}

bool people_read(struct people *p, struct turns *t, const char *text) {
    struct arena arena;
    const char *why;
    arena_init(&arena);
    memset(p, 0, sizeof *p);
    const struct value *v = value_parse(&arena, text, strlen(text), &why, NULL), *seats = value_get(v, "seats");
    bool fine = v && token_hash_read(value_text(value_get(v, "host")), &p->host);
    for (const struct value *s = seats ? seats->kids : NULL; s && fine && p->n < MATCH_SEATS; s = s->next) {
        struct seat *seat = &p->seats[p->n++];
        const char *bot = value_text(value_get(s, "bot"));
        const struct value *secret = value_get(s, "secret"), *had = value_get(s, "had"), *last = value_get(s, "last");
        name_read(value_get(s, "name"), seat->name);
        seat->bot = bot ? bot_named(bot) : NULL;
        seat->held = secret && secret->type == VALUE_TEXT;
        if (seat->held) fine = token_hash_read(value_text(secret), &seat->secret);
        if (!seat->held && last) fine = token_hash_read(value_text(last), &seat->secret);
        seat->resigned = seat->bot && is_true(value_get(s, "resigned"));
        seat->late = (uint32_t)value_number(value_get(s, "late"), 0);
        seat->had = seat->held || seat->bot || is_true(had);
    }
    const char *next = value_text(value_get(v, "next"));
    if (next && token_fits(next, strlen(next))) memcpy(p->next.text, next, sizeof p->next.text);
    p->next_is_same = is_true(value_get(v, "same"));
    p->seed_known = is_true(value_get(v, "known"));
    p->agreed = (uint32_t)value_number(value_get(v, "agreed"), 0) & ((1u << p->n) - 1u);
    p->waited_at = (uint32_t)value_number(value_get(v, "at"), 0);
    const struct value *waited = value_get(v, "waited");
    unsigned i = 0;
    for (const struct value *ms = waited ? waited->kids : NULL; ms && i < p->n; ms = ms->next)
        p->waited[i++] = (uint64_t)value_number(ms, 0);
    p->waited_on = (uint64_t)value_number(value_get(v, "on"), 0);
    if (t) turns_free(t), turns_read(t, v, p->n);
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
        json_bool(j, "resigned", s->resigned);
        json_unsigned(j, "late", s->late);
        json_close(j);
    }
    json_close(j);
    json_text(j, "next", *p->next.text ? p->next.text : NULL);
    if (p->seed_known) json_bool(j, "seed_known", true);
}

void people_free_seat(struct seat *s) {
    struct seat left = {.had = true, .secret = s->secret, .late = s->late};
    if (s->resigned) { /* the bot plays for who has left: the seat keeps that name */
        left.bot = s->bot, left.resigned = true;
        memcpy(left.name, s->name, sizeof left.name);
    }
    *s = left;
}

int people_seat_of(const struct people *p, const struct token_hash *secret) {
    int found = -1;
    for (unsigned i = 0; i < p->n; i++)
        if (token_same(&p->seats[i].secret, secret) && p->seats[i].held) found = (int)i;
    return found;
}
