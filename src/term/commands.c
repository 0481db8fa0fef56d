/* commands.c: what a person may type besides an answer; see session.h. A new command is a row of the table below. */
#include "base/file.h"
#include "play/link.h"
#include "term/draw.h"
#include "term/session.h"

#include <stdlib.h>
#include <string.h>

enum { LOG_LINES = 20 };

static void put_lines(const struct session *s, const char *text, struct buf *out) {
    buf_puts(out, "  ");
    text_wrap(out, text, 2, 2, s->look.width);
    buf_putc(out, '\n');
}

/* Where the line began that answer number `length` belongs to, when all of it may be undone. */
static size_t begin_of_line(const struct session *s, size_t length) {
    for (size_t i = 0; i < s->lines.n; i++) {
        struct span line = s->lines.data[i];
        bool belongs = line.from <= length && length < line.to && line.to <= s->match->history.n;
        uint32_t now = tn_state_epoch(s->match->game, s->match->state);
        if (belongs && (s->match->practice || s->match->history.data[line.from].epoch == now)) return line.from;
    }
    return length;
}

/* In the middle of choosing several: a line is the whole choice. */
static bool chooses_on(const struct session *s) {
    tn_question q;
    return tn_state_question(s->match->game, s->match->state, s->seat, &q) && (q.flags & TN_AGAIN);
}

static void command_undo(struct session *s, const char *rest, struct buf *out) {
    size_t length;
    const char *why = NULL;
    (void)rest;
    if (!match_undo_to(s->match, s->seat, &length, &why)) {
        buf_printf(out, "  %s\n", why);
        return;
    }
    length = begin_of_line(s, length);
    match_rewind(s->match, length);
    while (chooses_on(s) && match_undo_to(s->match, s->seat, &length, &why))
        match_rewind(s->match, length);
    while (s->lines.n > 0 && s->lines.data[s->lines.n - 1].to > s->match->history.n)
        s->lines.n--;
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        if (s->told[seat] > s->match->log.n) s->told[seat] = s->match->log.n;
    if (s->journal && !journal_renew(s->journal)) buf_puts(out, "  (the journal could not be written)\n");
    buf_puts(out, "  undone\n");
    s->drawn = false;
    s->redraw = true;
}

static void command_log(struct session *s, const char *rest, struct buf *out) {
    size_t n = *rest ? strtoul(rest, NULL, 10) : LOG_LINES;
    session_put_log(s, s->match->log.n > n ? s->match->log.n - n : 0, true, out);
}

/* The seat a person means: a letter, or nothing for their own. */
static bool find_seat(const struct session *s, const char *word, unsigned *seat) {
    if (!*word && s->seat < s->match->seats) return *seat = s->seat, true;
    for (unsigned i = 0; i < s->match->seats; i++)
        if (words_compare(tn_game_seat_name(s->match->game, i), word) == WORDS_EQUAL) return *seat = i, true;
    return false;
}

static void command_player(struct session *s, const char *rest, struct buf *out) {
    struct drawing d = session_drawing(s);
    unsigned seat;
    if (!find_seat(s, rest, &seat)) {
        buf_printf(out, "  there is no player \"%s\"; players are A to %s\n", rest,
                   tn_game_seat_name(s->match->game, s->match->seats - 1));
        return;
    }
    table_put_player(&d, seat, out);
    table_put_cards_of(&d, seat, out);
}

static void command_save(struct session *s, const char *rest, struct buf *out) {
    struct buf text;
    if (!*rest) {
        buf_puts(out, "  save where? Type save and a file name\n");
        return;
    }
    buf_init(&text);
    journal_write(s->match, s->journal ? s->journal->game : tn_game_title(s->match->game), &text);
    enum file_status status = text.failed ? FILE_NO_MEMORY : file_write(rest, text.data, text.n);
    if (status == FILE_OK)
        buf_printf(out, "  saved in %s\n", rest);
    else
        buf_printf(out, "  %s: %s\n", rest, file_status_text(status));
    buf_free(&text);
}

void session_put_link(const struct session *s, const char *before, struct buf *out) {
    struct buf text, error;
    buf_init(&text);
    buf_init(&error);
    if (link_write(s->match, s->journal ? s->journal->game : tn_game_title(s->match->game), &text, &error))
        buf_printf(out, "%s%s\n", before, text.data);
    else
        buf_printf(out, "  %s\n", error.data);
    buf_free(&text);
    buf_free(&error);
}

/* A link holds the seed, so it tells everything that is hidden: who hands it on should know. */
static void command_link(struct session *s, const char *rest, struct buf *out) {
    (void)rest;
    put_lines(s,
              "Opens this moment elsewhere: terrane replay LINK, terrane play --link LINK, or the page of a server. "
              "Whoever has it can see what is hidden now.",
              out);
    session_put_link(s, "", out);
}

static void command_score(struct session *s, const char *rest, struct buf *out) {
    struct drawing d = session_drawing(s);
    (void)rest;
    table_put_score(&d, false, out);
}

static void command_table(struct session *s, const char *rest, struct buf *out) {
    (void)rest, (void)out;
    s->drawn = false;
    s->redraw = true;
}

static void command_map(struct session *s, const char *rest, struct buf *out) {
    struct drawing d = session_drawing(s);
    size_t said = out->n;
    (void)rest;
    table_put_boards(&d, out);
    if (out->n == said) buf_puts(out, "  this game has no board\n");
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
    {"why", "NAME", "why something is not possible, even if not listed; a space by name or number", command_why},
    {"hint", "", "what a bot would answer, and what comes of it", command_hint},
    {"undo", "", "undo the last line", command_undo},
    {"table", "", "show the table again", command_table},
    {"map", "", "the boards alone, with a legend", command_map},
    {"score", "", "the score so far", command_score},
    {"log", "[N]", "the last lines of the log", command_log},
    {"player", "[SEAT]", "everything a player has", command_player},
    {"list", "[WORDS]", "the answers with what they do: all, or those with these words", command_list},
    {"signs", "", "what the signs mean; signs letters and signs pictures choose how they look", command_signs},
    {"card", "NAME", "the text of a card", command_card},
    {"find", "WORDS", "cards with a tag or with words in their text, yours first", command_find},
    {"cards", "[WORDS]", "all cards, or all that find would show", command_cards},
    {"save", "FILE", "write the game so far to a file", command_save},
    {"link", "", "the game so far as one text that opens it elsewhere", command_link},
    {"help", "", "this list", command_help},
    {"quit", "", "leave; the game is saved", command_quit},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void command_help(struct session *s, const char *rest, struct buf *out) {
    (void)rest;
    put_lines(
        s,
        "Answer with the number of an answer, the beginning of its words or a word in them; an empty line gives the "
        "answer marked <Enter>. Spaces go by their numbers on the map, those that can be chosen are marked >. What "
        "lies behind an answer can be named at once: the name of a card plays it. Where several may be chosen, one "
        "line is the whole choice, by number (1 3 4) or with commas between names. A * marks cards that can be "
        "chosen now, a ! answers that waste something. A command may begin with / when an answer has the same name.",
        out);
    for (size_t i = 0; i < COMMANDS; i++) {
        int used = (int)(strlen(commands[i].name) + 1 + strlen(commands[i].arguments));
        look_printf(&s->look, out, PAINT_STRONG, "    %s", commands[i].name);
        buf_printf(out, " %s", commands[i].arguments);
        text_pad(out, used, 16);
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
