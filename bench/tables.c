/* tables.c: a load for the server: many tables, each with one person and one bot, persons who think for a while and
 * answer at random. Prints answers a second, how long an answer took until it was acknowledged, and memory per table.
 *
 *   bench_tables [--tables N,N...] [--seconds S] [--pause MS] [--game NAME]
 *                [--store ADDRESS [--servers N] [--elsewhere 1] [--database PID]]
 *
 * Starts the servers itself: TERRANE (else build/release/terrane) with a folder of their own, or with a database that
 * several may share; tables and their players are dealt out among them: each player to the server that leads the table,
 * or to the next one, which passes all of it on. PID: PostgreSQL's first process, to tell what the database takes. One
 * thread, epoll; what is sent is looked through as text, for it is ours.
 */
#include "base/buf.h"
#include "base/random.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS = 256, CHOICES = 64, SAMPLES = 1 << 22, KEY = 5, SERVERS = 8 };
enum { LOOK = 4000 }; /* microseconds between two looks at who has thought enough */

struct player {
    int socket;
    char id[32], token[32];
    struct buf in;
    uint32_t choices[CHOICES], n_choices, number;
    uint32_t answered; /* views before this one are of a question that has its answer */
    bool asked, over, waiting;
    uint64_t sent_at, answer_at; /* microseconds; answer_at: when it has thought enough */
};

struct server {
    int in, port, http; /* http: a connection that is kept */
    pid_t pid;
};

struct load {
    struct server servers[SERVERS];
    unsigned n_servers, elsewhere;
    pid_t database; /* 0: not known */
    int events;
    char folder[64];
    const char *game, *store; /* store: NULL: SQLite in the folder */
    unsigned pause;
    struct player *players;
    size_t n;
    struct random random;
    uint32_t *latencies;
    size_t answers, over;
    bool measuring;
};

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

