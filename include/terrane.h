/* terrane.h - compile a rulebook and play it. What a front end draws is in terrane_table.h.
 *
 * A game is a compiled definition for one configuration. A context is one thread's scratch memory for one game. A
 * state is one flat block of tn_game_state_size() bytes that the caller owns: cloning is memcpy, saving is writing
 * the bytes.
 *
 * Ownership. `new`, `load`, `parse` and `read` give you something to free; every `free` accepts NULL. Strings and
 * arrays that are handed out belong to the source or game they were asked of and live as long (diagnostics: until the
 * next compile). A source may be freed as soon as its games are made; a game must outlive its contexts and
 * translations.
 *
 * Threads. A game is immutable: any number of threads may use it at once. A source, a context and a book of words are
 * for one thread at a time; a state has one writer or any number of readers. There are no globals and no locks.
 *
 * Memory. Once a context exists nothing is allocated but by functions that say so. Rules call nothing of yours but the
 * weights of a playout.
 *
 * Names. tn_X_Y_count says how many Y an X has, tn_X_Y(..., i, &out) gives one of them. Functions with `buf, cap` work
 * like snprintf: they write at most cap bytes, always terminate, and return the full length. Functions with an array
 * and `cap` write at most cap entries and return how many there are.
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

/* Structures that callers allocate change only when the first or second number does, which the name of the shared
 * library carries. Who loads it by other means compares tn_version_number() / 100 with TN_VERSION_NUMBER / 100. */
#define TN_VERSION "0.1.0"
#define TN_VERSION_NUMBER 100 /* 10000 * first + 100 * second + third */
const char *tn_version(void); /* of the library at hand */
int tn_version_number(void);

/* The version of the rules as this library plays them. It grows when the same definition, seed and answers may come to
 * another position, or questions may be put otherwise; records name it. 1: Terrane 0.1; 3: equal copies are one
 * answer. */
#define TN_RULES_VERSION 3

typedef struct tn_source tn_source; /* a definition's text with its includes, parsed */
typedef struct tn_game tn_game;     /* compiled for a configuration */
typedef struct tn_ctx tn_ctx;       /* per thread: look-ahead scratch, where the log goes */
typedef struct tn_state tn_state;   /* the flat block itself, 64-byte aligned memory of the caller */
typedef struct tn_words tn_words;   /* phrases of games and what they are in another language */

typedef enum tn_status {
    TN_OK,
    TN_ASK,     /* a question is open */
    TN_OVER,    /* the game is over */
    TN_ILLEGAL, /* not a legal answer: the state is untouched */
    TN_FAULT,   /* the definition's mistake, e.g. a loop without an end */
    TN_NOMEM,
    TN_IO,         /* a file could not be read or written */
    TN_BAD_STATE,  /* bytes that are not a state of this game */
    TN_BAD_CONFIG, /* unknown option or value, or wrong number of seats */
    TN_BAD_IMAGE,  /* bytes that are not a compiled game, or one of another version */
    TN_DIAG        /* the definition has errors: see the diagnostics */
} tn_status;
/* Nothing is wrong: TN_OK, TN_ASK, TN_OVER. */
static inline bool tn_good(tn_status status) {
    return status <= TN_OVER;
}
const char *tn_status_text(tn_status); /* "not a legal answer" */

enum { TN_EVERYTHING = 253, TN_CHANCE = 254, TN_SPECTATOR = 255 }; /* in place of a seat */
#define TN_NO_ANSWER UINT32_MAX
enum { TN_NO = 0, TN_YES = 1 }; /* answers: of a yes-or-no question; TN_NO also declines an optional one */

/* ==== The first functions a program needs, in the order in which it needs them. The rest follows by topic. */
/* Reads and parses; *out is yours even with TN_DIAG (it holds the diagnostics). TN_IO: *out is NULL. */
tn_status tn_source_load(const char *path, tn_source **out);
void tn_source_free(tn_source *);
size_t tn_source_diag_count(const tn_source *); /* of parsing and of the last compile */
size_t tn_source_diag_text(const tn_source *, size_t i, bool colour, char *buf, size_t cap); /* as printed */

