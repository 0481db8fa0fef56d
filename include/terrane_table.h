/* terrane_table.h - what a table needs to know of a game to draw it: cards, spaces, tracks, variables; reading them
 * from a state; other languages; scenarios. Ownership, threads and texts are as terrane.h says.
 */
#ifndef TERRANE_TABLE_H
#define TERRANE_TABLE_H

#include "terrane.h"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* ---- what a front end draws; all strings and texts are the game's. Cards, spaces, zones ... are dense numbers, -1 is
 * none. */
/* How the definition wishes something to be shown: its `look:`. All zero: nothing was said. */
typedef enum tn_colour {
    TN_NO_COLOUR,
    TN_RED,
    TN_GREEN,
    TN_YELLOW,
    TN_BLUE,
    TN_MAGENTA,
    TN_CYAN,
    TN_WHITE,
    TN_GREY
} tn_colour;
typedef struct tn_look {
    const char *icon; /* up to four columns, or NULL */
    tn_colour colour;
    bool hidden;         /* it means nothing to players */
    const char *picture; /* the name of a picture, or NULL: docs/language.md lists them */
} tn_look;
typedef struct tn_card {
    const char *name, *kind;
    tn_text text;        /* generated from its rules */
    uint32_t answer;     /* its number in the answer space */
    int copy;            /* 0 for the first of several equal ones */
    tn_look look;        /* its own, or that of its kind */
    bool zoned;          /* there are zones it may lie in; else it is an action, a goal or the like */
    const char *flavour; /* what the author says beside the rules; NULL: nothing */
} tn_card;
typedef struct tn_space {
    const char *name, *kind;
    tn_text text; /* what is printed on it */
    uint32_t answer;
    int board, number, row, col; /* hex: col in half steps */
    tn_look look;                /* of its kind */
    const char *title;           /* of its kind */
    bool placed;                 /* the definition says where it is drawn: x to the right, y down, from 0 to 999 */
    int x, y;
} tn_space;
typedef enum tn_shape { TN_HEX, TN_SQUARE, TN_GRAPH, TN_RING, TN_LOOSE } tn_shape;
typedef struct tn_ground { /* what a board lies on: `look: ground red rock globe` */
    const char *texture;   /* "rock", "ice" ...: docs/language.md lists them; NULL: nothing was said */
    const char *shape;     /* "globe", "sheet", "rack" or "points" */
    tn_colour colour;
    bool checker; /* its spaces are light and dark by turns */
} tn_ground;
typedef struct tn_board {
    const char *name, *title;
    tn_shape shape;
    int first, count, rows; /* its spaces are numbered from `first` */
    bool in_use;            /* in this configuration */
    int owner;              /* seat whose board it is; -1: it is on the table */
    tn_look look;           /* all zero where there is a ground */
    tn_ground ground;
} tn_board;
typedef struct tn_track {
    const char *name, *title;
    int low, high, step;
    bool per_player, loop;
    tn_look look;
} tn_track;
/* Who sees the cards of a zone. */
typedef enum tn_see {
    TN_SEE_EVERYONE,
    TN_SEE_OWNER,
    TN_SEE_NOBODY,
    TN_SEE_OTHERS /* all but its owner */
} tn_see;
typedef struct tn_zone {
    const char *name, *title;
    bool per_player, live, pile; /* live: cards there are in play */
    tn_see see;
    tn_look look;
    bool row;                   /* of the table: its cards are to be shown in a row, in their order */
    int first_card, card_count; /* the cards that may lie there */
} tn_zone;
/* The words that declare members: `resource coin, fish`. */
typedef enum tn_sort { TN_RESOURCE, TN_TAG, TN_PIECE, TN_SYMBOL, TN_PERIOD } tn_sort;
const char *tn_sort_name(tn_sort); /* "resource" */
typedef struct tn_member {
    const char *name, *many;
    tn_sort sort;
    tn_look look;
    int total; /* how many there are; -1: no limit */
} tn_member;
/* A number or truth about a card that the rules compute: a `value`. */
typedef struct tn_value {
    const char *name;
    bool truth;     /* yes or no, not a number */
    bool of_player; /* for each player another one */
    bool of_game;   /* cards in play may adjust it */
} tn_value;
typedef enum tn_scope { TN_GLOBAL, TN_PER_PLAYER, TN_PER_CARD, TN_PER_SPACE } tn_scope;
/* What tn_var_get gives: a number, 0 or 1, a seat, a member counted from first_member, a card, a space; -1 is none. Of
 * others (sets, lists, amounts) only tn_var_text speaks, one text for all entries of an owner. */
