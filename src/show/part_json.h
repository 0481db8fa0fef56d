/* part_json.h: what lines of the log are made of, as a front end gets it (decision 60). */
#ifndef SHOW_PART_JSON_H
#define SHOW_PART_JSON_H

#include "base/json.h"
#include "terrane_table.h"

/* "parts": [...]; nothing if there are none. What does not apply is left out of a part. */
void parts_put_json(struct json *j, const tn_part *parts, size_t n);

#endif
