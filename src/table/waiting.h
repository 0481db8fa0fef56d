/* waiting.h: who is waited for since when, when that is told to whom, and when a table that nobody looks at must act.
 *
 * A turn of a seat lasts as long as it is asked without a pause, however many questions that are; it is named by the
 * revision with which it began. What is stored of it goes with the people: turns of persons who are not looking, and
 * what listeners (listeners.h) were told. A table at which everybody looks stores nothing of it.
 *
 * Invariant: what is due is in the store before it is sent, and that it was sent is stored when it is known. So a
 * server that is killed in between sends it again, under the same name, and none is lost. What a notice says is said to
 * everybody at the table anyway: the title, names, whose turn it is and since when. It never looks at the position.
 */
#ifndef TABLE_WAITING_H
#define TABLE_WAITING_H

#include "base/arena.h"
#include "play/match.h"
#include "table/listeners.h"

struct table;
struct outcome;
struct mail;

/* What the program can send, see world.h; NULL there: nothing. */
struct notice_offer {
    bool mail;
    const char *push_key; /* as browsers want it; NULL: none */
    const char *const *hooks;
    size_t n_hooks;
    uint32_t after, retry; /* milliseconds: from when nobody looks; from the first failure to the second attempt */
};

/* One notice on its way. Texts are borrowed. */
struct notice {
    struct token table, key;
    enum channel channel;
    uint32_t turn, from; /* from: who asked for the code, a connection; 0: nobody, it is a turn */
    uint64_t since;
    const char *address, *code; /* code: the notice is the one that asks for it; else NULL */
    const char *title, *name, *others;
};

/* What became of it. LATER: it is worth another attempt; GONE: there is no such address any more. */
enum notice_end { NOTICE_TOLD, NOTICE_LATER, NOTICE_GONE };

struct turn {
    uint32_t at;
    uint64_t since; /* 0: the seat is not asked */
};

struct turns {
    struct turn open[MATCH_SEATS], kept[MATCH_SEATS]; /* kept: those that are to be in the store */
    struct listeners *listeners;                      /* a hold */
    uint64_t wake;                                    /* when the table must act; 0: it need not */
    bool changed;                                     /* something of that is to be stored */
};

void turns_copy(struct turns *to, const struct turns *from);
/* As it was stored, but for what became of notices: that is not done again. */
void turns_revert(struct turns *now, const struct turns *kept);
void turns_free(struct turns *t);
void turns_write(struct json *j, const struct turns *t); /* fields of the people */
void turns_read(struct turns *t, const struct value *people, unsigned seats);
/* A rematch: who wanted to be told wants it again. */
void turns_begin_again(struct turns *t);

/* After everything by which somebody else may be asked. */
void turns_note(struct table *t);
/* When letters are read: what is due goes into the outcome, and when the table must act next. */
void turns_finish(struct table *t, struct outcome *o);
void turns_sent(struct table *t, const struct notice *n); /* it is on its way, not before what goes with it is stored */
void turns_hear(struct table *t, const struct mail *m);   /* what became of it */
bool turns_telling(const struct table *t);
void turns_forget_seat(struct table *t, unsigned seat); /* it passes to others */
/* "since": for each seat that is asked the time */
void turns_put(const struct table *t, struct json *j);
/* A seat's holder is there and has the page before them. */
bool turns_looks(const struct table *t, unsigned seat);

/* api_notices.c: what clients say of it */
struct guest;
struct request_words {
    const struct value *message;
    const char *re;
    size_t re_size;
};
/* "notices", "notify", "confirm" or "quiet", of who owns the seat. */
void notices_say(struct table *t, struct guest *g, struct request_words r, struct outcome *o);
void notices_end(struct table *t, const struct mail *m, struct outcome *o); /* by the key in a mail */

#endif
