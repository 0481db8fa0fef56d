/* Slices and the outlook promise nothing that does not hold: in every game and configuration each menu is made a second
 * time without slices, and is the same, and a third time by trying every answer out to its end, and offers no less. */
#include "support/unit.h"

#include "api/api.h"
#include "support/battery.h"
#include "vm/machine.h"

static void check(struct battery_case *c) {
    uint64_t first, last;
    uint32_t most = (uint32_t)level_pick(300, 3000, 200000), asked = 0;
    machine_doubt(c->ctx->machine, 1);
    battery_seeds(level_pick(3, 12, 400), &first, &last);
    for (uint64_t seed = first; seed <= last && c->failures == 0 && asked < most; seed++) {
        struct battery_play play;
        if (!battery_start(&play, c, seed, seed % 4 == 0 ? TN_EXPLICIT_CHANCE : 0)) break;
        battery_finish(&play, most);
        asked += play.n;
        if (machine_doubts(c->ctx->machine)) battery_fail(&play, "a menu made again is another one");
        battery_stop(&play);
    }
}

int main(void) {
    return battery_main("battery.outlook", level_is("soak"), check);
}
