/* terrane.h - the whole public interface.
 *
 * A game is a compiled definition for one configuration: immutable, may be shared by threads. A context is one thread's
 * scratch for one game. A state is one flat block of tn_game_state_size() bytes that the caller owns: cloning is memcpy,
 * saving is writing the bytes. `new` and `load` give ownership, `get` borrows, `free` accepts NULL. Strings and arrays
 * handed out belong to the source or game they were asked of and live as long (diagnostics: until the next compile). No
 * globals, no callbacks into rules, nothing is allocated while a game runs (but for JSON). Text functions write at most
 * `cap` bytes, always terminate, and return the full length.
 */
#ifndef TERRANE_H
#define TERRANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* what this header declares is all that a shared library exports */
#endif

typedef struct tn_source tn_source; /* a definition's text with its includes, parsed                    */
typedef struct tn_game tn_game;     /* compiled for a configuration                                     */
typedef struct tn_ctx tn_ctx;       /* per thread: look-ahead scratch, log sink                         */
typedef struct tn_state tn_state;   /* the flat block itself, 64-byte aligned memory of the caller      */
typedef struct tn_words tn_words;   /* phrases of games and what they are in another language           */

typedef enum tn_status {
    TN_OK,
    TN_ASK,       /* a question is open                                    */
    TN_OVER,      /* the game is over                                      */
    TN_ILLEGAL,   /* not a legal answer: the state is untouched            */
    TN_FAULT,     /* the definition's mistake, e.g. a loop without an end  */
    TN_NOMEM,
    TN_IO,        /* a file could not be read or written                   */
    TN_BAD_STATE, /* bytes that are no state of this game                  */
    TN_BAD_CONFIG,/* unknown option or value, or wrong number of seats     */
    TN_BAD_IMAGE, /* bytes that are no compiled game, or one of another version      */
    TN_DIAG       /* the definition has errors: see the diagnostics        */
} tn_status;

enum { TN_EVERYTHING = 253, TN_CHANCE = 254, TN_SPECTATOR = 255 };
#define TN_NO_ANSWER UINT32_MAX
enum { TN_NO = 0, TN_YES = 1 }; /* answers: of a yes-or-no question; TN_NO also declines an optional one */
enum {
    TN_EXPLICIT_CHANCE = 1,
    TN_NEW_CHANCE = 2,
    TN_ASK_ALL = 4 /* as rules of version 1 did, also ask for a further action of a turn when there is none */
};

/* The version of the rules as this library plays them. It grows when the same definition, seed and answers may come to
 * another position, or questions may be put otherwise; records name it. 1: Terrane 0.1. */
#define TN_RULES_VERSION 2

/* ---- sources and diagnostics */
typedef struct tn_diag {
    const char *file, *code, *text, *hint, *source_line; /* hint and source_line may be NULL */
    uint32_t line, col, len;
    int level; /* 0 error, 1 warning, 2 note */
} tn_diag;

/* Reads and parses; *out is yours even with TN_DIAG (it holds the diagnostics). TN_IO: *out is NULL. */
tn_status tn_source_load(const char *path, tn_source **out);
/* The same from memory; `text` is copied, includes are refused. */
tn_status tn_source_parse(const char *name, const char *text, size_t size, tn_source **out);
/* The same from several texts, the main file first: what they include is found among them by its path. */
typedef struct tn_file { const char *path, *text; size_t size; } tn_file;
tn_status tn_source_parse_files(const tn_file *files, size_t n, tn_source **out);
/* The texts a source was read from, the main file first, with the paths by which tn_source_parse_files finds them. */
size_t tn_source_file_count(const tn_source *);
void tn_source_file(const tn_source *, size_t i, tn_file *out);
void tn_source_free(tn_source *);
size_t tn_source_diag_count(const tn_source *); /* of parsing and of the last compile */
void tn_source_diag(const tn_source *, size_t i, tn_diag *out);
size_t tn_source_diag_text(const tn_source *, size_t i, bool colour, char *buf, size_t cap); /* as printed */
size_t tn_source_error_count(const tn_source *);
/* The canonical form of the file itself, without what it includes; *n is its length. TN_DIAG: it has syntax errors.
 * TN_FAULT: the form would not mean the same, which is a mistake of this library; nothing is written. */
