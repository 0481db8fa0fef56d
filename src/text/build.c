/* build.c: statements become phrases. See tree.h for what may be left out.
 *
 * Within a verb that is opened nothing is said in words: it maps as a whole, or the call of it does not. In the rule
 * itself a statement that has no phrase becomes text, and the rest of the rule stays as it is, unless that text speaks
 * of names the rule has bound or of a signal: then all of it is text. */
#include "text/build_inside.h"

#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <string.h>

static bool statement_of(struct builder *b, struct node *s, const struct sense **scope, struct trees *out);

struct tree *tree_add(struct builder *b, struct trees *out, enum tree_verb verb, const struct node *at) {
    struct tree *p = ARENA_NEW(b->arena, struct tree), **last = &out->first;
    if (!p) return *b->spare_tree = (struct tree){.verb = verb, .at = at}, b->spare_tree;
    while (*last)
        last = &(*last)->next;
    p->verb = verb, p->at = at;
    return *last = p;
}

static struct tree *last_phrase(const struct trees *out) {
    struct tree *p = out->first;
    while (p && p->next)
        p = p->next;
    return p;
}

/* What was added since then is taken back. */
static void cut_after(struct trees *out, struct tree *last) {
    if (last)
        last->next = NULL;
    else
        out->first = NULL;
}

/* ---- amounts with a condition: "4 if ..., else 1" are two phrases */
static bool part_at(struct builder *b, struct trees *out, struct tree *p, struct number *n) {
    struct tree *yes = ARENA_NEW(b->arena, struct tree), *no = ARENA_NEW(b->arena, struct tree);
    if (!yes || !no) return false;
    const struct number *other = n->otherwise;
    const struct cond *cond = n->condition;
    n->condition = NULL, n->otherwise = NULL;
    *yes = *no = *p;
    size_t offset = (size_t)((char *)n - (char *)p);
    memcpy((char *)no + offset, other, sizeof *other);
    yes->next = no->next = NULL;
    struct tree *test = tree_add(b, out, TREE_if, p->at);
    test->cond = cond, test->get.first = yes;
    if (other->n) test->other.first = no;
    return true;
}

/* A change right behind another of the same is one with it. */
static bool joined(struct trees *out, const struct tree *p) {
    struct tree *last = last_phrase(out);
    bool same =
        last && last->verb == p->verb && last->who == p->who && ref_same(last->of, p->of) && !last->upto && !p->upto;
    if (!same || (p->verb != TREE_change && p->verb != TREE_gain) || last->n_a + p->n_a > MAX_AMOUNTS) return false;
    for (int i = 0; i < p->n_a; i++)
        last->a[last->n_a++] = p->a[i];
    if (last->def != p->def) last->def = NULL;
    return true;
}

bool put_changes(struct builder *b, struct trees *out, struct tree *p) {
    if (p->n.condition) return part_at(b, out, p, &p->n);
    for (int i = 0; i < p->n_a; i++)
        if (p->a[i].n.condition) return p->n_a == 1 && part_at(b, out, p, &p->a[i].n);
    if (joined(out, p)) return true;
    struct tree *made = tree_add(b, out, p->verb, p->at);
    *made = *p;
    made->next = NULL;
    return true;
}

/* ---- assignments */
static bool only_whole(const struct number *n) {
    int32_t k;
    return !number_constant(n, &k) || k;
}

bool sense_meets(const struct sense *s, int var, struct ref of, bool taking) {
    if (!s || !s->wants_var) return true;
    return taking && s->wants_var == 1 + var && (s->wants_of.sort == REF_NONE || ref_same(s->wants_of, of));
}

static bool change_player(struct builder *b, const struct spot *spot, struct number n, struct trees *out,
                          const struct node *at) {
    struct tree p = {.at = at};
    if (spot->owner.n && !who_of(b, spot->owner, &p.who)) return false;
    if (!only_whole(&n)) return true;
    const struct sense *who = spot->owner.n ? sense_at(seen_bare(b, spot->owner)) : NULL;
    const struct sense *member = spot->index.n ? sense_at(seen_bare(b, spot->index)) : NULL;
    struct ref of = spot->index.n ? ref_of(b, spot->index) : (struct ref){REF_NONE, 0};
    bool taking = n.n && n.term[0].n < 0 && !n.condition,
         handed = member && b->handed && member->wants_var == b->handed;
    b->handed = 0;
    if (!sense_meets(who, spot->number, of, taking) || (!handed && !sense_meets(member, spot->number, of, taking)))
        return false;
    if (!spot->index.n) {
        p.verb = TREE_step, p.of = (struct ref){REF_VAR, spot->number}, p.n = n;
        return put_changes(b, out, &p);
    }
    struct ref unit = ref_of(b, spot->index);
    if (unit.sort != REF_MEMBER && unit.sort != REF_ENUM) return false;
    bool stock = spot->number == b->m->stock_var, minus = n.n && n.term[0].n < 0 && !n.condition;
    p.verb = stock ? (minus ? TREE_lose : TREE_gain) : TREE_change;
    if (stock && minus) number_scale(&n, -1);
    if (!stock) p.of = (struct ref){REF_VAR, spot->number};
    p.a[p.n_a++] = (struct amount){n, unit};
    return put_changes(b, out, &p);
}

