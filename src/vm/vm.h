/* vm.h: what the files of the machine share with one another and with nobody else.
 *
 * run.c is the loop; frames.c, operations.c, vars.c and zones.c are what it does to a block; ask.c makes and answers
 * questions; probe.c is the look-ahead; fork.c secret answers; drive.c ties them together; assemble.c makes
 * positions from outside; foresee.c, explain.c and log.c speak. A `struct run` is one execution of the loop on one
 * block: for real, in look-ahead or as a pure evaluation. Nothing here allocates but machine_new, and nothing calls
 * itself but the loop, by a TRY or CAN: at most TRY_DEPTH deep.
 */
#ifndef TN_VM_VM_H
#define TN_VM_VM_H

#include "base/bits.h"
#include "base/random.h"
#include "code/arithmetic.h"
#include "code/cannot_fail.h"
#include "code/lookup.h"
#include "code/render.h"
#include "code/slice.h"
#include "vm/machine.h"
#include "vm/state.h"

#include <string.h>

enum {
    PROBE_STEPS = 1 << 18, /* steps for one menu (see ops.def); there are PROBE_NODES, too */
    TEXT_CAP = 1024,
    AHEAD_LEVELS = 5, /* answers foresight follows */
    TRY_DEPTH = 3,    /* of TRY and CAN inside one another; what lies deeper is taken to be possible */
};

/* enum run_mode, outcome, stop, fault, failure_kind and struct failure, run are in code/native_api.h: emitted C knows
 * them too. */

/* What loading a variable needs, in one place. */
struct quick {
    uint32_t offset;
    int32_t first; /* owner of the first entry */
    uint16_t n_owners, n_index;
    uint8_t shift; /* 0, 1, 2: the entries have 1 << shift bytes */
    uint8_t open;  /* look-ahead may always read it, but for hidden cards when `cards` */
    uint8_t cards; /* its owners are cards */
    /* Entries are bytes in a row, where member 0 would lie in the block: 32 can be compared at once */
    uint8_t bytes;
    uint8_t simple;         /* what may be stored in it is from low to high, whoever owns it */
    uint8_t words;          /* of a set of its owners */
    uint8_t saturate;       /* more than high is high */
    int32_t missing;        /* for no owner */
    int32_t low, high;      /* simple: what fails when it is passed, the width of the entries included */
    const uint32_t *owners; /* bytes: the members that have such an entry, as a set */
};

/* ---- a line of the log while it is gathered, see log_line.c */
enum { LINE_ITEMS = 24, LINE_PUTS = 64 };
enum line_head {
    LINE_HEADLESS, /* numbers changed, and nothing was said about why */
    LINE_ASIDE,    /* its words are said only where nothing else is */
    LINE_NAMED,    /* only where nothing else is done; numbers that change belong to it */
    LINE_TOLD,
};
enum line_by {
    BY_OTHERS,
    BY_RULES,  /* the definition's own, and everybody may read them */
    BY_CHOICE, /* the same of cards chosen, which not everybody sees yet */
    BY_REVEAL, /* cards are shown */
};
/* A text with what it names. */
struct told {
    struct text text;
    struct spans spans;
    char room[TEXT_CAP];
};
/* A number that changed. */
struct line_item {
    uint32_t var;
    int32_t owner, index, track; /* track: NONE when it is none */
    int32_t by, is;
    bool amount; /* gained or lost */
    bool owned;  /* a player's */
    bool common; /* the table's, with an entry for each member of an enumeration */
};
struct line {
    bool open, answered; /* answered: it began with an answer, and what is done next is its head */
    bool silent;         /* without numbers that change, and nothing done, it is not told */
    uint8_t head, seat, n;
    uint16_t depth; /* frames at the answer */
    int32_t phase;
    uint32_t round; /* in which it began */
    uint32_t seers; /* who may read the head */
    uint8_t by;     /* enum line_by: whose words the head is; m->log.named: the cards it names */
    uint16_t n_parts;
    struct log_part parts[LINE_PARTS];
    struct line_item items[LINE_ITEMS];
    struct told text[MAX_VOICES + 1], hidden[MAX_VOICES + 1]; /* the head, and what others read */
};

