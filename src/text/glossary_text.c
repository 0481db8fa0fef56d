/* glossary_text.c: what the words of the definition mean: every template that a text speaks is explained by what stands
 * behind its bar, else by the body of its function, with a label for each parameter.
 *
 * Only what is spoken is explained (struct texts, `functions`), and what the explanations speak of in turn; each once,
 * in the order of the definition. So a configuration that never uses a verb does not explain it. */
#include "text/rule_text_inside.h"
#include "text/words_inside.h"

#include "lang/parse/template.h"

#include <stdio.h>
#include <string.h>

/* ---- labels for parameters */
/* A local that is only a label. */
static struct node *label_node(struct phraser *p, struct type t) {
    struct symbol *s = symbol_made(p->to->m, (struct symbol){.kind = SYM_LOCAL, .name = "", .type = t});
    struct node *n = node_made(p->to->m->arena, (struct node){.kind = N_NAME, .name = "", .symbol = s, .type = t});
    if (!n || !s) {
        p->to->out->failed = true;
        return NULL;
    }
    words_label(p, s);
    return n;
}

/* An amount is a label of a label: "X [resource]". */
static struct node *amount_labels(struct phraser *p, struct type t) {
    struct model *m = p->to->m;
    int units = t.of < m->enums.n ? t.of : m->stock_enum;
    struct type unit = TYPE_OF(VT_MEMBER, (uint16_t)(units >= 0 ? units : 0));
    struct node *number = label_node(p, TYPE_OF(VT_NUMBER, 0));
    struct node *named = label_node(p, unit);
    struct node *n =
        node_made(m->arena, (struct node){.kind = N_AMOUNT, .a = number, .b = named, .type = TYPE_OF(VT_AMOUNT, t.of)});
    if (!n) p->to->out->failed = true;
    return number && named ? n : NULL;
}

static struct meaning label_meaning(struct phraser *p, const struct symbol *param) {
    struct meaning m = {.param = param, .outer = p->meanings, .level = p->level};
    if (param->type.base != VT_AMOUNT) {
        m.value = label_node(p, param->type);
        return m;
    }
    struct node *amount = amount_labels(p, param->type);
    struct node **items = ARENA_NEW(p->to->m->arena, struct node *);
    if (!(param->type.flags & VF_LIST) || !items || !amount) {
        m.value = amount;
        return m;
    }
    *items = amount;
    m.list = items, m.n_list = 1;
    return m;
}

/* Opens a phraser in which every parameter of the function is a label. */
static void open_labelled(struct phraser *p, struct texts *to, struct function *f, struct meaning *meanings,
                          enum purpose purpose) {
    phrase_open(p, to, purpose);
    to->says_label |= f->n_params > 0;
    for (int i = 0; i < f->n_params; i++) {
        meanings[i] = label_meaning(p, f->params[i]);
        p->meanings = &meanings[i];
    }
}

/* ---- an explanation */
static const char meanings_of_words[] = "what the words mean";

static bool explainable(const struct texts *to, const struct function *f) {
    const struct spoken_of *told = &to->functions[f->symbol->index];
    bool named = f->node->text || told->named;
    return f->kind == SYM_DEF && told->spoken && !told->explained && !f->prelude && named && (f->node->b || f->node->c);
}

/* A function without words, as texts name it: "score ([card], X)". */
static void say_name(struct phraser *p, struct function *f) {
    words_name(p, f->name);
    for (int i = 0; i < f->n_params; i++) {
        const struct meaning *m = words_meaning(p, f->params[i]);
        words_say(p, i ? ", " : " (");
        if (m && m->list)
            phrase_list(p, m->list, m->n_list, ", ");
        else if (m && m->value)
            phrase_expr(p, m->value);
        else if (words_spoken(p, f->params[i]))
            words_said(p, words_spoken(p, f->params[i])->said);
    }
    if (f->n_params) words_say(p, ")");
}

/* What the words of a function do not speak of, though what they mean does: "a step away ([cell])". */
static void say_unmentioned(struct phraser *p, struct function *f) {
    int said = 0;
    for (int i = 0; i < f->n_params; i++) {
        const struct meaning *m = words_meaning(p, f->params[i]);
        if (template_mentions(f->node->text, f->params[i]->name) || !m || !m->value) continue;
        words_say(p, said++ ? ", " : " (");
        phrase_expr(p, m->value);
    }
    if (said) words_say(p, ")");
}

static struct said headword(struct texts *to, struct function *f) {
    struct phraser p;
    struct meaning meanings[MAX_PARAMETERS];
    open_labelled(&p, to, f, meanings, FOR_PRINT);
    if (f->node->text)
        words_template(&p, f->node, f->node->text), say_unmentioned(&p, f);
    else
        say_name(&p, f);
    return phrase_close_said(&p);
}

static void say_body(struct phraser *p, struct function *f) {
    struct node *value = f->node->c;
    p->body = f->node->b;
    if (!value)
        phrase_block(p, f->node->b, BLOCK_WHOLE);
    else if (f->result.base == VT_NUMBER && !f->result.flags)
        words_say(p, is_count(p, value) ? "the number of " : ""), phrase_number(p, value);
    else
        phrase_expr(p, value);
}

