/* api.c: messages of clients: what they mean and what is wrong with them; see docs/protocol.md.
 *
 * A message is one JSON object with a field "t"; each "t" is a row of the table below. A handler checks before it
 * changes anything: a message that is refused has done nothing.
 */
#include "table/table.h"

#include "play/digest.h"
#include "play/link.h"
#include "play/menu.h"
#include "show/hint.h"
#include "show/moments.h"
#include "show/view_json.h"
#include "show/why.h"
#include "table/table_clock.h"

#include <string.h>

/* One message being read. */
struct request {
    struct table *table;
    struct guest *guest;
    const struct value *message;
    const char *re; /* JSON, or NULL */
    size_t re_size;
    struct arena *arena;
    struct outcome *o;
};

static void refuse(const struct request *r, enum error_code code, const char *text) {
    world_count(r->table->world, COUNT_REFUSED, 1);
    outcome_refuse(r->o, r->guest->from, false, code, text, r->re, r->re_size);
}

static void open_reply(const struct request *r, struct json *j, struct buf *out, const char *name) {
    message_open(j, out, name, r->re, r->re_size);
}

static void reply(const struct request *r, struct json *j, struct buf *out) {
    json_close(j);
    outcome_answer(r->o, r->guest->from, out, r->re, r->re_size);
    buf_free(out);
}

/* ---- reading fields */
static const struct value *field(const struct request *r, const char *name) {
    return value_get(r->message, name);
}

/* A whole number from 0 to `most`; false: it is none, and that was said. */
static bool read_number(const struct request *r, const char *name, int64_t most, uint32_t *out) {
    const struct value *v = field(r, name);
    int64_t n = value_number(v, -1);
    bool whole = v && v->type == VALUE_NUMBER && n >= 0 && n <= most;
    for (size_t i = 0; whole && i < v->raw_size; i++)
        whole = v->raw[i] >= '0' && v->raw[i] <= '9';
    if (whole)
        *out = (uint32_t)n;
    else
        refuse(r, ERROR_bad, arena_printf(r->arena, "\"%s\" is a whole number from 0 on", name));
    return whole;
}

static bool read_path(const struct request *r, uint32_t *path, size_t *n) {
    const struct value *v = field(r, "path");
    *n = 0;
    bool fine = v && v->type == VALUE_ARRAY;
    for (const struct value *a = fine ? v->kids : NULL; a && fine; a = a->next) {
        int64_t id = value_number(a, -1);
        fine = a->type == VALUE_NUMBER && id >= 0 && id < UINT32_MAX && *n < PATH_MOST;
        if (fine) path[(*n)++] = (uint32_t)id;
    }
    if (fine && *n > 0) return true;
    refuse(r, ERROR_bad, arena_printf(r->arena, "\"path\" is a list of 1 to %d answers", PATH_MOST));
    return false;
}

/* A truth that may be left out; false: it is none, and that was said. */
static bool read_truth(const struct request *r, const char *name, bool *out) {
    const struct value *v = field(r, name);
    bool fine = !v || v->type == VALUE_TRUE || v->type == VALUE_FALSE;
    *out = v && v->type == VALUE_TRUE;
    if (!fine) refuse(r, ERROR_bad, arena_printf(r->arena, "\"%s\" is true or false", name));
    return fine;
}

/* Whether the guest has a seat it plays itself; else that is said. */
static bool has_seat(const struct request *r) {
    if (r->guest->seat < 0)
        refuse(r, ERROR_no_seat, "you have no seat at this table");
    else if (r->table->people.seats[r->guest->seat].bot)
        refuse(r, ERROR_not_yours, "a bot plays for you: take the seat back first");
    else
        return true;
    return false;
}

static bool is_running(const struct request *r) {
    if (!table_is_over(r->table)) return true;
    refuse(r, ERROR_over, "the game is over");
    return false;
}

/* ---- coming and going */
void api_note_standing(const struct guest *g, struct outcome *o) {
    struct standing s = {g->from, g->seat >= 0 || g->host};
    if (!VEC_PUSH(&o->standings, s)) o->out_of_memory = true;
}

