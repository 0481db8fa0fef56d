/* hint.c: see hint.h. */
#include "show/hint.h"

#include "play/digest.h"
#include "show/text_json.h"

#include <stdlib.h>
#include <string.h>

enum { AHEAD = 4096, CHANGES = 64 };

/* ---- what to answer */
struct following {
    const struct asking *at; /* the person's own position */
    const tn_game *game;     /* in the words of the definition */
    tn_ctx *quiet;
    tn_state *state; /* one the seat could be in, behind the path */
    uint32_t *ids;
    tn_question first;
    struct random random;
    struct spanned text;
    bool picking; /* the path ends among picks, before what they cost is due: it has no numbers yet */
};

/* Whether the seat can know now that this answer is possible behind the path. A "no" that ends picking is in no list
 * of answers. */
static bool is_foreseen(const struct following *f, const struct hint *h, uint32_t answer) {
    unsigned flags;
    size_t n = tn_ahead_answers(f->at->ctx, f->at->state, f->at->seat, h->path, h->n, f->ids, AHEAD, &flags);
    if (f->picking && answer == TN_NO) return flags & TN_OPTIONAL;
    for (size_t i = 0; i < n && i < AHEAD; i++)
        if (f->ids[i] == answer) return true;
    return false;
}

/* Picks and amounts are told by what comes of them; a "no" that ends picking is no choice. */
static void tell_answer(struct following *f, struct hint *h, const tn_question *q, uint32_t answer) {
    struct asking behind = *f->at;
    bool several = h->n > 0 && q->flags & TN_AGAIN;
    if (several && answer == TN_NO) return;
    if (h->n > 0) behind.state = f->state;
    tn_text said = menu_answer_text(&behind, answer, &h->arena);
    if (!said.bytes) return;
    if (h->n > 0) spanned_puts(&f->text, several ? ", " : ": ");
    spanned_add(&f->text, said);
}

static bool add_answer(struct following *f, struct hint *h, const tn_question *q, uint32_t answer) {
    bool payment = h->n > 0 && (q->flags & TN_PAYMENT || q->kind == TN_NUMBER);
    if (!payment) tell_answer(f, h, q, answer);
    h->path[h->n++] = answer;
    return tn_good(tn_state_apply(f->quiet, f->state, f->at->seat, answer));
}

/* As the bot goes on, up to where the undertaking ends or more would have to be known. */
static void follow(struct following *f, struct hint *h, const struct bot *bot, const struct weights *weights) {
    unsigned seat = f->at->seat;
    tn_question q = f->first;
    tn_state_determinise(f->quiet, f->at->state, seat, random_next(&f->random), f->state);
    struct bot_task task = {weights, f->game, f->quiet, f->at->state, seat, 0, 1, false};
    uint32_t answer = bot->choose(&task, &f->random);
    task.state = f->state;
    while (answer != TN_NO_ANSWER && h->n < HINT_PATH) {
        bool taken = add_answer(f, h, &q, answer);
        f->picking = false;
        if (!taken || !(tn_state_asked(f->game, f->state) >> seat & 1u)) return;
        if (!tn_state_question(f->game, f->state, seat, &q)) return;
        f->picking = q.flags & TN_AGAIN;
        if (q.site == f->first.site && !(q.flags & TN_AGAIN)) return; /* another undertaking */
        answer = bot->choose(&task, &f->random);
        if (!is_foreseen(f, h, answer)) return;
    }
}

/* ---- why */
static void keep_reason(struct hint *h, struct spanned *line) {
    tn_text kept = text_keep(&h->arena, spanned_text(line));
    if (kept.bytes && !line->failed && h->n_reasons < HINT_REASONS) h->reasons[h->n_reasons++] = kept;
    spanned_clear(line);
}

static bool is_shown(const tn_game *game, const tn_change *change, bool more) {
    tn_var var;
    tn_game_var(game, change->var, &var);
    return !var.look.hidden && (change->by > 0) == more;
}

