/* text_json.h: texts as a front end gets them: their characters, and what they name where (decision 57).
 *
 * This is the one place where spans, which count bytes in C, become numbers of a JSON string: those count UTF-16
 * units, as the \u escapes of JSON and the strings of a browser do.
 */
#ifndef SHOW_TEXT_JSON_H
#define SHOW_TEXT_JSON_H

#include "base/json.h"
#include "terrane.h"

/* "name": the text, and if it names something "spans": [[at, length, "seat", seat], ...]. */
void text_put_json(struct json *j, const char *name, tn_text text);
/* The spans alone, as "name". */
void text_put_spans(struct json *j, const char *name, tn_text text);
/* "name": [{"text": ..., "spans": ...}, ...]. */
void text_put_list(struct json *j, const char *name, const tn_text *texts, size_t n);

#endif
