/* inquiry.h: a definition asked as an editor asks (lang/query.h): names, uses, and what is wrong in any configuration.
 */
#ifndef DESIGN_INQUIRY_H
#define DESIGN_INQUIRY_H

#include "design/definition.h"
#include "lang/query.h"

/* NULL: no memory. It must not outlive the definition. */
struct query *definition_query(struct definition *d);

#endif
