/* template.c: see template.h. */
#include "lang/parse/template.h"

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
