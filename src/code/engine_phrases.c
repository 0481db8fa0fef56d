/* engine_phrases.c: see engine_phrases.h. */
#include "code/engine_phrases.h"

#include <string.h>

static const char *const english[] = {
#define PHRASE(name, english) english,
#include "code/engine_phrases.def"
#undef PHRASE
};

const char *phrase_english(enum phrase which) {
    return english[which];
}

enum phrase phrase_find(const char *text) {
    int i = 0;
    while (i < PHRASES && strcmp(english[i], text))
        i++;
    return (enum phrase)i;
}

const char *phrase_text(const struct program *p, enum phrase which) {
    return p->phrases && p->phrases[which] ? p->phrases[which] : english[which];
}

void phrase_put(struct text *t, const struct program *p, enum phrase which) {
    text_put(t, phrase_text(p, which));
}

struct saying phrase_begin(const struct program *p, enum phrase which) {
    return (struct saying){phrase_text(p, which)};
}

int phrase_next(struct saying *s, struct text *t) {
    const char *at = s->rest;
    while (*at && !(at[0] == '{' && at[1] >= '1' && at[1] <= '9' && at[2] == '}'))
        at++;
    text_put_n(t, s->rest, (size_t)(at - s->rest));
    s->rest = *at ? at + 3 : at;
    return *at ? at[1] - '0' : 0;
}
