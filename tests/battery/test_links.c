/* Every game in every configuration: its link is read back to the same game, text for text, and a link that is damaged
 * in any one place, or cut, is refused.
 */
#include "support/battery.h"
#include "support/unit.h"

#include "play/link.h"

enum { ANSWERS = 400, DAMAGED_EVERY = 7 };

/* The same choices as the play makes, in a match. */
static bool play_match(struct battery_play *play, struct match *m) {
    tn_question q;
    while (m->history.n < ANSWERS && battery_next(play, &q)) {
        uint32_t answer = battery_choose(play, &q);
        if (match_answer(m, q.seat, answer) != TN_OK) return battery_fail(play, "the match refuses answer %u", answer);
        if (!battery_answer(play, q.seat, answer)) return false;
    }
    return !play->failed;
}

static bool check_damage(struct battery_play *play, char *text, size_t n, struct buf *error) {
    for (size_t i = 0; i < n; i += i < 40 ? 1 : DAMAGED_EVERY) {
        struct link l;
        char was = text[i];
        text[i] = was == 'Q' ? 'R' : 'Q';
        enum link_end changed = link_read(&l, text, error);
        link_free(&l);
        text[i] = '\0';
        enum link_end cut = link_read(&l, text, error);
        link_free(&l);
        text[i] = was;
        if (changed != LINK_DAMAGED || cut != LINK_DAMAGED)
            return battery_fail(play, "damage at %zu is not noticed", i);
    }
    return true;
}

static bool check_link(struct battery_play *play, const struct match *m, struct buf *text, struct buf *error) {
    struct battery_case *c = play->of;
    struct link l;
    struct match again;
    struct buf second;
    if (!link_write(m, "some/folder/name", text, error)) return battery_fail(play, "no link: %s", error->data);
    buf_init(&second);
    buf_printf(&second, "https://example.org/replay#%s", text->data);
    enum link_end end = link_read(&l, second.data, error);
    bool fine = end == LINK_FINE || battery_fail(play, "not read: %s", error->data);
    if (fine &&
        (strcmp(l.game, "name") || l.seed != m->seed || l.config.seats != m->seats || l.answers != m->history.n ||
         l.definition != tn_game_source_hash(c->game) || l.config.n_options != tn_game_option_count(c->game)))
        fine = battery_fail(play, "another header");
    if (fine) {
        match_init(&again, c->game, l.seed);
        if (link_play(&l, &again, error) != LINK_FINE) fine = battery_fail(play, "not played: %s", error->data);
        if (fine && !battery_same(c, again.state, m->state)) fine = battery_fail(play, "another position");
        buf_clear(&second);
        if (fine && (!link_write(&again, "name", &second, error) || strcmp(second.data, text->data) != 0))
            fine = battery_fail(play, "another link");
        match_free(&again);
    }
    link_free(&l);
    buf_free(&second);
    return fine && check_damage(play, text->data, text->n, error);
}

static void check(struct battery_case *c) {
    uint64_t first, last;
    battery_seeds(level_pick(1, 2, 20), &first, &last);
    for (uint64_t seed = first; seed <= last; seed++) {
        struct battery_play play;
        struct match m;
        struct buf text, error;
        buf_init(&text);
        buf_init(&error);
        bool started = battery_start(&play, c, seed, 0);
        if (match_init(&m, c->game, seed) == TN_OK && started && play_match(&play, &m))
            check_link(&play, &m, &text, &error);
        battery_stop(&play);
        match_free(&m);
        buf_free(&text);
        buf_free(&error);
    }
}

int main(void) {
    return battery_main("links", false, check);
}
