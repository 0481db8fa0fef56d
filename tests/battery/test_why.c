/* Battery: what `why` says of anything is never empty, never against the menu, and has no senseless numbers.
 *
 * At some questions of random games every seat, asked or not, asks about things it could mean: answers of the menu,
 * cards it sees, cards that lie nowhere (actions, goals, projects), spaces. Of what is told must hold:
 *  - there is a reason: each way that is "not possible now" has at least one line below it that says why;
 *  - what the menu offers is possible, what it does not offer is not; a way "X: possible now" can be gone: behind X it
 * is offered, and what is offered behind an answer of the menu is told as possible;
 *  - "have 3, need 4" and the like speak of a need that is not met, and nobody has less than nothing of a resource;
 *  - of who is asked only what is so now is told: what it has is what it has, unless something is paid on the way.
 */
#include "support/unit.h"

#include "show/why.h"
#include "support/battery.h"
#include "support/said.h"

#include <ctype.h>

enum { THINGS = 24, IDS = 4096, MOST_ANSWERS = 3000 };

struct question {
    struct battery_play *play; /* for messages */
    struct match *match;
    unsigned seat;
    bool asked;
    tn_question open; /* when asked */
};

/* ---- lines */
struct line {
    const char *text;
    size_t n;
};

static bool next_line(const char **at, struct line *out) {
    if (!**at) return false;
    *out = (struct line){*at, strcspn(*at, "\n")};
    *at += out->n + ((*at)[out->n] == '\n');
    return true;
}

static bool ends_with(struct line l, const char *end) {
    size_t n = strlen(end);
    return l.n >= n && strncmp(l.text + l.n - n, end, n) == 0;
}

static bool begins_with(struct line l, const char *start) {
    size_t n = strlen(start);
    return l.n >= n && strncmp(l.text, start, n) == 0;
}

/* ---- numbers */
/* The number that ends before `at` on the line, or begins at it; false: there is none. */
static bool number_before(struct line l, const char *at, long *out) {
    const char *from = at;
    while (from > l.text && (isdigit((unsigned char)from[-1]) || (from[-1] == '-' && isdigit((unsigned char)*from))))
        from--;
    return from < at && (*out = strtol(from, NULL, 10), true);
}

static bool number_at(const char *at, long *out) {
    char *end;
    *out = strtol(at, &end, 10);
    return end > at && (*end == '\n' || *end == '\0' || *end == ')' || *end == ' ' || *end == ',');
}

/* Whether a line of the form "3BETWEEN4" speaks of a need that is not met. */
static bool fails_by(struct line l, const char *between, bool (*met)(long have, long need)) {
    char text[2048];
    snprintf(text, sizeof text, "%.*s", (int)l.n, l.text);
    struct line copy = {text, strlen(text)};
    for (const char *at = text; (at = strstr(at, between)); at++) {
        long have, need;
        if (!number_before(copy, at, &have) || !number_at(at + strlen(between), &need)) continue;
        if (met(have, need)) return false;
    }
    return true;
}

static bool is_equal(long have, long need) {
    return have == need;
}
static bool is_enough(long have, long need) {
    return have >= need;
}
static bool is_few(long have, long need) {
    return have <= need;
}
static bool is_more(long have, long need) {
    return have > need;
}
static bool is_less(long have, long need) {
    return have < need;
}
static bool is_senseless(long have, long need) {
    return have >= need || have < 0;
}

static bool numbers_make_sense(struct line l) {
    return fails_by(l, ", needs ", is_equal) && fails_by(l, ", needs at least ", is_enough) &&
           fails_by(l, ", needs more than ", is_more) && fails_by(l, ", needs at most ", is_few) &&
           fails_by(l, ", needs less than ", is_less) && fails_by(l, ", need ", is_enough) &&
           fails_by(l, ", at most ", is_few) && (!strstr(l.text, "short: ") || fails_by(l, ", need ", is_senseless));
}

/* ---- what the seat has */
/* Whether entry k of a variable is of the resource that a text calls so, one or many of it. */
static bool is_entry_of(const tn_game *game, size_t v, int k, const char *named) {
    const char *entry = tn_var_index(game, v, k);
    for (size_t i = 0; entry && i < tn_game_member_count(game); i++) {
        tn_member m;
        tn_game_member(game, i, &m);
        if (strcmp(m.name, entry) == 0 && (strcmp(m.name, named) == 0 || strcmp(m.many, named) == 0)) return true;
    }
    return false;
}

