/* Every text a game generates, compared with tests/golden/text/NAME.txt: cards, spaces, questions, reasons, notes; and
 * the texts of small definitions, tests/lang/texts/NAME.game, each written to say one thing that is easily said wrong.
 *
 * Games are found by folder (games/NAME/NAME.game), in their default configuration; a new one needs no line here.
 * Texts are read by people: a change of one is reviewed as such. To write the files anew:
 *
 *   TERRANE_GOLDEN=write build/dev/tests/test_lang_text_golden && git diff tests/golden/text
 */
#include "support/unit.h"

#include "api/api.h"
#include "base/file.h"
#include "code/lookup.h"
#include "code/render.h"
#include "support/level.h"

#include <dirent.h>
#include <stdio.h>

enum { PATH = 512 };

/* ---- writing them down */
static void put_printed(struct buf *out, const struct program *p, struct words w) {
    struct arena arena;
    arena_init(&arena);
    buf_puts(out, render_kept(&arena, p, w, NULL));
    arena_free(&arena);
}

static void put_words(struct buf *out, const struct program *p, struct words w) {
    static const char *const types[] = {"nothing", "number", "yes or no", "player",
                                        "member",  "card",   "space",     "amount"};
    for (uint32_t i = 0; i < w.n; i++) {
        const struct piece *piece = &p->pieces[w.first + i];
        if (!piece_reads(piece))
            put_printed(out, p, (struct words){w.first + i, 1});
        else if (piece->hole)
            buf_printf(out, "{%s}", program_string(p, piece->member));
        else
            buf_printf(out, "{%s%s}", piece->kind.type < 8 ? types[piece->kind.type] : "?",
                       piece->kind.flags ? "s" : "");
    }
}

static void put_line(struct buf *out, const struct program *p, const char *what, struct words w) {
    if (!w.n) return;
    buf_printf(out, "%s: ", what);
    put_words(out, p, w);
    buf_putc(out, '\n');
}

static void put_cards(struct buf *out, const struct program *p) {
    for (uint32_t i = 0; i < p->n_cards; i++) {
        const struct card *c = &p->cards[i];
        if (c->copy) continue;
        struct arena arena;
        arena_init(&arena);
        buf_printf(out, "%s (%s)\n  %s\n", program_string(p, c->name), program_string(p, p->kinds[c->kind].name),
                   render_kept_card(&arena, p, i, NULL));
        arena_free(&arena);
    }
}

static void put_spaces(struct buf *out, const struct program *p) {
    for (uint32_t i = 0; i < p->n_spaces; i++)
        if (p->boards[p->spaces[i].board].in_use) {
            buf_printf(out, "%s: ", program_string(p, p->spaces[i].name));
            put_printed(out, p, p->spaces[i].text);
            buf_putc(out, '\n');
        }
}

static void put_rules(struct buf *out, const struct program *p) {
    for (uint32_t i = 0; i < p->n_rules; i++) {
        buf_printf(out, "%s: %*s", program_string(p, p->rules[i].about), 2 * p->rules[i].depth, "");
        put_printed(out, p, p->rules[i].name);
        if (p->rules[i].name.n) buf_puts(out, ": ");
        put_printed(out, p, p->rules[i].text);
        buf_putc(out, '\n');
    }
}

/* The entries of the flow say again what the flow says. */
static bool is_entry(const struct program *p, int32_t routine) {
    for (uint32_t i = 0; i < p->n_entries; i++)
        if (p->entries[i].routine == routine) return true;
    return false;
}

static void put_sites(struct buf *out, const struct program *p) {
    static const char *const kinds[] = {"reason", "event", "choose", "number", "yes or no", "either", "chance"};
    for (uint32_t i = 0; i < p->n_sites; i++) {
        const struct site *s = &p->sites[i];
        if (is_entry(p, s->routine)) continue;
        put_line(out, p, kinds[s->kind], s->words);
        if (s->kind == SITE_CHOOSE) put_line(out, p, "  fits", s->where);
        for (uint32_t k = 0; s->kind == SITE_OPTION && k < s->n_options; k++)
            put_line(out, p, "  or", p->labels[s->options + k]);
    }
    for (uint32_t i = 0; i < p->n_notes; i++)
        if (!is_entry(p, program_routine_at(p, p->notes[i].pc))) put_line(out, p, "note", p->notes[i].words);
}

