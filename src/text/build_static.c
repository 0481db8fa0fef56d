/* build_static.c: what is known of an expression without playing, and what its names stand for.
 *
 * Arguments are put in for parameters, options and seats decide conditions, functions are looked into; what is printed
 * on cards and spaces is known. Values that cards can adjust are what they are without any card. */
#include "text/build_inside.h"

#include "base/bits.h"
#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <string.h>

bool is_builtin(const struct node *call, int which) {
    return call && call->kind == N_CALL && call->symbol && call->symbol->kind == SYM_BUILTIN &&
           call->symbol->index == which;
}

bool ref_same(struct ref a, struct ref b) {
    return a.sort == b.sort && a.index == b.index;
}

bool refs_add(struct refs *list, struct ref r) {
    if (list->n == MAX_REFS) return false;
    list->ref[list->n++] = r;
    return true;
}

/* ---- names */
const struct sense *sense_of(const struct sense *scope, const struct symbol *s) {
    while (scope && scope->symbol != s)
        scope = scope->outer;
    return scope;
}

struct sense *sense_add(struct builder *b, const struct sense *outer, enum sense_kind kind, const struct symbol *s) {
    struct sense *made = ARENA_NEW(b->arena, struct sense);
    if (!made) made = b->spare;
    *made = (struct sense){.kind = kind, .symbol = s, .outer = made == b->spare ? NULL : outer};
    return made;
}

const struct sense *sense_at(struct seen s) {
    return names_local(s.n) ? sense_of(s.in, s.n->symbol) : NULL;
}

static bool called(struct builder *b, struct node *n, struct function **out) {
    if (n->kind != N_CALL && n->kind != N_NAME) return false;
    if (!n->symbol || (n->symbol->kind != SYM_DEF && n->symbol->kind != SYM_VALUE)) return false;
    *out = b->m->functions.data[n->symbol->index];
    return true;
}

const struct sense *sense_bind(struct builder *b, struct symbol **params, int n, struct node *args,
                               const struct sense *in) {
    struct bound bound;
    const struct sense *scope = NULL;
    if (!bind_arguments(b->m, params, n, args, args, false, &bound)) return NULL;
    for (int i = 0; i < n; i++) {
        bool list = i == bound.list_param;
        struct sense *s = sense_add(b, scope, list ? SENSE_list : SENSE_node, params[i]);
        s->node = bound.value[i], s->deflt = bound.deflt[i];
        s->in = bound.deflt[i] ? scope : in; /* a default is read inside, with the parameters before it */
        if (list) {
            struct node **items = ARENA_ARRAY(b->arena, struct node *, (size_t)bound.n_list + 1);
            for (int k = 0; items && k < bound.n_list; k++)
                items[k] = bound.list[k];
            s->list = items, s->n_list = items ? bound.n_list : 0;
        }
        scope = s;
    }
    return scope ? scope : sense_add(b, NULL, SENSE_event, NULL); /* no parameters: nothing of the caller is known */
}

bool seen_open(struct builder *b, struct seen s, struct seen *body) {
    struct function *f;
    if (!called(b, s.n, &f) || !f->node->c || b->steps++ > MAX_STEPS_OF_RULE) return false;
    const struct sense *scope = sense_bind(b, f->params, f->n_params, s.n->kind == N_CALL ? s.n->kids : NULL, s.in);
    *body = SEEN(f->node->c, scope);
    return scope != NULL;
}

struct seen seen_bare(struct builder *b, struct seen s) {
    int32_t yes;
    for (int guard = 0; guard < 64; guard++) {
        s.n = node_bare(s.n);
        const struct sense *sense = sense_at(s);
        if (sense && sense->kind == SENSE_node && sense->node) {
            s = SEEN(sense->node, sense->in);
        } else if (s.n && s.n->kind == N_COND && known_number(b, SEEN(s.n->a, s.in), &yes)) {
            s.n = yes ? s.n->b : s.n->c;
        } else {
            struct node *value = s.n && s.n->kind == N_NAME ? option_value(b->m, s.n) : s.n;
            if (value == s.n) break;
            s.n = value;
        }
    }
    return s;
}

/* ---- what is printed */
static int member_number(const struct model *m, const struct symbol *s) {
    return m->enums.data[s->type.of].first + s->index;
}

