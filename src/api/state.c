/* state.c: positions: starting, asking, answering, reading, words. Thin: the machine does the work. */
#include "api/api.h"

#include "code/lookup.h"
#include "code/render.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SET_WORDS = 1024 }; /* the largest set: of all cards there may be */

/* ---- contexts */
_Static_assert((int)TN_SPAN_SEAT == (int)SPAN_SEAT && (int)TN_SPAN_NUMBER == (int)SPAN_NUMBER, "one list of kinds");
_Static_assert((int)TN_POSSIBLE == (int)REASON_POSSIBLE && (int)TN_MISSING == (int)REASON_MISSING,
               "one list of reasons");

static tn_span span_of(const struct text_span *s) {
    return (tn_span){s->at, s->length, s->index, s->kind, s->value};
}

/* The text with its spans in `room`. */
static tn_text text_of(const char *bytes, const struct spans *from, tn_span room[SPANS]) {
    for (uint32_t i = 0; i < from->n; i++)
        room[i] = span_of(&from->list[i]);
    return (tn_text){bytes, room, from->n};
}

/* ---- parts */
_Static_assert((int)TN_PART_SHOWN == (int)PART_SHOWN && (int)TN_FROM_TRACK == (int)FROM_TRACK, "one list of parts");

static int shown_var(const tn_game *g, size_t var) {
    for (size_t i = 0; i < g->n_shown_vars; i++)
        if (g->shown_vars[i] == var) return (int)i;
    return -1;
}

/* Whose entry of which variable it is. */
static void put_entry(tn_part *part, const tn_game *g, const struct log_part *from) {
    const struct program *p = g->program;
    const struct var *v = &p->vars[from->what];
    part->what = shown_var(g, (size_t)from->what);
    if (v->scope == SCOPE_CARD) part->card = from->owner;
    if (v->scope == SCOPE_SPACE) part->space = from->owner;
    if (v->index_enum >= 0) part->index = from->index, part->member = (int)p->enums[v->index_enum].first + from->index;
    if (v->kind.type == VT_MEMBER && part->now >= 0) part->now += (int32_t)p->enums[v->kind.of].first;
}

static tn_part part_of(const tn_ctx *c, const struct log_part *from) {
    tn_part part = {.kind = (tn_part_kind)from->kind,
                    .seat = from->seat,
                    .what = from->what,
                    .card = -1,
                    .space = -1,
                    .index = -1,
                    .member = -1,
                    .by = from->by,
                    .now = from->now,
                    .n = from->n,
                    .from = {(tn_from_kind)from->from.kind, from->from.index, from->from.at, from->from.seat}};
    if (from->kind == PART_NUMBER || from->kind == PART_PUT) put_entry(&part, c->game, from);
    for (uint32_t i = 0; from->cards && i < from->n; i++)
        c->told_cards[i] = from->cards[i];
    if (from->cards) part.cards = c->told_cards;
    return part;
}

static void parts_of(const tn_ctx *c, const struct log_part *from, uint32_t n, tn_part room[LINE_PARTS]) {
    for (uint32_t i = 0; i < n; i++)
        room[i] = part_of(c, &from[i]);
}

static void pass_event(void *user, const struct log_event *e) {
    tn_ctx *c = user;
    tn_span open[SPANS], hidden[SPANS];
    tn_part parts[LINE_PARTS], public_parts[LINE_PARTS];
    parts_of(c, e->parts, e->n_parts, parts);
    parts_of(c, e->public_parts, e->n_public_parts, public_parts);
    tn_event out = {.seat = e->seat,
                    .seen_by = e->seen_by,
                    .text = text_of(e->text, e->spans, open),
                    .public_text = text_of(e->public_text, e->public_spans, hidden),
                    .unit = e->unit,
                    .amount = e->amount,
                    .voice = e->voice,
                    .parts = parts,
                    .public_parts = public_parts,
                    .n_parts = e->n_parts,
                    .n_public_parts = e->n_public_parts,
                    .round = e->round};
    if (c->event) c->event(c->user, &out);
}

