/* log.c: the log. Called only while rules run for real and somebody listens (run_speaks).
 *
 * Invariant: the public text names no card that some seat may not see; `seen_by` are the seats that see all cards the
 * text names.
 */
#include "code/engine_phrases.h"
#include "vm/vm.h"

#include <string.h>

/* A line of its own: what was gathered before comes first. */
static void emit(struct machine *m, const struct log_event *e) {
    line_end(m);
    m->log.sink(m->log.sink_user, e);
}

static uint32_t card_seers(const struct program *p, const struct state *s, uint32_t card) {
    uint32_t seers = 0;
    for (uint32_t q = 0; q < p->seats; q++)
        if (card_seen(p, s, card, q)) seers |= 1u << q;
    return seers;
}

/* The cards not everybody sees, into m->scratch.cards. */
static const uint32_t *secret_cards(struct machine *m, const struct state *s) {
    const struct program *p = m->p;
    bits_zero(m->scratch.cards, p->card_words);
    for (uint32_t c = 0; c < p->n_cards; c++)
        if (card_seers(p, s, c) != all_seats(p)) bits_set(m->scratch.cards, c);
    return m->scratch.cards;
}

static struct render top_render(const struct program *p, const struct state *s) {
    const struct frame *f = &state_frames(p, s)[s->n_frames - 1];
    return (struct render){.program = p,
                           .regs = state_stack(p, s) + f->base,
                           .n_regs = p->routines[f->routine].n_regs,
                           .stack = state_stack(p, s),
                           .n_stack = s->stack_top};
}

/* The cards that words name. */
static void words_cards(const struct render *r, struct words words, uint32_t *cards) {
    const struct program *p = r->program;
    bits_zero(cards, p->card_words);
    for (uint32_t i = 0; i < words.n; i++) {
        const struct piece *piece = &p->pieces[words.first + i];
        if (!piece_reads(piece) || piece->kind.type != VT_CARD || piece->reg >= r->n_regs) continue;
        if (piece->kind.flags & VF_LIST) continue;
        if (piece->kind.flags & VF_SET)
            bits_or(cards, (const uint32_t *)(r->regs + piece->reg), p->card_words);
        else if ((uint32_t)r->regs[piece->reg] < p->n_cards)
            bits_set(cards, (uint32_t)r->regs[piece->reg]);
    }
}

/* Who sees all of these cards. */
static uint32_t cards_seers(const struct program *p, const struct state *s, const uint32_t *cards) {
    uint32_t seers = all_seats(p);
    for (int32_t c = -1; (c = bits_next(cards, p->card_words, c)) >= 0 && (uint32_t)c < p->n_cards;)
        seers &= card_seers(p, s, (uint32_t)c);
    return seers;
}

/* Of an answer given in secret the others learn that it was given and how many cards it was, which the table shows too;
 * nothing where they would learn more. */
static bool may_be_counted(const struct program *p, const struct site *site) {
    if (site->flags & LOG_OPTIONAL) return false;
    for (uint32_t i = 0; i < site->words.n; i++) {
        const struct piece *piece = &p->pieces[site->words.first + i];
        bool me = piece->kind.type == VT_PLAYER && piece->reg == REG_ME, card = piece->kind.type == VT_CARD;
        if (piece_reads(piece) && !me && !(card && piece->hole == HOLE_VALUE)) return false;
    }
    return true;
}

static void put_site(struct run *r, struct line *l, struct voice v, const struct site *site, bool secret) {
    const struct program *p = v.p;
    struct render render = top_render(p, r->s);
    struct text *hidden = told_init(&l->hidden[v.number]);
    render_words(told_init(&l->text[v.number]), &render, site->words);
    if (l->seers == all_seats(p) || (secret && !may_be_counted(p, site))) return;
    render.blank = secret_cards(r->m, r->s);
    if (secret) memset(r->m->scratch.cards, 0xff, p->card_words * sizeof *r->m->scratch.cards);
    render_words(hidden, &render, site->words);
}

