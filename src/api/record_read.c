/* record_read.c: a position from JSON: its parts in order, and where play goes on; see record.h and record_read.h.
 *
 * What is left out has the value it has before the game begins. Where play goes on must be said: by a course, which is
 * where exactly the rules waited and belongs to this very position, or by an entry of the flow ("begin"), from which
 * the rules run to the next question. A course is judged like a save: frames that could not be there are refused.
 */
#include "api/record_read.h"

#include "code/lookup.h"

#include <stdio.h>
#include <string.h>

/* ---- the head */
static bool expect_text(struct reader *r, const struct value *v, const char *wanted, const char *what) {
    const char *text;
    if (!read_text_of(r, v, &text)) return false;
    return !strcmp(text, wanted) || read_wrong(r, v->raw, "%s is \"%s\", not \"%s\"", what, wanted, text);
}

static bool read_version(struct reader *r, const struct value *v) {
    return expect_text(r, v, RECORD_VERSION, "what can be read here");
}

static bool read_game(struct reader *r, const struct value *v) {
    return expect_text(r, v, program_string(r->p, r->p->name), "the game");
}

static bool read_seats(struct reader *r, const struct value *v) {
    int64_t n;
    if (!read_number(r, v, 1, MAX_SEATS, &n)) return false;
    return n == r->p->seats || read_wrong(r, v->raw, "the game is played by %u, not by %d", r->p->seats, (int)n);
}

static bool read_options(struct reader *r, const struct value *v) {
    const char **names = ARENA_ARRAY(&r->arena, const char *, r->p->n_options + 1u);
    if (!names) return r->no_memory = true, false;
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    for (const struct value *k = v->kids; k; k = k->next) {
        uint32_t i = 0;
        for (; i < r->p->n_options; i++)
            if (!strcmp(names[i] = program_string(r->p, r->p->options[i].name), k->key)) break;
        if (i == r->p->n_options) return read_unknown(r, k->key_raw, "option", k->key, names, i);
        size_t mark = read_down(r, k->key);
        if (!read_up(r, mark, expect_text(r, k, program_string(r->p, r->p->options[i].value), "it"))) return false;
    }
    return true;
}

static bool read_view(struct reader *r, const struct value *v) {
    return read_wrong(r, v->raw, "this is what one seat sees; only a complete position can be played from");
}

static bool read_status(struct reader *r, const struct value *v) {
    const char *text;
    if (!read_text_of(r, v, &text)) return false;
    r->over = !strcmp(text, "over");
    if (r->over || !strcmp(text, "open")) return true;
    if (!strcmp(text, "fault")) return read_wrong(r, v->raw, "a game that stopped with a fault cannot go on");
    return read_wrong(r, v->raw, "\"open\" or \"over\" is expected here");
}

static bool find_phase(struct reader *r, const struct value *v, int32_t *out) {
    const char *text, **names = ARENA_ARRAY(&r->arena, const char *, r->p->n_phases + 1u);
    if (!names) return r->no_memory = true, false;
    if (v->type == VALUE_NULL) return *out = NONE, true;
    if (!read_text_of(r, v, &text)) return false;
    for (*out = 0; *out < (int32_t)r->p->n_phases; ++*out)
        if (names_equal(names[*out] = program_string(r->p, r->p->phases[*out]), text)) return true;
    return read_unknown(r, v->raw, "phase", text, names, r->p->n_phases);
}

static bool read_phase(struct reader *r, const struct value *v) {
    return find_phase(r, v, &r->head.phase);
}

static bool read_periods(struct reader *r, const struct value *v) {
    const char **names = ARENA_ARRAY(&r->arena, const char *, r->p->n_periods + 1u);
    int64_t n;
    if (!names) return r->no_memory = true, false;
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    for (const struct value *k = v->kids; k; k = k->next) {
        uint32_t i = 0;
        for (; i < r->p->n_periods; i++)
            if (names_equal(names[i] = program_string(r->p, r->p->members[r->p->periods[i]].name), k->key)) break;
        if (i == r->p->n_periods) return read_unknown(r, k->key_raw, "period", k->key, names, i);
        size_t mark = read_down(r, k->key);
        if (!read_up(r, mark, read_number(r, k, 0, UINT16_MAX, &n))) return false;
        period_put(r->p, r->s, i, (uint32_t)n);
    }
    return true;
}

