/* view_json.c: see view_json.h. */
#include "show/view_json.h"

#include "show/text_json.h"
#include "show/warn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD = 1024, CHANGES = 16, TEXT = 256 };

struct drawing {
    struct json *j;
    const struct asking *at;
    const tn_state *seen; /* the redacted block; of `all` the block itself */
    bool all;             /* what somebody sees is seen; at->seat is TN_SPECTATOR */
    bool ended;           /* nobody is asked any more: all points are known */
    bool failed;          /* no memory */
};

static void *room(struct drawing *d, size_t n, size_t size) {
    void *p = calloc(n + 1, size);
    if (!p) d->failed = true;
    return p;
}

/* ---- where everybody is */
static void put_state(struct drawing *d) {
    static const char *const names[] = {[TN_ASK] = "ask", [TN_OVER] = "over", [TN_FAULT] = "fault"};
    const tn_game *game = d->at->game;
    tn_status status = d->ended ? TN_OVER : tn_state_status(game, d->at->state);
    json_text(d->j, "status", status == TN_ASK || status == TN_OVER ? names[status] : "fault");
    if (status == TN_FAULT) {
        char text[TEXT];
        tn_fault_text(game, d->at->state, text, sizeof text);
        json_text(d->j, "text", text);
    }
    json_text(d->j, "phase", tn_state_phase(game, d->at->state));
    json_array(d->j, "periods");
    for (size_t i = 0; i < tn_game_period_count(game); i++)
        json_unsigned(d->j, NULL, tn_state_period(game, d->at->state, i));
    json_close(d->j);
    json_array(d->j, "asked");
    uint32_t asked = d->ended ? 0 : tn_state_asked(game, d->at->state);
    for (unsigned seat = 0; seat < tn_game_seat_count(game); seat++)
        if (asked >> seat & 1u) json_unsigned(d->j, NULL, seat);
    json_close(d->j);
    uint32_t out = tn_state_out(game, d->at->state);
    if (!out) return;
    json_array(d->j, "out");
    for (unsigned seat = 0; seat < tn_game_seat_count(game); seat++)
        if (out >> seat & 1u) json_unsigned(d->j, NULL, seat);
    json_close(d->j);
}

/* Who is to read an entry: of `all` the first who can. False: nobody. */
static bool reader_of(const struct drawing *d, size_t v, int owner, int index, unsigned *reader, int32_t *value) {
    const tn_game *game = d->at->game;
    *reader = d->at->seat;
    bool found = tn_var_get(game, d->seen, *reader, v, owner, index, value);
    for (unsigned seat = 0; d->all && !found && seat < tn_game_seat_count(game); seat++)
        found = tn_var_get(game, d->seen, *reader = seat, v, owner, index, value);
    return found;
}

static void put_var(struct drawing *d, size_t v) {
    tn_var var;
    tn_game_var(d->at->game, v, &var);
    json_array(d->j, NULL);
    for (int owner = var.first_owner; owner < var.first_owner + var.owners; owner++)
        for (int index = 0; index < (var.type == TN_IS_OTHER ? 1 : var.indices); index++) {
            int32_t value;
            unsigned reader;
            if (!reader_of(d, v, owner, index, &reader, &value)) {
                json_text(d->j, NULL, NULL);
            } else if (var.type != TN_IS_OTHER) {
                json_integer(d->j, NULL, value < 0 ? value : value + var.first_member);
            } else {
                char text[TEXT];
                tn_var_text(d->at->game, d->seen, reader, v, owner, index, text, sizeof text);
                json_text(d->j, NULL, text);
            }
        }
    json_close(d->j);
}

static void put_vars(struct drawing *d) {
    json_array(d->j, "vars");
    for (size_t v = 0; v < tn_game_var_count(d->at->game); v++)
        put_var(d, v);
    json_close(d->j);
}

static void put_tracks(struct drawing *d) {
    const tn_game *game = d->at->game;
    for (int pass = 0; pass < 2; pass++) {
        json_array(d->j, pass == 0 ? "tracks" : "laps");
        for (size_t i = 0; i < tn_game_track_count(game); i++) {
            tn_track track;
            tn_game_track(game, i, &track);
            json_array(d->j, NULL);
            for (unsigned owner = 0; owner < (track.per_player ? tn_game_seat_count(game) : 1u); owner++) {
                int laps = 0, position = tn_track_position(game, d->seen, i, (int)owner, &laps);
                if (pass == 0 || track.loop) json_integer(d->j, NULL, pass == 0 ? position : laps);
            }
            json_close(d->j);
        }
        json_close(d->j);
    }
}

