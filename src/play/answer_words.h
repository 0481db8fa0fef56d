/* answer_words.h: answers as people and records write them, given one after the other.
 *
 * How words become answers (which forced answers may be left out where: docs/decisions/047-forced-answers.md):
 *  - a word answers the open question of the seat, as menu_find reads it; several words in a row that make up one text
 *    (a name with commas) are that text;
 *  - where a long number is asked in two steps, the plain number answers both;
 *  - where several things are picked one after the other, they may be named in any order, and "no more" may stand
 *    behind them also when nothing is left to pick;
 *  - amounts in a row ("4 steel, 11 money") are one payment: each answers the question about its resource, in any
 *    order; a resource that is asked about and not named is 0; what no question asks about must be what was paid.
 *  - amounts and picks may go on in the next line of the same seat;
 *  - a question with one legal answer that is not the word is answered by itself, whoever is asked; so forced steps
 *    need not be written, but may be. A word that is the one answer here and an answer to the seat's next question too
 *    is the first, unless what follows, the words of the seat and who is asked behind them, fits only the second.
 * With `exact`, as the program itself writes: no beginnings, no forced steps left out. The rest holds.
 */
#ifndef PLAY_ANSWER_WORDS_H
#define PLAY_ANSWER_WORDS_H

#include "play/menu.h"

/* What somebody lost while the last answers were carried out. */
struct say_loss {
    unsigned seat;
    int32_t amount;
    const char *unit; /* the game's */
};
typedef VEC(struct say_loss) say_losses;
bool say_note(say_losses *to, const tn_event *event); /* when it is one; false: no memory */

struct say {
    struct asking at; /* at.seat: who is asked now */
    bool exact;
    struct menu menu;                                               /* of the open question */
    tn_status (*apply)(void *user, unsigned seat, uint32_t answer); /* TN_OK; TN_BAD_STATE: the message is there */
    void *user;
    struct buf *message; /* what went wrong */
    say_losses losses;   /* whoever applies adds to them: payments are checked by them */
    /* To try something: what is answered from now on has not happened when it is given back. NULL, or NULL from it:
     * cannot. */
    void *(*save)(void *user);
    void (*restore)(void *user, void *saved);
    unsigned trials; /* that are going on */
    uint32_t tried;  /* answers in all of them; from some number on nothing is tried any more */
    bool out_of_memory;
};

/* What a seat says: `n` words, of which the first `now` are to be answered; those behind them stand in later lines
 * and are used where amounts or picks go on. */
struct say_words {
    const char *const *list;
    size_t now, n;
    int next; /* the seat whose words come behind them; below 0: not known */
};

/* `at`, `apply`, `user` and `message` must be set; call say_free in any case. */
void say_init(struct say *s);
void say_free(struct say *s);

/* Loads the open question, of `wanted` when that seat is asked (below 0: any). False when nobody is asked. */
bool say_open(struct say *s, int wanted);
/* Gives the answer of that place in the menu. */
bool say_answer(struct say *s, uint32_t index);
/* The words that are to be answered now; `seat` below 0: whoever is asked. *used: how many were, at least `now`. */
bool say_words(struct say *s, int seat, struct say_words words, size_t *used);
/* Adds to the losses what the seat has lost so far while others are asked with it, which nobody was told. */
void say_recall(struct say *s, unsigned seat);
/* When only questions with one answer are left before the end of the game, they are answered. */
bool say_to_the_end(struct say *s);
/* A line to the letter: one answer, which may have commas of its own. False: it is none. */
bool say_whole(struct say *s, int seat, const char *line, bool *fine);
/* The words of a line, which commas separate; false: no memory. */
typedef VEC(const char *) say_list;
bool say_split(const char *line, struct arena *arena, say_list *out);

/* A plain number for a question in two steps: what answers the first and the second. False when the word is no number
 * or the question is another. */
bool say_hundreds(const struct say *s, const char *word, long *first, long *second);
bool say_find_number(const struct menu *m, long number, uint32_t *index);

/* Answers that go by the name `word` and could be given here but may not: the first explanation that holds `reason`,
 * or any. NULL: no such answer. */
const char *say_refusal(struct say *s, const char *word, const char *reason, struct arena *arena);

/* What is wrong, as a message; false. */
bool say_fail(struct say *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool say_fail_stopped(struct say *s, const char *word); /* nobody is asked any more */
bool say_fail_no_answer(struct say *s, const char *word, enum menu_match found);

#endif
