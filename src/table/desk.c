/* desk.c: see desk.h. */
#include "table/desk_inside.h"

#include "base/hash.h"
#include "table/survey.h"

#include <stdlib.h>
#include <string.h>

enum { LOBBY_SHOWN = 200, LOBBY_READ = 1000, BOTS_READ = 1000, WAKING_READ = 1000000, IDLE = 60000, RETRY = 1000 };
enum { ASKED_AT_ONCE = 2, SLICE = 4 }; /* tables that are asked something; questions that are read together */
enum { SURVEY = 2000 };                /* milliseconds between two looks at what other servers do */
enum { SWEEP = 3600000, SWEEP_AGAIN = 5000, SWEEP_FIRST = 3000, SWEPT = 200 };

static void take_turn(struct queued *turn);

/* ---- the index */
static struct entry **slot_of(struct desk *d, const char *id) {
    struct entry **at = &d->slots[hash_bytes(id, TOKEN_LENGTH, 11) % SLOTS];
    while (*at && memcmp((*at)->id.text, id, TOKEN_LENGTH) != 0)
        at = &(*at)->next;
    return at;
}

static struct entry *add_entry(struct desk *d, const char *id) {
    struct entry *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->desk = d;
    e->turn = (struct queued){.go = take_turn, .user = e};
    memcpy(e->id.text, id, TOKEN_LENGTH);
    e->idle_since = d->world->now();
    *slot_of(d, id) = e;
    d->n++;
    return e;
}

static void leave_lobby(struct entry *e) {
    if (!e->listed) return;
    if (e->newer) e->newer->older = e->older;
    if (e->older) e->older->newer = e->newer;
    if (e->desk->newest == e) e->desk->newest = e->older;
    e->newer = e->older = NULL;
    e->listed = false;
}

static void enter_lobby(struct entry *e) {
    if (e->listed) return;
    e->listed = true;
    e->older = e->desk->newest;
    if (e->older) e->older->newer = e;
    e->desk->newest = e;
}

static void free_mails(mails *m, struct games *games) {
    for (size_t i = 0; i < m->n; i++)
        mail_free(&m->data[i], games);
    m->n = 0;
}

/* Anybody may lead it now. Nothing waits for that: who leads it again does so under another lease. */
static void was_left(struct writing *w, void *user) {
    (void)user;
    free(w);
}

static void leave_lead(const struct entry *e) {
    struct desk *d = e->desk;
    if (!d->world->store->claim || !e->table->leads || e->lost || d->stopping) return;
    struct writing *w = calloc(1, sizeof *w);
    if (!w) return;
    w->write = (struct store_write){.table = e->id, .lease = e->table->lease, .left = true};
    w->done = was_left;
    d->executor.store(d->executor.user, w);
}

static void unload(struct entry *e) {
    if (e->table) world_count(e->desk->world, COUNT_TABLES, -1);
    if (e->table) leave_lead(e);
    if (e->table) analysts_cancel(e->desk->analysts, &e->id);
    table_free(e->table);
    e->table = NULL;
    e->opened = false;
}

static void forget(struct entry *e) {
    struct desk *d = e->desk;
    *slot_of(d, e->id.text) = e->next;
    d->n--;
    leave_lobby(e);
    unload(e);
    free_mails(&e->inbox, d->world->games);
    free_mails(&e->reading, d->world->games);
    VEC_FREE(&e->inbox);
    VEC_FREE(&e->reading);
    for (int rank = 0; rank < RANKS; rank++) {
        free_mails(&e->asked[rank], d->world->games);
        VEC_FREE(&e->asked[rank]);
    }
    work_queue_cancel(&d->asked, &e->turn);
    bool leaves = e->has_turn;
    free(e->info), free(e->new_info);
    free(e);
    if (leaves) work_queue_leave(&d->asked);
}

/* ---- reading, storing, sending */
static void was_read(struct job *job);
static void read_mail(struct job *job);

static void start_job(struct entry *e) {
    e->job = (struct job){.run = read_mail, .done = was_read, .user = e};
    e->desk->executor.work(e->desk->executor.user, &e->job);
}

