/* seat_marks.h: questions, answers and reasons as a front end gets them: texts that call seats by their letters, and where these
 * stand, so that it may say names (decision 49).
 *
 * While a context marks seats (tn_ctx_mark), TN_SEAT_MARK stands before each letter in what it says; whoever puts a seat into
 * such a text does the same. marks_put takes the marks out again: no text with marks leaves a front end's JSON.
 */
#ifndef SHOW_SEAT_MARKS_H
#define SHOW_SEAT_MARKS_H

#include "base/json.h"
#include "play/menu.h"

/* The letter of a seat, marked where the context marks. */
void marks_put_seat(const struct asking *at, unsigned seat, struct buf *out);
/* "name": the text, and if it names seats "who": [[position in characters, seat]]. */
void marks_put(struct json *j, const char *name, const char *text);
/* "lines": the lines of a text, and if one of them names seats "who": such a list for each. */
void marks_put_lines(struct json *j, const char *text);

#endif
