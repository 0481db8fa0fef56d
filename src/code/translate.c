/* translate.c: see translate.h. One walk over all texts of a program serves both: a visitor notes or replaces them. */
#include "code/translate.h"

#include "base/utf8.h"
#include "code/engine_phrases.h"

#include <stdlib.h>
#include <string.h>

#define ONE_MANY " | " /* between what one is called and what several are */

/* ---- the walk */
struct visitor {
    void *user;
    void (*text)(void *user, enum word_group group, int32_t *string);
    void (*words)(void *user, enum word_group group, struct words *words);
    void (*member)(void *user, struct member *member);
};

static void visit_names(struct program *p, const struct visitor *v) {
    for (uint32_t i = 0; i < p->n_members; i++)
        v->member(v->user, &p->members[i]);
    for (uint32_t i = 0; i < p->n_kinds; i++)
        v->text(v->user, WORDS_names, &p->kinds[i].name), v->text(v->user, WORDS_names, &p->kinds[i].title);
    for (uint32_t i = 0; i < p->n_boards; i++)
        v->text(v->user, WORDS_names, &p->boards[i].name), v->text(v->user, WORDS_names, &p->boards[i].title);
    for (uint32_t i = 0; i < p->n_zones; i++)
        v->text(v->user, WORDS_names, &p->zones[i].name), v->text(v->user, WORDS_names, &p->zones[i].title);
    for (uint32_t i = 0; i < p->n_tracks; i++)
        v->text(v->user, WORDS_names, &p->tracks[i].name), v->text(v->user, WORDS_names, &p->tracks[i].title);
    for (uint32_t i = 0; i < p->n_vars; i++) /* what players own goes by the names of its entries */
        if (!p->vars[i].internal && (int32_t)i != p->stock_var)
            v->text(v->user, WORDS_names, p->vars[i].title >= 0 ? &p->vars[i].title : &p->vars[i].name);
    for (uint32_t i = 0; i < p->n_card_values; i++)
        v->text(v->user, WORDS_names, &p->card_values[i].name);
    for (uint32_t i = 0; i < p->n_clauses; i++)
        if (strcmp(program_string(p, p->clauses[i].key), CLAUSE_FLAVOUR))
            v->text(v->user, WORDS_names, &p->clauses[i].label);
    for (uint32_t i = 0; i < p->n_scores; i++)
        v->text(v->user, WORDS_names, &p->scores[i].name);
    for (uint32_t i = 0; i < p->n_ties; i++)
        v->text(v->user, WORDS_names, &p->ties[i].name);
    for (uint32_t i = 0; i < p->n_phases; i++)
        v->text(v->user, WORDS_names, &p->phases[i]);
    for (uint32_t i = 0; i < p->n_spaces; i++)
        v->text(v->user, WORDS_names, &p->spaces[i].name);
}

static void visit_cards(struct program *p, const struct visitor *v) {
    for (uint32_t i = 0; i < p->n_cards; i++)
        v->text(v->user, WORDS_cards, &p->cards[i].name);
    for (uint32_t i = 0; i < p->n_clauses; i++)
        v->words(v->user, WORDS_texts, &p->clauses[i].text), v->words(v->user, WORDS_texts, &p->clauses[i].sentence);
    for (uint32_t i = 0; i < p->n_gifts; i++)
        v->words(v->user, WORDS_texts, &p->gifts[i].text);
    for (uint32_t i = 0; i < p->n_cards; i++)
        v->words(v->user, WORDS_texts, &p->cards[i].text);
    for (uint32_t i = 0; i < p->n_spaces; i++)
        v->words(v->user, WORDS_texts, &p->spaces[i].text);
    for (uint32_t i = 0; i < p->n_face_words; i++)
        v->words(v->user, WORDS_texts, &p->face_words[i]);
}

static void visit_sites(struct program *p, const struct visitor *v) {
    for (uint32_t i = 0; i < p->n_sites; i++) {
        struct site *s = &p->sites[i];
        v->words(v->user,
                 s->kind == SITE_FAIL  ? WORDS_reasons
                 : s->kind == SITE_LOG ? WORDS_log
                                       : WORDS_questions,
                 &s->words);
        v->words(v->user, s->kind == SITE_CHOOSE ? WORDS_reasons : WORDS_answers, &s->where);
    }
    for (uint32_t i = 0; i < p->n_labels; i++)
        v->words(v->user, WORDS_answers, &p->labels[i]);
    for (uint32_t i = 0; i < p->n_notes; i++)
        v->words(v->user, WORDS_reasons, &p->notes[i].words);
    for (uint32_t i = 0; i < p->n_origins; i++)
        v->words(v->user, WORDS_reasons, &p->origins[i].words);
}

