/* main.c: the program behind `./terrane bench`: how fast games run on this machine: by hand in C, as emitted C,
 * interpreted. */
#include "bench/games/measure.h"

#include "base/file.h"
#include "base/json.h"
#include "bench/games/hand_load.h"
#include "bench/games/since.h"
#include "cli/args.h"
#include "cli/load.h"
#include "play/catalogue.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { SINCE_LIMIT = 1 << 20 };

struct bench {
    const struct args *args;
    double seconds;         /* of a round */
    char against[PATH_MAX]; /* folder of hand-written games; empty: there is none */
    struct json *json;      /* NULL: text */
    const char *since_path; /* NULL: nothing to compare with */
    struct buf since;       /* what it says */
    size_t measured;
};

/* One game, measured. */
struct measured {
    const char *name;
    const tn_game *game;
    const struct hand_engine *hand; /* NULL: none */
    double compile;                 /* seconds */
    bool has_since;
    double since[BENCH_ENGINES]; /* games a second that were measured before; 0: not */
    struct bench_report report;
};

static const struct {
    const char *title, *key;
} engines[BENCH_ENGINES] = {
    [BENCH_HAND] = {"by hand", "hand"},
    [BENCH_NATIVE] = {"emitted C", "native"},
    [BENCH_INTERPRETER] = {"interpreter", "interpreter"},
    [BENCH_PLAYOUTS] = {"playouts", "playouts"},
};

/* The first engine there is: what the others are compared with. */
static enum bench_engine yardstick(const struct bench_report *r) {
    enum bench_engine e = BENCH_HAND;
    while (e < BENCH_INTERPRETER && !r->of[e].games)
        e++;
    return e;
}

static bool games_differ(const struct bench_report *r) {
    return r->of[BENCH_NATIVE].games && r->of[BENCH_NATIVE].check != r->of[BENCH_INTERPRETER].check;
}

/* ---- text */
static void print_engine(const struct bench_report *r, enum bench_engine e, const char *why_not) {
    const struct bench_result *one = &r->of[e];
    if (!one->games) {
        printf("  %-12s not measured: %s\n", engines[e].title, why_not);
        return;
    }
    printf("  %-12s %12.0f", engines[e].title, bench_per_second(one->games, one));
    if (one->decisions)
        printf(" %14.0f %14.0f", bench_per_second(one->decisions, one), one->seconds * 1e9 / (double)one->decisions);
    else
        printf(" %14s %14s", "-", "-");
    printf(" %12.2f", bench_times(r, e, yardstick(r)));
    if (one->instructions) printf(" %14.0f", (double)one->instructions / (double)one->games);
    printf("\n");
}

static const char *const places[CARDS_WHERE][2] = {
    [CARDS_HELD] = {"cards held", "held"},
    [CARDS_IN_PLAY] = {"cards in play", "in_play"},
};

static void print_sizes(unsigned bin) {
    uint32_t low, high;
    char text[32];
    growth_sizes(bin, &low, &high);
    if (high == UINT32_MAX)
        snprintf(text, sizeof text, "%" PRIu32 "+", low);
    else if (low == high)
        snprintf(text, sizeof text, "%" PRIu32, low);
    else
        snprintf(text, sizeof text, "%" PRIu32 "-%" PRIu32, low, high);
    printf(" %7s", text);
}

static void print_growth(const struct growth *g, const struct growth *shown) {
    for (unsigned i = 0; i < GROWTH_BINS; i++)
        if (growth_counts(shown, i)) printf(" %7.0f", growth_cost(g, i));
    if (growth_doubling(g) > 0)
        printf("   twice as many: %.2f times, at most %.2f\n", growth_doubling(g), growth_steepest(g));
    else
        printf("\n");
}

/* A table for each place: its bins are those of the interpreter, which has played the same games. */
static void print_cards(const struct bench_report *r) {
    const struct growth *bins = r->grows[BENCH_INTERPRETER].of;
    if (!*r->cards.question) return;
    printf("  ns until \"%s\" is asked (%.0f %% of the time of decisions), by number of cards\n", r->cards.question,
           100 * r->cards.share);
    for (int k = 0; k < CARDS_WHERE; k++) {
        if (!r->cards.has[k]) continue;
        printf("  %-13s", places[k][0]);
        for (unsigned i = 0; i < GROWTH_BINS; i++)
            if (growth_counts(&bins[k], i)) print_sizes(i);
        printf("\n");
        for (int e = BENCH_NATIVE; e <= BENCH_INTERPRETER; e++) {
            if (!r->of[e].games) continue;
            printf("    %-11s", engines[e].title);
            print_growth(&r->grows[e].of[k], &bins[k]);
        }
    }
}

