/* table_begin.c: how a table comes to be: from what was posted, from the table before it, from the store; and its
 * journal when it is over. See table.h.
 */
#include "table/table.h"

#include "play/journal.h"
#include "play/link.h"
#include "table/replay.h"
#include "table/table_clock.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCK_MOST = 60 * 24 * 3600 };

/* ---- what was posted */
struct wish {
    const char *game; /* or a link: */
    const char *link; /* NULL: the game begins */
    bool last;        /* at its last moment, else at `at` */
    uint32_t at;
    VEC(const char *) options;
    struct people people;
    bool listed, seeded, practice, takeover, always;
    uint64_t seed;
    uint32_t clock, move_clock;
    enum late late;
};

static const char *read_options(const struct value *v, struct arena *arena, struct wish *w) {
    if (!v || v->type == VALUE_NULL) return NULL;
    if (v->type != VALUE_OBJECT) return "\"options\" is an object of names and values";
    for (const struct value *o = v->kids; o; o = o->next) {
        const char *text = value_text(o);
        if (o->type == VALUE_NUMBER) text = arena_strdup(arena, o->raw, o->raw_size);
        const char *pair = text ? arena_printf(arena, "%s=%s", o->key, text) : NULL;
        if (!pair) return "the value of an option is a text";
        if (!VEC_PUSH(&w->options, pair)) return "out of memory";
    }
    return NULL;
}

static const char *read_seats(const struct value *v, struct wish *w) {
    if (!v || v->type != VALUE_ARRAY) return "\"seats\" is a list of {\"bot\": NAME or null, \"name\": …}";
    for (const struct value *s = v->kids; s; s = s->next) {
        if (w->people.n == MATCH_SEATS) return "there are too many seats";
        struct seat *seat = &w->people.seats[w->people.n++];
        const struct value *bot = value_get(s, "bot"), *name = value_get(s, "name");
        if (s->type != VALUE_OBJECT) return "a seat is an object";
        if (name && name->type != VALUE_NULL && !name_read(name, seat->name)) return NAME_RULE;
        if (!bot || bot->type == VALUE_NULL) continue;
        struct buf error;
        buf_init(&error);
        seat->bot = value_text(bot) ? bot_find(value_text(bot), &error) : NULL;
        buf_free(&error);
        if (!seat->bot) return "there is no such bot";
    }
    return w->people.n ? NULL : "there are no seats";
}

/* A number, or a text of digits for those JSON's readers would round. */
static bool read_seed(const struct value *v, uint64_t *out) {
    const char *text = v->type == VALUE_TEXT ? value_text(v) : v->type == VALUE_NUMBER ? v->raw : NULL;
    char *end;
    if (!text || *text < '0' || *text > '9') return false;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return errno == 0 && (v->type == VALUE_TEXT ? *end == '\0' : end == v->raw + v->raw_size);
}

/* Which game, and from its beginning. */
static const char *read_game(const struct value *v, struct arena *arena, struct wish *w) {
    const struct value *seed = value_get(v, "seed");
    w->game = value_text(value_get(v, "game"));
    if (!w->game) return "\"game\" is the name of a game";
    w->seeded = seed && seed->type != VALUE_NULL;
    if (w->seeded && !read_seed(seed, &w->seed)) return "\"seed\" is a whole number, or null";
    return read_options(value_get(v, "options"), arena, w);
}

/* A moment of a game that was played. */
static const char *read_link(const struct value *v, struct wish *w) {
    const struct value *n = value_get(v, "n");
    uint64_t at = 0;
    w->link = value_text(value_get(v, "link"));
    if (!w->link) return "\"link\" is the link of a game";
    w->last = !n || n->type == VALUE_NULL;
    if (!w->last && (n->type != VALUE_NUMBER || !read_seed(n, &at) || at > LINK_ANSWERS))
        return "\"n\" is a whole number from 0 on, or null";
    w->at = (uint32_t)at;
    w->seeded = true; /* who has the link knows the seed */
    return NULL;
}

