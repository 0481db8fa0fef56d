/* build_card.c: what a card listens to and which values it changes. */
#include "text/build_inside.h"

#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <string.h>

static struct ref type_ref(struct type t) {
    if (t.base == VT_CARD && t.of != ANY) return (struct ref){REF_KIND, t.of};
    if (t.base == VT_MEMBER && t.of != ANY) return (struct ref){REF_ENUM, t.of};
    return (struct ref){REF_NONE, 0};
}

/* One thing, or some of them. */
static bool things_of(struct builder *b, struct node *n, struct refs *out) {
    struct node *value = node_bare(n);
    struct ref one = ref_of(b, SEEN(value, NULL));
    if (one.sort != REF_NONE) return refs_add(out, one);
    if (value->kind != N_SET) return false;
    for (struct node *k = value->kids; k; k = k->next) {
        one = ref_of(b, SEEN(k, NULL));
        if (one.sort == REF_NONE || !refs_add(out, one)) return false;
    }
    return out->n > 0;
}

static const struct function *function_of(const struct node *pattern, const struct model *m) {
    const struct symbol *s = pattern->symbol;
    return s && (s->kind == SYM_SIGNAL || s->kind == SYM_VALUE) ? m->functions.data[s->index] : NULL;
}

/* Where it happens. */
static bool happening_at(struct builder *b, struct seen c, struct happening *out) {
    struct area *at = ARENA_NEW(b->arena, struct area);
    if (!at) return false;
    *at = out->at ? *out->at : (struct area){.who = WHO_ALL};
    for (int i = 0; i < out->signal->n_params; i++) {
        const struct symbol *p = out->signal->params[i];
        if (p->type.base != VT_SPACE || p->type.flags || !tree_mentions(c.n, p)) continue;
        if (!area_where(b, c, p, at) || at->what.sort != REF_NONE) return false;
        return out->at = at, true;
    }
    return false;
}

/* Conditions about what the signal tells: a kind, a tag, a bound of a number, where it is. */
static bool happening_where(struct builder *b, struct seen c, struct happening *out) {
    struct ref tag;
    int32_t k;
    struct seen s = seen_bare(b, c);
    if (!s.n || (known_number(b, s, &k) && k)) return true;
    if (s.n->kind == N_BINARY && s.n->number == TOKEN_AND)
        return happening_where(b, SEEN(s.n->a, s.in), out) && happening_where(b, SEEN(s.n->b, s.in), out);
    struct node *left = s.n->kind == N_BINARY ? node_bare(s.n->a) : NULL;
    if (left && s.n->number == TOKEN_IS && names_local(left) && left->type.base == VT_CARD && s.n->b->symbol &&
        s.n->b->symbol->kind == SYM_KIND)
        return out->of = (struct ref){REF_KIND, s.n->b->symbol->index}, true;
    for (int i = 0; i < out->signal->n_params; i++)
        if (out->signal->params[i]->type.base == VT_CARD && counts_tag(b, s, out->signal->params[i], &tag))
            return refs_add(&out->things, tag);
    bool attribute = left && left->kind == N_FIELD && left->symbol && left->symbol->kind == SYM_ATTRIBUTE &&
                     names_local(node_bare(left->a));
    bool number = left && left->type.base == VT_NUMBER && (attribute || names_local(left));
    if (number && s.n->number == TOKEN_GE && known_number(b, SEEN(s.n->b, s.in), &k))
        return out->min = k, out->attribute = attribute ? left->name : NULL, true;
    return happening_at(b, s, out);
}

bool build_happening(struct builder *b, const struct node *pattern, struct happening *out) {
    struct bound given;
    b->steps = 0;
    *out = (struct happening){.signal = function_of(pattern, b->m), .who = WHO_ANY};
    if (!out->signal || !bind_given(b->m, out->signal->params, out->signal->n_params, pattern->kids, false, &given))
        return false;
    for (int i = 0; i < out->signal->n_params; i++) {
        const struct symbol *p = out->signal->params[i];
        struct node *value = given.value[i];
        if (out->of.sort == REF_NONE) out->of = type_ref(p->type);
        if (!value) continue;
        if (p->type.base == VT_PLAYER && !p->type.flags) {
            if (!who_of(b, SEEN(value, NULL), &out->who)) return false;
        } else if (!things_of(b, value, &out->things)) {
            return false;
        }
    }
    return happening_where(b, SEEN(pattern->b, NULL), out);
}

