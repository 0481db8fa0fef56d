/* print.c: `terrane print`: a game on paper. The page draws it (web/src/print) in one file with the description of the
 * game in it; chromium makes a PDF of that file, or a picture of each card. What can be chosen goes to the page as it
 * would stand in its address. */
#include "base/file.h"
#include "base/json_value.h"
#include "cli/browser.h"
#include "cli/load.h"
#include "cli/verbs.h"
#include "show/describe.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { USUAL_DPI = 300, LEAST_DPI = 72, MOST_DPI = 1200, NAME_LETTERS = 60, MOST_BYTES = 16 << 20 };
static const double INCH = 25.4; /* millimetres */

/* A flag whose values are known; its name is also that in the address. */
struct choice {
    const char *name;
    const char *values[6];
};
static const struct choice choices[] = {
    {"paper", {"a4", "letter"}},
    {"card", {"standard", "mini", "large"}},
    {"backs", {"long", "short", "none"}},
};
static const char *const parts[] = {"cards", "boards", "players", "tokens", "rules"};
enum { PARTS = sizeof parts / sizeof *parts };

struct job {
    const struct args *args;
    struct buf query, page, why;
};

static int trouble(const struct job *j, const char *what) {
    fprintf(stderr, "terrane print: %s%s%s\n", what ? what : "", what ? ": " : "", j->why.data);
    return EXIT_HOST;
}

/* ---- what is chosen */
static void say(struct job *j, const char *name, const char *value) {
    buf_printf(&j->query, "%s%s=%s", j->query.n ? "&" : "", name, value);
}

static int read_choice(struct job *j, const struct choice *c) {
    const char *value = args_value(j->args, c->name);
    struct buf known;
    if (!value) return EXIT_GO_ON;
    for (size_t i = 0; c->values[i]; i++)
        if (strcmp(c->values[i], value) == 0) return say(j, c->name, value), EXIT_GO_ON;
    buf_init(&known);
    for (size_t i = 0; c->values[i]; i++)
        buf_printf(&known, "%s%s", i ? ", " : "", c->values[i]);
    int code = args_wrong(j->args, "--%s is one of %s, not \"%s\"", c->name, known.data, value);
    buf_free(&known);
    return code;
}

static bool is_part(const char *name, size_t n) {
    for (size_t i = 0; i < PARTS; i++)
        if (strlen(parts[i]) == n && memcmp(parts[i], name, n) == 0) return true;
    return false;
}

static int read_parts(struct job *j) {
    const char *list = args_value(j->args, "parts");
    for (const char *at = list; at; at = *at == ',' ? at + 1 : NULL) {
        size_t n = strcspn(at, ",");
        if (!is_part(at, n))
            return args_wrong(j->args,
                              "--parts has cards, boards, players, tokens and rules, with commas between them");
        at += n;
    }
    if (list) say(j, "parts", list);
    return EXIT_GO_ON;
}

static int read_number(struct job *j, const char *name, uint64_t least, uint64_t most) {
    char text[32];
    uint64_t n = 0;
    int code = args_has(j->args, name) ? args_number(j->args, name, least, most, &n) : EXIT_GO_ON;
    snprintf(text, sizeof text, "%" PRIu64, n);
    if (code == EXIT_GO_ON && args_has(j->args, name)) say(j, name, text);
    return code;
}

static int read_flags(struct job *j) {
    int code = EXIT_GO_ON;
    for (size_t i = 0; i < sizeof choices / sizeof *choices && code == EXIT_GO_ON; i++)
        code = read_choice(j, &choices[i]);
    if (code == EXIT_GO_ON) code = read_parts(j);
    if (code == EXIT_GO_ON) code = read_number(j, "bleed", 0, 5);
    if (code == EXIT_GO_ON) code = read_number(j, "space", 10, 40);
    if (code == EXIT_GO_ON) code = read_number(j, "tokens", 1, 100);
    if (args_has(j->args, "no-marks")) say(j, "marks", "no");
    if (args_has(j->args, "one")) say(j, "copies", "one");
    return code;
}

/* ---- the page */
static const char MARK[] = "@GAME@";

/* A '<' in JSON stands in a text: written otherwise it ends no script. */
static void put_in_script(struct buf *out, const struct buf *json) {
    for (size_t i = 0; i < json->n; i++) {
        if (json->data[i] == '<')
            buf_puts(out, "\\u003c");
        else
            buf_putc(out, json->data[i]);
    }
}

static void put_data(struct job *j, const struct loaded *l, const struct buf *description) {
    struct buf data;
    buf_init(&data);
    buf_puts(&data, "{\"language\":");
    value_put_string(&data, *l->language ? l->language : "en");
    buf_puts(&data, ",\"query\":");
    value_put_string(&data, j->query.data);
    buf_puts(&data, ",\"description\":");
    buf_put(&data, description->data, description->n);
    buf_putc(&data, '}');
    put_in_script(&j->page, &data);
    if (data.failed) j->page.failed = true;
    buf_free(&data);
}

