/* hindsight.c: see hindsight.h. */
#include "cli/hindsight.h"

#include "cli/interrupt.h"
#include "show/analyse.h"
#include "term/draw.h"

#include <stdio.h>
#include <unistd.h>

static bool go_on(void *user, size_t done, size_t all) {
    const bool *shown = user;
    if (*shown) fprintf(stderr, "\r\x1b[K  looking at the game: %zu of at most %zu steps ", done, all);
    return !interrupted();
}

static void put_points(const struct analysis *a, struct json *j) {
    json_array(j, "chances");
    for (size_t i = 0; i < a->n_points; i++) {
        json_object(j, NULL);
        json_unsigned(j, "answers", a->points[i].number);
        json_array(j, "wins");
        for (unsigned seat = 0; seat < tn_game_seat_count(a->game); seat++)
            json_real(j, NULL, a->points[i].chances[seat]);
        json_close(j);
        json_close(j);
    }
    json_close(j);
    json_array(j, "turning_points");
    for (size_t i = 0; i < a->n_turns; i++)
        json_unsigned(j, NULL, a->turns[i]);
    json_close(j);
}

static void put_text(const struct match *m, const struct analyse_point *p, const char *key, uint32_t answer,
                     struct json *j) {
    char text[512];
    tn_answer_text(m->ctx, p->state, p->seat, answer, text, sizeof text);
    json_text(j, key, text);
}

static void put_better(const struct analysis *a, const struct match *m, struct json *j) {
    json_array(j, "better");
    for (size_t i = 0; i < a->n_moments; i++) {
        const struct analyse_moment *it = &a->moments[i];
        const struct analyse_point *p = &a->points[it->point];
        json_object(j, NULL);
        json_unsigned(j, "answers", p->number);
        json_text(j, "seat", tn_game_seat_name(m->game, p->seat));
        put_text(m, p, "given", p->answer, j);
        put_text(m, p, "better", it->better, j);
        json_real(j, "given_wins", it->given);
        json_real(j, "better_wins", it->would);
        json_real(j, "gain_low", it->gain.low);
        json_real(j, "gain_high", it->gain.high);
        json_close(j);
    }
    json_close(j);
}

static void print_text(const struct analysis *a, const struct match *m) {
    struct buf out;
    buf_init(&out);
    analysis_put(a, m, &out);
    fwrite(out.data, 1, out.n, stdout);
    buf_free(&out);
}

int hindsight_show(struct match *m, unsigned playouts, struct json *json) {
    struct analysis a = {.playouts = playouts, .seed = m->seed};
    bool shown = isatty(STDERR_FILENO) && !json;
    interrupt_catch();
    tn_status status = analyse_match(&a, m, go_on, &shown);
    if (shown) fprintf(stderr, "\r\x1b[K");
    if (status != TN_OK)
        fprintf(stderr, "terrane: out of memory\n");
    else if (json)
        put_points(&a, json), put_better(&a, m, json);
    else
        print_text(&a, m);
    analyse_free(&a);
    return status == TN_OK ? EXIT_GO_ON : EXIT_HOST;
}