static bool read_seat_list(struct reader *r, const struct value *v, uint8_t *mask) {
    int32_t seat;
    *mask = 0;
    if (!read_is(r, v, VALUE_ARRAY)) return false;
    for (const struct value *k = v->kids; k; k = k->next) {
        if (!read_seat(r, k, false, &seat)) return false;
        *mask |= (uint8_t)(1u << seat);
    }
    return true;
}

static bool read_out(struct reader *r, const struct value *v) {
    uint8_t out;
    if (!read_seat_list(r, v, &out)) return false;
    r->head.active = (uint8_t)(((1u << r->p->seats) - 1u) & ~(uint32_t)out);
    return true;
}

static bool read_winners(struct reader *r, const struct value *v) {
    return read_seat_list(r, v, &r->head.winners);
}
static bool read_losers(struct reader *r, const struct value *v) {
    return read_seat_list(r, v, &r->head.losers);
}
static bool read_limited(struct reader *r, const struct value *v) {
    return read_bool(r, v, &r->head.limited);
}

/* ---- chance */
static bool read_pile_chance(struct reader *r, const struct value *v) {
    const struct value *k = v->kids;
    int64_t n;
    if (!read_is(r, v, VALUE_ARRAY)) return false;
    for (uint32_t i = 0; i < r->p->n_zone_of_instance; i++) {
        if (!r->p->zones[r->p->zone_of_instance[i]].pile) continue;
        if (!k) return read_wrong(r, v->raw, "there are more piles");
        if (!read_number(r, k, 0, UINT16_MAX, &n)) return false;
        pile_chance_put(r->p, r->s, i, (uint32_t)n);
        k = k->next;
    }
    return !k || read_wrong(r, k->raw, "there are not that many piles");
}

static bool read_chance(struct reader *r, const struct value *v) {
    static const char *const keys[] = {"key", "numbers", "piles", "shuffling"};
    bool kept = !(r->flags & TN_NEW_CHANCE);
    int64_t n;
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    for (const struct value *k = v->kids; k; k = k->next) {
        size_t mark = read_down(r, k->key);
        bool fine = true;
        if (!strcmp(k->key, "shuffling"))
            fine = read_bool(r, k, &r->head.shuffling);
        else if (!strcmp(k->key, "key"))
            fine = !kept || read_hash(r, k, &r->head.key);
        else if (!strcmp(k->key, "numbers")) {
            fine = !kept || read_number(r, k, 0, UINT32_MAX, &n);
            if (kept && fine) r->head.randoms = (uint32_t)n;
        } else if (!strcmp(k->key, "piles"))
            fine = !kept || read_pile_chance(r, k);
        else
            return read_up(r, mark, true), read_unknown(r, k->key_raw, "part of chance", k->key, keys, 4);
        if (!read_up(r, mark, fine)) return false;
    }
    return true;
}

/* ---- where play goes on: an entry of the flow */
struct wish {
    const struct value *phase, *turn, *me, *action, *line, *around;
};

static bool no_entry(struct reader *r, const struct value *v, const struct wish *w) {
    struct buf list;
    buf_init(&list);
    for (uint32_t i = 0; i < r->p->n_entries; i++) {
        const struct entry *e = &r->p->entries[i];
        buf_printf(&list, "%s%s%s%s in line %u", i ? ", " : "",
                   e->phase >= 0 ? program_string(r->p, r->p->phases[e->phase]) : "",
                   e->phase >= 0 && e->action ? ": " : "", e->action ? "turn" : "", (unsigned)e->at.line);
        if (e->action > 1) buf_printf(&list, " (action %u)", (unsigned)e->action);
    }
    read_wrong(r, v->raw, "play cannot begin at such a %s; it can at: %s", w->turn ? "turn" : "phase",
               list.n ? list.data : "the start only, {}");
    buf_free(&list);
    return false;
}

