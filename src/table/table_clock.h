/* table_clock.h: the clocks of a table: how long seats have thought, and what happens to who is late.
 *
 * A table may have a clock for the whole game (`clock`: what a seat takes in all) and one for each question
 * (`move_clock`). Whoever made the table chose what happens when one has run out: nothing, a bot plays the seat from
 * then on, or that one question is declined where it may be, else answered by a bot. It is among the table's settings,
 * so everybody there reads it before it happens.
 *
 * Clocks tick while every seat is taken and somebody is connected; otherwise they stand still. What a question has
 * taken so far is stored with the people, at least every ten seconds while a clock ticks, so that a restart of the
 * server gives nobody time; the time for which no server ran counts for nobody.
 *
 * Clocks of a table whose games take days (`always`) go on while nobody is there. Stored is what a question had taken,
 * and when: the rest is a difference. So such a table need not be in memory until a time is up (waiting.h, `wake`).
 * Whose time was up while no server ran has the length of the clock, at most an hour, from when there is one again.
 */
#ifndef TABLE_TABLE_CLOCK_H
#define TABLE_TABLE_CLOCK_H

#include "table/table.h"

bool late_read(const char *text, enum late *out); /* NULL: nothing happens; false: it is no such word */
const char *late_text(enum late late);            /* NULL: nothing happens */

bool clock_is_set(const struct table *t);
uint64_t clock_spent(const struct table *t, unsigned seat); /* milliseconds on the open question */
void clock_open(struct table *t, unsigned seat);            /* the seat is asked from now on */
void clock_resume(struct table *t);                         /* it came from the store */
/* Whether the clocks tick depends on who is there: called when that may have changed. */
void clock_update(struct table *t);
/* Does what was agreed on to those whose time is up; whether there were any. */
bool clock_strike(struct table *t, struct outcome *o);
/* The time for the whole game is used up, and a bot plays instead. */
bool clock_is_used_up(const struct table *t, unsigned seat);
void clock_wake(const struct table *t, struct outcome *o); /* notes when the table is to be looked at again */
/* When the first of them is up, whoever is there; 0: not while nobody is there. */
uint64_t clock_deadline(const struct table *t);
bool clock_is_due(const struct table *t); /* what it says is to be stored */
void clock_note(struct table *t);         /* writes that into the people */
/* "used", and with a clock "open" and "ticking" */
void clock_put(const struct table *t, struct json *j);

#endif