tn_status tn_source_format(const tn_source *, char *buf, size_t cap, size_t *n);
uint64_t tn_source_hash(const tn_source *); /* over all source text */

typedef struct tn_option {
    const char *name, *title;
    const char *const *values; /* as written; the first is the default */
    size_t n_values;
} tn_option;
const char *tn_source_title(const tn_source *);
void tn_source_seats(const tn_source *, unsigned *min, unsigned *max);
size_t tn_source_option_count(const tn_source *);
void tn_source_option(const tn_source *, size_t i, tn_option *out);

/* ---- games */
typedef struct tn_config {
    unsigned seats;             /* 0: the smallest number above one the game allows, else its minimum */
    const char *const *options; /* "name=value", others take their default */
    size_t n_options;
} tn_config;

tn_status tn_game_new(tn_source *, const tn_config *, tn_game **out); /* the source may be freed afterwards */
void tn_game_free(tn_game *);
/* Contexts made from now on run the game as C, compiled by $CC (cc) and kept in cache_dir (NULL: the user's cache): the
 * same positions, sooner. TN_OK; TN_IO or TN_NOMEM with the reason in `why`: the game is as before and works. Not while
 * another thread uses the game. Call it again: nothing happens. */
tn_status tn_game_native(tn_game *, const char *cache_dir, char *why, size_t cap);
size_t tn_game_state_size(const tn_game *);
uint64_t tn_game_hash(const tn_game *);        /* over source, options and seats */
uint64_t tn_game_source_hash(const tn_game *);
const char *tn_game_title(const tn_game *);
unsigned tn_game_seat_count(const tn_game *);
const char *tn_game_seat_name(const tn_game *, unsigned seat); /* "A", "B" ... "neutral" */
uint32_t tn_game_answer_count(const tn_game *);     /* size of the answer space */
size_t tn_game_option_count(const tn_game *);  /* the options as chosen */
void tn_game_option(const tn_game *, size_t i, const char **name, const char **value);

/* A compiled game as a file: the same on every machine, checked in full when it is read. `why` (cap bytes, may be NULL)
 * receives what is wrong with TN_BAD_IMAGE. */
tn_status tn_game_save_image(const tn_game *, const char *path);                                  /* TN_OK, TN_IO, TN_NOMEM */
tn_status tn_game_load_image(const char *path, tn_game **out, char *why, size_t cap);
tn_status tn_game_read_image(const void *bytes, size_t size, tn_game **out, char *why, size_t cap); /* from memory */
/* The bytecode as text, for people: all of it, or the routines of that name or number; 0: there is none. */
size_t tn_game_listing(const tn_game *, const char *routine, char *buf, size_t cap);

/* ---- contexts */
tn_ctx *tn_ctx_new(const tn_game *); /* NULL: no memory */
void tn_ctx_free(tn_ctx *);
/* Where a text says the letter of a seat (tn_game_seat_name), for whoever would rather say a name: at byte `at`. */
typedef struct tn_mention { uint16_t at; uint8_t seat; } tn_mention;
typedef struct tn_event { /* borrowed during the call */
    uint8_t seat;
    uint32_t seen_by; /* mask of seats who may read `text`; everybody else reads `public_text` */
    const char *text, *public_text; /* a line of the log; both empty: a number only, the line it is part of comes later */
    const char *unit; /* what `seat` gained or lost; NULL: it is no such event */
    int32_t amount;   /* below 0: lost */
    unsigned voice;   /* 0: in the words of the context's game; else of that one of tn_ctx_also, from 1 */
    const tn_mention *mentions, *public_mentions; /* of `text`, of `public_text`; in order */
    size_t n_mentions, n_public_mentions;
} tn_event;
void tn_ctx_sink(tn_ctx *, void (*event)(void *user, const tn_event *), void *user); /* NULL: quiet */
/* Told of each rule of a card that a seat carries out, for statistics: also of a rule that says nothing on this card. Card -1: an
 * undertaking ends. NULL: nobody is told. */