/* ---- cards */
/* Where no order counts, cards that are seen come first: among hidden ones their place would tell of those. */
static void put_zone_of(struct drawing *d, size_t zone, bool ordered, int owner, bool for_others) {
    unsigned seats = tn_game_seat_count(d->at->game), reader = d->at->seat;
    if (d->all && owner >= 0) reader = ((unsigned)owner + for_others) % seats;
    size_t n = tn_zone_get(d->at->game, d->seen, reader, zone, owner, NULL, 0);
    int32_t *cards = room(d, n, sizeof *cards);
    json_array(d->j, NULL);
    if (cards) tn_zone_get(d->at->game, d->seen, reader, zone, owner, cards, n);
    for (size_t i = 0; cards && i < n; i++)
        if (ordered || cards[i] >= 0) json_integer(d->j, NULL, cards[i]);
    for (size_t i = 0; cards && i < n; i++)
        if (!ordered && cards[i] < 0) json_integer(d->j, NULL, -1);
    json_close(d->j);
    free(cards);
}

static void put_zones(struct drawing *d) {
    const tn_game *game = d->at->game;
    json_array(d->j, "zones");
    for (size_t i = 0; i < tn_game_zone_count(game); i++) {
        tn_zone zone;
        tn_game_zone(game, i, &zone);
        json_array(d->j, NULL);
        if (!zone.per_player) put_zone_of(d, i, zone.pile, -1, false);
        for (unsigned owner = 0; zone.per_player && owner < tn_game_seat_count(game); owner++)
            put_zone_of(d, i, zone.pile, (int)owner, zone.see == TN_SEE_OTHERS);
        json_close(d->j);
    }
    json_close(d->j);
}

/* The notes on the back of one card; *any: the key was written. */
static void put_back(struct drawing *d, size_t zone, int owner, size_t at, size_t i, bool *any) {
    char text[TEXT];
    for (size_t k = 0; tn_zone_note(d->at->game, d->at->state, d->at->seat, zone, owner, i, k, text, sizeof text);
         k++) {
        if (!*any) json_array(d->j, "notes");
        *any = true;
        if (k == 0) {
            json_object(d->j, NULL);
            json_unsigned(d->j, "zone", zone);
            json_unsigned(d->j, "of", owner < 0 ? 0 : (unsigned)owner);
            json_unsigned(d->j, "at", at);
            json_array(d->j, "says");
        }
        json_text(d->j, NULL, text);
        if (tn_zone_note(d->at->game, d->at->state, d->at->seat, zone, owner, i, k + 1, text, sizeof text)) continue;
        json_close(d->j);
        json_close(d->j);
    }
}

static void put_backs(struct drawing *d, size_t zone, bool ordered, int owner, bool *any) {
    size_t n = tn_zone_get(d->at->game, d->seen, d->at->seat, zone, owner, NULL, 0), hidden = 0;
    int32_t *cards = room(d, n, sizeof *cards);
    if (cards) tn_zone_get(d->at->game, d->seen, d->at->seat, zone, owner, cards, n);
    for (size_t i = 0; cards && i < n; i++)
        hidden += cards[i] < 0;
    for (size_t i = 0; cards && ordered && hidden && i < n; i++)
        if (cards[i] < 0) put_back(d, zone, owner, i, i, any);
    for (size_t i = 0; cards && !ordered && i < hidden; i++)
        put_back(d, zone, owner, n - hidden + i, i, any);
    free(cards);
}

/* What stands on the backs of hidden cards; left out where nothing does. */
static void put_notes(struct drawing *d) {
    const tn_game *game = d->at->game;
    bool any = false, noted = false;
    for (size_t v = 0; v < tn_game_var_count(game) && !noted; v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        noted = var.note;
    }
    for (size_t i = 0; noted && !d->all && i < tn_game_zone_count(game); i++) {
        tn_zone zone;
        tn_game_zone(game, i, &zone);
        if (!zone.per_player) put_backs(d, i, zone.pile, -1, &any);
        for (unsigned owner = 0; zone.per_player && owner < tn_game_seat_count(game); owner++)
            put_backs(d, i, zone.pile, (int)owner, &any);
    }
    if (any) json_close(d->j);
}

