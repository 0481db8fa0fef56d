/* Battery: a position written as JSON is the position.
 *
 * At some questions of random games (all in a soak), and at their end:
 *  - what was written is read, and gives the same JSON and the same hash, whatever seed it is read with;
 *  - played on from there with the same answers, both give the same JSON after every answer;
 *  - where an entry of the flow is named ("begin"), the same holds without the course, but for the course itself;
 *  - with another chance (TN_NEW_CHANCE) it is a position too, and can be played to the end;
 *  - what a seat sees is well formed and is not taken for a position;
 *  - writing changes no byte of the position.
 * Games with explicit chance are among them, so questions to chance are too.
 */
/* Not quick: every game. */
#include "support/unit.h"

#include "base/json_value.h"
#include "support/battery.h"

#include <stdlib.h>

enum { WHY = 512 };
#define BEGIN ", \"begin\": "
#define COURSE ", \"course\": "

static char *json_of(const struct battery_play *p, unsigned seat) {
    size_t n = tn_state_json(p->of->ctx, p->state, seat, NULL, 0);
    char *text = malloc(n + 1);
    assert_non_null(text);
    assert_int_equal(tn_state_json(p->of->ctx, p->state, seat, text, n + 1), n);
    assert_true(n > 0);
    return text;
}

/* Without the part that begins with `key` and, being written last, goes to the end. */
static void cut(char *text, const char *key) {
    char *at = strstr(text, key);
    if (at) strcpy(at, "}");
}

static bool differs(struct battery_play *p, const char *what, const char *a, const char *b) {
    size_t at = 0, from;
    while (a[at] && a[at] == b[at])
        at++;
    from = at > 60 ? at - 60 : 0;
    return battery_fail(p, "%s: ...%.120s and ...%.120s", what, a + from, b + from);
}

struct reading {
    const char *what;
    bool entered; /* where the rules wait is left out of the comparison */
    uint64_t seed;
    unsigned flags;
};

/* *back takes over where the text leads. */
static bool read_back(struct battery_play *p, const char *text, const struct reading *r, struct battery_play *back) {
    char why[WHY];
    tn_status wanted = tn_state_status(p->of->game, p->state);
    bool may_end = r->flags & TN_NEW_CHANCE; /* a question to chance is answered then, and the game may be over */
    *back = (struct battery_play){.of = p->of, .seed = p->seed, .n = p->n, .state = tn_state_new(p->of->game)};
    assert_non_null(back->state);
    tn_status status =
        tn_state_read_json(p->of->ctx, text, strlen(text), r->seed, r->flags, back->state, why, sizeof why);
    if (status == wanted || (may_end && status == TN_OVER)) return true;
    return battery_fail(p, "%s: read with status %d: %s", r->what, status, why);
}

static bool same_json(struct battery_play *p, const struct battery_play *other, const struct reading *r) {
    char *a = json_of(p, TN_EVERYTHING), *b = json_of(other, TN_EVERYTHING);
    for (char *text = a; r->entered && text; text = text == a ? b : NULL)
        cut(text, BEGIN), cut(text, COURSE);
    bool fine = strcmp(a, b) == 0 || differs(p, r->what, a, b);
    free(a), free(b);
    return fine;
}

/* Both go on with the same answers. */
static bool go_on(struct battery_play *p, struct battery_play *back, const struct reading *r, uint32_t most) {
    struct battery_play copy = *p;
    tn_question q;
    bool fine = true;
    copy.state = battery_copy(p->of, p->state);
    for (uint32_t i = 0; fine && i < most && battery_next(&copy, &q); i++) {
        uint32_t answer = battery_choose(&copy, &q);
        fine =
            battery_answer(&copy, q.seat, answer) && battery_answer(back, q.seat, answer) && same_json(&copy, back, r);
    }
    if (copy.failed || back->failed) p->failed = true, fine = false;
    tn_state_free(copy.state);
    return fine;
}

static bool check_reading(struct battery_play *p, const char *text, const struct reading *r, uint32_t most) {
    struct battery_play back;
    bool fine = read_back(p, text, r, &back) && same_json(p, &back, r);
    if (fine && !r->entered && tn_state_hash(p->of->game, p->state) != tn_state_hash(p->of->game, back.state))
        fine = battery_fail(p, "%s: the hash differs", r->what);
    if (fine) fine = go_on(p, &back, r, most);
    battery_stop(&back);
    return fine;
}