void tn_ctx_deeds(tn_ctx *, void (*deed)(void *user, int card, unsigned seat), void *user);

/* While several are asked together, nothing is told of what they do until all have answered. This is what happened so far in the
 * part of `seat`, as tn_event would tell it: for whoever gave its answers. Returns how many there are; 0: nobody is asked together. */
typedef struct tn_amount { const char *unit; int32_t amount; uint8_t seat; } tn_amount; /* amount below 0: lost */
size_t tn_state_amounts(tn_ctx *, const tn_state *, unsigned seat, tn_amount *out, size_t cap);

/* ---- states */
tn_state *tn_state_new(const tn_game *);  /* zeroed memory of the right size and alignment; free with tn_state_free */
void tn_state_free(tn_state *);
tn_status tn_state_start(tn_ctx *, uint64_t seed, unsigned flags, tn_state *out); /* TN_ASK, TN_OVER, TN_FAULT */
tn_status tn_state_status(const tn_game *, const tn_state *);
tn_status tn_state_apply(tn_ctx *, tn_state *, unsigned seat, uint32_t answer);   /* TN_OK, TN_ILLEGAL, TN_FAULT */
uint64_t tn_state_hash(const tn_game *, const tn_state *);
tn_status tn_state_check(const tn_game *, const void *bytes, size_t size, const char **why); /* before trusting a save */
uint32_t tn_state_epoch(const tn_game *, const tn_state *); /* grows when information appears: undo stays inside one */
unsigned tn_state_last(const tn_game *, const tn_state *);  /* who answered last, TN_SPECTATOR: nobody; another who answers alone is such information */

typedef enum tn_question_kind { TN_FAIL_, TN_LOG_, TN_CHOOSE, TN_NUMBER, TN_YESNO, TN_EITHER, TN_CHANCE_DRAW } tn_question_kind;
enum { TN_OPTIONAL = 1, TN_SUBSET = 2, TN_PAYMENT = 4, TN_HUNDREDS = 8, TN_AGAIN = 16 }; /* hundreds: the rest of the number is asked next; again: of a subset, and not its first */
typedef struct tn_question {
    uint32_t site;   /* where in the rules */
    uint32_t count;  /* legal answers */
    uint32_t preset; /* default answer, or TN_NO_ANSWER */
    uint8_t seat, kind, flags;
} tn_question;
uint32_t tn_state_asked(const tn_game *, const tn_state *); /* mask of seats that are asked; 0: chance, or over */
bool tn_state_question(const tn_game *, const tn_state *, unsigned seat, tn_question *out); /* TN_SPECTATOR: the first asked */
size_t tn_state_answers(const tn_game *, const tn_state *, unsigned seat, uint32_t *ids, size_t cap); /* returns all */
size_t tn_state_mask(const tn_game *, const tn_state *, unsigned seat, uint64_t *words, size_t cap);  /* words needed */
uint32_t tn_state_nth(const tn_game *, const tn_state *, unsigned seat, uint32_t n);
bool tn_state_chance(const tn_game *, const tn_state *, size_t *zone, int *owner); /* chance is asked which card of that pile comes */
bool tn_state_legal(const tn_game *, const tn_state *, unsigned seat, uint32_t answer);
/* Where several things are chosen (TN_SUBSET), each pick is a question of its own, and its answers lie behind the last pick:
 * every subset has one way to be given, its ids ascending, then TN_NO where more could follow. That is what the functions
 * above list, what tn_state_apply takes, and what trees of games count. Whoever wants to pick in any order keeps the picks
 * and gives them at once, at the first question of the run:
 * tn_state_picks: what can be picked beside those kept (in any order, none: n == 0) so that some legal subset has them all;
 *   ascending, TN_NO first where what is kept is enough. Returns how many there are.
 * tn_state_pick: chooses exactly these, in any order, and ends the run. TN_OK, TN_FAULT; TN_ILLEGAL: they are no legal
 *   subset, the state is untouched. The position afterwards is the same bits whatever their order. */
