/* leaves.c: see leaves.h. */
#include "text/leaves.h"

#include "base/english.h"

#include <string.h>

enum { HOLE_LENGTH = 8 };

/* ---- leaves */
void leaves_add(struct leaves *p, struct leaf leaf) {
    if (leaf.kind == LEAF_words && !leaf.n && !leaf.units) return;
    if (!VEC_PUSH(&p->list, leaf)) p->failed = true;
}

void leaves_insert(struct leaves *p, size_t at, struct leaf leaf) {
    size_t n = p->list.n;
    leaves_add(p, leaf);
    if (p->list.n == n) return;
    memmove(&p->list.data[at + 1], &p->list.data[at], (n - at) * sizeof leaf);
    p->list.data[at] = leaf;
}

void leaves_drop(struct leaves *p, size_t at) {
    if (at >= p->list.n) return;
    memmove(&p->list.data[at], &p->list.data[at + 1], (p->list.n - at - 1) * sizeof *p->list.data);
    p->list.n--;
}

void leaves_cut(struct leaves *p, size_t n) {
    if (n < p->list.n) p->list.n = n;
}

void leaves_trim(struct leaves *p) {
    struct leaf *last = leaves_ends(p, LEAF_words) ? &p->list.data[p->list.n - 1] : NULL;
    if (last && last->n && last->text[last->n - 1] == ' ') last->n--;
}

void leaves_free(struct leaves *p) {
    VEC_FREE(&p->list);
}

bool leaf_is(const struct leaves *p, size_t i, enum leaf_kind kind) {
    return i < p->list.n && p->list.data[i].kind == kind;
}

bool leaves_ends(const struct leaves *p, enum leaf_kind kind) {
    return p->list.n && leaf_is(p, p->list.n - 1, kind);
}

bool said_empty(struct said said) {
    return !said_length(said);
}

size_t leaves_length(const struct leaves *p) {
    return said_length((struct said){p->list.data, p->list.n});
}

size_t said_length(struct said said) {
    size_t n = 0;
    for (size_t i = 0; i < said.n; i++) {
        const struct leaf *l = &said.leaf[i];
        n += l->kind == LEAF_hole ? HOLE_LENGTH : l->kind == LEAF_number ? 1 : l->n;
    }
    return n;
}

static bool leaf_same(const struct leaf *a, const struct leaf *b) {
    if (a->kind != b->kind || a->n != b->n || a->form != b->form || a->value != b->value) return false;
    if (a->kind == LEAF_hole) return !memcmp(&a->hole, &b->hole, sizeof a->hole);
    return !a->n || !memcmp(a->text, b->text, a->n);
}

bool said_same(struct said a, struct said b) {
    if (a.n != b.n) return false;
    for (size_t i = 0; i < a.n; i++)
        if (!leaf_same(&a.leaf[i], &b.leaf[i])) return false;
    return true;
}

struct said leaves_copy(struct leaves *p, size_t from, struct arena *arena) {
    size_t n = p->list.n > from ? p->list.n - from : 0;
    struct leaf *kept = ARENA_ARRAY(arena, struct leaf, n + 1);
    if (!kept) return p->failed = true, (struct said){NULL, 0};
    if (n) memcpy(kept, &p->list.data[from], n * sizeof *kept);
    return (struct said){kept, n};
}

void leaves_say(struct leaves *p, struct said said) {
    for (size_t i = 0; i < said.n; i++)
        leaves_add(p, said.leaf[i]);
}

struct said said_behind(struct said said, size_t bytes, struct arena *arena) {
    struct leaf *kept = ARENA_ARRAY(arena, struct leaf, said.n + 1);
    if (!kept || !said.n) return (struct said){NULL, 0};
    memcpy(kept, said.leaf, said.n * sizeof *kept);
    kept->text += bytes, kept->n -= bytes;
    return (struct said){kept, said.n};
}

