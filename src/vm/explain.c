/* explain.c: what failed, in words and with both numbers; "why not" and faults.
 *
 * Invariant: an explanation for a seat comes from its own look-ahead, so it tells no more than the menu does.
 */
#include "code/engine_phrases.h"
#include "vm/vm.h"

#include <string.h>

struct render explain_render(const struct program *p, const struct state *s) {
    struct render r = {.program = p};
    if (!s || !s->n_frames) return r;
    const struct frame *f = &state_frames(p, s)[s->n_frames - 1];
    r.regs = state_stack(p, s) + f->base;
    r.n_regs = p->routines[f->routine].n_regs;
    r.stack = state_stack(p, s);
    r.n_stack = s->stack_top;
    return r;
}

static bool satisfied(unsigned relation, int32_t have, int32_t need) {
    switch (relation) {
    case RELATION_EQ: return have == need;
    case RELATION_NE: return have != need;
    case RELATION_LT: return have < need;
    case RELATION_LE: return have <= need;
    case RELATION_GT: return have > need;
    default: return have >= need;
    }
}

void explain_note(struct run *r, const struct note *note, const int32_t *regs) {
    static const enum phrase needs[] = {PHRASE_needs,         PHRASE_must_not,   PHRASE_needs_less,
                                        PHRASE_needs_at_most, PHRASE_needs_more, PHRASE_needs_at_least};
    const int32_t *have = note->have == NO_REGISTER ? &note->fixed : &regs[note->have];
    const int32_t *need = note->need == NO_REGISTER ? &note->fixed : &regs[note->need];
    if (satisfied(note->relation, *have, *need)) return;
    struct machine *m = r->m;
    struct render render = explain_render(r->p, r->s);
    struct text *t = told_init(&m->note.told);
    render_words(t, &render, note->words);
    m->note.named = t->n > 0;
    if (m->note.named) text_put(t, ": ");
    struct saying s = phrase_begin(r->p, needs[note->relation < 6 ? note->relation : 0]);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        render_value(t, &render, note->kind, hole == 1 ? have : need);
    m->note.frame = r->s->n_frames;
    for (int32_t i = 0; i + 1 < m->note.frame; i++)
        m->note.pcs[i] = state_frames(r->p, r->s)[i].pc;
    m->note.pcs[m->note.frame - 1] = note->pc;
    m->note.have = *have, m->note.need = *need, m->note.relation = note->relation;
    m->note.numbers = note->kind.type == VT_NUMBER && !note->kind.flags;
}

/* Whether what was noted last belongs to what this failure tested, here or in a routine it called. */
static bool noted_for(const struct run *r, const struct site *site) {
    int32_t top = r->s->n_frames;
    if (!r->explain || !r->m->note.frame || r->m->note.frame < top) return false;
    uint32_t at = r->m->note.pcs[top - 1];
    return at >= site->from && at < state_frames(r->p, r->s)[top - 1].pc;
}

static void put_units(struct text *t, const struct program *p, int32_t unit, int64_t n) {
    render_units(t, p, (uint32_t)p->stock_enum, unit, n);
}

/* Who reads it: the seat for which the rules are tried, or whoever carries them out. */
static int32_t reader(const struct run *r, const struct render *render) {
    return r->viewer < r->p->seats ? r->viewer : render->regs ? render->regs[REG_ME] : NONE;
}

static void put_range(struct text *t, const struct program *p, const struct failure *f, const struct render *render,
                      int32_t reader) {
    bool others = p->vars[f->var].scope == SCOPE_PLAYER && f->owner != reader;
    struct saying of = phrase_begin(p, PHRASE_owned);
    for (int hole; others && (hole = phrase_next(&of, t)) != 0;)
        if (hole == 1)
            render_player(t, p, f->owner);
        else
            render_entry(t, render, (uint32_t)f->var, f->owner, f->index);
    if (!others) render_entry(t, render, (uint32_t)f->var, f->owner, f->index);
    text_put(t, ": ");
    struct saying s = phrase_begin(p, f->kind == FAILURE_HIGH ? PHRASE_at_most : PHRASE_needs);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        text_number(t, hole == 1 ? f->have : f->need);
}

/* What is short on the way is told of what there is at the question that is explained: what the rules took before is
 * needed, too. */
static struct failure since_open(const struct machine *m, struct failure f) {
    if (!m->why.open) return f;
    const struct var *stock = &m->p->vars[m->p->stock_var];
    int32_t taken = var_load(m->p, m->why.open, stock, var_slot(stock, f.owner, f.index)) - f.have;
    f.have += taken, f.need += taken;
    return f;
}

