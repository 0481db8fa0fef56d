/* notice_sender.c: see notice_sender.h. */
#include "serve/notice_sender.h"

#include "serve/clock.h"
#include "serve/notice_address.h"
#include "serve/notice_text.h"
#ifdef TERRANE_PUSH
#include "serve/notice_push.h"
#endif

#include <curl/curl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* At once; seconds a receiver has; bytes it may answer; those that wait for their turn */
enum { TOGETHER = 32, PATIENCE = 20, ANSWER_MOST = 65536, WAITING_MOST = 20000, TTL = 3 * 24 * 3600 };

struct errand {
    struct sender *sender;
    struct notice about; /* its texts are not kept */
    bool is_code, puts;  /* puts: by PUT */
    struct buf url, body, bare, from;
    struct curl_slist *head, *to;
    CURL *easy;
    size_t read, answered; /* bytes of the body; of the answer */
    bool refused;          /* where it leads nothing is sent to */
    enum notice_end end;
    struct errand *next;
};

struct line {
    struct errand *first, **end;
};

struct sender {
    struct notice_config *config;
    struct metrics *metrics;
    struct push_key *key;
    struct recipients *recipients;
    sender_done *done;
    void *user;
    uv_async_t wake;
    pthread_t thread;
    CURLM *multi;
    pthread_mutex_t mutex; /* over what follows */
    struct line waiting, finished;
    bool stopping;
    size_t open; /* not yet heard of; of the loop */
};

static void line_clear(struct line *l) {
    l->first = NULL;
    l->end = &l->first;
}

static void line_add(struct line *l, struct errand *e) {
    e->next = NULL;
    *l->end = e;
    l->end = &e->next;
}

static struct errand *line_take(struct line *l) {
    struct errand *e = l->first;
    if (e) l->first = e->next;
    if (!l->first) line_clear(l);
    return e;
}

static void errand_free(struct errand *e) {
    buf_free(&e->url), buf_free(&e->body), buf_free(&e->bare), buf_free(&e->from);
    curl_slist_free_all(e->head), curl_slist_free_all(e->to);
    free(e);
}

/* ---- what is sent, made on the loop */
static bool add_head(struct errand *e, const char *name, const char *value) {
    struct buf line;
    buf_init(&line);
    buf_printf(&line, "%s: %s", name, value);
    struct curl_slist *longer = line.failed ? NULL : curl_slist_append(e->head, line.data);
    if (longer) e->head = longer;
    buf_free(&line);
    return longer != NULL;
}

static bool write_mail(struct errand *e, const struct notice *n) {
    const struct notice_config *c = e->sender->config;
    notice_write_mail(c, n, clock_wall(), &e->body);
    buf_puts(&e->url, c->mail.server);
    notice_bare_address(c->mail.from, &e->from);
    e->to = curl_slist_append(NULL, n->address);
    return e->to != NULL;
}

static bool write_hook(struct errand *e, const struct notice *n) {
    const struct notice_config *c = e->sender->config;
    for (size_t i = 0; i < c->offer.n_hooks; i++) {
        const struct notice_hook *h = &c->hooks[i];
        if (strcmp(h->name, n->address) != 0) continue;
        notice_write_url(h, n, &e->url);
        buf_free(&e->body);
        notice_write_hook(c, h, n, &e->body);
        e->puts = h->format == HOOK_MATRIX;
        if (h->token) buf_printf(&e->bare, "Bearer %s", h->token);
        bool fine = add_head(e, "Content-Type", "application/json");
        return fine && (!h->token || add_head(e, "Authorization", e->bare.data));
    }
    return false;
}

