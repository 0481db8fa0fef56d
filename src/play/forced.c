/* forced.c: which questions with one legal answer answer themselves.
 *
 * At a table a forced answer needs nobody when giving it costs the seat nothing, takes no card from it and shows
 * nobody anything: then there is nothing to be asked about. A payment without a choice goes by itself, for what it pays
 * was decided before; so it is looked at with the answer before it. The answers are tried on a copy, so nothing
 * happens; what cannot be tried is asked.
 */
#include "play/match.h"

#include <string.h>

enum { CHAIN = 64, AMOUNTS = 256 };

static bool is_forced(const tn_question *q) {
    return q->count == 1;
}

uint32_t forced_answer(const tn_game *game, const tn_state *state, unsigned seat) {
    tn_question q;
    bool forced = tn_state_question(game, state, seat, &q) && is_forced(&q);
    return forced ? tn_state_nth(game, state, seat, 0) : TN_NO_ANSWER;
}

bool menu_forced(const struct menu *m) {
    return is_forced(&m->question);
}

enum forced_end say_pass_forced(struct say *s, int seat) {
    for (int n = 0; n < FORCED_LIMIT; n++) {
        if (!say_open(s, seat)) return FORCED_OVER;
        if (!menu_forced(&s->menu)) return FORCED_CHOICE;
        if (!say_answer(s, 0)) return FORCED_FAILED;
    }
    return FORCED_ENDLESS;
}

/* ---- tables */
static void note_loss(void *user, const tn_event *event) {
    say_note(user, event);
}

static size_t cards_of(const tn_game *game, const tn_state *state, unsigned seat, size_t zone) {
    return tn_zone_get(game, state, TN_EVERYTHING, zone, (int)seat, NULL, 0);
}

/* Whether a place of the seat has fewer cards now, or a number of it is lower. */
static bool has_less(const tn_game *game, const tn_state *before, const tn_state *after, unsigned seat) {
    for (size_t i = 0; i < tn_game_zone_count(game); i++) {
        tn_zone zone;
        tn_game_zone(game, i, &zone);
        if (zone.per_player && cards_of(game, after, seat, i) < cards_of(game, before, seat, i)) return true;
    }
    for (size_t v = 0; v < tn_game_var_count(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        if (var.scope != TN_PER_PLAYER || var.type != TN_IS_NUMBER || var.look.hidden) continue;
        for (int k = 0; k < var.indices; k++) {
            int32_t was, is;
            bool known = tn_var_get(game, before, seat, v, (int)seat, k, &was) &&
                         tn_var_get(game, after, seat, v, (int)seat, k, &is);
            if (known && is < was) return true;
        }
    }
    return false;
}

/* Whether the seat has lost something that nobody was told of yet, since others are asked with it. */
static bool lost_in_secret(tn_ctx *ctx, const tn_state *state, unsigned seat, size_t from) {
    tn_amount amounts[AMOUNTS];
    size_t n = tn_state_amounts(ctx, state, seat, amounts, AMOUNTS);
    for (size_t i = from; i < n && i < AMOUNTS; i++)
        if (amounts[i].seat == seat && amounts[i].amount < 0) return true;
    return false;
}

static bool lost(const say_losses *losses, unsigned seat) {
    for (size_t i = 0; i < losses->n; i++)
        if (losses->data[i].seat == seat) return true;
    return false;
}

/* That the turn came to whoever answers is no news. */
static bool shows(const tn_game *game, const tn_state *before, const tn_state *after, unsigned seat) {
    bool turned = tn_state_last(game, before) != seat && tn_state_last(game, after) == seat;
    return tn_state_epoch(game, after) != tn_state_epoch(game, before) + turned;
}

/* Gives the answer on the copy, and pays for it; false: something is lost or shown, or it cannot be known. */
static bool costs_nothing(struct match *m, tn_state *copy, unsigned seat, say_losses *losses) {
    tn_question q;
    tn_amount none;
    size_t secret = tn_state_amounts(m->ctx, copy, seat, &none, 0);
    for (int n = 0; n < CHAIN && tn_state_question(m->game, copy, seat, &q) && is_forced(&q); n++) {
        if (n > 0 && !(q.flags & TN_PAYMENT)) break;
        if (!tn_good(tn_state_apply(m->ctx, copy, seat, tn_state_nth(m->game, copy, seat, 0)))) return false;
    }
    return tn_state_status(m->game, copy) != TN_FAULT && !tn_state_question(m->game, copy, TN_CHANCE, &q) &&
           !lost(losses, seat) && !shows(m->game, m->state, copy, seat) && !has_less(m->game, m->state, copy, seat) &&
           !lost_in_secret(m->ctx, copy, seat, secret);
}

static bool needs_nobody(struct match *m, unsigned seat, const tn_question *q) {
    say_losses losses = {0};
    if (q->flags & TN_PAYMENT) return true;
    tn_state *copy = tn_state_new(m->game);
    if (!copy) return m->out_of_memory = true, false;
    memcpy(copy, m->state, tn_game_state_size(m->game));
    tn_ctx_sink(m->ctx, note_loss, &losses); /* what is tried is not said */
    bool nobody = costs_nothing(m, copy, seat, &losses);
    match_attach(m, m->ctx);
    VEC_FREE(&losses);
    tn_state_free(copy);
    return nobody;
}

uint32_t match_forced(struct match *m, unsigned seat, enum forced_law law) {
    tn_question q;
    if (law == FORCED_ASKED || !tn_state_question(m->game, m->state, seat, &q) || !is_forced(&q)) return TN_NO_ANSWER;
    if (law == FORCED_FREE && !needs_nobody(m, seat, &q)) return TN_NO_ANSWER;
    return tn_state_nth(m->game, m->state, seat, 0);
}
