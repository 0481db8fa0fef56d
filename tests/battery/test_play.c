/* Battery: random games to the end, and what must hold at every question of them.
 *
 * A game is played twice with the same seed and the same answers. The first play only notes the hash of the block after
 * every answer. The second must give the same ones, and at some of its questions (all in a soak) looks closely:
 *  - mask, nth, answers and legal name the same answers, and the preset is one of them;
 *  - question and answers have a text; why_not says something for illegal cards and spaces and nothing for legal ones;
 *  - illegal answers, and answers of seats that are not asked, return TN_ILLEGAL and change no byte;
 *  - a save passes the check; a saved and loaded copy goes on exactly as the original;
 *  - reading (scores, texts, hash) changes no byte.
 * Further games have explicit chance. Games the limit ended are counted.
 */
#include "support/unit.h"

#include "base/hash.h"
#include "support/battery.h"

enum { IDS = 4096, SAMPLE = 24, TEXT = 2048 };

struct trace {
    uint64_t *hashes;
    uint32_t n, cap;
};

static uint64_t bytes_hash(const struct battery_play *p) {
    return hash_bytes(p->state, tn_game_state_size(p->of->game), 0);
}

static void trace_add(struct trace *t, uint64_t hash) {
    if (t->n == t->cap) {
        t->cap = t->cap ? 2 * t->cap : 1024;
        t->hashes = realloc(t->hashes, t->cap * sizeof *t->hashes);
        assert_non_null(t->hashes);
    }
    t->hashes[t->n++] = hash;
}

/* ---- one question */
static bool check_menu(struct battery_play *p, const tn_question *q) {
    const tn_game *game = p->of->game;
    static uint32_t ids[IDS];
    static uint64_t mask[IDS / 64];
    uint32_t total = tn_game_answer_count(game), in_mask = 0;
    if (total > IDS) return battery_fail(p, "an answer space of %u: raise IDS of this test", total);
    size_t n = tn_state_answers(game, p->state, q->seat, ids, IDS);
    size_t words = tn_state_mask(game, p->state, q->seat, mask, IDS / 64);
    if (n != q->count) return battery_fail(p, "%zu answers, the question says %u", n, q->count);
    if (words != (total + 63) / 64) return battery_fail(p, "%zu words of mask for %u answers", words, total);
    for (uint32_t i = 0; i < n; i++) {
        if (ids[i] >= total) return battery_fail(p, "answer %u of %u", ids[i], total);
        if (i > 0 && ids[i] <= ids[i - 1]) return battery_fail(p, "the answers do not ascend at %u", i);
        if (tn_state_nth(game, p->state, q->seat, i) != ids[i]) return battery_fail(p, "nth(%u) is another answer", i);
        if (!(mask[ids[i] / 64] >> (ids[i] % 64) & 1)) return battery_fail(p, "answer %u is not in the mask", ids[i]);
        if (!tn_state_legal(game, p->state, q->seat, ids[i])) return battery_fail(p, "answer %u is not legal", ids[i]);
    }
    for (uint32_t id = 0; id < total; id++) {
        bool set = mask[id / 64] >> (id % 64) & 1;
        in_mask += set;
        if (set != tn_state_legal(game, p->state, q->seat, id))
            return battery_fail(p, "mask and legal differ at %u", id);
    }
    if (in_mask != n) return battery_fail(p, "%u bits in the mask for %zu answers", in_mask, n);
    if (q->preset != TN_NO_ANSWER && !tn_state_legal(game, p->state, q->seat, q->preset))
        return battery_fail(p, "the preset %u is not legal", q->preset);
    if (tn_state_nth(game, p->state, q->seat, (uint32_t)n) != TN_NO_ANSWER) return battery_fail(p, "nth past the end");
    return true;
}

/* A payment as data says what its answers are: from none up to what one has, and no more than is needed. */
static bool check_payment(struct battery_play *p, const tn_question *q) {
    tn_payment pays;
    if (!tn_question_payment(p->of->ctx, p->state, q->seat, &pays))
        return !(q->flags & TN_PAYMENT) || battery_fail(p, "a payment is not told as data");
    int32_t enough = pays.worth > 0 ? (pays.due + pays.worth - 1) / pays.worth : -1;
    bool range = pays.least >= 0 && pays.least <= pays.most && pays.most <= pays.have && pays.most <= enough;
    bool right = q->flags & TN_PAYMENT && pays.unit != pays.with && pays.due > 0 && range;
    if (right && q->count == (uint32_t)(pays.most - pays.least + 1)) return true;
    return battery_fail(p, "pay %d of %d with %d worth %d: %d to %d of %d", (int)pays.due, pays.unit, pays.with,
                        (int)pays.worth, (int)pays.least, (int)pays.most, (int)pays.have);
}

