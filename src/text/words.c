/* words.c: see words.h. Pieces and names, what parameters stand for, templates, and what the emitter asks for. */
#include "text/words_inside.h"

#include "lang/model/builtins.h"
#include "base/english.h"
#include "lang/parse/template.h"
#include "lang/parse/token.h"

#include <stdio.h>
#include <string.h>

enum { PROMPT_LENGTH = 80, NOTE_LENGTH = 60, HOLE_LENGTH = 8 };

/* ---- what was spoken of */
bool texts_init(struct texts *to, struct model *m, struct output *out, const uint8_t *registers,
                struct tellings *tellings) {
    const struct type player = {VT_PLAYER, 0, ANY};
    *to = (struct texts){.m = m, .out = out, .registers = registers, .tellings = tellings};
    to->me = node_made(m->arena, (struct node){.kind = N_NAME, .name = "me", .type = player});
    to->each = symbol_made(m, (struct symbol){.kind = SYM_LOCAL, .name = "player", .type = player});
    to->someone = node_made(m->arena, (struct node){.kind = N_NAME, .name = "player", .symbol = to->each, .type = player});
    to->functions = ARENA_ARRAY(m->arena, struct spoken_of, m->functions.n + 1);
    to->zones = ARENA_ARRAY(m->arena, bool, m->zones.n + 1);
    return to->me && to->each && to->someone && to->functions && to->zones;
}

struct spoken_of *words_spoke_of(struct phraser *p, const struct function *f) {
    struct spoken_of *told = &p->to->functions[f->symbol->index];
    told->spoken |= !p->live;
    return told;
}

/* ---- pieces */
static void flush(struct phraser *p) {
    if (!p->text.n) return;
    struct piece piece = {.string = output_string(p->to->out, p->text.data), .reg = NO_REGISTER};
    if (!VEC_PUSH(&p->pieces, piece)) p->to->out->failed = true;
    if (p->text.failed) p->to->out->failed = true; /* clearing forgets it */
    buf_clear(&p->text);
}

void words_cut(struct phraser *p, size_t n) {
    if (n >= p->text.n) return;
    p->text.n = n;
    p->text.data[n] = 0;
}

static bool after_article(const struct buf *t) {
    if (t->n < 2 || memcmp(t->data + t->n - 2, "a ", 2)) return false;
    return t->n == 2 || t->data[t->n - 3] == ' ' || t->data[t->n - 3] == '(';
}

void words_say(struct phraser *p, const char *s) {
    if (english_vowel(s) && after_article(&p->text)) {
        words_cut(p, p->text.n - 1);
        buf_puts(&p->text, "n ");
    }
    buf_puts(&p->text, s);
}

void words_name(struct phraser *p, const char *s) {
    size_t from = p->text.n;
    words_say(p, s);
    for (size_t i = from; i < p->text.n; i++)
        if (p->text.data[i] == '_') p->text.data[i] = ' ';
}

void words_number(struct phraser *p, long n) {
    if (n < 0) buf_puts(&p->text, "\xE2\x88\x92"); /* a minus sign, not a hyphen */
    buf_printf(&p->text, "%ld", n < 0 ? -n : n);
}

static void say_hole(struct phraser *p, int reg, struct type t, int clause, int member) {
    flush(p);
    bool unit = t.base == VT_AMOUNT || t.base == VT_MEMBER; /* of what is not said: of what players own */
    if (unit && t.of >= p->to->m->enums.n && p->to->m->stock_enum >= 0) t.of = (uint16_t)p->to->m->stock_enum;
    struct piece piece = {.string = NONE,
                          .reg = (uint8_t)reg,
                          .clause = (uint8_t)clause,
                          .member = (uint16_t)member,
                          .kind = value_kind_of(t)};
    if (!VEC_PUSH(&p->pieces, piece)) p->to->out->failed = true;
}

void phrase_hole(struct phraser *p, int reg, struct type t) {
    say_hole(p, reg, t, 0, 0);
}

