/* scenario.c: see scenario.h. */
#include "lab/scenario.h"

#include "base/random.h"
#include "play/forced.h"

#include <stdio.h>
#include <string.h>

enum { SEED = 1, CHANCE_STREAM = 1 };

struct run {
    struct say say;
    tn_state *state, *now; /* the scenario's; the one that is answered: a copy while something is tried */
    const struct scenario_watch *watch;
    const char *name;
    size_t ahead;    /* words of the next line that were given with those before it */
    bool played;     /* something was answered since forced answers were given */
    say_list chance; /* what is thrown and drawn, by `chance:` */
    size_t chance_at;
    uint32_t throws;      /* that nobody spoke of */
    uint32_t chance_line; /* of the last `chance:` */
    bool chance_failed;
};

struct saved {
    tn_state *state;
    size_t chance_at;
};

/* ---- chance */
static bool is_number(const char *word) {
    return *word && !word[strspn(word, "0123456789")];
}

/* What comes of a throw or draw: the next that is given, numbers for throws and names for draws; else anything, the
 * same each time. False: it was given, and cannot come. */
static bool chance_answer(struct run *r, const struct menu *menu, uint32_t *answer) {
    size_t zone;
    int owner;
    uint32_t index;
    bool draw = tn_state_chance(r->say.at.game, r->now, &zone, &owner);
    const char *word = r->chance_at < r->chance.n ? r->chance.data[r->chance_at] : NULL;
    if (!word || is_number(word) == draw) {
        *answer = menu->ids[random_below(random_at(SEED, CHANCE_STREAM, r->throws++), menu->n)];
        return true;
    }
    r->chance_at++;
    if (menu_find(menu, word, &index) == MENU_ONE) return *answer = menu->ids[index], true;
    r->chance_failed = true;
    return say_fail(&r->say, "chance: \"%s\" cannot come here; possible: %s%s", word,
                    menu->n ? menu->texts[0] : "nothing", menu->n > 1 ? " and others" : "");
}

/* Throws and draws until a player is asked. */
static bool throw_all(struct run *r) {
    tn_question question;
    while (!r->chance_failed && tn_state_question(r->say.at.game, r->now, TN_CHANCE, &question)) {
        struct menu menu;
        struct asking at = {r->say.at.game, r->say.at.ctx, r->now, TN_CHANCE};
        uint32_t answer = TN_NO_ANSWER;
        menu_init(&menu);
        bool fine = menu_load(&menu, &at);
        if (!fine) r->say.out_of_memory = true;
        fine = fine && chance_answer(r, &menu, &answer);
        menu_free(&menu);
        if (!fine || !tn_good(tn_state_apply(r->say.at.ctx, r->now, TN_CHANCE, answer))) return false;
    }
    return !r->chance_failed;
}

static bool gather_chance(struct run *r, size_t scenario) {
    for (size_t i = 0; i < tn_scenario_step_count(r->say.at.game, scenario); i++) {
        tn_step step;
        tn_scenario_step(r->say.at.game, scenario, i, &step);
        for (size_t k = 0; step.kind == TN_STEP_CHANCE && k < step.n_words; k++)
            if (!VEC_PUSH(&r->chance, step.words[k])) return r->say.out_of_memory = true, false;
        if (step.kind == TN_STEP_CHANCE) r->chance_line = step.line;
    }
    return true;
}

/* ---- answers */

static void hear(void *user, const tn_event *event) {
    struct run *r = user;
    if (!say_note(&r->say.losses, event)) r->say.out_of_memory = true;
}

/* Whoever watches is told of real answers only, not of what is tried on a copy. */
static tn_status apply(void *user, unsigned seat, uint32_t answer) {
    struct run *r = user;
    bool told = r->now == r->state && r->watch && r->say.trials == 0;
    const char *words = "";
    for (uint32_t i = 0; i < r->say.menu.n; i++)
        if (r->say.menu.ids[i] == answer) words = r->say.menu.texts[i];
    tn_status status = tn_state_apply(r->say.at.ctx, r->now, seat, answer);
    if (tn_good(status) && r->chance.n && !throw_all(r)) return TN_BAD_STATE;
    if (tn_good(status) && told) r->watch->answered(r->watch->user, r->name, &r->say.at, seat, words);
    return tn_good(status) ? TN_OK : status;
}