static void put_short(struct text *t, const struct program *p, const struct failure *f, bool yours) {
    struct saying s = phrase_begin(p, yours ? PHRASE_you_short : PHRASE_player_short);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        if (hole == 1)
            put_units(t, p, f->index, (int64_t)f->need - f->have);
        else if (hole == 4)
            render_player(t, p, f->owner);
        else
            text_number(t, hole == 2 ? f->have : f->need);
}

/* What cannot be done, and where: the words of a question, when it has some. */
static void put_question(struct text *t, const struct render *render, enum phrase what, int32_t site) {
    struct words words = render->program->sites[site].words;
    phrase_put(t, render->program, what);
    if (words.n) text_put(t, ": ");
    render_words(t, render, words);
}

/* The failure of r->failure, its frame still on top of r->s. */
void put_failure(struct run *r, struct text *t) {
    const struct program *p = r->p;
    const struct failure *f = &r->failure;
    struct render render = explain_render(p, r->s);
    switch (f->kind) {
    case FAILURE_SITE: {
        size_t before = t->n;
        render_words(t, &render, p->sites[f->site].words);
        bool both = t->n > before;
        if (noted_for(r, &p->sites[f->site]) && (r->m->note.named || !both)) {
            if (both) text_put(t, " (");
            told_put(t, &r->m->note.told);
            if (both) text_put(t, ")");
        }
        if (t->n == before) phrase_put(t, p, PHRASE_not_possible);
        break;
    }
    case FAILURE_RANGE:
    case FAILURE_HIGH: put_range(t, p, f, &render, reader(r, &render)); break;
    case FAILURE_SHORT: {
        struct failure whole = since_open(r->m, *f);
        put_short(t, p, &whole, !render.regs || f->owner == reader(r, &render));
        break;
    }
    case FAILURE_SUPPLY: {
        struct saying s = phrase_begin(p, PHRASE_supply_short);
        while (phrase_next(&s, t))
            put_units(t, p, f->index, f->have);
        break;
    }
    case FAILURE_EMPTY: put_question(t, &render, PHRASE_nothing_to_choose, f->site); break;
    case FAILURE_RUNNING: phrase_put(t, p, PHRASE_already_running); break;
    case FAILURE_DEEP: phrase_put(t, p, PHRASE_too_deep); break;
    case FAILURE_OWNER: phrase_put(t, p, PHRASE_no_such_place); break;
    case FAILURE_STUCK: put_question(t, &render, PHRASE_no_answer, f->site); break;
    default: break;
    }
}

void explain_failure(struct run *r) {
    struct text *t = told_init(&r->m->why.told);
    struct render render = explain_render(r->p, r->s);
    bool words =
        r->failure.kind == FAILURE_SITE || r->failure.kind == FAILURE_EMPTY || r->failure.kind == FAILURE_STUCK;
    if (!words || !render.regs || render.regs[REG_ME] == reader(r, &render)) {
        put_failure(r, t);
        return;
    }
    struct saying s = phrase_begin(r->p, PHRASE_as_player); /* what another would have to do: "you" is not the reader */
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        if (hole == 1)
            render_player(t, r->p, render.regs[REG_ME]);
        else
            put_failure(r, t);
}

static void put_fault(struct text *t, const struct program *p, const struct state *s) {
    static const char *const what[] = {"",
                                       "",
                                       "the rules run on without a question",
                                       "no answer can be carried out, and no rule is left to end",
                                       "the rules are nested too deep",
                                       "secret simultaneous choices went wrong",
                                       "the code is damaged",
                                       "a player must choose among cards that player may not see"};
    bool has_site = s->fault_site >= 0 && (uint32_t)s->fault_site < p->n_sites;
    text_put(t, s->fault < sizeof what / sizeof *what ? what[s->fault] : "");
    if (!has_site || !p->sites[s->fault_site].words.n) return;
    struct render render = {.program = p};
    if (s->fault != FAULT_AUTHOR) text_put(t, ": ");
    render_words(t, &render, p->sites[s->fault_site].words);
}

uint32_t state_fault_reason(const struct program *p, const struct state *s, char *out, size_t cap) {
    struct text t;
    text_init(&t, out, cap);
    if (s->status != RUN_FAULT) return UINT32_MAX;
    put_fault(&t, p, s);
    return s->fault_pc;
}

