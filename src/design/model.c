/* model.c: a model as JSON: what is said of every part alike, and the chapters that are short. */
#include "design/model.h"

#include "base/utf8.h"
#include "code/render.h"
#include "design/model_inside.h"
#include "lang/compile.h"

#include <string.h>

/* ---- what is said of every part */
void tell_written(struct portrayal *t, const char *key, const struct node *n) {
    if (!n || n->at.line == 0 || n->at.file >= t->d->sources.n) {
        json_text(&t->json, key, NULL);
        return;
    }
    const struct token *token = t->d->tokens[n->at.file].data + definition_token(t->d, n->at);
    struct passage at = {token->offset, token->offset + n->at.len};
    uint32_t depth = token->depth;
    for (; token->kind != TOKEN_EOF && (token->offset < at.to || token->depth > depth); token++)
        if (token->end > at.to) at.to = token->end; /* a span ends with its line, an expression where its brackets do */
    json_text(&t->json, key, definition_text(t->d, n->at.file, at));
}

static void tell_passage(struct portrayal *t, const char *file, uint32_t line, struct passage at) {
    json_object(&t->json, "at");
    json_text(&t->json, "file", file);
    json_unsigned(&t->json, "line", line);
    json_unsigned(&t->json, "from", at.from);
    json_unsigned(&t->json, "to", at.to);
    json_close(&t->json);
}

void tell_place(struct portrayal *t, const struct node *n) {
    int part = parts_find(t->parts, n);
    struct passage at;
    if (n->at.file >= t->d->sources.n) return;
    if (part >= 0) {
        at = t->parts->list[part].at;
    } else {
        at.from = definition_offset(t->d, n->at);
        at.to = at.from + n->at.len;
    }
    tell_passage(t, t->d->sources.files[n->at.file].path, n->at.line, at);
}

void tell_uses(struct portrayal *t, const struct node *n) {
    int name = parts_name(t->parts, n), last = -2;
    enum use_sort sort = USE_PLAIN;
    json_array(&t->json, "used_by");
    for (size_t i = 0; i < t->parts->n_uses && name >= 0; i++) {
        const struct part_use *u = &t->parts->uses[i];
        if (u->name != (uint32_t)name || (u->part == last && u->sort == sort)) continue;
        const struct part *by = u->part >= 0 ? &t->parts->list[u->part] : NULL;
        last = u->part, sort = u->sort;
        json_object(&t->json, NULL);
        json_text(&t->json, "as", use_words[u->sort]);
        json_text(&t->json, "part", by ? by->word : NULL);
        json_text(&t->json, "name", by ? by->name : NULL);
        json_text(&t->json, "file", t->d->sources.files[u->at.file].path);
        json_unsigned(&t->json, "line", u->at.line);
        json_close(&t->json);
    }
    json_close(&t->json);
}

void tell_begin(struct portrayal *t, const char *word, const char *name, const char *title, const struct node *n) {
    json_object(&t->json, NULL);
    json_text(&t->json, "part", word);
    json_text(&t->json, "name", name);
    if (title) json_text(&t->json, "title", title);
    if (n) tell_place(t, n);
    if (n) tell_uses(t, n);
}

void tell_type(struct portrayal *t, const char *key, struct type type) {
    json_text(&t->json, key, type_name(t->m, type));
}

static void tell_bound(struct portrayal *t, const char *key, int number) {
    if (number < NUMBER_MAX && number > -NUMBER_MAX) json_integer(&t->json, key, number);
}

