/* fmt.c: `terrane fmt`: definitions in their canonical form. */
#include "base/file.h"
#include "cli/load.h"
#include "cli/verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fmt {
    bool check, to_stdout;
};

static int complain(const char *path, const char *what, int code) {
    fprintf(stderr, "terrane fmt: %s: %s\n", path, what);
    return code;
}

/* What is to be done with the canonical form. */
static int use(const struct fmt *f, const char *path, const char *text, size_t n) {
    struct buf old;
    buf_init(&old);
    enum file_status status = file_read(path, n + (1 << 24), &old);
    bool same = status == FILE_OK && old.n == n && memcmp(old.data, text, n) == 0;
    buf_free(&old);
    if (status != FILE_OK) return complain(path, file_status_text(status), EXIT_HOST);
    if (f->to_stdout) return fwrite(text, 1, n, stdout) == n ? EXIT_FINE : EXIT_HOST;
    if (same) return EXIT_FINE;
    if (f->check) return printf("%s\n", path), EXIT_NO;
    status = file_write(path, text, n);
    if (status != FILE_OK) return complain(path, file_status_text(status), EXIT_HOST);
    printf("%s\n", path);
    return EXIT_FINE;
}

static int format_source(const struct fmt *f, const char *path, const tn_source *source) {
    size_t n = 0;
    tn_status status = tn_source_format(source, NULL, 0, &n);
    if (status == TN_DIAG) return print_diagnostics(source), EXIT_NO;
    if (status == TN_FAULT)
        return complain(path, "the form would change the meaning; the file is left as it is", EXIT_HOST);
    char *text = status == TN_OK ? malloc(n + 1) : NULL;
    if (!text || tn_source_format(source, text, n + 1, &n) != TN_OK) {
        free(text);
        return complain(path, "out of memory", EXIT_HOST);
    }
    int code = use(f, path, text, n);
    free(text);
    return code;
}

static int format_file(const struct fmt *f, const char *path) {
    tn_source *source = NULL;
    tn_status status = tn_source_load(path, &source);
    int code = EXIT_HOST;
    if (source)
        code = format_source(f, path, source);
    else
        complain(path, status == TN_NOMEM ? "out of memory" : "cannot be read", EXIT_HOST);
    tn_source_free(source);
    return code;
}

static int run(const struct args *args) {
    struct fmt f = {args_has(args, "check"), args_has(args, "stdout")};
    int worst = EXIT_FINE;
    for (size_t i = 0; i < args->words.n; i++) {
        int code = format_file(&f, args->words.data[i]);
        if (code > worst) worst = code;
    }
    return worst;
}

static const struct flag flags[] = {
    {"check", NULL, "change nothing; list files that are not in canonical form; exit with 1 if there are any", false},
    {"stdout", NULL, "print the result instead of writing the file", false},
};

const struct verb verb_fmt = {
    .name = "fmt",
    .words = "FILE...",
    .summary = "Puts definitions into their canonical form.",
    .more = "Blanks, indentation and empty lines change; comments and line breaks stay. Changed files are listed.\n",
    .details = "A file with syntax errors is not changed.\n\n"
               "Examples:\n"
               "  terrane fmt games/NAME/*.game\n"
               "  terrane fmt --check games/NAME/NAME.game\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 1000,
    .run = run,
};
