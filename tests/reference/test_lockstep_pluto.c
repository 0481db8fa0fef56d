/* The definition of Terraforming Pluto and the reference in this folder, played side by side (support/lockstep.h).
 *
 * After every answer these are compared: who is asked and what for, the legal answers by their meaning, the whole
 * position; at the end also the scores line by line and the ranks.
 * Two games of three are played with a taste, so that every card comes up in long chains: for doing what can be done,
 * and in half of these also for leaving the planet empty.
 *
 * Invariants:
 *  - Cards, tiles, hexes and milestones are mapped by name and number.
 *  - A question with a single answer is asked by the engine only, and is given that answer.
 *  - Chance is the reference's: it answers first, and the engine is told what was drawn.
 */
#include "support/unit.h"

#include "pluto_internal.h"
#include "support/lockstep.h"

#include <stdio.h>

enum { MODES = 24, IDS = 1024, SITES = 256, NOTHING = -2 };

/* The engine's side of one mode. */
struct side {
    struct engine e;
    struct pluto_options options;
    int card[IDS], tile[IDS], hex[IDS], milestone[IDS]; /* answer -> the reference's */
    uint32_t card_id[PLUTO_CARDS], tile_id[PLUTO_TILES], zero;
    uint8_t kind_of_site[SITES];
    int first_card, first_tile, first_milestone, first_space;
    size_t stock, piece, owner_of_hex, owner_of_milestone, in_use, ending, supply; /* variables */
    size_t track, hand, tableau, deck, discard, queue;                             /* track and zones */
};

enum taste { RANDOM, BUSY, BUSY_FOREVER, TASTES };

struct match {
    struct lockstep frame;
    struct side *side;
    struct pluto pluto, before;
    int drawn, queued; /* cards of a new deck and tiles the engine has been told */
    enum taste taste;
};

static struct side sides[MODES];
static struct match played;
static uint64_t implemented[PLUTO_CARDS], activated[PLUTO_CARDS], claimed[PLUTO_MILESTONES], asked[PLUTO_KINDS];
static int deepest;

/* ---- names */
/* Cards of each kind come in the order of the reference. */
static void map_card(struct side *s, int i, const tn_card *card) {
    struct {
        const char *kind, *(*name)(int);
        int *first, *number;
        uint32_t *id;
    } kinds[] = {{"project", pluto_card_name, &s->first_card, s->card, s->card_id},
                 {"tile", pluto_tile_name, &s->first_tile, s->tile, s->tile_id},
                 {"milestone", pluto_milestone_name, &s->first_milestone, s->milestone, NULL}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (strcmp(card->kind, kinds[k].kind) != 0) continue;
        if (*kinds[k].first < 0) *kinds[k].first = i;
        int number = i - *kinds[k].first;
        assert_string_equal(card->name, kinds[k].name(number));
        kinds[k].number[card->answer] = number;
        if (kinds[k].id) kinds[k].id[number] = card->answer;
    }
}

static void map_answers(struct side *s) {
    char text[64];
    s->first_card = s->first_tile = s->first_milestone = -1;
    for (int i = 0; i < IDS; i++)
        s->card[i] = s->tile[i] = s->hex[i] = s->milestone[i] = NOTHING;
    for (size_t i = 0; i < tn_game_card_count(s->e.game); i++) {
        tn_card card;
        tn_game_card(s->e.game, i, &card);
        assert_true(card.answer < IDS);
        map_card(s, (int)i, &card);
    }
    for (size_t i = 0; i < tn_game_space_count(s->e.game); i++) {
        tn_space space;
        tn_board board;
        tn_game_space(s->e.game, i, &space);
        tn_game_board(s->e.game, (size_t)space.board, &board);
        if (strcmp(board.name, s->options.planet == PLUTO_LARGE ? "large" : "small") != 0) continue;
        s->hex[space.answer] = space.number;
        s->first_space = board.first;
    }
    for (uint32_t id = 0; id < tn_game_answer_count(s->e.game); id++) {
        tn_answer_text(s->e.ctx, s->e.state, TN_SPECTATOR, id, text, sizeof text);
        if (strcmp(text, "0") == 0) s->zero = id;
    }
}