static void read_mail(struct job *job) {
    struct entry *e = job->user;
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
    e->desk->busy++;
    outcome_init(&e->outcome);
    start_job(e);
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
    if (e->busy || e->desk->stopping) return;
    if (e->inbox.n > 0)
        start_reading(e);
    else if (is_asked(e) && e->has_turn)
        start_asked(e);
    else if (is_asked(e) && !e->turn.waiting)
        work_queue_enter(&e->desk->asked, &e->turn);
}

static void take_turn(struct queued *turn) {
    struct entry *e = turn->user;
    e->has_turn = true;
    stir(e); /* or when what is being read is done */
}

static void end_turn(struct entry *e) {
    if (!e->has_turn) return;
    e->has_turn = false;
    work_queue_leave(&e->desk->asked);
}

static void put_in(struct entry *e, struct mail mail) {
    if (mail.rank == RANK_PLAYED ? VEC_PUSH(&e->inbox, mail) : VEC_PUSH(&e->asked[mail.rank], mail)) return;
    if (mail.from) e->desk->executor.drop(e->desk->executor.user, mail.from);
    mail_free(&mail, e->desk->world->games);
}

static void post(struct entry *e, struct mail mail) {
    put_in(e, mail);
    stir(e);
}

static void deliver(struct entry *e) {
    for (size_t i = 0; i < e->outcome.parcels.n; i++)
        e->desk->executor.deliver(e->desk->executor.user, &e->outcome.parcels.data[i]);
    for (size_t i = 0; e->desk->executor.stand && i < e->outcome.standings.n; i++)
        e->desk->executor.stand(e->desk->executor.user, &e->outcome.standings.data[i]);
}

/* What is due is told by who can; the table hears of it by MAIL_NOTICED. */
static void notify(struct entry *e) {
    const struct executor *x = &e->desk->executor;
    for (size_t i = 0; x->notify && !e->desk->stopping && i < e->outcome.notices.n; i++) {
        turns_sent(e->table, &e->outcome.notices.data[i]);
        x->notify(x->user, &e->outcome.notices.data[i]);
    }
}

/* Makes the table that was asked for; this one hears of it by MAIL_NEXT. */
static void make_rematch(struct entry *e) {
    struct desk *d = e->desk;
    struct token id = token_new(d->world);
    struct entry *made = add_entry(d, id.text);
    struct buf people;
    if (made) made->table = table_new(d->world, id.text);
    if (!made || !made->table) {
        if (made) forget(made);
        post(e, (struct mail){.kind = MAIL_NEXT, .from = e->outcome.asker});
        return;
    }
    world_count(d->world, COUNT_TABLES, 1);
    people_write(&e->table->people, &e->table->turns, &people);
    struct mail mail = {.kind = MAIL_AGAIN,
                        .text = strdup(people.data),
                        .n = people.n,
                        .same = e->outcome.same_seed,
                        .like = table_likeness(e->table, e->outcome.same_seed)};
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
    desk_post(e->desk, origin, mail);
}

/* What was not read any more is answered nevertheless. */
static void refuse_mail(struct entry *e, const mails *all) {
    outcome_init(&e->outcome);
    for (size_t i = 0; i < all->n; i++) {
        const struct mail *m = &all->data[i];
        bool http = mail_is_request(m);
        if (!http && m->kind != MAIL_JOIN) continue;
        if (!e->table->ready || m->kind == MAIL_PAGE)
            table_refuse(e->table, m, &e->outcome);
        else
            outcome_refuse(&e->outcome, m->from, http, ERROR_cannot_store, "the table cannot be used now", NULL, 0);
    }
    deliver(e);
    for (size_t i = 0; i < all->n; i++)
        if (all->data[i].kind == MAIL_JOIN) e->desk->executor.drop(e->desk->executor.user, all->data[i].from);
    outcome_free(&e->outcome);
}

static void drop_guests(const struct entry *e) {
    const struct executor *x = &e->desk->executor;
    for (size_t i = 0; i < e->table->guests.n; i++)
        x->drop(x->user, e->table->guests.data[i].from);
}

