/* about.c: see about.h. */
#include "show/about.h"

#include <string.h>

/* How the rules in words are ordered, in the words of the definition: a translation has the same rules in the same
 * order. */
static bool is_rule(const tn_game *told, size_t i, const char *about, const char *name) {
    tn_rule plain;
    tn_game_rule(tn_game_plain(told), i, &plain);
    return strcmp(plain.about, about) == 0 && strcmp(plain.name.bytes, name) == 0;
}

size_t about_cards(const tn_game *game) {
    size_t n = 0;
    for (size_t i = 0; i < tn_game_card_count(game); i++) {
        tn_card card;
        tn_game_card(game, i, &card);
        n += card.zoned;
    }
    return n;
}

static size_t count_spaces(const tn_game *game) {
    size_t n = 0;
    for (size_t i = 0; i < tn_game_board_count(game); i++) {
        tn_board board;
        tn_game_board(game, i, &board);
        if (board.in_use) n += (size_t)board.count;
    }
    return n;
}

/* By which rules it ends; what only keeps it from lasting for ever tells nobody what it is about. */
static void put_ends(struct json *j, const tn_game *told) {
    json_array(j, "ends");
    for (size_t i = 0; i < tn_game_rule_count(told); i++) {
        tn_rule rule;
        tn_game_rule(told, i, &rule);
        if (rule.topic == TN_TOPIC_END && *rule.name.bytes) json_text(j, NULL, rule.name.bytes);
    }
    json_close(j);
}

/* The first steps of its course, as long as they stand on no phase, as one sentence: what a step holds follows its
 * colon. */
static void put_course(struct json *j, const tn_game *told) {
    enum { ENOUGH = 200 };
    struct buf course;
    bool more = false;
    buf_init(&course);
    for (size_t i = 0; i < tn_game_rule_count(told) && !more; i++) {
        tn_rule rule;
        bool holds = course.n && course.data[course.n - 1] == ':';
        tn_game_rule(told, i, &rule);
        if (!is_rule(told, i, "course of the game", "")) continue;
        more = course.n >= ENOUGH && !holds;
        if (!more) buf_printf(&course, "%s%s", !course.n ? "" : holds ? " " : "; ", rule.text.bytes);
    }
    if (course.n) buf_puts(&course, more || course.data[course.n - 1] == ':' ? "; …" : ".");
    json_text(j, "course", course.n ? course.data : NULL);
    buf_free(&course);
}

/* As often as a period begins in a game between bots. */
static void put_length(struct json *j, const tn_game *told, const struct weights *weights) {
    if (!weights || weights->period < 0) {
        json_text(j, "length", NULL);
        return;
    }
    json_object(j, "length");
    json_text(j, "period", tn_game_period(told, (size_t)weights->period, NULL));
    json_text(j, "periods", tn_game_period_many(told, (size_t)weights->period));
    json_integer(j, "count", (weights->length + WEIGHT_ONE / 2) / WEIGHT_ONE);
    json_close(j);
}

void about_put(struct json *j, const tn_game *told, const struct weights *weights) {
    json_text(j, "title", tn_game_title(told));
    json_unsigned(j, "cards", about_cards(told));
    json_unsigned(j, "spaces", count_spaces(told));
    json_array(j, "points");
    for (size_t i = 0; i < tn_game_score_line_count(told); i++)
        json_text(j, NULL, tn_game_score_line(told, i));
    json_close(j);
    put_ends(j, told);
    put_course(j, told);
    put_length(j, told, weights);
}
