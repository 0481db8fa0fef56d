/* features.c: the fake engine's positions have the features of its players: their numbers, as leads; see fake.h. */
#include "fake/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEATURES = 64, NAME = 80 };

struct tn_features {
    const tn_game *game;
    size_t n;
    size_t var[FEATURES];
    int index[FEATURES];
    char names[FEATURES][NAME];
};

tn_features *tn_game_features(const tn_game *game) {
    struct tn_features *f = calloc(1, sizeof *f);
    f->game = game;
    for (size_t i = 0; i < tn_game_var_count(game); i++) {
        tn_var var;
        tn_game_var(game, i, &var);
        if (var.scope != TN_PER_PLAYER || var.type != TN_IS_NUMBER) continue;
        for (int k = 0; k < var.indices && f->n < FEATURES; k++) {
            const char *entry = var.index_sort >= 0 ? tn_var_index(game, i, k) : "";
            snprintf(f->names[f->n], NAME, var.index_sort >= 0 ? "%s[%s]" : "%s%s", var.name, entry);
            f->var[f->n] = i;
            f->index[f->n++] = k;
        }
    }
    return f;
}

void tn_features_free(tn_features *f) {
    free(f);
}

size_t tn_features_count(const tn_features *f, size_t *of_players) {
    if (of_players) *of_players = f->n;
    return f->n;
}

const char *tn_features_name(const tn_features *f, size_t i) {
    return f->names[i];
}

/* Nothing is computed about its cards. */
size_t tn_features_computed(const tn_features *f, size_t *first) {
    *first = f->n;
    return 0;
}

void tn_features_brief(tn_features *f, bool brief) {
    (void)f, (void)brief;
}

size_t tn_features_room(const tn_features *f) {
    return f->n * TN_SEATS;
}

size_t tn_state_features(const tn_features *f, tn_ctx *ctx, const tn_state *s, unsigned seat, const uint8_t *known,
                         tn_feature *out, size_t cap) {
    size_t n = 0;
    int seats = (int)tn_game_seat_count(f->game);
    (void)ctx, (void)known;
    for (int owner = 0; owner < seats; owner++)
        for (size_t i = 0; i < f->n; i++) {
            int32_t value;
            if (!tn_var_get(f->game, s, seat, f->var[i], owner, f->index[i], &value) || n == cap) continue;
            out[n++] = (tn_feature){(uint32_t)i, owner == (int)seat ? value * (seats > 1 ? seats - 1 : 1) : -value};
        }
    return n;
}

void tn_features_known(const tn_features *f, const tn_state *s, unsigned seat, uint8_t *known) {
    (void)s, (void)seat;
    memset(known, 1, tn_game_card_count(f->game));
}

/* Nothing in its rules is compared. */
size_t tn_game_aim_count(const tn_game *game) {
    (void)game;
    return 0;
}

void tn_game_aim(const tn_game *game, size_t i, tn_aim *out) {
    (void)game, (void)i;
    *out = (tn_aim){"", 0, false};
}

int tn_features_aim(const tn_features *f, size_t aim) {
    (void)f, (void)aim;
    return -1;
}
