/* tests/vm/test_hidden.c once more, with emitted C. */
#include "native/asm_native.h"

#include "vm/test_hidden.c"
