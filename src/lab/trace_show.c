/* trace_show.c: a trace as JSON and for people, see trace.h. */
#include "lab/trace.h"

#include "play/menu.h"

#include <stdlib.h>
#include <string.h>

static const struct trace_node *node_at(const struct trace *t, int i) {
    return &t->nodes.data[i];
}

static bool is_value(const struct trace_node *n) {
    return n->kind == TRACE_RULE && n->gives && !n->happened;
}

static bool shown(const struct trace *t, int i) {
    const struct trace_node *n = node_at(t, i);
    if (n->dropped) return false;
    if (n->happened || (n->reacts && n->gives && n->value)) return true;
    for (int k = n->first; k >= 0; k = node_at(t, k)->next)
        if (shown(t, k)) return true;
    return false;
}

/* The same value, read once more by the same statement. */
static bool again(const struct trace *t, int before, int i) {
    const struct trace_node *a = before < 0 ? NULL : node_at(t, before), *b = node_at(t, i);
    return a && is_value(a) && is_value(b) && a->value == b->value && a->seat == b->seat && a->card == b->card &&
           !strcmp(a->name, b->name) && a->at.line == b->at.line && a->at.column == b->at.column;
}

/* ---- JSON */
static void put_place(struct json *j, const char *key, const tn_statement *at) {
    if (!at->line) return;
    json_object(j, key);
    json_text(j, "file", at->file);
    json_unsigned(j, "line", at->line);
    json_unsigned(j, "column", at->column);
    json_unsigned(j, "length", at->length);
    json_close(j);
}

static const char *const change_kinds[] = {
    [TN_CHANGE_VAR] = "number",      [TN_CHANGE_TRACK] = "track",     [TN_CHANGE_MOVE] = "move",
    [TN_CHANGE_SHUFFLE] = "shuffle", [TN_CHANGE_KNOWN] = "known",     [TN_CHANGE_PERIOD] = "period",
    [TN_CHANGE_PHASE] = "phase",     [TN_CHANGE_PLAYERS] = "players", [TN_CHANGE_END] = "end",
    [TN_CHANGE_LAPS] = "laps",       [TN_CHANGE_LASTING] = "lasting"};

static void put_change(struct json *j, const struct trace *t, const tn_traced_change *c) {
    json_text(j, "change", change_kinds[c->kind]);
    if (*c->name) json_text(j, "name", c->name);
    if (c->seat >= 0) json_text(j, "of", tn_game_seat_name(t->game, (unsigned)c->seat));
    json_text(j, "what", c->what);
    json_text(j, "was", c->was);
    json_text(j, "is", c->is);
}

static void put_card(struct json *j, const struct trace *t, int card) {
    if (card < 0 || (size_t)card >= tn_game_card_count(t->game)) return;
    tn_card c;
    tn_game_card(t->game, (size_t)card, &c);
    json_object(j, "card");
    json_integer(j, "card", card);
    json_text(j, "name", c.name);
    json_text(j, "kind", c.kind);
    json_close(j);
}

static void put_rule(struct json *j, const struct trace *t, const struct trace_node *n) {
    json_text(j, "rule", n->name);
    if (n->seat >= 0) json_text(j, "seat", tn_game_seat_name(t->game, (unsigned)n->seat));
    if (n->reacts) json_bool(j, "reacts", true);
    if (n->goes_on) json_bool(j, "goes_on", true);
    if (n->gives) json_integer(j, "gives", n->value);
    put_card(j, t, n->card);
    tn_statement written = {n->file, n->line, 1, 0};
    put_place(j, "written", &written);
}

static void put_nodes(struct json *j, const struct trace *t, int first);

static void put_node(struct json *j, const struct trace *t, const struct trace_node *n) {
    json_object(j, NULL);
    switch (n->kind) {
    case TRACE_ANSWER:
        json_text(j, "answer", n->text);
        json_text(j, "seat", tn_game_seat_name(t->game, (unsigned)n->seat));
        if (n->forced) json_bool(j, "forced", true);
        break;
    case TRACE_RULE: put_rule(j, t, n); break;
    case TRACE_CHANGE: put_change(j, t, &n->change); break;
    default: json_text(j, "failed", n->text);
    }
    put_place(j, "at", &n->at);
    if (n->first >= 0 && j->depth + 4 < JSON_DEPTH) {
        json_array(j, "parts");
        put_nodes(j, t, n->first);
        json_close(j);
    }
    json_close(j);
}

