/* replay.c: see replay.h. */
#include "table/replay.h"

#include "base/json_value.h"
#include "play/journal.h"
#include "show/moments.h"

#include <string.h>

struct played *replay_open(const struct table_world *world, const struct link *l, enum error_code *code,
                           struct buf *error) {
    struct store_table stored;
    struct played *p = games_open_exact(world->games, l->game, l->definition, &l->config, error);
    if (p) return p;
    buf_clear(error);
    if (world->store->read_definition(world->store, l->definition, &stored))
        p = games_open_texts(world->games, l->game, l->definition, stored.files, stored.n_files, &l->config, error);
    store_table_free(&stored);
    *code = ERROR_no_game;
    if (p) return p;
    buf_clear(error);
    buf_printf(error, "the rules of \"%s\" that this link was played by are not here: they have changed since",
               l->game);
    return NULL;
}

static enum error_code code_of(enum link_end end) {
    return end == LINK_TOO_LONG ? ERROR_too_large : end == LINK_OTHER ? ERROR_no_game : ERROR_bad;
}

struct played *replay_link(const struct table_world *world, const char *text, struct match *m, struct buf *name,
                           enum error_code *code, struct buf *error) {
    struct link l;
    enum link_end end = link_read(&l, text, error);
    *code = code_of(end);
    struct played *p = end == LINK_FINE ? replay_open(world, &l, code, error) : NULL;
    if (p) {
        tn_status status = match_init(m, played_game(p), l.seed);
        if (status == TN_OK || status == TN_FAULT)
            end = link_play(&l, m, error);
        else
            end = (buf_puts(error, "the game cannot be started"), LINK_OTHER);
        buf_puts(name, l.game);
        *code = code_of(end);
    }
    if (p && end != LINK_FINE) {
        match_free(m);
        games_close(world->games, p);
        p = NULL;
    }
    link_free(&l);
    return p;
}

/* ---- a moment of one */
struct wanted {
    const char *link, *language; /* language: NULL: the definition's own */
    unsigned seat;               /* or TN_SPECTATOR, TN_EVERYTHING */
    bool last, steps, scores;
    size_t n;
};

static bool is_whole(const struct value *v, int64_t most) {
    for (size_t i = 0; v->type == VALUE_NUMBER && i < v->raw_size; i++)
        if (v->raw[i] < '0' || v->raw[i] > '9') return false;
    return v->type == VALUE_NUMBER && value_number(v, -1) >= 0 && value_number(v, -1) <= most;
}

static bool is_missing(const struct value *v) {
    return !v || v->type == VALUE_NULL;
}

/* NULL, or what is wrong. */
static const char *read_wanted(const struct value *v, struct wanted *w) {
    const struct value *n = value_get(v, "n"), *seat = value_get(v, "seat"), *steps = value_get(v, "steps"),
                       *scores = value_get(v, "scores");
    const char *who = value_text(seat);
    if (!v || v->type != VALUE_OBJECT) return "an object is expected";
    *w = (struct wanted){.link = value_text(value_get(v, "link")), .seat = TN_SPECTATOR, .last = is_missing(n)};
    if (!w->link) return "\"link\" is the link of a game";
    if (!w->last && !is_whole(n, LINK_ANSWERS)) return "\"n\" is a whole number from 0 on, or null";
    if (!w->last) w->n = (size_t)value_number(n, 0);
    if (who && strcmp(who, "all") == 0)
        w->seat = TN_EVERYTHING;
    else if (!is_missing(seat) && !is_whole(seat, MATCH_SEATS - 1))
        return "\"seat\" is the number of a seat, \"all\", or null";
    else if (!is_missing(seat))
        w->seat = (unsigned)value_number(seat, 0);
    w->language = value_text(value_get(v, "lang"));
    w->steps = steps && steps->type == VALUE_TRUE;
    w->scores = scores && scores->type == VALUE_TRUE;
    return NULL;
}

static bool put_replay(struct json *j, const struct wanted *w, struct match *m, const char *name) {
    json_object(j, NULL);
    json_hash(j, "game", tn_game_hash(m->game));
    json_text(j, "title", tn_game_title(m->game));
    json_text(j, "name", name);
    json_unsigned(j, "seats", m->seats);
    json_object(j, "options");
    for (size_t i = 0; i < tn_game_option_count(m->game); i++) {
        const char *option, *value;
        tn_game_option(m->game, i, &option, &value);
        json_text(j, option, value);
    }
    json_close(j);
    json_unsigned(j, "n", w->n);
    json_unsigned(j, "of", m->history.n);
    bool fine = moment_put_view(j, m, w->n, w->seat);
    moment_put_log(j, m, w->n, w->seat);
    if (w->steps) moments_put(j, m, TN_EVERYTHING);
    if (w->scores) fine = moments_put_scores(j, m, w->seat) && fine;
    json_close(j);
    return fine && !j->out->failed;
}

