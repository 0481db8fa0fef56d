/* The definition of TINYforming Mars and the reference in this folder, played side by side.
 *
 * Both get the same outcomes of chance and the same random answers. After every answer these are compared: who is
 * asked, the legal answers by their meaning, the whole position; at the end also the scores line by line and the
 * winner. Half of the games avoid passing, so that every project comes up.
 *
 * Invariants:
 *  - The engine is used through terrane.h only; cards, hexes, tags and ends are mapped by name and number.
 *  - A question with a single answer that only one side asks is answered on that side. An optional hex is one question
 *    of the reference and may be two of the engine (yes or no, then the hex).
 *  - A game is a pure function of its number: TERRANE_LOCKSTEP_GAME=N plays one game and prints it.
 */
#include "support/unit.h"

#include "base/random.h"
#include "support/level.h"
#include "terrane.h"
#include "tinyforming.h"

#include <stdio.h>

enum { MODES = 16, IDS = 4096, NOTHING = -1, MAX_QUESTIONS = 100000 };

/* The engine's side of one mode. */
struct side {
    tn_game *game;
    tn_ctx *ctx;
    tn_state *state;
    struct tiny_options options;
    int draw[IDS], flip[IDS], hex[IDS], project[IDS], standard[IDS], action[IDS], tag[IDS]; /* id -> reference answer */
    size_t cube, city, user, used, stock, tokens, passed, standard_used, bank, supply, end; /* variables */
    int first_project, first_space;
};

struct match {
    struct side *side;
    struct tiny tiny;
    struct random random;
    long game;
    int answers;
    bool eager, print;
    uint64_t *activations;
};

static struct side sides[MODES];
static uint64_t activations[TINY_PROJECTS + TINY_STANDARDS];

#define FAIL(m, ...)                                                                                                   \
    (fprintf(stderr, "game %ld (%s, %s, %s-sided, %s), answer %d: ", (m)->game,                                        \
             (m)->side->options.solitaire ? "solitaire" : "two players", tiny_map_name((m)->side->options.map),        \
             (m)->side->options.double_sided ? "double" : "single", (m)->side->options.unlimited ? "no limit" : "12",  \
             (m)->answers),                                                                                            \
     fprintf(stderr, __VA_ARGS__), fprintf(stderr, "\n"), false)

/* ---- names */
static size_t find_var(const tn_game *game, const char *name) {
    for (size_t i = 0; i < tn_game_var_count(game); i++) {
        tn_var var;
        tn_game_var(game, i, &var);
        if (strcmp(var.name, name) == 0) return i;
    }
    fail_msg("no variable %s", name);
    return 0;
}

