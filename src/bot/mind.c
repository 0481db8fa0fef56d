/* mind.c: see mind.h. */
#include "bot/mind.h"

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

static bool add_opening(struct mind *mind, uint32_t site) {
    return mind_opens(mind, site) || VEC_PUSH(&mind->openings, site);
}

/* A question that follows one of somebody else, or a phase or a period that has just begun, opens a turn. */
static bool watch_game(struct mind *mind, tn_ctx *ctx, tn_state *state, uint64_t seed, uint64_t *turns) {
    const tn_game *game = mind->game;
    struct random random = {seed, 0};
    struct watch before = {0};
    tn_question question;
    tn_state_start(ctx, seed, 0, state);
    for (int n = 0; n < WATCHED_ANSWERS && tn_state_question(game, state, TN_SPECTATOR, &question); n++) {
        struct watch at = watch_at(game, state);
        bool opens = at.asked != before.asked || at.phase != before.phase || at.begun != before.begun;
        if (opens && !add_opening(mind, question.site)) return false;
        *turns += opens;
        before = at;
        uint32_t answer = tn_state_nth(game, state, question.seat, random_range(&random, question.count));
        if (tn_state_apply(ctx, state, question.seat, answer) != TN_OK) break;
    }
    return true;
}

static bool watch_games(struct mind *mind) {
    tn_ctx *ctx = tn_ctx_new(mind->game);
    tn_state *state = tn_state_new(mind->game);
    bool ok = ctx && state;
    for (uint64_t seed = 1; ok && seed <= WATCHED_GAMES; seed++) {
        uint64_t turns = 0;
        ok = watch_game(mind, ctx, state, seed, &turns);
        for (size_t i = 0; ok && i < tn_game_periods(mind->game) && i < 64; i++) {
            uint64_t begun = tn_state_period(mind->game, state, i);
            if (begun > 0 && begun * 2 * tn_game_seats(mind->game) <= turns) mind->rounds |= (uint64_t)1 << i;
        }
    }
    tn_state_free(state);
    tn_ctx_free(ctx);
    return ok;
}

bool mind_opens(const struct mind *mind, uint32_t site) {
    for (size_t i = 0; i < mind->openings.n; i++)
        if (mind->openings.data[i] == site) return true;
    return false;
}

uint64_t mind_rounds(const struct mind *mind, const tn_state *state) {
    uint64_t begun = 0;
    for (size_t i = 0; i < tn_game_periods(mind->game) && i < 64; i++)
        if (mind->rounds >> i & 1) begun += tn_state_period(mind->game, state, i);
    return begun;
}

/* ---- reading */
struct reader {
    struct mind *mind;
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
    int64_t whole = 0, part = 0, unit = MIND_ONE;
    bool digits = false;
    for (; *at >= '0' && *at <= '9' && whole <= MIND_MOST; at++, digits = true)
        whole = whole * 10 + (*at - '0');
    if (*at == '.')
        for (at++; *at >= '0' && *at <= '9' && unit > 1; at++, digits = true)
            part += (*at - '0') * (unit /= 10);
    if (!digits || *at) return wrong(r, "\"%s\" is no number with at most three digits behind the point", text);
    if (whole * MIND_ONE + part > MIND_MOST) return wrong(r, "%s is more than 1000", text);
    *out = (int32_t)(whole * MIND_ONE + part) * (*text == '-' ? -1 : 1);
    return true;
}

static void warn_unknown(struct reader *r, const char *sort, const char *name, const char *const *names, size_t n) {
    const char *near = n > 0 ? nearest(name, names, n) : NULL;
    buf_printf(r->warnings, "line %u: the game has no %s \"%s\"", r->line, sort, name);
    if (near) buf_printf(r->warnings, "; did you mean \"%s\"?", near);
    buf_puts(r->warnings, "\n");
}