tn_ctx *tn_ctx_new(const tn_game *g) {
    tn_ctx *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->game = g;
    c->machine = machine_new(g->program);
    c->told_cards = calloc(g->program->n_cards + 1u, sizeof *c->told_cards);
    if (!c->machine || !c->told_cards || !picks_init(c)) {
        tn_ctx_free(c);
        return NULL;
    }
    machine_native(c->machine, tn_game_plain(g)->native.run);
    return c;
}

void tn_ctx_free(tn_ctx *c) {
    if (!c) return;
    machine_free(c->machine);
    free(c->told_cards);
    picks_free(c);
    watch_free(c);
    free(c);
}

void tn_ctx_sink(tn_ctx *c, void (*event)(void *user, const tn_event *), void *user) {
    c->event = event;
    c->user = user;
    machine_sink(c->machine, event ? pass_event : NULL, c);
}

struct heard {
    tn_amount *out;
    size_t n, cap;
};

static void hear_amount(void *user, const struct log_event *e) {
    struct heard *h = user;
    if (!e->unit || e->voice) return;
    if (h->n < h->cap) h->out[h->n] = (tn_amount){e->unit, e->amount, e->seat};
    h->n++;
}

size_t tn_state_amounts(tn_ctx *c, const tn_state *s, unsigned seat, tn_amount *out, size_t cap) {
    struct heard heard = {out, 0, cap};
    state_hear(c->machine, state_of(s), seat, hear_amount, &heard);
    return heard.n;
}

void tn_ctx_deeds(tn_ctx *c, void (*deed)(void *user, int card, unsigned seat), void *user) {
    machine_deeds(c->machine, deed, user);
}

/* ---- life of a state */
static tn_status status_of(enum run_status s) {
    return s == RUN_ASK ? TN_ASK : s == RUN_OVER ? TN_OVER : TN_FAULT;
}

tn_state *tn_state_new(const tn_game *g) {
    void *s = aligned_alloc(64, g->program->layout.size);
    if (s) memset(s, 0, g->program->layout.size);
    return s;
}

void tn_state_free(tn_state *s) {
    free(s);
}

tn_status tn_state_start(tn_ctx *c, uint64_t seed, unsigned flags, tn_state *out) {
    return status_of(state_start(c->machine, seed, start_flags(flags), state_of_mutable(out)));
}

tn_status tn_state_status(const tn_game *g, const tn_state *s) {
    return status_of(state_status(g->program, state_of(s)));
}

tn_status tn_state_apply(tn_ctx *c, tn_state *s, unsigned seat, uint32_t answer) {
    switch (state_apply(c->machine, state_of_mutable(s), seat, answer)) {
    case APPLY_OK: return tn_state_status(c->game, s);
    case APPLY_ILLEGAL: return TN_ILLEGAL;
    default: return TN_FAULT;
    }
}

/* ---- playouts */
tn_status tn_playout(tn_ctx *c, tn_state *s, uint64_t seed, const tn_playing *how) {
    struct playing playing = {0};
    if (how) playing = (struct playing){how->answers, how->rounds, how->about, how->weight, how->user};
    if (playing.rounds && c->game->program->round_period < 0) return TN_ILLEGAL;
    state_playout(c->machine, state_of_mutable(s), seed, &playing);
    return tn_state_status(c->game, s);
}

_Static_assert((int)TN_SEATS == (int)MAX_SEATS, "terrane.h says how many seats there are");

static void note_end(tn_ctx *c, const tn_state *at, tn_played *out) {
    for (unsigned seat = 0; seat < tn_game_seat_count(c->game); seat++) {
        out->score[seat] = tn_state_score(c, at, seat);
        if (out->status == TN_OVER) out->rank[seat] = (uint8_t)tn_state_rank(c, at, seat);
    }
}

size_t tn_playouts(tn_ctx *c, const tn_state *from, uint64_t first, size_t n, const tn_playing *how, tn_state *room,
                   tn_played *out) {
    size_t over = 0;
    for (size_t i = 0; i < n; i++) {
        memcpy(room, from, tn_game_state_size(c->game));
        out[i] = (tn_played){.status = tn_playout(c, room, first + i, how)};
        note_end(c, room, &out[i]);
        over += out[i].status == TN_OVER;
    }
    return over;
}

