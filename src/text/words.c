/* words.c: see words.h. Pieces and names, what parameters stand for, templates, and what the emitter asks for. */
#include "text/words_inside.h"

#include "base/english.h"
#include "lang/model/builtins.h"
#include "lang/parse/template.h"
#include "lang/parse/token.h"

#include <stdio.h>
#include <string.h>

enum { PROMPT_LENGTH = 80, NOTE_LENGTH = 60 };

/* ---- what was spoken of */
bool texts_init(struct texts *to, struct model *m, struct output *out, const uint8_t *registers,
                struct tellings *tellings) {
    const struct type player = {VT_PLAYER, 0, ANY};
    *to = (struct texts){.m = m, .out = out, .registers = registers, .tellings = tellings};
    to->me = node_made(m->arena, (struct node){.kind = N_NAME, .name = "me", .type = player});
    to->each = symbol_made(m, (struct symbol){.kind = SYM_LOCAL, .name = "player", .type = player});
    to->someone =
        node_made(m->arena, (struct node){.kind = N_NAME, .name = "player", .symbol = to->each, .type = player});
    to->functions = ARENA_ARRAY(m->arena, struct spoken_of, m->functions.n + 1);
    to->zones = ARENA_ARRAY(m->arena, bool, m->zones.n + 1);
    return to->me && to->each && to->someone && to->functions && to->zones;
}

struct spoken_of *words_spoke_of(struct phraser *p, const struct function *f) {
    struct spoken_of *told = &p->to->functions[f->symbol->index];
    told->spoken |= p->purpose != FOR_PLAY;
    return told;
}

/* ---- what is said */
void phrase_open(struct phraser *p, struct texts *to, enum purpose purpose) {
    *p = (struct phraser){.to = to, .purpose = purpose, .card = NONE};
}

void words_say(struct phraser *p, const char *s) {
    leaves_words(&p->said, s);
}

void words_said(struct phraser *p, struct said said) {
    leaves_say(&p->said, said);
}

void words_form(struct phraser *p, const char *noun, enum leaf_form form) {
    leaves_add(&p->said, (struct leaf){.form = (uint8_t)form, .name = true, .text = noun, .n = strlen(noun)});
}

void words_name(struct phraser *p, const char *s) {
    words_form(p, s, FORM_plain);
}

void words_number(struct phraser *p, long n) {
    leaves_add(&p->said, (struct leaf){.kind = LEAF_number, .value = n});
}

void words_units(struct phraser *p, long n) {
    leaves_add(&p->said, (struct leaf){.kind = LEAF_number, .value = n, .units = true});
}

/* Whether a name is said with the bytes that are shown for a thing: of members underscores are blanks there, too. */
static bool said_so(const char *name, const char *called, bool member) {
    size_t i = 0;
    for (; name[i] && called[i]; i++)
        if ((name[i] == '_' ? ' ' : name[i]) != (member && called[i] == '_' ? ' ' : called[i])) return false;
    return !name[i] && !called[i];
}

/* Said as the program calls it, it is that thing. */
static void say_called(struct phraser *p, const char *name, int32_t string, struct thing what) {
    const struct output *out = p->to->out;
    const char *called = string >= 0 && (size_t)string < out->strings.n ? out->strings.data[string] : "";
    if (!said_so(name, called, what.kind.type == VT_MEMBER)) what = (struct thing){0};
    leaves_add(&p->said, (struct leaf){.name = true, .text = name, .n = strlen(name), .is = what});
}

void words_member(struct phraser *p, int of, int member, bool many) {
    const struct output *out = p->to->out;
    size_t i = (size_t)p->to->m->enums.data[of].first + (size_t)member;
    const char *one = p->to->m->members.data[i].name, *text = p->to->m->members.data[i].node->text;
    struct thing what = {.kind = {.type = VT_MEMBER, .of = (uint16_t)of}, .value = member};
    int32_t several = i < out->members.n ? out->members.data[i].many : NONE;
    what.form = many ? KNOWN_MANY : 0; /* also where English has one word for both */
    if (many && text && several != NONE && !strcmp(out->strings.data[several], text))
        leaves_add(&p->said, (struct leaf){.text = text, .n = strlen(text), .is = what});
    else
        say_called(p, one, i < out->members.n ? out->members.data[i].name : NONE, what);
}

void words_counted(struct phraser *p, bool many) {
    const struct model *m = p->to->m;
    for (size_t i = 0; i < m->members.n; i++)
        if (m->members.data[i].node == p->counted) {
            int of = m->members.data[i].enum_number;
            words_member(p, of, (int)i - m->enums.data[of].first, many);
            return;
        }
}

