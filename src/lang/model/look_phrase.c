/* look_phrase.c: the `look:` of defs, rules of cards and signals, which only faces of cards show. See look.h.
 *
 * A def or rule names the phrase it is drawn as, in place of what its body says. The arguments are constants,
 * parameters of the def, resources and kinds; they are resolved here, so that faces read them like any expression. */
#include "lang/model/look.h"

#include "lang/model/check.h"

#include <string.h>

static const char *const names[LOOK_PHRASE_COUNT] = {[LOOK_PHRASE_text] = "text", [LOOK_PHRASE_keep] = "keep",
                                                     [LOOK_PHRASE_draw] = "draw", [LOOK_PHRASE_discard] = "discard",
                                                     [LOOK_PHRASE_gain] = "gain", [LOOK_PHRASE_lose] = "lose",
                                                     [LOOK_PHRASE_do] = "do"};

const char *look_phrase_name(unsigned phrase) {
    return phrase < LOOK_PHRASE_COUNT ? names[phrase] : NULL;
}

/* The word of `word` or `word(arguments)`, or NULL. */
static const struct node *word_of(const struct node *look) {
    const struct node *word = look->kind == N_CALL ? look->a : look;
    return word->kind == N_NAME && !word->number ? word : NULL;
}

enum look_phrase look_phrase_of(const struct node *look, struct node **args) {
    const struct node *word = word_of(look);
    enum look_phrase phrase = LOOK_PHRASE_text;
    while (word && phrase < LOOK_PHRASE_COUNT && strcmp(names[phrase], word->name))
        phrase++;
    *args = look->kind == N_CALL ? look->kids : NULL;
    return word ? phrase : LOOK_PHRASE_COUNT;
}

const char *look_phrase_word(const struct node *arg) {
    return arg->kind == N_TEXT ? arg->text : arg->kind == N_NAME && arg->number ? arg->name : NULL;
}

/* ---- arguments */
static struct symbol *parameter(const struct function *f, const char *name, unsigned base) {
    for (int i = 0; f && i < f->n_params; i++)
        if (!strcmp(f->params[i]->name, name) && f->params[i]->type.base == base && !f->params[i]->type.flags)
            return f->params[i];
    return NULL;
}

static bool is_number(const struct function *f, struct node *n) {
    if (n->kind == N_NUMBER) return true;
    if (n->kind != N_NAME || n->number) return false;
    n->symbol = parameter(f, n->name, VT_NUMBER);
    if (n->symbol) n->type = n->symbol->type;
    return n->symbol != NULL;
}

/* 3 money, n money, 2 r. */
static bool is_amount(struct model *m, const struct function *f, struct node *n) {
    if (n->kind != N_AMOUNT || !is_number(f, n->a) || n->b->kind != N_NAME) return false;
    struct symbol *unit = parameter(f, n->b->name, VT_MEMBER);
    int stock = m->stock_var >= 0 ? m->vars.data[m->stock_var].index_enum : NONE;
    for (struct symbol *s = model_find(m, n->b->name); s && !unit; s = s->same)
        if (s->kind == SYM_MEMBER && (int)s->type.of == stock) unit = s;
    if (!unit) return false;
    n->b->symbol = unit, n->b->type = unit->type;
    return unit->used = true;
}

static bool is_kind(struct model *m, struct node *n) {
    if (n->kind != N_NAME || n->number) return false;
    for (struct symbol *s = model_find(m, n->name); s && !n->symbol; s = s->same)
        if (s->kind == SYM_KIND && !m->kinds.data[s->index].is_space) n->symbol = s;
    return n->symbol != NULL;
}

/* ---- phrases */
static bool all_amounts(struct model *m, const struct function *f, struct node *args) {
    for (struct node *a = args; a; a = a->next)
        if (!is_amount(m, f, a)) return false;
    return args != NULL;
}

static bool fits(struct model *m, const struct function *f, enum look_phrase phrase, struct node *args) {
    struct node *second = args ? args->next : NULL, *third = second ? second->next : NULL;
    switch (phrase) {
    case LOOK_PHRASE_text: return !args;
    case LOOK_PHRASE_do:
        if (args && look_phrase_word(args)) args = second, second = third;
        return !args || (!second && is_kind(m, args));
    case LOOK_PHRASE_draw:
    case LOOK_PHRASE_discard: return args && !second && is_number(f, args);
    case LOOK_PHRASE_keep:
        return second && args->kind == N_NUMBER && second->kind == N_NUMBER &&
               (!third || (!third->next && is_amount(m, f, third)));
    default: return all_amounts(m, f, args);
    }
}

void check_phrase(struct model *m, const struct function *f, struct node *look) {
    static const char *const forms[LOOK_PHRASE_COUNT] = {
        [LOOK_PHRASE_text] = "text has no arguments",
        [LOOK_PHRASE_keep] =
            ("keep takes how many cards are looked at, how many are kept, and perhaps what each costs, for "
             "example look: keep(4, 2) or look: keep(1, 1, 3 money)"),
        [LOOK_PHRASE_draw] = "draw takes a number, or a parameter that is one",
        [LOOK_PHRASE_discard] = "discard takes a number, or a parameter that is one",
        [LOOK_PHRASE_gain] = "gain takes amounts of what players own, for example look: gain(2 money)",
        [LOOK_PHRASE_lose] = "lose takes amounts of what players own, for example look: lose(2 money)",
        [LOOK_PHRASE_do] = "do takes a word in quotes and a kind of card, both if wanted"};
    struct node *args;
    const struct node *word = word_of(look);
    if (f && !f->acts) {
        model_error(m, look, DIAG_wrong_kind, "only a def that does something is drawn as a phrase");
        return;
    }
    enum look_phrase phrase = look_phrase_of(look, &args);
    if (!word)
        model_error(m, look, DIAG_wrong_type, "the look of a def or a rule is a phrase: %s",
                    model_list(m, names, LOOK_PHRASE_COUNT));
    else if (phrase == LOOK_PHRASE_COUNT)
        model_unknown(m, word, "phrase", word->name, ONLY_EXTRA, names, LOOK_PHRASE_COUNT);
    else if (!fits(m, f, phrase, args))
        model_error(m, look, DIAG_wrong_type, "%s", forms[phrase]);
}

void check_phrases(struct model *m) {
    for (size_t i = 0; i < m->functions.n; i++) {
        const struct function *f = m->functions.data[i];
        struct look_entry entry = {.of = LOOK_SORTS};
        const char *icon;
        if (!f->node || !f->node->look) continue;
        if (f->kind == SYM_SIGNAL)
            look_read(m, f->node->look, &entry, &icon);
        else
            check_phrase(m, f, f->node->look);
    }
}