/* Cards this seat sees that are not in play: those that lie in zones that are not live, and those that lie nowhere. */
static void mark_cards(struct drawing *d, bool *wanted) {
    const tn_game *game = d->at->game;
    int32_t *cards = room(d, tn_game_card_count(game), sizeof *cards);
    for (size_t i = 0; i < tn_game_card_count(game); i++) {
        tn_card card;
        tn_game_card(game, i, &card);
        wanted[i] = !card.zoned;
    }
    for (size_t i = 0; cards && i < tn_game_zone_count(game); i++) {
        tn_zone zone;
        tn_game_zone(game, i, &zone);
        for (int owner = zone.per_player ? 0 : -1;
             !zone.live && owner < (zone.per_player ? (int)tn_game_seat_count(game) : 0); owner++) {
            size_t n = tn_zone_get(game, d->seen, d->at->seat, i, owner, cards, tn_game_card_count(game));
            for (size_t k = 0; k < n && k < tn_game_card_count(game); k++)
                if (cards[k] >= 0) wanted[cards[k]] = true;
        }
    }
    free(cards);
}

static void put_reading(struct drawing *d, size_t value, size_t card) {
    tn_reading r;
    const struct asking *at = d->at;
    if (!tn_value_get(at->ctx, at->state, at->seat, value, (int)card, (int)at->seat, &r)) {
        json_text(d->j, NULL, NULL);
        return;
    }
    json_array(d->j, NULL);
    json_integer(d->j, NULL, r.value);
    json_integer(d->j, NULL, r.plain);
    if (r.compared) json_integer(d->j, NULL, r.have), json_integer(d->j, NULL, r.need);
    json_close(d->j);
}

static bool any_reading(const struct asking *at, size_t card, unsigned player) {
    tn_reading r;
    for (size_t v = 0; v < tn_game_value_count(at->game); v++)
        if (tn_value_get(at->ctx, at->state, at->seat, v, (int)card, (int)player, &r)) return true;
    return false;
}

/* For the seat that looks. */
static void put_values(struct drawing *d) {
    const struct asking *at = d->at;
    size_t cards = tn_game_card_count(at->game);
    bool *wanted = room(d, cards, sizeof *wanted);
    if (!wanted) return;
    mark_cards(d, wanted);
    json_object(d->j, "values");
    for (size_t i = 0; i < cards && at->seat < tn_game_seat_count(at->game); i++) {
        char key[24];
        if (!wanted[i] || !any_reading(at, i, at->seat)) continue;
        snprintf(key, sizeof key, "%zu", i);
        json_array(d->j, key);
        for (size_t v = 0; v < tn_game_value_count(at->game); v++)
            put_reading(d, v, i);
        json_close(d->j);
    }
    json_close(d->j);
    free(wanted);
}

/* What a value of a card is for one of the players, as the one who looks can know it. */
static bool read_for(const struct drawing *d, size_t value, size_t card, unsigned player, tn_reading *out) {
    const struct asking *at = d->at;
    return tn_value_get(at->ctx, at->state, d->all ? player : at->seat, value, (int)card, (int)player, out);
}

static bool is_known_of_any(const struct drawing *d, size_t v, size_t card) {
    tn_value value;
    tn_reading r;
    tn_game_value(d->at->game, v, &value);
    if (value.truth ? value.of_game : !value.of_player) return false; /* it is no matter of players */
    for (unsigned player = 0; player < tn_game_seat_count(d->at->game); player++)
        if (read_for(d, v, card, player, &r)) return true;
    return false;
}

static void put_each(struct drawing *d, size_t value, size_t card) {
    json_array(d->j, NULL);
    for (unsigned player = 0; player < tn_game_seat_count(d->at->game); player++) {
        tn_reading r;
        if (!read_for(d, value, card, player, &r)) {
            json_text(d->j, NULL, NULL);
        } else if (r.compared) {
            json_array(d->j, NULL);
            json_integer(d->j, NULL, r.have), json_integer(d->j, NULL, r.need);
            json_close(d->j);
        } else {
            json_integer(d->j, NULL, r.value);
        }
    }
    json_close(d->j);
}

