/* record_write.c: a position as JSON on one line; see record.h.
 *
 * For a seat, it is written from that seat's view: what is hidden is not there to be told. Hidden cards are null in the
 * list of their zone, hidden variables are left out, and so are chance, the score of a game that goes on (it may count
 * what is hidden) and where the rules wait.
 */
#include "api/record.h"
#include "base/json.h"

#include <stdlib.h>
#include <string.h>

struct record_writer {
    tn_ctx *ctx;
    const struct program *p;
    const struct state *s; /* the position, or a view of it */
    unsigned seat;         /* TN_EVERYTHING: no view */
    bool all;
    struct arena arena;
    struct buf text; /* a name in the making */
    struct json j;
};

static const char *named(struct record_writer *w, enum named what, uint32_t i) {
    buf_clear(&w->text);
    name_put(w->p, what, i, &w->text);
    if (w->text.failed) w->arena.failed = true; /* the next name would forget it */
    return w->text.data;
}

/* ---- values */
static void put_value(struct record_writer *w, const char *key, struct value_kind kind, int32_t value) {
    const struct program *p = w->p;
    switch (kind.type) {
    case VT_BOOL: json_bool(&w->j, key, value != 0); return;
    case VT_PLAYER: json_text(&w->j, key, player_name(p, value)); return;
    case VT_MEMBER:
        json_text(&w->j, key, value < 0 ? NULL : member_name(p, p->enums[kind.of].first + (uint32_t)value, &w->arena));
        return;
    case VT_CARD: json_text(&w->j, key, value < 0 ? NULL : named(w, NAMED_CARD, (uint32_t)value)); return;
    case VT_SPACE: json_text(&w->j, key, value < 0 ? NULL : named(w, NAMED_SPACE, (uint32_t)value)); return;
    default: json_integer(&w->j, key, value); return;
    }
}

static bool is_first(struct record_writer *w, const struct field *f, int32_t owner) {
    for (int32_t i = 0; i < w->p->vars[f->index].n_index; i++)
        if (read_var(w->p, w->s, f->index, owner, i) != var_first(w->p, f->index, i)) return false;
    return true;
}

static void put_variable(struct record_writer *w, const struct field *f, int32_t owner) {
    const struct program *p = w->p;
    const struct var *v = &p->vars[f->index];
    if (f->sort == FIELD_MARK && is_first(w, f, owner)) return;
    if (!w->all && !var_visible(p, w->s, f->index, owner, w->seat)) return;
    if (v->index_enum < 0) {
        put_value(w, f->key, v->kind, read_var(p, w->s, f->index, owner, 0));
        return;
    }
    const struct enumeration *e = &p->enums[v->index_enum];
    json_object(&w->j, f->key);
    for (int32_t i = 0; i < e->n; i++)
        put_value(w, member_name(p, e->first + (uint32_t)i, &w->arena), v->kind, read_var(p, w->s, f->index, owner, i));
    json_close(&w->j);
}

/* ---- zones */
static void put_cards(struct record_writer *w, const char *key, const uint16_t *cards, uint32_t n) {
    json_array(&w->j, key);
    for (uint32_t i = 0; i < n; i++)
        json_text(&w->j, NULL, named(w, NAMED_CARD, cards[i]));
    json_close(&w->j);
}

static void put_pile(struct record_writer *w, const char *key, uint32_t instance) {
    static const char *const parts[] = {"top", "shuffled", "bottom"};
    uint16_t *cards = ARENA_ARRAY(&w->arena, uint16_t, w->p->n_cards + 1u);
    uint32_t top, bottom;
    if (!cards) return;
    uint32_t n = pile_get(w->p, w->s, instance, cards, &top, &bottom), sizes[] = {top, n - top - bottom, bottom};
    if (!sizes[1]) {
        put_cards(w, key, cards, n);
        return;
    }
    json_object(&w->j, key);
    for (unsigned i = 0; i < 3; cards += sizes[i++])
        if (sizes[i]) put_cards(w, parts[i], cards, sizes[i]);
    json_close(&w->j);
}

