/* model_things.c: the things of a game in a model: spaces, components, achievements, actions, effects. */
#include "design/model_inside.h"

#include "base/buf.h"
#include "code/render.h"
#include "lang/model/check.h"

#include <string.h>

/* ---- what kinds have */
static void tell_parameters(struct portrayal *t, const struct node *kind) {
    json_array(&t->json, "parameters");
    for (const struct node *p = kind->kids; p; p = p->next) {
        json_object(&t->json, NULL);
        json_text(&t->json, "part", "parameter");
        json_text(&t->json, "name", p->name);
        tell_type(t, "type", model_type(t->m, p->a));
        if (p->b) tell_written(t, "default", p->b);
        tell_place(t, p);
        tell_uses(t, p);
        json_close(&t->json);
    }
    json_close(&t->json);
}

static bool is_member(const struct node *n, bool variables) {
    return variables ? n->kind == N_VAR : n->kind == N_VALUE || n->kind == N_RULE;
}

static const struct var_info *variable_of(const struct portrayal *t, const struct node *n) {
    for (size_t i = 0; i < t->m->vars.n; i++)
        if (t->m->vars.data[i].node == n) return &t->m->vars.data[i];
    return NULL;
}

static void tell_members(struct portrayal *t, const char *key, const struct node *body, bool variables) {
    json_array(&t->json, key);
    for (const struct node *n = body ? body->kids : NULL; n; n = n->next) {
        if (!is_member(n, variables)) continue;
        const struct var_info *v = variables ? variable_of(t, n) : NULL;
        tell_begin(t, variables ? "var" : n->kind == N_RULE ? "rule" : "value", n->name, n->text, n);
        if (v) tell_type(t, "type", v->type), tell_start(t, n, v);
        if (n->kind == N_VALUE && n->a) tell_type(t, "type", model_type(t->m, n->a));
        if (n->kind == N_VALUE && n->c) tell_written(t, "default", n->c);
        json_close(&t->json);
    }
    json_close(&t->json);
}

static void begin_kind(struct portrayal *t, const struct kind_info *k) {
    tell_begin(t, "kind", k->name, k->node->text, k->node);
    json_text(&t->json, "is", k->parent >= 0 ? t->m->kinds.data[k->parent].name : k->is_space ? "space" : NULL);
    json_object(&t->json, "given"); /* of the parameters above it */
    for (const struct node *a = k->node->a ? k->node->a->kids : NULL; a; a = a->next)
        if (a->kind == N_ARG) tell_written(t, a->name, a->a);
    json_close(&t->json);
    tell_parameters(t, k->node);
    tell_members(t, "variables", k->node->b, true);
}

/* ---- spaces */
/* Defs that give spaces of that kind: what may lie there is what they accept. */
static void tell_acceptance(struct portrayal *t, int kind) {
    json_array(&t->json, "accepted_by");
    for (size_t i = 0; i < t->m->functions.n; i++) {
        const struct function *f = t->m->functions.data[i];
        if (f->prelude || f->result.base != VT_SPACE || !(f->result.flags & VF_SET)) continue;
        if (f->result.of != ANY && !kind_is(t->m, kind, f->result.of)) continue;
        json_text(&t->json, NULL, f->name);
    }
    json_close(&t->json);
}

static void tell_board(struct portrayal *t, const struct board_info *b) {
    static const char *const shapes[] = {"hex", "square", "graph", "ring", "loose"};
    tell_begin(t, "board", b->node->name, b->node->text, b->node); /* that of a player has a letter before it */
    json_text(&t->json, "shape", b->shape >= 0 && b->shape < 5 ? shapes[b->shape] : NULL);
    json_bool(&t->json, "in_use", b->in_use);
    json_text(&t->json, "of", b->owner >= 0 ? "player" : "table");
    json_array(&t->json, "spaces");
    for (int i = 0; i < b->n; i++) {
        const struct space_info *s = &t->m->spaces.data[b->first + i];
        json_object(&t->json, NULL);
        json_text(&t->json, "name", s->name);
        json_text(&t->json, "kind", t->m->kinds.data[s->kind].name);
        json_integer(&t->json, "row", s->row);
        if (s->args) tell_written(t, "printed", s->at);
        json_text(&t->json, "says", render_kept(&t->d->arena, t->program, t->program->spaces[b->first + i].text, NULL));
        json_close(&t->json);
    }
    json_close(&t->json);
    json_close(&t->json);
}

