/* notice_push.c: see notice_push.h. */
#include "serve/notice_push.h"

#include "base/file.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* Bytes: a point that is not compressed, a half of a signature; a record, which holds all of a message */
enum { POINT = 65, HALF = 32, AUTH = 16, SALT = 16, KEY = 16, NONCE = 12, TAG = 16, HASH = 32, RECORD = 4096 };
enum { VALID = 12 * 3600, FILE_MOST = 16384 }; /* seconds; bytes */

struct push_key {
    EVP_PKEY *key;
    unsigned char point[POINT];
    char text[96];
};

static void put_base64url(const void *bytes, size_t n, struct buf *out) {
    size_t size = sodium_base64_encoded_len(n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    char *room = buf_room(out, size);
    if (!room) return;
    sodium_bin2base64(room, size, bytes, n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    buf_added(out, size - 1);
}

/* ---- keys */
static bool get_point(const EVP_PKEY *key, unsigned char out[POINT]) {
    size_t n = 0;
    return EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, out, POINT, &n) == 1 && n == POINT &&
           out[0] == 4;
}

static bool is_p256(const EVP_PKEY *key) {
    char group[32];
    size_t n = 0;
    return EVP_PKEY_get_group_name(key, group, sizeof group, &n) == 1 && strcmp(group, "prime256v1") == 0;
}

struct push_key *push_key_read(const char *file, struct buf *error) {
    struct push_key *k = calloc(1, sizeof *k);
    struct buf pem, text;
    buf_init(&pem), buf_init(&text);
    enum file_status status = file_read(file, FILE_MOST, &pem);
    BIO *bio = k && status == FILE_OK ? BIO_new_mem_buf(pem.data, (int)pem.n) : NULL;
    if (bio) k->key = PEM_read_bio_PrivateKey(bio, NULL, NULL, NULL);
    bool fine = k && k->key && is_p256(k->key) && get_point(k->key, k->point);
    if (fine) {
        put_base64url(k->point, POINT, &text);
        fine = !text.failed && text.n < sizeof k->text;
        if (fine) memcpy(k->text, text.data, text.n + 1);
    }
    if (!fine && status != FILE_OK)
        buf_printf(error, "%s: %s", file, file_status_text(status));
    else if (!fine)
        buf_printf(error,
                   "%s: this is no key for push messages; make one with\n"
                   "    openssl ecparam -name prime256v1 -genkey -noout -out %s",
                   file, file);
    BIO_free(bio);
    sodium_memzero(pem.data, pem.cap ? pem.n : 0);
    buf_free(&pem), buf_free(&text);
    if (fine) return k;
    push_key_free(k);
    return NULL;
}

void push_key_free(struct push_key *k) {
    if (!k) return;
    EVP_PKEY_free(k->key);
    free(k);
}

const char *push_key_public(const struct push_key *k) {
    return k->text;
}

/* Of a browser; NULL: those bytes are no point of the curve. */
static EVP_PKEY *key_of_point(const unsigned char point[POINT]) {
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)(uintptr_t) "prime256v1", 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)(uintptr_t)point, POINT),
        OSSL_PARAM_construct_end()};
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *key = NULL;
    if (ctx && EVP_PKEY_fromdata_init(ctx) == 1) EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_PUBLIC_KEY, params);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

/* What only the two of them know. */
static bool agree(EVP_PKEY *own, EVP_PKEY *other, unsigned char out[HASH]) {
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(own, NULL);
    size_t n = HASH;
    bool fine = ctx && EVP_PKEY_derive_init(ctx) == 1 && EVP_PKEY_derive_set_peer(ctx, other) == 1 &&
                EVP_PKEY_derive(ctx, out, &n) == 1 && n == HASH;
    EVP_PKEY_CTX_free(ctx);
    return fine;
}

/* ---- encryption */
static bool hmac(const unsigned char *key, size_t key_n, const void *data, size_t n, unsigned char out[HASH]) {
    unsigned size = 0;
    return HMAC(EVP_sha256(), key, (int)key_n, data, n, out, &size) && size == HASH;
}

/* HKDF's second half for at most one hash: HMAC(key, info || 1). */
static bool expand(const unsigned char key[HASH], const struct buf *info, unsigned char out[HASH]) {
    struct buf text;
    buf_init(&text);
    buf_put(&text, info->data, info->n);
    buf_putc(&text, 1);
    bool fine = !text.failed && hmac(key, HASH, text.data, text.n, out);
    buf_free(&text);
    return fine;
}

static bool expand_name(const unsigned char key[HASH], const char *name, unsigned char out[HASH]) {
    struct buf info;
    buf_init(&info);
    buf_put(&info, name, strlen(name) + 1); /* with its NUL */
    bool fine = expand(key, &info, out);
    buf_free(&info);
    return fine;
}

struct secrets {
    unsigned char shared[HASH], first[HASH], input[HASH], base[HASH], key[HASH], nonce[HASH];
};

/* Key and nonce of a message as RFC 8291 derives them. */
static bool derive(struct secrets *s, const unsigned char auth[AUTH], const unsigned char salt[SALT],
                   const unsigned char theirs[POINT], const unsigned char own[POINT]) {
    static const char info[] = "WebPush: info";
    struct buf both;
    buf_init(&both);
    buf_put(&both, info, sizeof info);
    buf_put(&both, theirs, POINT);
    buf_put(&both, own, POINT);
    bool fine = hmac(auth, AUTH, s->shared, HASH, s->first) && expand(s->first, &both, s->input) &&
                hmac(salt, SALT, s->input, HASH, s->base) &&
                expand_name(s->base, "Content-Encoding: aes128gcm", s->key) &&
                expand_name(s->base, "Content-Encoding: nonce", s->nonce);
    buf_free(&both);
    return fine;
}

