/* Books of words: what a file may say, what is wrong with it and where, one and many, the order of holes, and that
 * whatever is done to a file it is read or refused, and written as it is read. */
#include "support/unit.h"

#include "base/buf.h"
#include "base/random.h"
#include "support/level.h"
#include "support/made.h"
#include "support/said.h"
#include "terrane_table.h"

#include <stdio.h>
#include <stdlib.h>

static const char game_text[] = "game \"Harvest\":\n"
                                "  players: 2\n"
                                "resource coin \"coins\", ore\n"
                                "player:\n"
                                "  var stock[resource]: number(0..) = 5\n"
                                "kind farm(price: number):\n"
                                "  rule do\n"
                                "farm Mill(3): do: gain(1 coin)\n"
                                "farm Dam(2): do: gain(2 coin)\n"
                                "flow:\n"
                                "  for me in players: gain(2 coin); lose(1 ore, by: next(me))\n"
                                "  repeat 4:\n"
                                "    turn:\n"
                                "      choose f in farm \"Build what?\"\n"
                                "      pay(1 ore)\n"
                                "      f.do()\n"
                                "    me = next(me)\n";

static tn_words *read_book(const char *text, tn_status wanted) {
    tn_words *words = tn_words_new();
    assert_non_null(words);
    assert_int_equal(tn_words_read(words, "x.de.words", text, strlen(text)), wanted);
    return words;
}

static void refused(const char *text, const char *code, const char *where) {
    char message[1024];
    tn_words *words = read_book(text, TN_DIAG);
    assert_true(tn_words_diag_count(words) > 0);
    tn_words_diag_text(words, 0, false, message, sizeof message);
    if (!strstr(message, code) || !strstr(message, where)) fail_msg("%s and %s are not in: %s", code, where, message);
    tn_words_free(words);
}

static void mistakes(void **state) {
    (void)state;
    refused("word\n  Wort\n", "E18", "x.de.words:1:1");
    refused("[names]\n\n  Wort\n", "E18", "x.de.words:3:3");
    refused("[nemas]\n", "E18", "x.de.words:1:1");
    refused("[names]\nword\n\tWort\n", "E18", "x.de.words:3:1");
    refused("[names]\nword\n  \xff\n", "E18", "x.de.words:3:1");
    refused("[names]\nword\n  Wort\n  Worte\n", "E18", "x.de.words:4:3");
    refused("[names]\nrow {1}\n  Reihe\n", "E19", "x.de.words:3:3");
    refused("[names]\nrow\n  Reihe {1}\n", "E19", "x.de.words:3:3");
    refused("[names]\n{1} of {2}\n  {1} von {1}\n", "E19", "{2} of the phrase is missing");
    refused("[names]\nword\n  Wort\n[names]\nword\n  Wort\n", "E20", "x.de.words:5:1");
}

static size_t text_of(const tn_words *words, char *out, size_t cap) {
    size_t n = tn_words_text(words, out, cap);
    assert_true(n < cap);
    return n;
}

static void said(const tn_words *words, const char *text, const char *wanted) {
    char out[256];
    tn_words_say(words, text, out, sizeof out);
    assert_string_equal(out, wanted);
}

static void phrases(void **state) {
    (void)state;
    tn_words *words =
        read_book("# Kopf\n[game]\nrow {1} of {2}\n  {2}, Reihe {1}\nbig\n  gro\xc3\x9f\n\\#one\n  \\#eins\n"
                  "open\n\nfour\\{\n  vier\\{\\n\n",
                  TN_OK);
    said(words, "row 3 of 12", "12, Reihe 3");
    said(words, "row three", "row three");
    said(words, "big", "gro\xc3\x9f");
    said(words, "#one", "#eins");
    said(words, "open", "open");
    said(words, "four{", "vier{\n");
    char text[1024];
    text_of(words, text, sizeof text);
    assert_memory_equal(text, "# Kopf\n", 7);
    tn_words_free(words);
}

/* Everything a game says while it is played for a while. */
static void hear(void *user, const tn_event *event) {
    buf_printf(user, "%s\n", event->text.bytes);
    said_list(event->text, user); /* names things as they are called here, in the order of the language */
}

