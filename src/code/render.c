/* render.c: see render.h. */
#include "code/render.h"

#include "base/bits.h"
#include "base/english.h"
#include "base/utf8.h"
#include "code/engine_phrases.h"
#include "code/lookup.h"

#include <string.h>

void text_init(struct text *t, char *out, size_t cap) {
    t->out = out;
    t->cap = cap;
    t->n = 0;
    t->spans = NULL;
    if (cap) out[0] = 0;
}

void text_init_spans(struct text *t, char *out, size_t cap, struct spans *spans) {
    text_init(t, out, cap);
    t->spans = spans;
    spans->n = 0;
}

void text_put_n(struct text *t, const char *s, size_t n) {
    if (t->n + 1 < t->cap) {
        size_t room = t->cap - 1 - t->n, take = n < room ? n : room;
        memcpy(t->out + t->n, s, take);
        t->out[t->n + take] = 0;
    }
    t->n += n;
}

void text_put(struct text *t, const char *s) {
    text_put_n(t, s, strlen(s));
}

/* Takes back the last byte, a blank that may not have fitted. */
static void text_back(struct text *t) {
    t->n--;
    if (t->n + 1 < t->cap) t->out[t->n] = 0;
}

void text_int(struct text *t, int64_t n) {
    char digits[24];
    size_t i = sizeof digits;
    uint64_t u = n < 0 ? 0u - (uint64_t)n : (uint64_t)n;
    digits[--i] = 0;
    do
        digits[--i] = (char)('0' + u % 10);
    while (u /= 10);
    if (n < 0) digits[--i] = '-';
    text_put(t, digits + i);
}

/* Only what the text holds whole is noted. */
void text_span(struct text *t, size_t from, struct text_span what) {
    struct spans *all = t->spans;
    if (!all || all->n == SPANS || t->n >= t->cap || t->n > UINT16_MAX || t->n == from) return;
    what.at = (uint16_t)from;
    what.length = (uint16_t)(t->n - from);
    all->list[all->n++] = what;
}

void text_number(struct text *t, int64_t n) {
    size_t from = t->n;
    text_int(t, n);
    if (n >= INT32_MIN && n <= INT32_MAX)
        text_span(t, from, (struct text_span){.kind = SPAN_NUMBER, .value = (int32_t)n});
}

void text_change(struct text *t, int32_t by) {
    size_t from = t->n;
    if (by > 0) text_put(t, "+");
    text_int(t, by);
    text_span(t, from, (struct text_span){.kind = SPAN_NUMBER, .value = by});
}

void text_add(struct text *t, const char *more, const struct spans *spans) {
    size_t from = t->n, n = strlen(more);
    for (uint32_t i = 0; i < spans->n; i++) {
        const struct text_span *span = &spans->list[i];
        t->n = from + span->at + span->length; /* as if it had been put up to there */
        text_span(t, from + span->at, *span);
    }
    t->n = from;
    text_put_n(t, more, n);
}

static void put_string(struct text *t, const struct program *p, int32_t s) {
    if (s >= 0 && (uint32_t)s < p->n_strings && p->strings[s]) text_put(t, p->strings[s]);
}

/* A name of the definition as people write it: words between blanks. */
static void put_name(struct text *t, const struct program *p, int32_t s) {
    const char *name = s >= 0 && (uint32_t)s < p->n_strings && p->strings[s] ? p->strings[s] : "";
    for (const char *end; *name; name = end) {
        end = name + strcspn(name, "_");
        text_put_n(t, name, (size_t)(end - name));
        if (*end == '_') text_put_n(t, " ", 1), end++;
    }
}

void render_player(struct text *t, const struct program *p, int32_t player) {
    if (player >= 0 && player < p->seats) {
        char name[2] = {(char)('A' + player), 0};
        size_t from = t->n;
        text_put(t, name);
        text_span(t, from, (struct text_span){.kind = SPAN_SEAT, .index = (uint16_t)player});
    } else if (player == p->seats || player == NONE) {
        phrase_put(t, p, player == NONE ? PHRASE_nobody : PHRASE_neutral);
    } else {
        text_put(t, "?");
    }
}

