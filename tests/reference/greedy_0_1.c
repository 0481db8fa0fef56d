/* greedy_0_1.c: see greedy_0_1.h. The code of version 0.1 as it was, in one file; it is not to be mended. */
#include "reference/greedy_0_1.h"

#include "base/nearest.h"
#include "terrane_table.h"

#include <stdlib.h>
#include <string.h>

enum { OLD_NUMBER_MOST = 1000000 };

enum sort_of_number { OLD_NUMBER_VAR, OLD_NUMBER_TRACK, OLD_NUMBER_ZONE };

struct number_of {
    enum sort_of_number sort;
    size_t which;        /* variable, track or zone */
    int index;           /* of a variable: its entry */
    int32_t low, places; /* of a track: where it begins, how many places a lap has */
};

typedef VEC(struct number_of) old_number_list;

enum {
    OLD_WEIGHT_ONE = 1000,
    OLD_WEIGHTS_MOST = 1000 * OLD_WEIGHT_ONE
}; /* a weight of 1; the largest one that may be written */

struct known_weight {
    struct number_of number;
    int32_t weight; /* thousandths of a point */
};

struct known {
    const tn_game *game;
    int period;                       /* that measures the length of a game; -1: nothing is known of it */
    int32_t length;                   /* thousandths of it in a game */
    VEC(struct known_weight) entries; /* those that are not 0 */
    VEC(uint32_t) openings;           /* sites of questions a turn begins with */
    uint64_t rounds;                  /* the periods in which every seat has several turns, a bit each */
};

static bool old_weights_opens(const struct known *weights, uint32_t site);
static int32_t old_weights_get(const struct known *weights, const struct number_of *number);
static void old_weights_free(struct known *weights);

static bool list_vars(const tn_game *game, old_number_list *out) {
    for (size_t i = 0; i < tn_game_var_count(game); i++) {
        tn_var var;
        tn_game_var(game, i, &var);
        if (var.scope != TN_PER_PLAYER || var.type != TN_IS_NUMBER) continue;
        for (int k = 0; k < var.indices; k++)
            if (!VEC_PUSH(out, (struct number_of){OLD_NUMBER_VAR, i, k, 0, 0})) return false;
    }
    return true;
}

static bool list_tracks(const tn_game *game, old_number_list *out) {
    for (size_t i = 0; i < tn_game_track_count(game); i++) {
        tn_track track;
        tn_game_track(game, i, &track);
        if (!track.per_player) continue;
        int32_t places = track.high - track.low + track.step;
        if (!VEC_PUSH(out, (struct number_of){OLD_NUMBER_TRACK, i, 0, track.low, places})) return false;
    }
    return true;
}

static bool list_zones(const tn_game *game, old_number_list *out) {
    for (size_t i = 0; i < tn_game_zone_count(game); i++) {
        tn_zone zone;
        tn_game_zone(game, i, &zone);
        if (zone.per_player && !VEC_PUSH(out, (struct number_of){OLD_NUMBER_ZONE, i, 0, 0, 0})) return false;
    }
    return true;
}

static bool old_numbers_list(const tn_game *game, old_number_list *out) {
    *out = (old_number_list){0};
    return list_vars(game, out) && list_tracks(game, out) && list_zones(game, out);
}

static void old_number_name(const tn_game *game, const struct number_of *number, struct buf *out) {
    if (number->sort == OLD_NUMBER_VAR) {
        tn_var var;
        tn_game_var(game, number->which, &var);
        buf_puts(out, var.name);
        if (var.index_sort >= 0) buf_printf(out, "[%s]", tn_var_index(game, number->which, number->index));
    } else if (number->sort == OLD_NUMBER_TRACK) {
        tn_track track;
        tn_game_track(game, number->which, &track);
        buf_puts(out, track.name);
    } else {
        tn_zone zone;
        tn_game_zone(game, number->which, &zone);
        buf_printf(out, "count(%s)", zone.name);
    }
}

