/* op.c: see op.h. */
#include "code/op.h"

const struct op_info op_infos[OP_COUNT] = {
#define OP(name, a, b, c, x, contract) {#name, K_##a, K_##b, K_##c, X_##x, contract},
#include "code/ops.def"
#undef OP
};

bool op_waits(unsigned op) {
    switch (op) {
    case OP_CALL: case OP_CALLT: case OP_ASK: case OP_FORK:
    case OP_DRAW: case OP_TOP: case OP_ZNTH: case OP_ZFIRST: case OP_SHUFFLE: case OP_RAND:
        return true;
    default:
        return false;
    }
}

bool op_counts(unsigned op) {
    switch (op) {
    case OP_CALL: case OP_CALLT: case OP_JMP: case OP_NEXT: case OP_LNEXT: case OP_STEP: case OP_HEAR: return true;
    default: return false;
    }
}

bool op_concludes(unsigned op) {
    switch (op) {
    case OP_UEND: case OP_FORK: case OP_JOIN: case OP_FAULT: case OP_FINISH: case OP_WIN: case OP_LOST: return true;
    default: return false;
    }
}

bool op_ends(unsigned op) {
    switch (op) {
    case OP_JMP: case OP_RET: case OP_FAIL: case OP_FAULT: case OP_FINISH: case OP_WIN: case OP_LOST: case OP_JOIN:
        return true;
    default:
        return false;
    }
}