/* min(k, what is there) of something taken away: up to k. */
static struct seen at_most(struct builder *b, struct seen s, bool *upto) {
    s = seen_bare(b, s);
    *upto = is_builtin(s.n, BI_min);
    return *upto ? SEEN(s.n->kids, s.in) : s;
}

static bool change_card(struct builder *b, const struct spot *spot, struct number n, bool upto, struct trees *out,
                        const struct node *at) {
    struct tree p = {.verb = TREE_hold, .at = at, .n = n, .upto = upto, .of = b->held};
    struct seen owner = spot->owner.n ? seen_bare(b, spot->owner) : (struct seen){0};
    const struct sense *chosen = owner.n ? sense_at(owner) : NULL;
    int32_t k;
    bool less = number_constant(&n, &k) && k < 0;
    if (spot->index.n || spot->var->type.base != VT_NUMBER) return false;
    if (chosen && chosen->kind == SENSE_card) {
        const struct picked *card = chosen->card;
        if (card->tags.n || card->narrow || (card->counted && (!less || card->counted != 1 + spot->number)))
            return false;
        p.on = chosen->card->on, p.of = chosen->card->holds;
        if (p.of.sort == REF_NONE) return false;
    } else if (owner.n && !names_this(owner.n)) {
        return false;
    }
    if (p.of.sort == REF_NONE) p.of = (struct ref){REF_VAR, spot->number};
    return put_changes(b, out, &p);
}

static bool change_by(struct builder *b, struct node *s, const struct sense *scope, const struct spot *spot,
                      struct trees *out) {
    struct number n;
    bool upto = false, minus = s->number == TOKEN_MINUS_ASSIGN;
    struct seen value = SEEN(s->b, scope);
    if (minus) value = at_most(b, value, &upto);
    if (!number_of(b, value, &n)) return false;
    if (minus && !n.condition)
        number_scale(&n, -1);
    else if (minus)
        return false;
    if (spot->var->scope == SCOPE_CARD) return change_card(b, spot, n, upto, out, s);
    if (spot->var->scope == SCOPE_PLAYER) return !upto && change_player(b, spot, n, out, s);
    if (spot->var->scope != SCOPE_GLOBAL || upto || spot->index.n) return false;
    return change_player(b, spot, n, out, s);
}

/* Something is put on a space that was chosen, or taken from it. */
static bool change_space(struct builder *b, struct node *s, const struct sense *scope, const struct spot *spot,
                         struct trees *out) {
    struct seen owner = seen_bare(b, spot->owner), value = seen_bare(b, SEEN(s->b, scope));
    struct sense *chosen = (struct sense *)(uintptr_t)sense_at(owner);
    if (!chosen || chosen->kind != SENSE_space || s->number != TOKEN_ASSIGN) return false;
    bool player = spot->var->type.base == VT_PLAYER, nothing = names_none(value.n);
    if (player && chosen->used) return nothing || names_me(value.n); /* yours goes without saying */
    struct tree p = {.verb = nothing ? TREE_take : TREE_put, .at = s, .place = *chosen->place};
    p.n = (struct number){.term = {{1, 0, NULL}}, .n = 1};
    p.of = player ? (struct ref){REF_VAR, spot->number} : nothing ? chosen->place->what : ref_of(b, value);
    if (player && !nothing && !who_of(b, value, &p.who)) return false;
    if (nothing) p.who = chosen->place->who == WHO_ALL ? WHO_ANY : chosen->place->who;
    if (p.of.sort == REF_NONE) return false;
    if (!nothing && chosen->place->what.sort == REF_VAR) return false;
    chosen->used = true;
    return put_changes(b, out, &p);
}

