/* language.h: games in other languages: where their words are found, and which there ought to be.
 *
 * The words of NAME.game in a language are NAME.LANGUAGE.words beside it; what the engine says in every game, and
 * phrases that the rules of many games share, are in engine.LANGUAGE.words in a folder of games (catalogue.h).
 * docs/translating.md is the page for people.
 */
#ifndef PLAY_LANGUAGE_H
#define PLAY_LANGUAGE_H

#include "play/catalogue.h"
#include "terrane_table.h"

/* Whether it can be the name of a language ("de", "pt-br"): it becomes part of the name of a file. */
bool language_is_name(const char *language);
/* The language the surroundings ask for ($LC_ALL, $LC_MESSAGES, $LANG), or "" when that is English or none. */
void language_wished(char *out, size_t cap);

/* Where the words of a game, or with NULL those of the engine, are or would be; false: there is no such file. */
bool language_file(const char *game_path, const char *language, struct buf *path);
/* The languages there are of a game, by name. */
bool language_list(const char *game_path, struct arena *arena, catalogue_paths *out);

/* Reads one file into `words`; false with what is wrong with it in *error, ready to be printed. */
bool language_read(tn_words *words, const char *path, bool colour, struct buf *error);
/* Reads what games share, if there is such a file. */
bool language_read_shared(tn_words *words, const char *language, bool colour, struct buf *error);
/* The words of the engine and of the game. NULL: there are none of this game, or *error says what is wrong. */
tn_words *language_load(const char *game_path, const char *language, bool colour, struct buf *error);

/* Notes every phrase of a game in `words`: for every number of players and every choice of options, where there are not
 * too many of them; then each value of each option for every number of players. */
tn_status language_want(tn_words *words, tn_source *source);

#endif
