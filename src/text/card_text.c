/* card_text.c: what is printed on a card: its attributes, its clauses in the order they are written, what it does while
 * it is in play; and what is printed on a space. What its kind does while in play is a rule of the kind (rule_text.c).
 *
 * Every part is a clause of the program (key: as declared; text: without label, not capitalised), so that tables and
 * reasons can show it alone. The whole text is made of the parts with their labels. A `text:` clause replaces the whole
 * text; W20 warns when it names a number that the rules do not. */
#include "text/card_text.h"

#include "base/english.h"
#include "lang/model/builtins.h"
#include "lang/parse/token.h"
#include "text/face.h"
#include "text/words.h"

#include <ctype.h>
#include <string.h>

struct writer {
    struct texts *to;
    size_t card;
    struct leaves whole; /* all that is printed */
    const struct node *counted;
    struct face *face;        /* what is put into words is told to it, too; NULL: of a space */
    struct node *const *list; /* of the attribute that is visited */
    int n_list;
};

/* The number of the clause that was put into words last, among those of the card. */
static int last_clause(const struct writer *w) {
    return (int)(w->to->out->clauses.n - w->to->out->cards.data[w->card].clauses) - 1;
}

/* ---- sentences */
/* What a clause is, and the number it is known to be. */
struct role {
    enum clause_role is;
    int32_t number;
};

static struct clause *add_clause(struct texts *to, struct role role, const char *key, const char *label,
                                 struct said text) {
    static struct clause none;
    struct output *out = to->out;
    struct clause c = {.key = output_string(out, key), .label = output_string(out, label), .role = (int32_t)role.is};
    c.number = role.number;
    c.text = said_words(text, out);
    if (VEC_PUSH(&out->clauses, c)) return &out->clauses.data[out->clauses.n - 1];
    out->failed = true;
    return &none;
}

static void open_phrase(struct writer *w, struct phraser *p, enum purpose purpose) {
    phrase_open(p, w->to, purpose);
    p->card = (int)w->card;
    p->counted = w->counted;
}

/* The sentence of a clause: "Requires {1}.", the hole being its text, or what is shown in place of that. */
static struct words sentence_of(struct writer *w, const char *label, const char *between, size_t clause,
                                const struct said *shown) {
    struct piece hole = {.string = NONE, .reg = NO_REGISTER, .hole = HOLE_TEXT, .value = (int32_t)clause};
    struct phraser p;
    open_phrase(w, &p, FOR_PRINT);
    leaves_add(&p.said, (struct leaf){.kind = LEAF_capital});
    words_name(&p, label), words_say(&p, between);
    if (shown)
        words_said(&p, *shown);
    else
        leaves_add(&p.said, (struct leaf){.kind = LEAF_hole, .hole = hole});
    words_say(&p, ".");
    return phrase_close(&p);
}

/* A clause, and its sentence in the card's text: "LABEL between TEXT."; shown, where that is not NULL, stands in place
 * of the text. Shown alone it goes by that label, too, and by its key where the sentence needs none. */
static void say_clause(struct writer *w, struct role role, const char *key, struct said text, const char *label,
                       const char *between, const struct said *shown) {
    struct clause *made = add_clause(w->to, role, key, *label ? label : key, text);
    leaves_words(&w->whole, " "), leaves_say(&w->whole, text);
    if (*label || !said_empty(shown ? *shown : text))
        made->sentence = sentence_of(w, label, between, w->to->out->clauses.n - 1, shown);
}

/* ---- attributes */
/* One that is printed; what its name means, its type tells. */
static void say_printed(struct phraser *p, struct node *value, struct type t) {
    struct model *m = p->to->m;
    struct node *bare = node_bare(value);
    int32_t k = NONE;
    if (t.base == VT_PLAYER && constant_at_start(m, bare, type_make(t.base, 0, t.of), &k) && k >= 0) {
        words_say(p, "player "), words_number(p, k + 1);
        return;
    }
    k = NONE;
    bool named =
        bare->kind == N_NAME && !bare->symbol && constant_value(m, bare, type_make(t.base, 0, t.of), &k) && k >= 0;
    if (named && t.base == VT_MEMBER && t.of < m->enums.n)
        words_member(p, t.of, k, false);
    else if (named && t.base == VT_CARD)
        words_card(p, (size_t)k);
    else if (named && t.base == VT_SPACE)
        words_space(p, (size_t)k, bare->name);
    else
        phrase_expr(p, value);
}

