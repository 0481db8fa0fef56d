/* events.c: the log. Called only while rules run for real and somebody listens (run_speaks).
 *
 * Invariant: the public text names no card that some seat may not see; `seen_by` are the seats that see all cards the
 * text names.
 */
#include "code/phrases.h"
#include "vm/vm.h"

#include <string.h>

/* Each event is told once for every language that is listened to: the machine's own is voice 0. */
struct voice {
    const struct program *p; /* whose words */
    unsigned number;
};
static struct voice voice_of(const struct machine *m, unsigned number) {
    return (struct voice){number ? m->also[number - 1] : m->p, number};
}

/* A line that is being told, with the seats it names. */
struct told {
    struct text text;
    struct mentions mentions;
    char room[TEXT_CAP];
};
static struct text *told_init(struct told *t) {
    text_init(&t->text, t->room, sizeof t->room);
    t->mentions.n = 0;
    t->text.mentions = &t->mentions;
    return &t->text;
}

static struct log_event event_of(struct voice v, unsigned seat, uint32_t seen_by, const struct told *text,
                                 const struct told *public_text) {
    return (struct log_event){.seat = (uint8_t)seat, .voice = (uint8_t)v.number, .seen_by = seen_by, .text = text->room,
                              .public_text = public_text->room, .mentions = &text->mentions,
                              .public_mentions = &public_text->mentions};
}

static void emit(struct machine *m, struct voice v, unsigned seat, uint32_t seen_by, const struct told *text,
                 const struct told *public_text) {
    struct log_event e = event_of(v, seat, seen_by, text, public_text);
    m->sink(m->sink_user, &e);
}

static uint32_t card_seers(const struct program *p, const struct state *s, uint32_t card) {
    uint32_t seers = 0;
    for (uint32_t q = 0; q < p->seats; q++)
        if (card_seen(p, s, card, q)) seers |= 1u << q;
    return seers;
}

/* The cards not everybody sees, into m->cards. */
static const uint32_t *secret_cards(struct machine *m, const struct state *s) {
    const struct program *p = m->p;
    bits_zero(m->cards, p->card_words);
    for (uint32_t c = 0; c < p->n_cards; c++)
        if (card_seers(p, s, c) != all_seats(p)) bits_set(m->cards, c);
    return m->cards;
}

static struct render top_render(const struct program *p, const struct state *s) {
    const struct frame *f = &state_frames(p, s)[s->n_frames - 1];
    return (struct render){.program = p, .regs = state_stack(p, s) + f->base,
                           .n_regs = p->routines[f->routine].n_regs, .stack = state_stack(p, s), .n_stack = s->stack_top};
}

static uint32_t words_seers(const struct program *p, const struct state *s, const struct render *r, struct words words) {
    uint32_t seers = all_seats(p);
    for (uint32_t i = 0; i < words.n; i++) {
        const struct piece *piece = &p->pieces[words.first + i];
        if (piece->string != NONE || piece->kind.type != VT_CARD || piece->reg >= r->n_regs) continue;
        if (piece->kind.flags & VF_LIST) continue;
        if (!(piece->kind.flags & VF_SET)) {
            int32_t card = r->regs[piece->reg];
            if ((uint32_t)card < p->n_cards) seers &= card_seers(p, s, (uint32_t)card);
            continue;
        }
        const uint32_t *set = (const uint32_t *)(r->regs + piece->reg);
        for (int32_t c = -1; (c = bits_next(set, p->card_words, c)) >= 0 && (uint32_t)c < p->n_cards;)
            seers &= card_seers(p, s, (uint32_t)c);
    }
    return seers;
}

static void tell_site(struct run *r, struct voice v, uint32_t site) {
    const struct program *p = v.p;
    struct render render = top_render(p, r->s);
    struct words words = p->sites[site].words;
    uint32_t seers = words_seers(p, r->s, &render, words);
    struct told text, hidden;
    render_words(told_init(&text), &render, words);
    if (seers != all_seats(p)) {
        render.blank = secret_cards(r->m, r->s);
        render_words(told_init(&hidden), &render, words);
    }
    emit(r->m, v, (unsigned)render.regs[REG_ME], seers, &text, seers == all_seats(p) ? &text : &hidden);
}

void event_site(struct run *r, uint32_t site) {
    for (unsigned v = 0; v <= r->m->n_also; v++)
        tell_site(r, voice_of(r->m, v), site);
}

/* ---- numbers that change */
static int32_t track_of_var(const struct program *p, uint32_t var) {
    for (uint32_t i = 0; i < p->n_tracks; i++)
        if (p->tracks[i].var == (int32_t)var) return (int32_t)i;
    return NONE;
}

