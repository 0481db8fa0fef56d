/* test_file.c: reading with limits, atomic writing, and what happens when the system refuses. */
#include "base/file.h"
#include "support/heap.h"
#include "support/unit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

struct place {
    char folder[64];
    char path[96];
    char other[96];
};

static int set_up(void **state) {
    struct place *p = calloc(1, sizeof *p);
    if (!p) return -1;
    strcpy(p->folder, "/tmp/terrane-file-XXXXXX");
    if (!mkdtemp(p->folder)) return -1;
    snprintf(p->path, sizeof p->path, "%s/a", p->folder);
    snprintf(p->other, sizeof p->other, "%s/b", p->folder);
    *state = p;
    return 0;
}

static int tear_down(void **state) {
    struct place *p = *state;
    unlink(p->path);
    unlink(p->other);
    int failed = rmdir(p->folder); /* fails when a temporary file was left behind */
    free(p);
    return failed;
}

static void what_is_written_is_read(void **state) {
    struct place *p = *state;
    struct buf b;
    buf_init(&b);
    assert_int_equal(file_write(p->path, "a\0b\n", 4), FILE_OK);
    assert_int_equal(file_read(p->path, 4, &b), FILE_OK);
    assert_int_equal(b.n, 4);
    assert_memory_equal(b.data, "a\0b\n", 5);
    assert_int_equal(file_write(p->path, "", 0), FILE_OK);
    assert_int_equal(file_read(p->path, 0, &b), FILE_OK);
    assert_int_equal(b.n, 4); /* it appends */
    buf_free(&b);
}

static void large_files(void **state) {
    struct place *p = *state;
    struct buf b, back;
    buf_init(&b);
    buf_init(&back);
    for (int i = 0; i < 300000; i++)
        buf_putc(&b, (char)i);
    assert_int_equal(file_write(p->path, b.data, b.n), FILE_OK);
    assert_int_equal(file_read(p->path, b.n - 1, &back), FILE_TOO_LARGE);
    assert_int_equal(back.n, 0);
    assert_int_equal(file_read(p->path, b.n, &back), FILE_OK);
    assert_int_equal(back.n, b.n);
    assert_memory_equal(back.data, b.data, b.n);
    buf_free(&b);
    buf_free(&back);
    buf_init(&back);
    assert_int_equal(file_read("/dev/zero", 1000000, &back), FILE_TOO_LARGE);
    buf_free(&back);
}

static void refusals_have_a_status(void **state) {
    struct place *p = *state;
    struct buf b;
    buf_init(&b);
    assert_int_equal(file_read(p->path, 10, &b), FILE_MISSING);
    assert_int_equal(file_read(p->folder, 10, &b), FILE_FOLDER);
    assert_int_equal(file_write(p->folder, "x", 1), FILE_FOLDER);
    assert_int_equal(file_write("/nowhere/at/all", "x", 1), FILE_MISSING);
    assert_string_equal(b.data, "");
    for (int s = FILE_OK; s <= FILE_FAILED; s++)
        assert_true(strlen(file_status_text((enum file_status)s)) > 1);
    if (access("/dev/full", W_OK) == 0) assert_int_equal(file_write("/dev/full", "x", 1), FILE_DISK_FULL);
    buf_free(&b);
}

static void memory_may_run_out(void **state) {
    struct place *p = *state;
    struct buf b;
    buf_init(&b);
    assert_int_equal(file_write(p->path, "0123456789", 10), FILE_OK);
    assert_true(buf_puts(&b, "before"));
    heap_allow(0);
    assert_int_equal(file_read(p->path, 1000, &b), FILE_NO_MEMORY);
    heap.on = false;
    assert_string_equal(b.data, "before");
    buf_free(&b);
}

/* A limit on the size of files stands in for a full disk: the old file must survive, and nothing be left beside it. */
static void a_failed_write_leaves_the_old_file(void **state) {
    struct place *p = *state;
    struct buf b;
    struct rlimit old, tight;
    buf_init(&b);
    buf_fill(&b, 'n', 10000);
    assert_int_equal(file_write(p->path, "old", 3), FILE_OK);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    tight = old;
    tight.rlim_cur = 4096;
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    enum file_status status = file_write(p->path, b.data, b.n);
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, before);
    assert_int_equal(status, FILE_DISK_FULL);
    buf_clear(&b);
    assert_int_equal(file_read(p->path, 100, &b), FILE_OK);
    assert_string_equal(b.data, "old");
    buf_free(&b);
}

