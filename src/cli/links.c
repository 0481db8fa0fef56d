/* links.c: see links.h. */
#include "cli/links.h"

#include "play/link.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int refuse(const struct args *args, const struct buf *error) {
    fprintf(stderr, "terrane %s: %s\n", args->verb->name, error->data);
    return EXIT_NO;
}

static int load_its_game(const struct args *args, const struct link *l, const char *game, struct loaded *out) {
    struct buf error;
    int code = load_source(game ? game : l->game, out);
    if (code != EXIT_GO_ON) return code;
    buf_init(&error);
    if (!load_definition(l->definition, out)) {
        buf_printf(&error,
                   "the rules of \"%s\" have changed since the link was written, "
                   "and those it was played by were not kept here",
                   l->game);
        code = refuse(args, &error);
    }
    buf_free(&error);
    if (code == EXIT_GO_ON) code = load_compiled("the link", &l->config, out);
    return code == EXIT_USAGE ? EXIT_NO : code; /* the link is wrong, not the command line */
}

static int play_out(const struct args *args, const struct link *l, const char *name, const tn_game *game,
                    struct journal *j, struct buf *error) {
    struct match m;
    struct buf text;
    buf_init(&text);
    tn_status status = match_init(&m, game, l->seed);
    bool fine = (status == TN_OK || status == TN_FAULT) && link_play(l, &m, error) == LINK_FINE;
    if (fine) journal_write(&m, name, &text);
    if (fine && text.failed) buf_puts(error, "out of memory");
    fine = fine && !text.failed && journal_parse(j, "the link", text.data, text.n, error);
    match_free(&m);
    buf_free(&text);
    return fine ? EXIT_GO_ON : refuse(args, error);
}

int load_link(const struct args *args, const char *text, const char *game, struct loaded *out, struct journal *j) {
    struct link l;
    struct buf error;
    buf_init(&error);
    int code = link_read(&l, text, &error) == LINK_FINE ? EXIT_GO_ON : refuse(args, &error);
    if (code == EXIT_GO_ON) code = load_its_game(args, &l, game, out);
    if (code == EXIT_GO_ON) code = play_out(args, &l, out->name.data, out->game, j, &error);
    link_free(&l);
    buf_free(&error);
    return code;
}

/* The game of a journal is named as it was found then; beside the journal is another place to look. */
int load_journal_game(struct journal *j, struct loaded *out, bool *unfit, struct buf *error) {
    const char *position;
    if (!journal_position(j, &position, error)) return EXIT_NO;
    tn_config config = {j->players, j->options.data, j->options.n};
    const char *slash = strrchr(j->path, '/');
    char beside[4096];
    snprintf(beside, sizeof beside, "%.*s%s", slash ? (int)(slash - j->path) + 1 : 0, j->path, j->game);
    bool near = j->game[0] != '/' && strchr(j->game, '.') && access(beside, R_OK) == 0;
    int code = load_source(near ? beside : j->game, out);
    if (code != EXIT_GO_ON) return code;
    bool kept = j->written && load_definition(j->definition, out);
    *unfit = !kept && !journal_fits(j, loaded_definition(out), error);
    if (*unfit) return EXIT_NO;
    code = load_compiled(j->path, &config, out);
    return code == EXIT_USAGE ? EXIT_NO : code; /* the journal is wrong, not the command line */
}

int print_link(const struct args *args, const struct match *m, const char *game) {
    struct buf out, error;
    buf_init(&out);
    buf_init(&error);
    bool fine = link_write(m, game, &out, &error);
    int code = fine ? EXIT_GO_ON : refuse(args, &error);
    if (fine) printf("%s\n", out.data);
    buf_free(&out);
    buf_free(&error);
    return code;
}
