/* build_number.c: numbers and conditions: constants, chosen numbers, so many for each thing that is counted.
 *
 * A number is a sum of terms, so that "1 and 1 more for each two lakes" is two amounts. A condition is a count with
 * bounds; what stands on both sides of a comparison is brought to one. */
#include "text/build_inside.h"

#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <string.h>

/* ---- sums */
bool number_constant(const struct number *n, int32_t *out) {
    *out = n->n ? n->term[0].n : 0;
    return !n->condition && (!n->n || (n->n == 1 && !n->term[0].x && !n->term[0].per));
}

static bool area_same(const struct area *x, const struct area *y) {
    if (!x || !y) return x == y;
    if (!x->spaces != !y->spaces || (x->spaces && memcmp(x->spaces, y->spaces, SPACE_WORDS * 4))) return false;
    for (int i = 0; i < x->n_near && x->n_near == y->n_near; i++)
        if (!ref_same(x->near[i].of, y->near[i].of) || x->near[i].none != y->near[i].none) return false;
    return x->n_near == y->n_near && x->beside_it == y->beside_it && x->is_free == y->is_free;
}

static bool count_same(const struct count *x, const struct count *y) {
    return ref_same(x->of, y->of) && ref_same(x->in, y->in) && x->who == y->who && x->each == y->each &&
           x->over == y->over && x->cube == y->cube && x->has == y->has && area_same(x->at, y->at);
}

bool number_same(const struct number *x, const struct number *y) {
    if (x->n != y->n || x->condition != y->condition) return false;
    for (int i = 0; i < x->n; i++) {
        const struct term *s = &x->term[i], *t = &y->term[i];
        if (s->n != t->n || s->x != t->x || !s->per != !t->per || (s->per && !count_same(s->per, t->per))) return false;
    }
    return true;
}

void number_scale(struct number *n, int by) {
    for (int i = 0; i < n->n; i++)
        n->term[i].n *= by;
    if (!by) n->n = 0;
}

/* The same things of the same player, counted here and there: together that is all of them. */
static bool counts_join(const struct term *s, const struct term *t) {
    if (!s->per || !t->per || s->n != t->n || s->x || t->x) return false;
    return ref_same(s->per->of, t->per->of) && s->per->who == t->per->who && s->per->each == 1 && t->per->each == 1 &&
           !s->per->over && !t->per->over && !s->per->cube && !t->per->cube && !s->per->has && !t->per->has &&
           s->per->of.sort == REF_MEMBER && !ref_same(s->per->in, t->per->in);
}

static bool add_term(struct builder *b, struct number *out, struct term t) {
    if (!t.n) return true;
    for (int i = 0; i < out->n; i++) {
        struct term *s = &out->term[i];
        bool alike = s->x == t.x && !s->per == !t.per && (!s->per || count_same(s->per, t.per));
        if (alike) return s->n += t.n, true;
        if (!counts_join(s, &t)) continue;
        struct count *both = ARENA_NEW(b->arena, struct count);
        if (!both) return false;
        *both = *s->per;
        both->in = (struct ref){REF_NONE, 0}, both->at = NULL;
        return s->per = both, true;
    }
    if (out->n == MAX_TERMS) return false;
    bool constant = !t.x && !t.per; /* it stands first */
    if (constant) memmove(out->term + 1, out->term, (size_t)out->n * sizeof *out->term);
    out->term[constant ? 0 : out->n] = t;
    return out->n++, true;
}

static bool add_number(struct builder *b, struct number *out, const struct number *more, int sign) {
    if (out->condition || more->condition) return false;
    for (int i = 0; i < more->n; i++) {
        struct term t = more->term[i];
        t.n *= sign;
        if (!add_term(b, out, t)) return false;
    }
    return true;
}

/* ---- what is counted */
static bool zone_of(struct builder *b, struct seen s, const struct symbol **zone, enum who *who) {
    s = seen_bare(b, s);
    if (!s.n->symbol || s.n->symbol->kind != SYM_ZONE) return false;
    *zone = s.n->symbol;
    *who = WHO_ALL;
    return s.n->kind != N_FIELD || who_counted(b, SEEN(s.n->a, s.in), who);
}