static void map_cards(struct side *s) {
    static const char *const actions[] = {"Activate a project", "Standard project", "Pass"};
    for (size_t i = 0; i < tn_game_card_count(s->game); i++) {
        tn_card card;
        tn_game_card(s->game, i, &card);
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
    for (size_t i = 0; i < tn_game_space_count(s->game); i++) {
        tn_space space;
        tn_board board;
        tn_game_space(s->game, i, &space);
        tn_game_board(s->game, (size_t)space.board, &board);
        after = space.answer + 1;
        if (strcmp(board.name, tiny_map_name((int)s->options.map)) != 0) continue;
        s->hex[space.answer] = space.number;
        s->first_space = board.first;
    }
    return after;
}

static void map_words(struct side *s, uint32_t from) {
    for (uint32_t id = from; id < tn_game_answer_count(s->game) && id < IDS; id++) {
        char text[64];
        tn_answer_text(s->ctx, s->state, TN_SPECTATOR, id, text, sizeof text);
        for (int t = 0; t < TINY_TAGS; t++)
            if (strcmp(text, tiny_tag_name(t)) == 0) s->tag[id] = t;
        if (strcmp(text, "0") == 0) s->flip[id] = 0;
        if (strcmp(text, "1") == 0) s->flip[id] = 1;
    }
}

static void open_side(tn_source *source, unsigned mode, struct side *s) {
    s->options = (struct tiny_options){.map = mode & 1 ? TINY_ELYSIUM : TINY_THARSIS,
                                       .solitaire = (mode & 2) != 0,
                                       .double_sided = (mode & 4) != 0,
                                       .unlimited = (mode & 8) != 0};
    const char *options[] = {mode & 1 ? "map=elysium" : "map=tharsis", mode & 4 ? "edition=double" : "edition=single",
                             mode & 8 ? "last=0" : "last=12"};
    tn_config config = {mode & 2 ? 1 : 2, options, 3};
    assert_int_equal(tn_game_new(source, &config, &s->game), TN_OK);
    s->ctx = tn_ctx_new(s->game);
    s->state = tn_state_new(s->game);
    assert_true(s->ctx && s->state);
    int *maps[] = {s->draw, s->flip, s->hex, s->project, s->standard, s->action, s->tag};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        for (size_t k = 0; k < IDS; k++)
            maps[i][k] = NOTHING;
    tn_state_start(s->ctx, 1, TN_EXPLICIT_CHANCE, s->state);
    map_cards(s);
    map_words(s, map_spaces(s));
    struct {
        size_t *var;
        const char *name;
    } vars[] = {{&s->cube, "cube"},     {&s->city, "city"},     {&s->user, "owner"},
                {&s->used, "used"},     {&s->stock, "stock"},   {&s->tokens, "tokens"},
                {&s->passed, "passed"}, {&s->bank, "free_tokens"},     {&s->standard_used, "standard_project_used"},
                {&s->supply, "supply"}, {&s->end, "end_triggered"}};
    for (size_t i = 0; i < sizeof vars / sizeof *vars; i++)
        *vars[i].var = find_var(s->game, vars[i].name);
}

static void close_side(struct side *s) {
    tn_state_free(s->state);
    tn_ctx_free(s->ctx);
    tn_game_free(s->game);
}

/* ---- positions */
static int var_of(const struct side *s, size_t var, int owner, int index) {
    int32_t value = -99;
    tn_var_get(s->game, s->state, TN_SPECTATOR, var, owner, index, &value);
    return value;
}

#define SAME(what, number, mine, theirs)                                                                               \
    do {                                                                                                               \
        int reference_ = (mine), engine_ = (theirs);                                                                   \
        if (reference_ != engine_)                                                                                     \
            return FAIL(m, "%s %d: reference %d, engine %d", what, (int)(number), reference_, engine_);                \
    } while (0)

static bool same_map(struct match *m) {
    const struct side *s = m->side;
    for (int hex = 1; hex <= TINY_HEXES; hex++) {
        int space = s->first_space + hex - 1, cube = var_of(s, s->cube, space, 0);
        SAME("cube on hex", hex, (int)tiny_cube_at(&m->tiny, hex), cube < 0 ? TINY_VACANT : cube);
        SAME("city on hex", hex, tiny_city_at(&m->tiny, hex), var_of(s, s->city, space, 0));
    }
    return true;
}

static bool same_supplies(struct match *m) {
    const struct side *s = m->side;
    const struct tiny *t = &m->tiny;
    const int supply[] = {t->credit_supply, t->heat_supply, t->greenery_supply, t->water_supply};
    for (int i = 0; i < 4; i++)
        SAME("supply", i, supply[i], var_of(s, s->supply, 0, i));
    for (int tag = 0; tag < TINY_TAGS; tag++)
        SAME("bank", tag, tiny_bank(t, tag), var_of(s, s->bank, 0, tag));
    if (!t->solitaire) SAME("the end triggered", 0, t->end_triggered, var_of(s, s->end, 0, 0));
    SAME("generation", 0, t->generation, (int)tn_state_period(s->game, s->state, 0));
    return true;
}

static bool same_players(struct match *m) {
    const struct side *s = m->side;
    const struct tiny *t = &m->tiny;
    for (int p = 0; p < 2; p++) {
        SAME("credits of player", p, t->credits[p], var_of(s, s->stock, p, 0));
        SAME("heat of player", p, t->heat_held[p], var_of(s, s->stock, p, 1));
        for (int tag = 0; tag < TINY_TAGS; tag++)
            SAME("tokens of player", p * 10 + tag, tiny_tokens(t, p, tag), var_of(s, s->tokens, p, tag));
        SAME("standard project used by", p, tiny_standard_used(t, p), var_of(s, s->standard_used, p, 0));
        if (p == TINY_WHITE || !t->solitaire) SAME("passed", p, tiny_has_passed(t, p), var_of(s, s->passed, p, 0));
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
        SAME("who has project", p, user[p], var_of(s, s->user, s->first_project + p, 0));
        SAME("used project", p, used[p], var_of(s, s->used, s->first_project + p, 0));
    }
    return true;
}

static bool same_scores(struct match *m) {
    const struct side *s = m->side;
    struct tiny_score score[2];
    tiny_scores(&m->tiny, score);
    assert_int_equal(tn_game_score_line_count(s->game), 4);
    for (unsigned p = 0; p < tn_game_seat_count(s->game); p++) {
        const int lines[] = {score[p].city, score[p].greenery, score[p].water, score[p].heat};
        for (size_t i = 0; i < 4; i++)
            SAME(tn_game_score_line(s->game, i), p, lines[i], tn_state_score_line(s->ctx, s->state, p, i));
        SAME("score", p, score[p].total, tn_state_score(s->ctx, s->state, p));
    }
    return true;
}

static bool same_position(struct match *m) {
    return same_map(m) && same_supplies(m) && same_players(m) && same_projects(m) &&
           (m->answers % 16 != 0 || same_scores(m));
}

static bool same_end(struct match *m) {
    const struct side *s = m->side;
    if (!same_position(m) || !same_scores(m)) return false;
    if (m->tiny.solitaire) {
        SAME("rank in solitaire", 0, tiny_solitaire_won(&m->tiny) ? 1 : 2, (int)tn_state_rank(s->ctx, s->state, 0));
        return true;
    }
    int winner = tiny_winner(&m->tiny);
    for (int p = 0; p < 2; p++)
        SAME("rank of player", p, winner == TINY_DRAWN_GAME || winner == p ? 1 : 2,
             (int)tn_state_rank(s->ctx, s->state, (unsigned)p));
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
    const char *name = kind == TINY_PROJECT ? tiny_project_name(answer)
                       : kind == TINY_STANDARD ? tiny_standard_name(answer)
                       : kind == TINY_TOKEN ? tiny_tag_name(answer) : NULL;
    if (name) return name;
    snprintf(number, sizeof number, "%d", answer);
    return number;
}

static void print_question(struct match *m, const struct tiny_question *t, const tn_question *q) {
    char text[256];
    fprintf(stderr, "reference asks %d (%s, by %d):", t->player, tiny_kind_name((int)t->kind), t->running);
    for (int i = 0; i < t->count; i++)
        fprintf(stderr, " %s;", answer_name((int)t->kind, t->answers[i]));
    tn_question_text(m->side->ctx, m->side->state, q->seat, text, sizeof text);
    fprintf(stderr, "\nengine asks %d (%s):", q->seat, text);
    for (uint32_t i = 0; i < q->count; i++) {
        uint32_t id = tn_state_nth(m->side->game, m->side->state, q->seat, i);
        tn_answer_text(m->side->ctx, m->side->state, q->seat, id, text, sizeof text);
        fprintf(stderr, " %s;", text);
    }
    fprintf(stderr, "\n");
}

/* The same answers, by meaning; ids[i] is the engine's for the reference's i-th. */
static bool same_answers(struct match *m, const struct tiny_question *t, const tn_question *q, uint32_t *ids) {
    const struct side *s = m->side;
    bool found[TINY_MAX_ANSWERS] = {false};
    bool same = (int)q->count == t->count;
    for (uint32_t i = 0; same && i < q->count; i++) {
        uint32_t id = tn_state_nth(s->game, s->state, q->seat, i);
        int is = meaning(m, q, id, t->kind), at = 0;
        while (at < t->count && (is == NOTHING || t->answers[at] != is))
            at++;
        same = at < t->count && !found[at];
        if (same) found[at] = true, ids[at] = id;
    }
    if (same) return true;
    print_question(m, t, q);
    return FAIL(m, "the answers differ");
}

static bool apply_engine(struct match *m, unsigned seat, uint32_t id) {
    char text[256];
    if (m->print) {
        tn_answer_text(m->side->ctx, m->side->state, seat, id, text, sizeof text);
        fprintf(stderr, "%d: seat %u: %s\n", m->answers, seat, text);
    }
    tn_status status = tn_state_apply(m->side->ctx, m->side->state, seat, id);
    if (status == TN_OK) return true;
    tn_fault_text(m->side->game, m->side->state, text, sizeof text);
    return FAIL(m, "engine status %d: %s", status, text);
}

static int choose(struct match *m, const struct tiny_question *t) {
    if (m->eager && t->kind == TINY_ACTION && t->count > 1 && random_range(&m->random, 8) != 0) {
        if (t->answers[0] == TINY_ACTIVATE) return 0;
        return (int)random_range(&m->random, (uint32_t)t->count - 1u); /* pass is the last */
    }
    return (int)random_range(&m->random, (uint32_t)t->count);
}

static bool answer_both(struct match *m, const struct tiny_question *t, tn_question *q) {
    struct side *s = m->side;
    uint32_t ids[TINY_MAX_ANSWERS];
    if (m->print) print_question(m, t, q);
    if ((q->seat == TN_CHANCE ? TINY_CHANCE : (int)q->seat) != t->player) {
        print_question(m, t, q);
        return FAIL(m, "different players are asked");
    }
    int pick = choose(m, t);
    bool optional = t->kind == TINY_SPACE && t->answers[0] == TINY_NO;
    if (optional && q->kind == TN_YESNO) {
        if (q->count != 2) return FAIL(m, "an optional hex without a choice");
        if (!apply_engine(m, q->seat, t->answers[pick] == TINY_NO ? TN_NO : TN_YES)) return false;
        if (t->answers[pick] == TINY_NO) return tiny_apply(&m->tiny, TINY_NO);
        if (!tn_state_question(s->game, s->state, (unsigned)t->player, q)) return FAIL(m, "no question after yes");
        struct tiny_question hexes = *t;
        hexes.count--;
        memmove(hexes.answers, hexes.answers + 1, (size_t)hexes.count * sizeof *hexes.answers);
        if (!same_answers(m, &hexes, q, ids)) return false;
        return apply_engine(m, q->seat, ids[pick - 1]) && tiny_apply(&m->tiny, t->answers[pick]);
    }
    if (!same_answers(m, t, q, ids)) return false;
    if (t->kind == TINY_PROJECT) m->activations[t->answers[pick]]++;
    if (t->kind == TINY_STANDARD) m->activations[TINY_PROJECTS + t->answers[pick]]++;
    return apply_engine(m, q->seat, ids[pick]) && tiny_apply(&m->tiny, t->answers[pick]);
}

/* Chance that has one outcome is asked by the reference only. */
static void skip_forced_chance(struct match *m, struct tiny_question *t, const tn_question *q) {
    tiny_question(&m->tiny, t);
    while (t->kind == TINY_DRAW && t->count == 1) {
        const struct side *s = m->side;
        bool drawn = q->seat == TN_CHANCE && s->draw[tn_state_nth(s->game, s->state, TN_CHANCE, 0)] != NOTHING;
        if (drawn) return;
        tiny_apply(&m->tiny, t->answers[0]);
        tiny_question(&m->tiny, t);
    }
}

/* An optional part that cannot be carried out is a question with the one answer no, of the engine only. */
static bool skip_forced_no(struct match *m, tn_question *q, bool *asks) {
    struct side *s = m->side;
    while ((*asks = tn_state_question(s->game, s->state, TN_SPECTATOR, q)) && q->seat != TN_CHANCE && q->count == 1 &&
           tn_state_nth(s->game, s->state, q->seat, 0) == TN_NO)
        if (!apply_engine(m, q->seat, TN_NO)) return false;
    return true;
}

enum result { DIFFERENT, SAME_END, LIMITED };

static enum result play(struct match *m) {
    struct side *s = m->side;
    tiny_init(&m->tiny, &s->options);
    tn_state_start(s->ctx, (uint64_t)m->game, TN_EXPLICIT_CHANCE, s->state);
    for (m->answers = 0; m->answers < MAX_QUESTIONS; m->answers++) {
        struct tiny_question t;
        tn_question q;
        bool asks;
        if (!skip_forced_no(m, &q, &asks)) return DIFFERENT;
        if (!asks && tn_state_limited(s->game, s->state)) return LIMITED;
        if (asks) skip_forced_chance(m, &t, &q);
        if (asks == tiny_over(&m->tiny)) return FAIL(m, "%s is over, the other is not", asks ? "the reference" : "the engine");
        if (!asks) return same_end(m) ? SAME_END : DIFFERENT;
        if (!same_position(m) || !answer_both(m, &t, &q)) return DIFFERENT;
    }
    return FAIL(m, "no end");
}

static enum result play_number(long game, bool print) {
    struct match m = {.side = &sides[game % MODES], .game = game, .print = print, .activations = activations};
    m.random.key = random_scramble((uint64_t)game + 1);
    m.eager = game / MODES % 2 == 1;
    return play(&m);
}

static void test_lockstep(void **state) {
    (void)state;
    const char *one = getenv("TERRANE_LOCKSTEP_GAME");
    if (one) {
        assert_int_not_equal(play_number(atol(one), true), DIFFERENT);
        return;
    }
    long games = level_pick(200, 3000, 100000), results[3] = {0};
    for (long game = 0; game < games && results[DIFFERENT] < 5; game++)
        results[play_number(game, false)]++;
    if (level_is("soak")) {
        print_message("%ld games in lockstep, %ld of them to the engine's limit\n", results[SAME_END] + results[LIMITED],
                      results[LIMITED]);
        for (int p = 0; p < TINY_PROJECTS + TINY_STANDARDS; p++)
            print_message("  %-24s activated %llu times\n",
                          p < TINY_PROJECTS ? tiny_project_name(p) : tiny_standard_name(p - TINY_PROJECTS),
                          (unsigned long long)activations[p]);
    }
    assert_int_equal(results[DIFFERENT], 0);
    for (int p = 0; games >= 3000 && p < TINY_PROJECTS + TINY_STANDARDS; p++)
        if (activations[p] == 0) fail_msg("project %d was never activated", p);
}

static int open_all(void **state) {
    (void)state;
    char path[1024];
    tn_source *source;
    snprintf(path, sizeof path, "%s/games/tinyforming/tinyforming.game", level_root());
    assert_int_equal(tn_source_load(path, &source), TN_OK);
    for (unsigned mode = 0; mode < MODES; mode++)
        open_side(source, mode, &sides[mode]);
    tn_source_free(source);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    for (unsigned mode = 0; mode < MODES; mode++)
        close_side(&sides[mode]);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lockstep)};
    return cmocka_run_group_tests(tests, open_all, close_all);
}
