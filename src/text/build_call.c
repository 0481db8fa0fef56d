/* build_call.c: calls become phrases: built-in verbs, payment, rules of other cards, and verbs of the game, which are
 * opened with their arguments put in. */
#include "text/build_inside.h"

#include "lang/model/builtins.h"
#include "lang/model/look.h"
#include "lang/parse/token.h"

#include <string.h>

/* ---- amounts */
static bool add_amount(struct amount *out, int *n, struct number number, struct ref of) {
    if (*n == MAX_AMOUNTS || of.sort == REF_NONE) return false;
    out[(*n)++] = (struct amount){number, of};
    return true;
}

/* 2 money * n: so many times. */
static bool times(struct builder *b, struct seen s, struct amount *out, int *n, bool *upto) {
    int first = *n;
    struct number k;
    int32_t each;
    if (!number_of(b, SEEN(s.n->b, s.in), &k) || k.condition || !amounts_in(b, SEEN(s.n->a, s.in), out, n, upto))
        return false;
    for (int i = first; i < *n; i++) {
        if (!number_constant(&out[i].n, &each)) return false;
        out[i].n = k;
        number_scale(&out[i].n, each);
    }
    return true;
}

/* upto min(k, what fits): up to k. */
static struct seen at_most(struct builder *b, struct seen s, bool upto) {
    struct seen bare = seen_bare(b, s);
    return upto && is_builtin(bare.n, BI_min) ? SEEN(bare.n->kids, bare.in) : s;
}

bool amounts_in(struct builder *b, struct seen s, struct amount *out, int *n, bool *upto) {
    int first = *n;
    struct number number;
    const struct sense *list = sense_at(SEEN(node_bare(s.n), s.in));
    if (list && list->kind == SENSE_list) {
        for (int i = 0; i < list->n_list; i++)
            if (!amounts_in(b, SEEN(list->list[i], list->in), out, n, upto)) return false;
        return true;
    }
    s = seen_bare(b, s);
    const struct sense *sense = sense_at(s);
    if (sense && sense->kind == SENSE_taken) {
        for (int i = 0; i < sense->phrase->n_a; i++)
            if (!add_amount(out, n, sense->phrase->a[i].n, sense->phrase->a[i].of)) return false;
        return *upto = sense->phrase->upto, true;
    }
    switch (s.n->kind) {
    case N_UPTO: return *upto = true, amounts_in(b, SEEN(s.n->a, s.in), out, n, upto);
    case N_NEGATE:
        if (!amounts_in(b, SEEN(s.n->a, s.in), out, n, upto)) return false;
        for (int i = first; i < *n; i++)
            number_scale(&out[i].n, -1);
        return true;
    case N_BINARY: return s.n->number == TOKEN_STAR && times(b, s, out, n, upto);
    case N_AMOUNT:
        if (!number_of(b, at_most(b, SEEN(s.n->a, s.in), *upto), &number)) return false;
        if (sense_at(seen_bare(b, SEEN(s.n->b, s.in)))) b->unit = sense_at(seen_bare(b, SEEN(s.n->b, s.in)));
        return add_amount(out, n, number, ref_of(b, SEEN(s.n->b, s.in)));
    default: break;
    }
    struct known f;
    if (!known_of(b, s, &f) || f.sort != KNOWN_amount) return false;
    return add_amount(out, n, (struct number){.term = {{f.n, 0, NULL}}, .n = 1}, (struct ref){REF_MEMBER, f.v});
}

/* All positional arguments; a 0 of something is nothing. */
static bool amounts_of(struct builder *b, struct seen call, struct tree *p) {
    int32_t k;
    b->unit = NULL;
    for (struct node *a = call.n->kids; a; a = a->next)
        if (a->kind != N_ARG && !amounts_in(b, SEEN(a, call.in), p->a, &p->n_a, &p->upto)) return false;
    int kept = 0;
    for (int i = 0; i < p->n_a; i++)
        if (!number_constant(&p->a[i].n, &k) || k) p->a[kept++] = p->a[i];
    p->n_a = kept;
    return true;
}

static bool by_whom(struct builder *b, struct seen call, struct tree *p) {
    struct node *who = argument_named(call.n->kids, p->verb == TREE_gain ? "to" : "by");
    return !who || who_of(b, SEEN(who, call.in), &p->who);
}