void words_hole(struct phraser *p, const struct symbol *s) {
    say_hole(p, p->to->registers[s->number], s->type, 0, 0);
}
void words_clause_hole(struct phraser *p, const struct symbol *card, const char *clause) {
    say_hole(p, p->to->registers[card->number], card->type, HOLE_CLAUSE, output_string(p->to->out, clause));
}

size_t words_length(const struct phraser *p) {
    size_t n = p->text.n;
    for (size_t i = 0; i < p->pieces.n; i++) {
        int32_t s = p->pieces.data[i].string;
        n += s == NONE ? HOLE_LENGTH : strlen(p->to->out->strings.data[s]);
    }
    return n;
}

struct mark words_mark(const struct phraser *p) {
    return (struct mark){p->pieces.n, p->text.n, p->told.n};
}

void words_told(struct phraser *p, struct node *statement) {
    if (!p->live && !VEC_PUSH(&p->told, statement)) p->to->out->failed = true;
}

void words_told_as(struct phraser *p, const struct node *made, struct node *statement) {
    for (size_t i = 0; i < p->told.n; i++)
        if (p->told.data[i] == made) p->told.data[i] = statement;
    if (p->to->tellings && tellings_of(p->to->tellings, made) == TELLING_MOOT) words_moot(p, statement);
}

void words_moot(struct phraser *p, struct node *statement) {
    if (!p->live && !tellings_note(p->to->tellings, statement, TELLING_MOOT)) p->to->out->failed = true;
}

void words_bracket(struct phraser *p, struct mark m) {
    if (p->pieces.n != m.pieces || p->text.n <= m.text) return; /* with holes inside it stays as it is */
    const char *said = words_kept(p, p->text.data + m.text);
    words_cut(p, m.text);
    buf_printf(&p->text, "(%s)", said);
}

const char *words_take(struct phraser *p, struct mark m) {
    const char *said = p->pieces.n == m.pieces ? words_kept(p, p->text.data ? p->text.data + m.text : "") : "it";
    m.told = p->told.n;
    words_rewind(p, m);
    return said;
}

void words_rewind(struct phraser *p, struct mark m) {
    if (p->told.n > m.told) p->told.n = m.told;
    if (p->pieces.n > m.pieces) { /* what was text then begins the first piece made since */
        const char *was = m.text ? p->to->out->strings.data[p->pieces.data[m.pieces].string] : "";
        if (p->text.failed) p->to->out->failed = true; /* clearing forgets it */
        buf_clear(&p->text);
        buf_put(&p->text, was, m.text);
        p->pieces.n = m.pieces;
    } else {
        words_cut(p, m.text);
    }
}

bool words_after(const struct phraser *p, struct mark m) {
    return p->pieces.n > m.pieces || p->text.n > m.text;
}

void phrase_open(struct phraser *p, struct texts *to, bool live) {
    *p = (struct phraser){.to = to, .live = live, .card = NONE};
    buf_init(&p->text);
}

struct words phrase_close(struct phraser *p) {
    flush(p);
    struct words w = {(uint32_t)p->to->out->pieces.n, 0};
    for (size_t i = 0; i < p->pieces.n; i++)
        if (!VEC_PUSH(&p->to->out->pieces, p->pieces.data[i])) p->to->out->failed = true;
    if (p->text.failed) p->to->out->failed = true;
    w.n = (uint32_t)p->to->out->pieces.n - w.first; /* fewer when memory is out */
    VEC_FREE(&p->pieces);
    VEC_FREE(&p->told);
    buf_free(&p->text);
    return w;
}

const char *phrase_close_text(struct phraser *p) {
    if (p->text.failed) p->to->out->failed = true;
    flush(p);
    const char *text = p->pieces.n ? p->to->out->strings.data[p->pieces.data[0].string] : "";
    for (size_t i = 0; i < p->told.n; i++)
        if (!tellings_note(p->to->tellings, p->told.data[i], TELLING_SAID)) p->to->out->failed = true;
    VEC_FREE(&p->told);
    VEC_FREE(&p->pieces);
    buf_free(&p->text);
    return text;
}