/* The words of one printed attribute; "" when there is nothing to print. Says n when it is a number. */
static struct said attribute_words(struct phraser *p, struct node *const *list, int n_list, struct node *value,
                                   struct type t, bool number_first, const char *name) {
    int32_t k;
    if (t.flags & VF_LIST) {
        for (int i = 0; i < n_list; i++)
            words_say(p, i ? ", " : ""), say_printed(p, list[i], t);
    } else if (value && t.base == VT_NUMBER && constant_number(p->to->m, value, &k)) {
        if (number_first && k)
            phrase_quantity(p, value, false, (struct unit){.word = name});
        else if (!number_first)
            words_number(p, k);
    } else if (value && t.base == VT_BOOL && constant_number(p->to->m, value, &k)) {
        if (k) words_name(p, name);
    } else if (value && !name_is(value, "none")) {
        say_printed(p, value, t);
    }
    return phrase_close_said(p);
}

/* value: NULL for a list, and where nothing is given. */
typedef void (*attribute_visit)(void *user, const struct symbol *attribute, struct node *value, struct said text);

static void each_attribute(struct writer *w, int kind, struct node *args, bool number_first, attribute_visit visit,
                           void *user) {
    struct model *m = w->to->m;
    struct printed printed;
    printed_open(m, kind, args, &printed);
    if (!printed_bind(m, &printed, args ? args : m->file, false)) return;
    const struct bound *b = &printed.bound;
    w->list = b->list, w->n_list = b->n_list;
    for (int i = 0; i < printed.n; i++) {
        struct phraser p;
        const struct symbol *s = printed.params[i];
        if (s->node && s->node->look) continue; /* `look: none`: it is not printed */
        open_phrase(w, &p, FOR_PRINT);
        visit(user, s, b->value[i],
              attribute_words(&p, b->list, b->n_list, b->value[i], s->type, number_first, s->name));
        if (w->face)
            face_attribute(w->face, s, b->value[i], b->list, i == b->list_param ? b->n_list : 0, last_clause(w));
    }
}

static bool is_member_of(const struct model *m, struct type t, const char *sort) {
    return t.base == VT_MEMBER && t.of < m->enums.n && !strcmp(m->enums.data[t.of].name, sort);
}

static struct role attribute_role(struct model *m, const struct symbol *attribute, struct node *value) {
    int32_t k;
    struct type t = attribute->type;
    bool number = t.base == VT_NUMBER && !t.flags;
    if (is_member_of(m, t, "tag")) return (struct role){ROLE_TAGS, NO_NUMBER};
    if (!number) return (struct role){ROLE_FACT, NO_NUMBER};
    bool known = value && constant_number(m, value, &k);
    return (struct role){words_is_adjusted(m, attribute) ? ROLE_COST : ROLE_NUMBER, known ? k : NO_NUMBER};
}

static void card_attribute(void *user, const struct symbol *attribute, struct node *value, struct said text) {
    struct writer *w = user;
    const char *name = attribute->name;
    struct type t = attribute->type;
    if (said_empty(text)) return;
    bool number = t.base == VT_NUMBER && !t.flags, flag = t.base == VT_BOOL && !t.flags;
    struct said nothing = {0};
    say_clause(w, attribute_role(w->to->m, attribute, value), name, text, name,
               number ? " "
               : flag ? ""
                      : ": ",
               flag ? &nothing : NULL);
}

/* The number of the member of that enum among all; NONE: it is none, or not known. */
static int32_t member_number(struct model *m, struct node *n, uint32_t of) {
    int32_t k;
    bool known = n && of < m->enums.n && constant_value(m, n, type_make(VT_MEMBER, 0, (uint16_t)of), &k) && k >= 0;
    return known ? (int32_t)m->enums.data[of].first + k : NONE;
}

