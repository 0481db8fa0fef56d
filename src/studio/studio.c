/* studio.c: the studio's part of the engine in a page: requests about definitions, and the language server, as
 * functions that a Worker calls beside those of page/page.c.
 *
 * Module state: one language server, as there is one desk.
 */
#include "lsp/language_server.h"
#include "page/page.h"
#include "studio/ask.h"
#include "studio/studio_host.h"

#include <stdio.h>
#include <string.h>

static struct lsp *editor;

static const struct {
    const char *what;
    ask_answer *answer;
} requests[] = {
    {"check", ask_check},   {"scenarios", ask_scenarios}, {"model", ask_model},       {"cards", ask_cards},
    {"take", ask_take},     {"fmt", ask_format},          {"trace", ask_trace},       {"try", ask_try},
    {"rename", ask_rename}, {"follow", ask_follow},       {"describe", ask_describe}, {"tokens", ask_tokens},
};

static void refuse(struct ask *a) {
    ask_refuse(a, ASK_BAD, "the studio has no such request");
}

static ask_answer *find(const char *what) {
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (!strcmp(requests[i].what, what)) return requests[i].answer;
    return refuse;
}

/* What is asked about a definition, answered at once by host_deliver. */
void EXPORT(page_ask)(uint32_t from, const char *what, const char *body, size_t n);
void page_ask(uint32_t from, const char *what, const char *body, size_t n) {
    ask_with(from, find(what), body, n);
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
