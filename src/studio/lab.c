/* lab.c: many games, as functions that a Worker calls. One module plays a part of them and gives it as bytes; another
 * one puts parts together and says what they say (lab/compare_part.h): so games are played in as many Workers as there
 * are cores, and the result is the same for any number of them.
 *
 * Module state: the two sides, 0 the saved version and 1 the text as it is. page_lab_begin makes a side anew, and its
 * game is compiled once for all its parts.
 */
#include "studio/lab.h"

#include "base/file.h"
#include "lab/compare_part.h"
#include "page/page.h"
#include "play/catalogue.h"
#include "studio/ask.h"
#include "studio/studio_host.h"

enum { WEIGHTS_BYTES = 1 << 20 };
static const char BYTES[] = "application/octet-stream";

static struct compare sides;
static struct {
    tn_source *source;
    tn_game *game;
    struct weights *weights;
    struct simulate_setup setup;
} of[2];

static void forget(unsigned side) {
    compare_side_free(&sides.sides[side]);
    weights_free(of[side].weights);
    tn_game_free(of[side].game);
    tn_source_free(of[side].source);
    of[side].weights = NULL, of[side].game = NULL, of[side].source = NULL;
}

/* ---- beginning */
/* What lies beside the game; bots know nothing where nothing does, or what is broken. NULL: no memory. */
static struct weights *read_weights(const char *path, const tn_game *game) {
    struct buf beside, text, said;
    buf_init(&beside);
    buf_init(&text);
    buf_init(&said);
    catalogue_weights(path, tn_game_seat_count(game), &beside);
    bool there = file_read(beside.data, WEIGHTS_BYTES, &text) == FILE_OK;
    struct weights *out = there ? weights_new(game, text.data, text.n, &said, &said) : NULL;
    if (!out) out = weights_new(game, NULL, 0, &said, &said);
    buf_free(&beside);
    buf_free(&text);
    buf_free(&said);
    return out;
}

/* False: the answer says why. */
static bool compile(struct ask *a, unsigned side, const char *path) {
    tn_config config;
    if (!ask_config(a, &config)) return false;
    tn_status status = tn_source_load(path, &of[side].source);
    if (status == TN_OK) status = tn_game_new(of[side].source, &config, &of[side].game);
    if (status == TN_DIAG)
        ask_put_diagnostics(a, of[side].source);
    else if (status == TN_BAD_CONFIG)
        ask_refuse(a, ASK_BAD, "the game has no such players or options");
    else if (status != TN_OK)
        ask_no_memory(a);
    return status == TN_OK;
}

static bool seat_bots(struct ask *a, unsigned side, const char *path) {
    const char *name = ask_text(a, "bot");
    const struct bot *bot = name ? bot_find(name, NULL) : NULL;
    struct simulate_setup *setup = &of[side].setup;
    if (name && !bot) ask_refuse(a, ASK_BAD, "there is no bot \"%s\"", name);
    if (!bot) return false;
    of[side].weights = read_weights(path, of[side].game);
    *setup = (struct simulate_setup){.game = of[side].game, .jobs = 1};
    setup->seed = (uint64_t)value_number(value_get(a->body, "seed"), 1);
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        setup->bots[seat] = bot, setup->weights[seat] = of[side].weights;
    if (of[side].weights && compare_side_init(&sides.sides[side], of[side].game)) return true;
    ask_no_memory(a);
    return false;
}

static void ask_begin(struct ask *a) {
    int64_t side = value_number(value_get(a->body, "side"), -1);
    const char *path = ask_game(a);
    if (path && side != 0 && side != 1) ask_refuse(a, ASK_BAD, "\"side\" is 0 or 1");
    if (!path || (side != 0 && side != 1)) return;
    forget((unsigned)side);
    if (!compile(a, (unsigned)side, path) || !seat_bots(a, (unsigned)side, path)) {
        forget((unsigned)side);
        return;
    }
    sides.sides[side].census->no_answers = true;
    json_unsigned(&a->out, "seats", tn_game_seat_count(of[side].game));
}

/* {"side", "game", "options", "seats", "bot", "seed"}: no games of that side yet. Answered with "seats", or with
 * "diagnostics". */
void EXPORT(page_lab_begin)(uint32_t from, const char *body, size_t n);
void page_lab_begin(uint32_t from, const char *body, size_t n) {
    ask_with(from, ask_begin, body, n);
}

/* ---- games */
static void refuse(uint32_t from) {
    host_deliver(from, 507, NULL, "", 0);
}

/* Plays games `first` to first + n and delivers them as a part. */
void EXPORT(page_lab_play)(uint32_t from, uint32_t side, uint32_t first, uint32_t n);
void page_lab_play(uint32_t from, uint32_t side, uint32_t first, uint32_t n) {
    struct compare_side part = {0};
    struct buf bytes;
    buf_init(&bytes);
    bool fine = side < 2 && of[side].game && compare_side_init(&part, of[side].game);
    if (fine) part.census->no_answers = true;
    fine = fine && compare_play(&part, &of[side].setup, first, n) == TN_OK && compare_part_put(&part, first, n, &bytes);
    if (fine)
        host_deliver(from, 200, BYTES, bytes.data, bytes.n);
    else
        refuse(from);
    buf_free(&bytes);
    compare_side_free(&part);
}

/* A part that was played elsewhere; false: it is none of this side, or there is no memory. */
bool EXPORT(page_lab_add)(uint32_t side, const char *bytes, size_t n);
bool page_lab_add(uint32_t side, const char *bytes, size_t n) {
    return side < 2 && sides.sides[side].game && compare_part_add(&sides.sides[side], bytes, n) == PART_ADDED;
}

/* All games of a side as one part. */
void EXPORT(page_lab_all)(uint32_t from, uint32_t side);
void page_lab_all(uint32_t from, uint32_t side) {
    struct buf bytes;
    buf_init(&bytes);
    if (side < 2 && of[side].game && compare_part_put(&sides.sides[side], 0, sides.sides[side].n, &bytes))
        host_deliver(from, 200, BYTES, bytes.data, bytes.n);
    else
        refuse(from);
    buf_free(&bytes);
}

/* ---- what they say */
static void ask_report(struct ask *a) {
    bool compared = sides.sides[0].game && sides.sides[1].game &&
                    tn_game_seat_count(sides.sides[0].game) == tn_game_seat_count(sides.sides[1].game);
    if (!sides.sides[1].game) {
        ask_refuse(a, ASK_BAD, "nothing was begun");
        return;
    }
    lab_put_side(&a->out, &sides.sides[1]);
    if (compared && !lab_put_change(&a->out, &sides)) a->arena.failed = true;
}

/* Of the text as it is, and what changed where the other side was begun, too. */
void EXPORT(page_lab_report)(uint32_t from);
void page_lab_report(uint32_t from) {
    ask_with(from, ask_report, "{}", 2);
}

/* A side is given up. */
void EXPORT(page_lab_forget)(uint32_t side);
void page_lab_forget(uint32_t side) {
    if (side < 2) forget(side);
}