/* Of several about one turn the push service keeps the last (Topic). */
static bool write_push(struct errand *e, const struct notice *n) {
#ifdef TERRANE_PUSH
    struct push_message m;
    struct buf text;
    char name[NOTICE_NAME + 1], ttl[16];
    notice_write_push(n, &text);
    notice_name(n, name);
    snprintf(ttl, sizeof ttl, "%d", TTL);
    bool fine = push_write(e->sender->key, e->sender->config->push.contact, n->address, &text, clock_wall(), &m) &&
                add_head(e, "Content-Type", "application/octet-stream") &&
                add_head(e, "Content-Encoding", "aes128gcm") && add_head(e, "Authorization", m.authorization.data) &&
                add_head(e, "TTL", ttl) && add_head(e, "Urgency", "normal") && add_head(e, "Topic", name);
    buf_put(&e->url, m.endpoint.data, m.endpoint.n);
    buf_put(&e->body, m.body.data, m.body.n);
    if (!fine) e->end = NOTICE_GONE; /* nobody could read it */
    push_message_free(&m);
    buf_free(&text);
    return fine;
#else
    (void)e, (void)n;
    return false;
#endif
}

static bool write_errand(struct errand *e, const struct notice *n) {
    bool fine = n->channel == CHANNEL_MAIL   ? write_mail(e, n)
                : n->channel == CHANNEL_HOOK ? write_hook(e, n)
                                             : write_push(e, n);
    return fine && !e->url.failed && !e->body.failed && !e->from.failed && !e->bare.failed;
}

/* ---- sending, in the thread */
static size_t give_body(char *out, size_t size, size_t n, void *user) {
    struct errand *e = user;
    size_t left = e->body.n - e->read, now = size * n < left ? size * n : left;
    memcpy(out, e->body.data + e->read, now);
    e->read += now;
    return now;
}

static size_t drop_answer(char *bytes, size_t size, size_t n, void *user) {
    struct errand *e = user;
    (void)bytes;
    e->answered += size * n;
    return e->answered > ANSWER_MOST ? 0 : size * n;
}

/* Where a browser's address leads is known only now, and it is this address that is connected to. */
static curl_socket_t open_socket(void *user, curlsocktype purpose, struct curl_sockaddr *at) {
    struct errand *e = user;
    (void)purpose;
    if (!address_is_public(&at->addr)) {
        e->refused = true;
        return CURL_SOCKET_BAD;
    }
    return socket(at->family, at->socktype | SOCK_CLOEXEC, at->protocol);
}

static bool set_up_mail(CURL *c, const struct errand *e) {
    const struct notice_config *config = e->sender->config;
    curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(c, CURLOPT_MAIL_FROM, e->from.data);
    curl_easy_setopt(c, CURLOPT_MAIL_RCPT, e->to);
    curl_easy_setopt(c, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(c, CURLOPT_READFUNCTION, give_body);
    curl_easy_setopt(c, CURLOPT_READDATA, e);
    if (config->mail.tls) curl_easy_setopt(c, CURLOPT_USE_SSL, (long)CURLUSESSL_ALL);
    if (!config->mail.user) return true;
    curl_easy_setopt(c, CURLOPT_USERNAME, config->mail.user);
    return curl_easy_setopt(c, CURLOPT_PASSWORD, config->mail.password) == CURLE_OK;
}

static bool set_up_web(CURL *c, const struct errand *e) {
    const struct notice_config *config = e->sender->config;
    bool anywhere = e->about.channel == CHANNEL_HOOK || config->push.anywhere;
    curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, anywhere ? "https,http" : "https");
    curl_easy_setopt(c, CURLOPT_HTTPHEADER, e->head);
    curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)e->body.n);
    curl_easy_setopt(c, CURLOPT_POSTFIELDS, e->body.data);
    if (e->about.channel == CHANNEL_PUSH) curl_easy_setopt(c, CURLOPT_PROXY, "");
    if (!anywhere) {
        curl_easy_setopt(c, CURLOPT_OPENSOCKETFUNCTION, open_socket);
        curl_easy_setopt(c, CURLOPT_OPENSOCKETDATA, e);
    }
    if (e->puts) curl_easy_setopt(c, CURLOPT_CUSTOMREQUEST, "PUT");
    return true;
}

