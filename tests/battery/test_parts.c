/* Battery: what lines of the log are made of is true, and tells nobody more than the line.
 *
 * Laws, at every answer of random games:
 * - what the parts say of the stock comes to what was gained and lost (tn_event.unit), or to what the answer changed;
 * - a card that a part names is named by the text it stands beside, and a number by which it changed is no 0;
 * - a card that gave something is one that everybody who reads it sees, before the answer or after it;
 * - who is told an answer (tn_answer_told) sees the card it is;
 * - everything a part speaks of exists;
 * - other words tell the same parts;
 * - a match that is taken back to its beginning or in between tells the same lines again.
 */
#include "support/unit.h"

#include "play/match.h"
#include "support/battery.h"
#include "support/said.h"

enum { ANSWERS = 150, KINDS = TN_PART_SHOWN + 1 };

struct listening {
    struct battery_play *play;
    tn_state *before;
    int32_t sums[MATCH_SEATS + 1][256], amounts[MATCH_SEATS + 1][256]; /* by seat and member: of parts, of amounts */
    struct buf own, other; /* the parts as told in the words of the definition, in others */
    struct buf givers;     /* cards that gave something, and who reads of it: "card mask\n" */
};

static uint64_t seen_kinds[KINDS], seen_from[TN_FROM_TRACK + 1];

static bool is_there(const tn_game *g, const tn_part *p) {
    int limits[KINDS] = {(int)tn_game_var_count(g), (int)tn_game_track_count(g), (int)tn_game_var_count(g)};
    int what = p->kind > TN_PART_PUT ? (int)tn_game_zone_count(g) : limits[p->kind];
    int seats = (int)tn_game_seat_count(g), spaces = (int)tn_game_space_count(g), cards = (int)tn_game_card_count(g);
    int from[] = {0, spaces, cards, (int)tn_game_track_count(g)};
    if (p->what >= what || (p->what < 0 && p->kind != TN_PART_SHOWN) || p->seat > seats || p->seat < -1) return false;
    if (p->space >= spaces || p->card >= cards || p->member >= (int)tn_game_member_count(g)) return false;
    if (p->kind == TN_PART_PUT && p->space < 0) return false;
    return p->from.kind == TN_FROM_NOTHING || (p->from.index >= 0 && p->from.index < from[p->from.kind]);
}

static void check_cards(struct listening *l, const tn_part *p, const char *text) {
    const tn_game *g = l->play->of->game;
    for (size_t i = 0; p->cards && i < p->n; i++) {
        tn_card card;
        tn_game_card(g, (size_t)p->cards[i], &card);
        if (!strstr(text, card.name))
            battery_fail(l->play, "\"%s\" does not name %s, which is a part of it", text, card.name);
    }
}

static void check_parts(struct listening *l, const tn_part *parts, size_t n, const char *text, uint32_t readers) {
    for (size_t i = 0; i < n && !l->play->failed; i++) {
        const tn_part *p = &parts[i];
        seen_kinds[p->kind]++, seen_from[p->from.kind]++;
        if (!is_there(l->play->of->game, p))
            battery_fail(l->play, "a part of \"%s\" speaks of what there is not", text);
        if (p->kind <= TN_PART_TRACK && p->by == 0) battery_fail(l->play, "\"%s\": something changed by 0", text);
        if (p->from.kind == TN_FROM_CARD) buf_printf(&l->givers, "%d %u\n", p->from.index, readers);
        check_cards(l, p, text);
    }
}

static void hear(void *user, const tn_event *e) {
    struct listening *l = user;
    const tn_game *g = l->play->of->game;
    if (*e->text.bytes || *e->public_text.bytes) {
        said_parts(e->voice ? &l->other : &l->own, e->parts, e->n_parts);
        said_parts(e->voice ? &l->other : &l->own, e->public_parts, e->n_public_parts);
    }
    if (e->voice) return;
    for (size_t m = 0; e->unit && m < tn_game_member_count(g); m++) {
        tn_member member;
        tn_game_member(g, m, &member);
        if (member.sort == TN_RESOURCE && !strcmp(member.name, e->unit)) l->amounts[e->seat][m] += e->amount;
    }
    uint32_t everybody = (1u << tn_game_seat_count(g)) - 1;
    check_parts(l, e->parts, e->n_parts, e->text.bytes, e->seen_by);
    check_parts(l, e->public_parts, e->n_public_parts, e->public_text.bytes, everybody);
    for (size_t i = 0; i < e->n_parts; i++) {
        const tn_part *p = &e->parts[i];
        tn_var v = {.name = ""};
        if (p->kind == TN_PART_NUMBER) tn_game_var(g, (size_t)p->what, &v);
        if (!strcmp(v.name, "stock") && v.scope == TN_PER_PLAYER && p->member >= 0)
            l->sums[p->seat][p->member] += p->by;
    }
}

