/* The changes told step by step are all there are: games are played at random, each answer traced, and every entry,
 * track and card of the position before is, once these changes are made, what it is behind it. A traced game is the
 * same game. */
#include "support/unit.h"

#include "base/random.h"
#include "lab/trace.h"
#include "play/catalogue.h"

#include <stdio.h>
#include <stdlib.h>

struct told {
    const tn_game *game;
    VEC(tn_traced_change) changes;
    int depth, calls; /* calls less returns; calls */
};

static void hear(void *user, const tn_traced *t) {
    struct told *told = user;
    if (t->kind == TN_TRACED_CALL) told->calls++, told->depth++, assert_int_equal(told->depth, (int)t->depth);
    if (t->kind == TN_TRACED_RETURN) assert_int_equal(told->depth, (int)t->depth), told->depth--;
    if (t->kind == TN_TRACED_CHANGE) assert_true(VEC_PUSH(&told->changes, t->change));
}

static int32_t last_told(const struct told *t, tn_traced_change_kind kind, int of, int owner, int index, int32_t was) {
    for (size_t i = 0; i < t->changes.n; i++) {
        const tn_traced_change *c = &t->changes.data[i];
        int whose = c->seat >= 0 ? c->seat : c->card >= 0 ? c->card : c->space >= 0 ? c->space : 0;
        if (c->kind == kind && c->of == of && whose == owner && (c->index < 0 || c->index == index)) {
            assert_int_equal(c->from, was);
            was = c->to;
        }
    }
    return was;
}

static void compare_vars(const struct told *t, const tn_state *before, const tn_state *after) {
    for (size_t i = 0; i < tn_game_var_count(t->game); i++) {
        tn_var v;
        tn_game_var(t->game, i, &v);
        for (int owner = v.first_owner; owner < v.first_owner + v.owners && v.type != TN_IS_OTHER; owner++)
            for (int index = 0; index < v.indices; index++) {
                int32_t was = 0, is = 0;
                tn_var_get(t->game, before, TN_EVERYTHING, i, owner, index, &was);
                tn_var_get(t->game, after, TN_EVERYTHING, i, owner, index, &is);
                assert_int_equal(last_told(t, TN_CHANGE_VAR, (int)i, owner, index, was), is);
            }
    }
}

static void compare_tracks(const struct told *t, const tn_state *before, const tn_state *after) {
    for (size_t i = 0; i < tn_game_track_count(t->game); i++) {
        tn_track track;
        tn_game_track(t->game, i, &track);
        for (int owner = 0; owner < (track.per_player ? (int)tn_game_seat_count(t->game) : 1); owner++) {
            int32_t was = tn_track_position(t->game, before, i, owner, NULL);
            assert_int_equal(last_told(t, TN_CHANGE_TRACK, (int)i, owner, -1, was),
                             tn_track_position(t->game, after, i, owner, NULL));
        }
    }
}

/* By card: 1 + zone * 16 + owner; 0: nowhere. */
static void places(const tn_game *game, const tn_state *s, int *out) {
    size_t n = tn_game_card_count(game);
    int32_t *cards = calloc(n + 1, sizeof *cards);
    memset(out, 0, n * sizeof *out);
    for (size_t zone = 0; zone < tn_game_zone_count(game); zone++) {
        tn_zone z;
        tn_game_zone(game, zone, &z);
        for (int owner = 0; owner < (z.per_player ? (int)tn_game_seat_count(game) : 1); owner++) {
            size_t there = tn_zone_get(game, s, TN_EVERYTHING, zone, owner, cards, n);
            for (size_t i = 0; i < there; i++)
                if (cards[i] >= 0) out[cards[i]] = 1 + (int)zone * 16 + owner;
        }
    }
    free(cards);
}

static int place_told(int zone, int seat) {
    return zone < 0 ? 0 : 1 + zone * 16 + (seat < 0 ? 0 : seat);
}

/* Cards of piles that nobody has decided have no place that is told apart. */
static void compare_cards(const struct told *t, const tn_state *before, const tn_state *after) {
    size_t n = tn_game_card_count(t->game);
    int *was = calloc(n + 1, sizeof *was), *is = calloc(n + 1, sizeof *is);
    places(t->game, before, was), places(t->game, after, is);
    for (size_t i = 0; i < t->changes.n; i++) {
        const tn_traced_change *c = &t->changes.data[i];
        if (c->kind != TN_CHANGE_MOVE) continue;
        if (was[c->of]) assert_int_equal(was[c->of], place_told(c->from, c->from_seat));
        was[c->of] = place_told(c->to, c->to_seat);
    }
    for (size_t i = 0; i < n; i++)
        if (was[i] && is[i]) assert_int_equal(was[i], is[i]);
    free(was), free(is);
}

static uint32_t answers_of(const tn_game *game, const tn_state *s, unsigned *seat, uint64_t random) {
    uint32_t ids[4096], asked = tn_state_asked(game, s);
    for (*seat = 0; !(asked >> *seat & 1u);)
        ++*seat;
    size_t n = tn_state_answers(game, s, *seat, ids, 4096);
    return ids[random_below(random, (uint32_t)(n < 4096 ? n : 4096))];
}

static void play(const char *name, unsigned steps, uint64_t seed) {
    char path[256];
    tn_source *source = NULL;
    tn_game *game = NULL;
    snprintf(path, sizeof path, "%s/games/%s/%s.game", getenv("ROOT"), name, name);
    assert_int_equal(tn_source_load(path, &source), TN_OK);
    assert_int_equal(tn_game_new(source, NULL, &game), TN_OK);
    tn_ctx *plain = tn_ctx_new(game);
    tn_state *before = tn_state_new(game), *after = tn_state_new(game);
    unsigned calls = 0;
    tn_state_start(plain, seed, 0, before);
    for (unsigned i = 0; i < steps && tn_state_status(game, before) == TN_ASK; i++) {
        tn_ctx *ctx = tn_ctx_new(game);
        struct told told = {.game = game};
        unsigned seat;
        uint32_t answer = answers_of(game, before, &seat, random_at(seed, 1, i));
        memcpy(after, before, tn_game_state_size(game));
        assert_int_equal(tn_ctx_trace(ctx, hear, &told), TN_OK);
        tn_state_apply(ctx, after, seat, answer);
        compare_vars(&told, before, after);
        compare_tracks(&told, before, after);
        compare_cards(&told, before, after);
        calls += (unsigned)told.calls;
        tn_state_apply(plain, before, seat, answer);
        assert_memory_equal(before, after, tn_game_state_size(game));
        VEC_FREE(&told.changes);
        tn_ctx_free(ctx);
    }
    assert_true(calls > 0);
    tn_state_free(before), tn_state_free(after);
    tn_ctx_free(plain);
    tn_game_free(game);
    tn_source_free(source);
}

static void nothing_is_forgotten(void **state) {
    (void)state;
    static const char *const games[] = {"tic-tac-toe", "kuhn-poker", "backgammon", "market-town", "masked-ball",
                                        "tinyforming", "coal-mines", "pluto",      "mars"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        play(games[i], 120, 5 + i);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_forgotten)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
