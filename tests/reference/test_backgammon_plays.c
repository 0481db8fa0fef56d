/* The plays of Backgammon, found by the definition and by brute force, are the same.
 *
 * In random games with explicit dice all that can be played with a throw is collected twice: by following every answer
 * of the definition to the end of the turn, and here, by trying the dice in every order and keeping what uses most of
 * them. The two sets of positions must be equal. From the opening position the sizes are those that are known.
 *
 * Invariants:
 *  - Nothing here knows how the definition says legality; the board is seen from who moves, 25 is the bar, 0 is off.
 *  - The definition has each play once, but where a man fills the place another has just left: see DOUBLED.
 */
#include "support/unit.h"

#include "base/random.h"
#include "support/level.h"
#include "terrane_table.h"

#include <stdio.h>

enum { PLACES = 26, BAR = 25, OFF = 0, PLAYS = 8192, DICE = 4, IDS = 64, TURNS = 500, CHANCE = TN_CHANCE };
enum { DOUBLED = 30 }; /* at most one play in so many has a second way */

/* Men of who moves by their pips; those of the other by the same numbers, where 0 is their bar. */
struct position {
    uint8_t mine[PLACES], theirs[PLACES];
};

struct plays {
    struct position list[PLAYS];
    size_t n;
};

/* ---- by brute force */
struct search {
    struct plays best;
    int rank; /* of what is in it */
};

static bool step(struct position *p, int from, int die) {
    int to = from - die, last = BAR;
    while (!p->mine[last] && last > 0)
        last--;
    if (!p->mine[from] || (last == BAR && from != BAR)) return false;
    if (to <= 0 && (last > 6 || (to < 0 && from != last))) return false;
    if (to > 0 && p->theirs[to] > 1) return false;
    if (to > 0 && p->theirs[to] == 1) p->theirs[to] = 0, p->theirs[0]++;
    p->mine[from]--;
    p->mine[to > 0 ? to : OFF]++;
    return true;
}

static void add(struct plays *plays, const struct position *p) {
    assert_true(plays->n < PLAYS);
    plays->list[plays->n++] = *p;
}

static void keep(struct search *s, const struct position *p, int used, int highest) {
    int rank = used == 1 ? used * DICE + highest : used * 3 * DICE; /* more dice, then a higher one alone */
    if (rank < s->rank) return;
    if (rank > s->rank) s->best.n = 0;
    s->rank = rank;
    add(&s->best, p);
}

static void seek(struct search *s, const struct position *p, const int *dice, int n, int used, int highest) {
    keep(s, p, used, highest);
    for (int i = 0; i < n; i++) {
        if (i > 0 && dice[i] == dice[0]) continue;
        int rest[DICE], left = 0;
        for (int k = 0; k < n; k++)
            if (k != i) rest[left++] = dice[k];
        for (int from = 1; from <= BAR; from++) {
            struct position next = *p;
            if (step(&next, from, dice[i])) seek(s, &next, rest, left, used + 1, dice[i] > highest ? dice[i] : highest);
        }
    }
}

static int by_bytes(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct position));
}

static size_t settle(struct plays *plays) { /* sorted, each once; returns how many there were */
    size_t all = plays->n, n = 0;
    qsort(plays->list, plays->n, sizeof *plays->list, by_bytes);
    for (size_t i = 0; i < all; i++)
        if (i == 0 || by_bytes(&plays->list[i], &plays->list[n - 1]) != 0) plays->list[n++] = plays->list[i];
    plays->n = n;
    return all;
}

/* ---- by the definition */
struct table {
    tn_source *source;
    tn_game *game;
    tn_ctx *ctx;
    size_t owner, men, off;
    int space[PLACES]; /* by the number on the board; the bars are 25 and 0 */
};

static size_t find(const struct table *t, const char *name) {
    for (size_t i = 0; i < tn_game_var_count(t->game); i++) {
        tn_var var;
        tn_game_var(t->game, i, &var);
        if (strcmp(var.name, name) == 0) return i;
    }
    fail_msg("no variable %s", name);
    return 0;
}

static int read(const struct table *t, const tn_state *s, size_t var, int owner) {
    int32_t value = 0;
    assert_true(tn_var_get(t->game, s, TN_SPECTATOR, var, owner, 0, &value));
    return value;
}

static struct position seen(const struct table *t, const tn_state *s, int seat) {
    struct position p = {0};
    p.mine[OFF] = (uint8_t)read(t, s, t->off, seat);
    for (int n = 0; n < PLACES; n++) {
        int pips = seat ? BAR - n : n, owner = read(t, s, t->owner, t->space[n]);
        int men = read(t, s, t->men, t->space[n]);
        assert_int_equal(men > 0, owner >= 0);
        if (owner == seat) p.mine[pips] = (uint8_t)(p.mine[pips] + men);
        if (owner == !seat) p.theirs[pips] = (uint8_t)men;
    }
    return p;
}

/* Follows every answer of `seat` to the end of its turn: to the next throw, or the end of the game. */
static void follow(const struct table *t, const tn_state *s, int seat, struct plays *plays) {
    tn_question q;
    if (!tn_state_question(t->game, s, TN_SPECTATOR, &q) || q.seat != seat) {
        struct position p = seen(t, s, seat);
        add(plays, &p);
        return;
    }
    tn_state *next = tn_state_new(t->game);
    assert_non_null(next);
    for (uint32_t i = 0; i < q.count; i++) {
        memcpy(next, s, tn_game_state_size(t->game));
        assert_true(tn_good(tn_state_apply(t->ctx, next, q.seat, tn_state_nth(t->game, s, q.seat, i))));
        follow(t, next, seat, plays);
    }
    tn_state_free(next);
}

