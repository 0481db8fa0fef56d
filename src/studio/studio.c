/* studio.c: the studio's part of the engine in a page: requests about definitions, and the language server, as
 * functions that a Worker calls beside those of page/page.c.
 *
 * Module state: one language server, as there is one desk.
 */
#include "lsp/language_server.h"
#include "page/page.h"
#include "studio/ask.h"
#include "studio/host.h"

#include <stdio.h>
#include <string.h>

static struct lsp *editor;

static const struct {
    const char *what;
    ask_answer *answer;
} requests[] = {
    {"check", ask_check},   {"scenarios", ask_scenarios}, {"model", ask_model}, {"cards", ask_cards},
    {"take", ask_take},     {"fmt", ask_format},          {"trace", ask_trace}, {"try", ask_try},
    {"rename", ask_rename},
};

static void run(struct ask *a, const char *what) {
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (!strcmp(requests[i].what, what)) {
            requests[i].answer(a);
            return;
        }
    ask_refuse(a, ASK_BAD, "the studio has no request \"%s\"", what);
}

static void send(uint32_t from, struct ask *a) {
    json_close(&a->out);
    if (a->out.out->failed || a->arena.failed) ask_no_memory(a);
    const struct buf *text = a->out.out;
    host_deliver(from, a->status, NULL, text->data, text->n);
}

/* What is asked about a definition, answered at once by host_deliver. */
void EXPORT(page_ask)(uint32_t from, const char *what, const char *body, size_t n);
void page_ask(uint32_t from, const char *what, const char *body, size_t n) {
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
        run(&a, what);
    send(from, &a);
    buf_free(&text);
    arena_free(&a.arena);
}

/* ---- the language server */
static void send_edit(void *user, const char *text, size_t n) {
    (void)user;
    host_edit(text, n);
}

/* A message of the editor. What changed is checked in page_edit_quiet, when nothing more has come. */
bool EXPORT(page_edit)(const char *text, size_t n);
bool page_edit(const char *text, size_t n) {
    if (!editor) editor = lsp_new(&(struct lsp_host){.send = send_edit});
    if (editor) lsp_says(editor, text, n);
    return editor != NULL;
}

void EXPORT(page_edit_quiet)(void);
void page_edit_quiet(void) {
    if (editor) lsp_quiet(editor);
}
