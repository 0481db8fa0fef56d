/* The laws of hidden information, on every game of the project: at every question of random games
 * - the block is canonical and passes the check of saves;
 * - for every seat, hidden cards dealt again give the same view, byte for byte;
 * - the menu of the asked seat, made anew after that, is the same;
 * - a position dealt again can be played on, and what an answer is called never fails to be said.
 * Games are found by folder; none is named here. */
#include "support/unit.h"

#include "api/api.h"
#include "base/random.h"
#include "vm/vm.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

struct tested {
    const struct program *p;
    struct machine *m;
    struct state *s, *redealt, *view, *other;
    const char *name;
    uint64_t seed;
    unsigned questions;
};

static void sane(const struct tested *t, const struct state *s) {
    const char *wrong = state_check(t->p, s, t->p->layout.size);
    if (wrong) fail_msg("%s, seed %llu, question %u: %s", t->name, (unsigned long long)t->seed, t->questions, wrong);
}

static void same_menu(const struct tested *t, unsigned seat) {
    const struct program *p = t->p;
    const struct state *at = fork_block(t->m, t->redealt, seat);
    const struct ask *q = state_ask(p, t->s, seat);
    uint8_t no;
    if (!at) fail_msg("%s, seed %llu, question %u: no question", t->name, (unsigned long long)t->seed, t->questions);
    const struct frame *f = &state_frames(p, at)[at->n_frames - 1];
    ask_candidates(p, at, ask_site(p, at), f->pc, state_stack(p, at) + f->base, t->m->asked.raw, &t->m->asked.raw_no);
    probe_menu(t->m, at, seat, &no);
    if (memcmp(t->m->asked.menu, q->legal, p->layout.ask_words * 4u) != 0 || no != ((q->flags & ASK_NO) != 0))
        fail_msg("%s, seed %llu, question %u (site %d): the menu depends on what is hidden", t->name,
                 (unsigned long long)t->seed, t->questions, (int)q->site);
}

static void laws_here(const struct tested *t) {
    const struct program *p = t->p;
    sane(t, t->s);
    uint32_t asked = state_asked(p, t->s);
    for (unsigned seat = 0; seat < p->seats; seat++) {
        state_determinise(t->m, t->s, seat, t->seed + t->questions, t->redealt);
        sane(t, t->redealt);
        state_view(p, t->s, seat, t->view);
        state_view(p, t->redealt, seat, t->other);
        t->view->pending = t->other->pending; /* in a fork others answer again */
        t->view->epoch = t->other->epoch;
        if (memcmp(t->view, t->other, p->layout.size) != 0)
            fail_msg("%s, seed %llu, question %u: the view of seat %u shows what is hidden", t->name,
                     (unsigned long long)t->seed, t->questions, seat);
        if (asked >> seat & 1u) same_menu(t, seat);
    }
}

static bool answer(const struct tested *t, struct state *s, struct random *random, bool speak) {
    struct question q;
    const struct program *p = t->p;
    if (!state_question(p, s, SEAT_SPECTATOR, &q)) return false;
    uint32_t id = state_answer_nth(p, s, q.seat, random_range(random, q.count));
    if (speak) {
        char text[512];
        state_question_text(t->m, s, q.seat, text, sizeof text);
        assert_true(state_answer_text(t->m, s, q.seat, id, text, sizeof text) > 0);
        state_why_not(t->m, s, q.seat, (uint32_t)random_range(random, p->answers.total), text, sizeof text);
    }
    if (state_apply(t->m, s, q.seat, id) == APPLY_OK) return true;
    char text[512];
    state_fault_text(p, s, text, sizeof text);
    fail_msg("%s, seed %llu, question %u: %s", t->name, (unsigned long long)t->seed, t->questions, text);
    return false;
}

static void play(const char *name, const struct program *p, unsigned games, unsigned most) {
    struct tested t = {.p = p, .m = machine_new(p), .name = name};
    struct random random = {.key = 11};
    t.s = aligned_alloc(64, p->layout.size);
    t.redealt = aligned_alloc(64, p->layout.size);
    t.view = aligned_alloc(64, p->layout.size);
    t.other = aligned_alloc(64, p->layout.size);
    for (t.seed = 1; t.seed <= games; t.seed++) {
        t.questions = 0;
        state_start(t.m, t.seed, t.seed == games ? START_EXPLICIT_CHANCE : 0,
                    t.s); /* the last one by chance's answers */
        while (t.questions < most && state_status(p, t.s) == RUN_ASK) {
            if (t.questions % 3 == 0) laws_here(&t);
            if (t.questions % 50 == 7) /* another world, played on a little */
                for (unsigned i = 0; i < 10 && answer(&t, t.redealt, &random, false);)
                    i++;
            answer(&t, t.s, &random, t.questions % 5 == 0);
            t.questions++;
        }
        sane(&t, t.s);
    }
    free(t.s);
    free(t.redealt);
    free(t.view);
    free(t.other);
    assert_int_equal(machine_doubts(t.m), 0); /* where no look-ahead was needed, it would have changed nothing */
    machine_free(t.m);
}

static unsigned play_file(const char *path) {
    tn_source *source = NULL;
    unsigned low = 0, high = 0, played = 0;
    if (tn_source_load(path, &source) != TN_OK) {
        tn_source_free(source);
        return 0; /* a part of a game, or somebody else's mistake */
    }
    tn_source_seats(source, &low, &high);
    for (unsigned seats = low; seats <= high && seats <= 3; seats++) {
        tn_config config = {.seats = seats};
        tn_game *game = NULL;
        if (tn_game_new(source, &config, &game) != TN_OK) continue;
        play(path, game->program, 4, 400);
        played++;
        tn_game_free(game);
    }
    tn_source_free(source);
    return played;
}

static unsigned play_folder(const char *folder) {
    char path[700];
    unsigned played = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t n = strlen(e->d_name);
        if (e->d_name[0] == '.') continue;
        if (n > 5 && !strcmp(e->d_name + n - 5, ".game"))
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        else
            snprintf(path, sizeof path, "%s/%s/%s.game", folder, e->d_name, e->d_name);
        played += play_file(path);
    }
    if (dir) closedir(dir);
    return played;
}

static void every_game(void **state) {
    (void)state;
    assert_true(play_folder("games") > 0);
    play_folder("tests/generality");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_game)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
