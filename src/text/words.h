/* words.h: English from rules: phrases of expressions and statements, with holes where only play can tell.
 *
 * One phraser writes prompts, reasons and labels (FOR_PLAY: locals are holes, filled from registers) and printed texts
 * (locals are named). Everything comes from the templates of the definition and the structure of its rules.
 * A local that the phrase itself binds is never a hole: its register is not filled yet. A parameter of a function that
 * is written out stands for its argument.
 */
#ifndef TN_TEXT_WORDS_H
#define TN_TEXT_WORDS_H

#include "lang/model/check.h"
#include "text/leaves.h"
#include "text/tellings.h"

struct spoken_of {
    bool spoken;    /* a printed text says its template */
    bool named;     /* a printed text says its name: it has no words of its own */
    bool explained; /* the glossary has explained it */
    int rule;       /* 1 + the rule that explains it or says what it is; 0: none does */
};

/* Where texts are made of a model and written to a program; and what they have spoken of so far, for the glossary. */
struct texts {
    struct model *m;
    struct output *out;
    struct spoken_of *functions; /* by number in the model; `zones` alike */
    bool *zones;                 /* a printed text names it */
    const uint8_t *registers;    /* of locals, by number of their symbol: filled by whoever makes code; 0: none */
    struct tellings *tellings;   /* what is said of each statement is noted there; NULL: nowhere */
    struct node *me;             /* `me`, where nobody has written it */
    struct symbol *each;         /* who is each of several in turn, see words_as.c */
    struct node *someone;        /* that one's name */
    bool acts_as;                /* a printed text says what another does, as "you" */
    bool says_price;             /* a printed text has an arrow behind a price */
    bool says_possible;          /* a text asks what can be done */
    bool says_between;           /* a printed text says what lies between two spaces */
    bool says_label;             /* the glossary says what stands for any number or thing: "[card]" */
};
/* False: no memory. */
bool texts_init(struct texts *to, struct model *m, struct output *out, const uint8_t *registers,
                struct tellings *tellings);

/* Whom `me` means in a part of a text that another does: `as p:`. NULL stands for whom the whole text is for. */
struct actor {
    const struct actor *outer;
    const char *label;              /* what that player is called where another is "you"; NULL: nothing yet */
    struct node *told;              /* that player is told of, not spoken to: what is said for `me`; NULL: "you" */
    const struct meaning *meanings; /* in which that is read */
    int level;
};

/* What a parameter stands for while a function is written out. */
struct meaning {
    const struct symbol *param;
    struct node *value; /* argument, or NULL for a list or something only named */
    struct node *let;   /* the statement that gave it its value, or NULL */
    struct node *const *list;
    int n_list;
    bool deflt;                   /* the call did not give it */
    const struct meaning *outer;  /* next of the same call, then those of the caller */
    const struct meaning *caller; /* in which the value itself is to be read */
    int level;                    /* of the caller: calls written out */
    const struct actor *me;       /* of the caller: whom `me` means in the value */
};

/* What a local bound by the phrase is called in it. */
enum spoken_as {
    AS_it,
    AS_one,  /* "a card" */
    AS_that, /* "that card", "those cards" */
    AS_label,
    AS_said, /* otherwise */
};
struct spoken {
    const struct symbol *symbol;
    enum spoken_as as;
    const char *noun; /* THAT: what it is; LABEL: the label */
    struct said said;
    bool subject; /* the sentence is about it: "has 2 tags", not "has 2 tags of it" */
};

enum { MAX_SPOKEN = 64, MAX_WORK = 20000, MAX_NESTED = 250, MAX_STEPS = 20000 };

/* What a text is for; it never changes while one is made. */
enum purpose {
    FOR_PRINT, /* printed on a card or space, or a line of the rules: its owner is "you" */
    FOR_PLAY,  /* shown while it happens: locals are in registers and become holes */
    FOR_RULES, /* told at length: signals too, and where a verb ends early */
    FOR_EVENT, /* among the rules, of no card: whoever acts is "you" */
    FOR_VALUE, /* behind a label, where a noun is wanted: "heat at least 5", not "heat is at least 5" */
};

struct phraser {
    struct texts *to;
    enum purpose purpose;
    struct leaves said;
    const struct meaning *meanings;
    const struct actor *me;       /* whom `me` means in what is read now */
    struct actor *spoken_to;      /* whom "you" means in what is said now */
    const char *label;            /* of whom the whole text is for: see struct actor */
    const struct actor *nameless; /* who was spoken of and could not be called anything, where `unnamed` */
    bool unnamed;
    struct spoken spoken[MAX_SPOKEN];
    int n_spoken;
    int level;  /* functions being written out: their locals have no register here */
    int depth;  /* bounds recursion */
    int steps;  /* expressions said: past MAX_STEPS the reader is sent to the definition */
    int nested; /* expressions within expressions: past MAX_NESTED the reader is sent to the definition */
    int work;   /* steps made: past MAX_WORK functions are named, not written out */
    int card;   /* the card `this` is, or NONE */
    const struct node *counted;   /* the MEMBER the only number on this card counts ("animal"), or NULL */
    VEC(struct node *) told;      /* statements that words were said of; see tellings.h */
    const struct node *body;      /* of the verb or rule whose statements are told, or NULL */
    const struct node *result_of; /* the verb whose result is told with it: whoever calls it uses that; or NULL */
    bool outsider;                /* who is "you" outside a part that another does was given a label */
    bool another;                 /* somebody else was spoken of: who gains is said, even if it is you */
};