static void play(const tn_game *game, struct buf *out) {
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *state = tn_state_new(game);
    char text[256];
    tn_ctx_sink(ctx, hear, out);
    tn_state_start(ctx, 1, 0, state);
    for (int i = 0; i < 3; i++) {
        tn_question q;
        assert_true(tn_state_question(game, state, TN_SPECTATOR, &q));
        tn_question_text(ctx, state, q.seat, text, sizeof text);
        buf_printf(out, "%s ", text);
        uint32_t answer = tn_state_nth(game, state, q.seat, (uint32_t)i % q.count);
        tn_answer_text(ctx, state, q.seat, answer, text, sizeof text);
        buf_printf(out, "%s\n", text);
        assert_true(tn_good(tn_state_apply(ctx, state, q.seat, answer)));
    }
    tn_state_free(state);
    tn_ctx_free(ctx);
}

static void one_and_many(void **state) {
    (void)state;
    tn_game *game = made_game(game_text), *german = NULL;
    tn_words *words = read_book("[engine]\n{1} gains {2}\n  {2} f\xc3\xbcr {1}\n{1} loses {2}\n  {1} gibt {2}\n"
                                "[names]\ncoin | coins\n  Taler | Talerchen\nore\n  Erz | Erze\n"
                                "[cards]\nMill\n  M\xc3\xbchle\n[questions]\nBuild what?\n  Was bauen?\n"
                                "[texts]\ngain {1}\n  \xc3\xbc"
                                "be {1} ein\nPrice {1}.\n  Preis {1}.\n",
                                TN_OK);
    assert_int_equal(tn_game_translate(game, words, &german), TN_OK);
    tn_words_free(words);
    struct buf out;
    buf_init(&out);
    play(german, &out);
    assert_non_null(strstr(out.data, "Was bauen? M\xc3\xbchle\n"));
    assert_non_null(strstr(out.data, "A gibt 1 Erz\n"));
    assert_non_null(strstr(out.data, "2 Talerchen f\xc3\xbcr A\n2 Talerchen:amount:0:2 A:seat:0 "));
    assert_non_null(strstr(out.data, "A: Was bauen? M\xc3\xbchle: -1 Erz, +1 Taler\n"));
    assert_non_null(strstr(out.data, "B: Was bauen? Dam: -1 Erz, +2 Talerchen\n")); /* missing: as in the definition */
    tn_card card;
    tn_game_card(german, 0, &card);
    assert_string_equal(card.text.bytes, "Preis 3. \xc3\x9c"
                                         "be 1 Taler ein.");
    assert_ptr_equal(tn_game_plain(german), game);
    buf_free(&out);
    tn_game_free(german);
    tn_game_free(game);
}

/* A member in a printed text has phrases of its own, which name it all the same: as many of it, with letters around it.
 */
static void members(void **state) {
    (void)state;
    static const char text_of_game[] = "game \"Holes\":\n"
                                       "  players: 1\n"
                                       "resource coin \"coins\", ore\n"
                                       "player:\n"
                                       "  var stock[resource]: number(0..) = 5\n"
                                       "def spoil(r: resource) \"spoil all {r} for {Mill}\": gain(1 r)\n"
                                       "kind farm(price: number):\n"
                                       "  rule do\n"
                                       "farm Mill(3): do: spoil(ore); spoil(coin)\n"
                                       "flow:\n"
                                       "  repeat 4:\n"
                                       "    turn: choose f in farm \"Build what?\"; f.do()\n";
    tn_game *game = made_game(text_of_game), *german = NULL;
    tn_card card;
    struct buf list;
    buf_init(&list);
    tn_game_card(game, 0, &card);
    assert_string_equal(card.text.bytes, "Price 3. Spoil all ore for Mill; spoil all coin for Mill.");
    said_list(card.text, &list);
    assert_string_equal(list.data, "3:number:3 ore:member:1 Mill:card:0 coin:member:0 Mill:card:0 ");
    tn_words *words =
        read_book("[names]\ncoin | coins\n  Taler | Talerchen\nore\n  Erz\n[cards]\nMill\n  M\xc3\xbchle\n"
                  "[texts]\nspoil all {1:ore} for {2}; spoil all {3:coin} for {4}\n"
                  "  f\xc3\xbcr {2} und {4} verderben {3:coin}, {1}e\n",
                  TN_OK);
    assert_int_equal(tn_game_translate(game, words, &german), TN_OK);
    tn_words_free(words);
    tn_game_card(german, 0, &card);
    assert_string_equal(card.text.bytes, "Price 3. F\xc3\xbcr M\xc3\xbchle und M\xc3\xbchle verderben Taler, Erze.");
    buf_clear(&list);
    said_list(card.text, &list);
    assert_string_equal(list.data, "3:number:3 M\xc3\xbchle:card:0 M\xc3\xbchle:card:0 Taler:member:0 Erz:member:1 ");
    assert_null(said_wrong(german, card.text));
    refused("[texts]\nspoil {1:ore}\n  verderbe\n", "E19", "{1} of the phrase is missing");
    buf_free(&list);
    tn_game_free(german);
    tn_game_free(game);
}