static uint32_t entry_seers(const struct program *p, const struct state *s, uint32_t var, int32_t owner) {
    uint32_t seers = 0;
    for (uint32_t q = 0; q < p->seats; q++)
        if (var_seen(p, s, &p->vars[var], owner, q)) seers |= 1u << q;
    return p->vars[var].scope == SCOPE_CARD && (uint32_t)owner < p->n_cards ? seers & card_seers(p, s, (uint32_t)owner) : seers;
}

/* What is set anew is bookkeeping of the rules, but for the positions of tracks; places of the board tell by tiles. */
static bool worth_telling(const struct program *p, uint32_t var, int32_t track, bool added) {
    const struct var *v = &p->vars[var];
    if (track != NONE) return !program_hides(p, LOOK_TRACK, (uint32_t)track);
    bool number = v->kind.type == VT_NUMBER && !v->kind.flags;
    return added && number && !v->internal && v->scope != SCOPE_SPACE && (int32_t)var != p->supply_var &&
           !program_hides(p, LOOK_VAR, var);
}

static void put_changing(struct text *t, const struct render *r, uint32_t var, int32_t track, int32_t owner, int32_t index) {
    const struct program *p = r->program;
    if (track != NONE) {
        render_track(t, p, TRACK_VALUE(track, p->tracks[track].per_player ? owner : NONE));
        return;
    }
    if (p->vars[var].scope == SCOPE_PLAYER) {
        render_player(t, p, owner);
        text_put(t, ": ");
    }
    render_entry(t, r, var, owner, index);
}

void event_change(struct run *r, uint32_t var, int32_t owner, int32_t index, bool added, struct change change) {
    int32_t track = track_of_var(r->p, var);
    if (!worth_telling(r->p, var, track, added)) return;
    uint32_t seers = entry_seers(r->p, r->s, var, owner);
    for (unsigned i = 0; i <= r->m->n_also; i++) {
        struct voice v = voice_of(r->m, i);
        struct render render = top_render(v.p, r->s);
        struct told text, nothing;
        struct text *t = told_init(&text);
        told_init(&nothing);
        struct saying s = phrase_begin(v.p, PHRASE_changes);
        for (int hole; (hole = phrase_next(&s, t)) != 0;) {
            if (hole == 1) put_changing(t, &render, var, track, owner, index);
            if (hole == 2 && change.is > change.was) text_put(t, "+");
            if (hole == 2) text_int(t, (int64_t)change.is - change.was);
            if (hole == 3) text_int(t, change.is);
        }
        emit(r->m, v, (unsigned)render.regs[REG_ME], seers, &text, seers == all_seats(r->p) ? &text : &nothing);
    }
}

static const char *unit_name(const struct program *p, int32_t amount) {
    const struct enumeration *e = &p->enums[p->stock_enum];
    return AMOUNT_UNIT(amount) < e->n ? program_string(p, p->members[e->first + (uint32_t)AMOUNT_UNIT(amount)].name) : NULL;
}

static void tell_amount(struct run *r, struct voice v, int32_t amount, int32_t owner, bool lose) {
    const struct program *p = v.p;
    struct told text, nothing;
    struct text *t = told_init(&text);
    told_init(&nothing);
    struct saying s = phrase_begin(p, lose ? PHRASE_loses : PHRASE_gains);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        if (hole == 1)
            render_player(t, p, owner);
        else
            render_amount(t, p, (uint32_t)p->stock_enum, amount);
    uint32_t seers = entry_seers(r->p, r->s, (uint32_t)p->stock_var, owner);
    int32_t n = AMOUNT_N(amount);
    struct log_event e = event_of(v, (unsigned)owner, seers, &text, seers == all_seats(p) ? &text : &nothing);
    e.unit = unit_name(p, amount);
    e.amount = lose ? -n : n;
    r->m->sink(r->m->sink_user, &e);
}

void event_amount(struct run *r, int32_t amount, int32_t owner, bool lose) {
    for (unsigned v = 0; v <= r->m->n_also; v++)
        tell_amount(r, voice_of(r->m, v), amount, owner, lose);
}

/* Cards that come to a place or, in secret, how many: into somebody's hand, they are drawn. */
static void put_coming(struct text *t, const struct render *r, const uint32_t *cards, uint32_t n, uint32_t to, bool drawn,
                       bool secret) {
    const struct program *p = r->program;
    struct saying s = phrase_begin(p, drawn ? PHRASE_draws : n == 1 ? PHRASE_goes_to : PHRASE_go_to);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        if (drawn && hole == 1)
            render_player(t, p, p->owner_of_instance[to]);
        else if (!drawn && hole == 2)
            render_zone(t, p, (int32_t)to);
        else if (secret)
            render_cards(t, p, n);
        else
            render_value(t, r, (struct value_kind){VT_CARD, VF_SET, 0}, (const int32_t *)cards);
}

