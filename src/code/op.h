/* op.h: an operation as it stands in the code, and what its row in ops.def says of it.
 *
 * A word is op | a << 8 | b << 16 | c << 24; an operation whose row has an x is followed by that as one more word.
 * Only this header takes words apart and puts them together. The loop of the machine (vm/run.c) reads single operands
 * (op_of, op_a ...); who looks at whole operations decodes them (op_decode).
 */
#ifndef TN_CODE_OP_H
#define TN_CODE_OP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum op {
#define OP(name, a, b, c, x, contract) OP_##name,
#include "code/ops.def"
#undef OP
    OP_COUNT
};

/* ---- words */
static inline unsigned op_of(uint32_t word) { return word & 255u; }
static inline uint32_t op_a(uint32_t word) { return word >> 8 & 255u; }
static inline uint32_t op_b(uint32_t word) { return word >> 16 & 255u; }
static inline uint32_t op_c(uint32_t word) { return word >> 24; }
static inline int32_t op_small(uint32_t operand) { return (int8_t)operand; } /* the number an operand of kind S is */
static inline uint32_t op_word(unsigned op, unsigned a, unsigned b, unsigned c) {
    return op | (a & 255u) << 8 | (b & 255u) << 16 | (c & 255u) << 24;
}

/* ---- rows */
enum operand { K_NIL, K_W, K_R, K_RW, K_O, K_SW, K_SR, K_SRW, K_I, K_S, K_N, K_VW, K_VR, K_E };
enum extra { X_NIL, X_JUMP, X_NUM, X_POOL, X_VAR, X_TABLE, X_ROUTINE, X_SITE, X_ZONE, X_PERIOD, X_PHASE, X_N };

struct op_info {
    const char *name;
    uint8_t a, b, c; /* enum operand */
    uint8_t x;       /* enum extra */
    const char *contract;
};
extern const struct op_info op_infos[OP_COUNT];
static inline const struct op_info *op_info(unsigned op) { return op < OP_COUNT ? &op_infos[op] : NULL; } /* NULL: none */

static inline uint32_t op_length(const struct op_info *info) { return info->x == X_NIL ? 1u : 2u; }
/* Where the operation behind that at pc begins. */
static inline uint32_t op_next(const uint32_t *code, uint32_t pc) { return pc + op_length(op_info(op_of(code[pc]))); }
/* `for EACH_OP(code, routine, pc)`: its operations in order. */
#define EACH_OP(code, r, pc) (uint32_t pc = (r)->entry; pc < (r)->end; pc = op_next(code, pc))

struct word {
    uint32_t op, a, b, c, x; /* x: 0 when its row has none */
};
/* The operation at pc of n words of code; OP_COUNT outside of them or when there is none of that number. */
static inline struct word op_decode(const uint32_t *code, uint32_t n, uint32_t pc) {
    const struct op_info *info = pc < n ? op_info(op_of(code[pc])) : NULL;
    if (!info) return (struct word){.op = OP_COUNT};
    uint32_t w = code[pc];
    return (struct word){op_of(w), op_a(w), op_b(w), op_c(w), info->x != X_NIL && pc + 1 < n ? code[pc + 1] : 0};
}

/* Whether a frame may wait at this operation (a question, a fork, chance or a call): it then needs a stack map. */
bool op_waits(unsigned op);
/* Whether it counts as a step. */
bool op_counts(unsigned op);
/* Whether looking ahead ends there with yes: an undertaking or the game is over, or everybody is asked. */
bool op_concludes(unsigned op);
/* Whether control never goes on to the next word. */
bool op_ends(unsigned op);

#endif
