/* rule_text.c: the rules that stand on no card, in words: what resources are worth, tracks and their steps, what always
 * happens, kinds of space, where pieces go; and the order of all of them.
 *
 * A rule is (about, name, text), the last two words of the program; what the configuration excludes is left out. As on
 * cards, everything comes from the templates of the definition and the structure of its rules; `me` is "you". */
#include "text/rule_text.h"

#include "lang/parse/template.h"
#include "text/card_text.h"
#include "text/rule_text_inside.h"

#include <string.h>

static void push_rule(struct texts *to, const char *about, struct said name, struct said text, struct step step) {
    struct rule r = {
        .about = output_string(to->out, about), .depth = (uint16_t)step.depth, .topic = step.topic, .face = NONE};
    if (step.node) r.at = (struct place){step.node->at.file, step.node->at.line};
    r.name = said_words(name, to->out);
    r.text = said_words(text, to->out);
    if (!VEC_PUSH(&to->out->rules, r)) to->out->failed = true;
}

void rule_step(struct texts *to, const char *about, struct said name, struct said text, struct step step) {
    if (!said_empty(text)) push_rule(to, about, name, text, step);
}

void rule_heading(struct texts *to, const char *about, struct said name, struct step step) {
    push_rule(to, about, name, SAID(""), step);
}

void rule_add(struct texts *to, const char *about, struct said name, struct said text) {
    rule_step(to, about, name, text, (struct step){0});
}

void rule_drawn(struct texts *to, struct node *rule) {
    int32_t face = text_rule_face(to, rule);
    if (to->out->rules.n) to->out->rules.data[to->out->rules.n - 1].face = face;
}

struct said rule_title(struct texts *to, const char *text, const char *name) {
    struct phraser p;
    phrase_open(&p, to, FOR_PRINT);
    if (text)
        words_say(&p, text);
    else
        words_name(&p, name);
    return phrase_close_said(&p);
}

/* What is said, as the heading of rules. */
static const char *close_heading(struct phraser *p) {
    struct texts *to = p->to;
    return said_text(phrase_close_said(p), to->out, to->m->arena);
}

const char *rule_many(struct texts *to, const char *noun) {
    struct phraser p;
    phrase_open(&p, to, FOR_PRINT);
    words_form(&p, noun, FORM_many);
    return close_heading(&p);
}

/* ---- resources and pieces: what is printed beside their names */
static struct said member_words(struct texts *to, int of, int member) {
    struct phraser p;
    phrase_open(&p, to, FOR_PRINT);
    words_member(&p, of, member, false);
    return phrase_close_said(&p);
}

static void member_rules(struct texts *to) {
    struct model *m = to->m;
    for (size_t i = 0; i < m->enums.n; i++)
        for (int k = 0; k < m->enums.data[i].n; k++) {
            int32_t worth = 1, total = NUMBER_MAX;
            struct phraser p;
            enum_attribute(m, (int)i, k, "worth", &worth), enum_attribute(m, (int)i, k, "total", &total);
            phrase_open(&p, to, FOR_PRINT);
            if (worth != 1) words_say(&p, "worth "), words_number(&p, worth), words_say(&p, " in payment");
            if (total != NUMBER_MAX)
                words_say(&p, p.said.list.n ? ", " : ""), words_number(&p, total), words_say(&p, " in all");
            struct said text = phrase_close_said(&p);
            rule_add(to, rule_many(to, m->enums.data[i].name), member_words(to, (int)i, k), text);
        }
}

/* ---- tracks */
static void say_marks(struct phraser *p, const struct track_info *t) {
    for (struct node *mark = t->node->b ? t->node->b->kids : NULL; mark; mark = mark->next) {
        if (mark->kind != N_MARK) continue;
        words_say(p, "; at ");
        for (struct node *at = mark->kids; at; at = at->next) {
            if (at != mark->kids) words_say(p, at->next ? ", " : " and ");
            phrase_number(p, at);
        }
        words_say(p, ": "), phrase_block(p, mark->b, BLOCK_PART);
    }
}