size_t tn_state_picks(tn_ctx *, const tn_state *, unsigned seat, const uint32_t *kept, size_t n, uint32_t *ids, size_t cap);
tn_status tn_state_pick(tn_ctx *, tn_state *, unsigned seat, const uint32_t *picks, size_t n);

int32_t tn_state_score(tn_ctx *, const tn_state *, unsigned seat);
size_t tn_game_score_line_count(const tn_game *);
const char *tn_game_score_line(const tn_game *, size_t line);
int32_t tn_state_score_line(tn_ctx *, const tn_state *, unsigned seat, size_t line);
/* The same as `viewer` can know it; false: it depends on what the viewer may not see. */
bool tn_state_score_seen(tn_ctx *, const tn_state *, unsigned viewer, unsigned seat, size_t line, int32_t *out);
unsigned tn_state_rank(tn_ctx *, const tn_state *, unsigned seat); /* when over: 1 = won; equals share a rank */
/* What is compared between equal scores, one line after the other: most wins. */
size_t tn_game_tie_count(const tn_game *);
const char *tn_game_tie(const tn_game *, size_t line); /* in words */
/* When over: the seat's number of that line; false: it was not needed to tell this seat from another. */
bool tn_state_tie(tn_ctx *, const tn_state *, unsigned seat, size_t line, int32_t *out);
bool tn_state_limited(const tn_game *, const tn_state *);          /* ended by the game's `limit` */

/* ---- knowledge */
void tn_state_view(const tn_game *, const tn_state *, unsigned seat, tn_state *out); /* what that seat may see, same layout */
void tn_state_determinise(tn_ctx *, const tn_state *, unsigned seat, uint64_t seed, tn_state *out);

/* ---- words */
/* Whether TN_SEAT_MARK stands before each letter of a seat in texts of questions, answers and reasons: whoever shows them can
 * put names there. Events of the log have their mentions instead. */
enum { TN_SEAT_MARK = 14 };
void tn_ctx_mark(tn_ctx *, bool on);
bool tn_ctx_marks(const tn_ctx *);
size_t tn_question_text(tn_ctx *, const tn_state *, unsigned seat, char *buf, size_t cap);
int tn_question_about(tn_ctx *, const tn_state *, unsigned seat); /* the card whose rule asks; -1: it is none, or hidden from the seat */
int tn_question_paid(tn_ctx *, const tn_state *, unsigned seat); /* of a payment the card it is for; -1: none, or it is not known which */
size_t tn_answer_text(tn_ctx *, const tn_state *, unsigned seat, uint32_t answer, char *buf, size_t cap);
size_t tn_why_not(tn_ctx *, const tn_state *, unsigned seat, uint32_t answer, char *buf, size_t cap); /* empty: it is legal */
/* Everything in the way of an answer here or a question further on ("why Castle?" at "Which action?"), in lines. Each way
 * to it is a line that ends in "possible now" or "not possible now"; lines that begin with "- " say what is missing.
 * Empty: it is not asked for soon. */
