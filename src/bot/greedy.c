/* greedy.c: the bot that looks to the end of its own turn.
 *
 * It deals itself a position it could be in, tries every legal answer there, answers its own further questions up to
 * the end of the turn, and takes the answer with the best value: the score if the game stopped now, its own minus
 * the best other's, plus what the weights say a player's numbers are worth while there is still something to come.
 * Equal values are decided by chance.
 *
 * Work is bounded: a decision has a number of tries, shared out equally among its answers (each gets at least one),
 * and what an answer gets is shared out in the same way at the questions behind it. Where not every answer can be
 * tried, some are, evenly spread. A question with a default gets that. A try ends where another seat is asked, a
 * phase or period or (say the weights) a turn begins, when the game is over, or after so many answers; what a new
 * round brings is not counted. Behind a yes-or-no question one turn more is looked through: "another action?" is worth
 * what the best action is worth. A finished game is on the same scale as others. In a game without a score the tries go
 * on from there at random, and won or lost is all that counts. All sums are integers: thousandths of a point. At the
 * deadline, which only games with huge menus or slow answers meet, tries end where they are.
 */
#include "bot/ahead.h"
#include "bot/bot.h"
#include "bot/deadline.h"
#include "bot/worth.h"

#include <stdlib.h>
#include <string.h>

extern const struct bot bot_greedy;

enum {
    TRIES = 60,           /* of a decision */
    PLAYED_TRIES = 240,   /* the same in a game without a score, where a try says little */
    WORLDS = 4,           /* positions it could be in, at most; */
    TRIES_OF_A_WORLD = 8, /* one for so many tries of an answer */
    DEPTH = 8,            /* of questions at which several answers are tried */
    STEPS = 40,           /* own answers of a try */
    SECOND_LOOKS = 3,     /* answers that are looked at again before one is given */
    PLAYED_OUT = 200      /* answers of a game played out */
};

static const int64_t WON = 1000 * WEIGHT_ONE;         /* where there is no score */
static const int64_t WORTHLESS = -((int64_t)1 << 54); /* of a try that ended in a fault */

struct search {
    const struct weights *weights; /* may be NULL */
    const tn_game *game;
    tn_ctx *ctx;
    struct random *random;
    unsigned seat, seats;
    size_t size;  /* of a state */
    bool scored;  /* the game has a score */
    char *blocks; /* states: 0 the dealt position, 1 to DEPTH those of the try, and one more as scratch */
    struct worth worth;
    const char *phase;
    uint64_t begun, rounds;
    unsigned steps; /* answers left in this try, */
    unsigned turns; /* and turns of its own it may still enter */
    struct deadline deadline;
};

static tn_state *block(const struct search *s, unsigned depth) {
    return (tn_state *)(void *)(s->blocks + depth * s->size);
}

/* ---- what a position is worth */
static int64_t value(struct search *s, const tn_state *state) {
    tn_status status = tn_state_status(s->game, state);
    if (status != TN_ASK && status != TN_OVER) return WORTHLESS;
    if (s->scored) return worth_or_result(&s->worth, state, s->seat);
    int64_t first = 0;
    for (unsigned seat = 0; seat < s->seats && status == TN_OVER; seat++)
        first += tn_state_rank(s->ctx, state, seat) == 1;
    if (status == TN_ASK) return 0;
    return first > 0 && tn_state_rank(s->ctx, state, s->seat) == 1 ? 2 * WON / first - WON : -WON;
}

/* ---- one try */
static bool give(struct search *s, tn_state *state, unsigned seat, uint32_t answer) {
    return tn_good(tn_state_apply(s->ctx, state, seat, answer));
}

static uint32_t any_answer(struct search *s, const tn_state *state, const tn_question *question) {
    return tn_state_nth(s->game, state, question->seat, random_range(s->random, question->count));
}

/* The value at the end of a try. Without a score nothing tells who is ahead but the end of the game: then games are
 * played out at random, as many as there are tries left. */
