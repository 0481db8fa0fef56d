/* replay_analysis.c: see replay_analysis.h. */
#include "cli/replay_analysis.h"

#include "cli/interrupt.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BAR = 40, TEXT = 200 };

static bool go_on(void *user, size_t done, size_t all) {
    const bool *shown = user;
    if (*shown) fprintf(stderr, "\r\x1b[K  looking at the game: %zu of at most %zu positions ", done, all);
    return !interrupted();
}

/* What an answer to a decision says. */
static const char *words_of(const struct analysis *a, const struct match *m, size_t decision, uint32_t answer,
                            char *text) {
    const struct analyse_decision *d = &a->decisions.data[decision];
    tn_answer_text(m->ctx, d->state, d->seat, answer, text, TEXT);
    return text;
}

static void print_curve(const struct analysis *a, const struct match *m) {
    printf("\nChance to win, by playouts from what the seat that was asked could know:\n  answer");
    for (unsigned seat = 0; seat < m->seats; seat++)
        printf("  %6s", tn_game_seat_name(m->game, seat));
    printf("\n");
    for (size_t i = 0; i < a->n_points; i++) {
        const struct analyse_point *p = &a->points[i];
        bool end = p->decision == a->decisions.n;
        if (end)
            printf("  %6s", "end");
        else
            printf("  %6zu", a->decisions.data[p->decision].number + 1);
        for (unsigned seat = 0; seat < m->seats; seat++)
            printf("  %4.0f %%", 100 * p->chances[seat]);
        for (size_t k = 0; k < a->n_turns; k++)
            if (a->turns[k] == i) printf("  <- turned here");
        printf("\n");
    }
}

static void print_moments(const struct analysis *a, const struct match *m) {
    if (a->n_moments == 0) {
        printf("\nNo other answer was clearly better at the moments looked at.\n");
        return;
    }
    printf("\nBetter answers:\n");
    for (size_t i = 0; i < a->n_moments; i++) {
        const struct analyse_moment *it = &a->moments[i];
        const struct analyse_decision *d = &a->decisions.data[it->decision];
        char given[TEXT], better[TEXT];
        printf("  answer %zu, %s: \"%s\" wins %.0f %%, \"%s\" %.0f %%: %.0f +- %.0f points more.\n", d->number + 1,
               tn_game_seat_name(m->game, d->seat), words_of(a, m, it->decision, d->answer, given), 100 * it->given,
               words_of(a, m, it->decision, it->better, better), 100 * it->would, 100 * it->gain.value,
               100 * (it->gain.high - it->gain.value));
    }
}

static void add_json(const struct analysis *a, const struct match *m, struct json *j) {
    json_array(j, "chances");
    for (size_t i = 0; i < a->n_points; i++) {
        json_object(j, NULL);
        size_t at = a->points[i].decision;
        json_unsigned(j, "answers", at < a->decisions.n ? a->decisions.data[at].number : m->history.n);
        json_array(j, "wins");
        for (unsigned seat = 0; seat < m->seats; seat++)
            json_real(j, NULL, a->points[i].chances[seat]);
        json_close(j);
        json_close(j);
    }
    json_close(j);
    json_array(j, "turning_points");
    for (size_t i = 0; i < a->n_turns; i++)
        json_unsigned(j, NULL, a->turns[i]);
    json_close(j);
    json_array(j, "better");
    for (size_t i = 0; i < a->n_moments; i++) {
        const struct analyse_moment *it = &a->moments[i];
        const struct analyse_decision *d = &a->decisions.data[it->decision];
        char text[TEXT];
        json_object(j, NULL);
        json_unsigned(j, "answers", d->number);
        json_text(j, "seat", tn_game_seat_name(m->game, d->seat));
        json_text(j, "given", words_of(a, m, it->decision, d->answer, text));
        json_text(j, "better", words_of(a, m, it->decision, it->better, text));
        json_real(j, "given_wins", it->given);
        json_real(j, "better_wins", it->would);
        json_real(j, "gain_low", it->gain.low);
        json_real(j, "gain_high", it->gain.high);
        json_close(j);
    }
    json_close(j);
}

int replay_analyse(struct analysis *a, struct match *m, unsigned playouts, struct json *json) {
    bool shown = isatty(STDERR_FILENO) && !json;
    tn_ctx *quiet = tn_ctx_new(m->game); /* what is tried out did not happen: no log */
    interrupt_catch();
    tn_status status = quiet ? analyse_run(a, quiet, m->state, playouts, m->seed, go_on, &shown) : TN_NOMEM;
    tn_ctx_free(quiet);
    if (shown) fprintf(stderr, "\r\x1b[K");
    if (status != TN_OK) return fprintf(stderr, "terrane replay: out of memory\n"), EXIT_HOST;
    if (json)
        add_json(a, m, json);
    else
        print_curve(a, m), print_moments(a, m);
    return EXIT_GO_ON;
}
