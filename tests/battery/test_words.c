/* Every game in other words: the same game, and nothing said in the old ones.
 *
 * Two translations are made of the phrases a game exports. In the first every phrase is itself: all texts are the same
 * to the byte. In the second every phrase stands between « and »: outside of these no word may be left, wherever the
 * game speaks. Under both, questions, legal answers and the bytes of the position are those of the game.
 */
/* Not quick: every game. */
#include "support/unit.h"

#include "base/buf.h"
#include "show/describe.h"
#include "support/battery.h"
#include "support/said.h"

#include <stdlib.h>

enum { TEXT = 4096, ANSWERS = 60, SHOWN = 12, REASONS = 6 };

/* ---- books made of what a game exports */
static void put_marked(struct buf *out, const char *phrase) {
    const char *bar = strstr(phrase, " | ");
    if (bar)
        buf_printf(out, "  «%.*s» | «%s»\n", (int)(bar - phrase), phrase, bar + 3);
    else
        buf_printf(out, "  «%s»\n", phrase);
}

static tn_words *make_book(const struct battery_case *c, bool marked) {
    tn_words *phrases = tn_words_new(), *book = tn_words_new();
    struct buf text;
    buf_init(&text);
    assert_int_equal(tn_words_want(phrases, c->source, c->game), TN_OK);
    assert_int_equal(tn_words_want(phrases, NULL, NULL), TN_OK);
    for (size_t i = 0; i < tn_words_phrase_count(phrases); i++) {
        tn_phrase p;
        tn_words_phrase(phrases, i, &p);
        buf_printf(&text, "[%s]\n%s\n", p.group, p.text);
        if (marked)
            put_marked(&text, p.text);
        else
            buf_printf(&text, "  %s\n", p.text);
    }
    tn_status status = tn_words_read(book, "book", text.data, text.n);
    if (status != TN_OK) {
        char why[TEXT];
        tn_words_diag_text(book, 0, false, why, sizeof why);
        fail_msg("%s %s: %s", c->path, c->label, why);
    }
    buf_free(&text);
    tn_words_free(phrases);
    return book;
}

/* ---- what is said */
struct telling {
    struct battery_play *play;
    bool marked;
    struct buf log[2];   /* of both games, since the last answer */
    struct buf named[2]; /* what these texts name: the same in any words (here the order of holes stays) */
    const tn_game *other;
};

/* Whether all words stand between marks. */
static bool all_marked(const char *text) {
    int depth = 0;
    for (const char *c = text; *c; c++) {
        if (!strncmp(c, "«", 2)) depth++;
        if (!strncmp(c, "»", 2)) depth--;
        if (depth == 0 && ((*c >= 'a' && *c <= 'z') || (c[0] >= 'A' && c[0] <= 'Z' && c[1] >= 'a' && c[1] <= 'z')))
            return false;
    }
    return depth == 0;
}

static void compare(struct telling *t, const char *what, const char *plain, const char *other) {
    if (t->play->failed) return;
    if (!t->marked && strcmp(plain, other) != 0)
        battery_fail(t->play, "%s: \"%s\" became \"%s\" in the same words", what, plain, other);
    if (t->marked && !all_marked(other)) battery_fail(t->play, "%s: \"%s\" is not all translated", what, other);
}

static void check_spans(struct telling *t, const tn_game *game, const char *what, tn_text text) {
    const char *wrong = said_wrong(game, text);
    if (wrong && !t->play->failed) battery_fail(t->play, "%s: \"%s\": %s", what, text.bytes, wrong);
}

/* The things a text names, without its words. */
static void put_things(tn_text text, struct buf *out) {
    for (size_t i = 0; i < text.n; i++)
        buf_printf(out, "%u/%u/%d ", text.spans[i].kind, text.spans[i].index, (int)text.spans[i].value);
    buf_putc(out, ';');
}

static void hear_plain(void *user, const tn_event *event) {
    struct telling *t = user;
    buf_printf(&t->log[0], "%s\n%s\n", event->text.bytes, event->public_text.bytes);
    check_spans(t, t->play->of->game, "log", event->text);
    check_spans(t, t->play->of->game, "log", event->public_text);
    put_things(event->text, &t->named[0]), put_things(event->public_text, &t->named[0]);
}
static void hear_other(void *user, const tn_event *event) {
    struct telling *t = user;
    buf_printf(&t->log[1], "%s\n%s\n", event->text.bytes, event->public_text.bytes);
    check_spans(t, t->other, "log", event->text);
    check_spans(t, t->other, "log", event->public_text);
    put_things(event->text, &t->named[1]), put_things(event->public_text, &t->named[1]);
}

