/* cards.c: `terrane cards`: the cards of a kind as a table for spreadsheets, and back into the text of the game. */
#include "base/csv.h"
#include "base/file.h"
#include "cli/load.h"
#include "cli/verbs.h"
#include "design/take.h"
#include "play/catalogue.h"

#include <stdio.h>
#include <string.h>

enum { TABLE_LIMIT = 64 * 1024 * 1024 };

struct tabling {
    const struct args *args;
    struct loaded loaded;
    struct definition *definition;
    const struct sheet *sheet;
};

static int out_of_memory(void) {
    fprintf(stderr, "terrane cards: out of memory\n");
    return EXIT_HOST;
}

/* ---- which kind */
struct tops {
    const char *one;
    size_t n;
    FILE *to;
};

static void note_top(void *user, const char *kind, const char *above, size_t cards) {
    struct tops *t = user;
    if (!above && t->n++ == 0) t->one = kind;
    if (!t->to) return;
    fprintf(t->to, "%5zu  %s%s%s\n", cards, kind, above ? ", a " : "", above ? above : "");
}

static int list_kinds(const struct tabling *t, FILE *to) {
    struct tops tops = {.to = to};
    if (!sheet_kinds(t->definition, note_top, &tops)) return out_of_memory();
    if (!tops.n) fprintf(stderr, "terrane cards: this game has no cards\n");
    return EXIT_FINE;
}

/* The kind of the command line, or the only one that is no kind of another. */
static int choose_kind(const struct tabling *t, const char **kind) {
    struct tops tops = {0};
    if (t->args->words.n > 1) {
        *kind = t->args->words.data[1];
        return EXIT_GO_ON;
    }
    if (!sheet_kinds(t->definition, note_top, &tops)) return out_of_memory();
    *kind = tops.one;
    if (tops.n == 1) return EXIT_GO_ON;
    if (tops.n) fprintf(stderr, "terrane cards: name one of the kinds of cards (how many there are):\n");
    list_kinds(t, stderr);
    return tops.n ? EXIT_USAGE : EXIT_NO;
}

static int open_table(struct tabling *t) {
    enum file_status status;
    const char *path = t->loaded.path.data, *kind;
    struct buf why;
    while (!strncmp(path, "./", 2)) /* as files that include it say it */
        path += 2;
    t->definition = definition_open(path, (struct design_files){0}, &status);
    if (!t->definition) {
        fprintf(stderr, "terrane cards: %s: %s\n", path, file_status_text(status));
        return EXIT_HOST;
    }
    if (!t->args->words.n || (t->args->words.n == 1 && !args_has(t->args, "csv") && !args_has(t->args, "write")))
        return list_kinds(t, stdout);
    int code = choose_kind(t, &kind);
    if (code != EXIT_GO_ON) return code;
    buf_init(&why);
    t->sheet = sheet_new(t->definition, kind, &why);
    if (!t->sheet && why.n) fprintf(stderr, "terrane cards: %s\n", why.data);
    code = t->sheet ? EXIT_GO_ON : why.n ? EXIT_USAGE : out_of_memory();
    buf_free(&why);
    return code;
}

/* ---- out */
static int put_table(const struct tabling *t) {
    struct buf out;
    buf_init(&out);
    sheet_put_csv(t->sheet, &out);
    bool fine = !out.failed && fwrite(out.data, 1, out.n, stdout) == out.n && fflush(stdout) == 0;
    if (!fine) fprintf(stderr, "terrane cards: the table could not be written\n");
    buf_free(&out);
    return fine ? EXIT_FINE : EXIT_HOST;
}

/* ---- and back */
static void print_problem(const char *file, const struct take_problem *p) {
    char letters[8];
    csv_column_letters(p->column, letters);
    fprintf(stderr, "%s: ", file);
    if (p->row) fprintf(stderr, "row %u%s", (unsigned)p->row, p->column || p->title ? ", " : ": ");
    if (p->column) fprintf(stderr, "column %s%s", letters, p->title ? " " : ": ");
    if (p->title) fprintf(stderr, p->column ? "(%s): " : "column \"%s\", which is not there: ", p->title);
    fprintf(stderr, "%s\n", p->text);
}

static int write_files(const struct taken *taken) {
    struct file_new *files = ARENA_ARRAY((struct arena *)&taken->arena, struct file_new, taken->files.n + 1);
    size_t failed;
    if (!files) return out_of_memory();
    for (size_t i = 0; i < taken->files.n; i++)
        files[i] = (struct file_new){taken->files.data[i].path, taken->files.data[i].text, taken->files.data[i].size};
    enum file_status status = file_replace_all(files, taken->files.n, &failed);
    if (status == FILE_OK) return EXIT_FINE;
    fprintf(stderr, "terrane cards: %s: %s\n", files[failed].path, file_status_text(status));
    return EXIT_HOST;
}

