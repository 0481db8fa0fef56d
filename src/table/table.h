/* table.h: one table: a match, its players and its spectators.
 *
 * A table reads its mail one letter after the other and says in an outcome what is to be done; it knows no network
 * and no threads. Whoever calls takes care that one thread at a time works on a table and that nothing more is read
 * until what an outcome wanted stored is stored (table_stored) or was refused (MAIL_REVERT).
 *
 * `revision` counts what was stored of the table, answers and undos (the protocol's "n"): it names the open
 * question and never comes again. `since` is, for each seat, the revision at which its question was opened: where
 * several are asked at once an answer of one leaves the questions of the others open.
 */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "play/match.h"
#include "table/games.h"
#include "table/outcome.h"
#include "table/people.h"
#include "table/readonly.h"
#include "table/reply_cache.h"
#include "table/waiting.h"
#include "table/world.h"

/* Connections at a table; how many may be spectators, and how many of one seat: the rest is for seats. */
enum {
    GUESTS_MOST = 1000,
    WATCHING_MOST = 200,
    SAME_SEAT_MOST = 16,
    WATCHING_PAUSE = 1000,
    AWAY_TIME = 60000,
    PATH_MOST = 64,
    HISTORY_MOST = 100000
};

enum mail_kind {
    MAIL_MAKE,      /* `text` is what was posted; the first letter of a new table */
    MAIL_AGAIN,     /* a rematch: `text` are the people, `like` says the rest */
    MAIL_LOAD,      /* the first letter of a table that is in the store */
    MAIL_JOIN,      /* a connection */
    MAIL_SAYS,      /* `text` of it */
    MAIL_LEAVE,     /* it is closed */
    MAIL_ANSWER,    /* a bot's: `seat`, `revision`, `answer` */
    MAIL_HINDSIGHT, /* how far the analysis is: `done` of `all`, or `analysis`; `all` 0: there can be none now */
    MAIL_NEXT,      /* the rematch is there: `text` is its name; "": it could not be made */
    MAIL_INFO,      /* HTTP asks for the table */
    MAIL_JOURNAL,   /* HTTP asks for the journal */
    MAIL_LINK,      /* HTTP asks for the link */
    MAIL_QUIET,     /* HTTP: `text` is the key of a listener, who wants to hear no more */
    MAIL_NOTICED,   /* what became of a notice: `text` is the key, `revision` the turn, `end` */
    MAIL_PAGE,  /* HTTP asks for the page of the table: `text` is the origin, a line end, and the page without tags */
    MAIL_WAKE,  /* go on where storing had failed */
    MAIL_REVERT /* what was done last could not be stored */
};

/* What a rematch keeps of the table before it. */
struct likeness {
    struct played *played; /* a hold */
    char *name, *title, *facts;
    uint64_t seed;
    bool listed;
};

struct table;
struct analysis;
struct likeness *table_likeness(const struct table *t, bool same_seed); /* NULL: no memory */

/* What is read first: what is played, then questions of players about the past and the possible, then those of
 * others. */
enum { RANK_PLAYED, RANK_ASKED, RANK_WATCHED, RANKS };

struct mail {
    enum mail_kind kind;
    uint8_t rank;
    uint32_t took;   /* microseconds it took to read it */
    uint32_t stored; /* bytes, about */
    uint32_t from;   /* the connection */
    char *text;      /* owned; NUL behind it */
    size_t n;
    unsigned seat;
    uint32_t revision, answer;
    uint32_t done, all;
    struct analysis *analysis; /* HINDSIGHT; owned */
    bool same;                 /* AGAIN, NEXT: it has the same seed */
    struct likeness *like;     /* AGAIN; owned */
    enum notice_end end;       /* NOTICED */
};
void mail_free(struct mail *m, struct games *games);
bool mail_is_request(const struct mail *m); /* HTTP waits for an answer */

