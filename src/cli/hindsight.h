/* hindsight.h: what a game that is over looks like with hindsight, as text or JSON: `terrane replay --analyse`, and at
 * the end of `terrane play`.
 */
#ifndef CLI_HINDSIGHT_H
#define CLI_HINDSIGHT_H

#include "base/json.h"
#include "cli/args.h"
#include "play/match.h"

/* The match is over, and is as before afterwards. `playouts` of each position, 0: as many as suit the game. Adds to the
 * object that is open, or prints (NULL). EXIT_GO_ON or the code to leave with. */
int hindsight_show(struct match *m, unsigned playouts, struct json *json);

#endif
