/* card_face.c: see card_face.h. Images may hold anything: a number of words that there are none of is an empty text. */
#include "code/card_face.h"

#include "base/json_value.h"
#include "base/quote.h"
#include "code/render.h"

#include <string.h>

static bool put_words(const struct program *p, struct words words, struct buf *out) {
    struct arena scratch;
    arena_init(&scratch);
    const char *text = render_kept(&scratch, p, words, NULL);
    if (text)
        quote_json(out, text, strlen(text));
    else
        out->failed = true;
    arena_free(&scratch);
    return text != NULL;
}

/* The string with its words put in. */
static void put_face(const struct program *p, int32_t string, struct buf *out) {
    const char *s = string == NONE ? "null" : program_string(p, string);
    while (*s) {
        size_t plain = strcspn(s, FACE_WORD FACE_RULE);
        buf_put(out, s, plain);
        s += plain;
        if (!*s) break;
        bool rule = *s == *FACE_RULE;
        uint32_t n = 0;
        for (s++; *s >= '0' && *s <= '9' && n < 100000000; s++)
            n = n * 10 + (uint32_t)(*s - '0');
        int32_t named = rule && n < p->n_face_rules ? p->face_rules[n] : NONE;
        if (!rule && !put_words(p, n < p->n_face_words ? p->face_words[n] : (struct words){0}, out)) return;
        if (named != NONE) buf_printf(out, ",\"rule\":%d", (int)named);
        s += *s == *FACE_END;
    }
}

void card_face(const struct program *p, size_t card, struct buf *out) {
    put_face(p, p->cards[card].face, out);
}

void mark_face(const struct program *p, size_t mark, struct buf *out) {
    put_face(p, p->marks[mark].face, out);
}

void rule_face(const struct program *p, size_t rule, struct buf *out) {
    put_face(p, p->rules[rule].face, out);
}

static bool is_json(const struct program *p, int32_t string, bool *no_memory) {
    struct arena arena;
    struct buf text;
    const char *why;
    arena_init(&arena);
    buf_init(&text);
    put_face(p, string, &text);
    bool good = value_parse(&arena, text.data, text.n, &why, NULL) != NULL;
    *no_memory |= arena.failed || text.failed;
    arena_free(&arena);
    buf_free(&text);
    return good && !*no_memory;
}

bool card_faces_valid(const struct program *p, bool *no_memory) {
    *no_memory = false;
    for (size_t i = 0; i < p->n_cards; i++) {
        bool copy = i && p->cards[i].face == p->cards[i - 1].face;
        if (!copy && !is_json(p, p->cards[i].face, no_memory)) return false;
    }
    for (size_t i = 0; i < p->n_marks; i++)
        if (!is_json(p, p->marks[i].face, no_memory)) return false;
    for (size_t i = 0; i < p->n_rules; i++)
        if (!is_json(p, p->rules[i].face, no_memory)) return false;
    return true;
}
