/* prelude.h: see prelude.c. */
#ifndef TN_LANG_MODEL_PRELUDE_H
#define TN_LANG_MODEL_PRELUDE_H

struct node;

enum prelude { PRELUDE_SIGNALS, PRELUDE_PAY, PRELUDE_PAY_LAST, PRELUDES };
extern const char *const prelude_texts[PRELUDES];
/* The payment that a definition needs. */
enum prelude prelude_of_payment(const struct node *file);

#endif
