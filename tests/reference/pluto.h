/* Terraforming Pluto, written by hand from the rules of December 2019, the component facts, and the rulings in
 * games/pluto/README.md.
 *
 * Purpose: a second implementation of the game, sharing no code with anything else in the project. It is the oracle
 * a comparator drives beside another implementation, answer by answer, and the speed that benchmarks measure against.
 *
 * Use: pluto_init, then as long as pluto_question reports a kind other than PLUTO_OVER, pluto_apply one of the
 * answers. Chance (the queue, the deck) is drawn from the seed.
 *
 * Invariants:
 *  - `struct pluto` holds no pointers: copying its bytes clones the position.
 *  - Outside pluto_apply the position stands at a question with at least two answers, or the game is over: what has
 *    one answer is not asked.
 *  - A question offers exactly the answers that can be carried out to their end.
 *  - Each card is in the deck, in the discard pile, in one hand or in one tableau.
 */
#ifndef PLUTO_H
#define PLUTO_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PLUTO_PLAYERS = 4,
    PLUTO_CARDS = 60,
    PLUTO_TILES = 11, /* action tiles; ten without milestones */
    PLUTO_HEXES = 37, /* of the large planet; the small one has 19 */
    PLUTO_MILESTONES = 6,
    PLUTO_LAST_TURN = 400,
    PLUTO_MOST_MONEY = 9999,
    PLUTO_MAX_ANSWERS = 301,
    PLUTO_DEPTH = 64 /* what can be left to do at once; README.md counts it */
};

enum pluto_planet { PLUTO_SMALL, PLUTO_LARGE };
enum pluto_piece { PLUTO_FOREST, PLUTO_WATER, PLUTO_CITY, PLUTO_PIECES };
enum { PLUTO_USE_TILE = 0, PLUTO_COLLECT = 1 };
enum { PLUTO_NO = -1 }; /* declines what is optional, ends the discarding */

/* The kinds of question, and what an answer to each means. Cards are 0..59 in the order of the print file with equal
 * ones side by side, tiles 0..10 in the order of enum pluto_tile, hexes 1..37 along the rows. */
enum pluto_kind {
    PLUTO_OVER,      /* none: the game has ended */
    PLUTO_TURN,      /* PLUTO_USE_TILE or PLUTO_COLLECT */
    PLUTO_TILE,      /* the action tile to use */
    PLUTO_HEX,       /* where the tile goes */
    PLUTO_PROJECT,   /* card of the hand to implement, or PLUTO_NO */
    PLUTO_MACHINE,   /* card of the tableau to activate, or PLUTO_NO */
    PLUTO_FLIP,      /* the action tile to flip, or PLUTO_NO */
    PLUTO_DISCARD,   /* one more card of the hand, behind the last one; PLUTO_NO when these are all */
    PLUTO_MILESTONE, /* milestone to claim, or PLUTO_NO */
    PLUTO_YESNO,     /* 0 or 1: whether a reaction with a price is used */
    PLUTO_AMOUNT,    /* money paid for twice as much; above 300 asked as two: */
    PLUTO_HUNDREDS,  /* the hundreds, */
    PLUTO_ONES,      /* then what is left */
    PLUTO_KINDS
};

enum pluto_tile {
    PLUTO_PLANT_FOREST,
    PLUTO_PROVIDE_WATER = 2,
    PLUTO_CONSTRUCT_CITY,
    PLUTO_GROOM_PROJECTS,
    PLUTO_IMPLEMENT_PROJECT = 6,
    PLUTO_ACTIVATE_TABLEAU = 8,
    PLUTO_CLAIM_MILESTONE = 10,
    PLUTO_NO_TILE = 15
};

/* All zero is the default but for the players: small planet, milestones, two activations a tile. */
struct pluto_options {
    unsigned players; /* 2..4; 0 means 2 */
    enum pluto_planet planet;
    bool no_milestones;
    bool one_activation;
};