/* ---- the parts of a machine, each for one purpose. What they point to lies in machine.memory. */
/* Cards that a seat does not see and cannot tell apart: in n of index.pool_zones, with the back of that zone. */
struct card_pool {
    uint32_t first;
    uint16_t n, back;
};
/* Read off the program by machine_new; nobody changes it. */
struct machine_index {
    struct quick *quick;    /* per variable */
    uint32_t *quick_owners; /* their sets of owners */
    uint16_t *live_zones;   /* first instances of the players' live zones */
    uint32_t n_live_zones;
    uint16_t *dark;          /* per seat, the spectator last: how many zone instances it does not see, then which */
    uint16_t *back;          /* per card: the zone whose back it has */
    uint32_t *backs;         /* the same per zone, as sets; the last: of cards that have none */
    struct card_pool *pools; /* seat by seat, the spectator last: see pools.c */
    uint16_t *pool_zones;    /* their zone instances */
    uint32_t n_pools, n_pool_zones, first_pool[MAX_SEATS + 2];
    uint16_t *card_vars; /* the variables that cards in zones have or that name cards */
    uint32_t n_card_vars;
    uint32_t *copies; /* the cards that are copies of one before them */
    bool noted;       /* cards have notes on their backs */
};

/* The look-ahead (probe.c). Level 0 is the question whose menu is made, level k what follows k answers; before a level
 * in use all are. All of it belongs to one menu. */
struct machine_probe {
    struct probe_level {
        struct state *state;
        const struct state *base; /* the block whose body it has: all but frames and registers */
        uint32_t *unknown;        /* cards that the asked seat does not know there */
        const struct site *site;
        uint32_t first, words; /* the first answer of its domain, words of a set of them */
        uint32_t *left;        /* candidates not yet tried: ask_words */
        uint8_t no;            /* "no" not yet tried */
        uint32_t tried, drawn; /* trials: so many candidates have been drawn, and this one last */
        uint32_t value;        /* preferred answer not yet tried, or UINT32_MAX */
        uint32_t steps;        /* steps on the way here */
        uint32_t clear;        /* going back to this frame cannot fail any more, where this level begins */
    } levels[PROBE_LEVELS];
    struct state *work;        /* where answers are tried */
    const struct state *at;    /* that waits at the question whose menu is made */
    const struct state *holds; /* the block whose body `work` has but for the words in `past`; NULL: none */
    struct past *past;
    uint32_t n_past;
    struct run slice;           /* that all slices of a menu are run by */
    const struct state *sliced; /* whose menu that is; NULL: none yet */
    uint32_t kept;              /* words a trial had noted when its body was copied; UINT32_MAX: it was not */
    unsigned seat;              /* that is asked */
    uint32_t horizon;           /* going back to this frame ends every attempt; UINT32_MAX: none */
    uint32_t *hidden;           /* cards hidden from the asked seat when the menu is made */
    uint32_t hidden_moves;      /* moves of cards until then */
    bool hidden_stays;          /* a playout has gone on since then: without moves it is the same for the same seat */
    uint32_t nodes;             /* answers tried */
    uint32_t steps;             /* steps left */
    bool sighted;               /* the asked seat sees every card in a live zone when the menu is made */
    bool plain;                 /* it does without the outlook */
    bool stops;                 /* every run stops at questions */
    bool bare;                  /* as in struct run */
    struct failure failure;     /* the last one */
    uint16_t trying, eyes;      /* as in struct run */
    uint8_t number;
    bool veiled; /* the last run ended at something hidden */
};

/* Counted as long as the machine lives; no answer depends on it. */
struct machine_tally {
    uint32_t moves;         /* how often cards were moved, shown or forgotten in any block */
    uint64_t work;          /* steps so far, those of look-ahead included */
    uint32_t menus, doubts; /* how many were made; of those made again, how many had been others */
    uint32_t tries;         /* the same of what slices say of a TRY or CAN */
    uint32_t doubting;      /* of so many one is made again in other ways; 0: none */
};

/* The ASK a run stopped at: valid from there until the next run. */
struct machine_asked {
    uint32_t *raw; /* candidates, and whether "no" is one: ask_words */
    uint8_t raw_no;
    uint32_t *menu; /* candidates while they are judged */
};

/* Blocks beside the one that is played; none outlives the call that fills it, but the body that `fork_block` gives and
 * what is blank. */
struct machine_blocks {
    struct state *fibre;  /* a seat's body between FORK and JOIN */
    struct state *spare;  /* evaluations, determinisation; trials: what the position was */
    struct state *forced; /* explanations: one question further on */
    struct state *blank;  /* what every game begins with; its size is 0 until it has been made */
    uint16_t fork_floor;  /* frames of the block at the FORK whose body was run last */
};

/* Room within one function; nothing is kept in it. */
enum { SCRATCH_SETS = 8 };
/* Cards that nothing tells apart: they lie in a zone without a place of their own, and the same seats know them. */
struct card_class {
    uint32_t zone, knowers, n;
};
struct machine_scratch {
    uint32_t *cards;            /* a set of card_words */
    uint32_t *drawn;            /* the same, for events */
    uint16_t *list;             /* n_cards + 1 */
    uint16_t *permutation;      /* determinisation: what each card becomes */
    uint16_t *places;           /* the same: hidden cards in the order of where they lie */
    struct card_class *classes; /* the same: n_cards */
    uint32_t *sets;             /* the same: SCRATCH_SETS of card_words + 1 */
    uint8_t *rotate;            /* for ROTATE */
};