/* x[t] -= n; me.y[t] += n: from the table to you is what you get. */
static bool handed_over(struct builder *b, struct node *s, const struct sense *scope, const struct spot *from) {
    struct spot to;
    struct node *next = s->next;
    if (from->var->scope != SCOPE_GLOBAL || !from->index.n || s->number != TOKEN_MINUS_ASSIGN) return false;
    if (!next || next->kind != N_ASSIGN || next->number != TOKEN_PLUS_ASSIGN || !spot_of(b, SEEN(next->a, scope), &to))
        return false;
    return to.var->scope == SCOPE_PLAYER && to.index.n && seen_same(b, from->index, to.index) &&
           seen_same(b, SEEN(s->b, scope), SEEN(next->b, scope));
}

static bool acting(struct builder *b, const struct node *n) {
    if (!n || n->kind != N_CALL || !n->symbol) return false;
    if (n->symbol->kind == SYM_BUILTIN) return builtins[n->symbol->index].acts == 1;
    return n->symbol->kind == SYM_RULE || (n->symbol->kind == SYM_DEF && b->m->functions.data[n->symbol->index]->acts);
}

/* The condition of the loop that is all of the game: with it, the flow ends. */
static struct node *last_loop(const struct model *m) {
    const struct node *last = m->flow ? m->flow->b->kids : NULL;
    for (int guard = 0; last && guard < 8; guard++) {
        while (last->next)
            last = last->next;
        if (last->kind == N_WHILE) return last->a;
        last = (last->kind == N_PHASE || last->kind == N_BLOCK) && last->b ? last->b->kids : NULL;
    }
    return NULL;
}

/* A flag of the table with which the game ends: the flow goes on as long as it is not set, or a game that has it is
 * over. */
static bool ends_game(struct builder *b, struct node *s, const struct sense *scope, const struct spot *spot) {
    struct node *place = node_bare(s->a), *loop = last_loop(b->m);
    int32_t value, yes;
    bool flag = spot->var->scope == SCOPE_GLOBAL && spot->var->type.base == VT_BOOL && place->kind == N_NAME;
    if (!flag || s->number != TOKEN_ASSIGN || !known_number(b, SEEN(s->b, scope), &value)) return false;
    b->assumed = place->symbol, b->assumed_value = value;
    bool ends = loop && known_number(b, SEEN(loop, NULL), &yes) && !yes;
    for (size_t i = 0; i < b->m->end_whens.n && !ends; i++)
        ends = known_number(b, SEEN(b->m->end_whens.data[i]->a, NULL), &yes) && yes;
    b->assumed = NULL;
    return ends;
}

static bool assign_of(struct builder *b, struct node *s, const struct sense **scope, struct trees *out) {
    struct spot spot;
    struct node *place = node_bare(s->a);
    if (is_supply(place)) return true; /* it follows from what is put, taken, gained */
    if (place->kind == N_NAME && place->symbol && place->symbol->kind == SYM_LOCAL) {
        struct sense *local = (struct sense *)(uintptr_t)sense_of(*scope, place->symbol);
        if (!local || local->kind == SENSE_space || s->number != TOKEN_ASSIGN)
            return local != NULL && s->number != TOKEN_ASSIGN;
        const struct sense *same = sense_at(seen_bare(b, SEEN(s->b, *scope)));
        if (!same || !local->symbol) return false;
        const struct symbol *symbol = local->symbol;
        const struct sense *outer = local->outer;
        *local = *same; /* the name stands for what was chosen from now on */
        local->symbol = symbol, local->outer = outer;
        return true;
    }
    if (acting(b, node_bare(s->b)) && !call_of(b, SEEN(node_bare(s->b), *scope), out)) return false;
    if (!spot_of(b, SEEN(place, *scope), &spot)) return false;
    if (ends_game(b, s, *scope, &spot)) b->ending = s;
    if (var_hidden(spot.var) || spot.var->type.base == VT_BOOL) return b->noted = true;
    if (acting(b, node_bare(s->b))) return false;
    if (spot.var->scope == SCOPE_SPACE) return change_space(b, s, *scope, &spot, out);
    if (handed_over(b, s, *scope, &spot)) return b->handed = 1 + spot.number, true;
    if (s->number == TOKEN_ASSIGN) return false;
    return change_by(b, s, *scope, &spot, out);
}

/* ---- choices */
/* The conditions of whom something may be done to that go without saying: there must be something to take, and nothing
 * that protects them. */