static bool gain_of(struct builder *b, struct seen call, bool gain, struct trees *out) {
    struct tree p = {.verb = gain ? TREE_gain : TREE_lose, .at = call.n};
    if (!amounts_of(b, call, &p) || !by_whom(b, call, &p)) return false;
    if (!p.n_a) return true;
    struct node *by = gain ? NULL : argument_named(call.n->kids, "by");
    const struct sense *who = by ? sense_at(seen_bare(b, SEEN(by, call.in))) : NULL;
    struct node *to = gain ? argument_named(call.n->kids, "to") : NULL;
    if (to) who = sense_at(seen_bare(b, SEEN(to, call.in)));
    for (int i = 0; i < p.n_a; i++)
        if (!sense_meets(who, b->m->stock_var, p.a[i].of, !gain)) return false;
    if (!sense_meets(b->unit, b->m->stock_var, p.a[0].of, !gain)) return false;
    struct tree *kept = ARENA_NEW(b->arena, struct tree);
    struct sense *taken = sense_add(b, NULL, SENSE_taken, NULL);
    if (!kept) return false;
    *kept = p;
    taken->phrase = kept;
    if (gain) p.upto = false; /* as much as the supply has: that is so of everything */
    if (!put_changes(b, out, &p)) return false;
    b->result = taken;
    return true;
}

/* pay(3 money * count(k)), of cards that are looked at: what each of them costs. */
static bool price_of_kept(struct builder *b, struct seen call, bool *good) {
    struct seen s = call.n->kids ? seen_bare(b, SEEN(call.n->kids, call.in)) : (struct seen){0};
    bool upto = false;
    int n = 0;
    if (!b->looking || !s.n || s.n->kind != N_BINARY || s.n->number != TOKEN_STAR) return false;
    struct seen k = seen_bare(b, SEEN(s.n->b, s.in));
    if (k.n->kind != N_AGGREGATE || k.n->number != TOKEN_COUNT) return false;
    const struct sense *kept = sense_at(seen_bare(b, SEEN(k.n->a, k.in)));
    if (!kept || kept->kind != SENSE_kept) return false;
    *good = amounts_in(b, SEEN(s.n->a, s.in), &b->looking->price, &n, &upto) && n == 1;
    b->looking->priced = true;
    return true;
}

static bool pay_of(struct builder *b, struct seen call, struct trees *out) {
    struct tree p = {.verb = TREE_pay, .at = call.n};
    struct node *with = argument_named(call.n->kids, "with");
    struct known members[MAX_REFS];
    bool good;
    if (argument_named(call.n->kids, "last")) return false; /* a last resort stays in words */
    if (price_of_kept(b, call, &good)) return good;
    if (!amounts_of(b, call, &p) || !sense_meets(b->unit, b->m->stock_var, (struct ref){REF_NONE, 0}, true))
        return false;
    int n = with ? known_members(b, SEEN(with, call.in), members, MAX_REFS) : 0;
    if (n < 0) return false;
    for (int i = 0; i < n; i++)
        refs_add(&p.with, (struct ref){REF_MEMBER, members[i].v});
    return !p.n_a || put_changes(b, out, &p);
}

/* ---- tracks and cards */
static bool track_of(struct builder *b, struct seen call, int sign, struct trees *out) {
    struct tree p = {.verb = TREE_step, .at = call.n};
    struct node *count = argument_at(call.n->kids, 1);
    struct seen track = seen_bare(b, SEEN(call.n->kids, call.in));
    if (!track.n->symbol || track.n->symbol->kind != SYM_TRACK) return false;
    p.of = (struct ref){REF_TRACK, track.n->symbol->index};
    if (track.n->kind == N_FIELD && !who_of(b, SEEN(track.n->a, track.in), &p.who)) return false;
    p.n = (struct number){.term = {{1, 0, NULL}}, .n = 1};
    if (count && !number_of(b, SEEN(count, call.in), &p.n)) return false;
    if (sign < 0 && p.n.condition) return false;
    if (sign < 0) number_scale(&p.n, -1);
    return put_changes(b, out, &p);
}

static const struct symbol *zone_at(struct builder *b, struct node *n, const struct sense *in, bool *yours) {
    if (!n) return NULL;
    struct seen s = seen_bare(b, SEEN(n, in));
    enum who who = WHO_ALL;
    bool first = s.n->kind == N_CALL && s.n->a->kind == N_FIELD && s.n->a->a->type.base == VT_ZONE &&
                 !strcmp(s.n->a->name, "first");
    if (first) s = seen_bare(b, SEEN(s.n->a->a, s.in));
    if (!s.n->symbol || s.n->symbol->kind != SYM_ZONE) return NULL;
    *yours = s.n->kind == N_FIELD && who_of(b, SEEN(s.n->a, s.in), &who) && who == WHO_ME;
    return s.n->symbol;
}