/* The second does not fit on the disk, the third is not there: the first is as it was, and nothing is left behind. */
static void several_files_or_none(void **state) {
    struct place *p = *state;
    struct rlimit old, tight;
    struct buf b, back;
    size_t failed = 9;
    buf_init(&b);
    buf_init(&back);
    buf_fill(&b, 'n', 10000);
    assert_int_equal(file_write(p->path, "one", 3), FILE_OK);
    assert_int_equal(file_write(p->other, "two", 3), FILE_OK);
    struct file_new large[] = {{p->path, "new", 3}, {p->other, b.data, b.n}};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    tight = old;
    tight.rlim_cur = 4096;
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    enum file_status status = file_replace_all(large, 2, &failed);
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, before);
    assert_int_equal(status, FILE_DISK_FULL);
    assert_int_equal(failed, 1);
    struct file_new missing[] = {{p->path, "new", 3}, {"/tmp/terrane-no-such-file", "x", 1}};
    assert_int_equal(file_replace_all(missing, 2, &failed), FILE_MISSING);
    struct file_new folder[] = {{p->path, "new", 3}, {p->folder, "x", 1}};
    assert_int_not_equal(file_replace_all(folder, 2, &failed), FILE_OK);
    assert_int_equal(file_read(p->path, 100, &back), FILE_OK);
    assert_string_equal(back.data, "one");
    assert_int_equal(file_replace_all(large, 2, &failed), FILE_OK);
    buf_clear(&back);
    assert_int_equal(file_read(p->path, 100, &back), FILE_OK);
    assert_string_equal(back.data, "new");
    assert_int_equal(file_facts(p->other).size, b.n);
    buf_free(&b);
    buf_free(&back);
}

