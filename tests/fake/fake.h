/* fake.h: a tiny stand-in for the engine: the functions of terrane.h around one hard-coded game.
 *
 * Linked into the tests of what lies above the engine, so that they fail only for their own mistakes. The game is
 * tic-tac-toe on cells a1 to c3 for seats A and B. Options:
 *   mode=plain,rich    rich: a turn begins with a menu (mark a cell, or play a card of the hand for coins)
 *   start=first,random random: chance decides who begins
 *   fault=none,third   the third mark stops the rules with a fault
 *   board=square,hex   how the cells are drawn
 * A definition is lines of text: `title WORDS`, `error WORDS`, `warning WORDS`, `include "FILE"`, and
 *   scenario NAME / option NAME=VALUE / given CELLS (marked by A, B, A, ...) / play SEAT: WORD, WORD / check marks N /
 *   refused WORD, ..., REASON
 */
#ifndef FAKE_FAKE_H
#define FAKE_FAKE_H

#include "terrane_table.h"

/* Whole tree of the plain game: positions and finished games by depth. */
extern const uint64_t fake_positions[10], fake_finished[10];

#endif
