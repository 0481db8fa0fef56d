/* commands.c: what a person may type besides an answer; see session.h. A new command is a row of the table below. */
#include "base/file.h"
#include "term/session.h"
#include "term/table.h"

#include <stdlib.h>
#include <string.h>

enum { CARDS_SHOWN = 40, NAMED = 64, LOG_LINES = 20 };

static void put_lines(const struct session *s, const char *text, struct buf *out) {
    buf_puts(out, "  ");
    text_wrap(out, text, 2, 2, s->look.width);
    buf_putc(out, '\n');
}

static void command_why(struct session *s, const char *rest, struct buf *out) {
    struct asking at = match_asking(s->match, s->seat);
    uint32_t ids[NAMED], index;
    struct arena scratch;
    if (!*rest) {
        buf_puts(out, "  why what? For instance: why followed by the name of a card, space or action\n");
        return;
    }
    if (menu_find(&s->menu, rest, &index) == MENU_ONE) {
        buf_printf(out, "  \"%s\" is possible now\n", s->menu.texts[index]);
        return;
    }
    arena_init(&scratch, NULL);
    size_t n = menu_named(&at, rest, ids, NAMED);
    bool said = false;
    for (size_t i = 0; i < n && !said; i++) {
        const char *why = menu_why_not(&at, ids[i], &scratch), *name = menu_answer_text(&at, ids[i], &scratch);
        if (!why || !*why) continue;
        buf_printf(out, "  %s: ", name && *name ? name : rest);
        text_wrap(out, why, 4, 4, s->look.width);
        buf_putc(out, '\n');
        said = true;
    }
    if (!said && n == 0) buf_printf(out, "  nothing here is called \"%s\"\n", rest);
    if (!said && n > 0) buf_printf(out, "  \"%s\" is not asked for now\n", rest);
    arena_free(&scratch);
}

static void command_undo(struct session *s, const char *rest, struct buf *out) {
    size_t length;
    const char *why = NULL;
    (void)rest;
    if (!match_undo_to(s->match, s->seat, &length, &why)) {
        buf_printf(out, "  %s\n", why);
        return;
    }
    match_rewind(s->match, length);
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        if (s->told[seat] > s->match->log.n) s->told[seat] = s->match->log.n;
    if (s->journal && !journal_renew(s->journal)) buf_puts(out, "  (the journal could not be written)\n");
    buf_puts(out, "  taken back\n");
    s->table_at = SIZE_MAX;
    s->redraw = true;
}

static void command_log(struct session *s, const char *rest, struct buf *out) {
    size_t n = *rest ? strtoul(rest, NULL, 10) : LOG_LINES;
    session_put_log(s, s->match->log.n > n ? s->match->log.n - n : 0, out);
}

static void put_card(const struct session *s, const tn_card *card, struct buf *out) {
    buf_puts(out, "  ");
    look_put(&s->look, out, PAINT_STRONG, card->name);
    buf_printf(out, " (%s)\n", card->kind);
    if (card->text && *card->text) {
        buf_puts(out, "    ");
        text_wrap(out, card->text, 4, 4, s->look.width);
        buf_putc(out, '\n');
    }
}

/* Cards for which test holds, each name once; how many. */
static size_t put_cards(const struct session *s, bool (*test)(const tn_card *, const char *), const char *word,
                        struct buf *out) {
    size_t n = 0;
    for (size_t i = 0; i < tn_game_cards(s->match->game); i++) {
        tn_card card;
        tn_game_card(s->match->game, i, &card);
        if (card.copy == 0 && test(&card, word) && n++ < CARDS_SHOWN) put_card(s, &card, out);
    }
    if (n > CARDS_SHOWN) buf_printf(out, "  and %zu more\n", n - CARDS_SHOWN);
    return n;
}

static bool is_called(const tn_card *card, const char *word) {
    return words_compare(card->name, word) == WORDS_EQUAL;
}

static bool begins_with(const tn_card *card, const char *word) {
    return words_compare(card->name, word) != WORDS_DIFFER;
}

static bool mentions(const tn_card *card, const char *word) {
    return words_contain(card->name, word) || words_contain(card->kind, word) ||
           (card->text && words_contain(card->text, word));
}

static void command_card(struct session *s, const char *rest, struct buf *out) {
    if (!*rest)
        buf_puts(out, "  card what? Type card and a name; cards lists them all\n");
    else if (put_cards(s, is_called, rest, out) == 0 && put_cards(s, begins_with, rest, out) == 0)
        buf_printf(out, "  there is no card \"%s\"; \"cards %s\" searches the texts too\n", rest, rest);
}

static void command_cards(struct session *s, const char *rest, struct buf *out) {
    if (put_cards(s, mentions, rest, out) == 0)
        buf_printf(out, *rest ? "  no card mentions \"%s\"\n" : "  this game has no cards%s\n", rest);
}

static void command_save(struct session *s, const char *rest, struct buf *out) {
    struct buf text;
    if (!*rest) {
        buf_puts(out, "  save where? Type save and a file name\n");
        return;
    }
    buf_init(&text, NULL);
    journal_write(s->match, s->journal ? s->journal->game : tn_game_title(s->match->game), &text);
    enum file_status status = text.failed ? FILE_NO_MEMORY : file_write(rest, text.data, text.n);
    if (status == FILE_OK)
        buf_printf(out, "  saved in %s\n", rest);
    else
        buf_printf(out, "  %s: %s\n", rest, file_status_text(status));
    buf_free(&text);
}

static void command_score(struct session *s, const char *rest, struct buf *out) {
    struct drawing d = session_drawing(s);
    (void)rest;
    table_put_score(&d, false, out);
}

static void command_table(struct session *s, const char *rest, struct buf *out) {
    (void)rest, (void)out;
    s->table_at = SIZE_MAX;
    s->redraw = true;
}

static void command_quit(struct session *s, const char *rest, struct buf *out) {
    (void)rest, (void)out;
    s->leave = true;
}

static void command_help(struct session *s, const char *rest, struct buf *out);

static const struct command {
    const char *name, *arguments, *help;
    void (*run)(struct session *s, const char *rest, struct buf *out);
} commands[] = {
    {"why", "NAME", "why something is not possible now, also what is not listed", command_why},
    {"undo", "", "take back the last decision", command_undo},
    {"table", "", "show the table again", command_table},
    {"score", "", "the score as it stands", command_score},
    {"log", "[N]", "what happened last", command_log},
    {"card", "NAME", "the text of a card", command_card},
    {"cards", "[WORD]", "cards whose name, kind or text holds the word", command_cards},
    {"save", "FILE", "write the game so far to a file", command_save},
    {"help", "", "this list", command_help},
    {"quit", "", "leave; the game is saved", command_quit},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void command_help(struct session *s, const char *rest, struct buf *out) {
    (void)rest;
    put_lines(s,
              "Answer with the number of an answer or with the beginning of its words; an empty line gives the answer "
              "marked <Enter>. Spaces show their number on the map. A command may begin with / when an answer has the "
              "same name.",
              out);
    for (size_t i = 0; i < COMMANDS; i++) {
        int used = (int)(strlen(commands[i].name) + 1 + strlen(commands[i].arguments));
        look_printf(&s->look, out, PAINT_STRONG, "    %s", commands[i].name);
        buf_printf(out, " %s", commands[i].arguments);
        text_pad(out, used, 14);
        buf_printf(out, "%s\n", commands[i].help);
    }
}

bool command_known(const char *name) {
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0) return true;
    return false;
}

void command_run(struct session *s, const char *name, const char *rest, struct buf *out) {
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0) commands[i].run(s, rest, out);
}
