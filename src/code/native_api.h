/* native_api.h: where the machine and emitted C meet: one text that is both compiled here and printed into every
 * emitted file, so that neither side can have a structure the other does not know.
 *
 * NATIVE_CONTRACT(T) hands T the declarations as they stand: the machine compiles them, the emitter prints
 * NATIVE_TEXT. Changing any of them changes native_abi(), and with it the name of every cached object.
 * Invariants: emitted C works on the same block as the interpreter. While it runs, registers and frames are variables
 * of C; whenever the run stops they are in the block, where the interpreter would have them, so both agree at every
 * question and either may go on. It may hand over to the interpreter before any operation (`interpret`). Whatever an
 * operation does besides arithmetic, sets and plain variables is done by the interpreter's own function, reached
 * through struct native_api. r->steps counts steps exactly as the interpreter does. It never speaks and never asks
 * chance: runs that may are interpreted (run_loop).
 */
#ifndef TN_CODE_NATIVE_API_H
#define TN_CODE_NATIVE_API_H

#include "code/program.h"

enum { NATIVE_VERSION = 11 };

/* clang-format off */
#define NATIVE_CONTRACT(T)                                                                                             \
    T(enum run_mode { MODE_REAL, MODE_PROBE, MODE_PURE };                                                              \
      /* What one operation did. */                                                                                    \
      enum outcome { GO, FAILED, HIDDEN, CHANCE, FAULTED };                                                            \
      /* Why the loop stopped. */                                                                                      \
      enum stop {                                                                                                      \
          STOP_ASK,      /* the top frame waits at an ASK; its candidates are in m->asked */                           \
          STOP_CHANCE,   /* the top frame waits for chance; the question is open */                                    \
          STOP_FORK,                                                                                                   \
          STOP_JOIN,     /* a FORK body ended */                                                                       \
          STOP_OVER,                                                                                                   \
          STOP_FAULT,                                                                                                  \
          STOP_YES,      /* look-ahead: it can be carried out as far as one can know */                                \
          STOP_FAILED,   /* look-ahead, evaluation: r->failure */                                                      \
          STOP_LIMIT,    /* look-ahead, evaluation: no steps left */                                                   \
          STOP_RETURNED, /* evaluation: r->result */                                                                   \
          STOP_UNSURE,   /* a run that seeks: attempts that stop at questions must decide */                           \
      };                                                                                                               \
      /* Why a game stopped for good. */                                                                               \
      enum fault {                                                                                                     \
          FAULT_NONE, FAULT_AUTHOR, FAULT_STEPS, FAULT_STUCK, FAULT_DEEP, FAULT_FORK, FAULT_CODE, FAULT_UNSEEN,        \
      };                                                                                                               \
      enum failure_kind {                                                                                              \
          FAILURE_SITE,    /* site */                                                                                  \
          FAILURE_RANGE,   /* var, owner, index: have, need */                                                         \
          FAILURE_HIGH,    /* the same, above the upper end `need` */                                                  \
          FAILURE_SHORT,   /* amounts: have, need of unit index */                                                     \
          FAILURE_SUPPLY,  /* have left, need of unit index */                                                         \
          FAILURE_EMPTY,   /* site: nothing to choose */                                                               \
          FAILURE_RUNNING,                                                                                             \
          FAILURE_DEEP,    /* stack or frames */                                                                       \
          FAILURE_OWNER,   /* no owner, no such place */                                                               \
          FAILURE_STUCK,   /* site: no answer can be carried out */                                                    \
      };                                                                                                               \
      /* state.flags. */                                                                                               \
      enum {                                                                                                           \
          STATE_EXPLICIT = 1,  /* chance is asked, not sampled */                                                      \
          STATE_LIMITED = 2,   /* ended by the game's limit */                                                         \
          STATE_SHUFFLING = 4, /* a visible shuffle is half decided by explicit chance */                              \
          STATE_VIEW = 8,      /* a view: it shows, it does not run */                                                 \
          STATE_ASK_ALL = 16,  /* also what can only be answered by "no" (ASK_UNASKED), as rules of version 1 did */   \
          STATE_EACH_COPY = 32, /* equal copies are answers of their own, as before version 3 */                       \
      };                                                                                                               \
      /* The first bytes of every position; see vm/state.h. */                                                         \
      struct state {                                                                                                   \
          uint64_t program; /* program.hash */                                                                         \
          uint64_t key;     /* of the generator */                                                                     \
          uint32_t size;                                                                                               \
          uint8_t status;   /* enum run_status */                                                                      \
          uint8_t flags;    /* STATE_* */                                                                              \
          int16_t phase;                                                                                               \
          uint16_t n_frames, stack_top;                                                                                \
          uint8_t active;   /* seats not eliminated */                                                                 \
          uint8_t winners, losers;                                                                                     \
          uint8_t last;     /* seat that answered last, SEAT_SPECTATOR at first: for the epoch */                      \
          uint32_t epoch;                                                                                              \
          uint32_t randoms; /* counter of RAND */                                                                      \
          uint32_t fault_pc;                                                                                           \
          int32_t fault_site; /* or NONE */                                                                            \
          uint8_t fault;      /* enum fault */                                                                         \
          uint8_t forked;     /* 1: between FORK and JOIN */                                                           \
          uint8_t seats;      /* forked: who takes part */                                                             \
          uint8_t pending;    /* forked: who has still to answer */                                                    \
          uint8_t log_n[8];   /* one for each of MAX_SEATS */                                                          \
          uint8_t pad[4];                                                                                              \
      };                                                                                                               \
      struct frame {                                                                                                   \
          uint32_t pc; /* the operation it waits at: for all but the last frame a CALL */                              \
          uint16_t base, routine;                                                                                      \
      };                                                                                                               \
      struct failure {                                                                                                 \
          uint8_t kind; /* enum failure_kind */                                                                        \
          uint32_t pc;                                                                                                 \
          int32_t site, var, owner, index, have, need;                                                                 \
      };                                                                                                               \
      struct machine;                                                                                                  \
      struct program;                                                                                                  \
      struct native_api;                                                                                               \
      /* Look-ahead: a word of the block as it was before a run changed it. */                                         \
      struct past {                                                                                                    \
          uint32_t offset, was;                                                                                        \
      };                                                                                                               \
      /* Words that are noted; questions in a row the look-ahead follows; answers tried for one menu. */               \
      enum { PAST_ROOM = 64, PROBE_LEVELS = 24, PROBE_NODES = 32768 };                                                 \
      /* In place of a slice: the whole score of seat `value`; unsure if that does more than read. */                  \
      enum { ALL_SCORES = 0x7fffffff };                                                                                \
      /* The same: the slices of all answers in `judged`, which stand for SLICE_YES until one says something. */       \
      enum { MANY_SLICES = 0x7ffffffe };                                                                               \
      /* An answer of a menu: what is chosen, its slice (0: none), what that says; whether it is sure. */              \
      struct judged {                                                                                                  \
          uint32_t answer, slice;                                                                                      \
          int32_t value, said;                                                                                         \
          bool sure;                                                                                                   \
      };                                                                                                               \
      /* Steps between two questions; what a trial may use up before it is unsure, and each answer it draws. */        \
      enum { STEP_BUDGET = 1 << 20, TRIAL_BUDGET = 1 << 16, TRIAL_ANSWER = 8 };                                        \
      /* Emitted C: a routine of `me` that names this card, or these where they are not NULL, has called another. */   \
      struct held {                                                                                                    \
          const struct held *below;                                                                                    \
          const uint32_t *cards;                                                                                       \
          int32_t me, card;                                                                                            \
      };                                                                                                               \
      /* Emitted C: a routine that may start itself again runs for this card; it has no frame yet. */                  \
      struct running {                                                                                                 \
          const struct running *below;                                                                                 \
          uint32_t routine;                                                                                            \
          int32_t card;                                                                                                \
      };                                                                                                               \
      /* One execution of the loop on one block: for real, in look-ahead or as a pure evaluation. */                   \
      struct run {                                                                                                     \
          struct machine *m;                                                                                           \
          const struct program *p;                                                                                     \
          struct state *s;                                                                                             \
          uint8_t mode;                                                                                                \
          uint8_t viewer;     /* look-ahead: whose */                                                                  \
          bool explain;       /* look-ahead: remember false comparisons; never emitted C */                            \
          bool eager;         /* look-ahead: yes as soon as nothing can fail any more, see run_safe */                 \
          bool fibre;         /* inside a FORK body of `viewer`: JOIN stops, chance is sampled */                      \
          bool quiet;         /* no events */                                                                          \
          uint16_t floor;     /* frames that may not be popped: 1 + index of the fork's or evaluation's frame */       \
          uint32_t horizon;   /* look-ahead: going back to this frame ends it with yes; UINT32_MAX: none */            \
          uint32_t steps;     /* left */                                                                               \
          uint32_t *unknown;  /* look-ahead: cards that may not be read: hidden from the viewer at first, or since */  \
          uint32_t high;      /* real runs: registers from the stack's top to here may not be 0 */                     \
          const uint16_t *replay; /* FORK body: answers given so far */                                                \
          uint32_t replay_n, replay_at;                                                                                \
          struct failure failure; /* after STOP_FAILED */                                                              \
          int32_t result;         /* after STOP_RETURNED: the first word */                                            \
          struct past *past;      /* look-ahead: the words it changed, in order */                                     \
          uint32_t n_past;        /* more than PAST_ROOM: it changed more than that */                                 \
          bool seek;              /* emitted C, look-ahead: tries answers at a question and goes on, see probe.c */    \
          bool trial;             /* it seeks in the position itself, and goes on for good: see playout.c */           \
          bool loose;             /* it went on from a question with other answers left untried */                     \
          bool sighted;           /* look-ahead: at first no card in a live zone was unknown; see run_sees_live */     \
          uint32_t answers;       /* so many it has given */                                                           \
          uint16_t trying;        /* look-ahead from a TRY or CAN: frames then; 0: from a question */                  \
          uint8_t number;         /* of that TRY or CAN */                                                             \
          uint16_t eyes;          /* seats besides the viewer that must see what it reads: look-ahead around it */     \
          bool veiled;            /* it ended with yes at something hidden */                                          \
          bool bare;              /* what TRY and CAN try is tried, whatever slices say */                             \
          bool watch;             /* nobody looks ahead around it: what is tried there is tried as in play */          \
          uint32_t *nodes;        /* look-ahead: answers tried for this menu */                                        \
          uint64_t seed;          /* trials: answers are drawn from it and from how many questions came before */      \
          uint32_t asked;                                                                                              \
          bool strict;            /* trials: a "no" that would not be asked must not count */                          \
          bool weighs;            /* trials: answers are not equally likely, so the machine draws them */              \
          bool limited;           /* trials: the machine is asked whether one more answer may be given */              \
          uint32_t budget;        /* trials: what is left of TRIAL_BUDGET */                                           \
          uint32_t *hidden;       /* emitted C: where it says which cards are hidden from who is asked */              \
          bool plays;             /* a real run of a playout: at questions it begins trials, see playout.c */          \
          bool names;             /* frames of the block below name cards */                                           \
          const struct held *held; /* emitted C: cards that routines below name, which have no frame yet */            \
          uint8_t nested;         /* such questions one inside the other on the stack of C */                          \
          uint32_t slice;         /* emitted C: run this routine, a slice, and nothing else; 0: none */                \
          const int32_t *asking;  /* its arguments: the registers of the frame that asks, and the answer */            \
          struct judged *judged; /* MANY_SLICES: so many */                                                            \
          uint32_t n_judged;                                                                                           \
          int32_t value;                                                                                               \
          const struct native_api *calls; /* emitted C only, as the next */                                            \
          const struct running *running;                                                                               \
      };                                                                                                               \
      struct native_api {                                                                                              \
          uint32_t version, size;                                                                                      \
          enum stop (*interpret)(struct run *r); /* goes on where the top frame stands, to the next stop */            \
          int (*leave)(struct run *r, enum outcome o, uint32_t pc); /* a stop; -1: go on with the top frame */         \
          int (*tries)(struct run *r); /* the same, where the top frame stands at a TRY or CAN */                      \
          enum outcome (*ask)(struct run *r, uint32_t pc, int32_t *regs, uint32_t a, uint32_t site);                   \
          enum stop (*fault)(struct run *r, enum fault fault, uint32_t pc, int32_t site);                              \
          void (*over)(const struct program *p, struct state *s);                                                      \
          enum outcome (*ldv)(struct run *r, uint32_t var, int32_t owner, int32_t index, int32_t *out);                \
          enum outcome (*stv)(struct run *r, uint32_t var, int32_t owner, int32_t index, int32_t value, bool add);     \
          enum outcome (*ldtrk)(struct run *r, int32_t track, int32_t *out);                                           \
          enum outcome (*gain)(struct run *r, int32_t amount, int32_t owner, bool lose, int32_t *out);                 \
          enum outcome (*znth)(struct run *r, int32_t zone, int32_t nth, int32_t *out);                                \
          enum outcome (*zfirst)(struct run *r, int32_t zone, int32_t count, uint32_t *out, uint32_t n);               \
          enum outcome (*zindex)(struct run *r, int32_t card, int32_t *out);                                           \
          enum outcome (*live)(struct run *r, int32_t owner, bool all, uint32_t *out, uint32_t n);                     \
          enum outcome (*move)(struct run *r, int32_t card, int32_t zone, bool on_top);                                \
          enum outcome (*moves)(struct run *r, const uint32_t *set, uint32_t n, int32_t zone);                         \
          enum outcome (*movez)(struct run *r, int32_t from, int32_t to);                                              \
          enum outcome (*draw)(struct run *r, int32_t *count, int32_t pile, int32_t to);                               \
          enum outcome (*top)(struct run *r, int32_t pile, int32_t *out);                                              \
          enum outcome (*shuffle)(struct run *r, int32_t pile);                                                        \
          enum outcome (*rotate)(struct run *r, uint32_t zone, int32_t by);                                            \
          void (*know)(struct run *r, const uint32_t *set, uint32_t n, uint32_t seats);                                \
          enum outcome (*rand)(struct run *r, int32_t low, int32_t high, int32_t *out);                                \
          bool (*choices)(struct run *r, uint32_t pc, const int32_t *regs); /* of the ASK at pc; false: too deep */    \
          int (*choose)(struct run *r, uint32_t level, int32_t *value); /* the next; 0: none; -1: enough of them */    \
          bool (*more)(struct run *r, uint32_t level); /* whether some are left */                                     \
          /* A trial gives an answer to the ASK at pc. False: it is unsure. */                                         \
          bool (*give)(struct run *r, uint32_t level, uint32_t pc, int32_t value);                                     \
          /* A real run of a playout: it goes on from a frame of the block; what is known of those below. */           \
          void (*look)(struct run *r);                                                                                 \
          bool (*answer)(struct run *r, uint32_t me, uint32_t pc, int32_t value); /* true: it is given for good */     \
          bool (*begin)(struct run *r, uint32_t me); /* a trial; false: the run must stop */                           \
          bool (*back)(struct run *r, uint32_t at, bool again); /* it failed; true: another answer may be tried */     \
          void (*keep)(struct run *r);  /* a trial is going to change more than can be noted */                        \
          bool (*blind)(struct run *r); /* what follows may not be known: true, or a trial has become real */          \
          enum outcome (*where)(struct run *r, uint32_t var, const uint32_t *set, int32_t want, bool equal,            \
                                uint32_t *out);                                                                        \
      };)
/* clang-format on */

#define NATIVE_AS_IS(...) __VA_ARGS__
#define NATIVE_AS_TEXT(...) #__VA_ARGS__
NATIVE_CONTRACT(NATIVE_AS_IS)
#define NATIVE_TEXT NATIVE_CONTRACT(NATIVE_AS_TEXT)

_Static_assert(MAX_SEATS == 8, "struct state has a log for each seat");

typedef enum stop native_run(struct run *r, const struct native_api *api);

#endif
