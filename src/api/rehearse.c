/* rehearse.c: plays games at random to find what fails when it is too late.
 *
 * What is offered can be carried out, as far as it can be foreseen. Whether something behind another player's answer, or behind
 * cards that only some may see, can fail is a question about positions, which no analysis of the rules answers without false
 * alarms: so games are played, and what did fail is told. What is told is true; what is not told may still be possible.
 * The same definition gives the same warnings: seeds are fixed, and effort is counted in steps, not in seconds.
 */
#include "api/api.h"

#include "base/random.h"
#include "code/lookup.h"
#include "lang/parse/report.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 1000, ANSWERS = 10000, WORK = 1 << 22 }; /* most, for one configuration; steps of work as ops.def counts them */

struct rehearsal {
    tn_source *source;
    const struct program *p;
    struct machine *machine;
    struct state *state, *before;
    struct report report;
    uint32_t answers;
    /* Since the last answer: */
    uint32_t ends;   /* undertakings that have ended */
    uint32_t failed; /* where something failed first, before a second one ended; UINT32_MAX: nowhere */
    bool within;     /* before the first one ended */
};

static void note_failure(void *user, uint32_t pc) {
    struct rehearsal *r = user;
    if (r->ends > 1 || r->failed != UINT32_MAX) return;
    r->failed = pc;
    r->within = r->ends == 0;
}

static void note_end(void *user, int32_t card, unsigned seat) {
    struct rehearsal *r = user;
    (void)seat;
    if (card == NONE) r->ends++;
}

/* The statement that the code at pc belongs to; NULL: of no file the author wrote. */
static const struct statement *statement_at(const struct program *p, uint32_t pc) {
    uint32_t low = 0, high = p->n_statements;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (p->statements[middle].pc <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &p->statements[low - 1] : NULL;
}

/* What is it that cannot be foreseen there? NULL: nothing, what failed belongs to nothing that was offered. */
static const char *why_there(const struct rehearsal *r, uint32_t pc, const struct statement *at) {
    unsigned op = op_of(r->p->code[pc]);
    if (op == OP_UEND) return !r->within && at->pass && at->pc == pc ? "each pass of the loop is an undertaking of its own" : NULL;
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

/* Whether something was told of that line already. */
static bool is_told(const struct rehearsal *r, const struct statement *s) {
    const struct diags *d = &r->source->compiled;
    for (uint32_t i = 0; i < d->n; i++)
        if (d->items[i].code == DIAG_behind_horizon && d->items[i].line == s->line && d->items[i].file &&
            !strcmp(d->items[i].file, r->source->sources.files[s->file].path))
            return true;
    return false;
}

static void tell(struct rehearsal *r, unsigned seat, uint32_t answer) {
    const struct statement *at = statement_at(r->p, r->failed), *from;
    if (!at || at->file >= r->source->sources.n || is_told(r, at)) return;
    uint32_t horizon = probe_horizon(r->machine, r->before, seat, answer);
    if (horizon == UINT32_MAX || !(from = statement_at(r->p, horizon))) return;
    const char *why = why_there(r, horizon, from);
    struct span span = {.file = at->file, .len = at->len, .line = at->line, .col = at->col};
    if (why)
        report_warning(&r->report, span, DIAG_behind_horizon,
                       "this can fail when it is too late: looking ahead ends at line %u, where %s", (unsigned)from->line, why);
}

static void play(struct rehearsal *r, uint32_t seed) {
    const struct program *p = r->p;
    struct random dice = {.key = seed};
    enum run_status status = state_start(r->machine, seed, 0, r->state);
    while (status == RUN_ASK && r->answers < ANSWERS && machine_work(r->machine) < WORK) {
        struct question q;
        if (!state_question(p, r->state, SEAT_SPECTATOR, &q)) return;
        uint32_t answer = state_answer_nth(p, r->state, q.seat, random_below(random_next(&dice), q.count));
        memcpy(r->before, r->state, p->layout.size);
        r->answers++;
        r->ends = 0;
        r->failed = UINT32_MAX;
        if (state_apply(r->machine, r->state, q.seat, answer) == APPLY_ILLEGAL) return;
        status = state_status(p, r->state);
        if (r->failed != UINT32_MAX) tell(r, q.seat, answer);
    }
}

tn_status tn_game_rehearse(tn_source *source, const tn_game *game) {
    const struct program *p = plain_program(game);
    struct rehearsal r = {.source = source, .p = p, .machine = machine_new(p)};
    r.state = aligned_alloc(64, p->layout.size);
    r.before = aligned_alloc(64, p->layout.size);
    bool room = r.machine && r.state && r.before;
    if (room && p->statements && p->source_hash == source->hash) {
        report_init(&r.report, &source->compiled, &source->sources);
        machine_doubt(r.machine, 0);
        machine_failures(r.machine, note_failure, &r);
        machine_deeds(r.machine, note_end, &r);
        for (uint32_t seed = 1; seed <= GAMES && r.answers < ANSWERS && machine_work(r.machine) < WORK; seed++)
            play(&r, seed);
        diags_sort(&source->compiled);
    }
    machine_free(r.machine);
    free(r.state);
    free(r.before);
    return room ? TN_OK : TN_NOMEM;
}
