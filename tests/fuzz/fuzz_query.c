/* fuzz_query.c: any text as an editor would have it: checked in spite of its mistakes, every place asked about. */
#include "fuzz/harness.h"
#include "lang/query.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    struct query *q = query_new("fuzz.game", text, size, NULL);
    for (uint32_t line = 1; q && line <= q->lines[0].n; line++)
        for (uint32_t col = 1; col < 100; col += 3) {
            struct span at;
            const struct query_name *n = query_at(q, 0, line, col, &at);
            if (n && (n->at.file >= q->sources.n || (n->written && !strlen(n->written)))) abort();
        }
    query_free(q);
    free(text);
    return 0;
}