/* The context of a parameter's argument; `words_leave` returns from it. */
struct context {
    const struct meaning *meanings;
    int level;
    const struct actor *me;
};

/* ---- words.c: pieces, names, templates */
void phrase_open(struct phraser *p, struct texts *to, enum purpose purpose);
struct words phrase_close(struct phraser *p);     /* frees the phraser */
struct said phrase_close_said(struct phraser *p); /* what was said, to be put into another text; frees the phraser */
void words_say(struct phraser *p, const char *s); /* "a " at its end is an article: it becomes an where it must */
void words_said(struct phraser *p, struct said said);
void words_name(struct phraser *p, const char *s);                         /* underscores are spaces */
void words_form(struct phraser *p, const char *noun, enum leaf_form form); /* the same of one or several */
const char *words_title(const struct symbol *s);             /* how people call it: its text, or its name */
const char *words_called(const struct node *n);              /* the same of what a node names */
void phrase_hole(struct phraser *p, int reg, struct type t); /* what is in the register then */
void words_number(struct phraser *p, long n);
void words_member(struct phraser *p, int of, int member, bool many); /* what it is called, or several of it */
void words_card(struct phraser *p, size_t card);
void words_space(struct phraser *p, size_t space, const char *name);
struct mark {
    size_t leaves, told;
};
struct mark words_mark(const struct phraser *p);
void words_rewind(struct phraser *p, struct mark m);
bool words_after(const struct phraser *p, struct mark m);                               /* was anything said since? */
void words_told(struct phraser *p, struct node *statement);                             /* something was said of it */
void words_told_as(struct phraser *p, const struct node *made, struct node *statement); /* what was said of the one */
void words_moot(struct phraser *p, struct node *statement); /* nothing need be said of it: it cannot do anything here */
/* Follows a parameter to its argument; *n becomes what is to be said. */
struct context words_enter(struct phraser *p, struct node **n);
void words_leave(struct phraser *p, struct context c);
const struct meaning *words_meaning(struct phraser *p, const struct symbol *s);
const struct spoken *words_spoken(struct phraser *p, const struct symbol *s);
/* It is called so from now on: "that " and a noun, say; `many`: the plural of the noun. */
void words_speak(struct phraser *p, const struct symbol *s, enum spoken_as as, const char *before, const char *noun,
                 bool many);
void words_speak_said(struct phraser *p, const struct symbol *s, struct said said);
/* Whether a value about cards is that attribute as long as nobody adjusts it: "printed cost" tells the two apart. */
bool words_is_adjusted(const struct model *m, const struct symbol *attribute);
const char *words_kept(struct phraser *p, const char *text); /* a copy that lasts */
/* Fills meanings (MAX_PARAMETERS of them) for a call and enters them; returns the context to leave. */
struct context words_bind(struct phraser *p, struct symbol **params, int n, struct node *args, struct node *at,
                          struct meaning *meanings);
/* What stands where the rule is not put in words: the text stays true. */
#define WORDS_SEE "see the definition"
/* What the configuration excludes, where it must be said; and the whole text of a card that says nothing else. */
#define WORDS_NEVER "not in this game"
#define WORDS_NEVER_SENTENCE "Not in this game."
void words_template(struct phraser *p, const struct node *at, const char *text);
/* The same of a template that is a sentence, in a form of it. */
struct sentence_form {
    bool negate;    /* it does not hold */
    bool many;      /* of several: are, have */
    bool predicate; /* without its subject, which was named */
};
void words_sentence(struct phraser *p, const struct node *at, const char *text, struct sentence_form form);
bool words_explained(struct phraser *p, const struct node *at, const char *text); /* false: its contents say it */
bool words_constant(struct phraser *p, struct node *n, int32_t *out); /* also through functions without parameters */

