/* The machine: runs a program from question to question inside one flat block.
 *
 * A position is `struct state`, program->layout.size bytes, 64-byte aligned, owned by the caller; clone is memcpy.
 * It holds no pointer. `struct machine` is the per-thread scratch (look-ahead copies, log sink, last explanation); it
 * owns its memory, allocates only in machine_new, and belongs to one thread. The program is borrowed and shared.
 * Same program + same seed + same answers = same block, bit for bit. Nothing here recurses over rules.
 */
#ifndef TN_VM_MACHINE_H
#define TN_VM_MACHINE_H

#include "code/native_api.h"
#include "code/program.h"
#include "code/render.h"

/* struct state: see vm/state.h */

enum run_status { RUN_ASK, RUN_OVER, RUN_FAULT };
enum apply_status { APPLY_OK, APPLY_ILLEGAL, APPLY_FAULT };

enum { SEAT_CHANCE = 254, SEAT_SPECTATOR = 255 };
enum { START_EXPLICIT_CHANCE = 1, START_ASK_ALL = 2, START_EACH_COPY = 4 };

struct machine *machine_new(const struct program *program); /* NULL: no memory */
void machine_free(struct machine *m);                       /* accepts NULL */

/* From now on emitted C runs the rules; it must have been made from this machine's program. NULL: the interpreter. */
void machine_native(struct machine *m, native_run *run);

/* Of every `menus` menus one is made again without the outlook, and as emitted C also with attempts that stop at every
 * question (0: none; debug builds begin with 8). How many had offered what cannot be carried out, or something else:
 * always 0 for positions that came about by playing. */
void machine_doubt(struct machine *m, uint32_t menus);
uint32_t machine_doubts(const struct machine *m);

/* From now on whoever rehearses is told of each statement that fails while rules run in earnest: it was offered all
 * the same. At a question without an answer: the one where the attempt that came furthest failed. NULL: none the
 * author wrote. */
void machine_failures(struct machine *m, void (*failed)(void *user, const struct statement *at), void *user);
/* From now on whoever counts is told of each answer that is tried for a menu: NULL when it begins, then how it went;
 * and in play how each TRY and CAN went, but for those that emitted C decides. */
struct attempted {
    uint32_t pc; /* of the question, of the TRY or CAN */
    uint32_t answer;
    uint32_t runs;      /* answers that were given on the way, this one included */
    uint32_t steps;     /* of all runs */
    uint32_t failed_at; /* pc; of the last failure */
    uint8_t failure;    /* enum failure_kind, of the last failure */
    bool carried_out;   /* the verdict */
    bool unsure;        /* a run that seeks could not decide */
    bool sliced;        /* a slice decided; nothing was run but that */
    bool changed;       /* the last run changed the block */
};
void machine_attempts(struct machine *m, void (*tried)(void *user, const struct attempted *), void *user);
uint64_t machine_work(const struct machine *m); /* steps so far, those of look-ahead included */

/* ---- life of a position */
enum run_status state_start(struct machine *m, uint64_t seed, unsigned flags, struct state *out);
/* Starts scenario i instead of the flow: runs its `given`, then its flow routine, to the first question. */
enum run_status state_start_scenario(struct machine *m, uint32_t scenario, uint64_t seed, struct state *out);
enum run_status state_status(const struct program *p, const struct state *s);
/* An illegal answer leaves *s untouched. `seat` must be one that is asked (SEAT_CHANCE for chance). */
enum apply_status state_apply(struct machine *m, struct state *s, unsigned seat, uint32_t answer);
/* Plays on at random until the game is over or a limit is reached; a field that is 0: none, all are equally likely. */
struct playing {
    uint32_t answers, rounds;
    bool about; /* a "no" that is not asked for may count */
    uint16_t (*weight)(void *user, uint32_t site, unsigned seat, uint32_t answer);
    void *user;
};
enum run_status state_playout(struct machine *m, struct state *s, uint64_t seed, const struct playing *how);
uint64_t state_hash(const struct program *p, const struct state *s); /* without generator and undo bookkeeping */
/* See tn_state_pack and tn_state_unpack. */
size_t state_pack(struct machine *m, const struct state *s, void *bytes, size_t cap);
bool state_unpack(struct machine *m, const void *bytes, size_t n, struct state *out);
/* Judges untrusted bytes: sizes, hash, zones, frames resting at questions. Returns NULL or what is wrong. */
const char *state_check(const struct program *p, const void *bytes, size_t size);

