/* prelude.h: see prelude.c. */
#ifndef TN_LANG_MODEL_PRELUDE_H
#define TN_LANG_MODEL_PRELUDE_H

extern const char *const prelude_texts[2];

#endif