/* ---- words_noun.c: things and numbers of things */
enum noun_form { NOUN_A, NOUN_BARE, NOUN_MANY };       /* a land area; land area; land areas */
const char *noun_of(struct phraser *p, struct type t); /* what one of that type is called */
void phrase_set(struct phraser *p, struct node *n, enum noun_form form);
void phrase_thing(struct phraser *p, struct node *n);            /* a player, card, space, member, zone */
void phrase_member(struct phraser *p, struct node *n, bool one); /* "animal", or what several are called */
void phrase_possessive(struct phraser *p, struct node *n);       /* "your", "that player's" */
bool is_me(const struct phraser *p, const struct node *n);       /* `me`, and that is "you" */
bool means_me(struct phraser *p, struct node *n);                /* the same of what a parameter stands for */
void phrase_list(struct phraser *p, struct node *const *items, int n, const char *last);
void phrase_kids(struct phraser *p, struct node *kids, const char *last); /* the same, linked by `next` */
struct type element_type(struct phraser *p, struct node *set);
void phrase_call(struct phraser *p, struct node *n); /* a function, value or builtin */
void phrase_act(struct phraser *p, struct node *n);  /* what happens, of a verb that gives a result */
const char *rule_label(struct phraser *p, const struct symbol *rule);

/* ---- words_number.c: numbers and amounts */
/* What is counted: a unit's node, or a word of which one and many are said, or nothing. */
struct unit {
    struct node *node;
    const char *word;
};
void phrase_number(struct phraser *p, struct node *n);
void phrase_per(struct phraser *p, struct node *n); /* what is counted, one of it */
void phrase_quantity(struct phraser *p, struct node *n, bool negative, struct unit unit);
void phrase_amount(struct phraser *p, struct node *n);
bool is_count(struct phraser *p, struct node *n);
/* x[i] of a variable, a board or a pile: not an item of a list. */
static inline bool is_entry(const struct node *n) {
    return n->kind == N_INDEX && !(n->a->type.flags & VF_LIST);
}

/* ---- words_cond.c: conditions */
/* What the author says of a truth: "it has moved", "it is locked", or only "locked"; NULL: it has no text. */
const char *truth_text(const struct node *n);
void phrase_condition(struct phraser *p, struct node *n, bool negate);
/* " that is vacant where ..." about the candidate; nothing when the condition always holds. */
struct candidate {
    const struct symbol *symbol;
    struct node *where, *more; /* what holds of it, or NULL */
    bool many;                 /* several are spoken of: "that have an owner" */
};
void phrase_that(struct phraser *p, struct candidate c);
/* words_noun.c: a set with what holds of its members: "player who has not passed, in turn order". */
void phrase_set_that(struct phraser *p, struct node *set, enum noun_form form, struct candidate c);
void phrase_set_said(struct phraser *p, struct node *set, enum noun_form form, struct said that);
/* The condition about the candidate without a subject ("is vacant and has no owner"); false: it cannot be said so. */
bool phrase_predicates(struct phraser *p, struct node *condition, const struct symbol *candidate);

/* ---- words_stmt.c: statements */
void phrase_expr(struct phraser *p, struct node *n);
/* BLOCK_PART: part of a sentence, ", then" between; BLOCK_INSIDE: and something follows that its last statement could
 * be taken to hold. */
enum block_use { BLOCK_WHOLE, BLOCK_PART, BLOCK_INSIDE };
void phrase_block(struct phraser *p, struct node *block, enum block_use use);
void phrase_statement(struct phraser *p, struct node *s);
bool statement_silent(struct phraser *p, struct node *s);
/* Nothing need be said of it, and that was noted. */
bool phrase_passes_over(struct phraser *p, struct node *s);
/* The statement, and the next where that only keeps what it chose; returns the last that was said. */
struct node *phrase_one(struct phraser *p, struct node *s);
bool words_ends_early(struct phraser *p, struct node *s);     /* `if c: return` before other statements */
bool words_impossible(struct phraser *p, struct node *block); /* a branch that cannot be taken in this configuration */

/* ---- words_event.c: signals, reactions, adjustments */
/* "you place a house"; its names stay bound. Returns whether it begins with "you". NEXT: "you next place ..."; AGAIN:
 * you were named before, "place ..." */
enum pattern_use { PATTERN_event, PATTERN_value, PATTERN_next, PATTERN_again, PATTERN_asking };
bool phrase_pattern(struct phraser *p, struct node *pattern, enum pattern_use use);
void phrase_emit(struct phraser *p, struct node *call); /* "this is when you place a house" */
void phrase_reaction(struct phraser *p, struct node *reaction);

/* ---- words.c: what the emitter asks for */
/* An expression or statement in words; locals become holes. */
struct words text_phrase(struct texts *to, struct node *n);
struct words text_contrary(struct texts *to, struct node *condition); /* that it does not hold */
struct words text_outside(struct texts *to, struct node *set,
                          bool outside); /* "not a card in your hand"; or without "not" */
struct words text_literal(struct texts *to, const char *text);
struct words text_where(struct texts *to, struct node *choose); /* "a card in your hand that ...": what fits */
struct words text_question(struct texts *to, struct node *may); /* a short question for a `may` without a text */

#endif
