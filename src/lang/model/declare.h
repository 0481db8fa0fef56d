/* declare.h: what the files that fill the model share. See declare.c for the order. */
#ifndef TN_LANG_MODEL_DECLARE_H
#define TN_LANG_MODEL_DECLARE_H

#include "lang/model/sema.h"

/* family.c: puts copies in the place of loops among declarations, and among the lines of a board. */
void declare_families(struct model *m);
void declare_board_lines(struct model *m, struct node *board);

/* declare_state.c: boards and spaces; zones, tracks, variables of the table and of every player. */
void declare_boards(struct model *m);
void declare_state(struct model *m);
void declare_geometry(struct model *m); /* geometry.c: which spaces lie beside which; names in link(a, b) */
void declare_var(struct model *m, struct node *n, int scope, int owner_kind);
/* lo..hi with constant ends, an open end meaning NUMBER_MAX; reports what is wrong and returns false. */
bool declare_range(struct model *m, struct node *range, int *low, int *high);

/* Reports named arguments that are none of these. */
void declare_known(struct model *m, struct node *args, const char *const *names, size_t n);
/* An argument that is true or false; NULL is false. */
bool declare_flag(struct model *m, struct node *value);
bool declare_turns(struct model *m, struct node *range, int *low, int *high);
struct symbol **declare_parameters(struct model *m, struct node *params, int *count);
bool scenario_fits(struct model *m, struct node *scenario);

/* check_decl.c: reports attributes after `it.` that the names of this sort do not have. */
void declare_it(struct model *m, struct node *n, int enum_number);

#endif