static struct engine *open_side(tn_source *source, unsigned mode) {
    struct side *s = &sides[mode];
    s->options = (struct pluto_options){.players = 2 + mode % 3,
                                        .planet = mode / 3 % 2 ? PLUTO_LARGE : PLUTO_SMALL,
                                        .no_milestones = mode / 6 % 2 != 0,
                                        .one_activation = mode / 12 != 0};
    const char *options[] = {s->options.planet ? "planet=large" : "planet=small",
                             s->options.no_milestones ? "milestones=false" : "milestones=true",
                             s->options.one_activation ? "activations=1" : "activations=2"};
    tn_config config = {s->options.players, options, 3};
    engine_open(&s->e, source, &config);
    map_answers(s);
    assert_int_equal(tn_game_track_count(s->e.game), 1);
    s->track = 0;
    s->stock = engine_find_var(&s->e, "stock", TN_PER_PLAYER, -1);
    s->piece = engine_find_var(&s->e, "tile", TN_PER_SPACE, -1);
    s->owner_of_hex = engine_find_var(&s->e, "owner", TN_PER_SPACE, -1);
    if (!s->options.no_milestones)
        s->owner_of_milestone = engine_find_var(&s->e, "owner", TN_PER_CARD, s->first_milestone);
    s->in_use = engine_find_var(&s->e, "in_use", TN_GLOBAL, -1);
    s->ending = engine_find_var(&s->e, "ending", TN_GLOBAL, -1);
    s->supply = engine_find_var(&s->e, "supply", TN_GLOBAL, -1);
    s->hand = engine_find_zone(&s->e, "hand");
    s->tableau = engine_find_zone(&s->e, "tableau");
    s->deck = engine_find_zone(&s->e, "deck");
    s->discard = engine_find_zone(&s->e, "discard");
    s->queue = engine_find_zone(&s->e, "queue");
    return &s->e;
}

static void describe(const struct lockstep *l, char *text, size_t cap) {
    const struct match *m = (const struct match *)l;
    const struct pluto_options *o = &m->side->options;
    snprintf(text, cap, "%u players, %s planet, %s, %d activations", o->players, o->planet ? "large" : "small",
             o->no_milestones ? "no milestones" : "milestones", m->pluto.activations);
}

/* ---- positions */
/* The cards of a zone as seen by its owner, as a set of projects. */
static uint64_t cards_in(const struct side *s, size_t zone, int owner) {
    int32_t cards[PLUTO_CARDS];
    uint64_t set = 0;
    size_t n = tn_zone_get(s->e.game, s->e.state, (unsigned)owner, zone, owner, cards, PLUTO_CARDS);
    for (size_t i = 0; i < n; i++)
        set |= 1ULL << (cards[i] - s->first_card);
    return set;
}

static int first_difference(uint64_t a, uint64_t b) {
    return a == b ? -1 : __builtin_ctzll(a ^ b);
}

static bool same_players(struct match *m) {
    const struct side *s = m->side;
    const struct pluto *t = &m->pluto;
    for (int p = 0; p < t->players; p++) {
        int laps, space = tn_track_position(s->e.game, s->e.state, s->track, p, &laps);
        SAME(m, "money of player", p, t->money[p], engine_var(&s->e, s->stock, p, 0));
        SAME(m, "rating of player", p, t->rating[p], 20 * laps + space);
        SAME(m, "hand differs in a card, player", p, first_difference(t->hand[p], cards_in(s, s->hand, p)), -1);
        SAME(m, "tableau differs in a card, player", p, first_difference(t->tableau[p], cards_in(s, s->tableau, p)),
             -1);
    }
    return true;
}

static bool same_planet(struct match *m) {
    const struct side *s = m->side;
    for (int hex = 1; hex <= pluto_hexes(&m->pluto); hex++) {
        int space = s->first_space + hex - 1;
        SAME(m, "piece on hex", hex, pluto_piece_at(&m->pluto, hex), engine_var(&s->e, s->piece, space, 0));
        SAME(m, "owner of hex", hex, pluto_owner_at(&m->pluto, hex), engine_var(&s->e, s->owner_of_hex, space, 0));
    }
    for (int piece = 0; piece < PLUTO_PIECES; piece++)
        SAME(m, "supply of piece", piece, m->pluto.supply[piece], engine_var(&s->e, s->supply, 0, piece));
    return true;
}