size_t tn_explain(tn_ctx *, const tn_state *, unsigned seat, uint32_t answer, char *buf, size_t cap);
size_t tn_fault_text(const tn_game *, const tn_state *, char *buf, size_t cap);

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
/* translation NULL: none; shared: it stands in a file that was read before the last one */
typedef struct tn_phrase { const char *group, *text, *translation; bool wanted, shared; } tn_phrase;
size_t tn_words_phrase_count(const tn_words *);
void tn_words_phrase(const tn_words *, size_t i, tn_phrase *out);
size_t tn_words_text(const tn_words *, char *buf, size_t cap); /* as a file of words, without what is shared; 0: nothing in it, or no memory */
/* What a title, an option or a value of one is called; as it is when the words do not say. */
size_t tn_words_say(const tn_words *, const char *text, char *buf, size_t cap);
/* The same rules in these words; `game` must outlive it, the words need not. States, answers and hashes are those of
 * `game`. Images and JSON are written and read in the words of the definition. TN_OK, TN_NOMEM. */
tn_status tn_game_translate(const tn_game *game, const tn_words *, tn_game **out);
const tn_game *tn_game_plain(const tn_game *); /* the game it is a translation of, or itself */
/* A phrase of the library (of src/code/engine_phrases.def) in the game's words; as it is when there is no such phrase. */
const char *tn_game_phrase(const tn_game *, const char *english);
/* From now on the context speaks the words of that game: its own, or one of the same tn_game_plain. */
void tn_ctx_speak(tn_ctx *, const tn_game *);
/* The log is told in these words too, each event once for each; at most 8, n = 0: no more. */
void tn_ctx_also(tn_ctx *, const tn_game *const *games, size_t n);

/* ---- positions as JSON: see docs/records.md. These two allocate. */
/* On one line: what `seat` may see, or with TN_EVERYTHING all there is; 0: no memory. */
size_t tn_state_json(tn_ctx *, const tn_state *, unsigned seat, char *buf, size_t cap);
/* The position the text describes, up to its question. TN_ASK, TN_OVER, TN_FAULT as tn_state_start; TN_BAD_STATE with
 * "line:column: what is wrong" in `why`, and nothing of use in *out; TN_NOMEM. Chance comes from the text, or from `seed` when it says none or the
 * flags say TN_NEW_CHANCE. The text stays yours. */
tn_status tn_state_read_json(tn_ctx *, const char *text, size_t size, uint64_t seed, unsigned flags, tn_state *out, char *why, size_t cap);

/* ---- foresight: what will be, as far as the seat can know */
/* Legal answers of the seat's next question, after it has given these answers; 0 when none is foreseen. */
size_t tn_ahead_answers(tn_ctx *, const tn_state *, unsigned seat, const uint32_t *path, size_t n, uint32_t *ids, size_t cap,
                        unsigned *flags); /* flags: TN_OPTIONAL ... of that question */
typedef struct tn_change { size_t var; int index; int32_t by; } tn_change;
/* By how much answers change the numbers of the seat that gives them, up to its question behind the last: variables of
 * players. `possible` (may be NULL): whether they can be given so. */
size_t tn_ahead_changes(tn_ctx *, const tn_state *, unsigned seat, const uint32_t *path, size_t n, tn_change *out, size_t cap,
                        bool *possible);
/* What the last of these answers, of which the first is to the seat's question, would waste: a track it raises though it is at
 * its end, or numbers of the seat that fall while nothing else changes before the undertaking ends. What cannot be known is left out. */
typedef struct tn_waste { int track; tn_change lost; } tn_waste; /* track -1: it is `lost` */
size_t tn_ahead_waste(tn_ctx *, const tn_state *, unsigned seat, const uint32_t *path, size_t n, tn_waste *out, size_t cap);

