/* test_mutations.c: a designer misspells one word; is the mistake found, where it is, with the right word proposed?
 *
 * Words of the shipped definitions (games/FOLDER/FILE.game, found by folder) are misspelt one at a time: a letter
 * dropped, doubled, swapped with its neighbour or replaced. Each time the game's folder is copied with the one change
 * and compiled through terrane.h: as it stands first, then with every other option value and every number of seats,
 * until an error is reported (a module that is off by default is not looked at by default).
 *
 * What is misspelt: reserved words, words of declarations, keys of clauses, names of arguments, types, and every use
 * of a name, quoted ones too. What is not: comments, prompts, templates, answers in scenarios; a word of fewer than
 * three letters; a misspelling that is itself a word of any definition; and the places where a name is born (after
 * `def`, `let`, `choose`; a parameter; a label; the line of a score; an attribute of a name). A name born misspelt is
 * no mistake there: it is one at its uses, and those are what is tested here.
 *
 * MUTATIONS=n tries n places instead of 200, SEED=n others, SHOW=1 prints what was not found (SHOW=2: everything).
 */
#include "support/unit.h"

#include "terrane_table.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FILES = 64, MAX_PLACES = 40000, MAX_VOCABULARY = 8000, MAX_TOKENS = 600, SAME_WORD = 4 };

struct file {
    char folder[64], name[64];
    char *text;
    size_t size;
    bool main;
};

struct place {
    int file;
    size_t at, len; /* bytes of the word, without quotes */
    uint32_t line, col;
    bool quoted;
};

struct token {
    size_t at, len;
    char kind; /* w word, q quoted, p sign */
    int depth; /* brackets open before it */
};

static struct file files[MAX_FILES];
static int n_files;
static struct place *places;
static int n_places;
static char *vocabulary[MAX_VOCABULARY];
static int n_vocabulary;
static uint64_t random_state;

static uint32_t dice(uint32_t n) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % n;
}

/* ---- words of a file */
static bool letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool digit(char c) {
    return c >= '0' && c <= '9';
}

static bool token_is(const char *text, const struct token *t, const char *word) {
    return t->kind != 'q' && strlen(word) == t->len && memcmp(text + t->at, word, t->len) == 0;
}

static bool one_of(const char *text, const struct token *t, const char *const *words) {
    for (; *words; words++)
        if (token_is(text, t, *words)) return true;
    return false;
}

/* The tokens of a line, up to its comment. `depth` goes from line to line. */
static int line_tokens(const char *text, size_t from, size_t end, int *depth, struct token *out) {
    int n = 0;
    for (size_t i = from; i < end && n < MAX_TOKENS;) {
        char c = text[i];
        size_t start = i;
        if (c == '#') break;
        if (c == ' ') {
            i++;
            continue;
        }
        char kind = 'p';
        if (letter(c) || digit(c)) {
            while (i < end && (letter(text[i]) || digit(text[i])))
                i++;
            kind = letter(c) ? 'w' : 'n';
        } else if (c == '"') {
            for (i++; i < end && text[i] != '"';)
                i += text[i] == '\\' ? 2 : 1;
            i++;
            kind = 'q';
        } else {
            i++;
        }
        if (c == ')' || c == ']') --*depth;
        out[n++] = (struct token){start, i - start, kind, *depth};
        if (c == '(' || c == '[') ++*depth;
    }
    return n;
}

static void learn(const char *s, size_t n) {
    for (int i = 0; i < n_vocabulary; i++)
        if (strlen(vocabulary[i]) == n && !memcmp(vocabulary[i], s, n)) return;
    assert_true(n_vocabulary < MAX_VOCABULARY);
    vocabulary[n_vocabulary++] = strndup(s, n);
}

/* ---- which words are uses */
struct region {
    bool score, scenario, row, params; /* what the line, or the bracket left open on it, belongs to */
};

static const char *const naming[] = {"game",  "kind", "def",    "value", "signal", "var",      "zone", "track",
                                     "board", "rule", "option", "phase", "let",    "scenario", NULL};
static const char *const listing[] = {"resource", "tag", "piece", "symbol", "period", "option", "include", NULL};
static const char *const binding[] = {"let", "choose", "for", "together", NULL};
static const char *const headed[] = {"kind", "def", "value", "signal", NULL};
static const char *const not_kinds[] = {"needs", "choose", "let",    "emit",    "return", "if",       "for",
                                        "may",   "either", "or",     "while",   "repeat", "as",       "until",
                                        "when",  "after",  "adjust", "instead", "end",    "together", "round",
                                        "turn",  "else",   "player", "flow",    "score",  "tie",      NULL};

