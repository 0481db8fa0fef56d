/* Both back ends play the same games: the interpreter, which is the reference, and emitted C.
 *
 * Every game in every configuration (fewer when compiling takes long): the same seed and the same answers, and after
 * every answer the two blocks must be the same bytes: position, open question, legal answers, frames, generator. At
 * some questions the reasons why answers are illegal, what a determinised position, a score and the aims are, must be
 * the same too, and so must a playout be; with a sink in some of the games, so must every event; some ask chance. Each
 * side goes on from bytes that the other one has as well, so this also shows that a position can be continued by
 * either.
 */
/* Not quick: compiles every game. */
#include "support/unit.h"

#include "api/api.h"
#include "base/hash.h"
#include "base/random.h"
#include "support/battery.h"
#include "vm/machine.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TEXT = 2048, LARGE = 6000 };

struct pair {
    struct battery_case *c;
    tn_ctx *ctx[2]; /* interpreted, native */
    tn_state *state[2], *other[2];
    uint64_t said[2]; /* hash of all events */
};

static char cache[] = "/tmp/terrane-native-XXXXXX";
static double compiling; /* seconds spent on this game */
static const char *compiling_for;

static void hear(void *user, const tn_event *event) {
    uint64_t *said = user;
    *said =
        hash_bytes(event->text.bytes, strlen(event->text.bytes), hash_mix(*said, event->seat + 256u * event->seen_by));
    *said = hash_bytes(event->public_text.bytes, strlen(event->public_text.bytes), *said);
}

static bool same(const struct pair *p, tn_state *const s[2]) {
    return memcmp(s[0], s[1], tn_game_state_size(p->c->game)) == 0;
}

static bool compare_reasons(struct pair *p, struct battery_play *play, const tn_question *q) {
    uint32_t total = tn_game_answer_count(p->c->game);
    char text[2][TEXT];
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t id = random_below(random_at(play->seed, 7 + i, play->n), total);
        for (int k = 0; k < 2; k++)
            tn_why_not(p->ctx[k], p->state[k], q->seat, id, text[k], TEXT);
        if (strcmp(text[0], text[1]))
            return battery_fail(play, "why not %u: \"%s\", native \"%s\"", id, text[0], text[1]);
    }
    return true;
}

static bool compare_aims(struct pair *p, struct battery_play *play, unsigned seat) {
    tn_reach reach[2][TN_AIMS];
    size_t n = 0;
    for (int k = 0; k < 2; k++)
        n = tn_state_aims(p->ctx[k], p->state[k], seat, reach[k], TN_AIMS);
    return memcmp(reach[0], reach[1], n * sizeof reach[0][0]) == 0 ||
           battery_fail(play, "another aim of seat %u", seat);
}

static bool compare_closely(struct pair *p, struct battery_play *play, const tn_question *q) {
    for (unsigned seat = 0; seat < tn_game_seat_count(p->c->game); seat++)
        if (tn_state_score(p->ctx[0], p->state[0], seat) != tn_state_score(p->ctx[1], p->state[1], seat))
            return battery_fail(play, "another score of seat %u", seat);
    for (unsigned seat = 0; seat < tn_game_seat_count(p->c->game); seat++)
        if (!compare_aims(p, play, seat)) return false;
    if (q->seat == TN_CHANCE) return true;
    for (int k = 0; k < 2; k++)
        tn_state_determinise(p->ctx[k], p->state[k], q->seat, play->seed + play->n, p->other[k]);
    if (!same(p, p->other)) return battery_fail(play, "another determinised position");
    return compare_reasons(p, play, q);
}

static bool compare(struct pair *p, struct battery_play *play) {
    if (!same(p, p->state)) return battery_fail(play, "the blocks differ after %u answers", play->n);
    if (p->said[0] != p->said[1]) return battery_fail(play, "the events differ");
    if (machine_doubts(p->ctx[1]->machine)) return battery_fail(play, "a menu made again is another one");
    return true;
}

static uint16_t weigh(void *user, uint32_t site, unsigned seat, uint32_t answer) {
    return (uint16_t)(random_at(*(const uint64_t *)user, site * 8 + seat, answer) % 5);
}