/* How many times as fast as before; 0: it is not known. */
static double speed_up(const struct measured *m, enum bench_engine e) {
    const struct bench_result *one = &m->report.of[e];
    return one->games && m->since[e] > 0 ? bench_per_second(one->games, one) / m->since[e] : 0;
}

/* What the time of playouts is to that by hand does not depend on the machine as much as the times do. */
static void print_since(const struct measured *m) {
    static const enum bench_engine order[] = {BENCH_HAND, BENCH_PLAYOUTS, BENCH_NATIVE, BENCH_INTERPRETER};
    const char *between = "";
    if (!m->has_since) return;
    printf("  times as fast as was said before:");
    for (int i = 0; i < BENCH_ENGINES; i++) {
        if (speed_up(m, order[i]) <= 0) continue;
        printf("%s %s %.2f", between, engines[order[i]].title, speed_up(m, order[i]));
        between = ",";
    }
    if (m->since[BENCH_HAND] > 0 && m->since[BENCH_PLAYOUTS] > 0 && m->report.of[BENCH_HAND].games)
        printf("; playouts were %.2f times by hand", m->since[BENCH_HAND] / m->since[BENCH_PLAYOUTS]);
    printf("\n");
}

static void print_text(const struct measured *m, bool behind_another) {
    const struct bench_report *r = &m->report;
    const struct bench_result *i = &r->of[BENCH_INTERPRETER];
    printf("%s%s, %u players, one core: %.1f answers a game, %.1f of them decisions\n", behind_another ? "\n" : "",
           tn_game_title(m->game), tn_game_seat_count(m->game), (double)i->answers / (double)i->games,
           (double)i->decisions / (double)i->games);
    printf("  %-12s %12s %14s %14s %12s%s\n", "", "games/s", "decisions/s", "ns a decision", "time a game",
           *r->why_no_instructions ? "" : "   instructions");
    print_engine(r, BENCH_HAND, r->why_no_hand);
    print_engine(r, BENCH_PLAYOUTS, r->why_no_native);
    print_engine(r, BENCH_NATIVE, r->why_no_native);
    print_engine(r, BENCH_INTERPRETER, "");
    if (*r->why_no_instructions) printf("  instructions cannot be counted here: %s\n", r->why_no_instructions);
    print_since(m);
    if (games_differ(r)) printf("  THE GAMES OF EMITTED C AND INTERPRETER DIFFER\n");
    if (i->faults) printf("  %" PRIu64 " OF %" PRIu64 " GAMES ENDED WITH A FAULT\n", i->faults, i->games);
    printf("  a position has %zu bytes", tn_game_state_size(m->game));
    if (r->of[BENCH_HAND].games) printf(", by hand %zu", m->hand->state_size);
    printf("; clone %.0f ns, hash %.0f ns, score %.0f ns, determinise %.0f ns\n", r->parts.clone, r->parts.hash,
           r->parts.score, r->parts.determinise);
    printf("  packed it has %.0f bytes; pack %.0f ns, unpack %.0f ns\n", r->parts.packed, r->parts.pack,
           r->parts.unpack);
    print_cards(r);
    printf("  compiled in %.0f ms", m->compile * 1000);
    if (r->of[BENCH_NATIVE].games) printf(", C compiled or loaded in %.0f ms", r->native_seconds * 1000);
    printf("\n");
}

/* ---- JSON */
static void add_engine(struct json *j, const struct bench_report *r, enum bench_engine e) {
    const struct bench_result *one = &r->of[e];
    json_object(j, engines[e].key);
    json_unsigned(j, "games", one->games);
    json_real(j, "seconds", one->seconds);
    json_real(j, "games_per_second", bench_per_second(one->games, one));
    if (one->decisions) {
        json_real(j, "decisions_per_second", bench_per_second(one->decisions, one));
        json_real(j, "decisions_per_game", (double)one->decisions / (double)one->games);
    }
    if (one->instructions) json_real(j, "instructions_per_game", (double)one->instructions / (double)one->games);
    json_close(j);
}

/* How many times as long a game takes with one engine as with another that is nearer to the machine. */
static void add_ratios(struct json *j, const struct bench_report *r) {
    json_object(j, "times_as_long");
    for (int e = BENCH_HAND + 1; e < BENCH_ENGINES; e++)
        for (int other = BENCH_HAND; other < e; other++) {
            char key[64];
            double times = bench_times(r, (enum bench_engine)e, (enum bench_engine)other);
            snprintf(key, sizeof key, "%s_as_%s", engines[e].key, engines[other].key);
            if (times > 0) json_real(j, key, times);
        }
    json_close(j);
}