/* A name is born here, so it cannot be misspelt. */
static bool born(const char *text, const struct token *t, int n, int i, const struct region *r) {
    const struct token *next = i + 1 < n ? &t[i + 1] : NULL, *before = i > 0 ? &t[i - 1] : NULL;
    bool colon = next && token_is(text, next, ":");
    if (i > 0 && one_of(text, &t[0], listing)) return true;
    if (i == 1 && one_of(text, &t[0], naming)) return true;
    if (before && one_of(text, before, binding)) return true;
    if (before && next && token_is(text, next, "in") && (token_is(text, before, "(") || token_is(text, before, "[")))
        return true;
    if (colon && r->params && t[i].depth == 1) return true;
    if (colon && r->row && t[i].depth == 1) return true;
    if (r->score && colon && (i == 0 || (i == 2 && token_is(text, &t[0], "score")))) return true;
    bool instance =
        t[0].kind == 'w' && t[0].depth == 0 && !one_of(text, &t[0], naming) && !one_of(text, &t[0], not_kinds);
    return i == 1 && instance && t[1].kind != 'p';
}

static bool quoted_name(const char *text, const struct token *t, int n, int i) {
    if (i == 0 || i + 1 >= n || t[i].len > 62 || memchr(text + t[i].at, '{', t[i].len)) return false;
    static const char *const left[] = {"(", ",", "=", "[", NULL}, *const right[] = {",", ")", "]", NULL};
    return one_of(text, &t[i - 1], left) && one_of(text, &t[i + 1], right);
}

static void add_place(int file, const struct token *t, uint32_t line, size_t line_at, bool quoted) {
    assert_true(n_places < MAX_PLACES);
    size_t at = t->at + quoted, len = t->len - 2u * quoted;
    if (len < 3) return;
    places[n_places++] = (struct place){file, at, len, line, (uint32_t)(at - line_at) + 1, quoted};
}

static void line_places(int file, const struct token *t, int n, uint32_t line, size_t line_at, struct region *r) {
    const char *text = files[file].text;
    bool top = n > 0 && t[0].at == line_at;
    if (top)
        *r = (struct region){.score = token_is(text, &t[0], "score"), .scenario = token_is(text, &t[0], "scenario")};
    if (n > 0 && t[0].depth == 0) {
        r->row = token_is(text, &t[0], "row");
        r->params = one_of(text, &t[0], headed);
    }
    if (r->scenario && (top || token_is(text, &t[0], "play"))) return;
    for (int i = 0; i < n; i++) {
        if (token_is(text, &t[i], "refused")) return; /* answers in words follow */
        if (t[i].kind == 'w' && !born(text, t, n, i, r)) add_place(file, &t[i], line, line_at, false);
        if (t[i].kind == 'q' && !born(text, t, n, i, r) && quoted_name(text, t, n, i))
            add_place(file, &t[i], line, line_at, true);
    }
}

static void read_places(int file) {
    const struct file *f = &files[file];
    struct token tokens[MAX_TOKENS];
    struct region region = {0};
    int depth = 0;
    uint32_t line = 1;
    for (size_t from = 0; from < f->size; line++) {
        const char *end = memchr(f->text + from, '\n', f->size - from);
        size_t to = end ? (size_t)(end - f->text) : f->size;
        int n = line_tokens(f->text, from, to, &depth, tokens);
        for (int i = 0; i < n; i++)
            if (tokens[i].kind == 'w') learn(f->text + tokens[i].at, tokens[i].len);
        line_places(file, tokens, n, line, from, &region);
        from = to + 1;
    }
}

/* ---- files */
static char *read_all(const char *path, size_t *size) {
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    char *text = malloc(*size + 1);
    assert_int_equal(fread(text, 1, *size, f), *size);
    text[*size] = 0;
    fclose(f);
    return text;
}

static bool ends_with(const char *s, const char *end) {
    size_t n = strlen(s), k = strlen(end);
    return n > k && !strcmp(s + n - k, end);
}

static int by_name(const void *a, const void *b) {
    const struct file *x = a, *y = b;
    int order = strcmp(x->folder, y->folder);
    return order ? order : strcmp(x->name, y->name);
}