/* Plays the link and shows it; false with the code and the reason. */
static bool show(const struct table_world *world, struct wanted *w, struct buf *out, enum error_code *code,
                 struct buf *error) {
    struct match m;
    struct buf name;
    buf_init(&name);
    struct played *p = replay_link(world, w->link, &m, &name, code, error);
    bool fine = p != NULL;
    if (p) {
        struct json j;
        const tn_game *voices[PLAYED_VOICES];
        if (w->language)
            match_voices(&m, voices, played_voices(p, voices)), match_listen(&m, played_voice(p, w->language));
        if (w->last) w->n = m.history.n;
        *code = ERROR_bad;
        if (w->n > m.history.n)
            fine = (buf_puts(error, "the game has no such moment"), false);
        else if (w->seat < MATCH_SEATS && w->seat >= m.seats)
            fine = (buf_puts(error, "there is no such seat"), false);
        json_init(&j, out);
        j.tight = true;
        if (fine && !put_replay(&j, w, &m, name.data))
            fine = (*code = ERROR_cannot_store, buf_puts(error, "out of memory"), false);
        match_free(&m);
        games_close(world->games, p);
    }
    buf_free(&name);
    return fine;
}

int replay_answer(const struct table_world *world, const char *body, size_t n, struct buf *out) {
    struct wanted w = {0};
    struct arena arena;
    struct buf error;
    enum error_code code = ERROR_bad;
    const char *why = NULL;
    arena_init(&arena);
    buf_init(&error);
    const struct value *v = value_parse(&arena, body, n, &why, NULL);
    if (v) why = read_wanted(v, &w);
    bool fine = !why && show(world, &w, out, &code, &error);
    if (!fine) {
        buf_free(out);
        error_write(out, code, why ? why : error.data);
    }
    buf_free(&error);
    arena_free(&arena);
    return fine ? 200 : error_status(code);
}

/* ---- a journal */
/* Plays a journal that the program wrote of a game from its beginning, and writes its link; false with the code and
 * the reason. A position to begin with may name a file and is not read here; no link could hold it. */
static bool link_journal(const struct table_world *world, struct journal *j, struct buf *link, enum error_code *code,
                         struct buf *error) {
    struct match_setup setup;
    struct match m;
    bool begins = j->written && !j->from && j->orders.n == 0;
    if (!begins)
        return buf_puts(error, "only the journal of a game that was played from its beginning is taken"), false;
    struct link l = {
        .definition = j->definition, .game = j->game, .config = {j->players, j->options.data, j->options.n}};
    struct played *p = replay_open(world, &l, code, error);
    if (!p) return false;
    *code = ERROR_bad;
    bool fine = journal_setup(j, played_game(p), &setup, error);
    tn_status status = fine ? match_begin(&m, played_game(p), &setup) : TN_NOMEM;
    if (status == TN_OK || status == TN_FAULT) {
        for (size_t i = 0; i < j->answers.n && fine; i++)
            fine = journal_step(j, i, &m, error);
        fine = fine && link_write(&m, j->game, link, error);
        match_free(&m);
    } else if (fine) {
        fine = (buf_puts(error, "the game cannot be started"), false);
    }
    games_close(world->games, p);
    return fine;
}

int replay_journal(const struct table_world *world, const char *text, size_t n, struct buf *out) {
    struct journal journal;
    struct buf link, error;
    enum error_code code = ERROR_bad;
    buf_init(&link);
    buf_init(&error);
    bool fine =
        journal_parse(&journal, "journal", text, n, &error) && link_journal(world, &journal, &link, &code, &error);
    if (fine) {
        struct json j;
        json_init(&j, out);
        j.tight = true;
        json_object(&j, NULL);
        json_text(&j, "link", link.data);
        json_close(&j);
    } else {
        error_write(out, code, error.data);
    }
    journal_free(&journal);
    buf_free(&link);
    buf_free(&error);
    return fine ? 200 : error_status(code);
}