/* ---- after an answer */
static bool sees(const tn_game *g, const tn_state *s, unsigned seat, int card) {
    static int32_t cards[4096];
    tn_card facts;
    tn_game_card(g, (size_t)card, &facts);
    if (!facts.zoned) return true;
    for (size_t z = 0; z < tn_game_zone_count(g); z++) {
        tn_zone zone;
        tn_game_zone(g, z, &zone);
        for (int owner = zone.per_player ? 0 : -1; owner < (zone.per_player ? (int)tn_game_seat_count(g) : 0); owner++)
            for (size_t i = 0, n = tn_zone_get(g, s, seat, z, owner, cards, 4096); i < n; i++)
                if (cards[i] == card) return true;
    }
    return false;
}

/* A card nobody sees lying anywhere may still be seen: it lies in no zone. Where it is hidden from one, it is not told.
 */
static bool lies_hidden(const tn_game *g, const tn_state *s, unsigned seat, int card) {
    return !sees(g, s, seat, card) && sees(g, s, TN_EVERYTHING, card);
}

/* By how much the answer changed what a seat has of a resource. */
static int32_t changed(const struct listening *l, unsigned seat, size_t member) {
    const tn_game *g = l->play->of->game;
    tn_member facts;
    int32_t was = 0, is = 0;
    tn_game_member(g, member, &facts);
    for (size_t i = 0; i < tn_game_var_count(g); i++) {
        tn_var v;
        tn_game_var(g, i, &v);
        if (strcmp(v.name, "stock") != 0 || v.scope != TN_PER_PLAYER) continue;
        for (int k = 0; k < v.indices; k++)
            if (!strcmp(tn_var_index(g, i, k), facts.name)) {
                tn_var_get(g, l->before, TN_EVERYTHING, i, (int)seat, k, &was);
                tn_var_get(g, l->play->state, TN_EVERYTHING, i, (int)seat, k, &is);
            }
    }
    return is - was;
}

static void check_answer(struct listening *l) {
    const tn_game *g = l->play->of->game;
    for (unsigned seat = 0; seat < tn_game_seat_count(g); seat++)
        for (size_t m = 0; m < 256; m++)
            if (l->sums[seat][m] != l->amounts[seat][m] && l->sums[seat][m] != changed(l, seat, m) && !l->play->failed)
                battery_fail(l->play, "seat %u, member %zu: the parts say %d, %d was gained", seat, m,
                             (int)l->sums[seat][m], (int)l->amounts[seat][m]);
    int card;
    unsigned readers;
    for (const char *c = l->givers.n ? l->givers.data : ""; sscanf(c, "%d %u", &card, &readers) == 2;
         c = strchr(c, '\n') + 1)
        for (unsigned seat = 0; seat < tn_game_seat_count(g) && !l->play->failed; seat++)
            if (readers >> seat & 1u && lies_hidden(g, l->before, seat, card) &&
                lies_hidden(g, l->play->state, seat, card))
                battery_fail(l->play, "seat %u reads that card %d, which it does not see, gave something", seat, card);
    if (strcmp(l->own.n ? l->own.data : "", l->other.n ? l->other.data : "") != 0 && !l->play->failed)
        battery_fail(l->play, "other words, other parts:\n%s\n%s", l->own.data, l->other.data);
    buf_clear(&l->own), buf_clear(&l->other), buf_clear(&l->givers);
    memset(l->sums, 0, sizeof l->sums), memset(l->amounts, 0, sizeof l->amounts);
}

/* Who is told an answer sees the card it is; while several are asked nobody else is told. */
static void check_told(struct listening *l, unsigned seat, uint32_t answer) {
    const struct battery_case *c = l->play->of;
    if (seat >= 32) return; /* chance */
    int card;
    uint32_t told = tn_answer_told(c->ctx, l->play->state, seat, answer),
             asked = tn_state_asked(c->game, l->play->state);
    if (!(told >> seat & 1u)) battery_fail(l->play, "seat %u may not know its own answer", seat);
    if (asked & (asked - 1) && told != 1u << seat) battery_fail(l->play, "seat %u: a secret answer is told", seat);
    if (tn_answer_thing(c->game, answer, &card) != TN_THING_CARD) return;
    for (unsigned other = 0; other < tn_game_seat_count(c->game) && !l->play->failed; other++)
        if (told >> other & 1u && other != seat && lies_hidden(c->game, l->play->state, other, card))
            battery_fail(l->play, "seat %u is told of card %d, which it does not see", other, card);
}