const char *words_kept(struct phraser *p, const char *text) {
    const char *kept = arena_strdup(p->to->m->arena, text, strlen(text));
    if (!kept) p->to->out->failed = true;
    return kept ? kept : "it";
}

/* The article before a noun that was put together of parts: "a infrastructure tile" becomes "an ...". */
void words_article(struct phraser *p, struct mark noun) {
    if (p->pieces.n != noun.pieces || p->text.n <= noun.text) return;
    const char *said = words_kept(p, p->text.data + noun.text);
    words_cut(p, noun.text);
    words_say(p, said);
}

const char *words_title(const struct symbol *s) {
    return s->node && s->node->text ? s->node->text : s->name;
}

/* ---- what names stand for */
const struct meaning *words_meaning(struct phraser *p, const struct symbol *s) {
    for (const struct meaning *m = p->meanings; m; m = m->outer)
        if (m->param == s) return m;
    return NULL;
}

const struct spoken *words_spoken(struct phraser *p, const struct symbol *s) {
    for (int i = p->n_spoken; i-- > 0;)
        if (p->spoken[i].symbol == s) return &p->spoken[i];
    return NULL;
}

void words_speak(struct phraser *p, const struct symbol *s, const char *words) {
    if (!s || p->n_spoken == MAX_SPOKEN) return;
    p->spoken[p->n_spoken++] = (struct spoken){s, words_kept(p, words), false};
}

static struct node *amount_part(struct node *amount, const char *name) {
    while (amount && (amount->kind == N_PAREN || amount->kind == N_UPTO || amount->kind == N_NEGATE))
        amount = amount->a;
    if (!amount || amount->kind != N_AMOUNT) return NULL;
    return !strcmp(name, "n") ? amount->a : amount->b;
}

struct context words_enter(struct phraser *p, struct node **n) {
    struct context was = {p->meanings, p->level, p->me};
    p->work++;
    for (int guard = 0; guard < 32 && *n; guard++) {
        while ((*n)->kind == N_PAREN)
            *n = (*n)->a;
        if ((*n)->kind == N_FIELD && (*n)->a->type.base == VT_AMOUNT) { /* a.unit of an amount that is known */
            struct node *amount = (*n)->a;
            struct context outer = words_enter(p, &amount);
            struct node *part = amount_part(amount, (*n)->name);
            if (!part) {
                words_leave(p, outer);
                return was;
            }
            *n = part;
            continue;
        }
        if (p->me && p->me->told && names_me(*n)) {
            *n = p->me->told;
            words_leave(p, (struct context){p->me->meanings, p->me->level, p->me->outer});
            continue;
        }
        if ((*n)->kind != N_NAME || !(*n)->symbol || (*n)->symbol->kind != SYM_LOCAL) return was;
        const struct meaning *m = words_meaning(p, (*n)->symbol);
        if (!m || !m->value) return was;
        if (m->let) words_told(p, m->let);
        *n = m->value;
        words_leave(p, (struct context){m->caller, m->level, m->me});
    }
    return was;
}

void words_leave(struct phraser *p, struct context c) {
    p->meanings = c.meanings;
    p->level = c.level;
    p->me = c.me;
}

