/* notice_config.c: see notice_config.h. */
#include "serve/notice_config.h"

#include "base/file.h"
#include "base/json_value.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 65536, AFTER = 60, RETRY = 60, SECONDS_MOST = 7 * 24 * 3600 };

/* While it is read: what is wrong is said once. */
struct reading {
    struct notice_config *c;
    struct buf *error;
};

static bool complain(struct reading *r, const char *what, const char *why) {
    if (r->error->n == 0) buf_printf(r->error, "\"%s\" %s", what, why);
    return false;
}

static bool begins(const char *text, const char *with) {
    return text && strncmp(text, with, strlen(with)) == 0;
}

static bool is_web(const char *url) {
    return begins(url, "https://") || begins(url, "http://");
}

/* Only fields of that list, a blank before and behind each. */
static bool knows(struct reading *r, const struct value *v, const char *what, const char *fields) {
    if (!v || v->type != VALUE_OBJECT) return complain(r, what, "is an object");
    for (const struct value *f = v->kids; f; f = f->next) {
        const char *at = fields;
        size_t n = strlen(f->key);
        while ((at = strstr(at, f->key)) && !(at[-1] == ' ' && at[n] == ' '))
            at += n;
        if (n == 0 || !at) return complain(r, f->key, "is nothing that can be said there");
    }
    return true;
}

/* A text without control characters, kept; NULL where there is none. False: it is something else. */
static bool read_text(struct reading *r, const struct value *object, const char *name, bool needed, const char **out) {
    const struct value *v = value_get(object, name);
    const char *text = value_text(v);
    *out = NULL;
    if (!v) return !needed || complain(r, name, "is missing");
    for (const char *c = text; c && *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127) text = NULL;
    if (!text || !*text) return complain(r, name, "is a text");
    *out = arena_strdup(&r->c->arena, text, strlen(text));
    return *out != NULL;
}

static bool read_truth(struct reading *r, const struct value *object, const char *name, bool *out) {
    const struct value *v = value_get(object, name);
    if (!v) return true;
    if (v->type != VALUE_TRUE && v->type != VALUE_FALSE) return complain(r, name, "is true or false");
    *out = v->type == VALUE_TRUE;
    return true;
}

/* Seconds, as milliseconds. */
static bool read_seconds(struct reading *r, const struct value *object, const char *name, uint32_t usual,
                         uint32_t *out) {
    const struct value *v = value_get(object, name);
    int64_t seconds = value_number(v, usual);
    if ((v && v->type != VALUE_NUMBER) || seconds < 0 || seconds > SECONDS_MOST)
        return complain(r, name, "is a number of seconds");
    *out = (uint32_t)seconds * 1000;
    return true;
}

static bool read_mail(struct reading *r, const struct value *v) {
    struct notice_config *c = r->c;
    if (!v) return true;
    if (!knows(r, v, "mail", " server from user password tls ") || !read_text(r, v, "server", true, &c->mail.server) ||
        !read_text(r, v, "from", true, &c->mail.from) || !read_text(r, v, "user", false, &c->mail.user) ||
        !read_text(r, v, "password", c->mail.user != NULL, &c->mail.password))
        return false;
    if (!begins(c->mail.server, "smtp://") && !begins(c->mail.server, "smtps://"))
        return complain(r, "server", "begins with smtp:// or smtps://");
    if (!strchr(c->mail.from, '@')) return complain(r, "from", "is an address: \"Name <name@play.example>\"");
    c->mail.tls = c->mail.user != NULL; /* no password goes out in the open */
    c->offer.mail = true;
    return read_truth(r, v, "tls", &c->mail.tls);
}

static bool read_push(struct reading *r, const struct value *v) {
    struct notice_config *c = r->c;
    if (!v) return true;
    if (!knows(r, v, "push", " key contact anywhere ") || !read_text(r, v, "key", true, &c->push.key) ||
        !read_text(r, v, "contact", true, &c->push.contact) || !read_truth(r, v, "anywhere", &c->push.anywhere))
        return false;
    if (!begins(c->push.contact, "mailto:") && !begins(c->push.contact, "https://"))
        return complain(r, "contact", "begins with mailto: or https://");
    if (strpbrk(c->push.contact, "\"\\")) return complain(r, "contact", "has no quotes");
    return true;
}