static void put_zone(struct record_writer *w, const struct field *f, int32_t owner) {
    const struct zone *z = &w->p->zones[f->index];
    uint32_t instance = z->instance + (z->per_player ? (uint32_t)owner : 0u);
    if (w->all && z->pile) {
        put_pile(w, f->key, instance);
        return;
    }
    int32_t *cards = ARENA_ARRAY(&w->arena, int32_t, w->p->n_cards + 1u);
    if (!cards) return;
    size_t n = zone_cards(w->p, w->s, instance, cards, w->p->n_cards);
    json_array(&w->j, f->key);
    for (size_t i = 0; i < n; i++)
        json_text(&w->j, NULL, cards[i] < 0 ? NULL : named(w, NAMED_CARD, (uint32_t)cards[i]));
    json_close(&w->j);
}

static void put_fields(struct record_writer *w, int scope, int32_t owner) {
    struct fields fields = fields_of(w->p, scope, owner, &w->arena);
    for (size_t i = 0; i < fields.n; i++) {
        if (fields.list[i].sort == FIELD_ZONE)
            put_zone(w, &fields.list[i], owner);
        else
            put_variable(w, &fields.list[i], owner);
    }
}

/* ---- what lies where */
static bool any_set(struct record_writer *w, int scope, int32_t owner) {
    struct fields fields = fields_of(w->p, scope, owner, &w->arena);
    for (size_t i = 0; i < fields.n; i++)
        if (!is_first(w, &fields.list[i], owner)) return true;
    return false;
}

/* A variable that is called so has the key; the definition may name it anything. */
static bool has_field(struct record_writer *w, int32_t space, const char *key) {
    struct fields fields = fields_of(w->p, SCOPE_SPACE, space, &w->arena);
    for (size_t i = 0; i < fields.n; i++)
        if (!strcmp(fields.list[i].key, key)) return true;
    return false;
}

static void put_boards(struct record_writer *w) {
    json_object(&w->j, "boards");
    for (uint32_t b = 0; b < w->p->n_boards; b++) {
        const struct board *board = &w->p->boards[b];
        json_object(&w->j, program_string(w->p, board->name));
        for (int32_t i = board->first; i < board->first + board->n; i++) {
            if (!board->in_use && !any_set(w, SCOPE_SPACE, i)) continue;
            json_object(&w->j, named(w, NAMED_SPACE, (uint32_t)i));
            if (!has_field(w, i, "row")) json_integer(&w->j, "row", w->p->spaces[i].row + 1);
            if (!has_field(w, i, "column")) json_integer(&w->j, "column", w->p->spaces[i].col + 1);
            put_fields(w, SCOPE_SPACE, i);
            json_close(&w->j);
        }
        json_close(&w->j);
    }
    json_close(&w->j);
}

/* Cards that are in play, or that something is to be said of. */
static void put_card_fields(struct record_writer *w) {
    json_object(&w->j, "cards");
    for (uint32_t c = 0; c < w->p->n_cards; c++) {
        int32_t lies = card_place(w->p, w->s, c);
        if (lies == NONE && card_home(w->p, c) != NONE) continue; /* a view does not show it */
        bool in_play = lies == NONE || w->p->zones[w->p->zone_of_instance[lies]].live;
        struct fields fields = fields_of(w->p, SCOPE_CARD, (int32_t)c, &w->arena);
        if (!fields.n || (!in_play && !any_set(w, SCOPE_CARD, (int32_t)c))) continue;
        json_object(&w->j, named(w, NAMED_CARD, c));
        put_fields(w, SCOPE_CARD, (int32_t)c);
        json_close(&w->j);
    }
    json_close(&w->j);
}

/* ---- what the rules compute about cards that players have: points and the like */
static bool is_told(const struct card_value *v) {
    return !v->truth && v->player == NO_REGISTER;
}

static bool has_values(const struct program *p) {
    for (uint32_t i = 0; i < p->n_card_values; i++)
        if (is_told(&p->card_values[i])) return true;
    return false;
}