typedef enum tn_type {
    TN_IS_NUMBER,
    TN_IS_TRUTH,
    TN_IS_PLAYER,
    TN_IS_MEMBER,
    TN_IS_CARD,
    TN_IS_SPACE,
    TN_IS_OTHER
} tn_type;
/* What a variable is at the table: what players own, the piece on a space, whose a space or card is, the one number on
 * cards or the resource on a space, how much of each is added to what players own by some rule. */
typedef enum tn_var_role {
    TN_VAR_OTHER,
    TN_VAR_STOCK,
    TN_VAR_TILE,
    TN_VAR_OWNER,
    TN_VAR_CUBES,
    TN_VAR_RATE
} tn_var_role;
typedef struct tn_var {
    const char *name, *title; /* title: what people call it; its name where the definition has no text for it */
    tn_scope scope;
    int first_owner, owners, indices; /* owners count from first_owner; indices: entries per owner */
    int index_sort;                   /* tn_sort of the members it is indexed by; -1: it is not indexed */
    tn_look look;
    tn_type type;
    int first_member; /* what tn_var_get counts from, for members */
    tn_var_role role;
    bool note; /* of cards: it stands on their backs, too (tn_zone_note) */
} tn_var;

size_t tn_game_card_count(const tn_game *);
void tn_game_card(const tn_game *, size_t i, tn_card *out);
/* A part of what is printed on a card, in the order of its text. Roles: what it costs (before others adjust it),
 * another number, its tags, another attribute; a condition, points that the score counts, a value that is one member
 * ("Holds animals"), another value; what it does, its rule `action`, what it does when something happens, what it
 * adjusts; words without rules. */
typedef enum tn_role {
    TN_ROLE_COST,
    TN_ROLE_NUMBER,
    TN_ROLE_TAGS,
    TN_ROLE_FACT,
    TN_ROLE_REQUIREMENT,
    TN_ROLE_POINTS,
    TN_ROLE_THING,
    TN_ROLE_VALUE,
    TN_ROLE_EFFECT,
    TN_ROLE_ACTION,
    TN_ROLE_REACTION,
    TN_ROLE_ADJUSTMENT,
    TN_ROLE_FLAVOUR
} tn_role;
typedef struct tn_clause {
    const char *label; /* what it goes by where it is shown alone */
    tn_text text;
    tn_role role;
    bool known; /* it is this number, or of TN_ROLE_THING this member */
    int32_t number;
    size_t at, length; /* its sentence in the text of the card, in bytes; length 0: it has none there */
} tn_clause;
size_t tn_card_clause_count(const tn_game *, size_t card);
void tn_card_clause(const tn_game *, size_t card, size_t i, tn_clause *out);
/* Which clause of a card is carried out when it is chosen: of a question that leads to one rule of it; -1: not
 * known, or none. */
int tn_question_clause(const tn_game *, const tn_question *, size_t card);
/* The rules that stand on no card, in words: tracks and their steps, where pieces go, score, end. */
/* What a beginner asks for: by which it ends, and at the latest; who wins; what counts; what a turn is; what players
 * are paid again and again without being asked. */