static int64_t worth(struct search *s, unsigned depth, uint32_t tries) {
    tn_state *end = block(s, DEPTH + 1);
    tn_question question;
    int64_t sum = 0;
    if (s->scored || tn_state_status(s->game, block(s, depth)) != TN_ASK) return value(s, block(s, depth));
    for (uint32_t i = 0; i < tries; i++) {
        memcpy(end, block(s, depth), s->size);
        for (int n = 0; n < PLAYED_OUT && tn_state_question(s->game, end, TN_SPECTATOR, &question); n++)
            if (!give(s, end, question.seat, any_answer(s, end, &question))) break;
        sum += value(s, end);
    }
    return sum / tries;
}

static bool elsewhere(const struct search *s, const tn_state *state) {
    return tn_state_phase(s->game, state) != s->phase || ahead_begun(s->game, state) != s->begun;
}

/* Whether a new round has begun. What it brings is not counted: it comes anyway, and would make passing look good. */
static bool round_ended(const struct search *s, const tn_state *state) {
    return s->rounds > 0 && weights_rounds(s->weights, state) != s->rounds && tn_state_status(s->game, state) == TN_ASK;
}

/* Runs to the seat's next question of this turn; false when the try has come to its end. */
static bool next_question(struct search *s, tn_state *state, tn_question *question) {
    if (!ahead_chance(s->game, s->ctx, state, s->random)) return false;
    if (tn_state_status(s->game, state) != TN_ASK || s->steps == 0) return false;
    if (!(tn_state_asked(s->game, state) >> s->seat & 1u)) return false;
    if (elsewhere(s, state) || !tn_state_question(s->game, state, s->seat, question)) return false;
    if (question->flags & TN_SUBSET || !s->weights || !weights_opens(s->weights, question->site)) return true;
    return s->turns > 0 && s->turns--; /* what "yes" leads to is part of that answer */
}

static int64_t try_answer(struct search *s, unsigned depth, uint32_t answer, uint32_t tries);

/* The best value that can be reached from the state at `depth` in that many tries. */
static int64_t explore(struct search *s, unsigned depth, uint32_t tries) {
    tn_state *state = block(s, depth);
    tn_question question;
    for (;;) {
        if (deadline_passed(&s->deadline) || !next_question(s, state, &question)) return worth(s, depth, tries);
        if (tries > 1 && depth < DEPTH && question.count > 1 && question.preset == TN_NO_ANSWER) break;
        s->steps--;
        uint32_t answer = question.preset != TN_NO_ANSWER ? question.preset : any_answer(s, state, &question);
        memcpy(block(s, DEPTH + 1), state, s->size);
        if (!give(s, state, s->seat, answer)) return WORTHLESS;
        if (round_ended(s, state)) return value(s, block(s, DEPTH + 1));
    }
    uint32_t n = question.count < tries ? question.count : tries;
    uint32_t from = n < question.count ? random_range(s->random, question.count) : 0;
    int64_t best = WORTHLESS;
    unsigned steps = s->steps - 1, turns = s->turns;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t nth = (from + (uint32_t)((uint64_t)i * question.count / n)) % question.count;
        s->steps = steps;
        s->turns = turns;
        int64_t found = try_answer(s, depth + 1, tn_state_nth(s->game, state, s->seat, nth), tries / n);
        if (found > best) best = found;
    }
    return best;
}

/* An answer to the question of the state above `depth`. */
static int64_t try_answer(struct search *s, unsigned depth, uint32_t answer, uint32_t tries) {
    memcpy(block(s, depth), block(s, depth - 1), s->size);
    if (!give(s, block(s, depth), s->seat, answer)) return WORTHLESS;
    return round_ended(s, block(s, depth)) ? value(s, block(s, depth - 1)) : explore(s, depth, tries);
}

/* ---- the decision */
static uint32_t best_of(struct search *s, const int64_t *sums, uint32_t count) {
    uint32_t chosen = 0, equal = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (sums[i] < sums[chosen]) continue;
        equal = sums[i] == sums[chosen] ? equal + 1 : 1;
        if (equal == 1 || random_range(s->random, equal) == 0) chosen = i;
    }
    return chosen;
}

