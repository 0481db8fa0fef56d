/* harness.h: what the fuzzers share: games to damage, edits to damage them with, and playing on.
 *
 * A fuzzer is a function of its input: games are compiled once from the checkout (ROOT, or the working folder), chance
 * has a fixed seed, and everything is bounded by answers and by the machine's own budgets.
 * Images and positions are not the input itself, which would be stale with every change of their layout: the input is
 * [game][bytes...], where six bytes are one edit of the sound thing.
 */
#ifndef TESTS_FUZZ_HARNESS_H
#define TESTS_FUZZ_HARNESS_H

#include "api/api.h"
#include "support/level.h"
#include "terrane_table.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HARNESS_GAMES = 8 };

static inline tn_source *harness_source(unsigned number) {
    static const char *const paths[HARNESS_GAMES] = {
        "games/tic-tac-toe/tic-tac-toe.game", "games/kuhn-poker/kuhn-poker.game", "tests/generality/lists.game",
        "tests/generality/relay.game",        "tests/generality/vault.game",      "tests/generality/village.game",
        "tests/generality/weather.game",      "tests/generality/shells.game"};
    char path[1024];
    tn_source *source = NULL;
    snprintf(path, sizeof path, "%s/%s", level_root(), paths[number % HARNESS_GAMES]);
    if (tn_source_load(path, &source) != TN_OK) {
        fprintf(stderr, "%s: does not load\n", path);
        abort();
    }
    return source;
}

/* Compiled when first wanted, then kept. */
static inline tn_game *harness_game(unsigned number) {
    static tn_game *games[HARNESS_GAMES];
    tn_game **game = &games[number % HARNESS_GAMES];
    if (*game) return *game;
    tn_source *source = harness_source(number);
    if (tn_game_new(source, NULL, game) != TN_OK) abort();
    tn_source_free(source);
    return *game;
}

/* Each six bytes: where (three bytes, round and round), what, with which number. */
static inline void harness_edit(uint8_t *bytes, size_t n, const uint8_t *edits, size_t size) {
    static const uint32_t odd[] = {0,      1,      2,       0x7f,       0x80,       0xff,      0x7fff,
                                   0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff};
    for (; size >= 6; edits += 6, size -= 6) {
        size_t at = (edits[0] | (size_t)edits[1] << 8 | (size_t)edits[2] << 16) % n;
        uint32_t value = odd[edits[4] % (sizeof odd / sizeof odd[0])];
        unsigned width = edits[3] % 5 < 2 ? 1 : edits[3] % 5 == 2 ? 2 : 4;
        if (edits[3] % 5 == 0) {
            bytes[at] = edits[4];
        } else if (edits[3] % 5 == 1) {
            bytes[at] ^= (uint8_t)(1u << edits[4] % 8);
        } else {
            if (edits[3] % 5 == 4) value = edits[4] | (uint32_t)edits[5] << 8;
            for (unsigned i = 0; i < width && at + i < n; i++)
                bytes[at + i] = (uint8_t)(value >> 8 * i);
        }
    }
}

static inline void harness_ignore(void *user, const tn_event *event) {
    *(size_t *)user += strlen(event->text.bytes) + strlen(event->public_text.bytes);
}

/* Everything a front end reads of a game. */
static inline void harness_look(const tn_game *g, const tn_state *s) {
    char text[256];
    int32_t value, cards[16];
    for (size_t i = 0; i < tn_game_card_count(g); i++) {
        tn_card card;
        tn_clause clause;
        tn_game_card(g, i, &card);
        for (size_t k = 0; k < tn_card_clause_count(g, i) && k < 8; k++)
            tn_card_clause(g, i, k, &clause);
    }
    for (size_t i = 0; i < tn_game_rule_count(g); i++)
        tn_game_rule(g, i, &(tn_rule){0});
    for (size_t i = 0; i < tn_game_space_count(g); i++)
        tn_game_space(g, i, &(tn_space){0});
    for (size_t i = 0; i < tn_game_board_count(g); i++)
        tn_game_board(g, i, &(tn_board){0});
    for (size_t i = 0; i < tn_game_period_count(g); i++)
        tn_game_period(g, i, NULL), tn_state_period(g, s, i);
    for (size_t i = 0; i < tn_game_track_count(g); i++) {
        tn_track track;
        tn_game_track(g, i, &track);
        tn_track_position(g, s, i, 0, NULL);
    }
    for (size_t i = 0; i < tn_game_var_count(g); i++) {
        tn_var var;
        tn_game_var(g, i, &var);
        tn_var_get(g, s, 0, i, var.first_owner, 0, &value);
        tn_var_text(g, s, 1, i, var.first_owner, 0, text, sizeof text);
        tn_var_index(g, i, 0);
    }
    for (size_t i = 0; i < tn_game_zone_count(g); i++) {
        tn_zone zone;
        tn_game_zone(g, i, &zone);
        tn_zone_get(g, s, 0, i, 0, cards, 16);
    }
    tn_state_phase(g, s);
    for (size_t i = 0; i < tn_game_score_line_count(g); i++)
        tn_game_score_line(g, i);
}

/* Plays on for some answers, reading and explaining everything on the way. */
static inline void harness_play(const tn_game *g, tn_ctx *ctx, tn_state *s, unsigned answers, unsigned picks) {
    tn_state *other = tn_state_new(g);
    tn_question q;
    char text[512];
    size_t said = 0;
    if (!other) return;
    tn_ctx_sink(ctx, harness_ignore, &said);
    for (unsigned n = 0; n < answers && tn_state_question(g, s, TN_SPECTATOR, &q); n++) {
        uint32_t answer = tn_state_nth(g, s, q.seat, (picks + n * 7) % q.count);
        harness_look(g, s);
        tn_question_text(ctx, s, q.seat, text, sizeof text);
        tn_answer_text(ctx, s, q.seat, answer, text, sizeof text);
        tn_why_not(ctx, s, q.seat, (picks * 31 + n) % tn_game_answer_count(g), text, sizeof text);
        tn_state_view(g, s, n % tn_game_seat_count(g), other);
        harness_look(g, other);
        if (n == 2) tn_state_determinise(ctx, s, 0, picks, other);
        if (!tn_good(tn_state_apply(ctx, s, q.seat, answer))) break;
    }
    harness_look(g, s);
    tn_fault_text(g, s, text, sizeof text);
    for (unsigned seat = 0; seat < tn_game_seat_count(g); seat++)
        tn_state_score(ctx, s, seat);
    if (tn_state_status(g, s) == TN_OVER) tn_state_rank(ctx, s, 0);
    tn_state_hash(g, s);
    tn_ctx_sink(ctx, NULL, NULL);
    tn_state_free(other);
}

#endif
