/* Golden transcripts: for every folder of games/, two random games of the default configuration as everybody at the
 * table could have written them down: each question with a choice, [the number of answers] and the one given, the log,
 * the scores and a hash of the final block. They are compared with tests/golden/NAME-SEED.txt; in
 * another language that the game has words in, with NAME-LANGUAGE-SEED.txt.
 *
 * When a change is meant to alter them, rewrite and review the diff:
 *
 *   TERRANE_GOLDEN=write build/dev/tests/test_golden_transcripts && git diff tests/golden
 *
 * The hash leaves out the first eight bytes of the block, which name the source text, so that a comment in a
 * definition changes no transcript. A hidden event is written as its owner reads it, then as the others do.
 */
#include "support/unit.h"

#include "base/buf.h"
#include "base/hash.h"
#include "play/language.h"
#include "support/battery.h"

#include <inttypes.h>

enum { SEEDS = 2, TEXT = 2048, SOURCE_NAME = 8, CONTEXT = 3 };

/* ---- writing one down */
struct writer {
    struct buf *out;
    char seat[16], answer[TEXT]; /* the event "SEAT: ... ANSWER" says what the line of the answer has said */
};

static bool said_before(const struct writer *w, const char *text) {
    size_t n = strlen(text), seat = strlen(w->seat), answer = strlen(w->answer);
    return answer > 0 && n >= seat + answer && strncmp(text, w->seat, seat) == 0 && text[seat] == ':' &&
           strcmp(text + n - answer, w->answer) == 0;
}

static void write_event(void *user, const tn_event *event) {
    struct writer *w = user;
    struct buf *out = w->out;
    const char *text = event->text.bytes, *others = event->public_text.bytes;
    if (said_before(w, text)) return;
    if (event->unit && !*text) return; /* a number only: its line comes later */
    buf_printf(out, "      %s\n", text);
    if (strcmp(text, others) != 0) buf_printf(out, "      (others: %s)\n", others);
}

static void write_answer(struct battery_play *p, const tn_question *q, uint32_t answer, struct writer *w) {
    char question[TEXT], text[TEXT];
    const char *seat = tn_game_seat_name(p->of->game, q->seat);
    w->answer[0] = '\0';
    if (q->count == 1) return;
    tn_question_text(p->of->ctx, p->state, q->seat, question, sizeof question);
    tn_answer_text(p->of->ctx, p->state, q->seat, answer, text, sizeof text);
    buf_printf(w->out, "%4u %s: %s [%u] %s\n", p->n, seat, question, q->count, text);
    snprintf(w->seat, sizeof w->seat, "%s", seat);
    memcpy(w->answer, text, sizeof text);
}

static void write_head(const struct battery_case *c, uint64_t seed, struct buf *out) {
    buf_printf(out, "%s, %u players, seed %" PRIu64, tn_game_title(c->game), tn_game_seat_count(c->game), seed);
    for (size_t i = 0; i < tn_game_option_count(c->game); i++) {
        const char *name, *value;
        tn_game_option(c->game, i, &name, &value);
        buf_printf(out, ", %s %s", name, value);
    }
    buf_puts(out, "\n");
}

static void write_end(struct battery_play *p, struct buf *out) {
    const struct battery_case *c = p->of;
    buf_printf(out, "the end after %u answers%s\n", p->n, tn_state_limited(c->game, p->state) ? ", by the limit" : "");
    for (unsigned seat = 0; seat < tn_game_seat_count(c->game); seat++) {
        buf_printf(out, "%s: %d", tn_game_seat_name(c->game, seat), tn_state_score(c->ctx, p->state, seat));
        for (size_t i = 0; i < tn_game_score_line_count(c->game); i++)
            buf_printf(out, "%s%s %d", i ? ", " : " = ", tn_game_score_line(c->game, i),
                       tn_state_score_line(c->ctx, p->state, seat, i));
        buf_printf(out, "; place %u\n", tn_state_rank(c->ctx, p->state, seat));
    }
    const unsigned char *bytes = (const unsigned char *)p->state;
    buf_printf(out, "hash %016" PRIx64 "\n",
               hash_bytes(bytes + SOURCE_NAME, tn_game_state_size(c->game) - SOURCE_NAME, 0));
}