static void *save(void *user) {
    struct run *r = user;
    struct saved *kept = calloc(1, sizeof *kept);
    tn_state *copy = kept ? tn_state_new(r->say.at.game) : NULL;
    if (!copy) return free(kept), NULL;
    memcpy(copy, r->now, tn_game_state_size(r->say.at.game));
    *kept = (struct saved){copy, r->chance_at};
    return kept;
}

static void restore(void *user, void *saved) {
    struct run *r = user;
    struct saved *kept = saved;
    memcpy(r->now, kept->state, tn_game_state_size(r->say.at.game));
    r->chance_at = kept->chance_at;
    tn_state_free(kept->state);
    free(kept);
}

/* Gives forced answers, once something was answered. */
static bool settle(struct run *r) {
    if (!r->played) return true;
    r->played = false;
    switch (say_pass_forced(&r->say, -1)) {
    case FORCED_CHOICE: return true;
    case FORCED_OVER:
        return tn_state_status(r->say.at.game, r->say.at.state) == TN_OVER || say_fail_stopped(&r->say, "a question");
    case FORCED_FAILED: return false;
    case FORCED_ENDLESS: break;
    }
    return say_fail(&r->say, "%d questions in a row had one legal answer each", FORCED_LIMIT);
}

enum refused { REFUSED_HERE, REFUSED_NOT, REFUSED_BROKEN };

/* One word of a refused path: answers it when it is legal. When it is not, the explanation of `target`, the end of the
 * path, is compared, and failing that the word's own. */
static enum refused try_word(struct run *r, const char *word, bool last, const char *target, const char *reason) {
    struct say *s = &r->say;
    for (int n = 0; n < FORCED_LIMIT; n++) {
        uint32_t index;
        long first, second;
        char step[24];
        if (!say_open(s, -1)) return say_fail_stopped(s, word), REFUSED_BROKEN;
        if (say_hundreds(s, word, &first, &second)) { /* the step that is not possible is the one that is explained */
            bool possible = say_find_number(&s->menu, first, &index);
            snprintf(step, sizeof step, "%ld", possible ? second : first);
            if (possible)
                return say_answer(s, index) ? try_word(r, step, last, last ? step : target, reason) : REFUSED_BROKEN;
            word = step;
            if (last) target = step;
        }
        enum menu_match found = menu_find(&s->menu, word, &index);
        if (found == MENU_ONE && last)
            return say_fail(s, "\"%s\" is legal, but was to be refused: \"%s\"", word, reason), REFUSED_BROKEN;
        if (found == MENU_ONE) return say_answer(s, index) ? REFUSED_NOT : REFUSED_BROKEN;
        struct arena scratch;
        arena_init(&scratch);
        const char *why = say_refusal(s, target, reason, &scratch);
        bool fits = why && words_contain(why, reason);
        const char *own = last || fits ? NULL : say_refusal(s, word, reason, &scratch);
        if (own && (!why || words_contain(own, reason))) why = own, fits = words_contain(own, reason);
        if (why && !fits) say_fail(s, "\"%s\" is refused, expected \"%s\", found \"%s\"", word, reason, why);
        arena_free(&scratch);
        if (why) return fits ? REFUSED_HERE : REFUSED_BROKEN;
        if (!menu_forced(&s->menu)) return say_fail_no_answer(s, word, found), REFUSED_BROKEN;
        if (!say_answer(s, 0)) return REFUSED_BROKEN;
    }
    return say_fail(s, "\"%s\": %d questions in a row had one legal answer each", word, FORCED_LIMIT), REFUSED_BROKEN;
}

