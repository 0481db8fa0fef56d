/* ask_describe.c: what a game is in the configuration that is asked about, as the protocol describes games: the cards,
 * boards and rules that a page draws. */
#include "page/page.h"
#include "studio/ask.h"
#include "table/games.h"

/* Under "game", in "language" if the game has it. A text that does not compile is refused: "check" says why. */
void ask_describe(struct ask *a) {
    const char *name = ask_text(a, "game"), *language = value_text(value_get(a->body, "language"));
    struct games *games = page_world()->games;
    struct buf out, error;
    tn_config config;
    if (!name || !ask_config(a, &config)) return;
    buf_init(&out);
    buf_init(&error);
    struct played *p = games_open(games, name, &config, &error);
    if (!p)
        ask_refuse(a, ASK_CANNOT_READ, "%s", error.data);
    else if (games_describe(games, tn_game_hash(played_game(p)), language, &out))
        json_raw(&a->out, "game", out.data, out.n);
    else
        ask_no_memory(a);
    games_close(games, p);
    buf_free(&out);
    buf_free(&error);
}