static void find_files(void) {
    DIR *games = opendir("games");
    assert_non_null(games);
    for (struct dirent *g; (g = readdir(games));) {
        char path[600];
        snprintf(path, sizeof path, "games/%s", g->d_name);
        DIR *folder = g->d_name[0] == '.' ? NULL : opendir(path);
        for (struct dirent *e; folder && (e = readdir(folder));) {
            if (!ends_with(e->d_name, ".game") || n_files == MAX_FILES) continue;
            struct file *f = &files[n_files++];
            snprintf(f->folder, sizeof f->folder, "%.63s", g->d_name);
            snprintf(f->name, sizeof f->name, "%.63s", e->d_name);
            snprintf(path, sizeof path, "games/%.63s/%.63s", f->folder, f->name);
            f->text = read_all(path, &f->size);
            f->main = !strncmp(f->text, "game ", 5) || strstr(f->text, "\ngame ");
        }
        if (folder) closedir(folder);
    }
    closedir(games);
    qsort(files, (size_t)n_files, sizeof *files, by_name);
}

static char temporary[64];

/* Where the copy of a file, or of its folder, lies. */
static void copy_path(const struct file *f, bool folder, char out[256]) {
    snprintf(out, 256, "%.63s/%.63s%s%.63s", temporary, f->folder, folder ? "" : "/", folder ? "" : f->name);
}

static void write_file(const struct file *f, const char *text, size_t size) {
    char path[256];
    copy_path(f, true, path);
    mkdir(path, 0700);
    copy_path(f, false, path);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, size, out), size);
    fclose(out);
}

static void remove_files(void) {
    char path[256];
    for (int i = 0; i < n_files; i++) {
        copy_path(&files[i], false, path);
        unlink(path);
        free(files[i].text);
    }
    for (int i = 0; i < n_files; i++) {
        copy_path(&files[i], true, path);
        rmdir(path);
    }
    rmdir(temporary);
    for (int i = 0; i < n_vocabulary; i++)
        free(vocabulary[i]);
}

/* ---- misspelling */
static bool known(const char *word) {
    for (int i = 0; i < n_vocabulary; i++)
        if (!strcmp(vocabulary[i], word)) return true;
    return false;
}

/* One letter dropped, doubled, swapped with the next or replaced. Returns false when that gives nothing new. */
static bool misspell(const char *word, char *out) {
    size_t n = strlen(word), i = dice((uint32_t)n);
    if (!letter(word[i]) || word[i] == '_') return false;
    memcpy(out, word, n + 1);
    switch (dice(4)) {
    case 0: memmove(out + i, out + i + 1, n - i); break;
    case 1: memmove(out + i + 1, word + i, n - i + 1); break;
    case 2:
        if (i + 1 >= n || !letter(word[i + 1])) return false;
        out[i] = word[i + 1], out[i + 1] = word[i];
        break;
    default: out[i] = (char)('a' + dice(26)); break;
    }
    return strcmp(out, word) && !known(out) && (letter(out[0]) || digit(word[0]));
}

/* ---- trying */
struct result {
    bool found, line, column, suggested; /* an error at all; on that line; at the word; with the right proposal */
    size_t errors;
    char first[2000];
};

static uint32_t characters(const char *s, size_t n) {
    uint32_t k = 0;
    for (size_t i = 0; i < n; i++)
        k += (s[i] & 0xc0) != 0x80;
    return k;
}

static void judge(tn_source *s, const struct place *p, const char *wanted, size_t new_len, struct result *r) {
    const struct file *f = &files[p->file];
    uint32_t col = characters(f->text + p->at - (p->col - 1), p->col - 1) + 1;
    r->found = tn_source_error_count(s) > 0;
    r->errors = tn_source_error_count(s);
    for (size_t i = 0; i < tn_source_diag_count(s); i++) {
        tn_diag d;
        tn_source_diag(s, i, &d);
        if (d.level != 0) continue;
        if (!r->first[0]) tn_source_diag_text(s, i, false, r->first, sizeof r->first);
        bool here = d.file && ends_with(d.file, f->name) && d.line == p->line;
        bool at = here && d.col + p->quoted >= col && d.col <= col + new_len;
        r->line = r->line || here;
        r->column = r->column || at;
        r->suggested = r->suggested || (here && strstr(d.text, wanted));
    }
}

static bool compile(tn_source *s, const tn_config *config) {
    tn_game *game = NULL;
    tn_status status = tn_game_new(s, config, &game);
    tn_game_free(game);
    assert_true(status == TN_OK || status == TN_DIAG || status == TN_BAD_CONFIG);
    return status != TN_DIAG;
}