static bool put_values_of(struct record_writer *w, const struct state *real, uint32_t card, unsigned owner,
                          bool begun) {
    for (uint32_t i = 0; i < w->p->n_card_values; i++) {
        const struct card_value *v = &w->p->card_values[i];
        struct valued found;
        if (!is_told(v)) continue;
        if (!state_card_value(w->ctx->machine, real, owner, i, (int32_t)card, (int32_t)owner, ALL_CARDS, &found))
            continue;
        if (!begun) json_object(&w->j, named(w, NAMED_CARD, card));
        begun = true;
        json_integer(&w->j, program_string(w->p, v->name), found.value);
    }
    return begun;
}

/* As their owners compute them; a view tells only of the cards of whoever looks. */
static void put_values(struct record_writer *w, const struct state *real) {
    json_object(&w->j, "values");
    for (uint32_t c = 0; c < w->p->n_cards; c++) {
        int32_t lies = card_place(w->p, real, c), owner = lies == NONE ? NONE : w->p->owner_of_instance[lies];
        if (owner < 0 || owner >= w->p->seats || (!w->all && (unsigned)owner != w->seat)) continue;
        if (put_values_of(w, real, c, (unsigned)owner, false)) json_close(&w->j);
    }
    json_close(&w->j);
}

static void put_known(struct record_writer *w) {
    json_object(&w->j, "known");
    for (unsigned seat = 0; seat < w->p->seats; seat++) {
        bool begun = false;
        for (uint32_t c = 0; c < w->p->n_cards; c++) {
            if (!card_known(w->p, w->s, seat, c)) continue;
            if (!begun) json_array(&w->j, player_name(w->p, (int32_t)seat));
            begun = true;
            json_text(&w->j, NULL, named(w, NAMED_CARD, c));
        }
        if (begun) json_close(&w->j);
    }
    json_close(&w->j);
}

/* ---- the game as a whole */
static void put_seats(struct record_writer *w, const char *key, uint32_t mask) {
    if (!mask) return;
    json_array(&w->j, key);
    for (int32_t seat = 0; seat < w->p->seats; seat++)
        if (mask >> seat & 1u) json_text(&w->j, NULL, player_name(w->p, seat));
    json_close(&w->j);
}

static void put_head(struct record_writer *w, const struct state_head *head) {
    static const char *const status[] = {[RUN_ASK] = "open", [RUN_OVER] = "over", [RUN_FAULT] = "fault"};
    const struct program *p = w->p;
    json_text(&w->j, "terrane", RECORD_VERSION);
    json_text(&w->j, "game", program_string(p, p->name));
    json_hash(&w->j, "definition", p->source_hash);
    json_unsigned(&w->j, "seats", p->seats);
    json_object(&w->j, "options");
    for (uint32_t i = 0; i < p->n_options; i++)
        json_text(&w->j, program_string(p, p->options[i].name), program_string(p, p->options[i].value));
    json_close(&w->j);
    if (!w->all) json_text(&w->j, "seen_by", w->seat < p->seats ? player_name(p, (int32_t)w->seat) : "nobody");
    json_text(&w->j, "status", status[state_status(p, w->s)]);
    json_text(&w->j, "phase", head->phase < 0 ? NULL : program_string(p, p->phases[head->phase]));
    json_object(&w->j, "periods");
    for (uint32_t i = 0; i < p->n_periods; i++)
        json_unsigned(&w->j, member_name(p, (uint32_t)p->periods[i], &w->arena), state_period(p, w->s, i));
    json_close(&w->j);
    put_seats(w, "out", ~(uint32_t)head->active & ((1u << p->seats) - 1u));
    put_seats(w, "winners", head->winners);
    put_seats(w, "losers", head->losers);
    if (head->limited) json_bool(&w->j, "limited", true);
}

static void put_holdings(struct record_writer *w) {
    json_object(&w->j, "table");
    put_fields(w, SCOPE_GLOBAL, 0);
    json_close(&w->j);
    json_object(&w->j, "players");
    for (int32_t owner = 0; owner < w->p->owners; owner++) {
        json_object(&w->j, player_name(w->p, owner));
        put_fields(w, SCOPE_PLAYER, owner);
        json_close(&w->j);
    }
    json_close(&w->j);
    put_boards(w);
    put_card_fields(w);
    put_known(w);
}

