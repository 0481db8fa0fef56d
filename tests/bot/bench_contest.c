/* bench_contest.c: contests between bots, also with those a user is not offered: who wins how often, with the interval
 * of 95 %, the scores, the rounds of a game, and how long decisions take.
 *
 *     bench_contest GAME.game [-p PLAYERS] [-o NAME=VALUE] [-n GAMES] [-s SEED] [-j THREADS] [-i] BOT [BOT...]
 *
 * A BOT is a name as for `terrane simulate`, with or without an effort, or `greedy-0.1`; behind it may stand @FILE,
 * weights other than those beside the game, or @none. Seats change from game to game. -i: not compiled to C. One BOT
 * plays all seats.
 */
#include "base/file.h"
#include "lab/simulate.h"
#include "play/catalogue.h"
#include "reference/greedy_0_1.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { OPTIONS = 8, PATH = 500 };

struct clock_of { /* of one entrant; a thread's, then all together */
    uint64_t n;
    double seconds, worst;
};
struct timing {
    struct simulate_setup *setup;
    struct clock_of of[MATCH_SEATS];
    double rounds, squares;
};
struct mine {
    struct timing *all;
    struct clock_of of[MATCH_SEATS];
    double since, rounds, squares;
    uint64_t games;
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *enter(void *user) {
    struct mine *mine = calloc(1, sizeof *mine);
    if (mine) mine->all = user;
    return mine;
}

static void begin(void *user, tn_ctx *ctx, const tn_state *state) {
    struct mine *mine = user;
    (void)ctx, (void)state;
    mine->since = now();
}

static void ignore_deed(void *user, int card, unsigned seat) {
    (void)user, (void)card, (void)seat;
}

/* From the last answer to this one: its decision, and a little of the game itself. */
static void answer_given(void *user, const tn_state *state, const tn_question *question, uint32_t answer) {
    struct mine *mine = user;
    double at = now(), took = at - mine->since;
    (void)state, (void)answer;
    mine->since = at;
    if (question->count < 2) return;
    struct clock_of *of = &mine->of[question->seat]; /* of seats here: entrants change, bots are told by their names */
    of->n++;
    of->seconds += took;
    if (took > of->worst) of->worst = took;
}

static void over(void *user, tn_ctx *ctx, const tn_state *state) {
    struct mine *mine = user;
    const tn_game *game = mine->all->setup->game;
    int period = simulate_round_period(game);
    double rounds = period < 0 ? 0 : tn_state_period(game, state, (size_t)period);
    (void)ctx;
    mine->rounds += rounds;
    mine->squares += rounds * rounds;
}

static void leave(void *user, void *user_mine) {
    struct timing *all = user;
    struct mine *mine = user_mine;
    for (unsigned i = 0; i < MATCH_SEATS; i++) {
        all->of[i].n += mine->of[i].n;
        all->of[i].seconds += mine->of[i].seconds;
        if (mine->of[i].worst > all->of[i].worst) all->of[i].worst = mine->of[i].worst;
    }
    all->rounds += mine->rounds;
    all->squares += mine->squares;
    free(mine);
}

static void stop(const char *what, const char *why) {
    fprintf(stderr, "bench_contest: %s: %s\n", what, why);
    exit(1);
}

static tn_game *load(const char *path, unsigned players, const char *const *options, size_t n, bool native) {
    tn_source *source = NULL;
    tn_game *game = NULL;
    char why[PATH] = "";
    tn_config config = {.seats = players, .options = options, .n_options = n};
    if (tn_source_load(path, &source) != TN_OK) stop(path, "cannot be read");
    if (tn_game_new(source, &config, &game) != TN_OK) stop(path, "not in this configuration");
    tn_source_free(source);
    if (native && tn_game_native(game, NULL, why, sizeof why) != TN_OK) stop(path, why);
    return game;
}

static const struct weights *old_weights(const tn_game *game, const char *path) {
    char file[PATH];
    struct buf text, error;
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    buf_init(&text);
    buf_init(&error);
    snprintf(file, sizeof file, "tests/reference/greedy_0_1/%.*s.weights", (int)strcspn(name, "."), name);
    bool found = file_read(file, 1 << 20, &text) == FILE_OK;
    if (!found) fprintf(stderr, "bench_contest: %s is not there: greedy-0.1 plays without weights\n", file);
    return greedy_0_1_weights(game, found ? text.data : NULL, text.n, &error);
}

static const struct weights *weights_at(const tn_game *game, const char *path, const char *wanted) {
    struct buf file, text, warnings, error;
    buf_init(&file);
    buf_init(&text);
    buf_init(&warnings);
    buf_init(&error);
    if (wanted)
        buf_puts(&file, wanted);
    else
        catalogue_weights(path, tn_game_seat_count(game), &file);
    bool found = !(wanted && strcmp(wanted, "none") == 0) && file_read(file.data, 1 << 20, &text) == FILE_OK;
    if (wanted && !found && strcmp(wanted, "none") != 0) stop(wanted, "cannot be read");
    const struct weights *weights = weights_new(game, found ? text.data : NULL, text.n, &warnings, &error);
    if (!weights) stop(file.data, error.data);
    return weights;
}

static void seat_bot(struct simulate_setup *s, unsigned at, const char *words, const char *path) {
    char name[PATH];
    struct buf error;
    const char *file = strchr(words, '@');
    buf_init(&error);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(words, "@"), words);
    if (strcmp(name, bot_greedy_0_1.name) == 0) {
        s->bots[at] = &bot_greedy_0_1;
        s->weights[at] = old_weights(s->game, path);
        return;
    }
    s->bots[at] = bot_find_with(name, &s->efforts[at], &error);
    if (!s->bots[at]) stop(words, error.data);
    s->weights[at] = weights_at(s->game, path, file ? file + 1 : NULL);
}

