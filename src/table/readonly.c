/* readonly.c: see readonly.h. */
#include "table/readonly.h"

#include "play/journal.h"
#include "play/spanned_text.h"
#include "show/moments.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is kept of it */
static bool add_line(struct readonly *r, struct match_line line) {
    line.text = text_keep(&r->arena, line.text);
    line.public_text = text_keep(&r->arena, line.public_text);
    line.n_parts = line.n_public_parts = 0; /* they speak of a description that there is not */
    return line.text.bytes && line.public_text.bytes && VEC_PUSH(&r->lines, line);
}

static bool add_told(struct readonly *r, const struct match *m) {
    bool fine = true;
    for (size_t i = 0; i < m->log.n && fine; i++)
        fine = add_line(r, m->log.data[i]);
    return fine;
}

/* The answers from that one on, as they were written. */
static bool add_recorded(struct readonly *r, const struct journal *j, size_t from) {
    bool fine = true;
    for (size_t i = from; i < j->answers.n && fine; i++) {
        const struct journal_entry *e = &j->answers.data[i];
        bool known = e->seat[0] >= 'A' && e->seat[0] < 'A' + MATCH_SEATS && !e->seat[1];
        unsigned seat = known ? (unsigned)(e->seat[0] - 'A') : MATCH_SEATS;
        const char *text = arena_printf(&r->arena, "%s: %s", e->seat, e->words);
        const char *hidden = arena_printf(&r->arena, "%s answers", e->seat);
        /* Both begin with the letter */
        tn_span who = {.at = 0, .length = 1, .kind = TN_SPAN_SEAT, .index = (uint16_t)seat};
        struct match_line line = {.seat = (uint8_t)seat,
                                  .text = {text, &who, known},
                                  .public_text = {r->over ? text : hidden, &who, known},
                                  .seen_by = r->over ? UINT32_MAX
                                             : known ? 1u << seat
                                                     : 0};
        fine = text && hidden && add_line(r, line);
    }
    return fine;
}

struct readonly *readonly_new(const struct table *t, const struct store_table *s, const struct journal *j,
                              const char *text, const char *reason) {
    struct readonly *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    arena_init(&r->arena);
    r->over = s->over;
    r->reason = arena_strdup(&r->arena, reason, strlen(reason));
    r->journal = arena_strdup(&r->arena, text, strlen(text));
    bool begun = t->match.state != NULL;
    if (r->reason && r->journal && (!begun || add_told(r, &t->match)) &&
        add_recorded(r, j, begun ? t->match.history.n : 0))
        return r;
    readonly_free(r);
    return NULL;
}

void readonly_free(struct readonly *r) {
    if (!r) return;
    VEC_FREE(&r->lines);
    arena_free(&r->arena);
    free(r);
}

/* ---- what guests are sent */
static void tell(struct table *t, const struct guest *g, struct outcome *o) {
    const struct readonly *r = t->readonly;
    struct buf out;
    struct json j;
    message_open(&j, &out, "readonly", NULL, 0);
    json_text(&j, "reason", r->reason);
    json_array(&j, "lines");
    for (size_t i = 0; i < r->lines.n; i++) {
        unsigned seat = g->seat >= 0 ? (unsigned)g->seat : TN_SPECTATOR;
        if (*match_line_text(&r->lines.data[i], seat).bytes) moment_put_line(&j, t->people.n, &r->lines.data[i], seat);
    }
    json_close(&j);
    json_close(&j);
    outcome_send(o, g->from, &out);
    buf_free(&out);
}

static void greet(struct table *t, struct guest *g, const struct value *message, struct outcome *o) {
    const char *text = value_text(value_get(message, "token"));
    const struct value *re = value_get(message, "re");
    bool short_enough = re && re->raw_size <= RE_MOST;
    g->seat = -1;
    g->host = false;
    if (text && token_fits(text, strlen(text))) {
        struct token_hash secret = token_hash(t->world, text);
        g->seat = people_seat_of(&t->people, &secret);
        g->host = token_same(&secret, &t->people.host);
    }
    g->greeted = true;
    t->seats_moved = true;
    tell_welcome(t, g, short_enough ? re->raw : NULL, short_enough ? re->raw_size : 0, o);
    tell(t, g, o);
}

void readonly_read(struct table *t, uint32_t from, const char *text, size_t n, struct outcome *o) {
    struct guest *g = table_guest(t, from);
    struct arena arena;
    const char *why = NULL;
    if (!g) return;
    arena_init(&arena);
    const struct value *message = value_parse(&arena, text, n, &why, NULL), *re = value_get(message, "re");
    const char *name = value_text(value_get(message, "t"));
    if (name && strcmp(name, "hello") == 0)
        greet(t, g, message, o);
    else if (re && re->raw_size <= RE_MOST)
        outcome_refuse(o, from, false, ERROR_readonly, t->readonly->reason, re->raw, re->raw_size);
    else
        outcome_refuse(o, from, false, ERROR_readonly, t->readonly->reason, NULL, 0);
    arena_free(&arena);
}
