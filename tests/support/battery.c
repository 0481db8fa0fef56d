/* battery.c: see battery.h. */
#include "support/battery.h"

#include "support/unit.h"

#include <dirent.h>
#include <stdarg.h>
#include <sys/stat.h>

enum { MOST_FAILURES = 5, TEXT = 512, BATTERY_OPTIONS = 16 };

/* ---- finding */
struct found {
    char *paths[BATTERY_GAMES];
    size_t n;
    bool all;
    battery_check *check;
};

static struct found found;

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_path(const char *path) {
    const char *only = getenv("TERRANE_BATTERY");
    if (only && !strstr(path, only)) return;
    assert_true(found.n < BATTERY_GAMES);
    found.paths[found.n++] = strdup(path);
}

static void walk_folder(const char *folder, bool nested) {
    char path[TEXT];
    snprintf(path, sizeof path, "%s/%s", level_root(), folder);
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        size_t n = strlen(entry->d_name);
        struct stat info;
        if (entry->d_name[0] == '.') continue;
        if (!nested) {
            if (n <= 5 || strcmp(entry->d_name + n - 5, ".game") != 0) continue;
            snprintf(path, sizeof path, "%.160s/%.160s", folder, entry->d_name);
            add_path(path);
            continue;
        }
        snprintf(path, sizeof path, "%.300s/%.60s/%.100s", level_root(), folder, entry->d_name);
        if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) continue;
        snprintf(path, sizeof path, "%.60s/%.100s/%.100s.game", folder, entry->d_name, entry->d_name);
        add_path(path);
    }
    if (dir) closedir(dir);
}

static void find_games(void) {
    walk_folder("games", true);
    walk_folder("tests/generality", false);
    qsort(found.paths, found.n, sizeof *found.paths, by_name);
}

