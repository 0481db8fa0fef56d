/* match.c: see match.h. */
#include "play/match.h"

#include "base/random.h"
#include "play/spanned_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANCE_STREAM = 0x6f726465 };

/* The parts of a line, with their cards; false: no memory. */
static bool keep_parts(struct match *m, const tn_part *from, size_t n, const tn_part **out, size_t *count) {
    if (!n) return true;
    tn_part *copy = ARENA_ARRAY(&m->said, tn_part, n);
    if (!copy) return false;
    for (size_t i = 0; i < n; i++) {
        copy[i] = from[i];
        if (!from[i].cards) continue;
        int32_t *cards = ARENA_ARRAY(&m->said, int32_t, from[i].n + 1);
        if (!cards) return false;
        memcpy(cards, from[i].cards, from[i].n * sizeof *cards);
        copy[i].cards = cards;
    }
    *out = copy, *count = n;
    return true;
}

/* Another language tells the same line: it is made of the same. */
static bool share_parts(struct match *m, const tn_event *event, struct match_line *line) {
    const struct match_line *first = NULL;
    size_t n = event->voice ? m->voices[event->voice - 1].log.n : m->log.n;
    if (n < m->log.n) first = &m->log.data[n];
    if (!first)
        return keep_parts(m, event->parts, event->n_parts, &line->parts, &line->n_parts) &&
               keep_parts(m, event->public_parts, event->n_public_parts, &line->public_parts, &line->n_public_parts);
    line->parts = first->parts, line->n_parts = first->n_parts;
    line->public_parts = first->public_parts, line->n_public_parts = first->n_public_parts;
    return true;
}

/* How often the period that is a round had begun when the line did. */
static uint32_t round_of(const struct match *m, const tn_event *event) {
    if (event->round >= 0) return (uint32_t)event->round;
    for (size_t i = 0; i < tn_game_period_count(m->game); i++) {
        bool is_round = false;
        tn_game_period(m->game, i, &is_round);
        if (is_round) return tn_state_period(m->game, m->state, i);
    }
    return 0;
}

static void hear(void *user, const tn_event *event) {
    struct match *m = user;
    if (event->voice > m->n_voices) return;
    if (event->voice == 0 && !say_note(&m->losses, event)) m->out_of_memory = true;
    struct match_line line = {
        .seen_by = event->seen_by, .seat = event->seat, .at = (uint32_t)m->history.n, .round = round_of(m, event)};
    if (!*event->text.bytes && !*event->public_text.bytes) return; /* a number only */
    line.text = text_keep(&m->said, event->text);
    line.public_text =
        event->text.bytes == event->public_text.bytes ? line.text : text_keep(&m->said, event->public_text);
    bool kept = line.text.bytes && line.public_text.bytes && share_parts(m, event, &line);
    if (kept) kept = event->voice ? VEC_PUSH(&m->voices[event->voice - 1].log, line) : VEC_PUSH(&m->log, line);
    if (!kept) m->out_of_memory = true;
}

/* The answers of a seat in the words of the definition, whatever the table is told in: journals and orders are in
 * these. */
static bool load_plain(struct match *m, unsigned seat, struct menu *menu) {
    struct asking at = {tn_game_plain(m->game), m->ctx, m->state, seat};
    tn_ctx_speak(m->ctx, at.game);
    bool loaded = menu_load(menu, &at);
    tn_ctx_speak(m->ctx, m->game);
    return loaded;
}

/* ---- chance, where the setup has something to say about it */
static const struct match_order *order_for(const struct match *m, size_t *which) {
    size_t zone = 0;
    int owner = -1;
    bool pile = tn_state_chance(m->game, m->state, &zone, &owner);
    for (*which = 0; *which < m->setup.n_orders; ++*which) {
        const struct match_order *o = &m->setup.orders[*which];
        if (pile ? o->zone == (int)zone && o->owner == owner : o->zone < 0) return o;
    }
    return NULL;
}

static tn_status refuse_order(struct match *m, const struct match_order *o, const char *name, const struct menu *menu) {
    tn_zone zone = {.name = "random"};
    if (o->zone >= 0) tn_game_zone(tn_game_plain(m->game), (size_t)o->zone, &zone);
    snprintf(m->wrong, sizeof m->wrong, "order of \"%s\": \"%s\" cannot come now; %u others could, \"%s\" for one",
             zone.name, name, menu->n, menu->n ? menu->texts[0] : "none");
    return TN_BAD_STATE;
}

