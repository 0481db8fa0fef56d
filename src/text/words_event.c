/* words_event.c: when something happens, and what is adjusted: patterns of signals and values in words.
 * The template of a signal is turned to its owner ("{by} places {tile}": "you place a house"); what the pattern leaves
 * open is "anyone" or "a tile". */
#include "text/words_inside.h"

#include "base/english.h"
#include "lang/model/builtins.h"
#include "lang/parse/template.h"

#include <string.h>

struct pattern {
    struct function *f;
    struct node *given[MAX_PARAMETERS]; /* what the pattern says of each parameter, or NULL */
    bool self;                          /* it speaks of this card: its owner acts */
    const struct symbol *last;          /* the parameter its words end with, or NULL */
    const struct symbol *unsaid;        /* the parameter that was left out of its words, or NULL */
    struct node *where;                 /* its condition, until something has said it */
    enum pattern_use use;
    bool of_you; /* it begins with "you": what you do */
};

static struct pattern pattern_of(struct phraser *p, struct node *n) {
    struct pattern out = {.f = p->to->m->functions.data[n->symbol->index], .self = p->purpose == FOR_EVENT};
    int next = 0;
    for (struct node *a = n->kids; a; a = a->next) {
        for (int i = 0; i < out.f->n_params; i++) {
            if (a->kind == N_ARG ? strcmp(out.f->params[i]->name, a->name) != 0 : i != next) continue;
            out.given[i] = a->kind == N_ARG ? a->a : a;
            if (name_is(out.given[i], "this")) out.self = p->purpose == FOR_EVENT || out.f->kind == SYM_SIGNAL;
        }
        if (a->kind != N_ARG) next++;
    }
    return out;
}

static int parameter_of(const struct pattern *pt, const struct node *hole) {
    for (int i = 0; hole && hole->kind == N_NAME && i < pt->f->n_params; i++)
        if (hole->symbol == pt->f->params[i] || !strcmp(hole->name, pt->f->params[i]->name)) return i;
    return NONE;
}

/* Of the players that the pattern leaves open, the first its words speak of acts: it is you. */
static bool is_actor(const struct pattern *pt, int i) {
    const char *text = pt->f->node->text, *first = NULL;
    int actor = NONE;
    if (!pt->self || pt->given[i] || pt->f->params[i]->type.base != VT_PLAYER) return false;
    for (int k = 0; k < pt->f->n_params; k++) {
        if (pt->given[k] || pt->f->params[k]->type.base != VT_PLAYER) continue;
        const char *at = text ? template_hole_of(text, pt->f->params[k]->name) : NULL;
        if (actor == NONE || (at && (!first || at < first))) actor = k, first = at ? at : first;
    }
    return actor == i;
}

/* The word behind a hole, "a {x} tile": what one of it is called. NULL: there is none. */
static const char *word_behind(struct phraser *p, const char *rest) {
    size_t n = *rest == ' ' ? strcspn(rest + 1, " {,;:.|") : 0;
    const char *word = n ? arena_strdup(p->to->m->arena, rest + 1, n) : NULL;
    return word;
}

/* What the thing of a parameter is called: by the word behind it in the template, else as all of its type. */
static const char *noun_of_parameter(struct phraser *p, const struct pattern *pt, const struct symbol *s) {
    const char *text = pt->f->node->text, *at = NULL;
    if (text && s->type.base == VT_MEMBER && !s->type.flags) at = template_hole_of(text, s->name);
    bool one = at && at - text >= 2 && !memcmp(at - 2, "a ", 2); /* "a {x} tile" */
    const char *word = one ? word_behind(p, strchr(at, '}') + 1) : NULL;
    return word ? word : noun_of(p, s->type);
}

