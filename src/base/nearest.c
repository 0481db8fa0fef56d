/* nearest.c: see nearest.h. Damerau-Levenshtein (neighbours swapped count once) in half steps, on bytes; three rows of
 * a fixed width suffice because longer words are never proposed. */
#include "base/nearest.h"

#include <string.h>

enum { LONGEST = 64 };

static unsigned char lower(char c) {
    unsigned char u = (unsigned char)c;
    return u >= 'A' && u <= 'Z' ? (unsigned char)(u - 'A' + 'a') : u;
}

static unsigned smaller(unsigned a, unsigned b) {
    return a < b ? a : b;
}

static unsigned replace_cost(char a, char b) {
    return a == b ? 0 : lower(a) == lower(b) ? 1 : 2;
}

unsigned nearest_distance(const char *a, const char *b, unsigned limit) {
    size_t na = strlen(a), nb = strlen(b);
    size_t gap = na > nb ? na - nb : nb - na;
    if (na > LONGEST || nb > LONGEST || gap * 2 > limit) return limit + 1;
    unsigned rows[3][LONGEST + 1];
    for (size_t j = 0; j <= nb; j++)
        rows[0][j] = (unsigned)j * 2;
    for (size_t i = 1; i <= na; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *higher = rows[(i + 1) % 3];
        unsigned best = row[0] = (unsigned)i * 2;
        for (size_t j = 1; j <= nb; j++) {
            unsigned d = smaller(above[j], row[j - 1]) + 2;
            d = smaller(d, above[j - 1] + replace_cost(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
                d = smaller(d, higher[j - 2] + 2);
            row[j] = d;
            best = smaller(best, d);
        }
        /* Two rows, because a swap reaches back over one. */
        if (best > limit + 2) return limit + 1;
    }
    return smaller(rows[na % 3][nb], limit + 1);
}

/* How many letters two words have in common, wherever they stand: it decides between equal distances, so that letters
 * in the wrong order ("ture") are taken for "true" rather than for "turn". */
static unsigned shared_letters(const char *a, const char *b) {
    unsigned char seen[256] = {0};
    unsigned n = 0;
    for (; *a; a++)
        seen[lower(*a)]++;
    for (; *b; b++)
        if (seen[lower(*b)] > 0) seen[lower(*b)]--, n++;
    return n;
}

const char *nearest(const char *word, const char *const *names, size_t n) {
    size_t length = strlen(word);
    if (length == 0 || length > LONGEST) return NULL;
    /* About a third of the letters: 1 edit from three letters on, 2 from six, 3 from nine. One or two letters match
     * by case only, or when one letter of three is missing. A difference in case alone is always close, however many
     * letters it concerns. */
    unsigned limit = length < 3 ? 1 : (unsigned)smaller((unsigned)length / 3, 3) * 2;
    const char *best = NULL;
    unsigned best_distance = length == 2 ? 3 : limit + 1, best_shared = 0;
    for (size_t i = 0; i < n; i++) {
        const char *name = names[i];
        if (!name || strcmp(name, word) == 0) continue;
        size_t k = 0;
        while (word[k] != '\0' && lower(word[k]) == lower(name[k]))
            k++;
        unsigned allowed = length == 2 && strlen(name) == 3 ? 2 : limit;
        unsigned d = word[k] == '\0' && name[k] == '\0' ? 1 : nearest_distance(word, name, allowed);
        if (d > allowed || d > best_distance) continue;
        unsigned shared = shared_letters(word, name);
        if (d == best_distance && shared <= best_shared) continue;
        best_distance = d;
        best_shared = shared;
        best = name;
    }
    return best;
}
