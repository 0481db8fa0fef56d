/* spanned_text.c: see spanned_text.h. */
#include "play/spanned_text.h"

#include "play/menu.h"

#include <string.h>

void spanned_init(struct spanned *r) {
    *r = (struct spanned){.failed = false};
    buf_init(&r->bytes);
}

void spanned_free(struct spanned *r) {
    buf_free(&r->bytes);
    VEC_FREE(&r->spans);
}

void spanned_clear(struct spanned *r) {
    buf_clear(&r->bytes);
    r->spans.n = 0;
}

tn_text spanned_text(const struct spanned *r) {
    return (tn_text){r->bytes.data, r->spans.data, r->spans.n};
}

/* What was put from byte `from` on names that. */
static void note(struct spanned *r, size_t from, tn_span span) {
    span.at = (uint16_t)from;
    span.length = (uint16_t)(r->bytes.n - from);
    if (r->bytes.failed) r->failed = true;
    if (r->bytes.n <= UINT16_MAX && span.length > 0) PUSH(r, &r->spans, span);
}

void spanned_puts(struct spanned *r, const char *words) {
    if (!buf_puts(&r->bytes, words)) r->failed = true;
}

void spanned_add(struct spanned *r, tn_text text) {
    size_t from = r->bytes.n;
    spanned_puts(r, text.bytes);
    for (size_t i = 0; i < text.n && r->bytes.n <= UINT16_MAX; i++) {
        tn_span span = text.spans[i];
        span.at = (uint16_t)(from + span.at);
        PUSH(r, &r->spans, span);
    }
}

void spanned_name(struct spanned *r, const char *name) {
    words_put_name(name, &r->bytes);
    if (r->bytes.failed) r->failed = true;
}

void spanned_seat(struct spanned *r, const tn_game *game, unsigned seat) {
    size_t from = r->bytes.n;
    spanned_puts(r, tn_game_seat_name(game, seat));
    note(r, from, (tn_span){.kind = TN_SPAN_SEAT, .index = (uint16_t)seat});
}

void spanned_card(struct spanned *r, const tn_game *game, int card) {
    size_t from = r->bytes.n;
    tn_card facts;
    tn_game_card(game, (size_t)card, &facts);
    spanned_puts(r, facts.name);
    note(r, from, (tn_span){.kind = TN_SPAN_CARD, .index = (uint16_t)(card - facts.copy)});
}

void spanned_number(struct spanned *r, int n) {
    size_t from = r->bytes.n;
    buf_printf(&r->bytes, "%d", n);
    note(r, from, (tn_span){.kind = TN_SPAN_NUMBER, .value = n});
}

void spanned_change(struct spanned *r, int by) {
    size_t from = r->bytes.n;
    buf_printf(&r->bytes, "%+d", by);
    note(r, from, (tn_span){.kind = TN_SPAN_NUMBER, .value = by});
}

void spanned_amount(struct spanned *r, const tn_game *game, size_t member, int n) {
    size_t from = r->bytes.n;
    tn_member facts;
    tn_game_member(game, member, &facts);
    buf_printf(&r->bytes, "%d ", n);
    spanned_name(r, n == 1 || n == -1 ? facts.name : facts.many);
    note(r, from, (tn_span){.kind = TN_SPAN_AMOUNT, .index = (uint16_t)member, .value = n});
}

void spanned_phrase(struct spanned *r, const tn_game *game, const char *phrase, tn_text first, tn_text second) {
    const char *text = tn_game_phrase(game, phrase);
    for (const char *hole; (hole = strchr(text, '{')) && hole[1] && hole[2]; text = hole + 3) {
        buf_put(&r->bytes, text, (size_t)(hole - text));
        spanned_add(r, hole[1] == '1' ? first : second);
    }
    spanned_puts(r, text);
}

void spanned_between(struct spanned *r, const tn_game *game, bool last) {
    words_put_between(game, last, &r->bytes);
}

tn_text text_plain(const char *bytes) {
    return (tn_text){bytes, NULL, 0};
}

tn_text text_keep(struct arena *arena, tn_text text) {
    tn_span *spans = text.n ? ARENA_ARRAY(arena, tn_span, text.n) : NULL;
    const char *bytes = arena_strdup(arena, text.bytes, strlen(text.bytes));
    if (!bytes || (text.n && !spans)) return (tn_text){NULL, NULL, 0};
    if (text.n) memcpy(spans, text.spans, text.n * sizeof *spans);
    return (tn_text){bytes, spans, text.n};
}

bool text_equal(tn_text a, tn_text b) {
    bool same = a.n == b.n && strcmp(a.bytes, b.bytes) == 0;
    for (size_t i = 0; same && i < a.n; i++) {
        const tn_span *x = &a.spans[i], *y = &b.spans[i];
        same = x->at == y->at && x->length == y->length && x->index == y->index && x->kind == y->kind &&
               x->value == y->value;
    }
    return same;
}
