/* How long the best level thinks: never more than five seconds, in any game, whatever its menus.
 *
 * A game is played some way at random, and the level is asked at the widest menu that came. The bound of time must hold
 * where a decision would take longer than that by its number of tries; so this is of the clock, and generous: what a
 * busy machine takes away from the process is not the bot's. */
/* Not quick: bots that think. */
#include "support/unit.h"

#include "base/file.h"
#include "base/hash.h"
#include "bot/bot.h"
#include "play/catalogue.h"
#include "support/battery.h"
#include "support/level.h"

#include <time.h>

enum { FAR = 80, MOST_SECONDS = 5 };

static double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The widest menu of a game at random, as a copy of the position; its seat in *seat. */
static tn_state *widest(struct battery_case *c, unsigned *seat) {
    tn_state *state = tn_state_new(c->game), *found = tn_state_new(c->game);
    struct random random = {7, 0};
    uint32_t most = 1;
    tn_question q;
    tn_state_start(c->ctx, 7, 0, state);
    for (int n = 0; n < FAR && tn_state_question(c->game, state, TN_SPECTATOR, &q); n++) {
        if (q.count > most) {
            memcpy(found, state, tn_game_state_size(c->game));
            most = q.count;
            *seat = q.seat;
        }
        uint32_t answer = tn_state_nth(c->game, state, q.seat, random_range(&random, q.count));
        if (!tn_good(tn_state_apply(c->ctx, state, q.seat, answer))) break;
    }
    tn_state_free(state);
    if (most > 1) return found;
    tn_state_free(found);
    return NULL;
}

/* All shipped games as they are by default, and some of the others; a soak has all of these. */
static bool is_wanted(const struct battery_case *c) {
    if (!c->is_default) return false;
    return level_is("soak") || strncmp(c->path, "games/", 6) == 0 || hash_bytes(c->path, strlen(c->path), 0) % 6 == 0;
}

static struct weights *weights_of(const struct battery_case *c) {
    struct buf path, text, nothing;
    char game[600];
    buf_init(&path);
    buf_init(&text);
    buf_init(&nothing);
    snprintf(game, sizeof game, "%s/%s", level_root(), c->path);
    catalogue_weights(game, tn_game_seat_count(c->game), &path);
    bool found = file_read(path.data, 1 << 20, &text) == FILE_OK;
    struct weights *weights = weights_new(c->game, found ? text.data : NULL, text.n, &nothing, &nothing);
    buf_free(&path);
    buf_free(&text);
    buf_free(&nothing);
    return weights;
}

static void check(struct battery_case *c) {
    struct buf text;
    unsigned seat = 0;
    if (!is_wanted(c)) return;
    buf_init(&text);
    tn_state *state = widest(c, &seat);
    struct weights *weights = weights_of(c);
    if (state && weights) {
        struct bot_task task = {weights, c->game, c->ctx, state, seat, 0, 1, false};
        struct random random = bot_random_for(1, seat, 0);
        double begun = processor_seconds();
        uint32_t answer = bot_find("hard", &text)->choose(&task, &random);
        double took = processor_seconds() - begun;
        assert_true(tn_state_legal(c->game, state, seat, answer));
        if (took > MOST_SECONDS) fail_msg("%s: hard took %.1f s", tn_game_title(c->game), took);
    }
    weights_free(weights);
    tn_state_free(state);
    buf_free(&text);
}

int main(void) {
    return battery_main("bot.pace", false, check);
}