void event_site(struct run *r, uint32_t site) {
    const struct program *p = r->p;
    struct render render = top_render(p, r->s);
    unsigned me = (unsigned)render.regs[REG_ME];
    bool secret = p->sites[site].flags & LOG_ANSWER && r->s->forked;
    unsigned puts = r->m->log.n_puts; /* what the rules tell themselves tells of these */
    r->m->log.n_puts = 0;
    struct line *l = line_deed(r->m, r->s, me, 0);
    r->m->log.n_puts = puts;
    part_take_puts(r->m);
    words_cards(&render, p->sites[site].words, r->m->log.named);
    l->seers = secret ? 1u << (me & 7) : cards_seers(p, r->s, r->m->log.named);
    bool shown = p->sites[site].flags & LOG_SHOWN;
    l->by = l->seers == all_seats(p) ? BY_RULES : shown && !secret ? BY_CHOICE : BY_OTHERS;
    for (unsigned i = 0; i <= r->m->log.n_also; i++) {
        struct voice v = voice_of(r->m, i);
        put_site(r, l, v, &v.p->sites[site], secret);
    }
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
    return p->vars[var].scope == SCOPE_CARD && (uint32_t)owner < p->n_cards ? seers & card_seers(p, s, (uint32_t)owner)
                                                                            : seers;
}

/* A supply of the table: what is placed or taken back tells of it. */
static bool is_supply(const struct program *p, const struct var *v) {
    if (v->scope != SCOPE_GLOBAL || v->index_enum == NONE) return false;
    const struct enumeration *e = &p->enums[v->index_enum];
    for (uint32_t i = 0; i < e->n; i++)
        if (p->members[e->first + i].total != NONE) return true;
    return false;
}

/* What is set anew is bookkeeping of the rules, but for the positions of tracks; places of the board tell by tiles. */
static bool worth_telling(const struct program *p, uint32_t var, int32_t track, bool added) {
    const struct var *v = &p->vars[var];
    if (track != NONE) return !program_hides(p, LOOK_TRACK, (uint32_t)track);
    bool number = v->kind.type == VT_NUMBER && !v->kind.flags;
    return added && number && !v->internal && v->scope != SCOPE_SPACE && !is_supply(p, v) &&
           !program_hides(p, LOOK_VAR, var);
}

static void put_secret_change(struct text *t, const struct render *r, const struct line_item *item) {
    struct saying s = phrase_begin(r->program, PHRASE_changes);
    for (int hole; (hole = phrase_next(&s, t)) != 0;) {
        if (hole == 1 && item->track != NONE)
            render_track(t, r->program, TRACK_VALUE(item->track, item->owned ? item->owner : NONE));
        if (hole == 1 && item->track == NONE && item->owned)
            render_player(t, r->program, item->owner), text_put(t, ": ");
        if (hole == 1 && item->track == NONE) render_entry(t, r, item->var, item->owner, item->index);
        if (hole == 2) text_change(t, item->by);
        if (hole == 3) text_number(t, item->is);
    }
}

/* Who does not see the number is told nothing. */
static void tell_secret_change(struct run *r, uint32_t seers, const struct line_item *item) {
    struct log_part part = line_part(item, part_from(r, seers));
    for (unsigned i = 0; i <= r->m->log.n_also; i++) {
        struct voice v = voice_of(r->m, i);
        struct render render = top_render(v.p, r->s);
        struct told text, nothing;
        told_init(&nothing);
        put_secret_change(told_init(&text), &render, item);
        struct log_event e = told_event(v, (unsigned)render.regs[REG_ME], seers, &text, &nothing);
        e.parts = &part, e.n_parts = 1;
        emit(r->m, &e);
    }
}

void event_change(struct run *r, uint32_t var, int32_t owner, int32_t index, bool added, struct change change) {
    const struct program *p = r->p;
    int32_t track = track_of_var(p, var);
    if (!worth_telling(p, var, track, added)) return;
    const struct var *v = &p->vars[var];
    struct line_item item = {.var = var,
                             .owner = owner,
                             .index = index,
                             .track = track,
                             .by = change.is - change.was,
                             .is = change.is,
                             .amount = (int32_t)var == p->stock_var,
                             .owned = v->scope == SCOPE_PLAYER,
                             .common = v->scope == SCOPE_GLOBAL && v->index_enum != NONE};
    uint32_t seers = entry_seers(p, r->s, var, owner);
    unsigned me = (unsigned)top_render(p, r->s).regs[REG_ME];
    if (seers == all_seats(p))
        line_add(r->m, r->s, item.owned ? (unsigned)owner : me, item, part_from(r, seers));
    else
        tell_secret_change(r, seers, &item);
}

static const char *unit_name(const struct program *p, int32_t amount) {
    const struct enumeration *e = &p->enums[p->stock_enum];
    return AMOUNT_UNIT(amount) < e->n ? program_string(p, p->members[e->first + (uint32_t)AMOUNT_UNIT(amount)].name)
                                      : NULL;
}