/* Numbers that are larger behind the whole path, or smaller, as one line: what was paid on the way is taken off. */
static void tell_changes(struct hint *h, const struct asking *at, const tn_change *changes, size_t n, bool more) {
    struct spanned list, line;
    size_t all = 0, said = 0;
    spanned_init(&list), spanned_init(&line);
    for (size_t i = 0; i < n; i++)
        all += is_shown(at->game, &changes[i], more);
    for (size_t i = 0; i < n; i++) {
        if (!is_shown(at->game, &changes[i], more)) continue;
        if (said++ > 0) spanned_between(&list, at->game, said == all);
        change_put_amount(at->game, &changes[i], &list);
    }
    if (said > 0) {
        spanned_phrase(&line, at->game, more ? "in all you have {1} more" : "in all you have {1} less",
                       spanned_text(&list), text_plain(""));
        keep_reason(h, &line);
    }
    spanned_free(&list), spanned_free(&line);
}

/* How many points the seat has more or less, where it can know both. Who leads in something may be overtaken before
 * the end: so it is said of what is counted now, and never of what will be. */
static void tell_points(struct hint *h, const struct asking *at) {
    int32_t before, after, by = 0;
    size_t lines = tn_game_score_line_count(at->game);
    struct spanned number, line;
    for (size_t i = 0; i < lines; i++) {
        if (!tn_state_score_seen(at->ctx, at->state, at->seat, at->seat, i, &before)) return;
        if (!tn_ahead_score(at->ctx, at->state, at->seat, h->path, h->n, i, &after)) return;
        by += after - before;
    }
    if (by == 0) return;
    spanned_init(&number), spanned_init(&line);
    spanned_change(&number, by);
    spanned_phrase(&line, at->game, "if the game ended now, your points: {1}", spanned_text(&number), text_plain(""));
    keep_reason(h, &line);
    spanned_free(&number), spanned_free(&line);
}

/* Whether all other answers are warned of, and this one is not. */
static void tell_waste(struct hint *h, const struct asking *at) {
    struct menu menu;
    struct warnings warnings;
    struct spanned line;
    menu_init(&menu);
    if (menu_load(&menu, at)) {
        bool all = menu.n > 1;
        warnings_load(&warnings, at, &menu);
        all = all && warnings.n == menu.n;
        for (uint32_t i = 0; all && i < menu.n; i++)
            all = (warnings.of[i].n > 0) == (menu.ids[i] != h->path[0]);
        spanned_init(&line);
        spanned_puts(&line, tn_game_phrase(at->game, "everything else seems wasted"));
        if (all) keep_reason(h, &line);
        spanned_free(&line);
        warnings_free(&warnings);
    }
    menu_free(&menu);
}

static void tell_numbers(struct hint *h, const struct asking *at) {
    tn_change changes[CHANGES];
    size_t n = tn_ahead_changes(at->ctx, at->state, at->seat, h->path, h->n, changes, CHANGES, NULL);
    if (n > CHANGES) n = CHANGES;
    tell_changes(h, at, changes, n, true);
    tell_changes(h, at, changes, n, false);
    tell_points(h, at);
}

void hint_load(struct hint *h, const struct asking *at, const struct weights *weights, tn_ctx *quiet) {
    struct following f = {.at = at, .game = tn_game_plain(at->game), .quiet = quiet};
    *h = (struct hint){.n = 0};
    arena_init(&h->arena);
    if (at->seat >= tn_game_seat_count(at->game) || !tn_state_question(at->game, at->state, at->seat, &f.first)) return;
    f.state = tn_state_new(f.game);
    f.ids = malloc(AHEAD * sizeof *f.ids);
    spanned_init(&f.text);
    if (f.state && f.ids) {
        tn_state_view(f.game, at->state, at->seat, f.state);
        f.random = bot_random_for(position_seen(f.game, f.state, at->seat), at->seat, 0);
        follow(&f, h, bot_thinker(), weights);
    }
    h->text = text_keep(&h->arena, spanned_text(&f.text));
    if (f.text.failed || !h->text.bytes) h->n = 0;
    if (h->n > 0 && !f.picking) tell_numbers(h, at);
    if (h->n > 0) tell_waste(h, at);
    spanned_free(&f.text);
    free(f.ids);
    tn_state_free(f.state);
}

void hint_free(struct hint *h) {
    arena_free(&h->arena);
}

void hint_put_json(struct json *j, const struct hint *h) {
    json_array(j, "path");
    for (size_t i = 0; i < h->n; i++)
        json_unsigned(j, NULL, h->path[i]);
    json_close(j);
    text_put_json(j, "text", h->text);
    text_put_list(j, "why", h->reasons, h->n_reasons);
}
