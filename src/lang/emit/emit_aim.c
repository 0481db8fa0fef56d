/* emit_aim.c: how far a game is from being won, lost or over: the numbers that such conditions compare.
 *
 * A condition of `end when`, or of the `if` around `win`, `lost` or `finish`, is taken apart: `and`, `or`, `not`, defs
 * without parameters, what is asked of each of a few members, and loops over spaces or cards that want none or all.
 * What is left are comparisons; each becomes two pure routines, what there is and what is needed. How the parts are
 * joined is not kept: whoever learns finds out what each is worth. Comparisons with what only a loop around them knows
 * are left out, as is what the configuration decides, what time alone brings about, and what somebody may not see.
 * Routines of aims stand behind all others, so the numbers of those do not depend on them.
 */
#include "lang/emit/emit.h"

#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <ctype.h>
#include <string.h>

enum { MOST_AIMS = 24, MOST_MEMBERS = 12, MOST_DEPTH = 8, OF_ME = -2 };

/* A variable that stands for one member, or for `me`. */
struct stands {
    struct symbol *x; /* NULL: nothing does */
    struct node *member;
    int value; /* OF_ME: whoever looks */
};

/* Conditions that must hold where a statement is reached. */
struct premise {
    struct node *condition;
    bool unmet;
    const struct premise *outer;
};

struct aims {
    struct emitter *e;
    struct {
        const struct node *node, *member;
    } done[MOST_AIMS]; /* what the aims of the program were made of */
    size_t n;
    int depth;
};

/* ---- what an expression speaks of */
static bool is_bound(const struct symbol *s, const struct symbol *const *bound, int n) {
    for (int i = 0; i < n; i++)
        if (bound[i] == s) return true;
    return false;
}

/* Whether it needs something that only stands in the code around it. */
static bool needs_more(const struct node *n, const struct symbol **bound, int n_bound) {
    if (!n) return false;
    if (n->kind == N_NAME && (name_is(n, "this") || (n->symbol && n->symbol->kind == SYM_LOCAL)))
        return !is_bound(n->symbol, bound, n_bound) || name_is(n, "this");
    if (n->kind == N_NAME && n->symbol)
        if (n->symbol->kind == SYM_ATTRIBUTE || n->symbol->kind == SYM_CLAUSE || n->symbol->kind == SYM_RULE)
            return true;
    const struct node *inside = n->kind == N_AGGREGATE || n->kind == N_FILTER ? n->a : NULL;
    if (inside && inside->kind == N_GENERATOR && n_bound < MOST_DEPTH) bound[n_bound++] = inside->symbol;
    for (const struct node *k = n->kids; k; k = k->next)
        if (needs_more(k->kind == N_ARG ? k->a : k, bound, n_bound)) return true;
    const struct node *a = n->kind == N_CALL && n->a->kind == N_NAME ? NULL : n->a;
    return needs_more(a, bound, n_bound) || needs_more(n->b, bound, n_bound) || needs_more(n->c, bound, n_bound);
}

static bool stands_alone(const struct node *n, const struct stands *s) {
    const struct symbol *bound[MOST_DEPTH + 1] = {s->x};
    return !needs_more(n, bound, s->x ? 1 : 0);
}

static bool is_of_player(const struct model *m, const struct symbol *s) {
    if (!s) return false;
    if (s->kind == SYM_VAR) return m->vars.data[s->index].scope == SCOPE_PLAYER;
    if (s->kind == SYM_TRACK) return m->tracks.data[s->index].per_player;
    return s->kind == SYM_ZONE && m->zones.data[s->index].per_player;
}

/* Whether it is different for each player: it speaks of `me`, in words or without. */
static bool is_personal(const struct model *m, const struct node *n, int depth) {
    if (!n || depth > MOST_DEPTH) return n != NULL;
    if (n->kind == N_NAME && (name_is(n, "me") || is_of_player(m, n->symbol))) return true;
    const struct symbol *called = n->kind == N_CALL ? n->symbol : NULL;
    if (called && (called->kind == SYM_DEF || called->kind == SYM_VALUE))
        if (is_personal(m, m->functions.data[called->index]->node->c, depth + 1)) return true;
    for (const struct node *k = n->kids; k; k = k->next)
        if (is_personal(m, k, depth)) return true;
    return is_personal(m, n->a, depth) || is_personal(m, n->b, depth) || is_personal(m, n->c, depth);
}

