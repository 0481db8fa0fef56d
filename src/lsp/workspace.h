/* workspace.h: open documents and the definitions they belong to.
 *
 * A project is a definition: a root file with what it includes. A document that has no `game` of its own belongs to the
 * file beside or above it that includes it. Texts of open documents go before files on disk.
 * Invariants: every document has a project; a project has at least one open document among its files, or is dirty.
 * `now` is of the text as it is; `good` is of the last text that compiled (or NULL), for what only a program knows.
 */
#ifndef LSP_WORKSPACE_H
#define LSP_WORKSPACE_H

#include "lang/query.h"

/* A query and the texts it was made from. */
struct analysis {
    struct arena texts;
    struct query *query; /* NULL: memory was out */
};

struct project {
    char *root;                  /* path */
    struct analysis *now, *good; /* may be the same */
    VEC(char *) told;            /* paths that have messages in the editor */
    bool dirty;                  /* a text has changed since `now` */
    bool unsaid;                 /* `now` was made for a request and its messages are still to be sent */
};

struct document {
    char *uri, *path;
    struct buf text;
    struct project *project;
};

struct workspace {
    VEC(struct document *) documents;
    VEC(struct project *) projects;
};

void workspace_free(struct workspace *w);

struct document *workspace_find(const struct workspace *w, const char *path); /* open ones only; NULL: none */
/* Opens a document or replaces its text. False: no memory. */
bool workspace_open(struct workspace *w, const char *uri, const char *path, const char *text, size_t size);
void workspace_close(struct workspace *w, struct document *d);

/* The newest query of a document's project, made now if it must be; NULL: no memory. */
const struct query *workspace_query(struct workspace *w, struct document *d);
void workspace_analyse(struct workspace *w, struct project *p);
/* The project that speaks for a file: the one whose root it is, else the first that includes it. */
const struct project *workspace_owner(const struct workspace *w, const char *path);
/* Takes out projects none of whose files is open; `gone` is called for each before it is freed. */
void workspace_sweep(struct workspace *w, void (*gone)(void *user, struct project *p), void *user);

#endif
