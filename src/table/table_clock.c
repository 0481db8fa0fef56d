/* table_clock.c: see table_clock.h. */
#include "table/table_clock.h"

#include <string.h>

enum { GRACE = 3600000 };            /* milliseconds, at most */
enum { KEEP = 10000, AT_ONCE = 16 }; /* milliseconds; answers that are given for who is late before others are heard */

static const char *const words[] = {[LATE_NOTHING] = NULL, [LATE_BOT] = "bot", [LATE_PASS] = "pass"};

bool late_read(const char *text, enum late *out) {
    *out = LATE_NOTHING;
    for (int i = LATE_BOT; text && i <= LATE_PASS; i++)
        if (strcmp(text, words[i]) == 0) *out = (enum late)i;
    return !text || *out != LATE_NOTHING;
}

const char *late_text(enum late late) {
    return words[late];
}

bool clock_is_set(const struct table *t) {
    return t->clock || t->move_clock;
}

uint64_t clock_spent(const struct table *t, unsigned seat) {
    return t->waited[seat] + (t->ticking ? t->world->now() - t->opened[seat] : 0);
}

void clock_open(struct table *t, unsigned seat) {
    t->opened[seat] = t->world->now();
    t->waited[seat] = 0;
}

/* While a seat is free nobody plays, and while nobody is there nobody waits. */
static bool should_tick(const struct table *t) {
    bool there = t->always, free = false;
    for (size_t i = 0; i < t->guests.n; i++)
        there |= t->guests.data[i].greeted;
    for (unsigned seat = 0; seat < t->people.n; seat++)
        free |= !t->people.seats[seat].held && !t->people.seats[seat].bot;
    return there && !free && !table_is_over(t);
}

void clock_update(struct table *t) {
    if (should_tick(t) == t->ticking) return;
    for (unsigned seat = 0; seat < t->people.n; seat++) {
        t->waited[seat] = clock_spent(t, seat);
        t->opened[seat] = t->world->now();
    }
    t->ticking = !t->ticking;
    t->clock_stored = 0;
}

/* Milliseconds until the time of who is asked is up; below 0: it is. */
static int64_t time_left(const struct table *t, unsigned seat) {
    int64_t spent = (int64_t)clock_spent(t, seat), left = INT64_MAX;
    if (t->clock) left = (int64_t)t->clock * 1000 - (int64_t)t->used[seat] - spent;
    if (t->move_clock && (int64_t)t->move_clock * 1000 - spent < left) left = (int64_t)t->move_clock * 1000 - spent;
    return left;
}

bool clock_is_used_up(const struct table *t, unsigned seat) {
    return t->late == LATE_BOT && t->clock && t->used[seat] >= (uint64_t)t->clock * 1000;
}

/* A person's seat whose answer is waited for, and for which nobody is about to answer. */
static bool is_waited_for(const struct table *t, unsigned seat) {
    return table_asked(t) >> seat & 1u && !t->people.seats[seat].bot && !(t->standing_in >> seat & 1u);
}

static void strike(struct table *t, unsigned seat, struct outcome *o) {
    struct seat *s = &t->people.seats[seat];
    tn_question q;
    s->late++;
    t->people_changed = true;
    t->thinking = false;
    if (t->late == LATE_BOT) {
        t->used[seat] += clock_spent(t, seat); /* what the bot takes is not the person's */
        clock_open(t, seat);
        s->bot = bot_usual();
        s->had = true;
    } else if (tn_state_question(t->match.game, t->match.state, seat, &q) && q.flags & TN_OPTIONAL) {
        table_answer(t, seat, TN_NO, true, o);
    } else {
        t->standing_in |= 1u << seat;
    }
}

bool clock_strike(struct table *t, struct outcome *o) {
    bool struck = false;
    for (int n = 0; n < AT_ONCE && t->ticking && t->late != LATE_NOTHING; n++) {
        unsigned seat = 0;
        while (seat < t->people.n && !(is_waited_for(t, seat) && time_left(t, seat) <= 0))
            seat++;
        if (seat == t->people.n) break;
        strike(t, seat, o);
        struck = true;
    }
    return struck;
}

void clock_wake(const struct table *t, struct outcome *o) {
    if (!t->ticking || !clock_is_set(t) || !table_asked(t)) return;
    int64_t next = t->always ? INT32_MAX : KEEP;
    for (unsigned seat = 0; seat < t->people.n && t->late != LATE_NOTHING; seat++)
        if (is_waited_for(t, seat) && time_left(t, seat) < next) next = time_left(t, seat);
    o->wake_in = next > 1 ? (uint32_t)next : 1;
}

bool clock_is_due(const struct table *t) {
    if (!clock_is_set(t)) return false;
    return !t->clock_stored || (t->ticking && !t->always && t->world->now() - t->clock_stored >= KEEP);
}

void clock_note(struct table *t) {
    t->clock_stored = t->world->now();
    t->people.waited_at = t->revision;
    t->people.waited_on = t->always && t->ticking ? t->clock_stored : 0;
    for (unsigned seat = 0; seat < t->people.n; seat++)
        t->people.waited[seat] = table_asked(t) >> seat & 1u ? clock_spent(t, seat) : 0;
}

uint64_t clock_deadline(const struct table *t) {
    int64_t next = INT64_MAX;
    if (!t->ticking || !t->always || t->late == LATE_NOTHING) return 0;
    for (unsigned seat = 0; seat < t->people.n; seat++)
        if (is_waited_for(t, seat) && time_left(t, seat) < next) next = time_left(t, seat);
    if (next == INT64_MAX) return 0;
    return t->world->now() + (next > 0 ? (uint64_t)next : 0);
}

/* The time since it was stored has passed; but whose clock ran out while no server ran has a little more. */
static void catch_up(struct table *t, unsigned seat) {
    uint64_t now = t->world->now(), on = t->people.waited_on;
    if (!on || on > now || !(table_asked(t) >> seat & 1u)) return;
    t->waited[seat] += now - on;
    uint64_t opened = t->world->store->opened > 0 ? (uint64_t)t->world->store->opened : 0;
    if (on >= opened || opened > now) return; /* there was one all the time */
    uint32_t shortest = t->move_clock && (!t->clock || t->move_clock < t->clock) ? t->move_clock : t->clock;
    int64_t grace = shortest < GRACE / 1000 ? (int64_t)shortest * 1000 : GRACE;
    int64_t missing = grace - (int64_t)(now - opened) - time_left(t, seat);
    if (missing > 0) t->waited[seat] = t->waited[seat] > (uint64_t)missing ? t->waited[seat] - (uint64_t)missing : 0;
}

void clock_resume(struct table *t) {
    for (unsigned seat = 0; seat < t->people.n; seat++) {
        clock_open(t, seat);
        if (t->people.waited_at != t->revision) continue;
        t->waited[seat] = t->people.waited[seat];
        catch_up(t, seat);
    }
}

void clock_put(const struct table *t, struct json *j) {
    bool set = clock_is_set(t);
    json_array(j, "used");
    for (unsigned seat = 0; set && seat < t->people.n; seat++)
        json_unsigned(j, NULL, t->used[seat]);
    json_close(j);
    if (!set) return;
    json_array(j, "open");
    for (unsigned seat = 0; seat < t->people.n; seat++)
        json_unsigned(j, NULL, table_asked(t) >> seat & 1u ? clock_spent(t, seat) : 0);
    json_close(j);
    json_bool(j, "ticking", t->ticking);
}