/* Copies have one name and lie side by side: which of them it is, the text does not say. */
static void put_card(struct text *t, const struct program *p, uint32_t card) {
    size_t from = t->n;
    put_string(t, p, p->cards[card].name);
    while (card > 0 && p->cards[card - 1].name == p->cards[card].name)
        card--;
    text_span(t, from, (struct text_span){.kind = SPAN_CARD, .index = (uint16_t)card});
}

/* A card that may not be named: "shows the {c}" is "shows a card", not "shows the a card". */
static void put_hidden_card(struct text *t, const struct program *p) {
    const char *the = phrase_text(p, PHRASE_the), *hole = strchr(the, '{');
    size_t n = hole ? (size_t)(hole - the) : 0;
    bool fits = n && t->n >= n && t->n < t->cap, capital = false;
    if (fits) {
        const char *before = t->out + t->n - n;
        bool begins = t->n == n || before[-1] == ' ';
        capital = *before >= 'A' && *before <= 'Z';
        fits = begins && (*before | 0x20) == *the && !memcmp(before + 1, the + 1, n - 1);
    }
    for (size_t i = 0; fits && i < n; i++)
        text_back(t);
    size_t from = t->n;
    phrase_put(t, p, PHRASE_a_card);
    if (fits && capital && t->n < t->cap && t->out[from] >= 'a' && t->out[from] <= 'z') t->out[from] -= 0x20;
}

void render_card(struct text *t, const struct render *r, int32_t card) {
    const struct program *p = r->program;
    if (card == NONE)
        phrase_put(t, p, PHRASE_nothing);
    else if ((uint32_t)card >= p->n_cards)
        text_put(t, "?");
    else if (r->blank && bits_test(r->blank, (uint32_t)card))
        put_hidden_card(t, p);
    else
        put_card(t, p, (uint32_t)card);
}

static void put_member(struct text *t, const struct program *p, uint32_t member) {
    size_t from = t->n;
    put_name(t, p, p->members[member].name);
    text_span(t, from, (struct text_span){.kind = SPAN_MEMBER, .index = (uint16_t)member});
}

void render_member(struct text *t, const struct program *p, uint32_t of, int32_t member) {
    if (member == NONE)
        phrase_put(t, p, PHRASE_none);
    else if (of >= p->n_enums || (uint32_t)member >= p->enums[of].n)
        text_put(t, "?");
    else
        put_member(t, p, p->enums[of].first + (uint32_t)member);
}

void render_entry(struct text *t, const struct render *r, uint32_t var, int32_t owner, int32_t index) {
    const struct program *p = r->program;
    const struct var *v = &p->vars[var];
    if (v->scope == SCOPE_CARD) {
        render_card(t, r, owner);
        text_put(t, " ");
    }
    if (v->index_enum == NONE || v->n_index == 1) {
        put_name(t, p, program_var_title(v));
        return;
    }
    struct saying s = phrase_begin(p, PHRASE_entry);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        if (hole == 1)
            render_member(t, p, (uint32_t)v->index_enum, index);
        else
            put_name(t, p, program_var_title(v));
}

static void put_units(struct text *t, const struct program *p, uint32_t of, int32_t member, int64_t n, bool with_sign) {
    bool known = of < p->n_enums && (uint32_t)member < p->enums[of].n;
    uint32_t which = known ? p->enums[of].first + (uint32_t)member : 0;
    struct spans *spans = t->spans;
    size_t from = t->n;
    if (with_sign && n > 0) text_put(t, "+");
    text_int(t, n);
    text_put(t, " ");
    t->spans = NULL; /* one span for both */
    if (known && n != 1 && n != -1 && p->members[which].many != NONE)
        put_string(t, p, p->members[which].many);
    else
        render_member(t, p, of, member);
    t->spans = spans;
    bool fits = n >= INT32_MIN && n <= INT32_MAX;
    if (known && fits)
        text_span(t, from, (struct text_span){.kind = SPAN_AMOUNT, .index = (uint16_t)which, .value = (int32_t)n});
}

