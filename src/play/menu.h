/* menu.h: a question and its legal answers in words, and finding an answer by what somebody wrote.
 *
 * A menu owns its texts until it is loaded again or freed. Invariant: ids[i] and texts[i] are the i-th legal answer in
 * the engine's order; texts hold no control characters, so that each fits on one line of a journal.
 *
 * Words are compared without regard to case, to runs of blanks, and to how an index is written ("area[7]" is "area 7").
 * Of legal answers with the same text (two copies of one card, one of which is marked) the first is meant, and "#2"
 * behind the text means the second, as if each copy that an answer stands for were listed. "#5" alone is the fifth
 * answer of the list.
 */
#ifndef PLAY_MENU_H
#define PLAY_MENU_H

#include "base/arena.h"
#include "base/buf.h"
#include "terrane_table.h"

/* Who looks at which position. All borrowed. */
struct asking {
    const tn_game *game;
    tn_ctx *ctx;
    const tn_state *state;
    unsigned seat;
};

/* The card or the space that an answer is; -1: it is none. */
int answer_card(const tn_game *game, uint32_t answer);
int answer_space(const tn_game *game, uint32_t answer);

struct menu {
    const tn_game *game; /* borrowed */
    tn_question question;
    const char *prompt; /* the question in words */
    tn_text asked;      /* the same with what it names */
    uint32_t n;
    uint32_t *ids;
    const char **texts;
    tn_text *said; /* the same with what they name */
    /* How many equal copies each stands for, itself included (tn_state_copies), and which; of several picks each copy
     * is listed, and stands for itself */
    uint32_t *copies, **copied;
    struct arena arena;
};

/* MENU_UNSURE: the beginning of one answer only, and of the name of something of another kind that is no answer
 * here. */
enum menu_match { MENU_NONE, MENU_ONE, MENU_SEVERAL, MENU_UNSURE };

void menu_init(struct menu *m);
void menu_free(struct menu *m);
/* False when the seat is not asked (the menu is empty then) or memory is out (arena.failed). */
bool menu_load(struct menu *m, const struct asking *at);

/* As people write: exact, then amounts ("2 wood" is the number 2 of a question about wood), "yes" and "no", places
 * ("row 3 column 5", "row 3 space 5"), then the beginning of one text only. The whole name of something that is no
 * answer here is never taken for the beginning of something else. *index is set but with MENU_NONE; with
 * MENU_SEVERAL it is the first of them. */
enum menu_match menu_find(const struct menu *m, const char *words, uint32_t *index);
/* Whether the words are the whole name of something of the game, asked for now or not: a card, a space, a player, a
 * member, a label, yes, no, a number, an amount. Where they stand for an answer, they stand for that one only. */
bool menu_is_name(const struct menu *m, const char *words);
/* Whether words that begin the name of `answer` also begin one of another kind: the first such, which may be empty. */
bool menu_other_kind(const struct menu *m, const char *words, uint32_t answer, tn_name *other);
/* What such words could be, `text` being that answer: `"po" could be the card "Pond", or the player "Po", ...`. */
void menu_put_unsure(const struct menu *m, const char *words, uint32_t answer, const char *text, struct buf *out);
/* As files write: no beginnings, no amounts. */
enum menu_match menu_find_exact(const struct menu *m, const char *words, uint32_t *index);

/* Words by which menu_find_exact finds ids[index] again. */
void menu_words(const struct menu *m, uint32_t index, struct buf *out);
/* " x 5" behind the text of an answer that stands for five copies; else nothing. */
void menu_put_copies(const struct menu *m, uint32_t index, struct buf *out);
/* "one, two, three", cut after some and with how many there are in all. */
void menu_list(const struct menu *m, struct buf *out);

/* Answers of that name, legal or not: of the whole answer space, with cards and spaces by their names. Whole names
 * before beginnings. Returns how many were stored. */
size_t menu_named(const struct asking *at, const char *words, uint32_t *ids, size_t cap);

/* Whether `unit`, as somebody wrote it, is what `text` begins with: one or many, or its beginning; but not when it
 * is the whole name of another member ("2 gold" are no gold bars). And whether it is so anywhere in the text. */
bool unit_begins(const tn_game *game, const char *text, const char *unit);
bool unit_stands_in(const tn_game *game, const char *text, const char *unit);

/* The nearest text of the menu to what was written, or NULL. */
const char *menu_nearest(const struct menu *m, const char *words);

/* How two texts compare under the rules above. */
enum words_match { WORDS_DIFFER, WORDS_BEGIN, WORDS_EQUAL }; /* BEGIN: `text` begins with `words` */
enum words_match words_compare(const char *text, const char *words);
bool words_contain(const char *text, const char *part);
/* Control characters become blanks: a text is one line everywhere we print it. NULL is accepted. */
char *words_one_line(char *text);
/* A name of the definition as people read it: without underscores. */
void words_put_name(const char *name, struct buf *out);
/* A phrase of the engine (tn_game_phrase) with one hole, in the words of the game. */
void words_put_phrase(const tn_game *game, const char *phrase, const char *filled, struct buf *out);
/* What stands between two things of a list: before the last one " and ", else ", ". */
void words_put_between(const tn_game *game, bool last, struct buf *out);
void words_put_counted(const tn_game *game, const char *phrase, int n, struct buf *out);

/* The text functions of terrane.h, copied into an arena; without bytes when memory is out. */
tn_text menu_answer_text(const struct asking *at, uint32_t answer, struct arena *arena);
tn_text menu_question_text(const struct asking *at, struct arena *arena);
tn_text menu_why_not(const struct asking *at, uint32_t answer, struct arena *arena);
char *menu_fault(const tn_game *game, const tn_state *state, struct arena *arena);

#endif