/* count(x in c.tags where x == t): what is printed on a card. */
static bool printed_count(struct builder *b, struct seen s, const struct symbol *card, struct ref *out) {
    struct seen body;
    s = seen_bare(b, s);
    while (seen_open(b, s, &body))
        s = seen_bare(b, body);
    struct node *g = s.n->a;
    if (s.n->kind != N_AGGREGATE || s.n->number != TOKEN_COUNT || g->kind != N_GENERATOR || !g->b || s.n->b)
        return false;
    struct seen list = seen_bare(b, SEEN(g->a, s.in));
    if (list.n->kind != N_FIELD || !list.n->symbol ||
        (list.n->symbol->kind != SYM_ATTRIBUTE && list.n->symbol->kind != SYM_CLAUSE))
        return false;
    struct seen of = seen_bare(b, SEEN(list.n->a, list.in));
    struct sense *own = sense_add(b, s.in, SENSE_event, g->symbol);
    struct seen test = seen_bare(b, SEEN(g->b, own));
    if (of.n->symbol != card || test.n->kind != N_BINARY || test.n->number != TOKEN_EQ ||
        test.n->a->symbol != g->symbol)
        return false;
    *out = ref_of(b, SEEN(test.n->b, test.in));
    return out->sort == REF_MEMBER;
}

bool counts_tag(struct builder *b, struct seen s, const struct symbol *card, struct ref *tag) {
    int32_t k;
    s = seen_bare(b, s);
    if (s.n->kind != N_BINARY || (s.n->number != TOKEN_GT && s.n->number != TOKEN_GE)) return false;
    if (!known_number(b, SEEN(s.n->b, s.in), &k) || k != (s.n->number == TOKEN_GE)) return false;
    return printed_count(b, SEEN(s.n->a, s.in), card, tag);
}

/* c.owner == me of a card that lies on the table: whose it is; defined(c.rule): only those that have it. */
static bool owner_condition(struct builder *b, struct seen c, const struct symbol *card, struct count *out) {
    struct spot spot;
    int32_t yes;
    c = seen_bare(b, c);
    if (!c.n || (known_number(b, c, &yes) && yes)) return true;
    if (c.n->kind == N_BINARY && c.n->number == TOKEN_AND)
        return owner_condition(b, SEEN(c.n->a, c.in), card, out) && owner_condition(b, SEEN(c.n->b, c.in), card, out);
    const struct symbol *rule = rule_defined(b, c, card);
    if (rule) return !out->has && (out->has = rule_called(b, rule));
    if (c.n->kind != N_BINARY) return false;
    struct seen value = seen_bare(b, SEEN(c.n->b, c.in));
    if (c.n->number == TOKEN_NE && c.n->a->symbol == card) return names_none(value.n); /* besides none */
    if (c.n->number == TOKEN_IS && c.n->a->symbol == card) {
        if (!c.n->b->symbol || c.n->b->symbol->kind != SYM_KIND) return false;
        return out->in = (struct ref){REF_KIND, c.n->b->symbol->index}, true;
    }
    if (c.n->number != TOKEN_EQ || !spot_of(b, SEEN(c.n->a, c.in), &spot) || spot.var->type.base != VT_PLAYER)
        return false;
    if (!spot.owner.n || seen_bare(b, spot.owner).n->symbol != card) return false;
    return who_counted(b, value, &out->who);
}

/* Cards of a zone or kind: where they are counted and whose they are. */
static bool cards_from(struct builder *b, struct seen source, struct seen where, const struct symbol *card,
                       struct count *out) {
    const struct symbol *zone;
    struct seen s = seen_bare(b, source);
    out->who = WHO_ALL;
    if (zone_of(b, s, &zone, &out->who)) {
        const struct zone_info *z = &b->m->zones.data[zone->index];
        out->of = (struct ref){REF_KIND, z->kind};
        out->in = z->live ? (struct ref){REF_NONE, 0} : (struct ref){REF_ZONE, zone->index};
    } else if (s.n->symbol && s.n->symbol->kind == SYM_KIND && !b->m->kinds.data[s.n->symbol->index].is_space) {
        out->of = out->in = (struct ref){REF_KIND, s.n->symbol->index};
    } else {
        return false;
    }
    if (where.n && !owner_condition(b, where, card, out)) return false;
    return true;
}

static bool space_count(struct builder *b, struct seen source, struct seen where, const struct symbol *s,
                        struct count *out) {
    struct area *at = ARENA_NEW(b->arena, struct area);
    if (!at) return false;
    at->who = WHO_ALL;
    if (!area_of(b, source, at) || !area_where(b, where, s, at)) return false;
    out->of = at->what, out->who = at->who, out->at = at;
    if (at->what.sort != REF_NONE) return true;
    if (!at->is_free) return false;
    return out->of = (struct ref){REF_KIND, source.n->type.of == ANY ? 0 : source.n->type.of}, true;
}