/* What the pattern says of a parameter; true when that is "you". */
static bool say_parameter(struct phraser *p, struct pattern *pt, int i, const char *rest) {
    const struct symbol *s = pt->f->params[i];
    struct node *value = pt->given[i];
    if (s->type.base == VT_PLAYER && !value) {
        if (is_actor(pt, i))
            words_you(p, "you");
        else
            words_say(p, "anyone");
        return is_actor(pt, i);
    }
    if (!value && s->type.base == VT_NUMBER && phrase_bound(p, pt->where, s)) { /* "at least 3" */
        pt->where = NULL;
        return false;
    }
    if (!value && s->type.base == VT_NUMBER) { /* however many */
        if (*rest == ' ') leaves_trim(&p->said);
        return false;
    }
    if (!value) {
        bool article = leaves_ends(&p->said, LEAF_article);
        if (article && s->type.base == VT_MEMBER && word_behind(p, rest)) return false; /* "a {x} tile": any tile */
        if (!article) words_say(p, "a ");
        words_name(p, noun_of(p, s->type));
        return false;
    }
    const struct spoken *known = value->kind == N_NAME && value->symbol ? words_spoken(p, value->symbol) : NULL;
    if (known && known->as == AS_that && leaves_ends(&p->said, LEAF_article)) { /* "plays a {tag} tag": that tag */
        leaves_cut(&p->said, p->said.list.n - 1);
        if (*rest == ' ' && !strncmp(rest + 1, known->noun, strlen(known->noun)))
            words_say(p, "that");
        else
            words_said(p, known->said);
        return false;
    }
    bool piece = s->type.base == VT_MEMBER && s->type.of < p->to->m->enums.n &&
                 !strcmp(p->to->m->enums.data[s->type.of].name, "piece");
    if (piece && !leaves_ends(&p->said, LEAF_article) && value->kind == N_NAME) words_say(p, "a ");
    if (value->kind == N_SET && pt->f->kind == SYM_VALUE && value->kids) { /* what is adjusted, is so for each */
        phrase_kids(p, value->kids, " and ");
    } else if (value->type.flags & VF_SET)
        phrase_set(p, value, pt->f->kind == SYM_VALUE ? NOUN_MANY : NOUN_A);
    else if (pt->f->kind == SYM_VALUE && s->type.base == VT_MEMBER)
        phrase_member(p, value, false);
    else
        phrase_expr(p, value);
    return is_me(p, value);
}

static void say_words(struct phraser *p, const char *text, size_t n, bool after_you) {
    size_t verb = after_you ? words_after_you(p, text, n) : 0;
    leaves_author(&p->said, text + verb, n - verb);
}

/* raised(track, steps, by), which every game has and no log tells. */
static void say_raised(struct phraser *p, struct pattern *pt) {
    struct node *track = NULL;
    pt->of_you = pt->self;
    for (int i = 0; i < pt->f->n_params; i++) {
        if (pt->f->params[i]->type.base == VT_TRACK) track = pt->given[i];
        if (pt->f->params[i]->type.base == VT_PLAYER && pt->given[i]) pt->of_you = is_me(p, pt->given[i]);
    }
    static const char *const yours[] = {[PATTERN_event] = "you raise ",
                                        [PATTERN_value] = "you raise ",
                                        [PATTERN_next] = "you next raise ",
                                        [PATTERN_again] = "raise "};
    words_say(p, pt->of_you ? yours[pt->use] : "anyone raises ");
    if (track)
        phrase_expr(p, track);
    else
        words_say(p, "a track");
}

static bool is_called(const struct node *n, const void *name) {
    return n->kind == N_NAME && n->name && !strcmp(n->name, name);
}

/* "{by} places {tile} on {at}": where, at the end of the words, is not said when the pattern leaves it open. Returns
 * how much of the words before it remains, or their length. */
static size_t before_place(struct pattern *pt, int i, const char *words, size_t n, const char *rest) {
    static const char *const joints[] = {" on ", " in ", " at ", " to ", " from "};
    if (i < 0 || *rest || pt->given[i] || pt->f->params[i]->type.base != VT_SPACE) return n;
    if (tree_any(pt->where, is_called, pt->f->params[i]->name)) return n;
    for (size_t k = 0; k < sizeof joints / sizeof *joints; k++) {
        size_t joint = strlen(joints[k]);
        if (n < joint || memcmp(words + n - joint, joints[k], joint)) continue;
        pt->unsaid = pt->f->params[i];
        return n - joint;
    }
    return n;
}

/* The parameter its words begin with, where `first`; true when that is "you" and a verb follows. */
static bool say_subject(struct phraser *p, struct pattern *pt, int i, const char *rest, bool first) {
    bool mine = is_me(p, pt->given[i]) || is_actor(pt, i);
    pt->of_you |= first && mine;
    if (first && mine && pt->use == PATTERN_again) { /* "until you next play a card or pass": of you that was said */
        leaves_trim(&p->said);
        return true;
    }
    bool you = say_parameter(p, pt, i, rest) && first;
    if (you && pt->use == PATTERN_next) words_say(p, " next");
    return you;
}

