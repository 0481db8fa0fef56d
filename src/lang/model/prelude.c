/* prelude.c: what every definition has, written in the language itself. A definition may declare its own instead.
 * The second text is added only when players have a stock: it is payment. */
#include "lang/model/prelude.h"

const char *const prelude_texts[2] = {
    "signal raised(track: track, steps: number, by: player)\n",

    "value worth(resource: resource, by: player = me) -> number(1..) \"worth of {resource} for {by}\" "
    "= resource.worth\n"
    "value accepts(resource: resource, by: player) -> set resource \"to pay {resource}, {by} may also use\" = []\n"
    "def pay(cost: amount(resource)..., with: set resource = []) \"pay {cost} ({with} may be used)\":\n"
    "  for a in cost:\n"
    "    let left = a.n\n"
    "    let u = a.unit\n"
    "    for r in [r in with + accepts(u, me) where r != u]:\n"
    "      let unit_worth = worth(r)\n"
    "      let limit = min(me.stock[r], (left + unit_worth - 1) / unit_worth)\n"
    "      if limit > 0:\n"
    "        choose k in 0..limit prefer min(me.stock[r], left / unit_worth) \"Pay {left} {u} with {r}\"\n"
    "        if k > 0: lose(k r)\n"
    "        left = max(0, left - k * unit_worth)\n"
    "    if left > 0: lose(left u)\n",
};
