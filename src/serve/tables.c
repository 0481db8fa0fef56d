/* tables.c: see tables.h. */
#include "serve/tables.h"

#include "base/hash.h"
#include "serve/think.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 16384, LOBBY_SHOWN = 200, LOBBY_READ = 1000, BOTS_READ = 1000, IDLE = 60000, RETRY = 1000 };
enum { ASKED_AT_ONCE = 2, SLICE = 4 }; /* tables that are asked something; questions that are read together */
enum { SWEEP = 3600000, SWEEP_AGAIN = 5000, SWEEP_FIRST = 3000, SWEPT = 200 };

typedef VEC(struct mail) mails;
static void take_turn(struct turn *turn);

struct entry {
    struct tables *all;
    struct token id;
    struct table *table; /* NULL: in the store only */
    mails inbox, reading;
    mails asked[RANKS]; /* letters that may wait */
    struct turn turn;   /* to read of them */
    bool has_turn;
    bool busy; /* being read, or stored */
    uv_work_t work;
    struct outcome outcome;
    struct writing writing;
    char *info, *new_info; /* the table as everybody may know it, for the lobby; owned */
    bool listed, over;
    uint64_t idle_since, wake_at;
    struct token made_for; /* a rematch: the table before it, to be told; empty: none */
    uint32_t made_for_whom;
    bool made_same;
    struct entry *next;          /* of its slot */
    struct entry *newer, *older; /* in the lobby */
};

struct tables {
    uv_loop_t *loop;
    const struct table_world *world;
    struct writer *writer;
    struct metrics *metrics;
    struct thinkers *thinkers;
    struct tables_exit to;
    struct lane lane;
    struct entry *slots[SLOTS];
    struct entry *newest;
    size_t n, busy;
    bool stopping;
    uint64_t keep_over, keep_open; /* 0: for ever */
    uint64_t sweep_at;
    bool sweeping;
};

/* ---- the index */
static struct entry **slot_of(struct tables *t, const char *id) {
    struct entry **at = &t->slots[hash_bytes(id, TOKEN_LENGTH, 11) % SLOTS];
    while (*at && memcmp((*at)->id.text, id, TOKEN_LENGTH) != 0)
        at = &(*at)->next;
    return at;
}

static struct entry *add_entry(struct tables *t, const char *id) {
    struct entry *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->all = t;
    e->turn = (struct turn){.go = take_turn, .user = e};
    memcpy(e->id.text, id, TOKEN_LENGTH);
    e->idle_since = t->world->now();
    *slot_of(t, id) = e;
    t->n++;
    return e;
}

static void leave_lobby(struct entry *e) {
    if (!e->listed) return;
    if (e->newer) e->newer->older = e->older;
    if (e->older) e->older->newer = e->newer;
    if (e->all->newest == e) e->all->newest = e->older;
    e->newer = e->older = NULL;
    e->listed = false;
}

static void enter_lobby(struct entry *e) {
    if (e->listed) return;
    e->listed = true;
    e->older = e->all->newest;
    if (e->older) e->older->newer = e;
    e->all->newest = e;
}

static void free_mails(mails *m, struct games *games) {
    for (size_t i = 0; i < m->n; i++)
        mail_free(&m->data[i], games);
    m->n = 0;
}

static void unload(struct entry *e) {
    if (e->table) metric_add(e->all->metrics, METRIC_tables, -1);
    table_free(e->table);
    e->table = NULL;
}

static void forget(struct entry *e) {
    struct tables *t = e->all;
    *slot_of(t, e->id.text) = e->next;
    t->n--;
    leave_lobby(e);
    unload(e);
    free_mails(&e->inbox, t->world->games);
    free_mails(&e->reading, t->world->games);
    VEC_FREE(&e->inbox);
    VEC_FREE(&e->reading);
    for (int rank = 0; rank < RANKS; rank++) {
        free_mails(&e->asked[rank], t->world->games);
        VEC_FREE(&e->asked[rank]);
    }
    lane_cancel(&t->lane, &e->turn);
    bool leaves = e->has_turn;
    free(e->info), free(e->new_info);
    free(e);
    if (leaves) lane_leave(&t->lane);
}

