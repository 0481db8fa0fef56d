/* words.c: `terrane words`: the phrases of a game, and what is missing of them in another language. */
#include "base/file.h"
#include "cli/load.h"
#include "cli/verbs.h"
#include "play/language.h"
#include "term/capabilities.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct wording {
    struct loaded loaded;
    tn_words *words;
    const char *language; /* NULL: none */
    struct buf path;      /* of its file, there or not */
};

static int out_of_memory(void) {
    fprintf(stderr, "terrane words: out of memory\n");
    return EXIT_HOST;
}

/* What the file of the language says already, after what games share; none is as good as an empty one when it is to be
 * written. */
static int read_file(const struct args *args, struct wording *w) {
    struct buf error;
    const char *game = w->loaded.path.data;
    bool colour = look_of(STDERR_FILENO).colour;
    if (!w->language) return EXIT_GO_ON;
    if (!language_is_name(w->language)) return args_wrong(args, "\"%s\" cannot be the name of a language", w->language);
    bool there = language_file(game, w->language, &w->path);
    if (!there && !game) buf_printf(&w->path, "games/engine.%s.words", w->language);
    if (!there && !args_has(args, "write")) {
        fprintf(stderr, "terrane words: there is no %s yet; --write makes it\n", w->path.data);
        return EXIT_NO;
    }
    buf_init(&error);
    bool fine = !game || language_read_shared(w->words, w->language, colour, &error);
    if (fine && there) fine = language_read(w->words, w->path.data, colour, &error);
    if (fine && !there) fine = tn_words_read(w->words, w->path.data, "", 0) == TN_OK;
    fputs(error.data, stderr);
    buf_free(&error);
    return fine ? EXIT_GO_ON : EXIT_NO;
}

static int collect(struct wording *w) {
    tn_status status = w->loaded.source ? language_want(w->words, w->loaded.source)
                                        : tn_words_want(w->words, NULL, w->loaded.game); /* with neither: the engine */
    if (status == TN_OK) return EXIT_GO_ON;
    if (status == TN_NOMEM) return out_of_memory();
    print_diagnostics(w->loaded.source);
    return EXIT_NO;
}

static int put_text(struct wording *w, bool to_file) {
    size_t n = tn_words_text(w->words, NULL, 0);
    char *text = malloc(n + 1);
    if (!text) return out_of_memory();
    tn_words_text(w->words, text, n + 1);
    const char *begin = *text == '\n' ? text + 1 : text;
    enum file_status status = FILE_OK;
    if (to_file)
        status = file_write(w->path.data, begin, strlen(begin));
    else
        fputs(begin, stdout);
    if (status != FILE_OK) fprintf(stderr, "terrane words: %s: %s\n", w->path.data, file_status_text(status));
    free(text);
    return status == FILE_OK ? EXIT_GO_ON : EXIT_HOST;
}

static size_t list_those(const struct wording *w, bool missing, bool quiet) {
    size_t n = 0;
    for (size_t i = 0; i < tn_words_phrase_count(w->words); i++) {
        tn_phrase p;
        tn_words_phrase(w->words, i, &p);
        if (missing ? !p.wanted || p.translation : p.wanted || p.shared) continue;
        if (!missing && !w->loaded.path.data && strcmp(p.group, "engine") != 0) continue; /* shared by games */
        if (!quiet) printf("%s [%s] %s\n", missing ? "missing:" : "unused: ", p.group, p.text);
        n++;
    }
    return n;
}

static int report(const struct wording *w, bool quiet) {
    size_t missing = list_those(w, true, quiet), unused = list_those(w, false, quiet);
    size_t wanted = 0, shared = 0;
    for (size_t i = 0; i < tn_words_phrase_count(w->words); i++) {
        tn_phrase p;
        tn_words_phrase(w->words, i, &p);
        wanted += p.wanted;
        shared += p.wanted && p.shared;
    }
    printf("%s: %zu of %zu phrases translated", w->path.data, wanted - missing, wanted);
    if (shared) printf(", %zu of them in the file of the engine", shared);
    if (unused) printf(", %zu no longer used", unused);
    printf("\n");
    return missing || unused ? EXIT_NO : EXIT_FINE;
}

static int run(const struct args *args) {
    struct wording w = {.words = tn_words_new(), .language = args_value(args, "lang")};
    bool engine = args_has(args, "engine"), write = args_has(args, "write");
    int code = EXIT_GO_ON;
    buf_init(&w.path);
    if (!w.words) code = out_of_memory();
    if (engine == (args->words.n > 0)) code = args_wrong(args, "name a game, or --engine");
    if (write && !w.language) code = args_wrong(args, "--write needs --lang");
    if (code == EXIT_GO_ON && !engine) code = load_source(args->words.data[0], &w.loaded);
    if (code == EXIT_GO_ON) code = read_file(args, &w);
    if (code == EXIT_GO_ON) code = collect(&w);
    if (code == EXIT_GO_ON && (write || !w.language)) code = put_text(&w, write);
    if (code == EXIT_GO_ON) code = w.language ? report(&w, write) : EXIT_FINE;
    if (code == EXIT_NO && write && w.path.n) code = EXIT_FINE; /* it was written; what is missing is said */
    buf_free(&w.path);
    tn_words_free(w.words);
    loaded_free(&w.loaded);
    return code;
}

static const struct flag flags[] = {
    {"lang", "LANGUAGE", "list what is missing or no longer used in NAME.LANGUAGE.words beside the game", false},
    {"write", NULL, "with --lang: write that file, with the translations so far and the rest to fill in", false},
    {"engine", NULL, "the phrases of the engine instead of those of a game", false},
};

const struct verb verb_words = {
    .name = "words",
    .words = "[GAME]",
    .summary = "Prints every phrase of a game, for translation.",
    .more = "All numbers of players and options are covered. A translation is the same file with a line below each\n"
            "phrase. With --lang the exit status is 1 if something is missing or no longer used.\n",
    .details = "Examples:\n"
               "  terrane words NAME > phrases.txt\n"
               "  terrane words NAME --lang de --write\n"
               "  terrane words NAME --lang de\n"
               "  terrane words --engine --lang de\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 0,
    .most = 1,
    .run = run,
};
