/* answers.c: see answers.h. */
#include "lab/answers.h"

#include <stdlib.h>
#include <string.h>

void answers_free(struct answers *a) {
    VEC_FREE(&a->entries);
    VEC_FREE(&a->slots);
}

static uint64_t spread(uint32_t site, uint32_t answer) {
    return random_scramble((uint64_t)site << 32 | answer);
}

static void put_slot(struct answers *a, size_t entry) {
    const struct answers_entry *it = &a->entries.data[entry];
    size_t at = spread(it->site, it->answer) % a->slots.n;
    while (a->slots.data[at])
        at = (at + 1) % a->slots.n;
    a->slots.data[at] = (uint32_t)entry + 1;
}

/* At most half of the slots are taken. */
static bool make_room(struct answers *a) {
    if (2 * (a->entries.n + 1) <= a->slots.n) return true;
    size_t wanted = a->slots.n ? 2 * a->slots.n : 256;
    while (a->slots.n < wanted)
        if (!VEC_PUSH(&a->slots, 0)) return false;
    memset(a->slots.data, 0, a->slots.n * sizeof *a->slots.data);
    for (size_t i = 0; i < a->entries.n; i++)
        put_slot(a, i);
    return true;
}

static struct answers_entry *find(struct answers *a, uint32_t site, uint32_t answer) {
    for (size_t at = a->slots.n ? spread(site, answer) % a->slots.n : 0; a->slots.n && a->slots.data[at];
         at = (at + 1) % a->slots.n) {
        struct answers_entry *it = &a->entries.data[a->slots.data[at] - 1];
        if (it->site == site && it->answer == answer) return it;
    }
    struct answers_entry fresh = {.site = site, .answer = answer, .told_by = UINT64_MAX};
    if (!make_room(a) || !VEC_PUSH(&a->entries, fresh)) {
        a->out_of_memory = true;
        return NULL;
    }
    put_slot(a, a->entries.n - 1);
    return &a->entries.data[a->entries.n - 1];
}

struct answers_entry *answers_entry(struct answers *a, tn_ctx *ctx, const tn_state *state, const tn_question *question,
                                    uint32_t answer, uint64_t game_hash) {
    struct answers_entry *it = find(a, question->site, answer);
    if (it && game_hash < it->told_by) {
        it->told_by = game_hash;
        tn_question_text(ctx, state, question->seat, it->question, sizeof it->question);
        tn_answer_text(ctx, state, question->seat, answer, it->text, sizeof it->text);
    }
    return it;
}

struct answers_entry *answers_begun(struct answers *a, tn_ctx *ctx, const tn_state *state, const tn_question *question,
                                    uint32_t answer, uint64_t game_hash) {
    char text[ANSWERS_TEXT], before[ANSWERS_TEXT];
    struct answers_entry *it = find(a, question->site, answer);
    if (!it) return NULL;
    bool first = it->told_by == UINT64_MAX;
    memcpy(before, it->text, sizeof before);
    tn_answer_text(ctx, state, question->seat, answer, text, sizeof text);
    it->varies |= !first && strcmp(before, text) != 0;
    return answers_entry(a, ctx, state, question, answer, game_hash);
}

static bool is_deed(const tn_game *game, uint32_t answer) {
    int index;
    tn_card card;
    switch (tn_answer_thing(game, answer, &index)) {
    case TN_THING_YESNO:
    case TN_THING_OPTION:
    case TN_THING_MEMBER: return true;
    case TN_THING_CARD: tn_game_card(game, (size_t)index, &card); return !card.zoned;
    default: return false;
    }
}

void answers_asked(struct answers *a, tn_ctx *ctx, const tn_game *game, const tn_state *state,
                   const tn_question *question, const uint32_t *menu, size_t n, uint32_t given, uint64_t game_hash) {
    for (size_t i = 0; i < n; i++) {
        if (!is_deed(game, menu[i])) continue;
        struct answers_entry *it = answers_entry(a, ctx, state, question, menu[i], game_hash);
        if (!it) return;
        it->offered++;
        it->given += menu[i] == given;
    }
}

void answers_add(struct answers *to, const struct answers *from) {
    to->out_of_memory |= from->out_of_memory;
    for (size_t i = 0; i < from->entries.n; i++) {
        const struct answers_entry *b = &from->entries.data[i];
        struct answers_entry *it = find(to, b->site, b->answer);
        if (!it) return;
        it->offered += b->offered, it->given += b->given, it->began += b->began;
        it->score += b->score, it->score_squares += b->score_squares;
        bool both = b->told_by != UINT64_MAX && it->told_by != UINT64_MAX && b->began + it->began > 0;
        it->varies |= b->varies || (both && strcmp(it->text, b->text) != 0);
        for (unsigned k = 0; k <= MATCH_SEATS; k++)
            it->wins[k] += b->wins[k];
        for (unsigned k = 0; k < MATCH_SEATS; k++)
            it->seats[k] += b->seats[k];
        if (b->told_by >= it->told_by) continue;
        it->told_by = b->told_by;
        memcpy(it->question, b->question, sizeof it->question);
        memcpy(it->text, b->text, sizeof it->text);
    }
}

static int by_place(const void *a, const void *b) {
    const struct answers_entry *x = a, *y = b;
    if (x->site != y->site) return x->site < y->site ? -1 : 1;
    return x->answer < y->answer ? -1 : x->answer > y->answer;
}

void answers_sort(struct answers *a) {
    if (a->entries.n) qsort(a->entries.data, a->entries.n, sizeof *a->entries.data, by_place);
    if (a->slots.n) memset(a->slots.data, 0, a->slots.n * sizeof *a->slots.data);
    for (size_t i = 0; i < a->entries.n; i++)
        put_slot(a, i);
}
