/* since.h: what was measured before, as a table of a Markdown file says: the README's.
 *
 * The table has a row of heads, among them "interpreter", "compiled to C", "playouts" and "by hand in C", and a row for
 * each game, whose first cell is its name. A cell begins with its games a second: "18,000 (1,570,000)". An empty cell
 * was not measured.
 */
#ifndef BENCH_GAMES_SINCE_H
#define BENCH_GAMES_SINCE_H

#include "bench/games/measure.h"

/* Games a second of each engine; 0: not said. False: there is no such row. `text` ends with a 0. */
bool since_find(const char *text, const char *game, double *rates);

#endif