/* A number of seconds; false: it is none. */
static bool read_seconds(const struct value *v, uint32_t *out) {
    int64_t seconds = value_number(v, 0);
    *out = (uint32_t)seconds;
    return !v || v->type == VALUE_NULL || (v->type == VALUE_NUMBER && seconds >= 1 && seconds <= CLOCK_MOST);
}

static const char *read_clocks(const struct value *v, struct wish *w) {
    const struct value *late = value_get(v, "late");
    if (!read_seconds(value_get(v, "clock"), &w->clock)) return "\"clock\" is a number of seconds, or null";
    if (!read_seconds(value_get(v, "move_clock"), &w->move_clock))
        return "\"move_clock\" is a number of seconds, or null";
    if (late && late->type != VALUE_NULL && late->type != VALUE_TEXT) return "\"late\" is \"bot\", \"pass\" or null";
    if (!late_read(value_text(late), &w->late)) return "\"late\" is \"bot\", \"pass\" or null";
    const struct value *always = value_get(v, "always");
    w->always = always && always->type == VALUE_TRUE;
    if (w->always && !w->clock && !w->move_clock) return "\"always\" goes with a clock";
    if (w->late != LATE_NOTHING && !w->clock && !w->move_clock) return "\"late\" goes with a clock";
    return NULL;
}

static const char *read_wish(const struct value *v, struct arena *arena, struct wish *w) {
    const struct value *listed = value_get(v, "listed");
    const struct value *practice = value_get(v, "practice"), *takeover = value_get(v, "takeover");
    if (!v || v->type != VALUE_OBJECT) return "an object is expected";
    const char *why = value_get(v, "link") ? read_link(v, w) : read_game(v, arena, w);
    if (!why && !(w->link && !value_get(v, "seats"))) why = read_seats(value_get(v, "seats"), w);
    if (why) return why;
    w->listed = listed && listed->type == VALUE_TRUE;
    w->practice = practice && practice->type == VALUE_TRUE;
    w->takeover = takeover && takeover->type == VALUE_TRUE;
    return read_clocks(v, w);
}

static void put_seconds(struct json *j, const char *key, uint32_t seconds) {
    if (seconds)
        json_unsigned(j, key, seconds);
    else
        json_text(j, key, NULL);
}

/* The settings of a table, to be shown, shared and made again. */
static char *write_facts(const tn_game *game, const struct wish *w) {
    struct buf out;
    struct json j;
    json_init(&j, &out);
    j.tight = true;
    json_object(&j, NULL);
    json_object(&j, "options");
    for (size_t i = 0; i < tn_game_option_count(game); i++) {
        const char *name, *value;
        tn_game_option(game, i, &name, &value);
        json_text(&j, name, value);
    }
    json_close(&j);
    json_bool(&j, "listed", w->listed);
    json_bool(&j, "seeded", w->seeded);
    json_bool(&j, "practice", w->practice);
    json_bool(&j, "takeover", w->takeover);
    put_seconds(&j, "clock", w->clock);
    put_seconds(&j, "move_clock", w->move_clock);
    json_text(&j, "late", late_text(w->late));
    json_bool(&j, "always", w->always);
    json_close(&j);
    char *text = out.failed ? NULL : strdup(out.data);
    buf_free(&out);
    return text;
}

/* ---- beginning */
static void read_facts(struct table *t) {
    struct arena arena;
    const char *why;
    arena_init(&arena);
    const struct value *v = t->facts ? value_parse(&arena, t->facts, strlen(t->facts), &why, NULL) : NULL;
    const struct value *practice = value_get(v, "practice"), *takeover = value_get(v, "takeover");
    t->clock = (uint32_t)value_number(value_get(v, "clock"), 0);
    t->move_clock = (uint32_t)value_number(value_get(v, "move_clock"), 0);
    const struct value *always = value_get(v, "always");
    t->always = always && always->type == VALUE_TRUE;
    late_read(value_text(value_get(v, "late")), &t->late);
    t->practice = practice && practice->type == VALUE_TRUE;
    t->takeover = takeover && takeover->type == VALUE_TRUE;
    arena_free(&arena);
}

