/* game.c: compiled games: what they are called, what they consist of, their scenarios. */
#include "api/record.h"
#include "code/card_face.h"
#include "code/engine_phrases.h"
#include "code/lookup.h"

#include <stdlib.h>
#include <string.h>

/* ---- life */
static bool known_option(const tn_source *s, const char *text) {
    const char *eq = strchr(text, '=');
    for (size_t i = 0; eq && i < s->options.n; i++) {
        const tn_option *o = &s->options.data[i];
        if (strlen(o->name) != (size_t)(eq - text) || strncmp(o->name, text, (size_t)(eq - text))) continue;
        for (size_t k = 0; k < o->n_values; k++)
            if (!strcmp(o->values[k], eq + 1)) return true;
    }
    return false;
}

static bool prepare(tn_game *g) {
    const struct program *p = g->program;
    g->shown_vars = calloc(p->n_vars + 1u, sizeof *g->shown_vars);
    g->said = calloc(p->n_answers_said + 1u, sizeof *g->said);
    if (!g->shown_vars || !g->said) return false;
    for (uint32_t i = 0; i < p->n_vars; i++)
        if (!p->vars[i].internal) g->shown_vars[g->n_shown_vars++] = i;
    for (uint32_t i = 0; i < p->n_answers_said; i++)
        g->said[i] = program_string(p, p->answers_said[i]);
    return printed_texts_init(&g->printed, p);
}

tn_status game_from_program(struct program *p, tn_game **out) {
    tn_game *g = calloc(1, sizeof *g);
    if (!g) return program_free(p), TN_NOMEM;
    g->program = p;
    if (!prepare(g)) return tn_game_free(g), TN_NOMEM;
    *out = g;
    return TN_OK;
}

tn_status tn_game_new(tn_source *s, const tn_config *config, tn_game **out) {
    *out = NULL;
    diags_free(&s->compiled);
    if (s->parsed.errors) return TN_DIAG;
    static const tn_config defaults;
    if (!config) config = &defaults;
    for (size_t i = 0; i < config->n_options; i++)
        if (!known_option(s, config->options[i])) return TN_BAD_CONFIG;
    if (config->seats && (config->seats < s->min_seats || config->seats > s->max_seats)) return TN_BAD_CONFIG;
    struct config c = {.seats = config->seats, .options = config->options, .n_options = config->n_options};
    struct compiled made = compile_game(s->file, &s->sources, s->hash, &c, &s->compiled);
    if (made.no_memory) return program_free(made.program), TN_NOMEM;
    diags_sort(&s->compiled);
    if (made.bad_config && !s->compiled.errors) return program_free(made.program), TN_BAD_CONFIG;
    if (!made.program) return TN_DIAG;
    return game_from_program(made.program, out);
}

void tn_game_free(tn_game *g) {
    if (!g) return;
    native_close(&g->native);
    program_free(g->program);
    free(g->shown_vars);
    free(g->said);
    arena_free(&g->printed.arena);
    free(g);
}

/* ---- facts */
size_t tn_game_state_size(const tn_game *g) {
    return g->program->layout.size;
}
uint64_t tn_game_hash(const tn_game *g) {
    return g->program->hash;
}
uint64_t tn_game_source_hash(const tn_game *g) {
    return g->program->source_hash;
}
const char *tn_game_title(const tn_game *g) {
    return program_string(g->program, g->program->name);
}
unsigned tn_game_seat_count(const tn_game *g) {
    return g->program->seats;
}
uint32_t tn_game_answer_count(const tn_game *g) {
    return g->program->answers.total;
}

const char *tn_game_seat_name(const tn_game *g, unsigned seat) {
    if (seat < g->program->seats) return player_name(g->program, (int32_t)seat);
    enum phrase name = seat == TN_CHANCE ? PHRASE_chance : seat == g->program->seats ? PHRASE_neutral : PHRASE_nobody;
    return phrase_text(g->program, name);
}

size_t tn_game_option_count(const tn_game *g) {
    return g->program->n_options;
}