static bool plain_condition(struct builder *b, struct seen c, struct sense *chosen) {
    int32_t k;
    struct seen body;
    c = seen_bare(b, c);
    if (!c.n || (known_number(b, c, &k) && k)) return true;
    if (c.n->kind == N_BINARY && c.n->number == TOKEN_AND)
        return plain_condition(b, SEEN(c.n->a, c.in), chosen) && plain_condition(b, SEEN(c.n->b, c.in), chosen);
    if (c.n->kind == N_NOT) {
        struct seen value = seen_bare(b, SEEN(c.n->a, c.in));
        return value.n->symbol && value.n->symbol->kind == SYM_VALUE && seen_open(b, value, &body) &&
               known_number(b, body, &k) && !k;
    }
    struct spot spot;
    bool above = c.n->kind == N_BINARY && c.n->number == TOKEN_GT && known_number(b, SEEN(c.n->b, c.in), &k) && !k;
    if (!above || chosen->wants_var || !spot_of(b, SEEN(c.n->a, c.in), &spot) || spot.var->type.base != VT_NUMBER)
        return false;
    chosen->wants_var = 1 + spot.number;
    if (spot.index.n && chosen->kind == SENSE_who) chosen->wants_of = ref_of(b, spot.index);
    return chosen->kind != SENSE_who || !spot.index.n || chosen->wants_of.sort != REF_NONE;
}

static bool choose_player(struct builder *b, struct node *s, const struct sense **scope) {
    struct seen source = seen_bare(b, SEEN(s->a, *scope)), body;
    struct sense *who = sense_add(b, *scope, SENSE_who, s->symbol);
    while (seen_open(b, source, &body))
        source = seen_bare(b, body);
    if (source.n->kind == N_FILTER) {
        struct sense *own = sense_add(b, source.in, SENSE_event, source.n->a->symbol);
        if (!plain_condition(b, SEEN(source.n->a->b, own), who)) return false;
        source = seen_bare(b, SEEN(source.n->a->a, source.in));
    }
    who->used = true;
    if (!who_of(b, source, &who->who) || who->who == WHO_ME || !plain_condition(b, SEEN(s->b, who), who)) return false;
    return *scope = who, true;
}

static bool choose_space(struct builder *b, struct node *s, const struct sense **scope) {
    struct area *place = ARENA_NEW(b->arena, struct area);
    struct node *source = node_bare(s->a);
    const struct sense *given = sense_at(SEEN(source, *scope));
    if (!place) return false;
    place->who = WHO_ALL;
    struct sense *own = sense_add(b, *scope, SENSE_event, s->symbol);
    if (given && given->deflt)
        place->usual = true;
    else if (!area_of(b, SEEN(source, *scope), place))
        return false;
    if (!area_where(b, SEEN(s->b, own), s->symbol, place)) return false;
    own->kind = SENSE_space, own->place = place;
    return *scope = own, true;
}

static struct number letter_number(char x) {
    return (struct number){.term = {{1, x, NULL}}, .n = 1};
}

static char next_letter(struct builder *b) {
    static const char letters[] = "xyz";
    return letters[b->letters++ % 3];
}

static bool choose_number(struct builder *b, struct node *s, const struct sense **scope, struct trees *out) {
    struct seen range = seen_bare(b, SEEN(s->a, *scope));
    int32_t from, to;
    if (range.n->kind != N_BINARY || range.n->number != TOKEN_DOTS || s->b ||
        !known_number(b, SEEN(range.n->a, range.in), &from))
        return false;
    struct number most = {0};
    bool known = range.n->b && known_number(b, SEEN(range.n->b, range.in), &to);
    if (!known && range.n->b && (!number_of(b, SEEN(range.n->b, range.in), &most) || most.condition)) return false;
    struct sense *own = sense_add(b, *scope, SENSE_number, s->symbol);
    struct tree *p = tree_add(b, out, TREE_choose, s);
    own->x = p->x = next_letter(b);
    p->from = from, p->to = known ? to : from - 1, p->n = most;
    return *scope = own, true;
}

/* How many are taken: a number, or a letter for as many as one likes. */
static bool taken_number(struct builder *b, struct node *s, const struct sense *scope, struct number *n,
                         struct trees *out) {
    struct node *take = node_bare(s->c);
    int32_t from, to;
    if (!take) return *n = (struct number){.term = {{1, 0, NULL}}, .n = 1}, true;
    if (take->kind != N_BINARY || take->number != TOKEN_DOTS) return number_of(b, SEEN(take, scope), n);
    if (!known_number(b, SEEN(take->a, scope), &from) || (take->b && !known_number(b, SEEN(take->b, scope), &to)))
        return false;
    struct tree *p = tree_add(b, out, TREE_choose, s);
    p->x = next_letter(b);
    p->from = from, p->to = take->b ? to : from - 1;
    return *n = letter_number(p->x), true;
}

