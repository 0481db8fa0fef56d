/* why.c: see why.h. */
#include "show/why.h"

#include "base/hash.h"
#include "show/seat_marks.h"
#include "show/location.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 2, STEPS = 120, OWN_QUESTIONS = 12 };

/* ---- what it costs */
bool price_next(const struct asking *at, int card, size_t *v, tn_value *value, tn_reading *reading) {
    for (; *v < tn_game_value_count(at->game); ++*v) {
        tn_game_value(at->game, *v, value);
        if (value->truth || !value->of_game || !value->of_player || at->seat >= tn_game_seat_count(at->game)) continue;
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
    for (size_t z = 0; z < tn_game_zone_count(at->game); z++) {
        tn_zone zone;
        tn_game_zone(at->game, z, &zone);
        int seats = zone.per_player ? (int)tn_game_seat_count(at->game) : 0;
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

static void put_compared(const tn_game *game, const char *phrase, const tn_reading *r, struct buf *out) {
    char have[16], need[16];
    snprintf(have, sizeof have, "%d", (int)r->have);
    snprintf(need, sizeof need, "%d", (int)r->need);
    words_put_two(game, phrase, have, need, out);
}

void reading_put(const tn_game *game, const tn_reading *r, struct buf *out) {
    if (!r->most && r->have >= 0)
        buf_printf(out, "%d/%d", (int)r->have, (int)r->need);
    else
        put_compared(game, r->most ? "{1}, at most {2}" : "{1}, at least {2}", r, out);
}

static void put_numbers(const tn_game *game, const tn_reading *r, struct buf *out) {
    buf_puts(out, " (");
    put_compared(game, r->most ? "have {1}, at most {2}" : "have {1}, need {2}", r, out);
    buf_putc(out, ')');
}

void why_put_conditions(const struct asking *at, int card, bool holding, struct buf *out) {
    for (size_t v = 0; v < tn_game_value_count(at->game); v++) {
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
    for (size_t v = 0; v < tn_game_var_count(at->game); v++) {
        tn_var var;
        int32_t value;
        tn_game_var(at->game, v, &var);
        if (var.scope == TN_PER_CARD || var.type == TN_IS_CARD) continue;
        for (int owner = var.first_owner; owner < var.first_owner + var.owners; owner++)
            if (!tn_var_get(at->game, at->state, at->seat, v, owner, 0, &value)) return true;
    }
    return false;
}

/* The numbers the seat has of its own, by a hash. */
static uint64_t own_numbers(const struct asking *at) {
    uint64_t hash = 0;
    for (size_t v = 0; v < tn_game_var_count(at->game); v++) {
        tn_var var;
        int32_t value = 0;
        tn_game_var(at->game, v, &var);
        for (int k = 0; var.scope == TN_PER_PLAYER && var.type == TN_IS_NUMBER && k < var.indices; k++)
            if (tn_var_get(at->game, at->state, at->seat, v, (int)at->seat, k, &value)) hash = hash_mix(hash, (uint32_t)value);
    }
    return hash;
}

/* What does least: the preset answer, no, else what stands last, where ending a turn stands. */
static uint32_t least_answer(const tn_game *game, const tn_state *state, const tn_question *q) {
    if (q->preset != TN_NO_ANSWER && tn_state_legal(game, state, q->seat, q->preset)) return q->preset;
    if (tn_state_legal(game, state, q->seat, TN_NO)) return TN_NO;
    return tn_state_nth(game, state, q->seat, q->count - 1);
}

/* Answers with what does least. False: it cannot go on, or it is the seat's own choice what it will have then: nothing can
 * be told of that before it has chosen. */
static bool play_on(const struct asking *at, tn_state *state, const tn_question *q) {
    bool chooses = q->seat == at->seat && q->count > 1;
    uint64_t before = chooses ? own_numbers(at) : 0;
    if (!tn_good(tn_state_apply(at->ctx, state, q->seat, least_answer(at->game, state, q)))) return false;
    return !chooses || own_numbers(at) == before;
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
        if (!play_on(at, state, &q)) return NULL;
    }
    return NULL;
}

/* The end of the line at `line`, behind its newline. */
static const char *end_of_line(const char *line) {
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* The end of a way that begins at `way`: its line and those that say what is missing. */
static const char *end_of_way(const char *way) {
    do
        way = end_of_line(way);
    while (strncmp(way, "- ", 2) == 0);
    return way;
}

/* Whether one of the lines from `text` to `end` is that at `line`; *at is set to it. */
static bool find_line(const char *text, const char *end, const char *line, const char **at) {
    size_t n = strcspn(line, "\n");
    for (; text < end; text = end_of_line(text))
        if (strcspn(text, "\n") == n && strncmp(text, line, n) == 0) return *at = text, true;
    return false;
}

static void put_line(const char *line, struct buf *out) {
    if (out->n > 0) buf_putc(out, '\n');
    buf_put(out, line, strcspn(line, "\n"));
}

/* Of the ways in `a` those that are in `b` too, with what both say is missing; of what is missing something must be left. */
static const char *common_ways(const char *a, const char *b, struct arena *arena) {
    struct buf out;
    buf_init(&out);
    for (const char *way = a, *end, *other, *line; *way; way = end) {
        end = end_of_way(way);
        if (!find_line(b, b + strlen(b), way, &other)) continue;
        size_t before = out.n, said = 0;
        put_line(way, &out);
        for (const char *reason = end_of_line(way); reason < end; reason = end_of_line(reason))
            if (find_line(other, end_of_way(other), reason, &line)) put_line(reason, &out), said++;
        if (end_of_line(way) < end && !said) out.n = before;
    }
    const char *common = out.n > 0 ? arena_strdup(arena, out.data, out.n) : NULL;
    buf_free(&out);
    return common;
}

/* The ways at the next turn, as far as all tries tell the same; else NULL. Who is asked now is in the middle of a turn: what
 * follows depends on the answer. */
static const char *ways_later(const struct asking *now, uint32_t answer, struct arena *arena) {
    const char *common = NULL;
    if (tn_state_asked(now->game, now->state) >> now->seat & 1u) return NULL;
    tn_state *state = tn_state_new(now->game);
    for (int i = 0; state && i < TRIES; i++) {
        struct asking at = {now->game, now->ctx, state, now->seat};
        tn_state_determinise(now->ctx, now->state, now->seat, (uint64_t)i + 1, state);
        const char *ways = find_ways(&at, state, answer, arena);
        common = !ways ? NULL : i > 0 ? common_ways(common, ways, arena) : ways;
        if (!common) break;
    }
    tn_state_free(state);
    return common;
}

bool why_put_ways(struct match *m, unsigned seat, uint32_t answer, struct buf *out) {
    struct arena arena;
    tn_ctx *ctx = match_detach(m); /* what is tried out did not happen */
    struct asking at = {m->game, ctx, m->state, seat};
    arena_init(&arena);
    size_t before = out->n;
    int card = answer_card(m->game, answer);
    tn_card facts = {.zoned = false};
    struct spot place;
    if (card >= 0) tn_game_card(m->game, (size_t)card, &facts);
    const char *ways = menu_explain(&at, answer, &arena);
    if (ways && *ways) {
        buf_puts(out, ways);
    } else if (!(facts.zoned && !spot_find(&at, card, &place)) && !hides_numbers(&at)) {
        ways = ways_later(&at, answer, &arena);
        if (ways) buf_printf(out, "%s\n%s", tn_game_phrase(m->game, "When it is your turn:"), ways);
    }
    match_attach(m, ctx);
    arena_free(&arena);
    return out->n > before;
}

/* ---- where there is no way */
static void put_reason(const char *reason, struct buf *out) {
    buf_printf(out, "\n- %s", reason);
}

/* "it is in B's tableau". */
static void put_place(const struct asking *at, int card, struct buf *out) {
    struct spot place;
    struct buf name;
    if (!spot_find(at, card, &place)) {
        put_reason(tn_game_phrase(at->game, "it is not in sight"), out);
        return;
    }
    buf_init(&name);
    spot_put(at, &place, &name);
    buf_puts(out, "\n- ");
    words_put_phrase(at->game, "it is in {1}", name.data, out);
    buf_free(&name);
}

/* "A and B must answer first". */
static void put_others(const struct asking *at, struct buf *out) {
    uint32_t asked = tn_state_asked(at->game, at->state);
    struct buf names;
    unsigned n = 0, left = 0;
    for (unsigned seat = 0; seat < tn_game_seat_count(at->game); seat++)
        left += asked >> seat & 1u;
    if (left == 0) return;
    buf_init(&names);
    for (unsigned seat = 0; seat < tn_game_seat_count(at->game); seat++) {
        if (!(asked >> seat & 1u)) continue;
        if (n++ > 0) words_put_between(at->game, n == left, &names);
        marks_put_seat(at, seat, &names);
    }
    buf_puts(out, "\n- ");
    words_put_phrase(at->game, n == 1 ? "{1} must answer first" : "{1} must all answer first", names.data, out);
    buf_free(&names);
}

/* What the open question has against it, or what it asks instead. */
static void put_question(const struct asking *at, uint32_t answer, struct buf *out) {
    struct arena arena;
    arena_init(&arena);
    const char *why = menu_why_not(at, answer, &arena), *asked = menu_question_text(at, &arena);
    if (why && *why && strcmp(why, tn_game_phrase(at->game, "not among the choices")) != 0) {
        put_reason(why, out);
    } else if (asked) {
        buf_puts(out, "\n- ");
        words_put_phrase(at->game, "you are asked something else now: {1}", asked, out);
    }
    arena_free(&arena);
}

void why_put_obstacle(struct match *m, unsigned seat, uint32_t answer, struct buf *out) {
    struct asking at = match_asking(m, seat);
    int card = answer_card(m->game, answer);
    tn_card facts = {.zoned = false};
    tn_question q;
    if (card >= 0) tn_game_card(m->game, (size_t)card, &facts);
    if (out->n > 0) buf_putc(out, '\n');
    bool legal = tn_state_legal(m->game, m->state, seat, answer);
    buf_puts(out, tn_game_phrase(m->game, legal ? "possible now" : "not possible now"));
    if (legal) return;
    if (facts.zoned) put_place(&at, card, out);
    if (card >= 0 && !tn_card_asked(m->game, (size_t)card))
        put_reason(tn_game_phrase(m->game, "no rule ever lets anybody choose it"), out);
    else if (tn_state_question(m->game, m->state, seat, &q))
        put_question(&at, answer, out);
    else
        put_others(&at, out);
}

/* ---- all of it */
void why_put(struct match *m, unsigned seat, uint32_t answer, struct buf *out) {
    if (match_status(m) != TN_ASK) return;
    int card = answer_card(m->game, answer);
    bool told = why_put_ways(m, seat, answer, out);
    struct asking at = match_asking(m, seat);
    if (!told) why_put_obstacle(m, seat, answer, out);
    if (!told && card >= 0) {
        struct buf conditions;
        buf_init(&conditions);
        why_put_conditions(&at, card, false, &conditions);
        why_put_conditions(&at, card, true, &conditions);
        if (conditions.n > 0)
            buf_printf(out, "\n%s\n%s", tn_game_phrase(m->game, "As things stand now:"), conditions.data);
        buf_free(&conditions);
    }
    if (card >= 0) put_prices(&at, card, out);
}