struct context words_bind(struct phraser *p, struct symbol **params, int n, struct node *args, struct node *at,
                          struct meaning *meanings) {
    struct bound b;
    bind_arguments(p->to->m, params, n, args, at, false, &b);
    struct context was = {p->meanings, p->level, p->me};
    const struct meaning *chain = was.meanings;
    for (int i = 0; i < n; i++) {
        meanings[i] = (struct meaning){.param = params[i],
                                       .value = b.value[i],
                                       .deflt = b.deflt[i],
                                       .outer = chain,
                                       .caller = was.meanings,
                                       .level = was.level,
                                       .me = was.me};
        if (i == b.list_param) {
            struct node **items = ARENA_ARRAY(p->to->m->arena, struct node *, (size_t)b.n_list + 1);
            for (int k = 0; items && k < b.n_list; k++)
                items[k] = b.list[k];
            meanings[i].list = items, meanings[i].n_list = items ? b.n_list : 0;
        }
        chain = &meanings[i];
    }
    for (int i = 0; i < n; i++) /* a default is read inside */
        if (b.deflt[i]) meanings[i].caller = chain, meanings[i].level = was.level + 1;
    p->meanings = chain;
    p->level++;
    return was;
}

/* A comparison of two members that are known. */
static bool members_compared(struct phraser *p, struct node *n, int32_t *out) {
    struct node *side[2] = {n->a, n->b};
    if (n->number != TOKEN_EQ && n->number != TOKEN_NE) return false;
    for (int i = 0; i < 2; i++) {
        struct context c = words_enter(p, &side[i]);
        words_leave(p, c);
        if (side[i]->kind != N_NAME || !side[i]->symbol || side[i]->symbol->kind != SYM_MEMBER) return false;
    }
    *out = (side[0]->symbol == side[1]->symbol) == (n->number == TOKEN_EQ);
    return true;
}

/* The configuration decides it: also when a function without parameters says so. */
bool words_constant(struct phraser *p, struct node *n, int32_t *out) {
    struct model *m = p->to->m;
    int32_t a;
    n = node_bare(n);
    if (!n) return false;
    if (p->work++ > MAX_WORK && n->kind != N_NUMBER) return false; /* a number is said, whatever was spent */
    if (constant_number(m, n, out)) return true;
    if (n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_DEF && !n->kids) {
        struct function *f = m->functions.data[n->symbol->index];
        return f->node->c && !f->n_params && words_constant(p, f->node->c, out);
    }
    if (n->kind == N_BINARY && members_compared(p, n, out)) return true;
    if (n->kind == N_NOT) return words_constant(p, n->a, &a) ? (*out = !a, true) : false;
    if (n->kind == N_BINARY && (n->number == TOKEN_AND || n->number == TOKEN_OR)) {
        bool both = n->number == TOKEN_AND;
        for (int i = 0; i < 2; i++)
            if (words_constant(p, i ? n->b : n->a, &a) && (a != 0) != both) return *out = !both, true;
        return words_constant(p, n->a, &a) && words_constant(p, n->b, &a) ? (*out = both, true) : false;
    }
    return false;
}

/* ---- templates */
/* Literal words; the noun behind a number is said in the singular when one is wanted: the first plural before a mark or a
 * word that begins something else. */
static void say_literal(struct phraser *p, const char *text, size_t n) {
    size_t at = 0;
    while (at < n) {
        size_t end = at, word;
        while (end < n && text[end] != ' ')
            end++;
        for (word = end; word > at && strchr(",;:.!?)", text[word - 1]);)
            word--;
        if (p->one && english_plural(text + at, word - at)) {
            p->one = false;
            english_one(&p->text, text + at, word - at);
            buf_put(&p->text, text + word, end - word);
        } else {
            buf_put(&p->text, text + at, end - at);
            if (word < end || english_joins(text + at, word - at)) p->one = false;
        }
        if (end < n) buf_putc(&p->text, ' ');
        at = end + 1;
    }
}

/* Do the words behind a hole close the bracket that was opened before it, and end there? */
static bool in_last_bracket(const char *before, size_t n, const char *rest) {
    const char *close = strchr(rest, ')');
    return memchr(before, '(', n) && close && !close[1] && !strchr(rest, '{');
}

/* A parameter left to its default is not said where it ends the words, alone or in brackets; `this` is. */
static bool silent_hole(struct phraser *p, struct node *hole, const char *before, size_t n, const char *rest) {
    if (!hole || hole->kind != N_NAME || !hole->symbol || (*rest && !in_last_bracket(before, n, rest))) return false;
    const struct meaning *m = words_meaning(p, hole->symbol);
    return m && m->deflt && m->value && !name_is(m->value, "this");
}

