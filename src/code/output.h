/* output.h: a program while it is being made: arrays that grow, to be copied into a struct program when it is whole.
 *
 * The emitter adds code and data, src/text adds what is said of them; the optimiser and depth.c read and shorten the
 * finished code. Ownership: arrays belong to the output, strings to `arena` (the program's), which outlives it. When
 * memory is out `failed` is set and stays; every array has room for one element from the start, so that index 0 can
 * be written.
 */
#ifndef TN_CODE_OUTPUT_H
#define TN_CODE_OUTPUT_H

#include "base/arena.h"
#include "base/buf.h"
#include "code/program.h"

struct node; /* of the tree; nobody in src/code looks into it */
/* The code from pc on belongs to a statement, up to the next such place. */
struct line_at {
    uint32_t pc;
    const struct node *at;
    bool pass; /* a pass of the loop `at` ends there, and with it an undertaking */
    bool gone; /* nothing leads there, so that its code was left out */
};

struct output {
    struct arena *arena;   /* the program's */
    struct arena *scratch; /* gone when the program is whole */
    bool failed;
    VEC(struct line_at) lines; /* sorted by pc */
    VEC(int32_t) string_slots; /* hash table of strings */
#define A(type, name) VEC(type) name;
    PROGRAM_ARRAYS(A)
#undef A
};

bool output_init(struct output *out, struct arena *arena, struct arena *scratch); /* false: no memory */
void output_free(struct output *out);
bool output_copy(const struct output *out, struct program *p); /* into the program's arena; false: no memory */
int32_t output_string(struct output *out, const char *s);      /* its number; equal strings share one */
uint32_t output_pool(struct output *out, const int32_t *words, size_t n);        /* where they begin in it */
unsigned output_set_words(const struct output *out, unsigned type, unsigned of); /* of a set of such values */

/* ---- optimise.c */
void code_mark_dead(struct output *out); /* LIVE_DEAD in its stack maps; before it is optimised */
void code_optimise(struct output *out);  /* makes the finished code short */

/* ---- depth.c: room for the deepest way of calls */
void code_depth(struct output *out, int *registers, int *frames);

#endif