/* What was written for an attribute of that type: names in it are resolved by what is wanted. */
bool known_printed(struct builder *b, struct node *n, struct type t, struct known *out) {
    const struct model *m = b->m;
    int32_t v;
    t.flags = 0;
    if (!constant_value(b->m, n, t, &v)) return false;
    if (t.base != VT_NUMBER && t.base != VT_BOOL && v == NONE) return *out = (struct known){KNOWN_none, NONE, 0}, true;
    switch (t.base) {
    case VT_MEMBER: return *out = (struct known){KNOWN_member, m->enums.data[t.of].first + v, 0}, t.of != ANY;
    case VT_CARD: return *out = (struct known){KNOWN_card, v, 0}, true;
    case VT_SPACE: return *out = (struct known){KNOWN_space, v, 0}, true;
    case VT_NUMBER:
    case VT_BOOL: return *out = (struct known){KNOWN_number, v, 0}, true;
    default: return known_of(b, SEEN(n, NULL), out);
    }
}

/* The argument for an attribute of a card or space; a list parameter gives its items. */
static int printed_items(struct builder *b, int kind, struct node *args, const char *name, struct known *out, int cap) {
    struct printed printed;
    int n = -1;
    printed_open(b->m, kind, args, &printed);
    if (!printed_bind(b->m, &printed, args ? args : b->m->file, false)) return -1;
    for (int i = 0; i < printed.n; i++) {
        const struct bound *bound = &printed.bound;
        if (strcmp(printed.params[i]->name, name)) continue;
        bool list = i == bound->list_param;
        int items = list ? bound->n_list : bound->value[i] ? 1 : 0;
        for (n = 0; n < items && n < cap; n++)
            if (!known_printed(b, list ? bound->list[n] : bound->value[i], printed.params[i]->type, &out[n])) return -1;
        return n;
    }
    return n;
}

static struct node *clause_given(const struct card_info *card, const char *name) {
    for (struct node *k = card->node->b ? card->node->b->kids : NULL; k; k = k->next)
        if (k->kind == N_CLAUSE && !strcmp(k->name, name)) return k;
    return NULL;
}

static int field_items(struct builder *b, struct seen s, struct known *out, int cap) {
    struct known base;
    const struct symbol *symbol = s.n->symbol;
    if (!symbol || (symbol->kind != SYM_ATTRIBUTE && symbol->kind != SYM_CLAUSE)) return -1;
    struct node *of = s.n->kind == N_FIELD ? s.n->a : NULL;
    if (of ? !known_of(b, SEEN(of, s.in), &base) : b->card < 0) return -1;
    if (!of) base = (struct known){KNOWN_card, b->card, 0};
    if (base.sort == KNOWN_space) {
        const struct space_info *space = &b->m->spaces.data[base.v];
        return printed_items(b, space->kind, space->args, s.n->name, out, cap);
    }
    if (base.sort != KNOWN_card) return -1;
    const struct card_info *card = &b->m->cards.data[base.v];
    if (symbol->kind == SYM_ATTRIBUTE) return printed_items(b, card->kind, card->node->kids, s.n->name, out, cap);
    struct node *given = clause_given(card, s.n->name), *value = given ? clause_expression(given) : symbol->node->c;
    return value && known_of(b, SEEN(value, NULL), out) ? 1 : -1;
}

/* ---- facts */
static bool compared(int64_t op, int32_t x, int32_t y, int32_t *out) {
    switch (op) {
    case TOKEN_EQ: return *out = x == y, true;
    case TOKEN_NE: return *out = x != y, true;
    case TOKEN_LT: return *out = x < y, true;
    case TOKEN_LE: return *out = x <= y, true;
    case TOKEN_GT: return *out = x > y, true;
    case TOKEN_GE: return *out = x >= y, true;
    case TOKEN_PLUS: return *out = (int32_t)((int64_t)x + y), true;
    case TOKEN_MINUS: return *out = (int32_t)((int64_t)x - y), true;
    case TOKEN_STAR: return *out = (int32_t)((int64_t)x * y), true;
    case TOKEN_SLASH: return y ? *out = x / y, true : false;
    default: return false;
    }
}