/* The same, place by place. */
static void track_marks(struct texts *to, int32_t track, const struct track_info *t) {
    for (struct node *mark = t->node->b ? t->node->b->kids : NULL; mark; mark = mark->next) {
        if (mark->kind != N_MARK) continue;
        struct phraser p;
        phrase_open(&p, to, FOR_PRINT);
        phrase_block(&p, mark->b, BLOCK_PART);
        struct words said = phrase_close(&p);
        int32_t face = text_face(to, mark->b);
        for (struct node *at = mark->kids; at; at = at->next) {
            struct track_mark m = {.track = track, .text = said, .face = face};
            if (constant_number(to->m, at, &m.at) && !VEC_PUSH(&to->out->marks, m)) to->out->failed = true;
        }
    }
}

static void track_rules(struct texts *to) {
    for (size_t i = 0; i < to->m->tracks.n; i++) {
        const struct track_info *t = &to->m->tracks.data[i];
        struct phraser p;
        phrase_open(&p, to, FOR_PRINT);
        words_say(&p, t->per_player ? "each player's, from " : "from "), words_number(&p, t->low);
        words_say(&p, " to "), words_number(&p, t->high);
        if (t->step != 1) words_say(&p, " in steps of "), words_number(&p, t->step);
        if (t->loop) words_say(&p, ", round and round");
        words_say(&p, ", starts at "), words_number(&p, to->m->vars.data[t->var].initial);
        say_marks(&p, t);
        track_marks(to, (int32_t)i, t);
        rule_add(to, "tracks", rule_title(to, t->node->text, t->name), phrase_close_said(&p));
    }
}

/* ---- what always happens: reactions at the top level, of whoever acts */
static void signal_rule(struct texts *to, struct function *f) {
    struct phraser p;
    struct node pattern = {.kind = N_PATTERN, .name = f->name, .symbol = f->symbol};
    phrase_open(&p, to, FOR_EVENT);
    words_say(&p, "when "), phrase_pattern(&p, &pattern, PATTERN_event), words_say(&p, ": ");
    struct mark m = words_mark(&p);
    p.body = f->node->b;
    phrase_block(&p, f->node->b, BLOCK_PART);
    bool said = words_after(&p, m);
    struct said text = phrase_close_said(&p);
    if (said) rule_add(to, "always", SAID(""), text);
}

static void reaction_rules(struct texts *to) {
    for (size_t i = 0; i < to->m->functions.n; i++) {
        struct function *f = to->m->functions.data[i];
        if (f->kind == SYM_SIGNAL && !f->prelude && f->node->b) signal_rule(to, f);
    }
    for (size_t i = 0; i < to->m->reactions.n; i++) {
        const struct reaction *r = to->m->reactions.data[i];
        if (r->card != NONE || r->kind != NONE || r->until || !r->on) continue;
        struct phraser p;
        phrase_open(&p, to, FOR_EVENT);
        phrase_reaction(&p, r->node);
        rule_add(to, "always", SAID(""), phrase_close_said(&p)), rule_drawn(to, r->node);
    }
}

/* ---- what every card of a kind does while it is in play */
static bool has_cards(const struct model *m, size_t kind) {
    for (size_t i = 0; i < m->cards.n; i++)
        if (m->cards.data[i].kind == (int)kind) return true;
    return false;
}

/* "every beast and dragon": the kinds below it that have cards are named, too. NULL: there are no such cards. */
static const char *every_card(struct texts *to, int kind) {
    struct model *m = to->m;
    size_t n = 0, said = 0;
    for (size_t k = 0; k < m->kinds.n; k++)
        n += kind_is(m, (int)k, kind) && has_cards(m, k);
    if (!n) return NULL;
    struct phraser p;
    phrase_open(&p, to, FOR_PRINT);
    for (size_t k = 0; k < m->kinds.n; k++) {
        if (!kind_is(m, (int)k, kind) || !has_cards(m, k)) continue;
        words_say(&p, !said ? "every " : said + 1 < n ? ", " : " and "), said++;
        words_name(&p, noun_of(&p, TYPE_OF(VT_CARD, (uint16_t)k)));
    }
    return close_heading(&p);
}

