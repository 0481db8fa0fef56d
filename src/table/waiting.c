/* waiting.c: see waiting.h. */
#include "table/waiting.h"

#include "table/table.h"
#include "table/table_clock.h"

#include <string.h>

enum { GROWTH = 4 }; /* of the pause between two attempts */

/* ---- the store's part */
void turns_copy(struct turns *to, const struct turns *from) {
    struct listeners *old = to->listeners;
    *to = *from;
    listeners_hold(to->listeners);
    listeners_drop(old);
}

void turns_revert(struct turns *now, const struct turns *kept) {
    struct listeners *was = listeners_hold(now->listeners);
    turns_copy(now, kept);
    for (unsigned i = 0; now->listeners && i < now->listeners->n; i++) {
        struct listener *one = &now->listeners->all[i];
        const struct listener *last = listeners_find(was, one->key.text);
        if (last) one->told = last->told, one->tries = last->tries, one->due = last->due, one->telling = last->telling;
    }
    listeners_drop(was);
    now->changed = false; /* what was kept goes with the next change: who only reads is not to wait for the store */
}

void turns_free(struct turns *t) {
    listeners_drop(t->listeners);
    t->listeners = NULL;
}

void turns_write(struct json *j, const struct turns *t) {
    bool any = false;
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        any |= t->kept[seat].since != 0;
    if (any) json_array(j, "turns");
    for (unsigned seat = 0; any && seat < MATCH_SEATS; seat++) {
        if (!t->kept[seat].since) continue;
        json_object(j, NULL);
        json_unsigned(j, "seat", seat);
        json_unsigned(j, "at", t->kept[seat].at);
        json_unsigned(j, "since", t->kept[seat].since);
        json_close(j);
    }
    if (any) json_close(j);
    listeners_write(j, t->listeners);
    if (t->wake) json_unsigned(j, "wake", t->wake);
}

void turns_read(struct turns *t, const struct value *people, unsigned seats) {
    const struct value *turns = value_get(people, "turns");
    memset(t, 0, sizeof *t);
    for (const struct value *v = turns ? turns->kids : NULL; v; v = v->next) {
        int64_t seat = value_number(value_get(v, "seat"), -1);
        if (seat < 0 || seat >= (int64_t)seats) continue;
        t->kept[seat].at = (uint32_t)value_number(value_get(v, "at"), 0);
        t->kept[seat].since = (uint64_t)value_number(value_get(v, "since"), 0);
    }
    memcpy(t->open, t->kept, sizeof t->open);
    t->listeners = listeners_read(value_get(people, "listeners"));
    t->wake = (uint64_t)value_number(value_get(people, "wake"), 0);
}

void turns_begin_again(struct turns *t) {
    memset(t->open, 0, sizeof t->open);
    memset(t->kept, 0, sizeof t->kept);
    t->wake = 0;
    for (unsigned i = 0; t->listeners && i < t->listeners->n; i++) { /* nobody else has them: they were just read */
        struct listener *l = &t->listeners->all[i];
        l->told = 0, l->tries = 0, l->due = 0, l->telling = false;
    }
}

/* ---- who is asked since when */
void turns_note(struct table *t) {
    uint32_t asked = table_asked(t);
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++) {
        struct turn *open = &t->turns.open[seat];
        if (!(asked >> seat & 1u))
            *open = (struct turn){0};
        else if (!open->since)
            *open = (struct turn){t->revision, t->world->now()};
    }
}

bool turns_looks(const struct table *t, unsigned seat) {
    for (size_t i = 0; i < t->guests.n; i++) {
        const struct guest *g = &t->guests.data[i];
        if (g->greeted && g->seat == (int)seat && !g->hidden) return true;
    }
    return false;
}

static bool is_persons_turn(const struct table *t, unsigned seat) {
    const struct seat *s = &t->people.seats[seat];
    return seat < t->people.n && t->turns.open[seat].since && s->held && !s->bot;
}

/* A turn is kept from when its person is seen not to look until it ends. */
static void keep_turns(struct table *t) {
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++) {
        struct turn *kept = &t->turns.kept[seat], open = t->turns.open[seat];
        bool same = kept->since && kept->at == open.at && kept->since == open.since;
        bool wanted = is_persons_turn(t, seat) && (same || !turns_looks(t, seat));
        if (wanted ? same : !kept->since) continue;
        *kept = wanted ? open : (struct turn){0};
        t->turns.changed = true;
    }
}

/* ---- telling */
static bool is_offered(const struct table *t, const struct listener *l) {
    const struct notice_offer *offer = t->world->notices;
    if (!offer) return false;
    if (l->channel == CHANNEL_MAIL) return offer->mail;
    if (l->channel == CHANNEL_PUSH) return offer->push_key != NULL;
    for (size_t i = 0; i < offer->n_hooks; i++)
        if (strcmp(offer->hooks[i], l->address) == 0) return true;
    return false;
}

/* Whether it waits to be told of the turn of its seat that is open. */
static bool wants(const struct table *t, const struct listener *l) {
    return l->confirmed && is_offered(t, l) && is_persons_turn(t, l->seat) && !turns_looks(t, l->seat) &&
           l->told != t->turns.open[l->seat].at + 1;
}

