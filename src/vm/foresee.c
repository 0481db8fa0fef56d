/* foresee.c: looking further on for people: what the question behind an answer offers, what an answer changes,
 * everything that stands in the way of one, what one would waste, and what values say about a card.
 *
 * Invariant: all of it runs as look-ahead for one seat, so it tells no more than that seat may know.
 * To name every obstacle and not only the first, a statement that fails is noted and then passed over, as if it had
 * been fulfilled: behind a failing test stands the code that follows when it holds.
 */
#include "code/engine_phrases.h"
#include "vm/vm.h"

#include <string.h>

enum { OBSTACLES = 12, WAYS = 6, TRIES = 600, WASTES = 16, PAYMENTS = 8 };

/* A short text that is copied with what it names. */
struct phrase_kept {
    char room[TEXT_CAP / 4];
    struct spans spans;
};

/* What stands in the way, a line each, none twice. */
struct obstacles {
    struct phrase_kept lines[OBSTACLES];
    unsigned n;
    struct frame needs; /* where a condition failed last, and at which depth */
    uint16_t depth;
    struct phrase_kept paid; /* what was paid on the way, in words */
};

static void keep(struct phrase_kept *to, const struct told *from) {
    struct text t;
    text_init_spans(&t, to->room, sizeof to->room, &to->spans);
    told_put(&t, from);
}

static void note_obstacle(struct obstacles *o, const struct told *line) {
    for (unsigned i = 0; i < o->n; i++)
        if (!strncmp(o->lines[i].room, line->room, sizeof o->lines[i].room - 1)) return;
    if (o->n < OBSTACLES) keep(&o->lines[o->n++], line);
}

/* Past the operation that failed; false when nothing sensible follows it. */
static bool pass_over(const struct program *p, struct state *s) {
    struct frame *f = &state_frames(p, s)[s->n_frames - 1];
    uint32_t next = op_next(p->code, f->pc);
    if (!op_is(op_of(p->code[f->pc]), OP_IS_FAILS) || next >= p->routines[f->routine].end) return false;
    f->pc = next;
    return true;
}

/* Whether a variable would leave its range behind a condition of the same rule that failed and was passed over: that is
 * what the condition is for, and it has said so. */
static bool follows_from(const struct run *r, struct obstacles *o) {
    const struct frame *f = &state_frames(r->p, r->s)[r->s->n_frames - 1];
    bool same = o->depth == r->s->n_frames && o->needs.routine == f->routine && o->needs.pc < f->pc;
    if (r->failure.kind == FAILURE_SITE) o->needs = *f, o->depth = r->s->n_frames;
    return same && (r->failure.kind == FAILURE_RANGE || r->failure.kind == FAILURE_HIGH);
}

/* What is short in m->why.told is so after that has been paid. */
static void put_paid(struct machine *m, const struct phrase_kept *paid) {
    struct told said;
    struct text *t = told_init(&said);
    struct saying s = phrase_begin(m->p, PHRASE_after_paying);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        if (hole == 1)
            told_put(t, &m->why.told);
        else
            text_add(t, paid->room, &paid->spans);
    told_put(told_init(&m->why.told), &said);
}

/* Runs a block to its next stop. With obstacles, what fails is noted and passed over. */
static enum stop walk(struct machine *m, unsigned level, const struct state *from, unsigned seat, struct obstacles *o) {
    struct run r;
    enum stop stop;
    do {
        run_init_probe(&r, m, m->ahead[level].state, seat, m->ahead[level].unknown);
        r.explain = o != NULL;
        r.floor = from->forked ? m->blocks.fork_floor : 0;
        stop = run_loop(&r);
        if (stop != STOP_FAILED || !o) return stop;
        if (follows_from(&r, o)) continue;
        explain_failure(&r);
        if (r.failure.kind == FAILURE_SHORT && *o->paid.room) put_paid(m, &o->paid);
        note_obstacle(o, &m->why.told);
    } while (o->n < OBSTACLES && pass_over(m->p, m->ahead[level].state));
    return STOP_FAILED;
}

/* Takes an answer in a copy of the block and walks on. */
static enum stop take(struct machine *m, unsigned level, const struct state *at, unsigned seat, uint32_t answer,
                      struct obstacles *o) {
    const struct program *p = m->p;
    if (m->ahead[level].state != at) memcpy(m->ahead[level].state, at, p->layout.size);
    if (level && at == m->ahead[level - 1].state)
        memcpy(m->ahead[level].unknown, m->ahead[level - 1].unknown, p->card_words * 4u);
    else if (m->ahead[level].state != at)
        probe_hidden(m, at, seat, m->ahead[level].unknown);
    ask_answer(p, m->ahead[level].state, answer);
    return walk(m, level, at, seat, o);
}