static void add_growth(struct json *j, const char *key, const struct growth *g) {
    json_object(j, key);
    json_array(j, "bins");
    for (unsigned i = 0; i < GROWTH_BINS; i++) {
        uint32_t low, high;
        if (!growth_counts(g, i)) continue;
        growth_sizes(i, &low, &high);
        json_object(j, NULL);
        json_unsigned(j, "cards", low);
        json_unsigned(j, "samples", g->bins[i].n);
        json_real(j, "ns", growth_cost(g, i));
        json_close(j);
    }
    json_close(j);
    json_real(j, "doubling", growth_doubling(g));
    json_real(j, "steepest", growth_steepest(g));
    json_close(j);
}

static void add_cards(struct json *j, const struct bench_report *r) {
    if (!*r->cards.question) return;
    json_object(j, "cards");
    json_text(j, "question", r->cards.question);
    json_real(j, "share", r->cards.share);
    for (int k = 0; k < CARDS_WHERE; k++) {
        if (!r->cards.has[k]) continue;
        json_object(j, places[k][1]);
        for (int e = BENCH_NATIVE; e <= BENCH_INTERPRETER; e++)
            if (r->of[e].games) add_growth(j, engines[e].key, &r->grows[e].of[k]);
        json_close(j);
    }
    json_close(j);
}

static void add_since(struct json *j, const struct measured *m) {
    if (!m->has_since) return;
    json_object(j, "times_as_fast_as_before");
    for (int e = 0; e < BENCH_ENGINES; e++)
        if (speed_up(m, (enum bench_engine)e) > 0) json_real(j, engines[e].key, speed_up(m, (enum bench_engine)e));
    json_close(j);
}

static void add_json(struct json *j, const struct measured *m) {
    const struct bench_report *r = &m->report;
    json_object(j, NULL);
    json_text(j, "game", m->name);
    json_unsigned(j, "players", tn_game_seat_count(m->game));
    for (int e = 0; e < BENCH_ENGINES; e++)
        if (r->of[e].games) add_engine(j, r, (enum bench_engine)e);
    add_ratios(j, r);
    add_since(j, m);
    json_unsigned(j, "state_bytes", tn_game_state_size(m->game));
    if (r->of[BENCH_HAND].games) json_unsigned(j, "hand_state_bytes", m->hand->state_size);
    json_real(j, "clone_ns", r->parts.clone);
    json_real(j, "hash_ns", r->parts.hash);
    json_real(j, "score_ns", r->parts.score);
    json_real(j, "determinise_ns", r->parts.determinise);
    json_real(j, "packed_bytes", r->parts.packed);
    json_real(j, "pack_ns", r->parts.pack);
    json_real(j, "unpack_ns", r->parts.unpack);
    add_cards(j, r);
    json_real(j, "compile_seconds", m->compile);
    if (r->of[BENCH_NATIVE].games) json_real(j, "native_compile_seconds", r->native_seconds);
    json_close(j);
}

/* ---- games */
static void open_hand(const struct bench *b, const char *path, struct hand_library *library, struct bench_report *r) {
    if (*b->against)
        hand_open(b->against, path, library, r->why_no_hand, sizeof r->why_no_hand);
    else
        snprintf(r->why_no_hand, sizeof r->why_no_hand, "there is no folder \"hand\" beside the program");
}

static int run_one(struct bench *b, const char *what) {
    struct loaded loaded = {0};
    struct hand_library library = {0};
    struct measured m = {0};
    double begin = bench_now();
    int code = load_game(b->args, what, &loaded);
    m.compile = bench_now() - begin;
    if (code == EXIT_GO_ON) {
        open_hand(b, loaded.path.data, &library, &m.report);
        m.name = loaded.name.data;
        m.game = loaded.game;
        m.hand = library.engine;
        m.has_since = b->since_path && since_find(b->since.data, m.name, m.since);
        if (bench_run(loaded.game, library.engine, b->seconds, &m.report) != TN_OK) {
            fprintf(stderr, "terrane bench: out of memory\n");
            code = EXIT_HOST;
        }
    }
    if (code == EXIT_GO_ON) {
        if (b->json)
            add_json(b->json, &m);
        else
            print_text(&m, b->measured > 0);
        b->measured++;
        code = games_differ(&m.report) || m.report.of[BENCH_INTERPRETER].faults ? EXIT_FAULT : EXIT_FINE;
    }
    hand_close(&library);
    loaded_free(&loaded);
    return code;
}