uint64_t tn_state_hash(const tn_game *g, const tn_state *s) {
    return state_hash(g->program, state_of(s));
}

size_t tn_state_pack(tn_ctx *c, const tn_state *s, void *bytes, size_t cap) {
    return state_pack(c->machine, state_of(s), bytes, cap);
}

bool tn_state_unpack(tn_ctx *c, const void *bytes, size_t n, tn_state *out) {
    return state_unpack(c->machine, bytes, n, state_of_mutable(out));
}

tn_status tn_state_check(const tn_game *g, const void *bytes, size_t size, const char **why) {
    const char *wrong = state_check(g->program, bytes, size);
    if (why) *why = wrong;
    return wrong ? TN_BAD_STATE : TN_OK;
}

uint32_t tn_state_epoch(const tn_game *g, const tn_state *s) {
    return state_epoch(g->program, state_of(s));
}

unsigned tn_state_last(const tn_game *g, const tn_state *s) {
    return state_last(g->program, state_of(s));
}

/* ---- questions */
uint32_t tn_state_asked(const tn_game *g, const tn_state *s) {
    return state_asked(g->program, state_of(s));
}

bool tn_state_question(const tn_game *g, const tn_state *s, unsigned seat, tn_question *out) {
    struct question q;
    if (!state_question(g->program, state_of(s), seat, &q)) return false;
    static const uint8_t kinds[] = {[SITE_CHOOSE] = TN_CHOOSE,
                                    [SITE_NUMBER] = TN_NUMBER,
                                    [SITE_YESNO] = TN_YESNO,
                                    [SITE_OPTION] = TN_EITHER,
                                    [SITE_CHANCE] = TN_CHANCE_DRAW};
    bool number = q.kind == SITE_CHOOSE && q.value.type == VT_NUMBER; /* some of a range, or of a list */
    *out = (tn_question){q.site,
                         q.count,
                         q.preset,
                         q.seat,
                         number ? TN_NUMBER : kinds[q.kind],
                         (uint8_t)(q.flags & (TN_OPTIONAL | TN_SUBSET | TN_PAYMENT | TN_HUNDREDS | TN_AGAIN))};
    return true;
}

bool tn_state_chance(const tn_game *g, const tn_state *s, size_t *zone, int *owner) {
    int32_t instance = state_chance_pile(g->program, state_of(s));
    if (instance < 0) return false;
    *zone = g->program->zone_of_instance[instance];
    *owner = g->program->owner_of_instance[instance];
    return true;
}

size_t tn_state_answers(const tn_game *g, const tn_state *s, unsigned seat, uint32_t *ids, size_t cap) {
    return state_answers(g->program, state_of(s), seat, ids, cap);
}

size_t tn_state_mask(const tn_game *g, const tn_state *s, unsigned seat, uint64_t *words, size_t cap) {
    size_t needed = (g->program->answers.total + 63u) / 64u;
    memset(words, 0, (needed < cap ? needed : cap) * sizeof *words);
    struct question q;
    if (!state_question(g->program, state_of(s), seat, &q)) return needed;
    for (uint32_t i = 0; i < q.count; i++) {
        uint32_t id = state_answer_nth(g->program, state_of(s), seat, i);
        if (id / 64 < cap) words[id / 64] |= UINT64_C(1) << (id % 64);
    }
    return needed;
}

uint32_t tn_state_nth(const tn_game *g, const tn_state *s, unsigned seat, uint32_t n) {
    return state_answer_nth(g->program, state_of(s), seat, n);
}

bool tn_state_legal(const tn_game *g, const tn_state *s, unsigned seat, uint32_t answer) {
    return state_answer_legal(g->program, state_of(s), seat, answer);
}

uint32_t tn_state_meant(tn_ctx *c, const tn_state *s, unsigned seat, uint32_t answer) {
    return state_answer_meant(c->machine, state_of(s), seat, answer);
}

