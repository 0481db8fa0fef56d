/* replay_analysis.h: `terrane replay --analyse`: what a game that is over looks like with hindsight, as text or JSON.
 */
#ifndef CLI_REPLAY_ANALYSIS_H
#define CLI_REPLAY_ANALYSIS_H

#include "base/json.h"
#include "cli/args.h"
#include "play/match.h"

/* The match is over, and is as before afterwards. Adds to the object that is open, or prints (NULL). EXIT_GO_ON or the
 * code to leave with. */
int replay_analyse(struct match *m, unsigned playouts, struct json *json);

#endif
