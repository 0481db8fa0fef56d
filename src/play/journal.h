/* journal.h: a game as a text file that can be read, mended by hand, and played again to the same position.
 *
 *     terrane journal 1
 *     game NAME OR PATH
 *     rules 2                          the version of the rules it is played by (TN_RULES_VERSION); not said: 1
 *     definition 0123456789abcdef      hash over all source text
 *     players 2
 *     option name=value                one line each, those with the default too
 *     seat B=random                    person, or the name of a bot; not said: whoever goes on decides
 *     from {"terrane": ...}            a position in JSON to begin with, or the file it is in; else the game begins
 *     order deck: Rain, Sun            the cards of a pile as they come, from the first on; `order A.deck:` a player's
 *     random 6, 2                      what is thrown, one after the other
 *     seed 42                          decides the rest of chance
 *     A: Play a card                   every answer, forced ones too, in words; `#2` behind a text: the second such
 *     check 0123456789abcdef           the digest of the position there (digest.h)
 *     result A score 12 rank 1         at the end
 *
 * Lines that begin with '#' and empty lines are ignored. The program writes a definition and every answer to the
 * letter, and reads them so (answer_words.h, exact): such a journal gives the same position or a clear error, never
 * another game, and what `check` and `result` say must come true. In a record, they are ignored. A journal without a
 * definition is a record that somebody wrote: it is read as a scenario is, several answers on a line if that is
 * wanted, forced ones left out; `players` and `option` may be missing too.
 */
#ifndef PLAY_JOURNAL_H
#define PLAY_JOURNAL_H

#include "play/match.h"

struct journal_entry {
    uint32_t line;
    const char *seat, *words;
};

/* Who sits where. */
struct journal_seat {
    uint32_t line;
    const char *text; /* "B=random" */
};

/* What must be true once `answers` of them are given. */
struct journal_check {
    uint32_t line;
    size_t answers;
    uint64_t digest;    /* 0: it is a result */
    const char *result; /* "A score 12 rank 1" */
};

struct journal_order {
    uint32_t line;
    const char *pile; /* NULL: thrown */
    const char *names;
};

/* A journal read. Owns its texts. */
struct journal {
    struct arena arena;
    const char *path, *game;
    uint64_t definition, seed;
    bool written;     /* by the program: it names its definition */
    unsigned rules;   /* the version it was written by */
    unsigned players; /* 0: not said */
    const char *from; /* NULL: the game begins */
    uint32_t from_line;
    VEC(const char *) options;
    VEC(struct journal_seat) seats;
    VEC(struct journal_order) orders;
    VEC(struct journal_entry) answers;
    VEC(struct journal_check) checks;
    bool cut;               /* the last line has no end: the writer may have been stopped in the middle of it */
    bool live;              /* more lines may come: journal_add */
    size_t ahead, ahead_of; /* words of answer `ahead_of` that were given with those before it */
};

/* Each appends "path:line: what is wrong" to *error and returns false. Call journal_free in any case. */
bool journal_read(struct journal *j, const char *path, struct buf *error);
bool journal_parse(struct journal *j, const char *path, const char *text, size_t n, struct buf *error);
void journal_free(struct journal *j);

/* Whether the journal was written with this definition; both hashes are named when not. A record fits any. */
bool journal_fits(const struct journal *j, uint64_t definition, struct buf *error);

/* The position it begins with, as JSON: NULL in *text when there is none. What it says of players and options takes the
 * place of what the journal does not say. Texts live as long as the journal. */
bool journal_position(struct journal *j, const char **text, struct buf *error);
/* How a match of it begins. Arrays live as long as the journal. */
bool journal_setup(struct journal *j, const tn_game *game, struct match_setup *out, struct buf *error);

/* What a position in JSON says of players and options: nothing when it says nothing or is no JSON. */
void position_config(const char *text, size_t size, struct arena *arena, tn_config *out);

/* A journal that is read line by line: one more line behind its seed. */
bool journal_add(struct journal *j, const char *line, uint32_t number, struct buf *error);
/* Makes answer i in the match, and looks whether what the journal says of the position behind it is so; answers are
 * made in order. Behind the last one of a record, questions with one answer that lead to the end of the game are
 * answered. A last line that was cut off and fits no answer is passed over in silence: true with nothing done. After
 * TN_FAULT in the game it returns true: the fault is the match's to report. */
bool journal_step(struct journal *j, size_t i, struct match *m, struct buf *error);

/* The journal of a match up to its last answer, for more to follow; `game` is how the game is found again. */
void journal_write_open(const struct match *m, const char *game, struct buf *out);
/* The whole of it: what must come true of its position stands at the end. */
void journal_write(const struct match *m, const char *game, struct buf *out);

/* ---- a journal that grows with its match */
struct journal_live {
    struct match *match;
    const char *game;
    char *path;
    int fd;
    bool failed; /* sticky: a write failed and the file is behind */
};

/* Writes what has been played so far, then follows the match. The path is copied, the rest borrowed. When it fails
 * there is nothing to close. */
bool journal_follow(struct journal_live *live, struct match *m, const char *game, const char *path, struct buf *error);
/* After an undo: rewrites the file. */
bool journal_renew(struct journal_live *live);
/* Adds the results when the game is over, and lets the match go. */
void journal_close(struct journal_live *live);

/* Where a journal goes when nobody says: $XDG_STATE_HOME/terrane or ~/.local/state/terrane, made when missing, and a
 * name from the game, the time and the process. False with the reason when there is no such place. */
bool journal_place(const char *game, struct buf *path, struct buf *error);
/* That folder alone; it is made only for what will lie in it. */
bool journal_folder(bool make, struct buf *path, struct buf *error);

#endif