static void tell(const struct simulate_setup *s, const struct simulate_result *r, const struct timing *t,
                 char *const *bots) {
    unsigned seats = tn_game_seat_count(s->game);
    double n = (double)r->finished, rounds = t->rounds / n;
    printf("%s, %u players: %" PRIu64 " games, %" PRIu64 " faults, %.2f s a game, %.1f +- %.1f rounds\n",
           tn_game_title(s->game), seats, r->finished, r->faults, r->seconds / n, rounds,
           1.96 * sqrt(fmax(0, t->squares / n - rounds * rounds) / n));
    for (unsigned i = 0; i < seats; i++) {
        const struct simulate_sums *e = &r->entrants[i];
        struct interval wins = statistics_share(simulate_wins(e->wins), e->games);
        double mean = (double)e->score / n;
        printf("  %-32s wins %5.1f %% (%.1f - %.1f)  score %.1f +- %.1f\n", bots[i], 100 * wins.value, 100 * wins.low,
               100 * wins.high, mean, 1.96 * sqrt(fmax(0, (double)e->score_squares / n - mean * mean) / n));
    }
    for (unsigned i = 0; i < seats; i++)
        printf("  seat %u: %.1f decisions a game, %.2f ms each, %.0f ms the slowest\n", i, (double)t->of[i].n / n,
               1e3 * t->of[i].seconds / (double)(t->of[i].n + !t->of[i].n), 1e3 * t->of[i].worst);
}

int main(int argc, char **argv) {
    struct simulate_setup s = {.games = 100, .seed = 1, .jobs = 1, .rotate = true};
    const char *options[OPTIONS];
    char *bots[MATCH_SEATS];
    size_t n = 0;
    unsigned players = 0, seated = 0;
    bool native = true;
    if (argc < 3) stop("usage", "bench_contest GAME.game [-p N] [-o NAME=VALUE] [-n N] [-s N] [-j N] [-i] BOT...");
    for (int i = 2; i < argc; i++) {
        if (argv[i][0] != '-') {
            if (seated < MATCH_SEATS) bots[seated++] = argv[i];
        } else if (strcmp(argv[i], "-i") == 0) {
            native = false;
        } else if (++i < argc) {
            const char flag = argv[i - 1][1];
            if (flag == 'p') players = (unsigned)atoi(argv[i]);
            if (flag == 'o' && n < OPTIONS) options[n++] = argv[i];
            if (flag == 'n') s.games = strtoull(argv[i], NULL, 10);
            if (flag == 's') s.seed = strtoull(argv[i], NULL, 10);
            if (flag == 'j') s.jobs = (unsigned)atoi(argv[i]);
        }
    }
    tn_game *game = load(argv[1], players, options, n, native);
    s.game = game;
    for (unsigned i = 0; i < tn_game_seat_count(game); i++) {
        if (i >= seated) bots[i] = bots[0];
        seat_bot(&s, i, bots[i], argv[1]);
    }
    struct timing timing = {.setup = &s};
    static const struct simulate_follow follow = {enter, begin, ignore_deed, answer_given, over, leave};
    struct simulate_result result;
    s.follow = &follow;
    s.follow_user = &timing;
    if (simulate_run(&s, &result) != TN_OK) stop(argv[1], "no memory");
    tell(&s, &result, &timing, bots);
    return 0;
}
