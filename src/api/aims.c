/* aims.c: how far it is to what conditions for winning, losing or the end of a game compare. */
#include "api/api.h"
#include "vm/machine.h"

size_t tn_game_aim_count(const tn_game *g) {
    return g->program->n_aims < TN_AIMS ? g->program->n_aims : TN_AIMS;
}

_Static_assert((int)TN_AIM_WIN == (int)AIM_WIN && (int)TN_AIM_LOSS == (int)AIM_LOSS && (int)TN_AIM_END == (int)AIM_END,
               "one list of what aims bring about");

void tn_game_aim(const tn_game *g, size_t i, tn_aim *out) {
    const struct aim *a = &g->program->aims[i];
    *out = (tn_aim){program_string(g->program, a->name), a->brings, a->of_player != 0};
}

static int32_t missing(int relation, int64_t have, int64_t need) {
    int64_t more = need - have;
    switch (relation) {
    case RELATION_GT: more++; break;
    case RELATION_LT: more = 1 - more; break;
    case RELATION_LE: more = -more; break;
    case RELATION_EQ: more = more < 0 ? -more : more; break;
    default: break;
    }
    return more < 0 ? 0 : more > INT32_MAX ? INT32_MAX : (int32_t)more;
}

size_t tn_state_aims(tn_ctx *c, const tn_state *s, unsigned seat, tn_reach *out, size_t cap) {
    struct reach reach[TN_AIMS];
    const struct program *p = c->game->program;
    size_t n = tn_game_aim_count(c->game);
    if (n > 0) state_aims(c->machine, state_of(s), seat, reach, (uint32_t)n);
    for (size_t i = 0; i < n && i < cap; i++)
        out[i] = (tn_reach){reach[i].have, reach[i].need, missing(p->aims[i].relation, reach[i].have, reach[i].need)};
    return n;
}
