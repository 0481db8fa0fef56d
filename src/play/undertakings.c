/* undertakings.c: see undertakings.h.
 *
 * Answers are played on copies by a context of its own, so nothing happens and nothing is said. How far to go foresight
 * says (tn_ahead_answers): it ends with the undertaking, and where chance or hidden cards decide what is asked next.
 */
#include "play/undertakings.h"

#include <string.h>

enum { DEPTH = 64, FORESEEN = 1024 };

struct walk {
    struct json *j;
    const struct asking *at;
    tn_ctx *quiet;
    uint32_t path[DEPTH];
    const char *texts[DEPTH];
    size_t n, listed;
    bool more;
};

static void list(struct walk *w) {
    if (w->listed == UNDERTAKINGS) {
        w->more = true;
        return;
    }
    w->listed++;
    json_array(w->j, NULL);
    for (size_t i = 0; i < w->n; i++)
        json_text(w->j, NULL, w->texts[i]);
    json_close(w->j);
}

/* Whether the question behind the path belongs to it, and is all known. */
static bool goes_on(const struct walk *w) {
    uint32_t ids[FORESEEN];
    unsigned flags;
    return tn_ahead_answers(w->at->ctx, w->at->state, w->at->seat, w->path, w->n, ids, FORESEEN, &flags) > 0;
}

static void go(struct walk *w, const tn_state *state) {
    struct asking here = {w->at->game, w->quiet, state, w->at->seat};
    struct menu menu;
    menu_init(&menu);
    bool open = w->n < DEPTH && (w->n == 0 || goes_on(w)) && menu_load(&menu, &here);
    if (!open && w->n > 0) list(w);
    tn_state *behind = open ? tn_state_new(w->at->game) : NULL;
    if (open && !behind) w->more = true;
    for (uint32_t i = 0; behind && i < menu.n && !w->more; i++) {
        memcpy(behind, state, tn_game_state_size(w->at->game));
        w->path[w->n] = menu.ids[i];
        w->texts[w->n++] = menu.texts[i];
        if (tn_good(tn_state_apply(w->quiet, behind, w->at->seat, menu.ids[i]))) go(w, behind);
        w->n--;
    }
    tn_state_free(behind);
    menu_free(&menu);
}

bool undertakings_put(struct json *j, const char *key, const struct asking *at) {
    struct walk w = {.j = j, .at = at, .quiet = tn_ctx_new(at->game)};
    json_array(j, key);
    if (w.quiet) go(&w, at->state);
    json_close(j);
    tn_ctx_free(w.quiet);
    return w.more || !w.quiet;
}
