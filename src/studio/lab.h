/* lab.h: the games of two definitions, the saved one and the one of now, and what they say as JSON. */
#ifndef STUDIO_LAB_H
#define STUDIO_LAB_H

#include "base/json.h"
#include "lab/compare.h"

/* Of the side: the games that are over, seats, lengths, where points come from, cards. Each figure is a list of its
 * value and the ends of its interval of 95 %. */
void lab_put_side(struct json *j, const struct compare_side *side);
/* What changed; null where too few pairs of games ended. False: no memory. */
bool lab_put_change(struct json *j, struct compare *c);

#endif