static bool logic_fact(struct builder *b, struct seen s, int32_t *out) {
    bool both = s.n->number == TOKEN_AND;
    int32_t x, y;
    bool known = known_number(b, SEEN(s.n->a, s.in), &x);
    if (known && (x != 0) != both) return *out = !both, true;
    if (!known_number(b, SEEN(s.n->b, s.in), &y)) return false;
    if ((y != 0) != both) return *out = !both, true;
    return known ? *out = both, true : false;
}

static bool contains(struct builder *b, struct seen s, int32_t *out) {
    struct known x, *all = ARENA_ARRAY(b->arena, struct known, MAX_STATIC);
    if (!all || !known_of(b, SEEN(s.n->a, s.in), &x)) return false;
    int n = known_members(b, SEEN(s.n->b, s.in), all, MAX_STATIC);
    if (n < 0) return false;
    *out = 0;
    for (int i = 0; i < n; i++)
        *out |= all[i].sort == x.sort && all[i].v == x.v;
    *out = *out == (s.n->number == TOKEN_IN);
    return true;
}

static bool kind_fact(struct builder *b, struct seen s, int32_t *out) {
    struct known x;
    if (!s.n->b->symbol || s.n->b->symbol->kind != SYM_KIND || !known_of(b, SEEN(s.n->a, s.in), &x)) return false;
    if (x.sort != KNOWN_space && x.sort != KNOWN_card) return false;
    int kind = x.sort == KNOWN_space ? b->m->spaces.data[x.v].kind : b->m->cards.data[x.v].kind;
    return *out = kind_is(b->m, kind, s.n->b->symbol->index), true;
}

static bool binary_fact(struct builder *b, struct seen s, int32_t *out) {
    struct known x, y;
    if (s.n->number == TOKEN_AND || s.n->number == TOKEN_OR) return logic_fact(b, s, out);
    if (s.n->number == TOKEN_IN || s.n->number == TOKEN_NOT) return contains(b, s, out);
    if (s.n->number == TOKEN_IS) return kind_fact(b, s, out);
    if (!s.n->b || !known_of(b, SEEN(s.n->a, s.in), &x) || !known_of(b, SEEN(s.n->b, s.in), &y)) return false;
    if (x.sort == KNOWN_none || y.sort == KNOWN_none) {
        bool same = x.sort == y.sort || (x.sort != KNOWN_number && y.sort != KNOWN_number && x.v == y.v);
        return compared(s.n->number, same, 1, out);
    }
    return x.sort == y.sort && compared(s.n->number, x.v, y.v, out);
}

/* count, sum, any, all over members that are known. */
static bool aggregate_fact(struct builder *b, struct seen s, int32_t *out) {
    struct node *g = s.n->a;
    bool bound = g->kind == N_GENERATOR;
    struct known *all = ARENA_ARRAY(b->arena, struct known, MAX_STATIC);
    int n = all ? known_members(b, SEEN(bound ? g->a : g, s.in), all, MAX_STATIC) : -1;
    int32_t sum = 0, any = 0, every = 1;
    for (int i = 0; i < n; i++) {
        struct sense *x = sense_add(b, s.in, SENSE_known, bound ? g->symbol : NULL);
        int32_t yes = 1, value = 1;
        x->known = all[i];
        if (bound && g->b && !known_number(b, SEEN(g->b, x), &yes)) return false;
        if (yes && s.n->b && !known_number(b, SEEN(s.n->b, x), &value)) return false;
        if (yes) sum += value, any |= value != 0, every &= value != 0;
    }
    if (n < 0) return false;
    switch (s.n->number) {
    case TOKEN_COUNT:
    case TOKEN_SUM: return *out = sum, true;
    case TOKEN_ANY: return *out = any, true;
    case TOKEN_ALL: return *out = every, true;
    default: return false;
    }
}

static bool name_fact(struct builder *b, struct seen s, struct known *out) {
    const struct sense *sense = sense_at(s);
    const struct symbol *symbol = s.n->symbol;
    if (sense) return sense->kind == SENSE_known ? *out = sense->known, true : false;
    if (names_none(s.n)) return *out = (struct known){KNOWN_none, NONE, 0}, true;
    if (names_this(s.n) && b->card >= 0) return *out = (struct known){KNOWN_card, b->card, 0}, true;
    if (!symbol) return false;
    if (symbol == b->assumed && symbol->kind == SYM_VAR)
        return *out = (struct known){KNOWN_number, b->assumed_value, 0}, true;
    switch (symbol->kind) {
    case SYM_MEMBER: return *out = (struct known){KNOWN_member, member_number(b->m, symbol), 0}, true;
    case SYM_INSTANCE: return *out = (struct known){KNOWN_card, symbol->index, 0}, true;
    case SYM_SPACE: return *out = (struct known){KNOWN_space, symbol->index, 0}, true;
    default: return false;
    }
}

