/* unused.c: warnings about what is declared and never spoken of.
 *
 * Decided by spelling over the whole tree, all modules included, so that no configuration and no clever lookup gives a
 * false alarm: a name that appears anywhere else, also in the hole of a text, counts as used. What only an unused def
 * speaks of is unused too: with `def a: b()` and nobody who says `a`, neither is ever run. */
#include "lang/model/sema.h"

#include "base/hash.h"
#include "base/nearest.h"
#include "base/utf8.h"

#include <string.h>

struct spoken {
    struct model *m;
    const char **names; /* hash table of spellings */
    uint32_t *lengths;
    size_t size, n;
    VEC(const struct node *) defs; /* met so far; what they speak of counts once they are spoken of */
};

static size_t slot(const struct spoken *s, const char *name, size_t len) {
    size_t i = (size_t)hash_bytes(name, len, 11) & (s->size - 1);
    while (s->names[i] && !(s->lengths[i] == len && !memcmp(s->names[i], name, len)))
        i = (i + 1) & (s->size - 1);
    return i;
}

static bool grow(struct spoken *s) {
    struct spoken bigger = *s;
    bigger.size = s->size ? s->size * 2 : 1024, bigger.n = 0;
    bigger.names = ARENA_ARRAY(s->m->arena, const char *, bigger.size);
    bigger.lengths = ARENA_ARRAY(s->m->arena, uint32_t, bigger.size);
    if (!bigger.names || !bigger.lengths) return false;
    for (size_t i = 0; i < s->size; i++)
        if (s->names[i]) {
            size_t k = slot(&bigger, s->names[i], s->lengths[i]);
            bigger.names[k] = s->names[i], bigger.lengths[k] = s->lengths[i], bigger.n++;
        }
    *s = bigger;
    return true;
}

static void mention(struct spoken *s, const char *name, size_t len) {
    if (s->n * 2 >= s->size && !grow(s)) {
        s->m->failed = true;
        return;
    }
    size_t i = slot(s, name, len);
    if (s->names[i]) return;
    s->names[i] = name, s->lengths[i] = (uint32_t)len, s->n++;
}

static bool is_spoken(const struct spoken *s, const char *name) {
    return s->size > 0 && s->names[slot(s, name, strlen(name))];
}

/* The words in the holes of a text. */
static void mention_holes(struct spoken *s, const char *text) {
    bool inside = false;
    for (const char *p = text; *p;) {
        inside = *p == '{' ? true : *p == '}' ? false : inside;
        size_t n = 0;
        while (utf8_word_byte(p[n]))
            n++;
        if (n > 0 && inside) mention(s, p, n);
        p += n ? n : 1;
    }
}

static void listen(struct spoken *s, const struct node *list);

static void listen_inside(struct spoken *s, const struct node *n) {
    if (n->text) mention_holes(s, n->text);
    listen(s, n->a), listen(s, n->b), listen(s, n->c), listen(s, n->kids);
}

static void listen(struct spoken *s, const struct node *list) {
    for (const struct node *n = list; n && !s->m->failed; n = n->next) {
        bool look = (n->kind == N_ARG || n->kind == N_CLAUSE) && !strcmp(n->name, "look");
        if (look) continue; /* its words are colours and pictures */
        if (n->kind == N_DEF) {
            if (!VEC_PUSH(&s->defs, n)) s->m->failed = true;
            continue;
        }
        switch ((enum node_kind)n->kind) {
        case N_NAME:
        case N_FIELD:
        case N_PATTERN:
        case N_TYPE:
        case N_ROUND: mention(s, n->name, strlen(n->name)); break;
        default: break;
        }
        listen_inside(s, n);
    }
}