/* Whoever comes may read another language, also what was said before. */
static bool add_voices(struct table *t) {
    const tn_game *games[PLAYED_VOICES];
    size_t n = played_voices(t->played, games);
    return match_voices(&t->match, games, n) != TN_NOMEM;
}

/* The match has begun: notes what is to be stored of a new table, what was played of it already too. */
static bool begin_new(struct table *t, struct outcome *o) {
    struct buf header;
    size_t answers = t->match.history.n;
    if (!add_voices(t)) return false;
    if (!t->name || !t->title || !t->facts) return false;
    buf_init(&header);
    t->match.history.n = 0; /* those are lines */
    journal_write(&t->match, t->name, &header);
    t->match.history.n = answers;
    for (size_t i = 0; i < answers; i++) {
        const struct match_answer *made = &t->match.history.data[i];
        const char *seat = tn_game_seat_name(t->match.game, made->seat);
        table_add_line(t, o, arena_printf(&o->arena, "%s: %s", seat, made->words), 0, 0);
    }
    t->leads = true;
    o->made = (struct store_new){.definition = tn_game_source_hash(t->match.game),
                                 .game = tn_game_hash(t->match.game),
                                 .name = t->name,
                                 .title = t->title,
                                 .header = arena_strdup(&o->arena, header.data, header.n),
                                 .facts = t->facts,
                                 .listed = t->listed,
                                 .created = (int64_t)t->world->now()};
    o->made.files = played_files(t->played, &o->made.n_files);
    o->write.made = &o->made;
    buf_free(&header);
    read_facts(t);
    for (unsigned seat = 0; seat < t->match.seats; seat++)
        clock_open(t, seat);
    t->ready = !o->arena.failed;
    world_count(t->world, COUNT_TABLES_MADE, 1);
    return t->ready;
}

/* The secret of who makes the table holds the first seat of a person. */
static struct token seat_host(const struct table_world *world, struct people *p) {
    struct token secret = token_new(world);
    p->host = token_hash(world, secret.text);
    for (unsigned i = 0; i < p->n; i++) {
        if (p->seats[i].bot) continue;
        p->seats[i].held = true;
        p->seats[i].secret = p->host;
        break;
    }
    for (unsigned i = 0; i < p->n; i++)
        if (!p->seats[i].held && !p->seats[i].bot) p->seats[i].name[0] = '\0'; /* others bring their names */
    return secret;
}

static void send_made(const struct table *t, const struct token *secret, uint32_t from, struct outcome *o) {
    struct buf out;
    struct json j;
    json_init(&j, &out);
    j.tight = true;
    json_object(&j, NULL);
    json_text(&j, "id", t->id.text);
    json_text(&j, "token", secret->text);
    json_close(&j);
    outcome_http(o, from, 201, NULL, &out);
    buf_free(&out);
}

static bool start_match(struct table *t, uint64_t seed) {
    tn_status status = match_init(&t->match, played_game(t->played), seed);
    return status == TN_OK || status == TN_FAULT;
}

/* The match of a new game; NULL, or what is wrong. */
static const char *open_game(struct table *t, const struct wish *w, struct buf *error) {
    tn_config config = {w->people.n, w->options.data, w->options.n};
    t->played = games_open(t->world->games, w->game, &config, error);
    if (!t->played) return error->data;
    t->name = strdup(w->game);
    return start_match(t, w->seed) ? NULL : "the game cannot be started";
}