static bool refused(struct run *r, const tn_step *step) {
    struct say *s = &r->say;
    if (step->n_words < 2) return say_fail(s, "refused needs an answer and a reason");
    tn_state *copy = tn_state_new(s->at.game);
    if (!copy) {
        s->out_of_memory = true;
        return say_fail(s, "out of memory");
    }
    memcpy(copy, r->state, tn_game_state_size(s->at.game));
    s->at.state = r->now = copy;
    size_t chance_at = r->chance_at;
    enum refused verdict = REFUSED_NOT;
    const char *reason = step->words[step->n_words - 1];
    for (size_t i = 0; i + 1 < step->n_words && verdict == REFUSED_NOT; i++)
        verdict = try_word(r, step->words[i], i + 2 == step->n_words, step->words[step->n_words - 2], reason);
    s->at.state = r->now = r->state;
    r->chance_at = chance_at;
    tn_state_free(copy);
    return verdict == REFUSED_HERE;
}

/* What the player says from line i on, up to the line of another; amounts and picks may go on over lines. */
static bool gather(const tn_game *game, size_t scenario, size_t i, size_t steps, say_list *out, int *next) {
    tn_step first, line;
    tn_scenario_step(game, scenario, i, &first);
    for (*next = -1; i < steps; i++) {
        tn_scenario_step(game, scenario, i, &line);
        if (line.kind != TN_STEP_PLAY) break;
        if (line.seat != first.seat) return *next = line.seat, true;
        for (size_t k = 0; k < line.n_words; k++)
            if (!VEC_PUSH(out, line.words[k])) return false;
    }
    return true;
}

static bool play(struct run *r, size_t scenario, size_t i, size_t steps, const tn_step *step) {
    say_list words = {0};
    size_t given = r->ahead, used = 0;
    int next;
    bool fine = gather(r->say.at.game, scenario, i, steps, &words, &next);
    if (!fine) r->say.out_of_memory = true;
    if (fine && given < step->n_words) {
        struct say_words said = {words.data + given, step->n_words - given, words.n - given, next};
        fine = say_words(&r->say, step->seat, said, &used);
    }
    r->ahead = given + used > step->n_words ? given + used - step->n_words : 0;
    VEC_FREE(&words);
    return fine;
}

/* Who has won is known only when the game is over. */
static bool won(struct run *r, const tn_step *step) {
    struct say *s = &r->say;
    if (tn_state_status(s->at.game, r->state) != TN_OVER)
        return say_fail(s, "expected %s, but the game is not over", step->text);
    bool first = tn_state_rank(s->at.ctx, r->state, (unsigned)step->seat) == 1;
    return first == (step->kind == TN_STEP_WON) || say_fail(s, "expected %s", step->text);
}

static bool check(struct run *r, size_t scenario, size_t i, const tn_step *step) {
    struct say *s = &r->say;
    char found[512];
    if (tn_scenario_check(s->at.ctx, scenario, i, r->state)) return true;
    tn_scenario_found(s->at.ctx, scenario, i, r->state, found, sizeof found);
    return say_fail(s, "expected %s%s", step->text, found);
}

static bool run_step(struct run *r, size_t scenario, size_t i, size_t steps, uint32_t *line) {
    tn_step step;
    tn_scenario_step(r->say.at.game, scenario, i, &step);
    *line = step.line;
    bool waits = step.kind == TN_STEP_PLAY || step.kind == TN_STEP_CHANCE || step.kind == TN_STEP_REFUSED || step.now;
    if (!waits && !settle(r)) return false;
    switch (step.kind) {
    case TN_STEP_PLAY: return r->played = true, play(r, scenario, i, steps, &step);
    case TN_STEP_WON:
    case TN_STEP_NOT_WON: return won(r, &step);
    case TN_STEP_REFUSED: return refused(r, &step);
    case TN_STEP_CHANCE: return true;
    case TN_STEP_CHECK: break;
    }
    return check(r, scenario, i, &step);
}