/* The candidates of the question a block waits at, into m->asked.raw; false when it asks for something else than cards,
 * spaces and the like. */
static const struct site *candidates(struct machine *m, const struct state *at, uint32_t *base) {
    const struct program *p = m->p;
    const struct site *site = ask_site(p, at);
    const struct frame *f = &state_frames(p, at)[at->n_frames - 1];
    ask_candidates(p, at, site, f->pc, state_stack(p, at) + f->base, m->asked.raw, &m->asked.raw_no);
    program_domain(p, site->kind, site->value, base);
    return site;
}

static bool is_candidate(struct machine *m, const struct state *at, uint32_t answer) {
    uint32_t base, bit;
    const struct site *site = candidates(m, at, &base);
    if (answer == ANSWER_NO) return m->asked.raw_no;
    return ask_in_domain(m->p, site->kind, site->value, answer, &bit) && bits_test(m->asked.raw, bit);
}

/* ---- what stands in the way */
struct search {
    struct machine *m;
    void (*line)(void *user, enum reason_kind kind, const char *text, const struct spans *spans);
    void *user;
    unsigned seat, ways, tries; /* tries: answers that may still be looked behind */
    uint32_t answer;
};

/* The largest number the question offers; ANSWER_NO: it is no payment. */
static uint32_t largest_payment(struct machine *m, const struct state *at) {
    uint32_t base;
    const struct site *site = candidates(m, at, &base);
    int32_t most = -1;
    if (!(site->flags & ASK_PAYMENT) || site->kind != SITE_NUMBER) return ANSWER_NO;
    for (int32_t i = -1; (i = bits_next(m->asked.raw, m->p->layout.ask_words, i)) >= 0;)
        most = i;
    return most < 0 ? ANSWER_NO : base + (uint32_t)most;
}

static void note_paid(struct machine *m, const struct state *at, uint32_t answer, struct obstacles *o) {
    struct told said;
    struct text *t = told_init(&said);
    if (*o->paid.room) {
        struct saying s = phrase_begin(m->p, PHRASE_and);
        for (int hole; (hole = phrase_next(&s, t)) != 0;)
            if (hole == 1)
                text_add(t, o->paid.room, &o->paid.spans);
            else
                answer_text(m->p, at, ask_site(m->p, at), NULL, answer, t);
    } else {
        answer_text(m->p, at, ask_site(m->p, at), NULL, answer, t);
    }
    keep(&o->paid, &said);
}

/* Pays with all that may pay, so that what is short then is short in any case. */
static void walk_payments(struct machine *m, unsigned level, unsigned seat, enum stop stop, struct obstacles *o) {
    for (int questions = 0; stop == STOP_ASK && questions < PAYMENTS; questions++) {
        struct state *at = m->ahead[level].state;
        uint32_t answer = largest_payment(m, at);
        if (answer == ANSWER_NO) return;
        if (answer > m->p->answers.numbers - NUMBER_LOW) note_paid(m, at, answer, o);
        stop = take(m, level, at, seat, answer, o);
    }
}

/* `way` leads to the answer, which can be given there or not. */
static void tell_way(const struct search *s, const struct told *way, bool possible) {
    struct told line;
    struct text *t = told_init(&line);
    if (way) told_put(t, way);
    phrase_put(t, s->m->p, possible ? PHRASE_possible : PHRASE_not_possible);
    s->line(s->user, possible ? REASON_POSSIBLE : REASON_IMPOSSIBLE, line.room, &line.spans);
}

/* The answer taken at this block, which offers it as a candidate: all that is in the way. */
static void tell(struct search *s, unsigned level, const struct state *at, const struct told *way,
                 struct obstacles *o) {
    struct machine *m = s->m;
    bool fine = probe_explain(m, at, s->seat, s->answer);
    struct told why = m->why.told;
    if (!fine) walk_payments(m, level, s->seat, take(m, level, at, s->seat, s->answer, o), o);
    if (!fine && !o->n) note_obstacle(o, &why);
    tell_way(s, way, o->n == 0);
    for (unsigned i = 0; i < o->n; i++)
        s->line(s->user, REASON_MISSING, o->lines[i].room, &o->lines[i].spans);
    s->ways++;
}