/* ---- the question */
struct question {
    uint32_t site;   /* NONE as uint32 for chance */
    uint32_t count;  /* legal answers */
    uint32_t preset; /* default answer id, or UINT32_MAX */
    uint8_t seat;    /* who is asked; SEAT_CHANCE */
    uint8_t kind;    /* enum site_kind */
    uint8_t flags;   /* ASK_* */
    struct value_kind value;
};
/* Mask of seats with an open question; chance: 0 */
uint32_t state_asked(const struct program *p, const struct state *s);
/* false when that seat is not asked. seat SEAT_SPECTATOR: the first one asked, or chance. */
bool state_question(const struct program *p, const struct state *s, unsigned seat, struct question *out);
size_t state_answers(const struct program *p, const struct state *s, unsigned seat, uint32_t *ids, size_t cap);
/* The candidates of the open question before look-ahead, without "no"; of a view nothing. */
size_t state_candidates(struct machine *m, const struct state *s, unsigned seat, uint32_t *ids, size_t cap);
uint32_t state_answer_nth(const struct program *p, const struct state *s, unsigned seat, uint32_t n);
bool state_answer_legal(const struct program *p, const struct state *s, unsigned seat, uint32_t answer);
/* The legal answer that stands for this one (copies.c), or UINT32_MAX. */
uint32_t state_answer_meant(struct machine *m, const struct state *s, unsigned seat, uint32_t answer);
/* Those that a legal answer stands for, itself first. */
size_t state_answer_copies(struct machine *m, const struct state *s, unsigned seat, uint32_t answer, uint32_t *ids,
                           size_t cap);
/* Chance is asked for a card of it, or NONE */
int32_t state_chance_pile(const struct program *p, const struct state *s);
unsigned state_last(const struct program *p, const struct state *s); /* who answered last; not what is secret still */
/* Grows when information appears: the undo floor */
uint32_t state_epoch(const struct program *p, const struct state *s);

/* The operation at which look-ahead behind an answer to the open question ends with yes, and the statement it
 * belongs to (may be NULL); UINT32_MAX: it does not. */
uint32_t probe_horizon(struct machine *m, const struct state *at, unsigned seat, uint32_t answer,
                       const struct statement **of);

/* ---- positions put together from outside, and taken apart (assemble.c). Indices must be in range. */
void state_blank(struct machine *m, uint64_t seed, unsigned flags, struct state *out); /* before the flow begins */
struct state_head {
    uint64_t key;                    /* of the generator */
    uint32_t randoms;                /* random numbers made so far */
    int32_t phase;                   /* or NONE */
    uint8_t active, winners, losers; /* masks of seats */
    bool limited, shuffling;         /* ended by the limit; half way through a visible shuffle */
};
void state_head_get(const struct program *p, const struct state *s, struct state_head *out);
void state_head_put(const struct program *p, struct state *s, const struct state_head *head);
void period_put(const struct program *p, struct state *s, uint32_t period, uint32_t count);
/* False when there is no such entry or it cannot have that value. */
bool var_put(const struct program *p, struct state *s, uint32_t var, int32_t owner, int32_t index, int32_t value);
int32_t var_first(const struct program *p, uint32_t var, int32_t index);                           /* its first value */
void var_range(const struct program *p, uint32_t var, int32_t index, int32_t *low, int32_t *high); /* of a number */
int32_t card_place(const struct program *p, const struct state *s, uint32_t card); /* the zone instance, or NONE */
int32_t card_home(const struct program *p, uint32_t card); /* the zone instance where it lies at the start, or NONE */
bool zone_secret(const struct program *p, uint32_t instance); /* nobody sees what lies there */
/* Takes the card from where it is, puts it there (NONE: nowhere); nobody knows it. False: it cannot lie there. */
bool card_put(const struct program *p, struct state *s, uint32_t card, int32_t instance);
/* The cards of a pile: the first *top and the last *bottom in their order from the top, the undecided ones between them
 * in that of the definition. Returns how many. */
