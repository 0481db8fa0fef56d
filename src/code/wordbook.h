/* wordbook.h: phrases and what they are in another language, as a file that people write.
 *
 *     # Lines that begin with # are comments.
 *     [names]                     the group of the phrases below
 *     credit | credits            a phrase, in English
 *       Kredit | Kredite          the line below it, indented: the same in the other language
 *
 *     gain {1} credits
 *       erhalte {1} Kredite
 *
 * {1}, {2} ... are what is filled in: every one of the phrase stands in its translation, in any order. {1:plant} is
 * such a hole of a phrase that is about one thing; the translation needs only its number. A phrase
 * without a line below it is not translated yet. \n is a new line, a backslash before any other character that
 * character. Phrases are kept in this form.
 * Groups keep words apart that are the same in English only. Reading what one has written gives the same book.
 */
#ifndef TN_CODE_WORDBOOK_H
#define TN_CODE_WORDBOOK_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/diag.h"

#define HOLE_NAME ":" /* before what stands in a hole of a phrase */
#define WORD_GROUPS(G)                                                                                                 \
    G(engine, "what the engine says in every game")                                                                    \
    G(game, "the title, and what is chosen before the game")                                                           \
    G(names, "names; of what is counted: one | many")                                                                  \
    G(cards, "names of cards")                                                                                         \
    G(texts, "what is printed on cards and spaces: clauses, and their sentences")                                      \
    G(questions, "what players are asked")                                                                             \
    G(answers, "what they can answer")                                                                                 \
    G(log, "what is told while the game is played")                                                                    \
    G(reasons, "why something is not possible")                                                                        \
    G(rules, "rules that stand on no card")
enum word_group {
#define GROUP(name, about) WORDS_##name,
    WORD_GROUPS(GROUP)
#undef GROUP
        WORDS_GROUPS
};
const char *word_group_name(enum word_group group);

struct wordbook_entry {
    const char *key, *value; /* value NULL: not translated */
    uint32_t next;           /* 1 + another with the same hash, or 0 */
    uint32_t file;           /* the number of the file that says it, from 1; 0: none does */
    uint8_t group;
    bool wanted; /* a game has it */
};

struct wordbook {
    struct arena arena;
    VEC(struct wordbook_entry) entries;
    uint32_t *slots; /* by hash: 1 + an entry, or 0 */
    size_t n_slots;
    const char *head; /* the comments the last file begins with */
    uint32_t files;   /* read so far */
    bool out_of_memory;
};

void wordbook_init(struct wordbook *b);
void wordbook_free(struct wordbook *b);

/* Adds what a file says; what an earlier file said of the same phrase no longer counts. Mistakes go to `diags`. */
void wordbook_read(struct wordbook *b, const char *file, const char *text, size_t n, struct diags *diags);
void wordbook_want(struct wordbook *b, enum word_group group, const char *key);
bool wordbook_is_wanted(const struct wordbook *b, enum word_group group, const char *key);
/* The translation of a phrase, or NULL. */
const char *wordbook_find(const struct wordbook *b, enum word_group group, const char *key);
/* Whether the translation stands in a file that was read before the last one: words that games share. */
bool wordbook_is_shared(const struct wordbook *b, const struct wordbook_entry *e);
/* As a file: what is wanted, by group, in the order it was wanted; then what nobody wants; nothing that is shared. */
void wordbook_write(const struct wordbook *b, struct buf *out);

/* The next part of a phrase in the form of the file, from *at on: a hole (its number is returned) or a character, whose
 * bytes are *text and *n; -1 at the end. What is no hole is itself. */
int wordbook_part(const char **at, const char **text, size_t *n);
/* Bytes of a text in the form of the file; and a phrase put together of such when it is complete. */
void wordbook_escape(struct buf *out, const char *text, size_t n);
void wordbook_seal(struct buf *phrase);

#endif