static bool begin(struct errand *e) {
    CURL *c = curl_easy_init();
    e->easy = c;
    if (!c) return false;
    curl_easy_setopt(c, CURLOPT_PRIVATE, e);
    curl_easy_setopt(c, CURLOPT_URL, e->url.data);
    curl_easy_setopt(c, CURLOPT_TIMEOUT, (long)PATIENCE);
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(c, CURLOPT_USERAGENT, "terrane/" TERRANE_VERSION);
    curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, drop_answer);
    curl_easy_setopt(c, CURLOPT_WRITEDATA, e);
    bool set = e->about.channel == CHANNEL_MAIL ? set_up_mail(c, e) : set_up_web(c, e);
    return set && curl_multi_add_handle(e->sender->multi, c) == CURLM_OK;
}

/* A push service says of a subscription that has ended 404 or 410. */
static enum notice_end end_of(const struct errand *e, CURLcode code) {
    long status = 0;
    curl_easy_getinfo(e->easy, CURLINFO_RESPONSE_CODE, &status);
    bool push = e->about.channel == CHANNEL_PUSH;
    if (push && (e->refused || code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_URL_MALFORMAT)) return NOTICE_GONE;
    if (push && code == CURLE_OK && (status == 404 || status == 410)) return NOTICE_GONE;
    return code == CURLE_OK && status >= 200 && status < 300 ? NOTICE_TOLD : NOTICE_LATER;
}

static void finish(struct sender *s, struct errand *e) {
    if (e->easy) curl_easy_cleanup(e->easy);
    e->easy = NULL;
    pthread_mutex_lock(&s->mutex);
    line_add(&s->finished, e);
    pthread_mutex_unlock(&s->mutex);
    uv_async_send(&s->wake);
}

/* Those that run, in no order. */
struct running {
    struct errand *all[TOGETHER];
    size_t n;
};

static void end_transfer(struct sender *s, struct running *r, struct errand *e) {
    size_t i = 0;
    while (r->all[i] != e)
        i++;
    r->all[i] = r->all[--r->n];
    curl_multi_remove_handle(s->multi, e->easy);
    finish(s, e);
}

static void end_transfers(struct sender *s, struct running *r) {
    int left;
    for (CURLMsg *m; (m = curl_multi_info_read(s->multi, &left));) {
        struct errand *e = NULL;
        if (m->msg != CURLMSG_DONE) continue;
        curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &e);
        e->end = end_of(e, m->data.result);
        end_transfer(s, r, e);
    }
}

/* What is to be begun now; NULL: nothing, or it ends. */
static struct errand *next(struct sender *s, bool room, bool *stopping) {
    pthread_mutex_lock(&s->mutex);
    struct errand *e = s->stopping || !room ? NULL : line_take(&s->waiting);
    *stopping = s->stopping;
    pthread_mutex_unlock(&s->mutex);
    return e;
}

static void *work(void *user) {
    struct sender *s = user;
    struct running r = {.n = 0};
    for (bool stopping = false; !stopping;) {
        int busy;
        for (struct errand *e; (e = next(s, r.n < TOGETHER, &stopping));) {
            e->end = NOTICE_LATER;
            if (begin(e))
                r.all[r.n++] = e;
            else
                finish(s, e);
        }
        curl_multi_perform(s->multi, &busy);
        end_transfers(s, &r);
        if (!stopping) curl_multi_poll(s->multi, NULL, 0, 1000, NULL);
    }
    while (r.n > 0)
        end_transfer(s, &r, r.all[0]);
    return NULL;
}

/* ---- on the loop */
static void report(uv_async_t *wake) {
    struct sender *s = wake->data;
    pthread_mutex_lock(&s->mutex);
    struct errand *done = s->finished.first;
    line_clear(&s->finished);
    pthread_mutex_unlock(&s->mutex);
    for (struct errand *next; done; done = next) {
        next = done->next;
        metric_add(s->metrics, done->end == NOTICE_TOLD ? METRIC_notices : METRIC_notices_failed, 1);
        s->open--;
        if (!done->is_code) s->done(s->user, &done->about, done->end);
        errand_free(done);
    }
}

