/* play.c: `terrane play`: a game at the terminal, against bots or between persons. */
#include "cli/cores.h"
#include "cli/hindsight.h"
#include "cli/interrupt.h"
#include "cli/links.h"
#include "cli/load.h"
#include "cli/states.h"
#include "cli/verbs.h"
#include "cli/weights_file.h"
#include "play/journal.h"
#include "play/kept_rules.h"
#include "term/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* "A=person": who sits there. False with what is wrong with it. */
static bool seat_one(const char *text, struct match *m, struct buf *error) {
    const char *equals = strchr(text, '=');
    if (!equals) return buf_printf(error, "a seat is written NAME=person or NAME=BOT, found \"%s\"", text), false;
    size_t n = (size_t)(equals - text);
    for (unsigned seat = 0; seat < m->seats; seat++) {
        const char *name = tn_game_seat_name(m->game, seat);
        if (strlen(name) != n || strncmp(name, text, n) != 0) continue;
        m->bots[seat] = NULL;
        if (strcmp(equals + 1, "person") == 0) return true;
        m->bots[seat] = bot_find(equals + 1, error);
        if (!m->bots[seat]) buf_puts(error, "; or \"person\"");
        return m->bots[seat] != NULL;
    }
    buf_printf(error, "there is no seat \"%.*s\"; the seats are %s to %s", (int)n, text, tn_game_seat_name(m->game, 0),
               tn_game_seat_name(m->game, m->seats - 1));
    return false;
}

/* The flags: "A=person,B=random". */
static bool seat_list(const char *list, struct match *m, struct buf *error) {
    bool fine = true;
    while (*list && fine) {
        char one[128];
        size_t n = strcspn(list, ",");
        snprintf(one, sizeof one, "%.*s", (int)n, list);
        fine = seat_one(one, m, error);
        list += n + (list[n] == ',');
    }
    return fine;
}

/* Those who sat there when the old journal was written. */
static bool seat_old(const struct journal *old, struct match *m, struct buf *error) {
    bool fine = true;
    for (size_t i = 0; i < old->seats.n && fine; i++) {
        fine = seat_one(old->seats.data[i].text, m, error);
        if (!fine) fprintf(stderr, "terrane play: %s:%u: %s\n", old->path, old->seats.data[i].line, error->data);
    }
    return fine;
}

/* The first seat is a person and the others are bots, unless the flags or the old journal say otherwise: such as think,
 * if they know something about the game. */
static int seat_all(const struct args *args, const struct journal *old, struct match *m) {
    struct buf error;
    int code = EXIT_GO_ON;
    buf_init(&error);
    for (unsigned seat = 1; seat < m->seats; seat++)
        m->bots[seat] = bot_usual();
    if (!seat_old(old, m, &error)) code = EXIT_NO;
    for (size_t i = 0; i < args->given.n && code == EXIT_GO_ON; i++)
        if (strcmp(args->given.data[i].flag->name, "seat") == 0 && !seat_list(args->given.data[i].value, m, &error))
            code = args_wrong(args, "%s", error.data);
    m->seated = true;
    buf_free(&error);
    return code;
}

/* A seed short enough to be read aloud. */
static uint64_t fresh_seed(void) {
    uint32_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed) seed = (uint32_t)time(NULL);
    return seed % 1000000000;
}

/* ---- the journal: a new one, or one to go on with */
struct table {
    struct loaded loaded;
    struct weights *weights;
    struct match match;
    struct journal old;
    struct journal_live live;
    struct position position;
    bool began, resumed, followed;
};

static int host_problem(const char *what) {
    fprintf(stderr, "terrane play: %s\n", what);
    return EXIT_HOST;
}

static bool resume_wanted(const struct args *args) {
    const char *path = args_value(args, "journal");
    return path && access(path, F_OK) == 0;
}

static int read_old(const struct args *args, struct table *t) {
    struct buf error;
    int code = EXIT_GO_ON;
    if (!resume_wanted(args)) return code;
    buf_init(&error);
    const char *position;
    if (!journal_read(&t->old, args_value(args, "journal"), &error) || !journal_position(&t->old, &position, &error) ||
        (!(t->old.written && load_definition(t->old.definition, &t->loaded)) &&
         !journal_fits(&t->old, loaded_definition(&t->loaded), &error))) {
        fprintf(stderr, "terrane play: %s\n", error.data);
        code = EXIT_NO;
    }
    t->resumed = code == EXIT_GO_ON;
    buf_free(&error);
    return code;
}