static void play_once(struct battery_case *c, uint64_t seed) {
    struct battery_play play;
    struct listening l = {.play = &play, .before = tn_state_new(c->game)};
    tn_words *none = tn_words_new();
    tn_game *same = NULL;
    tn_question q;
    assert_int_equal(tn_game_translate(c->game, none, &same), TN_OK);
    tn_words_free(none);
    buf_init(&l.own), buf_init(&l.other), buf_init(&l.givers);
    play.of = c, play.failed = false;
    const tn_game *also[] = {same};
    tn_ctx_also(c->ctx, also, 1);
    tn_ctx_sink(c->ctx, hear, &l);
    bool going = battery_start(&play, c, seed, 0);
    memcpy(l.before, play.state, tn_game_state_size(c->game));
    if (going) check_answer(&l);
    for (int i = 0; going && i < ANSWERS && battery_next(&play, &q); i++) {
        memcpy(l.before, play.state, tn_game_state_size(c->game));
        uint32_t answer = battery_choose(&play, &q);
        check_told(&l, q.seat, answer);
        going = battery_answer(&play, q.seat, answer);
        check_answer(&l);
    }
    tn_ctx_sink(c->ctx, NULL, NULL);
    tn_ctx_also(c->ctx, NULL, 0);
    battery_stop(&play);
    tn_state_free(l.before);
    tn_game_free(same);
    buf_free(&l.own), buf_free(&l.other), buf_free(&l.givers);
}

/* ---- a match tells it again */
static void put_log(const struct match *m, struct buf *out) {
    buf_clear(out);
    for (size_t i = 0; i < m->log.n; i++)
        for (unsigned seat = 0; seat <= m->seats; seat++) {
            const tn_part *parts;
            size_t n = match_line_parts(&m->log.data[i], seat < m->seats ? seat : TN_SPECTATOR, &parts);
            said_parts(out, parts, n);
        }
}

static void rewind_once(struct battery_case *c, uint64_t seed) {
    struct match m;
    struct buf whole, again, error;
    buf_init(&whole), buf_init(&again), buf_init(&error);
    assert_int_equal(match_init(&m, c->game, seed), TN_OK);
    const struct bot *bot = bot_find("random", &error);
    uint32_t seat_answers = 0;
    for (; seat_answers < 60 && match_status(&m) == TN_ASK; seat_answers++) {
        unsigned seat = match_next(&m);
        struct random random = bot_random_for(seed, seat, m.history.n);
        tn_ctx *quiet = tn_ctx_new(c->game);
        uint32_t answer = bot->choose(&(struct bot_task){NULL, c->game, quiet, m.state, seat, 0, 1, true}, &random);
        tn_ctx_free(quiet);
        if (match_answer(&m, seat, answer) != TN_OK) break;
        if (seat_answers == 30) put_log(&m, &again);
    }
    put_log(&m, &whole);
    size_t n = m.history.n;
    struct buf back;
    buf_init(&back);
    assert_true(tn_good(match_rewind(&m, n)));
    put_log(&m, &back);
    if (strcmp(whole.data ? whole.data : "", back.data ? back.data : "") != 0) {
        fprintf(stderr, "%s: played again, the log is made of something else\n", c->path);
        c->failures++;
    }
    if (n > 31) {
        assert_true(tn_good(match_rewind(&m, 31)));
        put_log(&m, &back);
        if (strcmp(again.data ? again.data : "", back.data ? back.data : "") != 0) {
            fprintf(stderr, "%s: taken back, the log is made of something else\n", c->path);
            c->failures++;
        }
    }
    match_free(&m);
    buf_free(&whole), buf_free(&again), buf_free(&back), buf_free(&error);
}

static void check(struct battery_case *c) {
    uint64_t first, last;
    battery_seeds(2, &first, &last);
    for (uint64_t seed = first; seed <= last; seed++)
        play_once(c, seed);
    rewind_once(c, first);
}

int main(void) {
    int failed = battery_main("battery.parts", false, check);
    for (int i = 0; i < TN_PART_SHOWN && !getenv("TERRANE_BATTERY"); i++)
        if (!seen_kinds[i]) failed = fprintf(stderr, "no part of kind %d was told in any game\n", i);
    for (int i = 0; i <= TN_FROM_TRACK && !getenv("TERRANE_BATTERY"); i++)
        if (!seen_from[i]) failed = fprintf(stderr, "nothing came from %d in any game\n", i);
    return failed;
}