/* ---- reading, storing, sending */
static void was_read(uv_work_t *work, int status);

static void read_mail(uv_work_t *work) {
    struct entry *e = work->data;
    table_read(e->table, e->reading.data, e->reading.n, &e->outcome);
    if (!e->table->ready || !e->table->listed) return;
    struct buf out;
    struct json j;
    json_init(&j, &out);
    j.tight = true;
    table_put_info(e->table, &j, NULL);
    e->new_info = out.failed ? NULL : strdup(out.data);
    buf_free(&out);
}

static void read_them(struct entry *e) {
    e->busy = true;
    e->all->busy++;
    e->work.data = e;
    outcome_init(&e->outcome);
    uv_queue_work(e->all->loop, &e->work, read_mail, was_read);
}

static void start_reading(struct entry *e) {
    mails emptied = e->reading;
    e->reading = e->inbox;
    e->inbox = emptied;
    read_them(e);
}

/* A few of the letters that waited, those of players first. */
static void start_asked(struct entry *e) {
    mails *from = e->asked[RANK_ASKED].n > 0 ? &e->asked[RANK_ASKED] : &e->asked[RANK_WATCHED];
    size_t n = 0;
    while (n < from->n && n < SLICE && VEC_PUSH(&e->reading, from->data[n]))
        n++;
    memmove(from->data, from->data + n, (from->n - n) * sizeof *from->data);
    from->n -= n;
    if (n > 0) read_them(e);
}

static bool is_asked(const struct entry *e) {
    return e->asked[RANK_ASKED].n + e->asked[RANK_WATCHED].n > 0;
}

/* Reads what is to be read now. */
static void stir(struct entry *e) {
    if (e->busy || e->all->stopping) return;
    if (e->inbox.n > 0)
        start_reading(e);
    else if (is_asked(e) && e->has_turn)
        start_asked(e);
    else if (is_asked(e) && !e->turn.waiting)
        lane_enter(&e->all->lane, &e->turn);
}

static void take_turn(struct turn *turn) {
    struct entry *e = turn->user;
    e->has_turn = true;
    stir(e); /* or when what is being read is done */
}

static void end_turn(struct entry *e) {
    if (!e->has_turn) return;
    e->has_turn = false;
    lane_leave(&e->all->lane);
}

static void put_in(struct entry *e, struct mail mail) {
    if (mail.rank == RANK_PLAYED ? VEC_PUSH(&e->inbox, mail) : VEC_PUSH(&e->asked[mail.rank], mail)) return;
    if (mail.from) e->all->to.drop(e->all->to.user, mail.from);
    mail_free(&mail, e->all->world->games);
}

static void post(struct entry *e, struct mail mail) {
    put_in(e, mail);
    stir(e);
}

static void deliver(struct entry *e) {
    for (size_t i = 0; i < e->outcome.parcels.n; i++)
        e->all->to.deliver(e->all->to.user, &e->outcome.parcels.data[i]);
    for (size_t i = 0; i < e->outcome.standings.n; i++)
        e->all->to.stand(e->all->to.user, &e->outcome.standings.data[i]);
}

static struct likeness *likeness_of(const struct tables *all, const struct table *t, bool same_seed) {
    struct likeness *like = calloc(1, sizeof *like);
    if (!like) return NULL;
    like->played = games_hold(all->world->games, t->played);
    like->name = strdup(t->name);
    like->title = strdup(t->title);
    like->facts = strdup(t->facts);
    like->seed = same_seed ? t->match.seed : token_seed(all->world);
    like->listed = t->listed;
    return like;
}