static void put_chance(struct record_writer *w, const struct state_head *head) {
    json_object(&w->j, "chance");
    json_hash(&w->j, "key", head->key);
    json_unsigned(&w->j, "numbers", head->randoms);
    json_array(&w->j, "piles");
    for (uint32_t i = 0; i < w->p->n_zone_of_instance; i++)
        if (w->p->zones[w->p->zone_of_instance[i]].pile) json_unsigned(&w->j, NULL, pile_chance_get(w->p, w->s, i));
    json_close(&w->j);
    if (head->shuffling) json_bool(&w->j, "shuffling", true);
    json_close(&w->j);
}

/* ---- the question */
typedef size_t words_of(tn_ctx *, const tn_state *, unsigned seat, uint32_t answer, char *buf, size_t cap);

static size_t question_words(tn_ctx *c, const tn_state *s, unsigned seat, uint32_t answer, char *buf, size_t cap) {
    (void)answer;
    return tn_question_text(c, s, seat, buf, cap);
}

static void put_words(struct record_writer *w, const char *key, const tn_state *s, unsigned seat, uint32_t answer,
                      words_of *words) {
    size_t n = words(w->ctx, s, seat, answer, NULL, 0);
    char *text = ARENA_ARRAY(&w->arena, char, n + 1);
    if (!text) return;
    words(w->ctx, s, seat, answer, text, n + 1);
    json_text(&w->j, key, text);
}

static void put_question(struct record_writer *w, const tn_state *s, unsigned seat) {
    json_object(&w->j, NULL);
    json_text(&w->j, "seat", seat == TN_CHANCE ? "chance" : player_name(w->p, (int32_t)seat));
    if (w->all || seat == w->seat) {
        struct question q;
        put_words(w, "question", s, seat, 0, question_words);
        json_array(&w->j, "answers");
        for (uint32_t i = 0; state_question(w->p, w->s, seat, &q) && i < q.count; i++)
            put_words(w, NULL, s, seat, state_answer_nth(w->p, w->s, seat, i), tn_answer_text);
        json_close(&w->j);
    }
    json_close(&w->j);
}

static void put_asked(struct record_writer *w, const tn_state *s) {
    uint32_t asked = state_asked(w->p, w->s);
    struct question q;
    json_array(&w->j, "asked");
    for (unsigned seat = 0; seat < w->p->seats; seat++)
        if (asked >> seat & 1u) put_question(w, s, seat);
    if (!asked && w->all && state_question(w->p, w->s, TN_CHANCE, &q)) put_question(w, s, TN_CHANCE);
    json_close(&w->j);
}

static void put_score(struct record_writer *w, const tn_state *s) {
    bool over = tn_state_status(w->ctx->game, s) == TN_OVER;
    json_object(&w->j, "score");
    for (unsigned seat = 0; seat < w->p->seats; seat++) {
        json_object(&w->j, player_name(w->p, (int32_t)seat));
        json_integer(&w->j, "total", tn_state_score(w->ctx, s, seat));
        if (over) json_unsigned(&w->j, "rank", tn_state_rank(w->ctx, s, seat));
        json_object(&w->j, "lines");
        for (uint32_t i = 0; i < w->p->n_scores; i++)
            json_integer(&w->j, program_string(w->p, w->p->scores[i].name), tn_state_score_line(w->ctx, s, seat, i));
        json_close(&w->j);
        json_close(&w->j);
    }
    json_close(&w->j);
}

/* ---- where play goes on */
static void put_begin(struct record_writer *w) {
    tn_state *scratch = tn_state_new(w->ctx->game);
    struct begin b;
    if (!scratch) w->arena.failed = true;
    if (scratch && state_begin(w->ctx->machine, w->s, state_of_mutable(scratch), &b)) {
        const struct entry *e = &w->p->entries[b.entry];
        json_object(&w->j, "begin");
        if (e->phase >= 0) json_text(&w->j, "phase", program_string(w->p, w->p->phases[e->phase]));
        json_text(&w->j, e->action ? "turn" : "me", player_name(w->p, b.seat));
        if (e->action) json_unsigned(&w->j, "action", e->action);
        json_unsigned(&w->j, "line", e->at.line);
        if (e->n_around) json_array(&w->j, "around");
        for (uint32_t i = 0; i < e->n_around; i++)
            put_value(w, NULL, (struct value_kind){e->players >> i & 1u ? VT_PLAYER : VT_NUMBER, 0, 0}, b.around[i]);
        if (e->n_around) json_close(&w->j);
        json_close(&w->j);
    }
    tn_state_free(scratch);
}

