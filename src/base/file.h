/* file.h: whole files in, whole files out.
 *
 * The host's failures (missing, too large, disk full) come back as a status and never as a diagnostic of the author.
 * Invariant of writing: after file_write the path holds either all of the new bytes or what it held before.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/buf.h"

#include <stddef.h>

enum file_status {
    FILE_OK,
    FILE_MISSING,
    FILE_DENIED,
    FILE_FOLDER,    /* the path is a folder */
    FILE_TOO_LARGE, /* more bytes than the limit */
    FILE_DISK_FULL, /* also quota and file size limits */
    FILE_NO_MEMORY,
    FILE_FAILED /* anything else the system reports */
};

/* Appends the whole file to *out (initialised by the caller, who frees it). Pipes work too. On any status but FILE_OK
 * *out is as long as before. */
enum file_status file_read(const char *path, size_t limit, struct buf *out);

/* Replaces the file: writes a temporary file beside it, syncs, renames. A new file gets mode 0666 less the umask, an
 * old one keeps its mode; a symbolic link is followed. On failure the temporary file is removed. */
enum file_status file_write(const char *path, const void *bytes, size_t n);

/* The folder the program lies in; false when the system does not say. */
bool file_own_folder(char *out, size_t cap);

/* "no such file" and so on; static text. */
const char *file_status_text(enum file_status status);

#endif
