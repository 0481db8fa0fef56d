/* listeners.c: see listeners.h. */
#include "table/listeners.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[CHANNELS] = {[CHANNEL_MAIL] = "mail", [CHANNEL_HOOK] = "hook", [CHANNEL_PUSH] = "push"};

const char *channel_name(enum channel channel) {
    return names[channel];
}

/* ---- the list */
struct listeners *listeners_hold(struct listeners *l) {
    if (l) l->holds++;
    return l;
}

void listeners_drop(struct listeners *l) {
    if (l && --l->holds == 0) free(l);
}

struct listeners *listeners_own(struct listeners **l) {
    struct listeners *old = *l;
    unsigned n = old ? old->n : 0;
    if (n == LISTENERS_MOST) return NULL;
    struct listeners *own = malloc(offsetof(struct listeners, all) + (n + 1) * sizeof own->all[0]);
    if (!own) return NULL;
    own->holds = 1;
    own->n = n;
    if (n > 0) memcpy(own->all, old->all, n * sizeof own->all[0]);
    listeners_drop(old);
    return *l = own;
}

struct listener *listeners_find(struct listeners *l, const char *key) {
    for (unsigned i = 0; l && i < l->n; i++)
        if (strcmp(l->all[i].key.text, key) == 0) return &l->all[i];
    return NULL;
}

void listeners_remove(struct listeners *l, struct listener *gone) {
    size_t behind = (size_t)(&l->all[l->n] - gone) - 1;
    memmove(gone, gone + 1, behind * sizeof *gone);
    l->n--;
}

unsigned listeners_of(const struct listeners *l, unsigned seat) {
    unsigned n = 0;
    for (unsigned i = 0; l && i < l->n; i++)
        n += l->all[i].seat == seat;
    return n;
}

/* ---- addresses */
static bool all_plain(const char *text) {
    for (; *text; text++)
        if (*text <= ' ' || *text > '~') return false;
    return true;
}

/* One @ with something before it and a name with a dot behind it, of letters that need no care in the head of a mail or
 * on its way. What there is really, only a mail tells. */
bool listener_read_mail(const struct value *v, char out[LISTENER_ADDRESS + 1]) {
    enum { LONGEST = 254 };
    const char *text = value_text(v), *at = text ? strchr(text, '@') : NULL;
    if (!at || at == text || strchr(at + 1, '@') || strlen(text) > LONGEST || !all_plain(text)) return false;
    if (strpbrk(text, "<>()[],;:\\\"`|&$'{}%") || text[0] == '-') return false;
    const char *dot = strrchr(at, '.');
    if (!dot || dot == at + 1 || !dot[1]) return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

/* Letters of base64 as addresses have them, so many and no others. */
static bool is_base64url(const char *text, size_t n) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return text && strlen(text) == n && strspn(text, letters) == n;
}

/* As browsers say it: {"endpoint": ..., "keys": {"p256dh": 65 bytes, "auth": 16 bytes}}. */
bool listener_read_push(const struct value *v, char out[LISTENER_ADDRESS + 1]) {
    const char *endpoint = value_text(value_get(v, "endpoint"));
    const struct value *keys = value_get(v, "keys");
    const char *p256dh = value_text(value_get(keys, "p256dh")), *auth = value_text(value_get(keys, "auth"));
    if (!endpoint || !all_plain(endpoint) || !is_base64url(p256dh, 87) || !is_base64url(auth, 22)) return false;
    if (strncmp(endpoint, "https://", 8) != 0 && strncmp(endpoint, "http://", 7) != 0) return false;
    struct buf text;
    buf_init(&text);
    buf_printf(&text, "%s\n%s\n%s", endpoint, p256dh, auth);
    bool fits = !text.failed && text.n <= LISTENER_ADDRESS;
    if (fits) memcpy(out, text.data, text.n + 1);
    buf_free(&text);
    return fits;
}

/* ---- in the store */
void listeners_write(struct json *j, const struct listeners *l) {
    if (!l || l->n == 0) return;
    json_array(j, "listeners");
    for (unsigned i = 0; i < l->n; i++) {
        const struct listener *one = &l->all[i];
        json_object(j, NULL);
        json_unsigned(j, "seat", one->seat);
        json_text(j, "channel", names[one->channel]);
        json_text(j, "key", one->key.text);
        json_text(j, "address", one->address);
        json_bool(j, "confirmed", one->confirmed);
        if (*one->code) json_text(j, "code", one->code);
        if (one->guesses) json_unsigned(j, "guesses", one->guesses);
        if (one->told) json_unsigned(j, "told", one->told);
        if (one->tries) json_unsigned(j, "tries", one->tries);
        if (one->due) json_unsigned(j, "due", one->due);
        json_close(j);
    }
    json_close(j);
}

static bool copy_text(const struct value *v, char *out, size_t most) {
    const char *text = value_text(v);
    if (!text || strlen(text) > most) return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static bool read_one(const struct value *v, struct listener *one) {
    const char *channel = value_text(value_get(v, "channel")), *key = value_text(value_get(v, "key"));
    const struct value *confirmed = value_get(v, "confirmed");
    memset(one, 0, sizeof *one);
    unsigned which = 0;
    while (channel && which < CHANNELS && strcmp(names[which], channel) != 0)
        which++;
    int64_t seat = value_number(value_get(v, "seat"), -1);
    if (!channel || which == CHANNELS || !key || !token_fits(key, strlen(key)) || seat < 0 || seat > 31) return false;
    one->seat = (unsigned)seat;
    one->channel = (enum channel)which;
    memcpy(one->key.text, key, sizeof one->key.text);
    one->confirmed = confirmed && confirmed->type == VALUE_TRUE;
    copy_text(value_get(v, "code"), one->code, CODE_LENGTH);
    one->guesses = (unsigned)value_number(value_get(v, "guesses"), 0);
    one->told = (uint32_t)value_number(value_get(v, "told"), 0);
    one->tries = (unsigned)value_number(value_get(v, "tries"), 0);
    one->due = (uint64_t)value_number(value_get(v, "due"), 0);
    return copy_text(value_get(v, "address"), one->address, LISTENER_ADDRESS);
}

struct listeners *listeners_read(const struct value *list) {
    struct listeners *l = NULL;
    for (const struct value *v = list && list->type == VALUE_ARRAY ? list->kids : NULL; v; v = v->next) {
        struct listener one;
        if (read_one(v, &one) && listeners_own(&l)) l->all[l->n++] = one;
    }
    return l;
}
