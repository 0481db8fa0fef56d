/* Battery: what a seat may not see cannot be found out through the interface.
 *
 * Law: re-dealing what a seat may not see (tn_state_determinise for that seat) changes nothing the seat gets: its view,
 * byte by byte, the same as JSON, its question, its legal answers, their texts with all they name, and the reasons
 * against others. This is tried for every seat and the spectator at some questions of random games (all in a soak),
 * with several seeds each. A re-dealt position is a position: it passes the check, and it can be played to the end. A
 * view shows and does not run; a view of a view is the same bytes.
 */
/* Not quick: every game. */
#include "support/unit.h"

#include "play/spanned_text.h"
#include "support/battery.h"

#include <stdlib.h>

enum { TEXT = 2048, IDS = 4096, REASONS = 8, SPANS = 64 };

struct look {
    struct battery_play *play;
    unsigned seat;                /* who looks */
    const tn_state *real, *other; /* the position and the re-dealt one */
    uint64_t deal;
};

static bool differs(struct look *l, const char *what) {
    return battery_fail(l->play, "seat %u, deal %llu: %s depends on what the seat may not see", l->seat,
                        (unsigned long long)l->deal, what);
}

static bool same_text(struct look *l, size_t (*say)(tn_ctx *, const tn_state *, unsigned, uint32_t, char *, size_t),
                      uint32_t id, const char *what) {
    char a[TEXT], b[TEXT];
    tn_ctx *ctx = l->play->of->ctx;
    tn_span spans[SPANS], others[SPANS];
    size_t n = say(ctx, l->real, l->seat, id, a, sizeof a), n_spans = tn_ctx_spans(ctx, spans, SPANS);
    size_t m = say(ctx, l->other, l->seat, id, b, sizeof b), m_spans = tn_ctx_spans(ctx, others, SPANS);
    bool same =
        n_spans <= SPANS && m_spans <= SPANS && text_equal((tn_text){a, spans, n_spans}, (tn_text){b, others, m_spans});
    if (n == m && same) return true;
    fprintf(stderr, "  %s of answer %u: \"%s\" and \"%s\"\n", what, id, a, b);
    return differs(l, what);
}

static size_t say_question(tn_ctx *ctx, const tn_state *s, unsigned seat, uint32_t id, char *buf, size_t cap) {
    (void)id;
    return tn_question_text(ctx, s, seat, buf, cap);
}

static bool same_question(struct look *l) {
    const struct battery_case *c = l->play->of;
    static uint32_t ids[IDS], others[IDS];
    tn_question a = {0}, b = {0};
    if (tn_state_asked(c->game, l->real) != tn_state_asked(c->game, l->other)) return differs(l, "who is asked");
    if (l->seat == TN_SPECTATOR)
        return true; /* for the spectator these functions show the question of the first asked */
    bool asked = tn_state_question(c->game, l->real, l->seat, &a);
    if (asked != tn_state_question(c->game, l->other, l->seat, &b)) return differs(l, "whether the seat is asked");
    if (!asked) return true;
    if (a.site != b.site || a.count != b.count || a.preset != b.preset || a.seat != b.seat || a.kind != b.kind ||
        a.flags != b.flags)
        return differs(l, "the question");
    size_t n = tn_state_answers(c->game, l->real, l->seat, ids, IDS);
    tn_state_answers(c->game, l->other, l->seat, others, IDS);
    if (memcmp(ids, others, n * sizeof *ids) != 0) return differs(l, "the legal answers");
    if (!same_text(l, say_question, 0, "the text of the question")) return false;
    for (size_t i = 0; i < n; i++)
        if (!same_text(l, tn_answer_text, ids[i], "the text of an answer")) return false;
    for (uint32_t i = 0; i < REASONS; i++) {
        uint32_t id = random_below(random_at(l->play->seed, 300 + i, l->play->n), tn_game_answer_count(c->game));
        if (!same_text(l, tn_why_not, id, "a reason")) return false;
    }
    return true;
}

