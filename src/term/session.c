/* session.c: the conversation; see session.h. */
#include "term/session.h"

#include "base/hash.h"
#include "term/draw.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NEWS = 10, EXAMPLES = 2, LETTERS = 3 };

struct drawing session_drawing(struct session *s) {
    return (struct drawing){.look = &s->look,
                            .match = s->match,
                            .seat = s->seat,
                            .menu = &s->menu,
                            .legend = &s->legend,
                            .news = s->news,
                            .after_yes = s->after_yes};
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static void send(struct session *s, struct buf *out) {
    struct buf plain;
    buf_init(&plain);
    if (s->look.plain) text_put_ascii(&plain, out->data, out->n);
    fwrite(s->look.plain ? plain.data : out->data, 1, s->look.plain ? plain.n : out->n, s->out);
    buf_free(&plain);
    fflush(s->out);
    buf_clear(out);
}

void session_put_log(const struct session *s, size_t from, bool whole, struct buf *out) {
    struct drawing d = {.look = &s->look, .match = s->match, .seat = s->seat};
    table_put_log(&d, from, whole, out);
}

/* What happened since this seat was told last. */
static void put_news(struct session *s, struct buf *out) {
    size_t from = s->told[s->seat] < s->match->log.n ? s->told[s->seat] : s->match->log.n;
    session_put_log(s, from, false, out);
    s->news = from;
    s->told[s->seat] = s->match->log.n;
}

void session_put_fault(const struct session *s, struct buf *out) {
    struct arena scratch;
    arena_init(&scratch);
    const char *text = menu_fault(s->match->game, s->match->state, &scratch);
    look_printf(&s->look, out, PAINT_WARNING, "The rules stopped: %s\n",
                *s->match->wrong ? s->match->wrong
                : text && *text  ? text
                                 : "a bot failed");
    arena_free(&scratch);
}

/* Whether a seat knows what another may not see: then the keyboard is passed with a covered screen. */
static bool hides_something(const struct match *m) {
    for (size_t i = 0; i < tn_game_zone_count(m->game); i++) {
        tn_zone zone;
        tn_game_zone(m->game, i, &zone);
        if (zone.per_player && zone.see != TN_SEE_EVERYONE) return true;
    }
    for (size_t v = 0; v < tn_game_var_count(m->game); v++) {
        tn_var var;
        int32_t value;
        tn_game_var(m->game, v, &var);
        if (var.scope == TN_PER_PLAYER && m->seats > 1 && !tn_var_get(m->game, m->state, 1, v, 0, 0, &value))
            return true;
    }
    return false;
}

static bool read_line(struct session *s, char **line, size_t *cap, enum session_end *end) {
    errno = 0;
    ssize_t n = getline(line, cap, s->in);
    if (n < 0) {
        *end = errno == EINTR ? SESSION_INTERRUPTED : errno == ENOMEM ? SESSION_NO_MEMORY : SESSION_INPUT_ENDED;
        return false;
    }
    while (n > 0 && ((*line)[n - 1] == '\n' || (*line)[n - 1] == '\r' || (*line)[n - 1] == ' '))
        (*line)[--n] = '\0';
    return true;
}

/* The screen between two persons. False when the input ended. */
static bool pass_keyboard(struct session *s, struct buf *out, enum session_end *end) {
    char *line = NULL;
    size_t cap = 0;
    buf_puts(out, "\x1b[2J\x1b[3J\x1b[H\n\n    Pass the keyboard to ");
    look_put(&s->look, out, PAINT_SEAT + (int)s->seat, tn_game_seat_name(s->match->game, s->seat));
    buf_puts(out, " and press Enter. ");
    send(s, out);
    bool ok = read_line(s, &line, &cap, end);
    free(line);
    return ok;
}

/* The table as it is without the question: that the numbers of answers changed is no reason to draw it again. */
static uint64_t table_print(struct session *s) {
    struct drawing d = session_drawing(s);
    struct buf bare;
    d.menu = NULL;
    buf_init(&bare);
    table_put_boards(&d, &bare);
    table_put_tracks(&d, &bare);
    table_put_players(&d, &bare);
    table_put_zones(&d, &bare);
    uint64_t print = bare.n > 0 ? hash_bytes(bare.data, bare.n, s->seat) : 0;
    buf_free(&bare);
    return print;
}

/* The whole table when something on it has changed for whoever looks, else only the boards when a space is asked for;
 * on a screen the whole table again, so that all of it is in sight. `below`: lines of the question. */
static void put_position(struct session *s, int below, struct buf *out) {
    struct drawing d = session_drawing(s);
    uint64_t print = table_print(s);
    bool on_screen = s->look.height > 0 && answers_have_spaces(&s->menu);
    if (s->look.height > 0) d.room = larger(s->look.height - below - 1, 1);
    if (!s->drawn || print != s->print || on_screen) {
        table_put(&d, out);
        s->drawn = true;
        s->print = print;
    } else if (answers_have_spaces(&s->menu)) {
        table_put_boards(&d, out);
    }
}

/* "  all in one line, such as 1 3", with numbers that are there. */
static void put_how_many(struct session *s, struct buf *out) {
    unsigned number, said = 0;
    if (!several_possible(s)) return;
    buf_puts(out, look_on(&s->look, PAINT_FAINT));
    for (uint32_t i = 0; i < s->menu.n && said < EXAMPLES; i++)
        if (s->menu.ids[i] != TN_NO && answer_number(&s->menu, i, &number))
            buf_printf(out, "%s%u", said++ == 0 ? "\n  all in one line, such as " : " ", number);
    buf_puts(out, look_off(&s->look, PAINT_FAINT));
}

static void put_question(struct session *s, struct buf *out) {
    look_put(&s->look, out, PAINT_SEAT + (int)s->seat, tn_game_seat_name(s->match->game, s->seat));
    buf_puts(out, ": ");
    look_put(&s->look, out, PAINT_STRONG, s->menu.prompt);
    put_how_many(s, out);
    buf_putc(out, '\n');
    answers_put(s, out);
}

/* ---- what was typed */
static void put_several(const struct session *s, const char *line, struct buf *out) {
    buf_printf(out, "  \"%s\" could be: ", line);
    bool first = true;
    for (uint32_t i = 0; i < s->menu.n; i++) {
        if (words_compare(s->menu.texts[i], line) == WORDS_DIFFER) continue;
        buf_printf(out, "%s%s", first ? "" : ", ", s->menu.texts[i]);
        first = false;
    }
    buf_putc(out, '\n');
}

static void put_unsure(const struct menu *m, const char *line, uint32_t index, struct buf *out) {
    buf_puts(out, "  ");
    menu_put_unsure(m, line, m->ids[index], m->texts[index], out);
    buf_puts(out, ": type more of it\n");
}

/* The part of the line that names something of the game: all of it, or what stands behind "play"; NULL. */
static const char *part_with_name(const struct session *s, const char *line) {
    struct asking at = match_asking(s->match, s->seat);
    uint32_t named;
    for (const char *part = line; strlen(part) >= LETTERS; part += strspn(part, " ")) {
        if (menu_named(&at, part, &named, 1) > 0) return part;
        part += strcspn(part, " ");
    }
    return NULL;
}

/* What is there but not possible now is explained at once. */
static void put_misunderstood(struct session *s, const char *line, struct buf *out) {
    const char *part = part_with_name(s, line);
    if (part) {
        buf_printf(out, "  \"%s\" is not possible now:\n", line);
        command_why(s, part, out);
        return;
    }
    buf_printf(out, "  \"%s\" is not one of the answers", line);
    const char *near = menu_nearest(&s->menu, line);
    if (near) buf_printf(out, "; did you mean \"%s\"?", near);
    buf_puts(out, " (\"help\" lists the commands)\n");
}

static bool one_answer(const struct session *s, uint32_t index, struct reply *r) {
    r->n = foreseen_path(s, s->menu.ids[index], r->answers);
    return true;
}

static bool read_number(struct session *s, const char *line, unsigned long number, struct reply *r, struct buf *out) {
    uint32_t index;
    switch (answer_by_number(&s->menu, number, &index)) {
    case MENU_ONE: return one_answer(s, index, r);
    case MENU_SEVERAL: buf_printf(out, "  there are several spaces %s: type the name\n", line); break;
    case MENU_NONE:
    case MENU_UNSURE: buf_printf(out, "  no answer has the number %s\n", line); break;
    }
    return false;
}

static bool read_words(struct session *s, const char *line, struct reply *r, struct buf *out) {
    uint32_t index;
    size_t said = out->n;
    switch (menu_find(&s->menu, line, &index)) {
    case MENU_ONE: return one_answer(s, index, r);
    case MENU_SEVERAL: put_several(s, line, out); return false;
    case MENU_UNSURE: put_unsure(&s->menu, line, index, out); return false;
    case MENU_NONE: break;
    }
    if (named_answer_read(s, line, r, out)) return true;
    if (out->n == said) put_misunderstood(s, line, out);
    return false;
}

/* What a line means; false with a message, or when a command was run. */
static bool understand(struct session *s, const char *line, struct reply *r, struct buf *out) {
    uint32_t index = UINT32_MAX;
    unsigned long number;
    char word[16] = "";
    const char *text = *line == '/' ? line + 1 : line;
    size_t length = strcspn(text, " ");
    if (length < sizeof word) memcpy(word, text, length);
    const char *rest = text + length + strspn(text + length, " ");
    bool several = s->menu.question.flags & TN_SUBSET;
    bool exact = *line != '/' && *line != '#' && menu_find_exact(&s->menu, line, &index) == MENU_ONE;
    if (exact && !several) return one_answer(s, index, r);
    if (!exact && command_known(word)) return command_run(s, word, rest, out), false;
    if (*line == '/') return buf_printf(out, "  there is no command \"%s\"; try help\n", word), false;
    if (several) return several_read(s, &s->menu, r, line, out);
    if (is_number(line, &number) && !answers_are_numbers(&s->menu)) return read_number(s, line, number, r, out);
    return read_words(s, line, r, out);
}

/* An empty line is the preset answer, and where several may be chosen none of them. */
static bool take_preset(struct session *s, struct reply *r, struct buf *out) {
    for (uint32_t i = 0; i < s->menu.n; i++)
        if (s->menu.ids[i] == answers_preset(&s->menu)) return one_answer(s, i, r);
    if (s->interactive) buf_puts(out, "  type the number of an answer, or help\n");
    return false;
}

/* Whether the question is answered. */
static bool give(struct session *s, const struct reply *r) {
    struct span line = {s->match->history.n, 0};
    tn_status status = TN_OK;
    for (size_t i = 0; i < r->n && status == TN_OK; i++)
        status = match_answer(s->match, s->seat, r->answers[i]);
    line.to = s->match->history.n;
    if (r->n > 1) (void)VEC_PUSH(&s->lines, line); /* without memory it is undone step by step */
    return status != TN_ILLEGAL;
}

/* Asks until the question is answered or something else changed the position. False: the session ends with *end. */
static bool ask(struct session *s, struct buf *out, enum session_end *end) {
    char *line = NULL;
    size_t cap = 0;
    bool going = true, open = true;
    s->redraw = false;
    while (going && open) {
        if (s->interactive)
            look_printf(&s->look, out, PAINT_STRONG, "%s> ", tn_game_seat_name(s->match->game, s->seat));
        send(s, out);
        going = read_line(s, &line, &cap, end);
        if (!going) break;
        const char *text = line + strspn(line, " \t");
        struct reply reply = {.n = 0};
        if (*text ? understand(s, text, &reply, out) : take_preset(s, &reply, out)) open = !give(s, &reply);
        if (s->redraw) open = false;
        if (s->leave) {
            *end = SESSION_LEFT;
            going = false;
        }
    }
    free(line);
    return going;
}

/* One question of a person. */
static bool take_turn(struct session *s, struct buf *out, enum session_end *end) {
    s->seat = match_next(s->match);
    struct asking at = match_asking(s->match, s->seat);
    if (!menu_load(&s->menu, &at)) {
        *end = SESSION_NO_MEMORY;
        return false;
    }
    s->after_yes = false; /* what is behind "yes" is looked at from where the question is open */
    s->after_yes = foreseen_join(s);
    bool changed = s->last_seat != s->seat;
    if (changed && s->interactive && match_persons(s->match) > 1 && hides_something(s->match) &&
        !pass_keyboard(s, out, end))
        return false;
    s->last_seat = s->seat;
    put_news(s, out);
    struct buf question;
    buf_init(&question);
    put_question(s, &question);
    put_position(s, text_lines(question.data), out);
    buf_puts(out, question.data);
    buf_free(&question);
    return ask(s, out, end);
}

/* ---- the end */
/* "You" for the only person. */
static bool is_you(const struct match *m, unsigned seat) {
    return match_persons(m) == 1 && !m->bots[seat];
}

/* "{1} wins.": the names of those seats, painted, within the words of the phrase. */
static void put_verdict(struct session *s, uint32_t seats, const char *phrase, struct buf *out) {
    const tn_game *game = s->match->game;
    const char *text = tn_game_phrase(game, phrase), *hole = strchr(text, '{');
    if (hole && hole > text) look_printf(&s->look, out, PAINT_STRONG, "%.*s", (int)(hole - text), text);
    for (unsigned seat = 0; hole && seat < s->match->seats; seat++) {
        if (!(seats >> seat & 1u)) continue;
        bool you = is_you(s->match, seat);
        look_put(&s->look, out, PAINT_SEAT + (int)seat,
                 you ? tn_game_phrase(game, "You") : tn_game_seat_name(game, seat));
        uint32_t rest = seats >> seat >> 1; /* those still to be named */
        if (rest) words_put_between(game, !(rest & (rest - 1)), out);
    }
    look_printf(&s->look, out, PAINT_STRONG, "%s\n", hole ? hole + 3 : text);
}

static void put_winners(struct session *s, struct buf *out) {
    const struct match *m = s->match;
    uint32_t won = 0, all = (UINT32_C(1) << m->seats) - 1;
    for (unsigned seat = 0; seat < m->seats; seat++)
        won |= (uint32_t)(tn_state_rank(m->ctx, m->state, seat) == 1) << seat;
    if (tn_state_limited(m->game, m->state))
        buf_printf(out, "%s\n", tn_game_phrase(m->game, "The game was ended by its limit."));
    bool several = won & (won - 1), you = false;
    for (unsigned seat = 0; seat < m->seats; seat++)
        you |= (won ? won : all) >> seat & 1u && is_you(m, seat);
    if (won == 0)
        put_verdict(s, all, m->seats > 1 ? "Nobody wins." : you ? "{1} have lost." : "{1} has lost.", out);
    else if (won == all && m->seats > 1)
        put_verdict(s, 0, "A draw.", out);
    else
        put_verdict(s, won, several ? "{1} share the win." : you ? "{1} win." : "{1} wins.", out);
}

/* As the one person sees it; as everybody may see it when there are several, or none. */
static void put_result(struct session *s, struct buf *out) {
    size_t from = match_persons(s->match) == 0 ? 0 : s->told[s->last_seat % MATCH_SEATS];
    s->seat = TN_SPECTATOR;
    for (unsigned seat = 0; seat < s->match->seats && match_persons(s->match) == 1; seat++)
        if (!s->match->bots[seat]) s->seat = seat;
    session_put_log(s, from < s->match->log.n ? from : s->match->log.n, false, out);
    menu_free(&s->menu);
    struct drawing d = session_drawing(s);
    table_put(&d, out);
    table_put_score(&d, true, out);
    table_put_shares(&d, out);
    put_winners(s, out);
}

static void put_goodbye(struct session *s, enum session_end end, struct buf *out) {
    static const char *const reasons[] = {
        [SESSION_LEFT] = "Left.", [SESSION_INPUT_ENDED] = "The input ended.", [SESSION_INTERRUPTED] = "Interrupted."};
    if (end == SESSION_OVER) {
        put_result(s, out);
    } else if (end == SESSION_FAULT) {
        session_put_fault(s, out);
    } else if (end == SESSION_NO_MEMORY) {
        buf_puts(out, "Out of memory.\n");
    } else {
        buf_printf(out, "%s%s ", s->interactive ? "\n" : "", reasons[end]);
    }
    if (s->journal && s->journal->failed)
        buf_printf(out, "The journal %s could NOT be written completely.\n", s->journal->path);
    else if (s->journal)
        buf_printf(out, "The game is saved in %s\n", s->journal->path);
    else
        buf_putc(out, '\n');
    if (end == SESSION_OVER && s->interactive) session_put_link(s, "To watch it again: terrane replay ", out);
}

enum session_end session_run(struct session *s) {
    enum session_end end = SESSION_OVER;
    struct buf out;
    bool going = true;
    buf_init(&out);
    legend_init(&s->legend);
    s->legend.yes = tn_game_phrase(s->match->game, "yes");
    menu_init(&s->menu);
    foreseen_init(&s->behind, s->match->game);
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++) /* of a game gone on with only the last lines are news */
        s->told[seat] = s->match->log.n > NEWS && s->match->history.n > 0 ? s->match->log.n - NEWS : 0;
    s->last_seat = MATCH_SEATS;
    s->drawn = false;
    s->leave = s->redraw = false;
    while (going) {
        tn_status status = match_run(s->match);
        if (status == TN_ASK) {
            going = take_turn(s, &out, &end);
        } else {
            end = status == TN_OVER ? SESSION_OVER : status == TN_NOMEM ? SESSION_NO_MEMORY : SESSION_FAULT;
            going = false;
        }
    }
    put_goodbye(s, end, &out);
    send(s, &out);
    menu_free(&s->menu);
    legend_free(&s->legend);
    foreseen_free(&s->behind);
    VEC_FREE(&s->lines);
    buf_free(&out);
    return end;
}
