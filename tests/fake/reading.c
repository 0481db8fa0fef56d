/* reading.c: words and what a front end draws, of the fake engine; see fake.h. */
#include "fake/internal.h"

#include <stdio.h>
#include <string.h>

size_t tn_game_state_size(const tn_game *g) {
    (void)g;
    return sizeof(tn_state);
}

uint64_t tn_game_hash(const tn_game *g) {
    return g->source.hash + (uint64_t)g->chosen[0];
}

uint64_t tn_game_source_hash(const tn_game *g) {
    return g->source.hash;
}

const char *tn_game_title(const tn_game *g) {
    return g->source.title;
}

unsigned tn_game_seat_count(const tn_game *g) {
    (void)g;
    return 2;
}

const char *tn_game_seat_name(const tn_game *g, unsigned seat) {
    (void)g;
    return seat == 0 ? "A" : seat == 1 ? "B" : "neutral";
}

uint32_t tn_game_answer_count(const tn_game *g) {
    (void)g;
    return ID_END;
}

size_t tn_game_option_count(const tn_game *g) {
    (void)g;
    return OPTIONS;
}

void tn_game_option(const tn_game *g, size_t i, const char **name, const char **value) {
    *name = fake_options[i].name;
    *value = fake_options[i].values[g->chosen[i]];
}

/* ---- words */
size_t tn_question_text(tn_ctx *ctx, const tn_state *s, unsigned seat, char *buf, size_t cap) {
    static const char *const texts[] = {
        "Who begins?",   "Your turn", "Mark which cell?", "Play which card?", "How many coins do you pay?",
        "Keep the card?"};
    (void)ctx, (void)seat;
    return (size_t)snprintf(buf, cap, "%s", texts[s->ask]);
}

static const char *id_text(const tn_state *s, uint32_t id, char number[8]) {
    if (id >= ID_CELL && id < ID_CELL + CELLS) return fake_cell_name((int)(id - ID_CELL));
    if (id >= ID_CARD && id < ID_CARD + CARDS) return fake_card_names[id - ID_CARD];
    if (id == ID_MENU && s->ask == ASK_MENU) return "Mark a cell";
    if (id == ID_MENU + 1 && s->ask == ASK_MENU) return "Play a card";
    if (s->ask == ASK_KEEP && id <= TN_YES) return id == TN_YES ? "Yes" : "No";
    if (id >= ID_WHO && id < ID_END) return id == ID_WHO ? "A begins" : "B begins";
    if (id < ID_NUMBER || id >= ID_WHO) return "";
    snprintf(number, 8, "%u", id - ID_NUMBER);
    return number;
}

size_t tn_answer_text(tn_ctx *ctx, const tn_state *s, unsigned seat, uint32_t id, char *buf, size_t cap) {
    char number[8];
    (void)ctx, (void)seat;
    return (size_t)snprintf(buf, cap, "%s", id_text(s, id, number));
}

size_t tn_why_not(tn_ctx *ctx, const tn_state *s, unsigned seat, uint32_t id, char *buf, size_t cap) {
    const char *why = "that is not asked here";
    if (tn_state_legal(ctx->game, s, seat, id))
        why = "";
    else if (s->ask == ASK_CELL && id >= ID_CELL && id < ID_CELL + CELLS)
        why = "the cell is marked already";
    else if (s->ask == ASK_MENU && id == ID_MENU + 1)
        why = "cards in hand: 0, needs 1";
    return (size_t)snprintf(buf, cap, "%s", why);
}

int tn_question_about(tn_ctx *ctx, const tn_state *s, unsigned seat) {
    (void)ctx, (void)s, (void)seat;
    return -1;
}

bool tn_question_payment(tn_ctx *ctx, const tn_state *s, unsigned seat, tn_payment *out) {
    (void)ctx, (void)s, (void)seat, (void)out;
    return false;
}

size_t tn_payment_parts(tn_ctx *ctx, const tn_state *s, unsigned seat, tn_payment_part *out, size_t cap) {
    (void)ctx, (void)s, (void)seat, (void)out, (void)cap;
    return 0;
}