typedef struct tn_config {
    unsigned seats;             /* 0: the smallest number above one the game allows, else its minimum */
    const char *const *options; /* "name=value", others take their default */
    size_t n_options;
} tn_config;
tn_status tn_game_new(tn_source *, const tn_config *, tn_game **out); /* TN_OK, TN_DIAG, TN_BAD_CONFIG, TN_NOMEM */
void tn_game_free(tn_game *);
unsigned tn_game_seat_count(const tn_game *);
uint32_t tn_game_answer_count(const tn_game *); /* size of the answer space: an answer is a number below it */
size_t tn_game_state_size(const tn_game *);

tn_ctx *tn_ctx_new(const tn_game *); /* NULL: no memory */
void tn_ctx_free(tn_ctx *);
tn_state *tn_state_new(const tn_game *); /* zeroed memory of the right size and alignment */
void tn_state_free(tn_state *);

enum {
    TN_EXPLICIT_CHANCE = 1, /* what is drawn or thrown is asked of TN_CHANCE */
    TN_NEW_CHANCE = 2,      /* tn_state_read_json: draw anew, whatever the text says */
    TN_ASK_ALL = 4,         /* as version 1 of the rules: also ask for another action when there is none */
    TN_EACH_COPY = 8        /* as versions 1 and 2: every copy of a card is an answer of its own */
};
tn_status tn_state_start(tn_ctx *, uint64_t seed, unsigned flags, tn_state *out); /* TN_ASK, TN_OVER, TN_FAULT */
tn_status tn_state_status(const tn_game *, const tn_state *);                     /* the same of any state */
/* Gives an answer and goes on to the next question. TN_ASK, TN_OVER, TN_FAULT; TN_ILLEGAL: the state is untouched. */
tn_status tn_state_apply(tn_ctx *, tn_state *, unsigned seat, uint32_t answer);
/* How a position is played on at random. All 0: to the end of the game, every legal answer being equally likely. */
typedef struct tn_playing {
    uint32_t answers; /* stop when so many have been given; 0: no limit, which is faster */
    uint32_t rounds;  /* stop at the first question when so many more rounds have begun; 0: no limit */
    bool about;       /* a "no" that nobody is asked for may count among `answers`, which is faster */
    /* What the answer of a seat at a site weighs (see tn_question). A legal answer is given with the probability of its
     * weight among those of all legal ones; where these are all 0 they are equally likely. It is called while rules
     * run: it may not use the context, and must say the same again for the same arguments. Chance is never weighed. */
    uint16_t (*weight)(void *user, uint32_t site, unsigned seat, uint32_t answer);
    void *user;
} tn_playing;
/* Plays on from a question: whoever is asked draws an answer, until the game is over or `how` says stop. Only the
 * answers that are drawn are looked into, so it is faster than choosing among tn_state_nth. The same seed gives the
 * same game, interpreted or compiled by any compiler. `how` may be NULL. TN_OVER, TN_ASK, TN_FAULT; TN_ILLEGAL: a
 * limit of rounds in a game without rounds, and the state is untouched. */
tn_status tn_playout(tn_ctx *, tn_state *, uint64_t seed, const tn_playing *how);
/* Many from one position, which stays as it is: number i has the seed first + i, and how it ended is out[i]. They are
 * played in `room`, a state of yours. Several threads share the work by parts of the seeds, each with a context and
 * room of its own. Returns how many came to the end of the game. */
enum { TN_SEATS = 8 }; /* the most there are in any game */
typedef struct tn_played {
    tn_status status;        /* as tn_playout says */
    int32_t score[TN_SEATS]; /* where it stopped: tn_state_score */
    uint8_t rank[TN_SEATS];  /* tn_state_rank; 0: the game is not over */
} tn_played;
size_t tn_playouts(tn_ctx *, const tn_state *from, uint64_t first, size_t n, const tn_playing *how, tn_state *room,
                   tn_played *out);

