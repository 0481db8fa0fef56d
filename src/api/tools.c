/* tools.c: definitions in canonical form, games as images, bytecode as text. */
#include "api/api.h"

#include "base/file.h"
#include "code/disasm.h"
#include "code/image.h"
#include "lang/parse/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { IMAGE_LIMIT = 64 * 1024 * 1024 };

/* ---- form */
tn_status tn_source_format(const tn_source *s, char *out, size_t cap, size_t *n) {
    struct buf text;
    *n = 0;
    if (s->parsed.errors) return TN_DIAG;
    buf_init(&text);
    enum format_status status = format_text(&s->sources.files[0], &text);
    *n = hand_over(&text, out, cap);
    return status == FORMAT_OK ? TN_OK : status == FORMAT_CHANGED ? TN_FAULT : TN_NOMEM;
}

/* ---- images */
tn_status tn_game_save_image(const tn_game *g, const char *path) {
    struct buf bytes;
    tn_status status = TN_NOMEM;
    buf_init(&bytes);
    if (image_write(plain_program(g), &bytes)) {
        enum file_status written = file_write(path, bytes.data, bytes.n);
        status = written == FILE_OK ? TN_OK : written == FILE_NO_MEMORY ? TN_NOMEM : TN_IO;
    }
    buf_free(&bytes);
    return status;
}

tn_status tn_game_read_image(const void *bytes, size_t size, tn_game **out, char *why, size_t cap) {
    char text[256] = "";
    struct program *p;
    *out = NULL;
    enum image_status status = image_read(bytes, size, &p, text, sizeof text);
    if (why && cap) snprintf(why, cap, "%s", text);
    if (status != IMAGE_OK) return status == IMAGE_BAD ? TN_BAD_IMAGE : TN_NOMEM;
    return game_from_program(p, out);
}

tn_status tn_game_load_image(const char *path, tn_game **out, char *why, size_t cap) {
    struct buf bytes;
    *out = NULL;
    buf_init(&bytes);
    enum file_status read = file_read(path, IMAGE_LIMIT, &bytes);
    tn_status status = read == FILE_NO_MEMORY ? TN_NOMEM : TN_IO;
    if (read == FILE_OK) status = tn_game_read_image(bytes.data, bytes.n, out, why, cap);
    buf_free(&bytes);
    return status;
}

/* ---- bytecode */
/* Its name, its number in decimal, or the card or kind whose rule it is ("Mill" of "Mill: cost"). */
static bool is_routine(const struct program *p, uint32_t i, const char *what) {
    char *end;
    unsigned long number = strtoul(what, &end, 10);
    const char *name = program_string(p, p->routines[i].name);
    size_t n = strlen(what);
    bool of_card = !strncasecmp(name, what, n) && !strncmp(name + n, ": ", 2);
    return of_card || !strcasecmp(name, what) || (*what && !*end && number == i);
}

size_t tn_game_listing(const tn_game *g, const char *routine, char *out, size_t cap) {
    const struct program *p = g->program;
    struct buf text;
    buf_init(&text);
    for (uint32_t i = 0; i < p->n_routines; i++)
        if (!routine || is_routine(p, i, routine)) disasm_routine(p, i, &text);
    return hand_over(&text, out, cap);
}
