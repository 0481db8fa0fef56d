/* course_text.c: the course of the game: what the flow says, step by step. */
#include "text/rule_text_inside.h"

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

void text_course(struct texts *to) {
    struct steps s = {.to = to, .about = "course of the game"};
    if (!to->m->flow || !to->m->flow->b) return;
    if (to->m->seats > 1 && speaks_of_me(to->m->flow->b)) rule_add(to, s.about, SAID(""), SAID("player 1 begins"));
    text_steps(&s, to->m->flow->b, 0);
}
