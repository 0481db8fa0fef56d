/* rehearse.c: plays games at random to find what fails when it is too late, and what stops a game.
 *
 * What is offered can be carried out, as far as it can be foreseen. Whether something behind another player's answer
 * or behind cards that only some may see can fail is a question about positions, which no analysis of the rules answers
 * without false alarms: so games are played, and what did fail is told. What is told is true; what is not told may
 * still be possible. The same definition gives the same warnings: seeds are fixed, and effort is counted in steps.
 * A game in which the only answers there are lead back to the same position never ends, whoever plays it.
 */
#include "api/api.h"

#include "base/random.h"
#include "code/lookup.h"
#include "lang/parse/diagnose.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 1000, ANSWERS = 10000, WORK = 1 << 22 }; /* a moment; steps of work as ops.def counts them */

struct rehearsal {
    tn_source *source;
    const struct program *p;
    struct machine *machine;
    struct state *state, *before;
    struct state *mark; /* one of the last positions, since when there was one answer each time */
    uint32_t forced;    /* how often there was */
    struct report report;
    uint32_t games, answers;
    bool moment; /* no longer than that */
    /* Since the last answer: */
    uint32_t ends;                  /* undertakings that have ended */
    const struct statement *failed; /* what failed first, before a second one ended */
    bool within;                    /* before the first one ended */
};

static void note_failure(void *user, const struct statement *at) {
    struct rehearsal *r = user;
    if (r->ends > 1 || r->failed) return;
    r->failed = at;
    r->within = r->ends == 0;
}

static void note_end(void *user, int32_t card, unsigned seat) {
    struct rehearsal *r = user;
    (void)seat;
    if (card == NONE) r->ends++;
}

/* ---- what is told */
/* What is it that cannot be foreseen there? NULL: nothing, what failed belongs to nothing that was offered. */
static const char *why_there(const struct rehearsal *r, uint32_t pc, const struct statement *at) {
    unsigned op = op_of(r->p->code[pc]);
    if (op == OP_UEND && !r->within && at->pass && at->pc == pc)
        return "each pass of the loop is an undertaking of its own";
    if (!r->within) return NULL;
    switch (op) {
    case OP_RAND: return "chance decides";
    case OP_ASK: return "another player is asked";
    case OP_FORK: return "several players answer at once";
    case OP_RET:
    case OP_BEGIN: return NULL;
    default: return op_concludes(op) ? NULL : "something is read that whoever is asked may not see";
    }
}

/* Whether that was told of the line already. */
static bool is_told(const struct rehearsal *r, enum diag_code code, const struct statement *s) {
    const struct diags *d = &r->source->compiled;
    for (uint32_t i = 0; i < d->n; i++)
        if (d->items[i].code == code && d->items[i].line == s->line && d->items[i].file &&
            !strcmp(d->items[i].file, r->source->sources.files[s->file].path))
            return true;
    return false;
}

static struct span span_of(const struct statement *s) {
    return (struct span){.file = s->file, .len = s->len, .line = s->line, .col = s->col};
}

/* Something failed behind an answer. Whether that is a reason to warn; then it is told. */
static bool tell_late(struct rehearsal *r, unsigned seat, uint32_t answer) {
    const struct statement *at = r->failed, *from;
    uint32_t horizon = probe_horizon(r->machine, r->before, seat, answer, &from);
    const char *why = horizon != UINT32_MAX && from ? why_there(r, horizon, from) : NULL;
    if (!why) return false;
    if (is_told(r, DIAG_behind_horizon, at)) return true;
    const char *of = from->file == at->file ? "" : " of ", *file = *of ? r->source->sources.files[from->file].path : "";
    if (report_warning(&r->report, span_of(at), DIAG_behind_horizon,
                       "this can fail when it is too late: looking ahead ends at line %u%s%s, where %s",
                       (unsigned)from->line, of, file, why))
        diag_hint(r->report.diags, "write it before that, make it optional with `may:`, or take what there is: `upto`");
    return true;
}