size_t tn_ctx_spans(const tn_ctx *ctx, tn_span *out, size_t cap) {
    (void)ctx, (void)out, (void)cap;
    return 0;
}

int tn_question_paid(tn_ctx *ctx, const tn_state *s, unsigned seat) {
    (void)ctx, (void)s, (void)seat;
    return -1;
}

void tn_explain(tn_ctx *ctx, const tn_state *s, unsigned seat, uint32_t id, void (*line)(void *, tn_reason, tn_text),
                void *user) {
    (void)ctx, (void)seat;
    if (s->ask != ASK_MENU || id < ID_CARD || id >= ID_CARD + CARDS) return;
    line(user, TN_IMPOSSIBLE, (tn_text){"Play a card: not possible now", NULL, 0});
    line(user, TN_MISSING, (tn_text){"coins: 0, needs 1", NULL, 0});
}

/* ---- foresight */
size_t tn_ahead_answers(tn_ctx *ctx, const tn_state *s, unsigned seat, const uint32_t *path, size_t n, uint32_t *ids,
                        size_t cap, unsigned *flags) {
    size_t found = 0;
    (void)ctx, (void)seat;
    *flags = 0;
    if (n != 1 || s->ask != ASK_MENU || path[0] != ID_MENU + 1) return 0;
    for (uint32_t i = 0; i < CARDS; i++)
        if (s->held[i] == 1 && i != 2 && found++ < cap) ids[found - 1] = ID_CARD + i;
    return found;
}

bool tn_ahead_score(tn_ctx *ctx, const tn_state *s, unsigned seat, const uint32_t *path, size_t n, size_t line,
                    int32_t *out) {
    (void)ctx, (void)s, (void)seat, (void)path, (void)n, (void)line, (void)out;
    return false;
}

int tn_ahead_space(tn_ctx *ctx, const tn_state *s, unsigned seat, const uint32_t *path, size_t n) {
    (void)ctx, (void)s, (void)seat, (void)path, (void)n;
    return -1;
}

size_t tn_ahead_changes(tn_ctx *ctx, const tn_state *s, unsigned seat, const uint32_t *path, size_t n, tn_change *out,
                        size_t cap, bool *possible) {
    (void)ctx, (void)seat;
    bool middle = n == 1 && s->ask == ASK_CELL && path[0] == ID_CELL + 4;
    if (possible) *possible = n == 1;
    if (middle && cap > 0) out[0] = (tn_change){1, 0, 2};
    return middle;
}

size_t tn_ahead_waste(tn_ctx *ctx, const tn_state *s, unsigned seat, const uint32_t *path, size_t n, tn_waste *out,
                      size_t cap) {
    (void)ctx, (void)seat, (void)cap;
    bool corner = n == 1 && s->ask == ASK_CELL && path[0] == ID_CELL;
    if (corner) out[0] = (tn_waste){-1, {1, 0, -2}};
    return corner;
}

/* ---- what there is */
bool tn_card_asked(const tn_game *g, size_t card) {
    (void)g, (void)card;
    return true;
}

size_t tn_card_tags(const tn_game *g, size_t card, int32_t *members, size_t cap) {
    (void)g;
    if (cap > 0) members[0] = card == 0 ? 0 : 1;
    return 1;
}

size_t tn_game_member_count(const tn_game *g) {
    (void)g;
    return 2;
}

void tn_game_member(const tn_game *g, size_t i, tn_member *out) {
    (void)g;
    *out = (tn_member){i == 0 ? "straight" : "round", i == 0 ? "straight" : "round", TN_TAG, {0}, -1};
}

size_t tn_game_value_count(const tn_game *g) {
    return g->chosen[OPTION_MODE] ? 1 : 0;
}

void tn_game_value(const tn_game *g, size_t i, tn_value *out) {
    (void)g, (void)i;
    *out = (tn_value){"price", false, true, true};
}