void tell_spaces(struct portrayal *t) {
    json_array(&t->json, "spaces");
    for (size_t i = 0; i < t->m->kinds.n; i++) {
        if (!t->m->kinds.data[i].is_space) continue;
        begin_kind(t, &t->m->kinds.data[i]);
        tell_acceptance(t, (int)i);
        json_close(&t->json);
    }
    json_close(&t->json);
    json_array(&t->json, "boards");
    for (size_t i = 0; i < t->m->boards.n; i++)
        if (t->m->boards.data[i].node && t->m->boards.data[i].owner <= 0) tell_board(t, &t->m->boards.data[i]);
    json_close(&t->json);
}

/* ---- components */
static void tell_clauses(struct portrayal *t, uint32_t card) {
    const struct card *c = &t->program->cards[card];
    json_array(&t->json, "clauses");
    for (uint32_t i = 0; i < c->n_clauses; i++) {
        const struct clause *clause = &t->program->clauses[c->clauses + i];
        json_object(&t->json, NULL);
        json_text(&t->json, "key", program_string(t->program, clause->key));
        json_text(&t->json, "label", program_string(t->program, clause->label));
        json_text(&t->json, "says", render_kept(&t->d->arena, t->program, clause->text, NULL));
        if (clause->number != NO_NUMBER) json_integer(&t->json, "number", clause->number);
        json_close(&t->json);
    }
    json_close(&t->json);
}

static void tell_printed(struct portrayal *t, const struct card_info *c) {
    struct printed printed;
    json_object(&t->json, "printed");
    printed_open(t->m, c->kind, c->node->kids, &printed);
    if (printed_bind(t->m, &printed, c->node, false))
        for (int i = 0; i < printed.n; i++) {
            const char *name = printed.params[i]->name;
            if (i != printed.bound.list_param) {
                tell_written(t, name, printed.bound.value[i]);
                continue;
            }
            json_array(&t->json, name);
            for (int k = 0; k < printed.bound.n_list; k++)
                tell_written(t, NULL, printed.bound.list[k]);
            json_close(&t->json);
        }
    json_close(&t->json);
}

static void tell_cards(struct portrayal *t, int kind) {
    json_array(&t->json, "cards");
    for (size_t i = 0; i < t->m->cards.n; i++) {
        const struct card_info *c = &t->m->cards.data[i];
        size_t copies = 1;
        if (c->kind != kind || c->copy > 0) continue;
        while (i + copies < t->m->cards.n && t->m->cards.data[i + copies].copy > 0)
            copies++;
        tell_begin(t, t->m->kinds.data[kind].name, c->name, NULL, c->node);
        tell_printed(t, c);
        json_unsigned(&t->json, "copies", copies);
        json_text(&t->json, "says", render_kept_card(&t->d->arena, t->program, (uint32_t)i, NULL));
        tell_clauses(t, (uint32_t)i);
        json_close(&t->json);
    }
    json_close(&t->json);
}

/* ---- what a kind is for */
static bool any_choice(const struct node *list, const char *kind) {
    for (const struct node *n = list; n; n = n->next) {
        if (n->kind == N_SCENARIO) continue;
        if (n->kind == N_CHOOSE && name_is(n->a, kind)) return true;
        if (any_choice(n->a, kind) || any_choice(n->b, kind) || any_choice(n->c, kind) || any_choice(n->kids, kind))
            return true;
    }
    return false;
}

static bool lies_in_zone(const struct portrayal *t, int kind) {
    for (size_t i = 0; i < t->m->zones.n; i++)
        if (kind_is(t->m, kind, t->m->zones.data[i].kind) || kind_is(t->m, t->m->zones.data[i].kind, kind)) return true;
    return false;
}

/* Nobody holds them, and each remembers a player. */
static const char *taken_by(const struct portrayal *t, int kind) {
    for (size_t i = 0; i < t->m->vars.n; i++) {
        const struct var_info *v = &t->m->vars.data[i];
        if (v->scope == SCOPE_CARD && v->owner_kind >= 0 && kind_is(t->m, kind, v->owner_kind) && v->node &&
            v->type.base == VT_PLAYER && !v->type.flags)
            return v->name;
    }
    return NULL;
}

