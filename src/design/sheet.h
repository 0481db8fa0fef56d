/* sheet.h: the cards of a kind as a table: a row for each card the definition writes down, a column for its name, its
 * kind, what is printed on it, how many copies there are, and what its values and texts say.
 *
 * A cell is the text of the definition, so a table that nobody changed changes nothing; an empty cell is what the card
 * does not say (the default holds). Tables are of the tree, not of one configuration: cards of all modules are rows.
 * Cards of families are none: they are not written one by one. The first column, "card", says which card a row is of:
 * its name now, with "#2" behind it where an earlier card has that name. So rows may be sorted, and names changed.
 */
#ifndef DESIGN_SHEET_H
#define DESIGN_SHEET_H

#include "design/definition.h"

enum { SHEET_PARAMETERS = 32, SHEET_KIND_DEPTH = 32 };

enum column_sort {
    COLUMN_CARD,
    COLUMN_NAME,
    COLUMN_KIND,
    COLUMN_PRINTED, /* a parameter */
    COLUMN_COPIES,
    COLUMN_VALUE, /* a clause that is one expression */
    COLUMN_WORDS, /* `text:` or `flavour:` */
};

struct sheet_column {
    enum column_sort sort;
    const char *title; /* as the table calls it */
    const char *name;  /* of the parameter or clause */
    bool used;         /* some card says it, or it is printed: it is a column of the table that is written */
};

struct sheet_parameter {
    const char *name;
    bool list, optional;
    const char *given; /* by the kind for all its cards, as written; NULL: not */
    size_t column;
};

struct sheet_kind {
    const char *name;
    const struct node *node;
    int parent; /* or -1 */
    bool is_space, twice;
    struct sheet_parameter *parameters; /* in the order cards give them */
    size_t n;
};

/* An argument as it stands in the text. */
struct sheet_argument {
    struct passage all, value; /* with and without its name */
    int parameter;             /* of the kind; ARGUMENT_COPIES, or -1: none that is known */
};
enum { ARGUMENT_COPIES = -2 };

/* A clause of a card as it stands in the text. */
struct sheet_clause {
    const char *name;
    struct passage key, value; /* value: empty where it is no single expression */
    struct passage lines;      /* the whole lines it has for itself; empty: it shares one */
};

enum body_form { BODY_NONE, BODY_INLINE, BODY_BLOCK };

struct sheet_card {
    const char *name;
    const struct node *node;
    size_t kind; /* of the sheet's kinds */
    uint16_t file;
    struct passage kind_at, name_at;
    struct passage brackets; /* empty: none */
    struct sheet_argument *arguments;
    size_t n_arguments;
    uint32_t head_end; /* behind the name, the brackets and the text */
    enum body_form form;
    uint32_t body;        /* where a body on the same line begins */
    struct passage lines; /* all lines of the card */
    bool alone;           /* nothing stands before it on its line, such as the `if` of a module */
    uint32_t end;         /* behind its last token */
    const char *indent, *body_indent;
    struct sheet_clause *clauses;
    size_t n_clauses;
    const char **cells; /* by column; "": nothing is said */
};

struct sheet {
    struct definition *definition; /* borrowed */
    size_t kind;
    struct sheet_kind *kinds;
    size_t n_kinds;
    struct sheet_column *columns;
    size_t n_columns;
    struct sheet_card *cards;
    size_t n_cards;
};

/* Everything is in the arena of the definition, which has no errors. NULL: `why` says the reason, or memory is out
 * (the arena failed). */
const struct sheet *sheet_new(struct definition *d, const char *kind, struct buf *why);
/* Shows every kind that has cards, as the definition declares them; `above`: the kind it is one of, or NULL. False: no
 * memory. */
bool sheet_kinds(struct definition *d, void (*each)(void *user, const char *kind, const char *above, size_t cards),
                 void *user);

bool sheet_is_a(const struct sheet *s, size_t kind, size_t ancestor);
int sheet_find_kind(const struct sheet *s, const char *name); /* or -1 */

void sheet_put_csv(const struct sheet *s, struct buf *out);

#endif
