/* metrics.c: see metrics.h. */
#include "serve/metrics.h"

#include <inttypes.h>

int64_t metric_get(const struct metrics *m, enum metric which) {
    return atomic_load_explicit(&m->counts[which], memory_order_relaxed);
}

void metrics_write(const struct metrics *m, struct buf *out) {
#define M(name, text) buf_printf(out, "# %s\nterrane_%s %" PRId64 "\n", text, #name, metric_get(m, METRIC_##name));
    METRICS(M)
#undef M
}
