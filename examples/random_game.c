/* random_game.c: plays one game of a definition with random answers, through terrane.h alone.
 *     cc random_game.c $(pkg-config --cflags --libs terrane) -o random_game && ./random_game GAME.game [SEED] */
#include <stdio.h>
#include <stdlib.h>
#include <terrane.h>

static tn_game *load(const char *path) {
    tn_source *source;
    tn_game *game = NULL;
    char text[1000];
    if (tn_source_load(path, &source) == TN_IO) fprintf(stderr, "%s cannot be read\n", path);
    if (!source) return NULL;
    tn_game_new(source, NULL, &game); /* the smallest number of players, every option as it comes */
    for (size_t i = 0; i < tn_source_diag_count(source); i++)
        tn_source_diag_text(source, i, false, text, sizeof text), fputs(text, stderr);
    tn_source_free(source);
    return game;
}

static void print(void *user, const tn_event *event) {
    fprintf(user, "  %s\n", event->public_text.bytes);
}

int main(int argc, char **argv) {
    tn_game *game = argc > 1 ? load(argv[1]) : NULL;
    tn_ctx *ctx = game ? tn_ctx_new(game) : NULL;
    tn_state *state = game ? tn_state_new(game) : NULL;
    if (!ctx || !state) return tn_state_free(state), tn_ctx_free(ctx), tn_game_free(game), 1;
    srand(argc > 2 ? (unsigned)atoi(argv[2]) : 1);
    tn_ctx_sink(ctx, print, stdout);
    tn_status status = tn_state_start(ctx, (uint64_t)rand(), 0, state);
    for (tn_question q; status == TN_ASK && tn_state_question(game, state, TN_SPECTATOR, &q);) {
        char question[500], answer[500];
        uint32_t id = tn_state_nth(game, state, q.seat, (uint32_t)rand() % q.count);
        tn_question_text(ctx, state, q.seat, question, sizeof question);
        tn_answer_text(ctx, state, q.seat, id, answer, sizeof answer);
        printf("%s: %s? %s\n", tn_game_seat_name(game, q.seat), question, answer);
        status = tn_state_apply(ctx, state, q.seat, id);
    }
    for (unsigned seat = 0; status == TN_OVER && seat < tn_game_seat_count(game); seat++)
        printf("%s: %d points, place %u\n", tn_game_seat_name(game, seat), (int)tn_state_score(ctx, state, seat),
               tn_state_rank(ctx, state, seat));
    return tn_state_free(state), tn_ctx_free(ctx), tn_game_free(game), status != TN_OVER;
}
