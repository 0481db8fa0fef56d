/* prelude.c: what every definition has, written in the language itself. A definition may declare its own instead.
 * The first text is in all of them, one of the others where players have a stock: it is payment. Paying with a last
 * resort (`last:`) reckons more, so it is only in definitions that say so; the others keep the program they had. */
#include "lang/model/prelude.h"

#include "lang/model/sema.h"

#include <string.h>

/* clang-format off */
#define PAYING(last_parameter, last_text, means, low, high, preferred)                                                 \
    "value worth(resource: resource, by: player = me) -> number(1..) \"worth of {resource} for {by}\" "                \
    "= resource.worth\n"                                                                                               \
    "value accepts(resource: resource, by: player) -> set resource \"to pay {resource}, {by} may also use\" = []\n"    \
    "def pay(cost: amount(resource)..., with: set resource = []" last_parameter ") "                                   \
    "\"pay {cost} ({with} may be used)" last_text "\":\n"                                                              \
    "  for a in cost:\n"                                                                                               \
    "    let left = a.n\n"                                                                                             \
    "    let u = a.unit\n"                                                                                             \
    "    for r in [r in with + accepts(u, me)" means " where r != u]:\n"                                               \
    "      let unit_worth = worth(r)\n"                                                                                \
    "      let limit = min(me.stock[r], (left + unit_worth - 1) / unit_worth)\n"                                       \
    high                                                                                                               \
    "      if limit > 0:\n"                                                                                            \
    "        choose k in " low "..limit prefer " preferred " \"Pay {left} {u} with {r}\"\n"                            \
    "        if k > 0: lose(k r)\n"                                                                                    \
    "        left = max(0, left - k * unit_worth)\n"                                                                   \
    "    if left > 0: lose(left u)\n"

/* Of a last resort so much as lacks when all else is used: no more, and no less. */
const char *const prelude_texts[PRELUDES] = {
    "signal raised(track: track, steps: number, by: player)\n",
    PAYING("", "", "", "0", "", "min(me.stock[r], left / unit_worth)"),
    PAYING(", last: set resource = []", " ({last} only for what is lacking)", " + last",
           "(if r in last then limit else 0)",
           "      if r in last:\n"
           "        let other = [q in with + accepts(u, me) where q != u and q not in last]\n"
           "        let lacking = max(0, left - me.stock[u] - sum(q in other: me.stock[q] * worth(q)))\n"
           "        limit = min(limit, (lacking + unit_worth - 1) / unit_worth)\n",
           "(if r not in last then min(me.stock[r], left / unit_worth) else limit)"),
};
/* clang-format on */

static bool has_last(const struct node *n, const void *name) {
    bool pays = n->kind == N_CALL && n->a && n->a->kind == N_NAME && !strcmp(n->a->name, name);
    for (const struct node *a = n->kids; pays && a; a = a->next)
        if (a->kind == N_ARG && !strcmp(a->name, "last")) return true;
    return false;
}

enum prelude prelude_of_payment(const struct node *file) {
    return tree_any(file, has_last, "pay") ? PRELUDE_PAY_LAST : PRELUDE_PAY;
}
