/* link.c: see link.h. */
#include "play/link.h"

#include "base/hash.h"

#include <string.h>

enum { CHECK_BYTES = 4, TRAIL_BYTES = 2, HASH_BYTES = 8, TEXT_MOST = 200, OPTIONS_MOST = 200 };
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* ---- base64url */
static void put_base64(const uint8_t *bytes, size_t n, struct buf *out) {
    uint32_t held = 0;
    unsigned bits = 0;
    for (size_t i = 0; i < n; i++) {
        held = held << 8 | bytes[i];
        for (bits += 8; bits >= 6; bits -= 6)
            buf_putc(out, digits[held >> (bits - 6) & 63u]);
    }
    if (bits) buf_putc(out, digits[held << (6 - bits) & 63u]);
}

/* False: a character that is none of ours, or a length that no bytes have. */
static bool read_base64(const char *text, uint8_t *bytes, size_t *n) {
    uint32_t held = 0;
    unsigned bits = 0;
    *n = 0;
    for (; *text; text++) {
        const char *digit = strchr(digits, *text);
        if (!digit) return false;
        held = held << 6 | (uint32_t)(digit - digits);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes[(*n)++] = (uint8_t)(held >> bits);
    }
    return bits < 6 && (held & ((1u << bits) - 1)) == 0;
}

/* ---- bytes */
static void put_fixed(struct buf *out, uint64_t value, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        buf_putc(out, (char)(value >> 8 * i & 255u));
}

static void put_number(struct buf *out, uint64_t value) {
    for (; value >= 128; value >>= 7)
        buf_putc(out, (char)(128u | (value & 127u)));
    buf_putc(out, (char)value);
}

static void put_text(struct buf *out, const char *text) {
    put_number(out, strlen(text));
    buf_puts(out, text);
}

struct bytes_reader {
    const uint8_t *at, *end;
    bool failed; /* sticky; what is read from then on is 0 */
};

static uint64_t read_fixed(struct bytes_reader *r, unsigned n) {
    uint64_t value = 0;
    if ((size_t)(r->end - r->at) < n) return r->failed = true, r->at = r->end, 0;
    for (unsigned i = 0; i < n; i++)
        value |= (uint64_t)r->at[i] << 8 * i;
    r->at += n;
    return value;
}

static uint64_t read_number(struct bytes_reader *r) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !r->failed; shift += 7) {
        uint64_t byte = read_fixed(r, 1);
        bool overflows = shift == 63 && byte > 1, needless = shift > 0 && byte == 0;
        if (overflows || needless) break; /* one number is written in one way */
        value |= (byte & 127u) << shift;
        if (byte < 128) return value;
    }
    r->failed = true;
    return 0;
}

static const char *read_text(struct bytes_reader *r, struct arena *arena) {
    uint64_t n = read_number(r);
    if (n > TEXT_MOST || n > (size_t)(r->end - r->at)) return r->failed = true, "";
    for (size_t i = 0; i < n; i++)
        if (r->at[i] < ' ' || r->at[i] == 127) return r->failed = true, "";
    const char *text = arena_strdup(arena, (const char *)r->at, n);
    r->at += n;
    return text ? text : "";
}

/* ---- reading */
static const char *bare(const char *text) {
    for (const char *c = text; *c; c++)
        if (*c == '#' || *c == '/' || *c == '=') text = c + 1;
    return text;
}

bool link_meant(const char *text) {
    text = bare(text);
    size_t n = text[0] == 't' ? strspn(text + 1, "0123456789") : 0;
    return n > 0 && text[n + 1] == '-';
}

static enum link_end damaged(struct buf *error) {
    buf_puts(error, "the link is damaged: a part of it is missing or was changed");
    return LINK_DAMAGED;
}

static void read_options(struct bytes_reader *r, struct link *l) {
    uint64_t n = read_number(r);
    if (n > OPTIONS_MOST) r->failed = true;
    const char **options = ARENA_ARRAY(&l->arena, const char *, r->failed ? 1 : n + 1);
    for (uint64_t i = 0; i < n && options && !r->failed; i++) {
        options[i] = read_text(r, &l->arena);
        if (!strchr(options[i], '=')) r->failed = true;
    }
    l->config.options = options;
    l->config.n_options = r->failed ? 0 : n;
}