/* How often a period began: time passes by itself. */
static bool is_time(const struct node *n) {
    n = node_bare(n);
    return n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_MEMBER && n->type.base == VT_NUMBER;
}

static bool is_number(const struct node *n) {
    return !n->type.flags && (n->type.base == VT_NUMBER || n->type.base == VT_TRACK);
}

/* ---- the aims of the program */
/* The text of what is counted, with the member in place of the variable that stands for it. */
static int32_t name_of(struct emitter *e, struct node *n, const struct stands *s) {
    const char *text = source_text(e, n), *x = s->x && s->value != OF_ME ? s->x->name : NULL;
    struct buf out;
    buf_init(&out);
    while (*text) {
        size_t word = 0;
        while (isalnum((unsigned char)text[word]) || text[word] == '_')
            word++;
        bool stands = x && word == strlen(x) && !strncmp(text, x, word);
        if (stands)
            buf_puts(&out, source_text(e, s->member));
        else
            buf_put(&out, text, word > 0 ? word : 1);
        text += word > 0 ? word : 1;
    }
    int32_t name = output_string(&e->out, out.failed ? "" : out.data);
    e->out.failed |= out.failed;
    buf_free(&out);
    return name;
}

static int routine_for(struct emitter *e, struct node *n, const struct stands *s) {
    int routine = emit_routine(e, "aim", n), reg = REG_ME;
    emit_begin(e, routine, TYPE(VT_NUMBER));
    if (s->x && s->value != OF_ME) emit_load(e, reg = emit_reg(e, s->x->type), s->value);
    if (s->x) set_reg(e, s->x, reg);
    emit_op(e, OP_RET, emit_value(e, n, TYPE(VT_NUMBER), NONE), 1, 0);
    if (s->x) set_reg(e, s->x, 0);
    emit_end(e);
    return routine;
}

/* Already there: then it brings that about, too. */
static struct aim *same_aim(struct aims *a, const struct node *n, const struct stands *s) {
    for (size_t i = 0; i < a->n; i++)
        if (a->done[i].node == n && a->done[i].member == s->member) return &a->e->out.aims.data[i];
    return NULL;
}

static void add_aim(struct aims *a, const struct node *at, struct node *have, struct node *need, int relation,
                    uint8_t brings, const struct stands *s) {
    struct emitter *e = a->e;
    struct aim *there = same_aim(a, at, s);
    if (there) there->brings |= brings;
    if (there || a->n == MOST_AIMS || !stands_alone(have, s) || !stands_alone(need, s)) return;
    if (!everybody_sees(e->m, have, MOST_DEPTH) || !everybody_sees(e->m, need, MOST_DEPTH)) return;
    struct aim aim = {.need = NONE, .relation = (uint8_t)relation, .brings = brings};
    if (!constant_number(e->m, need, &aim.fixed)) aim.need = routine_for(e, need, s);
    aim.name = name_of(e, at->kind == N_AGGREGATE ? (struct node *)(uintptr_t)at : have, s);
    aim.have = routine_for(e, have, s);
    aim.of_player = (s->x && s->value == OF_ME) || is_personal(e->m, have, 0) || is_personal(e->m, need, 0);
    a->done[a->n].node = at;
    a->done[a->n++].member = s->member;
    PUSH(&e->out, &e->out.aims, aim);
}

/* ---- taking conditions apart */
static void take_apart(struct aims *a, struct node *n, bool wanted, uint8_t brings, const struct stands *s);