static void kind_rules(struct texts *to) {
    for (size_t k = 0; k < to->m->kinds.n; k++) {
        const struct kind_info *kind = &to->m->kinds.data[k];
        const char *every = kind->reactions.n ? every_card(to, (int)k) : NULL;
        for (size_t i = 0; every && i < kind->reactions.n; i++) {
            struct phraser p;
            phrase_open(&p, to, FOR_PRINT);
            if (kind->reactions.data[i]->kind == N_ADJUST) words_say(&p, "while in play: ");
            phrase_reaction(&p, kind->reactions.data[i]);
            rule_add(to, every, SAID(""), phrase_close_said(&p));
        }
    }
}

/* ---- kinds of space that have words of their own */
static struct said space_words(struct texts *to, int kind) {
    const struct kind_info *k = &to->m->kinds.data[kind];
    const struct node *above = k->parent >= 0 ? to->m->kinds.data[k->parent].node : NULL;
    struct phraser p;
    phrase_open(&p, to, FOR_PRINT);
    words_say(&p, k->node->text);
    if (above && above->text) words_say(&p, ", which is also a "), words_say(&p, above->text);
    return phrase_close_said(&p);
}

static void space_rules(struct texts *to) {
    for (size_t k = 0; k < to->m->kinds.n; k++) {
        const struct node *n = to->m->kinds.data[k].node;
        bool used = false;
        for (size_t i = 0; i < to->m->spaces.n && !used; i++)
            used = to->m->spaces.data[i].kind == (int)k && to->m->boards.data[to->m->spaces.data[i].board].in_use;
        if (used && n->text) rule_add(to, "kinds of space", SAID(to->m->kinds.data[k].name), space_words(to, (int)k));
    }
}

/* ---- where pieces go: what a verb takes when it is not told, for each member it may be told */
static struct symbol *member_symbol(struct model *m, int number, int index) {
    struct symbol *s = model_find(m, m->members.data[m->enums.data[number].first + index].name);
    while (s && !(s->kind == SYM_MEMBER && s->type.of == number && s->index == index))
        s = s->same;
    return s;
}

/* The parameter that is a member, when the words of the verb end with a set that it need not be told. */
static int told_member(const struct function *f, struct meaning *meanings) {
    if (f->kind != SYM_DEF || f->prelude || !f->acts || !f->node->text || f->n_params < 2) return NONE;
    for (int i = 0; i < f->n_params; i++) {
        const struct node *value = meanings[i].value;
        const char *at = template_hole_of(f->node->text, f->params[i]->name);
        if (!at || strchr(at, '}')[1] || !meanings[i].deflt || !value || value->kind != N_CALL) continue;
        for (int k = 0; k < i; k++)
            if (f->params[k]->type.base == VT_MEMBER && !f->params[k]->type.flags && !meanings[k].value) return k;
    }
    return NONE;
}

/* What the default is for that member: the function it calls is read out, not named. */
static struct said default_words(struct texts *to, struct function *f, int told, struct symbol *member) {
    struct phraser p;
    struct meaning outer[MAX_PARAMETERS], inner[MAX_PARAMETERS];
    struct node name = {.kind = N_NAME, .name = member->name, .symbol = member, .type = member->type};
    phrase_open(&p, to, FOR_PRINT);
    words_bind(&p, f->params, f->n_params, NULL, f->node, outer);
    outer[told].value = &name;
    struct node *call = NULL;
    for (int i = told; i < f->n_params && !call; i++)
        if (outer[i].deflt && outer[i].value && outer[i].value->kind == N_CALL) call = outer[i].value;
    struct function *g =
        call && call->symbol && call->symbol->kind == SYM_DEF ? to->m->functions.data[call->symbol->index] : NULL;
    if (g && g->node->c && g->n_params) {
        words_bind(&p, g->params, g->n_params, call->kids, call, inner);
        phrase_set(&p, g->node->c, NOUN_A);
    }
    return phrase_close_said(&p);
}

static const char *verb_words(struct texts *to, struct function *f, int told) {
    struct phraser p;
    struct meaning meanings[MAX_PARAMETERS];
    phrase_open(&p, to, FOR_PRINT);
    words_bind(&p, f->params, f->n_params, NULL, f->node, meanings);
    words_speak(&p, f->params[told], AS_said, "", "\xE2\x80\xA6", false);
    words_template(&p, f->node, f->node->text);
    words_say(&p, ", where the text does not say where");
    return close_heading(&p);
}

