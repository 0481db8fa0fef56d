/* Battery: the optimiser changes nothing but the cost.
 *
 * Every game is compiled twice, once with the code as the emitter wrote it. Both play the same games: the same seats
 * are asked the same questions in the same words with the same legal answers, the log says the same, the same reasons
 * are given why something is not legal, and the ends have the same scores.
 */
/* Not quick: every game. */
#include "support/unit.h"

#include "api/api.h"
#include "base/hash.h"
#include "support/battery.h"

#include <string.h>

enum { TEXT = 1024, OPTIONS = 64 };

struct plain {
    tn_game *game;
    tn_ctx *ctx;
    tn_state *state;
    uint64_t said[2]; /* hash of all events: optimised, plain */
};

static void hear(void *user, const tn_event *event) {
    uint64_t *said = user;
    *said =
        hash_bytes(event->text.bytes, strlen(event->text.bytes), hash_mix(*said, event->seat + 256u * event->seen_by));
}

/* The same configuration, not optimised. */
static tn_game *compile_plain(const struct battery_case *c) {
    const struct program *p = c->game->program;
    char text[OPTIONS][128];
    const char *options[OPTIONS];
    tn_game *game = NULL;
    assert_true(p->n_options <= OPTIONS);
    for (uint32_t i = 0; i < p->n_options; i++) {
        snprintf(text[i], sizeof text[i], "%s=%s", program_string(p, p->options[i].name),
                 program_string(p, p->options[i].value));
        options[i] = text[i];
    }
    struct config config = {.seats = p->seats, .options = options, .n_options = p->n_options, .plain = true};
    struct compiled made =
        compile_game(c->source->file, &c->source->sources, c->source->hash, &config, &c->source->compiled);
    assert_non_null(made.program);
    assert_int_equal(game_from_program(made.program, &game), TN_OK);
    return game;
}

static bool same_question(struct plain *plain, struct battery_play *play, const tn_question *q) {
    const struct battery_case *c = play->of;
    tn_question other;
    char text[2][TEXT];
    if (!tn_state_question(plain->game, plain->state, q->seat, &other) || other.count != q->count ||
        other.kind != q->kind)
        return battery_fail(play, "another question");
    for (uint32_t i = 0; i < q->count; i++)
        if (tn_state_nth(c->game, play->state, q->seat, i) != tn_state_nth(plain->game, plain->state, q->seat, i))
            return battery_fail(play, "other answers");
    if (q->seat == TN_CHANCE) return true;
    tn_question_text(c->ctx, play->state, q->seat, text[0], TEXT);
    tn_question_text(plain->ctx, plain->state, q->seat, text[1], TEXT);
    if (strcmp(text[0], text[1])) return battery_fail(play, "asked \"%s\", plainly \"%s\"", text[0], text[1]);
    uint32_t id = random_below(random_at(play->seed, 7, play->n), tn_game_answer_count(c->game));
    tn_why_not(c->ctx, play->state, q->seat, id, text[0], TEXT);
    tn_why_not(plain->ctx, plain->state, q->seat, id, text[1], TEXT);
    if (strcmp(text[0], text[1])) return battery_fail(play, "why not: \"%s\", plainly \"%s\"", text[0], text[1]);
    return true;
}

static bool same_end(struct plain *plain, struct battery_play *play) {
    const struct battery_case *c = play->of;
    if (plain->said[0] != plain->said[1]) return battery_fail(play, "another log");
    for (unsigned seat = 0; seat < tn_game_seat_count(c->game); seat++)
        if (tn_state_score(c->ctx, play->state, seat) != tn_state_score(plain->ctx, plain->state, seat))
            return battery_fail(play, "another score of seat %u", seat);
    return true;
}

static void play_both(struct plain *plain, struct battery_case *c, uint64_t seed) {
    struct battery_play play;
    tn_question q;
    plain->said[0] = plain->said[1] = 0;
    tn_ctx_sink(c->ctx, hear, &plain->said[0]);
    tn_ctx_sink(plain->ctx, hear, &plain->said[1]);
    unsigned flags = seed % 4 == 0 ? TN_EXPLICIT_CHANCE : 0;
    tn_state_start(plain->ctx, seed, flags, plain->state);
    bool good = battery_start(&play, c, seed, flags);
    while (good && battery_next(&play, &q)) {
        uint32_t answer = battery_choose(&play, &q);
        good = same_question(plain, &play, &q) && battery_answer(&play, q.seat, answer);
        if (good && !tn_good(tn_state_apply(plain->ctx, plain->state, q.seat, answer)))
            good = battery_fail(&play, "plainly it is refused");
    }
    if (good && !play.failed) same_end(plain, &play);
    tn_ctx_sink(c->ctx, NULL, NULL);
    battery_stop(&play);
}

static void check(struct battery_case *c) {
    struct plain plain = {.game = compile_plain(c)};
    uint64_t first, last;
    plain.ctx = tn_ctx_new(plain.game);
    plain.state = tn_state_new(plain.game);
    battery_seeds(level_pick(1, 3, 100), &first, &last);
    for (uint64_t seed = first; seed <= last && !c->failures; seed++)
        play_both(&plain, c, seed);
    tn_state_free(plain.state);
    tn_ctx_free(plain.ctx);
    tn_game_free(plain.game);
}

int main(void) {
    return battery_main("optimised", false, check);
}
