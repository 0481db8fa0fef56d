/* parts.h: the parts of a definition: every declaration with the bytes it takes, and what speaks of it where.
 *
 * Parts come from the tree, so those of every module are there; uses come from a query, so they are those of the first
 * configuration. Invariants: parts are in the order of files and bytes; a part lies within another or beside it.
 */
#ifndef DESIGN_PARTS_H
#define DESIGN_PARTS_H

#include "design/inquiry.h"

struct part {
    const struct node *node;
    const char *word, *name; /* "track", "height"; of a card its kind; of a reaction "when" and what it hears */
    uint16_t file;
    struct passage at;
    int around; /* the part it stands in, or -1 */
};

enum use_sort { USE_PLAIN, USE_TRIGGER, USE_CHANGE, USE_SCENARIO };
extern const char *const use_words[]; /* by enum use_sort */

struct part_use {
    uint32_t name; /* of the query */
    int part;      /* where it stands: the outermost card, kind or other declaration; -1: in none */
    enum use_sort sort;
    struct span at;
};

struct parts {
    struct definition *definition;
    struct query *query;
    struct part *list;
    size_t n;
    struct part_use *uses; /* by name, then by place */
    size_t n_uses;
};

/* NULL: no memory; parts_free in any case. The lists are in the arena of the definition. */
struct parts *parts_new(struct definition *d);
void parts_free(struct parts *p);

/* The part a node declares, or -1. */
int parts_find(const struct parts *p, const struct node *declaration);
/* The name in the query that is declared at this node, or -1. */
int parts_name(const struct parts *p, const struct node *declaration);

#endif
