/* disasm.h: code as text, one line an operation, with names and source lines; for people and golden files. */
#ifndef TN_CODE_DISASM_H
#define TN_CODE_DISASM_H

#include "base/buf.h"
#include "code/program.h"

/* Appends "pc  NAME operands  ; comment" and a newline; returns the words of the operation (at least 1). */
uint32_t disasm_op(const struct program *p, uint32_t pc, struct buf *out);
void disasm_routine(const struct program *p, uint32_t routine, struct buf *out);
void disasm_program(const struct program *p, struct buf *out);

#endif