void tn_game_option(const tn_game *g, size_t i, const char **name, const char **value) {
    *name = program_string(g->program, g->program->options[i].name);
    *value = program_string(g->program, g->program->options[i].value);
}

size_t tn_game_score_line_count(const tn_game *g) {
    return g->program->n_scores;
}
const char *tn_game_score_line(const tn_game *g, size_t line) {
    return program_string(g->program, g->program->scores[line].name);
}
size_t tn_game_tie_count(const tn_game *g) {
    return g->program->n_ties;
}
const char *tn_game_tie(const tn_game *g, size_t line) {
    return program_string(g->program, g->program->ties[line].name);
}

/* ---- looks */
static const struct look_entry *look_entry_of(const struct program *p, enum look_of of, size_t index) {
    static const struct look_entry none = {.icon = NONE};
    for (uint32_t i = 0; i < p->n_looks; i++)
        if (p->looks[i].of == of && p->looks[i].index == index) return &p->looks[i];
    return &none;
}

static tn_look look_of(const tn_game *g, enum look_of of, size_t index) {
    const struct look_entry *l = look_entry_of(g->program, of, index);
    if (l->texture) return (tn_look){0}; /* it is said of the ground */
    return (tn_look){l->icon == NONE ? NULL : program_string(g->program, l->icon), l->colour, l->hidden != 0,
                     look_picture_name(l->picture)};
}

static bool look_says(tn_look look) {
    return look.icon || look.colour || look.hidden || look.picture;
}

/* Of a kind, or of the nearest one it descends from that has a look. */
static tn_look look_of_kind(const tn_game *g, int kind) {
    const struct program *p = g->program;
    tn_look look = {0};
    for (uint32_t guard = 0; kind >= 0 && guard < p->n_kinds && !look_says(look); guard++) {
        look = look_of(g, LOOK_KIND, (size_t)kind);
        kind = p->kinds[kind].parent;
    }
    return look;
}

size_t tn_game_member_count(const tn_game *g) {
    return g->program->n_members;
}

void tn_game_member(const tn_game *g, size_t i, tn_member *out) {
    const struct program *p = g->program;
    const struct member *m = &p->members[i];
    *out = (tn_member){program_string(p, m->name), program_string(p, m->many == NONE ? m->name : m->many),
                       (tn_sort)program_enum_of(p, i), look_of(g, LOOK_MEMBER, i), m->total == NONE ? -1 : m->total};
}

_Static_assert((int)TN_RESOURCE == (int)ENUM_RESOURCE && (int)TN_PERIOD == (int)ENUM_PERIOD, "one list of sorts");
const char *tn_sort_name(tn_sort sort) {
#define ENUM_WORD(name, word) word,
    static const char *const names[] = {ENUM_WORDS(ENUM_WORD)};
#undef ENUM_WORD
    return names[sort];
}

/* ---- components */
size_t tn_game_card_count(const tn_game *g) {
    return g->program->n_cards;
}

void tn_game_card(const tn_game *g, size_t i, tn_card *out) {
    const struct program *p = g->program;
    const struct card *c = &p->cards[i];
    *out = (tn_card){program_string(p, c->name),
                     program_string(p, p->kinds[c->kind].name),
                     g->printed.cards[i],
                     p->answers.cards + (uint32_t)i,
                     c->copy,
                     look_of(g, LOOK_CARD, i),
                     false,
                     NULL};
    for (uint32_t z = 0; z < p->n_zones; z++)
        out->zoned |= (int)i >= p->zones[z].first_card && (int)i < p->zones[z].first_card + p->zones[z].n_cards;
    if (!look_says(out->look)) out->look = look_of_kind(g, c->kind);
    const struct clause *last = c->n_clauses ? &p->clauses[c->clauses + c->n_clauses - 1] : NULL;
    if (last && !strcmp(program_string(p, last->key), CLAUSE_FLAVOUR))
        out->flavour = g->printed.clauses[last - p->clauses].bytes;
}

