/* table.h: the few lines most tests begin with: a game of the fake engine, and a match of it. */
#ifndef FAKE_TABLE_H
#define FAKE_TABLE_H

#include "fake/fake.h"
#include "play/match.h"

/* The game with that definition ("" is fine) and option ("" or "name=value"). Never fails. */
tn_game *fake_game(const char *definition, const char *option);

/* Answers in words, "A: b2; B: a1", as a person would type them. Fails the test when one is not legal. */
void fake_play(struct match *m, const char *answers);

#endif
