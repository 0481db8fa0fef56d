/* trace.c: what rules do step by step, as the machine tells it (machine_trace), in words of the definition. */
#include "api/api.h"

#include "code/lookup.h"
#include "code/render.h"

#include <string.h>

enum { WORDS = 512, SET_WORDS = 1024 };

/* The room the texts of one change are written into. */
struct said {
    char what[WORDS], was[WORDS], is[WORDS];
};

static tn_statement statement_of(const struct program *p, const struct statement *s) {
    if (!s || s->file == PRELUDE_FILE) return (tn_statement){"", 0, 0, 0};
    return (tn_statement){program_file(p, (struct place){s->file, s->line}), s->line, s->col, s->len};
}

/* What the verb of a track does by itself, behind what its bonus steps do, is no statement's. */
static const struct statement *own_statement(const struct program *p, uint32_t pc) {
    int32_t routine = program_routine_at(p, pc);
    const struct giver *giver = program_giver(p, pc);
    bool verb = false;
    for (uint32_t i = 0; i < p->n_tracks; i++)
        verb = verb || (routine >= 0 && (p->tracks[i].raise == routine || p->tracks[i].lower == routine));
    return verb && !(giver && giver->kind == GIVER_TRACK) ? NULL : program_statement(p, pc);
}

/* The statement at `pc` in the innermost routine the author wrote, or by which what stands there was called. */
static tn_statement where(const struct program *p, const struct traced *t) {
    const struct statement *s = p->n_statements ? own_statement(p, t->pc) : NULL;
    const struct course c = state_course(p, t->after);
    uint32_t around = t->kind == TRACED_CALL ? t->depth - 1u : t->depth;
    for (uint32_t i = around < c.n_frames ? around : c.n_frames; i-- > 0 && !s && p->n_statements;)
        s = own_statement(p, c.frames[i].pc);
    return statement_of(p, s);
}

/* ---- values in words */
static void value_text(const struct program *p, const struct state *s, uint32_t var, int32_t owner, int32_t index,
                       char out[WORDS]) {
    const struct var *v = &p->vars[var];
    int32_t value[SET_WORDS] = {read_var(p, s, var, owner, index)};
    for (int i = 0; v->kind.flags & VF_SET && i < v->n_index && i < SET_WORDS; i++)
        value[i] = read_var(p, s, var, owner, i);
    struct render render = {.program = p};
    struct text text;
    text_init(&text, out, WORDS);
    render_value(&text, &render, v->kind, value);
}

static void put_owner(struct text *t, const struct program *p, const struct var *v, int32_t owner) {
    if (v->scope == SCOPE_PLAYER) render_player(t, p, owner), text_put(t, ": ");
    if (v->scope == SCOPE_SPACE && (uint32_t)owner < p->n_spaces)
        text_put(t, program_string(p, p->spaces[owner].name)), text_put(t, ": ");
}

static int32_t track_of(const struct program *p, int32_t var) {
    for (uint32_t i = 0; i < p->n_tracks; i++)
        if (p->tracks[i].var == var || p->tracks[i].laps == var) return (int32_t)i;
    return NONE;
}

static int shown_number(const tn_game *g, int32_t var) {
    for (size_t i = 0; i < g->n_shown_vars; i++)
        if (g->shown_vars[i] == (size_t)var) return (int)i;
    return -1;
}

/* Of what only the compiler keeps, such as who was asked in turn, nothing is told. */
static bool is_told(const struct program *p, int32_t var) {
    const struct var *v = &p->vars[var];
    return !v->internal || track_of(p, var) != NONE || !strcmp(program_string(p, v->name), "until");
}

static void put_changed(struct text *t, const struct program *p, const struct traced *from, int32_t track) {
    const struct var *v = &p->vars[from->what];
    struct render render = {.program = p};
    put_owner(t, p, v, from->owner);
    if (track != NONE)
        render_track(t, p, TRACK_VALUE(track, NONE));
    else if (v->internal)
        text_put(t, "an effect that lasts");
    else
        render_entry(t, &render, (uint32_t)from->what, from->owner, from->index);
    if (track != NONE && p->tracks[track].laps == from->what) text_put(t, ": laps");
}