static bool is_hand(const struct model *m, const struct symbol *zone) {
    const struct zone_info *z = &m->zones.data[zone->index];
    return z->per_player && !z->live && !strcmp(z->name, "hand");
}

static bool draw_of(struct builder *b, struct seen call, struct trees *out) {
    struct node *to = argument_named(call.n->kids, "to"), *count = argument_at(call.n->kids, 0);
    struct tree p = {.verb = TREE_draw, .at = call.n};
    bool yours = true;
    int32_t k;
    if (!count || argument_named(call.n->kids, "from") || !number_of(b, SEEN(count, call.in), &p.n)) return false;
    const struct symbol *zone = zone_at(b, to, call.in, &yours);
    if (!to || (zone && yours && is_hand(b->m, zone))) {
        bool nothing = number_constant(&p.n, &k) && !k;
        return nothing || put_changes(b, out, &p);
    }
    if (!zone || !yours || b->looking || !number_constant(&p.n, &k)) return false;
    b->looking = tree_add(b, out, TREE_keep, call.n); /* they are looked at; some may be kept */
    b->looking->from = k, b->looking->to = -1;
    b->looked = zone;
    return true;
}

static bool move_of(struct builder *b, struct seen call, struct trees *out) {
    struct node *to = argument_named(call.n->kids, "to");
    bool yours = false, from_you = false;
    const struct symbol *zone = zone_at(b, to, call.in, &yours);
    struct seen what = seen_bare(b, SEEN(call.n->kids, call.in));
    const struct sense *cards = sense_at(what);
    if (!zone || !call.n->kids) return false;
    if (cards && cards->kind == SENSE_kept) return yours && is_hand(b->m, zone);
    if (b->looking && zone_at(b, what.n, what.in, &from_you) == b->looked && from_you) {
        bool done = b->looking->to >= 0 && !b->m->zones.data[zone->index].per_player;
        if (done) b->looking = NULL; /* the others go away */
        return done;
    }
    if (!cards || cards->kind != SENSE_card || !cards->card->zone) return false;
    if (!is_hand(b->m, cards->card->zone) && b->verb) { /* what the verb is called says what that means */
        struct tree *p = tree_add(b, out, TREE_do, call.n);
        p->of = (struct ref){REF_KIND, cards->card->kind}, p->with = cards->card->tags;
        return p->word = b->verb->name, true;
    }
    if (!is_hand(b->m, cards->card->zone) || cards->card->tags.n || b->m->zones.data[zone->index].per_player)
        return false;
    struct tree p = {.verb = TREE_discard, .at = call.n, .n = cards->card->n};
    if (cards->card->counted || cards->card->holds.sort != REF_NONE || cards->card->rule) return false;
    if (cards->card->narrow) p.of = (struct ref){REF_KIND, cards->card->kind};
    return put_changes(b, out, &p);
}

/* ---- other cards */
static bool holds_value(struct builder *b, struct seen c, const struct symbol *s, struct picked *out) {
    struct seen field = seen_bare(b, SEEN(c.n->a, c.in));
    bool clause = field.n->kind == N_FIELD && field.n->symbol && field.n->symbol->kind == SYM_CLAUSE &&
                  field.n->type.base == VT_MEMBER;
    if (c.n->number != TOKEN_EQ || !clause || seen_bare(b, SEEN(field.n->a, field.in)).n->symbol != s) return false;
    out->holds = ref_of(b, SEEN(c.n->b, c.in));
    return out->holds.sort == REF_MEMBER;
}

const struct symbol *rule_defined(struct builder *b, struct seen c, const struct symbol *card) {
    struct seen body;
    while (seen_open(b, c, &body))
        c = seen_bare(b, body);
    if (!is_builtin(c.n, BI_defined) || !c.n->kids || c.n->kids->kind != N_FIELD) return NULL;
    const struct symbol *rule = c.n->kids->symbol;
    struct seen of = seen_bare(b, SEEN(c.n->kids->a, c.in));
    return rule && rule->kind == SYM_RULE && of.n->kind == N_NAME && of.n->symbol == card ? rule : NULL;
}

const char *rule_called(const struct builder *b, const struct symbol *rule) {
    const struct clause_info *info = b->m->clauses.data[rule->index];
    return info->node->text && *info->node->text ? info->node->text : info->name;
}

