/* census.h: what the finished games of a simulation have in common: how long they were, where the points came from,
 * and of every card what came of it and how often those players won who had it.
 *
 * It is counted while games run, because where a card lies at the end tells little. Of a card and a player it is noted
 * whether, at least once in the game,
 *
 *     offered   it stood among the answers of a question to that player
 *     chosen    the player answered with it
 *     came      it lay in a zone of the player's own; one for each zone
 *     played    the player carried out a rule of it, for the first time since it last lay in a zone of the table or in
 *               one that others may not look into: as a card that comes from a hand, a market or a pile is
 *     used      the player carried out a rule of it later on, or of a card that lies nowhere (an action, a project)
 *     owned     a variable of it names the player at the end (a goal)
 *     left      it lies at the end in a zone of the player's that others may not look into, not played
 *
 * All sums are whole numbers, so the order in which games are counted never matters. Equal cards (copies) are
 * counted as one, under the first of them.
 */
#ifndef LAB_CENSUS_H
#define LAB_CENSUS_H

#include "lab/answers.h"
#include "lab/simulate.h"

/* What is noted of a card and a player, besides the zones it came into. */
#define CENSUS_FACTS(F) F(offered) F(chosen) F(played) F(used) F(owned) F(left)
enum census_fact {
#define F(name) CENSUS_##name,
    CENSUS_FACTS(F)
#undef F
        CENSUS_N
};
const char *census_fact_name(enum census_fact fact);

/* Players who had a card, in the one sense or the other. */
struct census_had {
    uint64_t games;                 /* games in which some player had it */
    uint64_t players;               /* players who had it */
    uint64_t wins[MATCH_SEATS + 1]; /* of these, by how many shared the win */
    uint64_t seats[MATCH_SEATS];    /* of these, by where they sat */
};

/* Of one card, over the players of all games. */
struct census_card {
    uint64_t facts[CENSUS_N]; /* players of whom that is so */
    struct census_had done;   /* they played it, or used one that lies nowhere */
    /* They owned it, or ended with it in play, or chose one that lies nowhere and is nobody's */
    struct census_had held;
    struct census_had dealt;                      /* it lay in a zone of theirs when the game's first question came */
    struct census_had offered;                    /* it was offered to them */
    struct census_had offered_done, offered_held; /* of those the players who had it, in both senses */
    uint64_t plays, play_moments, play_rounds; /* of players who played it: thousandths of the game, rounds by then */
};

/* Of the score. */
struct census_line {
    int64_t all, winners;
};

struct census {
    const tn_game *game;
    uint64_t games, players, winners;
    int round_period;     /* -1: the definition has none */
    VEC(uint64_t) rounds; /* games by how many rounds they had */
    size_t n_cards, n_lines, n_zones;
    struct census_card *cards;
    uint64_t *came; /* by zone, then card: players to whom it came; zones of the table: games */
    struct census_line *lines;
    uint64_t asked, forced; /* questions, those with one answer among them */
    struct answers answers;
    bool no_answers; /* set before games are counted: answers are not */
    bool out_of_memory;
};

/* NULL: no memory. The game is borrowed. */
struct census *census_new(const tn_game *game);
void census_free(struct census *);
/* Counts the games of a simulation: its `follow` with the census as user. */
extern const struct simulate_follow census_follow;
/* Adds what was counted of other games of the same definition. */
void census_join(struct census *to, const struct census *from);

/* Who counts as having had the card: where rules of its kind are carried out, those who did; else those who held it. */
const struct census_had *census_had(const struct census *, size_t card);
uint64_t census_came(const struct census *, size_t zone, size_t card);
/* The same of those to whom it was offered. */
const struct census_had *census_offered_had(const struct census *, size_t card);
/* The least number of rounds that at least this share of the games had reached; 0: nothing is known. */
unsigned census_rounds(const struct census *, double share);

#endif