static void throw_die(const struct table *t, tn_state *s, int die) {
    tn_question q;
    assert_true(tn_state_question(t->game, s, CHANCE, &q));
    assert_true(tn_good(tn_state_apply(t->ctx, s, CHANCE, tn_state_nth(t->game, s, CHANCE, (uint32_t)die - 1))));
}

static int open_table(void **state) {
    static struct table t;
    char path[512], name[IDS];
    tn_config config = {2, NULL, 0};
    snprintf(path, sizeof path, "%s/games/backgammon/backgammon.game", level_root());
    if (tn_source_load(path, &t.source) != TN_OK || tn_game_new(t.source, &config, &t.game) != TN_OK) return -1;
    t.ctx = tn_ctx_new(t.game);
    t.owner = find(&t, "owner"), t.men = find(&t, "men"), t.off = find(&t, "off");
    for (int n = 0; n < PLACES; n++) {
        snprintf(name, sizeof name, "%d", n);
        t.space[n] = -1;
        for (size_t i = 0; i < tn_game_space_count(t.game); i++) {
            tn_space space;
            tn_game_space(t.game, i, &space);
            if (strcmp(space.name, n == 0 ? "bar B" : n == BAR ? "bar A" : name) == 0) t.space[n] = (int)i;
        }
        if (t.space[n] < 0) return -1;
    }
    *state = &t;
    return t.ctx ? 0 : -1;
}

static int close_table(void **state) {
    struct table *t = *state;
    if (!t) return 0;
    tn_ctx_free(t->ctx);
    tn_game_free(t->game);
    tn_source_free(t->source);
    return 0;
}

/* ---- both */
static struct search found;
static struct plays offered;

/* All plays of `seat`, whose position was `before`, with a and b; s is behind the throw. Returns in how many ways. */
static size_t compare(const struct table *t, const tn_state *s, int seat, const struct position *before, int a, int b) {
    const int dice[DICE] = {a, b, a, b};
    found.best.n = 0, found.rank = 0, offered.n = 0;
    seek(&found, before, dice, a == b ? DICE : 2, 0, 0);
    settle(&found.best);
    follow(t, s, seat, &offered);
    size_t ways = settle(&offered);
    if (offered.n != found.best.n || memcmp(offered.list, found.best.list, offered.n * sizeof *offered.list) != 0)
        fail_msg("%d and %d: %zu plays by the definition, %zu by brute force", a, b, offered.n, found.best.n);
    return ways;
}

/* Nobody begins with doubles: their numbers are those of brute force alone. */
static void test_opening(void **state) {
    static const size_t known[6][6] = {
        {42}, {15, 75}, {16, 17, 73}, {14, 18, 17, 52}, {8, 8, 9, 9, 4}, {10, 14, 14, 14, 7, 11}};
    const struct table *t = *state;
    tn_state *s = tn_state_new(t->game);
    for (int a = 1; a <= 6; a++) {
        for (int b = 1; b < a; b++) {
            tn_state_start(t->ctx, 1, TN_EXPLICIT_CHANCE, s);
            struct position before = seen(t, s, 0);
            int pips = 0;
            for (int n = 1; n < PLACES; n++)
                pips += n * before.mine[n];
            assert_int_equal(pips, 167);
            throw_die(t, s, a), throw_die(t, s, b);
            compare(t, s, 0, &before, a, b);
            assert_int_equal(offered.n, known[a - 1][b - 1]);
        }
        const int dice[DICE] = {a, a, a, a};
        tn_state_start(t->ctx, 1, TN_EXPLICIT_CHANCE, s);
        struct position before = seen(t, s, 0);
        found.best.n = 0, found.rank = 0;
        seek(&found, &before, dice, DICE, 0, 0);
        settle(&found.best);
        assert_int_equal(found.best.n, known[a - 1][a - 1]);
    }
    tn_state_free(s);
}

static void play_game(const struct table *t, long game, size_t *ways, size_t *plays) {
    tn_state *s = tn_state_new(t->game);
    struct random random = {.key = random_scramble((uint64_t)game + 1)};
    tn_question q;
    int seat = -1;
    tn_state_start(t->ctx, (uint64_t)game, TN_EXPLICIT_CHANCE, s);
    for (int turn = 0; turn < TURNS && tn_state_question(t->game, s, CHANCE, &q); turn++) {
        int a = 1 + (int)random_range(&random, 6), b = 1 + (int)random_range(&random, 6);
        if (turn == 0 && a == b) a = a % 6 + 1;
        seat = turn == 0 ? a < b : !seat;
        struct position before = seen(t, s, seat);
        throw_die(t, s, a), throw_die(t, s, b);
        *ways += compare(t, s, seat, &before, a, b);
        *plays += offered.n;
        while (tn_state_question(t->game, s, TN_SPECTATOR, &q) && q.seat == seat)
            tn_state_apply(t->ctx, s, q.seat, tn_state_nth(t->game, s, q.seat, random_range(&random, q.count)));
    }
    assert_int_equal(tn_state_status(t->game, s), TN_OVER);
    tn_state_free(s);
}

static void test_games(void **state) {
    const struct table *t = *state;
    size_t ways = 0, plays = 0;
    for (long game = 0; game < level_pick(2, 12, 1000); game++)
        play_game(t, game, &ways, &plays);
    if (level_is("soak")) print_message("%zu plays in %zu ways\n", plays, ways);
    assert_true(ways - plays < plays / DOUBLED);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_opening), cmocka_unit_test(test_games)};
    return cmocka_run_group_tests_name("backgammon", tests, open_table, close_table);
}