/* The enum of the unit of an amount: its own, else what players own. */
static uint32_t unit_enum(const struct model *m, const struct node *unit) {
    const struct symbol *s = unit && unit->kind == N_NAME ? unit->symbol : NULL;
    return s && s->kind == SYM_MEMBER ? s->type.of : (uint32_t)m->stock_enum;
}

/* Whether that many cards are drawn somewhere in it: `draw(at.cards)`. */
static bool draws_so_many(const struct node *n, const void *attribute) {
    const struct symbol *s = n->symbol;
    const struct node *count =
        s && s->kind == SYM_BUILTIN && s->index == BI_draw ? node_bare(argument_at(n->kids, 0)) : NULL;
    return count && count->kind == N_FIELD && count->symbol && count->symbol->kind == SYM_ATTRIBUTE &&
           !strcmp(count->name, attribute);
}

/* Whether some rule draws as many cards as the attribute of a space says. */
static bool is_drawn(const struct model *m, const struct symbol *attribute) {
    for (size_t i = 0; i < m->reactions.n; i++)
        if (tree_any(m->reactions.data[i]->node, draws_so_many, attribute->name)) return true;
    for (size_t i = 0; i < m->functions.n; i++)
        if (tree_any(m->functions.data[i]->node->b, draws_so_many, attribute->name)) return true;
    return false;
}

/* A part of what is printed on a space; in words what is no amount of a member. */
static void add_gift(struct writer *w, const struct symbol *attribute, struct node *value, struct said text,
                     bool in_words) {
    struct type t = attribute->type;
    struct model *m = w->to->m;
    struct gift g = {.number = NO_NUMBER, .member = NONE};
    struct node *bare = node_bare(value);
    int32_t k;
    if (bare && t.base == VT_AMOUNT && bare->kind == N_AMOUNT && constant_number(m, bare->a, &k))
        g.number = k, g.member = member_number(m, bare->b, unit_enum(m, bare->b));
    else if (bare && t.base == VT_MEMBER && !in_words)
        g.member = member_number(m, bare, t.of);
    if (g.member == NONE) {
        g.number = bare && t.base == VT_NUMBER && constant_number(m, bare, &k) ? k : NO_NUMBER;
        g.text = said_words(text, w->to->out);
        if (g.number != NO_NUMBER && is_drawn(m, attribute)) g.member = GIFT_CARDS;
    }
    if (!VEC_PUSH(&w->to->out->gifts, g)) w->to->out->failed = true;
}

static void list_gift(struct writer *w, const struct symbol *attribute, struct node *item) {
    struct phraser p;
    open_phrase(w, &p, FOR_PRINT);
    say_printed(&p, item, attribute->type);
    add_gift(w, attribute, item, phrase_close_said(&p), false);
}

/* Amounts and icons speak for themselves; a card or piece does not say why it stands there: "reserved for Mill". */
static void space_attribute(void *user, const struct symbol *attribute, struct node *value, struct said text) {
    struct writer *w = user;
    struct leaves *whole = &w->whole;
    struct type t = attribute->type;
    if (said_empty(text)) return;
    if (whole->list.n) leaves_words(whole, ", ");
    size_t from = whole->list.n;
    bool reserved = t.base == VT_CARD || is_member_of(w->to->m, t, "piece");
    if (reserved) {
        leaves_add(whole, (struct leaf){.name = true, .text = attribute->name, .n = strlen(attribute->name)});
        leaves_words(whole, " ");
    }
    leaves_say(whole, text);
    for (int i = 0; t.flags & VF_LIST && i < w->n_list; i++)
        list_gift(w, attribute, w->list[i]);
    if (!(t.flags & VF_LIST)) add_gift(w, attribute, value, leaves_copy(whole, from, w->to->m->arena), reserved);
}

/* ---- clauses */
static struct clause_info *clause_of(struct writer *w, const struct node *n) {
    return n->symbol ? w->to->m->clauses.data[n->symbol->index] : NULL;
}