static void say_pattern(struct phraser *p, struct pattern *pt) {
    const char *text = pt->f->node->text;
    if (!text && pt->f->prelude && pt->f->kind == SYM_SIGNAL) {
        say_raised(p, pt);
        return;
    }
    if (!text) {
        words_name(p, pt->f->name);
        for (int i = 0; i < pt->f->n_params; i++)
            if (pt->given[i] && pt->f->params[i]->type.base != VT_PLAYER)
                words_say(p, " of "), phrase_expr(p, pt->given[i]);
        return;
    }
    const char *bar = template_bar(text),
               *body = arena_strdup(p->to->m->arena, text, bar ? (size_t)(bar - text) : strlen(text));
    if (!body) {
        p->to->out->failed = true;
        return;
    }
    bool you = false;
    int index = 0;
    for (const char *t = body; *t;) {
        const char *open = strchr(t, '{'), *close = open ? strchr(open, '}') : NULL;
        struct node *hole = close ? model_hole(p->to->m, pt->f->node, text, index++) : NULL;
        const char *rest = close ? close + 1 : NULL;
        int i = parameter_of(pt, hole);
        size_t words = close ? before_place(pt, i, t, (size_t)(open - t), rest) : strlen(t);
        say_words(p, t, words, you);
        if (!close || pt->unsaid) return;
        pt->last = !*rest && i >= 0 ? pt->f->params[i] : NULL;
        bool mine = i >= 0 && (is_me(p, pt->given[i]) || is_actor(pt, i));
        bool of = words >= 4 && !memcmp(t + words - 4, " of ", 4);
        if (mine && !strncmp(rest, "'s", 2))
            words_you(p, "your"), rest += 2, you = false;
        else if (mine && of)
            words_you(p, "yours"), you = false;
        else if (i >= 0)
            you = say_subject(p, pt, i, rest, open == body);
        else if (hole)
            phrase_expr(p, hole);
        t = rest;
    }
}

static const char that[] = "that ";

/* Of several players that a pattern leaves open ("anyone attacks anyone"): the first or the second its words speak of.
 */
static const char *which_player(const struct pattern *pt, int i) {
    static const char *const ordinals[] = {"the first ", "the second ", "the third ", "the fourth "};
    const char *text = pt->f->node->text;
    unsigned open = 0, before = 0;
    bool player = pt->f->params[i]->type.base == VT_PLAYER;
    const char *at = text && player ? template_hole_of(text, pt->f->params[i]->name) : NULL;
    for (int k = 0; k < pt->f->n_params && at; k++) {
        if (pt->f->params[k]->type.base != VT_PLAYER || pt->given[k] || is_actor(pt, k)) continue;
        const char *other = template_hole_of(text, pt->f->params[k]->name);
        if (other) open++;
        if (other && other < at) before++;
    }
    return at && open > 1 && before < sizeof ordinals / sizeof *ordinals ? ordinals[before] : that;
}

/* In condition and body a parameter is what the pattern says it is, or "that card"; one that the words of the signal do
 * not speak of belongs to what they do: "when you place a tile ... its area". */
static void name_parameters(struct phraser *p, const struct pattern *pt) {
    for (int i = 0; i < pt->f->n_params; i++) {
        const struct symbol *s = pt->f->params[i];
        bool known = pt->given[i] && !(pt->given[i]->type.flags & VF_SET) && pt->given[i]->kind == N_NAME;
        if (known || is_actor(pt, i)) {
            struct meaning *m = ARENA_NEW(p->to->m->arena, struct meaning);
            if (!m) continue;
            *m = (struct meaning){.param = s,
                                  .value = known ? pt->given[i] : p->to->me,
                                  .outer = p->meanings,
                                  .caller = p->meanings,
                                  .level = p->level,
                                  .me = p->me};
            p->meanings = m;
            continue;
        }
        bool its = pt->f->kind == SYM_SIGNAL && pt->f->node->text && s->type.base != VT_PLAYER &&
                   (s == pt->unsaid || !template_mentions(pt->f->node->text, s->name));
        bool number = s->type.base == VT_NUMBER && !s->type.flags;
        const char *which = its && !number ? "its " : which_player(pt, i);
        if (number && pt->f->prelude) /* how far a track was raised */
            words_speak(p, s, AS_said, "that many ", "steps", false);
        else
            words_speak(p, s, which == that ? AS_that : AS_said, which, noun_of_parameter(p, pt, s), false);
    }
}

