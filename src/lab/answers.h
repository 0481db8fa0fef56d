/* answers.h: which answers were offered and given in the games of a simulation, by question; and with which answer
 * players began.
 *
 * Counted are answers that are things to do: options, yes and no, members, and cards that lie nowhere (actions,
 * projects). Cards of zones have a census of their own, spaces and numbers are too many. A player's beginning is the
 * first answer that was a choice, whatever it is.
 *
 * All sums are whole numbers. Texts depend on the position, so the text kept is that of the game whose first position
 * has the least hash: the result does not depend on the order of games.
 */
#ifndef LAB_ANSWERS_H
#define LAB_ANSWERS_H

#include "base/buf.h"
#include "play/match.h"

enum { ANSWERS_TEXT = 96 };

struct answers_entry {
    uint32_t site, answer;
    uint64_t offered, given; /* how often */
    /* Players who began with it: by seat; their wins, by how many shared them; their scores. */
    uint64_t began, seats[MATCH_SEATS], wins[MATCH_SEATS + 1];
    int64_t score, score_squares;
    bool varies;      /* players who began with it read different texts: its number says nothing about the choice */
    uint64_t told_by; /* the hash of the game whose texts these are */
    char question[ANSWERS_TEXT], text[ANSWERS_TEXT];
};

struct answers {
    VEC(struct answers_entry) entries;
    VEC(uint32_t) slots; /* open addressing: number of the entry + 1, 0 is free */
    bool out_of_memory;
};

void answers_free(struct answers *a);
/* Notes a question, before it is answered. `menu`: its legal answers. `game_hash`: of the game's first position. */
void answers_asked(struct answers *a, tn_ctx *ctx, const tn_game *game, const tn_state *state,
                   const tn_question *question, const uint32_t *menu, size_t n, uint32_t given, uint64_t game_hash);
/* The entry of an answer that is given now, made if there is none; NULL: no memory. */
struct answers_entry *answers_entry(struct answers *a, tn_ctx *ctx, const tn_state *state, const tn_question *question,
                                    uint32_t answer, uint64_t game_hash);
/* A player begins with that answer. */
struct answers_entry *answers_begun(struct answers *a, tn_ctx *ctx, const tn_state *state, const tn_question *question,
                                    uint32_t answer, uint64_t game_hash);
void answers_add(struct answers *to, const struct answers *from);
/* By site and answer: an order that does not depend on that of the games. */
void answers_sort(struct answers *a);

#endif