/* ---- what a front end draws; all strings are the game's. Cards, spaces, zones ... are dense numbers, -1 is none. */
/* How the definition wishes something to be shown: its `look:`. All zero: nothing was said. */
typedef struct tn_look {
    const char *icon;    /* up to four columns, or NULL */
    int colour;          /* 0 none, 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan, 7 white, 8 grey */
    bool hidden;         /* it means nothing to players */
    const char *picture; /* the name of a picture, or NULL: for whoever has drawings (src/code/pictures.def) */
} tn_look;
typedef struct tn_card {
    const char *name, *kind, *text; /* text: generated from its rules */
    uint32_t answer;                /* its number in the answer space */
    int copy;                       /* 0 for the first of several equal ones */
    tn_look look;                   /* its own, or that of its kind */
    bool zoned;                     /* there are zones it may lie in; else it is an action, a goal or the like */
    const char *flavour;            /* what the author says beside the rules; NULL: nothing */
} tn_card;
typedef struct tn_space {
    const char *name, *kind, *text; /* text: what is printed on it */
    uint32_t answer;
    int board, number, row, col;    /* hex: col in half steps */
    tn_look look;                   /* of its kind */
    const char *title;              /* of its kind */
} tn_space;
typedef struct tn_board { const char *name, *title; int shape, first, count, rows; bool in_use; tn_look look; } tn_board; /* shape: 0 hex 1 square 2 graph 3 ring 4 loose */
typedef struct tn_track { const char *name, *title; int low, high, step; bool per_player, loop; tn_look look; } tn_track;
enum { TN_SEE_EVERYONE, TN_SEE_OWNER, TN_SEE_NOBODY, TN_SEE_OTHERS }; /* who sees the cards of a zone; others: all but its owner */
typedef struct tn_zone { const char *name, *title; bool per_player, live, pile; int see; tn_look look; } tn_zone;
typedef struct tn_member { const char *name, *many, *sort; tn_look look; int total; } tn_member; /* sort: resource tag piece symbol period; total: how many there are, -1 no limit */
/* A number or truth about a card that the rules compute: a `value`. of_player: for each player another one. */
typedef struct tn_value { const char *name; bool truth, of_player, of_game; } tn_value; /* of_game: cards in play may adjust it */
enum { TN_GLOBAL, TN_PER_PLAYER, TN_PER_CARD, TN_PER_SPACE };
/* What tn_var_get gives: a number, 0 or 1, a seat, a member counted from first_member, a card, a space; -1 is none. Of
 * others (sets, lists, amounts) only tn_var_text speaks, one text for all entries of an owner. */
enum { TN_IS_NUMBER, TN_IS_TRUTH, TN_IS_PLAYER, TN_IS_MEMBER, TN_IS_CARD, TN_IS_SPACE, TN_IS_OTHER };
typedef struct tn_var {
    const char *name;
    int scope, first_owner, owners, indices; /* owners count from first_owner; indices: entries per owner */
    const char *index_type;                  /* enum it is indexed by, or NULL */
    tn_look look;
    int type, first_member;                  /* TN_IS_NUMBER ...; what tn_var_get counts from, for members */
} tn_var;

size_t tn_game_card_count(const tn_game *);
void tn_game_card(const tn_game *, size_t i, tn_card *out);
size_t tn_card_clause(const tn_game *, size_t card, size_t i, const char **label, const char **text); /* returns how many */
/* The rules that stand on no card, in words: tracks and their steps, where pieces go, score, end. */
typedef struct tn_rule { const char *about, *name, *text; } tn_rule;
size_t tn_game_rule_count(const tn_game *);
void tn_game_rule(const tn_game *, size_t i, tn_rule *out);
bool tn_card_asked(const tn_game *, size_t card); /* whether any question of the game may ask for it */
size_t tn_card_tags(const tn_game *, size_t card, int32_t *members, size_t cap); /* printed on it; returns how many */
size_t tn_game_member_count(const tn_game *);
void tn_game_member(const tn_game *, size_t i, tn_member *out);
size_t tn_game_value_count(const tn_game *);
void tn_game_value(const tn_game *, size_t i, tn_value *out);
size_t tn_game_space_count(const tn_game *);
void tn_game_space(const tn_game *, size_t i, tn_space *out);
int tn_game_find_space(const tn_game *, const char *words); /* by name, "map 12", "row 3 column 5", "row 3 space 5"; -1: none */
size_t tn_game_board_count(const tn_game *);
void tn_game_board(const tn_game *, size_t i, tn_board *out);
size_t tn_game_track_count(const tn_game *);
void tn_game_track(const tn_game *, size_t i, tn_track *out);
size_t tn_track_mark(const tn_game *, size_t track, size_t i, int *at, const char **text); /* what happens where; returns how many */
size_t tn_game_zone_count(const tn_game *);
void tn_game_zone(const tn_game *, size_t i, tn_zone *out);
size_t tn_game_var_count(const tn_game *);   /* those a player may be shown, tracks excluded */
void tn_game_var(const tn_game *, size_t i, tn_var *out);
const char *tn_var_index(const tn_game *, size_t var, int index); /* "heat" of stock[heat] */