static void tell_fault(struct rehearsal *r) {
    char reason[256];
    uint32_t pc = state_fault_reason(r->p, r->state, reason, sizeof reason);
    const struct statement *at = pc < r->p->n_code ? program_statement(r->p, pc) : NULL;
    bool stuck = r->state->fault == FAULT_STUCK;
    if (!at || is_told(r, DIAG_stops, at) || is_told(r, DIAG_endless, at)) return;
    if (report_warning(&r->report, span_of(at), DIAG_stops, "the game can stop here: %s", reason) && stuck)
        diag_hint(r->report.diags, "offer what is always possible, such as `or \"Pass\": ...`, or ask with `may`");
}

/* Whether the position has been before, and nobody could have answered otherwise since. Kept is the first, second,
 * fourth, ... position, so every circle is found after at most three times round. */
static bool goes_round(struct rehearsal *r, const struct question *q) {
    size_t size = r->p->layout.size;
    if (q->count != 1 || q->seat == SEAT_CHANCE || r->state->forked) return r->forced = 0, false;
    if (r->forced && !memcmp(r->mark, r->state, size)) return true;
    if (!(r->forced & (r->forced - 1))) memcpy(r->mark, r->state, size);
    r->forced++;
    return false;
}

static void tell_round(struct rehearsal *r, const struct question *q) {
    const struct program *p = r->p;
    struct place at = p->sites[q->site].at;
    for (uint32_t i = 0; i < p->n_statements; i++) {
        const struct statement *s = &p->statements[i];
        if (s->file != at.file || s->line != at.line) continue;
        if (!is_told(r, DIAG_endless, s) &&
            report_warning(&r->report, span_of(s), DIAG_endless,
                           "the game can go round here for ever: the only answer leads back to this question"))
            diag_hint(r->report.diags,
                      "end the loop where nothing more is done: `may again`, or a `let` that \"no\" changes");
        return;
    }
}

/* ---- playing */
static bool goes_on(const struct rehearsal *r) {
    return !r->moment || (r->answers < ANSWERS && machine_work(r->machine) < WORK);
}

static void play(struct rehearsal *r, uint32_t seed) {
    const struct program *p = r->p;
    struct random dice = {.key = seed};
    enum run_status status = state_start(r->machine, seed, 0, r->state);
    bool late = false;
    r->forced = 0;
    for (uint32_t n = 0; status == RUN_ASK && n < ANSWERS && goes_on(r); n++) {
        struct question q;
        if (!state_question(p, r->state, SEAT_SPECTATOR, &q) || !q.count) return;
        if (goes_round(r, &q)) {
            tell_round(r, &q);
            return;
        }
        uint32_t answer = state_answer_nth(p, r->state, q.seat, random_below(random_next(&dice), q.count));
        memcpy(r->before, r->state, p->layout.size);
        r->answers++;
        r->ends = 0;
        r->failed = NULL;
        if (state_apply(r->machine, r->state, q.seat, answer) == APPLY_ILLEGAL) return;
        status = state_status(p, r->state);
        late = r->failed && tell_late(r, q.seat, answer);
    }
    if (status == RUN_FAULT && !late) tell_fault(r);
}

tn_status tn_game_rehearse(tn_source *source, const tn_game *game, uint32_t games) {
    const struct program *p = plain_program(game);
    struct rehearsal r = {.source = source, .p = p, .games = games ? games : GAMES, .moment = !games};
    if (!p->statements || p->source_hash != source->hash) return TN_OK;
    r.machine = machine_new(p);
    r.state = aligned_alloc(64, p->layout.size);
    r.before = aligned_alloc(64, p->layout.size);
    r.mark = aligned_alloc(64, p->layout.size);
    bool room = r.machine && r.state && r.before && r.mark;
    if (room) {
        report_init(&r.report, &source->compiled, &source->sources);
        machine_doubt(r.machine, 0);
        machine_failures(r.machine, note_failure, &r);
        machine_deeds(r.machine, note_end, &r);
        for (uint32_t i = 0; i < r.games && goes_on(&r); i++)
            play(&r, i + 1);
        diags_sort(&source->compiled);
    }
    machine_free(r.machine);
    free(r.state), free(r.before), free(r.mark);
    return room ? TN_OK : TN_NOMEM;
}