/* The answer the order gives, or TN_NO_ANSWER when it has come to its end. Of the last two cards of a pile the second
 * is never asked for: it comes with the first. */
static tn_status ordered_answer(struct match *m, const struct menu *menu, uint32_t *answer) {
    size_t which;
    uint32_t index;
    const struct match_order *o = order_for(m, &which);
    *answer = TN_NO_ANSWER;
    if (!o || m->order_at.data[which] >= o->n) return TN_OK;
    const char *name = o->names[m->order_at.data[which]++];
    if (menu_find_exact(menu, name, &index) != MENU_ONE) return refuse_order(m, o, name, menu);
    *answer = menu->ids[index];
    if (o->zone < 0 || menu->n != 2 || m->order_at.data[which] >= o->n) return TN_OK;
    name = o->names[m->order_at.data[which]++];
    return words_compare(menu->texts[1 - index], name) == WORDS_EQUAL ? TN_OK : refuse_order(m, o, name, menu);
}

static tn_status answer_chance(struct match *m) {
    struct menu menu;
    uint32_t answer = TN_NO_ANSWER;
    menu_init(&menu);
    tn_status status = load_plain(m, TN_CHANCE, &menu) ? ordered_answer(m, &menu, &answer) : TN_NOMEM;
    if (status == TN_OK && answer == TN_NO_ANSWER)
        answer = menu.ids[random_below(random_at(m->seed, CHANCE_STREAM, m->chances++), menu.n)];
    menu_free(&menu);
    if (status == TN_OK) tn_state_apply(m->ctx, m->state, TN_CHANCE, answer);
    return status;
}

static tn_status settle_chance(struct match *m) {
    tn_question question;
    tn_status status = TN_OK;
    while (status == TN_OK && tn_state_question(m->game, m->state, TN_CHANCE, &question))
        status = answer_chance(m);
    if (status == TN_NOMEM) m->out_of_memory = true;
    return status;
}

static void tell_voices(struct match *m) {
    const tn_game *games[MATCH_VOICES];
    for (unsigned i = 0; i < m->n_voices; i++)
        games[i] = m->voices[i].game;
    tn_ctx_also(m->ctx, games, m->n_voices);
}

unsigned match_rules(const struct match *m) {
    return m->setup.rules ? m->setup.rules : TN_RULES_VERSION;
}

unsigned match_start_flags(const struct match *m) {
    return (m->setup.n_orders ? TN_EXPLICIT_CHANCE : 0u) | (match_rules(m) < 2 ? TN_ASK_ALL : 0u) |
           (match_rules(m) < 3 ? TN_EACH_COPY : 0u);
}

static tn_status start(struct match *m) {
    m->log.n = 0;
    for (unsigned i = 0; i < m->n_voices; i++)
        m->voices[i].log.n = 0;
    match_listen(m, 0);
    tn_ctx_speak(m->ctx, m->game);
    m->chances = 0;
    m->wrong[0] = '\0';
    arena_free(&m->said);
    for (size_t i = 0; i < m->order_at.n; i++)
        m->order_at.data[i] = 0;
    if (m->origin)
        memcpy(m->state, m->origin, tn_game_state_size(m->game));
    else
        tn_state_start(m->ctx, m->seed, match_start_flags(m), m->state);
    tn_status status = settle_chance(m);
    if (m->out_of_memory) return TN_NOMEM;
    return status == TN_OK && tn_state_status(m->game, m->state) == TN_FAULT ? TN_FAULT : status;
}

static tn_status read_origin(struct match *m) {
    unsigned flags = match_start_flags(m) | (m->setup.new_chance ? TN_NEW_CHANCE : 0u);
    m->origin = tn_state_new(m->game);
    if (!m->origin) return TN_NOMEM;
    tn_status status = tn_state_read_json(m->ctx, m->setup.from, m->setup.from_size, m->seed, flags, m->origin,
                                          m->wrong, sizeof m->wrong);
    m->setup.from = NULL;
    return status == TN_ASK || status == TN_OVER || status == TN_FAULT ? TN_OK : status;
}