static void hand_over(struct sender *s, struct line *to, struct errand *e) {
    pthread_mutex_lock(&s->mutex);
    line_add(to, e);
    pthread_mutex_unlock(&s->mutex);
    if (to == &s->waiting)
        curl_multi_wakeup(s->multi);
    else
        uv_async_send(&s->wake);
}

void sender_submit(struct sender *s, const struct notice *n) {
    struct errand *e = calloc(1, sizeof *e);
    if (!e) return; /* it is due still when the table comes into memory again */
    e->sender = s;
    e->about = *n;
    e->is_code = n->code != NULL;
    e->end = NOTICE_LATER;
    buf_init(&e->url), buf_init(&e->body), buf_init(&e->bare), buf_init(&e->from);
    bool may =
        s->open < WAITING_MOST && recipients_take(s->recipients, n->channel, n->address, e->is_code, clock_now());
    bool goes = may && write_errand(e, n);
    e->about.address = e->about.code = e->about.title = e->about.name = e->about.others = NULL;
    s->open++;
    hand_over(s, goes ? &s->waiting : &s->finished, e);
}

bool sender_busy(const struct sender *s) {
    return s->open > 0;
}

const struct notice_offer *sender_offer(const struct sender *s) {
    return &s->config->offer;
}

/* ---- beginning and ending */
static bool read_key(struct sender *s, struct buf *error) {
    if (!s->config->push.key) return true;
#ifdef TERRANE_PUSH
    s->key = push_key_read(s->config->push.key, error);
    if (s->key) s->config->offer.push_key = push_key_public(s->key);
    return s->key != NULL;
#else
    buf_puts(error,
             "this program was built without push messages: install Debian's package libssl-dev and build again");
    return false;
#endif
}

static bool open_sender(struct sender *s, uv_loop_t *loop, const char *file, struct buf *error) {
    s->config = notice_config_read(file, error);
    if (!s->config || !read_key(s, error)) return false;
    s->recipients = recipients_new();
    bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK && (s->multi = curl_multi_init()) && s->recipients;
    if (!ready || pthread_create(&s->thread, NULL, work, s) != 0) return buf_puts(error, "out of memory"), false;
    uv_async_init(loop, &s->wake, report);
    s->wake.data = s;
    return true;
}

struct sender *sender_start(uv_loop_t *loop, const char *file, struct metrics *metrics, sender_done *done, void *user,
                            struct buf *error) {
    struct sender *s = calloc(1, sizeof *s);
    if (!s) return buf_puts(error, "out of memory"), NULL;
    s->metrics = metrics;
    s->done = done;
    s->user = user;
    line_clear(&s->waiting), line_clear(&s->finished);
    pthread_mutex_init(&s->mutex, NULL);
    if (open_sender(s, loop, file, error)) return s;
    sender_free(s);
    return NULL;
}

void sender_stop(struct sender *s) {
    pthread_mutex_lock(&s->mutex);
    s->stopping = true;
    pthread_mutex_unlock(&s->mutex);
    curl_multi_wakeup(s->multi);
    pthread_join(s->thread, NULL);
    uv_close((uv_handle_t *)&s->wake, NULL);
}

static void free_line(struct line *l) {
    for (struct errand *e; (e = line_take(l));)
        errand_free(e);
}

void sender_free(struct sender *s) {
    if (!s) return;
    free_line(&s->waiting), free_line(&s->finished);
    if (s->multi) curl_multi_cleanup(s->multi);
    recipients_free(s->recipients);
#ifdef TERRANE_PUSH
    push_key_free(s->key);
#endif
    notice_config_free(s->config);
    pthread_mutex_destroy(&s->mutex);
    free(s);
}
