/* Random play of Terraforming Pluto.
 *
 * Purpose: games of uniformly random legal answers, as fast as the rules allow. The questions are those of
 * pluto_question; only the list of answers is not written out, since the set the position carries is enough to draw
 * from.
 */
#include "pluto_internal.h"

#define ONES 0x0101010101010101U

/* Index of the first byte of running sums that exceeds n (below 64, as the sums are). */
static unsigned first_above(uint64_t sums, unsigned n) {
    return lowest_bit(((sums | ONES << 7) - ONES * (n + 1)) & ONES << 7) >> 3;
}

/* A random member of a set, without a branch that would be mispredicted: the byte is found by the running sums of the
 * counts of the bytes, and the bit in it by those of its bits, spread over eight bytes. */
static unsigned random_bit(uint64_t set, uint64_t *rng) {
    uint64_t low = set & -set, high = set ^ low;
    if (!(high & (high - 1))) {
        uint64_t m = -(chance_next(rng) >> 63);
        return lowest_bit(low ^ ((low ^ high) & m));
    }
    uint64_t sums = byte_counts(set) * ONES;
    unsigned which = chance_below(rng, (unsigned)(sums >> 56));
    unsigned byte = first_above(sums, which), before = (unsigned)((sums << 8) >> (8 * byte) & 255);
    uint64_t spread = (set >> (8 * byte) & 255) * ONES & 0x8040201008040201U;
    uint64_t bits = (spread + 0x00406070787C7E7FU) >> 7 & ONES;
    return 8 * byte + first_above(bits * ONES, which - before);
}

unsigned pluto_play_on(struct pluto *t, uint64_t *rng, unsigned limit) {
    unsigned answers = 0;
    while (t->stage != STAGE_OVER && answers < limit) {
        answers++;
        unsigned answer =
            t->stage < STAGE_AMOUNT ? random_bit(t->answers, rng) : chance_below(rng, (unsigned)t->answers + 1);
        pluto_advance(t, answer);
    }
    return answers;
}