static bool same_table(struct match *m) {
    const struct side *s = m->side;
    const struct pluto *t = &m->pluto;
    int32_t tiles[PLUTO_TILES];
    int in_use = engine_var(&s->e, s->in_use, 0, 0);
    SAME(m, "tiles", 0, t->tiles,
         (int)tn_zone_get(s->e.game, s->e.state, TN_SPECTATOR, s->queue, 0, tiles, PLUTO_TILES));
    for (int place = 0; place < t->tiles; place++)
        SAME(m, "tile at place", place, pluto_tile_at(t, place), tiles[place] - s->first_tile);
    SAME(m, "tile in use", 0, t->in_use == PLUTO_NO_TILE ? -1 : t->in_use, in_use < 0 ? -1 : in_use - s->first_tile);
    SAME(m, "cards in the deck", 0, t->in_deck,
         (int)tn_zone_get(s->e.game, s->e.state, TN_SPECTATOR, s->deck, 0, NULL, 0));
    SAME(m, "cards discarded", 0, __builtin_popcountll(t->discard),
         (int)tn_zone_get(s->e.game, s->e.state, TN_SPECTATOR, s->discard, 0, NULL, 0));
    SAME(m, "ending", 0, t->ending, engine_var(&s->e, s->ending, 0, 0));
    SAME(m, "turn", 0, t->turns, (int)tn_state_period(s->e.game, s->e.state, 0));
    for (int which = 0; !s->options.no_milestones && which < PLUTO_MILESTONES; which++)
        SAME(m, "owner of milestone", which, pluto_milestone_owner(t, which),
             engine_var(&s->e, s->owner_of_milestone, s->first_milestone + which, 0));
    return true;
}

static bool same_scores(struct match *m) {
    const struct side *s = m->side;
    assert_int_equal(tn_game_score_line_count(s->e.game), 4);
    for (int p = 0; p < m->pluto.players; p++) {
        struct pluto_score score;
        pluto_score(&m->pluto, p, &score);
        const int lines[] = {score.rating, score.milestones, score.forests, score.cities};
        for (size_t i = 0; i < 4; i++)
            SAME(m, tn_game_score_line(s->e.game, i), p, lines[i],
                 tn_state_score_line(s->e.ctx, s->e.state, (unsigned)p, i));
        SAME(m, "score", p, score.total, tn_state_score(s->e.ctx, s->e.state, (unsigned)p));
    }
    return true;
}

static bool same_position(struct lockstep *l) {
    struct match *m = (struct match *)l;
    return same_players(m) && same_planet(m) && same_table(m) && (m->frame.answers % 64 != 0 || same_scores(m));
}

static bool same_end(struct lockstep *l) {
    struct match *m = (struct match *)l;
    const struct side *s = m->side;
    if (!same_position(l) || !same_scores(m)) return false;
    for (int p = 0; p < m->pluto.players; p++)
        SAME(m, "rank of player", p, pluto_rank(&m->pluto, p), (int)tn_state_rank(s->e.ctx, s->e.state, (unsigned)p));
    bool covered = m->pluto.vacant == 0;
    SAME(m, "ended by the limit", 0, !m->pluto.ending && !covered, tn_state_limited(s->e.game, s->e.state));
    return true;
}

/* ---- questions */
/* What the engine asks for, told by its words once for each place in the rules. */
static enum pluto_kind kind_asked(struct match *m, const tn_question *q) {
    static const struct {
        const char *words;
        enum pluto_kind kind;
    } prompts[] = {{"Choose one", PLUTO_TURN},
                   {"Which action tile?", PLUTO_TILE},
                   {"Where does the ", PLUTO_HEX},
                   {"Implement ", PLUTO_PROJECT},
                   {"Activate ", PLUTO_MACHINE},
                   {"Flip ", PLUTO_FLIP},
                   {"Discard ", PLUTO_DISCARD},
                   {"Claim ", PLUTO_MILESTONE},
                   {"How much do you pay, to gain twice as much? Hundreds", PLUTO_HUNDREDS},
                   {"How much do you pay, to gain twice as much? Ones", PLUTO_ONES},
                   {"How much do you pay", PLUTO_AMOUNT},
                   {"", PLUTO_YESNO}};
    struct side *s = m->side;
    char text[256];
    assert_true(q->site < SITES);
    if (s->kind_of_site[q->site] == PLUTO_OVER) {
        size_t i = 0;
        tn_question_text(s->e.ctx, s->e.state, q->seat, text, sizeof text);
        while (strncmp(text, prompts[i].words, strlen(prompts[i].words)) != 0)
            i++;
        s->kind_of_site[q->site] = (uint8_t)prompts[i].kind;
    }
    return (enum pluto_kind)s->kind_of_site[q->site];
}