static int run_all(struct bench *b) {
    struct catalogue c;
    int worst = catalogue_load(&c) && c.games.n > 0 ? EXIT_FINE : EXIT_HOST;
    if (worst != EXIT_FINE) fprintf(stderr, "terrane bench: no games were found\n");
    for (size_t i = 0; i < c.games.n && worst != EXIT_HOST; i++) {
        int code = run_one(b, c.games.data[i].name);
        if (code > worst) worst = code;
    }
    catalogue_free(&c);
    return worst;
}

static int find_against(struct bench *b) {
    const char *given = args_value(b->args, "against");
    struct stat info;
    if (!given) {
        if (!hand_folder(b->against, sizeof b->against)) *b->against = '\0';
        return EXIT_GO_ON;
    }
    if (strlen(given) < sizeof b->against && stat(given, &info) == 0 && S_ISDIR(info.st_mode)) {
        strcpy(b->against, given);
        return EXIT_GO_ON;
    }
    fprintf(stderr, "terrane bench: --against: there is no folder %s\n", given);
    return EXIT_HOST;
}

static int read_since(struct bench *b) {
    buf_init(&b->since);
    if (!b->since_path || file_read(b->since_path, SINCE_LIMIT, &b->since) == FILE_OK) return EXIT_GO_ON;
    fprintf(stderr, "terrane bench: --since: %s cannot be read\n", b->since_path);
    buf_free(&b->since);
    return EXIT_HOST;
}

static int run(const struct args *args) {
    struct bench b = {.args = args, .since_path = args_value(args, "since")};
    struct json json;
    struct buf text;
    uint64_t milliseconds = 1000;
    int code = args_number(args, "ms", 1, 600000, &milliseconds);
    if (code == EXIT_GO_ON) code = find_against(&b);
    if (code == EXIT_GO_ON) code = read_since(&b);
    if (code != EXIT_GO_ON) return code;
    b.seconds = (double)milliseconds / 1000;
    json_init(&json, &text);
    json_array(&json, NULL);
    if (args_has(args, "json")) b.json = &json;
    code = args->words.n == 0 ? run_all(&b) : EXIT_FINE;
    for (size_t i = 0; i < args->words.n; i++) {
        int one = run_one(&b, args->words.data[i]);
        if (one > code) code = one;
    }
    json_close(&json);
    if (b.json) json_print(&json);
    buf_free(&text);
    buf_free(&b.since);
    return code;
}

static const struct flag flags[] = {
    LOAD_FLAGS,
    {"against", "DIR", "where games written by hand are, as NAME.so (\"hand\" beside the program)", false},
    {"since", "FILE", "what to compare with: a text with a table as the README's", false},
    {"ms", "N", "how long a round takes, in milliseconds (1000); there are three for each engine", false},
    {"json", NULL, "an array with an object for each game", false},
};

static const struct verb verb = {
    .name = "bench",
    .words = "[GAME...]",
    .summary = "Measures how fast games run: written by hand in C, as emitted C, interpreted.",
    .more = "Without GAME: every game that is found.\n",
    .details =
        "Random games on one core; the engines take turns, and the best of three rounds counts. \"time a game\"\n"
        "says how many times as long a game takes as with the first engine of the list. A decision is an answer\n"
        "of a player who had more than one; forced answers and chance take their time and are not counted.\n"
        "Playouts (tn_playout) are of emitted C and draw answers without making menus; decisions are not counted.\n"
        "Emitted C and interpreter make the whole menu of every decision. Instructions a game are told where the\n"
        "machine lets them be counted.\n"
        "Emitted C and the interpreter play the same games, and the ends are compared. The C compiler is $CC,\n"
        "clang or cc; without one emitted C is left out. A game written by hand is a shared library\n"
        "(bench/games/hand.h); where there is none, or it does not play the configuration, it is left out.\n\n"
        "In games with cards, the question into which most time goes is timed again by how many cards the asked\n"
        "player holds and how many are in play. \"twice as many\" says by how much the time grows when their number\n"
        "doubles: 1 not at all, 2 in proportion; first as the power law through all columns, then at its steepest.\n\n"
        "Examples:\n"
        "  ./terrane bench\n"
        "  ./terrane bench NAME OTHER --ms 200 --json\n"
        "  ./terrane bench NAME --players 4 --against build/release/hand\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 0,
    .most = 100,
    .run = run,
};

int main(int argc, char **argv) {
    return args_run(&verb, argc - 1, argv + 1);
}
