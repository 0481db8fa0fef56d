/* journal_live.c: a journal that grows with its match; see journal.h.
 *
 * Each answer is one write() of one whole line, so nothing waits in a buffer when the process dies. A failure is
 * remembered, not reported in the middle of a game: whoever closes or renews asks. */
#include "play/journal.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void append(struct journal_live *live, const struct buf *text) {
    size_t done = 0;
    if (live->fd < 0 || text->failed) live->failed = true;
    while (!live->failed && done < text->n) {
        ssize_t n = write(live->fd, text->data + done, text->n - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) live->failed = true;
        if (n > 0) done += (size_t)n;
    }
}

static void add_last_answer(void *user, const struct match *m) {
    struct journal_live *live = user;
    const struct match_answer *made = &m->history.data[m->history.n - 1];
    struct buf line;
    buf_init(&line);
    buf_printf(&line, "%s: %s\n", tn_game_seat_name(m->game, made->seat), made->words);
    append(live, &line);
    buf_free(&line);
}

/* Replaces the file by all that has been played and opens it again for more. */
static enum file_status write_whole(struct journal_live *live, bool closing) {
    struct buf text;
    buf_init(&text);
    if (live->fd >= 0) close(live->fd);
    live->fd = -1;
    if (closing)
        journal_write(live->match, live->game, &text);
    else
        journal_write_open(live->match, live->game, &text);
    enum file_status status = text.failed ? FILE_NO_MEMORY : file_write(live->path, text.data, text.n);
    buf_free(&text);
    if (status == FILE_OK) {
        live->fd = open(live->path, O_WRONLY | O_APPEND | O_CLOEXEC);
        if (live->fd < 0) status = FILE_FAILED;
    }
    live->failed = status != FILE_OK;
    return status;
}

bool journal_follow(struct journal_live *live, struct match *m, const char *game, const char *path, struct buf *error) {
    *live = (struct journal_live){m, game, strdup(path), -1, false};
    enum file_status status = live->path ? write_whole(live, false) : FILE_NO_MEMORY;
    if (status != FILE_OK) {
        buf_printf(error, "%s: %s", path, file_status_text(status));
        live->match = NULL; /* it is not followed */
        journal_close(live);
        return false;
    }
    m->listener = add_last_answer;
    m->listener_user = live;
    return true;
}

bool journal_renew(struct journal_live *live) {
    return write_whole(live, false) == FILE_OK;
}

void journal_close(struct journal_live *live) {
    /* what the position is now belongs to it, and at the end the results */
    bool over = live->match && match_status(live->match) == TN_OVER;
    if (live->match && live->path && (over || (!live->failed && live->match->history.n > 0))) write_whole(live, true);
    if (live->match) live->match->listener = NULL;
    if (live->fd >= 0 && close(live->fd) != 0) live->failed = true;
    live->fd = -1;
    free(live->path);
    live->path = NULL;
    live->match = NULL;
}

/* The game's name without folders and ending, and only of characters that any file system takes. */
static void put_stem(const char *game, struct buf *path) {
    const char *slash = strrchr(game, '/');
    const char *stem = slash ? slash + 1 : game;
    size_t n = strcspn(stem, ".");
    for (size_t i = 0; i < n; i++) {
        bool plain = (stem[i] >= 'a' && stem[i] <= 'z') || (stem[i] >= 'A' && stem[i] <= 'Z') ||
                     (stem[i] >= '0' && stem[i] <= '9') || stem[i] == '-' || stem[i] == '_';
        buf_putc(path, plain ? stem[i] : '_');
    }
    if (n == 0) buf_puts(path, "game");
}

bool journal_folder(bool make, struct buf *path, struct buf *error) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && state[0] == '/')
        buf_printf(path, "%s/terrane", state);
    else if (home && *home)
        buf_printf(path, "%s/.local/state/terrane", home);
    else
        return buf_puts(error, "no place to save: neither XDG_STATE_HOME nor HOME is set"), false;
    enum file_status made = path->failed ? FILE_NO_MEMORY : make ? file_make_folders(path->data) : FILE_OK;
    if (made != FILE_OK) buf_printf(error, "cannot make the folder %s: %s", path->data, file_status_text(made));
    return made == FILE_OK;
}

bool journal_place(const char *game, struct buf *path, struct buf *error) {
    if (!journal_folder(true, path, error)) return false;
    time_t now = time(NULL);
    struct tm local;
    char when[32];
    if (!localtime_r(&now, &local) || strftime(when, sizeof when, "%Y%m%d-%H%M%S", &local) == 0)
        strcpy(when, "undated");
    buf_putc(path, '/');
    put_stem(game, path);
    buf_printf(path, "-%s-%ld.journal", when, (long)getpid());
    return !path->failed;
}