bool tn_value_get(tn_ctx *ctx, const tn_state *s, unsigned seat, size_t value, int card, int player, tn_reading *out) {
    (void)ctx, (void)seat, (void)value, (void)player;
    *out = (tn_reading){.value = card == 0 && s->held[1] == 3 ? 1 : 2, .plain = 2};
    return true;
}

int32_t tn_value_part(tn_ctx *ctx, const tn_state *s, unsigned seat, size_t value, int card, int player, int by_card) {
    (void)ctx, (void)seat, (void)value, (void)player;
    return card == 0 && by_card == 1 && s->held[1] == 3 ? -1 : 0;
}

size_t tn_game_card_count(const tn_game *g) {
    return g->chosen[OPTION_MODE] ? CARDS : 0;
}

void tn_game_card(const tn_game *g, size_t i, tn_card *out) {
    (void)g;
    tn_text text = {i == 0 ? "Pay coins; keep this cross or not." : "Pay coins; a ring.", NULL, 0};
    *out = (tn_card){fake_card_names[i], "sign", text, (uint32_t)(ID_CARD + i), i == 2, {0}, true, NULL};
}

size_t tn_card_face(const tn_game *g, size_t card, char *out, size_t cap) {
    (void)g, (void)card;
    if (cap > 0) memcpy(out, "null", cap < 5 ? cap : 5);
    return 4;
}

size_t tn_rule_face(const tn_game *g, size_t rule, char *out, size_t cap) {
    (void)rule;
    return tn_card_face(g, 0, out, cap);
}

size_t tn_track_mark_count(const tn_game *g, size_t track) {
    (void)g, (void)track;
    return 0;
}

void tn_track_mark(const tn_game *g, size_t track, size_t i, tn_mark *out) {
    (void)g, (void)track, (void)i;
    *out = (tn_mark){0};
}

size_t tn_track_mark_face(const tn_game *g, size_t track, size_t i, char *out, size_t cap) {
    (void)track, (void)i;
    return tn_card_face(g, 0, out, cap);
}

size_t tn_game_kind_count(const tn_game *g) {
    (void)g;
    return 0;
}

void tn_game_kind(const tn_game *g, size_t i, tn_kind *out) {
    (void)g, (void)i;
    *out = (tn_kind){0};
}

size_t tn_card_clause_count(const tn_game *g, size_t card) {
    (void)g, (void)card;
    return 1;
}

void tn_card_clause(const tn_game *g, size_t card, size_t i, tn_clause *out) {
    (void)g, (void)card, (void)i;
    *out = (tn_clause){.label = "do", .text = {"pay coins", NULL, 0}, .role = TN_ROLE_EFFECT};
}

int tn_question_rule(const tn_game *g, const tn_question *q) {
    (void)g, (void)q;
    return -1;
}

int tn_card_rule(const tn_game *g, size_t card) {
    (void)g, (void)card;
    return -1;
}

int tn_question_clause(const tn_game *g, const tn_question *q, size_t card) {
    (void)g, (void)q, (void)card;
    return -1;
}

size_t tn_space_gift_count(const tn_game *g, size_t space) {
    (void)g;
    return space == 4;
}

void tn_space_gift(const tn_game *g, size_t space, size_t i, tn_gift *out) {
    (void)g, (void)space, (void)i;
    *out = (tn_gift){.text = {"middle", NULL, 0}, .member = -1};
}

size_t tn_game_rule_count(const tn_game *g) {
    (void)g;
    return 0;
}

void tn_game_rule(const tn_game *g, size_t i, tn_rule *out) {
    (void)g, (void)i;
    *out = (tn_rule){"", {"", NULL, 0}, {"", NULL, 0}, 0, TN_TOPIC_NONE};
}

size_t tn_game_space_count(const tn_game *g) {
    (void)g;
    return CELLS;
}

/* Nothing in its rules is about neighbours. */
size_t tn_space_near_count(const tn_game *g, size_t space) {
    (void)g, (void)space;
    return 0;
}

void tn_space_near(const tn_game *g, size_t space, size_t i, int *out) {
    (void)g, (void)space, (void)i;
    *out = -1;
}