/* Whether one who was `before` may be `now`: seats and the host have places of their own, besides the spectators. */
static bool has_place(const struct table *t, const struct guest *before, const struct guest *now) {
    size_t watching = 0, same = 0;
    for (size_t i = 0; i < t->guests.n; i++) {
        const struct guest *g = &t->guests.data[i];
        if (g == before || !g->greeted) continue;
        watching += g->seat < 0 && !g->host;
        same += now->seat >= 0 ? g->seat == now->seat : g->host && g->seat < 0;
    }
    return now->seat >= 0 || now->host ? same < SAME_SEAT_MOST : watching < WATCHING_MOST;
}

static void note_coming(struct table *t, const struct guest *before, const struct guest *now) {
    if (before->greeted && before->seat == now->seat) return;
    t->seats_moved |= now->seat >= 0 || (before->greeted && before->seat >= 0);
    t->watching_moved = true;
}

static void do_hello(struct request *r) {
    struct guest *g = r->guest;
    const struct value *token = field(r, "token");
    const char *text = value_text(token);
    if (token && token->type != VALUE_NULL && (!text || !token_fits(text, strlen(text)))) {
        refuse(r, ERROR_bad, "\"token\" is a token of this table, or null");
        return;
    }
    const struct value *lang = field(r, "lang");
    if (lang && lang->type != VALUE_NULL && !value_text(lang)) {
        refuse(r, ERROR_bad, "\"lang\" is the name of a language, or null");
        return;
    }
    struct guest now = {.from = g->from, .seat = -1, .heard = g->heard, .hidden = g->hidden};
    now.voice = played_voice(r->table->played, value_text(lang));
    if (text) {
        struct token_hash secret = token_hash(r->table->world, text);
        memcpy(now.token.text, text, sizeof now.token.text);
        now.seat = people_seat_of(&r->table->people, &secret);
        now.host = token_same(&secret, &r->table->people.host);
    }
    if (!has_place(r->table, g, &now)) {
        refuse(r, ERROR_full, "there are too many at this table");
        return;
    }
    now.greeted = true;
    note_coming(r->table, g, &now); /* others hear of it when who is there has changed */
    *g = now;
    clock_update(r->table);
    api_note_standing(g, r->o);
    tell_welcome(r->table, g, r->re, r->re_size, r->o);
    tell_position(r->table, g, r->o);
    if (r->table->undo.open) tell_undo(r->table, r->o, g->from);
}

/* The seat in the message, which must be one of the table. */
static struct seat *named_seat(const struct request *r, uint32_t *number) {
    if (!read_number(r, "seat", UINT32_MAX, number)) return NULL;
    if (*number < r->table->people.n) return &r->table->people.seats[*number];
    refuse(r, ERROR_no_seat, "there is no such seat");
    return NULL;
}

/* Whether who sits there sees more than everybody does; what is asked there follows from what is seen. */
static bool hides(const struct table *t, unsigned seat) {
    const struct match *m = &t->match;
    return position_seen(m->game, m->state, seat) != position_seen(m->game, m->state, TN_SPECTATOR);
}

/* A seat shows what its own player may see. So it passes from one to another, a bot among them, only where nothing
 * is hidden or the table says openly that seats may be taken over; who left it may come back. */
static bool may_take(struct table *t, unsigned number, const struct token_hash *secret) {
    const struct seat *seat = &t->people.seats[number];
    return !seat->had || t->takeover || token_same(&seat->secret, secret) || !hides(t, number);
}

/* The secret that is to hold a seat: the host's own, which is one for both; the one the client has made, so that
 * asking twice does no more than asking once; else a new one. False: what the client sent is none. */
static bool read_secret(const struct request *r, struct token *out) {
    const struct value *key = field(r, "key");
    const char *text = value_text(key);
    bool given = key && key->type != VALUE_NULL;
    if (given && (!text || !token_fits(text, strlen(text)))) return false;
    *out = r->guest->host ? r->guest->token : token_new(r->table->world);
    if (given && !r->guest->host) memcpy(out->text, text, sizeof out->text);
    return true;
}