static bool same_json(struct look *l) {
    size_t n = tn_state_json(l->play->of->ctx, l->real, l->seat, NULL, 0);
    size_t m = tn_state_json(l->play->of->ctx, l->other, l->seat, NULL, 0);
    char *a = malloc(n + 1), *b = malloc(m + 1);
    assert_true(a && b && n > 0);
    tn_state_json(l->play->of->ctx, l->real, l->seat, a, n + 1);
    tn_state_json(l->play->of->ctx, l->other, l->seat, b, m + 1);
    bool fine = strcmp(a, b) == 0 || differs(l, "the JSON");
    free(a), free(b);
    return fine;
}

/* What stands on the backs of cards is public, and by what stands there nobody tells which card it is. */
static bool same_notes(struct look *l) {
    const tn_game *g = l->play->of->game;
    char a[TEXT], b[TEXT];
    for (size_t z = 0; z < tn_game_zone_count(g); z++) {
        tn_zone zone;
        tn_game_zone(g, z, &zone);
        for (int owner = zone.per_player ? 0 : -1; owner < (zone.per_player ? (int)tn_game_seat_count(g) : 0); owner++)
            for (size_t i = 0, n = tn_zone_get(g, l->real, l->seat, z, owner, NULL, 0), k = 0; i < n; i++, k = 0)
                do {
                    size_t one = tn_zone_note(g, l->real, l->seat, z, owner, i, k, a, sizeof a),
                           other = tn_zone_note(g, l->other, l->seat, z, owner, i, k, b, sizeof b);
                    if (one != other || strcmp(a, b)) return differs(l, "what stands on a back");
                } while (*a && ++k < 64);
    }
    return true;
}

static bool check_view(struct battery_play *p, unsigned seat, tn_state *view) {
    const struct battery_case *c = p->of;
    tn_state *again = tn_state_new(c->game);
    uint32_t asked = tn_state_asked(c->game, p->state);
    tn_state_view(c->game, p->state, seat, view);
    tn_state_view(c->game, view, seat, again);
    bool fine = true;
    if (!battery_same(c, view, again)) fine = battery_fail(p, "seat %u: a view of a view differs", seat);
    if (fine && seat != TN_SPECTATOR && asked >> seat & 1u) {
        uint32_t answer = tn_state_nth(c->game, p->state, seat, 0);
        if (tn_state_apply(c->ctx, view, seat, answer) != TN_ILLEGAL || !battery_same(c, view, again))
            fine = battery_fail(p, "seat %u: a view runs", seat);
    }
    tn_state_free(again);
    return fine;
}

/* What a seat that is asked deals itself depends on what it sees and the seed: two positions that look alike to it give
 * the same deal. (While others are asked their half-made choices lie between what is seen and what is hidden.) */
static bool same_deal(struct battery_play *p, unsigned seat, uint64_t deal, const tn_state *other) {
    struct battery_case *c = p->of;
    if (seat >= 32 || tn_state_asked(c->game, p->state) != 1u << seat) return true;
    tn_state *a = tn_state_new(c->game), *b = tn_state_new(c->game);
    tn_state_determinise(c->ctx, p->state, seat, ~deal, a);
    tn_state_determinise(c->ctx, other, seat, ~deal, b);
    tn_state *seen = tn_state_new(c->game), *wanted = tn_state_new(c->game);
    bool fine = true;
    for (unsigned other_seat = 0; fine && other_seat < tn_game_seat_count(c->game); other_seat++) {
        tn_state_view(c->game, a, other_seat, wanted);
        tn_state_view(c->game, b, other_seat, seen);
        fine = battery_same(c, wanted, seen) ||
               battery_fail(p, "seat %u, deal %llu: what is dealt to seat %u depends on what is hidden", seat,
                            (unsigned long long)deal, other_seat);
    }
    tn_state_free(a), tn_state_free(b), tn_state_free(seen), tn_state_free(wanted);
    return fine;
}