/* What an engine answer means to the reference; NOTHING: no such thing. */
static int meaning(const struct match *m, uint32_t id, enum pluto_kind kind) {
    const struct side *s = m->side;
    if (id >= IDS) return NOTHING;
    if (id == TN_NO && kind != PLUTO_YESNO) return PLUTO_NO;
    switch (kind) {
    case PLUTO_TURN: return (int)id - 2;
    case PLUTO_TILE:
    case PLUTO_FLIP: return s->tile[id];
    case PLUTO_HEX: return s->hex[id];
    case PLUTO_PROJECT:
    case PLUTO_MACHINE:
    case PLUTO_DISCARD: return s->card[id];
    case PLUTO_MILESTONE: return s->milestone[id];
    case PLUTO_YESNO: return id == TN_NO ? 0 : id == TN_YES ? 1 : NOTHING;
    case PLUTO_AMOUNT:
    case PLUTO_HUNDREDS:
    case PLUTO_ONES: return (int)id - (int)s->zero;
    case PLUTO_OVER:
    case PLUTO_KINDS: break;
    }
    return NOTHING;
}

static void print_answer(enum pluto_kind kind, int answer) {
    bool card = kind == PLUTO_PROJECT || kind == PLUTO_MACHINE || kind == PLUTO_DISCARD;
    const char *name = card                                       ? pluto_card_name(answer)
                       : kind == PLUTO_TILE || kind == PLUTO_FLIP ? pluto_tile_name(answer)
                       : kind == PLUTO_MILESTONE                  ? pluto_milestone_name(answer)
                                                                  : NULL;
    if (name)
        fprintf(stderr, " %s;", name);
    else
        fprintf(stderr, " %d;", answer);
}

static void print_question(struct match *m, const struct pluto_question *t, const tn_question *q) {
    fprintf(stderr, "reference asks %d (%s):", t->player, pluto_kind_name((int)t->kind));
    for (int i = 0; i < t->count; i++)
        print_answer(t->kind, t->answers[i]);
    fprintf(stderr, "\n");
    lockstep_print_question(&m->frame, q);
}

/* The same player, the same kind, the same answers in the same order; ids[i] is the engine's for the i-th. */
static bool same_question(struct match *m, const struct pluto_question *t, const tn_question *q, uint32_t *ids) {
    const struct side *s = m->side;
    bool same = (int)q->seat == t->player && kind_asked(m, q) == t->kind && (int)q->count == t->count &&
                tn_state_answers(s->e.game, s->e.state, q->seat, ids, PLUTO_MAX_ANSWERS) == q->count;
    for (int i = 0; same && i < t->count; i++)
        same = meaning(m, ids[i], t->kind) == t->answers[i];
    if (same) return true;
    print_question(m, t, q);
    return lockstep_differs(&m->frame, "the questions differ");
}

/* ---- chance */
/* The next card the reference has drawn since `before`, or NOTHING; the last card of a deck is left out, because the
 * engine does not ask for it. Until the deck ran out the order can be drawn again from `before`; those of a new deck
 * lie behind what is left of it. */
static int next_drawn(struct match *m) {
    const struct pluto *now = &m->pluto;
    bool refilled = now->refills != m->before.refills;
    int left = m->before.in_deck;
    if (left > (refilled ? 0 : now->in_deck)) {
        int card = pluto_draw_card(&m->before);
        return left > 1 ? card : next_drawn(m);
    }
    int place = now->deck_size - 1 - m->drawn;
    if (!refilled || place < now->in_deck || place == 0) return NOTHING;
    m->drawn++;
    return now->deck[place];
}

/* Tells the engine what was drawn and gives answers nobody has to think about; *q is the next question, if any. */
static bool catch_up(struct lockstep *l, tn_question *q, bool *asks) {
    struct match *m = (struct match *)l;
    struct side *s = m->side;
    while ((*asks = tn_state_question(s->e.game, s->e.state, TN_SPECTATOR, q)) &&
           (q->seat == TN_CHANCE || q->count == 1)) {
        uint32_t id = tn_state_nth(s->e.game, s->e.state, q->seat, 0);
        if (q->seat == TN_CHANCE && s->tile[id] != NOTHING) {
            id = s->tile_id[pluto_tile_at(&m->pluto, m->queued++)];
        } else if (q->seat == TN_CHANCE) {
            int card = next_drawn(m);
            if (card == NOTHING) return lockstep_differs(&m->frame, "the engine draws a card, the reference does not");
            id = s->card_id[card];
        }
        if (!lockstep_apply(&m->frame, q->seat, id)) return false;
    }
    if (m->pluto.depth > deepest) deepest = m->pluto.depth;
    return next_drawn(m) == NOTHING || lockstep_differs(&m->frame, "the reference draws a card, the engine does not");
}