/* The comparison made last in a run that explains (explain.c): perhaps the reason of the failure that follows. */
struct machine_note {
    int32_t frame; /* frames when it was noted; 0: there is none */
    uint32_t *pcs; /* where each of these frames was then: frame_cap */
    struct told told;
    int32_t have, need;
    uint8_t relation; /* what would have been right: enum relation */
    bool numbers;     /* they are numbers */
    bool named;       /* it is said what was compared */
};

/* The failure that came furthest, while an answer is explained. */
struct machine_why {
    struct told told;
    uint32_t depth, steps; /* how far it came */
    const struct statement *at;
    bool any;                 /* something failed */
    bool elsewhere;           /* it says that something lies not where one chooses from */
    const struct state *open; /* the question that is explained, or NULL */
};

/* Whoever listens; without a sink nothing is put into words. */
struct machine_log {
    void (*sink)(void *user, const struct log_event *);
    void *sink_user;
    void (*deed)(void *user, int32_t card, unsigned seat); /* of each rule of a card that is carried out; or NULL */
    void *deed_user;
    void (*tried)(void *user, const struct attempted *); /* of each answer that is tried for a menu; or NULL */
    void *tried_user;
    void (*failed)(void *user, const struct statement *at); /* of each that fails in earnest; or NULL */
    void *failed_user;
    const struct program *also[MAX_VOICES]; /* the same game in other words: voices 1 and on */
    unsigned n_also;
    struct line line;                /* open between the first and the last event it gathers */
    struct log_part puts[LINE_PUTS]; /* what was put on spaces and belongs to no line yet */
    unsigned n_puts;
    uint16_t *told_cards;  /* of the parts with cards: of a line, or of what is told by itself */
    uint32_t n_told;       /* how many of them there are; the room is for n_cards */
    uint32_t *named;       /* the cards that the head of the line names: card_words */
    uint32_t *open_spaces; /* that were chosen or changed in the open since the last question: space_words */
};

/* A position that is played on at random (playout.c). */
struct playout {
    uint64_t seed;
    uint32_t asked; /* so many questions came before: all that is drawn at one comes from the seed and this number */
    uint32_t left;  /* answers; then menus are made again */
    bool counted;   /* `left` is a limit: what is not asked must not count */
    bool limited;   /* by answers or rounds */
    uint32_t until; /* it stops when that round has begun; 0: in none */
    const struct playing *how;
    uint32_t given; /* so many the last trial has given: the first at its question, the others at levels 0 and on */
};

/* Whoever is told step by step (trace.c). */
enum { TRACE_DEPTH = 256 };
struct machine_trace {
    void (*tell)(void *user, const struct traced *); /* NULL: nobody */
    void *user;
    struct state *was; /* the block before the operation at pc */
    uint32_t pc;       /* of the operation that is carried out */
    uint16_t depth;    /* routines told of */
    bool began;
    uint16_t routines[TRACE_DEPTH], bases[TRACE_DEPTH]; /* of their frames */
};

struct machine {
    const struct program *p;
    void *memory; /* one piece for all that follows */
    size_t memory_size;
    native_run *native; /* emitted C for the same program, or NULL */
    struct machine_index index;
    struct machine_probe probe;
    struct machine_probe within[TRY_DEPTH]; /* of TRY and CAN, one inside the other; without memory if there are none */
    uint32_t n_within;                      /* in use */
    struct playout *playout;                /* NULL: none */
    struct machine_tally tally;
    struct machine_asked asked;
    struct machine_blocks blocks;
    /* Foresight (foresee.c): after so many answers. */
    struct ahead {
        struct state *state;
        uint32_t *unknown;
    } ahead[AHEAD_LEVELS];
    struct machine_scratch scratch;
    struct machine_note note;
    struct machine_why why;
    uint32_t *reached; /* places of the code that play comes to are noted there; NULL: nobody watches */
    struct spans said; /* of the question, answer or reason that was put into words last */
    struct machine_log log;
    struct machine_trace trace;
};

/* ---- trace.c: nothing, where nobody is told */
void trace_step(struct run *r, uint32_t pc); /* before the operation at pc */
void trace_stop(struct run *r);              /* behind the last one of a run */
void trace_answer(struct machine *m, const struct state *s, unsigned seat, uint32_t answer);
void trace_failure(struct run *r);