static bool field_fact(struct builder *b, struct seen s, struct known *out) {
    struct known base;
    struct seen of = seen_bare(b, SEEN(s.n->a, s.in));
    bool unit = !strcmp(s.n->name, "unit");
    if (s.n->a->type.base == VT_TRACK && of.n->symbol && of.n->symbol->kind == SYM_TRACK) {
        const struct track_info *t = &b->m->tracks.data[of.n->symbol->index];
        int v = !strcmp(s.n->name, "step") ? t->step : !strcmp(s.n->name, "low") ? t->low : t->high;
        return *out = (struct known){KNOWN_number, v, 0}, strcmp(s.n->name, "laps") != 0;
    }
    if (s.n->a->type.base == VT_AMOUNT && !s.n->symbol) {
        if (of.n->kind == N_NEGATE && unit) of = seen_bare(b, SEEN(of.n->a, of.in));
        if (of.n->kind == N_AMOUNT) return known_of(b, SEEN(unit ? of.n->b : of.n->a, of.in), out);
        if (!known_of(b, of, &base) || base.sort != KNOWN_amount) return false;
        *out = unit ? (struct known){KNOWN_member, base.v, 0} : (struct known){KNOWN_number, base.n, 0};
        return true;
    }
    return field_items(b, s, out, 1) == 1;
}

static bool amount_fact(struct builder *b, struct seen s, struct known *out) {
    struct known n, unit;
    if (!known_of(b, SEEN(s.n->a, s.in), &n) || !known_of(b, SEEN(s.n->b, s.in), &unit)) return false;
    if (n.sort != KNOWN_number || unit.sort != KNOWN_member) return false;
    return *out = (struct known){KNOWN_amount, unit.v, n.v}, true;
}

bool known_of(struct builder *b, struct seen s, struct known *out) {
    struct seen body;
    if (b->steps++ > MAX_STEPS_OF_RULE) return false;
    s = seen_bare(b, s);
    if (!s.n) return false;
    *out = (struct known){KNOWN_number, 0, 0};
    if (constant_number(b->m, s.n, &out->v)) return true;
    switch (s.n->kind) {
    case N_NAME:
        if (name_fact(b, s, out)) return true;
        if (s.n->symbol && (s.n->symbol->kind == SYM_ATTRIBUTE || s.n->symbol->kind == SYM_CLAUSE))
            return field_items(b, s, out, 1) == 1;
        break;
    case N_AMOUNT: return amount_fact(b, s, out);
    case N_FIELD: return field_fact(b, s, out);
    case N_NOT: return known_number(b, SEEN(s.n->a, s.in), &out->v) ? out->v = !out->v, true : false;
    case N_NEGATE: return known_number(b, SEEN(s.n->a, s.in), &out->v) ? out->v = -out->v, true : false;
    case N_BINARY: return binary_fact(b, s, &out->v);
    case N_AGGREGATE: return aggregate_fact(b, s, &out->v);
    default: break;
    }
    return seen_open(b, s, &body) && known_of(b, body, out);
}

bool known_number(struct builder *b, struct seen s, int32_t *out) {
    struct known f;
    if (!known_of(b, s, &f) || f.sort != KNOWN_number) return false;
    *out = f.v;
    return true;
}