uint32_t pile_get(const struct program *p, const struct state *s, uint32_t instance, uint16_t *cards, uint32_t *top,
                  uint32_t *bottom);
/* Decides where the top + bottom cards named lie, from the top; they must be in the pile. The others are undecided. */
void pile_put(const struct program *p, struct state *s, uint32_t instance, const uint16_t *cards, uint32_t top,
              uint32_t bottom);
uint32_t pile_chance_get(const struct program *p, const struct state *s, uint32_t instance); /* its part of chance */
void pile_chance_put(const struct program *p, struct state *s, uint32_t instance, uint32_t count);
/* Though it lies hidden */
bool card_known(const struct program *p, const struct state *s, unsigned seat, uint32_t card);
/* false: it needs not, or cannot */
bool card_know(const struct program *p, struct state *s, unsigned seat, uint32_t card);
/* Where the rules wait: frames and registers, borrowed from the block. */
struct course {
    const struct frame *frames;
    const int32_t *stack;
    uint32_t n_frames, n_stack;
};
struct course state_course(const struct program *p, const struct state *s);
/* A course belongs to a block with the same number */
uint64_t state_fit(const struct program *p, const struct state *s);
/* NULL, or what is wrong */
const char *state_course_put(const struct program *p, struct state *s, const struct course *c);
enum run_status state_resume(struct machine *m, struct state *s); /* opens the question where the course waits */
/* Answers a seat has given in secret and the others have not seen yet; those above the answer space are no answers. */
uint32_t state_secret(const struct program *p, const struct state *s, unsigned seat, const uint16_t **answers);
void state_close(const struct program *p, struct state *s); /* the game is over */
struct begin {
    int32_t entry;              /* of the program; NONE: the flow from its start */
    int32_t seat;               /* who acts */
    int32_t around[MAX_AROUND]; /* NONE: as if the loop had just begun */
};
enum run_status state_enter(struct machine *m, struct state *s, const struct begin *b);
/* Whether entering somewhere leads from what the position holds to the very question it stands at, and where. */
bool state_begin(struct machine *m, const struct state *s, struct state *scratch, struct begin *out);

/* ---- results, valid when over; state_score works at any time */
int32_t state_score(struct machine *m, const struct state *s, unsigned seat);
int32_t state_score_line(struct machine *m, const struct state *s, unsigned seat, uint32_t line);
/* What there is and what is needed of the first `n` aims of the program, for that seat. */
struct reach {
    int32_t have, need;
};
void state_aims(struct machine *m, const struct state *s, unsigned seat, struct reach *out, uint32_t n);
/* The routine of a value about that card; NONE: it has none, the value is *fixed. Pushing it on a position that runs
 * nothing, with what it is about; false: it is not made for that. */
int32_t card_value_routine(const struct program *p, const struct card_value *v, int32_t card, int32_t *fixed);
bool card_value_push(const struct program *p, struct state *s, const struct card_value *v, int32_t routine,
                     int32_t card, int32_t player);
/* Of each of these values about cards the sum over the cards, for that seat; of truths how many hold. Cards that a
 * value is not about count nothing. */
void state_sum_values(struct machine *m, const struct state *s, unsigned seat, const int32_t *cards, uint32_t n,
                      const uint32_t *values, uint32_t n_values, int32_t *sums);
unsigned state_rank(struct machine *m, const struct state *s, unsigned seat); /* 1 = won; equals share */
/* The number of a line of the tie, where somebody else has the same score and the same numbers of the lines before
 * it; false: it was not looked at. */