/* sum(s in spaces where s.tile == t: tiles next to s) */
static bool beside_sum(struct builder *b, struct seen s, struct count *out) {
    struct node *g = s.n->a;
    struct area around = {.who = WHO_ALL};
    if (!area_of(b, SEEN(g->a, s.in), &around)) return false;
    struct sense *own = sense_add(b, s.in, SENSE_event, g->symbol);
    if (!area_where(b, SEEN(g->b, own), g->symbol, &around) || around.what.sort == REF_NONE || around.n_near)
        return false;
    struct sense *chosen = sense_add(b, s.in, SENSE_space, g->symbol);
    chosen->place = &around;
    if (!count_of(b, SEEN(s.n->b, chosen), out) || !out->at || !out->at->beside_it) return false;
    struct area *at = ARENA_NEW(b->arena, struct area);
    if (!at) return false;
    *at = *out->at;
    at->beside_it = false;
    at->near[at->n_near++] = (struct beside){around.what, around.who, 1, false};
    return out->at = at, true;
}

/* sum(x in S: ...), count(x in S where ...), count(S) */
static bool aggregate_count(struct builder *b, struct seen s, struct count *out) {
    struct node *g = s.n->a;
    bool bound = g->kind == N_GENERATOR;
    struct seen source = seen_bare(b, SEEN(bound ? g->a : g, s.in));
    const struct symbol *x = bound ? g->symbol : NULL;
    struct type of = x ? x->type : source.n->type;
    struct seen opened;
    bool opens = !bound && seen_open(b, source, &opened);
    if (!bound && (opens || source.n->kind == N_FILTER)) { /* count(def()), count([x in S where ...]) */
        struct node same = {.kind = s.n->kind,
                            .number = s.n->number,
                            .a = opens ? opened.n : source.n->a,
                            .b = s.n->b,
                            .type = s.n->type,
                            .at = s.n->at};
        return aggregate_count(b, SEEN(&same, opens ? opened.in : source.in), out);
    }
    struct sense *own = sense_add(b, s.in, SENSE_event, x);
    struct seen where = SEEN(bound ? g->b : NULL, own);
    if (s.n->number == TOKEN_COUNT && of.base == VT_SPACE) return space_count(b, source, where, x, out);
    if (s.n->number == TOKEN_COUNT) {
        if (!cards_from(b, source, where, x, out)) return false;
        if (out->in.sort == REF_KIND) out->of = out->in, out->in = (struct ref){REF_NONE, 0};
        return true;
    }
    if (!bound || s.n->number != TOKEN_SUM || !s.n->b) return false;
    if (of.base == VT_PLAYER && !g->b) { /* of all of them together */
        own->kind = SENSE_who;
        return who_counted(b, source, &own->who) &&
               (own->who == WHO_ANY ? own->who = WHO_ALL : 0, count_of(b, SEEN(s.n->b, own), out));
    }
    if (of.base == VT_SPACE) return beside_sum(b, s, out);
    struct ref tag;
    if (!cards_from(b, source, where, x, out) || !printed_count(b, SEEN(s.n->b, own), x, &tag)) return false;
    return out->of = tag, true;
}

/* A variable or track as it stands. */
static bool variable_count(struct builder *b, struct seen s, struct count *out) {
    struct spot spot;
    struct node *n = s.n;
    bool laps = n->kind == N_FIELD && n->a->type.base == VT_TRACK && !strcmp(n->name, "laps");
    if (laps) s = seen_bare(b, SEEN(n->a, s.in)), n = s.n;
    if (n->symbol && n->symbol->kind == SYM_TRACK) {
        out->of = (struct ref){laps ? REF_LAPS : REF_TRACK, n->symbol->index};
        out->who = WHO_ME; /* or nobody's */
        return n->kind != N_FIELD || who_counted(b, SEEN(n->a, s.in), &out->who);
    }
    if (!spot_of(b, s, &spot) || var_hidden(spot.var)) return false;
    const struct var_info *v = spot.var;
    out->of = (struct ref){REF_VAR, spot.number};
    out->who = WHO_ME;
    if (v->scope == SCOPE_CARD) {
        bool own = !spot.owner.n || names_this(seen_bare(b, spot.owner).n);
        if (!own || spot.index.n || v->type.base != VT_NUMBER) return false;
        if (b->held.sort != REF_NONE) out->of = b->held;
        return out->who = WHO_ME, out->cube = true;
    }
    if (v->scope == SCOPE_SPACE ||
        (v->scope == SCOPE_PLAYER && (!spot.owner.n || !who_counted(b, spot.owner, &out->who))))
        return false;
    if (!spot.index.n) return v->type.base == VT_NUMBER || v->type.base == VT_BOOL;
    out->of = ref_of(b, spot.index);
    if (spot.number != b->m->stock_var) out->in = (struct ref){REF_VAR, spot.number};
    return out->of.sort != REF_NONE;
}