static bool picked_where(struct builder *b, struct seen c, const struct symbol *s, struct picked *out) {
    int32_t k;
    struct seen body;
    struct spot spot;
    struct ref tag;
    c = seen_bare(b, c);
    if (!c.n || (known_number(b, c, &k) && k)) return true;
    if (c.n->kind == N_BINARY && c.n->number == TOKEN_AND)
        return picked_where(b, SEEN(c.n->a, c.in), s, out) && picked_where(b, SEEN(c.n->b, c.in), s, out);
    const struct symbol *rule = rule_defined(b, c, s);
    if (rule) return out->rule = rule, true;
    if (c.n->kind == N_NOT) { /* nothing protects it */
        struct seen value = seen_bare(b, SEEN(c.n->a, c.in));
        return value.n->symbol && value.n->symbol->kind == SYM_VALUE && seen_open(b, value, &body) &&
               known_number(b, body, &k) && !k;
    }
    if (counts_tag(b, c, s, &tag)) return refs_add(&out->tags, tag);
    if (c.n->kind != N_BINARY) return false;
    if (c.n->number == TOKEN_IS && c.n->a->symbol == s && c.n->b->symbol)
        return out->kind = c.n->b->symbol->index, out->narrow = true;
    if (holds_value(b, c, s, out)) return true;
    if (c.n->number == TOKEN_NE && c.n->a->symbol == s && spot_of(b, SEEN(c.n->b, c.in), &spot))
        return var_hidden(spot.var);
    bool above = c.n->number == TOKEN_GT && known_number(b, SEEN(c.n->b, c.in), &k) && !k;
    return above && spot_of(b, SEEN(c.n->a, c.in), &spot) && spot.var->scope == SCOPE_CARD && !out->counted &&
           (out->counted = 1 + spot.number);
}

bool picked_of(struct builder *b, struct seen source, struct seen where, const struct symbol *s, struct picked *out) {
    struct seen set = seen_bare(b, source), body;
    bool yours = false;
    while (seen_open(b, set, &body))
        set = seen_bare(b, body);
    if (set.n->kind == N_FILTER) {
        struct node *g = set.n->a;
        struct sense *own = sense_add(b, set.in, SENSE_event, g->symbol);
        return picked_of(b, SEEN(g->a, set.in), SEEN(g->b, own), g->symbol, out) && picked_where(b, where, s, out);
    }
    if (is_builtin(set.n, BI_live) && set.n->kids && set.n->kids->symbol) {
        out->on = ON_any, out->kind = set.n->kids->symbol->index;
    } else {
        out->zone = zone_at(b, set.n, set.in, &yours);
        if (!out->zone || (!yours && b->m->zones.data[out->zone->index].per_player)) return false;
        out->on = yours ? ON_mine : ON_any, out->kind = b->m->zones.data[out->zone->index].kind;
    }
    return picked_where(b, where, s, out);
}

/* A rule of a card that was chosen. */
static bool rule_of(struct builder *b, struct seen call, struct trees *out) {
    struct node *field = call.n->a;
    const struct sense *card = field->kind == N_FIELD ? sense_at(seen_bare(b, SEEN(field->a, call.in))) : NULL;
    if (!card || card->kind != SENSE_card || card->card->counted || card->card->holds.sort != REF_NONE) return false;
    if (card->card->rule && card->card->rule != call.n->symbol) return false;
    struct tree *p = tree_add(b, out, TREE_do, call.n);
    p->of = (struct ref){REF_KIND, card->card->kind};
    p->with = card->card->tags;
    p->word = rule_called(b, call.n->symbol);
    return true;
}

/* ---- verbs of the game */
bool phrase_drawn(struct builder *b, const struct node *look, const struct sense *scope, struct tree *p) {
    struct node *args;
    enum look_phrase phrase = look_phrase_of(look, &args);
    int n = 0;
    switch (phrase) {
    case LOOK_PHRASE_keep:
        p->verb = TREE_keep, p->from = (int)args->number, p->to = (int)args->next->number;
        p->priced = args->next->next != NULL;
        return !p->priced || amounts_in(b, SEEN(args->next->next, scope), &p->price, &n, &p->upto);
    case LOOK_PHRASE_draw:
    case LOOK_PHRASE_discard:
        p->verb = phrase == LOOK_PHRASE_draw ? TREE_draw : TREE_discard;
        return number_of(b, SEEN(args, scope), &p->n);
    case LOOK_PHRASE_gain:
    case LOOK_PHRASE_lose:
        p->verb = phrase == LOOK_PHRASE_gain ? TREE_gain : TREE_lose;
        for (struct node *a = args; a; a = a->next)
            if (!amounts_in(b, SEEN(a, scope), p->a, &p->n_a, &p->upto)) return false;
        return true;
    case LOOK_PHRASE_do:
        p->verb = TREE_do, p->word = p->def ? p->def->name : NULL;
        if (args && look_phrase_word(args)) p->word = look_phrase_word(args), args = args->next;
        if (args) p->of = (struct ref){REF_KIND, args->symbol->index};
        return true;
    default: return false; /* it stays in words */
    }
}

