/* ast.c: see ast.h. */
#include "lang/parse/ast.h"

#include "base/arena.h"

struct node *node_made(struct arena *arena, struct node like) {
    struct node *n = ARENA_NEW(arena, struct node);
    if (n) *n = like;
    return n;
}

/* Trees are as deep as the parser lets them be, lists are long. */
struct node *node_copy(struct arena *arena, const struct node *n) {
    struct node *first = NULL, **end = &first;
    for (; n; n = n->next) {
        struct node *own = node_made(arena, *n);
        if (!own) return NULL;
        own->next = NULL;
        own->a = node_copy(arena, n->a);
        own->b = node_copy(arena, n->b);
        own->c = node_copy(arena, n->c);
        own->kids = node_copy(arena, n->kids);
        own->look = node_copy(arena, n->look);
        *end = own;
        end = &own->next;
    }
    return first;
}

struct node node_with_block(const struct node *n, struct node *block) {
    struct node same = *n;
    *(n->kind == N_FOR || n->kind == N_TOGETHER ? &same.c : &same.b) = block;
    return same;
}

struct node node_alone(const struct node *n) {
    struct node same = *n;
    same.next = NULL;
    return same;
}