static void change_var(const tn_game *g, const struct traced *t, tn_traced_change *c, struct said *said) {
    const struct program *p = g->program;
    const struct var *v = &p->vars[t->what];
    int32_t track = track_of(p, t->what);
    struct text text;
    c->kind = track == NONE                      ? (v->internal ? TN_CHANGE_LASTING : TN_CHANGE_VAR)
              : p->tracks[track].laps == t->what ? TN_CHANGE_LAPS
                                                 : TN_CHANGE_TRACK;
    c->name = program_string(p, track != NONE ? p->tracks[track].name : v->name);
    c->of = track != NONE ? track : v->internal ? t->what : shown_number(g, t->what);
    if (v->scope == SCOPE_PLAYER) c->seat = t->owner;
    if (v->scope == SCOPE_CARD) c->card = t->owner;
    if (v->scope == SCOPE_SPACE) c->space = t->owner;
    if (v->index_enum >= 0) c->index = t->index;
    text_init(&text, said->what, WORDS);
    put_changed(&text, p, t, track);
    value_text(p, t->before, (uint32_t)t->what, t->owner, t->index, said->was);
    value_text(p, t->after, (uint32_t)t->what, t->owner, t->index, said->is);
}

/* ---- cards */
static void card_text(const struct program *p, int32_t card, char out[WORDS]) {
    struct render render = {.program = p};
    struct text text;
    text_init(&text, out, WORDS);
    render_card(&text, &render, card);
}

static void place(const struct program *p, int32_t instance, int32_t *zone, int *seat, char out[WORDS]) {
    struct text text;
    text_init(&text, out, WORDS);
    *zone = instance < 0 ? -1 : p->zone_of_instance[instance];
    *seat = instance < 0 ? -1 : p->owner_of_instance[instance];
    if (instance >= 0) render_zone(&text, p, instance);
}

static void change_card(const struct program *p, const struct traced *t, tn_traced_change *c, struct said *said) {
    c->kind = TN_CHANGE_MOVE;
    c->name = program_string(p, p->cards[t->what].name);
    card_text(p, t->what, said->what);
    place(p, t->was, &c->from, &c->from_seat, said->was);
    place(p, t->now, &c->to, &c->to_seat, said->is);
}

static void change_known(const struct program *p, const struct traced *t, tn_traced_change *c, struct said *said) {
    struct text text;
    text_init(&text, said->is, WORDS);
    c->kind = TN_CHANGE_KNOWN;
    c->name = program_string(p, p->cards[t->what].name);
    card_text(p, t->what, said->what);
    for (int32_t q = 0; q < p->seats; q++)
        if ((uint32_t)t->now >> q & 1u) text_put(&text, text.n ? ", " : ""), render_player(&text, p, q);
}

/* ---- the course of the game */
static void players_text(const struct program *p, int32_t mask, char out[WORDS]) {
    struct text text;
    text_init(&text, out, WORDS);
    for (int32_t q = 0; q < p->seats; q++)
        if ((uint32_t)mask >> q & 1u) text_put(&text, text.n ? ", " : ""), render_player(&text, p, q);
}

static void number_text(int32_t n, char out[WORDS]) {
    struct text text;
    text_init(&text, out, WORDS);
    text_int(&text, n);
}

