/* fuzz_link.c: any text as a link; and any bytes as the fields behind a sound checksum, played with one of the games.
 *
 * The first byte says which: 't' is a text as it stands; another is the number of a game, and what follows takes the
 * place of the answers of a sound link of that game. A link that is accepted is written again, the same.
 */
#include "base/hash.h"
#include "fuzz/harness.h"
#include "play/link.h"

enum { ANSWERS = 60 };

static void read_text(const char *text) {
    struct link l;
    struct buf error;
    buf_init(&error);
    if (link_read(&l, text, &error) == LINK_FINE && !*l.game) abort();
    if (error.n == 0 && !l.game) abort();
    link_free(&l);
    buf_free(&error);
}

/* A link to a game with those bytes as its answers, as link_read would give it. */
static void play(const tn_game *game, const uint8_t *data, size_t size) {
    struct match match;
    struct buf error, text;
    struct link l = {
        .rules = TN_RULES_VERSION, .seed = size ? data[0] : 0, .answers = size > 1 ? data[1] % ANSWERS : 0};
    buf_init(&error);
    buf_init(&text);
    l.bits = data + (size > 2 ? 2 : size);
    l.n_bits = 8 * (size > 2 ? size - 2 : 0);
    if (match_init(&match, game, l.seed) != TN_OK) abort();
    enum link_end end = link_play(&l, &match, &error);
    if (end == LINK_FINE && match.history.n != l.answers) abort();
    if (!link_write(&match, "game", &text, &error)) abort();
    struct link again;
    struct match second;
    if (link_read(&again, text.data, &error) != LINK_FINE) abort();
    if (match_init(&second, game, l.seed) != TN_OK || link_play(&again, &second, &error) != LINK_FINE) abort();
    if (tn_state_hash(game, match.state) != tn_state_hash(game, second.state)) abort();
    link_free(&again);
    match_free(&match);
    match_free(&second);
    buf_free(&error);
    buf_free(&text);
}

/* Any bytes as the fields, with the checksum they need. */
static void read_fields(const uint8_t *data, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    struct buf bytes, text;
    buf_init(&bytes);
    buf_init(&text);
    buf_put(&bytes, data, size);
    uint64_t check = hash_bytes(data, size, size % 2 ? 1 : 2);
    for (int i = 0; i < 4; i++)
        buf_putc(&bytes, (char)(check >> 8 * i & 255u));
    buf_puts(&text, size % 2 ? "t2-" : "t3-");
    for (size_t bit = 0; bit < 8 * bytes.n; bit += 6) {
        unsigned value = 0;
        for (size_t b = bit; b < bit + 6; b++)
            value = value << 1 | (b < 8 * bytes.n ? (uint8_t)bytes.data[b / 8] >> (7 - b % 8) & 1u : 0);
        buf_putc(&text, digits[value]);
    }
    read_text(text.data);
    buf_free(&bytes);
    buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    if (data[0] == 't') {
        char *text = strndup((const char *)data, size);
        if (text) read_text(text);
        free(text);
    } else {
        read_fields(data + 1, size - 1);
        play(harness_game(data[0]), data + 1, size - 1);
    }
    return 0;
}
