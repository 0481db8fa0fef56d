/* interrupt.h: Ctrl-C ends politely: what is under way stops at the next good place and reports what it has done. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on the first Ctrl-C (or SIGTERM) only sets the flag and interrupts reading; the second one kills. */
void interrupt_catch(void);
bool interrupted(void);

#endif