/* The block's question is about things like this one, but its condition leaves it out. False: it is not; what lies
 * where others are chosen from is no way. */
static bool tell_excluded(struct search *s, const struct state *at, const struct told *way) {
    struct told why;
    if (why_here(s->m, at, s->seat, s->answer, told_init(&why)) != EXCLUDED) return false;
    tell_way(s, way, false);
    s->line(s->user, REASON_MISSING, why.room, &why.spans);
    s->ways++;
    return true;
}

/* Whether the question chooses among things like the one asked about. What comes behind another one of them is no
 * way to this one: it is about the other. */
static bool is_of_its_sort(const struct search *s, const struct site *site) {
    uint32_t bit;
    return site->kind == SITE_CHOOSE && ask_in_domain(s->m->p, site->kind, site->value, s->answer, &bit) &&
           why_same_sort(s->m->p, site, s->answer);
}

/* Looks behind each candidate of the block at `at`, which is question number `level`; `deep`: not at the question
 * behind it but at the one after that. `way` leads to the block, `before` is in it. */
static void search_behind(struct search *s, unsigned level, const struct state *at, bool deep, const struct told *way,
                          const struct obstacles *before) {
    struct machine *m = s->m;
    const struct program *p = m->p;
    uint32_t base, tried[32], words = p->layout.ask_words < 32 ? p->layout.ask_words : 32;
    const struct site *site = candidates(m, at, &base);
    if (site->flags & (ASK_SUBSET | ASK_PAYMENT) || site->kind == SITE_NUMBER || is_of_its_sort(s, site)) return;
    memcpy(tried, m->asked.raw, words * 4u);
    if (p->card_words <= words) copies_merge(m, at, site, s->seat, tried); /* behind equal ones lies the same */
    for (int32_t i = -1; (i = bits_next(tried, words, i)) >= 0 && s->ways < WAYS && s->tries > 0; s->tries--) {
        struct obstacles o = *before;
        struct told name;
        struct text *t = told_init(&name);
        if (way) told_put(t, way);
        answer_text(p, at, site, NULL, base + (uint32_t)i, t);
        text_put(t, ": ");
        if (take(m, level, at, s->seat, base + (uint32_t)i, &o) != STOP_ASK) continue;
        if (deep)
            search_behind(s, level + 1, m->ahead[level].state, false, &name, &o);
        else if (is_candidate(m, m->ahead[level].state, s->answer))
            tell(s, level + 1, m->ahead[level].state, &name, &o);
        else
            tell_excluded(s, m->ahead[level].state, &name);
    }
}

/* The ways from the open question of the seat, which waits in the block `at`. */
static void explain_from(struct search *s, const struct state *at) {
    struct machine *m = s->m;
    struct obstacles none = {.n = 0};
    unsigned level = 0;
    while (ask_site(m->p, at)->kind == SITE_YESNO && s->answer >= ANSWER_OPTIONS && level + 2 < AHEAD_LEVELS) {
        if (take(m, level, at, s->seat, ANSWER_YES, &none) != STOP_ASK) return; /* "Another?": yes, and then */
        at = m->ahead[level++].state;
    }
    if (is_candidate(m, at, s->answer)) {
        tell(s, level, at, NULL, &none);
        return;
    }
    if (tell_excluded(s, at, NULL)) return;
    search_behind(s, level, at, false, NULL, &none);
    if (!s->ways && level + 2 < AHEAD_LEVELS) search_behind(s, level, at, true, NULL, &none);
}

void state_explain(struct machine *m, const struct state *s, unsigned seat, uint32_t answer,
                   void (*line)(void *user, enum reason_kind kind, const char *text, const struct spans *spans),
                   void *user) {
    struct question q;
    if (!state_question(m->p, s, seat, &q) || q.kind == SITE_CHANCE || (s->flags & STATE_VIEW)) return;
    const struct state *at = fork_block(m, s, q.seat);
    if (!at) return;
    struct search search = {.m = m, .line = line, .user = user, .seat = q.seat, .answer = answer, .tries = TRIES};
    m->why.open = at;
    explain_from(&search, at);
    m->why.open = NULL;
}

/* ---- the question behind a path of answers */
/* Which scratch block an answer of a path is taken in: a long path goes on in the last one. */
static unsigned level_of(size_t i) {
    return i < AHEAD_LEVELS ? (unsigned)i : AHEAD_LEVELS - 1;
}

