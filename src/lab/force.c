/* force.c: see force.h. */
#include "lab/force.h"

#include <stdlib.h>

enum { CARDS_AT_ONCE = 512 };

struct wanted {
    const tn_game *game;
    size_t card;
};

bool force_possible(const struct simulate_setup *setup) {
    unsigned seats = tn_game_seat_count(setup->game);
    bool same = seats > 1 && !setup->from;
    for (unsigned seat = 1; seat < seats; seat++)
        same = same && setup->bots[seat] == setup->bots[0] && setup->efforts[seat] == setup->efforts[0] &&
               setup->weights[seat] == setup->weights[0];
    return same;
}

static bool lies_in(const struct wanted *wanted, const tn_state *state, size_t zone, int seat) {
    int32_t cards[CARDS_AT_ONCE];
    size_t n = tn_zone_get(wanted->game, state, TN_EVERYTHING, zone, seat, cards, CARDS_AT_ONCE);
    for (size_t i = 0; i < n && i < CARDS_AT_ONCE; i++) {
        tn_card card;
        if (cards[i] < 0) continue;
        tn_game_card(wanted->game, (size_t)cards[i], &card);
        if ((size_t)cards[i] - (size_t)card.copy == wanted->card) return true;
    }
    return false;
}

static bool admit(void *user, uint64_t g, const tn_state *begun) {
    const struct wanted *wanted = user;
    int seat = (int)(g % tn_game_seat_count(wanted->game));
    for (size_t z = 0; z < tn_game_zone_count(wanted->game); z++) {
        tn_zone zone;
        tn_game_zone(wanted->game, z, &zone);
        if (zone.per_player && lies_in(wanted, begun, z, seat)) return true;
    }
    return false;
}

tn_status force_run(const struct simulate_setup *setup, uint64_t games, double chance, struct force *cards, size_t n,
                    bool *stopped) {
    double chances[MATCH_SEATS];
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        chances[seat] = chance;
    *stopped = false;
    for (size_t i = 0; i < n && !*stopped; i++) {
        struct wanted wanted = {setup->game, cards[i].card};
        struct simulate_setup run = *setup;
        struct simulate_result result;
        run.games = games;
        run.seed = simulate_seed(setup->seed ^ UINT64_C(0x666f726365), cards[i].card);
        run.rotate = true; /* entrant 0 sits where the card is, and is as good as all others */
        run.admit = admit, run.admit_user = &wanted;
        run.follow = NULL, run.watch = NULL, run.reached = NULL;
        if (simulate_run(&run, &result) != TN_OK) return TN_NOMEM;
        *stopped = result.stopped;
        const struct simulate_sums *sums = &result.entrants[0];
        struct census_had group = {.games = sums->games, .players = sums->games};
        for (unsigned k = 0; k <= MATCH_SEATS; k++)
            group.wins[k] = sums->wins[k];
        group.seats[0] = sums->games;
        cards[i].dealt = sums->games >= LIFT_LEAST;
        cards[i].lift = lift_against_seats(&group, chances, n);
    }
    return TN_OK;
}