/* With --at, only the first answers of a link. */
static int cut_old(const struct args *args, struct table *t) {
    uint64_t n = t->old.answers.n;
    int code = args_number(args, "at", 0, n, &n);
    t->old.answers.n = (size_t)n;
    return code;
}

/* How the old journal's game began. */
static int old_setup(struct table *t, struct match_setup *setup) {
    struct buf error;
    buf_init(&error);
    bool fine = journal_setup(&t->old, t->loaded.game, setup, &error);
    if (!fine) fprintf(stderr, "terrane play: %s\n", error.data);
    buf_free(&error);
    return fine ? EXIT_GO_ON : EXIT_NO;
}

/* Compiles again for what the old journal says, plays its answers. */
static int resume(struct table *t) {
    struct buf error;
    int code = EXIT_GO_ON;
    buf_init(&error);
    for (size_t i = 0; i < t->old.answers.n && code == EXIT_GO_ON; i++)
        if (!journal_step(&t->old, i, &t->match, &error)) {
            fprintf(stderr, "terrane play: %s\n", error.data);
            code = EXIT_NO;
        }
    if (code == EXIT_GO_ON) printf("Going on after %zu answers of %s.\n", t->match.history.n, t->old.path);
    buf_free(&error);
    return code;
}

/* Starts the journal where the flag says, or in the user's own folder. A game without one is a game nevertheless. */
static int follow(const struct args *args, struct table *t) {
    struct buf path, error;
    const char *wanted = args_value(args, "journal");
    int code = EXIT_GO_ON;
    buf_init(&path);
    buf_init(&error);
    bool placed = wanted ? buf_puts(&path, wanted) : journal_place(t->loaded.name.data, &path, &error);
    t->followed = placed && journal_follow(&t->live, &t->match, t->loaded.name.data, path.data, &error);
    if (t->followed && t->loaded.source && !rules_keep(t->loaded.source, &error))
        fprintf(stderr, "terrane play: the rules are not saved with the game: %s\n", error.data);
    if (!t->followed && wanted) code = host_problem(error.data);
    if (!t->followed && !wanted) fprintf(stderr, "terrane play: the game is not saved: %s\n", error.data);
    buf_free(&path);
    buf_free(&error);
    return code;
}

/* A line behind the end of the game; an empty one ends. */
static int offer_hindsight(struct table *t) {
    char *line = NULL;
    size_t cap = 0;
    int code = EXIT_GO_ON;
    printf("Type analyse to see where the game turned and what would have been better, Enter to end.\n> ");
    fflush(stdout);
    if (getline(&line, &cap, stdin) > 0 && strncmp(line, "analyse", strlen("analyse")) == 0)
        code = hindsight_show(&t->match, 0, NULL);
    free(line);
    return code == EXIT_GO_ON ? EXIT_FINE : code;
}

