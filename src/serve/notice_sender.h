/* notice_sender.h: sends notices beside the loop: a thread that has many transfers open at once, with libcurl. Handing
 * one over never waits; what became of it is heard on the loop. Each is tried once: whether and when to try again the
 * table decides, which keeps it in the store.
 *
 * Mails and receivers go where the operator says. Push messages go where browsers say: so only by https and its port,
 * to no address of a private network, which is looked at when it is connected to, and never on by a redirection.
 */
#ifndef SERVE_NOTICE_SENDER_H
#define SERVE_NOTICE_SENDER_H

#include "serve/metrics.h"
#include "serve/notice_config.h"

#include <uv.h>

struct sender;
typedef void sender_done(void *user, const struct notice *n, enum notice_end end); /* of n: table, key, turn, code */

/* Reads the file and starts the thread; NULL: *error says what is wrong. */
struct sender *sender_start(uv_loop_t *loop, const char *file, struct metrics *metrics, sender_done *done, void *user,
                            struct buf *error);
const struct notice_offer *sender_offer(const struct sender *s);
void sender_submit(struct sender *s, const struct notice *n);
bool sender_busy(const struct sender *s);
/* Gives up what is on its way, ends the thread and closes the handle; the loop must run once more before sender_free.
 */
void sender_stop(struct sender *s);
void sender_free(struct sender *s); /* accepts NULL */

#endif
