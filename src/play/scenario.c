/* scenario.c: see scenario.h. */
#include "play/scenario.h"

#include <string.h>

enum { FORCED_LIMIT = 10000, NAMED_LIMIT = 64, SEED = 1 };

struct run {
    struct asking at; /* at.seat: who is asked now */
    tn_state *state;
    struct menu menu;
    struct buf *message;
    bool out_of_memory;
};

static bool fail(struct run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(struct run *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    buf_vprintf(r->message, format, args);
    va_end(args);
    return false;
}

static const char *seat_name(const struct run *r, unsigned seat) {
    return tn_game_seat_name(r->at.game, seat);
}

/* Loads the open question, of `wanted` when that seat is asked. False when nobody is asked. */
static bool open_question(struct run *r, int wanted) {
    uint32_t asked = tn_state_asked(r->at.game, r->state);
    if (tn_state_status(r->at.game, r->state) != TN_ASK || asked == 0) return false;
    unsigned seat = 0;
    while (!(asked >> seat & 1))
        seat++;
    r->at.seat = wanted >= 0 && wanted < 32 && (asked >> wanted & 1) ? (unsigned)wanted : seat;
    bool loaded = menu_load(&r->menu, &r->at);
    if (!loaded && r->menu.arena.failed) r->out_of_memory = true;
    return loaded && r->menu.n > 0;
}

static bool fail_stopped(struct run *r, const char *word) {
    if (r->out_of_memory) return fail(r, "out of memory");
    if (tn_state_status(r->at.game, r->state) != TN_FAULT)
        return fail(r, "\"%s\" was to be answered, but the game is over", word);
    struct arena scratch;
    arena_init(&scratch, NULL);
    const char *text = menu_fault(r->at.game, r->state, &scratch);
    fail(r, "the rules stopped: %s", text ? text : "out of memory");
    arena_free(&scratch);
    return false;
}

static bool answer(struct run *r, uint32_t index) {
    tn_status status = tn_state_apply(r->at.ctx, r->state, r->at.seat, r->menu.ids[index]);
    return status == TN_OK || fail_stopped(r, r->menu.texts[index]);
}

/* Answers questions that leave no choice. Without a limit a loop of them would never end. */
static bool settle(struct run *r) {
    for (int n = 0; n < FORCED_LIMIT; n++) {
        if (!open_question(r, -1))
            return tn_state_status(r->at.game, r->state) == TN_OVER || fail_stopped(r, "a question");
        if (r->menu.n > 1) return true;
        if (!answer(r, 0)) return false;
    }
    return fail(r, "%d questions in a row had one legal answer each", FORCED_LIMIT);
}

/* Answers that go by the name `word` and could be given here but may not: the first explanation that holds `reason`,
 * or any. NULL: no such answer. */
static const char *refusal(struct run *r, const char *word, const char *reason, struct arena *arena) {
    uint32_t ids[NAMED_LIMIT];
    const char *first = NULL;
    size_t n = menu_named(&r->at, word, ids, NAMED_LIMIT);
    for (size_t i = 0; i < n; i++) {
        if (tn_state_legal(r->at.game, r->state, r->at.seat, ids[i])) continue;
        const char *why = menu_why_not(&r->at, ids[i], arena);
        if (!why || !*why) continue;
        if (reason && words_contain(why, reason)) return why;
        if (!first) first = why;
    }
    return first;
}

static bool fail_no_answer(struct run *r, const char *word, enum menu_match found) {
    const char *who = seat_name(r, r->at.seat);
    if (found == MENU_SEVERAL)
        fail(r, "\"%s\" could mean several answers of %s to \"%s\"", word, who, r->menu.prompt);
    else
        fail(r, "\"%s\" is not a legal answer of %s to \"%s\"", word, who, r->menu.prompt);
    struct arena scratch;
    arena_init(&scratch, NULL);
    const char *why = found == MENU_NONE ? refusal(r, word, NULL, &scratch) : NULL;
    if (why) fail(r, " (%s)", why);
    fail(r, "; legal: ");
    menu_list(&r->menu, r->message);
    arena_free(&scratch);
    return false;
}

static bool say(struct run *r, int seat, const char *word) {
    for (int n = 0; n < FORCED_LIMIT; n++) {
        uint32_t index;
        if (!open_question(r, seat)) return fail_stopped(r, word);
        bool theirs = seat < 0 || r->at.seat == (unsigned)seat;
        enum menu_match found = theirs ? menu_find(&r->menu, word, &index) : MENU_NONE;
        if (found == MENU_ONE) return answer(r, index);
        if (r->menu.n > 1 && theirs) return fail_no_answer(r, word, found);
        if (r->menu.n > 1)
            return fail(r, "\"%s\" is for %s, but %s is asked: \"%s\"", word, seat_name(r, (unsigned)seat),
                        seat_name(r, r->at.seat), r->menu.prompt);
        if (!answer(r, 0)) return false;
    }
    return fail(r, "\"%s\": %d questions in a row had one legal answer each", word, FORCED_LIMIT);
}

enum refused { REFUSED_HERE, REFUSED_NOT, REFUSED_BROKEN };

/* One word of a refused path: answers it when it is legal. When it is not, the explanation of `target`, the end of the
 * path, is compared, and failing that the word's own. */
static enum refused try_word(struct run *r, const char *word, bool last, const char *target, const char *reason) {
    for (int n = 0; n < FORCED_LIMIT; n++) {
        uint32_t index;
        if (!open_question(r, -1)) return fail_stopped(r, word), REFUSED_BROKEN;
        enum menu_match found = menu_find(&r->menu, word, &index);
        if (found == MENU_ONE && last)
            return fail(r, "\"%s\" is legal, but was to be refused: \"%s\"", word, reason), REFUSED_BROKEN;
        if (found == MENU_ONE) return answer(r, index) ? REFUSED_NOT : REFUSED_BROKEN;
        struct arena scratch;
        arena_init(&scratch, NULL);
        const char *why = refusal(r, target, reason, &scratch);
        bool fits = why && words_contain(why, reason);
        const char *own = last || fits ? NULL : refusal(r, word, reason, &scratch);
        if (own && (!why || words_contain(own, reason))) why = own, fits = words_contain(own, reason);
        if (why && !fits) fail(r, "\"%s\" is refused, expected \"%s\", found \"%s\"", word, reason, why);
        arena_free(&scratch);
        if (why) return fits ? REFUSED_HERE : REFUSED_BROKEN;
        if (r->menu.n > 1) return fail_no_answer(r, word, found), REFUSED_BROKEN;
        if (!answer(r, 0)) return REFUSED_BROKEN;
    }
    return fail(r, "\"%s\": %d questions in a row had one legal answer each", word, FORCED_LIMIT), REFUSED_BROKEN;
}

static bool refused(struct run *r, const tn_step *step) {
    if (step->n_words < 2) return fail(r, "refused needs an answer and a reason");
    tn_state *copy = tn_state_new(r->at.game), *real = r->state;
    if (!copy) {
        r->out_of_memory = true;
        return fail(r, "out of memory");
    }
    memcpy(copy, real, tn_game_state_size(r->at.game));
    r->at.state = r->state = copy;
    enum refused verdict = REFUSED_NOT;
    const char *reason = step->words[step->n_words - 1];
    for (size_t i = 0; i + 1 < step->n_words && verdict == REFUSED_NOT; i++)
        verdict = try_word(r, step->words[i], i + 2 == step->n_words, step->words[step->n_words - 2], reason);
    r->at.state = r->state = real;
    tn_state_free(copy);
    return verdict == REFUSED_HERE;
}

static bool play(struct run *r, const tn_step *step, bool then_settle) {
    for (size_t i = 0; i < step->n_words; i++)
        if (!say(r, step->seat, step->words[i])) return false;
    return !then_settle || settle(r);
}

/* Who has won is known only when the game is over. */
static bool won(struct run *r, const tn_step *step) {
    if (tn_state_status(r->at.game, r->state) != TN_OVER) return fail(r, "expected %s, but the game is not over", step->text);
    bool first = tn_state_rank(r->at.ctx, r->state, (unsigned)step->seat) == 1;
    return first == (step->kind == TN_STEP_WON) || fail(r, "expected %s", step->text);
}

static bool run_step(struct run *r, size_t scenario, size_t i, size_t steps, uint32_t *line) {
    tn_step step, next;
    tn_scenario_step(r->at.game, scenario, i, &step);
    *line = step.line;
    bool last = i + 1 == steps;
    if (!last) tn_scenario_step(r->at.game, scenario, i + 1, &next);
    switch (step.kind) {
    case TN_STEP_PLAY: return play(r, &step, last || (next.kind != TN_STEP_PLAY && next.kind != TN_STEP_REFUSED));
    case TN_STEP_WON:
    case TN_STEP_NOT_WON: return won(r, &step);
    case TN_STEP_REFUSED: return refused(r, &step);
    case TN_STEP_CHECK: break;
    }
    return tn_scenario_check(r->at.ctx, scenario, i, r->state) || fail(r, "expected %s", step.text);
}

tn_status scenario_run(const tn_game *game, tn_ctx *ctx, size_t i, uint32_t *failed_line, struct buf *message) {
    tn_scenario scenario;
    tn_game_scenario(game, i, &scenario);
    *failed_line = scenario.line;
    struct run r = {.at = {game, ctx, NULL, 0}, .state = tn_state_new(game), .message = message};
    if (!r.state) return TN_NOMEM;
    r.at.state = r.state;
    menu_init(&r.menu);
    tn_status status = tn_scenario_start(ctx, i, SEED, r.state);
    bool passed = status == TN_ASK || status == TN_OVER || fail_stopped(&r, "start");
    for (size_t step = 0; step < scenario.steps && passed; step++)
        passed = run_step(&r, i, step, scenario.steps, failed_line);
    menu_free(&r.menu);
    tn_state_free(r.state);
    return r.out_of_memory || message->failed ? TN_NOMEM : TN_OK;
}

/* ---- all scenarios of a source */
static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool known(const struct scenario_report *report, const tn_scenario *s) {
    for (size_t i = 0; i < report->results.n; i++) {
        const struct scenario_result *other = &report->results.data[i];
        if (other->line == s->line && strcmp(base_name(other->file), base_name(s->file)) == 0 &&
            strcmp(other->name, s->name) == 0)
            return true;
    }
    return false;
}

static tn_status keep(struct scenario_report *report, const tn_scenario *s, uint32_t failed_line,
                      const struct buf *message) {
    struct scenario_result result = {.line = s->line, .failed_line = failed_line};
    result.name = arena_strdup(&report->arena, s->name, strlen(s->name));
    result.file = arena_strdup(&report->arena, s->file, strlen(s->file));
    if (message->n > 0) result.message = arena_strdup(&report->arena, message->data, message->n);
    if (report->arena.failed || !VEC_PUSH(&report->results, result)) return TN_NOMEM;
    report->failed += message->n > 0;
    return TN_OK;
}

static tn_status run_game(const tn_game *game, const char *only, struct scenario_report *report) {
    tn_ctx *ctx = tn_ctx_new(game);
    if (!ctx) return TN_NOMEM;
    struct buf message;
    tn_status status = TN_OK;
    buf_init(&message, NULL);
    for (size_t i = 0; i < tn_game_scenarios(game) && status == TN_OK; i++) {
        tn_scenario s;
        uint32_t failed_line;
        tn_game_scenario(game, i, &s);
        if ((only && !words_contain(s.name, only)) || known(report, &s)) continue;
        buf_clear(&message);
        status = scenario_run(game, ctx, i, &failed_line, &message);
        if (status == TN_OK) status = keep(report, &s, failed_line, &message);
    }
    buf_free(&message);
    tn_ctx_free(ctx);
    return status;
}

tn_status scenarios_run(tn_source *source, const char *only, struct scenario_report *report) {
    tn_status status = TN_OK;
    for (size_t i = 0; i < tn_source_scenario_configs(source) && status == TN_OK; i++) {
        tn_config config;
        tn_game *game = NULL;
        tn_source_scenario_config(source, i, &config);
        status = tn_game_new(source, &config, &game);
        if (status == TN_OK) status = run_game(game, only, report);
        tn_game_free(game);
    }
    return status;
}

void scenario_report_free(struct scenario_report *report) {
    VEC_FREE(&report->results);
    arena_free(&report->arena);
    memset(report, 0, sizeof *report);
}
