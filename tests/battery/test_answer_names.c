/* test_answer_names.c: every answer of every game has a name of its own, by which it is found again, and is the thing
 * that says so of itself.
 */
#include "support/battery.h"
#include "support/unit.h"

/* Which thing an answer is must be what cards, spaces, seats, members and numbers say. */
static bool is_thing(const tn_game *game, uint32_t answer, const char *name) {
    tn_card card;
    tn_space space;
    tn_member member;
    char text[64];
    int index = -1;
    switch (tn_answer_thing(game, answer, &index)) {
    case TN_THING_NONE: return false;
    case TN_THING_YESNO: return answer == (uint32_t)index && !strcmp(name, index == TN_YES ? "yes" : "no");
    case TN_THING_OPTION: return snprintf(text, sizeof text, "option %d", index + 1), !strcmp(name, text);
    case TN_THING_CARD: return tn_game_card(game, (size_t)index, &card), card.answer == answer;
    case TN_THING_SPACE: return tn_game_space(game, (size_t)index, &space), space.answer == answer;
    case TN_THING_PLAYER: return !strcmp(name + strlen("player "), tn_game_seat_name(game, (unsigned)index));
    case TN_THING_NUMBER: return snprintf(text, sizeof text, "number %d", index), !strcmp(name, text);
    case TN_THING_MEMBER:
        tn_game_member(game, (size_t)index, &member);
        return strlen(name) > strlen(member.name) && !strcmp(name + strlen(name) - strlen(member.name), member.name);
    }
    return false;
}

static void check_names(struct battery_case *c) {
    struct battery_play play;
    battery_start(&play, c, 1, 0);
    uint32_t n = tn_game_answer_count(c->game), step = n / (uint32_t)level_pick(100, 1000, 100000) + 1;
    for (uint32_t answer = 0; answer < n; answer += step) {
        char name[512];
        size_t length = tn_answer_name(c->game, answer, name, sizeof name);
        if (length == 0 || length >= sizeof name)
            battery_fail(&play, "answer %u has no name", answer);
        else if (tn_answer_find(c->game, name) != answer)
            battery_fail(&play, "answer %u is called \"%s\", which is %u", answer, name, tn_answer_find(c->game, name));
        else if (!is_thing(c->game, answer, name))
            battery_fail(&play, "answer %u, \"%s\", is another thing", answer, name);
    }
    if (tn_answer_thing(c->game, n, NULL) != TN_THING_NONE) battery_fail(&play, "there is a thing behind the last");
    char name[16] = "?";
    if (tn_answer_name(c->game, n, name, sizeof name) != 0 || *name)
        battery_fail(&play, "there is an answer behind the last");
    if (tn_answer_find(c->game, "card ???") != TN_NO_ANSWER) battery_fail(&play, "a name of nothing is found");
    battery_stop(&play);
}

int main(void) {
    return battery_main("answer_names", false, check_names);
}