bool state_tie(struct machine *m, const struct state *s, unsigned seat, uint32_t line, int32_t *out);
bool state_limited(const struct program *p, const struct state *s); /* ended by the game's limit */
/* Who acts: `me` where the rules wait; who answered last when they have ended. */
unsigned state_acting(const struct program *p, const struct state *s);
/* Runs a pure routine without arguments (score line, scenario check) with `me` = seat on a scratch copy. */
int32_t state_evaluate(struct machine *m, const struct state *s, int32_t routine, unsigned seat);

/* ---- foresight, as far as `seat` can know */
/* The legal answers of the question of the same seat that comes after the path of answers; 0 when none is foreseen. */
size_t state_ahead(struct machine *m, const struct state *s, unsigned seat, const uint32_t *path, size_t n,
                   uint32_t *ids, size_t cap, unsigned *flags);
/* The position right after a path of answers, up to the next question or to where one cannot know; NULL when it fails.
 * It is the machine's until its next use; only variables may be read from it. */
const struct state *state_after(struct machine *m, const struct state *s, unsigned seat, const uint32_t *path,
                                size_t n);
/* What the last answer of the path would waste, as far as that can be known: a track it raises that is at its end, or
 * numbers of the seat that fall when nothing else changes in the whole undertaking. */
struct waste {
    int32_t track; /* NONE: a number */
    uint32_t var;
    int32_t index, by;
};
size_t state_waste(struct machine *m, const struct state *s, unsigned seat, const uint32_t *path, size_t n,
                   struct waste *out, size_t cap);
/* A value about a card (program.card_values) for a player, as `seat` can know it; false when it is not about that card
 * or cannot be known. `only` >= 0: as if of all cards in play just that one adjusted it, NO_CARDS: as if none did. */
enum { ALL_CARDS = -1, NO_CARDS = -2 };
struct valued {
    int32_t value;
    bool compared, most; /* a truth that is false because a number is below another; most: above it */
    int32_t have, need;
};
bool state_card_value(struct machine *m, const struct state *s, unsigned seat, uint32_t value, int32_t card,
                      int32_t player, int32_t only, struct valued *out);
/* A line of a seat's score as `viewer` can know it; false: it depends on what the viewer may not see. */
bool state_score_seen(struct machine *m, const struct state *s, unsigned viewer, unsigned seat, uint32_t line,
                      int32_t *out);
/* The same of a seat's own score once it has given these answers. */
bool state_score_ahead(struct machine *m, const struct state *s, unsigned seat, const uint32_t *path, size_t n,
                       uint32_t line, int32_t *out);

/* ---- knowledge */
/* The block with everything `seat` may not see blanked (frames, generator, hidden cards and variables): same layout. */
void state_view(const struct program *p, const struct state *s, unsigned seat, struct state *out);
/* A position `seat` could be in: hidden cards re-dealt among hidden places, new generator key. */
void state_determinise(struct machine *m, const struct state *s, unsigned seat, uint64_t seed, struct state *out);

/* ---- reading a block (a position or a view) */
int32_t read_var(const struct program *p, const struct state *s, uint32_t var, int32_t owner, int32_t index);
bool var_as_at_first(const struct program *p, const struct state *s, uint32_t var, int32_t owner, int32_t index);
/* Whether `seat` may see that variable of that owner now (false in a view means: blanked). */
bool var_visible(const struct program *p, const struct state *s, uint32_t var, int32_t owner, unsigned seat);
uint32_t zone_count(const struct program *p, const struct state *s, uint32_t instance);
/* The cards of a zone in order, NONE for each hidden one; returns how many the zone holds. */
size_t zone_cards(const struct program *p, const struct state *s, uint32_t instance, int32_t *cards, size_t cap);
/* The card whose back `seat` sees: in a pile the one at place i from 0, elsewhere number i of those hidden from the
 * seat, which go by what is written on them. Nothing but its notes may be read of it. NONE: there is none, it is seen,
 * nobody has decided which it is, or the block is a view. */
