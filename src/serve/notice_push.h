/* notice_push.h: push messages for browsers: who sends proves it by a signature (VAPID, RFC 8292), and only the browser
 * reads what is sent (RFC 8291 with aes128gcm, RFC 8188). The cryptography is libcrypto's.
 */
#ifndef SERVE_NOTICE_PUSH_H
#define SERVE_NOTICE_PUSH_H

#include "base/buf.h"

#include <stdint.h>

struct push_key;
/* A private key of the curve P-256 in a PEM file; NULL: *error says what is wrong. */
struct push_key *push_key_read(const char *file, struct buf *error);
void push_key_free(struct push_key *k); /* accepts NULL */
const char *push_key_public(const struct push_key *k);

/* One message for a subscription, "endpoint\np256dh\nauth". */
struct push_message {
    struct buf endpoint, body, authorization; /* the value of that field of the head */
};
/* False: the subscription is none, or memory is out. */
bool push_write(const struct push_key *k, const char *contact, const char *subscription, const struct buf *text,
                int64_t wall, struct push_message *out);
void push_message_free(struct push_message *m);

#endif
