/* crew.c: see crew.h. */
#include "bot/crew.h"

#include <pthread.h>
#include <stdbool.h>

struct crew {
    unsigned threads, n;
    void (*work)(void *user, unsigned thread, unsigned i);
    void *user;
};

struct hand {
    const struct crew *crew;
    unsigned number;
    pthread_t thread;
    bool started;
};

static void *do_part(void *user) {
    const struct hand *hand = user;
    const struct crew *crew = hand->crew;
    for (unsigned i = hand->number; i < crew->n; i += crew->threads)
        crew->work(crew->user, hand->number, i);
    return NULL;
}

unsigned crew_size(unsigned threads, unsigned n) {
    unsigned most = threads < CREW_MOST ? threads : CREW_MOST;
    return n < most ? (n > 0 ? n : 1) : most > 0 ? most : 1;
}

void crew_run(unsigned threads, unsigned n, void (*work)(void *user, unsigned thread, unsigned i), void *user) {
    struct crew crew = {crew_size(threads, CREW_MOST), n, work, user};
    struct hand hands[CREW_MOST];
    for (unsigned k = 0; k < crew.threads; k++) {
        hands[k] = (struct hand){.crew = &crew, .number = k};
        if (k > 0 && k < n) hands[k].started = pthread_create(&hands[k].thread, NULL, do_part, &hands[k]) == 0;
    }
    for (unsigned k = 0; k < crew.threads; k++)
        if (!hands[k].started) do_part(&hands[k]);
    for (unsigned k = 0; k < crew.threads; k++)
        if (hands[k].started) pthread_join(hands[k].thread, NULL);
}
