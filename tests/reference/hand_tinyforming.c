/* The TINYforming reference as a library that `./terrane bench` measures beside the engine: bench/games/hand.h says
 * how. Games without a last generation are left out: the definition ends them by a limit, the reference does not. */
#include "tinyforming.h"

#include "bench/games/hand.h"

#include <string.h>

static bool read_options(const struct hand_config *config, struct tiny_options *out) {
    *out = (struct tiny_options){.solitaire = config->players == 1};
    if (config->players < 1 || config->players > 2) return false;
    for (size_t i = 0; i < config->n_options; i++) {
        const char *option = config->options[i];
        if (strcmp(option, "map=elysium") == 0)
            out->map = TINY_ELYSIUM;
        else if (strcmp(option, "edition=double") == 0)
            out->double_sided = true;
        else if (strcmp(option, "map=tharsis") != 0 && strcmp(option, "edition=single") != 0 &&
                 strcmp(option, "last=12") != 0)
            return false;
    }
    return true;
}

static bool play(const struct hand_config *config, uint64_t first_seed, uint64_t games, struct hand_count *out) {
    struct tiny_options options;
    struct tiny t;
    if (!read_options(config, &options)) return false;
    *out = (struct hand_count){games, 0};
    for (uint64_t game = 0; game < games; game++) {
        uint64_t rng = (first_seed + game) * 0x5851F42D4C957F2DU;
        tiny_init(&t, &options);
        out->decisions += tiny_play_on(&t, &rng, UINT32_MAX);
    }
    return true;
}

const struct hand_engine terrane_hand = {HAND_VERSION, "tinyforming", sizeof(struct tiny), play};