/* The match of a link, at the wanted moment. */
static const char *open_link(struct table *t, struct wish *w, enum error_code *code, struct buf *error) {
    struct buf name;
    buf_init(&name);
    t->played = replay_link(t->world, w->link, &t->match, &name, code, error);
    t->name = t->played ? strdup(name.data) : NULL;
    buf_free(&name);
    if (!t->played) return error->data;
    *code = ERROR_bad;
    unsigned seats = t->match.seats;
    if (w->people.n == 0) w->people.n = seats; /* persons */
    if (w->people.n != seats) return buf_printf(error, "the game of the link has %u seats", seats), error->data;
    if (!w->last && w->at > t->match.history.n) return "the game has no such moment";
    if (!w->last && match_rewind(&t->match, w->at) != TN_OK) return "the game cannot be started there";
    return match_status(&t->match) == TN_ASK ? NULL : "the game is over at that moment: there is nothing to play";
}

void table_make(struct table *t, const struct mail *m, struct outcome *o) {
    struct wish w = {.seed = token_seed(t->world)};
    struct arena arena;
    struct buf error;
    enum error_code code = ERROR_bad;
    const char *why = NULL;
    arena_init(&arena);
    buf_init(&error);
    const struct value *v = value_parse(&arena, m->text, m->n, &why, NULL);
    if (v) why = read_wish(v, &arena, &w);
    if (!why) why = w.link ? open_link(t, &w, &code, &error) : open_game(t, &w, &error);
    if (!why) {
        struct token secret = seat_host(t->world, &w.people);
        t->people = w.people;
        t->title = strdup(tn_game_title(played_game(t->played)));
        t->facts = write_facts(played_game(t->played), &w);
        t->listed = w.listed;
        if (begin_new(t, o))
            send_made(t, &secret, m->from, o);
        else
            why = "the game cannot be started";
    }
    if (why) outcome_refuse(o, m->from, true, code, why, NULL, 0);
    VEC_FREE(&w.options);
    buf_free(&error);
    arena_free(&arena);
}

/* The tokens of the table before open the same seats here. */
void table_make_again(struct table *t, const struct mail *m, struct outcome *o) {
    struct likeness *like = m->like;
    if (!people_read(&t->people, &t->turns, m->text)) return;
    memset(&t->people.next, 0, sizeof t->people.next);
    t->people.next_is_same = false;
    t->people.seed_known &= m->same;
    turns_begin_again(&t->turns);
    t->people.agreed = 0;
    for (unsigned i = 0; i < t->people.n; i++) {
        struct seat *s = &t->people.seats[i];
        s->had = s->held;                                       /* nobody has seen anything yet */
        if (s->held && (s->resigned || s->late)) s->bot = NULL; /* a new game for who had given up */
        s->resigned = false;
        s->late = 0;
    }
    t->played = like->played;
    t->name = like->name, t->title = like->title, t->facts = like->facts;
    like->played = NULL;
    like->name = like->title = like->facts = NULL;
    t->listed = like->listed;
    if (start_match(t, like->seed)) begin_new(t, o);
}

/* ---- from the store */
/* The journal as if nothing had ever been undone; what was known of positions must come true again. */
static void write_journal(const struct store_table *s, struct buf *out) {
    VEC(const struct store_line *) lines = {0};
    bool fine = true;
    for (size_t i = 0; i < s->lines.n && fine; i++) {
        const char *text = s->lines.data[i].text;
        if (strcmp(text, STORE_ENDED) == 0) break; /* nothing comes behind it */
        if (strncmp(text, "undo ", 5) == 0) {
            size_t to = (size_t)strtoull(text + 5, NULL, 10);
            if (to < lines.n) lines.n = to;
        } else {
            fine = VEC_PUSH(&lines, &s->lines.data[i]);
        }
    }
    buf_puts(out, s->header);
    for (size_t i = 0; i < lines.n; i++) {
        buf_printf(out, "%s\n", lines.data[i]->text);
        if (lines.data[i]->digest) buf_printf(out, "check %016" PRIx64 "\n", lines.data[i]->digest);
    }
    if (!fine) out->failed = true;
    VEC_FREE(&lines);
}