static const struct state *follow(struct machine *m, const struct state *s, unsigned seat, const uint32_t *path,
                                  size_t n, enum stop *stop) {
    struct question q;
    if (!n || (s->flags & STATE_VIEW)) return NULL;
    if (!state_question(m->p, s, seat, &q) || q.kind == SITE_CHANCE || q.seat != seat) return NULL;
    const struct state *at = fork_block(m, s, seat);
    for (size_t i = 0; at && i < n; i++) {
        if (!is_candidate(m, at, path[i])) return NULL;
        *stop = take(m, level_of(i), at, seat, path[i], NULL);
        at = *stop == STOP_ASK || (*stop == STOP_YES && i + 1 == n) ? m->ahead[level_of(i)].state : NULL;
    }
    return at;
}

size_t state_ahead(struct machine *m, const struct state *s, unsigned seat, const uint32_t *path, size_t n,
                   uint32_t *ids, size_t cap, unsigned *flags) {
    const struct program *p = m->p;
    enum stop stop = STOP_FAILED;
    const struct state *at = follow(m, s, seat, path, n, &stop);
    uint32_t base;
    uint8_t no;
    size_t found = 0;
    if (!at || stop != STOP_ASK) return 0;
    const struct site *site = candidates(m, at, &base);
    const uint32_t *unknown = m->ahead[level_of(n - 1)].unknown;
    bool cards = site->kind == SITE_CHOOSE && site->value.type == VT_CARD;
    *flags = site->flags & (ASK_OPTIONAL | ASK_SUBSET | ASK_PAYMENT);
    probe_menu(m, at, seat, &no);
    candidates(m, at, &base); /* attempts have others */
    copies_spell_out(m, at, site, seat, m->asked.raw, m->asked.menu);
    for (int32_t i = -1; (i = bits_next(m->asked.menu, p->layout.ask_words, i)) >= 0;) {
        if (cards && (uint32_t)i < p->n_cards && bits_test(unknown, (uint32_t)i)) continue;
        if (found++ < cap) ids[found - 1] = base + (uint32_t)i;
    }
    return found;
}

const struct state *state_after(struct machine *m, const struct state *s, unsigned seat, const uint32_t *path,
                                size_t n) {
    enum stop stop = STOP_FAILED;
    return follow(m, s, seat, path, n, &stop);
}

/* ---- what would be wasted */
static bool at_its_end(const struct program *p, const struct state *s, const struct track *t, int32_t owner) {
    if (t->var < 0 || t->loop) return false;
    const struct var *v = &p->vars[t->var];
    uint32_t slot = var_slot(v, t->per_player ? owner : 0, 0);
    return slot != UINT32_MAX && var_load(p, s, v, slot) + t->step > t->high;
}

/* Room for what is found. */
struct wasting {
    struct machine *m;
    const struct state *now;
    unsigned seat;
    struct waste *out;
    size_t cap, n;
};

static void note_waste(struct wasting *w, struct waste what) {
    for (size_t i = 0; i < w->n && i < w->cap; i++)
        if (what.track >= 0 && w->out[i].track == what.track) return;
    if (w->n++ < w->cap) w->out[w->n - 1] = what;
}

/* The run stopped before an operation: whether that is a call that raises what cannot be raised. */
static void note_call(struct wasting *w, const struct state *s) {
    const struct program *p = w->m->p;
    const struct frame *f = &state_frames(p, s)[s->n_frames - 1];
    const int32_t *regs = state_stack(p, s) + f->base;
    uint32_t word = p->code[f->pc], op = op_of(word);
    int32_t target = op == OP_CALL ? (int32_t)p->code[f->pc + 1] : NONE;
    if (op == OP_CALLT) {
        const struct table *t = &p->tables[p->code[f->pc + 1]];
        uint32_t of = (uint32_t)regs[op_b(word)];
        if (of < t->n) target = p->pool[t->first + of];
    }
    const int32_t *args = regs + op_a(word) + REG_ARGS;
    for (uint32_t i = 0; target >= 0 && i < p->n_tracks; i++) {
        const struct track *t = &p->tracks[i];
        if (t->raise != target || args[0] <= 0 || (t->per_player && args[1] != (int32_t)w->seat)) continue;
        if (at_its_end(p, w->now, t, args[1]) && at_its_end(p, s, t, args[1]))
            note_waste(w, (struct waste){.track = (int32_t)i});
    }
}