static enum link_end read_fields(struct link *l, const uint8_t *bytes, size_t n, struct buf *error) {
    struct bytes_reader r = {.at = bytes, .end = bytes + n};
    l->definition = read_fixed(&r, HASH_BYTES);
    uint64_t seats = read_number(&r);
    if (seats == 0 || seats > MATCH_SEATS) r.failed = true;
    l->config.seats = (unsigned)seats;
    l->game = read_text(&r, &l->arena);
    if (!*l->game || strchr(l->game, '/')) r.failed = true;
    read_options(&r, l);
    l->seed = read_number(&r);
    uint64_t answers = read_number(&r);
    l->trail = (uint16_t)read_fixed(&r, TRAIL_BYTES);
    l->bits = r.at;
    l->n_bits = (size_t)(r.end - r.at) * 8;
    if (r.failed) return damaged(error);
    if (answers > LINK_ANSWERS) return buf_puts(error, "the link holds too many answers"), LINK_TOO_LONG;
    l->answers = (uint32_t)answers;
    return l->arena.failed ? damaged(error) : LINK_FINE;
}

enum link_end link_read(struct link *l, const char *text, struct buf *error) {
    memset(l, 0, sizeof *l);
    arena_init(&l->arena);
    text = bare(text);
    if (!link_meant(text)) return buf_puts(error, "this is not a link to a game"), LINK_DAMAGED;
    l->rules = (unsigned)(text[1] - '0');
    if (text[2] != '-' || l->rules == 0 || l->rules > TN_RULES_VERSION)
        return buf_puts(error, "the link was written by another version of the program"), LINK_DAMAGED;
    text += 3;
    size_t length = strlen(text), n = 0;
    if (length > LINK_BYTES) return buf_puts(error, "the link is too long"), LINK_TOO_LONG;
    uint8_t *bytes = ARENA_ARRAY(&l->arena, uint8_t, length + 1);
    if (!bytes) return buf_puts(error, "out of memory"), LINK_DAMAGED;
    if (!read_base64(text, bytes, &n) || n < CHECK_BYTES) return damaged(error);
    n -= CHECK_BYTES;
    struct bytes_reader check = {.at = bytes + n, .end = bytes + n + CHECK_BYTES};
    if (read_fixed(&check, CHECK_BYTES) != (hash_bytes(bytes, n, l->rules) & UINT32_MAX)) return damaged(error);
    return read_fields(l, bytes, n, error);
}

void link_free(struct link *l) {
    arena_free(&l->arena);
    memset(l, 0, sizeof *l);
}

/* ---- what was possible */
/* How many answers each seat could give; the sum of them. */
static uint64_t count_choices(const tn_game *game, const tn_state *state, uint32_t counts[MATCH_SEATS]) {
    uint64_t sum = 0;
    for (unsigned seat = 0; seat < tn_game_seat_count(game) && seat < MATCH_SEATS; seat++) {
        tn_question q;
        counts[seat] = tn_state_question(game, state, seat, &q) ? q.count : 0;
        sum += counts[seat];
    }
    return sum;
}

static unsigned bits_for(uint64_t choices) {
    unsigned n = 0;
    while (choices > (uint64_t)1 << n)
        n++;
    return n;
}

static uint64_t follow_trail(uint64_t trail, const uint32_t counts[MATCH_SEATS]) {
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        trail = hash_mix(trail, counts[seat]);
    return trail;
}

static uint16_t end_trail(uint64_t trail, tn_status status) {
    return (uint16_t)hash_mix(trail, (uint64_t)status);
}

/* ---- playing */
static enum link_end otherwise(struct buf *error) {
    buf_puts(error, "the link does not fit the game as it is played now");
    return LINK_OTHER;
}

static uint64_t take_bits(const struct link *l, size_t *at, unsigned n) {
    uint64_t value = 0;
    for (unsigned i = 0; i < n; i++, ++*at)
        if (*at < l->n_bits && l->bits[*at / 8] >> *at % 8 & 1u) value |= (uint64_t)1 << i;
    return value;
}

enum link_end link_play(const struct link *l, struct match *m, struct buf *error) {
    uint64_t trail = 0;
    size_t at = 0;
    if (l->rules < TN_RULES_VERSION && match_restart_old(m, l->rules) == TN_NOMEM)
        return buf_puts(error, "out of memory"), LINK_OTHER;
    for (uint32_t i = 0; i < l->answers; i++) {
        uint32_t counts[MATCH_SEATS] = {0};
        uint64_t choices = count_choices(m->game, m->state, counts), choice = take_bits(l, &at, bits_for(choices));
        unsigned seat = 0;
        if (choice >= choices || at > l->n_bits) return otherwise(error);
        for (; choice >= counts[seat]; seat++)
            choice -= counts[seat];
        trail = follow_trail(trail, counts);
        tn_status status = match_answer(m, seat, tn_state_nth(m->game, m->state, seat, (uint32_t)choice));
        if (status == TN_NOMEM) return buf_puts(error, "out of memory"), LINK_OTHER;
        if (status != TN_OK && status != TN_FAULT) return otherwise(error);
    }
    bool ended = (at + 7) / 8 == l->n_bits / 8;
    return ended && end_trail(trail, match_status(m)) == l->trail ? LINK_FINE : otherwise(error);
}