/* The position may not be touched; to_end: also play the re-dealt one to the end. */
static bool check_deal(struct battery_play *p, unsigned seat, uint64_t deal, const tn_state *view, bool to_end) {
    struct battery_case *c = p->of;
    struct battery_play other = {.of = c, .seed = p->seed ^ deal << 32, .n = p->n, .state = tn_state_new(c->game)};
    tn_state *seen = tn_state_new(c->game);
    const char *why = NULL;
    tn_state_determinise(c->ctx, p->state, seat, deal, other.state);
    tn_state_view(c->game, other.state, seat, seen);
    struct look look = {p, seat, p->state, other.state, deal};
    bool fine = true;
    if (tn_state_check(c->game, other.state, tn_game_state_size(c->game), &why) != TN_OK)
        fine = battery_fail(p, "seat %u, deal %llu: the re-dealt position is refused: %s", seat,
                            (unsigned long long)deal, why);
    if (fine && !battery_same(c, view, seen)) {
        size_t at = 0;
        while (((const unsigned char *)view)[at] == ((const unsigned char *)seen)[at])
            at++;
        fprintf(stderr, "  the first byte that differs is %zu of %zu\n", at, tn_game_state_size(c->game));
        fine = differs(&look, "the view");
    }
    if (fine) fine = same_deal(p, seat, deal, other.state);
    if (fine)
        fine = same_question(&look) && same_notes(&look) &&
               (deal % 4 || same_json(&look)); /* much text: of some deals only */
    if (fine && to_end && !battery_finish(&other, 0))
        fine = battery_fail(p, "seat %u, deal %llu: the re-dealt position cannot be played to the end", seat,
                            (unsigned long long)deal);
    tn_state_free(seen);
    battery_stop(&other);
    return fine;
}

static bool check_seat(struct battery_play *p, unsigned seat, bool to_end) {
    struct battery_case *c = p->of;
    tn_state *view = tn_state_new(c->game), *before = battery_copy(c, p->state);
    bool fine = check_view(p, seat, view);
    for (uint64_t deal = 1; fine && deal <= 3; deal++)
        fine = check_deal(p, seat, random_at(p->seed, 200 + seat, p->n) + deal, view, to_end && deal == 1);
    if (fine && !battery_same(c, before, p->state)) fine = battery_fail(p, "seat %u: looking changed the block", seat);
    tn_state_free(view);
    tn_state_free(before);
    return fine;
}

static uint32_t count_answers(struct battery_case *c, uint64_t seed, unsigned flags) {
    struct battery_play p;
    uint32_t n = battery_start(&p, c, seed, flags) && battery_finish(&p, 0) ? p.n : 0;
    battery_stop(&p);
    return n;
}

static uint64_t check_game(struct battery_case *c, uint64_t seed, unsigned flags) {
    struct battery_play p;
    tn_question q;
    uint32_t stride = count_answers(c, seed, flags) / (uint32_t)level_pick(20, 60, 1000000) + 1, looks = 0;
    uint32_t ends = (uint32_t)level_pick(2, 8, 40);
    if (battery_start(&p, c, seed, flags))
        while (battery_next(&p, &q)) {
            bool look = p.n % stride == (uint32_t)(seed % stride);
            for (unsigned seat = 0; look && seat <= tn_game_seat_count(c->game) && !p.failed; seat++)
                check_seat(&p, seat < tn_game_seat_count(c->game) ? seat : TN_SPECTATOR,
                           looks < ends && seat == looks % (tn_game_seat_count(c->game) + 1));
            looks += look;
            if (p.failed || !battery_answer(&p, q.seat, battery_choose(&p, &q))) break;
        }
    battery_stop(&p);
    return looks;
}

static void check(struct battery_case *c) {
    uint64_t first, last, looks = 0;
    battery_seeds(c->is_default ? level_pick(4, 16, 400) : level_pick(1, 3, 60), &first, &last);
    for (uint64_t seed = first; seed <= last && c->failures == 0; seed++)
        looks += check_game(c, seed, seed % 4 == 0 ? TN_EXPLICIT_CHANCE : 0);
    if (level_is("soak"))
        print_message("%s %s: %llu positions looked at\n", c->path, c->label, (unsigned long long)looks);
}

int main(void) {
    return battery_main("battery.knowledge", !level_is("quick"), check);
}