/* The members written in [ ], if they are few: for each of them. */
static bool take_members(struct aims *a, struct node *generator, struct node *condition, bool wanted, uint8_t brings,
                         const struct stands *outer) {
    struct node *set = node_bare(generator->a);
    struct type t = generator->symbol->type;
    int members = 0, value;
    if (outer->x || !condition || t.flags) return false;
    if (name_is(set, "players")) {
        struct stands me = {generator->symbol, NULL, OF_ME};
        take_apart(a, condition, wanted, brings, &me);
        return true;
    }
    for (struct node *k = set->kind == N_SET ? set->kids : NULL; k; k = k->next, members++)
        if (!constant_value(a->e->m, k, t, &value)) return false;
    if (members == 0 || members > MOST_MEMBERS) return false;
    for (struct node *k = set->kids; k; k = k->next) {
        constant_value(a->e->m, k, t, &value);
        struct stands one = {generator->symbol, k, value};
        take_apart(a, condition, wanted, brings, &one);
    }
    return true;
}

/* What a def without parameters stands for; else the node. */
static struct node *opened(const struct model *m, struct node *n) {
    n = node_bare(n);
    if (n->kind != N_CALL || n->kids || !n->symbol || n->symbol->kind != SYM_DEF) return n;
    const struct function *f = m->functions.data[n->symbol->index];
    return f->n_params == 0 && f->node->c ? node_bare(f->node->c) : n;
}

/* The relation with its sides changed, or when it must not hold; RELATION_NE is no aim. */
static int turned(int relation) {
    static const uint8_t to[] = {RELATION_EQ, RELATION_NE, RELATION_GT, RELATION_GE, RELATION_LT, RELATION_LE};
    return to[relation];
}
static int refused(int relation) {
    static const uint8_t to[] = {RELATION_NE, RELATION_EQ, RELATION_GE, RELATION_GT, RELATION_LE, RELATION_LT};
    return to[relation];
}

static int relation_of(const struct node *n) {
    switch (n->number) {
    case TOKEN_EQ: return RELATION_EQ;
    case TOKEN_LT: return RELATION_LT;
    case TOKEN_LE: return RELATION_LE;
    case TOKEN_GT: return RELATION_GT;
    case TOKEN_GE: return RELATION_GE;
    default: return RELATION_NE;
    }
}

static void take_comparison(struct aims *a, struct node *n, bool wanted, uint8_t brings, const struct stands *s) {
    struct node *have = n->a, *need = n->b;
    int relation = relation_of(n);
    int32_t value;
    if (!is_number(have) || !is_number(need) || is_time(have) || is_time(need)) return;
    if (constant_number(a->e->m, have, &value)) {
        have = n->b, need = n->a;
        relation = turned(relation);
    }
    if (!wanted && brings == AIM_END)
        relation = refused(relation);
    else if (!wanted) /* what saves from losing wins, more or less */
        brings = brings == AIM_WIN ? AIM_LOSS : AIM_WIN;
    if (relation == RELATION_NE || constant_number(a->e->m, have, &value)) return;
    struct node *count = opened(a->e->m, have);
    bool more = relation == RELATION_EQ || relation == RELATION_GE || relation == RELATION_GT;
    if (more && count->kind == N_AGGREGATE && count->number == TOKEN_COUNT && count->a->kind == N_GENERATOR &&
        take_members(a, count->a, count->a->b, true, brings, s))
        return;
    add_aim(a, n, have, need, relation, brings, s);
}

/* all, and not any: how many there are that should not be. */
static void take_remainder(struct aims *a, struct node *n, uint8_t brings, const struct stands *s) {
    struct emitter *e = a->e;
    struct node *from = n->a, *wrong = n->b, zero = {.kind = N_NUMBER, .type = TYPE(VT_NUMBER), .at = n->at};
    if (n->number == TOKEN_ALL) {
        struct node none = {.kind = N_NOT, .a = wrong, .type = TYPE(VT_BOOL), .at = n->at};
        if (!wrong || !(wrong = node_made(e->m->arena, none))) return;
    }
    if (wrong && from->b) {
        struct node both = {
            .kind = N_BINARY, .number = TOKEN_AND, .a = from->b, .b = wrong, .type = TYPE(VT_BOOL), .at = n->at};
        wrong = node_made(e->m->arena, both);
    }
    struct node those = {.kind = N_GENERATOR,
                         .name = from->name,
                         .symbol = from->symbol,
                         .type = from->type,
                         .a = from->a,
                         .b = wrong ? wrong : from->b,
                         .at = from->at};
    struct node count = {.kind = N_AGGREGATE,
                         .number = TOKEN_COUNT,
                         .a = node_made(e->m->arena, those),
                         .type = TYPE(VT_NUMBER),
                         .at = n->at};
    struct node *have = count.a ? node_made(e->m->arena, count) : NULL, *need = node_made(e->m->arena, zero);
    if (have && need) add_aim(a, n, have, need, RELATION_EQ, brings, s);
}