/* What it begins with, and its range; `modes` where another mode has others. */
void tell_start(struct portrayal *t, const struct node *n, const struct var_info *v) {
    int32_t start;
    bool open = false, number = v->type.base == VT_NUMBER, known = mode_start(t->m, v, &start);
    if (number) tell_bound(t, "least", v->low), tell_bound(t, "most", v->high);
    if (known) json_integer(&t->json, "start", start);
    if (n->kind == N_VAR && n->b) tell_written(t, "start_written", n->b);
    for (size_t i = 0; i < t->modes->values.n && known; i++) {
        const struct mode_value *w = &t->modes->values.data[i];
        if (w->at.file != n->at.file || w->at.line != n->at.line || w->at.col != n->at.col) continue;
        if (w->low == v->low && w->high == v->high && w->start == start) continue;
        if (!open) json_array(&t->json, "modes");
        open = true;
        json_object(&t->json, NULL);
        json_integer(&t->json, "mode", w->mode + 1);
        tell_bound(t, "least", w->low), tell_bound(t, "most", w->high);
        json_integer(&t->json, "start", w->start);
        json_close(&t->json);
    }
    if (open) json_close(&t->json);
}

static void tell_words(struct portrayal *t, const char *key, struct words words) {
    json_text(&t->json, key, render_kept(&t->d->arena, t->program, words, NULL));
}

void tell_rule(struct portrayal *t, const struct node *n) {
    int32_t rule = 0;
    for (uint32_t i = 0; i < t->program->n_routines && !rule; i++) {
        const struct routine *r = &t->program->routines[i];
        if (r->at.file == n->at.file && r->at.line == n->at.line && r->rule) rule = r->rule;
    }
    for (uint32_t i = 0; i < t->program->n_rules && !rule; i++) {
        const struct rule *r = &t->program->rules[i];
        if (r->at.line && r->at.file == n->at.file && r->at.line == n->at.line) rule = (int32_t)i + 1;
    }
    if (rule) tell_words(t, "says", t->program->rules[rule - 1].text);
}

/* ---- short chapters */
static void tell_options(struct portrayal *t) {
    json_array(&t->json, "options");
    for (size_t i = 0; i < t->m->options.n; i++) {
        const struct option_info *o = &t->m->options.data[i];
        tell_begin(t, "option", o->name, o->node->text, o->node);
        json_array(&t->json, "values");
        for (const struct node *v = o->node->kids; v; v = v->next)
            tell_written(t, NULL, v);
        json_close(&t->json);
        tell_written(t, "default", o->node->kids);
        json_close(&t->json);
    }
    json_close(&t->json);
}

static void tell_modes(struct portrayal *t) {
    json_object(&t->json, "modes");
    json_object(&t->json, "players");
    json_unsigned(&t->json, "least", t->m->min_seats);
    json_unsigned(&t->json, "most", t->m->max_seats);
    json_close(&t->json);
    tell_options(t);
    json_array(&t->json, "list");
    json_object(&t->json, NULL); /* the first one, of which everything else is told */
    json_unsigned(&t->json, "players", t->m->seats);
    json_close(&t->json);
    for (size_t i = 0; i < t->modes->n; i++) {
        json_object(&t->json, NULL);
        json_unsigned(&t->json, "players", t->modes->list[i].seats ? t->modes->list[i].seats : t->m->seats);
        if (t->modes->list[i].option) json_text(&t->json, "option", t->modes->list[i].option);
        json_close(&t->json);
    }
    json_close(&t->json);
    json_close(&t->json);
}

static void tell_tracks(struct portrayal *t) {
    json_array(&t->json, "tracks");
    for (size_t i = 0; i < t->m->tracks.n; i++) {
        const struct track_info *track = &t->m->tracks.data[i];
        tell_begin(t, "track", track->name, track->node->text, track->node);
        json_text(&t->json, "of", track->per_player ? "player" : "table");
        tell_start(t, track->node, &t->m->vars.data[track->var]);
        json_integer(&t->json, "step", track->step);
        json_bool(&t->json, "loop", track->loop);
        json_array(&t->json, "bonus_steps");
        for (uint32_t k = 0; k < t->program->n_marks; k++) {
            const struct track_mark *mark = &t->program->marks[k];
            if (mark->track != (int32_t)i) continue;
            json_object(&t->json, NULL);
            json_integer(&t->json, "value", mark->at);
            tell_words(t, "says", mark->text);
            json_close(&t->json);
        }
        json_close(&t->json);
        json_close(&t->json);
    }
    json_close(&t->json);
}

