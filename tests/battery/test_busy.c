/* Battery: games end also when players want them to go on.
 *
 * A busy player never stops while there is something to do: yes rather than no, an option rather than none, and among
 * several options the one that keeps the same seat answering longest, tried out on a copy. So effects that grant one
 * another are used to the full, and everything optional is done. With every seat played so, each game must end by its
 * rules or by its limit, without a fault, within MOST answers; nobody may be asked more than RUN times in a row while
 * others wait.
 *
 * The busy player looks at positions as they are, hidden cards included: it is a test, not a bot.
 */
#include "support/unit.h"

#include "support/battery.h"

enum {
    MOST = 10000, /* answers of a game */
    RUN = 500,    /* answers of one seat in a row, in games of several seats */
};

struct busy {
    struct battery_play *play;
    tn_state *trial;
    uint32_t tries, depth; /* options tried at a question, answers followed from each */
    uint32_t run, longest; /* answers in a row of one seat: now, most */
    unsigned last;
};

/* Answers that stop come first in the list: 1 when there is one and something else to do. */
static uint32_t stops(const struct busy *b, const tn_state *state, const tn_question *q) {
    bool optional = q->kind == TN_YESNO || q->flags & (TN_OPTIONAL | TN_SUBSET);
    return optional && q->count > 1 && tn_state_legal(b->play->of->game, state, q->seat, TN_NO) ? 1 : 0;
}

/* One of the options by the seed; stopping only when there is nothing else. */
static uint32_t option(const struct busy *b, const tn_state *state, const tn_question *q, uint32_t stream,
                       uint32_t at) {
    uint32_t first = stops(b, state, q), n = random_below(random_at(b->play->seed, stream, at), q->count - first);
    return tn_state_nth(b->play->of->game, state, q->seat, first + n);
}

/* How long the same seat goes on answering after an answer; the end of the game is no going on. */
static uint32_t chain(struct busy *b, const tn_question *asked, uint32_t answer) {
    const struct battery_case *c = b->play->of;
    memcpy(b->trial, b->play->state, tn_game_state_size(c->game));
    for (uint32_t n = 0; n < b->depth; n++) {
        tn_question q;
        if (!tn_good(tn_state_apply(c->ctx, b->trial, asked->seat, answer))) return 0;
        if (tn_state_status(c->game, b->trial) != TN_ASK) return 0;
        if (!tn_state_question(c->game, b->trial, asked->seat, &q)) return n;
        answer = option(b, b->trial, &q, 3, b->play->n + n);
    }
    return b->depth;
}

static uint32_t busiest(struct busy *b, const tn_question *q) {
    const tn_state *state = b->play->state;
    uint32_t best = option(b, state, q, 10, b->play->n), most = 0, first = stops(b, state, q), n = q->count - first;
    if (n == 1 || q->seat == TN_CHANCE) return best;
    for (uint32_t i = 0; i < b->tries && i < n; i++) { /* all, or a sample */
        uint32_t answer = n <= b->tries ? tn_state_nth(b->play->of->game, state, q->seat, first + i)
                                        : option(b, state, q, 10 + i, b->play->n);
        uint32_t length = chain(b, q, answer);
        if (length > most) most = length, best = answer;
    }
    return best;
}

static void count_run(struct busy *b, unsigned seat) {
    b->run = seat == b->last ? b->run + 1 : 1;
    b->last = seat;
    if (b->run > b->longest) b->longest = b->run;
    if (b->run > RUN && tn_game_seat_count(b->play->of->game) > 1)
        battery_fail(b->play, "seat %u has answered %u times in a row", seat, b->run);
}

static void play(struct battery_case *c, uint64_t seed, uint32_t *answers, uint32_t *longest) {
    struct battery_play p;
    tn_question q;
    struct busy b = {.play = &p, .last = TN_SPECTATOR};
    b.tries = (uint32_t)level_pick(3, 5, 8), b.depth = (uint32_t)level_pick(6, 12, 24);
    if (battery_start(&p, c, seed, 0)) {
        b.trial = battery_copy(c, p.state);
        while (battery_next(&p, &q)) {
            if (p.n >= MOST) battery_fail(&p, "no end after %u answers", p.n);
            count_run(&b, q.seat);
            if (p.failed || !battery_answer(&p, q.seat, busiest(&b, &q))) break;
        }
        if (!p.failed) c->limited += tn_state_limited(c->game, p.state);
        tn_state_free(b.trial);
    }
    if (p.n > *answers) *answers = p.n;
    if (b.longest > *longest) *longest = b.longest;
    battery_stop(&p);
}

static void check(struct battery_case *c) {
    uint64_t first, last;
    uint32_t answers = 0, longest = 0;
    battery_seeds(c->is_default ? level_pick(2, 4, 100) : level_pick(1, 2, 20), &first, &last);
    for (uint64_t seed = first; seed <= last && c->failures == 0; seed++)
        play(c, seed, &answers, &longest);
    if (level_is("soak"))
        print_message("%s %s: %llu games, at most %u answers, %u in a row by one seat, %llu ended by the limit\n",
                      c->path, c->label, (unsigned long long)(last - first + 1), answers, longest,
                      (unsigned long long)c->limited);
}

int main(void) {
    return battery_main("battery.busy", !level_is("quick"), check);
}
