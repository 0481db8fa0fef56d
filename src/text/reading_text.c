/* reading_text.c: how all texts are read: what every rulebook means by its order, its numbers, its payments and its
 * cards in play, as far as this game has them. Whether a card hears its own signal follows from where it lies by then.
 */
#include "text/rule_text_inside.h"

#include "lang/model/builtins.h"

#include <string.h>

static const char about[] = "how to read these rules";

/* ---- does a card hear the signal that is about it? */
struct search {
    struct model *m;
    int signal, param;  /* which parameter of the signal is the card */
    bool before, after; /* found: sent before, after the card came into play */
    int depth;
};

static bool same_thing(const struct node *a, const struct node *b) {
    if (!a || !b || a->kind != b->kind) return false;
    if (a->kind == N_NAME) return a->symbol == b->symbol && !strcmp(a->name, b->name);
    return a->kind == N_FIELD && !strcmp(a->name, b->name) && same_thing(a->a, b->a);
}

static bool maybe_live(const struct search *s, const struct node *zone) {
    if (!zone) return false;
    if (zone->kind == N_COND) return maybe_live(s, zone->b) || maybe_live(s, zone->c);
    return zone->symbol && zone->symbol->kind == SYM_ZONE && s->m->zones.data[zone->symbol->index].live;
}

static struct node *argument(struct node *args, const char *name, int i) {
    struct node *named = argument_named(args, name);
    return named ? named : argument_at(args, i);
}

static bool sends(struct search *s, struct node *n, const struct node *card);

/* A verb that is told the card may send it about its parameter. */
static bool verb_sends(struct search *s, struct node *call, const struct node *card) {
    struct function *f =
        call->symbol && call->symbol->kind == SYM_DEF ? s->m->functions.data[call->symbol->index] : NULL;
    bool found = false;
    for (int i = 0; f && i < f->n_params && !found; i++) {
        if (!same_thing(argument(call->kids, f->params[i]->name, i), card)) continue;
        struct node inside = {.kind = N_NAME, .name = f->params[i]->name, .symbol = f->params[i]};
        s->depth++;
        found = sends(s, f->node->b, &inside);
        s->depth--;
    }
    return found;
}

/* Is the signal sent in here, about that card? */
static bool sends(struct search *s, struct node *n, const struct node *card) {
    if (!n || s->depth > 12) return false;
    if (n->kind == N_EMIT && n->a->symbol && n->a->symbol->index == s->signal) {
        const struct function *signal = s->m->functions.data[s->signal];
        if (same_thing(argument(n->a->kids, signal->params[s->param]->name, s->param), card)) return true;
    }
    if (n->kind == N_CALL && verb_sends(s, n, card)) return true;
    for (struct node *k = n->kids; k; k = k->next)
        if (sends(s, k, card)) return true;
    return sends(s, n->a, card) || sends(s, n->b, card) || sends(s, n->c, card);
}

/* A card that is moved into play: is the signal sent before or after it, in the same block? */
static void look_at_block(struct search *s, struct node *block) {
    for (struct node *k = block->kids; k; k = k->next) {
        struct node *call = k->kind == N_DO && k->a->kind == N_CALL ? k->a : NULL;
        if (!call || !call->symbol || call->symbol->kind != SYM_BUILTIN || call->symbol->index != BI_move) continue;
        if (!maybe_live(s, argument_named(call->kids, "to"))) continue;
        bool after = false;
        for (struct node *o = block->kids; o; o = o->next) {
            if (o == k) after = true;
            if (o == k || !sends(s, o, argument_at(call->kids, 0))) continue;
            if (after)
                s->after = true;
            else
                s->before = true;
        }
    }
}

static void look_at(struct search *s, struct node *n, int depth) {
    if (!n || depth > 200) return;
    if (n->kind == N_BLOCK) look_at_block(s, n);
    for (struct node *k = n->kids; k; k = k->next)
        look_at(s, k, depth + 1);
    look_at(s, n->a, depth + 1), look_at(s, n->b, depth + 1), look_at(s, n->c, depth + 1);
}

static void reading(struct texts *to, const char *name, const char *text) {
    rule_add(to, about, SAID(name), SAID(text));
}

