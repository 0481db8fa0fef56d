/* page.h: what stands beside the tables of a page knows of them: the studio (src/studio) has more functions that a
 * Worker calls, on the same games and files. */
#ifndef PAGE_PAGE_H
#define PAGE_PAGE_H

#include "table/world.h"

/* On the declaration that stands before each function a Worker calls. */
#define EXPORT(name) __attribute__((export_name(#name))) name

const struct table_world *page_world(void);

#endif
