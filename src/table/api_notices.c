/* api_notices.c: who is to be told when it is the turn of a seat: what the holder of the seat says of it; see waiting.h
 * and docs/protocol.md. Everything is checked before anything changes, as in api.c.
 */
#include "table/table.h"

#include <stdio.h>
#include <string.h>

enum { CODES_MOST = 5, CODE_PAUSE = 600000 }; /* mails that ask for a code: at once, and milliseconds for one more */

static void refuse(const struct table *t, const struct guest *g, struct request_words r, struct outcome *o,
                   enum error_code code, const char *text) {
    world_count(t->world, COUNT_REFUSED, 1);
    outcome_refuse(o, g->from, false, code, text, r.re, r.re_size);
}

/* What can be told here, and to whom it is. */
static void ask(struct table *t, struct guest *g, struct request_words r, struct outcome *o) {
    const struct notice_offer *offer = t->world->notices;
    const struct listeners *l = t->turns.listeners;
    struct json j;
    struct buf out;
    message_open(&j, &out, "notices", r.re, r.re_size);
    json_bool(&j, "mail", offer && offer->mail);
    json_text(&j, "push", offer ? offer->push_key : NULL);
    json_array(&j, "hooks");
    for (size_t i = 0; offer && i < offer->n_hooks; i++)
        json_text(&j, NULL, offer->hooks[i]);
    json_close(&j);
    json_array(&j, "to");
    for (unsigned i = 0; l && i < l->n; i++) {
        const struct listener *one = &l->all[i];
        if (one->seat != (unsigned)g->seat) continue;
        char address[LISTENER_ADDRESS + 1]; /* of a push the endpoint: its keys are for who sends */
        memcpy(address, one->address, sizeof address);
        address[strcspn(address, "\n")] = '\0';
        json_object(&j, NULL);
        json_text(&j, "id", one->key.text);
        json_text(&j, "channel", channel_name(one->channel));
        json_text(&j, "address", address);
        json_bool(&j, "confirmed", one->confirmed);
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
    outcome_answer(o, g->from, &out, r.re, r.re_size);
    buf_free(&out);
}

/* ---- wanting to be told */
/* Which channel the message is about, and the address there; an error text, or NULL. */
static const char *read_address(const struct table *t, const struct value *m, enum channel *channel,
                                char address[LISTENER_ADDRESS + 1]) {
    const struct notice_offer *offer = t->world->notices;
    const struct value *mail = value_get(m, "mail"), *hook = value_get(m, "hook"), *push = value_get(m, "push");
    if (!!mail + !!hook + !!push != 1) return "one of \"mail\", \"hook\" and \"push\" says who is to be told";
    *channel = mail ? CHANNEL_MAIL : hook ? CHANNEL_HOOK : CHANNEL_PUSH;
    if (mail && (!offer || !offer->mail)) return "this server sends no mails";
    if (mail) return listener_read_mail(mail, address) ? NULL : "\"mail\" is the address of a mailbox";
    if (push && (!offer || !offer->push_key)) return "this server sends no push messages";
    if (push) return listener_read_push(push, address) ? NULL : "\"push\" is a subscription, as browsers give it";
    for (size_t i = 0; offer && value_text(hook) && i < offer->n_hooks; i++) {
        if (strcmp(offer->hooks[i], value_text(hook)) != 0) continue;
        snprintf(address, LISTENER_ADDRESS + 1, "%s", offer->hooks[i]);
        return NULL;
    }
    return "\"hook\" is one of those this server has";
}

/* Mails that ask for a code go to who has not asked for them: there are few from one table. */
static bool may_send_code(struct table *t) {
    uint64_t now = t->world->now();
    double left = t->codes.at ? t->codes.left + (double)(now - t->codes.at) / CODE_PAUSE : CODES_MOST;
    t->codes.left = left < CODES_MOST ? left : CODES_MOST;
    t->codes.at = now;
    if (t->codes.left < 1) return false;
    t->codes.left--;
    return true;
}

static void draw_code(const struct table_world *w, char code[CODE_LENGTH + 1]) {
    uint64_t number = token_seed(w); /* of so many digits nobody sees that some come up a little more often */
    for (int i = 0; i < CODE_LENGTH; i++, number /= 10)
        code[i] = (char)('0' + number % 10);
    code[CODE_LENGTH] = '\0';
}

static void send_code(struct table *t, const struct guest *g, const struct listener *one, struct outcome *o) {
    struct notice n = {.table = t->id,
                       .key = one->key,
                       .channel = one->channel,
                       .from = g->from,
                       .since = t->world->now(),
                       .address = arena_strdup(&o->arena, one->address, strlen(one->address)),
                       .code = arena_strdup(&o->arena, one->code, CODE_LENGTH),
                       .title = t->title,
                       .name = t->people.seats[one->seat].name,
                       .others = ""};
    if (!VEC_PUSH(&o->notices, n)) o->out_of_memory = true;
}

/* The seat's own with that address, the oldest push of too many, which a browser has forgotten, or a new one; NULL: the
 * seat has as many as it may. The list is one's own. */
static struct listener *place_for(struct listeners *l, unsigned seat, enum channel channel, const char *address) {
    struct listener *oldest = NULL;
    for (unsigned i = 0; i < l->n; i++) {
        struct listener *one = &l->all[i];
        if (one->seat != seat || one->channel != channel) continue;
        if (strcmp(one->address, address) == 0) return one;
        if (!oldest && channel == CHANNEL_PUSH) oldest = one;
    }
    if (listeners_of(l, seat) >= LISTENERS_OF_SEAT) {
        if (!oldest) return NULL;
        listeners_remove(l, oldest);
    }
    struct listener *fresh = &l->all[l->n++];
    memset(fresh, 0, sizeof *fresh);
    return fresh;
}

static void notify(struct table *t, struct guest *g, struct request_words r, struct outcome *o) {
    char address[LISTENER_ADDRESS + 1];
    enum channel channel;
    const char *why = read_address(t, r.message, &channel, address);
    if (why) {
        refuse(t, g, r, o, ERROR_bad, why);
        return;
    }
    if (channel == CHANNEL_MAIL && !may_send_code(t)) {
        refuse(t, g, r, o, ERROR_too_often, "too many mails with codes were asked for here: wait a little");
        return;
    }
    struct listeners *l = listeners_own(&t->turns.listeners);
    struct listener *one = l ? place_for(l, (unsigned)g->seat, channel, address) : NULL;
    if (!one) {
        refuse(t, g, r, o, ERROR_full, "this seat has as many addresses as it may: end one of them first");
        return;
    }
    if (!*one->key.text) {
        one->seat = (unsigned)g->seat;
        one->channel = channel;
        one->key = token_new(t->world);
        memcpy(one->address, address, strlen(address) + 1);
        one->confirmed = channel != CHANNEL_MAIL;
    }
    if (!one->confirmed) {
        draw_code(t->world, one->code);
        one->guesses = 0;
        send_code(t, g, one, o);
    }
    t->turns.changed = true;
    ask(t, g, r, o);
}

/* A code confirms whichever address it was sent to; a wrong one is counted at all that wait. */
static void confirm(struct table *t, struct guest *g, struct request_words r, struct outcome *o) {
    const char *code = value_text(value_get(r.message, "code"));
    if (!code) {
        refuse(t, g, r, o, ERROR_bad, "\"code\" is the text that was sent");
        return;
    }
    struct listeners *l = listeners_own(&t->turns.listeners);
    bool right = false;
    t->turns.changed = true;
    for (unsigned i = l ? l->n : 0; i-- > 0;) {
        struct listener *one = &l->all[i];
        if (one->seat != (unsigned)g->seat || one->confirmed || !*one->code) continue;
        if (strcmp(one->code, code) == 0) {
            one->confirmed = right = true;
            one->code[0] = '\0';
        } else if (++one->guesses >= GUESSES_MOST) {
            listeners_remove(l, one);
        }
    }
    if (right)
        ask(t, g, r, o);
    else
        refuse(t, g, r, o, ERROR_illegal, "this is not the code that was sent last");
}

/* ---- wanting it no more */
static void quiet(struct table *t, struct guest *g, struct request_words r, struct outcome *o) {
    const struct value *id = value_get(r.message, "id");
    bool all = !id || id->type == VALUE_NULL;
    if (!all && !value_text(id)) {
        refuse(t, g, r, o, ERROR_bad, "\"id\" is one of those in \"to\", or null");
        return;
    }
    struct listeners *l = t->turns.listeners ? listeners_own(&t->turns.listeners) : NULL;
    for (unsigned i = l ? l->n : 0; i-- > 0;) {
        struct listener *one = &l->all[i];
        if (one->seat != (unsigned)g->seat || (!all && strcmp(one->key.text, value_text(id)) != 0)) continue;
        listeners_remove(l, one);
        t->turns.changed = true;
    }
    ask(t, g, r, o);
}

void notices_say(struct table *t, struct guest *g, struct request_words r, struct outcome *o) {
    static const struct {
        const char *name;
        void (*say)(struct table *, struct guest *, struct request_words, struct outcome *);
    } all[] = {{"notices", ask}, {"notify", notify}, {"confirm", confirm}, {"quiet", quiet}};
    const char *name = value_text(value_get(r.message, "t"));
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0) all[i].say(t, g, r, o);
}

/* Also who clicks twice is told that it is so. */
void notices_end(struct table *t, const struct mail *m, struct outcome *o) {
    struct buf out;
    struct listeners *l = t->turns.listeners;
    if (!t->readonly && listeners_find(l, m->text) && (l = listeners_own(&t->turns.listeners))) {
        listeners_remove(l, listeners_find(l, m->text));
        t->turns.changed = true;
    }
    buf_init(&out);
    buf_puts(&out, "{\"quiet\":true}");
    outcome_http(o, m->from, 200, NULL, &out);
    buf_free(&out);
}