static void take_quantifier(struct aims *a, struct node *n, bool wanted, uint8_t brings, const struct stands *s) {
    if (n->a->kind != N_GENERATOR || take_members(a, n->a, n->b, wanted, brings, s)) return;
    if ((n->number == TOKEN_ALL) != wanted) return; /* one is enough: there is no more or less */
    if (!wanted && brings != AIM_END) brings = brings == AIM_WIN ? AIM_LOSS : AIM_WIN;
    take_remainder(a, n, brings, s);
}

static void take_apart(struct aims *a, struct node *n, bool wanted, uint8_t brings, const struct stands *s) {
    int32_t known;
    n = node_bare(n);
    if (a->depth > MOST_DEPTH || constant_number(a->e->m, n, &known)) return;
    a->depth++;
    struct node *inside = opened(a->e->m, n);
    if (inside != n) {
        take_apart(a, inside, wanted, brings, s);
    } else if (n->kind == N_NOT) {
        take_apart(a, n->a, !wanted, brings, s);
    } else if (n->kind == N_BINARY && (n->number == TOKEN_AND || n->number == TOKEN_OR)) {
        bool both = n->number == TOKEN_AND;
        bool decided = (constant_number(a->e->m, n->a, &known) && !known == both) ||
                       (constant_number(a->e->m, n->b, &known) && !known == both);
        if (!decided) take_apart(a, n->a, wanted, brings, s);
        if (!decided) take_apart(a, n->b, wanted, brings, s);
    } else if (node_compares(n)) {
        take_comparison(a, n, wanted, brings, s);
    } else if (n->kind == N_AGGREGATE && (n->number == TOKEN_ANY || n->number == TOKEN_ALL)) {
        take_quantifier(a, n, wanted, brings, s);
    }
    a->depth--;
}

/* ---- where games are won and lost */
static uint8_t brought_by(const struct node *call) {
    if (call->kind != N_CALL || !call->symbol || call->symbol->kind != SYM_BUILTIN) return 0;
    switch (call->symbol->index) {
    case BI_win: return AIM_WIN;
    case BI_lost: return AIM_LOSS;
    case BI_finish: return AIM_END;
    default: return 0;
    }
}

static void walk(struct aims *a, struct node *n, const struct premise *held) {
    const struct stands nothing = {NULL, NULL, NONE};
    for (; n; n = n->next) {
        uint8_t brings = n->kind == N_DO && n->a ? brought_by(n->a) : 0;
        for (const struct premise *h = brings ? held : NULL; h; h = h->outer)
            take_apart(a, h->condition, !h->unmet, brings, &nothing);
        int32_t yes = 0;
        bool known = n->kind == N_IF && constant_number(a->e->m, n->a, &yes);
        struct premise then = {n->a, false, held}, other = {n->a, true, held};
        if (!known || yes) walk(a, n->b, n->kind == N_IF && !known ? &then : held);
        if (!known || !yes) walk(a, n->c, n->kind == N_IF && !known ? &other : held);
        if (n->kind != N_CALL) walk(a, n->kids, held);
    }
}

void emit_aims(struct emitter *e) {
    const struct stands nothing = {NULL, NULL, NONE};
    struct aims a = {.e = e};
    for (size_t i = 0; i < e->m->end_whens.n; i++)
        take_apart(&a, e->m->end_whens.data[i]->a, true, AIM_END, &nothing);
    walk(&a, e->m->flow->b, NULL);
    for (size_t i = 0; i < e->m->functions.n; i++)
        if (!e->m->functions.data[i]->prelude && e->m->functions.data[i]->node->b)
            walk(&a, e->m->functions.data[i]->node->b, NULL);
}
