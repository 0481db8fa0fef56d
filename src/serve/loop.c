/* loop.c: the server from its beginning to its end; see server.h.
 *
 * libwebsockets runs on our libuv loop, so that thousands of idle connections cost nothing. Ending: no more mail is
 * read, what is being stored is stored, then sockets are closed; a second signal ends at once.
 */
#include "serve/chance.h"
#include "serve/forwarded.h"
#include "serve/peer.h"
#include "serve/relay.h"
#include "serve/store_open.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { NOTICE_TICKS = 8 };              /* for which a receiver is waited for at the end */
enum { TICK = 250, SPARE_WORKERS = 5 }; /* two for what may wait, one for hindsight, two for what may not */
static const uint64_t DAY = 24 * 3600 * (uint64_t)1000;

struct server *server_of(struct lws *wsi) {
    return lws_context_user(lws_get_context(wsi));
}

uint64_t server_patience(const struct server *s) {
    return s->settings->patience * (uint64_t)1000;
}

static const struct lws_protocols protocols[] = {
    {"door", door_callback, 0, 0, 0, NULL, 0},
    {"terrane.1", socket_callback, sizeof(void *), MESSAGE_MOST, 0, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* ---- ending */
static void close_handle(uv_handle_t *handle) {
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

/* Threads are at work that use what the server owns. */
static bool is_busy(const struct server *s) {
    return desk_busy(s->desk) || relays_busy(s);
}

/* Notices on their way first, for a table should still hear that they were sent. */
static void try_to_end(struct server *s) {
    bool patient = s->stopping_ticks++ < server_patience(s) / 2 / TICK;
    if (s->closed || (world_sender_busy(s) && s->stopping_ticks < NOTICE_TICKS)) return;
    desk_stop(s->desk);
    if (is_busy(s) && patient) return;
    s->closed = true;
    close_handle((uv_handle_t *)&s->tick);
    close_handle((uv_handle_t *)&s->interrupt);
    close_handle((uv_handle_t *)&s->terminate);
    uv_stop(&s->loop);
}

static void on_signal(uv_signal_t *handle, int number) {
    struct server *s = handle->data;
    (void)number;
    if (s->stopping) _exit(1);
    s->stopping = true;
    try_to_end(s);
}

static void on_tick(uv_timer_t *handle) {
    struct server *s = handle->data;
    if (s->stopping)
        try_to_end(s);
    else
        desk_tick(s->desk, clock_now());
    connections_tick(s, clock_now());
    peers_tick(s, clock_now());
    relays_tick(s, clock_now());
}

/* ---- beginning */
static void raise_limits(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < files.rlim_max) {
        files.rlim_cur = files.rlim_max < 200000 ? files.rlim_max : 200000;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a failed write, not the end */
}

static void log_nothing(int level, const char *line) {
    (void)level, (void)line;
}

static void log_problem(int level, const char *line) {
    (void)level;
    fprintf(stderr, "terrane serve: libwebsockets: %s", line);
}

static bool start_network(struct server *s, struct buf *error) {
    void *loops[] = {&s->loop};
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN; /* it gets what has become a WebSocket */
    info.protocols = protocols;
    info.user = s;
    info.foreign_loops = loops;
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8;
    info.timeout_secs = 20;
    info.max_http_header_data = 4096;
    info.pcontext = &s->lws;
    lws_set_log_level(getenv("TERRANE_SERVE_DEBUG") ? LLL_ERR | LLL_WARN | LLL_NOTICE : LLL_ERR,
                      getenv("TERRANE_SERVE_DEBUG") ? log_problem : log_nothing);
    s->lws = lws_create_context(&info);
    if (!s->lws) return buf_puts(error, "libwebsockets cannot be started"), false;
    return peers_listen(s, error);
}

/* Where other servers on the same store reach this one. */
static bool share_store(struct server *s, struct buf *error) {
    const char *listen = s->settings->listen;
    struct sockaddr_storage ignored;
    struct buf at;
    if (!s->store->share) return true;
    buf_init(&at);
    if (s->settings->at)
        buf_puts(&at, s->settings->at);
    else if (strchr(listen, ':'))
        buf_printf(&at, "[%s]:%u", listen, peers_port(s));
    else
        buf_printf(&at, "%s:%u", listen, peers_port(s));
    bool fine = !at.failed && relay_address(at.data, &ignored);
    if (!fine)
        buf_printf(error, "\"%s\" is not where other servers reach this one: write 10.0.0.7:8080 or [::1]:8080",
                   at.data);
    else
        fine = s->store->share(s->store, at.data, error);
    buf_free(&at);
    return fine;
}

static bool start(struct server *s, struct buf *error) {
    char workers[16];
    snprintf(workers, sizeof workers, "%u", s->settings->jobs + SPARE_WORKERS);
    setenv("UV_THREADPOOL_SIZE", workers, 1);
    raise_limits();
    if (!forwarded_check(s->settings->proxies, error)) return false;
    if (!chance_start()) return buf_puts(error, "the system gives no random numbers"), false;
    s->store = store_open(s->settings->store, true, error);
    if (!s->store) return false;
    clock_start(s->store->opened);
    bool opened = world_open(s);
    s->limits = limits_new(s->settings->per_address);
    if (s->limits) limits_quota(s->limits, s->settings->tables, s->settings->quota);
    s->web = web_open(s->settings->web);
    if (!world_open_sender(s, error)) return false;
    if (opened && s->limits && s->web) s->writer = writer_start(&s->loop, s->store, &s->metrics);
    if (!s->writer) return buf_puts(error, "out of memory"), false;
    if (!start_network(s, error) || !share_store(s, error)) return false;
    if (!world_open_desk(s)) return buf_puts(error, "out of memory"), false;
    desk_keep(s->desk, s->settings->keep * DAY, s->settings->keep_open * DAY);
    return true;
}

static void watch(struct server *s) {
    uv_signal_init(&s->loop, &s->interrupt);
    uv_signal_init(&s->loop, &s->terminate);
    uv_timer_init(&s->loop, &s->tick);
    s->interrupt.data = s->terminate.data = s->tick.data = s;
    uv_signal_start(&s->interrupt, on_signal, SIGINT);
    uv_signal_start(&s->terminate, on_signal, SIGTERM);
    uv_timer_start(&s->tick, on_tick, TICK, TICK);
}

static void say_hello(const struct server *s) {
    unsigned port = peers_port(s);
    bool six = strchr(s->settings->listen, ':') != NULL;
    struct buf store;
    buf_init(&store);
    store_put_address(&store, s->settings->store);
    printf("Terrane is served at http://%s%s%s:%u/%s (tables in %s%s%s). Ctrl-C ends.\n", six ? "[" : "",
           s->settings->listen, six ? "]" : "", port, s->settings->first, store.data,
           web_folder(s->web) ? ", page in " : ", no page found", web_folder(s->web) ? web_folder(s->web) : "");
    fflush(stdout);
    buf_free(&store);
}

/* Handles close in a turn of the loop. */
static void run_out(struct server *s) {
    for (int turn = 0; turn < 200 && uv_run(&s->loop, UV_RUN_NOWAIT); turn++)
        continue;
}

/* A thread that is at work cannot be stopped, and everything is its: nothing is freed then. What was handed over is
 * stored, and the store needs no farewell. */
static void end_in_haste(struct server *s) {
    writer_stop(s->writer);
    fflush(NULL);
    _exit(0);
}

/* What is on its way is finished by the writer; then nothing refers to connections or tables any more. */
static void end(struct server *s) {
    if (s->desk && s->lws) desk_stop(s->desk);
    if (s->desk && is_busy(s)) end_in_haste(s);
    peers_close(s);
    relays_close(s);
    if (s->lws) lws_context_destroy(s->lws);
    if (s->writer) writer_stop(s->writer);
    world_stop_sender(s);
    run_out(s);
    if (s->lws) lws_context_destroy(s->lws); /* once more, now that its handles are closed */
    uv_loop_close(&s->loop);
    desk_free(s->desk);
    writer_free(s->writer);
    world_free_sender(s);
    for (size_t i = 0; i < CONNECTION_SLOTS; i++)
        while (s->slots[i])
            connection_free(s, s->slots[i]);
    world_close(s);
    limits_free(s->limits);
    web_close(s->web);
    if (s->store) s->store->close(s->store);
}

enum serve_end serve_run(const struct serve_settings *settings, struct buf *error) {
    struct server *s = calloc(1, sizeof *s);
    if (!s) return buf_puts(error, "out of memory"), SERVE_HOST;
    s->settings = settings;
    uv_loop_init(&s->loop);
    bool started = start(s, error);
    if (started) {
        watch(s);
        say_hello(s);
        uv_run(&s->loop, UV_RUN_DEFAULT);
    }
    end(s);
    free(s);
    return started ? SERVE_FINE : SERVE_HOST;
}
