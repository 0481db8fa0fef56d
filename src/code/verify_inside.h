/* verify_inside.h: what the files of the verifier share; see verify.h. */
#ifndef TN_CODE_VERIFY_INSIDE_H
#define TN_CODE_VERIFY_INSIDE_H

#include "code/verify.h"

struct verifier {
    const struct program *p;
    char *out;
    size_t cap;
    uint32_t *starts; /* bit: an operation starts here */
    uint32_t *taken;  /* bit: it belongs to a routine */
    bool *no_memory;  /* it could not be judged */
};

/* Writes what is wrong; false. */
__attribute__((format(printf, 2, 3))) bool wrong(const struct verifier *v, const char *format, ...);
bool range(const struct verifier *v, const char *what, uint64_t first, uint64_t n, uint64_t limit);
/* Pieces of a text whose holes are among the first n_regs registers. */
bool check_words(const struct verifier *v, struct words w, uint32_t n_regs, const char *what);
/* Words that no play fills in; holes up to `deepest`, so that what is filled in ends. */
bool check_printed(const struct verifier *v, struct words w, unsigned deepest, const char *what);

static inline bool string_ok(const struct program *p, int32_t s) {
    return s == NONE || (s >= 0 && (uint32_t)s < p->n_strings);
}
static inline bool index_ok(int32_t i, uint32_t n) {
    return i == NONE || (i >= 0 && (uint32_t)i < n);
}

/* verify_data.c: the tables that are not code: names, components, scenarios. */
bool check_data(const struct verifier *v);

#endif