/* Why this seat cannot be had; NULL: it can. */
static const char *why_not_sit(const struct request *r, unsigned number, const struct token_hash *secret) {
    const struct seat *seat = &r->table->people.seats[number];
    int own = people_seat_of(&r->table->people, secret);
    if (own == (int)number) return NULL; /* asked once more */
    if (own >= 0 || r->guest->seat >= 0) return "you have a seat already";
    return seat->held || seat->bot ? "somebody sits there" : NULL;
}

static void sit_down(struct request *r, unsigned number, const char *name, const struct token *secret) {
    struct seat *seat = &r->table->people.seats[number];
    struct token_hash hash = token_hash(r->table->world, secret->text);
    if (!seat->held) {
        memcpy(seat->name, name, sizeof seat->name);
        seat->held = seat->had = true;
        seat->secret = hash;
        r->table->people_changed = true;
    }
    r->table->seats_moved |= r->guest->seat != (int)number;
    r->guest->token = *secret;
    r->guest->seat = (int)number;
}

static void do_sit(struct request *r) {
    uint32_t number;
    char name[NAME_BYTES] = "";
    struct token secret;
    if (!named_seat(r, &number)) return;
    if (!name_read(field(r, "name"), name)) {
        refuse(r, ERROR_bad, NAME_RULE);
        return;
    }
    if (!read_secret(r, &secret)) {
        refuse(r, ERROR_bad, "\"key\" is 22 letters and digits, drawn at random, or null");
        return;
    }
    struct token_hash hash = token_hash(r->table->world, secret.text);
    const char *why = why_not_sit(r, number, &hash);
    if (why) {
        refuse(r, ERROR_taken, why);
        return;
    }
    if (!r->table->people.seats[number].held && !may_take(r->table, number, &hash)) {
        refuse(r, ERROR_not_yours,
               "others have played this seat and it shows hidden cards; takeover is off at this table");
        return;
    }
    sit_down(r, number, name, &secret);
    struct json j;
    struct buf out;
    open_reply(r, &j, &out, "seated");
    json_unsigned(&j, "seat", number);
    json_text(&j, "token", secret.text);
    reply(r, &j, &out);
    api_note_standing(r->guest, r->o);
    tell_position(r->table, r->guest, r->o);
}

/* What changes the people is answered by the table as it is now; the others hear of it when all is read. */
static void reply_table(struct request *r) {
    struct json j;
    struct buf out;
    r->table->people_changed = true;
    open_reply(r, &j, &out, "table");
    table_put_info(r->table, &j, "table");
    reply(r, &j, &out);
}

static bool owns_seat(const struct request *r) {
    if (r->guest->seat >= 0) return true;
    refuse(r, ERROR_no_seat, "you have no seat at this table");
    return false;
}

static void do_rename(struct request *r) {
    char name[NAME_BYTES];
    if (!owns_seat(r)) return;
    if (!name_read(field(r, "name"), name)) {
        refuse(r, ERROR_bad, NAME_RULE);
        return;
    }
    memcpy(r->table->people.seats[r->guest->seat].name, name, sizeof name);
    reply_table(r);
}

/* An open request to undo waits no longer for those who have left or let a bot play. */
static void stop_waiting(struct request *r) {
    if (!r->table->undo.open) return;
    r->table->undo.open = false;
    tell_undo(r->table, r->o, 0);
}

/* It is nobody's any more: whoever was there looks on. */
static void free_seat(struct request *r, int left) {
    struct table *t = r->table;
    people_free_seat(&t->people.seats[left]);
    turns_forget_seat(t, (unsigned)left);
    for (size_t i = 0; i < t->guests.n; i++) {
        if (t->guests.data[i].seat != left) continue;
        t->guests.data[i].seat = -1;
        api_note_standing(&t->guests.data[i], r->o);
        if (t->guests.data[i].greeted) tell_position(t, &t->guests.data[i], r->o);
    }
    stop_waiting(r);
    table_end_if_agreed(t, r->o);
    reply_table(r);
}

static void do_leave(struct request *r) {
    if (owns_seat(r)) free_seat(r, r->guest->seat);
}

