/* match.c: see match.h. */
#include "play/match.h"

#include <string.h>

static void hear(void *user, const tn_event *event) {
    struct match *m = user;
    struct match_line line = {event->seen_by, event->seat, (uint32_t)m->history.n, NULL, NULL};
    const char *text = event->text ? event->text : "", *public_text = event->public_text ? event->public_text : "";
    line.text = arena_strdup(&m->said, text, strlen(text));
    line.public_text = text == public_text ? line.text : arena_strdup(&m->said, public_text, strlen(public_text));
    if (!line.text || !line.public_text || !VEC_PUSH(&m->log, line)) m->out_of_memory = true;
}

static tn_status start(struct match *m) {
    m->log.n = 0;
    arena_free(&m->said);
    tn_status status = tn_state_start(m->ctx, m->seed, 0, m->state);
    if (m->out_of_memory) return TN_NOMEM;
    return status == TN_ASK || status == TN_OVER ? TN_OK : status;
}

tn_status match_init(struct match *m, const tn_game *game, uint64_t seed) {
    memset(m, 0, sizeof *m);
    arena_init(&m->words, NULL);
    arena_init(&m->said, NULL);
    m->game = game;
    m->seed = seed;
    m->seats = tn_game_seats(game);
    if (m->seats > MATCH_SEATS) return TN_BAD_CONFIG;
    m->ctx = tn_ctx_new(game);
    m->state = tn_state_new(game);
    if (!m->ctx || !m->state) {
        m->out_of_memory = true;
        return TN_NOMEM;
    }
    tn_ctx_sink(m->ctx, hear, m);
    return start(m);
}

void match_free(struct match *m) {
    tn_ctx_free(m->ctx);
    tn_state_free(m->state);
    VEC_FREE(&m->history);
    VEC_FREE(&m->log);
    arena_free(&m->words);
    arena_free(&m->said);
    m->ctx = NULL;
    m->state = NULL;
}

tn_status match_status(const struct match *m) {
    return m->out_of_memory ? TN_NOMEM : tn_state_status(m->game, m->state);
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
    struct asking at = match_asking(m, seat);
    struct menu menu;
    struct buf words;
    const char *kept = NULL;
    menu_init(&menu);
    buf_init(&words, NULL);
    if (menu_load(&menu, &at)) {
        for (uint32_t i = 0; i < menu.n; i++)
            if (menu.ids[i] == answer) menu_words(&menu, i, &words);
        if (!words.failed) kept = arena_strdup(&m->words, words.data, words.n);
    }
    if (!kept) m->out_of_memory = true;
    buf_free(&words);
    menu_free(&menu);
    return kept;
}

tn_status match_answer(struct match *m, unsigned seat, uint32_t answer) {
    tn_question question;
    if (m->out_of_memory) return TN_NOMEM;
    if (!tn_state_question(m->game, m->state, seat, &question)) return TN_ILLEGAL;
    if (!tn_state_legal(m->game, m->state, seat, answer)) return TN_ILLEGAL;
    struct match_answer made = {answer, tn_state_epoch(m->game, m->state), (uint8_t)seat, question.count == 1, NULL};
    made.words = words_of(m, seat, answer);
    if (!made.words || !VEC_PUSH(&m->history, made)) {
        m->out_of_memory = true;
        return TN_NOMEM;
    }
    tn_status status = tn_state_apply(m->ctx, m->state, seat, answer);
    if (status == TN_ILLEGAL) {
        m->history.n--;
        return status;
    }
    if (m->out_of_memory) return TN_NOMEM;
    if (m->listener) m->listener(m->listener_user, m);
    return status == TN_FAULT || tn_state_status(m->game, m->state) == TN_FAULT ? TN_FAULT : TN_OK;
}

/* What happens without asking a person; TN_NO_ANSWER when the person must choose. */
static uint32_t automatic_answer(struct match *m, unsigned seat) {
    if (m->bots[seat]) {
        struct random random = bot_random_for(m->seed, seat, m->history.n);
        return m->bots[seat]->choose(m->game, m->ctx, m->state, seat, &random);
    }
    tn_question question;
    if (!m->answer_forced || !tn_state_question(m->game, m->state, seat, &question) || question.count != 1)
        return TN_NO_ANSWER;
    return tn_state_nth(m->game, m->state, seat, 0);
}

tn_status match_run(struct match *m) {
    for (;;) {
        unsigned seat = match_next(m);
        if (seat == MATCH_SEATS) return match_status(m);
        uint32_t answer = automatic_answer(m, seat);
        if (answer == TN_NO_ANSWER) return m->bots[seat] ? TN_FAULT : TN_ASK;
        tn_status status = match_answer(m, seat, answer);
        if (status != TN_OK) return status == TN_ILLEGAL ? TN_FAULT : status;
    }
}

bool match_undo_to(const struct match *m, unsigned seat, size_t *length, const char **why) {
    bool alone = match_persons(m) == 1;
    uint32_t now = tn_state_epoch(m->game, m->state);
    for (size_t i = m->history.n; i-- > 0;) {
        const struct match_answer *made = &m->history.data[i];
        if (!alone && made->epoch != now) {
            *why = "something became known since the last decision, so it cannot be taken back";
            return false;
        }
        if (made->forced || m->bots[made->seat] || (alone && made->seat != seat)) continue;
        *length = i;
        return true;
    }
    *why = "there is nothing to take back";
    return false;
}

tn_status match_rewind(struct match *m, size_t length) {
    tn_status status = start(m);
    size_t kept = length < m->history.n ? length : m->history.n;
    m->history.n = 0;
    for (size_t i = 0; i < kept && status == TN_OK; i++) {
        struct match_answer made = m->history.data[i];
        m->history.n++;
        status = tn_state_apply(m->ctx, m->state, made.seat, made.answer);
        if (m->out_of_memory) status = TN_NOMEM;
    }
    return status;
}

const char *match_line_text(const struct match_line *line, unsigned seat) {
    bool reads = seat < 32 && (line->seen_by >> seat & 1);
    return reads ? line->text : line->public_text;
}
