/* version.c: which library this is, and what its results are called. */
#include "api/api.h"

const char *tn_version(void) {
    return TN_VERSION;
}

int tn_version_number(void) {
    return TN_VERSION_NUMBER;
}

const char *tn_status_text(tn_status status) {
    switch (status) {
    case TN_OK: return "fine";
    case TN_ASK: return "a question is open";
    case TN_OVER: return "the game is over";
    case TN_ILLEGAL: return "not a legal answer";
    case TN_FAULT: return "the rules of the game have a mistake";
    case TN_NOMEM: return "out of memory";
    case TN_IO: return "a file cannot be read or written";
    case TN_BAD_STATE: return "not a position of this game";
    case TN_BAD_CONFIG: return "the game has no such option, or is for another number of players";
    case TN_BAD_IMAGE: return "not a compiled game of this version";
    case TN_DIAG: return "the definition has errors";
    }
    return "unknown";
}