/* The page without a game; false: there is none. */
static bool read_form(const struct args *args, struct buf *form) {
    struct buf path;
    buf_init(&path);
    bool found = file_page_folder(args_value(args, "web"), &path) && buf_puts(&path, "/print.html") &&
                 file_read(path.data, MOST_BYTES, form) == FILE_OK;
    buf_free(&path);
    return found;
}

/* The page with the game in it. */
static int make_page(struct job *j, const struct loaded *l) {
    struct buf description, form;
    buf_init(&form);
    const char *mark = read_form(j->args, &form) ? strstr(form.data, MARK) : NULL;
    int code = EXIT_HOST;
    if (!mark) {
        buf_puts(&j->why, "the page that draws a print is not built (tools/web builds it; --web DIR says where it is)");
        trouble(j, NULL);
    } else {
        j->page.failed = !describe_game(loaded_spoken(l), &description);
        size_t before = (size_t)(mark - form.data), behind = before + sizeof MARK - 1;
        buf_put(&j->page, form.data, before);
        put_data(j, l, &description);
        buf_put(&j->page, form.data + behind, form.n - behind);
        buf_free(&description);
        code = j->page.failed ? EXIT_HOST : EXIT_GO_ON;
        if (j->page.failed) fprintf(stderr, "terrane print: out of memory\n");
    }
    buf_free(&form);
    return code;
}

/* ---- what comes of it */
static int save(struct job *j, const char *path, const struct buf *bytes) {
    enum file_status status = bytes->failed ? FILE_NO_MEMORY : file_write(path, bytes->data, bytes->n);
    if (status == FILE_OK) return EXIT_FINE;
    buf_puts(&j->why, file_status_text(status));
    return trouble(j, path);
}

static void note(const char *text) {
    if (isatty(STDERR_FILENO)) fprintf(stderr, "%s\n", text);
}

static int save_pdf(struct job *j, struct browser *b, const char *path) {
    struct buf pdf, drawn;
    int code = EXIT_HOST;
    buf_init(&pdf), buf_init(&drawn);
    note("drawing the sheets");
    bool fine = browser_load(b, &j->page, &j->why) && browser_evaluate(b, "terrane.sheets", &drawn, &j->why);
    if (fine) note("printing them");
    if (fine && browser_pdf(b, &pdf, &j->why)) {
        code = save(j, path, &pdf);
        if (code == EXIT_FINE) printf("%s: %.1f MB\n", path, (double)pdf.n / 1e6);
    } else {
        trouble(j, NULL);
    }
    buf_free(&pdf), buf_free(&drawn);
    return code;
}

/* "007-name-of-the-card.png" */
static void name_picture(struct buf *out, const char *folder, size_t i, const char *name) {
    buf_printf(out, "%s/%03zu-", folder, i + 1);
    size_t from = out->n;
    for (; *name && out->n - from < NAME_LETTERS; name++) {
        bool plain = isalnum((unsigned char)*name);
        if (plain)
            buf_putc(out, (char)tolower((unsigned char)*name));
        else if (out->data[out->n - 1] != '-')
            buf_putc(out, '-');
    }
    while (out->n > from && out->data[out->n - 1] == '-')
        out->data[--out->n] = '\0';
    buf_puts(out, ".png");
}

static int save_picture(struct job *j, struct browser *b, const unsigned size[2], size_t i, const char *path) {
    char command[40];
    struct buf nothing, png;
    buf_init(&nothing), buf_init(&png);
    snprintf(command, sizeof command, "terrane.show(%zu)", i);
    bool fine = browser_evaluate(b, command, &nothing, &j->why) && browser_picture(b, size[0], size[1], &png, &j->why);
    int code = fine ? save(j, path, &png) : trouble(j, NULL);
    buf_free(&nothing), buf_free(&png);
    return code;
}

/* Pixels of so many hundredths of a millimetre. */
static unsigned pixels(const struct value *hundredths, uint64_t dpi) {
    return (unsigned)((double)value_number(hundredths, 0) / 100 * (double)dpi / INCH + 0.5);
}