/* "{t} tags of {c}" of what the sentence is about. */
static bool of_subject(struct phraser *p, struct node *hole, const char *before, size_t n, const char *rest) {
    if (!hole || *rest || n < 4 || memcmp(before + n - 4, " of ", 4)) return false;
    struct context c = words_enter(p, &hole);
    const struct spoken *s = hole->kind == N_NAME && hole->symbol ? words_spoken(p, hole->symbol) : NULL;
    words_leave(p, c);
    return s && s->subject;
}

/* Without the words that only join the next hole: " tile on " keeps " tile", ", also with " and " (" nothing. */
static size_t joining_words(const char *text, size_t n) {
    const char *comma = memchr(text, ',', n), *bracket = memchr(text, '(', n);
    if (comma) return (size_t)(comma - text);
    if (bracket) n = (size_t)(bracket - text) + 1;
    while (n && text[n - 1] == ' ')
        n--;
    while (n && text[n - 1] != ' ')
        n--;
    while (n && text[n - 1] == ' ')
        n--;
    return n;
}

static bool buf_ends(const struct buf *b, const char *tail) {
    size_t n = strlen(tail);
    return b->n >= n && !memcmp(b->data + b->n - n, tail, n);
}

/* A number that must be counted is "1 per tag" in the template of a verb; after a lone 1 comes the singular. */
static const char *say_hole_of_verb(struct phraser *p, const struct node *at, struct node *hole, const char *rest) {
    char word[64] = "";
    size_t from = p->text.n;
    bool number = hole->type.base == VT_NUMBER && !hole->type.flags;
    struct node *n = hole;
    struct context c = words_enter(p, &n);
    int32_t k;
    if (number && at->b && !words_constant(p, n, &k) && (is_count(p, n) || sums_each(p, n))) {
        if (*rest == ' ' && rest[1] != '{')
            rest += 1 + (size_t)snprintf(word, sizeof word, "%.*s", (int)strcspn(rest + 1, " {,;:"), rest + 1);
        phrase_quantity(p, n, false, /* the word behind it is what is counted */
                        (struct unit){.word = *word ? word : NULL, .sign = p->sign});
    } else if (number && p->sign) {
        phrase_quantity(p, n, false, (struct unit){.sign = true});
    } else {
        phrase_expr(p, n);
    }
    words_leave(p, c);
    if (number && p->text.n == from + 1 && p->text.data[from] == '1') p->one = true;
    return rest;
}

size_t words_after_you(struct phraser *p, const char *text, size_t n) {
    size_t at = strspn(text, " "), end = at;
    if (!at || at >= n) return 0;
    while (end < n && text[end] != ' ')
        end++;
    buf_put(&p->text, text, at);
    english_you(&p->text, text + at, end - at);
    return end;
}

/* A verb or a truth: "{p} settles {s}", "{p} has passed". */
static bool is_sentence(const struct node *at) {
    return at->b || (at->a && at->a->kind == N_TYPE && !strcmp(at->a->name, "bool"));
}

