/* count.c: see count.h. A walk with its own stack: level i holds the position after i answers and chance outcomes, made
 * by copying level i - 1 and applying one answer; levels are kept, so nothing is allocated once the deepest was met. */
#include "lab/count.h"

#include <stdlib.h>
#include <string.h>

/* Outcomes of chance before somebody is asked: twice the cards there can be */
enum { CHANCE_IN_A_ROW = 2000 };
static const size_t WAY_AT_MOST = 256u << 20; /* bytes for the positions of one way through the tree */

struct level {
    tn_state *state;
    VEC(uint32_t) answers;
    size_t next;
    uint32_t depth, row; /* answers or moves so far; outcomes of chance since the last one */
    unsigned seat;
    bool between; /* by moves: within one */
};

struct walk {
    const tn_game *game;
    tn_ctx *ctx;
    const struct count_wish *wish;
    VEC(struct level) levels;
    struct count_result *result;
    bool moved; /* an undertaking ended since the last answer */
};

static void hear_deed(void *user, int card, unsigned seat) {
    (void)seat;
    if (card < 0) ((struct walk *)user)->moved = true;
}

static bool reach_depth(struct count_result *to, uint32_t depth) {
    while (to->by_depth.n <= depth)
        if (!VEC_PUSH(&to->by_depth, 0) || !VEC_PUSH(&to->complete, 0)) return false;
    return true;
}

static tn_status load_answers(struct walk *w, struct level *at) {
    size_t n = tn_state_answers(w->game, at->state, at->seat, at->answers.data, at->answers.cap);
    while (at->answers.cap < n) {
        size_t before = at->answers.cap;
        at->answers.data = vec_grow(at->answers.data, &at->answers.cap, sizeof *at->answers.data);
        if (at->answers.cap == before) return TN_NOMEM;
        if (at->answers.cap >= n) tn_state_answers(w->game, at->state, at->seat, at->answers.data, at->answers.cap);
    }
    at->answers.n = n;
    return TN_OK;
}

/* Counts the position of a level and lists where it leads. */
static tn_status visit(struct walk *w, struct level *at) {
    at->answers.n = at->next = 0;
    tn_status status = tn_state_status(w->game, at->state);
    if (status != TN_ASK && status != TN_OVER) return TN_FAULT;
    tn_question question = {0};
    bool chance = false;
    if (status == TN_ASK) {
        if (!tn_state_question(w->game, at->state, TN_SPECTATOR, &question)) return TN_FAULT;
        at->seat = question.seat;
        chance = question.seat == TN_CHANCE;
    }
    if (status == TN_OVER && at->between) at->between = false, at->depth++; /* it ended within a move */
    if (!chance && !at->between) {
        if (!reach_depth(w->result, at->depth)) return TN_NOMEM;
        w->result->by_depth.data[at->depth]++;
        if (status == TN_OVER) {
            w->result->complete.data[at->depth]++;
            w->result->finished++;
        }
    }
    bool deeper = status == TN_ASK && (chance || at->depth < w->wish->depth);
    return deeper ? load_answers(w, at) : TN_OK;
}

static tn_status add_level(struct walk *w) {
    if (w->levels.n * tn_game_state_size(w->game) >= WAY_AT_MOST) {
        w->result->too_deep = true;
        return TN_FAULT;
    }
    struct level fresh = {.state = tn_state_new(w->game)};
    if (!fresh.state || !VEC_PUSH(&w->levels, fresh)) {
        tn_state_free(fresh.state);
        return TN_NOMEM;
    }
    return TN_OK;
}

static tn_status descend(struct walk *w, size_t from) {
    if (w->levels.data[from].seat == TN_CHANCE && w->levels.data[from].row == CHANCE_IN_A_ROW) {
        w->result->endless_chance = true;
        return TN_FAULT;
    }
    tn_status room = from + 1 == w->levels.n ? add_level(w) : TN_OK;
    if (room != TN_OK) return room;
    struct level *at = &w->levels.data[from], *to = at + 1;
    to->row = at->seat == TN_CHANCE ? at->row + 1 : 0;
    memcpy(to->state, at->state, tn_game_state_size(w->game));
    w->moved = false;
    tn_state_apply(w->ctx, to->state, at->seat, at->answers.data[at->next++]);
    bool answered = at->seat != TN_CHANCE, within = answered || at->between;
    to->between = w->wish->moves && within && !w->moved;
    to->depth = at->depth + (w->wish->moves ? within && w->moved : answered);
    return visit(w, to);
}

static tn_status begin(struct walk *w, struct buf *fault) {
    const struct count_wish *wish = w->wish;
    tn_state *state = w->levels.data[0].state;
    char why[512];
    if (!wish->from) return tn_state_start(w->ctx, 1, TN_EXPLICIT_CHANCE, state);
    tn_status status = tn_state_read_json(w->ctx, wish->from, wish->from_size, 1, TN_EXPLICIT_CHANCE | TN_NEW_CHANCE,
                                          state, why, sizeof why);
    if (status == TN_BAD_STATE) buf_puts(fault, why);
    return status;
}

static tn_status walk_tree(struct walk *w, struct buf *fault) {
    bool (*stop)(void) = w->wish->stop;
    size_t at = 0;
    uint32_t beats = 0;
    tn_status status = begin(w, fault);
    if (status == TN_BAD_STATE || status == TN_NOMEM) return status;
    status = visit(w, &w->levels.data[0]);
    while (status == TN_OK) {
        const struct level *level = &w->levels.data[at];
        if (level->next == level->answers.n) {
            if (at-- == 0) return TN_OK;
            continue;
        }
        if (stop && ++beats % 1024 == 0 && stop()) {
            w->result->stopped = true;
            return TN_OK;
        }
        status = descend(w, at++);
    }
    if (w->result->endless_chance)
        buf_printf(fault, "chance never ends: after %u answers it decided %d times in a row, and nobody was asked",
                   w->levels.data[at - 1].depth, CHANCE_IN_A_ROW);
    else if (w->result->too_deep)
        buf_printf(fault,
                   "the tree has ways of more than %zu answers and outcomes of chance; count a part of it with --depth",
                   w->levels.n - 1);
    else if (status == TN_FAULT) {
        char text[512];
        tn_fault_text(w->game, w->levels.data[at].state, text, sizeof text);
        buf_puts(fault, text);
    }
    return status;
}

tn_status count_run(const tn_game *game, const struct count_wish *wish, struct count_result *result,
                    struct buf *fault) {
    struct walk w = {.game = game, .ctx = tn_ctx_new(game), .wish = wish, .result = result};
    memset(result, 0, sizeof *result);
    tn_status status = w.ctx ? add_level(&w) : TN_NOMEM;
    if (w.ctx && wish->moves) tn_ctx_deeds(w.ctx, hear_deed, &w);
    if (status == TN_OK) status = walk_tree(&w, fault);
    for (size_t i = 0; i < w.levels.n; i++) {
        tn_state_free(w.levels.data[i].state);
        VEC_FREE(&w.levels.data[i].answers);
    }
    VEC_FREE(&w.levels);
    tn_ctx_free(w.ctx);
    return status;
}

void count_free(struct count_result *result) {
    VEC_FREE(&result->by_depth);
    VEC_FREE(&result->complete);
}
