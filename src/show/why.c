/* why.c: see why.h. */
#include "show/why.h"

#include "base/hash.h"
#include "show/location.h"
#include "show/text_json.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES = 2, STEPS = 120, OWN_QUESTIONS = 12 };

/* ---- lines */
void reasons_init(struct reasons *r) {
    *r = (struct reasons){.failed = false};
    arena_init(&r->arena);
}

void reasons_free(struct reasons *r) {
    arena_free(&r->arena);
    VEC_FREE(&r->list);
}

static void add(struct reasons *to, enum why_kind kind, tn_text text) {
    struct why_reason line = {kind, text_keep(&to->arena, text)};
    if (line.text.bytes)
        PUSH(to, &to->list, line);
    else
        to->failed = true;
}

/* The same of a text that is not needed any more. */
static void add_rich(struct reasons *to, enum why_kind kind, struct spanned *text) {
    add(to, kind, spanned_text(text));
    if (text->failed) to->failed = true;
    spanned_free(text);
}

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
                              struct spanned *out) {
    size_t n = tn_zone_get(at->game, at->state, at->seat, zone, owner, NULL, 0);
    int32_t *cards = calloc(n + 1, sizeof *cards);
    if (!cards) return;
    tn_zone_get(at->game, at->state, at->seat, zone, owner, cards, n);
    for (size_t i = 0; i < n; i++) {
        int32_t part = cards[i] < 0 ? 0 : tn_value_part(at->ctx, at->state, at->seat, v, card, (int)at->seat, cards[i]);
        if (!part) continue;
        spanned_puts(out, between);
        spanned_card(out, at->game, cards[i]);
        spanned_puts(out, " ");
        spanned_change(out, (int)part);
    }
    free(cards);
}

void price_put_parts(const struct asking *at, size_t v, int card, const char *between, struct spanned *out) {
    for (size_t z = 0; z < tn_game_zone_count(at->game); z++) {
        tn_zone zone;
        tn_game_zone(at->game, z, &zone);
        int seats = zone.per_player ? (int)tn_game_seat_count(at->game) : 0;
        for (int owner = zone.per_player ? 0 : -1; zone.live && owner < seats; owner++)
            put_parts_of_zone(at, v, card, z, owner, between, out);
    }
}

static void put_counted(const tn_game *game, const char *phrase, int n, struct spanned *out) {
    struct spanned number;
    spanned_init(&number);
    spanned_number(&number, n);
    spanned_phrase(out, game, phrase, spanned_text(&number), text_plain(""));
    spanned_free(&number);
}

static void put_prices(const struct asking *at, int card, struct reasons *out) {
    tn_value value;
    tn_reading r;
    for (size_t v = 0; price_next(at, card, &v, &value, &r); v++) {
        struct spanned line;
        spanned_init(&line);
        spanned_name(&line, value.name);
        spanned_puts(&line, " ");
        if (r.value == r.plain) {
            put_counted(at->game, "{1}, as printed", (int)r.value, &line);
        } else {
            spanned_number(&line, (int)r.value);
            spanned_puts(&line, ": ");
            put_counted(at->game, "{1} printed", (int)r.plain, &line);
            price_put_parts(at, v, card, ", ", &line);
        }
        add_rich(out, WHY_PRICE, &line);
    }
}

/* ---- its conditions */
/* What is printed in the clause of that name; bytes NULL when the card has none of its own. */
static tn_text clause_text(const tn_game *game, int card, const char *name) {
    for (size_t i = 0; i < tn_card_clause_count(game, (size_t)card); i++) {
        tn_clause clause;
        tn_card_clause(game, (size_t)card, i, &clause);
        if (clause.role == TN_ROLE_REQUIREMENT && strcmp(clause.label, name) == 0) return clause.text;
    }
    return text_plain(NULL);
}

static void put_compared(const tn_game *game, const char *phrase, const tn_reading *r, struct spanned *out) {
    struct spanned have, need;
    spanned_init(&have);
    spanned_init(&need);
    spanned_number(&have, (int)r->have);
    spanned_number(&need, (int)r->need);
    spanned_phrase(out, game, phrase, spanned_text(&have), spanned_text(&need));
    spanned_free(&have);
    spanned_free(&need);
}