void tn_game_space(const tn_game *g, size_t i, tn_space *out) {
    int n = (int)i, row = n / 3, col = n % 3;
    if (g->chosen[OPTION_BOARD]) { /* three rows of 2, 3 and 4 */
        row = n < 2 ? 0 : n < 5 ? 1 : 2;
        col = row == 0 ? 2 + 2 * n : row == 1 ? 1 + 2 * (n - 2) : 2 * (n - 5);
    }
    *out = (tn_space){fake_cell_name(n),
                      "cell",
                      {n == 4 ? "middle" : "", NULL, 0},
                      (uint32_t)(ID_CELL + n),
                      0,
                      n + 1,
                      row,
                      col,
                      {0},
                      "cell",
                      false,
                      0,
                      0};
}

/* Cards, cells, yes and no. */
size_t tn_game_name_count(const tn_game *g) {
    return tn_game_card_count(g) + CELLS + 2;
}

void tn_game_name(const tn_game *g, size_t i, tn_name *out) {
    tn_card card;
    if (i < tn_game_card_count(g)) {
        tn_game_card(g, i, &card);
        *out = (tn_name){card.name, TN_THING_CARD, (int)i, card.answer, true};
    } else if ((i -= tn_game_card_count(g)) < CELLS) {
        *out = (tn_name){fake_cell_name((int)i), TN_THING_SPACE, (int)i, ID_CELL + (uint32_t)i, true};
    } else {
        *out = i > CELLS ? (tn_name){"yes", TN_THING_YESNO, 1, TN_YES, true}
                         : (tn_name){"no", TN_THING_YESNO, 0, TN_NO, true};
    }
}

uint32_t tn_answer_told(tn_ctx *ctx, const tn_state *s, unsigned seat, uint32_t answer) {
    (void)ctx, (void)s, (void)answer;
    return 1u << seat;
}

tn_thing tn_answer_thing(const tn_game *g, uint32_t answer, int *index) {
    int none;
    tn_card card;
    if (!index) index = &none;
    if (answer <= TN_YES) return *index = (int)answer, TN_THING_YESNO;
    if (answer >= ID_CELL && answer < ID_CELL + CELLS) return *index = (int)(answer - ID_CELL), TN_THING_SPACE;
    for (size_t i = 0; i < tn_game_card_count(g); i++) {
        tn_game_card(g, i, &card);
        if (card.answer == answer) return *index = (int)i, TN_THING_CARD;
    }
    return *index = 0, answer >= ID_NUMBER ? TN_THING_NUMBER : TN_THING_OPTION;
}

const char *tn_sort_name(tn_sort sort) {
    return sort == TN_TAG ? "tag" : "";
}

int tn_game_find_space(const tn_game *g, const char *words) {
    int row, column;
    (void)g;
    for (int i = 0; i < CELLS; i++)
        if (!strcmp(fake_cell_name(i), words)) return i;
    return sscanf(words, "row %d column %d", &row, &column) == 2 && row >= 1 && row <= 3 && column >= 1 && column <= 3
               ? 3 * (row - 1) + column - 1
               : -1;
}

size_t tn_game_board_count(const tn_game *g) {
    (void)g;
    return 1;
}

void tn_game_board(const tn_game *g, size_t i, tn_board *out) {
    (void)i;
    *out = (tn_board){"grid", "Grid", g->chosen[OPTION_BOARD] ? 0 : 1, 0, CELLS, 3, true, -1, {0}, {0}};
}

size_t tn_game_track_count(const tn_game *g) {
    (void)g;
    return 1;
}

void tn_game_track(const tn_game *g, size_t i, tn_track *out) {
    (void)g, (void)i;
    *out = (tn_track){"marks", "Marks", 0, CELLS, 1, false, false, {0}};
}

size_t tn_game_zone_count(const tn_game *g) {
    return g->chosen[OPTION_MODE] ? 2 : 0;
}