/* Of cards that were drawn to be looked at. */
static bool choose_kept(struct builder *b, struct node *s, const struct sense **scope) {
    struct node *take = node_bare(s->c);
    int32_t k;
    if (s->b) return false;
    bool range = take && take->kind == N_BINARY && take->number == TOKEN_DOTS;
    if (!range && take && !known_number(b, SEEN(take, *scope), &k)) return false;
    if (range && (take->b || !known_number(b, SEEN(take->a, *scope), &k) || k)) return false;
    b->looking->to = range ? b->looking->from : take ? k : 1;
    b->looking->upto = range;
    struct sense *own = sense_add(b, *scope, SENSE_kept, s->symbol);
    own->phrase = b->looking;
    return *scope = own, true;
}

static bool choose_card(struct builder *b, struct node *s, const struct sense **scope, struct trees *out) {
    struct seen source = seen_bare(b, SEEN(s->a, *scope));
    if (b->looking && source.n->symbol == b->looked) return choose_kept(b, s, scope);
    struct picked *card = ARENA_NEW(b->arena, struct picked);
    const struct symbol *symbol = s->where_symbol ? s->where_symbol : s->symbol;
    struct sense *own = sense_add(b, *scope, SENSE_card, s->symbol),
                 *tested = sense_add(b, *scope, SENSE_event, symbol);
    if (!card || !picked_of(b, source, SEEN(s->b, tested), symbol, card) || !taken_number(b, s, *scope, &card->n, out))
        return false;
    own->card = card;
    return *scope = own, true;
}

static bool choose_member(struct builder *b, struct node *s, const struct sense **scope) {
    struct seen source = seen_bare(b, SEEN(s->a, *scope));
    if (!source.n->symbol || source.n->symbol->kind != SYM_ENUM || s->c) return false;
    struct sense *own = sense_add(b, *scope, SENSE_member, s->symbol);
    own->ref = (struct ref){REF_ENUM, source.n->symbol->index};
    if (!plain_condition(b, SEEN(s->b, own), own)) return false;
    own->node = s->b; /* what holds of it */
    return *scope = own, true;
}

static bool choose_of(struct builder *b, struct node *s, const struct sense **scope, struct trees *out) {
    if (!s->symbol) return false;
    const struct type t = s->where_symbol ? s->where_symbol->type : s->symbol->type;
    switch (t.base) {
    case VT_PLAYER: return !s->c && choose_player(b, s, scope);
    case VT_SPACE: return !s->c && choose_space(b, s, scope);
    case VT_CARD: return choose_card(b, s, scope, out);
    case VT_NUMBER: return choose_number(b, s, scope, out);
    case VT_MEMBER: return choose_member(b, s, scope);
    default: return false;
    }
}

/* ---- conditions */
static bool block_of(struct builder *b, struct node *block, const struct sense *scope, struct trees *out) {
    const struct sense *inside = scope;
    if (!block) return true;
    if (block->kind == N_IF) return statement_of(b, block, &inside, out);
    return statements_of(b, block->kids, &inside, out);
}

static bool if_of(struct builder *b, struct node *s, const struct sense *scope, struct trees *out) {
    struct trees yes = {0}, no = {0};
    const struct cond *cond;
    struct seen c = SEEN(s->a, scope);
    int32_t known;
    if (known_number(b, c, &known)) return block_of(b, known ? s->b : s->c, scope, out);
    if (ends_rule(s->b)) return !s->c && is_used_up(b, c);
    if (holds_of_choice(b, c)) return block_of(b, s->b, scope, out);
    if (!block_of(b, s->b, scope, &yes) || !block_of(b, s->c, scope, &no)) return false;
    if (!yes.first && !no.first) return true;
    bool plain = !no.first && goes_without_saying(b, c, s->b, &yes);
    if (!plain && !cond_of(b, c, !yes.first, &cond)) return false;
    if (plain) {
        for (struct tree *p = yes.first, *next; p; p = next) {
            next = p->next;
            if (!put_changes(b, out, p)) return false;
        }
        return true;
    }
    struct tree *p = tree_add(b, out, TREE_if, s);
    p->cond = cond, p->get = yes.first ? yes : no;
    if (yes.first) p->other = no;
    return true;
}