size_t tn_state_copies(tn_ctx *c, const tn_state *s, unsigned seat, uint32_t answer, uint32_t *ids, size_t cap) {
    return state_answer_copies(c->machine, state_of(s), seat, answer, ids, cap);
}

/* ---- results */
int32_t tn_state_score(tn_ctx *c, const tn_state *s, unsigned seat) {
    return state_score(c->machine, state_of(s), seat);
}

int32_t tn_state_score_line(tn_ctx *c, const tn_state *s, unsigned seat, size_t line) {
    return state_score_line(c->machine, state_of(s), seat, (uint32_t)line);
}

bool tn_state_score_seen(tn_ctx *c, const tn_state *s, unsigned viewer, unsigned seat, size_t line, int32_t *out) {
    return state_score_seen(c->machine, state_of(s), viewer, seat, (uint32_t)line, out);
}

unsigned tn_state_rank(tn_ctx *c, const tn_state *s, unsigned seat) {
    return state_rank(c->machine, state_of(s), seat);
}
bool tn_state_tie(tn_ctx *c, const tn_state *s, unsigned seat, size_t line, int32_t *out) {
    return state_tie(c->machine, state_of(s), seat, (uint32_t)line, out);
}
bool tn_state_limited(const tn_game *g, const tn_state *s) {
    return state_limited(g->program, state_of(s));
}

/* ---- knowledge */
void tn_state_view(const tn_game *g, const tn_state *s, unsigned seat, tn_state *out) {
    state_view(g->program, state_of(s), seat, state_of_mutable(out));
}

void tn_state_determinise(tn_ctx *c, const tn_state *s, unsigned seat, uint64_t seed, tn_state *out) {
    state_determinise(c->machine, state_of(s), seat, seed, state_of_mutable(out));
}

/* ---- words */
size_t tn_question_text(tn_ctx *c, const tn_state *s, unsigned seat, char *buf, size_t cap) {
    return state_question_text(c->machine, state_of(s), seat, buf, cap);
}

int tn_question_about(tn_ctx *c, const tn_state *s, unsigned seat) {
    return state_question_about(c->machine, state_of(s), seat);
}

int tn_question_paid(tn_ctx *c, const tn_state *s, unsigned seat) {
    return state_question_paid(c->machine, state_of(s), seat);
}

size_t tn_answer_text(tn_ctx *c, const tn_state *s, unsigned seat, uint32_t answer, char *buf, size_t cap) {
    return state_answer_text(c->machine, state_of(s), seat, answer, buf, cap);
}

size_t tn_why_not(tn_ctx *c, const tn_state *s, unsigned seat, uint32_t answer, char *buf, size_t cap) {
    return state_why_not(c->machine, state_of(s), seat, answer, buf, cap);
}

bool tn_question_payment(tn_ctx *c, const tn_state *s, unsigned seat, tn_payment *out) {
    struct payment p;
    const struct program *program = c->game->program;
    if (!state_payment(c->machine, state_of(s), seat, &p)) return false;
    int first = (int)program->enums[program->stock_enum].first;
    *out = (tn_payment){first + p.in, first + p.with, p.due, p.worth, p.have, p.least, p.most};
    return true;
}

size_t tn_ctx_spans(const tn_ctx *c, tn_span *out, size_t cap) {
    const struct spans *said = machine_said(c->machine);
    for (uint32_t i = 0; i < said->n && i < cap; i++)
        out[i] = span_of(&said->list[i]);
    return said->n;
}

struct listener {
    void (*line)(void *user, tn_reason, tn_text);
    void *user;
};

static void pass_reason(void *user, enum reason_kind kind, const char *text, const struct spans *spans) {
    struct listener *to = user;
    tn_span room[SPANS];
    to->line(to->user, (tn_reason)kind, text_of(text, spans, room));
}

void tn_explain(tn_ctx *c, const tn_state *s, unsigned seat, uint32_t answer,
                void (*line)(void *user, tn_reason, tn_text), void *user) {
    struct listener to = {line, user};
    state_explain(c->machine, state_of(s), seat, answer, pass_reason, &to);
}