typedef enum tn_topic {
    TN_TOPIC_NONE,
    TN_TOPIC_END,
    TN_TOPIC_LIMIT,
    TN_TOPIC_WINS,
    TN_TOPIC_POINTS,
    TN_TOPIC_TURN,
    TN_TOPIC_INCOME
} tn_topic;
typedef struct tn_rule {
    const char *about;
    tn_text name, text;
    int depth; /* it is a step of the rule before it that is less deep; 0: a rule of its own */
    tn_topic topic;
} tn_rule;
size_t tn_game_rule_count(const tn_game *);
void tn_game_rule(const tn_game *, size_t i, tn_rule *out);
/* What it says, to be drawn, as tn_card_face; "null" where that takes words. */
size_t tn_rule_face(const tn_game *, size_t rule, char *out, size_t cap);
/* The rule that explains the verb a question is asked in, or tells the step of the course that asks it; -1: none. */
int tn_question_rule(const tn_game *, const tn_question *);
int tn_card_rule(const tn_game *, size_t card);   /* of a card that lies in no zone, the rule that it is; -1: none */
bool tn_card_asked(const tn_game *, size_t card); /* whether any question of the game may ask for it */
size_t tn_card_tags(const tn_game *, size_t card, int32_t *members, size_t cap); /* printed on it; returns how many */
/* What its rules say, to be drawn: JSON whose numbers are those of this header (docs/faces.md); "null" where there
 * is none. */
size_t tn_card_face(const tn_game *, size_t card, char *out, size_t cap);
/* Kinds of cards and spaces; parent: another kind, or -1. */
typedef struct tn_kind {
    const char *name, *title;
    int parent;
    bool of_spaces;
    tn_look look;
} tn_kind;
size_t tn_game_kind_count(const tn_game *);
void tn_game_kind(const tn_game *, size_t i, tn_kind *out);
size_t tn_game_member_count(const tn_game *);
void tn_game_member(const tn_game *, size_t i, tn_member *out);
size_t tn_game_value_count(const tn_game *);
void tn_game_value(const tn_game *, size_t i, tn_value *out);
size_t tn_game_space_count(const tn_game *);
void tn_game_space(const tn_game *, size_t i, tn_space *out);
/* A part of what is printed on a space: the member, so many of it where `known`; or (member -1) words, with the
 * number they begin with where it is known; `cards`: so many cards are drawn. */
typedef struct tn_gift {
    tn_text text; /* bytes NULL: a member */
    int member;
    bool known;
    int32_t number;
    bool cards;
} tn_gift;
size_t tn_space_gift_count(const tn_game *, size_t space);
void tn_space_gift(const tn_game *, size_t space, size_t i, tn_gift *out);
/* The space of that name, "map 12", "row 3 column 5" or "row 3 space 5"; -1: none. */
int tn_game_find_space(const tn_game *, const char *words);
size_t tn_game_board_count(const tn_game *);
void tn_game_board(const tn_game *, size_t i, tn_board *out);
/* The spaces that count as neighbours of a space, ascending; the pairs of spaces that a line link(a, b) of the board
 * joins, each once: a < b, and a is one of the board's. */
size_t tn_space_near_count(const tn_game *, size_t space);
void tn_space_near(const tn_game *, size_t space, size_t i, int *out);
typedef struct tn_link {
    int a, b;
} tn_link;
size_t tn_board_link_count(const tn_game *, size_t board);
void tn_board_link(const tn_game *, size_t board, size_t i, tn_link *out);
size_t tn_game_track_count(const tn_game *);
void tn_game_track(const tn_game *, size_t i, tn_track *out);
/* What happens when the track comes to a position. */
typedef struct tn_mark {
    int at;
    tn_text text;
} tn_mark;
size_t tn_track_mark_count(const tn_game *, size_t track);
void tn_track_mark(const tn_game *, size_t track, size_t i, tn_mark *out);
/* The same to be drawn, as tn_card_face. */
size_t tn_track_mark_face(const tn_game *, size_t track, size_t i, char *out, size_t cap);
size_t tn_game_zone_count(const tn_game *);
void tn_game_zone(const tn_game *, size_t i, tn_zone *out);
size_t tn_game_var_count(const tn_game *); /* those a player may be shown, tracks excluded */
void tn_game_var(const tn_game *, size_t i, tn_var *out);
const char *tn_var_index(const tn_game *, size_t var, int index); /* "heat" of stock[heat] */

/* Which thing an answer is: the card, space, member ... of that number, the seat, the number itself, yes (1) or no
 * (0), the option of the question, from 0. index may be NULL. */
