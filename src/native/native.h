/* native.h: the second back end: a program as C, compiled by the machine's compiler and loaded.
 *
 * shape.c tells which routines can stop; emit_c.c writes the file, emit_*.c the operations, by their rows in
 * code/ops.def; compiler.c runs the compiler; cache.c keeps objects in a folder and judges them before they are
 * loaded. The interpreter stays the reference: emitted C leaves the same block (code/native_api.h). An object
 * belongs to one exact text of C, so it can never be of another game.
 */
#ifndef TN_NATIVE_NATIVE_H
#define TN_NATIVE_NATIVE_H

#include "base/buf.h"
#include "code/native_api.h"

/* Appends a whole C file to *out. The program must have been verified. False: no memory. */
bool native_emit(const struct program *p, struct buf *out);

enum native_status { NATIVE_OK, NATIVE_NO_MEMORY, NATIVE_FAILED };
struct native {
    void *handle; /* of dlopen */
    native_run *run;
    bool compiled; /* false: it lay in the cache */
};

/* Loads the object of the program from the folder, compiling it first when it is not there or not whole. The folder is
 * made if need be; NULL: the user's cache ($XDG_CACHE_HOME/terrane, else ~/.cache/terrane). $CC names the compiler,
 * else cc. `why` says what went wrong. */
enum native_status native_open(const struct program *p, const char *folder, struct native *out, char *why, size_t cap);
void native_close(struct native *n); /* accepts a zeroed one */

/* ---- compiler.c */
/* Compiles the file `source` to the shared object `object`; false: `why` has the compiler's last lines. */
bool compiler_run(const char *source, const char *object, char *why, size_t cap);
const char *compiler_name(void);  /* $CC, clang or cc */
const char *compiler_flags(void); /* part of what an object depends on */

/* ---- shape.c: see there */
enum {
    SHAPE_FRAMED = 1,  /* a run may stop inside of it; else atomic */
    SHAPE_CYCLIC = 2,  /* may be running already when it is called */
    SHAPE_GUARDED = 4, /* cyclic, and asks whether it runs already */
    SHAPE_RENAMED = 8, /* changes the register of the card whose rule it is */
    SHAPE_USED = 16,   /* the flow, scores, ties or aims lead to it; what is only there for others is interpreted */
    SHAPE_OWN = 32,    /* from here on: while it is made */
};
struct shape {
    uint32_t *frames, *regs; /* room from its own frame on; 0 when it leads to a circle */
    uint8_t *is, *results;   /* SHAPE_*; words it returns at most */
    bool deep;               /* a call may lack room */
    size_t size;
};
bool shape_make(const struct program *p, struct shape *out); /* false: no memory */
void shape_free(struct shape *s);

/* ---- between the files of the emitter */
enum { MARK_LEADER = 1, MARK_RESUME = 2, MARK_UNCLEAR = 4, MARK_ANSWERED = 8, NARROW = 2 };
struct writer {
    const struct program *p;
    const struct shape *shape;
    struct buf *out;
    uint8_t *mark, *load; /* per code word: MARK_*; registers to load when a run goes on there */
    uint32_t routine;     /* being emitted */
    uint32_t pc;          /* of the operation */
    uint16_t array[256];  /* per register: 1 + the first register of the array it lies in; 0: a variable of its own */
};

/* emit_ops.c */
bool native_knows(uint32_t op); /* whether C is written for it */
void native_op(struct writer *e);
void put(struct writer *e, const char *pattern); /* a pattern with its holes filled; see code/ops.def */
void put_register(struct writer *e, uint32_t n); /* as an lvalue */
void put_number(struct writer *e, int32_t n);
void put_slot(struct writer *e, uint32_t n); /* the register's place in the block */
/* A set of at most NARROW words is a number of 64 bits, a wider one is an array and put_set its address. Its registers
 * in C: */
void put_set(struct writer *e, uint32_t reg, uint32_t words);
void put_store(struct writer *e, uint32_t reg, uint32_t words); /* a narrow set from the local x */
void put_spill(struct writer *e, uint32_t n);                   /* registers below n go to the block */
const char *native_prelude(void); /* what every emitted file begins with, after the contract */

/* Writers of one operation, by theme. */
typedef void op_writer(struct writer *e, struct word w);
/* emit_calls.c */
/* Whether a register of the routine is an argument of its function: not one of a slice's own. */
bool native_hands(const struct writer *e, uint32_t routine, uint32_t reg);
void native_call(struct writer *e, struct word w);
void native_callt(struct writer *e, struct word w);
void native_ret(struct writer *e, struct word w);
void native_guard(struct writer *e, struct word w);
void native_ask(struct writer *e, struct word w);
void native_fork(struct writer *e, struct word w);
void native_join(struct writer *e, struct word w);
void native_lmake(struct writer *e, struct word w);
/* emit_try.c */
void native_try(struct writer *e, struct word w);
void native_can(struct writer *e, struct word w);
/* emit_vars.c */
void native_ldv(struct writer *e, struct word w);
void native_stv(struct writer *e, struct word w);
void native_addv(struct writer *e, struct word w);
void native_begin(struct writer *e, struct word w);
void native_tab(struct writer *e, struct word w);
void native_out(struct writer *e, struct word w);
void native_rest(struct writer *e, struct word w);
/* emit_sets.c */
void native_sclr(struct writer *e, struct word w);
void native_sldk(struct writer *e, struct word w);
void native_smov(struct writer *e, struct word w);
void native_sadd(struct writer *e, struct word w);
void native_sdel(struct writer *e, struct word w);
void native_sin(struct writer *e, struct word w);
void native_combine(struct writer *e, struct word w);
void native_seq(struct writer *e, struct word w);
void native_scnt(struct writer *e, struct word w);
void native_snth(struct writer *e, struct word w);
void native_sabove(struct writer *e, struct word w);
void native_next(struct writer *e, struct word w);
void native_where(struct writer *e, struct word w);
void native_smatch(struct writer *e, struct word w);
void native_ltally(struct writer *e, struct word w);
void native_sgrow(struct writer *e, struct word w);
void native_stab(struct writer *e, struct word w);
void native_zset(struct writer *e, struct word w);
void native_zfirst(struct writer *e, struct word w);
void native_live(struct writer *e, struct word w);
void native_hear(struct writer *e, struct word w);
void native_moves(struct writer *e, struct word w);
void native_know(struct writer *e, struct word w);
uint32_t alive_at(const struct writer *e, uint32_t pc); /* registers kept while a frame waits at pc */
void native_dispatchers(struct writer *e);              /* emit_calls.c: one function a table of routines */
void put_prototype(struct writer *e, uint32_t routine, char letter); /* letter 0: as it is called */
/* emit_looks.c */
bool native_hopeful(const struct writer *e, uint32_t at); /* whether there is a look at `at` */
void native_look(struct writer *e, uint32_t at);          /* ends the attempt when it is safe from `at` on */
void native_look_first(struct writer *e, uint32_t entry);
/* Local `behind`: nothing can fail any more once the call at pc returns. Of a framed call also `horizon`, which
 * r->horizon becomes again. */
void native_look_behind(struct writer *e, uint32_t pc, bool framed);
void native_all_clear(struct writer *e, uint32_t at); /* the condition that nothing can fail any more from `at` on */
void native_resting(struct writer *e);                /* who is out until a period begins */
void native_outlook(struct writer *e);                /* what the looks need */
void native_accounts(struct writer *e);               /* emit_vars.c: constants of the stock */
void native_scores(struct writer *e);                 /* emit_scores.c */

#endif