static bool read_wish(struct reader *r, const struct value *v, struct wish *w) {
    static const char *const keys[] = {"phase", "turn", "me", "action", "line", "around"};
    const struct value **places[] = {&w->phase, &w->turn, &w->me, &w->action, &w->line, &w->around};
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    for (const struct value *k = v->kids; k; k = k->next) {
        size_t i = 0;
        while (i < 6 && strcmp(keys[i], k->key))
            i++;
        if (i == 6) return read_unknown(r, k->key_raw, "part of it", k->key, keys, 6);
        *places[i] = k;
    }
    if (w->turn && w->me) return read_wrong(r, w->me->raw, "\"turn\" says already who acts");
    if (w->action && !w->turn) return read_wrong(r, w->action->raw, "only a turn has actions");
    return true;
}

static bool read_around(struct reader *r, const struct value *v, const struct entry *e, struct begin *b) {
    const struct value *k = v->kids;
    int64_t n;
    if (!read_is(r, v, VALUE_ARRAY)) return false;
    for (uint32_t i = 0; i < e->n_around; i++, k = k->next) {
        if (!k)
            return read_wrong(r, v->raw, "%u loops are around it; there must be one value for each",
                              (unsigned)e->n_around);
        if (e->players >> i & 1u ? !read_seat(r, k, true, &b->around[i]) : !read_number(r, k, 0, NUMBER_MAX, &n))
            return false;
        if (!(e->players >> i & 1u)) b->around[i] = (int32_t)n;
    }
    return !k ||
           read_wrong(r, k->raw, "%u loops are around it; there must be one value for each", (unsigned)e->n_around);
}

static bool find_begin(struct reader *r, const struct value *v, struct begin *b) {
    struct wish w = {0};
    int64_t action = 1, line = 0;
    int32_t phase = NONE;
    *b = (struct begin){.entry = NONE};
    for (uint32_t i = 0; i < MAX_AROUND; i++)
        b->around[i] = NONE;
    if (!read_wish(r, v, &w) || (w.phase && !find_phase(r, w.phase, &phase)) ||
        (w.action && !read_number(r, w.action, 1, 15, &action)) ||
        (w.line && !read_number(r, w.line, 1, INT32_MAX, &line)) ||
        (w.turn && !read_seat(r, w.turn, false, &b->seat)) || (w.me && !read_seat(r, w.me, false, &b->seat)))
        return false;
    if (w.turn && !(r->head.active >> b->seat & 1u))
        return read_wrong(r, v->raw, "%s is out of the game", player_name(r->p, b->seat));
    if (!w.turn && !w.phase) return !w.around || read_wrong(r, w.around->raw, "no loop is around the start");
    for (uint32_t i = 0; i < r->p->n_entries && b->entry == NONE; i++) {
        const struct entry *e = &r->p->entries[i];
        if (e->action == (w.turn ? action : 0) && (phase == NONE || e->phase == phase) && (!line || e->at.line == line))
            b->entry = (int32_t)i;
    }
    if (b->entry == NONE) return no_entry(r, v, &w);
    return !w.around || read_around(r, w.around, &r->p->entries[b->entry], b);
}

/* A period that begins only behind that place cannot have begun there: it would begin once more than the position
 * says. */
static bool periods_fit(struct reader *r, const struct value *v, const struct begin *b) {
    const struct value *periods = value_get(r->root, "periods");
    for (uint32_t i = 0; periods && i < r->p->n_periods; i++) {
        unsigned begun = state_period(r->p, r->s, i);
        if (!begun || (b->entry != NONE && !program_begins_behind(r->p, (uint32_t)b->entry, i))) continue;
        return read_wrong(
            r, v->raw, "the first %s begins only behind that place, but \"periods\" says that %u %s begun",
            program_string(r->p, r->p->members[r->p->periods[i]].name), begun, begun == 1 ? "has" : "have");
    }
    return true;
}

static bool enter(struct reader *r, const struct value *v) {
    struct begin b;
    size_t mark = read_down(r, "begin");
    if (!read_up(r, mark, find_begin(r, v, &b) && periods_fit(r, v, &b))) return false;
    state_enter(r->ctx->machine, r->s, &b);
    return true;
}

