/* card_face.c: see card_face.h. Images may hold anything: a number of words that there are none of is an empty text. */
#include "code/card_face.h"

#include "base/quote.h"
#include "base/value.h"

#include <string.h>

void card_face(const struct program *p, size_t card, struct buf *out) {
    const char *s = p->cards[card].face == NONE ? "null" : program_string(p, p->cards[card].face);
    while (*s) {
        size_t plain = strcspn(s, FACE_WORD);
        buf_put(out, s, plain);
        s += plain;
        if (!*s) break;
        uint32_t word = 0;
        for (s++; *s >= '0' && *s <= '9' && word < 100000000; s++)
            word = word * 10 + (uint32_t)(*s - '0');
        const char *text = word < p->n_face_words ? program_string(p, p->face_words[word]) : "";
        quote_json(out, text, strlen(text));
        s += *s == *FACE_END;
    }
}

bool card_faces_valid(const struct program *p, bool *no_memory) {
    struct arena arena;
    struct buf text;
    bool good = true;
    *no_memory = false;
    arena_init(&arena);
    buf_init(&text);
    for (size_t i = 0; i < p->n_cards && good; i++) {
        const char *why;
        bool copy = i && p->cards[i].face == p->cards[i - 1].face;
        if (copy) continue;
        buf_clear(&text);
        card_face(p, i, &text);
        good = value_parse(&arena, text.data, text.n, &why, NULL) != NULL;
        *no_memory |= arena.failed || text.failed;
        arena_free(&arena);
    }
    buf_free(&text);
    return good && !*no_memory;
}
