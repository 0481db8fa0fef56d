/* session.h: a person, or several, playing at a terminal, line by line.
 *
 * The same code serves a terminal and a pipe: a pipe gets no prompt and no screen for passing the keyboard. The session
 * borrows everything in its setup; the journal, when there is one, already follows the match.
 */
#ifndef TERM_SESSION_H
#define TERM_SESSION_H

#include "play/journal.h"
#include "show/warn.h"
#include "term/answer_numbers.h"
#include "term/capabilities.h"
#include "term/legend.h"

#include <stdio.h>

enum session_end {
    SESSION_OVER,        /* the game is over */
    SESSION_LEFT,        /* a person typed quit */
    SESSION_INPUT_ENDED, /* end of input */
    SESSION_INTERRUPTED, /* a signal */
    SESSION_FAULT,       /* the rules stopped */
    SESSION_NO_MEMORY
};

enum {
    REPLY_MOST = 68,
    NAMED_MOST = 40
}; /* the rules keep 64 answers of one seat at a time; menus that are looked behind */

/* What a line says: answers to this question and to those behind it. */
struct reply {
    uint32_t answers[REPLY_MOST];
    size_t n;
};

/* A position to look at what is behind an answer. */
struct behind {
    tn_ctx *ctx;
    tn_state *state;
};

/* Answers 'from' to 'to' of the history were one line. */
struct span {
    size_t from, to;
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
    bool after_yes;           /* the menu is "no" and what is behind "yes" */
    struct behind behind;
    VEC(struct span) lines;   /* those that were several answers */
    unsigned seat;            /* who is asked */
    unsigned last_seat;       /* who was asked before; MATCH_SEATS at first */
    size_t told[MATCH_SEATS]; /* log lines each seat has been shown */
    size_t news;              /* log lines it had been shown when it was asked */
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
void command_why(struct session *s, const char *rest, struct buf *out);       /* command_why.c */
void command_hint(struct session *s, const char *rest, struct buf *out);      /* command_hint.c */
void command_card(struct session *s, const char *rest, struct buf *out);      /* command_cards.c */
void command_cards(struct session *s, const char *rest, struct buf *out);     /* command_cards.c */
void cards_put_place(const struct session *s, int32_t card, struct buf *out); /* "your hand"; command_cards.c */
bool cards_has(const struct session *s, int32_t card); /* the seat has it, or may see where it lies: command_cards.c */
void command_find(struct session *s, const char *rest, struct buf *out);  /* command_cards.c */
bool cards_mentions(const tn_game *game, size_t card, const char *words); /* each of them somewhere: command_cards.c */
void command_list(struct session *s, const char *rest, struct buf *out);  /* draw_answers.c */
void command_signs(struct session *s, const char *rest, struct buf *out); /* command_signs.c */
/* The numbered list of legal answers. draw_answers.c */
void answers_put(struct session *s, struct buf *out);
/* " (price 5)" for a card that is not yet in play and has one. draw_answers.c */
void answer_put_price(struct session *s, uint32_t answer, struct buf *out);

/* ---- foreseen.c: what is behind answers */
void foreseen_init(struct behind *b, const tn_game *game);
void foreseen_free(struct behind *b);
/* Plays the answers in the position for it; false: it does not go. */
bool foreseen_go(struct session *s, const uint32_t *path, size_t n);
/* The question behind the answers, where it is known what it will be. */
bool foreseen_load(struct session *s, const uint32_t *path, size_t n, struct menu *out);
/* The answers that an answer of the menu stands for: "yes" before what is behind it. Returns how many. */
size_t foreseen_path(const struct session *s, uint32_t answer, uint32_t *path);
/* Turns a yes-or-no question into what is behind "yes" and "no", if that is one choice and all of it is known. */
bool foreseen_join(struct session *s);
/* ": NAME" for each choice behind an answer that has one answer only. */
void foreseen_put_only(struct session *s, uint32_t answer, struct buf *out);

/* ---- named_answer.c */
/* By the words of an answer, their beginning, or a word inside. */
enum menu_match answer_by_words(const struct menu *m, const char *words, uint32_t *index);
/* By the words of what is behind an answer. False, with a message when several are meant. */
bool named_answer_read(struct session *s, const char *line, struct reply *r, struct buf *out);
static inline void reply_add(struct reply *r, uint32_t answer) {
    if (r->n < REPLY_MOST) r->answers[r->n++] = answer;
}

/* ---- several.c */
/* A line where several may be chosen: the whole choice, added to the answers that lead to this menu. False with the
 * reason when one of them is not possible. */
bool several_read(struct session *s, const struct menu *m, struct reply *r, const char *line, struct buf *out);
bool several_possible(struct session *s); /* more than one can be chosen */

struct drawing session_drawing(struct session *s);
/* Log lines `from` .. end as the seat reads them, in short or as they are. */
void session_put_log(const struct session *s, size_t from, bool whole, struct buf *out);
/* The game as a link, on a line of its own; why there is none. commands.c */
void session_put_link(const struct session *s, const char *before, struct buf *out);
void session_put_fault(const struct session *s, struct buf *out);

#endif