/* The table cannot be used: whoever is connected to it is let go and may come again. */
static void give_up(struct entry *e) {
    struct desk *d = e->desk;
    for (size_t i = 0; i < e->outcome.parcels.n; i++)
        if (e->outcome.parcels.data[i].status == 0) d->executor.drop(d->executor.user, e->outcome.parcels.data[i].to);
    drop_guests(e);
    tell_origin(e, false);
    outcome_free(&e->outcome);
    refuse_mail(e, &e->inbox);
    for (int rank = 0; rank < RANKS; rank++)
        refuse_mail(e, &e->asked[rank]);
    forget(e);
}

/* Everything was stored that had to be. */
static void settle(struct entry *e) {
    struct desk *d = e->desk;
    d->busy--;
    e->busy = false;
    deliver(e);
    if (e->outcome.gone || e->lost) {
        give_up(e);
        return;
    }
    e->opened = true;
    if (e->new_info) {
        free(e->info);
        e->info = e->new_info;
        e->new_info = NULL;
    }
    e->over = table_is_over(e->table);
    if (e->table->listed && !e->over) enter_lobby(e);
    if (e->over) leave_lobby(e);
    e->idle_since = d->world->now();
    if (e->outcome.thinking.bot && !d->stopping) think(d->thinkers, e->table, &e->outcome.thinking);
    if (e->outcome.rematch && !d->stopping) make_rematch(e);
    tell_origin(e, true);
    notify(e);
    if (e->outcome.wake && !e->wake_at) e->wake_at = d->world->now() + RETRY;
    uint64_t wake_at = d->world->now() + e->outcome.wake_in;
    if (e->outcome.wake_in && (!e->wake_at || wake_at < e->wake_at)) e->wake_at = wake_at;
    int hindsight = e->outcome.hindsight;
    outcome_free(&e->outcome);
    end_turn(e);
    if (hindsight == HINDSIGHT_CANCEL) analysts_cancel(d->analysts, &e->id);
    if (hindsight == HINDSIGHT_BEGIN && !d->stopping) analysts_begin(d->analysts, e->table);
    stir(e);
}

static void was_stored(struct writing *w, void *user) {
    struct entry *e = user;
    struct desk *d = e->desk;
    e->storing = false;
    if (w->write.result == STORE_OK) {
        table_stored(e->table);
        settle(e);
        return;
    }
    bool made = w->write.made != NULL, taken = w->write.result == STORE_TAKEN;
    outcome_withdraw(&e->outcome, taken ? ERROR_stale : ERROR_cannot_store,
                     taken                             ? "somebody was first: look at the table again"
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
    e->wake_at = d->world->now() + RETRY;
    outcome_init(&e->outcome);
    struct mail revert = {.kind = MAIL_REVERT};
    if (!VEC_PUSH(&e->reading, revert)) {
        e->outcome.gone = true;
        settle(e);
        return;
    }
    start_job(e);
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
        if (m->from && e->desk->executor.worked) e->desk->executor.worked(e->desk->executor.user, m);
    }
}

static void was_read(struct job *job) {
    struct entry *e = job->user;
    tell_cost(e);
    free_mails(&e->reading, e->desk->world->games);
    if (!e->outcome.writes || e->outcome.gone) {
        settle(e);
        return;
    }
    e->writing = (struct writing){.write = e->outcome.write, .done = was_stored, .user = e};
    if (e->writing.write.made) e->writing.write.made = &e->outcome.made;
    e->storing = true;
    e->desk->executor.store(e->desk->executor.user, &e->writing);
}

/* ---- from outside */
static void bot_answered(void *user, const struct token *table, const struct thinking *what, uint32_t answer) {
    struct desk *d = user;
    struct entry *e = *slot_of(d, table->text);
    if (e && e->table)
        post(e, (struct mail){.kind = MAIL_ANSWER, .seat = what->seat, .revision = what->revision, .answer = answer});
}

static void analyst_told(void *user, const struct token *table, struct mail mail) {
    struct desk *d = user;
    struct entry *e = *slot_of(d, table->text);
    if (e && e->table)
        post(e, mail);
    else
        mail_free(&mail, d->world->games);
}

