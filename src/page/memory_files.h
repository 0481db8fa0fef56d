/* memory_files.h: the files of a page: in memory, put there by the page. They stand in for the file system behind
 * base/file.h. Paths have no root and no dots: "games/NAME/NAME.game". There is one set of files, as there is one
 * file system.
 */
#ifndef PAGE_MEMORY_FILES_H
#define PAGE_MEMORY_FILES_H

#include <stdbool.h>
#include <stddef.h>

bool memory_files_put(const char *path, const char *bytes, size_t n); /* copies; false: no memory */
void memory_files_remove(const char *path);                           /* what is not there may be removed, too */

#endif
