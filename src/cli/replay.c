/* replay.c: `terrane replay`: plays a journal or a link again. */
#include "base/json.h"
#include "cli/hindsight.h"
#include "cli/links.h"
#include "cli/load.h"
#include "cli/states.h"
#include "cli/verbs.h"
#include "play/catalogue.h"
#include "play/journal.h"
#include "play/link.h"
#include "term/draw.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct replay {
    struct journal journal;
    struct loaded loaded;
    struct match match;
    bool began; /* the match is there */
    bool step;
    struct look look;
    struct json *json; /* NULL: text */
    bool states;       /* a line of JSON after each answer */
    struct states seen;
    bool analyse;
};

static int complain(struct buf *error, int code) {
    fprintf(stderr, "terrane replay: %s\n", error->data);
    return code;
}

/* What cannot be played can be read: the reason, and the answers as they were written. */
static int show_recorded(const struct replay *r, struct buf *error) {
    const struct journal *j = &r->journal;
    for (size_t i = 0; i < j->answers.n && !r->json && !r->states; i++)
        printf("%s: %s\n", j->answers.data[i].seat, j->answers.data[i].words);
    fflush(stdout);
    buf_puts(error, "; its answers can only be read");
    return complain(error, EXIT_NO);
}

static int load_its_game(struct replay *r, struct buf *error) {
    bool unfit = false;
    int code = load_journal_game(&r->journal, &r->loaded, &unfit, error);
    if (unfit) return show_recorded(r, error);
    return error->n ? complain(error, code) : code;
}

static void show_step(struct replay *r, size_t i) {
    const struct match *m = &r->match;
    const struct journal_entry *entry = &r->journal.answers.data[i];
    struct buf out;
    if (r->json) {
        json_object(r->json, NULL);
        json_text(r->json, "seat", entry->seat);
        json_text(r->json, "answer", entry->words);
        json_hash(r->json, "hash", tn_state_hash(m->game, m->state));
        json_close(r->json);
        return;
    }
    buf_init(&out);
    buf_printf(&out, "%zu. %s: %s\n", i + 1, entry->seat, entry->words);
    if (isatty(STDOUT_FILENO)) {
        struct legend legend;
        legend_init(&legend);
        struct drawing d = {.look = &r->look, .match = m, .seat = TN_SPECTATOR, .legend = &legend};
        table_put(&d, &out);
        legend_free(&legend);
    }
    fwrite(out.data, 1, out.n, stdout);
    buf_free(&out);
}

