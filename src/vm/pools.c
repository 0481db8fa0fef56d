/* pools.c: among which cards a seat cannot tell one from another, as far as the program says: machine.index.pools.
 *
 * Cards are exchanged only within a pool: they have the same back, and lie in places the seat does not see which hold
 * any card with that back, or in the same kind of narrower place.
 */
#include "vm/vm.h"

/* Whether every card with the back of that zone may lie in the other one. */
static bool is_wide(const struct program *p, uint32_t back, uint32_t zone) {
    const struct zone *b = &p->zones[back], *z = &p->zones[zone];
    return z->first_card <= b->first_card && z->first_card + z->n_cards >= b->first_card + b->n_cards;
}

/* Whether a card whose back is that of a zone may lie in a zone instance. */
static bool may_hold(const struct machine *m, uint32_t back, uint32_t instance) {
    const struct zone *z = &m->p->zones[m->p->zone_of_instance[instance]];
    for (uint32_t c = (uint32_t)z->first_card; c < (uint32_t)z->first_card + z->n_cards; c++)
        if (m->index.back[c] == back) return true;
    return false;
}

/* The zone instance belongs to the last pool, or to a new one. */
static void add_zone(struct machine_index *x, uint32_t back, uint16_t instance, bool anew) {
    if (anew) x->pools[x->n_pools++] = (struct card_pool){.back = (uint16_t)back, .first = x->n_pool_zones};
    x->pool_zones[x->n_pool_zones++] = instance;
    x->pools[x->n_pools - 1].n++;
}

/* The pools of a seat with one back: the wide places are one, each kind of narrower ones is another. */
static void find_with_back(struct machine *m, const uint16_t *dark, uint32_t back) {
    const struct program *p = m->p;
    for (unsigned wide = 2; wide-- > 0;) {
        uint32_t before = UINT32_MAX;
        for (uint32_t i = 1; i <= dark[0]; i++) {
            uint32_t zone = p->zone_of_instance[dark[i]];
            if (is_wide(p, back, zone) != wide || !may_hold(m, back, dark[i])) continue;
            add_zone(&m->index, back, dark[i], wide ? before == UINT32_MAX : zone != before);
            before = zone;
        }
    }
}

size_t pools_room(const struct program *p) {
    return (p->seats + 1u) * (p->n_zones * (size_t)p->n_zone_of_instance + 1u);
}

void pools_find(struct machine *m) {
    const struct program *p = m->p;
    struct machine_index *x = &m->index;
    for (uint32_t seat = 0; seat <= p->seats; seat++) {
        x->first_pool[seat] = x->n_pools;
        for (uint32_t back = 0; back < p->n_zones; back++)
            find_with_back(m, x->dark + seat * (p->n_zone_of_instance + 1u), back);
    }
    x->first_pool[p->seats + 1u] = x->n_pools;
}
