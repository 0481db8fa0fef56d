/* player_numbers.c: see player_numbers.h. */
#include "bot/player_numbers.h"

static bool list_vars(const tn_game *game, number_list *out) {
    for (size_t i = 0; i < tn_game_var_count(game); i++) {
        tn_var var;
        tn_game_var(game, i, &var);
        if (var.scope != TN_PER_PLAYER || var.type != TN_IS_NUMBER) continue;
        for (int k = 0; k < var.indices; k++)
            if (!VEC_PUSH(out, (struct number){NUMBER_VAR, i, k, 0, 0})) return false;
    }
    return true;
}

static bool list_tracks(const tn_game *game, number_list *out) {
    for (size_t i = 0; i < tn_game_track_count(game); i++) {
        tn_track track;
        tn_game_track(game, i, &track);
        if (!track.per_player) continue;
        int32_t places = track.high - track.low + track.step;
        if (!VEC_PUSH(out, (struct number){NUMBER_TRACK, i, 0, track.low, places})) return false;
    }
    return true;
}

static bool list_zones(const tn_game *game, number_list *out) {
    for (size_t i = 0; i < tn_game_zone_count(game); i++) {
        tn_zone zone;
        tn_game_zone(game, i, &zone);
        if (zone.per_player && !VEC_PUSH(out, (struct number){NUMBER_ZONE, i, 0, 0, 0})) return false;
    }
    return true;
}

bool numbers_list(const tn_game *game, number_list *out) {
    *out = (number_list){0};
    return list_vars(game, out) && list_tracks(game, out) && list_zones(game, out);
}

void number_name(const tn_game *game, const struct number *number, struct buf *out) {
    if (number->sort == NUMBER_VAR) {
        tn_var var;
        tn_game_var(game, number->which, &var);
        buf_puts(out, var.name);
        if (var.index_sort >= 0) buf_printf(out, "[%s]", tn_var_index(game, number->which, number->index));
    } else if (number->sort == NUMBER_TRACK) {
        tn_track track;
        tn_game_track(game, number->which, &track);
        buf_puts(out, track.name);
    } else {
        tn_zone zone;
        tn_game_zone(game, number->which, &zone);
        buf_printf(out, "count(%s)", zone.name);
    }
}

bool number_read(const tn_game *game, const tn_state *state, unsigned looker, unsigned owner,
                 const struct number *number, int32_t *out) {
    int laps = 0;
    switch (number->sort) {
    case NUMBER_VAR: return tn_var_get(game, state, looker, number->which, (int)owner, number->index, out);
    case NUMBER_TRACK:
        *out = tn_track_position(game, state, number->which, (int)owner, &laps) - number->low;
        *out += laps * number->places;
        return true;
    case NUMBER_ZONE: *out = (int32_t)tn_zone_get(game, state, looker, number->which, (int)owner, NULL, 0); return true;
    }
    return false;
}

int64_t numbers_others(const tn_game *game) {
    unsigned seats = tn_game_seat_count(game);
    return seats > 1 ? seats - 1 : 1;
}

int64_t number_lead(const tn_game *game, const tn_state *state, unsigned seat, const struct number *number) {
    int32_t own, other;
    int64_t sum = 0, seen = 0, others = numbers_others(game);
    if (!number_read(game, state, seat, seat, number, &own)) return 0;
    for (unsigned s = 0; s < tn_game_seat_count(game); s++)
        if (s != seat && number_read(game, state, seat, s, number, &other)) {
            sum += other;
            seen++;
        }
    int64_t ahead = own * others - (seen > 0 ? sum * others / seen : 0);
    return ahead > NUMBER_MOST ? NUMBER_MOST : ahead < -NUMBER_MOST ? -NUMBER_MOST : ahead;
}

uint64_t numbers_begun(const tn_game *game, const tn_state *state) {
    uint64_t begun = 0;
    for (size_t i = 0; i < tn_game_period_count(game); i++)
        begun += tn_state_period(game, state, i);
    return begun;
}

int64_t number_margin(tn_ctx *ctx, const tn_game *game, const tn_state *state, unsigned seat) {
    int64_t best = INT64_MIN, own = tn_state_score(ctx, state, seat);
    unsigned seats = tn_game_seat_count(game);
    for (unsigned s = 0; s < seats; s++) {
        int64_t score = s == seat ? INT64_MIN : tn_state_score(ctx, state, s);
        if (score > best) best = score;
    }
    return own - (seats > 1 ? best : 0);
}
