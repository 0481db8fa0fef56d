/* table.c: see table.h: reading mail, answers and what follows them, undo, going back to what is stored. */
#include "table/table.h"

#include "play/digest.h"
#include "show/analyse.h"
#include "table/preview.h"
#include "table/table_clock.h"

#include <stdlib.h>
#include <string.h>

struct table *table_new(const struct table_world *world, const char *id) {
    struct table *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->world = world;
    memcpy(t->id.text, id, TOKEN_LENGTH);
    t->loaded = world->now();
    if (world->store->claim) t->lease = store_lease(world);
    return t;
}

void table_free(struct table *t) {
    if (!t) return;
    match_free(&t->match);
    readonly_free(t->readonly);
    games_close(t->world->games, t->played);
    free(t->name), free(t->title), free(t->facts);
    VEC_FREE(&t->guests);
    reply_cache_clear(&t->replies);
    hindsight_free(t);
    turns_free(&t->turns);
    turns_free(&t->kept.turns);
    VEC_FREE(&t->kept.answers);
    VEC_FREE(&t->kept.seats);
    free(t);
}

void mail_free(struct mail *m, struct games *games) {
    free(m->text);
    if (m->like) {
        games_close(games, m->like->played);
        free(m->like->name), free(m->like->title), free(m->like->facts);
        free(m->like);
    }
    if (m->analysis) analyse_free(m->analysis);
    free(m->analysis);
    m->text = NULL;
    m->like = NULL;
    m->analysis = NULL;
}

struct likeness *table_likeness(const struct table *t, bool same_seed) {
    struct likeness *like = calloc(1, sizeof *like);
    if (!like) return NULL;
    like->played = games_hold(t->world->games, t->played);
    like->name = strdup(t->name);
    like->title = strdup(t->title);
    like->facts = strdup(t->facts);
    like->seed = same_seed ? t->match.seed : token_seed(t->world);
    like->listed = t->listed;
    return like;
}

bool mail_is_request(const struct mail *m) {
    return m->kind == MAIL_INFO || m->kind == MAIL_JOURNAL || m->kind == MAIL_LINK || m->kind == MAIL_PAGE ||
           m->kind == MAIL_QUIET;
}

bool table_is_over(const struct table *t) {
    if (t->readonly) return t->readonly->over;
    return t->ready && (t->ended || match_status(&t->match) != TN_ASK);
}

bool table_is_watched(const struct table *t) {
    return t->guests.n > 0;
}

struct guest *table_guest(struct table *t, uint32_t from) {
    for (size_t i = 0; i < t->guests.n; i++)
        if (t->guests.data[i].from == from) return &t->guests.data[i];
    return NULL;
}

/* ---- answers */
void table_add_line(struct table *t, struct outcome *o, const char *text, uint32_t spent, uint64_t digest) {
    struct store_line line = {t->revision, spent, text, digest};
    if (!text || !VEC_PUSH(&o->lines, line)) o->out_of_memory = true;
    t->revision++;
    t->moved = true;
}

uint32_t table_asked(const struct table *t) {
    bool asks = !t->readonly && !t->ended && match_status(&t->match) == TN_ASK;
    return asks ? tn_state_asked(t->match.game, t->match.state) : 0;
}

/* Questions that were not open before, or whose seat has answered, are opened now. */
static void open_questions(struct table *t, uint32_t before, unsigned answered) {
    uint32_t asked = table_asked(t);
    for (unsigned seat = 0; seat < t->match.seats; seat++) {
        if (!(asked >> seat & 1u) || (before >> seat & 1u && seat != answered)) continue;
        t->since[seat] = t->revision;
        clock_open(t, seat);
    }
}

/* One answer and nothing more. */
static tn_status answer_one(struct table *t, unsigned seat, uint32_t answer, struct outcome *o) {
    struct match *m = &t->match;
    uint32_t before = table_asked(t);
    if (m->history.n >= HISTORY_MOST) return TN_ILLEGAL;
    tell_passing(t, o); /* what the answer before led to */
    tn_status status = match_answer(m, seat, answer);
    if (status != TN_OK && status != TN_FAULT) return status;
    const struct match_answer *made = &m->history.data[m->history.n - 1];
    uint64_t spent = clock_spent(t, seat);
    t->used[seat] += spent;
    table_add_line(t, o, arena_printf(&o->arena, "%s: %s", tn_game_seat_name(m->game, seat), made->words),
                   spent < UINT32_MAX ? (uint32_t)spent : UINT32_MAX, position_digest(m->game, m->state));
    open_questions(t, before, seat);
    turns_note(t);
    t->standing_in &= ~(1u << seat);
    t->thinking = false;
    t->unseen = true;
    if (t->undo.open) t->undo.open = false, tell_undo(t, o, 0);
    return TN_OK;
}

