/* image.h: a program as a file: versioned, checksummed, the same bytes on every machine.
 *
 * An image is a head (magic, version, signature of the operations, checksum over the rest), the numbers of struct
 * program, and its arrays in the order of PROGRAM_ARRAYS, each with its count. Everything is little-endian and without
 * padding; indices and offsets, no addresses.
 * Invariants: reading an image and writing the program gives the same bytes again. What image_read returns has been
 * verified, and its layout is the one layout_compute gives: nothing in an image is trusted, however it was made.
 */
#ifndef TN_CODE_IMAGE_H
#define TN_CODE_IMAGE_H

#include "base/buf.h"
#include "code/program.h"

enum image_status { IMAGE_OK, IMAGE_BAD, IMAGE_NO_MEMORY };
enum { IMAGE_HEAD = 32 }; /* bytes before what the checksum covers */

bool image_is(const void *bytes, size_t n); /* by its first bytes */
/* Appends the image; false when memory is out. */
bool image_write(const struct program *p, struct buf *out);
/* A program to be freed with program_free; otherwise *out is NULL, and why is written for IMAGE_BAD. */
enum image_status image_read(const void *bytes, size_t n, struct program **out, char *why, size_t cap);
/* Writes the head that n bytes (at least IMAGE_HEAD) need to pass for an image; also for tests that damage some. */
void image_seal(void *bytes, size_t n);

#endif