typedef enum tn_thing {
    TN_THING_NONE,
    TN_THING_YESNO,
    TN_THING_OPTION,
    TN_THING_CARD,
    TN_THING_SPACE,
    TN_THING_PLAYER,
    TN_THING_NUMBER,
    TN_THING_MEMBER
} tn_thing;
tn_thing tn_answer_thing(const tn_game *, uint32_t answer, int *index);
/* The names answers go by anywhere in this game: cards, spaces, players, members, labels of branches, yes and no.
 * Whoever reads words can tell by them what else the words could be. Labels with something to fill in are empty and
 * never asked for. */
typedef struct tn_name {
    const char *text;
    tn_thing thing;  /* TN_THING_OPTION: a label */
    int index;       /* as tn_answer_thing gives it; of a label -1 */
    uint32_t answer; /* TN_NO_ANSWER: a label, whose number depends on the question */
    bool asked;      /* a question may ask for it */
} tn_name;
size_t tn_game_name_count(const tn_game *);
void tn_game_name(const tn_game *, size_t i, tn_name *out);
/* The seats that may be told that answer to the seat's open question: its own, and those to whom the log names it. */
uint32_t tn_answer_told(tn_ctx *, const tn_state *, unsigned seat, uint32_t answer);

/* Reading a state or a view. `seat` is who looks: false or -1 for what it may not see; TN_EVERYTHING sees all
 * variables and cards. */
typedef struct tn_reading {
    int32_t value, plain; /* plain: as it would be without what cards in play adjust */
    bool compared;        /* a truth that fails by numbers: the player has `have`, needs `need` or more */
    bool most;            /* ... or less */
    int32_t have, need;   /* never equal */
} tn_reading;
/* A value about a card for a player; false when it is not about that card or cannot be known. Not for views. */
bool tn_value_get(tn_ctx *, const tn_state *, unsigned seat, size_t value, int card, int player, tn_reading *out);
/* What one card in play adds to that value; 0: nothing. */
int32_t tn_value_part(tn_ctx *, const tn_state *, unsigned seat, size_t value, int card, int player, int by_card);
int tn_track_position(const tn_game *, const tn_state *, size_t track, int owner, int *laps);
bool tn_var_get(const tn_game *, const tn_state *, unsigned seat, size_t var, int owner, int index, int32_t *out);
size_t tn_var_text(const tn_game *, const tn_state *, unsigned seat, size_t var, int owner, int index, char *buf,
                   size_t cap);
/* The cards of a zone, -1 for each hidden one. */
size_t tn_zone_get(const tn_game *, const tn_state *, unsigned seat, size_t zone, int owner, int32_t *cards,
                   size_t cap);
/* What is written on the back of a card that the seat does not see, note k from 0: "told red". Entry i: in a pile its
 * place, elsewhere the number of the hidden card, by what is written on them. 0: there is no such note. */
size_t tn_zone_note(const tn_game *, const tn_state *, unsigned seat, size_t zone, int owner, size_t i, size_t k,
                    char *buf, size_t cap);
const char *tn_state_phase(const tn_game *, const tn_state *); /* NULL: none */
size_t tn_game_period_count(const tn_game *);
const char *tn_game_period(const tn_game *, size_t i, bool *is_round);
const char *tn_game_period_many(const tn_game *, size_t i);                 /* what several of them are called */
uint32_t tn_state_period(const tn_game *, const tn_state *, size_t period); /* how often it began */

/* ---- where an answer is seen: the one space on which something changes that the seat can see, up to its question
 * behind the last: where a piece comes to lie that falls from the space that is answered; -1: none does, or several. */
int tn_ahead_space(tn_ctx *, const tn_state *, unsigned seat, const uint32_t *path, size_t n);

/* ---- aims: the numbers that conditions for winning, losing or ending the game compare, for programs that plan. A
 * condition in several parts gives several; how they are joined is not told. Everybody sees them. */
