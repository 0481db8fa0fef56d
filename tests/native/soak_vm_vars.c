/* tests/vm/test_vars.c once more, with emitted C. */
#include "native/asm_native.h"

#include "vm/test_vars.c"
