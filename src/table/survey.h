/* survey.h: what a store that several servers share says now and then: the lobby, tables of bots that nobody leads, and
 * tables that must act and that nobody leads.
 *
 * Belongs to the desk: it is made beside the rest and handed back where the desk is.
 */
#ifndef TABLE_SURVEY_H
#define TABLE_SURVEY_H

#include "table/executor.h"

struct survey {
    struct job job;
    struct store *store;
    size_t most; /* tables of the lobby */
    bool read;   /* the lobby, to its end */
    struct arena arena;
    VEC(struct store_listed) listed; /* the newest first */
    VEC(struct token) bots, waking;
    int64_t until;                                    /* those that must act by then */
    void (*done)(void *user, const struct survey *s); /* then it is freed */
    void *user;
};
/* False: no memory. */
bool survey_start(struct store *store, size_t most, int64_t until, const struct executor *executor,
                  void (*done)(void *user, const struct survey *s), void *user);

#endif