/* ---- run.c */
void run_init(struct run *r, struct machine *m, struct state *s, enum run_mode mode);
/* To look ahead for a seat that does not know the cards in `unknown`, with the steps of one menu. */
void run_init_probe(struct run *r, struct machine *m, struct state *s, unsigned seat, uint32_t *unknown);
enum stop run_loop(struct run *r);      /* to the next stop, by whichever back end the machine has */
enum stop run_interpret(struct run *r); /* the same by the interpreter, from wherever the top frame stands */
/* What did not go: unwinds or stops. A stop, or -1: go on with the top frame. */
int run_leave(struct run *r, enum outcome o, uint32_t pc);
/* The author's statement in which the rules stand, or by which what they stand in was called; NULL: none. */
const struct statement *state_statement(const struct program *p, const struct state *s);
/* Look-ahead: whether nothing can fail any more from `at` on in the top frame, nor where it goes back to. A caller
 * that is safe behind its CALL becomes the horizon. Emitted C looks at the same places. */
static inline bool run_safe(const struct run *r, uint32_t at) {
    const struct program *p = r->p;
    uint32_t index = p->outlook[at], top = r->s->n_frames - 1u;
    if (index == OUTLOOK_FAILS) return false;
    const struct outlook *o = &p->outlooks[index];
    if (o->returns && top && r->horizon != top - 1) return false;
    const int32_t *stack = state_stack(p, r->s);
    return !o->n || outlook_holds(p, index, stack + state_frames(p, r->s)[top].base, stack);
}
/* Look-ahead undoes what a run changed (probe.c): every change of the block is noted before it is made, word by word,
 * or as one that only a copy of the block undoes. */
void playout_keep(struct run *r);
static inline void run_touch(struct run *r) {
    if (r->trial) playout_keep(r);
    r->n_past = PAST_ROOM + 1;
}
static inline void run_note(struct run *r, const void *cell) {
    uint32_t offset = (uint32_t)((const char *)cell - (const char *)r->s) & ~3u;
    if (r->n_past >= PAST_ROOM) {
        run_touch(r);
        return;
    }
    struct past *one = &r->past[r->n_past++];
    one->offset = offset;
    memcpy(&one->was, (const char *)r->s + offset, sizeof one->was);
}
/* Whether every card in a live zone may be read: it was so at first, and no card has been moved. */
static inline bool run_sees_live(const struct run *r) {
    return r->mode != MODE_PROBE || (r->sighted && r->n_past <= PAST_ROOM);
}
/* Look-ahead may not know what follows, or need not: true, it ends with yes. A trial becomes real, and goes on. */
bool playout_commit(struct run *r);
static inline bool run_blind(struct run *r) {
    return !r->trial || playout_commit(r);
}
void run_settle(const struct run *r);
/* Pushes a frame for a routine without arguments; false when there is no room. */
bool run_push(const struct program *p, struct state *s, uint32_t routine, int32_t me, int32_t this_card);
/* The rule that failed ends quietly; false when nothing is left to go on with. */
bool run_unwind(struct run *r);
enum stop run_fault(struct run *r, enum fault fault, uint32_t pc, int32_t site);
void run_over(const struct program *p, struct state *s);
/* Whether a run that stopped is through with the only routine there was. */
bool run_returned(const struct program *p, const struct state *s);
void run_clear(const struct program *p, struct state *s); /* no frames, no questions, no fork */

enum outcome op_ask(struct run *r, uint32_t pc, int32_t *regs, uint32_t a, uint32_t site_index);
enum outcome op_rand(struct run *r, int32_t low, int32_t high, int32_t *out);
enum outcome op_ldtrk(struct run *r, int32_t value, int32_t *out);
bool already_running(const struct program *p, const struct state *s); /* the top frame's routine, for the same card */
void begin_period(struct run *r, uint32_t period);
/* The player is out; until: the variable (USE_REST) whose period brings the player back, or NONE: for good. */
void op_out(struct run *r, int32_t player, int32_t until);
void op_log(struct run *r, uint32_t pc, uint32_t site);
/* Who counts hears that `me` carries out a rule of the card; NONE: that an undertaking ends. */
static inline void op_deed(const struct run *r, int32_t card, int32_t me) {
    if (r->m->log.deed && r->mode == MODE_REAL && !r->quiet) r->m->log.deed(r->m->log.deed_user, card, (unsigned)me);
}
/* The words of a list, count first; NULL when the reference leads nowhere. *room: items that can be read. */
const int32_t *list_at(const struct program *p, const struct state *s, int32_t ref, uint32_t *room);
int32_t list_count(const struct program *p, const struct state *s, int32_t ref, int32_t item);
int32_t list_tally(const struct program *p, const struct state *s, uint32_t table, const uint32_t *set, int32_t item);
void table_match(const struct program *p, uint32_t table, const uint32_t *set, int32_t want, uint32_t *out);
/* out = the members of set whose variable is (`equal`) or is not `want`; out may be set. */
enum outcome op_where(struct run *r, uint32_t var, const uint32_t *set, int32_t want, bool equal, uint32_t *out);
/* See HEAR: ear is [player, card, seats begun, set of n words]. */
enum outcome op_hear(struct run *r, int32_t *ear, int32_t from, uint32_t hook, uint32_t n);

