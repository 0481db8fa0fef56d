/* moments.c: see moments.h. */
#include "play/moments.h"

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
    json_array(j, "used");
    json_close(j);
    json_close(j);
    match_attach(m, ctx);
    tn_state_free(then);
    return fine;
}

/* ---- what was said */
static const char *line_text(const struct match_line *line, unsigned seat) {
    return seat == TN_EVERYTHING ? line->text : match_line_text(line, seat);
}

void moment_put_line(struct json *j, const struct match *m, const struct match_line *line, unsigned seat) {
    json_object(j, NULL);
    if (line->seat < m->seats)
        json_unsigned(j, "seat", line->seat);
    else
        json_text(j, "seat", NULL);
    json_text(j, "text", line_text(line, seat));
    json_close(j);
}

void moment_put_log(struct json *j, const struct match *m, size_t n, unsigned seat) {
    json_array(j, "log");
    const struct match_line *log = match_log(m, m->voice);
    for (size_t i = 0; i < m->log.n && log[i].at <= n; i++)
        moment_put_line(j, m, &log[i], seat);
    json_close(j);
}

/* What the log told that seat behind an answer: rather about who gave it and what it was. `*line` goes on from the answer
 * before; NULL: nothing. */
static const char *told(const struct match *m, size_t i, unsigned seat, size_t *line) {
    const struct match_answer *made = &m->history.data[i];
    bool open = seat == TN_EVERYTHING || seat == made->seat; /* may the words of the answer be looked at? */
    const char *best = NULL;
    int best_fit = 0;
    for (; *line < m->log.n && m->log.data[*line].at <= i + 1; ++*line) {
        const struct match_line *l = &m->log.data[*line]; /* the words of an answer are those of the definition */
        const char *text = line_text(&match_log(m, m->voice)[*line], seat), *plain = line_text(l, seat);
        if (l->at != i + 1 || !*text) continue;
        int fit = 1 + (l->seat == made->seat) + (l->seat == made->seat && open && words_contain(plain, made->words));
        if (fit > best_fit) best = text, best_fit = fit;
    }
    return best ? best : open ? tn_game_phrase(m->game, made->words) : NULL;
}

void moments_put(struct json *j, const struct match *m, unsigned seat) {
    size_t line = 0;
    json_array(j, "at");
    for (size_t i = 0; i < m->history.n; i++) {
        const char *text = told(m, i, seat, &line);
        if (!text) continue;
        json_object(j, NULL);
        json_unsigned(j, "n", i + 1);
        json_unsigned(j, "seat", m->history.data[i].seat);
        json_text(j, "text", text);
        json_close(j);
    }
    json_close(j);
}
