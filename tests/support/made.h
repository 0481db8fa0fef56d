/* made.h: a game from a text in a test. */
#ifndef TESTS_SUPPORT_MADE_H
#define TESTS_SUPPORT_MADE_H

#include "terrane_table.h"

/* The game of the default configuration, the caller's; the test fails, with the diagnostics, when there is none. */
tn_game *made_game(const char *text);

#endif