struct token desk_make(struct desk *d, struct mail mail) {
    struct token id = token_new(d->world);
    struct entry *e = d->stopping ? NULL : add_entry(d, id.text);
    if (e) e->table = table_new(d->world, id.text);
    if (!e || !e->table) {
        d->executor.drop(d->executor.user, mail.from);
        mail_free(&mail, d->world->games);
        if (e) forget(e);
        return (struct token){""};
    }
    world_count(d->world, COUNT_TABLES, 1);
    post(e, mail);
    return id;
}

void desk_post(struct desk *d, const char *id, struct mail mail) {
    struct entry *e = *slot_of(d, id);
    bool needed = mail.kind != MAIL_LEAVE && mail.kind != MAIL_ANSWER && mail.kind != MAIL_WAKE;
    if ((!e || !e->table) && !needed) {
        mail_free(&mail, d->world->games);
        return;
    }
    if (!e) e = add_entry(d, id);
    if (e && !e->table) {
        e->table = table_new(d->world, id);
        if (e->table) world_count(d->world, COUNT_TABLES, 1);
        if (e->table) put_in(e, (struct mail){.kind = MAIL_LOAD});
    }
    if (!e || !e->table) {
        d->executor.drop(d->executor.user, mail.from);
        mail_free(&mail, d->world->games);
        return;
    }
    post(e, mail);
}

void desk_list(const struct desk *d, struct buf *out) {
    size_t n = 0;
    buf_putc(out, '[');
    for (const struct entry *e = d->newest; e && n < LOBBY_SHOWN; e = e->older) {
        if (!e->info) continue;
        if (n++ > 0) buf_putc(out, ',');
        buf_puts(out, e->info);
    }
    buf_putc(out, ']');
}

size_t desk_count(const struct desk *d) {
    return d->n;
}

struct games *desk_games(const struct desk *d) {
    return d->world->games;
}

bool desk_is_cut_off(const struct desk *d) {
    return d->cut_off;
}

bool desk_leads(struct desk *d, const char *id) {
    const struct entry *e = *slot_of(d, id);
    return e && e->opened && !e->lost;
}

struct table *desk_table(struct desk *d, const char *id) {
    struct entry *e = *slot_of(d, id);
    return e ? e->table : NULL;
}

/* ---- what nobody has touched for long */
struct sweep {
    struct job job;
    struct desk *desk;
    int64_t over_before, open_before;
    VEC(struct token) found;
};

static void note_stale(void *user, const struct token *id) {
    struct sweep *s = user;
    if (!VEC_PUSH(&s->found, *id)) return; /* the next time */
}

static void find_stale(struct job *job) {
    struct sweep *s = job->user;
    struct store *store = s->desk->world->store;
    if (store->list_stale) store->list_stale(store, s->over_before, s->open_before, SWEPT, note_stale, s);
}

/* Mail that came in the meantime is read: it finds no table. */
static void was_dropped(struct writing *w, void *user) {
    struct entry *e = user;
    struct desk *d = e->desk;
    bool gone = w->write.result == STORE_OK;
    d->busy--;
    e->busy = false;
    if (gone) world_count(d->world, COUNT_TABLES_DROPPED, 1);
    if ((e->inbox.n > 0 || is_asked(e)) && !d->stopping)
        stir(e);
    else if (gone || (!e->listed && !e->wake_at))
        forget(e);
}

/* Not while somebody uses it: what is in memory was asked for lately. */
static void drop_stale(struct desk *d, const struct token *id) {
    struct entry *e = *slot_of(d, id->text);
    if (e && (e->table || e->busy)) return;
    if (!e) e = add_entry(d, id->text);
    if (!e) return;
    e->busy = true; /* mail waits */
    d->busy++;
    e->writing = (struct writing){.write = {.table = e->id, .gone = true}, .done = was_dropped, .user = e};
    if (d->world->store->claim) e->writing.write.lease = store_lease(d->world);
    d->executor.store(d->executor.user, &e->writing);
}

