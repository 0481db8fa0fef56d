/* states.h: positions as lines of JSON: what --states prints, what --from reads. */
#ifndef CLI_STATES_H
#define CLI_STATES_H

#include "cli/args.h"
#include "play/menu.h"

struct states {
    unsigned seat; /* who looks; TN_EVERYTHING: all of it */
    bool menu;     /* with everything that can be undertaken */
    bool failed;   /* memory was out or the output failed */
};

/* What happened before the position; `words` NULL: nothing yet. */
struct states_after {
    const char *scenario; /* NULL: a journal */
    uint64_t number;      /* of the answer, from 1 */
    const char *seat, *words;
    tn_text said; /* the same words with what they name; nothing where that is not known */
};
/* The position on a line of its own, with what happened before it. */
void states_print(struct states *s, const struct asking *at, const struct states_after *after);

/* --seat of verbs that print states: a seat of the game. EXIT_GO_ON or EXIT_USAGE. */
int states_seat(const struct args *args, const tn_game *game, struct states *out);

/* The file of --from; NULL text when the flag is absent. *config is what it says of players and options, as long as the
 * arena lives. EXIT_GO_ON, or EXIT_HOST with a message. */
struct position {
    struct buf text;
    struct arena arena;
    tn_config config;
    const char *path; /* NULL: none */
};
int position_load(const struct args *args, struct position *out);
void position_free(struct position *p);

#define FROM_FLAG                                                                                                      \
    { "from", "FILE", "start from the position in that file (JSON; see docs/records.md)", false }

#endif
