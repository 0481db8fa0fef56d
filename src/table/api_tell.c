/* api_tell.c: what guests are sent of a table: who is there, what was said, what they see; see docs/protocol.md.
 *
 * Invariant: a guest is sent its seat's lines and its seat's view and nothing else. Guests of one seat, and all who
 * look on, get the same bytes in one language.
 */
#include "table/table.h"

#include "show/moments.h"
#include "show/view_json.h"
#include "table/table_clock.h"

#include <string.h>

static unsigned looks_as(const struct guest *g) {
    return g->seat >= 0 ? (unsigned)g->seat : TN_SPECTATOR;
}

void tell_table(struct table *t, struct outcome *o) {
    struct buf out;
    struct json j;
    message_open(&j, &out, "table", NULL, 0);
    table_put_info(t, &j, "table");
    json_close(&j);
    struct bytes *bytes = out.failed ? NULL : bytes_new(out.data, out.n);
    for (size_t i = 0; i < t->guests.n; i++)
        if (t->guests.data[i].greeted) outcome_share(o, t->guests.data[i].from, bytes);
    bytes_drop(bytes);
    buf_free(&out);
}

void tell_undo(struct table *t, struct outcome *o, uint32_t to) {
    struct buf out;
    struct json j;
    message_open(&j, &out, "undo", NULL, 0);
    json_unsigned(&j, "by", t->undo.by);
    if (t->undo.open)
        json_unsigned(&j, "to", t->undo.to);
    else
        json_text(&j, "to", NULL);
    table_put_seats(&j, "waiting", t->undo.open ? t->undo.waiting : 0);
    json_close(&j);
    for (size_t i = 0; i < t->guests.n; i++)
        if (t->guests.data[i].greeted && (!to || to == t->guests.data[i].from))
            outcome_send(o, t->guests.data[i].from, &out);
    buf_free(&out);
}

/* The lines from that one on, as a guest hears them. */
static struct bytes *write_log(struct table *t, const struct guest *g, size_t from) {
    struct buf out;
    struct json j;
    const struct match_line *told = match_log(&t->match, g->voice);
    message_open(&j, &out, "log", NULL, 0);
    json_unsigned(&j, "from", from);
    json_array(&j, "lines");
    for (size_t i = from; i < t->match.log.n; i++)
        moment_put_line(&j, t->match.seats, &told[i], looks_as(g));
    json_close(&j);
    json_close(&j);
    struct bytes *bytes = out.failed ? NULL : bytes_new(out.data, out.n);
    buf_free(&out);
    return bytes;
}

/* Lines from the one on that this guest has not heard; after an undo, where they end now. */
static void tell_log(struct table *t, struct guest *g, struct outcome *o) {
    size_t from = g->heard < t->match.log.n ? g->heard : t->match.log.n;
    if (g->heard == t->match.log.n) return;
    struct bytes *bytes = write_log(t, g, from);
    outcome_share(o, g->from, bytes);
    bytes_drop(bytes);
    g->heard = t->match.log.n;
}

/* passing: another answer follows at once. */
static struct bytes *write_view(struct table *t, unsigned seat, unsigned voice, bool passing, struct outcome *o) {
    match_listen(&t->match, voice);
    struct asking at = match_asking(&t->match, seat);
    struct buf out;
    struct json j;
    size_t to;
    uint32_t waiting = 0;
    enum undo undo = seat < t->match.seats ? table_undo_to(t, seat, &to, &waiting) : UNDO_NONE;
    message_open(&j, &out, passing ? "passing" : "view", NULL, 0);
    json_unsigned(&j, "n", t->revision);
    enum view_sort sort = t->ended ? VIEW_ENDED : passing ? VIEW_PASSING : VIEW_ASKED;
    if (!view_put(&j, &at, sort)) o->out_of_memory = true;
    moment_put_by(&j, &t->match, t->match.history.n, seat);
    json_text(&j, "undo", undo == UNDO_FREE ? "free" : waiting ? "consent" : NULL);
    moments_put_forced(&j, &t->match, seat);
    clock_put(t, &j);
    json_close(&j);
    match_listen(&t->match, 0);
    struct bytes *bytes = out.failed ? NULL : bytes_new(out.data, out.n);
    buf_free(&out);
    return bytes;
}

static void tell_all(struct table *t, bool passing, struct outcome *o) {
    struct bytes *views[PLAYED_VOICES + 1][MATCH_SEATS + 1] = {{0}};
    for (size_t i = 0; i < t->guests.n; i++) {
        struct guest *g = &t->guests.data[i];
        unsigned place = g->seat >= 0 ? (unsigned)g->seat : MATCH_SEATS;
        if (!g->greeted) continue;
        tell_log(t, g, o);
        struct bytes **view = &views[g->voice][place];
        if (!*view) *view = write_view(t, looks_as(g), g->voice, passing, o);
        outcome_share(o, g->from, *view);
    }
    for (size_t voice = 0; voice <= PLAYED_VOICES; voice++)
        for (size_t i = 0; i <= MATCH_SEATS; i++)
            bytes_drop(views[voice][i]);
    t->unseen = false;
}

void tell_views(struct table *t, struct outcome *o) {
    tell_all(t, false, o);
}

void tell_passing(struct table *t, struct outcome *o) {
    if (t->unseen) tell_all(t, true, o);
}

/* The same for all who come, until something happens. */
void tell_position(struct table *t, struct guest *g, struct outcome *o) {
    struct reply_key log = {REPLY_LOG, looks_as(g), g->voice, 0}, view = {REPLY_VIEW, looks_as(g), g->voice, 0};
    struct reply_cache *replies = table_replies(t);
    struct bytes *known = t->match.log.n > 0 ? reply_cache_find(replies, log) : NULL;
    struct bytes *lines = known || t->match.log.n == 0 ? NULL : write_log(t, g, 0);
    reply_cache_keep(replies, log, lines);
    if (t->match.log.n > 0) outcome_share(o, g->from, known ? known : lines);
    bytes_drop(lines);
    g->heard = t->match.log.n;
    known = clock_is_set(t) ? NULL : reply_cache_find(replies, view); /* it says how late it is */
    struct bytes *seen = known ? NULL : write_view(t, looks_as(g), g->voice, false, o);
    reply_cache_keep(replies, view, seen);
    outcome_share(o, g->from, known ? known : seen);
    bytes_drop(seen);
}

void tell_welcome(struct table *t, struct guest *g, const char *re, size_t n, struct outcome *o) {
    struct buf out;
    struct json j;
    message_open(&j, &out, "welcome", re, n);
    if (g->seat >= 0)
        json_integer(&j, "seat", g->seat);
    else
        json_text(&j, "seat", NULL);
    json_bool(&j, "host", g->host);
    if (t->readonly)
        json_text(&j, "game", NULL);
    else
        json_hash(&j, "game", tn_game_hash(t->match.game));
    table_put_info(t, &j, "table");
    json_close(&j);
    outcome_answer(o, g->from, &out, re, n);
    buf_free(&out);
}
