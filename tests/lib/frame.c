/* frame.c: what the fragments of docs/embedding.md stand in: each becomes the body of a function of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <terrane_table.h>

#define PART(name)                                                                                                     \
    void name(const char *path, const char *text, tn_source *source, tn_game *game, tn_ctx *ctx, tn_state *state,      \
              tn_state *copy, unsigned seat, uint32_t answer, FILE *file);                                             \
    void name(const char *path, const char *text, tn_source *source, tn_game *game, tn_ctx *ctx, tn_state *state,      \
              tn_state *copy, unsigned seat, uint32_t answer, FILE *file)

void show(const char *text);
double value_of(tn_ctx *ctx, tn_state *state);
