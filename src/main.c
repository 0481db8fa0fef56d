/* main.c: the command `terrane`: finds the verb and hands over. Verbs live in src/cli, one file each. */
#include "base/nearest.h"
#include "cli/verbs.h"

#include <stdio.h>
#include <string.h>

static const struct verb *const verbs[] = {
#define ROW(name) &verb_##name,
    VERBS(ROW)
#undef ROW
};
enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

static const struct verb *find_verb(const char *name) {
    for (size_t i = 0; i < VERB_COUNT; i++)
        if (strcmp(verbs[i]->name, name) == 0) return verbs[i];
    return NULL;
}

static int unknown_verb(const char *name) {
    const char *names[VERB_COUNT];
    for (size_t i = 0; i < VERB_COUNT; i++)
        names[i] = verbs[i]->name;
    const char *near = nearest(name, names, VERB_COUNT);
    fprintf(stderr, "terrane: there is no verb \"%s\"", name);
    if (near) fprintf(stderr, "; did you mean \"%s\"?", near);
    fprintf(stderr, "\nTry: terrane --help\n");
    return EXIT_USAGE;
}

static int help(int argc, char **argv) {
    const struct verb *verb = argc > 0 ? find_verb(argv[0]) : NULL;
    if (argc > 0 && !verb) return unknown_verb(argv[0]);
    if (verb)
        args_help(verb);
    else
        help_print();
    return EXIT_FINE;
}

int main(int argc, char **argv) {
    if (argc < 2) return start_without_arguments();
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0) return puts("terrane " TERRANE_VERSION), EXIT_FINE;
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return help(argc - 2, argv + 2);
    const struct verb *verb = find_verb(name);
    return verb ? args_run(verb, argc - 2, argv + 2) : unknown_verb(name);
}
