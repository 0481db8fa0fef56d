/* pack.c: a position in fewer bytes: what differs from the one every game begins with.
 *
 * A bit for each word of 8 bytes says whether it differs; the words that do follow, in order. Both lie as in memory, so
 * a packed position belongs to one program and to machines with the same order of bytes, as a position does.
 */
#include "vm/vm.h"

#include <string.h>

enum { WORD = 8, LINE = 32, LINE_WORDS = LINE / WORD };

size_t state_pack(struct machine *m, const struct state *s, void *bytes, size_t cap) {
    const uint32_t size = m->p->layout.size; /* a multiple of 64 */
    const unsigned char *now = (const unsigned char *)s, *first = (const unsigned char *)state_at_first(m);
    unsigned char *mask = bytes, *to = bytes;
    size_t n = size / WORD / 8;
    bool fits = n <= cap;
    if (fits) memset(mask, 0, n);
    for (uint32_t at = 0; at < size; at += LINE) {
        uint32_t differ = bits_differ(now + at, first + at);
        for (uint32_t k = 0; differ; k++, differ >>= WORD) {
            if (!(differ & 0xffu)) continue;
            fits = fits && n + WORD <= cap;
            if (fits) {
                memcpy(to + n, now + at + k * WORD, WORD);
                mask[at / WORD / 8] |= (unsigned char)(1u << (at / LINE % 2 * LINE_WORDS + k));
            }
            n += WORD;
        }
    }
    return n;
}

bool state_unpack(struct machine *m, const void *bytes, size_t n, struct state *out) {
    const uint32_t size = m->p->layout.size;
    const unsigned char *mask = bytes, *from = bytes;
    size_t at = size / WORD / 8;
    memcpy(out, state_at_first(m), size);
    if (n < at) return false;
    for (uint32_t i = 0; i < size / WORD / 8; i++)
        for (uint32_t of = mask[i]; of; of &= of - 1u, at += WORD) {
            if (n - at < WORD) return false;
            memcpy((unsigned char *)out + (i * 8u + bits_lowest(of)) * WORD, from + at, WORD);
        }
    return at == n;
}
