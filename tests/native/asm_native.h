/* asm_native.h: included before a test of tests/vm, it has every program of that test run as emitted C.
 *
 * Each program is compiled without optimisation into a folder of its own, which goes with the test.
 */
#ifndef TEST_NATIVE_ASM_NATIVE_H
#define TEST_NATIVE_ASM_NATIVE_H
#define ASM_NATIVE

#include "support/unit.h"

#include "native/native.h"
#include "vm/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char asm_folder[64];

static inline void asm_leave_folder(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", asm_folder);
    if (system(command)) perror(asm_folder);
}

/* A folder, and in it a compiler that does not optimise. */
static inline void asm_enter_folder(void) {
    char compiler[96];
    strcpy(asm_folder, "/tmp/terrane-asm-XXXXXX");
    assert_non_null(mkdtemp(asm_folder));
    atexit(asm_leave_folder);
    snprintf(compiler, sizeof compiler, "%s/cc", asm_folder);
    FILE *f = fopen(compiler, "w");
    assert_non_null(f);
    fputs("#!/bin/sh\nexec cc $(echo \"$*\" | sed 's/-O2/-O0/')\n", f);
    fclose(f);
    assert_int_equal(chmod(compiler, 0700), 0);
    setenv("CC", compiler, 1);
}

static inline void asm_attach(const struct program *p, struct machine *m, struct native *n) {
    char why[512];
    if (!*asm_folder) asm_enter_folder();
    if (native_open(p, asm_folder, n, why, sizeof why) != NATIVE_OK) fail_msg("%s", why);
    machine_native(m, n->run);
}
static inline void asm_detach(struct native *n) {
    native_close(n);
}

#endif
