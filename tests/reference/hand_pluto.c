/* The Pluto reference as a library that `./terrane bench` measures beside the engine: bench/games/hand.h says how. */
#include "pluto.h"

#include "bench/games/hand.h"

#include <string.h>

static bool read_options(const struct hand_config *config, struct pluto_options *out) {
    *out = (struct pluto_options){.players = config->players};
    if (config->players < 2 || config->players > PLUTO_PLAYERS) return false;
    for (size_t i = 0; i < config->n_options; i++) {
        const char *option = config->options[i];
        if (strcmp(option, "planet=large") == 0)
            out->planet = PLUTO_LARGE;
        else if (strcmp(option, "milestones=false") == 0)
            out->no_milestones = true;
        else if (strcmp(option, "activations=1") == 0)
            out->one_activation = true;
        else if (strcmp(option, "planet=small") != 0 && strcmp(option, "milestones=true") != 0 &&
                 strcmp(option, "activations=2") != 0)
            return false;
    }
    return true;
}

static bool play(const struct hand_config *config, uint64_t first_seed, uint64_t games, struct hand_count *out) {
    struct pluto_options options;
    struct pluto t;
    if (!read_options(config, &options)) return false;
    *out = (struct hand_count){games, 0};
    for (uint64_t game = 0; game < games; game++) {
        uint64_t seed = (first_seed + game) * 0x5851F42D4C957F2DU, answers = ~seed;
        pluto_init(&t, &options, seed);
        out->decisions += pluto_play_on(&t, &answers, UINT32_MAX);
    }
    return true;
}

const struct hand_engine terrane_hand = {HAND_VERSION, "pluto", sizeof(struct pluto), play};