static inline void *quick_cell(const struct state *s, const struct quick *v, uint32_t slot) {
    return state_at(s, v->offset + (slot << v->shift));
}
static inline void quick_save(struct state *s, const struct quick *v, uint32_t slot, int32_t value) {
    char *at = quick_cell(s, v, slot);
    if (v->shift == 0)
        *(int8_t *)at = (int8_t)value;
    else if (v->shift == 1)
        *(int16_t *)(void *)at = (int16_t)value;
    else
        *(int32_t *)(void *)at = value;
}
static inline int32_t quick_load(const struct state *s, const struct quick *v, uint32_t slot) {
    const char *at = (const char *)s + v->offset + (slot << v->shift);
    return v->shift == 0   ? *(const int8_t *)at
           : v->shift == 1 ? *(const int16_t *)(const void *)at
                           : *(const int32_t *)(const void *)at;
}

/* ---- native_calls.c */
extern const struct native_api native_api;

/* ---- vars.c */
int32_t var_load(const struct program *p, const struct state *s, const struct var *v, uint32_t slot);
/* The seats that are out until a period begins: not active, and not eliminated. */
uint32_t state_resting(const struct program *p, const struct state *s);
/* Orders cards by what stands on their backs (notes), or by their other variables; 0: the same. */
int cards_compare(const struct program *p, const struct state *s, uint32_t c, uint32_t d, bool notes);
void var_save(struct state *s, const struct var *v, uint32_t slot, int32_t value);
/* Number of the entry of owner and index, or UINT32_MAX when there is none. */
uint32_t var_slot(const struct var *v, int32_t owner, int32_t index);
int32_t var_initial(const struct program *p, const struct var *v, uint32_t slot);
int32_t var_low(const struct program *p, const struct var *v, uint32_t index); /* of a number: its lower end */
bool var_holds(const struct program *p, const struct var *v, uint32_t slot, int32_t value); /* state_check.c: it may */
void vars_reset(const struct program *p, struct state *s, int period);                      /* NONE: all of them */
void quick_fill(const struct program *p, struct quick *out, uint32_t *owners); /* owners: quick_words of room */
size_t quick_words(const struct program *p);
enum outcome op_ldv(struct run *r, uint32_t var, int32_t owner, int32_t index, int32_t *out);
enum outcome op_stv(struct run *r, uint32_t var, int32_t owner, int32_t index, int32_t value, bool add);
enum outcome op_gain(struct run *r, int32_t amount, int32_t owner, bool lose, int32_t *out);
/* Whether `seat` sees entry of owner; the rule behind var_visible. */
bool var_seen(const struct program *p, const struct state *s, const struct var *v, int32_t owner, unsigned seat);

/* ---- zones.c */
bool card_hidden(const struct run *r, int32_t card); /* look-ahead: may not be read */
bool pile_decided(const struct program *p, const struct state *s, uint32_t instance, uint32_t card);
void zone_put(const struct program *p, struct state *s, uint32_t card, uint32_t instance, bool on_top);
void zone_take(const struct program *p, struct state *s, uint32_t card);
void zones_start(struct machine *m, struct state *s);
uint32_t pile_undecided(const struct program *p, const struct state *s, uint32_t instance, uint32_t *out);
void pile_decide(const struct program *p, struct state *s, uint32_t instance, uint32_t card);
/* sampled: chance is not asked */
enum outcome pile_reach(struct run *r, uint32_t instance, uint32_t nth, bool sampled);
uint32_t pile_card(const struct program *p, const struct state *s, uint32_t instance, uint32_t nth);
/* The place of a card, from 1; 0: something has to be decided before that is known. The n uppermost cards, all of them
 * decided, as a set. */
uint32_t pile_place(const struct program *p, const struct state *s, uint32_t instance, uint32_t card);
void pile_top(const struct program *p, const struct state *s, uint32_t instance, uint32_t n, uint32_t *out);
/* zone_read.c */
enum outcome op_zset(struct run *r, int32_t zone, uint32_t *out, uint32_t n);
enum outcome op_zin(struct run *r, int32_t card, int32_t zone, int32_t *out);
int32_t op_zcnt(struct run *r, int32_t zone);
enum outcome op_znth(struct run *r, int32_t zone, int32_t nth, int32_t *out);
enum outcome op_zfirst(struct run *r, int32_t zone, int32_t count, uint32_t *out, uint32_t n);
enum outcome op_zindex(struct run *r, int32_t card, int32_t *out);
enum outcome op_zof(struct run *r, int32_t card, int32_t *out);
enum outcome op_live(struct run *r, int32_t owner, bool all, uint32_t *out, uint32_t n);
/* zones.c */
enum outcome op_move(struct run *r, int32_t card, int32_t zone, bool on_top);
enum outcome op_moves(struct run *r, const uint32_t *set, uint32_t n, int32_t zone);
enum outcome op_movez(struct run *r, int32_t from, int32_t to);
enum outcome op_draw(struct run *r, int32_t *count, int32_t pile, int32_t to);
enum outcome op_top(struct run *r, int32_t pile, int32_t *out);
enum outcome op_shuffle(struct run *r, int32_t pile);
enum outcome op_rotate(struct run *r, uint32_t zone, int32_t by);
void op_know(struct run *r, const uint32_t *set, uint32_t n, uint32_t seats);

