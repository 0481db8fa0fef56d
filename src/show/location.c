/* location.c: see location.h. */
#include "show/location.h"

#include <stdlib.h>

static bool holds(const struct asking *at, size_t zone, int owner, int card) {
    size_t n = tn_zone_get(at->game, at->state, at->seat, zone, owner, NULL, 0);
    int32_t *cards = calloc(n + 1, sizeof *cards);
    bool found = false;
    if (!cards) return false;
    tn_zone_get(at->game, at->state, at->seat, zone, owner, cards, n);
    for (size_t i = 0; i < n && !found; i++)
        found = cards[i] == card;
    free(cards);
    return found;
}

bool spot_find(const struct asking *at, int card, struct spot *out) {
    for (size_t z = 0; z < tn_game_zone_count(at->game); z++) {
        tn_zone zone;
        tn_game_zone(at->game, z, &zone);
        if (zone.look.hidden) continue;
        for (int owner = zone.per_player ? 0 : -1; owner < (zone.per_player ? (int)tn_game_seat_count(at->game) : 0);
             owner++)
            if (holds(at, z, owner, card)) return *out = (struct spot){z, owner}, true;
    }
    return false;
}

void spot_put(const struct asking *at, const struct spot *spot, struct spanned *out) {
    tn_zone zone;
    tn_game_zone(at->game, spot->zone, &zone);
    const char *title = zone.title && *zone.title ? zone.title : zone.name;
    if (spot->owner < 0)
        spanned_name(out, title);
    else if (spot->owner == (int)at->seat)
        spanned_phrase(out, at->game, "your {1}", text_plain(title), text_plain(""));
    else {
        struct spanned owner;
        spanned_init(&owner);
        spanned_seat(&owner, at->game, (unsigned)spot->owner);
        spanned_phrase(out, at->game, "{1}'s {2}", spanned_text(&owner), text_plain(title));
        spanned_free(&owner);
    }
}
