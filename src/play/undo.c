/* undo.c: how far undo goes, for every table: the law of match.h, and nothing else decides it.
 *
 * It reaches back to the last decision of those it is for (`whose`), and is free as long as nothing became known since
 * and none of the others decided anything. Undoing itself is replaying a shorter history: match_rewind.
 * Example: A plays a card, then draws one. The draw is information, so A's decision before it stays.
 */
#include "play/match.h"

bool match_decision(const struct match *m, uint32_t whose, size_t *at) {
    for (size_t i = m->history.n; i-- > 0;)
        if (!m->history.data[i].forced && whose >> m->history.data[i].seat & 1u) return *at = i, true;
    return false;
}

enum undo match_undo(const struct match *m, struct undo_law law, size_t *length) {
    size_t since;
    if (!match_decision(m, law.whose, length)) return UNDO_NONE;
    bool known = m->history.data[*length].epoch != tn_state_epoch(m->game, m->state);
    bool others = match_decision(m, law.others, &since) && since > *length;
    return (known || others) && !law.practice ? UNDO_BOUND : UNDO_FREE;
}

const char *match_undo_text(enum undo reach) {
    return reach == UNDO_NONE ? "there is nothing to undo"
                              : "something was revealed or others decided since: this cannot be undone";
}

bool match_undo_to(const struct match *m, unsigned seat, size_t *length, const char **why) {
    struct undo_law law = {.practice = m->practice && match_persons(m) == 1};
    for (unsigned s = 0; s < m->seats; s++)
        if (law.practice ? s == seat : !m->bots[s]) law.whose |= 1u << s;
    enum undo reach = match_undo(m, law, length);
    if (reach != UNDO_FREE) *why = match_undo_text(reach);
    return reach == UNDO_FREE;
}
