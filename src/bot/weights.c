/* weights.c: see weights.h. */
#include "bot/weights.h"

#include "base/nearest.h"
#include "bot/ahead.h"

#include <stdlib.h>
#include <string.h>

enum { WATCHED_GAMES = 2, WATCHED_ANSWERS = 4000, NAMES = 256, WORDS = 4 };
enum { AIM = 60 * WEIGHT_ONE }; /* for each thing that wins by the rules */

/* ---- where turns begin: found by watching, since no definition says it */
struct watch {
    uint32_t asked;
    const char *phase;
    uint64_t begun; /* all periods together */
};

static struct watch watch_at(const tn_game *game, const tn_state *state) {
    return (struct watch){tn_state_asked(game, state), tn_state_phase(game, state), ahead_begun(game, state)};
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
    const char **sorted; /* names of all features */
    uint32_t *index;     /* which those are */
    uint8_t *said;       /* of each feature, a bit for each sort of line */
    struct buf *warnings, *error;
    unsigned line;
    bool aims; /* the text says what is aimed at */
};
enum { SAID_WORTH = 1, SAID_SQUARE = 2, SAID_LEFT = 4, SAID_AIM = 8 };

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

/* The feature of that name; n: there is none, which is told. */
static size_t find_feature(struct reader *r, const char *name) {
    size_t low = 0, high = r->weights->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(r->sorted[middle], name);
        if (order == 0) return r->index[middle];
        *(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
    }
    if (strchr(name, ':')) return r->weights->n;
    size_t names = 0;
    const char *near[NAMES];
    for (size_t i = 0; i < r->weights->of_players && names < NAMES; i++)
        if (!strchr(tn_features_name(r->weights->features, i), ':'))
            near[names++] = tn_features_name(r->weights->features, i);
    warn_unknown(r, "number", name, near, names);
    return r->weights->n;
}

static bool say_once(struct reader *r, size_t feature, uint8_t sort) {
    if (r->said[feature] & sort)
        return wrong(r, "\"%s\" is said twice", tn_features_name(r->weights->features, feature));
    r->said[feature] |= sort;
    return true;
}

/* NAME NUMBER NUMBER into the list of that sort. */
static bool read_pair(struct reader *r, char *const *words, struct weight *list, uint8_t sort) {
    struct weight w = {0, 0};
    if (!read_thousandths(r, words[1], &w.end) || !read_thousandths(r, words[2], &w.time)) return false;
    size_t i = find_feature(r, words[0]);
    if (i == r->weights->n) return true;
    if (sort != SAID_WORTH && i < r->weights->of_players) return wrong(r, "\"%s\" is not of the table", words[0]);
    list[i] = w;
    return say_once(r, i, sort);
}

static bool read_weight(struct reader *r, char *const *words) {
    struct weight w = {0, 0};
    if (!read_thousandths(r, words[1], &w.time)) return false;
    size_t i = find_feature(r, words[0]);
    if (i == r->weights->n) return true;
    r->weights->worth[i] = w;
    return say_once(r, i, SAID_WORTH);
}

static bool read_aim(struct reader *r, char *const *words) {
    int32_t aim;
    if (!read_thousandths(r, words[1], &aim)) return false;
    size_t i = find_feature(r, words[0]);
    if (i == r->weights->n) return true;
    if (i < r->weights->of_players) return wrong(r, "\"%s\" is not of the table", words[0]);
    if (!r->aims) memset(r->weights->aim, 0, r->weights->n * sizeof aim); /* those of the rules */
    r->aims = true;
    r->weights->aim[i] = aim;
    return say_once(r, i, SAID_AIM);
}

static bool read_words(struct reader *r, char *const *words, size_t n) {
    struct weights *w = r->weights;
    if (n == 3 && strcmp(words[0], "length") == 0) return read_length(r, words);
    if (n == 2 && strcmp(words[0], "left") == 0) {
        if (w->left_at_first >= 0) return wrong(r, "what is left is said twice");
        if (!read_thousandths(r, words[1], &w->left_at_first)) return false;
        return w->left_at_first >= 0 ? true : wrong(r, "less than nothing cannot be left");
    }
    if (n == 4 && strcmp(words[0], "left") == 0) return read_pair(r, words + 1, w->left, SAID_LEFT);
    if (n == 4 && strcmp(words[0], "square") == 0) return read_pair(r, words + 1, w->square, SAID_SQUARE);
    if (n == 3 && strcmp(words[0], "aim") == 0) return read_aim(r, words + 1);
    if (n == 3) return read_pair(r, words, w->worth, SAID_WORTH);
    if (n == 2) return read_weight(r, words);
    return wrong(r, "expected NAME NUMBER NUMBER or length PERIOD NUMBER");
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
    return n == 0 || read_words(r, words, n);
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

/* Names, each with the number of its feature behind it in memory of its own: sorted by the names. */
struct named {
    const char *name;
    uint32_t index;
};

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct named *)a)->name, ((const struct named *)b)->name);
}

static bool sort_names(struct reader *r) {
    const struct weights *w = r->weights;
    struct named *named = calloc(w->n + 1, sizeof *named);
    r->sorted = calloc(w->n + 1, sizeof *r->sorted);
    r->index = calloc(w->n + 1, sizeof *r->index);
    r->said = calloc(w->n + 1, 1);
    bool ok = named && r->sorted && r->index && r->said;
    for (size_t i = 0; ok && i < w->n; i++)
        named[i] = (struct named){tn_features_name(w->features, i), (uint32_t)i};
    if (ok) qsort(named, w->n, sizeof *named, by_name);
    for (size_t i = 0; ok && i < w->n; i++) {
        r->sorted[i] = named[i].name;
        r->index[i] = named[i].index;
    }
    free(named);
    return ok;
}