/* Makes the table that was asked for; this one hears of it by MAIL_NEXT. */
static void make_rematch(struct entry *e) {
    struct tables *t = e->all;
    struct token id = token_new(t->world);
    struct entry *made = add_entry(t, id.text);
    struct buf people;
    if (made) made->table = table_new(t->world, id.text);
    if (!made || !made->table) {
        if (made) forget(made);
        post(e, (struct mail){.kind = MAIL_NEXT, .from = e->outcome.asker});
        return;
    }
    metric_add(t->metrics, METRIC_tables, 1);
    people_write(&e->table->people, &people);
    struct mail mail = {.kind = MAIL_AGAIN,
                        .text = strdup(people.data),
                        .n = people.n,
                        .like = likeness_of(t, e->table, e->outcome.same_seed)};
    buf_free(&people);
    made->made_for = e->id;
    made->made_for_whom = e->outcome.asker;
    made->made_same = e->outcome.same_seed;
    post(made, mail);
}

static void tell_origin(struct entry *e, bool made) {
    if (!*e->made_for.text) return;
    struct mail mail = {.kind = MAIL_NEXT,
                        .from = e->made_for_whom,
                        .text = strdup(made ? e->id.text : ""),
                        .n = made ? TOKEN_LENGTH : 0,
                        .same = e->made_same};
    char origin[TOKEN_LENGTH + 1];
    memcpy(origin, e->made_for.text, sizeof origin);
    memset(&e->made_for, 0, sizeof e->made_for);
    tables_post(e->all, origin, mail);
}

/* What was not read any more is answered nevertheless. */
static void refuse_mail(struct entry *e, const mails *all) {
    outcome_init(&e->outcome);
    for (size_t i = 0; i < all->n; i++) {
        const struct mail *m = &all->data[i];
        bool http = mail_is_request(m);
        if (!http && m->kind != MAIL_JOIN) continue;
        if (!e->table->ready)
            table_refuse(e->table, m, &e->outcome);
        else
            outcome_refuse(&e->outcome, m->from, http, ERROR_cannot_store, "the table cannot be used now", NULL, 0);
    }
    deliver(e);
    for (size_t i = 0; i < all->n; i++)
        if (all->data[i].kind == MAIL_JOIN) e->all->to.drop(e->all->to.user, all->data[i].from);
    outcome_free(&e->outcome);
}

/* The table cannot be used: whoever is connected to it is let go and may come again. */
static void give_up(struct entry *e) {
    struct tables *t = e->all;
    for (size_t i = 0; i < e->outcome.parcels.n; i++)
        if (e->outcome.parcels.data[i].status == 0) t->to.drop(t->to.user, e->outcome.parcels.data[i].to);
    for (size_t i = 0; i < e->table->guests.n; i++)
        t->to.drop(t->to.user, e->table->guests.data[i].from);
    tell_origin(e, false);
    outcome_free(&e->outcome);
    refuse_mail(e, &e->inbox);
    for (int rank = 0; rank < RANKS; rank++)
        refuse_mail(e, &e->asked[rank]);
    forget(e);
}

/* Everything was stored that had to be. */
static void settle(struct entry *e) {
    struct tables *t = e->all;
    t->busy--;
    e->busy = false;
    deliver(e);
    if (e->outcome.gone) {
        give_up(e);
        return;
    }
    if (e->new_info) {
        free(e->info);
        e->info = e->new_info;
        e->new_info = NULL;
    }
    e->over = table_is_over(e->table);
    if (e->table->listed && !e->over) enter_lobby(e);
    if (e->over) leave_lobby(e);
    e->idle_since = t->world->now();
    if (e->outcome.thinking.bot && !t->stopping) think(t->thinkers, e->table, &e->outcome.thinking);
    if (e->outcome.rematch && !t->stopping) make_rematch(e);
    tell_origin(e, true);
    if (e->outcome.wake && !e->wake_at) e->wake_at = t->world->now() + RETRY;
    outcome_free(&e->outcome);
    end_turn(e);
    stir(e);
}