/* Somebody sat down and does not come back, or never heard that he has the seat: the host frees it after a while. */
static void do_free(struct request *r) {
    struct table *t = r->table;
    uint32_t number;
    struct seat *seat = named_seat(r, &number);
    if (!seat) return;
    uint64_t away = t->away[number] > t->loaded ? t->away[number] : t->loaded;
    bool here = false;
    for (size_t i = 0; i < t->guests.n; i++)
        here |= t->guests.data[i].greeted && t->guests.data[i].seat == (int)number;
    if (!r->guest->host || !seat->held)
        refuse(r, ERROR_not_yours, "only the host frees seats, and only those that somebody holds");
    else if (here || t->world->now() - away < AWAY_TIME)
        refuse(r, ERROR_illegal, "who holds the seat is here, or was a moment ago: wait a minute");
    else
        free_seat(r, (int)number);
}

/* The bot in the message; NULL in *out: it says none. False: there is no such bot, and that was said. */
static bool read_bot(const struct request *r, const struct bot **out) {
    const struct value *name = field(r, "bot");
    *out = NULL;
    if (!name || name->type == VALUE_NULL) return true;
    struct buf error;
    buf_init(&error);
    *out = value_text(name) ? bot_find(value_text(name), &error) : NULL;
    if (!*out) refuse(r, ERROR_bad, error.n ? error.data : "\"bot\" is the name of a bot, or null");
    buf_free(&error);
    return *out != NULL;
}

/* Why a seat cannot be taken back from its bot; NULL: it can. */
static const char *why_not_back(const struct table *t, unsigned number) {
    if (t->people.seats[number].resigned) return "this seat was resigned: the bot plays it to the end";
    return clock_is_used_up(t, number) ? "the time of this seat is used up: the bot plays it to the end" : NULL;
}

static void do_bot(struct request *r) {
    uint32_t number;
    struct seat *seat = named_seat(r, &number);
    const struct bot *bot = NULL;
    if (!seat) return;
    bool own = r->guest->seat == (int)number;
    if (!own && (!r->guest->host || seat->held)) {
        refuse(r, ERROR_not_yours, "only who holds a seat hands it to a bot, and the host a seat that nobody holds");
        return;
    }
    if (!read_bot(r, &bot)) return;
    const char *why = bot ? NULL : why_not_back(r->table, number);
    if (why) {
        refuse(r, ERROR_illegal, why);
        return;
    }
    if (!bot && seat->bot) clock_open(r->table, number);
    seat->bot = bot;
    seat->had = true;
    r->table->thinking = false; /* who was asked for this seat is not the one who plays it now */
    if (!own) seat->name[0] = '\0';
    stop_waiting(r);
    reply_table(r);
}

/* ---- giving up */
static void do_resign(struct request *r) {
    const struct bot *bot = NULL;
    if (!owns_seat(r) || !is_running(r) || !read_bot(r, &bot)) return;
    struct seat *seat = &r->table->people.seats[r->guest->seat];
    if (seat->resigned) {
        refuse(r, ERROR_illegal, "you have resigned already");
        return;
    }
    seat->bot = bot ? bot : bot_thinker();
    seat->resigned = true;
    r->table->thinking = false;
    stop_waiting(r);
    table_end_if_agreed(r->table, r->o);
    reply_table(r);
}

static void do_agree(struct request *r) {
    struct table *t = r->table;
    bool yes;
    if (!field(r, "yes")) {
        refuse(r, ERROR_bad, "\"yes\" is true or false");
        return;
    }
    if (!read_truth(r, "yes", &yes) || !owns_seat(r) || !is_running(r)) return;
    uint32_t own = 1u << r->guest->seat;
    if (!(table_must_agree(t) & own)) {
        refuse(r, ERROR_not_yours, "you have resigned, and others play on");
        return;
    }
    t->people.agreed = yes ? t->people.agreed | own : t->people.agreed & ~own;
    table_end_if_agreed(t, r->o);
    reply_table(r);
}

/* ---- playing */
/* Whether the choice of several or the payment that was begun is still open: what comes behind it is another question.
 */