bool tn_card_asked(const tn_game *g, size_t card) {
    const struct program *p = g->program;
    for (uint32_t i = 0; i < p->n_sites; i++) {
        const struct site *s = &p->sites[i];
        if (s->kind != SITE_CHOOSE || s->value.type != VT_CARD) continue;
        if (s->value.of >= p->n_kinds || card - (size_t)p->kinds[s->value.of].first < p->kinds[s->value.of].n)
            return true;
    }
    return false;
}

size_t tn_card_tags(const tn_game *g, size_t card, int32_t *members, size_t cap) {
    const struct program *p = g->program;
    uint32_t at = p->cards[card].tags;
    if (!at) return 0;
    size_t n = (size_t)p->pool[at - 1];
    for (size_t i = 0; i < n && i < cap; i++)
        members[i] = (int32_t)p->enums[ENUM_TAG].first + p->pool[at + i];
    return n;
}

size_t tn_card_face(const tn_game *g, size_t card, char *out, size_t cap) {
    struct buf text;
    buf_init(&text);
    card_face(g->program, card, &text);
    return hand_over(&text, out, cap);
}

size_t tn_game_kind_count(const tn_game *g) {
    return g->program->n_kinds;
}

void tn_game_kind(const tn_game *g, size_t i, tn_kind *out) {
    const struct program *p = g->program;
    const struct card_kind *k = &p->kinds[i];
    *out = (tn_kind){program_string(p, k->name), program_string(p, k->title), k->parent, k->is_space,
                     look_of_kind(g, (int)i)};
}

size_t tn_game_value_count(const tn_game *g) {
    return g->program->n_card_values;
}

void tn_game_value(const tn_game *g, size_t i, tn_value *out) {
    const struct card_value *v = &g->program->card_values[i];
    *out = (tn_value){program_string(g->program, v->name), v->truth != 0, v->player != NO_REGISTER, v->routine != NONE};
}

_Static_assert((int)TN_ROLE_COST == (int)ROLE_COST && (int)TN_ROLE_FLAVOUR + 1 == (int)ROLES, "one list of roles");

size_t tn_card_clause_count(const tn_game *g, size_t card) {
    return g->program->cards[card].n_clauses;
}

void tn_card_clause(const tn_game *g, size_t card, size_t i, tn_clause *out) {
    const struct program *p = g->program;
    size_t number = p->cards[card].clauses + i;
    const struct clause *c = &p->clauses[number];
    bool known = c->number != NO_NUMBER;
    *out = (tn_clause){.label = program_string(p, c->label),
                       .text = g->printed.clauses[number],
                       .role = (tn_role)c->role,
                       .known = known,
                       .number = known ? c->number : 0,
                       .at = g->printed.sentences[number].at,
                       .length = g->printed.sentences[number].length};
}

int tn_question_clause(const tn_game *g, const tn_question *q, size_t card) {
    const struct program *p = g->program;
    int32_t rule = p->sites[q->site].rule;
    for (uint32_t i = 0; rule != NONE && i < p->cards[card].n_clauses; i++)
        if (p->clauses[p->cards[card].clauses + i].key == rule) return (int)i;
    return -1;
}

/* The step of the course that tells the statement at a place: the first of the last line up to it. */
static int step_at(const struct program *p, struct place at) {
    int found = -1;
    for (uint32_t i = 0; i < p->n_rules; i++) {
        struct place step = p->rules[i].at;
        bool before = step.line > 0 && step.file == at.file && step.line <= at.line;
        if (before && (found < 0 || step.line > p->rules[found].at.line)) found = (int)i;
    }
    return found;
}

int tn_question_rule(const tn_game *g, const tn_question *q) {
    const struct program *p = g->program;
    const struct site *site = &p->sites[q->site];
    return (int)site->routine == p->flow ? step_at(p, site->at) : p->routines[site->routine].rule - 1;
}

int tn_card_rule(const tn_game *g, size_t card) {
    const struct program *p = g->program;
    for (uint32_t i = 0; i < p->n_rules; i++) {
        const struct piece *only = p->rules[i].text.n == 1 ? &p->pieces[p->rules[i].text.first] : NULL;
        if (only && only->hole == HOLE_CARD && only->value == (int32_t)card) return (int)i;
    }
    return -1;
}