void render_units(struct text *t, const struct program *p, uint32_t of, int32_t member, int64_t n) {
    put_units(t, p, of, member, n, false);
}

void render_gain(struct text *t, const struct program *p, uint32_t of, int32_t member, int32_t n) {
    put_units(t, p, of, member, n, true);
}

static void put_nowhere(struct text *t, const struct program *p, int32_t place) {
    if (place == NONE)
        phrase_put(t, p, PHRASE_nowhere);
    else
        text_put(t, "?");
}

/* Something of a player, or of the table when there is none. */
static void put_owned(struct text *t, const struct program *p, int32_t owner, int32_t name) {
    if (owner < 0) {
        put_string(t, p, name);
        return;
    }
    struct saying s = phrase_begin(p, PHRASE_owned);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        if (hole == 1)
            render_player(t, p, owner);
        else
            put_string(t, p, name);
}

void render_zone(struct text *t, const struct program *p, int32_t instance) {
    if ((uint32_t)instance >= p->n_zone_of_instance) {
        put_nowhere(t, p, instance);
        return;
    }
    const struct zone *z = &p->zones[p->zone_of_instance[instance]];
    put_owned(t, p, p->owner_of_instance[instance], z->title >= 0 ? z->title : z->name);
}

void render_amount(struct text *t, const struct program *p, uint32_t of, int32_t amount) {
    int32_t unit = AMOUNT_UNIT(amount) == 255 ? NONE : AMOUNT_UNIT(amount);
    if (!(amount & AMOUNT_UPTO)) {
        render_units(t, p, of, unit, AMOUNT_N(amount));
        return;
    }
    struct saying s = phrase_begin(p, PHRASE_up_to);
    while (phrase_next(&s, t))
        render_units(t, p, of, unit, AMOUNT_N(amount));
}

void render_track(struct text *t, const struct program *p, int32_t v) {
    int32_t track = v < 0 ? NONE : TRACK_OF(v);
    if ((uint32_t)track >= p->n_tracks) {
        text_put(t, "?");
        return;
    }
    const struct track *of = &p->tracks[track];
    put_owned(t, p, of->per_player ? TRACK_OWNER(v) : NONE, of->title >= 0 ? of->title : of->name);
}

static void put_space(struct text *t, const struct program *p, uint32_t space) {
    size_t from = t->n;
    put_string(t, p, p->spaces[space].name);
    text_span(t, from, (struct text_span){.kind = SPAN_SPACE, .index = (uint16_t)space});
}

static void render_one(struct text *t, const struct render *r, struct value_kind kind, int32_t v) {
    const struct program *p = r->program;
    switch (kind.type) {
    case VT_NOTHING: break;
    case VT_NUMBER: text_number(t, v); break;
    case VT_BOOL: phrase_put(t, p, v ? PHRASE_yes : PHRASE_no); break;
    case VT_PLAYER: render_player(t, p, v); break;
    case VT_MEMBER: render_member(t, p, kind.of, v); break;
    case VT_CARD: render_card(t, r, v); break;
    case VT_SPACE:
        if ((uint32_t)v < p->n_spaces)
            put_space(t, p, (uint32_t)v);
        else
            put_nowhere(t, p, v);
        break;
    case VT_AMOUNT: render_amount(t, p, kind.of, v); break;
    case VT_ZONE: render_zone(t, p, v); break;
    case VT_TRACK: render_track(t, p, v); break;
    case VT_TEXT: put_string(t, p, v); break;
    case VT_OPTION: text_int(t, v); break;
    case VT_BOARD:
        if ((uint32_t)v < p->n_boards)
            put_string(t, p, p->boards[v].title >= 0 ? p->boards[v].title : p->boards[v].name);
        else
            text_put(t, "?");
        break;
    default: text_put(t, "?");
    }
}