/* pools.c */
size_t pools_room(const struct program *p); /* so many zone instances, and as many pools, are enough */
void pools_find(struct machine *m);

/* ---- ask.c */
/* Candidates of the ASK at pc before any look-ahead; whether there is any, "no" included. */
bool ask_candidates(const struct program *p, const struct state *s, const struct site *site, uint32_t pc,
                    const int32_t *regs, uint32_t *raw, uint8_t *no);
uint32_t ask_value_answer(const struct program *p, const struct site *site, int32_t value); /* id, or UINT32_MAX */
/* What the register receives for an answer; the answer must be of the site's domain. */
int32_t ask_bit_value(const struct site *site, int32_t bit); /* the same by bit of the domain; negative: "no" */
int32_t ask_answer_value(const struct program *p, const struct site *site, uint32_t answer);
bool ask_in_domain(const struct program *p, unsigned kind, struct value_kind value, uint32_t answer, uint32_t *bit);
void ask_answer(const struct program *p, struct state *s, uint32_t answer); /* into the waiting top frame */
/* With the answers in m->asked.menu; `count` of them, "no" included. */
void ask_open(struct machine *m, const struct state *at, struct state *s, unsigned seat, uint32_t count, bool no);
/* False when it offers cards that `seat` may not see: naming them would tell. */
bool ask_is_fair(const struct program *p, const struct state *at, const struct ask *q, unsigned seat);
void ask_close(const struct program *p, struct ask *q);
void ask_chance_cards(const struct program *p, struct state *s, const uint32_t *cards);
void ask_chance_numbers(const struct program *p, struct state *s, int32_t low, int32_t high);
uint32_t ask_preferred(const struct program *p, const struct site *site, const int32_t *regs);
const struct site *ask_site(const struct program *p, const struct state *s); /* of the ASK the top frame waits at */

/* ---- copies.c */
/* Of the candidates in `menu` of the ASK where block `at` waits, those that are the same for all `seat` can know become
 * one: the first. */
void copies_merge(const struct machine *m, const struct state *at, const struct site *site, unsigned seat,
                  uint32_t *menu);
/* The reverse: those of the candidates in `all` that an answer of `menu` stands for. */
void copies_spell_out(const struct machine *m, const struct state *at, const struct site *site, unsigned seat,
                      const uint32_t *all, uint32_t *menu);
/* Whether some of the candidates in `set` could be one answer. */
bool copies_possible(const struct machine *m, const struct state *at, const struct site *site, const uint32_t *set);
/* The answer of `menu` that stands for another one: itself if none does. */
uint32_t copies_stand_for(const struct machine *m, const struct state *at, const struct site *site, unsigned seat,
                          const uint32_t *menu, uint32_t answer);

/* ---- probe.c */
/* The cards `seat` may not read in a look-ahead that begins at `at`. */
void probe_hidden(const struct machine *m, const struct state *at, unsigned seat, uint32_t *out);
/* Which of the candidates of the ASK where block `at` waits can be carried out: into m->asked.menu and *no. */
uint32_t probe_menu(struct machine *m, const struct state *at, unsigned seat, uint8_t *no);
/* The same for one answer, remembering the failure that got furthest in m->why.told. */
bool probe_explain(struct machine *m, const struct state *at, unsigned seat, uint32_t answer);
/* At a question to which nothing can be answered: tells whoever wants to know where the attempt that came furthest
 * failed. */
void probe_tell_stuck(struct machine *m, const struct state *at, unsigned seat);
/* Of a run of emitted C: whether frames of the block below the one it began with name cards; whether something below
 * names one that the seat, which is asked, may not see. */
bool probe_names_below(const struct program *p, const struct state *s);
bool probe_tells(const struct run *r, unsigned seat);
/* Whether what follows the WATCH at pc reads what is hidden from `me` */
bool probe_peeks(const struct run *of, uint32_t pc);

/* Before answers of the ASK where block `at` waits are tried. False: all candidates can be carried out, and nothing has
 * begun. */
