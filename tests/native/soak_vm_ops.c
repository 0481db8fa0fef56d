/* tests/vm/test_ops.c once more, with emitted C. */
#include "native/asm_native.h"

#include "vm/test_ops.c"