static void modes_and_links_are_kept(void **state) {
    struct place *p = *state;
    struct stat info;
    mode_t mask = umask(027);
    assert_int_equal(file_write(p->path, "1", 1), FILE_OK);
    umask(mask);
    assert_int_equal(stat(p->path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_int_equal(chmod(p->path, 0604), 0);
    assert_int_equal(symlink("a", p->other), 0);
    assert_int_equal(file_write(p->other, "22", 2), FILE_OK);
    assert_int_equal(lstat(p->other, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(p->path, &info), 0);
    assert_int_equal(info.st_size, 2);
    assert_int_equal(info.st_mode & 0777, 0604);
}

static void the_program_knows_its_folder(void **state) {
    (void)state;
    char own[4096], path[4200], tight[2];
    assert_true(file_own_folder(own, sizeof own));
    snprintf(path, sizeof path, "%s/test_base_file", own);
    assert_int_equal(access(path, X_OK), 0);
    assert_false(file_own_folder(tight, sizeof tight));
}

static bool count_name(void *user, const char *name) {
    int *left = user;
    assert_true(strcmp(name, "a") == 0 || strcmp(name, "b") == 0);
    return --*left > 0;
}

static void facts_and_names(void **state) {
    struct place *p = *state;
    char start[4];
    int left = 9;
    assert_int_equal(file_facts(p->path).kind, FILE_KIND_NONE);
    assert_true(file_list(p->path, count_name, &left) && left == 9); /* what is no folder has no names */
    assert_int_equal(file_write(p->path, "abc", 3), FILE_OK);
    assert_int_equal(symlink("a", p->other), 0);
    struct file_facts facts = file_facts(p->path), through = file_facts(p->other);
    assert_true(facts.kind == FILE_KIND_PLAIN && facts.size == 3 && facts.seconds > 0);
    assert_true(through.kind == facts.kind && through.size == 3 && through.seconds == facts.seconds);
    assert_true(through.nanoseconds == facts.nanoseconds && file_is_plain(p->other));
    assert_int_equal(file_own_facts(p->other).kind, FILE_KIND_OTHER);
    assert_int_equal(file_facts(p->folder).kind, FILE_KIND_FOLDER);
    assert_false(file_is_plain(p->folder));
    assert_true(file_list(p->folder, count_name, &left) && left == 7);
    left = 1;
    assert_false(file_list(p->folder, count_name, &left)); /* it was enough */
    assert_int_equal(file_read_start(p->path, start, 2), 2);
    assert_int_equal(file_read_start(p->path, start, sizeof start), 3);
    assert_memory_equal(start, "abc", 3);
    assert_int_equal(file_read_start(p->folder, start, sizeof start), 0);
}

static void paths_and_folders(void **state) {
    struct place *p = *state;
    char deep[160], below[200];
    struct buf real, direct;
    buf_init(&real);
    buf_init(&direct);
    snprintf(deep, sizeof deep, "%s/a/b/c", p->folder);
    assert_int_equal(file_make_folders(deep), FILE_OK);
    assert_int_equal(file_make_folders(deep), FILE_OK); /* they are there */
    assert_int_equal(file_facts(deep).kind, FILE_KIND_FOLDER);
    snprintf(below, sizeof below, "%s/a/../a/b/./c", p->folder);
    assert_true(file_resolve(below, &real) && file_resolve(deep, &direct));
    assert_string_equal(real.data, direct.data);
    assert_false(file_resolve("/no/such/thing", &real));
    assert_string_equal(real.data, direct.data);
    rmdir(deep);
    assert_int_equal(file_write(deep, "", 0), FILE_OK); /* a file in the way */
    assert_int_equal(file_make_folders(deep), FILE_FAILED);
    snprintf(below, sizeof below, "%s/d", deep);
    assert_true(file_make_folders(below) != FILE_OK);
    unlink(deep);
    *strrchr(deep, '/') = '\0', rmdir(deep);
    *strrchr(deep, '/') = '\0', rmdir(deep);
    buf_free(&real);
    buf_free(&direct);
}

static void folders_for_a_while(void **state) {
    struct place *p = *state;
    struct buf folder;
    struct stat info;
    char path[400];
    buf_init(&folder);
    setenv("TMPDIR", p->folder, 1);
    assert_int_equal(file_make_private("while", &folder), FILE_OK);
    assert_true(strncmp(folder.data, p->folder, strlen(p->folder)) == 0);
    assert_int_equal(stat(folder.data, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    assert_int_equal(file_write(p->path, "kept", 4), FILE_OK);
    snprintf(path, sizeof path, "%s/deep/.hidden/er", folder.data);
    assert_int_equal(file_make_folders(path), FILE_OK);
    snprintf(path, sizeof path, "%s/deep/.hidden/file", folder.data);
    assert_int_equal(file_write(path, "x", 1), FILE_OK);
    snprintf(path, sizeof path, "%s/deep/out", folder.data);
    assert_int_equal(symlink(p->folder, path), 0); /* removed, not followed */
    file_remove_folder(folder.data);
    assert_int_equal(file_facts(folder.data).kind, FILE_KIND_NONE);
    assert_int_equal(file_facts(p->path).size, 4);
    file_remove_folder(folder.data); /* nothing is there */
    file_remove_folder(p->path);     /* no folder */
    assert_int_equal(file_facts(p->path).size, 4);
    buf_clear(&folder);
    setenv("TMPDIR", "/no/such/folder", 1);
    assert_int_equal(file_make_private("while", &folder), FILE_MISSING);
    assert_int_equal(folder.n, 0);
    unsetenv("TMPDIR");
    buf_free(&folder);
}

static void programs_on_the_path(void **state) {
    (void)state;
    assert_true(file_on_path("sh"));
    assert_false(file_on_path("no-such-program"));
    assert_false(file_on_path(".")); /* a folder is no program */
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_is_written_is_read),     IN_FOLDER(folders_for_a_while),
        cmocka_unit_test(programs_on_the_path), IN_FOLDER(large_files),
        IN_FOLDER(refusals_have_a_status),      IN_FOLDER(memory_may_run_out),
        IN_FOLDER(modes_and_links_are_kept),    IN_FOLDER(a_failed_write_leaves_the_old_file),
        IN_FOLDER(several_files_or_none),       IN_FOLDER(facts_and_names),
        IN_FOLDER(paths_and_folders),           cmocka_unit_test(the_program_knows_its_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
