/* The definition of TINYforming Mars and the reference in this folder, played side by side (support/lockstep.h).
 *
 * After every answer these are compared: who is asked, the legal answers by their meaning, the whole position; at the
 * end also the scores line by line and the winner. Half of the games avoid passing, so that every project comes up.
 *
 * Invariants:
 *  - Cards, hexes, tags and ends are mapped by name and number.
 *  - A question with a single answer that only one side asks is answered on that side. An optional hex is one question
 *    of the reference and may be two of the engine (yes or no, then the hex).
 */
#include "support/unit.h"

#include "support/lockstep.h"
#include "tinyforming.h"

#include <stdio.h>

enum { MODES = 16, IDS = 4096, NOTHING = -1 };

/* The engine's side of one mode. */
struct side {
    struct engine e;
    struct tiny_options options;
    int draw[IDS], flip[IDS], hex[IDS], project[IDS], standard[IDS], action[IDS], tag[IDS]; /* id -> reference answer */
    size_t cube, city, user, used, stock, tokens, passed, standard_used, bank, supply, end; /* variables */
    int first_project, first_space;
};

struct match {
    struct lockstep frame;
    struct side *side;
    struct tiny tiny;
    bool eager;
};

static struct side sides[MODES];
static struct match played;
static uint64_t activations[TINY_PROJECTS + TINY_STANDARDS];

/* ---- names */
static void map_cards(struct side *s) {
    static const char *const actions[] = {"Activate a project", "Standard project", "Pass"};
    for (size_t i = 0; i < tn_game_card_count(s->e.game); i++) {
        tn_card card;
        tn_game_card(s->e.game, i, &card);
        assert_true(card.answer < IDS);
        for (int p = 0; p < TINY_PROJECTS; p++)
            if (strcmp(card.kind, "project") == 0 && strcmp(card.name, tiny_project_name(p)) == 0) {
                s->project[card.answer] = p;
                if (p == 0) s->first_project = (int)i;
                assert_int_equal(i, s->first_project + p); /* in the order of the faces */
            }
        for (int p = 0; p < TINY_STANDARDS; p++)
            if (strcmp(card.kind, "standard") == 0 && strcmp(card.name, tiny_standard_name(p)) == 0)
                s->standard[card.answer] = p;
        for (int a = 0; a < 3; a++)
            if (strcmp(card.kind, "action") == 0 && strcmp(card.name, actions[a]) == 0) s->action[card.answer] = a;
        for (int p = 0; p < TINY_PROJECTS; p += 2) { /* a face goes by its two ends */
            char ends[64];
            snprintf(ends, sizeof ends, "%s / %s", tiny_project_name(p), tiny_project_name(p + 1));
            if (strcmp(card.kind, "face") == 0 && strcmp(card.name, ends) == 0) s->draw[card.answer] = p / 2;
        }
    }
}

/* Hexes of the map in use; returns the first id after the spaces. */
static uint32_t map_spaces(struct side *s) {
    uint32_t after = 0;
    for (size_t i = 0; i < tn_game_space_count(s->e.game); i++) {
        tn_space space;
        tn_board board;
        tn_game_space(s->e.game, i, &space);
        tn_game_board(s->e.game, (size_t)space.board, &board);
        after = space.answer + 1;
        if (strcmp(board.name, tiny_map_name((int)s->options.map)) != 0) continue;
        s->hex[space.answer] = space.number;
        s->first_space = board.first;
    }
    return after;
}

static void map_words(struct side *s, uint32_t from) {
    for (uint32_t id = from; id < tn_game_answer_count(s->e.game) && id < IDS; id++) {
        char text[64];
        tn_answer_text(s->e.ctx, s->e.state, TN_SPECTATOR, id, text, sizeof text);
        for (int t = 0; t < TINY_TAGS; t++)
            if (strcmp(text, tiny_tag_name(t)) == 0) s->tag[id] = t;
        if (strcmp(text, "0") == 0) s->flip[id] = 0;
        if (strcmp(text, "1") == 0) s->flip[id] = 1;
    }
}