static bool read_hook(struct reading *r, const struct value *v, struct notice_hook *h) {
    static const char *const formats[HOOK_FORMATS] = {
        [HOOK_JSON] = "json", [HOOK_NTFY] = "ntfy", [HOOK_DISCORD] = "discord", [HOOK_MATRIX] = "matrix"};
    const char *format;
    int which = 0;
    h->name = arena_strdup(&r->c->arena, v->key, strlen(v->key));
    if (!h->name || !*h->name || strlen(h->name) > 40) return complain(r, "hooks", "have names of 1 to 40 characters");
    if (!knows(r, v, v->key, " url format token topic ") || !read_text(r, v, "url", true, &h->url) ||
        !read_text(r, v, "format", true, &format) || !read_text(r, v, "token", false, &h->token))
        return false;
    while (which < HOOK_FORMATS && strcmp(formats[which], format) != 0)
        which++;
    if (which == HOOK_FORMATS) return complain(r, "format", "is \"json\", \"ntfy\", \"discord\" or \"matrix\"");
    if (!is_web(h->url)) return complain(r, "url", "begins with https:// or http://");
    h->format = (enum hook_format)which;
    if (h->format == HOOK_MATRIX && !strstr(h->url, "{id}"))
        return complain(r, "url", "of Matrix has {id} where the number of the message stands");
    return read_text(r, v, "topic", h->format == HOOK_NTFY, &h->topic);
}

static bool read_hooks(struct reading *r, const struct value *v) {
    struct notice_config *c = r->c;
    size_t n = 0;
    if (!v) return true;
    if (v->type != VALUE_OBJECT) return complain(r, "hooks", "is an object of names and receivers");
    for (const struct value *h = v->kids; h; h = h->next)
        n++;
    c->hooks = ARENA_ARRAY(&c->arena, struct notice_hook, n + 1);
    const char **names = ARENA_ARRAY(&c->arena, const char *, n + 1);
    if (!c->hooks || !names) return false;
    for (const struct value *h = v->kids; h; h = h->next) {
        if (!read_hook(r, h, &c->hooks[c->offer.n_hooks])) return false;
        names[c->offer.n_hooks] = c->hooks[c->offer.n_hooks].name;
        c->offer.n_hooks++;
    }
    c->offer.hooks = names;
    return true;
}

static bool read_all(struct reading *r, const struct value *v) {
    struct notice_config *c = r->c;
    if (!knows(r, v, "notices", " site after retry mail push hooks ") || !read_text(r, v, "site", true, &c->site))
        return false;
    size_t n = strlen(c->site);
    if (!is_web(c->site) || c->site[n - 1] == '/')
        return complain(r, "site", "is where the page is: \"https://play.example\", without a slash at the end");
    return read_seconds(r, v, "after", AFTER, &c->offer.after) && read_seconds(r, v, "retry", RETRY, &c->offer.retry) &&
           read_mail(r, value_get(v, "mail")) && read_push(r, value_get(v, "push")) &&
           read_hooks(r, value_get(v, "hooks"));
}

struct notice_config *notice_config_read(const char *file, struct buf *error) {
    struct notice_config *c = calloc(1, sizeof *c);
    struct arena arena;
    struct buf text, why;
    const char *broken = NULL;
    if (!c) return buf_puts(error, "out of memory"), NULL;
    arena_init(&c->arena), arena_init(&arena);
    buf_init(&text), buf_init(&why);
    struct reading r = {c, &why};
    enum file_status status = file_read(file, LONGEST, &text);
    const struct value *v = status == FILE_OK ? value_parse(&arena, text.data, text.n, &broken, NULL) : NULL;
    bool fine = v && read_all(&r, v) && !c->arena.failed;
    if (!fine)
        buf_printf(error, "%s: %s", file,
                   status != FILE_OK ? file_status_text(status)
                   : !v              ? broken
                   : why.n           ? why.data
                                     : "out of memory");
    buf_free(&text), buf_free(&why);
    arena_free(&arena);
    if (fine) return c;
    notice_config_free(c);
    return NULL;
}

void notice_config_free(struct notice_config *c) {
    if (!c) return;
    arena_free(&c->arena);
    free(c);
}