/* Of cards that lie nowhere, such as goals: numbers and conditions for every player. */
static void put_everyones(struct drawing *d) {
    size_t values = tn_game_value_count(d->at->game);
    bool *known = room(d, values, sizeof *known);
    json_object(d->j, "each");
    for (size_t i = 0; known && i < tn_game_card_count(d->at->game); i++) {
        char key[24];
        tn_card card;
        bool any = false;
        tn_game_card(d->at->game, i, &card);
        for (size_t v = 0; !card.zoned && v < values; v++)
            any |= known[v] = is_known_of_any(d, v, i);
        if (!any) continue;
        snprintf(key, sizeof key, "%zu", i);
        json_array(d->j, key);
        for (size_t v = 0; v < values; v++)
            if (known[v])
                put_each(d, v, i);
            else
                json_text(d->j, NULL, NULL);
        json_close(d->j);
    }
    json_close(d->j);
    free(known);
}

/* ---- points: while the game runs as far as the seat can know them */
/* Of a seat whose score is another's too: what was compared until they differed, and nothing that was not. */
static void put_ties(struct drawing *d) {
    const struct asking *at = d->at;
    json_array(d->j, "ties");
    for (unsigned seat = 0; seat < tn_game_seat_count(at->game); seat++) {
        int32_t number;
        json_array(d->j, NULL);
        for (size_t line = 0; line < tn_game_tie_count(at->game); line++)
            if (tn_state_tie(at->ctx, at->state, seat, line, &number)) json_integer(d->j, NULL, number);
        json_close(d->j);
    }
    json_close(d->j);
}

bool view_score(const struct asking *at, unsigned player, size_t line, int32_t *points) {
    if (tn_state_status(at->game, at->state) == TN_OVER) {
        *points = tn_state_score_line(at->ctx, at->state, player, line);
        return true;
    }
    unsigned viewer = at->seat == TN_EVERYTHING ? player : at->seat;
    return tn_state_score_seen(at->ctx, at->state, viewer, player, line, points);
}

static void put_scores(struct drawing *d) {
    const struct asking *at = d->at;
    struct asking eyes = *at;
    if (d->all) eyes.seat = TN_EVERYTHING;
    json_array(d->j, "scores");
    for (unsigned seat = 0; seat < tn_game_seat_count(at->game); seat++) {
        json_array(d->j, NULL);
        for (size_t line = 0; line < tn_game_score_line_count(at->game); line++) {
            int32_t points = 0;
            if (d->ended) points = tn_state_score_line(at->ctx, at->state, seat, line);
            if (d->ended || view_score(&eyes, seat, line, &points))
                json_integer(d->j, NULL, points);
            else
                json_text(d->j, NULL, NULL);
        }
        json_close(d->j);
    }
    json_close(d->j);
    if (tn_state_status(at->game, at->state) != TN_OVER) return;
    json_array(d->j, "ranks");
    for (unsigned seat = 0; seat < tn_game_seat_count(at->game); seat++)
        json_unsigned(d->j, NULL, tn_state_rank(at->ctx, at->state, seat));
    json_close(d->j);
    put_ties(d);
}

/* ---- the question */
static void put_what(struct json *j, const tn_game *game, uint32_t answer) {
    int card = answer_card(game, answer), space = answer_space(game, answer);
    if (card >= 0) json_integer(j, "card", card);
    if (space >= 0) json_integer(j, "space", space);
}

/* False: the answers cannot be given so. */
static bool put_gives(struct json *j, const struct asking *at, const uint32_t *path, size_t length) {
    tn_change changes[CHANGES];
    bool possible;
    size_t n = tn_ahead_changes(at->ctx, at->state, at->seat, path, length, changes, CHANGES, &possible);
    if (n == 0) return possible;
    json_array(j, "gives");
    for (size_t i = 0; i < n && i < CHANGES; i++) {
        json_array(j, NULL);
        json_unsigned(j, NULL, changes[i].var);
        json_integer(j, NULL, changes[i].index);
        json_integer(j, NULL, changes[i].by);
        json_close(j);
    }
    json_close(j);
    return possible;
}

/* Where a piece comes to lie that does not stay on the space that is answered. */
static void put_landing(struct json *j, const struct asking *at, uint32_t answer) {
    int space = answer_space(at->game, answer);
    int lands = space < 0 ? -1 : tn_ahead_space(at->ctx, at->state, at->seat, &answer, 1);
    if (lands >= 0 && lands != space) json_integer(j, "lands", lands);
}

