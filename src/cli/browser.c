/* browser.c: see browser.h. A command is sent and its answer awaited before the next one; what else comes is skipped.
 */
#include "cli/browser.h"

#include "base/file.h"
#include "base/json_value.h"
#include "cli/interrupt.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { PATIENCE = 120000, PARTING = 3000 }; /* milliseconds: for an answer; for its end */
enum { PIECE = 1 << 20, ABOVE = 10 };       /* bytes of a stream at once; descriptors that no pipe may have */

struct browser {
    struct buf folder;
    pid_t pid;
    int to, from; /* ends of pipes */
    struct buf in;
    size_t skip; /* bytes of `in` that were the last message */
    struct arena arena;
    char session[80]; /* empty: the browser as a whole is spoken to */
    unsigned last;    /* number of the last command */
    bool loaded;      /* the page said so */
};

/* ---- starting it */
static const char *program(void) {
    static const char *const names[] = {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
                                        "chrome"};
    const char *chosen = getenv("CHROMIUM");
    if (chosen && *chosen) return chosen;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (file_on_path(names[i])) return names[i];
    return NULL;
}

/* A pipe of which neither end has the number of one that the program expects. */
static bool make_pipe(int ends[2]) {
    int low[2];
    if (pipe(low)) return false;
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, ABOVE);
        close(low[i]);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

static int spawn(struct browser *b, const char *name, int theirs_in, int theirs_out) {
    struct buf profile, log;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    buf_init(&profile), buf_init(&log);
    buf_printf(&profile, "--user-data-dir=%s/profile", b->folder.data);
    buf_printf(&log, "%s/log", b->folder.data);
    /* As root it runs without its sandbox or not at all; what it shows is our own page. */
    const char *words[] = {name,
                           "--headless",
                           "--remote-debugging-pipe",
                           "--no-first-run",
                           "--disable-gpu",
                           "--disable-extensions",
                           "--disable-dev-shm-usage",
                           "--hide-scrollbars",
                           "--disable-background-networking",
                           profile.data,
                           geteuid() == 0 ? "--no-sandbox" : NULL,
                           NULL};
    int error = profile.failed || log.failed ? ENOMEM : posix_spawn_file_actions_init(&files);
    if (error == 0) {
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.data, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
        posix_spawn_file_actions_adddup2(&files, theirs_in, 3);
        posix_spawn_file_actions_adddup2(&files, theirs_out, 4);
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP); /* its children go with it */
        error = posix_spawnp(&b->pid, name, &files, &attributes, (char **)(uintptr_t)words, environ);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&files);
    }
    buf_free(&profile), buf_free(&log);
    return error;
}

static bool connect_to(struct browser *b, struct buf *why) {
    const char *name = program();
    int there[2] = {-1, -1}, back[2] = {-1, -1};
    if (!name)
        return buf_puts(why, "there is no chromium (Debian: apt-get install chromium), or name it in $CHROMIUM"), false;
    bool piped = make_pipe(there) && make_pipe(back);
    int error = piped ? spawn(b, name, there[0], back[1]) : errno;
    if (there[0] >= 0) close(there[0]);
    if (back[1] >= 0) close(back[1]);
    b->to = there[1], b->from = back[0];
    if (error) b->pid = 0, buf_printf(why, "\"%s\" cannot be started: %s", name, strerror(error));
    return error == 0;
}

/* ---- messages */
/* The last line of what it said. */
static void ended(struct browser *b, struct buf *why) {
    struct buf path, text;
    buf_init(&path), buf_init(&text);
    buf_printf(&path, "%s/log", b->folder.data);
    file_read(path.data, PIECE, &text);
    while (text.n > 0 && isspace((unsigned char)text.data[text.n - 1]))
        text.data[--text.n] = '\0';
    const char *line = strrchr(text.data, '\n');
    buf_printf(why, "the browser ended%s%s", text.n ? ": " : "", line ? line + 1 : text.data);
    buf_free(&path), buf_free(&text);
}

static bool send_all(struct browser *b, const char *bytes, size_t n, struct buf *why) {
    while (n > 0) {
        ssize_t sent = write(b->to, bytes, n);
        if (sent < 0 && errno == EINTR && !interrupted()) continue;
        if (sent < 0) return ended(b, why), false;
        bytes += sent, n -= (size_t)sent;
    }
    return true;
}

/* Waits until there is something to read. */
static bool await(struct browser *b, struct buf *why) {
    struct pollfd watched = {.fd = b->from, .events = POLLIN};
    int n = poll(&watched, 1, PATIENCE);
    if (interrupted()) return buf_puts(why, "stopped"), false;
    if (n == 0) return buf_printf(why, "the browser has not answered for %d seconds", PATIENCE / 1000), false;
    return true;
}