static bool choice_goes_on(const struct table *t, unsigned seat) {
    tn_question q;
    return match_status(&t->match) == TN_ASK && tn_state_question(t->match.game, t->match.state, seat, &q) &&
           (q.flags & TN_AGAIN);
}

/* Whether an answer, or one that stands for it among equal copies, is legal. */
static bool is_possible(const struct table *t, unsigned seat, uint32_t answer) {
    return tn_state_meant(t->match.ctx, t->match.state, seat, answer) != TN_NO_ANSWER;
}

/* What follows of itself between two answers of a path is answered too. `begun`: of a choice that must not have ended.
 */
static tn_status answer_next(struct table *t, unsigned seat, uint32_t answer, bool begun, struct outcome *o) {
    for (;;) {
        if (begun && !choice_goes_on(t, seat)) return TN_ILLEGAL;
        if (is_possible(t, seat, answer)) return table_answer(t, seat, answer, false, o);
        uint32_t between = match_forced(&t->match, seat, FORCED_ALL);
        if (between == TN_NO_ANSWER) return TN_ILLEGAL;
        tn_status status = table_answer(t, seat, between, false, o);
        if (status != TN_OK) return status;
    }
}

static bool is_current(const struct request *r, uint32_t revision) {
    const struct table *t = r->table;
    unsigned seat = (unsigned)r->guest->seat;
    if (revision > t->revision)
        refuse(r, ERROR_bad, "there is no such question yet");
    else if (table_is_open(t, seat, revision))
        return true;
    else if (revision < t->revision)
        refuse(r, ERROR_stale, "this question is no longer open");
    else
        refuse(r, ERROR_not_yours, "you are not asked now");
    return false;
}

static void do_answer(struct request *r) {
    struct table *t = r->table;
    uint32_t revision, path[PATH_MOST];
    size_t n;
    bool one_choice;
    if (!read_number(r, "n", UINT32_MAX, &revision) || !read_path(r, path, &n) ||
        !read_truth(r, "choice", &one_choice) || !has_seat(r) || !is_running(r) || !is_current(r, revision))
        return;
    unsigned seat = (unsigned)r->guest->seat;
    if (!is_possible(t, seat, path[0])) {
        match_listen(&t->match, r->guest->voice);
        struct asking at = match_asking(&t->match, seat);
        tn_text why = {.bytes = NULL};
        if (path[0] < tn_game_answer_count(t->match.game)) why = menu_why_not(&at, path[0], r->arena);
        if (!why.bytes || !*why.bytes) why = (tn_text){.bytes = "this answer is not possible"};
        world_count(r->table->world, COUNT_REFUSED, 1);
        outcome_refuse_said(r->o, r->guest->from, ERROR_illegal, why, r->re, r->re_size);
        return;
    }
    size_t given = 0;
    for (bool fine = true; given < n && fine;) {
        fine =
            match_status(&t->match) == TN_ASK && answer_next(t, seat, path[given], one_choice && given, r->o) == TN_OK;
        given += fine;
    }
    struct json j;
    struct buf out;
    open_reply(r, &j, &out, "ack");
    json_unsigned(&j, "n", t->revision);
    json_unsigned(&j, "given", given); /* fewer than were sent when one of them was not possible any more */
    reply(r, &j, &out);
}

static void do_why(struct request *r) {
    struct table *t = r->table;
    uint32_t id;
    if (!read_number(r, "id", UINT32_MAX, &id) || !has_seat(r)) return;
    if (id >= tn_game_answer_count(t->match.game)) {
        refuse(r, ERROR_bad, "there is no such answer");
        return;
    }
    match_listen(&t->match, r->guest->voice);
    struct json j;
    struct buf out;
    struct reasons reasons;
    reasons_init(&reasons);
    why_put(&t->match, (unsigned)r->guest->seat, id, &reasons);
    open_reply(r, &j, &out, "why");
    json_unsigned(&j, "id", id);
    why_put_json(&j, &reasons);
    reply(r, &j, &out);
    reasons_free(&reasons);
}

