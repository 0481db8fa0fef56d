/* intern.c: see intern.h. */
#include "lang/parse/intern.h"

#include "base/hash.h"
#include "lang/parse/token.h"

#include <string.h>

static const struct spelling no_spelling = {.token = TOKEN_NAME};

static const struct spelling **slot_of(struct interner *in, uint64_t hash, const char *s, size_t n) {
    size_t mask = in->n_slots - 1;
    for (size_t i = (size_t)hash & mask;; i = (i + 1) & mask) {
        const struct spelling *e = in->table[i];
        if (!e || (e->hash == hash && e->len == n && memcmp(e->text, s, n) == 0)) return &in->table[i];
    }
}

static bool grow(struct interner *in) {
    size_t n_slots = in->n_slots ? in->n_slots * 2 : 512;
    const struct spelling **table = ARENA_ARRAY(in->arena, const struct spelling *, n_slots);
    if (!table) return false;
    for (size_t i = 0; i < in->n_slots; i++) {
        if (!in->table[i]) continue;
        size_t at = (size_t)in->table[i]->hash & (n_slots - 1);
        while (table[at])
            at = (at + 1) & (n_slots - 1);
        table[at] = in->table[i];
    }
    in->table = table;
    in->n_slots = n_slots;
    return true;
}

static struct spelling *enter(struct interner *in, const char *s, size_t n) {
    if (in->n * 2 >= in->n_slots && !grow(in)) return NULL;
    uint64_t hash = hash_bytes(s, n, 0);
    const struct spelling **slot = slot_of(in, hash, s, n);
    if (*slot) return (struct spelling *)*slot;
    struct spelling *e = arena_alloc(in->arena, sizeof *e + n + 1, _Alignof(struct spelling));
    if (!e) return NULL;
    e->hash = hash;
    e->len = (uint32_t)n;
    e->token = TOKEN_NAME;
    memcpy(e->text, s, n);
    *slot = e;
    in->n++;
    return e;
}

const struct spelling *intern(struct interner *in, const char *s, size_t n) {
    const struct spelling *e = enter(in, s, n);
    return e ? e : &no_spelling;
}

static const struct {
    const char *text;
    uint8_t token, word;
} words[] = {
#define T(id, spelling) {spelling, TOKEN_##id, WORD_NONE},
    TOKEN_WORDS(T)
#undef T
#define W(id, spelling) {spelling, TOKEN_NAME, WORD_##id},
        SOFT_WORDS(W)
#undef W
};

bool interner_init(struct interner *in, struct arena *arena) {
    *in = (struct interner){.arena = arena};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct spelling *e = enter(in, words[i].text, strlen(words[i].text));
        if (!e) return false;
        e->token = words[i].token;
        e->word = words[i].word;
    }
    return true;
}