size_t state_fault_text(const struct program *p, const struct state *s, char *out, size_t cap) {
    struct text t;
    text_init(&t, out, cap);
    if (s->status != RUN_FAULT) return 0;
    struct place at = program_place(p, s->fault_pc);
    bool has_site = s->fault_site >= 0 && (uint32_t)s->fault_site < p->n_sites;
    if (has_site) at = p->sites[s->fault_site].at;
    text_put(&t, program_file(p, at));
    text_put(&t, ":");
    text_int(&t, at.line);
    text_put(&t, ": ");
    int32_t routine = program_routine_at(p, s->fault_pc);
    if (routine >= 0) {
        text_put(&t, "in ");
        text_put(&t, program_string(p, p->routines[routine].name));
        text_put(&t, ": ");
    }
    put_fault(&t, p, s);
    return t.n;
}

static void put_numbers(struct text *t, const struct program *p, enum phrase what, int32_t first, int32_t second) {
    struct saying s = phrase_begin(p, what);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        text_number(t, hole == 1 ? first : second);
}

/* How many are to be picked; take: the fewest, the most, how many are. */
static void put_bounds(struct text *t, const struct program *p, const int32_t *take) {
    bool open = take[1] >= NUMBER_MAX;
    if (take[0] == take[1])
        put_numbers(t, p, PHRASE_take_exactly, take[0], 0);
    else if (take[0] > 0)
        put_numbers(t, p, open ? PHRASE_take_least : PHRASE_take_range, take[0], take[1]);
    else
        put_numbers(t, p, open ? PHRASE_take_any : PHRASE_take_most, take[1], 0);
}

static void put_how_many(struct text *t, const struct program *p, const int32_t *take) {
    if (take[2] == 0) {
        put_bounds(t, p, take);
        return;
    }
    struct saying s = phrase_begin(p, PHRASE_taken);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        if (hole == 1)
            put_bounds(t, p, take);
        else
            text_number(t, take[2]);
}

size_t state_question_text(struct machine *m, const struct state *s, unsigned seat, char *out, size_t cap) {
    const struct program *p = m->p;
    struct question q;
    struct text t;
    text_init_spans(&t, out, cap, &m->said);
    if (!state_question(p, s, seat, &q)) return 0;
    if (q.kind == SITE_CHANCE) {
        phrase_put(&t, p, PHRASE_chance);
        return t.n;
    }
    const struct state *at = s->flags & STATE_VIEW ? NULL : fork_block(m, s, q.seat);
    struct render render = explain_render(p, at);
    render.program = p;
    const struct site *site = &p->sites[q.site];
    if (!render.regs || !site->take) {
        render_words(&t, &render, site->words);
        return t.n;
    }
    struct saying saying = phrase_begin(p, PHRASE_in_brackets);
    for (int hole; (hole = phrase_next(&saying, &t)) != 0;)
        if (hole == 1)
            render_words(&t, &render, site->words);
        else
            put_how_many(&t, p, render.regs + site->take);
    return t.n;
}

int32_t state_question_about(struct machine *m, const struct state *s, unsigned seat) {
    const struct program *p = m->p;
    struct question q;
    if (!state_question(p, s, seat, &q) || q.kind == SITE_CHANCE || (s->flags & STATE_VIEW)) return NONE;
    const struct state *at = fork_block(m, s, q.seat);
    for (uint32_t i = at ? at->n_frames : 0; i-- > 0;) {
        int32_t card = state_stack(p, at)[state_frames(p, at)[i].base + REG_THIS];
        if (card >= 0) return card_seen(p, at, (uint32_t)card, q.seat) ? card : NONE;
    }
    return NONE;
}

/* How many cards the registers of a waiting frame hold beside the one whose rule it is, counted to two; *card is
 * one. */
static unsigned cards_held(const struct program *p, const struct state *at, uint32_t frame, int32_t *card) {
    const struct frame *f = &state_frames(p, at)[frame];
    const int32_t *regs = state_stack(p, at) + f->base;
    const struct stack_map *map = program_map(p, f->pc);
    unsigned n = 0;
    for (uint32_t k = REG_ARGS; map && k < map->n; k++) {
        uint8_t kind = p->map_bytes[map->first + k] & LIVE_KIND;
        if (kind != LIVE_CARD || (uint32_t)regs[k] >= p->n_cards || regs[k] == regs[REG_THIS]) continue;
        if (n && regs[k] == *card) continue;
        *card = regs[k];
        if (++n == 2) break;
    }
    return n;
}

int32_t state_question_paid(struct machine *m, const struct state *s, unsigned seat) {
    const struct program *p = m->p;
    struct question q;
    if (!state_question(p, s, seat, &q) || !(q.flags & ASK_PAYMENT) || (s->flags & STATE_VIEW)) return NONE;
    const struct state *at = fork_block(m, s, q.seat);
    int32_t rule = NONE; /* the card whose rule pays: what called it is about something else */
    for (uint32_t i = at ? at->n_frames : 0; i-- > 0;) {
        int32_t card = NONE, of = state_stack(p, at)[state_frames(p, at)[i].base + REG_THIS];
        if (rule >= 0 && of != rule) return NONE;
        rule = of;
        unsigned n = cards_held(p, at, i, &card);
        if (n > 0) return n == 1 && card_seen(p, at, (uint32_t)card, q.seat) ? card : NONE;
    }
    return NONE;
}