static void do_ahead(struct request *r) {
    uint32_t revision, path[PATH_MOST];
    size_t n;
    if (!read_number(r, "n", UINT32_MAX, &revision) || !read_path(r, path, &n) || !has_seat(r) || !is_running(r) ||
        !is_current(r, revision))
        return;
    match_listen(&r->table->match, r->guest->voice);
    struct asking at = match_asking(&r->table->match, (unsigned)r->guest->seat);
    struct json j;
    struct buf out;
    open_reply(r, &j, &out, "ahead");
    json_array(&j, "path");
    for (size_t i = 0; i < n; i++)
        json_unsigned(&j, NULL, path[i]);
    json_close(&j);
    if (!view_put_ahead(&j, "answers", &at, path, n)) r->o->out_of_memory = true;
    reply(r, &j, &out);
}

/* ---- looking back */
static unsigned looks_as(const struct request *r) {
    return r->guest->seat >= 0 ? (unsigned)r->guest->seat : TN_SPECTATOR;
}

/* What is the same for all of a seat and a language is worked out once; only what an answer repeats differs. */
static void reply_told(struct request *r, const char *name, struct reply_key key,
                       void (*put)(struct request *r, struct json *j, uint32_t n)) {
    struct json j;
    struct buf out;
    struct reply_cache *replies = table_replies(r->table);
    struct bytes *known = reply_cache_find(replies, key);
    open_reply(r, &j, &out, name);
    size_t from = out.n;
    if (known) {
        buf_put(&out, bytes_data(known), known->n);
    } else {
        match_listen(&r->table->match, r->guest->voice);
        put(r, &j, key.n);
        json_close(&j);
        struct bytes *text = out.failed ? NULL : bytes_new(out.data + from, out.n - from);
        reply_cache_keep(replies, key, text);
        bytes_drop(text);
    }
    outcome_answer(r->o, r->guest->from, &out, r->re, r->re_size);
    buf_free(&out);
}

static void put_moments(struct request *r, struct json *j, uint32_t n) {
    (void)n;
    json_unsigned(j, "of", r->table->match.history.n);
    moments_put(j, &r->table->match, looks_as(r));
}

static void do_moments(struct request *r) {
    reply_told(r, "moments", (struct reply_key){REPLY_MOMENTS, looks_as(r), r->guest->voice, 0}, put_moments);
}

static void put_moment(struct request *r, struct json *j, uint32_t n) {
    json_unsigned(j, "n", n);
    if (!moment_put_view(j, &r->table->match, n, looks_as(r))) r->o->out_of_memory = true;
    moment_put_log(j, &r->table->match, n, looks_as(r));
}

static void do_moment(struct request *r) {
    uint32_t n;
    if (!read_number(r, "n", UINT32_MAX, &n)) return;
    if (n > r->table->match.history.n)
        refuse(r, ERROR_bad, "there is no such moment yet");
    else
        reply_told(r, "moment", (struct reply_key){REPLY_MOMENT, looks_as(r), r->guest->voice, n}, put_moment);
}

static void put_scores(struct request *r, struct json *j, uint32_t n) {
    (void)n;
    json_unsigned(j, "of", r->table->match.history.n);
    /* What was hidden is told when it is over, unless the same game is being played again */
    bool all = table_is_over(r->table) && !r->table->people.next_is_same;
    if (!moments_put_scores(j, &r->table->match, all ? TN_EVERYTHING : looks_as(r))) r->o->out_of_memory = true;
}

static void do_scores(struct request *r) {
    reply_told(r, "scores", (struct reply_key){REPLY_SCORES, looks_as(r), r->guest->voice, 0}, put_scores);
}

/* ---- what a bot would answer */
static void put_hint(struct request *r, struct json *j, uint32_t n) {
    struct table *t = r->table;
    struct asking at = match_asking(&t->match, (unsigned)r->guest->seat);
    tn_ctx *quiet = played_take(t->world->games, t->played);
    struct hint hint = {.n = 0};
    if (quiet) {
        hint_load(&hint, &at, played_weights(t->played), quiet);
        json_unsigned(j, "n", n);
        hint_put_json(j, &hint);
        hint_free(&hint);
        played_give(t->world->games, t->played, quiet);
    }
    if (hint.n == 0) r->o->out_of_memory = true;
}

