/* bot.c: see bot.h. The table of bots. */
#include "bot/bot.h"

#include "base/hash.h"
#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

#define BOT(name) extern const struct bot bot_##name;
#include "bot/bots.def"
#undef BOT

static const struct bot *const bots[] = {
#define BOT(name) &bot_##name,
#include "bot/bots.def"
#undef BOT
};
static const char *const names[] = {
#define BOT(name) #name,
#include "bot/bots.def"
#undef BOT
};
enum { BOTS = sizeof bots / sizeof bots[0] };

size_t bot_count(void) {
    return BOTS;
}

const struct bot *bot_get(size_t i) {
    return bots[i];
}

const struct bot *bot_thinker(void) {
    size_t i = 0;
    while (!bots[i]->thinks)
        i++;
    return bots[i];
}

const struct bot *bot_usual(void) {
    return &bot_medium;
}

const struct bot *bot_find(const char *name, struct buf *error) {
    for (size_t i = 0; i < BOTS; i++)
        if (strcmp(bots[i]->name, name) == 0) return bots[i];
    buf_printf(error, "there is no bot \"%s\"", name);
    const char *near = nearest(name, names, BOTS);
    if (near) buf_printf(error, "; did you mean \"%s\"?", near);
    buf_puts(error, " (bots:");
    for (size_t i = 0; i < BOTS; i++)
        buf_printf(error, " %s", names[i]);
    buf_puts(error, ")");
    return NULL;
}

const struct bot *bot_find_with(const char *words, uint32_t *effort, struct buf *error) {
    char name[64];
    uint64_t n = 0;
    size_t length = strcspn(words, ":");
    const char *digits = words + length + (words[length] == ':');
    snprintf(name, sizeof name, "%.*s", (int)length, words);
    for (const char *at = digits; *at >= '0' && *at <= '9' && n <= BOT_MOST_EFFORT; at++, digits = at)
        n = n * 10 + (uint64_t)(*at - '0');
    if (words[length] == ':' && (*digits || n == 0 || n > BOT_MOST_EFFORT)) {
        buf_printf(error, "\"%s\": an effort is a number from 1 to %d", words, BOT_MOST_EFFORT);
        return NULL;
    }
    *effort = (uint32_t)n;
    return bot_find(name, error);
}

struct random bot_random_for(uint64_t seed, unsigned seat, uint64_t n) {
    struct random r = {hash_mix(hash_mix(seed, 0x626f74u + seat), n), 0};
    return r;
}
