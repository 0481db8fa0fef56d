/* root.h: which definition a file is a part of. */
#ifndef LSP_ROOT_H
#define LSP_ROOT_H

#include <stddef.h>

enum { ROOT_PATH = 4096 };

/* The text of an open document, or NULL: then the file is read. */
typedef const char *(*root_text)(void *user, const char *path, size_t *size);

/* The file itself when it declares a game or nobody includes it; else the root of the one that does, looked for among
 * the definitions beside it and in the two folders above. Never fails: what is not found or too long is `path` itself.
 */
void root_find(const char *path, root_text text, void *user, char out[ROOT_PATH]);

#endif
