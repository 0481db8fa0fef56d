/* report_data.c: the figures of a report for programs: JSON and CSV; see report.h. */
#include "base/json.h"
#include "cli/report.h"

#include <inttypes.h>

static void add_interval(struct json *j, const char *key, struct interval i) {
    json_object(j, key);
    json_real(j, "value", i.value);
    json_real(j, "low", i.low);
    json_real(j, "high", i.high);
    json_close(j);
}

static void add_lift(struct json *j, const char *key, const struct lift *lift) {
    if (!lift || lift->players == 0) return;
    json_object(j, key);
    json_unsigned(j, "players", lift->players);
    json_real(j, "points", lift->points.value);
    json_real(j, "low", lift->points.low);
    json_real(j, "high", lift->points.high);
    json_bool(j, "clear", lift->clear);
    json_close(j);
}

static void add_seats(struct json *j, const struct report *r) {
    json_array(j, "seats");
    for (unsigned seat = 0; seat < tn_game_seat_count(r->loaded->game); seat++) {
        const struct simulate_sums *s = &r->result.seats[seat];
        json_object(j, NULL);
        json_text(j, "seat", tn_game_seat_name(r->loaded->game, seat));
        add_interval(j, "wins", statistics_share(simulate_wins(s->wins), s->games));
        add_interval(j, "score", statistics_mean(s->score, s->score_squares, s->games));
        json_close(j);
    }
    json_close(j);
}

static void add_course(struct json *j, const struct report *r) {
    const struct course *c = r->course;
    json_real(j, "decisions", c->decisions);
    json_real(j, "turns", c->turns);
    json_real(j, "answers_of_a_decision", c->answers);
    json_real(j, "forced", (double)r->census->forced / (double)(r->census->asked + !r->census->asked));
    if (r->result.has_rounds) json_real(j, "rounds", (double)r->result.rounds / (double)r->result.finished);
    if (c->n_lines == 0 || tn_game_seat_count(c->game) < 2) return;
    json_real(j, "lead_changes", c->lead_changes);
    json_real(j, "decided", c->decided);
    add_interval(j, "runaways", c->runaways);
    add_interval(j, "comebacks", c->comebacks);
    if (tn_game_seat_count(c->game) > 2) add_interval(j, "kingmaking", c->kingmaking);
}

static void add_cards(struct json *j, const struct report *r) {
    json_array(j, "cards");
    for (size_t i = 0; i < r->n_lifts; i++) {
        const struct lifts *it = &r->lifts[i];
        const struct census_card *card = &r->census->cards[it->card];
        const struct force *forced = report_forced(r, it->card);
        tn_card what;
        tn_game_card(r->census->game, it->card, &what);
        json_object(j, NULL);
        json_text(j, "kind", what.kind);
        json_text(j, "name", what.name);
        json_unsigned(j, "games", census_had(r->census, it->card)->games);
        for (int k = 0; k < CENSUS_N; k++)
            json_unsigned(j, census_fact_name((enum census_fact)k), card->facts[k]);
        if (card->plays) json_real(j, "when", (double)card->play_moments / (double)card->plays / 1000);
        add_lift(j, "had_lift", &it->had);
        add_lift(j, "offered_lift", &it->offered);
        add_lift(j, "dealt_lift", &it->dealt);
        add_lift(j, "forced_lift", forced ? &forced->lift : NULL);
        json_close(j);
    }
    json_close(j);
}

static void add_answers(struct json *j, const struct report *r) {
    json_array(j, "answers");
    for (size_t i = 0; i < r->census->answers.entries.n; i++) {
        const struct answers_entry *it = &r->census->answers.entries.data[i];
        json_object(j, NULL);
        json_text(j, "question", it->question);
        json_text(j, "answer", it->text);
        json_unsigned(j, "offered", it->offered);
        json_unsigned(j, "given", it->given);
        json_unsigned(j, "began", it->began);
        if (it->began) json_real(j, "wins", simulate_wins(it->wins) / (double)it->began);
        json_close(j);
    }
    json_close(j);
}

static void add_unreached(struct json *j, const struct report *r) {
    json_array(j, "never_reached");
    for (size_t i = 0; i < r->coverage->n; i++) {
        if (r->coverage->lines[i].reached) continue;
        json_object(j, NULL);
        json_text(j, "file", r->coverage->lines[i].file);
        json_unsigned(j, "line", r->coverage->lines[i].line);
        json_close(j);
    }
    json_close(j);
}

void report_print_json(const struct report *r) {
    struct json j;
    struct buf text;
    json_init(&j, &text);
    json_object(&j, NULL);
    json_text(&j, "game", r->loaded->name.data);
    json_unsigned(&j, "players", tn_game_seat_count(r->loaded->game));
    json_unsigned(&j, "seed", r->setup->seed);
    json_unsigned(&j, "games", r->result.finished);
    json_unsigned(&j, "faults", r->result.faults);
    json_bool(&j, "stopped", r->result.stopped);
    add_seats(&j, r);
    add_course(&j, r);
    add_cards(&j, r);
    add_answers(&j, r);
    add_unreached(&j, r);
    json_close(&j);
    json_print(&j);
}

/* ---- CSV */
static void put_cell(struct buf *out, const char *text) {
    buf_putc(out, '"');
    for (; *text; text++) {
        if (*text == '"') buf_putc(out, '"');
        buf_putc(out, *text);
    }
    buf_putc(out, '"');
}

static void put_lift(struct buf *out, const struct lift *lift) {
    if (lift && lift->players)
        buf_printf(out, ",%" PRIu64 ",%.2f,%.2f,%.2f,%d", lift->players, lift->points.value, lift->points.low,
                   lift->points.high, lift->clear);
    else
        buf_puts(out, ",0,,,,0");
}

void report_write_csv(const struct report *r, struct buf *out) {
    static const char *const lifts[] = {"had", "offered", "dealt", "forced"};
    buf_puts(out, "kind,name,games");
    for (int k = 0; k < CENSUS_N; k++)
        buf_printf(out, ",%s", census_fact_name((enum census_fact)k));
    buf_puts(out, ",when");
    for (size_t k = 0; k < sizeof lifts / sizeof *lifts; k++)
        buf_printf(out, ",%s_players,%s_points,%s_low,%s_high,%s_clear", lifts[k], lifts[k], lifts[k], lifts[k],
                   lifts[k]);
    buf_putc(out, '\n');
    for (size_t i = 0; i < r->n_lifts; i++) {
        const struct lifts *it = &r->lifts[i];
        const struct census_card *card = &r->census->cards[it->card];
        const struct force *forced = report_forced(r, it->card);
        tn_card what;
        tn_game_card(r->census->game, it->card, &what);
        put_cell(out, what.kind);
        buf_putc(out, ',');
        put_cell(out, what.name);
        buf_printf(out, ",%" PRIu64, census_had(r->census, it->card)->games);
        for (int k = 0; k < CENSUS_N; k++)
            buf_printf(out, ",%" PRIu64, card->facts[k]);
        if (card->plays)
            buf_printf(out, ",%.3f", (double)card->play_moments / (double)card->plays / 1000);
        else
            buf_putc(out, ',');
        put_lift(out, &it->had);
        put_lift(out, &it->offered);
        put_lift(out, &it->dealt);
        put_lift(out, forced ? &forced->lift : NULL);
        buf_putc(out, '\n');
    }
}