void tn_game_zone(const tn_game *g, size_t i, tn_zone *out) {
    (void)g;
    *out = i == 0 ? (tn_zone){"hand", "Hand", true, false, false, 1, {0}, false, 0, CARDS}
                  : (tn_zone){"tableau", "Tableau", true, true, false, 0, {0}, false, 0, CARDS};
}

size_t tn_game_var_count(const tn_game *g) {
    (void)g;
    return 3;
}

void tn_game_var(const tn_game *g, size_t i, tn_var *out) {
    static const tn_var vars[] = {
        {"mark", "mark", TN_PER_SPACE, 0, CELLS, 1, -1, {0}, TN_IS_PLAYER, 0, TN_VAR_OWNER, false},
        {"stock", "stock", TN_PER_PLAYER, 0, 2, 2, TN_RESOURCE, {0}, TN_IS_NUMBER, 0, TN_VAR_STOCK, false},
        {"turn", "turn", TN_GLOBAL, 0, 1, 1, -1, {0}, TN_IS_NUMBER, 0, TN_VAR_OTHER, false}};
    (void)g;
    *out = vars[i];
}

const char *tn_var_index(const tn_game *g, size_t var, int index) {
    (void)g, (void)var;
    return index == 0 ? "coin" : "gem";
}

/* ---- reading */
int tn_track_position(const tn_game *g, const tn_state *s, size_t track, int owner, int *laps) {
    (void)g, (void)track, (void)owner;
    if (laps) *laps = 0;
    return s->marks;
}

bool tn_var_get(const tn_game *g, const tn_state *s, unsigned seat, size_t var, int owner, int index, int32_t *out) {
    (void)g, (void)seat;
    *out = var == 0 ? s->cells[owner] : var == 2 ? s->turn : index == 0 && owner == 0 ? s->coins : 0;
    return true;
}

size_t tn_var_text(const tn_game *g, const tn_state *s, unsigned seat, size_t var, int owner, int index, char *buf,
                   size_t cap) {
    int32_t value;
    tn_var_get(g, s, seat, var, owner, index, &value);
    if (var == 1) return (size_t)snprintf(buf, cap, "%d", value);
    return (size_t)snprintf(buf, cap, "%s", value < 0 ? "none" : value == 0 ? "A" : "B");
}

size_t tn_zone_get(const tn_game *g, const tn_state *s, unsigned seat, size_t zone, int owner, int32_t *cards,
                   size_t cap) {
    size_t n = 0;
    (void)g;
    for (int i = 0; i < CARDS && owner == 0; i++)
        if (s->held[i] == (zone == 0 ? 1 : 3) && n++ < cap) cards[n - 1] = zone == 0 && seat != 0 ? -1 : i;
    return n;
}

size_t tn_zone_note(const tn_game *g, const tn_state *s, unsigned seat, size_t zone, int owner, size_t i, size_t k,
                    char *buf, size_t cap) {
    (void)g, (void)s, (void)seat, (void)zone, (void)owner, (void)i, (void)k;
    if (cap) buf[0] = '\0';
    return 0;
}

const char *tn_state_phase(const tn_game *g, const tn_state *s) {
    (void)g;
    return s->ask == ASK_COINS ? "payment" : NULL;
}

size_t tn_game_period_count(const tn_game *g) {
    (void)g;
    return 1;
}

const char *tn_game_period(const tn_game *g, size_t i, bool *is_round) {
    (void)g, (void)i;
    if (is_round) *is_round = true;
    return "round";
}

uint32_t tn_state_period(const tn_game *g, const tn_state *s, size_t period) {
    (void)g, (void)period;
    return (s->marks + 2u) / 2u;
}

size_t tn_game_score_line_count(const tn_game *g) {
    (void)g;
    return 2;
}

const char *tn_game_score_line(const tn_game *g, size_t line) {
    (void)g;
    return line == 0 ? "line" : "cells";
}

size_t tn_game_tie_count(const tn_game *g) {
    (void)g;
    return 0;
}

const char *tn_game_tie(const tn_game *g, size_t line) {
    (void)g, (void)line;
    return "";
}