/* Every configuration that differs from the default in one respect, until one has an error. */
static void compile_all(tn_source *s) {
    tn_config config = {0};
    if (!compile(s, &config)) return;
    for (size_t i = 0; i < tn_source_option_count(s); i++) {
        tn_option o;
        tn_source_option(s, i, &o);
        for (size_t k = 1; k < o.n_values; k++) {
            char text[256];
            const char *one[1] = {text};
            snprintf(text, sizeof text, "%s=%s", o.name, o.values[k]);
            tn_config other = {.options = one, .n_options = 1};
            if (!compile(s, &other)) return;
        }
    }
    for (size_t i = 0; i < tn_source_scenario_config_count(s); i++) {
        tn_source_scenario_config(s, i, &config);
        if (!compile(s, &config)) return;
    }
    unsigned low, high;
    tn_source_seats(s, &low, &high);
    for (config = (tn_config){.seats = low}; config.seats <= high && config.seats < 10; config.seats++)
        if (!compile(s, &config)) return;
}

static struct result try_word(const struct place *p, const char *original, const char *misspelt) {
    const struct file *f = &files[p->file];
    size_t n = strlen(misspelt), size = f->size - p->len + n;
    char *text = malloc(size + 1), path[256], wanted[128];
    memcpy(text, f->text, p->at);
    memcpy(text + p->at, misspelt, n);
    memcpy(text + p->at + n, f->text + p->at + p->len, f->size - p->at - p->len);
    write_file(f, text, size);
    free(text);
    int start = 0;
    while (!(files[start].main && !strcmp(files[start].folder, f->folder)))
        start++;
    copy_path(&files[start], false, path);
    snprintf(wanted, sizeof wanted, "did you mean \"%s\"", original);
    struct result r = {0};
    tn_source *s = NULL;
    tn_status status = tn_source_load(path, &s);
    assert_non_null(s);
    if (status == TN_OK) compile_all(s);
    judge(s, p, wanted, n, &r);
    tn_source_free(s);
    write_file(f, f->text, f->size);
    return r;
}

static int number_from(const char *name, int otherwise) {
    const char *text = getenv(name);
    return text ? atoi(text) : otherwise;
}

static int same_word[MAX_VOCABULARY];

static bool next_place(struct place *p, char *original, char *misspelt, int each) {
    for (int guard = 0; guard < 100000; guard++) {
        *p = places[dice((uint32_t)n_places)];
        memcpy(original, files[p->file].text + p->at, p->len);
        original[p->len] = 0;
        int word = 0;
        while (word < n_vocabulary && strcmp(vocabulary[word], original))
            word++;
        if (word < n_vocabulary && same_word[word] >= each) continue; /* a few of each word, so that many are tried */
        if (!misspell(original, misspelt)) continue;
        if (word < n_vocabulary) same_word[word]++;
        return true;
    }
    return false;
}

static void test_misspelt_words(void **state) {
    (void)state;
    int wanted = number_from("MUTATIONS", 200), show = number_from("SHOW", 0), tried = 0;
    int found = 0, line = 0, column = 0, suggested = 0, single = 0;
    random_state = (uint64_t)number_from("SEED", 20);
    strcpy(temporary, "/tmp/terrane-mutations-XXXXXX");
    assert_non_null(mkdtemp(temporary));
    places = malloc(MAX_PLACES * sizeof *places);
    find_files();
    for (int i = 0; i < n_files; i++)
        read_places(i);
    for (int i = 0; i < n_files; i++)
        write_file(&files[i], files[i].text, files[i].size);
    for (; tried < wanted; tried++) {
        struct place p;
        char original[80], misspelt[80];
        if (!next_place(&p, original, misspelt, SAME_WORD * wanted / 200)) break;
        struct result r = try_word(&p, original, misspelt);
        found += r.found, line += r.line, column += r.column, suggested += r.suggested, single += r.errors == 1;
        if (show > 1 || (show && !(r.column && r.suggested && r.errors == 1)))
            printf("%s/%s:%u:%u %s -> %s %s%s%s%s, %zu errors\n%s\n", files[p.file].folder, files[p.file].name, p.line,
                   p.col, original, misspelt, r.found ? "" : "NOT FOUND ", r.line ? "" : "other line ",
                   r.column ? "" : "other column ", r.suggested ? "" : "no suggestion", r.errors, r.first);
    }
    printf(
        "%d places of %d: %d found, %d on the line, %d at the word, %d with the right suggestion, %d with one error\n",
        tried, n_places, found, line, column, suggested, single);
    remove_files();
    free(places);
    assert_int_equal(tried, wanted);
    assert_int_equal(line, tried);
    assert_true(column >= tried * 97 / 100);
    assert_true(suggested >= tried * 95 / 100);
    assert_true(single >= tried * 97 / 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_misspelt_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