/* The words between the holes of a phrase for two. */
void render_between(struct text *t, const struct program *p, uint32_t i, uint32_t n, int last) {
    if (i + 1 >= n) return;
    struct saying s = phrase_begin(p, i + 2 == n ? (enum phrase)last : PHRASE_comma);
    struct text before;
    text_init(&before, NULL, 0);
    phrase_next(&s, &before);
    phrase_next(&s, t);
}

/* The next member after k that is named and is no copy of card k (copies have one name and lie side by side); *copies
 * is how many of k there are up to it, itself included. NONE when there is none. */
static int32_t next_shown(const struct render *r, struct value_kind kind, const uint32_t *set, uint32_t words,
                          int32_t k, uint32_t *copies) {
    const struct program *p = r->program;
    int32_t c = k;
    *copies = 1;
    while ((c = bits_next(set, words, c)) >= 0) {
        if (kind.type != VT_CARD) return c;
        if (r->blank && bits_test(r->blank, (uint32_t)c)) continue;
        if (k < 0 || (uint32_t)c >= p->n_cards || p->cards[c].name != p->cards[k].name) return c;
        ++*copies;
    }
    return NONE;
}

void render_cards(struct text *t, const struct program *p, uint32_t n) {
    struct saying s = phrase_begin(p, n == 1 ? PHRASE_one_card : PHRASE_many_cards);
    while (phrase_next(&s, t))
        text_number(t, n);
}

static void render_set(struct text *t, const struct render *r, struct value_kind kind, const int32_t *value) {
    const uint32_t *set = (const uint32_t *)value;
    uint32_t words = program_set_words(r->program, kind), hidden = 0, i = 0;
    uint32_t n = bits_count(set, words);
    struct value_kind one = {kind.type, 0, kind.of};
    if (kind.type == VT_CARD && r->blank)
        for (uint32_t w = 0; w < words; w++)
            hidden += bits_popcount(set[w] & r->blank[w]);
    uint32_t items = hidden > 0, copies;
    for (int32_t k = -1; (k = next_shown(r, kind, set, words, k, &copies)) >= 0;)
        items++;
    if (!n) phrase_put(t, r->program, PHRASE_nothing);
    for (int32_t k = -1; (k = next_shown(r, kind, set, words, k, &copies)) >= 0;) {
        next_shown(r, kind, set, words, k, &copies);
        render_one(t, r, one, kind.type == VT_NUMBER ? NUMBER_LOW + k : k);
        if (copies > 1) {
            text_put(t, " (");
            text_number(t, copies);
            text_put(t, ")");
        }
        render_between(t, r->program, i++, items, PHRASE_and);
    }
    if (hidden == 1) put_hidden_card(t, r->program);
    if (hidden > 1) render_cards(t, r->program, hidden);
}

/* Where the count and then the items of a list stand; NULL: it is none. */
static const int32_t *list_at(const struct render *r, int32_t ref) {
    const struct program *p = r->program;
    const int32_t *list = NULL;
    uint32_t room = 0;
    if (ref >= LIST_STACK) {
        uint32_t at = (uint32_t)ref - LIST_STACK;
        if (r->stack && at < r->n_stack) list = r->stack + at, room = r->n_stack - at - 1;
    } else if (ref >= 0 && (uint32_t)ref < p->n_pool) {
        list = p->pool + ref;
        room = p->n_pool - (uint32_t)ref - 1;
    }
    return list && *list >= 0 && (uint32_t)*list <= room ? list : NULL;
}

static void render_list(struct text *t, const struct render *r, struct value_kind kind, int32_t ref) {
    const struct program *p = r->program;
    const int32_t *list = list_at(r, ref);
    struct value_kind one = {kind.type, 0, kind.of};
    if (!list) {
        text_put(t, "?");
        return;
    }
    if (!*list) phrase_put(t, p, PHRASE_nothing);
    for (uint32_t i = 0; i < (uint32_t)*list; i++) {
        render_one(t, r, one, list[1 + i]);
        render_between(t, p, i, (uint32_t)*list, PHRASE_and);
    }
}