typedef enum tn_question_kind { TN_CHOOSE = 2, TN_NUMBER, TN_YESNO, TN_EITHER, TN_CHANCE_DRAW } tn_question_kind;
enum {
    TN_OPTIONAL = 1, /* TN_NO declines */
    TN_SUBSET = 2,   /* several are chosen, one question each: see tn_state_picks */
    TN_PAYMENT = 4,
    TN_HUNDREDS = 8, /* of a large number: the rest of it is asked next */
    TN_AGAIN = 16    /* of a subset or payment: something was picked already */
};
typedef struct tn_question {
    uint32_t site;             /* where in the rules; the same question has the same site */
    uint32_t count;            /* legal answers */
    uint32_t preset;           /* what is mostly answered, or TN_NO_ANSWER */
    uint8_t seat, kind, flags; /* kind: tn_question_kind */
} tn_question;
uint32_t tn_state_asked(const tn_game *, const tn_state *); /* mask of seats that are asked; 0: chance, or over */
uint32_t tn_state_out(const tn_game *, const tn_state *);   /* mask of seats that are out, for good or for a while */
/* False: that seat is not asked. TN_SPECTATOR: the first of those that are. */
bool tn_state_question(const tn_game *, const tn_state *, unsigned seat, tn_question *out);
size_t tn_state_answers(const tn_game *, const tn_state *, unsigned seat, uint32_t *ids, size_t cap); /* returns all */
size_t tn_state_mask(const tn_game *, const tn_state *, unsigned seat, uint64_t *words, size_t cap);  /* words needed */
uint32_t tn_state_nth(const tn_game *, const tn_state *, unsigned seat, uint32_t n);
bool tn_state_legal(const tn_game *, const tn_state *, unsigned seat, uint32_t answer);
/* Cards that are the same for all the seat can know are one answer: the first of them is legal, the others are not.
 *   tn_state_meant: the legal answer that stands for this one, itself if it is legal; TN_NO_ANSWER: none does.
 *   tn_state_copies: those that a legal answer stands for, itself first. Returns how many. */
uint32_t tn_state_meant(tn_ctx *, const tn_state *, unsigned seat, uint32_t answer);
size_t tn_state_copies(tn_ctx *, const tn_state *, unsigned seat, uint32_t answer, uint32_t *ids, size_t cap);
int32_t tn_state_score(tn_ctx *, const tn_state *, unsigned seat);
unsigned tn_state_rank(tn_ctx *, const tn_state *, unsigned seat); /* when over: 1 = won; equals share a rank */
void tn_state_view(const tn_game *, const tn_state *, unsigned seat, tn_state *out); /* what it may see, same layout */
void tn_state_determinise(tn_ctx *, const tn_state *, unsigned seat, uint64_t seed, tn_state *out); /* could be so */
uint64_t tn_state_hash(const tn_game *, const tn_state *);
/* A position in fewer bytes, for trees of many: what differs from the beginning of a game. Packs and returns the bytes
 * needed, tn_game_state_size * 65 / 64 at most; with less than that in `cap` what is written is of no use. Unpacking
 * writes all of *out; false: so many bytes are not a packed position. Of bytes from elsewhere tn_state_check says the
 * rest. */
size_t tn_state_pack(tn_ctx *, const tn_state *, void *bytes, size_t cap);
bool tn_state_unpack(tn_ctx *, const void *bytes, size_t n, tn_state *out);
size_t tn_question_text(tn_ctx *, const tn_state *, unsigned seat, char *buf, size_t cap);
size_t tn_answer_text(tn_ctx *, const tn_state *, unsigned seat, uint32_t answer, char *buf, size_t cap);
/* ==== End of the first functions. */

/* ---- sources and diagnostics */
typedef enum tn_level { TN_ERROR, TN_WARNING, TN_NOTE } tn_level;
typedef struct tn_diag {
    const char *file, *code, *text, *hint, *source_line; /* hint and source_line may be NULL */
    uint32_t line, col, len;
    tn_level level;
} tn_diag;
/* As tn_source_load, from memory; `text` is copied, includes are refused. */
tn_status tn_source_parse(const char *name, const char *text, size_t size, tn_source **out);
/* The same from several texts, the main file first: what they include is found among them by its path. */
typedef struct tn_file {
    const char *path, *text;
    size_t size;
} tn_file;
tn_status tn_source_parse_files(const tn_file *files, size_t n, tn_source **out);
/* The texts a source was read from, the main file first, with the paths by which tn_source_parse_files finds them. */
size_t tn_source_file_count(const tn_source *);
void tn_source_file(const tn_source *, size_t i, tn_file *out);
void tn_source_diag(const tn_source *, size_t i, tn_diag *out);
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
/* Plays that many games at random (0: for a moment), and adds warnings to the diagnostics of its source: of each
 * statement that failed though it had been offered, as something came before it that could not be foreseen (W21),
 * and of each place where a game stopped (W24). TN_OK, TN_NOMEM. */