/* A def whose author names a phrase for it. */
static bool drawn_as(struct builder *b, struct seen call, const struct function *f, struct trees *out) {
    struct tree p = {.at = call.n, .def = f};
    const struct sense *scope = sense_bind(b, f->params, f->n_params, call.n->kids, call.in);
    if (!scope || !phrase_drawn(b, f->node->look, scope, &p)) return false;
    b->result = NULL;
    return put_changes(b, out, &p);
}

static bool verb_of(struct builder *b, struct seen call, const struct function *f, struct trees *out) {
    struct trees inside = {0};
    const struct function *was = b->verb;
    bool noted = b->noted;
    if (b->depth >= MAX_VERBS || !f->node->b) return false;
    if (f->node->look) return drawn_as(b, call, f, out);
    const struct sense *scope = sense_bind(b, f->params, f->n_params, call.n->kids, call.in);
    if (!scope) return false;
    b->depth++, b->verb = f, b->noted = false, b->result = NULL;
    bool good = statements_of(b, f->node->b->kids, &scope, &inside);
    bool unseen = b->noted && !inside.first; /* all it does is note something: only its words can tell */
    b->depth--, b->verb = was, b->noted = noted;
    if (good && unseen && b->ending) return tree_add(b, out, TREE_finish, b->ending), true;
    if (!good || (unseen && f->node->text && *f->node->text)) return false;
    b->noted |= unseen;
    const struct sense *result = b->result;
    for (struct tree *p = inside.first, *next; p; p = next) {
        next = p->next;
        if (f->node->text && !f->prelude) p->def = f;
        if (p == b->looking || p->verb == TREE_keep) { /* it may still change: it is moved, not copied */
            struct tree **last = &out->first;
            while (*last)
                last = &(*last)->next;
            *last = p, p->next = NULL;
        } else if (!put_changes(b, out, p)) {
            return false;
        }
    }
    b->result = result;
    return true;
}

bool call_of(struct builder *b, struct seen call, struct trees *out) {
    const struct symbol *s = call.n->kind == N_CALL ? call.n->symbol : NULL;
    if (!s || b->steps++ > MAX_STEPS_OF_RULE) return false;
    if (s->kind == SYM_RULE) return rule_of(b, call, out);
    if (s->kind == SYM_DEF) {
        const struct function *f = b->m->functions.data[s->index];
        if (f->prelude && !strcmp(f->name, "pay")) return pay_of(b, call, out);
        return verb_of(b, call, f, out);
    }
    if (s->kind != SYM_BUILTIN) return false;
    switch (s->index) {
    case BI_gain: return gain_of(b, call, true, out);
    case BI_lose: return gain_of(b, call, false, out);
    case BI_raise: return track_of(b, call, 1, out);
    case BI_lower: return track_of(b, call, -1, out);
    case BI_draw: return draw_of(b, call, out);
    case BI_finish: return tree_add(b, out, TREE_finish, call.n), true;
    case BI_move: return move_of(b, call, out);
    default: return false;
    }
}

/* ---- prices */
static bool is_price(const struct tree *p) {
    if (p->who != WHO_ME) return false;
    switch (p->verb) {
    case TREE_pay: return true;
    case TREE_lose: return !p->upto;
    case TREE_hold: return p->n.n && p->n.term[0].n < 0;
    case TREE_change:
        for (int i = 0; i < p->n_a; i++)
            if (!p->a[i].n.n || p->a[i].n.term[0].n >= 0) return false;
        return true;
    default: return false;
    }
}

void price_first(struct builder *b, struct trees *out) {
    struct tree **at = &out->first;
    while (*at && (*at)->verb == TREE_choose)
        at = &(*at)->next;
    if (*at && (*at)->verb == TREE_if && !(*at)->other.first && (*at)->at && (*at)->at->kind == N_NEEDS) {
        price_first(b, &(*at)->get);
        return;
    }
    struct tree *first = *at, *last = NULL;
    for (struct tree *p = first; p && is_price(p); p = p->next)
        last = p;
    if (!last || !last->next) return;
    struct tree *swap = ARENA_NEW(b->arena, struct tree);
    if (!swap) return;
    swap->verb = TREE_swap, swap->at = first->at;
    swap->pay.first = first, swap->get.first = last->next;
    last->next = NULL;
    *at = swap;
}