tn_status match_begin(struct match *m, const tn_game *game, const struct match_setup *setup) {
    memset(m, 0, sizeof *m);
    arena_init(&m->words);
    arena_init(&m->said);
    m->game = m->own = game;
    m->setup = *setup;
    m->seed = setup->seed;
    m->seats = tn_game_seat_count(game);
    if (m->seats > MATCH_SEATS) return TN_BAD_CONFIG;
    m->ctx = tn_ctx_new(game);
    m->state = tn_state_new(game);
    tn_status status = m->ctx && m->state ? TN_OK : TN_NOMEM;
    for (size_t i = 0; i < setup->n_orders && status == TN_OK; i++)
        if (!VEC_PUSH(&m->order_at, 0)) status = TN_NOMEM;
    if (status == TN_OK && setup->from) status = read_origin(m);
    if (status == TN_NOMEM) m->out_of_memory = true;
    if (status != TN_OK) return status;
    tn_ctx_sink(m->ctx, hear, m);
    return start(m);
}

tn_status match_init(struct match *m, const tn_game *game, uint64_t seed) {
    return match_begin(m, game, &(struct match_setup){.seed = seed});
}

void match_free(struct match *m) {
    tn_ctx_free(m->ctx);
    tn_ctx_free(m->quiet);
    tn_state_free(m->state);
    tn_state_free(m->origin);
    VEC_FREE(&m->order_at);
    VEC_FREE(&m->losses);
    VEC_FREE(&m->history);
    VEC_FREE(&m->log);
    for (unsigned i = 0; i < m->n_voices; i++)
        VEC_FREE(&m->voices[i].log);
    arena_free(&m->words);
    arena_free(&m->said);
    m->ctx = m->quiet = NULL;
    m->state = m->origin = NULL;
}

tn_ctx *match_detach(struct match *m) {
    tn_ctx *ctx = m->ctx;
    if (ctx) tn_ctx_sink(ctx, NULL, NULL), tn_ctx_also(ctx, NULL, 0);
    m->ctx = NULL;
    return ctx;
}

void match_attach(struct match *m, tn_ctx *ctx) {
    m->ctx = ctx;
    tn_ctx_speak(ctx, m->game);
    tn_ctx_sink(ctx, hear, m);
    tell_voices(m);
}

tn_status match_speak(struct match *m, const tn_game *game) {
    m->game = m->own = game;
    m->voice = 0;
    tn_ctx_speak(m->ctx, game);
    return match_rewind(m, m->history.n);
}

tn_status match_voices(struct match *m, const tn_game *const *games, size_t n) {
    for (m->n_voices = 0; m->n_voices < n && m->n_voices < MATCH_VOICES; m->n_voices++)
        m->voices[m->n_voices] = (struct match_voice){.game = games[m->n_voices]};
    tell_voices(m);
    return m->n_voices ? match_rewind(m, m->history.n) : TN_OK;
}

const struct match_line *match_log(const struct match *m, unsigned voice) {
    return voice ? m->voices[voice - 1].log.data : m->log.data;
}

void match_listen(struct match *m, unsigned voice) {
    if (voice > m->n_voices || voice == m->voice) return;
    m->voice = voice;
    m->game = voice ? m->voices[voice - 1].game : m->own;
    if (m->ctx) tn_ctx_speak(m->ctx, m->game);
}

tn_status match_status(const struct match *m) {
    if (m->out_of_memory) return TN_NOMEM;
    return *m->wrong ? TN_BAD_STATE : tn_state_status(m->game, m->state);
}

unsigned match_persons(const struct match *m) {
    unsigned n = 0;
    for (unsigned seat = 0; seat < m->seats; seat++)
        n += m->bots[seat] == NULL;
    return n;
}

struct asking match_asking(const struct match *m, unsigned seat) {
    return (struct asking){m->game, m->ctx, m->state, seat};
}

unsigned match_next(const struct match *m) {
    unsigned person = MATCH_SEATS;
    if (match_status(m) != TN_ASK) return MATCH_SEATS;
    uint32_t asked = tn_state_asked(m->game, m->state);
    for (unsigned seat = 0; seat < m->seats; seat++) {
        if (!(asked >> seat & 1)) continue;
        if (m->bots[seat]) return seat;
        if (person == MATCH_SEATS) person = seat;
    }
    return person;
}