/* ---- writing */
struct bits_writer {
    struct buf bytes;
    unsigned used; /* of the last byte; 0: none is open */
};

static void put_bits(struct bits_writer *w, uint64_t value, unsigned n) {
    for (unsigned i = 0; i < n; i++, w->used = (w->used + 1) % 8) {
        if (w->used == 0) buf_putc(&w->bytes, 0);
        if (!w->bytes.failed && value >> i & 1u) w->bytes.data[w->bytes.n - 1] |= (char)(1u << w->used);
    }
}

/* Where an answer stands among all that are possible. */
static bool place_of(const tn_game *game, const tn_state *state, const uint32_t counts[MATCH_SEATS], unsigned seat,
                     uint32_t answer, uint64_t *place) {
    struct arena scratch;
    arena_init(&scratch);
    uint32_t *ids = ARENA_ARRAY(&scratch, uint32_t, (size_t)counts[seat] + 1), i = 0;
    *place = 0;
    for (unsigned s = 0; s < seat; s++)
        *place += counts[s];
    if (ids) tn_state_answers(game, state, seat, ids, counts[seat]);
    while (ids && i < counts[seat] && ids[i] != answer)
        i++;
    bool found = ids && i < counts[seat];
    *place += i;
    arena_free(&scratch);
    return found;
}

/* Plays the history once more and notes each answer. */
static bool write_answers(const struct match *m, tn_ctx *ctx, tn_state *state, struct bits_writer *w, uint16_t *out) {
    uint64_t trail = 0;
    tn_state_start(ctx, m->seed, match_start_flags(m), state);
    for (size_t i = 0; i < m->history.n; i++) {
        const struct match_answer *made = &m->history.data[i];
        uint32_t counts[MATCH_SEATS] = {0};
        uint64_t choices = count_choices(m->game, state, counts), place;
        if (!place_of(m->game, state, counts, made->seat, made->answer, &place)) return false;
        put_bits(w, place, bits_for(choices));
        trail = follow_trail(trail, counts);
        tn_status status = tn_state_apply(ctx, state, made->seat, made->answer);
        if (!tn_good(status) && status != TN_FAULT) return false;
    }
    *out = end_trail(trail, tn_state_status(m->game, state));
    return !w->bytes.failed;
}

static void put_fields(const struct match *m, const char *game, const struct bits_writer *w, uint16_t trail,
                       struct buf *out) {
    const char *slash = strrchr(game, '/');
    put_fixed(out, tn_game_source_hash(m->game), HASH_BYTES);
    put_number(out, m->seats);
    put_text(out, slash ? slash + 1 : game);
    put_number(out, tn_game_option_count(m->game));
    for (size_t i = 0; i < tn_game_option_count(m->game); i++) {
        const char *name, *value;
        tn_game_option(m->game, i, &name, &value);
        put_number(out, strlen(name) + 1 + strlen(value));
        buf_printf(out, "%s=%s", name, value);
    }
    put_number(out, m->seed);
    put_number(out, m->history.n);
    put_fixed(out, trail, TRAIL_BYTES);
    buf_put(out, w->bytes.data, w->bytes.n);
    put_fixed(out, hash_bytes(out->data, out->n, match_rules(m)), CHECK_BYTES);
}

bool link_write(const struct match *m, const char *game, struct buf *out, struct buf *error) {
    if (m->origin || m->setup.n_orders)
        return buf_puts(error,
                        "a game that began with a position or an order of cards has no link: its journal has it"),
               false;
    if (m->history.n > LINK_ANSWERS) return buf_puts(error, "the game is too long for a link"), false;
    struct bits_writer w = {.used = 0};
    struct buf bytes;
    uint16_t trail = 0;
    buf_init(&w.bytes);
    buf_init(&bytes);
    tn_ctx *ctx = tn_ctx_new(m->game);
    tn_state *state = tn_state_new(m->game);
    bool fine = ctx && state && write_answers(m, ctx, state, &w, &trail);
    if (fine) put_fields(m, game, &w, trail, &bytes);
    fine = fine && !bytes.failed && bytes.n < LINK_BYTES / 2;
    if (fine) buf_printf(out, "t%u-", match_rules(m)), put_base64((const uint8_t *)bytes.data, bytes.n, out);
    if (!fine || out->failed) fine = (buf_puts(error, "the link could not be written"), false);
    tn_ctx_free(ctx);
    tn_state_free(state);
    buf_free(&w.bytes);
    buf_free(&bytes);
    return fine;
}
