/* horizon.h: what can fail behind a place where look-ahead ends though the undertaking goes on.
 *
 * Ways are followed forwards, through what is called and back to whoever calls, over what program.outlook does not clear.
 * It may see a way that is never gone, and takes questions to have candidates, except sets behind chance.
 */
#ifndef TN_CODE_HORIZON_H
#define TN_CODE_HORIZON_H

#include "base/arena.h"
#include "code/program.h"

struct horizons {
    const struct program *p;
    const uint8_t *risks; /* of cannot_fail_compute */
    uint8_t *asked;       /* per code word: somebody may have been asked before it in the same undertaking */
    uint8_t *seen;        /* per code word, of one search */
    uint32_t *stack, *calls;
    uint32_t n_calls; /* places of CALL and CALLT */
    struct arena arena;
};

/* False when memory is out; to be freed in every case. */
bool horizons_init(struct horizons *h, const struct program *p, const uint8_t *risks);
void horizons_free(struct horizons *h);

/* Where something can fail behind the operation at pc, with which look-ahead ends after a question was answered; UINT32_MAX:
 * nowhere. */
uint32_t horizons_risk(struct horizons *h, uint32_t pc);
/* The same from pc on, up to the next question, which looks ahead anew. */
uint32_t horizons_risk_behind_loop(struct horizons *h, uint32_t pc);

#endif