/* Sets of cards have a bit for each card; hexes are bitboards (pluto_internal.h): read them through the accessors. */
struct pluto {
    uint64_t answers; /* legal answers of the present question, in its internal coding; the highest of an amount */
    uint64_t hand[PLUTO_PLAYERS], tableau[PLUTO_PLAYERS], in_play; /* in_play: all tableaux */
    uint64_t discard;
    uint64_t busy;                                              /* cards whose activation or reaction is going on */
    uint64_t picked;                                            /* cards of the hand put away so far while grooming */
    uint64_t vacant, forest, water, city, owned[PLUTO_PLAYERS]; /* hexes */
    uint64_t blocked[2];            /* cards whose tile has no place or is used up: now, and after one forest more */
    uint64_t queue;                 /* four bits an action tile, the head lowest */
    uint64_t chance;                /* state of the generator that shuffles */
    uint16_t rating[PLUTO_PLAYERS]; /* 20 a lap and the space */
    int16_t money[PLUTO_PLAYERS];
    uint16_t turns;             /* begun so far */
    uint16_t usable;            /* action tiles that could be used when the turn began, a bit each */
    uint16_t left[PLUTO_DEPTH]; /* what is still to be done, the next on top */
    uint8_t depth;              /* of `left` */
    uint8_t stage, asked;       /* the question, and whose it is */
    uint8_t turn, players;
    uint8_t asking; /* card of a yes-or-no question, piece of a hex, hundreds of an amount */
    uint8_t in_use; /* action tile, PLUTO_NO_TILE when none */
    uint8_t supply[PLUTO_PIECES];
    uint8_t claimed[PLUTO_PLAYERS];     /* milestones, a bit each */
    uint8_t owed[PLUTO_CARDS];          /* how often a busy card has to react again when it is done */
    uint8_t deck[PLUTO_CARDS], in_deck; /* the first in_deck; behind them lie those drawn, the latest first, */
    uint8_t deck_size;                  /* up to here */
    uint8_t refills;                    /* how often the discards became the deck */
    uint8_t planet, tiles, activations;
    bool ending;
};

struct pluto_question {
    enum pluto_kind kind;
    int player;
    int count;
    int answers[PLUTO_MAX_ANSWERS]; /* ascending: PLUTO_NO is the first */
};

struct pluto_score {
    int rating, milestones, forests, cities, total;
};

/* options may be NULL for the defaults. */
void pluto_init(struct pluto *t, const struct pluto_options *options, uint64_t seed);
void pluto_question(const struct pluto *t, struct pluto_question *out);
/* Returns false, with the position untouched, when the answer is not legal. */
bool pluto_apply(struct pluto *t, int answer);
bool pluto_over(const struct pluto *t);

/* The result. Scores may be asked for at any time. The rank is 1 for whoever won; equals share it. */
void pluto_score(const struct pluto *t, int player, struct pluto_score *out);
int pluto_rank(const struct pluto *t, int player);

/* What a comparator compares beyond the plain counters of struct pluto. */
int pluto_hexes(const struct pluto *t);
int pluto_piece_at(const struct pluto *t, int hex);          /* enum pluto_piece, or -1 */
int pluto_owner_at(const struct pluto *t, int hex);          /* player, or -1 */
int pluto_tile_at(const struct pluto *t, int place);         /* of the queue, from 0 */
int pluto_milestone_owner(const struct pluto *t, int which); /* player, or -1 */

/* Names; NULL for a number out of range. */
const char *pluto_card_name(int card);
const char *pluto_tile_name(int tile);
const char *pluto_milestone_name(int milestone);
const char *pluto_kind_name(int kind);

/* Random play: every answer is drawn uniformly from the legal ones. `rng` is any number and is moved on.
 * pluto_play_on plays a position to its end, or until so many questions are answered, and returns how many were. */
unsigned pluto_play_on(struct pluto *t, uint64_t *rng, unsigned limit);

#endif
