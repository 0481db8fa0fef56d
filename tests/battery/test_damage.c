/* Battery: damaged saves. A save with random bytes changed is either refused by tn_state_check, or it can be looked at,
 * re-dealt and played without a crash; then it may end in a fault, since the rules may never lead to such a position.
 */
#include "support/unit.h"

#include "support/battery.h"

enum { PLAY_ON = 60, TEXT = 1024 };

struct tally {
    uint64_t refused, played, faults;
};

static void damage(struct random *random, unsigned char *bytes, size_t size) {
    for (uint32_t n = 1 + random_range(random, 3); n > 0; n--) {
        size_t at = random_range(random, (uint32_t)size);
        switch (random_range(random, 3)) {
        case 0: bytes[at] ^= (unsigned char)(1u << random_range(random, 8)); break;
        case 1: bytes[at] = (unsigned char)random_next(random); break;
        default: bytes[at] = (unsigned char)(bytes[at] + (random_range(random, 2) ? 1 : 255)); break;
        }
    }
}

static void look_at(const struct battery_case *c, const tn_state *s, tn_state *scratch) {
    char text[TEXT];
    tn_question q;
    for (unsigned seat = 0; seat < tn_game_seat_count(c->game); seat++) {
        tn_state_score(c->ctx, s, seat);
        tn_state_view(c->game, s, seat, scratch);
        tn_state_determinise(c->ctx, s, seat, 5, scratch);
    }
    if (!tn_state_question(c->game, s, TN_SPECTATOR, &q)) return;
    tn_question_text(c->ctx, s, q.seat, text, sizeof text);
    for (uint32_t i = 0; i < q.count && i < 8; i++)
        tn_answer_text(c->ctx, s, q.seat, tn_state_nth(c->game, s, q.seat, i), text, sizeof text);
    for (uint32_t id = 0; id < 8; id++)
        tn_why_not(c->ctx, s, q.seat, id * 7 % tn_game_answer_count(c->game), text, sizeof text);
}

/* True when the damaged game stopped with a fault. */
static bool play_on(const struct battery_case *c, tn_state *s, struct random *random) {
    tn_question q;
    for (int i = 0; i < PLAY_ON && tn_state_question(c->game, s, TN_SPECTATOR, &q); i++) {
        uint32_t answer = tn_state_nth(c->game, s, q.seat, random_range(random, q.count));
        if (!tn_good(tn_state_apply(c->ctx, s, q.seat, answer))) return true;
    }
    return tn_state_status(c->game, s) == TN_FAULT;
}

static void damage_save(struct battery_play *p, uint64_t number, struct tally *tally) {
    const struct battery_case *c = p->of;
    struct random random = {.key = random_at(p->seed, (uint32_t)number, p->n)};
    tn_state *broken = battery_copy(c, p->state), *scratch = tn_state_new(c->game);
    const char *why = NULL;
    damage(&random, (unsigned char *)(void *)broken, tn_game_state_size(c->game));
    if (tn_state_check(c->game, broken, tn_game_state_size(c->game), &why) != TN_OK) {
        if (!why || !*why) battery_fail(p, "damage %llu is refused without a reason", (unsigned long long)number);
        tally->refused++;
    } else {
        look_at(c, broken, scratch);
        tally->played++;
        tally->faults += play_on(c, broken, &random);
    }
    tn_state_free(broken);
    tn_state_free(scratch);
}

static void check_game(struct battery_case *c, uint64_t seed, struct tally *tally) {
    struct battery_play p;
    tn_question q;
    if (battery_start(&p, c, seed, seed % 2 ? 0 : TN_EXPLICIT_CHANCE))
        for (long looks = level_pick(10, 30, 400); looks > 0 && battery_next(&p, &q); looks--) {
            for (long i = 0; i < level_pick(12, 40, 200) && !p.failed; i++)
                damage_save(&p, (uint64_t)i, tally);
            if (!battery_finish(&p, 1 + random_below(random_at(seed, 400, p.n), 12))) break;
        }
    battery_stop(&p);
}

static void check(struct battery_case *c) {
    struct tally tally = {0};
    uint64_t first, last;
    battery_seeds(c->is_default ? level_pick(8, 50, 400) : level_pick(3, 15, 100), &first, &last);
    for (uint64_t seed = first; seed <= last && c->failures == 0; seed++)
        check_game(c, seed, &tally);
    if (level_is("soak"))
        print_message("%s %s: %llu damaged saves refused, %llu played, %llu of them to a fault\n", c->path, c->label,
                      (unsigned long long)tally.refused, (unsigned long long)tally.played,
                      (unsigned long long)tally.faults);
}

int main(void) {
    return battery_main("battery.damage", false, check);
}