struct said said_after_your(struct said said, struct arena *arena) {
    if (said.n < 2 || said.leaf->kind != LEAF_you) return said;
    const struct said rest = {said.leaf + 1, said.n - 1};
    return said_behind(rest, rest.leaf->n && *rest.leaf->text == ' ', arena);
}

bool leaves_speaks_to_you(const struct leaves *p, size_t from) {
    for (size_t i = from; i < p->list.n; i++)
        if (p->list.data[i].kind == LEAF_you) return true;
    return false;
}

/* ---- words with an article or "you" in them */
static size_t article_at_end(const char *text, size_t n) {
    for (size_t k = 2; k <= 3; k++) {
        bool ends = n >= k && !memcmp(text + n - k, k == 2 ? "a " : "an ", k);
        if (ends && (n == k || text[n - k - 1] == ' ' || text[n - k - 1] == '(')) return k;
    }
    return 0;
}

static void add_words(struct leaves *p, const char *text, size_t n, bool author) {
    size_t article = article_at_end(text, n);
    leaves_add(p, (struct leaf){.kind = LEAF_words, .author = author, .text = text, .n = n - article});
    if (article) leaves_add(p, (struct leaf){.kind = LEAF_article});
}

void leaves_words(struct leaves *p, const char *text) {
    add_words(p, text, strlen(text), false);
}

void leaves_author(struct leaves *p, const char *text, size_t n) {
    size_t from = english_article(text, n), at, you;
    if (from) leaves_add(p, (struct leaf){.kind = LEAF_article, .text = text, .n = from});
    if (n >= 2 && !memcmp(text, "'s", 2)) leaves_add(p, (struct leaf){.kind = LEAF_whose}), from = 2;
    for (at = from; (you = english_find_you(text, n, &at)) != 0; at = from) {
        leaves_add(p, (struct leaf){.kind = LEAF_words, .author = true, .text = text + from, .n = at - from});
        leaves_add(p, (struct leaf){.kind = LEAF_you, .author = true, .text = text + at, .n = you});
        from = at + you;
    }
    add_words(p, text + from, n - from, true);
}

/* ---- one of them */
/* The first plural of the words said of one. Returns whether the noun ends here: it was found, or something else
 * begins. */
static bool words_of_one(struct leaf *leaf, struct buf *out) {
    size_t at = 0;
    bool done = false;
    while (at < leaf->n) {
        size_t end = at, word;
        while (end < leaf->n && leaf->text[end] != ' ')
            end++;
        for (word = end; word > at && strchr(",;:.!?)", leaf->text[word - 1]);)
            word--;
        if (!done && english_plural(leaf->text + at, word - at)) {
            english_one(out, leaf->text + at, word - at);
            buf_put(out, leaf->text + word, end - word);
            done = true;
        } else {
            buf_put(out, leaf->text + at, end - at);
            done = done || word < end || english_joins(leaf->text + at, word - at);
        }
        if (end < leaf->n) buf_putc(out, ' ');
        at = end + 1;
    }
    return done;
}

void leaves_make_one(struct leaves *p, size_t from, struct arena *arena) {
    struct buf out;
    bool done = false;
    buf_init(&out);
    for (size_t i = from; i < p->list.n && !done; i++) {
        struct leaf *leaf = &p->list.data[i];
        if (!leaf->author) continue;
        buf_clear(&out);
        done = words_of_one(leaf, &out);
        const char *kept = out.failed ? NULL : arena_strdup(arena, out.data ? out.data : "", out.n);
        if (!kept) {
            p->failed = true;
            break;
        }
        leaf->text = kept, leaf->n = out.n;
    }
    buf_free(&out);
}

void leaves_sign(struct leaves *p, size_t from) {
    for (size_t i = from; i < p->list.n; i++)
        p->list.data[i].sign |= p->list.data[i].units;
}

/* ---- English */
/* Bytes of the text that name something. */
struct named {
    size_t at, n;
    struct thing what;
};

struct english {
    struct said said;
    struct output *out;
    struct buf text;         /* not yet a piece */
    VEC(struct named) named; /* in it, in order */
    bool capital;            /* the next letter is to be one */
};