/* ---- play */
static bool declines(const struct pluto_question *t, int answer) {
    return answer == PLUTO_NO ? t->kind != PLUTO_DISCARD : t->kind == PLUTO_YESNO && answer == 0;
}

static bool covers(const struct pluto_question *t, int answer) {
    static const uint64_t machines =
        BIT(NURSERY) | BIT(GREAT_FOREST) | BIT(ARBORETUM) | BIT(BUILDERS) | BIT(DEEP_WELL) | BIT(RESERVE);
    if (t->kind == PLUTO_TILE) return answer < PLUTO_GROOM_PROJECTS;
    return answer >= 0 && ((t->kind == PLUTO_PROJECT && answer <= DOME_TOWN_TOO) ||
                           (t->kind == PLUTO_MACHINE && (machines >> answer & 1)));
}

/* Whether a player of that taste would rather give another answer. */
static bool dislikes(enum taste taste, const struct pluto_question *t, int answer) {
    if (taste == RANDOM) return false;
    if (t->kind == PLUTO_PROJECT && answer == FINAL_REPORT) return true;
    return declines(t, answer) || (taste == BUSY_FOREVER && covers(t, answer));
}

static int pick(struct match *m, const struct pluto_question *t) {
    int which = 0;
    for (int attempt = 0; attempt < 4; attempt++) {
        which = (int)random_range(&m->frame.random, (uint32_t)t->count);
        if (!dislikes(m->taste, t, t->answers[which])) break;
    }
    return which;
}

static void count_answer(const struct pluto_question *t, int answer) {
    asked[t->kind]++;
    if (answer == PLUTO_NO) return;
    if (t->kind == PLUTO_PROJECT) implemented[answer]++;
    if (t->kind == PLUTO_MACHINE) activated[answer]++;
    if (t->kind == PLUTO_MILESTONE) claimed[answer]++;
}

static bool answer_both(struct lockstep *l, tn_question *q) {
    struct match *m = (struct match *)l;
    struct pluto_question t;
    uint32_t ids[PLUTO_MAX_ANSWERS];
    pluto_question(&m->pluto, &t);
    if (m->frame.print) print_question(m, &t, q);
    if (!same_question(m, &t, q, ids)) return false;
    int which = pick(m, &t);
    count_answer(&t, t.answers[which]);
    m->before = m->pluto;
    m->drawn = 0;
    return pluto_apply(&m->pluto, t.answers[which]) && lockstep_apply(&m->frame, q->seat, ids[which]);
}

static void begin(struct lockstep *l) {
    struct match *m = (struct match *)l;
    m->side = &sides[l->mode];
    m->taste = (enum taste)(l->game / MODES % TASTES);
    pluto_init(&m->pluto, &m->side->options, random_next(&l->random));
    m->before = m->pluto; /* as if the first cards came from a new deck */
    m->before.in_deck = 0;
    m->before.refills--;
    m->drawn = m->queued = 0;
}

static bool over(const struct lockstep *l) {
    return pluto_over(&((const struct match *)l)->pluto);
}

static void print_counts(void) {
    print_message("  at most %d steps were left to do at a question\n", deepest);
    for (int kind = PLUTO_TURN; kind < PLUTO_KINDS; kind++)
        print_message("  %-16s asked %llu times\n", pluto_kind_name(kind), (unsigned long long)asked[kind]);
    for (int card = 0; card < PLUTO_CARDS; card++)
        print_message("  %-16s implemented %llu times, activated %llu times\n", pluto_card_name(card),
                      (unsigned long long)implemented[card], (unsigned long long)activated[card]);
}

static void all_came_up(void) {
    for (int card = 0; card < PLUTO_CARDS; card++) {
        if (implemented[card] == 0) fail_msg("%s was never implemented", pluto_card_name(card));
        if ((MACHINES >> card & 1) && activated[card] == 0) fail_msg("%s was never activated", pluto_card_name(card));
    }
    for (int which = 0; which < PLUTO_MILESTONES; which++)
        if (claimed[which] == 0) fail_msg("%s was never claimed", pluto_milestone_name(which));
    for (int kind = PLUTO_TURN; kind < PLUTO_KINDS; kind++)
        if (asked[kind] == 0) fail_msg("%s was never asked", pluto_kind_name(kind));
}

int main(void) {
    static const struct lockstep_test test = {.definition = "pluto/pluto.game",
                                              .modes = MODES,
                                              .games = {72, 720, 100000},
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
