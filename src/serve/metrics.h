/* metrics.h: what the server counts. A new count is a row here; any thread may add. */
#ifndef SERVE_METRICS_H
#define SERVE_METRICS_H

#include "base/buf.h"

#include <stdatomic.h>
#include <stdint.h>

/* name, what it is */
#define METRICS(M)                                                                                                     \
    M(connections, "connections open now")                                                                             \
    M(tables, "tables in memory now")                                                                                  \
    M(requests, "HTTP requests")                                                                                       \
    M(messages, "messages of clients")                                                                                 \
    M(sent, "messages to clients")                                                                                     \
    M(sent_bytes, "bytes of them")                                                                                     \
    M(answers, "answers of persons")                                                                                   \
    M(bot_answers, "answers of bots")                                                                                  \
    M(refused, "messages answered by an error")                                                                        \
    M(relayed, "requests and connections that another server answered")                                                \
    M(relay_failures, "of these that it should have answered and did not")                                             \
    M(limited, "requests, messages and connections above a limit")                                                     \
    M(commits, "transactions of the store")                                                                            \
    M(commit_microseconds, "time they took")                                                                           \
    M(commit_slowest_microseconds, "the slowest of them")                                                              \
    M(commit_failures, "transactions that failed")                                                                     \
    M(tables_made, "tables made")                                                                                      \
    M(tables_resumed, "tables read from the store")                                                                    \
    M(tables_dropped, "tables deleted that nobody had touched for long")                                               \
    M(notices, "notices that were sent")                                                                               \
    M(notices_failed, "attempts to send one that failed")

enum metric {
#define M(name, text) METRIC_##name,
    METRICS(M)
#undef M
        METRIC_COUNT
};

struct metrics {
    _Atomic int64_t counts[METRIC_COUNT];
};

static inline void metric_add(struct metrics *m, enum metric which, int64_t n) {
    atomic_fetch_add_explicit(&m->counts[which], n, memory_order_relaxed);
}
int64_t metric_get(const struct metrics *m, enum metric which);
void metrics_write(const struct metrics *m, struct buf *out); /* "# what it is" and "terrane_name value", in lines */

#endif
