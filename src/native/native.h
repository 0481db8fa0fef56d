/* native.h: the second back end: a program as C, compiled by the machine's compiler and loaded.
 *
 * emit.c, emit_ops.c and ops_c.def write C from a program; compiler.c runs the compiler; cache.c keeps objects in a
 * folder and judges them before they are loaded. The interpreter stays the reference: emitted C does the same on the
 * same block (code/native_api.h). An object belongs to one exact text of C, so it can never be of another game.
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
const char *compiler_name(void);  /* $CC or cc */
extern const char compiler_flags[]; /* part of what an object depends on */

/* ---- between the files of the emitter */
struct writer {
    const struct program *p;
    struct buf *out;
    uint8_t *mark;      /* per code word: MARK_* */
    uint32_t routine;   /* being emitted */
    uint32_t pc;        /* of the operation */
};
enum { MARK_LEADER = 1, MARK_RESUME = 2 };
void native_op(struct writer *e);
const char *native_prelude(void); /* what every emitted file begins with, after the contract */

#endif
