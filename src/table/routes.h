/* routes.h: what is asked of a desk once and answered once: what HTTP calls /api/, without its heads and limits.
 *
 * The path is what stands behind /api/. Answers go to the connection by the executor of the desk, some at once, some
 * when a table has read the letter or the work is done.
 */
#ifndef TABLE_ROUTES_H
#define TABLE_ROUTES_H

#include "table/desk.h"

/* Language NULL: the definition's own */
void request_get(struct desk *d, uint32_t from, const char *path, const char *language);
void request_post(struct desk *d, uint32_t from, const char *path, const char *body, size_t n);

#endif
