/* web.h: the files of the page.
 *
 * They are read into memory: a request names one of them or nothing, so no path leaves the folder. Links are not
 * followed. A file that has changed, or a name that is not there, has the folder read again, at most once a second.
 */
#ifndef SERVE_WEB_H
#define SERVE_WEB_H

#include "base/buf.h"

#include <stdint.h>

struct web_file {
    char *path; /* below the folder, beginning with '/' */
    const char *type;
    struct buf bytes;
    char tag[20];     /* changes with the bytes */
    bool lasting;     /* its name has a hash in it: it may be kept for ever */
    int64_t modified; /* of the file when it was read */
};

struct web;
/* `folder` NULL: web/dist of the checkout or ../share/terrane/web beside the program, or nothing. NULL: no memory. */
struct web *web_open(const char *folder);
void web_close(struct web *w);
const char *web_folder(const struct web *w); /* NULL: there is none */
/* The file of a path of a request; a path without an ending is the page itself. NULL: there is none. Good until the
 * next call. */
const struct web_file *web_find(struct web *w, const char *path, uint64_t now);

#endif
