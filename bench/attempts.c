/* attempts.c: what look-ahead does in random games (bench_attempts): how often answers are tried, at which questions,
 * what that takes and why they fail. For whoever makes it faster. Two players, menus as they are made in play.
 *
 *     bench_attempts [--players N] [--option NAME=VALUE] [--games N] [--native] GAME...
 *
 * Times are of one thread and include reading the clock, some 20 ns for each attempt. What took longer than LONG is the
 * scheduler's and counts as nothing.
 */
#include "api/api.h"
#include "base/random.h"
#include "cli/load.h"
#include "code/lookup.h"
#include "vm/machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROWS = 4096, SHOWN = 14, MOST_ANSWERS = 1000000, LONG = 100000 };

/* Attempts of one question, or failures of one kind in one routine. */
struct row {
    uint32_t of; /* site, or routine << 8 | enum failure_kind */
    uint64_t n, fine, sliced, ns;
};
struct census {
    const struct program *p;
    struct row questions[ROWS], failures[ROWS];
    uint32_t n_questions, n_failures;
    uint64_t attempts, fine, unsure, sliced, changed, runs, steps, ns;
    uint64_t begun; /* nanoseconds */
};

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static struct row *row_of(struct row *rows, uint32_t *n, uint32_t of) {
    uint32_t i = 0;
    while (i < *n && rows[i].of != of)
        i++;
    if (i == *n && *n < ROWS) rows[(*n)++] = (struct row){.of = of};
    return &rows[i < ROWS ? i : ROWS - 1];
}

static void tried(void *user, const struct attempted *a) {
    struct census *c = user;
    if (!a) {
        c->begun = now();
        return;
    }
    if (op_of(c->p->code[a->pc]) != OP_ASK) return; /* a rule asks what is possible */
    uint64_t ns = now() - c->begun;
    if (ns > LONG) ns = 0;
    struct row *q = row_of(c->questions, &c->n_questions, c->p->code[a->pc + 1]);
    q->n++, q->fine += a->carried_out, q->sliced += a->sliced, q->ns += ns;
    c->attempts++, c->fine += a->carried_out, c->unsure += a->unsure, c->sliced += a->sliced, c->changed += a->changed;
    c->runs += a->runs, c->steps += a->steps, c->ns += ns;
    if (a->carried_out || a->sliced) return;
    uint32_t of = (uint32_t)program_routine_at(c->p, a->failed_at) << 8 | a->failure;
    row_of(c->failures, &c->n_failures, of)->n++;
}

/* ---- what is printed */
static int by_time(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    return x->ns != y->ns ? x->ns < y->ns ? 1 : -1 : x->n < y->n ? 1 : x->n > y->n ? -1 : 0;
}

static const char *reason(unsigned kind) {
    switch (kind) {
    case FAILURE_SITE: return "needs";
    case FAILURE_RANGE:
    case FAILURE_HIGH: return "out of range";
    case FAILURE_SHORT: return "cannot pay";
    case FAILURE_SUPPLY: return "supply is short";
    case FAILURE_EMPTY: return "nothing to choose";
    case FAILURE_RUNNING: return "already running";
    default: return "other";
    }
}

static void print_question(const struct census *c, const struct row *q, double games) {
    char text[64] = "";
    const struct site *site = &c->p->sites[q->of];
    size_t n = 0;
    for (uint32_t i = 0; i < site->words.n && n + 1 < sizeof text; i++) {
        const struct piece *piece = &c->p->pieces[site->words.first + i];
        const char *part = piece->string >= 0 ? program_string(c->p, piece->string) : "...";
        n += (size_t)snprintf(text + n, sizeof text - n, "%s", part);
    }
    printf("  %8.1f %8.0f %% %8.0f %% %8.0f %8.1f %%  %s\n", (double)q->n / games,
           100.0 * (double)q->fine / (double)q->n, 100.0 * (double)q->sliced / (double)q->n,
           (double)q->ns / (double)q->n, 100.0 * (double)q->ns / (double)c->ns, text);
}