void reading_put(const tn_game *game, const tn_reading *r, struct buf *out) {
    if (!r->most && r->have >= 0) {
        buf_printf(out, "%d/%d", (int)r->have, (int)r->need);
        return;
    }
    struct spanned text;
    spanned_init(&text);
    put_compared(game, r->most ? "{1}, at most {2}" : "{1}, at least {2}", r, &text);
    buf_puts(out, text.bytes.data);
    spanned_free(&text);
}

void why_put_conditions(const struct asking *at, int card, bool holding, struct reasons *out) {
    for (size_t v = 0; v < tn_game_value_count(at->game); v++) {
        tn_value value;
        tn_reading r;
        tn_game_value(at->game, v, &value);
        tn_text text = value.truth && !value.of_game ? clause_text(at->game, card, value.name) : text_plain(NULL);
        if (!text.bytes || !tn_value_get(at->ctx, at->state, at->seat, v, card, (int)at->seat, &r) ||
            !r.value == holding)
            continue;
        struct spanned line;
        spanned_init(&line);
        spanned_name(&line, value.name);
        spanned_puts(&line, " ");
        spanned_add(&line, text);
        spanned_puts(&line, ": ");
        spanned_puts(&line, tn_game_phrase(at->game, holding ? "yes" : "no"));
        if (!holding && r.compared) {
            spanned_puts(&line, " (");
            put_compared(at->game, r.most ? "have {1}, at most {2}" : "have {1}, need {2}", &r, &line);
            spanned_puts(&line, ")");
        }
        add_rich(out, holding ? WHY_HOLDS : WHY_MISSING, &line);
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
            if (tn_var_get(at->game, at->state, at->seat, v, (int)at->seat, k, &value))
                hash = hash_mix(hash, (uint32_t)value);
    }
    return hash;
}

/* What does least: the preset answer, no, else what stands last, where ending a turn stands. */
static uint32_t least_answer(const tn_game *game, const tn_state *state, const tn_question *q) {
    if (q->preset != TN_NO_ANSWER && tn_state_legal(game, state, q->seat, q->preset)) return q->preset;
    if (tn_state_legal(game, state, q->seat, TN_NO)) return TN_NO;
    return tn_state_nth(game, state, q->seat, q->count - 1);
}

/* Answers with what does least. False: it cannot go on, or it is the seat's own choice what it will have then:
 * nothing can be told of that before it has chosen. */
static bool play_on(const struct asking *at, tn_state *state, const tn_question *q) {
    bool chooses = q->seat == at->seat && q->count > 1;
    uint64_t before = chooses ? own_numbers(at) : 0;
    if (!tn_good(tn_state_apply(at->ctx, state, q->seat, least_answer(at->game, state, q)))) return false;
    return !chooses || own_numbers(at) == before;
}

static void hear_reason(void *user, tn_reason kind, tn_text text) {
    static const enum why_kind kinds[] = {
        [TN_POSSIBLE] = WHY_POSSIBLE, [TN_IMPOSSIBLE] = WHY_IMPOSSIBLE, [TN_MISSING] = WHY_MISSING};
    add(user, kinds[kind], text);
}

static bool explain(const struct asking *at, uint32_t answer, struct reasons *out) {
    size_t before = out->list.n;
    tn_explain(at->ctx, at->state, at->seat, answer, hear_reason, out);
    return out->list.n > before;
}

/* The ways at the first question of the seat that leads there; *at->state is played on. */
static bool find_ways(struct asking *at, tn_state *state, uint32_t answer, struct reasons *out) {
    int own = 0;
    for (int step = 0; step < STEPS && own < OWN_QUESTIONS && tn_state_status(at->game, state) == TN_ASK; step++) {
        tn_question q;
        bool mine = tn_state_question(at->game, state, at->seat, &q);
        if (mine) {
            if (explain(at, answer, out)) return true;
            own++;
        } else if (!tn_state_question(at->game, state, TN_SPECTATOR, &q)) {
            return false;
        }
        if (!play_on(at, state, &q)) return false;
    }
    return false;
}

