/* bot.h: players that are programs.
 *
 * A bot answers one question of one seat. It keeps nothing between questions and gets no privilege: it reads the
 * position only as its seat may (the reading functions of terrane.h take the seat that looks), and one that plans
 * ahead first makes itself a position it could be in with tn_state_determinise. All of its chance comes from the
 * generator it is given, so the same weights, position, seat and generator give the same answer.
 * A new bot is a file here and a row in bots.def.
 */
#ifndef BOT_BOT_H
#define BOT_BOT_H

#include "base/buf.h"
#include "base/random.h"
#include "bot/weights.h"

enum { BOT_MOST_EFFORT = 1000000 };

/* What a bot is asked. */
struct bot_task {
    const struct weights *weights; /* of this game, only read; NULL: it knows nothing beforehand */
    const tn_game *game;
    tn_ctx *ctx; /* the thread's; what the bot tries out goes to its log, so it should have none */
    const tn_state *state;
    unsigned seat;    /* that is asked in `state` */
    uint32_t effort;  /* of a bot that searches: descents; 0: as many as it is known for */
    unsigned threads; /* it may use for this answer, which does not depend on their number; 0: that of the caller */
    bool unhurried;   /* no clock stops it: the same task has the same answer, however slow the machine is */
};

struct bot {
    const char *name, *summary;
    /* A legal answer of the seat. */
    uint32_t (*choose)(const struct bot_task *task, struct random *random);
    bool thinks;   /* it makes use of weights */
    bool searches; /* it makes use of an effort */
    bool draws;    /* each legal answer is equally likely: as tn_playout plays */
    bool level;    /* its name says how well it plays: what people are offered first */
};

/* All bots, in the order of bots.def. */
size_t bot_count(void);
const struct bot *bot_get(size_t i);

/* The first that makes use of weights. */
const struct bot *bot_thinker(void);

/* Who plays against people unless they say otherwise. */
const struct bot *bot_usual(void);

/* NULL: unknown, and the reason (with the nearest name and all names) is appended to *error. */
const struct bot *bot_find(const char *name, struct buf *error);

/* The same of a name with or without an effort, "search" or "search:5000"; *effort as in bot_task. */
const struct bot *bot_find_with(const char *words, uint32_t *effort, struct buf *error);

/* The generator for the answer number `n` of a game with that seed. Derived, not carried along, so that taking an
 * answer back and giving it again meets the same bots. */
struct random bot_random_for(uint64_t seed, unsigned seat, uint64_t n);

#endif