/* Whether the seat has so much of it, where it has such things at all. */
static bool has_so_much(const struct question *q, const char *named, long much) {
    const tn_game *game = q->match->game;
    bool known = false;
    for (size_t v = 0; v < tn_game_var_count(game); v++) {
        tn_var var;
        int32_t value;
        tn_game_var(game, v, &var);
        for (int k = 0; var.scope == TN_PER_PLAYER && var.index_sort >= 0 && k < var.indices; k++) {
            if (!is_entry_of(game, v, k, named)) continue;
            if (!tn_var_get(game, q->match->state, q->seat, v, (int)q->seat, k, &value)) continue;
            known = true;
            if (value == much) return true;
        }
    }
    return !known;
}

/* "- 3 wood short: you have 2, need 5" says what is so. */
static bool says_what_it_has(const struct question *q, struct line l) {
    char text[2048];
    long much;
    snprintf(text, sizeof text, "%.*s", (int)l.n, l.text);
    char *named = strchr(text + 2, ' '), *have = strstr(text, " short: you have ");
    if (!have || !named || strstr(have, "after paying") || !number_at(have + strlen(" short: you have "), &much))
        return true;
    *have = '\0';
    return has_so_much(q, named + 1, much);
}

/* ---- the menu */
/* Whether the answer is offered behind the legal answers on this path. */
static bool offered_behind(const struct question *q, const uint32_t *path, size_t n, uint32_t answer) {
    static uint32_t ids[IDS];
    unsigned flags = 0;
    size_t found = tn_ahead_answers(q->match->ctx, q->match->state, q->seat, path, n, ids, IDS, &flags);
    for (size_t i = 0; i < found && i < IDS; i++)
        if (ids[i] == answer) return true;
    return false;
}

/* A way "X: possible now" or "X: Y: possible now": X is in the menu, and if it leads there at once, it is offered
 * there. */
static bool way_can_be_gone(const struct question *q, struct line way, uint32_t answer) {
    char text[512];
    for (uint32_t i = 0; i < q->open.count; i++) {
        uint32_t id = tn_state_nth(q->match->game, q->match->state, q->seat, i);
        size_t n = tn_answer_text(q->match->ctx, q->match->state, q->seat, id, text, sizeof text);
        if (n >= sizeof text || way.n < n + 2 || strncmp(way.text, text, n) != 0 || strncmp(way.text + n, ": ", 2) != 0)
            continue;
        if (way.n > n + 2 + strlen("possible now") || offered_behind(q, &id, 1, answer)) return true;
    }
    return q->open.kind == TN_YESNO; /* it lies behind the yes */
}

static bool wrong(const struct question *q, uint32_t answer, const char *what, const char *said) {
    char name[256];
    tn_answer_text(q->match->ctx, q->match->state, q->seat, answer, name, sizeof name);
    char asked[256] = "";
    if (q->asked) tn_question_text(q->match->ctx, q->match->state, q->seat, asked, sizeof asked);
    return battery_fail(q->play, "seat %u, asked \"%s\", why %s (%u): %s\n%s", q->seat, asked, name, answer, what,
                        said);
}

/* What is said of the open question, until "When it is your turn". */
static bool check_ways(const struct question *q, uint32_t answer, bool legal, const char *said) {
    bool possible = false;
    struct line l;
    for (const char *at = said; next_line(&at, &l) && !begins_with(l, "When it is your turn:");) {
        if (!ends_with(l, "possible now") || ends_with(l, "not possible now")) continue;
        possible = true;
        if (!q->asked) return wrong(q, answer, "is possible though the seat is not asked", said);
        bool bare = l.n == strlen("possible now");
        if (bare && !legal && q->open.kind != TN_YESNO) return wrong(q, answer, "is not in the menu", said);
        if (!bare && !way_can_be_gone(q, l, answer)) return wrong(q, answer, "there is no such way", said);
    }
    if (legal && !possible) return wrong(q, answer, "is in the menu", said);
    return true;
}

