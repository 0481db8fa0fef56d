/* TINYforming Mars, written by hand from the rulebook (v1.0.3) and the component facts.
 *
 * Purpose: a second implementation of the game, sharing no code with anything else in the project. It is
 * the oracle a comparator drives beside another implementation, answer by answer, and the speed that
 * benchmarks measure against. The rulings made where the texts are silent are listed in README.md.
 *
 * Use: tiny_init, then as long as tiny_question reports a kind other than TINY_OVER, tiny_apply one of the
 * listed answers. Chance (the deck, the side of a double-sided card) is asked like any other question, of the
 * player TINY_CHANCE, so that the caller decides it.
 *
 * Invariants:
 *  - `struct tiny` holds no pointers: copying its bytes clones the position.
 *  - Outside tiny_apply the position always stands at a question, and `answers` is its set of legal answers;
 *    it is empty only when the game is over.
 *  - Cubes, credits and tokens are conserved: what is in the supply, held, on projects and on the map adds up
 *    to 11 heat, 7 greenery, 4 water, 10 credits, 2 nature, 1 production and 1 science token.
 */
#ifndef TINYFORMING_H
#define TINYFORMING_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TINY_HEXES = 19,
    TINY_FACES = 14,
    TINY_PROJECTS = 2 * TINY_FACES,
    TINY_STANDARDS = 5,
    TINY_HAND = 3, /* projects facing each player in a generation */
    TINY_MAX_ANSWERS = 20,
    TINY_LAST_GENERATION = 12
};

enum tiny_player { TINY_WHITE, TINY_BLACK, TINY_CHANCE };
enum tiny_map { TINY_THARSIS, TINY_ELYSIUM };
enum tiny_tag { TINY_ENERGY, TINY_PRODUCTION, TINY_NATURE, TINY_SCIENCE, TINY_SPACE_TAG, TINY_TAGS };
enum tiny_cube { TINY_VACANT, TINY_HEAT, TINY_GREENERY, TINY_WATER };
enum tiny_standard { TINY_SELL_PATENT, TINY_BUILD_CITY, TINY_IMPORT_WATER, TINY_GREENHOUSES, TINY_ENERGY_FARM };

/* The kinds of question, and what an answer to each means. */
enum tiny_kind {
    TINY_OVER,     /* none: the game has ended */
    TINY_DRAW,     /* chance: the face drawn, 0..13 for faces 1..14; double-sided: the card, 0..6 */
    TINY_FLIP,     /* chance, double-sided only: 0 the face with the card's number, 1 the face 7 higher */
    TINY_FACE,     /* 0: end a faces the asked player, 1: end b does */
    TINY_SPACE,    /* hex 1..19; where declining is allowed also TINY_NO */
    TINY_ACTION,   /* TINY_ACTIVATE, TINY_USE_STANDARD or TINY_PASS */
    TINY_PROJECT,  /* project: 2 * (face number - 1) + end, with end 0 for a and 1 for b */
    TINY_STANDARD, /* enum tiny_standard */
    TINY_TOKEN,    /* enum tiny_tag */
    TINY_YESNO     /* TINY_NO or TINY_YES */
};

enum { TINY_NO = 0, TINY_YES = 1 };
enum { TINY_ACTIVATE, TINY_USE_STANDARD, TINY_PASS };
enum { TINY_DRAWN_GAME = 2, TINY_UNDECIDED = 3 }; /* see tiny_winner */

/* All zero is the default: two players, Tharsis, 14 single-sided cards, over after generation 12. */
struct tiny_options {
    enum tiny_map map;
    bool solitaire;
    bool double_sided;
    bool unlimited;            /* two players: generation 12 does not end the game */
    bool solitaire_common_end; /* solitaire ends as the two-player game does; see README.md */
};

/* Hex sets are bitboards and tag counts are packed five to a word (tinyforming_internal.h); read them
 * through the accessors below. */
