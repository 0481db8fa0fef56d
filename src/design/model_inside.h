/* model_inside.h: what the files that write a model share. */
#ifndef DESIGN_MODEL_INSIDE_H
#define DESIGN_MODEL_INSIDE_H

#include "base/json.h"
#include "design/parts.h"

/* A configuration beside the first one, and what it begins with: by the place of the declaration. */
struct mode_value {
    struct span at;
    int mode, low, high;
    int32_t start;
};
struct mode {
    unsigned seats;
    const char *option; /* "name=value", or NULL */
};
struct modes {
    struct mode *list;
    size_t n;
    VEC(struct mode_value) values;
    bool failed;
};

struct portrayal {
    struct json json;
    struct definition *d;
    struct parts *parts;
    struct modes *modes;
    struct model *m;
    const struct program *program;
    const char *const *beside; /* files with scenarios */
    size_t n_beside;
};

/* modes.c: the number a variable begins with; false: it is none, or not the same for all. */
bool mode_start(struct model *m, const struct var_info *v, int32_t *out);
/* Every number of players, and every value of every option, one at a time. */
void modes_collect(struct definition *d, struct modes *out);

/* model.c */
void tell_written(struct portrayal *t, const char *key,
                  const struct node *expression); /* as the text has it, or null */
void tell_place(struct portrayal *t, const struct node *declaration);
void tell_uses(struct portrayal *t, const struct node *declaration);
/* Opens an object for a declaration: its part, name, title, place and uses. */
void tell_begin(struct portrayal *t, const char *word, const char *name, const char *title, const struct node *n);
void tell_start(struct portrayal *t, const struct node *declaration, const struct var_info *v);
void tell_rule(struct portrayal *t, const struct node *declaration); /* "says": what the generated rules say of it */
void tell_type(struct portrayal *t, const char *key, struct type type);

/* model_things.c, model_course.c: the chapters. */
void tell_kinds(struct portrayal *t);
void tell_spaces(struct portrayal *t);
void tell_actions(struct portrayal *t);
void tell_course(struct portrayal *t);
void tell_effects(struct portrayal *t);

#endif