/* Whether an expression or block reads that clause, itself or through the functions it calls. */
static bool reads_clause(const struct model *m, const struct node *n, const struct clause_info *c, int depth) {
    for (; n; n = n->next) {
        const struct symbol *s = n->symbol;
        if (s && s->kind == SYM_CLAUSE && s->index == c->number) return true;
        bool call = s && n->kind == N_NAME && (s->kind == SYM_DEF || s->kind == SYM_VALUE);
        const struct node *of = call && depth > 0 ? m->functions.data[s->index]->node : NULL;
        if (of && (reads_clause(m, of->b, c, depth - 1) || reads_clause(m, of->c, c, depth - 1))) return true;
        if (reads_clause(m, n->a, c, depth) || reads_clause(m, n->b, c, depth) || reads_clause(m, n->c, c, depth) ||
            reads_clause(m, n->kids, c, depth))
            return true;
    }
    return false;
}

static bool counts_for_score(const struct model *m, const struct clause_info *c) {
    enum { CALLS = 6 };
    return m->score && reads_clause(m, m->score->b, c, CALLS);
}

/* A clause that is a number: "2 points", "1 point per tag"; else "Discount: 1 per tag". One that is told whom to look
 * at measures: "Measure: that player's heat". */
static void number_clause(struct writer *w, const struct clause_info *c, struct node *value) {
    bool noun = english_plural(c->name, strlen(c->name)) && !c->node->text;
    struct phraser p;
    open_phrase(w, &p, FOR_PRINT);
    if (c->n_params)
        phrase_number(&p, value);
    else
        phrase_quantity(&p, value, false, (struct unit){.word = noun ? c->name : NULL});
    struct said text = phrase_close_said(&p);
    int32_t k;
    struct role role = {counts_for_score(w->to->m, c) ? ROLE_POINTS : ROLE_VALUE, NO_NUMBER};
    if (!c->n_params && constant_number(w->to->m, value, &k)) role.number = k;
    say_clause(w, role, c->name, text, noun ? "" : c->node->text ? c->node->text : c->name, noun ? "" : ": ", NULL);
}

static void say_value(struct phraser *p, struct node *block) {
    struct node *s = block->kids;
    if (s && s->kind == N_DO && s->a->type.base == VT_MEMBER && !s->a->type.flags) {
        phrase_member(p, s->a, false); /* "Holds animals" */
        return;
    }
    if (s && s->kind == N_LIST)
        phrase_kids(p, s->kids, " and ");
    else if (s && s->kind == N_DO)
        phrase_expr(p, s->a);
}

static struct role value_role(struct model *m, const struct clause_info *c, struct node *block) {
    struct node *s = block->kids;
    bool one = c->result.base == VT_MEMBER && !c->result.flags && s && s->kind == N_DO;
    int32_t member = one ? member_number(m, node_bare(s->a), c->result.of) : NONE;
    if (c->result.base == VT_BOOL) return (struct role){ROLE_REQUIREMENT, NO_NUMBER};
    if (is_member_of(m, c->result, "tag")) return (struct role){ROLE_TAGS, NO_NUMBER};
    if (member != NONE) return (struct role){ROLE_THING, member};
    return (struct role){ROLE_VALUE, NO_NUMBER};
}

static void value_clause(struct writer *w, const struct clause_info *c, struct node *block) {
    struct phraser p;
    open_phrase(w, &p, FOR_VALUE);
    say_value(&p, block);
    struct said text = phrase_close_said(&p);
    bool verb = !c->node->text && english_is_verb(c->name); /* "Requires ...", "Holds ..." */
    const char *label = c->node->text ? c->node->text : c->name;
    say_clause(w, value_role(w->to->m, c, block), c->name, text, label, verb ? " " : ": ", NULL);
    if (c->result.base != VT_BOOL || w->to->out->failed) return;
    struct clause *condition = &w->to->out->clauses.data[w->to->out->clauses.n - 1];
    condition->label = condition->key; /* reasons name a condition by its value */
}

