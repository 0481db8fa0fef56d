/* Battery: what a browser is sent of a position depends only on what its seat may see.
 *
 * Law: the view of a seat as JSON is the same, byte by byte, when what the seat may not see is re-dealt; it is well
 * formed, and its lists are as long as the description says. Tried for every seat and the spectator at some questions
 * of random games of every game there is.
 */
#include "support/unit.h"

#include "base/json_value.h"
#include "show/describe.h"
#include "show/view_json.h"
#include "support/battery.h"

#include <stdlib.h>

static void write_view(const struct battery_case *c, const tn_state *state, unsigned seat, struct buf *out) {
    struct asking at = {c->game, c->ctx, state, seat};
    struct json j;
    json_init(&j, out);
    j.tight = true;
    json_object(&j, NULL);
    assert_true(view_put(&j, &at, VIEW_ASKED));
    json_close(&j);
}

static size_t length(const struct value *list) {
    size_t n = 0;
    for (const struct value *v = list ? list->kids : NULL; v; v = v->next)
        n++;
    return n;
}

/* Every list of the view has its entry in the description, and is as long as it says. */
static const char *fits(const struct value *view, const struct value *description) {
    static const char *const lists[] = {"vars", "tracks", "zones", "periods"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (length(value_get(view, lists[i])) != length(value_get(description, lists[i]))) return lists[i];
    const struct value *var = value_get(description, "vars")->kids;
    for (const struct value *v = value_get(view, "vars")->kids; v; v = v->next, var = var->next) {
        int64_t owners = value_number(value_get(var, "owners"), -1),
                entries = value_number(value_get(var, "entries"), -1);
        if ((int64_t)length(v) != owners * entries) return value_text(value_get(var, "name"));
    }
    size_t seats = length(value_get(description, "seats"));
    return length(value_get(view, "scores")) == seats ? NULL : "scores";
}

static bool check_form(struct battery_play *p, unsigned seat, const struct buf *view, const struct value *description) {
    struct arena arena;
    const char *why, *wrong = NULL;
    arena_init(&arena);
    const struct value *v = value_parse(&arena, view->data, view->n, &why, NULL);
    if (v) wrong = fits(v, description);
    tn_question q;
    bool asked = seat != TN_SPECTATOR && tn_state_question(p->of->game, p->state, seat, &q);
    /* of several picks all are shown, also those that cannot be the first in the order of the machine */
    bool several = asked && q.flags & TN_SUBSET;
    size_t answers = several ? tn_state_picks(p->of->ctx, p->state, seat, NULL, 0, NULL, 0) : asked ? q.count : 0;
    if (v && !wrong && length(value_get(value_get(v, "question"), "answers")) != answers) wrong = "answers";
    bool fine = v && !wrong;
    if (!fine) battery_fail(p, "seat %u: the view is wrong: %s", seat, v ? wrong : why);
    arena_free(&arena);
    return fine;
}

static bool check_seat(struct battery_play *p, unsigned seat, const struct value *description) {
    struct battery_case *c = p->of;
    struct buf real, other;
    tn_state *dealt = tn_state_new(c->game);
    write_view(c, p->state, seat, &real);
    bool fine = check_form(p, seat, &real, description);
    for (uint64_t deal = 1; fine && deal <= 2; deal++) {
        tn_state_determinise(c->ctx, p->state, seat, random_at(p->seed, 500 + seat, p->n) + deal, dealt);
        write_view(c, dealt, seat, &other);
        if (real.n != other.n || memcmp(real.data, other.data, real.n) != 0) {
            size_t at = 0;
            while (at < real.n && at < other.n && real.data[at] == other.data[at])
                at++;
            size_t from = at > 150 ? at - 150 : 0;
            fprintf(stderr, "  %.300s\n  %.300s\n", real.data + from, other.data + from);
            fine = battery_fail(p, "seat %u: the view depends on what the seat may not see", seat);
        }
        buf_free(&other);
    }
    buf_free(&real);
    tn_state_free(dealt);
    return fine;
}

static void check_game(struct battery_case *c, uint64_t seed, const struct value *description) {
    struct battery_play p;
    tn_question q;
    uint32_t stride = (uint32_t)level_pick(41, 17, 5);
    unsigned seats = tn_game_seat_count(c->game);
    if (battery_start(&p, c, seed, 0))
        while (battery_next(&p, &q)) {
            for (unsigned seat = 0; p.n % stride == seed % stride && seat <= seats && !p.failed; seat++)
                check_seat(&p, seat < seats ? seat : TN_SPECTATOR, description);
            if (p.failed || !battery_answer(&p, q.seat, battery_choose(&p, &q))) break;
        }
    if (!p.failed) { /* at the end everybody reads the result */
        struct buf view;
        write_view(c, p.state, TN_SPECTATOR, &view);
        check_form(&p, TN_SPECTATOR, &view, description);
        if (!strstr(view.data, "\"ranks\"")) battery_fail(&p, "no ranks at the end");
        buf_free(&view);
    }
    battery_stop(&p);
}

static void check(struct battery_case *c) {
    struct buf text;
    struct arena arena;
    const char *why = "";
    arena_init(&arena);
    assert_true(describe_game(c->game, &text));
    const struct value *description = value_parse(&arena, text.data, text.n, &why, NULL);
    if (!description) fail_msg("%s: the description is no JSON: %s", c->path, why);
    if (length(value_get(description, "cards")) != tn_game_card_count(c->game)) fail_msg("%s: cards", c->path);
    uint64_t first, last;
    battery_seeds(c->is_default ? level_pick(1, 3, 40) : level_pick(1, 1, 8), &first, &last);
    for (uint64_t seed = first; seed <= last && c->failures == 0; seed++)
        check_game(c, seed, description);
    arena_free(&arena);
    buf_free(&text);
}

int main(void) {
    return battery_main("battery.views", level_is("soak"), check);
}