tn_status tn_game_rehearse(tn_source *, const tn_game *, uint32_t games);
/* Contexts made from now on run the game as C, compiled by $CC (else clang or cc) and kept in cache_dir (NULL: the
 * user's cache): the same positions, sooner. TN_OK; TN_IO or TN_NOMEM with the reason in `why`: the game is as before
 * and works. Not while another thread uses the game. A second call does nothing. */
tn_status tn_game_native(tn_game *, const char *cache_dir, char *why, size_t cap);
uint64_t tn_game_hash(const tn_game *); /* over source, options and seats */
uint64_t tn_game_source_hash(const tn_game *);
const char *tn_game_title(const tn_game *);
const char *tn_game_seat_name(const tn_game *, unsigned seat); /* "A", "B" ... "neutral" */
size_t tn_game_option_count(const tn_game *);                  /* the options as chosen */
void tn_game_option(const tn_game *, size_t i, const char **name, const char **value);
/* A compiled game as a file: the same on every machine, checked in full when it is read. `why` (cap bytes, may be NULL)
 * receives what is wrong with TN_BAD_IMAGE. */
tn_status tn_game_save_image(const tn_game *, const char *path); /* TN_OK, TN_IO, TN_NOMEM */
tn_status tn_game_load_image(const char *path, tn_game **out, char *why, size_t cap);
tn_status tn_game_read_image(const void *bytes, size_t size, tn_game **out, char *why, size_t cap); /* from memory */
/* The bytecode as text, for people: all of it, or the routines of that name, number or card; 0: there is none. */
size_t tn_game_listing(const tn_game *, const char *routine, char *buf, size_t cap);

/* ---- answers by name: "card ship Sail" (with its kind), "space map 12", "space map Harbour", "player B", "number 3",
 * "resource wood", "option 2", "yes", "no". Of equal cards the second is "card ship Sail #2". Unlike its number, the
 * name of an answer stays when the definition gets more cards, so that records and weights can use it. */
size_t tn_answer_name(const tn_game *, uint32_t answer, char *buf, size_t cap); /* 0: there is no such answer */
uint32_t tn_answer_find(const tn_game *, const char *name);                     /* TN_NO_ANSWER: none is called so */

/* ---- states */
/* Whether these bytes are a state of this game: ask it of a save before using it. *why: what is wrong. */
tn_status tn_state_check(const tn_game *, const void *bytes, size_t size, const char **why);
/* Grows whenever information appears that was hidden, or another seat answers alone: undo stays inside one epoch. */
uint32_t tn_state_epoch(const tn_game *, const tn_state *);
unsigned tn_state_last(const tn_game *, const tn_state *); /* who answered last; TN_SPECTATOR: nobody */
bool tn_state_chance(const tn_game *, const tn_state *, size_t *zone, int *owner); /* chance draws from that pile */
/* Where several things are chosen (TN_SUBSET), each pick is a question of its own, and its answers lie behind the
 * last pick: every subset has one way to be given, its ids ascending, then TN_NO where more could follow. That is
 * what the functions above list, what tn_state_apply takes, and what trees of games count. Whoever wants to pick in
 * any order keeps the picks and gives them at once, at the first question of the run:
 *   tn_state_picks: what can be picked beside those kept (in any order, none: n == 0) so that some legal subset has
 *     them all; ascending, TN_NO first where what is kept is enough.
 *   tn_state_pick: chooses exactly these, in any order, and ends the run. Returns as tn_state_apply; TN_ILLEGAL: they
 *     are not a legal subset. The position afterwards is the same bits whatever their order. */
size_t tn_state_picks(tn_ctx *, const tn_state *, unsigned seat, const uint32_t *kept, size_t n, uint32_t *ids,
                      size_t cap);