void tell_kinds(struct portrayal *t) {
    json_array(&t->json, "components");
    for (size_t i = 0; i < t->m->kinds.n; i++) {
        const struct kind_info *k = &t->m->kinds.data[i];
        if (k->is_space) continue;
        begin_kind(t, k);
        tell_members(t, "clauses", k->node->b, false);
        json_bool(&t->json, "in_zones", lies_in_zone(t, (int)i));
        json_bool(&t->json, "menu", any_choice(t->m->file->kids, k->name));
        tell_cards(t, (int)i);
        json_close(&t->json);
    }
    json_close(&t->json);
    json_array(&t->json, "achievements");
    for (size_t i = 0; i < t->m->kinds.n; i++) {
        const struct kind_info *k = &t->m->kinds.data[i];
        if (k->is_space || !k->n || lies_in_zone(t, (int)i) || !taken_by(t, (int)i)) continue;
        json_object(&t->json, NULL);
        json_text(&t->json, "kind", k->name);
        json_text(&t->json, "taken", taken_by(t, (int)i));
        json_close(&t->json);
    }
    json_close(&t->json);
}

/* ---- actions, sub-actions, effects */
static void tell_calls(struct portrayal *t, int function) {
    json_array(&t->json, "calls");
    for (size_t i = 0; i < t->m->calls.n; i++) {
        const struct call_edge *e = &t->m->calls.data[i];
        bool again = false;
        for (size_t k = 0; k < i && !again; k++)
            again = t->m->calls.data[k].caller == e->caller && t->m->calls.data[k].callee == e->callee;
        if (e->caller == function && !again) json_text(&t->json, NULL, t->m->functions.data[e->callee]->name);
    }
    json_close(&t->json);
}

static void tell_function(struct portrayal *t, int number) {
    static const char *const words[] = {[SYM_DEF] = "def", [SYM_VALUE] = "value", [SYM_SIGNAL] = "signal"};
    const struct function *f = t->m->functions.data[number];
    tell_begin(t, words[f->kind], f->name, f->node->text, f->node);
    json_array(&t->json, "parameters");
    for (int i = 0; i < f->n_params; i++) {
        json_object(&t->json, NULL);
        json_text(&t->json, "name", f->params[i]->name);
        tell_type(t, "type", f->params[i]->type);
        json_close(&t->json);
    }
    json_close(&t->json);
    if (f->result.base != T_VOID) tell_type(t, "result", f->result);
    json_bool(&t->json, "acts", f->acts);
    json_bool(&t->json, "asks", f->asks);
    json_bool(&t->json, "chance", f->chance);
    tell_calls(t, number);
    tell_rule(t, f->node);
    json_close(&t->json);
}

void tell_actions(struct portrayal *t) {
    json_array(&t->json, "actions"); /* kinds of which a menu is made */
    for (size_t i = 0; i < t->m->kinds.n; i++)
        if (!t->m->kinds.data[i].is_space && any_choice(t->m->file->kids, t->m->kinds.data[i].name))
            json_text(&t->json, NULL, t->m->kinds.data[i].name);
    json_close(&t->json);
    json_array(&t->json, "sub_actions");
    for (size_t i = 0; i < t->m->functions.n; i++)
        if (!t->m->functions.data[i]->prelude && t->m->functions.data[i]->acts) tell_function(t, (int)i);
    json_close(&t->json);
    json_array(&t->json, "signals_and_values");
    for (size_t i = 0; i < t->m->functions.n; i++)
        if (!t->m->functions.data[i]->prelude && !t->m->functions.data[i]->acts) tell_function(t, (int)i);
    json_close(&t->json);
}

static const char *reaction_word(const struct node *n) {
    return n->kind == N_WHEN ? "when" : n->kind == N_AFTER ? "after" : n->kind == N_INSTEAD ? "instead" : "adjust";
}

void tell_effects(struct portrayal *t) {
    json_array(&t->json, "effects");
    for (size_t i = 0; i < t->m->reactions.n; i++) {
        const struct reaction *r = t->m->reactions.data[i];
        if (!r->on || r->node->at.file >= t->d->sources.n) continue;
        if (r->card >= 0 && t->m->cards.data[r->card].copy > 0) continue;
        json_object(&t->json, NULL);
        json_text(&t->json, "part", reaction_word(r->node));
        json_text(&t->json, "on", r->on->name);
        if (r->card >= 0) json_text(&t->json, "card", t->m->cards.data[r->card].name);
        if (r->card < 0 && r->kind >= 0) json_text(&t->json, "kind", t->m->kinds.data[r->kind].name);
        if (r->node->a->b) tell_written(t, "where", r->node->a->b);
        tell_place(t, r->node);
        tell_rule(t, r->node);
        json_close(&t->json);
    }
    json_close(&t->json);
}
