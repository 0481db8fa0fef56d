/* weights.c: see weights.h. */
#include "bot/weights.h"

#include "base/nearest.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { WATCHED_GAMES = 2, WATCHED_ANSWERS = 4000, NAMES = 256, WORDS = 4 };

/* ---- where turns begin: found by watching, since no definition says it */
struct watch {
    uint32_t asked;
    const char *phase;
    uint64_t begun; /* all periods together */
};

static struct watch watch_at(const tn_game *game, const tn_state *state) {
    return (struct watch){tn_state_asked(game, state), tn_state_phase(game, state), numbers_begun(game, state)};
}

static bool add_opening(struct weights *weights, uint32_t site) {
    return weights_opens(weights, site) || VEC_PUSH(&weights->openings, site);
}

/* A question that follows one of somebody else, or a phase or a period that has just begun, opens a turn; not one for
 * yes or no, which asks whether there is one more. */
static bool watch_game(struct weights *weights, tn_ctx *ctx, tn_state *state, uint64_t seed, uint64_t *turns) {
    const tn_game *game = weights->game;
    struct random random = {seed, 0};
    struct watch before = {0};
    tn_question question;
    tn_state_start(ctx, seed, 0, state);
    for (int n = 0; n < WATCHED_ANSWERS && tn_state_question(game, state, TN_SPECTATOR, &question); n++) {
        struct watch at = watch_at(game, state);
        bool opens = at.asked != before.asked || at.phase != before.phase || at.begun != before.begun;
        if (opens && question.kind != TN_YESNO && !add_opening(weights, question.site)) return false;
        *turns += opens;
        before = at;
        uint32_t answer = tn_state_nth(game, state, question.seat, random_range(&random, question.count));
        if (!tn_good(tn_state_apply(ctx, state, question.seat, answer))) break;
    }
    return true;
}

static bool watch_games(struct weights *weights) {
    tn_ctx *ctx = tn_ctx_new(weights->game);
    tn_state *state = tn_state_new(weights->game);
    bool ok = ctx && state;
    for (uint64_t seed = 1; ok && seed <= WATCHED_GAMES; seed++) {
        uint64_t turns = 0;
        ok = watch_game(weights, ctx, state, seed, &turns);
        for (size_t i = 0; ok && i < tn_game_period_count(weights->game) && i < 64; i++) {
            uint64_t begun = tn_state_period(weights->game, state, i);
            if (begun > 0 && begun * 2 * tn_game_seat_count(weights->game) <= turns)
                weights->rounds |= (uint64_t)1 << i;
        }
    }
    tn_state_free(state);
    tn_ctx_free(ctx);
    return ok;
}

bool weights_opens(const struct weights *weights, uint32_t site) {
    for (size_t i = 0; i < weights->openings.n; i++)
        if (weights->openings.data[i] == site) return true;
    return false;
}

uint64_t weights_rounds(const struct weights *weights, const tn_state *state) {
    uint64_t begun = 0;
    for (size_t i = 0; i < tn_game_period_count(weights->game) && i < 64; i++)
        if (weights->rounds >> i & 1) begun += tn_state_period(weights->game, state, i);
    return begun;
}

/* ---- reading */
struct reader {
    struct weights *weights;
    number_list numbers;
    struct buf *names, *warnings, *error; /* names: those of the numbers, each ended by a NUL */
    unsigned line;
};