enum { TN_AIM_WIN = 1, TN_AIM_LOSS = 2, TN_AIM_END = 4 }; /* what it helps to bring about: somebody wins, loses ... */
enum { TN_AIMS = 32 };                                    /* at most */
typedef struct tn_aim {
    const char *name; /* what is counted, as the definition writes it: "supply[wood]" */
    unsigned brings;  /* TN_AIM_* */
    bool per_player;  /* it is different for each player */
} tn_aim;
typedef struct tn_reach {
    int32_t have, need, missing; /* missing: by how much it is not reached; 0: it is */
} tn_reach;
size_t tn_game_aim_count(const tn_game *);
void tn_game_aim(const tn_game *, size_t i, tn_aim *out);
/* All of them, for that seat; returns how many there are. */
size_t tn_state_aims(tn_ctx *, const tn_state *, unsigned seat, tn_reach *out, size_t cap);

/* ---- features: what can be counted in a position, for programs that learn. Names and order are a function of the
 * game; what a number means only the definition knows. */
typedef struct tn_features tn_features;         /* made once, only read; any number of threads may share it */
tn_features *tn_game_features(const tn_game *); /* the game must outlive it; NULL: no memory */
void tn_features_free(tn_features *);
/* How many there are. The first *of_players (may be NULL) are of players: numbers and truths entry by entry, tracks,
 * how many cards lie in a zone, what the rules compute about them where they are held (how many can be played, what
 * they cost together), lines of the score, tags, each card in each zone, cards that are somebody's, spaces by what lies
 * there, and what lies next to these, what is missing of aims (below 0). Behind them are those of the table: tracks (in
 * thousandths of the whole), numbers (times 125), periods begun (times 100), aims of all (in thousandths of the way
 * from where games begin). */
size_t tn_features_count(const tn_features *, size_t *of_players);
const char *tn_features_name(const tn_features *, size_t i); /* "stock[wood]", "count(hand)", "hand:Ant"; no spaces */
int tn_features_aim(const tn_features *, size_t aim);        /* that of an aim of all; -1: it is a player's */
/* How many of them are computed about held cards, one behind the other from *first. Rules run for each of them;
 * `brief` leaves them out, for who has no use for them. Not while other threads read. */
size_t tn_features_computed(const tn_features *, size_t *first);
void tn_features_brief(tn_features *, bool brief);
typedef struct tn_feature {
    uint32_t index;
    int32_t value;
} tn_feature;
/* Those that are not 0, as `seat` sees them; one may come in several parts, which add up. Of players: the seat's own,
 * times the number of the others, less theirs. `known` (a byte for each card, may be NULL): which cards count by their
 * names. Returns how many entries there are, at most tn_features_room. */
size_t tn_state_features(const tn_features *, tn_ctx *, const tn_state *, unsigned seat, const uint8_t *known,
                         tn_feature *out, size_t cap);
size_t tn_features_room(const tn_features *);
/* The cards the seat can tell by what it sees: 1 for each of them, else 0; tn_game_card_count bytes. */
void tn_features_known(const tn_features *, const tn_state *, unsigned seat, uint8_t *known);
/* The same of n states, each a row of tn_features_count numbers; `room` is scratch of tn_features_room entries. */
void tn_states_features(const tn_features *, tn_ctx *, const tn_state *const *states, size_t n, unsigned seat,
                        tn_feature *room, int32_t *out);

/* ---- what a line of the log is made of (tn_event.parts), in the order in which it happened. -1: there is none */
typedef enum tn_part_kind {
    TN_PART_NUMBER, /* variable `what` */
    TN_PART_TRACK,  /* track `what` */
    TN_PART_PUT,    /* something on `space`: its variable `what` */
    TN_PART_MOVED,  /* cards came to zone `what` */
    TN_PART_PLAYED, /* the same, out of what the player alone held */
    TN_PART_DRAWN,  /* the same, from a pile */
    TN_PART_SHOWN   /* cards in zone `what` that everybody knows from now on */
} tn_part_kind;
typedef enum tn_from_kind { TN_FROM_NOTHING, TN_FROM_SPACE, TN_FROM_CARD, TN_FROM_TRACK } tn_from_kind;
/* What gave it: a space, a card, or the rules at position `at` of a track (of `seat`). */
typedef struct tn_from {
    tn_from_kind kind;
    int index, at, seat;
} tn_from;
typedef struct tn_part {
    tn_part_kind kind;
    int what;
    int seat, card, space; /* whose */
    int index, member;     /* the entry of the variable, and the member it stands for */
    int32_t by, now;       /* by how much it changed, what it is now: a number, 0 or 1, a seat or a member */
    const int32_t *cards;  /* n of them; NULL: which ones is not told */
    size_t n;
    tn_from from;
} tn_part;

