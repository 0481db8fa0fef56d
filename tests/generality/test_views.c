/* What a seat may see: at every question of random games of every game found, a seat's view and everything it is asked
 * stay the same, byte for byte, when what it may not see is dealt again.
 *
 *  - every seat and the spectator: the view after a re-deal for that seat is the view before it;
 *  - who is asked: the menu made anew in the re-dealt position, its question and the texts of its answers are the same;
 *  - who is asked to choose cards sees every one of them.
 * 200 games of each configuration; a quick run stops a configuration earlier.
 */
/* Not quick: every small game. */
#include "support/unit.h"

#include "api/api.h"
#include "support/battery.h"
#include "vm/vm.h"

enum { GAMES = 200, IDS = 4096, TEXT = 1024, TEXTS = 8 };

struct watch {
    struct battery_play play;
    tn_state *before, *after, *redealt;
    long questions;
};

static const struct program *program_of(const struct watch *t) {
    return t->play.of->game->program;
}

/* ---- views */
static bool same_views(struct watch *t) {
    const tn_game *game = t->play.of->game;
    unsigned seats = tn_game_seat_count(game);
    for (unsigned i = 0; i <= seats; i++) {
        unsigned seat = i == seats ? TN_SPECTATOR : i;
        tn_state_view(game, t->play.state, seat, t->before);
        tn_state_determinise(t->play.of->ctx, t->play.state, seat, t->play.seed * 1000 + t->play.n, t->redealt);
        tn_state_view(game, t->redealt, seat, t->after);
        if (!battery_same(t->play.of, t->before, t->after))
            return battery_fail(&t->play, "the view of seat %u changes with what it may not see", seat);
    }
    return true;
}

/* ---- questions */
/* Asks `seat` anew in the re-dealt position. */
static bool remake(struct watch *t, unsigned seat) {
    struct machine *m = t->play.of->ctx->machine;
    const struct program *p = program_of(t);
    struct state *s = state_of_mutable(t->redealt);
    if (s->forked) return fork_advance(m, s, seat);
    const struct frame *f = &state_frames(p, s)[s->n_frames - 1];
    uint8_t no;
    ask_candidates(p, s, ask_site(p, s), f->pc, state_stack(p, s) + f->base, m->asked.raw, &m->asked.raw_no);
    uint32_t count = probe_menu(m, s, seat, &no);
    if (count) ask_open(m, s, s, seat, count, no);
    return count != 0;
}

static bool same_texts(struct watch *t, unsigned seat, const uint32_t *ids, size_t n) {
    tn_ctx *ctx = t->play.of->ctx;
    char one[TEXT], two[TEXT];
    tn_question_text(ctx, t->play.state, seat, one, sizeof one);
    tn_question_text(ctx, t->redealt, seat, two, sizeof two);
    if (strcmp(one, two) != 0)
        return battery_fail(&t->play, "the question tells what is hidden: \"%s\", \"%s\"", one, two);
    for (size_t i = 0; i < n && i < TEXTS; i++) {
        tn_answer_text(ctx, t->play.state, seat, ids[i], one, sizeof one);
        tn_answer_text(ctx, t->redealt, seat, ids[i], two, sizeof two);
        if (strcmp(one, two) != 0)
            return battery_fail(&t->play, "an answer tells what is hidden: \"%s\", \"%s\"", one, two);
    }
    return true;
}

static bool cards_are_seen(struct watch *t, unsigned seat, const uint32_t *ids, size_t n) {
    const struct program *p = program_of(t);
    for (size_t i = 0; i < n; i++) {
        uint32_t card = ids[i] - p->answers.cards;
        if (ids[i] < p->answers.cards || card >= p->n_cards || card_seen(p, state_of(t->play.state), card, seat))
            continue;
        return battery_fail(&t->play, "seat %u chooses a card it may not see", seat);
    }
    return true;
}

static bool same_question(struct watch *t, const tn_question *question) {
    static uint32_t ids[IDS], again[IDS];
    const tn_game *game = t->play.of->game;
    unsigned seat = question->seat;
    if (seat >= tn_game_seat_count(game)) return true;
    tn_state_determinise(t->play.of->ctx, t->play.state, seat, t->play.seed * 1000 + t->play.n, t->redealt);
    size_t n = tn_state_answers(game, t->play.state, seat, ids, IDS);
    if (!cards_are_seen(t, seat, ids, n)) return false;
    if (!remake(t, seat)) return battery_fail(&t->play, "nothing is left to answer when what is hidden changes");
    bool same = tn_state_answers(game, t->redealt, seat, again, IDS) == n && memcmp(ids, again, n * sizeof *ids) == 0;
    if (!same) return battery_fail(&t->play, "the answers of seat %u change with what it may not see", seat);
    return same_texts(t, seat, ids, n);
}

/* ---- games */
static void one_game(struct watch *t, struct battery_case *c, uint64_t seed) {
    tn_question question;
    if (!battery_start(&t->play, c, seed, 0)) return;
    while (battery_next(&t->play, &question)) {
        t->questions++;
        if (!same_views(t) || !same_question(t, &question)) break;
        if (!battery_answer(&t->play, question.seat, battery_choose(&t->play, &question))) break;
    }
    battery_stop(&t->play);
}

static void check_views(struct battery_case *c) {
    const long most = level_pick(500, 5000, 1000000);
    struct watch t = {
        .before = tn_state_new(c->game), .after = tn_state_new(c->game), .redealt = tn_state_new(c->game)};
    uint64_t first, last;
    assert_true(t.before && t.after && t.redealt);
    battery_seeds(GAMES, &first, &last);
    for (uint64_t seed = first; seed <= last && t.questions < most && !c->failures; seed++)
        one_game(&t, c, seed);
    tn_state_free(t.before);
    tn_state_free(t.after);
    tn_state_free(t.redealt);
}

int main(void) {
    return battery_main("views", false, check_views);
}