bool phrase_pattern(struct phraser *p, struct node *n, enum pattern_use use) {
    if (!n->symbol) return false;
    struct pattern pt = pattern_of(p, n);
    pt.use = use == PATTERN_asking ? PATTERN_event : use;
    if (use == PATTERN_asking) pt.self = false;
    pt.where = use == PATTERN_value ? NULL : n->b;
    say_pattern(p, &pt);
    if (use == PATTERN_asking) words_say(p, " by what you do");
    name_parameters(p, &pt);
    if (!pt.where) return pt.of_you;
    struct mark m = words_mark(p);
    words_say(p, " that ");
    if (pt.last && phrase_predicates(p, pt.where, pt.last)) return pt.of_you;
    words_rewind(p, m);
    words_say(p, " and "), phrase_condition(p, pt.where, false);
    return pt.of_you;
}

void phrase_emit(struct phraser *p, struct node *call) {
    if (!call->symbol) return;
    struct pattern pt = pattern_of(p, call);
    pt.self = false;
    if (p->purpose != FOR_PLAY) words_say(p, "this is when ");
    say_pattern(p, &pt);
}

/* What is accepted in payment, with what one of it is worth. */
static void say_accepted(struct phraser *p, struct node *set) {
    for (struct node *k = set->kids; k; k = k->next) {
        int32_t worth = 1;
        if (k != set->kids) words_say(p, k->next ? ", " : " or ");
        phrase_expr(p, k);
        if (k->symbol && k->symbol->kind == SYM_MEMBER &&
            enum_attribute(p->to->m, k->symbol->type.of, k->symbol->index, "worth", &worth))
            words_say(p, " (worth "), words_number(p, worth), words_say(p, ")");
    }
}

/* "price of a card −2 when that card has ...". */
static void phrase_adjustment(struct phraser *p, struct node *n) {
    struct node *value = n->b->kids && n->b->kids->kind == N_DO ? n->b->kids->a : NULL;
    int32_t yes;
    phrase_pattern(p, n->a, PATTERN_value);
    struct mark m = words_mark(p);
    struct function *f = n->a->symbol ? p->to->m->functions.data[n->a->symbol->index] : NULL;
    if (f && f->prelude && value && value->kind == N_SET)
        words_say(p, " "), say_accepted(p, value);
    else if (value && (value->type.flags & VF_SET || value->kind == N_SET))
        words_say(p, " "), phrase_set(p, value, NOUN_MANY);
    else if (value && words_constant(p, value, &yes) && value->type.base == VT_BOOL)
        words_say(p, yes ? "" : " (no)");
    else if (value && value->type.base == VT_BOOL)
        words_say(p, " if "), phrase_condition(p, value, false);
    else if (value)
        words_say(p, " "), phrase_quantity(p, value, false, (struct unit){0}), leaves_sign(&p->said, m.leaves);
    if (n->a->b) words_say(p, " when "), phrase_condition(p, n->a->b, false);
}

static bool asks_here(const struct node *n, const void *name) {
    (void)name;
    return n->kind == N_MAY || n->kind == N_CHOOSE || n->kind == N_EITHER;
}

/* The game's own reaction to what befalls anybody, in which somebody is asked: that is who acts, not whom it befalls.
 * Who acts is `by` where the signal says so. */
static bool asks_actor(const struct phraser *p, const struct node *n) {
    if (p->purpose != FOR_EVENT || n->a->kids || !n->a->symbol || !tree_any(n->b, asks_here, NULL)) return false;
    const struct function *f = p->to->m->functions.data[n->a->symbol->index];
    for (int i = 0; i < f->n_params; i++)
        if (!strcmp(f->params[i]->name, "by")) return false;
    return true;
}

void phrase_reaction(struct phraser *p, struct node *n) {
    int spoken = p->n_spoken;
    const struct meaning *meanings = p->meanings;
    if (n->kind == N_ADJUST) {
        phrase_adjustment(p, n);
    } else {
        words_say(p, n->kind == N_AFTER ? "after " : "when ");
        p->another = !phrase_pattern(p, n->a, asks_actor(p, n) ? PATTERN_asking : PATTERN_event);
        words_say(p, n->kind == N_INSTEAD && !n->number ? ": instead " : ": ");
        const struct node *body = p->body;
        p->body = n->b;
        phrase_block(p, n->b, BLOCK_PART);
        if (n->kind == N_INSTEAD && n->number) words_say(p, " instead"); /* you may */
        p->body = body;
        p->another = false;
    }
    p->n_spoken = spoken;
    p->meanings = meanings;
}