static struct engine *open_side(tn_source *source, unsigned mode) {
    struct side *s = &sides[mode];
    s->options = (struct tiny_options){.map = mode & 1 ? TINY_ELYSIUM : TINY_THARSIS,
                                       .solitaire = (mode & 2) != 0,
                                       .double_sided = (mode & 4) != 0,
                                       .unlimited = (mode & 8) != 0};
    const char *options[] = {mode & 1 ? "map=elysium" : "map=tharsis", mode & 4 ? "edition=double" : "edition=single",
                             mode & 8 ? "last=0" : "last=12"};
    tn_config config = {mode & 2 ? 1 : 2, options, 3};
    engine_open(&s->e, source, &config);
    int *maps[] = {s->draw, s->flip, s->hex, s->project, s->standard, s->action, s->tag};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        for (size_t k = 0; k < IDS; k++)
            maps[i][k] = NOTHING;
    map_cards(s);
    map_words(s, map_spaces(s));
    struct {
        size_t *var;
        const char *name;
    } vars[] = {{&s->cube, "cube"},     {&s->city, "city"},        {&s->user, "owner"},
                {&s->used, "used"},     {&s->stock, "stock"},      {&s->tokens, "tokens"},
                {&s->passed, "passed"}, {&s->bank, "free_tokens"}, {&s->standard_used, "standard_project_used"},
                {&s->supply, "supply"}, {&s->end, "end_triggered"}};
    for (size_t i = 0; i < sizeof vars / sizeof *vars; i++)
        *vars[i].var = engine_find_var(&s->e, vars[i].name, LOCKSTEP_ANY, LOCKSTEP_ANY);
    return &s->e;
}

static void describe(const struct lockstep *l, char *text, size_t cap) {
    const struct tiny_options *o = &((const struct match *)l)->side->options;
    snprintf(text, cap, "%s, %s, %s-sided, %s", o->solitaire ? "solitaire" : "two players", tiny_map_name(o->map),
             o->double_sided ? "double" : "single", o->unlimited ? "no limit" : "12");
}

/* ---- positions */
static bool same_map(struct match *m) {
    const struct side *s = m->side;
    for (int hex = 1; hex <= TINY_HEXES; hex++) {
        int space = s->first_space + hex - 1, cube = engine_var(&s->e, s->cube, space, 0);
        SAME(m, "cube on hex", hex, (int)tiny_cube_at(&m->tiny, hex), cube < 0 ? TINY_VACANT : cube);
        SAME(m, "city on hex", hex, tiny_city_at(&m->tiny, hex), engine_var(&s->e, s->city, space, 0));
    }
    return true;
}

static bool same_supplies(struct match *m) {
    const struct side *s = m->side;
    const struct tiny *t = &m->tiny;
    const int supply[] = {t->credit_supply, t->heat_supply, t->greenery_supply, t->water_supply};
    for (int i = 0; i < 4; i++)
        SAME(m, "supply", i, supply[i], engine_var(&s->e, s->supply, 0, i));
    for (int tag = 0; tag < TINY_TAGS; tag++)
        SAME(m, "bank", tag, tiny_bank(t, tag), engine_var(&s->e, s->bank, 0, tag));
    if (!t->solitaire) SAME(m, "the end triggered", 0, t->end_triggered, engine_var(&s->e, s->end, 0, 0));
    SAME(m, "generation", 0, t->generation, (int)tn_state_period(s->e.game, s->e.state, 0));
    return true;
}

