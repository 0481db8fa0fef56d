/* moments.c: see moments.h. */
#include "show/moments.h"

#include "show/part_json.h"
#include "show/text_json.h"
#include "show/view_json.h"

#include <string.h>

/* ---- positions */
static void play_start(const struct match *m, tn_ctx *ctx, tn_state *out) {
    if (m->origin)
        memcpy(out, m->origin, tn_game_state_size(m->game));
    else
        tn_state_start(ctx, m->seed, match_start_flags(m), out);
}

static bool play_to(const struct match *m, tn_ctx *ctx, size_t n, tn_state *out) {
    tn_status status = TN_OK;
    play_start(m, ctx, out);
    for (size_t i = 0; i < n && tn_good(status); i++)
        status = tn_state_apply(ctx, out, m->history.data[i].seat, m->history.data[i].answer);
    return tn_good(status) || status == TN_FAULT;
}

/* Which thing an answer is, for whom may know it. */
static void put_answer(struct json *j, const tn_game *game, uint32_t answer) {
    int index = -1;
    tn_thing thing = tn_answer_thing(game, answer, &index);
    json_unsigned(j, "answer", answer);
    if (thing == TN_THING_CARD) json_integer(j, "card", index);
    if (thing == TN_THING_SPACE) json_integer(j, "space", index);
}

/* How many lines were said up to moment n. */
static size_t lines_to(const struct match *m, size_t n) {
    size_t lines = m->log.n;
    while (lines > 0 && m->log.data[lines - 1].at > n)
        lines--;
    return lines;
}

/* The moment behind the seat's last decision up to moment n; 0: it has made none. */
static size_t decided(const struct match *m, size_t n, unsigned seat) {
    while (n > 0 && (m->history.data[n - 1].forced || m->history.data[n - 1].seat != seat))
        n--;
    return n;
}

/* How many lines were said up to the seat's last decision and what came of it before anybody else answered; -1: it
 * has made none. */
static int lines_since(const struct match *m, size_t n, unsigned seat) {
    size_t last = decided(m, n, seat);
    if (last == 0) return -1;
    while (last < n && m->history.data[last].seat == seat)
        last++;
    return (int)lines_to(m, last);
}

void moment_put_by(struct json *j, const struct match *m, size_t n, unsigned seat) {
    json_unsigned(j, "log", lines_to(m, n));
    json_integer(j, "since", lines_since(m, n, seat));
    if (n == 0) {
        json_text(j, "by", NULL);
        return;
    }
    const struct match_answer *made = &m->history.data[n - 1];
    bool known =
        seat == TN_EVERYTHING || (seat < m->seats ? made->told >> seat & 1u : made->told + 1 == 1u << m->seats);
    json_object(j, "by");
    json_unsigned(j, "seat", made->seat);
    if (known) put_answer(j, m->game, made->answer);
    json_close(j);
}

bool moment_put_view(struct json *j, struct match *m, size_t n, unsigned seat) {
    tn_state *then = m->setup.n_orders ? NULL : tn_state_new(m->game);
    if (!then) return false;
    tn_ctx *ctx = match_detach(m); /* what is played again was said already */
    bool fine = play_to(m, ctx, n, then);
    struct asking at = {m->game, ctx, then, seat};
    json_object(j, "view");
    json_unsigned(j, "n", n);
    fine = fine && view_put(j, &at, VIEW_ASKED);
    moment_put_by(j, m, n, seat);
    json_text(j, "undo", NULL);
    json_array(j, "forced");
    json_close(j);
    json_array(j, "used");
    json_close(j);
    json_close(j);
    match_attach(m, ctx);
    tn_state_free(then);
    return fine;
}

/* ---- points */
enum { SPREAD = 100 }; /* moments that are shown of a game without rounds */

int64_t moment_round(const tn_game *game, const tn_state *state) {
    for (size_t i = 0; i < tn_game_period_count(game); i++) {
        bool is_round;
        tn_game_period(game, i, &is_round);
        if (is_round) return tn_state_period(game, state, i);
    }
    return -1;
}

/* What each line of the score comes to for a player. */
static void put_lines(struct json *j, const struct asking *at, unsigned player) {
    json_array(j, NULL);
    for (size_t line = 0; line < tn_game_score_line_count(at->game); line++) {
        int32_t points = 0;
        if (view_score(at, player, line, &points))
            json_integer(j, NULL, points);
        else
            json_text(j, NULL, NULL);
    }
    json_close(j);
}

static void put_totals(struct json *j, const struct asking *at, size_t n, int64_t round) {
    json_object(j, NULL);
    json_unsigned(j, "n", n);
    json_integer(j, "round", round < 0 ? (int64_t)n : round);
    json_array(j, "totals");
    for (unsigned player = 0; player < tn_game_seat_count(at->game); player++) {
        int64_t total = 0;
        bool known = true;
        for (size_t line = 0; line < tn_game_score_line_count(at->game); line++) {
            int32_t points = 0;
            known &= view_score(at, player, line, &points);
            total += points;
        }
        if (known)
            json_integer(j, NULL, total);
        else
            json_text(j, NULL, NULL);
    }
    json_close(j);
    json_array(j, "lines");
    for (unsigned player = 0; player < tn_game_seat_count(at->game); player++)
        put_lines(j, at, player);
    json_close(j);
    json_close(j);
}

