/* The numbers of the built-in functions; their rows are in builtins.def. */
#ifndef TN_LANG_MODEL_BUILTINS_H
#define TN_LANG_MODEL_BUILTINS_H

enum builtin {
#define BUILTIN(name, acts, text, signature, about) BI_##name,
#include "lang/model/builtins.def"
#undef BUILTIN
    BI_COUNT
};

struct builtin_info {
    const char *name;
    int acts;
    const char *text;
    const char *signature, *about; /* for editors: parameters and result, what it does */
};
extern const struct builtin_info builtins[BI_COUNT];

#endif