/* What a context said last. */
static void note_last(struct telling *t, int which, const tn_ctx *ctx, const char *what, const char *bytes) {
    tn_text text = said_last(ctx, bytes);
    check_spans(t, which ? t->other : t->play->of->game, what, text);
    put_things(text, &t->named[which]);
}

typedef size_t says(tn_ctx *, const tn_state *, unsigned, uint32_t, char *, size_t);

static void compare_answer(struct telling *t, tn_ctx *other, unsigned seat, uint32_t answer, const char *what,
                           says *say) {
    char plain[TEXT], said[TEXT];
    say(t->play->of->ctx, t->play->state, seat, answer, plain, sizeof plain);
    note_last(t, 0, t->play->of->ctx, what, plain);
    say(other, t->play->state, seat, answer, said, sizeof said);
    note_last(t, 1, other, what, said);
    compare(t, what, plain, said);
}

/* ---- explanations */
struct explained {
    struct telling *t;
    int which;
    struct buf text;
};

static void hear_reason(void *user, tn_reason kind, tn_text text) {
    struct explained *e = user;
    buf_printf(&e->text, "%d %s\n", (int)kind, text.bytes);
    check_spans(e->t, e->which ? e->t->other : e->t->play->of->game, "explanation", text);
    put_things(text, &e->t->named[e->which]);
}

static void compare_explanation(struct telling *t, tn_ctx *other, unsigned seat, uint32_t answer) {
    struct explained said[2] = {{t, 0, {0}}, {t, 1, {0}}};
    for (int i = 0; i < 2; i++) {
        buf_init(&said[i].text);
        tn_explain(i ? other : t->play->of->ctx, t->play->state, seat, answer, hear_reason, &said[i]);
    }
    compare(t, "explanation", said[0].text.data, said[1].text.data);
    buf_free(&said[0].text), buf_free(&said[1].text);
}

static void compare_question(struct telling *t, tn_ctx *other, const tn_question *q) {
    struct battery_play *p = t->play;
    char plain[TEXT], said[TEXT];
    tn_question_text(p->of->ctx, p->state, q->seat, plain, sizeof plain);
    note_last(t, 0, p->of->ctx, "question", plain);
    tn_question_text(other, p->state, q->seat, said, sizeof said);
    note_last(t, 1, other, "question", said);
    compare(t, "question", plain, said);
    for (uint32_t i = 0; i < q->count && i < SHOWN; i++)
        compare_answer(t, other, q->seat, tn_state_nth(p->of->game, p->state, q->seat, i), "answer", tn_answer_text);
    for (uint32_t i = 0; i < REASONS; i++) { /* of anything, legal or not */
        uint32_t answer = (p->n * 7919u + i * 104729u) % tn_game_answer_count(p->of->game);
        compare_answer(t, other, q->seat, answer, "why not", tn_why_not);
        if (i == 0) compare_explanation(t, other, q->seat, answer);
    }
}

/* Plays in both words at once. */
static void play_both(struct battery_case *c, const tn_game *game, bool marked) {
    struct battery_play play;
    struct telling t = {.play = &play, .marked = marked, .other = game};
    tn_question q;
    tn_ctx *other = tn_ctx_new(game);
    tn_state *state = tn_state_new(game);
    buf_init(&t.log[0]), buf_init(&t.log[1]);
    buf_init(&t.named[0]), buf_init(&t.named[1]);
    tn_ctx_sink(c->ctx, hear_plain, &t);
    tn_ctx_sink(other, hear_other, &t);
    bool going = battery_start(&play, c, 3, 0);
    tn_state_start(other, 3, 0, state);
    for (int i = 0; going && i < ANSWERS && battery_next(&play, &q); i++) {
        compare(&t, "log", t.log[0].data, t.log[1].data);
        buf_clear(&t.log[0]), buf_clear(&t.log[1]);
        compare_question(&t, other, &q);
        if (strcmp(t.named[0].data, t.named[1].data) != 0 && !play.failed)
            battery_fail(&play, "in other words other things are named:\n%s\n%s", t.named[0].data, t.named[1].data);
        buf_clear(&t.named[0]), buf_clear(&t.named[1]);
        uint32_t answer = battery_choose(&play, &q);
        if (!battery_answer(&play, q.seat, answer)) break;
        if (!tn_good(tn_state_apply(other, state, q.seat, answer))) battery_fail(&play, "refused in other words");
        if (!battery_same(c, play.state, state)) battery_fail(&play, "another position in other words");
    }
    tn_ctx_sink(c->ctx, NULL, NULL);
    battery_stop(&play);
    buf_free(&t.log[0]), buf_free(&t.log[1]);
    buf_free(&t.named[0]), buf_free(&t.named[1]);
    tn_state_free(state);
    tn_ctx_free(other);
}

