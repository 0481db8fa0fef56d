/* words_local.c: what the names of a rule are called in its text, which never depends on how its author spelled them.
 *
 * A thing is "that card", or "the other card" where another is called so already. What a parameter or a value stands
 * for that the text does not know is a label: X, Y or Z for a number, as on the faces of cards, and what it is in
 * brackets for anything else: "[resource]", "[other player]". The name of a value that is only looked at stands for
 * that value, as long as nothing between the look and the last word about it can change it; otherwise the text says
 * "let X be ...", and goes on with the label. */
#include "text/words_inside.h"

#include "base/english.h"
#include "lang/model/builtins.h"
#include "lang/parse/template.h"
#include "lang/parse/token.h"

#include <stdio.h>
#include <string.h>

/* ---- labels */
static bool is_number(struct type t) {
    return t.base == VT_NUMBER && !t.flags;
}

static bool label_taken(const struct phraser *p, const char *label) {
    for (int i = 0; i < p->n_spoken; i++)
        if (p->spoken[i].as == AS_label && !strcmp(p->spoken[i].noun, label)) return true;
    return false;
}

/* Things of one noun, told apart; the last is said of all that follow. */
static const char *const ordinals[] = {"that ",      "the other ", "the third ",   "the fourth ",
                                       "the fifth ", "the sixth ", "the seventh ", "the eighth "};
enum { ORDINALS = sizeof ordinals / sizeof *ordinals };

static void put_label(struct phraser *p, struct type t, int i, struct buf *out) {
    buf_clear(out);
    if (is_number(t)) {
        buf_putc(out, "XYZWVUTS"[i]);
        return;
    }
    buf_printf(out, "[%s", i ? ordinals[i] + strlen("the ") : "");
    if (t.flags)
        english_many(out, noun_of(p, type_make(t.base, 0, t.of)));
    else
        buf_puts(out, noun_of(p, t));
    buf_putc(out, ']');
}

const char *words_label(struct phraser *p, const struct symbol *s) {
    struct buf out;
    bool found = false;
    buf_init(&out);
    for (int i = 0; i < ORDINALS && !found && !out.failed; i++)
        put_label(p, s->type, i, &out), found = out.data && !label_taken(p, out.data);
    if (out.failed) p->to->out->failed = true;
    if (found && !out.failed) words_speak(p, s, AS_label, "", out.data, false);
    buf_free(&out);
    const struct spoken *said = words_spoken(p, s);
    return said && found ? said->noun : WORDS_SEE;
}

void words_say_label(struct phraser *p, const struct symbol *s) {
    words_name(p, words_label(p, s));
}

/* ---- where a name is spoken of */
static bool is_spoken(const struct node *n, const void *of) {
    const struct symbol *s = of;
    return (n->kind == N_NAME && n->symbol == s) ||
           (n->kind == N_ASK && n->text && template_mentions(n->text, s->name));
}

static bool speaks_of(const struct node *n, const struct symbol *s) {
    return tree_any(n, is_spoken, s);
}

static bool is_assigned(const struct node *n, const void *symbol) {
    return n->kind == N_ASSIGN && n->a->kind == N_NAME && n->a->symbol == symbol;
}

/* In a statement or those behind it. */
static bool any_of(const struct node *rest, bool (*found)(const struct node *, const void *), const struct symbol *s) {
    for (; rest; rest = rest->next)
        if (tree_any(rest, found, s)) return true;
    return false;
}

/* ---- things: "that card", or "the other card" where another is called so */
/* How many others of its type are called "that card" that the statements speak of again? */
static int others_are_that(struct phraser *p, const struct symbol *s, const char *noun, const struct node *rest,
                           const struct node *later) {
    int others = 0;
    for (int i = 0; i < p->n_spoken; i++) {
        const struct symbol *o = p->spoken[i].symbol;
        if (p->spoken[i].as != AS_that || o == s || words_spoken(p, o) != &p->spoken[i]) continue;
        if (!o->type.flags != !s->type.flags || strcmp(p->spoken[i].noun, noun) != 0) continue;
        others += any_of(rest, is_spoken, o) || any_of(later, is_spoken, o);
    }
    return others;
}

void words_speak_that(struct phraser *p, const struct symbol *s, const struct node *rest, const struct node *later) {
    if (!s) return;
    if (is_number(s->type)) {
        words_label(p, s);
        return;
    }
    bool many = s->type.flags != 0;
    const char *noun = noun_of(p, type_make(s->type.base, 0, s->type.of));
    int others = others_are_that(p, s, noun, rest, later);
    if (!others) {
        words_speak(p, s, AS_that, many ? "those " : "that ", noun, many);
        return;
    }
    words_speak(p, s, AS_that, ordinals[others < ORDINALS ? others : ORDINALS - 1], noun, many);
    const struct spoken *said = words_spoken(p, s);
    words_say(p, " ("), words_said(p, said ? said->said : SAID(WORDS_SEE)), words_say(p, ")");
}