uint32_t tn_answer_told(tn_ctx *c, const tn_state *s, unsigned seat, uint32_t answer) {
    return state_answer_told(c->machine, state_of(s), seat, answer);
}

/* ---- foresight */
size_t tn_ahead_answers(tn_ctx *c, const tn_state *s, unsigned seat, const uint32_t *path, size_t n, uint32_t *ids,
                        size_t cap, unsigned *flags) {
    *flags = 0;
    return state_ahead(c->machine, state_of(s), seat, path, n, ids, cap, flags);
}

size_t tn_ahead_changes(tn_ctx *c, const tn_state *s, unsigned seat, const uint32_t *path, size_t length,
                        tn_change *out, size_t cap, bool *possible) {
    const tn_game *g = c->game;
    const struct state *now = state_of(s), *then = state_after(c->machine, now, seat, path, length);
    size_t n = 0;
    if (possible) *possible = then != NULL;
    for (size_t i = 0; then && i < g->n_shown_vars; i++) {
        uint32_t v = (uint32_t)g->shown_vars[i];
        const struct var *var = &g->program->vars[v];
        if (var->scope != SCOPE_PLAYER || var->kind.type != VT_NUMBER || var->kind.flags) continue;
        if (!var_visible(g->program, now, v, (int)seat, seat)) continue;
        for (int k = 0; k < var->n_index; k++) {
            int32_t by = read_var(g->program, then, v, (int)seat, k) - read_var(g->program, now, v, (int)seat, k);
            if (by && n++ < cap) out[n - 1] = (tn_change){i, k, by};
        }
    }
    return n;
}

/* Whether anything the seat can see differs on a space between two positions. */
static bool space_changes(const tn_game *g, const struct state *now, const struct state *then, int space,
                          unsigned seat) {
    for (size_t i = 0; i < g->n_shown_vars; i++) {
        uint32_t v = (uint32_t)g->shown_vars[i];
        const struct var *var = &g->program->vars[v];
        if (var->scope != SCOPE_SPACE || !var_visible(g->program, now, v, space, seat)) continue;
        for (int k = 0; k < var->n_index; k++)
            if (read_var(g->program, then, v, space, k) != read_var(g->program, now, v, space, k)) return true;
    }
    return false;
}

int tn_ahead_space(tn_ctx *c, const tn_state *s, unsigned seat, const uint32_t *path, size_t n) {
    const tn_game *g = c->game;
    const struct state *now = state_of(s), *then = state_after(c->machine, now, seat, path, n);
    int found = -1;
    for (uint32_t space = 0; then && space < g->program->n_spaces; space++) {
        if (!space_changes(g, now, then, (int)space, seat)) continue;
        if (found >= 0) return -1;
        found = (int)space;
    }
    return found;
}

bool tn_ahead_score(tn_ctx *c, const tn_state *s, unsigned seat, const uint32_t *path, size_t n, size_t line,
                    int32_t *out) {
    return state_score_ahead(c->machine, state_of(s), seat, path, n, (uint32_t)line, out);
}

size_t tn_ahead_waste(tn_ctx *c, const tn_state *s, unsigned seat, const uint32_t *path, size_t n, tn_waste *out,
                      size_t cap) {
    const tn_game *g = c->game;
    struct waste found[16];
    size_t count = state_waste(c->machine, state_of(s), seat, path, n, found, sizeof found / sizeof *found);
    for (size_t i = 0; i < count && i < cap; i++) {
        size_t shown = 0;
        while (found[i].track < 0 && shown + 1 < g->n_shown_vars && (uint32_t)g->shown_vars[shown] != found[i].var)
            shown++;
        out[i] = (tn_waste){found[i].track, {shown, found[i].index, found[i].by}};
    }
    return count;
}