/* The end of the way that begins at number i: what is missing on it comes behind it. */
static size_t end_of_way(const struct reasons *of, size_t i) {
    do
        i++;
    while (i < of->list.n && of->list.data[i].kind == WHY_MISSING);
    return i;
}

/* Whether that line is among those of `in` from `from` to `end`; *at is its number. */
static bool find_reason(const struct reasons *in, size_t from, size_t end, const struct why_reason *line, size_t *at) {
    for (size_t i = from; i < end; i++)
        if (in->list.data[i].kind == line->kind && text_equal(in->list.data[i].text, line->text)) return *at = i, true;
    return false;
}

/* Keeps of the ways in `a` those that are in `b` too, with what both say is missing; of what is missing something
 * must be left. */
static void keep_common(struct reasons *a, const struct reasons *b) {
    size_t kept = 0;
    for (size_t way = 0, end, other, found; way < a->list.n; way = end) {
        end = end_of_way(a, way);
        if (!find_reason(b, 0, b->list.n, &a->list.data[way], &other)) continue;
        size_t before = kept;
        bool blocked = end > way + 1;
        a->list.data[kept++] = a->list.data[way];
        for (size_t i = way + 1; i < end; i++)
            if (find_reason(b, other + 1, end_of_way(b, other), &a->list.data[i], &found))
                a->list.data[kept++] = a->list.data[i];
        if (blocked && kept == before + 1) kept = before;
    }
    a->list.n = kept;
}

/* The ways at the next turn, as far as all tries tell the same; else NULL. Who is asked now is in the middle of a
 * turn: what follows depends on the answer. */
static bool ways_later(const struct asking *now, uint32_t answer, struct reasons *out) {
    if (tn_state_asked(now->game, now->state) >> now->seat & 1u) return false;
    tn_state *state = tn_state_new(now->game);
    bool found = state != NULL;
    for (int i = 0; i < TRIES && found; i++) {
        struct asking at = {now->game, now->ctx, state, now->seat};
        struct reasons other;
        reasons_init(&other);
        tn_state_determinise(now->ctx, now->state, now->seat, (uint64_t)i + 1, state);
        found = find_ways(&at, state, answer, i == 0 ? out : &other);
        if (i > 0) keep_common(out, &other);
        if (other.failed) out->failed = true;
        reasons_free(&other);
    }
    tn_state_free(state);
    return found && out->list.n > 0;
}

/* What `more` says, under that heading. */
static void add_under(struct reasons *out, const tn_game *game, const char *heading, const struct reasons *more) {
    add(out, WHY_HEADING, text_plain(tn_game_phrase(game, heading)));
    for (size_t i = 0; i < more->list.n; i++)
        add(out, more->list.data[i].kind, more->list.data[i].text);
    if (more->failed) out->failed = true;
}

bool why_put_ways(struct match *m, unsigned seat, uint32_t answer, struct reasons *out) {
    tn_ctx *ctx = match_detach(m); /* what is tried out did not happen */
    struct asking at = {m->game, ctx, m->state, seat};
    size_t before = out->list.n;
    int card = answer_card(m->game, answer);
    tn_card facts = {.zoned = false};
    struct spot place;
    if (card >= 0) tn_game_card(m->game, (size_t)card, &facts);
    if (!explain(&at, answer, out) && !(facts.zoned && !spot_find(&at, card, &place)) && !hides_numbers(&at)) {
        struct reasons later;
        reasons_init(&later);
        if (ways_later(&at, answer, &later)) add_under(out, m->game, "When it is your turn:", &later);
        reasons_free(&later);
    }
    match_attach(m, ctx);
    return out->list.n > before;
}

/* ---- where there is no way */
static void put_missing(const tn_game *game, const char *phrase, tn_text filled, struct reasons *out) {
    struct spanned line;
    spanned_init(&line);
    spanned_phrase(&line, game, phrase, filled, text_plain(""));
    add_rich(out, WHY_MISSING, &line);
}