static bool check_texts(struct battery_play *p, const tn_question *q) {
    const tn_game *game = p->of->game;
    char text[TEXT], small[8];
    size_t n = tn_question_text(p->of->ctx, p->state, q->seat, text, sizeof text);
    if (n == 0) return battery_fail(p, "the question at site %u has no text", q->site);
    if (tn_question_text(p->of->ctx, p->state, q->seat, small, sizeof small) != n)
        return battery_fail(p, "the length of the question's text depends on the buffer");
    for (uint32_t i = 0; i < q->count; i++) {
        uint32_t id = tn_state_nth(game, p->state, q->seat, i);
        n = tn_answer_text(p->of->ctx, p->state, q->seat, id, text, sizeof text);
        if (n == 0 || !*text) return battery_fail(p, "answer %u of the question at site %u has no text", id, q->site);
        if (q->seat == TN_CHANCE) continue;
        n = tn_why_not(p->of->ctx, p->state, q->seat, id, text, sizeof text);
        if (n > 0) return battery_fail(p, "why not the legal answer %u: %s", id, text);
    }
    return true;
}

/* Answers to try: all when there are few, else a sample. */
static uint32_t candidate(const struct battery_play *p, uint32_t i, uint32_t total) {
    return total <= 4 * SAMPLE ? i : random_below(random_at(p->seed, 100 + i, p->n), total);
}

static bool is_card_or_space(const tn_game *game, uint32_t id) {
    tn_card card;
    tn_space space;
    if (tn_game_card_count(game) > 0) {
        tn_game_card(game, 0, &card);
        if (id >= card.answer && id - card.answer < tn_game_card_count(game)) return true;
    }
    if (tn_game_space_count(game) == 0) return false;
    tn_game_space(game, 0, &space);
    return id >= space.answer && id - space.answer < tn_game_space_count(game);
}

static bool try_illegal(struct battery_play *p, unsigned seat, uint32_t id, tn_state *before) {
    const struct battery_case *c = p->of;
    tn_status status = tn_state_apply(c->ctx, p->state, seat, id);
    if (status != TN_ILLEGAL) return battery_fail(p, "illegal answer %u of seat %u: status %d", id, seat, status);
    if (battery_same(c, before, p->state)) return true;
    return battery_fail(p, "illegal answer %u of seat %u changed the block", id, seat);
}

static void check_illegal(struct battery_play *p, const tn_question *q) {
    const struct battery_case *c = p->of;
    uint32_t total = tn_game_answer_count(c->game), tries = total <= 4 * SAMPLE ? total : SAMPLE;
    uint32_t asked = tn_state_asked(c->game, p->state), legal = tn_state_nth(c->game, p->state, q->seat, 0);
    tn_state *before = battery_copy(c, p->state);
    char text[TEXT];
    for (uint32_t i = 0; i < tries && !p->failed; i++) {
        uint32_t id = candidate(p, i, total);
        if (tn_state_legal(c->game, p->state, q->seat, id)) continue;
        try_illegal(p, q->seat, id, before);
        if (q->seat == TN_CHANCE || !is_card_or_space(c->game, id)) continue;
        if (tn_state_meant(c->ctx, p->state, q->seat, id) != TN_NO_ANSWER) continue; /* another copy stands for it */
        if (tn_why_not(c->ctx, p->state, q->seat, id, text, sizeof text) == 0)
            battery_fail(p, "no reason why answer %u is illegal", id);
    }
    static const uint32_t wild[] = {UINT32_MAX, UINT32_MAX - 1, INT32_MAX, 0x80000000u};
    for (size_t i = 0; i < sizeof wild / sizeof *wild && !p->failed; i++)
        try_illegal(p, q->seat, wild[i], before);
    if (!p->failed) try_illegal(p, q->seat, total, before);
    for (unsigned seat = 0; seat <= tn_game_seat_count(c->game) && !p->failed; seat++)
        if (!(asked >> seat & 1u)) try_illegal(p, seat, legal, before);
    if (!p->failed) try_illegal(p, TN_SPECTATOR, legal, before);
    if (!p->failed && q->seat != TN_CHANCE) try_illegal(p, TN_CHANCE, legal, before);
    tn_state_free(before);
}

/* Through `copy`, which is the position again. */
static void check_pack(struct battery_play *p, tn_state *copy) {
    struct battery_case *c = p->of;
    size_t most = tn_game_state_size(c->game) / 64 * 65;
    void *bytes = malloc(most);
    size_t n = bytes ? tn_state_pack(c->ctx, p->state, bytes, most) : 0;
    if (n > most || !tn_state_unpack(c->ctx, bytes, n, copy) || !battery_same(c, copy, p->state))
        battery_fail(p, "a packed position is another one");
    free(bytes);
}