void render_value(struct text *t, const struct render *r, struct value_kind kind, const int32_t *value) {
    if (kind.flags & VF_SET)
        render_set(t, r, kind, value);
    else if (kind.flags & VF_LIST)
        render_list(t, r, kind, *value);
    else
        render_one(t, r, kind, *value);
}

static void render_clause(struct text *t, const struct render *r, uint32_t member, int32_t card) {
    const struct program *p = r->program;
    if ((uint32_t)card >= p->n_cards || (r->blank && bits_test(r->blank, (uint32_t)card))) {
        render_card(t, r, card);
        return;
    }
    const struct card *c = &p->cards[card];
    for (uint32_t i = 0; i < c->n_clauses; i++)
        if (p->clauses[c->clauses + i].key == (int32_t)member) {
            render_printed(t, p, p->clauses[c->clauses + i].text);
            return;
        }
    render_card(t, r, card);
}

static void render_item(struct text *t, const struct render *r, struct value_kind kind, int32_t ref, int32_t item) {
    const int32_t *list = list_at(r, ref);
    if (list && item < *list)
        render_one(t, r, (struct value_kind){kind.type, 0, kind.of}, list[1 + item]);
    else
        text_put(t, "?");
}

/* ---- what the compiler knew: printed as in rulebooks, with a minus sign and not a hyphen */
static void put_known_number(struct text *t, int32_t n, bool sign) {
    if (n < 0)
        text_put(t, "\xE2\x88\x92");
    else if (sign)
        text_put(t, "+");
    text_int(t, n < 0 ? -(int64_t)n : n);
}

static void put_known_member(struct text *t, const struct program *p, uint32_t member, bool many) {
    if (many && p->members[member].many != NONE)
        put_string(t, p, p->members[member].many);
    else
        put_name(t, p, p->members[member].name);
}

static void render_known(struct text *t, const struct program *p, const struct piece *piece) {
    bool sign = piece->member & KNOWN_SIGN, many = piece->member & KNOWN_MANY;
    struct text_span span = {.kind = SPAN_NUMBER};
    size_t from = t->n;
    switch (piece->kind.type) {
    case VT_NUMBER:
        span.value = piece->value;
        put_known_number(t, span.value, sign);
        break;
    case VT_CARD: put_card(t, p, (uint32_t)piece->value); return;
    case VT_SPACE: put_space(t, p, (uint32_t)piece->value); return;
    case VT_MEMBER:
        span.kind = SPAN_MEMBER;
        span.index = (uint16_t)(p->enums[piece->kind.of].first + (uint32_t)piece->value);
        put_known_member(t, p, span.index, many);
        break;
    default: /* VT_AMOUNT: the verifier has seen to it */
        span.kind = SPAN_AMOUNT;
        span.index = (uint16_t)(p->enums[piece->kind.of].first + (uint32_t)AMOUNT_UNIT(piece->value));
        span.value = AMOUNT_N(piece->value);
        put_known_number(t, span.value, sign);
        text_put(t, " ");
        put_known_member(t, p, span.index, span.value != 1 && span.value != -1);
    }
    text_span(t, from, span);
}

/* A small letter that was put at byte `at` becomes a capital, as far as it fitted. */
static void capitalise(struct text *t, size_t at) {
    size_t written = t->n < t->cap ? t->n : t->cap ? t->cap - 1 : 0;
    char first[4];
    uint32_t code;
    if (at >= written) return;
    size_t n = utf8_decode(t->out + at, written - at, &code);
    if (utf8_encode(utf8_capital(code), first) == n) memcpy(t->out + at, first, n);
}

void render_printed(struct text *t, const struct program *p, struct words words) {
    render_words(t, &(struct render){.program = p}, words);
}

