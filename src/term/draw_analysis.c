/* draw_analysis.c: a game with hindsight, as text: chances to win, where they turned, and better answers; see draw.h.
 */
#include "show/analyse.h"
#include "term/draw.h"

enum { TEXT = 200 };

static bool turned(const struct analysis *a, size_t point) {
    for (size_t i = 0; i < a->n_turns; i++)
        if (a->turns[i] == point) return true;
    return false;
}

static void put_curve(const struct analysis *a, const struct match *m, struct buf *out) {
    buf_puts(out, "\nChance to win, by playouts from what everybody could know:\n  answer");
    for (unsigned seat = 0; seat < m->seats; seat++)
        buf_printf(out, "  %6s", tn_game_seat_name(m->game, seat));
    buf_puts(out, "\n");
    for (size_t i = 0; i < a->n_points; i++) {
        const struct analyse_point *p = &a->points[i];
        if (p->number == m->history.n)
            buf_printf(out, "  %6s", "end");
        else
            buf_printf(out, "  %6zu", p->number + 1);
        for (unsigned seat = 0; seat < m->seats; seat++)
            buf_printf(out, "  %4.0f %%", 100 * p->chances[seat]);
        buf_puts(out, turned(a, i) ? "  <- turned here\n" : "\n");
    }
}

void analysis_put(const struct analysis *a, const struct match *m, struct buf *out) {
    put_curve(a, m, out);
    if (a->n_moments == 0)
        buf_puts(out, "\nNo other answer was clearly better at the moments looked at.\n");
    else
        buf_puts(out, "\nBetter answers:\n");
    for (size_t i = 0; i < a->n_moments; i++) {
        const struct analyse_moment *it = &a->moments[i];
        const struct analyse_point *p = &a->points[it->point];
        char given[TEXT], better[TEXT];
        tn_answer_text(m->ctx, p->state, p->seat, p->answer, given, TEXT);
        tn_answer_text(m->ctx, p->state, p->seat, it->better, better, TEXT);
        buf_printf(out, "  answer %zu, %s: \"%s\" wins %.0f %%, \"%s\" %.0f %%: %.0f +- %.0f points more.\n",
                   p->number + 1, tn_game_seat_name(m->game, p->seat), given, 100 * it->given, better, 100 * it->would,
                   100 * it->gain.value, 100 * (it->gain.high - it->gain.value));
    }
}
