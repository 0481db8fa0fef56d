/* scenario.h: runs the scenarios of a definition: examples that are tests.
 *
 * How a scenario's words become answers:
 *  - play: as answer_words.h says.
 *  - After the last word of a play step, when a check follows or nothing does, questions with one legal answer are
 *    answered by themselves until somebody has a real choice or the game is over.
 *  - refused(path..., answer, reason): on a copy, the words of the path are answered; the last one must name an answer
 *    that is not legal, and the explanation must contain the reason. When a word on the way is itself not legal, the
 *    refusal stands there already and its explanation is compared.
 */
#ifndef LAB_SCENARIO_H
#define LAB_SCENARIO_H

#include "play/answer_words.h"

struct scenario_result {
    const char *name, *file;
    uint32_t line;        /* of the scenario */
    uint32_t failed_line; /* of the step that failed */
    const char *message;  /* NULL: passed */
};

/* Results of any number of sources. A scenario that several of them include (same file name, line and name) counts
 * once. Owns its texts; all zero is an empty one. */
struct scenario_report {
    struct arena arena;
    VEC(struct scenario_result) results;
    size_t failed;
};

/* Told of the position a scenario begins with (TN_SPECTATOR, NULL) and of each answer given in it. */
struct scenario_watch {
    void (*answered)(void *user, const char *scenario, const struct asking *at, unsigned seat, const char *words);
    void *user;
};

/* Runs scenario i; a message goes to *message, which stays empty when it passes. TN_OK or TN_NOMEM. `watch` may be
 * NULL. */
tn_status scenario_run(const tn_game *game, tn_ctx *ctx, size_t i, const struct scenario_watch *watch,
                       uint32_t *failed_line, struct buf *message);

/* Runs those scenarios of a source, in every configuration they ask for, whose name contains `only` (NULL: all);
 * {n} in it stands for any words.
 * TN_OK even when some fail; TN_DIAG: a configuration does not compile, see the diagnostics of the source. */
tn_status scenarios_run(tn_source *source, const char *only, const struct scenario_watch *watch,
                        struct scenario_report *report);
void scenario_report_free(struct scenario_report *report);

#endif