static void stale_found(struct job *job) {
    struct sweep *s = job->user;
    struct desk *d = s->desk;
    d->sweeping = false;
    for (size_t i = 0; i < s->found.n && !d->stopping; i++)
        drop_stale(d, &s->found.data[i]);
    d->sweep_at = d->world->now() + (s->found.n == SWEPT ? SWEEP_AGAIN : SWEEP);
    VEC_FREE(&s->found);
    free(s);
}

static void start_sweep(struct desk *d, uint64_t now) {
    struct sweep *s = calloc(1, sizeof *s);
    if (!s) return;
    s->desk = d;
    s->over_before = d->keep_over && d->keep_over < now ? (int64_t)(now - d->keep_over) : INT64_MIN;
    s->open_before = d->keep_open && d->keep_open < now ? (int64_t)(now - d->keep_open) : INT64_MIN;
    s->job = (struct job){.run = find_stale, .done = stale_found, .user = s};
    d->sweeping = true;
    d->executor.work(d->executor.user, &s->job);
}

void desk_keep(struct desk *d, uint64_t over, uint64_t open) {
    d->keep_over = over;
    d->keep_open = open;
    d->sweep_at = d->world->now() + SWEEP_FIRST;
}

/* ---- time */
static bool can_go(const struct entry *e, uint64_t now) {
    return e->table && !e->busy && e->inbox.n == 0 && !is_asked(e) && !e->has_turn && !table_is_watched(e->table) &&
           !e->table->thinking && !turns_telling(e->table) && now - e->idle_since > IDLE;
}

/* ---- what other servers do, on the same store */
/* Nothing more is said of it here: who is connected comes again, to whoever leads it. What is being stored may take
 * until the store answers: for that nobody waits. */
static void let_go(struct entry *e) {
    if (!e->table) return;
    e->lost = true;
    if (e->storing) drop_guests(e);
    if (e->busy) return; /* until that is done */
    outcome_init(&e->outcome);
    give_up(e);
}

static void note_lost(void *user, const struct token *id) {
    struct desk *d = user;
    struct entry *e = *slot_of(d, id->text);
    if (e) let_go(e);
}

static void let_all_go(struct desk *d) {
    for (size_t i = 0; i < SLOTS; i++)
        for (struct entry *e = d->slots[i], *next; e; e = next) {
            next = e->next;
            let_go(e);
        }
}

static struct entry *add_listed(struct desk *d, const struct store_listed *l);
static void resume(void *user, const struct token *id);

/* The lobby is what the store says, but for the tables that are in memory here. */
static void renew_lobby(struct desk *d, const struct survey *s) {
    for (struct entry *e = d->newest, *older; e; e = older) {
        older = e->older;
        if (!e->table && !e->busy) forget(e);
    }
    for (size_t i = s->listed.n; i > 0; i--) { /* the newest comes last, and first in the lobby */
        struct entry *e = *slot_of(d, s->listed.data[i - 1].id.text);
        if (!e) e = add_listed(d, &s->listed.data[i - 1]);
        if (!e || (e->table && !e->listed)) continue;
        leave_lobby(e);
        enter_lobby(e);
    }
}

static void was_surveyed(void *user, const struct survey *s) {
    struct desk *d = user;
    d->surveying = false;
    d->survey_at = d->world->now() + SURVEY;
    if (d->stopping) return;
    if (s->read) renew_lobby(d, s);
    for (size_t i = 0; i < s->bots.n; i++)
        resume(d, &s->bots.data[i]);
    for (size_t i = 0; i < s->waking.n; i++)
        resume(d, &s->waking.data[i]);
}

static void look_at_others(struct desk *d, uint64_t now) {
    struct store *store = d->world->store;
    if (!store->claim) return;
    d->cut_off = !store->holds(store);
    if (d->cut_off) let_all_go(d);
    store->list_lost(store, note_lost, d);
    if (now < d->survey_at || d->surveying) return;
    d->surveying = survey_start(store, LOBBY_SHOWN, (int64_t)now, &d->executor, was_surveyed, d);
}