static bool write_game(struct battery_case *c, uint64_t seed, struct buf *out) {
    struct battery_play p;
    tn_question q;
    struct writer writer = {.out = out};
    write_head(c, seed, out);
    tn_ctx_sink(c->ctx, write_event, &writer);
    if (battery_start(&p, c, seed, 0))
        while (battery_next(&p, &q)) {
            uint32_t answer = battery_choose(&p, &q);
            write_answer(&p, &q, answer, &writer);
            if (!battery_answer(&p, q.seat, answer)) break;
        }
    tn_ctx_sink(c->ctx, NULL, NULL);
    if (!p.failed) write_end(&p, out);
    battery_stop(&p);
    return !p.failed;
}

/* ---- comparing */
static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    struct buf text;
    buf_init(&text);
    char chunk[4096];
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;)
        buf_put(&text, chunk, n);
    fclose(file);
    char *copy = strdup(text.data ? text.data : "");
    buf_free(&text);
    return copy;
}

/* Shows the first lines that differ. */
static void show_difference(const char *path, const char *golden, const char *now) {
    size_t at = 0, line = 1, from = 0;
    while (golden[at] && golden[at] == now[at]) {
        if (golden[at] == '\n') line++, from = at + 1;
        at++;
    }
    fprintf(stderr, "%s:%zu: the game goes differently\n", path, line);
    const char *sides[2] = {golden + from, now + from};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < CONTEXT && *sides[s]; i++) {
            int n = (int)strcspn(sides[s], "\n");
            fprintf(stderr, "  %s %.*s\n", s ? "now   " : "golden", n, sides[s]);
            sides[s] += sides[s][n] ? n + 1 : n;
        }
    fprintf(stderr, "  if this is meant: TERRANE_GOLDEN=write, then review the diff\n");
}

static void compare(struct battery_case *c, const char *language, uint64_t seed, const char *now) {
    char path[1024];
    const char *name = strrchr(c->path, '/') + 1;
    snprintf(path, sizeof path, "%s/tests/golden/%.*s-%s%s%" PRIu64 ".txt", level_root(), (int)strcspn(name, "."), name,
             language, *language ? "-" : "", seed);
    const char *mode = getenv("TERRANE_GOLDEN");
    if (mode && strcmp(mode, "write") == 0) {
        FILE *file = fopen(path, "wb");
        if (!file || fputs(now, file) < 0) c->failures++, fprintf(stderr, "%s cannot be written\n", path);
        if (file) fclose(file);
        return;
    }
    char *golden = read_text(path);
    if (!golden) {
        c->failures++;
        fprintf(stderr, "%s is missing: TERRANE_GOLDEN=write makes it\n", path);
    } else if (strcmp(golden, now) != 0) {
        c->failures++;
        show_difference(path, golden, now);
    }
    free(golden);
}

/* The first game once more in every language the game has words in. */
static void check_language(struct battery_case *c, const char *path, const char *language) {
    struct battery_case other = *c;
    struct buf text;
    tn_game *game = NULL;
    buf_init(&text);
    tn_words *words = language_load(path, language, false, &text);
    if (!words || tn_game_translate(c->game, words, &game) != TN_OK) {
        c->failures++;
        fprintf(stderr, "%s: %s cannot be read\n%s", c->path, language, text.data);
    } else {
        buf_clear(&text);
        other.game = game;
        other.ctx = tn_ctx_new(game);
        other.failures = 0;
        if (write_game(&other, 1, &text)) compare(&other, language, 1, text.data);
        c->failures += other.failures;
        tn_ctx_free(other.ctx);
    }
    tn_game_free(game);
    tn_words_free(words);
    buf_free(&text);
}

static void check_languages(struct battery_case *c) {
    char path[1024];
    struct arena arena;
    catalogue_paths languages = {0};
    arena_init(&arena);
    snprintf(path, sizeof path, "%s/%s", level_root(), c->path);
    language_list(path, &arena, &languages);
    for (size_t i = 0; i < languages.n; i++)
        check_language(c, path, languages.data[i]);
    VEC_FREE(&languages);
    arena_free(&arena);
}

static void check(struct battery_case *c) {
    if (!c->is_default || strncmp(c->path, "games/", 6) != 0) return;
    check_languages(c);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct buf text;
        buf_init(&text);
        if (write_game(c, seed, &text)) compare(c, "", seed, text.data);
        buf_free(&text);
    }
}

int main(void) {
    return battery_main("golden.transcripts", false, check);
}