int32_t zone_back(const struct program *p, const struct state *s, uint32_t instance, unsigned seat, uint32_t i);
/* May `seat` know what it is */
bool card_seen(const struct program *p, const struct state *s, uint32_t card, unsigned seat);
int32_t state_phase(const struct program *p, const struct state *s);                    /* index into phases, or NONE */
uint32_t state_period(const struct program *p, const struct state *s, uint32_t period); /* how often it began */
int32_t state_actor(const struct program *p, const struct state *s);                    /* seat of the running rule */

/* ---- words (rendered by code/render.h) */
/* What the text names that one of these functions wrote last */
const struct spans *machine_said(const struct machine *m);
size_t state_question_text(struct machine *m, const struct state *s, unsigned seat, char *out, size_t cap);
/* The card whose rule asks, when `seat` may see it; NONE: a rule of the flow does. */
int32_t state_question_about(struct machine *m, const struct state *s, unsigned seat);
/* Of a payment the card it is for: the only one that the rule which pays still works with, when `seat` may see it.
 * NONE: there is none, several, or the rule is that card's own. */
int32_t state_question_paid(struct machine *m, const struct state *s, unsigned seat);
/* Of a payment what is due in which member of the stock's enum, and what the question offers to pay it with: what
 * one of those is worth, how many the seat has, the fewest and the most it may give. False: it asks for no payment. */
struct payment {
    int32_t due, in, with, worth, have, least, most;
};
bool state_payment(struct machine *m, const struct state *s, unsigned seat, struct payment *out);
size_t state_answer_text(struct machine *m, const struct state *s, unsigned seat, uint32_t answer, char *out,
                         size_t cap);
/* Why that answer is not offered; empty when it is. Works for cards, spaces ... that could be answers of this kind. */
size_t state_why_not(struct machine *m, const struct state *s, unsigned seat, uint32_t answer, char *out, size_t cap);
/* Everything in the way of an answer here or up to two questions further on, a line each, borrowed during the call:
 * every way to it, then what is missing on it. No line: nothing that could be asked soon. */
enum reason_kind { REASON_POSSIBLE, REASON_IMPOSSIBLE, REASON_MISSING };
void state_explain(struct machine *m, const struct state *s, unsigned seat, uint32_t answer,
                   void (*line)(void *user, enum reason_kind kind, const char *text, const struct spans *spans),
                   void *user);
/* What stopped the game after RUN_FAULT, and the operation where; UINT32_MAX: nothing did. */
uint32_t state_fault_reason(const struct program *p, const struct state *s, char *out, size_t cap);
/* In words: what stopped the game after RUN_FAULT (naming rule, file and line). */
size_t state_fault_text(const struct program *p, const struct state *s, char *out, size_t cap);

/* ---- what a line of the log is made of */
enum part_kind {
    PART_NUMBER, /* entry `index` of variable `what` of `owner` */
    PART_TRACK,  /* track `what` */
    PART_PUT,    /* on space `owner`: its variable `what`, entry `index`, is `now` */
    PART_MOVED,  /* cards come to zone `what` */
    PART_PLAYED, /* the same, from what a player alone holds to what the same player has on the table */
    PART_DRAWN,
    PART_SHOWN,
};
enum from_kind { FROM_NOTHING, FROM_SPACE, FROM_CARD, FROM_TRACK };
struct log_from {
    uint8_t kind; /* enum from_kind */
    int8_t seat;  /* of a player's track, or NONE */
    int16_t at;   /* position of a track */
    int32_t index;
};
struct log_part {
    uint8_t kind;
    int8_t seat; /* whose number, track or zone; NONE: the table's */
    int32_t what, owner, index;
    int32_t by, now;
    uint32_t n;            /* cards */
    const uint16_t *cards; /* NULL: which ones is not told */
    struct log_from from;
};
enum { LINE_PARTS = 128 };