/* False: *error says why to who runs the server, *reason to who comes to the table, without what may be secret. */
static bool replay(struct table *t, const struct store_table *s, struct journal *j, struct buf *error,
                   struct buf *reason) {
    tn_config config = {j->players, j->options.data, j->options.n};
    struct match_setup setup;
    t->played = games_open_texts(t->world->games, s->name, s->definition, s->files, s->n_files, &config, error);
    if (!t->played || !journal_fits(j, tn_game_source_hash(played_game(t->played)), error) ||
        !journal_setup(j, played_game(t->played), &setup, error))
        return false;
    tn_status status = match_begin(&t->match, played_game(t->played), &setup);
    /* Nothing of the journal is kept */
    t->match.setup = (struct match_setup){.seed = setup.seed, .rules = setup.rules};
    if (status != TN_OK && status != TN_FAULT) return buf_puts(error, "the match cannot be started"), false;
    for (size_t i = 0; i < j->answers.n; i++) {
        size_t before = t->match.history.n;
        if (journal_step(j, i, &t->match, error)) continue;
        buf_printf(reason, "its answer %zu %s", i + 1,
                   t->match.history.n > before ? "now leads to another position" : "is no longer possible");
        return false;
    }
    return add_voices(t) || (buf_puts(error, "out of memory"), false);
}

static unsigned seat_of_line(const struct match *m, const char *text) {
    unsigned seat = 0;
    for (; seat < m->seats; seat++) {
        size_t n = strlen(tn_game_seat_name(m->game, seat));
        if (strncmp(text, tn_game_seat_name(m->game, seat), n) == 0 && text[n] == ':') break;
    }
    return seat;
}

static void take_over(struct table *t, const struct store_table *s) {
    t->name = strdup(s->name);
    t->title = strdup(s->title);
    t->facts = strdup(s->facts);
    t->listed = s->listed;
    read_facts(t);
    t->revision = (uint32_t)s->lines.n;
    for (size_t i = 0; i < s->lines.n; i++) {
        unsigned seat = seat_of_line(&t->match, s->lines.data[i].text);
        if (seat < t->match.seats) t->used[seat] += s->lines.data[i].spent;
    }
    for (unsigned seat = 0; seat < t->match.seats; seat++)
        t->since[seat] = t->revision;
    t->ended = s->lines.n > 0 && strcmp(s->lines.data[s->lines.n - 1].text, STORE_ENDED) == 0;
    clock_resume(t);
    t->ready = t->name && t->title && t->facts;
    if (!t->readonly) table_keep(t);
}

/* It cannot be played on: what was recorded of it stays, the match goes. */
static void make_readonly(struct table *t, const struct store_table *s, const struct journal *j, const char *text,
                          const char *reason) {
    struct buf why;
    buf_init(&why);
    buf_printf(&why, "this version of the program cannot go on with it (rules of version %u, now %d): %s",
               j->rules ? j->rules : 1, TN_RULES_VERSION, reason);
    t->readonly = why.failed ? NULL : readonly_new(t, s, j, text, why.data);
    buf_free(&why);
    match_free(&t->match);
    memset(&t->match, 0, sizeof t->match);
    games_close(t->world->games, t->played);
    t->played = NULL;
    if (t->readonly) take_over(t, s);
}

/* Whether it is led here, which is to be so before it is read: nobody else stores anything behind that. */
static bool take_lead(struct table *t) {
    struct store *s = t->world->store;
    t->leads = !s->claim || s->claim(s, t->id.text, t->lease) == CLAIM_MINE;
    return t->leads;
}

static void tell_game(const struct table *t) {
    struct store *s = t->world->store;
    if (s->note_game && t->match.game) s->note_game(s, t->id.text, t->lease, tn_game_hash(t->match.game));
}

