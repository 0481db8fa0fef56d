/* ask_cards.c: requests about the table of cards: out of the definition, and what of it a changed table would change.
 */
#include "studio/ask.h"

#include "design/take.h"
#include "play/catalogue.h"

#include <string.h>

/* NULL: the answer says why, or it was refused. */
static struct definition *open_definition(struct ask *a) {
    const char *path = ask_game(a);
    enum file_status status;
    tn_source *source = NULL;
    struct definition *d = NULL;
    if (!path) return NULL;
    if (tn_source_load(path, &source) == TN_DIAG)
        ask_put_diagnostics(a, source);
    else if (!source || !(d = definition_open(path, (struct design_files){0}, &status)))
        ask_no_memory(a);
    tn_source_free(source);
    return d;
}

static const struct sheet *open_sheet(struct ask *a, struct definition *d, const char *kind) {
    struct buf why;
    buf_init(&why);
    const struct sheet *s = sheet_new(d, kind, &why);
    if (!s && why.n)
        ask_refuse(a, ASK_BAD, "%s", why.data);
    else if (!s)
        ask_no_memory(a);
    buf_free(&why);
    return s;
}

static void put_kind(void *user, const char *kind, const char *above, size_t cards) {
    struct json *j = user;
    json_object(j, NULL);
    json_text(j, "kind", kind);
    if (above) json_text(j, "above", above);
    json_unsigned(j, "cards", cards);
    json_close(j);
}

static void put_kinds(struct ask *a, struct definition *d) {
    json_array(&a->out, "kinds");
    if (!sheet_kinds(d, put_kind, &a->out)) a->arena.failed = true;
    json_close(&a->out);
}

static void put_csv(struct ask *a, const struct sheet *s) {
    struct buf csv;
    buf_init(&csv);
    sheet_put_csv(s, &csv);
    if (csv.failed)
        a->arena.failed = true;
    else
        json_text(&a->out, "csv", csv.data);
    buf_free(&csv);
}

/* The kinds that have cards, or the table of one. */
void ask_cards(struct ask *a) {
    const char *kind = value_text(value_get(a->body, "kind"));
    struct definition *d = open_definition(a);
    const struct sheet *s = d && kind ? open_sheet(a, d, kind) : NULL;
    if (d && !kind) put_kinds(a, d);
    if (s) put_csv(a, s);
    definition_free(d);
}

static void put_problem(struct json *j, const struct take_problem *p) {
    json_object(j, NULL);
    json_unsigned(j, "row", p->row);
    json_unsigned(j, "column", p->column);
    if (p->title) json_text(j, "title", p->title);
    json_text(j, "text", p->text);
    json_close(j);
}

static void put_taken(struct ask *a, const struct taken *t) {
    bool fine = t->problems.n == 0;
    json_array(&a->out, "files");
    for (size_t i = 0; fine && i < t->files.n; i++) {
        json_object(&a->out, NULL);
        json_text(&a->out, "path", t->files.data[i].path);
        json_text(&a->out, "text", t->files.data[i].text);
        json_close(&a->out);
    }
    json_close(&a->out);
    json_array(&a->out, "said");
    for (size_t i = 0; fine && i < t->said.n; i++)
        json_text(&a->out, NULL, t->said.data[i]);
    json_close(&a->out);
    json_array(&a->out, "problems");
    for (size_t i = 0; i < t->problems.n; i++)
        put_problem(&a->out, &t->problems.data[i]);
    json_close(&a->out);
    json_unsigned(&a->out, "missing", t->missing);
}

/* What a changed table would write: the caller puts the files. With problems there are none. "remove": cards without a
 * row go; "some": they stay as they are. */
void ask_take(struct ask *a) {
    const char *kind = ask_text(a, "kind"), *csv = kind ? ask_text(a, "csv") : NULL;
    const struct value *remove = value_get(a->body, "remove"), *some = value_get(a->body, "some");
    struct definition *d = csv ? open_definition(a) : NULL;
    const struct sheet *s = d ? open_sheet(a, d, kind) : NULL;
    catalogue_paths beside = {0};
    struct taken taken;
    if (s && !catalogue_scenarios(d->sources.files[0].path, &a->arena, &beside)) a->arena.failed = true;
    if (s && !a->arena.failed) {
        struct take_wishes wishes = {remove && remove->type == VALUE_TRUE, beside.data, beside.n,
                                     some && some->type == VALUE_TRUE};
        if (take_csv(s, csv, strlen(csv), &wishes, &taken))
            put_taken(a, &taken);
        else
            a->arena.failed = true;
        taken_free(&taken);
    }
    VEC_FREE(&beside);
    definition_free(d);
}