static bool check_new_chance(struct battery_play *p, const char *text) {
    struct reading r = {.what = "with another chance", .seed = p->seed + 1, .flags = TN_NEW_CHANCE};
    struct battery_play back;
    bool fine = read_back(p, text, &r, &back) && battery_finish(&back, 0);
    if (back.failed) p->failed = true;
    battery_stop(&back);
    return fine;
}

static bool check_seats(struct battery_play *p) {
    struct battery_case *c = p->of;
    tn_state *scratch = tn_state_new(c->game);
    bool fine = true;
    for (unsigned seat = 0; fine && seat <= tn_game_seat_count(c->game); seat++) {
        char *text = json_of(p, seat < tn_game_seat_count(c->game) ? seat : TN_SPECTATOR), why[WHY];
        struct arena arena;
        const char *bad;
        arena_init(&arena);
        if (!value_parse(&arena, text, strlen(text), &bad, NULL))
            fine = battery_fail(p, "seat %u: no JSON: %s", seat, bad);
        if (fine && tn_state_read_json(c->ctx, text, strlen(text), 1, 0, scratch, why, sizeof why) != TN_BAD_STATE)
            fine = battery_fail(p, "seat %u: a view is read as a position", seat);
        arena_free(&arena);
        free(text);
    }
    tn_state_free(scratch);
    return fine;
}

static void check_position(struct battery_play *p, unsigned flags, uint32_t most, uint64_t *begins) {
    struct reading exact = {"as written", false, p->seed * 7 + 3, flags};
    struct reading entered = {"without its course", true, p->seed * 7 + 3, flags};
    tn_state *before = battery_copy(p->of, p->state);
    char *text = json_of(p, TN_EVERYTHING);
    if (!battery_same(p->of, before, p->state)) battery_fail(p, "writing changed the block");
    bool fine = !p->failed && check_reading(p, text, &exact, most) && check_seats(p);
    if (fine && p->n % 5 == 0) fine = check_new_chance(p, text);
    if (fine && strstr(text, BEGIN)) {
        cut(text, COURSE);
        check_reading(p, text, &entered, most);
        ++*begins;
    }
    if (!battery_same(p->of, before, p->state)) battery_fail(p, "reading changed the block");
    tn_state_free(before);
    free(text);
}

static uint32_t count_answers(struct battery_case *c, uint64_t seed, unsigned flags) {
    struct battery_play p;
    uint32_t n = battery_start(&p, c, seed, flags) && battery_finish(&p, 0) ? p.n : 0;
    battery_stop(&p);
    return n;
}

static uint32_t check_game(struct battery_case *c, uint64_t seed, unsigned flags, uint64_t *begins) {
    struct battery_play p;
    tn_question q;
    uint32_t stride = count_answers(c, seed, flags) / (uint32_t)level_pick(3, 8, 1000000) + 1, looks = 0;
    uint32_t most = (uint32_t)level_pick(6, 20, 1000000);
    if (battery_start(&p, c, seed, flags))
        while (battery_next(&p, &q)) {
            bool look = p.n % stride == (uint32_t)(seed % stride);
            if (look) check_position(&p, flags, most, begins);
            looks += look;
            if (p.failed || !battery_answer(&p, q.seat, battery_choose(&p, &q))) break;
        }
    if (!p.failed) check_position(&p, flags, most, begins);
    battery_stop(&p);
    return looks;
}

static void check(struct battery_case *c) {
    uint64_t first, last, looks = 0, begins = 0;
    battery_seeds(c->is_default ? level_pick(2, 5, 200) : level_pick(1, 1, 30), &first, &last);
    for (uint64_t seed = first; seed <= last && c->failures == 0; seed++)
        looks += check_game(c, seed, seed % 2 == 0 ? TN_EXPLICIT_CHANCE : 0, &begins);
    if (level_is("soak"))
        print_message("%s %s: %llu positions, %llu of them at an entry\n", c->path, c->label, (unsigned long long)looks,
                      (unsigned long long)begins);
}

int main(void) {
    return battery_main("battery.record", !level_is("quick"), check);
}