static uint64_t due_of(const struct table *t, const struct listener *l) {
    if (!wants(t, l)) return 0;
    return l->due ? l->due : t->world->now() + t->world->notices->after;
}

static struct listeners *own(struct table *t) {
    t->turns.changed = true;
    return listeners_own(&t->turns.listeners);
}

static void set_dues(struct table *t, struct outcome *o) {
    struct listeners *l = t->turns.listeners;
    bool differs = false;
    for (unsigned i = 0; l && i < l->n; i++)
        differs |= l->all[i].due != due_of(t, &l->all[i]);
    if (!differs) return;
    l = own(t);
    if (!l) o->out_of_memory = true;
    for (unsigned i = 0; l && i < l->n; i++) {
        struct listener *one = &l->all[i];
        one->due = due_of(t, one);
        if (!one->due) one->tries = 0;
    }
}

/* Who else plays, as a list of names. */
static const char *name_others(const struct table *t, unsigned seat, struct arena *arena) {
    const char *list = "";
    for (unsigned i = 0; i < t->people.n && list; i++) {
        const struct seat *s = &t->people.seats[i];
        if (i == seat || !s->held || s->resigned || !*s->name) continue;
        list = arena_printf(arena, "%s%s%s", list, *list ? ", " : "", s->name);
    }
    return list;
}

static void send_due(struct table *t, struct outcome *o) {
    struct listeners *l = t->turns.listeners;
    uint64_t now = t->world->now();
    for (unsigned i = 0; l && i < l->n; i++) {
        struct listener *one = &l->all[i];
        if (!one->due || one->due > now || one->telling) continue;
        struct notice n = {.table = t->id,
                           .key = one->key,
                           .channel = one->channel,
                           .turn = t->turns.open[one->seat].at,
                           .since = t->turns.open[one->seat].since,
                           .address = arena_strdup(&o->arena, one->address, strlen(one->address)),
                           .title = t->title,
                           .name = t->people.seats[one->seat].name,
                           .others = name_others(t, one->seat, &o->arena)};
        if (!VEC_PUSH(&o->notices, n)) o->out_of_memory = true;
    }
}

static void set_wake(struct table *t, struct outcome *o) {
    const struct listeners *l = t->turns.listeners;
    uint64_t now = t->world->now(), stored = clock_deadline(t), here = 0;
    for (unsigned i = 0; l && i < l->n; i++) {
        uint64_t due = l->all[i].due;
        if (due && (!stored || due < stored)) stored = due;
        if (due && !l->all[i].telling && (!here || due < here)) here = due;
    }
    if (stored != t->turns.wake) t->turns.wake = stored, t->turns.changed = true;
    if (!here) return;
    uint64_t in = here > now ? here - now : 1;
    if (!o->wake_in || in < o->wake_in) o->wake_in = in < INT32_MAX ? (uint32_t)in : INT32_MAX;
}

void turns_finish(struct table *t, struct outcome *o) {
    turns_note(t);
    keep_turns(t);
    set_dues(t, o);
    send_due(t, o);
    set_wake(t, o);
}

void turns_sent(struct table *t, const struct notice *n) {
    struct listener *one = n->code ? NULL : listeners_find(t->turns.listeners, n->key.text);
    if (one) one->telling = true; /* of no interest to the store: the list need not be one's own for that */
}

bool turns_telling(const struct table *t) {
    const struct listeners *l = t->turns.listeners;
    for (unsigned i = 0; l && i < l->n; i++)
        if (l->all[i].telling) return true;
    return false;
}

void turns_hear(struct table *t, const struct mail *m) {
    struct listener *one = listeners_find(t->turns.listeners, m->text);
    if (!one) return;
    one->telling = false;
    bool open = t->turns.open[one->seat].since && t->turns.open[one->seat].at == m->revision;
    if (m->end != NOTICE_GONE && !open) return; /* that turn is over */
    struct listeners *l = own(t);
    if (!l) return; /* it is due still */
    one = listeners_find(l, m->text);
    if (m->end == NOTICE_GONE) {
        listeners_remove(l, one);
    } else if (m->end == NOTICE_TOLD || ++one->tries == TRIES_MOST) {
        one->told = m->revision + 1;
        one->due = one->tries = 0;
    } else {
        uint64_t pause = t->world->notices->retry;
        for (unsigned i = 1; i < one->tries; i++)
            pause *= GROWTH;
        one->due = t->world->now() + pause;
    }
}

void turns_forget_seat(struct table *t, unsigned seat) {
    if (listeners_of(t->turns.listeners, seat) == 0) return;
    struct listeners *l = own(t);
    for (unsigned i = l ? l->n : 0; i-- > 0;)
        if (l->all[i].seat == seat) listeners_remove(l, &l->all[i]);
}

void turns_put(const struct table *t, struct json *j) {
    json_array(j, "since");
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        if (table_asked(t) >> seat & 1u) json_unsigned(j, NULL, t->turns.open[seat].since);
    json_close(j);
}
