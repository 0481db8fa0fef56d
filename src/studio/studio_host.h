/* studio_host.h: what the page does for the studio, besides what it does for tables (page/host.h). */
#ifndef STUDIO_STUDIO_HOST_H
#define STUDIO_STUDIO_HOST_H

#include "page/host.h"

HOST(edit) void host_edit(const char *text, size_t n); /* a message of the language server */

#endif
