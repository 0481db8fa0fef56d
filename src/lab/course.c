/* course.c: see course.h.
 *
 * Of a game at most SAMPLES positions are kept, `every` so many decisions: when there is no room for another one, every
 * second is dropped and `every` doubles. So a game of 20 decisions keeps all of them, one of 500 every sixteenth.
 */
#include "lab/course.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 40 };

struct course_game {
    bool over;
    uint32_t decisions, every, kept, widest;
    uint64_t answers;
    uint32_t widths[COURSE_WIDTHS];
    int32_t *numbers; /* SAMPLES + 1 rows, the last is the end: scores of the seats, then lines, summed over seats */
    uint32_t winners; /* seats */
    uint32_t turns;
    int actor;  /* who decided last; -1: nobody yet */
    int leader; /* who was last ahead alone; -1: nobody yet */
    struct {
        uint32_t decision;
        int from, to, actor;
    } change; /* the last time that the leader was another one than before */
};

struct course *course_new(const tn_game *game, uint64_t games) {
    struct course *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    *c = (struct course){.game = game, .room = games, .n_lines = tn_game_score_line_count(game)};
    c->games = calloc(games, sizeof *c->games);
    c->lines = calloc((c->n_lines + 1) * (COURSE_STEPS + 1), sizeof *c->lines);
    if (c->games && c->lines) return c;
    course_free(c);
    return NULL;
}

void course_free(struct course *c) {
    if (!c) return;
    for (uint64_t g = 0; c->games && g < c->room; g++)
        free(c->games[g].numbers);
    free(c->games);
    free(c->lines);
    free(c);
}

/* ---- while a game runs */
static size_t row_size(const struct course *c) {
    return tn_game_seat_count(c->game) + c->n_lines;
}

static void note(const struct course *c, tn_ctx *ctx, const tn_state *state, int32_t *row) {
    unsigned seats = tn_game_seat_count(c->game);
    for (unsigned seat = 0; seat < seats; seat++)
        row[seat] = tn_state_score(ctx, state, seat);
    for (size_t line = 0; line < c->n_lines; line++) {
        row[seats + line] = 0;
        for (unsigned seat = 0; seat < seats; seat++)
            row[seats + line] += tn_state_score_line(ctx, state, seat, line);
    }
}

static void thin_out(const struct course *c, struct course_game *it) {
    size_t size = row_size(c);
    for (uint32_t i = 0; i < SAMPLES / 2; i++)
        memcpy(it->numbers + i * size, it->numbers + 2 * i * size, size * sizeof *it->numbers);
    it->kept = SAMPLES / 2;
    it->every *= 2;
}

static unsigned width_of(uint32_t answers) {
    unsigned width = 0;
    while (width < COURSE_WIDTHS - 1 && answers > (2u << width))
        width++;
    return width;
}

int course_leader(const int32_t *scores, unsigned seats) {
    int leader = 0;
    bool alone = true;
    for (unsigned seat = 1; seat < seats; seat++) {
        if (scores[seat] == scores[leader]) alone = false;
        if (scores[seat] > scores[leader]) leader = (int)seat, alone = true;
    }
    return alone ? leader : -1;
}

/* Whoever is ahead now that was not before got there by the answer of the last actor. */
static void follow_leader(const struct course *c, struct course_game *it, tn_ctx *ctx, const tn_state *state) {
    int32_t scores[MATCH_SEATS];
    unsigned seats = tn_game_seat_count(c->game);
    if (c->n_lines == 0 || seats < 2) return;
    for (unsigned seat = 0; seat < seats; seat++)
        scores[seat] = tn_state_score(ctx, state, seat);
    int leader = course_leader(scores, seats);
    if (leader < 0 || leader == it->leader) return;
    it->change.decision = it->decisions;
    it->change.from = it->leader, it->change.to = leader, it->change.actor = it->actor;
    it->leader = leader;
}

void course_watch(void *user, uint64_t g, tn_ctx *ctx, const tn_state *state, const tn_question *question) {
    struct course *c = user;
    struct course_game *it = &c->games[g];
    size_t size = row_size(c);
    if (!it->numbers) {
        it->numbers = calloc((SAMPLES + 1) * size, sizeof *it->numbers);
        it->every = 1;
        it->actor = it->leader = it->change.from = it->change.to = -1;
    }
    if (!it->numbers) return; /* seen as a game that is not over */
    follow_leader(c, it, ctx, state);
    if (!question) {
        note(c, ctx, state, it->numbers + SAMPLES * size);
        for (unsigned seat = 0; seat < tn_game_seat_count(c->game); seat++)
            it->winners |= (uint32_t)(tn_state_rank(ctx, state, seat) == 1) << seat;
        it->over = true;
        return;
    }
    if (it->decisions == it->kept * it->every) {
        if (it->kept == SAMPLES) thin_out(c, it);
        if (it->decisions == it->kept * it->every) note(c, ctx, state, it->numbers + it->kept++ * size);
    }
    it->turns += it->actor != question->seat;
    it->actor = question->seat;
    it->decisions++;
    it->answers += question->count;
    it->widths[width_of(question->count)]++;
    if (question->count > it->widest) it->widest = question->count;
}