/* ---- may the value of a name be said where the name stands? */
/* A statement that changes nothing but names. */
static bool quiet(struct phraser *p, const struct node *s) {
    switch (s->kind) {
    case N_LET: return s->symbol && !words_acting(p, s->a);
    case N_NEEDS:
    case N_CHOOSE:
    case N_RETURN: return !s->a || !words_acting(p, s->a);
    case N_ASSIGN:
        return s->a->kind == N_NAME && s->a->symbol && s->a->symbol->kind == SYM_LOCAL && !words_acting(p, s->b);
    case N_IF:
        for (const struct node *k = s->b->kids; k; k = k->next)
            if (!quiet(p, k)) return false;
        if (s->c && s->c->kind == N_IF) return quiet(p, s->c);
        for (const struct node *k = s->c ? s->c->kids : NULL; k; k = k->next)
            if (!quiet(p, k)) return false;
        return true;
    default: return false;
    }
}

static bool quiet_until(struct phraser *p, const struct node *rest, const struct symbol *s);

/* The last statement that speaks of it: is the value looked at before the statement changes anything? */
static bool looked_at_first(struct phraser *p, const struct node *s, const struct symbol *symbol) {
    switch (s->kind) {
    case N_IF:
        if (!quiet_until(p, s->b->kids, symbol)) return false;
        return !s->c || (s->c->kind == N_IF ? looked_at_first(p, s->c, symbol) : quiet_until(p, s->c->kids, symbol));
    case N_MAY: return !s->number && quiet_until(p, s->b->kids, symbol);
    case N_BLOCK: return quiet_until(p, s->kids, symbol);
    case N_EITHER:
        for (const struct node *o = s->kids; o; o = o->next)
            if (!quiet_until(p, o->b->kids, symbol)) return false;
        return true;
    case N_FOR: return !speaks_of(s->c, symbol) && !speaks_of(s->b, symbol);
    case N_REPEAT: return !speaks_of(s->b, symbol);
    case N_DO:
    case N_LET:
    case N_ASSIGN:
    case N_NEEDS:
    case N_CHOOSE:
    case N_ASK:
    case N_EMIT:
    case N_RETURN: return true;
    default: return !speaks_of(s, symbol);
    }
}

static bool quiet_until(struct phraser *p, const struct node *rest, const struct symbol *s) {
    const struct node *last = NULL;
    for (const struct node *k = rest; k; k = k->next)
        if (speaks_of(k, s)) last = k;
    for (const struct node *k = rest; last && k != last; k = k->next)
        if (!quiet(p, k)) return false;
    return !last || looked_at_first(p, last, s);
}

/* Nothing in play changes it: numbers, names of things, what is printed; names that are not given another value. */
static bool fixed(struct phraser *p, struct node *n, const struct node *rest) {
    int32_t k;
    n = node_bare(n);
    if (!n || words_constant(p, n, &k)) return true;
    if (n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_LOCAL) return !any_of(rest, is_assigned, n->symbol);
    if (n->kind == N_NAME)
        return !names_me(n) &&
               (!n->symbol || n->symbol->kind == SYM_MEMBER || n->symbol->kind == SYM_INSTANCE ||
                n->symbol->kind == SYM_SPACE || n->symbol->kind == SYM_KIND || n->symbol->kind == SYM_ENUM ||
                (n->symbol->kind == SYM_BOARD && p->to->m->boards.data[n->symbol->index].owner == NONE) ||
                n->symbol->kind == SYM_OPTION);
    if (n->kind == N_FIELD) return n->symbol && n->symbol->kind == SYM_ATTRIBUTE && fixed(p, n->a, rest);
    if (n->kind == N_BINARY) return fixed(p, n->a, rest) && fixed(p, n->b, rest);
    return n->kind == N_NUMBER;
}

/* Chance decides in it: said twice, it would be two draws. */
static bool is_chance(struct phraser *p, const struct node *n) {
    if (!n) return false;
    const struct symbol *s = n->kind == N_CALL ? n->symbol : NULL;
    if (s && s->kind == SYM_BUILTIN && s->index == BI_random) return true;
    if (s && s->kind == SYM_DEF && p->to->m->functions.data[s->index]->chance) return true;
    for (const struct node *k = n->kids; k; k = k->next)
        if (is_chance(p, k)) return true;
    return is_chance(p, n->a) || is_chance(p, n->b) || is_chance(p, n->c);
}

