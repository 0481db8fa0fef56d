/* link.h: a whole game as one text that fits into an address: what was played, to look at any moment of it
 * elsewhere.
 *
 *     t2-                 the version of the rules it was played by; 1: that of Terrane 0.1
 *     base64url of        8 bytes   hash of the definition
 *                         number    seats
 *                         text      the game's name; a text is its length, a number, and its bytes
 *                         number    how many options; each a text "name=value"
 *                         number    seed
 *                         number    how many answers
 *                         2 bytes   trail: a hash over how many answers were possible at each moment
 *                         bits      the answers: each the place of the one given among all that were possible then,
 *                                   seat by seat, in as many bits as that needs; none when only one was possible
 *                         4 bytes   checksum over everything before it, the version included
 *
 * Numbers are written seven bits a byte, the lowest first. Invariants: the same game gives the same text; a text
 * that was damaged or cut is refused, and so is one that this definition or this version plays otherwise (trail):
 * never another game. Only games that began at their beginning have a link; what a setup orders, a journal holds.
 */
#ifndef PLAY_LINK_H
#define PLAY_LINK_H

#include "play/match.h"

enum { LINK_ANSWERS = 20000, LINK_BYTES = 64 << 10 }; /* the most of them; the longest text */

struct link {
    struct arena arena; /* of everything below */
    unsigned rules;     /* of which version */
    uint64_t definition, seed;
    const char *game; /* a name, never a path */
    tn_config config;
    uint32_t answers;
    uint16_t trail;
    const uint8_t *bits;
    size_t n_bits;
};

/* other: the rules play otherwise; *error says more */
enum link_end { LINK_FINE, LINK_DAMAGED, LINK_TOO_LONG, LINK_OTHER };

/* Whether a text is meant as a link, sound or not. */
bool link_meant(const char *text);
/* What stands before the last '#', '/' or '=' is left out. Call link_free in any case. */
enum link_end link_read(struct link *l, const char *text, struct buf *error);
void link_free(struct link *l);

/* Plays all of it. The match has begun with the seed, in a game of that definition and configuration. */
enum link_end link_play(const struct link *l, struct match *m, struct buf *error);

/* Writes the link of a match; of `game` the last part of a path is kept. False with the reason: there is none. */
bool link_write(const struct match *m, const char *game, struct buf *out, struct buf *error);

#endif