/* Warnings about what is answered behind it, by answer. */
static void put_then_warnings(struct drawing *d, uint32_t answer, const uint32_t *ids, size_t n) {
    struct warnings warnings;
    bool any = false;
    warnings_load_behind(&warnings, d->at, answer, ids, n);
    for (uint32_t i = 0; i < warnings.n; i++) {
        char key[24];
        if (!warnings.of[i].n) continue;
        if (!any) json_object(d->j, "then_warn");
        any = true;
        snprintf(key, sizeof key, "%u", ids[i]);
        text_put_list(d->j, key, warnings.of[i].lines, warnings.of[i].n);
    }
    if (any) json_close(d->j);
    if (warnings.arena.failed) d->failed = true;
    warnings_free(&warnings);
}

/* What can be answered behind it, when that is a choice of cards or spaces and not of several or a payment. */
static void put_then(struct drawing *d, uint32_t answer, uint32_t *ids) {
    unsigned flags = 0;
    size_t n = tn_ahead_answers(d->at->ctx, d->at->state, d->at->seat, &answer, 1, ids, AHEAD, &flags);
    if (n > AHEAD) n = AHEAD;
    bool things = false;
    for (size_t i = 0; i < n; i++)
        things |= answer_card(d->at->game, ids[i]) >= 0 || answer_space(d->at->game, ids[i]) >= 0;
    if (!things || flags & (TN_SUBSET | TN_PAYMENT)) return;
    json_array(d->j, "then");
    for (size_t i = 0; i < n; i++)
        json_unsigned(d->j, NULL, ids[i]);
    json_close(d->j);
    put_then_warnings(d, answer, ids, n);
}

static void put_flags(struct json *j, unsigned flags) {
    static const struct {
        unsigned flag;
        const char *name;
    } names[] = {{TN_OPTIONAL, "optional"},
                 {TN_SUBSET, "subset"},
                 {TN_AGAIN, "again"},
                 {TN_PAYMENT, "payment"},
                 {TN_HUNDREDS, "hundreds"}};
    json_array(j, "flags");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (flags & names[i].flag) json_text(j, NULL, names[i].name);
    json_close(j);
}

/* The cards an answer stands for, if they are several. */
static void put_copies(struct json *j, const struct menu *menu, uint32_t i) {
    if (menu->copies[i] < 2) return;
    json_array(j, "copies");
    for (uint32_t k = 0; k < menu->copies[i]; k++)
        json_integer(j, NULL, answer_card(menu->game, menu->copied[i][k]));
    json_close(j);
}

static void put_answers(struct drawing *d, const struct menu *menu) {
    uint32_t *ids = room(d, AHEAD, sizeof *ids);
    bool foreseen = menu_is_foreseen(menu), single = !(menu->question.flags & (TN_SUBSET | TN_PAYMENT));
    struct warnings warnings;
    warnings_load(&warnings, d->at, menu);
    json_array(d->j, "answers");
    for (uint32_t i = 0; ids && i < menu->n; i++) {
        json_object(d->j, NULL);
        json_unsigned(d->j, "id", menu->ids[i]);
        text_put_json(d->j, "text", menu->said[i]);
        put_what(d->j, d->at->game, menu->ids[i]);
        put_copies(d->j, menu, i);
        if (foreseen) put_gives(d->j, d->at, &menu->ids[i], 1);
        if (foreseen && single) put_landing(d->j, d->at, menu->ids[i]);
        if (foreseen && single && menu->ids[i] != TN_NO) put_then(d, menu->ids[i], ids);
        if (i < warnings.n && warnings.of[i].n) text_put_list(d->j, "warn", warnings.of[i].lines, warnings.of[i].n);
        json_close(d->j);
    }
    json_close(d->j);
    if (warnings.arena.failed) d->failed = true;
    warnings_free(&warnings);
    free(ids);
}

/* A card or a rule, or null. */
static void put_numbered(struct json *j, const char *name, int number) {
    if (number >= 0)
        json_integer(j, name, number);
    else
        json_text(j, name, NULL);
}