struct tiny {
    uint32_t answers;  /* legal answers of the present question, in its internal coding */
    uint32_t projects; /* what the player on turn can activate, one bit a project */
    uint32_t greenery, water, heat;
    uint32_t city[2];
    uint32_t card_tags[2], city_tags[2], tokens[2], bank;
    uint16_t pile;    /* faces (double-sided: cards) left to draw */
    uint16_t in_play; /* those drawn this generation: neither in the pile nor discarded */
    uint16_t generation;
    uint8_t stage, asked, turn, start;
    uint8_t standards;             /* what the player on turn can use, one bit a standard project */
    uint8_t running;               /* project whose effect asks: 28 and up are standard projects */
    uint8_t lifted;                /* bit of the city being relocated, 0 when none */
    uint8_t slot, shown;           /* research: which of the three cards, which face or card lies open */
    uint8_t facing[2][TINY_HAND];  /* project facing each player, TINY_PROJECTS when none */
    uint8_t used[2];               /* one bit a slot; each used project carries one credit */
    uint8_t passed, standard_used; /* one bit a player */
    uint8_t credits[2], heat_held[2];
    uint8_t credit_supply, heat_supply, greenery_supply, water_supply;
    uint8_t map;
    bool solitaire, double_sided, unlimited, solitaire_common_end;
    bool end_triggered; /* a greenery went back when this generation was already the last */
};

struct tiny_question {
    enum tiny_kind kind;
    int player;  /* who answers: TINY_WHITE, TINY_BLACK or TINY_CHANCE */
    int running; /* project whose effect asks, TINY_PROJECTS + enum tiny_standard, or -1 */
    int count;
    int answers[TINY_MAX_ANSWERS]; /* ascending */
};

struct tiny_score {
    int city, greenery, water, heat, total;
};

/* options may be NULL for the defaults. */
void tiny_init(struct tiny *t, const struct tiny_options *options);
void tiny_question(const struct tiny *t, struct tiny_question *out);
/* Returns false, with the position untouched, when the answer is not legal. */
bool tiny_apply(struct tiny *t, int answer);
bool tiny_over(const struct tiny *t);

/* The result. Scores may be asked for at any time: they are what the position would score now. */
void tiny_scores(const struct tiny *t, struct tiny_score score[2]);
/* TINY_WHITE, TINY_BLACK or TINY_DRAWN_GAME; TINY_UNDECIDED in solitaire and before the end. */
int tiny_winner(const struct tiny *t);
/* By points, then city, greenery, water and heat points; TINY_DRAWN_GAME when all are equal. */
int tiny_compare_scores(const struct tiny_score score[2]);
bool tiny_solitaire_won(const struct tiny *t);

/* What a comparator compares beyond the plain counters of struct tiny. Hexes are numbered 1..19. */
enum tiny_cube tiny_cube_at(const struct tiny *t, int hex);
int tiny_city_at(const struct tiny *t, int hex);             /* owner, or -1 */
int tiny_tokens(const struct tiny *t, int player, int tag);  /* held */
int tiny_bank(const struct tiny *t, int tag);                /* tokens in the supply */
int tiny_tags(const struct tiny *t, int player, int tag);    /* on projects facing the player and cities */
int tiny_facing(const struct tiny *t, int player, int slot); /* project, or -1 */
bool tiny_used(const struct tiny *t, int player, int slot);  /* that project activated already */
bool tiny_has_passed(const struct tiny *t, int player);
bool tiny_standard_used(const struct tiny *t, int player);
int tiny_credits_on_projects(const struct tiny *t);
int tiny_cost(const struct tiny *t, int player, int project); /* now; standard: TINY_PROJECTS + which */

/* Names as printed; a tag or a map by its lower-case word. NULL for a number out of range. */
const char *tiny_project_name(int project);
const char *tiny_standard_name(int standard);
const char *tiny_tag_name(int tag);
const char *tiny_map_name(int map);
const char *tiny_kind_name(int kind);

/* Random play: every answer, chance included, is drawn uniformly from the legal ones. `rng` is any number and
 * is moved on. tiny_play_on plays a position to its end and returns how many decisions were made: answers of players
 * who had more than one. It stops early once that number reaches `limit`. tiny_play_random plays a default game. */
int tiny_random_answer(const struct tiny *t, uint64_t *rng);
unsigned tiny_play_on(struct tiny *t, uint64_t *rng, unsigned limit);
unsigned tiny_play_random(struct tiny *t, uint64_t seed);

/* Positions set by hand, for tests: things come out of the supply without any of the gains or checks of play;
 * finish with tiny_begin_turn, which asks `player` for an action. */
void tiny_put_cube(struct tiny *t, enum tiny_cube cube, int hex);
void tiny_put_city(struct tiny *t, int player, int hex);
void tiny_deal(struct tiny *t, int slot, int player, int project); /* the other end faces the other player */
void tiny_begin_turn(struct tiny *t, int player);

#endif