void words_card(struct phraser *p, size_t card) {
    int32_t called = card < p->to->out->cards.n ? p->to->out->cards.data[card].name : NONE;
    say_called(p, p->to->m->cards.data[card].name, called,
               (struct thing){.kind = {.type = VT_CARD}, .value = (int32_t)card});
}

void words_space(struct phraser *p, size_t space, const char *name) {
    int32_t called = space < p->to->out->spaces.n ? p->to->out->spaces.data[space].name : NONE;
    say_called(p, name, called, (struct thing){.kind = {.type = VT_SPACE}, .value = (int32_t)space});
}

void words_you(struct phraser *p, const char *you) {
    leaves_add(&p->said, (struct leaf){.kind = LEAF_you, .text = you, .n = strlen(you)});
}

static void say_hole(struct phraser *p, int reg, struct type t, int clause, int member) {
    bool unit = t.base == VT_AMOUNT || t.base == VT_MEMBER; /* of what is not said: of what players own */
    if (unit && t.of >= p->to->m->enums.n && p->to->m->stock_enum >= 0) t.of = (uint16_t)p->to->m->stock_enum;
    struct piece piece = {.string = NONE,
                          .reg = (uint8_t)reg,
                          .hole = (uint8_t)clause,
                          .member = (uint16_t)member,
                          .kind = value_kind_of(t)};
    leaves_add(&p->said, (struct leaf){.kind = LEAF_hole, .hole = piece});
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

struct mark words_mark(const struct phraser *p) {
    return (struct mark){p->said.list.n, p->told.n};
}

void words_told(struct phraser *p, struct node *statement) {
    if (p->purpose != FOR_PLAY && !VEC_PUSH(&p->told, statement)) p->to->out->failed = true;
}

void words_told_as(struct phraser *p, const struct node *made, struct node *statement) {
    for (size_t i = 0; i < p->told.n; i++)
        if (p->told.data[i] == made) p->told.data[i] = statement;
    if (p->to->tellings && tellings_of(p->to->tellings, made) == TELLING_MOOT) words_moot(p, statement);
}

void words_moot(struct phraser *p, struct node *statement) {
    if (p->purpose != FOR_PLAY && !tellings_note(p->to->tellings, statement, TELLING_MOOT)) p->to->out->failed = true;
}

void words_bracket(struct phraser *p, struct mark m) {
    if (!words_after(p, m)) return;
    leaves_insert(&p->said, m.leaves, (struct leaf){.text = "(", .n = 1});
    words_say(p, ")");
}

struct said words_take(struct phraser *p, struct mark m) {
    struct said said = leaves_copy(&p->said, m.leaves, p->to->m->arena);
    leaves_cut(&p->said, m.leaves);
    return said;
}

void words_rewind(struct phraser *p, struct mark m) {
    if (p->told.n > m.told) p->told.n = m.told;
    leaves_cut(&p->said, m.leaves);
}

bool words_after(const struct phraser *p, struct mark m) {
    return p->said.list.n > m.leaves;
}

/* The statements that words were said of; the phraser is done. */
static void close_phraser(struct phraser *p) {
    for (size_t i = 0; i < p->told.n; i++)
        if (!tellings_note(p->to->tellings, p->told.data[i], TELLING_SAID)) p->to->out->failed = true;
    VEC_FREE(&p->told);
    leaves_free(&p->said);
}

struct said phrase_close_said(struct phraser *p) {
    struct said said = leaves_copy(&p->said, 0, p->to->m->arena);
    if (p->said.failed) p->to->out->failed = true;
    close_phraser(p);
    return said;
}

struct words phrase_close(struct phraser *p) {
    struct words w = said_words((struct said){p->said.list.data, p->said.list.n}, p->to->out);
    if (p->said.failed) p->to->out->failed = true;
    close_phraser(p);
    return w;
}

const char *words_kept(struct phraser *p, const char *text) {
    const char *kept = arena_strdup(p->to->m->arena, text, strlen(text));
    if (!kept) p->to->out->failed = true;
    return kept ? kept : "it";
}

const char *words_title(const struct symbol *s) {
    if (s->kind == SYM_VAR && s->node) return var_called(s->node);
    return s->node && s->node->text ? s->node->text : s->name;
}

const char *words_called(const struct node *n) {
    const struct symbol *s = n->symbol;
    return s && (s->kind == SYM_VAR || s->kind == SYM_TRACK) ? words_title(s) : n->name;
}

/* ---- what names stand for */
bool words_is_adjusted(const struct model *m, const struct symbol *attribute) {
    for (size_t i = 0; i < m->functions.n; i++) {
        const struct function *f = m->functions.data[i];
        const struct node *is = f->kind == SYM_VALUE && f->n_params > 1 ? f->node->c : NULL;
        if (is && is->kind == N_FIELD && !strcmp(is->name, attribute->name) && is->symbol &&
            is->symbol->kind == SYM_ATTRIBUTE && is->a->kind == N_NAME && is->a->symbol == f->params[0])
            return true;
    }
    return false;
}

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

static void speak(struct phraser *p, struct spoken spoken) {
    if (spoken.symbol && p->n_spoken < MAX_SPOKEN) p->spoken[p->n_spoken++] = spoken;
}

void words_speak_said(struct phraser *p, const struct symbol *s, struct said said) {
    speak(p, (struct spoken){.symbol = s, .as = AS_said, .said = said});
}

void words_speak(struct phraser *p, const struct symbol *s, enum spoken_as as, const char *before, const char *noun,
                 bool many) {
    struct mark m = words_mark(p);
    noun = words_kept(p, noun);
    words_say(p, before);
    if (as == AS_it)
        leaves_add(&p->said, (struct leaf){.kind = LEAF_it, .text = noun, .n = strlen(noun)});
    else
        words_form(p, noun, many ? FORM_many : FORM_plain);
    speak(p, (struct spoken){.symbol = s, .as = as, .noun = noun, .said = words_take(p, m)});
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
/* Behind the bracket that was opened before a hole and holds no other one; NULL: it stands in no such bracket. */
static const char *behind_bracket(const char *before, size_t n, const char *rest) {
    const char *close = strchr(rest, ')'), *hole = strchr(rest, '{');
    return memchr(before, '(', n) && close && (!hole || close < hole) ? close + 1 : NULL;
}

/* A parameter left to its default is not said where it ends the words or has brackets of its own; `this` is. */
static bool silent_hole(struct phraser *p, struct node *hole, const char *before, size_t n, const char *rest) {
    if (!hole || hole->kind != N_NAME || !hole->symbol || (*rest && !behind_bracket(before, n, rest))) return false;
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

static bool text_ends(const char *text, size_t n, const char *tail) {
    size_t k = strlen(tail);
    return n >= k && !memcmp(text + n - k, tail, k);
}

/* A number that must be counted is "1 per tag" in the template of a verb. Returns the words behind it; *one: it was 1.
 */
static const char *say_hole_of_verb(struct phraser *p, const struct node *at, struct node *hole, const char *rest,
                                    bool sign, bool *one) {
    struct mark m = words_mark(p);
    bool number = hole->type.base == VT_NUMBER && !hole->type.flags;
    struct node *n = hole;
    struct context c = words_enter(p, &n);
    int32_t k;
    bool constant = number && words_constant(p, n, &k);
    if (number && at->b && !constant && (is_count(p, n) || sums_each(p, n))) {
        size_t word = *rest == ' ' && rest[1] != '{' ? strcspn(rest + 1, " {,;:") : 0;
        const char *counted = word ? arena_strdup(p->to->m->arena, rest + 1, word) : NULL;
        if (counted) rest += 1 + word;
        phrase_quantity(p, n, false, (struct unit){.word = counted}); /* the word behind it is what is counted */
    } else if (number && sign) {
        phrase_quantity(p, n, false, (struct unit){0});
    } else {
        phrase_expr(p, n);
    }
    words_leave(p, c);
    *one = number && p->said.list.n == m.leaves + 1 && leaf_is(&p->said, m.leaves, LEAF_number) &&
           p->said.list.data[m.leaves].value == 1;
    return rest;
}

size_t words_after_you(struct phraser *p, const char *text, size_t n) {
    size_t at = strspn(text, " "), end = at;
    struct buf verb;
    if (!at || at >= n) return 0;
    while (end < n && text[end] != ' ')
        end++;
    buf_init(&verb);
    buf_put(&verb, text, at);
    english_you(&verb, text + at, end - at);
    if (verb.failed) p->to->out->failed = true;
    words_say(p, words_kept(p, verb.data ? verb.data : ""));
    buf_free(&verb);
    return end;
}

/* A verb or a truth: "{p} settles {s}", "{p} has passed". */
static bool is_sentence(const struct node *at) {
    return at->b || (at->a && at->a->kind == N_TYPE && !strcmp(at->a->name, "bool"));
}

/* One part of a template, which lasts; `index` is the number of its first hole in the whole. */
static void say_part(struct phraser *p, const struct node *at, const char *text, const char *part, int index) {
    bool you = false;         /* it begins with whom it speaks to */
    size_t of_one = SIZE_MAX; /* the first leaf behind a number that is 1 */
    for (const char *t = part; *t;) {
        const char *open = strchr(t, '{'), *close = open ? strchr(open, '}') : NULL;
        if (you) t += words_after_you(p, t, close ? (size_t)(open - t) : strlen(t)), you = false;
        size_t n = close ? (size_t)(open - t) : strlen(t);
        struct node *hole = close ? model_hole(p->to->m, at, text, index++) : NULL;
        const char *rest = close ? close + 1 : t + n;
        bool silent = close && silent_hole(p, hole, t, n, rest),
             subject = close && !silent && of_subject(p, hole, t, n, rest);
        leaves_author(&p->said, t, silent ? joining_words(t, n) : subject ? n - strlen(" of ") : n);
        if (!close || (silent && !*rest) || subject) break;
        if (silent) {
            t = behind_bracket(t, n, rest);
            continue;
        }
        bool mine = hole && means_me(p, hole), one = false;
        if (mine && !strncmp(rest, "'s", 2)) {
            words_you(p, "your"), rest += 2;
        } else if (mine && text_ends(t, n, " of ")) {
            words_you(p, "yours");
        } else if (hole) {
            size_t from = p->said.list.n;
            you = open == part && is_sentence(at) && mine;
            rest = say_hole_of_verb(p, at, hole, rest, open[1] == '+', &one);
            if (open[1] == '+') leaves_sign(&p->said, from);
        }
        if (one) of_one = p->said.list.n;
        t = rest;
    }
    if (of_one != SIZE_MAX) leaves_make_one(&p->said, of_one, p->to->m->arena);
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
        /* "has a tile": "has no tile"; the article goes with it */
        size_t article = form.negate ? english_article(s.text + s.rest, strlen(s.text + s.rest)) : 0;
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
    say_part(p, at, text, words_kept(p, part.data ? part.data : ""), 0);
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
    phrase_open(&p, to, FOR_PLAY);
    words_say(&p, text);
    return phrase_close(&p);
}

/* One long statement: its beginning, to the end of a word. */
static void cut_short(struct phraser *p) {
    size_t left = PROMPT_LENGTH - 4;
    for (size_t i = 0; i < p->said.list.n; i++) {
        struct leaf *leaf = &p->said.list.data[i];
        if (leaf->kind != LEAF_words || leaf->n <= left) {
            left -= leaf->n < left ? leaf->n : left;
            continue;
        }
        while (left && leaf->text[left] != ' ')
            left--;
        leaf->n = left;
        leaves_cut(&p->said, i + 1);
    }
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
        if (leaves_length(&p->said) <= PROMPT_LENGTH) {
            said++;
            continue;
        }
        if (said || leaves_length(&p->said) > 2 * PROMPT_LENGTH)
            words_rewind(p, before);
        else
            cut_short(p);
        break;
    }
}

/* What a number that was compared is; what is longer than a few words is said by its first part. */
static void short_number(struct phraser *p, struct node *n) {
    n = node_bare(n);
    if (n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_LOCAL && n->type.base == VT_NUMBER) return;
    phrase_expr(p, n);
    if (leaves_length(&p->said) <= NOTE_LENGTH) return;
    words_rewind(p, (struct mark){0});
    if (n->kind != N_BINARY) return;
    phrase_expr(p, n->a), words_say(p, ", adjusted");
    if (leaves_length(&p->said) > NOTE_LENGTH) words_rewind(p, (struct mark){0});
}

struct words text_phrase(struct texts *to, struct node *n) {
    struct phraser p;
    int32_t k;
    phrase_open(&p, to, FOR_PLAY);
    if (n->kind == N_BLOCK) {
        short_block(&p, n);
        if (!leaves_length(&p.said)) words_say(&p, "this");
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
    phrase_open(&p, to, FOR_PLAY);
    bool same = condition->kind == N_BINARY && condition->number == TOKEN_NE && condition->a->type.base != VT_NUMBER;
    if (same && node_bare(condition->a)->kind == N_NAME && node_bare(condition->b)->kind == N_NAME)
        words_say(&p, "it is "), phrase_thing(&p, condition->b); /* both have the same name */
    else
        phrase_condition(&p, condition, true);
    return phrase_close(&p);
}

struct words text_outside(struct texts *to, struct node *set, bool outside) {
    struct phraser p;
    phrase_open(&p, to, FOR_PLAY);
    if (outside) words_say(&p, "not ");
    phrase_set(&p, set, NOUN_A);
    return phrase_close(&p);
}

struct words text_where(struct texts *to, struct node *choose) {
    struct phraser p;
    phrase_open(&p, to, FOR_PLAY);
    const struct symbol *it = choose->where_symbol ? choose->where_symbol : choose->symbol;
    phrase_set_that(&p, choose->a, NOUN_A, (struct candidate){it, .where = choose->b});
    return phrase_close(&p);
}

struct words text_question(struct texts *to, struct node *may) {
    struct phraser p;
    phrase_open(&p, to, FOR_PLAY);
    short_block(&p, may->b);
    if (!leaves_length(&p.said)) words_say(&p, "do this");
    words_say(&p, "?");
    leaves_insert(&p.said, 0, (struct leaf){.kind = LEAF_capital});
    return phrase_close(&p);
}
