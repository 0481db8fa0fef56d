/* lab_report.c: what games say, as JSON: see lab.h. */
#include "lab/findings.h"
#include "lab/lift.h"
#include "studio/lab.h"

#include <stdlib.h>

static void put_interval(struct json *j, const char *key, struct interval of) {
    json_array(j, key);
    json_real(j, NULL, of.value);
    json_real(j, NULL, of.low);
    json_real(j, NULL, of.high);
    json_close(j);
}

static void put_seats(struct json *j, const struct compare_side *side) {
    json_array(j, "seats");
    for (unsigned seat = 0; seat < tn_game_seat_count(side->game); seat++) {
        const struct simulate_sums *s = &side->result.seats[seat];
        json_object(j, NULL);
        json_text(j, "name", tn_game_seat_name(side->game, seat));
        put_interval(j, "wins", statistics_share(simulate_wins(s->wins), s->games));
        if (side->scored) {
            put_interval(j, "score", statistics_mean(s->score, s->score_squares, s->games));
            json_integer(j, "lowest", s->lowest);
            json_integer(j, "highest", s->highest);
        }
        json_close(j);
    }
    json_close(j);
}

/* The mean of a number of each game that is over. */
static struct interval length_of(const struct compare_side *side, bool rounds) {
    int64_t sum = 0, squares = 0;
    uint64_t n = 0;
    for (uint64_t g = 0; g < side->n; g++) {
        const struct compare_game *it = &side->games[g];
        int64_t length = rounds ? it->rounds : it->decisions;
        if (!it->over) continue;
        sum += length;
        squares += length * length;
        n++;
    }
    return statistics_mean(sum, squares, n);
}

/* Where points come from: an average of all players, and of those who won. */
static void put_lines(struct json *j, const struct compare_side *side) {
    const struct census *c = side->census;
    json_array(j, "lines");
    for (size_t i = 0; i < c->n_lines && c->players > 0; i++) {
        json_object(j, NULL);
        json_text(j, "name", tn_game_score_line(side->game, i));
        json_real(j, "all", (double)c->lines[i].all / (double)c->players);
        json_real(j, "winners", c->winners ? (double)c->lines[i].winners / (double)c->winners : 0);
        json_close(j);
    }
    json_close(j);
}

/* The strongest evidence there is, as in lift.c. */
static void put_lift(struct json *j, const struct lifts *it) {
    const struct lift *lift = it->dealt.clear ? &it->dealt : it->offered.clear ? &it->offered : &it->had;
    if (lift->players < LIFT_LEAST) return;
    json_object(j, "lift");
    json_text(j, "of", lift == &it->dealt ? "dealt" : lift == &it->offered ? "offered" : "had");
    put_interval(j, "points", lift->points);
    json_bool(j, "clear", lift->clear);
    json_close(j);
}

static void put_card(struct json *j, const struct compare_side *side, const struct lifts *it) {
    const struct census *c = side->census;
    const struct census_card *card = &c->cards[it->card];
    const struct census_had *had = census_had(c, it->card);
    tn_card is;
    tn_game_card(side->game, it->card, &is);
    json_object(j, NULL);
    json_unsigned(j, "card", it->card);
    json_text(j, "kind", is.kind);
    json_text(j, "name", is.name);
    json_unsigned(j, "offered", card->facts[CENSUS_offered]);
    json_unsigned(j, "played", card->facts[CENSUS_played]);
    json_unsigned(j, "had", had->players);
    put_interval(j, "in_games", statistics_share((double)had->games, c->games));
    if (had->players > 0) put_interval(j, "wins", statistics_share(simulate_wins(had->wins), had->players));
    put_lift(j, it);
    json_close(j);
}

/* What is clear first, then by size; cards that nobody had or was offered last. */
static void put_cards(struct json *j, const struct compare_side *side) {
    size_t n;
    struct lifts *lifts = lifts_new(side->census, side->result.seats, &n);
    if (!lifts) j->out->failed = true;
    json_array(j, "cards");
    for (size_t i = 0; lifts && i < n; i++)
        put_card(j, side, &lifts[i]);
    json_close(j);
    free(lifts);
}

void lab_put_side(struct json *j, const struct compare_side *side) {
    const struct simulate_result *r = &side->result;
    json_unsigned(j, "played", r->played);
    json_unsigned(j, "finished", r->finished);
    json_unsigned(j, "limited", r->limited);
    json_unsigned(j, "faults", r->faults);
    if (r->n_faults > 0) json_text(j, "fault", r->first_faults[0].text);
    put_seats(j, side);
    if (r->finished > 0) put_interval(j, "decisions", length_of(side, false));
    if (r->finished > 0 && side->round_period >= 0) put_interval(j, "rounds", length_of(side, true));
    put_lines(j, side);
    put_cards(j, side);
}

/* ---- what changed */
static void put_findings(struct json *j, const struct compare *c) {
    static const char *const topics[] = {[FINDING_FAIRNESS] = "fairness",
                                         [FINDING_TENSION] = "tension",
                                         [FINDING_LENGTH] = "length",
                                         [FINDING_POINTS] = "points"};
    static const char *const verdicts[] = {
        [FINDING_OPEN] = "open", [FINDING_CLEAR] = "clear", [FINDING_BETTER] = "better", [FINDING_WORSE] = "worse"};
    struct finding found[FINDINGS_MOST];
    size_t n = findings_of(c, found);
    json_array(j, "findings");
    for (size_t i = 0; i < n; i++) {
        json_object(j, NULL);
        json_text(j, "topic", topics[found[i].topic]);
        json_text(j, "verdict", verdicts[found[i].verdict]);
        json_unsigned(j, "figure", (uint64_t)(found[i].figure - c->figures.data));
        json_close(j);
    }
    json_close(j);
}

static void put_card_counts(struct json *j, const struct compare *c) {
    struct finding_cards n = findings_cards(c);
    json_object(j, "counts");
    json_unsigned(j, "both", n.both);
    json_unsigned(j, "had", n.had);
    json_unsigned(j, "wins", n.wins);
    json_unsigned(j, "dead_old", n.dead_old);
    json_unsigned(j, "dead_new", n.dead_new);
    json_close(j);
}

bool lab_put_change(struct json *j, struct compare *c) {
    if (!compare_judge(c)) return false;
    json_object(j, "change");
    json_unsigned(j, "pairs", c->pairs);
    json_unsigned(j, "clear", compare_clear(c));
    json_array(j, "figures");
    for (size_t i = 0; i < c->figures.n; i++)
        findings_put_figure(j, NULL, &c->figures.data[i]);
    json_close(j);
    put_findings(j, c);
    put_card_counts(j, c);
    json_array(j, "cards"); /* of those on both sides the ones that changed clearly */
    for (size_t i = 0; i < c->cards.n; i++) {
        const struct compare_card *card = &c->cards.data[i];
        if (card->before && card->after && !card->had.clear && !card->wins.clear) continue;
        findings_put_card(j, card);
    }
    json_close(j);
    json_close(j);
    return true;
}
