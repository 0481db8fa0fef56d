/* course_text.c: the course of the game: what the flow says, step by step. */
#include "text/rule_text_inside.h"

#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <string.h>

/* Does it speak of `me` where nobody has said who that is? Then it is the first player. */
static bool speaks_of_me(const struct node *n) {
    if (!n) return false;
    if (n->kind == N_AS || n->kind == N_TOGETHER || (n->kind == N_FOR && !n->symbol)) return speaks_of_me(n->a);
    if (n->kind == N_TURN || names_me(n)) return true;
    for (const struct node *k = n->kids; k; k = k->next)
        if (speaks_of_me(k)) return true;
    return speaks_of_me(n->a) || speaks_of_me(n->b) || speaks_of_me(n->c);
}

/* ---- what beginners ask for */
enum { PAYS = 1, ASKS = 2, TURNS = 4, ENDS = 8, OPENED = 8 };

static unsigned built_in(int index) {
    switch (index) {
    case BI_gain: return PAYS;
    case BI_win:
    case BI_lost:
    case BI_finish: return ENDS;
    default: return 0;
    }
}

/* What happens in a statement, the defs that it calls opened; what cards do there is not followed. */
static unsigned happens(const struct model *m, const struct node *n, int opened) {
    unsigned found = 0;
    const struct node *place;
    if (!n || node_is_possible(n)) return 0; /* it only asks whether it could be */
    switch (n->kind) {
    case N_CHOOSE:
    case N_ASK:
    case N_MAY:
    case N_EITHER:
    case N_TOGETHER: found |= ASKS; break;
    case N_TURN: found |= ASKS | TURNS; break;
    case N_ASSIGN:
        place = node_bare(n->a);
        place = place && place->kind == N_INDEX ? node_bare(place->a) : NULL;
        if (place && place->symbol && place->symbol->kind == SYM_VAR && place->symbol->index == m->stock_var &&
            n->number == TOKEN_PLUS_ASSIGN)
            found |= PAYS;
        break;
    case N_CALL:
        if (n->symbol && n->symbol->kind == SYM_BUILTIN) found |= built_in(n->symbol->index);
        if (n->symbol && n->symbol->kind == SYM_DEF && opened < OPENED)
            found |= happens(m, m->functions.data[n->symbol->index]->node->b, opened + 1);
        break;
    default: break;
    }
    for (const struct node *k = n->kids; k; k = k->next)
        found |= happens(m, k, opened);
    return found | happens(m, n->a, opened) | happens(m, n->b, opened) | happens(m, n->c, opened);
}

enum topic course_topic(const struct steps *s, const struct node *n, bool whole) {
    unsigned found = s->course && whole ? happens(s->to->m, n, 0) : 0;
    if ((found & (ENDS | TURNS)) == ENDS) return TOPIC_END;
    if (!s->course || s->topic != TOPIC_NONE) return s->topic;
    if (found & TURNS || n->kind == N_TURN) return TOPIC_TURN;
    bool paid = s->again && n->kind == N_PHASE && (happens(s->to->m, n->b, 0) & (PAYS | ASKS)) == PAYS;
    return paid ? TOPIC_INCOME : TOPIC_NONE;
}

void text_course(struct texts *to) {
    struct steps s = {.to = to, .about = "course of the game", .course = true};
    if (!to->m->flow || !to->m->flow->b) return;
    if (to->m->seats > 1 && speaks_of_me(to->m->flow->b)) rule_add(to, s.about, SAID(""), SAID("player 1 begins"));
    text_steps(&s, to->m->flow->b, 0);
}
