/* lockstep.c: see lockstep.h. */
#include "support/lockstep.h"

#include "support/level.h"
#include "support/unit.h"

#include <stdarg.h>
#include <stdio.h>

enum { MAX_QUESTIONS = 100000, MAX_DIFFERENT = 5, TEXT = 256 };
enum end { DIFFERENT, SAME_END, AT_LIMIT, ENDS };

bool lockstep_differs(const struct lockstep *l, const char *format, ...) {
    char mode[TEXT];
    va_list more;
    l->test->describe(l, mode, sizeof mode);
    fprintf(stderr, "game %ld (%s), answer %d: ", l->game, mode, l->answers);
    va_start(more, format);
    vfprintf(stderr, format, more);
    va_end(more);
    fprintf(stderr, "\n");
    return false;
}

/* ---- the engine's side */
void engine_open(struct engine *e, tn_source *source, const tn_config *config) {
    assert_int_equal(tn_game_new(source, config, &e->game), TN_OK);
    e->ctx = tn_ctx_new(e->game);
    e->state = tn_state_new(e->game);
    assert_true(e->ctx && e->state);
    tn_state_start(e->ctx, 1, TN_EXPLICIT_CHANCE | TN_EACH_COPY, e->state);
}

static void engine_close(struct engine *e) {
    tn_state_free(e->state);
    tn_ctx_free(e->ctx);
    tn_game_free(e->game);
}

size_t engine_find_var(const struct engine *e, const char *name, int scope, int first_owner) {
    for (size_t i = 0; i < tn_game_var_count(e->game); i++) {
        tn_var var;
        tn_game_var(e->game, i, &var);
        if (strcmp(var.name, name) == 0 && (scope == LOCKSTEP_ANY || (int)var.scope == scope) &&
            (first_owner == LOCKSTEP_ANY || var.first_owner == first_owner))
            return i;
    }
    fail_msg("no variable %s", name);
    return 0;
}

size_t engine_find_zone(const struct engine *e, const char *name) {
    for (size_t i = 0; i < tn_game_zone_count(e->game); i++) {
        tn_zone zone;
        tn_game_zone(e->game, i, &zone);
        if (strcmp(zone.name, name) == 0) return i;
    }
    fail_msg("no zone %s", name);
    return 0;
}

int engine_var(const struct engine *e, size_t var, int owner, int index) {
    int32_t value = -99;
    tn_var_get(e->game, e->state, TN_SPECTATOR, var, owner, index, &value);
    return value;
}

bool lockstep_apply(struct lockstep *l, unsigned seat, uint32_t id) {
    const struct engine *e = l->engine;
    char text[TEXT];
    if (l->print) {
        tn_answer_text(e->ctx, e->state, seat, id, text, sizeof text);
        fprintf(stderr, "%d: seat %u: %s\n", l->answers, seat, text);
    }
    tn_status status = tn_state_apply(e->ctx, e->state, seat, id);
    if (tn_good(status)) return true;
    tn_fault_text(e->game, e->state, text, sizeof text);
    return lockstep_differs(l, "engine status %d: %s", status, text);
}

void lockstep_print_question(const struct lockstep *l, const tn_question *q) {
    const struct engine *e = l->engine;
    char text[TEXT];
    tn_question_text(e->ctx, e->state, q->seat, text, sizeof text);
    fprintf(stderr, "engine asks %d (%s):", q->seat, text);
    for (uint32_t i = 0; i < q->count; i++) {
        uint32_t id = tn_state_nth(e->game, e->state, q->seat, i);
        tn_answer_text(e->ctx, e->state, q->seat, id, text, sizeof text);
        fprintf(stderr, " %s;", text);
    }
    fprintf(stderr, "\n");
}

/* ---- play */
static enum end play(struct lockstep *l) {
    const struct lockstep_test *t = l->test;
    const struct engine *e = l->engine;
    tn_state_start(e->ctx, (uint64_t)l->game, TN_EXPLICIT_CHANCE | TN_EACH_COPY, e->state);
    t->begin(l);
    for (l->answers = 0; l->answers < MAX_QUESTIONS; l->answers++) {
        tn_question q;
        bool asks;
        if (!t->catch_up(l, &q, &asks)) return DIFFERENT;
        if (!asks && t->ends_at_limit && tn_state_limited(e->game, e->state)) return AT_LIMIT;
        if (asks == t->over(l)) {
            lockstep_differs(l, "%s is over, the other is not", asks ? "the reference" : "the engine");
            return DIFFERENT;
        }
        if (!asks) return t->same_end(l) ? SAME_END : DIFFERENT;
        if (!t->same_position(l) || !t->answer(l, &q)) return DIFFERENT;
    }
    lockstep_differs(l, "no end");
    return DIFFERENT;
}

static enum end play_number(const struct lockstep_test *t, struct engine *const *engines, long game, bool print) {
    struct lockstep *l = t->played;
    *l = (struct lockstep){.test = t, .mode = (unsigned)(game % (long)t->modes), .game = game, .print = print};
    l->engine = engines[l->mode];
    l->random.key = random_scramble((uint64_t)game + 1);
    return play(l);
}

static void play_all(const struct lockstep_test *t, struct engine *const *engines) {
    long games = level_pick(t->games[0], t->games[1], t->games[2]), ends[ENDS] = {0};
    for (long game = 0; game < games && ends[DIFFERENT] < MAX_DIFFERENT; game++)
        ends[play_number(t, engines, game, false)]++;
    if (level_is("soak")) {
        print_message("%ld games in lockstep, %ld of them to the engine's limit\n", ends[SAME_END] + ends[AT_LIMIT],
                      ends[AT_LIMIT]);
        t->print_counts();
    }
    assert_int_equal(ends[DIFFERENT], 0);
    if (!level_is("quick")) t->all_came_up();
}

static void test_lockstep(void **state) {
    const struct lockstep_test *t = *state;
    const char *one = getenv("TERRANE_LOCKSTEP_GAME");
    struct engine *engines[LOCKSTEP_MODES];
    char path[1024];
    tn_source *source;
    assert_true(t->modes <= LOCKSTEP_MODES);
    snprintf(path, sizeof path, "%s/games/%s", level_root(), t->definition);
    assert_int_equal(tn_source_load(path, &source), TN_OK);
    for (unsigned mode = 0; mode < t->modes; mode++)
        engines[mode] = t->open(source, mode);
    tn_source_free(source);
    if (one)
        assert_int_not_equal(play_number(t, engines, atol(one), true), DIFFERENT);
    else
        play_all(t, engines);
    for (unsigned mode = 0; mode < t->modes; mode++)
        engine_close(engines[mode]);
}

int lockstep_main(const struct lockstep_test *test) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(test_lockstep, (void *)(uintptr_t)test)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
