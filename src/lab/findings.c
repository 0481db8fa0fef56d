/* findings.c: see findings.h. */
#include "lab/findings.h"

#include <math.h>

/* Of several: the one that changed most clearly, else most. */
static const struct compare_figure *most_changed(const struct compare *c, enum compare_about about) {
    const struct compare_figure *found = NULL;
    for (size_t i = 0; i < c->figures.n; i++) {
        const struct compare_figure *f = &c->figures.data[i];
        if (f->about != about) continue;
        bool more = !found || fabs(f->change.value) > fabs(found->change.value);
        if (!found || f->clear > found->clear || (f->clear == found->clear && more)) found = f;
    }
    return found;
}

/* Seats are fairer when the one that changed wins nearer to its share. */
static enum finding_verdict fairness_of(const struct compare_figure *f, unsigned seats) {
    double even = 1.0 / seats, was = fabs(f->before - even), is = fabs(f->after - even);
    if (seats < 2) return FINDING_CLEAR;
    return is < was ? FINDING_BETTER : is > was ? FINDING_WORSE : FINDING_CLEAR;
}

static enum finding_verdict verdict_of(const struct compare_figure *f, unsigned seats) {
    bool more = f->change.value > 0;
    if (!f->clear) return FINDING_OPEN;
    switch (f->about) {
    case COMPARE_SEAT: return fairness_of(f, seats);
    case COMPARE_CHANGES:
    case COMPARE_DECIDED: return more ? FINDING_BETTER : FINDING_WORSE;
    case COMPARE_LEAD: return more ? FINDING_WORSE : FINDING_BETTER;
    case COMPARE_SCORE:
    case COMPARE_LENGTH: break;
    }
    return FINDING_CLEAR;
}

size_t findings_of(const struct compare *c, struct finding out[FINDINGS_MOST]) {
    static const enum compare_about tension[] = {COMPARE_CHANGES, COMPARE_DECIDED, COMPARE_LEAD};
    unsigned seats = tn_game_seat_count(c->sides[1].game);
    size_t n = 0;
    const struct compare_figure *f = most_changed(c, COMPARE_SEAT);
    if (f) out[n++] = (struct finding){FINDING_FAIRNESS, verdict_of(f, seats), f};
    size_t before = n;
    for (size_t i = 0; i < sizeof tension / sizeof *tension; i++)
        if ((f = most_changed(c, tension[i])) && f->clear)
            out[n++] = (struct finding){FINDING_TENSION, verdict_of(f, seats), f};
    if (n == before && (f = most_changed(c, COMPARE_CHANGES)))
        out[n++] = (struct finding){FINDING_TENSION, FINDING_OPEN, f};
    if ((f = most_changed(c, COMPARE_LENGTH))) out[n++] = (struct finding){FINDING_LENGTH, verdict_of(f, seats), f};
    if ((f = most_changed(c, COMPARE_SCORE))) out[n++] = (struct finding){FINDING_POINTS, verdict_of(f, seats), f};
    return n;
}

/* ---- cards */
bool findings_is_dead(const struct compare_card *card, bool after) {
    return card->before && card->after && (after ? card->had.after : card->had.before) == 0;
}

struct finding_cards findings_cards(const struct compare *c) {
    struct finding_cards out = {0};
    for (size_t i = 0; i < c->cards.n; i++) {
        const struct compare_card *card = &c->cards.data[i];
        out.both += card->before && card->after;
        out.had += card->had.clear;
        out.wins += card->wins.clear;
        out.dead_old += findings_is_dead(card, false);
        out.dead_new += findings_is_dead(card, true);
    }
    return out;
}

/* ---- JSON */
void findings_put_figure(struct json *j, const char *key, const struct compare_figure *f) {
    static const char *const abouts[] = {
        [COMPARE_SEAT] = "wins",       [COMPARE_SCORE] = "score",     [COMPARE_LEAD] = "lead",
        [COMPARE_CHANGES] = "changes", [COMPARE_DECIDED] = "decided", [COMPARE_LENGTH] = "length"};
    json_object(j, key);
    if (!key) json_text(j, "name", f->name);
    if (!key) json_text(j, "about", abouts[f->about]);
    if (!key && (f->about == COMPARE_SEAT || f->about == COMPARE_SCORE)) json_unsigned(j, "seat", f->seat);
    json_real(j, "old", f->before);
    json_real(j, "new", f->after);
    json_real(j, "change", f->change.value);
    json_real(j, "low", f->change.low);
    json_real(j, "high", f->change.high);
    json_bool(j, "clear", f->clear);
    json_unsigned(j, "more_games", f->more < 1e15 ? (uint64_t)ceil(fmax(0, f->more)) : UINT64_MAX);
    json_close(j);
}

void findings_put_card(struct json *j, const struct compare_card *card) {
    json_object(j, NULL);
    json_text(j, "kind", card->kind);
    json_text(j, "name", card->name);
    json_bool(j, "old", card->before);
    json_bool(j, "new", card->after);
    if (card->before && card->after) findings_put_figure(j, "in_games", &card->had);
    if (card->judged) findings_put_figure(j, "wins_with", &card->wins);
    json_close(j);
}
