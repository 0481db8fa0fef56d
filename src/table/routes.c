/* routes.c: see routes.h; docs/protocol.md says what each of them answers. */
#include "table/routes.h"

#include "table/replay.h"

#include <stdlib.h>
#include <string.h>

static void refuse(struct desk *d, uint32_t from, int status, enum error_code code, const char *text) {
    struct buf out;
    error_write(&out, code, text);
    desk_answer(d, from, status, NULL, NULL, &out);
    buf_free(&out);
}

/* ---- what takes long: the list of games is read from files, a game is compiled, a replay is played */
/* The status of an errand about games; `error` says why there is none. */
static int answer_found(bool found, struct buf *error, struct buf *out) {
    if (!found && error->n > 0) {
        buf_free(out);
        error_write(out, ERROR_no_game, error->data);
    }
    buf_free(error);
    return found ? 200 : out->n > 0 ? error_status(ERROR_no_game) : 0;
}

static int list_games(const struct table_world *w, const char *text, const char *language, struct buf *out) {
    (void)text, (void)language;
    return games_list(w->games, w->now(), out) ? 200 : 0;
}

/* What is asked of a game: behind its name, which is cut off there; "": what it is. */
static const char *cut_tail(char *name) {
    static const char *const tails[] = {"/cover", "/cover.png", "/description"};
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        size_t n = strlen(name), tail = strlen(tails[i]);
        if (n <= tail || strcmp(name + n - tail, tails[i]) != 0) continue;
        name[n - tail] = '\0';
        return tails[i];
    }
    return "";
}

/* Of a game by its name; of its cover or its whole description by the name and what is asked. */
static int tell_about(const struct table_world *w, const char *path, const char *language, struct buf *out) {
    struct buf error;
    buf_init(&error);
    bool found = false;
    char *name = path ? strdup(path) : NULL;
    const char *asked = name ? cut_tail(name) : "";
    bool picture = strcmp(asked, "/cover.png") == 0;
    if (name && (picture || strcmp(asked, "/cover") == 0))
        found = games_cover(w->games, name, picture, out, &error);
    else if (name && *asked)
        found = games_describe_usual(w->games, name, language, out, &error);
    else if (name)
        found = games_about(w->games, name, language, out, &error);
    free(name);
    return answer_found(found, &error, out);
}

static int prove(const struct table_world *w, const char *text, const char *language, struct buf *out) {
    struct buf error;
    (void)text, (void)language;
    buf_init(&error);
    bool found = games_proof(w->games, w->now(), out, &error);
    return answer_found(found, &error, out);
}

static int draw_any(const struct table_world *w, const char *text, const char *language, struct buf *out) {
    struct buf error;
    (void)text, (void)language;
    buf_init(&error);
    bool found = games_any_picture(w->games, w->now(), out, &error);
    return answer_found(found, &error, out);
}

static int play_back(const struct table_world *w, const char *body, const char *language, struct buf *out) {
    (void)language; /* the body says it */
    return replay_answer(w, body, strlen(body), out);
}

static bool is_picture(const char *path) {
    static const char ending[] = ".png";
    size_t n = strlen(path), k = sizeof ending - 1;
    return n > k && strcmp(path + n - k, ending) == 0;
}

/* ---- what is known at once */
static void get_game(struct desk *d, uint32_t from, const char *hash, const char *language) {
    struct buf out;
    char *end;
    uint64_t number = strtoull(hash, &end, 16);
    buf_init(&out);
    if (strlen(hash) == 16 && *end == '\0' &&
        games_describe(desk_games(d), number, language, &out)) /* words are mended */
        desk_answer(d, from, 200, NULL, language ? "public, max-age=600" : "public, max-age=31536000, immutable", &out);
    else
        refuse(d, from, 404, ERROR_no_table, "no table that is open plays such a game");
    buf_free(&out);
}