/* It takes as long as a bot takes, beside the rest as all that is read is; asked again it costs nothing. */
static void do_hint(struct request *r) {
    uint32_t revision;
    if (!read_number(r, "n", UINT32_MAX, &revision) || !has_seat(r) || !is_running(r) || !is_current(r, revision))
        return;
    reply_told(r, "hint", (struct reply_key){REPLY_HINT, looks_as(r), r->guest->voice, revision}, put_hint);
}

/* It is told when it is there, and how far it is until then: see api_hindsight.c. */
static void do_hindsight(struct request *r) {
    hindsight_ask(r->table, r->guest, r->re, r->re_size, r->o);
}

/* It is done; nothing else is to be said. */
static void acknowledge(struct request *r) {
    struct json j;
    struct buf out;
    open_reply(r, &j, &out, "ack");
    json_unsigned(&j, "n", r->table->revision);
    reply(r, &j, &out);
}

/* ---- the game as it stands */
/* Whoever has it knows the seed: that is stored before it is sent, and everybody sees it from then on. */
static void do_link(struct request *r) {
    struct table *t = r->table;
    struct buf link, error;
    if (!has_seat(r)) return;
    const char *why = table_why_no_copy(t, (unsigned)r->guest->seat);
    if (why) {
        refuse(r, ERROR_not_yours, why);
        return;
    }
    buf_init(&link), buf_init(&error);
    if (link_write(&t->match, t->name, &link, &error)) {
        struct json j;
        struct buf out;
        if (!table_is_over(t) && !t->people.seed_known) t->people.seed_known = t->people_changed = true;
        open_reply(r, &j, &out, "link");
        json_text(&j, "link", link.data);
        reply(r, &j, &out);
    } else {
        refuse(r, ERROR_too_large, arena_printf(r->arena, "%s", error.data));
    }
    buf_free(&link), buf_free(&error);
}

/* ---- undo */
static void do_undo(struct request *r) {
    struct table *t = r->table;
    size_t to = 0;
    uint32_t waiting = 0;
    if (!has_seat(r)) return;
    unsigned seat = (unsigned)r->guest->seat;
    enum undo reach = table_undo_to(t, seat, &to, &waiting);
    if (reach != UNDO_FREE && !waiting) {
        refuse(r, ERROR_illegal, match_undo_text(reach));
        return;
    }
    t->undo.by = seat;
    if (reach == UNDO_FREE && !table_take_back(t, to, r->o)) {
        refuse(r, ERROR_illegal, "this cannot be undone");
        return;
    }
    if (reach == UNDO_BOUND) {
        t->undo.open = true;
        t->undo.to = to;
        t->undo.waiting = waiting;
        tell_undo(t, r->o, 0);
    }
    acknowledge(r);
}

static void do_consent(struct request *r) {
    struct table *t = r->table;
    const struct value *yes = field(r, "yes");
    if (!yes || (yes->type != VALUE_TRUE && yes->type != VALUE_FALSE)) {
        refuse(r, ERROR_bad, "\"yes\" is true or false");
        return;
    }
    if (!has_seat(r)) return;
    unsigned seat = (unsigned)r->guest->seat;
    bool own = t->undo.open && t->undo.by == seat && yes->type == VALUE_FALSE; /* who asked may think better of it */
    if (!t->undo.open || (!own && !(t->undo.waiting >> seat & 1u))) {
        refuse(r, ERROR_not_yours, "nobody asks for your consent");
        return;
    }
    t->undo.waiting &= ~(1u << seat);
    if (yes->type == VALUE_FALSE) t->undo.open = false;
    if (t->undo.open && !t->undo.waiting && !table_take_back(t, t->undo.to, r->o)) t->undo.open = false;
    tell_undo(t, r->o, 0);
    acknowledge(r);
}

