/* Battery: every game compiles in every configuration, its code passes the verifier, and everything has a text.
 *
 * Also in the quick run: every option value with every number of seats.
 */
/* Not quick: every game. */
#include "support/unit.h"

#include "api/api.h"
#include "code/render.h"
#include "code/verify.h"
#include "support/battery.h"

/* What a clause is known to be, its text names: its number, its member, tags. */
static bool names_itself(const tn_clause *c) {
    const tn_span *first = c->text.spans;
    bool number = c->role == TN_ROLE_COST || c->role == TN_ROLE_NUMBER;
    bool member = c->text.n > 0 && first->kind == TN_SPAN_MEMBER;
    if (c->role == TN_ROLE_TAGS) return member;
    if (number && c->known) return c->text.n == 1 && first->kind == TN_SPAN_NUMBER && first->value == c->number;
    if (c->role == TN_ROLE_THING && c->known) return member && first->index == c->number;
    return true;
}

static void check_cards(struct battery_play *at) {
    const tn_game *game = at->of->game;
    for (size_t i = 0; i < tn_game_card_count(game); i++) {
        tn_card card;
        tn_game_card(game, i, &card);
        size_t clauses = tn_card_clause_count(game, i);
        if (!card.name || !*card.name || !card.kind || !*card.kind) battery_fail(at, "card %zu has no name or kind", i);
        if (clauses > 0 && (!card.text.bytes || !*card.text.bytes))
            battery_fail(at, "card %s has rules and no text", card.name);
        size_t end = 0, said = 0; /* the sentences of the clauses are the text, one behind the other */
        for (size_t k = 0; k < clauses; k++) {
            tn_clause clause;
            tn_card_clause(game, i, k, &clause);
            if (!clause.label || !clause.text.bytes || !*clause.text.bytes)
                battery_fail(at, "card %s: clause %zu has no text", card.name, k);
            if (!names_itself(&clause) || clause.text.n == SPANS)
                battery_fail(at, "card %s: \"%s\" names something else", card.name, clause.text.bytes);
            if (!clause.length) continue;
            bool apart = clause.at == (said++ ? end + 1 : 0);
            end = clause.at + clause.length;
            if (!apart || end > strlen(card.text.bytes) || card.text.bytes[end - 1] != '.')
                battery_fail(at, "card %s: clause %zu stands at %zu to %zu", card.name, k, clause.at, end);
        }
        if (said && end != strlen(card.text.bytes))
            battery_fail(at, "card %s: its text goes on behind its clauses", card.name);
        if (card.answer >= tn_game_answer_count(game)) battery_fail(at, "card %s is no answer", card.name);
    }
}

static void check_components(struct battery_play *at) {
    const tn_game *game = at->of->game;
    for (size_t i = 0; i < tn_game_space_count(game); i++) {
        tn_space space;
        tn_game_space(game, i, &space);
        if (!space.name || !*space.name || !space.kind || !*space.kind) battery_fail(at, "space %zu has no name", i);
        if (!*space.text.bytes != !tn_space_gift_count(game, i))
            battery_fail(at, "space %s: \"%s\" in %zu parts", space.name, space.text.bytes,
                         tn_space_gift_count(game, i));
        if (space.board < 0 || (size_t)space.board >= tn_game_board_count(game))
            battery_fail(at, "space %zu lies nowhere", i);
    }
    for (size_t i = 0; i < tn_game_zone_count(game); i++) {
        tn_zone zone;
        tn_game_zone(game, i, &zone);
        if (!zone.name || !*zone.name) battery_fail(at, "zone %zu has no name", i);
    }
    for (size_t i = 0; i < tn_game_var_count(game); i++) {
        tn_var var;
        tn_game_var(game, i, &var);
        if (!var.name || !*var.name) battery_fail(at, "variable %zu has no name", i);
    }
    for (size_t i = 0; i < tn_game_score_line_count(game); i++)
        if (!*tn_game_score_line(game, i)) battery_fail(at, "score line %zu has no name", i);
    if (!tn_game_title(game) || !*tn_game_title(game)) battery_fail(at, "no title");
}

static void check(struct battery_case *c) {
    char text[512];
    struct battery_play at = {.of = c};
    const char *wrong = verify_program(c->game->program, text, sizeof text);
    if (wrong) battery_fail(&at, "verifier: %s", wrong);
    check_cards(&at);
    check_components(&at);
}

int main(void) {
    return battery_main("battery.compile", true, check);
}
