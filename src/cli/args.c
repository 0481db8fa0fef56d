/* args.c: see args.h. */
#include "cli/args.h"

#include "base/nearest.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLAGS = 32 };

static int wrong(const struct verb *verb, const char *format, va_list args) {
    fprintf(stderr, "terrane %s: ", verb->name);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\nTry: terrane %s --help\n", verb->name);
    return EXIT_USAGE;
}

static int wrong_for(const struct verb *verb, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int wrong_for(const struct verb *verb, const char *format, ...) {
    va_list args;
    va_start(args, format);
    wrong(verb, format, args);
    va_end(args);
    return EXIT_USAGE;
}

int args_wrong(const struct args *args, const char *format, ...) {
    va_list list;
    va_start(list, format);
    wrong(args->verb, format, list);
    va_end(list);
    return EXIT_USAGE;
}

static void print_flag(const char *name, const char *value, const char *help, int width) {
    int used = printf("  %s%s%s%s", name[1] ? "--" : "-", name, value ? " " : "", value ? value : "");
    printf("%*s  %s\n", width > used ? width - used : 0, "", help);
}

void args_help(const struct verb *verb) {
    int width = 8;
    printf("usage: terrane %s%s%s%s\n\n%s\n%s", verb->name, *verb->words ? " " : "", verb->words,
           verb->n_flags > 0 ? " [FLAGS]" : "", verb->summary, verb->more ? verb->more : "");
    for (size_t i = 0; i < verb->n_flags; i++) {
        const struct flag *f = &verb->flags[i];
        int used = 4 + (int)strlen(f->name) + (f->value ? 1 + (int)strlen(f->value) : 0);
        if (used > width) width = used;
    }
    printf("\nFlags:\n");
    for (size_t i = 0; i < verb->n_flags; i++)
        print_flag(verb->flags[i].name, verb->flags[i].value, verb->flags[i].help, width);
    print_flag("help", NULL, "this page", width);
    if (verb->details) printf("\n%s", verb->details);
}

static const struct flag *find_flag(const struct verb *verb, const char *name, size_t n) {
    for (size_t i = 0; i < verb->n_flags; i++)
        if (strlen(verb->flags[i].name) == n && strncmp(verb->flags[i].name, name, n) == 0) return &verb->flags[i];
    return NULL;
}

static int unknown_flag(const struct verb *verb, const char *text) {
    const char *names[FLAGS];
    char word[64];
    size_t n = 0;
    for (; n < verb->n_flags && n < FLAGS; n++)
        names[n] = verb->flags[n].name;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text + 2, "="), text + 2);
    const char *near = n > 0 ? nearest(word, names, n) : NULL;
    if (near) return wrong_for(verb, "there is no flag --%s; did you mean --%s?", word, near);
    return wrong_for(verb, "there is no flag --%s", word);
}

/* One flag at argv[*i]; takes the next word when it needs a value. */
static int parse_flag(const struct verb *verb, int argc, char **argv, int *i, struct args *out) {
    const char *text = argv[*i], *equals = strchr(text, '=');
    size_t dashes = text[1] == '-' ? 2 : 1; /* a name of one letter has one */
    size_t n = (equals ? (size_t)(equals - text) : strlen(text)) - dashes;
    const struct flag *flag = find_flag(verb, text + dashes, n);
    if (!flag || (n == 1) != (dashes == 1)) return unknown_flag(verb, text);
    struct given_flag given = {flag, NULL};
    if (flag->value && equals)
        given.value = equals + 1;
    else if (flag->value && *i + 1 < argc)
        given.value = argv[++*i];
    else if (flag->value)
        return wrong_for(verb, "--%s needs a value: --%s %s", flag->name, flag->name, flag->value);
    else if (equals)
        return wrong_for(verb, "--%s takes no value", flag->name);
    for (size_t k = 0; k < out->given.n && !flag->repeats; k++)
        if (out->given.data[k].flag == flag) return wrong_for(verb, "--%s is given twice", flag->name);
    if (!VEC_PUSH(&out->given, given)) return EXIT_HOST;
    return EXIT_GO_ON;
}

static int check_words(const struct verb *verb, const struct args *out) {
    if (out->words.n > verb->most) return wrong_for(verb, "unexpected word \"%s\"", out->words.data[verb->most]);
    if (out->words.n < verb->least) return wrong_for(verb, "%s is missing", verb->words);
    return EXIT_GO_ON;
}

int args_parse(const struct verb *verb, int argc, char **argv, struct args *out) {
    bool flags = true;
    memset(out, 0, sizeof *out);
    out->verb = verb;
    for (int i = 0; i < argc; i++) {
        const char *text = argv[i];
        if (flags && (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0)) return args_help(verb), EXIT_FINE;
        if (flags && strcmp(text, "--") == 0) {
            flags = false;
        } else if (flags && strncmp(text, "--", 2) == 0) {
            int code = parse_flag(verb, argc, argv, &i, out);
            if (code != EXIT_GO_ON) return code;
        } else if (flags && text[0] == '-' && text[1] != '\0' && find_flag(verb, text + 1, 1) && !text[2]) {
            int code = parse_flag(verb, argc, argv, &i, out);
            if (code != EXIT_GO_ON) return code;
        } else if (flags && text[0] == '-' && text[1] != '\0') {
            return wrong_for(verb, "flags have two dashes, found \"%s\"", text);
        } else if (!VEC_PUSH(&out->words, text)) {
            return EXIT_HOST;
        }
    }
    return check_words(verb, out);
}

void args_free(struct args *args) {
    VEC_FREE(&args->words);
    VEC_FREE(&args->given);
}

int args_run(const struct verb *verb, int argc, char **argv) {
    struct args args;
    int code = args_parse(verb, argc, argv, &args);
    if (code == EXIT_GO_ON) code = verb->run(&args);
    args_free(&args);
    return code;
}

bool args_has(const struct args *args, const char *flag) {
    for (size_t i = 0; i < args->given.n; i++)
        if (strcmp(args->given.data[i].flag->name, flag) == 0) return true;
    return false;
}

const char *args_value(const struct args *args, const char *flag) {
    for (size_t i = args->given.n; i-- > 0;)
        if (strcmp(args->given.data[i].flag->name, flag) == 0) return args->given.data[i].value;
    return NULL;
}

int args_number(const struct args *args, const char *flag, uint64_t least, uint64_t most, uint64_t *out) {
    const char *text = args_value(args, flag);
    char *end;
    if (!text) return EXIT_GO_ON;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || n < least || n > most) {
        if (most == UINT64_MAX)
            return args_wrong(args, "--%s must be a whole number of at least %llu, found \"%s\"", flag,
                              (unsigned long long)least, text);
        return args_wrong(args, "--%s must be a whole number from %llu to %llu, found \"%s\"", flag,
                          (unsigned long long)least, (unsigned long long)most, text);
    }
    *out = n;
    return EXIT_GO_ON;
}
