/* look.h: what a definition says behind `look:`, read from the tree: for the checker, which reports what is wrong, and
 * for the emitter, which writes it down. The rules never read it. */
#ifndef TN_LANG_MODEL_LOOK_H
#define TN_LANG_MODEL_LOOK_H

#include "lang/model/sema.h"

/* Called for everything of the game that may have a look and has one: `entry` says of what, nothing else yet. */
typedef void (*look_visit)(void *user, struct model *m, struct node *look, struct look_entry entry);
void look_each(struct model *m, look_visit visit, void *user);

/* What the node says, into `entry`, but for its icon: a text of the tree, or NULL. False: it is wrong, and reported. */
bool look_read(struct model *m, struct node *look, struct look_entry *entry, const char **icon);

#endif
