/* serve.c: `terrane serve`: tables for browsers, and `terrane studio`, the same with the address of the studio. Without
 * the libraries of the server they say how to get it. */
#include "cli/cores.h"
#include "cli/store_place.h"
#include "cli/verbs.h"

#ifdef TERRANE_SERVE
#include "serve/serve.h"

#include <stdio.h>

static unsigned usual_jobs(void) {
    unsigned cores = cores_there();
    return cores > 1 && cores < 64 ? cores : 2;
}

static int serve(const struct args *args, const char *first) {
    struct buf place, error;
    uint64_t port = 8080, jobs = usual_jobs(), per_address = 200, rate = 10, keep = 365, keep_open = 90, patience = 20,
             tables = 300, quota = 64;
    const char *address = args_value(args, "listen");
    int code = args_number(args, "port", 0, 65535, &port);
    if (code == EXIT_GO_ON) code = args_number(args, "jobs", 1, 256, &jobs);
    if (code == EXIT_GO_ON) code = args_number(args, "per-address", 0, 1000000, &per_address);
    if (code == EXIT_GO_ON) code = args_number(args, "rate", 0, 100000, &rate);
    if (code == EXIT_GO_ON) code = args_number(args, "keep", 0, 100000, &keep);
    if (code == EXIT_GO_ON) code = args_number(args, "keep-open", 0, 100000, &keep_open);
    if (code == EXIT_GO_ON) code = args_number(args, "tables", 0, 1000000, &tables);
    if (code == EXIT_GO_ON) code = args_number(args, "quota", 0, 1000000, &quota);
    if (code == EXIT_GO_ON) code = args_number(args, "patience", 1, 3600, &patience);
    if (code != EXIT_GO_ON) return code;
    buf_init(&place);
    buf_init(&error);
    code = store_place(args, &place);
    struct serve_settings settings = {.listen = address ? address : "127.0.0.1",
                                      .port = (unsigned)port,
                                      .hosts = args_value(args, "host"),
                                      .store = place.data,
                                      .at = args_value(args, "at"),
                                      .proxies = args_value(args, "proxy"),
                                      .notices = args_value(args, "notices"),
                                      .web = args_value(args, "web"),
                                      .first = first,
                                      .keep = (unsigned)keep,
                                      .keep_open = (unsigned)keep_open,
                                      .jobs = (unsigned)jobs,
                                      .per_address = (unsigned)per_address,
                                      .tables = (unsigned)tables,
                                      .quota = (unsigned)quota,
                                      .patience = (unsigned)patience,
                                      .rate = (unsigned)rate};
    if (code == EXIT_GO_ON) {
        code = serve_run(&settings, &error) == SERVE_FINE ? EXIT_FINE : EXIT_HOST;
        if (code != EXIT_FINE) fprintf(stderr, "terrane %s: %s\n", args->verb->name, error.data);
    }
    buf_free(&place);
    buf_free(&error);
    return code;
}
#else
static int serve(const struct args *args, const char *first) {
    (void)first;
    return store_is_missing(args);
}
#endif

static int run(const struct args *args) {
    return serve(args, "");
}

static int run_studio(const struct args *args) {
    return serve(args, "studio");
}

static const struct flag flags[] = {
    {"listen", "ADDRESS",
     "address to listen on (127.0.0.1: this machine only; 0.0.0.0: everybody; ::: everybody, IPv6 too)", false},
    {"port", "N", "port to listen on (8080); 0: any free port", false},
    {"host", "NAMES", "host names to accept, separated by commas, besides addresses and this machine's; *: any", false},
    STORE_FLAGS,
    {"at", "ADDRESS:PORT", "where other servers on the same database reach this one (where it listens)", false},
    {"proxy", "ADDRESSES", "proxies in front, which say in X-Forwarded-For for whom they ask, separated by commas",
     false},
    {"keep", "DAYS", "delete finished tables this many days after they were last touched (365); 0: never", false},
    {"keep-open", "DAYS", "the same for unfinished tables (90)", false},
    {"notices", "FILE", "how to tell players who are not there that it is their turn (docs/serve.md)", false},
    {"web", "DIR", "files of the page", false},
    {"jobs", "N", "bots that think at once (one per core)", false},
    {"per-address", "N", "connections from one address (200); 0: no limits by address", false},
    {"tables", "N", "tables that one address may make per day (300); 0: no limit", false},
    {"quota", "MB", "megabytes that one address may store per day (64); 0: no limit", false},
    {"patience", "SECONDS", "how long a client may take to send a request or read a reply (20)", false},
    {"rate", "N", "messages per second on one connection (10); 0: no limit", false},
};

const struct verb verb_serve = {
    .name = "serve",
    .words = "",
    .summary = "Serves tables for browsers.",
    .more = "Every answer is stored at once: a server that was stopped or killed resumes where it was.\n",
    .details = "Ctrl-C stops the server. docs/protocol.md describes the protocol.\n\n"
               "Examples:\n"
               "  terrane serve\n"
               "  terrane serve --listen 0.0.0.0 --port 80 --data /var/lib/terrane\n"
               "  terrane serve --store postgresql://terrane@db.example.org/terrane\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 0,
    .most = 0,
    .run = run,
};

const struct verb verb_studio = {
    .name = "studio",
    .words = "",
    .summary = "Serves the studio, where games are written and tried in the browser.",
    .more = "Definitions stay in the browser, where everything is computed: nothing of them is sent to this server.\n",
    .details =
        "It is the server of `terrane serve`, with the address of the studio. In a checkout, `./terrane studio`\n"
        "installs what compiling the engine for browsers takes. docs/studio.md is its manual.\n\n"
        "Examples:\n"
        "  terrane studio\n"
        "  terrane studio --port 0\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 0,
    .most = 0,
    .run = run_studio,
};
