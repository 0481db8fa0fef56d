/* answer_numbers.c: see answer_numbers.h. */
#include "term/answer_numbers.h"

#include "term/draw.h"

#include <limits.h>
#include <stdlib.h>

bool answers_are_numbers(const struct menu *m) {
    bool any = m->question.kind == TN_NUMBER && m->n > 0;
    for (uint32_t i = 0; i < m->n && !any; i++) {
        char *end;
        strtol(m->texts[i], &end, 10);
        any = end != m->texts[i] && *end == '\0';
    }
    return any;
}

bool answer_is_space(const tn_game *game, uint32_t answer, tn_space *out) {
    int space = answer_space(game, answer);
    if (space >= 0) tn_game_space(game, (size_t)space, out);
    return space >= 0;
}

bool answers_have_spaces(const struct menu *m) {
    tn_space space;
    for (uint32_t i = 0; i < m->n; i++)
        if (answer_is_space(m->game, m->ids[i], &space)) return true;
    return false;
}

uint32_t answers_preset(const struct menu *m) {
    bool none = (m->question.flags & TN_SUBSET) && m->n > 0 && m->ids[0] == TN_NO;
    return m->question.preset != TN_NO_ANSWER ? m->question.preset : none ? TN_NO : TN_NO_ANSWER;
}

uint32_t answers_shown(const struct menu *m, uint32_t place) {
    bool declines = m->n > 0 && m->ids[0] == TN_NO;
    return !declines ? place : place + 1 < m->n ? place + 1 : 0;
}

/* False when another board of which spaces are offered has that number too, offered or not, or numbers are names. */
static bool number_of_space(const struct menu *m, const tn_space *space, unsigned *number) {
    tn_board own;
    tn_game_board(m->game, (size_t)space->board, &own);
    if (table_names_are_numbers(m->game, &own)) return *number = UINT_MAX, false;
    *number = (unsigned)space->number;
    for (uint32_t i = 0; i < m->n; i++) {
        tn_space other;
        tn_board board;
        if (!answer_is_space(m->game, m->ids[i], &other) || other.board == space->board) continue;
        tn_game_board(m->game, (size_t)other.board, &board);
        if (space->number <= board.count) return false;
    }
    return true;
}

bool answer_number(const struct menu *m, uint32_t i, unsigned *number) {
    tn_space space;
    *number = 0;
    if (m->ids[i] == TN_NO) return true;
    if (answer_is_space(m->game, m->ids[i], &space)) return number_of_space(m, &space, number);
    if (answers_are_numbers(m)) return *number = UINT_MAX, false;
    *number = i + (m->ids[0] != TN_NO);
    return true;
}

enum menu_match answer_by_number(const struct menu *m, unsigned long number, uint32_t *index) {
    enum menu_match found = MENU_NONE;
    for (uint32_t i = 0; i < m->n; i++) {
        unsigned own;
        if (answer_number(m, i, &own)) {
            if (own != number) continue;
            *index = i;
            return MENU_ONE;
        }
        if (own == number) found = MENU_SEVERAL;
    }
    return found;
}

bool is_number(const char *words, unsigned long *number) {
    char *end;
    if (*words < '0' || *words > '9') return false;
    *number = strtoul(words, &end, 10);
    return *end == '\0';
}