size_t tn_space_gift_count(const tn_game *g, size_t space) {
    return g->program->spaces[space].n_gifts;
}

void tn_space_gift(const tn_game *g, size_t space, size_t i, tn_gift *out) {
    const struct program *p = g->program;
    const struct gift *gift = &p->gifts[p->spaces[space].gifts + i];
    bool known = gift->number != NO_NUMBER, words = gift->member < 0;
    tn_text text = g->printed.gifts[p->spaces[space].gifts + i];
    *out = (tn_gift){words ? text : (tn_text){NULL, NULL, 0}, words ? -1 : gift->member, known,
                     known ? gift->number : 0, gift->member == GIFT_CARDS};
}

size_t tn_game_rule_count(const tn_game *g) {
    return g->program->n_rules;
}

void tn_game_rule(const tn_game *g, size_t i, tn_rule *out) {
    const struct program *p = g->program;
    const struct rule *r = &p->rules[i];
    *out = (tn_rule){program_string(p, r->about), g->printed.rule_names[i], g->printed.rules[i], r->depth,
                     (tn_topic)r->topic};
}

size_t tn_rule_face(const tn_game *g, size_t rule, char *out, size_t cap) {
    struct buf text;
    buf_init(&text);
    rule_face(g->program, rule, &text);
    return hand_over(&text, out, cap);
}

size_t tn_game_space_count(const tn_game *g) {
    return g->program->n_spaces;
}