/* The text and the mark of the last record, closed. */
static bool seal(const struct secrets *s, const struct buf *text, struct buf *out) {
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    unsigned char *room = (unsigned char *)buf_room(out, text->n + 1 + TAG);
    unsigned char last = 2;
    int n = 0, more = 0, rest = 0;
    bool fine = ctx && room && EVP_EncryptInit_ex(ctx, EVP_aes_128_gcm(), NULL, s->key, s->nonce) == 1 &&
                EVP_EncryptUpdate(ctx, room, &n, (const unsigned char *)text->data, (int)text->n) == 1 &&
                EVP_EncryptUpdate(ctx, room + n, &more, &last, 1) == 1 &&
                EVP_EncryptFinal_ex(ctx, room + n + more, &rest) == 1 &&
                EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_GET_TAG, TAG, room + n + more + rest) == 1;
    if (fine) buf_added(out, (size_t)(n + more + rest + TAG));
    EVP_CIPHER_CTX_free(ctx);
    return fine;
}

static bool encrypt(const unsigned char theirs[POINT], const unsigned char auth[AUTH], const struct buf *text,
                    struct buf *out) {
    unsigned char salt[SALT], own[POINT];
    const unsigned char head[5] = {0, 0, RECORD >> 8, RECORD & 255, POINT};
    struct secrets s;
    EVP_PKEY *browser = key_of_point(theirs), *once = EVP_EC_gen("P-256");
    bool fine = text->n + 1 + TAG <= RECORD && browser && once && get_point(once, own) && RAND_bytes(salt, SALT) == 1 &&
                agree(once, browser, s.shared) && derive(&s, auth, salt, theirs, own);
    if (fine) {
        buf_put(out, salt, SALT);
        buf_put(out, head, sizeof head);
        buf_put(out, own, POINT);
        fine = seal(&s, text, out);
    }
    EVP_PKEY_free(browser);
    EVP_PKEY_free(once);
    sodium_memzero(&s, sizeof s);
    return fine;
}

/* ---- the signature */
/* ES256: the two numbers one behind the other, where libcrypto writes a structure. */
static bool sign(const struct push_key *k, const struct buf *text, unsigned char out[2 * HALF]) {
    unsigned char der[128];
    const unsigned char *at = der;
    size_t n = sizeof der;
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    bool fine = ctx && EVP_DigestSignInit(ctx, NULL, EVP_sha256(), NULL, k->key) == 1 &&
                EVP_DigestSign(ctx, der, &n, (const unsigned char *)text->data, text->n) == 1;
    ECDSA_SIG *sig = fine ? d2i_ECDSA_SIG(NULL, &at, (long)n) : NULL;
    fine = sig && BN_bn2binpad(ECDSA_SIG_get0_r(sig), out, HALF) == HALF &&
           BN_bn2binpad(ECDSA_SIG_get0_s(sig), out + HALF, HALF) == HALF;
    ECDSA_SIG_free(sig);
    EVP_MD_CTX_free(ctx);
    return fine;
}

/* For the origin of the endpoint, and for half a day. */
static bool authorise(const struct push_key *k, const char *contact, const char *endpoint, int64_t wall,
                      struct buf *out) {
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    const char *host = strstr(endpoint, "://");
    unsigned char signature[2 * HALF];
    struct buf claims, text;
    if (!host) return false;
    size_t origin = (size_t)(host - endpoint) + 3 + strcspn(host + 3, "/?#");
    buf_init(&claims), buf_init(&text);
    buf_printf(&claims, "{\"aud\":\"%.*s\",\"exp\":%lld,\"sub\":\"%s\"}", (int)origin, endpoint,
               (long long)(wall / 1000 + VALID), contact);
    put_base64url(head, sizeof head - 1, &text);
    buf_putc(&text, '.');
    put_base64url(claims.data, claims.n, &text);
    bool fine = !text.failed && !claims.failed && sign(k, &text, signature);
    buf_printf(out, "vapid t=%s.", text.data);
    if (fine) put_base64url(signature, sizeof signature, out);
    buf_printf(out, ", k=%s", k->text);
    buf_free(&claims), buf_free(&text);
    return fine && !out->failed;
}

/* ---- a message */
static bool read_base64url(const char *text, size_t n, unsigned char *out, size_t wanted) {
    size_t got = 0;
    const char *end;
    return sodium_base642bin(out, wanted, text, n, NULL, &got, &end, sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           got == wanted && end == text + n;
}

bool push_write(const struct push_key *k, const char *contact, const char *subscription, const struct buf *text,
                int64_t wall, struct push_message *out) {
    unsigned char point[POINT], auth[AUTH];
    const char *p256dh = strchr(subscription, '\n'), *end = p256dh ? strchr(p256dh + 1, '\n') : NULL;
    buf_init(&out->endpoint), buf_init(&out->body), buf_init(&out->authorization);
    bool fine = end && read_base64url(p256dh + 1, (size_t)(end - p256dh) - 1, point, POINT) &&
                read_base64url(end + 1, strlen(end + 1), auth, AUTH);
    if (fine) buf_put(&out->endpoint, subscription, (size_t)(p256dh - subscription));
    return fine && strcspn(out->endpoint.data, "\"\\") == out->endpoint.n && encrypt(point, auth, text, &out->body) &&
           authorise(k, contact, out->endpoint.data, wall, &out->authorization) && !out->body.failed &&
           !out->endpoint.failed;
}

void push_message_free(struct push_message *m) {
    buf_free(&m->endpoint), buf_free(&m->body), buf_free(&m->authorization);
}
