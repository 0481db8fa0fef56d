/* args.h: the command line: a verb declares its flags, and parsing, --help and error messages come from that.
 *
 * `--name value` and `--name=value` are the same, a flag of one letter is `-n value`; `--` ends the flags. Values
 * and words are borrowed from argv.
 */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "base/buf.h"

#include <stdint.h>

/* What the program returns to the shell. */
enum exit_code {
    EXIT_FINE = 0,
    EXIT_NO = 1,    /* the answer is no: errors in a definition, failing scenarios, an illegal answer in a journal */
    EXIT_USAGE = 2, /* the command line is wrong */
    EXIT_HOST = 3,  /* a file or memory problem */
    EXIT_FAULT = 4, /* the definition stopped with a fault while it ran */
    EXIT_GO_ON = -1 /* from helpers: nothing wrong so far */
};

struct flag {
    const char *name;  /* without the dashes */
    const char *value; /* what stands behind it in the help; NULL: a switch */
    const char *help;
    bool repeats;
};

struct args;
struct verb {
    const char *name;
    const char *words;   /* "GAME [CARD]" as shown */
    const char *summary; /* one short line */
    const char *more;    /* lines below it; NULL: none */
    const char *details; /* lines below the flags: what else to know, examples; NULL: none */
    const struct flag *flags;
    size_t n_flags;
    size_t least, most; /* how many words */
    int (*run)(const struct args *args);
};

struct given_flag {
    const struct flag *flag;
    const char *value;
};
struct args {
    const struct verb *verb;
    VEC(const char *) words;
    VEC(struct given_flag) given;
};

/* Parses argv[0..argc) (behind the verb). EXIT_GO_ON, or the code to leave with: help was printed or an error was. */
int args_parse(const struct verb *verb, int argc, char **argv, struct args *out);
void args_free(struct args *args);
int args_run(const struct verb *verb, int argc,
             char **argv); /* parses them and runs the verb; the code to leave with */
void args_help(const struct verb *verb);

bool args_has(const struct args *args, const char *flag);
const char *args_value(const struct args *args, const char *flag); /* the last one given, or NULL */
/* A whole number in a range. When the flag is absent *out is left as it is. EXIT_GO_ON or EXIT_USAGE with a message. */
int args_number(const struct args *args, const char *flag, uint64_t least, uint64_t most, uint64_t *out);
/* Prints "terrane VERB: message" and how to get help; returns EXIT_USAGE. */
int args_wrong(const struct args *args, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
