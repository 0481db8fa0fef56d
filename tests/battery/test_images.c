/* test_images.c: every game as an image.
 *
 * An image read back plays the same game, byte for byte. A damaged one, its checksum made right again, is refused or
 * plays without harm: nothing in an image is trusted.
 */
/* Not quick: every game. */
#include "api/api.h"
#include "code/image.h"
#include "support/battery.h"
#include "support/unit.h"

enum { ANSWERS = 60, DAMAGED_ANSWERS = 5 };

static tn_game *read_back(struct battery_play *play, const struct buf *bytes) {
    char why[256] = "";
    tn_game *game = NULL;
    tn_status status = tn_game_read_image(bytes->data, bytes->n, &game, why, sizeof why);
    if (status != TN_OK) battery_fail(play, "the image is refused (status %d): %s", status, why);
    return game;
}

/* The game and its image side by side. */
static void play_both(struct battery_play *play, tn_game *twin) {
    const tn_game *game = play->of->game;
    tn_ctx *ctx = tn_ctx_new(twin);
    tn_state *state = tn_state_new(twin);
    tn_question question;
    assert_non_null(ctx);
    assert_non_null(state);
    assert_int_equal(tn_game_state_size(game), tn_game_state_size(twin));
    tn_state_start(ctx, play->seed, 0, state);
    for (unsigned n = 0; n < ANSWERS && battery_next(play, &question); n++) {
        uint32_t answer = battery_choose(play, &question);
        if (!battery_same(play->of, play->state, state)) {
            battery_fail(play, "the image plays another game");
            break;
        }
        char a[512], b[512];
        tn_question_text(play->of->ctx, play->state, question.seat, a, sizeof a);
        tn_question_text(ctx, state, question.seat, b, sizeof b);
        if (strcmp(a, b) != 0) battery_fail(play, "the image asks \"%s\", the game \"%s\"", b, a);
        if (!battery_answer(play, question.seat, answer)) break;
        tn_state_apply(ctx, state, question.seat, answer);
    }
    tn_state_free(state);
    tn_ctx_free(ctx);
}

/* Whatever it is by now: it starts, asks and answers, or stops with a fault. */
static void play_damaged(const tn_game *game, uint64_t seed) {
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *state = tn_state_new(game);
    tn_question question;
    char text[512];
    if (!ctx || !state) goto out;
    tn_state_start(ctx, seed, seed & 1 ? TN_EXPLICIT_CHANCE : 0, state);
    for (unsigned n = 0; n < DAMAGED_ANSWERS && tn_state_question(game, state, TN_SPECTATOR, &question); n++) {
        uint32_t answer = tn_state_nth(game, state, question.seat, random_below(random_at(seed, 1, n), question.count));
        tn_question_text(ctx, state, question.seat, text, sizeof text);
        tn_answer_text(ctx, state, question.seat, answer, text, sizeof text);
        if (!tn_good(tn_state_apply(ctx, state, question.seat, answer))) break;
    }
    for (unsigned seat = 0; seat < tn_game_seat_count(game); seat++)
        tn_state_score(ctx, state, seat);
    tn_fault_text(game, state, text, sizeof text);
out:
    tn_state_free(state);
    tn_ctx_free(ctx);
}

static void damage(struct battery_play *play, const struct buf *bytes, uint64_t times) {
    struct buf copy;
    buf_init(&copy);
    for (uint64_t k = 0; k < times; k++) {
        copy.n = 0;
        assert_true(buf_put(&copy, bytes->data, bytes->n));
        uint64_t r = random_at(play->seed, 77, (uint32_t)k);
        size_t at = IMAGE_HEAD + (size_t)(r >> 8) % (bytes->n - IMAGE_HEAD);
        copy.data[at] = (char)(r & 1 ? copy.data[at] ^ 1 << (r >> 1 & 7) : (char)(r >> 1));
        tn_game *game = NULL;
        if (memcmp(copy.data, bytes->data, bytes->n) != 0 &&
            tn_game_read_image(copy.data, copy.n, &game, NULL, 0) != TN_BAD_IMAGE)
            battery_fail(play, "a wrong checksum is not noticed");
        image_seal(copy.data, copy.n);
        tn_game_free(game);
        if (tn_game_read_image(copy.data, copy.n, &game, NULL, 0) == TN_OK) play_damaged(game, r);
        tn_game_free(game);
    }
    buf_free(&copy);
}

static void check_image(struct battery_case *c) {
    struct battery_play play;
    struct buf bytes;
    buf_init(&bytes);
    battery_start(&play, c, 1, 0);
    assert_true(image_write(c->game->program, &bytes));
    tn_game *twin = read_back(&play, &bytes);
    if (twin) play_both(&play, twin);
    if (twin && c->is_default) damage(&play, &bytes, (uint64_t)level_pick(20, 50, 20000));
    tn_game_free(twin);
    battery_stop(&play);
    buf_free(&bytes);
}

int main(void) {
    return battery_main("images", false, check_image);
}
