/* standing_text.c: cards that stand beside the table instead of lying on it: actions, goals, whatever no zone can hold.
 * They are rules to whoever plays, so they are told among the rules, kind by kind.
 *
 * What is printed on other cards is read there, and what cannot be done in this configuration is left out. */
#include "text/rule_text_inside.h"

#include <string.h>

static bool lies_somewhere(struct model *m, int kind) {
    for (size_t i = 0; i < m->zones.n; i++)
        if (kind_is(m, kind, m->zones.data[i].kind)) return true;
    return false;
}

static bool printed_on_others(struct model *m, int kind) {
    for (size_t i = 0; i < m->kinds.n; i++) {
        struct printed printed;
        printed_open(m, (int)i, NULL, &printed);
        for (int k = 0; k < printed.n; k++) {
            struct type t = printed.params[k]->type;
            if (t.base == VT_CARD && t.of < m->kinds.n && kind_is(m, kind, t.of)) return true;
        }
    }
    return false;
}

void text_standing(struct texts *to) {
    struct model *m = to->m;
    for (size_t i = 0; i < m->cards.n && !to->out->failed; i++) {
        int kind = m->cards.data[i].kind;
        const char *text = to->out->strings.data[to->out->cards.data[i].text];
        if (m->cards.data[i].copy || lies_somewhere(m, kind) || printed_on_others(m, kind)) continue;
        if (!strcmp(text, WORDS_NEVER_SENTENCE)) continue;
        const struct node *n = m->kinds.data[kind].node;
        rule_add(to, rule_many(to, n->text ? n->text : m->kinds.data[kind].name), m->cards.data[i].name, text);
    }
}
