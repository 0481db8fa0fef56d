/* desk_inside.h: what the files of the desk share: desk.c has the tables and their mail, desk_errands.c what is asked
 * of no table. */
#ifndef TABLE_DESK_INSIDE_H
#define TABLE_DESK_INSIDE_H

#include "table/analysts.h"
#include "table/desk.h"
#include "table/think.h"
#include "table/work_queue.h"

enum { SLOTS = 16384 };

typedef VEC(struct mail) mails;

struct entry {
    struct desk *desk;
    struct token id;
    struct table *table; /* NULL: in the store only */
    mails inbox, reading;
    mails asked[RANKS]; /* letters that may wait */
    struct queued turn; /* to read of them */
    bool has_turn;
    bool busy;    /* being read, or stored */
    bool storing; /* which no thread reads it for */
    struct job job;
    struct outcome outcome;
    struct writing writing;
    char *info, *new_info; /* the table as everybody may know it, for the lobby; owned */
    bool listed, over;
    bool opened; /* the table has been read or made */
    bool lost;   /* another server leads it now */
    uint64_t idle_since, wake_at;
    struct token made_for; /* a rematch: the table before it, to be told; empty: none */
    uint32_t made_for_whom;
    bool made_same;
    struct entry *next;          /* of its slot */
    struct entry *newer, *older; /* in the lobby */
};

struct desk {
    const struct table_world *world;
    struct thinkers *thinkers;
    struct analysts *analysts;
    struct executor executor;
    struct work_queue asked;
    struct entry *slots[SLOTS];
    struct entry *newest;
    size_t n, busy;
    bool stopping;
    uint64_t keep_over, keep_open; /* 0: for ever */
    uint64_t sweep_at;
    bool sweeping;
    uint64_t survey_at; /* of a store that others share */
    bool surveying;
    bool cut_off; /* from that store */
};

#endif