static bool check_lines(const struct question *q, uint32_t answer, const char *said) {
    struct line l;
    bool wants_reason = false;
    if (!*said) return wrong(q, answer, "nothing is said", said);
    for (const char *at = said; next_line(&at, &l);) {
        if (wants_reason && (!begins_with(l, "- ") || l.n < 4)) return wrong(q, answer, "there is no reason", said);
        wants_reason = ends_with(l, "not possible now");
        if (l.n == 0) return wrong(q, answer, "there is an empty line", said);
        if (!numbers_make_sense(l)) return wrong(q, answer, "these numbers make no sense", said);
        if (q->asked && begins_with(l, "When it is your turn:")) return wrong(q, answer, "it is its turn", said);
        if (q->asked && !says_what_it_has(q, l)) return wrong(q, answer, "it has not so much", said);
        if (ends_with(l, "not among the choices")) return wrong(q, answer, "this says nothing", said);
    }
    return !wants_reason || wrong(q, answer, "there is no reason", said);
}

/* Cards of kinds that descend from one are of a sort, all spaces are. */
static const char *sort_of(const tn_game *game, uint32_t answer) {
    int card = answer_card(game, answer);
    if (card < 0) return answer_space(game, answer) >= 0 ? "" : "?";
    tn_card facts;
    tn_kind kind = {.parent = -1};
    tn_game_card(game, (size_t)card, &facts);
    for (size_t i = 0; i < tn_game_kind_count(game); i++)
        if (tn_game_kind(game, i, &kind), !strcmp(kind.name, facts.kind)) break;
    while (kind.parent >= 0)
        tn_game_kind(game, (size_t)kind.parent, &kind);
    return kind.name;
}

/* What is offered behind an answer of the menu is told as possible, unless the question is about such things itself. */
static bool check_behind(const struct question *q, uint32_t answer, const char *said) {
    bool one = q->open.kind == TN_EITHER || q->open.kind == TN_CHOOSE;
    if (!q->asked || !one || q->open.flags & (TN_SUBSET | TN_PAYMENT)) return true;
    const char *sort = sort_of(q->match->game, answer);
    for (uint32_t i = 0; i < q->open.count; i++) {
        uint32_t id = tn_state_nth(q->match->game, q->match->state, q->seat, i);
        if (strcmp(sort_of(q->match->game, id), sort) == 0) return true;
    }
    for (uint32_t i = 0; i < q->open.count; i++) {
        uint32_t id = tn_state_nth(q->match->game, q->match->state, q->seat, i);
        if (id == TN_NO || !offered_behind(q, &id, 1, answer)) continue;
        struct line l;
        for (const char *at = said; next_line(&at, &l);)
            if (ends_with(l, ": possible now")) return true;
        return wrong(q, answer, "is offered a question further on", said);
    }
    return true;
}

static bool check_spans(const struct question *q, uint32_t answer, const struct reasons *reasons, const char *said) {
    for (size_t i = 0; i < reasons->list.n; i++) {
        const char *what = said_wrong(q->match->game, reasons->list.data[i].text);
        if (what) return wrong(q, answer, what, said);
    }
    return true;
}

static bool check_thing(const struct question *q, uint32_t answer) {
    struct buf said;
    struct reasons reasons;
    buf_init(&said);
    reasons_init(&reasons);
    why_put(q->match, q->seat, answer, &reasons);
    said_reasons(&reasons, &said);
    const char *text = said.data ? said.data : "";
    bool legal =
        q->asked && tn_state_meant(q->match->ctx, q->match->state, q->seat, answer) != TN_NO_ANSWER; /* or a copy is */
    bool fine = check_lines(q, answer, text) && check_ways(q, answer, legal, text) && check_behind(q, answer, text) &&
                check_spans(q, answer, &reasons, text);
    reasons_free(&reasons);
    buf_free(&said);
    return fine;
}

