/* Random play of TINYforming Mars.
 *
 * Purpose: games of uniformly random legal answers, chance included, as fast as the rules allow. The questions
 * are the same as those of tiny_question; only the list of answers is not written out, since the set the
 * position carries is enough to draw from.
 *
 * The generator is splitmix64. A choice among n answers is the high word of 32 random bits times n: its bias is
 * below n / 2^32.
 */
#include "tinyforming_internal.h"

#include <stddef.h>

static uint32_t next_random(uint64_t *rng) {
    uint64_t x = *rng += 0x9E3779B97F4A7C15U;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
    x = (x ^ x >> 27) * 0x94D049BB133111EBU;
    return (uint32_t)(x >> 32);
}

static unsigned random_bit(uint32_t set, uint64_t *rng) {
    uint64_t count = bit_count(set);
    for (uint32_t skip = (uint32_t)(next_random(rng) * count >> 32); skip > 0; skip--)
        set &= set - 1;
    return lowest_bit(set);
}

int tiny_random_answer(const struct tiny *t, uint64_t *rng) {
    struct tiny_question question;
    tiny_question(t, &question);
    if (question.count == 0) return -1;
    return question.answers[next_random(rng) * (uint64_t)question.count >> 32];
}

unsigned tiny_play_on(struct tiny *t, uint64_t *rng, unsigned limit) {
    unsigned decisions = 0;
    while (t->answers && decisions < limit) {
        decisions += t->asked != TINY_CHANCE && (t->answers & (t->answers - 1)) != 0;
        tiny_advance(t, random_bit(t->answers, rng));
    }
    return decisions;
}

unsigned tiny_play_random(struct tiny *t, uint64_t seed) {
    tiny_init(t, NULL);
    return tiny_play_on(t, &seed, UINT32_MAX);
}
