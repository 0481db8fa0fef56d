/* tokens.h: the tokens of a definition as JSON, each with what it is: for whoever shows parts of a text as something
 * that can be changed piece by piece, and so must not read the language itself.
 *
 * {"sorts": ["newline", "indent", ...], "files": [{"path": "...", "tokens": [FROM, TO, SORT, ...]}]}: bytes of the file
 * and a number into `sorts`. A name that is declared somewhere has a sort of its own: "track", "card", "zone" and so
 * on, that of a member its list, as in "member resource"; other names, such as parameters, are "name". Comments are no
 * tokens. What names stand for is asked of the first configuration, as editors do.
 */
#ifndef DESIGN_TOKENS_H
#define DESIGN_TOKENS_H

#include "base/json.h"
#include "design/definition.h"

/* Into the open object. False: no memory. */
bool tokens_put(struct definition *d, struct json *out);

#endif