/* A copy that was saved and loaded goes on as the original does; *p is moved on by one answer. */
static void check_save(struct battery_play *p, const tn_question *q) {
    struct battery_case *c = p->of;
    uint32_t answer = battery_choose(p, q);
    const char *why = NULL;
    struct battery_play copy = *p;
    copy.state = battery_copy(c, p->state);
    if (tn_state_check(c->game, copy.state, tn_game_state_size(c->game), &why) != TN_OK)
        battery_fail(p, "the save is refused: %s", why);
    if (tn_state_check(c->game, copy.state, tn_game_state_size(c->game) - 1, &why) == TN_OK)
        battery_fail(p, "a save that is too short passes the check");
    if (tn_state_hash(c->game, copy.state) != tn_state_hash(c->game, p->state))
        battery_fail(p, "the hash of a copy differs");
    check_pack(p, copy.state);
    if (battery_answer(p, q->seat, answer) && battery_answer(&copy, q->seat, answer) &&
        !battery_same(c, copy.state, p->state))
        battery_fail(p, "a copy goes on differently");
    tn_state_free(copy.state);
}

static void check_question(struct battery_play *p, const tn_question *q) {
    struct battery_case *c = p->of;
    tn_state *before = battery_copy(c, p->state);
    uint64_t hash = tn_state_hash(c->game, p->state);
    if (check_menu(p, q) && check_payment(p, q)) check_texts(p, q);
    for (unsigned seat = 0; seat < tn_game_seat_count(c->game); seat++)
        tn_state_score(c->ctx, p->state, seat);
    if (tn_state_hash(c->game, p->state) != hash) battery_fail(p, "the hash is not stable");
    if (!battery_same(c, before, p->state)) battery_fail(p, "looking changed the block");
    tn_state_free(before);
    if (!p->failed) check_illegal(p, q);
}

/* ---- games */
static void check_end(struct battery_play *p) {
    struct battery_case *c = p->of;
    const char *why = NULL;
    tn_question q;
    if (tn_state_status(c->game, p->state) != TN_OVER) return;
    c->limited += tn_state_limited(c->game, p->state);
    for (unsigned seat = 0; seat < tn_game_seat_count(c->game); seat++) {
        unsigned rank = tn_state_rank(c->ctx, p->state, seat);
        if (rank < 1 || rank > tn_game_seat_count(c->game) + 1) battery_fail(p, "seat %u has rank %u", seat, rank);
    }
    if (tn_state_asked(c->game, p->state) || tn_state_question(c->game, p->state, TN_SPECTATOR, &q))
        battery_fail(p, "somebody is asked after the end");
    if (tn_state_apply(c->ctx, p->state, 0, TN_NO) != TN_ILLEGAL) battery_fail(p, "an answer after the end");
    if (tn_state_check(c->game, p->state, tn_game_state_size(c->game), &why) != TN_OK)
        battery_fail(p, "the save of the end is refused: %s", why);
}

static void record(struct battery_case *c, uint64_t seed, unsigned flags, struct trace *trace, bool *failed) {
    struct battery_play p;
    tn_question q;
    if (battery_start(&p, c, seed, flags)) {
        trace_add(trace, bytes_hash(&p));
        while (battery_next(&p, &q) && battery_answer(&p, q.seat, battery_choose(&p, &q)))
            trace_add(trace, bytes_hash(&p));
        if (!p.failed) check_end(&p);
    }
    *failed = p.failed;
    battery_stop(&p);
}

static void replay(struct battery_case *c, uint64_t seed, unsigned flags, const struct trace *trace, uint32_t looks) {
    struct battery_play p;
    tn_question q;
    uint32_t stride = trace->n / looks + 1, phase = (uint32_t)(seed % stride);
    for (bool going = battery_start(&p, c, seed, flags); going && !p.failed;) {
        if (p.n >= trace->n || bytes_hash(&p) != trace->hashes[p.n]) {
            battery_fail(&p, "the replay differs");
            break;
        }
        if (!battery_next(&p, &q)) break;
        if (p.n % stride != phase) {
            going = battery_answer(&p, q.seat, battery_choose(&p, &q));
            continue;
        }
        check_question(&p, &q);
        if (!p.failed) check_save(&p, &q);
    }
    if (!p.failed && p.n + 1 != trace->n) battery_fail(&p, "the replay ends earlier");
    battery_stop(&p);
}

static void check(struct battery_case *c) {
    uint64_t first, last, answers = 0, games = 0;
    battery_seeds(c->is_default ? level_pick(12, 100, 2000) : level_pick(3, 20, 300), &first, &last);
    for (uint64_t seed = first; seed <= last && c->failures == 0; seed++) {
        struct trace trace = {0};
        bool failed;
        unsigned flags = seed % 2 == 0 ? TN_EXPLICIT_CHANCE : 0;
        record(c, seed, flags, &trace, &failed);
        if (!failed) replay(c, seed, flags, &trace, (uint32_t)level_pick(30, 150, 1000000));
        answers += trace.n;
        games++;
        free(trace.hashes);
        if (!level_is("soak") && answers > (uint64_t)level_pick(20000, 150000, 0))
            break; /* long games: fewer of them */
    }
    if (level_is("soak"))
        print_message("%s %s: %llu games, %llu answers, %llu ended by the limit\n", c->path, c->label,
                      (unsigned long long)games, (unsigned long long)answers, (unsigned long long)c->limited);
}

int main(void) {
    return battery_main("battery.play", !level_is("quick"), check);
}
