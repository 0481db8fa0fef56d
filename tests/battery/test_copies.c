/* Battery: equal copies are one answer.
 *
 * Laws: a game in which every copy is an answer of its own (TN_EACH_COPY) offers, question by question, exactly the
 * copies that the answers of the usual game stand for; where several are picked in their order, the last copies cannot
 * be the first pick, and there it offers no others and leaves no answer out. And a copy is equal: whoever answers it in
 * place of the one that stands for it is asked the same question next, with the same answers, the two exchanged; and in
 * both positions the same cards lie in the same places with the same on them, whichever of its copies each is.
 */
/* Not quick: every game. */
#include "support/unit.h"

#include "support/battery.h"

#include <stdlib.h>
#include <string.h>

enum { IDS = 4096 };

static int by_id(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Every copy that the answers of a question stand for, ascending. */
static size_t spelled_out(const struct battery_case *c, const tn_state *state, unsigned seat, uint32_t *out) {
    uint32_t ids[IDS];
    size_t n = tn_state_answers(c->game, state, seat, ids, IDS), found = 0;
    for (size_t i = 0; i < n && found < IDS; i++)
        found += tn_state_copies(c->ctx, state, seat, ids[i], out + found, IDS - found);
    qsort(out, found, sizeof *out, by_id);
    return found;
}

/* The answers of a question with two of them exchanged, ascending. */
static size_t exchanged(const struct battery_case *c, const tn_state *state, unsigned seat, uint32_t a, uint32_t b,
                        uint32_t *out) {
    size_t n = tn_state_answers(c->game, state, seat, out, IDS);
    for (size_t i = 0; i < n; i++)
        out[i] = out[i] == a ? b : out[i] == b ? a : out[i];
    qsort(out, n, sizeof *out, by_id);
    return n;
}

/* "Inn #2" becomes "Inn". */
static void drop_numbers(char *text) {
    char *to = text;
    for (const char *at = text; *at;) {
        if (at[0] == ' ' && at[1] == '#' && at[2] >= '1' && at[2] <= '9')
            at += 2 + strspn(at + 2, "0123456789");
        else
            *to++ = *at++;
    }
    *to = '\0';
}

/* All there is to say of both positions, in which copies go by one name, is the same. */
static bool reads_alike(const struct battery_case *c, const tn_state *one, const tn_state *other) {
    char *texts[2];
    const tn_state *of[2] = {one, other};
    for (int i = 0; i < 2; i++) {
        size_t n = tn_state_json(c->ctx, of[i], TN_SPECTATOR, NULL, 0);
        texts[i] = malloc(n + 1);
        assert_non_null(texts[i]);
        tn_state_json(c->ctx, of[i], TN_SPECTATOR, texts[i], n + 1);
        drop_numbers(texts[i]);
    }
    bool same = strcmp(texts[0], texts[1]) == 0;
    free(texts[0]);
    free(texts[1]);
    return same;
}

/* What is known of a card, in numbers: which sort it is, where it lies, what its variables hold. */
struct lying {
    uint64_t hash;
};

static int by_hash(const void *a, const void *b) {
    uint64_t x = ((const struct lying *)a)->hash, y = ((const struct lying *)b)->hash;
    return x < y ? -1 : x > y;
}

static void lies(struct lying *l, int64_t what) {
    l->hash = (l->hash ^ (uint64_t)what) * 0x9e3779b97f4a7c15u;
    l->hash ^= l->hash >> 29;
}

/* A card among its copies: the first of them. */
static int64_t sort_of(const tn_game *game, int32_t card) {
    tn_card facts;
    if (card < 0) return -1;
    tn_game_card(game, (size_t)card, &facts);
    return card - (int64_t)facts.copy;
}

static void note_places(const tn_game *game, const tn_state *state, struct lying *cards) {
    static int32_t list[IDS];
    for (size_t z = 0; z < tn_game_zone_count(game); z++) {
        tn_zone zone;
        tn_game_zone(game, z, &zone);
        for (int owner = 0; owner < (zone.per_player ? (int)tn_game_seat_count(game) : 1); owner++) {
            size_t n = tn_zone_get(game, state, TN_EVERYTHING, z, zone.per_player ? owner : -1, list, IDS);
            for (size_t i = 0; i < n && i < IDS; i++)
                if (list[i] >= 0)
                    lies(&cards[list[i]], (int64_t)(z << 32 | (uint64_t)owner << 16 | (zone.pile ? i : 0)));
        }
    }
}

static void note_variables(const tn_game *game, const tn_state *state, struct lying *cards) {
    for (size_t v = 0; v < tn_game_var_count(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        for (int card = var.first_owner; var.scope == TN_PER_CARD && card < var.first_owner + var.owners; card++)
            for (int index = 0; index < var.indices; index++) {
                int32_t value = 0;
                assert_true(tn_var_get(game, state, TN_EVERYTHING, v, card, index, &value));
                lies(&cards[card], var.type == TN_IS_CARD ? sort_of(game, value) : value);
            }
    }
}

static struct lying *all_lying(const tn_game *game, const tn_state *state) {
    size_t n = tn_game_card_count(game);
    struct lying *cards = calloc(n + 1, sizeof *cards);
    assert_non_null(cards);
    for (size_t i = 0; i < n; i++)
        lies(&cards[i], sort_of(game, (int32_t)i));
    note_places(game, state, cards);
    note_variables(game, state, cards);
    qsort(cards, n, sizeof *cards, by_hash);
    return cards;
}

static bool lie_alike(const struct battery_case *c, const tn_state *one, const tn_state *other) {
    struct lying *a = all_lying(c->game, one), *b = all_lying(c->game, other);
    bool same = memcmp(a, b, tn_game_card_count(c->game) * sizeof *a) == 0;
    free(a), free(b);
    return same;
}

/* `each` is asked; a and b are copies that stand for one another. */
static void check_equal(struct battery_play *p, const tn_state *each, unsigned seat, uint32_t a, uint32_t b) {
    const struct battery_case *c = p->of;
    tn_state *one = battery_copy(c, each), *other = battery_copy(c, each);
    tn_question q, r;
    static uint32_t ids[IDS], others[IDS];
    if (!tn_good(tn_state_apply(c->ctx, one, seat, a)) || !tn_good(tn_state_apply(c->ctx, other, seat, b))) {
        battery_fail(p, "copy %u or %u is refused", a, b);
    } else if (tn_state_question(c->game, one, TN_SPECTATOR, &q)) {
        size_t n = tn_state_answers(c->game, one, q.seat, ids, IDS);
        bool asked = tn_state_question(c->game, other, TN_SPECTATOR, &r) && q.site == r.site && q.seat == r.seat;
        if (!asked || exchanged(c, other, q.seat, a, b, others) != n || memcmp(ids, others, n * sizeof *ids) != 0)
            battery_fail(p, "copies %u and %u lead to different questions", a, b);
        else if (!reads_alike(c, one, other) || !lie_alike(c, one, other))
            battery_fail(p, "copies %u and %u lead to different positions", a, b);
    }
    tn_state_free(one);
    tn_state_free(other);
}

static bool are_among(const uint32_t *some, size_t n, const uint32_t *ids, size_t all) {
    for (size_t i = 0; i < n; i++)
        if (!bsearch(&some[i], ids, all, sizeof *ids, by_id)) return false;
    return true;
}

/* Whether all answers of the usual game are offered copy by copy, too. */
static bool offers(const struct battery_case *c, const tn_state *state, const tn_question *q, const uint32_t *ids,
                   size_t all) {
    static uint32_t usual[IDS];
    return are_among(usual, tn_state_answers(c->game, state, q->seat, usual, IDS), ids, all);
}

static void check_question(struct battery_play *p, const tn_state *each, const tn_question *q) {
    const struct battery_case *c = p->of;
    static uint32_t ids[IDS], wanted[IDS], copies[IDS];
    size_t n = spelled_out(c, p->state, q->seat, ids), all = tn_state_answers(c->game, each, q->seat, wanted, IDS);
    bool same = n == all && memcmp(ids, wanted, n * sizeof *ids) == 0;
    if (!same && !(q->flags & TN_SUBSET && are_among(wanted, all, ids, n) && offers(c, p->state, q, wanted, all))) {
        battery_fail(p, "%zu answers stand for %zu copies, of %zu", (size_t)q->count, n, all);
        return;
    }
    for (uint32_t i = 0; n > q->count && i < q->count && !p->failed; i++) {
        uint32_t answer = tn_state_nth(c->game, p->state, q->seat, i);
        size_t k = tn_state_copies(c->ctx, p->state, q->seat, answer, copies, IDS);
        if (k < 2) continue;
        if (tn_state_meant(c->ctx, p->state, q->seat, copies[k - 1]) != answer)
            battery_fail(p, "%u does not mean %u", copies[k - 1], answer);
        if (!p->failed && !(q->flags & TN_SUBSET)) check_equal(p, each, q->seat, answer, copies[k - 1]);
    }
}

static void check_game(struct battery_case *c, uint64_t seed) {
    struct battery_play p;
    tn_question q;
    tn_state *each = tn_state_new(c->game);
    assert_non_null(each);
    tn_state_start(c->ctx, seed, TN_EXPLICIT_CHANCE | TN_EACH_COPY, each);
    if (battery_start(&p, c, seed, TN_EXPLICIT_CHANCE))
        while (battery_next(&p, &q)) {
            uint32_t answer = battery_choose(&p, &q);
            if (q.seat != TN_CHANCE) check_question(&p, each, &q);
            if (p.failed || !battery_answer(&p, q.seat, answer)) break;
            if (!tn_good(tn_state_apply(c->ctx, each, q.seat, answer))) battery_fail(&p, "%u is refused", answer);
        }
    battery_stop(&p);
    tn_state_free(each);
}

static bool has_copies(const tn_game *game) {
    bool any = false;
    tn_card card;
    for (size_t i = 0; i < tn_game_card_count(game) && !any; i++) {
        tn_game_card(game, i, &card);
        any = card.copy > 0;
    }
    return any;
}

static void check(struct battery_case *c) {
    uint64_t first, last;
    battery_seeds(level_pick(2, 8, 200), &first, &last);
    for (uint64_t seed = first; seed <= last && has_copies(c->game); seed++)
        check_game(c, seed);
}

int main(void) {
    return battery_main("copies", false, check);
}
