/* compiler.c: runs the machine's C compiler. No shell: $CC is split at blanks, nothing in it is interpreted. */
#include "native/native.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MAX_WORDS = 32, MAX_COMMAND = 1024, LAST_LINES = 6 };

/* -w: the text is ours and its warnings concern nobody. -fno-strict-aliasing: one block holds cells of every width. */
#define PLAIN_FLAGS "-O2 -std=c99 -shared -fPIC -w -fno-strict-aliasing"

/* What this processor can do goes along: the flags are part of an object's name, so on a disk that several machines
 * share each finds its own. */
const char *compiler_flags(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
        return PLAIN_FLAGS " -mpopcnt -mbmi -mbmi2 -mavx2";
    if (__builtin_cpu_supports("popcnt")) return PLAIN_FLAGS " -mpopcnt";
#endif
    return PLAIN_FLAGS;
}

/* Of the same text clang makes slightly faster code in two thirds of the time. */
const char *compiler_name(void) {
    const char *cc = getenv("CC");
    return cc && *cc ? cc : file_on_path("clang") ? "clang" : "cc";
}

static size_t split(char *text, char **words, size_t n, size_t cap) {
    for (char *at = strtok(text, " \t"); at && n + 1 < cap; at = strtok(NULL, " \t"))
        words[n++] = at;
    return n;
}

/* The last lines of what the compiler said. */
static void say_why(const char *log, const char *what, char *why, size_t cap) {
    struct buf text;
    buf_init(&text);
    file_read(log, 1u << 20, &text);
    while (text.n > 0 && text.data[text.n - 1] == '\n')
        text.data[--text.n] = 0;
    size_t from = text.n;
    for (int lines = 0; from > 0; from--)
        if (text.data[from - 1] == '\n' && ++lines == LAST_LINES) break;
    snprintf(why, cap, "%s%s%s", what, text.n ? ":\n" : "", text.data + from);
    buf_free(&text);
}

static int start(char **words, const char *log, pid_t *pid) {
    posix_spawn_file_actions_t files;
    if (posix_spawn_file_actions_init(&files)) return ENOMEM;
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    int error = posix_spawnp(pid, words[0], &files, NULL, words, environ);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

bool compiler_run(const char *source, const char *object, char *why, size_t cap) {
    char command[MAX_COMMAND], flags[MAX_COMMAND], what[MAX_COMMAND + 64], *words[MAX_WORDS];
    struct buf log;
    pid_t pid;
    int status = 0;
    snprintf(command, sizeof command, "%s", compiler_name());
    snprintf(flags, sizeof flags, "%s", compiler_flags());
    size_t n = split(flags, words, split(command, words, 0, 8), MAX_WORDS - 4);
    words[n++] = (char *)(uintptr_t) "-o";
    words[n++] = (char *)(uintptr_t)object;
    words[n++] = (char *)(uintptr_t)source;
    words[n] = NULL;
    buf_init(&log);
    buf_printf(&log, "%s.log", object);
    int error = log.failed ? ENOMEM : start(words, log.data, &pid);
    bool done = false;
    if (error) {
        snprintf(why, cap, "no C compiler: \"%s\": %s (set CC to one)", compiler_name(), strerror(error));
    } else {
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
        done = WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (!done && WIFEXITED(status) && WEXITSTATUS(status) == 127)
            snprintf(what, sizeof what, "no C compiler: \"%s\" could not be started (set CC to one)", compiler_name());
        else
            snprintf(what, sizeof what, "the C compiler \"%s\" failed", compiler_name());
        if (!done) say_why(log.data, what, why, cap);
    }
    unlink(log.data);
    buf_free(&log);
    return done;
}
