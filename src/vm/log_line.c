/* log_line.c: the log in lines: what somebody does, and what it costs and brings, is one of them.
 *
 * A line has a head ("A plays Sail") and what changes because of it ("-3 coins, wind +2 (now 4)"). It is gathered
 * while rules run and told when the next begins: when something else is done, somebody else's numbers change,
 * another phase has begun, or the run ends. An answer may stand aside: it is told only where nothing else is that
 * comes of it. What not everybody may know is never gathered, but told by itself (log.c).
 *
 * Invariant: no line is open between two calls of the machine.
 */
#include "code/engine_phrases.h"
#include "vm/vm.h"

#include <string.h>

struct voice voice_of(const struct machine *m, unsigned number) {
    return (struct voice){number ? m->log.also[number - 1] : m->p, number};
}

struct text *told_init(struct told *t) {
    text_init_spans(&t->text, t->room, sizeof t->room, &t->spans);
    return &t->text;
}

void told_put(struct text *t, const struct told *more) {
    text_add(t, more->room, &more->spans);
}

struct log_event told_event(struct voice v, unsigned seat, uint32_t seen_by, const struct told *text,
                            const struct told *public_text) {
    return (struct log_event){.seat = (uint8_t)seat,
                              .voice = (uint8_t)v.number,
                              .seen_by = seen_by,
                              .text = text->room,
                              .public_text = public_text->room,
                              .spans = &text->spans,
                              .public_spans = &public_text->spans,
                              .round = NONE};
}

/* ---- what changed, in words */
static void put_item(struct text *t, const struct program *p, const struct line_item *item) {
    if (item->amount) {
        render_gain(t, p, (uint32_t)p->stock_enum, item->index, item->by);
        return;
    }
    struct render render = {.program = p};
    struct saying s = phrase_begin(p, PHRASE_changes);
    for (int hole; (hole = phrase_next(&s, t)) != 0;) {
        if (hole == 1 && item->track != NONE) render_track(t, p, TRACK_VALUE(item->track, NONE));
        if (hole == 1 && item->track == NONE) render_entry(t, &render, item->var, item->owner, item->index);
        if (hole == 2) text_change(t, item->by);
        if (hole == 3) text_number(t, item->is);
    }
}

static void put_items(struct text *t, const struct program *p, const struct line *l) {
    for (unsigned i = 0; i < l->n; i++) {
        put_item(t, p, &l->items[i]);
        render_between(t, p, i, l->n, PHRASE_comma);
    }
}

/* "A gains 2 wood and 1 clay": only gains of one player, or only losses. */
static bool all_alike(const struct line *l) {
    for (unsigned i = 0; i < l->n; i++)
        if (!l->items[i].amount || (l->items[i].by < 0) != (l->items[0].by < 0)) return false;
    return l->n > 0;
}

static void put_gains(struct text *t, const struct program *p, const struct line *l) {
    struct saying s = phrase_begin(p, l->items[0].by < 0 ? PHRASE_loses : PHRASE_gains);
    for (int hole; (hole = phrase_next(&s, t)) != 0;) {
        if (hole == 1) render_player(t, p, l->seat);
        for (unsigned i = 0; hole == 2 && i < l->n; i++) {
            int64_t by = l->items[i].by;
            render_units(t, p, (uint32_t)p->stock_enum, l->items[i].index, by < 0 ? -by : by);
            render_between(t, p, i, l->n, PHRASE_and);
        }
    }
}

static bool of_a_player(const struct line *l) {
    for (unsigned i = 0; i < l->n; i++)
        if (l->items[i].owned) return true;
    return false;
}

static void put_line(struct text *t, const struct program *p, const struct line *l, const struct told *head) {
    bool headless = !head || !*head->room;
    if (headless && all_alike(l)) {
        put_gains(t, p, l);
    } else if (!l->n) {
        if (head) told_put(t, head);
    } else if (headless && !of_a_player(l)) {
        put_items(t, p, l);
    } else {
        struct saying s = phrase_begin(p, PHRASE_with);
        for (int hole; (hole = phrase_next(&s, t)) != 0;)
            if (hole == 2)
                put_items(t, p, l);
            else if (headless)
                render_player(t, p, l->seat);
            else
                told_put(t, head);
    }
}

/* ---- telling it */
/* What a player takes from the table or puts back is told once: as what happens to the player. */
static void drop_counterparts(const struct program *p, struct line *l) {
    unsigned kept = 0;
    for (unsigned i = 0; i < l->n; i++) {
        const struct line_item *table = &l->items[i];
        bool drop = false;
        for (unsigned j = 0; table->common && j < l->n; j++) {
            const struct line_item *own = &l->items[j];
            drop = drop || (own->owned && own->by == -table->by && own->index == table->index &&
                            p->vars[own->var].index_enum == p->vars[table->var].index_enum);
        }
        if (!drop) l->items[kept++] = *table;
    }
    l->n = (uint8_t)kept;
}