/* One part of a template; `index` is the number of its first hole in the whole. */
static void say_part(struct phraser *p, const struct node *at, const char *text, const char *part, int index) {
    bool was_one = p->one, you = false; /* you: it begins with whom it speaks to */
    for (const char *t = part; *t;) {
        const char *open = strchr(t, '{'), *close = open ? strchr(open, '}') : NULL;
        if (you) t += words_after_you(p, t, close ? (size_t)(open - t) : strlen(t)), you = false;
        if (!close) {
            say_literal(p, t, strlen(t));
            break;
        }
        struct node *hole = model_hole(p->to->m, at, text, index++);
        const char *rest = close + 1;
        if (silent_hole(p, hole, t, (size_t)(open - t), rest)) {
            say_literal(p, t, joining_words(t, (size_t)(open - t)));
            break;
        } else if (of_subject(p, hole, t, (size_t)(open - t), rest)) {
            say_literal(p, t, (size_t)(open - t) - strlen(" of "));
            break;
        } else {
            say_literal(p, t, (size_t)(open - t));
            if (hole && means_me(p, hole) && !strncmp(rest, "'s", 2))
                words_say(p, "your"), rest += 2;
            else if (hole && means_me(p, hole) && buf_ends(&p->text, " of "))
                words_say(p, "yours");
            else if (hole) {
                you = open == part && is_sentence(at) && means_me(p, hole);
                bool was = p->sign;
                p->sign = open[1] == '+';
                rest = say_hole_of_verb(p, at, hole, rest);
                p->sign = was;
            }
        }
        t = rest;
    }
    p->one = p->one && was_one; /* a 1 said here speaks of the words here only */
}

static const char *part_before(struct phraser *p, const char *text, const char *end) {
    const char *part = arena_strdup(p->to->m->arena, text, (size_t)(end - text));
    if (!part) p->to->out->failed = true;
    return part ? part : "";
}

void words_template(struct phraser *p, const struct node *at, const char *text) {
    const char *bar = template_bar(text);
    say_part(p, at, text, bar ? part_before(p, text, bar) : text, 0);
}

/* "has a tile": "has no tile"; the article goes with it. */
static size_t article_at(const char *text) {
    return !strncmp(text, "a ", 2) ? 2 : !strncmp(text, "an ", 3) ? 3 : 0;
}

void words_sentence(struct phraser *p, const struct node *at, const char *text, struct sentence_form form) {
    struct template_sentence s = template_parse(text);
    bool many = form.many || s.many;
    struct buf part;
    buf_init(&part);
    if (s.kind == VERB_other && form.negate) buf_puts(&part, "not: ");
    if (!form.predicate) buf_put(&part, s.text, s.verb);
    switch (s.kind) {
    case VERB_other: break;
    case VERB_none: buf_puts(&part, form.negate ? "not " : ""); break;
    case VERB_is: buf_printf(&part, "%s %s", many ? "are" : "is", form.negate ? "not " : ""); break;
    case VERB_may: buf_printf(&part, "may %s", form.negate ? "not " : ""); break;
    case VERB_cannot: buf_puts(&part, form.negate ? "can " : "cannot "); break;
    case VERB_has: {
        size_t article = form.negate ? article_at(s.text + s.rest) : 0;
        bool thing = form.negate && !article && english_begins_noun(s.text + s.rest);
        if (thing) /* "has the wood": "does not have the wood"; but "has passed": "has not passed" */
            buf_puts(&part, many ? "do not have " : "does not have ");
        else
            buf_printf(&part, "%s %s", many ? "have" : "has", article ? "no " : form.negate ? "not " : "");
        s.rest += article;
        break;
    }
    }
    buf_put(&part, s.text + s.rest, s.end - s.rest);
    if (part.failed) p->to->out->failed = true;
    say_part(p, at, text, part.data, 0);
    buf_free(&part);
}

bool words_explained(struct phraser *p, const struct node *at, const char *text) {
    const char *rest = template_behind(text);
    if (rest) say_part(p, at, text, rest, template_holes(text, rest));
    return rest != NULL;
}

/* ---- what the emitter asks for */
struct words text_literal(struct texts *to, const char *text) {
    struct phraser p;
    phrase_open(&p, to, false);
    buf_puts(&p.text, text);
    return phrase_close(&p);
}

/* One long statement: its beginning, to the end of a word. */
static void cut_short(struct phraser *p) {
    size_t n = PROMPT_LENGTH - 4;
    while (n && p->text.data[n] != ' ')
        n--;
    words_cut(p, n);
    words_say(p, " \xE2\x80\xA6");
}

