/* draw.h: the table of a game as one seat sees it: boards, tracks, players, cards, score.
 *
 * It knows no game: everything drawn comes from the reading functions of terrane.h, with the seat as who looks, so
 * what that seat may not see appears as a count or a question mark. What `look:` hides is left out everywhere.
 * On a wide terminal what concerns the looker stands beside the boards.
 */
#ifndef TERM_DRAW_H
#define TERM_DRAW_H

#include "play/match.h"
#include "show/why.h"
#include "term/capabilities.h"
#include "term/legend.h"

struct drawing {
    const struct look *look;
    const struct match *match;
    unsigned seat;           /* who looks */
    const struct menu *menu; /* spaces that are answers are marked; may be NULL */
    struct legend *legend;
    bool after_yes;  /* the menu is what is behind "yes" */
    size_t news;     /* lines of the log from here on are new to the looker */
    bool with_news;  /* what others did stands below the table, too */
    bool goal_lines; /* goals in lines, not in a table */
    bool goal_names; /* nor what goals ask for */
    bool deaf;       /* to the looker's own lines of the log */
    int room;        /* lines there are; 0: any number */
    unsigned brief;  /* what is left out so that it fits: enum brief */
};

enum brief {
    BRIEF_TABLEAU = 1, /* what is in play without tags, the others in one line each */
    BRIEF_HAND = 2,    /* the hand without what cards do */
    BRIEF_BOARD = 4,   /* boards without lines between rows */
    BRIEF_MAP = 8,     /* no boards, unless a space is asked for: then nothing but the map stands above the question */
    BRIEF_GOALS = 16,  /* what is in play as a number, no goals, of the hand what can be chosen */
};

void table_put(const struct drawing *d, struct buf *out);        /* all of it, as briefly as the room demands */
void table_put_head(const struct drawing *d, struct buf *out);   /* title, round, phase */
void table_put_boards(const struct drawing *d, struct buf *out); /* with the legend */
void table_put_tracks(const struct drawing *d, struct buf *out); /* and what belongs to nobody */
/* Whether a space has a name, not only the board's and its number. */
bool table_own_name(const tn_game *game, const tn_space *space);
/* Whether spaces of the board are called by numbers, which are not those they have. */
bool table_names_are_numbers(const tn_game *game, const tn_board *board);
/* Whether its name stands on the map in place of the number: a short one, or numbers are names. */
bool table_names_space(const tn_game *game, const tn_space *space);
void table_put_score(const struct drawing *d, bool final, struct buf *out);
/* What each card brought, of the lines of the score that come from cards: draw_score.c */
void table_put_shares(const struct drawing *d, struct buf *out);
/* ---- draw_log.c */
/* The log lines from `from` on as the looker reads them, in short or as they are. */
void table_put_log(const struct drawing *d, size_t from, bool whole, struct buf *out);
/* What others did since the looker was asked last, as much as fits into so many lines. */
void table_put_news(const struct drawing *d, int lines, struct buf *out);
/* As many of the last ones, from `first` on, as fit into so many lines of the screen, in short. */
void table_put_last_log(const struct drawing *d, size_t first, int lines, struct buf *out);

/* ---- draw_players.c. Two ways: a column for each player, or, where players have several amounts of each thing (a
 * stock and an income, say) or are many, a board of one's own and a line for each of the others. */
bool table_has_boards(const struct drawing *d);
void table_put_players(const struct drawing *d, struct buf *out);               /* columns */
void table_put_player(const struct drawing *d, unsigned seat, struct buf *out); /* the board of one */
void table_put_others(const struct drawing *d, struct buf *out);                /* a line each */

/* ---- draw_zones.c */
void table_put_zones(const struct drawing *d, struct buf *out);  /* everything that lies anywhere */
void table_put_common(const struct drawing *d, struct buf *out); /* what lies in zones of the table */
/* Hands that only the others see: they are not counted but shown. */
void table_put_shown_hands(const struct drawing *d, struct buf *out);
void table_put_cards_of(const struct drawing *d, unsigned seat, struct buf *out); /* hand, what was played */

void table_put_card_state(const struct drawing *d, int card, struct buf *out); /* " (used, animals 3)", or nothing */
/* The variables of a card that say something, "a, b 2"; false when there is none. */
bool table_put_card_variables(const struct drawing *d, int32_t card, struct buf *out);
bool table_in_play(const struct drawing *d, int card); /* it lies where cards are in play */

/* ---- draw_goals.c: cards that lie in no zone */
void table_put_loose(const struct drawing *d, struct buf *out);

/* ---- draw_hand.c: one card as a line */
/* Cards as lines share columns: how wide they are. */
struct card_columns {
    int name, price, tags; /* 0: no such column */
    unsigned copies;       /* so many of the card that is printed: "Inn x 3" */
};
struct card_columns table_card_columns(const struct drawing *d, const int32_t *cards, size_t n);
/* "name price tags text" in columns, from column `used` on, the text in at most so many lines. */
void table_put_card_line(const struct drawing *d, int card, bool strong, struct card_columns c, int used, int lines,
                         struct buf *out);
/* The rest of the line above them, then the same for all of them, with a mark at those that can be chosen; briefly:
 * names and prices in columns. */
void table_put_hand(const struct drawing *d, const int32_t *cards, size_t n, struct buf *out);
/* The values that adjusted numbers about a card have: "price 19 (instead of 21; Harbour -2)"; nothing when there is
 * none, or when it is in play and was paid for. `only_now`: "price 19". True: one of them is not what is printed. */
bool table_put_prices(const struct drawing *d, int card, bool only_now, struct buf *out);
/* What it does, in short, but for what such columns show; of a card whose action is asked for that action. */
void table_put_effect(const struct drawing *d, int card, struct buf *out);
/* Which cards can be chosen at this question or behind one of its answers, one at a time; `cards` entries. */
void table_find_playable(const struct drawing *d, bool *playable);

/* ---- draw_analysis.c: a match that is over, with hindsight */
struct analysis;
void analysis_put(const struct analysis *a, const struct match *m, struct buf *out);

/* ---- small things, draw.c */
/* The paint of a text that is the name of a seat, else PAINT_PLAIN. */
int table_seat_paint(const tn_game *game, const char *name);
/* The look of a member of that name, of that sort before others (-1: any); its icon is its sign, NULL where it has
 * none.
 */
tn_look table_member_look(const struct drawing *d, const char *name, int sort);
/* What is printed on a space, a part: "2C" where the coin has an icon, else "2 coins". */
void table_put_gift(const struct drawing *d, const tn_gift *gift, struct buf *out);
/* A variable as the looker sees it: "?" when hidden. False when it says nothing: none, 0 or no. */
bool table_put_variable(const struct drawing *d, size_t var, int owner, int index, struct buf *out);
/* Whether it is a variable of the table that names a player: a mark that somebody has. */
bool table_is_mark(const tn_var *var);
/* "A (you)", "B (random)". */
void table_put_seat(const struct drawing *d, unsigned seat, struct buf *out);
/* "craft 5, farm 2": the tags of the cards a player has in play; nothing when there are none. */
void table_put_tags(const struct drawing *d, unsigned seat, struct buf *out);

#endif