static bool told_before(const struct texts *to, const char *about) {
    for (size_t i = 0; i < to->out->rules.n; i++)
        if (!strcmp(to->out->strings.data[to->out->rules.data[i].about], about)) return true;
    return false;
}

enum { MAX_PIECES = 64 };

static void verb_rules(struct texts *to, struct function *f, int told) {
    int number = f->params[told]->type.of;
    const char *about = verb_words(to, f, told);
    struct said texts[MAX_PIECES];
    if (number >= (int)to->m->enums.n || told_before(to, about)) return;
    int n = to->m->enums.data[number].n < MAX_PIECES ? to->m->enums.data[number].n : MAX_PIECES;
    for (int i = 0; i < n; i++) {
        struct symbol *member = member_symbol(to->m, number, i);
        texts[i] = member ? default_words(to, f, told, member) : (struct said){0};
    }
    for (int i = 0; i < n; i++) { /* members with the same words share a line */
        struct phraser p;
        struct said text = texts[i];
        if (!text.n) continue;
        phrase_open(&p, to, FOR_PRINT);
        for (int k = i, said = 0; k < n; k++) {
            if (!texts[k].n || !said_same(texts[k], text)) continue;
            words_say(&p, said++ ? ", " : "");
            words_member(&p, number, k, false);
            texts[k].n = 0;
        }
        rule_add(to, about, phrase_close_said(&p), text);
    }
}

static void place_rules(struct texts *to) {
    for (size_t i = 0; i < to->m->functions.n; i++) {
        struct function *f = to->m->functions.data[i];
        struct phraser p;
        struct meaning meanings[MAX_PARAMETERS];
        if (f->kind != SYM_DEF || !f->node->text || f->n_params < 2) continue;
        phrase_open(&p, to, FOR_PRINT);
        words_bind(&p, f->params, f->n_params, NULL, f->node, meanings);
        int told = told_member(f, meanings);
        phrase_close_said(&p);
        if (told != NONE) verb_rules(to, f, told);
    }
}

/* ---- all of them */
/* In the order in which they are printed. What others speak of is written after them: `turn` says when. */
static const struct {
    void (*emit)(struct texts *to);
    int turn;
} parts[] = {
    {text_aims, 0},   {text_course, 0},  {text_standing, 0}, {reaction_rules, 0},  {kind_rules, 0},
    {track_rules, 0}, {member_rules, 0}, {space_rules, 0},   {place_rules, 0},     {text_table, 0},
    {text_zones, 2},  {text_values, 0},  {text_reading, 0},  {text_reading_as, 2}, {text_glossary, 1},
};
enum { PARTS = sizeof parts / sizeof *parts, TURNS = 3 };

/* Rules were written turn by turn; `first` and `n` say which are whose. */
static void put_in_order(struct texts *to, const size_t *first, const size_t *n) {
    size_t total = to->out->rules.n, at = 0;
    struct rule *all = ARENA_ARRAY(to->m->arena, struct rule, total + 1);
    int *place = ARENA_ARRAY(to->m->arena, int, total + 1); /* 1 + where each goes */
    if (!all || !place) {
        to->out->failed = true;
        return;
    }
    for (size_t i = 0; i < PARTS; i++)
        for (size_t k = 0; k < n[i]; k++) {
            all[at++] = to->out->rules.data[first[i] + k];
            place[first[i] + k] = (int)at;
        }
    memcpy(to->out->rules.data, all, total * sizeof *all);
    for (size_t i = 0; i < to->m->functions.n; i++)
        if (to->functions[i].rule) to->functions[i].rule = place[to->functions[i].rule - 1];
}

void text_rules(struct texts *to) {
    size_t first[PARTS] = {0}, n[PARTS] = {0};
    for (int turn = 0; turn < TURNS; turn++)
        for (size_t i = 0; i < PARTS && !to->out->failed; i++) {
            if (parts[i].turn != turn) continue;
            first[i] = to->out->rules.n;
            parts[i].emit(to);
            n[i] = to->out->rules.n - first[i];
        }
    if (!to->out->failed && to->out->rules.n) put_in_order(to, first, n);
}