/* Bots' questions with one legal answer answer themselves, persons' where that costs and shows nothing. */
static void answer_forced(struct table *t, struct outcome *o) {
    for (bool any = true; any && table_asked(t);) {
        any = false;
        for (unsigned seat = 0; seat < t->match.seats && !any; seat++) {
            uint32_t answer = match_forced(&t->match, seat, t->people.seats[seat].bot ? FORCED_ALL : FORCED_FREE);
            any = answer != TN_NO_ANSWER && answer_one(t, seat, answer, o) == TN_OK;
        }
    }
}

tn_status table_answer(struct table *t, unsigned seat, uint32_t answer, bool bot, struct outcome *o) {
    tn_status status = answer_one(t, seat, answer, o);
    if (status != TN_OK) return status;
    world_count(t->world, bot ? COUNT_BOT_ANSWERS : COUNT_ANSWERS, 1);
    return status;
}

bool table_is_open(const struct table *t, unsigned seat, uint32_t revision) {
    return table_asked(t) >> seat & 1u && revision >= t->since[seat] && revision <= t->revision;
}

/* Who answers for a seat: its bot, or one for this question; NULL: a person. */
static const struct bot *bot_for(const struct table *t, unsigned seat) {
    const struct bot *bot = t->people.seats[seat].bot;
    return bot || !(t->standing_in >> seat & 1u) ? bot : bot_usual();
}

/* A bot whose turn it is, when nobody is asked to think already. */
static void ask_bot(struct table *t, struct outcome *o) {
    uint32_t asked = table_asked(t);
    for (unsigned seat = 0; seat < t->match.seats && !t->thinking; seat++) {
        const struct bot *bot = bot_for(t, seat);
        if (!(asked >> seat & 1u) || !bot) continue;
        o->thinking = (struct thinking){bot, seat, t->revision};
        t->thinking = true;
    }
}

static void read_bot_answer(struct table *t, const struct mail *m, struct outcome *o) {
    if (m->revision != t->revision || !bot_for(t, m->seat)) return; /* things have gone on without it */
    t->thinking = false;
    if (m->answer != TN_NO_ANSWER) table_answer(t, m->seat, m->answer, true, o);
}

/* ---- undo */
enum undo table_undo_to(const struct table *t, unsigned seat, size_t *to, uint32_t *waiting) {
    uint32_t persons = 0;
    for (unsigned s = 0; s < t->people.n; s++)
        if (s != seat && t->people.seats[s].held && !t->people.seats[s].bot) persons |= 1u << s;
    struct undo_law law = {.whose = 1u << seat, .others = ~(1u << seat), .practice = t->practice && !persons};
    enum undo reach = t->ended ? UNDO_NONE : match_undo(&t->match, law, to);
    *waiting = reach == UNDO_BOUND ? persons : 0;
    return reach;
}

bool table_take_back(struct table *t, size_t to, struct outcome *o) {
    tn_status status = match_rewind(&t->match, to);
    if (status != TN_OK) return false;
    table_add_line(t, o, arena_printf(&o->arena, "undo %zu", to), 0, 0);
    t->undo.open = false;
    t->thinking = false;
    open_questions(t, 0, 0);
    return true;
}

/* ---- ending it before the rules do */
uint32_t table_must_agree(const struct table *t) {
    uint32_t held = 0, resigned = 0;
    for (unsigned seat = 0; seat < t->people.n; seat++) {
        if (t->people.seats[seat].held) held |= 1u << seat;
        if (t->people.seats[seat].resigned) resigned |= 1u << seat;
    }
    /* When bots alone play on, nobody has to watch them to the end. */
    return held & ~resigned ? held & ~resigned : held;
}

void table_end_if_agreed(struct table *t, struct outcome *o) {
    uint32_t must = table_must_agree(t);
    t->people.agreed &= must; /* who has left or resigned has no say */
    if (table_is_over(t) || !must || t->people.agreed != must) return;
    if (t->undo.open) t->undo.open = false, tell_undo(t, o, 0);
    table_add_line(t, o, STORE_ENDED, 0, 0);
    t->ended = true;
    t->thinking = false;
    t->standing_in = 0;
}