void table_load(struct table *t, struct outcome *o) {
    struct store_table s;
    struct journal j = {0};
    struct buf text, error, reason;
    (void)o;
    buf_init(&text);
    buf_init(&error);
    buf_init(&reason);
    bool led = take_lead(t);
    bool found = t->world->store->read(t->world->store, t->id.text, &s, &error);
    bool elsewhere = found && !led; /* or the store could not be asked */
    if (found && led) {
        write_journal(&s, &text);
        bool known = !text.failed && people_read(&t->people, &t->turns, s.people);
        bool read = known && journal_parse(&j, t->id.text, text.data, text.n, &error);
        bool fine = read && replay(t, &s, &j, &error, &reason) && t->people.n == t->match.seats;
        if (fine)
            take_over(t, &s);
        else if (known && !t->match.out_of_memory)
            make_readonly(t, &s, &j, text.data,
                          reason.n ? reason.data
                          : read   ? "its rules cannot be read"
                                   : "its journal cannot be read");
        if (t->ready) world_count(t->world, COUNT_TABLES_RESUMED, 1);
        if (t->ready) tell_game(t);
        journal_free(&j);
    }
    t->unread = elsewhere || (!found && error.n > 0);
    if (error.n) world_report(t->world, error.data);
    store_table_free(&s);
    buf_free(&text);
    buf_free(&error);
    buf_free(&reason);
}

/* ---- when it is over */
static void send_journal(const struct table *t, uint32_t from, struct outcome *o) {
    struct buf out;
    buf_init(&out);
    journal_write(&t->match, t->name, &out);
    if (t->ended) buf_puts(&out, "# " STORE_ENDED "\n");
    outcome_http(o, from, 200, "text/plain; charset=utf-8", &out);
    buf_free(&out);
}

static void send_link(const struct table *t, uint32_t from, struct outcome *o) {
    struct buf link, out, error;
    struct json j;
    buf_init(&link);
    buf_init(&error);
    json_init(&j, &out);
    j.tight = true;
    if (link_write(&t->match, t->name, &link, &error)) {
        json_object(&j, NULL);
        json_text(&j, "link", link.data);
        json_close(&j);
        outcome_http(o, from, 200, NULL, &out);
    } else {
        outcome_refuse(o, from, true, ERROR_too_large, error.data, NULL, 0);
    }
    buf_free(&link);
    buf_free(&out);
    buf_free(&error);
}

static void send_recorded(const struct table *t, const struct mail *m, struct outcome *o) {
    struct buf out;
    buf_init(&out);
    buf_puts(&out, t->readonly->journal);
    if (m->kind == MAIL_LINK)
        outcome_refuse(o, m->from, true, ERROR_readonly, t->readonly->reason, NULL, 0);
    else
        outcome_http(o, m->from, 200, "text/plain; charset=utf-8", &out);
    buf_free(&out);
}

const char *table_why_secret(const struct table *t) {
    if (!table_is_over(t)) return "the game is not over";
    return t->world->store->seed_in_use(t->world->store, t->id.text) ? "the same game is being played again" : NULL;
}

const char *table_why_no_copy(const struct table *t, unsigned seat) {
    if (table_is_over(t)) return table_why_secret(t);
    if (!t->practice) return "the game is not over, and the table is not for practice";
    for (unsigned i = 0; i < t->people.n; i++)
        if (i != seat && (!t->people.seats[i].bot || t->people.seats[i].held)) return "others play at this table, too";
    return t->world->store->seed_in_use(t->world->store, t->id.text) ? "the same game is being played elsewhere" : NULL;
}

void table_journal(struct table *t, const struct mail *m, struct outcome *o) {
    const char *secret = t->world->open ? NULL : table_why_secret(t);
    if (secret)
        outcome_refuse(o, m->from, true, ERROR_not_yours, secret, NULL, 0);
    else if (t->readonly)
        send_recorded(t, m, o);
    else if (m->kind == MAIL_LINK)
        send_link(t, m->from, o);
    else
        send_journal(t, m->from, o);
}
