/* census_text.h: what a census of simulated games says, as text or JSON: length, where points come from, cards and
 * goals. */
#ifndef CLI_CENSUS_TEXT_H
#define CLI_CENSUS_TEXT_H

#include "base/json.h"
#include "lab/census.h"

void census_print(const struct census *census);
void census_add(struct json *j, const struct census *census); /* fields of the object that is open */

#endif