/* ---- what is stored */
void table_keep(struct table *t) {
    const struct match *m = &t->match;
    t->kept.people = t->people;
    turns_copy(&t->kept.turns, &t->turns);
    t->kept.revision = t->revision;
    t->kept.ended = t->ended;
    memcpy(t->kept.used, t->used, sizeof t->used);
    size_t same = 0; /* mostly only a few are new */
    while (same < t->kept.answers.n && same < m->history.n &&
           t->kept.answers.data[same] == m->history.data[same].answer &&
           t->kept.seats.data[same] == m->history.data[same].seat)
        same++;
    t->kept.answers.n = t->kept.seats.n = same;
    for (size_t i = same; i < m->history.n; i++)
        if (!VEC_PUSH(&t->kept.answers, m->history.data[i].answer) ||
            !VEC_PUSH(&t->kept.seats, m->history.data[i].seat))
            t->match.out_of_memory = true;
}

void table_stored(struct table *t) {
    table_keep(t);
    t->stuck = false;
}

/* The position of the store again. What was kept is a beginning of the history, or the history before an undo. */
static void revert(struct table *t, struct outcome *o) {
    struct match *m = &t->match;
    size_t same = 0;
    while (same < m->history.n && same < t->kept.answers.n &&
           m->history.data[same].answer == t->kept.answers.data[same])
        same++;
    bool fine = match_rewind(m, same) == TN_OK;
    for (size_t i = same; fine && i < t->kept.answers.n; i++)
        fine = match_answer(m, t->kept.seats.data[i], t->kept.answers.data[i]) == TN_OK;
    t->people = t->kept.people;
    turns_revert(&t->turns, &t->kept.turns);
    t->revision = t->kept.revision;
    t->ended = t->kept.ended;
    memcpy(t->used, t->kept.used, sizeof t->used);
    t->undo.open = t->thinking = t->unseen = false;
    t->standing_in = 0;
    reply_cache_clear(&t->replies);
    hindsight_drop(t, o);
    for (size_t i = 0; i < t->guests.n; i++) {
        struct guest *g = &t->guests.data[i];
        struct token_hash secret = token_hash(t->world, g->token.text);
        g->seat = *g->token.text ? people_seat_of(&t->people, &secret) : -1;
        if (g->heard > m->log.n) g->heard = m->log.n; /* the rest was never sent */
    }
    for (unsigned seat = 0; seat < t->match.seats; seat++) /* not before what was shown already */
        if (t->since[seat] > t->revision) t->since[seat] = t->revision;
    t->stuck = true;
    if (!fine) o->gone = true;
}

struct reply_cache *table_replies(struct table *t) {
    if (t->moved || t->people_changed) reply_cache_clear(&t->replies);
    return &t->replies;
}

/* ---- mail */
/* Who has not said hello takes nobody's place: the first of them goes when there are too many. */
static void join(struct table *t, uint32_t from, struct outcome *o) {
    struct guest g = {.from = from, .seat = -1};
    for (size_t i = 0; i < t->guests.n && t->guests.n >= GUESTS_MOST; i++)
        if (!t->guests.data[i].greeted) t->guests.data[i] = t->guests.data[--t->guests.n];
    if (t->guests.n >= GUESTS_MOST)
        outcome_refuse(o, from, false, ERROR_full, "there are too many at this table", NULL, 0);
    else if (!VEC_PUSH(&t->guests, g))
        o->out_of_memory = true;
}

static void leave(struct table *t, uint32_t from) {
    struct guest *g = table_guest(t, from);
    if (!g) return;
    t->seats_moved |= g->greeted && g->seat >= 0;
    t->watching_moved |= g->greeted && g->seat < 0;
    if (g->greeted && g->seat >= 0) t->away[g->seat] = t->world->now();
    *g = t->guests.data[--t->guests.n];
}

static void send_info(struct table *t, uint32_t from, struct outcome *o) {
    struct buf out;
    struct json j;
    json_init(&j, &out);
    j.tight = true;
    table_put_info(t, &j, NULL);
    outcome_http(o, from, 200, NULL, &out);
    buf_free(&out);
}

static void note_next(struct table *t, const struct mail *m, struct outcome *o) {
    t->rematching = false;
    if (m->n == TOKEN_LENGTH) {
        memcpy(t->people.next.text, m->text, TOKEN_LENGTH + 1);
        t->people.next_is_same = m->same;
        t->people_changed = true;
    } else if (table_guest(t, m->from)) {
        outcome_refuse(o, m->from, false, ERROR_cannot_store, "the table could not be made", NULL, 0);
    }
}

