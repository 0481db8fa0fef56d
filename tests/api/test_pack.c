/* A packed position comes back byte for byte, is much smaller, and what is no packed position is refused. */
#include "base/random.h"
#include "support/contest.h"
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 3, EVERY = 25 };

struct packing {
    tn_game *game;
    tn_ctx *ctx;
    tn_state *state, *back;
    unsigned char *bytes;
    size_t size, most;
};

static void setup(struct packing *p, const char *name) {
    p->game = contest_game(name);
    p->ctx = tn_ctx_new(p->game);
    p->state = tn_state_new(p->game), p->back = tn_state_new(p->game);
    p->size = tn_game_state_size(p->game);
    p->most = p->size / 64 * 65;
    p->bytes = malloc(p->most + 1);
    assert_non_null(p->bytes);
}

static void clean(struct packing *p) {
    free(p->bytes);
    tn_state_free(p->state);
    tn_state_free(p->back);
    tn_ctx_free(p->ctx);
    tn_game_free(p->game);
}

/* Returns the bytes it took. */
static size_t there_and_back(struct packing *p) {
    size_t n = tn_state_pack(p->ctx, p->state, p->bytes, p->most);
    assert_in_range(n, p->size / 64, p->most);
    memset(p->back, 0xa5, p->size);
    assert_true(tn_state_unpack(p->ctx, p->bytes, n, p->back));
    assert_memory_equal(p->state, p->back, p->size);
    return n;
}

static void answer_at_random(struct packing *p, uint64_t seed, uint32_t n) {
    tn_question q;
    assert_true(tn_state_question(p->game, p->state, TN_SPECTATOR, &q));
    uint32_t answer = tn_state_nth(p->game, p->state, q.seat, random_below(random_at(seed, 1, n), (uint32_t)q.count));
    tn_state_apply(p->ctx, p->state, q.seat, answer);
}

static void comes_back(void **state) {
    struct packing p;
    (void)state;
    setup(&p, "mars");
    size_t largest = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        tn_state_start(p.ctx, seed, 0, p.state);
        for (uint32_t n = 0; tn_state_status(p.game, p.state) == TN_ASK; n++) {
            size_t took = n % EVERY ? 0 : there_and_back(&p);
            if (took > largest) largest = took;
            answer_at_random(&p, seed, n);
        }
        there_and_back(&p); /* of a game that is over */
    }
    assert_in_range(largest, 400, 2047); /* of more than 4,000 */
    clean(&p);
}

static void needs_its_room(void **state) {
    struct packing p;
    (void)state;
    setup(&p, "connect-four");
    tn_state_start(p.ctx, 1, 0, p.state);
    answer_at_random(&p, 1, 0);
    size_t n = there_and_back(&p);
    for (size_t cap = 0; cap < n; cap++) {
        memset(p.bytes, 0x5a, p.most + 1);
        assert_int_equal(tn_state_pack(p.ctx, p.state, p.bytes, cap), n);
        for (size_t i = cap; i <= p.most; i++)
            assert_int_equal(p.bytes[i], 0x5a);
    }
    clean(&p);
}

static void refuses_other_sizes(void **state) {
    struct packing p;
    (void)state;
    setup(&p, "connect-four");
    tn_state_start(p.ctx, 1, 0, p.state);
    size_t n = there_and_back(&p);
    for (size_t cut = 0; cut < n; cut++) {
        unsigned char *alone = malloc(cut + 1); /* so that a sanitizer sees what is read beyond */
        assert_non_null(alone);
        memcpy(alone, p.bytes, cut);
        assert_false(tn_state_unpack(p.ctx, alone, cut, p.back));
        free(alone);
    }
    assert_false(tn_state_unpack(p.ctx, p.bytes, n + 1, p.back));
    memset(p.bytes, 0xff, p.most);
    assert_false(tn_state_unpack(p.ctx, p.bytes, n, p.back));
    clean(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back),
        cmocka_unit_test(needs_its_room),
        cmocka_unit_test(refuses_other_sizes),
    };
    return cmocka_run_group_tests_name("api.pack", tests, NULL, NULL);
}