static bool read_text(struct weights *weights, const char *text, size_t size, struct buf *warnings, struct buf *error) {
    struct reader r = {.weights = weights, .warnings = warnings, .error = error};
    bool ok = sort_names(&r) ? read_lines(&r, text, size) : (buf_puts(error, "out of memory"), false);
    free((void *)r.sorted);
    free(r.index);
    free(r.said);
    return ok;
}

static bool is_weight(const struct weight *w) {
    return w->end != 0 || w->time != 0;
}

size_t weights_count(const struct weights *weights) {
    size_t n = 0;
    for (size_t i = 0; i < weights->n; i++)
        n += is_weight(&weights->worth[i]);
    return n;
}

/* Who plays alone wins by what becomes of the table: what the rules compare, each of it alike. */
static void aim_by_rules(struct weights *w) {
    for (size_t i = 0; i < tn_game_aim_count(w->game); i++) {
        tn_aim aim;
        tn_game_aim(w->game, i, &aim);
        int feature = tn_features_aim(w->features, i);
        if (feature < 0) continue;
        w->aim[feature] = aim.brings & TN_AIM_WIN ? AIM : aim.brings & TN_AIM_LOSS ? -AIM : 0;
    }
}

static struct weights *blank(const tn_game *game) {
    struct weights *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->game = game;
    w->period = w->left_at_first = -1;
    w->features = tn_game_features(game);
    if (w->features) w->n = tn_features_count(w->features, &w->of_players);
    w->worth = calloc(3 * w->n + 1, sizeof *w->worth);
    w->aim = calloc(w->n + 1, sizeof *w->aim);
    if (w->features && w->worth && w->aim) {
        w->square = w->worth + w->n;
        w->left = w->square + w->n;
        if (tn_game_seat_count(game) == 1) aim_by_rules(w);
        return w;
    }
    weights_free(w);
    return NULL;
}

void weights_settle(struct weights *weights) {
    weights->valued = weights_count(weights) > 0;
    for (size_t i = weights->of_players; i < weights->n; i++)
        weights->valued |= is_weight(&weights->square[i]) || weights->aim[i] != 0;
    size_t first, n = tn_features_computed(weights->features, &first);
    bool brief = true;
    for (size_t i = first; i < first + n; i++)
        brief = brief && !is_weight(&weights->worth[i]);
    tn_features_brief(weights->features, brief);
}

struct weights *weights_new(const tn_game *game, const char *text, size_t size, struct buf *warnings,
                            struct buf *error) {
    struct weights *weights = blank(game);
    if (weights && text && !read_text(weights, text, size, warnings, error)) {
        weights_free(weights);
        return NULL;
    }
    if (weights) weights_settle(weights);
    if (weights && watch_games(weights)) return weights;
    buf_puts(error, "out of memory");
    weights_free(weights);
    return NULL;
}

void weights_free(struct weights *weights) {
    if (!weights) return;
    tn_features_free(weights->features);
    free(weights->worth);
    free(weights->aim);
    VEC_FREE(&weights->openings);
    free(weights);
}

/* ---- writing */
static void put_thousandths(struct buf *out, int32_t n) {
    int32_t size = n < 0 ? -n : n;
    buf_printf(out, " %s%d.%03d", n < 0 ? "-" : "", (int)(size / WEIGHT_ONE), (int)(size % WEIGHT_ONE));
}

static void put_pair(const struct weights *weights, const char *sort, size_t i, const struct weight *w,
                     struct buf *out) {
    if (!is_weight(w)) return;
    buf_printf(out, "%s%s", sort, tn_features_name(weights->features, i));
    put_thousandths(out, w->end);
    put_thousandths(out, w->time);
    buf_putc(out, '\n');
}

void weights_write(const struct weights *weights, struct buf *out) {
    if (weights->period >= 0) {
        buf_printf(out, "length %s", tn_game_period(weights->game, (size_t)weights->period, NULL));
        put_thousandths(out, weights->length);
        buf_putc(out, '\n');
    }
    if (weights->left_at_first >= 0) {
        buf_puts(out, "left");
        put_thousandths(out, weights->left_at_first);
        buf_putc(out, '\n');
    }
    for (size_t i = 0; i < weights->n; i++) {
        if (weights->aim[i] == 0) continue;
        buf_printf(out, "aim %s", tn_features_name(weights->features, i));
        put_thousandths(out, weights->aim[i]);
        buf_putc(out, '\n');
    }
    for (size_t i = 0; i < weights->n; i++)
        put_pair(weights, "left ", i, &weights->left[i], out);
    for (size_t i = 0; i < weights->n; i++)
        put_pair(weights, "", i, &weights->worth[i], out);
    for (size_t i = 0; i < weights->n; i++)
        put_pair(weights, "square ", i, &weights->square[i], out);
}

int32_t weights_share(const struct weights *weights, int64_t begun) {
    if (weights->period < 0 || weights->length <= 0) return WEIGHT_ONE;
    int64_t left = weights->length - (begun > 0 ? begun - 1 : 0) * WEIGHT_ONE;
    return left <= 0 ? 0 : (int32_t)(left * WEIGHT_ONE / weights->length);
}