/* What is named from byte `from` on is one thing. */
static void name(struct english *e, size_t from, struct thing what) {
    while (e->named.n && e->named.data[e->named.n - 1].at >= from)
        e->named.n--;
    struct named here = {from, e->text.n - from, what};
    if (here.n && !VEC_PUSH(&e->named, here)) e->out->failed = true;
}

static void add_piece(struct english *e, struct piece piece) {
    if (!VEC_PUSH(&e->out->pieces, piece)) e->out->failed = true;
}

static void add_literal(struct english *e, size_t from, size_t to) {
    if (to <= from) return;
    const char *literal = arena_strdup(e->out->scratch, e->text.data + from, to - from);
    if (!literal) e->out->failed = true;
    add_piece(e, (struct piece){.string = output_string(e->out, literal ? literal : ""), .reg = NO_REGISTER});
}

static void flush(struct english *e) {
    size_t at = 0;
    if (e->text.failed) e->out->failed = true;
    for (size_t i = 0; i < e->named.n && !e->out->failed; i++) {
        const struct named *named = &e->named.data[i];
        add_literal(e, at, named->at);
        add_piece(e, (struct piece){.string = NONE,
                                    .reg = NO_REGISTER,
                                    .hole = HOLE_KNOWN,
                                    .member = named->what.form,
                                    .kind = named->what.kind,
                                    .value = named->what.value});
        at = named->at + named->n;
    }
    if (!e->out->failed) add_literal(e, at, e->text.n);
    buf_clear(&e->text);
    e->named.n = 0;
}

/* A capital at the beginning of a name: the text says it, and it names nothing. */
static void put_capital(struct english *e, size_t from) {
    char *first = e->text.n > from ? e->text.data + from : NULL;
    if (!e->capital || !first) return;
    e->capital = false;
    if (*first < 'a' || *first > 'z') return;
    *first = (char)(*first - 'a' + 'A');
    if (e->named.n && e->named.data[e->named.n - 1].at == from) e->named.n--;
}

/* "another" */
static bool is_other(struct said said, size_t i) {
    return i < said.n && said.leaf[i].kind == LEAF_words && said.leaf[i].n >= 6 &&
           !memcmp(said.leaf[i].text, "other ", 6);
}

/* By the words that follow an article; a hole is asked when it is filled. */
static bool takes_an(struct said said, size_t i) {
    char begin[8] = "";
    if (i >= said.n || said.leaf[i].kind != LEAF_words || !said.leaf[i].n) return false;
    const struct leaf *l = &said.leaf[i];
    size_t blank = *l->text == ' ' || *l->text == '[', n = l->n - blank; /* "a {x} tile" of any tile; a label */
    memcpy(begin, l->text + blank, n < sizeof begin ? n : sizeof begin - 1);
    return english_vowel(begin);
}

static void put_words(struct english *e, const struct leaf *l, bool after_article) {
    size_t from = e->text.n, blank = after_article && l->n && *l->text == ' ';
    char *word = NULL;
    if (l->form == FORM_one)
        english_one(&e->text, l->text, l->n);
    else if (l->form == FORM_many)
        english_many(&e->text, l->text);
    else
        buf_put(&e->text, l->text + blank, l->n - blank);
    for (word = e->text.data + from; l->name && word && *word; word++)
        if (*word == '_') *word = ' ';
    if (l->is.kind.type != VT_NOTHING && l->form == FORM_plain) name(e, from, l->is);
}

static void put_number(struct english *e, const struct leaf *l) {
    struct thing what = {.kind = {.type = VT_NUMBER}, .value = (int32_t)l->value, .form = l->sign ? KNOWN_SIGN : 0};
    size_t from = e->text.n;
    if (l->sign && l->value >= 0) buf_putc(&e->text, '+');
    if (l->value < 0) buf_puts(&e->text, "\xE2\x88\x92"); /* a minus sign, not a hyphen */
    buf_printf(&e->text, "%ld", l->value < 0 ? -l->value : l->value);
    if (l->value == what.value) name(e, from, what);
}

