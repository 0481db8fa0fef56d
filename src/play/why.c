/* why.c: see why.h. */
#include "play/why.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES = 2, STEPS = 120, OWN_QUESTIONS = 12 };

int why_card(const tn_game *game, uint32_t answer) {
    tn_card card;
    for (size_t i = 0; i < tn_game_cards(game); i++) {
        tn_game_card(game, i, &card);
        if (card.answer == answer) return (int)i;
    }
    return -1;
}

/* ---- what it costs */
bool price_next(const struct asking *at, int card, size_t *v, tn_value *value, tn_reading *reading) {
    for (; *v < tn_game_values(at->game); ++*v) {
        tn_game_value(at->game, *v, value);
        if (value->truth || !value->of_game || !value->of_player || at->seat >= tn_game_seats(at->game)) continue;
        if (tn_value_get(at->ctx, at->state, at->seat, *v, card, (int)at->seat, reading)) return true;
    }
    return false;
}

static void put_parts_of_zone(const struct asking *at, size_t v, int card, size_t zone, int owner, const char *between,
                              struct buf *out) {
    size_t n = tn_zone_get(at->game, at->state, at->seat, zone, owner, NULL, 0);
    int32_t *cards = calloc(n + 1, sizeof *cards);
    if (!cards) return;
    tn_zone_get(at->game, at->state, at->seat, zone, owner, cards, n);
    for (size_t i = 0; i < n; i++) {
        tn_card by;
        int32_t part = cards[i] < 0 ? 0 : tn_value_part(at->ctx, at->state, at->seat, v, card, (int)at->seat, cards[i]);
        if (!part) continue;
        tn_game_card(at->game, (size_t)cards[i], &by);
        buf_printf(out, "%s%s %+d", between, by.name, (int)part);
    }
    free(cards);
}

void price_put_parts(const struct asking *at, size_t v, int card, const char *between, struct buf *out) {
    for (size_t z = 0; z < tn_game_zones(at->game); z++) {
        tn_zone zone;
        tn_game_zone(at->game, z, &zone);
        int seats = zone.per_player ? (int)tn_game_seats(at->game) : 0;
        for (int owner = zone.per_player ? 0 : -1; zone.live && owner < seats; owner++)
            put_parts_of_zone(at, v, card, z, owner, between, out);
    }
}

static void put_prices(const struct asking *at, int card, struct buf *out) {
    tn_value value;
    tn_reading r;
    for (size_t v = 0; price_next(at, card, &v, &value, &r); v++) {
        if (out->n > 0) buf_putc(out, '\n');
        words_put_name(value.name, out);
        if (r.value == r.plain) {
            buf_putc(out, ' ');
            words_put_counted(at->game, "{1}, as printed", (int)r.value, out);
            continue;
        }
        buf_printf(out, " %d: ", (int)r.value);
        words_put_counted(at->game, "{1} printed", (int)r.plain, out);
        price_put_parts(at, v, card, ", ", out);
    }
}

/* ---- its conditions */
/* What is printed in the clause of that name; NULL when the card has none of its own. */
static const char *clause_text(const tn_game *game, int card, const char *name) {
    const char *key = NULL, *text = NULL;
    size_t n = tn_card_clause(game, (size_t)card, 0, &key, &text);
    for (size_t i = 0; i < n; i++) {
        tn_card_clause(game, (size_t)card, i, &key, &text);
        if (strcmp(key, name) == 0) return text;
    }
    return NULL;
}

static void put_numbers(const tn_game *game, const tn_reading *r, struct buf *out) {
    const char *text = tn_game_phrase(game, "have {1}, need {2}");
    buf_puts(out, " (");
    for (const char *hole; (hole = strchr(text, '{')) && hole[1]; text = hole + 3)
        buf_printf(out, "%.*s%d", (int)(hole - text), text, (int)(hole[1] == '1' ? r->have : r->need));
    buf_printf(out, "%s)", text);
}

void why_put_conditions(const struct asking *at, int card, bool holding, struct buf *out) {
    for (size_t v = 0; v < tn_game_values(at->game); v++) {
        tn_value value;
        tn_reading r;
        tn_game_value(at->game, v, &value);
        const char *text = value.truth && !value.of_game ? clause_text(at->game, card, value.name) : NULL;
        if (!text || !tn_value_get(at->ctx, at->state, at->seat, v, card, (int)at->seat, &r) || !r.value == holding)
            continue;
        if (out->n > 0) buf_putc(out, '\n');
        if (!holding) buf_puts(out, "- ");
        words_put_name(value.name, out);
        buf_printf(out, " %s: %s", text, tn_game_phrase(at->game, holding ? "yes" : "no"));
        if (!holding && r.compared) put_numbers(at->game, &r, out);
    }
}

/* ---- the next turn */
/* Whether others have numbers this seat may not see: nothing could say what they would be. */
static bool hides_numbers(const struct asking *at) {
    for (size_t v = 0; v < tn_game_vars(at->game); v++) {
        tn_var var;
        int32_t value;
        tn_game_var(at->game, v, &var);
        if (var.scope == TN_PER_CARD || var.type == TN_IS_CARD) continue;
        for (int owner = var.first_owner; owner < var.first_owner + var.owners; owner++)
            if (!tn_var_get(at->game, at->state, at->seat, v, owner, 0, &value)) return true;
    }
    return false;
}