static bool read_length(struct reader *r, char *const *words) {
    const tn_game *game = r->mind->game;
    const char *names[NAMES];
    int32_t length;
    size_t periods = 0;
    if (r->mind->period >= 0) return wrong(r, "the length is said twice");
    if (!read_thousandths(r, words[2], &length)) return false;
    if (length <= 0) return wrong(r, "a length of %s is not possible", words[2]);
    for (; periods < tn_game_periods(game) && periods < NAMES; periods++) {
        names[periods] = tn_game_period(game, periods, NULL);
        if (strcmp(names[periods], words[1]) != 0) continue;
        r->mind->period = (int)periods;
        r->mind->length = length;
        return true;
    }
    warn_unknown(r, "period", words[1], names, periods);
    return true;
}

static bool read_weight(struct reader *r, char *const *words, size_t n) {
    const char *names[NAMES], *name = r->names->data;
    struct mind_weight w = {.weight = 0};
    size_t known = 0;
    if (n != 2) return wrong(r, "expected NAME NUMBER or length PERIOD NUMBER");
    if (!read_thousandths(r, words[1], &w.weight)) return false;
    for (size_t i = 0; i < r->numbers.n; i++, name += strlen(name) + 1) {
        if (known < NAMES) names[known++] = name;
        if (strcmp(name, words[0]) != 0) continue;
        w.number = r->numbers.data[i];
        if (mind_weight(r->mind, &w.number) != 0) return wrong(r, "\"%s\" is said twice", words[0]);
        if (w.weight == 0 || VEC_PUSH(&r->mind->weights, w)) return true;
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
    buf_init(&line, NULL);
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
            ok = wrong(r, "this is no text");
        else
            ok = read_line(r, line.data);
        text += n;
    }
    buf_free(&line);
    return ok;
}

static bool read_text(struct mind *mind, const char *text, size_t size, struct buf *warnings, struct buf *error) {
    struct buf names;
    struct reader r = {.mind = mind, .names = &names, .warnings = warnings, .error = error};
    buf_init(&names, NULL);
    bool ok = numbers_list(mind->game, &r.numbers);
    for (size_t i = 0; i < r.numbers.n; i++) {
        number_name(mind->game, &r.numbers.data[i], &names);
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

struct mind *mind_new(const tn_game *game, const char *text, size_t size, struct buf *warnings, struct buf *error) {
    struct mind *mind = calloc(1, sizeof *mind);
    if (mind) *mind = (struct mind){.game = game, .period = -1};
    if (mind && text && !read_text(mind, text, size, warnings, error)) {
        mind_free(mind);
        return NULL;
    }
    if (mind && watch_games(mind)) return mind;
    buf_puts(error, "out of memory");
    mind_free(mind);
    return NULL;
}

void mind_free(struct mind *mind) {
    if (!mind) return;
    VEC_FREE(&mind->weights);
    VEC_FREE(&mind->openings);
    free(mind);
}

int32_t mind_weight(const struct mind *mind, const struct number *number) {
    for (size_t i = 0; i < mind->weights.n; i++) {
        const struct number *other = &mind->weights.data[i].number;
        if (other->sort == number->sort && other->which == number->which && other->index == number->index)
            return mind->weights.data[i].weight;
    }
    return 0;
}

/* ---- writing */
static void put_thousandths(struct buf *out, int32_t n) {
    int32_t size = n < 0 ? -n : n;
    buf_printf(out, " %s%d.%03d\n", n < 0 ? "-" : "", (int)(size / MIND_ONE), (int)(size % MIND_ONE));
}

void mind_write(const struct mind *mind, struct buf *out) {
    if (mind->period >= 0) {
        buf_printf(out, "length %s", tn_game_period(mind->game, (size_t)mind->period, NULL));
        put_thousandths(out, mind->length);
    }
    for (size_t i = 0; i < mind->weights.n; i++) {
        number_name(mind->game, &mind->weights.data[i].number, out);
        put_thousandths(out, mind->weights.data[i].weight);
    }
}

int32_t mind_share(const struct mind *mind, int64_t begun) {
    if (mind->period < 0 || mind->length <= 0) return MIND_ONE;
    int64_t left = mind->length - (begun > 0 ? begun - 1 : 0) * MIND_ONE;
    return left <= 0 ? 0 : (int32_t)(left * MIND_ONE / mind->length);
}

int32_t mind_to_come(const struct mind *mind, const tn_state *state) {
    return mind->period < 0 ? MIND_ONE : mind_share(mind, tn_state_period(mind->game, state, (size_t)mind->period));
}