static int save_pictures(struct job *j, struct browser *b, const char *folder, uint64_t dpi) {
    struct buf said, path;
    struct arena arena;
    size_t n = 0;
    const char *why = NULL;
    buf_init(&said), buf_init(&path), arena_init(&arena);
    bool fine = browser_load(b, &j->page, &j->why) && browser_evaluate(b, "terrane.cards()", &said, &j->why);
    const struct value *v = fine ? value_parse(&arena, said.data, said.n, &why, NULL) : NULL;
    const struct value *names = value_get(v, "names");
    const unsigned size[2] = {pixels(value_get(v, "width"), dpi), pixels(value_get(v, "height"), dpi)};
    int code = fine ? EXIT_FINE : trouble(j, NULL);
    for (const struct value *name = names ? names->kids : NULL; name && code == EXIT_FINE; name = name->next, n++) {
        buf_clear(&path);
        name_picture(&path, folder, n, value_text(name) ? value_text(name) : "");
        code = save_picture(j, b, size, n, path.data);
        if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%zu pictures", n + 1);
    }
    if (n > 0 && isatty(STDERR_FILENO)) fputc('\n', stderr);
    if (code == EXIT_FINE) printf("%s: %zu pictures of %u x %u pixels\n", folder, n, size[0], size[1]);
    buf_free(&said), buf_free(&path), arena_free(&arena);
    return code;
}

static int draw(struct job *j, const char *file, const char *folder, uint64_t dpi) {
    enum file_status status = folder ? file_make_folders(folder) : FILE_OK;
    if (status != FILE_OK) return buf_puts(&j->why, file_status_text(status)), trouble(j, folder);
    struct browser *b = browser_start(&j->why);
    if (!b) return trouble(j, NULL);
    int code = file ? save_pdf(j, b, file) : EXIT_FINE;
    if (folder && code == EXIT_FINE) code = save_pictures(j, b, folder, dpi);
    browser_stop(b);
    return code;
}

/* ---- the verb */
static bool ends_in(const char *text, const char *ending) {
    size_t n = strlen(text), m = strlen(ending);
    return n > m && strcmp(text + n - m, ending) == 0;
}

static int print(struct job *j) {
    const char *file = args_value(j->args, "o"), *folder = args_value(j->args, "png");
    uint64_t dpi = USUAL_DPI;
    struct loaded loaded = {0};
    bool page = file && ends_in(file, ".html");
    if (!file && !folder) return args_wrong(j->args, "where to? -o FILE or --png FOLDER is missing");
    if (file && !page && !ends_in(file, ".pdf")) return args_wrong(j->args, "FILE ends in .pdf or .html: \"%s\"", file);
    int code = read_flags(j);
    if (code == EXIT_GO_ON) code = args_number(j->args, "dpi", LEAST_DPI, MOST_DPI, &dpi);
    if (code == EXIT_GO_ON) code = load_game(j->args, j->args->words.data[0], &loaded);
    if (code == EXIT_GO_ON) code = load_language(j->args, &loaded);
    if (code == EXIT_GO_ON) code = make_page(j, &loaded);
    loaded_free(&loaded);
    if (code != EXIT_GO_ON) return code;
    code = page ? save(j, file, &j->page) : EXIT_FINE;
    if (code == EXIT_FINE && (!page || folder)) code = draw(j, page ? NULL : file, folder, dpi);
    return code;
}

static int run(const struct args *args) {
    struct job j = {.args = args};
    buf_init(&j.query), buf_init(&j.page), buf_init(&j.why);
    int code = print(&j);
    buf_free(&j.query), buf_free(&j.page), buf_free(&j.why);
    return code;
}

static const struct flag flags[] = {
    {"o", "FILE", "the file to write: .pdf, or .html to be printed in any browser", false},
    {"png", "FOLDER", "writes each card once, and each back, as a picture into this folder", false},
    {"dpi", "N", "dots per inch of those pictures; 300", false},
    {"parts", "LIST", "of cards,boards,players,tokens,rules; all of them", false},
    {"paper", "SIZE", "a4 or letter; a4", false},
    {"card", "SIZE", "standard (63 x 88 mm), mini (44 x 68) or large (70 x 120); standard", false},
    {"one", NULL, "one of each card instead of as many as the game has", false},
    {"backs", "EDGE", "the edge along which the printer turns paper: long, short; or none; long", false},
    {"bleed", "MM", "so far cards are printed beyond their edges, 0 to 5; 1, of pictures 0", false},
    {"no-marks", NULL, "no cut marks", false},
    {"space", "MM", "from one space of a board to the next, 10 to 40; 22", false},
    {"tokens", "N", "so many of each token, 1 to 100; 10", false},
    {"web", "DIR", "files of the page", false},
    LOAD_FLAGS,
    LANGUAGE_FLAG,
};

const struct verb verb_print = {
    .name = "print",
    .words = "GAME [-o FILE] [--png FOLDER]",
    .summary = "Prints a game: cards, boards, player boards, tokens and rules, as PDF or pictures.",
    .details = "PDF and pictures need chromium ($CHROMIUM names another one).\n\n"
               "Examples:\n"
               "  terrane print NAME -o NAME.pdf --players 3\n"
               "  terrane print NAME -o cards.pdf --parts cards --paper letter --one\n"
               "  terrane print NAME --png cards --dpi 600\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 1,
    .run = run,
};