static int report(const struct tabling *t, const struct taken *taken, const char *file) {
    bool check = args_has(t->args, "check");
    for (size_t i = 0; i < taken->problems.n; i++)
        print_problem(file, &taken->problems.data[i]);
    if (taken->problems.n) {
        fprintf(stderr, "terrane cards: nothing was changed%s\n",
                taken->missing ? "; --remove takes out cards that have no row" : "");
        return EXIT_NO;
    }
    int code = check ? EXIT_FINE : write_files(taken);
    if (code != EXIT_FINE) return code;
    for (size_t i = 0; i < taken->said.n; i++)
        printf("%s\n", taken->said.data[i]);
    printf("%zu changed, %zu new, %zu removed", taken->changed, taken->added, taken->removed);
    for (size_t i = 0; i < taken->files.n; i++)
        printf("%s %s", i ? "," : check ? "; would be written:" : "; written:", taken->files.data[i].path);
    printf("\n");
    return EXIT_FINE;
}

static int take_table(const struct tabling *t, const char *file) {
    struct arena arena;
    catalogue_paths beside = {0};
    struct buf table;
    struct taken taken;
    arena_init(&arena);
    buf_init(&table);
    int code = EXIT_GO_ON;
    enum file_status status = file_read(strcmp(file, "-") ? file : "/dev/stdin", TABLE_LIMIT, &table);
    if (status != FILE_OK) {
        fprintf(stderr, "terrane cards: %s: %s\n", file, file_status_text(status));
        code = EXIT_HOST;
    } else if (!catalogue_scenarios(t->definition->sources.files[0].path, &arena, &beside)) {
        code = out_of_memory();
    } else {
        struct take_wishes wishes = {args_has(t->args, "remove"), beside.data, beside.n, false};
        bool fine = take_csv(t->sheet, table.data, table.n, &wishes, &taken);
        code = fine ? report(t, &taken, file) : out_of_memory();
        taken_free(&taken);
    }
    VEC_FREE(&beside);
    buf_free(&table);
    arena_free(&arena);
    return code;
}

static int run(const struct args *args) {
    struct tabling t = {.args = args};
    const char *file = args_value(args, "write");
    int code = EXIT_GO_ON;
    if (!file && (args_has(args, "remove") || args_has(args, "check")))
        return args_wrong(args, "--remove and --check go with --write");
    if (args->words.n > 1 && !file && !args_has(args, "csv")) return args_wrong(args, "say --csv or --write FILE");
    code = open_source(args->words.data[0], &t.loaded);
    if (code == EXIT_GO_ON && tn_source_error_count(t.loaded.source)) {
        print_diagnostics(t.loaded.source);
        code = EXIT_NO;
    }
    if (code == EXIT_GO_ON) code = open_table(&t);
    if (code == EXIT_GO_ON) code = file ? take_table(&t, file) : put_table(&t);
    definition_free(t.definition);
    loaded_free(&t.loaded);
    return code;
}

static const struct flag flags[] = {
    {"csv", NULL, "print the cards of KIND as a table (CSV, UTF-8)", false},
    {"write", "FILE", "change the game as this table says (- is stdin), if the result is right", false},
    {"check", NULL, "with --write: say what would change, and write nothing", false},
    {"remove", NULL, "with --write: cards that have no row any more are taken out", false},
};

const struct verb verb_cards = {
    .name = "cards",
    .words = "GAME [KIND]",
    .summary = "Cards of a kind as a table for spreadsheets, and back.",
    .more = "Without flags the kinds of cards are listed. KIND may be left out where all cards are of one kind.\n",
    .details =
        "A row is a card. The columns: \"card\" (which one it is: leave it alone), \"name\", \"kind\", what is\n"
        "printed on it, \"copies\", its values (points, requires and so on), text and flavour. A cell is what the\n"
        "text of the game says; an empty one is what the card does not say. Rows may be sorted, columns left\n"
        "out. A row whose \"card\" is empty is a new card; it is put behind the card above it. Another name is\n"
        "changed wherever the card is spoken of, in scenarios beside the game, too.\n"
        "Back in the text only what differs is changed. The game is compiled with all options first; a table that\n"
        "cannot be right is refused with row and column, and nothing is written.\n\n"
        "Examples:\n"
        "  terrane cards NAME\n"
        "  terrane cards NAME KIND --csv > cards.csv\n"
        "  terrane cards NAME KIND --write cards.csv --check\n"
        "  terrane cards NAME KIND --write cards.csv\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 2,
    .run = run,
};
