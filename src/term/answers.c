/* answers.c: the numbered list of legal answers; see session.h. */
#include "term/session.h"
#include "term/table.h"

#include <stdlib.h>
#include <string.h>

enum { WITH_TEXT = 24 }; /* up to so many cards are listed with what they do */

bool answers_are_numbers(const struct menu *m) {
    for (uint32_t i = 0; i < m->n; i++) {
        char *end;
        strtol(m->texts[i], &end, 10);
        if (end == m->texts[i] || (*end != '\0' && *end != ' ')) return false;
    }
    return m->n > 0;
}

static bool card_of(const tn_game *game, uint32_t answer, tn_card *out) {
    for (size_t i = 0; i < tn_game_cards(game); i++) {
        tn_game_card(game, i, out);
        if (out->answer == answer) return true;
    }
    return false;
}

static bool list_as_cards(const struct session *s) {
    tn_card card;
    bool any = false;
    if (s->menu.n > WITH_TEXT) return false;
    for (uint32_t i = 0; i < s->menu.n; i++)
        any |= card_of(s->match->game, s->menu.ids[i], &card) && card.text && *card.text;
    return any;
}

static void put_answer(const struct session *s, uint32_t i, bool numbers, struct buf *out) {
    if (!numbers) look_printf(&s->look, out, PAINT_ANSWER, "%3u", i + 1);
    buf_printf(out, " %s", s->menu.texts[i]);
    if (s->menu.ids[i] == s->menu.question.preset) look_put(&s->look, out, PAINT_FAINT, " <Enter>");
}

static int columns_of_answer(const struct session *s, uint32_t i, bool numbers) {
    int preset = s->menu.ids[i] == s->menu.question.preset ? 8 : 0;
    return (numbers ? 1 : 4) + text_columns(s->menu.texts[i]) + preset;
}

static void put_card_lines(const struct session *s, struct buf *out) {
    for (uint32_t i = 0; i < s->menu.n; i++) {
        tn_card card;
        int used = columns_of_answer(s, i, false);
        put_answer(s, i, false, out);
        if (card_of(s->match->game, s->menu.ids[i], &card) && card.text && *card.text) {
            struct buf text;
            buf_init(&text, NULL);
            buf_puts(&text, card.text);
            for (char *c = text.data; *c; c++)
                if (*c == '\n') *c = ' ';
            buf_puts(out, ": ");
            size_t kept = text_fitting(text.data, s->look.width - used - 2);
            bool cut = kept < text.n;
            if (cut) kept = text_fitting(text.data, s->look.width - used - 5);
            look_printf(&s->look, out, PAINT_FAINT, "%.*s%s", (int)kept, text.data, cut ? "..." : "");
            buf_free(&text);
        }
        buf_putc(out, '\n');
    }
}

void answers_put(const struct session *s, struct buf *out) {
    bool numbers = answers_are_numbers(&s->menu);
    int widest = 1, used = 0;
    if (list_as_cards(s)) {
        put_card_lines(s, out);
        return;
    }
    for (uint32_t i = 0; i < s->menu.n; i++)
        if (columns_of_answer(s, i, numbers) > widest) widest = columns_of_answer(s, i, numbers);
    for (uint32_t i = 0; i < s->menu.n; i++) {
        if (used > 0 && used + 2 + widest > s->look.width) {
            buf_putc(out, '\n');
            used = 0;
        }
        if (used > 0) buf_puts(out, "  ");
        put_answer(s, i, numbers, out);
        used += widest + 2;
        bool more_fit = i + 1 < s->menu.n && used + widest <= s->look.width;
        if (more_fit) text_pad(out, columns_of_answer(s, i, numbers), widest);
    }
    if (s->menu.n > 0) buf_putc(out, '\n');
}
