/* Which spaces are neighbours, and which pairs a definition links: as the rules see it, for front ends. */
#include "support/unit.h"

#include "base/buf.h"
#include "support/made.h"

#include <string.h>

static const char lands[] = "game \"Lands\":\n"
                            "  players: 2\n"
                            "kind place is space:\n"
                            "  var owner: player = none\n"
                            "board roads(graph):\n"
                            "  row(mill: place, ford: place, well: place)\n"
                            "  link(mill, ford, well)\n"
                            "  at(mill, 0, 40); at(well, 3 * 100, 999)\n"
                            "board fields(square):\n"
                            "  row(gate: place, place)\n"
                            "  row(place, place)\n"
                            "  link(gate, well)\n"
                            "board ring(ring):\n"
                            "  row(place, place, place, place)\n"
                            "board isles(loose):\n"
                            "  row(place)\n"
                            "flow:\n"
                            "  for me in players: choose s in fields \"Where?\"; s.owner = me\n";

static void neighbours_and_links(void **state) {
    (void)state;
    tn_game *g = made_game(lands);
    struct buf near, links;
    buf_init(&near), buf_init(&links);
    for (size_t s = 0; s < tn_game_space_count(g); s++) {
        buf_printf(&near, "%zu:", s);
        for (size_t i = 0; i < tn_space_near_count(g, s); i++) {
            int other;
            tn_space_near(g, s, i, &other);
            buf_printf(&near, " %d", other);
        }
        buf_putc(&near, ';');
    }
    for (size_t b = 0; b < tn_game_board_count(g); b++) {
        for (size_t i = 0; i < tn_board_link_count(g, b); i++) {
            tn_link link;
            tn_board_link(g, b, i, &link);
            buf_printf(&links, "%d-%d ", link.a, link.b);
        }
        buf_putc(&links, ';');
    }
    assert_string_equal(near.data, "0: 1;1: 0 2;2: 1 3;"            /* roads; the well is beside the gate */
                                   "3: 2 4 5;4: 3 6;5: 3 6;6: 4 5;" /* no diagonals */
                                   "7: 8 10;8: 7 9;9: 8 10;10: 7 9;11:;");
    assert_string_equal(links.data, "0-1 1-2 2-3 ;;;;");
    buf_free(&near), buf_free(&links);
    tn_game_free(g);
}

/* Where a definition puts spaces that no shape puts anywhere. */
static void places(void **state) {
    (void)state;
    tn_game *g = made_game(lands);
    for (size_t s = 0; s < tn_game_space_count(g); s++) {
        tn_space space;
        tn_game_space(g, s, &space);
        bool mill = !strcmp(space.name, "mill"), well = !strcmp(space.name, "well");
        assert_int_equal(space.placed, mill || well);
        assert_int_equal(space.x, well ? 300 : 0);
        assert_int_equal(space.y, well ? 999 : mill ? 40 : 0);
    }
    tn_game_free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(neighbours_and_links), cmocka_unit_test(places)};
    return cmocka_run_group_tests_name("api.borders", tests, NULL, NULL);
}