/* The first border of a space, or where it would be. */
static size_t first_border(const struct program *p, size_t space) {
    size_t low = 0, high = p->n_borders;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (p->borders[middle].from < space)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t tn_space_near_count(const tn_game *g, size_t space) {
    return first_border(g->program, space + 1) - first_border(g->program, space);
}

void tn_space_near(const tn_game *g, size_t space, size_t i, int *out) {
    *out = g->program->borders[first_border(g->program, space) + i].to;
}

/* Link number `i` of a board, and how many there are. */
static size_t find_link(const struct program *p, size_t board, size_t i, tn_link *out) {
    size_t n = 0, end = first_border(p, (size_t)p->boards[board].first + p->boards[board].n);
    for (size_t k = first_border(p, p->boards[board].first); k < end; k++) {
        const struct border *b = &p->borders[k];
        if (b->linked && b->from < b->to && n++ == i && out) *out = (tn_link){b->from, b->to};
    }
    return n;
}

size_t tn_board_link_count(const tn_game *g, size_t board) {
    return find_link(g->program, board, 0, NULL);
}

void tn_board_link(const tn_game *g, size_t board, size_t i, tn_link *out) {
    find_link(g->program, board, i, out);
}

void tn_game_space(const tn_game *g, size_t i, tn_space *out) {
    const struct program *p = g->program;
    const struct space *s = &p->spaces[i];
    *out = (tn_space){.name = program_string(p, s->name),
                      .kind = program_string(p, p->kinds[s->kind].name),
                      .text = g->printed.spaces[i],
                      .answer = p->answers.spaces + (uint32_t)i,
                      .board = s->board,
                      .number = s->number,
                      .row = s->row,
                      .col = s->col,
                      .look = look_of_kind(g, s->kind),
                      .title = program_string(p, p->kinds[s->kind].title),
                      .placed = s->x != NONE,
                      .x = s->x != NONE ? s->x : 0,
                      .y = s->x != NONE ? s->y : 0};
}

size_t tn_game_board_count(const tn_game *g) {
    return g->program->n_boards;
}

void tn_game_board(const tn_game *g, size_t i, tn_board *out) {
    const struct program *p = g->program;
    const struct board *b = &p->boards[i];
    const struct look_entry *l = look_entry_of(p, LOOK_BOARD, i);
    *out = (tn_board){program_string(p, b->name),
                      program_string(p, b->title),
                      b->shape,
                      b->first,
                      b->n,
                      b->rows,
                      b->in_use != 0,
                      b->owner,
                      look_of(g, LOOK_BOARD, i),
                      {0}};
    if (l->texture)
        out->ground = (tn_ground){look_texture_name(l->texture), look_shape_name(l->shape), l->colour, l->checker != 0};
}

size_t tn_game_track_count(const tn_game *g) {
    return g->program->n_tracks;
}

void tn_game_track(const tn_game *g, size_t i, tn_track *out) {
    const struct program *p = g->program;
    const struct track *t = &p->tracks[i];
    *out = (tn_track){program_string(p, t->name),
                      program_string(p, t->title),
                      t->low,
                      t->high,
                      t->step,
                      t->per_player != 0,
                      t->loop != 0,
                      look_of(g, LOOK_TRACK, i)};
}

size_t tn_track_mark_count(const tn_game *g, size_t track) {
    const struct program *p = g->program;
    size_t n = 0;
    for (uint32_t k = 0; k < p->n_marks; k++)
        n += p->marks[k].track == (int32_t)track;
    return n;
}

/* Mark i of that track among all marks. */
static uint32_t find_mark(const struct program *p, size_t track, size_t i) {
    uint32_t k = 0;
    while (p->marks[k].track != (int32_t)track || i-- > 0)
        k++;
    return k;
}

void tn_track_mark(const tn_game *g, size_t track, size_t i, tn_mark *out) {
    const struct program *p = g->program;
    uint32_t mark = find_mark(p, track, i);
    *out = (tn_mark){p->marks[mark].at, g->printed.marks[mark]};
}

size_t tn_track_mark_face(const tn_game *g, size_t track, size_t i, char *out, size_t cap) {
    struct buf text;
    buf_init(&text);
    mark_face(g->program, find_mark(g->program, track, i), &text);
    return hand_over(&text, out, cap);
}

size_t tn_game_zone_count(const tn_game *g) {
    return g->program->n_zones;
}

void tn_game_zone(const tn_game *g, size_t i, tn_zone *out) {
    const struct program *p = g->program;
    const struct zone *z = &p->zones[i];
    *out = (tn_zone){program_string(p, z->name),
                     program_string(p, z->title),
                     z->per_player != 0,
                     z->live != 0,
                     z->pile != 0,
                     z->see,
                     look_of(g, LOOK_ZONE, i),
                     look_entry_of(p, LOOK_ZONE, i)->row != 0,
                     z->first_card,
                     z->n_cards};
}

size_t tn_game_var_count(const tn_game *g) {
    return g->n_shown_vars;
}

static int var_type(struct value_kind kind) {
    static const uint8_t types[] = {[VT_NUMBER] = TN_IS_NUMBER, [VT_BOOL] = TN_IS_TRUTH, [VT_PLAYER] = TN_IS_PLAYER,
                                    [VT_MEMBER] = TN_IS_MEMBER, [VT_CARD] = TN_IS_CARD,  [VT_SPACE] = TN_IS_SPACE};
    bool plain = kind.type >= VT_NUMBER && kind.type <= VT_SPACE && !kind.flags;
    return plain ? types[kind.type] : TN_IS_OTHER;
}

static bool counts_on_cards(const struct var *v) {
    return v->scope == SCOPE_CARD && v->kind.type == VT_NUMBER && !v->kind.flags;
}

static bool is_whose(const struct var *v) {
    return !v->kind.flags && v->kind.type == VT_PLAYER && (v->scope == SCOPE_SPACE || v->scope == SCOPE_CARD);
}

/* Of several players on one space the owner is who is put there with a piece; of several on one card nobody knows. */
static bool is_owner(const tn_game *g, const struct var *v) {
    const struct program *p = g->program;
    bool only = true, only_put = v->use == USE_OWNER;
    for (size_t k = 0; k < g->n_shown_vars; k++) {
        const struct var *o = &p->vars[g->shown_vars[k]];
        bool apart = o->first_owner >= v->first_owner + v->n_owners || v->first_owner >= o->first_owner + o->n_owners;
        if (o == v || o->scope != v->scope || !is_whose(o) || apart) continue;
        only = false;
        if (o->use == USE_OWNER) only_put = false;
    }
    return only || only_put;
}

static tn_var_role var_role(const tn_game *g, size_t i) {
    const struct program *p = g->program;
    const struct var *v = &p->vars[g->shown_vars[i]];
    bool lies = !v->kind.flags && v->scope == SCOPE_SPACE && v->kind.type == VT_MEMBER;
    if ((int32_t)g->shown_vars[i] == p->stock_var) return TN_VAR_STOCK;
    if (v->use == USE_RATE) return TN_VAR_RATE;
    if (lies && v->kind.of == ENUM_PIECE) return TN_VAR_TILE;
    if (lies && v->kind.of == p->stock_enum) return TN_VAR_CUBES;
    if (is_whose(v)) return is_owner(g, v) ? TN_VAR_OWNER : TN_VAR_OTHER;
    unsigned numbers = 0;
    for (size_t k = 0; k < g->n_shown_vars; k++)
        numbers += counts_on_cards(&p->vars[g->shown_vars[k]]);
    return counts_on_cards(v) && numbers == 1 ? TN_VAR_CUBES : TN_VAR_OTHER;
}

void tn_game_var(const tn_game *g, size_t i, tn_var *out) {
    const struct program *p = g->program;
    const struct var *v = &p->vars[g->shown_vars[i]];
    *out = (tn_var){program_string(p, v->name),
                    program_string(p, program_var_title(v)),
                    v->scope,
                    v->first_owner,
                    v->n_owners,
                    v->n_index,
                    v->index_enum,
                    look_of(g, LOOK_VAR, g->shown_vars[i]),
                    var_type(v->kind),
                    v->kind.type == VT_MEMBER ? (int)p->enums[v->kind.of].first : 0,
                    var_role(g, i),
                    v->use == USE_NOTE};
}

const char *tn_var_index(const tn_game *g, size_t var, int index) {
    const struct program *p = g->program;
    const struct var *v = &p->vars[g->shown_vars[var]];
    if (v->index_enum < 0 || index < 0 || index >= p->enums[v->index_enum].n) return "";
    return program_string(p, p->members[p->enums[v->index_enum].first + (uint32_t)index].name);
}

size_t tn_game_period_count(const tn_game *g) {
    return g->program->n_periods;
}

const char *tn_game_period(const tn_game *g, size_t i, bool *is_round) {
    const struct program *p = g->program;
    if (is_round) *is_round = p->round_period == (int)i;
    return program_string(p, p->members[p->periods[i]].name);
}

const char *tn_game_period_many(const tn_game *g, size_t i) {
    const struct program *p = g->program;
    const struct member *m = &p->members[p->periods[i]];
    return program_string(p, m->many == NONE ? m->name : m->many);
}

/* ---- scenarios */
size_t tn_game_scenario_count(const tn_game *g) {
    return g->program->n_scenarios;
}

void tn_game_scenario(const tn_game *g, size_t i, tn_scenario *out) {
    const struct program *p = g->program;
    const struct scenario *s = &p->scenarios[i];
    *out = (tn_scenario){program_string(p, s->name), s->at.file < p->n_files ? p->files[s->at.file] : "", s->at.line};
}

size_t tn_scenario_step_count(const tn_game *g, size_t scenario) {
    return g->program->scenarios[scenario].n_steps;
}

void tn_scenario_step(const tn_game *g, size_t scenario, size_t step, tn_step *out) {
    const struct program *p = g->program;
    const struct scenario_step *s = &p->steps[p->scenarios[scenario].first_step + step];
    static const tn_step_kind kinds[] = {TN_STEP_PLAY,    TN_STEP_CHECK, TN_STEP_REFUSED, TN_STEP_WON,
                                         TN_STEP_NOT_WON, TN_STEP_CHECK, TN_STEP_CHANCE};
    bool checks = s->kind == STEP_CHECK || s->kind == STEP_NOW;
    *out =
        (tn_step){kinds[s->kind],          s->seat,    program_string(p, s->text), checks ? NULL : g->said + s->words,
                  checks ? 0 : s->n_words, s->at.line, s->kind == STEP_NOW};
}