void render_sentence(struct text *t, const struct program *p, const struct clause *c) {
    size_t from = t->n;
    render_printed(t, p, c->sentence);
    capitalise(t, from);
}

void render_card_text(struct text *t, const struct program *p, uint32_t card) {
    const struct card *c = &p->cards[card];
    size_t from = t->n;
    render_printed(t, p, c->text);
    for (uint32_t i = 0; i < c->n_clauses && !c->text.n; i++) {
        const struct clause *clause = &p->clauses[c->clauses + i];
        if (!clause->sentence.n) continue;
        if (t->n > from) text_put(t, " ");
        render_sentence(t, p, clause);
    }
}

/* ---- words */
static void render_piece(struct text *t, const struct render *r, const struct piece *piece) {
    const struct program *p = r->program;
    uint32_t width = piece->kind.flags & VF_SET ? program_set_words(p, piece->kind) : 1u;
    if (piece->string != NONE)
        put_string(t, p, piece->string);
    else if (piece->hole == HOLE_KNOWN)
        render_known(t, p, piece);
    else if (piece->hole == HOLE_TEXT)
        render_printed(t, p, p->clauses[piece->value].text);
    else if (piece->hole == HOLE_CARD)
        render_card_text(t, p, (uint32_t)piece->value);
    else if (!r->regs || piece->reg + width > r->n_regs)
        text_put(t, "...");
    else if (piece->hole == HOLE_ITEM)
        render_item(t, r, piece->kind, r->regs[piece->reg], piece->member);
    else if (piece->hole == HOLE_CLAUSE)
        render_clause(t, r, piece->member, r->regs[piece->reg]);
    else
        render_value(t, r, piece->kind, r->regs + piece->reg);
}

/* Does the text end with the article "a", and what is filled in behind it want "an"? */
static bool wants_an(const struct render *r, const struct piece *text, const struct piece *hole) {
    const char *s = text->string == NONE ? "" : program_string(r->program, text->string);
    size_t n = strlen(s);
    bool article = n >= 2 && !strcmp(s + n - 2, "a ") && (n == 2 || s[n - 3] == ' ');
    if (!article || !piece_reads(hole)) return false; /* before what was known, the compiler has seen to it */
    char word[8];
    struct text begin;
    text_init(&begin, word, sizeof word);
    render_piece(&begin, r, hole);
    return english_vowel(word);
}

void render_words(struct text *t, const struct render *r, struct words words) {
    const struct program *p = r->program;
    for (uint32_t i = 0; i < words.n && words.first + i < p->n_pieces; i++) {
        const struct piece *piece = &p->pieces[words.first + i];
        bool last = i + 1 == words.n || words.first + i + 1 == p->n_pieces;
        render_piece(t, r, piece);
        if (last || !wants_an(r, piece, piece + 1)) continue;
        text_back(t);
        text_put(t, "n ");
    }
}

static void put_whole(struct text *t, const struct program *p, struct words words, int32_t card) {
    if (card == NONE)
        render_printed(t, p, words);
    else
        render_card_text(t, p, (uint32_t)card);
}

static char *keep(struct arena *a, const struct program *p, struct words words, int32_t card, struct spans *spans) {
    struct text t;
    text_init(&t, NULL, 0);
    put_whole(&t, p, words, card);
    size_t cap = t.n + 1;
    char *out = arena_array(a, cap, 1, 1);
    if (!out) return NULL;
    text_init(&t, out, cap);
    t.spans = spans;
    if (spans) spans->n = 0;
    put_whole(&t, p, words, card);
    return out;
}

char *render_kept(struct arena *a, const struct program *p, struct words words, struct spans *spans) {
    return keep(a, p, words, NONE, spans);
}

char *render_kept_card(struct arena *a, const struct program *p, uint32_t card, struct spans *spans) {
    return keep(a, p, (struct words){0}, (int32_t)card, spans);
}
