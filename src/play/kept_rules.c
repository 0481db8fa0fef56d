/* kept_rules.c: see kept_rules.h. */
#include "play/kept_rules.h"

#include "base/file.h"
#include "play/journal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { RULES_LIMIT = 64 << 20, FILES = 256 };
static const char first_line[] = "terrane rules 1\n";

static bool find_path(uint64_t definition, bool make, struct buf *path, struct buf *error) {
    if (!journal_folder(make, path, error)) return false;
    buf_puts(path, "/rules");
    enum file_status made = make && !path->failed ? file_make_folders(path->data) : FILE_OK;
    if (made != FILE_OK)
        return buf_printf(error, "cannot make the folder %s: %s", path->data, file_status_text(made)), false;
    buf_printf(path, "/%016" PRIx64 ".rules", definition);
    return !path->failed;
}

bool rules_keep(const tn_source *source, struct buf *error) {
    struct buf path, text;
    buf_init(&path);
    buf_init(&text);
    bool fine = find_path(tn_source_hash(source), true, &path, error);
    if (fine && file_facts(path.data).kind == FILE_KIND_NONE) {
        buf_puts(&text, first_line);
        for (size_t i = 0; i < tn_source_file_count(source); i++) {
            tn_file f;
            tn_source_file(source, i, &f);
            buf_printf(&text, "file %s %zu\n", f.path, f.size);
            buf_put(&text, f.text, f.size);
            buf_putc(&text, '\n');
        }
        enum file_status status = text.failed ? FILE_NO_MEMORY : file_write(path.data, text.data, text.n);
        if (status != FILE_OK) fine = (buf_printf(error, "%s: %s", path.data, file_status_text(status)), false);
    }
    buf_free(&path);
    buf_free(&text);
    return fine;
}

/* Cuts the next text out of *at; the text it lies in is written to: its head is ended. */
static bool next_file(char **at, char *end, tn_file *out) {
    char *line = *at, *stop = memchr(line, '\n', (size_t)(end - line)), *size, *behind;
    if (!stop || strncmp(line, "file ", 5) != 0) return false;
    *stop = '\0';
    size = strrchr(line, ' ');
    errno = 0;
    unsigned long long n = strtoull(size + 1, &behind, 10);
    if (size < line + 5 || size[1] < '0' || size[1] > '9' || *behind || errno || n >= (size_t)(end - stop))
        return false;
    *size = '\0';
    *out = (tn_file){line + 5, stop + 1, (size_t)n};
    *at = stop + 1 + n + 1;
    return stop[1 + n] == '\n';
}

static tn_source *parse(struct buf *text) {
    size_t head = sizeof first_line - 1, n = 0;
    tn_file files[FILES];
    tn_source *source = NULL;
    if (text->n < head || memcmp(text->data, first_line, head) != 0) return NULL;
    char *at = text->data + head, *end = text->data + text->n;
    while (at < end && n < FILES && next_file(&at, end, &files[n]))
        n++;
    if (at != end || n == 0) return NULL;
    tn_source_parse_files(files, n, &source);
    return source;
}

tn_source *rules_find(uint64_t definition) {
    struct buf path, text, error;
    tn_source *source = NULL;
    buf_init(&path);
    buf_init(&text);
    buf_init(&error);
    if (find_path(definition, false, &path, &error) && file_read(path.data, RULES_LIMIT, &text) == FILE_OK)
        source = parse(&text);
    if (source && (tn_source_hash(source) != definition || tn_source_error_count(source) > 0)) {
        tn_source_free(source);
        source = NULL;
    }
    buf_free(&path);
    buf_free(&text);
    buf_free(&error);
    return source;
}