/* x.total - supply[x]: what has left the supply. */
static bool in_play(struct builder *b, struct seen s, struct count *out) {
    if (s.n->kind != N_BINARY || s.n->number != TOKEN_MINUS) return false;
    struct seen all = seen_bare(b, SEEN(s.n->a, s.in)), left = seen_bare(b, SEEN(s.n->b, s.in));
    if (all.n->kind != N_FIELD || strcmp(all.n->name, "total") || left.n->kind != N_INDEX ||
        !name_is(left.n->a, "supply"))
        return false;
    struct ref x = ref_of(b, SEEN(all.n->a, all.in)), y = ref_of(b, SEEN(left.n->b, left.in));
    out->of = x, out->who = WHO_ALL;
    return x.sort == REF_MEMBER && ref_same(x, y);
}

bool count_of(struct builder *b, struct seen s, struct count *out) {
    struct seen body;
    if (b->steps++ > MAX_STEPS_OF_RULE) return false;
    s = seen_bare(b, s);
    *out = (struct count){.each = 1, .who = WHO_ALL};
    if (s.n->kind == N_AGGREGATE) return aggregate_count(b, s, out);
    if (in_play(b, s, out)) return true;
    if (seen_open(b, s, &body)) return count_of(b, body, out);
    if (s.n->kind == N_NAME || s.n->kind == N_FIELD || s.n->kind == N_INDEX) return variable_count(b, s, out);
    return false;
}

/* ---- numbers */
static bool count_number(struct builder *b, struct seen s, struct number *out) {
    struct count count, *kept;
    if (!count_of(b, s, &count) || !(kept = ARENA_NEW(b->arena, struct count))) return false;
    *kept = count;
    return add_term(b, out, (struct term){1, 0, kept});
}

/* The only term, of something counted one by one. */
static struct count *single_count(struct builder *b, const struct number *n) {
    if (n->n != 1 || n->condition || !n->term[0].per || n->term[0].n != 1) return NULL;
    struct count *copy = ARENA_NEW(b->arena, struct count);
    if (copy) *copy = *n->term[0].per;
    return copy;
}

static bool binary_number(struct builder *b, struct seen s, struct number *out) {
    struct number x = {0}, y = {0};
    int32_t k;
    if (!s.n->b || !number_of(b, SEEN(s.n->a, s.in), &x) || !number_of(b, SEEN(s.n->b, s.in), &y)) return false;
    switch (s.n->number) {
    case TOKEN_PLUS: *out = x; return add_number(b, out, &y, 1);
    case TOKEN_MINUS: *out = x; return add_number(b, out, &y, -1);
    case TOKEN_STAR:
        if (!number_constant(&y, &k)) {
            if (!number_constant(&x, &k)) return false;
            *out = y;
        } else {
            *out = x;
        }
        if (out->condition) return false;
        return number_scale(out, k), true;
    case TOKEN_SLASH: {
        struct count *c = number_constant(&y, &k) && k > 0 ? single_count(b, &x) : NULL;
        if (!c || c->over) return false;
        c->each *= k;
        *out = x;
        return out->term[0].per = c, true;
    }
    default: return false;
    }
}

/* max(0, x - k): what there is beyond k. */
static bool beyond(struct builder *b, struct seen s, struct number *out) {
    int32_t zero;
    struct node *second = s.n->kids ? s.n->kids->next : NULL;
    struct number x = {0};
    if (!second || !known_number(b, SEEN(s.n->kids, s.in), &zero) || zero || !number_of(b, SEEN(second, s.in), &x))
        return false;
    if (x.condition) return false;
    bool minus = x.n == 2 && !x.term[0].per && !x.term[0].x && x.term[0].n < 0;
    if (!minus && x.n != 1) return false;
    struct number counted = {.term = {x.term[x.n - 1]}, .n = 1};
    struct count *c = single_count(b, &counted);
    if (!c || c->each != 1) return false;
    if (minus) c->over = -x.term[0].n;
    counted.term[0].per = c;
    return *out = counted, true;
}