/* How often it is spoken of, in a loop more than once. */
static int mentions(const struct node *n, const struct symbol *s) {
    if (!n) return 0;
    int k = n->symbol == s && n->kind == N_NAME;
    for (const struct node *kid = n->kids; kid; kid = kid->next)
        k += mentions(kid, s);
    k += mentions(n->a, s) + mentions(n->b, s) + mentions(n->c, s);
    bool again = n->kind == N_FOR || n->kind == N_REPEAT || n->kind == N_WHILE || n->kind == N_GENERATOR;
    return again ? 2 * k : k;
}

static bool drawn_once(struct phraser *p, const struct node *value, const struct symbol *s, const struct node *rest) {
    int k = 0;
    for (const struct node *n = rest; n; n = n->next)
        k += mentions(n, s);
    int plain = value->type.base == VT_MEMBER ? 0 : 1; /* "gain 1 a random resource" is no English */
    return k > plain && is_chance(p, value);
}

bool words_stays(struct phraser *p, struct node *value, const struct symbol *s, const struct node *rest) {
    if (any_of(rest, is_assigned, s) || drawn_once(p, value, s, rest)) return false;
    return fixed(p, value, rest) || quiet_until(p, rest, s);
}

/* ---- let */
/* A name for something that was looked up: what is told at length goes on with the name. */
static bool named_thing(struct phraser *p, const struct node *let) {
    const struct symbol *s = let->symbol;
    if (p->purpose != FOR_RULES || let->a->kind == N_NAME) return false;
    return is_number(s->type) || s->type.base == VT_SPACE || s->type.base == VT_CARD || s->type.base == VT_PLAYER;
}

bool words_let_said(struct phraser *p, struct node *s) {
    if (!s->symbol || words_acting(p, s->a)) return true;
    if (!any_of(s->next, is_spoken, s->symbol)) return false;
    return named_thing(p, s) || !words_stays(p, s->a, s->symbol, s->next);
}

void words_bind_let(struct phraser *p, struct node *s) {
    if (!any_of(s->next, is_spoken, s->symbol)) { /* nobody asks for it */
        words_moot(p, s);
        return;
    }
    struct meaning *m = ARENA_NEW(p->to->m->arena, struct meaning);
    if (!m) {
        p->to->out->failed = true;
        return;
    }
    *m = (struct meaning){.param = s->symbol,
                          .value = s->a,
                          .let = s,
                          .outer = p->meanings,
                          .caller = p->meanings,
                          .level = p->level,
                          .me = p->me};
    p->meanings = m;
}

void phrase_value(struct phraser *p, struct node *n) {
    struct type t = n->type;
    if (names_none(n))
        words_say(p, "none");
    else if (t.base == VT_BOOL && !t.flags && name_is(n, "true"))
        words_say(p, "yes");
    else if (t.base == VT_BOOL && !t.flags && name_is(n, "false"))
        words_say(p, "no");
    else if (t.base == VT_BOOL && !t.flags)
        words_say(p, "whether "), phrase_condition(p, n, false);
    else if (t.base == VT_NUMBER && !t.flags)
        words_say(p, is_count(p, n) ? "the number of " : ""), phrase_number(p, n);
    else if (n->kind == N_SET)
        phrase_items(p, n, " and ");
    else
        phrase_expr(p, n);
}

/* "let X be the number of tags", "let [player] be player 1"; the label is not known yet in the value. */
static void say_labelled(struct phraser *p, struct node *s) {
    struct mark m = words_mark(p);
    bool set = s->symbol->type.flags & VF_SET, acts = words_acting(p, s->a);
    if (acts)
        phrase_act(p, s->a);
    else
        phrase_value(p, s->a);
    struct said what = words_take(p, m);
    words_say(p, "let "), words_say_label(p, s->symbol);
    words_say(p, acts ? " be the result of this: " : set ? " be all of this: " : " be ");
    words_said(p, what), words_say(p, what.n ? "" : WORDS_SEE);
}

void phrase_let(struct phraser *p, struct node *s) {
    if (!s->symbol) { /* let me = ... */
        words_say(p, "it is the turn of "), phrase_thing(p, s->a);
        return;
    }
    bool plain = s->symbol->type.flags == 0 && (s->symbol->type.base == VT_NUMBER || s->symbol->type.base == VT_BOOL);
    bool spoken = any_of(s->next, is_spoken, s->symbol);
    if (!words_acting(p, s->a) || (spoken && (plain || any_of(s->next, is_assigned, s->symbol)))) {
        bool thing = named_thing(p, s) && !is_number(s->symbol->type) && !any_of(s->next, is_assigned, s->symbol);
        if (thing && !words_acting(p, s->a) && !s->symbol->type.flags)
            words_say(p, "find "), phrase_value(p, s->a), words_speak_that(p, s->symbol, s->next, NULL);
        else
            say_labelled(p, s);
        return;
    }
    phrase_expr(p, s->a);
    words_speak_that(p, s->symbol, s->next, NULL);
}