/* Conditions of cards as tables show them: 3/4 and the like. */
static bool check_readings(const struct question *q, size_t card) {
    for (size_t v = 0; v < tn_game_value_count(q->match->game); v++) {
        tn_reading r;
        if (!tn_value_get(q->match->ctx, q->match->state, q->seat, v, (int)card, (int)q->seat, &r) || !r.compared)
            continue;
        if (r.value || (r.most ? r.have <= r.need : r.have >= r.need))
            return battery_fail(q->play, "seat %u, card %zu: %d of %d", q->seat, card, (int)r.have, (int)r.need);
    }
    return true;
}

/* ---- what is asked about */
static bool sees(const struct match *m, unsigned seat, int card) {
    static int32_t cards[IDS];
    for (size_t z = 0; z < tn_game_zone_count(m->game); z++) {
        tn_zone zone;
        tn_game_zone(m->game, z, &zone);
        for (int owner = zone.per_player ? 0 : -1; owner < (zone.per_player ? (int)m->seats : 0); owner++) {
            size_t n = tn_zone_get(m->game, m->state, seat, z, owner, cards, IDS);
            for (size_t i = 0; i < n && i < IDS; i++)
                if (cards[i] == card) return true;
        }
    }
    return false;
}

static bool check_seat(struct question *q, uint32_t stream) {
    const tn_game *game = q->match->game;
    uint32_t roll = 0;
    for (uint32_t i = 0; q->asked && i < THINGS / 4 && i < q->open.count; i++) {
        uint32_t nth = random_below(random_at(q->play->seed, stream, roll++), q->open.count);
        uint32_t id = tn_state_nth(game, q->match->state, q->seat, nth);
        if (id >= 2 && !check_thing(q, id)) return false;
    }
    uint32_t all = (uint32_t)tn_game_card_count(game), spaces = (uint32_t)tn_game_space_count(game), told = 0;
    for (uint32_t i = 0; all > 0 && i < 20 * THINGS && told < THINGS; i++) {
        tn_card card;
        uint32_t c = random_below(random_at(q->play->seed, stream, roll++), all);
        tn_game_card(game, c, &card);
        if (card.zoned && !sees(q->match, q->seat, (int)c)) continue;
        told++;
        if (!check_readings(q, c) || !check_thing(q, card.answer)) return false;
    }
    for (uint32_t i = 0; spaces > 0 && i < THINGS / 4; i++) {
        tn_space space;
        tn_game_space(game, random_below(random_at(q->play->seed, stream, roll++), spaces), &space);
        if (!check_thing(q, space.answer)) return false;
    }
    return true;
}

static bool check_position(struct battery_play *p, struct match *m) {
    for (unsigned seat = 0; seat < m->seats; seat++) {
        struct question q = {.play = p, .match = m, .seat = seat};
        q.asked = tn_state_asked(m->game, m->state) >> seat & 1u;
        if (q.asked) tn_state_question(m->game, m->state, seat, &q.open);
        if (!check_seat(&q, 1000 + 8 * p->n + seat)) return false;
    }
    return true;
}

/* A random game; about `looks` of its questions are looked at. */
static void check_game(struct battery_case *c, uint64_t seed, uint32_t looks) {
    struct battery_play p = {.of = c, .seed = seed};
    struct match m;
    assert_int_equal(match_init(&m, c->game, seed), TN_OK);
    for (; match_status(&m) == TN_ASK && p.n < MOST_ANSWERS && !p.failed; p.n++) {
        unsigned seat = match_next(&m);
        tn_question q;
        assert_true(tn_state_question(c->game, m.state, seat, &q));
        bool early = p.n < 40 && random_below(random_at(seed, 2, p.n), 12) == 0;
        if ((early || random_below(random_at(seed, 3, p.n), 60) == 0) && looks > 0) {
            looks--;
            if (!check_position(&p, &m)) break;
        }
        if (looks == 0) break;
        match_answer(&m, seat, tn_state_nth(c->game, m.state, seat, random_below(random_at(seed, 0, p.n), q.count)));
    }
    match_free(&m);
}

static void check(struct battery_case *c) {
    uint64_t first, last;
    battery_seeds(c->is_default ? level_pick(2, 6, 100) : level_pick(1, 2, 20), &first, &last);
    for (uint64_t seed = first; seed <= last && c->failures == 0; seed++)
        check_game(c, seed, (uint32_t)level_pick(4, 8, 40));
}

int main(void) {
    return battery_main("battery.why", false, check);
}
