/* bench.c: `terrane bench`: how fast a game runs on this machine, interpreted and compiled. */
#include "cli/load.h"
#include "cli/json.h"
#include "cli/verbs.h"
#include "play/bench.h"

#include <inttypes.h>
#include <stdio.h>

struct bench {
    double seconds; /* for each measurement */
    struct bench_result interpreted, native;
    struct bench_parts parts;
    double compile, compile_native; /* seconds; the second is small when it lay in the cache */
    bool has_native;
    char why[1024];
};

static double per_second(uint64_t n, const struct bench_result *r) { return r->seconds > 0 ? (double)n / r->seconds : 0; }

static void print_engine(const char *name, const struct bench_result *r) {
    printf("  %-12s %10.0f games/s  %11.0f decisions/s  %7.0f ns a decision\n", name, per_second(r->games, r),
           per_second(r->decisions, r), r->decisions ? r->seconds * 1e9 / (double)r->decisions : 0);
}

static void print_text(const tn_game *game, const struct bench *b) {
    const struct bench_result *i = &b->interpreted;
    printf("%s, %u players, one core: %.1f answers a game, %.1f of them decisions\n", tn_game_title(game),
           tn_game_seats(game), (double)i->answers / (double)i->games, (double)i->decisions / (double)i->games);
    print_engine("interpreter", i);
    if (b->has_native) {
        print_engine("native", &b->native);
        printf("  native is %.2f times as fast%s\n", per_second(b->native.games, &b->native) / per_second(i->games, i),
               b->native.games == i->games && b->native.check != i->check ? "; BUT THE GAMES DIFFER" : "");
    } else {
        printf("  native       not measured: %s\n", b->why);
    }
    printf("  a position has %zu bytes; clone %.0f ns, hash %.0f ns, determinise %.0f ns\n", tn_game_state_size(game),
           b->parts.clone, b->parts.hash, b->parts.determinise);
    printf("  compiled in %.0f ms", b->compile * 1000);
    if (b->has_native) printf(", C compiled or loaded in %.0f ms", b->compile_native * 1000);
    printf("\n");
}

static void add_engine(struct json *j, const char *name, const struct bench_result *r) {
    json_object(j, name);
    json_unsigned(j, "games", r->games);
    json_real(j, "seconds", r->seconds);
    json_real(j, "games_per_second", per_second(r->games, r));
    json_real(j, "decisions_per_second", per_second(r->decisions, r));
    json_close(j);
}

static void print_json(const char *name, const tn_game *game, const struct bench *b) {
    struct json j;
    struct buf text;
    json_init(&j, &text);
    json_object(&j, NULL);
    json_text(&j, "game", name);
    json_unsigned(&j, "players", tn_game_seats(game));
    add_engine(&j, "interpreter", &b->interpreted);
    if (b->has_native) {
        add_engine(&j, "native", &b->native);
        json_real(&j, "native_compile_seconds", b->compile_native);
    }
    json_unsigned(&j, "state_bytes", tn_game_state_size(game));
    json_real(&j, "clone_ns", b->parts.clone);
    json_real(&j, "hash_ns", b->parts.hash);
    json_real(&j, "determinise_ns", b->parts.determinise);
    json_real(&j, "compile_seconds", b->compile);
    json_close(&j);
    json_print(&j);
}

static tn_status measure(tn_game *game, struct bench *b) {
    uint64_t games = bench_fitting(game, b->seconds);
    tn_status status = bench_games(game, games, 3, &b->interpreted);
    if (status == TN_OK) status = bench_parts(game, &b->parts);
    double begin = bench_now();
    if (status == TN_OK) b->has_native = tn_game_native(game, NULL, b->why, sizeof b->why) == TN_OK;
    b->compile_native = bench_now() - begin;
    if (status == TN_OK && b->has_native) status = bench_games(game, games, 3, &b->native);
    return status;
}

static int run(const struct args *args) {
    struct loaded loaded = {0};
    struct bench b = {0};
    uint64_t milliseconds = 1000;
    int code = args_number(args, "ms", 1, 600000, &milliseconds);
    double begin = bench_now();
    if (code == EXIT_GO_ON) code = load_game(args, args->words.data[0], &loaded);
    b.compile = bench_now() - begin;
    b.seconds = (double)milliseconds / 1000;
    if (code == EXIT_GO_ON && measure(loaded.game, &b) != TN_OK) {
        fprintf(stderr, "terrane bench: out of memory\n");
        code = EXIT_HOST;
    }
    if (code == EXIT_GO_ON) {
        if (args_has(args, "json"))
            print_json(loaded.name.data, loaded.game, &b);
        else
            print_text(loaded.game, &b);
        code = b.has_native && b.native.check != b.interpreted.check ? EXIT_FAULT : EXIT_FINE;
    }
    loaded_free(&loaded);
    return code;
}

static const struct flag flags[] = {
    LOAD_FLAGS,
    {"ms", "N", "how long a measurement takes, in milliseconds (1000); there are three for each engine", false},
    {"json", NULL, "one object", false},
};

const struct verb verb_bench = {
    .name = "bench",
    .words = "GAME",
    .summary = "Measures how fast a game runs, interpreted and compiled to C.",
    .details = "Random games on one core; the best of three runs. Both engines play the same games, and the ends are\n"
               "compared. The C compiler is $CC or cc; without one only the interpreter is measured.\n\n"
               "Examples:\n"
               "  terrane bench NAME\n"
               "  terrane bench NAME --players 2 --ms 200 --json\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 1,
    .run = run,
};