static bool same_players(struct match *m) {
    const struct side *s = m->side;
    const struct tiny *t = &m->tiny;
    for (int p = 0; p < 2; p++) {
        SAME(m, "credits of player", p, t->credits[p], engine_var(&s->e, s->stock, p, 0));
        SAME(m, "heat of player", p, t->heat_held[p], engine_var(&s->e, s->stock, p, 1));
        for (int tag = 0; tag < TINY_TAGS; tag++)
            SAME(m, "tokens of player", p * 10 + tag, tiny_tokens(t, p, tag), engine_var(&s->e, s->tokens, p, tag));
        SAME(m, "standard project used by", p, tiny_standard_used(t, p), engine_var(&s->e, s->standard_used, p, 0));
        if (p == TINY_WHITE || !t->solitaire)
            SAME(m, "passed", p, tiny_has_passed(t, p), engine_var(&s->e, s->passed, p, 0));
    }
    return true;
}

static bool same_projects(struct match *m) {
    const struct side *s = m->side;
    int user[TINY_PROJECTS], used[TINY_PROJECTS] = {0};
    if (tiny_over(&m->tiny)) return true; /* the engine leaves them until a generation begins */
    for (int p = 0; p < TINY_PROJECTS; p++)
        user[p] = NOTHING;
    for (int player = 0; player < 2; player++)
        for (int slot = 0; slot < TINY_HAND; slot++) {
            int p = tiny_facing(&m->tiny, player, slot);
            if (p < 0) continue;
            user[p] = player;
            used[p] = tiny_used(&m->tiny, player, slot);
        }
    for (int p = 0; p < TINY_PROJECTS; p++) {
        SAME(m, "who has project", p, user[p], engine_var(&s->e, s->user, s->first_project + p, 0));
        SAME(m, "used project", p, used[p], engine_var(&s->e, s->used, s->first_project + p, 0));
    }
    return true;
}

static bool same_scores(struct match *m) {
    const struct side *s = m->side;
    struct tiny_score score[2];
    tiny_scores(&m->tiny, score);
    assert_int_equal(tn_game_score_line_count(s->e.game), 4);
    for (unsigned p = 0; p < tn_game_seat_count(s->e.game); p++) {
        const int lines[] = {score[p].city, score[p].greenery, score[p].water, score[p].heat};
        for (size_t i = 0; i < 4; i++)
            SAME(m, tn_game_score_line(s->e.game, i), p, lines[i], tn_state_score_line(s->e.ctx, s->e.state, p, i));
        SAME(m, "score", p, score[p].total, tn_state_score(s->e.ctx, s->e.state, p));
    }
    return true;
}

static bool same_position(struct lockstep *l) {
    struct match *m = (struct match *)l;
    return same_map(m) && same_supplies(m) && same_players(m) && same_projects(m) &&
           (m->frame.answers % 16 != 0 || same_scores(m));
}

static bool same_end(struct lockstep *l) {
    struct match *m = (struct match *)l;
    const struct side *s = m->side;
    if (!same_position(l) || !same_scores(m)) return false;
    if (m->tiny.solitaire) {
        SAME(m, "rank in solitaire", 0, tiny_solitaire_won(&m->tiny) ? 1 : 2,
             (int)tn_state_rank(s->e.ctx, s->e.state, 0));
        return true;
    }
    int winner = tiny_winner(&m->tiny);
    for (int p = 0; p < 2; p++)
        SAME(m, "rank of player", p, winner == TINY_DRAWN_GAME || winner == p ? 1 : 2,
             (int)tn_state_rank(s->e.ctx, s->e.state, (unsigned)p));
    return true;
}

/* ---- questions */
/* What an engine answer means to the reference at its present question; NOTHING: no such thing. */
static int meaning(const struct match *m, const tn_question *q, uint32_t id, enum tiny_kind kind) {
    const struct side *s = m->side;
    if (id >= IDS) return NOTHING;
    switch (kind) {
    case TINY_DRAW: return s->draw[id];
    case TINY_FLIP: return s->flip[id];
    case TINY_FACE: return q->kind == TN_EITHER ? (int)id - 2 : NOTHING;
    case TINY_SPACE: return id == TN_NO ? TINY_NO : s->hex[id];
    case TINY_ACTION: return s->action[id];
    case TINY_PROJECT: return s->project[id];
    case TINY_STANDARD: return s->standard[id];
    case TINY_TOKEN: return s->tag[id];
    case TINY_YESNO: return id == TN_NO ? TINY_NO : id == TN_YES ? TINY_YES : NOTHING;
    case TINY_OVER: break;
    }
    return NOTHING;
}

