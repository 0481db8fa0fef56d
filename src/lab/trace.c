/* trace.c: see trace.h. */
#include "lab/trace.h"

#include "play/answer_words.h"
#include "play/forced.h"

#include <string.h>

struct tracing {
    struct trace *trace;
    struct say say;
    tn_state *state, *now; /* what is traced; the one that is answered: a copy while something is tried */
    tn_ctx *quiet;
    bool forced;
};

static const char *keep(struct trace *t, const char *text) {
    const char *kept = arena_strdup(&t->arena, text ? text : "", strlen(text ? text : ""));
    return kept ? kept : "";
}

static struct trace_node *node_at(const struct trace *t, int i) {
    return &t->nodes.data[i];
}

/* ---- the tree as it grows */
static int innermost(const struct trace *t) {
    for (size_t i = t->open.n; i-- > 0;)
        if (t->open.data[i] >= 0) return t->open.data[i];
    return -1;
}

static int add(struct trace *t, struct trace_node n) {
    int i = (int)t->nodes.n;
    n.parent = innermost(t);
    n.first = n.last = n.next = -1;
    PUSH(t, &t->nodes, n);
    if (t->failed) return -1;
    if (n.parent < 0) {
        PUSH(t, &t->roots, i);
        return t->failed ? -1 : i;
    }
    struct trace_node *p = node_at(t, n.parent);
    if (p->last >= 0)
        node_at(t, p->last)->next = i;
    else
        p->first = i;
    p->last = i;
    return i;
}

static void happened(struct trace *t, int i) {
    for (int p = i; p >= 0; p = node_at(t, p)->parent)
        node_at(t, p)->happened++;
}

static bool same_place(const tn_statement *a, const tn_statement *b) {
    return a->line == b->line && a->column == b->column && !strcmp(a->file, b->file);
}

/* What a question offers is looked for among much that is not chosen: values read for that are left out. */
static void drop_values(struct trace *t, int parent, const tn_statement *at) {
    int last_done = -1;
    size_t n = parent < 0 ? t->roots.n : 0;
    for (int i = parent < 0 ? -1 : node_at(t, parent)->first; i >= 0; i = node_at(t, i)->next)
        if (node_at(t, i)->happened) last_done = i;
    for (size_t k = 0; k < n; k++)
        if (node_at(t, t->roots.data[k])->happened) last_done = t->roots.data[k];
    for (size_t i = (size_t)(last_done + 1); i < t->nodes.n; i++) {
        struct trace_node *node = node_at(t, (int)i);
        if (node->parent == parent && !node->happened && (!at || same_place(&node->at, at))) node->dropped = true;
    }
}

static void keep_change(struct trace *t, tn_traced_change *c) {
    c->what = keep(t, c->what), c->was = keep(t, c->was), c->is = keep(t, c->is);
}

static void ends(struct trace *t) {
    if (t->open.n) t->open.n--;
}

static void begins(struct trace *t, const tn_traced *e) {
    struct trace_node n = {.kind = TRACE_RULE,
                           .reacts = e->reacts,
                           .flow = e->flow,
                           .goes_on = e->goes_on,
                           .depth = e->depth,
                           .at = e->at,
                           .name = e->name,
                           .file = e->file,
                           .line = e->line,
                           .seat = e->seat,
                           .card = e->card};
    int i = e->flow && e->goes_on ? -1 : add(t, n); /* that the game is going on is no news */
    PUSH(t, &t->open, i);
}

/* Whoever is told knows only of what is traced; what is tried has a context of its own. */
static void told(void *user, const tn_traced *e) {
    struct tracing *r = user;
    struct trace *t = r->trace;
    struct trace_node n = {.at = e->at, .depth = e->depth, .seat = e->seat, .card = -1, .name = "", .file = ""};
    if (t->failed) return;
    switch (e->kind) {
    case TN_TRACED_CALL: begins(t, e); return;
    case TN_TRACED_RETURN: {
        int i = t->open.n ? t->open.data[t->open.n - 1] : -1;
        if (i >= 0) node_at(t, i)->gives = e->gives, node_at(t, i)->value = e->value;
        ends(t);
        return;
    }
    case TN_TRACED_ANSWER: {
        struct asking at = {r->say.at.game, r->quiet, r->now, (unsigned)e->seat};
        n.kind = TRACE_ANSWER;
        n.forced = r->forced;
        n.text = keep(t, menu_answer_text(&at, e->answer, &t->arena).bytes);
        drop_values(t, innermost(t), &e->at);
        break;
    }
    case TN_TRACED_FAILURE:
        n.kind = TRACE_FAILURE;
        n.text = keep(t, e->text);
        break;
    case TN_TRACED_CHANGE:
        n.kind = TRACE_CHANGE;
        n.change = e->change;
        keep_change(t, &n.change);
        break;
    }
    happened(t, add(t, n));
}

/* ---- answers */
static void hear(void *user, const tn_event *event) {
    struct tracing *r = user;
    if (!say_note(&r->say.losses, event)) r->say.out_of_memory = true;
}

