/* english.c: see english.h. */
#include "base/english.h"

#include <string.h>

static bool ends(const char *word, size_t n, const char *tail) {
    size_t k = strlen(tail);
    return n >= k && !memcmp(word + n - k, tail, k);
}

bool english_vowel(const char *word) {
    static const char *const sounded[] = {"uni", "use", "eu", "one"}; /* a unit, a euro */
    for (size_t i = 0; i < sizeof sounded / sizeof *sounded; i++)
        if (!strncmp(word, sounded[i], strlen(sounded[i]))) return false;
    return *word && strchr("aeiouAEIOU", *word) != NULL;
}

bool english_plural(const char *word, size_t n) {
    if (n < 4 || !ends(word, n, "s")) return false;
    return !ends(word, n, "ss") && !ends(word, n, "us") && !ends(word, n, "is") && !ends(word, n, "'s");
}

/* A plural or a verb without its s. */
static void without_s(struct buf *out, const char *word, size_t n) {
    size_t keep = n;
    if (!english_plural(word, n))
        keep = n;
    else if (ends(word, n, "ies") && n > 4)
        keep = n - 3;
    else if (ends(word, n, "sses") || ends(word, n, "xes") || ends(word, n, "ches") || ends(word, n, "shes"))
        keep = n - 2;
    else
        keep = n - 1;
    buf_put(out, word, keep);
    if (keep + 3 == n) buf_putc(out, 'y');
}

/* f and v: one leaf, many leaves. Not by rule: caves and gloves have no such singular. */
static const char *const voiced[][2] = {{"leaf", "leaves"},   {"life", "lives"},   {"half", "halves"},
                                        {"wolf", "wolves"},   {"loaf", "loaves"},  {"calf", "calves"},
                                        {"elf", "elves"},     {"knife", "knives"}, {"shelf", "shelves"},
                                        {"thief", "thieves"}, {"wife", "wives"}};
enum { VOICED = sizeof voiced / sizeof *voiced };

void english_one(struct buf *out, const char *word, size_t n) {
    for (size_t i = 0; i < VOICED; i++)
        if (n == strlen(voiced[i][1]) && !memcmp(word, voiced[i][1], n)) {
            buf_puts(out, voiced[i][0]);
            return;
        }
    without_s(out, word, n);
}

void english_many(struct buf *out, const char *word) {
    size_t n = strlen(word);
    for (size_t i = 0; i < VOICED; i++)
        if (!strcmp(word, voiced[i][0])) {
            buf_puts(out, voiced[i][1]);
            return;
        }
    bool y = n > 1 && word[n - 1] == 'y' && !strchr("aeiou", word[n - 2]);
    bool hiss = ends(word, n, "s") || ends(word, n, "x") || ends(word, n, "ch") || ends(word, n, "sh");
    buf_put(out, word, y ? n - 1 : n);
    buf_puts(out, y ? "ies" : hiss ? "es" : "s");
}

bool english_joins(const char *word, size_t n) {
    static const char joints[] =
        " about after and are as at because before behind beside between but by each for from if in "
        "instead into is next of on onto or over per so than that then to under unless until when "
        "whenever where which while who with within without ";
    for (const char *at = joints; (at = strchr(at, ' ')) && at[1]; at++)
        if (!strncmp(at + 1, word, n) && at[1 + n] == ' ') return true;
    return false;
}

void english_you(struct buf *out, const char *verb, size_t n) {
    static const char *const odd[][2] = {
        {"is", "are"}, {"has", "have"}, {"was", "were"}, {"does", "do"}, {"goes", "go"}};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        if (n == strlen(odd[i][0]) && !memcmp(verb, odd[i][0], n)) {
            buf_puts(out, odd[i][1]);
            return;
        }
    if (ends(verb, n, "sses"))
        buf_put(out, verb, n - 2); /* "passes" is a verb form, not a plural */
    else
        without_s(out, verb, n);
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '\'' || (c & 0x80);
}

static size_t you_at(const char *text, size_t n) {
    static const char *const words[] = {"yourself", "yours", "your", "you"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t k = strlen(words[i]);
        if (n >= k && !memcmp(text, words[i], k) && (n == k || !is_letter(text[k]))) return k;
    }
    return 0;
}

size_t english_find_you(const char *text, size_t n, size_t *at) {
    for (; *at < n; ++*at) {
        size_t you = *at && is_letter(text[*at - 1]) ? 0 : you_at(text + *at, n - *at);
        if (you) return you;
    }
    return 0;
}

size_t english_article(const char *text, size_t n) {
    return n > 2 && !memcmp(text, "a ", 2) ? 2 : n > 3 && !memcmp(text, "an ", 3) ? 3 : 0;
}

bool english_is_verb(const char *name) {
    size_t n = strlen(name);
    return n && name[n - 1] == 's';
}

size_t english_participle(const char *name) {
    size_t n = strcspn(name, "_");
    return n > 2 && !memcmp(name + n - 2, "ed", 2) ? n : 0;
}

bool english_begins_noun(const char *text) {
    static const char words[] =
        " the your his her its their that this these those enough any all both more fewer less at ";
    char word[16] = " ";
    size_t n = strcspn(text, " ");
    if (*text >= '0' && *text <= '9') return true;
    if (n == 0 || n + 3 > sizeof word) return false;
    memcpy(word + 1, text, n);
    memcpy(word + 1 + n, " ", 2);
    return strstr(words, word) != NULL;
}