bool tn_value_get(tn_ctx *c, const tn_state *s, unsigned seat, size_t value, int card, int player, tn_reading *out) {
    struct valued real, plain;
    uint32_t v = (uint32_t)value;
    if (!state_card_value(c->machine, state_of(s), seat, v, card, player, ALL_CARDS, &real)) return false;
    bool of_game = c->game->program->card_values[value].routine != NONE;
    bool bare = of_game && state_card_value(c->machine, state_of(s), seat, v, card, player, NO_CARDS, &plain);
    *out = (tn_reading){real.value, bare ? plain.value : real.value, real.compared, real.most, real.have, real.need};
    return true;
}

int32_t tn_value_part(tn_ctx *c, const tn_state *s, unsigned seat, size_t value, int card, int player, int by_card) {
    struct valued with, without;
    uint32_t v = (uint32_t)value;
    if (c->game->program->card_values[value].routine == NONE ||
        !state_card_value(c->machine, state_of(s), seat, v, card, player, by_card, &with) ||
        !state_card_value(c->machine, state_of(s), seat, v, card, player, NO_CARDS, &without))
        return 0;
    return with.value - without.value;
}

size_t tn_fault_text(const tn_game *g, const tn_state *s, char *buf, size_t cap) {
    return state_fault_text(g->program, state_of(s), buf, cap);
}

/* ---- reading */
int tn_track_position(const tn_game *g, const tn_state *s, size_t track, int owner, int *laps) {
    const struct track *t = &g->program->tracks[track];
    if (!t->per_player) owner = 0;
    if (laps) *laps = t->laps >= 0 ? read_var(g->program, state_of(s), (uint32_t)t->laps, owner, 0) : 0;
    return read_var(g->program, state_of(s), (uint32_t)t->var, owner, 0);
}

bool tn_var_get(const tn_game *g, const tn_state *s, unsigned seat, size_t var, int owner, int index, int32_t *out) {
    uint32_t v = (uint32_t)g->shown_vars[var];
    if (seat != TN_EVERYTHING && !var_visible(g->program, state_of(s), v, owner, seat)) return false;
    *out = read_var(g->program, state_of(s), v, owner, index);
    return true;
}

size_t tn_var_text(const tn_game *g, const tn_state *s, unsigned seat, size_t var, int owner, int index, char *buf,
                   size_t cap) {
    const struct var *v = &g->program->vars[g->shown_vars[var]];
    int32_t value[SET_WORDS] = {0}; /* a set has its words in the entries of its owner */
    if (!tn_var_get(g, s, seat, var, owner, index, value)) {
        if (cap) buf[0] = 0;
        return 0;
    }
    if (v->kind.flags & VF_SET)
        for (int i = 0; i < v->n_index && i < SET_WORDS; i++)
            tn_var_get(g, s, seat, var, owner, i, &value[i]);
    struct text text;
    struct render render = {.program = g->program};
    text_init(&text, buf, cap);
    render_value(&text, &render, v->kind, value);
    return text.n;
}

size_t tn_zone_get(const tn_game *g, const tn_state *s, unsigned seat, size_t zone, int owner, int32_t *cards,
                   size_t cap) {
    const struct program *p = g->program;
    const struct zone *z = &p->zones[zone];
    uint32_t instance = z->instance + (z->per_player && owner >= 0 ? (uint32_t)owner : 0u);
    size_t n = zone_cards(p, state_of(s), instance, cards, cap);
    for (size_t i = 0; i < n && i < cap; i++)
        if (cards[i] >= 0 && seat != TN_EVERYTHING && !card_seen(p, state_of(s), (uint32_t)cards[i], seat))
            cards[i] = -1;
    return n;
}

/* One entry of a note in words; nothing where it is as at first. */
static size_t note_text(const tn_game *g, const tn_state *s, size_t var, int card, int index, char *buf, size_t cap) {
    const struct program *p = g->program;
    const struct var *v = &p->vars[g->shown_vars[var]];
    char value[64];
    if (var_as_at_first(p, state_of(s), (uint32_t)g->shown_vars[var], card, index)) return 0;
    tn_var_text(g, s, TN_EVERYTHING, var, card, index, value, sizeof value);
    const char *of = v->index_enum >= 0 ? tn_var_index(g, var, index) : "";
    bool truth = v->kind.type == VT_BOOL;
    int n = snprintf(buf, cap, "%s%s%s%s%s", program_string(p, program_var_title(v)), *of ? " " : "", of,
                     truth ? "" : " ", truth ? "" : value);
    for (char *c = buf; cap && *c; c++)
        if (*c == '_') *c = ' ';
    return n > 0 ? (size_t)n : 0;
}