static tn_status apply(void *user, unsigned seat, uint32_t answer) {
    struct tracing *r = user;
    bool real = r->say.trials == 0;
    tn_status status = tn_state_apply(real ? r->trace->ctx : r->quiet, r->now, seat, answer);
    return tn_good(status) ? TN_OK : status;
}

static void *save(void *user) {
    struct tracing *r = user;
    tn_state *copy = tn_state_new(r->say.at.game);
    if (copy) memcpy(copy, r->now, tn_game_state_size(r->say.at.game));
    return copy;
}

static void restore(void *user, void *saved) {
    struct tracing *r = user;
    memcpy(r->now, saved, tn_game_state_size(r->say.at.game));
    tn_state_free(saved);
}

static bool answer_all(struct tracing *r, const char *const *answers, size_t n) {
    say_list words = {0};
    size_t used = 0;
    bool fine = true;
    for (size_t i = 0; i < n && fine; i++)
        fine = say_split(answers[i], &r->trace->arena, &words);
    if (!fine) r->say.out_of_memory = true;
    struct say_words said = {words.data, words.n, words.n, -1};
    if (fine && words.n) fine = say_words(&r->say, -1, said, &used);
    VEC_FREE(&words);
    if (!fine) return false;
    r->forced = true;
    switch (n ? say_pass_forced(&r->say, -1) : FORCED_CHOICE) {
    case FORCED_FAILED: return false;
    case FORCED_ENDLESS: return say_fail(&r->say, "%d questions in a row had one legal answer each", FORCED_LIMIT);
    default: return true;
    }
}

/* ---- what is different in the end */
static bool same_entry(const tn_traced_change *a, const tn_traced_change *b) {
    return a->kind == b->kind && a->of == b->of && a->seat == b->seat && a->card == b->card && a->space == b->space &&
           a->index == b->index && !strcmp(a->name, b->name);
}

static void add_net(struct trace *t, const tn_traced_change *c) {
    for (size_t i = 0; i < t->net.n; i++) {
        tn_traced_change *old = &t->net.data[i];
        if (!same_entry(old, c)) continue;
        old->to = c->to, old->to_seat = c->to_seat, old->is = c->is;
        return;
    }
    PUSH(t, &t->net, *c);
}

static void find_differences(struct trace *t) {
    size_t kept = 0;
    for (size_t i = 0; i < t->nodes.n; i++)
        if (t->nodes.data[i].kind == TRACE_CHANGE && t->nodes.data[i].change.kind != TN_CHANGE_SHUFFLE)
            add_net(t, &t->nodes.data[i].change);
    for (size_t i = 0; i < t->net.n; i++) {
        const tn_traced_change *c = &t->net.data[i];
        bool back = c->kind == TN_CHANGE_MOVE ? c->from == c->to && c->from_seat == c->to_seat : !strcmp(c->was, c->is);
        if (!back || c->kind == TN_CHANGE_END) t->net.data[kept++] = *c;
    }
    t->net.n = kept;
}

/* ---- all of it */
static bool prepare(struct trace *t, const tn_game *game, const tn_state *from, struct tracing *r) {
    memset(t, 0, sizeof *t);
    arena_init(&t->arena);
    t->game = game;
    t->ctx = tn_ctx_new(game);
    t->before = tn_state_new(game);
    t->after = tn_state_new(game);
    *r = (struct tracing){.trace = t, .quiet = tn_ctx_new(game)};
    if (!t->ctx || !t->before || !t->after || !r->quiet) return false;
    memcpy(t->before, from, tn_game_state_size(game));
    memcpy(t->after, from, tn_game_state_size(game));
    tn_ctx_sink(t->ctx, hear, r);
    tn_ctx_sink(r->quiet, hear, r);
    return tn_ctx_trace(t->ctx, told, r) == TN_OK;
}

tn_status trace_run(const tn_game *game, const tn_state *from, const char *const *answers, size_t n, struct trace *t,
                    struct buf *why) {
    struct tracing r;
    bool ready = prepare(t, game, from, &r), fine = false;
    if (ready) {
        r.state = r.now = t->after;
        r.say = (struct say){.at = {game, r.quiet, t->after, 0},
                             .apply = apply,
                             .save = save,
                             .restore = restore,
                             .user = &r,
                             .message = why};
        say_init(&r.say);
        fine = answer_all(&r, answers, n);
        for (size_t i = 0; i < t->open.n; i++)
            drop_values(t, t->open.data[i], NULL);
        drop_values(t, -1, NULL);
        find_differences(t);
        t->failed |= r.say.out_of_memory || t->arena.failed;
        say_free(&r.say);
        tn_ctx_trace(t->ctx, NULL, NULL);
        tn_ctx_sink(t->ctx, NULL, NULL);
    }
    tn_ctx_free(r.quiet);
    if (!ready || t->failed) return TN_NOMEM;
    return fine ? TN_OK : TN_ILLEGAL;
}

void trace_free(struct trace *t) {
    tn_ctx_free(t->ctx);
    tn_state_free(t->before);
    tn_state_free(t->after);
    VEC_FREE(&t->nodes);
    VEC_FREE(&t->roots);
    VEC_FREE(&t->net);
    VEC_FREE(&t->open);
    arena_free(&t->arena);
    memset(t, 0, sizeof *t);
}