/* What is said of it where its link is pasted. */
static const char *in_a_sentence(const struct table *t, struct arena *arena) {
    unsigned taken = 0;
    for (unsigned seat = 0; seat < t->people.n; seat++)
        taken += t->people.seats[seat].held || t->people.seats[seat].bot;
    if (table_is_over(t)) return "The game is over: look at the result, or play it again.";
    if (taken == t->people.n) return "The game is on: watch it.";
    return arena_printf(arena, "%u of %u seats are taken. Sit down and play, without an account.", taken, t->people.n);
}

void table_send_page(const struct table *t, const struct mail *m, struct outcome *o) {
    const char *end = memchr(m->text, '\n', m->n);
    size_t origin = end ? (size_t)(end - m->text) : 0;
    struct buf picture, out;
    buf_init(&picture);
    buf_init(&out);
    struct preview p = {.title = "Terrane", .text = "A rulebook you can play.", .picture = "/api/cover.png"};
    if (t->ready) {
        p.title = t->title;
        p.text = in_a_sentence(t, &o->arena);
        p.picture = preview_picture(t->name, &picture);
    }
    p.path = arena_printf(&o->arena, "/table/%s", t->id.text);
    const char *from = arena_strdup(&o->arena, m->text, origin);
    if (from && p.path && p.text)
        preview_write(m->text + origin + 1, m->n - origin - 1, from, &p, &out);
    else
        o->out_of_memory = true;
    outcome_http(o, m->from, 200, "text/html; charset=utf-8", &out);
    buf_free(&picture);
    buf_free(&out);
}

void table_refuse(const struct table *t, const struct mail *m, struct outcome *o) {
    if (m->kind == MAIL_PAGE) { /* it says itself that there is no table */
        table_send_page(t, m, o);
        return;
    }
    outcome_refuse(o, m->from, mail_is_request(m), t->unread ? ERROR_cannot_read : ERROR_no_table,
                   t->unread ? "the table cannot be read from the store" : "there is no such table", NULL, 0);
}

static bool opens(enum mail_kind kind) {
    return kind == MAIL_MAKE || kind == MAIL_AGAIN || kind == MAIL_LOAD;
}

static void open_table(struct table *t, const struct mail *m, struct outcome *o) {
    if (m->kind == MAIL_MAKE) table_make(t, m, o);
    if (m->kind == MAIL_AGAIN) table_make_again(t, m, o);
    if (m->kind == MAIL_LOAD) table_load(t, o);
    if (!t->ready) o->gone = true;
    if (t->ready && !t->readonly) answer_forced(t, o);
}

static void read_one(struct table *t, struct mail *m, struct outcome *o) {
    if (opens(m->kind)) {
        open_table(t, m, o);
    } else if (!t->ready) {
        if (mail_is_request(m) || m->kind == MAIL_JOIN || m->kind == MAIL_SAYS) table_refuse(t, m, o);
    } else {
        switch (m->kind) {
        case MAIL_JOIN: join(t, m->from, o); break;
        case MAIL_SAYS: (t->readonly ? readonly_read : api_read)(t, m->from, m->text, m->n, o); break;
        case MAIL_LEAVE: leave(t, m->from); break;
        case MAIL_ANSWER: read_bot_answer(t, m, o); break;
        case MAIL_HINDSIGHT: hindsight_hear(t, m, o); break;
        case MAIL_NOTICED: turns_hear(t, m); break;
        case MAIL_QUIET: notices_end(t, m, o); break;
        case MAIL_NEXT: note_next(t, m, o); break;
        case MAIL_INFO: send_info(t, m->from, o); break;
        case MAIL_PAGE: table_send_page(t, m, o); break;
        case MAIL_JOURNAL:
        case MAIL_LINK: table_journal(t, m, o); break;
        case MAIL_REVERT: revert(t, o); break;
        default: break; /* WAKE: finishing goes on */
        }
    }
}

/* Who sits where is told at once; the number of spectators at most once a second, for hundreds may come and go. */
static void tell_who_is_there(struct table *t, struct outcome *o) {
    bool due = t->world->now() >= t->watching_told + WATCHING_PAUSE;
    if (t->people_changed || t->seats_moved || (t->watching_moved && due)) {
        tell_table(t, o);
        t->watching_told = t->world->now();
        t->watching_moved = false;
    }
    o->wake = t->watching_moved;
}