static void visit_rules(struct program *p, const struct visitor *v) {
    for (uint32_t i = 0; i < p->n_marks; i++)
        v->words(v->user, WORDS_rules, &p->marks[i].text);
    for (uint32_t i = 0; i < p->n_rules; i++) {
        v->text(v->user, WORDS_rules, &p->rules[i].about);
        v->words(v->user, WORDS_rules, &p->rules[i].name);
        v->words(v->user, WORDS_rules, &p->rules[i].text);
    }
}

static void visit_texts(struct program *p, const struct visitor *v) {
    v->text(v->user, WORDS_game, &p->name);
    visit_names(p, v), visit_cards(p, v), visit_sites(p, v), visit_rules(p, v);
}

/* ---- phrases and their form in the book */
/* Something filled in: bytes of a number, or the piece of a program. */
struct filling {
    const char *digits; /* NULL: a piece */
    size_t n;
    struct piece piece;
};
struct phrase_form {
    struct buf key;
    VEC(struct filling) fillings;
    bool worded; /* there is a letter in it */
    bool failed;
};

static void form_open(struct phrase_form *f) {
    memset(f, 0, sizeof *f);
    buf_init(&f->key);
}

static void form_close(struct phrase_form *f) {
    buf_free(&f->key);
    VEC_FREE(&f->fillings);
}

/* name: what stands in the hole, as part of the key; "": nothing. */
static void form_fill(struct phrase_form *f, struct filling filling, const char *name) {
    if (!VEC_PUSH(&f->fillings, filling)) f->failed = true;
    buf_printf(&f->key, "{%zu%s%s}", f->fillings.n, *name ? HOLE_NAME : "", name);
}

