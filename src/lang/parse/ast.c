/* ast.c: see ast.h. */
#include "lang/parse/ast.h"

#include "base/arena.h"

struct node *node_made(struct arena *arena, struct node like) {
    struct node *n = ARENA_NEW(arena, struct node);
    if (n) *n = like;
    return n;
}

struct node node_with_block(const struct node *n, struct node *block) {
    struct node same = *n;
    *(n->kind == N_FOR || n->kind == N_TOGETHER ? &same.c : &same.b) = block;
    return same;
}
