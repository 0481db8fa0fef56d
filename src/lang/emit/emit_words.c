/* emit_words.c: texts of the author whose holes are computed by code: what is asked, and what the log says. */
#include "lang/emit/emit.h"

#include "lang/parse/template.h"

#include <string.h>

/* Part of a text with its holes in registers. */
static struct words emit_part(struct emitter *e, struct node *at, const char *whole, const char *text,
                              const char *end) {
    struct phraser p;
    phrase_open(&p, &e->texts, FOR_PLAY);
    int index = template_holes(whole, text);
    while (text < end) {
        const char *open = strchr(text, '{'), *close = open ? strchr(open, '}') : NULL;
        if (!close || open > end) {
            leaves_author(&p.said, text, (size_t)(end - text));
            break;
        }
        leaves_author(&p.said, text, (size_t)(open - text));
        struct node *hole = model_hole(e->m, at, whole, index++);
        if (hole && hole->type.base != T_UNKNOWN && hole->type.base != T_VOID && hole->type.base != VT_BOARD &&
            hole->type.base != T_RULE) {
            struct type t = hole->type;
            if (t.base == VT_TRACK)
                words_name(&p,
                           hole->kind == N_NAME && hole->symbol->kind == SYM_TRACK ? words_title(hole->symbol) : "");
            else
                phrase_hole(&p, emit_value(e, hole, t, NONE), t);
        }
        text = close + 1;
    }
    return phrase_close(&p);
}

struct words emit_template(struct emitter *e, struct node *at, const char *text) {
    const char *bar = template_bar(text);
    return emit_part(e, at, text, text, bar ? bar : text + strlen(text));
}

void emit_told(struct emitter *e, struct node *at, const char *text, int flags) {
    const char *told = template_behind(text), *part = told ? told : text;
    int top = e->top;
    if (!*part) return;
    struct words words = emit_part(e, at, text, part, part + strlen(part));
    int site = emit_site(e, SITE_LOG, at);
    e->out.sites.data[site].words = words;
    e->out.sites.data[site].flags = (uint8_t)flags;
    emit_opx(e, OP_LOG, 0, 0, 0, site);
    e->top = top;
}
