/* One game by three engines: written by hand in C, emitted as C, interpreted: random games on one core, the best of
 * three runs each, ratios of the time a game takes. The hand-written reference asks a little differently (see
 * README.md), so games are compared, not decisions.
 *
 * Usage: bench_engines [PATH-OF-GAME [SECONDS]], from the checkout.
 */
#include "tinyforming.h"

#include "play/bench.h"

#include <stdio.h>
#include <stdlib.h>

static double by_hand(double seconds, double *decisions) {
    struct tiny t;
    double best = 0;
    for (int run = 0; run < 3; run++) {
        uint64_t games = 0, answers = 0;
        double begin = bench_now(), taken;
        do {
            for (int k = 0; k < 100; k++, games++)
                answers += tiny_play_random(&t, games * 0x5851F42D4C957F2Du + (uint64_t)run);
            taken = bench_now() - begin;
        } while (taken < seconds);
        if (taken / (double)games < best || run == 0) best = taken / (double)games;
        *decisions = (double)answers / (double)games;
    }
    return best;
}

static void print_line(const char *name, double game, double decisions, double hand) {
    printf("%-13s %10.0f games/s %12.0f decisions/s %8.1f ns a decision %7.2f times the hand-written time\n", name,
           1 / game, decisions / game, game * 1e9 / decisions, game / hand);
}

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "games/tinyforming/tinyforming.game";
    double seconds = argc > 2 ? strtod(argv[2], NULL) : 1, decisions, begin = bench_now();
    tn_source *source = NULL;
    tn_game *game = NULL;
    struct bench_result slow, fast;
    struct bench_parts parts;
    char why[1024];
    if (tn_source_load(path, &source) != TN_OK || tn_game_new(source, NULL, &game) != TN_OK) {
        fprintf(stderr, "%s does not compile\n", path);
        return 1;
    }
    double compile = bench_now() - begin, hand = by_hand(seconds, &decisions);
    print_line("by hand", hand, decisions, hand);
    uint64_t games = bench_fitting(game, seconds);
    if (bench_games(game, games, 3, &slow) != TN_OK || bench_parts(game, &parts) != TN_OK) return 1;
    begin = bench_now();
    if (tn_game_native(game, NULL, why, sizeof why) == TN_OK) {
        double native = bench_now() - begin;
        if (bench_games(game, games, 3, &fast) != TN_OK) return 1;
        double n = (double)fast.games;
        print_line("emitted C", fast.seconds / n, (double)fast.decisions / n, hand);
        printf("%-13s %s; C compiled or loaded in %.0f ms\n", "", fast.check == slow.check ? "same games as the interpreter" : "OTHER GAMES THAN THE INTERPRETER", native * 1000);
    } else {
        printf("emitted C     not measured: %s\n", why);
    }
    print_line("interpreter", slow.seconds / (double)slow.games, (double)slow.decisions / (double)slow.games, hand);
    printf("position      %zu bytes (by hand %zu); clone %.0f ns, hash %.0f ns, determinise %.0f ns; compiled in %.0f ms\n",
           tn_game_state_size(game), sizeof(struct tiny), parts.clone, parts.hash, parts.determinise, compile * 1000);
    tn_game_free(game);
    tn_source_free(source);
    return 0;
}
