/* foreseen.c: the question that will follow an answer, as far as it can be known; see session.h.
 *
 * Only a question that the engine can foresee is shown: then it depends on nothing the seat may not see, and
 * the question that really comes is the one foreseen. A position of its own is played on, so nothing happens.
 */
#include "term/session.h"

#include <stdlib.h>
#include <string.h>

enum { FORESEEN = 4, ANSWERS = 1024 };

void foreseen_init(struct behind *b, const tn_game *game) {
    *b = (struct behind){.ctx = tn_ctx_new(game), .state = tn_state_new(game)};
}

void foreseen_free(struct behind *b) {
    tn_ctx_free(b->ctx);
    tn_state_free(b->state);
    *b = (struct behind){0};
}

/* Whether what is offered is all known to the seat: as many answers as foresight has, "no" not counted. */
static bool is_foreseen(const struct session *s, const uint32_t *path, size_t n, const struct menu *m) {
    uint32_t ids[ANSWERS];
    unsigned flags;
    size_t found = tn_ahead_answers(s->match->ctx, s->match->state, s->seat, path, n, ids, ANSWERS, &flags);
    size_t declines = m->n > 0 && m->ids[0] == TN_NO;
    return found > 0 && found <= ANSWERS && found + declines == m->n &&
           memcmp(ids, m->ids + declines, found * sizeof *ids) == 0;
}

bool foreseen_go(struct session *s, const uint32_t *path, size_t n) {
    struct behind *b = &s->behind;
    if (!b->ctx || !b->state) return false;
    memcpy(b->state, s->match->state, tn_game_state_size(s->match->game));
    for (size_t i = 0; i < n; i++)
        if (!tn_good(tn_state_apply(b->ctx, b->state, s->seat, path[i]))) return false;
    return true;
}

bool foreseen_load(struct session *s, const uint32_t *path, size_t n, struct menu *out) {
    if (n == 0 || n > FORESEEN || !foreseen_go(s, path, n)) return false;
    struct asking at = {s->match->game, s->behind.ctx, s->behind.state, s->seat};
    return menu_load(out, &at) && is_foreseen(s, path, n, out);
}

size_t foreseen_path(const struct session *s, uint32_t answer, uint32_t *path) {
    size_t n = 0;
    if (s->after_yes && answer != TN_NO) path[n++] = TN_YES;
    path[n++] = answer;
    return n;
}

/* A question that offers things, one of which is taken. */
static bool offers_things(const struct menu *m) {
    bool chooses = m->question.kind == TN_CHOOSE || m->question.kind == TN_EITHER;
    return chooses && !(m->question.flags & (TN_SUBSET | TN_PAYMENT | TN_OPTIONAL | TN_HUNDREDS)) && m->ids[0] != TN_NO;
}

/* "no" and the answers behind "yes" as one menu. */
static bool join(struct menu *m, const struct menu *things, const char *no) {
    struct menu joined;
    menu_init(&joined);
    joined.game = m->game;
    joined.question = things->question;
    joined.n = things->n + 1;
    joined.ids = ARENA_ARRAY(&joined.arena, uint32_t, joined.n);
    joined.texts = ARENA_ARRAY(&joined.arena, const char *, joined.n);
    joined.copies = ARENA_ARRAY(&joined.arena, uint32_t, joined.n);
    joined.copied = ARENA_ARRAY(&joined.arena, uint32_t *, joined.n);
    joined.prompt = arena_printf(&joined.arena, "%s %s", m->prompt, things->prompt);
    if (joined.arena.failed) return menu_free(&joined), false;
    joined.ids[0] = TN_NO;
    joined.copies[0] = 1;
    joined.copied[0] = joined.ids;
    joined.texts[0] = arena_strdup(&joined.arena, no, strlen(no));
    for (uint32_t i = 0; i < things->n; i++) {
        joined.ids[i + 1] = things->ids[i];
        joined.texts[i + 1] = arena_strdup(&joined.arena, things->texts[i], strlen(things->texts[i]));
        joined.copies[i + 1] = things->copies[i];
        joined.copied[i + 1] = ARENA_ARRAY(&joined.arena, uint32_t, things->copies[i]);
        if (!joined.copied[i + 1]) break;
        memcpy(joined.copied[i + 1], things->copied[i], things->copies[i] * sizeof **things->copied);
    }
    if (joined.arena.failed) return menu_free(&joined), false;
    joined.question.preset = m->question.preset == TN_NO ? TN_NO : TN_NO_ANSWER;
    menu_free(m);
    *m = joined;
    return true;
}

bool foreseen_join(struct session *s) {
    struct menu things;
    const uint32_t yes = TN_YES;
    uint32_t no = 0;
    bool joined = false;
    if (s->menu.question.kind != TN_YESNO || s->menu.n != 2 || s->menu.ids[no] != TN_NO) return false;
    menu_init(&things);
    if (foreseen_load(s, &yes, 1, &things) && offers_things(&things))
        joined = join(&s->menu, &things, s->menu.texts[no]);
    menu_free(&things);
    return joined;
}

void foreseen_put_only(struct session *s, uint32_t answer, struct buf *out) {
    uint32_t path[FORESEEN];
    size_t n = foreseen_path(s, answer, path);
    struct menu next;
    menu_init(&next);
    while (n < FORESEEN && foreseen_load(s, path, n, &next) && menu_forced(&next)) {
        if (!(next.question.flags & TN_PAYMENT) && *next.texts[0]) {
            buf_printf(out, ": %s", next.texts[0]);
            if (!(next.question.flags & TN_SUBSET)) answer_put_price(s, next.ids[0], out);
        }
        path[n++] = next.ids[0];
    }
    menu_free(&next);
}
