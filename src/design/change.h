/* change.h: changes of a definition's text as a form makes them: tried before they are made, and a name changed
 * wherever it stands. Both write JSON; nothing is written to files. */
#ifndef DESIGN_CHANGE_H
#define DESIGN_CHANGE_H

#include "base/json.h"
#include "design/definition.h"

/* "ok", and "problems": the errors of all configurations with other texts in place of some files. False: memory is out
 * or the file cannot be read. */
bool change_try(const char *path, struct design_files instead, struct json *out);

/* "edits": each with its path, bytes and text, to call what is named at a byte of the file `name`; or "refused": why
 * not. Files `beside` that include the definition are changed, too. False: memory is out or the file cannot be read. */
struct change_name {
    const char *path, *file; /* of the definition; of the name */
    uint32_t offset;
    const char *to;
    const char *const *beside;
    size_t n_beside;
};
bool change_name(const struct change_name *wish, struct json *out);

#endif