static const char *answer_name(int kind, int answer) {
    static char number[16];
    const char *name = kind == TINY_PROJECT    ? tiny_project_name(answer)
                       : kind == TINY_STANDARD ? tiny_standard_name(answer)
                       : kind == TINY_TOKEN    ? tiny_tag_name(answer)
                                               : NULL;
    if (name) return name;
    snprintf(number, sizeof number, "%d", answer);
    return number;
}

static void print_question(struct match *m, const struct tiny_question *t, const tn_question *q) {
    fprintf(stderr, "reference asks %d (%s, by %d):", t->player, tiny_kind_name((int)t->kind), t->running);
    for (int i = 0; i < t->count; i++)
        fprintf(stderr, " %s;", answer_name((int)t->kind, t->answers[i]));
    fprintf(stderr, "\n");
    lockstep_print_question(&m->frame, q);
}

/* The same answers, by meaning; ids[i] is the engine's for the reference's i-th. */
static bool same_answers(struct match *m, const struct tiny_question *t, const tn_question *q, uint32_t *ids) {
    const struct side *s = m->side;
    bool found[TINY_MAX_ANSWERS] = {false};
    bool same = (int)q->count == t->count;
    for (uint32_t i = 0; same && i < q->count; i++) {
        uint32_t id = tn_state_nth(s->e.game, s->e.state, q->seat, i);
        int is = meaning(m, q, id, t->kind), at = 0;
        while (at < t->count && (is == NOTHING || t->answers[at] != is))
            at++;
        same = at < t->count && !found[at];
        if (same) found[at] = true, ids[at] = id;
    }
    if (same) return true;
    print_question(m, t, q);
    return lockstep_differs(&m->frame, "the answers differ");
}

static int choose(struct match *m, const struct tiny_question *t) {
    if (m->eager && t->kind == TINY_ACTION && t->count > 1 && random_range(&m->frame.random, 8) != 0) {
        if (t->answers[0] == TINY_ACTIVATE) return 0;
        return (int)random_range(&m->frame.random, (uint32_t)t->count - 1u); /* pass is the last */
    }
    return (int)random_range(&m->frame.random, (uint32_t)t->count);
}

/* An optional hex, of which the engine asks in two questions. */
static bool answer_optional(struct match *m, const struct tiny_question *t, tn_question *q, int pick) {
    struct side *s = m->side;
    uint32_t ids[TINY_MAX_ANSWERS];
    if (q->count != 2) return lockstep_differs(&m->frame, "an optional hex without a choice");
    if (!lockstep_apply(&m->frame, q->seat, t->answers[pick] == TINY_NO ? TN_NO : TN_YES)) return false;
    if (t->answers[pick] == TINY_NO) return tiny_apply(&m->tiny, TINY_NO);
    if (!tn_state_question(s->e.game, s->e.state, (unsigned)t->player, q))
        return lockstep_differs(&m->frame, "no question after yes");
    struct tiny_question hexes = *t;
    hexes.count--;
    memmove(hexes.answers, hexes.answers + 1, (size_t)hexes.count * sizeof *hexes.answers);
    if (!same_answers(m, &hexes, q, ids)) return false;
    return lockstep_apply(&m->frame, q->seat, ids[pick - 1]) && tiny_apply(&m->tiny, t->answers[pick]);
}