/* ---- where play goes on: a course */
static bool read_numbers(struct reader *r, const struct value *v, int32_t **out, uint32_t *n) {
    int64_t number;
    uint32_t count = 0;
    if (!read_is(r, v, VALUE_ARRAY)) return false;
    for (const struct value *k = v->kids; k; k = k->next)
        count++;
    *n = 0;
    if (!(*out = ARENA_ARRAY(&r->arena, int32_t, count + 1u))) return r->no_memory = true, false;
    for (const struct value *k = v->kids; k; k = k->next) {
        if (!read_number(r, k, INT32_MIN, INT32_MAX, &number)) return false;
        (*out)[(*n)++] = (int32_t)number;
    }
    return true;
}

static bool read_frames(struct reader *r, const struct value *v, struct course *c) {
    uint32_t count = 0, n;
    int32_t *numbers;
    if (!read_is(r, v, VALUE_ARRAY)) return false;
    for (const struct value *k = v->kids; k; k = k->next)
        count++;
    struct frame *frames = ARENA_ARRAY(&r->arena, struct frame, count + 1u);
    if (!frames) return r->no_memory = true, false;
    for (const struct value *k = v->kids; k; k = k->next) {
        if (!read_numbers(r, k, &numbers, &n)) return false;
        if (n != 3 || numbers[0] < 0 || numbers[0] > UINT16_MAX || numbers[1] < 0 || numbers[2] < 0 ||
            numbers[2] > UINT16_MAX)
            return read_wrong(r, k->raw, "this is not a frame");
        frames[c->n_frames++] = (struct frame){(uint32_t)numbers[1], (uint16_t)numbers[2], (uint16_t)numbers[0]};
    }
    c->frames = frames;
    return true;
}

/* Answers that were given in secret are given again. */
static bool answer_again(struct reader *r, const struct value *v) {
    int32_t *answers;
    uint32_t n;
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    for (const struct value *k = v->kids; k; k = k->next) {
        int32_t seat = player_find(r->p, k->key);
        if (!read_numbers(r, k, &answers, &n)) return false;
        for (uint32_t i = 0; i < n; i++)
            if (seat < 0 || seat >= r->p->seats ||
                state_apply(r->ctx->machine, r->s, (unsigned)seat, (uint32_t)answers[i]) == APPLY_ILLEGAL)
                return read_wrong(r, k->raw, "this was not a legal answer");
    }
    return true;
}

static bool misfit(struct reader *r, const struct value *v) {
    return read_wrong(r, v->raw,
                      "the course does not fit: this position, or the rules, were changed since it was written; leave "
                      "\"course\" out and say where play begins, such as \"begin\": {\"turn\": \"A\"}");
}

static bool resume(struct reader *r, const struct value *v) {
    const struct value *fits = value_get(v, "fits"), *frames = value_get(v, "frames"), *stack = value_get(v, "stack"),
                       *answers = value_get(v, "answers");
    struct course c = {0};
    int32_t *numbers;
    uint64_t fit;
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    if (!fits || !frames || !stack) return read_wrong(r, v->raw, "a course has \"fits\", \"frames\" and \"stack\"");
    if (!read_hash(r, fits, &fit)) return false;
    if (fit != state_fit(r->p, r->s)) return misfit(r, fits);
    if (!read_frames(r, frames, &c) || !read_numbers(r, stack, &numbers, &c.n_stack)) return false;
    c.stack = numbers;
    const char *bad = state_course_put(r->p, r->s, &c);
    if (bad) return read_wrong(r, frames->raw, "%s", bad);
    state_resume(r->ctx->machine, r->s);
    return !answers || answer_again(r, answers);
}

/* ---- the whole */
/* Every part there can be, in the order in which they are read. NULL: told, never asked. */
/* clang-format off */
#define PARTS(P)                                                                                                       \
    P("terrane", read_version) P("game", read_game) P("seats", read_seats) P("options", read_options)                  \
    P("seen_by", read_view) P("status", read_status) P("phase", read_phase) P("periods", read_periods)                 \
    P("out", read_out) P("winners", read_winners) P("losers", read_losers) P("limited", read_limited)                  \
    P("table", read_table) P("players", read_players) P("boards", read_boards) P("cards", read_cards)                  \
    P("chance", read_chance) P("known", NULL) P("begin", NULL) P("course", NULL) P("definition", NULL)                 \
    P("asked", NULL) P("score", NULL) P("values", NULL) P("after", NULL) P("menu", NULL) P("menu_cut", NULL)      \
    P("prompts", NULL)