/* Letters of the scripts that have words; signs such as arrows and the minus lie behind them. */
static bool is_letter(uint32_t code) {
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || (code >= 0xc0 && code < 0x2000) ||
           (code >= 0x3040 && code < 0xfe00);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The length of a number that stands alone at s, when what is before it is no part of a word; else 0. */
static size_t number_at(const char *s, size_t n, uint32_t before) {
    size_t digits = 0;
    uint32_t after = 0;
    if (is_letter(before) || before == '_' || before == '.') return 0;
    while (digits < n && is_digit(s[digits]))
        digits++;
    utf8_decode(s + digits, n - digits, &after);
    bool decimal = digits + 1 < n && s[digits] == '.' && is_digit(s[digits + 1]);
    return digits < n && (is_letter(after) || after == '_' || decimal) ? 0 : digits;
}

static void form_text(struct phrase_form *f, const char *s) {
    uint32_t before = 0, code;
    size_t n = strlen(s), from = 0, at = 0;
    while (at < n) {
        size_t digits = is_digit(s[at]) && !is_digit((char)before) ? number_at(s + at, n - at, before) : 0;
        if (digits) {
            wordbook_escape(&f->key, s + from, at - from);
            form_fill(f, (struct filling){.digits = s + at, .n = digits}, "");
            from = at += digits;
            before = '0';
            continue;
        }
        at += utf8_decode(s + at, n - at, &code);
        f->worded |= is_letter(code);
        before = code;
    }
    wordbook_escape(&f->key, s + from, n - from);
}

/* What a member is called where it stands. Other languages inflect such words, so each is a phrase of its own; numbers,
 * amounts, cards and spaces are filled in alike. */
static const char *name_in_key(const struct program *p, const struct piece *piece, struct arena *scratch) {
    if (piece->hole != HOLE_KNOWN || piece->kind.type != VT_MEMBER) return "";
    uint32_t i = p->enums[piece->kind.of].first + (uint32_t)piece->value;
    bool many = piece->member & KNOWN_MANY && p->members[i].many != NONE;
    const char *said = program_string(p, many ? p->members[i].many : p->members[i].name);
    char *name = strpbrk(said, "\\{}\n") ? NULL : arena_strdup(scratch, said, strlen(said));
    for (char *c = name; c && *c && !many; c++)
        if (*c == '_') *c = ' ';
    return name ? name : "";
}

static void form_words(struct phrase_form *f, const struct program *p, struct words words) {
    struct arena scratch;
    arena_init(&scratch);
    for (uint32_t i = 0; i < words.n && words.first + i < p->n_pieces; i++) {
        const struct piece *piece = &p->pieces[words.first + i];
        if (piece->string == NONE)
            form_fill(f, (struct filling){.piece = *piece}, name_in_key(p, piece, &scratch));
        else
            form_text(f, program_string(p, piece->string));
    }
    if (scratch.failed) f->failed = true;
    arena_free(&scratch);
}

static bool form_ready(struct phrase_form *f) {
    wordbook_seal(&f->key);
    return f->worded && !f->failed && !f->key.failed;
}

/* The key of a member: "one | many", or what both are called. */
static void form_member(struct phrase_form *f, const struct program *p, const struct member *m) {
    form_text(f, program_string(p, m->name));
    if (m->many == NONE || m->many == m->name) return;
    buf_puts(&f->key, ONE_MANY);
    form_text(f, program_string(p, m->many));
}

/* Where a finished text may be found: what is printed on a card may be the name of another, and rules name things. */
static const enum word_group *places_of(enum word_group group) {
    static const enum word_group printed[] = {WORDS_texts, WORDS_cards, WORDS_names, WORDS_GROUPS},
                                 ruled[] = {WORDS_rules, WORDS_names, WORDS_cards, WORDS_game, WORDS_GROUPS};
    return group == WORDS_texts ? printed : group == WORDS_rules ? ruled : NULL;
}

/* ---- collecting */
struct collecting {
    const struct program *p;
    struct wordbook *b;
};

static bool wanted_elsewhere(const struct wordbook *b, enum word_group group, const char *key) {
    const enum word_group *place = places_of(group);
    for (place += place != NULL; place && *place != WORDS_GROUPS; place++)
        if (wordbook_is_wanted(b, *place, key)) return true;
    return false;
}

static void want(struct wordbook *b, enum word_group group, struct phrase_form *f) {
    if (form_ready(f) && !wanted_elsewhere(b, group, f->key.data)) wordbook_want(b, group, f->key.data);
    if (f->failed || f->key.failed) b->out_of_memory = true;
    form_close(f);
}

void wording_collect_text(struct wordbook *b, enum word_group group, const char *text) {
    struct phrase_form f;
    form_open(&f);
    form_text(&f, text);
    want(b, group, &f);
}

static void collect_text(void *user, enum word_group group, int32_t *string) {
    struct collecting *c = user;
    wording_collect_text(c->b, group, program_string(c->p, *string));
}

static void collect_words(void *user, enum word_group group, struct words *words) {
    struct collecting *c = user;
    struct phrase_form f;
    form_open(&f);
    form_words(&f, c->p, *words);
    want(c->b, group, &f);
}

static void collect_member(void *user, struct member *member) {
    struct collecting *c = user;
    struct phrase_form f;
    form_open(&f);
    form_member(&f, c->p, member);
    want(c->b, WORDS_names, &f);
}

void wording_collect(const struct program *p, struct wordbook *b) {
    struct collecting c = {p, b};
    struct program same = *p; /* visited for what it says; nothing is changed */
    visit_texts(&same, &(struct visitor){&c, collect_text, collect_words, collect_member});
}

void wording_collect_engine(struct wordbook *b) {
    for (int i = 0; i < PHRASES; i++)
        wordbook_want(b, WORDS_engine, phrase_english((enum phrase)i));
}

/* ---- translating */
struct translating {
    const struct program *from;
    struct program *to;
    const struct wordbook *b;
    VEC(const char *) strings;
    VEC(struct piece) pieces;
    int32_t *known[WORDS_GROUPS]; /* by string of `from`: 1 + what became of it, or 0 */
    struct buf text;
    bool failed;
};

/* Numbers go into the text; the piece at a hole is handed out by its number. */
static int next_part(const char **at, const struct phrase_form *f, struct buf *text, const struct piece **piece) {
    const char *bytes;
    size_t n;
    int hole = wordbook_part(at, &bytes, &n);
    *piece = NULL;
    if (hole < 0) return hole;
    if (!hole) return buf_put(text, bytes, n), 0;
    if ((size_t)hole > f->fillings.n) return 0; /* reading has refused such a book */
    const struct filling *filling = &f->fillings.data[hole - 1];
    if (filling->digits)
        buf_put(text, filling->digits, filling->n);
    else
        *piece = &filling->piece;
    return hole;
}

/* Fills a text. Of "one | many" that is what one is called; what stands behind the bar is returned, or NULL. */
static const char *fill_text(const struct phrase_form *f, const char *value, struct buf *out) {
    const struct piece *piece;
    while (*value && strncmp(value, ONE_MANY, strlen(ONE_MANY)))
        next_part(&value, f, out, &piece);
    return *value ? value + strlen(ONE_MANY) : NULL;
}

static const char *find_value(const struct wordbook *b, enum word_group group, const char *key) {
    const enum word_group *place = places_of(group);
    const char *value = wordbook_find(b, group, key);
    for (; !value && place && *place != WORDS_GROUPS; place++)
        value = wordbook_find(b, *place, key);
    return value;
}

bool wording_say(const struct wordbook *b, enum word_group group, const char *text, struct buf *out) {
    struct phrase_form f;
    form_open(&f);
    form_text(&f, text);
    const char *value = form_ready(&f) ? find_value(b, group, f.key.data) : NULL;
    if (value) fill_text(&f, value, out);
    if (f.failed || f.key.failed) out->failed = true;
    form_close(&f);
    return value != NULL;
}

static int32_t add_string(struct translating *t, const char *text, size_t n) {
    const char *kept = arena_strdup(t->to->arena, text, n);
    if (!kept || !VEC_PUSH(&t->strings, kept)) return t->failed = true, 0;
    return (int32_t)t->strings.n - 1;
}

static int32_t add_text(struct translating *t) {
    if (t->text.failed) t->failed = true;
    int32_t string = t->failed ? 0 : add_string(t, t->text.data, t->text.n);
    buf_clear(&t->text);
    return string;
}

static void translate_text(void *user, enum word_group group, int32_t *string) {
    struct translating *t = user;
    if (*string < 0 || t->failed) return;
    int32_t *known = &t->known[group][*string];
    if (!*known) {
        bool said = wording_say(t->b, group, program_string(t->from, *string), &t->text);
        if (t->text.failed) t->failed = true;
        *known = 1 + (said ? add_text(t) : *string);
    }
    *string = *known - 1;
}

static void add_piece(struct translating *t, struct piece piece) {
    if (!VEC_PUSH(&t->pieces, piece)) t->failed = true;
}

/* The renderer makes "an" of "a" before what is filled in: right in English only. A text in two pieces is left
 * alone. */
static void add_literal(struct translating *t, bool english) {
    size_t n = t->text.n;
    bool article = !english && n >= 2 && !memcmp(t->text.data + n - 2, "a ", 2);
    if (!n) return;
    if (article) {
        add_piece(t, (struct piece){.string = add_string(t, t->text.data, n - 1), .reg = NO_REGISTER});
        t->text.n = 0;
        buf_puts(&t->text, " ");
    }
    add_piece(t, (struct piece){.string = add_text(t), .reg = NO_REGISTER});
}

/* Printed words may be found among names: then they are what one is called. */
static void fill_words(struct translating *t, const struct phrase_form *f, const char *value, bool printed,
                       struct words *words) {
    const struct piece *piece;
    bool english = !strcmp(value, f->key.data);
    words->first = (uint32_t)t->pieces.n;
    while (!(printed && !strncmp(value, ONE_MANY, strlen(ONE_MANY))) && next_part(&value, f, &t->text, &piece) >= 0) {
        if (!piece) continue;
        add_literal(t, english);
        add_piece(t, *piece);
    }
    add_literal(t, english);
    words->n = (uint32_t)t->pieces.n - words->first;
}

static void translate_words(void *user, enum word_group group, struct words *words) {
    struct translating *t = user;
    struct phrase_form f;
    if (t->failed) return;
    form_open(&f);
    form_words(&f, t->from, *words);
    const char *value = form_ready(&f) ? find_value(t->b, group, f.key.data) : NULL;
    if (f.failed || f.key.failed) t->failed = true;
    if (value) fill_words(t, &f, value, places_of(group) != NULL, words);
    form_close(&f);
}

static void translate_member(void *user, struct member *member) {
    struct translating *t = user;
    struct phrase_form f;
    if (t->failed) return;
    form_open(&f);
    form_member(&f, t->from, member);
    const char *value = form_ready(&f) ? wordbook_find(t->b, WORDS_names, f.key.data) : NULL;
    if (f.failed || f.key.failed) t->failed = true;
    if (value) {
        value = fill_text(&f, value, &t->text);
        member->name = add_text(t);
        if (value) fill_text(&f, value, &t->text);
        member->many = value ? add_text(t) : NONE;
    }
    form_close(&f);
}

/* ---- the twin */
/* The arrays that hold texts. */
/* clang-format off */
#define WORDED(W)                                                                                                      \
    W(labels) W(sites) W(notes) W(vars) W(zones) W(tracks) W(members) W(kinds) W(cards) W(clauses) W(gifts) W(rules)   \
    W(boards) W(spaces) W(scores) W(ties) W(phases) W(origins) W(card_values) W(marks) W(face_words)
/* clang-format on */

static bool copy_worded(struct program *to) {
#define W(name)                                                                                                        \
    if (to->n_##name) {                                                                                                \
        void *copy = arena_array(to->arena, to->n_##name, sizeof *to->name, _Alignof(max_align_t));                    \
        if (!copy) return false;                                                                                       \
        memcpy(copy, to->name, to->n_##name * sizeof *to->name);                                                       \
        to->name = copy;                                                                                               \
    }
    WORDED(W)
#undef W
    return true;
}

static void translate_engine(struct translating *t) {
    const char **phrases = ARENA_ARRAY(t->to->arena, const char *, PHRASES);
    for (int i = 0; phrases && i < PHRASES; i++) {
        const char *value = wordbook_find(t->b, WORDS_engine, phrase_english((enum phrase)i));
        phrases[i] = value ? arena_strdup(t->to->arena, value, strlen(value)) : NULL;
    }
    t->to->phrases = phrases;
}

static void keep_arrays(struct translating *t) {
    struct program *to = t->to;
    const char **strings = ARENA_ARRAY(to->arena, const char *, t->strings.n + 1);
    struct piece *pieces = ARENA_ARRAY(to->arena, struct piece, t->pieces.n + 1);
    if (!strings || !pieces) return;
    memcpy(strings, t->strings.data, t->strings.n * sizeof *strings);
    if (t->pieces.n) memcpy(pieces, t->pieces.data, t->pieces.n * sizeof *pieces);
    to->strings = strings;
    to->n_strings = (uint32_t)t->strings.n;
    to->pieces = pieces;
    to->n_pieces = (uint32_t)t->pieces.n;
}

static void translate_all(struct translating *t) {
    struct arena scratch;
    arena_init(&scratch);
    buf_init(&t->text);
    for (uint32_t i = 0; i < t->from->n_strings && !t->failed; i++)
        if (!VEC_PUSH(&t->strings, t->from->strings[i])) t->failed = true;
    for (uint32_t i = 0; i < t->from->n_pieces && !t->failed; i++)
        add_piece(t, t->from->pieces[i]);
    for (int i = 0; i < WORDS_GROUPS; i++)
        t->known[i] = ARENA_ARRAY(&scratch, int32_t, t->from->n_strings + 1u);
    if (scratch.failed || !copy_worded(t->to)) t->failed = true;
    if (!t->failed) {
        visit_texts(t->to, &(struct visitor){t, translate_text, translate_words, translate_member});
        translate_engine(t);
        keep_arrays(t);
    }
    arena_free(&scratch);
    buf_free(&t->text);
}

struct program *wording_translate(const struct program *p, const struct wordbook *b) {
    struct arena *arena = malloc(sizeof *arena);
    if (!arena) return NULL;
    arena_init(arena);
    struct program *to = ARENA_NEW(arena, struct program);
    if (!to) {
        free(arena);
        return NULL;
    }
    *to = *p;
    to->arena = arena;
    struct translating t = {.from = p, .to = to, .b = b};
    translate_all(&t);
    VEC_FREE(&t.strings);
    VEC_FREE(&t.pieces);
    if (!t.failed && !arena->failed) return to;
    program_free(to);
    return NULL;
}
