/* command_signs.c: what the signs mean that stand for things, and which are shown; see session.h. */
#include "term/draw.h"
#include "term/session.h"
#include "term/signs.h"

#include <string.h>

/* A sign, and what it means once; in columns. */
struct glossary {
    const struct session *s;
    struct buf *out;
    int used, wide;
};

static const char *last_line(const struct buf *out) {
    size_t at = out->n;
    while (at > 0 && out->data[at - 1] != '\n')
        at--;
    return out->data + at;
}

static void put_entry(struct glossary *g, const char *sign, const char *kind, const char *name) {
    struct buf entry;
    buf_init(&entry);
    buf_printf(&entry, "%s ", sign);
    text_pad(&entry, text_columns(sign), 2);
    words_put_name(name, &entry);
    if (*kind) buf_printf(&entry, " (%s)", kind);
    int wide = g->wide;
    while (wide <= text_columns(entry.data)) /* a long one takes two columns */
        wide += g->wide;
    if (g->used > 0 && g->used + wide > g->s->look.width) {
        buf_putc(g->out, '\n');
        g->used = 0;
    }
    text_pad(g->out, g->used > 0 ? text_painted_columns(last_line(g->out)) : 0, g->used + 2);
    buf_puts(g->out, entry.data);
    g->used += wide;
    buf_free(&entry);
}

static void put_members(struct glossary *g, const tn_game *game) {
    for (size_t i = 0; i < tn_game_member_count(game); i++) {
        tn_member member;
        tn_game_member(game, i, &member);
        const char *sign = member.look.hidden ? NULL : sign_of_look(&g->s->look, &member.look);
        if (sign) put_entry(g, sign, tn_sort_name(member.sort), member.name);
    }
}

static void put_tracks_and_kinds(struct glossary *g, const tn_game *game) {
    for (size_t i = 0; i < tn_game_track_count(game); i++) {
        tn_track track;
        tn_game_track(game, i, &track);
        const char *sign = track.look.hidden ? NULL : sign_of_look(&g->s->look, &track.look);
        if (sign) put_entry(g, sign, "track", track.title && *track.title ? track.title : track.name);
    }
    for (size_t i = 0; i < tn_game_kind_count(game); i++) {
        tn_kind kind;
        tn_game_kind(game, i, &kind);
        const char *sign = kind.of_spaces && !kind.look.hidden ? sign_of_look(&g->s->look, &kind.look) : NULL;
        if (sign) put_entry(g, sign, "space", kind.title && *kind.title ? kind.title : kind.name);
    }
}

/* What stands in square brackets is that of which there is so much each time some rule adds it. */
static void put_frames(struct glossary *g, const tn_game *game) {
    for (size_t v = 0; v < tn_game_var_count(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        if (var.role == TN_VAR_RATE && !var.look.hidden) put_entry(g, "[ ]", "", var.title);
    }
}

void command_signs(struct session *s, const char *rest, struct buf *out) {
    const tn_game *game = s->match->game;
    struct glossary g = {.s = s, .out = out, .wide = 26};
    if (strcmp(rest, "letters") == 0) s->look.pictures = false;
    if (strcmp(rest, "pictures") == 0 && s->look.unicode) s->look.pictures = true;
    if (*rest) {
        s->drawn = false;
        s->redraw = true;
        return;
    }
    put_members(&g, game);
    put_tracks_and_kinds(&g, game);
    put_frames(&g, game);
    if (g.used == 0) {
        buf_puts(out, "  this game has no signs: everything goes by its name\n");
        return;
    }
    buf_printf(out, "\n  2c/3d: 2 c for every 3 d    a %s b: b for a    a / b: a or b    pt: point\n",
               s->look.unicode ? "\u2192" : "->");
}