static bool conditional_number(struct builder *b, struct seen s, struct number *out) {
    struct number *other = ARENA_NEW(b->arena, struct number);
    const struct cond *condition;
    if (!other || !cond_of(b, SEEN(s.n->a, s.in), false, &condition)) return false;
    if (!number_of(b, SEEN(s.n->b, s.in), out) || !number_of(b, SEEN(s.n->c, s.in), other)) return false;
    if (out->condition || other->condition) return false;
    out->condition = condition, out->otherwise = other;
    return true;
}

bool number_of(struct builder *b, struct seen s, struct number *out) {
    struct seen body;
    int32_t k;
    *out = (struct number){0};
    if (b->steps++ > MAX_STEPS_OF_RULE) return false;
    s = seen_bare(b, s);
    if (!s.n) return false;
    if (known_number(b, s, &k)) return add_term(b, out, (struct term){k, 0, NULL});
    const struct sense *sense = sense_at(s);
    if (sense && sense->kind == SENSE_number) return add_term(b, out, (struct term){1, sense->x, NULL});
    if (s.n->kind == N_NEGATE)
        return number_of(b, SEEN(s.n->a, s.in), out) && !out->condition && (number_scale(out, -1), true);
    if (s.n->kind == N_COND) return conditional_number(b, s, out);
    if (is_builtin(s.n, BI_max)) return beyond(b, s, out);
    if (s.n->kind == N_FIELD && !strcmp(s.n->name, "n") && s.n->a->type.base == VT_AMOUNT) {
        struct seen of = seen_bare(b, SEEN(s.n->a, s.in));
        bool minus = of.n->kind == N_NEGATE;
        if (minus) of = seen_bare(b, SEEN(of.n->a, of.in));
        if (of.n->kind != N_AMOUNT || !number_of(b, SEEN(of.n->a, of.in), out)) return false;
        if (minus) number_scale(out, -1);
        return true;
    }
    if (s.n->kind == N_AGGREGATE && s.n->number == TOKEN_COUNT && s.n->a->kind != N_GENERATOR) {
        const struct sense *taken = sense_at(seen_bare(b, SEEN(s.n->a, s.in)));
        if (taken && taken->kind == SENSE_card) return *out = taken->card->n, true;
    }
    if (s.n->kind == N_BINARY && !in_play(b, s, &(struct count){0})) return binary_number(b, s, out);
    if (seen_open(b, s, &body)) return number_of(b, body, out);
    return count_number(b, s, out);
}

/* ---- conditions */
static bool bound_of(struct builder *b, const struct number *n, int more, const struct number **out) {
    struct number *kept = ARENA_NEW(b->arena, struct number);
    if (!kept) return false;
    *kept = *n;
    *out = kept;
    return add_term(b, kept, (struct term){more, 0, NULL});
}

static int64_t contrary(int64_t op) {
    switch (op) {
    case TOKEN_LT: return TOKEN_GE;
    case TOKEN_LE: return TOKEN_GT;
    case TOKEN_GT: return TOKEN_LE;
    case TOKEN_GE: return TOKEN_LT;
    case TOKEN_EQ: return TOKEN_NE;
    default: return TOKEN_EQ;
    }
}

static bool bounds(struct builder *b, int64_t op, const struct number *right, struct cond *out) {
    switch (op) {
    case TOKEN_GE: return bound_of(b, right, 0, &out->min);
    case TOKEN_GT: return bound_of(b, right, 1, &out->min);
    case TOKEN_LE: return bound_of(b, right, 0, &out->max);
    case TOKEN_LT: return bound_of(b, right, -1, &out->max);
    case TOKEN_EQ: return bound_of(b, right, 0, &out->max) && (!right->n || bound_of(b, right, 0, &out->min));
    default: return false;
    }
}

static bool comparison(struct builder *b, struct seen s, bool negate, struct cond *out) {
    struct number x = {0}, y = {0};
    int64_t op = negate ? contrary(s.n->number) : s.n->number;
    if (!number_of(b, SEEN(s.n->a, s.in), &x) || !number_of(b, SEEN(s.n->b, s.in), &y)) return false;
    if (x.condition || y.condition || x.n != 1 || !x.term[0].per || x.term[0].n != 1 || x.term[0].per->each != 1)
        return false;
    out->count = *x.term[0].per;
    return !out->count.over && bounds(b, op, &y, out);
}

