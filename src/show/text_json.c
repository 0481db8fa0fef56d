/* text_json.c: see text_json.h. */
#include "show/text_json.h"

#include "base/utf8.h"

/* `at` and `units` go on from the span before: bytes, and the units they are. */
static void put_span(struct json *j, const tn_text *text, const tn_span *span, size_t *at, size_t *units) {
    static const char *const kinds[] = {
        [TN_SPAN_SEAT] = "seat",     [TN_SPAN_CARD] = "card",     [TN_SPAN_SPACE] = "space",
        [TN_SPAN_MEMBER] = "member", [TN_SPAN_AMOUNT] = "amount", [TN_SPAN_NUMBER] = "number"};
    *units += utf8_units(text->bytes + *at, span->at - *at);
    size_t length = utf8_units(text->bytes + span->at, span->length);
    json_array(j, NULL);
    json_unsigned(j, NULL, *units);
    json_unsigned(j, NULL, length);
    json_text(j, NULL, kinds[span->kind]);
    if (span->kind != TN_SPAN_NUMBER) json_unsigned(j, NULL, span->index);
    if (span->kind == TN_SPAN_AMOUNT || span->kind == TN_SPAN_NUMBER) json_integer(j, NULL, span->value);
    json_close(j);
    *units += length;
    *at = (size_t)span->at + span->length;
}

void text_put_spans(struct json *j, const char *name, tn_text text) {
    size_t at = 0, units = 0;
    json_array(j, name);
    for (size_t i = 0; i < text.n; i++)
        put_span(j, &text, &text.spans[i], &at, &units);
    json_close(j);
}

void text_put_json(struct json *j, const char *name, tn_text text) {
    json_text(j, name, text.bytes);
    if (text.n) text_put_spans(j, "spans", text);
}

void text_put_list(struct json *j, const char *name, const tn_text *texts, size_t n) {
    json_array(j, name);
    for (size_t i = 0; i < n; i++) {
        json_object(j, NULL);
        text_put_json(j, "text", texts[i]);
        json_close(j);
    }
    json_close(j);
}
