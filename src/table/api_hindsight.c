/* api_hindsight.c: a game that is over, looked at again, for all who ask for it; see docs/protocol.md and analysts.h.
 *
 * Invariant: what is hidden in a game is told of it only where its record may be read. It is the same for all who are
 * there, in each one's language, is worked out once, and is kept as long as the table is in memory and not played on.
 */
#include "show/analysis_json.h"
#include "table/table.h"

#include <stdlib.h>

static const char *why_not(const struct table *t, enum error_code *code) {
    *code = ERROR_illegal;
    if (!table_is_over(t)) return "the game is not over";
    if (t->ended) return "all agreed to end the game before its rules did: nobody has won";
    if (match_status(&t->match) != TN_OVER) return "the rules stopped: nobody has won";
    *code = ERROR_not_yours;
    return table_why_secret(t);
}

/* How far it is, or all of it in the guest's language; the caller sends it. */
static void put(struct table *t, const struct guest *g, const char *re, size_t n, struct outcome *o, struct buf *out) {
    struct json j;
    message_open(&j, out, "hindsight", re, n);
    if (t->hindsight.known) {
        match_listen(&t->match, g->voice);
        if (!analysis_put_json(&j, t->hindsight.known, t->match.game, t->match.ctx)) o->out_of_memory = true;
        match_listen(&t->match, 0);
    } else {
        json_unsigned(&j, "done", t->hindsight.done);
        json_unsigned(&j, "of", t->hindsight.all);
    }
    json_close(&j);
}

void hindsight_ask(struct table *t, struct guest *g, const char *re, size_t n, struct outcome *o) {
    enum error_code code;
    struct buf out;
    const char *why = why_not(t, &code);
    if (why) {
        world_count(t->world, COUNT_REFUSED, 1);
        outcome_refuse(o, g->from, false, code, why, re, n);
        return;
    }
    if (!t->hindsight.known) {
        g->waits = true;
        if (!t->hindsight.open) {
            t->hindsight.done = t->hindsight.all = 0;
            o->hindsight = HINDSIGHT_BEGIN;
        }
        t->hindsight.open = true;
    }
    put(t, g, re, n, o, &out);
    outcome_answer(o, g->from, &out, re, n);
    buf_free(&out);
}

static void tell(struct table *t, const struct guest *g, struct outcome *o) {
    struct buf out;
    put(t, g, NULL, 0, o, &out);
    outcome_send(o, g->from, &out);
    buf_free(&out);
}

static void forget(struct table *t) {
    if (t->hindsight.known) analyse_free(t->hindsight.known);
    free(t->hindsight.known);
    t->hindsight.known = NULL;
}

void hindsight_hear(struct table *t, struct mail *m, struct outcome *o) {
    if (!t->hindsight.open || m->revision != t->revision) return;
    bool failed = !m->all;
    enum error_code code;
    const char *why = why_not(t, &code); /* the same game may be played again by now */
    t->hindsight.done = m->done, t->hindsight.all = m->all;
    t->hindsight.open = !m->analysis && !failed;
    if (m->analysis) {
        forget(t);
        t->hindsight.known = m->analysis;
        m->analysis = NULL;
    }
    if (failed && !why) code = ERROR_too_often, why = "too many games are being looked at: try again in a while";
    for (size_t i = 0; i < t->guests.n; i++) {
        struct guest *g = &t->guests.data[i];
        if (!g->waits) continue;
        g->waits = t->hindsight.open && !why;
        if (why)
            outcome_refuse(o, g->from, false, code, why, NULL, 0);
        else
            tell(t, g, o);
    }
}

void hindsight_drop(struct table *t, struct outcome *o) {
    if (t->hindsight.open) o->hindsight = HINDSIGHT_CANCEL;
    t->hindsight.open = false;
    for (size_t i = 0; i < t->guests.n; i++)
        t->guests.data[i].waits = false;
    forget(t);
}

void hindsight_finish(struct table *t, struct outcome *o) {
    bool waits = false;
    for (size_t i = 0; i < t->guests.n; i++)
        waits |= t->guests.data[i].waits;
    if (!t->hindsight.open || waits) return;
    t->hindsight.open = false;
    o->hindsight = HINDSIGHT_CANCEL;
}

void hindsight_free(struct table *t) {
    forget(t);
}
