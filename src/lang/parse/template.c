/* template.c: see template.h. */
#include "lang/parse/template.h"

#include "base/english.h"

#include <string.h>

const char *template_bar(const char *text) {
    const char *bar = strstr(text, TEMPLATE_BAR);
    while (bar && bar[strlen(TEMPLATE_BAR)] && bar[strlen(TEMPLATE_BAR)] != ' ')
        bar = strstr(bar + 1, TEMPLATE_BAR);
    return bar;
}

int template_holes(const char *text, const char *end) {
    int holes = 0;
    for (; text < end; text++)
        holes += *text == '{';
    return holes;
}

const char *template_behind(const char *text) {
    const char *bar = template_bar(text), *rest = bar ? bar + strlen(TEMPLATE_BAR) : NULL;
    return rest && *rest ? rest + 1 : rest;
}

bool template_mentions(const char *text, const char *param) {
    size_t n = strlen(param);
    const char *bar = template_bar(text); /* what stands behind it is said elsewhere */
    for (const char *t = text; t && (t = strchr(t, '{')) && (!bar || t < bar); t++) {
        t += t[1] == '+';
        if (!strncmp(t + 1, param, n) && (t[1 + n] == '}' || t[1 + n] == '.' || t[1 + n] == ' ')) return true;
    }
    return false;
}

const char *template_hole_of(const char *text, const char *param) {
    size_t n = strlen(param);
    const char *bar = template_bar(text);
    for (const char *t = text; (t = strchr(t, '{')) && (!bar || t < bar); t++)
        if (!strncmp(t + 1, param, n) && t[1 + n] == '}') return t;
    return NULL;
}

bool template_says_you(const char *text) {
    const char *bar = template_bar(text), *end = bar ? bar : text + strlen(text);
    while (text < end) {
        size_t n = strcspn(text, "{"), at = 0;
        if (n > (size_t)(end - text)) n = (size_t)(end - text);
        if (english_find_you(text, n, &at)) return true;
        text += n;
        while (text < end && *text++ != '}') {
        }
    }
    return false;
}

/* ---- sentences */
static enum template_verb verb_of(const char *word, size_t n, bool *many) {
    static const struct {
        const char *word;
        enum template_verb kind;
        bool many;
    } verbs[] = {{"is", VERB_is, false},   {"are", VERB_is, true},   {"has", VERB_has, false},
                 {"have", VERB_has, true}, {"may", VERB_may, false}, {"cannot", VERB_cannot, false}};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (n == strlen(verbs[i].word) && !memcmp(word, verbs[i].word, n)) return *many = verbs[i].many, verbs[i].kind;
    return VERB_none;
}

struct template_sentence template_parse(const char *text) {
    const char *bar = template_bar(text);
    struct template_sentence s = {.text = text, .end = bar ? (size_t)(bar - text) : strlen(text)};
    bool in_hole = false;
    for (size_t at = 0, word = 0; at < s.end && !s.kind; at++) {
        if (text[at] == '{' || text[at] == '}') in_hole = text[at] == '{';
        if (text[at] != ' ' || in_hole) continue;
        if (word) s.kind = verb_of(text + word, at - word, &s.many); /* its first word is its subject */
        if (s.kind) s.verb = word, s.rest = at + 1;
        word = at + 1;
    }
    static const char it[] = "it ";
    bool begins = !strncmp(text, it, strlen(it));
    if (!s.kind && begins) s.kind = VERB_other, s.verb = s.rest = strlen(it);
    s.of_it = begins && s.verb == strlen(it);
    return s;
}

const char *template_label(const char *text) {
    struct template_sentence s = template_parse(text);
    return text + (!s.of_it ? 0 : s.kind == VERB_is ? s.rest : s.verb);
}