/* ---- scenarios of the definition that fit this configuration, in order */
typedef struct tn_scenario {
    const char *name, *file;
    uint32_t line;
} tn_scenario;
typedef enum tn_step_kind {
    TN_STEP_PLAY,
    TN_STEP_CHECK,
    TN_STEP_REFUSED,
    TN_STEP_WON,
    TN_STEP_NOT_WON,
    TN_STEP_CHANCE /* what is thrown and drawn: then chance is explicit, and asked of TN_CHANCE */
} tn_step_kind;
typedef struct tn_step {
    tn_step_kind kind;
    int seat;                 /* play: who answers; won: who */
    const char *text;         /* check: the condition as written */
    const char *const *words; /* play, chance: answers in words; refused: path of answers, the last is the reason */
    size_t n_words;
    uint32_t line;
    bool now; /* check: of the position as it is, before questions with one answer are answered */
} tn_step;
size_t tn_game_scenario_count(const tn_game *);
void tn_game_scenario(const tn_game *, size_t i, tn_scenario *out);
size_t tn_scenario_step_count(const tn_game *, size_t scenario);
void tn_scenario_step(const tn_game *, size_t scenario, size_t i, tn_step *out);
tn_status tn_scenario_start(tn_ctx *, size_t scenario, uint64_t seed, tn_state *out);
/* In a check `me` is who is asked; when several are, who acted before; when it is over, who answered alone last. */
bool tn_scenario_check(tn_ctx *, size_t scenario, size_t step, const tn_state *);
/* The values of what the check compares, to stand behind it: ", found 3", or with several "; found: A.n is 2, B.n is
 * 3"; empty: it compares nothing. */
size_t tn_scenario_found(tn_ctx *, size_t scenario, size_t step, const tn_state *, char *buf, size_t cap);
/* Configurations the scenarios of a source ask for, each once, as tn_config (borrowed from the source). */
size_t tn_source_scenario_config_count(const tn_source *);
void tn_source_scenario_config(const tn_source *, size_t i, tn_config *out);

/* ---- other languages: see docs/translating.md */
tn_words *tn_words_new(void); /* NULL: no memory */
void tn_words_free(tn_words *);
/* Adds what a file of words says; `name` is for messages. TN_DIAG: it has mistakes, which are kept and may be read. */
tn_status tn_words_read(tn_words *, const char *name, const char *text, size_t size);
size_t tn_words_diag_count(const tn_words *);
size_t tn_words_diag_text(const tn_words *, size_t i, bool colour, char *buf, size_t cap); /* as printed */
/* Notes which phrases there are: of a definition (its title and options), of a game, and with neither those of the
 * library itself. TN_OK, TN_NOMEM. */
tn_status tn_words_want(tn_words *, const tn_source *, const tn_game *);
typedef struct tn_phrase {
    const char *group, *text, *translation; /* translation NULL: there is none */
    bool wanted, shared;                    /* shared: it stands in a file that was read before the last one */
} tn_phrase;
size_t tn_words_phrase_count(const tn_words *);
void tn_words_phrase(const tn_words *, size_t i, tn_phrase *out);
/* As a file of words, without what is shared; 0: nothing in it, or no memory. */
size_t tn_words_text(const tn_words *, char *buf, size_t cap);
/* What a title, an option or a value of one is called; as it is when the words do not say. */
size_t tn_words_say(const tn_words *, const char *text, char *buf, size_t cap);
/* The same rules in these words; `game` must outlive it, the words need not. States, answers and hashes are those of
 * `game`. Images and JSON are written and read in the words of the definition. TN_OK, TN_NOMEM. */