/* ---- blocks within statements */
static bool either_of(struct builder *b, struct node *s, const struct sense *scope, struct trees *out) {
    struct tree made = {.verb = TREE_either, .at = s};
    for (struct node *o = s->kids; o; o = o->next) {
        struct trees option = {0};
        const struct sense *inside = scope;
        bool was = b->impossible;
        b->impossible = false;
        bool good = statements_of(b, o->b->kids, &inside, &option);
        bool impossible = b->impossible;
        b->impossible = was;
        if (impossible) continue;
        if (!good || made.n_options == MAX_AMOUNTS || build_words(&option)) return false;
        price_first(b, &option);
        made.option[made.n_options++] = option;
    }
    if (made.n_options == 1) {
        for (struct tree *p = made.option[0].first, *next; p; p = next)
            next = p->next, put_changes(b, out, p);
        return true;
    }
    struct tree *p = tree_add(b, out, TREE_either, s);
    made.next = NULL;
    return *p = made, made.n_options > 0;
}

static bool may_of(struct builder *b, struct node *s, const struct sense *scope, struct trees *out) {
    struct trees inside = {0};
    if (s->number || !block_of(b, s->b, scope, &inside)) return false;
    if (!inside.first) return true;
    price_first(b, &inside);
    tree_add(b, out, TREE_may, s)->get = inside;
    return true;
}

static bool repeat_of(struct builder *b, struct node *s, const struct sense *scope, struct trees *out) {
    struct trees inside = {0};
    struct number n;
    int32_t k;
    if (!number_of(b, SEEN(s->a, scope), &n) || n.condition || !block_of(b, s->b, scope, &inside)) return false;
    struct tree *only = inside.first && !inside.first->next ? inside.first : NULL;
    bool known = number_constant(&n, &k);
    if (!inside.first || (known && k == 0)) return true;
    if (only && only->verb == TREE_put && (known || n.n == 1)) {
        only->n = n;
        return put_changes(b, out, only);
    }
    struct tree *p = tree_add(b, out, TREE_repeat, s);
    p->n = n, p->get = inside;
    return true;
}

/* for me in others: each of them does it. */
static bool each_of(struct builder *b, struct node *s, struct seen source, const struct sense *scope,
                    struct trees *out) {
    struct trees inside = {0};
    enum who who;
    if (!who_of(b, source, &who) || who == WHO_ME || !block_of(b, s->c, scope, &inside)) return false;
    if (!inside.first) return true;
    struct tree *p = tree_add(b, out, TREE_each, s);
    p->who = who == WHO_ANY ? WHO_ALL : who, p->get = inside;
    return true;
}

/* Over what is known, one by one; over players: who it is done to. */
static bool for_of(struct builder *b, struct node *s, const struct sense *scope, struct trees *out) {
    struct seen source = seen_bare(b, SEEN(s->a, scope));
    const struct sense *list = sense_at(SEEN(node_bare(s->a), scope));
    if (s->b) return false;
    if (!strcmp(s->name, "me")) return each_of(b, s, source, scope, out);
    if (list && list->kind == SENSE_list) {
        for (int i = 0; i < list->n_list; i++) {
            struct sense *one = sense_add(b, scope, SENSE_node, s->symbol);
            one->node = list->list[i], one->in = list->in;
            if (!block_of(b, s->c, one, out)) return false;
        }
        return true;
    }
    if (!s->symbol || s->symbol->type.base != VT_PLAYER) return false;
    struct sense *who = sense_add(b, scope, SENSE_who, s->symbol);
    if (!who_of(b, source, &who->who)) return false;
    if (who->who == WHO_ANY) who->who = WHO_ALL;
    return block_of(b, s->c, who, out);
}

/* Answering a signal once more for each time it has happened since: `while` over a count that the rule keeps itself.
 * The first pass is certain, and a rule that answers a signal is done as often as that happens anyway. */
