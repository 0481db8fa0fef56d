/* gather.c: see gather.h. */
#include "lab/gather.h"

#include <stdlib.h>
#include <string.h>

struct head { /* of a game that travels; behind it stand its samples, then its features */
    struct lesson_game game;
    uint64_t samples, features;
};

struct parcel {
    uint64_t bytes, status; /* enum lesson_status of who sends it */
};

static bool is_of(const struct processes *all, uint64_t game, unsigned rank) {
    return game % all->size == rank;
}

static void pack(const struct lesson_game *game, struct buf *out) {
    struct head head;
    memset(&head, 0, sizeof head);
    head.game = *game;
    memset(&head.game.samples, 0, sizeof head.game.samples);
    memset(&head.game.features, 0, sizeof head.game.features);
    head.samples = game->samples.n;
    head.features = game->features.n;
    buf_put(out, &head, sizeof head);
    if (head.samples > 0) buf_put(out, game->samples.data, head.samples * sizeof *game->samples.data);
    if (head.features > 0) buf_put(out, game->features.data, head.features * sizeof *game->features.data);
}

/* What comes behind the game; NULL: no memory. */
static const char *unpack(const char *at, struct lesson_game *game) {
    struct head head;
    memcpy(&head, at, sizeof head);
    at += sizeof head;
    *game = head.game;
    for (uint64_t i = 0; i < head.samples; i++, at += sizeof *game->samples.data) {
        struct lesson_sample sample;
        memcpy(&sample, at, sizeof sample);
        if (!VEC_PUSH(&game->samples, sample)) return NULL;
    }
    for (uint64_t i = 0; i < head.features; i++, at += sizeof *game->features.data) {
        tn_feature feature;
        memcpy(&feature, at, sizeof feature);
        if (!VEC_PUSH(&game->features, feature)) return NULL;
    }
    return at;
}

/* Everybody's parcel, of `room` bytes each. */
static enum lesson_status exchange(const struct processes *all, const struct buf *mine, uint64_t room,
                                   struct lesson_game *games, uint64_t first, uint64_t n) {
    char *sent = calloc(1, room + 1), *parcels = malloc(room * all->size + 1);
    enum lesson_status status = sent && parcels ? LESSON_DONE : LESSON_NO_MEMORY;
    if (status == LESSON_DONE && mine->n > 0) memcpy(sent, mine->data, mine->n);
    /* Without memory here the others wait in vain: the process leaves, and mpirun ends them. */
    if (status == LESSON_DONE && !all->gather(all->user, sent, room, parcels)) status = LESSON_APART;
    for (unsigned rank = 0; rank < all->size && status == LESSON_DONE; rank++) {
        const char *at = parcels + rank * room;
        for (uint64_t g = 0; g < n && rank != all->rank && at; g++)
            if (is_of(all, first + g, rank)) at = unpack(at, &games[g]);
        if (!at) status = LESSON_NO_MEMORY;
    }
    free(sent);
    free(parcels);
    return status;
}

enum lesson_status gather_games(const struct processes *all, struct lesson_game *games, uint64_t first, uint64_t n,
                                enum lesson_status mine) {
    struct buf packed;
    struct parcel parcel = {0, 0}, *parcels = calloc(all->size, sizeof *parcels);
    uint64_t room = 0;
    buf_init(&packed);
    for (uint64_t g = 0; g < n && mine == LESSON_DONE; g++)
        if (is_of(all, first + g, all->rank)) pack(&games[g], &packed);
    if (packed.failed) mine = LESSON_NO_MEMORY;
    parcel = (struct parcel){packed.n, (uint64_t)mine};
    enum lesson_status status = parcels ? LESSON_DONE : LESSON_NO_MEMORY;
    if (parcels && !all->gather(all->user, &parcel, sizeof parcel, parcels)) status = LESSON_APART;
    for (unsigned rank = 0; rank < all->size && status == LESSON_DONE; rank++) {
        status = (enum lesson_status)parcels[rank].status;
        room = parcels[rank].bytes > room ? parcels[rank].bytes : room;
    }
    if (status == LESSON_DONE) status = exchange(all, &packed, room, games, first, n);
    buf_free(&packed);
    free(parcels);
    return status;
}
