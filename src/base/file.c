/* file.c: see file.h. Plain POSIX calls, because stdio hides which of open, write, sync and close failed, and a full
 * disk is often reported only by the last of them. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum file_status status_of(int error) {
    switch (error) {
    case ENOENT:
    case ENOTDIR: return FILE_MISSING;
    case EACCES:
    case EPERM:
    case EROFS: return FILE_DENIED;
    case EISDIR: return FILE_FOLDER;
    case EFBIG:
    case EDQUOT:
    case ENOSPC: return FILE_DISK_FULL;
    case ENOMEM: return FILE_NO_MEMORY;
    default: return FILE_FAILED;
    }
}

bool file_own_folder(char *out, size_t cap) {
    ssize_t n = readlink("/proc/self/exe", out, cap - 1);
    if (n <= 0 || (size_t)n >= cap - 1) return false;
    out[n] = '\0';
    char *slash = strrchr(out, '/');
    if (!slash) return false;
    *slash = '\0';
    return true;
}

/* Reads to the end rather than trusting the size, so that pipes and growing files work. */
static enum file_status read_all(int fd, size_t limit, struct buf *out) {
    size_t got = 0;
    for (;;) {
        size_t want = limit - got < 65536 ? limit - got + 1 : 65536; /* one more than allowed, to notice excess */
        char *to = buf_room(out, want);
        if (!to) return FILE_NO_MEMORY;
        ssize_t n = read(fd, to, want);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return status_of(errno);
        if (n == 0) return FILE_OK;
        if ((size_t)n > limit - got) return FILE_TOO_LARGE;
        got += (size_t)n;
        buf_added(out, (size_t)n);
    }
}

enum file_status file_read(const char *path, size_t limit, struct buf *out) {
    size_t before = out->n;
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return status_of(errno);
    enum file_status status = FILE_OK;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && (unsigned long long)info.st_size > limit)
        status = FILE_TOO_LARGE;
    if (status == FILE_OK) status = read_all(fd, limit, out);
    close(fd);
    if (status != FILE_OK && out->cap > 0) {
        out->n = before;
        out->data[before] = '\0';
    }
    return status;
}

static enum file_status write_all(int fd, const char *bytes, size_t n) {
    while (n > 0) {
        ssize_t done = write(fd, bytes, n);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return status_of(errno);
        bytes += done;
        n -= (size_t)done;
    }
    return FILE_OK;
}

/* A new file beside the target, with the mode any new file gets; mkstemp would make it private, and reading the umask
 * to undo that is not safe with threads. The name goes to *name. */
static int open_beside(const char *target, struct buf *name, enum file_status *status) {
    for (unsigned attempt = 0; attempt < 100; attempt++) {
        buf_clear(name);
        if (!buf_printf(name, "%s.%lu-%u.tmp", target, (unsigned long)getpid(), attempt)) {
            *status = FILE_NO_MEMORY;
            return -1;
        }
        int fd = open(name->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) {
            *status = fd >= 0 ? FILE_OK : status_of(errno);
            return fd;
        }
    }
    *status = FILE_FAILED;
    return -1;
}

/* The rename survives a power cut only once the folder is synced too. Not all file systems can, so no status. The
 * name of the folder goes to *name, which has room for it. */
static void sync_folder(const char *target, struct buf *name) {
    const char *slash = strrchr(target, '/');
    buf_clear(name);
    if (slash)
        buf_put(name, target, slash == target ? 1 : (size_t)(slash - target));
    else
        buf_puts(name, ".");
    int fd = open(name->data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
}

/* A new file beside the target holds all bytes, with the mode of the old one; its name is in *name. */
static enum file_status stage(const char *target, const struct stat *old, const void *bytes, size_t n,
                              struct buf *name) {
    enum file_status status;
    int fd = open_beside(target, name, &status);
    if (fd < 0) return status;
    status = write_all(fd, bytes, n);
    if (status == FILE_OK && old && fchmod(fd, old->st_mode & 07777) != 0) status = status_of(errno);
    if (status == FILE_OK && fsync(fd) != 0) status = status_of(errno);
    if (close(fd) != 0 && status == FILE_OK) status = status_of(errno);
    if (status != FILE_OK) unlink(name->data);
    return status;
}

static enum file_status take_place(const char *target, struct buf *name) {
    enum file_status status = rename(name->data, target) == 0 ? FILE_OK : status_of(errno);
    if (status == FILE_OK)
        sync_folder(target, name);
    else
        unlink(name->data);
    return status;
}

static enum file_status replace(const char *target, const struct stat *old, const void *bytes, size_t n) {
    struct buf name;
    buf_init(&name);
    enum file_status status = stage(target, old, bytes, n, &name);
    if (status == FILE_OK) status = take_place(target, &name);
    buf_free(&name);
    return status;
}

static enum file_status write_device(const char *path, const void *bytes, size_t n) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return status_of(errno);
    enum file_status status = write_all(fd, bytes, n);
    if (close(fd) != 0 && status == FILE_OK) status = status_of(errno);
    return status;
}

enum file_status file_write(const char *path, const void *bytes, size_t n) {
    struct stat info;
    bool exists = stat(path, &info) == 0;
    if (exists && S_ISDIR(info.st_mode)) return FILE_FOLDER;
    /* A device or a pipe, such as /dev/stdout, is not a thing to replace. */
    if (exists && !S_ISREG(info.st_mode)) return write_device(path, bytes, n);
    char real[PATH_MAX]; /* so that a link stays a link; a new file has none */
    return replace(realpath(path, real) ? real : path, exists ? &info : NULL, bytes, n);
}

