/* warn.c: see warn.h. */
#include "show/warn.h"

#include <string.h>

enum { FORESEEN = 120, WASTES = 8 };

bool menu_is_foreseen(const struct menu *menu) {
    return menu->n <= FORESEEN && menu->question.kind != TN_NUMBER;
}

static void put_counted(const tn_game *game, const char *name, int32_t by, struct buf *out) {
    for (size_t i = 0; (by > 1 || by < -1) && i < tn_game_member_count(game); i++) {
        tn_member member;
        tn_game_member(game, i, &member);
        if (strcmp(member.name, name) == 0 && strcmp(member.many, name) != 0) {
            buf_puts(out, member.many);
            return;
        }
    }
    buf_puts(out, name);
}

void change_put_name(const tn_game *game, const tn_change *change, struct buf *out) {
    tn_var var;
    tn_game_var(game, change->var, &var);
    bool stock = strcmp(var.name, "stock") == 0; /* what players own goes by its own name: a word of the language */
    if (!stock || var.indices == 1) words_put_name(var.name, out);
    if (!stock && var.indices > 1) buf_putc(out, ' ');
    if (var.indices > 1) put_counted(game, tn_var_index(game, change->var, change->index), change->by, out);
}

/* Whether it is a loss that people are shown. */
static bool is_loss(const tn_game *game, const tn_waste *waste) {
    tn_var var;
    if (waste->track >= 0) return false;
    tn_game_var(game, waste->lost.var, &var);
    return !var.look.hidden;
}

/* The lines about one answer: tracks, then losses where they are told. Returns whether there were losses. */
static bool put_wastes(const tn_game *game, const tn_waste *wastes, size_t n, bool losses, struct buf *out) {
    size_t lost = 0;
    for (size_t i = 0; i < n; i++) {
        tn_track track;
        lost += is_loss(game, &wastes[i]);
        if (wastes[i].track < 0) continue;
        tn_game_track(game, (size_t)wastes[i].track, &track);
        if (out->n) buf_putc(out, '\n');
        words_put_phrase(game, "{1} is at its end", track.title ? track.title : track.name, out);
    }
    if (!lost || !losses) return lost > 0;
    struct buf list;
    buf_init(&list);
    for (size_t i = 0, said = 0; i < n; i++) {
        if (!is_loss(game, &wastes[i])) continue;
        if (said > 0) words_put_between(game, said + 1 == lost, &list);
        buf_printf(&list, "%d ", -(int)wastes[i].lost.by);
        change_put_name(game, &wastes[i].lost, &list);
        said++;
    }
    if (out->n) buf_putc(out, '\n');
    words_put_phrase(game, "you lose {1} for nothing", list.data, out);
    if (list.failed) out->failed = true;
    buf_free(&list);
    return true;
}

/* All answers `ids`, behind `path` of which the last entry is free for them. */
static void load(struct warnings *w, const struct asking *at, uint32_t *path, size_t length, const uint32_t *ids, size_t n) {
    struct buf line;
    buf_init(&line);
    w->texts = ARENA_ARRAY(&w->arena, const char *, n + 1);
    w->n = w->texts ? (uint32_t)n : 0;
    bool all_lose = true;
    for (int pass = 0; pass < 2; pass++) /* whether all lose is known when all were looked at */
        for (uint32_t i = 0; i < w->n; i++) {
            tn_waste wastes[WASTES];
            if (pass == 1 && !w->texts[i]) continue;
            path[length - 1] = ids[i];
            size_t found = tn_ahead_waste(at->ctx, at->state, at->seat, path, length, wastes, WASTES);
            buf_clear(&line);
            bool loses = put_wastes(at->game, wastes, found, !all_lose || pass == 0, &line);
            if (pass == 0) all_lose = all_lose && loses;
            w->texts[i] = line.n > 0 ? arena_strdup(&w->arena, line.data, line.n) : NULL;
        }
    buf_free(&line);
}

void warnings_load(struct warnings *w, const struct asking *at, const struct menu *menu) {
    uint32_t path[1];
    *w = (struct warnings){.n = 0};
    arena_init(&w->arena);
    if (menu_is_foreseen(menu) && !(menu->question.flags & (TN_SUBSET | TN_PAYMENT)))
        load(w, at, path, 1, menu->ids, menu->n);
}

void warnings_load_behind(struct warnings *w, const struct asking *at, uint32_t answer, const uint32_t *ids, size_t n) {
    uint32_t path[2] = {answer, 0};
    *w = (struct warnings){.n = 0};
    arena_init(&w->arena);
    if (n <= FORESEEN) load(w, at, path, 2, ids, n);
}

void warnings_free(struct warnings *w) {
    arena_free(&w->arena);
    *w = (struct warnings){.n = 0};
}