/* An answer that throws something away (a step of a track that is at its end, a number that falls for nothing) is worth
 * a point less for each of these than it looks. */
static uint32_t best_without_waste(struct search *s, const tn_state *state, int64_t *sums, uint32_t count,
                                   uint32_t worlds) {
    uint32_t chosen = best_of(s, sums, count), seen[SECOND_LOOKS], n = 0;
    for (bool again = s->scored; again && n < SECOND_LOOKS; chosen = best_of(s, sums, count)) {
        again = true;
        for (uint32_t i = 0; i < n; i++)
            again = again && seen[i] != chosen;
        if (!again) break;
        uint32_t answer = tn_state_nth(s->game, state, s->seat, chosen);
        size_t wasted = tn_ahead_waste(s->ctx, state, s->seat, &answer, 1, NULL, 0);
        seen[n++] = chosen;
        sums[chosen] -= (int64_t)wasted * WEIGHT_ONE * worlds;
        if (wasted == 0) break;
    }
    return tn_state_nth(s->game, state, s->seat, chosen);
}

static uint32_t decide(struct search *s, const tn_state *state, int64_t *sums, uint32_t count, unsigned turns) {
    uint32_t all = s->scored ? TRIES : PLAYED_TRIES, tries = all / count > 0 ? all / count : 1;
    uint32_t worlds = tries / TRIES_OF_A_WORLD < WORLDS ? tries / TRIES_OF_A_WORLD : WORLDS;
    if (worlds == 0) worlds = 1;
    memset(sums, 0, count * sizeof *sums);
    for (uint32_t w = 0; w < worlds && !(w > 0 && deadline_passed(&s->deadline)); w++) {
        tn_state_determinise(s->ctx, state, s->seat, random_next(s->random), block(s, 0));
        ahead_others(s->game, s->ctx, block(s, 0), s->seat, s->random);
        for (uint32_t i = 0; i < count; i++) {
            if (w == 0 && i > 0 && deadline_passed(&s->deadline)) {
                sums[i] = WORTHLESS;
                continue;
            }
            s->steps = STEPS;
            s->turns = turns;
            sums[i] += try_answer(s, 1, tn_state_nth(s->game, state, s->seat, i), tries / worlds);
        }
    }
    return best_without_waste(s, state, sums, count, worlds);
}

static uint32_t choose(const struct bot_task *task, struct random *random) {
    tn_question question;
    if (!tn_state_question(task->game, task->state, task->seat, &question) || question.count == 0) return TN_NO_ANSWER;
    struct search s = {.weights = task->weights, .game = task->game, .ctx = task->ctx, .random = random};
    s.deadline = deadline_from_now(task->unhurried);
    s.seat = task->seat;
    s.seats = tn_game_seat_count(task->game);
    s.size = (tn_game_state_size(task->game) + 63) / 64 * 64;
    s.scored = tn_game_score_line_count(task->game) > 0;
    s.phase = tn_state_phase(task->game, task->state);
    s.begun = ahead_begun(task->game, task->state);
    s.rounds = task->weights ? weights_rounds(task->weights, task->state) : 0;
    size_t blocks = (DEPTH + 2) * s.size, sums = (question.count * sizeof(int64_t) + 63) / 64 * 64;
    s.blocks = aligned_alloc(64, blocks + sums);
    uint32_t answer = any_answer(&s, task->state, &question);
    bool ready = worth_init(&s.worth, task->weights, task->game, task->ctx);
    if (ready) worth_know(&s.worth, task->state, task->seat);
    if (s.blocks && ready)
        answer =
            decide(&s, task->state, (int64_t *)(void *)(s.blocks + blocks), question.count, question.kind == TN_YESNO);
    worth_free(&s.worth);
    free(s.blocks);
    return answer;
}

const struct bot bot_greedy = {"greedy", "what looks best at the end of its own turn", choose, .thinks = true};