bool probe_begin(struct machine *m, const struct state *at, unsigned seat);

/* ---- playout.c */
enum drawn {
    DRAWN_NONE,    /* none can be carried out */
    DRAWN,         /* one */
    DRAWN_UNASKED, /* only "no" can, which is not asked */
    DRAWN_ON,      /* one, and the run has gone on with it */
    DRAWN_UNSURE,  /* within playout.c */
};
/* An answer to the ASK just reached (m->asked), where `s` waits, perhaps by going on with it: then `r` is that run, and
 * *stop how it ended. *high: as r->high. */
enum drawn playout_go_on(struct machine *m, struct state *s, unsigned seat, uint32_t *answer, struct run *r,
                         uint32_t *high, enum stop *stop);
/* An answer was given, or "no" without being asked: what is drawn next is another question's. */
static inline void playout_answered(struct playout *of, bool asked) {
    of->asked++;
    of->left -= asked;
}
/* A trial that seeks: see attempt_choose. */
int playout_choose(struct run *r, uint32_t level, int32_t *value);
bool playout_give(struct run *r, uint32_t level, uint32_t pc, int32_t value); /* see native_api.h */
/* Whether a real run on `s` may draw at questions and go on: see native_api.h. */
bool playout_plays(const struct machine *m, const struct state *s);
void playout_look(struct run *r);
bool playout_answer(struct run *r, uint32_t me, uint32_t pc, int32_t value);
bool playout_begin(struct run *r, uint32_t me);
bool playout_back(struct run *r, uint32_t at, bool again);
/* Whether a question of `s` is answered by drawing: a playout goes on, and no limit has been reached. */
static inline bool playout_draws(const struct machine *m, const struct state *s) {
    const struct playout *of = m->playout;
    return of && of->left > 0 && (!of->until || state_period(m->p, s, (uint32_t)m->p->round_period) < of->until);
}

/* ---- attempt.c */
/* Before answers of the question where `at` waits are tried, which stays as it is until they have been. `horizon`: the
 * topmost frame that must not be gone back to; `clear`: the same, or one above it from where nothing can fail. */
void attempt_begin(struct machine *m, const struct state *at, unsigned seat, uint32_t clear, uint32_t horizon);
/* The same where m->probe knows already what the seat does not see. */
void attempt_begin_sighted(struct machine *m, const struct state *at, unsigned seat, uint32_t clear, uint32_t horizon);
/* Whether it can be carried out; explain: remembering the failure that got furthest in m->why. */
bool attempt_succeeds(struct machine *m, const struct state *at, uint32_t answer, bool explain);
/* The same of several, of whom only `answer` is set: `sure` says whether it can be carried out. */
void attempt_judge(struct machine *m, const struct state *at, struct judged *answers, uint32_t n);
/* The topmost frame below the top one to which one can go back without fear that anything fails from there on: at
 * least `horizon`; UINT32_MAX: none. */
uint32_t attempt_find_clear(const struct program *p, const struct state *s, uint32_t horizon);
/* Whether whatever is answered at the question where the top frame waits can be carried out. */
bool attempt_all_clear(const struct program *p, const struct state *s, uint32_t clear);
/* All of a block that means something while nothing is asked in it: header, frames and registers; the rest. */
void attempt_copy(const struct program *p, struct state *to, const struct state *from);
void attempt_copy_frames(const struct program *p, struct state *to, const struct state *from);
void attempt_copy_body(const struct program *p, struct state *to, const struct state *from);
/* Whether the seat of m->probe, which is set up but for what the menu of a question needs, can carry out what follows
 * where `at` stands. */
bool attempt_from(struct machine *m, const struct state *at, bool explain);
/* For runs that seek: the candidates of an ASK that is reached, one after the other; see native_api.h. */
bool attempt_choices(struct run *r, uint32_t pc, const int32_t *regs);
int attempt_choose(struct run *r, uint32_t level, int32_t *value);
bool attempt_more(struct run *r, uint32_t level);
/* What the slice for the TRY or CAN at pc says, where the top frame of `at` stands; takes its steps, unless unsure. */
enum slice_verdict attempt_tried(struct machine *m, const struct state *at, uint32_t pc, bool blind, uint32_t *steps);

/* ---- try.c */
enum outcome try_here(struct run *r); /* the top frame stands at a TRY or CAN, and goes on behind it */
int try_stopped(struct run *r);       /* the same for emitted C: a stop, or -1 */

/* ---- state_check.c */
const char *check_frames(const struct program *p, const struct state *s); /* NULL, or what is wrong with them */

