/* ask.h: a request of the studio: what was asked, and the answer as it is written.
 *
 * A request has a name and a body, an object; the answer is an object, or an error as everywhere in the protocol:
 * {"error": {"code", "text"}} with another status than 200. Games are those of the catalogue, by name, and are what
 * their files say now. Nothing is kept between two requests.
 */
#ifndef STUDIO_ASK_H
#define STUDIO_ASK_H

#include "base/json.h"
#include "base/json_value.h"
#include "terrane_table.h"

struct ask {
    const struct value *body;
    struct arena arena; /* of the request; freed with it */
    struct json out;    /* an open object */
    int status;         /* of the answer; 200 unless it was refused */
};

/* Those of table/outcome.h, which cannot be seen beside the compiler's headers: both have tokens. */
enum ask_error { ASK_BAD, ASK_NO_GAME, ASK_CANNOT_READ };

typedef void ask_answer(struct ask *a);

/* Answers a request by host_deliver, at once. */
void ask_with(uint32_t from, ask_answer *answer, const char *body, size_t n);

/* The answer is this error from now on, whatever was written. */
void ask_refuse(struct ask *a, enum ask_error error, const char *format, ...) __attribute__((format(printf, 3, 4)));
void ask_no_memory(struct ask *a);
const char *ask_text(struct ask *a, const char *key); /* a text that must be there; NULL: it is refused */
/* The path of the game that is asked about ("game"); NULL: it is refused. */
const char *ask_game(struct ask *a);
/* "options" and "seats" as the body says them; false: it is refused. */
bool ask_config(struct ask *a, tn_config *out);
/* "diagnostics": those of a source. */
void ask_put_diagnostics(struct ask *a, const tn_source *source);

ask_answer ask_check, ask_scenarios, ask_model, ask_tokens, ask_format; /* ask_text.c */
ask_answer ask_cards, ask_take;                                         /* ask_cards.c */
ask_answer ask_try, ask_rename;                                         /* ask_change.c */
ask_answer ask_trace, ask_follow;                                       /* ask_trace.c */
ask_answer ask_describe;                                                /* ask_describe.c */

#endif