static void was_stored(struct writing *w, void *user) {
    struct entry *e = user;
    struct tables *t = e->all;
    if (w->write.result == STORE_OK) {
        table_stored(e->table);
        settle(e);
        return;
    }
    bool made = w->write.made != NULL, taken = w->write.result == STORE_TAKEN;
    outcome_withdraw(&e->outcome, taken ? ERROR_stale : ERROR_cannot_store,
                     taken                                     ? "somebody was first: look at the table again"
                     : w->write.result == STORE_LOCKED ? "another program holds the store: nothing was done, try again"
                                                       : "this cannot be stored now; try again");
    if (made || taken) e->outcome.gone = true;
    free(e->new_info);
    e->new_info = NULL;
    if (e->outcome.gone) {
        settle(e);
        return;
    }
    deliver(e);
    outcome_free(&e->outcome);
    e->wake_at = t->world->now() + RETRY;
    outcome_init(&e->outcome);
    struct mail revert = {.kind = MAIL_REVERT};
    if (!VEC_PUSH(&e->reading, revert)) {
        e->outcome.gone = true;
        settle(e);
        return;
    }
    uv_queue_work(t->loop, &e->work, read_mail, was_read);
}

/* What is to be stored is put down to those who spoke; bots' answers to nobody. */
static void tell_cost(struct entry *e) {
    const struct store_write *w = &e->outcome.write;
    size_t bytes = e->outcome.writes && w->people ? strlen(w->people) : 0, speakers = 0;
    for (size_t i = 0; e->outcome.writes && i < w->n_lines; i++)
        bytes += strlen(w->lines[i].text) + TOKEN_LENGTH;
    for (size_t i = 0; i < e->reading.n; i++)
        speakers += e->reading.data[i].kind == MAIL_SAYS && e->reading.data[i].rank == RANK_PLAYED;
    for (size_t i = 0; i < e->reading.n; i++) {
        struct mail *m = &e->reading.data[i];
        if (m->kind == MAIL_SAYS && m->rank == RANK_PLAYED) m->stored = (uint32_t)(bytes / speakers);
        if (m->from) e->all->to.worked(e->all->to.user, m);
    }
}

static void was_read(uv_work_t *work, int status) {
    struct entry *e = work->data;
    (void)status; /* work is never cancelled */
    tell_cost(e);
    free_mails(&e->reading, e->all->world->games);
    if (!e->outcome.writes || e->outcome.gone) {
        settle(e);
        return;
    }
    e->writing = (struct writing){.write = e->outcome.write, .done = was_stored, .user = e};
    if (e->writing.write.made) e->writing.write.made = &e->outcome.made;
    writer_submit(e->all->writer, &e->writing);
}

/* ---- from outside */
static void bot_answered(void *user, const struct token *table, const struct thinking *what, uint32_t answer) {
    struct tables *t = user;
    struct entry *e = *slot_of(t, table->text);
    if (e && e->table)
        post(e, (struct mail){.kind = MAIL_ANSWER, .seat = what->seat, .revision = what->revision, .answer = answer});
}

void tables_make(struct tables *t, struct mail mail) {
    struct token id = token_new(t->world);
    struct entry *e = add_entry(t, id.text);
    if (e) e->table = table_new(t->world, id.text);
    if (!e || !e->table) {
        t->to.drop(t->to.user, mail.from);
        mail_free(&mail, t->world->games);
        if (e) forget(e);
        return;
    }
    metric_add(t->metrics, METRIC_tables, 1);
    post(e, mail);
}