static void print_census(struct census *c, const char *title, double games) {
    double n = c->attempts ? (double)c->attempts : 1;
    printf("%s: %.0f attempts a game, %.0f %% succeed; each %.1f answers, %.0f steps, %.0f ns\n", title, n / games,
           100 * (double)c->fine / n, (double)c->runs / n, (double)c->steps / n, (double)c->ns / n);
    printf("  the last run changed something in %.0f %%; unsure without stops %.1f %%; by slices %.1f %%\n",
           100 * (double)c->changed / n, 100 * (double)c->unsure / n, 100 * (double)c->sliced / n);
    qsort(c->questions, c->n_questions, sizeof *c->questions, by_time);
    qsort(c->failures, c->n_failures, sizeof *c->failures, by_time);
    printf("  %8s %10s %10s %8s %10s  question\n", "a game", "succeed", "sliced", "ns each", "of time");
    for (uint32_t i = 0; i < c->n_questions && i < SHOWN; i++)
        print_question(c, &c->questions[i], games);
    printf("  %8s  failed in\n", "a game");
    for (uint32_t i = 0; i < c->n_failures && i < SHOWN; i++) {
        uint32_t routine = c->failures[i].of >> 8;
        const char *name = routine < c->p->n_routines ? program_string(c->p, c->p->routines[routine].name) : "?";
        printf("  %8.1f  %s: %s\n", (double)c->failures[i].n / games, name, reason(c->failures[i].of & 255u));
    }
}

/* ---- games */
static void play(tn_ctx *ctx, const tn_game *game, tn_state *s, uint64_t seed) {
    tn_question q;
    tn_state_start(ctx, seed, 0, s);
    for (uint32_t n = 0; n < MOST_ANSWERS && tn_state_question(game, s, TN_SPECTATOR, &q); n++) {
        uint32_t which = q.count > 1 ? random_below(random_at(seed, 1, n), q.count) : 0;
        tn_state_apply(ctx, s, q.seat, tn_state_nth(game, s, q.seat, which));
    }
}

static int count_game(const struct args *args, const char *what, uint64_t games) {
    static struct census c;
    struct loaded loaded;
    int code = load_game(args, what, &loaded);
    if (code == EXIT_GO_ON) code = load_native(args, loaded.game);
    if (code == EXIT_GO_ON) {
        tn_ctx *ctx = tn_ctx_new(loaded.game);
        tn_state *s = tn_state_new(loaded.game);
        memset(&c, 0, sizeof c);
        if (ctx && s) {
            c.p = loaded.game->program;
            machine_doubt(ctx->machine, 0);
            machine_attempts(ctx->machine, tried, &c);
            for (uint64_t g = 1; g <= games; g++)
                play(ctx, loaded.game, s, g);
            print_census(&c, tn_game_title(loaded.game), (double)games);
        }
        tn_ctx_free(ctx);
        tn_state_free(s);
    }
    loaded_free(&loaded);
    return code;
}

static int run(const struct args *args) {
    uint64_t games = 50;
    int code = args_has(args, "games") ? args_number(args, "games", 1, 1000000, &games) : EXIT_GO_ON;
    for (size_t i = 0; i < args->words.n && code == EXIT_GO_ON; i++)
        code = count_game(args, args->words.data[i], games);
    return code == EXIT_GO_ON ? EXIT_FINE : code;
}

static const struct flag flags[] = {LOAD_FLAGS, NATIVE_FLAG, {"games", "N", "how many random games (50)", false}};

static const struct verb verb = {
    .name = "attempts",
    .words = "GAME...",
    .summary = "Counts what look-ahead does in random games.",
    .more = "Which answers are tried for menus, what that takes, and why they fail.\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 100,
    .run = run,
};

int main(int argc, char **argv) {
    return args_run(&verb, argc - 1, argv + 1);
}