static struct said signal_words(struct texts *to, struct function *f) {
    struct phraser p;
    struct node pattern = {.kind = N_PATTERN, .name = f->name, .symbol = f->symbol};
    phrase_open(&p, to, FOR_EVENT);
    phrase_pattern(&p, &pattern, PATTERN_event);
    return phrase_close_said(&p);
}

static bool cards_hear(const struct function *f) {
    for (size_t i = 0; i < f->reactions.n; i++)
        if (f->reactions.data[i]->card != NONE && f->reactions.data[i]->self_param == NONE) return true;
    return false;
}

static void own_signal_rules(struct texts *to) {
    for (size_t i = 0; i < to->m->functions.n; i++) {
        struct function *f = to->m->functions.data[i];
        if (f->kind != SYM_SIGNAL || !cards_hear(f)) continue;
        for (int k = 0; k < f->n_params; k++) {
            struct search s = {.m = to->m, .signal = (int)i, .param = k};
            if (f->params[k]->type.base != VT_CARD || f->params[k]->type.flags) continue;
            look_at(&s, to->m->file, 0);
            if (s.before == s.after) continue;
            rule_add(to, about, signal_words(to, f),
                     SAID(s.after
                              ? "that card itself is in play by then, if it comes into play at all, and hears this too"
                              : "that card itself is not in play yet and does not hear this"));
        }
    }
}

/* ---- what holds in every game that has such things */
static bool has_live_zone(const struct model *m) {
    for (size_t i = 0; i < m->zones.n; i++)
        if (m->zones.data[i].live) return true;
    return false;
}

static bool has_adjustments(const struct model *m) {
    for (size_t i = 0; i < m->reactions.n; i++)
        if (m->reactions.data[i]->node->kind == N_ADJUST) return true;
    return false;
}

void text_reading(struct texts *to) {
    struct model *m = to->m;
    reading(to, "in order",
            "what a text says is done in the order in which it stands; what happens because of "
            "it (\"when\", \"after\", \"at\" a step) happens at once, before the text goes on");
    reading(to, "all or nothing",
            "what could not be carried out to its end cannot be begun: a price that cannot be paid, a choice with "
            "nothing to choose from, a number that would leave its range, a condition after \"only if\" that does not "
            "hold, anywhere in an action, rule out the action; only what hidden cards or chance decide on the way is "
            "not foreseen: where it then cannot go on, it ends there");
    reading(to, "you may, up to",
            "what you may do can be left out, and is left out where it cannot be done; "
            "\"up to\" takes as many as there are");
    reading(to, "numbers", "whole: \"1 per 3\" and other divisions count only full ones");
    if (m->tracks.n)
        reading(to, "tracks",
                "a track goes step by step; what stands at a position happens, for whoever raised it, "
                "when a raise comes there; at its end it stays, and steps that are not made bring nothing "
                "and rule nothing out; \"when you raise\" "
                "happens once for each raise, however many steps it has");
    if (m->stock_var >= 0)
        reading(to, "paying",
                "where something else may be used to pay, you choose how many of it; each is worth "
                "1 unless its worth is told; there is no change for paying too much");
    if (has_live_zone(m))
        reading(to, "in play",
                "what a card says after \"while in play\", \"when\" and \"after\" works as long as it "
                "lies in play, from the moment it comes there, and nowhere else; all \"when\" come before all "
                "\"after\"; \"you\" is its owner, \"anyone\" may be you");
    if (has_adjustments(m)) reading(to, "changes to a number", "several add up");
    own_signal_rules(to);
}

void text_reading_as(struct texts *to) {
    if (to->says_price)
        reading(to, "\xE2\x86\x92", "what stands before the arrow is the price of what stands behind it");
    if (to->says_possible)
        reading(to, "if possible, can",
                "all of it could be carried out now, by some choices, as far as whoever does it can know; asking "
                "changes nothing");
    if (to->says_between)
        reading(to, "between",
                "on the straight line of spaces, each next to the one before, that joins the two; where there is "
                "no such line, nothing is");
    if (to->says_label)
        reading(to, "X, [card]",
                "a number or a thing that is named where the words are used; in the same text it is always the same "
                "one, and \"other\" tells a second one apart");
    if (to->acts_as)
        reading(to, "as a player",
                "what stands behind \"as that player:\" or \"as each player:\" is done by that "
                "player, and \"you\" is that player there");
}
