/* analysis_json.c: see analysis_json.h. */
#include "show/analysis_json.h"

#include "play/menu.h"
#include "show/text_json.h"

static void put_moment(struct json *j, const struct analyse_point *p) {
    json_unsigned(j, "n", p->number);
    if (p->round >= 0) json_integer(j, "round", p->round);
}

static void put_curve(struct json *j, const struct analysis *a) {
    json_array(j, "chances");
    for (size_t i = 0; i < a->n_points; i++) {
        json_object(j, NULL);
        put_moment(j, &a->points[i]);
        json_array(j, "wins");
        for (unsigned seat = 0; seat < tn_game_seat_count(a->game); seat++)
            json_real(j, NULL, a->points[i].chances[seat]);
        json_close(j);
        json_close(j);
    }
    json_close(j);
    json_array(j, "turns");
    for (size_t i = 0; i < a->n_turns; i++)
        json_unsigned(j, NULL, a->turns[i]);
    json_close(j);
}

static bool put_answer(struct json *j, const char *key, const struct asking *at, uint32_t answer, double chance) {
    struct arena arena;
    arena_init(&arena);
    tn_text text = menu_answer_text(at, answer, &arena);
    json_object(j, key);
    if (text.bytes) text_put_json(j, "text", text);
    json_real(j, "wins", chance);
    json_close(j);
    arena_free(&arena);
    return text.bytes != NULL;
}

static bool put_better(struct json *j, const struct analysis *a, const struct analyse_moment *m, const tn_game *game,
                       tn_ctx *ctx) {
    const struct analyse_point *p = &a->points[m->point];
    struct asking at = {game, ctx, p->state, p->seat};
    struct arena arena;
    arena_init(&arena);
    tn_text asked = menu_question_text(&at, &arena);
    json_object(j, NULL);
    put_moment(j, p);
    json_unsigned(j, "seat", p->seat);
    json_object(j, "asked");
    if (asked.bytes) text_put_json(j, "text", asked);
    json_close(j);
    bool fine = put_answer(j, "given", &at, p->answer, m->given) && put_answer(j, "better", &at, m->better, m->would);
    json_array(j, "gain");
    json_real(j, NULL, m->gain.low);
    json_real(j, NULL, m->gain.high);
    json_close(j);
    json_close(j);
    fine = fine && asked.bytes;
    arena_free(&arena);
    return fine;
}

bool analysis_put_json(struct json *j, const struct analysis *a, const tn_game *game, tn_ctx *ctx) {
    bool fine = true;
    json_unsigned(j, "playouts", a->playouts);
    put_curve(j, a);
    json_array(j, "better");
    for (size_t i = 0; i < a->n_moments && fine; i++)
        fine = put_better(j, a, &a->moments[i], game, ctx);
    json_close(j);
    return fine && !j->out->failed;
}