/* When all letters are read: what follows of itself, what guests are told, what is to be stored. */
static void finish(struct table *t, struct outcome *o) {
    if (t->readonly) { /* nothing of it changes but who looks at it */
        tell_who_is_there(t, o);
        t->seats_moved = false;
        return;
    }
    clock_update(t);
    if (t->moved || t->people_changed || t->stuck) answer_forced(t, o);
    if (clock_strike(t, o)) answer_forced(t, o);
    tell_who_is_there(t, o);
    clock_wake(t, o);
    if (t->moved || t->people_changed) reply_cache_clear(&t->replies);
    if (t->moved) hindsight_drop(t, o), tell_views(t, o);
    hindsight_finish(t, o);
    turns_finish(t, o);
    ask_bot(t, o);
    bool made = o->write.made != NULL;
    bool clocks = clock_is_due(t) || (clock_is_set(t) && t->moved); /* what they say belongs to a revision */
    bool turns = t->turns.changed;
    o->writes = made || o->lines.n > 0 || t->people_changed || clocks || turns;
    o->write.table = t->id;
    o->write.lease = t->lease;
    o->write.lines = o->lines.data;
    o->write.n_lines = o->lines.n;
    o->write.over = table_is_over(t);
    o->write.over_known = o->lines.n > 0 || made;
    o->write.at = (int64_t)t->world->now();
    if (t->people_changed || made || clocks || turns) {
        struct buf people;
        clock_note(t);
        people_write(&t->people, &t->turns, &people);
        o->write.people = arena_strdup(&o->arena, people.data, people.n);
        buf_free(&people);
    }
    t->moved = t->people_changed = t->seats_moved = t->turns.changed = false;
    if (o->arena.failed || t->match.out_of_memory) o->out_of_memory = true;
}

static int64_t worked(const struct table *t) {
    return t->world->worked ? t->world->worked() : 0;
}

void table_read(struct table *t, struct mail *mails, size_t n, struct outcome *o) {
    bool reverting = n == 1 && mails[0].kind == MAIL_REVERT;
    tn_ctx *ctx = t->played ? played_take(t->world->games, t->played) : NULL;
    if (ctx) match_attach(&t->match, ctx);
    if (t->played && !ctx) o->out_of_memory = true;
    for (size_t i = 0; i < n && !o->out_of_memory && !(i > 0 && o->gone && !t->ready && opens(mails[i].kind)); i++) {
        int64_t before = worked(t);
        read_one(t, &mails[i], o);
        mails[i].took = (uint32_t)(worked(t) - before);
    }
    if (t->ready && !reverting && !o->out_of_memory) finish(t, o);
    if (t->played) played_give(t->world->games, t->played, match_detach(&t->match));
    if (o->out_of_memory) o->gone = true;
}

void table_put_seats(struct json *j, const char *key, uint32_t mask) {
    json_array(j, key);
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        if (mask >> seat & 1u) json_unsigned(j, NULL, seat);
    json_close(j);
}

void table_put_info(const struct table *t, struct json *j, const char *key) {
    uint32_t here = 0;
    size_t watching = 0;
    for (size_t i = 0; i < t->guests.n; i++) {
        if (t->guests.data[i].greeted && t->guests.data[i].seat >= 0) here |= 1u << t->guests.data[i].seat;
        watching += t->guests.data[i].greeted && t->guests.data[i].seat < 0;
    }
    json_object(j, key);
    json_text(j, "id", t->id.text);
    json_text(j, "game", t->name);
    json_text(j, "title", t->title);
    if (!t->readonly) json_hash(j, "hash", tn_game_hash(t->match.game));
    json_raw(j, "settings", t->facts, strlen(t->facts));
    people_put_public(j, &t->people, here);
    json_unsigned(j, "watching", watching);
    if (t->readonly) json_text(j, "readonly", t->readonly->reason);
    json_bool(j, "begun", t->readonly ? t->revision > 0 : t->match.history.n > 0);
    json_bool(j, "over", table_is_over(t));
    json_unsigned(j, "n", t->revision);
    json_text(j, "ended", t->ended ? "agreement" : NULL);
    if (t->people.agreed && !t->ended) {
        json_object(j, "ending");
        table_put_seats(j, "agreed", t->people.agreed);
        table_put_seats(j, "waiting", table_must_agree(t) & ~t->people.agreed);
        json_close(j);
    } else {
        json_text(j, "ending", NULL);
    }
    table_put_seats(j, "asked", table_asked(t));
    turns_put(t, j);
    clock_put(t, j);
    json_close(j);
}
