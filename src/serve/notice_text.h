/* notice_text.h: what notices say, for each kind of receiver. They are made of what a struct notice holds (waiting.h),
 * the operator's configuration and, in the head of a mail, the date: so of nothing that is hidden.
 *
 * The same notice has the same name wherever it is sent from and however often: receivers that know names show one that
 * comes twice once.
 */
#ifndef SERVE_NOTICE_TEXT_H
#define SERVE_NOTICE_TEXT_H

#include "base/buf.h"
#include "serve/notice_config.h"

enum { NOTICE_NAME = 32 };
/* Letters and digits, from which nobody finds the key of the listener. */
void notice_name(const struct notice *n, char out[NOTICE_NAME + 1]);
/* A whole mail, lines ended by CR and LF. */
void notice_write_mail(const struct notice_config *c, const struct notice *n, int64_t wall, struct buf *out);
/* The body for a receiver the operator named; the address with its {id} filled in. */
void notice_write_hook(const struct notice_config *c, const struct notice_hook *h, const struct notice *n,
                       struct buf *out);
void notice_write_url(const struct notice_hook *h, const struct notice *n, struct buf *out);
/* What the service worker of the page reads. */
void notice_write_push(const struct notice *n, struct buf *out);
/* "name@play.example" of "Name <name@play.example>" */
const char *notice_bare_address(const char *address, struct buf *out);

#endif