/* The answer as a journal writes it: unique among the legal ones, which is why all of their texts are needed. */
static const char *words_of(struct match *m, unsigned seat, uint32_t answer) {
    struct menu menu;
    struct buf words;
    const char *kept = NULL;
    menu_init(&menu);
    buf_init(&words);
    if (load_plain(m, seat, &menu)) {
        for (uint32_t i = 0; i < menu.n; i++)
            if (menu.ids[i] == answer) menu_words(&menu, i, &words);
        if (!words.failed) kept = arena_strdup(&m->words, words.data, words.n);
    }
    if (!kept) m->out_of_memory = true;
    buf_free(&words);
    menu_free(&menu);
    return kept;
}

/* What the last answer of the history says, in each language; it is not yet given. */
static void say_answer_in_voices(struct match *m) {
    struct match_answer *made = &m->history.data[m->history.n - 1];
    for (unsigned v = 0; v <= m->n_voices; v++) {
        struct asking at = {v ? m->voices[v - 1].game : m->own, m->ctx, m->state, made->seat};
        tn_ctx_speak(m->ctx, at.game);
        made->said[v] = menu_answer_text(&at, made->answer, &m->said);
        if (!made->said[v].bytes) m->out_of_memory = true;
    }
    tn_ctx_speak(m->ctx, m->game);
}

tn_status match_answer(struct match *m, unsigned seat, uint32_t answer) {
    tn_question question;
    if (m->out_of_memory) return TN_NOMEM;
    match_listen(m, 0);
    if (!tn_state_question(m->game, m->state, seat, &question)) return TN_ILLEGAL;
    if ((answer = tn_state_meant(m->ctx, m->state, seat, answer)) == TN_NO_ANSWER) return TN_ILLEGAL;
    struct match_answer made = {.answer = answer,
                                .epoch = tn_state_epoch(m->game, m->state),
                                .seat = (uint8_t)seat,
                                .forced = match_forced(m, seat, FORCED_FREE) != TN_NO_ANSWER,
                                .told = tn_answer_told(m->ctx, m->state, seat, answer)};
    made.words = words_of(m, seat, answer);
    if (!made.words || !VEC_PUSH(&m->history, made)) {
        m->out_of_memory = true;
        return TN_NOMEM;
    }
    say_answer_in_voices(m);
    m->losses.n = 0;
    unsigned last = tn_state_last(m->game, m->state);
    tn_status status = tn_state_apply(m->ctx, m->state, seat, answer);
    if (status == TN_ILLEGAL) {
        m->history.n--;
        return status;
    }
    if (last != seat && tn_state_last(m->game, m->state) == seat) /* that the turn came here is no news */
        m->history.data[m->history.n - 1].epoch++;
    tn_status chance = settle_chance(m);
    if (m->out_of_memory) return TN_NOMEM;
    if (chance != TN_OK) return chance;
    if (m->listener) m->listener(m->listener_user, m);
    return status == TN_FAULT || tn_state_status(m->game, m->state) == TN_FAULT ? TN_FAULT : TN_OK;
}

tn_ctx *match_quiet(struct match *m) {
    if (!m->quiet) m->quiet = tn_ctx_new(m->game);
    return m->quiet;
}

/* What happens without asking a person; TN_NO_ANSWER when the person must choose. */
static uint32_t automatic_answer(struct match *m, unsigned seat, bool *alone) {
    uint32_t forced = match_forced(m, seat, m->bots[seat] ? FORCED_ALL : m->forced);
    *alone = forced != TN_NO_ANSWER;
    if (forced == TN_NO_ANSWER && m->bots[seat]) {
        if (!match_quiet(m)) return m->out_of_memory = true, TN_NO_ANSWER;
        struct random random = bot_random_for(m->seed, seat, m->history.n);
        struct bot_task task = {m->weights, m->game, m->quiet, m->state, seat, 0, m->threads, false};
        return m->bots[seat]->choose(&task, &random);
    }
    return forced;
}