static bool lies_in_sight(const struct asking *at, int card) {
    bool found = false;
    for (size_t z = 0; z < tn_game_zones(at->game) && !found; z++) {
        tn_zone zone;
        tn_game_zone(at->game, z, &zone);
        for (int owner = zone.per_player ? 0 : -1; owner < (zone.per_player ? (int)tn_game_seats(at->game) : 0); owner++) {
            size_t n = tn_zone_get(at->game, at->state, at->seat, z, owner, NULL, 0);
            int32_t *cards = calloc(n + 1, sizeof *cards);
            if (cards) tn_zone_get(at->game, at->state, at->seat, z, owner, cards, n);
            for (size_t i = 0; cards && i < n; i++)
                found |= cards[i] == card;
            free(cards);
        }
    }
    return found;
}

/* What does least: the preset answer, no, else what stands last, where ending a turn stands. */
static uint32_t least_answer(const tn_game *game, const tn_state *state, const tn_question *q) {
    if (q->preset != TN_NO_ANSWER && tn_state_legal(game, state, q->seat, q->preset)) return q->preset;
    if (tn_state_legal(game, state, q->seat, TN_NO)) return TN_NO;
    return tn_state_nth(game, state, q->seat, q->count - 1);
}

/* The ways at the first question of the seat that leads there; *at->state is played on. */
static const char *find_ways(struct asking *at, tn_state *state, uint32_t answer, struct arena *arena) {
    int own = 0;
    for (int step = 0; step < STEPS && own < OWN_QUESTIONS && tn_state_status(at->game, state) == TN_ASK; step++) {
        tn_question q;
        bool mine = tn_state_question(at->game, state, at->seat, &q);
        if (mine) {
            const char *ways = menu_explain(at, answer, arena);
            if (ways && *ways) return ways;
            own++;
        } else if (!tn_state_question(at->game, state, TN_SPECTATOR, &q)) {
            return NULL;
        }
        if (tn_state_apply(at->ctx, state, q.seat, least_answer(at->game, state, &q)) != TN_OK) return NULL;
    }
    return NULL;
}

/* The ways at the next turn, when all tries tell the same; else NULL. */
static const char *ways_later(const struct asking *now, uint32_t answer, struct arena *arena) {
    const char *first = NULL;
    tn_state *state = tn_state_new(now->game);
    for (int i = 0; state && i < TRIES; i++) {
        struct asking at = {now->game, now->ctx, state, now->seat};
        tn_state_determinise(now->ctx, now->state, now->seat, (uint64_t)i + 1, state);
        const char *ways = find_ways(&at, state, answer, arena);
        if (!ways || (i > 0 && strcmp(ways, first) != 0)) {
            first = NULL;
            break;
        }
        first = ways;
    }
    tn_state_free(state);
    return first;
}

bool why_put_ways(struct match *m, unsigned seat, uint32_t answer, struct buf *out) {
    struct arena arena;
    tn_ctx *ctx = match_detach(m); /* what is tried out did not happen */
    struct asking at = {m->game, ctx, m->state, seat};
    arena_init(&arena, NULL);
    size_t before = out->n;
    int card = why_card(m->game, answer);
    tn_card facts = {.zoned = false};
    if (card >= 0) tn_game_card(m->game, (size_t)card, &facts);
    const char *ways = menu_explain(&at, answer, &arena);
    if (ways && *ways) {
        buf_puts(out, ways);
    } else if (!(facts.zoned && !lies_in_sight(&at, card)) && !hides_numbers(&at)) {
        ways = ways_later(&at, answer, &arena);
        if (ways) buf_printf(out, "%s\n%s", tn_game_phrase(m->game, "When it is your turn:"), ways);
    }
    match_attach(m, ctx);
    arena_free(&arena);
    return out->n > before;
}

/* ---- all of it */
static void put_reason(const struct asking *at, uint32_t answer, struct buf *out) {
    struct arena arena;
    tn_question q;
    arena_init(&arena, NULL);
    const char *why = tn_state_question(at->game, at->state, at->seat, &q) ? menu_why_not(at, answer, &arena) : NULL;
    if (why && *why) buf_printf(out, "%s\n- %s", tn_game_phrase(at->game, "not possible now"), why);
    arena_free(&arena);
}

void why_put(struct match *m, unsigned seat, uint32_t answer, struct buf *out) {
    if (match_status(m) != TN_ASK) return;
    int card = why_card(m->game, answer);
    bool told = why_put_ways(m, seat, answer, out);
    struct asking at = match_asking(m, seat);
    if (!told && card >= 0) {
        struct buf conditions;
        buf_init(&conditions, NULL);
        why_put_conditions(&at, card, false, &conditions);
        why_put_conditions(&at, card, true, &conditions);
        if (conditions.n > 0)
            buf_printf(out, "%s\n%s", tn_game_phrase(m->game, "As things stand now:"), conditions.data);
        buf_free(&conditions);
    }
    if (out->n == 0) put_reason(&at, answer, out);
    if (card >= 0) put_prices(&at, card, out);
}
