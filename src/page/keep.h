/* keep.h: what is kept of tables in a page: every change goes to the page (host.h), which stores it where it likes and
 * says so; only then is it done, and whoever waits for it hears of it. A table that is to be played on is put back
 * before anybody asks for it. In between it lives in a store in memory.
 */
#ifndef PAGE_KEEP_H
#define PAGE_KEEP_H

#include "table/store.h"

enum page_kept { PAGE_KEPT, PAGE_TAKEN, PAGE_NOT_KEPT }; /* taken: another page was first, and it was put back anew */

struct store *keep_open(void); /* once */
void keep_change(void *user, struct writing *w);
void keep_done(uint32_t number, enum page_kept what);
/* A table as it was kept, in place of what is known of it, and its rules, as in table/store_text.h. False: that is no
 * table. */
bool keep_restore(const char *rules, size_t n_rules, const char *table, size_t n);

#endif
