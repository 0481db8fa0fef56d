/* verify.h: judges a program before it runs.
 *
 * After verify_program says NULL, the machine trusts every operand it does not get from a register: opcodes, register
 * numbers, sets, jump targets, call windows, tables, variables, sites, zones, stack maps and the layout; and everybody
 * who reads the tables trusts their indices and strings. A program may come from anywhere (image.h). It does not
 * judge whether the rules make sense. Linear in the size of the code.
 */
#ifndef TN_CODE_VERIFY_H
#define TN_CODE_VERIFY_H

#include "code/program.h"

extern const char *const verify_no_memory; /* "no memory": what is returned when it could not judge */

/* NULL, or what is wrong, written into out. Allocates a bitmap of code starts. */
const char *verify_program(const struct program *p, char *out, size_t cap);

#endif
