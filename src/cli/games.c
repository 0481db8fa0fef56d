/* games.c: `terrane games`: the games that are found. */
#include "base/json.h"
#include "cli/verbs.h"
#include "play/catalogue.h"
#include "terrane_table.h"

#include <stdio.h>

static void print_players(unsigned least, unsigned most) {
    if (least == most)
        printf("  %u      ", least);
    else
        printf("  %u to %u ", least, most);
}

static void print_game(const struct catalogue_game *game, struct json *j) {
    tn_source *source = NULL;
    unsigned least = 0, most = 0;
    tn_status status = tn_source_load(game->path, &source);
    if (source) tn_source_seats(source, &least, &most);
    const char *title = source ? tn_source_title(source) : NULL;
    if (j) {
        json_object(j, NULL);
        json_text(j, "name", game->name);
        json_text(j, "title", title);
        json_text(j, "path", game->path);
        json_unsigned(j, "least_players", least);
        json_unsigned(j, "most_players", most);
        json_bool(j, "ok", status == TN_OK);
        json_close(j);
    } else {
        printf("%-16s", game->name);
        print_players(least, most);
        printf("  %s%s\n", title ? title : game->path, status == TN_OK ? "" : "  (has errors: see terrane check)");
    }
    tn_source_free(source);
}

static int run(const struct args *args) {
    struct catalogue c;
    struct json json;
    struct buf text;
    bool as_json = args_has(args, "json");
    int code = catalogue_load(&c) ? EXIT_FINE : EXIT_HOST;
    json_init(&json, &text);
    json_array(&json, NULL);
    if (!as_json && c.games.n > 0) printf("%-16s  players  title\n", "name");
    for (size_t i = 0; i < c.games.n; i++)
        print_game(&c.games.data[i], as_json ? &json : NULL);
    json_close(&json);
    if (as_json) json_print(&json);
    buf_free(&text);
    if (c.games.n == 0) {
        fprintf(stderr, "terrane games: none found in games/, beside the program or in $TERRANE_GAMES\n");
        code = EXIT_NO;
    }
    catalogue_free(&c);
    return code;
}

static const struct flag flags[] = {{"json", NULL, "an array of {name, title, path, ...}", false}};

const struct verb verb_games = {
    .name = "games",
    .words = "",
    .summary = "Lists the games.",
    .more =
        "A game is a folder NAME with a file NAME.game in it, in $TERRANE_GAMES, in games/ or beside the program.\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 0,
    .most = 0,
    .run = run,
};