/* The next message; NULL: it ended, or says nothing. */
static const struct value *receive(struct browser *b, struct buf *why) {
    if (b->skip) memmove(b->in.data, b->in.data + b->skip, b->in.n - b->skip + 1), b->in.n -= b->skip;
    b->skip = 0;
    arena_free(&b->arena);
    for (size_t searched = 0;;) {
        const char *end = memchr(b->in.data + searched, '\0', b->in.n - searched);
        if (end) {
            const char *wrong = NULL;
            b->skip = (size_t)(end - b->in.data) + 1;
            const struct value *v = value_parse(&b->arena, b->in.data, b->skip - 1, &wrong, NULL);
            if (!v) buf_printf(why, "the browser's answer is no JSON: %s", wrong);
            return v;
        }
        searched = b->in.n;
        char *room = buf_room(&b->in, 65536);
        if (!room) return buf_puts(why, "out of memory"), NULL;
        if (!await(b, why)) return NULL;
        ssize_t n = read(b->from, room, 65536);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return ended(b, why), NULL;
        buf_added(&b->in, (size_t)n);
    }
}

/* Sends a command with its parameters (JSON without the braces): what it results in, until the next one. */
static const struct value *call(struct browser *b, const char *method, const char *parameters, struct buf *why) {
    struct buf out;
    buf_init(&out);
    buf_printf(&out, "{\"id\":%u,\"method\":\"%s\",\"params\":{%s}", ++b->last, method, parameters);
    if (*b->session) buf_printf(&out, ",\"sessionId\":\"%s\"", b->session);
    buf_put(&out, "}", 2); /* and the NUL */
    bool sent = !out.failed && send_all(b, out.data, out.n, why);
    if (out.failed) buf_puts(why, "out of memory");
    buf_free(&out);
    while (sent) {
        const struct value *v = receive(b, why);
        if (!v) return NULL;
        const char *event = value_text(value_get(v, "method"));
        if (event && strcmp(event, "Page.loadEventFired") == 0) b->loaded = true;
        if (value_number(value_get(v, "id"), -1) != (int64_t)b->last) continue;
        const char *error = value_text(value_get(value_get(v, "error"), "message"));
        if (error) return buf_printf(why, "the browser refuses %s: %s", method, error), NULL;
        return value_get(v, "result");
    }
    return NULL;
}

/* A text that an answer holds, copied into `out`; false: it holds none. */
static bool keep(const struct value *v, const char *key, char *out, size_t cap, struct buf *why) {
    const char *text = value_text(value_get(v, key));
    if (v && !text) buf_printf(why, "the browser's answer has no \"%s\"", key);
    if (text) snprintf(out, cap, "%s", text);
    return text != NULL;
}

struct browser *browser_start(struct buf *why) {
    struct browser *b = calloc(1, sizeof *b);
    char target[80], parameters[200];
    if (!b) return buf_puts(why, "out of memory"), NULL;
    buf_init(&b->folder), buf_init(&b->in), arena_init(&b->arena);
    b->to = b->from = -1;
    signal(SIGPIPE, SIG_IGN); /* writing to a browser that has ended fails instead */
    interrupt_catch();
    enum file_status status = file_make_private("terrane", &b->folder);
    if (status != FILE_OK) buf_printf(why, "no folder for temporary files: %s", file_status_text(status));
    bool fine =
        status == FILE_OK && connect_to(b, why) &&
        keep(call(b, "Target.createTarget", "\"url\":\"about:blank\"", why), "targetId", target, sizeof target, why);
    if (fine) snprintf(parameters, sizeof parameters, "\"targetId\":\"%s\",\"flatten\":true", target);
    fine = fine &&
           keep(call(b, "Target.attachToTarget", parameters, why), "sessionId", b->session, sizeof b->session, why) &&
           call(b, "Page.enable", "", why);
    if (!fine) browser_stop(b);
    return fine ? b : NULL;
}

