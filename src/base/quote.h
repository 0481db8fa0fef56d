/* quote.h: text as a JSON string, for everything that writes JSON.
 * Bytes that are not UTF-8 become U+FFFD, so what is written is always valid. */
#ifndef BASE_QUOTE_H
#define BASE_QUOTE_H

#include "base/buf.h"

void quote_json(struct buf *out, const char *text, size_t size);

#endif
