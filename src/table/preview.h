/* preview.h: what a link says of itself where it is pasted: title, a sentence and a picture, as Open Graph and Twitter
 * read them, put into the head of the page.
 *
 * Only what whoever has the link may know: the game, how many seats are taken, whether it goes on. No name, no token,
 * nothing of the position: what is fetched for a preview may be kept and shown by others.
 */
#ifndef TABLE_PREVIEW_H
#define TABLE_PREVIEW_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

struct preview {
    const char *title, *text;
    const char *picture; /* the path of a cover; NULL: none */
    const char *path;    /* of the page itself */
};

/* Writes the page with the tags before the end of its head. `origin`: "https://play.example", as the client wrote it to
 * a host the server goes by. A page without a head is written as it is. */
void preview_write(const char *page, size_t n, const char *origin, const struct preview *p, struct buf *out);

bool preview_fits(const char *page, size_t n); /* it has a head */
/* The path of a game's cover, into *out; NULL: its name is not one that stands in an address as it is. */
const char *preview_picture(const char *game, struct buf *out);

#endif