/* ---- sets of known things */
static int named_members(struct builder *b, struct seen s, struct known *out, int cap) {
    const struct symbol *symbol = s.n->symbol;
    struct model *m = b->m;
    int n = 0;
    for (const struct symbol *named = symbol ? NULL : model_find(m, s.n->name); named && !symbol; named = named->same)
        if (named->kind == SYM_BOARD)
            symbol = named; /* what an option stands for was written where no board was meant */
    if (!symbol) return -1;
    if (symbol->kind == SYM_ENUM) {
        for (; n < m->enums.data[symbol->index].n && n < cap; n++)
            out[n] = (struct known){KNOWN_member, m->enums.data[symbol->index].first + n, 0};
        return n;
    }
    bool kind = symbol->kind == SYM_KIND && m->kinds.data[symbol->index].is_space;
    if (!kind && (symbol->kind != SYM_BOARD || m->boards.data[symbol->index].owner != NONE)) return -1;
    for (size_t i = 0; i < m->spaces.n && n < cap; i++) {
        const struct space_info *space = &m->spaces.data[i];
        bool in = kind ? kind_is(m, space->kind, symbol->index) && m->boards.data[space->board].in_use
                       : space->board == symbol->index;
        if (in) out[n++] = (struct known){KNOWN_space, (int)i, 0};
    }
    return n;
}

/* board.row(3) */
static int row_members(struct builder *b, struct seen s, struct known *out, int cap) {
    struct node *what = s.n->a;
    int32_t row;
    int n = 0;
    if (what->kind != N_FIELD || what->a->type.base != VT_BOARD || !s.n->kids) return -1;
    if (b->m->boards.data[what->a->type.of].owner != NONE) return -1;
    bool column = !strcmp(what->name, "column");
    if ((!column && strcmp(what->name, "row")) || !known_number(b, SEEN(s.n->kids, s.in), &row)) return -1;
    for (size_t i = 0; i < b->m->spaces.n && n < cap; i++) {
        const struct space_info *space = &b->m->spaces.data[i];
        if (space->board == (int)what->a->type.of && (column ? space->col : space->row) + 1 == row)
            out[n++] = (struct known){KNOWN_space, (int)i, 0};
    }
    return n;
}

int known_members(struct builder *b, struct seen set, struct known *out, int cap) {
    struct seen s = seen_bare(b, set), body;
    int n = 0;
    if (!s.n || b->steps++ > MAX_STEPS_OF_RULE) return -1;
    switch (s.n->kind) {
    case N_SET:
        for (struct node *k = s.n->kids; k; k = k->next)
            if (n == cap || !known_of(b, SEEN(k, s.in), &out[n++])) return -1;
        return n;
    case N_FILTER: {
        int all = known_members(b, SEEN(s.n->a->a, s.in), out, cap);
        for (int i = 0; i < all; i++) {
            struct sense *x = sense_add(b, s.in, SENSE_known, s.n->a->symbol);
            int32_t yes = 1;
            x->known = out[i];
            if (s.n->a->b && !known_number(b, SEEN(s.n->a->b, x), &yes)) return -1;
            if (yes) out[n++] = out[i];
        }
        return all < 0 ? -1 : n;
    }
    case N_NAME: n = named_members(b, s, out, cap); break;
    case N_FIELD: n = field_items(b, s, out, cap); break;
    case N_CALL: n = row_members(b, s, out, cap); break;
    default: return -1;
    }
    return n < 0 && seen_open(b, s, &body) ? known_members(b, body, out, cap) : n;
}

struct ref known_ref(struct known k) {
    if (k.sort == KNOWN_member) return (struct ref){REF_MEMBER, k.v};
    if (k.sort == KNOWN_card) return (struct ref){REF_CARD, k.v};
    return (struct ref){REF_NONE, 0};
}

struct ref ref_of(struct builder *b, struct seen s) {
    struct known f;
    s = seen_bare(b, s);
    const struct sense *sense = sense_at(s);
    if (sense && sense->kind == SENSE_member) return sense->ref;
    const struct symbol *symbol = s.n->kind == N_NAME || s.n->kind == N_FIELD ? s.n->symbol : NULL;
    if (symbol && symbol->kind == SYM_TRACK) return (struct ref){REF_TRACK, symbol->index};
    if (symbol && symbol->kind == SYM_KIND) return (struct ref){REF_KIND, symbol->index};
    if (s.n->kind == N_FIELD && !strcmp(s.n->name, "unit") && s.n->a->type.base == VT_AMOUNT) {
        struct seen of = seen_bare(b, SEEN(s.n->a, s.in));
        while (of.n->kind == N_NEGATE)
            of = seen_bare(b, SEEN(of.n->a, of.in));
        if (of.n->kind == N_AMOUNT) return ref_of(b, SEEN(of.n->b, of.in));
    }
    return known_of(b, s, &f) ? known_ref(f) : (struct ref){REF_NONE, 0};
}

