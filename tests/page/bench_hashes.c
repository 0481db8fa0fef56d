/* bench_hashes.c: whole games of a definition as one number: equal numbers, the same machine to the bit. As a program
 * it prints the number and the processor time of each definition; in WebAssembly (hashes.wasm, cmake/page.cmake) a test
 * calls it (web/tests/hashes.wasm.ts).
 */
#include "base/hash.h"
#include "bot/bot.h"
#include "terrane_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct player {
    const struct bot *bot;
    tn_game *game;
    tn_ctx *ctx;
    tn_state *state;
};

/* One game to its end. False: it has none, or a bot broke the rules. */
static bool play(const struct player *p, uint64_t seed) {
    tn_status status = tn_state_start(p->ctx, seed, 0, p->state);
    for (uint64_t n = 0; status == TN_ASK; n++) {
        tn_question q;
        if (!tn_state_question(p->game, p->state, TN_SPECTATOR, &q)) return false;
        struct random random = bot_random_for(seed, q.seat, n);
        struct bot_task task = {.game = p->game, .ctx = p->ctx, .state = p->state, .seat = q.seat, .unhurried = true};
        status = tn_state_apply(p->ctx, p->state, q.seat, p->bot->choose(&task, &random));
    }
    return status == TN_OVER;
}

static uint64_t play_all(const struct player *p, unsigned first, unsigned games, uint64_t hash) {
    for (unsigned g = 0; g < games && hash; g++)
        hash = play(p, first + g) ? hash_mix(hash, tn_state_hash(p->game, p->state)) : 0;
    return hash;
}

/* So many games at random, and so many of greedy bots, who reckon in fractions. 0: something is wrong. */
uint64_t hashes_of(const char *path, unsigned random, unsigned greedy);
#ifdef __wasm__
__attribute__((export_name("hashes_of")))
#endif
uint64_t
hashes_of(const char *path, unsigned random, unsigned greedy) {
    tn_source *source = NULL;
    struct player p = {0};
    uint64_t hash = 0;
    struct buf error;
    buf_init(&error);
    if (tn_source_load(path, &source) == TN_OK && tn_game_new(source, &(tn_config){0}, &p.game) == TN_OK) {
        p.ctx = tn_ctx_new(p.game);
        p.state = tn_state_new(p.game);
        p.bot = bot_find("random", &error);
        if (p.ctx && p.state) hash = play_all(&p, 1, random, 1);
        p.bot = bot_find("greedy", &error);
        if (hash) hash = play_all(&p, 1 + random, greedy, hash);
        tn_state_free(p.state);
        tn_ctx_free(p.ctx);
    }
    buf_free(&error);
    tn_game_free(p.game);
    tn_source_free(source);
    return hash;
}

#ifndef __wasm__
int main(int argc, char **argv) {
    if (argc < 4) return fputs("usage: bench_hashes RANDOM GREEDY DEFINITION...\n", stderr), 2;
    for (int i = 3; i < argc; i++) {
        clock_t begun = clock();
        uint64_t hash = hashes_of(argv[i], (unsigned)atoi(argv[1]), (unsigned)atoi(argv[2]));
        printf("%016" PRIx64 " %.3f %s\n", hash, (double)(clock() - begun) / CLOCKS_PER_SEC, argv[i]);
        if (!hash) return 1;
    }
    return 0;
}
#endif
