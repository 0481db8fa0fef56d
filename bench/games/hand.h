/* hand.h: a game written by hand in C, beside which `terrane bench` measures the engine: what its library exports.
 *
 * The library is a shared object NAME.so, where NAME.game is the definition of the same game. It exports one symbol,
 * terrane_hand, and needs nothing of Terrane but this header.
 *
 * What is counted, on both sides: games are played to their end. Whoever is asked answers at random, each legal answer
 * being as likely as the others. A decision is an answer of a player who had more than one; forced answers and chance
 * take their time and are not counted.
 */
#ifndef BENCH_GAMES_HAND_H
#define BENCH_GAMES_HAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HAND_VERSION = 1 };

struct hand_config {
    unsigned players;
    const char *const *options; /* "name=value" for every option of the definition */
    size_t n_options;
};

struct hand_count {
    uint64_t games, decisions;
};

struct hand_engine {
    uint32_t version;  /* HAND_VERSION */
    const char *game;  /* NAME */
    size_t state_size; /* bytes of a position */
    /* Plays so many games, the first one from this seed, the next from the next. false: not in this configuration. */
    bool (*play)(const struct hand_config *config, uint64_t first_seed, uint64_t games, struct hand_count *out);
};

__attribute__((visibility("default"))) extern const struct hand_engine terrane_hand;

#endif
