/* tests/vm/test_zones.c once more, with emitted C. */
#include "native/asm_native.h"

#include "vm/test_zones.c"