/* Walks to the next stop from call to call, and looks at each. */
static enum stop walk_noting(struct wasting *w, const struct state *from, unsigned level) {
    struct run r;
    enum stop stop;
    run_init_probe(&r, w->m, w->m->ahead[level].state, w->seat, w->m->ahead[level].unknown);
    uint32_t left = r.steps;
    r.explain = true; /* interpreted: emitted C does not stop in between */
    r.floor = from->forked ? w->m->blocks.fork_floor : 0;
    r.steps = 0;
    while ((stop = run_loop(&r)) == STOP_LIMIT && left-- > 0) {
        note_call(w, w->m->ahead[level].state);
        r.steps = 1;
    }
    return stop;
}

/* Which numbers of the seat fell, made as before in *then. False: one rose, or there are too many. */
static bool undo_losses(const struct wasting *w, struct state *then, struct waste lost[WASTES], size_t *n) {
    const struct program *p = w->m->p;
    for (uint32_t v = 0; v < p->n_vars; v++) {
        const struct var *var = &p->vars[v];
        if (var->scope != SCOPE_PLAYER || var->kind.type != VT_NUMBER || var->kind.flags || var->internal) continue;
        if (!var_visible(p, w->now, v, (int32_t)w->seat, w->seat)) continue;
        for (int32_t k = 0; k < (int32_t)var->n_index; k++) {
            uint32_t slot = var_slot(var, (int32_t)w->seat, k);
            int32_t was = var_load(p, w->now, var, slot), by = var_load(p, then, var, slot) - was;
            if (by > 0 || (by < 0 && *n == WASTES)) return false;
            if (by < 0) lost[(*n)++] = (struct waste){NONE, v, k, by};
            var_save(then, var, slot, was);
        }
    }
    return true;
}

/* The undertaking is done in *then: was it nothing but a loss? */
static void note_losses(struct wasting *w, struct state *then) {
    const struct layout *l = &w->m->p->layout;
    struct waste lost[WASTES];
    size_t n = 0;
    if (!undo_losses(w, then, lost, &n) || then->phase != w->now->phase || then->active != w->now->active) return;
    if (memcmp(state_at(then, l->vars), state_at(w->now, l->vars), l->questions - l->vars) != 0) return;
    for (size_t i = 0; i < n; i++)
        note_waste(w, lost[i]);
}

/* Takes the answer and pays as proposed, to where something else is asked or the undertaking is done. */
static void walk_wasting(struct wasting *w, unsigned level, uint32_t answer) {
    const struct program *p = w->m->p;
    struct state *then = w->m->ahead[level].state;
    enum stop stop = STOP_ASK;
    for (int payments = 0; stop == STOP_ASK && payments <= PAYMENTS; payments++) {
        uint32_t base;
        ask_answer(p, then, answer);
        stop = walk_noting(w, w->now, level);
        if (stop != STOP_ASK) break;
        const struct site *site = candidates(w->m, then, &base);
        answer = ask_preferred(p, site, state_stack(p, then) + state_frames(p, then)[then->n_frames - 1].base);
        if (!(site->flags & ASK_PAYMENT) || !is_candidate(w->m, then, answer)) break;
    }
    if (stop == STOP_YES && op_of(p->code[state_frames(p, then)[then->n_frames - 1].pc]) == OP_UEND)
        note_losses(w, then);
}

size_t state_waste(struct machine *m, const struct state *s, unsigned seat, const uint32_t *path, size_t n,
                   struct waste *out, size_t cap) {
    const struct program *p = m->p;
    struct wasting w = {m, s, seat, out, cap, 0};
    enum stop stop = STOP_ASK;
    struct question q;
    if (!n || n > AHEAD_LEVELS || (s->flags & STATE_VIEW)) return 0;
    if (!state_question(p, s, seat, &q) || q.kind == SITE_CHANCE || q.seat != seat) return 0;
    const struct state *at = n > 1 ? follow(m, s, seat, path, n - 1, &stop) : fork_block(m, s, seat);
    if (!at || stop != STOP_ASK || !is_candidate(m, at, path[n - 1])) return 0;
    unsigned level = (unsigned)n - 1;
    memcpy(m->ahead[level].state, at, p->layout.size);
    if (level)
        memcpy(m->ahead[level].unknown, m->ahead[level - 1].unknown, p->card_words * 4u);
    else
        probe_hidden(m, at, seat, m->ahead[level].unknown);
    walk_wasting(&w, level, path[n - 1]);
    return w.n < cap ? w.n : cap;
}

