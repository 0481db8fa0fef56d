/* weights_file.c: see weights_file.h. */
#include "cli/weights_file.h"

#include "base/file.h"
#include "play/catalogue.h"

#include <stdio.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20 };

static int complain(const struct args *args, const char *path, const char *what, int code) {
    fprintf(stderr, "terrane %s: %s: %s\n", args->verb->name, path, what);
    return code;
}

/* What was left out, each line with the file's name in front. */
static void warn(const struct args *args, const char *path, const char *warnings) {
    while (*warnings) {
        int n = (int)strcspn(warnings, "\n");
        fprintf(stderr, "terrane %s: %s: %.*s; the line is ignored\n", args->verb->name, path, n, warnings);
        warnings += n + (warnings[n] == '\n');
    }
}

static int make(const struct args *args, const tn_game *game, const char *path, const struct buf *text,
                struct weights **out) {
    struct buf warnings, error;
    buf_init(&warnings);
    buf_init(&error);
    *out = weights_new(game, text ? text->data : NULL, text ? text->n : 0, &warnings, &error);
    warn(args, path, warnings.data);
    bool malformed = strncmp(error.data, "line ", 5) == 0;
    int code = *out ? EXIT_GO_ON : complain(args, path, error.data, malformed ? EXIT_NO : EXIT_HOST);
    buf_free(&warnings);
    buf_free(&error);
    return code;
}

void weights_path(const struct loaded *loaded, bool made, struct buf *out) {
    unsigned players = tn_game_seat_count(loaded->game);
    if (made)
        catalogue_beside(loaded->path.data, players == 1 ? "1.weights" : "weights", out);
    else
        catalogue_weights(loaded->path.data, players, out);
}

int load_weights(const struct args *args, const struct loaded *loaded, const char *wanted, struct weights **out) {
    struct buf path, text;
    int code;
    buf_init(&path);
    buf_init(&text);
    if (wanted)
        buf_puts(&path, wanted);
    else
        weights_path(loaded, false, &path);
    enum file_status status = file_read(path.data, MOST_BYTES, &text);
    if (status == FILE_MISSING && !wanted)
        code = make(args, loaded->game, path.data, NULL, out);
    else if (status != FILE_OK)
        code = complain(args, path.data, file_status_text(status), EXIT_HOST);
    else
        code = make(args, loaded->game, path.data, &text, out);
    buf_free(&path);
    buf_free(&text);
    return code;
}
