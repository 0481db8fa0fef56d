/* digest.c: see digest.h. Parts are added up, each hashed with its name: their order does not matter. */
#include "play/digest.h"

#include "base/hash.h"

#include <string.h>

enum { CARDS = 4096 };

static uint64_t named(const char *name, uint64_t kind) {
    return hash_bytes(name, strlen(name), kind);
}

static uint64_t part(uint64_t name, int owner, int index, int64_t value) {
    return hash_mix(hash_mix(name, (uint64_t)(uint32_t)owner << 32 | (uint32_t)index), (uint64_t)value);
}

static uint64_t vars_digest(const tn_game *game, const tn_state *state, unsigned seat) {
    uint64_t sum = 0;
    for (size_t v = 0; v < tn_game_var_count(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        uint64_t name = named(var.name, 1);
        for (int owner = var.first_owner; owner < var.first_owner + var.owners && var.type != TN_IS_OTHER; owner++)
            for (int index = 0; index < (var.indices ? var.indices : 1); index++) {
                int32_t value;
                if (tn_var_get(game, state, seat, v, owner, index, &value)) sum += part(name, owner, index, value);
            }
    }
    return sum;
}

static uint64_t zones_digest(const tn_game *game, const tn_state *state, unsigned seat) {
    uint64_t sum = 0;
    for (size_t z = 0; z < tn_game_zone_count(game); z++) {
        tn_zone zone;
        int32_t cards[CARDS];
        tn_game_zone(game, z, &zone);
        uint64_t name = named(zone.name, 2);
        int owners = zone.per_player ? (int)tn_game_seat_count(game) : 1;
        for (int owner = 0; owner < owners; owner++) {
            size_t n = tn_zone_get(game, state, seat, z, zone.per_player ? owner : -1, cards, CARDS);
            for (size_t i = 0; i < n && i < CARDS; i++)
                sum += part(name, owner, zone.pile ? 0 : (int)i, cards[i]);
        }
    }
    return sum;
}

static uint64_t tracks_digest(const tn_game *game, const tn_state *state) {
    uint64_t sum = 0;
    for (size_t t = 0; t < tn_game_track_count(game); t++) {
        tn_track track;
        tn_game_track(game, t, &track);
        uint64_t name = named(track.name, 3);
        int owners = track.per_player ? (int)tn_game_seat_count(game) : 1;
        for (int owner = 0; owner < owners; owner++) {
            int laps = 0, at = tn_track_position(game, state, t, owner, &laps);
            sum += part(name, owner, laps, at);
        }
    }
    return sum;
}

uint64_t position_seen(const tn_game *spoken, const tn_state *state, unsigned seat) {
    const tn_game *game = tn_game_plain(spoken); /* names as the definition has them */
    const char *phase = tn_state_phase(game, state);
    uint64_t sum = vars_digest(game, state, seat) + zones_digest(game, state, seat) + tracks_digest(game, state);
    for (size_t i = 0; i < tn_game_period_count(game); i++)
        sum += part(named(tn_game_period(game, i, NULL), 4), 0, 0, tn_state_period(game, state, i));
    sum += part(named(phase ? phase : "", 5), (int)tn_state_status(game, state), 0, tn_state_asked(game, state));
    return sum ? sum : 1;
}

uint64_t position_digest(const tn_game *game, const tn_state *state) {
    return position_seen(game, state, TN_EVERYTHING);
}