static void put_secret_amount(struct text *t, const struct program *p, int32_t amount, int32_t owner, bool lose) {
    struct saying s = phrase_begin(p, lose ? PHRASE_loses : PHRASE_gains);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        if (hole == 1)
            render_player(t, p, owner);
        else
            render_amount(t, p, (uint32_t)p->stock_enum, amount);
}

/* The number itself is passed on at once; the words are part of a line. */
void event_amount(struct run *r, int32_t amount, int32_t owner, bool lose) {
    const struct program *p = r->p;
    uint32_t var = (uint32_t)p->stock_var, seers = entry_seers(p, r->s, var, owner);
    int32_t n = lose ? -AMOUNT_N(amount) : AMOUNT_N(amount);
    bool open = seers == all_seats(p);
    struct line_item item = {.var = var,
                             .owner = owner,
                             .index = AMOUNT_UNIT(amount),
                             .track = NONE,
                             .by = n,
                             .is = read_var(p, r->s, var, owner, AMOUNT_UNIT(amount)),
                             .amount = true,
                             .owned = true};
    struct log_part part = line_part(&item, part_from(r, seers));
    if (!open) line_end(r->m);
    for (unsigned i = 0; i <= r->m->log.n_also; i++) {
        struct voice v = voice_of(r->m, i);
        struct told text, nothing;
        struct text *t = told_init(&text);
        told_init(&nothing);
        if (!open) put_secret_amount(t, v.p, amount, owner, lose);
        struct log_event e = told_event(v, (unsigned)owner, seers, &text, &nothing);
        e.unit = unit_name(v.p, amount);
        e.amount = n;
        if (!open) e.parts = &part, e.n_parts = 1;
        r->m->log.sink(r->m->log.sink_user, &e);
    }
    if (open) line_add(r->m, r->s, (unsigned)owner, item, part.from);
}

