/* forwarded.c: see forwarded.h. */
#include "serve/forwarded.h"

#include <arpa/inet.h>
#include <string.h>

static const char hop[] = "terrane-hop", chain[] = "x-forwarded-for";

/* An address as 16 bytes, so that all ways to write it are the same; false: it is none. */
static bool read_address(const char *text, unsigned char out[16]) {
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    if (inet_pton(AF_INET6, text, out) == 1) return true;
    memcpy(out, mapped, sizeof mapped);
    return inet_pton(AF_INET, text, out + sizeof mapped) == 1;
}

/* The text up to `end` without blanks around it, where it is an address. */
static bool copy_address(const char *from, const char *end, char out[ADDRESS_BYTES]) {
    unsigned char ignored[16];
    while (from < end && (*from == ' ' || *from == '\t'))
        from++;
    while (end > from && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    size_t n = (size_t)(end - from);
    if (n == 0 || n >= ADDRESS_BYTES) return false;
    memcpy(out, from, n);
    out[n] = '\0';
    return read_address(out, ignored);
}

/* ---- proxies */
bool forwarded_check(const char *proxies, struct buf *error) {
    char address[ADDRESS_BYTES];
    for (const char *at = proxies ? proxies : ""; *at;) {
        const char *end = at + strcspn(at, ",");
        if (!copy_address(at, end, address)) {
            buf_printf(error, "\"%.*s\" is not the address of a proxy: write 10.0.0.5 or ::1, several with commas",
                       (int)(end - at), at);
            return false;
        }
        at = end + (*end == ',');
    }
    return true;
}

static bool is_proxy(const struct server *s, const char *address) {
    unsigned char wanted[16], one[16];
    char text[ADDRESS_BYTES];
    if (!read_address(address, wanted)) return false;
    for (const char *at = s->settings->proxies ? s->settings->proxies : ""; *at;) {
        const char *end = at + strcspn(at, ",");
        if (copy_address(at, end, text) && read_address(text, one) && memcmp(one, wanted, sizeof one) == 0) return true;
        at = end + (*end == ',');
    }
    return false;
}

/* Each proxy adds at the end who asked it: the last address that is no proxy's. */
static void read_chain(const struct server *s, const struct head *h, char out[ADDRESS_BYTES]) {
    char address[ADDRESS_BYTES];
    for (size_t i = h->n; i-- > 0;) {
        if (strcmp(h->fields[i].name, chain) != 0) continue;
        const char *value = h->fields[i].value;
        for (const char *end = value + strlen(value), *from; end > value; end = from > value ? from - 1 : value) {
            from = end;
            while (from > value && from[-1] != ',')
                from--;
            if (!copy_address(from, end, address)) return;
            memcpy(out, address, ADDRESS_BYTES);
            if (!is_proxy(s, address)) return;
        }
    }
}

/* ---- other servers */
/* What another server says for whom it asks; NULL: none does. */
static const char *passed_for(const struct server *s, const struct head *h) {
    const char *said = head_get(h, hop), *secret = s->store->secret.text;
    unsigned differs = 0;
    if (!said || !*secret || strlen(said) <= TOKEN_LENGTH || said[TOKEN_LENGTH] != ' ') return NULL;
    for (size_t i = 0; i < TOKEN_LENGTH; i++)
        differs |= (unsigned)(said[i] ^ secret[i]);
    return differs == 0 ? said + TOKEN_LENGTH + 1 : NULL;
}

bool forwarded_already(const struct head *h) {
    return head_get(h, hop) != NULL;
}

bool forwarded_is(const char *field) {
    return strcmp(field, hop) == 0;
}

void forwarded_write(const struct token *secret, const char *address, struct buf *out) {
    buf_printf(out, "%s: %s %s\r\n", hop, secret->text, address);
}

/* ---- both */
bool forwarded_may(const struct server *s, const char *from) {
    return is_proxy(s, from) || (s->store->lives_at && s->store->lives_at(s->store, from));
}

void forwarded_client(const struct server *s, const struct head *h, const char *from, char out[ADDRESS_BYTES]) {
    const char *passed = passed_for(s, h);
    memset(out, 0, ADDRESS_BYTES);
    strncpy(out, from, ADDRESS_BYTES - 1);
    if (passed)
        copy_address(passed, passed + strlen(passed), out);
    else if (is_proxy(s, from))
        read_chain(s, h, out);
    limits_address(out, ADDRESS_BYTES);
}