/* On a terminal a step waits for Enter; false: the person has seen enough. */
static bool next_wanted(const struct replay *r) {
    if (r->json || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return true;
    char line[16];
    printf("Enter: next answer, q: stop > ");
    fflush(stdout);
    return fgets(line, sizeof line, stdin) && line[0] != 'q';
}

static void print_state(void *user, const struct match *m) {
    struct replay *r = user;
    const struct match_answer *made = m->history.n ? &m->history.data[m->history.n - 1] : NULL;
    struct asking at = match_asking(m, 0);
    struct states_after after = {.number = m->history.n};
    if (made)
        after.seat = tn_game_seat_name(m->game, made->seat), after.words = made->words, after.said = made->said[0];
    states_print(&r->seen, &at, &after);
}

/* Only of a game that is over; EXIT_GO_ON or the code to leave with. */
static int analyse(struct replay *r, unsigned playouts) {
    if (match_status(&r->match) == TN_OVER) return hindsight_show(&r->match, playouts, r->json);
    fprintf(stderr, "terrane replay: the game is not over: there is nothing to analyse yet\n");
    return EXIT_NO;
}

static int play_all(struct replay *r, struct buf *error) {
    if (r->states) {
        print_state(r, &r->match);
        r->match.listener = print_state;
        r->match.listener_user = r;
    }
    for (size_t i = 0; i < r->journal.answers.n; i++) {
        size_t before = r->match.history.n;
        if (!journal_step(&r->journal, i, &r->match, error))
            return r->journal.written ? show_recorded(r, error) : complain(error, EXIT_NO);
        if (r->step && r->match.history.n > before) {
            show_step(r, i);
            if (!next_wanted(r)) break;
        }
    }
    return EXIT_GO_ON;
}

static const char *status_word(const struct match *m) {
    switch (match_status(m)) {
    case TN_OVER: return "over";
    case TN_ASK: return "open";
    default: return "fault";
    }
}

static void print_text(struct replay *r) {
    const struct match *m = &r->match;
    struct buf out;
    struct legend legend;
    legend_init(&legend);
    struct drawing d = {.look = &r->look, .match = m, .seat = TN_SPECTATOR, .legend = &legend};
    buf_init(&out);
    buf_printf(&out, "%s: %zu answers, the game is %s, hash %016" PRIx64 "\n", tn_game_title(m->game), m->history.n,
               status_word(m), tn_state_hash(m->game, m->state));
    if (match_status(m) != TN_FAULT) table_put_score(&d, match_status(m) == TN_OVER, &out);
    fwrite(out.data, 1, out.n, stdout);
    buf_free(&out);
    legend_free(&legend);
}

static void add_result(struct replay *r, struct json *j) {
    const struct match *m = &r->match;
    bool over = match_status(m) == TN_OVER;
    json_text(j, "game", r->journal.game);
    json_hash(j, "definition", r->journal.definition);
    json_unsigned(j, "seed", m->seed);
    json_unsigned(j, "players", m->seats);
    json_unsigned(j, "count", m->history.n);
    json_text(j, "status", status_word(m));
    json_hash(j, "hash", tn_state_hash(m->game, m->state));
    json_array(j, "seats");
    for (unsigned seat = 0; seat < m->seats && match_status(m) != TN_FAULT; seat++) {
        json_object(j, NULL);
        json_text(j, "seat", tn_game_seat_name(m->game, seat));
        json_integer(j, "score", tn_state_score(m->ctx, m->state, seat));
        if (over) json_unsigned(j, "rank", tn_state_rank(m->ctx, m->state, seat));
        json_close(j);
    }
    json_close(j);
}

static int finish(struct replay *r) {
    if (match_status(&r->match) != TN_FAULT) return EXIT_FINE;
    char text[512];
    tn_fault_text(r->match.game, r->match.state, text, sizeof text);
    fprintf(stderr, "terrane replay: the rules stopped: %s\n", text);
    return EXIT_FAULT;
}

/* ---- line by line, for another program */
/* The head of the journal: everything up to its seed; *line counts. */
static int read_head(struct replay *r, struct buf *error, uint32_t *line) {
    struct buf text;
    char *got = NULL;
    size_t cap = 0;
    bool seed = false;
    buf_init(&text);
    for (ssize_t n; !seed && (n = getline(&got, &cap, stdin)) >= 0; ++*line) {
        buf_put(&text, got, (size_t)n);
        seed = strncmp(got, "seed ", 5) == 0;
    }
    free(got);
    bool read = journal_parse(&r->journal, "-", text.n ? text.data : "", text.n, error);
    r->journal.live = true;
    buf_free(&text);
    return read ? load_its_game(r, error) : complain(error, EXIT_NO);
}

static void print_error(struct buf *error) {
    struct json j;
    struct buf text;
    json_init(&j, &text);
    j.on_one_line = true;
    json_object(&j, NULL);
    json_text(&j, "error", error->data);
    json_close(&j);
    json_print(&j);
    fflush(stdout);
    buf_free(&text);
    buf_clear(error);
}

/* One line: the position behind it, or what is wrong with it, and then nothing has happened. */
static bool answer_line(struct replay *r, const char *text, uint32_t number, struct buf *error) {
    size_t before = r->journal.answers.n;
    bool fine = journal_add(&r->journal, text, number, error);
    if (fine && r->journal.answers.n == before) return true; /* a remark */
    void *mark = fine ? match_mark(&r->match) : NULL;
    if (fine && !mark) return buf_puts(error, "out of memory"), false;
    if (fine) fine = journal_step(&r->journal, before, &r->match, error);
    if (fine)
        match_keep(&r->match, mark), print_state(r, &r->match);
    else {
        if (mark) match_return(&r->match, mark);
        r->journal.answers.n = before;
        print_error(error);
    }
    return !r->match.out_of_memory && !r->seen.failed;
}

static int play_lines(struct replay *r, struct buf *error, uint32_t line) {
    char *got = NULL;
    size_t cap = 0;
    bool going = true;
    print_state(r, &r->match);
    for (ssize_t n; going && (n = getline(&got, &cap, stdin)) >= 0;) {
        while (n > 0 && (got[n - 1] == '\n' || got[n - 1] == '\r'))
            got[--n] = '\0';
        going = answer_line(r, got, ++line, error);
    }
    free(got);
    return going ? EXIT_GO_ON : EXIT_HOST;
}

/* A file, else a link. */
static int load_journal(const struct args *args, const char *path, struct replay *r, struct buf *error) {
    if (access(path, R_OK) != 0 && link_meant(path)) return load_link(args, path, NULL, &r->loaded, &r->journal);
    if (access(path, R_OK) != 0) return buf_printf(error, "%s: cannot be read", path), complain(error, EXIT_HOST);
    if (!journal_read(&r->journal, path, error)) return complain(error, EXIT_NO);
    return load_its_game(r, error);
}

static int replay(const struct args *args, struct replay *r, struct buf *error) {
    const char *path = args->words.data[0];
    bool live = strcmp(path, "-") == 0;
    uint32_t line = 0;
    int code = live ? read_head(r, error, &line) : load_journal(args, path, r, error);
    if (code != EXIT_GO_ON) return code;
    struct match_setup setup;
    if (!journal_setup(&r->journal, r->loaded.game, &setup, error)) return complain(error, EXIT_NO);
    if (r->states) code = states_seat(args, r->loaded.game, &r->seen);
    if (code != EXIT_GO_ON) return code;
    tn_status status = match_begin(&r->match, r->loaded.game, &setup);
    r->began = true;
    if (status == TN_NOMEM) return buf_puts(error, "out of memory"), complain(error, EXIT_HOST);
    if (status == TN_BAD_STATE) return buf_printf(error, "%s: %s", path, r->match.wrong), complain(error, EXIT_NO);
    return live ? play_lines(r, error, line) : play_all(r, error);
}

static int run(const struct args *args) {
    struct replay r = {.step = args_has(args, "step"),
                       .states = args_has(args, "states"),
                       .analyse = args_has(args, "analyse"),
                       .look = look_of(STDOUT_FILENO)};
    uint64_t playouts = 0;
    int wrong = args_number(args, "playouts", 20, 100000, &playouts);
    if (wrong != EXIT_GO_ON) return wrong;
    if (r.analyse && (r.states || args_has(args, "link") || strcmp(args->words.data[0], "-") == 0))
        return args_wrong(args, "--analyse is of a journal that is over: not with --states, --link or -");
    struct json json;
    struct buf text, error;
    bool as_json = args_has(args, "json"), live = strcmp(args->words.data[0], "-") == 0;
    if (live) r.states = true;
    if (args_has(args, "menu") && !r.states) return args_wrong(args, "--menu adds to the states: it needs --states");
    if (args_has(args, "link") && (as_json || r.step || r.states))
        return args_wrong(args, "--link is an output of its own: not with --json, --step or --states");
    if (r.states && (as_json || r.step))
        return args_wrong(args, "--states is an output of its own: not with --json or --step");
    if (args_has(args, "seat") && !r.states)
        return args_wrong(args, "--seat says whose view is printed: it needs --states");
    buf_init(&error);
    json_init(&json, &text);
    json_object(&json, NULL);
    if (as_json && r.step) json_array(&json, "answers");
    if (as_json) r.json = &json;
    int code = replay(args, &r, &error);
    if (code == EXIT_GO_ON) {
        if (as_json && r.step) json_close(&json);
        if (as_json) {
            add_result(&r, &json);
            if (r.analyse) code = analyse(&r, (unsigned)playouts);
            json_close(&json);
            json_print(&json);
        } else if (!r.states && !args_has(args, "link")) {
            print_text(&r);
            if (r.analyse) code = analyse(&r, (unsigned)playouts);
        }
        if (args_has(args, "link")) code = print_link(args, &r.match, r.journal.game);
        if (code == EXIT_GO_ON) code = finish(&r);
        if (r.seen.failed) {
            fprintf(stderr, "terrane replay: the states could not be written\n");
            code = EXIT_HOST;
        }
    }
    if (r.began) match_free(&r.match);
    journal_free(&r.journal);
    loaded_free(&r.loaded);
    buf_free(&error);
    buf_free(&text);
    return code;
}

static const struct flag flags[] = {
    {"step", NULL, "show each answer and, on a terminal, the table after it", false},
    {"json", NULL, "one object: hash, status, seats; with --step the answers too", false},
    {"states", NULL, "the complete position at the start and after each answer, one JSON object per line", false},
    {"analyse", NULL, "the chance to win over time, where it turned, and better answers, by playouts", false},
    {"playouts", "N", "with --analyse: of each position (100 to 1000: more of short games)", false},
    {"link", NULL, "print the game as a link, which opens it elsewhere", false},
    {"menu", NULL, "with --states: everything the asked players can undertake, as lists of answers", false},
    {"seat", "NAME", "with --states: only what that seat may see; nobody: what a spectator sees", false},
};

const struct verb verb_replay = {
    .name = "replay",
    .words = "FILE|LINK|-",
    .summary = "Replays a journal or a link; prints score and hash.",
    .details = "A journal of another definition is replayed by that one, if it is among the saved games; else its\n"
               "answers are printed with the reason. An illegal answer is reported with the legal ones.\n"
               "You can write a journal by hand: see docs/records.md.\n\n"
               "Examples:\n"
               "  terrane replay game.journal\n"
               "  terrane replay game.journal --step\n"
               "  terrane replay game.journal --link\n"
               "  terrane replay game.journal --analyse --playouts 400\n"
               "  terrane replay https://tables.example/replay#t2-... --step\n"
               "  terrane replay game.journal --states --seat B\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 1,
    .run = run,
};
