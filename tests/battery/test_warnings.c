/* Battery: no warning is false. Where an answer is said to waste something, it is given in a copy of the position, paid
 * as proposed, and what came of it is compared with what was before:
 *  - of a track that is at its end: it stands where it stood;
 *  - of a loss for nothing: the number has fallen by that much, no number of the seat has risen, none of its zones has
 * more cards, and nothing on the boards and no track has changed. Compared is up to the next question, if no phase and
 * no period began on the way.
 */
#include "support/unit.h"

#include "support/battery.h"

enum { WASTES = 8, PAYMENTS = 8, ANSWERS = 120 };

struct before_and_after {
    struct battery_play *play;
    const tn_state *was, *is;
    unsigned seat;
};

static const tn_game *game_of(const struct before_and_after *c) {
    return c->play->of->game;
}

static bool same_time(const struct before_and_after *c) {
    const tn_game *game = game_of(c);
    if (tn_state_phase(game, c->was) != tn_state_phase(game, c->is)) return false;
    for (size_t i = 0; i < tn_game_period_count(game); i++)
        if (tn_state_period(game, c->was, i) != tn_state_period(game, c->is, i)) return false;
    return true;
}

static bool tracks_stand(const struct before_and_after *c) {
    const tn_game *game = game_of(c);
    for (size_t i = 0; i < tn_game_track_count(game); i++) {
        tn_track track;
        tn_game_track(game, i, &track);
        int owner = track.per_player ? (int)c->seat : -1;
        if (tn_track_position(game, c->was, i, owner, NULL) != tn_track_position(game, c->is, i, owner, NULL))
            return false;
    }
    return true;
}

/* Numbers of the seat and of spaces: false when one of the seat has risen or one of a space has changed. */
static bool numbers_fall(const struct before_and_after *c) {
    const tn_game *game = game_of(c);
    for (size_t v = 0; v < tn_game_var_count(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        if (var.scope != TN_PER_PLAYER && var.scope != TN_PER_SPACE) continue;
        for (int owner = var.first_owner; owner < var.first_owner + var.owners; owner++) {
            int32_t was, is;
            if (var.scope == TN_PER_PLAYER && (owner != (int)c->seat || var.type != TN_IS_NUMBER)) continue;
            for (int k = 0; k < var.indices; k++) {
                if (!tn_var_get(game, c->was, c->seat, v, owner, k, &was)) continue;
                tn_var_get(game, c->is, c->seat, v, owner, k, &is);
                if (var.scope == TN_PER_SPACE ? is != was : is > was) return false;
            }
        }
    }
    return true;
}

static bool zones_have_no_more(const struct before_and_after *c) {
    const tn_game *game = game_of(c);
    for (size_t z = 0; z < tn_game_zone_count(game); z++) {
        tn_zone zone;
        tn_game_zone(game, z, &zone);
        if (!zone.per_player) continue;
        if (tn_zone_get(game, c->is, c->seat, z, (int)c->seat, NULL, 0) >
            tn_zone_get(game, c->was, c->seat, z, (int)c->seat, NULL, 0))
            return false;
    }
    return true;
}

static bool is_true(const struct before_and_after *c, const tn_waste *waste) {
    const tn_game *game = game_of(c);
    int32_t was, is;
    tn_track track;
    if (waste->track >= 0) {
        tn_game_track(game, (size_t)waste->track, &track);
        int owner = track.per_player ? (int)c->seat : -1,
            at = tn_track_position(game, c->was, (size_t)waste->track, owner, NULL);
        return at + track.step > track.high && tn_track_position(game, c->is, (size_t)waste->track, owner, NULL) == at;
    }
    if (!tn_var_get(game, c->was, c->seat, waste->lost.var, (int)c->seat, waste->lost.index, &was) ||
        !tn_var_get(game, c->is, c->seat, waste->lost.var, (int)c->seat, waste->lost.index, &is))
        return false;
    return is - was <= waste->lost.by && waste->lost.by < 0 && tracks_stand(c) && numbers_fall(c) &&
           zones_have_no_more(c);
}

/* Gives the answer in *then, and pays as proposed. */
static bool carry_out(struct battery_play *p, tn_state *then, unsigned seat, uint32_t answer) {
    for (int i = 0; i <= PAYMENTS; i++) {
        tn_question q;
        if (!tn_good(tn_state_apply(p->of->ctx, then, seat, answer)))
            return battery_fail(p, "answer %u is refused", answer);
        if (!tn_state_question(p->of->game, then, seat, &q) || q.seat != seat || !(q.flags & TN_PAYMENT)) return true;
        answer = q.preset != TN_NO_ANSWER ? q.preset : tn_state_nth(p->of->game, then, seat, 0);
    }
    return true;
}

static bool check_answer(struct battery_play *p, unsigned seat, uint32_t answer) {
    tn_waste wastes[WASTES];
    size_t n = tn_ahead_waste(p->of->ctx, p->state, seat, &answer, 1, wastes, WASTES);
    if (n == 0) return true;
    tn_state *then = battery_copy(p->of, p->state);
    struct before_and_after c = {p, p->state, then, seat};
    bool fine = carry_out(p, then, seat, answer);
    for (size_t i = 0; fine && i < n && i < WASTES && same_time(&c); i++)
        if (!is_true(&c, &wastes[i])) {
            char text[256];
            tn_answer_text(p->of->ctx, p->state, seat, answer, text, sizeof text);
            fine = battery_fail(p, "seat %u, %s: the warning of %s %d is false", seat, text,
                                wastes[i].track >= 0 ? "track" : "variable",
                                wastes[i].track >= 0 ? wastes[i].track : (int)wastes[i].lost.var);
        }
    tn_state_free(then);
    return fine;
}

static void check(struct battery_case *c) {
    uint64_t first, last;
    battery_seeds(c->is_default ? level_pick(2, 8, 200) : level_pick(1, 2, 20), &first, &last);
    for (uint64_t seed = first; seed <= last && c->failures == 0; seed++) {
        struct battery_play p;
        tn_question q;
        for (bool going = battery_start(&p, c, seed, 0); going && battery_next(&p, &q) && p.n < 3000;) {
            bool looks = q.seat < tn_game_seat_count(c->game) && q.count <= ANSWERS &&
                         !(q.flags & (TN_SUBSET | TN_PAYMENT)) && random_below(random_at(seed, 900, p.n), 3) == 0;
            for (uint32_t i = 0; looks && i < q.count && !p.failed; i++)
                check_answer(&p, q.seat, tn_state_nth(c->game, p.state, q.seat, i));
            going = !p.failed && battery_answer(&p, q.seat, battery_choose(&p, &q));
        }
        battery_stop(&p);
    }
}

int main(void) {
    return battery_main("battery.warnings", false, check);
}
