/* said.c: see said.h. */
#include "support/said.h"

#include "base/utf8.h"
#include "show/part_json.h"

#include <stdio.h>
#include <string.h>

enum { SPANS = 256, NAME = 512 };

/* A name that begins a sentence begins with a capital. */
static bool is_called(const char *bytes, size_t n, const char *name) {
    struct buf readable;
    buf_init(&readable);
    words_put_name(name, &readable);
    uint32_t said = 0, called = 0;
    size_t first = utf8_decode(bytes, n, &said);
    utf8_decode(readable.data, readable.n, &called);
    bool same = (strlen(name) == n && strncmp(bytes, name, n) == 0) ||
                (readable.n == n && strncmp(bytes + first, readable.data + first, n - first) == 0 &&
                 (said == called || said == utf8_capital(called)));
    buf_free(&readable);
    return same;
}

/* The number with or without a plus, with a hyphen or as it is printed with a minus sign; *rest is what follows it. */
static bool begins_with_number(const char *bytes, size_t n, int32_t value, size_t *rest) {
    char forms[3][24];
    snprintf(forms[0], sizeof forms[0], "%d", (int)value);
    snprintf(forms[1], sizeof forms[1], "%+d", (int)value);
    snprintf(forms[2], sizeof forms[2], "\xE2\x88\x92%d", -(int)value);
    for (int i = 0; i < (value < 0 ? 3 : 2); i++) {
        *rest = strlen(forms[i]);
        if (*rest <= n && strncmp(bytes, forms[i], *rest) == 0) return true;
    }
    return false;
}

static const char *wrong_member(const tn_game *game, size_t index, const char *bytes, size_t n) {
    tn_member member;
    if (index >= tn_game_member_count(game)) return "there is no such member";
    tn_game_member(game, index, &member);
    return is_called(bytes, n, member.name) || is_called(bytes, n, member.many) ? NULL
                                                                                : "the member is called otherwise";
}

static const char *wrong_thing(const tn_game *game, const tn_span *s, const char *bytes) {
    tn_card card;
    tn_space space;
    size_t rest;
    switch (s->kind) {
    case TN_SPAN_SEAT:
        if (s->index >= tn_game_seat_count(game)) return "there is no such seat";
        return is_called(bytes, s->length, tn_game_seat_name(game, s->index)) ? NULL : "the seat has another letter";
    case TN_SPAN_CARD:
        if (s->index >= tn_game_card_count(game)) return "there is no such card";
        tn_game_card(game, s->index, &card);
        if (card.copy != 0) return "which of several equal cards it is, the text does not say";
        return is_called(bytes, s->length, card.name) ? NULL : "the card is called otherwise";
    case TN_SPAN_SPACE:
        if (s->index >= tn_game_space_count(game)) return "there is no such space";
        tn_game_space(game, s->index, &space);
        return is_called(bytes, s->length, space.name) ? NULL : "the space is called otherwise";
    case TN_SPAN_MEMBER: return wrong_member(game, s->index, bytes, s->length);
    case TN_SPAN_AMOUNT:
        if (!begins_with_number(bytes, s->length, s->value, &rest) || rest == s->length || bytes[rest] != ' ')
            return "it is another amount";
        return wrong_member(game, s->index, bytes + rest + 1, s->length - rest - 1);
    case TN_SPAN_NUMBER:
        return begins_with_number(bytes, s->length, s->value, &rest) && rest == s->length ? NULL
                                                                                          : "it is another number";
    default: return "there is no such kind";
    }
}

const char *said_wrong(const tn_game *game, tn_text text) {
    size_t n = strlen(text.bytes), end = 0;
    for (size_t i = 0; i < text.n; i++) {
        const tn_span *s = &text.spans[i];
        if (s->at < end || s->length == 0 || (size_t)s->at + s->length > n)
            return "a span lies outside or over another";
        end = (size_t)s->at + s->length;
        const char *wrong = wrong_thing(game, s, text.bytes + s->at);
        if (wrong) return wrong;
    }
    return NULL;
}

tn_text said_last(const tn_ctx *ctx, const char *bytes) {
    static tn_span spans[SPANS];
    size_t n = tn_ctx_spans(ctx, spans, SPANS);
    return (tn_text){bytes, spans, n < SPANS ? n : SPANS};
}

void said_list(tn_text text, struct buf *out) {
    static const char *const kinds[] = {"seat", "card", "space", "member", "amount", "number"};
    for (size_t i = 0; i < text.n; i++) {
        const tn_span *s = &text.spans[i];
        buf_printf(out, "%.*s:%s", (int)s->length, text.bytes + s->at, kinds[s->kind]);
        if (s->kind != TN_SPAN_NUMBER) buf_printf(out, ":%u", s->index);
        if (s->kind >= TN_SPAN_AMOUNT) buf_printf(out, ":%d", (int)s->value);
        buf_putc(out, ' ');
    }
}

void said_reasons(const struct reasons *reasons, struct buf *out) {
    for (size_t i = 0; i < reasons->list.n; i++)
        buf_printf(out, "%s%s%s", i > 0 ? "\n" : "", reasons->list.data[i].kind == WHY_MISSING ? "- " : "",
                   reasons->list.data[i].text.bytes);
}

void said_parts(struct buf *out, const tn_part *parts, size_t n) {
    struct buf text;
    struct json j;
    buf_init(&text);
    json_init(&j, &text);
    j.tight = true;
    json_object(&j, NULL);
    parts_put_json(&j, parts, n);
    json_close(&j);
    buf_printf(out, "%s\n", text.data);
    buf_free(&text);
}