/* ---- why_not.c */
enum verdict { NOT_HERE, ELSEWHERE, EXCLUDED, EXPLAINED }; /* ELSEWHERE: it lies not where one chooses from */
/* Whether a question about cards is about cards of that sort at all: all share one range of answers. */
bool why_same_sort(const struct program *p, const struct site *site, uint32_t answer);
/* Why the block's question does not offer the answer; EXPLAINED without a text: it does. */
enum verdict why_here(struct machine *m, const struct state *at, unsigned seat, uint32_t answer, struct text *t);

/* ---- drive.c */
const struct state *state_at_first(struct machine *m); /* what every game begins with, but for its generator */
/* The answer of a seat to the question where the top frame waits. */
void state_answer(struct machine *m, struct state *s, unsigned seat, uint32_t answer);
enum run_status drive(struct machine *m, struct state *s, uint32_t steps);

/* ---- fork.c */
bool fork_record(const struct program *p, struct state *s, unsigned seat, uint32_t answer); /* false: no room */
/* FORK was reached: everybody's first question. False: a fault. */
bool fork_begin(struct machine *m, struct state *s);
/* Runs the body of `seat` with its answers so far: its next question, or it is done. False: a fault. */
bool fork_advance(struct machine *m, struct state *s, unsigned seat);
/* Everybody has answered: the bodies run for real. */
enum stop fork_join(struct machine *m, struct state *s, uint32_t *steps);
/* The block `seat` answers in: s itself, or its own with its body run up to its question. NULL when it has none. */
const struct state *fork_block(struct machine *m, const struct state *s, unsigned seat);

/* ---- explain.c */
struct render explain_render(const struct program *p, const struct state *s); /* of the top frame; s may be NULL */
void explain_failure(struct run *r);                                          /* into m->why.told */
void put_failure(struct run *r, struct text *t); /* the same, as whoever acts there reads it */
void explain_note(struct run *r, const struct note *note, const int32_t *regs);

struct text;
/* An answer in words; `at` waits at the question (NULL: labels have no registers), cards in `hidden` are not named. */
void answer_text(const struct program *p, const struct state *at, const struct site *site, const uint32_t *hidden,
                 uint32_t answer, struct text *t);

/* ---- log.c: no cost without a sink */
void event_site(struct run *r, uint32_t site);
void event_amount(struct run *r, int32_t amount, int32_t owner, bool lose);
/* A number went from one value to another, by adding to it or by being set. */
struct change {
    int32_t was, is;
};
void event_change(struct run *r, uint32_t var, int32_t owner, int32_t index, bool added, struct change change);
void event_move(struct run *r, const uint32_t *cards, int32_t from, uint32_t to); /* from: NONE, several places */
void event_out(struct run *r, int32_t player, int32_t period);                    /* NONE: for good */
void event_reveal(struct run *r, const uint32_t *cards);
void event_draw(struct run *r, const uint32_t *cards, uint32_t n, uint32_t to);
void event_answer(struct machine *m, const struct state *at, unsigned seat, uint32_t answer);
void event_failure(struct run *r);

/* ---- log_part.c: what lines are made of */
void part_begin(struct machine *m, const struct state *at, uint32_t answer, bool open); /* an answer is given */
struct log_from part_from(const struct run *r, uint32_t seers); /* as far as all of these may know */
struct log_part part_cards(struct machine *m, enum part_kind kind, uint32_t to, const uint32_t *cards);
void part_add(struct line *l, struct log_part part);
void part_drop_untold(struct line *l);
void part_take_puts(struct machine *m); /* into the line */
void event_put(struct run *r, uint32_t var, int32_t owner, int32_t index, struct change change);

/* ---- log_line.c: what events say, gathered to lines. Each event is told once for every language that is listened
 * to: the machine's own is voice 0. */
struct voice {
    const struct program *p; /* whose words */
    unsigned number;
};
struct voice voice_of(const struct machine *m, unsigned number);
struct text *told_init(struct told *t);
void told_put(struct text *t, const struct told *more); /* into another text, with what it names */
struct log_event told_event(struct voice v, unsigned seat, uint32_t seen_by, const struct told *text,
                            const struct told *public_text);
/* Somebody does something: the caller writes what into `text`, and `hidden` where not all are seers. */
struct line *line_deed(struct machine *m, const struct state *s, unsigned seat, uint32_t seers);
struct line *line_answer(struct machine *m, const struct state *s, unsigned seat, uint32_t seers, enum line_head head);
/* Everybody may know it. */
void line_add(struct machine *m, const struct state *s, unsigned seat, struct line_item item, struct log_from from);
struct log_part line_part(const struct line_item *item, struct log_from from);
void line_end(struct machine *m);
void line_stop(struct machine *m, const struct state *s); /* the run stops: over, or at a question */

static inline bool run_speaks(const struct run *r) {
    return r->mode == MODE_REAL && r->m->log.sink && !r->quiet;
}

#endif