enum file_status file_replace_all(const struct file_new *files, size_t n, size_t *failed) {
    struct buf *names = calloc(n ? n : 1, sizeof *names);
    enum file_status status = names ? FILE_OK : FILE_NO_MEMORY;
    size_t staged = 0, placed = 0;
    char real[PATH_MAX];
    for (*failed = 0; status == FILE_OK && staged < n; staged += status == FILE_OK) {
        struct stat old;
        *failed = staged;
        buf_init(&names[staged]);
        if (stat(files[staged].path, &old) != 0 || !realpath(files[staged].path, real))
            status = status_of(errno);
        else
            status = S_ISREG(old.st_mode) ? stage(real, &old, files[staged].bytes, files[staged].n, &names[staged])
                                          : FILE_FAILED;
        if (status != FILE_OK) buf_free(&names[staged]);
    }
    for (; status == FILE_OK && placed < n; placed++) {
        *failed = placed;
        status = realpath(files[placed].path, real) ? take_place(real, &names[placed]) : status_of(errno);
    }
    for (size_t i = 0; i < staged; i++) {
        if (i >= placed) unlink(names[i].data);
        buf_free(&names[i]);
    }
    free(names);
    return status;
}

size_t file_read_start(const char *path, void *out, size_t n) {
    size_t got = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && got < n) {
        ssize_t more = read(fd, (char *)out + got, n - got);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) break;
        got += (size_t)more;
    }
    if (fd >= 0) close(fd);
    return got;
}

/* ---- facts and folders */
static struct file_facts facts_of(const struct stat *info) {
    enum file_kind kind = S_ISREG(info->st_mode)   ? FILE_KIND_PLAIN
                          : S_ISDIR(info->st_mode) ? FILE_KIND_FOLDER
                                                   : FILE_KIND_OTHER;
    return (struct file_facts){kind, (uint64_t)info->st_size, (int64_t)info->st_mtim.tv_sec,
                               (int64_t)info->st_mtim.tv_nsec};
}

struct file_facts file_facts(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 ? facts_of(&info) : (struct file_facts){0};
}

struct file_facts file_own_facts(const char *path) {
    struct stat info;
    return lstat(path, &info) == 0 ? facts_of(&info) : (struct file_facts){0};
}

bool file_is_plain(const char *path) {
    return file_facts(path).kind == FILE_KIND_PLAIN;
}

bool file_list(const char *folder, bool (*each)(void *user, const char *name), void *user) {
    DIR *dir = opendir(folder);
    bool go_on = true;
    for (struct dirent *entry; dir && go_on && (entry = readdir(dir)) != NULL;)
        if (entry->d_name[0] != '.') go_on = each(user, entry->d_name);
    if (dir) closedir(dir);
    return go_on;
}

bool file_resolve(const char *path, struct buf *out) {
    char real[PATH_MAX];
    return realpath(path, real) && buf_puts(out, real);
}

enum file_status file_make_folders(const char *path) {
    struct buf part;
    enum file_status status = FILE_OK;
    buf_init(&part);
    for (size_t n = 1, end = strlen(path); n <= end && status == FILE_OK; n++) {
        if (n < end && path[n] != '/') continue;
        buf_clear(&part);
        bool fits = buf_put(&part, path, n), made = fits && mkdir(part.data, 0777) == 0;
        int error = errno;
        if (!fits) status = FILE_NO_MEMORY;
        if (fits && !made && file_facts(part.data).kind != FILE_KIND_FOLDER)
            status = error == EEXIST ? FILE_FAILED : status_of(error);
    }
    buf_free(&part);
    return status;
}

enum file_status file_make_private(const char *name, struct buf *out) {
    const char *folder = getenv("TMPDIR");
    size_t before = out->n;
    buf_printf(out, "%s/%s-XXXXXX", folder && *folder ? folder : "/tmp", name);
    if (out->failed) return FILE_NO_MEMORY;
    if (mkdtemp(out->data + before)) return FILE_OK;
    enum file_status status = status_of(errno);
    out->n = before, out->data[before] = '\0';
    return status;
}

/* Empties the folder that is open as `fd`, which it closes. */
static void empty_folder(int fd) {
    DIR *folder = fdopendir(fd);
    if (!folder) {
        close(fd);
        return;
    }
    for (const struct dirent *e; (e = readdir(folder));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        if (unlinkat(fd, e->d_name, 0) == 0) continue;
        int inner = openat(fd, e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner >= 0) empty_folder(inner);
        unlinkat(fd, e->d_name, AT_REMOVEDIR);
    }
    closedir(folder);
}

void file_remove_folder(const char *path) {
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0) empty_folder(fd);
    rmdir(path);
}

bool file_on_path(const char *program) {
    const char *at = getenv("PATH");
    bool found = false;
    while (at && *at && !found) {
        size_t n = strcspn(at, ":");
        struct buf path;
        buf_init(&path);
        buf_printf(&path, "%.*s/%s", (int)n, at, program);
        found = n > 0 && !path.failed && file_facts(path.data).kind == FILE_KIND_PLAIN;
        buf_free(&path);
        at += n + (at[n] == ':');
    }
    return found;
}

bool file_page_folder(const char *chosen, struct buf *out) {
    static const char *const places[] = {"/../../web/dist", "/../web/dist", "/../share/terrane/web"};
    char own[2048], full[4096];
    if (chosen) return file_resolve(chosen, out);
    if (!file_own_folder(own, sizeof own)) return false;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(full, sizeof full, "%s%s", own, places[i]);
        if (file_facts(full).kind == FILE_KIND_FOLDER) return file_resolve(full, out);
    }
    return false;
}