/* Gives it time to end by itself, so that it leaves nothing behind. */
static void part(struct browser *b) {
    int status;
    for (int waited = 0; waited < PARTING; waited += 10) {
        if (waitpid(b->pid, &status, WNOHANG) == b->pid) {
            kill(-b->pid, SIGKILL); /* its children, if any are left */
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    kill(-b->pid, SIGKILL);
    waitpid(b->pid, &status, 0);
}

void browser_stop(struct browser *b) {
    if (!b) return;
    if (b->to >= 0) close(b->to); /* it ends when its pipe does */
    if (b->from >= 0) close(b->from);
    if (b->pid > 0) part(b);
    if (b->folder.n) file_remove_folder(b->folder.data);
    buf_free(&b->folder), buf_free(&b->in), arena_free(&b->arena);
    free(b);
}

/* ---- what it is for */
static void put_address(struct buf *out, const char *path) {
    buf_puts(out, "file://");
    for (; *path; path++) {
        bool plain = isalnum((unsigned char)*path) || strchr("/-_.~", *path);
        buf_printf(out, plain ? "%c" : "%%%02X", (unsigned char)*path);
    }
}

bool browser_load(struct browser *b, const struct buf *page, struct buf *why) {
    struct buf path, parameters;
    buf_init(&path), buf_init(&parameters);
    buf_printf(&path, "%s/page.html", b->folder.data);
    buf_puts(&parameters, "\"url\":\"");
    put_address(&parameters, path.data);
    buf_putc(&parameters, '"');
    enum file_status status = file_write(path.data, page->data, page->n);
    if (status != FILE_OK) buf_printf(why, "%s: %s", path.data, file_status_text(status));
    b->loaded = false;
    bool fine = status == FILE_OK && call(b, "Page.navigate", parameters.data, why);
    while (fine && !b->loaded) {
        const struct value *v = receive(b, why);
        const char *event = value_text(value_get(v, "method"));
        fine = v != NULL;
        b->loaded = event && strcmp(event, "Page.loadEventFired") == 0;
    }
    buf_free(&path), buf_free(&parameters);
    return fine;
}

bool browser_evaluate(struct browser *b, const char *expression, struct buf *out, struct buf *why) {
    struct buf parameters;
    buf_init(&parameters);
    buf_puts(&parameters, "\"returnByValue\":true,\"awaitPromise\":true,\"expression\":");
    value_put_string(&parameters, expression);
    const struct value *answer = call(b, "Runtime.evaluate", parameters.data, why);
    buf_free(&parameters);
    const struct value *wrong = value_get(answer, "exceptionDetails");
    const struct value *v = value_get(value_get(answer, "result"), "value");
    if (wrong) {
        const char *text = value_text(value_get(value_get(wrong, "exception"), "description"));
        buf_printf(why, "the page cannot be drawn: %s", text ? text : "it says not why");
    } else if (v) {
        buf_put(out, v->raw, v->raw_size);
    }
    return answer && !wrong;
}

static int letter(char c) {
    static const char all[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(all, c) : NULL;
    return at ? (int)(at - all) : -1;
}

/* The bytes that a text in base64 stands for. */
static bool put_bytes(struct buf *out, const char *text) {
    unsigned bits = 0, n = 0;
    for (; *text && *text != '='; text++) {
        int six = letter(*text);
        if (six < 0) return false;
        bits = bits << 6 | (unsigned)six;
        n += 6;
        if (n >= 8) buf_putc(out, (char)(bits >> (n -= 8) & 0xFF));
    }
    return !out->failed;
}

static bool put_data(const struct value *answer, struct buf *out, struct buf *why) {
    const char *data = value_text(value_get(answer, "data"));
    if (!answer) return false;
    if (data && put_bytes(out, data)) return true;
    return buf_puts(why, "the browser's answer cannot be read"), false;
}

bool browser_pdf(struct browser *b, struct buf *out, struct buf *why) {
    static const char how[] = "\"printBackground\":true,\"preferCSSPageSize\":true,\"transferMode\":\"ReturnAsStream\"";
    char stream[80], parameters[160];
    if (!keep(call(b, "Page.printToPDF", how, why), "stream", stream, sizeof stream, why)) return false;
    for (bool more = true; more;) {
        snprintf(parameters, sizeof parameters, "\"handle\":\"%s\",\"size\":%d", stream, PIECE);
        const struct value *piece = call(b, "IO.read", parameters, why);
        const struct value *last = value_get(piece, "eof");
        more = !last || last->type != VALUE_TRUE;
        if (!put_data(piece, out, why)) return false;
    }
    return true;
}

bool browser_picture(struct browser *b, unsigned width, unsigned height, struct buf *out, struct buf *why) {
    char parameters[160];
    snprintf(parameters, sizeof parameters, "\"width\":%u,\"height\":%u,\"deviceScaleFactor\":1,\"mobile\":false",
             width, height);
    return call(b, "Emulation.setDeviceMetricsOverride", parameters, why) &&
           put_data(call(b, "Page.captureScreenshot", "\"format\":\"png\"", why), out, why);
}