static bool answer_both(struct lockstep *l, tn_question *q) {
    struct match *m = (struct match *)l;
    struct tiny_question asked;
    const struct tiny_question *t = &asked;
    uint32_t ids[TINY_MAX_ANSWERS];
    tiny_question(&m->tiny, &asked);
    if (m->frame.print) print_question(m, t, q);
    if ((q->seat == TN_CHANCE ? TINY_CHANCE : (int)q->seat) != t->player) {
        print_question(m, t, q);
        return lockstep_differs(&m->frame, "different players are asked");
    }
    int pick = choose(m, t);
    bool optional = t->kind == TINY_SPACE && t->answers[0] == TINY_NO;
    if (optional && q->kind == TN_YESNO) return answer_optional(m, t, q, pick);
    if (!same_answers(m, t, q, ids)) return false;
    if (t->kind == TINY_PROJECT) activations[t->answers[pick]]++;
    if (t->kind == TINY_STANDARD) activations[TINY_PROJECTS + t->answers[pick]]++;
    return lockstep_apply(&m->frame, q->seat, ids[pick]) && tiny_apply(&m->tiny, t->answers[pick]);
}

/* Chance that has one outcome is asked by the reference only. */
static void skip_forced_chance(struct match *m, const tn_question *q) {
    struct tiny_question t;
    tiny_question(&m->tiny, &t);
    while (t.kind == TINY_DRAW && t.count == 1) {
        const struct side *s = m->side;
        bool drawn = q->seat == TN_CHANCE && s->draw[tn_state_nth(s->e.game, s->e.state, TN_CHANCE, 0)] != NOTHING;
        if (drawn) return;
        tiny_apply(&m->tiny, t.answers[0]);
        tiny_question(&m->tiny, &t);
    }
}

/* An optional part that cannot be carried out is a question with the one answer no, of the engine only. */
static bool skip_forced_no(struct match *m, tn_question *q, bool *asks) {
    struct side *s = m->side;
    while ((*asks = tn_state_question(s->e.game, s->e.state, TN_SPECTATOR, q)) && q->seat != TN_CHANCE &&
           q->count == 1 && tn_state_nth(s->e.game, s->e.state, q->seat, 0) == TN_NO)
        if (!lockstep_apply(&m->frame, q->seat, TN_NO)) return false;
    return true;
}

static bool catch_up(struct lockstep *l, tn_question *q, bool *asks) {
    struct match *m = (struct match *)l;
    if (!skip_forced_no(m, q, asks)) return false;
    if (*asks) skip_forced_chance(m, q);
    return true;
}

static void begin(struct lockstep *l) {
    struct match *m = (struct match *)l;
    m->side = &sides[l->mode];
    m->eager = l->game / MODES % 2 == 1;
    tiny_init(&m->tiny, &m->side->options);
}

static bool over(const struct lockstep *l) {
    return tiny_over(&((const struct match *)l)->tiny);
}

static const char *activated_name(int p) {
    return p < TINY_PROJECTS ? tiny_project_name(p) : tiny_standard_name(p - TINY_PROJECTS);
}

static void print_counts(void) {
    for (int p = 0; p < TINY_PROJECTS + TINY_STANDARDS; p++)
        print_message("  %-24s activated %llu times\n", activated_name(p), (unsigned long long)activations[p]);
}

static void all_came_up(void) {
    for (int p = 0; p < TINY_PROJECTS + TINY_STANDARDS; p++)
        if (activations[p] == 0) fail_msg("%s was never activated", activated_name(p));
}

int main(void) {
    static const struct lockstep_test test = {.definition = "tinyforming/tinyforming.game",
                                              .modes = MODES,
                                              .games = {200, 3000, 100000},
                                              .ends_at_limit = true,
                                              .played = &played.frame,
                                              .open = open_side,
                                              .describe = describe,
                                              .begin = begin,
                                              .catch_up = catch_up,
                                              .over = over,
                                              .same_position = same_position,
                                              .same_end = same_end,
                                              .answer = answer_both,
                                              .print_counts = print_counts,
                                              .all_came_up = all_came_up};
    return lockstep_main(&test);
}
