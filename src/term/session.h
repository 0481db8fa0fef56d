/* session.h: a person, or several, playing at a terminal, line by line.
 *
 * The same code serves a terminal and a pipe: a pipe gets no prompt and no screen for passing the keyboard. The session
 * borrows everything in its setup; the journal, when there is one, already follows the match.
 */
#ifndef TERM_SESSION_H
#define TERM_SESSION_H

#include "play/journal.h"
#include "play/warn.h"
#include "term/legend.h"
#include "term/look.h"

#include <stdio.h>

enum session_end {
    SESSION_OVER,        /* the game is over */
    SESSION_LEFT,        /* a person typed quit */
    SESSION_INPUT_ENDED, /* end of input */
    SESSION_INTERRUPTED, /* a signal */
    SESSION_FAULT,       /* the rules stopped */
    SESSION_NO_MEMORY
};

struct session {
    struct match *match;
    struct journal_live *journal; /* may be NULL */
    FILE *in, *out;
    struct look look;
    bool interactive; /* both ends are a terminal */
    /* below: private */
    struct legend legend;
    struct menu menu;
    struct warnings warnings; /* about its answers, while they are listed */
    unsigned seat;            /* who is asked */
    unsigned last_seat;       /* who was asked before; MATCH_SEATS at first */
    size_t told[MATCH_SEATS]; /* log lines each seat has been shown */
    uint64_t print;           /* of the table as it was drawn last */
    bool drawn;               /* false: draw it */
    bool leave, redraw;
};

/* Plays until something ends it, and says goodbye: final score, or where the game is saved. */
enum session_end session_run(struct session *s);

/* ---- shared by the files of the session */
/* What a typed command did with the question: it stays open, or the position changed. */
void command_run(struct session *s, const char *name, const char *rest, struct buf *out);
bool command_known(const char *name);
void command_why(struct session *s, const char *rest, struct buf *out);   /* why.c */
void command_card(struct session *s, const char *rest, struct buf *out);  /* search.c */
void command_cards(struct session *s, const char *rest, struct buf *out); /* search.c */
bool search_has(const struct session *s, int32_t card); /* the seat has it, or may see where it lies: search.c */
void command_find(struct session *s, const char *rest, struct buf *out);  /* search.c */
/* Whether a line names several answers at once, where several may be chosen; giving them: false with the reason when one
 * of them is not possible, and then nothing is done. several.c */
bool several_meant(const struct session *s, const char *line);
bool several_answer(struct session *s, const char *line, struct buf *out);
/* The numbered list of legal answers. */
void answers_put(struct session *s, struct buf *out);
/* Whether each answer is a number, so that a typed number is the answer and not its place. */
bool answers_are_numbers(const struct menu *m);
struct drawing session_drawing(struct session *s);
/* Log lines `from` .. end as the seat reads them. */
void session_put_log(const struct session *s, size_t from, struct buf *out);
/* The game as a link, on a line of its own; why there is none. commands.c */
void session_put_link(const struct session *s, const char *before, struct buf *out);
void session_put_fault(const struct session *s, struct buf *out);

#endif
