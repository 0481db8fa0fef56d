/* tests/vm/test_ask.c once more, with emitted C. */
#include "native/asm_native.h"

#include "vm/test_ask.c"