tn_status scenario_run(const tn_game *game, tn_ctx *ctx, size_t i, const struct scenario_watch *watch,
                       uint32_t *failed_line, struct buf *message) {
    tn_scenario scenario;
    tn_game_scenario(game, i, &scenario);
    *failed_line = scenario.line;
    struct run r = {.state = tn_state_new(game), .watch = watch, .name = scenario.name};
    if (!r.state) return TN_NOMEM;
    r.now = r.state;
    r.say = (struct say){.at = {game, ctx, r.state, 0},
                         .apply = apply,
                         .save = save,
                         .restore = restore,
                         .user = &r,
                         .message = message};
    say_init(&r.say);
    tn_ctx_sink(ctx, hear, &r);
    tn_status status = gather_chance(&r, i) ? tn_scenario_start(ctx, i, SEED, r.state) : TN_NOMEM;
    if (tn_good(status) && r.chance.n && throw_all(&r)) status = tn_state_status(game, r.state);
    bool passed = !r.chance_failed && (status == TN_ASK || status == TN_OVER || say_fail_stopped(&r.say, "start"));
    if (passed && watch) watch->answered(watch->user, scenario.name, &r.say.at, TN_SPECTATOR, NULL);
    size_t steps = tn_scenario_step_count(game, i);
    for (size_t step = 0; step < steps && passed; step++)
        passed = run_step(&r, i, step, steps, failed_line);
    if (passed && settle(&r) && r.chance_at < r.chance.n) {
        *failed_line = r.chance_line;
        say_fail(&r.say, "chance: \"%s\" was left: nothing more was %s", r.chance.data[r.chance_at],
                 is_number(r.chance.data[r.chance_at]) ? "thrown" : "drawn");
    }
    VEC_FREE(&r.chance);
    tn_ctx_sink(ctx, NULL, NULL);
    bool out_of_memory = r.say.out_of_memory || message->failed;
    say_free(&r.say);
    tn_state_free(r.state);
    return out_of_memory ? TN_NOMEM : TN_OK;
}

/* ---- all scenarios of a source */
static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Whether it is among the first n results. */
static bool known(const struct scenario_report *report, size_t n, const tn_scenario *s) {
    for (size_t i = 0; i < n; i++) {
        const struct scenario_result *other = &report->results.data[i];
        if (other->line == s->line && strcmp(base_name(other->file), base_name(s->file)) == 0 &&
            strcmp(other->name, s->name) == 0)
            return true;
    }
    return false;
}

/* Whether the words that are asked for are in a name. A hole among them, as in the name of a family as it is written,
 * stands for whatever is there. */
static bool name_has(const char *name, const char *words) {
    char part[256];
    for (const char *open; (open = strchr(words, '{')) && strchr(open, '}');) {
        size_t n = (size_t)(open - words);
        if (n >= sizeof part) return false;
        memcpy(part, words, n);
        part[n] = '\0';
        while (*name && words_compare(name, part) == WORDS_DIFFER)
            name++;
        if (words_compare(name, part) == WORDS_DIFFER) return false;
        name += strlen(name) < n ? strlen(name) : n;
        words = strchr(open, '}') + 1;
    }
    return words_contain(name, words);
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

static tn_status run_game(const tn_game *game, const char *only, const struct scenario_watch *watch,
                          struct scenario_report *report) {
    tn_ctx *ctx = tn_ctx_new(game);
    if (!ctx) return TN_NOMEM;
    struct buf message;
    tn_status status = TN_OK;
    size_t before = report->results.n; /* the copies of a family may have one name */
    buf_init(&message);
    for (size_t i = 0; i < tn_game_scenario_count(game) && status == TN_OK; i++) {
        tn_scenario s;
        uint32_t failed_line;
        tn_game_scenario(game, i, &s);
        if ((only && !name_has(s.name, only)) || known(report, before, &s)) continue;
        buf_clear(&message);
        status = scenario_run(game, ctx, i, watch, &failed_line, &message);
        if (status == TN_OK) status = keep(report, &s, failed_line, &message);
    }
    buf_free(&message);
    tn_ctx_free(ctx);
    return status;
}

tn_status scenarios_run(tn_source *source, const char *only, const struct scenario_watch *watch,
                        struct scenario_report *report) {
    tn_status status = TN_OK;
    for (size_t i = 0; i < tn_source_scenario_config_count(source) && status == TN_OK; i++) {
        tn_config config;
        tn_game *game = NULL;
        tn_source_scenario_config(source, i, &config);
        status = tn_game_new(source, &config, &game);
        if (status == TN_OK) status = run_game(game, only, watch, report);
        tn_game_free(game);
    }
    return status;
}

void scenario_report_free(struct scenario_report *report) {
    VEC_FREE(&report->results);
    arena_free(&report->arena);
    memset(report, 0, sizeof *report);
}
