/* language_server.h: the language server: messages in, messages out.
 *
 * It is told what an editor says, one JSON-RPC 2.0 message at a time, and sends its own through the host: responses
 * before lsp_says returns, diagnostics in lsp_quiet. It reads files that documents include and no other input, so it
 * can stand behind pipes (pipes.h), in a test, in a page. Not to be used by two threads at once.
 */
#ifndef LSP_LANGUAGE_SERVER_H
#define LSP_LANGUAGE_SERVER_H

#include <stdbool.h>
#include <stddef.h>

struct lsp;

struct lsp_host {
    void *user;
    void (*send)(void *user, const char *text, size_t size); /* a message; the text is borrowed */
    bool (*waiting)(void *user); /* has the editor said more already? then checking is put off; NULL: never */
};

struct lsp *lsp_new(const struct lsp_host *host); /* NULL: no memory */
void lsp_free(struct lsp *s);                     /* NULL is accepted */

void lsp_says(struct lsp *s, const char *text, size_t size);
/* The editor says nothing more for now: checks what has changed and sends what is to be said about it. */
void lsp_quiet(struct lsp *s);
/* A message came that could not be taken: answered with an error. */
void lsp_complain(struct lsp *s, bool unreadable, const char *text);
bool lsp_done(const struct lsp *s);          /* `exit` was said */
bool lsp_was_shut_down(const struct lsp *s); /* and `shutdown` before it, as it should be */

#endif