/* ---- once more */
static void do_rematch(struct request *r) {
    struct table *t = r->table;
    const struct value *seed = field(r, "seed");
    const char *text = value_text(seed);
    if (seed && seed->type != VALUE_NULL && (!text || strcmp(text, "same") != 0)) {
        refuse(r, ERROR_bad, "\"seed\" is \"same\", or null");
        return;
    }
    if (r->guest->seat < 0 && !r->guest->host) {
        refuse(r, ERROR_no_seat, "you have no seat at this table");
        return;
    }
    if (!table_is_over(t)) {
        refuse(r, ERROR_illegal, "the game is not over");
        return;
    }
    if (!*t->people.next.text && !t->rematching) {
        t->rematching = true;
        r->o->rematch = true;
        r->o->same_seed = text != NULL;
        r->o->asker = r->guest->from;
    }
    acknowledge(r);
}

/* ---- telling who is not there, see api_notices.c */
static void do_notices(struct request *r) {
    struct request_words words = {r->message, r->re, r->re_size};
    if (owns_seat(r)) notices_say(r->table, r->guest, words, r->o);
}

static void do_looking(struct request *r) {
    bool yes;
    if (!field(r, "yes")) {
        refuse(r, ERROR_bad, "\"yes\" is true or false");
        return;
    }
    if (!read_truth(r, "yes", &yes)) return;
    r->guest->hidden = !yes;
    acknowledge(r);
}

/* ---- all of them */
static const struct {
    const char *name;
    void (*handle)(struct request *r);
    bool asks; /* it changes nothing of the game, and may wait for what is played */
} handlers[] = {
    {"hello", do_hello, false},        {"sit", do_sit, false},         {"rename", do_rename, false},
    {"leave", do_leave, false},        {"free", do_free, false},       {"bot", do_bot, false},
    {"answer", do_answer, false},      {"why", do_why, true},          {"ahead", do_ahead, true},
    {"undo", do_undo, false},          {"consent", do_consent, false}, {"rematch", do_rematch, false},
    {"moments", do_moments, true},     {"moment", do_moment, true},    {"scores", do_scores, true},
    {"hint", do_hint, true},           {"resign", do_resign, false},   {"agree", do_agree, false},
    {"hindsight", do_hindsight, true}, {"link", do_link, true},        {"notices", do_notices, false},
    {"notify", do_notices, false},     {"confirm", do_notices, false}, {"quiet", do_notices, false},
    {"looking", do_looking, false},
};

uint8_t api_rank(const char *name, bool holds) {
    for (size_t i = 0; name && i < sizeof handlers / sizeof *handlers; i++)
        if (handlers[i].asks && strcmp(handlers[i].name, name) == 0) return holds ? RANK_ASKED : RANK_WATCHED;
    return RANK_PLAYED;
}

static void handle(struct request *r) {
    const char *name = value_text(field(r, "t"));
    const struct value *re = field(r, "re");
    if (re && re->raw_size > RE_MOST) {
        refuse(r, ERROR_bad, "\"re\" is too long");
        return;
    }
    if (re) r->re = re->raw, r->re_size = re->raw_size;
    for (size_t i = 0; name && i < sizeof handlers / sizeof *handlers; i++) {
        if (strcmp(handlers[i].name, name) != 0) continue;
        if (r->guest->greeted || i == 0)
            handlers[i].handle(r);
        else
            refuse(r, ERROR_bad, "say hello first");
        return;
    }
    refuse(r, ERROR_bad, name ? "this message is not known" : "a message is an object with a field \"t\"");
}

void api_read(struct table *t, uint32_t from, const char *text, size_t n, struct outcome *o) {
    struct guest *guest = table_guest(t, from);
    struct arena arena;
    const char *why = NULL;
    if (!guest) {
        outcome_refuse(o, from, false, ERROR_full, "there are too many at this table", NULL, 0);
        return;
    }
    arena_init(&arena);
    struct request r = {.table = t, .guest = guest, .arena = &arena, .o = o};
    r.message = value_parse(&arena, text, n, &why, NULL);
    if (!r.message || r.message->type != VALUE_OBJECT)
        refuse(&r, ERROR_bad, why ? why : "a message is an object with a field \"t\"");
    else
        handle(&r);
    match_listen(&t->match, 0);
    arena_free(&arena);
}
