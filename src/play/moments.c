/* moments.c: see moments.h. */
#include "play/moments.h"

#include "base/utf8.h"
#include "play/view.h"

#include <string.h>

/* ---- positions */
static bool play_to(const struct match *m, tn_ctx *ctx, size_t n, tn_state *out) {
    if (m->origin)
        memcpy(out, m->origin, tn_game_state_size(m->game));
    else
        tn_state_start(ctx, m->seed, 0, out);
    tn_status status = TN_OK;
    for (size_t i = 0; i < n && status == TN_OK; i++)
        status = tn_state_apply(ctx, out, m->history.data[i].seat, m->history.data[i].answer);
    return status == TN_OK || status == TN_FAULT;
}

bool moment_put_view(struct json *j, struct match *m, size_t n, unsigned seat) {
    tn_state *then = m->setup.n_orders ? NULL : tn_state_new(m->game);
    if (!then) return false;
    tn_ctx *ctx = match_detach(m); /* what is played again was said already */
    bool fine = play_to(m, ctx, n, then);
    struct asking at = {m->game, ctx, then, seat};
    json_object(j, "view");
    json_unsigned(j, "n", n);
    fine = fine && view_put(j, &at);
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

/* ---- what was said */
/* The text as that seat reads it, and where in it which seats are named: who shows it may say names. */
static void put_told(struct json *j, const struct match_line *line, unsigned seat) {
    const char *text = match_line_text(line, seat);
    const tn_mention *mentions;
    size_t n = match_line_mentions(line, seat, &mentions);
    json_text(j, "text", text);
    if (n) json_array(j, "who");
    for (size_t i = 0; i < n; i++) {
        json_array(j, NULL);
        json_unsigned(j, NULL, utf8_count(text, mentions[i].at));
        json_unsigned(j, NULL, mentions[i].seat);
        json_close(j);
    }
    if (n) json_close(j);
}

void moment_put_line(struct json *j, const struct match *m, const struct match_line *line, unsigned seat) {
    json_object(j, NULL);
    if (line->seat < m->seats)
        json_unsigned(j, "seat", line->seat);
    else
        json_text(j, "seat", NULL);
    put_told(j, line, seat);
    json_close(j);
}

void moment_put_log(struct json *j, const struct match *m, size_t n, unsigned seat) {
    json_array(j, "log");
    const struct match_line *log = match_log(m, m->voice);
    for (size_t i = 0; i < m->log.n && log[i].at <= n; i++)
        moment_put_line(j, m, &log[i], seat);
    json_close(j);
}

/* May the words of an answer be looked at? */
static bool is_open(const struct match_answer *made, unsigned seat) {
    return seat == TN_EVERYTHING || seat == made->seat;
}

/* What the log told that seat behind an answer: rather about who gave it and what it was. `*line` goes on from the answer
 * before; NULL: nothing. */
static const struct match_line *told(const struct match *m, size_t i, unsigned seat, size_t *line) {
    const struct match_answer *made = &m->history.data[i];
    const struct match_line *best = NULL;
    int best_fit = 0;
    for (; *line < m->log.n && m->log.data[*line].at <= i + 1; ++*line) {
        const struct match_line *l = &m->log.data[*line]; /* the words of an answer are those of the definition */
        const struct match_line *said = &match_log(m, m->voice)[*line];
        if (l->at != i + 1 || !*match_line_text(said, seat)) continue;
        bool own = l->seat == made->seat;
        int fit = 1 + own + (own && is_open(made, seat) && words_contain(match_line_text(l, seat), made->words));
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
        if (said)
            put_told(j, said, seat);
        else
            json_text(j, "text", tn_game_phrase(m->game, made->words));
        json_close(j);
    }
    json_close(j);
}

/* The first answer behind the seat's last decision. */
static size_t since_decision(const struct match *m, unsigned seat) {
    size_t i = m->history.n;
    while (i > 0 && (m->history.data[i - 1].seat != seat || m->history.data[i - 1].forced))
        i--;
    return i;
}

void moments_put_forced(struct json *j, const struct match *m, unsigned seat) {
    size_t first = seat < m->seats ? since_decision(m, seat) : m->history.n, line = m->log.n;
    while (line > 0 && m->log.data[line - 1].at > first)
        line--;
    json_array(j, "forced");
    for (size_t i = first; i < m->history.n; i++) {
        const struct match_answer *made = &m->history.data[i];
        if (made->seat != seat || made->answer == TN_NO) continue; /* "no" does nothing */
        const struct match_line *said = told(m, i, seat, &line);
        if (said) {
            moment_put_line(j, m, said, seat);
            continue;
        }
        json_object(j, NULL);
        json_unsigned(j, "seat", seat);
        json_text(j, "text", tn_game_phrase(m->game, made->words));
        json_close(j);
    }
    json_close(j);
}