static const char *see_word(int see) {
    static const char *const words[] = {"everyone", "owner", "nobody", "others"};
    return see >= 0 && see < 4 ? words[see] : NULL;
}

/* Piles, other zones, and pieces and resources of which there are only so many. */
static void tell_stacks(struct portrayal *t) {
    json_array(&t->json, "stacks");
    for (size_t i = 0; i < t->m->zones.n; i++) {
        const struct zone_info *z = &t->m->zones.data[i];
        if (!z->node) continue;
        tell_begin(t, "zone", z->name, z->node->text, z->node);
        json_text(&t->json, "of", z->per_player ? "player" : "table");
        json_text(&t->json, "holds", t->m->kinds.data[z->kind].name);
        json_bool(&t->json, "pile", z->pile);
        json_text(&t->json, "seen_by", see_word(z->see));
        if (z->refill >= 0) json_text(&t->json, "refilled_from", t->m->zones.data[z->refill].name);
        json_bool(&t->json, "live", z->live);
        json_close(&t->json);
    }
    for (size_t i = 0; i < t->m->members.n; i++) {
        const struct member_info *member = &t->m->members.data[i];
        const struct enum_info *e = &t->m->enums.data[member->enum_number];
        int32_t total;
        bool limited = !strcmp(e->name, "resource") || !strcmp(e->name, "piece");
        if (!limited || !member->node) continue;
        if (!enum_attribute(t->m, member->enum_number, (int)i - e->first, "total", &total) || total >= NUMBER_MAX)
            continue;
        tell_begin(t, e->name, member->name, member->node->text, member->node);
        json_integer(&t->json, "total", total);
        json_close(&t->json);
    }
    json_close(&t->json);
}

static void tell_members(struct portrayal *t, const char *key, bool resources) {
    json_array(&t->json, key);
    for (size_t i = 0; i < t->m->members.n; i++) {
        const struct member_info *member = &t->m->members.data[i];
        const struct enum_info *e = &t->m->enums.data[member->enum_number];
        bool is_resource = !strcmp(e->name, "resource") || !strcmp(e->name, "piece");
        if (!member->node || is_resource != resources) continue;
        tell_begin(t, e->name, member->name, member->node->text, member->node);
        json_object(&t->json, "printed");
        for (const struct node *a = member->node->kids; a; a = a->next)
            tell_written(t, a->kind == N_ARG ? a->name : "total", a->kind == N_ARG ? a->a : a);
        json_close(&t->json);
        json_close(&t->json);
    }
    json_close(&t->json);
}

static void tell_variables(struct portrayal *t, const char *key, int scope) {
    json_array(&t->json, key);
    for (size_t i = 0; i < t->m->vars.n; i++) {
        const struct var_info *v = &t->m->vars.data[i];
        if (!v->node || v->internal || v->scope != scope || v->node->kind != N_VAR) continue;
        tell_begin(t, "var", v->name, v->node->text, v->node);
        tell_type(t, "type", v->type);
        if (v->index_enum >= 0) json_text(&t->json, "by", t->m->enums.data[v->index_enum].name);
        tell_start(t, v->node, v);
        json_text(&t->json, "seen_by", see_word(v->see));
        if (v->period >= 0)
            json_text(&t->json, "per", t->m->members.data[t->m->enums.data[t->m->period_enum].first + v->period].name);
        json_close(&t->json);
    }
    json_close(&t->json);
}

static void tell_rules(struct portrayal *t) {
    json_array(&t->json, "rules");
    for (uint32_t i = 0; i < t->program->n_rules; i++) {
        const struct rule *r = &t->program->rules[i];
        json_object(&t->json, NULL);
        json_text(&t->json, "about", program_string(t->program, r->about));
        tell_words(t, "name", r->name);
        tell_words(t, "says", r->text);
        json_unsigned(&t->json, "depth", r->depth);
        json_close(&t->json);
    }
    json_close(&t->json);
}