static bool while_of(struct builder *b, struct node *s, const struct sense *scope, struct trees *out) {
    struct node *c = node_bare(s->a);
    if (!b->reacting || c->kind != N_BINARY || c->number != TOKEN_GT) return false;
    struct node *left = node_bare(c->a), *right = node_bare(c->b);
    const struct sense *due = left->symbol ? sense_of(scope, left->symbol) : NULL;
    const struct sense *answered = right->symbol ? sense_of(scope, right->symbol) : NULL;
    int32_t k, zero;
    bool once = due && due->kind == SENSE_node && known_number(b, SEEN(due->node, due->in), &k) && k == 1 &&
                known_number(b, SEEN(right, scope), &zero) && !zero;
    struct node *start = answered && answered->kind == SENSE_node ? node_bare(answered->node) : NULL;
    bool behind = start && start->kind == N_BINARY && start->number == TOKEN_MINUS &&
                  known_number(b, SEEN(start->b, answered->in), &k) && k == 1 &&
                  seen_same(b, SEEN(start->a, answered->in), SEEN(left, scope));
    return (once || behind) && block_of(b, s->b, scope, out);
}

static bool let_of(struct builder *b, struct node *s, const struct sense **scope, struct trees *out) {
    struct node *value = node_bare(s->a);
    if (!s->symbol) return false;
    if (acting(b, value)) {
        b->result = NULL;
        if (!call_of(b, SEEN(value, *scope), out)) return false;
        struct sense *own = sense_add(b, *scope, SENSE_event, s->symbol);
        if (b->result) {
            const struct sense *outer = own->outer;
            *own = *b->result;
            own->symbol = s->symbol, own->outer = outer;
        }
        return *scope = own, true;
    }
    struct sense *own = sense_add(b, *scope, SENSE_node, s->symbol);
    own->node = value, own->in = *scope;
    return *scope = own, true;
}

static bool return_of(struct builder *b, struct node *s, const struct sense *scope, struct trees *out) {
    struct node *value = node_bare(s->a);
    b->result = NULL;
    if (!value) return true;
    if (acting(b, value)) return call_of(b, SEEN(value, scope), out);
    b->result = sense_at(seen_bare(b, SEEN(value, scope)));
    return true;
}

/* A signal tells others; what it does itself by default happens. */
static bool emit_of(struct builder *b, struct node *s, const struct sense *scope, struct trees *out) {
    const struct function *f = s->a->symbol ? b->m->functions.data[s->a->symbol->index] : NULL;
    if (!f || !f->node->b) return true;
    const struct sense *inside = sense_bind(b, f->params, f->n_params, s->a->kids, scope);
    return inside && b->depth < MAX_VERBS && block_of(b, f->node->b, inside, out);
}

static bool needs_of(struct builder *b, struct node *s, const struct sense *scope, struct trees *out) {
    const struct cond *cond;
    struct seen c = SEEN(s->a, scope), left = seen_bare(b, c);
    int32_t yes, k;
    if (known_number(b, c, &yes)) return yes ? true : (b->impossible = true, false);
    bool there = left.n->kind == N_BINARY && left.n->number == TOKEN_GT && is_supply(node_bare(left.n->a)) &&
                 known_number(b, SEEN(left.n->b, left.in), &k) && !k;
    if (there) return true; /* what is put, gained or taken must be there */
    if (b->depth || !cond_of(b, c, false, &cond)) return false;
    struct tree *p = tree_add(b, out, TREE_if, s); /* the rest of the rule comes into it */
    return p->cond = cond, true;
}

static bool statement_of(struct builder *b, struct node *s, const struct sense **scope, struct trees *out) {
    if (b->steps++ > MAX_STEPS_OF_RULE) return false;
    switch (s->kind) {
    case N_DO: return call_of(b, SEEN(node_bare(s->a), *scope), out);
    case N_LET: return let_of(b, s, scope, out);
    case N_ASSIGN: return assign_of(b, s, scope, out);
    case N_CHOOSE: return choose_of(b, s, scope, out);
    case N_EMIT: return emit_of(b, s, *scope, out);
    case N_NEEDS: return needs_of(b, s, *scope, out);
    case N_RETURN: return return_of(b, s, *scope, out);
    case N_IF: return if_of(b, s, *scope, out);
    case N_EITHER: return either_of(b, s, *scope, out);
    case N_MAY: return may_of(b, s, *scope, out);
    case N_REPEAT: return repeat_of(b, s, *scope, out);
    case N_FOR: return for_of(b, s, *scope, out);
    case N_WHILE: return while_of(b, s, *scope, out);
    case N_BLOCK: return block_of(b, s, *scope, out);
    default: return false;
    }
}

/* Whether the statement speaks of a name the rule has bound. */
static bool speaks_of(const struct node *s, const struct sense *scope) {
    for (; scope; scope = scope->outer)
        if (scope->symbol && tree_mentions(s, scope->symbol)) return true;
    return false;
}

