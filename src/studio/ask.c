/* ask.c: see ask.h: what requests have in common. */
#include "studio/ask.h"

#include "play/catalogue.h"
#include "studio/studio_host.h"
#include "table/outcome.h"

#include <stdarg.h>
#include <string.h>

void ask_refuse(struct ask *a, enum ask_error error, const char *format, ...) {
    static const enum error_code codes[] = {
        [ASK_BAD] = ERROR_bad, [ASK_NO_GAME] = ERROR_no_game, [ASK_CANNOT_READ] = ERROR_cannot_read};
    struct buf text;
    va_list args;
    buf_init(&text);
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    buf_clear(a->out.out);
    json_init(&a->out, a->out.out);
    a->out.tight = true;
    json_object(&a->out, NULL);
    json_object(&a->out, "error");
    json_text(&a->out, "code", error_name(codes[error]));
    json_text(&a->out, "text", text.failed ? "" : text.data);
    json_close(&a->out);
    buf_free(&text);
    a->status = error_status(codes[error]);
}

void ask_no_memory(struct ask *a) {
    ask_refuse(a, ASK_CANNOT_READ, "out of memory");
}

const char *ask_text(struct ask *a, const char *key) {
    const char *text = value_text(value_get(a->body, key));
    if (!text) ask_refuse(a, ASK_BAD, "\"%s\" is a text", key);
    return text;
}

const char *ask_game(struct ask *a) {
    const char *name = ask_text(a, "game"), *path = NULL;
    struct catalogue c;
    if (!name) return NULL;
    bool fine = catalogue_load(&c);
    for (size_t i = 0; i < c.games.n; i++)
        if (!strcmp(c.games.data[i].name, name))
            path = arena_strdup(&a->arena, c.games.data[i].path, strlen(c.games.data[i].path));
    if (!fine)
        ask_no_memory(a);
    else if (!path)
        ask_refuse(a, ASK_NO_GAME, "there is no game \"%s\"", name);
    catalogue_free(&c);
    return path;
}

bool ask_config(struct ask *a, tn_config *out) {
    const struct value *options = value_get(a->body, "options");
    int64_t seats = value_number(value_get(a->body, "seats"), 0);
    size_t n = 0;
    *out = (tn_config){.seats = seats < 0 || seats > UINT16_MAX ? UINT16_MAX : (unsigned)seats};
    for (const struct value *o = options ? options->kids : NULL; o; o = o->next)
        n++;
    const char **pairs = ARENA_ARRAY(&a->arena, const char *, n + 1);
    if (!pairs) return false;
    for (const struct value *o = options ? options->kids : NULL; o; o = o->next) {
        const char *text = o->type == VALUE_NUMBER ? o->raw : value_text(o);
        size_t length = o->type == VALUE_NUMBER ? o->raw_size : o->size;
        if (!o->key || !text) {
            ask_refuse(a, ASK_BAD, "\"options\" is an object of names and values");
            return false;
        }
        pairs[out->n_options++] = arena_printf(&a->arena, "%s=%.*s", o->key, (int)length, text);
    }
    out->options = pairs;
    return !a->arena.failed;
}

void ask_put_diagnostics(struct ask *a, const tn_source *source) {
    static const char *const levels[] = {[TN_ERROR] = "error", [TN_WARNING] = "warning", [TN_NOTE] = "note"};
    json_array(&a->out, "diagnostics");
    for (size_t i = 0; i < tn_source_diag_count(source); i++) {
        tn_diag d;
        tn_source_diag(source, i, &d);
        json_object(&a->out, NULL);
        json_text(&a->out, "level", levels[d.level]);
        json_text(&a->out, "code", d.code);
        json_text(&a->out, "text", d.text);
        if (d.hint) json_text(&a->out, "hint", d.hint);
        json_text(&a->out, "file", d.file);
        json_unsigned(&a->out, "line", d.line);
        json_unsigned(&a->out, "col", d.col);
        json_unsigned(&a->out, "length", d.len);
        json_close(&a->out);
    }
    json_close(&a->out);
}

static void send(uint32_t from, struct ask *a) {
    json_close(&a->out);
    if (a->out.out->failed || a->arena.failed) ask_no_memory(a);
    const struct buf *text = a->out.out;
    host_deliver(from, a->status, NULL, text->data, text->n);
}

void ask_with(uint32_t from, ask_answer *answer, const char *body, size_t n) {
    struct ask a = {.status = 200};
    struct buf text;
    const char *why;
    arena_init(&a.arena);
    json_init(&a.out, &text);
    a.out.tight = true;
    json_object(&a.out, NULL);
    a.body = value_parse(&a.arena, body, n, &why, NULL);
    if (!a.body || a.body->type != VALUE_OBJECT)
        ask_refuse(&a, ASK_BAD, "%s", a.body ? "an object is expected" : why);
    else
        answer(&a);
    send(from, &a);
    buf_free(&text);
    arena_free(&a.arena);
}