void tables_post(struct tables *t, const char *id, struct mail mail) {
    struct entry *e = *slot_of(t, id);
    bool needed = mail.kind != MAIL_LEAVE && mail.kind != MAIL_ANSWER && mail.kind != MAIL_WAKE;
    if ((!e || !e->table) && !needed) {
        mail_free(&mail, t->world->games);
        return;
    }
    if (!e) e = add_entry(t, id);
    if (e && !e->table) {
        e->table = table_new(t->world, id);
        if (e->table) metric_add(t->metrics, METRIC_tables, 1);
        if (e->table) put_in(e, (struct mail){.kind = MAIL_LOAD});
    }
    if (!e || !e->table) {
        t->to.drop(t->to.user, mail.from);
        mail_free(&mail, t->world->games);
        return;
    }
    post(e, mail);
}

void tables_list(const struct tables *t, struct buf *out) {
    size_t n = 0;
    buf_putc(out, '[');
    for (const struct entry *e = t->newest; e && n < LOBBY_SHOWN; e = e->older) {
        if (!e->info) continue;
        if (n++ > 0) buf_putc(out, ',');
        buf_puts(out, e->info);
    }
    buf_putc(out, ']');
}

struct lane *tables_lane(struct tables *t) {
    return &t->lane;
}

size_t tables_count(const struct tables *t) {
    return t->n;
}

/* ---- what nobody has touched for long */
struct sweep {
    uv_work_t work;
    struct tables *all;
    int64_t over_before, open_before;
    VEC(struct token) found;
};

static void note_stale(void *user, const struct token *id) {
    struct sweep *s = user;
    if (!VEC_PUSH(&s->found, *id)) return; /* the next time */
}

static void find_stale(uv_work_t *work) {
    struct sweep *s = work->data;
    struct store *store = s->all->world->store;
    store->list_stale(store, s->over_before, s->open_before, SWEPT, note_stale, s);
}

/* Mail that came in the meantime is read: it finds no table. */
static void was_dropped(struct writing *w, void *user) {
    struct entry *e = user;
    struct tables *t = e->all;
    bool gone = w->write.result == STORE_OK;
    t->busy--;
    e->busy = false;
    if (gone) metric_add(t->metrics, METRIC_tables_dropped, 1);
    if ((e->inbox.n > 0 || is_asked(e)) && !t->stopping)
        stir(e);
    else if (gone || !e->listed)
        forget(e);
}

/* Not while somebody uses it: what is in memory was asked for lately. */
static void drop_stale(struct tables *t, const struct token *id) {
    struct entry *e = *slot_of(t, id->text);
    if (e && (e->table || e->busy)) return;
    if (!e) e = add_entry(t, id->text);
    if (!e) return;
    e->busy = true; /* mail waits */
    t->busy++;
    e->writing = (struct writing){.write = {.table = e->id, .gone = true}, .done = was_dropped, .user = e};
    writer_submit(t->writer, &e->writing);
}

static void stale_found(uv_work_t *work, int status) {
    struct sweep *s = work->data;
    struct tables *t = s->all;
    (void)status;
    t->sweeping = false;
    for (size_t i = 0; i < s->found.n && !t->stopping; i++)
        drop_stale(t, &s->found.data[i]);
    t->sweep_at = t->world->now() + (s->found.n == SWEPT ? SWEEP_AGAIN : SWEEP);
    VEC_FREE(&s->found);
    free(s);
}

static void start_sweep(struct tables *t, uint64_t now) {
    struct sweep *s = calloc(1, sizeof *s);
    if (!s) return;
    s->all = t;
    s->over_before = t->keep_over && t->keep_over < now ? (int64_t)(now - t->keep_over) : INT64_MIN;
    s->open_before = t->keep_open && t->keep_open < now ? (int64_t)(now - t->keep_open) : INT64_MIN;
    s->work.data = s;
    t->sweeping = true;
    uv_queue_work(t->loop, &s->work, find_stale, stale_found);
}

void tables_keep(struct tables *t, uint64_t over, uint64_t open) {
    t->keep_over = over;
    t->keep_open = open;
    t->sweep_at = t->world->now() + SWEEP_FIRST;
}