/* ---- values about cards */
/* Takes cards out of play in a scratch block: all, or all but one. */
static void leave_in_play(const struct program *p, struct state *s, int32_t only) {
    for (uint32_t z = 0; z < p->n_zone_of_instance; z++) {
        if (!p->zones[p->zone_of_instance[z]].live) continue;
        uint32_t *set = state_zone(p, s, z);
        bool stays = only >= 0 && bits_test(set, (uint32_t)only);
        bits_zero(set, p->card_words);
        if (stays) bits_set(set, (uint32_t)only);
        state_counts(p, s)[z] = stays;
    }
}

/* Runs what was pushed as far as the seat can know; false: it would have to read what the seat may not see. */
static bool run_known(struct machine *m, struct state *s, unsigned seat, uint32_t *unknown, int32_t *result) {
    const struct program *p = m->p;
    struct run r;
    run_init_probe(&r, m, s, seat, unknown);
    r.explain = true;
    enum stop stop = run_loop(&r);
    *result = r.result;
    return stop == STOP_YES && run_returned(p, s);
}

/* What the last comparison that failed wants: so much or more, so much or less. Of other relations no number is
 * told. */
static void compare(const struct machine *m, struct valued *out) {
    int64_t have = m->note.have, need = m->note.need;
    unsigned relation = m->note.relation;
    if (!m->note.frame || !m->note.numbers || relation == RELATION_NE) return;
    need += relation == RELATION_GT ? 1 : relation == RELATION_LT ? -1 : 0;
    if (need < INT32_MIN || need > INT32_MAX) return;
    out->compared = true;
    out->most = have > need;
    out->have = (int32_t)have, out->need = (int32_t)need;
}

static bool evaluate(struct machine *m, struct state *s, unsigned seat, uint32_t routine, const struct card_value *v,
                     int32_t card, int32_t player, struct valued *out) {
    run_clear(m->p, s);
    if (!card_value_push(m->p, s, v, (int32_t)routine, card, player)) return false;
    if (!run_known(m, s, seat, m->ahead[0].unknown, &out->value)) return false;
    if (v->truth && !out->value) compare(m, out);
    return true;
}

bool state_card_value(struct machine *m, const struct state *s, unsigned seat, uint32_t value, int32_t card,
                      int32_t player, int32_t only, struct valued *out) {
    const struct program *p = m->p;
    const struct card_value *v = &p->card_values[value];
    const struct card_kind *k = &p->kinds[v->kind];
    *out = (struct valued){0};
    if (card < k->first || card >= k->first + k->n || !card_seen(p, s, (uint32_t)card, seat)) return false;
    int32_t routine = card_value_routine(p, v, card, &out->value);
    if (routine == NONE) return true;
    if ((uint32_t)routine >= p->n_routines) return false;
    memcpy(m->ahead[0].state, s, p->layout.size);
    probe_hidden(m, s, seat, m->ahead[0].unknown);
    if (only != ALL_CARDS) leave_in_play(p, m->ahead[0].state, only);
    return evaluate(m, m->ahead[0].state, seat, (uint32_t)routine, v, card, player, out);
}

/* In a scratch block, which it spoils. */
static bool score_known(struct machine *m, struct state *s, uint32_t *unknown, unsigned viewer, unsigned seat,
                        uint32_t line, int32_t *out) {
    const struct program *p = m->p;
    int32_t routine = p->scores[line].routine;
    if (routine < 0 || (uint32_t)routine >= p->n_routines) return *out = 0, true;
    run_clear(p, s);
    return run_push(p, s, (uint32_t)routine, (int32_t)seat, NONE) && run_known(m, s, viewer, unknown, out);
}

bool state_score_seen(struct machine *m, const struct state *s, unsigned viewer, unsigned seat, uint32_t line,
                      int32_t *out) {
    const struct program *p = m->p;
    if (line >= p->n_scores || seat >= p->seats) return false;
    memcpy(m->ahead[0].state, s, p->layout.size);
    probe_hidden(m, s, viewer, m->ahead[0].unknown);
    return score_known(m, m->ahead[0].state, m->ahead[0].unknown, viewer, seat, line, out);
}

bool state_score_ahead(struct machine *m, const struct state *s, unsigned seat, const uint32_t *path, size_t n,
                       uint32_t line, int32_t *out) {
    enum stop stop = STOP_FAILED;
    if (line >= m->p->n_scores || !follow(m, s, seat, path, n, &stop)) return false;
    unsigned level = level_of(n - 1);
    return score_known(m, m->ahead[level].state, m->ahead[level].unknown, seat, seat, line, out);
}