/* ---- scenarios, also those in files beside the definition */
/* Whether a card is spoken of: as a name between two places of the text, or in the name of the scenario. */
static bool mentions(const struct definition *d, const struct node *scenario, struct passage at, const char *card) {
    const struct token *token = d->tokens[scenario->at.file].data + definition_token(d, scenario->at);
    if (strstr(scenario->name, card)) return true;
    for (token++; token->kind != TOKEN_EOF && token->offset < at.to; token++)
        if ((token->kind == TOKEN_NAME || token->kind == TOKEN_TEXT) && !strcmp(token->name, card)) return true;
    return false;
}

struct scenarios {
    struct portrayal *t;
    const struct definition *d; /* in which they stand */
    bool first_file;            /* others are told of elsewhere */
};

static void tell_scenario(void *user, struct node *n) {
    const struct scenarios *s = user;
    struct portrayal *t = s->t;
    if (n->kind != N_SCENARIO || (s->first_file && n->at.file > 0)) return;
    struct passage at = definition_extent(s->d, n);
    json_object(&t->json, NULL);
    json_text(&t->json, "part", "scenario");
    json_text(&t->json, "name", n->name);
    tell_passage(t, s->d->sources.files[n->at.file].path, n->at.line, at);
    json_array(&t->json, "mentions");
    for (size_t i = 0; i < t->m->cards.n; i++)
        if (t->m->cards.data[i].copy == 0 && mentions(s->d, n, at, t->m->cards.data[i].name))
            json_text(&t->json, NULL, t->m->cards.data[i].name);
    json_close(&t->json);
    json_close(&t->json);
}

static void tell_scenarios(struct portrayal *t) {
    struct scenarios s = {t, t->d, false};
    json_array(&t->json, "scenarios");
    definition_each(t->d, true, tell_scenario, &s);
    for (size_t i = 0; i < t->n_beside; i++) {
        enum file_status status;
        struct definition *other = definition_open(t->beside[i], (struct design_files){0}, &status);
        struct scenarios there = {t, other, true};
        if (other) definition_each(other, true, tell_scenario, &there);
        definition_free(other);
    }
    json_close(&t->json);
}

/* ---- the whole */
static void tell_all(void *user, struct model *m, const struct program *program) {
    struct portrayal *t = user;
    if (!program) return;
    t->m = m, t->program = program;
    json_object(&t->json, NULL);
    json_unsigned(&t->json, "terrane_model", 1);
    json_text(&t->json, "title", m->title);
    json_array(&t->json, "files");
    for (uint16_t i = 0; i < t->d->sources.n; i++)
        json_text(&t->json, NULL, t->d->sources.files[i].path);
    json_close(&t->json);
    tell_modes(t);
    tell_course(t);
    tell_tracks(t);
    tell_stacks(t);
    tell_spaces(t);
    tell_kinds(t);
    tell_members(t, "resources", true);
    tell_members(t, "symbols", false);
    tell_actions(t);
    tell_effects(t);
    tell_variables(t, "players", SCOPE_PLAYER);
    tell_variables(t, "table", SCOPE_GLOBAL);
    tell_scenarios(t);
    tell_rules(t);
    json_close(&t->json);
}

bool model_put(struct definition *d, const char *const *beside, size_t n_beside, struct diags *diags, struct buf *out) {
    struct modes modes = {0};
    struct portrayal t = {.d = d, .modes = &modes, .parts = parts_new(d), .beside = beside, .n_beside = n_beside};
    struct inspector inspector = {.look = tell_all, .user = &t};
    struct config config = {0};
    bool fine = false;
    json_init(&t.json, out);
    if (t.parts) modes_collect(d, &modes);
    if (t.parts && !modes.failed) {
        struct compiled made = compile_inspected(d->file, &d->sources, 0, &config, diags, &inspector);
        fine = made.program && !out->failed;
        if (made.no_memory || out->failed) d->arena.failed = true;
        program_free(made.program);
    } else {
        d->arena.failed = true;
    }
    VEC_FREE(&modes.values);
    parts_free(t.parts);
    return fine && !d->arena.failed;
}