void desk_tick(struct desk *d, uint64_t now) {
    if (d->stopping) return;
    look_at_others(d, now);
    if ((d->keep_over || d->keep_open) && now >= d->sweep_at && !d->sweeping) start_sweep(d, now);
    for (size_t i = 0; i < SLOTS; i++)
        for (struct entry *e = d->slots[i], *next; e; e = next) {
            next = e->next;
            if (e->wake_at && now >= e->wake_at && !e->busy) {
                e->wake_at = 0;
                if (e->table)
                    post(e, (struct mail){.kind = MAIL_WAKE});
                else
                    resume(d, &e->id);
            } else if (can_go(e, now)) {
                /* One that must act comes back then; where others share the store the survey finds it. */
                bool acts = !d->world->store->claim && !e->table->readonly;
                e->wake_at = acts ? e->table->turns.wake : 0;
                unload(e);
                if (!e->listed && !e->wake_at) forget(e);
            }
        }
}

/* A table of the lobby as the store has it, not yet there; NULL: no memory, or it cannot be read. */
static struct entry *add_listed(struct desk *d, const struct store_listed *l) {
    struct people people;
    struct buf out;
    struct json j;
    struct entry *e = people_read(&people, NULL, l->people) ? add_entry(d, l->id.text) : NULL;
    if (!e) return NULL;
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
    return e;
}

/* The newest comes first: each goes behind the one before it. */
static void read_listed(void *user, const struct store_listed *l) {
    struct desk *d = user;
    struct entry *e = add_listed(d, l), *last = d->newest;
    if (!e) return;
    e->listed = true;
    while (last && last->older)
        last = last->older;
    e->newer = last;
    if (last)
        last->older = e;
    else
        d->newest = e;
}

/* A table that plays by itself is taken up where it was. */
static void resume(void *user, const struct token *id) {
    struct desk *d = user;
    struct entry *e = *slot_of(d, id->text);
    if (!e) e = add_entry(d, id->text);
    if (!e || e->table) return;
    e->table = table_new(d->world, id->text);
    if (!e->table) return;
    world_count(d->world, COUNT_TABLES, 1);
    post(e, (struct mail){.kind = MAIL_LOAD});
}

/* A table that nobody looks at, and that must act then. */
static void note_waking(void *user, const struct token *id, int64_t at) {
    struct desk *d = user;
    struct entry *e = *slot_of(d, id->text);
    if (!e) e = add_entry(d, id->text);
    if (e) e->wake_at = at > 0 ? (uint64_t)at : 1;
}

struct desk *desk_new(const struct table_world *world, unsigned bots_at_once, struct executor executor) {
    struct desk *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->world = world;
    d->executor = executor;
    work_queue_init(&d->asked, ASKED_AT_ONCE);
    d->thinkers = thinkers_new(world->games, bots_at_once, &d->executor, bot_answered, d);
    d->analysts = analysts_new(world, &d->executor, analyst_told, d);
    if (!d->thinkers || !d->analysts) return thinkers_free(d->thinkers), analysts_free(d->analysts), free(d), NULL;
    struct store *store = world->store;
    bool listed = !store->list || store->list(store, LOBBY_READ, read_listed, d);
    bool bots = !store->list_bots || store->list_bots(store, BOTS_READ, resume, d);
    bool alone = store->list_waking && !store->claim; /* else the survey asks again and again */
    bool waking = !alone || store->list_waking(store, INT64_MAX, WAKING_READ, note_waking, d);
    if (!listed || !bots || !waking)
        world_report(world, "the list of tables cannot be read to its end: look at the store");
    return d;
}

void desk_stop(struct desk *d) {
    d->stopping = true;
    thinkers_stop(d->thinkers);
    analysts_stop(d->analysts);
}

bool desk_busy(const struct desk *d) {
    return d->busy > 0 || d->sweeping || d->surveying || thinkers_busy(d->thinkers) || analysts_busy(d->analysts);
}

void desk_free(struct desk *d) {
    if (!d) return;
    for (size_t i = 0; i < SLOTS; i++)
        while (d->slots[i])
            forget(d->slots[i]);
    thinkers_free(d->thinkers);
    analysts_free(d->analysts);
    free(d);
}
