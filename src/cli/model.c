/* model.c: `terrane model`: a definition as a tree of its parts, as JSON. */
#include "design/model.h"
#include "cli/load.h"
#include "cli/verbs.h"
#include "play/catalogue.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int put_model(const char *path) {
    enum file_status status;
    struct diags diags;
    struct buf out;
    while (!strncmp(path, "./", 2)) /* as files that include it say it */
        path += 2;
    struct definition *d = definition_open(path, (struct design_files){0}, &status);
    if (!d) {
        fprintf(stderr, "terrane model: %s: %s\n", path, file_status_text(status));
        return EXIT_HOST;
    }
    int code = EXIT_FINE;
    catalogue_paths beside = {0};
    diags_init(&diags);
    buf_init(&out);
    if (!catalogue_scenarios(path, &d->arena, &beside)) d->arena.failed = true;
    if (model_put(d, beside.data, beside.n, &diags, &out)) {
        buf_putc(&out, '\n');
        if (fwrite(out.data, 1, out.n, stdout) != out.n || fflush(stdout)) code = EXIT_HOST;
    } else if (d->arena.failed) {
        code = EXIT_HOST;
        fprintf(stderr, "terrane model: out of memory\n");
    } else {
        code = EXIT_NO;
        diag_print(&diags, stderr, isatty(STDERR_FILENO));
    }
    VEC_FREE(&beside);
    buf_free(&out);
    diags_free(&diags);
    definition_free(d);
    return code;
}

static int run(const struct args *args) {
    struct loaded loaded;
    int code = open_source(args->words.data[0], &loaded);
    if (code == EXIT_GO_ON && tn_source_error_count(loaded.source)) {
        print_diagnostics(loaded.source);
        code = EXIT_NO;
    }
    if (code == EXIT_GO_ON) code = put_model(loaded.path.data);
    loaded_free(&loaded);
    return code;
}

const struct verb verb_model = {
    .name = "model",
    .words = "GAME",
    .summary = "Prints a definition as a tree of its parts (JSON).",
    .more = "Modes, turns, tracks, stacks, spaces, components, actions, effects, score and end: what the compiler\n"
            "understood of each, where it stands, and what speaks of it.\n",
    .details = "docs/vocabulary.md says what the words mean, docs/model.schema.json what the JSON holds. The game is\n"
               "that of the first mode (two players, every option as it comes); numbers that other modes change are\n"
               "beside it. With errors in the definition they are printed, and the exit status is 1.\n\n"
               "Examples:\n"
               "  terrane model NAME > model.json\n",
    .flags = NULL,
    .n_flags = 0,
    .least = 1,
    .most = 1,
    .run = run,
};