static void put_nodes(struct json *j, const struct trace *t, int first) {
    int before = -1;
    for (int i = first; i >= 0; i = node_at(t, i)->next) {
        if (!shown(t, i) || again(t, before, i)) continue;
        put_node(j, t, node_at(t, i));
        before = i;
    }
}

static void put_position(struct json *j, const struct trace *t, const char *key, const tn_state *s) {
    size_t n = tn_state_json(t->ctx, s, TN_EVERYTHING, NULL, 0);
    char *text = malloc(n + 1);
    if (text) tn_state_json(t->ctx, s, TN_EVERYTHING, text, n + 1);
    if (text)
        json_raw(j, key, text, n);
    else
        j->out->failed = true;
    free(text);
}

/* Who is asked what behind it. */
static void put_asked(struct json *j, const struct trace *t) {
    json_array(j, "asked");
    for (unsigned seat = 0; seat < tn_game_seat_count(t->game); seat++) {
        struct asking at = {t->game, t->ctx, t->after, seat};
        struct menu menu;
        menu_init(&menu);
        if (menu_load(&menu, &at)) {
            json_object(j, NULL);
            json_text(j, "seat", tn_game_seat_name(t->game, seat));
            json_text(j, "question", menu.prompt);
            json_array(j, "answers");
            for (uint32_t i = 0; i < menu.n; i++)
                json_text(j, NULL, menu.texts[i]);
            json_close(j), json_close(j);
        }
        menu_free(&menu);
    }
    json_close(j);
}

void trace_put_json(const struct trace *t, struct json *j) {
    int before = -1;
    put_position(j, t, "before", t->before);
    json_array(j, "tree");
    for (size_t i = 0; i < t->roots.n; i++) {
        int root = t->roots.data[i];
        if (!shown(t, root) || again(t, before, root)) continue;
        put_node(j, t, node_at(t, root));
        before = root;
    }
    json_close(j);
    json_array(j, "differences");
    for (size_t i = 0; i < t->net.n; i++) {
        json_object(j, NULL);
        put_change(j, t, &t->net.data[i]);
        json_close(j);
    }
    json_close(j);
    put_position(j, t, "after", t->after);
    put_asked(j, t);
}

/* ---- for people */
enum { QUOTED = 60 };

static void quote(const tn_source *source, const tn_statement *at, struct buf *out) {
    for (size_t i = 0; source && i < tn_source_file_count(source); i++) {
        tn_file file;
        tn_source_file(source, i, &file);
        if (strcmp(file.path, at->file) != 0) continue;
        const char *text = file.text, *end = text + file.size;
        for (unsigned line = 1; line < at->line && text; line++)
            if ((text = memchr(text, '\n', (size_t)(end - text)))) text++;
        if (!text || (size_t)(end - text) < at->column) return;
        text += at->column - 1;
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t n = (size_t)((stop ? stop : end) - text);
        if (n > at->length) n = at->length;
        for (const char *remark = memchr(text, '#', n); remark; remark = NULL)
            if (remark[-1] == ' ') n = (size_t)(remark - text);
        while (n && text[n - 1] == ' ')
            n--;
        for (; n && *text == ' '; text++)
            n--;
        bool cut = n > QUOTED;
        for (n = cut ? QUOTED : n; cut && ((unsigned char)text[n] & 0xc0) == 0x80;) /* not within a letter */
            n--;
        buf_printf(out, "  %.*s%s", (int)n, text, cut ? "..." : "");
        return;
    }
}

static void end_line(const tn_source *source, const tn_statement *at, struct buf *out, size_t begin) {
    enum { COLUMN = 56 };
    size_t width = 0;
    for (size_t i = begin; i < out->n; i++)
        width += ((unsigned char)out->data[i] & 0xc0) != 0x80;
    if (at->line) {
        buf_fill(out, ' ', width < COLUMN ? COLUMN - width : 2);
        const char *slash = strrchr(at->file, '/');
        buf_printf(out, "%s:%u", slash ? slash + 1 : at->file, at->line);
        quote(source, at, out);
    }
    buf_putc(out, '\n');
}

