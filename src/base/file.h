/* file.h: whole files in, whole files out, and what lies in folders: the one door to the file system. What needs
 * more of the system (appending with a sync, owners, locks) is named in tools/lint, which checks that nobody else
 * goes round.
 *
 * The host's failures (missing, too large, disk full) come back as a status and never as a diagnostic of the author.
 * Invariant of writing: after file_write the path holds either all of the new bytes or what it held before.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/buf.h"

#include <stddef.h>
#include <stdint.h>

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

/* Replaces several files that are there: none before the new bytes of all of them lie on the disk, synced, so a full
 * disk or a file that may not be written leaves them all as they were. *failed: which one it was. */
struct file_new {
    const char *path;
    const void *bytes;
    size_t n;
};
enum file_status file_replace_all(const struct file_new *files, size_t n, size_t *failed);

/* The first bytes of a file, as many as there are up to n: how many; 0 also when it cannot be read. */
size_t file_read_start(const char *path, void *out, size_t n);

enum file_kind { FILE_KIND_NONE, FILE_KIND_PLAIN, FILE_KIND_FOLDER, FILE_KIND_OTHER };
struct file_facts {
    enum file_kind kind; /* NONE: nothing is there, or nobody may know */
    uint64_t size;
    int64_t seconds, nanoseconds; /* when it was changed last */
};
struct file_facts file_facts(const char *path);     /* of what a symbolic link leads to */
struct file_facts file_own_facts(const char *path); /* a symbolic link is OTHER */
bool file_is_plain(const char *path);               /* or a link to a plain file */

/* Shows the names in a folder, in no order, without those that begin with a dot, until `each` returns false: then
 * false. A folder that cannot be read has no names. */
bool file_list(const char *folder, bool (*each)(void *user, const char *name), void *user);
/* The path without symbolic links and dots, from the root on; false: nothing is there, and *out is as before. */
bool file_resolve(const char *path, struct buf *out);
/* Makes the folder and those above it that are missing. */
enum file_status file_make_folders(const char *path);

/* A new folder that only its owner may enter, where temporary files belong ($TMPDIR, /tmp): its path into *out. */
enum file_status file_make_private(const char *name, struct buf *out);
/* Removes a folder with all that is in it, as far as that is possible; links in it are removed, not followed. */
void file_remove_folder(const char *path);

/* Whether a folder of $PATH holds a program of that name. */
bool file_on_path(const char *program);

/* The folder the program lies in; false when the system does not say. */
bool file_own_folder(char *out, size_t cap);

/* The folder of the page's files, resolved: the one that was chosen, or for NULL web/dist of the checkout or
 * ../share/terrane/web beside the program; false: there is none. */
bool file_page_folder(const char *chosen, struct buf *out);

/* "no such file" and so on; static text. */
const char *file_status_text(enum file_status status);

#endif