static void change_course(const struct program *p, const struct traced *t, tn_traced_change *c, struct said *said) {
    struct text what, was, is;
    text_init(&what, said->what, WORDS), text_init(&was, said->was, WORDS), text_init(&is, said->is, WORDS);
    switch (t->kind) {
    case TRACED_SHUFFLED:
        c->kind = TN_CHANGE_SHUFFLE;
        c->of = p->zone_of_instance[t->what], c->seat = p->owner_of_instance[t->what];
        c->name = program_string(p, p->zones[c->of].name);
        render_zone(&what, p, t->what);
        break;
    case TRACED_PERIOD:
        c->kind = TN_CHANGE_PERIOD;
        c->name = program_string(p, p->members[p->periods[t->what]].name);
        text_put(&what, c->name);
        number_text(t->was, said->was), number_text(t->now, said->is);
        break;
    case TRACED_PHASE:
        c->kind = TN_CHANGE_PHASE;
        if (t->was >= 0) text_put(&was, program_string(p, p->phases[t->was]));
        if (t->now >= 0) text_put(&is, program_string(p, p->phases[t->now]));
        break;
    case TRACED_PLAYERS:
        c->kind = TN_CHANGE_PLAYERS;
        players_text(p, t->was, said->was), players_text(p, t->now, said->is);
        break;
    default:
        c->kind = TN_CHANGE_END;
        if (t->what == RUN_FAULT) state_fault_text(p, t->after, said->is, WORDS);
    }
}

static void tell_change(const tn_game *g, const struct traced *t, tn_traced *out, struct said *said) {
    tn_traced_change *c = &out->change;
    *c = (tn_traced_change){.name = "", .of = t->what, .seat = -1, .card = -1, .space = -1, .index = -1};
    c->from = t->was, c->to = t->now, c->from_seat = c->to_seat = -1;
    memset(said, 0, sizeof *said);
    if (t->kind == TRACED_VAR)
        change_var(g, t, c, said);
    else if (t->kind == TRACED_CARD)
        change_card(g->program, t, c, said);
    else if (t->kind == TRACED_KNOWN)
        change_known(g->program, t, c, said);
    else
        change_course(g->program, t, c, said);
    out->kind = TN_TRACED_CHANGE;
    c->what = said->what, c->was = said->was, c->is = said->is;
}

/* ---- calls */
static void tell_call(const struct program *p, const struct traced *t, tn_traced *out) {
    const struct routine *r = &p->routines[t->what];
    bool own = r->at.file != PRELUDE_FILE;
    out->kind = TN_TRACED_CALL;
    out->name = program_string(p, r->name);
    out->file = own ? program_file(p, r->at) : "";
    out->line = own ? r->at.line : 0;
    out->goes_on = t->goes_on, out->reacts = t->reacts, out->flow = r->flow != 0;
    out->seat = t->owner;
    out->card = t->index;
}

static void pass(void *user, const struct traced *t) {
    tn_ctx *c = user;
    const struct program *p = plain_program(c->game);
    struct said said;
    tn_traced out = {.depth = t->depth, .name = "", .file = "", .seat = -1, .card = -1, .text = ""};
    out.change.name = out.change.what = out.change.was = out.change.is = "";
    if (t->kind == TRACED_VAR && !is_told(p, t->what)) return;
    out.at = where(p, t);
    switch (t->kind) {
    case TRACED_CALL: tell_call(p, t, &out); break;
    case TRACED_RETURN: out.kind = TN_TRACED_RETURN, out.gives = t->was == 1, out.value = t->now; break;
    case TRACED_ANSWER: out.kind = TN_TRACED_ANSWER, out.seat = t->owner, out.answer = (uint32_t)t->what; break;
    case TRACED_FAILURE: out.kind = TN_TRACED_FAILURE, out.text = t->text; break;
    default: tell_change(c->game, t, &out, &said);
    }
    c->traced(c->traced_user, &out);
}

tn_status tn_ctx_trace(tn_ctx *c, void (*told)(void *user, const tn_traced *), void *user) {
    if (told && !c->traced_was) c->traced_was = tn_state_new(tn_game_plain(c->game));
    if (told && !c->traced_was) return TN_NOMEM;
    c->traced = told;
    c->traced_user = user;
    machine_trace(c->machine, told ? pass : NULL, c, told ? state_of_mutable(c->traced_was) : NULL);
    return TN_OK;
}