/* ---- alike */
/* Two names bound at the same place of x and y are the same: each is given the same fact. */
static bool bound_same(struct builder *b, struct seen x, struct seen y) {
    struct sense *xs = sense_add(b, x.in, SENSE_event, x.n->symbol), *ys = sense_add(b, y.in, SENSE_event, y.n->symbol);
    xs->place = ys->place = (const struct area *)(const void *)xs; /* one address for both */
    if (!seen_same(b, SEEN(x.n->a, x.in), SEEN(y.n->a, y.in))) return false;
    if (!x.n->b != !y.n->b) return false;
    return !x.n->b || seen_same(b, SEEN(x.n->b, xs), SEEN(y.n->b, ys));
}

bool seen_same(struct builder *b, struct seen x, struct seen y) {
    struct seen body;
    if (b->steps++ > MAX_STEPS_OF_RULE) return false;
    if (!x.n || !y.n) return x.n == y.n;
    x = seen_bare(b, x), y = seen_bare(b, y);
    const struct sense *xs = sense_at(x), *ys = sense_at(y);
    if (xs || ys) return xs && ys && (xs == ys || (xs->place && xs->place == ys->place && xs->kind == SENSE_event));
    if (seen_open(b, x, &body)) return seen_same(b, body, y);
    if (seen_open(b, y, &body)) return seen_same(b, x, body);
    if (x.n->kind != y.n->kind) return false;
    if (x.n->kind == N_GENERATOR) return bound_same(b, x, y);
    if (x.n->number != y.n->number || x.n->symbol != y.n->symbol) return false;
    if (x.n->kind == N_NAME) return x.n->name == y.n->name || !strcmp(x.n->name, y.n->name);
    if (x.n->kind == N_FIELD && strcmp(x.n->name, y.n->name)) return false;
    struct node *k = x.n->kids, *l = y.n->kids;
    for (; k && l; k = k->next, l = l->next)
        if (!seen_same(b, SEEN(k, x.in), SEEN(l, y.in))) return false;
    return !k && !l && seen_same(b, SEEN(x.n->a, x.in), SEEN(y.n->a, y.in)) &&
           seen_same(b, SEEN(x.n->b, x.in), SEEN(y.n->b, y.in)) && seen_same(b, SEEN(x.n->c, x.in), SEEN(y.n->c, y.in));
}

/* ---- players and variables */
bool who_of(struct builder *b, struct seen player, enum who *out) {
    struct seen s = seen_bare(b, player);
    const struct sense *sense = sense_at(s);
    if (sense && sense->kind == SENSE_who) return *out = sense->who, true;
    if (names_me(s.n)) return *out = WHO_ME, true;
    if (s.n->symbol && s.n->symbol->kind == SYM_BUILTIN && s.n->symbol->index == BI_others)
        return *out = WHO_OTHERS, true;
    if (s.n->symbol && s.n->symbol->kind == SYM_BUILTIN && s.n->symbol->index == BI_players)
        return *out = WHO_ANY, true;
    return false;
}

/* Of whom something is counted: one player whom somebody chooses is nobody yet. */
bool who_counted(struct builder *b, struct seen player, enum who *out) {
    const struct sense *sense = sense_at(seen_bare(b, player));
    return !(sense && sense->kind == SENSE_who && sense->used) && who_of(b, player, out);
}

bool var_hidden(const struct var_info *v) {
    struct node *look = v->node ? argument_named(v->node->kids, "look") : NULL;
    return !v->node || v->internal || (look && name_is(look, "none"));
}

bool spot_of(struct builder *b, struct seen s, struct spot *out) {
    *out = (struct spot){0};
    s = seen_bare(b, s);
    if (s.n->kind == N_INDEX) {
        out->index = SEEN(s.n->b, s.in);
        s.n = node_bare(s.n->a);
    }
    if (!s.n->symbol || s.n->symbol->kind != SYM_VAR) return false;
    if (s.n->kind == N_FIELD) out->owner = SEEN(s.n->a, s.in);
    out->number = s.n->symbol->index;
    out->var = &b->m->vars.data[out->number];
    return true;
}