tn_status tn_game_translate(const tn_game *game, const tn_words *, tn_game **out);
const tn_game *tn_game_plain(const tn_game *); /* the game it is a translation of, or itself */
/* A phrase of the library, said in English, in the game's words; as it is when there is no such phrase. */
const char *tn_game_phrase(const tn_game *, const char *english);
/* From now on the context speaks the words of that game: its own, or one of the same tn_game_plain. */
void tn_ctx_speak(tn_ctx *, const tn_game *);
/* The log is told in these words too, each event once for each; at most 8, n = 0: no more. */
void tn_ctx_also(tn_ctx *, const tn_game *const *games, size_t n);

/* Which statements of the definition are ever carried out. While a context watches, it notes each statement it comes to
 * in play, not in look-ahead; what it noted stays when it stops. Watched games are interpreted. */
typedef struct tn_statement {
    const char *file;              /* as tn_source_file names it; "": of words every game has */
    unsigned line, column, length; /* from 1; length in bytes */
} tn_statement;
size_t tn_game_statement_count(const tn_game *); /* 0: the game was not compiled from a definition */
void tn_game_statement(const tn_game *, size_t i, tn_statement *out);
tn_status tn_ctx_watch(tn_ctx *, bool on); /* TN_OK or TN_NOMEM */
bool tn_ctx_reached(const tn_ctx *, size_t statement);

/* ---- step by step: how what happens comes about. While somebody is told, a context tells what its rules do in play,
 * in its order; nothing of what is only tried or computed. Everything is told, hidden things too: it is for who makes
 * or mends a game. Such games are interpreted. */
typedef enum tn_traced_kind {
    TN_TRACED_CALL,    /* a routine of the definition begins: a rule of a card, a verb, a signal, a reaction ... */
    TN_TRACED_RETURN,  /* the innermost one ends */
    TN_TRACED_ANSWER,  /* `seat` answers */
    TN_TRACED_FAILURE, /* what stands there cannot be carried out, and the rules it belongs to end */
    TN_TRACED_CHANGE
} tn_traced_kind;
typedef enum tn_traced_change_kind {
    TN_CHANGE_VAR,
    TN_CHANGE_TRACK,
    TN_CHANGE_MOVE, /* a card comes from a zone to another */
    TN_CHANGE_SHUFFLE,
    TN_CHANGE_KNOWN, /* somebody gets to know a card where it lies */
    TN_CHANGE_PERIOD,
    TN_CHANGE_PHASE,
    TN_CHANGE_PLAYERS, /* who is in the game */
    TN_CHANGE_END,
    TN_CHANGE_LAPS,   /* of a track that goes round */
    TN_CHANGE_LASTING /* whether an effect that lasts (`until`) works for somebody */
} tn_traced_change_kind;
/* What one change is about: `name` as in the definition. -1: there is none. */
typedef struct tn_traced_change {
    tn_traced_change_kind kind;
    const char *name;            /* of the variable, track, card, zone (SHUFFLE), period */
    int of;                      /* the number of that, as the functions above count */
    int seat;                    /* whose number, track or zone */
    int card, space;             /* the owner of the number */
    int index;                   /* entry of the variable */
    int32_t from, to;            /* MOVE: zones; KNOWN: to is a mask of seats; else values as tn_var_get gives them */
    int from_seat, to_seat;      /* MOVE: whose zones */
    const char *what, *was, *is; /* in words: "heat", "3", "5" */
} tn_traced_change;
typedef struct tn_traced {
    tn_traced_kind kind;
    unsigned depth;   /* routines that have begun, a CALL's own included */
    tn_statement at;  /* the author's statement there, line 0: none. CALL: the one that calls it */
    const char *name; /* CALL: "draw", "Heat Trap: do" */
    const char *file; /* CALL: where it is written, "": every game has it */
    unsigned line;
    bool goes_on, reacts, flow; /* CALL: it had begun before; it reacts to a signal or value; it is of the flow */
    int seat, card;             /* CALL: who acts, whose rule it is (-1: no card's); ANSWER: who answers */
    uint32_t answer;
    bool gives; /* RETURN: one value */
    int32_t value;
    const char *text; /* FAILURE: why */
    tn_traced_change change;
} tn_traced;
/* Pointers are borrowed during the call. TN_OK or TN_NOMEM; told NULL: no more. */
tn_status tn_ctx_trace(tn_ctx *, void (*told)(void *user, const tn_traced *), void *user);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