/* A move is told when everybody sees where the cards lie now, unless the place means nothing to players. */
void event_move(struct run *r, const uint32_t *cards, uint32_t to) {
    const struct program *p = r->p;
    uint32_t n = bits_count(cards, p->card_words);
    if (!n || (zone_seers(p, to) & all_seats(p)) != all_seats(p)) return;
    if (program_hides(p, LOOK_ZONE, p->zone_of_instance[to])) return;
    for (unsigned i = 0; i <= r->m->n_also; i++) {
        struct voice v = voice_of(r->m, i);
        struct render render = top_render(v.p, r->s);
        struct told text;
        put_coming(told_init(&text), &render, cards, n, to, false, false);
        emit(r->m, v, (unsigned)render.regs[REG_ME], all_seats(p), &text, &text);
    }
}

void event_draw(struct run *r, const uint32_t *cards, uint32_t n, uint32_t to) {
    const struct program *p = r->p;
    int owner = p->owner_of_instance[to];
    bool drawn = owner >= 0 && p->zones[p->zone_of_instance[to]].hand;
    if (program_hides(p, LOOK_ZONE, p->zone_of_instance[to])) return;
    uint32_t seers = zone_seers(p, to) & all_seats(p);
    for (unsigned i = 0; i <= r->m->n_also; i++) {
        struct voice v = voice_of(r->m, i);
        struct render render = top_render(v.p, r->s);
        struct told text, hidden;
        for (unsigned open = 0; open < 2; open++)
            put_coming(told_init(open ? &text : &hidden), &render, cards, n, to, drawn, !open);
        emit(r->m, v, (unsigned)(owner >= 0 ? owner : render.regs[REG_ME]), seers, &text,
             seers == all_seats(p) ? &text : &hidden);
    }
}

/* What was asked and answered, or that something was; blank: cards not to be named. */
static void put_answered(struct text *t, struct render *render, const struct state *at, unsigned seat, uint32_t answer,
                         bool secret) {
    const struct program *p = render->program;
    const struct site *site = ask_site(p, at);
    render_player(t, p, (int32_t)seat);
    text_put(t, ": ");
    if (secret) {
        phrase_put(t, p, PHRASE_in_secret);
        return;
    }
    if (site->kind != SITE_OPTION) { /* a branch says enough itself */
        size_t before = t->n;
        render_words(t, render, site->words);
        bool question = t->n && t->n < TEXT_CAP && t->out[t->n - 1] == '?';
        if (t->n != before) text_put(t, question ? " " : ": ");
    }
    answer_text(p, at, site, render->blank, answer, t);
}

/* `at` waits at the question that is answered. Declining is not told. */
void event_answer(struct machine *m, const struct state *at, unsigned seat, uint32_t answer) {
    if (answer == ANSWER_NO && !at->forked) return; /* nothing happens; in secret even that must look like the rest */
    for (unsigned i = 0; i <= m->n_also; i++) {
        struct voice v = voice_of(m, i);
        const struct program *p = v.p;
        struct render render = top_render(p, at);
        uint32_t seers = words_seers(p, at, &render, ask_site(p, at)->words);
        uint32_t card = answer - p->answers.cards;
        if (answer >= p->answers.cards && card < p->n_cards) seers &= card_seers(p, at, card) | 1u << seat;
        if (at->forked) seers = 1u << seat;
        struct told text, hidden;
        for (unsigned open = 0; open < 2; open++) {
            render.blank = open ? NULL : secret_cards(m, at);
            put_answered(told_init(open ? &text : &hidden), &render, at, seat, answer, !open && at->forked);
        }
        emit(m, v, seat, seers, &text, seers == all_seats(p) ? &text : &hidden);
    }
}

static void tell_failure(struct run *r, struct voice v) {
    const struct program *p = r->p;
    const struct frame *f = &state_frames(p, r->s)[r->s->n_frames - 1];
    const int32_t *regs = state_stack(p, r->s) + f->base;
    struct told text, reason, hidden;
    struct text *t = told_init(&text);
    r->p = v.p; /* the reason is told in its words */
    put_failure(r, told_init(&reason));
    r->p = p;
    struct saying s = phrase_begin(v.p, PHRASE_not_carried_out);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        if (hole == 1)
            text_put(t, program_string(p, p->routines[f->routine].name));
        else
            text_add(t, &reason.text);
    phrase_put(told_init(&hidden), v.p, PHRASE_rule_not_carried_out);
    emit(r->m, v, (unsigned)regs[REG_ME], 1u << (regs[REG_ME] & 7), &text, &hidden);
}

void event_failure(struct run *r) {
    for (unsigned v = 0; v <= r->m->n_also; v++)
        tell_failure(r, voice_of(r->m, v));
}