tn_status tn_state_pick(tn_ctx *, tn_state *, unsigned seat, const uint32_t *picks, size_t n);
size_t tn_game_score_line_count(const tn_game *);
const char *tn_game_score_line(const tn_game *, size_t line);
int32_t tn_state_score_line(tn_ctx *, const tn_state *, unsigned seat, size_t line);
/* The same as `viewer` can know it; false: it depends on what the viewer may not see. */
bool tn_state_score_seen(tn_ctx *, const tn_state *, unsigned viewer, unsigned seat, size_t line, int32_t *out);
/* What is compared between equal scores, one line after the other: most wins. */
size_t tn_game_tie_count(const tn_game *);
const char *tn_game_tie(const tn_game *, size_t line); /* in words */
/* When over: the seat's number of that line; false: it was not needed to tell this seat from another. */
bool tn_state_tie(tn_ctx *, const tn_state *, unsigned seat, size_t line, int32_t *out);
bool tn_state_limited(const tn_game *, const tn_state *); /* ended by the game's `limit` */

/* ---- the log, and what it is about */
/* What a text names where: bytes `at` to `at + length` are the seat (its letter), the card (of several equal ones
 * the first), the space or the member `index`, an amount of `value` of the member `index`, or the number `value`.
 * Spans are in order and do not overlap; none tells more than its bytes do. */
typedef enum tn_span_kind {
    TN_SPAN_SEAT,
    TN_SPAN_CARD,
    TN_SPAN_SPACE,
    TN_SPAN_MEMBER,
    TN_SPAN_AMOUNT,
    TN_SPAN_NUMBER
} tn_span_kind;
typedef struct tn_span {
    uint16_t at, length, index;
    uint8_t kind;
    int32_t value;
} tn_span;
typedef struct tn_text {
    const char *bytes; /* they end with a 0 */
    const tn_span *spans;
    size_t n; /* spans */
} tn_text;
/* What a context tells its sink. All of it is borrowed during the call. */
typedef struct tn_event {
    uint8_t seat;
    uint32_t seen_by;          /* mask of seats who may read `text`; everybody else reads `public_text` */
    tn_text text, public_text; /* a line of the log; both empty: a number only, the line it is part of comes later */
    const char *unit;          /* what `seat` gained or lost; NULL: it is no such event */
    int32_t amount;            /* below 0: lost */
    unsigned voice;            /* 0: in the words of the context's game; else of that one of tn_ctx_also, from 1 */
    const struct tn_part *parts, *public_parts; /* what the line is made of, for those who read `text`, `public_text` */
    size_t n_parts, n_public_parts;             /* see terrane_table.h */
    int32_t round; /* in which the line began, which may be over when it is told; -1: in that of now */
} tn_event;
void tn_ctx_sink(tn_ctx *, void (*event)(void *user, const tn_event *), void *user); /* NULL: quiet */
/* Told of each rule of a card that a seat carries out, for statistics: also of a rule that says nothing on this
 * card. Card -1: an undertaking ends. NULL: nobody is told. */
void tn_ctx_deeds(tn_ctx *, void (*deed)(void *user, int card, unsigned seat), void *user);

/* While several are asked together, nothing is told of what they do until all have answered. This is what happened
 * so far in the part of `seat`, as tn_event would tell it: for whoever gave its answers. 0: nobody is asked together.
 */
typedef struct tn_amount {
    const char *unit;
    int32_t amount; /* below 0: lost */
    uint8_t seat;
} tn_amount;
size_t tn_state_amounts(tn_ctx *, const tn_state *, unsigned seat, tn_amount *out, size_t cap);

/* ---- words */
/* The spans of the text that tn_question_text, tn_answer_text or tn_why_not wrote last, as far as it was written;
 * returns all. */
size_t tn_ctx_spans(const tn_ctx *, tn_span *out, size_t cap);
/* The card whose rule asks; -1: it is none, or hidden from the seat. */
int tn_question_about(tn_ctx *, const tn_state *, unsigned seat);
/* Of a payment the card it is for; -1: none, or it is not known which. */
int tn_question_paid(tn_ctx *, const tn_state *, unsigned seat);
/* Of a payment: so much is due of the member `unit`; this question offers to pay it with the member `with`, of which
 * the seat has `have`, each worth `worth`, and gives from `least` to `most`; what is left is asked or taken next.
 * False: it is none. */
