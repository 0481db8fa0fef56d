/* count.c: `terrane count`: the size of the game tree. */
#include "lab/count.h"

#include "base/json.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/states.h"
#include "cli/verbs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print_text(const struct count_result *r) {
    printf("%5s %20s %20s\n", "depth", "positions", "games finished");
    for (size_t d = 0; d < r->by_depth.n; d++)
        printf("%5zu %20" PRIu64 " %20" PRIu64 "\n", d, r->by_depth.data[d], r->complete.data[d]);
    printf("%" PRIu64 " games finished in all\n", r->finished);
    if (r->stopped) printf("stopped: the figures are not complete\n");
}

static void print_json(const char *game, const struct count_result *r) {
    struct json j;
    struct buf text;
    json_init(&j, &text);
    json_object(&j, NULL);
    json_text(&j, "game", game);
    json_unsigned(&j, "start", r->by_depth.n ? r->by_depth.data[0] : 0); /* ways chance can open the game */
    json_array(&j, "by_depth");                                          /* from depth 1 on, as tree counts are given */
    for (size_t d = 1; d < r->by_depth.n; d++)
        json_unsigned(&j, NULL, r->by_depth.data[d]);
    json_close(&j);
    json_array(&j, "complete");
    for (size_t d = 1; d < r->complete.n; d++)
        json_unsigned(&j, NULL, r->complete.data[d]);
    json_close(&j);
    json_unsigned(&j, "finished", r->finished);
    json_bool(&j, "stopped", r->stopped);
    json_close(&j);
    json_print(&j);
}

static int count(const struct args *args, const struct loaded *loaded, const struct count_wish *wish) {
    struct count_result result;
    struct buf fault;
    int code = EXIT_FINE;
    buf_init(&fault);
    interrupt_catch();
    tn_status status = count_run(loaded->game, wish, &result, &fault);
    if (status == TN_OK && args_has(args, "json"))
        print_json(loaded->name.data, &result);
    else if (status == TN_OK)
        print_text(&result);
    if (status == TN_FAULT) {
        bool endless = result.endless_chance || result.too_deep;
        fprintf(stderr, "terrane count: %s%s\n", endless ? "" : "the rules stopped: ", fault.data);
        code = EXIT_FAULT;
    } else if (status == TN_BAD_STATE) {
        fprintf(stderr, "terrane count: %s: %s\n", args_value(args, "from"), fault.data);
        code = EXIT_NO;
    } else if (status != TN_OK) {
        fprintf(stderr, "terrane count: out of memory\n");
        code = EXIT_HOST;
    }
    buf_free(&fault);
    count_free(&result);
    return code;
}

static int read_per(const struct args *args, struct count_wish *wish) {
    const char *per = args_value(args, "per");
    if (per && strcmp(per, "answer") != 0 && strcmp(per, "move") != 0)
        return args_wrong(args, "--per is answer or move, not \"%s\"", per);
    wish->moves = per && strcmp(per, "move") == 0;
    if (wish->moves && args_has(args, "native"))
        return args_wrong(args, "moves are counted by the interpreter: --per move and --native cannot be combined");
    return EXIT_GO_ON;
}

static int run(const struct args *args) {
    struct loaded loaded = {0};
    struct position position;
    uint64_t depth = UINT32_MAX;
    struct count_wish wish = {.stop = interrupted};
    int code = args_number(args, "depth", 0, UINT32_MAX, &depth), read = position_load(args, &position);
    if (code == EXIT_GO_ON) code = read;
    if (code == EXIT_GO_ON) code = read_per(args, &wish);
    if (code == EXIT_GO_ON) code = load_game_like(args, args->words.data[0], &position.config, &loaded);
    if (code == EXIT_GO_ON) code = load_native(args, loaded.game);
    wish.depth = (uint32_t)depth;
    wish.from = position.path ? position.text.data : NULL;
    wish.from_size = position.text.n;
    if (code == EXIT_GO_ON) code = count(args, &loaded, &wish);
    loaded_free(&loaded);
    position_free(&position);
    return code;
}

static const struct flag flags[] = {
    {"depth", "N", "count up to N answers or moves; without it to the end of every game", false},
    {"per", "WHAT", "what depth counts: answer (the default), or move: all answers of an undertaking", false},
    {"from", "FILE", "begin with a position in JSON, as `terrane replay --states` prints it", false},
    LOAD_FLAGS,
    NATIVE_FLAG,
    {"json", NULL, "{\"by_depth\": [...], \"complete\": [...]}, both from depth 1 on", false},
};

const struct verb verb_count = {
    .name = "count",
    .words = "GAME",
    .summary = "Counts the positions of the game tree by depth.",
    .details = "Depth counts the answers of players, including forced ones. Each outcome of chance is a branch of its\n"
               "own and costs no depth. A finished game counts only at its own depth. With --per move only\n"
               "positions are counted at which a turn, or another undertaking, has just ended: from and to are one\n"
               "move.\n\n"
               "Examples:\n"
               "  terrane count NAME --depth 4\n"
               "  terrane count NAME --per move --depth 3 --from position.json\n"
               "  terrane count NAME --json\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 1,
    .run = run,
};
