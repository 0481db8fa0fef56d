/* signs.h: what stands for a thing where there is no room for its name.
 *
 * Everything comes from `look:`. A terminal that can has a sign for every picture; elsewhere the letters of the icon
 * stand for the thing, and where there are none its name. A tag and a resource of one name have signs of their own.
 */
#ifndef TERM_SIGNS_H
#define TERM_SIGNS_H

#include "term/capabilities.h"
#include "terrane_table.h"

/* The sign of a picture, one or two columns; NULL: it has none. */
const char *sign_of_picture(const char *picture);
/* Of a look: the sign of its picture where the terminal shows pictures, else its icon where it can show that; NULL. */
const char *sign_of_look(const struct look *look, const tn_look *of);
/* Of a member; one that is hidden or has none borrows it from another of its name. NULL. */
const char *sign_of_member(const struct look *look, const tn_game *game, size_t member);
/* The look of a member of that name, its icon being the sign; one of that sort before others (-1: any sort). */
tn_look sign_by_name(const struct look *look, const tn_game *game, const char *name, int sort);
/* "2C" where there is a sign, else "2 coins"; the number is left out where it is not known. */
void sign_put_amount(const struct look *look, const tn_game *game, size_t member, const int32_t *number,
                     struct buf *out);
/* Tags: signs side by side where the terminal shows pictures, else "craft, farm". */
void sign_put_tags(const struct look *look, const tn_game *game, const int32_t *tags, size_t n, struct buf *out);

#endif
