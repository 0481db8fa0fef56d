/* file_status.c: what a status of file.h is called. */
#include "base/file.h"

const char *file_status_text(enum file_status status) {
    switch (status) {
    case FILE_OK: return "ok";
    case FILE_MISSING: return "no such file";
    case FILE_DENIED: return "permission denied";
    case FILE_FOLDER: return "is a folder";
    case FILE_TOO_LARGE: return "file too large";
    case FILE_DISK_FULL: return "no space left on the disk";
    case FILE_NO_MEMORY: return "out of memory";
    case FILE_FAILED: break;
    }
    return "input or output failed";
}
