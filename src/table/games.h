/* games.h: compiled games, shared by all tables that play them.
 *
 * Any thread may ask where the world has a lock (world.h). A game is compiled once for a definition, its options and
 * seats, and counted while tables hold it; some that nobody holds are kept for the next. Contexts are lent: as many
 * exist as are used at once.
 */
#ifndef TABLE_GAMES_H
#define TABLE_GAMES_H

#include "base/buf.h"
#include "base/json.h"
#include "bot/weights.h"
#include "terrane_table.h"

struct games;
struct played; /* a compiled game with what the server keeps of it */

struct table_world;
struct games *games_new(const struct table_world *world); /* NULL: no memory; the world is borrowed for its lock */
void games_free(struct games *g);

/* Each gives a hold on the game, or NULL with the reason in *error (for the one who asked).
 * `name` is one of the catalogue: paths are refused. */
struct played *games_open(struct games *g, const char *name, const tn_config *config, struct buf *error);
struct played *games_open_texts(struct games *g, const char *name, uint64_t definition, const tn_file *files, size_t n,
                                const tn_config *config, struct buf *error);
/* Only if that is its definition: compiled already, or as the catalogue has it now. NULL: it is not. */
struct played *games_open_exact(struct games *g, const char *name, uint64_t definition, const tn_config *config,
                                struct buf *error);
struct played *games_hold(struct games *g, struct played *p); /* once more */
void games_close(struct games *g, struct played *p);          /* accepts NULL */

/* Files may have changed that nobody looks at again by themselves (words, weights, the catalogue): what is asked from
 * now on is made anew. Holds stay good. */
void games_renew(struct games *g);

const tn_game *played_game(const struct played *p);
/* The game in other languages: their number, and each; which of them a language is, from 1, or 0: the definition's
 * own. */
enum { PLAYED_VOICES = 8 };
size_t played_voices(const struct played *p, const tn_game *games[PLAYED_VOICES]);
unsigned played_voice(const struct played *p, const char *language);
const struct weights *played_weights(const struct played *p);   /* of its bots; any thread may read it */
const tn_file *played_files(const struct played *p, size_t *n); /* the texts it was made from */
/* A context for the caller alone; NULL: no memory. */
tn_ctx *played_take(struct games *g, struct played *p);
void played_give(struct games *g, struct played *p, tn_ctx *ctx);

/* The description of a game that is held or kept, in that language if it has it (NULL: in the definition's own);
 * false: there is none of that hash. */
bool games_describe(struct games *g, uint64_t hash, const char *language, struct buf *out);
bool games_has(struct games *g, uint64_t hash); /* whether there is one */
/* What a game of the catalogue is, in few words, with its usual options; in that language as above. False with the
 * reason in *error: there is no such game, or it cannot be played. */
bool games_about(struct games *g, const char *name, const char *language, struct buf *out, struct buf *error);
/* What its cover is drawn from, with two seats if it can have them, or that as a PNG; made once for a game. As above.
 */
bool games_cover(struct games *g, const char *name, bool picture, struct buf *out, struct buf *error);
/* Its whole description, with two seats if it can have them, in that language as above. */
bool games_describe_usual(struct games *g, const char *name, const char *language, struct buf *out, struct buf *error);
/* A card beside the lines it is made of, of the game that has the one that shows the most. False with the reason: no
 * game has one. */
bool games_proof(struct games *g, uint64_t now, struct buf *out, struct buf *error);
/* The cover of that game, else of the first of the catalogue, as a PNG. */
bool games_any_picture(struct games *g, uint64_t now, struct buf *out, struct buf *error);
/* The catalogue as the API tells it; looked up again when it is some seconds old. False: no memory. */
bool games_list(struct games *g, uint64_t now, struct buf *out);
/* The options a definition declares, and their values, as a member "options". */
void games_put_options(struct json *j, const tn_source *source);

#endif
