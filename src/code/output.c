/* output.c: see output.h. */
#include "code/output.h"

#include "base/bits.h"
#include "base/hash.h"

#include <string.h>

bool output_init(struct output *out, struct arena *arena, struct arena *scratch) {
    bool good = true;
    *out = (struct output){.arena = arena, .scratch = scratch};
#define A(type, name)                                                                                                  \
    good = good && VEC_PUSH(&out->name, (type){0});                                                                    \
    out->name.n = 0;
    PROGRAM_ARRAYS(A)
#undef A
    if (good) out->strings.data[0] = "";
    out->failed = !good;
    return good;
}

void output_free(struct output *out) {
#define A(type, name) VEC_FREE(&out->name);
    PROGRAM_ARRAYS(A)
#undef A
    VEC_FREE(&out->lines);
    VEC_FREE(&out->string_slots);
}

bool output_copy(const struct output *out, struct program *p) {
#define A(type, name)                                                                                                  \
    p->name = ARENA_ARRAY(p->arena, type, out->name.n + 1);                                                            \
    if (!p->name) return false;                                                                                        \
    if (out->name.n) memcpy(p->name, out->name.data, out->name.n * sizeof(type));                                      \
    p->n_##name = (uint32_t)out->name.n;
    PROGRAM_ARRAYS(A)
#undef A
    return true;
}

int32_t output_string(struct output *out, const char *s) {
    if (out->failed) return 0;
    if (out->string_slots.n < out->strings.n * 2 + 64) {
        size_t size = out->string_slots.n ? out->string_slots.n * 2 : 2048;
        out->string_slots.n = 0;
        while (out->string_slots.n < size) {
            PUSH(out, &out->string_slots, NONE);
            if (out->failed) return 0;
        }
        for (size_t i = 0; i < out->strings.n; i++) {
            size_t k = hash_bytes(out->strings.data[i], strlen(out->strings.data[i]), 3) & (size - 1);
            while (out->string_slots.data[k] >= 0)
                k = (k + 1) & (size - 1);
            out->string_slots.data[k] = (int32_t)i;
        }
    }
    size_t mask = out->string_slots.n - 1, k = hash_bytes(s, strlen(s), 3) & mask;
    while (out->string_slots.data[k] >= 0) {
        if (!strcmp(out->strings.data[out->string_slots.data[k]], s)) return out->string_slots.data[k];
        k = (k + 1) & mask;
    }
    const char *copy = arena_strdup(out->arena, s, strlen(s));
    if (!copy) out->failed = true;
    PUSH(out, &out->strings, copy ? copy : "");
    if (out->failed) return 0;
    out->string_slots.data[k] = (int32_t)out->strings.n - 1;
    return out->string_slots.data[k];
}

uint32_t output_pool(struct output *out, const int32_t *words, size_t n) {
    uint32_t at = (uint32_t)out->pool.n;
    for (size_t i = 0; i < n; i++)
        PUSH(out, &out->pool, words[i]);
    return at;
}

unsigned output_set_words(const struct output *out, unsigned type, unsigned of) {
    size_t n = MAX_SEATS + 1;
    if (type == VT_CARD) n = out->cards.n;
    if (type == VT_SPACE) n = out->spaces.n;
    if (type == VT_NUMBER) n = NUMBER_SPAN; /* only as candidates of a question */
    if (type == VT_MEMBER || type == VT_AMOUNT) {
        n = of < out->enums.n ? out->enums.data[of].n : 0;
        for (size_t i = 0; of >= out->enums.n && i < out->enums.n; i++)
            if (out->enums.data[i].n > n) n = out->enums.data[i].n;
    }
    return n ? (unsigned)BITS_WORDS(n) : 1;
}