static bool old_number_read(const tn_game *game, const tn_state *state, unsigned looker, unsigned owner,
                            const struct number_of *number, int32_t *out) {
    int laps = 0;
    switch (number->sort) {
    case OLD_NUMBER_VAR: return tn_var_get(game, state, looker, number->which, (int)owner, number->index, out);
    case OLD_NUMBER_TRACK:
        *out = tn_track_position(game, state, number->which, (int)owner, &laps) - number->low;
        *out += laps * number->places;
        return true;
    case OLD_NUMBER_ZONE:
        *out = (int32_t)tn_zone_get(game, state, looker, number->which, (int)owner, NULL, 0);
        return true;
    }
    return false;
}

static int64_t old_numbers_others(const tn_game *game) {
    unsigned seats = tn_game_seat_count(game);
    return seats > 1 ? seats - 1 : 1;
}

static int64_t old_number_lead(const tn_game *game, const tn_state *state, unsigned seat,
                               const struct number_of *number) {
    int32_t own, other;
    int64_t sum = 0, seen = 0, others = old_numbers_others(game);
    if (!old_number_read(game, state, seat, seat, number, &own)) return 0;
    for (unsigned s = 0; s < tn_game_seat_count(game); s++)
        if (s != seat && old_number_read(game, state, seat, s, number, &other)) {
            sum += other;
            seen++;
        }
    int64_t ahead = own * others - (seen > 0 ? sum * others / seen : 0);
    return ahead > OLD_NUMBER_MOST ? OLD_NUMBER_MOST : ahead < -OLD_NUMBER_MOST ? -OLD_NUMBER_MOST : ahead;
}

static uint64_t old_numbers_begun(const tn_game *game, const tn_state *state) {
    uint64_t begun = 0;
    for (size_t i = 0; i < tn_game_period_count(game); i++)
        begun += tn_state_period(game, state, i);
    return begun;
}

static int64_t old_number_margin(tn_ctx *ctx, const tn_game *game, const tn_state *state, unsigned seat) {
    int64_t best = INT64_MIN, own = tn_state_score(ctx, state, seat);
    unsigned seats = tn_game_seat_count(game);
    for (unsigned s = 0; s < seats; s++) {
        int64_t score = s == seat ? INT64_MIN : tn_state_score(ctx, state, s);
        if (score > best) best = score;
    }
    return own - (seats > 1 ? best : 0);
}

enum { WATCHED_GAMES = 2, WATCHED_ANSWERS = 4000, NAMES = 256, WORDS = 4 };

/* ---- where turns begin: found by watching, since no definition says it */
struct watch {
    uint32_t asked;
    const char *phase;
    uint64_t begun; /* all periods together */
};

static struct watch watch_at(const tn_game *game, const tn_state *state) {
    return (struct watch){tn_state_asked(game, state), tn_state_phase(game, state), old_numbers_begun(game, state)};
}

static bool add_opening(struct known *weights, uint32_t site) {
    return old_weights_opens(weights, site) || VEC_PUSH(&weights->openings, site);
}

/* A question that follows one of somebody else, or a phase or a period that has just begun, opens a turn. */
static bool watch_game(struct known *weights, tn_ctx *ctx, tn_state *state, uint64_t seed, uint64_t *turns) {
    const tn_game *game = weights->game;
    struct random random = {seed, 0};
    struct watch before = {0};
    tn_question question;
    tn_state_start(ctx, seed, 0, state);
    for (int n = 0; n < WATCHED_ANSWERS && tn_state_question(game, state, TN_SPECTATOR, &question); n++) {
        struct watch at = watch_at(game, state);
        bool opens = at.asked != before.asked || at.phase != before.phase || at.begun != before.begun;
        if (opens && !add_opening(weights, question.site)) return false;
        *turns += opens;
        before = at;
        uint32_t answer = tn_state_nth(game, state, question.seat, random_range(&random, question.count));
        if (!tn_good(tn_state_apply(ctx, state, question.seat, answer))) break;
    }
    return true;
}