/* clang-format on */

static const struct part {
    const char *key;
    bool (*read)(struct reader *, const struct value *);
} parts[] = {
#define P(key, read) {key, read},
    PARTS(P)
#undef P
};
enum { N_PARTS = sizeof parts / sizeof *parts };

static bool known_keys(struct reader *r) {
    const char *names[N_PARTS];
    for (size_t i = 0; i < N_PARTS; i++)
        names[i] = parts[i].key;
    for (const struct value *k = r->root->kids; k; k = k->next) {
        size_t i = 0;
        while (i < N_PARTS && strcmp(parts[i].key, k->key))
            i++;
        if (i == N_PARTS) return read_unknown(r, k->key_raw, "part of a position", k->key, names, N_PARTS);
    }
    return true;
}

static bool read_part(struct reader *r, const char *key, bool (*read)(struct reader *, const struct value *)) {
    const struct value *v = value_get(r->root, key);
    if (!v || !read) return true;
    size_t mark = read_down(r, key);
    return read_up(r, mark, read(r, v));
}

static bool go_on(struct reader *r) {
    const struct value *course = value_get(r->root, "course"), *begin = value_get(r->root, "begin");
    if (r->over) return state_close(r->p, r->s), true;
    if (course) {
        size_t mark = read_down(r, "course");
        return read_up(r, mark, resume(r, course));
    }
    if (begin) return enter(r, begin);
    return read_wrong(r, r->root->raw, "it does not say where play begins, such as \"begin\": {\"turn\": \"A\"}");
}

static bool read_all(struct reader *r) {
    if (!read_is(r, r->root, VALUE_OBJECT) || !known_keys(r)) return false;
    for (size_t i = 0; i < N_PARTS; i++)
        if (!read_part(r, parts[i].key, parts[i].read)) return false;
    if (!read_settle(r)) return false;
    state_head_put(r->p, r->s, &r->head);
    if (!read_part(r, "known", read_known) || !go_on(r)) return false;
    const char *bad = state_check(r->p, r->s, r->p->layout.size);
    return !bad || read_wrong(r, r->root->raw, "such a position cannot be: %s", bad);
}

static bool prepare(struct reader *r, uint64_t seed) {
    r->cap_placed = 4u * (size_t)r->p->n_cards + 16;
    r->placed = ARENA_ARRAY(&r->arena, struct placing, r->cap_placed);
    r->named = ARENA_ARRAY(&r->arena, const struct value *, r->p->n_cards + 1u);
    r->piled = ARENA_ARRAY(&r->arena, bool, r->p->n_zone_of_instance + 1u);
    r->supply_said = ARENA_ARRAY(&r->arena, bool, r->p->n_members + 1u);
    state_blank(r->ctx->machine, seed, start_flags(r->flags), r->s);
    state_head_get(r->p, r->s, &r->head);
    return r->placed && r->named && r->piled && r->supply_said;
}

tn_status tn_state_read_json(tn_ctx *c, const char *text, size_t size, uint64_t seed, unsigned flags, tn_state *out,
                             char *why, size_t cap) {
    struct reader r = {.ctx = c,
                       .p = plain_program(c->game),
                       .s = state_of_mutable(out),
                       .flags = flags,
                       .text = text,
                       .why = why,
                       .cap = cap};
    const char *bad;
    size_t where;
    if (cap) why[0] = '\0';
    arena_init(&r.arena);
    buf_init(&r.path);
    machine_sink(c->machine, NULL, NULL);
    r.no_memory = !prepare(&r, seed);
    r.root = r.no_memory ? NULL : value_parse(&r.arena, text, size, &bad, &where);
    bool fine = r.root ? read_all(&r) : !r.no_memory && read_wrong(&r, text + where, "%s", bad);
    tn_ctx_sink(c, c->event, c->user);
    bool no_memory = r.no_memory || r.arena.failed || r.path.failed;
    arena_free(&r.arena);
    buf_free(&r.path);
    return no_memory ? TN_NOMEM : fine ? tn_state_status(c->game, out) : TN_BAD_STATE;
}