static bool wrong(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool wrong(struct reader *r, const char *format, ...) {
    va_list args;
    buf_printf(r->error, "line %u: ", r->line);
    va_start(args, format);
    buf_vprintf(r->error, format, args);
    va_end(args);
    return false;
}

/* "-12.345" as thousandths. */
static bool read_thousandths(struct reader *r, const char *text, int32_t *out) {
    const char *at = text + (*text == '-' || *text == '+');
    int64_t whole = 0, part = 0, unit = WEIGHT_ONE;
    bool digits = false;
    for (; *at >= '0' && *at <= '9' && whole <= WEIGHTS_MOST; at++, digits = true)
        whole = whole * 10 + (*at - '0');
    if (*at == '.')
        for (at++; *at >= '0' && *at <= '9' && unit > 1; at++, digits = true)
            part += (*at - '0') * (unit /= 10);
    if (!digits || *at) return wrong(r, "\"%s\" is not a number with at most three decimals", text);
    if (whole * WEIGHT_ONE + part > WEIGHTS_MOST) return wrong(r, "%s is more than 1000", text);
    *out = (int32_t)(whole * WEIGHT_ONE + part) * (*text == '-' ? -1 : 1);
    return true;
}

static void warn_unknown(struct reader *r, const char *sort, const char *name, const char *const *names, size_t n) {
    const char *near = n > 0 ? nearest(name, names, n) : NULL;
    buf_printf(r->warnings, "line %u: the game has no %s \"%s\"", r->line, sort, name);
    if (near) buf_printf(r->warnings, "; did you mean \"%s\"?", near);
    buf_puts(r->warnings, "\n");
}

static bool read_length(struct reader *r, char *const *words) {
    const tn_game *game = r->weights->game;
    const char *names[NAMES];
    int32_t length;
    size_t periods = 0;
    if (r->weights->period >= 0) return wrong(r, "the length is said twice");
    if (!read_thousandths(r, words[2], &length)) return false;
    if (length <= 0) return wrong(r, "a length of %s is not possible", words[2]);
    for (; periods < tn_game_period_count(game) && periods < NAMES; periods++) {
        names[periods] = tn_game_period(game, periods, NULL);
        if (strcmp(names[periods], words[1]) != 0) continue;
        r->weights->period = (int)periods;
        r->weights->length = length;
        return true;
    }
    warn_unknown(r, "period", words[1], names, periods);
    return true;
}

static bool read_weight(struct reader *r, char *const *words, size_t n) {
    const char *names[NAMES], *name = r->names->data;
    struct weight w = {.weight = 0};
    size_t known = 0;
    if (n != 2) return wrong(r, "expected NAME NUMBER or length PERIOD NUMBER");
    if (!read_thousandths(r, words[1], &w.weight)) return false;
    for (size_t i = 0; i < r->numbers.n; i++, name += strlen(name) + 1) {
        if (known < NAMES) names[known++] = name;
        if (strcmp(name, words[0]) != 0) continue;
        w.number = r->numbers.data[i];
        if (weights_get(r->weights, &w.number) != 0) return wrong(r, "\"%s\" is said twice", words[0]);
        if (w.weight == 0 || VEC_PUSH(&r->weights->entries, w)) return true;
        return wrong(r, "out of memory");
    }
    warn_unknown(r, "number of a player", words[0], names, known);
    return true;
}

/* One line, without its end; it is cut into words in place. */
static bool read_line(struct reader *r, char *line) {
    char *words[WORDS], *rest = NULL;
    size_t n = 0;
    line[strcspn(line, "#")] = '\0';
    for (char *word = strtok_r(line, " \t\r", &rest); word; word = strtok_r(NULL, " \t\r", &rest)) {
        if (n == WORDS) return wrong(r, "too many words: \"%s\"", word);
        words[n++] = word;
    }
    if (n == 0) return true;
    return n == 3 && strcmp(words[0], "length") == 0 ? read_length(r, words) : read_weight(r, words, n);
}

static bool read_lines(struct reader *r, const char *text, size_t size) {
    struct buf line;
    bool ok = true;
    buf_init(&line);
    for (const char *end = text + size; ok && text < end; text++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t n = (size_t)((stop ? stop : end) - text);
        r->line++;
        buf_clear(&line);
        buf_put(&line, text, n);
        buf_putc(&line, ' '); /* so that it is writable though empty */
        if (line.failed)
            ok = wrong(r, "out of memory");
        else if (memchr(text, '\0', n))
            ok = wrong(r, "this is not text");
        else
            ok = read_line(r, line.data);
        text += n;
    }
    buf_free(&line);
    return ok;
}

static bool read_text(struct weights *weights, const char *text, size_t size, struct buf *warnings, struct buf *error) {
    struct buf names;
    struct reader r = {.weights = weights, .names = &names, .warnings = warnings, .error = error};
    buf_init(&names);
    bool ok = numbers_list(weights->game, &r.numbers);
    for (size_t i = 0; i < r.numbers.n; i++) {
        number_name(weights->game, &r.numbers.data[i], &names);
        buf_putc(&names, '\0');
    }
    if (!ok || names.failed)
        ok = (buf_puts(error, "out of memory"), false);
    else
        ok = read_lines(&r, text, size);
    VEC_FREE(&r.numbers);
    buf_free(&names);
    return ok;
}

struct weights *weights_new(const tn_game *game, const char *text, size_t size, struct buf *warnings,
                            struct buf *error) {
    struct weights *weights = calloc(1, sizeof *weights);
    if (weights) *weights = (struct weights){.game = game, .period = -1};
    if (weights && text && !read_text(weights, text, size, warnings, error)) {
        weights_free(weights);
        return NULL;
    }
    if (weights && watch_games(weights)) return weights;
    buf_puts(error, "out of memory");
    weights_free(weights);
    return NULL;
}

void weights_free(struct weights *weights) {
    if (!weights) return;
    VEC_FREE(&weights->entries);
    VEC_FREE(&weights->openings);
    free(weights);
}

int32_t weights_get(const struct weights *weights, const struct number *number) {
    for (size_t i = 0; i < weights->entries.n; i++) {
        const struct number *other = &weights->entries.data[i].number;
        if (other->sort == number->sort && other->which == number->which && other->index == number->index)
            return weights->entries.data[i].weight;
    }
    return 0;
}

/* ---- writing */
static void put_thousandths(struct buf *out, int32_t n) {
    int32_t size = n < 0 ? -n : n;
    buf_printf(out, " %s%d.%03d\n", n < 0 ? "-" : "", (int)(size / WEIGHT_ONE), (int)(size % WEIGHT_ONE));
}

void weights_write(const struct weights *weights, struct buf *out) {
    if (weights->period >= 0) {
        buf_printf(out, "length %s", tn_game_period(weights->game, (size_t)weights->period, NULL));
        put_thousandths(out, weights->length);
    }
    for (size_t i = 0; i < weights->entries.n; i++) {
        number_name(weights->game, &weights->entries.data[i].number, out);
        put_thousandths(out, weights->entries.data[i].weight);
    }
}

int32_t weights_share(const struct weights *weights, int64_t begun) {
    if (weights->period < 0 || weights->length <= 0) return WEIGHT_ONE;
    int64_t left = weights->length - (begun > 0 ? begun - 1 : 0) * WEIGHT_ONE;
    return left <= 0 ? 0 : (int32_t)(left * WEIGHT_ONE / weights->length);
}

int32_t weights_to_come(const struct weights *weights, const tn_state *state) {
    return weights->period < 0 ? WEIGHT_ONE
                               : weights_share(weights, tn_state_period(weights->game, state, (size_t)weights->period));
}

int64_t weights_outlook(const struct weights *weights, const tn_state *state, unsigned seat, int32_t to_come) {
    int64_t sum = 0;
    if (to_come == 0) return 0;
    for (size_t i = 0; i < weights->entries.n; i++)
        sum +=
            weights->entries.data[i].weight * number_lead(weights->game, state, seat, &weights->entries.data[i].number);
    return sum * to_come / WEIGHT_ONE / numbers_others(weights->game);
}