static int play(const struct args *args, struct table *t) {
    static const int codes[] = {
        [SESSION_OVER] = EXIT_FINE,        [SESSION_LEFT] = EXIT_FINE,   [SESSION_INPUT_ENDED] = EXIT_FINE,
        [SESSION_INTERRUPTED] = EXIT_FINE, [SESSION_FAULT] = EXIT_FAULT, [SESSION_NO_MEMORY] = EXIT_HOST};
    int code = follow(args, t);
    if (code != EXIT_GO_ON) return code;
    struct session session = {.match = &t->match,
                              .journal = t->followed ? &t->live : NULL,
                              .in = stdin,
                              .out = stdout,
                              .look = look_of(STDOUT_FILENO),
                              .interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
    printf("%s, %u player%s, seed %" PRIu64 ".%s\n", tn_game_title(t->match.game), t->match.seats,
           t->match.seats == 1 ? "" : "s", t->match.seed, session.interactive ? " Type help for the commands." : "");
    interrupt_catch();
    enum session_end end = session_run(&session);
    return end == SESSION_OVER && session.interactive ? offer_hindsight(t) : codes[end];
}

/* The game, and what was played of it already: in a journal, or in a link. */
static int find_game(const struct args *args, struct table *t) {
    const char *link = args_value(args, "link"), *game = args->words.n > 0 ? args->words.data[0] : NULL;
    if (!link && !game) return args_wrong(args, "GAME is missing");
    if (!link) {
        int code = load_game_like(args, game, &t->position.config, &t->loaded);
        return code == EXIT_GO_ON ? read_old(args, t) : code;
    }
    if (resume_wanted(args))
        return args_wrong(args, "--link needs a new journal: %s exists", args_value(args, "journal"));
    if (args_has(args, "players") || args_has(args, "option") || args_has(args, "seed"))
        return args_wrong(args, "a link has its own players, options and seed");
    int code = load_link(args, link, game, &t->loaded, &t->old);
    t->resumed = code == EXIT_GO_ON;
    return code == EXIT_GO_ON ? cut_old(args, t) : code;
}

static int start(const struct args *args, struct table *t) {
    if (args_has(args, "at") && !args_has(args, "link"))
        return args_wrong(args, "--at is a moment of a link: it needs --link");
    struct match_setup setup = {.seed = fresh_seed(), .new_chance = args_has(args, "seed")};
    int code = args_number(args, "seed", 0, UINT64_MAX, &setup.seed);
    if (code == EXIT_GO_ON) code = position_load(args, &t->position);
    if (code == EXIT_GO_ON) code = find_game(args, t);
    if (code == EXIT_GO_ON && t->resumed && t->position.path)
        return args_wrong(args, "the journal %s is continued and has its own beginning, so --from is not possible",
                          t->old.path);
    if (code == EXIT_GO_ON && t->resumed && args_has(args, "link")) {
        code = old_setup(t, &setup);
    } else if (code == EXIT_GO_ON && t->resumed) {
        tn_config config = {t->old.players, t->old.options.data, t->old.options.n};
        if (t->loaded.source) { /* an image stays what it is */
            tn_game_free(t->loaded.game);
            t->loaded.game = NULL;
        }
        code = load_compiled(t->old.path, &config, &t->loaded);
        if (code == EXIT_GO_ON) code = old_setup(t, &setup);
    } else if (t->position.path) {
        setup.from = t->position.text.data;
        setup.from_size = t->position.text.n;
    }
    if (code != EXIT_GO_ON) return code;
    tn_status status = match_begin(&t->match, t->loaded.game, &setup);
    t->began = true;
    if (status == TN_NOMEM) return host_problem("out of memory");
    if (status == TN_BAD_STATE) {
        fprintf(stderr, "terrane play: %s:%s\n", t->resumed ? t->old.path : t->position.path, t->match.wrong);
        return EXIT_NO;
    }
    t->match.forced = FORCED_FREE;
    t->match.practice = args_has(args, "practice");
    code = load_weights(args, &t->loaded, args_value(args, "weights"), &t->weights);
    t->match.weights = t->weights;
    t->match.threads = cores_there();
    if (code == EXIT_GO_ON) code = seat_all(args, &t->old, &t->match);
    if (code == EXIT_GO_ON && t->resumed) code = resume(t);
    if (code == EXIT_GO_ON) code = load_language(args, &t->loaded);
    if (code == EXIT_GO_ON && t->loaded.spoken && match_speak(&t->match, t->loaded.spoken) == TN_NOMEM)
        return host_problem("out of memory");
    return code;
}

static int run(const struct args *args) {
    struct table t = {0};
    int code = start(args, &t);
    if (code == EXIT_GO_ON) code = play(args, &t);
    if (t.followed) journal_close(&t.live);
    if (t.began) match_free(&t.match);
    weights_free(t.weights);
    journal_free(&t.old);
    position_free(&t.position);
    loaded_free(&t.loaded);
    return code;
}

static const struct flag flags[] = {
    LOAD_FLAGS,
    LANGUAGE_FLAG,
    {"seat", "NAME=WHO", "who sits there: person, or the name of a bot", true},
    {"weights", "FILE", "weights for the bots (NAME.weights beside the game)", false},
    {"seed", "N", "seed of all chance; the same seed gives the same game", false},
    {"practice", NULL, "alone against bots: undo works even after something was revealed", false},
    {"journal", "FILE", "save the game there; an existing file is continued", false},
    FROM_FLAG,
    {"link", "LINK", "continue the game of a link; GAME may be omitted", false},
    {"at", "N", "with --link: continue after N answers", false},
};

const struct verb verb_play = {
    .name = "play",
    .words = "[GAME]",
    .summary = "Plays a game in the terminal.",
    .more = "Seat A is a person and the others are bots of the level medium, unless --seat says otherwise (B=hard;\n"
            "docs/bots.md lists all bots). A journal that is continued says who sat where.\n"
            "Answers may come from a pipe, one per line.\n",
    .details = "Every answer is saved at once: in the file of --journal, or in a new one under\n"
               "$XDG_STATE_HOME/terrane (~/.local/state/terrane). Type help in the game for its commands.\n\n"
               "Examples:\n"
               "  terrane play NAME\n"
               "  terrane play NAME --players 3 --seat B=person --seed 7\n"
               "  terrane play NAME --option map=other --journal evening.journal\n"
               "  terrane play NAME --from position.json\n"
               "  terrane play --link t2-... --at 12\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 0,
    .most = 1,
    .run = run,
};