/* Long ones first, with and without limits and weights, then such as end soon. */
static tn_playing playing(bool is_short, uint32_t n, uint64_t *seed) {
    tn_playing how = {.user = seed};
    uint32_t k = n + (uint32_t)*seed;
    if (is_short)
        how.answers = 1 + n % 7;
    else if (k % 4 != 1)
        how.answers = 2000, how.about = k % 4 == 2;
    if (k % 3 == 0) how.weight = weigh;
    if (k % 5 == 0) how.answers = 0, how.rounds = 1 + k % 2;
    return how;
}

/* A long playout, and one after the other that end soon: wherever one ends the menu and the bytes are the same. */
static void compare_playouts(struct pair *p, struct battery_play *play, unsigned flags) {
    for (int round = 0; round < 2; round++) {
        for (int k = 0; k < 2; k++)
            tn_state_start(p->ctx[k], play->seed, flags, p->state[k]);
        for (uint32_t n = 0; n < (round ? 40u : 1u); n++) {
            tn_playing how = playing(round, n, &play->seed);
            for (int k = 0; k < 2; k++)
                tn_playout(p->ctx[k], p->state[k], play->seed + n, &how);
            if (!same(p, p->state)) {
                battery_fail(play, "another playout, number %u", (unsigned)n);
                return;
            }
        }
    }
}

static void play_pair(struct pair *p, uint64_t seed, unsigned flags, uint32_t stride, uint64_t *answers) {
    struct battery_play play = {.of = p->c, .state = p->state[0], .seed = seed};
    tn_question q;
    for (int k = 0; k < 2; k++) {
        tn_ctx_sink(p->ctx[k], seed % 6 == 0 ? hear : NULL, &p->said[k]);
        tn_state_start(p->ctx[k], seed, flags, p->state[k]);
    }
    while (compare(p, &play) && battery_next(&play, &q)) {
        if (play.n % stride == 0 && !compare_closely(p, &play, &q)) break;
        uint32_t answer = battery_choose(&play, &q);
        for (int k = 0; k < 2; k++)
            tn_state_apply(p->ctx[k], p->state[k], q.seat, answer);
        play.n++;
    }
    *answers += play.n;
    if (!play.failed) compare_playouts(p, &play, flags);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool wanted(const struct battery_case *c) {
    if (level_is("soak")) return true;
    if (level_is("quick")) return c->is_default && c->game->program->n_code < LARGE;
    if (compiling_for != c->path) compiling = 0;
    compiling_for = c->path;
    return c->is_default || compiling < 10;
}

static void check(struct battery_case *c) {
    char why[TEXT];
    uint64_t first, last, answers = 0, games = 0;
    if (!wanted(c)) return;
    double begin = now();
    if (tn_game_native(c->game, cache, why, sizeof why) != TN_OK) fail_msg("%s: %s", c->path, why);
    compiling += now() - begin;
    struct pair p = {.c = c, .ctx = {c->ctx, tn_ctx_new(c->game)}};
    assert_non_null(p.ctx[1]);
    machine_doubt(p.ctx[1]->machine, 5);
    for (int k = 0; k < 2; k++) {
        p.state[k] = tn_state_new(c->game);
        p.other[k] = tn_state_new(c->game);
        assert_true(p.state[k] && p.other[k]);
    }
    battery_seeds(c->is_default ? level_pick(6, 60, 4000) : level_pick(1, 12, 400), &first, &last);
    for (uint64_t seed = first; seed <= last && c->failures == 0; seed++, games++) {
        play_pair(&p, seed, seed % 3 == 2 ? TN_EXPLICIT_CHANCE : 0, (uint32_t)level_pick(97, 61, 31), &answers);
        if (!level_is("soak") && answers > (uint64_t)level_pick(3000, 25000, 0)) break;
    }
    if (level_is("soak"))
        print_message("%s %s: %llu games, %llu answers\n", c->path, c->label, (unsigned long long)games,
                      (unsigned long long)answers);
    for (int k = 0; k < 2; k++) {
        tn_state_free(p.state[k]);
        tn_state_free(p.other[k]);
    }
    tn_ctx_sink(c->ctx, NULL, NULL);
    tn_ctx_free(p.ctx[1]);
}

int main(void) {
    if (!mkdtemp(cache)) return 1;
    int failed = battery_main("native.lockstep", level_is("soak"), check);
    char command[64];
    snprintf(command, sizeof command, "rm -r '%s'", cache);
    return system(command) || failed;
}