/* ---- log: called for every line while rules run for real (never in look-ahead), and without words for every amount
 * that is gained or lost, when it is. `seen_by` is a seat mask of those who may read the text as it is; the others
 * get `public_text` (may be the same pointer). `spans`: what a text names where. Borrowed during the call. */
struct log_event {
    uint8_t seat;
    uint8_t voice; /* 0: in the machine's own words; else in those of the program machine_also numbers so, from 1 */
    uint32_t seen_by;
    const char *text, *public_text;
    const struct spans *spans, *public_spans;
    const struct log_part *parts, *public_parts; /* for those who read `text`, `public_text` */
    uint32_t n_parts, n_public_parts;
    const char *unit; /* gained or lost by `seat`; NULL: no such event */
    int32_t amount;   /* below 0: lost */
    int32_t round;    /* in which the line began; NONE: in that of now */
};
/* The seats that may be told an answer to the open question of `seat`: its own, and those to whom the log names it. */
uint32_t state_answer_told(struct machine *m, const struct state *s, unsigned seat, uint32_t answer);
/* See OP_DEED */
void machine_deeds(struct machine *m, void (*deed)(void *user, int32_t card, unsigned seat), void *user);
/* ---- step by step: from now on whoever looks on is told what play does, in its order: each routine that begins and
 * ends, each answer, each change of the block. Nothing of what is tried or only computed, and of answers in secret what
 * they do when it happens. `room` is a block to compare with, borrowed; tell NULL: no more. What is watched is
 * interpreted. */
enum traced_kind {
    TRACED_CALL,   /* routine `what` begins: me `owner`, this card `index`; called at pc */
    TRACED_RETURN, /* the innermost one ends; `was`: how many words it gives (0: none, or it was left), the first: `now`
                    */
    TRACED_ANSWER, /* seat `owner` gives answer `what` at the question at pc */
    TRACED_FAILURE,  /* what stands at pc cannot be carried out, `text` says why; the rules it belongs to end */
    TRACED_VAR,      /* entry `index` of `owner` of variable `what` */
    TRACED_CARD,     /* card `what` comes from zone instance `was` to `now`, or NONE */
    TRACED_SHUFFLED, /* zone instance `what` */
    TRACED_KNOWN,    /* the seats in `now` know card `what` where it lies */
    TRACED_PERIOD,   /* period `what` has begun so often */
    TRACED_PHASE,
    TRACED_PLAYERS, /* who is in the game: masks */
    TRACED_END,     /* the game is over, or stopped (`what`: enum run_status); winners and losers in was, now */
};
struct traced {
    uint8_t kind;   /* enum traced_kind */
    bool goes_on;   /* CALL: it had begun before */
    bool reacts;    /* CALL: by itself, to a signal or a value */
    uint16_t depth; /* routines that have begun, a CALL's own included */
    uint32_t pc;    /* of the operation */
    int32_t what, owner, index, was, now;
    const char *text;
    const struct state *before, *after; /* of the operation; borrowed during the call */
};
void machine_trace(struct machine *m, void (*tell)(void *user, const struct traced *), void *user, struct state *room);
/* From now on the places of the code that play comes to are noted in that set of n_code bits; NULL: no more. */
void machine_watch(struct machine *m, uint32_t *reached);
void machine_sink(struct machine *m, void (*event)(void *user, const struct log_event *), void *user);
/* Between FORK and JOIN: tells what has happened so far in the part of that seat, which the log will tell at the
 * JOIN. */
void state_hear(struct machine *m, const struct state *s, unsigned seat,
                void (*event)(void *user, const struct log_event *), void *user);
/* Programs of the same rules in other words (translate.h): the one the machine speaks from now on, and those in whose
 * words the log is told as well, in this order; at most MAX_VOICES, borrowed. */
enum { MAX_VOICES = 8 };
void machine_speak(struct machine *m, const struct program *words);
void machine_also(struct machine *m, const struct program *const *also, unsigned n);

#endif