/* The statements of a block up to the length of a prompt; at least the first that says something. */
static void short_block(struct phraser *p, struct node *block) {
    size_t said = 0;
    for (struct node *s = block->kids; s; s = s->next) {
        if (statement_silent(p, s) || s->kind == N_NEEDS) continue;
        struct mark before = words_mark(p);
        if (said) words_say(p, ", then ");
        phrase_statement(p, s);
        if (words_length(p) <= PROMPT_LENGTH) {
            said++;
            continue;
        }
        if (said || words_length(p) > 2 * PROMPT_LENGTH)
            words_rewind(p, before);
        else if (p->pieces.n == before.pieces)
            cut_short(p);
        break;
    }
}

/* What a number that was compared is; what is longer than a few words is said by its first part. */
static void short_number(struct phraser *p, struct node *n) {
    n = node_bare(n);
    if (n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_LOCAL && n->type.base == VT_NUMBER) return;
    phrase_expr(p, n);
    if (words_length(p) <= NOTE_LENGTH) return;
    words_rewind(p, (struct mark){0});
    if (n->kind != N_BINARY) return;
    phrase_expr(p, n->a), words_say(p, ", adjusted");
    if (words_length(p) > NOTE_LENGTH) words_rewind(p, (struct mark){0});
}

struct words text_phrase(struct texts *to, struct node *n) {
    struct phraser p;
    int32_t k;
    phrase_open(&p, to, true);
    if (n->kind == N_BLOCK) {
        short_block(&p, n);
        if (!words_length(&p)) words_say(&p, "this");
    } else if (words_constant(&p, n, &k)) {
        words_say(&p, n->type.base == VT_BOOL ? WORDS_NEVER : "");
    } else if (n->type.base == VT_BOOL) {
        bool clause = n->kind == N_FIELD && n->symbol && n->symbol->kind == SYM_CLAUSE;
        if (!clause) words_say(&p, "only if ");
        phrase_expr(&p, n);
    } else if (n->type.base == VT_NUMBER || n->type.base == VT_TRACK) {
        short_number(&p, n);
    } else {
        phrase_expr(&p, n);
    }
    return phrase_close(&p);
}

struct words text_contrary(struct texts *to, struct node *condition) {
    struct phraser p;
    phrase_open(&p, to, true);
    bool same = condition->kind == N_BINARY && condition->number == TOKEN_NE && condition->a->type.base != VT_NUMBER;
    if (same && node_bare(condition->a)->kind == N_NAME && node_bare(condition->b)->kind == N_NAME)
        words_say(&p, "it is "), phrase_thing(&p, condition->b); /* both have the same name */
    else
        phrase_condition(&p, condition, true);
    return phrase_close(&p);
}

struct words text_outside(struct texts *to, struct node *set, bool outside) {
    struct phraser p;
    phrase_open(&p, to, true);
    if (outside) words_say(&p, "not ");
    phrase_set(&p, set, NOUN_A);
    return phrase_close(&p);
}

struct words text_where(struct texts *to, struct node *choose) {
    struct phraser p;
    phrase_open(&p, to, true);
    phrase_set(&p, choose->a, NOUN_A);
    phrase_that(&p, (struct candidate){choose->where_symbol ? choose->where_symbol : choose->symbol, .where = choose->b});
    return phrase_close(&p);
}

struct words text_question(struct texts *to, struct node *may) {
    struct phraser p;
    phrase_open(&p, to, true);
    short_block(&p, may->b);
    if (!words_length(&p)) words_say(&p, "do this");
    words_say(&p, "?");
    struct words w = phrase_close(&p);
    struct piece *first = w.n ? &to->out->pieces.data[w.first] : NULL;
    if (first && first->string != NONE) {
        char *text =
            arena_strdup(to->m->arena, to->out->strings.data[first->string], strlen(to->out->strings.data[first->string]));
        if (!text) return w;
        if (*text >= 'a' && *text <= 'z') *text = (char)(*text - 'a' + 'A');
        first->string = output_string(to->out, text);
    }
    return w;
}
