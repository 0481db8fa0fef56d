/* gather.h: games for learning that several processes have played, each some of them.
 *
 * Process r of n plays those games whose number leaves r when divided by n; then each of them has all, in the order of
 * their numbers, and goes on as if it had played them itself. So all of them learn the same. Numbers travel as they lie
 * in memory: the processes are of one program on machines of one kind. Whoever stops or fails says so at the next
 * exchange, and all stop.
 */
#ifndef LAB_GATHER_H
#define LAB_GATHER_H

#include "lab/lesson.h"

/* `games` is `n` games from number `first` on, of which those of this process are there, as far as `mine` says. */
enum lesson_status gather_games(const struct processes *all, struct lesson_game *games, uint64_t first, uint64_t n,
                                enum lesson_status mine);

#endif
