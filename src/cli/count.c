/* count.c: `terrane count`: the size of the game tree. */
#include "lab/count.h"

#include "base/json.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/verbs.h"

#include <inttypes.h>
#include <stdio.h>

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

static int count(const struct args *args, const struct loaded *loaded, uint32_t depth) {
    struct count_result result;
    struct buf fault;
    int code = EXIT_FINE;
    buf_init(&fault);
    interrupt_catch();
    tn_status status = count_run(loaded->game, depth, interrupted, &result, &fault);
    if (status == TN_OK && args_has(args, "json"))
        print_json(loaded->name.data, &result);
    else if (status == TN_OK)
        print_text(&result);
    if (status == TN_FAULT) {
        bool endless = result.endless_chance || result.too_deep;
        fprintf(stderr, "terrane count: %s%s\n", endless ? "" : "the rules stopped: ", fault.data);
        code = EXIT_FAULT;
    } else if (status != TN_OK) {
        fprintf(stderr, "terrane count: out of memory\n");
        code = EXIT_HOST;
    }
    buf_free(&fault);
    count_free(&result);
    return code;
}

static int run(const struct args *args) {
    struct loaded loaded = {0};
    uint64_t depth = UINT32_MAX;
    int code = args_number(args, "depth", 0, UINT32_MAX, &depth);
    if (code == EXIT_GO_ON) code = load_game(args, args->words.data[0], &loaded);
    if (code == EXIT_GO_ON) code = load_native(args, loaded.game);
    if (code == EXIT_GO_ON) code = count(args, &loaded, (uint32_t)depth);
    loaded_free(&loaded);
    return code;
}

static const struct flag flags[] = {
    {"depth", "N", "count up to N answers; without it to the end of every game", false},
    LOAD_FLAGS,
    NATIVE_FLAG,
    {"json", NULL, "{\"by_depth\": [...], \"complete\": [...]}, both from depth 1 on", false},
};

const struct verb verb_count = {
    .name = "count",
    .words = "GAME",
    .summary = "Counts the positions of the game tree by depth.",
    .details = "Depth counts the answers of players, including forced ones. Each outcome of chance is a branch of its\n"
               "own and costs no depth. A finished game counts only at its own depth.\n\n"
               "Examples:\n"
               "  terrane count NAME --depth 4\n"
               "  terrane count NAME --json\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 1,
    .run = run,
};
