/* Making a game changes nothing of its source: the next game of the same source is the same one. */
#include "api/api.h"
#include "code/image.h"
#include "support/unit.h"
#include "terrane.h"

static const char text[] = "game \"Again\":\n"
                           "  players: 2\n"
                           "var n: number = 0\n"
                           "flow:\n"
                           "  while n < 20:\n"
                           "    turn(1..2):\n"
                           "      choose k in 1..3\n"
                           "      n += k\n"
                           "    may \"Swap?\":\n"
                           "      choose k in 1..2\n"
                           "      n -= k\n"
                           "    me = next(me)\n";

static tn_game *make(tn_source *s, struct buf *image) {
    tn_game *g = NULL;
    assert_int_equal(tn_game_new(s, NULL, &g), TN_OK);
    buf_init(image);
    assert_true(image_write(g->program, image));
    return g;
}

static void games_of_one_source(void **state) {
    (void)state;
    tn_source *s = NULL;
    struct buf first, second;
    assert_int_equal(tn_source_parse("again.game", text, sizeof text - 1, &s), TN_OK);
    tn_game *a = make(s, &first), *b = make(s, &second);
    assert_int_equal(first.n, second.n);
    assert_memory_equal(first.data, second.data, first.n);
    tn_game_free(a), tn_game_free(b);
    buf_free(&first), buf_free(&second);
    tn_source_free(s);
}

/* A turn that a position begins with asks as any other: its first action is no further one. */
static void turns_begun_later(void **state) {
    (void)state;
    tn_source *s = NULL;
    struct buf image;
    assert_int_equal(tn_source_parse("again.game", text, sizeof text - 1, &s), TN_OK);
    tn_game *g = make(s, &image);
    const struct program *p = g->program;
    for (uint32_t i = 0; i < p->n_sites; i++) {
        bool another = p->sites[i].words.n && p->pieces[p->sites[i].words.first].string >= 0 &&
                       !strcmp(p->strings[p->pieces[p->sites[i].words.first].string], "Another action?");
        if (another) assert_true(p->sites[i].flags & ASK_OPTIONAL);
    }
    tn_game_free(g);
    buf_free(&image);
    tn_source_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(games_of_one_source), cmocka_unit_test(turns_begun_later)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
