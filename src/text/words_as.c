/* words_as.c: what another does: `as p:`, `for me in ...:`, `together me in ...:`.
 *
 * A text speaks to whoever acts: "gain 2 coins", "your hand". What another does therefore stands behind "as that
 * player:" or "as each other player:", and "you" is that player until it ends; templates of the definition, which say
 * "you" themselves, stay true there. Plain changes of what somebody has are told instead: "that player gains 2 coins".
 * Who was "you" outside is called by a label inside: "let [player] be you, then as that player: ... [player]'s hand".
 */
#include "text/words_inside.h"

#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <string.h>

/* ---- what can be told of a player */
static bool plain_amounts(struct phraser *p, struct node *args) {
    int32_t k;
    for (struct node *a = args; a; a = a->next) {
        if (a->kind != N_AMOUNT || !words_constant(p, a->a, &k)) return false;
        if (a->b->kind != N_NAME || !a->b->symbol || a->b->symbol->kind != SYM_MEMBER) return false;
    }
    return args != NULL;
}

/* `me.fame += 2`, `gain(2 coin)`, `draw(1)`: who does it is who has it, and nothing else is looked at. */
static bool plain_change(struct phraser *p, struct node *s) {
    int32_t k;
    if (s->kind == N_ASSIGN) {
        const struct node *var = s->a->kind == N_INDEX ? s->a->a : s->a;
        bool by = s->number == TOKEN_PLUS_ASSIGN || s->number == TOKEN_MINUS_ASSIGN;
        bool member = s->a->kind != N_INDEX || (s->a->b->symbol && s->a->b->symbol->kind == SYM_MEMBER);
        bool mine = var->kind == N_FIELD && names_me(var->a) && var->symbol && var->symbol->kind == SYM_VAR;
        return by && member && mine && words_constant(p, s->b, &k);
    }
    struct node *call = s->kind == N_DO && s->a->kind == N_CALL ? s->a : NULL;
    if (!call || !call->symbol || call->symbol->kind != SYM_BUILTIN) return false;
    if (call->symbol->index == BI_draw)
        return call->kids && !call->kids->next && call->kids->kind != N_ARG && words_constant(p, call->kids, &k);
    return (call->symbol->index == BI_gain || call->symbol->index == BI_lose) && plain_amounts(p, call->kids);
}

static bool plain_block(struct phraser *p, const struct node *block) {
    for (struct node *s = block->kids; s; s = s->next)
        if (!plain_change(p, s)) return false;
    return block->kids != NULL;
}

static void tell_block(struct phraser *p, struct node *who, struct node *block) {
    struct actor other = {.outer = p->me, .told = who, .meanings = p->meanings, .level = p->level};
    p->me = &other;
    phrase_block(p, block, BLOCK_PART);
    p->me = other.outer;
}

/* ---- what is said to another */
static void say_block(struct phraser *p, struct node *block) {
    struct actor other = {.outer = p->me}, *spoken_to = p->spoken_to;
    p->me = p->spoken_to = &other;
    if (p->purpose != FOR_PLAY) p->to->acts_as = true;
    phrase_block(p, block, BLOCK_PART);
    p->me = other.outer, p->spoken_to = spoken_to;
}

/* Who is "you" so far is called by a label from now on. */
static void name_outsider(struct phraser *p, const char **label) {
    struct symbol *you =
        symbol_made(p->to->m, (struct symbol){.kind = SYM_LOCAL, .name = "you", .type = TYPE(VT_PLAYER)});
    if (!you) {
        p->to->out->failed = true;
        return;
    }
    p->outsider = true;
    *label = words_label(p, you);
    words_say(p, "let "), words_say(p, *label), words_say(p, " be you, then ");
}

/* Says it; again, behind "let Y be you", when somebody was spoken of who is "you" only outside. */
static void say_to(struct phraser *p, struct node *s, void (*say)(struct phraser *p, struct node *s)) {
    const char **label = p->spoken_to ? &p->spoken_to->label : &p->label, *was = *label;
    struct mark m = words_mark(p);
    int spoken = p->n_spoken;
    bool unnamed = p->unnamed;
    const struct actor *nameless = p->nameless;
    p->unnamed = false;
    say(p, s);
    if (p->unnamed && p->nameless == p->spoken_to) {
        words_rewind(p, m);
        p->n_spoken = spoken;
        name_outsider(p, label);
        p->unnamed = false;
        if (*label) say(p, s);
    }
    if (unnamed) p->unnamed = true, p->nameless = nameless; /* before this */
    p->n_spoken = spoken;
    *label = was;
}

static void say_as(struct phraser *p, struct node *s) {
    words_say(p, "as "), phrase_thing(p, s->a), words_say(p, ": ");
    say_block(p, s->b);
}

bool phrase_as_tells(struct phraser *p, struct node *s) {
    struct node *who = s->a;
    struct context c = words_enter(p, &who);
    bool named = who->kind == N_NAME && who->symbol && who->symbol->kind == SYM_LOCAL;
    words_leave(p, c);
    return means_me(p, s->a) || (named && plain_block(p, s->b));
}

void phrase_as(struct phraser *p, struct node *s) {
    if (means_me(p, s->a))
        phrase_block(p, s->b, BLOCK_PART);
    else if (phrase_as_tells(p, s))
        tell_block(p, s->a, s->b);
    else
        say_to(p, s, say_as);
}

/* ---- each of several */
/* Somebody else is called "that player" already. */
static bool that_player(struct phraser *p) {
    for (int i = 0; i < p->n_spoken; i++)
        if (p->spoken[i].as == AS_that && p->spoken[i].symbol->type.base == VT_PLAYER) return true;
    return false;
}

/* "each other player who has passed": in the condition `me` is that player. */
static void say_set(struct phraser *p, struct node *s) {
    bool listed = s->a->kind == N_SET || (s->a->kind == N_FIELD && s->a->type.flags);
    words_say(p, listed ? "each of " : "each ");
    struct actor other = {.outer = p->me, .told = p->to->someone, .meanings = p->meanings, .level = p->level};
    struct mark m = words_mark(p);
    p->me = &other;
    phrase_that(p, (struct candidate){p->to->each, .where = s->b});
    p->me = other.outer;
    struct said that = words_take(p, m);
    if (s->a->kind == N_SET)
        phrase_kids(p, s->a->kids, " and "), words_said(p, that);
    else
        phrase_set_said(p, s->a, NOUN_BARE, that);
}

static void say_as_each(struct phraser *p, struct node *s) {
    words_say(p, "as "), say_set(p, s);
    words_say(p, s->kind == N_TOGETHER ? ", in secret: " : ": ");
    say_block(p, s->c);
}

void phrase_as_each(struct phraser *p, struct node *s) {
    if (s->kind == N_TOGETHER || that_player(p) || !plain_block(p, s->c)) {
        say_to(p, s, say_as_each);
        return;
    }
    int spoken = p->n_spoken;
    words_say(p, "for "), say_set(p, s), words_say(p, ": ");
    words_speak(p, p->to->each, AS_that, "that ", "player", false);
    tell_block(p, p->to->someone, s->c);
    p->n_spoken = spoken;
}