/* Whether leaf i is a member, and it and the two before it are so many of it, as many as one would say. */
static bool is_amount(const struct english *e, size_t i, struct thing *what) {
    const struct leaf *leaf = e->said.leaf;
    const struct leaf *of = &leaf[i], *n = i >= 2 ? &leaf[i - 2] : NULL;
    bool between =
        n && n->kind == LEAF_number && leaf[i - 1].kind == LEAF_words && leaf[i - 1].n == 1 && *leaf[i - 1].text == ' ';
    if (!between || of->kind != LEAF_words || of->is.kind.type != VT_MEMBER || of->form != FORM_plain) return false;
    uint32_t member = e->out->enums.data[of->is.kind.of].first + (uint32_t)of->is.value;
    bool several = n->value != 1 && n->value != -1, said = of->is.form & KNOWN_MANY;
    if (several != said && e->out->members.data[member].many != NONE) return false;
    if (n->value < INT16_MIN || n->value > INT16_MAX || of->is.value > 254) return false;
    what->kind = (struct value_kind){.type = VT_AMOUNT, .of = of->is.kind.of};
    what->value = AMOUNT((int32_t)n->value, of->is.value);
    what->form = n->sign ? KNOWN_SIGN : 0;
    return true;
}

/* Where the number begins that was named last but a blank and the member after it. */
static void name_amount(struct english *e, struct thing what) {
    if (e->named.n >= 2) name(e, e->named.data[e->named.n - 2].at, what);
}

static void put_leaf(struct english *e, size_t i) {
    const struct leaf *l = &e->said.leaf[i], *before = i ? l - 1 : NULL;
    size_t from = e->text.n;
    struct thing amount;
    bool it = before && before->kind == LEAF_it, s = from && e->text.data[from - 1] == 's';
    switch ((enum leaf_kind)l->kind) {
    case LEAF_words:
        if (l->sign) buf_putc(&e->text, '+');
        put_words(e, l, before && before->kind == LEAF_article);
        if (is_amount(e, i, &amount)) name_amount(e, amount);
        break;
    case LEAF_you:
    case LEAF_it: buf_put(&e->text, l->text, l->n); break;
    case LEAF_article:
        if (l->n)
            buf_put(&e->text, l->text, l->n);
        else
            buf_puts(&e->text, is_other(e->said, i + 1) ? "an" : takes_an(e->said, i + 1) ? "an " : "a ");
        break;
    case LEAF_whose: buf_puts(&e->text, it ? "s" : s ? "'" : "'s"); break;
    case LEAF_number: put_number(e, l); break;
    case LEAF_capital: e->capital = true; return;
    case LEAF_hole:
        flush(e);
        add_piece(e, l->hole);
        e->capital = false;
        return;
    }
    put_capital(e, from);
}

struct words said_words(struct said said, struct output *out) {
    struct english e = {.said = said, .out = out};
    struct words w = {(uint32_t)out->pieces.n, 0};
    buf_init(&e.text);
    for (size_t i = 0; i < said.n; i++)
        put_leaf(&e, i);
    flush(&e);
    w.n = (uint32_t)out->pieces.n - w.first; /* fewer when memory is out */
    VEC_FREE(&e.named);
    buf_free(&e.text);
    return w;
}

const char *said_text(struct said said, struct output *out, struct arena *arena) {
    struct english e = {.said = said, .out = out};
    buf_init(&e.text);
    for (size_t i = 0; i < said.n && said.leaf[i].kind != LEAF_hole; i++)
        put_leaf(&e, i);
    const char *kept = e.text.failed ? NULL : arena_strdup(arena, e.text.data ? e.text.data : "", e.text.n);
    if (!kept) out->failed = true;
    VEC_FREE(&e.named);
    buf_free(&e.text);
    return kept ? kept : "";
}
