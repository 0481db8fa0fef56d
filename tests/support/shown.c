/* shown.c: see shown.h. */
#include "support/shown.h"

#include "support/unit.h"

#include "support/facts.h"

#include <stdio.h>

static void note(struct buf *list, const char *text) {
    buf_puts(list, text);
    buf_putc(list, '\n');
}

static void note_cards(struct buf *list, const tn_game *game) {
    for (size_t i = 0; i < tn_game_card_count(game); i++) {
        tn_card card;
        char line[256];
        tn_game_card(game, i, &card);
        snprintf(line, sizeof line, "%s\t%s\n", card.kind, card.name);
        if (card.zoned && !strstr(list->data, line)) buf_puts(list, line);
    }
}

static void look(void *user, const tn_game *game) {
    struct shown *s = user;
    note_cards(&s->cards, game);
    for (size_t i = 0; i < tn_game_scenario_count(game); i++) {
        tn_scenario scenario;
        tn_game_scenario(game, i, &scenario);
        note(&s->names, scenario.name);
        for (size_t k = 0; k < tn_scenario_step_count(game, i); k++) {
            tn_step step;
            tn_scenario_step(game, i, k, &step);
            size_t n = step.kind == TN_STEP_REFUSED ? step.n_words - 1 : step.kind == TN_STEP_PLAY ? step.n_words : 0;
            for (size_t w = 0; w < n; w++)
                note(&s->answers, step.words[w]);
        }
    }
}

void shown_read(struct shown *s, const char *game) {
    buf_init(&s->names), buf_init(&s->answers), buf_init(&s->cards);
    buf_puts(&s->names, "\n"), buf_puts(&s->answers, "\n"), buf_puts(&s->cards, "\n"); /* never without a text */
    facts_each_game(game, look, s);
    assert_false(s->names.failed || s->answers.failed || s->cards.failed);
}

void shown_free(struct shown *s) {
    buf_free(&s->names), buf_free(&s->answers), buf_free(&s->cards);
}

/* It stands at the beginning of a name and ends there, or is said anywhere in it as words of their own. */
bool shown_by_name(const struct shown *s, const char *what) {
    size_t n = strlen(what);
    for (const char *at = s->names.data + 1; (at = strstr(at, what)); at++) {
        char before = at[-1], after = at[n];
        bool begins = before == '\n' || before == ' ' || before == '(', ends = !after || strchr("\n :,;.'", after);
        if (begins && ends) return true;
    }
    return false;
}

bool shown_by_answer(const struct shown *s, const char *what) {
    char line[256];
    snprintf(line, sizeof line, "\n%s\n", what);
    return strstr(s->answers.data, line) != NULL;
}
