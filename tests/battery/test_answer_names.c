/* test_answer_names.c: every answer of every game has a name of its own, by which it is found again. */
#include "support/battery.h"
#include "support/unit.h"

static void check_names(struct battery_case *c) {
    struct battery_play play;
    battery_start(&play, c, 1, 0);
    uint32_t n = tn_game_answer_count(c->game), step = n / (uint32_t)level_pick(100, 1000, 100000) + 1;
    for (uint32_t answer = 0; answer < n; answer += step) {
        char name[512];
        size_t length = tn_answer_name(c->game, answer, name, sizeof name);
        if (length == 0 || length >= sizeof name) battery_fail(&play, "answer %u has no name", answer);
        else if (tn_answer_find(c->game, name) != answer)
            battery_fail(&play, "answer %u is called \"%s\", which is %u", answer, name, tn_answer_find(c->game, name));
    }
    char name[16] = "?";
    if (tn_answer_name(c->game, n, name, sizeof name) != 0 || *name) battery_fail(&play, "there is an answer behind the last");
    if (tn_answer_find(c->game, "card ???") != TN_NO_ANSWER) battery_fail(&play, "a name of nothing is found");
    battery_stop(&play);
}

int main(void) { return battery_main("answer_names", false, check_names); }