/* ---- what is shown */
static void compare_json(struct battery_case *c, const tn_game *game, struct battery_play *p) {
    static char plain[1 << 20], other[1 << 20];
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state_json(c->ctx, p->state, TN_EVERYTHING, plain, sizeof plain);
    tn_state_json(ctx, p->state, TN_EVERYTHING, other, sizeof other);
    if (strcmp(plain, other) != 0) battery_fail(p, "the position as JSON is told in other words");
    tn_ctx_free(ctx);
}

/* ---- what is printed: by the law of all texts, and the same things in any words */
static void compare_text(struct telling *t, const char *what, tn_text plain, tn_text other) {
    if (t->play->failed) return;
    check_spans(t, t->play->of->game, what, plain);
    check_spans(t, t->other, what, other);
    put_things(plain, &t->named[0]), put_things(other, &t->named[1]);
    if (strcmp(t->named[0].data, t->named[1].data) != 0)
        battery_fail(t->play, "%s: \"%s\" names other things than \"%s\"", what, other.bytes, plain.bytes);
    buf_clear(&t->named[0]), buf_clear(&t->named[1]);
    compare(t, what, plain.bytes, other.bytes);
}

static void compare_cards(struct telling *t) {
    const tn_game *game = t->play->of->game;
    for (size_t i = 0; i < tn_game_card_count(game); i++) {
        tn_card plain, other;
        tn_game_card(game, i, &plain), tn_game_card(t->other, i, &other);
        compare(t, "card", plain.name, other.name), compare(t, "kind", plain.kind, other.kind);
        compare(t, "flavour", plain.flavour ? plain.flavour : "", other.flavour ? other.flavour : "");
        compare_text(t, "text of a card", plain.text, other.text);
        for (size_t k = 0; k < tn_card_clause_count(game, i); k++) {
            tn_clause a, b;
            tn_card_clause(game, i, k, &a), tn_card_clause(t->other, i, k, &b);
            compare_text(t, "clause", a.text, b.text);
        }
    }
}

static void compare_spaces(struct telling *t) {
    const tn_game *game = t->play->of->game;
    for (size_t i = 0; i < tn_game_space_count(game); i++) {
        tn_space plain, other;
        tn_game_space(game, i, &plain), tn_game_space(t->other, i, &other);
        compare(t, "kind of space", plain.title, other.title);
        compare_text(t, "text of a space", plain.text, other.text);
        for (size_t k = 0; k < tn_space_gift_count(game, i); k++) {
            tn_gift a, b;
            tn_space_gift(game, i, k, &a), tn_space_gift(t->other, i, k, &b);
            if (a.text.bytes) compare_text(t, "what a space gives", a.text, b.text);
        }
    }
}

static void compare_rules(struct telling *t) {
    const tn_game *game = t->play->of->game;
    for (size_t i = 0; i < tn_game_rule_count(game); i++) {
        tn_rule plain, other;
        tn_game_rule(game, i, &plain), tn_game_rule(t->other, i, &other);
        compare(t, "rule", plain.about, other.about);
        compare_text(t, "name of a rule", plain.name, other.name);
        compare_text(t, "rule", plain.text, other.text);
    }
    for (size_t track = 0; track < tn_game_track_count(game); track++) {
        for (size_t i = 0; i < tn_track_mark_count(game, track); i++) {
            tn_mark plain, other;
            tn_track_mark(game, track, i, &plain), tn_track_mark(t->other, track, i, &other);
            compare_text(t, "mark of a track", plain.text, other.text);
        }
    }
}

static void check_shown(struct battery_case *c, const tn_game *game, bool marked) {
    struct battery_play play;
    struct telling t = {.play = &play, .marked = marked, .other = game};
    struct buf plain, other;
    bool started = battery_start(&play, c, 3, 0);
    buf_init(&plain), buf_init(&other);
    describe_game(c->game, &plain);
    describe_game(game, &other);
    if (!marked) compare(&t, "description", plain.data, other.data);
    buf_init(&t.named[0]), buf_init(&t.named[1]);
    compare_cards(&t), compare_spaces(&t), compare_rules(&t);
    if (started) compare_json(c, game, &play);
    battery_stop(&play);
    buf_free(&plain), buf_free(&other);
    buf_free(&t.named[0]), buf_free(&t.named[1]);
}

static void check(struct battery_case *c) {
    for (int marked = 0; marked < 2; marked++) {
        tn_words *book = make_book(c, marked);
        tn_game *game = NULL;
        assert_int_equal(tn_game_translate(c->game, book, &game), TN_OK);
        tn_words_free(book);
        if (tn_game_hash(game) != tn_game_hash(c->game)) c->failures++;
        check_shown(c, game, marked);
        play_both(c, game, marked);
        tn_game_free(game);
    }
}

int main(void) {
    return battery_main("battery.words", false, check);
}