/* Zones and variables that verbs of the language use by their names. */
static bool implied(const char *name) {
    static const char *const names[] = {"deck", "hand", "discard", "stock", "supply"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

/* What is said in the defs that are spoken of, until no further one is. */
static void listen_to_defs(struct spoken *s) {
    for (size_t left = s->defs.n, before = left + 1; left < before && !s->m->failed;) {
        before = left, left = 0;
        for (size_t i = 0; i < before; i++) {
            const struct node *def = s->defs.data[i];
            if (is_spoken(s, def->name) || implied(def->name))
                listen_inside(s, def);
            else
                s->defs.data[left++] = def;
        }
        s->defs.n = left;
    }
}

static void warn(struct spoken *s, const struct node *n, const char *what) {
    if (is_spoken(s, n->name) || implied(n->name)) return;
    model_warn(s->m, n, DIAG_unused, "%s \"%s\" is never used", what, n->name);
    if (n->kind == N_RULE)
        model_help(s->m, "`x.%s()` carries it out; remove it if it is not needed", n->name);
    else if (n->kind == N_DEF)
        model_help(s->m, "write `%s%s` where it is wanted; remove it if it is not needed", n->name,
                   n->kids ? "(...)" : "()");
}

/* An attribute nobody asks for is a misspelt one, or of no use. */
static void check_attributes(struct spoken *s, const struct node *list) {
    static const char *const known[] = {"total", "worth", "floor"};
    for (const struct node *member = list; member; member = member->next)
        for (const struct node *a = member->kids; a; a = a->next) {
            if (a->kind != N_ARG || is_spoken(s, a->name)) continue;
            if (!strcmp(a->name, known[0]) || !strcmp(a->name, known[1]) || !strcmp(a->name, known[2]) ||
                !strcmp(a->name, "look"))
                continue;
            const char *names[67] = {known[0], known[1], known[2]};
            size_t k = 3;
            for (const struct node *other = list; other; other = other->next)
                for (const struct node *b = other->kids; b && k < 67; b = b->next)
                    if (b->kind == N_ARG && is_spoken(s, b->name)) names[k++] = b->name;
            const char *meant = nearest(a->name, names, k);
            if (meant)
                model_misspelt(s->m, a, DIAG_unknown_name, "attribute", a->name, meant);
            else
                model_warn(s->m, a, DIAG_unused, "attribute \"%s\" is never used", a->name);
        }
}

static void judge(struct spoken *s, const struct node *list) {
    for (const struct node *n = list; n; n = n->next) {
        switch ((enum node_kind)n->kind) {
        case N_VALUE: warn(s, n, "value"); break;
        case N_SIGNAL: warn(s, n, "signal"); break;
        case N_KIND: warn(s, n, "kind"); break;
        case N_ZONE: warn(s, n, "zone"); break;
        case N_VAR: warn(s, n, "variable"); break;
        case N_TRACK: warn(s, n, "track"); break;
        case N_ENUM: check_attributes(s, n->kids); break;
        case N_OPTION_DECL:
            if (!is_spoken(s, n->name))
                model_warn(s->m, n, DIAG_unread_option,
                           "option \"%s\" is never asked for: its values make no difference", n->name);
            break;
        case N_PLAYER:
        case N_INCLUDE:
        case N_MODULE: judge(s, n->kids); break;
        default: break;
        }
        if (n->kind == N_MODULE && n->b) judge(s, n->b->kids);
        if (n->kind != N_KIND && n->kind != N_INSTANCE) continue;
        for (const struct node *v = n->b ? n->b->kids : NULL; v; v = v->next) {
            if (v->kind == N_VAR) warn(s, v, "variable");
            if (v->kind == N_RULE) warn(s, v, "rule");
            if (v->kind == N_VALUE) warn(s, v, "value");
        }
    }
}

void model_find_unused(struct model *m) {
    struct spoken s = {.m = m};
    listen(&s, m->file->kids);
    listen_to_defs(&s);
    for (size_t i = 0; i < s.defs.n && !m->failed; i++)
        warn(&s, s.defs.data[i], "def");
    for (size_t i = 0; i < s.defs.n; i++)
        listen_inside(&s, s.defs.data[i]);
    if (!m->failed) judge(&s, m->file->kids);
    VEC_FREE(&s.defs);
}