/* Two languages and the definition's own, told at once. */
static void hear_voices(void *user, const tn_event *event) {
    buf_printf(user, "%u %s\n", event->voice, event->text.bytes);
}

static void voices(void **state) {
    (void)state;
    tn_game *game = made_game(game_text), *other = NULL;
    tn_words *words = read_book("[engine]\n{1} loses {2}\n  {1} gibt {2}\n", TN_OK);
    assert_int_equal(tn_game_translate(game, words, &other), TN_OK);
    struct buf out;
    buf_init(&out);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *position = tn_state_new(game);
    tn_ctx_also(ctx, (const tn_game *const[]){other}, 1);
    tn_ctx_sink(ctx, hear_voices, &out);
    tn_state_start(ctx, 1, 0, position);
    assert_true(tn_good(tn_state_apply(ctx, position, 0, tn_state_nth(game, position, 0, 0))));
    assert_non_null(strstr(out.data, "0 A loses 1 ore\n1 A gibt 1 ore\n"));
    tn_state_free(position);
    tn_ctx_free(ctx);
    tn_words_free(words);
    tn_game_free(other);
    tn_game_free(game);
    buf_free(&out);
}

/* A file of the engine's phrases, damaged at random: never more than refused, and what is read is written so again. */
static void damaged(void **state) {
    (void)state;
    static char text[1 << 16], first[1 << 17], second[1 << 17];
    static const char odd[] = "\n\n  [[]]{{}}123\\\\##| \r\t\xc3\xff";
    for (long seed = 0; seed < level_pick(300, 2000, 20000); seed++) {
        tn_words *sound =
            read_book("[names]\ncoin | coins\n  Taler | Taler\n[log]\n{1} to {2}\n  zu {2}: {1}\n", TN_OK);
        assert_int_equal(tn_words_want(sound, NULL, NULL), TN_OK);
        size_t n = text_of(sound, text, sizeof text);
        tn_words_free(sound);
        for (uint32_t i = 0; i < 1 + (uint32_t)seed % 9; i++) {
            uint64_t dice = random_at((uint64_t)seed, 1, i);
            size_t at = (size_t)(dice >> 8) % n;
            if (dice % 3 == 0)
                memmove(text + at, text + at + 1, n - at), n--;
            else
                text[at] = odd[(dice >> 40) % (sizeof odd - 1)];
        }
        tn_words *words = tn_words_new(), *again = tn_words_new();
        tn_status status = tn_words_read(words, "damaged", text, n);
        assert_true(status == TN_OK || (status == TN_DIAG && tn_words_diag_count(words) > 0));
        size_t length = text_of(words, first, sizeof first);
        if (status == TN_OK) {
            assert_int_equal(tn_words_read(again, "again", first, length), TN_OK);
            text_of(again, second, sizeof second);
            assert_string_equal(first, second);
        }
        tn_words_free(words);
        tn_words_free(again);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(mistakes),     cmocka_unit_test(phrases),
                                       cmocka_unit_test(one_and_many), cmocka_unit_test(members),
                                       cmocka_unit_test(voices),       cmocka_unit_test(damaged)};
    return cmocka_run_group_tests_name("words.book", tests, NULL, NULL);
}