/* any(n in near(s): n.tile == t), all(n in near(s): n.cube == none), any(s in land where s.tile == t: ...). */
static bool some_space(struct builder *b, struct seen s, bool negate, struct cond *out) {
    struct node *g = s.n->a, *what = s.n->b ? s.n->b : g->b;
    struct area *at = ARENA_NEW(b->arena, struct area);
    bool all = s.n->number == TOKEN_ALL, both = s.n->b && g->b;
    if (!at || g->kind != N_GENERATOR || !what || (both && all) || g->symbol->type.base != VT_SPACE) return false;
    const struct node *is = node_bare(what);
    struct node no = {.kind = N_NOT, .a = what};
    struct node ne = {.kind = N_BINARY, .number = TOKEN_NE, .a = is->a, .b = is->b, .type = is->type};
    if (all) what = is->kind == N_BINARY && is->number == TOKEN_EQ ? &ne : &no; /* none of them is not */
    at->who = WHO_ALL;
    struct sense *own = sense_add(b, s.in, SENSE_event, g->symbol);
    if (!area_of(b, SEEN(g->a, s.in), at) || (both && !area_where(b, SEEN(g->b, own), g->symbol, at)) ||
        !area_where(b, SEEN(what, own), g->symbol, at) || at->what.sort == REF_NONE)
        return false;
    out->count = (struct count){.of = at->what, .who = at->who, .each = 1, .at = at};
    return bounds(b, all != negate ? TOKEN_LE : TOKEN_GE,
                  &(struct number){.term = {{1, 0, NULL}}, .n = all != negate ? 0 : 1}, out);
}

static bool one_cond(struct builder *b, struct seen s, bool negate, struct cond *out) {
    struct seen body;
    s = seen_bare(b, s);
    if (b->steps++ > MAX_STEPS_OF_RULE) return false;
    *out = (struct cond){0};
    if (s.n->kind == N_NOT) return one_cond(b, SEEN(s.n->a, s.in), !negate, out);
    if (s.n->kind == N_BINARY && s.n->number >= TOKEN_EQ && s.n->number <= TOKEN_GE && s.n->a->type.base != VT_PLAYER)
        return comparison(b, s, negate, out);
    if (s.n->kind == N_AGGREGATE && (s.n->number == TOKEN_ANY || s.n->number == TOKEN_ALL))
        return some_space(b, s, negate, out);
    if (seen_open(b, s, &body)) return one_cond(b, body, negate, out);
    if (s.n->type.base == VT_BOOL && count_of(b, s, &out->count))
        return bounds(b, negate ? TOKEN_LE : TOKEN_GE, &(struct number){.term = {{1, 0, NULL}}, .n = negate ? 0 : 1},
                      out);
    return false;
}

bool cond_of(struct builder *b, struct seen s, bool negate, const struct cond **out) {
    struct seen body;
    int32_t yes;
    s = seen_bare(b, s);
    *out = NULL;
    if (b->steps++ > MAX_STEPS_OF_RULE) return false;
    if (known_number(b, s, &yes)) return (yes != 0) != negate;
    if (s.n->kind == N_NOT) return cond_of(b, SEEN(s.n->a, s.in), !negate, out);
    bool both = s.n->kind == N_BINARY && s.n->number == (negate ? TOKEN_OR : TOKEN_AND);
    if (!both && seen_open(b, s, &body)) return cond_of(b, body, negate, out);
    struct cond *made = ARENA_NEW(b->arena, struct cond);
    if (!made) return false;
    if (!both) return *out = made, one_cond(b, s, negate, made);
    const struct cond *first, *second;
    if (!cond_of(b, SEEN(s.n->a, s.in), negate, &first) || !cond_of(b, SEEN(s.n->b, s.in), negate, &second))
        return false;
    if (!first || !second) return *out = first ? first : second, true;
    struct cond *last = made;
    for (*made = *first; last->next; last = (struct cond *)(uintptr_t)last->next) {
    }
    last->next = second; /* the nodes of `first` are this condition's own */
    return *out = made, true;
}

bool build_condition(struct builder *b, struct node *n, const struct cond **out) {
    return cond_of(b, SEEN(n, NULL), false, out);
}