/* "Production box: your production +2": what the label begins with is not said again. False: nothing is said twice. */
static bool after_label(struct writer *w, const char *label, struct said *text) {
    size_t n = strcspn(label, " ");
    struct said rest = said_after_your(*text, w->to->m->arena);
    const struct leaf *first = rest.n ? rest.leaf : NULL;
    bool again = first && first->author && n && label[n] && first->n > n && !memcmp(first->text, label, n) &&
                 first->text[n] == ' ';
    if (again) *text = said_behind(rest, n + 1, w->to->m->arena);
    return again;
}

static void rule_clause(struct writer *w, const struct clause_info *c, struct node *block) {
    struct phraser p;
    open_phrase(w, &p, FOR_PRINT);
    p.body = block;
    phrase_block(&p, block, BLOCK_WHOLE);
    struct said text = phrase_close_said(&p);
    if (said_empty(text)) return;
    bool plain = c->node->text ? !*c->node->text : !strcmp(c->name, "do");
    const char *label = plain ? "" : c->node->text ? c->node->text : c->name;
    bool action = !strcmp(c->name, "action") || !strcmp(label, "action"); /* called so by the author, as `do` is */
    struct role role = {action ? ROLE_ACTION : ROLE_EFFECT, NO_NUMBER};
    struct said shown = text;
    bool shorter = after_label(w, label, &shown);
    say_clause(w, role, c->name, text, label, plain ? "" : ": ", shorter ? &shown : NULL);
    face_rule(w->face, c, block, last_clause(w));
}

static void card_clause(struct writer *w, struct node *n) {
    struct clause_info *c = clause_of(w, n);
    if (!c || !n->b) return;
    struct node *value = n->b->kids && n->b->kids->kind == N_DO ? n->b->kids->a : NULL;
    if (c->kind == SYM_RULE)
        rule_clause(w, c, n->b);
    else if (c->result.base == VT_NUMBER && !c->result.flags && value)
        number_clause(w, c, value);
    else
        value_clause(w, c, n->b);
    if (c->kind != SYM_RULE) face_value(w->face, c, n->b, last_clause(w));
}

static void card_reaction(struct writer *w, struct node *n) {
    struct phraser p;
    open_phrase(w, &p, FOR_PRINT);
    phrase_reaction(&p, n);
    struct said text = phrase_close_said(&p);
    const char *key = n->kind == N_ADJUST    ? "adjust"
                      : n->kind == N_AFTER   ? "after"
                      : n->kind == N_INSTEAD ? "instead"
                                             : "when";
    struct role role = {n->kind == N_ADJUST ? ROLE_ADJUSTMENT : ROLE_REACTION, NO_NUMBER};
    say_clause(w, role, key, text, n->kind == N_ADJUST ? "while in play" : "", n->kind == N_ADJUST ? ": " : "", NULL);
    face_reaction(w->face, n, last_clause(w));
}

/* ---- a text written by hand */
static bool names_number(const char *text, const char *digits, size_t n) {
    for (const char *t = text; (t = strpbrk(t, "0123456789")); t += strspn(t, "0123456789"))
        if (strspn(t, "0123456789") == n && !memcmp(t, digits, n)) return true;
    return false;
}

static struct said all_said(const struct writer *w) {
    return (struct said){w->whole.list.data, w->whole.list.n};
}

static void check_drift(struct writer *w, struct node *n, const char *text) {
    const char *rules = said_text(all_said(w), w->to->out, w->to->m->arena);
    for (const char *t = text; (t = strpbrk(t, "0123456789")); t += strspn(t, "0123456789")) {
        size_t digits = strspn(t, "0123456789");
        if (names_number(rules, t, digits)) continue;
        model_warn(w->to->m, n, DIAG_text_drift, "the text of \"%s\" says %.*s, its rules do not",
                   w->to->m->cards.data[w->card].name, (int)digits, t);
        return;
    }
}

