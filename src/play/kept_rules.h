/* kept_rules.h: the rules that saved games are played by, so that a game outlives changes of its definition.
 *
 * A journal names the hash of its definition and no text. Beside the journals of `terrane play`, in the folder
 * `rules`, lies each definition that one of them was played by:
 *
 *     terrane rules 1
 *     file PATH SIZE           one for each text, the main file first; then its bytes and a line feed
 *
 * Invariant: HASH.rules is the text whose hash that is, or it is not used.
 */
#ifndef PLAY_KEPT_RULES_H
#define PLAY_KEPT_RULES_H

#include "base/buf.h"
#include "terrane_table.h"

/* Keeps the texts of a source, once. False with the reason: then games go on without it. */
bool rules_keep(const tn_source *source, struct buf *error);
/* The source of that hash; NULL: it was not kept, or is damaged. The caller frees it. */
tn_source *rules_find(uint64_t definition);

#endif
