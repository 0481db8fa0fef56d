/* ask_change.c: requests of forms: a changed text on trial, and a name changed wherever it stands. */
#include "studio/ask.h"

#include "design/change.h"
#include "play/catalogue.h"

/* "files" in place of those there are: the errors of all configurations. */
void ask_try(struct ask *a) {
    const char *path = ask_game(a);
    const struct value *files = value_get(a->body, "files");
    VEC(struct design_file) instead = {0};
    if (!path) return;
    for (const struct value *f = files ? files->kids : NULL; f; f = f->next) {
        const char *name = value_text(value_get(f, "path"));
        const struct value *text = value_get(f, "text");
        struct design_file one = {name, value_text(text), text ? text->size : 0};
        if (!name || !one.text) {
            ask_refuse(a, ASK_BAD, "a file has a path and a text");
            VEC_FREE(&instead);
            return;
        }
        PUSH(&a->arena, &instead, one);
    }
    if (!change_try(path, (struct design_files){instead.data, instead.n}, &a->out))
        ask_refuse(a, ASK_CANNOT_READ, "%s cannot be read", path);
    VEC_FREE(&instead);
}

/* What is named at byte "at" of "file" is called "name" from now on: the edits that make it so. */
void ask_rename(struct ask *a) {
    const char *path = ask_game(a), *file = path ? ask_text(a, "file") : NULL,
               *name = file ? ask_text(a, "name") : NULL;
    int64_t at = value_number(value_get(a->body, "at"), -1);
    catalogue_paths beside = {0};
    if (!name) return;
    if (at < 0 || at > UINT32_MAX) {
        ask_refuse(a, ASK_BAD, "\"at\" is a byte of the file");
        return;
    }
    if (!catalogue_scenarios(path, &a->arena, &beside)) a->arena.failed = true;
    struct change_name wish = {path, file, (uint32_t)at, name, beside.data, beside.n};
    if (!change_name(&wish, &a->out)) ask_refuse(a, ASK_CANNOT_READ, "%s cannot be read", file);
    VEC_FREE(&beside);
}