/* ---- configurations */
static void print_diagnostics(const struct battery_case *c) {
    char text[4096];
    for (size_t i = 0; i < tn_source_diag_count(c->source) && i < 10; i++) {
        tn_diag diag;
        tn_source_diag(c->source, i, &diag);
        if (diag.level != 0) continue;
        tn_source_diag_text(c->source, i, false, text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
}

/* Options that do not have their default, as "name=value". */
struct chosen {
    char texts[BATTERY_OPTIONS][TEXT];
    size_t n;
};

static void choose_value(struct chosen *chosen, const tn_option *option, size_t value) {
    if (value == 0) return;
    assert_true(chosen->n < BATTERY_OPTIONS);
    snprintf(chosen->texts[chosen->n++], TEXT, "%s=%s", option->name, option->values[value]);
}

static unsigned try_case(const char *path, tn_source *source, unsigned seats, const struct chosen *chosen,
                         bool is_default, battery_check *check) {
    struct battery_case c = {.path = path, .source = source, .is_default = is_default};
    const char *options[BATTERY_OPTIONS];
    tn_config config = {seats, options, chosen->n};
    size_t n = (size_t)snprintf(c.label, sizeof c.label, "--players %u", seats);
    for (size_t i = 0; i < chosen->n; i++) {
        options[i] = chosen->texts[i];
        if (n < sizeof c.label) n += (size_t)snprintf(c.label + n, sizeof c.label - n, " --option %s", options[i]);
    }
    tn_status status = tn_game_new(source, &config, &c.game);
    if (status == TN_BAD_CONFIG) return 0; /* the game forbids this combination */
    if (status != TN_OK) {
        fprintf(stderr, "%s %s: does not compile (status %d)\n", path, c.label, status);
        print_diagnostics(&c);
        return 1;
    }
    c.ctx = tn_ctx_new(c.game);
    assert_non_null(c.ctx);
    check(&c);
    tn_ctx_free(c.ctx);
    tn_game_free(c.game);
    return c.failures;
}

static unsigned default_seats(const tn_source *source) {
    unsigned least, most;
    tn_source_seats(source, &least, &most);
    return least < 2 && most >= 2 ? 2 : least;
}

static unsigned try_each_value(const char *path, tn_source *source, unsigned seats, battery_check *check) {
    unsigned failures = 0;
    tn_option option;
    for (size_t i = 0; i < tn_source_option_count(source); i++) {
        tn_source_option(source, i, &option);
        for (size_t v = 1; v < option.n_values; v++) {
            struct chosen one = {.n = 0};
            choose_value(&one, &option, v);
            failures += try_case(path, source, seats, &one, false, check);
        }
    }
    return failures;
}

/* All options changed at once; which of several other values they have depends on the number of seats. */
static unsigned try_mixed(const char *path, tn_source *source, unsigned seats, battery_check *check) {
    struct chosen all = {.n = 0};
    tn_option option;
    for (size_t i = 0; i < tn_source_option_count(source); i++) {
        tn_source_option(source, i, &option);
        if (option.n_values > 1) choose_value(&all, &option, 1 + seats % (option.n_values - 1));
    }
    return all.n > 1 ? try_case(path, source, seats, &all, false, check) : 0;
}

/* Every combination in which more than one option is changed. */
static unsigned try_product(const char *path, tn_source *source, unsigned seats, battery_check *check) {
    unsigned failures = 0;
    tn_option option;
    for (size_t number = 0;; number++) {
        struct chosen some = {.n = 0};
        size_t rest = number;
        for (size_t i = 0; i < tn_source_option_count(source); i++) {
            tn_source_option(source, i, &option);
            choose_value(&some, &option, rest % option.n_values);
            rest /= option.n_values;
        }
        if (rest) return failures;
        if (some.n > 1) failures += try_case(path, source, seats, &some, false, check);
    }
}

unsigned battery_configurations(const char *path, bool all, battery_check *check) {
    char full[2 * TEXT];
    tn_source *source = NULL;
    unsigned failures = 0, least, most;
    snprintf(full, sizeof full, "%s/%s", level_root(), path);
    tn_status status = tn_source_load(full, &source);
    if (status != TN_OK) {
        fprintf(stderr, "%s: does not load (status %d)\n", path, status);
        if (source) print_diagnostics(&(struct battery_case){.path = path, .source = source});
        tn_source_free(source);
        return 1;
    }
    tn_source_seats(source, &least, &most);
    for (unsigned seats = least; seats <= most; seats++) {
        bool normal = seats == default_seats(source);
        failures += try_case(path, source, seats, &(struct chosen){.n = 0}, normal, check);
        if (normal || all) failures += try_each_value(path, source, seats, check);
        if (all) failures += (level_is("soak") ? try_product : try_mixed)(path, source, seats, check);
    }
    tn_source_free(source);
    return failures;
}

static void test_game(void **state) {
    assert_int_equal(battery_configurations(*state, found.all, found.check), 0);
}

int battery_main(const char *name, bool all, battery_check *check) {
    struct CMUnitTest tests[BATTERY_GAMES];
    memset(tests, 0, sizeof tests);
    find_games();
    found.all = all;
    found.check = check;
    for (size_t i = 0; i < found.n; i++)
        tests[i] = (struct CMUnitTest){.name = found.paths[i], .test_func = test_game, .initial_state = found.paths[i]};
    int failed = found.n > 0 ? _cmocka_run_group_tests(name, tests, found.n, NULL, NULL) : 1;
    for (size_t i = 0; i < found.n; i++)
        free(found.paths[i]);
    return failed;
}

/* ---- playing */
bool battery_fail(struct battery_play *play, const char *format, ...) {
    va_list args;
    play->failed = true;
    if (play->of->failures++ >= MOST_FAILURES) return false;
    fprintf(stderr, "%s %s, seed %llu, answer %u: ", play->of->path, play->of->label, (unsigned long long)play->seed,
            play->n);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\n");
    return false;
}

static void fail_by_fault(struct battery_play *play) {
    char text[TEXT];
    tn_fault_text(play->of->game, play->state, text, sizeof text);
    battery_fail(play, "fault: %s", text);
}

bool battery_start(struct battery_play *play, struct battery_case *c, uint64_t seed, unsigned flags) {
    *play = (struct battery_play){.of = c, .seed = seed, .state = tn_state_new(c->game)};
    assert_non_null(play->state);
    if (tn_state_start(c->ctx, seed, flags, play->state) == TN_FAULT) fail_by_fault(play);
    return !play->failed;
}

void battery_stop(struct battery_play *play) {
    tn_state_free(play->state);
    play->state = NULL;
}

static uint32_t roll(const struct battery_play *play, uint32_t stream, uint32_t sides) {
    return random_below(random_at(play->seed, stream, play->n), sides);
}

bool battery_next(struct battery_play *play, tn_question *question) {
    const tn_game *game = play->of->game;
    if (play->failed) return false;
    tn_status status = tn_state_status(game, play->state);
    if (status == TN_OVER) return false;
    if (status != TN_ASK) return fail_by_fault(play), false;
    if (play->n >= BATTERY_ANSWERS) return battery_fail(play, "no end");
    uint32_t asked = tn_state_asked(game, play->state), seats = 0;
    unsigned seat = TN_SPECTATOR;
    for (unsigned s = 0; s < 32; s++)
        if (asked >> s & 1u && roll(play, 1 + s, ++seats) == 0) seat = s;
    if (!tn_state_question(game, play->state, seat, question)) return battery_fail(play, "nobody is asked");
    if (seats == 0 && question->seat != TN_CHANCE) return battery_fail(play, "a question of nobody");
    if (seats > 0 && question->seat != seat) return battery_fail(play, "the question is another seat's");
    if (question->count == 0) return battery_fail(play, "a question without a legal answer");
    return true;
}

uint32_t battery_choose(const struct battery_play *play, const tn_question *question) {
    return tn_state_nth(play->of->game, play->state, question->seat, roll(play, 0, question->count));
}

bool battery_answer(struct battery_play *play, unsigned seat, uint32_t answer) {
    tn_status status = tn_state_apply(play->of->ctx, play->state, seat, answer);
    if (status == TN_FAULT) return fail_by_fault(play), false;
    if (status != tn_state_status(play->of->game, play->state))
        return battery_fail(play, "the legal answer %u gives \"%s\"", answer, tn_status_text(status));
    play->n++;
    return true;
}

bool battery_finish(struct battery_play *play, uint32_t most) {
    tn_question question;
    for (uint32_t n = 0; (most == 0 || n < most) && battery_next(play, &question); n++)
        if (!battery_answer(play, question.seat, battery_choose(play, &question))) break;
    return !play->failed;
}

void battery_seeds(long count, uint64_t *first, uint64_t *last) {
    const char *only = getenv("TERRANE_BATTERY_SEED");
    *first = only ? strtoull(only, NULL, 10) : 1;
    *last = only ? *first : (uint64_t)count;
}

tn_state *battery_copy(const struct battery_case *c, const tn_state *from) {
    tn_state *copy = tn_state_new(c->game);
    assert_non_null(copy);
    memcpy(copy, from, tn_game_state_size(c->game));
    return copy;
}

bool battery_same(const struct battery_case *c, const tn_state *a, const tn_state *b) {
    return memcmp(a, b, tn_game_state_size(c->game)) == 0;
}
