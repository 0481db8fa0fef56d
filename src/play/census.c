/* census.c: see census.h. */
#include "play/census.h"

#include <stdlib.h>
#include <string.h>

struct census *census_new(const tn_game *game) {
    struct census *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->game = game;
    c->round_period = simulate_round_period(game);
    c->n_cards = tn_game_cards(game), c->n_lines = tn_game_score_lines(game);
    c->cards = calloc(c->n_cards + 1, sizeof *c->cards);
    c->lines = calloc(c->n_lines + 1, sizeof *c->lines);
    c->in_play = calloc(c->n_cards + 1, sizeof *c->in_play);
    c->kept = calloc(c->n_cards + 1, sizeof *c->kept);
    c->zone = calloc(c->n_cards + 1, sizeof *c->zone);
    if (c->cards && c->lines && c->in_play && c->kept && c->zone) return c;
    census_free(c);
    return NULL;
}

void census_free(struct census *c) {
    if (!c) return;
    free(c->cards), free(c->lines), free(c->in_play), free(c->kept), free(c->zone);
    free(c);
}

/* ---- who has what */
static size_t first_copy(const struct census *c, size_t card) {
    tn_card it;
    tn_game_card(c->game, card, &it);
    return card - (size_t)it.copy;
}

static void look_into_zones(struct census *c, const tn_state *over) {
    for (size_t z = 0; z < tn_game_zones(c->game); z++) {
        tn_zone zone;
        tn_game_zone(c->game, z, &zone);
        if (!zone.per_player) continue;
        for (unsigned seat = 0; seat < tn_game_seats(c->game); seat++) {
            size_t n = tn_zone_get(c->game, over, seat, z, (int)seat, c->zone, c->n_cards);
            for (size_t i = 0; i < n && i < c->n_cards; i++)
                if (c->zone[i] >= 0) (zone.live ? c->in_play : c->kept)[first_copy(c, (size_t)c->zone[i])] |= 1u << seat;
        }
    }
}

/* Goals lie in no zone; whose they are stands in a variable of theirs. */
static void look_at_goals(struct census *c, const tn_state *over) {
    for (size_t v = 0; v < tn_game_vars(c->game); v++) {
        tn_var var;
        tn_game_var(c->game, v, &var);
        if (var.scope != TN_PER_CARD || var.type != TN_IS_PLAYER || var.indices != 1) continue;
        for (int i = 0; i < var.owners; i++) {
            tn_card card;
            int32_t owner;
            tn_game_card(c->game, (size_t)(var.first_owner + i), &card);
            if (card.zoned || !tn_var_get(c->game, over, TN_SPECTATOR, v, var.first_owner + i, 0, &owner)) continue;
            if (owner >= 0 && owner < (int)tn_game_seats(c->game))
                c->in_play[first_copy(c, (size_t)(var.first_owner + i))] |= 1u << owner;
        }
    }
}

/* ---- counting */
static void count_cards(struct census *c, const unsigned *sharing) {
    for (size_t i = 0; i < c->n_cards; i++) {
        struct census_card *to = &c->cards[i];
        to->games += c->in_play[i] != 0;
        for (unsigned seat = 0; seat < tn_game_seats(c->game); seat++) {
            bool played = c->in_play[i] >> seat & 1;
            to->players += played;
            to->wins[sharing[seat]] += played;
            to->kept += !played && (c->kept[i] >> seat & 1);
        }
    }
}

void census_add(struct census *c, tn_ctx *ctx, const tn_state *over) {
    uint32_t rounds = c->round_period < 0 ? 0 : tn_state_period(c->game, over, (size_t)c->round_period);
    unsigned seats = tn_game_seats(c->game), sharing[MATCH_SEATS];
    unsigned winners = simulate_sharing(ctx, over, seats, sharing);
    memset(c->in_play, 0, c->n_cards * sizeof *c->in_play);
    memset(c->kept, 0, c->n_cards * sizeof *c->kept);
    look_into_zones(c, over);
    look_at_goals(c, over);
    count_cards(c, sharing);
    for (size_t line = 0; line < c->n_lines; line++)
        for (unsigned seat = 0; seat < seats; seat++) {
            int32_t points = tn_state_score_line(ctx, over, seat, line);
            c->lines[line].all += points;
            c->lines[line].winners += sharing[seat] ? points : 0;
        }
    c->games++, c->players += seats, c->winners += winners;
    c->rounds[rounds < CENSUS_ROUNDS ? rounds : CENSUS_ROUNDS]++;
}

/* ---- figures */
unsigned census_rounds(const struct census *c, double share) {
    uint64_t sum = 0;
    for (unsigned i = 0; i <= CENSUS_ROUNDS && c->games; i++) {
        sum += c->rounds[i];
        if (sum && (double)sum >= share * (double)c->games) return i;
    }
    return 0;
}