static void put_secrets(struct record_writer *w) {
    bool begun = false;
    for (unsigned seat = 0; seat < w->p->seats; seat++) {
        const uint16_t *answers;
        uint32_t n = state_secret(w->p, w->s, seat, &answers);
        if (!n) continue;
        if (!begun) json_object(&w->j, "answers");
        begun = true;
        json_array(&w->j, player_name(w->p, (int32_t)seat));
        for (uint32_t i = 0; i < n; i++)
            if (answers[i] < w->p->answers.total) json_unsigned(&w->j, NULL, answers[i]);
        json_close(&w->j);
    }
    if (begun) json_close(&w->j);
}

static void put_course(struct record_writer *w) {
    struct course c = state_course(w->p, w->s);
    json_object(&w->j, "course");
    json_hash(&w->j, "fits", state_fit(w->p, w->s));
    json_array(&w->j, "frames");
    for (uint32_t i = 0; i < c.n_frames; i++) {
        json_array(&w->j, NULL);
        json_unsigned(&w->j, NULL, c.frames[i].routine);
        json_unsigned(&w->j, NULL, c.frames[i].pc);
        json_unsigned(&w->j, NULL, c.frames[i].base);
        json_close(&w->j);
    }
    json_close(&w->j);
    json_array(&w->j, "stack");
    for (uint32_t i = 0; i < c.n_stack; i++)
        json_integer(&w->j, NULL, c.stack[i]);
    json_close(&w->j);
    put_secrets(w);
    json_close(&w->j);
}

static void put_fault(struct record_writer *w, const tn_state *s) {
    char text[512];
    tn_fault_text(w->ctx->game, s, text, sizeof text);
    json_text(&w->j, "fault", text);
}

static void put_state(struct record_writer *w, const tn_state *whole) {
    struct state_head head;
    tn_status status = tn_state_status(w->ctx->game, whole);
    state_head_get(w->p, w->s, &head);
    json_object(&w->j, NULL);
    put_head(w, &head);
    put_holdings(w);
    if (status == TN_ASK) put_asked(w, whole);
    if (status == TN_OVER || (w->all && status == TN_ASK)) put_score(w, whole);
    if (status != TN_FAULT && has_values(w->p)) put_values(w, state_of(whole));
    if (status == TN_FAULT) put_fault(w, whole);
    if (w->all) put_chance(w, &head);
    if (w->all && status == TN_ASK) put_begin(w), put_course(w);
    json_close(&w->j);
}

static size_t write_json(tn_ctx *c, const tn_state *s, unsigned seat, char *out, size_t cap) {
    struct record_writer w = {
        .ctx = c, .p = c->game->program, .s = state_of(s), .seat = seat, .all = seat == TN_EVERYTHING};
    struct buf json;
    tn_state *view = w.all ? NULL : tn_state_new(c->game);
    json_init(&w.j, &json);
    w.j.on_one_line = true;
    arena_init(&w.arena);
    buf_init(&w.text);
    if (view) {
        tn_state_view(c->game, s, seat, view);
        w.s = state_of(view);
    }
    if (w.all || view) put_state(&w, s);
    if (w.arena.failed || json.failed || (!w.all && !view)) buf_clear(&json);
    arena_free(&w.arena);
    buf_free(&w.text);
    tn_state_free(view);
    return hand_over(&json, out, cap);
}

size_t tn_state_json(tn_ctx *c, const tn_state *s, unsigned seat, char *out, size_t cap) {
    const tn_game *spoken = c->game; /* a position is written in the words of its definition */
    tn_ctx_speak(c, tn_game_plain(spoken));
    size_t n = write_json(c, s, seat, out, cap);
    tn_ctx_speak(c, spoken);
    return n;
}