struct guest {
    uint32_t from;
    bool greeted, host;
    bool waits;         /* for the game with hindsight */
    bool hidden;        /* its page is not looked at */
    int seat;           /* -1: looks on */
    size_t heard;       /* lines of the log */
    unsigned voice;     /* the language it reads, see played_voice */
    struct token token; /* as it came; empty: none */
};

/* What happens when time is up. */
enum late { LATE_NOTHING, LATE_BOT, LATE_PASS };

struct table {
    const struct table_world *world;
    struct token id;
    uint64_t lease;            /* under which it is led here, where several servers share the store */
    bool leads;                /* it was claimed */
    bool ready;                /* MAKE, AGAIN or LOAD has succeeded */
    bool unread;               /* it is in the store, or may be, but cannot be read from there */
    struct readonly *readonly; /* it is in the store and cannot be gone on with: there is no match; else NULL */
    struct played *played;
    struct match match;
    char *name, *title, *facts; /* of the game; the settings as JSON, see store.h */
    bool listed;
    bool takeover; /* a seat may pass to others who then see what is hidden from everybody else */
    bool practice; /* a person alone against bots may undo even what revealed something */
    /* See table_clock.h. */
    uint32_t clock, move_clock; /* seconds a seat has in all, and for a question; 0: as long as it likes */
    enum late late;
    uint64_t used[MATCH_SEATS];                        /* milliseconds on questions that were answered */
    uint64_t opened[MATCH_SEATS], waited[MATCH_SEATS]; /* of the open one: since when; milliseconds before that */
    bool always;                                       /* they tick also while nobody is connected */
    bool ticking;
    uint32_t standing_in;  /* seats for which a bot gives one answer */
    uint64_t clock_stored; /* when; 0: it is to be stored now */
    bool ended;            /* all have agreed to end it: it is over, whatever the rules say */
    struct people people;
    struct turns turns;
    struct {
        double left;
        uint64_t at;
    } codes; /* how many more codes may be sent from here, and when that was so */
    uint32_t revision, since[MATCH_SEATS];
    uint64_t away[MATCH_SEATS]; /* since when who holds it is not there; 0: since the table came into memory */
    uint64_t loaded;            /* when that was */
    VEC(struct guest) guests;
    /* An undo that waits for others. */
    struct {
        bool open;
        unsigned by;
        size_t to;
        uint32_t waiting;
    } undo;
    bool thinking;   /* a bot was asked about `revision` */
    bool rematching; /* one is being made */
    /* The game with hindsight, when it is over and somebody has asked for it; see api_hindsight.c. */
    struct {
        bool open; /* it is being worked out */
        uint32_t done, all;
        struct analysis *known; /* owned */
    } hindsight;
    bool stuck; /* storing failed while a bot was to move: MAIL_WAKE goes on */
    /* What the store has: where MAIL_REVERT goes back to. */
    struct {
        struct people people;
        struct turns turns;
        uint32_t revision;
        VEC(uint32_t) answers; /* the history */
        VEC(uint8_t) seats;
        uint64_t used[MATCH_SEATS];
        bool ended;
    } kept;
    bool people_changed, moved, seats_moved; /* of the letters being read: to be stored; to be shown */
    bool unseen;                             /* an answer was given, and nobody has been told what it led to */
    bool watching_moved;                     /* a spectator came or went: sent now and then */
    uint64_t watching_told;                  /* when */
    struct reply_cache replies;
};

struct table *table_new(const struct table_world *world, const char *id); /* NULL: no memory */
void table_free(struct table *t);                                         /* accepts NULL */

/* Reads letters, in order, and finishes: what changed is written into *o to be stored and sent. */
void table_read(struct table *t, struct mail *mails, size_t n, struct outcome *o);
/* What the last outcome wanted stored is stored. */
void table_stored(struct table *t);

/* To who asks something of a table that is not ready: there is none, or it cannot be read. */
void table_refuse(const struct table *t, const struct mail *m, struct outcome *o);