/* A line is written once: the same reason stands behind many cards. */
static void put_once(struct buf *out, const struct buf *all) {
    for (char *line = all->data, *end; line && *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = 0;
        char key[1024];
        snprintf(key, sizeof key, "\n%s\n", line);
        bool option = !strncmp(line, "  ", 2);
        if (option || !out->data || !strstr(out->data, key)) buf_printf(out, "%s\n", line);
        *end = '\n';
    }
}

/* ---- comparing */
static void first_difference(const char *path, const char *want, const char *got) {
    unsigned line = 1;
    while (*want && *want == *got)
        line += *want == '\n', want++, got++;
    fprintf(stderr,
            "%s:%u differs at\n  file: %.160s\n  now:  %.160s\nif this is meant: TERRANE_GOLDEN=write, then review the "
            "diff\n",
            path, line, want, got);
}

static bool compare(const char *path, const struct buf *now) {
    const char *mode = getenv("TERRANE_GOLDEN");
    if (mode && !strcmp(mode, "write")) {
        FILE *f = fopen(path, "wb");
        assert_non_null(f);
        assert_int_equal(fwrite(now->data, 1, now->n, f), now->n);
        fclose(f);
        return true;
    }
    FILE *f = fopen(path, "rb");
    if (!f) {
        fprintf(stderr, "%s is missing: TERRANE_GOLDEN=write makes it\n", path);
        return false;
    }
    struct buf want;
    char part[4096];
    buf_init(&want);
    for (size_t n; (n = fread(part, 1, sizeof part, f));)
        buf_put(&want, part, n);
    fclose(f);
    bool same = want.n == now->n && (!want.n || !memcmp(want.data, now->data, want.n));
    if (!same) first_difference(path, want.data ? want.data : "", now->data);
    buf_free(&want);
    return same;
}

static bool check_texts(const char *path, const char *golden) {
    tn_source *source;
    tn_game *game;
    if (tn_source_load(path, &source) != TN_OK) return true; /* not a game: other tests say so */
    assert_int_equal(tn_game_new(source, NULL, &game), TN_OK);
    struct buf sites, out;
    buf_init(&sites), buf_init(&out);
    put_cards(&out, game->program);
    put_spaces(&out, game->program);
    put_rules(&out, game->program);
    buf_puts(&out, "\n---- questions, reasons and notes\n");
    put_sites(&sites, game->program);
    put_once(&out, &sites);
    bool same = compare(golden, &out);
    buf_free(&sites), buf_free(&out);
    tn_game_free(game);
    tn_source_free(source);
    return same;
}

static bool check_game(const char *name) {
    char path[2 * PATH], golden[2 * PATH];
    snprintf(path, sizeof path, "%s/games/%s/%s.game", level_root(), name, name);
    snprintf(golden, sizeof golden, "%s/tests/golden/text/%s.txt", level_root(), name);
    return check_texts(path, golden);
}

static void test_small_definitions(void **state) {
    (void)state;
    char path[2 * PATH], golden[2 * PATH];
    snprintf(path, sizeof path, "%s/tests/lang/texts", level_root());
    DIR *dir = opendir(path);
    assert_non_null(dir);
    unsigned wrong = 0, games = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        const char *end = strstr(entry->d_name, ".game");
        if (!end) continue;
        games++;
        snprintf(path, sizeof path, "%s/tests/lang/texts/%s", level_root(), entry->d_name);
        snprintf(golden, sizeof golden, "%s/tests/lang/texts/%.*s.txt", level_root(), (int)(end - entry->d_name),
                 entry->d_name);
        wrong += !check_texts(path, golden);
    }
    closedir(dir);
    assert_true(games > 5);
    assert_int_equal(wrong, 0);
}

static void test_every_game(void **state) {
    (void)state;
    char path[PATH];
    snprintf(path, sizeof path, "%s/games", level_root());
    DIR *dir = opendir(path);
    assert_non_null(dir);
    unsigned wrong = 0, games = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (entry->d_name[0] == '.') continue;
        games++;
        wrong += !check_game(entry->d_name);
    }
    closedir(dir);
    assert_true(games > 0);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_game), cmocka_unit_test(test_small_definitions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