/* "it is in B's tableau". */
static void put_place(const struct asking *at, int card, struct reasons *out) {
    struct spot place;
    struct spanned name;
    if (!spot_find(at, card, &place)) {
        put_missing(at->game, "it is not in sight", text_plain(""), out);
        return;
    }
    spanned_init(&name);
    spot_put(at, &place, &name);
    put_missing(at->game, "it is in {1}", spanned_text(&name), out);
    spanned_free(&name);
}

/* "A and B must answer first". */
static void put_others(const struct asking *at, struct reasons *out) {
    uint32_t asked = tn_state_asked(at->game, at->state);
    struct spanned names;
    unsigned n = 0, left = 0;
    for (unsigned seat = 0; seat < tn_game_seat_count(at->game); seat++)
        left += asked >> seat & 1u;
    if (left == 0) return;
    spanned_init(&names);
    for (unsigned seat = 0; seat < tn_game_seat_count(at->game); seat++) {
        if (!(asked >> seat & 1u)) continue;
        if (n++ > 0) spanned_between(&names, at->game, n == left);
        spanned_seat(&names, at->game, seat);
    }
    put_missing(at->game, n == 1 ? "{1} must answer first" : "{1} must all answer first", spanned_text(&names), out);
    spanned_free(&names);
}

/* What the open question has against it, or what it asks instead. */
static void put_question(const struct asking *at, uint32_t answer, struct reasons *out) {
    struct arena arena;
    arena_init(&arena);
    tn_text why = menu_why_not(at, answer, &arena), asked = menu_question_text(at, &arena);
    if (why.bytes && *why.bytes && strcmp(why.bytes, tn_game_phrase(at->game, "not among the choices")) != 0)
        add(out, WHY_MISSING, why);
    else if (asked.bytes)
        put_missing(at->game, "you are asked something else now: {1}", asked, out);
    arena_free(&arena);
}

void why_put_obstacle(struct match *m, unsigned seat, uint32_t answer, struct reasons *out) {
    struct asking at = match_asking(m, seat);
    int card = answer_card(m->game, answer);
    tn_card facts = {.zoned = false};
    tn_question q;
    if (card >= 0) tn_game_card(m->game, (size_t)card, &facts);
    bool legal = tn_state_legal(m->game, m->state, seat, answer);
    add(out, legal ? WHY_POSSIBLE : WHY_IMPOSSIBLE,
        text_plain(tn_game_phrase(m->game, legal ? "possible now" : "not possible now")));
    if (legal) return;
    if (facts.zoned) put_place(&at, card, out);
    if (card >= 0 && !tn_card_asked(m->game, (size_t)card))
        put_missing(m->game, "no rule ever lets anybody choose it", text_plain(""), out);
    else if (tn_state_question(m->game, m->state, seat, &q))
        put_question(&at, answer, out);
    else
        put_others(&at, out);
}

/* ---- all of it */
void why_put(struct match *m, unsigned seat, uint32_t answer, struct reasons *out) {
    if (match_status(m) != TN_ASK) return;
    int card = answer_card(m->game, answer);
    bool told = why_put_ways(m, seat, answer, out);
    struct asking at = match_asking(m, seat);
    if (!told) why_put_obstacle(m, seat, answer, out);
    if (!told && card >= 0) {
        struct reasons conditions;
        reasons_init(&conditions);
        why_put_conditions(&at, card, false, &conditions);
        why_put_conditions(&at, card, true, &conditions);
        if (conditions.list.n > 0) add_under(out, m->game, "As things stand now:", &conditions);
        reasons_free(&conditions);
    }
    if (card >= 0) put_prices(&at, card, out);
}

void why_put_json(struct json *j, const struct reasons *reasons) {
    static const char *const kinds[] = {
        [WHY_HEADING] = "heading", [WHY_POSSIBLE] = "possible", [WHY_IMPOSSIBLE] = "impossible",
        [WHY_MISSING] = "missing", [WHY_HOLDS] = "holds",       [WHY_PRICE] = "price"};
    json_array(j, "lines");
    for (size_t i = 0; i < reasons->list.n; i++) {
        json_object(j, NULL);
        json_text(j, "kind", kinds[reasons->list.data[i].kind]);
        text_put_json(j, "text", reasons->list.data[i].text);
        json_close(j);
    }
    json_close(j);
}
