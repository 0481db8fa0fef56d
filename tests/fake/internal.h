/* internal.h: what the files of the fake engine share. */
#ifndef FAKE_INTERNAL_H
#define FAKE_INTERNAL_H

#include "fake/fake.h"

enum { CELLS = 9, CARDS = 3, WORDS_MAX = 8, STEPS_MAX = 16, LINES_MAX = 64, OPTIONS = 4, TEXT_MAX = 160 };
enum { ID_MENU = 2, ID_CELL = 10, ID_CARD = 20, ID_NUMBER = 30, ID_WHO = 36, ID_END = 38 };
enum ask { ASK_WHO, ASK_MENU, ASK_CELL, ASK_CARD, ASK_COINS, ASK_KEEP };

struct fake_step {
    int kind, seat, number;
    char text[TEXT_MAX];
    char words[WORDS_MAX][TEXT_MAX];
    const char *pointers[WORDS_MAX];
    size_t n_words;
    uint32_t line;
};
struct fake_scenario {
    char name[TEXT_MAX], file[TEXT_MAX], option[TEXT_MAX], given[CELLS * 3 + 1];
    uint32_t line;
    struct fake_step steps[STEPS_MAX];
    size_t n_steps;
};
struct fake_diag {
    char text[TEXT_MAX];
    uint32_t line;
    int level;
};

struct tn_source {
    char name[TEXT_MAX], title[TEXT_MAX];
    uint64_t hash;
    struct fake_scenario scenarios[LINES_MAX];
    size_t n_scenarios;
    struct fake_diag diags[LINES_MAX];
    size_t n_diags;
    const char *config_options[LINES_MAX];
};

struct tn_game {
    struct tn_source source; /* a copy */
    int chosen[OPTIONS];
    size_t scenarios[LINES_MAX], n_scenarios;
};

struct tn_ctx {
    const tn_game *game;
    void (*event)(void *, const tn_event *);
    void *user;
};

struct tn_state {
    uint64_t seed;
    uint32_t epoch;
    uint8_t status, ask, turn, marks, explicit_chance, winner; /* winner: 1 + seat */
    int8_t cells[CELLS];
    uint8_t held[CARDS]; /* 1: in A's hand, 2: played, 3: kept */
    uint8_t coins;
    uint8_t pad[32];
};

enum option_number { OPTION_MODE, OPTION_START, OPTION_FAULT, OPTION_BOARD };
extern const tn_option fake_options[OPTIONS];
const char *fake_cell_name(int cell);
extern const char *const fake_card_names[CARDS];

#endif