static void tell(struct machine *m, const struct line *l) {
    for (unsigned i = 0; i <= m->log.n_also; i++) {
        struct voice v = voice_of(m, i);
        bool alone = l->head == LINE_HEADLESS || (l->head == LINE_ASIDE && l->n);
        bool open = alone || l->seers == all_seats(m->p);
        struct told text, hidden;
        put_line(told_init(&text), v.p, l, alone ? NULL : &l->text[i]);
        struct text *others = told_init(&hidden);
        if (!open) put_line(others, v.p, l, &l->hidden[i]);
        struct log_event e = told_event(v, l->seat, open ? all_seats(m->p) : l->seers, &text, open ? &text : &hidden);
        e.parts = e.public_parts = l->parts;
        e.n_parts = e.n_public_parts = l->n_parts;
        e.round = (int32_t)l->round;
        if (*e.text || *e.public_text) m->log.sink(m->log.sink_user, &e);
    }
}

void line_end(struct machine *m) {
    struct line *l = &m->log.line;
    m->log.n_told = 0;
    if (!l->open) return;
    l->open = false;
    if (!m->log.sink) return;
    part_take_puts(m);
    drop_counterparts(m->p, l);
    part_drop_untold(l);
    bool silent = l->silent && l->head != LINE_TOLD;
    if (l->n || (l->head != LINE_HEADLESS && !silent)) tell(m, l);
}

/* Where the same player is asked on in the same phase, an answer that stands aside was only a step on the way; what
 * has a name only where its own rule asks on, or what pays for it or is picked besides is asked. */
void line_stop(struct machine *m, const struct state *s) {
    struct line *l = &m->log.line;
    bool asked_on = s->status == RUN_ASK && (state_asked(m->p, s) >> l->seat & 1u) && l->phase == s->phase;
    bool goes_on_asking = !s->forked && state_ask(m->p, s, 0)->flags & (ASK_PAYMENT | ASK_AGAIN);
    bool own = l->head == LINE_ASIDE || (l->head == LINE_NAMED && (s->n_frames > l->depth || goes_on_asking));
    if (l->open && own && !l->n && asked_on) l->open = false;
    line_end(m);
    m->log.n_puts = 0;
}

/* ---- gathering it */
static bool goes_on(const struct line *l, const struct state *s, unsigned seat) {
    return l->open && l->seat == seat && l->phase == s->phase;
}

static void begin(struct machine *m, const struct state *s, unsigned seat, enum line_head head) {
    struct line *l = &m->log.line;
    line_end(m);
    l->open = true;
    l->head = (uint8_t)head;
    l->by = BY_OTHERS;
    l->answered = l->silent = false;
    l->seat = (uint8_t)seat;
    l->phase = s->phase;
    l->round = m->p->round_period >= 0 ? state_period(m->p, s, (uint32_t)m->p->round_period) : 0;
    l->seers = all_seats(m->p);
    l->n = 0;
    l->n_parts = 0;
}

struct log_part line_part(const struct line_item *item, struct log_from from) {
    bool track = item->track != NONE;
    return (struct log_part){.kind = track ? PART_TRACK : PART_NUMBER,
                             .seat = (int8_t)(item->owned ? item->owner : NONE),
                             .what = track ? item->track : (int32_t)item->var,
                             .owner = item->owner,
                             .index = item->index,
                             .by = item->by,
                             .now = item->is,
                             .from = from};
}

struct line *line_deed(struct machine *m, const struct state *s, unsigned seat, uint32_t seers) {
    struct line *l = &m->log.line;
    bool fills = goes_on(l, s, seat) && l->answered && l->head != LINE_TOLD; /* what was paid comes before the deed */
    if (!fills) begin(m, s, seat, LINE_TOLD);
    l->head = LINE_TOLD;
    l->seers = seers;
    return l;
}

struct line *line_answer(struct machine *m, const struct state *s, unsigned seat, uint32_t seers, enum line_head head) {
    begin(m, s, seat, head);
    m->log.line.answered = true;
    m->log.line.depth = s->n_frames;
    m->log.line.seers = seers;
    return &m->log.line;
}

void line_add(struct machine *m, const struct state *s, unsigned seat, struct line_item item, struct log_from from) {
    struct line *l = &m->log.line;
    if (!goes_on(l, s, seat) || l->n == LINE_ITEMS) begin(m, s, seat, LINE_HEADLESS);
    part_add(l, line_part(&item, from));
    for (unsigned i = 0; i < l->n; i++) {
        struct line_item *same = &l->items[i];
        if (same->var != item.var || same->owner != item.owner || same->index != item.index ||
            same->amount != item.amount || (same->by < 0) != (item.by < 0))
            continue;
        same->by += item.by;
        same->is = item.is;
        return;
    }
    l->items[l->n++] = item;
}
