/* web.h: the files of the page.
 *
 * They are read into memory: a request names one of them or nothing, so no path leaves the folder. Links are not
 * followed. A file that has changed, or a name that is not there, has the folder read again, at most once a second.
 *
 * Beside a file may lie the same compressed: NAME.gz and NAME.br, made when the page is built (web/vite.config.ts).
 * They are forms of that file and no files of their own; one that is older than its file is not used.
 */
#ifndef SERVE_WEB_H
#define SERVE_WEB_H

#include "base/buf.h"
#include "serve/head.h"

#include <stdint.h>

enum coding { CODING_NONE, CODING_GZIP, CODING_BROTLI, CODINGS };

struct web_form {
    bool there;
    struct buf bytes;
    char tag[20];     /* changes with the bytes */
    int64_t modified; /* of the file when it was read; 0: there was none */
};

struct web_file {
    char *path; /* below the folder, beginning with '/' */
    const char *type;
    struct web_form forms[CODINGS];
    bool lasting; /* its name has a hash in it: it may be kept for ever */
};

struct web;
/* `folder` NULL: web/dist of the checkout or ../share/terrane/web beside the program, or nothing. NULL: no memory. */
struct web *web_open(const char *folder);
void web_close(struct web *w);
const char *web_folder(const struct web *w); /* NULL: there is none */
/* The file of a path of a request; a path without an ending is the page itself. NULL: there is none. Good until the
 * next call. */
const struct web_file *web_find(struct web *w, const char *path, uint64_t now);
/* Which form of the file is sent to who asks so: what is wanted most, and of that the shortest. */
enum coding web_choose(const struct web_file *f, const struct head *h);
bool web_varies(const struct web_file *f);       /* whether others may be sent another form */
const char *web_coding_name(enum coding coding); /* NULL: it is sent as it is */

#endif
