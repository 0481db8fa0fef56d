/* warn.c: see warn.h. */
#include "show/warn.h"

#include <string.h>

enum { FORESEEN = 120, WASTES = 8 };

bool menu_is_foreseen(const struct menu *menu) {
    return menu->n <= FORESEEN && menu->question.kind != TN_NUMBER;
}

/* The member an entry of a variable is about; -1: none. */
static int member_of(const tn_game *game, const tn_var *var, size_t v, int index) {
    for (size_t i = 0; var->index_sort >= 0 && i < tn_game_member_count(game); i++) {
        tn_member member;
        tn_game_member(game, i, &member);
        bool sort = var->index_sort == (int)member.sort;
        if (sort && strcmp(member.name, tn_var_index(game, v, index)) == 0) return (int)i;
    }
    return -1;
}

/* What players own goes by its own name. */
static bool is_stock(const tn_var *var) {
    return var->role == TN_VAR_STOCK;
}

void change_put_name(const tn_game *game, const tn_change *change, struct spanned *out) {
    tn_var var;
    tn_member member;
    tn_game_var(game, change->var, &var);
    int which = member_of(game, &var, change->var, change->index);
    bool indexed = var.index_sort >= 0;
    if (!is_stock(&var) || !indexed) spanned_name(out, var.title);
    if (!is_stock(&var) && indexed) spanned_puts(out, " ");
    if (which >= 0) {
        tn_game_member(game, (size_t)which, &member);
        spanned_name(out, change->by > 1 || change->by < -1 ? member.many : member.name);
    } else if (indexed) {
        spanned_puts(out, tn_var_index(game, change->var, change->index));
    }
}

void change_put_amount(const tn_game *game, const tn_change *change, struct spanned *out) {
    tn_var var;
    int amount = change->by < 0 ? -(int)change->by : (int)change->by;
    tn_game_var(game, change->var, &var);
    int which = member_of(game, &var, change->var, change->index);
    if (is_stock(&var) && which >= 0) {
        spanned_amount(out, game, (size_t)which, amount);
        return;
    }
    spanned_number(out, amount);
    spanned_puts(out, " ");
    change_put_name(game, change, out);
}

/* Whether it is a loss that people are shown. */
static bool is_loss(const tn_game *game, const tn_waste *waste) {
    tn_var var;
    if (waste->track >= 0) return false;
    tn_game_var(game, waste->lost.var, &var);
    return !var.look.hidden;
}

/* The losses as one line. */
static void put_losses(const tn_game *game, const tn_waste *wastes, size_t n, size_t lost, struct spanned *out) {
    struct spanned list;
    spanned_init(&list);
    for (size_t i = 0, said = 0; i < n; i++) {
        if (!is_loss(game, &wastes[i])) continue;
        if (said > 0) spanned_between(&list, game, said + 1 == lost);
        change_put_amount(game, &wastes[i].lost, &list);
        said++;
    }
    spanned_phrase(out, game, "you lose {1} for nothing", spanned_text(&list), text_plain(""));
    if (list.failed) out->failed = true;
    spanned_free(&list);
}

static void keep_line(struct warnings *w, struct spanned *line, tn_text *lines, size_t *n) {
    if (line->failed) w->arena.failed = true;
    lines[*n] = text_keep(&w->arena, spanned_text(line));
    *n += lines[*n].bytes != NULL;
    spanned_clear(line);
}

/* The lines about one answer: tracks, then losses where they are told. Returns whether there were losses. */
static bool keep_wastes(struct warnings *w, const tn_game *game, const tn_waste *wastes, size_t n, bool losses,
                        struct warning *out) {
    size_t lost = 0, said = 0;
    tn_text *lines = ARENA_ARRAY(&w->arena, tn_text, n + 1);
    struct spanned line;
    spanned_init(&line);
    for (size_t i = 0; i < n && lines; i++) {
        tn_track track;
        lost += is_loss(game, &wastes[i]);
        if (wastes[i].track < 0) continue;
        tn_game_track(game, (size_t)wastes[i].track, &track);
        spanned_phrase(&line, game, "{1} is at its end", text_plain(track.title ? track.title : track.name),
                       text_plain(""));
        keep_line(w, &line, lines, &said);
    }
    if (lost && losses) {
        put_losses(game, wastes, n, lost, &line);
        keep_line(w, &line, lines, &said);
    }
    spanned_free(&line);
    *out = (struct warning){lines, said};
    return lost > 0;
}

/* All answers `ids`, behind `path` of which the last entry is free for them. */
static void load(struct warnings *w, const struct asking *at, uint32_t *path, size_t length, const uint32_t *ids,
                 size_t n) {
    w->of = ARENA_ARRAY(&w->arena, struct warning, n + 1);
    w->n = w->of ? (uint32_t)n : 0;
    bool all_lose = true;
    for (int pass = 0; pass < 2; pass++) /* whether all lose is known when all were looked at */
        for (uint32_t i = 0; i < w->n; i++) {
            tn_waste wastes[WASTES];
            if (pass == 1 && !w->of[i].n) continue;
            path[length - 1] = ids[i];
            size_t found = tn_ahead_waste(at->ctx, at->state, at->seat, path, length, wastes, WASTES);
            bool loses = keep_wastes(w, at->game, wastes, found, !all_lose || pass == 0, &w->of[i]);
            if (pass == 0) all_lose = all_lose && loses;
        }
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