static bool has_notes(const tn_game *g) {
    for (size_t var = 0; var < g->n_shown_vars; var++)
        if (g->program->vars[g->shown_vars[var]].use == USE_NOTE) return true;
    return false;
}

size_t tn_zone_note(const tn_game *g, const tn_state *s, unsigned seat, size_t zone, int owner, size_t i, size_t k,
                    char *buf, size_t cap) {
    const struct program *p = g->program;
    const struct zone *z = &p->zones[zone];
    uint32_t instance = z->instance + (z->per_player && owner >= 0 ? (uint32_t)owner : 0u);
    bool any = seat != TN_EVERYTHING && has_notes(g); /* finding a back takes long in large zones */
    int32_t card = any ? zone_back(p, state_of(s), instance, seat, (uint32_t)i) : NONE;
    if (cap) buf[0] = '\0';
    for (size_t var = 0; card >= 0 && var < g->n_shown_vars; var++) {
        const struct var *v = &p->vars[g->shown_vars[var]];
        if (v->use != USE_NOTE || program_hides(p, LOOK_VAR, (uint32_t)g->shown_vars[var]) || card < v->first_owner ||
            card >= v->first_owner + v->n_owners)
            continue;
        for (int index = 0; index < v->n_index; index++) {
            size_t n = note_text(g, s, var, card, index, buf, cap);
            if (n && k-- == 0) return n;
        }
    }
    if (cap) buf[0] = '\0';
    return 0;
}

uint32_t tn_state_out(const tn_game *g, const tn_state *s) {
    struct state_head head;
    state_head_get(g->program, state_of(s), &head);
    return ((1u << g->program->seats) - 1u) & ~(uint32_t)head.active;
}

const char *tn_state_phase(const tn_game *g, const tn_state *s) {
    int32_t phase = state_phase(g->program, state_of(s));
    return phase < 0 ? NULL : program_string(g->program, g->program->phases[phase]);
}

uint32_t tn_state_period(const tn_game *g, const tn_state *s, size_t period) {
    return state_period(g->program, state_of(s), (uint32_t)period);
}

/* ---- scenarios */
tn_status tn_scenario_start(tn_ctx *c, size_t scenario, uint64_t seed, tn_state *out) {
    return status_of(state_start_scenario(c->machine, (uint32_t)scenario, seed, state_of_mutable(out)));
}

bool tn_scenario_check(tn_ctx *c, size_t scenario, size_t step, const tn_state *s) {
    const struct program *p = c->game->program;
    const struct scenario_step *check = &p->steps[p->scenarios[scenario].first_step + step];
    return check->routine >= 0 &&
           state_evaluate(c->machine, state_of(s), check->routine, state_acting(p, state_of(s))) != 0;
}

size_t tn_scenario_found(tn_ctx *c, size_t scenario, size_t step, const tn_state *s, char *buf, size_t cap) {
    const struct program *p = c->game->program;
    const struct scenario_step *check = &p->steps[p->scenarios[scenario].first_step + step];
    bool checks = check->kind == STEP_CHECK || check->kind == STEP_NOW;
    struct render render = {.program = p};
    struct text t;
    text_init(&t, buf, cap);
    for (uint32_t i = 0; checks && i < check->n_words; i++) {
        const struct scenario_step *part = &p->steps[check->words + i];
        int32_t value = state_evaluate(c->machine, state_of(s), part->routine, state_acting(p, state_of(s)));
        text_put(&t, i ? ", " : check->n_words > 1 ? "; found: " : ", found ");
        if (check->n_words > 1) text_put(&t, program_string(p, part->text)), text_put(&t, " is ");
        render_value(&t, &render, step_kind_get(part->words), &value);
    }
    return t.n;
}
