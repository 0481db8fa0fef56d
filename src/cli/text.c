/* text.c: `terrane text`: cards in words, as generated from their rules. */
#include "base/json.h"
#include "cli/load.h"
#include "cli/verbs.h"
#include "play/menu.h"
#include "term/look.h"

#include <stdio.h>
#include <unistd.h>

static void print_card(const struct look *look, const tn_card *card) {
    struct buf out;
    buf_init(&out, NULL);
    look_put(look, &out, PAINT_STRONG, card->name);
    buf_printf(&out, " (%s)\n", card->kind);
    if (card->text && *card->text) {
        buf_puts(&out, "  ");
        text_wrap(&out, card->text, 2, 2, look->width);
        buf_putc(&out, '\n');
    }
    fwrite(out.data, 1, out.n, stdout);
    buf_free(&out);
}

static void add_card(struct json *j, const tn_game *game, size_t i, const tn_card *card) {
    const char *key, *text;
    json_object(j, NULL);
    json_text(j, "kind", card->kind);
    json_text(j, "name", card->name);
    json_text(j, "text", card->text);
    json_array(j, "clauses");
    for (size_t k = 0; k < tn_card_clause(game, i, 0, &key, &text); k++) {
        tn_card_clause(game, i, k, &key, &text);
        json_object(j, NULL);
        json_text(j, "key", key);
        json_text(j, "text", text);
        json_close(j);
    }
    json_close(j);
    json_close(j);
}

/* All cards, or those called `name`, or else those that begin with it; how many. */
static size_t each_card(const tn_game *game, const char *name, enum words_match least, struct json *j) {
    struct look look = look_of(STDOUT_FILENO);
    size_t n = 0;
    for (size_t i = 0; i < tn_game_cards(game); i++) {
        tn_card card;
        tn_game_card(game, i, &card);
        if (card.copy > 0 || (name && words_compare(card.name, name) < least)) continue;
        n++;
        if (j)
            add_card(j, game, i, &card);
        else
            print_card(&look, &card);
    }
    return n;
}

static int run(const struct args *args) {
    struct loaded loaded;
    struct json json;
    struct buf text;
    const char *name = args->words.n > 1 ? args->words.data[1] : NULL;
    bool as_json = args_has(args, "json");
    int code = load_game(args, args->words.data[0], &loaded);
    if (code == EXIT_GO_ON) {
        json_init(&json, &text);
        json_array(&json, NULL);
        size_t n = each_card(loaded.game, name, WORDS_EQUAL, as_json ? &json : NULL);
        if (n == 0 && name) n = each_card(loaded.game, name, WORDS_BEGIN, as_json ? &json : NULL);
        json_close(&json);
        if (as_json) json_print(&json);
        buf_free(&text);
        if (n == 0 && name) fprintf(stderr, "terrane text: there is no card \"%s\"\n", name);
        code = n == 0 && name ? EXIT_NO : EXIT_FINE;
    }
    loaded_free(&loaded);
    return code;
}

static const struct flag flags[] = {
    LOAD_FLAGS,
    {"json", NULL, "an array of {kind, name, text, clauses}", false},
};

const struct verb verb_text = {
    .name = "text",
    .words = "GAME [CARD]",
    .summary = "Prints the text of all cards, or of one.",
    .details = "Examples:\n"
               "  terrane text NAME\n"
               "  terrane text NAME \"First words of a card\"\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 2,
    .run = run,
};