static struct said explanation(struct texts *to, struct function *f) {
    struct phraser p;
    struct meaning meanings[MAX_PARAMETERS];
    open_labelled(&p, to, f, meanings, FOR_RULES);
    p.result_of = f->node->b;
    if (!f->node->text || !words_explained(&p, f->node, f->node->text)) {
        say_body(&p, f);
        if (!p.said.list.n) words_say(&p, "nothing happens in this game, and what says so can be done all the same");
    }
    return phrase_close_said(&p);
}

/* The rule just added is about the function. */
static void rule_is_of(struct texts *to, const struct function *f) {
    to->functions[f->symbol->index].rule = (int)to->out->rules.n;
}

/* What a verb does, step by step, where its author has not said what it means and one line is not enough. */
static bool explain_steps(struct texts *to, struct function *f, struct said name) {
    struct steps s = {.to = to, .about = meanings_of_words, .body = f->node->b};
    struct meaning meanings[MAX_PARAMETERS];
    struct phraser p;
    bool written = f->node->text && template_behind(f->node->text);
    if (!f->node->b || !f->node->b->kids || !f->node->b->kids->next || written) return false;
    open_labelled(&p, to, f, meanings, FOR_RULES);
    memcpy(s.spoken, p.spoken, sizeof s.spoken), s.n_spoken = p.n_spoken, s.meanings = p.meanings;
    phrase_close_said(&p);
    rule_heading(to, meanings_of_words, name, (struct step){0});
    rule_is_of(to, f), rule_drawn(to, f->node->b);
    text_steps(&s, f->node->b, 1);
    return true;
}

static void explain(struct texts *to, struct function *f) {
    struct said name = headword(to, f), text = explanation(to, f);
    if (said_length(text) > SHORT_STEP && explain_steps(to, f, name)) return;
    if (said_empty(text) || said_same(name, text)) return;
    rule_add(to, meanings_of_words, name, text);
    rule_is_of(to, f);
    if (f->node->b) rule_drawn(to, f->node->b);
}

/* ---- values: what they are before cards change them */
static int players_of(const struct function *f) {
    int n = 0;
    for (int i = 0; i < f->n_params; i++)
        n += f->params[i]->type.base == VT_PLAYER;
    return n;
}

/* A single player is you; what else it is told is "a card", then "that card". */
static void open_value(struct phraser *p, struct texts *to, struct function *f, struct meaning *meanings, bool again) {
    int players = 0;
    phrase_open(p, to, again ? FOR_RULES : FOR_PRINT);
    for (int i = 0; i < f->n_params; i++) {
        const struct symbol *s = f->params[i];
        bool player = s->type.base == VT_PLAYER;
        meanings[i] = (struct meaning){.param = s, .outer = p->meanings, .level = p->level};
        if (player && players_of(f) == 1) meanings[i].value = to->me;
        p->meanings = &meanings[i];
        if (meanings[i].value) continue;
        bool another = player && players++;
        words_speak(p, s,
                    again     ? AS_that
                    : another ? AS_said
                              : AS_one,
                    again     ? "that "
                    : another ? "another "
                              : "a ",
                    noun_of(p, s->type), false);
    }
}

static void value_rule(struct texts *to, struct function *f) {
    struct phraser p;
    struct meaning meanings[MAX_PARAMETERS];
    int32_t plain;
    open_value(&p, to, f, meanings, false);
    if (f->result.base == VT_BOOL && f->node->text && words_constant(&p, f->node->c, &plain)) {
        words_sentence(&p, f->node, f->node->text, (struct sentence_form){.negate = !plain});
        rule_add(to, "unless cards change it", SAID(""), phrase_close_said(&p));
        rule_is_of(to, f);
        return;
    }
    if (f->node->text)
        words_template(&p, f->node, f->node->text);
    else
        say_name(&p, f);
    struct said name = phrase_close_said(&p);
    open_value(&p, to, f, meanings, true);
    say_body(&p, f);
    if (f->ranged && f->low > -NUMBER_MAX) words_say(&p, ", never below "), words_number(&p, f->low);
    struct said text = phrase_close_said(&p);
    if (said_empty(text)) return;
    rule_add(to, "unless cards change it", name, text);
    rule_is_of(to, f);
}

void text_values(struct texts *to) {
    for (size_t i = 0; i < to->m->functions.n && !to->out->failed; i++) {
        struct function *f = to->m->functions.data[i];
        int32_t plain;
        if (f->kind != SYM_VALUE || f->prelude || !f->node->c) continue;
        bool nothing = constant_number(to->m, f->node->c, &plain) && !plain; /* and nobody changes that */
        if (f->reactions.n || !nothing) value_rule(to, f);
    }
}

void text_glossary(struct texts *to) {
    struct model *m = to->m;
    bool more = true;
    for (int guard = 0; more && guard < 64 && !to->out->failed; guard++) {
        more = false;
        for (size_t i = 0; i < m->functions.n; i++)
            if (explainable(to, m->functions.data[i])) {
                to->functions[i].explained = more = true;
                explain(to, m->functions.data[i]);
            }
    }
}
