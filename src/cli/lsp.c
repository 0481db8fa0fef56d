/* lsp.c: `terrane lsp`: the language server, for editors. */
#include "cli/verbs.h"
#include "lsp/pipes.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int run(const struct args *args) {
    (void)args;
    if (isatty(STDIN_FILENO))
        fputs("terrane lsp is started by an editor and speaks its protocol, not yours. Ctrl-C ends it.\n", stderr);
    signal(SIGPIPE, SIG_IGN); /* an editor that is gone ends the loop */
    return lsp_serve(STDIN_FILENO, STDOUT_FILENO) ? EXIT_HOST : EXIT_FINE;
}

static const struct flag flags[] = {{"stdio", NULL, "the default; accepted because some editors pass it", false}};

const struct verb verb_lsp = {
    .name = "lsp",
    .words = "",
    .summary = "Language server for editors: errors while typing, completion, hover, definitions.",
    .more = "It uses stdin and stdout. editors/README.md shows how to set it up.\n",
    .details = NULL,
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 0,
    .most = 0,
    .run = run,
};
