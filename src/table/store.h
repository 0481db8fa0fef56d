/* store.h: where tables live on. One small interface; serve/store_sqlite.c and serve/store_postgres.c are behind it.
 *
 * A table is what it began with (its definition's texts, its journal's header) and lines that are only ever added,
 * numbered from 0: answers as a journal writes them, "undo N", which takes the history back to N answers, and
 * STORE_ENDED, behind which nothing comes: those who played have agreed to end it. Who sits where is one text that is
 * replaced. Invariant: a (table, revision) is stored once; a second attempt is refused, which decides every race.
 * What was reported as stored survives a crash.
 *
 * Several servers may share a store. Each table is then led by one of them at a time, which holds its lease: a number
 * drawn when the table came into its memory. Invariant: a change that names a lease which is held no more is refused
 * (STORE_TAKEN), so that whoever was taken for dead, and is not, stores nothing.
 */
#ifndef TABLE_STORE_H
#define TABLE_STORE_H

#include "base/arena.h"
#include "base/buf.h"
#include "table/secret.h"
#include "terrane_table.h"

#define STORE_ENDED "ended by agreement"

enum store_result {
    STORE_OK,
    STORE_TAKEN,  /* somebody else stored that revision: read the table again */
    STORE_LOCKED, /* nothing was stored: another program holds the file */
    STORE_FAILED  /* nothing was stored: the disk is full or broken */
};

struct store_line {
    uint32_t revision;
    uint32_t spent; /* milliseconds somebody thought about it */
    const char *text;
    uint64_t digest; /* of the position behind it (play/digest.h); 0: not known */
};

/* What a table begins with. */
struct store_new {
    uint64_t definition, game; /* game: as tn_game_hash says; 0: not known */
    const tn_file *files;
    size_t n_files;
    const char *name, *title, *header; /* of the game, as it is found; as it is called; the journal up to its seed */
    const char *facts;                 /* what else never changes, as JSON */
    bool listed;
    int64_t created; /* milliseconds */
};

/* One change of one table: all of it or nothing. Texts are borrowed. */
struct store_write {
    struct token table;
    const struct store_new *made; /* NULL: it is there already */
    const struct store_line *lines;
    size_t n_lines;
    const char *people; /* NULL: as before */
    bool over, over_known;
    int64_t at;     /* when, in milliseconds: the table was touched */
    bool gone;      /* the table is deleted, with rules nobody plays by any more; everything else is ignored */
    uint64_t lease; /* under which it is led; of one that is deleted: it is taken first; 0: nobody asks */
    bool left;      /* it leaves memory, and anybody may lead it; everything else is ignored */
    enum store_result result; /* set by write */
};

/* A change on its way. The caller's memory, borrowed with all its texts until `done` was called. */
struct writing {
    struct store_write write;
    void (*done)(struct writing *w, void *user);
    void *user;
    struct writing *next; /* of who stores */
};

/* A table read back. Owns its texts. */
struct store_table {
    struct arena arena;
    uint64_t definition;
    tn_file *files;
    size_t n_files;
    const char *name, *title, *header, *facts, *people;
    bool listed, over;
    int64_t created;
    VEC(struct store_line) lines;
};
void store_table_free(struct store_table *t);

struct store_listed {
    struct token id;
    const char *name, *title, *people, *facts;
    uint32_t n;
};

uint64_t store_lease(const struct table_world *w); /* a new number */

enum store_claim {
    CLAIM_MINE,   /* nobody else led it, or who did is dead */
    CLAIM_REFUSED /* somebody leads it, there is no such table, or the store cannot be asked */
};

/* Times are those of clock.h. The store remembers how late it was, and by what the machine's clock said then: the
 * time in which no server ran counts as that clock says, but for a week at most, and never backwards. */
struct store {
    int64_t opened;      /* how late it is, when it was opened */
    struct token secret; /* of this server, which only other servers on the same store know; empty: there are none */
    /* In one transaction where that is possible; sets each result. From one thread only. What the whole came to: OK
     * when any of them could be stored or was taken. Where another program holds the store that is waited for once,
     * and not again until something could be stored; without any writes it only looks whether that is so. */
    enum store_result (*write)(struct store *s, struct store_write *const *writes, size_t n);
    /* From any thread. False: there is no such table, or it cannot be read to its end and *error says what is wrong. */
    bool (*read)(struct store *s, const char *id, struct store_table *out, struct buf *error);
    /* Fills in only the texts of a definition that some table has. From any thread. False: there is none. */
    bool (*read_definition)(struct store *s, uint64_t hash, struct store_table *out);
    /* Whether a table that is not over has the seed of that one, so that its journal would tell what is to come
     * there: a rematch, one of that and so on, or one whose seed was drawn. True also when it cannot be told. From
     * any thread. */
    bool (*seed_in_use)(struct store *s, const char *id);
    /* Those that follow may be NULL where tables are not listed, deleted or resumed.
     * Listed tables that are not over, the newest first; texts are good during the call. */
    bool (*list)(struct store *s, size_t most, void (*each)(void *user, const struct store_listed *t), void *user);
    /* Tables that were touched last before these times, those that are over and those that are not. From any thread. */
    bool (*list_stale)(struct store *s, int64_t over_before, int64_t open_before, size_t most,
                       void (*each)(void *user, const struct token *id), void *user);
    /* Tables that are not over and have a bot on every seat. From any thread. */
    bool (*list_bots)(struct store *s, size_t most, void (*each)(void *user, const struct token *id), void *user);
    /* Tables that are not over and must act at that time or before (`wake` of their people), the first ones first; of a
     * store that others share those that no other server leads. From any thread. */
    bool (*list_waking)(struct store *s, int64_t until, size_t most,
                        void (*each)(void *user, const struct token *id, int64_t at), void *user);
    /* NULL: only one server can use it. Others may use it, too, from now on, and reach this one at that address, whose
     * host may be 0.0.0.0 or [::]: then it is the one from which this machine reaches the store. Then there are the
     * functions that follow, which are NULL otherwise. */
    bool (*share)(struct store *s, const char *address, struct buf *error);
    /* Takes the lead of a table, also where this server has it already: what it has in memory ends. From any thread. */
    enum store_claim (*claim)(struct store *s, const char *id, uint64_t lease);
    /* Whoever leads a table may say which game it plays, as tn_game_hash does. From any thread. */
    void (*note_game)(struct store *s, const char *id, uint64_t lease, uint64_t game);
    /* The address and the secret of another server that leads a table, or one with that game; false: there is none.
     * From any thread. */
    bool (*find_leader)(struct store *s, const char *id, struct buf *address, struct token *secret);
    bool (*find_game)(struct store *s, uint64_t game, struct buf *address, struct token *secret);
    bool (*lives)(struct store *s, const char *address); /* a server, as far as this one has heard */
    bool (*lives_at)(struct store *s, const char *host); /* one at all */
    /* False: for so long nothing was heard of the store that others may lead what this server leads. */
    bool (*holds)(struct store *s); /* from one thread, and so the next */
    /* Tables that others have taken over since this was asked last. */
    void (*list_lost)(struct store *s, void (*each)(void *user, const struct token *id), void *user);
    void (*close)(struct store *s);
};

#endif