/* Cards that come to a place or, in secret, how many: into somebody's hand, they are drawn. */
static void put_coming(struct text *t, const struct render *r, const uint32_t *cards, uint32_t n, uint32_t to,
                       bool drawn, bool secret) {
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

/* Cards that come to a place everybody sees. */
static void put_moved(struct text *t, const struct render *r, const uint32_t *cards, uint32_t n, uint32_t to) {
    const struct program *p = r->program;
    const struct zone *z = &p->zones[p->zone_of_instance[to]];
    bool article =
        p->owner_of_instance[to] < 0 && strncmp(program_string(p, z->title >= 0 ? z->title : z->name), "the ", 4);
    enum phrase one = article ? PHRASE_goes_to_the : PHRASE_goes_to, many = article ? PHRASE_go_to_the : PHRASE_go_to;
    struct saying s = phrase_begin(p, n == 1 ? one : many);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        if (hole == 2)
            render_zone(t, p, (int32_t)to);
        else
            render_value(t, r, (struct value_kind){VT_CARD, VF_SET, 0}, (const int32_t *)cards);
}

/* From what a player alone holds to where the same player has what is played. */
static bool is_played(const struct program *p, int32_t from, uint32_t to) {
    if ((uint32_t)from >= p->n_zone_of_instance || p->owner_of_instance[to] < 0) return false;
    return p->zones[p->zone_of_instance[to]].played && p->owner_of_instance[from] == p->owner_of_instance[to] &&
           (zone_seers(p, (uint32_t)from) & all_seats(p)) != all_seats(p);
}

static void put_doing(struct text *t, const struct render *r, enum phrase what, int32_t player, const uint32_t *cards) {
    struct saying s = phrase_begin(r->program, what);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        if (hole == 1)
            render_player(t, r->program, player);
        else
            render_value(t, r, (struct value_kind){VT_CARD, VF_SET, 0}, (const int32_t *)cards);
}

/* What is done with cards that the rules have just named in words of their own is part of what these say: one act is
 * told once. Who could not read the name then reads it now only if the rules say that what was chosen is what moves:
 * that it is the same card is told to nobody otherwise. */
static bool said_already(struct run *r, const uint32_t *cards, enum part_kind kind, uint32_t at) {
    struct line *l = &r->m->log.line;
    const uint32_t *named = r->m->log.named;
    if (!l->open || (l->by != BY_RULES && l->by != BY_CHOICE) || l->phase != r->s->phase) return false;
    if (!bits_within(cards, named, r->p->card_words)) return false;
    if (l->by == BY_CHOICE && !bits_within(named, cards, r->p->card_words)) return false;
    l->by = BY_RULES;
    l->seers = all_seats(r->p);
    part_add(l, part_cards(r->m, kind, at, cards));
    return true;
}

/* Cards that were shown and come to an open place at once: the place says it. */
static struct line *line_moved(struct run *r, unsigned seat, const uint32_t *cards) {
    struct line *l = &r->m->log.line;
    bool shown = l->open && l->by == BY_REVEAL && !l->n && l->phase == r->s->phase &&
                 bits_within(r->m->log.named, cards, r->p->card_words);
    if (!shown) l = line_deed(r->m, r->s, seat, all_seats(r->p));
    l->seat = (uint8_t)seat;
    l->by = BY_OTHERS;
    return l;
}

/* A move is told when everybody sees where the cards lie now, unless the place means nothing to players. */
void event_move(struct run *r, const uint32_t *cards, int32_t from, uint32_t to) {
    const struct program *p = r->p;
    uint32_t n = bits_count(cards, p->card_words);
    if (!n || (zone_seers(p, to) & all_seats(p)) != all_seats(p)) return;
    if (program_hides(p, LOOK_ZONE, p->zone_of_instance[to])) return;
    bool played = is_played(p, from, to);
    int32_t me = top_render(p, r->s).regs[REG_ME], owner = p->owner_of_instance[to];
    enum part_kind kind = played ? PART_PLAYED : PART_MOVED;
    if (said_already(r, cards, kind, to)) return;
    struct line *l = line_moved(r, (unsigned)(played ? owner : me), cards);
    part_add(l, part_cards(r->m, kind, to, cards));
    for (unsigned i = 0; i <= r->m->log.n_also; i++) {
        struct voice v = voice_of(r->m, i);
        struct render render = top_render(v.p, r->s);
        struct text *t = told_init(&l->text[i]);
        if (played)
            put_doing(t, &render, PHRASE_plays, owner, cards);
        else
            put_moved(t, &render, cards, n, to);
    }
    if (!played) line_end(r->m); /* what changes next does not come of it */
}

/* Cards that everybody knows from now on, of those that not everybody knew. */
void event_reveal(struct run *r, const uint32_t *cards) {
    const struct program *p = r->p;
    int32_t first = bits_next(cards, p->card_words, -1);
    if (first < 0) return;
    uint32_t place = state_where(p, r->s)[first];
    if (said_already(r, cards, PART_SHOWN, place)) return;
    int32_t me = top_render(p, r->s).regs[REG_ME],
            owner = place < p->n_zone_of_instance ? p->owner_of_instance[place] : NONE;
    struct line *l = line_deed(r->m, r->s, (unsigned)(owner < 0 ? me : owner), all_seats(p));
    l->by = BY_REVEAL;
    memcpy(r->m->log.named, cards, p->card_words * sizeof *cards);
    part_add(l, part_cards(r->m, PART_SHOWN, place, cards));
    for (unsigned i = 0; i <= r->m->log.n_also; i++) {
        struct voice v = voice_of(r->m, i);
        struct render render = top_render(v.p, r->s);
        put_doing(told_init(&l->text[i]), &render, PHRASE_shows, l->seat, cards);
    }
}

/* A line of its own: who is out, for good or until the period begins. */
void event_out(struct run *r, int32_t player, int32_t period) {
    struct line *l = line_deed(r->m, r->s, (unsigned)player, all_seats(r->p));
    for (unsigned i = 0; i <= r->m->log.n_also; i++) {
        const struct program *p = voice_of(r->m, i).p;
        struct text *t = told_init(&l->text[i]);
        struct saying s = phrase_begin(p, period == NONE ? PHRASE_is_out : PHRASE_is_out_until);
        for (int hole; (hole = phrase_next(&s, t)) != 0;)
            if (hole == 1)
                render_player(t, p, player);
            else
                text_put(t, program_string(p, p->members[p->periods[period]].name));
    }
    line_end(r->m);
}

void event_draw(struct run *r, const uint32_t *cards, uint32_t n, uint32_t to) {
    const struct program *p = r->p;
    int owner = p->owner_of_instance[to];
    bool drawn = owner >= 0 && p->zones[p->zone_of_instance[to]].hand;
    if (program_hides(p, LOOK_ZONE, p->zone_of_instance[to])) return;
    uint32_t seers = zone_seers(p, to) & all_seats(p);
    line_end(r->m); /* its cards are told before these are noted */
    struct log_part part = part_cards(r->m, PART_DRAWN, to, cards), backs;
    part.from = part_from(r, all_seats(p));
    backs = part;
    backs.cards = NULL;
    for (unsigned i = 0; i <= r->m->log.n_also; i++) {
        struct voice v = voice_of(r->m, i);
        struct render render = top_render(v.p, r->s);
        struct told text, hidden;
        for (unsigned open = 0; open < 2; open++)
            put_coming(told_init(open ? &text : &hidden), &render, cards, n, to, drawn, !open);
        struct log_event e = told_event(v, (unsigned)(owner >= 0 ? owner : render.regs[REG_ME]), seers, &text,
                                        seers == all_seats(p) ? &text : &hidden);
        e.parts = &part, e.public_parts = seers == all_seats(p) ? &part : &backs;
        e.n_parts = e.n_public_parts = 1;
        emit(r->m, &e);
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
    if (site->value.type != VT_OPTION && !(site->flags & ASK_TELLS)) { /* a branch says enough itself */
        size_t before = t->n;
        render_words(t, render, site->words);
        bool question = t->n && t->n < TEXT_CAP && t->out[t->n - 1] == '?';
        if (t->n != before) text_put(t, question ? " " : ": ");
    }
    answer_text(p, at, site, render->blank, answer, t);
}

static uint32_t answer_seers(struct machine *m, const struct state *at, unsigned seat, uint32_t answer) {
    const struct program *p = m->p;
    struct render render = top_render(p, at);
    words_cards(&render, ask_site(p, at)->words, m->scratch.cards);
    uint32_t seers = cards_seers(p, at, m->scratch.cards), card = answer - p->answers.cards;
    if (answer >= p->answers.cards && card < p->n_cards) seers &= card_seers(p, at, card) | 1u << seat;
    return at->forked ? 1u << seat : seers;
}

/* A yes, a payment and what the rules tell themselves stand aside for what comes of them; things have names. */
static enum line_head head_of(const struct site *site) {
    bool named = site->value.type == VT_CARD || site->value.type == VT_SPACE;
    if (site->kind == SITE_YESNO || site->flags & ASK_PAYMENT) return LINE_ASIDE;
    return !(site->flags & ASK_TELLS) ? LINE_TOLD : named ? LINE_NAMED : LINE_ASIDE;
}

/* The definition says that the log tells nothing of it. */
static bool is_silent(const struct program *p, const struct site *site, uint32_t answer) {
    if (site->kind != SITE_OPTION) return site->flags & ASK_SILENT;
    uint32_t branch = answer - p->answers.options;
    return branch < MAX_OPTIONS && (uint32_t)site->unit >> branch & 1u;
}

/* What stands aside is told by what comes of it, and what is declined or paid by nothing. */
uint32_t state_answer_told(struct machine *m, const struct state *s, unsigned seat, uint32_t answer) {
    uint32_t own = 1u << (seat & 7);
    if (s->status != RUN_ASK || s->forked || s->flags & STATE_VIEW || answer == ANSWER_NO) return own;
    const struct site *site = ask_site(m->p, s);
    if (head_of(site) == LINE_ASIDE || is_silent(m->p, site, answer)) return own;
    return own | answer_seers(m, s, seat, answer);
}

/* `at` waits at the question that is answered. Declining is not told. */
void event_answer(struct machine *m, const struct state *at, unsigned seat, uint32_t answer) {
    const struct site *site = ask_site(m->p, at);
    enum line_head head = head_of(site);
    bool aside = head != LINE_TOLD;
    uint32_t seers = answer_seers(m, at, seat, answer);
    part_begin(m, at, answer, seers == all_seats(m->p));
    /* Nothing happens; in secret even that must look like the rest */
    if (answer == ANSWER_NO && (!at->forked || aside)) return;
    struct line *l = line_answer(m, at, seat, seers, head);
    l->silent = is_silent(m->p, site, answer);
    bool untold = aside && (at->forked || site->flags & ASK_PAYMENT);
    for (unsigned i = 0; i <= m->log.n_also; i++) {
        struct voice v = voice_of(m, i);
        struct render render = top_render(v.p, at);
        for (unsigned open = 0; open < 2; open++) {
            struct text *t = told_init(open ? &l->text[i] : &l->hidden[i]);
            render.blank = open ? NULL : secret_cards(m, at);
            if (!untold) put_answered(t, &render, at, seat, answer, !open && at->forked);
        }
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
            told_put(t, &reason);
    phrase_put(told_init(&hidden), v.p, PHRASE_rule_not_carried_out);
    struct log_event e = told_event(v, (unsigned)regs[REG_ME], 1u << (regs[REG_ME] & 7), &text, &hidden);
    emit(r->m, &e);
}

void event_failure(struct run *r) {
    for (unsigned v = 0; v <= r->m->log.n_also; v++)
        tell_failure(r, voice_of(r->m, v));
}
