/* fuzz_value.c: any bytes as JSON: refused, or read; what was read can be written and read again. */
#include "base/json_value.h"
#include "base/quote.h"
#include "fuzz/harness.h"

#include <stdlib.h>
#include <string.h>

static void write_again(const struct value *v, struct arena *arena) {
    for (; v; v = v->next) {
        if (v->type == VALUE_TEXT) {
            struct buf text;
            const char *why;
            buf_init(&text);
            quote_json(&text, v->text, v->size);
            const struct value *back = value_parse(arena, text.data, text.n, &why, NULL);
            if (!back || back->size != v->size || memcmp(back->text, v->text, v->size)) abort();
            buf_free(&text);
        }
        value_number(v, 0);
        write_again(v->kids, arena);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena arena;
    const char *why;
    arena_init(&arena);
    const struct value *v = value_parse(&arena, (const char *)data, size, &why, NULL);
    if (!v && !why) abort();
    write_again(v, &arena);
    arena_free(&arena);
    return 0;
}
