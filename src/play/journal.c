/* journal.c: reading journals and writing whole ones; see journal.h. */
#include "play/journal.h"

#include "play/answer_words.h"
#include "play/digest.h"

#include "base/file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { JOURNAL_LIMIT = 64 << 20 };

struct reader {
    struct journal *j;
    const char *at, *end;
    uint32_t line;
    bool first, playing; /* the opening line was met; the seed was met, so answers follow */
    bool game;           /* that line was met */
    struct buf *error;
};

static bool complain(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool complain(struct reader *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    buf_printf(r->error, "%s:%u: ", r->j->path, r->line);
    buf_vprintf(r->error, format, args);
    va_end(args);
    return false;
}

static bool parse_number(const char *text, int base, uint64_t highest, uint64_t *out) {
    char *end;
    if (!(*text >= '0' && *text <= '9') && base == 10) return false;
    errno = 0;
    unsigned long long n = strtoull(text, &end, base);
    *out = n;
    return *end == '\0' && end != text && errno == 0 && n <= highest;
}

static bool read_seed(struct reader *r, const char *value) {
    if (!r->game) return complain(r, "the line \"game NAME\" is missing before the seed");
    if (!parse_number(value, 10, UINT64_MAX, &r->j->seed)) return complain(r, "\"%s\" is not a seed", value);
    r->playing = true;
    return true;
}

/* "order deck: Rain, Sun" and "random 6, 2". */
static bool read_order(struct reader *r, const char *key, char *value) {
    struct journal_order order = {.line = r->line, .names = value};
    char *colon = strchr(value, ':');
    if (*key == 'o') {
        if (!colon || colon == value) return complain(r, "an order is written \"order PILE: CARD, CARD\"");
        *colon = '\0';
        order.pile = value;
        order.names = colon + 1;
    }
    return VEC_PUSH(&r->j->orders, order) || complain(r, "out of memory");
}

static bool read_header(struct reader *r, const char *key, char *value) {
    struct journal *j = r->j;
    uint64_t number;
    if (strcmp(key, "game") == 0) {
        j->game = value;
        r->game = true;
        return *value ? true : complain(r, "the game has no name");
    }
    if (strcmp(key, "definition") == 0) {
        j->written = true;
        if (strlen(value) == 16 && parse_number(value, 16, UINT64_MAX, &j->definition)) return true;
        return complain(r, "\"%s\" is not a hash: expected 16 hexadecimal digits", value);
    }
    if (strcmp(key, "rules") == 0) {
        if (!parse_number(value, 10, UINT32_MAX, &number) || number == 0)
            return complain(r, "\"%s\" is not a version of the rules", value);
        if (number > TN_RULES_VERSION)
            return complain(
                r, "written by a later version of the program: it plays by version %s of the rules, this one by %d",
                value, TN_RULES_VERSION);
        j->rules = (unsigned)number;
        return true;
    }
    if (strcmp(key, "players") == 0) {
        if (!parse_number(value, 10, MATCH_SEATS, &number) || number == 0)
            return complain(r, "\"%s\" is not a number of players", value);
        j->players = (unsigned)number;
        return true;
    }
    if (strcmp(key, "option") == 0) {
        if (!strchr(value, '=')) return complain(r, "an option is written \"option name=value\"");
        if (!VEC_PUSH(&j->options, value)) return complain(r, "out of memory");
        return true;
    }
    if (strcmp(key, "seat") == 0) {
        if (!strchr(value, '=')) return complain(r, "a seat is written \"seat NAME=person\" or \"seat NAME=BOT\"");
        if (!VEC_PUSH(&j->seats, ((struct journal_seat){r->line, value}))) return complain(r, "out of memory");
        return true;
    }
    if (strcmp(key, "from") == 0) {
        j->from = value;
        j->from_line = r->line;
        return *value ? true : complain(r, "a position in JSON, or the file it is in, is expected here");
    }
    if (strcmp(key, "order") == 0 || strcmp(key, "random") == 0) return read_order(r, key, value);
    if (strcmp(key, "seed") == 0) return read_seed(r, value);
    return complain(r,
                    "unknown word \"%s\": game, rules, definition, players, option, seat, from, order, random or seed "
                    "is expected here",
                    key);
}

/* "check DIGEST" and "result A score 12 rank 1". */
static bool read_check(struct reader *r, char *line) {
    struct journal_check check = {.line = r->line, .answers = r->j->answers.n};
    if (r->j->cut) return true; /* it may have said more */
    if (strncmp(line, "result ", 7) == 0)
        check.result = line + 7;
    else if (strlen(line) != 22 || !parse_number(line + 6, 16, UINT64_MAX, &check.digest))
        return complain(r, "\"%s\" is not a digest: expected 16 hexadecimal digits", line + 6);
    return VEC_PUSH(&r->j->checks, check) || complain(r, "out of memory");
}

static bool read_answer(struct reader *r, char *line) {
    if (strcmp(line, "result") == 0) return true;
    if (strncmp(line, "result ", 7) == 0 || strncmp(line, "check ", 6) == 0) return read_check(r, line);
    char *colon = strchr(line, ':');
    if (!colon) return complain(r, "an answer is written \"SEAT: words\", found \"%s\"", line);
    *colon = '\0';
    char *words = colon + 1;
    while (*words == ' ')
        words++;
    struct journal_entry entry = {r->line, line, words};
    if (!VEC_PUSH(&r->j->answers, entry)) return complain(r, "out of memory");
    return true;
}

static bool read_line(struct reader *r, char *line) {
    size_t n = strlen(line);
    while (n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\r' || line[n - 1] == '\t'))
        line[--n] = '\0';
    if (!r->first) {
        r->first = true;
        if (strcmp(line, "terrane journal 1") == 0) return true;
        if (strncmp(line, "terrane journal ", 16) == 0)
            return complain(r, "journals of version \"%s\" are not understood, only version 1", line + 16);
        return complain(r, "not a journal: the first line must be \"terrane journal 1\"");
    }
    if (n == 0 || line[0] == '#') return true;
    if (r->playing) return read_answer(r, line);
    char *value = strchr(line, ' ');
    if (value) *value++ = '\0';
    return read_header(r, line, value ? value : line + n);
}

bool journal_parse(struct journal *j, const char *path, const char *text, size_t n, struct buf *error) {
    struct reader r = {.j = j, .at = text, .end = text + n, .error = error};
    memset(j, 0, sizeof *j);
    arena_init(&j->arena);
    j->rules = 1;
    j->path = arena_strdup(&j->arena, path, strlen(path));
    if (!j->path) return buf_puts(error, "out of memory"), false;
    while (r.at < r.end) {
        const char *stop = memchr(r.at, '\n', (size_t)(r.end - r.at));
        r.line++;
        j->cut = stop == NULL;
        if (!stop) stop = r.end;
        size_t length = (size_t)(stop - r.at);
        if (memchr(r.at, '\0', length)) return complain(&r, "not a text file");
        char *line = arena_strdup(&j->arena, r.at, length);
        if (!line) return complain(&r, "out of memory");
        if (!read_line(&r, line)) return false;
        r.at = stop + (stop < r.end);
    }
    if (r.line == 0) r.line = 1;
    if (!r.playing) return complain(&r, r.first ? "the journal ends before its seed" : "the file is empty");
    return true;
}

bool journal_add(struct journal *j, const char *line, uint32_t number, struct buf *error) {
    struct reader r = {.j = j, .line = number, .first = true, .playing = true, .game = true, .error = error};
    char *copy = arena_strdup(&j->arena, line, strlen(line));
    return copy ? read_line(&r, copy) : complain(&r, "out of memory");
}

bool journal_read(struct journal *j, const char *path, struct buf *error) {
    struct buf text;
    buf_init(&text);
    memset(j, 0, sizeof *j);
    enum file_status status = file_read(path, JOURNAL_LIMIT, &text);
    bool ok = status == FILE_OK;
    if (ok)
        ok = journal_parse(j, path, text.data, text.n, error);
    else
        buf_printf(error, "%s: %s", path, file_status_text(status));
    buf_free(&text);
    return ok;
}

void journal_free(struct journal *j) {
    VEC_FREE(&j->options);
    VEC_FREE(&j->seats);
    VEC_FREE(&j->orders);
    VEC_FREE(&j->answers);
    VEC_FREE(&j->checks);
    arena_free(&j->arena);
    memset(j, 0, sizeof *j);
}

bool journal_fits(const struct journal *j, uint64_t definition, struct buf *error) {
    if (!j->written || j->definition == definition) return true;
    buf_printf(error,
               "%s: the journal was written with another definition of \"%s\": it says %016" PRIx64
               ", the file is now %016" PRIx64,
               j->path, j->game, j->definition, definition);
    return false;
}

static unsigned seat_named(const tn_game *game, const char *name) {
    unsigned seat = 0;
    while (seat < tn_game_seat_count(game) && strcmp(tn_game_seat_name(game, seat), name) != 0)
        seat++;
    return seat;
}

struct step {
    struct match *match;
    struct say say;
};

static bool add_losses(struct step *step) {
    for (size_t i = 0; i < step->match->losses.n; i++)
        if (!VEC_PUSH(&step->say.losses, step->match->losses.data[i])) return false;
    return true;
}

static void complain_not_asked(const struct match *m, const char *seat, struct buf *error) {
    unsigned next = match_next(m);
    if (next == MATCH_SEATS)
        buf_printf(error, "the game is over: nobody is asked");
    else
        buf_printf(error, "%s is not asked here; %s is", seat, tn_game_seat_name(m->game, next));
}

static tn_status make_answer(void *user, unsigned seat, uint32_t answer) {
    struct step *step = user;
    tn_status status = match_answer(step->match, seat, answer);
    if (!add_losses(step)) status = TN_NOMEM;
    if (status == TN_BAD_STATE) buf_puts(step->say.message, step->match->wrong);
    return status == TN_FAULT ? TN_OK : status; /* the fault is the match's to report */
}

static void *save(void *user) {
    return match_mark(((struct step *)user)->match);
}

static void restore(void *user, void *saved) {
    match_return(((struct step *)user)->match, saved);
}

/* What a seat says from line i on, up to the line of another. */
struct said {
    struct arena arena;
    say_list words;
    VEC(size_t) ends; /* of each line, in words */
    int next;
};

static bool gather(const struct journal *j, size_t i, const tn_game *game, struct said *out) {
    const char *seat = j->answers.data[i].seat;
    bool fine = true;
    for (; fine && i < j->answers.n && strcmp(j->answers.data[i].seat, seat) == 0; i++)
        fine = say_split(j->answers.data[i].words, &out->arena, &out->words) && VEC_PUSH(&out->ends, out->words.n);
    unsigned next = i < j->answers.n ? seat_named(game, j->answers.data[i].seat) : tn_game_seat_count(game);
    out->next = next < tn_game_seat_count(game) ? (int)next : -1;
    return fine;
}

/* What was given of later lines is remembered: the step of such a line does the rest. */
static bool give_words(struct journal *j, size_t i, struct say *s, int seat) {
    struct said said = {.next = -1};
    size_t ahead = j->ahead_of == i ? j->ahead : 0, used = 0, line = 0;
    arena_init(&said.arena);
    bool ok = gather(j, i, s->at.game, &said) || say_fail(s, "out of memory");
    if (ok && said.ends.data[0] > ahead) {
        struct say_words words = {said.words.data + ahead, said.ends.data[0] - ahead, said.words.n - ahead, said.next};
        ok = say_words(s, seat, words, &used);
    }
    for (used += ahead; ok && line + 1 < said.ends.n && said.ends.data[line] <= used; line++)
        j->ahead = used - said.ends.data[line], j->ahead_of = i + line + 1;
    VEC_FREE(&said.words);
    VEC_FREE(&said.ends);
    arena_free(&said.arena);
    return ok;
}

static bool give_answers(struct journal *j, size_t i, struct match *m, int seat, struct buf *error) {
    struct step step = {.match = m};
    step.say = (struct say){.at = match_asking(m, (unsigned)seat),
                            .exact = j->written,
                            .apply = make_answer,
                            .save = j->written ? NULL : save,
                            .restore = restore,
                            .user = &step,
                            .message = error};
    say_init(&step.say);
    const char *words = j->answers.data[i].words;
    bool whole = j->written || (strchr(words, ',') && j->ahead_of != i);
    bool ok = add_losses(&step); /* what the line before cost may be said now */
    say_recall(&step.say, (unsigned)seat);
    if (ok && !(whole && say_whole(&step.say, seat, words, &ok))) ok = give_words(j, i, &step.say, seat);
    if (ok && !j->written && !j->live && i + 1 == j->answers.n) ok = say_to_the_end(&step.say);
    say_free(&step.say);
    return ok;
}

static void put_result(const struct match *m, unsigned seat, struct buf *out) {
    buf_printf(out, "%s score %d rank %u", tn_game_seat_name(m->game, seat),
               (int)tn_state_score(m->ctx, m->state, seat), tn_state_rank(m->ctx, m->state, seat));
}

static bool result_holds(const struct match *m, const char *said) {
    bool holds = false;
    for (unsigned seat = 0; seat < m->seats && !holds && match_status(m) == TN_OVER; seat++) {
        struct buf now;
        buf_init(&now);
        put_result(m, seat, &now);
        holds = !now.failed && strcmp(now.data, said) == 0;
        buf_free(&now);
    }
    return holds;
}

/* The same answers must have come to the same position, or the rules are played otherwise now. */
static bool agrees(const struct journal *j, size_t answers, const struct match *m, struct buf *error) {
    for (size_t i = 0; i < j->checks.n && j->written; i++) {
        const struct journal_check *c = &j->checks.data[i];
        if (c->answers != answers) continue;
        if (c->result ? result_holds(m, c->result) : c->digest == position_digest(m->game, m->state)) continue;
        buf_printf(error,
                   "%s:%u: the same answers come to another position now than when this was written "
                   "(rules of version %u, now %d)",
                   j->path, c->line, j->rules, TN_RULES_VERSION);
        return false;
    }
    return true;
}

bool journal_step(struct journal *j, size_t i, struct match *m, struct buf *error) {
    const struct journal_entry *entry = &j->answers.data[i];
    unsigned seat = seat_named(m->game, entry->seat);
    size_t start = error->n;
    bool ok = false;
    buf_printf(error, "%s:%u: ", j->path, entry->line);
    if (seat == tn_game_seat_count(m->game))
        buf_printf(error, "there is no seat \"%s\"", entry->seat);
    else if (j->written && !(tn_state_asked(m->game, m->state) >> seat & 1u))
        complain_not_asked(m, entry->seat, error);
    else
        ok = give_answers(j, i, m, (int)seat, error);
    if (!ok && j->cut && i + 1 == j->answers.n) ok = true;
    if (ok) {
        error->n = start;
        if (error->cap > 0) error->data[start] = '\0';
    }
    return ok && agrees(j, i + 1, m, error);
}

/* ---- writing */
static void write_setup(const struct match *m, struct buf *out) {
    if (m->origin) {
        size_t n = tn_state_json(m->ctx, m->origin, TN_EVERYTHING, NULL, 0);
        buf_puts(out, "from ");
        char *room = n ? buf_room(out, n) : NULL;
        if (room) buf_added(out, tn_state_json(m->ctx, m->origin, TN_EVERYTHING, room, n + 1));
        if (!n) out->failed = true;
        buf_putc(out, '\n');
    }
    for (size_t i = 0; i < m->setup.n_orders; i++) {
        const struct match_order *o = &m->setup.orders[i];
        tn_zone zone;
        if (o->zone >= 0) tn_game_zone(tn_game_plain(m->game), (size_t)o->zone, &zone);
        if (o->zone < 0)
            buf_puts(out, "random ");
        else if (o->owner < 0)
            buf_printf(out, "order %s: ", zone.name);
        else
            buf_printf(out, "order %s.%s: ", tn_game_seat_name(m->game, (unsigned)o->owner), zone.name);
        for (size_t k = 0; k < o->n; k++)
            buf_printf(out, "%s%s", k ? ", " : "", o->names[k]);
        buf_putc(out, '\n');
    }
}

void journal_write_open(const struct match *m, const char *game, struct buf *out) {
    buf_puts(out, "terrane journal 1\n");
    buf_printf(out, "game %s\n", game);
    buf_printf(out, "rules %d\n", match_rules(m));
    buf_printf(out, "definition %016" PRIx64 "\n", tn_game_source_hash(m->game));
    buf_printf(out, "players %u\n", m->seats);
    for (size_t i = 0; i < tn_game_option_count(m->game); i++) {
        const char *name, *value;
        tn_game_option(m->game, i, &name, &value);
        buf_printf(out, "option %s=%s\n", name, value);
    }
    for (unsigned seat = 0; seat < m->seats && m->seated; seat++)
        buf_printf(out, "seat %s=%s\n", tn_game_seat_name(m->game, seat),
                   m->bots[seat] ? m->bots[seat]->name : "person");
    write_setup(m, out);
    buf_printf(out, "seed %" PRIu64 "\n", m->seed);
    for (size_t i = 0; i < m->history.n; i++)
        buf_printf(out, "%s: %s\n", tn_game_seat_name(m->game, m->history.data[i].seat), m->history.data[i].words);
}

void journal_write(const struct match *m, const char *game, struct buf *out) {
    journal_write_open(m, game, out);
    if (m->history.n > 0 && match_status(m) != TN_FAULT)
        buf_printf(out, "check %016" PRIx64 "\n", position_digest(m->game, m->state));
    if (match_status(m) != TN_OVER) return;
    for (unsigned seat = 0; seat < m->seats; seat++) {
        buf_puts(out, "result ");
        put_result(m, seat, out);
        buf_putc(out, '\n');
    }
}