static void change_text(const tn_traced_change *c, struct buf *out) {
    bool number = c->kind == TN_CHANGE_VAR || c->kind == TN_CHANGE_TRACK;
    const char *nowhere = "out of the game", *was = c->was, *is = c->is;
    switch (c->kind) {
    case TN_CHANGE_SHUFFLE: buf_printf(out, "%s is shuffled", c->what); return;
    case TN_CHANGE_KNOWN: buf_printf(out, "%s is known to %s", c->what, c->is); return;
    case TN_CHANGE_PERIOD: buf_printf(out, "%s %s begins", c->what, c->is); return;
    case TN_CHANGE_PHASE: buf_printf(out, "phase: %s", *c->is ? c->is : "none"); return;
    case TN_CHANGE_PLAYERS: buf_printf(out, "in the game: %s", *c->is ? c->is : "nobody"); return;
    case TN_CHANGE_END: buf_printf(out, "the game is over%s%s", *c->is ? ": " : "", c->is); return;
    case TN_CHANGE_LASTING: buf_printf(out, "%s %s", c->what, strcmp(c->is, "0") ? "begins" : "ends"); return;
    case TN_CHANGE_MOVE: was = *was ? was : nowhere, is = *is ? is : nowhere; break;
    default: break;
    }
    buf_printf(out, "%s%s %s -> %s", c->what, c->kind == TN_CHANGE_MOVE ? ":" : "", *was ? was : "nothing",
               *is ? is : "nothing");
    char *end = NULL;
    long from = strtol(c->was, &end, 10);
    if (!number || end == c->was || *end) return;
    long to = strtol(c->is, &end, 10);
    if (end != c->is && !*end) buf_printf(out, " (%+ld)", to - from);
}

static void text_nodes(const struct trace *t, const tn_source *source, int first, unsigned indent, struct buf *out);

static void text_node(const struct trace *t, const tn_source *source, int i, unsigned indent, struct buf *out) {
    const struct trace_node *n = node_at(t, i);
    size_t begin = out->n;
    tn_statement at = n->at;
    buf_fill(out, ' ', indent * 2u);
    switch (n->kind) {
    case TRACE_ANSWER:
        buf_printf(out, "%s answers: %s%s", tn_game_seat_name(t->game, (unsigned)n->seat), n->text,
                   n->forced ? " (the only answer)" : "");
        break;
    case TRACE_RULE:
        buf_puts(out, n->name);
        if (n->reacts && n->gives && !n->happened)
            buf_printf(out, " adjusts by %+d", (int)n->value);
        else if (is_value(n))
            buf_printf(out, " is %d", (int)n->value);
        else if (n->reacts && n->card >= 0)
            buf_puts(out, " reacts");
        if (n->goes_on) buf_puts(out, ", which goes on");
        if (n->reacts && n->line) at = (tn_statement){n->file, n->line, 1, UINT16_MAX};
        break;
    case TRACE_CHANGE: change_text(&n->change, out); break;
    default: buf_printf(out, "cannot be carried out: %s", n->text);
    }
    end_line(source, &at, out, begin);
    text_nodes(t, source, n->first, indent + 1, out);
}

static void text_nodes(const struct trace *t, const tn_source *source, int first, unsigned indent, struct buf *out) {
    int before = -1;
    for (int i = first; i >= 0; i = node_at(t, i)->next) {
        if (!shown(t, i) || again(t, before, i)) continue;
        text_node(t, source, i, indent, out);
        before = i;
    }
}

static void text_asked(const struct trace *t, struct buf *out) {
    for (unsigned seat = 0; seat < tn_game_seat_count(t->game); seat++) {
        struct asking at = {t->game, t->ctx, t->after, seat};
        struct menu menu;
        menu_init(&menu);
        if (menu_load(&menu, &at)) {
            buf_printf(out, "%s is asked: %s", tn_game_seat_name(t->game, seat), menu.prompt);
            for (uint32_t i = 0; i < menu.n && i < 12; i++)
                buf_printf(out, "%s%s", i ? ", " : " (", menu.texts[i]);
            buf_puts(out, menu.n > 12 ? ", ...)\n" : ")\n");
        }
        menu_free(&menu);
    }
}

void trace_put_text(const struct trace *t, const tn_source *source, struct buf *out) {
    for (size_t i = 0; i < t->roots.n; i++)
        if (shown(t, t->roots.data[i]) && !again(t, i ? t->roots.data[i - 1] : -1, t->roots.data[i]))
            text_node(t, source, t->roots.data[i], 0, out);
    if (t->net.n) buf_puts(out, "\nDifferent now:\n");
    for (size_t i = 0; i < t->net.n; i++) {
        buf_puts(out, "  ");
        change_text(&t->net.data[i], out);
        buf_putc(out, '\n');
    }
    if (t->roots.n) buf_putc(out, '\n');
    text_asked(t, out);
}