bool state_payment(struct machine *m, const struct state *s, unsigned seat, struct payment *out) {
    const struct program *p = m->p;
    struct question q;
    if (!state_question(p, s, seat, &q) || !(q.flags & ASK_PAYMENT) || !q.count || (s->flags & STATE_VIEW))
        return false;
    const struct site *site = &p->sites[q.site];
    const struct state *at = fork_block(m, s, q.seat);
    struct render r = explain_render(p, at);
    if (site->worth == NO_REGISTER || p->stock_var < 0 || p->stock_enum < 0 || !r.regs) return false;
    if (site->worth >= r.n_regs || site->due >= r.n_regs || site->in >= r.n_regs || site->with >= r.n_regs)
        return false;
    int32_t zero = (int32_t)p->answers.numbers - NUMBER_LOW; /* the answer that is the number 0 */
    *out = (struct payment){.due = r.regs[site->due],
                            .in = r.regs[site->in],
                            .with = r.regs[site->with],
                            .worth = r.regs[site->worth],
                            .least = (int32_t)state_answer_nth(p, s, q.seat, 0) - zero,
                            .most = (int32_t)state_answer_nth(p, s, q.seat, q.count - 1) - zero};
    uint32_t units = p->enums[p->stock_enum].n;
    if ((uint32_t)out->in >= units || (uint32_t)out->with >= units) return false;
    out->have = read_var(p, at, (uint32_t)p->stock_var, (int32_t)q.seat, out->with);
    return true;
}

void answer_text(const struct program *p, const struct state *at, const struct site *site, const uint32_t *hidden,
                 uint32_t answer, struct text *t) {
    struct render render = explain_render(p, at);
    render.program = p;
    render.blank = hidden;
    const struct answer_space *a = &p->answers;
    if (answer == ANSWER_NO) {
        phrase_put(t, p, site && (site->flags & ASK_SUBSET) ? PHRASE_no_more : PHRASE_no);
    } else if (answer == ANSWER_YES) {
        phrase_put(t, p, PHRASE_yes);
    } else if (answer < a->cards) {
        uint32_t i = answer - a->options;
        if (site && site->kind == SITE_OPTION && i < site->n_options && site->options + i < p->n_labels)
            render_words(t, &render, p->labels[site->options + i]);
        else { /* no bare number: that would be the name of another answer */
            struct saying s = phrase_begin(p, PHRASE_branch);
            while (phrase_next(&s, t))
                text_int(t, i + 1);
        }
    } else if (answer < a->spaces) {
        render_card(t, &render, (int32_t)(answer - a->cards));
    } else if (answer < a->players) {
        int32_t space = (int32_t)(answer - a->spaces);
        render_value(t, &render, (struct value_kind){VT_SPACE, 0, 0}, &space);
    } else if (answer < a->numbers) {
        render_player(t, p, (int32_t)(answer - a->players));
    } else if (answer < a->members) {
        int32_t n = NUMBER_LOW + (int32_t)(answer - a->numbers);
        if (site && site->kind != SITE_OPTION && site->unit != NONE && p->stock_enum >= 0) {
            put_units(t, p, site->unit, n);
            return;
        }
        text_number(t, n);
        if (site && site->kind == SITE_NUMBER && site->where.n && render.regs) { /* of a payment: the unit */
            text_put(t, " ");
            render_words(t, &render, site->where);
        }
    } else if (answer < a->total) {
        size_t from = t->n;
        text_put(t, program_string(p, p->members[answer - a->members].name));
        text_span(t, from, (struct text_span){.kind = SPAN_MEMBER, .index = (uint16_t)(answer - a->members)});
    }
}

size_t state_answer_text(struct machine *m, const struct state *s, unsigned seat, uint32_t answer, char *out,
                         size_t cap) {
    const struct program *p = m->p;
    struct question q;
    struct text t;
    text_init_spans(&t, out, cap, &m->said);
    const struct site *site = NULL;
    const struct state *at = NULL;
    if (state_question(p, s, seat, &q) && q.kind != SITE_CHANCE) {
        site = &p->sites[q.site];
        if (!(s->flags & STATE_VIEW) && (site->kind == SITE_OPTION || site->kind == SITE_NUMBER))
            at = fork_block(m, s, q.seat);
    }
    answer_text(p, at, site, NULL, answer, &t);
    return t.n;
}