/* Plays it all again, once: `then` is the position before the answer that `next` is behind. */
static bool put_growth(struct json *j, const struct match *m, tn_ctx *ctx, unsigned seat, tn_state *then,
                       tn_state *next) {
    size_t size = tn_game_state_size(m->game), every = m->history.n / SPREAD + 1;
    struct asking at = {m->game, ctx, then, seat};
    tn_status status = TN_OK;
    play_start(m, ctx, then);
    for (size_t i = 0; i < m->history.n && tn_good(status); i++) {
        memcpy(next, then, size);
        status = tn_state_apply(ctx, next, m->history.data[i].seat, m->history.data[i].answer);
        int64_t round = moment_round(m->game, then);
        if (round < 0 ? i % every == 0 : round != moment_round(m->game, next)) put_totals(j, &at, i, round);
        memcpy(then, next, size);
    }
    put_totals(j, &at, m->history.n, moment_round(m->game, then));
    return tn_good(status) || status == TN_FAULT;
}

bool moments_put_scores(struct json *j, struct match *m, unsigned seat) {
    tn_state *then = m->setup.n_orders ? NULL : tn_state_new(m->game), *next = tn_state_new(m->game);
    bool fine = then && next;
    if (fine) {
        tn_ctx *ctx = match_detach(m);
        json_array(j, "scores");
        if (tn_game_score_line_count(m->game)) fine = put_growth(j, m, ctx, seat, then, next);
        json_close(j);
        match_attach(m, ctx);
    }
    tn_state_free(then);
    tn_state_free(next);
    return fine;
}

/* ---- what was said */
void moment_put_line(struct json *j, unsigned seats, const struct match_line *line, unsigned seat) {
    json_object(j, NULL);
    if (line->seat < seats)
        json_unsigned(j, "seat", line->seat);
    else
        json_text(j, "seat", NULL);
    if (line->round) json_unsigned(j, "round", line->round);
    text_put_json(j, "text", match_line_text(line, seat));
    const tn_part *parts;
    size_t n = match_line_parts(line, seat, &parts);
    parts_put_json(j, parts, n);
    json_close(j);
}

void moment_put_log(struct json *j, const struct match *m, size_t n, unsigned seat) {
    json_array(j, "log");
    const struct match_line *log = match_log(m, m->voice);
    for (size_t i = 0; i < m->log.n && log[i].at <= n; i++)
        moment_put_line(j, m->seats, &log[i], seat);
    json_close(j);
}

/* May the words of an answer be looked at? */
static bool is_open(const struct match_answer *made, unsigned seat) {
    return seat == TN_EVERYTHING || seat == made->seat;
}

/* What the log told that seat behind an answer: rather about who gave it and what it was. `*line` goes on from the
 * answer before; NULL: nothing. */
static const struct match_line *told(const struct match *m, size_t i, unsigned seat, size_t *line) {
    const struct match_answer *made = &m->history.data[i];
    const struct match_line *best = NULL;
    int best_fit = 0;
    for (; *line < m->log.n && m->log.data[*line].at <= i + 1; ++*line) {
        const struct match_line *l = &m->log.data[*line]; /* the words of an answer are those of the definition */
        const struct match_line *said = &match_log(m, m->voice)[*line];
        if (l->at != i + 1 || !*match_line_text(said, seat).bytes) continue;
        bool own = l->seat == made->seat;
        int fit = 1 + own + (own && is_open(made, seat) && words_contain(match_line_text(l, seat).bytes, made->words));
        if (fit > best_fit) best = said, best_fit = fit;
    }
    return best;
}

void moments_put(struct json *j, const struct match *m, unsigned seat) {
    size_t line = 0;
    json_array(j, "at");
    for (size_t i = 0; i < m->history.n; i++) {
        const struct match_answer *made = &m->history.data[i];
        const struct match_line *said = told(m, i, seat, &line);
        if (!said && !is_open(made, seat)) continue;
        json_object(j, NULL);
        json_unsigned(j, "n", i + 1);
        json_unsigned(j, "seat", made->seat);
        text_put_json(j, "text", said ? match_line_text(said, seat) : made->said[m->voice]);
        json_close(j);
    }
    json_close(j);
}

void moments_put_forced(struct json *j, const struct match *m, unsigned seat) {
    size_t first = seat < m->seats ? decided(m, m->history.n, seat) : m->history.n, line = lines_to(m, first);
    json_array(j, "forced");
    for (size_t i = first; i < m->history.n; i++) {
        const struct match_answer *made = &m->history.data[i];
        if (made->seat != seat || made->answer == TN_NO) continue; /* "no" does nothing */
        const struct match_line *said = told(m, i, seat, &line);
        if (said) {
            moment_put_line(j, m->seats, said, seat);
            continue;
        }
        json_object(j, NULL);
        json_unsigned(j, "seat", seat);
        text_put_json(j, "text", made->said[m->voice]);
        json_close(j);
    }
    json_close(j);
}