/* The names answers go by anywhere in this game: cards, spaces, players, members, labels of branches, yes and no. Whoever reads
 * words can tell by them what else the words could be. answer: TN_NO_ANSWER for a label, whose number depends on the question.
 * asked: a question may ask for it; labels with something to fill in are empty and never asked. */
typedef struct tn_name { const char *text, *sort; uint32_t answer; bool asked; } tn_name; /* sort: "card", "space", "label" ... */
size_t tn_game_name_count(const tn_game *);
void tn_game_name(const tn_game *, size_t i, tn_name *out);
const char *tn_answer_sort(const tn_game *, uint32_t answer); /* the `sort` of what that answer is; "number" for numbers */

/* Reading a state or a view. `seat` is who looks: false or -1 for what it may not see; TN_EVERYTHING sees all variables and cards. */
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
size_t tn_var_text(const tn_game *, const tn_state *, unsigned seat, size_t var, int owner, int index, char *buf, size_t cap);
size_t tn_zone_get(const tn_game *, const tn_state *, unsigned seat, size_t zone, int owner, int32_t *cards, size_t cap); /* -1 each hidden card */
const char *tn_state_phase(const tn_game *, const tn_state *); /* NULL: none */
size_t tn_game_period_count(const tn_game *);
const char *tn_game_period(const tn_game *, size_t i, bool *is_round);
uint32_t tn_state_period(const tn_game *, const tn_state *, size_t period); /* how often it began */

/* ---- scenarios of the definition that fit this configuration, in order */
typedef struct tn_scenario { const char *name, *file; uint32_t line; size_t steps; } tn_scenario;
typedef enum tn_step_kind { TN_STEP_PLAY, TN_STEP_CHECK, TN_STEP_REFUSED, TN_STEP_WON, TN_STEP_NOT_WON } tn_step_kind;
typedef struct tn_step {
    tn_step_kind kind;
    int seat;                  /* play: who answers; won: who */
    const char *text;          /* check: the condition as written */
    const char *const *words;  /* play: answers in words; refused: path of answers, the last is the reason */
    size_t n_words;
    uint32_t line;
    bool now;                  /* check: of the position as it is, before questions with one answer are answered */
} tn_step;
size_t tn_game_scenario_count(const tn_game *);
void tn_game_scenario(const tn_game *, size_t i, tn_scenario *out);
void tn_scenario_step(const tn_game *, size_t scenario, size_t step, tn_step *out); /* words: valid while the game is */
tn_status tn_scenario_start(tn_ctx *, size_t scenario, uint64_t seed, tn_state *out);
/* In a check `me` is who is asked; when several are, who acted before; when it is over, who answered alone last. */
bool tn_scenario_check(tn_ctx *, size_t scenario, size_t step, const tn_state *);
/* The values of what the check compares, to stand behind it: ", found 3", or with several "; found: A.n is 2, B.n is 3"; empty:
 * it compares nothing. */
size_t tn_scenario_found(tn_ctx *, size_t scenario, size_t step, const tn_state *, char *buf, size_t cap);
/* Configurations the scenarios of a source ask for, each once, as tn_config (borrowed from the source). */
size_t tn_source_scenario_config_count(const tn_source *);
void tn_source_scenario_config(const tn_source *, size_t i, tn_config *out);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