tn_status match_run(struct match *m) {
    for (unsigned in_a_row = 0;;) {
        bool alone;
        unsigned seat = match_next(m);
        if (seat == MATCH_SEATS) return match_status(m);
        uint32_t answer = automatic_answer(m, seat, &alone);
        if (m->out_of_memory) return TN_NOMEM;
        if (answer == TN_NO_ANSWER) return m->bots[seat] ? TN_FAULT : TN_ASK;
        in_a_row = alone ? in_a_row + 1 : 0;
        if (in_a_row > FORCED_LIMIT) { /* the rules go round, and nobody could ever stop them */
            snprintf(m->wrong, sizeof m->wrong, "%d questions in a row had one legal answer each", FORCED_LIMIT);
            return TN_FAULT;
        }
        tn_status status = match_answer(m, seat, answer);
        if (status != TN_OK) return status == TN_ILLEGAL ? TN_FAULT : status;
    }
}

tn_status match_rewind(struct match *m, size_t length) {
    size_t kept = length < m->history.n ? length : m->history.n;
    m->history.n = 0; /* what is said at the start is said before all answers */
    tn_status status = start(m);
    for (size_t i = 0; i < kept && status == TN_OK; i++) {
        struct match_answer made = m->history.data[i];
        m->history.n++;
        say_answer_in_voices(m);
        status = tn_state_apply(m->ctx, m->state, made.seat, made.answer);
        if (tn_good(status)) status = settle_chance(m);
        if (m->out_of_memory) status = TN_NOMEM;
    }
    return status;
}

tn_status match_restart_old(struct match *m, unsigned rules) {
    m->setup.rules = rules;
    return match_rewind(m, 0);
}

/* ---- trying */
struct mark {
    tn_state *state;
    size_t history, log, voices[MATCH_VOICES], *orders;
    uint32_t chances;
    match_listener *listener;
    char wrong[sizeof((struct match *)0)->wrong];
};

static void mark_free(struct mark *k) {
    tn_state_free(k->state);
    free(k->orders);
    free(k);
}

void *match_mark(struct match *m) {
    struct mark *k = calloc(1, sizeof *k);
    if (!k) return NULL;
    k->state = tn_state_new(m->game);
    k->orders = calloc(m->order_at.n + 1, sizeof *k->orders);
    if (!k->state || !k->orders) return mark_free(k), NULL;
    memcpy(k->state, m->state, tn_game_state_size(m->game));
    for (size_t i = 0; i < m->order_at.n; i++)
        k->orders[i] = m->order_at.data[i];
    for (unsigned i = 0; i < m->n_voices; i++)
        k->voices[i] = m->voices[i].log.n;
    k->history = m->history.n, k->log = m->log.n;
    k->chances = m->chances, k->listener = m->listener;
    memcpy(k->wrong, m->wrong, sizeof k->wrong);
    m->listener = NULL;
    return k;
}

void match_return(struct match *m, void *mark) {
    struct mark *k = mark;
    memcpy(m->state, k->state, tn_game_state_size(m->game));
    for (size_t i = 0; i < m->order_at.n; i++)
        m->order_at.data[i] = k->orders[i];
    for (unsigned i = 0; i < m->n_voices; i++)
        m->voices[i].log.n = k->voices[i];
    m->history.n = k->history, m->log.n = k->log;
    m->chances = k->chances, m->listener = k->listener;
    memcpy(m->wrong, k->wrong, sizeof k->wrong);
    m->losses.n = 0;
    mark_free(k);
}

void match_keep(struct match *m, void *mark) {
    m->listener = ((struct mark *)mark)->listener;
    mark_free(mark);
}

static bool reads(const struct match_line *line, unsigned seat) {
    return seat == TN_EVERYTHING || (seat < 32 && (line->seen_by >> seat & 1));
}

tn_text match_line_text(const struct match_line *line, unsigned seat) {
    return reads(line, seat) ? line->text : line->public_text;
}

size_t match_line_parts(const struct match_line *line, unsigned seat, const tn_part **out) {
    bool all = reads(line, seat);
    *out = all ? line->parts : line->public_parts;
    if (!*match_line_text(line, seat).bytes) return 0;
    return all ? line->n_parts : line->n_public_parts;
}
