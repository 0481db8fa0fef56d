/* lockstep.h: the frame of tests that play a definition and a game written by hand (tests/reference) side by side.
 *
 * Both get the same outcomes of chance and the same random answers, and after every answer they are compared. The frame
 * opens the definition in all its modes, plays game after game and says which differ; what is compared, and how an
 * answer of one is told to the other, is the test's.
 *
 * Invariants:
 *  - The engine is used through terrane.h only.
 *  - A game is a pure function of its number: TERRANE_LOCKSTEP_GAME=N plays one game and prints it.
 */
#ifndef TESTS_SUPPORT_LOCKSTEP_H
#define TESTS_SUPPORT_LOCKSTEP_H

#include "base/random.h"
#include "terrane_table.h"

enum { LOCKSTEP_MODES = 32, LOCKSTEP_ANY = -1 };

/* The definition in one mode. */
struct engine {
    tn_game *game;
    tn_ctx *ctx;
    tn_state *state;
};

/* A game in progress: the first member of what a test keeps of it. */
struct lockstep {
    const struct lockstep_test *test;
    struct engine *engine;
    struct random random;
    unsigned mode;
    long game;
    int answers;
    bool print;
};

/* Functions that compare return false where something differs, and have said what (lockstep_differs). */
struct lockstep_test {
    const char *definition; /* below games/ */
    unsigned modes;
    long games[3];           /* quick, normal, soak; all that can come up does in a normal number */
    bool ends_at_limit;      /* of turns: the engine only; the game by hand goes on */
    struct lockstep *played; /* the one that is in progress */
    struct engine *(*open)(tn_source *source, unsigned mode);           /* owned by the frame */
    void (*describe)(const struct lockstep *l, char *text, size_t cap); /* its mode */
    void (*begin)(struct lockstep *l);                                  /* the game by hand; the engine has begun */
    /* Answers what only one of both asks; *asks: the engine asks *q. */
    bool (*catch_up)(struct lockstep *l, tn_question *q, bool *asks);
    bool (*over)(const struct lockstep *l); /* by hand */
    bool (*same_position)(struct lockstep *l);
    bool (*same_end)(struct lockstep *l);
    bool (*answer)(struct lockstep *l, tn_question *q); /* compares the question, and answers it on both sides */
    void (*print_counts)(void);                         /* what came up how often */
    void (*all_came_up)(void);                          /* fails where something did not */
};

/* The main function of such a test. */
int lockstep_main(const struct lockstep_test *test);

/* Says which game differs, and in what. Returns false. */
bool lockstep_differs(const struct lockstep *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* For functions that compare a match `m` with a `frame`: returns from them where two numbers differ. */
#define SAME(m, what, number, mine, theirs)                                                                            \
    do {                                                                                                               \
        int reference_ = (mine), engine_ = (theirs);                                                                   \
        if (reference_ != engine_)                                                                                     \
            return lockstep_differs(&(m)->frame, "%s %d: reference %d, engine %d", what, (int)(number), reference_,    \
                                    engine_);                                                                          \
    } while (0)

/* ---- the engine's side; each fails the test where it cannot be done */
void engine_open(struct engine *e, tn_source *source, const tn_config *config);
size_t engine_find_var(const struct engine *e, const char *name, int scope, int first_owner); /* either may be ANY */
size_t engine_find_zone(const struct engine *e, const char *name);
int engine_var(const struct engine *e, size_t var, int owner, int index);

/* Gives an answer; it is printed where the game is. */
bool lockstep_apply(struct lockstep *l, unsigned seat, uint32_t id);
/* What the engine asks, for somebody who looks for the difference. */
void lockstep_print_question(const struct lockstep *l, const tn_question *q);

#endif
