/* notice_config.h: what the operator says of notices (`terrane serve --notices FILE`): a JSON file, see docs/serve.md.
 * Whatever is in it that is not understood is refused: a receiver that was written wrongly is a silent one.
 */
#ifndef SERVE_NOTICE_CONFIG_H
#define SERVE_NOTICE_CONFIG_H

#include "base/arena.h"
#include "table/waiting.h"

enum hook_format { HOOK_JSON, HOOK_NTFY, HOOK_DISCORD, HOOK_MATRIX, HOOK_FORMATS };

struct notice_hook {
    const char *name, *url, *token, *topic; /* token: sent as a bearer's, or NULL; topic: of ntfy */
    enum hook_format format;
};

struct notice_config {
    struct arena arena; /* of the texts */
    const char *site;   /* where links lead: "https://play.example", without a slash at its end */
    struct notice_offer offer;
    struct {
        const char *server, *from, *user, *password; /* server: smtp:// or smtps://; NULL: no mails */
        bool tls;                                    /* of smtp://: not without it */
    } mail;
    struct {
        const char *key, *contact; /* key: a file; NULL: no push messages */
        bool anywhere;             /* also to private addresses and unencrypted: for tests */
    } push;
    struct notice_hook *hooks; /* as many as offer.n_hooks */
};

/* NULL: *error says what is wrong. */
struct notice_config *notice_config_read(const char *file, struct buf *error);
void notice_config_free(struct notice_config *c); /* accepts NULL */

#endif