/* Of a payment what is due, and all that may pay it: what this question asks for, and what comes behind it. */
static void put_payment(struct drawing *d) {
    enum { PARTS = 32 };
    tn_payment p;
    tn_payment_part parts[PARTS];
    if (!tn_question_payment(d->at->ctx, d->at->state, d->at->seat, &p)) {
        json_text(d->j, "payment", NULL);
        return;
    }
    size_t n = tn_payment_parts(d->at->ctx, d->at->state, d->at->seat, parts, PARTS);
    json_object(d->j, "payment");
    json_integer(d->j, "due", p.due);
    json_integer(d->j, "unit", p.unit);
    json_array(d->j, "parts");
    for (size_t i = 0; i < n && i < PARTS; i++) {
        json_object(d->j, NULL);
        json_integer(d->j, "unit", parts[i].unit);
        json_integer(d->j, "worth", parts[i].worth);
        json_integer(d->j, "have", parts[i].have);
        json_integer(d->j, "min", parts[i].least);
        json_integer(d->j, "max", parts[i].most);
        if (parts[i].rest) json_bool(d->j, "rest", true);
        json_close(d->j);
    }
    json_close(d->j);
    json_close(d->j);
}

/* What explains a question: the verb that asks it; else, where a card in no zone asks, that card's own rule. */
static int rule_behind(const tn_game *game, const tn_question *question, int about) {
    int rule = tn_question_rule(game, question);
    return rule < 0 && about >= 0 ? tn_card_rule(game, (size_t)about) : rule;
}

static void put_question(struct drawing *d) {
    static const char *const kinds[] = {
        [TN_CHOOSE] = "choose", [TN_NUMBER] = "number", [TN_YESNO] = "yesno", [TN_EITHER] = "either"};
    struct menu menu;
    menu_init(&menu);
    bool asked = d->at->seat < tn_game_seat_count(d->at->game) && menu_load(&menu, d->at);
    if (asked) {
        json_object(d->j, "question");
        text_put_json(d->j, "prompt", menu.asked);
        int about = tn_question_about(d->at->ctx, d->at->state, d->at->seat);
        put_numbered(d->j, "about", about);
        put_numbered(d->j, "paid", tn_question_paid(d->at->ctx, d->at->state, d->at->seat));
        put_payment(d);
        put_numbered(d->j, "rule", rule_behind(d->at->game, &menu.question, about));
        json_text(d->j, "kind", kinds[menu.question.kind]);
        put_flags(d->j, menu.question.flags);
        if (menu.question.preset != TN_NO_ANSWER)
            json_unsigned(d->j, "preset", menu.question.preset);
        else
            json_text(d->j, "preset", NULL);
        put_answers(d, &menu);
        json_close(d->j);
    } else {
        json_text(d->j, "question", NULL);
    }
    if (menu.arena.failed) d->failed = true;
    menu_free(&menu);
}

bool view_put(struct json *j, const struct asking *at, enum view_sort sort) {
    tn_state *seen = tn_state_new(at->game);
    if (!seen) return false;
    struct asking nobody = *at;
    bool all = at->seat == TN_EVERYTHING;
    if (all) nobody.seat = TN_SPECTATOR;
    if (!all) tn_state_view(at->game, at->state, at->seat, seen);
    struct drawing d = {j, all ? &nobody : at, all ? at->state : seen, all, sort == VIEW_ENDED, false};
    static void (*const parts[])(struct drawing * d) = {put_state, put_vars,   put_tracks, put_zones,
                                                        put_notes, put_scores, put_values, put_everyones};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        parts[i](&d);
    if (sort != VIEW_ASKED)
        json_text(j, "question", NULL);
    else
        put_question(&d);
    tn_state_free(seen);
    return !d.failed && !j->out->failed;
}

bool view_put_ahead(struct json *j, const char *key, const struct asking *at, const uint32_t *path, size_t n) {
    uint32_t *ids = malloc(AHEAD * sizeof *ids);
    unsigned flags = 0;
    if (!ids) return false;
    size_t found = n > 0 ? tn_ahead_answers(at->ctx, at->state, at->seat, path, n, ids, AHEAD, &flags) : 0;
    json_array(j, key);
    for (size_t i = 0; i < found && i < AHEAD; i++)
        json_unsigned(j, NULL, ids[i]);
    json_close(j);
    put_flags(j, flags);
    json_bool(j, "possible", n > 0 && put_gives(j, at, path, n));
    free(ids);
    return !j->out->failed;
}
