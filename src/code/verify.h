/* verify.h: judges a program before it runs.
 *
 * After verify_program says NULL, the machine trusts every operand it does not get from a register: opcodes, register
 * numbers, sets, jump targets, call windows, tables, variables, sites, zones, stack maps and the layout. It does not
 * judge whether the rules make sense. Linear in the size of the code.
 */
#ifndef TN_CODE_VERIFY_H
#define TN_CODE_VERIFY_H

#include "code/program.h"

/* NULL, or what is wrong, written into out. Allocates a bitmap of code starts with malloc's allocator. */
const char *verify_program(const struct program *p, char *out, size_t cap);

#endif