static void die(const char *what) {
    fprintf(stderr, "bench_tables: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* ---- the servers */
static void start_server(const struct load *l, struct server *s) {
    const char *program = getenv("TERRANE") ? getenv("TERRANE") : "build/release/terrane";
    int out[2];
    char line[512] = "";
    if (pipe(out) != 0) die("starting");
    s->pid = fork();
    if (s->pid == 0) {
        dup2(out[1], 1);
        close(out[0]);
        execl(program, program, "serve", "--port", "0", l->store ? "--store" : "--data",
              l->store ? l->store : l->folder, "--per-address", "0", "--rate", "0", (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    for (size_t n = 0; n < sizeof line - 1 && !strchr(line, '\n'); n++)
        if (read(out[0], line + n, 1) != 1) break;
    const char *port = strstr(line, "http://");
    port = port ? strchr(port + 7, ':') : NULL;
    if (!port) die("the server does not start");
    s->port = atoi(port + 1);
    s->in = out[0];
}

static void start_servers(struct load *l) {
    strcpy(l->folder, "/tmp/terrane-bench-XXXXXX");
    if (!mkdtemp(l->folder)) die("starting");
    for (unsigned i = 0; i < l->n_servers; i++)
        start_server(l, &l->servers[i]);
}

static void stop_servers(struct load *l) {
    char command[128];
    for (unsigned i = 0; i < l->n_servers; i++) {
        kill(l->servers[i].pid, SIGTERM);
        waitpid(l->servers[i].pid, NULL, 0);
        close(l->servers[i].in);
    }
    snprintf(command, sizeof command, "rm -rf '%s'", l->folder);
    if (system(command) != 0) fprintf(stderr, "bench_tables: %s is left\n", l->folder);
}

/* The server that makes a player's table and leads it, and so many further. */
static struct server *server_of(struct load *l, const struct player *p, unsigned further) {
    return &l->servers[((size_t)(p - l->players) + further) % l->n_servers];
}

static double of_all(const struct load *l, double (*number)(pid_t)) {
    double sum = 0;
    for (unsigned i = 0; i < l->n_servers; i++)
        sum += number(l->servers[i].pid);
    return sum;
}

static double memory_of(pid_t pid) { /* kilobytes */
    char path[64], line[256];
    long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "VmRSS: %ld", &kilobytes) == 1) break;
    if (f) fclose(f);
    return (double)kilobytes;
}

/* Seconds, of a process that has this parent; -1: whichever. */
static double processor_under(pid_t pid, int parent) {
    char path[64];
    long user = 0, kernel = 0;
    int above = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "%*d (%*[^)]) %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &above, &user, &kernel) != 3)
        user = kernel = 0;
    if (f) fclose(f);
    return parent < 0 || above == parent ? (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK) : 0;
}

static double processor_of(pid_t pid) {
    return processor_under(pid, -1);
}

/* All that the database has started, as far as it still runs. */
static double processor_of_database(pid_t first) {
    DIR *d = first ? opendir("/proc") : NULL;
    double sum = first ? processor_of(first) : 0;
    for (const struct dirent *e; d && (e = readdir(d));)
        if (*e->d_name >= '1' && *e->d_name <= '9') sum += processor_under(atoi(e->d_name), (int)first);
    if (d) closedir(d);
    return sum;
}

/* ---- connections */
static int connect_to(int port) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int s = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (s < 0 || connect(s, (struct sockaddr *)&at, sizeof at) != 0) die("connecting");
    setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return s;
}

/* Reads until the end of an HTTP head, or of its body too; the text stays in *in. */
static void read_answer(int s, bool body, struct buf *in) {
    char bytes[4096];
    for (;;) {
        const char *end = strstr(in->data, "\r\n\r\n"), *length = strstr(in->data, "content-length: ");
        if (end && (!body || (length && in->n >= (size_t)(end + 4 - in->data) + strtoul(length + 16, NULL, 10))))
            return;
        ssize_t n = read(s, bytes, sizeof bytes);
        if (n <= 0) die("reading");
        buf_put(in, bytes, (size_t)n);
    }
}

static void copy_field(const char *text, const char *name, char out[32]) {
    const char *at = strstr(text, name);
    if (!at) die("making a table");
    snprintf(out, 32, "%.22s", at + strlen(name));
}

static void write_all(int s, const char *text, size_t n) {
    while (n > 0) {
        ssize_t done = write(s, text, n);
        if (done < 0 && errno == EAGAIN) {
            usleep(200);
            continue;
        }
        if (done <= 0) die("writing");
        text += done;
        n -= (size_t)done;
    }
}

/* One message; the mask is 0, which leaves it as it is. */
static void say(struct player *p, const char *text) {
    unsigned char frame[1024];
    size_t n = strlen(text), head = 2;
    frame[0] = 0x81;
    frame[1] = (unsigned char)(0x80 | (n < 126 ? n : 126));
    if (n >= 126) frame[2] = (unsigned char)(n >> 8), frame[3] = (unsigned char)n, head = 4;
    memset(frame + head, 0, 4);
    memcpy(frame + head + 4, text, n);
    write_all(p->socket, (char *)frame, head + 4 + n);
}

static void make_table(struct load *l, struct player *p) {
    char text[512], body[256];
    struct buf in;
    int http = server_of(l, p, 0)->http;
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":[{\"bot\":null,\"name\":\"P\"},{\"bot\":\"random\"}]}",
             l->game);
    snprintf(text, sizeof text, "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n\r\n%s",
             strlen(body), body);
    buf_init(&in);
    write_all(http, text, strlen(text));
    read_answer(http, true, &in);
    copy_field(in.data, "\"id\":\"", p->id);
    copy_field(in.data, "\"token\":\"", p->token);
    buf_free(&in);
}

static void join_table(struct load *l, struct player *p) {
    char text[512];
    p->socket = connect_to(server_of(l, p, l->elsewhere)->port);
    buf_init(&p->in);
    snprintf(text, sizeof text,
             "GET /ws/%s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Protocol: terrane.1\r\n\r\n",
             p->id);
    write_all(p->socket, text, strlen(text));
    read_answer(p->socket, false, &p->in);
    size_t head = (size_t)(strstr(p->in.data, "\r\n\r\n") + 4 - p->in.data);
    memmove(p->in.data, p->in.data + head, p->in.n - head + 1);
    p->in.n -= head;
    fcntl(p->socket, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = p};
    epoll_ctl(l->events, EPOLL_CTL_ADD, p->socket, &event);
    snprintf(text, sizeof text, "{\"t\":\"hello\",\"token\":\"%s\"}", p->token);
    say(p, text);
}

/* ---- play */
/* Of several that are picked the first can be sent alone, and what ends it. */
static void keep_startable(struct player *p) {
    uint32_t n = 0, picks = 0;
    for (uint32_t i = 0; i < p->n_choices; i++)
        if (p->choices[i] == 0 || picks++ == 0) p->choices[n++] = p->choices[i];
    p->n_choices = n;
}

static void read_view(struct load *l, struct player *p, const char *text) {
    const char *question = strstr(text, "\"question\":{"), *number = strstr(text, "\"n\":");
    p->number = number ? (uint32_t)strtoul(number + 4, NULL, 10) : 0;
    if (strstr(text, "\"status\":\"over\"") && !p->over) p->over = true, l->over++;
    p->asked = question && p->number >= p->answered;
    p->n_choices = 0;
    for (const char *at = question; at && p->n_choices < CHOICES && (at = strstr(at, "{\"id\":"));) {
        at += 6;
        p->choices[p->n_choices++] = (uint32_t)strtoul(at, NULL, 10);
    }
    if (question && strstr(question, "\"subset\"")) keep_startable(p);
    if (p->asked && !p->waiting)
        p->answer_at = now() + (l->pause ? 500u * l->pause + random_range(&l->random, 1000u * l->pause) : 0);
}

static void read_message(struct load *l, struct player *p, const char *text) {
    if (strncmp(text, "{\"t\":\"view\"", 11) == 0) {
        read_view(l, p, text);
    } else if (strncmp(text, "{\"t\":\"ack\"", 10) == 0) {
        uint64_t took = now() - p->sent_at;
        const char *number = strstr(text, "\"n\":");
        p->waiting = false;
        p->answered = number ? (uint32_t)strtoul(number + 4, NULL, 10) : 0;
        if (p->number < p->answered) p->asked = false; /* somebody else answered in between: that view came first */
        if (l->measuring && l->answers < SAMPLES) l->latencies[l->answers++] = (uint32_t)took;
    } else if (strncmp(text, "{\"t\":\"error\"", 12) == 0) {
        fprintf(stderr, "bench_tables: %s\n", text);
        stop_servers(l);
        exit(1);
    }
}

static void read_frames(struct load *l, struct player *p) {
    char bytes[65536];
    size_t at = 0;
    ssize_t n;
    while ((n = read(p->socket, bytes, sizeof bytes)) > 0)
        buf_put(&p->in, bytes, (size_t)n);
    if (n == 0) die("the server closed a connection");
    for (;;) {
        const unsigned char *in = (const unsigned char *)p->in.data + at;
        size_t left = p->in.n - at, head = 2, size = left >= 2 ? in[1] & 127u : 0;
        if (left >= 4 && size == 126)
            size = (size_t)in[2] << 8 | in[3], head = 4;
        else if (left >= 10 && size == 127) {
            size = 0, head = 10;
            for (int i = 2; i < 10; i++)
                size = size << 8 | in[i];
        } else if (size >= 126)
            break;
        if (left < 2 || left < head + size) break;
        char kept = p->in.data[at + head + size];
        p->in.data[at + head + size] = '\0';
        if ((in[0] & 15) == 1) read_message(l, p, p->in.data + at + head);
        p->in.data[at + head + size] = kept;
        at += head + size;
    }
    memmove(p->in.data, p->in.data + at, p->in.n - at + 1);
    p->in.n -= at;
}

static void answer(struct load *l, struct player *p) {
    char text[128];
    snprintf(text, sizeof text, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", p->number,
             p->choices[random_range(&l->random, p->n_choices)]);
    p->asked = false;
    p->waiting = true;
    p->sent_at = now();
    say(p, text);
}

static void run_for(struct load *l, double seconds) {
    struct epoll_event events[EVENTS];
    uint64_t end = now() + (uint64_t)(seconds * 1e6), looked = 0;
    while (now() < end) {
        int n = epoll_wait(l->events, events, EVENTS, 1);
        for (int i = 0; i < n; i++)
            read_frames(l, events[i].data.ptr);
        uint64_t time = now();
        if (time - looked < LOOK) continue;
        looked = time;
        for (size_t i = 0; i < l->n; i++)
            if (l->players[i].asked && !l->players[i].waiting && l->players[i].answer_at <= time)
                answer(l, &l->players[i]);
    }
}

/* How long the slowest commit of a server took, in milliseconds. */
static double slowest_commit(int http) {
    static const char text[] = "GET /api/metrics HTTP/1.1\r\nHost: localhost\r\n\r\n",
                      name[] = "terrane_commit_slowest_microseconds ";
    struct buf in;
    buf_init(&in);
    write_all(http, text, sizeof text - 1);
    read_answer(http, true, &in);
    const char *at = strstr(in.data, name);
    double slowest = at ? strtod(at + sizeof name - 1, NULL) / 1e3 : -1;
    buf_free(&in);
    return slowest;
}

static int by_size(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Makes the tables and sits down at them; the first of each server compiles the game. */
static void make_tables(struct load *l) {
    for (unsigned i = 0; i < l->n_servers; i++)
        l->servers[i].http = connect_to(l->servers[i].port);
    for (size_t i = 0; i < l->n; i++) {
        make_table(l, &l->players[i]);
        join_table(l, &l->players[i]);
    }
}

/* Seconds of processors. */
struct work {
    double servers, database, clients;
};

static struct work work_now(const struct load *l) {
    return (struct work){of_all(l, processor_of), processor_of_database(l->database), processor_of(getpid())};
}

static void put_figures(struct load *l, double making, double seconds, const struct work *before,
                        const struct work *after, double memory) {
    double slowest = 0;
    qsort(l->latencies, l->answers, sizeof *l->latencies, by_size);
    size_t n = l->answers ? l->answers : 1;
    for (unsigned i = 0; i < l->n_servers; i++) {
        int again = connect_to(l->servers[i].port);
        double one = slowest_commit(again);
        if (one > slowest) slowest = one;
        close(again);
    }
    printf("%7u %6zu %9.1f %9.1f %9.2f %9.2f %9.2f %7.0f%% %7.0f%% %7.0f%% %8.1f %8zu %9.1f\n", l->n_servers, l->n,
           making, (double)l->answers / seconds, l->latencies[n / 2] / 1e3, l->latencies[n * 99 / 100] / 1e3,
           l->latencies[n - 1] / 1e3, 100 * (after->servers - before->servers) / seconds,
           100 * (after->database - before->database) / seconds, 100 * (after->clients - before->clients) / seconds,
           memory / (double)l->n, l->over, slowest);
    fflush(stdout);
}

static void measure(struct load *l, size_t tables, double seconds) {
    l->n = tables;
    l->answers = l->over = 0;
    l->random = (struct random){KEY, 0};
    l->players = calloc(tables, sizeof *l->players);
    l->latencies = malloc(SAMPLES * sizeof *l->latencies);
    l->events = epoll_create1(0);
    if (!l->players || !l->latencies) die("memory");
    start_servers(l);
    double memory = of_all(l, memory_of);
    uint64_t began = now();
    make_tables(l);
    double making = (double)(now() - began) / 1e6;
    run_for(l, 3);
    struct work before = work_now(l);
    l->measuring = true;
    run_for(l, seconds);
    l->measuring = false;
    struct work after = work_now(l);
    put_figures(l, making, seconds, &before, &after, of_all(l, memory_of) - memory);
    for (size_t i = 0; i < tables; i++)
        close(l->players[i].socket), buf_free(&l->players[i].in);
    for (unsigned i = 0; i < l->n_servers; i++)
        close(l->servers[i].http);
    stop_servers(l);
    close(l->events);
    free(l->players);
    free(l->latencies);
}

int main(int argc, char **argv) {
    struct load l = {.game = "tinyforming", .pause = 1000, .n_servers = 1};
    const char *tables = "100,1000,5000";
    double seconds = 20;
    struct rlimit files;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--tables") == 0)
            tables = argv[i + 1];
        else if (strcmp(argv[i], "--seconds") == 0)
            seconds = atof(argv[i + 1]);
        else if (strcmp(argv[i], "--pause") == 0)
            l.pause = (unsigned)atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--game") == 0)
            l.game = argv[i + 1];
        else if (strcmp(argv[i], "--store") == 0)
            l.store = argv[i + 1];
        else if (strcmp(argv[i], "--servers") == 0)
            l.n_servers = (unsigned)atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--elsewhere") == 0)
            l.elsewhere = (unsigned)atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--database") == 0)
            l.database = (pid_t)atoi(argv[i + 1]);
        else
            return fprintf(stderr, "bench_tables: unknown flag %s\n", argv[i]), 2;
    }
    if (l.n_servers < 1 || l.n_servers > SERVERS || (l.n_servers > 1 && !l.store))
        return fprintf(stderr, "bench_tables: 1 to %d servers, and several only with --store\n", SERVERS), 2;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) files.rlim_cur = files.rlim_max, setrlimit(RLIMIT_NOFILE, &files);
    signal(SIGPIPE, SIG_IGN);
    printf("%s, a person who thinks about %u ms and a bot at each table, %.0f s, %s\n", l.game, l.pause, seconds,
           l.store ? "PostgreSQL" : "SQLite");
    printf("servers tables  making s answers/s    p50 ms    p99 ms    max ms servers database clients kB/table finished"
           " commit ms\n");
    for (const char *at = tables; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
        measure(&l, (size_t)strtoul(at, NULL, 10), seconds);
    return 0;
}