typedef struct tn_payment {
    int unit, with;
    int32_t due, worth, have, least, most;
} tn_payment;
bool tn_question_payment(tn_ctx *, const tn_state *, unsigned seat, tn_payment *out);
/* All that payment may be made with, in the order in which it is asked for as long as something is due: first what this
 * question offers, last the unit itself, which is taken for the rest and not asked for. `least`: if as much as possible
 * of those before is given, `most`: if as little as possible is. Returns how many there are; 0: it is no payment. */
typedef struct tn_payment_part {
    int unit;
    int32_t worth, have, least, most;
    bool rest;
} tn_payment_part;
size_t tn_payment_parts(tn_ctx *, const tn_state *, unsigned seat, tn_payment_part *out, size_t cap);
/* The reason why the answer is not possible; empty: it is legal. */
size_t tn_why_not(tn_ctx *, const tn_state *, unsigned seat, uint32_t answer, char *buf, size_t cap);
/* Everything in the way of an answer here or a question further on ("why Castle?" at "Which action?"), a call for
 * each line: a way to it that is possible now or not, then what is missing on it. Borrowed during the call. No call:
 * it is not asked for soon. */
typedef enum tn_reason { TN_POSSIBLE, TN_IMPOSSIBLE, TN_MISSING } tn_reason;
void tn_explain(tn_ctx *, const tn_state *, unsigned seat, uint32_t answer,
                void (*line)(void *user, tn_reason, tn_text), void *user);
/* What stopped the game after TN_FAULT. */
size_t tn_fault_text(const tn_game *, const tn_state *, char *buf, size_t cap);

/* ---- positions as JSON: see docs/records.md. These two allocate. */
/* On one line: what `seat` may see, or with TN_EVERYTHING all there is; 0: no memory. */
size_t tn_state_json(tn_ctx *, const tn_state *, unsigned seat, char *buf, size_t cap);
/* The position the text describes, up to its question. TN_ASK, TN_OVER, TN_FAULT as tn_state_start; TN_BAD_STATE
 * with "line:column: what is wrong" in `why`, and nothing of use in *out; TN_NOMEM. Chance comes from the text, or
 * from `seed` when it says none or the flags say TN_NEW_CHANCE. The text stays yours. */
tn_status tn_state_read_json(tn_ctx *, const char *text, size_t size, uint64_t seed, unsigned flags, tn_state *out,
                             char *why, size_t cap);

/* ---- foresight: what will be, as far as the seat can know */
/* Legal answers of the seat's next question, each copy of a card by itself, after it has given these answers; 0 when
 * none is foreseen. */
size_t tn_ahead_answers(tn_ctx *, const tn_state *, unsigned seat, const uint32_t *path, size_t n, uint32_t *ids,
                        size_t cap, unsigned *flags); /* flags: TN_OPTIONAL ... of that question */
typedef struct tn_change {
    size_t var;
    int index;
    int32_t by;
} tn_change;
/* By how much answers change the numbers of the seat that gives them, up to its question behind the last: variables of
 * players. `possible` (may be NULL): whether they can be given so. */
size_t tn_ahead_changes(tn_ctx *, const tn_state *, unsigned seat, const uint32_t *path, size_t n, tn_change *out,
                        size_t cap, bool *possible);
/* A line of the seat's score up to there; false: it cannot be known, or the answers cannot be given so. */
bool tn_ahead_score(tn_ctx *, const tn_state *, unsigned seat, const uint32_t *path, size_t n, size_t line,
                    int32_t *out);
/* What the last of these answers, of which the first is to the seat's question, would waste: a track it raises
 * though it is at its end, or numbers of the seat that fall while nothing else changes before the undertaking ends.
 * What cannot be known is left out. */
typedef struct tn_waste {
    int track; /* -1: it is `lost` */
    tn_change lost;
} tn_waste;
size_t tn_ahead_waste(tn_ctx *, const tn_state *, unsigned seat, const uint32_t *path, size_t n, tn_waste *out,
                      size_t cap);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
