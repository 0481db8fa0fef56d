/* trace.h: an action tried on a position: what it does, as a tree.
 *
 * The nodes are what tn_ctx_trace tells: answers, rules, changes. A rule holds what happened while it ran: the
 * verbs it called, the signals these sent and, inside a signal, who reacted. Rules that did nothing are left out, but
 * for those that answered a value of others with something: they adjust it. Questions with one legal answer are
 * answered, and it stops at the next that is a choice.
 */
#ifndef LAB_TRACE_H
#define LAB_TRACE_H

#include "base/arena.h"
#include "base/json.h"
#include "terrane_table.h"

enum trace_kind { TRACE_ANSWER, TRACE_RULE, TRACE_CHANGE, TRACE_FAILURE };

struct trace_node {
    uint8_t kind; /* enum trace_kind */
    bool forced;  /* ANSWER: it was the only one */
    bool reacts, flow, goes_on, gives, dropped;
    int parent, first, last, next; /* nodes, or -1 */
    unsigned depth;
    tn_statement at;  /* where: of a RULE the statement that calls it; line 0: none */
    const char *name; /* RULE: "Heat Trap: do" */
    const char *file; /* RULE: where it is written; "": every game has it */
    unsigned line;
    int seat, card;
    int32_t value;    /* RULE: what it gives */
    const char *text; /* ANSWER: its words, FAILURE: why */
    tn_traced_change change;
    uint32_t happened; /* answers, changes and failures in it */
};

struct trace {
    struct arena arena; /* its texts */
    const tn_game *game;
    tn_ctx *ctx;
    tn_state *before, *after;
    VEC(struct trace_node) nodes;
    VEC(int) roots;
    VEC(tn_traced_change) net; /* what is different in the end */
    VEC(int) open;             /* by depth: the rule that runs there, -1: none to be told of */
    bool failed;               /* memory was out */
};

/* Gives `answers` in words (as scenarios do, see answer_words.h) at a copy of `from`. TN_OK; TN_ILLEGAL: *why says
 * which cannot be given, and what came before it is in the trace; TN_NOMEM. trace_free in any case. */
tn_status trace_run(const tn_game *game, const tn_state *from, const char *const *answers, size_t n, struct trace *out,
                    struct buf *why);
void trace_free(struct trace *t);

/* As docs/trace.schema.json says, into the open object; after the first call of trace_run. */
void trace_put_json(const struct trace *t, struct json *j);
/* For people: the tree, indented, with lines of the definition; `source` may be NULL. */
void trace_put_text(const struct trace *t, const tn_source *source, struct buf *out);

#endif
