/* compare_part.c: see compare_part.h: a head, the result, the games, then the arrays of the census. */
#include "lab/compare_part.h"

#include <string.h>

enum { MOST_GAMES = 1 << 24, MOST_ROUNDS = 1 << 24 };

struct head {
    uint64_t from, n;                   /* games */
    uint64_t n_cards, n_lines, n_zones; /* of the definition */
    uint64_t n_rounds;                  /* of the census */
    uint64_t counted, players, winners; /* its games, and who was in them */
    uint64_t asked, forced;
};

static size_t came_of(const struct head *h) {
    return (size_t)(h->n_cards * h->n_zones);
}

static uint64_t size_of(const struct head *h) {
    return sizeof *h + sizeof(struct simulate_result) + h->n * sizeof(struct compare_game) +
           h->n_cards * sizeof(struct census_card) + came_of(h) * sizeof(uint64_t) +
           h->n_lines * sizeof(struct census_line) + h->n_rounds * sizeof(uint64_t);
}

bool compare_part_put(const struct compare_side *side, uint64_t from, uint64_t n, struct buf *out) {
    const struct census *c = side->census;
    struct simulate_result result = side->result;
    result.seconds = 0; /* how long it took is nothing of the games */
    struct head h = {from,     n,          c->n_cards, c->n_lines, c->n_zones, c->rounds.n,
                     c->games, c->players, c->winners, c->asked,   c->forced};
    const struct {
        const void *bytes;
        size_t size;
    } parts[] = {
        {&h, sizeof h},
        {&result, sizeof result},
        {side->games + from, n * sizeof *side->games},
        {c->cards, c->n_cards * sizeof *c->cards},
        {c->came, came_of(&h) * sizeof *c->came},
        {c->lines, c->n_lines * sizeof *c->lines},
        {c->rounds.data, c->rounds.n * sizeof *c->rounds.data},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].size > 0) buf_put(out, parts[i].bytes, parts[i].size);
    return !out->failed;
}

/* The next bytes: copied, since they may lie anywhere. */
static const char *take(const char *at, void *to, size_t size) {
    if (size > 0) memcpy(to, at, size);
    return at + size;
}

static bool is_of(const struct head *h, const struct compare_side *side, size_t size) {
    const struct census *c = side->census;
    return h->n_cards == c->n_cards && h->n_lines == c->n_lines && h->n_zones == c->n_zones && h->n <= MOST_GAMES &&
           h->from <= MOST_GAMES && h->n_rounds <= MOST_ROUNDS && size_of(h) == size;
}

/* The census of the part, into one that is empty. */
static bool take_census(const char *at, const struct head *h, struct census *to) {
    to->games = h->counted, to->players = h->players, to->winners = h->winners;
    to->asked = h->asked, to->forced = h->forced;
    at = take(at, to->cards, to->n_cards * sizeof *to->cards);
    at = take(at, to->came, came_of(h) * sizeof *to->came);
    at = take(at, to->lines, to->n_lines * sizeof *to->lines);
    for (uint64_t i = 0; i < h->n_rounds; i++) {
        uint64_t games;
        at = take(at, &games, sizeof games);
        if (!VEC_PUSH(&to->rounds, games)) return false;
    }
    return true;
}

enum compare_part compare_part_add(struct compare_side *side, const void *bytes, size_t size) {
    const char *at = bytes;
    struct simulate_result result;
    struct head h;
    if (size < sizeof h) return PART_WRONG;
    at = take(at, &h, sizeof h);
    if (!is_of(&h, side, size)) return PART_WRONG;
    struct census *part = census_new(side->game);
    at = take(at, &result, sizeof result);
    const char *games = at;
    at += h.n * sizeof *side->games;
    bool fine = part && compare_side_grow(side, h.from + h.n) && take_census(at, &h, part);
    if (fine) {
        take(games, side->games + h.from, h.n * sizeof *side->games);
        simulate_add(&side->result, &result);
        census_join(side->census, part);
        fine = !side->census->out_of_memory;
    }
    census_free(part);
    return fine ? PART_ADDED : PART_NO_MEMORY;
}