/* ---- afterwards */
/* What was noted last when that share of the decisions was given. */
static const int32_t *row_at(const struct course *c, const struct course_game *it, unsigned step) {
    uint64_t decision = (uint64_t)it->decisions * step / COURSE_STEPS;
    uint64_t row = it->every ? decision / it->every : 0;
    if (step == COURSE_STEPS || it->kept == 0) return it->numbers + SAMPLES * row_size(c);
    return it->numbers + (row < it->kept ? row : it->kept - 1) * row_size(c);
}

/* What is counted and becomes a share of so many games. */
struct shares {
    double wins[COURSE_STEPS + 1];
    uint64_t behind, late; /* comebacks */
    uint64_t away, early;  /* runaways */
    uint64_t kings;
};

static void add_change(struct course *c, const struct course_game *it, struct shares *to) {
    if (it->change.to < 0 || !(it->winners >> it->change.to & 1u)) return;
    c->decided_games++;
    c->decided += (double)it->change.decision / (double)(it->decisions + !it->decisions);
    bool third = it->change.from >= 0 && it->change.actor >= 0 && it->change.actor != it->change.from &&
                 it->change.actor != it->change.to;
    to->kings += third && 4 * (uint64_t)it->change.decision >= 3 * (uint64_t)it->decisions;
}

static void add_game(struct course *c, const struct course_game *it, struct shares *to) {
    unsigned seats = tn_game_seat_count(c->game);
    int last = -1, away = -1; /* away: who led after a third, and ever since */
    c->over++;
    c->turns += it->turns;
    add_change(c, it, to);
    c->decisions += it->decisions;
    c->answers += (double)it->answers;
    if (it->decisions > c->most_decisions) c->most_decisions = it->decisions;
    if (it->widest > c->widest) c->widest = it->widest;
    for (unsigned w = 0; w < COURSE_WIDTHS; w++)
        c->widths[w] += it->widths[w];
    for (unsigned step = 0; step <= COURSE_STEPS; step++) {
        const int32_t *row = row_at(c, it, step);
        for (size_t line = 0; line < c->n_lines; line++)
            c->lines[line * (COURSE_STEPS + 1) + step] += (double)row[seats + line] / seats;
        int leader = seats > 1 && c->n_lines > 0 ? course_leader(row, seats) : -1;
        if (step == COURSE_STEPS / 3) away = leader;
        if (step == COURSE_STEPS / 3) to->early += leader >= 0;
        if (leader != away) away = -1;
        if (leader < 0) continue;
        bool won = it->winners >> leader & 1u;
        c->led[step]++;
        to->wins[step] += won;
        c->lead_changes += last >= 0 && last != leader;
        last = leader;
        if (step != COURSE_STEPS * 3 / 4) continue;
        to->late++;
        to->behind += !won;
    }
    to->away += away >= 0 && it->winners >> away & 1u;
}

void course_sum(struct course *c) {
    struct shares shares = {.behind = 0};
    for (uint64_t g = 0; g < c->room; g++)
        if (c->games[g].over) add_game(c, &c->games[g], &shares);
    double n = c->over > 0 ? (double)c->over : 1;
    c->answers /= c->decisions > 0 ? c->decisions : 1;
    c->decisions /= n;
    c->lead_changes /= n;
    for (size_t i = 0; i < c->n_lines * (COURSE_STEPS + 1); i++)
        c->lines[i] /= n;
    for (unsigned step = 0; step <= COURSE_STEPS; step++)
        c->leader_wins[step] = c->led[step] ? shares.wins[step] / (double)c->led[step] : 0;
    c->turns /= n;
    c->decided /= c->decided_games > 0 ? (double)c->decided_games : 1;
    c->comebacks = statistics_share((double)shares.behind, shares.late);
    c->runaways = statistics_share((double)shares.away, shares.early);
    if (tn_game_seat_count(c->game) > 2) c->kingmaking = statistics_share((double)shares.kings, c->over);
}