/* The page of a table, with what its link says of itself where it is pasted. */
void table_send_page(const struct table *t, const struct mail *m, struct outcome *o);

/* The table as everybody may know it. */
void table_put_info(const struct table *t, struct json *j, const char *key);
void table_put_seats(struct json *j, const char *key, uint32_t mask); /* a list of their numbers */
bool table_is_over(const struct table *t);
uint32_t table_asked(const struct table *t); /* mask of seats it waits for */
bool table_is_watched(const struct table *t);

/* ---- table.c and api.c */
struct guest *table_guest(struct table *t, uint32_t from);
/* What is to be stored next: an answer that was made, or an undo; `text` lives as long as the outcome. */
void table_add_line(struct table *t, struct outcome *o, const char *text, uint32_t spent, uint64_t digest);
/* Gives an answer and everything that follows of itself; TN_OK or why not. */
tn_status table_answer(struct table *t, unsigned seat, uint32_t answer, bool bot, struct outcome *o);
/* Whether an answer of that seat to the question of `revision` is still wanted. */
bool table_is_open(const struct table *t, unsigned seat, uint32_t revision);
/* How far `seat` may undo: to answer number *to; what is bound may be undone when all persons in `waiting` consent. */
enum undo table_undo_to(const struct table *t, unsigned seat, size_t *to, uint32_t *waiting);
bool table_take_back(struct table *t, size_t to, struct outcome *o);
/* The seats that must agree before the table ends: those of persons who play on; where all have resigned, theirs. */
uint32_t table_must_agree(const struct table *t);
/* Ends it when all of them do. */
void table_end_if_agreed(struct table *t, struct outcome *o);

/* table_begin.c */
void table_make(struct table *t, const struct mail *m, struct outcome *o);
void table_make_again(struct table *t, const struct mail *m, struct outcome *o);
void table_load(struct table *t, struct outcome *o);
void table_journal(struct table *t, const struct mail *m, struct outcome *o); /* or its link */
void table_keep(struct table *t);                                             /* what is now is what the store has */

/* Why a seat is not given the game as it stands, with its seed; NULL: nobody else plays, and it is for practice, or it
 * is over. */
const char *table_why_no_copy(const struct table *t, unsigned seat);
/* Why what was hidden stays so, also from who looks at the record; NULL: the game is over and no secret any more. */
const char *table_why_secret(const struct table *t);

/* api_hindsight.c: a game that is over, looked at again */
void hindsight_ask(struct table *t, struct guest *g, const char *re, size_t n, struct outcome *o);
void hindsight_hear(struct table *t, struct mail *m, struct outcome *o);
void hindsight_drop(struct table *t, struct outcome *o);   /* it was played on, or answers were taken back */
void hindsight_finish(struct table *t, struct outcome *o); /* gives it up when nobody waits for it any more */
void hindsight_free(struct table *t);

/* api.c: a message of a client */
void api_note_standing(const struct guest *g, struct outcome *o);
void api_read(struct table *t, uint32_t from, const char *text, size_t n, struct outcome *o);
/* When a message of that name (NULL: of none) is read; holds: it comes from one who holds a seat. */
uint8_t api_rank(const char *name, bool holds);
/* What was worked out, as far as it still holds. */
struct reply_cache *table_replies(struct table *t);
/* api_tell.c: what guests are sent */
void tell_table(struct table *t, struct outcome *o);
void tell_undo(struct table *t, struct outcome *o, uint32_t to); /* 0: to all */
void tell_views(struct table *t, struct outcome *o);
/* One view for each answer: if the last one was shown to nobody yet */
void tell_passing(struct table *t, struct outcome *o);
void tell_welcome(struct table *t, struct guest *g, const char *re, size_t n, struct outcome *o);
void tell_position(struct table *t, struct guest *g, struct outcome *o);

#endif