/* A verb that carries out a card, or moves it: the statement that does so is what it says, all else about the card
 * comes with it. */
static bool verb_carries(struct builder *b, const struct node *s) {
    const struct node *moves = NULL, *carries = NULL;
    for (const struct node *n = b->verb ? b->verb->node->b->kids : NULL; n; n = n->next) {
        if (n->kind != N_DO || n->a->kind != N_CALL || !n->a->symbol) continue;
        if (n->a->symbol->kind == SYM_RULE) carries = n;
        if (is_builtin(n->a, BI_move)) moves = n;
    }
    return carries ? s != carries : moves && s != moves;
}

/* In a verb: what comes with putting something on a space, or with carrying out a card, is part of what the verb is
 * called for; it speaks of that space or card. */
static bool comes_with(struct builder *b, const struct node *s, const struct sense *scope, const struct trees *out) {
    if (!b->depth) return false;
    const struct tree *done = last_phrase(out);
    bool put = done && (done->verb == TREE_put || done->verb == TREE_take), carried = false;
    carried = verb_carries(b, s);
    for (; scope && (put || carried); scope = scope->outer) {
        struct seen at =
            scope->kind == SENSE_node && scope->node ? seen_bare(b, SEEN(scope->node, scope->in)) : (struct seen){0};
        const struct sense *x = at.n ? sense_at(at) : scope;
        if (!x || !scope->symbol || !tree_mentions(s, scope->symbol)) continue;
        if ((put && x->kind == SENSE_space && x->used) || (carried && x->kind == SENSE_card)) return true;
    }
    return false;
}

/* The verb that a statement is the call of. */
static const struct function *verb_said(const struct builder *b, const struct node *s) {
    const struct symbol *verb = s->kind == N_DO && s->a->kind == N_CALL ? s->a->symbol : NULL;
    return verb && verb->kind == SYM_DEF ? b->m->functions.data[verb->index] : NULL;
}

bool statements_of(struct builder *b, struct node *first, const struct sense **scope, struct trees *out) {
    struct trees *into = out;
    for (struct node *s = first; s; s = s->next) {
        struct tree *before = last_phrase(into);
        const struct sense *names = *scope;
        bool noted = b->noted;
        if ((s->kind == N_IF || s->kind == N_DO) && comes_with(b, s, names, into)) continue;
        b->noted = false, b->ending = NULL;
        bool good = statement_of(b, s, scope, into);
        if (s->kind != N_ASSIGN && s->kind != N_DO) b->ending = NULL; /* only on some condition */
        bool hidden = good && b->noted && !b->depth && last_phrase(into) == before && s->kind == N_ASSIGN;
        b->noted |= noted;
        if (hidden && b->ending) hidden = !tree_add(b, into, TREE_finish, s);
        if (b->impossible) return false;
        if (good && !hidden) {
            struct tree *test = s->kind == N_NEEDS ? last_phrase(into) : NULL;
            if (test && test != before && test->verb == TREE_if) into = &test->get;
            continue;
        }
        cut_after(into, before);
        if (b->depth) return false;
        if (b->reacting || speaks_of(s, names) || s->kind == N_CHOOSE || s->kind == N_LET || s->kind == N_NEEDS)
            b->whole = true;
        tree_add(b, into, TREE_text, s)->def = verb_said(b, s);
        *scope = names;
    }
    return true;
}

/* ---- rules */
bool build_words(const struct trees *body) {
    for (const struct tree *p = body->first; p; p = p->next) {
        if (p->verb == TREE_text || build_words(&p->pay) || build_words(&p->get) || build_words(&p->other)) return true;
        for (int i = 0; i < p->n_options; i++)
            if (build_words(&p->option[i])) return true;
    }
    return false;
}

struct trees build_rule(struct builder *b, const struct node *block, bool price) {
    struct trees out = {0};
    const struct sense *scope = sense_add(b, NULL, SENSE_event, NULL);
    b->steps = b->depth = b->letters = 0;
    b->whole = b->impossible = b->noted = false;
    b->verb = NULL, b->looking = NULL, b->result = NULL;
    struct tree named = {.at = NULL};
    bool good = block->look ? phrase_drawn(b, block->look, scope, &named) && put_changes(b, &out, &named)
                            : statements_of(b, block->kids, &scope, &out);
    if (!good || b->whole || b->looking) {
        out.first = NULL;
        if (!b->impossible) tree_add(b, &out, TREE_text, NULL);
    }
    if (price) price_first(b, &out);
    return out;
}