/* ---- values */
/* The unit in which a value is paid: price(c, me) money. */
static const struct node *unit_in(const struct node *n, const struct symbol *value) {
    for (; n; n = n->next) {
        const struct node *found = NULL;
        if (n->kind == N_AMOUNT && n->b && n->a) {
            const struct node *called = node_bare(n->a);
            if (called->kind == N_CALL && called->symbol == value) return n->b;
        }
        if ((found = unit_in(n->kids, value)) || (found = unit_in(n->a, value)) || (found = unit_in(n->b, value)) ||
            (found = unit_in(n->c, value)))
            return found;
    }
    return NULL;
}

/* The only condition there is a sign for: a tag on the card it is the value of. */
static bool adjusted_where(struct builder *b, struct seen c, const struct function *f, struct adjustment *out) {
    struct ref tag;
    if (!c.n) return true;
    for (int i = 0; i < f->n_params; i++)
        if (f->params[i]->type.base == VT_CARD && counts_tag(b, c, f->params[i], &tag)) return refs_add(&out->of, tag);
    return false;
}

/* -3 * icons(card, earth): for each of the tags on it. */
static bool adjusted_by(struct builder *b, struct node *value, const struct function *f, struct adjustment *out) {
    struct seen s = SEEN(node_bare(value), NULL);
    int32_t k;
    struct node one = {.kind = N_NUMBER, .number = 1};
    if (number_of(b, s, &out->by)) return !out->by.condition;
    if (s.n->kind != N_BINARY || s.n->number != TOKEN_STAR || !known_number(b, SEEN(s.n->a, NULL), &k)) return false;
    struct node at_least = {.kind = N_BINARY, .number = TOKEN_GE, .a = s.n->b, .b = &one};
    struct ref tag;
    for (int i = 0; i < f->n_params; i++) {
        if (f->params[i]->type.base != VT_CARD || !counts_tag(b, SEEN(&at_least, NULL), f->params[i], &tag)) continue;
        struct count *per = ARENA_NEW(b->arena, struct count);
        if (!per) return false;
        *per = (struct count){.of = tag, .each = 1, .who = WHO_ALL};
        out->by = (struct number){.term = {{k, 0, per}}, .n = 1};
        return true;
    }
    return false;
}

static bool adjusted_value(struct builder *b, const struct node *adjust, const struct function *f,
                           struct adjustment *out) {
    struct node *s = adjust->b->kids, *value = s && s->kind == N_DO ? node_bare(s->a) : NULL;
    struct known members[MAX_REFS];
    int32_t yes;
    if (!value) return false;
    if (f->result.flags & VF_SET) {
        int n = known_members(b, SEEN(value, NULL), members, MAX_REFS);
        for (int i = 0; i < n; i++)
            refs_add(&out->with, (struct ref){REF_MEMBER, members[i].v});
        return n > 0;
    }
    if (f->result.base == VT_BOOL) return known_number(b, SEEN(value, NULL), &yes) && yes && (out->holds = true);
    return f->result.base == VT_NUMBER && adjusted_by(b, value, f, out);
}

bool build_adjustment(struct builder *b, const struct node *adjust, struct adjustment *out) {
    const struct node *pattern = adjust->a;
    const struct function *f = function_of(pattern, b->m);
    struct bound given;
    b->steps = 0;
    *out = (struct adjustment){.who = WHO_ALL};
    if (!f || !bind_given(b->m, f->params, f->n_params, pattern->kids, false, &given)) return false;
    out->value = f;
    int players = 0;
    for (int i = 0; i < f->n_params; i++) {
        const struct symbol *p = f->params[i];
        struct node *value = given.value[i];
        if (p->type.base == VT_CARD && !value) out->on = type_ref(p->type);
        if (!value) continue;
        if (p->type.base == VT_PLAYER) {
            enum who who;
            if (!who_of(b, SEEN(value, NULL), &who) || players++) return false;
            out->who = who;
        } else if (names_this(node_bare(value))) {
            out->this_card = true;
        } else if (!things_of(b, value, &out->of)) {
            return false;
        }
    }
    const struct node *unit = unit_in(b->m->file, f->symbol);
    if (unit) out->unit = ref_of(b, SEEN((struct node *)(uintptr_t)unit, NULL));
    return adjusted_where(b, SEEN(pattern->b, NULL), f, out) && adjusted_value(b, adjust, f, out);
}