static void get_tables(struct desk *d, uint32_t from) {
    struct buf out;
    buf_init(&out);
    desk_list(d, &out);
    desk_answer(d, from, 200, NULL, NULL, &out);
    buf_free(&out);
}

/* ---- what a table answers */
static void get_table(struct desk *d, uint32_t from, const char *path) {
    size_t n = strcspn(path, "/");
    const char *rest = path + n;
    bool journal = strcmp(rest, "/journal") == 0, link = strcmp(rest, "/link") == 0;
    char id[TOKEN_LENGTH + 1] = "";
    if (!token_fits(path, n) || (*rest && !journal && !link)) {
        refuse(d, from, 404, ERROR_no_table, "there is no such table");
        return;
    }
    memcpy(id, path, n);
    enum mail_kind kind = journal ? MAIL_JOURNAL : link ? MAIL_LINK : MAIL_INFO;
    uint8_t rank = kind == MAIL_INFO ? RANK_PLAYED : RANK_WATCHED; /* journals and links may wait */
    desk_post(d, id, (struct mail){.kind = kind, .rank = rank, .from = from});
}

void request_get(struct desk *d, uint32_t from, const char *path, const char *language) {
    if (strcmp(path, "games") == 0)
        desk_send_on(d, from, list_games, NULL, NULL);
    else if (strncmp(path, "games/", 6) == 0)
        desk_send_on_as(d, from, tell_about, strdup(path + 6), language, is_picture(path) ? "image/png" : NULL);
    else if (strcmp(path, "cover.png") == 0)
        desk_send_on_as(d, from, draw_any, NULL, NULL, "image/png");
    else if (strcmp(path, "proof") == 0)
        desk_send_on(d, from, prove, NULL, NULL);
    else if (strcmp(path, "tables") == 0)
        get_tables(d, from);
    else if (strncmp(path, "game/", 5) == 0)
        get_game(d, from, path + 5, language);
    else if (strncmp(path, "tables/", 7) == 0)
        get_table(d, from, path + 7);
    else
        refuse(d, from, 404, ERROR_bad, "there is no such thing");
}

/* tables/ID/quiet/KEY: whoever has the key of a listener ends it. */
static bool post_quiet(struct desk *d, uint32_t from, const char *path) {
    static const char before[] = "tables/", between[] = "/quiet/";
    enum { ID = sizeof before - 1, KEY = ID + TOKEN_LENGTH + sizeof between - 1 };
    if (strncmp(path, before, ID) != 0 || strlen(path) != KEY + TOKEN_LENGTH) return false;
    if (strncmp(path + ID + TOKEN_LENGTH, between, sizeof between - 1) != 0) return false;
    if (!token_fits(path + ID, TOKEN_LENGTH) || !token_fits(path + KEY, TOKEN_LENGTH)) return false;
    char id[TOKEN_LENGTH + 1] = "", *key = strdup(path + KEY);
    memcpy(id, path + ID, TOKEN_LENGTH);
    if (key) desk_post(d, id, (struct mail){.kind = MAIL_QUIET, .from = from, .text = key, .n = TOKEN_LENGTH});
    return key != NULL;
}

void request_post(struct desk *d, uint32_t from, const char *path, const char *body, size_t n) {
    bool makes = strcmp(path, "tables") == 0, replays = strcmp(path, "replay") == 0;
    if (post_quiet(d, from, path)) return;
    char *text = strndup(body, n);
    if ((makes || replays) && text && strlen(text) == n) {
        if (makes)
            desk_make(d, (struct mail){.kind = MAIL_MAKE, .from = from, .text = text, .n = n});
        else
            desk_send_on(d, from, play_back, text, NULL);
        return;
    }
    free(text);
    if (makes || replays) /* a NUL, which is not JSON */
        refuse(d, from, error_status(ERROR_bad), ERROR_bad, "this is not JSON");
    else
        refuse(d, from, 405, ERROR_bad, "this cannot be done here");
}