/* ---- a card */
/* What lies on the card, when a clause of it that names one thing says so and nothing else does. */
static const struct node *what_lies_on_it(struct writer *w) {
    const struct node *card = w->to->m->cards.data[w->card].node;
    const struct node *found = NULL;
    for (struct node *k = card->b ? card->b->kids : NULL; k; k = k->next) {
        struct clause_info *c = k->kind == N_CLAUSE ? clause_of(w, k) : NULL;
        if (!c || c->kind != SYM_CLAUSE || c->result.base != VT_MEMBER || c->result.flags) continue;
        struct node *value = k->b && k->b->kids && k->b->kids->kind == N_DO ? k->b->kids->a : NULL;
        if (found || !value || value->kind != N_NAME || !value->symbol || value->symbol->kind != SYM_MEMBER)
            return NULL;
        found = value->symbol->node;
    }
    return found;
}

static bool gives(const struct node *card, const struct clause_info *c) {
    for (const struct node *k = card->b ? card->b->kids : NULL; k; k = k->next)
        if (k->kind == N_CLAUSE && !strcmp(k->name, c->name)) return true;
    return false;
}

/* What its kind does where the card itself says nothing. */
static void kind_rules(struct writer *w, const struct node *card, int kind) {
    const struct model *m = w->to->m;
    for (size_t i = 0; i < m->clauses.n; i++) {
        const struct clause_info *c = m->clauses.data[i];
        if (c->kind == SYM_RULE && c->node->b && kind_is(w->to->m, kind, c->owner_kind) && !gives(card, c))
            rule_clause(w, c, c->node->b);
    }
}

/* A text written by hand may speak of what the kind does, too. */
static void add_kind_reactions(struct writer *w, int kind) {
    for (int guard = 0; kind >= 0 && guard < 64; guard++, kind = w->to->m->kinds.data[kind].parent)
        for (size_t i = 0; i < w->to->m->kinds.data[kind].reactions.n; i++) {
            struct phraser p;
            open_phrase(w, &p, FOR_PRINT);
            phrase_reaction(&p, w->to->m->kinds.data[kind].reactions.data[i]);
            leaves_words(&w->whole, " "), leaves_say(&w->whole, phrase_close_said(&p));
        }
}

/* ---- its face */
static bool same_words(const struct output *out, struct words a, struct words b) {
    const struct piece *pieces = out->pieces.data;
    return a.n == b.n && (!a.n || !memcmp(pieces + a.first, pieces + b.first, a.n * sizeof *pieces));
}

static int keep_words(struct output *out, struct words said) {
    for (size_t i = 0; i < out->face_words.n; i++)
        if (same_words(out, out->face_words.data[i], said)) return out->pieces.n = said.first, (int)i;
    if (!VEC_PUSH(&out->face_words, said)) return out->failed = true, 0;
    return (int)out->face_words.n - 1;
}

static int face_keep(void *user, const char *words) {
    struct output *out = ((struct writer *)user)->to->out;
    return keep_words(out, said_words(SAID(words), out));
}

static int face_say(void *user, struct node *statement) {
    struct phraser p;
    open_phrase(user, &p, FOR_PRINT);
    phrase_statement(&p, statement);
    return keep_words(p.to->out, phrase_close(&p));
}

static void keep_face(struct writer *w) {
    const char *json = face_close(w->face);
    if (!json) w->to->out->failed = true;
    w->to->out->cards.data[w->card].face = json ? output_string(w->to->out, json) : NONE;
}

/* Of what stands on no card. */
static int32_t face_alone(struct texts *to, struct node *rule, const char *(*told)(struct face *, struct node *)) {
    struct faces none = {.m = to->m};
    struct face face = {.say = face_say, .keep = face_keep};
    struct writer w = {.to = to, .card = (size_t)NONE, .face = &face};
    struct arena scratch;
    arena_init(&scratch);
    face.user = &w;
    face_open(&face, &none, NONE, NULL, &scratch);
    const char *json = told(&face, rule);
    to->out->failed |= !json || scratch.failed;
    arena_free(&scratch);
    return json && *json ? output_string(to->out, json) : NONE;
}

int32_t text_face(struct texts *to, struct node *block) {
    return face_alone(to, block, face_block);
}