static bool watch_games(struct known *weights) {
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

static bool old_weights_opens(const struct known *weights, uint32_t site) {
    for (size_t i = 0; i < weights->openings.n; i++)
        if (weights->openings.data[i] == site) return true;
    return false;
}

static uint64_t old_weights_rounds(const struct known *weights, const tn_state *state) {
    uint64_t begun = 0;
    for (size_t i = 0; i < tn_game_period_count(weights->game) && i < 64; i++)
        if (weights->rounds >> i & 1) begun += tn_state_period(weights->game, state, i);
    return begun;
}

/* ---- reading */
struct reader {
    struct known *weights;
    old_number_list numbers;
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
    int64_t whole = 0, part = 0, unit = OLD_WEIGHT_ONE;
    bool digits = false;
    for (; *at >= '0' && *at <= '9' && whole <= OLD_WEIGHTS_MOST; at++, digits = true)
        whole = whole * 10 + (*at - '0');
    if (*at == '.')
        for (at++; *at >= '0' && *at <= '9' && unit > 1; at++, digits = true)
            part += (*at - '0') * (unit /= 10);
    if (!digits || *at) return wrong(r, "\"%s\" is not a number with at most three decimals", text);
    if (whole * OLD_WEIGHT_ONE + part > OLD_WEIGHTS_MOST) return wrong(r, "%s is more than 1000", text);
    *out = (int32_t)(whole * OLD_WEIGHT_ONE + part) * (*text == '-' ? -1 : 1);
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
    struct known_weight w = {.weight = 0};
    size_t known = 0;
    if (n != 2) return wrong(r, "expected NAME NUMBER or length PERIOD NUMBER");
    if (!read_thousandths(r, words[1], &w.weight)) return false;
    for (size_t i = 0; i < r->numbers.n; i++, name += strlen(name) + 1) {
        if (known < NAMES) names[known++] = name;
        if (strcmp(name, words[0]) != 0) continue;
        w.number = r->numbers.data[i];
        if (old_weights_get(r->weights, &w.number) != 0) return wrong(r, "\"%s\" is said twice", words[0]);
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

static bool read_text(struct known *weights, const char *text, size_t size, struct buf *warnings, struct buf *error) {
    struct buf names;
    struct reader r = {.weights = weights, .names = &names, .warnings = warnings, .error = error};
    buf_init(&names);
    bool ok = old_numbers_list(weights->game, &r.numbers);
    for (size_t i = 0; i < r.numbers.n; i++) {
        old_number_name(weights->game, &r.numbers.data[i], &names);
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

static struct known *old_weights_new(const tn_game *game, const char *text, size_t size, struct buf *warnings,
                                     struct buf *error) {
    struct known *weights = calloc(1, sizeof *weights);
    if (weights) *weights = (struct known){.game = game, .period = -1};
    if (weights && text && !read_text(weights, text, size, warnings, error)) {
        old_weights_free(weights);
        return NULL;
    }
    if (weights && watch_games(weights)) return weights;
    buf_puts(error, "out of memory");
    old_weights_free(weights);
    return NULL;
}

static void old_weights_free(struct known *weights) {
    if (!weights) return;
    VEC_FREE(&weights->entries);
    VEC_FREE(&weights->openings);
    free(weights);
}

static int32_t old_weights_get(const struct known *weights, const struct number_of *number) {
    for (size_t i = 0; i < weights->entries.n; i++) {
        const struct number_of *other = &weights->entries.data[i].number;
        if (other->sort == number->sort && other->which == number->which && other->index == number->index)
            return weights->entries.data[i].weight;
    }
    return 0;
}

static int32_t old_weights_share(const struct known *weights, int64_t begun) {
    if (weights->period < 0 || weights->length <= 0) return OLD_WEIGHT_ONE;
    int64_t left = weights->length - (begun > 0 ? begun - 1 : 0) * OLD_WEIGHT_ONE;
    return left <= 0 ? 0 : (int32_t)(left * OLD_WEIGHT_ONE / weights->length);
}

static int32_t old_weights_to_come(const struct known *weights, const tn_state *state) {
    return weights->period < 0
               ? OLD_WEIGHT_ONE
               : old_weights_share(weights, tn_state_period(weights->game, state, (size_t)weights->period));
}

static int64_t old_weights_outlook(const struct known *weights, const tn_state *state, unsigned seat, int32_t to_come) {
    int64_t sum = 0;
    if (to_come == 0) return 0;
    for (size_t i = 0; i < weights->entries.n; i++)
        sum += weights->entries.data[i].weight *
               old_number_lead(weights->game, state, seat, &weights->entries.data[i].number);
    return sum * to_come / OLD_WEIGHT_ONE / old_numbers_others(weights->game);
}

enum { OTHERS_STEPS = 200 }; /* answers of the others to what is asked of all at once */

static bool give_any(const tn_game *game, tn_ctx *ctx, tn_state *state, const tn_question *q, struct random *random) {
    uint32_t answer = tn_state_nth(game, state, q->seat, random_range(random, q->count));
    return tn_good(tn_state_apply(ctx, state, q->seat, answer));
}

static void ahead_others(const tn_game *game, tn_ctx *ctx, tn_state *state, unsigned seat, struct random *random) {
    unsigned seats = tn_game_seat_count(game);
    tn_question question;
    for (int n = 0; n < OTHERS_STEPS; n++) {
        uint32_t others = tn_state_asked(game, state) & ~(1u << seat);
        unsigned other = 0;
        while (other < seats && !(others >> other & 1u))
            other++;
        if (other == seats || !tn_state_question(game, state, other, &question)) return;
        if (!give_any(game, ctx, state, &question, random)) return;
    }
}

static bool ahead_chance(const tn_game *game, tn_ctx *ctx, tn_state *state, struct random *random) {
    tn_question question;
    while (tn_state_asked(game, state) == 0 && tn_state_question(game, state, TN_CHANCE, &question))
        if (!give_any(game, ctx, state, &question, random)) return false;
    return true;
}

enum {
    TRIES = 60,           /* of a decision */
    PLAYED_TRIES = 240,   /* the same in a game without a score, where a try says little */
    WORLDS = 4,           /* positions it could be in, at most; */
    TRIES_OF_A_WORLD = 8, /* one for so many tries of an answer */
    DEPTH = 8,            /* of questions at which several answers are tried */
    STEPS = 40,           /* own answers of a try */
    PLAYED_OUT = 200      /* answers of a game played out */
};

static const int64_t WON = (int64_t)1 << 52;          /* above any sum of points */
static const int64_t WORTHLESS = -((int64_t)1 << 54); /* of a try that ended in a fault */

struct search {
    const struct known *weights; /* may be NULL */
    const tn_game *game;
    tn_ctx *ctx;
    struct random *random;
    unsigned seat, seats;
    size_t size;     /* of a state */
    bool scored;     /* the game has a score */
    char *blocks;    /* states: 0 the dealt position, 1 to DEPTH those of the try, and one more as scratch */
    int32_t to_come; /* at the decision, so that all of its answers are compared alike */
    const char *phase;
    uint64_t begun, rounds;
    unsigned steps; /* answers left in this try */
};

static tn_state *block(const struct search *s, unsigned depth) {
    return (tn_state *)(void *)(s->blocks + depth * s->size);
}

/* ---- what a position is worth */
/* Won, shared with others, or lost. */
static int64_t result(const struct search *s, const tn_state *state) {
    int64_t first = 0;
    for (unsigned seat = 0; seat < s->seats; seat++)
        first += tn_state_rank(s->ctx, state, seat) == 1;
    return first > 0 && tn_state_rank(s->ctx, state, s->seat) == 1 ? 2 * WON / first - WON : -WON;
}

static int64_t value(const struct search *s, const tn_state *state) {
    tn_status status = tn_state_status(s->game, state);
    if (status != TN_ASK && status != TN_OVER) return WORTHLESS;
    int64_t points = s->scored ? old_number_margin(s->ctx, s->game, state, s->seat) * OLD_WEIGHT_ONE : 0;
    if (status == TN_OVER) return result(s, state) + points;
    return points + (s->weights ? old_weights_outlook(s->weights, state, s->seat, s->to_come) : 0);
}

/* ---- one try */
static bool give(struct search *s, tn_state *state, unsigned seat, uint32_t answer) {
    return tn_good(tn_state_apply(s->ctx, state, seat, answer));
}

static uint32_t any_answer(struct search *s, const tn_state *state, const tn_question *question) {
    return tn_state_nth(s->game, state, question->seat, random_range(s->random, question->count));
}

/* The value at the end of a try. Without a score nothing tells who is ahead but the end of the game: then games are
 * played out at random, as many as there are tries left. */
static int64_t worth(struct search *s, unsigned depth, uint32_t tries) {
    tn_state *end = block(s, DEPTH + 1);
    tn_question question;
    int64_t sum = 0;
    if (s->scored || tn_state_status(s->game, block(s, depth)) != TN_ASK) return value(s, block(s, depth));
    for (uint32_t i = 0; i < tries; i++) {
        memcpy(end, block(s, depth), s->size);
        for (int n = 0; n < PLAYED_OUT && tn_state_question(s->game, end, TN_SPECTATOR, &question); n++)
            if (!give(s, end, question.seat, any_answer(s, end, &question))) break;
        sum += value(s, end);
    }
    return sum / tries;
}

static bool elsewhere(const struct search *s, const tn_state *state) {
    return tn_state_phase(s->game, state) != s->phase || old_numbers_begun(s->game, state) != s->begun;
}

/* Whether a new round has begun. What it brings is not counted: it comes anyway, and would make passing look good. */
static bool round_ended(const struct search *s, const tn_state *state) {
    return s->rounds > 0 && old_weights_rounds(s->weights, state) != s->rounds &&
           tn_state_status(s->game, state) == TN_ASK;
}

/* Runs to the seat's next question of this turn; false when the try has come to its end. */
static bool next_question(struct search *s, tn_state *state, tn_question *question) {
    if (!ahead_chance(s->game, s->ctx, state, s->random)) return false;
    if (tn_state_status(s->game, state) != TN_ASK || s->steps == 0) return false;
    if (!(tn_state_asked(s->game, state) >> s->seat & 1u)) return false;
    if (elsewhere(s, state) || !tn_state_question(s->game, state, s->seat, question)) return false;
    return question->flags & TN_SUBSET || !s->weights || !old_weights_opens(s->weights, question->site);
}

static int64_t try_answer(struct search *s, unsigned depth, uint32_t answer, uint32_t tries);

/* The best value that can be reached from the state at `depth` in that many tries. */
static int64_t explore(struct search *s, unsigned depth, uint32_t tries) {
    tn_state *state = block(s, depth);
    tn_question question;
    for (;;) {
        if (!next_question(s, state, &question)) return worth(s, depth, tries);
        if (tries > 1 && depth < DEPTH && question.count > 1 && question.preset == TN_NO_ANSWER) break;
        s->steps--;
        uint32_t answer = question.preset != TN_NO_ANSWER ? question.preset : any_answer(s, state, &question);
        memcpy(block(s, DEPTH + 1), state, s->size);
        if (!give(s, state, s->seat, answer)) return WORTHLESS;
        if (round_ended(s, state)) return value(s, block(s, DEPTH + 1));
    }
    uint32_t n = question.count < tries ? question.count : tries;
    uint32_t from = n < question.count ? random_range(s->random, question.count) : 0;
    int64_t best = WORTHLESS;
    unsigned steps = s->steps - 1;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t nth = (from + (uint32_t)((uint64_t)i * question.count / n)) % question.count;
        s->steps = steps;
        int64_t found = try_answer(s, depth + 1, tn_state_nth(s->game, state, s->seat, nth), tries / n);
        if (found > best) best = found;
    }
    return best;
}

/* An answer to the question of the state above `depth`. */
static int64_t try_answer(struct search *s, unsigned depth, uint32_t answer, uint32_t tries) {
    memcpy(block(s, depth), block(s, depth - 1), s->size);
    if (!give(s, block(s, depth), s->seat, answer)) return WORTHLESS;
    return round_ended(s, block(s, depth)) ? value(s, block(s, depth - 1)) : explore(s, depth, tries);
}

/* ---- the decision */
static uint32_t best_of(struct search *s, const tn_state *state, const int64_t *sums, uint32_t count) {
    uint32_t chosen = 0, equal = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (sums[i] < sums[chosen]) continue;
        equal = sums[i] == sums[chosen] ? equal + 1 : 1;
        if (equal == 1 || random_range(s->random, equal) == 0) chosen = i;
    }
    return tn_state_nth(s->game, state, s->seat, chosen);
}

static uint32_t decide(struct search *s, const tn_state *state, int64_t *sums, uint32_t count) {
    uint32_t all = s->scored ? TRIES : PLAYED_TRIES, tries = all / count > 0 ? all / count : 1;
    uint32_t worlds = tries / TRIES_OF_A_WORLD < WORLDS ? tries / TRIES_OF_A_WORLD : WORLDS;
    if (worlds == 0) worlds = 1;
    memset(sums, 0, count * sizeof *sums);
    for (uint32_t w = 0; w < worlds; w++) {
        tn_state_determinise(s->ctx, state, s->seat, random_next(s->random), block(s, 0));
        ahead_others(s->game, s->ctx, block(s, 0), s->seat, s->random);
        for (uint32_t i = 0; i < count; i++) {
            s->steps = STEPS;
            sums[i] += try_answer(s, 1, tn_state_nth(s->game, state, s->seat, i), tries / worlds);
        }
    }
    return best_of(s, state, sums, count);
}

static uint32_t choose(const struct bot_task *task, struct random *random) {
    const struct known *known = (const void *)task->weights; /* see greedy_0_1.h */
    tn_question question;
    if (!tn_state_question(task->game, task->state, task->seat, &question) || question.count == 0) return TN_NO_ANSWER;
    struct search s = {.weights = known, .game = task->game, .ctx = task->ctx, .random = random};
    s.seat = task->seat;
    s.seats = tn_game_seat_count(task->game);
    s.size = (tn_game_state_size(task->game) + 63) / 64 * 64;
    s.scored = tn_game_score_line_count(task->game) > 0;
    s.to_come = known ? old_weights_to_come(known, task->state) : 0;
    s.phase = tn_state_phase(task->game, task->state);
    s.begun = old_numbers_begun(task->game, task->state);
    s.rounds = known ? old_weights_rounds(known, task->state) : 0;
    size_t blocks = (DEPTH + 2) * s.size, sums = (question.count * sizeof(int64_t) + 63) / 64 * 64;
    s.blocks = aligned_alloc(64, blocks + sums);
    uint32_t answer = s.blocks ? decide(&s, task->state, (int64_t *)(void *)(s.blocks + blocks), question.count)
                               : any_answer(&s, task->state, &question);
    free(s.blocks);
    return answer;
}

const struct bot bot_greedy_0_1 = {"greedy-0.1", "greedy as it was in version 0.1", choose, .thinks = true};

const struct weights *greedy_0_1_weights(const tn_game *game, const char *text, size_t size, struct buf *error) {
    return (const void *)old_weights_new(game, text, size, error, error);
}

void greedy_0_1_free(const struct weights *weights) {
    old_weights_free((struct known *)(uintptr_t)weights);
}
