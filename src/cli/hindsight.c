/* hindsight.c: see hindsight.h. */
#include "cli/hindsight.h"

#include "cli/interrupt.h"
#include "show/analysis_json.h"
#include "term/draw.h"

#include <stdio.h>
#include <unistd.h>

static bool go_on(void *user, size_t done, size_t all) {
    const bool *shown = user;
    if (*shown) fprintf(stderr, "\r\x1b[K  looking at the game: %zu of at most %zu steps ", done, all);
    return !interrupted();
}

static void print_text(const struct analysis *a, const struct match *m) {
    struct buf out;
    buf_init(&out);
    analysis_put(a, m, &out);
    fwrite(out.data, 1, out.n, stdout);
    buf_free(&out);
}

int hindsight_show(struct match *m, unsigned playouts, struct json *json) {
    struct analysis a = {.playouts = playouts, .seed = m->seed};
    bool shown = isatty(STDERR_FILENO) && !json;
    interrupt_catch();
    tn_status status = analyse_match(&a, m, go_on, &shown);
    if (shown) fprintf(stderr, "\r\x1b[K");
    if (status == TN_OK && json && !analysis_put_json(json, &a, m->game, m->ctx)) status = TN_NOMEM;
    if (status == TN_OK && !json) print_text(&a, m);
    if (status != TN_OK) fprintf(stderr, "terrane: out of memory\n");
    analyse_free(&a);
    return status == TN_OK ? EXIT_GO_ON : EXIT_HOST;
}