/* "": it takes words. */
static const char *tell_rule(struct face *face, struct node *rule) {
    if (rule->kind == N_BLOCK)
        face_statements(face, rule);
    else if (rule->kind == N_WHEN || rule->kind == N_AFTER || rule->kind == N_INSTEAD || rule->kind == N_ADJUST)
        face_reaction(face, rule, NONE);
    else
        face_points(face, rule);
    return face_drawn(face) ? face_close(face) : "";
}

int32_t text_rule_face(struct texts *to, struct node *rule) {
    return face_alone(to, rule, tell_rule);
}

static void card_text(struct texts *to, struct faces *faces, size_t card) {
    struct node *n = to->m->cards.data[card].node, *written = NULL, *flavour = NULL;
    struct card *out = &to->out->cards.data[card];
    struct face face = {.say = face_say, .keep = face_keep};
    struct writer w = {.to = to, .card = card, .face = &face};
    struct arena scratch;
    if (to->m->cards.data[card].copy && card) {
        out->clauses = out[-1].clauses, out->n_clauses = out[-1].n_clauses, out->text = out[-1].text;
        out->face = out[-1].face;
        return;
    }
    arena_init(&scratch);
    face.user = &w;
    w.counted = what_lies_on_it(&w);
    face_open(&face, faces, (int)card, w.counted, &scratch);
    out->clauses = (uint32_t)to->out->clauses.n;
    each_attribute(&w, to->m->cards.data[card].kind, n->kids, false, card_attribute, &w);
    for (struct node *k = n->b ? n->b->kids : NULL; k; k = k->next) {
        if (k->kind == N_CLAUSE && !strcmp(k->name, "text"))
            written = k;
        else if (k->kind == N_CLAUSE && !strcmp(k->name, CLAUSE_FLAVOUR))
            flavour = k;
        else if (k->kind == N_CLAUSE && strcmp(k->name, "look"))
            card_clause(&w, k);
        else if (k->kind == N_WHEN || k->kind == N_AFTER || k->kind == N_INSTEAD || k->kind == N_ADJUST)
            card_reaction(&w, k);
    }
    kind_rules(&w, n, to->m->cards.data[card].kind);
    keep_face(&w);
    arena_free(&scratch);
    if (flavour && node_written(flavour)) /* the last; no part of the text */
        add_clause(to, (struct role){ROLE_FLAVOUR, NO_NUMBER}, CLAUSE_FLAVOUR, CLAUSE_FLAVOUR,
                   SAID(node_written(flavour)));
    out->n_clauses = (uint32_t)to->out->clauses.n - out->clauses;
    const char *text = written ? node_written(written) : NULL;
    if (text) add_kind_reactions(&w, to->m->cards.data[card].kind), check_drift(&w, written, text);
    for (size_t i = out->clauses; text && i < to->out->clauses.n; i++)
        to->out->clauses.data[i].sentence = (struct words){0};
    if (text) out->text = said_words(SAID(text), to->out);
    if (w.whole.failed) to->out->failed = true;
    leaves_free(&w.whole);
}

/* ---- spaces: their attributes (the kind is shown beside them) */
static void space_text(struct texts *to, size_t space) {
    const struct space_info *s = &to->m->spaces.data[space];
    struct writer w = {.to = to};
    struct space *out = &to->out->spaces.data[space];
    out->gifts = (uint32_t)to->out->gifts.n;
    each_attribute(&w, s->kind, s->args, true, space_attribute, &w);
    out->n_gifts = (uint32_t)to->out->gifts.n - out->gifts;
    out->text = said_words(all_said(&w), to->out);
    if (w.whole.failed) to->out->failed = true;
    leaves_free(&w.whole);
}

void text_cards(struct texts *to) {
    struct faces faces;
    if (!faces_open(&faces, to->m)) {
        to->out->failed = true;
        return;
    }
    for (size_t i = 0; i < to->m->cards.n && !to->out->failed; i++)
        card_text(to, &faces, i);
    for (size_t i = 0; i < to->m->spaces.n && i < to->out->spaces.n; i++)
        space_text(to, i);
}
