/* writer.h: the thread that stores. Changes that arrive while it commits are committed together, next.
 *
 * The loop never waits for the disk: it hands a change over and hears of it later, on the loop, in the order in which
 * changes were handed over.
 */
#ifndef SERVE_WRITER_H
#define SERVE_WRITER_H

#include "serve/metrics.h"
#include "table/store.h"

#include <uv.h>

struct writer;
/* NULL: no memory, or no thread. Store and metrics are borrowed. */
struct writer *writer_start(uv_loop_t *loop, struct store *store, struct metrics *metrics);
void writer_submit(struct writer *w, struct writing *writing);
/* NULL: all is well; else what is wrong: the last commit failed, or this one takes long. */
const char *writer_problem(const struct writer *w);
/* Finishes what was handed over, calling every `done`, ends the thread and closes the handle; the loop must run once
 * more before writer_free. */
void writer_stop(struct writer *w);
void writer_free(struct writer *w);

#endif