/* ---- time */
static bool can_go(const struct entry *e, uint64_t now) {
    return e->table && !e->busy && e->inbox.n == 0 && !is_asked(e) && !e->has_turn && !table_is_watched(e->table) && !e->table->thinking &&
           now - e->idle_since > IDLE;
}

void tables_tick(struct tables *t, uint64_t now) {
    if (t->stopping) return;
    if ((t->keep_over || t->keep_open) && now >= t->sweep_at && !t->sweeping) start_sweep(t, now);
    for (size_t i = 0; i < SLOTS; i++)
        for (struct entry *e = t->slots[i], *next; e; e = next) {
            next = e->next;
            if (e->wake_at && now >= e->wake_at && !e->busy && e->table) {
                e->wake_at = 0;
                post(e, (struct mail){.kind = MAIL_WAKE});
            } else if (can_go(e, now)) {
                unload(e);
                if (!e->listed) forget(e);
            }
        }
}

/* A table of the lobby as the store has it. */
static void read_listed(void *user, const struct store_listed *l) {
    struct tables *t = user;
    struct people people;
    struct buf out;
    struct json j;
    struct entry *e = people_read(&people, l->people) ? add_entry(t, l->id.text) : NULL;
    if (!e) return;
    json_init(&j, &out);
    j.tight = true;
    json_object(&j, NULL);
    json_text(&j, "id", l->id.text);
    json_text(&j, "game", l->name);
    json_text(&j, "title", l->title);
    json_raw(&j, "settings", l->facts, strlen(l->facts));
    people_put_public(&j, &people, 0);
    json_unsigned(&j, "watching", 0);
    json_bool(&j, "begun", l->n > 0);
    json_bool(&j, "over", false);
    json_unsigned(&j, "n", l->n);
    json_close(&j);
    e->info = out.failed ? NULL : strdup(out.data);
    buf_free(&out);
    e->listed = true; /* the newest comes first: each goes behind the one before it */
    struct entry *last = t->newest;
    while (last && last->older)
        last = last->older;
    e->newer = last;
    if (last)
        last->older = e;
    else
        t->newest = e;
}

/* A table that plays by itself is taken up where it was. */
static void resume(void *user, const struct token *id) {
    struct tables *t = user;
    struct entry *e = *slot_of(t, id->text);
    if (!e) e = add_entry(t, id->text);
    if (!e || e->table) return;
    e->table = table_new(t->world, id->text);
    if (!e->table) return;
    metric_add(t->metrics, METRIC_tables, 1);
    post(e, (struct mail){.kind = MAIL_LOAD});
}

struct tables *tables_new(uv_loop_t *loop, const struct table_world *world, struct writer *writer, struct metrics *metrics,
                          unsigned bots_at_once, struct tables_exit to) {
    struct tables *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->loop = loop;
    t->world = world;
    t->writer = writer;
    t->metrics = metrics;
    t->to = to;
    lane_init(&t->lane, ASKED_AT_ONCE);
    t->thinkers = thinkers_new(loop, world->games, bots_at_once, bot_answered, t);
    if (!t->thinkers) return free(t), NULL;
    bool listed = world->store->list(world->store, LOBBY_READ, read_listed, t);
    if (!listed || !world->store->list_bots(world->store, BOTS_READ, resume, t))
        fprintf(stderr, "terrane serve: the list of tables cannot be read to its end: look at the store\n");
    return t;
}

void tables_stop(struct tables *t) {
    t->stopping = true;
    thinkers_stop(t->thinkers);
}

bool tables_busy(const struct tables *t) {
    return t->busy > 0 || t->sweeping || thinkers_busy(t->thinkers);
}

void tables_free(struct tables *t) {
    if (!t) return;
    for (size_t i = 0; i < SLOTS; i++)
        while (t->slots[i])
            forget(t->slots[i]);
    thinkers_free(t->thinkers);
    free(t);
}
