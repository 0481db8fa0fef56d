/* report.h: what a census of simulated games says, as text or JSON: length, where points come from, cards and goals. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "base/json.h"
#include "lab/census.h"

void report_print(const struct census *census);
void report_add(struct json *j, const struct census *census); /* fields of the object that is open */

#endif
